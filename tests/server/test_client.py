"""What the browser client is made of: locked with hashes, and credited."""

from __future__ import annotations

import json
from pathlib import Path

import grimtable

ROOT = Path(__file__).parents[2]
WEB = Path(grimtable.__file__).parent / "web"


def test_every_package_is_locked_by_its_hash_and_by_no_address() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert [name for name, package in packages.items() if not package.get("integrity", "").startswith("sha512-")] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert {"darwin", "linux", "win32"} <= {system for package in packages.values() for system in package.get("os", [])}


def test_every_glyph_is_in_the_credits() -> None:
    icons = json.loads((WEB / "src" / "icons.json").read_text(encoding="utf-8"))
    used = {glyph for part, glyphs in icons.items() if part != "ui" for glyph in glyphs.values()}
    text = (ROOT / "CREDITS.md").read_text(encoding="utf-8")
    rows = text.partition("glyphs of game-icons.net |\n")[2].partition("\n\n")[0]
    credited = {glyph for row in rows.splitlines()[1:] for glyph in row.split("|")[2].strip().split(", ")}
    assert sorted(used - credited) == []
