"""Attacks, shields, retaliate, and damage with its ways out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.gloomhaven.table import (
    HALT,
    act_out,
    asked,
    blow,
    card,
    condition,
    events,
    options,
    place,
    position,
    run,
    stack,
    where,
)
from grimtable.games.gloomhaven.attacks import attack, lean, modified
from grimtable.games.gloomhaven.bonuses import grant, shield
from grimtable.games.gloomhaven.components import HEROES, NONE, SUMMON
from grimtable.games.gloomhaven.components.cards import CLASS_OF, TOP
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, MONSTER_DECK, next_copy
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import NO_MONEY, PERSISTENT
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.drawing import Draw
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow
from rule import rule

GUARD = "bandit-guard"


def struck(
    s: Gloomhaven,
    attacker: int,
    target: int,
    value: int,
    reach: int = 0,
    change: Callable[[Strike], None] | None = None,
) -> Game[Gloomhaven]:
    """One attack against one target; cards are stacked before."""

    def flow(t: T) -> Flow[Any]:
        strike = Strike(attacker, value, reach)
        if change is not None:
            change(strike)
        yield from attack(t, strike, target)

    return run(s, flow)


# ---------------------------------------------------------------- the value
@rule("GLOOMHAVEN-13.7", "GLOOMHAVEN-13.8", "GLOOMHAVEN-16.7")
def test_bonuses_then_modifier_then_shield() -> None:
    """W3 of the ledger: (3 + 2) doubled, -1, shield 1: 8 damage."""
    s = position(monsters=[(GUARD, "elite", (1, 0))], level=7)
    s.hp[1] = s.max_hp[1] = 30
    grant(s, 1, "shield", 1 - s.stats(1).shield)
    stack(s, 0, "-1")

    def doubled(strike: Strike) -> None:
        strike.value += 2
        strike.multiply = 2

    game = struck(s, 0, 1, 3, change=doubled)
    assert game.state.hp[1] == 30 - 8


@rule("GLOOMHAVEN-13.26")
def test_pierce_ignores_that_much_shield() -> None:
    """W4 of the ledger: attack 3, pierce 2, shield 3: 2 damage."""
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    grant(s, 1, "shield", 3)
    stack(s, 0, "+0")
    hp = s.hp[1]
    game = struck(s, 0, 1, 3, change=lambda strike: setattr(strike, "pierce", 2))
    assert game.state.hp[1] == hp - 2


@rule("GLOOMHAVEN-16.7")
def test_shields_add_up_and_stop_only_attacks() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    grant(s, 0, "shield", 1)
    grant(s, 0, "shield", 1)
    stack(s, MONSTER_DECK, "+0")
    hp = s.hp[0]
    s.hand[0] = ()
    game = struck(s, 1, 0, 3)
    assert game.state.hp[0] == hp - 1
    game = run(game.state.clone(), lambda t: suffer(t, 0, 3))
    assert game.state.hp[0] == hp - 4


@rule("GLOOMHAVEN-3.3")
def test_null_is_nothing_and_double_doubles_after_the_bonuses() -> None:
    assert modified(5, Draw(3, True, True, ())) == 0
    assert modified(5, Draw(1, False, True, ())) == 12
    assert modified(1, Draw(-2, False, False, ())) == 0


@rule("GLOOMHAVEN-13.8", "GLOOMHAVEN-20.26")
def test_additions_and_doublings_come_in_the_order_that_is_best_for_the_players() -> None:
    assert modified(5, Draw(-1, False, True, ())) == 9, "a penalty after the doubling"
    assert modified(5, Draw(1, False, True, ()), ours=False) == 11, "and for an enemy a bonus"
    assert modified(5, Draw(-1, False, True, ()), ours=False) == 8


@rule("GLOOMHAVEN-13.8", "GLOOMHAVEN-13.7")
def test_a_doubling_comes_after_bonuses_and_before_penalties() -> None:
    s = position(heroes={"sun": (0, 0), "brute": (-3, 0)}, monsters=[("bandit-guard", "normal", (1, 0))])
    s.hp[2] = s.max_hp[2] = 60
    s.bonuses = []
    scales = card("Scales of Justice")
    grant(s, 0, "modify_own_attacks", 0, until=PERSISTENT, source=scales, half=TOP, place=1)
    assert blow(s.clone(), 0, 2, value=4) == 3
    bomb = card("Smoke Bomb")
    grant(s, 0, "charges", 0, until=PERSISTENT, source=bomb, half=TOP, place=2)
    s.conditions[0] |= condition("invisible")
    s.conditions[2] |= condition("poison")
    assert blow(s, 0, 2, value=4) == 9, "(4 + 1 for the poison) twice, less 1"


@rule("GLOOMHAVEN-14.3")
def test_poison_adds_one_to_every_attack() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.conditions[1] = condition("poison")
    stack(s, 0, "+0")
    hp = s.hp[1]
    assert struck(s, 0, 1, 2).state.hp[1] == hp - 3


# ---------------------------------------------------------------- advantage
@rule("GLOOMHAVEN-13.2", "GLOOMHAVEN-14.9", "GLOOMHAVEN-14.13", "GLOOMHAVEN-13.15")
def test_what_gives_advantage_and_what_disadvantage() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (3, 0))])
    near, far = Blow(Strike(0, 2, 3), 1, s.hex[1]), Blow(Strike(0, 2, 3), 2, s.hex[2])
    melee = Blow(Strike(0, 2, 0), 1, s.hex[1])
    assert [lean(s, near), lean(s, far), lean(s, melee)] == [-1, 0, 0]
    s.conditions[0] = condition("strengthen")
    assert [lean(s, near), lean(s, far)] == [0, 1]
    s.conditions[0] = condition("muddle")
    assert [lean(s, far), lean(s, melee)] == [-1, -1]


@rule("GLOOMHAVEN-20.32")
def test_a_grey_pattern_is_melee_even_with_a_range() -> None:
    s = position(heroes={"brute": (0, 0)}, monsters=[(GUARD, "normal", (1, 0))])
    game = act_out(s, 0, "Leaping Cleave", "top")
    assert asked(game) == "area"
    assert len(options(game)[1]) == 2


# ---------------------------------------------------------------- effects
@rule("GLOOMHAVEN-14.2", "GLOOMHAVEN-13.22")
def test_conditions_apply_even_without_damage() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    stack(s, 0, "null")
    game = struck(s, 0, 1, 3, change=lambda strike: setattr(strike, "conditions", condition("stun")))
    assert game.state.hp[1] == game.state.max_hp[1]
    assert game.state.has(1, condition("stun"))


@rule("GLOOMHAVEN-13.10", "GLOOMHAVEN-13.11")
def test_the_dead_leave_money_and_get_no_further_effects() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.hp[1] = 1
    stack(s, 0, "+0")
    game = struck(s, 0, 1, 3, change=lambda strike: setattr(strike, "push", 2))
    assert where(game.state, 1) is None
    assert game.state.money == {place(s, (1, 0)): 1}
    assert game.state.tallies["0 monsters_killed"] == 1


@rule("GLOOMHAVEN-13.11", "GLOOMHAVEN-20.24")
def test_the_summoned_leave_no_money() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.hp[1], s.marks[1] = 1, NO_MONEY
    stack(s, 0, "+0")
    assert struck(s, 0, 1, 3).state.money == {}


@rule("GLOOMHAVEN-16.8")
def test_retaliate_hits_adjacent_attackers_after_the_attack() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.hand[0] = ()
    grant(s, 1, "retaliate", 2)
    grant(s, 1, "retaliate", 1)
    stack(s, 0, "+0")
    hp = s.hp[0]
    assert struck(s.clone(), 0, 1, 2).state.hp[0] == hp - 3
    assert struck(s.clone(), 0, 1, 99).state.hp[0] == hp  # the dead do not strike back
    s.put(0, place(s, (-1, 0)))
    assert struck(s, 0, 1, 2, reach=3).state.hp[0] == hp


@rule("GLOOMHAVEN-16.9")
def test_an_aura_holds_for_those_who_are_near_now() -> None:
    """W12 of the ledger."""
    s = position(heroes={"brute": (0, 0), "tinkerer": (1, 0)})
    grant(s, 1, "shield", 1, "selfAlliesAdjacentAffect")
    assert [shield(s, 0), shield(s, 1)] == [1, 1]
    s.put(0, place(s, (-2, 0)))
    assert [shield(s, 0), shield(s, 1)] == [0, 1]


@rule("GLOOMHAVEN-16.2", "GLOOMHAVEN-16.3", "GLOOMHAVEN-18.2")
def test_charges_advance_give_experience_and_end_in_the_lost_pile() -> None:
    """W11 of the ledger, with the Brute's Juggernaut: three sources of damage are negated."""
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    juggernaut = card("Juggernaut")
    s.active[0] = (juggernaut,)
    grant(s, 0, "charges", 0, until="persistent", source=juggernaut, half=1)
    hp = s.hp[0]
    for number in range(3):
        assert juggernaut in s.active[0]
        s = run(s, lambda t: suffer(t, 0, 5)).state.clone()
        assert s.xp[0] == number + 1
    assert s.hp[0] == hp
    assert juggernaut in s.lost[0]


