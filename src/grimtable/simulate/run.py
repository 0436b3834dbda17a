"""Many games at once, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.bots import make
from grimtable.bots.arena import lineup
from grimtable.bots.match import Row, Task, play_all
from grimtable.bots.statistics import Share, Spread, share, spread
from grimtable.games import definition
from grimtable.kernel.chance import seed_of
from grimtable.kernel.definition import OptionValue
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
) -> Report:
    """Play so many games from one seed; the report is the same for any number of workers.

    A failing game is saved in the folder `failures` as a record that replays the failure; the others go on.
    """
    found = definition(slug)
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(f"the number of games is 1 to {MOST_GAMES}, not {games}")
    if not 1 <= workers <= 256:
        raise BadInput(f"the number of workers is 1 to 256, not {workers}")
    for spec in bots:
        make(spec)
    seats = lineup(found, bots, players if players is not None else max(len(bots), found.players[-1]))
    settled = found.settled(options or {})
    if out is not None:
        check_out(out)
    tasks = [Task(number, slug, seats, seed_of(seed, "game", number), settled) for number in range(games)]
    rows: list[Row] = []
    saved: list[Path] = []
    try:
        for row in play_all(tasks, workers):
            rows.append(row)
            if row.error:
                saved.append(save_failure(slug, row, failures))
            on_game(row)
    except KeyboardInterrupt:  # what was played so far counts
        pass
    rows.sort()
    if out is not None:
        write_parquet(rows, out)
    return report(slug, games, seats, rows, saved)


def report(slug: str, games: int, seats: tuple[str, ...], rows: list[Row], saved: list[Path]) -> Report:
    done = [row for row in rows if not row.error]
    wins = [row.wins() for row in done]
    by_seat = [share(sum([won[seat] for won in wins]), len(done)) for seat in range(len(seats))]
    return Report(
        slug,
        len(seats),
        games,
        len(done),
        [row for row in rows if row.error],
        saved,
        sum([row.decisions for row in done]),
        sum([row.cpu_seconds for row in done]),
        spread([row.decisions for row in done]),
        by_seat,
        grouped([(row.sides[seat], won[seat]) for row, won in zip(done, wins) for seat in range(len(seats))]),
        grouped([(row.bots[seat], won[seat]) for row, won in zip(done, wins) for seat in range(len(seats))]),
    )


def grouped(results: list[tuple[str, float]]) -> dict[str, Share]:
    wins: dict[str, list[float]] = {}
    for name, won in results:
        wins.setdefault(name, []).append(won)
    return {name: share(sum(wins[name]), len(wins[name])) for name in sorted(wins)}


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


def write_parquet(rows: list[Row], path: Path) -> None:
    """One row per game; what belongs to seats is a list by seat."""
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    columns: dict[str, list[Any]] = {
        "number": [row.number for row in rows],
        "seed": [f"{row.seed:016x}" for row in rows],
        "bots": [list(row.bots) for row in rows],
        "sides": [list(row.sides) for row in rows],
        "outcome": [list(row.outcome) for row in rows],
        "wins": [row.wins() if row.outcome else [] for row in rows],
        "decisions": [row.decisions for row in rows],
        "cpu_seconds": [row.cpu_seconds for row in rows],
        "error": [row.error for row in rows],
    }
    draft = path.with_name(path.name + ".part")
    parquet.write_table(arrow.table(columns), draft)
    draft.replace(path)
