"""The server killed, attacked, under load and running for hours: in parts that are resumed where they were left.

    python -m tools.server_soak [PART...] [--minutes 55] [--anew] [--json]

Each part is done in rounds, and every round is written to build/server_soak/ as soon as it is over, with the commit
and the load of the machine. After --minutes no further round begins; called again, what is missing is done.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tools.run import ROOT, Failed, commit, figures, start, table
from tools.server_memory import MINUTE, Serving, soak

sys.path.insert(0, str(ROOT / "tests"))

from server.assault import Assault, finished
from server.crashes import Lost, series
from server.postgres import database
from server.standalone import running
from server.tabletop import free_port

FOLDER = ROOT / "build" / "server_soak"
FEW = ("--tables", "20", "--rate", "10", "--thinking", "50")
WARM_UP = 30  # minutes after which the memory should stay as it is
MOST_GROWTH = 0.05  # of it after that
Round = dict[str, Any]


class Part(NamedTuple):
    """Something that is done in rounds."""

    title: str
    unit: str
    wanted: int
    each: int  # so many in a round
    measure: Callable[[int, int], Round]  # the number of the round, and how many; gives at least "done" and "failed"


# ---------------------------------------------------------------- rounds
def new_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="grimtable-soak-")


def new_database(postgresql: bool) -> AbstractContextManager[str | None]:
    """A PostgreSQL of its own; or none, for a file."""
    return database() if postgresql else nullcontext(None)


def kills(postgresql: bool, number: int, many: int) -> Round:
    """A server killed so many times while a command is on its way to it."""
    with new_folder() as folder, new_database(postgresql) as url:
        try:
            tally = asyncio.run(series(Path(folder), many, url))
        except Lost as error:
            return {"done": many, "failed": [str(error)]}
    found = {"acknowledged": tally.acknowledged, "unsure": tally.unsure, "stored": tally.stored, "idle": tally.idle}
    return {"done": tally.kills, "failed": [], **found, "slowest_restart": round(max(tally.restarts), 1)}


def assault(postgresql: bool, number: int, many: int) -> Round:
    """So many hostile messages and requests; every round draws others."""
    with new_folder() as folder, new_database(postgresql) as url, running(free_port(), Path(folder), url) as process:
        found = asyncio.run(Assault(process, [finished(5), finished(None)], number).attack(many))
        memory = round(process.memory() / (1 << 20))
    done, counted = found.messages + found.requests, {"requests": found.requests, "closed": found.closed}
    return {"done": done, "failed": found.unhandled, **counted, "memory_mb": memory}


def load(options: tuple[str, ...], number: int, many: int) -> Round:
    """Persons at many tables, as `grimtable bench --server` measures them."""
    found = figures(start("plain", "bench", "--server", *options))
    return {"done": 1, "failed": [] if found["holds"] else ["it does not keep up"], **found}


def memory(number: int, many: int) -> Round:
    """Some minutes more of the same server, which goes on between the rounds."""
    serving = Serving(FOLDER / "memory")
    if number and not serving.is_alive():
        raise Failed("the server whose memory is measured has ended: begin again with --anew memory")
    serving.ensure(commit())
    asyncio.run(soak(serving, many))
    more = growth(serving.state["minutes"])
    failed = [] if more is None or more <= MOST_GROWTH else [f"memory has grown by {more:.1%}"]
    return {"done": many, "failed": failed, "minutes": serving.state["minutes"][-many:]}


def growth(minutes: Sequence[dict[str, Any]]) -> float | None:
    """How much more memory there is lately than at the end of the warm-up; None if it is too early to say."""
    half = WARM_UP // 2
    if len(minutes) < WARM_UP + half:
        return None
    early = [minute["memory"] for minute in minutes[half:WARM_UP]]
    late = [minute["memory"] for minute in minutes[-half:]]
    more: float = sum(late) / sum(early) - 1
    return more


PARTS = {
    "kills": Part("kill -9, SQLite", "kills with a command on its way", 1000, 25, partial(kills, False)),
    "kills-postgresql": Part("kill -9, PostgreSQL", "kills with a command on its way", 200, 10, partial(kills, True)),
    "assault": Part("hostile, SQLite", "messages and requests", 900_000, 25_000, partial(assault, False)),
    "assault-postgresql": Part("hostile, PostgreSQL", "messages and requests", 100_000, 25_000, partial(assault, True)),
    "load": Part("1,000 tables x 4", "runs", 3, 1, partial(load, ())),
    "load-thinking": Part("the same beside 20 tables of bots", "runs", 3, 1, partial(load, ("--thinking", "20"))),
    "lanes": Part("20 tables x 4 beside 50 tables of bots", "runs", 3, 1, partial(load, FEW)),
    "memory": Part("people come and go", "minutes", 120, 10, memory),
}


# ---------------------------------------------------------------- what was done
def rounds_of(name: str) -> list[Round]:
    file = FOLDER / f"{name}.json"
    found: list[Round] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return found


def done(rounds: Sequence[Round]) -> int:
    return sum([one["done"] for one in rounds])


def go_on(name: str, until: float) -> None:
    """Rounds of a part until it is complete or the time is over."""
    part, rounds = PARTS[name], rounds_of(name)
    while done(rounds) < part.wanted and time.monotonic() < until:
        before, began = os.getloadavg()[0], time.monotonic()
        found = part.measure(len(rounds), part.each)
        seconds, where = round(time.monotonic() - began), {"commit": commit(), "machine": [before, os.getloadavg()[0]]}
        rounds.append({**where, "seconds": seconds, **found})
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{name}.json").write_text(json.dumps(rounds), encoding="utf-8")
        print(
            f"{name}: {done(rounds):,} of {part.wanted:,}, {len(found['failed'])} failed", file=sys.stderr, flush=True
        )


def forget(name: str) -> None:
    (FOLDER / f"{name}.json").unlink(missing_ok=True)
    if name == "memory":
        Serving(FOLDER / "memory").end()


# ---------------------------------------------------------------- figures
def report() -> str:
    """All that was measured so far, for docs/figures.md."""
    rows: list[list[object]] = [["part", "done", "of", "failed", "minutes", "load of the machine", "commits"]]
    for name, part in PARTS.items():
        if rounds := rounds_of(name):
            loads = [found for one in rounds for found in one["machine"]]
            minutes = sum([one["seconds"] for one in rounds]) / 60
            failed = sum([len(one["failed"]) for one in rounds])
            commits = ", ".join(dict.fromkeys([one["commit"] for one in rounds]))
            spread = f"{min(loads):.0f} to {max(loads):.0f}"
            rows.append(
                [f"{part.title}: {part.unit}", done(rounds), part.wanted, failed, round(minutes), spread, commits]
            )
    return "\n\n".join([table(rows), *crashes(), *attacks(), *loads_shown(), *memory_shown()])


def crashes() -> list[str]:
    found = []
    for name in ("kills", "kills-postgresql"):
        if rounds := [one for one in rounds_of(name) if not one["failed"]]:
            sums = {key: sum([one[key] for one in rounds]) for key in ("acknowledged", "unsure", "stored")}
            slowest = max([one["slowest_restart"] for one in rounds])
            found.append(
                f"{PARTS[name].title}: {sums['acknowledged']:,} commands acknowledged; {sums['unsure']:,} were on their"
                f" way when the server died, {sums['stored']:,} of these had been stored; it answered again within"
                f" {slowest} s."
            )
    return found


def attacks() -> list[str]:
    found = []
    for name in ("assault", "assault-postgresql"):
        if rounds := rounds_of(name):
            requests, most = sum([one["requests"] for one in rounds]), max([one["memory_mb"] for one in rounds])
            found.append(f"{PARTS[name].title}: {requests:,} of them are HTTP requests; at most {most} MB in the end.")
    return found


def loads_shown() -> list[str]:
    found = []
    for name in ("load", "load-thinking", "lanes"):
        if rounds := rounds_of(name):
            kept = [key for key in rounds[0] if key not in ("done", "failed", "commit", "machine", "seconds")]
            rows: list[list[object]] = [[PARTS[name].title, *[f"run {n + 1}" for n in range(len(rounds))]]]
            rows += [[key, *[one.get(key) for one in rounds]] for key in kept]
            found.append(table(rows))
    return found


def memory_shown() -> list[str]:
    """Each ten minutes, and how much more there is in the end than after the warm-up."""
    minutes = [minute for one in rounds_of("memory") for minute in one["minutes"]]
    if not minutes:
        return []
    rows: list[list[object]] = [["minute", "memory, MB", "workers, MB", "files", "games", "answers", "watchers"]]
    for at in range(9, len(minutes), 10):
        last, ten = minutes[at], minutes[at - 9 : at + 1]
        sums = [sum([minute[key] for minute in ten]) for key in ("games", "answers", "watched")]
        rows.append([at + 1, round(last["memory"] / 1e6), round(last["workers"] / 1e6), last["files"], *sums])
    text = [table(rows)]
    more = growth(minutes)
    if more is not None:
        half = WARM_UP // 2
        text.append(f"Mean memory of the last {half} minutes beside that of minutes {half} to {WARM_UP}: {more:+.1%}.")
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all")
    parser.add_argument("--minutes", type=float, default=55, help="after which no further round begins")
    parser.add_argument("--anew", action="store_true", help="forget what the parts have measured")
    parser.add_argument("--json", action="store_true", help="print all rounds instead of tables")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there is {', '.join(PARTS)}")
    until = time.monotonic() + asked.minutes * MINUTE
    try:
        for name in asked.parts or PARTS:
            if asked.anew:
                forget(name)
            go_on(name, until)
    except Failed as reason:
        print(f"server_soak: {reason}", file=sys.stderr)
        return 1
    print(json.dumps({name: rounds_of(name) for name in PARTS}) if asked.json else report())
    return 1 if any([one["failed"] for name in PARTS for one in rounds_of(name)]) else 0


if __name__ == "__main__":
    sys.exit(main())
