"""The campaign as a person sees it: what could be done, and a sentence for what cannot."""

from __future__ import annotations

from typing import Any

from games.gloomhaven.saga import played, saga, why_not
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import Campaign
from grimtable.games.gloomhaven.campaign.components import ENHANCING
from grimtable.games.gloomhaven.campaign.view import view
from rule import rule

CATALOGUE = definition("gloomhaven").catalogue
TRAMPLE = 1


def seen(campaign: Campaign, person: int | None = 0, lang: str = "en") -> dict[str, Any]:
    return view(campaign, person, lambda message: CATALOGUE.say(message, lang))


# ---------------------------------------------------------------- the city
@rule("GLOOMHAVEN-25.5")
def test_the_shop_says_who_can_buy_and_why_not() -> None:
    campaign = saga("brute", "tinkerer", gold=25)
    campaign.act(0, ("buy", 0, 1))
    goods = {item["item"]: item for item in seen(campaign)["shop"]}
    assert [buyer["why"] for buyer in goods[1]["buyers"]] == ["One of each is enough", None]
    assert [buyer["why"] for buyer in goods[3]["buyers"]] == ["That costs 10 gold", None]
    assert goods[1]["buyers"][1]["act"] == ["buy", 1, 1]
    assert goods[1]["left"] == 1


def test_only_own_characters_stand_at_the_counter() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    assert [one["hero"] for one in seen(campaign, 1)["shop"][0]["buyers"]] == [1]
    assert seen(campaign, None)["shop"][0]["buyers"] == []


@rule("GLOOMHAVEN-26.1")
def test_the_bench_shows_every_line_with_room_what_fits_and_its_price() -> None:
    campaign = saga("brute", "tinkerer", gold=60)
    assert seen(campaign)["bench"] == []
    campaign.world.achievements[ENHANCING] = 1
    [attack, pierce] = [one for one in seen(campaign)["bench"] if (one["card"], one["half"]) == (TRAMPLE, "top")]
    assert (attack["line"], attack["part"], pierce["part"]) == ("Attack 3 (Pierce 2)", None, "Pierce 2")
    kinds = {kind["text"]: (kind["price"], kind["why"]) for kind in attack["kinds"]}
    assert kinds["+1"] == (50, None)
    assert kinds["Poison"] == (75, "That costs 75 gold")
    campaign.act(0, tuple(attack["kinds"][0]["act"]))
    again = next(one for one in seen(campaign)["bench"] if one["card"] == TRAMPLE)
    assert (again["used"], again["room"], again["kinds"][0]["why"]) == (1, 1, "The spot is taken")
    assert not [offer for offer in seen(campaign)["offers"] if offer["kind"] in ("enhance", "buy")]


def test_gold_for_enhancements_only_opens_the_bench_for_its_character() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    campaign.world.heroes[1].earmarked = 60
    bench = seen(campaign)["bench"]
    assert {spot["hero"] for spot in bench} == {1}
    assert bench[0]["kinds"][0] | {"act": []} == {"act": [], "text": "+1", "price": 30, "why": None}


# ---------------------------------------------------------------- the map
@rule("GLOOMHAVEN-23.1")
def test_the_map_says_what_a_scenario_requires_and_why_nobody_goes_there() -> None:
    campaign = saga("brute", "tinkerer")
    [barrow] = seen(campaign)["scenarios"]
    assert (barrow["number"], barrow["state"], barrow["why"], barrow["requires"]) == (1, "open", None, [])
    played(campaign, 1)
    barrow, lair = seen(campaign)["scenarios"]
    assert (barrow["state"], barrow["why"]) == ("done", "Scenario 1 is done")
    assert (barrow["unlocks"], barrow["links"]) == ([2], [2])
    assert lair["requires"] == [[{"text": "First Steps", "absent": False}]]


# ---------------------------------------------------------------- events and the journal
@rule("GLOOMHAVEN-23.15")
def test_an_event_is_told_in_our_own_words_and_its_outcome_is_not() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.city.append("city:01")
    campaign.act(0, ("city_event",))
    assert seen(campaign)["event"] == {
        "deck": "city",
        "number": "01",
        "name": "city event 1",
        "prompt": "A tavern brawl breaks out around the party",
        "A": "Join the fight",
        "B": "Calm it down",
    }
    assert seen(campaign, lang="ja")["event"]["B"] == "なだめる"


def test_the_journal_says_what_was_done_where_nothing_came_of_it() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.act(0, ("note", 0, "buy boots"))
    assert seen(campaign)["log"][-1] == {"n": 5, "who": 0, "kind": "note", "text": ["Note of Brute"]}
    assert seen(campaign)["undo"] is True
    campaign.act(0, ("city_event",))
    assert seen(campaign)["undo_why"] == "That cannot be taken back"


# ---------------------------------------------------------------- what persons write
@rule("GLOOMHAVEN-23.5")
def test_anybody_in_the_party_names_it_and_writes_its_notes() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    campaign.act(1, ("name_party", " The Lanterns "))
    campaign.act(0, ("party_note", "the merchant lies"))
    party = seen(campaign, 1)["party"]
    assert (party["name"], party["notes"]) == ("The Lanterns", "the merchant lies")
    assert why_not(campaign, ("name_party", " ")) == "name_length"
    assert why_not(campaign, ("party_note", "x" * 2001)) == "note_length"


def test_a_note_leaves_what_was_proposed_and_a_purchase_does_not() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    campaign.act(0, ("city_event",))
    campaign.act(1, ("note", 1, "wait"))
    assert [one["person"] for one in seen(campaign)["proposals"]] == [0]
    assert seen(campaign)["voters"] == [0, 1]
    campaign.act(1, ("buy", 1, 1))
    assert seen(campaign)["proposals"] == []


# ---------------------------------------------------------------- taking back
@rule("GLOOMHAVEN-25.2")
def test_a_character_to_whom_quests_were_dealt_is_not_taken_back() -> None:
    campaign = Campaign(7, ["Ada"], [0, 0])
    campaign.act(0, ("create", 0, "Brand", "brute", 1))
    asked = seen(campaign)
    assert asked["undo"] is False
    assert asked["offers"][0]["quest"] == "Take Back the Trees"
    assert asked["offers"][0]["needs"][0] == "Win scenarios in the Dagger Forest: 3"
    campaign.act(0, tuple(asked["offers"][0]["act"]))
    campaign.act(0, ("buy", 0, 1))
    assert seen(campaign)["undo"] is True
