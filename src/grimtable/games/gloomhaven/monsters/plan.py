"""How a monster acts [GLOOMHAVEN-20]: given a position, every legal outcome. The players choose among ties.

Nothing here changes the state. `focuses` finds the enemies a monster may focus on, `outcomes` where it may end its move
and whom it may attack from there. Summons of characters follow the same rules [GLOOMHAVEN-20.33].
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from grimtable.games.gloomhaven.components import CHARACTER, MUDDLE, NONE, OBJECTIVE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.hexes import Pattern, shifts, turns
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK
from grimtable.games.gloomhaven.monsters.back import ways_to
from grimtable.games.gloomhaven.paths import HARM, NO_WAY, Ways, end_cost, may_stop, ways
from grimtable.games.gloomhaven.rooms import ability_initiative, leading_initiative
from grimtable.games.gloomhaven.state import Gloomhaven

ALL: Final = 99  # so many targets: every enemy in reach
OBJECT_INITIATIVE: Final = 99  # [GLOOMHAVEN-22.5]
Key = tuple[int, ...]
Group = tuple[tuple[Figure, ...], tuple[Hex, ...]]  # targets, and the hexes of the area


class Plan(NamedTuple):
    """What the card lets a monster do: its move, and the attack that follows."""

    move: int
    mode: int  # WALK, JUMP or FLY
    reach: int  # 1 for melee, or without an attack [GLOOMHAVEN-20.4]
    is_ranged: bool  # disadvantage against adjacent targets
    targets: int  # 0: no attack, or disarmed
    pattern: Pattern = ()
    is_melee_pattern: bool = False


class Outcome(NamedTuple):
    """One legal way to act: whom the monster focuses on, where it ends its move, whom it attacks from there."""

    focus: Figure
    hex: Hex
    targets: tuple[Figure, ...]  # none if it cannot attack this turn
    spot: tuple[Hex, ...]  # the hexes of the area


class Sight:
    """What one plan looks like from every hex; filled as it is asked for."""

    __slots__ = ("foes", "found", "groups", "me", "plan", "s", "shapes")

    def __init__(self, s: Gloomhaven, me: Figure, plan: Plan) -> None:
        self.s = s
        self.me = me
        self.plan = plan
        self.foes = [other for other in s.enemies(me) if s.may_target(me, other)]  # [GLOOMHAVEN-20.2]
        self.found: Ways = ways(s, me, plan.mode)
        self.groups: dict[Hex, list[Group]] = {}
        self.shapes: tuple[Pattern, ...] = ()
        if plan.pattern and plan.targets:
            self.shapes = turns(plan.pattern) if plan.is_melee_pattern else shifts(plan.pattern)

    def price(self, at: Hex) -> int:
        """Negative hexes on the way there (HARM each) and movement points."""
        if not may_stop(self.s, self.me, at, self.plan.mode):
            return NO_WAY
        return end_cost(self.s, self.found, at)

    def in_reach(self, at: Hex) -> list[Figure]:
        """[GLOOMHAVEN-13.4] Whom it could attack from a hex, in range and sight."""
        ground, reach = self.s.ground(), self.plan.reach
        row, where = ground.row(at), self.s.hex
        return [f for f in self.foes if row[where[f]] <= reach and ground.sees(at, where[f])]

    def covers(self, at: Hex) -> list[tuple[list[Figure], tuple[Hex, ...]]]:
        """[GLOOMHAVEN-13.17, GLOOMHAVEN-13.18] The ways to lay the pattern from a hex so that it hits somebody."""
        s, layout, ground = self.s, self.s.layout(), self.s.ground()
        anchors: list[Hex] = [at]
        row = ground.row(at)
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        spots: dict[tuple[Hex, ...], None] = {}
        if self.plan.is_melee_pattern:
            spots = {layout.placed(at, shape): None for shape in self.shapes}
        else:
            for foe in self.foes:
                for shape in self.shapes:
                    for q, r in shape:
                        anchors = list(layout.placed(s.hex[foe], ((-q, -r),)))
                        if anchors:
                            spots[layout.placed(anchors[0], shape)] = None
        for spot in spots:
            if not self.plan.is_melee_pattern and not any([row[h] <= self.plan.reach for h in spot]):
                continue
            hit = tuple([f for f in self.foes if s.hex[f] in spot and ground.sees(at, s.hex[f])])
            if hit:
                found.setdefault(hit, spot)
        return [(list(hit), spot) for hit, spot in found.items()]

    def from_hex(self, at: Hex) -> list[Group]:
        """[GLOOMHAVEN-20.21] Every group of targets it could attack from a hex."""
        known = self.groups.get(at)
        if known is None:
            known = self.groups[at] = self._groups(at)
        return known

    def _groups(self, at: Hex) -> list[Group]:
        single = self.in_reach(at)
        if not self.shapes:
            count = min(max(self.plan.targets, 1), len(single))
            return [(group, ()) for group in combinations(single, count)] if count else []
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        for hit, spot in self.covers(at):
            others = [f for f in single if f not in hit]
            for more in combinations(others, min(self.plan.targets - 1, len(others))):
                found.setdefault(tuple(sorted([*hit, *more])), spot)
        return list(found.items())

    def can_attack(self, at: Hex, foe: Figure) -> bool:
        """Whether some attack from a hex could hit this enemy."""
        s, ground, where = self.s, self.s.ground(), self.s.hex
        if not self.shapes or self.plan.targets > 1:
            if ground.row(at)[where[foe]] <= self.plan.reach and ground.sees(at, where[foe]):
                return True
            if not self.shapes:
                return False
        if not ground.sees(at, where[foe]):
            return False
        layout, row = s.layout(), ground.row(at)
        if self.plan.is_melee_pattern:
            return any([where[foe] in layout.placed(at, shape) for shape in self.shapes])
        for shape in self.shapes:
            for q, r in shape:
                for anchor in layout.placed(where[foe], ((-q, -r),)):
                    if any([row[h] <= self.plan.reach for h in layout.placed(anchor, shape)]):
                        return True
        return False

    def disadvantage(self, at: Hex, foe: Figure) -> bool:
        """[GLOOMHAVEN-13.2] A ranged attack on an adjacent enemy; the muddled have it anyway."""
        return self.plan.is_ranged and not self.s.has(self.me, MUDDLE) and self.s.hex[foe] in self.s.ground().near[at]


# ---------------------------------------------------------------- focus
def focus_initiative(s: Gloomhaven, figure: Figure) -> int:
    """[GLOOMHAVEN-20.6] Doubled, so that a summon comes just before its summoner."""
    sort = s.sort[figure]
    if sort == SUMMON:
        return 2 * leading_initiative(s, s.owner[figure]) - 1
    if sort == CHARACTER:
        return 2 * s.notes.get(f"focus_initiative {figure}", leading_initiative(s, figure))
    if sort == OBJECTIVE:
        return 2 * OBJECT_INITIATIVE
    return 2 * ability_initiative(s, TYPE_DECK[s.kind[figure]])


def focuses(s: Gloomhaven, me: Figure, plan: Plan) -> list[Figure]:
    """The enemies it may focus on; more than one if they are tied.

    [GLOOMHAVEN-20.3, GLOOMHAVEN-20.5, GLOOMHAVEN-20.6]
    """
    return focuses_of(Sight(s, me, plan))


def focuses_of(sight: Sight) -> list[Figure]:
    s = sight.s
    row = s.ground().row(s.hex[sight.me])
    order = sorted([(sight.price(at), at) for at in range(s.ground().size)])
    best: Key = (NO_WAY,)
    found: list[Figure] = []
    for foe in sight.foes:
        for price, at in order:
            if price >= NO_WAY or price > best[0]:
                break
            if sight.can_attack(at, foe):
                key = (price, row[s.hex[foe]], focus_initiative(s, foe))
                if key < best:
                    best, found = key, [foe]
                elif key == best:
                    found.append(foe)
                break
    return found


def ranks(s: Gloomhaven, me: Figure, foes: list[Figure]) -> dict[Figure, int]:
    """[GLOOMHAVEN-20.11] Enemies in the order of proximity and initiative; equal ones share a rank."""
    row = s.ground().row(s.hex[me])
    keys = sorted({(row[s.hex[foe]], focus_initiative(s, foe)) for foe in foes})
    return {foe: keys.index((row[s.hex[foe]], focus_initiative(s, foe))) for foe in foes}


# ---------------------------------------------------------------- movement and targets
def outcomes(s: Gloomhaven, me: Figure, plan: Plan, focus: Figure = NONE) -> list[Outcome]:
    """Every legal outcome, for one focus or for all that are tied. None if it has no focus [GLOOMHAVEN-20.7]."""
    sight = Sight(s, me, plan)
    found: list[Outcome] = []
    for foe in [focus] if focus != NONE else focuses_of(sight):
        found += outcomes_for(sight, foe)
    return found


def outcomes_for(sight: Sight, focus: Figure) -> list[Outcome]:
    """[GLOOMHAVEN-20.10, GLOOMHAVEN-20.13] Where it ends its move for this focus, and whom it then attacks."""
    best, groups = best_groups(sight, focus)
    if not groups:
        return []
    ends = best_ends(sight, focus, best, groups)
    if best[1] == 0:  # within reach of this move
        attacks = sight.plan.targets > 0
        found = [Outcome(focus, at, group if attacks else (), spot if attacks else ()) for at, (group, spot) in ends]
        return list(dict.fromkeys(found))
    moves: dict[Hex, None] = {}
    for at in dict.fromkeys([at for at, _ in ends]):
        moves |= dict.fromkeys(approaches(sight, at))
    return [Outcome(focus, at, (), ()) for at in moves]


def best_groups(sight: Sight, focus: Figure) -> tuple[Key, list[tuple[Figure, ...]]]:
    """[GLOOMHAVEN-20.11] The targets worth most.

    Fewest negative hexes on the way, in reach of this move, no disadvantage against the focus, most targets, least
    movement, then the others by proximity and initiative.
    """
    s, me, plan = sight.s, sight.me, sight.plan
    rank = ranks(s, me, sight.foes)
    count = max(rank.values(), default=0) + 1
    best: Key = (NO_WAY,)
    found: dict[tuple[Figure, ...], None] = {}
    for at in range(s.ground().size):
        price = sight.price(at)
        if price >= NO_WAY:
            continue
        harm, cost = price // HARM, price % HARM
        far = int(cost > plan.move)
        if (harm, far) > best[:2]:
            continue
        bad = int(sight.disadvantage(at, focus))
        for group, _ in sight.from_hex(at):
            if focus not in group:
                continue
            of_rank = [0] * count
            for foe in group:
                of_rank[rank[foe]] -= 1
            key = (harm, far, bad, -len(group), cost, *of_rank)
            if key < best:
                best, found = key, {group: None}
            elif key == best:
                found[group] = None
    return best, list(found)


def best_ends(sight: Sight, focus: Figure, best: Key, groups: list[tuple[Figure, ...]]) -> list[tuple[Hex, Group]]:
    """[GLOOMHAVEN-20.11] From where to attack one of these groups: least disadvantage, then least movement."""
    least: Key = (NO_WAY,)
    found: list[tuple[Hex, Group]] = []
    for at in range(sight.s.ground().size):
        price = sight.price(at)
        if price >= NO_WAY or (price // HARM, int(price % HARM > sight.plan.move)) != best[:2]:
            continue
        if int(sight.disadvantage(at, focus)) != best[2]:
            continue
        for group, spot in sight.from_hex(at):
            if group in groups:
                key = (sum([sight.disadvantage(at, foe) for foe in group]), price % HARM)
                if key < least:
                    least, found = key, [(at, (group, spot))]
                elif key == least:
                    found.append((at, (group, spot)))
    return found


def approaches(sight: Sight, to: Hex) -> list[Hex]:
    """Out of reach: fewest negative hexes in all, the shortest rest of the way, least movement.

    [GLOOMHAVEN-20.13, GLOOMHAVEN-20.15]
    """
    s, me, plan = sight.s, sight.me, sight.plan
    rest = ways_to(s, me, plan.mode, to)
    best: Key = (NO_WAY,)
    found: list[Hex] = []
    for at in range(s.ground().size):
        price = sight.price(at)
        if price >= NO_WAY or price % HARM > plan.move or rest[at] >= NO_WAY:
            continue
        key = (price // HARM + rest[at] // HARM, rest[at] % HARM, price % HARM)
        if key < best:
            best, found = key, [at]
        elif key == best:
            found.append(at)
    return found
