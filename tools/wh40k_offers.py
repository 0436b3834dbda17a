"""Let the tests' fine search look for legal moves and places in many positions, and count what is not offered.

    PYTHONPATH=src python -m tools.wh40k_offers [--positions N] [--part K --parts N] [--json]

Positions are looked at in blocks. Each block is written to build/ as soon as it is done, and is not done again as long
as neither the game nor the search has changed: whoever is interrupted goes on where he was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from tools.blocks import Block, mark, resumed, summed
from tools.run import ROOT, table

sys.path.insert(0, str(ROOT / "tests"))

from games.wh40k.finder import KINDS, offers, search

BLOCK = 100  # positions of each kind
COUNTED = ("found, offered", "not found, offered", "not found, not offered", "found, not offered")


def looked_at(seed: int) -> Block:
    """A block of positions of each kind."""
    counts = {kind: [0, 0, 0, 0] for kind in KINDS}
    differ: list[str] = []
    for kind, row in counts.items():
        for number in range(seed * BLOCK, (seed + 1) * BLOCK):
            one = search(kind, number)
            found, offered = one.found() is not None, bool(offers(one))
            if found and not offered:
                differ.append(f"search({kind!r}, {number})")
            row[{(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}[found, offered]] += 1
    return Block(counts, differ)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=600, help="of all six kinds together")
    parser.add_argument("--part", type=int, default=0, help="which part of them")
    parser.add_argument("--parts", type=int, default=1, help="of so many")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    tests = ROOT / "tests/games/wh40k"
    files = [*(ROOT / "src/grimtable/games/wh40k").rglob("*.py"), tests / "finder.py", tests / "umpire.py"]
    blocks = range(asked.part, -(-asked.positions // (BLOCK * len(KINDS))), asked.parts)
    file = ROOT / "build" / f"wh40k_offers_{asked.part}_of_{asked.parts}.json"
    found = summed(resumed(blocks, file, mark(files), looked_at))
    if asked.json:
        print(json.dumps(found))
    else:
        print(table([["kind", *COUNTED], *[[kind, *row] for kind, row in found["kinds"].items()]]))
        print(*found["differ"], sep="\n")
    return 1 if found["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
