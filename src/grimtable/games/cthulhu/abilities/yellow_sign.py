"""Yellow Sign [CTHULHU-16]."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import (
    action_offers,
    after_awakening,
    awakening_places,
    choose_area,
    choose_player,
    choose_unit,
    special_price,
    use_action,
)
from grimtable.games.cthulhu.battle import assigns_for_enemy, more_combat
from grimtable.games.cthulhu.components import (
    ABILITY_COST,
    ACOLYTE,
    AREA_IDS,
    BYAKHEE,
    COST,
    DESECRATION_TOKENS,
    DONE,
    FIGURES,
    GLYPH,
    GREAT_OLD_ONE,
    HASTUR,
    KIND,
    KIND_RANK,
    KINDS,
    KING_IN_YELLOW,
    NO,
    NO_GATE,
    NONE,
    POOL,
    UID,
    UNDEAD,
    UNIT,
    YES,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.gather import gathers
from grimtable.games.cthulhu.losses import eliminate, gain_doom, gain_power, mourn, put
from grimtable.games.cthulhu.spellbooks import fulfil, gain_signs, reward, sign_would_end_it, uses
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.values import Flow, Step

KING = FIGURES[KING_IN_YELLOW][0]
HIM = FIGURES[HASTUR][0]
DESECRATE, ZINGAYA, SHRIEK, GIVE_DOOM = "desecrate", "zingaya", "shriek_of_the_byakhee", "ys_give_3_doom"
SCREAMING_DEAD, NAMELESS = "screaming_dead", "he_who_is_not_to_be_named"
PAIRED = (SCREAMING_DEAD, NAMELESS)
FREE_COST = 2  # what Desecrate places costs no more than this
GIFT = 3
PLACEABLE = tuple([k for k in (ACOLYTE, UNDEAD, BYAKHEE) if COST[k] <= FREE_COST and KIND_RANK[k] < GREAT_OLD_ONE])


# ---------------------------------------------------------------- Feast
@gathers.by("feast")
def feast(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-16.2, CTHULHU-8.5] 1 Power per desecrated area with an own unit."""
    return len([area for area in s.desecrated if s.is_at(me, area)])


# ---------------------------------------------------------------- units
@more_combat.by("undead")
def undead_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-16.1, CTHULHU-11.11] All Undead together: one die less than there are."""
    return max(0, len([unit for unit in units if KIND[unit] == UNDEAD]) - 1)


@more_combat.by("byakhee")
def byakhee_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-16.1, CTHULHU-11.11] All Byakhee together: one die more than there are."""
    count = len([unit for unit in units if KIND[unit] == BYAKHEE])
    return count + 1 if count else 0


@awakening_places.by("king_in_yellow")
def where_the_king_rises(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-16.3] An area with an own unit and no gate."""
    return [area for area in s.areas_of(me) if s.gate[area] == NO_GATE]


@awakening_places.by("hastur")
def where_hastur_rises(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-16.4] The King's area, if the faction controls the gate there."""
    area = s.area[KING]
    return [area] if area >= 0 and s.keeper(area) == me else []


@more_combat.by("hastur")
def hastur_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-16.5] The current cost of a Ritual."""
    return s.ritual_cost() if HIM in units else 0


# ---------------------------------------------------------------- Desecrate, The Third Eye
def third_eye(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-16.20] In force while Hastur is in play."""
    return s.has(me, "third_eye") and s.in_play(HIM)


def desecration_cost(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-16.6, CTHULHU-16.20] With the Third Eye 1 less."""
    return ABILITY_COST[DESECRATE] - third_eye(s, me)


def uses_third_eye(t: T, me: Player) -> Flow[bool]:
    """[CTHULHU-16.20, CTHULHU-3.3] It can be left unused; that is asked where its Elder Sign would end the game."""
    s = t.state
    if not third_eye(s, me):
        return False
    if s.power[me] < ABILITY_COST[DESECRATE] or not sign_would_end_it(s, me):
        return True
    return (yield from uses(t, me, "third_eye"))


@special_price.by(DESECRATE)
def price_of_desecrate(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-16.20]"""
    return desecration_cost(s, me)


def free_kinds(s: Cthulhu, me: Player) -> list[int]:
    """[CTHULHU-16.7] Kinds of monsters and cultists in the pool that cost 2 or less."""
    return [kind for kind in PLACEABLE if s.pooled(me, kind) != NONE]


