"""Crawling Chaos [CTHULHU-14]."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import (
    action_offers,
    after_awakening,
    after_capturing,
    awakening_places,
    choose_unit,
    reach,
    use_action,
)
from grimtable.games.cthulhu.battle import (
    after_kills,
    after_pains,
    directs_retreats,
    more_combat,
    not_eliminated,
    pre_battle_offers,
    use_pre_battle,
)
from grimtable.games.cthulhu.components import (
    AREA_IDS,
    COST,
    COST_AGAIN,
    DONE,
    FIGURES,
    FLYING_POLYP,
    GREAT_OLD_ONE,
    GREAT_OLD_ONES_OF,
    HUNTING_HORROR,
    KIND,
    NIGHTGAUNT,
    NYARLATHOTEP,
    RANK,
    UID,
    UNIT,
    WITHIN_TWO,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.losses import eliminate, gain_power, put, spare
from grimtable.games.cthulhu.negotiation import agreed, disagreed, means, open_talks
from grimtable.games.cthulhu.spellbooks import fulfil, gain_signs, watch
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.values import Flow

HIM = FIGURES[NYARLATHOTEP][0]
ABDUCT, INVISIBILITY, SEEK, THOUSAND_FORMS = "abduct", "invisibility", "seek_and_destroy", "thousand_forms"
PAY_4, PAY_6, PAY_BOTH = "cc_pay_4", "cc_pay_6", "cc_pay_10"
PRICES = {PAY_4: 4, PAY_6: 6}
HARBINGER_SIGNS = 2


def lesser(s: Cthulhu, me: Player) -> list[Unit]:
    """Monsters and cultists of a side that take part in the battle."""
    return [unit for unit in s.fighters(me) if RANK[unit] < GREAT_OLD_ONE]


def fighting(s: Cthulhu, me: Player, kind: int) -> list[Unit]:
    return [unit for unit in s.fighters(me) if KIND[unit] == kind]


# ---------------------------------------------------------------- Flight
@reach.by("flight")
def flight(s: Cthulhu, area: Area) -> tuple[Area, ...]:
    """[CTHULHU-14.2] Up to two areas in a Move action, over enemies too."""
    return WITHIN_TWO[s.map][area]


# ---------------------------------------------------------------- Nyarlathotep
@awakening_places.by("nyarlathotep")
def where_nyarlathotep_rises(s: Cthulhu, me: Player) -> list[Area]:
    """[CTHULHU-14.1, CTHULHU-14.3] Any gate that the faction controls."""
    return s.gates_of(me)


@more_combat.by("nyarlathotep")
def nyarlathotep_dice(s: Cthulhu, me: Player, units: list[Unit], opponent: Player) -> int:
    """[CTHULHU-14.4] The spellbooks of both sides."""
    return s.books(me) + s.books(opponent) if HIM in units else 0


# ---------------------------------------------------------------- The Harbinger
def harbinger(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.5, CTHULHU-14.6, CTHULHU-14.7] For each enemy Great Old One with a Kill or Pain: Power or signs."""
    s = t.state
    enemy = s.opponent(me)
    if HIM not in s.fighters(me):
        return
    for unit in GREAT_OLD_ONES_OF[s.faction[enemy]]:
        mark = f"harbinger:{UID[unit]}"
        if mark in s.used or (unit not in s.killed and unit not in s.pained):
            continue
        s.used = (*s.used, mark)
        word = yield from t.choose(me, "harbinger", [f"power_{bounty(unit)}", "signs", "no"])
        if word == "signs":
            gain_signs(t, me, HARBINGER_SIGNS)
        elif word != "no":
            gain_power(t, me, bounty(unit))


def bounty(unit: Unit) -> int:
    """[CTHULHU-14.6] Half of the price of awakening it again."""
    return min(COST[KIND[unit]], COST_AGAIN[KIND[unit]]) // 2


@after_kills.by("harbinger")
def harbinger_of_kills(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.5, CTHULHU-14.7] When Kills are assigned."""
    yield from harbinger(t, me)


@after_pains.by("harbinger")
def harbinger_of_pains(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.5, CTHULHU-14.7] When Pains are assigned; each Great Old One counts once."""
    yield from harbinger(t, me)


