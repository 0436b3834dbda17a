"""Who may see what: everything is open but the order of the decks."""

from __future__ import annotations

from typing import Any

from grimtable.games.darklord.battle import cost, standing
from grimtable.games.darklord.components import (
    ARTIFACTS,
    COLORS,
    LABELS,
    LAND,
    LEVEL,
    MEGALITH_SCORES,
    NONE,
    TERRITORIES,
    UID,
    ULTIMATE_SPARES_OWN,
    ULTIMATE_SPARES_ZERO,
    VP,
    Area,
    Card,
    Player,
)
from grimtable.games.darklord.state import DarkLord
from grimtable.games.darklord.victory import is_minus, score, worth
from grimtable.kernel.hidden import deal
from grimtable.kernel.values import Dice

REWORDED: dict[str, tuple[str, str]] = {  # texts that say something else under a ruling
    ULTIMATE_SPARES_OWN: ("text.ultimate_golem", "text.ultimate_golem_enemy_only"),
    ULTIMATE_SPARES_ZERO: ("text.ultimate_golem", "text.ultimate_golem_exactly_1"),
    MEGALITH_SCORES: ("text.megalith_ruins", "text.megalith_ruins_2"),
}


def view(s: DarkLord, viewer: Player | None) -> dict[str, Any]:
    """[DARKLORD-17.1] What a viewer may see; the same for everybody."""
    return {
        "round": s.round,
        "phase": s.phase,
        "area": LABELS[s.area] if s.area != NONE else None,
        "start": s.start,
        "decks": [len([card for card in s.deck if LEVEL[card] == level]) for level in (1, 2, 3)],
        "areas": [area_view(s, area) for area in range(len(s.targets))],
        "players": [player_view(s, me) for me in s.players()],
        "removed": [[UID[unit], s.owner[unit]] for unit in s.removed],
        "spent": [UID[unit] for unit in s.spent],
        "arrivals": [list(players) for players in s.arrivals],
        "trash": [UID[card] for card in s.trash],
        "stock": {"curses": s.curses_left(), "stones": s.stones_left(), "power_tokens": s.power_tokens_left()},
        "vp": list(s.vp),
        "worth": {UID[card]: worth(s, card) for card in range(len(UID)) if worth(s, card) != VP[card]},
        "wording": {key: new for ruling, (key, new) in REWORDED.items() if ruling in s.rulings},
    }


def area_view(s: DarkLord, area: Area) -> dict[str, Any]:
    """An area with its target, its stack in order, and who leads at what price [DARKLORD-6.3, DARKLORD-17.1]."""
    target = s.targets[area]
    return {
        "label": LABELS[area],
        "target": UID[target] if target != NONE else None,
        "stack": [{"unit": UID[unit], "owner": s.owner[unit], "power": s.power(unit)} for unit in s.stacks[area]],
        "ranking": [
            {
                "player": rank.player,
                "total": rank.total,
                "flag": rank.flag,
                "cost": cost(s, area, rank.player),
                "can_pay": cost(s, area, rank.player) <= s.funds(rank.player),
                "barred": target != NONE and LAND[target] != "" and s.owns_land(rank.player, LAND[target]),
            }
            for rank in standing(s, area)
        ],
    }


def player_view(s: DarkLord, me: Player) -> dict[str, Any]:
    """A home area: cards, chips, which units are ready, and what it would score now.

    [DARKLORD-4.10, DARKLORD-2.7, DARKLORD-17.1]
    """
    if s.colors[me] == NONE:
        return {"color": None}
    row = score(s, me)
    return {
        "color": COLORS[s.colors[me]],
        "coins": s.coins[me],
        "income": s.income_of(me),
        "sleeves": s.sleeves_of(me),
        "stones": s.stones[me],
        "curses": s.curses[me],
        "throne_vp": s.throne_vp[me],
        "passed": bool(s.passed >> me & 1),
        "units": uids(s.units_of(me)),
        "ready": uids(sorted(s.ready[me])),
        "territories": uids(s.owned(me, TERRITORIES)),
        "minus": uids([card for card in s.owned(me, TERRITORIES) if is_minus(s, card)]),
        "artifacts": uids(s.owned(me, ARTIFACTS)),
        "score": {
            "curses": row.curses,
            "artifacts": [[UID[card], vp] for card, vp in row.artifacts],
            "throne": row.throne,
            "minus": row.minus,
            "plus": row.plus,
            "total": row.total,
        },
    }


def uids(cards: list[Card]) -> list[str]:
    return [UID[card] for card in cards]


def unknown(s: DarkLord, viewer: Player) -> frozenset[Card]:
    return frozenset(s.deck)


def redeal(base: DarkLord, loose: frozenset[Card], viewer: Player, dice: Dice) -> DarkLord:
    """[DARKLORD-17.1] Each level's part of the deck in another order: what lies in which part is known."""
    s = base.clone()
    unseen = loose & unknown(s, viewer)
    parts = [[card for card in s.deck if LEVEL[card] == level] for level in (3, 2, 1)]
    for part in parts:
        deal([part], unseen, dice)
    s.deck = [card for part in parts for card in part]
    return s
