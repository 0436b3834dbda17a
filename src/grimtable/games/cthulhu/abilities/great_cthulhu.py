"""Great Cthulhu [CTHULHU-13]."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import (
    action_offers,
    after_action,
    after_awakening,
    awakening_places,
    choose_area,
    choose_player,
    choose_unit,
    use_action,
)
from grimtable.games.cthulhu.battle import battle_ends, capacity, more_combat, pre_battle_offers, use_pre_battle
from grimtable.games.cthulhu.components import (
    ABILITY_COST,
    ACOLYTE,
    AREA_IDS,
    BOOKS,
    CTHULHU,
    DEEP_ONE,
    DONE,
    FIGURES,
    GREAT_CTHULHU,
    GREAT_OLD_ONE,
    KIND,
    NO,
    NO_GATE,
    NONE,
    OCEAN,
    OCEANS,
    POOL,
    RANK,
    SHOGGOTH,
    STARSPAWN,
    START,
    SUBMERGED,
    UID,
    UNIT,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.gather import gathers
from grimtable.games.cthulhu.losses import eliminate, put
from grimtable.games.cthulhu.spellbooks import earn, fulfil, gain_signs, reward, sign_would_end_it, uses, watch
from grimtable.games.cthulhu.state import DOOM, Cthulhu, T
from grimtable.kernel.values import Flow

HIM = FIGURES[CTHULHU][0]
DREAMS, SUBMERGE, SURFACE, DEVOUR, ABSORB = "dreams", "submerge", "surface", "devour", "absorb"
FEED = 3  # dice for each unit absorbed


def edible(s: Cthulhu, me: Player) -> list[Unit]:
    """Monsters and cultists of a side that take part in the battle."""
    return [unit for unit in s.fighters(me) if RANK[unit] < GREAT_OLD_ONE]


# ---------------------------------------------------------------- Cthulhu and Immortal
@awakening_places.by("cthulhu")
def where_cthulhu_rises(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-13.1, CTHULHU-13.3] The start area, if it has a gate, whoever controls it."""
    home = START[s.map][GREAT_CTHULHU]
    return [home] if s.gate[home] != NO_GATE else []


@after_awakening.by("immortal")
def immortal(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-13.2, CTHULHU-3.3] Every awakening earns an Elder Sign, if wanted where it would end the game."""
    ends_it = sign_would_end_it(t.state, me)
    if not ends_it or (yield from uses(t, me, "immortal")):
        gain_signs(t, me)


# ---------------------------------------------------------------- Devour
@pre_battle_offers.by(DEVOUR)
def may_devour(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-13.4] Cthulhu takes part; once per battle; the enemy has somebody to give."""
    ready = DEVOUR not in s.used and HIM in s.fighters(me) and edible(s, s.opponent(me))
    return (DEVOUR,) if ready else ()


@use_pre_battle.by(DEVOUR)
def devour(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.4, CTHULHU-13.8] The opponent chooses one of his monsters or cultists; it counts as devoured."""
    s = t.state
    enemy = s.opponent(me)
    unit = yield from choose_unit(t, enemy, "devoured", edible(s, enemy))
    s.victims = (*s.victims, unit)
    t.emit("used", me, DEVOUR)
    eliminate(t, unit, me)


# ---------------------------------------------------------------- Absorb
@pre_battle_offers.by(ABSORB)
def may_absorb(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-13.15] A Shoggoth takes part, with somebody beside it to eat."""
    food = edible(s, me)
    return (ABSORB,) if len(food) > 1 and [u for u in food if KIND[u] == SHOGGOTH] else ()


@use_pre_battle.by(ABSORB)
def absorb(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.15, CTHULHU-13.16] One unit is absorbed; it may be done again. What the eaten one ate is lost."""
    s = t.state
    shoggoths = [UID[unit] for unit in edible(s, me) if KIND[unit] == SHOGGOTH]
    eater = UNIT[(yield from t.choose(me, "absorber", shoggoths))]
    food = yield from choose_unit(t, me, "absorbed", [unit for unit in edible(s, me) if unit != eater])
    t.emit("absorbed", UID[eater], UID[food])
    eliminate(t, food, me)
    s.fed = (*s.fed, eater)


@more_combat.by(ABSORB)
def absorbed_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-13.15, CTHULHU-13.16] Three dice for each, while the Shoggoth is in the battle."""
    return FEED * len([unit for unit in s.fed if unit in units])


# ---------------------------------------------------------------- Dreams
def dream_areas(s: Cthulhu, me: Player) -> list[Area]:
    found = {area for enemy in s.players() if enemy != me for area in s.cultist_places(enemy) if area >= 0}
    return sorted(found)


@action_offers.by(DREAMS)
def may_dream(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-13.11] An own acolyte in the pool and an enemy acolyte somewhere."""
    ready = s.power[me] >= ABILITY_COST[DREAMS] and POOL in s.cultist_places(me) and dream_areas(s, me)
    return (DREAMS,) if ready else ()


@use_action.by(DREAMS)
def dreams(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.11, CTHULHU-13.12, CTHULHU-17.4] An enemy acolyte, his choice, makes room for one of mine."""
    s = t.state
    s.power[me] -= ABILITY_COST[DREAMS]
    area = yield from choose_area(t, me, DREAMS, dream_areas(s, me))
    dreamers = [enemy for enemy in s.enemies(me) if area in s.cultist_places(enemy)]
    enemy = yield from choose_player(t, me, "dreams_enemy", dreamers)
    t.emit("used", me, DREAMS)
    victim = yield from choose_unit(t, enemy, "dreams_victim", s.cultists_at(enemy, area))
    eliminate(t, victim, me, exchanged=True)
    unit = s.pooled(me, ACOLYTE)
    put(t, unit, area)
    t.emit("placed", me, UID[unit], AREA_IDS[area])


