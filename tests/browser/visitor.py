"""A person at the browser: makes tables, and answers by mouse, by keyboard or in the command box."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

PATIENCE = 60_000.0  # milliseconds

# Where on the screen a click reaches a thing, whatever its shape and whatever stands on it; none if it is covered.
REACH = """const reach = (element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  for (let n = 0; n < 400; n++) {
    const x = box.left + (box.width * (((n * 7) % 20) + 0.5)) / 20;
    const y = box.top + (box.height * (Math.floor(n / 20) + 0.5)) / 20;
    const hit = document.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return [x, y];
  }
  return null;
};"""

# The same for one of all things that can be clicked now: a way out if that is wanted, else something lit.
REACH_ANY = f"""([wants_out, draw]) => {{
  {REACH}
  const visible = (query) => [...document.querySelectorAll(query)].filter((element) => element.checkVisibility());
  const lit = visible("[data-lit]");
  const ways = visible("[data-way]");
  const mild = ways.filter((way) => !way.dataset.way.includes("drop")); // those that do not end a cult's cycle
  const things = [wants_out ? mild : [], lit, mild, ways].find((list) => list.length) ?? [];
  const first = Math.floor(draw * things.length);
  for (const element of [...things.slice(first), ...things.slice(0, first)]) {{
    const at = reach(element);
    if (at) return at;
  }}
  return null;
}}"""


class Visitor:
    def __init__(self, page: Page, address: str, name: str, lang: str) -> None:
        self.page, self.address, self.name = page, address, name
        page.set_default_timeout(PATIENCE)
        settings = json.dumps({"name": name, "lang": lang, "speed": 0})
        page.goto(address)
        page.evaluate("text => localStorage.setItem('grimtable', text)", settings)
        page.reload()

    # ------------------------------------------------------------ tables
    def post(self, seats: list[dict[str, Any]], **fields: Any) -> Any:
        """A table made over HTTP."""
        wish = {"game": "darklord", "options": {}, "seats": seats, "public": False, **fields}
        answer = self.page.request.post(f"{self.address}/api/tables", data=wish, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        return answer.json()

    def make(self, seats: list[dict[str, Any]], **fields: Any) -> Any:
        """A table that is opened at once; it begins if nobody else must come."""
        made = self.post(seats, **fields)
        self.open(made["table"], made["token"])
        if not [seat for seat in seats if seat["kind"] == "person"]:
            self.page.wait_for_selector(".table:not([data-status=waiting])")
        return made

    def open(self, table: str, token: str) -> None:
        self.page.goto(f"{self.address}/t/{table}#{token}")
        self.page.wait_for_selector(".table[data-rev]")

    def play_bots(self) -> None:
        self.page.locator(".g .btn.can").first.click()
        self.page.wait_for_selector(".table[data-rev]")

    # ------------------------------------------------------------ what is seen
    def fact(self, name: str) -> str | None:
        return self.page.locator(".table").get_attribute(f"data-{name}")

    @property
    def answers(self) -> int:
        return int(self.fact("answers") or 0)

    @property
    def is_over(self) -> bool:
        return self.fact("status") == "over"

    @property
    def is_asked(self) -> bool:
        return self.fact("asked") is not None

    def actions(self) -> list[str]:
        found: list[str] = self.page.locator(".opt[data-action]").evaluate_all("all => all.map(o => o.dataset.action)")
        return found

    def lit(self) -> Locator:
        return self.page.locator("[data-lit]:visible")

    def wait_for_turn(self) -> bool:
        """Until this visitor is asked, and has lifted the curtain; False when the game is over."""
        curtain = self.page.locator(".curtain .btn")
        while True:
            self.page.wait_for_function(
                """() => {
                    const { status, asked } = document.querySelector(".table")?.dataset ?? {};
                    if (status === "over" || document.querySelector(".curtain")) return true;
                    return asked !== undefined && document.querySelector(".opt:enabled") !== null;
                }"""
            )
            if not curtain.count():
                return not self.is_over
            curtain.click()

    def wait_beyond(self, answers: int) -> None:
        """Until the game has seen more answers than that."""
        self.page.wait_for_function(f"() => Number(document.querySelector('.table').dataset.answers) > {answers}")

    # ------------------------------------------------------------ answering
    def click_something(self, random: Random) -> None:
        """One click on something lit or on a way out, as a person with a mouse."""
        at = self.page.evaluate(REACH_ANY, [random.random() < 0.15, random.random()])
        if at is not None:  # else the turn has passed on
            self.page.mouse.click(*at)

    def click_on(self, query: str) -> None:
        """A thing of the board, where nothing covers it."""
        at = self.page.locator(query).evaluate(f"element => {{ {REACH} return reach(element); }}")
        assert at is not None, f"{query} is covered"
        self.page.mouse.click(*at)

    def click_until(self, answers: int, random: Random) -> None:
        """Clicks until the game has seen that many answers. How many clicks that takes depends on the machine:
        some only take a thing up, others meet a table that has just moved on."""
        clicks = 0
        while self.answers < answers and self.wait_for_turn():
            self.click_something(random)
            clicks += 1
            assert clicks < 20 * answers, f"{clicks} clicks made {self.answers} answers of {answers}"
        assert self.answers >= answers, "the game was over before"

    def press_something(self, random: Random) -> None:
        """Arrows and Enter, a digit, or P."""
        keys = self.page.keyboard
        kind = random.random()
        if kind < 0.15:
            keys.press("p")
        elif kind < 0.4:
            keys.press(str(random.randint(1, 3)))
        else:
            for _ in range(random.randint(1, 3)):
                keys.press(random.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
            keys.press("Enter")

    def type_line(self, line: str) -> None:
        for key in ("/", "Control+a"):  # what was not understood is still there
            self.page.keyboard.press(key)
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")

    def choose(self, action: str) -> None:
        """An option of the list, and until it is done."""
        before = self.answers
        self.page.locator(f'.opt[data-action="{action}"]').click()
        self.wait_beyond(before)
