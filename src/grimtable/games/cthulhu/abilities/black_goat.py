"""Black Goat [CTHULHU-15]."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import (
    SUMMON,
    action_offers,
    after_awakening,
    after_summoning,
    awakening_places,
    can_sacrifice,
    choose_area,
    choose_player,
    choose_unit,
    discount,
    gate_keepers,
    is_unlimited,
    sacrifice_to_awaken,
    use_action,
)
from grimtable.games.cthulhu.battle import more_combat, more_pains
from grimtable.games.cthulhu.components import (
    ABILITY_COST,
    ACOLYTE,
    AREA_IDS,
    CULTIST,
    DARK_YOUNG,
    FIGURES,
    FUNGI,
    GHOUL,
    GREAT_OLD_ONE,
    KIND,
    KIND_RANK,
    MONSTER,
    NO,
    POOL,
    RANK,
    SHUB_NIGGURATH,
    UID,
    UNIT,
    YES,
    Area,
    Kind,
    Player,
    Unit,
)
from grimtable.games.cthulhu.doom import doom_offers, use_doom
from grimtable.games.cthulhu.gather import gathers
from grimtable.games.cthulhu.losses import eliminate, gain_power, put
from grimtable.games.cthulhu.negotiation import agreed, disagreed, means, open_talks, splits
from grimtable.games.cthulhu.spellbooks import fulfil, gain_signs, look, reward, watch
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.values import Flow

HER = FIGURES[SHUB_NIGGURATH][0]
AVATAR, GHROTH, BLOOD_SACRIFICE, SACRIFICE = "avatar", "ghroth", "blood_sacrifice", "bg_eliminate_2_cultists"
RED_SIGN = "red_sign"


def cultists_on_map(s: Cthulhu, me: Player) -> list[Unit]:
    return [unit for unit in s.cultists(me) if s.area[unit] >= 0]


# ---------------------------------------------------------------- Fertility Cult
@is_unlimited.by("fertility_cult")
def fertility_cult(word: str) -> bool:
    """[CTHULHU-15.1, CTHULHU-15.2, CTHULHU-15.3, CTHULHU-6.11] Summoning leaves the main action open."""
    return word == SUMMON


# ---------------------------------------------------------------- Shub-Niggurath
@awakening_places.by("shub_niggurath")
def where_shub_niggurath_rises(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-15.4] Any gate that the faction controls."""
    return s.gates_of(me)


@can_sacrifice.by("shub_niggurath")
def can_sacrifice_two(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-15.4] Two cultists can be given and a gate is still controlled then."""
    return bool(offerings(s, me, 2))


def offerings(s: Cthulhu, me: Player, count: int) -> list[Unit]:
    """[CTHULHU-15.4] Cultists that may be given as one of so many: a controlled gate must remain in the end."""
    cultists = cultists_on_map(s, me)
    gates = len(s.gates_of(me))
    keepers = [unit for unit in cultists if s.on_gate(unit)]
    others = [unit for unit in cultists if not s.on_gate(unit)]
    if len(keepers) + len(others) < count:
        return []
    spare_gates = gates - 1  # so many keepers may still go
    if count - len(others) > spare_gates:
        return []
    if spare_gates >= 1 and count - 1 - len(others) <= spare_gates - 1:
        return cultists
    return others


@sacrifice_to_awaken.by("shub_niggurath")
def sacrifice_two(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.4] Two own cultists from anywhere; a gate stays under control."""
    s = t.state
    for count in (2, 1):
        unit = yield from choose_unit(t, me, "sacrifice", offerings(s, me, count))
        eliminate(t, unit, me)


@more_combat.by("shub_niggurath")
def shub_niggurath_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-15.5] Controlled gates and own cultists in play, as they are now."""
    return len(s.gates_of(me)) + len(cultists_on_map(s, me)) if HER in units else 0


# ---------------------------------------------------------------- Avatar
def avatar_areas(s: Cthulhu, player: Player) -> list[Area]:
    """Areas, other than hers, where a player has a monster or cultist."""
    return sorted({s.area[u] for u in s.on_map(player) if RANK[u] < GREAT_OLD_ONE} - {s.area[HER]})


@action_offers.by(AVATAR)
def may_change_places(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-15.6] Shub-Niggurath on the map and a monster or cultist elsewhere."""
    ready = s.power[me] >= ABILITY_COST[AVATAR] and s.area[HER] >= 0
    return (AVATAR,) if ready and [1 for player in s.players() if avatar_areas(s, player)] else ()


