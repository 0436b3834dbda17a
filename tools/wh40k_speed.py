"""Measure what Warhammer 40,000 is asked most, in the build that runs this: sight, checks of moves, load and undo.

    PYTHONPATH=build/compiled python -m tools.wh40k_speed [--games N]

Random games between five pairs of armies with mobs, vehicles and flyers. In every shooting phase each unit of the
player whose turn it is looks at each enemy unit, with nothing known beforehand: whether any of its models sees any of
the other's (`any`), and which of its models see any of them (`each`), which is what shooting asks. Times are CPU time,
the best of three.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import mean, median
from typing import Any

from tools.run import table

from grimtable import build, definition
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.games.wh40k.visibility import Watch
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Decision
from grimtable.simulate.bench import measure, microseconds

PAIRS = (
    ("demo_orks_50", "demo_orks_50"),
    ("demo_orks_50", "demo_tyranids_50"),
    ("demo_necrons_50", "dark_imperium_death_guard"),
    ("rules_coverage_imperium", "rules_coverage_chaos"),
    ("dark_imperium_primaris", "demo_tyranids_50"),
)
ANYWHERE = 1 << 20
MANY = 10  # models of a unit whose moves are checked
Times = dict[str, list[float]]


def played(
    pair: tuple[str, str], seed: int, look: Callable[[Game[Any], Decision, tuple[int, Any] | None], None]
) -> None:
    """A random game; look at every decision, with the answer that led to it."""
    armies = {"army_1": pair[0], "army_2": pair[1]}
    game, chance = definition("wh40k").new_game(2, armies, FastDice(seed)), Random(seed)
    last: tuple[int, Any] | None = None
    while asked := game.decisions():
        look(game, asked[0], last)
        last = (asked[0].player, chance.choice(asked[0].options))
        game.apply(*last)


def looks(s: Battle, times: Times) -> None:
    """Each unit of the player whose turn it is looks at each of the enemy's."""
    for unit in s.units_of(s.active):
        for target in s.units_of(enemy(s.active)):
            times["sight, any"].append(microseconds(partial(anybody, s, unit, target)))
            times["sight, each"].append(microseconds(partial(seers, s, unit, target)))


def anybody(s: Battle, unit: int, target: int) -> bool:
    return Watch(s, unit).unit_sees(target)


def seers(s: Battle, unit: int, target: int) -> list[int]:
    watch = Watch(s, unit)
    return [model for model in s.alive(unit) if watch.sees_within(model, target, ANYWHERE)]


def look_around(times: Times, game: Game[Any], decision: Decision, last: tuple[int, Any] | None) -> None:
    """What of this decision is measured."""
    s: Battle = game.state
    if decision.prompt == "shoot_unit" and not times["turn"].count(2 * s.round + s.active):
        times["turn"].append(2 * s.round + s.active)
        looks(s, times)
    if decision.prompt == "move" and decision.check is not None and len(s.alive(s.acting)) == MANY:
        times["check of a move"] += [microseconds(partial(decision.check, option)) for option in decision.options]
    position = measure(game, last)
    times["load"].append(position.load)
    if position.undo is not None:
        times["undo"].append(position.undo)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="of each pair of armies")
    games: int = parser.parse_args(arguments).games
    rows: list[list[object]] = [["what", "pair", "times", "median, µs", "mean, µs", "of 100 the 99th, µs", "worst, µs"]]
    whole: Times = {}
    for pair in PAIRS:
        times: Times = {name: [] for name in ("sight, any", "sight, each", "check of a move", "load", "undo")}
        for seed in range(games):
            times["turn"] = []
            played(pair, seed, partial(look_around, times))
        for name in [name for name in times if name != "turn" and times[name]]:
            rows.append([name, " - ".join(pair), *summary(times[name])])
            whole.setdefault(name, []).extend(times[name])
    rows += [[name, "all", *summary(found)] for name, found in whole.items()]
    print(f"{build()} build, {games} games of each pair\n\n{table(rows)}")
    return 0


def summary(found: list[float]) -> list[object]:
    return [len(found), median(found), mean(found), sorted(found)[len(found) * 99 // 100], max(found)]


if __name__ == "__main__":
    sys.exit(main())