@action_offers.by(DESECRATE)
def may_desecrate(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.6, CTHULHU-16.8, CTHULHU-4.9, CTHULHU-1.12] The King's area has no token, and one is left."""
    area = s.area[KING]
    if area < 0 or area in s.desecrated or len(s.desecrated) >= DESECRATION_TOKENS:
        return ()
    return (DESECRATE,) if s.power[me] >= desecration_cost(s, me) and free_kinds(s, me) else ()


@use_action.by(DESECRATE)
def desecrate(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.6, CTHULHU-16.7, CTHULHU-16.20, CTHULHU-5.4] Roll against the own units there; place one more."""
    s = t.state
    area = s.area[KING]
    watched = yield from uses_third_eye(t, me)
    s.power[me] -= ABILITY_COST[DESECRATE] - watched
    face = t.random(6) + 1
    t.emit("rolled_one", me, DESECRATE, face)
    mine = len(s.units_at(me, area))
    if face > mine:
        t.emit("roll_failed", me, DESECRATE, mine)
    else:
        s.desecrated = (*s.desecrated, area)
        t.emit("desecrated", me, AREA_IDS[area])
        if GLYPH[area]:
            fulfil(s, me, f"ys_desecrate_{GLYPH[area]}")  # [CTHULHU-16.11, CTHULHU-16.12]
        if watched:
            gain_signs(t, me)
    kind = yield from t.choose(me, DESECRATE, [KINDS[kind] for kind in free_kinds(s, me)])
    unit = s.pooled(me, KINDS.index(kind))
    put(t, unit, area)
    t.emit("placed", me, UID[unit], AREA_IDS[area])


# ---------------------------------------------------------------- Vengeance
@assigns_for_enemy.by("vengeance")
def vengeance(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-16.9, CTHULHU-16.10] Hastur in the battle, even with a Kill on him."""
    return HIM in s.fighters(me)


# ---------------------------------------------------------------- Passion
@mourn.by("passion")
def passion(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.13, CTHULHU-4.6] An enemy took cultists: 1 Power, once for the whole action or battle."""
    if (yield from t.choose(me, "passion", [YES, NO])) == YES:
        t.emit("used", me, "passion")
        gain_power(t, me, 1)


# ---------------------------------------------------------------- Zingaya
def zingaya_areas(s: Cthulhu, me: Player) -> list[Area]:
    mine = {s.area[unit] for unit in FIGURES[UNDEAD] if s.area[unit] >= 0}
    prey = {area for enemy in s.players() if enemy != me for area in s.cultist_places(enemy)}
    return sorted(mine & prey)


@action_offers.by(ZINGAYA)
def may_zingaya(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.14, CTHULHU-4.9] Undead beside an enemy acolyte, and one more in the pool."""
    ready = s.power[me] >= ABILITY_COST[ZINGAYA] and s.pooled(me, UNDEAD) != NONE and zingaya_areas(s, me)
    return (ZINGAYA,) if ready else ()


@use_action.by(ZINGAYA)
def zingaya(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.14, CTHULHU-17.4] An enemy acolyte, his choice, makes room for an Undead."""
    s = t.state
    s.power[me] -= ABILITY_COST[ZINGAYA]
    area = yield from choose_area(t, me, ZINGAYA, zingaya_areas(s, me))
    enemies = [enemy for enemy in s.enemies(me) if area in s.cultist_places(enemy)]
    enemy = yield from choose_player(t, me, "zingaya_enemy", enemies)
    t.emit("used", me, ZINGAYA)
    victim = yield from choose_unit(t, enemy, "zingaya_victim", s.cultists_at(enemy, area))
    eliminate(t, victim, me, exchanged=True)
    unit = s.pooled(me, UNDEAD)
    put(t, unit, area)
    t.emit("placed", me, UID[unit], AREA_IDS[area])


# ---------------------------------------------------------------- Shriek of the Byakhee
def byakhee_outside(s: Cthulhu, area: Area) -> list[Unit]:
    return [unit for unit in FIGURES[BYAKHEE] if s.area[unit] >= 0 and s.area[unit] != area]


@action_offers.by(SHRIEK)
def may_shriek(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.15] A Byakhee on the map."""
    return (SHRIEK,) if s.power[me] >= ABILITY_COST[SHRIEK] and byakhee_outside(s, POOL) else ()


