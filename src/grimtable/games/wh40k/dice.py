"""Rolls: every die is rolled here, may be re-rolled once, and is told with all that counts [WH40K-1.4, WH40K-19.7]."""

from __future__ import annotations

from typing import Final

from grimtable.games.wh40k.components import Amount, Player
from grimtable.games.wh40k.state import NO_ROLL, T, enemy
from grimtable.kernel.values import Flow

KEEP, BOTH = "keep", "both"
ONES, FAILED, ANY, ANY_DICE = "ones", "failed", "any", "any_dice"
EITHER: Final = 100  # as the result from which on more gains nothing: whether the roll succeeds, somebody may regret it
WORST, BETWEEN, BEST = range(3)
ASKED: Final[dict[str, str]] = {"charge": "charge_reroll", "advance": "advance_reroll", "morale": "morale_reroll"}


class Aim:
    """What a roll is for, and what makes one die better than another.

    Each die counts for itself and must come to `need`, or all dice are added up: then there may be a `need` for the
    total, or a `most` that it must not exceed. `add` changes each result, or the total.
    """

    def __init__(
        self,
        purpose: str,
        need: int = 0,
        add: int = 0,
        *,
        total: bool = False,
        most: int = 0,
        best: int = 0,
        least: int = 0,
        six: bool = False,
        risk: bool = False,
        sides: int = 6,
    ) -> None:
        self.purpose = purpose
        self.need = need
        self.add = add
        self.total = total or not need  # the dice are added up
        self.most = most  # a total above this fails; 0: there is no such bound
        self.best = best or need  # from this result on, more gains nothing
        self.least = least or need  # below this result, less loses nothing
        self.six = six  # a natural 6 succeeds whatever is subtracted
        self.risk = risk  # a result of 1 is punished
        self.sides = sides  # 3: each die is halved

    def standing(self, face: int) -> int:
        """Whether a die that counts for itself can be bettered, or cannot be worsened."""
        result = max(1, face + self.add)
        if self.best == EITHER:
            return BETWEEN
        if face > 1 and (result >= self.need or (self.six and face == 6)):
            return BEST if result >= self.best or face == 6 else BETWEEN
        lowest = result == 1 or not self.risk or self.add > 0
        return WORST if lowest and result < self.least else BETWEEN

    def settled(self, faces: list[int]) -> bool:
        """Whether no die can be bettered beyond doubt: every one is as good as can be, or the test is passed."""
        if self.most:
            return sum(faces) + self.add <= self.most
        if self.total:
            return bool(self.need) and self.best < EITHER and sum(faces) + self.add >= self.need
        return all([self.standing(face) == BEST for face in faces])


def roll(
    t: T, me: Player, count: int, purpose: str, need: int = 0, again: str = "", add: int = 0, sides: int = 6
) -> Flow[list[int]]:
    """Roll dice that must come to `need` or more with `add`; some may be rolled again [WH40K-1.7, WH40K-1.9]."""
    if not again and not (t.state.rerolls and t.state.underdog == me):
        faces = [t.random(6) + 1 for _ in range(count)]
        if count:
            shown = tuple(faces)
            t.emit("rolled", me, purpose, shown, shown, need, add, (), sides)
        return faces
    return (yield from aimed_roll(t, me, count, Aim(purpose, need, add, sides=sides), again))


def aimed_roll(t: T, me: Player, count: int, aim: Aim, again: str = "") -> Flow[list[int]]:
    """[WH40K-1.9, WH40K-1.10] Dice, re-rolls that an ability allows, and one by the Underdog; no die is rolled thrice.

    What an ability allows costs nothing, so it comes before the Underdog's; whoever wants it the other way round keeps
    the dice first.
    """
    faces = [t.random(6) + 1 for _ in range(count)]
    if not count:
        return faces
    first = tuple(faces)
    renewed: list[int] = []  # places of the dice that were rolled again
    if again:
        for at in (yield from chosen(t, me, faces, aim, again)):
            faces[at] = t.random(6) + 1
            renewed.append(at)
    if t.state.rerolls and t.state.underdog == me:
        yield from underdog_reroll(t, faces, renewed, aim)
    t.emit("rolled", me, aim.purpose, first, tuple(faces), aim.need, aim.add, tuple(sorted(renewed)), aim.sides)
    return faces


