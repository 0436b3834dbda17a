"""The table of Cthulhu Wars: the areas with gates and figures, the battle, and every faction card."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grimtable.games.cthulhu.components import AREAS, GLYPH, KINDS, OCEAN
from grimtable.terminal.tables.flow import Flow
from grimtable.terminal.tables.scene import Drawing, Scene, View

WIDE = 120  # cells from which areas and faction cards stand side by side
STYLES = {
    "great_cthulhu": "bold green",
    "crawling_chaos": "bold bright_blue",
    "black_goat": "bold red",
    "yellow_sign": "bold yellow",
}
Home = dict[str, Any]
Unit = dict[str, Any]


def table(view: View, scene: Scene) -> RenderableType:
    if not view["players"][0]["faction"]:
        return Text(scene.say("cthulhu.setup"))
    parts: list[RenderableType] = [headline(view, scene), areas(view, scene)]
    if view["battle"]:
        parts.append(battle(view, scene))
    return Group(*parts, Text(""), homes(view, scene))


def legend(scene: Scene) -> str:
    return scene.say("cthulhu.legend")


def headline(view: View, scene: Scene) -> Flow:
    phase = scene.word(f"phase.{view['phase']}")
    parts = [Text(scene.say("cthulhu.headline", view["cycle"], phase), style="bold"), ritual(view, scene)]
    parts.append(Text(scene.say("cthulhu.bag", view["bag"]), style="dim"))
    if view["decay"]:
        parts.append(Text(scene.say("cthulhu.decay", view["decay"])))
    return Flow(parts)


def ritual(view: View, scene: Scene) -> Text:
    """The ritual track with the marker in brackets; behind it Instant Death."""
    marker = view["ritual"]["marker"]
    spaces = [*[str(price) for price in view["ritual"]["track"]], scene.say("cthulhu.instant_death")]
    shown = " ".join([f"[{space}]" if place == marker else space for place, space in enumerate(spaces)])
    return Text(scene.say("cthulhu.ritual", shown))


# ---------------------------------------------------------------- words for factions and figures
def glyph(view: View, player: int, scene: Scene) -> Text:
    """A faction as a letter of its colour."""
    faction = view["players"][player]["faction"]
    return Text(scene.say(f"cthulhu.glyph.{faction}"), style=STYLES[faction])


def figures(units: list[Unit], scene: Scene) -> str:
    """Figures of one owner, counted by kind."""
    kinds = [unit["kind"] for unit in units]
    counted = [(kind, kinds.count(kind)) for kind in KINDS if kind in kinds]
    named = [scene.word(f"unit.{kind}") + (f" x{count}" if count > 1 else "") for kind, count in counted]
    return scene.word("list_comma").join(named)


def owners(view: View) -> range:
    return range(len(view["players"]))


# ---------------------------------------------------------------- areas
def area_name(area: str, scene: Scene) -> Text:
    """The name; oceans with a wave, glyphs of the Yellow Sign as a sign."""
    number = AREAS[area]
    name = Text(("~" if OCEAN[number] else "") + scene.word(f"area.{area}"), style="bold")
    return (
        name.append(f" {scene.say(f'cthulhu.mark.{GLYPH[number]}')}", style="not bold dim") if GLYPH[number] else name
    )


def gate(view: View, area: str, scene: Scene) -> Text:
    here = view["areas"][area]
    if here["gate"] is None:
        found = Text("-", style="dim")
    elif here["controller"] is None:
        found = Text(scene.say("cthulhu.abandoned"))
    else:
        found = Text.assemble("O ", glyph(view, here["controller"], scene))
    return found.append(" #", style="yellow") if here["desecrated"] else found


def occupants(view: View, area: str, scene: Scene) -> Flow:
    """Who stands there, one part for each owner."""
    found = []
    for player in owners(view):
        units = [unit for unit in view["units"] if unit["owner"] == player and unit["place"] == area]
        if units:
            found.append(Text.assemble(glyph(view, player, scene), f" {figures(units, scene)}"))
    return Flow(found or [Text("-", style="dim")])


def areas(view: View, scene: Scene) -> RenderableType:
    """Areas with something in them as rows, in two columns where there is room; the empty ones in a line."""
    full = [name for name, area in view["areas"].items() if area["units"] or area["gate"] or area["desecrated"]]
    empty = [name for name in view["areas"] if name not in full]
    columns = 2 if scene.width >= WIDE else 1
    half = -(-len(full) // columns)
    grid = Table.grid(expand=columns > 1, padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(ratio=1)
    grid.add_row(*[rows(view, full[n * half : (n + 1) * half], scene) for n in range(columns)])
    bare = Flow([Text(scene.say("cthulhu.empty"), style="dim"), *[area_name(name, scene) for name in empty]])
    return Group(grid, bare) if empty else grid


def rows(view: View, names: list[str], scene: Scene) -> Table:
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("area", "gate", "figures"):
        found.add_column(scene.say(f"cthulhu.{heading}"))
    for name in names:
        found.add_row(area_name(name, scene), gate(view, name, scene), occupants(view, name, scene))
    return found


# ---------------------------------------------------------------- the battle
def battle(view: View, scene: Scene) -> RenderableType:
    """Who fights where, the dice, and what each unit suffers."""
    fight = view["battle"]
    lines: list[RenderableType] = [Text(scene.say("cthulhu.battle", scene.word(f"area.{fight['area']}")), style="bold")]
    for place, side in enumerate(fight["sides"]):
        head = Text.assemble(glyph(view, side["player"], scene), f" {scene.names[side['player']]}: ")
        if fight["rolled"]:
            faces = " ".join([str(face) for face in fight["rolled"][place]]) or "-"
            head.append(scene.say("cthulhu.rolled", faces))
        else:
            head.append(scene.say("cthulhu.dice", side["dice"]))
        lines.append(Padding(Flow([head, *fighters(view, side["player"], scene)]), (0, 0, 0, 2)))
    return Group(*lines)


def fighters(view: View, player: int, scene: Scene) -> list[Text]:
    fight = view["battle"]
    hit = [*fight["killed"], *fight["pained"], *fight["victims"]]
    mine = [unit for unit in view["units"] if unit["owner"] == player]
    taking_part = [
        u for u in mine if u["id"] in hit or u["id"] in fight["sides"][0]["fighters"] + fight["sides"][1]["fighters"]
    ]
    return [Text(scene.word(f"unit.{unit['kind']}") + suffered(fight, unit["id"], scene)) for unit in taking_part]


def suffered(fight: dict[str, Any], uid: str, scene: Scene) -> str:
    marks = [scene.say("cthulhu.kill")] * fight["killed"].count(uid) + [scene.say("cthulhu.pain")] * fight[
        "pained"
    ].count(uid)
    if not marks and uid in fight["victims"]:
        marks = [scene.say("cthulhu.lost")]
    return f" ({scene.word('list_comma').join(marks)})" if marks else ""


# ---------------------------------------------------------------- faction cards
def owner(view: View, player: int, scene: Scene) -> Text:
    home = view["players"][player]
    name = scene.say("cthulhu.owner", scene.names[player], scene.word(f"faction.{home['faction']}"))
    line = Text.assemble(glyph(view, player, scene), " ", (name, STYLES[home["faction"]]))
    marks = [
        scene.say(f"cthulhu.{mark}")
        for mark, holds in (("you", player == scene.me), ("first", player == view["first"]))
        if holds
    ]
    return line.append(f" ({scene.word('list_comma').join(marks)})") if marks else line


def tracks(home: Home, scene: Scene) -> list[Text]:
    known = scene.say("cthulhu.known", "+".join([str(value) for value in home["known_signs"]]))
    signs = str(home["signs"]) + (known if home["known_signs"] else "")
    counted = (
        ("power", f"{home['power']} (+{home['income']})"),
        ("doom", str(home["doom"])),
        ("gates", str(len(home["gates"]))),
        ("signs", signs),
    )
    return [Text(f"{scene.say(f'cthulhu.{key}')} {number}") for key, number in counted]


def books(home: Home, scene: Scene) -> Flow:
    """Earned spellbooks with a star, open requirements with an empty box."""
    found = []
    for slot in home["slots"]:
        book, requirement = slot["spellbook"], slot["requirement"]
        if book:
            found.append(Text(f"*{scene.word(f'ability.{book}')}", style="bold"))
        else:
            found.append(Text(f"[ ] {scene.word(f'requirement.{requirement}')}"))
    return Flow(found)


def aside(view: View, player: int, scene: Scene) -> Flow:
    """What is not on the map: the pool, the deep, captives."""
    groups = {
        "pool": [u for u in view["units"] if u["owner"] == player and u["place"] == "pool"],
        "deep": [u for u in view["units"] if u["owner"] == player and u["place"] == "submerged"],
        "captives": [u for u in view["units"] if u["captor"] == player],
    }
    return Flow(
        [
            Text(f"{scene.say(f'cthulhu.{key}')} {figures(units, scene)}", style="dim")
            for key, units in groups.items()
            if units
        ]
    )


def home_block(view: View, player: int, scene: Scene) -> RenderableType:
    home = view["players"][player]
    indent = (0, 0, 0, 2)
    return Group(
        Flow([owner(view, player, scene), *tracks(home, scene)]),
        Padding(books(home, scene), indent),
        Padding(aside(view, player, scene), indent),
    )


def homes(view: View, scene: Scene) -> Table:
    blocks = [home_block(view, player, scene) for player in owners(view)]
    columns = 2 if scene.width >= WIDE else 1
    found = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in range(columns):
        found.add_column(ratio=1)
    for first in range(0, len(blocks), columns):
        found.add_row(*blocks[first : first + columns])
    return found


# ---------------------------------------------------------------- the end
def scores(view: View, result: tuple[int, ...], scene: Scene) -> RenderableType:
    """Doom and spellbooks, best first [CTHULHU-12.5, CTHULHU-12.6]."""
    found = Table(box=box.SIMPLE_HEAD)
    found.add_column(scene.say("scores.player"))
    for heading in ("doom", "books", "gates"):
        found.add_column(scene.say(f"cthulhu.{heading}"), justify="right")
    for player in sorted(owners(view), key=lambda player: -result[player]):
        home = view["players"][player]
        found.add_row(owner(view, player, scene), str(home["doom"]), str(home["books"]), str(len(home["gates"])))
    return found


DRAWING = Drawing(table, scores, legend)