@use_action.by(SHRIEK)
def shriek(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.15] Any number of Byakhee, at least one, fly to one area."""
    s = t.state
    s.power[me] -= ABILITY_COST[SHRIEK]
    area = yield from choose_area(t, me, SHRIEK, [a for a in s.areas() if byakhee_outside(s, a)])
    t.emit("used", me, SHRIEK)
    stop: list[str] = []
    while units := s.distinct(byakhee_outside(s, area)):
        word = yield from t.choose(me, "shriek_unit", [*[UID[unit] for unit in units], *stop])
        if word == DONE:
            return
        t.emit("moved", me, word, AREA_IDS[s.area[UNIT[word]]], AREA_IDS[area])
        put(t, UNIT[word], area)
        stop = [DONE]


# ---------------------------------------------------------------- The Screaming Dead
@action_offers.by(SCREAMING_DEAD)
def may_scream(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.16] The King on the map."""
    return (SCREAMING_DEAD,) if s.power[me] >= ABILITY_COST[SCREAMING_DEAD] and s.area[KING] >= 0 else ()


@use_action.by(SCREAMING_DEAD)
def screaming_dead(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.16, CTHULHU-16.18] The King moves to an adjacent area, Undead go along; then a second action."""
    s = t.state
    s.power[me] -= ABILITY_COST[SCREAMING_DEAD]
    home = s.area[KING]
    area = yield from choose_area(t, me, SCREAMING_DEAD, list(s.adjacent(home)))
    t.emit("used", me, SCREAMING_DEAD)
    put(t, KING, area)
    t.emit("moved", me, UID[KING], AREA_IDS[home], AREA_IDS[area])
    while escort := [unit for unit in FIGURES[UNDEAD] if s.area[unit] == home]:
        word = yield from t.choose(me, "screaming_escort", [UID[escort[0]], DONE])
        if word == DONE:
            break
        put(t, UNIT[word], area)
        t.emit("moved", me, word, AREA_IDS[home], AREA_IDS[area])
    allow_second(s)


def allow_second(s: Cthulhu) -> None:
    """[CTHULHU-16.18, CTHULHU-7.4] After what follows every action comes the second one."""
    s.agenda.insert(len(s.agenda) - 1, Step("second", (PAIRED,)))


# ---------------------------------------------------------------- He Who is Not to be Named
def nameless_areas(s: Cthulhu) -> list[Area]:
    """[CTHULHU-16.17] Areas other than Hastur's with a cultist of any faction."""
    found = {area for player in s.players() for area in s.cultist_places(player) if area >= 0}
    return sorted(found - {s.area[HIM]})


@action_offers.by(NAMELESS)
def may_walk(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.17] Hastur on the map."""
    ready = s.power[me] >= ABILITY_COST[NAMELESS] and s.area[HIM] >= 0 and nameless_areas(s)
    return (NAMELESS,) if ready else ()


@use_action.by(NAMELESS)
def he_who_is_not_to_be_named(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.17, CTHULHU-16.18] Hastur goes where a cultist is; then a second action."""
    s = t.state
    s.power[me] -= ABILITY_COST[NAMELESS]
    area = yield from choose_area(t, me, NAMELESS, nameless_areas(s))
    t.emit("used", me, NAMELESS)
    t.emit("moved", me, UID[HIM], AREA_IDS[s.area[HIM]], AREA_IDS[area])
    put(t, HIM, area)
    allow_second(s)


# ---------------------------------------------------------------- requirements
@after_awakening.by("ys_awaken_king")
def king_awakened(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-16.11, CTHULHU-3.11]"""
    if unit == KING:
        fulfil(t.state, me, "ys_awaken_king")
    yield from ()


@after_awakening.by("ys_awaken_hastur")
def hastur_awakened(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-16.11, CTHULHU-3.11]"""
    if unit == HIM:
        fulfil(t.state, me, "ys_awaken_hastur")
    yield from ()


@reward.by("ys_awaken_hastur")
def sign_of_hastur(t: T, me: Player) -> None:
    """[CTHULHU-16.11] With an Elder Sign."""
    gain_signs(t, me)


@action_offers.by(GIVE_DOOM)
def may_give_doom(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-16.11, CTHULHU-4.10] An action for no Power."""
    return (GIVE_DOOM,)


@use_action.by(GIVE_DOOM)
def give_doom(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-16.11] Another player gains 3 Doom."""
    s = t.state
    player = yield from choose_player(t, me, GIVE_DOOM, s.enemies(me))
    t.emit("required", me, GIVE_DOOM)
    gain_doom(t, player, GIFT)
    fulfil(s, me, GIVE_DOOM)
