"""City and road events: conditions from top to bottom, who pays, what may not be lost, where the card goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.gloomhaven.saga import chronicle, rule_of, saga, settled, why_not
from grimtable.games.gloomhaven.campaign import Campaign
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.components import CHECKS_FOR, EVENTS, FIRST_EVENTS, XP_FOR
from grimtable.games.gloomhaven.campaign.events import (
    CONDITIONS,
    EFFECTS,
    OTHERWISE,
    lose_item_together,
    lose_items,
    pay_item,
    resolve,
)
from grimtable.games.gloomhaven.components.items import ITEMS
from rule import rule


def facing(event: str, *classes: str, gold: int = 30, reputation: int = 0) -> Campaign:
    """A party before this event of the city or the road."""
    campaign = saga(*(classes or ("brute", "tinkerer")), gold=gold)
    campaign.world.sheet().reputation = reputation
    deck = campaign.world.city if event.startswith("city") else campaign.world.road
    if event in deck:
        deck.remove(event)
    campaign.world.event, campaign.world.stage = event, "event"
    return campaign


@rule("GLOOMHAVEN-23.14")
def test_the_decks_begin_with_thirty_each_and_what_is_added_is_shuffled_in() -> None:
    campaign = saga("brute")
    world = campaign.world
    assert sorted(world.city) == sorted(FIRST_EVENTS["city"]) != world.city
    assert sorted(world.road) == sorted(FIRST_EVENTS["road"]) != world.road
    assert len(world.city) == len(world.road) == 30
    before = list(world.city)
    chronicle(campaign).add_event("city", "70")
    assert sorted([*before, "city:70"]) == sorted(world.city)
    assert [key for key in world.city if key != "city:70"] != before
    chronicle(campaign).add_event("city", "70")
    assert world.city.count("city:70") == 1


@rule("GLOOMHAVEN-23.15", "GLOOMHAVEN-25.4", "GLOOMHAVEN-24.4")
def test_the_top_card_is_drawn_once_a_visit_and_must_be_answered() -> None:
    campaign = saga("brute")
    top = campaign.world.city[-1]
    campaign.act(0, ("city_event",))
    assert campaign.world.event == top
    assert top not in campaign.world.city
    assert why_not(campaign, ("buy", 0, 1)) == "not_in_town"
    assert why_not(campaign, ("event", "C")) == "a_or_b"
    campaign.act(0, ("event", "B"))
    settled(campaign)
    assert campaign.world.stage == "city"
    assert rule_of(campaign, ("city_event",)) == "GLOOMHAVEN-25.4"


@rule("GLOOMHAVEN-23.15", "GLOOMHAVEN-23.14")
def test_a_card_goes_to_the_bottom_or_out_of_the_game_as_it_says() -> None:
    campaign = facing("city:01")
    before = list(campaign.world.city)
    campaign.act(0, ("event", "B"))
    assert campaign.world.city == ["city:01", *before]  # the next card is the last: nothing is shuffled
    campaign = facing("city:04")
    campaign.act(0, ("event", "A"))
    assert "city:04" not in campaign.world.city


@rule("GLOOMHAVEN-24.5")
def test_collective_payment_must_be_made_when_it_can_and_else_counts_otherwise() -> None:
    rich = facing("city:03", gold=10)
    rich.act(0, ("event", "A"))
    assert next(ask.kind for ask in rich.world.asks) == "divide_loss"
    settled(rich)
    assert sum([hero.gold for hero in rich.world.heroes]) == 10
    assert rich.world.achievements == {"ancient-technology": 1}
    assert [125 in hero.items for hero in rich.world.heroes].count(True) == 1
    poor = facing("city:03", gold=4)
    poor.act(0, ("event", "A"))
    assert poor.world.achievements == {}
    assert poor.world.city[0] == "city:03"
    assert sum([hero.gold for hero in poor.world.heroes]) == 8


@rule("GLOOMHAVEN-24.5")
def test_a_class_icon_wants_one_of_the_listed_classes_in_the_party() -> None:
    event = EVENTS["city:25"]
    outcomes = next(o for o in event["options"] if any(["condition" in part for part in o["outcomes"]]))
    listed = next(p["condition"]["values"] for p in outcomes["outcomes"] if p["condition"]["type"] == "character")
    assert "brute" in listed
    with_brute, without = facing("city:25", "brute", "tinkerer"), facing("city:25", "scoundrel", "tinkerer")
    for campaign in (with_brute, without):
        campaign.act(0, ("event", outcomes["label"]))
        settled(campaign)
    assert with_brute.world.document() != without.world.document()
    assert with_brute.told[-1] != without.told[-1]


@rule("GLOOMHAVEN-24.5", "GLOOMHAVEN-24.9")
@pytest.mark.parametrize(("reputation", "gold"), [(-4, 35), (-5, 40)])
def test_a_reputation_range_gates_its_part(reputation: int, gold: int) -> None:
    campaign = facing("city:05", reputation=reputation)
    campaign.act(0, ("event", "B"))  # five gold each, five more below -4
    assert [hero.gold for hero in campaign.world.heroes] == [gold, gold]


@rule("GLOOMHAVEN-24.5")
def test_a_choice_between_effects_is_the_partys() -> None:
    campaign = facing("city:01")
    campaign.act(0, ("event", "A"))
    assert [hero.xp for hero in campaign.world.heroes] == [10, 10]
    ways = [act for act in campaign.offers(0) if act[0] == "choose_effect"]
    assert [way[1]["type"] for way in ways] == ["loseGold", "loseReputation"]
    campaign.act(0, ways[1])
    assert campaign.world.sheet().reputation == -1
    assert [hero.gold for hero in campaign.world.heroes] == [30, 30]


@rule("GLOOMHAVEN-24.6", "GLOOMHAVEN-24.7")
def test_collective_gold_is_divided_as_they_like_but_never_beyond_a_purse() -> None:
    campaign = saga("brute", "tinkerer", gold=3)
    campaign.world.heroes[1].gold = 20
    EFFECTS["loseCollectiveGold"](chronicle(campaign), [10])
    assert rule_of(campaign, ("divide", [5, 5])) == "GLOOMHAVEN-24.7"
    assert rule_of(campaign, ("divide", [3, 6])) == "GLOOMHAVEN-24.6"
    assert rule_of(campaign, ("divide", [-1, 11])) == "GLOOMHAVEN-24.6"
    campaign.act(0, ("divide", [0, 10]))
    assert [hero.gold for hero in campaign.world.heroes] == [3, 10]
    EFFECTS["collectiveGold"](chronicle(campaign), [7])
    campaign.act(0, ("divide", [7, 0]))
    assert [hero.gold for hero in campaign.world.heroes] == [10, 10]


@rule("GLOOMHAVEN-24.7")
def test_nobody_loses_more_than_there_is() -> None:
    campaign = saga("brute", "tinkerer", gold=3)
    world, c = campaign.world, chronicle(campaign)
    EFFECTS["loseGold"](c, [5])
    EFFECTS["loseCollectiveGold"](c, [5])
    assert [hero.gold for hero in world.heroes] == [0, 0]
    assert not world.asks
    world.heroes[0].level, world.heroes[0].xp = 2, XP_FOR[1] + 2
    c.xp(0, -10)
    assert world.heroes[0].xp == XP_FOR[1]
    c.checks(0, 4)
    EFFECTS["loseBattleGoal"](c, [1])
    EFFECTS["loseBattleGoal"](c, [1])
    assert world.heroes[0].checks == 3  # the three that became a perk stay
    world.prosperity = CHECKS_FOR[1] + 1
    EFFECTS["loseProsperity"](c, [1])
    EFFECTS["loseProsperity"](c, [1])
    assert world.prosperity == CHECKS_FOR[1]


@rule("GLOOMHAVEN-24.9")
def test_reputation_is_the_partys_from_minus_twenty_to_twenty() -> None:
    campaign = saga("brute")
    c = chronicle(campaign)
    c.reputation(25)
    assert campaign.world.sheet().reputation == 20
    c.reputation(-50)
    assert campaign.world.sheet().reputation == -20
    campaign.act(0, ("found", "Others"))
    assert campaign.world.sheet().reputation == 0


@rule("GLOOMHAVEN-24.8")
def test_what_an_event_does_to_the_next_scenario_waits_for_it() -> None:
    campaign = saga("brute", "tinkerer")
    EFFECTS["scenarioDamage"](chronicle(campaign), [2])
    EFFECTS["scenarioCondition"](chronicle(campaign), ["poison"])
    assert campaign.world.sheet().omens == [["damage", 2], ["condition", "poison"]]


def test_every_word_of_every_event_is_known() -> None:
    def parts(found: Any) -> list[dict[str, Any]]:
        if isinstance(found, dict):
            return [found, *[part for one in found.values() for part in parts(one)]]
        return [part for one in found for part in parts(one)] if isinstance(found, list) else []

    words = {part["type"] for event in EVENTS.values() for part in parts(event) if "type" in part}
    inner = {"payCollectiveGoldReputationLT", "payCollectiveGoldReputationGT", "outcome", OTHERWISE}
    assert words - set(EFFECTS) - set(CONDITIONS) == inner


@pytest.mark.parametrize("event", sorted(EVENTS))
@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize("gold", [0, 200])
def test_every_option_of_every_event_can_be_played(event: str, letter: str, gold: int) -> None:
    campaign = facing(event, "brute", "tinkerer", "mindthief", gold=gold)
    for hero in campaign.world.heroes:
        hero.items = [13, 1]
    c = chronicle(campaign)
    resolve(c, letter)
    assert c.told[0] == ("event_chosen", event, letter)
    assert c.told[-1][0] in ("event_returned", "event_removed")
    for hero in campaign.world.heroes:
        assert hero.gold >= 0


@rule("GLOOMHAVEN-25.8")
@pytest.mark.parametrize(
    ("effect", "values"),
    [
        (lose_items, [1, ITEMS[36].slot]),
        (lose_item_together, [1, ITEMS[36].slot]),
        (pay_item, [36]),
    ],
)
def test_what_an_event_takes_returns_to_the_shop_as_one_copy(
    effect: Callable[[Chronicle, list[Any]], object], values: list[Any]
) -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    c = chronicle(campaign)
    c.give_item(0, 36)
    effect(c, values)
    assert campaign.world.heroes[0].items == []
    assert campaign.world.for_sale(36) == 1
