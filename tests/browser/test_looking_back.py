"""Undo, replay, export and import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import FilePayload, Page

from browser.visitor import Visitor
from grimtable import records

Visit = Callable[..., Visitor]
ME = {"kind": "me"}


def finished(visitor: Visitor, slug: str = "darklord") -> str:
    """A game of three, played to its end elsewhere and imported on the home page."""
    recorder, random = records.recorded_game(slug, 3, seed=11, seats=["Ann", "Ben", "Mira"]), Random(7)
    while decisions := recorder.game.decisions():
        recorder.apply(decisions[0].player, random.choice(decisions[0].options))
    page = visitor.page
    page.goto(visitor.address)
    content: FilePayload = {
        "name": "game.record.jsonl",
        "mimeType": "application/x-ndjson",
        "buffer": records.encode(recorder.finish()),
    }
    page.locator("input[type=file]").set_input_files(content)
    page.wait_for_url("**/replay/*")
    return page.url.rpartition("/")[2].partition("#")[0]


def test_undo_takes_the_last_answer_back(visit: Visit) -> None:
    visitor = visit()
    visitor.make([ME, ME, ME], seed=5)
    visitor.wait_for_turn()
    actions, before = visitor.actions(), visitor.answers
    visitor.choose(actions[1])
    visitor.page.keyboard.press("u")
    visitor.page.wait_for_function(f"() => Number(document.querySelector('.table').dataset.answers) === {before}")
    assert visitor.actions() == actions


def test_escape_goes_back_a_step_before_anything_is_sent(visit: Visit) -> None:
    visitor = visit()
    visitor.make([ME, ME, ME], seed=5)
    while not any(action.startswith("place:") for action in visitor.actions()):
        visitor.wait_for_turn()
        visitor.choose(next(action for action in visitor.actions() if not action.endswith("done")))
    visitor.wait_for_turn()
    actions, before = visitor.actions(), visitor.answers
    visitor.page.locator("[data-lit].area").first.click(position={"x": 10, "y": 10})
    assert 0 < len(visitor.actions()) < len(actions)
    visitor.page.keyboard.press("Escape")
    assert visitor.actions() == actions
    assert visitor.answers == before


def test_a_replay_steps_links_and_exports_what_can_be_imported(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    table, page = finished(visitor), visitor.page
    page.wait_for_selector(".area")
    page.goto(f"{visitor.address}/replay/{table}#move=12")  # no other page: a link within it
    page.wait_for_function("() => document.querySelector('.mv b').innerText === '12'")
    page.keyboard.press("ArrowRight")
    assert page.locator(".mv b").inner_text() == "13"
    page.keyboard.press("Shift+ArrowRight")
    assert int(page.locator(".mv b").inner_text()) > 13
    page.get_by_role("button", name="To the start").click()
    assert page.locator(".mv b").inner_text() == "0"
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('.mv b').innerText) >= 2")
    page.locator(".ctl select").select_option("0")
    page.wait_for_selector(".area")
    with page.expect_download() as download:
        page.get_by_role("button", name="Record").click()
    file = tmp_path / "game.record.jsonl"
    download.value.save_as(file)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename.endswith(".csv")
    page.goto(visitor.address)
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".area")


def test_a_log_line_opens_the_rule_behind_it(visit: Visit) -> None:
    visitor = visit()
    visitor.make([ME, ME, ME], seed=5)
    visitor.page.locator(".log .rule").last.click()
    visitor.page.wait_for_selector("article.at")
    visitor.page.locator(".drawer input").fill("tie")
    assert visitor.page.locator(".drawer article mark").count() > 0
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.locator(".drawer").count() == 0


def test_a_thing_in_a_replay_explains_itself_and_the_log_leads_to_its_moment(visit: Visit) -> None:
    visitor = visit()
    table, page = finished(visitor), visitor.page
    page.goto(f"{visitor.address}/replay/{table}#move=40")
    page.wait_for_selector(".area")
    page.locator(".area .card").first.hover()
    page.wait_for_selector(".explain h3")
    name = page.locator(".area .card h3").first.inner_text()
    assert name in page.locator(".explain h3").inner_text()
    page.mouse.move(5, 5)
    page.wait_for_selector(".explain", state="detached")
    page.locator(".log .there").first.click()
    page.wait_for_function("() => Number(document.querySelector('.mv b').innerText) < 40")


def board_of(page: Page) -> str:
    """The board as it is drawn, without what the pointer or an animation does to it."""
    found: str = page.locator("main.board").inner_text()
    cards: list[str] = page.locator("main.board [data-ref]").evaluate_all("all => all.map(one => one.dataset.ref)")
    return " ".join([found, *cards, page.locator(".prompt").inner_text()])


def scrub(page: Page, move: int) -> None:
    slider = page.locator("input[type=range]")
    slider.fill(str(move))
    page.wait_for_function("move => document.querySelector('.mv b').innerText === String(move)", arg=move)


def test_any_move_is_reached_in_any_order_and_nothing_is_asked_for_again(visit: Visit) -> None:
    visitor = visit()
    table, page = finished(visitor), visitor.page
    page.wait_for_selector(".area")
    last = int(page.locator("input[type=range]").get_attribute("max") or 0)
    there = {}
    for move in (0, last // 2, last):  # each on a page that knows no other
        page.goto(visitor.address)
        page.goto(f"{visitor.address}/replay/{table}#move={move}")
        page.wait_for_selector(".area")
        there[move] = board_of(page)
    assert len(set(there.values())) == 3
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/api/" in request.url else None)
    for move in (0, last, last - 1, last // 2 + 1, last // 2, 0, last // 2, last, 0):
        scrub(page, move)
        if move in there:
            assert board_of(page) == there[move]
    assert requests == []
    page.locator(".ctl select").select_option("1")
    page.wait_for_function("() => document.querySelector('.ctl select').value === '1'")
    page.wait_for_load_state("networkidle")
    assert len([url for url in requests if "/replay?" in url]) == len(requests) - 1 == 1, "the rest are statistics"


def test_a_page_that_is_opened_again_is_sent_nothing_twice(visit: Visit) -> None:
    visitor = visit()
    finished(visitor)
    page = visitor.page
    page.wait_for_selector(".area")
    page.wait_for_load_state("networkidle")
    session, asked, statuses = page.context.new_cdp_session(page), dict[str, str](), dict[str, int]()
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    session.on(
        "Network.responseReceivedExtraInfo", lambda event: statuses.update({event["requestId"]: event["statusCode"]})
    )
    page.reload()
    page.wait_for_selector(".area")
    page.wait_for_load_state("networkidle")
    for kind in ("replay?", "stats?", "facts", "texts?"):
        assert {statuses[request] for request, url in asked.items() if kind in url} == {304}, kind
