"""What an attack will do on average, and how many it will slay: exact, without a die. [WH40K-9.1]

Every chance is a fraction. The slain are counted by following all the ways the wounds can fall, one attack after the
other, as the rules do: a wounded model first, and what is more than it had is lost. [WH40K-9.9] [WH40K-9.14]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grimtable.games.wh40k.components.effects import Amount

ONES, FAILED = "ones", "failed"
NO_SAVE = 7


class Attack(NamedTuple):
    """Attacks that are made alike: so many dice, all with one skill, strength, AP and damage. [WH40K-9.20]"""

    attacks: Amount
    skill: int  # 0: they hit by themselves
    strength: int
    ap: int  # -1 takes 1 off the save
    damage: Amount
    to_hit: int = 0
    to_wound: int = 0
    hits_again: str = ""  # which hit rolls are made again
    wounds_again: str = ""
    overwatch: bool = False


class Target(NamedTuple):
    """The unit that is attacked: so many models of one kind."""

    toughness: int
    save: int
    wounds: int
    models: int
    invulnerable: int = NO_SAVE
    ignore: int = NO_SAVE  # each wound lost is ignored on this roll
    cover: bool = False


class Odds(NamedTuple):
    """Per attack the chances to hit, then to wound, then to pass the save; and what all attacks do on average."""

    chances: tuple[tuple[Fraction, Fraction, Fraction], ...]
    hits: Fraction
    wounds: Fraction
    unsaved: Fraction
    damage: Fraction  # all of it, also what dying models have no wounds for
    lost: Fraction  # the wounds that models really lose
    kills: tuple[Fraction, ...]  # by how many are slain

    def mean_kills(self) -> Fraction:
        return sum([chance * count for count, chance in enumerate(self.kills)], Fraction(0))


# ---------------------------------------------------------------- dice
def distribution(amount: Amount) -> dict[int, Fraction]:
    """How likely each total is. [WH40K-1.4]"""
    ways = {amount.plus: 1}
    for _ in range(amount.dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, amount.sides + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    every = amount.sides**amount.dice if amount.dice else 1
    return {total: Fraction(count, every) for total, count in sorted(ways.items())}


def mean(amount: Amount) -> Fraction:
    return sum([total * chance for total, chance in distribution(amount).items()], Fraction(0))


def at_least(amount: Amount, need: int) -> Fraction:
    """How likely a roll reaches a number: a charge, a psychic test. [WH40K-1.7]"""
    return sum([chance for total, chance in distribution(amount).items() if total >= need], Fraction(0))


PERILS = Fraction(2, 36)  # [WH40K-6.8] of the 36 pairs of a psychic test, both dice 1 or both dice 6


def flight(leadership: int, slain: int) -> dict[int, Fraction]:
    """How likely so many models flee from a Morale test: by how much a D6 and the slain exceed the Leadership.

    [WH40K-12.2, WH40K-12.3]
    """
    found: dict[int, Fraction] = {}
    for face, likely in distribution(Amount(1, 6, 0)).items():
        fled = max(0, face + slain - leadership)
        found[fled] = found.get(fled, Fraction(0)) + likely
    return found


def succeeds(face: int, need: int, add: int) -> bool:
    """A natural 1 fails; a modified result is never below 1. [WH40K-1.8] [WH40K-9.3]"""
    return face != 1 and max(1, face + add) >= need


def chance(need: int, add: int = 0, again: str = "", always: bool = False) -> Fraction:
    """How likely a roll succeeds. What may be rolled again is told by the natural die. [WH40K-1.11]

    Nobody has to [WH40K-1.9]: who chooses well keeps what a modifier made good; with `always` that is rolled again too.
    """
    good = [face for face in range(1, 7) if succeeds(face, need, add)]
    allowed = [face for face in range(1, 7) if again and (face == 1 or (again == FAILED and face < need))]
    renewed = [face for face in allowed if always or face not in good]
    kept = [face for face in good if face not in renewed]
    return Fraction(6 * len(kept) + len(renewed) * len(good), 36)


# ---------------------------------------------------------------- one attack
def needed_to_wound(strength: int, toughness: int) -> int:
    """[WH40K-9.4]"""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def hits(attack: Attack, always: bool = False) -> Fraction:
    """[WH40K-9.2] On Overwatch nothing but a natural 6 hits. [WH40K-10.8]"""
    if attack.skill == 0:
        return Fraction(1)
    if attack.overwatch:
        return chance(6, 0, attack.hits_again, always)
    return chance(attack.skill, attack.to_hit, attack.hits_again, always)


def wounds(attack: Attack, target: Target, always: bool = False) -> Fraction:
    """[WH40K-9.4, WH40K-9.5]"""
    need = needed_to_wound(attack.strength, target.toughness)
    return chance(need, attack.to_wound, attack.wounds_again, always)


def has_choice(attack: Attack, target: Target) -> bool:
    """[WH40K-1.9] Whether it matters that nobody has to roll a die again."""
    return hits(attack) != hits(attack, True) or wounds(attack, target) != wounds(attack, target, True)


def unsaved(attack: Attack, target: Target) -> Fraction:
    """With the better of both saves; AP and cover change the armour only. [WH40K-9.10] [WH40K-9.17] [WH40K-9.18]"""
    armour = chance(target.save, attack.ap + (1 if target.cover else 0))
    return 1 - max(armour, chance(target.invulnerable))


def losses(damage: Amount, ignore: int) -> dict[int, Fraction]:
    """How likely one unsaved attack costs so many wounds, of one model with enough of them. [WH40K-9.23]"""
    spared = chance(ignore) if ignore < NO_SAVE else Fraction(0)
    found: dict[int, Fraction] = {}
    for points, likely in distribution(damage).items():
        ways = [likely]  # by the wounds lost so far
        for _ in range(points):
            through = [way * (1 - spared) for way in ways]
            ways = [a * spared + b for a, b in zip([*ways, Fraction(0)], [Fraction(0), *through])]
        for lost, way in enumerate(ways):
            found[lost] = found.get(lost, Fraction(0)) + way
    return found


def mean_damage(attack: Attack, target: Target) -> Fraction:
    """What one kind of attacks does on average, also beyond the wounds there are."""
    wound = wounds(attack, target)
    spared = chance(target.ignore) if target.ignore < NO_SAVE else Fraction(0)
    each = hits(attack) * wound * unsaved(attack, target) * (1 - spared)
    return mean(attack.attacks) * each * mean(attack.damage)


# ---------------------------------------------------------------- all attacks
def odds(attacks: Sequence[Attack], target: Target, always: bool = False) -> Odds:
    """What attacks do to a unit, one kind after the other; with `always` whatever may be is rolled again."""
    chances: list[tuple[Fraction, Fraction, Fraction]] = []
    sums = [Fraction(0)] * 4
    fallen = [1] + [0] * (target.models * target.wounds)  # by the wounds that are gone
    every = 1
    for attack in attacks:
        hit = hits(attack, always)
        wound = wounds(attack, target, always)
        fail = unsaved(attack, target)
        chances.append((hit, wound, fail))
        rolled = mean(attack.attacks)
        lost = losses(attack.damage, target.ignore)
        hurt = sum([points * likely for points, likely in lost.items()], Fraction(0))
        for place, factor in enumerate((hit, wound, fail, hurt)):
            rolled *= factor
            sums[place] += rolled
        fallen, every = after(fallen, every, attack.attacks, hit * wound * fail, lost, target)
    gone = [count * ways for count, ways in enumerate(fallen)]
    kills = [sum(fallen[slain * target.wounds : (slain + 1) * target.wounds]) for slain in range(target.models + 1)]
    return Odds(
        tuple(chances),
        sums[0],
        sums[1],
        sums[2],
        sums[3],
        Fraction(sum(gone), every),
        tuple([Fraction(ways, every) for ways in kills]),
    )


def after(
    fallen: list[int], every: int, attacks: Amount, likely: Fraction, lost: dict[int, Fraction], target: Target
) -> tuple[list[int], int]:
    """The ways the wounds have fallen after more attacks, and of how many; whole numbers, so nothing is rounded."""
    harm = {points: likely * part for points, part in lost.items() if points}
    whole = _common([part.denominator for part in harm.values()])
    ways = [(points, int(part * whole)) for points, part in sorted(harm.items())]
    still = whole - sum([way for _, way in ways])
    counts = distribution(attacks)
    most = max(counts)
    shared = _common([part.denominator for part in counts.values()])
    found = [0] * len(fallen)
    for made in range(most + 1):
        if made in counts:
            weight = int(counts[made] * shared) * whole ** (most - made)
            found = [total + weight * way for total, way in zip(found, fallen)]
        if made < most:
            fallen = _once_more(fallen, ways, still, target)
    return found, every * shared * whole**most


def _once_more(fallen: list[int], ways: list[tuple[int, int]], still: int, target: Target) -> list[int]:
    """One attack later: a model loses no more wounds than it has left. [WH40K-9.14]"""
    found = [way * still for way in fallen]
    found[-1] = fallen[-1] * (still + sum([way for _, way in ways]))  # all are slain: the rest is lost
    for gone in range(len(fallen) - 1):
        here = fallen[gone]
        if here:
            left = target.wounds - gone % target.wounds
            for points, way in ways:
                found[gone + min(points, left)] += here * way
    return found


def _common(numbers: list[int]) -> int:
    """The least number that all divide."""
    whole = 1
    for number in numbers:
        whole *= Fraction(number, whole).numerator
    return whole
