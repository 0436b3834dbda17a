"""Items used in one's turn and movement; every item that is offered has a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.gloomhaven.equipped import (
    HP,
    MELEE,
    NAMES,
    RANGED,
    RECORDS,
    count_of,
    default,
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
from grimtable.games.gloomhaven.components import CONDITION_OF, ELEMENTS, SUMMON
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import (
    MONSTER_DECK,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import CONSUMED, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.items import AVAILABLE, missing
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.rooms import lay_trap
from rule import rule


def test_items_that_are_not_complete_are_not_offered() -> None:
    assert all(not missing(item) for item in AVAILABLE)
    assert len(AVAILABLE) + len([item for item in range(1, len(ITEMS)) if missing(item)]) == 164


def test_every_item_that_is_offered_has_a_test() -> None:
    """The parametrised lists and the names in this file cover everything."""
    files = [Path(__file__).parent / f"test_item_{name}.py" for name in ("attacks", "defence", "moments", "terrain")]
    text = "".join([path.read_text(encoding="utf-8") for path in (Path(__file__), *files)])
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


@rule("GLOOMHAVEN-17.8", "GLOOMHAVEN-17.12")
@pytest.mark.parametrize("item", items_with("during_your_turn", "summon"))
def test_an_item_that_is_refreshed_takes_back_what_it_has_summoned(item: str) -> None:
    s = turn(scene(item), ("item", NAMES[item]), (-1, 0)).state.clone()
    summon = len(s.hex) - 1
    assert where(s, summon) == (-1, 0)
    game = run(s, lambda t: ability["refresh_items"](t, Act(0, 0), Op("refresh_items", 0, "", (), {})))
    game.apply(0, "nobody")
    assert game.state.in_play(summon), "nobody is made to refresh it"
    game = run(s, lambda t: ability["refresh_items"](t, Act(0, 0), Op("refresh_items", 0, "", (), {})), [NAMES[item]])
    assert not game.state.in_play(summon)
    assert state_of(game.state, item) == READY
    again = turn(game.state.clone(), ("item", NAMES[item]), (-1, 0)).state
    assert [f for f in again.figures() if again.sort[f] == SUMMON] == [summon + 1]


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
