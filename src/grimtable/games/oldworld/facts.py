"""What a board draws of the components; `designed` marks what is not from the printed game."""

from __future__ import annotations

from typing import Any

from grimtable.games.oldworld.components import (
    ADJACENT,
    ATTACK,
    CARD_COST,
    CARD_POWER,
    CHAOS_CARDS,
    CLASSES,
    CLS,
    COMET,
    COST,
    COUNT,
    DEFENSE,
    DESIGNED,
    FIGURES,
    INSTRUCTION,
    KIND,
    KINDS,
    MAGIC,
    OWNER,
    POPULOUS,
    POWERS,
    REGIONS,
    RUINER_VP,
    THREAT,
    TITLE,
    TOKEN_COUNT,
    TOKENS,
    UPGRADED_KIND,
    UPGRADES_OF,
    VALUE,
    VICTORY,
)


def facts() -> dict[str, Any]:
    """Plain data about regions, figures, cards, tokens, dials and upgrades."""
    return {
        "regions": {
            name: {"value": VALUE[r], "populous": POPULOUS[r], "adjacent": [REGIONS[n] for n in ADJACENT[r]]}
            for r, name in enumerate(REGIONS)
        },
        "pieces": list(FIGURES),
        "figures": {name: _kind(kind) for kind, name in enumerate(KINDS)},
        "cards": {title: _card(title) for title in dict.fromkeys(TITLE)},
        "tokens": {name: TOKEN_COUNT[kind] for kind, name in enumerate(TOKENS)},
        "dials": {
            name: [
                {
                    "threat": THREAT[p][i],
                    "reward": e.op,
                    "amount": e.amount or e.number,
                    "token": TOKENS[e.tokens[0]] if e.tokens else None,
                    "designed": f"{name}_{i}" in DESIGNED,
                }
                for i, e in enumerate(INSTRUCTION[p])
            ]
            for p, name in enumerate(POWERS)
        },
        "victory": {name: VICTORY[p] for p, name in enumerate(POWERS)},
        "upgrades": {
            name: {
                "power": power,
                "kind": KINDS[UPGRADED_KIND[name]] if UPGRADED_KIND[name] >= 0 else None,
                "designed": name in DESIGNED,
            }
            for p, power in enumerate(POWERS)
            for name in UPGRADES_OF[p]
        },
        "ruiner_vp": list(RUINER_VP),
    }


def _kind(kind: int) -> dict[str, Any]:
    figure = KIND.index(kind)
    return {
        "power": POWERS[OWNER[figure]],
        "class": CLASSES[CLS[figure]],
        "count": COUNT[kind],
        "cost": COST[kind],
        "attack": ATTACK[kind][0],
        "defense": DEFENSE[kind][0],
    }


def _card(title: str) -> dict[str, Any]:
    card = TITLE.index(title)
    if card >= CHAOS_CARDS:
        return {"power": None, "copies": TITLE.count(title), "comet": COMET[title], "designed": title in DESIGNED}
    return {
        "power": POWERS[CARD_POWER[card]],
        "copies": TITLE.count(title),
        "cost": CARD_COST[card],
        "magic": MAGIC[card],
        "designed": title in DESIGNED,
    }
