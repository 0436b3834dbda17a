"""Names of players, units, models, armies and directions as messages."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.armies import OWN
from grimtable.games.wh40k.moving import heading
from grimtable.kernel.language import PLAYER, Message

View = dict[str, Any]


def unit_name(label: str) -> Message:
    """From "intercessor_squad.3"."""
    sheet, _, number = label.partition(".")
    return Message("unit", (Message(f"sheet.{sheet}"), int(number) + 1), (f"unit:{number}",))


def unit_at(view: View, unit: int) -> Message:
    return unit_name(f"{view['units'][unit]['sheet']}.{unit}")


def model_at(view: View, model: int) -> Message:
    """A model by its place in its unit; one that is alone by its unit."""
    unit = view["units"][view["models"][model][0]]
    name = unit_at(view, unit["id"])
    if len(unit["models"]) == 1:
        return name
    return Message("model_of", (name, unit["models"].index(model) + 1), (*name.refs, f"model:{model}"))


def player_name(player: int) -> Message:
    return Message(PLAYER, (player,))


def power_name(name: str) -> Message:
    return Message(f"power.{name}")


def side(view: View, player: int) -> Message:
    """The army of a player."""
    name = view["players"][player]["army"]
    return Message("army.own", (name.removeprefix(OWN),)) if name.startswith(OWN) else Message(f"army.{name}")


def compass(dx: int, dy: int) -> Message:
    return Message(f"compass.{(heading(dx, dy) + 8) % 128 // 16}")


def refs_in(params: tuple[Any, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for param in params:
        if isinstance(param, Message):
            found += [ref for ref in (*param.refs, *refs_in(param.params)) if ref not in found]
        elif isinstance(param, tuple):
            found += [ref for ref in refs_in(param) if ref not in found]
    return tuple(found)


def say(key: str, params: tuple[Any, ...], rules: tuple[str, ...]) -> Message:
    return Message(key, params, refs_in(params), rules)
