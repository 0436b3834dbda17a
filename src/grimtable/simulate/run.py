"""Many games at once, and what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.bots import make
from grimtable.bots.arena import lineup
from grimtable.bots.match import Row, Task, chunk_size, play_all
from grimtable.bots.statistics import Share, Spread, share, spread
from grimtable.games import definition
from grimtable.kernel.chance import seed_of
from grimtable.kernel.definition import Definition, GameOption, OptionValue
from grimtable.kernel.values import BadInput

MOST_GAMES = 100_000_000


class Report(NamedTuple):
    game: str
    players: int
    games: int  # asked for
    finished: int
    errors: list[Row]
    saved: list[Path]  # records of failing games
    decisions: int
    cpu_seconds: float
    length: Spread  # answers per game
    by_seat: list[Share]
    by_side: dict[str, Share]
    by_bot: dict[str, Share]

    @property
    def decisions_per_cpu_second(self) -> float:
        return self.decisions / self.cpu_seconds if self.cpu_seconds else 0.0


def simulate(
    slug: str,
    games: int,
    players: int | None = None,
    bots: tuple[str, ...] = ("random",),
    seed: int = 0,
    workers: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    out: Path | None = None,
    failures: Path = Path(),
    on_game: Callable[[Row], None] = lambda row: None,
    vary: tuple[str, ...] = (),
) -> Report:
    """Play so many games from one seed; the report is the same for any number of workers.

    Options named in `vary` run through their values, the first one quickest. A failing game is saved in the folder
    `failures` as a record that replays the failure; the others go on.
    """
    found = definition(slug)
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(f"the number of games is 1 to {MOST_GAMES}, not {games}")
    if not 1 <= workers <= 256:
        raise BadInput(f"the number of workers is 1 to 256, not {workers}")
    for spec in bots:
        make(spec)
    seats = lineup(found, bots, players if players is not None else max(len(bots), found.players[-1]))
    settled = found.settled(options or {}, len(seats))
    turns = [option_named(found, name, len(seats)) for name in vary]
    if out is not None:
        check_out(out)
    tasks = (
        Task(number, slug, seats, seed_of(seed, "game", number), {**settled, **in_turn(turns, number)})
        for number in range(games)
    )
    tally = Tally(seats)
    saved: list[Path] = []
    columns = Columns(out) if out is not None else None
    try:
        for row in play_all(tasks, workers, chunk_size(games, workers)):
            tally.add(row)
            if columns is not None:
                columns.add(row)
            if row.error:
                saved.append(save_failure(slug, row, failures))
            on_game(row)
    except KeyboardInterrupt:  # what was played so far counts
        pass
    if columns is not None:
        columns.close()
    return tally.report(slug, games, saved)


def option_named(game: Definition, name: str, players: int) -> GameOption:
    """An option with the values that so many players may choose."""
    for option in game.options:
        if option.name == name:
            return option._replace(values=option.values_for(players))
    raise BadInput(f"{game.slug} has no option {name!r}; there is {', '.join([o.name for o in game.options])}")


def in_turn(turns: list[GameOption], number: int) -> dict[str, OptionValue]:
    """The values of the game with this number: every combination comes before one comes again."""
    found: dict[str, OptionValue] = {}
    for option in turns:
        found[option.name] = option.values[number % len(option.values)]
        number //= len(option.values)
    return found


class Tally:
    """Counts games as they are finished, so that a million of them need no memory."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.errors: list[Row] = []
        self.decisions = 0
        self.cpu_seconds = 0.0
        self.lengths: Counter[int] = Counter()
        self.seat_wins = [0.0] * len(seats)
        self.sides: dict[str, tuple[float, int]] = {}  # wins and games
        self.bots: dict[str, tuple[float, int]] = {}

    def add(self, row: Row) -> None:
        if row.error:
            self.errors.append(row)
            return
        self.decisions += row.decisions
        self.cpu_seconds += row.cpu_seconds
        self.lengths[row.decisions] += 1
        for seat, won in enumerate(row.wins):
            self.seat_wins[seat] += won
            for counts, name in ((self.sides, row.sides[seat]), (self.bots, row.bots[seat])):
                wins, games = counts.get(name, (0.0, 0))
                counts[name] = (wins + won, games + 1)

    def report(self, slug: str, games: int, saved: list[Path]) -> Report:
        finished = sum(self.lengths.values())
        return Report(
            slug,
            len(self.seats),
            games,
            finished,
            self.errors,
            saved,
            self.decisions,
            self.cpu_seconds,
            spread(self.lengths),
            [share(wins, finished) for wins in self.seat_wins],
            {name: share(*self.sides[name]) for name in sorted(self.sides)},
            {name: share(*self.bots[name]) for name in sorted(self.bots)},
        )


def save_failure(slug: str, row: Row, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{slug}-failure-{row.seed}.record.jsonl"
    path.write_bytes(row.record)
    return path


# ---------------------------------------------------------------- columns for data frames
def check_out(path: Path) -> None:
    """Say before the work, not after it, that its fruit cannot be kept."""
    if path.suffix != ".parquet":
        raise BadInput(f"{path} does not end in .parquet: that is the format written")
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent} is not a folder: make it first")
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadInput("writing parquet needs pyarrow: pip install 'grimtable[parquet]'") from None


class Columns:
    """Writes one row per game, a batch at a time; what belongs to seats is a list by seat."""

    BATCH = 10_000

    def __init__(self, path: Path) -> None:
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        words, numbers = arrow.list_(arrow.string()), arrow.list_(arrow.int64())
        self.schema = arrow.schema(
            [
                ("number", arrow.int64()),
                ("seed", arrow.string()),
                ("bots", words),
                ("sides", words),
                ("outcome", numbers),
                ("wins", arrow.list_(arrow.float64())),
                ("decisions", arrow.int64()),
                ("cpu_seconds", arrow.float64()),
                ("error", arrow.string()),
            ]
        )
        self.path = path
        self.draft = path.with_name(path.name + ".part")
        self._table = arrow.Table
        self._writer = parquet.ParquetWriter(self.draft, self.schema)
        self._waiting: list[dict[str, Any]] = []

    def add(self, row: Row) -> None:
        self._waiting.append(
            {
                "number": row.number,
                "seed": f"{row.seed:016x}",
                "bots": list(row.bots),
                "sides": list(row.sides),
                "outcome": list(row.outcome),
                "wins": row.wins,
                "decisions": row.decisions,
                "cpu_seconds": row.cpu_seconds,
                "error": row.error,
            }
        )
        if len(self._waiting) == self.BATCH:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(self._table.from_pylist(self._waiting, schema=self.schema))
        self._waiting.clear()

    def close(self) -> None:
        """The file is there when it is whole."""
        self._write()
        self._writer.close()
        self.draft.replace(self.path)
