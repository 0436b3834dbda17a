"""The interpreter: an action of a card is a list of ops, and each word has one function.

Words that are abilities of their own attach to `ability`; words under an attack attach to the moments in `strikes`.
Words for a number that the card calls X attach to `measure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grimtable.games.gloomhaven.components import NONE, STUN, Card, Figure, Hex, Seat
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, ROUND, Bonus
from grimtable.games.gloomhaven.interludes import pause
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

ELEMENTS: Final = "elements"
OWN_CONSUME: Final[tuple[str, ...]] = (
    "attack",
    "move",
    "augment",
    "consume",
)  # they ask for elements at a moment of their own
LAST: Final[tuple[str, ...]] = (
    "xp",
    "infuse",
)  # need that part of the action was performed [GLOOMHAVEN-18.1, GLOOMHAVEN-15.1]


QUIET: Final[tuple[str, ...]] = ("heal", "loot", "suffer_damage")  # may be over before anything is asked


class Act:
    """An action while it is performed. Lives no longer than its step."""

    __slots__ = (
        "card",
        "damaged",
        "did",
        "fit",
        "gifts",
        "given",
        "half",
        "hexes",
        "me",
        "ops",
        "origin",
        "owed",
        "owner",
        "paid",
        "path",
        "place",
        "seat",
        "strike",
        "suffered",
        "touched",
        "until",
    )

    def __init__(self, me: Figure, seat: Seat, card: Card = NONE, half: int = 0, until: str = ROUND) -> None:
        self.me = me
        self.owner = me  # whose card it is: experience is its
        self.seat = seat  # who decides
        self.card = card
        self.half = half
        self.until = until or PERSISTENT
        self.ops: tuple[Op, ...] = ()
        self.place = 0  # of the op being performed
        self.did = False  # part of the action was performed
        self.fit: bool | None = None  # whether the figure was not stunned when it began; None: it has not begun
        self.origin: Hex = NONE  # where its move began
        self.path: Sequence[Hex] = ()  # entered with its move
        self.hexes: Sequence[Hex] = ()  # what the action made, moved or destroyed
        self.gifts: tuple[int, ...] = ()  # items used for all attacks of the action
        self.paid: tuple[Card, ...] = ()  # cards with charges that this action has advanced
        self.given: dict[tuple[Card, int], tuple[Op, ...]] = {}  # what active cards give to every attack of it
        self.owed: tuple[Bonus, ...] = ()  # active cards that close it
        self.suffered = 0  # by the last figure its plain damage met
        self.damaged: tuple[Figure, ...] = ()  # whom its plain damage hurt
        self.touched: Sequence[Figure] = ()  # whom its last ability affected
        self.strike: Strike | None = None  # its last attack


ability: Final = Hook[[T, Act, Op], Flow[None]]()
# Elements: an op with what consuming gives it, and the ops of an action with what a line of it adds to the others.
enrich: Final = Hook[[T, Act, Op], Flow[Op]]()
strengthen: Final = Hook[[T, Act, tuple[Op, ...]], Flow[tuple[Op, ...]]]()
measure: Final = Hook[[T, Act], int]()
# An ability that an active card lets one perform as another one, by its word.
performed_as: Final = Hook[[T, Act, Op], Flow[Op]]()
finale: Final = Hook[[T, Act], Flow[None]]()  # what active cards add to the end of an action
CARDS: Final = "cards"


def enriched(t: T, act: Act, op: Op) -> Flow[Op]:
    return (yield from enrich[ELEMENTS](t, act, op))


def strengthened(t: T, act: Act, ops: tuple[Op, ...]) -> Flow[tuple[Op, ...]]:
    return (yield from strengthen[ELEMENTS](t, act, ops))


def perform(t: T, act: Act, ops: tuple[Op, ...]) -> Flow[None]:
    """[GLOOMHAVEN-11.1] The abilities of an action from top to bottom; experience and elements last."""
    act.ops = ops
    begin(t.state, act)
    if has_line(ops, "consume"):
        act.ops = yield from strengthened(t, act, ops)
    for place, op in enumerate(act.ops):
        if op.name not in LAST and goes_on(t.state, act):
            if place and op.name in QUIET:
                yield from pause(t, act.me)
            act.place = place
            yield from perform_one(t, act, op)
    if act.owed and goes_on(t.state, act):
        yield from finale[CARDS](t, act)
    for op in ops:
        if op.name in LAST and act.did:
            yield from ability[op.name](t, act, op)


def begin(s: Gloomhaven, act: Act) -> None:
    if act.fit is None:
        act.fit = not s.has(act.me, STUN)


def goes_on(s: Gloomhaven, act: Act) -> bool:
    """[GLOOMHAVEN-14.10] Stun gained in the middle of an action ends it. What began stunned is nothing the figure does
    of its own, such as a card that works at the start of its turn."""
    return s.in_play(act.me) and not (act.fit and s.has(act.me, STUN))


def has_line(ops: tuple[Op, ...], name: str) -> bool:
    for op in ops:  # noqa: SIM110  # a loop: no object per line
        if op.name == name:
            return True
    return False


def perform_riders(t: T, act: Act, ops: tuple[Op, ...]) -> Flow[None]:
    """Ops inside another op: the place on the card stays that of the outer one.

    [GLOOMHAVEN-18.1] Experience for what was performed is gained even by who has not survived it.
    """
    begin(t.state, act)
    for op in ops:
        if act.did if op.name in LAST else goes_on(t.state, act):
            yield from perform_one(t, act, op)


def perform_one(t: T, act: Act, op: Op) -> Flow[None]:
    """One ability, with what its elements give it."""
    if t.state.bonuses and op.name in performed_as:
        op = yield from performed_as[op.name](t, act, op)
    if op.name not in OWN_CONSUME and op.rider("consume") is not None:
        op = yield from enriched(t, act, op)
    yield from ability[op.name](t, act, op)


def value_of(t: T, act: Act, op: Op) -> int:
    """The number of an op; X is measured, and "4+X" adds to it."""
    if not op.word or op.word[-1] != "X":
        return op.value
    defined = [rider for rider in (*op.sub, *act.ops) if rider.name == "define_X"]
    plus = int(op.word[:-2]) if len(op.word) > 1 else 0
    return plus + measure[defined[0].text("as")](t, act)


def with_numbers(t: T, act: Act, op: Op) -> Op:
    """The op with every X of its riders measured."""
    for rider in op.sub:
        if rider.word and rider.word[-1] == "X":
            break
    else:
        return op
    defined = [rider for rider in op.sub if rider.name == "define_X"]
    sub = [
        Op(r.name, measure[defined[0].text("as")](t, act), "", r.sub, r.args) if r.word == "X" else r for r in op.sub
    ]
    return Op(op.name, op.value, op.word, tuple(sub), op.args)
