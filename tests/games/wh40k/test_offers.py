"""What is legal is offered: whatever a fine search finds, the game asks for, and suggests at least one way to do it.

The search (finder.py) shares nothing with the suggestions. With the search for hard moves and for the last room taken
out it finds what is then missing.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from games.wh40k.finder import KINDS, offers, search
from games.wh40k.table import answer, asked, battlefield, begin, prompt, refusal, told, unit
from grimtable import build
from grimtable.games.wh40k import charging, detours, placing
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import CHARGE_MOVE, move_refusal
from grimtable.games.wh40k.state import CHARGE, CHARGED, FIGHT, MOVEMENT, WAITING
from rule import rule

POSITIONS = int(os.environ.get("GRIMTABLE_SOAK_OFFERS", "84"))  # of each of the six kinds
PARTS = 3
ONLY_PLAIN = pytest.mark.skipif(build() != "plain", reason="nothing can be taken out of a compiled module")


@rule("WH40K-10.12", "WH40K-10.16", "WH40K-11.8", "WH40K-11.19", "WH40K-13.12", "WH40K-17.11")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_fine_search_finds_is_offered(kind: str, part: int) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(part, POSITIONS, PARTS):
        one = search(kind, seed)
        found = one.found() is not None
        seen[found] += 1
        assert offers(one) or not found, seed
    assert seen[True] > POSITIONS // PARTS // 5, seen


def nothing(*_: Any) -> list[Any]:
    return []


@ONLY_PLAIN
@pytest.mark.parametrize("kind", KINDS)
def test_the_search_notices_what_is_not_offered(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charging, "hard_move", nothing)
    monkeypatch.setattr(detours, "hard_move", nothing)
    monkeypatch.setattr(placing, "rooms", nothing)
    for seed in range(POSITIONS):
        one = search(kind, seed)
        if not offers(one) and one.found() is not None:
            return
    raise AssertionError("nothing is missing")


# ---------------------------------------------------------------- examples
def shut_in(s: Any, number: int, x: int, y: int, ways: tuple[tuple[int, int], ...]) -> None:
    """Models of one player around a place, in hundredths of an inch from its middle."""
    for dx, dy in ways:
        other = unit(s, number, "gretchin", 1, 0, 0)
        model = s.crew[other][0]
        s.x[model], s.y[model] = x * INCH + dx * INCH // 100, y * INCH + dy * INCH // 100


@rule("WH40K-10.16", "WH40K-10.17")
def test_a_character_who_is_hemmed_in_may_intervene_by_a_little() -> None:
    s = battlefield(CHARGE)
    hero = unit(s, 1, "primaris_lieutenant", 1, 30, 20)
    unit(s, 0, "boyz", 1, 30, 24)
    shut_in(s, 1, 30, 20, ((0, 170), (-128, 60), (128, 60), (-100, -100), (100, -100)))
    game = begin(s, "heroic")
    assert prompt(game) == "heroic"
    answer(game, hero)
    (path,) = asked(game).options[0]
    assert 0 < path[-1][1] - s.y[s.crew[hero][0]] < INCH


@rule("WH40K-11.8", "WH40K-11.19")
@pytest.mark.parametrize("step", ["fight_unit", "consolidate"])
def test_whoever_has_but_a_third_of_an_inch_is_asked(step: str) -> None:
    s = battlefield(FIGHT)
    a = unit(s, 0, "boyz", 1, 30, 20)
    s.note(a, CHARGED)
    unit(s, 1, "tactical_squad", 1, 30, 22)
    shut_in(s, 0, 30, 20, ((-65, 135), (65, 135)))
    game = begin(s, step, *((0, 0) if step == "fight_unit" else (a,)))
    assert prompt(game) == ("pile_in" if step == "fight_unit" else "consolidate")
    assert any(asked(game).options[0])


@rule("WH40K-17.11")
def test_a_hole_between_the_points_of_a_grid_is_room_to_deploy() -> None:
    s = battlefield(MOVEMENT)
    s.division = "short_axis"
    a = unit(s, 0, "gretchin", 1, 60, 40)
    s.place[a] = WAITING
    unit(s, 1, "gretchin", 1, 70, 24)
    r = 1250
    for x in range(r, 24 * INCH, 2 * r + 1):
        for y in range(r, 48 * INCH - r, 2 * r + 1):
            if abs(x - 10.4 * INCH) + abs(y - 40.4 * INCH) > 1.2 * INCH:
                other = unit(s, 0, "gretchin", 1, 0, 0)
                s.x[s.crew[other][0]], s.y[s.crew[other][0]] = x, y
    game = begin(s, "deploy", 0)
    assert prompt(game) == "set_up"
    answer(game, asked(game).options[0])
    assert not told(game, "no_room")
    assert len(game.state.alive(a)) == 1


@rule("WH40K-10.9", "WH40K-10.15")
def test_one_model_charges_and_the_others_come_after() -> None:
    s = battlefield(CHARGE)
    a = unit(s, 0, "tactical_squad", 5, 20, 20, gap=190)
    b = unit(s, 1, "tactical_squad", 1, 20, 28)
    s.targets[a] = (b,)
    way = way_of(s, a, CHARGE_MOVE, 7 * INCH, (b,))
    found = detours.hard_move(s, a, way, s.alive(b))
    assert found
    assert move_refusal(s, a, way, found[0]) is None
    assert len([path for path in found[0] if path]) > 1


@rule("WH40K-10.9", "WH40K-4.4")
def test_a_hull_charges_past_another() -> None:
    s = battlefield(CHARGE)
    a = unit(s, 0, "rhino", 1, 20, 20)
    unit(s, 0, "rhino", 1, 27, 20)
    b = unit(s, 1, "tactical_squad", 1, 33, 20)
    s.targets[a] = (b,)
    game = begin(s, "charge_move", a, dice=[6, 6])
    assert any(asked(game).options[0])
    assert refusal(game, (((28 * INCH, 20 * INCH, 0, 0),),)) == "WH40K-4.5"
    answer(game, asked(game).options[0])
    assert game.state.did(a, CHARGED)


@rule("WH40K-13.12")
@pytest.mark.parametrize("seed", [2044, 2046, 2047])
def test_where_there_is_room_for_everybody_nobody_is_left_in_a_transport(seed: int) -> None:
    one = search("disembark", seed)
    assert one.found() is not None
    assert [option for option in offers(one) if all(option)]
