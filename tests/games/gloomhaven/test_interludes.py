"""What may be done at any point: items of one's own turn, and giving up active cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.gloomhaven.equipped import HP, NAMES, RECORDS, default, elements, scene, turn, used
from games.gloomhaven.reading import records, start, table_for
from games.gloomhaven.table import HALT, act_out, asked, card, condition, offers, options, place, play, run, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import HAZARD, OBSTACLE
from grimtable.games.gloomhaven.components.cards import CARD_OF, CLASSES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, REST
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.items import AVAILABLE
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.ops import Act, perform
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow
from rule import rule

OWN_TURN = [item for item in AVAILABLE if RECORDS[item]["effect"]["timing"] == "during_your_turn"]
ACTIONS = {"move", "teleport", "loot", "summon", "grant", "force_enemy"}  # the item gives an action of its own
ACTING = [item for item in OWN_TURN if {op["op"] for op in RECORDS[item]["effect"]["ops"]} & ACTIONS]
AT_WILL = [item for item in OWN_TURN if item not in ACTING]
POTION = ("item", NAMES["Minor Healing Potion"])


def in_a_move(s: Gloomhaven) -> Game[Gloomhaven]:
    return default(s, "move", (0, -1))


def before_an_attack(s: Gloomhaven) -> Game[Gloomhaven]:
    return default(s, "attack")


def between_targets(s: Gloomhaven) -> Game[Gloomhaven]:
    """Of an attack on all adjacent enemies: one is left."""
    return act_out(s, 0, "Whirlwind", "top", [2])


def laying_an_area(s: Gloomhaven) -> Game[Gloomhaven]:
    return act_out(s, 0, "Sweeping Blow", "top")


def on_a_trap(s: Gloomhaven) -> Game[Gloomhaven]:
    """The damage may be negated."""
    lay_trap(s, place(s, (0, -1)), 3, 0, -1)
    return default(s, "move", (0, -1))


def consuming(s: Gloomhaven) -> Game[Gloomhaven]:
    elements(s)
    op = Op("consume", 0, "", (), {"element": ("fire",)})
    return run(s, lambda t: offer_consume(t, 0, op))


POINTS: dict[str, tuple[str, Callable[[Gloomhaven], Game[Gloomhaven]]]] = {
    "in a move": ("move_to", in_a_move),
    "before an attack": ("target", before_an_attack),
    "between targets": ("target_next", between_targets),
    "laying an area": ("area", laying_an_area),
    "on a trap": ("negate", on_a_trap),
    "consuming": ("consume", consuming),
}


def carrying(item: int) -> Gloomhaven:
    s = scene(RECORDS[item]["name"], foes=((1, 0), (1, -1), (-1, 0)))
    elements(s)
    return s


@rule("GLOOMHAVEN-19.1")
@pytest.mark.parametrize("item", AT_WILL, ids=[RECORDS[item]["name"] for item in AT_WILL])
@pytest.mark.parametrize("point", POINTS)
def test_every_item_of_ones_own_turn_can_be_used_in_the_middle_of_an_action(item: int, point: str) -> None:
    prompt, at = POINTS[point]
    game = at(carrying(item))
    assert asked(game) == prompt
    before = options(game)
    assert offers(game) == [("item", item)]
    game.apply(0, ("item", item))
    for _ in range(9):
        if asked(game) == prompt or asked(game) == HALT:
            break
        game.apply(0, options(game)[-1])
    assert used(game.state, RECORDS[item]["name"])
    if "fire" not in str(RECORDS[item]["effect"]) and RECORDS[item]["effect"]["ops"][0]["op"] != "consume":
        assert asked(game) == prompt
        assert options(game) == before


@rule("GLOOMHAVEN-19.4", "GLOOMHAVEN-11.5")
@pytest.mark.parametrize("item", OWN_TURN, ids=[RECORDS[item]["name"] for item in OWN_TURN])
def test_items_that_give_an_action_wait_until_the_one_in_progress_is_finished(item: int) -> None:
    between = turn(carrying(item))
    assert ("item", item) in options(between)
    within = in_a_move(carrying(item))
    assert offers(within) == ([] if item in ACTING else [("item", item)])


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-17.1")
def test_a_potion_in_the_middle_of_a_move_heals_and_the_move_goes_on() -> None:
    s = scene("Minor Healing Potion", foes=((4, 0),))
    hp = s.hp[0]
    game = act_out(s, 0, "Trample", "bottom", [(0, -1)])
    assert offers(game) == [POTION]
    game.apply(0, POTION)
    assert game.state.hp[0] == hp + 3
    assert (asked(game), offers(game), where(game.state, 0)) == ("move_to", [], (0, -1))
    game.apply(0, place(game.state, (0, -4)))
    assert where(game.state, 0) == (0, -4)


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-14.3")
def test_before_a_line_that_asks_nothing_an_item_may_be_used() -> None:
    s = scene("Minor Healing Potion", foes=((4, 0),))
    s.conditions[0] |= condition("poison")
    hp = s.hp[0]
    game = run(s, two_lines)
    assert asked(game) == "pause"
    assert game.decisions()[0].options == ("go_on", POTION)
    game.apply(0, POTION)
    assert asked(game) == HALT
    assert game.state.hp[0] == hp + 2, "the potion removes the poison, the line heals"


def two_lines(t: T) -> Flow[None]:
    whom = Op("target_spec", 0, "self", (), {})
    yield from perform(t, Act(0, 0), (Op("shield", 1, "", (), {"duration": "round"}), Op("heal", 2, "", (whom,), {})))


@rule("GLOOMHAVEN-19.1")
def test_without_items_and_active_cards_nothing_is_added_to_any_question() -> None:
    for _, at in POINTS.values():
        s = scene(foes=((1, 0), (1, -1)))
        elements(s)
        game = at(s)
        assert asked(game) == HALT or not offers(game)
    assert asked(run(scene(), two_lines)) == HALT


@rule("GLOOMHAVEN-8.7")
def test_no_item_at_the_start_or_the_end_of_a_turn() -> None:
    s = scene("Minor Healing Potion", foes=((4, 0),))
    s.conditions[0] |= condition("wound")
    s.chosen[0], s.acting = s.hand[0][:2], -1
    s.hand[0] = s.hand[0][2:]
    game = play(s, "start_turn", 0, runs=("act",))
    assert asked(game) == "negate"
    assert offers(game) == []
    game.apply(0, "suffer")
    assert POTION in options(play(game.state.clone(), "act", 0))
    s = game.state.clone()
    s.to_play = ()
    s.items[0] = (*s.items[0], NAMES["Elemental Boots"])
    s.walked = tuple(range(9))
    game = play(s, "end_turn", 0)
    assert (asked(game), offers(game)) == ("use_item", [])


@rule("GLOOMHAVEN-19.1")
def test_an_item_of_ones_own_turn_is_of_no_use_in_another_turn() -> None:
    s = scene("Minor Healing Potion", foes=((1, 0),))
    s.acting = 2
    game = run(s, lambda t: suffer(t, 0, 2))
    assert asked(game) == "negate"
    assert offers(game) == []


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-8.4")
def test_a_resting_character_may_use_items_before_and_after() -> None:
    s = scene("Minor Healing Potion", foes=((4, 0),))
    s.chosen[0] = (REST,)
    s.discard[0], s.hand[0] = s.hand[0][:3], s.hand[0][3:]
    game = play(s, "act", 0)
    assert (asked(game), game.decisions()[0].options) == ("pause", ("go_on", POTION))
    game.apply(0, "go_on")
    assert asked(game) == "rest_lose"
    game.apply(0, options(game)[0])
    assert asked(game) == "pause"
    game.apply(0, POTION)
    assert asked(game) == HALT


# ---------------------------------------------------------------- every question of an action
PAYING = ("lose_card",)  # nothing comes between a price and what it is paid for
REFUSALS = ("nobody", "keep", "no", "stay", "enough", "nowhere", ())


def questions_of(class_name: str, record: dict[str, Any], half: str) -> Iterator[Game[Gloomhaven]]:
    """All that a character with a potion and an active card is asked while it performs a half and takes everything."""
    s = table_for(class_name, [(1, 0), (1, -1), (0, -1), (2, -1)])
    s.terrain[place(s, (-1, 1))] |= OBSTACLE
    s.items[0] = (POTION[1],)
    number = CARD_OF[record["id"]]
    warding, *others = [c for c in s.hand[0] if c != number]
    s.active[0], s.discard[0], s.lost[0], s.hand[0] = (
        (warding,),
        tuple(others[:2]),
        tuple(others[2:4]),
        tuple(others[4:]),
    )
    grant(s, 0, "shield", 1, until=PERSISTENT, source=warding, half=0)
    game = start(s, record, half)
    while asked(game) not in (HALT, ""):
        decision = game.decisions()[0]
        if decision.player == 0:
            yield game
        game.apply(decision.player, next(iter([o for o in options(game) if o not in REFUSALS] or options(game))))


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-16.6")
@pytest.mark.parametrize("class_name", CLASSES)
def test_whatever_is_asked_in_an_action_items_may_be_used_and_cards_given_up_first(class_name: str) -> None:
    heard = set()
    for record in records(class_name):
        for half in ("top", "bottom"):
            for game in questions_of(class_name, record, half):
                prompt = asked(game)
                paying = prompt in PAYING or (prompt == "consume" and "keep" not in options(game))
                expected = [] if paying else [POTION, *[("end_bonus", c) for c in game.state.active[0]]]
                assert offers(game) == expected, (record["name"], half, prompt)
                heard.add(prompt)
    assert {"move_to", "target"} <= heard


@rule("GLOOMHAVEN-16.6")
def test_when_both_halves_are_done_cards_can_be_given_up_as_long_as_something_is_asked() -> None:
    s, offer = warded()
    s.items[0] = (POTION[1],)
    s.to_play = ()
    assert options(play(s, "act", 0)) == [("end", -1), POTION, offer]


# ---------------------------------------------------------------- boots on the way
BOOTS = ("item", NAMES["Boots of Striding"])


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-12.1")
def test_boots_not_used_before_a_move_lengthen_it_on_the_way() -> None:
    s = scene("Boots of Striding", foes=((6, 0),))
    game = default(s, "move", "no", (0, -1))
    assert (asked(game), offers(game)) == ("move_to", [BOOTS])
    assert place(s, (0, -3)) not in options(game)
    game.apply(0, BOOTS)
    assert offers(game) == []
    game.apply(0, place(game.state, (0, -4)))
    assert (asked(game), where(game.state, 0), used(game.state, "Boots of Striding")) == (HALT, (0, -4), True)


@rule("GLOOMHAVEN-19.1", "GLOOMHAVEN-12.5")
def test_a_jump_begun_on_the_way_passes_what_lies_ahead_and_lands_on_its_last_hex() -> None:
    s = scene("Winged Shoes", foes=((6, 0),))
    lay_trap(s, place(s, (0, -2)), 3, 0, -1)
    s.terrain[place(s, (0, -1))] |= HAZARD
    game = run(s, lambda t: move(t, 0, 4), answers=[(0, -1), "suffer", ("item", NAMES["Winged Shoes"]), (0, -3)])
    hurt = game.state.hp[0]
    assert hurt < HP, "the hazardous terrain was walked on"
    game.apply(0, "stay")
    assert game.state.hp[0] == hurt
    assert game.state.traps, "and neither it nor the trap work on the jump"


@rule("GLOOMHAVEN-19.1")
def test_who_stays_after_putting_on_wings_is_not_hurt_a_second_time() -> None:
    s = scene("Winged Shoes", foes=((6, 0),))
    s.terrain[place(s, (0, -1))] |= HAZARD
    game = default(s, "move", "no", (0, -1), "suffer", ("item", NAMES["Winged Shoes"]))
    hurt = game.state.hp[0]
    game.apply(0, "stay")
    assert (asked(game), game.state.hp[0]) == (HALT, hurt)


@rule("GLOOMHAVEN-19.1")
def test_nobody_else_uses_the_boots_of_who_is_moved() -> None:
    s = scene("Boots of Striding", foes=((6, 0),))
    game = run(s, lambda t: move(t, 0, 3, seat=1), answers=[(0, -1)])
    assert (asked(game), offers(game)) == ("move_to", [])


# ---------------------------------------------------------------- giving up cards
def warded(foes: tuple[tuple[int, int], ...] = ((1, 0), (1, -1))) -> tuple[Gloomhaven, tuple[str, int]]:
    """A shield that lasts as long as the Brute likes."""
    s = scene(foes=foes)
    number = card("Warding Strength")
    s.hand[0] = tuple([c for c in s.hand[0] if c != number])
    s.active[0] = (number,)
    grant(s, 0, "shield", 1, until=PERSISTENT, source=number, half=1)
    return s, ("end_bonus", number)


@rule("GLOOMHAVEN-16.6")
@pytest.mark.parametrize("point", [point for point in POINTS if point != "between targets"])
def test_an_active_card_can_be_given_up_at_every_question(point: str) -> None:
    s, offer = warded()
    prompt, at = POINTS[point]
    game = at(s)
    assert (asked(game), offers(game)) == (prompt, [offer])
    game.apply(0, offer)
    assert asked(game) == prompt
    assert offers(game) == []
    assert (game.state.active[0], game.state.bonuses) == ((), [])
    assert offer[1] in (*game.state.discard[0], *game.state.lost[0])


@rule("GLOOMHAVEN-16.6")
def test_an_active_card_can_be_given_up_in_a_turn_of_the_enemy_and_at_a_rest() -> None:
    s, offer = warded()
    s.acting = 2
    game = run(s.clone(), lambda t: suffer(t, 0, 2))
    assert (asked(game), offers(game)) == ("negate", [offer])
    s.discard[0], s.hand[0] = s.hand[0][:3], s.hand[0][3:]
    game = play(s, "short_rest", 0)
    assert (asked(game), offers(game)) == ("short_rest", [offer])


@rule("GLOOMHAVEN-16.6")
def test_an_active_card_alone_makes_no_question_of_a_matter_of_course() -> None:
    s, _ = warded()
    s.hand[0] = ()
    before = s.hp[0]
    game = run(s, lambda t: suffer(t, 0, 2))
    assert asked(game) == HALT
    assert game.state.hp[0] == before - 2
    s, _ = warded()
    game = between_targets(s)
    assert asked(game) == HALT


@rule("GLOOMHAVEN-16.6", "GLOOMHAVEN-12.7")
def test_flight_over_an_obstacle_is_given_up_only_between_actions_and_then_hurts() -> None:
    s, offer = warded(foes=((4, 0),))
    s.bonuses[0] = s.bonuses[0]._replace(word="gain")
    s.terrain[place(s, (0, 0))] |= OBSTACLE
    assert offers(run(s.clone(), lambda t: suffer(t, 0, 2))) == []
    game = turn(s, offer, "suffer")
    assert asked(game) == "move_to", "off the obstacle"
    assert game.state.hp[0] < HP
