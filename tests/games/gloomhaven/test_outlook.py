"""What a board shows of what lies ahead: costs of a move, lines of sight, what monsters will do and why."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.gloomhaven.scene import run as play_out
from games.gloomhaven.scene import scene
from games.gloomhaven.table import card, condition, field, options, place, position, run
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components import INERT, NORMAL, STRONG, WILD
from grimtable.games.gloomhaven.components.monsters import (
    DECK_CARDS,
    STATS,
    TYPE_DECK,
    TYPE_OF,
    TYPES,
    monster_card,
    stats_key,
)
from grimtable.games.gloomhaven.components.ops import walk
from grimtable.games.gloomhaven.components.terms import ACTED, SELECTION, TURNS
from grimtable.games.gloomhaven.hidden import view
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.taking import monster_turn
from rule import rule

GUARD = "bandit-guard"
BRUTE, TINKERER = "brute", "tinkerer"
DECK = TYPE_DECK[TYPE_OF[GUARD]]
CHANGES = ("consumed", "infused", "focused", "attacked")
PLAIN = next(number for number in DECK_CARDS[DECK] if monster_card(number).initiative == 50)  # Move +0, Attack +0


def turns(s: Gloomhaven) -> Gloomhaven:
    """The cards lie open: the guards move and attack as their stat card says."""
    s.round, s.phase = 1, TURNS
    s.ability[DECK] = PLAIN
    s.chosen[0] = (card("Trample"), card("Eye for an Eye"))
    if len(s.chosen) > 1:
        s.chosen[1] = (card("Ink Bomb"), card("Toxic Bolt"))
    return s


def intent(s: Gloomhaven, figure: int) -> Any:
    return next((one for one in view(s, None)["intents"] if one["figure"] == figure), None)


# ---------------------------------------------------------------- a move
@rule("GLOOMHAVEN-12.1", "GLOOMHAVEN-5.15")
def test_every_hex_in_reach_has_its_cost_and_the_hex_before_it() -> None:
    s = position(field(hexes=[(q, 0) for q in range(5)]), {BRUTE: (0, 0)}, difficult=[(1, 0)])
    game = run(s, lambda t: move(t, 0, 3))
    stride = view(game.state, None)["stride"]
    assert (stride["figure"], stride["points"]) == (0, 3)
    found = {one["hex"]: (one["cost"], one["before"]) for one in stride["reach"]}
    assert found == {place(s, (1, 0)): (2, place(s, (0, 0))), place(s, (2, 0)): (3, place(s, (1, 0)))}
    assert set(found) == {at for at in options(game) if isinstance(at, int)}
    [decision] = game.decisions()
    note = DEFINITION.describe.note(view(game.state, 0), decision, place(s, (2, 0)))
    assert note is not None
    assert DEFINITION.catalogue.say(note, "en") == "3 of 3"


@rule("GLOOMHAVEN-12.1")
def test_after_the_move_nothing_is_left_of_it() -> None:
    s = position(heroes={BRUTE: (0, 0)})
    game = run(s, lambda t: move(t, 0, 3), answers=[(2, 0)])
    assert view(game.state, None)["stride"]["points"] == 1
    game.apply(0, "stay")
    assert view(game.state, None)["stride"] is None


# ---------------------------------------------------------------- sight and walls
@rule("GLOOMHAVEN-13.4")
def test_a_figure_sees_the_hexes_the_rules_let_it_see() -> None:
    s = position(heroes={BRUTE: (0, 0)})
    seen = view(s, None)["figures"][0]["sees"]
    here = place(s, (0, 0))
    assert seen == [at for at in range(s.ground().size) if at != here and s.ground().sees(here, at)]


@rule("GLOOMHAVEN-10.1")
def test_rooms_that_are_not_revealed_do_not_leave_the_server() -> None:
    game = DEFINITION.new_game(2, {}, None)
    while game.decisions()[0].prompt != "select":
        decision = game.decisions()[0]
        game.apply(decision.player, decision.options[0])
    s = game.state
    shown = view(s, 0)
    known = {found["id"] for found in shown["hexes"]}
    assert known == {at for at in range(s.layout().size) if s.is_revealed(at)}
    assert len(known) < s.layout().size
    assert all([set(found["sees"]) <= known for found in shown["figures"]])


# ---------------------------------------------------------------- monsters
@rule("GLOOMHAVEN-9.1")
def test_nobody_knows_what_monsters_will_do_before_the_cards_are_turned_up() -> None:
    s = turns(position(heroes={BRUTE: (3, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    s.phase = SELECTION
    assert view(s, None)["intents"] == []


@rule("GLOOMHAVEN-20.3")
def test_the_nearest_by_path_is_named_as_the_reason() -> None:
    s = turns(
        position(
            heroes={BRUTE: (2, 0), TINKERER: (-3, 0)},
            monsters=[(GUARD, "normal", (0, 0))],
            obstacles=[(1, 0), (2, -1), (1, 1)],
        )
    )
    found = intent(s, 2)
    assert (found["focus"], found["why"]) == ([1], "path")
    assert found["targets"] == [1]
    assert found["initiative"] == 74  # of the Ink Bomb


@rule("GLOOMHAVEN-20.5")
def test_equal_paths_are_decided_by_proximity() -> None:
    s = turns(
        position(
            heroes={BRUTE: (3, 0), TINKERER: (-2, 0)},
            monsters=[(GUARD, "normal", (0, 0))],
            difficult=[(-1, 0), (-1, -1), (-1, 1), (-2, 1)],
        )
    )
    assert (intent(s, 2)["focus"], intent(s, 2)["why"]) == ([1], "proximity")


@rule("GLOOMHAVEN-20.6", "GLOOMHAVEN-20.26")
def test_equal_places_are_decided_by_initiative_or_by_the_players() -> None:
    s = turns(position(heroes={BRUTE: (2, 0), TINKERER: (-2, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    assert (intent(s, 2)["focus"], intent(s, 2)["why"], intent(s, 2)["initiative"]) == ([0], "initiative", 72)
    s.chosen[1] = s.chosen[0]
    assert (intent(s, 2)["focus"], intent(s, 2)["why"]) == ([0, 1], "tied")


@rule("GLOOMHAVEN-20.7", "GLOOMHAVEN-14.12")
def test_without_anybody_to_reach_there_is_no_focus() -> None:
    s = turns(position(heroes={BRUTE: (2, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    assert (intent(s, 1)["focus"], intent(s, 1)["why"]) == ([0], "only")
    s.conditions[0] = condition("invisible")
    assert (intent(s, 1)["focus"], intent(s, 1)["why"], intent(s, 1)["to"]) == ([], None, [])


@rule("GLOOMHAVEN-14.6", "GLOOMHAVEN-14.8")
def test_the_immobilized_stay_and_the_stunned_do_nothing() -> None:
    s = turns(position(heroes={BRUTE: (3, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    assert (intent(s, 1)["to"], intent(s, 1)["targets"]) == ([place(s, (2, 0))], [0])
    s.conditions[1] = condition("immobilize")
    assert (intent(s, 1)["to"], intent(s, 1)["targets"]) == ([], [])
    s.conditions[1] = condition("stun")
    assert intent(s, 1) is None


@rule("GLOOMHAVEN-9.3")
def test_who_has_acted_plans_nothing_more() -> None:
    s = turns(position(heroes={BRUTE: (2, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    s.marks[1] |= ACTED
    assert intent(s, 1) is None


@rule("GLOOMHAVEN-20.30", "GLOOMHAVEN-20.10", "GLOOMHAVEN-20.21")
@pytest.mark.parametrize("scenario", [1, 3, 5, 8, 14, 24])
def test_monsters_do_what_was_foretold(scenario: int) -> None:
    """Every monster of a scenario with every card of its deck, from where it stands."""
    s = scene(scenario, rooms=[1])
    for hero in s.heroes():
        s.chosen[hero] = tuple(sorted(s.hand[hero])[:2])
    acted = 0
    for monster in s.monsters():
        for number in DECK_CARDS[TYPE_DECK[s.kind[monster]]]:
            before = s.clone()
            before.ability = {TYPE_DECK[s.kind[monster]]: number}
            foretold = intent(before, monster)
            after = play_out(before.clone(), partial(monster_turn, figure=monster))
            focused = [event for event in after.events(None) if event.kind == "focused"]
            assert bool(focused) == bool(foretold["focus"])
            if not focused:
                continue
            assert focused[0].public[1][0] in foretold["focus"]
            attacked = [event for event in after.events(None) if event.kind == "attacked"]
            assert {event.public[1][0] for event in attacked} <= set(foretold["targets"])
            assert bool(attacked) == bool(foretold["targets"])
            acted += bool(attacked)
    assert acted


# ---------------------------------------------------------------- elements
FED = [
    (deck, number)
    for deck, cards in enumerate(DECK_CARDS)
    for number in cards
    if [op for op in walk(monster_card(number).ops) if op.name == "consume"]
]


def fed(deck: int, number: int, strength: int) -> Gloomhaven:
    """A monster of this deck among four enemies near and far, with all elements strong or inert."""
    kinds = [kind for kind, found in enumerate(TYPE_DECK) if found == deck and stats_key(NORMAL, 1) in STATS[kind]]
    heroes = {BRUTE: (1, 0), TINKERER: (2, 0), "scoundrel": (1, 1), "mindthief": (4, 0)}
    s = position(field(6), heroes, [(TYPES[kinds[-1]], "normal", (0, 0))])
    s.phase, s.elements, s.ability[deck] = TURNS, (strength,) * 6, number
    for hero in s.heroes():
        s.hp[hero] = s.max_hp[hero] = 60
        s.chosen[hero] = tuple(sorted(s.hand[hero])[:2])
    return s


@rule("GLOOMHAVEN-15.7", "GLOOMHAVEN-15.6")
@pytest.mark.parametrize("strength", [INERT, STRONG])
@pytest.mark.parametrize(("deck", "number"), FED)
def test_monsters_consume_and_infuse_what_was_foretold(deck: int, number: int, strength: int) -> None:
    """Every card that asks for elements, with and without them."""
    s = fed(deck, number, strength)
    foretold = intent(s, 4)
    after = play_out(s.clone(), partial(monster_turn, figure=4))
    told = {kind: [event for event in after.events(None) if event.kind == kind] for kind in CHANGES}
    assert len(told["consumed"]) == len(foretold["consumes"])
    assert bool(foretold["consumes"]) == (strength == STRONG)
    if not [op for op in walk(monster_card(number).ops) if op.name == "consume" and op.word == WILD]:
        assert {event.public[0] for event in told["consumed"]} == set(foretold["consumes"])
    assert len(told["infused"]) == len(foretold["infuses"])
    if told["focused"]:
        assert told["focused"][0].public[1][0] in foretold["focus"]
    assert {event.public[1][0] for event in told["attacked"]} <= set(foretold["targets"])
    if monster_card(number).ops[0].name != "push":  # which may bring the focus out of reach
        assert bool(told["attacked"]) == bool(foretold["targets"])


@rule("GLOOMHAVEN-15.7", "GLOOMHAVEN-20.21")
def test_an_element_widens_the_area_of_the_attack_above_it() -> None:
    """The wind demon's card: one attack on six hexes instead of three, and one point stronger."""
    deck = TYPE_DECK[TYPE_OF["wind-demon"]]
    number = next(number for number in DECK_CARDS[deck] if monster_card(number).initiative == 37)
    weak, strong = [intent(fed(deck, number, strength), 4) for strength in (INERT, STRONG)]
    assert (weak["consumes"], strong["consumes"]) == ([], ["air"])
    assert strong["attack"] == weak["attack"] + 1
    for strength, count in ((INERT, 3), (STRONG, 4)):
        s = fed(deck, number, strength)
        s.put(3, place(s, (3, 0)))
        after = play_out(s, partial(monster_turn, figure=4))
        assert len([event for event in after.events(None) if event.kind == "attacked"]) == count, "one attack each"


