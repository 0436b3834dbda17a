"""Items: every one that is offered does what its data says, at its moment, and is spent or consumed by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.gloomhaven.table import HALT, asked, card, condition, field, place, play, position, run, where
from grimtable.games.gloomhaven.bonuses import grant, shield
from grimtable.games.gloomhaven.components import CONDITION_OF, ELEMENTS, read
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
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.items import AVAILABLE, missing
from grimtable.games.gloomhaven.items.equipment import put_on, room_for
from grimtable.games.gloomhaven.monsters.plan import focus_initiative
from grimtable.games.gloomhaven.moving import PUSH, force
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import CONSUMED, ITEM_ROOM, READY, SPENT, Gloomhaven, T
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.table import Table
from rule import rule

RECORDS: dict[int, dict[str, Any]] = {record["id"]: record for record in read("items")["records"]}
NAMES = {record["name"]: number for number, record in RECORDS.items()}
HP = 60
AFTER = {"spent": SPENT, "consumed": CONSUMED, None: READY}


def scene(*items: str, foes: tuple[tuple[int, int], ...] = ((1, 0),)) -> Gloomhaven:
    """A Brute with items and a Scoundrel beside it, against guards; modifier cards are all +0."""
    s = position(
        field(6),
        heroes={"brute": (0, 0), "scoundrel": (0, 1)},
        monsters=[("bandit-guard", "normal", at) for at in foes],
    )
    for owner in (0, 1, MONSTER_DECK):
        s.decks[owner] = tuple([c for c in s.decks[owner] if MODIFIERS[modifier_kind(c)].name == "+0"])
    for figure in range(len(s.hp)):
        s.max_hp[figure], s.hp[figure] = 2 * HP, HP
    for item in items:
        put_on(at_table(s), 0, NAMES[item])
    s.acting = 0
    return s


def at_table(s: Gloomhaven) -> T:
    return Table(s, [], FastDice(0), None)


def turn(s: Gloomhaven, *answers: Any) -> Game[Gloomhaven]:
    """The character's turn up to its first action; items may be used."""
    s.to_play = s.hand[0][:2]
    s.chosen[0] = s.to_play
    s.hand[0] = s.hand[0][2:]
    return give_answers(play(s, "act", 0), answers)


def default(s: Gloomhaven, what: str, *answers: Any) -> Game[Gloomhaven]:
    """The default attack or move."""
    first = s.hand[0][0]
    s.hand[0], s.to_play, s.chosen[0] = s.hand[0][1:], (first,), (first, first)
    return give_answers(play(s, "half", 0, first, what), answers)


def ranged(s: Gloomhaven, *answers: Any) -> Game[Gloomhaven]:
    """The Brute throws its Spare Dagger: attack 3, range 3."""
    dagger = card("Spare Dagger")
    s.hand[0], s.to_play, s.chosen[0] = tuple([c for c in s.hand[0] if c != dagger]), (dagger,), (dagger, dagger)
    return give_answers(play(s, "half", 0, dagger, "top"), answers)


def give_answers(game: Game[Gloomhaven], answers: tuple[Any, ...]) -> Game[Gloomhaven]:
    for answer in answers:
        decision = game.decisions()[0]
        assert decision.prompt != HALT, f"nobody asks for {answer}"
        at = game.state.layout().index
        game.apply(decision.player, at[answer] if isinstance(answer, tuple) and answer in at else answer)
    return game


def state_of(s: Gloomhaven, item: str) -> int:
    return s.item_state.get(NAMES[item], READY)


def used(s: Gloomhaven, item: str) -> bool:
    """[GLOOMHAVEN-2.11, GLOOMHAVEN-2.12, GLOOMHAVEN-2.14]"""
    return state_of(s, item) == AFTER[RECORDS[NAMES[item]]["after_use"]]


def items_with(timing: str, *words: str) -> list[str]:
    """The names of the items at this moment that have only these words."""
    return [
        RECORDS[item]["name"]
        for item in AVAILABLE
        if RECORDS[item]["effect"]["timing"] == timing
        and not RECORDS[item]["effect"].get("passive")
        and {op["op"] for op in RECORDS[item]["effect"]["ops"]} <= set(words)
    ]


