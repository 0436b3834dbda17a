"""Shadows: what several blockers together hide from a point, by directions instead of line by line. [WH40K-7.8]

A model looks along the side of the table that is nearest to the direction of what it looks at; a direction is then a
slope, so far aside for so far ahead. The slopes under which all that is looked at lies are cut into slots, one bit of a
number each. A chord through a blocker fills the slots that it covers from end to end, and hides what lies in filled
slots, beyond the chords that filled them. Of the rest nothing is claimed, and it is tried line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .figures import Blocker, Bounds, Figure, along, bounds_of, eyes_of, feet, side_towards
from .lines import holds, tangents
from .shapes import INCH, root_above
from .sight import Cut, between, cuts_at, passes, sees_past, telling_heights

if TYPE_CHECKING:
    from mypy_extensions import i64

SLOTS: Final = 512
FULL: Final = (1 << SLOTS) - 1
ONES: Final[list[int]] = [(1 << count) - 1 for count in range(SLOTS + 1)]
FINE: Final = 1 << 16  # parts of a slope of one
LARGE: Final = 2 * INCH  # what reaches farther from its middle stands beside others
STEP: Final = INCH // 2  # between two ends of a chord
POINTS: Final = 9  # from which a model looks at each height


def slots(first: int, end: int) -> int:
    """The slots from the first up to an end."""
    return ONES[end - first] << first


class Chord:
    """A straight line through a blocker, from a to b, turned: it hides what lies beyond so far ahead."""

    def __init__(self, au: i64, av: i64, bu: i64, bv: i64, beyond: i64) -> None:
        self.au = au
        self.av = av
        self.bu = bu
        self.bv = bv
        self.beyond = beyond


class Outlook:
    """What one model may see of others, equally high and ahead of it, from one of its heights."""

    def __init__(self, viewer: Figure, targets: list[Figure], side: int, cuts: list[Cut]) -> None:
        self.viewer = viewer
        self.side = side
        self.targets = nearest_first(targets, side)
        self.around = bounds_around(self.targets, side)
        mine = bounds_of(viewer, side)
        self.scale, self.base = slots_for(mine, self.around)
        self.cuts = cuts_in(Corridor(mine, self.around), cuts)
        self.chords = chords_through(self.cuts, viewer, mine, self.around)

    def look(self, number: int, found: list[int], first: bool) -> bool:
        """Look from one point of the model: note the keys of those that are seen from there; whether any is.

        Where one alone will do, the first that is found.
        """
        ax, ay = eyes_of(self.viewer).points[number]
        u, v = along(self.side, ax, ay)
        filled = self.elsewhere(u, v)
        seen = False
        index = 0
        for target in self.targets:
            bounds = bounds_of(target, self.side)
            while index < len(self.chords) and self.chords[index].beyond < bounds.near:
                filled |= self.shadow(self.chords[index], u, v)
                index += 1
                if filled == FULL:
                    return seen
            low, high = self.span(u, v, bounds)
            ones = ONES[high - low + 1]
            if filled >> low & ones == ones or target.key in found:
                continue
            if self.reaches(ax, ay, target, filled):
                found.append(target.key)
                seen = True
                if first:
                    return True
        return seen

    def elsewhere(self, u: i64, v: i64) -> int:
        """The slots in which nothing that is looked at lies."""
        low, high = self.span(u, v, self.around)
        return FULL ^ slots(low, high + 1)

    def shadow(self, chord: Chord, u: i64, v: i64) -> int:
        """The slots that a chord covers from end to end, as seen from a point."""
        if chord.au <= u or chord.bu <= u:
            return self.shadow_beside(chord.au - u, chord.av - v, chord.bu - u, chord.bv - v)
        low = (chord.av - v) * self.scale // (chord.au - u) - self.base
        high = (chord.bv - v) * self.scale // (chord.bu - u) - self.base
        if low > high:
            low, high = high, low
        low, high = max(low + 1, 0), min(high, SLOTS)
        return slots(low, high) if low < high else 0

    def shadow_beside(self, au: i64, av: i64, bu: i64, bv: i64) -> int:
        """The slots that a chord covers which does not begin ahead: all on one side of its end."""
        if au > bu:
            au, av, bu, bv = bu, bv, au, av
        turn = av * bu - bv * au
        if bu <= 0 or turn == 0:
            return 0
        end = bv * self.scale // bu - self.base
        if turn < 0:
            return slots(0, min(end, SLOTS)) if end > 0 else 0
        low = max(end + 1, 0)
        return slots(low, SLOTS) if low < SLOTS else 0

    def span(self, u: i64, v: i64, bounds: Bounds) -> tuple[int, int]:
        """The first and the last slot in which something may be seen."""
        low, high = bounds.low - v, bounds.high - v
        first = low * self.scale // ((bounds.far if low > 0 else bounds.near) - u)
        last = high * self.scale // ((bounds.near if high > 0 else bounds.far) - u)
        return first - self.base, last - self.base

    def reaches(self, ax: i64, ay: i64, target: Figure, filled: int) -> bool:
        """Whether a line from a to a point of a model, in a slot that is not filled, passes everything."""
        u, v = along(self.side, ax, ay)
        for bx, by in eyes_of(target).points:
            ahead, aside = along(self.side, bx, by)
            slot: int = (aside - v) * self.scale // (ahead - u) - self.base
            if not filled >> slot & 1 and passes(ax, ay, bx, by, self.cuts, self.viewer.key, target.key):
                return True
        return False


def nearest_first(targets: list[Figure], side: int) -> list[Figure]:
    order = [(bounds_of(target, side).near, number) for number, target in enumerate(targets)]
    order.sort()
    return [targets[number] for _, number in order]


def bounds_around(targets: list[Figure], side: int) -> Bounds:
    all_of = [bounds_of(target, side) for target in targets]
    return Bounds(
        side,
        min([one.near for one in all_of]),
        max([one.far for one in all_of]),
        min([one.low for one in all_of]),
        max([one.high for one in all_of]),
    )


def slots_for(mine: Bounds, around: Bounds) -> tuple[i64, i64]:
    """How many slots make a slope of one, and which comes first, so that all slopes between two bounds have a slot."""
    low, high = around.low - mine.high, around.high - mine.low
    least, most = around.near - mine.far, around.far - mine.near
    first = low * FINE // (most if low > 0 else least)
    last = high * FINE // (least if high > 0 else most) + 1
    scale = (SLOTS - 2) * FINE // (last - first)
    return scale, first * scale // FINE


# ---------------------------------------------------------------- blockers
class Corridor:
    """What lies between two bounds, one ahead of the other: all lines between them stay in it."""

    def __init__(self, a: Bounds, b: Bounds) -> None:
        self.a = a
        self.b = b
        self.short = b.near - a.near
        self.long = b.far - a.far

    def meets(self, u: i64, v: i64, r: i64) -> bool:
        """Whether a circle may reach into the corridor."""
        a, b = self.a, self.b
        if u + r <= a.near or u - r >= b.far:
            return False
        most, least = min(u + r - a.near, self.short), max(u - r - a.far, 0)  # of the way from one to the other
        rise, above = b.high - a.high, v - r - a.high
        if above * self.short >= rise * most if rise > 0 else above * self.long >= rise * least:
            return False
        fall, below = b.low - a.low, v + r - a.low
        return below * self.short > fall * most if fall < 0 else below * self.long > fall * least


def cuts_in(corridor: Corridor, cuts: list[Cut]) -> list[Cut]:
    found: list[Cut] = []
    for at in cuts:
        u, v = along(corridor.a.side, at.blocker.x, at.blocker.y)
        if corridor.meets(u, v, at.blocker.r):
            found.append(at)
    return found


def chords_through(cuts: list[Cut], viewer: Figure, mine: Bounds, around: Bounds) -> list[Chord]:
    """Chords through blockers, those first that hide what is near."""
    found: list[Chord] = []
    for at in cuts:
        if at.blocker.key >= 0 and at.blocker.key == viewer.key:
            continue
        au, av, bu, bv, outside = ends(at.blocker, viewer.x, viewer.y, mine.side)
        if not outside:
            continue
        across = chord_between(at, au, av, bu, bv, mine, around)
        if across is not None:
            found.append(across)
        if at.blocker.r > LARGE and at.blocker.points and (across is None or across.beyond >= around.near):
            found += shorter_chords(at, au, av, bu, bv, mine, around)
    order = [(chord.beyond, number) for number, chord in enumerate(found)]
    order.sort()
    return [found[number] for _, number in order]


def chord_between(at: Cut, au: i64, av: i64, bu: i64, bv: i64, mine: Bounds, around: Bounds) -> Chord | None:
    """The chord through a blocker from a to b, unless it hides nothing of what is looked at.

    Of a line to something higher or lower only a part counts: the chord must lie in that part of all lines.
    """
    if at.low and at.whole * min(au, bu) - (at.whole - at.low) * mine.far <= at.low * around.far:
        return None
    beyond = (at.whole * max(au, bu) - (at.whole - at.high) * mine.near) // at.high
    return Chord(au, av, bu, bv, beyond) if beyond < around.far else None


def shorter_chords(at: Cut, au: i64, av: i64, bu: i64, bv: i64, mine: Bounds, around: Bounds) -> list[Chord]:
    """Further chords through a wall, for what stands beside it: between any two corners, and stretches from a to b."""
    outline, side = at.blocker.points, mine.side
    corners = [along(side, x, y) for x, y in outline]
    tried = [(one, other) for number, one in enumerate(corners) for other in corners[:number]]
    if au > bu:
        au, av, bu, bv = bu, bv, au, av
    for cu in range(au + STEP, bu, STEP):
        cv = av + (bv - av) * (cu - au) // (bu - au)
        x, y = along(side, cu, cv)
        if holds(outline, x, y):
            tried.append(((au, av), (cu, cv)))
    chords = [chord_between(at, pu, pv, qu, qv, mine, around) for (pu, pv), (qu, qv) in tried]
    return [chord for chord in chords if chord is not None]


def ends(blocker: Blocker, x: i64, y: i64, side: int) -> tuple[i64, i64, i64, i64, bool]:
    """The two ends of a blocker as seen from a point, turned, and whether the point lies outside.

    Of a pillar those of a line across its middle, a little too short.
    """
    if blocker.points:
        ax, ay, bx, by, outside = tangents(x, y, blocker.points)
        au, av = along(side, x + ax, y + ay)
        bu, bv = along(side, x + bx, y + by)
        return au, av, bu, bv, outside
    dx, dy, r = blocker.x - x, blocker.y - y, blocker.r
    length = root_above(dx * dx + dy * dy)
    if length <= r:
        return 0, 0, 0, 0, False
    ox, oy = -dy * (r - 2) // length, dx * (r - 2) // length
    au, av = along(side, blocker.x + ox, blocker.y + oy)
    bu, bv = along(side, blocker.x - ox, blocker.y - oy)
    return au, av, bu, bv, True


# ---------------------------------------------------------------- units
class Scene:
    """What may hide one unit from another; and for each pair of heights, which part of lines."""

    def __init__(self, blockers: list[Blocker]) -> None:
        self.blockers = blockers
        self.highest = max([one.z0 for one in blockers], default=0)
        self.cuts: dict[tuple[int, int], list[Cut]] = {}
        self.standing: Scene | None = None

    def at_heights(self, az: int, bz: int) -> list[Cut]:
        if (az, bz) not in self.cuts:
            self.cuts[az, bz] = cuts_at(self.blockers, az, bz)
        return self.cuts[az, bz]

    def without_hanging(self, lowest: int) -> Scene:
        """The same scene without what begins at this height or above."""
        if self.standing is None or self.standing.highest >= lowest:
            self.standing = Scene([one for one in self.blockers if one.z0 < lowest])
        return self.standing

    def outlooks(self, viewer: Figure, targets: list[Figure]) -> Iterator[Outlook]:
        """How a model looks at others, all of them well ahead of it."""
        alike: dict[tuple[int, int, int], list[Figure]] = {}
        for target in targets:
            side = side_towards(target.x - viewer.x, target.y - viewer.y)
            alike.setdefault((side, target.z, target.height), []).append(target)
        for (side, _, _), those in alike.items():
            for az, bz in telling_heights(viewer, those[0], self.highest):
                yield Outlook(viewer, those, side, self.at_heights(az, bz))

    def seen(self, viewer: Figure, targets: list[Figure], first: bool) -> list[int]:
        """The keys of those of some models that a model sees; where one alone will do, the first that is found."""
        lowest = lowest_of([viewer, *targets])
        if self.highest >= lowest:
            # What is hidden without what hangs high is hidden with it, and lines of all heights are tried at the rest.
            standing = self.without_hanging(lowest).seen(viewer, targets, False)
            targets = [target for target in targets if target.key in standing]
        ahead, found = self.seen_beside(viewer, targets)
        if found and first:
            return found
        for outlook in self.outlooks(viewer, ahead):
            for number in range(POINTS):
                if outlook.look(number, found, first) and first:
                    return found
        return found

    def seen_beside(self, viewer: Figure, targets: list[Figure]) -> tuple[list[Figure], list[int]]:
        """Those of some models that are well ahead of a model; and of the others the keys of those that it sees."""
        ahead: list[Figure] = []
        found: list[int] = []
        for target in targets:
            if not is_beside(viewer, target):
                ahead.append(target)
            elif sees_past(viewer, target, between(viewer, target, self.blockers)):
                found.append(target.key)
        return ahead, found


def lowest_of(models: list[Figure]) -> int:
    return min([feet(model) for model in models])


def is_beside(viewer: Figure, target: Figure) -> bool:
    """Whether a model is so close to another that looks from one to the other have no common direction."""
    side = side_towards(target.x - viewer.x, target.y - viewer.y)
    mine = bounds_of(viewer, side)
    return bounds_of(target, side).near < 2 * mine.far - mine.near
