"""Cards in the active area: nobody loses one without being asked."""

from __future__ import annotations

import pytest

from games.gloomhaven.equipped import scene
from games.gloomhaven.table import (
    HALT,
    act_out,
    asked,
    card,
    condition,
    events,
    field,
    offers,
    options,
    place,
    play,
    position,
    run,
    stack,
    where,
)
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import HEROES, OBSTACLE, SUMMON
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, CARD_NAMES, CARDS, CLASSES, HALVES
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.ops import Op, walk
from grimtable.games.gloomhaven.components.terms import PERSISTENT
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import END_BONUS
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.resting import short_rest
from grimtable.games.gloomhaven.setup import variants
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow
from rule import rule

TWO = {"brute": (0, 0), "spellweaver": (1, 0)}
ANOTHERS = "lost_of_another_ally_adjacent_to_them"


def recoveries() -> list[tuple[str, Op]]:
    """Every line of a card or an item that recovers cards."""
    found: list[tuple[str, Op]] = []
    for number in range(CARDS):
        for side, half in enumerate(CARD_HALVES[number]):
            lines = walk(half.ops)
            lines += [more for line in lines for more in walk((*line.ops("grant"), *line.ops("do")))]
            found += [(f"{CARD_NAMES[number]} {side}", op) for op in lines if op.name == "recover_cards"]
    for item in ITEMS:
        found += [(item.name, op) for op in item.ops if op.name == "recover_cards"]
    return found


RECOVERIES = [(name, op) for name, op in recoveries() if op.text("from") != ANOTHERS]


def activate(s: Gloomhaven, owner: int, name: str, half: int) -> int:
    """A card in the active area, with a bonus in force."""
    number = card(name)
    s.hand[owner] = tuple(c for c in s.hand[owner] if c != number)
    s.active[owner] = (*s.active[owner], number)
    grant(s, owner, "shield", 1, until=PERSISTENT, source=number, half=half)
    return number


def test_all_cards_that_recover_are_among_those_tested() -> None:
    assert len(RECOVERIES) >= 21
    assert {"Reviving Ether 0", "Reinvigorating Elixir 1", "Refreshment 1", "Major Stamina Potion", "Star Earring"} <= {
        name for name, _ in RECOVERIES
    }


@rule("GLOOMHAVEN-17.11", "GLOOMHAVEN-16.6")
@pytest.mark.parametrize(("name", "op"), RECOVERIES, ids=[name for name, _ in RECOVERIES])
def test_every_recovery_lets_its_player_stop_and_choose_active_cards_one_by_one(name: str, op: Op) -> None:
    s = position(heroes={"brute": (0, 0), "spellweaver": (1, 0), "cragheart": (0, 1)})
    active = {0: activate(s, 0, "Warding Strength", 1), 1: activate(s, 1, "Frost Armor", 0)}
    s.conditions[1] = s.conditions[2] = condition("poison")
    s.elements = (2,) * len(s.elements)
    piles = s.discard if op.text("from") == "discard" else s.lost
    for hero in (0, 1, 2):
        piles[hero], s.hand[hero] = s.hand[hero][:3], s.hand[hero][3:]
    game = run(s, lambda t: recover_for(t, op))
    if asked(game) == HALT:
        assert op.text("filter") or op.text("who") == "the_healed_figure"
        return
    while asked(game) in ("whom", "consume"):
        game.apply(game.decisions()[0].player, options(game)[1])
    assert asked(game) == "recover"
    assert "enough" in options(game)
    while asked(game) == "recover":
        game.apply(game.decisions()[0].player, "enough")
    assert asked(game) == HALT
    for hero, number in active.items():
        assert number in game.state.active[hero]
        assert [row for row in game.state.bonuses if row.source == number]


def recover_for(t: T, op: Op) -> Flow[None]:
    act = Act(0, 0)
    act.touched = [1]
    yield from ability["recover_cards"](t, act, op)


@rule("GLOOMHAVEN-17.11", "GLOOMHAVEN-17.4")
def test_reviving_ether_takes_no_summon_away_unless_its_card_is_named() -> None:
    s = position(heroes={"spellweaver": (0, 0), "brute": (2, 0)})
    ether, orbs = card("Aid from the Ether"), card("Fire Orbs")
    s = act_out(s, 0, "Aid from the Ether", "bottom", [(1, 0)]).state
    summon = next(f for f in s.figures() if s.sort[f] == SUMMON)
    s.lost[0], s.hand[0] = (orbs,), tuple(c for c in s.hand[0] if c != orbs)
    game = act_out(s.clone(), 0, "Reviving Ether", "top")
    assert options(game) == ["enough", *sorted([ether, orbs])]
    game.apply(0, orbs)
    game.apply(0, "enough")
    assert game.state.in_play(summon)
    assert ether in game.state.active[0]
    assert orbs in game.state.hand[0]
    game = act_out(s, 0, "Reviving Ether", "top", [ether, "enough"])
    assert not game.state.in_play(summon)
    assert ether in game.state.hand[0]


