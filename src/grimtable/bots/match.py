"""Games between bots: one from a seed, or many in several processes."""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

from grimtable import records
from grimtable.bots import Bot, make
from grimtable.games import definition
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.game import Game, Seat

MOST_ANSWERS = 1_000_000  # no game is that long: this one goes round in circles


class Task(NamedTuple):
    """A game to be played: all that its course depends on."""

    number: int
    slug: str
    bots: tuple[str, ...]  # by seat
    seed: int
    options: Mapping[str, OptionValue]


class Row(NamedTuple):
    """A game that was played."""

    number: int
    seed: int
    bots: tuple[str, ...]
    sides: tuple[str, ...]
    outcome: tuple[int, ...]  # empty if it failed
    wins: list[float]  # what is each seat's of the victory
    decisions: int
    cpu_seconds: float
    error: str = ""  # one line
    record: bytes = b""  # of a game that failed: it replays the failure


def bot_dice(seed: int, seat: int) -> FastDice:
    """The dice a bot thinks with: its own, so that its thoughts do not change the table's."""
    return FastDice(seed_of(seed, "bot", seat))


def play(
    game: Game[Any], bots: list[Bot], dice: list[FastDice], apply: Callable[[int, Any], None] | None = None
) -> int:
    """Let bots play a game to its end; returns the number of answers."""
    give = game.apply if apply is None else apply
    seats = [Seat(game, player) for player in range(len(bots))]
    answers = 0
    while decisions := game.decisions():
        player = decisions[0].player
        give(player, bots[player].answer(seats[player], dice[player]))
        answers += 1
        assert answers < MOST_ANSWERS, "the game does not end"
    return answers


def play_task(task: Task) -> Row:
    """Play one game. A failure is no exception here: the row says what went wrong and holds the record of it."""
    found = definition(task.slug)
    players = len(task.bots)
    bots = [make(spec) for spec in task.bots]
    game = found.new_game(players, task.options, FastDice(task.seed))
    if all([spec == "random" for spec in task.bots]):
        game.mute()  # random bots imagine nothing, so nobody needs the log
    started = time.process_time()
    try:
        answers = play(game, bots, [bot_dice(task.seed, seat) for seat in range(players)])
        outcome = game.result()
        assert outcome is not None
        assert len(outcome) == players, "the result has another number of seats"
    except Exception as error:
        words = f"{type(error).__name__}: {error}".splitlines()[0]
        return Row(
            task.number, task.seed, task.bots, (), (), [], 0, time.process_time() - started, words, failure(task)
        )
    used = time.process_time() - started
    view = found.rules.view(game.state, None)
    sides = tuple([found.catalogue.say(found.describe.side(view, seat), "en") for seat in range(players)])
    return Row(task.number, task.seed, task.bots, sides, outcome, wins(found, outcome), answers, used)


def wins(found: Definition, outcome: tuple[int, ...]) -> list[float]:
    """What is each seat's of the victory: a tie in parts, all of it where all play together."""
    winners = found.winners(outcome)
    part = 1.0 if found.cooperative else 1 / max(1, len(winners))
    return [part if seat in winners else 0.0 for seat in range(len(outcome))]


def failure(task: Task) -> bytes:
    """The record of a failing game, up to the failure: the game is played once more, with a recorder."""
    players = len(task.bots)
    recorder = records.recorded_game(task.slug, players, task.seed, task.options, list(task.bots))
    dice = [bot_dice(task.seed, seat) for seat in range(players)]
    try:
        play(recorder.game, [make(spec) for spec in task.bots], dice, recorder.apply)
    except Exception:
        if recorder.record.end is None:  # a bot failed, not an answer
            last = traceback.format_exc().splitlines()[-1]
            recorder.record = recorder.record._replace(end=records.End(None, last))
    return records.encode(recorder.record)


# ---------------------------------------------------------------- many games
def play_all(tasks: Iterator[Task], workers: int, chunk: int = 1) -> Iterator[Row]:
    """Play all games, in as many processes as asked for; rows come in the order of the tasks."""
    if workers == 1:
        yield from map(play_task, tasks)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        running: deque[Future[list[Row]]] = deque()
        try:
            while part := list(islice(tasks, chunk)):
                running.append(pool.submit(play_chunk, part))
                if len(running) >= 3 * workers:
                    yield from running.popleft().result()
            while running:
                yield from running.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play_chunk(tasks: list[Task]) -> list[Row]:
    return [play_task(task) for task in tasks]


def chunk_size(games: int, workers: int) -> int:
    """Large enough that handing over costs little, small enough that nobody waits for the last one."""
    return max(1, min(64, games // (workers * 16)))