@use_action.by(AVATAR)
def avatar(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.6, CTHULHU-15.7] She and a unit of a chosen faction in a chosen area swap; its owner picks it."""
    s = t.state
    s.power[me] -= ABILITY_COST[AVATAR]
    areas = sorted({area for player in s.players() for area in avatar_areas(s, player)})
    area = yield from choose_area(t, me, AVATAR, areas)
    hosts = [player for player in [me, *s.enemies(me)] if area in avatar_areas(s, player)]
    host = yield from choose_player(t, me, "avatar_faction", hosts)
    lesser = [unit for unit in s.units_at(host, area) if RANK[unit] < GREAT_OLD_ONE]
    unit = yield from choose_unit(t, host, "avatar_unit", lesser)
    home = s.area[HER]
    t.emit("used", me, AVATAR)
    t.emit("swapped", UID[HER], AREA_IDS[area], UID[unit], AREA_IDS[home])
    put(t, unit, home)
    put(t, HER, area)


# ---------------------------------------------------------------- Frenzy
@more_combat.by("frenzy")
def frenzy(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-15.12] One die for each own cultist."""
    return len([unit for unit in units if RANK[unit] == CULTIST])


# ---------------------------------------------------------------- Necrophagy
def idle_ghouls(s: Cthulhu, me: Player) -> list[Unit]:
    """[CTHULHU-15.13, CTHULHU-15.15] Ghouls on the map that take no part: elsewhere, exempt, or bystanders there."""
    part = s.fighters(me) if me in (s.attacker, s.defender) else []
    return [u for u in FIGURES[GHOUL] if s.area[u] >= 0 and u not in part and u not in s.called]


@more_pains.by("necrophagy")
def necrophagy(t: T, me: Player) -> Flow[int]:
    """[CTHULHU-15.13, CTHULHU-15.14, CTHULHU-15.16, CTHULHU-15.17] Each Ghoul that comes pains both sides once more."""
    s = t.state
    came = 0
    while ghouls := s.distinct(idle_ghouls(s, me)):
        word = yield from t.choose(me, "necrophagy", [NO, *[UID[unit] for unit in ghouls]])
        if word == NO:
            break
        put(t, UNIT[word], s.battlefield)
        s.called = (*s.called, UNIT[word])
        t.emit("ghoul_came", me, word, AREA_IDS[s.battlefield])
        came += 1
    return came


# ---------------------------------------------------------------- Blood Sacrifice
@doom_offers.by(BLOOD_SACRIFICE)
def may_sacrifice(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-15.18] Shub-Niggurath in play, a cultist on the map, once per Doom Phase."""
    ready = BLOOD_SACRIFICE not in s.spent and s.in_play(HER) and cultists_on_map(s, me)
    return (BLOOD_SACRIFICE,) if ready else ()


@use_doom.by(BLOOD_SACRIFICE)
def blood_sacrifice(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.18] One own cultist for an Elder Sign."""
    s = t.state
    s.spent = (*s.spent, BLOOD_SACRIFICE)
    unit = yield from choose_unit(t, me, "sacrifice", cultists_on_map(s, me))
    t.emit("used", me, BLOOD_SACRIFICE)
    eliminate(t, unit, me)
    gain_signs(t, me)


# ---------------------------------------------------------------- The Red Sign
@gate_keepers.by(RED_SIGN)
def red_sign() -> tuple[Kind, ...]:
    """[CTHULHU-15.19, CTHULHU-2.11] Dark Young create and control gates."""
    return (DARK_YOUNG,)


@gathers.by(RED_SIGN)
def red_sign_power(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-15.19, CTHULHU-8.5] Dark Young give 1 Power each."""
    return len([unit for unit in FIGURES[DARK_YOUNG] if s.area[unit] >= 0])


@more_combat.by(RED_SIGN)
def red_sign_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-15.19, CTHULHU-15.5] Dark Young give Shub-Niggurath a die each."""
    return red_sign_power(s, me) if HER in units else 0


@after_summoning.by(RED_SIGN)
def straight_onto_the_gate(t: T, me: Player, unit: Unit, area: Area) -> Flow[None]:
    """[CTHULHU-15.20] A Dark Young may take the keeper's place at once."""
    s = t.state
    if KIND[unit] != DARK_YOUNG or KIND[s.gate[area]] == DARK_YOUNG:
        return
    if (yield from t.choose(me, "onto_gate", [YES, NO])) == YES:
        s.gate[area] = unit
        t.emit("keeper_changed", me, UID[unit], AREA_IDS[area])


# ---------------------------------------------------------------- The Thousand Young
@discount.by("thousand_young")
def thousand_young(s: Cthulhu, me: Player, kind: Kind) -> int:
    """[CTHULHU-15.21] With Shub-Niggurath in play monsters cost 1 less."""
    return 1 if s.in_play(HER) and KIND_RANK[kind] == MONSTER else 0


