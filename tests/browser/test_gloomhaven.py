"""Gloomhaven in the browser: a scenario to its end, rooms that appear, areas that turn, all widths."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from browser.test_everybody import WIDTHS, serious
from browser.visitor import Visitor
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components.hexes import distance
from grimtable.games.gloomhaven.hidden import view
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Decision

Visit = Callable[..., Visitor]
ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}
ANSWERS = 12  # by mouse, and the bot's; the rest of the scenario goes through the command box and the list


class Pair:
    """The same game twice: at the page and in the engine."""

    def __init__(self, visitor: Visitor, seed: int, **options: Any) -> None:
        self.visitor = visitor
        visitor.make([ME], game="gloomhaven", seed=seed, options=options)
        visitor.page.wait_for_selector(".dungeon")
        self.game: Game[Any] = DEFINITION.new_game(1, options, FastDice(seed))

    def decision(self) -> Decision:
        self.visitor.wait_for_turn()
        [decision] = self.game.decisions()
        return decision

    def answer(self, option: Any) -> None:
        decision = self.decision()
        self.visitor.choose(decision.action_id(option))
        self.game.apply(decision.player, option)

    def advised(self) -> Any:
        """What the advice rates best."""
        decision = self.decision()
        ratings = DEFINITION.advice.rate(self.game.state, decision)
        return decision.options[ratings.index(max(ratings))]

    def play_to(self, prompt: str, most: int = 60) -> Decision:
        for _ in range(most):
            if self.decision().prompt == prompt:
                return self.decision()
            self.answer(self.advised())
        raise AssertionError(f"{prompt} never came")


def test_a_scenario_by_mouse_and_command_box_to_its_end(visit: Visit) -> None:
    visitor, random = visit(), Random(3)
    visitor.make([ME, BOT], game="gloomhaven", seed=5)
    visitor.click_until(ANSWERS, random)
    lines = 0
    while visitor.wait_for_turn():
        before, actions = visitor.answers, visitor.actions()
        visitor.type_line(str(len(actions)) if lines % 2 else actions[-1])
        visitor.wait_beyond(before)
        lines += 1
        assert lines < 400
    visitor.page.wait_for_selector(".end h2")
    headline = visitor.page.locator(".end h2").inner_text()
    assert headline in ("Black Barrow is won", "Black Barrow is lost")


def test_the_room_behind_a_door_appears_when_somebody_steps_onto_it(visit: Visit) -> None:
    visitor = visit()
    pair = Pair(visitor, 1, scenario=41, items="none")
    page = visitor.page
    while not (doors := within_reach(pair)):
        pair.answer(nearest_to_a_door(pair))
    known = {found["id"] for found in view(pair.game.state, 0)["hexes"]}
    assert page.locator(".hex").count() == len(known)
    before = visitor.answers
    page.locator(f"[data-ref='hex:{doors[0]}']").click()
    visitor.wait_beyond(before)
    pair.game.apply(0, doors[0])
    visitor.wait_for_turn()
    now = {found["id"] for found in view(pair.game.state, 0)["hexes"]}
    assert known < now
    shown: list[str] = page.locator(".hex").evaluate_all("all => all.map(hex => hex.dataset.ref)")
    assert sorted(shown) == sorted([f"hex:{at}" for at in now])
    assert page.locator(".figure").count() == len(pair.game.state.figures())


def within_reach(pair: Pair) -> list[int]:
    """Closed doors that the move being made can open."""
    decision = pair.decision()
    return [at for at in decision.options if decision.prompt == "move_to" and at in pair.game.state.ground().shut]


def nearest_to_a_door(pair: Pair) -> Any:
    """The first option, but hexes near a door, and cards for moving."""
    decision, s = pair.decision(), pair.game.state
    if decision.prompt in ("start_hex", "move_to"):
        places = [at for at in decision.options if isinstance(at, int)]
        axial = s.layout().axial
        return min(places, key=lambda at: min([distance(axial[at], axial[door]) for door in s.ground().shut]))
    moves = [option for option in decision.options if decision.prompt == "act" and option[0] == "move"]
    return (moves or decision.options)[0]


def test_an_area_is_shown_turned_and_laid(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    pair = Pair(visitor, 1)
    decision = pair.play_to("area")
    ways = [option for option in decision.options if option]
    assert len(ways) >= 3
    page.mouse.move(5, 5)
    for way in (*ways, ways[0]):
        covered: list[str] = page.locator(".hex:has(.cover)").evaluate_all("all => all.map(hex => hex.dataset.ref)")
        assert sorted(covered) == sorted([f"hex:{at}" for at in way])
        page.keyboard.press("]")
    page.keyboard.press("[")
    before = visitor.answers
    page.locator(".aim .btn.can").click()
    visitor.wait_beyond(before)
    pair.game.apply(0, ways[0])
    assert pair.decision().prompt == "target_next" or pair.game.events(0)


def test_a_move_tells_its_cost_and_its_way(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    pair = Pair(visitor, 1)
    decision = pair.play_to("move_to")
    stride = view(pair.game.state, 0)["stride"]
    costs = {found["hex"]: found["cost"] for found in stride["reach"]}
    for at in [option for option in decision.options if isinstance(option, int)]:
        assert page.locator(f"[data-ref='hex:{at}'] .cost").text_content() == str(costs[at])
    far = max([at for at in decision.options if isinstance(at, int)], key=lambda at: costs[at])
    page.locator(f"[data-ref='hex:{far}']").hover()
    page.wait_for_selector(".ahead .way", state="attached")  # a level line has no height
    assert f"{costs[far]} of {stride['points']}" in (page.locator(".ahead .words").first.text_content() or "")


def test_monsters_say_whom_they_go_for_and_why(visit: Visit) -> None:
    visitor = visit()
    pair = Pair(visitor, 2)
    pair.play_to("act")
    while not view(pair.game.state, 0)["intents"]:
        pair.answer(pair.advised())
        pair.play_to("act")
    told = visitor.page.locator(".monsters li").all_inner_texts()
    assert [text for text in told if "Focus: " in text and "initiative" in text]


def test_two_cards_by_two_clicks_the_leading_one_first(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    pair = Pair(visitor, 1)
    pair.play_to("select")
    hand = sorted(pair.game.state.hand[0])
    page.locator(f"[data-ref='lead:{hand[1]}']").click()
    page.locator(f"[data-ref='card:{hand[0]}']").click()
    pair.game.apply(0, (hand[1], hand[0]))
    assert pair.decision().prompt == "select"  # of the second character
    pair.answer(pair.decision().options[0])
    pair.decision()
    chosen = view(pair.game.state, 0)["characters"][0]["chosen"]
    assert chosen == [hand[1], hand[0]]


TOO_LONG = "half => half.scrollHeight > half.clientHeight + 1"
CUT = f"all => all.map(card => [...card.querySelectorAll('.half')].some({TOO_LONG}))"
WHOLE = "panel => [...panel.querySelectorAll('.line')].map(line => line.textContent)"


@pytest.mark.parametrize(("width", "touch"), [(1440, False), (390, True)])
def test_a_card_too_long_for_its_place_is_read_whole(visit: Visit, width: int, touch: bool) -> None:
    """By pointer or finger: every line of it, and nothing of that is cut off."""
    visitor = visit(touch=touch)
    page = visitor.page
    pair = Pair(visitor, 1)
    pair.play_to("select")
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(300)
    cards = page.locator(".gh-card")
    cut: list[bool] = cards.evaluate_all(CUT)
    assert any(cut)
    for number in range(cards.count()):
        card, more = cards.nth(number), cards.nth(number).locator(".gh-more")
        assert more.count() == int(cut[number])
        if not cut[number]:
            continue
        card.scroll_into_view_if_needed()
        more.tap() if touch else card.hover(position={"x": 20, "y": 50})
        panel = page.locator(".gh-reading")
        panel.wait_for()
        assert panel.evaluate(WHOLE) == card.evaluate(WHOLE)
        assert panel.evaluate(
            "panel => panel.scrollHeight <= panel.clientHeight && panel.getBoundingClientRect().top >= 0"
        )
        page.touchscreen.tap(width / 2, 300) if touch else page.mouse.move(5, 5)
        panel.wait_for(state="detached")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_width_holds_the_dungeon_and_shuts_nobody_out(visit: Visit, axe: Path, lang: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page
    pair = Pair(visitor, 1)
    for prompt in ("class", "buy", "select", "act", "move_to", "area"):
        pair.play_to(prompt)
        for width in WIDTHS if prompt in ("select", "act") else (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(150)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if width in (390, 1440):
                assert serious(page, axe) == []
        page.set_viewport_size({"width": 1440, "height": 900})


DRAWN_LATER = """selector => document.querySelectorAll(selector).forEach(element => {
    const later = element.cloneNode(true);
    later.removeAttribute("data-look");
    later.dataset.later = "";
    element.replaceWith(later);
})"""


def test_the_tutorial_leads_through_two_rounds(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".g", has_text="Gloomhaven").locator(".learn").click()
    page.wait_for_selector(".tutor")
    page.get_by_role("button", name="Go on").click()
    visitor.wait_for_turn()
    page.wait_for_selector("[data-ref='class:brute'][data-look]")
    page.evaluate(DRAWN_LATER, "[data-ref='class:brute']")
    page.wait_for_selector("[data-ref='class:brute'][data-look][data-later]")
    page.reload()
    visitor.wait_for_turn()
    visitor.choose("class:brute")
    seen: list[str] = []
    for _ in range(200):
        visitor.wait_for_turn()
        if page.locator(".tutor").count():
            seen.append(page.locator(".tutor p").inner_text())
            if page.locator(".tutor button", has_text="Go on").count():
                page.locator(".tutor button", has_text="Go on").click()
                continue
        elif seen and "That is all you need" in seen[-1]:
            break
        visitor.choose(best(visitor))
    told = " ".join(seen)
    for words in (
        "battle goals",
        "30 gold",
        "Leave three",
        "initiative: low",
        "tells its cost",
        "modifier card",
        "Round 2",
        "open the door",
    ):
        assert words in told
    assert "That is all you need" in seen[-1]


def test_the_tutorial_points_at_the_same_cards_in_japanese(visit: Visit) -> None:
    visitor = visit(lang="ja")
    page = visitor.page
    page.locator(".g", has_text="グルームヘイヴン").locator(".learn").click()
    page.wait_for_selector(".tutor")
    page.locator(".tutor .btn").last.click()
    while page.locator("[data-ref^='lead:'][data-look]").count() == 0:
        visitor.wait_for_turn()
        if page.locator(".tutor .btn:not(.quiet)").count():
            page.locator(".tutor .btn:not(.quiet)").click()
        elif not visitor.actions()[0].startswith("select:"):
            visitor.choose(plain(visitor.actions()))
    card = page.locator(".gh-card", has=page.locator("[data-ref^='lead:'][data-look]"))
    assert "予備の短剣" in card.inner_text()


def plain(actions: list[str]) -> str:
    """The Brute with the cards that the tutorial speaks of: the last ones stay at home."""
    return actions[-1] if actions[0].startswith("leave_card:") else actions[0]


def best(visitor: Visitor) -> str:
    """A plain way through the first rounds."""
    actions = visitor.actions()
    kind = actions[0].partition(":")[0]
    if kind == "select":
        return actions[len(actions) // 2]
    bottoms = [action for action in actions if action.startswith("act:bottom")]
    return bottoms[0] if bottoms else actions[-1]
