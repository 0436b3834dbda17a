"""The battlefield: a unit is taken in the hand, the rules say what they think of it, and it goes where it was put."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.test_everybody import serious
from browser.visitor import Visitor

Visit = Callable[..., Visitor]
SEATS = [{"kind": "me"}, {"kind": "me"}]
ROSTER = Path(__file__).parents[1] / "games" / "wh40k" / "rosters" / "patrol.ros"
OPTIONS = {"army_1": "demo_marines_25", "army_2": "demo_death_guard_25", "terrain": "empty", "objective": "domination"}


def at(visitor: Visitor, prompt: str) -> None:
    """Answers as they come, until this is asked; nobody moves on the way to a later phase."""
    for _ in range(60):
        assert visitor.wait_for_turn()
        if visitor.actions()[0].startswith(f"{prompt}:"):
            return
        options = visitor.actions()
        spread = visitor.answers if options[0].startswith("set_up:") else 0  # not all in one corner
        standing = [o for o in options if o == "move_unit:done" and prompt != "move"]
        visitor.choose([*standing, options[spread % len(options)]][0])
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
        back = page.locator(".talk .btn", has_text="Back")
        if back.is_enabled():
            back.click()
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


# ---------------------------------------------------------------- fingers
Spot = tuple[float, float]


def swipe(page: Page, *ways: tuple[Spot, Spot]) -> None:
    """Fingers go down together, move side by side and are lifted: one or several."""
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, part: float) -> None:
        points = [
            {"x": a + (c - a) * part, "y": b + (d - b) * part, "id": finger}
            for finger, ((a, b), (c, d)) in enumerate(ways)
        ]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    touch("touchStart", 0)
    for step in range(1, 9):
        touch("touchMove", step / 8)
    touch("touchEnd", 1)
    hand.detach()


def pane(page: Page) -> str:
    """How the board is panned and zoomed."""
    return str(page.locator(".pane").evaluate("pane => pane.style.transform"))


def dragged(page: Page, dx: float, dy: float) -> None:
    x, y = middle(page, ".unit.held .flag")
    swipe(page, ((x, y), (x + dx, y + dy)))


def test_a_unit_is_dragged_by_a_finger_refused_and_moved(visit: Visit) -> None:
    visitor = visit(touch=True)
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(visitor, "move")
    inch, before = scale(page), visitor.answers
    side = 1 if middle(page, ".unit.held .flag")[0] < 700 else -1
    dragged(page, 20 * inch * side, 0)
    page.wait_for_selector(".talk.bad .rule")  # too far: the rule is named
    assert page.locator(".held .ring").count() == 1
    assert page.locator(".held .way").count() == page.locator(".unit.held .model").count()
    assert page.locator(".talk .main").is_disabled()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        page.locator(".talk .btn", has_text="Back").tap()
        dragged(page, 2 * inch * dx, 2 * inch * dy)
        page.wait_for_selector(".talk.good, .talk.bad .rule")
        page.wait_for_timeout(800)  # what was asked last is answered last
        if page.locator(".talk.good").count():
            break
    page.locator(".talk .main").tap()
    visitor.wait_beyond(before)


def test_on_a_phone_fingers_take_the_unit_zoom_and_pan(visit: Visit) -> None:
    desk = visit()
    made = desk.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(desk, "move")
    phone = visit(width=390, height=844, touch=True)
    page = phone.page
    phone.open(made["table"], made["token"])
    page.wait_for_selector(".unit.held .flag")
    x, y = middle(page, ".unit.held .flag")
    still, table = pane(page), page.locator(".battlefield").bounding_box()
    swipe(page, ((x + 14, y + 10), (x + 54, y + 10)))  # beside the banner: a finger is wider than it
    page.wait_for_selector(".talk.good, .talk.bad .rule")
    assert page.locator(".battlefield").bounding_box() == table, "what the rules say does not push the table"
    assert middle(page, ".unit.held .flag")[0] == pytest.approx(x + 40, abs=6)
    assert pane(page) == still
    page.locator(".talk .btn", has_text="Back").tap()
    box = page.locator(".battlefield").bounding_box()
    assert box is not None
    cx, cy = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(page, ((cx - 20, cy), (cx - 90, cy)), ((cx + 20, cy), (cx + 90, cy)))
    page.wait_for_function("before => document.querySelector('.pane').style.transform !== before", arg=still)
    large = pane(page)
    assert page.locator(".talk.good, .talk.bad").count() == 0, "two fingers move no unit"
    swipe(page, ((cx, cy), (cx - 50, cy)))
    page.wait_for_function("before => document.querySelector('.pane').style.transform !== before", arg=large)
    panned = pane(page)
    swipe(page, ((cx, cy), (cx + 50, cy)))
    page.wait_for_function("before => document.querySelector('.pane').style.transform !== before", arg=panned)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


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


def test_the_tape_measures_and_the_rules_tell_what_is_in_sight(visit: Visit) -> None:
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
    page.wait_for_selector(".tape.open, .tape.shut")
    text = page.locator(".tape text").text_content() or ""
    page.mouse.up()
    assert "″" in text
    assert "sight" in text


def test_the_odds_of_an_attack_are_shown_before_it_is_made(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(visitor, "declare_shots")
    page.wait_for_selector(".odds .pillar")
    assert page.locator(".odds dd").count() == 6
    shares = page.locator(".odds .pillar").evaluate_all("bars => bars.map(bar => parseInt(bar.innerText) || 0)")
    assert 90 <= sum(shares) <= 110
    nothing = page.locator(".opt[data-action='declare_shots:']")
    nothing.hover()
    page.wait_for_function("() => document.querySelector('.odds')?.innerText.includes('Nothing is attacked')")
    visitor.choose(visitor.actions()[0])
    page.wait_for_selector(".tray .die")
    assert page.locator(".odds").count() == 0


def hellblasters(squads: int) -> str:
    """An army that has nothing else to shoot with."""
    guns = ["plasma_incinerator", "bolt_pistol", "frag_grenade", "krak_grenade"]
    models = [{"profile": "Hellblaster Sergeant", "count": 1, "wargear": guns}]
    models += [{"profile": "Hellblaster", "count": 4, "wargear": guns}]
    return json.dumps(
        {"name": "Hellblasters", "units": [{"datasheet": "hellblaster_squad", "models": models}] * squads}
    )


def test_shots_are_declared_weapon_by_weapon(visit: Visit, axe: Path) -> None:
    visitor = visit()
    page = visitor.page
    armies = {"army_1": hellblasters(2), "army_2": hellblasters(2)}
    visitor.make(SEATS, game="wh40k", options={**OPTIONS, **armies}, seed=3)
    at(visitor, "declare_shots")
    page.get_by_role("button", name="Weapon by weapon").click()
    choices = page.locator(".shots > .gun select")
    assert choices.count() >= 2
    assert serious(page, axe) == []
    for place in range(choices.count()):
        choices.nth(place).select_option("-1")
    page.wait_for_function("() => document.querySelector('.odds')?.innerText.includes('Nothing is attacked')")
    for place in (0, 1):  # both profiles of one weapon: the second takes the place of the first
        choices.nth(place).select_option(index=1)
    page.wait_for_selector(".odds .pillar")
    assert choices.nth(0).input_value() == "-1"
    page.locator(".shots .gun .btn").nth(1).click()
    page.locator(".shots .each select").first.select_option("-1")  # one of them holds fire
    page.wait_for_function("() => document.querySelector('.odds dd')?.innerText === '4.0'")
    assert choices.nth(1).input_value() == "", "they do not all do the same"
    before = visitor.answers
    page.get_by_role("button", name="Fire", exact=True).click()
    visitor.wait_beyond(before)
    page.wait_for_selector(".tray .die")


def end_phase(visitor: Visitor, prompt: str) -> None:
    """By the command box, if the phase asks for it."""
    assert visitor.wait_for_turn()
    if visitor.actions()[0].startswith(f"{prompt}:"):
        before = visitor.answers
        visitor.type_line("end the")
        visitor.wait_beyond(before)


def turns_told(page: Page) -> int:
    return page.locator(".log").inner_text().count("Turn of")


def test_a_whole_turn_by_mouse_and_command_box(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.make(SEATS, game="wh40k", options=OPTIONS, seed=3)
    at(visitor, "move_unit")
    inch, turns = scale(page), turns_told(page)
    movers = page.locator(".unit[data-lit]").evaluate_all("units => units.map(unit => unit.dataset.ref)")
    assert len(movers) > 1
    for ref in movers[:2]:  # click on the unit, then on what it shall do; then drag it as a formation
        before = visitor.answers
        page.locator(f".unit[data-ref='{ref}'] .flag").click()
        page.locator(".opt", has_text="Move").first.click()
        visitor.wait_beyond(before)
        assert put_somewhere(page, inch)
        before = visitor.answers
        page.locator(".talk .main").click()
        visitor.wait_beyond(before)
        assert visitor.wait_for_turn()
    end_phase(visitor, "move_unit")
    for _ in range(30):
        if not visitor.wait_for_turn() or turns_told(page) > turns:
            break
        options = visitor.actions()
        if options[0].startswith(("shoot_unit:", "charge_unit:")) and len(options) == 1:
            end_phase(visitor, options[0].partition(":")[0])
        else:
            visitor.choose(options[0])
    assert turns_told(page) > turns


# ---------------------------------------------------------------- armies
def test_a_roster_is_brought_reported_and_fielded(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".g", has_text="Warhammer").locator("a", has_text="Armies").click()
    page.wait_for_selector(".units article")
    assert page.locator("nav button[aria-pressed]", has_text="Power").count() == 9
    page.set_input_files("input[type=file]", ROSTER)
    page.wait_for_selector("li.mapped")
    assert [page.locator(f"li.{status}").count() for status in ("mapped", "approximated", "refused")] == [1, 1, 2]
    assert "there is no datasheet" in page.locator("li.refused").last.inner_text()
    page.get_by_role("button", name="Play it as player 1").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".table[data-rev]")
    page.wait_for_function("() => document.querySelector('.players')?.innerText.includes('Winter patrol')")
    visitor.page.goto(f"{visitor.address}/armies/wh40k")
    page.wait_for_selector("nav button", state="visible")
    assert page.locator("nav button", has_text="Winter patrol").count() == 1, "the browser keeps it"


def test_a_file_that_is_no_roster_is_refused_in_words(visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    (tmp_path / "photo.ros").write_bytes(b"no roster at all")
    page.locator(".g", has_text="Warhammer").locator("a", has_text="Armies").click()
    page.set_input_files("input[type=file]", tmp_path / "photo.ros")
    assert "photo.ros is no roster" in page.locator("[role=alert]").inner_text()


@pytest.mark.parametrize(("lang", "width"), [("en", 1440), ("ja", 390)])
def test_the_army_page_shuts_nobody_out(visit: Visit, axe: Path, lang: str, width: int) -> None:
    visitor = visit(lang=lang, width=width)
    page = visitor.page
    page.goto(f"{visitor.address}/armies/wh40k")
    page.set_input_files("input[type=file]", ROSTER)
    page.wait_for_selector("li.mapped")
    assert serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# ---------------------------------------------------------------- the tutorial
def test_the_tutorial_leads_to_the_first_volley_and_can_be_left(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.locator(".g", has_text="Warhammer").locator(".learn").click()
    page.wait_for_selector(".tutor")
    told: list[str] = []
    for _ in range(40):
        go_on = page.locator(".tutor button", has_text="Go on")
        if go_on.count():
            go_on.click()
            continue
        assert visitor.wait_for_turn()
        told += [page.locator(".tutor p").inner_text()] if page.locator(".tutor p").count() else []
        options = visitor.actions()
        if options[0].startswith("declare_shots:"):
            break
        moves = [o for o in options if o.startswith("move:") and o != "move:"]
        standing = [o for o in options if o == "move_unit:done" and "tape" in " ".join(told)]
        visitor.choose([*standing, *moves[:1], options[visitor.answers % len(options)]][0])
    page.wait_for_function("() => document.querySelector('.tutor')?.innerText.includes('What to expect')")
    for words in ("objective markers", "Choose your half", "one unit each in turns", "in your hand", "Movement phase"):
        assert [text for text in told if words in text], words
    page.get_by_role("button", name="Leave the tutorial").click()
    assert page.locator(".tutor").count() == 0
