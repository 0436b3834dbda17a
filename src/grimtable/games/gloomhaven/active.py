"""Cards in the active area leave it before their bonus has ended: given up, or taken back into the hand."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE, Card, Figure
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
        if s.in_play(row.aim):
            s.put(row.aim, NONE)
            s.bonuses = [other for other in s.bonuses if other.figure != row.aim]
