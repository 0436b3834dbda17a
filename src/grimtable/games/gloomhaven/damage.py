"""Damage, negating it, death and exhaustion [GLOOMHAVEN-13.10, GLOOMHAVEN-18]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import bonuses_on, charges_of, grant, op_of, spend_charge
from grimtable.games.gloomhaven.components import CHARACTER, ELITE, MONSTER, NONE, REGENERATE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.cards import BEAR, IN_SUPPLY
from grimtable.games.gloomhaven.components.monsters import TYPES
from grimtable.games.gloomhaven.components.terms import ATTACK, FALLEN, NO_MONEY, PERMANENT, UNAFFECTED
from grimtable.games.gloomhaven.interludes import at_will, take
from grimtable.games.gloomhaven.moments import damage_changed, figure_died, listening
from grimtable.games.gloomhaven.piles import (
    count_discarded,
    end_bonuses,
    idle_active,
    is_lent,
    leave_active,
    lose,
    spendable,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell, tell_both
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

DEADLY: Final = "damage_to_you_that_would_reduce_you_below_1_hp"
ANY_DAMAGE: Final[tuple[str, ...]] = ("damage_to_you", DEADLY)
FROM_ATTACK: Final = "damage_from_attack_targeting_you"
TO_SUMMON: Final = "damage_to_a_summoned_ally"
SUFFER: Final = "suffer"
FROM_HAND: Final = "hand"
FROM_DISCARD: Final = "discards"
ALL_WAYS: Final[tuple[str, ...]] = (SUFFER, FROM_HAND, FROM_DISCARD)
# Items and class powers that change damage about to be suffered: (t, figure, amount, by, from_attack) -> what is left.
lessen_damage: Final = Hook[[T, Figure, int, Figure, bool], Flow[int]]()
# What a figure does as it dies, still on its hex.
last_breath: Final = Hook[[T, Figure], Flow[None]]()
damage_taken: Final = Hook[[T, Figure], Flow[None]]()  # by anybody, before it dies of it
damage_suffered: Final = Hook[[T, Figure], Flow[None]]()  # by somebody who still stands
BREATHS: Final[tuple[str, ...]] = ("monsters", "summons")
LESSENERS: Final[tuple[str, ...]] = ("songs", "cards", "items")


def suffer(t: T, figure: Figure, amount: int, by: Figure = NONE, from_attack: bool = False) -> Flow[int]:
    """[GLOOMHAVEN-18.4] A figure suffers damage, unless charges or lost cards negate it. Returns what it suffered."""
    s = t.state
    if amount <= 0 or not s.in_play(figure) or s.marks[figure] & UNAFFECTED:
        return 0
    for change in damage_changed.of(s.flags):
        if amount > 0:
            amount = yield from change(t, figure, amount, by)
    if s.bonuses:
        amount = negated_by_charges(t, figure, amount, from_attack)
    for lessen in lessen_damage.of(listening(s, LESSENERS)):
        if amount > 0:
            amount = yield from lessen(t, figure, amount, by, from_attack)
    if not s.in_play(figure):  # a summon whose card was given up meanwhile
        return 0
    keeper = keeper_of(s, figure)
    if amount > 0 and keeper != NONE and (yield from negate(t, keeper, amount)):
        amount = 0
    if amount <= 0:
        tell(t, "negated", figure)
        return 0
    whole = s.hp[figure] == s.max_hp[figure]
    s.hp[figure] -= amount
    s.conditions[figure] &= ~REGENERATE
    count_damage(s, figure, by, whole and from_attack)
    tell(t, "damage", figure, amount)
    if by != NONE and by == s.acting:
        s.harm += amount
    for react in damage_taken.of(listening(s, LESSENERS)):
        yield from react(t, figure)
    if s.hp[figure] <= 0:
        yield from die(t, figure, by)
    else:
        for react in damage_suffered.of(listening(s, LESSENERS)):
            yield from react(t, figure)
    return amount


def keeper_of(s: Gloomhaven, figure: Figure) -> Figure:
    """Whose cards may be lost for a figure: a character's own, and for the bear those of its owner."""
    if s.sort[figure] == SUMMON and s.kind[figure] == BEAR:
        return s.owner[figure]
    return figure if s.sort[figure] == CHARACTER else NONE


