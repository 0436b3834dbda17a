"""Both languages, four widths, and nothing that shuts somebody out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.test_looking_back import finished
from browser.visitor import Visitor

Visit = Callable[..., Visitor]
BOTS = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 3]
WIDTHS = (390, 1024, 1440, 2560)


def serious(page: Page, axe: Path) -> list[str]:
    """What axe finds serious, as rule and element."""
    page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing_serious(visit: Visit, axe: Path, lang: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page
    page.wait_for_selector(".g .btn.can")
    assert serious(page, axe) == []
    page.goto(f"{visitor.address}/new/darklord")
    page.wait_for_selector("form")
    assert serious(page, axe) == []
    visitor.make(BOTS)
    visitor.wait_for_turn()
    assert serious(page, axe) == []
    visitor.choose(visitor.actions()[0])
    visitor.wait_for_turn()
    visitor.lit().first.click()
    assert serious(page, axe) == []
    page.keyboard.press("r")
    page.wait_for_selector(".drawer article")
    assert serious(page, axe) == []
    table = finished(visitor)
    page.goto(f"{visitor.address}/replay/{table}#move=20")
    page.wait_for_selector(".area")
    page.wait_for_selector(".stats td")
    assert serious(page, axe) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_page_scrolls_sideways(visit: Visit, lang: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page

    def check(where: str) -> None:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(120)
            inner = page.evaluate("document.documentElement.scrollWidth")
            assert inner <= width, f"{where} is {inner} wide at {width}"
        page.set_viewport_size({"width": 1440, "height": 900})

    page.wait_for_selector(".g .btn.can")
    check("home")
    for path in ("new/darklord", "rules/darklord", "about"):
        page.goto(f"{visitor.address}/{path}")
        page.wait_for_selector("h1")
        check(path)
    visitor.make(BOTS)
    visitor.wait_for_turn()
    check("table")
    table = finished(visitor)
    page.goto(f"{visitor.address}/t/{table}")
    page.wait_for_selector(".end .stats td")
    check("end of a game")
    page.goto(f"{visitor.address}/replay/{table}")
    page.wait_for_selector(".stats td")
    check("replay")


def test_the_language_changes_live_and_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.make(BOTS)
    visitor.wait_for_turn()
    english, actions = page.locator(".prompt .ask").inner_text(), visitor.actions()
    page.locator(".tool.lang").click()
    page.wait_for_function("() => document.querySelector('.prompt .ask').innerText.includes('スリーブ')")
    assert page.locator("html").get_attribute("lang") == "ja"
    assert visitor.actions() == actions
    page.locator(".tool.lang").click()
    page.wait_for_function("text => document.querySelector('.prompt .ask').innerText === text", arg=english)


def test_the_tutorial_leads_through_the_first_round_and_can_be_left(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".learn").first.click()
    page.wait_for_selector(".tutor")
    first = page.locator(".tutor p").inner_text()
    for _ in range(3):
        page.get_by_role("button", name="Go on").click()
    assert page.locator(".tutor p").inner_text() != first
    visitor.wait_for_turn()
    visitor.choose(visitor.actions()[0])
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('Placement')")
    page.get_by_role("button", name="Leave the tutorial").click()
    assert page.locator(".tutor").count() == 0


def test_a_hint_shows_three_answers_at_most(visit: Visit) -> None:
    visitor = visit()
    visitor.make(BOTS)
    visitor.wait_for_turn()
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector(".hint .row3")
    assert 1 <= visitor.page.locator(".hint .row3").count() <= 3


def test_on_a_phone_a_held_finger_explains_what_a_tap_would_choose(visit: Visit) -> None:
    visitor = visit(width=390, height=844, touch=True)
    page = visitor.page
    visitor.make(BOTS)
    page.wait_for_function("() => document.querySelector('[data-lit]') !== null")
    before, piece = visitor.answers, page.locator(".hand [data-lit]").first
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    spot = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    page.wait_for_selector(".explain h3")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)
    assert page.locator(".explain h3").count() == 1
    assert visitor.answers == before
    assert page.locator(".piece.sel").count() == 0
    page.touchscreen.tap(200, 70)
    page.wait_for_selector(".explain", state="detached")
    piece.tap()
    page.wait_for_function(
        f"""() => Number(document.querySelector('.table').dataset.answers) > {before}
            || document.querySelector('.piece.sel') !== null"""
    )


def test_the_page_of_the_rules_tells_which_are_proven(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}/rules/darklord")
    rule = visitor.page.locator("[id='DARKLORD-8.4'] .proof")
    rule.wait_for()
    assert "battle.py standing" in rule.inner_text()
    assert "breaking the code fails a test" in rule.inner_text()


def test_on_a_phone_rules_and_hints_are_within_reach(visit: Visit) -> None:
    visitor = visit(width=390, height=844, touch=True)
    page = visitor.page
    visitor.make(BOTS)
    page.wait_for_function("() => document.querySelector('[data-lit]') !== null")
    page.locator(".latest .rule").first.tap()
    page.wait_for_selector(".drawer article.at")
    page.get_by_role("button", name="Close the rules").tap()
    page.wait_for_selector(".drawer", state="detached")
    page.get_by_role("button", name="Hint").tap()
    page.wait_for_selector(".hint .row3")
    assert page.locator(".scores .sigil:visible").count() == 4
