"""The battlefield: a unit is taken in the hand, the rules say what they think of it, and it goes where it was put."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.test_everybody import serious
from browser.visitor import Visitor

Visit = Callable[..., Visitor]
SEATS = [{"kind": "me"}, {"kind": "me"}]
OPTIONS = {"army_1": "demo_marines_25", "army_2": "demo_death_guard_25", "terrain": "empty", "objective": "domination"}


def at(visitor: Visitor, prompt: str) -> None:
    """Answers as they come, until this is asked."""
    for _ in range(60):
        assert visitor.wait_for_turn()
        if visitor.actions()[0].startswith(f"{prompt}:"):
            return
        before = visitor.answers
        options = visitor.actions()
        spread = before if options[0].startswith("set_up:") else 0  # not all in one corner
        visitor.choose(options[spread % len(options)])
        visitor.wait_beyond(before)
    raise AssertionError(f"{prompt} never came")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, dx: float, dy: float) -> None:
    x, y = middle(page, ".unit.held .flag")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=6)
    page.mouse.up()


def put_somewhere(page: Page, inch: float) -> bool:
    """Two inches in the first direction where nothing is in the way."""
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        page.locator(".talk .btn", has_text="Back").click()
        drag(page, 2 * inch * dx, 2 * inch * dy)
        page.wait_for_selector(".talk.good, .talk.bad .rule")
        page.wait_for_timeout(800)  # what was asked last is answered last
        if page.locator(".talk.good").count():
            return True
    return False


def scale(page: Page) -> float:
    """Pixels of an inch."""
    found: Any = page.locator(".battlefield").evaluate("svg => svg.getScreenCTM().a * 20")
    return float(found)


def test_a_unit_is_dragged_refused_and_moved(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(visitor, "move")
    inch = scale(page)
    before = visitor.answers
    side = 1 if middle(page, ".unit.held .flag")[0] < 700 else -1
    drag(page, 20 * inch * side, 0)
    page.wait_for_selector(".talk.bad .rule")  # far beyond its Move: the rule is named
    assert page.locator(".talk .main").is_disabled()
    assert put_somewhere(page, inch)
    placed = middle(page, ".unit.held .model")
    page.locator(".talk .main").click()
    visitor.wait_beyond(before)
    unit = page.locator(".unit .model").first
    assert unit.is_visible()
    assert placed in [
        pytest.approx((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), abs=2)
        for box in [one.bounding_box() for one in page.locator(".unit .model").all()]
        if box is not None
    ]


@pytest.mark.parametrize(("lang", "width"), [("en", 1440), ("ja", 1440), ("en", 390)])
def test_the_battlefield_shuts_nobody_out(visit: Visit, axe: Path, lang: str, width: int) -> None:
    visitor = visit(lang=lang, width=width)
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    if width > 768:
        at(visitor, "move_unit")
    visitor.wait_for_turn()
    assert serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tape_measures_and_tells_what_is_in_sight(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(visitor, "move_unit")
    page.keyboard.press("m")
    models = page.locator(".unit .model")
    boxes = [box for box in [one.bounding_box() for one in (models.first, models.last)] if box is not None]
    page.mouse.move(boxes[0]["x"] + boxes[0]["width"] / 2, boxes[0]["y"] + boxes[0]["height"] / 2)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + boxes[1]["width"] / 2, boxes[1]["y"] + boxes[1]["height"] / 2, steps=4)
    text = page.locator(".tape text").text_content() or ""
    page.mouse.up()
    assert "″" in text
    assert "sight" in text