def ops_of(item: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = RECORDS[NAMES[item]]["effect"]["ops"]
    return found


def total(item: str, word: str) -> int:
    return sum([op["value"] for op in ops_of(item) if op["op"] == word])


def elements(s: Gloomhaven) -> None:
    s.elements = (2,) * 6


def test_items_that_are_not_complete_are_not_offered() -> None:
    assert all(not missing(item) for item in AVAILABLE)
    assert len(AVAILABLE) + len([item for item in range(1, len(ITEMS)) if missing(item)]) == 164


# ---------------------------------------------------------------- in one's turn
@rule("GLOOMHAVEN-11.5", "GLOOMHAVEN-2.12", "GLOOMHAVEN-19.5")
@pytest.mark.parametrize("item", items_with("during_your_turn", "heal"))
def test_healing_items(item: str) -> None:
    s = scene(item)
    if "summoned" in str(ops_of(item)):
        s.sort[1], s.owner[1] = 1, 0  # the figure beside is a summon
    target = 1 if "summoned" in str(ops_of(item)) else 0
    game = turn(s, ("item", NAMES[item]))
    if asked(game) == "whom":
        game.apply(0, target)
    assert game.state.hp[target] == HP + total(item, "heal")
    assert used(game.state, item)


@pytest.mark.parametrize("item", items_with("during_your_turn", "infuse", "consume"))
def test_items_that_infuse(item: str) -> None:
    s = scene(item)
    elements(s)
    before = sum(1 for e in s.elements if e)
    game = turn(s, ("item", NAMES[item]))
    infused: list[str] = []
    for op in ops_of(item):
        if op["op"] == "consume" and op["element"] == "any":
            game.apply(0, 0)
    for op in ops_of(item):
        if op["op"] == "infuse":
            name = op["element"] if op["element"] != "any" else ELEMENTS[2 + len(infused)]
            if op["element"] == "any":
                game.apply(0, ELEMENTS.index(name))
            infused.append(name)
    assert {ELEMENTS[e] for e in range(6) if game.state.infused >> e & 1} == set(infused)
    eaten = len([op for op in ops_of(item) if op["op"] == "consume"])
    assert sum(1 for e in game.state.elements if e) == before - eaten
    assert used(game.state, item)


@pytest.mark.parametrize("item", ["Orb of Dawn", "Helix Ring"])
@rule("GLOOMHAVEN-15.5")
def test_an_item_that_needs_elements_is_not_offered_without_them(item: str) -> None:
    assert ("item", NAMES[item]) not in turn(scene(item)).decisions()[0].options


def test_helix_ring_needs_both_elements_and_heals() -> None:
    s = scene("Helix Ring")
    elements(s)
    game = turn(s, ("item", NAMES["Helix Ring"]))
    assert game.state.hp[0] == HP + 25
    assert (game.state.elements[ELEMENTS.index("light")], game.state.elements[ELEMENTS.index("dark")]) == (0, 0)


WHOM = {
    "self": {0},
    "self_and_adjacent_allies": {0, 1},
    "adjacent_enemies": {2, 3},
    "all_enemies_within_range": {2, 3, 4},
    "one_enemy_within_range": {2},
    "the_same_enemy": {2},
}


@pytest.mark.parametrize(
    "item", [i for i in items_with("during_your_turn", "condition", "infuse") if "condition" in str(ops_of(i))]
)
def test_items_that_give_conditions(item: str) -> None:
    s = scene(item, foes=((1, 0), (0, -1), (2, 0), (5, 0)))
    curses = count_of(s, MONSTER_DECK, "curse")
    game = turn(s, ("item", NAMES[item]))
    if asked(game) == "whom":
        game.apply(0, 2)
    for op in ops_of(item):
        if op["op"] == "condition" and op["value"] == "curse":
            assert count_of(game.state, MONSTER_DECK, "curse") == curses + len(WHOM[op["who"]])
        elif op["op"] == "condition":
            bit = 1 << CONDITION_OF[op["value"]]
            assert {f for f in range(6) if game.state.conditions[f] & bit} == WHOM[op["who"]]
    assert used(game.state, item)


def count_of(s: Gloomhaven, owner: int, name: str) -> int:
    return len([c for c in s.decks[owner] if MODIFIERS[modifier_kind(c)].name == name])


@rule("GLOOMHAVEN-17.11")
@pytest.mark.parametrize("item", items_with("during_your_turn", "recover_cards"))
def test_items_that_recover_cards(item: str) -> None:
    s = scene(item)
    owner = 1 if ops_of(item)[0].get("who", "self") != "self" else 0
    s.discard[owner] = s.hand[owner][-4:]
    s.hand[owner] = s.hand[owner][:-4]
    game = turn(s, ("item", NAMES[item]))
    if asked(game) == "whom":
        game.apply(0, 1)
    for _ in range(ops_of(item)[0]["count"]):
        game.apply(owner, game.decisions()[0].options[1])
    assert len(game.state.discard[owner]) == 4 - ops_of(item)[0]["count"]
    assert asked(game) in (HALT, "act")
    assert used(game.state, item)


@rule("GLOOMHAVEN-17.12")
@pytest.mark.parametrize("item", ["Empowering Talisman", "Moon Earring", "Pendant of Dark Pacts", "Utility Belt"])
def test_items_that_refresh_items(item: str) -> None:
    s = scene(item, "Heater Shield", "Minor Power Potion")
    s.item_state |= {NAMES["Heater Shield"]: SPENT, NAMES["Minor Power Potion"]: CONSUMED}
    fresh = "Heater Shield" if "Moon" in item else "Minor Power Potion"
    game = turn(s, ("item", NAMES[item]))
    if asked(game) == "whom":
        game.apply(0, 0)
    game.apply(0, NAMES[fresh])
    assert state_of(game.state, fresh) == READY
    other = "Minor Power Potion" if "Moon" in item else "Heater Shield"
    assert state_of(game.state, other) != READY
    assert used(game.state, item)


@pytest.mark.parametrize("item", ["Sun Earring", "Star Earring"])
def test_earrings_refresh_and_heal(item: str) -> None:
    s = scene(item, "Heater Shield")
    s.item_state |= {NAMES["Heater Shield"]: SPENT}
    game = turn(s, ("item", NAMES[item]), NAMES["Heater Shield"])
    assert game.state.hp[0] == HP + 3
    assert state_of(game.state, "Heater Shield") == READY


@rule("GLOOMHAVEN-17.8", "GLOOMHAVEN-17.6")
@pytest.mark.parametrize("item", items_with("during_your_turn", "summon"))
def test_items_that_summon(item: str) -> None:
    game = turn(scene(item), ("item", NAMES[item]), (-1, 0))
    s, facts = game.state, ops_of(item)[0]
    summon = len(s.hex) - 1
    kind = s.summon_kind(summon)
    assert (kind.name, s.hp[summon], kind.move, kind.attack) == (
        facts["name"],
        facts["health"],
        facts["movement"],
        facts["attack"],
    )
    assert (s.owner[summon], where(s, summon), s.flies(summon)) == (0, (-1, 0), facts.get("flying", False))
    assert used(s, item)


@pytest.mark.parametrize(("item", "left"), [("Minor Cure Potion", {"poison"}), ("Major Cure Potion", set())])
@rule("GLOOMHAVEN-14.8")
def test_cure_potions_work_stunned(item: str, left: set[str]) -> None:
    s = scene(item)
    s.conditions[0] = condition("stun") | condition("poison")
    game = turn(s, ("item", NAMES[item]))
    if asked(game) == "cure":
        game.apply(0, CONDITION_OF["stun"])
    assert game.state.conditions[0] == sum(condition(name) for name in left)


def test_blinking_cape_moves_with_a_jump() -> None:
    game = turn(scene("Blinking Cape"), ("item", NAMES["Blinking Cape"]), (4, 0))
    assert where(game.state, 0) == (4, 0), "over the guard"


def test_giant_remote_spider_loots() -> None:
    s = scene("Giant Remote Spider")
    s.money[place(s, (-1, 0))] = 2
    assert turn(s, ("item", NAMES["Giant Remote Spider"])).state.coins[0] == 2


def test_curious_gear_disarms_all_traps_near() -> None:
    s = scene("Curious Gear")
    for at in ((2, 0), (0, 2), (3, 0)):
        lay_trap(s, place(s, at), 3, 0, -1)
    game = turn(s, ("item", NAMES["Curious Gear"]))
    assert list(game.state.traps) == [place(s, (3, 0))]


def test_resonant_crystal_destroys_an_obstacle() -> None:
    s = scene("Resonant Crystal")
    s.terrain[place(s, (-1, 0))] |= 1
    game = turn(s, ("item", NAMES["Resonant Crystal"]), (-1, 0))
    assert not game.state.terrain[place(s, (-1, 0))]


def test_rift_device_teleports() -> None:
    game = turn(scene("Rift Device"), ("item", NAMES["Rift Device"]), (4, 0))
    assert where(game.state, 0) == (4, 0)


def test_doomed_compass_moves_an_enemy() -> None:
    game = turn(scene("Doomed Compass"), ("item", NAMES["Doomed Compass"]), 2, (3, 0))
    assert where(game.state, 2) == (3, 0)


def test_staff_of_summoning_moves_a_summon() -> None:
    s = scene("Staff of Summoning", "Ring of Skulls")
    s = turn(s, ("item", NAMES["Ring of Skulls"]), (-1, 0)).state
    s.to_play = s.hand[0][:1]
    game = give_answers(play(s, "act", 0), (("item", NAMES["Staff of Summoning"]), 3, (-4, 0)))
    assert where(game.state, 3) == (-4, 0)


# ---------------------------------------------------------------- movement
@pytest.mark.parametrize("item", items_with("during_your_movement", "add_move", "add_jump"))
def test_boots(item: str) -> None:
    s = scene(item)
    game = default(s, "move", NAMES[item])
    reach = {s.ground().row(s.hex[0])[at] for at in game.decisions()[0].options if at != "stay"}
    assert max(reach) == 2 + total(item, "add_move")
    over = place(s, (2, 0)) in game.decisions()[0].options
    assert over == ("add_jump" in str(ops_of(item)) or total(item, "add_move") > 0)
    assert used(game.state, item)


def test_scroll_of_haste_helps_an_ally() -> None:
    s = scene()
    s.items[1] = (NAMES["Scroll of Haste"],)
    game = default(s, "move", NAMES["Scroll of Haste"])
    assert max(s.ground().row(s.hex[0])[at] for at in game.decisions()[0].options if at != "stay") == 4


# ---------------------------------------------------------------- attacks
ATTACK_WORDS = ("add_attack", "add_condition", "add_pierce", "consume", "advantage", "ignore_all_shield")
MELEE = items_with("during_your_attack", *ATTACK_WORDS) + items_with("during_your_melee_attack", *ATTACK_WORDS)
RANGED = items_with("during_your_ranged_attack", *ATTACK_WORDS)


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-19.2")
@pytest.mark.parametrize(("item", "attack"), [(i, "melee") for i in MELEE] + [(i, "ranged") for i in RANGED])
def test_items_that_strengthen_attacks(item: str, attack: str) -> None:
    s = scene(item, foes=((1, 0) if attack == "melee" else (3, 0),))
    elements(s)
    if item == "Skullbane Axe":
        s.kind[2] = type_number("living-corpse")
    grant(s, 2, "shield", 1)
    game = default(s, "attack") if attack == "melee" else ranged(s)
    scope = {op.get("scope") for op in ops_of(item)} - {None}
    base = 2 if attack == "melee" else 3
    if scope == {"single_attack"}:
        game.apply(0, 2)
    game.apply(0, NAMES[item])
    if [op for op in ops_of(item) if op["op"] == "consume" and op["element"] == "any"]:
        game.apply(0, 0)
    if scope != {"single_attack"}:
        game.apply(0, 2)
    s = game.state
    guard = 0 if "ignore_all_shield" in str(ops_of(item)) else max(0, 1 - total(item, "add_pierce"))
    assert HP - s.hp[2] == base + total(item, "add_attack") - guard
    for op in ops_of(item):
        if op["op"] == "add_condition" and op["condition"] != "curse":
            assert s.conditions[2] >> CONDITION_OF[op["condition"]] & 1
        elif op["op"] == "add_condition":
            assert count_of(s, MONSTER_DECK, "curse") == 1
    assert used(s, item)


def type_number(name: str) -> int:
    return TYPE_OF[name]


def test_eagle_eye_goggles_give_advantage() -> None:
    s = scene("Eagle-Eye Goggles")
    s.decks[0] = tuple(base_deck(0))
    minus = next(c for c in s.decks[0] if MODIFIERS[modifier_kind(c)].name == "-1")
    plus = next(c for c in s.decks[0] if MODIFIERS[modifier_kind(c)].name == "+1")
    s.decks[0] = (plus, minus)
    s = default(s, "attack", NAMES["Eagle-Eye Goggles"], 2).state
    assert HP - s.hp[2] == 3


@pytest.mark.parametrize("item", items_with("during_your_ranged_attack", "add_range"))
def test_items_that_lengthen_range(item: str) -> None:
    far = 3 + total(item, "add_range")
    s = ranged(scene(item, foes=((far, 0),)), NAMES[item], 2).state
    assert HP - s.hp[2] == 3
    assert asked(ranged(scene(item, foes=((far + 1, 0),)), NAMES[item])) == HALT


def test_hooked_chain_pulls() -> None:
    game = ranged(scene("Hooked Chain", foes=((3, 0),)), NAMES["Hooked Chain"], 2, (2, 0))
    assert where(game.state, 2) == (1, 0)


@pytest.mark.parametrize("item", items_with("during_your_single_target_melee_attack", "replace_area"))
def test_items_that_make_a_melee_attack_an_area(item: str) -> None:
    places = tuple([(q, r) for q, r in ops_of(item)[0]["axial"]])
    s = scene(item, foes=tuple([at if at != (0, 1) else (1, -1) for at in places]))
    game = default(s, "attack", NAMES[item])
    assert asked(game) == "area"
    most = max(
        game.decisions()[0].options,
        key=lambda spot: len([f for f in range(2, 5) if s.at.count(f) and s.hex[f] in spot]),
    )
    game.apply(0, most)
    while asked(game) == "target_next":
        game.apply(0, game.decisions()[0].options[0])
    hit = [f for f in range(2, len(s.hp)) if game.state.hp[f] == HP - 2]
    assert len(hit) == len([f for f in range(2, len(s.hp)) if s.hex[f] in most])
    assert len(most) == len(places)
    assert used(game.state, item)


@pytest.mark.parametrize("item", ["Volatile Bomb", "Unstable Explosives"])
def test_bombs(item: str) -> None:
    game = ranged(scene(item, foes=((2, 0), (3, 0))), NAMES[item])
    both = next(o for o in game.decisions()[0].options if len([f for f in (2, 3) if game.state.hex[f] in o]) == 2)
    game.apply(0, both)
    game.apply(0, 2)
    assert [HP - game.state.hp[f] for f in (2, 3)] == [3, 3]
    assert HP - game.state.hp[1] == 0


def test_long_reach_of_the_halberd() -> None:
    s = default(scene("Halberd", foes=((2, 0),)), "attack", 2).state
    assert HP - s.hp[2] == 2


def test_throwing_axe_is_thrown() -> None:
    s = default(scene("Throwing Axe", foes=((3, 0),)), "attack", NAMES["Throwing Axe"], 2).state
    assert HP - s.hp[2] == 2


@pytest.mark.parametrize(("item", "attack"), [("Bloody Axe", "melee"), ("Sacrificial Robes", "ranged")])
def test_items_paid_with_hit_points(item: str, attack: str) -> None:
    s = scene(item, foes=((1, 0) if attack == "melee" else (3, 0),))
    game = default(s, "attack", NAMES[item], "suffer", 2) if attack == "melee" else ranged(s, NAMES[item], "suffer", 2)
    assert HP - game.state.hp[0] == total(item, "suffer_damage")
    assert HP - game.state.hp[2] == (2 if attack == "melee" else 3) + 1


def test_volatile_elixir_hurts_its_user() -> None:
    s = ranged(scene("Volatile Elixir", foes=((3, 0),)), NAMES["Volatile Elixir"], 2, "suffer").state
    assert (HP - s.hp[2], HP - s.hp[0]) == (5, 2)


def test_fueled_falchion_burns_around_the_target() -> None:
    s = default(scene("Fueled Falchion", foes=((1, 0), (2, 0), (-1, 0))), "attack", NAMES["Fueled Falchion"], 2).state
    assert [HP - s.hp[f] for f in (2, 3, 4)] == [3, 1, 0]


def test_scroll_of_power_helps_an_ally() -> None:
    s = scene()
    s.items[1] = (NAMES["Scroll of Power"],)
    s = default(s, "attack", NAMES["Scroll of Power"], 2).state
    assert HP - s.hp[2] == 3


@pytest.mark.parametrize(("item", "guard"), [("Silent Stiletto", 0), ("Mask of Terror", 1)])
def test_items_that_always_work_in_melee(item: str, guard: int) -> None:
    s = scene(item)
    grant(s, 2, "shield", 1)
    game = default(s, "attack", 2)
    assert HP - game.state.hp[2] == 2 - guard
    assert (asked(game) == "push_to") == (item == "Mask of Terror")


def test_mask_of_death_works_at_one_hit_point() -> None:
    s = scene("Mask of Death")
    assert HP - default(s.clone(), "attack", 2).state.hp[2] == 2
    s.hp[0] = 1
    assert HP - default(s, "attack", 2).state.hp[2] == 4


@pytest.mark.parametrize("item", ["Comfortable Shoes", "Serene Sandals"])
@rule("GLOOMHAVEN-11.4")
def test_items_that_better_the_default_move(item: str) -> None:
    s = scene(item)
    game = default(s, "move")
    assert max(s.ground().row(s.hex[0])[at] for at in game.decisions()[0].options if at != "stay") == total(
        item, "basic_move_value"
    )


@pytest.mark.parametrize("item", ["Versatile Dagger", "Balanced Blade"])
def test_items_that_better_the_default_attack(item: str) -> None:
    assert HP - default(scene(item), "attack", 2).state.hp[2] == total(item, "basic_attack_value")


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


@rule("GLOOMHAVEN-2.15")
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
    assert not room_for(s, 0, NAMES["Eagle-Eye Goggles"]), "not twice"
    assert not room_for(s, 0, NAMES["Iron Helmet"]), "one head"
    assert not room_for(s, 0, NAMES["War Hammer"]), "one hand is full"
    assert room_for(s, 0, NAMES["Poison Dagger"])
    assert room_for(s, 0, NAMES["Minor Power Potion"])
    put_on(at_table(s), 0, NAMES["Minor Power Potion"])
    assert not room_for(s, 0, NAMES["Stun Powder"]), "level 1: one small item"
    put_on(at_table(s), 0, NAMES["Cloak of Pockets"])
    assert room_for(s, 0, NAMES["Stun Powder"])


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


def test_every_item_that_is_offered_has_a_test() -> None:
    """The parametrised lists and the names in this file cover everything."""
    text = Path(__file__).read_text(encoding="utf-8")
    lists = {
        *items_with("during_your_turn", "heal"),
        *items_with("during_your_turn", "infuse", "consume"),
        *items_with("during_your_turn", "condition", "infuse"),
        *items_with("during_your_turn", "recover_cards"),
        *items_with("during_your_turn", "summon"),
        *items_with("during_your_movement", "add_move", "add_jump"),
        *MELEE,
        *RANGED,
        *items_with("during_your_ranged_attack", "add_range"),
        *items_with("during_your_single_target_melee_attack", "replace_area"),
        *items_with("when_damaged_by_attack", "shield", "retaliate", "consume", "negate_damage"),
        *items_with("next_sources_of_attack_damage", "shield", "retaliate", "immune"),
        *items_with("when_attacked", "attacker_disadvantage", "shield"),
    }
    names = {RECORDS[item]["name"] for item in AVAILABLE}
    assert sorted(name for name in names - lists if f'"{name}"' not in text) == []
    assert ITEM_ROOM > 164


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
