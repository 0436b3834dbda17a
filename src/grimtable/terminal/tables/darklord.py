"""The table of The Nameless Dark Lord: the row of targets with their battle areas, and every home."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grimtable.games.darklord.components import CARDS, CIRCLES, DECK, INCOME, KIND, POWER, ROUNDS, TYPE, UPKEEP, VP
from grimtable.terminal.tables.flow import Flow
from grimtable.terminal.tables.scene import Drawing, Scene, View

WIDE = 110  # cells from which areas and homes stand side by side, as on a table
STYLES = {"red": "bold red", "blue": "bold bright_blue", "yellow": "bold yellow", "green": "bold green"}
Home = dict[str, Any]
Area = dict[str, Any]


def table(view: View, scene: Scene) -> RenderableType:
    if view["round"] == 0:
        return Text(scene.say("darklord.setup"))
    if view["phase"] == "over":
        return Group(headline(view, scene), homes(view, scene))
    areas = areas_side_by_side if scene.width >= WIDE else areas_below_each_other
    return Group(headline(view, scene), areas(view, scene), Text(""), homes(view, scene))


def legend(scene: Scene) -> str:
    return scene.say("darklord.legend")


def headline(view: View, scene: Scene) -> Text:
    phase = scene.word(f"phase.{view['phase']}")
    where = scene.say("darklord.at_area", view["area"]) if view["area"] else ""
    line = Text(scene.say("darklord.headline", view["round"], ROUNDS, phase + where), style="bold")
    chips = view["stock"]
    stock = scene.say("darklord.stock", *view["decks"], chips["curses"], chips["stones"], chips["power_tokens"])
    apart = "  " if line.cell_len + cell_len(stock) + 2 <= scene.width else "\n"
    return line.append(apart + stock, style="not bold dim")


# ---------------------------------------------------------------- words for cards and owners
def card(uid: str, scene: Scene) -> str:
    return scene.word(f"card.{KIND[CARDS[uid]]}")


def glyph(view: View, player: int, scene: Scene) -> Text:
    """The owner's colour as a letter of that colour."""
    color = view["players"][player]["color"]
    return Text(scene.say(f"darklord.glyph.{color}"), style=STYLES[color])


def facts(uid: str, scene: Scene) -> str:
    """The numbers of a target, or what an artifact scores."""
    number = CARDS[uid]
    if TYPE[number] == "unit":
        return scene.say("darklord.unit", POWER[number], UPKEEP[number], VP[number])
    if TYPE[number] == "territory":
        key = "darklord.land_with_sleeve" if CIRCLES[number] else "darklord.land"
        return scene.say(key, INCOME[number], VP[number], CIRCLES[number])
    return scene.word(f"text.{KIND[number]}")


# ---------------------------------------------------------------- areas
def target(area: Area, scene: Scene) -> Text:
    if area["target"] is None:
        return Text(scene.word("say.nothing"), style="dim")
    return Text.assemble((card(area["target"], scene), "bold"), " ", (facts(area["target"], scene), "dim"))


def stack(view: View, area: Area, scene: Scene) -> Text:
    """The units in their order, with owner and power."""
    lines = [
        Text.assemble(f"{place} ", glyph(view, unit["owner"], scene), f" {card(unit['unit'], scene)} {unit['power']}")
        for place, unit in enumerate(area["stack"], 1)
    ]
    return Text("\n").join(lines) if lines else Text("-", style="dim")


def standing(view: View, area: Area, scene: Scene) -> Text:
    """Who leads, with which total, and what the target would cost."""
    lines = []
    for rank in area["ranking"]:
        line = Text.assemble(glyph(view, rank["player"], scene), " ")
        line.append(scene.say("darklord.rank", rank["total"], rank["cost"]))
        if rank["flag"]:
            line.append(scene.say("darklord.flag"))
        if rank["barred"]:
            line.append(scene.say("darklord.barred"), style="dim")
        elif not rank["can_pay"]:
            line.append(scene.say("darklord.cannot_pay"), style="dim")
        lines.append(line)
    return Text("\n").join(lines) if lines else Text("-", style="dim")


def areas_below_each_other(view: View, scene: Scene) -> Table:
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("area", "target", "stack", "standing"):
        found.add_column(scene.say(f"darklord.{heading}"))
    for area in view["areas"]:
        found.add_row(
            Text(area["label"], style="bold"),
            target(area, scene),
            stack(view, area, scene),
            standing(view, area, scene),
        )
    return found


def areas_side_by_side(view: View, scene: Scene) -> Table:
    found = Table(box=box.ROUNDED, show_lines=True, expand=True)
    for area in view["areas"]:
        found.add_column(Text(area["label"], style="bold"), ratio=1)
    found.add_row(*[target(area, scene) for area in view["areas"]])
    found.add_row(*[stack(view, area, scene) for area in view["areas"]])
    found.add_row(*[standing(view, area, scene) for area in view["areas"]])
    return found


