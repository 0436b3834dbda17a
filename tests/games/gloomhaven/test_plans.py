"""Monsters do what they moved for: the plan of a move holds for the attack that follows [GLOOMHAVEN-20.21]."""

from __future__ import annotations

from random import Random

import pytest

from games.gloomhaven.table import (
    HALT,
    Axial,
    add_monster,
    asked,
    condition,
    events,
    field,
    options,
    place,
    position,
    run,
)
from games.gloomhaven.test_monsters_at_random import drawn
from grimtable.games.gloomhaven.components import (
    HEROES,
    LIVING,
    MONSTERS_SIDE,
    NONE,
    OBJECTIVE,
    SUMMON,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.cards import SUMMONS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import FLYING, TURNS
from grimtable.games.gloomhaven.moments import hex_entered
from grimtable.games.gloomhaven.monsters.deeds import act_by_card
from grimtable.games.gloomhaven.monsters.plan import outcomes
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.outlook import intent
from grimtable.games.gloomhaven.paths import FLY, JUMP, WALK
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow
from rule import rule

PLAIN = next(kind for kind, summon in enumerate(SUMMONS) if not summon.traits)


def card_of(s: Gloomhaven, me: Figure, plan: Plan) -> tuple[Op, ...]:
    """The lines of a card that this is the plan of."""
    jump = (Op("jump", 0, "", (), {}),) if plan.mode == JUMP else ()
    s.marks[me] |= FLYING if plan.mode == FLY else 0
    riders = [Op("target", plan.targets, "", (), {})] if plan.targets > 1 else []
    if plan.is_ranged:
        riders.append(Op("range", plan.reach, "", (), {}))
    if plan.pattern:
        reds = [list(red) for red in plan.pattern]
        riders.append(Op("area", 0, "", (), {"melee": plan.is_melee_pattern, "targets": reds}))
    return Op("move", plan.move, "", jump, {}), Op("attack", 1, "", tuple(riders), {})


def acts(s: Gloomhaven, me: Figure, lines: tuple[Op, ...], random: Random) -> Game[Gloomhaven]:
    """The monster's turn; the players settle ties at random and let everything come."""
    s.acting = me
    game = run(s, lambda t: act_by_card(t, me, lines))
    while asked(game) != HALT:
        decision = game.decisions()[0]
        answer = "suffer" if "suffer" in decision.options else random.choice(options(game))
        game.apply(decision.player, answer)
    return game


def attacked(game: Game[Gloomhaven]) -> list[Figure]:
    """Whom it attacked, in order."""
    return [event.public[1][0] for event in events(game, "attacked")]


def among_many(random: Random) -> tuple[Gloomhaven, Figure, Plan]:
    """A monster with two or three targets that has to walk to them, and has to choose."""
    room = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    places = random.sample(room, len(room))
    s = position(field(hexes=room, walls=places[:6]), {"brute": places[6]}, obstacles=places[7:10])
    s.put(0, NONE)
    me = add_monster(s, "bandit-guard", "normal", places[6])
    for at in places[10 : 14 + random.randrange(3)]:
        foe = s.enter(HEROES, OBJECTIVE, 0, LIVING, 1, 9, place(s, at))
        s.notes[f"initiative {foe}"] = random.randrange(10, 90)
    ranged = random.random() < 0.7
    pattern = random.choice(((), ((1, 0), (1, -1)))) if not ranged else ()
    return (
        s,
        me,
        Plan(random.randint(1, 4), WALK, random.randint(2, 4) if ranged else 1, ranged, 2, pattern, bool(pattern)),
    )


@rule("GLOOMHAVEN-20.21", "GLOOMHAVEN-20.11")
@pytest.mark.parametrize("seed", range(8))
def test_a_monster_attacks_those_it_chose_its_hex_for(seed: int) -> None:
    random = Random(seed)
    several = 0
    for number in range(50):
        s, me, plan = among_many(random) if number % 2 else drawn(random)
        s.hp[me] = 99
        expected = {(o.focus, o.hex, tuple(sorted(o.targets))) for o in outcomes(s, me, plan)}
        start = s.hex[me]
        game = acts(s, me, card_of(s, me, plan), random)
        hit, now = attacked(game), game.state.hex[me]
        focused = [event.public[1][0] for event in events(game, "focused")]
        assert (focused != []) == bool(expected)
        if expected:
            assert (focused[0], now, tuple(sorted(hit))) in expected, (str(s), plan)
            several += len(hit) > 1 and now != start
        if hit:
            assert hit[0] == focused[0]
    assert several > 3


# ---------------------------------------------------------------- as players see it
def shooters(archer: Axial, heroes: dict[str, Axial]) -> Gloomhaven:
    """An archer whose card says Move and Attack, target 2; the cards of the heroes lie open."""
    s = position(None, heroes, [("bandit-archer", "normal", archer)])
    s.round, s.phase = 1, TURNS
    return s


TWO = (
    Op("move", 2, "", (), {}),
    Op("attack", 1, "", (Op("target", 2, "", (), {}), Op("range", 4, "", (), {})), {}),
)


@rule("GLOOMHAVEN-20.21", "GLOOMHAVEN-20.30")
@pytest.mark.parametrize("seed", range(4))
def test_the_board_shows_players_what_the_monster_will_do(seed: int) -> None:
    random = Random(seed)
    for number in range(30):
        s, me, plan = among_many(random) if number % 2 else drawn(random)
        s.hp[me], s.phase = 99, TURNS
        lines = card_of(s, me, plan)
        shown = intent(s, me, lines)
        game = acts(s, me, lines, random)
        assert set(attacked(game)) <= set(shown["targets"])
        assert not shown["to"] or game.state.hex[me] in shown["to"]
        assert bool(attacked(game)) == bool(shown["targets"])


@rule("GLOOMHAVEN-20.21", "GLOOMHAVEN-20.33")
@pytest.mark.parametrize("seed", range(4))
def test_summons_too_and_nobody_attacks_the_invisible(seed: int) -> None:
    random = Random(50 + seed)
    many = 0
    for _ in range(30):
        s, me, plan = among_many(random)
        foes = s.enemies(me)
        s.conditions[foes[-1]] = condition("invisible")
        s.side[me] = HEROES
        for foe in foes:
            s.side[foe] = MONSTERS_SIDE
        s.sort[me], s.kind[me], s.owner[me] = SUMMON, PLAIN, 0
        s.hp[me] = 99
        expected = {(o.hex, tuple(sorted(o.targets))) for o in outcomes(s, me, plan)}
        game = acts(s, me, card_of(s, me, plan), random)
        assert foes[-1] not in attacked(game)
        assert not expected or (game.state.hex[me], tuple(sorted(attacked(game)))) in expected
        many += len(attacked(game)) > 1
    assert many > 3


@rule("GLOOMHAVEN-20.21")
def test_if_somebody_of_the_plan_is_gone_the_targets_are_chosen_anew() -> None:
    heroes = {"brute": (0, 0), "tinkerer": (1, -1), "scoundrel": (0, 1)}
    s = shooters((5, 0), heroes)
    for foe, initiative in enumerate((10, 20, 30)):
        s.notes[f"focus_initiative {foe}"] = initiative
    shown = intent(s, 3, TWO)
    gone = next(foe for foe in shown["targets"] if foe != shown["focus"][0])

    def vanishes(t: T, figure: Figure, at: Hex) -> Flow[None]:
        t.state.conditions[gone] |= condition("invisible")
        yield from ()

    hex_entered.by("vanishing")(vanishes)
    s.flags = (*s.flags, "vanishing")
    hit = attacked(acts(s, 3, TWO, Random(0)))
    assert gone not in hit
    assert shown["focus"][0] in hit
    assert len(hit) == 2


@rule("GLOOMHAVEN-20.11", "GLOOMHAVEN-13.15")
@pytest.mark.parametrize(("state", "steps_back"), [("", True), ("strengthen", False), ("muddle", False)])
def test_a_disadvantage_that_advantage_cancels_bars_no_hex(state: str, steps_back: bool) -> None:
    s = shooters((1, 0), {"brute": (0, 0)})
    s.conditions[1] = condition(state) if state else 0
    start = s.hex[1]
    shot = (Op("move", 2, "", (), {}), Op("attack", 1, "", (Op("range", 3, "", (), {}),), {}))
    assert (intent(s, 1, shot)["to"] != [start]) == steps_back
    game = acts(s, 1, shot, Random(0))
    assert (game.state.hex[1] != start) == steps_back
    assert attacked(game) == [0]
