"""Which unit sees which: whole units are compared before their models are, model by model. [WH40K-7.7]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .shapes import Box, root_above
from .sight import (
    TERRAIN,
    Blocker,
    Eyes,
    Figure,
    Strip,
    between,
    eyes,
    glimpses,
    past_shadow,
    screens,
    sees,
    sees_past,
    tangents,
)


class Group(NamedTuple):
    """Several models that look or are looked at: the box around them, lowest and highest point."""

    members: list[Eyes]
    around: Box
    low: int
    high: int


def group(figures: Sequence[Figure]) -> Group:
    return gathered([eyes(figure) for figure in figures])


def gathered(members: list[Eyes]) -> Group:
    if len(members) == 1:
        return Group(members, members[0].around, members[0].heights[0], members[0].heights[-1])
    around = Box(
        min([one.around.left for one in members]),
        min([one.around.low for one in members]),
        max([one.around.right for one in members]),
        max([one.around.high for one in members]),
    )
    low, high = min([one.heights[0] for one in members]), max([one.heights[-1] for one in members])
    return Group(members, around, low, high)


def strip_between(viewers: Group, targets: Group) -> Strip:
    a, b = viewers.around, targets.around
    return Strip(
        (a.left + a.right) // 2,
        (a.low + a.high) // 2,
        root_above((a.right - a.left) ** 2 + (a.high - a.low) ** 2) // 2 + 1,
        (b.left + b.right) // 2,
        (b.low + b.high) // 2,
        root_above((b.right - b.left) ** 2 + (b.high - b.low) ** 2) // 2 + 1,
    )


def any_visible(viewers: Group, targets: Group, blockers: Sequence[Blocker]) -> bool:
    """Whether some model of one unit sees some model of the other."""
    near = _near(viewers, targets, blockers)
    tall = _tall(viewers, targets, near)
    if [wall for wall in tall if screens(wall, viewers.around, targets.around)]:
        return False
    doubtful: list[tuple[Eyes, Eyes, list[Blocker]]] = []
    for viewer in viewers.members:
        if [wall for wall in tall if screens(wall, viewer.around, targets.around)]:
            continue
        for target in in_the_open(viewer, targets.members, tall):
            those = between(viewer, target, near)
            if not those or glimpses(viewer, target, those):
                return True
            doubtful.append((viewer, target, those))
    while doubtful:
        viewer, target, those = doubtful.pop()
        if sees_past(viewer, target, those):
            return True
    return False


def in_the_open(viewer: Eyes, targets: list[Eyes], walls: list[Blocker]) -> list[Eyes]:
    """The models that high walls alone do not hide from a model. The shadows are the same for all of them."""
    terrain = [wall for wall in walls if wall.key == TERRAIN]  # a hull does not hide itself
    if not terrain:
        return targets
    found: list[Eyes] = []
    rest = [target for target in targets if not any_screens(viewer, target, terrain)]
    everywhere = (1 << len(viewer.points)) - 1
    for ax, ay in viewer.points:
        shadows = [(wall.points, tangents(ax, ay, wall.points)) for wall in terrain]
        hidden: list[Eyes] = []
        for target in rest:
            open_to = everywhere
            for outline, (ux, uy, vx, vy, outside) in shadows:
                if outside:
                    open_to = past_shadow(ax, ay, ux, uy, vx, vy, target.points, open_to, outline)
                if not open_to:
                    break
            if open_to:
                found.append(target)
            else:
                hidden.append(target)
        rest = hidden
        if not rest:
            break
    return found


def any_screens(viewer: Eyes, target: Eyes, walls: list[Blocker]) -> bool:
    """Whether one wall hides a model wholly from another; that wall is tried first the next time."""
    for index, wall in enumerate(walls):
        if screens(wall, viewer.around, target.around):
            walls.insert(0, walls.pop(index))
            return True
    return False


def seen_by(viewer: Figure, targets: Group, blockers: Sequence[Blocker]) -> list[bool]:
    """Which models of a unit one model sees."""
    one = eyes(viewer)
    near, opened = outlook(one, targets, blockers)
    return [target.key in opened and sees(one, target, near) for target in targets.members]


def outlook(viewer: Eyes, targets: Group, blockers: Sequence[Blocker]) -> tuple[list[Blocker], list[int]]:
    """What may hide some models from one, and the keys of those whom high walls alone do not hide."""
    alone = gathered([viewer])
    near = _near(alone, targets, blockers)
    tall = _tall(alone, targets, near)
    if [wall for wall in tall if screens(wall, viewer.around, targets.around)]:
        return near, []
    return near, [target.key for target in in_the_open(viewer, targets.members, tall)]


def _near(viewers: Group, targets: Group, blockers: Sequence[Blocker]) -> list[Blocker]:
    """The blockers that reach into the strip between both."""
    strip = strip_between(viewers, targets)
    return [blocker for blocker in blockers if strip.meets(blocker.x, blocker.y, blocker.r)]


def _tall(viewers: Group, targets: Group, blockers: list[Blocker]) -> list[Blocker]:
    """Walls that no line between the two passes over or under."""
    low, high = min(viewers.low, targets.low), max(viewers.high, targets.high)
    return [wall for wall in blockers if wall.points and wall.z0 < low and wall.z1 > high]
