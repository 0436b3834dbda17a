"""Chaos in the Old World in the browser: by mouse to the end, the engine's options, all widths, both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from browser.test_everybody import WIDTHS, serious
from browser.test_same_options import lit_refs, refs_of
from browser.visitor import Visitor
from grimtable.games.oldworld import DEFINITION
from grimtable.kernel.chance import FastDice

Visit = Callable[..., Visitor]
ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}
ANSWERS = 60  # by mouse, and the bots'; the rest of the game goes through the list


def make(visitor: Visitor, seed: int = 5) -> None:
    visitor.make([ME, BOT, BOT, BOT], game="oldworld", seed=seed)
    visitor.wait_for_turn()


def test_rounds_by_mouse_and_on_to_the_end(visit: Visit) -> None:
    visitor, random = visit(), Random(3)
    make(visitor)
    visitor.click_until(ANSWERS, random)
    while visitor.wait_for_turn():
        visitor.choose(visitor.actions()[-1])
    visitor.page.wait_for_selector(".end .stats path")
    headline = visitor.page.locator(".end h2").inner_text()
    assert "wins" in headline or "everybody loses" in headline


def test_the_map_offers_what_the_engine_offers(visit: Visit) -> None:
    visitor, random, seed = visit(), Random(8), 21
    visitor.make([ME] * 4, game="oldworld", seed=seed)
    game = DEFINITION.new_game(4, {}, FastDice(seed))
    for answer in range(50):
        lift_the_curtain(visitor)
        visitor.wait_for_turn()
        [decision] = game.decisions()
        offered = [decision.action_id(option) for option in decision.options]
        if answer % 5 == 0:
            assert visitor.actions() == offered
            spoken = {ref for option in offered for ref in refs_of(visitor, option)}
            assert set(lit_refs(visitor)) <= spoken
        chosen = random.randrange(len(offered))
        visitor.choose(offered[chosen])
        game.apply(decision.player, decision.options[chosen])


def lift_the_curtain(visitor: Visitor) -> None:
    """Four people on one screen: the next one says that they are there."""
    page = visitor.page
    page.wait_for_function("() => document.querySelector('.curtain, .opt:enabled') !== null")
    if page.locator(".curtain").count():
        page.locator(".curtain .btn").click()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_width_holds_the_table_and_shuts_nobody_out(visit: Visit, axe: Path, lang: str) -> None:
    visitor, random = visit(lang=lang), Random(2)
    make(visitor)
    for _ in range(6):
        visitor.wait_for_turn()
        visitor.choose(random.choice(visitor.actions()[:-1] or visitor.actions()))
    visitor.wait_for_turn()
    page = visitor.page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width in (390, 1440):
            assert serious(page, axe) == []
    for tab in (1, 2):
        button = page.locator(".drawer-ow .tabs button").nth(tab)
        if button.is_enabled():
            button.click()
            assert serious(page, axe) == []


def test_a_stand_in_says_that_it_is_one(visit: Visit) -> None:
    visitor = visit()
    make(visitor)  # the second card of this deal is a stand-in
    while visitor.page.locator(".ow-track sup").count() == 0:
        visitor.wait_for_turn()
        visitor.choose(visitor.actions()[-1])
    visitor.page.locator(".ow-track", has=visitor.page.locator("sup")).first.hover()
    visitor.page.wait_for_selector(".explain")
    assert "Text not from the printed card" in visitor.page.locator(".explain").inner_text()


def test_a_click_on_the_land_narrows_like_a_click_on_its_name(visit: Visit) -> None:
    visitor = visit()
    make(visitor)
    visitor.choose(next(action for action in visitor.actions() if "bloodletter" in action))
    visitor.wait_for_turn()
    before = visitor.answers
    visitor.page.locator("path[data-area=empire]").click()
    visitor.wait_beyond(before)
    line = visitor.page.locator(".log .line", has_text="Bloodletter").first.inner_text()
    assert "to the Empire" in line


def test_the_tutorial_leads_through_the_first_round(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".g", has_text="Chaos in the Old World").locator(".learn").click()
    page.wait_for_selector(".tutor")
    for _ in range(3):
        page.get_by_role("button", name="Go on").click()
    visitor.wait_for_turn()
    page.wait_for_selector("[data-ref='figure:10'][data-look]")
    visitor.choose(next(action for action in visitor.actions() if "bloodthirster" in action))
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('What you can choose glows')")
    visitor.choose(next(action for action in visitor.actions() if "bretonnia" in action))
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('Blood Frenzy')")
    while page.locator(".tutor", has_text="region by region").count() == 0:
        visitor.wait_for_turn()
        visitor.choose(visitor.actions()[-1])
        if page.locator(".tutor button", has_text="Go on").count():
            page.locator(".tutor button", has_text="Go on").click()
    page.get_by_role("button", name="Leave the tutorial").click()
    assert page.locator(".tutor").count() == 0