@rule("GLOOMHAVEN-16.6")
def test_the_lost_card_that_chimeric_formula_takes_is_no_active_one() -> None:
    s = position(heroes={"tinkerer": (0, 0), "brute": (1, 0), "spellweaver": (2, 0)})
    armor = activate(s, 2, "Frost Armor", 0)
    orbs = card("Fire Orbs")
    s.lost[2], s.hand[2] = (orbs,), tuple(c for c in s.hand[2] if c != orbs)
    op = Op("recover_cards", 0, "", (), {"who": "one_ally_within_range", "range": 3, "from": ANOTHERS, "count": 1})
    game = run(s, lambda t: ability["recover_cards"](t, Act(0, 0), op), answers=[1, 2])
    assert options(game) == ["enough", orbs]
    assert armor in game.state.active[2]


# ---------------------------------------------------------------- rests
@rule("GLOOMHAVEN-8.3", "GLOOMHAVEN-18.4")
def test_a_short_rest_is_finished_even_if_all_other_discards_negate_its_damage() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:3], ()
    cards = s.discard[0]
    game = run(s, lambda t: short_rest(t, 0), answers=["yes", "yes"])
    rejected = next(event.public[1] for event in game.events(None) if event.kind == "rest_card")
    game.apply(0, "discards")
    others = [c for c in cards if c != rejected]
    game.apply(0, others[0])
    game.apply(0, others[1])
    assert asked(game) == HALT
    assert game.state.hand[0] == (rejected,)
    assert game.state.discard[0] == ()
    assert game.state.tallies["0 short_rests"] == 1


@rule("GLOOMHAVEN-8.3", "GLOOMHAVEN-18.4")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("way", ["suffer", "hand", "discards"])
@pytest.mark.parametrize("pick", [0, -1])
def test_however_the_damage_of_a_rest_is_paid_no_discard_is_left(count: int, way: str, pick: int) -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:count], s.hand[0][count : count + 2]
    before = len(s.hand[0]) + count
    game = run(s, lambda t: short_rest(t, 0), answers=["yes", "yes"])
    cards = s.discard[0]
    others = [c for c in cards if c != next(e.public[1] for e in game.events(None) if e.kind == "rest_card")]
    game.apply(0, way)
    paid: list[int] = []
    while asked(game) != HALT:
        paid.append(options(game)[pick])
        game.apply(0, paid[-1])
    s = game.state
    if way == "discards" and count == 2:  # the second one is lost unasked
        paid = list(cards)
    assert s.discard[0] == ()
    assert len(s.hand[0]) + len(s.lost[0]) == before
    assert len(s.lost[0]) == len(set(paid)) + bool(set(others) - set(paid))


@rule("GLOOMHAVEN-8.3", "GLOOMHAVEN-18.7")
def test_who_is_exhausted_by_the_damage_of_a_rest_does_not_finish_it() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0], s.hp[0] = s.hand[0][:3], (), 1
    game = run(s, lambda t: short_rest(t, 0), answers=["yes", "yes", "suffer"])
    assert asked(game) == HALT
    assert not game.state.in_play(0)
    assert len(game.state.lost[0]) == 3
    assert "0 short_rests" not in game.state.tallies


@rule("GLOOMHAVEN-8.1", "GLOOMHAVEN-16.6")
@pytest.mark.parametrize("step", ["short_rest", "act"])
def test_a_rest_with_nothing_but_active_cards_costs_one_of_them(step: str) -> None:
    s = position(heroes=TWO)
    first, second = activate(s, 0, "Shield Bash", 1), activate(s, 0, "Leaping Cleave", 1)
    s.chosen[0] = (-2,)
    assert not CARD_HALVES[first][1].lost
    game = play(s, step, 0, answers=["yes"] if step == "short_rest" else [])
    assert options(game) == [(first, "no"), (first, "yes")]
    game.apply(0, (first, "no"))
    assert asked(game) == HALT
    assert game.state.lost[0] == (second,)
    assert game.state.active[0] == (first,)


# ---------------------------------------------------------------- giving up
@rule("GLOOMHAVEN-16.6", "GLOOMHAVEN-17.4")
def test_giving_up_a_card_removes_its_own_summons_and_no_other_figure() -> None:
    s = position(heroes=TWO, monsters=[("bandit-guard", "normal", (3, 0))])
    number = activate(s, 0, "Warding Strength", 1)
    s.bonuses[-1] = s.bonuses[-1]._replace(aim=2)  # tied to an enemy
    for at in (3, 4):
        figure = s.enter(HEROES, SUMMON, 0, 0, 1, 2, at)
        s.owner[figure] = 0
        grant(s, 0, "summon", 0, until=PERSISTENT, source=number, half=1, aim=figure)
    s.to_play = s.hand[0][:2]
    game = play(s, "act", 0, answers=[(END_BONUS, number)])
    assert where(game.state, 2) == (3, 0)
    assert not [f for f in game.state.figures() if game.state.sort[f] == SUMMON]
    assert number not in game.state.active[0]
    assert not game.state.bonuses


