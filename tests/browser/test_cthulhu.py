"""Cthulhu Wars in the browser: played by mouse, the same options as the engine, for everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from browser.test_everybody import WIDTHS, serious
from browser.test_same_options import lit_refs, refs_of
from browser.visitor import Visitor
from grimtable.games.cthulhu import DEFINITION
from grimtable.kernel.chance import FastDice

Visit = Callable[..., Visitor]
ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}
ANSWERS = 20  # by mouse, and the bots'; then the cult gives up its Power and watches the end


def give_up(visitor: Visitor) -> None:
    """The shortest way to the end: drop the Power, take what comes."""
    actions = visitor.actions()
    drops = [action for action in actions if action.endswith((":drop", ":end_turn", ":done"))]
    visitor.choose((drops or actions)[0])


def make(visitor: Visitor, seats: list[dict[str, Any]], **fields: Any) -> None:
    visitor.make(seats, game="cthulhu", **fields)
    visitor.page.wait_for_selector(".region")


def test_a_game_by_mouse_to_its_end(visit: Visit) -> None:
    visitor, random = visit(), Random(1)
    make(visitor, [ME, BOT, BOT, BOT], seed=2)
    visitor.click_until(ANSWERS, random)
    while visitor.wait_for_turn():
        give_up(visitor)
    assert visitor.page.locator(".end h2").inner_text()


@pytest.mark.parametrize(("players", "map_name"), [(2, "by_players"), (3, "earth_w3_e3"), (4, "earth_w5_e3")])
def test_the_page_offers_what_the_engine_offers(visit: Visit, players: int, map_name: str) -> None:
    visitor, random = visit(), Random(players)
    make(visitor, [ME] * players, seed=players, options={"map": map_name})
    game = DEFINITION.new_game(players, {"map": map_name}, FastDice(players))
    for answer in range(25):
        visitor.wait_for_turn()
        [decision] = game.decisions()
        offered = [decision.action_id(option) for option in decision.options]
        assert visitor.actions() == offered
        if answer % 8 == 0:
            spoken = {ref for action in offered for ref in refs_of(visitor, action)}
            assert set(lit_refs(visitor)) <= spoken
        chosen = random.randrange(len(offered))
        visitor.choose(offered[chosen])
        game.apply(decision.player, decision.options[chosen])


def test_a_click_on_a_figure_and_then_on_an_area_moves_it(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    make(visitor, [ME] * 4, seed=2)
    visitor.choose("direction:clockwise")
    page.locator('[data-ref="action:move"]').click()
    page.locator('.token[data-lit][data-ref="unit:gc_acolyte_2"]').click()
    page.wait_for_selector('.region[data-lit][data-ref="area:north_pacific"]')
    visitor.click_on('.region[data-ref="area:north_pacific"]')
    page.wait_for_selector('.token[aria-label*="North Pacific"]')
    lit = page.locator(".region[data-lit]").evaluate_all("all => all.map(region => region.dataset.ref)")
    assert lit == ["area:south_pacific"]  # who has moved may not move again


def in_battle(visitor: Visitor) -> None:
    """Both sides asked and answered until a unit of a battle is to be chosen."""
    make(visitor, [ME] * 4, seed=2)
    game = DEFINITION.new_game(4, {}, FastDice(2))
    while game.state.battlefield < 0 or not game.state.rolled:
        [decision] = game.decisions()
        ratings = DEFINITION.advice.rate(game.state, decision)
        words = [word for word in decision.options if word == "battle"]
        best = words[0] if words else decision.options[ratings.index(max(ratings))]
        visitor.wait_for_turn()
        visitor.choose(decision.action_id(best))
        game.apply(decision.player, best)
    visitor.wait_for_turn()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_start_and_battle_are_for_everybody(visit: Visit, axe: Path, lang: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page
    make(visitor, [ME, BOT, BOT, BOT], seed=2)
    visitor.wait_for_turn()
    visitor.choose(visitor.actions()[0])
    visitor.wait_for_turn()
    check(visitor, axe)
    in_battle(visitor)
    page.wait_for_selector(".scene .die")
    check(visitor, axe)


def check(visitor: Visitor, axe: Path) -> None:
    """Nothing serious for axe on a screen and on a phone, and no page that scrolls sideways."""
    page = visitor.page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width in (390, 1440):
            assert serious(page, axe) == []
    page.set_viewport_size({"width": 1440, "height": 900})


def test_the_tutorial_leads_to_the_first_gate_and_can_be_left(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".g", has_text="Cthulhu Wars").locator(".learn").click()
    page.wait_for_selector(".tutor")
    page.get_by_role("button", name="Go on").click()
    visitor.choose("direction:clockwise")
    for _ in range(2):
        page.get_by_role("button", name="Go on").click()
    page.locator('[data-ref="action:move"]').click()
    page.locator('.token[data-ref="unit:gc_acolyte_2"]').click()
    visitor.click_on('.region[data-ref="area:north_pacific"][data-lit]')  # once the answer before has arrived
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('second acolyte')")
    visitor.choose("move:done")
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('End your turn')")
    visitor.choose("act_more:end_turn")
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('choose Gate')")
    page.get_by_role("button", name="Leave the tutorial").click()
    assert page.locator(".tutor").count() == 0
