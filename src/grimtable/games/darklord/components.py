"""The 60 cards, from data/ into constants. A card is its place in the deck list; its facts are tuples by card.

`Final` lets compiled rules reach a constant without looking up its name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

Card = int
Player = int
Area = int

FOLDER: Final = Path(__file__).parent
NONE: Final = -1  # no card, no player


def _read(name: str) -> Any:
    return json.loads((FOLDER / "data" / f"{name}.json").read_text(encoding="utf-8"))


_KINDS: Final[dict[str, dict[str, Any]]] = {kind["id"]: kind for kind in _read("cards")["cards"]}
_LIST: Final[list[dict[str, Any]]] = _read("decklist")["cards"]
_GAME: Final[dict[str, Any]] = _read("game")
_CHIPS: Final[dict[str, int]] = {chip["id"]: chip["count"] for chip in _read("components")["chips"]["breakdown"]}

COLORS: Final[tuple[str, ...]] = tuple(_read("components")["sleeves"]["colors"])  # [DARKLORD-1.1]
RED: Final = 0

# ---------------------------------------------------------------- by card
UID: Final[tuple[str, ...]] = tuple([card["uid"] for card in _LIST])
CARDS: Final[dict[str, Card]] = {uid: card for card, uid in enumerate(UID)}
_FACTS: Final[tuple[dict[str, Any], ...]] = tuple([_KINDS[card["card"]] for card in _LIST])
KIND: Final[tuple[str, ...]] = tuple([facts.get("kind", facts["id"]) for facts in _FACTS])
DECK: Final[tuple[str, ...]] = tuple([card["deck"] for card in _LIST])  # [DARKLORD-1.2]
FOUR_PLAYERS_ONLY: Final[tuple[bool, ...]] = tuple(
    [card["four_player_only"] for card in _LIST]
)  # [DARKLORD-16.1, DARKLORD-16.3]
TYPE: Final[tuple[str, ...]] = tuple([facts["type"] for facts in _FACTS])
RACE: Final[tuple[str, ...]] = tuple([facts.get("race", "") for facts in _FACTS])
POWER: Final[tuple[int, ...]] = tuple([facts.get("power", 0) for facts in _FACTS])  # [DARKLORD-13.1, DARKLORD-13.9]
UPKEEP: Final[tuple[int, ...]] = tuple([facts.get("upkeep", 0) for facts in _FACTS])
INCOME: Final[tuple[int, ...]] = tuple(  # [DARKLORD-14.1, DARKLORD-14.2, DARKLORD-14.4]
    [facts.get("income", 0) for facts in _FACTS]
)
# [DARKLORD-14.1, DARKLORD-14.3, DARKLORD-14.4]
CIRCLES: Final[tuple[int, ...]] = tuple([facts.get("circles", 0) for facts in _FACTS])
VP: Final[tuple[int, ...]] = tuple([facts["vp"] if isinstance(facts.get("vp"), int) else 0 for facts in _FACTS])
COLOR: Final[tuple[int, ...]] = tuple([COLORS.index(facts["color"]) if "color" in facts else NONE for facts in _FACTS])
LAND: Final[tuple[str, ...]] = tuple(  # the name under which a territory counts: a minus version counts as its land
    [facts.get("minus_of", facts["id"]) if facts["type"] == "territory" else "" for facts in _FACTS]
)
SCORING: Final[tuple[dict[str, Any] | None, ...]] = tuple([facts.get("scoring") for facts in _FACTS])
ABILITIES: Final[tuple[tuple[str, ...], ...]] = tuple([(kind,) for kind in KIND])  # attached under a card's kind
DESIGNED: Final[tuple[tuple[str, ...], ...]] = tuple(  # which of a card's facts are stand-ins
    [
        tuple(
            sorted([field for field, source in facts.get("field_sources", {}).items() if source.startswith("designed")])
        )
        for facts in _FACTS
    ]
)

# ---------------------------------------------------------------- groups
UNITS: Final[tuple[Card, ...]] = tuple([card for card, kind in enumerate(TYPE) if kind == "unit"])
TERRITORIES: Final[tuple[Card, ...]] = tuple([card for card, kind in enumerate(TYPE) if kind == "territory"])
LANDS: Final[dict[str, tuple[Card, ...]]] = {  # the territories that count as each land
    land: tuple([card for card in TERRITORIES if LAND[card] == land]) for land in sorted({LAND[c] for c in TERRITORIES})
}
ARTIFACTS: Final[tuple[Card, ...]] = tuple([card for card, kind in enumerate(TYPE) if kind == "artifact"])
THRONES: Final[tuple[Card, ...]] = tuple([card for card, deck in enumerate(DECK) if deck == "throne"])  # by colour
BOMBERS: Final[tuple[Card, ...]] = tuple([card for card, deck in enumerate(DECK) if deck == "stock"])  # by colour
INITIAL: Final[tuple[Card, ...]] = tuple([card for card, deck in enumerate(DECK) if deck == "initial"])
LEVELS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    [tuple([card for card, deck in enumerate(DECK) if deck == level]) for level in ("level1", "level2", "level3")]
)
LEVEL: Final[tuple[int, ...]] = tuple([{"level1": 1, "level2": 2, "level3": 3}.get(deck, 0) for deck in DECK])
# [DARKLORD-14.4] one of each land
MINUS: Final[dict[str, Card]] = {LAND[card]: card for card, deck in enumerate(DECK) if deck == "event"}
BOMBER_SET: Final[frozenset[Card]] = frozenset(BOMBERS)

# ---------------------------------------------------------------- limits and rounds
PLAYERS: Final[tuple[int, ...]] = tuple(range(_GAME["players"]["min"], _GAME["players"]["max"] + 1))
ROUNDS: Final[int] = len(_GAME["rounds"])  # [DARKLORD-3.1]
EVENTS: Final[dict[int, tuple[str, ...]]] = {event["after_round"]: tuple(event["lands"]) for event in _GAME["events"]}
# [DARKLORD-16.2] one target more than players
TARGETS: Final[dict[int, int]] = {players: _GAME["targets_per_round"][str(players)] for players in PLAYERS}
STACK_LIMIT: Final[int] = _GAME["limits"]["units_per_area"]
MAX_INCOME: Final[int] = _GAME["limits"]["max_income"]  # [DARKLORD-1.4]
MAX_SLEEVES: Final[int] = _GAME["limits"]["max_sleeves"]  # [DARKLORD-1.1, DARKLORD-1.4]
CURSES: Final[int] = _CHIPS["curse_token"]  # [DARKLORD-1.1]
STONES: Final[int] = _CHIPS["magic_stone"]  # [DARKLORD-1.1]
POWER_TOKENS: Final[int] = _CHIPS["power_token"]  # [DARKLORD-1.1]
STONES_AT_SETUP: Final[dict[int, tuple[int, ...]]] = {p: tuple(_GAME["setup_stones_by_seat"][str(p)]) for p in PLAYERS}
LABELS: Final[tuple[str, ...]] = tuple(_GAME["area_labels"]["4"])
AREAS: Final[dict[str, Area]] = {label: area for area, label in enumerate(LABELS)}

# ---------------------------------------------------------------- the box is complete
_SHARED: Final[list[str]] = [kind for kind, marked in zip(KIND, FOUR_PLAYERS_ONLY) if not marked]
assert (len(UID), len(COLORS) * MAX_SLEEVES, sum(_CHIPS.values())) == (60, 20, 30)  # [DARKLORD-1.1]
assert [len(level) for level in LEVELS] == [15, 10, 10]  # [DARKLORD-1.2]
assert (len(THRONES), len(INITIAL), len(BOMBERS), len(MINUS)) == (4, 12, 4, 3)  # [DARKLORD-1.2]
assert LEVELS[2] == ARTIFACTS  # [DARKLORD-15.1]
assert [_SHARED.count(land) for land in MINUS] == [2, 2, 2]  # [DARKLORD-16.3]

# ---------------------------------------------------------------- rulings that may be switched (game.json, "rulings")
RULINGS: Final[dict[str, tuple[int | str, ...]]] = {
    name: tuple(["none" if value is None else value for value in (ruling["value"], *ruling["alternatives"])])
    for name, ruling in _GAME["rulings"].items()
}
BOMBERS_RETURN_LATE: Final = "bomber_returns=with_end_phase_b"
NO_THRONE_CAP: Final = "throne_vp_cap=none"
SLEEVE_TOGETHER: Final = "sleeve_order=simultaneous"
HISTORIC_TIES: Final = "tie_break_positions=historic_first_placement"
ULTIMATE_SPARES_OWN: Final = "ultimate_scope=enemy_only"
ULTIMATE_SPARES_ZERO: Final = "ultimate_scope=exactly_1"
CHOOSE_PAYMENT: Final = "payment_order=player_choice"
MEGALITH_SCORES: Final = "megalith_vp=2"
THRONE_CAP: Final[int] = _GAME["limits"]["throne_vp_cap"]
MEGALITH_VP: Final = 2  # under its ruling

# ---------------------------------------------------------------- options, made once
PASS: Final = "pass"
ALL: Final = "all"
DONE: Final = "done"
PLACE: Final[tuple[tuple[tuple[str, str], ...], ...]] = tuple(
    [tuple([(uid, label) for label in LABELS]) for uid in UID]
)


def facts() -> dict[str, dict[str, Any]]:
    """What a board draws of each card; `designed` names the facts that are stand-ins."""
    return {
        uid: {
            "kind": KIND[card],
            "type": TYPE[card],
            "race": RACE[card],
            "level": LEVEL[card],
            "power": POWER[card],
            "upkeep": UPKEEP[card],
            "vp": VP[card] if SCORING[card] is None else None,
            "income": INCOME[card],
            "circles": CIRCLES[card],
            "designed": list(DESIGNED[card]),
        }
        for card, uid in enumerate(UID)
    }
