"""What looks, is looked at and hides: models as pillars with points to look from, terrain as prisms. [WH40K-7.8]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .shapes import Capsule, Disc, Point, Shape, axes, centre, convex, root_above

if TYPE_CHECKING:
    from mypy_extensions import i64

TERRAIN = -1  # the key of what is no model
HEIGHTS = (15, 50, 95)  # hundredths of a model's height
FEET: Final = 15
HEAD: Final = 95


class Figure:
    """A model in space: its id, its base, the height it stands at and its own height; and where its head is.

    A round base is told by its radius alone. Its points and its body are worked out when somebody asks, and once.
    """

    def __init__(self, key: int, x: i64, y: i64, r: i64, z: i64, height: i64, shape: Shape | None = None) -> None:
        self.key = key
        self.x = x
        self.y = y
        self.r = r
        self.z = z
        self.height = height
        self.shape = shape
        self.top = z + height * HEAD // 100
        self.eyes: Eyes | None = None
        self.body: Blocker | None = None
        self.bounds: Bounds | None = None


class Blocker:
    """What may hide others: a prism over an outline, or a pillar where the outline is empty; and a circle around it."""

    def __init__(self, key: int, points: tuple[Point, ...], x: i64, y: i64, r: i64, z0: int, z1: int) -> None:
        self.key = key
        self.points = points
        self.x = x
        self.y = y
        self.r = r
        self.z0 = z0
        self.z1 = z1


class Eyes:
    """From where a model looks and where it is looked at: points, heights upwards, and a circle around them."""

    def __init__(self, key: int, points: tuple[Point, ...], heights: tuple[int, ...], r: int) -> None:
        self.key = key
        self.points = points
        self.heights = heights
        self.r = r


class Bounds:
    """From where to where something reaches, ahead and aside, for who looks along a side of the table."""

    def __init__(self, side: int, near: i64, far: i64, low: i64, high: i64) -> None:
        self.side = side
        self.near = near
        self.far = far
        self.low = low
        self.high = high


# ---------------------------------------------------------------- sides
def side_towards(dx: i64, dy: i64) -> int:
    """The side of the table that a direction is nearest to."""
    if dx >= dy and dx >= -dy:
        return 0
    if dx <= dy and dx <= -dy:
        return 1
    return 2 if dy > 0 else 3


def along(side: int, x: i64, y: i64) -> tuple[i64, i64]:
    """How far ahead and aside a point is for who looks along a side; turned twice, it is where it was."""
    if side < 2:
        return (x, y) if side == 0 else (-x, y)
    return (y, x) if side == 2 else (-y, -x)


def bounds_of(model: Figure, side: int) -> Bounds:
    """How far the points of a model reach."""
    found = model.bounds
    if found is None or found.side != side:
        u, v = along(side, model.x, model.y)
        if model.shape is None:
            r = model.r * 9 // 10
            found = Bounds(side, u - r, u + r, v - r, v + r)
        else:
            turned = [along(side, x, y) for x, y in eyes_of(model).points]
            ahead, aside = [u for u, _ in turned], [v for _, v in turned]
            found = Bounds(side, min(ahead), max(ahead), min(aside), max(aside))
        model.bounds = found
    return found


# ---------------------------------------------------------------- models
def figure(key: int, shape: Shape, z: int, height: int) -> Figure:
    """A model with this base or hull."""
    x, y = centre(shape)
    if isinstance(shape, Disc):
        return Figure(key, x, y, shape.r, z, height)
    return Figure(key, x, y, _spread(((x, y), *rim(shape))), z, height, shape)


def rim(shape: Shape) -> tuple[Point, ...]:
    """The middle and eight points near the rim, a tenth further in."""
    if isinstance(shape, Disc):
        return _round_rim(shape.x, shape.y, shape.r)
    if isinstance(shape, Capsule):
        ends = ((shape.x1, shape.y1), (shape.x2, shape.y2))
        r = shape.r * 9 // 10
        middle = ((shape.x1 + shape.x2) // 2, (shape.y1 + shape.y2) // 2)
        return (middle, *[(x + dx, y + dy) for x, y in ends for dx, dy in ((r, 0), (0, r), (-r, 0), (0, -r))])
    ax, ay, bx, by = [n * 9 // 10 if n > 0 else -(-n * 9 // 10) for n in axes(shape)]
    x, y = shape.x, shape.y
    signs = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    return ((x, y), *[(x + i * ax + j * bx, y + i * ay + j * by) for i, j in signs])


def _round_rim(x: int, y: int, radius: int) -> tuple[Point, ...]:
    r = radius * 9 // 10
    d = r * 181 // 256  # r over the root of two
    straight = ((x + r, y), (x, y + r), (x - r, y), (x, y - r))
    return ((x, y), *straight, (x + d, y + d), (x - d, y + d), (x - d, y - d), (x + d, y - d))


def eyes_of(model: Figure) -> Eyes:
    found = model.eyes
    if found is None:
        heights = tuple([model.z + model.height * part // 100 for part in HEIGHTS])
        shape = model.shape
        if shape is None:
            found = Eyes(model.key, _round_rim(model.x, model.y, model.r), heights, model.r * 9 // 10)
        else:
            points = rim(shape)
            found = Eyes(model.key, points, heights, _spread(points))
        model.eyes = found
    return found


def feet(model: Figure) -> int:
    """The lowest height it looks from."""
    return model.z + model.height * FEET // 100


def body_of(model: Figure) -> Blocker:
    """A model as it hides others."""
    found = model.body
    if found is None:
        shape, top = model.shape, model.z + model.height
        if shape is None:
            found = Blocker(model.key, (), model.x, model.y, model.r * 9 // 10, model.z, top)
        else:
            found = prism(rim(shape), model.z, top, model.key)
        model.body = found
    return found


# ---------------------------------------------------------------- terrain
def prism(points: Sequence[Point], z0: int, z1: int, key: int = TERRAIN) -> Blocker:
    """An opaque convex piece of terrain from one height to another."""
    outline = convex(points)
    xs = [x for x, _ in outline]
    ys = [y for _, y in outline]
    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    return Blocker(key, outline, x, y, _spread(((x, y), *outline)), z0, z1)


def _spread(points: Sequence[Point]) -> int:
    """How far the farthest point is from the first."""
    x, y = points[0]
    return root_above(max([(px - x) * (px - x) + (py - y) * (py - y) for px, py in points]))
