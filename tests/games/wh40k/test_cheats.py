"""Nobody cheats with a free-form move: an umpire who shares no geometry with the engine looks at thousands of attempts.

What he calls broken must be refused, and what he has no doubt about must be accepted. With any one of the checks taken
out the same attempts find that it is missing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import pi
from random import Random
from typing import Any

import numpy
import pytest
import shapely
from shapely import Point

from games.wh40k.cheats import KINDS, attempts, lone, pushed
from games.wh40k.table import answer, battlefield, begin, prompt, unit
from games.wh40k.umpire import DOUBT, Move, Pose, Verdict, base, off_table, radius, separation, umpire, walls_of
from grimtable import build
from grimtable.games.wh40k import movement, moving, placing, stretches
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.ground import BARRED, Climb
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import FALL_BACK, NORMAL, move_refusal
from grimtable.games.wh40k.state import BEGAN_ENGAGED, MOVEMENT, Battle
from grimtable.kernel.game import Game
from grimtable.kernel.values import Illegal, Refusal
from rule import rule

ATTEMPTS = int(os.environ.get("GRIMTABLE_SOAK_PATHS", "120"))  # of each kind
ONLY_PLAIN = pytest.mark.skipif(build() != "plain", reason="nothing can be taken out of a compiled module")


@cache
def judged() -> tuple[tuple[str, Move, Verdict], ...]:
    return tuple([(name, move, umpire(move)) for name, move in attempts(ATTEMPTS, 1)])


def verdict_of_the_engine(move: Move) -> Refusal | None:
    way = way_of(move.state, move.unit, move.kind, move.allowance, move.targets)
    return move_refusal(move.state, move.unit, way, move.answer)


@rule("WH40K-2.3", "WH40K-2.6", "WH40K-4.3", "WH40K-4.5", "WH40K-4.6", "WH40K-4.8", "WH40K-4.14", "WH40K-10.11")
def test_what_the_umpire_calls_broken_is_refused_and_what_is_in_no_doubt_accepted() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for name, move, found in judged():
        refused = verdict_of_the_engine(move)
        if found.broken:
            assert refused is not None, (name, found.broken, move)
            assert refused.rule_id.startswith("WH40K-"), (name, refused)
        if not found.doubts:
            assert refused is None, (name, refused, move)
        seen[name, "broken" if found.broken else "doubt" if found.doubts else "clear"] += 1
    for name in KINDS:
        assert seen[name, "broken"] > ATTEMPTS // 10, seen
        assert seen[name, "clear"] > 0, seen
        assert seen[name, "doubt"] < ATTEMPTS // 5, seen


def test_a_refusal_changes_nothing() -> None:
    for _, move, found in judged()[::7]:
        s = move.state
        before = (list(s.x), list(s.y), list(s.z), list(s.facing), list(s.flags), list(s.moved))
        verdict_of_the_engine(move)
        assert before == (s.x, s.y, s.z, s.facing, s.flags, s.moved), found.broken


# ---------------------------------------------------------------- with a check taken out
def without_those_who_stay(s: Any, number: int, way: Any, paths: Any, around: Any) -> Any:
    way = way._replace(kind=NORMAL) if way.kind == FALL_BACK else way
    return FORMATION(s, number, way, paths, around)


def by_the_height_of_its_ends(s: Any, blocks: Any, first: Any, z: int, last: Any, to: int) -> Climb:
    """A stretch through the air: only the highest thing in it counts, from where it begins."""
    low = min(z, to)
    if [1 for block in blocks if block.impassable and block.high > low]:
        return BARRED
    top = max([block.high for block in blocks if not block.impassable], default=0)
    return Climb(low, low, 2 * top - z - to if top > max(z, to) else abs(to - z))


def anywhere(*_: Any) -> bool:
    return True


def nothing(*_: Any) -> None:
    return None


def never(*_: Any) -> bool:
    return False


def no_hulls(*_: Any) -> list[Any]:
    return []


FORMATION = moving.formation_refusal
MUTANTS: dict[str, tuple[tuple[str, Callable[..., Any]], ...]] = {
    "who stays is not checked after a Fall Back": (("moving.formation_refusal", without_those_who_stay),),
    "corners may lie in the air": (
        ("moving.pauses", anywhere),
        ("stretches.climb", by_the_height_of_its_ends),
    ),
    "from roof to roof through the air": (("stretches.climb", by_the_height_of_its_ends),),
    "off the table and back": (("moving.stays_on_table", anywhere), ("moving.pauses", anywhere)),
    "hulls turn through everything": (("stretches.turned", no_hulls),),
    "comrades are no obstacle": (("moving.comrades_refusal", nothing),),
    "zones are no obstacle": (("moving.enters_zone", never),),
    "models are no obstacle": (("moving.passing_refusal", nothing),),
    "no coherency": (("moving.straggler", lambda *_: -1),),
    "comrades may overlap": (("moving.crowding", nothing),),
    "charges need not arrive": (("moving.charge_refusal", nothing),),
}


@ONLY_PLAIN
@pytest.mark.parametrize("what", MUTANTS)
def test_the_umpire_notices_a_check_that_is_missing(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, instead in MUTANTS[what]:
        module = moving if place.startswith("moving.") else stretches
        monkeypatch.setattr(module, place.partition(".")[2], instead)
    wrong = [found for _, move, found in judged() if found.broken and verdict_of_the_engine(move) is None]
    assert wrong, what


# ---------------------------------------------------------------- boarding
def boarding(chance: Random) -> tuple[Game[Any], int, bool]:
    """A unit near a transport and perhaps in a fight has answered its move; whether it did move."""
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", chance.randint(1, 3), 20, 20)
    unit(s, 0, "rhino", 1, 20, 17)
    far = chance.choice([1700, 2000, 4000, 4300, 9000])
    lone(s, 1, "chaos_cultists", 20 * INCH, 20 * INCH + 1600 + far)
    engaged = min([separation(s, s.sheet[a], (s.x[m], s.y[m], 0, 0), s.crew[2][0]) for m in s.crew[a]]) <= INCH
    if engaged:
        s.note(a, BEGAN_ENGAGED)
    still = tuple([chance.choice([(), ((s.x[m], s.y[m], 0, 0),)]) for m in s.crew[a]])
    away = tuple([((s.x[m] + 3 * INCH, s.y[m] - INCH, 0, 0),) for m in s.crew[a]])
    move = chance.choice([still, still, away])
    game = begin(s, "move_unit")
    answer(game, (FALL_BACK if engaged else NORMAL, a))
    try:
        answer(game, move)
    except Illegal:
        answer(game, tuple([() for _ in move]))
        move = still
    return game, a, move is away or not engaged


def boards_unseen(count: int) -> list[int]:
    """The attempts in which a unit that is in a fight and has not moved is asked to embark, or another is not."""
    found: list[int] = []
    for n in range(count):
        game, _, may = boarding(Random(f"boarding {n}"))
        if (prompt(game) == "embark") != may:
            found.append(n)
    return found


@rule("WH40K-4.13", "WH40K-13.5")
def test_only_who_moved_or_is_in_no_fight_is_asked_to_embark() -> None:
    assert boards_unseen(60) == []


@ONLY_PLAIN
def test_the_umpire_notices_who_boards_out_of_a_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "is_still", never)
    assert boards_unseen(60)


# ---------------------------------------------------------------- getting out
def getting_out(chance: Random) -> tuple[Game[Any], int]:
    """A full Rhino in a crowd of foes and friends, whose passengers are about to get out."""
    s = battlefield(MOVEMENT, terrain=chance.choice(["empty", "standard_11"]))
    x, y = chance.choice([(20, 20), (30, 30), (3, 3)])
    transport = lone(s, 0, "rhino", x * INCH, y * INCH, chance.choice([0, 32, 16]))
    squad = unit(s, 0, "tactical_squad", chance.randint(2, 10), 60, 40)
    s.place[squad] = transport
    for _ in range(chance.randint(4, 30)):
        spot = pushed((x * INCH, y * INCH, 0, 0), 2 * pi * chance.random(), chance.uniform(3.2, 6))
        lone(s, chance.choice([0, 1, 1, 1]), "chaos_cultists", spot[0], spot[1])
    game = begin(s, "move_unit")
    answer(game, ("disembark", squad))
    return game, squad


def has_clear_room(s: Battle, squad: int, poses: list[Pose]) -> bool:
    """Whether a fine grid finds a place on the ground for one more base, a third of a millimetre from all bounds."""
    transport, sheet = s.place[squad], s.sheet[squad]
    home, r = s.crew[transport][0], radius(sheet)
    x, y = numpy.meshgrid(*[numpy.arange(at - 6 * INCH, at + 6 * INCH, 200) for at in (s.x[home], s.y[home])])
    spots = numpy.array([Point(a, b) for a, b in zip(x.ravel(), y.ravel())])
    spots = spots[(off_table(sheet, spots) < -DOUBT)]

    def keep(core: Any, least: float, most: float) -> None:
        nonlocal spots
        far = shapely.distance(spots, core)
        spots = spots[(far > least + DOUBT) & (far < most - DOUBT)]

    keep(base(s.sheet[transport], s.x[home], s.y[home], s.facing[home]), r, r + 3 * INCH)
    for _, poly in walls_of(s):
        keep(poly, r, 1e9)
    for player in (0, 1):
        for model in s.models_of(player):
            theirs, away = s.sheet[s.unit[model]], INCH * player
            keep(base(theirs, s.x[model], s.y[model], s.facing[model]), r + radius(theirs) + away, 1e9)
    for pose in poses:
        keep(Point(pose[0], pose[1]), 2 * r, 1e9)
    if poses:
        far = numpy.min([shapely.distance(spots, Point(pose[0], pose[1])) for pose in poses], axis=0)
        spots = spots[far < 2 * r + 2 * INCH - DOUBT]
    return bool(len(spots))


@rule("WH40K-13.11", "WH40K-13.12")
def test_nobody_is_left_to_die_who_has_room() -> None:
    left = 0
    for n in range(25):
        game, squad = getting_out(Random(f"getting out {n}"))
        asked = game.decisions()[0]
        assert asked.check is not None
        for option in asked.options:
            poses = [pose for pose in option if pose]
            assert asked.check(option) is None
            if len(poses) < len(option):
                left += 1
                assert not has_clear_room(game.state, squad, poses), n
            if poses:
                fewer = (*poses[:-1], *[()] * (len(option) - len(poses) + 1))
                refused = asked.check(fewer)
                assert refused is not None, n
                assert refused.rule_id in ("WH40K-13.12", "WH40K-2.3"), n
    assert left > 3


@ONLY_PLAIN
def test_the_umpire_notices_who_is_left_to_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "find_room", nothing)
    for n in range(40):
        game, squad = getting_out(Random(f"getting out {n}"))
        option = game.decisions()[0].options[0]
        poses = [pose for pose in option if pose]
        if len(poses) < len(option) and has_clear_room(game.state, squad, poses):
            return
    raise AssertionError("nobody was left to die")