# ---------------------------------------------------------------- damage
@rule("GLOOMHAVEN-18.4", "GLOOMHAVEN-18.5")
def test_damage_is_suffered_or_negated_by_a_card_of_the_hand_or_two_discards() -> None:
    s = position()
    hp, hand = s.hp[0], s.hand[0]
    game = run(s.clone(), lambda t: suffer(t, 0, 3))
    assert options(game) == ["suffer", "hand"]
    game.apply(0, "hand")
    game.apply(0, hand[0])
    assert (game.state.hp[0], game.state.lost[0]) == (hp, (hand[0],))
    s.discard[0], s.hand[0] = hand[:2], ()
    s.chosen[0] = hand[2:4]
    game = run(s.clone(), lambda t: suffer(t, 0, 3))
    assert options(game) == ["suffer", "discards"]
    game.apply(0, "discards")
    assert options(game) == list(hand[:2])
    game.apply(0, hand[0])
    assert set(game.state.lost[0]) == set(hand[:2])
    assert run(s, lambda t: suffer(t, 0, 3), answers=["suffer"]).state.hp[0] == hp - 3


@rule("GLOOMHAVEN-18.6", "GLOOMHAVEN-18.7", "GLOOMHAVEN-17.4")
def test_without_hit_points_a_character_is_exhausted_and_its_summons_leave() -> None:
    s = position(heroes={"brute": (0, 0), "tinkerer": (2, 0)})
    bot = s.enter(0, 1, 1, 0, 1, 6, place(s, (3, 0)))
    s.owner[bot] = 1
    s.hand[1], s.discard[1] = s.hand[1][:2], ()
    game = run(s, lambda t: suffer(t, 1, 99), answers=["suffer"])
    assert [game.state.in_play(f) for f in (0, 1, bot)] == [True, False, False]
    assert len(game.state.lost[1]) == 2
    assert game.state.hand[1] == ()


