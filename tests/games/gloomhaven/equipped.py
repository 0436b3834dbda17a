"""A Brute with items: positions and questions for the tests of items."""

from __future__ import annotations

from typing import Any

from games.gloomhaven.table import HALT, card, field, play, position
from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.modifiers import (
    MODIFIERS,
    MONSTER_DECK,
    modifier_kind,
)
from grimtable.games.gloomhaven.components.terms import CONSUMED, READY, SPENT
from grimtable.games.gloomhaven.items import AVAILABLE
from grimtable.games.gloomhaven.items.equipment import put_on
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.table import Table

RECORDS: dict[int, dict[str, Any]] = {record["id"]: record for record in read("items")["records"]}
NAMES = {record["name"]: number for number, record in RECORDS.items()}
HP = 60
AFTER = {"spent": SPENT, "consumed": CONSUMED, None: READY}


def scene(*items: str, foes: tuple[tuple[int, int], ...] = ((1, 0),)) -> Gloomhaven:
    """A Brute with items and a Scoundrel beside it, against guards; modifier cards are all +0."""
    s = position(
        field(6),
        heroes={"brute": (0, 0), "scoundrel": (0, 1)},
        monsters=[("bandit-guard", "normal", at) for at in foes],
    )
    for owner in (0, 1, MONSTER_DECK):
        s.decks[owner] = tuple([c for c in s.decks[owner] if MODIFIERS[modifier_kind(c)].name == "+0"])
    for figure in range(len(s.hp)):
        s.max_hp[figure], s.hp[figure] = 2 * HP, HP
    for item in items:
        put_on(at_table(s), 0, NAMES[item])
    s.acting = 0
    return s


def at_table(s: Gloomhaven) -> T:
    return Table(s, [], FastDice(0), None)


def turn(s: Gloomhaven, *answers: Any) -> Game[Gloomhaven]:
    """The character's turn up to its first action; items may be used."""
    s.to_play = s.hand[0][:2]
    s.chosen[0] = s.to_play
    s.hand[0] = s.hand[0][2:]
    return give_answers(play(s, "act", 0), answers)


def default(s: Gloomhaven, what: str, *answers: Any) -> Game[Gloomhaven]:
    """The default attack or move."""
    first = s.hand[0][0]
    s.hand[0], s.to_play, s.chosen[0] = s.hand[0][1:], (first,), (first, first)
    return give_answers(play(s, "half", 0, first, what), answers)


def ranged(s: Gloomhaven, *answers: Any) -> Game[Gloomhaven]:
    """The Brute throws its Spare Dagger: attack 3, range 3."""
    dagger = card("Spare Dagger")
    s.hand[0], s.to_play, s.chosen[0] = tuple([c for c in s.hand[0] if c != dagger]), (dagger,), (dagger, dagger)
    return give_answers(play(s, "half", 0, dagger, "top"), answers)


def give_answers(game: Game[Gloomhaven], answers: tuple[Any, ...]) -> Game[Gloomhaven]:
    for answer in answers:
        decision = game.decisions()[0]
        assert decision.prompt != HALT, f"nobody asks for {answer}"
        at = game.state.layout().index
        game.apply(decision.player, at[answer] if isinstance(answer, tuple) and answer in at else answer)
    return game


def state_of(s: Gloomhaven, item: str) -> int:
    return s.item_state.get(NAMES[item], READY)


def used(s: Gloomhaven, item: str) -> bool:
    """[GLOOMHAVEN-2.11, GLOOMHAVEN-2.12, GLOOMHAVEN-2.14]"""
    return state_of(s, item) == AFTER[RECORDS[NAMES[item]]["after_use"]]


def items_with(timing: str, *words: str) -> list[str]:
    """The names of the items at this moment that have only these words."""
    return [
        RECORDS[item]["name"]
        for item in AVAILABLE
        if RECORDS[item]["effect"]["timing"] == timing
        and not RECORDS[item]["effect"].get("passive")
        and {op["op"] for op in RECORDS[item]["effect"]["ops"]} <= set(words)
    ]


def ops_of(item: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = RECORDS[NAMES[item]]["effect"]["ops"]
    return found


def total(item: str, word: str) -> int:
    return sum([op["value"] for op in ops_of(item) if op["op"] == word])


def elements(s: Gloomhaven) -> None:
    s.elements = (2,) * 6


def count_of(s: Gloomhaven, owner: int, name: str) -> int:
    return len([c for c in s.decks[owner] if MODIFIERS[modifier_kind(c)].name == name])


ATTACK_WORDS = ("add_attack", "add_condition", "add_pierce", "consume", "advantage", "ignore_all_shield")
MELEE = items_with("during_your_attack", *ATTACK_WORDS) + items_with("during_your_melee_attack", *ATTACK_WORDS)
RANGED = items_with("during_your_ranged_attack", *ATTACK_WORDS)
