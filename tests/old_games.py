"""The corpus: games as earlier versions of the rules wrote them."""

from __future__ import annotations

import lzma
from pathlib import Path

from grimtable.records import Record, decode

FOLDER = Path(__file__).parent / "corpus"
VERSIONS = sorted([path.name for path in FOLDER.iterdir()])


def record_files(version: str, slug: str) -> list[Path]:
    return sorted((FOLDER / version / slug).glob("*.record.jsonl.xz"))


def content(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def record(path: Path) -> Record:
    return decode(content(path))


def database(version: str, slug: str, folder: Path) -> Path:
    """The tables of a game as a server has stored them, unpacked into a folder."""
    path = folder / f"{slug}.sqlite"
    path.write_bytes(content(FOLDER / version / slug / "tables.sqlite.xz"))
    return path


def token(table: str, seat: int) -> str:
    """What opens a seat of a stored table."""
    return f"{table} seat {seat}"
