"""Where chance comes from. Rules reach it only through their table."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from grimtable.kernel.values import Dice, Diverged

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64


MOST_SEED = (1 << 64) - 1  # the state of `FastDice`


def shuffle(cards: list[int], dice: Dice) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = dice.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def shuffled(cards: list[int], dice: Dice) -> tuple[int, ...]:
    order = cards.copy()
    shuffle(order, dice)
    return tuple(order)


def same_cards(order: Any, cards: list[int]) -> bool:
    """Whether a stored order, of whatever shape, is one of these cards."""
    return (
        isinstance(order, tuple)
        and len(order) == len(cards)
        and not [card for card in order if not isinstance(card, int)]
        and sorted(order) == sorted(cards)
    )


class FastDice:
    """For simulation and bots: quick and predictable. PCG XSH-RS: 64 bits of state, 32 bits of outcome.

    The state is kept as two halves and multiplied in digits: so no number outgrows a machine word.
    """

    __slots__ = ("_high", "_low")

    def __init__(self, mark: int) -> None:
        self._high: i64 = mark >> 32 & 0xFFFF_FFFF
        self._low: i64 = mark & 0xFFFF_FFFF

    def __reduce__(self) -> tuple[Any, ...]:
        return FastDice, (self.mark,)

    @property
    def mark(self) -> int:
        high: int = self._high
        low: int = self._low
        return high << 32 | low  # both: with a machine word among them the whole would have to be one

    @mark.setter
    def mark(self, mark: int) -> None:
        self._high, self._low = mark >> 32 & 0xFFFF_FFFF, mark & 0xFFFF_FFFF

    def below(self, sides: int) -> int:
        self._step()
        high, low = self._high, self._low
        # The high bits alone would make the first outcomes of neighbouring seeds alike.
        shift: i64 = 22 + (high >> 29)
        mixed: i64 = (high ^ high >> 22) << 32 - shift | (low ^ (high << 10 & 0xFFFF_FFFF | low >> 22)) >> shift
        return (mixed & 0xFFFF_FFFF) % sides

    def _step(self) -> None:
        """The state times 0x5851F42D_4C957F2D and 0x14057B7E_F767814F more, modulo 2 ** 64, in digits of 16 bits."""
        a, b = self._low & 0xFFFF, self._low >> 16
        c, d = self._high & 0xFFFF, self._high >> 16
        first = a * 0x7F2D + 0x814F
        second = a * 0x4C95 + b * 0x7F2D + 0xF767 + (first >> 16)
        third = a * 0xF42D + b * 0x4C95 + c * 0x7F2D + 0x7B7E + (second >> 16)
        fourth = a * 0x5851 + b * 0xF42D + c * 0x4C95 + d * 0x7F2D + 0x1405 + (third >> 16)
        self._low = (second & 0xFFFF) << 16 | first & 0xFFFF
        self._high = (fourth & 0xFFFF) << 16 | third & 0xFFFF

    def order(self, cards: list[int]) -> tuple[int, ...]:
        order = cards.copy()
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class FairDice:
    """For people: outcome n is a keyed hash of n, without bias, and provable once the key is published."""

    __slots__ = ("_key", "mark")

    def __init__(self, key: bytes, mark: int = 0) -> None:
        self.mark = mark  # how many hashes have been used
        self._key = key

    def __reduce__(self) -> tuple[Any, ...]:
        return FairDice, (self._key, self.mark)

    def below(self, sides: int) -> int:
        bound = (1 << 64) - (1 << 64) % sides
        while True:
            self.mark += 1
            value = int.from_bytes(blake2b(b"%d" % self.mark, digest_size=8, key=self._key).digest(), "big")
            if value < bound:  # else the remainder would favour low outcomes: take the next
                return value % sides

    def order(self, cards: list[int]) -> tuple[int, ...]:
        return shuffled(cards, self)


class RecordedDice:
    """Outcomes that were drawn before, in their order: a record replays with these alone."""

    __slots__ = ("_outcomes", "mark")

    def __init__(self, outcomes: Sequence[Any], mark: int = 0) -> None:
        self.mark = mark  # how many outcomes have been used
        self._outcomes = outcomes

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordedDice, (self._outcomes, self.mark)

    def _next(self, what: str) -> Any:
        if self.mark >= len(self._outcomes):
            raise Diverged(f"{what}: the recorded outcomes are used up")
        self.mark += 1
        return self._outcomes[self.mark - 1]

    def below(self, sides: int) -> int:
        outcome = self._next("random")
        if not isinstance(outcome, int) or not 0 <= outcome < sides:
            raise Diverged(f"a die with {sides} sides does not show {outcome!r}")
        return outcome

    def order(self, cards: list[int]) -> tuple[int, ...]:
        outcome = self._next("shuffle")
        if not same_cards(outcome, cards):
            raise Diverged(f"{outcome!r:.80} is no order of the {len(cards)} cards to be shuffled")
        order: tuple[int, ...] = outcome
        return order


# ---------------------------------------------------------------- dice between people
SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """What the server publishes before the seats reveal their salts: it cannot change its bytes afterwards."""
    return blake2b(secret, digest_size=32, person=b"grimtable-commit").hexdigest()


def salt_hash(salt: bytes) -> str:
    """What a seat publishes of its salt before anybody's salt is seen: it cannot choose another one afterwards."""
    return blake2b(salt, digest_size=32, person=b"grimtable-salt").hexdigest()


def fair_key(secret: bytes, salts: Sequence[bytes]) -> bytes:
    """The key of a table's dice: nobody chose it as long as one contributor was honest."""
    mixed = blake2b(secret, digest_size=32, person=b"grimtable-dice")
    for salt in salts:
        mixed.update(len(salt).to_bytes(4, "big"))
        mixed.update(salt)
    return mixed.digest()


def seed_of(*parts: object) -> int:
    """A seed for dice that belong to a named thing: the same for the same names, on every machine."""
    text = "\0".join([str(part) for part in parts])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
