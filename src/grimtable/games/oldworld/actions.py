"""What players do in the Summoning Phase: summon a figure, play a Chaos card, or pass [OLDWORLD-6]."""

from __future__ import annotations

from grimtable.games.oldworld.board import Source, choose_in, choose_region, do, in_hand, leave_hand, move, titles
from grimtable.games.oldworld.components import (
    CARD_COST,
    CARD_POWER,
    CARNAGE,
    COST,
    DEAR,
    EFFECTS,
    FIGURE_OF,
    FIGURES,
    FREE_SUMMON,
    KIND,
    KINDS_OF,
    NONE,
    OF_KIND,
    OWN_COST,
    OWNER,
    PASS,
    POWERS,
    REGIONS,
    SLOTS,
    TIMING,
    TITLE,
    Card,
    Figure,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import (
    free_slots,
    is_live,
    is_plain,
    may_enter,
    may_leave,
    open_regions,
    price,
    surcharge,
)
from grimtable.games.oldworld.state import GODS, OldWorld, T, changed
from grimtable.kernel.values import Flow, Step

TURN: tuple[Step, ...] = tuple([Step("turn", (power,)) for power in range(GODS)])
FIRST_BATTLE = Step("battle", (0, 0))


# ---------------------------------------------------------------- turns
def turn(t: T, me: Power) -> Flow[None]:
    """[OLDWORLD-6.2, OLDWORLD-6.6, OLDWORLD-6.20] Exactly one: summon a figure, play a Chaos card, or pass."""
    s = t.state
    goals = destinations(s, me)
    figures = summonable(s, me, goals)
    options = [FIGURES[figure] for figure in figures]
    options += playable(s, me)
    options.append(PASS)
    answer = yield from t.choose(s.seat[me], "act", options, hidden=True)
    if answer == PASS:
        s.points[me] = 0  # [OLDWORLD-6.4]
        t.emit("passed", POWERS[me])
    elif answer in FIGURE_OF:
        figure = FIGURE_OF[answer]
        yield from summon(t, me, figure, [region for region in goals if region != s.where[figure]])
    else:  # the card is shown: what follows is a step of its own
        s.playing = in_hand(s, me, answer)
        leave_hand(s, me, s.playing)
        t.emit("showed", POWERS[me], answer)
        t.no_undo()
        s.agenda.append(Step("play", (me,)))
        return
    s.agenda.append(following(s, me))


def following(s: OldWorld, me: Power) -> Step:
    """[OLDWORLD-6.1, OLDWORLD-6.5, OLDWORLD-6.7, OLDWORLD-20.1] The next power with power points; else battle."""
    points, powers = s.points, s.powers
    after = s.seat[me] + 1
    for power in powers[after:]:
        if points[power]:
            return TURN[power]
    for power in powers[:after]:
        if points[power]:
            return TURN[power]
    return FIRST_BATTLE


# ---------------------------------------------------------------- summoning
def summonable(s: OldWorld, me: Power, goals: list[Region]) -> list[Figure]:
    """[OLDWORLD-6.8, OLDWORLD-6.11, OLDWORLD-16.4] Figures that can be paid and have somewhere to go."""
    points = s.points[me]
    if not goals:
        return []
    found: list[Figure] = []
    where, control = s.where, s.control
    for kind in KINDS_OF[me]:
        if COST[kind] <= points:
            for figure in OF_KIND[kind]:
                if where[figure] == NONE:
                    found.append(figure)
                    break
    only = goals[0] if len(goals) == 1 else NONE
    standing = [
        figure
        for figures in s.at
        for figure in figures
        if control[figure] == me and COST[KIND[figure]] <= points and where[figure] != only
    ]
    standing = s.distinct(standing)
    if not CARNAGE.isdisjoint(s.slots):
        standing = [figure for figure in standing if may_leave(s, where[figure], me)]
    return found + standing


def destinations(s: OldWorld, me: Power) -> list[Region]:
    """[OLDWORLD-6.12, OLDWORLD-6.15, OLDWORLD-6.17, OLDWORLD-22.4] Near any own figure, however far."""
    near = s.reach(me)
    if not CARNAGE.isdisjoint(s.slots):
        near = [region for region in near if may_enter(s, region, me)]
    return near


def summon(t: T, me: Power, figure: Figure, goals: list[Region]) -> Flow[None]:
    """[OLDWORLD-6.10, OLDWORLD-6.3, OLDWORLD-6.16, OLDWORLD-6.18] Choose where, pay, place; as often as power lasts."""
    s = t.state
    s.moving = figure
    to = yield from choose_region(t, me, "summon_to", goals)
    cost = summoning_cost(s, me, figure, to)
    s.points[me] -= cost
    if cost < COST[KIND[figure]]:
        s.hurried += (figure,)
        t.emit("paid", POWERS[me], cost, COST[KIND[figure]])
    yield from move(t, me, figure, to)


def summoning_cost(s: OldWorld, me: Power, figure: Figure, to: Region) -> int:
    """[OLDWORLD-21.7, OLDWORLD-17.4] An upgraded Leper is free where its power has no figure, once per round."""
    kind = KIND[figure]
    for effect in FREE_SUMMON[kind][s.upgrades[OWNER[figure]]]:
        if figure not in s.hurried and CONDITIONS[effect.condition](s, me, to):
            return 0
    return COST[kind]


def nobody_there(s: OldWorld, me: Power, to: Region) -> bool:
    return not s.in_region(to, me)


CONDITIONS = {"destination_has_no_figure_of_yours": nobody_there}


# ---------------------------------------------------------------- playing a Chaos card
def playable(s: OldWorld, me: Power) -> list[str]:
    """[OLDWORLD-6.8, OLDWORLD-6.20, OLDWORLD-6.21] Titles in hand that some open region takes for the power left."""
    regions = open_regions(s)
    if not regions or not s.hands[me]:
        return []
    points = s.points[me]
    if not DEAR.isdisjoint(s.slots):
        points -= min([surcharge(s, region, me) for region in regions])
    cards = [
        card
        for card in s.hands[me]
        if CARD_COST[card] <= points or (OWN_COST[card] and [r for r in regions if price(s, card, r) <= s.points[me]])
    ]
    return titles(tuple(cards))


def play(t: T, me: Power) -> Flow[None]:
    """[OLDWORLD-6.20, OLDWORLD-6.22, OLDWORLD-6.23] Choose region and slot, pay, and do what the card does at once."""
    s = t.state
    card = s.playing
    affordable = open_regions(s)
    if not is_plain(s, card):
        affordable = [region for region in affordable if price(s, card, region) <= s.points[me]]
    region = yield from choose_region(t, me, "play_in", affordable)
    slots = [SLOTS[slot - 2 * region] for slot in free_slots(s, region)]
    side = yield from choose_in(t, me, "slot", region, slots)
    cost = price(s, card, region)
    s.points[me] -= cost
    s.slots[2 * region + SLOTS.index(side)] = card
    s.playing = NONE
    if cost != CARD_COST[card]:
        t.emit("paid", POWERS[me], cost, CARD_COST[card])
    t.emit("played", POWERS[me], TITLE[card], REGIONS[region], side)
    before = len(s.agenda)
    if TIMING[card] == "on_play" and is_live(s, card, region):  # [OLDWORLD-7.1, OLDWORLD-7.6, OLDWORLD-22.15]
        yield from do(t, Source(me, region, card, {}), EFFECTS[card])
    s.agenda.insert(before, following(s, me))  # below what the card has put there


def discard_card(s: OldWorld, card: Card) -> None:
    """[OLDWORLD-11.1] To its owner's discard pile."""
    me = CARD_POWER[card]
    s.discards = changed(s.discards, me, (*s.discards[me], card))
