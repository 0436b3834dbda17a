"""Re-rolls: any die, once, whatever gave the right to it, and never against the player's will."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.wh40k.table import (
    HALT,
    answer,
    asked,
    battlefield,
    begin,
    defaults,
    done,
    halted,
    prompt,
    rolled,
    told,
    unit,
    within,
)
from grimtable.games.wh40k import DEFINITION, RULES
from grimtable.games.wh40k.attacks import resolve
from grimtable.games.wh40k.charging import charge_roll
from grimtable.games.wh40k.components import INCH, NONE, POWER_OF, POWERS, SMITE, WEAPON_OF, WEAPONS, Amount
from grimtable.games.wh40k.dice import EITHER, Aim, aimed_roll, roll, roll_amount
from grimtable.games.wh40k.effects import lay
from grimtable.games.wh40k.morale import test as take_test
from grimtable.games.wh40k.movement import advance_roll
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import CHARGE, FIGHT, MORALE, MOVEMENT, PSYCHIC, Battle
from grimtable.games.wh40k.volley import Volley
from grimtable.kernel.codec import dump, load
from grimtable.kernel.game import Game, Rules
from rule import rule


def underdog(s: Battle, player: int = 0, rerolls: int = 1) -> Battle:
    s.underdog, s.rerolls = player, rerolls
    return s


def questions(game: Game[Battle], *answers: Any) -> list[str]:
    """Answer what is asked, and keep everything once the answers are used up; the prompts in their order."""
    found: list[str] = []
    todo = list(answers)
    while game.decisions() and prompt(game) != HALT:
        found.append(prompt(game))
        answer(game, todo.pop(0) if todo else "keep" if "keep" in asked(game).options else asked(game).options[0])
    return found


def shaken(lost: int, sheet: str = "chaos_cultists", abilities: Sequence[str] | None = ()) -> tuple[Battle, int]:
    s = underdog(battlefield(MORALE))
    a = unit(s, 0, sheet, 6, 20, 20, abilities=abilities)
    s.lost[a] = lost
    return s, a


# ---------------------------------------------------------------- the Underdog: any die, whatever it shows
@rule("WH40K-17.15", "WH40K-12.2")
def test_the_underdog_may_roll_a_six_of_a_morale_test_again() -> None:
    s, a = shaken(3)  # Leadership 5: a 6 costs four models
    game = done(s, take_test, a, dice=[6, 1])
    assert (prompt(game), asked(game).options) == ("underdog_reroll", ("keep", 6))
    answer(game, 6)
    assert halted(game)
    assert told(game, "morale") == [(s.label[a], 4, 5)]


@rule("WH40K-17.15")
@pytest.mark.parametrize("face", [1, 2])
def test_a_passed_morale_test_is_not_asked_about(face: int) -> None:
    s, a = shaken(3)
    assert questions(done(s, take_test, a, dice=[face])) == []


@rule("WH40K-17.15", "WH40K-6.8")
def test_the_underdog_may_roll_one_six_of_two_again_and_is_spared_the_perils() -> None:
    s = underdog(battlefield(PSYCHIC))
    psyker = unit(s, 0, "primaris_librarian", 1, 20, 10)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    game = done(s, attempt, psyker, SMITE, dice=[6, 6, 2])
    assert (prompt(game), asked(game).options) == ("underdog_reroll", ("keep", 6))
    answer(game, 6)
    assert told(game, "perils") == []
    assert rolled(game, "psychic") == [(2, 6)]


@rule("WH40K-17.15", "WH40K-8.5")
def test_the_underdog_may_roll_a_die_again_that_only_the_modifier_made_a_miss() -> None:
    game = within(underdog(battlefield()), lambda t: roll(t, 0, 2, "hit", 3, "", -1), [3, 5, 6])
    assert asked(game).options == ("keep", 3)  # the 5 hits, and no die is better
    answer(game, 3)
    assert rolled(game, "hit") == [(6, 5)]


@rule("WH40K-17.15")
def test_a_die_that_a_modifier_made_good_is_not_asked_about() -> None:
    game = within(underdog(battlefield()), lambda t: roll(t, 0, 1, "hit", 4, "", 1), [3])
    assert halted(game)


@rule("WH40K-17.15", "WH40K-9.3")
def test_a_natural_one_may_be_rolled_again_although_its_modified_result_would_do() -> None:
    game = within(underdog(battlefield()), lambda t: roll(t, 0, 1, "save", 2, "", 1), [1, 4])
    assert asked(game).options == ("keep", 1)


@rule("WH40K-17.15")
@pytest.mark.parametrize("face", [1, 4, 6])
def test_the_underdog_may_roll_again_whether_his_vehicle_explodes_whatever_it_shows(face: int) -> None:
    game = within(underdog(battlefield()), lambda t: aimed_roll(t, 0, 1, Aim("explode", 6, best=EITHER)), [face, 3])
    assert asked(game).options == ("keep", face)


@rule("WH40K-17.15")
@pytest.mark.parametrize("face", [1, 3, 6])
def test_the_underdog_may_roll_any_die_of_a_number_again(face: int) -> None:
    game = within(underdog(battlefield()), lambda t: roll_amount(t, 0, Amount(1, 6, 0), "damage"), [face, 3])
    assert asked(game).options == ("keep", face)


@rule("WH40K-17.15")
def test_a_hit_that_could_become_three_hits_may_be_rolled_again() -> None:
    s = underdog(battlefield())
    a, b = unit(s, 0, "immortals", 1, 20, 10, wargear=["tesla_carbine"]), unit(s, 1, "tactical_squad", 5, 20, 20)
    shots = ((s.alive(a)[0], Amount(0, 0, 2)),)
    profile = WEAPONS[WEAPON_OF["tesla_carbine"]].profiles[0]
    tesla = Volley(a, b, profile, shots, 3, 5, 0, False, False, False, True, True)
    game = done(s, resolve, tesla, None, dice=[4, 6, 6, *[1] * 6])
    assert asked(game).options == ("keep", 4)  # a 6 is three hits already
    answer(game, 4)
    assert told(game, "hit") == [(6,)]


@rule("WH40K-17.15", "WH40K-1.12")
def test_only_the_underdog_is_asked_and_only_while_he_has_re_rolls() -> None:
    s, a = shaken(4)
    s.underdog = 1
    assert questions(done(s.clone(), take_test, a, dice=[6])) == ["casualties"]
    s.underdog, s.rerolls = 0, 0
    assert questions(done(s, take_test, a, dice=[6])) == ["casualties"]


@rule("WH40K-17.15", "WH40K-19.7")
def test_whoever_is_asked_sees_the_roll_with_its_need_and_modifier() -> None:
    game = within(underdog(battlefield()), lambda t: roll(t, 0, 2, "hit", 3, "", -1), [3, 5, 6])
    view = RULES.view(game.state, 0)
    assert view["roll"] == {"purpose": "hit", "need": 3, "add": -1, "most": 0, "faces": (3, 5), "renewed": ()}
    said = DEFINITION.catalogue.say(DEFINITION.describe.prompt(view, asked(game)), "en")
    assert said == "Spend an Underdog re-roll? to hit (3+, modifier -1): 3 5"
    answer(game, "keep")
    assert RULES.view(game.state, 0)["roll"] is None


# ---------------------------------------------------------------- no die is rolled a third time
def charging(again: str) -> tuple[Battle, int]:
    """A unit with a right to roll its charge again: any of the dice, or both."""
    s = underdog(battlefield(CHARGE))
    a = unit(s, 0, "boyz", 1, 20, 10, abilities=["ere_we_go"] if again == "any_dice" else [])
    b = unit(s, 1, "tactical_squad", 1, 20, 20)
    s.targets[a] = (b,)
    if again == "any":
        for effect in POWERS[POWER_OF["veil_of_time"]].effects:
            lay(s, a, NONE, effect, "", 0)
    return s, a


@rule("WH40K-1.10", "WH40K-10.9")
def test_a_charge_die_that_an_ability_rolled_again_is_not_offered_to_the_underdog() -> None:
    s, a = charging("any_dice")
    game = done(s, charge_roll, a, dice=[1, 5, 1])
    assert asked(game).options == ("keep", "both", 1, 5)
    answer(game, 1)
    assert (prompt(game), asked(game).options) == ("underdog_reroll", ("keep", 5))
    assert questions(game) == ["underdog_reroll"]
    assert told(game, "rolled")[-1][2:] == ((1, 5), (1, 5), 0, 0, (0,), 6)


@rule("WH40K-1.10")
@pytest.mark.parametrize("again", ["any", "any_dice"])
def test_after_both_dice_of_a_charge_the_underdog_is_not_asked(again: str) -> None:
    s, a = charging(again)
    game = done(s, charge_roll, a, dice=[1, 5, 1, 1])
    assert questions(game, "both") == ["charge_reroll"]
    assert rolled(game, "charge") == [(1, 1)]


@rule("WH40K-1.10", "WH40K-1.9")
@pytest.mark.parametrize("again", ["any", "any_dice"])
def test_who_keeps_a_charge_may_spend_the_underdogs_and_is_not_asked_again(again: str) -> None:
    s, a = charging(again)
    game = done(s, charge_roll, a, dice=[1, 5, 1])
    assert questions(game, "keep", 1) == ["charge_reroll", "underdog_reroll"]
    assert rolled(game, "charge") == [(1, 5)]
    assert game.state.rerolls == 0


@rule("WH40K-1.10", "WH40K-4.18")
def test_an_advance_die_is_rolled_again_once() -> None:
    s = underdog(battlefield(MOVEMENT))
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    for effect in POWERS[POWER_OF["veil_of_time"]].effects:
        lay(s, a, NONE, effect, "", 0)
    assert questions(done(s.clone(), advance_roll, a, dice=[1, 2]), 1) == ["advance_reroll"]
    assert questions(done(s, advance_roll, a, dice=[1, 2]), "keep", 1) == ["advance_reroll", "underdog_reroll"]


@rule("WH40K-1.10", "WH40K-12.2")
def test_a_morale_die_is_rolled_again_once() -> None:
    s, a = shaken(6, "tactical_squad", None)  # And They Shall Know No Fear; Leadership 7
    assert questions(done(s.clone(), take_test, a, dice=[6, 5])) == ["casualties"]  # a 6 cannot become worse
    assert questions(done(s.clone(), take_test, a, dice=[3, 5]), 3) == ["morale_reroll", "casualties"]
    assert questions(done(s, take_test, a, dice=[3, 5]), "keep", 3) == [
        "morale_reroll",
        "underdog_reroll",
        "casualties",
    ]


@rule("WH40K-1.10")
@pytest.mark.parametrize("again", ["ones", "failed", "any", "any_dice"])
@pytest.mark.parametrize(
    "aim", [Aim("hit", 4), Aim("hit", 4, -1, best=99), Aim("wound", 5, risk=True), Aim("charge"), Aim("advance")]
)
def test_no_right_lets_a_die_be_rolled_a_third_time(aim: Aim, again: str) -> None:
    """Who rolls again whatever he may draws no more than two faces for any die."""
    if aim.total and again not in ("any", "any_dice"):
        again = ""
    game = within(underdog(battlefield(), rerolls=9), lambda t: aimed_roll(t, 0, 2, aim, again), [2, 1] * 8)
    while not halted(game):
        answer(game, asked(game).options[-1])
    [(_, _, first, after, _, _, renewed, _)] = told(game, "rolled")
    assert game.dice.mark == len(first) + len(renewed) <= 4
    assert len(after) == 2


# ---------------------------------------------------------------- re-rolls are allowed, not ordered
@rule("WH40K-1.9", "WH40K-1.11")
def test_a_wound_that_only_a_modifier_made_good_is_kept() -> None:
    """Natural 3 against Toughness 4 fails, and may be rolled again; with +1 it wounds, and nobody has to."""
    s = battlefield(FIGHT)
    a, b = unit(s, 0, "plague_marines", 1, 20, 10, wargear=["plaguesword"]), unit(s, 1, "tactical_squad", 5, 20, 11)
    for effect in POWERS[POWER_OF["blades_of_putrefaction"]].effects:
        lay(s, a, NONE, effect, "", 0)
    shots = ((s.alive(a)[0], Amount(0, 0, 2)),)
    profile = WEAPONS[WEAPON_OF["plaguesword"]].profiles[0]
    blow = Volley(a, b, profile, shots, 3, 4, 0, False, True, False, True, True)
    game = done(s, resolve, blow, None, dice=[5, 5, 3, 2, 1, 6, 6, 6])
    defaults(game)
    assert rolled(game, "wound") == [(3, 1)]  # the 2 fails with the modifier too, and is rolled again
    assert [public[0] for public in told(game, "wound")] == [1]


@rule("WH40K-1.9")
def test_a_success_that_could_be_a_better_one_is_asked_about() -> None:
    s = battlefield()
    aim = Aim("wound", 4, 1, best=7)
    game = within(s, lambda t: aimed_roll(t, 0, 3, aim, "failed"), [3, 2, 6, 1, 5])
    assert (prompt(game), asked(game).options) == ("reroll", ("keep", 3))
    answer(game, "keep")
    assert told(game, "rolled") == [(0, "wound", (3, 2, 6), (3, 1, 6), 4, 1, (1,), 6)]
    game = within(s, lambda t: aimed_roll(t, 0, 3, aim, "failed"), [3, 2, 6, 1, 5])
    answer(game, 3)
    assert rolled(game, "wound") == [(5, 1, 6)]  # both together: the failed one first


@rule("WH40K-1.9")
def test_a_miss_with_an_overcharged_weapon_need_not_be_rolled_again() -> None:
    """A 2 misses and harms nobody; a 1 slays the bearer."""
    game = within(battlefield(), lambda t: aimed_roll(t, 0, 2, Aim("hit", 3, risk=True), "failed"), [2, 1, 6])
    assert asked(game).options == ("keep", 2)
    answer(game, "keep")
    assert rolled(game, "hit") == [(2, 6)]  # the 1 cannot become worse


@rule("WH40K-1.9")
def test_plain_failures_are_rolled_again_without_a_question() -> None:
    game = within(battlefield(), lambda t: aimed_roll(t, 0, 4, Aim("hit", 4), "failed"), [1, 3, 4, 6, 5, 2])
    assert halted(game)
    assert told(game, "rolled") == [(0, "hit", (1, 3, 4, 6), (5, 2, 4, 6), 4, 0, (0, 1), 6)]


@rule("WH40K-1.9", "WH40K-12.3")
def test_a_failed_morale_test_may_be_kept() -> None:
    s, a = shaken(6, "tactical_squad", None)
    s.rerolls = 0
    game = done(s, take_test, a, dice=[2, 6])
    assert (prompt(game), asked(game).options) == ("morale_reroll", ("keep", 2))
    questions(game, "keep")
    assert told(game, "morale") == [(s.label[a], 8, 7)]


# ---------------------------------------------------------------- Strength
@rule("WH40K-14.6", "WH40K-14.9")
@pytest.mark.parametrize(
    ("power", "weapon", "strength"), [("", "power_fist", 8), ("might_of_heroes", "power_fist", 10)]
)
def test_the_strength_at_that_moment_is_multiplied(power: str, weapon: str, strength: int) -> None:
    from grimtable.games.wh40k.attacks import strength_of
    from grimtable.games.wh40k.effects import effects_on

    s = battlefield(FIGHT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20, wargear=["power_fist"])
    model = s.alive(a)[0]
    for effect in POWERS[POWER_OF[power]].effects if power else ():
        lay(s, a, model, effect, "", 0)
    profile = WEAPONS[WEAPON_OF["power_fist"]].profiles[0]
    assert strength_of(s, model, profile, effects_on(s, a, model)) == strength


# ---------------------------------------------------------------- sight when wounds are allocated
@rule("WH40K-9.8")
def test_the_fallen_hide_nobody_any_more() -> None:
    """Two in file: once the one in front has fallen, the one behind is seen and takes the second wound."""
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 2, 20, 10, wargear=["lascannon"])
    s.x[1], s.y[1] = s.x[0], s.y[0]  # both shoot from one place
    b = unit(s, 1, "repulsor", 1, 20, 20)
    c = unit(s, 1, "terminator_squad", 2, 20, 30)
    front, rear = s.alive(c)
    del b
    s.place[1] = -2  # nothing but the squad stands there
    s.x[front], s.y[front], s.x[rear], s.y[rear] = s.x[0], 20 * INCH, s.x[0], 20 * INCH + 2 * s.sheet_of(c).half_width
    game = begin(s, "shoot_unit", dice=[6, 6, 6, 6, 1, 6, 1, 6])
    answer(game, ("shoot", a), ((0, 0, 0, c), (1, 0, 0, c)))
    answer(game, (front, rear))
    assert told(game, "wounds_lost") == []
    assert [game.state.wounds[m] for m in (front, rear)] == [0, 0]


@rule("WH40K-9.8", "WH40K-13.8")
def test_who_gets_out_of_a_wreck_hides_those_behind() -> None:
    """What was seen is looked at anew when others come to stand in the way."""
    from grimtable.games.wh40k.visibility import Watch

    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    b = unit(s, 1, "gretchin", 1, 20, 30)
    screen = unit(s, 1, "repulsor", 1, 20, 20)
    s.place[screen] = -2
    watch = Watch(s, a)
    assert watch.sees_model(s.alive(a)[0], s.alive(b)[0])
    s.place[screen] = -1
    s.lost[b] += 1
    watch.look_again(s)
    assert not watch.sees_model(s.alive(a)[0], s.alive(b)[0])


@rule("WH40K-9.8")
def test_wounds_that_nobody_can_take_are_told() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["flamer"])  # 8 inches
    b = unit(s, 1, "chaos_cultists", 5, 10, 18, gap=190)
    game = begin(s, "shoot_unit", dice=[6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1])
    answer(game, ("shoot", a), ((0, 0, 0, b),))
    defaults(game)
    assert told(game, "wounds_lost") == [(s.label[b], 4)]


# ---------------------------------------------------------------- what is told
@rule("WH40K-19.7")
def test_a_roll_is_told_once_with_its_need_its_modifier_and_what_was_rolled_again() -> None:
    game = within(battlefield(), lambda t: aimed_roll(t, 0, 3, Aim("hit", 3, -1), "ones"), [1, 5, 2, 4])
    game.decisions()
    [event] = [one for one in game.events(None) if one.kind == "rolled"]
    message = DEFINITION.describe.event(event)
    assert DEFINITION.catalogue.say(message, "en") == "Player 1, to hit (3+, modifier -1): 1→4 5 2"
    assert DEFINITION.catalogue.say(message, "ja") == "プレイヤー1、ヒットロール(3+、修正-1):1→4 5 2"
    assert message.refs[-1] == "roll:hit/3/4.5.2/-1"


# ---------------------------------------------------------------- stored positions
def test_positions_that_know_no_asked_roll_are_brought_up_to_date() -> None:
    """Version 1 had no field for it; the next version loads such a position as one without a question."""
    s = battlefield(MORALE)
    unit(s, 0, "chaos_cultists", 6, 20, 20)
    game = begin(s, "morale")
    envelope = msgspec.json.decode(dump(game))
    assert envelope[2] == 1
    envelope[3] = envelope[3][:-1]
    later = Rules(
        "wh40k", 2, game.rules.procedures, RULES.blank, RULES.view, rows=RULES.rows, migrations=RULES.migrations
    )
    loaded = load(msgspec.json.encode(envelope), later)
    assert loaded.state.roll == ()
    assert loaded.decisions()[0].prompt == prompt(game)