# ---------------------------------------------------------------- Ghroth
@action_offers.by(GHROTH)
def may_call_ghroth(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-15.25, CTHULHU-4.9] Only its cost."""
    return (GHROTH,) if s.power[me] >= ABILITY_COST[GHROTH] else ()


@use_action.by(GHROTH)
def ghroth(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.22, CTHULHU-15.23, CTHULHU-17.15] The roll against the areas with Fungi."""
    s = t.state
    s.power[me] -= ABILITY_COST[GHROTH]
    face = t.random(6) + 1
    t.emit("rolled_one", me, GHROTH, face)
    areas = len({s.area[unit] for unit in FIGURES[FUNGI] if s.area[unit] >= 0})
    if face > areas:
        t.emit("roll_failed", me, GHROTH, areas)
        yield from place_any_acolyte(t, me)
        return
    amount = face if len(s.power) > 2 else (face + 1) // 2
    counts = [(enemy, len(cultists_on_map(s, enemy))) for enemy in s.enemies(me)]
    if sum([count for _, count in counts]) <= amount:
        yield from lose_cultists(t, me, tuple(counts))
    elif len(s.power) == 2:
        yield from lose_cultists(t, me, ((1 - me, amount),))
    else:
        open_talks(t, GHROTH, me, amount)


def place_any_acolyte(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.24] An acolyte from anybody's pool goes to any area, even if unwillingly."""
    s = t.state
    owners = [player for player in [me, *s.enemies(me)] if POOL in s.cultist_places(player)]
    if not owners:
        return
    owner = yield from choose_player(t, me, "ghroth_faction", owners)
    area = yield from choose_area(t, me, "ghroth_area", list(s.areas()))
    unit = s.pooled(owner, ACOLYTE)
    put(t, unit, area)
    t.emit("placed", owner, UID[unit], AREA_IDS[area])


@means.by(GHROTH)
def cultists_of(s: Cthulhu, player: Player) -> int:
    """[CTHULHU-18.1] Cultists on the map."""
    return len(cultists_on_map(s, player))


@agreed.by(GHROTH)
def lose_cultists(t: T, me: Player, shares: tuple[tuple[Player, int], ...]) -> Flow[None]:
    """[CTHULHU-15.22] Each owner chooses the cultists to eliminate."""
    s = t.state
    for player, count in shares:
        for _ in range(count):
            unit = yield from choose_unit(t, player, "ghroth_victim", cultists_on_map(s, player))
            eliminate(t, unit, me)
    look(s)


@disagreed.by(GHROTH)
def ghroth_decides(t: T, me: Player, amount: int) -> Flow[None]:
    """[CTHULHU-18.4, CTHULHU-15.22] Without agreement I choose the split, over all enemies."""
    s = t.state
    enemies = s.enemies(me)
    s.topic, s.talkers, s.payers = GHROTH, (me,), tuple(enemies)
    split = yield from t.choose(me, "ghroth_split", splits(amount, [cultists_of(s, enemy) for enemy in enemies]))
    s.topic, s.talkers, s.payers = "", (), ()
    yield from lose_cultists(t, me, tuple(zip(enemies, split)))


# ---------------------------------------------------------------- requirements
@watch.by("bg_areas_4")
def four_areas(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-15.8]"""
    if s.spread(me) >= 4:
        fulfil(s, me, "bg_areas_4")


@watch.by("bg_areas_6")
def six_areas(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-15.8]"""
    if s.spread(me) >= 6:
        fulfil(s, me, "bg_areas_6")


@watch.by("bg_areas_8")
def eight_areas(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-15.8]"""
    if s.spread(me) >= 8:
        fulfil(s, me, "bg_areas_8")


@watch.by("bg_share_all_enemies")
def share_all_enemies(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-15.9, CTHULHU-17.17] With every enemy faction there is an area in which both have units."""
    mine = {area for area in s.places(me) if area >= 0}
    for enemy in s.players():
        if enemy != me and mine.isdisjoint(s.places(enemy)):
            return
    fulfil(s, me, "bg_share_all_enemies")


@reward.by("bg_share_all_enemies")
def power_of_sharing(t: T, me: Player) -> None:
    """[CTHULHU-15.9, CTHULHU-17.17] 1 Power per enemy faction."""
    gain_power(t, me, len(t.state.power) - 1)


@action_offers.by(SACRIFICE)
def may_give_two(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-15.10]"""
    return (SACRIFICE,) if len(cultists_on_map(s, me)) >= 2 else ()


@use_action.by(SACRIFICE)
def give_two(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-15.10] Two own cultists anywhere, for no Power."""
    s = t.state
    t.emit("required", me, SACRIFICE)
    for _ in range(2):
        unit = yield from choose_unit(t, me, "sacrifice", cultists_on_map(s, me))
        eliminate(t, unit, me)
    fulfil(s, me, SACRIFICE)


@after_awakening.by("bg_awaken_shub_niggurath")
def shub_niggurath_awakened(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-15.11, CTHULHU-3.11]"""
    fulfil(t.state, me, "bg_awaken_shub_niggurath")
    yield from ()