# ---------------------------------------------------------------- homes
def owner(view: View, player: int, scene: Scene) -> Text:
    """Whose home it is: colour, name, and what is special now."""
    home = view["players"][player]
    line = Text.assemble(glyph(view, player, scene), " ", (scene.names[player], STYLES[home["color"]]))
    marks = [
        scene.say(f"darklord.{mark}")
        for mark, holds in (
            ("you", player == scene.me),
            ("start", player == view["start"]),
            ("passed", home["passed"] and view["phase"] == "placement"),
        )
        if holds
    ]
    return line.append(f" ({scene.word('list_comma').join(marks)})") if marks else line


def units(view: View, player: int, scene: Scene) -> Flow:
    """Units ready to be placed first; then where the others are."""
    home = view["players"][player]
    places = {unit["unit"]: area["label"] for area in view["areas"] for unit in area["stack"]}
    removed = {uid for uid, _ in view["removed"]}
    found: list[tuple[str, str]] = []
    for uid in sorted(home["units"], key=lambda uid: uid not in home["ready"]):
        number = CARDS[uid]
        numbers = f"{card(uid, scene)} {POWER[number]}/{UPKEEP[number]}"
        if uid in home["ready"]:
            found.append((f"*{numbers}", "bold"))
        elif uid in places:
            found.append((f"{numbers} ({places[uid]})", ""))
        else:
            found.append((f"{numbers}{' (x)' if uid in removed else ''}", "dim"))
    return Flow([Text(text, style=style) for text, style in found])


def lands_of(home: Home) -> list[str]:
    """The territories without the throne, which everybody has."""
    return [uid for uid in home["territories"] if DECK[CARDS[uid]] != "throne"]


def estate(home: Home, scene: Scene) -> Flow:
    """Lands and artifacts; a land that counts as minus is marked."""
    worth = dict(home["score"]["artifacts"])
    found = [card(uid, scene) + (scene.say("darklord.minus") if uid in home["minus"] else "") for uid in lands_of(home)]
    found += [scene.say("darklord.artifact", card(uid, scene), worth[uid]) for uid in home["artifacts"]]
    return Flow([Text(name) for name in found])


def chips(home: Home) -> list[tuple[str, str]]:
    """Key and number of everything that is counted at a home."""
    return [
        ("coins", f"{home['coins']}/{home['income']}"),
        ("stones", str(home["stones"])),
        ("sleeves", str(home["sleeves"])),
        ("curses", str(home["curses"])),
        ("vp", str(home["score"]["total"])),
    ]


def home_block(view: View, player: int, scene: Scene) -> RenderableType:
    """Who and how much in a line, below it the cards."""
    home = view["players"][player]
    counted = [Text(f"{scene.say(f'darklord.{key}')} {number}") for key, number in chips(home)]
    parts: list[RenderableType] = [
        Flow([owner(view, player, scene), *counted]),
        Padding(units(view, player, scene), (0, 0, 0, 2)),
    ]
    if lands_of(home) or home["artifacts"]:
        parts.append(Padding(estate(home, scene), (0, 0, 0, 2)))
    return Group(*parts)


def homes(view: View, scene: Scene) -> Table:
    """Below each other, or in pairs where there is room."""
    blocks = [home_block(view, player, scene) for player in range(len(view["players"]))]
    columns = 2 if scene.width >= WIDE else 1
    found = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in range(columns):
        found.add_column(ratio=1)
    for first in range(0, len(blocks), columns):
        found.add_row(*blocks[first : first + columns])
    return found


# ---------------------------------------------------------------- the end
def scores(view: View, result: tuple[int, ...], scene: Scene) -> RenderableType:
    """The score sheet, best first [DARKLORD-12.1]."""
    found = Table(box=box.SIMPLE_HEAD)
    found.add_column(scene.say("scores.player"))
    for heading in ("curses", "artifacts", "throne", "minus_lands", "plus", "vp"):
        found.add_column(scene.say(f"darklord.{heading}"), justify="right")
    for player in sorted(range(len(result)), key=lambda player: -result[player]):
        row = view["players"][player]["score"]
        artifacts = sum([vp for _, vp in row["artifacts"]])
        numbers = (row["curses"], artifacts, row["throne"], row["minus"], row["plus"], row["total"])
        name = Text.assemble(glyph(view, player, scene), f" {scene.names[player]}")
        found.add_row(name, *[str(number) for number in numbers])
    return found


DRAWING = Drawing(table, scores, legend)
