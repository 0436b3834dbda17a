"""Names of things at the table as messages."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.battle_goals import FIRST as GOAL_FIRST
from grimtable.games.gloomhaven.components import CHARACTER, MONSTER, RANKS, SUMMON, Card, Hex
from grimtable.games.gloomhaven.components.cards import (
    CARD_IDS,
    CLASSES,
    SUMMONS,
)
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.monsters import TYPES
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_WORDS
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.kernel.language import Message

View = dict[str, Any]
Tag = tuple[int, ...]


def class_name(name: str) -> Message:
    return Message(f"class.{name}", (), (f"class:{name}",))


def figure_name(tag: Tag) -> Message:
    """A figure by its tag: number, sort, kind, rank, standee."""
    if not tag:
        return Message("say.nobody")
    figure, sort, kind, rank, standee = tag
    refs = (f"figure:{figure}",)
    if sort == CHARACTER:
        return Message(f"class.{CLASSES[kind]}", (), refs)
    if sort == SUMMON:
        return Message(f"summon.{SUMMONS[kind].name}", (), refs)
    if sort == MONSTER:
        return Message(f"rank.{RANKS[rank]}", (Message(f"monster.{TYPES[kind]}"), standee), refs)
    return Message("say.objective", (Message(f"objective.{OBJECTIVE_WORDS[kind]}"), standee), refs)


def card_name(card: Card) -> Message:
    return Message(f"card.{CARD_IDS[card]}", (), (f"card:{card}",)) if card >= 0 else Message("say.long_rest")


def item_name(item: int) -> Message:
    return Message(f"item.{item}", (), (f"item:{item}",))


def goal_name(number: int) -> Message:
    return Message(f"goal.{number - GOAL_FIRST}", (), (f"goal:{number}",))


def element_name(name: str) -> Message:
    return Message(f"element.{name}", (), (f"element:{name}",))


def condition_name(name: str) -> Message:
    return Message(f"condition.{name}", (), (f"condition:{name}",))


def modifier_name(card: int) -> Message:
    return kind_name(modifier_kind(card))


def modifier_sign(kind: int) -> Message | str:
    modifier = MODIFIERS[kind]
    if modifier.null:
        return Message("modifier.curse" if modifier.fleeting else "modifier.null")
    if modifier.double:
        return Message("modifier.bless" if modifier.fleeting else "modifier.double")
    return f"{modifier.plus:+d}"


def side(view: View, player: int) -> Message:
    """The class of a player, or of the first of several characters."""
    for character in view["characters"]:
        if character["seat"] == player:
            return class_name(character["class"])
    return Message("say.mercenary")


def in_view(view: View, figure: int) -> Message:
    for found in view["figures"]:
        if found["id"] == figure:
            if found["sort"] == "monster":
                params = (Message(f"monster.{found['kind']}"), found["number"])
                return Message(f"rank.{found['rank']}", params, (f"figure:{figure}",))
            group = {"character": "class", "objective": "objective"}.get(found["sort"], "summon")
            return Message(f"{group}.{found['kind']}", (), (f"figure:{figure}", f"hex:{found['hex']}"))
    return Message("say.nobody")


def hex_name(view: View, at: Hex) -> Message:
    for found in view["hexes"]:
        if found["id"] == at:
            return Message("say.hex", (found["q"], found["r"]), (f"hex:{at}",))
    return Message("say.hex", (0, 0), (f"hex:{at}",))


def kind_name(kind: int) -> Message:
    modifier = MODIFIERS[kind]
    key = "modifier.rolling" if modifier.rolling else "modifier.plain"
    if not modifier.effects:
        return Message(f"{key}_alone", (modifier_sign(kind),))
    return Message(key, (modifier_sign(kind), lines(modifier.effects)))
