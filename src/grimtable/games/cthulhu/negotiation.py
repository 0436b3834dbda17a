"""Enemies share a loss by agreement: offers and answers [CTHULHU-18]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import Player
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

# ---------------------------------------------------------------- hooks: the ability that is negotiated about
means = Hook[[Cthulhu, Player], int]()  # what a player can contribute at most
agreed = Hook[[T, Player, tuple[tuple[Player, int], ...]], Flow[None]]()  # each pays as agreed
disagreed = Hook[[T, Player, int], Flow[None]]()

WITHDRAW, ACCEPT, REJECT, COVER, REFUSE = "withdraw", "accept", "reject", "cover", "refuse"
PROPOSALS_EACH = 2  # [CTHULHU-18.2] stands for the minute that people have


def open_talks(t: T, topic: str, me: Player, amount: int) -> None:
    """[CTHULHU-18.1, CTHULHU-14.20] Those who can contribute talk, in turn order after the active player."""
    s = t.state
    able = tuple([player for player in s.enemies(me) if means[topic](s, player) > 0])
    s.agenda.append(Step("negotiate", (topic, me, amount, able, PROPOSALS_EACH * len(able))))


def negotiate(t: T, topic: str, me: Player, amount: int, talkers: tuple[Player, ...], left: int) -> Flow[None]:
    """[CTHULHU-18.2, CTHULHU-18.3] The first talker proposes a split or withdraws; all others must accept it."""
    s = t.state
    limits = [means[topic](s, player) for player in talkers]
    if left == 0 or sum(limits) < amount:
        return (yield from no_agreement(t, topic, me, amount))
    s.topic, s.talkers, s.stake = topic, talkers, amount
    if len(talkers) == 1:
        return (yield from cover_alone(t, topic, me, amount, talkers[0]))
    words: list[tuple[int, ...] | str] = [*splits(amount, limits), WITHDRAW]
    split = yield from t.choose(talkers[0], "propose", words)
    if isinstance(split, str):
        t.emit("withdrew", talkers[0])
        s.agenda.append(Step("negotiate", (topic, me, amount, talkers[1:], left)))
        return None
    s.offer = split
    t.emit("proposed", talkers[0], tuple(zip(talkers, split)))
    for player in talkers[1:]:
        if (yield from t.choose(player, "vote", [ACCEPT, REJECT])) == REJECT:
            t.emit("rejected", player)
            s.offer = ()
            s.agenda.append(Step("negotiate", (topic, me, amount, (*talkers[1:], talkers[0]), left - 1)))
            return None
    return (yield from agreement(t, topic, me, tuple(zip(talkers, split))))


def splits(amount: int, limits: list[int]) -> list[tuple[int, ...]]:
    """[CTHULHU-18.2] Every way to share an amount within everybody's means, the first one paying little first."""
    if len(limits) == 1:
        return [(amount,)] if amount <= limits[0] else []
    return [
        (share, *rest) for share in range(min(amount, limits[0]) + 1) for rest in splits(amount - share, limits[1:])
    ]


def cover_alone(t: T, topic: str, me: Player, amount: int, payer: Player) -> Flow[None]:
    """[CTHULHU-18.6] A single talker covers everything or refuses."""
    if (yield from t.choose(payer, "cover", [COVER, REFUSE])) == COVER:
        yield from agreement(t, topic, me, ((payer, amount),))
    else:
        yield from no_agreement(t, topic, me, amount)


def agreement(t: T, topic: str, me: Player, shares: tuple[tuple[Player, int], ...]) -> Flow[None]:
    end_talks(t.state)
    t.emit("agreed", shares)
    yield from agreed[topic](t, me, shares)


def no_agreement(t: T, topic: str, me: Player, amount: int) -> Flow[None]:
    """[CTHULHU-18.4] What the ability says."""
    end_talks(t.state)
    t.emit("disagreed", amount)
    yield from disagreed[topic](t, me, amount)


def end_talks(s: Cthulhu) -> None:
    s.topic, s.talkers, s.stake, s.offer = "", (), 0, ()