@rule("GLOOMHAVEN-18.6")
def test_exhaustion_for_lack_of_cards_does_not_change_hit_points() -> None:
    s = position(heroes={"brute": (0, 0), "tinkerer": (2, 0)})
    hp = s.hp[1]
    game = run(s, lambda t: exhaust(t, 1))
    assert game.state.hp[1] == hp
    assert [event.public[0] for event in events(game, "exhausted")] == [s.tag(1)]


@rule("GLOOMHAVEN-17.7", "GLOOMHAVEN-3.2")
def test_a_kill_by_a_summon_is_its_summoners_and_so_is_the_deck() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    rat = s.enter(0, 1, 1, 0, 1, 6, place(s, (2, 0)))
    s.owner[rat] = 0
    s.hp[1] = 1
    stack(s, 0, "+2")
    game = struck(s, rat, 1, 2)
    assert game.state.tallies["0 monsters_killed"] == 1
    assert len(game.state.drawn[0]) == 1
    assert game.state.owner[0] == NONE


# ---------------------------------------------------------------- conditions are optional
def besieged(name: str, foes: int = 2) -> Gloomhaven:
    """Two enemies beside a character whose next cards are +0."""
    s = position(
        heroes={name: (0, 0), "spellweaver": (-3, 0)},
        monsters=[(GUARD, "normal", at) for at in ((1, 0), (0, 1), (0, -1))[:foes]],
    )
    for foe in range(2, 2 + foes):
        s.hp[foe] = s.max_hp[foe] = 60
    stack(s, 0, "+0 +0")
    return s


