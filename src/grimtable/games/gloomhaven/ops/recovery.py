"""The words that bring cards and items back [GLOOMHAVEN-17.11, GLOOMHAVEN-17.12]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.active import bring_back, take_back
from grimtable.games.gloomhaven.bonuses import gain_xp
from grimtable.games.gloomhaven.components import CHARACTER, NONE, Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, CARDS
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import CONSUMED, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.interludes import Option, ask, at_will, take
from grimtable.games.gloomhaven.ops import Act, ability, measure
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of
from grimtable.games.gloomhaven.piles import idle_active, is_lent, lose, take_away
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, after_hit
from grimtable.kernel.values import Flow

ENOUGH: Final = "enough"
ANOTHERS: Final = "lost_of_another_ally_adjacent_to_them"
ALL: Final = "all"
WITH_SUMMON: Final = "cards_with_a_summon_action"


def may_return(card: Card) -> bool:
    """[GLOOMHAVEN-17.11] A card with the no-recover icon never returns once it is lost."""
    return not [half for half in CARD_HALVES[card] if half.no_recover]


def recoverable(s: Gloomhaven, character: Figure, pile: str) -> list[Card]:
    """The cards of a pile, and one's own active ones that count as lying there [GLOOMHAVEN-16.6]."""
    idle = idle_active(s, character)
    if pile == "discard":
        return sorted([*s.discard[character], *idle])
    lent = [row.source for row in s.bonuses if row.figure == character and is_lent(row)]
    busy = [card for card in s.active[character] if card not in idle and card not in lent]
    return sorted([card for card in (*s.lost[character], *busy) if may_return(card)])


def characters(t: T, act: Act, op: Op) -> Flow[list[Figure]]:
    """The characters that a line means: summons have no cards and no items."""
    spec = op.text("who") or "self"
    found = [f for f in group[ONE.get(spec, spec)](t.state, act, reach_of(op)) if t.state.sort[f] == CHARACTER]
    if spec not in ONE or not found:
        return found
    one = yield from one_of(t, act.seat, "whom", found)
    return [] if one == NONE else [one]


@ability.by("recover_cards")
def recover_cards(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.11] The player whose cards they are chooses among them."""
    for figure in (yield from characters(t, act, op)):
        if op.text("from") == ANOTHERS:
            done = yield from hand_over(t, act, figure)
        else:
            done = yield from take_up(t, figure, op, count_of(t, act, op))
        if done:
            act.did = True
            gain_xp(t, act.me, sum([sub.value for sub in op.sub if sub.name == "xp"]))
            for later in op.ops("then"):
                yield from lose_cards(t, figure, later.number("count"))


def count_of(t: T, act: Act, op: Op) -> int:
    word = op.text("count")
    if word == ALL:
        return CARDS
    return measure[word](t, act) if word in measure else op.number("count")


def take_up(t: T, character: Figure, op: Op, count: int) -> Flow[bool]:
    """[GLOOMHAVEN-17.11] Up to so many cards, or all that the owner wants: active ones are never taken unasked."""
    s, done = t.state, False
    while count > 0:
        cards = recoverable(s, character, op.text("from"))
        if op.text("filter") == WITH_SUMMON:
            cards = [c for c in cards if [o for h in CARD_HALVES[c] for o in h.ops if o.name == "summon"]]
        if not cards:
            break
        options: list[Card | str | Option] = [ENOUGH, *cards, *at_will(s, s.seat[character])]
        card = yield from t.choose(s.seat[character], "recover", options)
        if isinstance(card, str):
            break
        if isinstance(card, tuple):
            yield from take(t, s.seat[character], card)
            continue
        bring_back(t, character, card)
        count -= 1
        done = True
    return done


def hand_over(t: T, act: Act, figure: Figure) -> Flow[bool]:
    """Chimeric Formula, bottom: the ally takes a lost card of another ally next to it for the scenario.

    Not one that is still active: only its owner may end a bonus [GLOOMHAVEN-16.6].
    """
    s = t.state
    beside = [f for f in s.heroes() if f not in (figure, act.me) and s.adjacent(f, figure)]
    others = [f for f in beside if [card for card in s.lost[f] if may_return(card)]]
    other = (yield from one_of(t, act.seat, "whom", others)) if others else NONE
    if other == NONE:
        return False
    options: list[Card | str] = [ENOUGH, *sorted([card for card in s.lost[other] if may_return(card)])]
    card = yield from ask(t, s.seat[figure], "recover", options)
    if isinstance(card, str):
        return False
    take_away(s, other, card)
    bring_back(t, figure, card)
    return True


def lose_cards(t: T, character: Figure, count: int) -> Flow[None]:
    """[GLOOMHAVEN-11.2] Cards of the hand, of the owner's choice; not optional."""
    s = t.state
    for _ in range(count):
        if s.hand[character]:
            lose(t, character, (yield from t.choose(s.seat[character], "lose_card", sorted(s.hand[character]))))


@ability.by("refresh_items")
def refresh_items(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.12] Spent or consumed items, as the line says."""
    for figure in (yield from characters(t, act, op)):
        if (yield from refresh(t, figure, op)):
            act.did = True


def refresh(t: T, character: Figure, op: Op) -> Flow[bool]:
    s, done = t.state, False
    count = op.number("count", len(s.items[character]))
    for _ in range(count):
        ready = refreshable(s, character, op)
        if not ready:
            break
        item = yield from one_of(t, s.seat[character], "refresh", ready)
        if item == NONE:
            break
        take_back(t, character, item)
        done = True
    return done


@after_hit.by("refreshItem")
def refresh_by_modifier(t: T, blow: Blow, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-23.10] One spent or consumed item of the attacker."""
    character = t.state.character_of(blow.strike.attacker)
    yield from refresh(t, character, Op("refresh_items", 0, "", (), {"count": 1}))


def refreshable(s: Gloomhaven, character: Figure, op: Op) -> list[int]:
    """[GLOOMHAVEN-17.12] Not those that say they never come back once consumed."""
    wanted = {"spent": (SPENT,), "consumed": (CONSUMED,)}.get(op.text("state"), (SPENT, CONSUMED))
    slots = op.words("slot")
    found: list[int] = []
    for item in s.items[character]:
        state = s.item_state.get(character * ITEM_ROOM + item, READY)
        final = state == CONSUMED and bool(ITEMS[item].effect.get("no_refresh"))
        if state in wanted and not final and (not slots or ITEMS[item].slot in slots):
            found.append(item)
    return found
