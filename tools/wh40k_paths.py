"""Let the tests' umpire judge moves that try to cheat, as many as wanted, and time what each check of a move costs.

    PYTHONPATH=src python -m tools.wh40k_paths [--attempts N] [--part K --parts N] [--json]

Attempts are made in blocks. Each block is written to build/ as soon as it is judged, and is not judged again as long as
neither the game nor the umpire has changed: whoever is interrupted goes on where he was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from tools.blocks import Block, mark, resumed, summed
from tools.run import ROOT, table

sys.path.insert(0, str(ROOT / "tests"))

from games.wh40k.cheats import attempts
from games.wh40k.table import battlefield, unit
from games.wh40k.umpire import Move, umpire
from grimtable import build
from grimtable.games.wh40k import moving, stretches
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.ground import LEVEL
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import FALL_BACK, NORMAL, Way, move_refusal
from grimtable.games.wh40k.state import MOVEMENT, Battle
from grimtable.simulate.bench import microseconds

BLOCK = 50  # attempts of each kind
COUNTED = ("broken, refused", "clear, accepted", "in doubt", "differences")


# ---------------------------------------------------------------- attempts
def judged(seed: int) -> Block:
    """A block of attempts: what was counted of each kind, and where engine and umpire differ."""
    counts: dict[str, list[int]] = {}
    differ: list[str] = []
    for number, (name, move) in enumerate(attempts(BLOCK, seed)):
        row = counts.setdefault(name, [0, 0, 0, 0])
        found, refused = umpire(move), refused_by_the_engine(move)
        if (found.broken and not refused) or (not found.doubts and refused):
            differ.append(f"attempts({BLOCK}, {seed})[{number}]")
            row[3] += 1
        elif found.broken or not found.doubts:
            row[0 if found.broken else 1] += 1
        else:
            row[2] += 1
    return Block(counts, differ)


def refused_by_the_engine(move: Move) -> bool:
    way = way_of(move.state, move.unit, move.kind, move.allowance, move.targets)
    return move_refusal(move.state, move.unit, way, move.answer) is not None


# ---------------------------------------------------------------- what each check costs
def ten(sheet: str = "tactical_squad", terrain: str = "empty", x: int = 30, y: int = 20) -> tuple[Battle, int]:
    """Ten models in two ranks, friends behind them and enemies before them."""
    s = battlefield(MOVEMENT, terrain=terrain)
    a = unit(s, 0, sheet, 10, x, y, gap=60)
    for n, model in enumerate(s.crew[a]):
        s.x[model], s.y[model] = s.x[s.crew[a][n % 5]], (y - 2 * (n // 5)) * INCH
    unit(s, 0, "tactical_squad", 5, x, y - 6, gap=60)
    unit(s, 1, "tactical_squad", 10, x - 2, y + 9, gap=60)
    return s, a


def ways(s: Battle, number: int, dx: int = 0, dy: int = 400, turn: int = 0, fan: int = 0, bend: int = -1) -> Any:
    """Ways of all models, in hundredths of an inch; some of them apart from the others, with a corner, or turned."""
    found: list[Any] = []
    for n, m in enumerate(s.alive(number)):
        x, y = s.x[m] + (dx + fan * (n % 5)) * INCH // 100, s.y[m] + dy * INCH // 100
        end = (x, y, 0, (s.facing[m] + turn) % 128)
        corner = (s.x[m] + bend * INCH // 100, s.y[m] + dy * INCH // 200, 0, s.facing[m])
        found.append((end,) if bend < 0 else (corner, end))
    return tuple(found)


def retreating() -> tuple[Battle, int, Any]:
    s, a = ten()
    unit(s, 1, "chaos_cultists", 1, 30, 22)
    away = ways(s, a, -100, 0)
    return s, a, tuple([() if n in (4, 8, 9) else path for n, path in enumerate(away)])


def kept(check: Callable[..., Any], s: Battle, number: int, way: Way, *rest: Any) -> Any:
    """The check of a unit as a whole, but of those who stay."""
    return check(s, number, way._replace(kind=NORMAL) if way.kind == FALL_BACK else way, *rest)


def moves_of_ten() -> dict[str, tuple[str, Battle, int, Any]]:
    """Legal moves of ten models, each with its kind."""
    plain, over, ovals = ten(), ten(terrain="standard_11", x=44, y=8), ten("warbikers")
    return {
        "all alike": (NORMAL, *plain, ways(*plain)),
        "each his own way": (NORMAL, *plain, ways(*plain, fan=10)),
        "with a corner": (NORMAL, *plain, ways(*plain, bend=20)),
        "over a barricade": (NORMAL, *over, ways(*over, dy=550)),
        "ten oval bases turn": (NORMAL, *ovals, ways(*ovals, turn=8)),
        "a Fall Back, three stay": (FALL_BACK, *retreating()),
    }


def nothing(*_: Any) -> None:
    return None


def yes(*_: Any) -> bool:
    return True


def costs() -> list[list[object]]:
    """Each check with a move for which it counts: without it and with it, in microseconds."""
    stay = partial(kept, moving.formation_refusal)
    checks: list[tuple[str, str, Any, str, Any]] = [
        ("models that stay", "a Fall Back, three stay", moving, "formation_refusal", stay),
        ("the table's edge", "all alike", moving, "stays_on_table", yes),
        ("comrades", "all alike", moving, "comrades_refusal", nothing),
        ("comrades", "each his own way", moving, "comrades_refusal", nothing),
        ("comrades", "ten oval bases turn", moving, "comrades_refusal", nothing),
        ("corners", "with a corner", moving, "pauses", yes),
        ("what is climbed", "over a barricade", stretches, "climb", lambda *_: LEVEL),
        ("bases that turn", "ten oval bases turn", stretches, "turned", lambda *_: []),
    ]
    moves = moves_of_ten()
    found: list[list[object]] = []
    for check, what, module, name, instead in checks:
        kind, s, number, answer = moves[what]
        action = partial(move_refusal, s, number, way_of(s, number, kind, 12 * INCH), answer)
        assert action() is None, what
        best = [1e9, 1e9]
        for _ in range(10):  # by turns: whatever else the machine does falls on both
            best[1] = min(best[1], microseconds(action, 20))
            with taken_out(module, name, instead):
                best[0] = min(best[0], microseconds(action, 20))
        found.append([check, what, *best])
    return found


@contextmanager
def taken_out(module: Any, name: str, instead: Any) -> Iterator[None]:
    check = getattr(module, name)
    setattr(module, name, instead)
    try:
        yield
    finally:
        setattr(module, name, check)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attempts", type=int, default=200, help="of each kind")
    parser.add_argument("--part", type=int, default=0, help="which part of them")
    parser.add_argument("--parts", type=int, default=1, help="of so many")
    parser.add_argument("--costs", action="store_true", help="also time the checks, in the plain build")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    blocks = range(1 + asked.part, 1 + -(-asked.attempts // BLOCK), asked.parts)
    files = [*(ROOT / "src/grimtable/games/wh40k").rglob("*.py"), *(ROOT / "tests/games/wh40k").glob("[ctu]*.py")]
    file = ROOT / "build" / f"wh40k_paths_{asked.part}_of_{asked.parts}.json"
    found = summed(resumed(blocks, file, mark(files), judged))
    if asked.costs and build() == "plain":
        found["costs"] = costs()
    if asked.json:
        print(json.dumps(found))
    else:
        print(table([["kind", *COUNTED], *[[name, *row] for name, row in found["kinds"].items()]]))
        if "costs" in found:
            print("\n" + table([["check", "move of ten models", "without, µs", "with, µs"], *found["costs"]]))
        print(*found["differ"], sep="\n")
    return 1 if found["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
