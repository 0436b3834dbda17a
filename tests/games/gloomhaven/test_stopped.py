"""Conditions gained in the middle of a turn [GLOOMHAVEN-14.10]: stun ends the turn, immobilize the move in progress,
disarm the attack after the target in hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.gloomhaven.table import (
    HALT,
    Axial,
    act_out,
    add_monster,
    asked,
    at,
    card,
    condition,
    events,
    field,
    options,
    place,
    play,
    position,
    run,
    where,
)
from games.gloomhaven.test_monsters_at_random import drawn
from games.gloomhaven.test_plans import acts, among_many, attacked, card_of
from grimtable.games.gloomhaven.bonuses import shield
from grimtable.games.gloomhaven.components import HEROES, NONE, SUMMON, TRAP, Figure, Hex
from grimtable.games.gloomhaven.components.cards import SUMMONS
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, TYPE_OF, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import FLYING, TURNS
from grimtable.games.gloomhaven.moments import hex_entered
from grimtable.games.gloomhaven.monsters.deeds import act_by_card
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.ops import Act, perform
from grimtable.games.gloomhaven.outlook import intent
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, after_hit
from grimtable.games.gloomhaven.taking import monster_turn, summon_turn
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow
from rule import rule

GUARD, ARCHER = "bandit-guard", "bandit-archer"
STRIP = [(q, r) for q in range(8) for r in range(2)]
HARMLESS = next(kind for kind, summon in enumerate(SUMMONS) if not summon.traits and summon.attack and not summon.range)


def trapped(s: Gloomhaven, state: str, *places: Axial) -> Gloomhaven:
    """Traps that do nothing but give this condition."""
    for spot in places:
        lay_trap(s, place(s, spot), 0, condition(state), NONE)
    return s


def op(name: str, value: int = 0, *sub: Op, word: str = "", **args: Any) -> Op:
    return Op(name, value, word, tuple(sub), args)


def turn_of(s: Gloomhaven, figure: Figure, lines: Sequence[Op]) -> Game[Gloomhaven]:
    for character in range(s.characters):
        s.hand[character] = ()
    return acts(s, figure, tuple(lines), Random(0))


WALK_AND_HIT = (op("move", 4), op("attack", 2), op("shield", 1))
WALK_AND_SHOOT = (op("move", 4), op("attack", 2, op("range", 5)), op("shield", 1))


# ---------------------------------------------------------------- monsters and summons
@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.8")
@pytest.mark.parametrize("lines", [WALK_AND_HIT, WALK_AND_SHOOT])
def test_a_monster_stunned_by_a_trap_does_nothing_more(lines: Sequence[Op]) -> None:
    s = position(field(hexes=STRIP), {"brute": (7, 0)}, [(GUARD, "normal", (0, 0))])
    trapped(s, "stun", (1, 0), (1, 1))
    game = turn_of(s, 1, lines)
    here = where(game.state, 1)
    assert here in ((1, 0), (1, 1))
    assert attacked(game) == []
    assert shield(game.state, 1) == 0
    assert game.state.has(1, condition("stun"))


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.6")
def test_immobilized_on_its_way_a_monster_attacks_from_there_if_it_can() -> None:
    for lines, hit in ((WALK_AND_HIT, []), (WALK_AND_SHOOT, [0])):
        s = position(field(hexes=STRIP), {"brute": (7, 0)}, [(GUARD, "normal", (0, 0))])
        trapped(s, "immobilize", (2, 0), (2, 1))
        game = turn_of(s, 1, lines)
        there = where(game.state, 1)
        assert there is not None
        assert there[0] == 2
        assert attacked(game) == hit
        assert shield(game.state, 1) == 1


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.7")
def test_disarmed_on_its_way_a_monster_goes_on_and_does_not_attack() -> None:
    s = position(field(hexes=STRIP), {"brute": (5, 0)}, [(GUARD, "normal", (0, 0))])
    trapped(s, "disarm", (1, 0), (1, 1))
    game = turn_of(s, 1, WALK_AND_HIT)
    assert where(game.state, 1) == (4, 0)
    assert attacked(game) == []
    assert shield(game.state, 1) == 1


@rule("GLOOMHAVEN-12.5", "GLOOMHAVEN-12.6")
@pytest.mark.parametrize("flies", [False, True])
def test_who_jumps_or_flies_over_the_traps_is_not_stopped(flies: bool) -> None:
    s = position(field(hexes=STRIP), {"brute": (5, 0)}, [(GUARD, "normal", (0, 0))])
    trapped(s, "stun", (1, 0), (1, 1))
    s.marks[1] |= FLYING * flies
    game = turn_of(s, 1, (op("move", 4, *([] if flies else [op("jump")])), op("attack", 2)))
    assert attacked(game) == [0]
    assert len(game.state.traps) == 2


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-20.33")
@pytest.mark.parametrize("state", ["stun", "immobilize"])
def test_summons_are_stopped_in_their_own_turn_too(state: str) -> None:
    s = position(field(hexes=STRIP), {"brute": (7, 1)}, [(GUARD, "normal", (3, 0))])
    mine = s.enter(HEROES, SUMMON, HARMLESS, 0, 1, 9, place(s, (0, 0)))
    s.owner[mine] = 0
    trapped(s, state, (1, 0), (1, 1))
    game = run(s, lambda t: summon_turn(t, mine))
    there = where(game.state, mine)
    assert there is not None
    assert there[0] == 1
    assert attacked(game) == []
    assert game.state.has(mine, condition(state))  # to the end of its next turn


@rule("GLOOMHAVEN-14.10")
def test_what_a_scenario_does_to_who_enters_a_hex_stops_as_traps_do() -> None:
    def numbs(t: T, figure: Figure, here: Hex) -> Flow[None]:
        t.state.conditions[figure] |= condition("stun")
        yield from ()

    hex_entered.by("numbing")(numbs)
    s = position(field(hexes=STRIP), {"brute": (5, 0)}, [(GUARD, "normal", (0, 0))])
    s.flags = (*s.flags, "numbing")
    game = turn_of(s, 1, WALK_AND_HIT)
    there = where(game.state, 1)
    assert there is not None
    assert there[0] == 1
    assert attacked(game) == []


def dazed(t: T, blow: Blow, line: Op) -> Flow[None]:
    """For tests: the attacker gains a condition by its own attack."""
    t.state.conditions[blow.strike.attacker] |= condition(line.word)
    yield from ()


after_hit.by("test_dazed")(dazed)


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.7", "GLOOMHAVEN-14.8")
@pytest.mark.parametrize(("state", "hits", "guarded"), [("stun", 1, 0), ("disarm", 1, 1), ("immobilize", 3, 1)])
def test_an_attack_of_several_targets_ends_with_the_one_in_hand(state: str, hits: int, guarded: int) -> None:
    heroes = {"brute": (1, 0), "tinkerer": (0, 1), "scoundrel": (-1, 1)}
    s = position(None, heroes, [(GUARD, "normal", (0, 0))])
    lines = (op("attack", 1, op("target", 3), op("test_dazed", word=state)), op("shield", 1))
    game = turn_of(s, 3, lines)
    assert len(attacked(game)) == hits
    assert shield(game.state, 3) == guarded


# ---------------------------------------------------------------- what players are shown
@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-20.16")
@pytest.mark.parametrize("seed", range(4))
def test_the_board_shows_where_traps_will_stop_a_monster(seed: int) -> None:
    random = Random(seed)
    stopped = 0
    for number in range(80):
        s, me, plan = among_many(random) if number % 2 else drawn(random)
        s.hp[me], s.phase = 99, TURNS
        for spot in range(s.layout().size):
            if s.at[spot] == NONE and not s.terrain[spot] and random.random() < 0.9:
                state = random.choice(["stun", "immobilize", "disarm", "muddle"])
                lay_trap(s, spot, 0, condition(state), NONE)
        lines = card_of(s, me, plan)
        shown = intent(s, me, lines)
        game = acts(s, me, lines, random)
        assert set(attacked(game)) <= set(shown["targets"]), str(s)
        if len(shown["to"]) == 1:  # no tie that the players settle
            assert bool(attacked(game)) == bool(shown["targets"]), str(s)
        assert not shown["to"] or game.state.hex[me] in shown["to"], str(s)
        stopped += game.state.has(me, condition("stun") | condition("immobilize"))
    assert stopped > 2


# ---------------------------------------------------------------- characters
def second_half(game: Game[Gloomhaven]) -> Game[Gloomhaven]:
    """The same position, asked for the rest of the turn."""
    s = game.state.clone()
    s.to_play = (card("Backstab"),)
    return play(s, "act", 0)


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.8")
def test_a_character_stunned_by_a_trap_performs_nothing_more_and_its_other_card_is_discarded() -> None:
    s = position(field(hexes=STRIP), {"scoundrel": (0, 0)}, [(GUARD, "normal", (3, 0))], character_level=3)
    trapped(s, "stun", (2, 0))
    game = act_out(s, 0, "Duelist's Advance", "top", answers=[(2, 0)])
    assert asked(game) == HALT
    assert attacked(game) == []
    after = second_half(game)
    assert asked(after) == HALT
    assert card("Backstab") in after.state.discard[0]


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.6")
def test_immobilize_ends_the_move_and_the_attack_may_follow() -> None:
    s = position(field(hexes=STRIP), {"scoundrel": (0, 0)}, [(GUARD, "normal", (2, 0))], character_level=3)
    trapped(s, "immobilize", (1, 0))
    game = act_out(s, 0, "Duelist's Advance", "top", answers=[(1, 0)])
    assert asked(game) == "target"  # two points are left, nobody asks for them
    game.apply(0, options(game)[1])
    assert attacked(game) == [1]


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.7")
def test_disarm_leaves_the_move_and_takes_the_attack() -> None:
    s = position(field(hexes=STRIP), {"scoundrel": (0, 0)}, [(GUARD, "normal", (3, 0))], character_level=3)
    trapped(s, "disarm", (1, 0))
    game = act_out(s, 0, "Duelist's Advance", "top", answers=[(1, 0)])
    assert asked(game) == "move_to"
    game.apply(0, at(s, (2, 0)))
    assert attacked(game) == []
    assert where(game.state, 0) == (2, 0)


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-12.5")
def test_a_jump_that_ends_on_a_stunning_trap_ends_the_turn() -> None:
    s = position(field(hexes=STRIP), {"scoundrel": (0, 0)}, [(GUARD, "normal", (3, 0))])
    trapped(s, "stun", (1, 0), (2, 0))
    lines = (op("move", 3, op("jump")), op("attack", 3), op("xp", 1), op("infuse", word="air"))
    s.acting = 0
    game = run(s, lambda t: perform(t, Act(0, 0), lines), answers=[(2, 0), "stay"])
    assert attacked(game) == []
    assert where(game.state, 0) == (2, 0)
    assert len(game.state.traps) == 1
    assert game.state.xp[0] == 1  # part of the action was performed
    assert game.state.infused


@rule("GLOOMHAVEN-14.10")
def test_in_somebody_elses_turn_only_the_granted_move_ends() -> None:
    s = position(field(hexes=STRIP), {"scoundrel": (0, 0), "brute": (0, 1)}, [(GUARD, "normal", (5, 0))])
    trapped(s, "stun", (1, 1))
    granted = op("grant", 0, op("move", 4), op("attack", 2), who="one_ally_within_range", range=3)
    lines = (granted, op("move", 2))
    s.acting = 0
    game = run(s, lambda t: perform(t, Act(0, 0), lines), answers=[1, (1, 1)])
    assert where(game.state, 1) == (1, 1)
    assert asked(game) == "move_to"
    assert game.decisions()[0].player == 0
    game.apply(0, at(s, (2, 0)))
    game.apply(0, "stay") if asked(game) != HALT else None
    assert where(game.state, 0) == (2, 0)


@rule("GLOOMHAVEN-14.8", "GLOOMHAVEN-14.10")
def test_an_enemy_forced_onto_a_stunning_trap_does_not_attack() -> None:
    s = position(field(hexes=STRIP), {"mindthief": (0, 0)}, [(GUARD, "normal", (3, 0)), (GUARD, "normal", (5, 0))])
    trapped(s, "stun", (4, 0))
    forced = op("force_enemy", 0, op("move", 2), op("attack", 2), who="one_enemy_within_range", range=5)
    s.acting = 0
    game = run(s, lambda t: perform(t, Act(0, 0), (forced,)), answers=[1, (4, 0)])
    assert asked(game) == HALT
    assert attacked(game) == []


@rule("GLOOMHAVEN-14.10")
def test_nobody_is_stopped_on_the_hex_of_somebody_else() -> None:
    s = position(field(hexes=STRIP), {"brute": (5, 0)}, [(GUARD, "normal", (0, 0)), (GUARD, "normal", (1, 0))])
    add_monster(s, GUARD, "normal", (1, 1))
    for spot in ((1, 0), (1, 1)):
        s.terrain[place(s, spot)] |= TRAP
        s.traps[place(s, spot)] = (0, condition("immobilize"), NONE)
    for flier in (2, 3):
        s.marks[flier] |= FLYING
    game = turn_of(s, 1, (op("move", 4), op("attack", 2)))
    assert game.state.has(1, condition("immobilize"))
    assert where(game.state, 1) in ((2, 0), (2, 1))


@rule("GLOOMHAVEN-14.10", "GLOOMHAVEN-14.1")
def test_who_is_immune_walks_on() -> None:
    s = position(field(hexes=STRIP), {"brute": (5, 0)}, [(GUARD, "normal", (0, 0))])
    s.notes["immune 1"] = condition("stun")
    trapped(s, "stun", (1, 0), (1, 1))
    assert intent_of(s)["targets"] == [0]
    game = turn_of(s, 1, WALK_AND_HIT)
    assert attacked(game) == [0]


def intent_of(s: Gloomhaven) -> dict[str, Any]:
    s.phase = TURNS
    return intent(s, 1, WALK_AND_HIT)


@rule("GLOOMHAVEN-14.10")
def test_the_stun_of_an_own_turn_lasts_through_the_next_one() -> None:
    s = position(field(hexes=STRIP), {"brute": (6, 0)}, [(GUARD, "normal", (0, 0))])
    trapped(s, "stun", (1, 0), (1, 1))
    deck = TYPE_DECK[TYPE_OF[GUARD]]
    s.ability[deck] = next(number for number in DECK_CARDS[deck] if monster_card(number).initiative == 50)  # Move +0
    game = run(s, lambda t: monster_turn(t, 1))
    assert game.state.has(1, condition("stun"))
    again = run(game.state.clone(), lambda t: monster_turn(t, 1))
    assert not again.state.has(1, condition("stun"))


@rule("GLOOMHAVEN-12.1", "GLOOMHAVEN-14.10")
def test_a_move_that_meets_nothing_goes_on_as_before() -> None:
    s = position(field(hexes=STRIP), {"brute": (0, 0)})
    s.conditions[0] = condition("muddle")
    trapped(s, "muddle", (1, 0))
    game = run(s, lambda t: move(t, 0, 3), answers=[(1, 0), (3, 0)])
    assert where(game.state, 0) == (3, 0)
    assert len(events(game, "sprung")) == 1


def test_lines_of_a_stunned_monster_are_not_begun() -> None:
    s = position(field(hexes=STRIP), {"brute": (1, 0)}, [(GUARD, "normal", (0, 0))])
    s.conditions[1] = condition("stun")
    game = run(s, lambda t: act_by_card(t, 1, WALK_AND_HIT))
    assert attacked(game) == []
