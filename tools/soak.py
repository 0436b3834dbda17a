"""Play for hours in the compiled build and write the figures to docs/figures.md.

Each section is written as soon as it is done, with its date, machine and commit; those about one game are written game
by game. Sections that were not run keep the figures they had.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from tools.bench import both_builds, summary
from tools.compare import BUILDS, ROUNDS, SECONDS
from tools.compare import compare as compare_with
from tools.run import ROOT, Failed, commit, figures, start, table

from grimtable import definition, slugs
from grimtable.bots.statistics import share

FIGURES = ROOT / "docs" / "figures.md"
HEAD = """\
# Figures

What `make soak` measured. Each section names its date, machine, commit and what was run; how is in
[benchmarks.md](benchmarks.md).
"""
CORES = os.cpu_count() or 1
SERVER = """\
Killed with -9 while commands are on their way (`tests/server/crashes.py`): a failure is a command that was acknowledged
and is not there, or is there twice. Hostile messages and requests (`tests/server/assault.py`): a failure is an answer
of 500 or more, an error in the log, or a server that no longer makes tables. Then `grimtable bench --server`: as it is,
beside tables at which `mcts:2s` thinks, and with few people beside many such tables; all runs are listed. Then people,
watchers and bots who come and go at 15 tables of all games (`tools/server_memory.py`)."""
BUDGETS = {"darklord": "mcts:500", "gloomhaven": "mcts:200"}  # of the searching bot; where none is named:
BUDGET = "mcts:300"
ARMIES_BUDGET = "mcts:100"
SPREAD = {  # further arguments of random games, where one set-up would not say enough
    "gloomhaven": ("--vary=scenario", "--vary=character_level", "--vary=scenario_level", "--option=classes=all"),
}


class Soak(argparse.Namespace):
    """What was asked for."""

    sections: list[str]
    only: list[str]
    games: int
    minutes: float
    matches: int
    paths: int
    commit: str | None
    offers: int
    file: Path


def progress(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


def run(*arguments: str) -> dict[str, Any]:
    progress("grimtable-compiled " + " ".join(arguments))
    return figures(start("compiled", *arguments))


# ---------------------------------------------------------------- sections of one game: what was run, and a table
def games(soak: Soak, slug: str) -> tuple[str, str]:
    rows: list[list[object]] = [
        ["players", "games", "finished", "errors", "decisions", "answers per game", "decisions per CPU second"]
    ]
    for players in definition(slug).players:
        found = run(
            *["simulate", slug, "--games", str(soak.games), "--players", str(players), "--bots", "random"],
            *["--seed", str(players), "--workers", str(CORES), "--failures", str(ROOT / "build")],
            *SPREAD.get(slug, ()),
        )
        length = found["length"]
        spread = f"{length['least']} to {length['most']}, median {length['median']}"
        speed = round(found["decisions_per_cpu_second"])
        counted = [found[key] for key in ("games", "finished", "errors", "decisions")]
        rows.append([players, *counted, spread, speed])
    text = f"{soak.games:,} random games for each number of players, with their log, on {CORES} cores."
    return f"{text} `{' '.join(SPREAD[slug])}`." if slug in SPREAD else text, table(rows)


def fuzz(soak: Soak, slug: str) -> tuple[str, str]:
    progress(f"fuzz {slug}: {CORES} processes, {soak.minutes:g} minutes")
    arguments = ["fuzz", slug, "--minutes", str(soak.minutes), "--failures", str(ROOT / "build")]
    running = [start("compiled", *arguments, "--seed", str(seed)) for seed in range(CORES)]
    found = [figures(command) for command in running]
    totals = [sum([one[key] for one in found]) for key in ("games", "decisions", "imagined", "draws")]
    rows: list[list[object]] = [["games", "decisions", "imagined games", "draws needed for them", "failures"]]
    rows.append([*totals, sum([len(one["failures"]) for one in found])])
    text = f"Random games with random rulings, all that must hold checked at every decision: {CORES} processes"
    return f"{text} for {soak.minutes:g} minutes each.", table(rows)


def bots(soak: Soak, slug: str) -> tuple[str, str]:
    if definition(slug).cooperative:
        return parties(soak, slug)
    rows: list[list[object]] = [["bot", "against", "games", "won", "95 % interval", "by chance"]]
    others, search = definition(slug).players[-1] - 1, BUDGETS.get(slug, BUDGET)
    for bot, rival in (("greedy", "random"), (search, "random"), (search, "greedy")):
        lineup = ",".join([bot, *[rival] * others])
        found = run("arena", slug, "--bots", lineup, "--games", str(soak.matches), "--workers", str(CORES))
        mine = next(one for one in found["bots"] if one["bot"] == bot)
        shares = [f"{mine[key]:.1%}" for key in ("rate", "low", "high", "fair")]
        rows.append([bot, f"{others} x {rival}", mine["games"], shares[0], f"{shares[1]} to {shares[2]}", shares[3]])
    return f"{soak.matches:,} games for each line-up, seats rotated.", table(rows)


def parties(soak: Soak, slug: str) -> tuple[str, str]:
    """Where all win or lose together: parties of one kind of bot."""
    rows: list[list[object]] = [["party of", "games", "won", "95 % interval"]]
    for bot in ("random", "greedy", BUDGETS.get(slug, BUDGET)):
        each = ["--games", str(soak.matches), "--players", str(definition(slug).players[-1])]
        found = run("simulate", slug, "--bots", bot, *each, "--workers", str(CORES))
        won = found["wins"]["seat"][0]
        shown = [f"{won[key]:.1%}" for key in ("rate", "low", "high")]
        rows.append([bot, found["finished"], shown[0], f"{shown[1]} to {shown[2]}"])
    return f"{soak.matches:,} games for each party, as many characters as there may be.", table(rows)


# ---------------------------------------------------------------- armies against armies
def together(commands: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """What many short commands of the compiled build found, as many at once as there are cores."""
    found: list[dict[str, Any]] = []
    for at in range(0, len(commands), CORES):
        progress(f"grimtable-compiled {' '.join(commands[at])}, {at + 1} of {len(commands)}")
        running = [start("compiled", *command) for command in commands[at : at + CORES]]
        found += [figures(command) for command in running]
    return found


def between(one: str, other: str) -> list[str]:
    return ["--option", f"army_1={one}", "--option", f"army_2={other}"]


def armies(soak: Soak) -> tuple[str, str]:
    """Every ready army against every other and itself; then bots against bots with the same army."""
    names = [str(name) for name in definition("wh40k").options[0].values]
    pairs = [(one, other) for one in names for other in names]
    played: list[list[object]] = [["bots", "pairs", "games", "finished", "errors", "decisions", "answers per game"]]
    for bot, games in (("random", soak.games), ("greedy", soak.matches)):
        each = ["simulate", "wh40k", "--games", str(-(-games // len(pairs))), "--bots", bot]
        found = together([[*each, *between(*pair), "--failures", str(ROOT / "build")] for pair in pairs])
        counted = [sum([one[key] for one in found]) for key in ("games", "finished", "errors", "decisions")]
        least, most = min([one["length"]["least"] for one in found]), max([one["length"]["most"] for one in found])
        played.append([f"{bot}, {bot}", len(pairs), *counted, f"{least} to {most}"])
    rated: list[list[object]] = [["bot", "against", "games", "won", "95 % interval", "errors"]]
    for bot, rival, games in (("greedy", "random", soak.matches), (ARMIES_BUDGET, "greedy", soak.matches // 2)):
        each = ["arena", "wh40k", "--bots", f"{bot},{rival}", "--games", str(-(-games // len(names) // 2) * 2)]
        found = together([[*each, *between(name, name)] for name in names])
        mine = [next(row for row in one["bots"] if row["bot"] == bot) for one in found]
        won = share(sum([row["wins"] for row in mine]), sum([row["games"] for row in mine]))
        shown = [f"{number:.1%}" for number in (won.rate, won.low, won.high)]
        errors = sum([one["errors"] for one in found])
        rated.append([bot, rival, won.games, shown[0], f"{shown[1]} to {shown[2]}", errors])
    what = "All pairs of the nine ready armies; then bots with mirrored armies, all nine, seats in turns."
    return what, f"{table(played)}\n\n{table(rated)}"


def paths(soak: Soak) -> tuple[str, str]:
    """Moves that try to cheat, judged by the tests' umpire: whoever is interrupted goes on where he was."""
    progress(f"paths: {soak.paths:,} attempts of each kind")
    command = [sys.executable, "-m", "tools.wh40k_paths", "--json", "--attempts", str(soak.paths)]
    found = in_parts(command)
    last = figures(
        subprocess.Popen([*command, "--attempts", "0", "--costs"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    )
    rows: list[list[object]] = [["attempt", "tries", "broken, refused", "clear, accepted", "in doubt", "differences"]]
    rows += of_kinds(found)
    checks: list[list[object]] = [["check", "move of ten models", "without it, µs", "with it, µs"], *last["costs"]]
    what = """\
Free-form moves that try to gain what they may not, judged by an umpire who shares no geometry with the engine
(`tests/games/wh40k/umpire.py`): what he calls broken must be refused, what is in no doubt must be accepted; in doubt is
what hangs on a third of a millimetre. Below, what each check costs: the same move checked without it and with it, plain
build, best of ten."""
    return what, f"{table(rows)}\n\n{table(checks)}"


def offers(soak: Soak) -> tuple[str, str]:
    """What a fine search finds legal, and whether it is suggested: whoever is interrupted goes on where he was."""
    progress(f"offers: {soak.offers:,} positions")
    found = in_parts([sys.executable, "-m", "tools.wh40k_offers", "--json", "--positions", str(soak.offers)])
    rows: list[list[object]] = [["what", "positions", "found, offered", "only offered", "neither", "only found"]]
    rows += of_kinds(found)
    what = """\
Random positions in which a fine search of the tests (`tests/games/wh40k/finder.py`), which shares nothing with the
suggestions, looks for one legal charge, pile-in, consolidation, Heroic Intervention, deployment or disembarkation; and
whether the game asks and suggests one. What is only found is an error."""
    return what, table(rows)


def in_parts(command: Sequence[str]) -> list[dict[str, Any]]:
    """What a command finds that can be given a part of the work, a part for each core."""
    parts = [[*command, "--part", str(part), "--parts", str(CORES)] for part in range(CORES)]
    running = [subprocess.Popen(part, cwd=ROOT, stdout=subprocess.PIPE, text=True) for part in parts]
    return [figures(one) for one in running]


def of_kinds(found: Sequence[dict[str, Any]]) -> list[list[object]]:
    """A row for each kind: all together, and column by column."""
    rows: list[list[object]] = []
    for name in found[0]["kinds"]:
        counts = [sum(column) for column in zip(*[one["kinds"][name] for one in found if one["kinds"]])]
        rows.append([name, sum(counts), *counts])
    return rows


# ---------------------------------------------------------------- sections of everything
def bench(soak: Soak) -> tuple[str, str]:
    progress("bench, plain and compiled, with peers")
    return "`grimtable bench --peers` in both builds, one process, CPU time.", summary(both_builds())


# Tests with the size that they have in a soak, by the variable that sets it.
BROWSER_TESTS = (("browser/test_same_options.py", "POSITIONS", 300), ("browser/test_quick.py", "FIRST_CLICK", 10))


def enlarged(tests: Sequence[tuple[str, str, int]]) -> list[list[object]]:
    """Tests run at their full size: what, how much, and whether they passed."""
    rows: list[list[object]] = [["what", "figure", "result"]]
    for test, variable, count in tests:
        progress(f"tests/{test}: {variable} {count:,}")
        environment = {**os.environ, f"GRIMTABLE_SOAK_{variable}": str(count)}
        command = [sys.executable, "-m", "pytest", "-q", f"tests/{test}"]
        passed = subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=sys.stderr).returncode == 0
        rows.append([f"{test}: {variable.lower()}", count, "passed" if passed else "FAILED"])
    return rows


def compare(soak: Soak) -> tuple[str, str]:
    """Random play beside an earlier commit's."""
    if soak.commit is None:
        raise Failed("name the earlier commit with --commit")
    rows = compare_with(soak.commit, soak.only, BUILDS, ROUNDS, SECONDS, progress)
    what = f"Random play with the most players, {ROUNDS} alternating rounds of {SECONDS:g} CPU seconds each, in a fresh"
    return f"{what} process for each: decisions per CPU second, and the median of the ratios.", table(rows)


def server(soak: Soak) -> tuple[str, str]:
    """The server killed, attacked, under load and running for hours: whoever is interrupted goes on where he was."""
    progress("the server, for at most an hour: what is missing then is done by the same command again")
    command = [sys.executable, "-m", "tools.server_soak"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    if not found:
        raise Failed("the server was not measured")
    return SERVER, found


def browser(soak: Soak) -> tuple[str, str]:
    """The page's options compared with the engine's, and the seconds from the command to the first legal click."""
    return "Positions in which page and engine offer the same; at most so many seconds.", table(enlarged(BROWSER_TESTS))


OF_A_GAME: dict[str, tuple[str, Callable[[Soak, str], tuple[str, str]]]] = {
    "games": ("Random games", games),
    "fuzz": ("Checks at every decision", fuzz),
    "bots": ("Strength of the bots", bots),
}
OF_ALL: dict[str, tuple[str, Callable[[Soak], tuple[str, str]]]] = {
    "armies": ("Armies against armies: wh40k", armies),
    "paths": ("Moves that try to cheat: wh40k", paths),
    "offers": ("What is legal is offered: wh40k", offers),
    "bench": ("Speed", bench),
    "compare": ("Speed beside an earlier commit", compare),
    "server": ("The browser table's server", server),
    "browser": ("The browser table", browser),
}
SECTIONS = (*OF_A_GAME, *OF_ALL)


# ---------------------------------------------------------------- the file
def machine() -> str:
    cpus = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpus.read_text()) if cpus.exists() else None
    model = found[1] if found else platform.processor() or platform.machine()
    return f"{model}, {CORES} cores, {platform.system()}, Python {platform.python_version()}"


def written(sections: dict[str, str]) -> str:
    order = [f"{name} {slug}" for name in OF_A_GAME for slug in slugs()] + list(OF_ALL)
    return "\n".join([HEAD, *[sections[name] for name in order if name in sections]])


def stored(text: str) -> dict[str, str]:
    """The sections that a file of figures holds, by name."""
    blocks = re.findall(r"(<!-- ([\w ]+) -->\n.*?<!-- end -->\n)", text, re.DOTALL)
    return {name: block for block, name in blocks}


def write(name: str, title: str, measure: Callable[[], tuple[str, str]], file: Path) -> None:
    """Measure a section and put it into the file, which may have changed meanwhile."""
    progress(f"section {name}")
    begun, measured_at = time.monotonic(), commit()
    what, found = measure()
    minutes = (time.monotonic() - begun) / 60
    today = datetime.now(UTC).date().isoformat()
    facts = f"{today}, commit {measured_at}, {machine()}; took {minutes:.0f} minutes."
    block = f"<!-- {name} -->\n## {title}\n\n{what}\n\n{found}\n\n{facts}\n<!-- end -->\n"
    sections = stored(file.read_text(encoding="utf-8")) if file.exists() else {}
    file.write_text(written({**sections, name: block}), encoding="utf-8")


def measure_section(name: str, soak: Soak) -> None:
    if name in OF_ALL:
        title, measure = OF_ALL[name]
        write(name, title, partial(measure, soak), soak.file)
        return
    title, measure_game = OF_A_GAME[name]
    for slug in soak.only:
        write(f"{name} {slug}", f"{title}: {slug}", partial(measure_game, soak, slug), soak.file)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="make soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)}; default: all")
    parser.add_argument("--games", type=int, default=10_000, help="random games for each number of players")
    parser.add_argument("--minutes", type=float, default=30, help="minutes of fuzzing on each core")
    parser.add_argument("--matches", type=int, default=400, help="games for each line-up of bots")
    parser.add_argument("--paths", type=int, default=20_000, help="moves of each kind that try to cheat")
    parser.add_argument("--commit", help="the earlier commit that `compare` measures beside this one")
    parser.add_argument("--offers", type=int, default=50_000, help="positions searched for what is not suggested")
    parser.add_argument("--file", type=Path, default=FIGURES, help="where the figures go")
    parser.add_argument("--only", nargs="+", choices=slugs(), default=slugs(), metavar="GAME", help="only these games")
    soak = parser.parse_args(arguments, Soak())
    if unknown := [name for name in soak.sections if name not in SECTIONS]:
        parser.error(f"there is no section {unknown[0]!r}; there is {', '.join(SECTIONS)}")
    for name in soak.sections or [name for name in SECTIONS if name != "compare" or soak.commit]:
        try:
            measure_section(name, soak)
        except Failed as reason:
            print(f"make soak: {reason}", file=sys.stderr)
            return 1
    print(f"written: {os.path.relpath(soak.file)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