@rule("GLOOMHAVEN-15.7")
def test_an_attack_that_an_element_pays_for_is_foretold_only_with_it() -> None:
    """The icestorm's card heals and shields; with air it attacks, too, and focuses as an attacker at range does."""
    deck = TYPE_DECK[TYPE_OF["savvas-icestorm"]]
    number = next(number for number in DECK_CARDS[deck] if monster_card(number).printed == 713)
    without, with_air = [intent(fed(deck, number, strength), 4) for strength in (INERT, STRONG)]
    assert (without["attack"], without["targets"]) == (None, [])
    assert with_air["range"] > 1
    assert len(with_air["targets"]) == 1
    piece = DEFINITION.describe.piece(view(fed(deck, number, STRONG), 0), "figure:4")
    assert "consume air" in DEFINITION.catalogue.say(piece, "en")
    assert "風" in DEFINITION.catalogue.say(piece, "ja")


def test_the_reason_is_told_in_both_languages() -> None:
    s = turns(position(heroes={BRUTE: (2, 0)}, monsters=[(GUARD, "normal", (0, 0))]))
    piece = DEFINITION.describe.piece(view(s, 0), "figure:1")
    assert "Focus: Brute (the only enemy it can reach, initiative 72)" in DEFINITION.catalogue.say(piece, "en")
    assert "狙い：ブルート" in DEFINITION.catalogue.say(piece, "ja")
