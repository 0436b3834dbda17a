"""One server and one browser per test process."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.chromium import ARGUMENTS, MISSING, chromium
from browser.visitor import Visitor
from grimtable.server.pages import DIST
from server.standalone import running


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert (DIST / "index.html").exists(), "the client is not built: run `make web`"
    with running(free_port(), tmp_path_factory.mktemp("browser")) as process:
        yield f"http://127.0.0.1:{process.port}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Visitors with a browser profile of their own; a page with an error, or against its policy, fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_visit(
        name: str = "Mira", lang: str = "en", width: int = 1440, height: int = 900, touch: bool = False
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, bypass_csp=False, reduced_motion="reduce"
        )
        contexts.append(context)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend([said.text] if "Content Security Policy" in said.text else []))
        return Visitor(page, address, name, lang)

    yield open_visit
    for context in contexts:
        context.close()
    assert not problems


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def axe() -> Path:
    return DIST.parent / "node_modules" / "axe-core" / "axe.min.js"
