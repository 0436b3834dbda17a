"""The table of Warhammer 40,000: the battlefield as a map of signs, and both armies unit by unit."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grimtable.games.wh40k.components import DEPTH, INCH, LINES, ROUNDS, SHEETS, WIDTH
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.terminal.tables.flow import Flow
from grimtable.terminal.tables.scene import Drawing, Scene, View

NARROW, WIDE = 76, 116  # cells from which a sign is one inch wide, and from which units stand beside the map
STYLES = ("bold bright_blue", "bold green")
MANY = "*"  # a unit beyond the last letter
FLAGS = ("moved", "advanced", "fell_back", "shot", "charged", "fought")
WOODS, COVER, FLOOR, WALL = '"', ".", "=", "#"
Points = tuple[tuple[int, int], ...]  # corners of a shape
Unit = dict[str, Any]


def table(view: View, scene: Scene) -> RenderableType:
    parts: list[RenderableType] = [headline(view, scene), standing(view, scene)]
    field, lists = battlefield(view, scene), [army(view, seat, scene) for seat in (0, 1)]
    if scene.width >= WIDE:
        beside = Table.grid(padding=(0, 2, 0, 0))
        beside.add_column(no_wrap=True, min_width=WIDTH // INCH + 2)
        beside.add_column()
        beside.add_row(field, Group(*lists))
        return Group(*parts, beside)
    return Group(*parts, field, *lists)


def legend(scene: Scene) -> str:
    return scene.say("wh40k.legend")


def headline(view: View, scene: Scene) -> Text:
    phase = scene.word(f"phase.{view['phase']}")
    line = Text(scene.say("wh40k.headline", view["round"], ROUNDS, phase), style="bold")
    if view["active"] >= 0:
        line.append("  " + scene.say("wh40k.turn", scene.names[view["active"]]), style="not bold")
    if view["objective"] is not None:
        line.append("  " + scene.word(f"objective.{view['objective']}"), style="not bold dim")
    return line


def standing(view: View, scene: Scene) -> Flow:
    """Victory points and Power Level of each side, and who holds the markers."""
    found = []
    for seat, player in enumerate(view["players"]):
        you = scene.say("wh40k.you") if seat == scene.me else ""
        rerolls = scene.say("wh40k.underdog", view["rerolls"]) if view["underdog"] == seat else ""
        words = scene.say("wh40k.standing", player["vp"], player["power"])
        found.append(Text.assemble((f"{scene.names[seat]}{you}", STYLES[seat]), f" {words}{rerolls}"))
    for marker in view["markers"]:
        holder = scene.names[marker["controller"]] if marker["controller"] >= 0 else scene.say("wh40k.nobody")
        found.append(Text(scene.say("wh40k.marker", marker["id"] + 1, holder), style="dim"))
    return Flow(found)


# ---------------------------------------------------------------- the battlefield
def signs(view: View) -> dict[int, str]:
    """By unit: a letter, upper case for the first player and lower case for the second."""
    found: dict[int, str] = {}
    for seat, letters in ((0, ascii_uppercase), (1, ascii_lowercase)):
        own = [unit["id"] for unit in view["units"] if unit["owner"] == seat]
        found |= {unit: letters[at] if at < len(letters) else MANY for at, unit in enumerate(own)}
    return found


def battlefield(view: View, scene: Scene) -> RenderableType:
    """Signs of one inch by two, or half as many where the terminal is narrow; who stands there hides the ground."""
    wide = INCH if scene.width >= NARROW else INCH * 3 // 2
    columns, rows = WIDTH // wide, DEPTH // (2 * wide)
    cells = [[ground(view["terrain"], x, y, wide) for x in range(columns)] for y in range(rows)]

    def put(x: int, y: int, sign: Text) -> None:
        cells[min(y // (2 * wide), rows - 1)][min(x // wide, columns - 1)] = sign

    for marker in view["markers"]:
        put(marker["x"], marker["y"], Text(str(marker["id"] + 1), style="bold yellow"))
    letters = signs(view)
    for unit in view["units"]:
        for model in unit["alive"] if unit["place"] == "table" else ():
            _, _, _, x, y, *_ = view["models"][model]
            put(x, y, Text(letters[unit["id"]], style=STYLES[unit["owner"]]))
    edge = Text("+" + "-" * columns + "+", style="dim")
    lines = [Text.assemble(("|", "dim"), *row, ("|", "dim")) for row in cells]
    return Group(edge, *lines, edge)


def ground(layout: str, column: int, row: int, wide: int) -> Text:
    """The terrain at a sign: a wall anywhere in it, else what lies at its middle."""
    left, top = column * wide, row * 2 * wide
    x, y = left + wide // 2, top + wide
    for piece in LAYOUTS[layout]:
        if piece.kind != "woods" and [
            1 for wall in piece.walls if wall.impassable and meets(wall.poly, left, top, wide)
        ]:
            return Text(WALL)
        if [1 for floor in piece.floors if holds(floor.poly, x, y)]:
            return Text(FLOOR, style="dim")
        if holds(piece.footprint, x, y):
            return Text(WOODS if piece.kind == "woods" else COVER, style="dim")
    return Text(" ")


def meets(shape: Points, left: int, top: int, wide: int) -> bool:
    """Whether the box around a shape meets a sign."""
    xs, ys = [point[0] for point in shape], [point[1] for point in shape]
    return min(xs) < left + wide and max(xs) > left and min(ys) < top + 2 * wide and max(ys) > top


def holds(shape: Points, x: int, y: int) -> bool:
    """Whether a point lies in a shape: a ray from it crosses the outline an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]]):
        if (ay > y) != (by > y) and ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) * (1 if by > ay else -1) > 0:
            inside = not inside
    return inside


