"""Which unit sees which: whole units are compared before their models are, model by model. [WH40K-7.7]"""

from __future__ import annotations

from .figures import Blocker, Figure
from .lines import Strip
from .shadows import POINTS, Outlook, Scene, lowest_of
from .shapes import Box, box, root_above
from .sight import is_clear, screens

FEW = 4  # heads that a model looks at before it looks around


class Group:
    """Several models that look or are looked at: the box around them, and the circle around that."""

    def __init__(self, figures: list[Figure]) -> None:
        self.figures = figures
        first = figures[0]
        left, low, right, high = first.x, first.y, first.x, first.y
        for one in figures:
            if one.shape is None:
                x, y, x2, y2 = one.x - one.r, one.y - one.r, one.x + one.r, one.y + one.r
            else:
                x, y, x2, y2 = box(one.shape)
            left, low, right, high = min(left, x), min(low, y), max(right, x2), max(high, y2)
        self.around = Box(left, low, right, high)
        self.top = max([one.top for one in figures])
        self.x = (left + right) // 2
        self.y = (low + high) // 2
        self.r = root_above((right - left) * (right - left) + (high - low) * (high - low)) // 2 + 1


def strip_between(viewers: Group, targets: Group) -> Strip:
    return Strip(viewers.x, viewers.y, viewers.r, targets.x, targets.y, targets.r)


def any_visible(viewers: Group, targets: Group, scene: Scene) -> bool:
    """Whether some model of one unit sees some model of the other."""
    if screened(viewers, targets, scene.blockers):
        return False
    some, others = viewers.figures, targets.figures
    if len(some) > len(others):  # sight is mutual: the fewer look
        some, others = others, some
    for number, one in enumerate(some):
        for target in others[number : number + FEW]:
            if is_clear(one, target, scene.blockers):
                return True
    return any_seen(some, others, scene)


def any_seen(some: list[Figure], others: list[Figure], scene: Scene) -> bool:
    """Whether one of all the lines between some models and others is open: those from the middle of each first."""
    if scene.highest >= lowest_of([*some, *others]):
        return any(scene.seen(viewer, others, True) for viewer in some)
    outlooks: list[Outlook] = []
    for viewer in some:
        ahead, beside = scene.seen_beside(viewer, others)
        if beside:
            return True
        for outlook in scene.outlooks(viewer, ahead):
            if outlook.look(0, [], True):
                return True
            outlooks.append(outlook)
    for outlook in outlooks:
        for number in range(1, POINTS):
            if outlook.look(number, [], True):
                return True
    return False


def screened(viewers: Group, targets: Group, blockers: list[Blocker]) -> bool:
    """Whether one wall, which no line between the two passes over or under, hides them from each other."""
    figures = [*viewers.figures, *targets.figures]
    low, high = min([one.z for one in figures]), max([one.top for one in figures])
    for wall in blockers:
        if wall.points and wall.z0 <= low and wall.z1 > high and screens(wall, viewers.around, targets.around):
            return True
    return False


def seen_by(viewer: Figure, targets: Group, scene: Scene) -> list[bool]:
    """Which models of a unit one model sees."""
    found = seen_of(viewer, targets.figures, scene, False)
    return [target.key in found for target in targets.figures]


def seen_of(viewer: Figure, targets: list[Figure], scene: Scene, first: bool) -> list[int]:
    """The keys of the models of some that a model sees; where one alone will do, the first that is found."""
    found: list[int] = []
    for target in targets[:FEW]:
        if is_clear(viewer, target, scene.blockers):
            found.append(target.key)
            if first:
                return found
    return found + scene.seen(viewer, [target for target in targets if target.key not in found], first)
