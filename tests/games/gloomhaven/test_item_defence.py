"""Items used against attacks, items that are worn, slots and the shop."""

from __future__ import annotations

from typing import Any

import pytest

from games.gloomhaven.equipped import (
    HP,
    NAMES,
    RECORDS,
    at_table,
    count_of,
    elements,
    give_answers,
    items_with,
    ops_of,
    scene,
    state_of,
    total,
    turn,
    used,
)
from games.gloomhaven.table import HALT, asked, condition, place, play, run, where
from grimtable.games.gloomhaven.bonuses import shield
from grimtable.games.gloomhaven.components.cards import CLASS_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import (
    CLASS_PERKS,
    MINUS_ONE,
    MODIFIERS,
    MONSTER_DECK,
    base_deck,
    modifier_kind,
)
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK
from grimtable.games.gloomhaven.components.terms import CONSUMED, READY, SPENT
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.items import AVAILABLE
from grimtable.games.gloomhaven.items.equipment import put_on, wearable
from grimtable.games.gloomhaven.monsters.plan import focus_initiative
from grimtable.games.gloomhaven.moving import PUSH, force
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule


# ---------------------------------------------------------------- against attacks
def hurt(s: Gloomhaven, *answers: Any) -> Gloomhaven:
    """The guard attacks with 2."""
    deck = TYPE_DECK[s.kind[2]]
    s.ability[deck] = DECK_CARDS[deck][3]
    s.put(1, place(s, (0, 5)))
    game = give_answers(play(s, "monster_turn", 2), answers)
    if asked(game) == "negate":
        game.apply(0, "suffer")
    while asked(game) == "use_item":
        game.apply(0, "no")
        if asked(game) == "negate":
            game.apply(0, "suffer")
    assert asked(game) == HALT, asked(game)
    return game.state


STRENGTH = HP - hurt(scene()).hp[0]


@rule("GLOOMHAVEN-16.7")
@pytest.mark.parametrize(
    "item", items_with("when_damaged_by_attack", "shield", "retaliate", "consume", "negate_damage")
)
def test_shields(item: str) -> None:
    s = scene(item)
    elements(s)
    s = hurt(s, NAMES[item])
    saved = STRENGTH if "negate" in str(ops_of(item)) else min(STRENGTH, total(item, "shield"))
    assert HP - s.hp[0] == STRENGTH - saved
    assert HP - s.hp[2] == total(item, "retaliate")
    assert used(s, item)


@rule("GLOOMHAVEN-19.3", "GLOOMHAVEN-2.13")
@pytest.mark.parametrize("item", items_with("next_sources_of_attack_damage", "shield", "retaliate", "immune"))
def test_armour_with_charges_works_until_the_last(item: str) -> None:
    s = scene(item)
    charges = RECORDS[NAMES[item]]["effect"]["charges"]
    for number in range(charges):
        assert state_of(s, item) == READY, number
        before = s.hp[0]
        s.marks[2] = 0
        s = hurt(s)
        assert before - s.hp[0] == STRENGTH - 1
    assert used(s, item)
    assert HP - s.hp[2] == charges * total(item, "retaliate")


@pytest.mark.parametrize("item", items_with("when_attacked", "attacker_disadvantage", "shield"))
def test_armour_that_gives_disadvantage(item: str) -> None:
    s = scene(item)
    deck = base_deck(MONSTER_DECK)
    plus = next(c for c in deck if MODIFIERS[modifier_kind(c)].name == "+1")
    minus = next(c for c in deck if MODIFIERS[modifier_kind(c)].name == "-1")
    s.decks[MONSTER_DECK] = (minus, plus)
    s = hurt(s, NAMES[item])
    assert HP - s.hp[0] == max(0, STRENGTH - 1 - total(item, "shield"))
    assert shield(s, 0) == 0, "only against this attack"
    assert used(s, item)


def test_iron_helmet_tames_a_double() -> None:
    double = next(c for c in base_deck(MONSTER_DECK) if MODIFIERS[modifier_kind(c)].name == "x2")
    for items, factor in (((), 2), (("Iron Helmet",), 1)):
        s = scene(*items)
        s.decks[MONSTER_DECK] = (double,)
        assert HP - hurt(s).hp[0] == STRENGTH * factor


def test_phasing_idol_saves_a_summon() -> None:
    s = scene("Phasing Idol", "Ring of Skulls")
    s = turn(s, ("item", NAMES["Ring of Skulls"]), (1, -1)).state
    s.put(0, place(s, (-4, 0)))
    s = hurt(s, NAMES["Phasing Idol"])
    assert (s.hp[3], s.in_play(3)) == (3, True)


# ---------------------------------------------------------------- worn
@pytest.mark.parametrize("item", ["Heavy Basinet", "Protective Charm", "Drakescale Armor", "Curseward Armor"])
def test_items_that_keep_conditions_off(item: str) -> None:
    s = scene(item)
    table = at_table(s)
    line = next(op for op in ops_of(item) if op["op"] == "immune")
    everything = (1 << 10) - 1
    give(table, 0, everything & ~condition("bless"))
    kept = {name for name in ("poison", "wound", "stun", "muddle") if not s.conditions[0] & condition(name)}
    assert kept == set(line["to"]) - {"curse"}
    assert count_of(s, 0, "curse") == (0 if "curse" in line["to"] else 1)