# ---------------------------------------------------------------- armies
def army(view: View, seat: int, scene: Scene) -> Table:
    side = scene.definition.catalogue.say(scene.definition.describe.side(view, seat), scene.lang, scene.names)
    title = Text.assemble((scene.names[seat], STYLES[seat]), f"  {side}")
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, title=title, title_justify="left")
    for key in ("sign", "unit", "left", "where", "done"):
        found.add_column(scene.say(f"wh40k.{key}") if key != "sign" else "", overflow="fold")
    letters = signs(view)
    for unit in view["units"]:
        if unit["owner"] == seat:
            gone = unit["place"] in ("gone", "dying")
            done = scene.word("list_comma").join([scene.say(f"wh40k.flag.{f}") for f in FLAGS if f in unit["flags"]])
            found.add_row(
                Text(letters[unit["id"]], style=STYLES[seat]),
                scene.word("unit", scene.word(f"sheet.{unit['sheet']}"), unit["id"] + 1),
                left(view, unit, scene),
                where(view, unit, scene),
                done,
                style="dim" if gone else "",
            )
    return found


def left(view: View, unit: Unit, scene: Scene) -> str:
    """Models, or the wounds of a single one."""
    if len(unit["models"]) > 1:
        return f"{len(unit['alive'])}/{len(unit['models'])}"
    _, line, wounds, *_ = view["models"][unit["models"][0]]
    most = next(row.wounds for row in LINES if row.shown == line and SHEETS[row.sheet].name == unit["sheet"])
    return scene.say("wh40k.wounds", max(0, wounds), most)


def where(view: View, unit: Unit, scene: Scene) -> str:
    """Where its first model stands, in inches from the left and from the top."""
    if unit["place"] != "table":
        return scene.say(f"wh40k.place.{unit['place']}")
    _, _, _, x, y, *_ = view["models"][unit["alive"][0]]
    return f'{x // INCH}", {y // INCH}"'


# ---------------------------------------------------------------- the end
def scores(view: View, result: tuple[int, ...], scene: Scene) -> RenderableType:
    """Victory points, the winner first [WH40K-17.18]."""
    found = Table(box=box.SIMPLE_HEAD)
    found.add_column(scene.say("scores.player"))
    found.add_column(scene.say("wh40k.vp"), justify="right")
    for seat in sorted(range(len(result)), key=lambda seat: -result[seat]):
        found.add_row(Text(scene.names[seat], style=STYLES[seat]), str(view["players"][seat]["vp"]))
    return Group(found, Text(scene.word(f"ending.{view['ending']}"), style="dim"))


DRAWING = Drawing(table, scores, legend)
