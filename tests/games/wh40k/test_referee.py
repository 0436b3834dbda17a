"""Whole games, reckoned anew from their public log; and proof that the referee sees what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from games.wh40k.referee import Foul, Referee, Roll, muster_of
from games.wh40k.table import battlefield, begin, unit
from grimtable.build import build
from grimtable.games.wh40k import DEFINITION, attacks
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.turn import PROCEDURES
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Event
from rule import rule

ONLY_PLAIN = pytest.mark.skipif(build() != "plain", reason="nothing can be taken out of a compiled module")

EAGER = ("deny", "manifest", "power_target", "overwatch", "charge_unit", "fight_unit")
PAIRS = (
    ("dark_imperium_primaris", "dark_imperium_death_guard"),
    ("demo_orks_50", "demo_tyranids_50"),
    ("demo_necrons_50", "rules_coverage_chaos"),
    ("rules_coverage_imperium", "demo_orks_50"),
    ("demo_death_guard_25", "demo_orks_50"),
    ("demo_tyranids_50", "demo_marines_25"),
)
SEEDS = (5, 8)
BRAWLS = (1, 2, 3, 4)
EVERYTHING = {
    "attack", "hit", "wound", "save", "damage", "ignore_wound", "wounded", "slain", "mortal_wounds", "morale",
    "psychic", "deny", "charge", "attacks",
}  # fmt: skip
Log = tuple[list[tuple[str, list[int]]], tuple[Event, ...]]  # who is there, and what happened


def run(game: Game[Battle], seed: int) -> tuple[Event, ...]:
    """Both mostly take the first suggestion, and spend their re-rolls."""
    chance = Random(seed)
    while game.decisions():
        decision = game.decisions()[0]
        options = decision.options
        first = decision.prompt in EAGER or chance.random() < 0.6
        answer = options[0] if first else chance.choice(options)
        game.apply(decision.player, options[-1] if decision.prompt.endswith("reroll") else answer)
    return tuple(game.events(None))


@cache
def whole_game(pair: tuple[str, str], seed: int) -> Log:
    options = {"army_1": pair[0], "army_2": pair[1], "terrain": "empty"}
    return muster_of(pair), run(DEFINITION.new_game(2, options, FastDice(seed)), seed)


def brawl(seed: int) -> Log:
    """The last two rounds of a battle in which everybody stands close to everybody."""
    s = battlefield()
    for owner, y, sheets in ((0, 20, LEFT), (1, 29, RIGHT)):
        x = 6
        for sheet, count, wargear in sheets:
            unit(s, owner, sheet, count, x, y, gap=20, wargear=wargear)
            x += 9
    s.underdog, s.rerolls, s.markers = 0, 6, ()
    s.warlord = (0, s.crew[-1][0])
    muster = [(label, [s.wounds[m] for m in s.crew[at]]) for at, label in enumerate(s.label)]
    game = begin(s, "battle_round", 4, runs=tuple(PROCEDURES))
    game = Game(game.rules, s, FastDice(seed))
    return muster, run(game, seed)


LEFT = (
    ("tactical_squad", 4, ["flamer"]),
    ("primaris_librarian", 1, None),
    ("hellblaster_squad", 4, None),
    ("immortals", 5, ["tesla_carbine"]),
    ("tactical_squad", 5, ["power_fist"]),
    ("intercessor_squad", 5, None),
    ("boyz", 8, ["shoota", "choppa"]),
)
RIGHT = (
    ("plague_marines", 4, ["plaguesword", "blight_launcher"]),
    ("malignant_plaguecaster", 1, None),
    ("poxwalkers", 8, None),
    ("chaos_cultists", 10, ["autogun"]),
    ("lord_of_contagion", 1, None),
    ("blightlord_terminators", 3, None),
    ("tactical_squad", 5, ["missile_launcher"]),
)
brawl_of = cache(brawl)


@rule("WH40K-19.7", "WH40K-9.2", "WH40K-9.4", "WH40K-9.10", "WH40K-9.12", "WH40K-12.2", "WH40K-6.6", "WH40K-10.9")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(pair))
def test_a_game_follows_from_its_dice(pair: tuple[str, str], seed: int) -> None:
    muster, log = whole_game(pair, seed)
    assert Referee(log, muster).judge()


@rule("WH40K-19.7")
@pytest.mark.parametrize("seed", BRAWLS)
def test_a_brawl_follows_from_its_dice(seed: int) -> None:
    muster, log = brawl_of(seed)
    assert Referee(log, muster).judge()["attack"] > 20


@rule("WH40K-19.7")
def test_brawls_hold_every_kind_of_roll() -> None:
    found = {kind for seed in BRAWLS for kind in Referee(brawl_of(seed)[1], brawl_of(seed)[0]).judge()}
    assert EVERYTHING - found == set()
    kinds = [event.kind for seed in BRAWLS for event in brawl_of(seed)[1]]
    assert kinds.count("underdog_rerolled") > 3


# ---------------------------------------------------------------- the referee sees what is wrong
Change = Callable[[tuple[Any, ...]], tuple[Any, ...] | None]  # None: this event is of no use for the test


def more(place: int) -> Change:
    return lambda public: (*public[:place], public[place] + 1, *public[place + 1 :])


def rolled_for(purpose: str, change: Callable[[Roll], Roll | None]) -> Change:
    return lambda public: change(Roll(*public)) if public[1] == purpose else None


def other_face(roll: Roll) -> Roll:
    """Another die lies there than the one that was rolled."""
    return roll._replace(faces=(7 - roll.faces[0], *roll.faces[1:]))


def turned(roll: Roll, by: int) -> Roll | None:
    """The same dice with another modifier, if that makes another number of successes; some units' 6 always hits."""
    other = roll._replace(add=roll.add + by)
    changed = [face for face, new, old in zip(roll.faces, other.passed(), roll.passed()) if new != old and face < 6]
    return other if changed else None


