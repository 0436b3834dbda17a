"""The Corruption Phase: domination, corruption and ruination [OLDWORLD-9, OLDWORLD-10]."""

from __future__ import annotations

from grimtable.games.oldworld.board import Source, corrupt, do, gain_vp, release, tell_cause
from grimtable.games.oldworld.components import (
    AT,
    CARD_COST,
    CARD_POWER,
    COUNTS_AS,
    DOMINATION_BONUS,
    EFFECTS,
    EVERYWHERE,
    IGNORES_FIGURES,
    KIND,
    NONE,
    ON_RUIN,
    OWNER,
    POWERS,
    REGIONS,
    RUIN_AT,
    RUIN_UPGRADE,
    RUINER_VP,
    RUINERS_OF_ROUND,
    TIMING,
    TITLE,
    USES_ATTACK,
    WARPSTONE,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import conquest_value, courtiers, is_live, live_cards, resistance
from grimtable.games.oldworld.state import CORRUPTION, GODS, NOTHING_LAID, UNTIL_PHASE_ENDS, OldWorld, T, changed, more
from grimtable.kernel.values import Flow, Step


# ---------------------------------------------------------------- the phase
def corruption_phase(t: T) -> Flow[None]:
    """[OLDWORLD-3.2] Effects at its start; then domination everywhere; then corruption everywhere."""
    s = t.state
    s.phase, s.laid = CORRUPTION, NOTHING_LAID
    t.emit("phase", CORRUPTION)
    s.agenda.append(Step("end_phase"))
    for me in s.powers:
        for figure in s.on_board(me):
            for effect in AT[KIND[figure]][s.upgrades[OWNER[figure]]]:
                if effect.timing == "corruption_phase.start":
                    notes = {"own_region": s.where[figure]}
                    yield from do(t, Source(me, s.where[figure], NONE, notes), effect.inner)
    yield from dominate(t)
    yield from corruption_step(t)
    release(t, UNTIL_PHASE_ENDS)


def card_effects(t: T, region: Region, timing: str, me: Power = NONE) -> Flow[None]:
    """What the cards there do at this time, the left one first; all of them, or those of one power."""
    s = t.state
    for card in s.cards_in(region):
        if TIMING[card] == timing and is_live(s, card, region) and me in (NONE, CARD_POWER[card]):
            tell_cause(t, TITLE[card], region)
            yield from do(t, Source(CARD_POWER[card], region, card, {}), EFFECTS[card])


# ---------------------------------------------------------------- domination
def dominate(t: T) -> Flow[None]:
    """[OLDWORLD-9.1, OLDWORLD-3.6, OLDWORLD-15.3] Region by region, without the ruined ones."""
    s = t.state
    for region in EVERYWHERE:
        if s.ruined[region] or not (s.at[region] or s.cards_in(region)):
            continue
        values = standing_in(s, region)
        if t.events is not None:
            told = tuple([(POWERS[me], value) for me, value in zip(s.powers, values) if value])
            t.emit("compared", REGIONS[region], told, resistance(s, region))
        me = dominator(s, region, values)
        if me == NONE:
            continue
        worth = conquest_value(s, region)
        s.vp = more(s.vp, me, worth)  # [OLDWORLD-1.10] without a limit
        t.emit("dominated", POWERS[me], REGIONS[region], worth)
        yield from card_effects(t, region, "on_dominate_here", me)  # [OLDWORLD-22.14]


def standing_in(s: OldWorld, region: Region) -> list[int]:
    """[OLDWORLD-9.2] The Domination Values there, by seat."""
    there = [s.control[figure] for figure in s.at[region]] + [CARD_POWER[card] for card in s.cards_in(region)]
    return [domination(s, region, me) if me in there else 0 for me in s.powers]


def dominator(s: OldWorld, region: Region, values: list[int] | None = None) -> Power:
    """[OLDWORLD-9.4, OLDWORLD-9.5] The single highest, if above the Resistance; equal is not enough. Else NONE."""
    if values is None:
        values = standing_in(s, region)
    best = max(values)
    if values.count(best) > 1 or best <= resistance(s, region):
        return NONE
    return s.powers[values.index(best)]


def domination(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-9.2, OLDWORLD-9.3] Printed costs of own cards there, own figures, and bonuses."""
    value = 0
    for card in s.cards_in(region):
        if CARD_POWER[card] == me:
            value += CARD_COST[card]
    cards = live_cards(s, region)
    value += figure_part(s, region, me) if not cards else figure_part_with(s, region, me, cards)
    for card in cards:
        if CARD_POWER[card] == me:
            for effect in DOMINATION_BONUS[card]:
                value += BONUSES[str(effect.amount)](s, region, me)
    return value


def figure_part(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-9.2] Each figure counts 1, whatever its class, unless an upgrade says more."""
    part = 0
    for figure in s.at[region]:
        if s.control[figure] == me:
            more = COUNTS_AS[KIND[figure]][s.upgrades[OWNER[figure]]]
            part += int(more[0].number) if more else 1
    return part


def figure_part_with(s: OldWorld, region: Region, me: Power, cards: list[int]) -> int:
    """[OLDWORLD-22.3, OLDWORLD-22.23] Nothing under an Abyssal Pact; the sum of attacks with a Skull Throne."""
    if [card for card in cards if IGNORES_FIGURES[card]]:
        return 0
    if [card for card in cards if USES_ATTACK[card] and CARD_POWER[card] == me]:
        return sum([s.attack(figure) for figure in s.in_region(region, me)])
    return figure_part(s, region, me)


def own_corruption(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-22.8] The tokens that lie there when domination of the region is computed."""
    return s.corruption[GODS * region + me]


def twice_courtiers(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-22.26] 2 for each noble and each hero."""
    return 2 * courtiers(s, region)


BONUSES = {"own_corruption_here": own_corruption, "2*(nobles+heroes) here": twice_courtiers}


# ---------------------------------------------------------------- corruption
def corruption_step(t: T) -> Flow[None]:
    """[OLDWORLD-10.1, OLDWORLD-10.5, OLDWORLD-3.6] Each unruined region to its end: placement, ruin check, ruiners."""
    s = t.state
    s.laid_step = 0
    for region in EVERYWHERE:
        if s.ruined[region]:
            continue
        if s.at[region]:
            for me in s.powers:  # [OLDWORLD-10.2, OLDWORLD-16.1] one token of his colour per cultist he controls
                corrupt(t, me, region, s.cultists(region, me))
        if s.cards_in(region):
            yield from card_effects(t, region, "corruption_step_after_placement_before_ruin_check")
        if is_spent(s, region):
            yield from ruin(t, region)


def is_spent(s: OldWorld, region: Region) -> bool:
    """[OLDWORLD-10.4, OLDWORLD-14.6] Corruption of all powers and warpstones: twelve or more."""
    return s.corruption_in(region) + s.token(region, WARPSTONE) >= RUIN_AT


def ruin(t: T, region: Region) -> Flow[None]:
    """[OLDWORLD-10.6, OLDWORLD-10.7, OLDWORLD-10.8, OLDWORLD-10.10, OLDWORLD-15.6] It gets the top Ruination card."""
    s = t.state
    number = s.ruins() + 1
    if number > len(RUINER_VP):
        return
    s.ruined = changed(s.ruined, region, number)
    s.face_up |= 1 << region
    t.emit("ruined", REGIONS[region], number)
    placed = s.laid_round if RUINERS_OF_ROUND in s.flags else s.laid_step  # [OLDWORLD-10.9, OLDWORLD-21.1]
    for me in s.powers:
        if placed >> (GODS * region + me) & 1:
            gain_vp(t, me, RUINER_VP[number - 1], "ruiner")  # [OLDWORLD-10.11]
    for me in s.powers:
        for effect in ON_RUIN[me][s.upgrades[me]]:
            yield from do(t, Source(me, region, NONE, {}, RUIN_UPGRADE[me]), effect.inner)
