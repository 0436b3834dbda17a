"""Battle areas: who leads, what it costs, and how units leave [DARKLORD-8, DARKLORD-9]."""

from __future__ import annotations

from typing import Final, NamedTuple

from grimtable.games.darklord.components import (
    ABILITIES,
    CHOOSE_PAYMENT,
    HISTORIC_TIES,
    LAND,
    NONE,
    UID,
    UPKEEP,
    Area,
    Card,
    Player,
)
from grimtable.games.darklord.state import DarkLord, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# ---------------------------------------------------------------- hooks: where abilities attach
may_place: Final = Hook[[DarkLord, Card, Area, Player], bool]()  # False: a placement condition cannot be met there
when_placed: Final = Hook[[T, Card, Area, Player], Flow[None]]()
end_of_placement_1: Final = Hook[[T, Card, Area], None]()
end_of_placement_2: Final = Hook[[T, Card, Area], None]()
wins_ties: Final = Hook[[DarkLord, Card], bool]()
surcharge: Final = Hook[[DarkLord, Area, Player], int]()  # what an enemy's unit adds to a player's cost
owner_acquires: Final = Hook[[T, Card, Player], Flow[None]]()  # the unit's owner acquires the target of its area
when_acquired: Final = Hook[[T, Card, Player], None]()  # the card itself is acquired


class Rank(NamedTuple):
    """A player's standing in an area."""

    player: Player
    total: int
    flag: bool  # comes first among equal totals


# ---------------------------------------------------------------- units leave
def remove(t: T, unit: Card, area: Area, by: Card) -> None:
    """[DARKLORD-7.9, DARKLORD-7.10] By the ability of a unit to the remove area, out for the round; the gap closes."""
    s = t.state
    t.emit("used", UID[by], s.owner[by], area)
    s.stacks[area] = tuple([other for other in s.stacks[area] if other != unit])
    s.removed = (*s.removed, unit)
    t.emit("removed", UID[unit], s.owner[unit], area)


def recall(t: T, unit: Card, area: Area) -> None:
    """[DARKLORD-7.14] Back home, ready to be placed again; tokens on it go to the stock."""
    s = t.state
    me = s.owner[unit]
    s.stacks[area] = tuple([other for other in s.stacks[area] if other != unit])
    s.tokens = tuple([other for other in s.tokens if other != unit])
    s.ready[me] = (*s.ready[me], unit)
    t.emit("recalled", UID[unit], me, area)


# ---------------------------------------------------------------- ranking
def standing(s: DarkLord, area: Area) -> list[Rank]:
    """[DARKLORD-8.2, DARKLORD-8.4, DARKLORD-8.5] Everybody with a unit there, best first.

    Higher total; then who has a flag; then whose first unit stands earlier.
    """
    order: list[Player] = []
    totals = [0] * len(s.coins)
    flags = [False] * len(s.coins)
    for unit in s.stacks[area]:
        player = s.owner[unit]
        if player not in order:
            order.append(player)
        totals[player] += s.power(unit)
        for wins in wins_ties.of(ABILITIES[unit]):
            flags[player] = flags[player] or wins(s, unit)
    if HISTORIC_TIES in s.rulings:
        order = [player for player in s.arrivals[area] if player in order]
    ranks = [Rank(player, totals[player], flags[player]) for player in order]  # [DARKLORD-8.3]
    if len(ranks) > 1:
        ranks.sort(key=precedence, reverse=True)  # a stable sort keeps the stack's order among equals
    return ranks


def precedence(rank: Rank) -> int:
    return 2 * rank.total + rank.flag


def ranking(s: DarkLord, area: Area) -> list[Rank]:
    """[DARKLORD-8.6, DARKLORD-5.2, DARKLORD-5.3] The standing without those who own the target's land already.

    [DARKLORD-1.7, DARKLORD-1.8] Only of lands may nobody own a second copy.
    """
    target = s.targets[area]
    if target == NONE or not LAND[target]:
        return standing(s, area)
    return [rank for rank in standing(s, area) if not s.owns_land(rank.player, LAND[target])]


# ---------------------------------------------------------------- payment
def cost(s: DarkLord, area: Area, me: Player) -> int:
    """[DARKLORD-9.2] The upkeep of all own units there, and what enemies there add to it."""
    price = 0
    for unit in s.stacks[area]:
        if s.owner[unit] == me:
            price += UPKEEP[unit]
        else:
            for extra in surcharge.of(ABILITIES[unit]):
                price += extra(s, area, me)
    return price


def pay(t: T, me: Player, amount: int) -> Flow[None]:
    """[DARKLORD-9.3, DARKLORD-9.4, DARKLORD-7.13] Coins first, then magic stones, which return to the stock.

    Under the ruling `payment_order` the player chooses how many stones to use.
    """
    s = t.state
    assert amount <= s.funds(me)
    stones = max(0, amount - s.coins[me])
    if CHOOSE_PAYMENT in s.rulings:
        stones = yield from t.choose(me, "stones", range(stones, min(amount, s.stones[me]) + 1))
    s.coins[me] -= amount - stones
    s.stones[me] -= stones
    if amount:
        t.emit("paid", me, amount - stones, stones)
