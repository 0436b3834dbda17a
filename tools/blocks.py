"""Long counts in blocks: each is written to a file as soon as it is done, and done only once."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple


class Block(NamedTuple):
    """What was counted of each kind, in columns, and what differs from what it should be."""

    counts: dict[str, list[int]]
    differ: list[str]


def mark(files: Iterable[Path]) -> str:
    """What counts depend on: the text of some files."""
    found = blake2b(digest_size=8)
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()


def resumed(blocks: range, file: Path, made_by: str, count: Callable[[int], Block]) -> list[Block]:
    """The blocks that the file holds, if the same made them, and the others, which are counted now."""
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if kept.get("mark") != made_by:
        kept = {"mark": made_by, "blocks": {}}
    for seed in blocks:
        if str(seed) not in kept["blocks"]:
            kept["blocks"][str(seed)] = count(seed)
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(kept), encoding="utf-8")
            print(f"block {seed} of {blocks.stop - 1}", file=sys.stderr, flush=True)
    return [Block(*kept["blocks"][str(seed)]) for seed in blocks]


def summed(blocks: Sequence[Block]) -> dict[str, Any]:
    """All blocks together, for JSON."""
    counts: dict[str, Counter[int]] = {}
    for block in blocks:
        for name, row in block.counts.items():
            counts.setdefault(name, Counter()).update(dict(enumerate(row)))
    kinds = {name: [counter[column] for column in sorted(counter)] for name, counter in counts.items()}
    return {"kinds": kinds, "differ": [one for block in blocks for one in block.differ]}