def rolled_thrice(roll: Roll) -> Roll:
    return roll._replace(again=(0, 0))


def other_total(roll: Roll) -> Roll:
    faces = (roll.faces[0] % 6 + 1, *roll.faces[1:])
    return roll._replace(first=faces, faces=faces, again=())


FALSE: dict[str, tuple[str, Change]] = {
    "a hit more": ("hit", more(0)),
    "a wound more": ("wound", more(0)),
    "another Strength": ("wound", more(1)),
    "an attack more": ("attacked", lambda p: (*p[:5], (p[5][0], p[5][1], p[5][2] + 1), *p[6:])),
    "an automatic hit more": ("auto_hit", more(0)),
    "a hit roll that was exchanged": ("rolled", rolled_for("hit", other_face)),
    "a modifier of hit rolls": ("rolled", rolled_for("hit", lambda roll: turned(roll, -1))),
    "a modifier of wound rolls": ("rolled", rolled_for("wound", lambda roll: turned(roll, 1))),
    "another need of wound rolls": ("rolled", rolled_for("wound", lambda roll: roll._replace(need=roll.need + 1))),
    "a better AP": ("rolled", rolled_for("save", lambda roll: roll._replace(add=roll.add - 2))),
    "another save": ("rolled", rolled_for("save", lambda roll: roll._replace(need=9, add=roll.add or 1))),
    "a die that was rolled thrice": ("rolled", rolled_for("hit", rolled_thrice)),
    "a die too many": ("rolled", rolled_for("wound", lambda r: r._replace(first=(*r.first, 6), faces=(*r.faces, 6)))),
    "a wound that was not lost": ("wounded", more(2)),
    "a wound too many": ("wounded", more(3)),
    "a mortal wound more": ("mortal_wounds", more(1)),
    "another Morale total": ("morale", more(1)),
    "another Leadership": ("morale", lambda p: (p[0], p[1], p[2] + 50) if p[1] > p[2] else None),
    "slain models that were not": ("rolled", rolled_for("morale", lambda roll: roll._replace(add=roll.add + 1))),
    "another psychic test": ("rolled", rolled_for("psychic", other_total)),
    "a double six without Perils": (
        "rolled",
        rolled_for("psychic", lambda roll: roll._replace(first=(6, 6), faces=(6, 6), again=(), add=roll.total() - 12)),
    ),
    "another warp charge": ("rolled", rolled_for("psychic", lambda roll: roll._replace(need=roll.need + 1))),
    "a power that was better": ("manifested", more(2)),
    "a denial that was better": ("not_denied", more(1)),
    "a longer charge": ("charged", more(1)),
    "a charge that failed by more": ("charge_failed", more(1)),
}  # fmt: skip


def falsified(name: str) -> Iterator[tuple[list[tuple[str, list[int]]], list[Event]]]:
    """Logs with one event each that did not happen so."""
    kind, change = FALSE[name]
    for seed in BRAWLS:
        muster, log = brawl_of(seed)
        found = 0
        for at, event in enumerate(log):
            public = change(event.public) if event.kind == kind and found < 3 else None
            if public is not None:
                found += 1
                yield muster, [*log[:at], event._replace(public=tuple(public)), *log[at + 1 :]]


@rule("WH40K-19.7")
@pytest.mark.parametrize("name", FALSE)
def test_the_referee_notices(name: str) -> None:
    logs = list(falsified(name))
    assert logs
    for muster, log in logs:
        with pytest.raises(Foul):
            Referee(log, muster).judge()


@rule("WH40K-19.7")
@pytest.mark.parametrize("kind", ["slain", "wounded", "fled", "hit", "wound", "mortal_wounds", "morale", "manifested"])
def test_the_referee_misses_what_is_left_out(kind: str) -> None:
    """The first event of its kind in each brawl is struck from the log."""
    tried = 0
    for seed in BRAWLS:
        muster, log = brawl_of(seed)
        at = next((n for n, event in enumerate(log) if event.kind == kind), -1)
        if at >= 0:
            tried += 1
            with pytest.raises(Foul):
                Referee([*log[:at], *log[at + 1 :]], muster).judge()
    assert tried


@ONLY_PLAIN
@rule("WH40K-1.6", "WH40K-19.7")
def test_the_referee_notices_a_modifier_that_is_told_but_not_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "modified", lambda face, add: face)
    for seed in BRAWLS:
        muster, log = brawl(seed)
        with pytest.raises(Foul):
            Referee(log, muster).judge()


@ONLY_PLAIN
@rule("WH40K-9.4", "WH40K-19.7")
def test_the_referee_notices_another_wound_table(monkeypatch: pytest.MonkeyPatch) -> None:
    real = attacks.wound_need
    monkeypatch.setattr(attacks, "wound_need", lambda strength, toughness: min(6, real(strength, toughness) + 1))
    muster, log = brawl(1)
    with pytest.raises(Foul):
        Referee(log, muster).judge()