# ---------------------------------------------------------------- Devolve
@after_action.by("devolve")
def devolve(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.13, CTHULHU-13.14, CTHULHU-5.4] Any number of acolytes on the map become Deep Ones from the pool."""
    s = t.state
    while (deep_one := s.pooled(me, DEEP_ONE)) != NONE:
        acolytes = s.distinct([unit for unit in s.cultists(me) if s.area[unit] >= 0])
        if not acolytes:
            return
        word = yield from t.choose(me, "devolve", [NO, *[UID[unit] for unit in acolytes]])
        if word == NO:
            return
        area = s.area[UNIT[word]]
        t.emit("devolved", me, word, UID[deep_one], AREA_IDS[area])
        put(t, UNIT[word], POOL)
        put(t, deep_one, area)
        yield from earn(t)


# ---------------------------------------------------------------- Regenerate
@capacity.by("regenerate")
def regenerate(s: Cthulhu, unit: Unit) -> int:
    """[CTHULHU-13.17] A Starspawn takes two results; only two Kills kill it."""
    return 2 if KIND[unit] == STARSPAWN else 1


# ---------------------------------------------------------------- Submerge
@action_offers.by(SUBMERGE)
def may_submerge(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-13.18, CTHULHU-13.19, CTHULHU-4.8] Down from an ocean for 1 Power, up again for nothing."""
    if s.area[HIM] == SUBMERGED:
        return (SURFACE,)
    area = s.area[HIM]
    return (SUBMERGE,) if s.power[me] >= ABILITY_COST[SUBMERGE] and area >= 0 and OCEAN[area] else ()


@use_action.by(SUBMERGE)
def submerge(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.18, CTHULHU-13.20] Cthulhu and any own units of his area leave the map."""
    s = t.state
    s.power[me] -= ABILITY_COST[SUBMERGE]
    area = s.area[HIM]
    put(t, HIM, SUBMERGED)
    t.emit("submerged", me, UID[HIM], AREA_IDS[area])
    while company := s.distinct(s.units_at(me, area)):
        word = yield from t.choose(me, SUBMERGE, [DONE, *[UID[unit] for unit in company]])
        if word == DONE:
            return
        t.emit("submerged", me, word, AREA_IDS[area])
        put(t, UNIT[word], SUBMERGED)


@use_action.by(SURFACE)
def surface(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.19] All submerged units appear in any one area."""
    s = t.state
    area = yield from choose_area(t, me, SURFACE, list(s.areas()))
    for unit in s.units_at(me, SUBMERGED):
        put(t, unit, area)
    t.emit("surfaced", me, AREA_IDS[area])


# ---------------------------------------------------------------- Y'ha-nthlei
@gathers.by("yha_nthlei")
def yha_nthlei(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-13.21, CTHULHU-8.5] With Cthulhu in play: 1 Power per ocean gate that an enemy controls."""
    return len([a for a in OCEANS if s.keeper(a) not in (me, NONE)]) if s.in_play(HIM) else 0


# ---------------------------------------------------------------- requirements
@watch.by("gc_first_doom_phase")
def first_doom_phase(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-13.5] In the own slot of the first Doom Phase."""
    if s.phase == DOOM and s.cycle == 1 and s.active == me:
        fulfil(s, me, "gc_first_doom_phase")


@watch.by("gc_five_spellbooks")
def five_spellbooks(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-13.6] In the own slot of a Doom Phase with five spellbooks placed."""
    if s.phase == DOOM and s.active == me and s.books(me) == BOOKS - 1:
        fulfil(s, me, "gc_five_spellbooks")


@reward.by("gc_first_doom_phase")
def sign_of_the_first_doom_phase(t: T, me: Player) -> None:
    """[CTHULHU-13.5] With an Elder Sign."""
    gain_signs(t, me)


@reward.by("gc_five_spellbooks")
def sign_of_five_spellbooks(t: T, me: Player) -> None:
    """[CTHULHU-13.6] With an Elder Sign."""
    gain_signs(t, me)


@battle_ends.by("cthulhu")
def kills_and_devours(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-13.7, CTHULHU-13.8] One slot for one or two victims of one battle, both for three."""
    s = t.state
    if me not in (s.attacker, s.defender):
        return
    count = len([unit for unit in s.victims if s.owner[unit] != me])
    one, two = [slot in s.abilities[me] for slot in ("gc_kill_devour_1", "gc_kill_devour_2")]
    if count == 2 and one and two:
        fulfil(s, me, (yield from t.choose(me, "kill_slot", ["gc_kill_devour_2", "gc_kill_devour_1"])))
        return
    if count >= 1 and one:
        fulfil(s, me, "gc_kill_devour_1")
    if count >= 2 and two:
        fulfil(s, me, "gc_kill_devour_2")


@watch.by("gc_ocean_gates")
def ocean_gates(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-13.9] Three own ocean gates, or four ocean gates whoever controls them."""
    gates = [s.gate[area] for area in OCEANS if s.gate[area] != NO_GATE]
    if len(gates) >= 4 or len([1 for keeper in gates if keeper >= 0 and s.owner[keeper] == me]) >= 3:
        fulfil(s, me, "gc_ocean_gates")


@after_awakening.by("gc_awaken_cthulhu")
def cthulhu_awakened(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-13.10, CTHULHU-3.11]"""
    fulfil(t.state, me, "gc_awaken_cthulhu")
    yield from ()
