"""What bots are told: sensible ratings, and a greedy bot that beats a random one."""

from __future__ import annotations

from games.wh40k.table import answer, asked, battlefield, begin, unit
from grimtable.bots import make
from grimtable.bots.greedy import shares
from grimtable.games.wh40k import DEFINITION
from grimtable.games.wh40k.advice import rate
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.standing import value
from grimtable.games.wh40k.state import MOVEMENT, SHOOTING
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Decision


def greedy_wins(seed: int, seat: int) -> bool:
    """Mirrored armies: one seat is greedy, the other plays at random."""
    game = DEFINITION.new_game(2, {"army_1": "demo_marines_25", "army_2": "demo_marines_25"}, FastDice(seed))
    bots = [make("greedy" if player == seat else "random") for player in (0, 1)]
    dice = FastDice(seed + 1)
    while game.decisions():
        player = game.decisions()[0].player
        game.apply(player, bots[player].answer(Seat(game, player), dice))
    scores = game.result()
    assert scores is not None
    return scores[seat] > scores[1 - seat]


def test_greedy_beats_random_with_mirrored_armies() -> None:
    assert sum([greedy_wins(seed, seed % 2) for seed in range(6)]) >= 5


def test_bots_roll_again_what_gains_by_it_and_keep_the_rest() -> None:
    """Per roll: purpose, need, added, most, faces; and which of the answers is rated best."""
    for rolled, options, best in (
        (("save", 3, -1, 0, (2,), ()), ("keep", 2), 2),
        (("morale", 0, 4, 6, (6,), ()), ("keep", 6), 6),
        (("morale", 0, 4, 6, (3,), ()), ("keep", 3), "keep"),
        (("psychic", 5, 0, 0, (6, 6), ()), ("keep", 6), "keep"),
        (("psychic", 5, 0, 0, (1, 1), ()), ("keep", 1), 1),
        (("charge", 0, 0, 0, (1, 2), ()), ("keep", "both", 1, 2), "both"),
        (("charge", 0, 0, 0, (1, 5), ()), ("keep", "both", 1, 5), 1),
        (("explode", 6, 0, 0, (1,), ()), ("keep", 1), "keep"),
    ):
        s = battlefield()
        s.roll = rolled
        ratings = rate(s, Decision(0, "underdog_reroll", options))
        assert options[ratings.index(max(ratings))] == best, rolled


def test_a_unit_goes_for_a_free_marker() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "tactical_squad", 3, 60, 44)
    s.markers = ((20 * INCH, 26 * INCH),)
    game = begin(s, "move_unit")
    answer(game, ("normal", a))
    ratings = rate(game.state, asked(game))
    best = asked(game).options[ratings.index(max(ratings))]
    assert best[0][-1][1] > 23 * INCH


def test_shooting_is_better_than_holding_fire() -> None:
    s = battlefield(SHOOTING)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "chaos_cultists", 3, 20, 30)
    game = begin(s, "shoot_unit")
    answer(game, ("shoot", a))
    ratings = rate(game.state, asked(game))
    assert asked(game).options[ratings.index(max(ratings))] != ()


def test_a_search_hardly_looks_at_leaving_a_unit_idle() -> None:
    """What ends a phase before a unit had its turn gets a small share of a search; the better target a large one."""
    s = battlefield(SHOOTING)
    unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "chaos_cultists", 3, 20, 30)
    for step, phase in (("shoot_unit", SHOOTING), ("move_unit", MOVEMENT)):
        s.phase = phase
        game = begin(s.clone(), step)
        decision = asked(game)
        share = shares(rate(game.state, decision), DEFINITION.advice.spread)
        assert decision.options[-1] == "done"
        assert share[-1] < 0.1


def test_whose_turn_it_is_has_the_better_prospects() -> None:
    s = battlefield()
    unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "tactical_squad", 3, 60, 44)
    assert value(s)[s.active] > value(s)[1 - s.active]


def test_points_and_markers_make_a_position_better() -> None:
    s = battlefield()
    unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "tactical_squad", 3, 60, 44)
    before = value(s)
    s.vp = (5, 0)
    assert value(s)[0] > before[0]
    s.vp, s.markers = (0, 0), ((20 * INCH, 20 * INCH),)
    assert value(s)[0] > before[0]
