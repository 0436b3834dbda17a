"""In Gloomhaven: characters, levels, shop, sanctuary, retirement."""

from __future__ import annotations

import pytest

from games.gloomhaven.saga import chronicle, on_quest, played, rule_of, saga, settled, why_not, words
from grimtable.games.gloomhaven.campaign.components import CHECKS_FOR, QUESTS, XP_FOR
from grimtable.games.gloomhaven.campaign.world import RETIRED
from grimtable.games.gloomhaven.components.cards import CARD_LEVEL, CARD_OF, CLASS_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from rule import rule


# ---------------------------------------------------------------- new characters
@rule("GLOOMHAVEN-25.2", "GLOOMHAVEN-23.11")
def test_a_new_character_draws_two_quests_keeps_one_and_the_other_is_shuffled_back() -> None:
    campaign = saga("brute", settle=False)
    drawn = list(campaign.world.asks[0].options)
    assert len(drawn) == 2
    assert not set(drawn) & set(campaign.world.quest_deck)
    assert why_not(campaign, ("keep_quest", 0, next(q for q in QUESTS if q not in drawn))) == "not_offered"
    campaign.act(0, ("keep_quest", 0, drawn[1]))
    assert campaign.world.heroes[0].quest == drawn[1]
    assert drawn[0] in campaign.world.quest_deck
    assert drawn[1] not in campaign.world.quest_deck
    assert len(campaign.world.quest_deck) == len(QUESTS) - 1


@rule("GLOOMHAVEN-25.2", "GLOOMHAVEN-1.12", "GLOOMHAVEN-1.11", "GLOOMHAVEN-23.16")
def test_only_classes_that_are_unlocked_and_not_taken() -> None:
    campaign = saga("brute")
    assert rule_of(campaign, ("create", 1, "Two", "brute", 1)) == "GLOOMHAVEN-1.12"
    assert rule_of(campaign, ("create", 1, "Two", "three-spears", 1)) == "GLOOMHAVEN-25.2"
    chronicle(campaign).unlock_class("three-spears")
    assert why_not(campaign, ("create", 1, "Two", "three-spears", 1)) == ""


@rule("GLOOMHAVEN-25.3", "GLOOMHAVEN-1.10", "GLOOMHAVEN-27.6")
def test_a_new_character_starts_at_any_level_up_to_the_towns() -> None:
    campaign = saga("brute")
    assert campaign.world.heroes[0].gold == 30
    assert rule_of(campaign, ("create", 1, "Old hand", "scoundrel", 2)) == "GLOOMHAVEN-25.3"
    campaign.world.prosperity = CHECKS_FOR[2]
    campaign.act(0, ("create", 1, "Old hand", "scoundrel", 3))
    hero = campaign.world.heroes[1]
    assert (hero.level, hero.xp, hero.gold) == (3, 95, 60)
    asked = [ask.kind for ask in campaign.world.asks if ask.hero == 1]
    assert asked == ["quest", "card", "perk", "card", "perk"]


@rule("GLOOMHAVEN-27.7")
def test_without_quests_left_there_is_none_and_no_retirement() -> None:
    campaign = saga("brute")
    campaign.world.quest_deck = []
    campaign.act(0, ("create", 1, "Two", "tinkerer", 1))
    assert campaign.world.heroes[1].quest == 0
    assert not campaign.world.asks
    assert rule_of(campaign, ("retire", 1)) == "GLOOMHAVEN-27.1"


