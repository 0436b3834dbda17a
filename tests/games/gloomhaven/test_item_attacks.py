"""Items that change attacks and default actions."""

from __future__ import annotations

import pytest

from games.gloomhaven.equipped import (
    HP,
    MELEE,
    NAMES,
    RANGED,
    count_of,
    default,
    elements,
    items_with,
    ops_of,
    ranged,
    scene,
    total,
    used,
)
from games.gloomhaven.table import HALT, asked, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.campaign.components import SKULLBANE_AXE
from grimtable.games.gloomhaven.components import CONDITION_OF
from grimtable.games.gloomhaven.components.modifiers import (
    MODIFIERS,
    MONSTER_DECK,
    base_deck,
    modifier_kind,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from rule import rule


# ---------------------------------------------------------------- attacks
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


@rule("GLOOMHAVEN-23.11")
@pytest.mark.parametrize(("hp", "use", "slain"), [(7, True, 1), (8, True, 0), (2, False, 0)])
def test_kills_with_the_skullbane_axe_are_counted(hp: int, use: bool, slain: int) -> None:
    s = scene("Skullbane Axe", foes=((1, 0),))
    s.kind[2], s.hp[2] = type_number("living-corpse"), hp
    game = default(s, "attack")
    game.apply(0, 2)
    game.apply(0, NAMES["Skullbane Axe"] if use else "no")
    assert game.state.tallies.get(f"0 slain with {SKULLBANE_AXE}", 0) == slain
    assert game.state.in_play(2) == (hp == 8)


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
