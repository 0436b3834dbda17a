"""How quick the rules are, in figures that can be compared.

The method, which `docs/benchmarks.md` explains to users:

- Random play: every answer is drawn from the legal options and goes through `Game.apply`, which checks it. No log is
  kept, as in a bot's playout. One process; CPU time, so that busy neighbours count less.
- Games and peers are measured in turn, `ROUNDS` times around. A figure is the median of its rounds, and a ratio is the
  median of the ratios within each round, since a shared machine is never equally quick for long.
- A position is measured with the log on, as a table has it, at every decision of whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from timeit import Timer
from typing import Any, NamedTuple

from grimtable.build import build
from grimtable.games import definition
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump, load
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game
from grimtable.simulate.peers import CATANATRON, MISSING, PEERS, PlayGame

ROUNDS = 5
ROUND_SECONDS = 1.0  # of CPU time, for each game and peer
POSITION_GAMES = 3  # whole games whose positions are measured
SIZE_GAMES = 30  # whole games whose stored sizes are looked at
CLONES = 20  # timed together: one alone is too short for the clock


def bench(games: Sequence[str], peers: bool, progress: Callable[[str], None]) -> dict[str, Any]:
    """Measure these games, and the peers that are installed; an interrupt leaves what was measured before it."""
    own = {slug: random_play(definition(slug)) for slug in games}
    others: dict[str, PlayGame] = {}
    report: dict[str, Any] = {"games": {}, "peers": {}, "interrupted": False}
    for peer in PEERS if peers else ():
        report["peers"][peer.name] = {"decisions_per_cpu_second": None, "plays": peer.plays}
        try:
            others[peer.name] = peer.ready()
        except ImportError:
            report["peers"][peer.name]["skipped"] = MISSING
            progress(f"{peer.name}: {MISSING}")
    rates: dict[str, list[float]] = {name: [] for name in (*own, *others)}
    try:
        measure_in_turn({**own, **others}, rates, progress)
        fill(report, rates, games)
        for slug in games:
            progress(f"{slug}: positions")
            report["games"][slug].update(position_figures(definition(slug)))
    except KeyboardInterrupt:
        report["interrupted"] = True
        fill(report, rates, games)
    return report


def fill(report: dict[str, Any], rates: dict[str, list[float]], games: Sequence[str]) -> None:
    """Put into the report how quickly each of these was played, as far as that is known."""
    for name in report["peers"]:
        if rates.get(name):
            report["peers"][name]["decisions_per_cpu_second"] = round(median(rates[name]))
    for slug in games:
        if not rates[slug]:
            continue
        found = report["games"].setdefault(slug, {"build": build()})
        found["decisions_per_cpu_second"] = round(median(rates[slug]))
        if rates.get(CATANATRON):
            ratios = [mine / theirs for mine, theirs in zip(rates[slug], rates[CATANATRON])]
            found["ratio_to_catanatron"] = round(median(ratios), 2)


# ---------------------------------------------------------------- decisions per second
def random_play(game: Definition) -> PlayGame:
    """Random games with the most players the game is for."""

    def play(number: int) -> int:
        return play_out(game.new_game(dice=FastDice(number)), Random(number).random)

    return play


def play_out(game: Game[Any], chance: Callable[[], float]) -> int:
    """Play a game to its end, without a log; how many answers that took."""
    game.mute()
    answers = 0
    while asked := game.decisions():
        decision = asked[0]
        options = decision.options
        game.apply(decision.player, options[int(chance() * len(options))])
        answers += 1
    return answers


def measure_in_turn(plays: dict[str, PlayGame], rates: dict[str, list[float]], progress: Callable[[str], None]) -> None:
    """Decisions per CPU second of each, once in every round."""
    for play in plays.values():
        play(0)  # what is loaded or cached at the first game is not measured
    for number in range(ROUNDS):
        for name, play in plays.items():
            progress(f"round {number + 1} of {ROUNDS}: {name}")
            rates[name].append(rate(play, first_game=number * 100_000))


def rate(play: PlayGame, first_game: int) -> float:
    decisions, game, start = 0, first_game, process_time()
    while (spent := process_time() - start) < ROUND_SECONDS:
        decisions += play(game)
        game += 1
    return decisions / spent


# ---------------------------------------------------------------- positions
class Position(NamedTuple):
    """What one decision costs, in microseconds."""

    clone: float
    load: float
    imagine: float
    undo: float | None  # None where nothing can be taken back


def position_figures(game: Definition) -> dict[str, Any]:
    """Medians of what happens all the time, maxima of what a player waits for."""
    sizes = [stored_sizes(game, seed) for seed in range(SIZE_GAMES)]
    everything = [size for of_game in sizes for size in of_game]
    positions = [position for seed in range(POSITION_GAMES) for position in positions_of(game, seed)]
    undos = [position.undo for position in positions if position.undo is not None]
    return {
        "players": game.players[-1],
        "decisions_per_game": round(median([len(of_game) for of_game in sizes])),
        "clone_us": round(median([position.clone for position in positions]), 2),
        "imagine_us": round(median([position.imagine for position in positions]), 1),
        "load_us": round(max([position.load for position in positions]), 1),
        "undo_us": round(max(undos), 1) if undos else None,
        "stored_bytes": max(everything),
        "stored_bytes_median": round(median(everything)),
    }


def stored_sizes(definition: Definition, seed: int) -> list[int]:
    game, chance = definition.new_game(dice=FastDice(seed)), Random(seed)
    sizes = []
    while asked := game.decisions():
        sizes.append(len(dump(game)))
        game.apply(asked[0].player, chance.choice(asked[0].options))
    return sizes


def positions_of(definition: Definition, seed: int) -> list[Position]:
    game, chance = definition.new_game(dice=FastDice(seed)), Random(seed)
    found, last = [], None
    while asked := game.decisions():
        found.append(measure(game, last))
        last = (asked[0].player, chance.choice(asked[0].options))
        game.apply(*last)
    return found


def measure(game: Game[Any], last: tuple[int, Any] | None) -> Position:
    """Measure a game at its open decision; `last` is the answer that led there."""
    stored, viewer, dice = dump(game), game.decisions()[0].player, FastDice(0)
    return Position(
        clone=microseconds(game.clone, CLONES),
        load=microseconds(lambda: load(stored, game.rules).decisions()),
        imagine=microseconds(lambda: game.imagine(viewer, dice)),
        undo=undo_time(game, *last) if last is not None and game.can_undo() else None,
    )


def undo_time(game: Game[Any], player: int, answer: Any) -> float:
    """Take the last answer back until the decision is open again, then give it once more."""
    spent = []
    for _ in range(3):
        start = process_time()
        game.undo()
        game.decisions()
        spent.append(process_time() - start)
        game.apply(player, answer)
        game.decisions()
    return min(spent) * 1e6


def microseconds(action: Callable[[], object], times: int = 1) -> float:
    """The best of three: whatever else the machine does only adds to it."""
    return min(Timer(action, timer=process_time).repeat(3, times)) / times * 1e6