# ---------------------------------------------------------------- Abduct
@pre_battle_offers.by(ABDUCT)
def may_abduct(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-14.11] A Nightgaunt takes part, and the enemy has somebody to give."""
    return (ABDUCT,) if fighting(s, me, NIGHTGAUNT) and lesser(s, s.opponent(me)) else ()


@use_pre_battle.by(ABDUCT)
def abduct(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.11] One Nightgaunt for one monster or cultist of the opponent's choice; it may be done again."""
    s = t.state
    enemy = s.opponent(me)
    t.emit("used", me, ABDUCT)
    eliminate(t, fighting(s, me, NIGHTGAUNT)[0], me)
    unit = yield from choose_unit(t, enemy, "abducted", lesser(s, enemy))
    eliminate(t, unit, me)


# ---------------------------------------------------------------- Invisibility
@pre_battle_offers.by(INVISIBILITY)
def may_hide(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-14.12] Once per battle, with a Flying Polyp in it."""
    return (INVISIBILITY,) if INVISIBILITY not in s.used and fighting(s, me, FLYING_POLYP) else ()


@use_pre_battle.by(INVISIBILITY)
def invisibility(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.12, CTHULHU-14.13, CTHULHU-14.14] Up to one unit of either side per Polyp is exempt."""
    s = t.state
    for count in range(len(fighting(s, me, FLYING_POLYP))):
        units = s.distinct(lesser(s, s.opponent(me)) + lesser(s, me))
        word = yield from t.choose(me, INVISIBILITY, [*[UID[unit] for unit in units], *([DONE] if count else [])])
        if word == DONE:
            return
        s.exempt = (*s.exempt, UNIT[word])
        t.emit("exempted", word)


# ---------------------------------------------------------------- Seek and Destroy
def distant_horrors(s: Cthulhu) -> list[Unit]:
    return [unit for unit in FIGURES[HUNTING_HORROR] if s.area[unit] >= 0 and s.area[unit] != s.battlefield]


@pre_battle_offers.by(SEEK)
def may_seek(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-14.15, CTHULHU-11.4] A Hunting Horror stands elsewhere on the map."""
    return (SEEK,) if distant_horrors(s) else ()


@use_pre_battle.by(SEEK)
def seek_and_destroy(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.15] A Hunting Horror from anywhere joins the battle; it may be done again."""
    s = t.state
    unit = yield from choose_unit(t, me, SEEK, distant_horrors(s))
    t.emit("flew_to_battle", me, UID[unit], AREA_IDS[s.battlefield])
    put(t, unit, s.battlefield)


# ---------------------------------------------------------------- Emissary of the Outer Gods
def unrivalled(s: Cthulhu, me: Player) -> bool:
    """No enemy Great Old One takes part in the battle."""
    rivals = GREAT_OLD_ONES_OF[s.faction[s.opponent(me)]]
    return not [u for u in rivals if s.area[u] == s.battlefield or u in s.killed or u in s.pained]


@after_kills.by("emissary")
def emissary(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.16, CTHULHU-3.3] A Kill on Nyarlathotep may become a Pain."""
    s = t.state
    if HIM in s.killed and unrivalled(s, me) and (yield from t.choose(me, "emissary", ["yes", "no"])) == "yes":
        s.killed = tuple([unit for unit in s.killed if unit != HIM])
        s.pained = (*s.pained, HIM)
        spare(t, HIM)


@not_eliminated.by("emissary")
def emissary_surrounded(s: Cthulhu, unit: Unit) -> bool:
    """[CTHULHU-14.16, CTHULHU-14.17] Named as the surrounded unit he is not eliminated."""
    return unit == HIM and unrivalled(s, s.owner[unit])


# ---------------------------------------------------------------- Madness
@directs_retreats.by("madness")
def madness(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-14.21, CTHULHU-14.22, CTHULHU-14.23] In every battle: the order of all retreats and their areas."""
    return True