@rule("GLOOMHAVEN-2.15", "GLOOMHAVEN-3.10")
def test_heavy_items_bring_minus_one_cards() -> None:
    for item in AVAILABLE:
        s = scene(RECORDS[item]["name"])
        cards = [c for c in s.decks[0] if modifier_kind(c) == MINUS_ONE]
        assert len(cards) == RECORDS[item].get("minus_one_cards", 0)


@rule("GLOOMHAVEN-23.9", "GLOOMHAVEN-2.15")
def test_a_perk_spares_the_minus_one_cards() -> None:
    s = scene()
    perks = CLASS_PERKS[CLASS_OF["brute"]]
    s.perks[0] = tuple([n for n, perk in enumerate(perks) if perk.also == "ignore_negative_item_effects"])
    assert s.perks[0]
    put_on(at_table(s), 0, NAMES["Chainmail"])
    assert not [c for c in s.decks[0] if modifier_kind(c) == MINUS_ONE]


@rule("GLOOMHAVEN-2.7", "GLOOMHAVEN-2.10")
def test_slots() -> None:
    s = scene("Eagle-Eye Goggles", "Heater Shield")
    assert not wearable(s, 0, [NAMES["Eagle-Eye Goggles"]]), "not twice"
    assert not wearable(s, 0, [NAMES["Iron Helmet"]]), "one head"
    assert not wearable(s, 0, [NAMES["War Hammer"]]), "one hand is full"
    assert wearable(s, 0, [NAMES["Poison Dagger"]])
    assert wearable(s, 0, [NAMES["Minor Power Potion"]])
    put_on(at_table(s), 0, NAMES["Minor Power Potion"])
    assert not wearable(s, 0, [NAMES["Stun Powder"]]), "level 1: one small item"
    put_on(at_table(s), 0, NAMES["Cloak of Pockets"])
    assert wearable(s, 0, [NAMES["Stun Powder"]])


def test_flying_shoes_and_a_shawl_nobody_looks_at() -> None:
    s = scene("Boots of Levitation", "Flea-Bitten Shawl")
    assert s.flies(0)
    assert focus_initiative(s, 0) == 2 * 99


def test_second_skin_takes_minus_one_cards_out() -> None:
    s = scene()
    s.decks[0] = tuple(base_deck(0))
    before = count_of(s, 0, "-1")
    put_on(at_table(s), 0, NAMES["Second Skin"])
    assert count_of(s, 0, "-1") == before - 2


def test_heavy_greaves_stand_firm() -> None:
    s = scene("Heavy Greaves")
    game = run(s, lambda t: force(t, 0, 2, 2, PUSH))
    assert asked(game) == HALT
    assert where(game.state, 0) == (0, 0)


@pytest.mark.parametrize("item", ["Steel Sabatons", "Shoes of Happiness", "Endurance Footwraps"])
def test_items_that_count_steps(item: str) -> None:
    for steps in (0, 6):
        s = scene(item)
        s.walked = (place(s, (0, 0)),) * steps
        s = play(s, "end_turn", 0).state
        assert shield(s, 0) == (1 if item == "Steel Sabatons" and not steps else 0)
        assert s.xp[0] == (1 if item == "Shoes of Happiness" and steps else 0)
        assert s.hp[0] == HP + (1 if item == "Endurance Footwraps" and steps else 0)


@pytest.mark.parametrize("item", ["Minor Antidote", "Major Antidote"])
def test_antidotes(item: str) -> None:
    s = scene(item)
    table = at_table(s)
    charges = RECORDS[NAMES[item]]["effect"]["charges"]
    for number in range(charges + 1):
        give(table, 0, condition("poison"))
        assert bool(s.conditions[0] & condition("poison")) == (number == charges)


def test_drakescale_helm_turns_muddle_into_strengthen() -> None:
    s = scene("Drakescale Helm")
    give(at_table(s), 0, condition("muddle"))
    assert s.conditions[0] == condition("strengthen")


@rule("GLOOMHAVEN-2.11")
def test_a_long_rest_refreshes_what_is_spent() -> None:
    s = scene("Heater Shield", "Minor Power Potion")
    s.item_state |= {NAMES["Heater Shield"]: SPENT, NAMES["Minor Power Potion"]: CONSUMED}
    s.discard[0], s.hand[0] = s.hand[0][:3], s.hand[0][3:]
    s.chosen[0] = (-2,)
    s = play(s, "act", 0, answers=[s.discard[0][0]]).state
    assert (state_of(s, "Heater Shield"), state_of(s, "Minor Power Potion")) == (READY, CONSUMED)


@rule("GLOOMHAVEN-1.10", "GLOOMHAVEN-25.3", "GLOOMHAVEN-2.16")
def test_a_new_character_buys_with_30_gold() -> None:
    s = scene()
    s.notes["shop"] = 1
    game = play(s, "equip", 0, answers=[NAMES["Heater Shield"]])
    left = [option for option in game.decisions()[0].options if option != "enough"]
    assert all(ITEMS[item].cost <= 30 - ITEMS[NAMES["Heater Shield"]].cost for item in left)
    assert NAMES["Heater Shield"] not in left
    game.apply(0, "enough")
    assert game.state.items[0] == (NAMES["Heater Shield"],)
