"""A whole game of Dark Lord against bots: by mouse, by keyboard alone, by the command box; and two people."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from browser.visitor import Visitor

Visit = Callable[..., Visitor]
ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}


def test_by_mouse_from_the_home_page(visit: Visit) -> None:
    visitor, random = visit(), Random(1)
    visitor.play_bots()
    clicks = 0
    while visitor.wait_for_turn():
        visitor.click_something(random)
        clicks += 1
        assert clicks < 500
    assert visitor.page.locator(".end h2").inner_text()
    visitor.page.wait_for_selector(".end .stats path")
    assert visitor.page.locator(".end .stats path").count() == 4  # a line per player


def test_by_keyboard_alone(visit: Visit) -> None:
    visitor, random = visit(), Random(2)
    visitor.make([ME, BOT, BOT, BOT])
    presses = 0
    while visitor.wait_for_turn():
        visitor.press_something(random)
        presses += 1
        assert presses < 1500
    visitor.page.keyboard.press("?")
    visitor.page.wait_for_selector(".keys")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.locator(".keys").count() == 0


def test_by_the_command_box(visit: Visit) -> None:
    visitor, random = visit(), Random(3)
    visitor.make([ME, BOT, BOT])
    lines = 0
    while visitor.wait_for_turn():
        actions, before = visitor.actions(), visitor.answers
        place = random.randrange(len(actions))
        visitor.type_line(random.choice([str(place + 1), actions[place], actions[place].partition(":")[2]]))
        visitor.wait_beyond(before)
        lines += 1
        assert lines < 500


def test_the_command_box_takes_unique_words_and_says_what_is_wrong(visit: Visit) -> None:
    visitor = visit()
    visitor.make([ME, ME, ME], seed=5)
    visitor.wait_for_turn()
    visitor.type_line("sleeve")
    assert "Several options" in visitor.page.locator(".cmd p").inner_text()
    visitor.type_line("99")
    assert "no option 99" in visitor.page.locator(".cmd p").inner_text()
    before = visitor.answers
    visitor.type_line("wood golem")
    visitor.wait_beyond(before)
    visitor.type_line("undo")
    visitor.page.wait_for_function(f"() => Number(document.querySelector('.table').dataset.answers) === {before}")
    visitor.type_line("rules tie")
    visitor.page.wait_for_selector(".drawer article")


def test_two_people_in_two_browsers(visit: Visit) -> None:
    ann, ben, random = visit("Ann"), visit("Ben"), Random(4)
    made = ann.make([{"kind": "me", "name": "Ann"}, {"kind": "person"}, BOT])
    ann.page.wait_for_selector(".wait")
    ben.open(made["table"], made["links"][0]["token"])
    clicks = 0
    while not ann.is_over:
        for visitor in (ann, ben):
            if visitor.is_asked and visitor.page.locator(".opt").count():
                visitor.click_something(random)
                clicks += 1
        ann.page.wait_for_timeout(20)
        assert clicks < 800
    ben.page.wait_for_function("() => document.querySelector('.table').dataset.status === 'over'")
    assert [seat for seat in ann.page.locator(".players .call").all_inner_texts() if "Ben" in seat]


def test_several_people_on_one_screen(visit: Visit) -> None:
    visitor, random = visit(), Random(5)
    visitor.make([ME, ME, ME])
    seen: set[str | None] = set()
    clicks = 0
    while clicks < 40 or seen != {"0", "1", "2"}:
        visitor.wait_for_turn()
        seen.add(visitor.fact("asked"))
        visitor.click_something(random)
        clicks += 1
        assert clicks < 200
