"""The Sawbones: packs from a supply, cards that go to others, care in place of blows."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import charges_of, has_rule, op_of, spend_charge
from grimtable.games.gloomhaven.components import STUN, Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_NAMES, SUPPLY
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import USE_CHARGE, Option, ask, in_own_turn, take_free_action
from grimtable.games.gloomhaven.ops import Act, ability, measure, perform_riders, performed_as, value_of
from grimtable.games.gloomhaven.ops.bonus import lasting
from grimtable.games.gloomhaven.ops.recovery import characters
from grimtable.games.gloomhaven.ops.targets import reach_of
from grimtable.games.gloomhaven.piles import show, take_away
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

AS_HEAL: Final = "may_perform_attack_and_move_abilities_as_heal_abilities_of_equal_value_plus_one"
HEAL: Final = "heal"
ONCE: Final = "once_during_each_of_your_turns"
WITH_ONE_ALLY: Final = "active_area_of_one_adjacent_ally"

ability.by("modify_own_heals")(lasting)


# ---------------------------------------------------------------- the supply
def in_supply(s: Gloomhaven, name: str) -> list[Card]:
    """The copies that nobody has."""
    out = [card for pile in (s.hand, s.discard, s.lost, s.active) for cards in pile for card in cards]
    out += [card for character in range(s.characters) for card in s.chosen_cards(character)]
    return [card for card in SUPPLY if CARD_NAMES[card] == name and card not in out]


@ability.by("give_card")
def give_card(t: T, act: Act, op: Op) -> Flow[None]:
    """A pack from the supply into the hand of an ally, for all to see."""
    s = t.state
    for figure in (yield from characters(t, act, op)):
        for card in in_supply(s, op.text("card"))[: op.number("count", 1)]:
            s.hand[figure] = (*s.hand[figure], card)
            show(s, figure, card)
            t.emit("card_given", s.tag(act.me), s.tag(figure), card)
            act.did = True


# ---------------------------------------------------------------- cards that go to an ally
@ability.by("place_card")
def place_card(t: T, act: Act, op: Op) -> Flow[None]:
    """The card lies in the ally's active area; what it says holds for the ally, whose card it is unless it returns."""
    s = t.state
    assert op.text("where") == WITH_ONE_ALLY
    for ally in (yield from characters(t, act, Op(op.name, 0, "", (), {"who": "one_adjacent_ally"}))):
        take_away(s, act.me, act.card)
        s.active[ally] = (*s.active[ally], act.card)
        show(s, ally, act.card)
        placed = Act(ally, s.seat[ally], act.card, act.half, act.until)
        placed.place = act.place
        yield from perform_riders(t, placed, op.sub)
        t.emit("card_given", s.tag(act.me), s.tag(ally), act.card)
        act.did = True


@measure.by("number_of_allies_adjacent_to_you")
def allies_beside_me(t: T, act: Act) -> int:
    """Teamwork, top."""
    s = t.state
    return len([f for f in s.allies(act.me) if s.adjacent(act.me, f)])


# ---------------------------------------------------------------- Triage: once in each turn
@in_own_turn.by("charges")
def ready_charges(s: Gloomhaven, character: Figure, between: bool) -> list[Option]:
    if s.has(character, STUN):
        return []
    rows = [row for row in charges_of(s, character, ONCE) if f"once {row.source}" not in s.notes]
    return [(USE_CHARGE, row.source) for row in rows if row.source in s.active[character]]


@take_free_action.by(USE_CHARGE)
def use_charge(t: T, character: Figure, card: Card) -> Flow[None]:
    s = t.state
    s.notes[f"once {card}"] = 1
    for row in [row for row in charges_of(s, character, ONCE) if row.source == card]:
        yield from perform_riders(t, Act(character, s.seat[character], card, row.half), op_of(row).ops("grant"))
        spend_charge(t, row)


# ---------------------------------------------------------------- Prep for Surgery: heals instead
def as_heal(t: T, act: Act, op: Op) -> Flow[Op]:
    """A heal of one more, on as many figures and as far as the attack reaches; what else it does is left out."""
    if not has_rule(t.state, act.me, AS_HEAL):
        return op
    if (yield from ask(t, act.seat, "perform_as", [op.name, HEAL])) != HEAL:
        return op
    riders = [rider for rider in op.sub if rider.name == "target"]
    return Op(HEAL, value_of(t, act, op) + 1, "", tuple(riders), {"range": max(reach_of(op), 1)})


performed_as.by("attack")(as_heal)
performed_as.by("move")(as_heal)
