"""Every scenario is played for some rounds by parties that choose at random."""

from __future__ import annotations

import random

import pytest

from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CLASS_OF, HALVES
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.setup import SWITCHES, new_state, problems
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.turn import PROCEDURES
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules

RULES: Rules[Gloomhaven] = Rules(
    "gloomhaven",
    1,
    PROCEDURES,
    lambda: Gloomhaven([]),
    lambda s, viewer: None,
    problems=problems,
    rows={"bonuses": Bonus._make},
)
ROUNDS = 5


def is_playable(what: str, card: int) -> bool:
    """Brutes play their cards, others their default actions and what the scenario offers."""
    return what not in HALVES or CARD_CLASS[card] == CLASS_OF["brute"]


def played(scenario: int, players: int, seed: int, rounds: int = ROUNDS) -> Game[Gloomhaven]:
    """A game until so many rounds are over, or the scenario is."""
    options = {name: values[0] for name, values in SWITCHES.items()}
    options |= {"scenario": scenario, "characters": 2}
    game = Game(RULES, new_state(players, options), FastDice(seed))
    dice = random.Random(seed)
    while game.decisions() and game.state.round <= rounds:
        decision = game.decisions()[0]
        choices = [option for option in decision.options if decision.prompt != "act" or is_playable(*option)]
        answer = "brute" if "brute" in choices else choices[dice.randrange(len(choices))]
        game.apply(decision.player, answer)
    return game


@pytest.mark.parametrize("scenario", PLAYABLE)
def test_every_scenario_can_be_played(scenario: int) -> None:
    game = played(scenario, 2 + scenario % 3, scenario)
    assert problems(game.state) == []
    assert game.state.round > 0
