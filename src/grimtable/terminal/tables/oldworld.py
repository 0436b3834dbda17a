"""The table of Chaos in the Old World: the regions, every power's sheet, the own hand and the Old World track."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grimtable.games.oldworld.components import CARD_COST, COMET, DESIGNED, POWER_OF, TITLE, VICTORY
from grimtable.terminal.tables.flow import Flow
from grimtable.terminal.tables.scene import Drawing, Scene, View

WIDE = 110  # cells from which a region has its own columns
RUIN = 12
STYLES = {"khorne": "bold red", "nurgle": "bold green", "tzeentch": "bold bright_blue", "slaanesh": "bold magenta"}
Region = dict[str, Any]
Sheet = dict[str, Any]


def table(view: View, scene: Scene) -> RenderableType:
    regions = regions_in_columns if scene.width >= WIDE else regions_in_blocks
    parts = [headline(view, scene), track(view, scene), regions(view, scene), Text(""), sheets(view, scene)]
    mine = view["players"][scene.me] if scene.me is not None else None
    if mine is not None and mine["hand"] is not None:
        parts.append(hand(mine, scene))
    return Group(*parts)


def legend(scene: Scene) -> str:
    return scene.say("oldworld.legend")


def headline(view: View, scene: Scene) -> Text:
    last = view["round"] + view["old_world"]["deck"]
    where = scene.word(f"region.{view['region']}") if view["region"] else ""
    phase = scene.word(f"phase.{view['phase']}") + (f" ({where})" if where else "")
    line = Text(scene.say("oldworld.headline", view["round"], last, phase), style="bold")
    return line.append("  " + scene.say("oldworld.ruins", view["ruins"]), style="not bold dim")


def track(view: View, scene: Scene) -> Text:
    """Both places of the Old World track; a comet card and a stand-in wear their marks."""
    line = Text(scene.say("oldworld.track"))
    for place, title in enumerate(view["old_world"]["track"], 1):
        line.append(f" {place} ")
        if title is None:
            line.append("-", style="dim")
            continue
        line.append(scene.word(f"card.{title}"), style="bold")
        line.append((" @" if COMET[title] else "") + (" *" if title in DESIGNED else ""), style="dim")
    return line


# ---------------------------------------------------------------- names
def letter(power: str, scene: Scene) -> Text:
    """A power as a letter of its colour."""
    return Text(scene.say(f"oldworld.glyph.{power}"), style=STYLES[power])


def name(region: Region, scene: Scene) -> Text:
    populous = "+" if region["populous"] else ""
    return Text.assemble((scene.word(f"region.{region['name']}") + populous, "bold"))


def numbers(region: Region, scene: Scene) -> Text:
    if region["ruined"]:
        return Text(scene.say("oldworld.ruined", region["ruined"]), style="dim")
    return Text(f"{region['resistance']}/{region['conquest']}")


# ---------------------------------------------------------------- what lies in a region
def corruption(region: Region, scene: Scene) -> Text:
    """Each power's tokens and warpstones, and how many of twelve that makes."""
    stones = region["tokens"].get("warpstone", 0)
    total = sum(region["corruption"].values()) + stones
    parts = [Text(f"{total}/{RUIN}", style="bold" if total >= RUIN - 3 else "")]
    for power, count in region["corruption"].items():
        if count:
            parts.append(Text.assemble(letter(power, scene), str(count)))
    return Text(" ").join(parts)


def figures(region: Region, scene: Scene) -> list[Text]:
    """How many of each kind, by the power that controls them; x is killed, ! is shielded."""
    found: Counter[tuple[str, str, str]] = Counter()
    for figure in region["figures"]:
        marks = ("x" if figure["toppled"] else "") + ("!" if figure["shielded"] else "")
        found[figure["power"], figure["kind"], marks + "'" * figure["hits"]] += 1
    return [
        Text.assemble(letter(power, scene), f" {count} {scene.word(f'figure.{kind}')}{marks}")
        for (power, kind, marks), count in found.items()
    ]


def cards(region: Region, scene: Scene) -> list[Text]:
    """Both slots, the left one first; brackets around a card without effect."""
    found = []
    for slot in region["slots"]:
        if slot["card"] is None:
            found.append(Text("-" if slot["free"] else "#", style="dim"))
            continue
        text = scene.word(f"card.{slot['card']}") + f" {slot['cost']}"
        found.append(Text.assemble(letter(slot["power"], scene), f" [{text}]" if slot["void"] else f" {text}"))
    return found


