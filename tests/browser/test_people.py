"""Who sits at the table: people who share a screen, and the name and colour that a browser remembers."""

from __future__ import annotations

from collections.abc import Callable

from browser.visitor import Visitor

Visit = Callable[..., Visitor]
MOMENT = """() => {
    const { status, asked } = document.querySelector(".table").dataset;
    if (status === "over") return "over";
    if (document.querySelector(".curtain")) return "curtain";
    return document.querySelector(".opt:enabled") ? asked : null;
}"""
PRIVATE = ".opt, .log, .board, .hand, .players, .prompt"  # all that one person alone may look at


def test_people_on_one_screen_never_see_each_others_secrets(visit: Visit) -> None:
    visitor = visit()
    page, lifted, name = visitor.page, set(), ""
    people = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    visitor.make(people, game="relics", options={"rounds": 1}, seed=3)
    while (moment := page.wait_for_function(MOMENT).json_value()) != "over":
        if moment == "curtain":
            assert page.locator(PRIVATE).count() == 0
            page.keyboard.press("1")  # no key answers for somebody who is not there yet
            name = page.locator(".curtain h2").inner_text().split(",")[0]
            lifted.add(name)
            page.locator(".curtain .btn").click()
            page.wait_for_selector(".log .line")
            dealt = [line for line in page.locator(".log .line").all_inner_texts() if "dealt" in line]
            assert ["three relics" in line for line in dealt] == [name == "Ben", name == "Ann"]  # the other's alone
        else:
            assert moment == {"Ann": "0", "Ben": "1"}[name]  # both are asked at once when they bid
            page.locator(".opt:enabled").first.click()
    assert lifted == {"Ann", "Ben"}


def test_a_reload_puts_the_curtain_up_again(visit: Visit) -> None:
    visitor = visit()
    people = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    visitor.make(people, game="relics", seed=3)
    visitor.page.locator(".curtain .btn").click()
    visitor.page.wait_for_selector(".opt")
    visitor.page.reload()
    visitor.page.wait_for_selector(".curtain")
    assert visitor.page.locator(PRIVATE).count() == 0


def test_a_name_and_a_colour_are_remembered_and_shown_to_others(visit: Visit) -> None:
    ann, ben = visit(""), visit("Ben")
    ann.page.locator(".me input").fill("Ann")
    ann.page.locator(".me .own").click()
    ann.page.get_by_role("button", name="Yellow, dotted").click()
    ann.page.reload()
    assert ann.page.locator(".me input").input_value() == "Ann"
    assert ann.page.locator(".me .mark b").inner_text() == "A"
    made = ann.make([{"kind": "me"}, {"kind": "person"}, {"kind": "bot", "bot": "greedy"}])
    ann.page.wait_for_selector(".wait .mark")
    ben.open(made["table"], made["links"][0]["token"])
    ben.page.wait_for_selector(".seat .mark")
    assert ben.page.locator(".seat .mark rect").get_attribute("fill") == "url(#p3)"
    assert ben.page.locator(".seat .call", has_text="Ann").count() == 1