@rule("GLOOMHAVEN-16.6", "GLOOMHAVEN-17.4")
def test_a_summon_given_up_in_the_middle_of_its_attack_attacks_nobody() -> None:
    s = position(heroes=TWO, monsters=[("bandit-guard", "normal", (-1, 0))])
    number = activate(s, 0, "Warding Strength", 1)
    summon = s.enter(HEROES, SUMMON, 0, 0, 1, 2, place(s, (-1, 1)))
    s.owner[summon] = 0
    grant(s, 0, "summon", 0, until=PERSISTENT, source=number, half=1, aim=summon)
    game = run(s, lambda t: ability["attack"](t, Act(summon, 0), Op("attack", 2, "", (), {})))
    assert options(game) == ["nobody", 2]
    hp = s.hp[2]
    game.apply(0, (END_BONUS, number))
    assert (asked(game), game.state.hp[2]) == (HALT, hp)


@rule("GLOOMHAVEN-16.6", "GLOOMHAVEN-17.4")
def test_a_summon_given_up_while_a_song_is_offered_to_it_attacks_nobody() -> None:
    s = position(heroes={"music-note": (0, 0), "brute": (0, 2)}, monsters=[("bandit-guard", "normal", (-1, 0))])
    song, number = card("Power Ballad"), activate(s, 1, "Warding Strength", 1)
    s.active[0] = (song,)
    grant(s, 0, "modify_attacks", 0, "all_allies", until=PERSISTENT, source=song, half=0)
    summon = s.enter(HEROES, SUMMON, 0, 0, 1, 2, place(s, (-1, 1)))
    s.owner[summon] = 1
    grant(s, 1, "summon", 0, until=PERSISTENT, source=number, half=1, aim=summon)
    hp = s.hp[2]
    game = run(s, lambda t: ability["attack"](t, Act(summon, 1), Op("attack", 2, "", (), {})), answers=[2])
    assert asked(game) == "use_card"
    game.apply(1, (END_BONUS, number))
    game.apply(1, "yes")
    assert (asked(game), game.state.hp[2]) == (HALT, hp)


@rule("GLOOMHAVEN-16.6")
def test_a_card_given_up_while_another_is_asked_about_gives_nothing_more() -> None:
    s = position(heroes={"triangles": (0, 0), "brute": (0, 2)}, monsters=[("bandit-guard", "normal", (1, 0))])
    s.elements = (2,) * len(s.elements)
    s.hp[2] = s.max_hp[2] = 60
    power = card("Formless Power")
    line = next(place for place, op in enumerate(CARD_HALVES[power][1].ops) if op.name == "on_trigger")
    s.hand[0] = tuple([c for c in s.hand[0] if c != power])
    s.active[0] = (power,)
    grant(s, 0, "on_trigger", 0, until=PERSISTENT, source=power, half=1, place=line)
    stack(s, 0, "+0 +0")
    plain = Op("attack", 3, "", (), {})
    game = run(s.clone(), lambda t: ability["attack"](t, Act(0, 0), plain), answers=[0, 2])
    assert game.state.hp[2] == 56
    game = run(s, lambda t: ability["attack"](t, Act(0, 0), plain), answers=[(END_BONUS, power), 2])
    assert game.state.hp[2] == 57


@rule("GLOOMHAVEN-16.6")
def test_the_damage_of_a_summon_that_is_given_up_kills_nobody() -> None:
    s = scene("Phasing Idol")
    number = activate(s, 0, "Warding Strength", 1)
    summon = s.enter(HEROES, SUMMON, 0, 0, 1, 2, place(s, (1, -1)))
    s.owner[summon] = 0
    grant(s, 0, "summon", 0, until=PERSISTENT, source=number, half=1, aim=summon)
    game = run(s, lambda t: suffer(t, summon, 5, 2, True), answers=[(END_BONUS, number), "no"])
    assert asked(game) == HALT
    assert not events(game, "died")


@rule("GLOOMHAVEN-16.6", "GLOOMHAVEN-12.7")
def test_only_who_flies_over_an_obstacle_by_a_card_keeps_it_until_the_action_is_done() -> None:
    s = position(heroes=TWO, monsters=[("bandit-guard", "normal", (1, 1))])
    number = activate(s, 0, "Warding Strength", 1)
    s.bonuses[0] = s.bonuses[0]._replace(word="gain")
    s.terrain[place(s, (1, 1))] |= OBSTACLE
    assert (END_BONUS, number) in offers(run(s.clone(), lambda t: suffer(t, 0, 2)))
    s.terrain[place(s, (0, 0))] |= OBSTACLE
    assert not offers(run(s, lambda t: suffer(t, 0, 2)))


