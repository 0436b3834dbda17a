"""Random games under all checks, with random rules; a failing game is saved as a record that replays the failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from grimtable import records
from grimtable.games import definition
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.codec import frozen
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.values import BadInput, Dice
from grimtable.simulate.checks import few_on_average
from grimtable.simulate.watch import Tally, Watch, any_answer

MOST_ANSWERS = 20_000  # no game is that long: this one goes round in circles


class Failure(NamedTuple):
    """A game in which the rules or a check failed."""

    number: int
    seed: int
    error: str  # one line
    record: Path | None  # replays the failure


class Report(NamedTuple):
    game: str
    seed: int
    games: int
    decisions: int
    imagined: int  # games imagined and compared with the real one
    draws: int  # drawn for them
    seconds: float
    failures: list[Failure]


def fuzz(
    slug: str,
    seed: int = 0,
    games: int | None = None,
    seconds: float | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    failures: Path = Path(),
    sample: int = 1,
    most_failures: int = 1,
    on_game: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Play until so many games or seconds are over, or so many games have failed; `on_game` hears of each.

    Player counts and options that are not given vary from game to game. `sample` checks one position in so many.
    """
    found = definition(slug)
    found.settled(options or {})
    if players is not None and players not in found.players:
        found.new_game(players)  # says what would be right
    if not counts_for(found, players, options or {}):
        found.settled(options or {}, players if players is not None else found.players[-1])  # says what is wrong
    if games is None and seconds is None:
        raise BadInput("say how long to go on: a number of games or of seconds")
    if (games is not None and games < 1) or (seconds is not None and seconds <= 0) or sample < 1:
        raise BadInput("games, seconds and sample are at least 1")
    started, tally, failed, number = time.monotonic(), Tally(), list[Failure](), 0

    def report() -> Report:
        taken = time.monotonic() - started
        return Report(slug, seed, number, tally.decisions, tally.imagined, tally.draws, taken, failed)

    try:
        while (games is None or number < games) and (seconds is None or time.monotonic() - started < seconds):
            own = seed_of(seed, "fuzz", slug, number)
            failure = fuzz_game(found, own, players, options or {}, tally, sample, failures, number)
            number += 1
            if failure is not None:
                failed.append(failure)
            on_game(report())
            if len(failed) >= most_failures:
                break
    except KeyboardInterrupt:  # what was checked so far counts
        pass
    try:
        few_on_average(tally.draws, tally.imagined)
    except AssertionError as error:
        failed.append(Failure(number, seed, str(error), None))
    return report()


def counts_for(found: Definition, players: int | None, options: Mapping[str, OptionValue]) -> list[int]:
    """The numbers of players that options allow, all of them or just the given one."""
    given = [(option, options[option.name]) for option in found.options if option.name in options]
    return [
        count
        for count in (found.players if players is None else (players,))
        if not [option for option, value in given if not option.fits(value, count)]
    ]


def fuzz_game(
    found: Definition,
    seed: int,
    players: int | None,
    options: Mapping[str, OptionValue],
    tally: Tally,
    sample: int,
    failures: Path,
    number: int,
) -> Failure | None:
    """One game from its seed. A failure is no exception here."""
    dice = FastDice(seed_of(seed, "answers"))
    counts = counts_for(found, players, options)
    count = counts[dice.below(len(counts))] if players is None else players
    settled: dict[str, OptionValue] = {}
    for option in found.options:
        values = option.values_for(count)
        settled[option.name] = values[dice.below(len(values))]
    settled.update(options)
    header = records.header_for(found, count, settled, ["fuzz"] * count, seed)
    recorder = None
    try:
        recorder = records.Recorder(found.new_game(count, settled, FastDice(seed)), header)
        play_watched(Watch(found, recorder, tally), dice, count, sample)
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        record = recorder.record if recorder is not None else records.Record(header, [records.Line("", [[]])])
        if record.end is None or record.end.error is None:
            record = record._replace(end=records.End(None, text))
        path = failures / f"fuzz-{found.slug}-{seed:016x}.record.jsonl"
        failures.mkdir(parents=True, exist_ok=True)
        records.save(record, path)
        return Failure(number, seed, text, path)
    return None


def play_watched(watch: Watch, dice: Dice, players: int, sample: int = 1) -> None:
    """Play a game to its end by lot, under its watch."""
    answers = 0
    while asked := watch.game.decisions():
        if sample == 1 or not dice.below(sample):
            watch.position()
        decision = asked[dice.below(len(asked))]
        watch.answer(decision.player, any_answer(decision, dice))
        answers += 1
        assert answers < MOST_ANSWERS, "the game does not end"
    watch.end(players)


def reproduce(record: records.Record) -> str | None:
    """Play a failing record once more, with the checks at its end: the failure in one line, or None if it is gone."""
    header = record.header
    if header.seed is None:
        raise BadInput("line 1: there is no seed, so the dice cannot be rolled again")
    try:
        watch = Watch(
            header.definition, records.Recorder(records.begin(record, FastDice(header.seed)), header), Tally()
        )
        for line in record.answers[:-1]:
            assert line.player is not None
            watch.recorder.apply(line.player, frozen(line.answer))
        for line in record.answers[-1:]:
            assert line.player is not None
            watch.answer(line.player, frozen(line.answer))
        if watch.game.decisions():
            watch.position()
        else:
            watch.end(header.players)
        if record.end is not None and record.end.failing is not None:
            watch.answer(record.end.failing.player, frozen(record.end.failing.answer))
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())
    return None
