"""What happens at the same moment: the player whose turn it is picks the order."""

from __future__ import annotations

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, defaults, done, halted, prompt, rolled, told, unit
from grimtable.games.wh40k.casualties import slay
from grimtable.games.wh40k.components import INCH, POWER_OF, SMITE
from grimtable.games.wh40k.movement import end_of_movement
from grimtable.games.wh40k.powers import targets_of
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import FIGHT, GONE, MOVEMENT, PSYCHIC, RESERVE, SHOOTING, THROTTLED
from rule import rule


@rule("WH40K-1.13", "WH40K-19.5")
@pytest.mark.parametrize("active", [0, 1])
def test_the_player_whose_turn_it_is_says_who_suffers_first_from_an_explosion(active: int) -> None:
    s = battlefield(SHOOTING, active)
    rhino = unit(s, 1, "rhino", 1, 20, 20)
    mine, theirs = unit(s, 0, "tactical_squad", 1, 20, 24), unit(s, 1, "chaos_cultists", 3, 20, 16)
    far = unit(s, 1, "chaos_cultists", 1, 60, 40)
    game = done(s, slay, s.crew[rhino][0], dice=[6, 1, 5])
    assert (asked(game).player, prompt(game)) == (active, "sequence")
    assert set(asked(game).options) == {mine, theirs}
    answer(game, mine)
    defaults(game)
    assert told(game, "mortal_wounds") == [(s.label[mine], 1), (s.label[theirs], 3)]
    assert game.state.alive(far)


@rule("WH40K-1.13", "WH40K-6.10")
def test_the_player_whose_turn_it_is_says_who_suffers_first_from_a_slain_psyker() -> None:
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "primaris_librarian", 1, 20, 10)
    friend, foe = unit(s, 0, "tactical_squad", 5, 22, 12), unit(s, 1, "chaos_cultists", 5, 20, 14)
    s.wounds[s.crew[psyker][0]] = 1
    game = done(s, attempt, psyker, SMITE, dice=[6, 6, 1, 5, 1])
    assert (asked(game).player, prompt(game), asked(game).options) == (0, "sequence", (friend, foe))
    answer(game, foe)
    defaults(game)
    assert told(game, "mortal_wounds") == [(s.label[psyker], 1), (s.label[foe], 3), (s.label[friend], 1)]


@rule("WH40K-1.13")
def test_one_unit_near_an_explosion_is_not_asked_about() -> None:
    s = battlefield(SHOOTING)
    rhino = unit(s, 1, "rhino", 1, 20, 20)
    unit(s, 0, "tactical_squad", 1, 20, 24)
    assert halted(done(s, slay, s.crew[rhino][0], dice=[6, 1]))


@rule("WH40K-1.13", "WH40K-3.6")
def test_the_order_at_the_end_of_the_movement_phase_is_chosen_arrivals_among_it() -> None:
    s = battlefield(MOVEMENT)
    first, second = unit(s, 0, "stormboyz", 2, 10, 10), unit(s, 0, "stormboyz", 3, 20, 10)
    late = unit(s, 0, "terminator_squad", 1, 0, 0)
    idle = unit(s, 0, "stormboyz", 3, 40, 10)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    s.place[late] = RESERVE
    s.note(first, THROTTLED)
    s.note(second, THROTTLED)
    game = done(s, end_of_movement, dice=[6, 6, 6, 5, 5])
    assert (prompt(game), asked(game).options) == ("sequence", (first, second, late))
    answer(game, second)
    assert asked(game).options == (first, late)
    answer(game, late)
    assert prompt(game) == "arrive"
    answer(game, ("later", late))
    assert rolled(game, "throttle") == [(6, 6, 6), (5, 5)]
    assert not game.state.did(idle, THROTTLED)


@rule("WH40K-1.13")
def test_arrivals_alone_are_not_put_in_order() -> None:
    s = battlefield(MOVEMENT)
    for _ in range(2):
        s.place[unit(s, 0, "terminator_squad", 1, 0, 0)] = RESERVE
    unit(s, 1, "tactical_squad", 1, 60, 40)
    assert halted(done(s, end_of_movement))


@rule("WH40K-1.13")
@pytest.mark.parametrize("active", [0, 1])
def test_the_order_at_the_start_of_the_fight_phase_is_that_of_the_player_whose_turn_it_is(active: int) -> None:
    s = battlefield(FIGHT, active)
    mine, theirs = unit(s, 0, "mortarion", 1, 20, 20), unit(s, 1, "mortarion", 1, 20, 28)
    game = begin(s, "fight", dice=[1, 1])
    assert (asked(game).player, prompt(game)) == (active, "sequence")
    answer(game, theirs)
    assert [public[0] for public in told(game, "rolled")] == [1, 0]
    assert mine != theirs


# ---------------------------------------------------------------- a unit that counts as one psyker
@rule("WH40K-6.17", "WH40K-6.5")
def test_a_unit_that_is_one_psyker_measures_from_whichever_model_its_player_likes() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, "zoanthropes", 3, 20, 10, gap=150)
    b, c = unit(s, 1, "tactical_squad", 1, 20, 10), unit(s, 1, "tactical_squad", 1, 20, 10)
    first, _, last = s.crew[a]
    s.x[s.crew[b][0]], s.x[s.crew[c][0]] = s.x[last] + 17 * INCH, s.x[first] - 17 * INCH
    assert targets_of(s, a, SMITE) == [(c, -1), (b, -1)]
    s.place[c] = GONE
    s.wounds[s.crew[c][0]] = 0
    assert targets_of(s, a, SMITE) == [(b, -1)]  # out of the first one's reach
    assert targets_of(s, a, POWER_OF["catalyst"]) == [(a, -1)]