# ---------------------------------------------------------------- levels
@rule("GLOOMHAVEN-25.11", "GLOOMHAVEN-25.12")
def test_a_level_needs_experience_and_gives_a_card_and_a_perk() -> None:
    campaign = saga("brute", "tinkerer")
    hero = campaign.world.heroes[0]
    hero.xp = XP_FOR[1] - 1
    assert rule_of(campaign, ("level", 0)) == "GLOOMHAVEN-25.11"
    campaign.world.heroes[0].xp = XP_FOR[1] + 3
    campaign.act(0, ("level", 0))
    assert campaign.world.heroes[0].xp == XP_FOR[1] + 3
    offered = [act[2] for act in campaign.offers(0) if act[0] == "take_card"]
    assert {CARD_LEVEL[CARD_OF[card]] for card in offered} == {2}
    campaign.act(0, ("take_card", 0, offered[0]))
    campaign.act(0, ("take_perk", 0, 0))
    hero = campaign.world.heroes[0]
    assert hero.level == 2
    assert offered[0] in hero.cards
    assert hero.perks == [0]


@rule("GLOOMHAVEN-25.11")
def test_who_can_level_must_before_leaving_town_and_nine_is_the_end() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.heroes[0].xp = XP_FOR[1]
    assert rule_of(campaign, ("travel", 1)) == "GLOOMHAVEN-25.11"
    campaign.world.heroes[0].level, campaign.world.heroes[0].xp = 9, 900
    assert why_not(campaign, ("level", 0)) == "top_level"
    assert why_not(campaign, ("travel", 1)) == ""


@rule("GLOOMHAVEN-25.17")
def test_below_the_towns_level_one_may_rise_to_it() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.prosperity = CHECKS_FOR[1]
    assert why_not(campaign, ("travel", 1)) == ""  # it need not
    campaign = saga("brute", "tinkerer")
    campaign.world.prosperity = CHECKS_FOR[1]
    campaign.act(0, ("level", 0))
    assert (campaign.world.heroes[0].level, campaign.world.heroes[0].xp) == (2, XP_FOR[1])
    settled(campaign)
    assert why_not(campaign, ("level", 0)) == "too_little_xp"


@rule("GLOOMHAVEN-25.14", "GLOOMHAVEN-23.6")
def test_every_third_checkmark_is_a_perk_at_once_and_eighteen_are_the_end() -> None:
    campaign = saga("brute")
    c = chronicle(campaign)
    c.checks(0, 2)
    assert not campaign.world.asks
    c.checks(0, 2)
    assert [ask.kind for ask in campaign.world.asks] == ["perk"]
    assert campaign.world.heroes[0].checks == 4
    c.checks(0, 40)
    assert campaign.world.heroes[0].checks == 18
    assert len(campaign.world.asks) == 6


@rule("GLOOMHAVEN-25.13")
def test_a_perk_as_often_as_it_has_boxes() -> None:
    campaign = saga("brute")
    twice = next(n for n, perk in enumerate(CLASS_PERKS[CLASS_OF["brute"]]) if perk.times == 2)
    c = chronicle(campaign)
    c.checks(0, 9)
    campaign.act(0, ("take_perk", 0, twice))
    campaign.act(0, ("take_perk", 0, twice))
    assert why_not(campaign, ("take_perk", 0, twice)) == "not_offered"