def tokens(region: Region, scene: Scene) -> list[Text]:
    return [Text(f"{count} {scene.word(f'token.{kind}')}") for kind, count in region["tokens"].items()]


def domination(region: Region, scene: Scene) -> list[Text]:
    return [Text.assemble(letter(power, scene), str(value)) for power, value in region["domination"].items() if value]


def lines(parts: list[Text]) -> Text:
    return Text("\n").join(parts) if parts else Text("-", style="dim")


def regions_in_columns(view: View, scene: Scene) -> Table:
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("region", "worth", "corruption", "figures", "domination", "cards", "tokens"):
        found.add_column(scene.say(f"oldworld.{heading}"))
    for region in view["regions"]:
        found.add_row(
            name(region, scene),
            numbers(region, scene),
            corruption(region, scene),
            lines(figures(region, scene)),
            Text(" ").join(domination(region, scene)),
            lines(cards(region, scene)) if not region["ruined"] else Text("-", style="dim"),
            lines(tokens(region, scene)),
        )
    return found


def regions_in_blocks(view: View, scene: Scene) -> RenderableType:
    """A line with name and numbers, below it everything that lies there."""
    parts: list[RenderableType] = []
    for region in view["regions"]:
        head = [name(region, scene), numbers(region, scene), corruption(region, scene)]
        slots = cards(region, scene) if not region["ruined"] else []
        parts += [Text(""), Flow([*head, *domination(region, scene)])]
        below = [*figures(region, scene), *[Text.assemble("| ", card) for card in slots], *tokens(region, scene)]
        parts.append(Flow([Text(" "), *below]))
    return Group(*parts)


# ---------------------------------------------------------------- sheets
def sheets(view: View, scene: Scene) -> Table:
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    keys = ("player", "vp", "power", "dial", "threat", "hand", "peasants", "upgrades")
    for key in keys:
        wrapped = key in ("player", "upgrades")
        found.add_column(scene.say(f"oldworld.{key}"), justify="left" if wrapped else "right", no_wrap=False)
    for seat, sheet in enumerate(view["players"]):
        power = sheet["power"]
        you = scene.say("oldworld.you") if seat == scene.me else ""
        counters = f" +{sheet['counters']}" if sheet["counters"] else ""
        found.add_row(
            Text.assemble(letter(power, scene), f" {scene.word(f'power.{power}')}, {scene.names[seat]}{you}"),
            str(sheet["vp"]),
            str(sheet["points"]),
            f"{sheet['dial']}/{VICTORY[POWER_OF[power]]}{counters}",
            str(sheet["threat"]),
            str(sheet["cards"]),
            str(sheet["peasants"]),
            scene.word("list_comma").join([scene.word(f"upgrade.{name}") for name in sheet["upgrades"]]),
        )
    return found


def hand(sheet: Sheet, scene: Scene) -> Flow:
    """The own cards with their costs; a stand-in wears its mark."""
    found = []
    titles: Counter[str] = Counter(sheet["hand"])
    for title, count in titles.items():
        times = f" x{count}" if count > 1 else ""
        mark = " *" if title in DESIGNED else ""
        found.append(Text(f"{scene.word(f'card.{title}')} {CARD_COST[TITLE.index(title)]}{mark}{times}"))
    return Flow([Text(scene.say("oldworld.own_hand"), style="bold"), *found])


# ---------------------------------------------------------------- the end
def scores(view: View, result: tuple[int, ...], scene: Scene) -> RenderableType:
    """Victory points and dials, the winner first [OLDWORLD-13.1]."""
    found = Table(box=box.SIMPLE_HEAD)
    found.add_column(scene.say("scores.player"))
    for heading in ("vp", "dial"):
        found.add_column(scene.say(f"oldworld.{heading}"), justify="right")
    for seat in sorted(range(len(result)), key=lambda seat: (-result[seat], -view["players"][seat]["vp"])):
        sheet = view["players"][seat]
        who = Text.assemble(letter(sheet["power"], scene), f" {scene.names[seat]}")
        dial = f"{sheet['dial']}/{VICTORY[POWER_OF[sheet['power']]]}"
        found.add_row(who, str(sheet["vp"]), dial)
    ending = Text(scene.word(f"ending.{view['ending']}"), style="dim")
    return Group(found, ending)


DRAWING = Drawing(table, scores, legend)
