"""Advice: what it prefers, and that it plays."""

from __future__ import annotations

from games.cthulhu.table import ALL, Play, answer, table
from grimtable.bots.arena import arena
from grimtable.bots.mcts import Budget, MctsBot
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.advice import rate
from grimtable.games.cthulhu.hopes import WEIGHTS, traits, value
from grimtable.games.cthulhu.state import DOOM
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Seat
from grimtable.kernel.prospects import CERTAIN
from grimtable.kernel.values import Step


def preferred(game: Play) -> object:
    decision = game.decisions()[0]
    ratings = rate(game.state, decision)
    return decision.options[ratings.index(max(ratings))]


def test_a_great_old_one_within_reach_is_awakened() -> None:
    assert preferred(table(power={"gc": 12}, south_pacific="gc gate acolyte", arabia="gc acolyte")) == "awaken"


def test_an_abandoned_gate_is_taken() -> None:
    assert preferred(table(arabia="gc acolyte", gates="arabia")) == "control"


def test_no_more_cultists_leave_than_gates_can_be_paid_for() -> None:
    game = table(south_pacific="gc gate acolyte, gc 5 acolyte")
    answers = ["move"]
    while answers[-1] != "done":
        answer(game, answers[-1])
        answers.append(str(preferred(game)))
    assert len([word for word in answers if word.startswith("gc_acolyte")]) == 2  # 8 Power: two steps, two gates


def test_an_attack_on_who_leads_is_worth_more() -> None:
    areas = {"arabia": "starspawn, cc acolyte, ys acolyte"}
    game = table(doom={"ys": 12}, **areas)
    answer(game, "battle")
    assert preferred(game) == "yellow_sign"


def test_the_cultist_beside_the_gate_is_given_first() -> None:
    game = table(arabia="deep_one, cc gate acolyte, cc acolyte")
    answer(game, "capture")
    assert preferred(game) == "cc_acolyte_2"


def test_no_ritual_before_the_spellbooks_unless_power_abounds() -> None:
    slot = Step("doom_slot", (0,))
    rest = {"phase": DOOM, "cycle": 3, "arabia": "gc gate acolyte, cthulhu", "europe": "gc gate acolyte"}
    assert preferred(table(slot, books={"gc": "dreams, submerge"}, **rest)) == "done"
    assert preferred(table(slot, books={"gc": ALL}, **rest)) == "ritual"


def test_signs_are_revealed_when_they_win() -> None:
    game = table(books={"gc": ALL}, doom={"gc": 28}, signs={"gc": [2]}, arabia="gc acolyte")
    assert preferred(game) == "reveal"


def test_a_search_finds_the_reveal_that_wins() -> None:
    game = table(books={"gc": ALL}, doom={"gc": 28}, signs={"gc": [2]}, arabia="gc acolyte")
    assert MctsBot(Budget(60)).answer(Seat(game, 0), FastDice(1)) == "reveal"


def test_the_prospect_follows_doom_and_spellbooks() -> None:
    poor, rich = value(table(doom={"gc": 10}).state), value(table(doom={"gc": 10}, books={"gc": ALL}).state)
    assert rich[0] > poor[0]
    assert poor[0] > poor[1]
    assert DEFINITION.advice.value(table(Step("final"), doom={"gc": 10}, books={"gc": ALL}).state)[0] == CERTAIN


def test_greedy_beats_random_players() -> None:
    result = arena("cthulhu", ("greedy", "random", "random", "random"), 8, seed=3)
    assert result.errors == []
    assert result.standings[0].share.rate > 0.6  # 0.95 over hundreds of games


def test_spellbooks_that_are_missing_weigh_more_when_the_end_is_near() -> None:
    def chance(doom: int, books: str) -> int:
        return value(table(doom={"gc": doom, "cc": doom}, books={"gc": ALL, "cc": books}).state)[1]

    assert chance(28, "madness") < chance(8, "madness")
    assert chance(28, "madness") < chance(28, "madness, abduct, emissary")


def test_every_trait_has_its_weight() -> None:
    game = table(doom={"gc": 10}, arabia="gc acolyte")
    assert {len(mine) for mine in traits(game.state)} == {len(WEIGHTS)}
