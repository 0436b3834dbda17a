"""Enhancements: where they fit, and the table of costs."""

from __future__ import annotations

import pytest

from games.gloomhaven.saga import chronicle, rule_of, saga, why_not
from grimtable.games.gloomhaven.campaign import Campaign
from grimtable.games.gloomhaven.campaign.components import CHECKS_FOR, ENHANCING
from grimtable.games.gloomhaven.campaign.enhancing import cost
from grimtable.games.gloomhaven.campaign.travel import conclude
from grimtable.games.gloomhaven.enhanced import CARDS, Spot, fitting, spots_of
from rule import rule

TRAMPLE, EYE, SWEEP = 1, 2, 3  # printed numbers of cards of the Brute


def able(gold: int = 500) -> Campaign:
    campaign = saga("brute", "tinkerer", gold=gold)
    campaign.world.achievements[ENHANCING] = 1
    return campaign


def spot(card: int, half: str, name: str) -> Spot:
    return next(s for s in spots_of(card) if (s.half, s.op["op"]) == (half, name))


def put(card: int, half: str, name: str, what: str) -> tuple[object, ...]:
    found = spot(card, half, name)
    return ("enhance", 0, card, half, list(found.path), found.stat, what)


@rule("GLOOMHAVEN-26.1")
def test_enhancing_must_be_known_be_paid_and_be_on_an_own_card() -> None:
    campaign = saga("brute", "tinkerer", gold=500)
    act = put(TRAMPLE, "top", "attack", "+1")
    assert why_not(campaign, act) == "no_enhancing"
    campaign = able(gold=49)
    assert why_not(campaign, act) == "too_dear_enhancement"
    campaign.world.heroes[0].gold = 50
    campaign.act(0, act)
    assert campaign.world.heroes[0].gold == 0
    assert campaign.world.enhancements == {str(TRAMPLE): [["top", [0], "+1", ""]]}
    campaign.world.heroes[0].gold = 500
    assert why_not(campaign, act) == "spot_full"
    assert why_not(campaign, ("enhance", 1, *act[2:])) == "not_your_card"


@rule("GLOOMHAVEN-26.2", "GLOOMHAVEN-26.3", "GLOOMHAVEN-26.5", "GLOOMHAVEN-26.6")
def test_what_fits_on_attacks_and_moves() -> None:
    attack = fitting(spot(TRAMPLE, "top", "attack"))
    assert {"+1", "poison", "wound", "muddle", "immobilize", "disarm", "curse", "fire", "any_element"} <= set(attack)
    assert not {"bless", "strengthen", "jump"} & set(attack)
    move = fitting(spot(TRAMPLE, "bottom", "move"))
    assert {"+1", "jump"} <= set(move)
    assert not {"bless", "strengthen", "poison"} & set(move)
    assert fitting(spot(TRAMPLE, "top", "pierce")) == ["+1"]  # no main line


@rule("GLOOMHAVEN-26.4")
def test_blessings_go_on_lines_for_allies_and_oneself() -> None:
    heal = fitting(spot(EYE, "bottom", "heal"))
    assert {"+1", "bless", "strengthen"} <= set(heal)
    assert not {"poison", "jump"} & set(heal)


@rule("GLOOMHAVEN-26.7", "GLOOMHAVEN-26.10")
def test_a_hex_costs_two_hundred_by_the_size_of_the_pattern() -> None:
    campaign = able()
    area = spot(SWEEP, "top", "area")
    assert fitting(area) == ["hex"]
    assert cost(campaign.world, SWEEP, area, "hex") == 200 // 3
    campaign.act(0, put(SWEEP, "top", "area", "hex"))
    assert cost(campaign.world, SWEEP, area, "hex") == 200 // 4 + 75


@rule("GLOOMHAVEN-26.8", "GLOOMHAVEN-26.9")
@pytest.mark.parametrize(
    ("half", "name", "what", "gold"),
    [
        ("top", "attack", "+1", 50),
        ("top", "pierce", "+1", 30),
        ("bottom", "move", "+1", 30),
        ("bottom", "move", "jump", 50),
        ("top", "attack", "poison", 75),
        ("top", "attack", "muddle", 50),
        ("top", "attack", "immobilize", 100),
        ("top", "attack", "disarm", 150),
        ("top", "attack", "curse", 75),
        ("top", "attack", "fire", 100),
        ("top", "attack", "any_element", 150),
    ],
)
def test_base_costs(half: str, name: str, what: str, gold: int) -> None:
    assert cost(able().world, TRAMPLE, spot(TRAMPLE, half, name), what) == gold


