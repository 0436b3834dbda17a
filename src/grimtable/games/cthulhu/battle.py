"""Battle: pre-battle abilities, dice, results, retreats [CTHULHU-11]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import (
    AREA_IDS,
    AREAS,
    BATTLE_COST,
    COMBAT,
    DONE,
    KIND,
    NONE,
    UID,
    UNIT,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.losses import eliminate, kill, put, spare
from grimtable.games.cthulhu.spellbooks import look
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

# ---------------------------------------------------------------- hooks: where abilities attach, in battle order
more_combat = Hook[[Cthulhu, Player, list[Unit], Player], int]()  # dice of these units beside their printed Combat
pre_battle_offers = Hook[[Cthulhu, Player], tuple[str, ...]]()  # pre-battle abilities usable now
use_pre_battle = Hook[[T, Player], Flow[None]]()
changes_dice = Hook[[T, Player, list[int]], None]()  # [CTHULHU-11.12] acts on the faces rolled; an expansion has some
capacity = Hook[[Cthulhu, Unit], int]()  # how many results a unit can take
assigns_for_enemy = Hook[[Cthulhu, Player], bool]()  # True: this side assigns the results of the other side's units
after_kills = Hook[[T, Player], Flow[None]]()  # all Kills are assigned
more_pains = Hook[[T, Player], Flow[int]]()  # further Pains for both sides, by anybody
after_pains = Hook[[T, Player], Flow[None]]()  # all Pains are assigned
directs_retreats = Hook[[Cthulhu, Player], bool]()  # True: this player leads all retreats
not_eliminated = Hook[[Cthulhu, Unit], bool]()  # True: being surrounded does not cost this unit
battle_ends = Hook[[T, Player], Flow[None]]()

KILL, PAIN = "assign_kill", "assign_pain"


# ---------------------------------------------------------------- combat
def strength(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-11.9, CTHULHU-11.11] The dice these units roll together against this opponent."""
    dice = 0
    for unit in units:
        dice += COMBAT[KIND[unit]]
    for more in more_combat.of(s.abilities[me]):
        dice += more(s, me, units, opponent)
    return dice


def can_attack(s: Cthulhu, me: Player, area: Area, enemy: Player) -> bool:
    """[CTHULHU-5.13, CTHULHU-5.14] An enemy is there, and the own Combat is at least 1."""
    return s.is_at(enemy, area) and strength(s, me, s.units_at(me, area), enemy) > 0


# ---------------------------------------------------------------- frame
def begin_battle(t: T, me: Player, area: Area, enemy: Player) -> None:
    """[CTHULHU-5.13, CTHULHU-6.9, CTHULHU-11.2, CTHULHU-11.8] Pay; the area is used up for this turn."""
    s = t.state
    s.power[me] -= BATTLE_COST
    s.fought = (*s.fought, area)
    s.battlefield, s.attacker, s.defender = area, me, enemy
    t.emit("battle", me, enemy, AREA_IDS[area])
    s.agenda.append(Step("pre_battle", (me,)))


def one_side_is_gone(s: Cthulhu) -> bool:
    """[CTHULHU-11.7] A side has no unit left in the battle."""
    return not s.fighters(s.attacker) or not s.fighters(s.defender)


def end_battle(t: T) -> Flow[None]:
    """[CTHULHU-11.31] Exemptions are over; what was fulfilled is awarded when the action is settled."""
    s = t.state
    for me in s.order():
        for react in battle_ends.of(s.abilities[me]):
            yield from react(t, me)
    t.emit("battle_over", AREA_IDS[s.battlefield])
    s.battlefield = s.attacker = s.defender = NONE
    s.used = s.exempt = s.called = s.fed = s.rolled = s.killed = s.pained = s.victims = s.fleeing = ()


