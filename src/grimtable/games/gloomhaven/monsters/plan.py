"""How a monster acts [GLOOMHAVEN-20]: given a position, every legal outcome. The players choose among ties.

Nothing here changes the state. `focuses` finds the enemies a monster may focus on, `outcomes` where it may end its move
and whom it may attack from there. Summons of characters follow the same rules [GLOOMHAVEN-20.33].
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from grimtable.games.gloomhaven.components import CHARACTER, MUDDLE, NONE, OBJECTIVE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.hexes import Axial, Pattern, shifts, turns
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK
from grimtable.games.gloomhaven.moments import may_focus, preferred
from grimtable.games.gloomhaven.monsters.back import ways_to
from grimtable.games.gloomhaven.paths import HARM, NO_WAY, Ways, end_cost, may_stop, unmoved, ways
from grimtable.games.gloomhaven.rooms import ability_initiative, leading_initiative
from grimtable.games.gloomhaven.state import FALLEN, Gloomhaven

ALL: Final = 99  # so many targets: every enemy in reach
OBJECT_INITIATIVE: Final = 99  # [GLOOMHAVEN-22.5]
FOCUSED_AS: Final[tuple[str, ...]] = tuple([f"focus_initiative {character}" for character in range(4)])  # notes
FALLEN_LAST: Final = 199  # 99, doubled and one more
BY_WAY: Final = 16  # bits of a focus: the way, the distance, the initiative
BY_DISTANCE: Final = 8
NO_FOCUS: Final = NO_WAY << BY_WAY
NOBODY: Final[Group] = ((), ())
Key = tuple[int, ...]
Group = tuple[tuple[Figure, ...], tuple[Hex, ...]]  # targets, and the hexes of the area
End = tuple[Hex, Group]  # where a move ends, and whom it attacks from there


class Plan:
    """What the card lets a monster do: its move, and the attack that follows. Never changed."""

    __slots__ = ("is_melee_pattern", "is_ranged", "mode", "move", "pattern", "reach", "targets")

    def __init__(
        self,
        move: int,
        mode: int,
        reach: int,
        is_ranged: bool,
        targets: int,
        pattern: Pattern = (),
        is_melee_pattern: bool = False,
    ) -> None:
        self.move = move
        self.mode = mode  # WALK, JUMP or FLY
        self.reach = reach  # 1 for melee, or without an attack [GLOOMHAVEN-20.4]
        self.is_ranged = is_ranged  # disadvantage against adjacent targets
        self.targets = targets  # 0: no attack, or disarmed
        self.pattern = pattern
        self.is_melee_pattern = is_melee_pattern

    def is_same(self, other: Plan) -> bool:
        if self.move != other.move or self.mode != other.mode or self.reach != other.reach:
            return False
        if self.is_ranged != other.is_ranged or self.targets != other.targets:
            return False
        return self.pattern == other.pattern and self.is_melee_pattern == other.is_melee_pattern


class Outcome(NamedTuple):
    """One legal way to act: whom the monster focuses on, where it ends its move, whom it attacks from there."""

    focus: Figure
    hex: Hex
    targets: tuple[Figure, ...]  # none if it cannot attack this turn
    spot: tuple[Hex, ...]  # the hexes of the area


class Sight:
    """What one plan looks like from every hex; filled as it is asked for."""

    __slots__ = (
        "covered",
        "foes",
        "ground",
        "groups",
        "is_single",
        "laid",
        "me",
        "placed",
        "plan",
        "reach",
        "s",
        "shapes",
        "start",
        "stays",
        "way",
        "wide",
    )

    def __init__(self, s: Gloomhaven, me: Figure, plan: Plan, stays: bool = False) -> None:
        self.s = s
        self.me = me
        self.plan = plan
        self.reach = plan.reach
        self.ground = s.ground()
        self.foes = [other for other in s.enemies(me) if s.may_target(me, other)]  # [GLOOMHAVEN-20.2]
        for allows in may_focus.of(s.flags):
            self.foes = [other for other in self.foes if allows(s, me, other)]
        self.stays = stays
        self.start = s.hex[me]
        self.way: Ways | None = None
        self.groups: dict[Hex, list[Group]] = {}
        self.placed: dict[Figure, list[int]] = {}
        self.shapes: tuple[Pattern, ...] = ()
        self.covered: frozenset[Axial] = frozenset()  # where a pattern with a grey hex can lie, seen from that hex
        self.laid: list[
            tuple[tuple[Hex, ...], list[Figure]]
        ] = []  # of a pattern without a grey hex, and whom it covers
        self.wide: dict[Figure, list[Hex]] = {}  # all hexes of such patterns that cover an enemy
        if plan.pattern and plan.targets:
            self.shapes = turns(plan.pattern) if plan.is_melee_pattern else shifts(plan.pattern)
            if plan.is_melee_pattern:
                self.covered = frozenset([offset for shape in self.shapes for offset in shape])
            else:
                self._lay_everywhere()
        self.is_single = plan.targets <= 1 and not self.shapes

    @property
    def ways(self) -> Ways:
        """Found when a hex other than its own matters: who can attack from where it stands looks no further."""
        if self.way is None:
            self.way = unmoved(self.start) if self.stays else ways(self.s, self.me, self.plan.mode)
        return self.way

    def price(self, at: Hex) -> int:
        """Of ending the move here: negative hexes on the way (HARM each) and movement points; NO_WAY if it cannot."""
        if at == self.start:
            return 0
        if self.stays:
            return NO_WAY
        found = self.ways
        if found.cost[at] >= NO_WAY or not may_stop(self.s, self.me, at, found.mode):
            return NO_WAY
        return end_cost(self.s, found, at)

    def places(self, foe: Figure) -> list[int]:
        """From where some attack could hit this enemy: price and hex, the cheapest first."""
        known = self.placed.get(foe)
        if known is None:
            known = self.placed[foe] = self._places(foe)
        return known

    def _places(self, foe: Figure) -> list[int]:
        if self.stays:
            spots = [self.start] if self.can_attack(self.start, foe) else []
        elif self.shapes:
            reached = [at for at, cost in enumerate(self.ways.cost) if cost < NO_WAY]
            spots = [at for at in reached if self.can_attack(at, foe)]
        else:
            spots = list(self.ground.spots(self.s.hex[foe], self.reach))
        found: list[int] = []
        for at in spots:
            price = self.price(at)
            if price < NO_WAY:
                found.append(price << 8 | at)
        found.sort()
        return found

    def _lay_everywhere(self) -> None:
        """[GLOOMHAVEN-13.18] Every way to lay the pattern over somebody."""
        layout, where = self.s.layout(), self.s.hex
        spots: dict[tuple[Hex, ...], None] = {}
        for foe in self.foes:
            mine: dict[Hex, None] = {}
            for shape in self.shapes:
                for q, r in shape:
                    for anchor in layout.placed(where[foe], ((-q, -r),)):
                        spot = layout.placed(anchor, shape)
                        spots[spot] = None
                        mine |= dict.fromkeys(spot)
            self.wide[foe] = list(mine)
        self.laid = [(spot, [f for f in self.foes if where[f] in spot]) for spot in spots]

    def in_reach(self, at: Hex) -> list[Figure]:
        """[GLOOMHAVEN-13.4] Whom it could attack from a hex, in range and sight."""
        ground, reach = self.ground, self.reach
        row, where = ground.row(at), self.s.hex
        return [f for f in self.foes if row[where[f]] <= reach and ground.sees(at, where[f])]

    def covers(self, at: Hex) -> dict[tuple[Figure, ...], tuple[Hex, ...]]:
        """[GLOOMHAVEN-13.17, GLOOMHAVEN-13.18] The ways to lay the pattern from a hex so that it hits somebody."""
        s, ground = self.s, self.ground
        in_sight = [f for f in self.foes if ground.sees(at, s.hex[f])]
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        if self.plan.is_melee_pattern:
            for shape in self.shapes:
                spot = s.layout().placed(at, shape)
                hit = tuple([f for f in in_sight if s.hex[f] in spot])
                if hit:
                    found.setdefault(hit, spot)
            return found
        row, reach = ground.row(at), self.reach
        for spot, foes in self.laid:
            hit = tuple([f for f in foes if f in in_sight])
            if hit and hit not in found and min([row[h] for h in spot]) <= reach:
                found[hit] = spot
        return found

    def from_hex(self, at: Hex) -> list[Group]:
        """[GLOOMHAVEN-20.21] Every group of targets it could attack from a hex."""
        known = self.groups.get(at)
        if known is None:
            known = self.groups[at] = self._groups(at)
        return known

    def _groups(self, at: Hex) -> list[Group]:
        if not self.shapes:
            single = self.in_reach(at)
            count = min(max(self.plan.targets, 1), len(single))
            return [(group, ()) for group in combinations(single, count)] if count else []
        covers = self.covers(at)
        if self.plan.targets <= 1:
            return list(covers.items())
        single = self.in_reach(at)
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        for hit, spot in covers.items():
            others = [f for f in single if f not in hit]
            for more in combinations(others, min(self.plan.targets - 1, len(others))):
                found.setdefault(tuple(sorted([*hit, *more])), spot)
        return list(found.items())

    def can_attack(self, at: Hex, foe: Figure) -> bool:
        """Whether some attack from a hex could hit this enemy."""
        ground, to, reach = self.ground, self.s.hex[foe], self.reach
        row = ground.row(at)
        near = row[to] <= reach and (not self.shapes or self.plan.targets > 1)
        if not near and self.plan.is_melee_pattern:
            here, there = ground.layout.axial[at], ground.layout.axial[to]
            near = (there[0] - here[0], there[1] - here[1]) in self.covered
        elif not near and self.shapes:
            near = min([row[h] for h in self.wide[foe]]) <= reach
        return near and ground.sees(at, to)

    def is_settled(self, focus: Figure) -> bool:
        """Whether no hex can be better than its own for attacking its only target [GLOOMHAVEN-20.11]."""
        if not self.is_single or self.plan.move < 0 or focus not in self.foes:
            return False
        return self.can_attack(self.start, focus) and not self.disadvantage(self.start, focus)

    def disadvantage(self, at: Hex, foe: Figure) -> bool:
        """[GLOOMHAVEN-13.2] A ranged attack on an adjacent enemy; the muddled have it anyway."""
        return self.plan.is_ranged and not self.s.has(self.me, MUDDLE) and self.s.hex[foe] in self.ground.near[at]


# ---------------------------------------------------------------- focus
def focus_initiative(s: Gloomhaven, figure: Figure) -> int:
    """[GLOOMHAVEN-20.6, GLOOMHAVEN-8.6] Doubled, so that a summon comes just before its summoner.

    [GLOOMHAVEN-29.2] The fallen come after those who rest.
    """
    sort = s.sort[figure]
    if s.marks[figure] & FALLEN:
        return FALLEN_LAST
    if sort == SUMMON:
        return 2 * leading_initiative(s, s.owner[figure]) - 1
    if sort == CHARACTER:
        return 2 * s.notes.get(FOCUSED_AS[figure], leading_initiative(s, figure))
    if sort == OBJECTIVE:
        return 2 * s.notes.get(f"initiative {figure}", OBJECT_INITIATIVE)
    return 2 * ability_initiative(s, TYPE_DECK[s.kind[figure]])


def focuses(s: Gloomhaven, me: Figure, plan: Plan) -> list[Figure]:
    """The enemies it may focus on; more than one if they are tied.

    [GLOOMHAVEN-20.3, GLOOMHAVEN-20.5, GLOOMHAVEN-20.6]
    """
    return focuses_of(Sight(s, me, plan))


def focuses_of(sight: Sight) -> list[Figure]:
    best = NO_FOCUS
    found: list[Figure] = []
    foes = wanted_most(sight) or sight.foes
    for foe in [foe for foe in foes if sight.can_attack(sight.start, foe)] or foes:
        key = focus_key(sight, foe, best >> BY_WAY)
        if key < best:
            best, found = key, [foe]
        elif key == best and key != NO_FOCUS:
            found.append(foe)
    return found


def focus_key(sight: Sight, foe: Figure, most: int) -> int:
    """What focuses are compared by: the way to where it can be attacked, how near it is, its initiative.

    NO_FOCUS if there is no way at this price or less.
    """
    s, price = sight.s, 0
    if not sight.can_attack(sight.start, foe):
        places = sight.places(foe)
        if not places or places[0] >> 8 > most:
            return NO_FOCUS
        price = places[0] >> 8
    away = sight.ground.row(s.hex[sight.me])[s.hex[foe]]
    return price << BY_WAY | away << BY_DISTANCE | focus_initiative(s, foe)


def wanted_most(sight: Sight) -> list[Figure]:
    """Enemies that the scenario makes it focus on, if it can move to where it attacks them."""
    s = sight.s
    wanted = [foe for hook in preferred.of(s.flags) for foe in hook(s, sight.me) if foe in sight.foes]
    return [foe for foe in wanted if [key for key in sight.places(foe) if (key >> 8) % HARM <= sight.plan.move]]


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


def attacks_here(s: Gloomhaven, me: Figure, plan: Plan, focus: Figure) -> list[Group]:
    """[GLOOMHAVEN-20.21] Whom it may attack from where it stands."""
    sight = Sight(s, me, plan, stays=True)
    if sight.is_settled(focus):
        return [((focus,), ())] if plan.targets > 0 else []
    return list(dict.fromkeys([group for _, group in ends_for(sight, focus) if group[0]]))


def outcomes_for(sight: Sight, focus: Figure) -> list[Outcome]:
    found = [Outcome(focus, at, group, spot) for at, (group, spot) in ends_for(sight, focus)]
    return list(dict.fromkeys(found))


def ends_for(sight: Sight, focus: Figure) -> list[End]:
    """Where it ends its move for this focus, and whom it then attacks.

    [GLOOMHAVEN-20.10, GLOOMHAVEN-20.13, GLOOMHAVEN-20.12]
    """
    attacks = sight.plan.targets > 0
    if sight.is_settled(focus):
        return [(sight.start, ((focus,), ()) if attacks else NOBODY)]
    places = sight.places(focus) if focus in sight.foes else []
    is_near, ends = best_single(sight, focus, places) if sight.is_single else best_of_groups(sight, focus, places)
    if is_near:
        return ends if attacks else [(at, NOBODY) for at, _ in ends]
    moves: dict[Hex, None] = {}
    for at in dict.fromkeys([at for at, _ in ends]):
        moves |= dict.fromkeys(approaches(sight, at))
    return [(at, NOBODY) for at in moves]


def best_single(sight: Sight, focus: Figure, places: list[int]) -> tuple[bool, list[End]]:
    """[GLOOMHAVEN-20.11] As `best_of_groups`, where the focus is the only target."""
    best = NO_WAY * HARM
    is_near = False
    found: list[End] = []
    group: Group = ((focus,), ())
    for key_and_hex in places:
        at, price = key_and_hex & 255, key_and_hex >> 8
        cost = price % HARM
        near = cost <= sight.plan.move
        key = (price // HARM * 4 + (0 if near else 2) + int(sight.disadvantage(at, focus))) * HARM + cost
        if key < best:
            best, is_near, found = key, near, [(at, group)]
        elif key == best:
            found.append((at, group))
    return is_near, found


def best_of_groups(sight: Sight, focus: Figure, places: list[int]) -> tuple[bool, list[End]]:
    """Whether it can attack in this turn, and from where."""
    best, groups = best_groups(sight, focus, places)
    ends = best_ends(sight, focus, places, best, groups)
    return bool(ends) and best[1] == 0, ends


def best_groups(sight: Sight, focus: Figure, places: list[int]) -> tuple[Key, list[tuple[Figure, ...]]]:
    """[GLOOMHAVEN-20.11] The targets worth most.

    Fewest negative hexes on the way, in reach of this move, no disadvantage against the focus, most targets, least
    movement, then the others by proximity and initiative.
    """
    s, me, plan = sight.s, sight.me, sight.plan
    rank = ranks(s, me, sight.foes)
    count = max(rank.values(), default=0) + 1
    best: Key = (NO_WAY,)
    found: dict[tuple[Figure, ...], None] = {}
    for key_and_hex in places:
        at, price = key_and_hex & 255, key_and_hex >> 8
        harm, cost = price // HARM, price % HARM
        far = int(cost > plan.move)
        if (harm, far) > best[:2]:
            break
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


def best_ends(sight: Sight, focus: Figure, places: list[int], best: Key, groups: list[tuple[Figure, ...]]) -> list[End]:
    """[GLOOMHAVEN-20.11] From where to attack one of these groups: least disadvantage, then least movement."""
    least: Key = (NO_WAY,)
    found: list[End] = []
    for key_and_hex in places:
        at, price = key_and_hex & 255, key_and_hex >> 8
        if (price // HARM, int(price % HARM > sight.plan.move)) != best[:2]:
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
    move = sight.plan.move
    rest = ways_to(sight.s, sight.me, sight.plan.mode, to)
    best = NO_WAY * NO_WAY
    found: list[int] = []
    for at, cost in enumerate(sight.ways.cost):
        if rest[at] >= NO_WAY or cost % HARM > move:
            continue
        price = sight.price(at)
        if price >= NO_WAY or price % HARM > move:
            continue
        key = ((price // HARM + rest[at] // HARM) * HARM + rest[at] % HARM) * HARM + price % HARM
        if key < best:
            best, found = key, [price << 8 | at]
        elif key == best:
            found.append(price << 8 | at)
    return [key_and_hex & 255 for key_and_hex in sorted(found)]
