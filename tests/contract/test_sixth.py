"""A game from another package is a game like the others; and its rules are tested like theirs."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import grimtable
from grimtable import ledger
from grimtable.games import GROUP
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Illegal, Step
from rule import rule
from toys import relics

Relics = relics.state.Relics
NONE = relics.components.NONE


# ---------------------------------------------------------------- the registry
def test_the_sixth_game_is_found_through_its_entry_point() -> None:
    assert "relics" in grimtable.slugs()
    assert "darklord" in grimtable.slugs()
    assert list(grimtable.slugs()) == sorted(grimtable.slugs())
    assert [entry.value for entry in entry_points(group=GROUP, name="relics")] == ["sixth_game:DEFINITION"]
    assert grimtable.definition("relics") is relics.DEFINITION


def test_its_ledger_can_be_looked_up() -> None:
    assert ledger.entry("relics", "2.5").id == "RELICS-2.5"
    assert [found.id for found in ledger.search("relics", ["sealed", "altars"])] == ["RELICS-5.3"]


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(grimtable.BadInput, match=f"there is no game 'chess'; there is {', '.join(grimtable.slugs())}$"):
        grimtable.definition("chess")


def register(folder: Path, slug: str, value: str) -> None:
    info = folder / f"{slug}_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {slug}-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{slug} = {value}\n")


@pytest.mark.parametrize(
    ("slug", "value", "fault"),
    [
        ("nowhere", "no_such_package:DEFINITION", "cannot be loaded"),
        ("nothing", "sixth_game:NO_SUCH_NAME", "cannot be loaded"),
        ("number", "sixth_game.components:HAND", "does not define it"),
        ("alias", "sixth_game:DEFINITION", "does not define it"),
    ],
)
def test_a_broken_registration_is_refused_in_one_line_and_harms_no_other_game(
    slug: str, value: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(tmp_path, slug, value)
    with pytest.raises(grimtable.BadInput):  # asking too early must not be remembered
        grimtable.definition(slug)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert slug in grimtable.slugs()
    with pytest.raises(grimtable.BadInput, match=fault) as caught:
        grimtable.definition(slug)
    assert "\n" not in str(caught.value)
    assert grimtable.new_game("relics", 2, 1).decisions()


def test_a_game_registered_later_is_found_and_loads_by_its_dump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_game.py").write_text(
        "from grimtable.kernel.definition import Definition\n"
        "from grimtable.kernel.game import Rules\n"
        "from sixth_game import DEFINITION as D, RULES as R\n"
        "rules = Rules('late', 1, R.procedures, R.blank, R.view, R.unknown, R.redeal, R.problems)\n"
        "DEFINITION = Definition(rules, D.folder, D.players, D.options, D._setup, D.describe, D.advice, D.prompts,"
        " D.events)\n"
    )
    register(tmp_path, "late", "late_game:DEFINITION")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = grimtable.new_game("late", 2, 5)
    assert grimtable.digest(grimtable.load(grimtable.dump(game))) == grimtable.digest(game)


# ---------------------------------------------------------------- its rules
def position(step: Step, tape: tuple[Any, ...] = (), **changed: Any) -> Game[Any]:
    """Two players; relics 0-2 and 9-11 in their hands, the rest in order in the deck, 26 on top."""
    options = grimtable.definition("relics").settled({})
    s = relics.turn.new_state(2, options)
    s.agenda, s.round, s.hands = [step], 3, [(0, 1, 2), (9, 10, 11)]
    s.knows = [0b01 if card < 3 else 0b10 if 9 <= card < 12 else 0 for card in range(27)]
    s.deck = [card for card in range(27) if card not in (0, 1, 2, 9, 10, 11)]
    s.relic = s.deck.pop(0)
    for name, value in changed.items():
        setattr(s, name, value)
    return Game(relics.RULES, s, FastDice(1), tape)


@rule("RELICS-1.1", "RELICS-1.2")
def test_everybody_is_dealt_three_relics_and_five_coins() -> None:
    state = grimtable.new_game("relics", 4, 1).state
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    assert state.coins == [5, 5, 5, 5]
    assert len(state.deck) == 27 - 12 - 1
    assert [sorted(relics.components.WORTH).count(worth) for worth in range(1, 10)] == [3] * 9


@rule("RELICS-2.1")
@pytest.mark.parametrize("rounds", [3, 1])
def test_in_each_round_everybody_acts_twice_and_then_all_bid(rounds: int) -> None:
    game = grimtable.new_game("relics", 2, 3, {"rounds": rounds, "offering": "none"})
    asked = []
    while game.decisions() and game.decisions()[0].prompt != "altars":
        decision = game.decisions()[0]
        asked.append((decision.player, decision.prompt))
        game.apply(decision.player, decision.options[0])
    assert asked == [(0, "act"), (0, "act"), (1, "act"), (1, "act"), (0, "bid"), (1, "bid")] * rounds


@rule("RELICS-2.2")
def test_draw_takes_the_top_relic_and_tells_only_its_owner() -> None:
    game = position(Step("turn", (0, 1)))
    game.apply(0, "draw")
    assert game.state.hands[0] == (0, 1, 2, 26)
    assert [event.secret for event in game.events(0)] == [(26,)]
    assert [event.secret for event in game.events(1)] == [()]


@rule("RELICS-2.3")
def test_peek_shows_the_top_relic_and_leaves_it_there() -> None:
    game = position(Step("turn", (0, 2)))
    game.apply(0, "peek")
    assert grimtable.view(game, 0)["top"] == 26
    assert grimtable.view(game, 1)["top"] is None
    assert game.state.deck[-1] == 26


@rule("RELICS-2.4")
def test_spying_shows_the_relic_that_chance_picks() -> None:
    game = position(Step("turn", (0, 2)), tape=("spy", 2))  # one other player: nobody is asked whom
    assert grimtable.view(game, 0)["players"][1]["hand"] == [11]
    assert grimtable.view(game, None)["players"][1]["hand"] == []


@rule("RELICS-2.5")
def test_a_sealed_relic_is_face_down_and_nobody_else_knows_which_it_was() -> None:
    game = position(Step("turn", (0, 1)), knows=[0b11 if card < 3 else 0b10 for card in range(27)])
    game.apply(0, "seal")
    game.apply(0, 1)
    assert game.state.sealed == [1, NONE]
    assert grimtable.view(game, 1)["players"][0] == {
        **grimtable.view(game, 0)["players"][0], "hand": [], "sealed_card": None, "omen": None, "offer": None,
    }  # fmt: skip
    assert "seal" not in relics.actions.acts(game.state, 0)


@rule("RELICS-2.6")
def test_the_die_of_the_augury_is_seen_by_its_owner_only() -> None:
    game = position(Step("turn", (0, 2)), tape=("augur", 4))
    assert game.state.omens == [5, NONE]
    assert [event.secret for event in game.events(0)] == [(5,)]
    assert grimtable.view(game, 1)["players"][0]["omen"] is None
    assert "augur" not in game.decisions()[0].options


@rule("RELICS-2.7")
def test_praying_pays_a_coin_and_shuffles_the_relic_into_the_deck() -> None:
    game = position(Step("turn", (0, 1)))
    game.apply(0, "pray")
    game.apply(0, 2)
    assert game.decisions() == ()
    assert 2 in game.state.deck
    assert game.state.coins == [6, 5]
    assert game.state.hands[0] == (0, 1)
    assert game.state.knows[2] == 0


@rule("RELICS-3.1")
def test_the_highest_bidder_pays_and_takes_the_relic() -> None:
    game = position(Step("auction"))
    relic = game.state.relic
    game.apply(1, 3)
    game.apply(0, 1)
    assert game.state.won == [(), (relic,)]
    assert game.state.coins == [5, 2]


@rule("RELICS-3.1")
def test_a_relic_nobody_bids_for_is_discarded() -> None:
    game = position(Step("auction"), tape=((0, 0),))
    assert game.state.discard == [3]


@rule("RELICS-3.2")
@pytest.mark.parametrize("winner", [0, 1])
def test_chance_decides_between_equal_bids(winner: int) -> None:
    game = position(Step("auction"), tape=((2, 2), winner))
    assert [len(won) for won in game.state.won] == [1 - winner, winner]


@rule("RELICS-4.1")
def test_only_the_sum_of_the_offerings_is_told() -> None:
    game = position(Step("offer"), tape=((2, 1),))
    assert game.decisions() == ()
    assert [(event.kind, event.public) for event in game.events(None)] == [("offered", (3,))]
    assert [player["offer"] for player in grimtable.view(game, 0)["players"]] == [2, None]


@rule("RELICS-4.1")
def test_the_offering_can_be_left_out() -> None:
    game = grimtable.new_game("relics", 2, 1, {"rounds": 1, "offering": "none"})
    prompts = []
    while decisions := game.decisions():
        prompts.append(decisions[0].prompt)
        game.apply(decisions[0].player, decisions[0].options[0])
    assert "offer" not in prompts


@rule("RELICS-4.2", "RELICS-5.3")
def test_a_large_offering_pays_everybody() -> None:
    s = position(Step("score"), offers=[2, 0], offered=2).state
    assert [relics.turn.points(s, me) for me in (0, 1)] == [1, 3]
    s.offered = 1
    assert [relics.turn.points(s, me) for me in (0, 1)] == [-2, 0]


@rule("RELICS-5.1")
@pytest.mark.parametrize("answer", [(3, 3, 0), (-1, 0, 0), (1, 1), "all", (1, 1, 1.0), (True, 0, 0), None])
def test_coins_that_are_not_there_cannot_be_laid(answer: Any) -> None:
    game = position(Step("lay_coins", (0,)))
    with pytest.raises(Illegal) as caught:
        game.apply(0, answer)
    assert caught.value.refusal.rule_id == "RELICS-5.1"
    assert game.state.coins == [5, 5]


@rule("RELICS-5.1")
def test_coins_may_be_laid_as_nobody_suggested() -> None:
    game = position(Step("lay_coins", (0,)))
    assert (1, 0, 3) not in game.decisions()[0].options
    game.apply(0, (1, 0, 3))
    assert game.state.altars[0] == (1, 0, 3)
    assert game.state.coins == [1, 5]


@rule("RELICS-5.2")
def test_an_altar_counts_for_who_has_most_coins_there() -> None:
    s = position(Step("score"), altars=[(2, 1, 0), (1, 1, 0)]).state
    assert [s.altar_points(me) for me in (0, 1)] == [1, 0]


@rule("RELICS-5.3")
def test_the_score_adds_relics_die_and_altars() -> None:
    game = position(Step("score"), won=[(8, 17), ()], sealed=[26, NONE], omens=[4, NONE], altars=[(1, 0, 0), ()])
    assert game.result() == (9 + 9 + 9 + 4 + 4, 0)