# ---------------------------------------------------------------- pre-battle
def pre_battle(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-11.3, CTHULHU-11.4] The attacker's abilities one by one, each complete; then the defender's.

    Abilities that work on any number of units go unit by unit, and are over once another one has begun.
    """
    s = t.state
    words = [word for offer in pre_battle_offers.of(s.abilities[me]) for word in offer(s, me)]
    words = [word for word in words if word not in s.used or word == s.used[-1]]
    if words:
        word = yield from t.choose(me, "pre_battle", [*words, DONE])
        if word != DONE:
            if word not in s.used:
                s.used = (*s.used, word)
            yield from use_pre_battle[word](t, me)
            look(s)
            if one_side_is_gone(s):
                yield from end_battle(t)
            else:
                s.agenda.append(Step("pre_battle", (me,)))
            return
    s.agenda.append(Step("pre_battle", (s.defender,)) if me == s.attacker else Step("dice"))


# ---------------------------------------------------------------- dice and results
def dice(t: T) -> Flow[None]:
    """[CTHULHU-11.9, CTHULHU-11.14, CTHULHU-11.17] Both sides roll; then all Kills, the attacker's units first."""
    s = t.state
    one, two = s.attacker, s.defender
    s.rolled = (roll(t, one, two), roll(t, two, one))
    yield from assign(t, one, kills_of(s.rolled[1]), KILL)
    yield from assign(t, two, kills_of(s.rolled[0]), KILL)
    s.agenda.append(Step("pains"))


def roll(t: T, me: Player, opponent: Player) -> tuple[int, ...]:
    """[CTHULHU-11.9] The faces of one side's dice."""
    s = t.state
    faces = [t.random(6) + 1 for _ in range(strength(s, me, s.fighters(me), opponent))]
    for change in changes_dice.of(s.abilities[me]):  # [CTHULHU-11.12]
        change(t, me, faces)
    rolled = tuple(faces)
    t.emit("rolled", me, rolled, kills_of(rolled), pains_of(rolled))
    return rolled


def kills_of(faces: tuple[int, ...]) -> int:
    """[CTHULHU-11.10] A 6 kills."""
    return faces.count(6)


def pains_of(faces: tuple[int, ...]) -> int:
    """[CTHULHU-11.10] A 4 and a 5 pain."""
    return faces.count(4) + faces.count(5)


def room(s: Cthulhu, unit: Unit) -> int:
    """[CTHULHU-11.13] How many more results a unit can take."""
    most = 1
    for more in capacity.of(s.abilities[s.owner[unit]]):
        most = max(most, more(s, unit))
    return most - s.killed.count(unit) - s.pained.count(unit)


def assign(t: T, me: Player, count: int, result: str) -> Flow[None]:
    """[CTHULHU-11.13, CTHULHU-11.15, CTHULHU-11.16, CTHULHU-11.18] Results for one side's units, as many as fit."""
    s = t.state
    if not count:
        return
    enemy = s.opponent(me)
    chooser = enemy if [1 for takes in assigns_for_enemy.of(s.abilities[enemy]) if takes(s, enemy)] else me
    while count:
        units = [unit for unit in s.fighters(me) if room(s, unit) > 0]
        if not units:
            return
        full = count >= sum([room(s, unit) for unit in units])
        unit = units[0]
        if not full:
            unit = UNIT[(yield from t.choose(chooser, result, [UID[u] for u in unlike(s, units)]))]
        if result == KILL:
            s.killed = (*s.killed, unit)
        else:
            s.pained = (*s.pained, unit)
        t.emit("assigned_kill" if result == KILL else "assigned_pain", UID[unit], me)
        count -= 1


def unlike(s: Cthulhu, units: list[Unit]) -> list[Unit]:
    """One of each sort of units that may take a result: those with one already are a sort of their own."""
    marked = [unit for unit in units if unit in s.killed or unit in s.pained]
    return s.distinct([u for u in units if u not in marked]) + s.distinct(marked)


