"""Names of things, and events as messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grimtable.games.cthulhu.components import (
    FACTION,
    FACTIONS,
    KIND,
    KINDS,
    RANK,
    RITUAL_AT_THE_END,
    SIGN_OF,
    UNIT,
    Player,
)
from grimtable.kernel.language import PLAYER, Message, refs_in
from grimtable.kernel.values import Event


# ---------------------------------------------------------------- names
def player_name(player: Player) -> Message:
    return Message(PLAYER, (player,), (f"player:{player}",))


def area_name(area: str) -> Message:
    return Message(f"area.{area}", (), (f"area:{area}",))


def unit_name(uid: str) -> Message:
    """What a figure is; acolytes are named with their faction."""
    unit = UNIT[uid]
    if RANK[unit] == 0:
        return Message("say.acolyte", (faction_name(FACTIONS[FACTION[unit]]),), (f"unit:{uid}",))
    return Message(f"unit.{KINDS[KIND[unit]]}", (), (f"unit:{uid}",))


def figure_name(uid: str) -> Message:
    """What a figure is, where its owner is named beside it."""
    return Message(f"unit.{KINDS[KIND[UNIT[uid]]]}", (), (f"unit:{uid}",))


def faction_name(faction: str) -> Message:
    return Message(f"faction.{faction}", (), (f"faction:{faction}",))


def ability_name(ability: str) -> Message:
    return Message(f"ability.{ability}", (), (f"spellbook:{ability}",))


def requirement_name(requirement: str) -> Message:
    return Message(f"requirement.{requirement}", (), (f"requirement:{requirement}",))


# ---------------------------------------------------------------- events
def _number(number: int) -> int:
    return number


def _direction(word: str) -> Message:
    return Message(f"say.direction.{word}")


def shares(pairs: Iterable[tuple[Message, int]], topic: str) -> tuple[Message, ...]:
    """Who loses how much of what, those who lose nothing left out."""
    return tuple([Message(f"say.share.{topic}", (who, amount), who.refs) for who, amount in pairs if amount])


def stake(amount: int, topic: str) -> Message:
    """What is to be shared."""
    return Message(f"say.stake.{topic}", (amount,))


def _players(players: tuple[Player, ...]) -> tuple[Message, ...]:
    return tuple([player_name(player) for player in players])


Word = Callable[[Any], Any]

# For each kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Word, ...], tuple[str, ...]]] = {
    "faction": ((player_name, faction_name, area_name), ("CTHULHU-1.6", "CTHULHU-1.9")),
    "first_player": ((player_name,), ("CTHULHU-1.10", "CTHULHU-9.1")),
    "direction": ((player_name, _direction), ("CTHULHU-1.11", "CTHULHU-9.3")),
    "cycle": ((_number,), ("CTHULHU-2.1",)),
    "turn": ((player_name,), ("CTHULHU-4.1",)),
    "decay": ((player_name, _number), ("CTHULHU-17.10",)),
    "decay_paid": ((player_name, _number), ("CTHULHU-17.8", "CTHULHU-17.9")),
    "dropped": ((player_name, _number), ("CTHULHU-4.4",)),
    "moved": ((player_name, figure_name, area_name, area_name), ("CTHULHU-5.9",)),
    "recruited": ((player_name, figure_name, area_name), ("CTHULHU-5.1",)),
    "summoned": ((player_name, figure_name, area_name, _number), ("CTHULHU-5.3",)),
    "awakened": ((player_name, figure_name, area_name, _number), ("CTHULHU-5.5",)),
    "gate_created": ((player_name, area_name), ("CTHULHU-5.7", "CTHULHU-5.8")),
    "gate_controlled": ((player_name, area_name), ("CTHULHU-6.3",)),
    "gate_abandoned": ((player_name, area_name), ("CTHULHU-6.4",)),
    "gate_left": ((area_name,), ("CTHULHU-2.12",)),
    "keeper_changed": ((player_name, unit_name, area_name), ("CTHULHU-6.5", "CTHULHU-15.20")),
    "captured": ((player_name, figure_name, player_name, area_name), ("CTHULHU-5.16", "CTHULHU-5.21")),
    "killed": ((figure_name, player_name, area_name), ("CTHULHU-11.23",)),
    "eliminated": ((figure_name, player_name, area_name), ("CTHULHU-2.8",)),
    "spared": ((figure_name, player_name), ("CTHULHU-13.17", "CTHULHU-14.16", "CTHULHU-17.6")),
    "placed": ((player_name, figure_name, area_name), ("CTHULHU-5.4",)),
    "spellbook": ((player_name, ability_name, requirement_name), ("CTHULHU-3.6",)),
    "elder_sign": ((player_name,), ("CTHULHU-3.12",)),
    "sign_as_doom": ((player_name,), ("CTHULHU-3.15",)),
    "sign_revealed": ((player_name, SIGN_OF.__getitem__), ("CTHULHU-3.13", "CTHULHU-3.14")),
    "doom_gained": ((player_name, _number), ("CTHULHU-10.1", "CTHULHU-10.3", "CTHULHU-17.3")),
    "power_gained": ((player_name, _number), ("CTHULHU-7.1",)),
    "power_lost": ((player_name, _number), ("CTHULHU-14.18",)),
    "gathered": ((player_name, _number), ("CTHULHU-8.1", "CTHULHU-8.2", "CTHULHU-8.3", "CTHULHU-8.4")),
    "raised_to_half": ((player_name, _number), ("CTHULHU-8.8",)),
    "doom_phase": ((_number,), ("CTHULHU-10.1",)),
    "ritual": ((player_name, _number), ("CTHULHU-10.3",)),
    "ritual_marker": ((_number,), ("CTHULHU-10.4", "CTHULHU-10.5")),
    "battle": ((player_name, player_name, area_name), ("CTHULHU-5.13", "CTHULHU-11.1")),
    "rolled": ((player_name, tuple, _number, _number), ("CTHULHU-11.9", "CTHULHU-11.10")),
    "used": ((player_name, ability_name), ("CTHULHU-3.4",)),
    "required": ((player_name, requirement_name), ("CTHULHU-4.10",)),
    "forgone": ((player_name, ability_name, _number), ("CTHULHU-3.3",)),
    "returned": ((player_name, player_name, _number), ("CTHULHU-8.4",)),
    "roll_failed": ((player_name, ability_name, _number), ("CTHULHU-15.24", "CTHULHU-16.7")),
    "rolled_one": ((player_name, ability_name, _number), ("CTHULHU-14.18", "CTHULHU-15.22", "CTHULHU-16.6")),
    "assigned_kill": ((figure_name, player_name), ("CTHULHU-11.14",)),
    "assigned_pain": ((figure_name, player_name), ("CTHULHU-11.15",)),
    "retreated": ((figure_name, player_name, area_name), ("CTHULHU-11.24", "CTHULHU-11.25")),
    "surrounded": ((player_name, area_name), ("CTHULHU-11.27",)),
    "not_eliminated": ((figure_name, player_name), ("CTHULHU-14.16", "CTHULHU-14.17")),
    "battle_over": ((area_name,), ("CTHULHU-11.31",)),
    "absorbed": ((unit_name, unit_name), ("CTHULHU-13.15",)),
    "devolved": ((player_name, figure_name, figure_name, area_name), ("CTHULHU-13.13",)),
    "submerged": ((player_name, figure_name, area_name), ("CTHULHU-13.18",)),
    "surfaced": ((player_name, area_name), ("CTHULHU-13.19",)),
    "exempted": ((unit_name,), ("CTHULHU-14.12", "CTHULHU-14.13")),
    "flew_to_battle": ((player_name, figure_name, area_name), ("CTHULHU-14.15",)),
    "paid": ((player_name, _number), ("CTHULHU-14.8",)),
    "swapped": ((unit_name, area_name, unit_name, area_name), ("CTHULHU-15.6",)),
    "ghoul_came": ((player_name, figure_name, area_name), ("CTHULHU-15.13",)),
    "desecrated": ((player_name, area_name), ("CTHULHU-16.6", "CTHULHU-16.8")),
    "proposed": ((player_name,), ("CTHULHU-18.2",)),
    "rejected": ((player_name,), ("CTHULHU-18.2",)),
    "withdrew": ((player_name,), ("CTHULHU-18.1",)),
    "agreed": ((), ("CTHULHU-18.2",)),
    "disagreed": ((), ("CTHULHU-18.4",)),
    "scored": ((player_name, _number, _number), ("CTHULHU-12.5",)),
    "won": ((player_name, _number), ("CTHULHU-12.6",)),
    "shared": ((_players, _number), ("CTHULHU-12.7",)),
    "all_lost": ((), ("CTHULHU-12.8",)),
}
EVENT_KINDS = tuple(EVENTS)


TALKS: dict[str, int] = {"proposed": 1, "agreed": 0, "disagreed": 0}


def _talked_of(happened: Event) -> tuple[Any, ...]:
    """What a proposal or its outcome is about."""
    if happened.kind not in TALKS:
        return ()
    place = TALKS[happened.kind]  # of what is shared; then comes the topic, which rules version 1 did not tell
    topic = happened.public[place + 1] if len(happened.public) > place + 1 else "thing"
    if happened.kind == "disagreed":
        return (stake(happened.public[place], topic),)
    return (shares([(player_name(player), amount) for player, amount in happened.public[place]], topic),)


def event(happened: Event) -> Message:
    words, rules = EVENTS[happened.kind]
    if happened.kind == "rolled" and not happened.public[1]:
        name = player_name(happened.public[0])
        return Message("event.rolled_none", (name,), name.refs, rules)
    if happened.kind == "ritual_marker" and not happened.public[0]:
        return Message("event.instant_death", (RITUAL_AT_THE_END,), (), rules)
    params = (*[word(value) for word, value in zip(words, happened.public)], *_talked_of(happened))
    refs = refs_in(params)
    if happened.secret:  # only for those who may read it
        return Message(
            f"event.{happened.kind}_seen", (*params, *[SIGN_OF[sign] for sign in happened.secret]), refs, rules
        )
    return Message(f"event.{happened.kind}", params, refs, rules)
