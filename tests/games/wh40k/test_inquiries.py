"""Questions to the rules at the table: sight, and what an attack will do; and refusals that name who they mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, unit
from grimtable.games.wh40k import DEFINITION
from grimtable.games.wh40k.components import INCH, POWER_OF, POWERS, SHEETS, Amount
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.games.wh40k.effects import lay
from grimtable.games.wh40k.inquiries import LEFT_OUT, SPARED, forecast, shots, sight
from grimtable.games.wh40k.odds import Attack, Target, odds
from grimtable.games.wh40k.state import Battle
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput, Refusal
from rule import rule


def shooting(s: Battle, shooter: int) -> Game[Battle]:
    game = begin(s, "shoot_unit")
    answer(game, ("shoot", shooter))
    return game


def told(value: Fraction) -> int:
    return round(value * 10_000)


def prospects(game: Game[Battle], place: int = 0) -> list[dict[str, Any]]:
    decision = asked(game)
    return forecast(game.state, decision, decision.action_id(decision.options[place]))


# ---------------------------------------------------------------- odds
@rule("WH40K-9.1", "WH40K-8.6")
def test_the_forecast_of_declared_shots_is_that_of_the_odds() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 5, 10, 10, wargear=["bolt_rifle"])
    b = unit(s, 1, "chaos_cultists", 10, 10, 20)
    [found] = prospects(shooting(s, a))
    exact = odds([Attack(Amount(0, 0, 10), 3, 4, -1, Amount(0, 0, 1))], Target(3, 6, 1, 10))
    assert (found["unit"], found["attacks"], found["models"]) == (b, told(Fraction(10)), 10)
    assert found["damage"] == told(exact.damage)
    assert found["slain"] == [told(chance) for chance in exact.kills]
    assert found["kills"] == told(exact.mean_kills())
    assert abs(sum(found["slain"]) - 10_000) < 10


@rule("WH40K-8.5")
def test_the_forecast_knows_what_hinders_here() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["heavy_bolter"])
    unit(s, 1, "chaos_cultists", 10, 10, 20)
    still = prospects(shooting(s.clone(), a))[0]
    s.moved[0] = 1
    moved = prospects(shooting(s, a))[0]
    assert still["hits"] == 20_000
    assert moved["hits"] == 15_000


def test_the_forecast_knows_the_aura_of_a_captain() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 5, 10, 10, wargear=["bolt_rifle"])
    unit(s, 1, "chaos_cultists", 3, 10, 20)
    alone = prospects(shooting(s.clone(), a))[0]
    unit(s, 0, "captain_in_gravis_armour", 1, 10, 8, wargear=[])
    led = prospects(shooting(s, a))[0]
    assert led["hits"] == pytest.approx(alone["hits"] * 7 / 6, abs=1)  # ones are rolled again


@rule("WH40K-1.9")
def test_the_forecast_tells_both_readings_where_a_success_may_be_rolled_again() -> None:
    s = battlefield("fight")
    a = unit(s, 0, "plague_marines", 1, 10, 10, wargear=["plaguesword"])
    unit(s, 1, "tactical_squad", 3, 10, 10)
    s.y[1] += 2 * SHEETS[s.sheet[a]].half_width
    assert "always" not in prospects(begin(s.clone(), "strike", a))[0]
    for effect in POWERS[POWER_OF["blades_of_putrefaction"]].effects:
        lay(s, a, -1, effect, "", 0)
    found = prospects(begin(s, "strike", a))[0]
    assert found["wounds"] / found["hits"] == pytest.approx(8 / 9, abs=0.001)
    assert found["always"]["wounds"] / found["hits"] == pytest.approx(5 / 6, abs=0.001)


@rule("WH40K-9.18")
def test_the_forecast_knows_cover() -> None:
    s = battlefield(terrain="dense_12")
    woods = next(piece for piece in LAYOUTS["dense_12"] if piece.cover and piece.kind == "woods")
    a = unit(s, 0, "intercessor_squad", 1, 10, 10, wargear=["bolt_rifle"])
    unit(s, 1, "intercessor_squad", 1, 10, 10, wargear=[])
    s.x[1], s.y[1] = [sum([point[axis] for point in woods.footprint]) // len(woods.footprint) for axis in (0, 1)]
    s.x[0], s.y[0] = s.x[1] + 3 * INCH, s.y[1]
    hidden = prospects(shooting(s.clone(), a))[0]
    s.layout = "empty"
    clear = prospects(shooting(s, a))[0]
    assert hidden["wounds"] == clear["wounds"]
    assert (hidden["unsaved"] / hidden["wounds"], clear["unsaved"] / clear["wounds"]) == (
        pytest.approx(1 / 3, abs=0.001),
        pytest.approx(1 / 2, abs=0.001),
    )


@rule("WH40K-11.9")
def test_the_forecast_of_blows() -> None:
    s = battlefield("fight")
    a = unit(s, 0, "intercessor_squad", 1, 10, 10, wargear=[])
    b = unit(s, 1, "chaos_cultists", 1, 10, 10)
    s.x[1] = s.x[0] + 2 * SHEETS[s.sheet[a]].half_width
    [found] = prospects(begin(s, "strike", a))
    exact = odds([Attack(Amount(0, 0, 2), 3, 4, 0, Amount(0, 0, 1))], Target(3, 6, 1, 1))
    assert (found["unit"], found["attacks"]) == (b, 20_000)
    assert found["slain"] == [told(chance) for chance in exact.kills]


@rule("WH40K-10.8")
def test_the_forecast_of_overwatch_needs_sixes() -> None:
    s = battlefield("charge")
    a = unit(s, 0, "chaos_cultists", 5, 10, 20)
    b = unit(s, 1, "intercessor_squad", 6, 10, 10, wargear=["bolt_rifle"])
    s.targets[a] = (b,)
    game = begin(s, "overwatch", a, (b,))
    answer(game, b)
    [found] = prospects(game)
    assert (found["unit"], found["attacks"], found["hits"]) == (a, 120_000, 20_000)


# ---------------------------------------------------------------- what may be declared
@rule("WH40K-7.11", "WH40K-7.7", "WH40K-7.10", "WH40K-7.15")
def test_shots_list_the_weapons_with_their_targets_and_why_others_are_spared() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 3, 10, 10, wargear=["bolt_rifle", "bolt_pistol"])
    b = unit(s, 1, "chaos_cultists", 3, 10, 20)
    lord = unit(s, 1, "lord_of_contagion", 1, 14, 24)
    far = unit(s, 1, "poxwalkers", 2, 60, 40)
    unit(s, 0, "intercessor_squad", 1, 20, 30)
    tied = unit(s, 1, "plague_marines", 1, 20, 30)
    s.x[s.crew[tied][0]] += 2 * SHEETS[s.sheet[tied]].half_width
    game = shooting(s, a)
    found = shots(game.state, asked(game), ())
    rows = {row["weapon"]: (len(row["guns"]), row["targets"]) for row in found["groups"]}
    assert rows == {"bolt_rifle": (3, (b,)), "bolt_pistol": (3, (b,))}
    assert {row["unit"]: (row["why"], row["rule"]) for row in found["spared"]} == {
        lord: ("protected", "WH40K-7.15"),
        far: ("out_of_range", "WH40K-7.7"),
        tied: ("engaged", "WH40K-7.10"),
    }
    with pytest.raises(BadInput):
        shots(game.state, None, ())


@rule("WH40K-7.8")
def test_who_is_hidden_is_spared_for_that() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 1, 10, 10, wargear=["bolt_rifle"])
    hidden = unit(s, 1, "chaos_cultists", 1, 10, 20)
    unit(s, 1, "rhino", 1, 10, 15)
    found = shots(shooting(s, a).state, asked(shooting(s, a)), ())
    assert [(row["unit"], row["why"]) for row in found["spared"]] == [(hidden, "out_of_sight")]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_reason_to_be_spared_has_its_words(lang: str) -> None:
    assert [why for why in SPARED if not DEFINITION.catalogue.has(f"spared.{why}", lang)] == []


def test_what_is_not_declared_or_makes_no_sense_is_refused() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 5, 10, 10)
    unit(s, 1, "chaos_cultists", 10, 10, 20)
    game = begin(s, "shoot_unit")
    with pytest.raises(BadInput):
        forecast(game.state, asked(game), ())
    answer(game, ("shoot", a))
    with pytest.raises(BadInput):
        forecast(game.state, asked(game), ((99, 0, 0, 1),))
    with pytest.raises(LookupError):
        forecast(game.state, asked(game), "declare_shots:nothing")
    assert forecast(game.state, asked(game), ()) == []


def test_a_forecast_changes_nothing() -> None:
    s = battlefield()
    a = unit(s, 0, "rhino", 1, 10, 10, wargear=["hunter_killer_missile"])
    unit(s, 1, "rhino", 1, 10, 30)
    game = shooting(s, a)
    before = game.state.spent
    assert prospects(game)[0]["damage"] > 0
    assert game.state.spent == before


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_that_a_forecast_leaves_out_has_a_name(lang: str) -> None:
    assert [name for name in LEFT_OUT if not DEFINITION.catalogue.has(f"left_out.{name}", lang)] == []


# ---------------------------------------------------------------- sight
@rule("WH40K-7.8", "WH40K-7.9", "WH40K-1.1")
def test_sight_is_what_the_rules_see_and_lengths_are_between_rims() -> None:
    s = battlefield()
    a = unit(s, 0, "intercessor_squad", 1, 10, 10)
    b = unit(s, 1, "chaos_cultists", 1, 10, 20)
    radii = SHEETS[s.sheet[a]].half_width + SHEETS[s.sheet[b]].half_width
    assert sight(s, None, (0, 1)) == {"sees": True, "seen": 1, "of": 1, "length": 10 * INCH - radii}
    unit(s, 1, "rhino", 1, 10, 15)
    assert not sight(s, None, (0, 1))["sees"]
    assert sight(s, None, (0, 2))["sees"]


@pytest.mark.parametrize("question", [(), (0,), (0, 9), (0, -1), ("a", 0), 7, (0, True)])
def test_sight_needs_two_models_on_the_battlefield(question: Any) -> None:
    s = battlefield()
    unit(s, 0, "intercessor_squad", 2, 10, 10)
    with pytest.raises(BadInput):
        sight(s, None, question)


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("refused", "lang", "said"),
    [
        (
            Refusal("WH40K-4.3", "too_far", (1, "7.1", "6.0")),
            "en",
            'Too far: model 2 of Intercessor Squad #1 would move 7.1", but may move 6.0".',
        ),
        (
            Refusal("WH40K-4.5", "model_in_the_way", (0, 5)),
            "en",
            "In the way of model 1 of Intercessor Squad #1: Rhino",
        ),
        (Refusal("WH40K-4.8", "too_close", (0, 5)), "ja", "2"),
        (Refusal("WH40K-7.7", "no_such_shot", (99,)), "en", "at that target by a model that is not there."),
        (Refusal("WH40K-11.10", "out_of_melee", (-5234,)), "ja", "存在しない兵はその目標に届かない"),
        (Refusal("WH40K-2.6", "off_table", (1,)), "en", "Off the table: model 2 of Intercessor Squad #1."),
        (Refusal("WH40K-4.1", "not_a_move", (1,)), "en", "one path per model: 1 path."),
        (Refusal("WH40K-2.3", "not_coherent", (0,)), "en", "stay together"),
    ],
)
def test_refusals_name_models_by_their_units(refused: Refusal, lang: str, said: str) -> None:
    s = battlefield()
    unit(s, 0, "intercessor_squad", 5, 10, 10)
    unit(s, 1, "rhino", 1, 10, 30)
    view = DEFINITION.rules.view(s, 0)
    message = DEFINITION.describe.refusal(view, refused)
    assert said in DEFINITION.catalogue.say(message, lang)
    assert message.rules == (refused.rule_id,)


# ---------------------------------------------------------------- points
@rule("WH40K-17.19")
def test_the_view_tells_the_victory_points_that_people_compare() -> None:
    s = battlefield()
    s.vp = (17, 2)
    view = DEFINITION.rules.view(s, None)
    assert view["vp"] == [17, 2] == [player["vp"] for player in view["players"]]
