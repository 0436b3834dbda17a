"""Common and Unlimited Actions [CTHULHU-5, CTHULHU-6]."""

from __future__ import annotations

from grimtable.games.cthulhu.battle import begin_battle, can_attack
from grimtable.games.cthulhu.components import (
    ABANDONED,
    ACOLYTE,
    ACOLYTES,
    AREA_IDS,
    AREAS,
    BATTLE_COST,
    BOOKS,
    CAPTURE_COST,
    COST,
    COST_AGAIN,
    CULTIST,
    DONE,
    FACTIONS,
    FIGURES,
    GATE_COST,
    GREAT_OLD_ONES_OF,
    KIND,
    KINDS,
    MONSTERS_OF,
    NO_GATE,
    NONE,
    POOL,
    RANK,
    RECRUIT_COST,
    UID,
    UNIT,
    Area,
    Kind,
    Player,
    Unit,
)
from grimtable.games.cthulhu.losses import capture, console, put
from grimtable.games.cthulhu.spellbooks import earn
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

# ---------------------------------------------------------------- hooks: where abilities attach
action_offers = Hook[[Cthulhu, Player], tuple[str, ...]]()  # unique and requirement actions that may be chosen now
use_action = Hook[[T, Player], Flow[None]]()
is_unlimited = Hook[[str], bool]()  # True: this common action is an Unlimited Action for its owner
discount = Hook[[Cthulhu, Player, Kind], int]()  # what a summons costs less
special_price = Hook[[Cthulhu, Player], int]()  # of an ability that does not cost what is printed
gate_keepers = Hook[[], tuple[Kind, ...]]()  # kinds beside cultists that create and control gates
reach = Hook[[Cthulhu, Area], tuple[Area, ...]]()  # where a unit may move to, instead of the adjacent areas
awakening_places = Hook[[Cthulhu, Player], list[Area]]()  # by the Great Old One's kind
can_sacrifice = Hook[[Cthulhu, Player], bool]()  # by kind: whether the next hook could be carried out
sacrifice_to_awaken = Hook[[T, Player], Flow[None]]()  # by kind: what is to be done between paying and placing
after_summoning = Hook[[T, Player, Unit, Area], Flow[None]]()
after_awakening = Hook[[T, Player, Unit], Flow[None]]()
after_capturing = Hook[[T, Player], None]()
after_action = Hook[[T, Player], Flow[None]]()  # [CTHULHU-7.2] after any action of anybody

RECRUIT, SUMMON, AWAKEN, CREATE_GATE, MOVE, BATTLE, CAPTURE = (
    "recruit",
    "summon",
    "awaken",
    "create_gate",
    "move",
    "battle",
    "capture",
)
CONTROL, ABANDON = "control", "abandon"


# ---------------------------------------------------------------- asking
def choose_area(t: T, me: Player, prompt: str, areas: list[Area]) -> Flow[Area]:
    return AREAS[(yield from t.choose(me, prompt, [AREA_IDS[area] for area in areas]))]


def choose_unit(t: T, me: Player, prompt: str, units: list[Unit]) -> Flow[Unit]:
    """[CTHULHU-3.5] One of these units, asked of their owner; of those that are alike only one is offered."""
    return UNIT[(yield from t.choose(me, prompt, [UID[unit] for unit in t.state.distinct(units)]))]


def choose_player(t: T, me: Player, prompt: str, players: list[Player]) -> Flow[Player]:
    """A player, named by faction."""
    s = t.state
    name = yield from t.choose(me, prompt, [FACTIONS[s.faction[player]] for player in players])
    return s.faction.index(FACTIONS.index(name))


# ---------------------------------------------------------------- what may be done now
def main_actions(s: Cthulhu, me: Player) -> list[str]:
    """[CTHULHU-4.3, CTHULHU-4.9] Actions that can be paid and carried out: common ones, then the faction's own."""
    power, places = s.power[me], s.places(me)
    found: list[str] = []
    if s.gates_of(me) and summonable(s, me):
        found.append(SUMMON)
    if power:
        here = {area for area in places if area >= 0}
        if here:
            found.append(MOVE)
        if POOL in places[:ACOLYTES]:
            found.append(RECRUIT)
        if awakenable(s, me):
            found.append(AWAKEN)
        if power >= GATE_COST and gate_sites(s, me):
            found.append(CREATE_GATE)
        shared = here & s.foreign_places(me)
        if shared:
            if battle_areas(s, me, shared):
                found.append(BATTLE)
            if capture_areas(s, me, shared):
                found.append(CAPTURE)
    for offer in action_offers.of(s.abilities[me]):
        found += offer(s, me)
    return found


