"""Seats that change hands, and the lobby's lists, as people see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

Visit = Callable[..., Visitor]
TWO = [{"kind": "me"}, {"kind": "person"}]
WORDS = {  # by language: what the menu offers; what the replaced person reads and clicks; what the log says of both
    "en": (
        "Give Bea's seat to a bot",
        "a bot took your seat",
        "Take your seat back",
        "A bot takes the seat of Bea",
        "Bea is back",
    ),
    "ja": (
        "Beaの席をボットに任せる",
        "ボットがあなたの席に着きました",
        "席に戻る",
        "Beaの席にボットが座ります",
        "Beaが戻り",
    ),
}


@pytest.mark.parametrize(("lang", "width"), [("en", 1440), ("ja", 390)])
def test_whoever_was_replaced_comes_back_with_one_click(visit: Visit, lang: str, width: int) -> None:
    offer, note, back, gone, returned = WORDS[lang]
    ann, bea = visit("Ann", lang), visit("Bea", lang, width)
    made = ann.make(TWO, game="relics")
    table, link = made["table"], made["links"][0]["token"]
    bea.open(table, link)
    ann.page.wait_for_selector('.table[data-status="playing"]')
    bea.page.goto("about:blank")
    menu = ann.page.locator(".tool[aria-expanded]")
    menu.click()
    ann.page.get_by_role("button", name=offer).click()
    expect(ann.page.locator(".log")).to_contain_text(gone)
    bea.open(table, link)
    banner = bea.page.locator(".replaced")
    expect(banner).to_contain_text(note)
    expect(bea.page.locator(".cmd")).to_have_count(0)
    banner.get_by_role("button", name=back).click()
    expect(banner).to_have_count(0)
    expect(ann.page.locator(".log")).to_contain_text(returned)
    expect(bea.page.locator(".cmd")).to_have_count(1)  # where somebody answers who sits there
    bea.page.reload()
    expect(bea.page.locator(".cmd")).to_have_count(1)
    expect(banner).to_have_count(0)


def test_the_lobby_lists_tables_by_status_and_shows_more_of_them(visit: Visit) -> None:
    ann, guest = visit("Ann"), visit("Guest")
    for _ in range(20):
        ann.page.request.post(
            f"{ann.address}/api/tables",
            data={"game": "relics", "options": {}, "seats": TWO, "public": True},
            headers={"Origin": ann.address},
        )
    ann.make([{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], game="relics", public=True)
    guest.page.reload()
    rows = {name: guest.page.locator(f"[data-list={name}] li") for name in ("waiting", "playing", "finished")}
    expect(rows["waiting"]).to_have_count(8)
    expect(rows["playing"].first).to_contain_text("Ann")
    more = guest.page.get_by_role("button", name="Show more: Open tables")
    more.click()
    expect(rows["waiting"]).to_have_count(16)
    more.click()
    guest.page.wait_for_function("() => document.querySelectorAll('[data-list=waiting] li').length >= 20")
    rows["waiting"].first.get_by_role("button").click()
    guest.page.wait_for_selector(".table[data-rev]")