def count_damage(s: Gloomhaven, figure: Figure, by: Figure, at_one_blow: bool) -> None:
    """What battle goals ask about damage."""
    if s.sort[figure] == CHARACTER:
        key = f"{figure} lowest_hp"
        s.tallies[key] = min(s.tallies.get(key, s.hp[figure]), s.hp[figure])
    elif s.hp[figure] <= 0 and s.sort[figure] == MONSTER and by != NONE and s.character_of(by) != NONE:
        most = f"{s.character_of(by)} max_overkill_damage_on_monster"
        s.tallies[most] = max(s.tallies.get(most, 0), -s.hp[figure])
        if at_one_blow:
            s.tally(s.character_of(by), "killed_undamaged_monster_with_single_attack")


def negated_by_charges(t: T, figure: Figure, amount: int, from_attack: bool) -> int:
    """[GLOOMHAVEN-16.3] Charges that negate damage advance whenever there is some."""
    s = t.state
    if [row for row in bonuses_on(s, figure, "negate_damage") if row.source != NONE]:
        return 0
    rows = charges_of(s, figure, *([*ANY_DAMAGE, FROM_ATTACK] if from_attack else ANY_DAMAGE))
    if s.sort[figure] == SUMMON:
        allies = [hero for hero in s.heroes() if s.side[hero] == s.side[figure]]
        rows = tuple([row for hero in allies for row in charges_of(s, hero, TO_SUMMON)])
    for row in rows:
        if op_of(row).text("trigger") == DEADLY and amount < s.hp[figure]:
            continue
        if [op for op in op_of(row).ops("grant") if op.name == "negate_damage"]:
            for op in op_of(row).ops("grant"):
                if op.name == "retaliate":
                    grant(s, figure, op.name, op.value, reach=op.number("range", 1), until=ATTACK)
            spend_charge(t, row)
            return 0
    return amount


def negate(t: T, character: Figure, amount: int) -> Flow[bool]:
    """[GLOOMHAVEN-18.4] Lose one card from hand or two of the discard instead."""
    s = t.state
    seat = s.seat[character]
    while True:
        ways = ways_to_negate(s, character)
        free = at_will(s, seat, len(ways) > 1)
        if len(ways) == 1 and not free:
            return False
        s.notes["damage_coming"], s.notes["damage_to"] = amount, character
        way = yield from t.choose(seat, "negate", [*ways, *free])
        del s.notes["damage_coming"], s.notes["damage_to"]
        if not isinstance(way, tuple):
            break
        yield from take(t, seat, way)
    if way == FROM_HAND:
        card = yield from t.choose(seat, "lose_card", spendable(s, character))
        lose(t, character, card)
    elif way == FROM_DISCARD:
        spare = [*s.discard[character], *idle_active(s, character)]
        for _ in range(2):
            card = yield from t.choose(seat, "lose_card", sorted(spare))
            spare.remove(card)
            end_bonuses(s, card)
            lose(t, character, card)
    return way != SUFFER


def ways_to_negate(s: Gloomhaven, character: Figure) -> tuple[str, ...]:
    """Cards chosen this round lie in no pile, active ones count as discarded [GLOOMHAVEN-18.5, GLOOMHAVEN-16.6]."""
    by_discards = count_discarded(s, character) >= 2
    for card in s.hand[character]:
        if not IN_SUPPLY[card]:
            return ALL_WAYS if by_discards else (SUFFER, FROM_HAND)
    return (SUFFER, FROM_DISCARD) if by_discards else (SUFFER,)


