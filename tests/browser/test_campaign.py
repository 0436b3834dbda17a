"""Gloomhaven's campaign in the browser: one person, two persons, a scenario there and back, files, a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.party import act, begun, brought, far_along, joined, make_character, seats, settle, tab, wait_for_stage
from browser.test_everybody import WIDTHS, serious
from browser.visitor import Visitor
from games.gloomhaven.saga import saga
from grimtable.games.gloomhaven.campaign import dump

Visit = Callable[..., Visitor]


def alone(visit: Visit) -> Visitor:
    """Somebody with a party of two in Gloomhaven, the same every time."""
    visitor = visit()
    brought(visitor, dump(saga("brute", "tinkerer")), "Ours")
    visitor.page.wait_for_selector("[data-step=shop]")
    return visitor


# ---------------------------------------------------------------- one person
def test_characters_are_made_things_are_bought_and_a_purchase_is_taken_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    begun(visitor)
    make_character(visitor, "brute", "Hargrim")
    make_character(visitor, "tinkerer", "Wix")
    assert seats(visitor).count() == 2
    page.locator("[data-step=shop]").click()
    everything = page.locator("[data-item]").count()
    page.get_by_label("Search the shop").fill("boots")
    assert page.locator("[data-item]").count() == 1 < everything
    page.get_by_role("button", name=re.compile("^Buy Boots of Striding")).click()
    page.wait_for_function("() => document.querySelector('.seg .on')?.innerText.includes('10 gold')")
    assert "One of each is enough" in page.locator("[data-item] .why").inner_text()
    assert page.locator(".entry").last.inner_text().endswith("Hargrim: -20 gold")
    page.locator("[data-undo]").click()
    page.wait_for_function("() => document.querySelector('.seg .on')?.innerText.includes('30 gold')")
    assert page.locator("[data-undo]").is_disabled()  # before it a quest was dealt
    page.get_by_label("Search the shop").fill("")
    page.get_by_label("Slot").select_option("body")
    page.get_by_label("Price", exact=True).select_option("10")
    assert page.locator("[data-item] h3").all_inner_texts() == ["Hide Armor"]


def test_a_sheet_shows_cards_perks_and_the_own_quest_and_keeps_notes(visit: Visit) -> None:
    visitor = alone(visit)
    page = visitor.page
    seats(visitor).first.click()
    sheet = page.locator("[data-sheet='0']")
    assert sheet.locator(".pool .ability").count() == 13  # ten of level 1, three of level X
    trample = sheet.locator("[data-card='1']")
    assert "Attack 3" in trample.locator(".half.top").inner_text()
    assert "Move 4" in trample.locator(".half.bottom").inner_text()
    assert sheet.locator(".perks li").count() == 11
    assert sheet.locator(".quest li").count() >= 1
    sheet.locator("textarea").fill("Saves for boots")
    sheet.get_by_role("button", name="Keep the notes").click()
    page.wait_for_function("() => document.querySelector('.entry:last-child')?.innerText.includes('Note of Brute')")
    page.reload()
    seats(visitor).first.click()
    assert page.locator("[data-sheet='0'] textarea").input_value() == "Saves for boots"


def test_a_party_has_a_name_and_an_event_two_ways(visit: Visit) -> None:
    visitor = alone(visit)
    page = visitor.page
    tab(visitor, "party")
    page.get_by_label("Name of the party").fill("The Lanterns")
    page.get_by_role("button", name="Call it so").click()
    page.wait_for_selector("h2:has-text('The Lanterns')")
    tab(visitor, "here")
    page.locator("[data-step=event]").click()
    page.locator("[data-act=city_event]").click()
    wait_for_stage(visitor, "event")
    assert page.locator("[data-way]").count() == 2
    assert page.locator("[data-event] h2").inner_text() != "An event befalls the party: what does it do?"
    assert page.locator("[data-undo]").is_disabled()
    page.locator("[data-way=A]").click()
    settle(visitor)
    assert any(["option A" in line for line in page.locator(".entry").all_inner_texts()])


def test_a_scenario_is_played_at_its_table_and_its_result_comes_back_once(visit: Visit) -> None:
    visitor = alone(visit)
    page = visitor.page
    tab(visitor, "map")
    page.locator("[data-scenario='1']").press("Enter")
    assert "Travel there" in page.locator(".about").inner_text()
    page.locator("[data-act=casual]").click()
    wait_for_stage(visitor, "scenario")
    page.get_by_label("Who plays for person 0").select_option("random")
    page.locator("[data-open-table]").click()
    page.wait_for_selector(".table[data-status=over]")
    page.locator(".end .btn.act").click()
    wait_for_stage(visitor, "after")
    headline = page.locator(".after h2").inner_text()
    assert re.fullmatch("1: Black Barrow is (won|lost)", headline)
    entries = page.locator(".entry").count()
    page.reload()
    wait_for_stage(visitor, "after")
    assert page.locator(".entry").count() == entries
    assert page.locator("[data-undo]").is_disabled()
    page.get_by_role("button", name="Return to Gloomhaven").click()
    wait_for_stage(visitor, "city")


# ---------------------------------------------------------------- several persons
def test_two_persons_share_a_campaign_and_nobody_edits_anothers_character(visit: Visit) -> None:
    mira, bo, watcher = visit(), visit("Bo"), visit("Cy")
    to_bo, to_watch = begun(mira, "Bo")
    assert "has not come yet" in mira.page.locator(".persons").inner_text()
    joined(bo, to_bo)
    make_character(mira, "brute", "Hargrim")
    bo.page.wait_for_selector(".players .seat")  # it appears by itself
    assert bo.page.locator(".persons").inner_text().count("has not come") == 0
    make_character(bo, "spellweaver", "Ilse")
    bo.page.locator(".players [data-hero='0']").click()
    assert bo.page.locator("[data-sheet='0'] textarea").count() == 0
    assert "Known only to whose it is" in bo.page.locator("[data-sheet='0']").inner_text()
    assert act(bo, "note", 0, "mine now") == 409
    mira.page.wait_for_function("() => document.querySelectorAll('.players .seat').length === 2")
    mira.page.locator("[data-step=event]").click()
    mira.page.locator("[data-act=city_event]").click()
    mira.page.wait_for_selector(".motion:has-text('Waiting for Bo')")
    bo.page.locator(".motion .btn.can").click()
    wait_for_stage(bo, "event")
    joined(watcher, to_watch)
    assert watcher.page.locator("[data-way]").first.is_disabled()
    assert watcher.page.locator("[data-undo]").count() == 0
    bo.page.locator("[data-way=B]").click()
    mira.page.wait_for_selector("[data-way=B] small:has-text('wanted by Bo')")
    assert mira.page.locator("[data-way=A]").is_enabled()


def test_what_somebody_else_has_changed_meanwhile_is_said_and_shown(visit: Visit) -> None:
    visitor = alone(visit)
    page = visitor.page
    page.locator("[data-step=shop]").click()
    page.route("**/mark", lambda route: route.abort())  # this page looks away
    assert act(visitor, "note", 0, "from elsewhere") == 200
    page.locator("[data-item] .btn.can").first.click()
    page.wait_for_function("() => document.querySelector('.entry:last-child')?.innerText.includes('-20 gold')")
    assert page.locator(".entry").nth(-2).inner_text().endswith("Note of Brute")
    assert act(visitor, "city_event") == 200
    page.locator("[data-item] .btn.can").first.click()
    page.wait_for_selector(".toast")  # the event was not there when the hand moved
    wait_for_stage(visitor, "event")


# ---------------------------------------------------------------- files
def test_a_campaign_goes_out_as_a_file_and_comes_back_on_another_browser(visit: Visit, tmp_path: Path) -> None:
    visitor, other = alone(visit), visit("Ida")
    visitor.page.locator("[data-share]").click()
    with visitor.page.expect_download() as download:
        visitor.page.locator("[data-export]").click()
    assert download.value.suggested_filename == "Ours.campaign.jsonl"
    download.value.save_as(tmp_path / "ours.jsonl")
    text = (tmp_path / "ours.jsonl").read_text(encoding="utf-8")
    brought(other, text.replace('"brute"', '"tinkerer"'))
    other.page.wait_for_selector(".problem:has-text('line')")
    brought(other, text)
    other.page.wait_for_selector(".players .seat")
    assert seats(other).locator(".call").all_inner_texts()[0].startswith("Brute")
    other.page.goto(other.address)
    assert other.page.locator("#tables li:has-text('Far along')").count() == 1


def test_the_bench_shows_lines_prices_and_reasons(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    brought(visitor, far_along())
    page.wait_for_selector("[data-step=enhance].open")
    page.locator("[data-step=enhance]").click()
    page.get_by_label("Card", exact=True).select_option("1")
    line = page.locator("[data-panel=enhance] section").first
    assert "Attack 3" in line.inner_text()
    line.locator("[data-act=enhance].can", has_text="+1").click()
    page.wait_for_selector("[data-panel=enhance] section .why:has-text('The spot is taken')")
    assert "Brute enhances Trample: +1 for 50 gold" in page.locator(".entry").last.inner_text()
    assert page.locator(".face .more").inner_text().startswith("+1")
    tab(visitor, "map")
    states = page.locator(".mark").evaluate_all("all => all.map(one => one.classList[1])")
    assert states.count("done") == 5
    assert page.locator(".road").count() >= 5


# ---------------------------------------------------------------- everybody
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_width_scrolls_sideways_and_axe_finds_nothing_serious(visit: Visit, axe: Path, lang: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page
    brought(visitor, far_along())
    page.wait_for_selector("[data-step=enhance].open")
    for name in ("here", "map", "heroes", "party"):
        tab(visitor, name)
        if lang == "en" or name == "here":
            assert serious(page, axe) == []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(60)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            content = page.locator(".content").evaluate("it => [it.scrollWidth, it.clientWidth]")
            assert content[0] <= content[1], f"{name} at {width}"
        page.set_viewport_size({"width": 1440, "height": 900})


def test_on_a_phone_in_japanese_everything_is_within_reach(visit: Visit) -> None:
    visitor = visit(lang="ja", width=390, height=844, touch=True)
    page = visitor.page
    brought(visitor, far_along())
    page.wait_for_selector("[data-step=shop]")
    page.locator("[data-step=shop]").tap()
    assert page.locator("[data-panel=shop] h2").inner_text() == "店"
    for name in ("map", "heroes", "party", "journal", "here"):
        page.locator(f"[data-tab={name}]").tap()
        box = page.locator(f"[data-tab={name}]").bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator("[data-step=donate]").tap()
    page.locator("[data-act=donate]").first.tap()
    page.locator("[data-tab=journal]").tap()
    page.wait_for_function("() => document.querySelector('.entry:last-child')?.innerText.includes('-10ゴールド')")
