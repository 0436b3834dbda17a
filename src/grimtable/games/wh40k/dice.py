"""Rolls: every die is rolled here, told, and may be rolled again by the Underdog [WH40K-1.4, WH40K-19.7]."""

from __future__ import annotations

from grimtable.games.wh40k.components import Amount, Player
from grimtable.games.wh40k.state import T, enemy
from grimtable.kernel.values import Flow

KEEP = "keep"
ONES, FAILED, ANY, ANY_DICE = "ones", "failed", "any", "any_dice"


def roll(t: T, me: Player, count: int, purpose: str, need: int = 0, again: str = "") -> Flow[list[int]]:
    """Roll dice that must show `need` or more before modifiers; some are rolled again by right [WH40K-1.7, WH40K-1.9].

    Re-rolls come before modifiers and look at the natural die [WH40K-1.11]; none is rolled a third time [WH40K-1.10].
    """
    faces = [t.random(6) + 1 for _ in range(count)]
    first = tuple(faces)
    fresh = [True] * count
    if again:
        for at, face in enumerate(faces):
            if face == 1 or (again == FAILED and face < need):
                faces[at] = t.random(6) + 1
                fresh[at] = False
    if t.state.rerolls and t.state.underdog == me and count:
        yield from underdog_reroll(t, faces, fresh, need)
    if count:
        t.emit("rolled", me, purpose, first, tuple(faces), need)
    return faces


def underdog_reroll(t: T, faces: list[int], fresh: list[bool], need: int) -> Flow[None]:
    """[WH40K-17.15] The Underdog may spend a re-roll on one die he has just rolled, if it was not re-rolled yet."""
    s = t.state
    wanted = sorted({f for f, new in zip(faces, fresh) if new and f < 6 and (not need or f < need)})
    if not wanted:
        return
    answer = yield from t.choose(s.underdog, "underdog_reroll", [KEEP, *wanted])
    if isinstance(answer, str):
        return
    at = next(i for i, face in enumerate(faces) if face == answer and fresh[i])
    faces[at] = t.random(6) + 1
    fresh[at] = False
    s.rerolls -= 1
    t.emit("underdog_rerolled", s.underdog, answer, faces[at], s.rerolls)


def roll_amount(t: T, me: Player, amount: Amount, purpose: str) -> Flow[int]:
    """[WH40K-1.4, WH40K-1.5, WH40K-9.24] A number, or dice added up; D3 is a D6 halved, rounded up."""
    if not amount.dice:
        return amount.plus
    faces = yield from roll(t, me, amount.dice, purpose)
    return total(faces, amount)


def total(faces: list[int], amount: Amount) -> int:
    if amount.sides == 3:
        return sum([halved(face) for face in faces]) + amount.plus
    return sum(faces) + amount.plus


def halved(number: int) -> int:
    """[WH40K-1.5, WH40K-14.9] Half, rounded up."""
    return (number + 1) // 2


def modified(face: int, add: int) -> int:
    """[WH40K-1.6, WH40K-1.8] A result may exceed 6 but never falls below 1."""
    return max(1, face + add)


def roll_off(t: T, purpose: str) -> Player:
    """[WH40K-1.12] Both roll; the higher wins; ties are rolled again, as often as needed. Nothing else touches them."""
    while True:
        faces = (t.random(6) + 1, t.random(6) + 1)
        t.emit("rolled_off", purpose, *faces)
        if faces[0] != faces[1]:
            return 0 if faces[0] > faces[1] else enemy(0)
