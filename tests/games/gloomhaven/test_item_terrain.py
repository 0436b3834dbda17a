"""Items of terrain, and the last of those outside the box: what they do on a table."""

from __future__ import annotations

from games.gloomhaven.equipped import HP, NAMES, RECORDS, at_table, default, give_answers, scene, turn, used
from games.gloomhaven.table import HALT, asked, card, condition, field, options, place, play, position, run, where
from grimtable.games.gloomhaven.components import OBSTACLE, REGENERATE
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.ops import walk
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.items import AVAILABLE
from grimtable.games.gloomhaven.items.equipment import put_on
from grimtable.games.gloomhaven.monsters.plan import focuses
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.paths import WALK
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

GUARD = "bandit-guard"
MELEE = Plan(3, WALK, 1, False, 1)


def test_all_164_items_are_offered() -> None:
    assert list(AVAILABLE) == list(range(1, 165))


# ---------------------------------------------------------------- Drakescale Boots
def rough(*items: str) -> Gloomhaven:
    """A row: hazardous terrain, then difficult terrain twice."""
    s = position(field(hexes=[(q, 0) for q in range(6)]), hazards=[(1, 0)], difficult=[(2, 0), (3, 0)])
    s.hp[0] = s.max_hp[0] = HP
    for item in items:
        put_on(at_table(s), 0, NAMES[item])
    return s


def stops(s: Gloomhaven, points: int, jump: bool = False) -> list[int]:
    game = run(s, lambda t: move(t, 0, points, jump))
    return sorted([s.layout().axial[at][0] for at in options(game) if at != "stay"])


@rule("GLOOMHAVEN-5.14", "GLOOMHAVEN-5.15")
def test_drakescale_boots_keep_difficult_and_hazardous_terrain_off() -> None:
    boots = rough("Drakescale Boots")
    assert stops(boots.clone(), 3) == [1, 2, 3], "a plain walk"
    assert stops(rough(), 3) == [1], "others halt at the hazard"
    game = run(boots, lambda t: move(t, 0, 3), answers=[(3, 0)])
    assert (where(game.state, 0), game.state.hp[0]) == ((3, 0), HP)
    hurt = run(rough(), lambda t: move(t, 0, 3), answers=[(1, 0), "suffer"]).state
    assert hurt.hp[0] < HP


@rule("GLOOMHAVEN-12.5")
def test_drakescale_boots_jump_onto_difficult_terrain_at_no_price() -> None:
    assert stops(rough("Drakescale Boots"), 3, jump=True) == [1, 2, 3]
    assert stops(rough(), 3, jump=True) == [1, 2], "the last hex of a jump counts"


# ---------------------------------------------------------------- Cloak of Phasing
def phased(at: tuple[int, int] = (0, 0)) -> Gloomhaven:
    s = scene("Cloak of Phasing")
    s.terrain[place(s, at)] |= OBSTACLE
    return s


@rule("GLOOMHAVEN-12.6", "GLOOMHAVEN-14.12")
def test_cloak_of_phasing_flies_and_hides_its_wearer_in_obstacles() -> None:
    s = phased()
    assert s.flies(0)
    assert focuses(s, 2, MELEE) == [1], "the guard beside the Brute goes for the other"
    s.terrain[s.hex[0]] = 0
    assert focuses(s, 2, MELEE) == [0, 1], "seen again when the obstacle is gone"


@rule("GLOOMHAVEN-14.7")
def test_cloak_of_phasing_bars_attacks_from_obstacles_only() -> None:
    inside = default(phased(), "attack")
    assert (asked(inside), inside.state.hp[2]) == (HALT, HP)
    outside = default(phased((0, -2)), "attack", 2)
    assert outside.state.hp[2] == HP - 2


# ---------------------------------------------------------------- Stone Charm
def cragheart(*items: str) -> Gloomhaven:
    s = position(field(6), {"cragheart": (0, 0)}, [(GUARD, "normal", (3, 0)), (GUARD, "normal", (-3, 0))])
    for figure in (1, 2):
        s.hp[figure] = s.max_hp[figure] = HP
    for item in items:
        put_on(at_table(s), 0, NAMES[item])
    return s


@rule("GLOOMHAVEN-5.18", "GLOOMHAVEN-19.2")
def test_stone_charm_adds_an_obstacle_that_the_action_uses_as_well() -> None:
    """Rock Slide hurts whoever is next to an obstacle it made; here the fourth one is what hurts the second guard."""
    name = "Rock Slide"
    s = cragheart("Stone Charm")
    s.to_play = s.chosen[0] = (card(name),)
    made = [(place(s, at),) for at in ((2, 0), (0, 2), (0, -2))]
    game = give_answers(play(s, "half", 0, card(name), "top"), tuple(made))
    assert asked(game) == "use_item"
    game = give_answers(game, (NAMES["Stone Charm"], (place(s, (-2, 0)),)))
    assert game.state.terrain[place(s, (-2, 0))] & OBSTACLE
    assert (game.state.hp[1], game.state.hp[2]) == (HP - 2, HP - 2)
    assert used(game.state, "Stone Charm")


# ---------------------------------------------------------------- Rejuvenation Greaves
def test_rejuvenation_greaves_move_further_and_regenerate() -> None:
    s = scene("Rejuvenation Greaves")
    game = default(s, "move", NAMES["Rejuvenation Greaves"])
    assert max(s.ground().row(s.hex[0])[at] for at in options(game) if at != "stay") == 4
    assert game.state.conditions[0] == REGENERATE
    assert used(game.state, "Rejuvenation Greaves")


def test_who_regenerates_heals_at_the_start_of_a_turn_until_it_suffers_damage() -> None:
    s = scene()
    give(at_table(s), 0, REGENERATE | condition("wound"))
    game = play(s, "start_turn", 0)
    assert (game.state.hp[0], game.state.conditions[0]) == (HP + 1, REGENERATE), "the heal takes the wound first"
    hurt = run(game.state.clone(), lambda t: suffer(t, 0, 1), answers=["suffer"]).state
    assert (hurt.hp[0], hurt.conditions[0]) == (HP, 0)
    again = play(hurt, "start_turn", 0)
    assert again.state.hp[0] == HP


# ---------------------------------------------------------------- Basin of Prophecy
def test_basin_of_prophecy_finds_no_deck_to_look_into() -> None:
    """It adds to cards that somebody reveals from a deck, and nothing among classes and items does that."""
    words = {op.name for halves in CARD_HALVES for half in halves for op in walk(half.ops)}
    words |= {op["op"] for item in RECORDS.values() for op in item["effect"]["ops"] if item["id"] != 164}
    assert [word for word in sorted(words) if "reveal" in word or "look" in word or "peek" in word] == []
    s = scene("Basin of Prophecy")
    assert ("item", NAMES["Basin of Prophecy"]) not in options(turn(s)), "it works by being worn"
