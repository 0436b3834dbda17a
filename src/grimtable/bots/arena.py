"""Bots against each other, with the seats rotated fairly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from grimtable.bots import make
from grimtable.bots.match import Row, Task, chunk_size, play_all
from grimtable.bots.statistics import Share, ratings, share
from grimtable.games import definition
from grimtable.kernel.chance import seed_of
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.values import BadInput


class Standing(NamedTuple):
    """How one bot fared; a bot that sits in several seats plays several games at once."""

    bot: str
    share: Share
    fair: float  # the share of the seats it sat in: what equal players would win
    mean_score: float
    rating: int


class Result(NamedTuple):
    game: str
    players: int
    games: int
    errors: list[Row]
    standings: list[Standing]


def lineup(found: Definition, bots: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    """Who sits down: the bots in their order, again from the first while seats are free."""
    seats = players or max(min(found.players), len(bots))
    if seats not in found.players or len(bots) > seats:
        allowed = " or ".join([str(count) for count in found.players])
        raise BadInput(f"{found.slug} seats {allowed} players: name that many bots, not {len(bots)} for {seats} seats")
    return tuple([bots[seat % len(bots)] for seat in range(seats)])


def rotated(bots: tuple[str, ...], turns: int) -> tuple[str, ...]:
    turns %= len(bots)
    return bots[turns:] + bots[:turns]


def arena(
    slug: str,
    bots: tuple[str, ...],
    games: int,
    players: int | None = None,
    seed: int = 0,
    workers: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    on_game: Callable[[Row], None] = lambda row: None,
) -> Result:
    """Play so many games. Each deal is played once with every rotation of the seats."""
    found = definition(slug)
    if found.cooperative:
        raise BadInput(f"in {slug} all win or lose together: compare parties with `simulate {slug} --bots BOT`")
    for spec in bots:
        make(spec)
    seats = lineup(found, bots, players)
    settled = found.settled(options or {}, len(seats))
    tasks = (
        Task(number, slug, rotated(seats, number), seed_of(seed, "arena", number // len(seats)), settled)
        for number in range(games)
    )
    rows: list[Row] = []
    try:
        for row in play_all(tasks, workers, chunk_size(games, workers)):
            rows.append(row)
            on_game(row)
    except KeyboardInterrupt:  # what was played so far counts
        pass
    return result(slug, seats, rows)


def result(slug: str, seats: tuple[str, ...], rows: list[Row]) -> Result:
    finished = [row for row in rows if not row.error]
    names = sorted(set(seats), key=seats.index)
    wins = dict.fromkeys(names, 0.0)
    played = dict.fromkeys(names, 0)
    scores = dict.fromkeys(names, 0)
    beaten: dict[tuple[str, str], float] = {}
    for row in finished:
        for seat, won in enumerate(row.wins):
            wins[row.bots[seat]] += won
            played[row.bots[seat]] += 1
            scores[row.bots[seat]] += row.outcome[seat]
        count_pairs(row, beaten)
    rated = ratings(names, beaten)
    standings = [
        Standing(
            name, share(wins[name], played[name]), 1 / len(seats), scores[name] / max(1, played[name]), rated[name]
        )
        for name in names
    ]
    return Result(slug, len(seats), len(finished), [row for row in rows if row.error], standings)


def count_pairs(row: Row, beaten: dict[tuple[str, str], float]) -> None:
    """Who came out ahead of whom; equal scores count half for both."""
    for one, score in enumerate(row.outcome):
        for two, other in enumerate(row.outcome):
            if one != two and row.bots[one] != row.bots[two]:
                pair = (row.bots[one], row.bots[two])
                beaten[pair] = beaten.get(pair, 0.0) + (1.0 if score > other else 0.5 if score == other else 0.0)
