"""Dice: the same from the same mark, without bias, and provable between people."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from grimtable.kernel.chance import (
    FairDice,
    FastDice,
    RecordedDice,
    commitment,
    fair_key,
    salt_hash,
    same_cards,
    seed_of,
    shuffle,
)
from grimtable.kernel.values import Dice, Diverged

ROLLS = 12_000
KEY = bytes(range(32))


def new_dice(kind: str, mark: int = 0) -> Dice:
    return FastDice(mark) if kind == "fast" else FairDice(KEY, mark)


@pytest.mark.parametrize("kind", ["fast", "fair"])
def test_dice_go_on_from_their_mark(kind: str) -> None:
    dice = new_dice(kind)
    for _ in range(20):
        dice.below(6)
    again = new_dice(kind, dice.mark)
    assert [dice.below(100) for _ in range(50)] == [again.below(100) for _ in range(50)]


@pytest.mark.parametrize("kind", ["fast", "fair"])
@pytest.mark.parametrize("sides", [1, 2, 6, 7, 52])
def test_every_side_comes_up_about_as_often(kind: str, sides: int) -> None:
    dice = new_dice(kind, 5)
    counts = Counter([dice.below(sides) for _ in range(ROLLS)])
    assert sorted(counts) == list(range(sides))
    expected = ROLLS / sides
    chi_square = sum([(counts[side] - expected) ** 2 / expected for side in range(sides)])
    assert chi_square < 3 * sides + 12


@pytest.mark.parametrize("kind", ["fast", "fair"])
def test_every_order_of_four_cards_comes_up_about_as_often(kind: str) -> None:
    dice = new_dice(kind, 9)
    orders = Counter([dice.order([1, 2, 3, 4]) for _ in range(4800)])
    assert len(orders) == 24
    assert 120 < min(orders.values()) <= max(orders.values()) < 290


@pytest.mark.parametrize("sides", [3, 6, 10])
@pytest.mark.parametrize("draw", [1, 2, 5])
def test_neighbouring_seeds_do_not_roll_alike(sides: int, draw: int) -> None:
    counts = Counter([[dice.below(sides) for _ in range(draw)][-1] for dice in map(FastDice, range(100 * sides))])
    assert 60 < min([counts[side] for side in range(sides)]) <= max(counts.values()) < 140


def test_order_leaves_the_cards_as_they_lay() -> None:
    cards = [3, 1, 2]
    FastDice(1).order(cards)
    assert cards == [3, 1, 2]
    shuffle(cards, FastDice(4))
    assert sorted(cards) == [1, 2, 3]


@pytest.mark.parametrize("seed", [-1, -(2**70), 2**64 + 5, 2**200])
def test_any_whole_number_is_a_seed_and_its_mark_can_be_stored(seed: int) -> None:
    dice = FastDice(seed)
    assert 0 <= dice.mark < 2**64
    same = FastDice(seed % 2**64)
    assert [dice.below(6) for _ in range(9)] == [same.below(6) for _ in range(9)]


# ---------------------------------------------------------------- fair dice
def test_a_fair_outcome_is_the_keyed_hash_of_its_number() -> None:
    """[rule 31] Written out once more, as somebody would who checks a published game."""
    dice = FairDice(KEY)
    for number in range(1, 50):
        value = int.from_bytes(blake2b(str(number).encode(), digest_size=8, key=KEY).digest(), "big")
        assert dice.below(6) == value % 6
        assert dice.mark == number


def test_values_above_the_last_whole_multiple_are_thrown_away() -> None:
    """With 3 * 2**62 sides a quarter of all hashes would favour the low outcomes."""
    sides = 3 << 62
    dice = FairDice(KEY)
    outcomes = [dice.below(sides) for _ in range(300)]
    assert 340 < dice.mark < 460
    assert all([0 <= outcome < sides for outcome in outcomes])
    assert 60 < len([outcome for outcome in outcomes if outcome < sides // 3]) < 140


def test_other_keys_give_other_dice() -> None:
    one, other = FairDice(KEY), FairDice(bytes(32))
    assert [one.below(6) for _ in range(30)] != [other.below(6) for _ in range(30)]


def test_the_key_depends_on_every_contribution_and_its_boundaries() -> None:
    secret = b"s" * 32
    keys = [
        fair_key(secret, [b"a", b"b"]),
        fair_key(secret, [b"b", b"a"]),
        fair_key(secret, [b"ab", b""]),
        fair_key(secret, [b"", b"ab"]),
        fair_key(secret, [b"ab"]),
        fair_key(secret, []),
        fair_key(b"t" * 32, [b"a", b"b"]),
    ]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {32}


def test_the_hash_of_a_salt_fits_one_salt_and_is_no_commitment() -> None:
    salt = bytes(range(16))
    assert salt_hash(salt) == "1dbe2ab16b1b10723d81393190d81bfdc0f85a86c9f5bba81c683f8e7cba00e3"
    assert salt_hash(salt) not in (salt_hash(bytes(16)), commitment(salt))


def test_the_commitment_fits_one_secret_and_tells_nothing_of_the_key() -> None:
    secret = b"s" * 32
    assert commitment(secret) == commitment(b"s" * 32) != commitment(b"t" * 32)
    assert bytes.fromhex(commitment(secret)) not in (secret, fair_key(secret, []))


def test_seeds_of_named_things_are_the_same_on_every_machine() -> None:
    assert seed_of("arena", 7) == 8566024521199553536
    assert seed_of("a", "b") != seed_of("ab")
    assert 0 <= seed_of() < 2**64


# ---------------------------------------------------------------- recorded dice
def test_recorded_dice_give_what_was_recorded_in_its_order() -> None:
    dice = RecordedDice([3, (2, 1), 0])
    assert (dice.below(6), dice.order([1, 2]), dice.below(2)) == (3, (2, 1), 0)
    assert dice.mark == 3


@pytest.mark.parametrize("outcome", [6, -1, "3", None, (1, 2), 2.0])
def test_a_recorded_outcome_that_no_die_shows_diverges(outcome: object) -> None:
    with pytest.raises(Diverged, match="6 sides"):
        RecordedDice([outcome]).below(6)


@pytest.mark.parametrize("outcome", [(1, 1), (1,), (1, 2, 3), 5, None, ("1", 2), ((1,), 2)])
def test_a_recorded_order_of_other_cards_diverges(outcome: object) -> None:
    with pytest.raises(Diverged, match="2 cards"):
        RecordedDice([outcome]).order([1, 2])


def test_recorded_dice_end() -> None:
    with pytest.raises(Diverged, match="used up"):
        RecordedDice([]).below(6)


def test_same_cards_takes_any_value() -> None:
    assert same_cards((2, 1, 1), [1, 2, 1])
    assert not same_cards([2, 1], [1, 2])
    assert not same_cards(("b", 1), [1, 2])