# ---------------------------------------------------------------- re-rolls
def chosen(t: T, me: Player, faces: list[int], aim: Aim, again: str) -> Flow[list[int]]:
    """[WH40K-1.9, WH40K-1.11] The dice that the player rolls again, of those that an ability lets him.

    What counts as failed is seen before modifiers. He is asked where he might regret it: a die that cannot be worsened
    is rolled again without asking, and one that cannot be bettered is kept.
    """
    if aim.total:
        return (yield from chosen_of_total(t, me, faces, aim, again))
    found: list[int] = []
    doubtful: list[int] = []
    for at, face in enumerate(faces):
        if face == 1 or again in (ANY, ANY_DICE) or (again == FAILED and face < aim.need):
            standing = aim.standing(face)
            if standing == WORST:
                found.append(at)
            elif standing == BETWEEN:
                doubtful.append(at)
    while doubtful:
        ask_about(t, faces, tuple(found), aim)
        options: list[str | int] = [KEEP, *sorted({faces[at] for at in doubtful})]
        answer = yield from t.choose(me, "reroll", options)
        t.state.roll = NO_ROLL
        if answer == KEEP:
            break
        at = next(at for at in doubtful if faces[at] == answer)
        doubtful.remove(at)
        found.append(at)
    return found


def chosen_of_total(t: T, me: Player, faces: list[int], aim: Aim, again: str) -> Flow[list[int]]:
    """[WH40K-1.9] Of dice that are added up: all of them, or any where the ability says so."""
    everything = list(range(len(faces)))
    if again == FAILED:
        if not aim.most or sum(faces) + aim.add <= aim.most:
            return []
        if faces.count(6) == len(faces):  # it cannot become worse
            return everything
    ask_about(t, faces, (), aim)
    options: list[str | int] = [KEEP, BOTH] if aim.purpose == "charge" else [KEEP, max(faces)]
    if again == ANY_DICE:
        options += sorted(set(faces))
    answer = yield from t.choose(me, ASKED[aim.purpose], options)
    t.state.roll = NO_ROLL
    if answer == KEEP:
        return []
    return [faces.index(int(answer))] if again == ANY_DICE and answer != BOTH else everything


def underdog_reroll(t: T, faces: list[int], renewed: list[int], aim: Aim) -> Flow[None]:
    """[WH40K-17.15] The Underdog may roll one die again that he has just rolled, if it was not rolled again yet.

    Any die, whatever it shows; but he is not asked about one that nothing can better.
    """
    s = t.state
    if aim.settled(faces):
        return
    wanted = sorted({f for at, f in enumerate(faces) if at not in renewed and (aim.total or aim.standing(f) != BEST)})
    if not wanted:
        return
    ask_about(t, faces, tuple(renewed), aim)
    answer = yield from t.choose(s.underdog, "underdog_reroll", [KEEP, *wanted])
    s.roll = NO_ROLL
    if isinstance(answer, str):
        return
    at = next(i for i, face in enumerate(faces) if face == answer and i not in renewed)
    faces[at] = t.random(6) + 1
    renewed.append(at)
    s.rerolls -= 1
    t.emit("underdog_rerolled", s.underdog, answer, faces[at], s.rerolls)


def ask_about(t: T, faces: list[int], renewed: tuple[int, ...], aim: Aim) -> None:
    """Let whoever looks on know the roll that a question is about."""
    t.state.roll = (aim.purpose, aim.need, aim.add, aim.most, tuple(faces), renewed)


# ---------------------------------------------------------------- numbers
def roll_amount(t: T, me: Player, amount: Amount, purpose: str) -> Flow[int]:
    """[WH40K-1.4, WH40K-1.5, WH40K-9.24] A number, or dice added up; D3 is a D6 halved, rounded up."""
    if not amount.dice:
        return amount.plus
    faces = yield from roll(t, me, amount.dice, purpose, 0, "", amount.plus, amount.sides)
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