def is_unlimited_action(s: Cthulhu, me: Player, word: str) -> bool:
    """[CTHULHU-6.8, CTHULHU-6.11] Whether an action leaves the main action of the turn open."""
    if word == BATTLE:
        return unlimited_battle(s, me)
    return bool([1 for unlimited in is_unlimited.of(s.abilities[me]) if unlimited(word)])


def unlimited_actions(s: Cthulhu, me: Player) -> list[str]:
    """[CTHULHU-6.7, CTHULHU-6.11] What is left of them once the main action is taken."""
    found: list[str] = []
    if is_unlimited_action(s, me, SUMMON) and s.gates_of(me) and summonable(s, me):  # [CTHULHU-4.12] some cost nothing
        found.append(SUMMON)
    if s.power[me] and is_unlimited_action(s, me, BATTLE) and battle_areas(s, me, s.shared_areas(me)):
        found.append(BATTLE)
    return found


def unlimited_battle(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-6.7, CTHULHU-17.11] Six spellbooks; with two players it is enough that the other has them."""
    if len(s.power) == 2:
        return s.books(0) == BOOKS or s.books(1) == BOOKS
    return s.books(me) == BOOKS


# ---------------------------------------------------------------- recruit, summon, awaken
def recruit(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.1, CTHULHU-5.2] An acolyte from the pool joins own units; with none on the map it goes anywhere."""
    s = t.state
    area = yield from choose_area(t, me, "recruit", s.areas_of(me) or list(s.areas()))
    s.power[me] -= RECRUIT_COST
    unit = s.pooled(me, ACOLYTE)
    put(t, unit, area)
    t.emit("recruited", me, UID[unit], AREA_IDS[area])


def price(s: Cthulhu, me: Player, kind: Kind) -> int:
    cost = COST[kind]
    for less in discount.of(s.abilities[me]):
        cost -= less(s, me, kind)
    return cost


def summonable(s: Cthulhu, me: Player) -> list[Kind]:
    """[CTHULHU-2.7, CTHULHU-5.3] Kinds of monsters in the pool that can be paid."""
    power, area = s.power[me], s.area
    return [
        kind
        for kind in MONSTERS_OF[s.faction[me]]
        if price(s, me, kind) <= power and POOL in area[FIGURES[kind][0] : FIGURES[kind][-1] + 1]
    ]


def summon(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.3] One monster from the pool to a gate that the player controls."""
    s = t.state
    word = yield from t.choose(me, "summon", [KINDS[kind] for kind in summonable(s, me)])
    kind = KINDS.index(word)
    s.picked = unit = s.pooled(me, kind)
    area = yield from choose_area(t, me, "summon_area", s.gates_of(me))
    s.picked = NONE
    cost = price(s, me, kind)
    s.power[me] -= cost
    put(t, unit, area)
    t.emit("summoned", me, UID[unit], AREA_IDS[area], cost)
    for react in after_summoning.of(s.abilities[me]):
        yield from react(t, me, unit, area)


def awakening_cost(s: Cthulhu, unit: Unit) -> int:
    return COST_AGAIN[KIND[unit]] if unit in s.risen else COST[KIND[unit]]


def awakenable(s: Cthulhu, me: Player) -> list[Unit]:
    """[CTHULHU-5.5, CTHULHU-5.6] Great Old Ones in the pool that can be paid and have a place to appear."""
    power = s.power[me]
    found: list[Unit] = []
    for unit in GREAT_OLD_ONES_OF[s.faction[me]]:
        if s.area[unit] == POOL and awakening_cost(s, unit) <= power:
            kind = KINDS[KIND[unit]]
            can_give = not [1 for able in can_sacrifice.of((kind,)) if not able(s, me)]
            if can_give and awakening_places[kind](s, me):
                found.append(unit)
    return found


def awaken(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.5] Pay, carry out all steps of the awakening, place the Great Old One."""
    s = t.state
    unit = UNIT[(yield from t.choose(me, "awaken", [UID[u] for u in awakenable(s, me)]))]
    kind = KINDS[KIND[unit]]
    cost = awakening_cost(s, unit)
    s.power[me] -= cost
    for act in sacrifice_to_awaken.of((kind,)):
        yield from act(t, me)
    area = yield from choose_area(t, me, "awaken_area", awakening_places[kind](s, me))
    put(t, unit, area)
    if unit not in s.risen:
        s.risen = (*s.risen, unit)
    t.emit("awakened", me, UID[unit], AREA_IDS[area], cost)
    for react in after_awakening.of(s.abilities[me]):
        yield from react(t, me, unit)


