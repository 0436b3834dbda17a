"""The position as one character sees it: made once per decision, and asked for every hex and every line of a card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grimtable.games.gloomhaven.advice.foes import Foe, foes_of, price_of_hp, worth_of_conditions, worth_of_hit
from grimtable.games.gloomhaven.advice.reading import (
    ALL,
    ATTACK,
    AUGMENT,
    GUARD,
    HAMPER,
    HARM,
    HEAL,
    HIDE,
    LASTING,
    LOOT,
    PARTS,
    RECOVER,
    SHAPES,
    Part,
    augment_worth,
)
from grimtable.games.gloomhaven.advice.stamina import price_of_card, rounds_needed
from grimtable.games.gloomhaven.bonuses import op_of, shield
from grimtable.games.gloomhaven.components import (
    CHARACTER,
    DIFFICULT,
    HAZARD,
    IMMOBILIZE,
    NONE,
    POISON,
    TRAP,
    WOUND,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.hexes import shifts
from grimtable.games.gloomhaven.paths import WALK, may_open, may_pass, may_stop, mode_of
from grimtable.games.gloomhaven.state import Gloomhaven

FAR: Final = 60
SPOTS: Final = 12  # of the ways to lay a pattern so many are weighed
TRAPPED: Final = 40
FEAR: Final = 5  # tenths of the harm that keeping away avoids
DEADLY: Final = 6  # for every hit point beyond what is left
NEARER: Final = 5  # a hex nearer to where one wants to be
COIN: Final = 3
MOST_TURNS: Final = 6
Spot = tuple[tuple[Hex, ...], list[Foe]]


class Prospect:
    """What a character can do and what it has to fear, hex by hex."""

    __slots__ = (
        "augment",
        "boosts",
        "card",
        "ends_known",
        "foes",
        "friends",
        "gains",
        "ground",
        "guard",
        "hurts",
        "is_late",
        "layout",
        "me",
        "needed",
        "price",
        "reach",
        "row",
        "s",
        "spots",
        "stands",
        "start",
    )

    def __init__(self, s: Gloomhaven, me: Figure) -> None:
        self.s = s
        self.me = me
        self.start: Hex = s.hex[me]
        self.layout = s.layout()
        self.ground = s.ground()
        self.row = self.ground.row(self.start)
        self.foes = foes_of(s, me)
        self.friends = [f for f in s.allies(me) if s.sort[f] == CHARACTER]
        self.guard = shield(s, me)
        self.price = price_of_hp(s, me)
        self.needed = rounds_needed(s)
        self.card = price_of_card(s, me)
        self.boosts = boosts_of(s, me)
        self.augment = augment_in_force(s, me)
        self.reach = usual_reach(s, me)
        self.is_late = False
        self.hurts: dict[Hex, int] = {}
        self.stands: dict[Hex, int] = {}
        self.gains: dict[Part, dict[Hex, int]] = {}
        self.ends_known: dict[int, list[Hex]] = {}
        self.spots: dict[Part, list[Spot]] = {}

    # ------------------------------------------------------------ where to go
    def ends(self, start: Hex, points: int, jump: bool) -> list[Hex]:
        """Where a move of so many points can end."""
        key = (start * 64 + points) * 2 + int(jump)
        known = self.ends_known.get(key)
        if known is None:
            known = self.ends_known[key] = self._ends(start, points, jump)
        return known

    def _ends(self, start: Hex, points: int, jump: bool) -> list[Hex]:
        s, me = self.s, self.me
        if s.conditions[me] & IMMOBILIZE:
            return [start]
        mode = mode_of(s, me, jump)
        cost = {start: 0}
        levels: list[list[Hex]] = [[] for _ in range(points + 1)]
        levels[0].append(start)
        found = [start]
        shut, terrain, around = self.ground.shut, s.terrain, self.layout.around
        for so_far in range(points + 1):
            for here in levels[so_far]:
                if cost[here] < so_far:
                    continue
                if here != start:
                    if may_stop(s, me, here, mode):
                        found.append(here)
                    if here in shut or (mode == WALK and terrain[here] & (TRAP | HAZARD)):
                        continue
                for there in around[here]:
                    if there == NONE or (there in shut and not may_open(s, there)):
                        continue
                    price = so_far + (2 if mode == WALK and terrain[there] & DIFFICULT else 1)
                    if price > points or price >= cost.get(there, FAR) or not may_pass(s, me, there, mode):
                        continue
                    cost[there] = price
                    levels[price].append(there)
        return found

    # ------------------------------------------------------------ what to fear there
    def hurt(self, at: Hex) -> int:
        """The worth of the hit points that standing here will cost."""
        known = self.hurts.get(at)
        if known is None:
            known = self.hurts[at] = self._hurt(at)
        return known

    def _hurt(self, at: Hex) -> int:
        if self.s.is_unseen(self.me):
            return 0
        soon = later = risk = 0
        for foe in self.foes:
            away = foe.row[at]
            if away > foe.move + foe.reach:
                continue
            price = self.share(foe, away)
            if foe.harm > self.guard:
                soon += price * (foe.harm - self.guard)
                if away <= foe.rival:
                    risk += foe.harm - self.guard
            if foe.usual > self.guard:
                later += price * (foe.usual - self.guard)
        worth = FEAR * max(soon, (2 * soon + later) // 3) // 100
        return worth + DEADLY * max(0, risk + 1 - self.s.hp[self.me])

    def share(self, foe: Foe, away: int) -> int:
        """What a hit point costs if this enemy comes: little if it turns on somebody else, or would do so anyway."""
        if away > foe.rival:
            return self.price
        spared = 7 * foe.rival_price if foe.rival <= foe.move + foe.reach else 0
        price = max(10 * self.price - spared, 2 * self.price)
        return price if away < foe.rival else price // 2

    def stand(self, at: Hex) -> int:
        """The worth of ending the turn on a hex."""
        known = self.stands.get(at)
        if known is None:
            known = self.stands[at] = self._stand(at)
        return known

    def _stand(self, at: Hex) -> int:
        worth = -self.hurt(at)
        s = self.s
        if at != self.start and s.terrain[at] & (TRAP | HAZARD) and not s.flies(self.me):
            worth -= TRAPPED
        if at in s.money:
            worth += COIN
        if at in s.treasure:
            worth += 2 * COIN
        if self.foes:
            nearest = min([foe.row[at] for foe in self.foes])
            worth -= NEARER * max(0, min(nearest, FAR) - self.reach)
        return worth

    # ------------------------------------------------------------ what a line does there
    def gain(self, part: Part, at: Hex) -> int:
        """The worth of a line when it is performed on a hex."""
        return self.gained(part, [at])[at]

    def gained(self, part: Part, hexes: Iterable[Hex]) -> dict[Hex, int]:
        """What a line is worth on these hexes, among others that were asked for before."""
        known = self.gains.get(part)
        if known is None:
            known = self.gains[part] = {}
        for at in hexes:
            if at not in known:
                known[at] = self._gain(part, at)
        return known

    def _gain(self, part: Part, at: Hex) -> int:
        sort = part.sort
        if sort == ATTACK:
            return self.attack(part, at)
        if sort == HEAL:
            return self.healing(part, at)
        if sort == GUARD:
            near = len([1 for foe in self.foes if foe.harm and foe.row[at] <= foe.move + foe.reach])
            return 4 * part.value * min(near, 3)
        if sort == HAMPER:
            worths = [worth_of_conditions(foe, part.conditions) for foe in self.in_reach(at, part.reach)]
            return sum(sorted(worths)[::-1][: part.targets])
        if sort == HARM:
            beside = len([f for f in self.friends if self.s.hex[f] in self.ground.near[at]])
            return 10 * part.value * (len(self.in_reach(at, 1)) - beside)
        if sort == HIDE:
            return self.hurt(at) * 9 // 10
        if sort == LASTING:
            return part.value * min(self.needed, MOST_TURNS) // MOST_TURNS if self.foes else part.value // 4
        if sort == AUGMENT:
            return max(0, part.value - self.augment) if self.foes else 0
        if sort == LOOT:
            s, row = self.s, self.ground.row(at)
            return COIN * len([h for h in (*s.money, *s.treasure) if row[h] <= part.reach])
        if sort == RECOVER:
            return self.recovery(part)
        return 0

    def recovery(self, part: Part) -> int:
        """Cards that come back: one's own lost ones, or discards of somebody."""
        if part.reach == 0:
            return self.card * min(part.value, len(self.s.lost[self.me])) * 2 // 3
        most = max([len(self.s.discard[f]) for f in self.friends], default=0)
        return 4 * min(part.value, most)

    def in_reach(self, at: Hex, reach: int) -> list[Foe]:
        sees = self.ground.sees
        return [foe for foe in self.foes if foe.is_target and foe.row[at] <= reach and sees(at, foe.at)]

    def attack(self, part: Part, at: Hex) -> int:
        if self.s.is_disarmed(self.me):
            return 0
        if part.pattern:
            return self.area(part, at)
        ready = self.in_reach(at, part.reach)
        worths = [self.hit(part, foe, at) for foe in ready]
        if self.is_late:  # who comes nearer is likely, not sure, to stand in reach
            near = [foe for foe in self.foes if foe.is_target and foe not in ready]
            near = [foe for foe in near if foe.row[at] - self.coming(foe) <= part.reach]
            worths += sorted([self.hit(part, foe, at) * 2 // 3 for foe in near])[::-1][:1]
        worths.sort(reverse=True)
        return sum(worths[: part.targets])

    def coming(self, foe: Foe) -> int:
        """How much nearer an enemy will have come before a late turn."""
        away = self.row[foe.at]
        return max(0, min(foe.move, away - foe.reach))

    def hit(self, part: Part, foe: Foe, at: Hex) -> int:
        value = part.value + self.boosts[int(part.is_ranged)]
        near = foe.row[at] == 1
        if part.is_ranged and near and not self.is_late:
            value -= 1  # [GLOOMHAVEN-13.2]
        if part.beside_ally and foe.rival == 1:
            value += part.beside_ally
        if part.alone and not [other for other in self.foes if other.row[foe.at] == 1]:
            value += part.alone
        if part.per_condition:
            value += part.per_condition * foe.conditions.bit_count()
        worth = worth_of_hit(foe, value, part.pierce, part.conditions)
        if foe.back and near:
            worth -= foe.back * self.price
        return worth

    def area(self, part: Part, at: Hex) -> int:
        """The best way to lay a pattern."""
        best = 0
        if part.is_grey:
            for shape in SHAPES[part.pattern]:
                spot = self.layout.placed(at, shape)
                covered = [foe for foe in self.foes if foe.is_target and foe.at in spot]
                best = max(best, sum([self.hit(part, foe, at) for foe in covered]))
            return best
        row = self.ground.row(at)
        for hexes, foes in self.laid(part):
            if min([row[h] for h in hexes]) <= part.reach:
                seen = [foe for foe in foes if self.ground.sees(at, foe.at)]
                best = max(best, sum([self.hit(part, foe, at) for foe in seen]))
        return best

    def laid(self, part: Part) -> list[Spot]:
        """The ways to lay a pattern that has no grey hex which cover most."""
        known = self.spots.get(part)
        if known is None:
            found: dict[tuple[Figure, ...], Spot] = {}
            for foe in self.foes:
                for shape in shifts(part.pattern):
                    for spot in self.layout.placed_over(foe.at, shape):
                        covered = [other for other in self.foes if other.at in spot and other.is_target]
                        found.setdefault(tuple([other.figure for other in covered]), (spot, covered))
            known = self.spots[part] = sorted(found.values(), key=lambda one: -len(one[1]))[:SPOTS]
        return known

    def healing(self, part: Part, at: Hex) -> int:
        """Whoever needs it most in reach."""
        s = self.s
        row = self.ground.row(at)
        who = [self.me] if part.targets != ALL else []
        if part.reach:
            who += [f for f in self.friends if row[s.hex[f]] <= part.reach]
        worths = sorted([worth_of_heal(s, f, part.value) for f in who])[::-1]
        return sum(worths[: part.targets])


def worth_of_heal(s: Gloomhaven, figure: Figure, value: int) -> int:
    """Hit points that are missing; a wound or poison that ends."""
    worth = 6 if s.conditions[figure] & WOUND else 0
    if s.conditions[figure] & POISON:
        return worth + 5
    return worth + min(value, s.max_hp[figure] - s.hp[figure]) * (price_of_hp(s, figure) - 3)


def boosts_of(s: Gloomhaven, me: Figure) -> tuple[int, int]:
    """What active cards add to attacks, melee and ranged."""
    melee = ranged = 0
    for row in s.bonuses:
        if row.figure != me or row.source == NONE:
            continue
        op = op_of(row)
        if row.word == "modify_own_attacks":
            kind = op.text("attack_type")
            melee += 0 if kind == "ranged" else op.number("add")
            ranged += 0 if kind == "melee" else op.number("add")
        elif row.word == "augment":
            melee += sum([given.value for given in op.sub if given.name == "attack_bonus"])
        elif row.word == "charges":
            more = sum([given.value for given in op.ops("grant") if given.name == "attack_bonus"])
            melee, ranged = melee + more, ranged + more
    return melee, ranged


def augment_in_force(s: Gloomhaven, me: Figure) -> int:
    """The worth of the augment that is active."""
    rows = [row for row in s.bonuses if row.word == "augment" and row.figure == me]
    return max([augment_worth(op_of(row)) for row in rows], default=0)


def usual_reach(s: Gloomhaven, me: Figure) -> int:
    """From how far this character attacks: 3 if most of its cards do so."""
    tops = [PARTS[card][0] for card in (*s.hand[me], *s.discard[me], *s.chosen_cards(me))]
    attacks = [part for parts in tops for part in parts if part.sort == ATTACK]
    far = len([part for part in attacks if part.is_ranged])
    return 3 if attacks and 2 * far >= len(attacks) else 1
