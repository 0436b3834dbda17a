"""What holds in a region: its numbers, its free slots, and what effects forbid there."""

from __future__ import annotations

from grimtable.games.oldworld.components import (
    BLOCKING,
    CANCELS,
    CARD_COST,
    CARD_POWER,
    CARNAGE_HOLDS,
    COST_OF_OTHERS,
    DEAR,
    DEFENSE,
    DEFENSE_OF_ENEMIES,
    DEFENSE_OF_OWN,
    EVERYWHERE,
    HERO,
    KIND,
    LASTING,
    MAGIC,
    NO_BATTLE,
    NO_CORRUPTION,
    NO_SUMMONING,
    NOBLE,
    NONE,
    ONGOING,
    OWN_COST,
    OWNER,
    RESISTANCE,
    SKAVEN,
    SYMBOLS,
    TITLE,
    TOKEN_OF,
    VALUE,
    WARPSTONE,
    Card,
    Effect,
    Figure,
    Power,
    Region,
    Slot,
)
from grimtable.games.oldworld.state import CORRUPTION, OldWorld

MINIMUM_DEFENSE = 1  # [OLDWORLD-22.9]
EACH_WITH = "each_with:"


# ---------------------------------------------------------------- cards in force
def live_cards(s: OldWorld, region: Region) -> list[Card]:
    """[OLDWORLD-22.15, OLDWORLD-7.2] Cards whose text is in force, the left one first: no enemy card voids it."""
    left, right = s.slots[2 * region], s.slots[2 * region + 1]
    if left == NONE:
        return [] if right == NONE else [right]
    if right == NONE:
        return [left]
    if CARD_POWER[left] != CARD_POWER[right]:
        if CANCELS[left]:
            return [left]
        if CANCELS[right]:
            return [right]
    return [left, right]


def is_live(s: OldWorld, card: Card, region: Region) -> bool:
    return card in live_cards(s, region)


def standing(s: OldWorld, op: str, what: str, region: Region) -> list[Effect]:
    """[OLDWORLD-14.8, OLDWORLD-14.1] Continuous effects of this word that the Old World track has on a region."""
    found: list[Effect] = []
    first, second = s.track
    if first not in LASTING and second not in LASTING:
        return found
    for card in s.track:
        if card in LASTING:
            for effect in ONGOING[TITLE[card]]:
                if effect.op == op and what in (effect.what, effect.stat) and applies(s, effect.region, region):
                    found.append(effect)
    return found


def applies(s: OldWorld, place: str, region: Region) -> bool:
    """Whether a region holds at least one of the tokens that mark an effect's regions."""
    assert place.startswith(EACH_WITH), place
    return s.token(region, TOKEN_OF[place.removeprefix(EACH_WITH)]) > 0


# ---------------------------------------------------------------- numbers
def resistance(s: OldWorld, region: Region) -> int:
    """[OLDWORLD-9.6, OLDWORLD-14.5, OLDWORLD-1.2] Printed, 1 less per skaven, and effects; never below 0."""
    number = VALUE[region] - s.token(region, SKAVEN)
    number += sum([RESISTANCE[card] for card in live_cards(s, region)])  # [OLDWORLD-22.10, OLDWORLD-21.6]
    number += sum([int(effect.amount) for effect in standing(s, "modify", "resistance", region)])
    return max(0, number)


def conquest_value(s: OldWorld, region: Region) -> int:
    """[OLDWORLD-9.7, OLDWORLD-14.3, OLDWORLD-21.8] Printed, 1 more per noble, and effects."""
    number = VALUE[region] + s.token(region, NOBLE)
    return number + sum([int(effect.amount) for effect in standing(s, "modify", "conquest_value", region)])


def defense(s: OldWorld, figure: Figure, region: Region) -> int:
    """[OLDWORLD-22.9, OLDWORLD-7.7] By its owner's upgrades; cards look at who controls it."""
    number = DEFENSE[KIND[figure]][s.upgrades[OWNER[figure]]]
    me = s.control[figure]
    for card in live_cards(s, region):
        number += DEFENSE_OF_OWN[card] if CARD_POWER[card] == me else DEFENSE_OF_ENEMIES[card]
    return max(MINIMUM_DEFENSE, number)


def magic_symbols(s: OldWorld, region: Region) -> int:
    """[OLDWORLD-18.1, OLDWORLD-18.2, OLDWORLD-18.3, OLDWORLD-18.4] On cards of anybody, and given to figures there."""
    symbols = len([card for card in s.cards_in(region) if MAGIC[card]])
    for figure in s.at[region]:
        for effect in SYMBOLS[KIND[figure]][s.upgrades[OWNER[figure]]]:
            symbols += int(effect.number)
    return symbols


