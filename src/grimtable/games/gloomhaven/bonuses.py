"""Active bonuses: who has which shield, retaliate and charges [GLOOMHAVEN-16.1]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import CHARACTER, MONSTER, NONE, SUMMON, Card, Figure
from grimtable.games.gloomhaven.components.cards import BEAR, CARD_HALVES
from grimtable.games.gloomhaven.components.ops import Op, walk
from grimtable.games.gloomhaven.components.terms import FRIENDLY, PERSISTENT, ROUND, Bonus
from grimtable.games.gloomhaven.gear import guard
from grimtable.games.gloomhaven.moments import changed
from grimtable.games.gloomhaven.piles import leave_active
from grimtable.games.gloomhaven.state import Gloomhaven, T

SELF: Final = "self"
AIMED: Final = "aimed"  # the one figure it is tied to
ALL_ENEMIES: Final = "all_enemies"
YOUR_BEAR: Final = "your_bear"
# Who is affected by a bonus of somebody: self, adjacent allies, all allies.
AURAS: Final[dict[str, tuple[bool, bool, bool]]] = {
    SELF: (True, False, False),
    "selfAlliesAdjacentAffect": (True, True, False),
    "you_and_adjacent_allies": (True, True, False),
    "alliesAdjacentAffect": (False, True, False),
    "adjacent_allies": (False, True, False),
    "selfAlliesAffect": (True, False, True),
    "alliesAffect": (False, False, True),
    "you_and_all_allies": (True, False, True),
    "all_allies": (False, False, True),
    "any_ally": (False, False, True),
    "you_and_all_summoned_allies": (True, False, True),
    "self_and_all_summoned_allies": (True, False, True),
    "all_summoned_allies": (False, False, True),
}
SUMMONS_ONLY: Final[tuple[str, ...]] = (
    "you_and_all_summoned_allies",
    "self_and_all_summoned_allies",
    "all_summoned_allies",
)


def op_of(row: Bonus) -> Op:
    """The line of the card behind a bonus."""
    line = CARD_HALVES[row.source][row.half].ops[row.place]
    if line.name == row.word:
        return line
    return next(op for op in walk((line, *line.ops("grant"))) if op.name == row.word)


def affects(s: Gloomhaven, row: Bonus, figure: Figure) -> bool:
    """[GLOOMHAVEN-16.9] An aura holds for whoever is near now."""
    if row.whom == AIMED:
        return row.aim == figure
    if row.whom == ALL_ENEMIES:
        return not FRIENDLY[s.side[row.figure]] >> s.side[figure] & 1
    if row.figure == figure:
        return AURAS[row.whom][0] if row.whom in AURAS else row.whom.startswith(("self", "you_and"))
    if row.whom == YOUR_BEAR:
        return s.sort[figure] == SUMMON and s.kind[figure] == BEAR and s.owner[figure] == row.figure
    if row.whom in SUMMONS_ONLY and s.sort[figure] != SUMMON:
        return False
    if row.whom == SELF or s.side[row.figure] != s.side[figure] or not s.in_play(row.figure):
        return False
    if row.whom in AURAS:
        _, near, all_allies = AURAS[row.whom]
        return all_allies or (near and s.adjacent(row.figure, figure))
    return row.reach > 0 and s.distance(row.figure, figure) <= row.reach


def bonuses_on(s: Gloomhaven, figure: Figure, word: str) -> tuple[Bonus, ...]:
    """The bonuses of one kind that affect a figure: seldom any, and then nothing is listed."""
    found: tuple[Bonus, ...] = ()
    for row in s.bonuses:
        if row.word == word and affects(s, row, figure):
            found += (row,)
    return found


def is_doomed_by(s: Gloomhaven, card: Card, figure: Figure) -> bool:
    """Whether a figure carries the Doom of this card."""
    return any([row.word == "doom" and row.source == card and row.aim == figure for row in s.bonuses])


def bear_of(s: Gloomhaven, character: Figure) -> Figure:
    """The bear of a Beast Tyrant, NONE if it is gone."""
    found = [f for f in s.figures() if s.sort[f] == SUMMON and s.kind[f] == BEAR and s.owner[f] == character]
    return found[0] if found else NONE


def has_rule(s: Gloomhaven, figure: Figure, name: str) -> bool:
    """Whether a rule of an active card is in force for its owner."""
    for row in s.bonuses:  # noqa: SIM110  # a loop: no object per bonus
        if row.word == "rule" and row.figure == figure and row.whom == name:
            return True
    return False


def moved_further(s: Gloomhaven, figure: Figure, points: int) -> int:
    """What active cards make of the points of a move: more or fewer, then many times as many."""
    rows = bonuses_on(s, figure, "modify_own_moves") + bonuses_on(s, figure, "modify_moves")
    for row in rows:
        points += op_of(row).number("add")
    for row in rows:
        points *= op_of(row).number("multiply", 1)
    return max(0, points)


def shield(s: Gloomhaven, figure: Figure) -> int:
    """[GLOOMHAVEN-16.7] All shields add up; traits are always in force [GLOOMHAVEN-2.18]."""
    total = changed(s, figure, "shield")
    for row in bonuses_on(s, figure, "shield"):
        total += row.value
    if s.sort[figure] == MONSTER:
        total += s.stats(figure).shield
    elif s.sort[figure] == CHARACTER and s.items[figure]:
        total += guard(s, figure)
    elif s.sort[figure] == SUMMON:
        total += sum([op.value for op in s.summon_kind(figure).traits if op.name == "shield"])
    return total


def retaliates(s: Gloomhaven, figure: Figure) -> list[tuple[int, int]]:
    """[GLOOMHAVEN-16.8, GLOOMHAVEN-16.12] Value and range of every retaliate."""
    more = stronger_retaliate(s, figure)
    rows = bonuses_on(s, figure, "retaliate")
    found = [(row.value + (more if row.figure == figure else 0), max(row.reach, 1)) for row in rows]
    if s.sort[figure] == MONSTER and s.stats(figure).retaliate:
        found.append((s.stats(figure).retaliate, s.stats(figure).retaliate_range))
    elif s.sort[figure] == SUMMON:
        traits = [op for op in s.summon_kind(figure).traits if op.name == "retaliate"]
        found += [(op.value, max([1, *[sub.value for sub in op.sub if sub.name == "range"]])) for op in traits]
    return found


def stronger_retaliate(s: Gloomhaven, figure: Figure) -> int:
    """What active cards add to each retaliate of their owner."""
    return sum([op_of(row).number("add") for row in bonuses_on(s, figure, "modify_own_retaliate")])


def grant(
    s: Gloomhaven,
    figure: Figure,
    word: str,
    value: int,
    whom: str = SELF,
    reach: int = 0,
    until: str = ROUND,
    source: Card = NONE,
    half: int = 0,
    place: int = 0,
    aim: Figure = NONE,
) -> None:
    s.bonuses.append(Bonus(figure, word, value, whom, reach, until, source, half, place, 0, aim))


def is_in_force(s: Gloomhaven, row: Bonus) -> bool:
    """[GLOOMHAVEN-16.6] Whether a bonus is still there after its owner was asked something, its token moved or not."""
    for other in s.bonuses:
        if (other.source, other.half, other.place, other.figure) == (row.source, row.half, row.place, row.figure):
            return True
    return False


# ---------------------------------------------------------------- charges
def charges_of(s: Gloomhaven, figure: Figure, *triggers: str) -> tuple[Bonus, ...]:
    """Cards with charges of this figure that one of these events advances."""
    found: tuple[Bonus, ...] = ()
    for row in s.bonuses:
        if row.word == "charges" and row.figure == figure and op_of(row).text("trigger") in triggers:
            found += (row,)
    return found


def spend_charge(t: T, row: Bonus) -> None:
    """[GLOOMHAVEN-16.2, GLOOMHAVEN-18.2] The token leaves its circle; after the last one the card leaves too."""
    s, op = t.state, op_of(row)
    slots = [slot for slot in walk(CARD_HALVES[row.source][row.half].ops) if slot.name == "charge_slot"]
    if row.used < len(slots):
        gain_xp(t, row.figure, slots[row.used].number("xp"))
    s.bonuses = [other._replace(used=row.used + 1) if other == row else other for other in s.bonuses]
    t.emit("charge_used", t.state.tag(row.figure), row.source, row.used + 1)
    if row.used + 1 >= op.number("count"):
        leave_active(t, row.figure, row)


def gain_xp(t: T, figure: Figure, points: int) -> None:
    """[GLOOMHAVEN-18.1, GLOOMHAVEN-18.3] Only what says so gives experience; a kill does not."""
    character = t.state.character_of(figure)
    if points and character != NONE:
        t.state.xp[character] += points
        t.emit("xp", t.state.tag(character), points)


def end_round_bonuses(t: T) -> None:
    """[GLOOMHAVEN-16.5, GLOOMHAVEN-16.11] Round bonuses end."""
    s = t.state
    for row in s.bonuses.copy():
        if row.until == ROUND and row in s.bonuses:
            if row.source != NONE and not [o for o in s.bonuses if o.source == row.source and o.until == PERSISTENT]:
                leave_active(t, row.figure, row)
            else:
                s.bonuses = [other for other in s.bonuses if other != row]
