"""Active cards and items that are given up or taken back before their bonus has ended."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE, SUMMON, Card, Figure
from grimtable.games.gloomhaven.components.cards import SUMMON_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.terms import ITEM_ROOM, READY
from grimtable.games.gloomhaven.piles import leave_active, recover
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell


def give_up(t: T, character: Figure, card: Card) -> None:
    """[GLOOMHAVEN-16.4, GLOOMHAVEN-16.6] To the pile in which the card counts as lying; its bonus ends at once."""
    s = t.state
    rows = [row for row in s.bonuses if row.source == card and row.figure == character]
    dismiss_summons(s, card)
    if rows:
        leave_active(t, character, rows[0])
    tell(t, "bonus_ended", character, card)


def bring_back(t: T, character: Figure, card: Card) -> None:
    """[GLOOMHAVEN-17.11] Into the hand, from whatever pile."""
    s = t.state
    dismiss_summons(s, card)
    recover(s, character, card)
    t.emit("recovered", s.tag(character), card)


def dismiss_summons(s: Gloomhaven, card: Card) -> None:
    """[GLOOMHAVEN-17.4] The summons of a card leave the map with it: no death, so nothing answers it."""
    for row in [row for row in s.bonuses if row.source == card and row.word == "summon"]:
        dismiss(s, row.aim)


def dismiss(s: Gloomhaven, summon: Figure) -> None:
    if s.in_play(summon):
        s.put(summon, NONE)
        s.bonuses = [row for row in s.bonuses if row.figure != summon]


def take_back(t: T, character: Figure, item: int) -> None:
    """[GLOOMHAVEN-17.12, GLOOMHAVEN-17.8] An item can be used again; what it has summoned leaves the map."""
    s, key = t.state, character * ITEM_ROOM + item
    s.item_state[key] = READY
    s.item_used.pop(key, None)
    t.emit("refreshed", s.tag(character), item)
    kinds = [SUMMON_OF[(op.text("name"), -item)] for op in ITEMS[item].ops if op.name == "summon"]
    for figure in s.figures() if kinds else ():
        if s.sort[figure] == SUMMON and s.owner[figure] == character and s.kind[figure] in kinds:
            dismiss(s, figure)