@rule("GLOOMHAVEN-26.8", "GLOOMHAVEN-26.9")
def test_base_costs_of_shields_heals_and_summons() -> None:
    world = able().world
    assert cost(world, EYE, spot(EYE, "top", "retaliate"), "+1") == 100
    assert cost(world, EYE, spot(EYE, "bottom", "heal"), "+1") == 30
    assert cost(world, EYE, spot(EYE, "bottom", "heal"), "bless") == 50
    card = next(n for n in CARDS if [s for s in spots_of(n) if s.stat == "health"] and CARDS[n]["level"] == 1)
    by_stat = {s.stat: cost(world, card, s, "+1") for s in spots_of(card) if s.stat}
    assert by_stat["health"] == 50
    assert by_stat.get("movement", 100) == 100
    assert by_stat.get("attack", 100) == 100


@rule("GLOOMHAVEN-26.11")
def test_several_targets_double_the_base() -> None:
    world = able().world
    assert cost(world, SWEEP, spot(SWEEP, "top", "attack"), "+1") == 2 * 50  # an area of three hexes
    assert cost(world, TRAMPLE, spot(TRAMPLE, "bottom", "attack"), "+1") == 2 * 50  # all it moved through
    assert cost(world, TRAMPLE, spot(TRAMPLE, "bottom", "move"), "+1") == 30


@rule("GLOOMHAVEN-26.12")
def test_higher_cards_cost_more() -> None:
    world = able().world
    for level in range(2, 10):
        card, found = next(
            (n, s)
            for n, record in CARDS.items()
            if record["level"] == level
            for s in spots_of(n)
            if s.op["op"] == "move" and len(s.path) == 1 and not s.op.get("sub")
        )
        assert cost(world, card, found, "+1") == 30 + 25 * (level - 1)


@rule("GLOOMHAVEN-26.13")
def test_each_enhancement_on_the_same_half_costs_seventy_five_more() -> None:
    campaign = able()
    campaign.world.prosperity = CHECKS_FOR[-1]
    campaign.act(0, put(TRAMPLE, "top", "attack", "+1"))
    assert cost(campaign.world, TRAMPLE, spot(TRAMPLE, "top", "pierce"), "+1") == 30 + 75
    assert cost(campaign.world, TRAMPLE, spot(TRAMPLE, "bottom", "move"), "+1") == 30


@rule("GLOOMHAVEN-26.14")
def test_no_more_enhanced_cards_than_the_towns_level() -> None:
    campaign = able()
    campaign.act(0, put(TRAMPLE, "top", "attack", "+1"))
    assert rule_of(campaign, put(EYE, "bottom", "heal", "+1")) == "GLOOMHAVEN-26.14"
    assert why_not(campaign, put(TRAMPLE, "bottom", "move", "+1")) == ""  # the same card
    campaign.world.prosperity = CHECKS_FOR[1]
    assert why_not(campaign, put(EYE, "bottom", "heal", "+1")) == ""


@rule("GLOOMHAVEN-26.15")
def test_enhancements_stay_with_the_class() -> None:
    campaign = able()
    campaign.act(0, put(TRAMPLE, "top", "attack", "+1"))
    campaign.world.heroes[0].quest, campaign.world.heroes[0].gold = 512, 200
    campaign.act(0, ("retire", 0))
    assert str(TRAMPLE) in campaign.world.enhancements


def test_every_spot_takes_something() -> None:
    """Lines with a spot that nothing fits would be wrongly read."""
    assert [(card, s.half, s.path) for card in CARDS for s in spots_of(card) if not fitting(s)] == []


@rule("GLOOMHAVEN-28.3")
def test_gold_of_the_ruinous_rift_is_for_enhancements_and_lapses() -> None:
    campaign = saga("brute", "tinkerer", gold=10)
    conclude(chronicle(campaign), 27)
    assert [(hero.gold, hero.earmarked) for hero in campaign.world.heroes] == [(10, 100)] * 2
    campaign.act(0, put(TRAMPLE, "top", "attack", "+1"))  # for 50; nobody else could enhance yet
    assert (campaign.world.heroes[0].gold, campaign.world.heroes[0].earmarked) == (10, 50)
    campaign.act(0, ("casual", 1))
    assert [hero.earmarked for hero in campaign.world.heroes] == [0, 0]
    assert [hero.gold for hero in campaign.world.heroes] == [10, 10]


def test_own_gold_makes_up_what_is_missing() -> None:
    campaign = saga("brute", "tinkerer", gold=15)
    campaign.world.heroes[0].earmarked = 40
    campaign.act(0, put(TRAMPLE, "top", "attack", "+1"))
    assert (campaign.world.heroes[0].gold, campaign.world.heroes[0].earmarked) == (5, 0)
