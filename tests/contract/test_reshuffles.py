"""The contract about decks shuffled in the middle of a step: whoever imagines a game afterwards keeps what has been
seen of the old order and of the new one, and nothing else. Each game's own tests build positions where that is hard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from contract.hidden_things import HIDDEN
from contract.tables import PLAIN, REGISTERED, Setting
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.simulate.checks import everything_varies, few_on_average, few_thrown_away, nothing_leaks, players_of
from grimtable.simulate.watch import any_answer

ROUNDS = 2  # games at each table
ANSWERS = 240
OFTEN = 4  # decks are thinned at the beginning of a step, before one answer in so many
VARIED_AT = 4  # one position in so many is looked at for secrets that never vary: that takes many games


def thin_gloomhaven(s: Gloomhaven) -> None:
    """All but two cards of each modifier deck have been drawn."""
    for owner, deck in enumerate(s.decks):
        s.decks[owner], s.drawn[owner] = deck[:2], (*s.drawn[owner], *deck[2:])


def thin_oldworld(s: OldWorld) -> None:
    """All but one card of each deck have been played."""
    s.discards = tuple([(*gone, *deck[1:]) for gone, deck in zip(s.discards, s.decks, strict=True)])
    s.decks = tuple([deck[:1] for deck in s.decks])


THINNED: dict[str, Callable[[Any], None]] = {"gloomhaven": thin_gloomhaven, "oldworld": thin_oldworld}
ASKING = ("gloomhaven",)  # where players are asked after a shuffle of the same step
SETTINGS = [setting for setting in PLAIN if setting.slug in REGISTERED]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_game_can_be_imagined_after_every_shuffle(setting: Setting) -> None:
    met = drawn = 0
    for seed in range(ROUNDS):
        game, dice = setting.new_game(seed), FastDice(seed_of("reshuffles", str(setting), seed))
        for number in range(ANSWERS):
            asked = game.decisions()
            if not asked:
                break
            if setting.slug in THINNED and not game.tape and number % OFTEN == 0:
                game = game.edited(THINNED[setting.slug])
                asked = game.decisions()
            if game._table is not None and game._table.shuffled:
                for viewer in players_of(game, setting.definition):
                    met += 1
                    drawn += few_thrown_away(game, viewer, seed_of(seed, number, viewer))
                    nothing_leaks(game, viewer, seed_of(seed, number, viewer))
                    if met % VARIED_AT == 0:
                        everything_varies(game, viewer, HIDDEN[setting.slug].secrets, seed_of(number, viewer))
            decision = asked[dice.below(len(asked))]
            game.apply(decision.player, any_answer(decision, dice))
    assert met > 0 or setting.slug not in ASKING
    few_on_average(drawn, met)