def die(t: T, figure: Figure, by: Figure) -> Flow[None]:
    """[GLOOMHAVEN-13.10] A figure without hit points leaves the map."""
    s = t.state
    at = s.hex[figure]
    if s.sort[figure] == CHARACTER:
        if PERMANENT in s.flags:
            yield from perish(t, figure)
        else:
            yield from exhaust(t, figure)
        return
    if s.notes.get("dying") == figure:
        return
    s.notes["dying"] = figure
    for breathe in last_breath.of(BREATHS):
        yield from breathe(t, figure)
    s.notes.pop("dying", None)
    s.put(figure, NONE)
    s.hp[figure] = 0
    tell_both(t, "died", figure, by)
    if s.sort[figure] == MONSTER:
        leave_money(s, figure, at)
        credit(s, figure, by)
    elif s.sort[figure] == SUMMON:
        end_summon(t, figure)
    s.bonuses = [row for row in s.bonuses if row.figure != figure]
    for react in figure_died.of(s.flags):
        yield from react(t, figure, by, at)


def leave_money(s: Gloomhaven, figure: Figure, at: Hex) -> None:
    """[GLOOMHAVEN-13.11] Unless it was summoned or spawned."""
    if not s.marks[figure] & NO_MONEY:
        s.money[at] = s.money.get(at, 0) + 1


def credit(s: Gloomhaven, figure: Figure, by: Figure) -> None:
    """[GLOOMHAVEN-17.7, GLOOMHAVEN-14.4] Kills count for the character, or for the summoner; wounds for nobody."""
    first = not s.notes.get("monsters_dead", 0)
    s.notes["monsters_dead"] = 1
    character = NONE if by == NONE else s.character_of(by)
    if first:
        s.tally(character, "killed_first_monster_of_scenario")
    s.tally(character, "monsters_killed")
    s.tally(character, f"killed {TYPES[s.kind[figure]]}")  # personal quests of a campaign count them
    if s.rank[figure] == ELITE:
        s.tally(character, "elite_monsters_killed")


def end_summon(t: T, figure: Figure) -> None:
    """[GLOOMHAVEN-17.4] The card of a summon leaves the active area with it."""
    s = t.state
    for row in [row for row in s.bonuses if row.word == "summon" and row.aim == figure]:
        if not [o for o in s.bonuses if o.source == row.source and o.aim != figure and s.in_play(o.aim)]:
            leave_active(t, row.figure, row)
        else:
            s.bonuses = [other for other in s.bonuses if other != row]


def perish(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-29.2] Dead for good; one who had fallen is merely taken off the map."""
    s = t.state
    s.notes[f"dead {character}"] = 1
    tell(t, "perished", character)
    if s.marks[character] & FALLEN:
        s.put(character, NONE)
    else:
        yield from exhaust(t, character)


def exhaust(t: T, character: Figure, stays: bool = False) -> Flow[None]:
    """[GLOOMHAVEN-18.7] All cards are lost, the figure and its summons leave the map.

    [GLOOMHAVEN-29.2] Where death is final, who lacks cards stays on its hex.
    """
    s = t.state
    at = s.hex[character]
    if stays:
        s.marks[character] |= FALLEN
    else:
        s.put(character, NONE)
    for summon in [f for f in s.figures() if s.owner[f] == character and s.sort[f] == SUMMON]:
        s.put(summon, NONE)
    for row in [row for row in s.bonuses if row.figure == character and is_lent(row)]:
        leave_active(t, character, row)
    cards = (*s.hand[character], *s.discard[character], *s.active[character], *s.chosen_cards(character))
    new = [card for card in cards if card not in s.lost[character] and not IN_SUPPLY[card]]
    s.lost[character] = (*s.lost[character], *new)
    t.no_undo()  # the others see the hand
    t.emit("exhausted", s.tag(character), tuple(sorted(s.lost[character])))
    s.hand[character] = s.discard[character] = s.active[character] = ()
    s.chosen[character] = ()
    s.seen[character] = tuple(sorted({*s.seen[character], *s.lost[character]}))
    s.bonuses = [row for row in s.bonuses if row.figure != character]
    if s.acting == character:
        s.to_play = ()
    for react in figure_died.of(s.flags):
        yield from react(t, character, NONE, at)
