"""Which cards to choose, which half to play, where to move."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.errands import errand, may_open_door, next_goal, rest_cost, wants_rest
from grimtable.games.gloomhaven.advice.items import rate_item
from grimtable.games.gloomhaven.advice.plans import BASIC, Planner, boosted, cost, follow
from grimtable.games.gloomhaven.advice.prospect import FAR, Prospect
from grimtable.games.gloomhaven.advice.reading import ATTACK, HEAL, MOVE, PARTS, Part
from grimtable.games.gloomhaven.components import CHARACTER, NONE, Card, Figure, Hex
from grimtable.games.gloomhaven.components.cards import BOTTOM, INITIATIVE, TOP
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.terms import REST
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.values import Decision

SIDE: Final = {"top": TOP, "attack": TOP, "bottom": BOTTOM, "move": BOTTOM}
QUIET_REST: Final = 60
TURN_LOST: Final = 22  # what a round without a turn costs amid enemies


# ---------------------------------------------------------------- the cards of a round
def character_of(s: Gloomhaven, decision: Decision) -> Figure:
    """Whom a decision is about: the character that holds the cards."""
    first = decision.options[0]
    card = first[0] if isinstance(first, tuple) and first else first
    mine = [c for c in s.heroes() if s.seat[c] == decision.player]
    for character in mine:
        if card in s.hand[character] or card in s.discard[character]:
            return character
    return mine[0] if mine else 0


def before_them(o: Prospect, initiative: int) -> int:
    """The chance to act before the enemies, in twentieths, by the cards left in their decks."""
    s = o.s
    before = total = 0
    for foe in o.foes:
        if not foe.usual:
            continue
        deck = TYPE_DECK[s.kind[foe.figure]]
        left = s.ability_decks.get(deck) or DECK_CARDS[deck]
        weight = 3 if foe.row[o.start] <= foe.move + foe.reach else 1
        total += weight * len(left)
        before += weight * len([card for card in left if monster_card(card).initiative >= initiative])
    return 20 * before // total if total else 10


def is_quiet(o: Prospect) -> bool:
    return not [foe for foe in o.foes if foe.row[o.start] < FAR]


def rate_select(s: Gloomhaven, decision: Decision) -> list[int]:
    """Pairs by the best plan for them, early or late; a rest when the hand is played or nobody is near."""
    me = character_of(s, decision)
    o = Prospect(s, me)
    if is_quiet(o):
        return rate_quiet_select(s, me, o, decision)
    early = Planner(o)
    late_view = Prospect(s, me)
    late_view.is_late = True
    late = Planner(late_view)
    waited = o.hurt(o.start)
    pairs: dict[tuple[Card, Card], tuple[int, int]] = {}
    chances: dict[Card, int] = {}
    rated: list[int] = []
    for cards in decision.options:
        if cards == (REST,):
            rated.append(rate_rest_amid(s, me, o))
            continue
        lead, second = cards
        key = (lead, second) if lead < second else (second, lead)
        if key not in pairs:
            soon = max(early.pair(lead, second), early.pair(second, lead))
            then = max(late.pair(lead, second), late.pair(second, lead))
            pairs[key] = (soon, then - waited)
        if lead not in chances:
            chances[lead] = before_them(o, INITIATIVE[lead])
        chance = chances[lead]
        soon, then = pairs[key]
        rated.append((chance * soon + (20 - chance) * then) // 20)
    return rated


def rate_rest_amid(s: Gloomhaven, me: Figure, o: Prospect) -> int:
    """A long rest while enemies are about."""
    if len(s.hand[me]) >= 4:
        return -o.hurt(o.start) - TURN_LOST - rest_cost(s, me)
    healed = min(2, s.max_hp[me] - s.hp[me]) * o.price
    return healed - o.hurt(o.start) - rest_cost(s, me)


def rate_quiet_select(s: Gloomhaven, me: Figure, o: Prospect, decision: Decision) -> list[int]:
    """Rest, or walk: who opens the door goes early, the others soon after; with attacks at hand."""
    goal, way = next_goal(s)
    opens = goal != NONE and may_open_door(s, me, way)
    off = way[o.start] if way else FAR
    rest = QUIET_REST if wants_rest(s, me) else -QUIET_REST
    rated: list[int] = []
    for cards in decision.options:
        if cards == (REST,):
            rated.append(rest)
            continue
        lead, second = cards
        stride = max(stride_of(lead), stride_of(second))
        mend = max([mending(o, top, TOP) + mending(o, bottom, BOTTOM) for top, bottom in (cards, (second, lead))])
        worth = 3 * min(stride, off + 2)
        if off <= 5:
            worth += 2 * max(punch_of(lead), punch_of(second))
            worth -= abs(INITIATIVE[lead] - (15 if opens else 35)) // 4
        else:
            worth -= max(punch_of(lead), punch_of(second))
        rated.append(worth + mend)
    return rated


def mending(o: Prospect, card: Card, side: int) -> int:
    """The worth of the heals of a half, where one stands."""
    heals = [o.gain(part, o.start) for part in PARTS[card][side] if part.sort == HEAL]
    return max(0, sum(heals) - cost(o, card, side)) if heals else 0


def stride_of(card: Card) -> int:
    return max([part.value for part in PARTS[card][BOTTOM] if part.sort == MOVE], default=2)


def punch_of(card: Card) -> int:
    return max([part.value + min(part.targets, 3) for part in PARTS[card][TOP] if part.sort == ATTACK], default=2)


# ---------------------------------------------------------------- the halves of a turn
def view_of(s: Gloomhaven, me: Figure) -> Prospect:
    """The position for somebody whose turn it is; with nobody near, hexes count by the errand."""
    o = Prospect(s, me)
    if is_quiet(o):
        goal, way = next_goal(s)
        opens = goal != NONE and may_open_door(s, me, way)
        for at in range(o.ground.size):
            o.stands[at] = errand(s, at, way, goal, opens) + (3 if at in s.money else 6 if at in s.treasure else 0)
    else:
        for at in o.ground.shut:
            o.stands[at] = -200
    return o


def rate_act(s: Gloomhaven, decision: Decision) -> list[int]:
    """Each half by the best plan that begins with it."""
    me = s.acting
    o = view_of(s, me)
    planner = Planner(o)
    rated: list[int] = []
    for what, card in decision.options:
        if what not in SIDE:
            rated.append(rate_free(s, o, planner, what, card))
            continue
        side = SIDE[what]
        basic = what in ("attack", "move")
        first = BASIC[side] if basic else PARTS[card][side]
        others = [other for other in s.to_play if other != card]
        worth = planner.after(first, others[0], 1 - side) if others else planner.worth(first)
        if side == TOP and others and not o.foes:
            worth -= 5  # behind the door there may be somebody to attack
        rated.append(worth - (0 if basic else cost(o, card, side)))
    return rated


def rate_free(s: Gloomhaven, o: Prospect, planner: Planner, what: str, thing: int) -> int:
    """Items and other things between the halves, against doing nothing."""
    if what == "item":
        return planner.worth(()) + 500 if rate_item(s, o, thing) > 0 else -500
    return 0 if what == "end" else -600


# ---------------------------------------------------------------- moves
def rest_of_turn(s: Gloomhaven) -> tuple[Part, ...]:
    """The lines that follow the move in progress: of its own half, and the best half left."""
    if not s.to_play:
        return ()
    card, others = s.to_play[0], s.to_play[1:]
    sides = [side for side in (BOTTOM, TOP) if s.halves >> side & 1 and has_move(card, side)]
    own = after_move(card, sides[0]) if sides else ()
    if not others or s.halves == 3:
        return own
    return own + PARTS[others[0]][TOP if s.halves >> BOTTOM & 1 else BOTTOM]


def has_move(card: Card, side: int) -> bool:
    return bool([part for part in PARTS[card][side] if part.sort == MOVE])


def after_move(card: Card, side: int) -> tuple[Part, ...]:
    parts = PARTS[card][side]
    place = [part.sort for part in parts].index(MOVE)
    return parts[place + 1 :]


def rate_move(s: Gloomhaven, decision: Decision) -> list[int]:
    """Each hex by what the rest of the turn is worth from there."""
    me = s.acting
    if me == NONE or s.sort[me] != CHARACTER:
        return [0] * len(decision.options)
    o = view_of(s, me)
    rest = boosted(rest_of_turn(s))
    basic = BASIC[TOP] if len(s.to_play) > 1 and s.halves == 1 << BOTTOM else ()
    rated: list[int] = []
    known: dict[Hex, int] = {}
    for answer in decision.options:
        at = answer if isinstance(answer, int) else s.hex[me]
        if at not in known:
            best = plan_from(o, rest, at)
            known[at] = max(best, plan_from(o, basic, at)) if basic else best
        rated.append(known[at] if isinstance(answer, int) or answer == "stay" else known[at] - 1)
    return rated


def plan_from(o: Prospect, parts: tuple[Part, ...], at: Hex) -> int:
    if at in o.ground.shut:
        return o.stand(at)
    ends = follow(o, parts, {at: 0})
    return max([worth + o.stand(end) for end, worth in ends.items()])


def rate_start(s: Gloomhaven, decision: Decision) -> list[int]:
    """Far from the enemies, so that they come one by one."""
    foes = [s.hex[figure] for figure in s.monsters()]
    rows = [s.ground().row(at) for at in foes]
    return [min([min(row[at], FAR) for row in rows], default=0) for at in decision.options]