def pains(t: T) -> Flow[None]:
    """[CTHULHU-11.15, CTHULHU-11.18, CTHULHU-11.19, CTHULHU-11.21] The rest of the results, and what changes them."""
    s = t.state
    one, two = s.attacker, s.defender
    for me in (one, two):
        for react in after_kills.of(s.abilities[me]):
            yield from react(t, me)
    yield from assign(t, one, pains_of(s.rolled[1]), PAIN)
    yield from assign(t, two, pains_of(s.rolled[0]), PAIN)
    for me in s.order():  # [CTHULHU-11.20] bystanders too
        for add in more_pains.of(s.abilities[me]):
            count = yield from add(t, me)
            look(s)
            yield from assign(t, one, count, PAIN)
            yield from assign(t, two, count, PAIN)
    for me in (one, two):
        for react in after_pains.of(s.abilities[me]):
            yield from react(t, me)
    remove_dead(t)
    s.agenda.append(Step("retreat"))


def remove_dead(t: T) -> None:
    """[CTHULHU-11.23, CTHULHU-11.30] Both sides' dead leave together; who took less than its death is pained."""
    s = t.state
    dead: list[Unit] = []
    for unit in sorted(set(s.killed)):
        if room(s, unit) <= 0 and unit not in s.pained:
            dead.append(unit)
        else:
            spare(t, unit)
            s.pained = (*s.pained, unit)
    s.victims = (*s.victims, *dead)
    for unit in dead:
        kill(t, unit, s.opponent(s.owner[unit]))
    look(s)
    hurt = sorted(set(s.pained))
    s.fleeing = tuple(
        [u for u in hurt if s.owner[u] == s.attacker] + [u for u in hurt if s.owner[u] == s.defender]
    )  # [CTHULHU-11.24]


# ---------------------------------------------------------------- retreats
def retreat(t: T) -> Flow[None]:
    """[CTHULHU-11.24, CTHULHU-11.25, CTHULHU-11.29] One pained unit goes to an adjacent area; then the next."""
    s = t.state
    if not s.fleeing:
        yield from end_battle(t)
        return
    leader = retreat_leader(s)
    if leader != NONE:
        chosen = UNIT[(yield from t.choose(leader, "retreat_unit", [UID[u] for u in s.distinct(list(s.fleeing))]))]
        s.fleeing = (chosen, *[unit for unit in s.fleeing if unit != chosen])
    unit = s.fleeing[0]
    me = s.owner[unit]
    refuges = refuges_from(s, me)
    if refuges:
        asked = leader if leader != NONE else me
        area = AREAS[(yield from t.choose(asked, "retreat", [AREA_IDS[a] for a in refuges]))]
        s.fleeing = s.fleeing[1:]
        t.emit("retreated", UID[unit], me, AREA_IDS[area])
        put(t, unit, area)
        look(s)
    else:
        yield from surrounded(t, me)
    s.agenda.append(Step("retreat"))


def retreat_leader(s: Cthulhu) -> Player:
    for me in s.players():
        for directs in directs_retreats.of(s.abilities[me]):
            if directs(s, me):
                return me
    return NONE


def refuges_from(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-11.26] Adjacent areas without a unit of the faction just fought, as they are now."""
    enemy = s.opponent(me)
    return [area for area in s.adjacent(s.battlefield) if not s.is_at(enemy, area)]


def surrounded(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-11.27, CTHULHU-11.28] One pained unit is eliminated, the owner's choice; the others stay."""
    s = t.state
    mine = [unit for unit in s.fleeing if s.owner[unit] == me]
    unit = UNIT[(yield from t.choose(me, "surrounded", [UID[u] for u in s.distinct(mine)]))]
    s.fleeing = tuple([other for other in s.fleeing if s.owner[other] != me])
    if [1 for saved in not_eliminated.of(s.abilities[me]) if saved(s, unit)]:
        t.emit("not_eliminated", UID[unit], me)
    else:
        t.emit("surrounded", me, AREA_IDS[s.battlefield])
        eliminate(t, unit, s.opponent(me))
    look(s)