# ---------------------------------------------------------------- halves of which nothing was performed
DECLINED = ("", "nobody", "stay", "enough", "no", "keep", "nowhere", ())
NEEDS_AN_ENEMY = ("attack", "push", "pull", "kill", "force_enemy", "turncoat")
CHANGES_NOTHING = ("xp", "infuse", "move", "loot", "round_bonus", "persistent_bonus", "charge_slot", "define_X")


def lost_halves(*words: str) -> list[tuple[str, str, str]]:
    """The halves with the lost icon that consist of such lines."""
    return [
        (CLASSES[CARD_CLASS[number]], CARD_NAMES[number], HALVES[side])
        for number in range(CARDS)
        for side, half in enumerate(CARD_HALVES[number])
        if half.lost
        and {op.name for op in half.ops} <= set(words)
        and "suffer_damage" not in [op.name for op in walk(half.ops)]  # of one's own side: carried out in any case
        and not set(CHANGES_NOTHING) >= {op.name for op in half.ops}
    ]


def alone(class_name: str, name: str, half: str, loss: str = "discard") -> Gloomhaven:
    """With nobody near, everything declined that can be."""
    other = "brute" if class_name != "brute" else "spellweaver"
    s = position(field(8), heroes={class_name: (-8, 0), other: (8, 0)}, character_level=9)
    number = CARD_NAMES.index(name)
    s.hand[0] = (*s.hand[0], number)
    s.flags = (*s.flags, *variants({"randomness": "normal", "death": "exhaustion", "unperformed_loss": loss}))
    game = act_out(s, 0, name, half)
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, next((o for o in options(game) if o in DECLINED), options(game)[0]))
    return game.state


IDLE = lost_halves(*NEEDS_AN_ENEMY, *CHANGES_NOTHING)


@rule("GLOOMHAVEN-7.8")
@pytest.mark.parametrize(("class_name", "name", "half"), IDLE, ids=[f"{n}-{h}" for _, n, h in IDLE])
def test_a_half_of_which_nothing_was_performed_is_discarded(class_name: str, name: str, half: str) -> None:
    s = alone(class_name, name, half)
    assert CARD_NAMES.index(name) in s.discard[0]
    assert not s.active[0]
    assert not s.xp[0]
    assert CARD_NAMES.index(name) in alone(class_name, name, half, "lose").lost[0]


@rule("GLOOMHAVEN-7.8")
def test_many_halves_with_the_lost_icon_can_be_idle() -> None:
    assert len(IDLE) > 40
    assert ("brute", "Overwhelming Assault", "top") in IDLE


SELFISH = [
    (CLASSES[CARD_CLASS[number]], CARD_NAMES[number], HALVES[side])
    for number in range(CARDS)
    for side, half in enumerate(CARD_HALVES[number])
    if half.lost and half.ops[0].name in ("shield", "retaliate", "charges", "modify_own_attacks")
]


@rule("GLOOMHAVEN-7.8")
@pytest.mark.parametrize(("class_name", "name", "half"), SELFISH, ids=[f"{n}-{h}" for _, n, h in SELFISH])
def test_a_half_that_gives_a_bonus_was_performed(class_name: str, name: str, half: str) -> None:
    s = alone(class_name, name, half)
    assert CARD_NAMES.index(name) not in s.discard[0]


@rule("GLOOMHAVEN-7.8")
def test_a_half_of_which_one_target_was_attacked_is_lost() -> None:
    s = position(heroes={"brute": (0, 0), "spellweaver": (-1, 0)}, monsters=[("bandit-guard", "normal", (1, 0))])
    game = act_out(s.clone(), 0, "Overwhelming Assault", "top", [2])
    assert card("Overwhelming Assault") in game.state.lost[0]
    game = act_out(s, 0, "Overwhelming Assault", "top", ["nobody"])
    assert card("Overwhelming Assault") in game.state.discard[0]


@rule("GLOOMHAVEN-7.8", "GLOOMHAVEN-11.2")
def test_harm_to_allies_is_a_part_of_an_action_only_where_allies_are() -> None:
    name, half = "Unstable Upheaval", "top"
    assert card(name) in alone("cragheart", name, half).discard[0]
    s = position(heroes={"cragheart": (0, 0), "brute": (1, 0)}, character_level=9)
    s.hand[0] = (*s.hand[0], card(name))
    game = act_out(s, 0, name, half, ["suffer"])
    assert card(name) in game.state.lost[0]