@rule("GLOOMHAVEN-13.22", "GLOOMHAVEN-14.2")
def test_a_target_may_be_spared_the_conditions_of_an_attack_and_the_next_one_not() -> None:
    s = besieged("cragheart")
    game = run(s, lambda t: ability["attack"](t, Act(0, 0), STUNNING))
    assert options(game) == ["nobody", 2, 3, "withhold"]
    game.apply(0, "withhold")
    assert options(game) == ["nobody", 2, 3]
    game.apply(0, 2)
    assert options(game) == ["nobody", 3, "withhold"]
    game.apply(0, 3)
    s = game.state
    assert [bool(s.conditions[foe] & condition("stun")) for foe in (2, 3)] == [False, True]
    assert s.hp[2] == s.hp[3] == 57


@rule("GLOOMHAVEN-13.22")
def test_where_nothing_else_is_asked_only_hampering_conditions_are() -> None:
    for word, prompt in (("stun", "target_next"), ("immobilize", "target_next"), ("poison", HALT), ("wound", HALT)):
        s = besieged("cragheart", 1)
        assert asked(run(s, partial(attack_all_with, word))) == prompt


@rule("GLOOMHAVEN-13.22", "GLOOMHAVEN-3.4")
def test_an_attack_that_can_give_no_condition_has_nothing_to_withhold() -> None:
    s = besieged("brute")
    plain = Op("attack", 3, "", (), {})
    game = run(s.clone(), lambda t: ability["attack"](t, Act(0, 0), plain))
    assert options(game) == ["nobody", 2, 3]
    s.perks[0] = (0,)
    kind = next(k for k, m in enumerate(MODIFIERS) if [op for op in m.effects if op.word == "stun"])
    s.decks[0] = (*s.decks[0], next_copy(list(s.decks[0]), 0, kind))
    game = run(s, lambda t: ability["attack"](t, Act(0, 0), plain), ["withhold", 2])
    assert not game.state.conditions[2], "though the card on top stuns"


WISTFUL = Op("attack", 3, "", (), {})


@rule("GLOOMHAVEN-13.22")
@pytest.mark.parametrize("helper", [0, 1])
def test_conditions_that_the_card_of_an_ally_adds_may_be_withheld_too(helper: int) -> None:
    s = besieged("brute")
    song = card("Wistful Wounding")
    s.kind[1] = CLASS_OF["music-note"]
    grant(s, helper, "modify_attacks", 0, "all_allies", until=PERSISTENT, source=song, half=TOP)
    game = run(s, lambda t: ability["attack"](t, Act(0, 0), WISTFUL))
    assert ("withhold" in options(game)) == (helper == 1), "the singer itself has nothing of it"


@rule("GLOOMHAVEN-13.22", "GLOOMHAVEN-17.5")
def test_a_commanded_summon_may_spare_its_target_what_the_cards_of_its_owner_do() -> None:
    s = besieged("brute")
    summon = s.enter(HEROES, SUMMON, 0, 0, 1, 5, place(s, (1, -1)))
    s.owner[summon] = 0
    s.perks[0] = (0,)
    kind = next(k for k, m in enumerate(MODIFIERS) if [op for op in m.effects if op.word == "stun"])
    s.decks[0] = (*s.decks[0], next_copy(list(s.decks[0]), 0, kind))
    game = run(s, lambda t: ability["attack"](t, Act(summon, 0), WISTFUL))
    assert "withhold" in options(game)


@rule("GLOOMHAVEN-13.22")
def test_each_target_of_a_chain_is_spared_or_not_by_itself() -> None:
    s = besieged("cragheart", 3)
    leap = Op("chain_attack", 0, "", (), {"order": 2, "attack_add": -1, "range": 9})
    chain = Op("attack", 3, "", (Op("condition", 0, "stun", (), {}), leap), {})
    game = run(s, lambda t: ability["attack"](t, Act(0, 0), chain), ["withhold", 2])
    assert "withhold" in options(game)
    game.apply(0, 3)
    assert [bool(game.state.conditions[foe] & condition("stun")) for foe in (2, 3)] == [False, True]


def attack_all_with(word: str, t: T) -> Flow[None]:
    yield from ability["attack"](t, Act(0, 0), Op("attack", 3, "", (EVERYBODY, Op("condition", 0, word, (), {})), {}))


EVERYBODY = Op("target_spec", 0, "enemiesAdjacent", (), {})
STUNNING = Op("attack", 3, "", (Op("target", 2, "", (), {}), Op("condition", 0, "stun", (), {})), {})