# ---------------------------------------------------------------- gates
def gate_units(s: Cthulhu, me: Player, area: Area) -> list[Unit]:
    """[CTHULHU-2.11] Own units in an area that may stand on a gate: cultists, and what an ability adds."""
    kinds = [kind for more in gate_keepers.of(s.abilities[me]) for kind in more()]
    return [unit for unit in s.units_at(me, area) if RANK[unit] == CULTIST or KIND[unit] in kinds]


def gate_sites(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-5.7, CTHULHU-2.9] Areas without a gate where the player has somebody to open one."""
    gate = s.gate
    if gate_keepers.of(s.abilities[me]):
        return [area for area in s.areas_of(me) if gate[area] == NO_GATE and gate_units(s, me, area)]
    return sorted({area for area in s.cultist_places(me) if area >= 0 and gate[area] == NO_GATE})


def create_gate(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.7, CTHULHU-5.8] A new gate, and one of those who opened it steps on it."""
    s = t.state
    area = yield from choose_area(t, me, "create_gate", gate_sites(s, me))
    s.power[me] -= GATE_COST
    unit = yield from choose_unit(t, me, "keeper", gate_units(s, me, area))
    s.gate[area] = unit
    t.emit("gate_created", me, AREA_IDS[area])


def controllable(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-6.3, CTHULHU-6.5, CTHULHU-6.6] Abandoned gates beside own cultists, not yet rearranged."""
    if ABANDONED not in s.gate:
        return []
    found = [a for a, keeper in enumerate(s.gate) if keeper == ABANDONED and a not in s.arranged]
    if gate_keepers.of(s.abilities[me]):
        return [area for area in found if gate_units(s, me, area)]
    cultists = s.cultist_places(me)
    return [area for area in found if area in cultists]


def abandonable(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-6.4, CTHULHU-6.5] Own gates not yet rearranged."""
    return [area for area in s.gates_of(me) if area not in s.arranged]


def control(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-6.3] An own cultist steps onto an abandoned gate, for free."""
    s = t.state
    area = yield from choose_area(t, me, "control", controllable(s, me))
    unit = yield from choose_unit(t, me, "keeper", gate_units(s, me, area))
    s.gate[area] = unit
    s.arranged = (*s.arranged, area)
    t.emit("gate_controlled", me, AREA_IDS[area])


def abandon(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-6.4, CTHULHU-6.5] Step off a gate; a unit of another kind may take the place at once."""
    s = t.state
    area = yield from choose_area(t, me, "abandon", abandonable(s, me))
    keeper = s.gate[area]
    others = s.distinct([unit for unit in gate_units(s, me, area) if KIND[unit] != KIND[keeper]])
    word = yield from t.choose(me, "replace", ["nobody", *[UID[unit] for unit in others]])
    s.arranged = (*s.arranged, area)
    if word == "nobody":
        s.gate[area] = ABANDONED
        t.emit("gate_abandoned", me, AREA_IDS[area])
    else:
        s.gate[area] = UNIT[word]
        t.emit("keeper_changed", me, UID[UNIT[word]], AREA_IDS[area])


