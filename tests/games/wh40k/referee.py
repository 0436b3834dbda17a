"""A referee who sees the public log and the datasheets, and nothing else: no position, and no rule of the game's code.

He reckons every roll to its end: hits, wounds, saves, damage, mortal wounds, Morale, psychic tests, charges.
What depends on where models stand (ranges, auras, cover) he takes from the needs and modifiers that are told, and
checks what they lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    ARMIES,
    LINES,
    POWER_OF,
    POWERS,
    PROFILES,
    SHEET_OF,
    SHEETS,
    WEAPON_OF,
    WEAPONS,
    Characteristics,
    Effect,
    WeaponProfile,
)
from grimtable.kernel.values import Event

DEALT = ("gift", "slam", "host", "power", "throttle", "mortal_wounds")  # rolls that mortal wounds follow


class Foul(Exception):
    """An event that does not follow from those before it."""


class Roll(NamedTuple):
    player: int
    purpose: str
    first: tuple[int, ...]
    faces: tuple[int, ...]
    need: int
    add: int
    again: tuple[int, ...]
    sides: int

    def total(self) -> int:
        return sum([(face + 1) // 2 if self.sides == 3 else face for face in self.faces]) + self.add

    def results(self) -> list[int]:
        return [max(1, face + self.add) for face in self.faces]

    def passed(self) -> list[bool]:
        """Die by die; a natural 1 fails."""
        return [face > 1 and result >= self.need for face, result in zip(self.faces, self.results())]


def wound_need(strength: int, toughness: int) -> int:
    table = [(strength >= 2 * toughness, 2), (strength > toughness, 3), (strength == toughness, 4)]
    return next((need for fits, need in table if fits), 6 if 2 * strength <= toughness else 5)


def sheet_in(label: str) -> int:
    return SHEET_OF[label.partition(".")[0]]


def lines_of(label: str) -> list[Characteristics]:
    return [line for line in LINES if line.sheet == sheet_in(label)]


def column(label: str, name: str, printed: Callable[[Characteristics], int]) -> set[int]:
    """What a characteristic of a unit may be: as printed, or in a row of its damage table."""
    found = {printed(line) for line in lines_of(label)}
    for line in lines_of(label):
        found |= {int(value) for _, row in line.rows for key, value in row if key == name}
    return found


def muster_of(armies: Sequence[str]) -> list[tuple[str, list[int]]]:
    """The units of two armies as events name them, with the wounds of their models."""
    units = [unit for army in armies for unit in ARMIES[army].units]
    return [
        (f"{SHEETS[unit.sheet].name}.{number}", [LINES[line].wounds for line, _ in unit.models])
        for number, unit in enumerate(units)
    ]


class Referee:
    """Reads a log from its beginning; `judge` raises Foul at the first event that does not follow."""

    def __init__(self, events: Sequence[Event], muster: Sequence[tuple[str, Sequence[int]]]) -> None:
        self.log = [event for event in events if event.kind not in ("underdog", "shot")]
        self.at = 0
        self.wounds: list[int] = []  # by model
        self.full: list[int] = []
        self.phase = ""
        self.firing = ""  # who fires Overwatch
        self.slain: dict[str, int] = {}  # by unit, this turn
        self.gone: set[str] = set()
        self.seen: dict[str, int] = {}  # how often each kind of thing was reckoned
        self.crew: dict[str, list[int]] = {}
        self.deployed = False
        for label, wounds in muster:
            self.crew[label] = list(range(len(self.full), len(self.full) + len(wounds)))
            self.full += wounds
        self.wounds = list(self.full)

    # ------------------------------------------------------------ reading
    def peek(self) -> Event:
        return self.log[self.at] if self.at < len(self.log) else Event("end", (), (), frozenset())

    def kind(self) -> str:
        return self.peek().kind

    def take(self, kind: str) -> tuple[Any, ...]:
        event = self.peek()
        if event.kind != kind:
            raise Foul(f"{self.at}: {kind} should come, not {event.kind} {event.public}")
        self.at += 1
        return event.public

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            raise Foul(
                f"{self.at - 1}: {what}, after {[(e.kind, e.public) for e in self.log[max(0, self.at - 6) : self.at]]}"
            )

    def count(self, what: str) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1

    def rolls(self, purpose: str) -> bool:
        """Whether the next dice are rolled for this; the Underdog's re-roll is told before the roll it belongs to."""
        at = self.at
        while at < len(self.log) and self.log[at].kind == "underdog_rerolled":
            at += 1
        return at < len(self.log) and self.log[at].kind == "rolled" and self.log[at].public[1] == purpose

    def roll(self, purpose: str, dice: int = 0) -> Roll:
        spent = []
        while self.kind() == "underdog_rerolled":
            spent.append(self.take("underdog_rerolled"))
        found = Roll(*self.take("rolled"))
        self.check(found.purpose == purpose, f"dice for {purpose} should be rolled")
        self.check(len(found.first) == len(found.faces) and (not dice or len(found.faces) == dice), f"{dice} dice")
        self.check(all(1 <= face <= 6 for face in found.first + found.faces), "faces of dice")
        self.check(len(set(found.again)) == len(found.again), "a die is rolled again once")
        for place, (old, new) in enumerate(zip(found.first, found.faces)):
            self.check(old == new or place in found.again, "a die that was not rolled again has changed")
        for _, old, new, _ in spent:
            places = [n for n in found.again if (found.first[n], found.faces[n]) == (old, new)]
            self.check(bool(places), "the Underdog's die is among those rolled again")
        self.count(purpose)
        return found

    # ------------------------------------------------------------ the course of the battle
    def judge(self) -> dict[str, int]:
        while self.at < len(self.log):
            self.next()
        return self.seen

    def next(self) -> None:
        rules: dict[str, Callable[[], None]] = {
            "attacked": self.attack,
            "tries": self.psychic,
            "mortal_wounds": self.other_mortal_wounds,
            "rolled": self.other_roll,
            "underdog_rerolled": self.other_roll,
            "slain": self.other_death,
            "charged": self.stray,
            "charge_failed": self.stray,
            "morale": self.stray,
            "manifested": self.stray,
            "wounded": self.stray,
            "hit": self.stray,
            "wound": self.stray,
            "wounds_lost": self.stray,
            "denied": self.stray,
        }
        event = self.peek()
        if event.kind in rules:
            rules[event.kind]()
            return
        self.at += 1
        if event.kind == "turn":
            self.slain = {}
        elif event.kind == "phase":
            self.phase, self.firing = event.public[1], ""
        elif event.kind == "overwatch":
            self.firing = event.public[0]
        elif event.kind == "joined":
            self.joined(event)
        elif event.kind == "deployed":
            self.deployed = True
        elif event.kind == "split":
            self.split(*event.public)
        elif event.kind == "healed":
            self.wounds[event.public[1]] = event.public[2]
        elif event.kind in ("destroyed", "no_room"):
            self.gone.add(event.public[0])

    def stray(self) -> None:
        self.at += 1
        self.check(False, "nothing led to this")

    def split(self, old: str, new: str) -> None:
        """Half of a squad before deployment, one model of a brood after it."""
        models = self.crew[old]
        parted = models[1:2] if self.deployed else models[len(models) // 2 :]
        self.crew[new] = parted
        self.crew[old] = [model for model in models if model not in parted]

    def joined(self, event: Event) -> None:
        label, count, models = event.public
        self.check(len(models) == count, "as many join as are named")
        for model in models:
            while len(self.full) <= model:
                self.full.append(lines_of(label)[0].wounds)
                self.wounds.append(0)
            self.crew[label] += [model] if model not in self.crew[label] else []
            self.check(self.wounds[model] <= 0, "who joins was gone or is new")
            self.wounds[model] = self.full[model]

    # ------------------------------------------------------------ attacks
    def effects(self, unit: str, profile: WeaponProfile, foe: str) -> list[Effect]:
        """Those of a unit's own abilities and of its weapon that look at dice of attacks, as far as they count now."""
        found = list(profile.effects)
        for ability in SHEETS[sheet_in(unit)].abilities:
            found += ABILITY_EFFECTS[ability]
        words = SHEETS[sheet_in(foe)].keywords
        return [
            e
            for e in found
            if (not e.phase or e.phase == self.phase)
            and (not e.ranged or profile.type != "melee")
            and all([name != "target_keyword" or value in words for name, value in e.conditions])
        ]

    def attack(self) -> None:
        """[WH40K-9.1] One weapon, or several that are alike, from the number of attacks to the last casualty."""
        unit, target, weapon, number, count, (dice, _, plus), half, strength = self.take("attacked")
        row = PROFILES[WEAPONS[WEAPON_OF[weapon]].profiles[number]]
        if row.type != "melee" and (dice, plus) != (0, 1):
            times = count * (2 if row.type == "rapid_fire" and half else 1)
            self.check((dice, plus) == (times * row.attacks.dice, times * row.attacks.plus), "the number of attacks")
        if row.strength.isdigit():
            self.check(strength == int(row.strength), "the Strength of the weapon")
        attacks = self.attacks(row, plus)
        hits = self.hits(unit, target, row, attacks)
        burnt = hits[1]
        if hits[0] and (row.damage.plus or row.damage.dice):
            if self.kind() != "struck":
                self.wounds_of(unit, target, row, hits[0], half, strength)
            while self.kind() == "struck":
                self.wounds_of(unit, self.take("struck")[0], row, hits[0], half, strength)
        if burnt and self.kind() == "overheated":
            while self.kind() == "overheated":
                self.check(self.take("overheated")[:2] == (unit, weapon), "who overheats")
                self.fallen() if self.kind() == "slain" else self.other_mortal_wounds()
        self.check(burnt or self.kind() != "overheated", "nothing was punished")
        self.count("attack")

    def attacks(self, row: WeaponProfile, plus: int) -> int:
        several = [e for e in row.effects if e.op == "hit_rolls_per_attack"]
        made = plus
        extra = 0
        while self.rolls("attacks"):
            extra += self.roll("attacks").total()
        if several and several[0].amount.dice:
            return extra
        return (made + extra) * (several[0].value if several else 1)

    def hits(self, unit: str, target: str, row: WeaponProfile, attacks: int) -> tuple[int, bool]:
        """[WH40K-9.2, WH40K-9.3, WH40K-10.8]"""
        if self.kind() == "auto_hit":
            self.check(self.take("auto_hit") == (attacks,), "as many hits as attacks")
            return attacks, False
        effects = self.effects(unit, row, target)
        overwatch = self.phase == "charge" and unit == self.firing and row.type != "melee"
        found, burnt, first = 0, False, True
        while attacks:
            roll = self.roll("hit", attacks)
            attacks = 0
            skills = (
                column(unit, "WS", lambda line: line.ws)
                if row.type == "melee"
                else column(unit, "BS", lambda line: line.bs)
            )
            self.check((roll.need, roll.add) == (6, 0) if overwatch else roll.need in skills, "the skill")
            for face, result, passed in zip(roll.faces, roll.results(), roll.passed()):
                sure = any([e.op == "natural_success" and e.value == face for e in effects])
                if passed or sure:
                    found += max([e.value for e in effects if e.op == "extra_hits" and result >= e.at_least], default=1)
                burnt = burnt or result == 1
                more = [
                    e for e in effects if e.op == "extra_attack_on" and (face if e.natural else result) >= e.at_least
                ]
                attacks += 1 if more and first else 0
            first = False
        self.check(self.take("hit") == (found,), f"{found} hits")
        return found, burnt

    def wounds_of(self, unit: str, target: str, row: WeaponProfile, hits: int, half: bool, strength: int) -> None:
        """[WH40K-9.4, WH40K-9.5] Wound rolls, then wound by wound: save, damage, lost wounds; mortal wounds on top."""
        roll = self.roll("wound", hits)
        while self.rolls("mortal_wounds"):
            self.roll("mortal_wounds")
        scored, told, toughness = self.take("wound")
        fixed = [e.value for e in row.effects if e.op == "wound_on" and toughness > strength]
        self.check(told == strength, "the Strength")
        self.check(roll.need == min([wound_need(strength, toughness), *fixed]), "Strength against Toughness")
        self.check(scored == sum(roll.passed()), f"{sum(roll.passed())} wounds")
        effects = self.effects(unit, row, target)
        wounds: list[tuple[int, Any]] = []
        for result, passed in zip(roll.results(), roll.passed()):
            ap, damage = row.ap, row.damage
            for e in effects:
                if e.op in ("set", "modify") and result >= e.at_least:
                    ap = e.value if e.op == "set" else ap + e.value
                    damage = e.amount if e.amount.plus else damage
            wounds += [(ap, damage)] if passed else []
        spills = bool([1 for e in row.effects if e.op == "excess_damage_carries_over"])
        best = [e.value for e in row.effects if e.op == "damage_best_of" and half]
        self.casualties(target, row, wounds, best[0] if best else 1, spills)
        if self.kind() == "mortal_wounds":
            self.mortal_wounds()
        self.count("volley")

    def casualties(
        self, target: str, row: WeaponProfile, wounds: list[tuple[int, Any]], best: int, spills: bool
    ) -> None:
        for place, (ap, damage) in enumerate(wounds):
            if target in self.gone:
                return
            if self.kind() == "wounds_lost":
                self.check(self.take("wounds_lost")[1] == len(wounds) - place, "the wounds that are lost")
                return
            if self.saved(target, row, ap):
                continue
            points = damage.plus
            if damage.dice:
                points = max([self.roll("damage").total() for _ in range(best)])
            if self.rolls("shielding"):
                points = 0 if self.roll("shielding").faces[0] < points else points
            if self.rolls("ramshackle"):
                points = 1 if self.roll("ramshackle").faces[0] == 6 else points
            left = points - self.lose(points)
            while left and spills and target not in self.gone and self.kind() != "wounds_lost":
                left -= self.lose(left)

    def saved(self, target: str, row: WeaponProfile, ap: int) -> bool:
        """[WH40K-9.10, WH40K-9.17, WH40K-9.18] The armour with AP and cover, or an invulnerable save with nothing."""
        saves = {line.save for line in lines_of(target)}
        if not self.rolls("save"):
            self.check(max(saves) - ap > 6, "a save was possible")
            return False
        roll = self.roll("save", 1)
        cover = (0,) if row.type == "melee" else (0, 1)
        armour = roll.need in saves and roll.add - ap in cover
        self.check(armour or roll.add == 0, f"a save with AP {ap}")
        return roll.passed()[0]

    def lose(self, points: int) -> int:
        """[WH40K-9.12, WH40K-9.13, WH40K-9.23] One model takes wounds; how many points that used up."""
        used = 0
        lost = 0
        while self.kind() not in ("wounded", "slain"):
            if self.rolls("ignore_wound"):
                used += sum(self.roll("ignore_wound", 1).passed())
            elif self.rolls("guard"):
                if self.roll("guard", 1).passed()[0]:
                    used += 1
                    self.mortal_wounds()
            else:
                self.check(False, f"somebody should lose {points} wounds, not {self.peek()}")
        if self.kind() == "slain":
            model, lost = int(self.peek().public[1]), int(self.peek().public[2])
            self.check(
                lost == self.wounds[model] and used + lost <= points,
                f"a model with {self.wounds[model]} wounds is slain",
            )
            self.fallen()
            return used + lost
        _, model, left, lost = self.take("wounded")
        self.check(left > 0 and self.wounds[model] - lost == left, f"a model had {self.wounds[model]} wounds")
        self.check(used + lost == points, f"{points} wounds")
        self.wounds[model] = left
        self.count("wounded")
        return points

    # ------------------------------------------------------------ deaths and mortal wounds
    def fallen(self) -> None:
        """[WH40K-9.13, WH40K-19.5] A model is slain; then what its death does, and perhaps the end of its unit."""
        label, model, _ = self.take("slain")
        self.check(model in self.crew[label] and self.wounds[model] > 0, "who is slain was alive")
        self.wounds[model] = 0
        self.slain[label] = self.slain.get(label, 0) + 1
        self.count("slain")
        while True:
            if self.rolls("explode"):
                self.explosion()
            elif self.rolls("banner"):
                if not self.roll("banner", 1).passed()[0]:
                    self.check(self.kind() != "last_action", "the banner failed")
            elif self.kind() in ("last_action", "disembarked", "joined"):
                self.next()
            elif self.kind() == "attacked" and self.log[self.at - 1].kind == "last_action":
                self.attack()
            elif self.rolls("bail_out"):
                self.wreck()
            elif self.kind() == "destroyed" and self.peek().public[0] == label:
                self.next()
                return
            else:
                return

    def other_death(self) -> None:
        """One that no attack and no mortal wound led to: for want of room, or of a way to go."""
        before = self.log[self.at - 1]
        dealt = before.kind == "rolled" and Roll(*before.public).purpose in DEALT
        self.check(not dealt, "mortal wounds are told before who is slain by them")
        self.fallen()

    def wreck(self) -> None:
        """[WH40K-13.9] For each 1 one of those who got out is slain."""
        for _ in range(self.roll("bail_out").faces.count(1)):
            self.fallen()

    def explosion(self) -> None:
        roll = self.roll("explode", 1)
        self.check(
            (self.kind() == "exploded" or self.rolls("explosion_range")) == roll.passed()[0], "whether it explodes"
        )
        if not roll.passed()[0]:
            return
        if self.rolls("explosion_range"):
            self.roll("explosion_range")
        self.take("exploded")
        self.blast()

    def blast(self) -> None:
        while self.rolls("mortal_wounds"):
            total = self.roll("mortal_wounds").total()
            if self.kind() == "mortal_wounds":
                self.check(self.peek().public[1] == total, f"{total} mortal wounds")
                self.mortal_wounds()
        while self.kind() == "mortal_wounds":
            self.mortal_wounds()

    def mortal_wounds(self, one_model: bool = False) -> None:
        """[WH40K-9.21, WH40K-9.22] One wound each, on to the next model; on one model alone the rest is lost."""
        label, count = self.take("mortal_wounds")
        self.count("mortal_wounds")
        while count > 0 and label not in self.gone:
            count -= self.lose(count if one_model else 1)
            if one_model:
                return

    def other_mortal_wounds(self) -> None:
        """Those that follow from the roll told last: so many ones, so many successes, or the number rolled."""
        before = self.log[self.at - 1]
        count = self.peek().public[1]
        if before.kind == "rolled":
            roll = Roll(*before.public)
            if roll.purpose == "throttle":
                self.check(count == roll.faces.count(1), "one for each 1")
            elif roll.purpose == "power":
                hit = sum([face + roll.add >= roll.need for face in roll.faces])
                self.check(not roll.need or hit in (0, count), "one for each success")  # after none, another's follow
            elif roll.purpose in ("gift", "slam", "host"):
                self.check(roll.passed()[0], "the roll failed")
            elif roll.purpose == "mortal_wounds":
                totals = []
                at = self.at - 1
                while at >= 0 and self.log[at].kind == "rolled" and self.log[at].public[1] == "mortal_wounds":
                    totals.append(Roll(*self.log[at].public).total())
                    at -= 1
                self.check(count in (totals[0], sum(totals)), f"{totals} mortal wounds")
        self.mortal_wounds()

    # ------------------------------------------------------------ tests
    def psychic(self) -> None:
        """[WH40K-6.6, WH40K-6.8, WH40K-6.12] A psychic test, Perils, and an attempt to deny."""
        unit, name = self.take("tries")
        roll = self.roll("psychic", 2)
        self.check(roll.need == POWERS[POWER_OF[name]].warp_charge, "the warp charge")
        total = roll.total()
        if self.kind() == "halved":
            self.check(self.take("halved") == (unit, (total + 1) // 2), "half of the test")
            total = (total + 1) // 2
        words = [e for ability in SHEETS[sheet_in(unit)].abilities for e in ABILITY_EFFECTS[ability]]
        wild = [e for e in words if e.op == "perils_if" and total >= e.at_least]
        self.check(
            (self.kind() == "perils") == (roll.faces in ((1, 1), (6, 6)) or bool(wild)), "whether there are Perils"
        )
        if self.kind() == "perils":
            self.perils(unit)
        if unit in self.gone or total < roll.need:
            self.check(self.take("not_manifested") == (unit, name, total), f"a test of {total} fails")
            return
        self.check(self.take("manifested") == (unit, name, total), f"a test of {total} manifests")
        if self.rolls("deny"):
            deny = self.roll("deny", 2)
            self.check(deny.need == total + 1, "more than the test")
            kind = "denied" if deny.total() > total else "not_denied"
            self.check(self.take(kind)[1] == deny.total(), "the total of the denial")
        if self.kind() == "affected" and name == "smite":
            self.take("affected")
            self.check(self.roll("mortal_wounds").sides == (6 if total >= 11 else 3), "D3, or D6 from 11 on")

    def perils(self, unit: str) -> None:
        self.take("perils")
        total = self.roll("mortal_wounds", 1).total()
        self.check(self.peek().public[1] == total, f"{total} mortal wounds of Perils")
        psyker = SHEETS[sheet_in(unit)].psyker
        self.mortal_wounds(psyker is not None and not psyker.whole_unit)
        if unit in self.gone:
            self.blast()

    def other_roll(self) -> None:
        """Rolls that stand for themselves: what follows from them comes next."""
        at = self.at
        while self.log[at].kind == "underdog_rerolled":
            at += 1
        purpose = self.log[at].public[1]
        self.check(
            purpose not in ("hit", "wound", "save", "damage", "ignore_wound", "psychic", "deny"),
            f"stray dice for {purpose}",
        )
        if purpose in ("explode", "bail_out"):
            self.explosion() if purpose == "explode" else self.wreck()
            return
        roll = self.roll(purpose)
        if purpose == "charge" and self.kind() in ("charged", "charge_failed"):
            self.check(self.peek().public[1] == max(0, roll.total()), f"a charge of {roll.total()}")
            self.at += 1
        elif purpose == "charge":
            self.check(False, "a charge is made or fails")
        elif purpose == "morale":
            self.morale(roll)
        elif purpose == "advance":
            best = max(roll.faces)
            ways = {max(1, best + roll.add), max(1, (best + 1) // 2 + roll.add)}
            if self.kind() == "advances":
                self.check(self.take("advances")[1] in ways, f"an Advance of {best}")

    def morale(self, roll: Roll) -> None:
        """[WH40K-12.2, WH40K-12.3, WH40K-12.4]"""
        unit, total, limit = self.take("morale")
        self.check(roll.add == self.slain.get(unit, 0), f"{self.slain.get(unit, 0)} were slain")
        self.check(total == roll.total(), f"a Morale test of {roll.total()}")
        excess = max(0, total - limit)
        if self.rolls("mortal_wounds"):  # heads are broken instead
            self.check(excess > 0, "the test was passed")
            return
        alive = [model for model in self.crew[unit] if self.wounds[model] > 0]
        if self.rolls("keep_order"):
            excess -= sum(self.roll("keep_order").passed())
        fled = 0
        while self.kind() == "fled":
            label, model = self.take("fled")
            self.check(label == unit and self.wounds[model] > 0, "who flees was there")
            self.wounds[model] = -1
            fled += 1
        self.check(fled == max(0, min(excess, len(alive))), f"{excess} flee")
