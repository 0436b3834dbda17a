"""The words that bring cards and items back [GLOOMHAVEN-17.11, GLOOMHAVEN-17.12]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import gain_xp
from grimtable.games.gloomhaven.components import CHARACTER, NONE, Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import CONSUMED, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.damage import die
from grimtable.games.gloomhaven.ops import Act, ability, measure
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of
from grimtable.games.gloomhaven.piles import idle_active, lose, recover, take_away
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, after_hit
from grimtable.kernel.values import Flow

ENOUGH: Final = "enough"
NO: Final = "no"
YES: Final = "yes"
ANOTHERS: Final = "lost_of_another_ally_adjacent_to_them"
ALL: Final = "all"
WITH_SUMMON: Final = "cards_with_a_summon_action"


def may_return(card: Card) -> bool:
    """[GLOOMHAVEN-17.11] A card with the no-recover icon never returns once it is lost."""
    return not [half for half in CARD_HALVES[card] if half.no_recover]


def recoverable(s: Gloomhaven, character: Figure, pile: str) -> list[Card]:
    """The cards of a pile, and the active ones that count as lying there [GLOOMHAVEN-16.6]."""
    idle = idle_active(s, character)
    if pile == "discard":
        return sorted([*s.discard[character], *idle])
    busy = [card for card in s.active[character] if card not in idle]
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
    return measure[word](t, act) if word in measure else op.number("count")


def take_up(t: T, character: Figure, op: Op, count: int) -> Flow[bool]:
    """So many cards, all of them, or fewer if the card lets one choose."""
    s, seat = t.state, t.state.seat[character]
    cards = recoverable(s, character, op.text("from"))
    if op.text("filter") == WITH_SUMMON:
        cards = [c for c in cards if [o for h in CARD_HALVES[c] for o in h.ops if o.name == "summon"]]
    free = op.flag("optional") or op.flag("up_to")
    if op.text("count") == ALL:
        if not cards or (free and (yield from t.choose(seat, "recover_all", [NO, YES])) == NO):
            return False
        for every in cards:
            yield from bring_back(t, character, every)
        return True
    done = False
    for _ in range(count):
        if not cards:
            break
        options: list[Card | str] = [ENOUGH, *cards] if free else [*cards]
        card = yield from t.choose(seat, "recover", options)
        if isinstance(card, str):
            break
        cards.remove(card)
        yield from bring_back(t, character, card)
        done = True
    return done


def bring_back(t: T, character: Figure, card: Card) -> Flow[None]:
    """Into the hand; a summon of the card goes with it [GLOOMHAVEN-17.4]."""
    s = t.state
    for row in [row for row in s.bonuses if row.source == card and row.word == "summon"]:
        if s.in_play(row.aim):
            yield from die(t, row.aim, NONE)
    recover(s, character, card)
    t.emit("recovered", s.tag(character), card)


def hand_over(t: T, act: Act, figure: Figure) -> Flow[bool]:
    """Chimeric Formula, bottom: the ally takes a lost card of another ally next to it for the scenario."""
    s = t.state
    beside = [f for f in s.heroes() if f not in (figure, act.me) and s.adjacent(f, figure)]
    others = [f for f in beside if recoverable(s, f, "lost")]
    other = (yield from one_of(t, act.seat, "whom", others)) if others else NONE
    if other == NONE:
        return False
    options: list[Card | str] = [ENOUGH, *recoverable(s, other, "lost")]
    card = yield from t.choose(s.seat[figure], "recover", options)
    if isinstance(card, str):
        return False
    take_away(s, other, card)
    yield from bring_back(t, figure, card)
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
        key = character * ITEM_ROOM + item
        s.item_state[key] = READY
        s.item_used.pop(key, None)
        t.emit("refreshed", s.tag(character), item)
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
