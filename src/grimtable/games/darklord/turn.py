"""Rounds and phases: what goes on the agenda [DARKLORD-3]."""

from __future__ import annotations

from grimtable.games.darklord import abilities  # noqa: F401  # their handlers attach on import
from grimtable.games.darklord.actions import place, placed, placements, sleeve, sleeve_together
from grimtable.games.darklord.battle import (
    Rank,
    cost,
    end_of_placement_1,
    end_of_placement_2,
    owner_acquires,
    pay,
    ranking,
    standing,
    when_acquired,
)
from grimtable.games.darklord.components import (
    ABILITIES,
    BOMBERS_RETURN_LATE,
    EVENTS,
    LAND,
    MAX_INCOME,
    MAX_SLEEVES,
    MINUS,
    NONE,
    ROUNDS,
    SLEEVE_TOGETHER,
    UID,
    Area,
    Player,
)
from grimtable.games.darklord.setup import set_up
from grimtable.games.darklord.state import END, EVENT, PLACEMENT, PREPARATION, RESOLUTION, DarkLord, T
from grimtable.games.darklord.victory import final_scoring
from grimtable.kernel.values import Flow, Procedure, Step


# ---------------------------------------------------------------- preparation
def prepare(t: T, number: int) -> Flow[None]:
    """[DARKLORD-4.12] Targets, coins, sleeves; then everybody sleeves and placement starts."""
    s = t.state
    s.round, s.phase, s.passed, s.acquired, s.bombed = number, PREPARATION, 0, 0, 0
    t.emit("round", number)
    turn_up_targets(t)
    for me in s.players():
        s.coins[me] = s.income_of(me)  # [DARKLORD-4.3, DARKLORD-4.4, DARKLORD-5.4] unspent coins do not add up
        assert s.coins[me] <= MAX_INCOME  # [DARKLORD-1.4]
        assert s.sleeves_of(me) <= MAX_SLEEVES  # [DARKLORD-1.4]
    s.agenda.append(Step("turn", (s.start,)))
    if SLEEVE_TOGETHER in s.rulings:
        s.agenda.append(Step("sleeve_together"))
    else:
        s.agenda += [Step("sleeve", (me,)) for me in reversed(s.turn_order())]  # [DARKLORD-4.11]
    yield from ()


def turn_up_targets(t: T) -> None:
    """[DARKLORD-4.1, DARKLORD-4.2, DARKLORD-3.2] One card for each area; after a level comes the next."""
    s = t.state
    for area in range(len(s.targets)):
        s.targets[area] = s.deck.pop()
        t.emit("turned_up", UID[s.targets[area]], area)
    s.arrivals = ((),) * len(s.targets)  # [DARKLORD-8.4] under the ruling `tie_break_positions`
    t.no_undo()


# ---------------------------------------------------------------- placement
def turn(t: T, me: Player) -> Flow[None]:
    """[DARKLORD-6.1] Place one unit or pass for good."""
    s = t.state
    s.phase = PLACEMENT  # [DARKLORD-3.1]
    answer = yield from t.choose(me, "place", placements(s, me))
    if isinstance(answer, str):
        s.passed |= 1 << me
        t.emit("passed", me)
    else:
        unit, area = placed(answer)
        yield from place(t, unit, area, me)
    following = next_to_place(s, me)
    s.agenda.append(Step("end_placement") if following == NONE else Step("turn", (following,)))


def next_to_place(s: DarkLord, me: Player) -> Player:
    """[DARKLORD-6.1, DARKLORD-6.8] The next player clockwise who has not passed; NONE when all have."""
    count = len(s.coins)
    for step in range(1, count + 1):
        player = (me + step) % count
        if not s.passed >> player & 1:
            return player
    return NONE


def end_placement(t: T) -> Flow[None]:
    """[DARKLORD-6.9, DARKLORD-7.6, DARKLORD-7.8, DARKLORD-7.17] Timed abilities: E1 before E2, in stack order."""
    s = t.state
    for area in range(len(s.stacks)):
        for timed in (end_of_placement_1, end_of_placement_2):
            for unit in s.stacks[area]:
                for act in timed.of(ABILITIES[unit]):
                    if unit in s.stacks[area]:
                        act(t, unit, area)
    s.phase = RESOLUTION
    s.agenda.append(Step("resolve", (0,)))
    yield from ()


# ---------------------------------------------------------------- resolution
def resolve(t: T, area: Area) -> Flow[None]:
    """[DARKLORD-8.1] One area from ranking to payment or trash; then the next."""
    s = t.state
    s.area = area
    winner = yield from offer(t, area)
    if winner == NONE:
        s.trash = (*s.trash, s.targets[area])  # [DARKLORD-8.8]
        t.emit("trashed", UID[s.targets[area]], area)
        s.targets[area] = NONE
    else:
        yield from acquire(t, area, winner)
    s.area = NONE
    s.agenda.append(Step("resolve", (area + 1,)) if area + 1 < len(s.targets) else Step("end_phase"))


