"""Facts of the campaign: data/ into immutable constants."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS, TABLES

# ---------------------------------------------------------------- tables
XP_FOR: tuple[int, ...] = tuple(TABLES["xp_thresholds"]["values"])  # by level, the first is level 1
TOP_LEVEL: Final = len(XP_FOR)
CHECKS_FOR: tuple[int, ...] = tuple(TABLES["prosperity_checks_for_level"]["values"].values())  # by prosperity level
SHOP_RANGES: dict[int, tuple[int, int]] = {
    int(level): (first, last) for level, (first, last) in TABLES["shop_by_prosperity"]["ranges"].items()
}
PRICE_SPANS: tuple[tuple[int, int, int], ...] = tuple(
    [(low, high, change) for low, high, change in TABLES["reputation_price_modifier"]["spans"]]
)
NEW_GOLD: Final = 15  # times the level and one [GLOOMHAVEN-25.3]
DONATION: int = TABLES["donation"]["cost"]
DONATION_BLESSINGS: int = TABLES["donation"]["bless_cards"]
ENVELOPE_B: int = TABLES["donation"]["envelope_b_total"]
MOST_REPUTATION: Final = 20
CHECKS_PER_PERK: Final = 3
MOST_CHECKS: Final = 18  # six sets of three [GLOOMHAVEN-23.6]
FIRST_SCENARIOS: tuple[int, ...] = tuple(TABLES["campaign_start"]["unlocked_scenarios"])
DESIGN_DECK: tuple[int, ...] = tuple(
    range(TABLES["random_item_designs"]["items"][0], TABLES["random_item_designs"]["items"][1] + 1)
)
SIDE_DECK: tuple[int, ...] = tuple(TABLES["random_side_scenarios"]["scenarios"])
RANDOM_DUNGEON: Final = 96  # stands where a scenario's number stands, one beyond the last
SKULLBANE_AXE: Final = 113  # items that quests and scenarios speak of
SEEKERS_ITEM: Final = 114
SEEKER: Final = 510  # the quest of whoever gets it
SIDE_FROM: Final = 52  # side scenarios have this number or a higher one

# ---------------------------------------------------------------- events
CITY, ROAD = "city", "road"
EVENTS: dict[str, dict[str, Any]] = {f"{record['deck']}:{record['id']}": record for record in read("events")["records"]}
FIRST_EVENTS: dict[str, tuple[str, ...]] = {
    deck: tuple([key for key, record in EVENTS.items() if record["deck"] == deck and record["in_starting_deck"]])
    for deck in (CITY, ROAD)
}

# ---------------------------------------------------------------- quests, treasures, achievements, classes
QUESTS: dict[int, dict[str, Any]] = {record["id"]: record for record in read("personal_quests")["records"]}
BLOOD_GOD: Final = 527  # not dealt where death is final [GLOOMHAVEN-29.4]
TREASURES: dict[int, str] = {record["number"]: record["reward"] for record in read("treasures")["records"]}
_ACHIEVEMENTS: dict[str, Any] = read("achievements")["meta"]
GLOBAL_ACHIEVEMENTS: tuple[str, ...] = tuple(_ACHIEVEMENTS["global"])
PARTY_ACHIEVEMENTS: tuple[str, ...] = tuple(_ACHIEVEMENTS["party"])
EXCLUSIVE: tuple[tuple[str, ...], ...] = tuple([tuple(names) for names in _ACHIEVEMENTS["exclusive_global_types"]])
RANKED: dict[str, int] = dict(_ACHIEVEMENTS["ranked_global"])
ENHANCING: Final = "the-power-of-enhancement"
TECHNOLOGY: Final = "ancient-technology"
UNLOCK_EVENT: dict[str, str | None] = {record["id"]: record["unlock_event"] for record in read("characters")["records"]}
RETIRE_EVENT: dict[str, str | None] = {record["id"]: record["retire_event"] for record in read("characters")["records"]}


# ---------------------------------------------------------------- scenarios on the world's map
def numbers(scenario: int, key: str) -> tuple[int, ...]:
    """Scenarios that a scenario names as `unlocks`, `links` or `blocks`."""
    return tuple([int(number) for number in SCENARIOS[scenario].get(key) or ()])


def is_in_town(scenario: int) -> bool:
    """Whether no road leads there [GLOOMHAVEN-24.3]."""
    return bool((SCENARIOS[scenario].get("gloomhaven_link") or {}).get("value"))


def rewards_of(scenario: int) -> dict[str, Any]:
    found: dict[str, Any] = SCENARIOS[scenario].get("rewards") or {}
    return found