def magic(s: OldWorld, region: Region) -> int:
    """[OLDWORLD-12.9, OLDWORLD-21.5] Magic symbols and warpstones together."""
    return magic_symbols(s, region) + s.token(region, WARPSTONE)


def courtiers(s: OldWorld, region: Region) -> int:
    """Nobles and heroes together."""
    return s.token(region, NOBLE) + s.token(region, HERO)


# ---------------------------------------------------------------- what is forbidden [OLDWORLD-19.1]
def may_corrupt(s: OldWorld, region: Region) -> bool:
    """[OLDWORLD-22.2, OLDWORLD-15.4, OLDWORLD-10.3] Not under a ban; not in ruins during the Corruption Phase."""
    if s.ruined[region] and s.phase == CORRUPTION:
        return False
    if [card for card in live_cards(s, region) if NO_CORRUPTION[card]]:
        return False
    return not standing(s, "forbid", "place_corruption", region)


def may_fight(s: OldWorld, region: Region) -> bool:
    """[OLDWORLD-22.27] No dice of any kind where battle is forbidden."""
    if [card for card in live_cards(s, region) if NO_BATTLE[card]]:
        return False
    return not standing(s, "forbid", "battle", region)


def carnage(s: OldWorld, region: Region, me: Power) -> bool:
    """[OLDWORLD-22.4, OLDWORLD-7.8] A card of somebody else reserves summoning here for its owner's figures."""
    return bool([card for card in live_cards(s, region) if NO_SUMMONING[card] and CARD_POWER[card] != me])


def may_enter(s: OldWorld, region: Region, me: Power) -> bool:
    """[OLDWORLD-22.4] Whether figures of this power may be summoned or moved there."""
    return CARNAGE_HOLDS in s.flags or not carnage(s, region, me)


def may_leave(s: OldWorld, region: Region, me: Power) -> bool:
    return CARNAGE_HOLDS not in s.flags or not carnage(s, region, me)


# ---------------------------------------------------------------- slots and costs
def free_slots(s: OldWorld, region: Region) -> list[Slot]:
    """[OLDWORLD-6.22, OLDWORLD-1.1] Slots without a card, a figure on it, or a block by the Old World."""
    free = [slot for slot in (2 * region, 2 * region + 1) if s.slots[slot] == NONE]
    if s.perched:
        taken = [slot for _, slot in s.perched]
        free = [slot for slot in free if slot not in taken]
    if free and is_blocked(s):
        for _ in standing(s, "block_card_slot", "", region):
            free = free[:-1]  # the right one if it is free, else the left one
    return free


def is_blocked(s: OldWorld) -> bool:
    """Whether a card on the track blocks slots."""
    first, second = s.track
    return first in BLOCKING or second in BLOCKING


def open_regions(s: OldWorld) -> list[Region]:
    """[OLDWORLD-6.21, OLDWORLD-15.1] Where a Chaos card may be played: any region but ruins, if a slot is free."""
    slots, ruined = s.slots, s.ruined
    if s.perched or is_blocked(s):
        return [region for region in EVERYWHERE if not ruined[region] and free_slots(s, region)]
    return [
        region
        for region in EVERYWHERE
        if not ruined[region] and (slots[2 * region] == NONE or slots[2 * region + 1] == NONE)
    ]


def surcharge(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-22.19] What cards of others there add to the price of a card."""
    more = 0
    for card in s.slots[2 * region : 2 * region + 2]:
        if card != NONE and COST_OF_OTHERS[card] and CARD_POWER[card] != me and is_live(s, card, region):
            more += COST_OF_OTHERS[card]
    return more


def is_plain(s: OldWorld, card: Card) -> bool:
    """Whether a card costs the same everywhere: a quick answer for most turns."""
    return not OWN_COST[card] and DEAR.isdisjoint(s.slots)


def price(s: OldWorld, card: Card, region: Region) -> int:
    """[OLDWORLD-7.3, OLDWORLD-22.29] The printed cost, what the card itself changes, and surcharges."""
    cost = CARD_COST[card]
    for effect in OWN_COST[card]:
        if CONDITIONS[effect.condition](s, region):
            cost = max(effect.least, cost + int(effect.amount))
    return cost + surcharge(s, region, CARD_POWER[card])


def three_corruption(s: OldWorld, region: Region) -> bool:
    return s.corruption_in(region) >= 3


CONDITIONS = {"corruption_tokens_here_all_players >= 3": three_corruption}
