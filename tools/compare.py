"""Measure random play of this checkout beside an earlier commit's, in alternating rounds.

    python -m tools.compare c1e5fae [GAME]... [--rounds 5] [--seconds 3] [--builds compiled plain]

The other commit is checked out into build/compare/ and compiled there; what is there already is used again. Every
round is a fresh process for each of the two, one right after the other, so that a slow moment of the machine hits
both. A ratio is the median of the ratios within a round.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from tools.run import ROOT, Failed, table

from grimtable import slugs

FOLDER = ROOT / "build" / "compare"
BUILDS = ("compiled", "plain")
ROUNDS = 5
SECONDS = 3.0  # of CPU time in each round
PLAY = """\
import sys
from time import process_time
from grimtable.build import build
from grimtable.games import definition
from grimtable.simulate.bench import random_play

slug, wanted, first, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
assert build() == wanted, f"this is the {build()} build, not the {wanted} one"
play = random_play(definition(slug))
play(0)  # what is loaded or cached at the first game is not measured
decisions, game, start = 0, first, process_time()
while (spent := process_time() - start) < seconds:
    decisions += play(game)
    game += 1
print(decisions / spent)
"""


def checkout(commit: str, progress: Callable[[str], None]) -> Path:
    """The folder of another commit, compiled."""
    name = run("git", "rev-parse", "--short", commit + "^{commit}").strip()
    folder = FOLDER / name
    if not folder.exists():
        progress(f"checking out {name}")
        run("git", "worktree", "add", "--detach", str(folder), name)
    progress(f"compiling {name}, which takes some minutes the first time")
    subprocess.run([sys.executable, "-m", "tools.compile", "--into", "build/compiled"], cwd=folder, check=True)
    return folder


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def speed(tree: Path, build: str, slug: str, number: int, seconds: float) -> float:
    """Decisions per CPU second of one round in a process of its own."""
    sources = tree / ("build/compiled" if build == "compiled" else "src")
    command = [sys.executable, "-c", PLAY, slug, build, str(number * 100_000), str(seconds)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(sources)}, cwd=tree, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{slug}, {build}, {tree.name}: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout)


def compare(
    commit: str,
    games: Sequence[str],
    builds: Sequence[str],
    rounds: int,
    seconds: float,
    progress: Callable[[str], None],
) -> list[list[object]]:
    """A row for each game and build: both speeds and all ratios."""
    other = checkout(commit, progress)
    rows: list[list[object]] = [["game", "build", f"at {other.name}", "now", "now / then", "each round"]]
    for build in builds:
        for slug in games:
            then, now = [], []
            for number in range(rounds):
                progress(f"{slug}, {build}: round {number + 1} of {rounds}")
                then.append(speed(other, build, slug, number, seconds))
                now.append(speed(ROOT, build, slug, number, seconds))
            ratios = [mine / theirs for mine, theirs in zip(now, then)]
            each = " ".join([f"{ratio:.2f}" for ratio in ratios])
            rows.append([slug, build, round(median(then)), round(median(now)), median(ratios), each])
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--builds", nargs="+", choices=BUILDS, default=BUILDS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of CPU time in each round")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.games) - set(slugs()):
        parser.error(f"there is no game {min(unknown)!r}; there is {', '.join(slugs())}")

    def progress(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    try:
        games = asked.games or slugs()
        print(table(compare(asked.commit, games, asked.builds, asked.rounds, asked.seconds, progress)))
    except Failed as reason:
        print(f"tools.compare: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
