"""The tables at which the contract is checked: every game, player count and option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import grimtable
from grimtable import records
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.codec import digest
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.game import Game
from grimtable.simulate.fuzz import MOST_ANSWERS
from grimtable.simulate.watch import Tally, Watch, any_answer
from toys import battle, discs

# Sizes: small enough for every run of the tests. `grimtable fuzz` plays the long series.
GAMES = 1  # at each table
SAMPLE = 4  # one position in so many is checked
SWITCHED = 12  # one in so many where an option is switched
SPARSE = 12  # one in so many where a check is slow
MANY, FEW = 6, 3  # an option with many values is tried with a few of them
SEARCHES = 3  # decisions at which a bot that searches is asked

TOYS = {found.slug: found for found in (battle.DEFINITION, discs.DEFINITION)}
REGISTERED = grimtable.slugs()


def definition(slug: str) -> Definition:
    return TOYS[slug] if slug in TOYS else grimtable.definition(slug)


class Setting(NamedTuple):
    """A table to sit down at."""

    slug: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    def __str__(self) -> str:
        return "-".join([self.slug, str(self.players), *[f"{name}={value}" for name, value in self.options]])

    @property
    def definition(self) -> Definition:
        return definition(self.slug)

    def new_game(self, seed: int) -> Game[Any]:
        return self.definition.new_game(self.players, dict(self.options), FastDice(seed))

    def watch(self, seed: int, tally: Tally) -> Watch:
        found = self.definition
        header = records.header_for(found, self.players, dict(self.options), ["test"] * self.players, seed)
        return Watch(found, records.Recorder(self.new_game(seed), header), tally)


def some(values: tuple[OptionValue, ...]) -> tuple[OptionValue, ...]:
    """All values of an option, or a few spread over a long list; a game tests each of its many scenarios itself."""
    return values if len(values) <= MANY else values[MANY // 2 :: len(values) // FEW]


def option_sets(found: Definition, players: int) -> list[tuple[tuple[str, OptionValue], ...]]:
    """The defaults, each other value alone, and everything switched at once."""
    single: list[tuple[tuple[str, OptionValue], ...]] = [
        ((option.name, value),) for option in found.options for value in some(option.values_for(players)[1:])
    ]
    everything = tuple(
        [(option.name, option.values_for(players)[-1]) for option in found.options if len(option.values) > 1]
    )
    return [(), *single, *([everything] if len(single) > 1 else [])]


def settings(slugs: tuple[str, ...]) -> list[Setting]:
    return [
        Setting(slug, players, options)
        for slug in slugs
        for players in definition(slug).players
        for options in option_sets(definition(slug), players)
    ]


ALL = settings((*REGISTERED, *TOYS))
PLAIN = [setting for setting in ALL if not setting.options]
EXTREMES = [  # every game with its defaults, and with everything switched
    setting
    for setting in ALL
    if setting.options in [option_sets(setting.definition, setting.players)[place] for place in (0, -1)]
]


def random_game(game: Game[Any], seed: int) -> Iterator[Game[Any]]:
    """The game at every decision of random play, and at its end."""
    dice = FastDice(seed_of(seed, "answers"))
    answers = 0
    while asked := game.decisions():
        yield game
        answers += 1
        assert answers < MOST_ANSWERS, "the game does not end"
        decision = asked[dice.below(len(asked))]
        game.apply(decision.player, any_answer(decision, dice))
    yield game


def course(game: Game[Any], seed: int) -> list[str]:
    """The digests of a random game, entry by entry."""
    return [digest(at) for at in random_game(game, seed)]
