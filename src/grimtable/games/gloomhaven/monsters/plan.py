"""How a monster acts [GLOOMHAVEN-20]: given a position, every legal outcome. The players choose among ties.

Nothing here changes the state. `focuses` finds the enemies a monster may focus on, `outcomes` where it may end its move
and whom it may attack from there. Summons of characters follow the same rules [GLOOMHAVEN-20.33].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grimtable.games.gloomhaven.components import CHARACTER, NONE, OBJECTIVE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK
from grimtable.games.gloomhaven.components.terms import FALLEN
from grimtable.games.gloomhaven.moments import preferred
from grimtable.games.gloomhaven.monsters.back import ways_to
from grimtable.games.gloomhaven.monsters.sight import Group, Plan, Sight
from grimtable.games.gloomhaven.paths import HARM, NO_WAY
from grimtable.games.gloomhaven.rooms import ability_initiative, leading_initiative
from grimtable.games.gloomhaven.state import Gloomhaven

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64

OBJECT_INITIATIVE: Final = 99  # [GLOOMHAVEN-22.5]
FOCUSED_AS: Final[tuple[str, ...]] = tuple([f"focus_initiative {character}" for character in range(4)])  # notes
FALLEN_LAST: Final = 199  # 99, doubled and one more
BY_WAY: Final = 16  # bits of a focus: the way, the distance, the initiative
BY_DISTANCE: Final = 8
NO_FOCUS: Final = NO_WAY << BY_WAY
NOBODY: Final[Group] = ((), ())
Key = tuple[int, ...]
End = tuple[Hex, Group]  # where a move ends, and whom it attacks from there


class Outcome(NamedTuple):
    """One legal way to act: whom the monster focuses on, where it ends its move, whom it attacks from there."""

    focus: Figure
    hex: Hex
    targets: tuple[Figure, ...]  # none if it cannot attack this turn
    spot: tuple[Hex, ...]  # the hexes of the area


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
    near = [foe for foe in foes if sight.can_attack(sight.start, foe)]  # no way is shorter than none
    for foe in near or foes:
        key = key_of(sight, foe, 0 if near else way_to(sight, foe, best >> BY_WAY))
        if key < best:
            best, found = key, [foe]
        elif key == best and key != NO_FOCUS:
            found.append(foe)
    return found


def focus_key(sight: Sight, foe: Figure, most: int) -> int:
    """What focuses are compared by: the way to where it can be attacked, how near it is, its initiative.

    NO_FOCUS if there is no way at this price or less.
    """
    return key_of(sight, foe, 0 if sight.can_attack(sight.start, foe) else way_to(sight, foe, most))


def way_to(sight: Sight, foe: Figure, most: int) -> int:
    """The price of the way to the nearest place to attack from; NO_WAY if it is higher than this."""
    if not sight.shapes and sight.ground.row(sight.start)[sight.s.hex[foe]] - sight.reach > most:
        return NO_WAY  # it would be too far off even if nothing stood in the way
    places = sight.places(foe)
    return NO_WAY if not places or places[0] >> 8 > most else places[0] >> 8


def key_of(sight: Sight, foe: Figure, price: int) -> int:
    if price == NO_WAY:
        return NO_FOCUS
    away = sight.ground.row(sight.start)[sight.s.hex[foe]]
    return price << BY_WAY | away << BY_DISTANCE | focus_initiative(sight.s, foe)


def wanted_most(sight: Sight) -> list[Figure]:
    """Enemies that the scenario makes it focus on, if it can move to where it attacks them."""
    s, hooks = sight.s, preferred.of(sight.s.flags)
    if not hooks:
        return []
    wanted = [foe for hook in hooks for foe in hook(s, sight.me) if foe in sight.foes]
    return [foe for foe in wanted if [key for key in sight.places(foe) if (key >> 8) % HARM <= sight.plan.move]]


def ranks(s: Gloomhaven, at: Hex, foes: list[Figure]) -> dict[Figure, int]:
    """[GLOOMHAVEN-20.11] Enemies in the order of proximity to a hex and initiative; equal ones share a rank."""
    row = s.ground().row(at)
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


def attacks_here(s: Gloomhaven, me: Figure, plan: Plan, focus: Figure, at: Hex = NONE) -> list[Group]:
    """[GLOOMHAVEN-20.21] Whom it may attack from where it stands, or would attack if it stood on another hex."""
    sight = Sight(s, me, plan, stays=True)
    if at != NONE:
        sight.start = at
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
    plan = sight.plan
    rank = ranks(sight.s, sight.start, sight.foes)
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
    most: i64 = move
    cost: i64
    for at, cost in enumerate(sight.ways.cost):
        if cost % HARM > most or rest[at] >= NO_WAY:
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
