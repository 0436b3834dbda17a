"""How soon one can play: what a first visit loads, and how long from the command to the first legal click."""

from __future__ import annotations

import gzip
import os
import re
import time
from pathlib import Path

from playwright.sync_api import Browser

from browser.conftest import free_port
from browser.visitor import Visitor
from grimtable.server.pages import DIST
from server.standalone import running

FIRST_LOAD = 250_000  # bytes of script and style, gzipped
FIRST_CLICK = os.environ.get("GRIMTABLE_SOAK_FIRST_CLICK")  # seconds; only a soak, alone on its machine, is timed


def test_the_first_load_is_small() -> None:
    page = (DIST / "index.html").read_text(encoding="utf-8")
    files = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    assert files
    assert sum([len(gzip.compress((DIST / file).read_bytes())) for file in files]) <= FIRST_LOAD


def test_from_the_command_to_the_first_legal_click(browser: Browser, tmp_path: Path) -> None:
    since = time.monotonic()
    with running(free_port(), tmp_path) as process:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        visitor = Visitor(context.new_page(), f"http://127.0.0.1:{process.port}", "", "en")
        visitor.play_bots()
        visitor.wait_for_turn()
        assert visitor.lit().count()
        visitor.lit().first.click(position={"x": 10, "y": 10})
        took = time.monotonic() - since
        context.close()
    assert FIRST_CLICK is None or took <= float(FIRST_CLICK)