# ---------------------------------------------------------------- The Thousand Forms
@action_offers.by(THOUSAND_FORMS)
def may_take_forms(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-14.18] Nyarlathotep in play, once per Action Phase."""
    return (THOUSAND_FORMS,) if s.in_play(HIM) and THOUSAND_FORMS not in s.spent else ()


@use_action.by(THOUSAND_FORMS)
def thousand_forms(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.18, CTHULHU-14.19, CTHULHU-17.15, CTHULHU-17.16] The enemies lose the roll, or I gain it."""
    s = t.state
    s.spent = (*s.spent, THOUSAND_FORMS)
    face = t.random(6) + 1
    t.emit("rolled_one", me, THOUSAND_FORMS, face)
    amount = face if len(s.power) > 2 else (face + 1) // 2
    if sum([s.power[enemy] for enemy in s.enemies(me)]) < amount:
        gain_power(t, me, amount)
    elif len(s.power) == 2:
        yield from lose_power(t, me, ((1 - me, amount),))
    else:
        open_talks(t, THOUSAND_FORMS, me, amount)


@means.by(THOUSAND_FORMS)
def power_of(s: Cthulhu, player: Player) -> int:
    """[CTHULHU-18.1] Power."""
    return s.power[player]


@agreed.by(THOUSAND_FORMS)
def lose_power(t: T, me: Player, shares: tuple[tuple[Player, int], ...]) -> Flow[None]:
    """[CTHULHU-14.18] Each loses what was agreed."""
    for player, amount in shares:
        t.state.power[player] -= amount
        if amount:
            t.emit("power_lost", player, amount)
    yield from ()


@disagreed.by(THOUSAND_FORMS)
def forms_pay(t: T, me: Player, amount: int) -> Flow[None]:
    """[CTHULHU-18.4] Without agreement I gain the roll."""
    gain_power(t, me, amount)
    yield from ()


# ---------------------------------------------------------------- requirements
@action_offers.by("nyarlathotep")
def may_pay(s: Cthulhu, me: Player) -> tuple[str, ...]:
    """[CTHULHU-14.8, CTHULHU-4.10] Pay 4, pay 6, or both in one action."""
    still_open = [slot for slot in PRICES if slot in s.abilities[me]]
    words = [slot for slot in still_open if s.power[me] >= PRICES[slot]]
    if len(still_open) == 2 and s.power[me] >= sum(PRICES.values()):
        words.append(PAY_BOTH)
    return tuple(words)


def pay(t: T, me: Player, slots: tuple[str, ...]) -> Flow[None]:
    """[CTHULHU-14.8, CTHULHU-4.11] Power paid for this and nothing else."""
    s = t.state
    for slot in slots:
        s.power[me] -= PRICES[slot]
        fulfil(s, me, slot)
    t.emit("paid", me, sum([PRICES[slot] for slot in slots]))
    yield from ()


@use_action.by(PAY_4)
def pay_4(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.8]"""
    yield from pay(t, me, (PAY_4,))


@use_action.by(PAY_6)
def pay_6(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.8]"""
    yield from pay(t, me, (PAY_6,))


@use_action.by(PAY_BOTH)
def pay_10(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-14.8] Both in one action."""
    yield from pay(t, me, (PAY_4, PAY_6))


@watch.by("cc_gates_3_or_power_12")
def three_gates(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-14.9]"""
    if s.power[me] >= 12 or len(s.gates_of(me)) >= 3:
        fulfil(s, me, "cc_gates_3_or_power_12")


@watch.by("cc_gates_4_or_power_15")
def four_gates(s: Cthulhu, me: Player) -> None:
    """[CTHULHU-14.9]"""
    if s.power[me] >= 15 or len(s.gates_of(me)) >= 4:
        fulfil(s, me, "cc_gates_4_or_power_15")


@after_capturing.by("cc_capture_cultist")
def cultist_captured(t: T, me: Player) -> None:
    """[CTHULHU-14.10]"""
    fulfil(t.state, me, "cc_capture_cultist")


@after_awakening.by("cc_awaken_nyarlathotep")
def nyarlathotep_awakened(t: T, me: Player, unit: Unit) -> Flow[None]:
    """[CTHULHU-14.10, CTHULHU-3.11]"""
    fulfil(t.state, me, "cc_awaken_nyarlathotep")
    yield from ()