def offer(t: T, area: Area) -> Flow[Player]:
    """[DARKLORD-8.7] Down the ranking: who can pay may accept; who cannot is passed over. Nobody is asked twice."""
    s = t.state
    ranks = ranking(s, area)
    if t.events is not None:
        tell_ranking(t, area, ranks)  # [DARKLORD-8.2]
    for rank in ranks:
        me, price = rank.player, cost(s, area, rank.player)
        if price > s.funds(me):
            t.emit("cannot_pay", me, UID[s.targets[area]], price)
        elif (yield from t.choose(me, "offer", ["accept", "decline"])) == "accept":
            return me
        else:
            t.emit("declined", me, UID[s.targets[area]])
    return NONE


def tell_ranking(t: T, area: Area, ranks: list[Rank]) -> None:
    """[DARKLORD-8.2, DARKLORD-5.2] Everybody's total there, and who has no rank because he owns the land already."""
    s = t.state
    everybody = standing(s, area)
    if everybody:
        t.emit("ranked", area, tuple([(rank.player, rank.total) for rank in everybody]))
    for rank in everybody:
        if rank not in ranks:
            t.emit("barred", rank.player, UID[s.targets[area]])


def acquire(t: T, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-9.1, DARKLORD-9.5, DARKLORD-9.6] Pay for all own units there and take the target home."""
    s = t.state
    card = s.targets[area]
    price = cost(s, area, me)
    yield from pay(t, me, price)
    s.targets[area] = NONE
    s.owner[card] = me
    s.acquired |= 1 << me
    t.emit("acquired", me, UID[card], area, price)
    for unit in s.own_in(area, me):  # [DARKLORD-9.7, DARKLORD-7.7] at once, in stack order
        for react in owner_acquires.of(ABILITIES[unit]):
            yield from react(t, unit, me)
    for gain in when_acquired.of(ABILITIES[card]):
        gain(t, card, me)


# ---------------------------------------------------------------- end phase
def end_phase(t: T) -> Flow[None]:
    """[DARKLORD-10.8] The steps in their order; then the event, the final scoring or the next round."""
    s = t.state
    s.phase = END
    if s.round == ROUNDS:
        s.entombed = len(s.removed)  # [DARKLORD-10.6]
    if BOMBERS_RETURN_LATE in s.rulings:
        hand_out_bombers(t)
        return_used_bombers(t)
    else:
        return_used_bombers(t)  # [DARKLORD-10.4]
        hand_out_bombers(t)
    s.stacks = [()] * len(s.stacks)  # [DARKLORD-10.3] units home, tokens to the stock
    s.ready = [()] * len(s.ready)
    s.removed = s.tokens = s.spent = ()
    s.start = (s.start + 1) % len(s.coins)  # [DARKLORD-10.5]
    t.emit("start_player_passed", s.start)
    if s.round in EVENTS:  # [DARKLORD-3.3]
        s.agenda.append(Step("event", (s.round,)))
    elif s.round == ROUNDS:  # [DARKLORD-3.1, DARKLORD-3.4]
        s.agenda.append(Step("final_scoring"))
    else:
        s.agenda.append(Step("prepare", (s.round + 1,)))
    yield from ()


def return_used_bombers(t: T) -> None:
    """[DARKLORD-10.4, DARKLORD-1.6] A Bomber that was placed goes to the stock, wherever it is now."""
    s = t.state
    for me in s.players():
        if s.bombed >> me & 1:
            s.owner[s.bomber_of(me)] = NONE
            t.emit("bomber_returned", me)


def hand_out_bombers(t: T) -> None:
    """[DARKLORD-10.1, DARKLORD-10.2, DARKLORD-10.7] Who acquired nothing takes the own Bomber from the stock."""
    s = t.state
    for me in s.turn_order():
        if not s.acquired >> me & 1 and s.owner[s.bomber_of(me)] == NONE:
            s.owner[s.bomber_of(me)] = me
            t.emit("bomber_received", me)


# ---------------------------------------------------------------- event
def event(t: T, number: int) -> Flow[None]:
    """[DARKLORD-11.1, DARKLORD-11.6] Everybody without a land of this level receives its minus version.

    So after both events everybody has every land.
    """
    s = t.state
    s.phase = EVENT
    for land in EVENTS[number]:
        give_minus_lands(t, land)
    s.agenda.append(Step("prepare", (number + 1,)))
    yield from ()


def give_minus_lands(t: T, land: str) -> None:
    """[DARKLORD-11.2, DARKLORD-11.3, DARKLORD-11.4, DARKLORD-11.5] One takes the minus card, others trashed copies."""
    s = t.state
    lacking = [me for me in s.turn_order() if not s.owns_land(me, land)]
    trashed = [card for card in s.trash if LAND[card] == land]
    assert len(lacking) == 1 + len(trashed)  # [DARKLORD-11.4]
    for me, card in zip(lacking, [MINUS[land], *trashed]):
        s.owner[card] = me
        t.emit("minus_land", me, UID[card])
    s.trash = tuple([card for card in s.trash if card not in trashed])
    s.minus += tuple(trashed)


PROCEDURES: dict[str, Procedure] = {
    "set_up": set_up,
    "prepare": prepare,
    "sleeve": sleeve,
    "sleeve_together": sleeve_together,
    "turn": turn,
    "end_placement": end_placement,
    "resolve": resolve,
    "end_phase": end_phase,
    "event": event,
    "final_scoring": final_scoring,
}
