"""The words of one's own state: hit points, flight, exhaustion, the own modifier deck."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import CHARACTER, NONE, SUMMON
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, modifier_kind
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import deck_of
from grimtable.games.gloomhaven.damage import count_damage, exhaust
from grimtable.games.gloomhaven.drawing import refill
from grimtable.games.gloomhaven.ops import Act, ability, measure
from grimtable.games.gloomhaven.ops.action import condition_of_action
from grimtable.games.gloomhaven.ops.attack import holds
from grimtable.games.gloomhaven.ops.bonus import lasting
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.values import Flow

BELOW_HALF: Final = "your_current_hp_below_half_of_your_max_hp_rounded_up"


# ---------------------------------------------------------------- the modifier deck
@ability.by("remove_modifier_cards")
def remove_curses(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-14.11] All curses leave the own deck for their pool."""
    s, owner = t.state, deck_of(t.state, act.me)
    assert (op.text("card"), op.text("count")) == ("curse", "all")
    left = tuple([card for card in s.decks[owner] if modifier_kind(card) != CURSE_CARD])
    act.did = act.did or len(left) < len(s.decks[owner])
    s.decks[owner] = left
    yield from ()


@ability.by("reshuffle_modifier_deck")
def reshuffle(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-3.8] The discards go back into the deck now, not at the end of the round."""
    owner = deck_of(t.state, act.me)
    refill(t, owner)
    t.state.reshuffle &= ~(1 << owner)
    act.did = True
    yield from ()


# ---------------------------------------------------------------- hit points
@ability.by("set_hp")
def set_hp(t: T, act: Act, op: Op) -> Flow[None]:
    """Not damage: nothing negates it [GLOOMHAVEN-18.4]."""
    s = t.state
    s.hp[act.me] = op.value
    count_damage(s, act.me, NONE, False)
    t.emit("hp_set", s.tag(act.me), op.value)
    act.did = True
    yield from ()


@ability.by("exhaust")
def exhaust_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-18.7] The price of the card."""
    if act.did:
        yield from exhaust(t, act.me)


ability.by("gain")(lasting)  # flight: see `flies`


def below_half(s: Gloomhaven, figure: int) -> bool:
    return s.hp[figure] < (s.max_hp[figure] + 1) // 2


@condition_of_action.by(BELOW_HALF)
def action_below_half(t: T, act: Act) -> bool:
    return below_half(t.state, act.me)


@holds.by(BELOW_HALF)
def attacker_below_half(s: Gloomhaven, blow: Blow) -> bool:
    return below_half(s, blow.strike.attacker)


@holds.by("you_are_invisible")
def attacker_invisible(s: Gloomhaven, blow: Blow) -> bool:
    return s.is_unseen(blow.strike.attacker)


# ---------------------------------------------------------------- what X may be
@measure.by("that_allys_max_hp_minus_current_hp")
def hp_lost_by_ally(t: T, act: Act) -> int:
    return t.state.max_hp[act.touched[0]] - t.state.hp[act.touched[0]]


@measure.by("your_max_hp_minus_your_current_hp")
def hp_lost(t: T, act: Act) -> int:
    return max(0, t.state.max_hp[act.me] - t.state.hp[act.me])


@measure.by("your_current_hp")
def hp_left(t: T, act: Act) -> int:
    return t.state.hp[act.me]


@measure.by("number_of_your_lost_cards")
def lost_cards(t: T, act: Act) -> int:
    """Those in the lost pile: an active card lies in no pile."""
    return len(t.state.lost[act.me]) if t.state.sort[act.me] == CHARACTER else 0


@measure.by("damage_suffered_for_this_ability")
def damage_suffered(t: T, act: Act) -> int:
    return act.suffered


@measure.by("number_of_all_summoned_allies")
def summoned_allies(t: T, act: Act) -> int:
    return len([f for f in t.state.allies(act.me) if t.state.sort[f] == SUMMON])
