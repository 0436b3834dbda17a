"""A campaign at the browser: persons who make characters, agree and play."""

from __future__ import annotations

import json
import secrets
from typing import Any

from playwright.sync_api import FilePayload, Locator

from browser.visitor import Visitor
from games.gloomhaven.saga import played, saga, settled
from grimtable.games.gloomhaven.campaign import dump


def begun(visitor: Visitor, *others: str, characters: int = 2) -> list[str]:
    """A new campaign through the form; the links of the other persons, and of those who watch."""
    page = visitor.page
    page.goto(f"{visitor.address}/campaigns")
    page.locator("form input").first.fill("Ours")
    for n, name in enumerate(others):
        page.get_by_role("button", name="One more person").click()
        page.locator(".person input").nth(n + 1).fill(name)
    page.locator(".seg button", has_text=str(characters)).click()
    page.locator("form .btn.act").click()
    page.wait_for_selector("[data-mark]")
    page.locator("[data-share]").click()
    links: list[str] = page.locator(".share [data-link]").evaluate_all("all => all.map(one => one.dataset.link)")
    page.keyboard.press("Escape")
    return links[:-1]  # the last is the own one


def brought(visitor: Visitor, text: str, name: str = "Far along") -> None:
    """A campaign that comes as a file, through the page."""
    page = visitor.page
    page.goto(f"{visitor.address}/campaigns")
    file = FilePayload(name=f"{name}.campaign.jsonl", mimeType="application/x-ndjson", buffer=text.encode())
    page.locator("input[type=file]").set_input_files(file)


def joined(visitor: Visitor, link: str) -> None:
    visitor.page.goto(visitor.address + link)
    visitor.page.wait_for_selector("[data-mark]")


def make_character(visitor: Visitor, class_: str, name: str) -> None:
    """In the city's first step; the first quest dealt is kept."""
    page = visitor.page
    page.locator("[data-step=create]").click()
    page.locator(f"[data-class={class_}]").click()
    page.locator("[data-panel=create] input").fill(name)
    page.locator("[data-panel=create] .btn.act").click()
    page.locator("[data-ask=quest] .choice").first.click()
    page.wait_for_selector("[data-ask]", state="detached")


def tab(visitor: Visitor, name: str) -> None:
    visitor.page.locator(f"[data-tab={name}]").click()


def seats(visitor: Visitor) -> Locator:
    return visitor.page.locator(".players .seat")


def wait_for_stage(visitor: Visitor, stage: str) -> None:
    visitor.page.wait_for_selector(f".campaign[data-stage={stage}]")


def settle(visitor: Visitor) -> None:
    """Answer what is asked with the first that is offered, until the party is in the city."""
    page = visitor.page
    while True:
        page.wait_for_selector(".campaign[data-stage=city], [data-ask]")
        if not page.locator("[data-ask]").count():
            return
        mark = page.locator("[data-mark]").get_attribute("data-mark")
        page.locator("[data-ask] .choice, [data-ask] .btn.act").first.click()
        page.wait_for_selector(f"[data-mark]:not([data-mark='{mark}'])")


def act(visitor: Visitor, *about: Any) -> int:
    """An act sent past the page, with the token that the browser remembers: the status that comes back."""
    campaign = visitor.page.url.rsplit("/", 1)[1].split("#")[0]
    known = json.loads(visitor.page.evaluate("localStorage.getItem('grimtable')"))["campaigns"]
    token = next(one["token"] for one in known if one["campaign"] == campaign)
    mark = int(visitor.page.locator("[data-mark]").get_attribute("data-mark") or 0)
    headers = {"Origin": visitor.address, "Authorization": f"Bearer {token}"}
    content = {"wish": secrets.token_hex(8), "mark": mark, "act": list(about)}
    path = f"{visitor.address}/api/campaigns/{campaign}/acts"
    return visitor.page.request.post(path, data=content, headers=headers).status


def far_along() -> str:
    """A document whose party knows the power of enhancement, and is in town with gold."""
    campaign = saga("brute", "tinkerer")
    for scenario in (1, 2, 4, 5, 14):
        played(campaign, scenario, gold=60, xp=12)
        settled(campaign)
    campaign.act(0, ("return",))
    return dump(campaign)
