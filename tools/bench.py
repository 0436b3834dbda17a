"""Measure the plain and the compiled build, each in turn with its peers, and print one table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from tools.run import COMMANDS, Failed, figures, start, table

ROWS = {
    "decisions_per_cpu_second": "decisions per CPU second",
    "ratio_to_catanatron": "times catanatron",
    "clone_us": "clone at a decision, µs",
    "imagine_us": "imagined game at a decision, µs",
    "load_us": "load, at most, µs",
    "undo_us": "undo, at most, µs",
    "stored_bytes": "stored, at most, bytes",
    "stored_bytes_median": "stored, median, bytes",
    "decisions_per_game": "decisions per game",
}


def both_builds() -> dict[str, dict[str, Any]]:
    """The figures of each build. One after the other: two at once would share the machine's caches."""
    return {build: figures(start(build, "bench", "--peers")) for build in COMMANDS}


def summary(found: dict[str, dict[str, Any]]) -> str:
    """The games' figures by build, then the peers'."""
    parts = []
    plain, compiled = found["plain"], found["compiled"]
    for slug, figures_of in plain["games"].items():
        head: list[object] = [f"{slug}, {figures_of['players']} players", "plain", "compiled", "compiled / plain"]
        rows = [head]
        for key, words in ROWS.items():
            one, other = figures_of.get(key), compiled["games"][slug].get(key)
            rows.append([words, one, other, other / one if one and other else None])
        parts.append(table(rows))
    peers: list[list[object]] = [["decisions per CPU second", "plays", "beside plain", "beside compiled"]]
    for name, peer in plain["peers"].items():
        speeds = [peer["decisions_per_cpu_second"], compiled["peers"][name]["decisions_per_cpu_second"]]
        peers.append(
            [name, peer["plays"], *[peer["skipped"]] * 2] if "skipped" in peer else [name, peer["plays"], *speeds]
        )
    parts.append(table(peers))
    return "\n\n".join(parts)


def main(arguments: Sequence[str] | None = None) -> int:
    argparse.ArgumentParser(prog="make bench", description=__doc__).parse_args(arguments)
    try:
        print(summary(both_builds()))
    except Failed as reason:
        print(f"make bench: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
