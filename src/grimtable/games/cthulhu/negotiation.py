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
    s.payers = able = tuple([player for player in s.enemies(me) if means[topic](s, player) > 0])
    s.agenda.append(Step("negotiate", (topic, me, amount, able, PROPOSALS_EACH * len(able))))


def negotiate(t: T, topic: str, me: Player, amount: int, talkers: tuple[Player, ...], left: int) -> Flow[None]:
    """[CTHULHU-18.2, CTHULHU-18.3] The first talker proposes a split or withdraws; the other talkers must accept it."""
    s = t.state
    gone = [player for player in s.payers if player not in talkers] if s.leavers_pay else []
    payers = (*talkers, *gone)
    limits = [means[topic](s, player) for player in payers]
    if left == 0 or not talkers or sum(limits) < amount:
        return (yield from no_agreement(t, topic, me, amount))
    s.topic, s.talkers, s.stake, s.payers = topic, talkers, amount, payers
    if len(talkers) == 1:
        return (yield from decide_alone(t, topic, me, amount, payers, limits))
    words: list[tuple[int, ...] | str] = [*splits(amount, limits), WITHDRAW]
    split = yield from t.choose(talkers[0], "propose", words)
    if isinstance(split, str):
        t.emit("withdrew", talkers[0])
        s.agenda.append(Step("negotiate", (topic, me, amount, talkers[1:], left)))
        return None
    s.offer = split
    t.emit("proposed", talkers[0], tuple(zip(payers, split)), topic)
    for player in talkers[1:]:
        if (yield from t.choose(player, "vote", [ACCEPT, REJECT])) == REJECT:
            t.emit("rejected", player)
            s.offer = ()
            s.agenda.append(Step("negotiate", (topic, me, amount, (*talkers[1:], talkers[0]), left - 1)))
            return None
    return (yield from agreement(t, topic, me, tuple(zip(payers, split))))


def splits(amount: int, limits: list[int]) -> list[tuple[int, ...]]:
    """[CTHULHU-18.2] Every way to share an amount within everybody's means, the first one paying little first."""
    if len(limits) == 1:
        return [(amount,)] if amount <= limits[0] else []
    return [
        (share, *rest) for share in range(min(amount, limits[0]) + 1) for rest in splits(amount - share, limits[1:])
    ]


def decide_alone(
    t: T, topic: str, me: Player, amount: int, payers: tuple[Player, ...], limits: list[int]
) -> Flow[None]:
    """[CTHULHU-18.6] A single talker covers everything or refuses, or decides what those who have left bear of it."""
    all_mine = (amount, *[0] * (len(payers) - 1))
    others: list[tuple[int, ...] | str] = [split for split in splits(amount, limits) if split != all_mine]
    able = [COVER] if limits[0] >= amount else []
    word = yield from t.choose(payers[0], "cover", [*able, REFUSE, *others])
    if word == REFUSE:
        yield from no_agreement(t, topic, me, amount)
    else:
        split = all_mine if isinstance(word, str) else word
        yield from agreement(t, topic, me, tuple(zip(payers, split)))


def agreement(t: T, topic: str, me: Player, shares: tuple[tuple[Player, int], ...]) -> Flow[None]:
    end_talks(t.state)
    t.emit("agreed", shares, topic)
    yield from agreed[topic](t, me, shares)


def no_agreement(t: T, topic: str, me: Player, amount: int) -> Flow[None]:
    """[CTHULHU-18.4] What the ability says."""
    end_talks(t.state)
    t.emit("disagreed", amount, topic)
    yield from disagreed[topic](t, me, amount)


def end_talks(s: Cthulhu) -> None:
    s.topic, s.talkers, s.stake, s.offer, s.payers = "", (), 0, (), ()