# ---------------------------------------------------------------- move
def move(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.9] The first unit of a Move action; more may follow."""
    yield from moving(t, me, ())


def moving(t: T, me: Player, moved: tuple[Unit, ...], keepers_stay: bool = False) -> Flow[None]:
    """[CTHULHU-5.9, CTHULHU-5.10, CTHULHU-5.11, CTHULHU-2.3] 1 Power per unit; each moves once, to the next area."""
    s = t.state
    units = s.distinct(movable(s, me, moved, keepers_stay))
    word = yield from t.choose(me, "move", [*[UID[unit] for unit in units], *([DONE] if moved else [])])
    if word == DONE:
        return
    s.picked = unit = UNIT[word]
    area = yield from choose_area(t, me, "move_to", list(goals_of(s, me, unit)))
    s.picked = NONE
    s.power[me] -= 1
    t.emit("moved", me, UID[unit], AREA_IDS[s.area[unit]], AREA_IDS[area])
    put(t, unit, area)
    yield from earn(t)
    moved = (*moved, unit)
    if s.power[me] and movable(s, me, moved, keepers_stay):
        s.agenda.append(Step("moving", (me, moved, keepers_stay)))


def movable(s: Cthulhu, me: Player, moved: tuple[Unit, ...], keepers_stay: bool) -> list[Unit]:
    """[CTHULHU-5.10, CTHULHU-5.12] Units that have not moved yet; those on gates only if they may step off first."""
    units = [unit for unit in s.on_map(me) if unit not in moved]
    return [unit for unit in units if not s.on_gate(unit)] if keepers_stay else units


def goals_of(s: Cthulhu, me: Player, unit: Unit) -> tuple[Area, ...]:
    """Where a unit may move to."""
    for farther in reach.of(s.abilities[me]):
        return farther(s, s.area[unit])
    return s.adjacent(s.area[unit])


# ---------------------------------------------------------------- battle, capture
def battle_areas(s: Cthulhu, me: Player, shared: set[Area]) -> list[Area]:
    """[CTHULHU-5.13, CTHULHU-6.9, CTHULHU-6.10] Where the player may attack somebody; areas fought in are closed."""
    enemies = s.enemies(me)
    return [
        area
        for area in sorted(shared)
        if area not in s.fought and [1 for enemy in enemies if can_attack(s, me, area, enemy)]
    ]


def attack(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.13, CTHULHU-5.15] One battle in one area against one enemy."""
    s = t.state
    assert s.power[me] >= BATTLE_COST
    area = yield from choose_area(t, me, "battle", battle_areas(s, me, s.shared_areas(me)))
    enemies = [enemy for enemy in s.enemies(me) if can_attack(s, me, area, enemy)]
    enemy = yield from choose_player(t, me, "battle_enemy", enemies)
    begin_battle(t, me, area, enemy)


def can_capture(s: Cthulhu, me: Player, area: Area, enemy: Player) -> bool:
    """[CTHULHU-5.16, CTHULHU-5.17, CTHULHU-5.18, CTHULHU-5.19] An own unit outranks all that protects the cultist."""
    if area not in s.cultist_places(enemy):
        return False
    mine = s.rank_at(me, area)
    return mine > CULTIST and mine > s.rank_at(enemy, area)


def capture_areas(s: Cthulhu, me: Player, shared: set[Area]) -> list[Area]:
    enemies = [player for player in s.players() if player != me]
    return [area for area in sorted(shared) if [1 for enemy in enemies if can_capture(s, me, area, enemy)]]


def seize(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-5.16, CTHULHU-5.20, CTHULHU-5.22] One cultist, chosen by its owner."""
    s = t.state
    area = yield from choose_area(t, me, "capture", capture_areas(s, me, s.shared_areas(me)))
    enemies = [enemy for enemy in s.enemies(me) if can_capture(s, me, area, enemy)]
    enemy = yield from choose_player(t, me, "capture_enemy", enemies)
    s.power[me] -= CAPTURE_COST
    unit = yield from choose_unit(t, enemy, "captured", s.cultists_at(enemy, area))
    capture(t, unit, me)
    for react in after_capturing.of(s.abilities[me]):
        react(t, me)


# ---------------------------------------------------------------- after every action
def settle(t: T) -> Flow[None]:
    """[CTHULHU-7.1, CTHULHU-7.2, CTHULHU-7.3, CTHULHU-7.5] Losses, spellbooks, then what may follow any action."""
    s = t.state
    yield from console(t)
    yield from earn(t)
    for me in s.order():
        for react in after_action.of(s.abilities[me]):
            yield from react(t, me)
            yield from earn(t)


COMMON = {
    MOVE: move,
    RECRUIT: recruit,
    SUMMON: summon,
    AWAKEN: awaken,
    CREATE_GATE: create_gate,
    BATTLE: attack,
    CAPTURE: seize,
    CONTROL: control,
    ABANDON: abandon,
}