# ---------------------------------------------------------------- the shop
@rule("GLOOMHAVEN-25.5", "GLOOMHAVEN-25.6")
def test_buying_costs_the_printed_price_selling_gives_half_rounded_down() -> None:
    campaign = saga("brute", gold=100)
    item = next(number for number in range(1, 134) if ITEMS[number].cost % 2)
    chronicle(campaign).item_design(item)
    price = ITEMS[item].cost
    campaign.act(0, ("buy", 0, item))
    hero = campaign.world.heroes[0]
    assert (hero.items, hero.gold) == ([item], 100 - price)
    campaign.act(0, ("sell", 0, item))
    hero = campaign.world.heroes[0]
    assert (hero.items, hero.gold) == ([], 100 - price + (price - 1) // 2)
    hero.gold = price - 1
    assert rule_of(campaign, ("buy", 0, item)) == "GLOOMHAVEN-25.5"
    assert rule_of(campaign, ("sell", 0, item)) == "GLOOMHAVEN-25.5"


@rule("GLOOMHAVEN-25.6")
def test_any_number_of_items_and_no_trade() -> None:
    campaign = saga("brute", "tinkerer", gold=900)
    for item in range(1, 15):
        campaign.act(0, ("buy", 0, item))
    assert len(campaign.world.heroes[0].items) == 14
    assert not [act for act in campaign.offers(0) if act[0] in ("give", "trade", "lend")]


@rule("GLOOMHAVEN-23.7", "GLOOMHAVEN-24.9")
@pytest.mark.parametrize(
    ("reputation", "change"),
    [
        *((20, -5), (19, -5), (18, -4), (11, -3), (10, -2), (3, -1), (2, 0)),
        *((-2, 0), (-3, 1), (-10, 2), (-14, 3), (-18, 4), (-19, 5), (-20, 5)),
    ],
)
def test_prices_follow_reputation(reputation: int, change: int) -> None:
    campaign = saga("brute", gold=100)
    campaign.world.sheet().reputation = reputation
    campaign.act(0, ("buy", 0, 1))
    assert campaign.world.heroes[0].gold == 100 - ITEMS[1].cost - change


@rule("GLOOMHAVEN-25.7", "GLOOMHAVEN-25.18")
@pytest.mark.parametrize(
    ("checks", "last"), [(0, 14), (3, 14), (4, 21), (9, 28), (15, 35), (22, 42), (30, 49), (39, 56), (50, 63), (64, 70)]
)
def test_the_towns_level_decides_what_the_shop_has(checks: int, last: int) -> None:
    campaign = saga("brute")
    campaign.world.prosperity = checks
    assert campaign.world.sold_here() == list(range(1, last + 1))
    assert rule_of(campaign, ("buy", 0, last + 1)) == "GLOOMHAVEN-25.7"


@rule("GLOOMHAVEN-25.8", "GLOOMHAVEN-28.3", "GLOOMHAVEN-2.16")
def test_a_design_puts_all_copies_into_the_shop_and_no_more() -> None:
    campaign = saga("brute", "tinkerer", "scoundrel", gold=500)
    chronicle(campaign).item_design(71)
    assert ITEMS[71].copies == 2
    campaign.act(0, ("buy", 0, 71))
    campaign.act(0, ("buy", 1, 71))
    assert rule_of(campaign, ("buy", 2, 71)) == "GLOOMHAVEN-2.16"
    assert rule_of(campaign, ("buy", 0, 71)) == "GLOOMHAVEN-25.9"


@rule("GLOOMHAVEN-25.5", "GLOOMHAVEN-25.8")
def test_selling_a_found_item_puts_that_copy_into_the_shop_and_no_other() -> None:
    campaign = saga("brute", "tinkerer", "scoundrel", gold=500)
    assert ITEMS[36].copies == 2
    chronicle(campaign).give_item(0, 36)
    campaign.act(0, ("sell", 0, 36))
    assert campaign.world.for_sale(36) == 1
    campaign.act(0, ("buy", 1, 36))
    assert rule_of(campaign, ("buy", 2, 36)) == "GLOOMHAVEN-25.7"
    campaign.act(0, ("sell", 1, 36))
    campaign.act(0, ("buy", 2, 36))
    assert campaign.world.for_sale(36) == 0


@rule("GLOOMHAVEN-25.8", "GLOOMHAVEN-27.2")
def test_who_leaves_puts_one_copy_of_each_item_into_the_shop() -> None:
    campaign = saga("brute", "tinkerer", "scoundrel", gold=500)
    c = chronicle(campaign)
    c.give_item(0, 36)
    c.give_item(0, 1)
    c.leave(0, "retired")
    assert campaign.world.for_sale(36) == 1
    assert campaign.world.for_sale(1) == ITEMS[1].copies
    c.give_item(1, 36)
    c.leave(1, "dead")
    assert campaign.world.for_sale(36) == 2


@rule("GLOOMHAVEN-25.8", "GLOOMHAVEN-25.18")
@pytest.mark.parametrize("item", range(15, 134))
def test_every_found_item_comes_back_as_one_copy_until_its_design_or_the_towns_level_brings_all(item: int) -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    c = chronicle(campaign)
    c.give_item(0, item)
    c.to_stock(item)
    campaign.world.heroes[0].items.remove(item)
    assert campaign.world.for_sale(item) == 1
    c.item_design(item)
    assert campaign.world.for_sale(item) == ITEMS[item].copies


@rule("GLOOMHAVEN-17.15", "GLOOMHAVEN-25.9")
def test_a_second_copy_found_goes_to_the_shop_for_its_half_price() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    c = chronicle(campaign)
    c.give_item(0, 36)
    c.give_item(0, 36)
    assert campaign.world.heroes[0].gold == ITEMS[36].cost // 2
    assert campaign.world.for_sale(36) == 1
    c.give_item(1, 36)
    assert campaign.world.for_sale(36) == 0


@rule("GLOOMHAVEN-25.10")
def test_what_another_party_has_found_can_be_bought_copy_by_copy() -> None:
    campaign = saga("brute", "tinkerer", gold=500)
    chronicle(campaign).give_item(0, 36)
    campaign.act(0, ("found", "The second"))
    assert campaign.world.for_sale(36) == 1


@rule("GLOOMHAVEN-25.9")
def test_a_second_one_or_one_too_many_becomes_gold() -> None:
    campaign = saga("brute", "tinkerer", "scoundrel", gold=0)
    c = chronicle(campaign)
    c.give_item(0, 71)
    c.give_item(0, 71)
    assert campaign.world.heroes[0].items == [71]
    assert campaign.world.heroes[0].gold == ITEMS[71].cost // 2
    c.give_item(1, 71)
    c.give_item(2, 71)
    assert campaign.world.heroes[2].items == []
    assert campaign.world.heroes[2].gold == ITEMS[71].cost // 2


@rule("GLOOMHAVEN-25.10")
def test_what_other_parties_own_is_in_the_shop() -> None:
    campaign = saga("brute", "tinkerer", gold=500)
    chronicle(campaign).item_design(71)
    campaign.act(0, ("buy", 0, 71))
    campaign.act(0, ("buy", 1, 71))
    campaign.act(0, ("found", "The second"))
    campaign.act(0, ("create", 0, "Three", "scoundrel", 1))
    campaign.act(0, ("keep_quest", 2, campaign.world.asks[0].options[0]))
    campaign.world.heroes[2].gold = 100
    campaign.act(0, ("buy", 2, 71))
    assert 71 in campaign.world.heroes[0].items
    assert 71 in campaign.world.heroes[2].items


# ---------------------------------------------------------------- the sanctuary
@rule("GLOOMHAVEN-25.15")
def test_ten_gold_once_a_visit_are_two_blessings() -> None:
    campaign = saga("brute", "tinkerer", gold=25)
    campaign.act(0, ("donate", 0))
    assert campaign.world.heroes[0].gold == 15
    assert campaign.world.heroes[0].blessings == 2
    assert rule_of(campaign, ("donate", 0)) == "GLOOMHAVEN-25.15"
    played(campaign, 1)
    assert campaign.world.heroes[0].blessings == 0
    campaign.act(0, ("return",))
    campaign.world.heroes[1].gold, campaign.world.heroes[0].gold = 9, 10
    assert why_not(campaign, ("donate", 1)) == "too_poor"
    assert why_not(campaign, ("donate", 0)) == ""


@rule("GLOOMHAVEN-25.16", "GLOOMHAVEN-28.6", "GLOOMHAVEN-28.9")
def test_a_hundred_gold_donated_earn_an_envelope() -> None:
    campaign = saga("brute", gold=50)
    campaign.world.donated = 80
    campaign.act(0, ("donate", 0))
    assert rule_of(campaign, ("open", "envelope_b")) == "GLOOMHAVEN-28.9"
    campaign.world.sheet().gave = []
    campaign.act(0, ("donate", 0))
    campaign.act(0, ("open", "envelope_b"))
    assert "envelope_b" in campaign.world.envelopes
    assert rule_of(campaign, ("open", "envelope_b")) == "GLOOMHAVEN-28.9"  # once


# ---------------------------------------------------------------- retirement
@rule("GLOOMHAVEN-27.1")
def test_a_finished_quest_means_retirement_but_the_town_is_open_before() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    on_quest(campaign, 0, 512)  # 200 gold owned
    assert rule_of(campaign, ("retire", 0)) == "GLOOMHAVEN-27.1"
    campaign.world.heroes[0].gold = 220
    campaign.act(0, ("donate", 0))
    assert rule_of(campaign, ("travel", 1)) == "GLOOMHAVEN-27.1"
    campaign.act(0, ("buy", 0, 1))  # below 200 now, but done is done
    assert campaign.world.heroes[0].gold < 200
    assert why_not(campaign, ("retire", 0)) == ""


@rule("GLOOMHAVEN-27.2", "GLOOMHAVEN-27.3", "GLOOMHAVEN-27.5", "GLOOMHAVEN-23.16")
def test_retiring_unlocks_a_class_and_returns_what_one_has() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    hero = campaign.world.heroes[0]
    on_quest(campaign, 0, 512)
    hero.gold, hero.items = 200, [71]
    told = campaign.act(0, ("retire", 0))
    world = campaign.world
    assert (world.heroes[0].state, world.heroes[0].gold, world.heroes[0].items) == (RETIRED, 0, [])
    assert 71 in world.sold_here()
    assert world.prosperity == 1
    assert 512 not in world.quest_deck
    assert "three-spears" in world.classes
    assert "class_unlocked" in words(told)
    assert {"city:32", "city:42"} <= set(world.city)
    assert {"road:32", "road:42"} <= set(world.road)
    assert world.team() == [1]


@rule("GLOOMHAVEN-27.3", "GLOOMHAVEN-23.12", "GLOOMHAVEN-23.13", "GLOOMHAVEN-27.5")
def test_what_is_open_already_gives_a_design_and_a_side_scenario_instead() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    chronicle(campaign).unlock_class("three-spears")
    campaign.world.retired = ["brute"]
    on_quest(campaign, 0, 512)
    campaign.world.heroes[0].gold = 200
    design, side = campaign.world.design_deck[-1], campaign.world.side_deck[-1]
    before = list(campaign.world.city)
    campaign.act(0, ("retire", 0))
    world = campaign.world
    assert design in world.sold_here()
    assert design not in world.design_deck
    assert side in world.opened
    assert side not in world.side_deck
    assert world.city == before  # a later one of the class adds nothing


@rule("GLOOMHAVEN-23.12", "GLOOMHAVEN-23.13")
def test_empty_decks_give_nothing() -> None:
    campaign = saga("brute")
    campaign.world.design_deck, campaign.world.side_deck = [], []
    c = chronicle(campaign)
    c.random_design()
    c.random_side_scenario()
    assert not c.told


@rule("GLOOMHAVEN-27.4", "GLOOMHAVEN-28.8", "GLOOMHAVEN-23.17")
def test_each_retirement_is_a_perk_for_every_later_character_and_opens_the_records() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    assert why_not(campaign, ("open", "town_records")) == "not_earned"
    on_quest(campaign, 0, 512)
    campaign.world.heroes[0].gold = 200
    campaign.act(0, ("retire", 0))
    campaign.act(0, ("open", "town_records"))
    assert campaign.world.records
    campaign.act(0, ("create", 0, "Heir", "brute", 1))
    assert [ask.kind for ask in campaign.world.asks if ask.hero == 2] == ["quest", "perk"]
    settled_quest = campaign.world.asks[0].options[0]
    campaign.act(0, ("keep_quest", 2, settled_quest))
    campaign.act(0, ("take_perk", 2, 0))
    assert campaign.world.retirements == [1, 0]
