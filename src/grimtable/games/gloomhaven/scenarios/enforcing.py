"""Which rules of a scenario the game leaves to the players. They are told before the scenario begins."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.moments import at_setup
from grimtable.games.gloomhaven.monsters.deeds import deed
from grimtable.games.gloomhaven.scenarios.bosses import RENAMED
from grimtable.games.gloomhaven.scenarios.reading import is_understood
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.victory import goal, loss
from grimtable.kernel.values import Flow

# Words with a function; what is left open of them is in GAPS.
WORDS = frozenset(
    [
        "add_modifier_cards",
        "start_condition",
        "discard_cards",
        "split_start",
        "start_restriction",
        "set_up_at_start",
        "set_up_later",
        "not_set_up",
        "spawn",
        "spawn_cycle",
        "door_locked",
        "cannot_pass_door",
        "monster_opens_door",
        "breakable_walls",
        "rooms_are_tiles",
        "portal",
        "allied_monsters",
        "third_side",
        "monster_level",
        "monster_hp",
        "monster_behaviour",
        "inactive_group",
        "sleeping",
        "appears",
        "leaves_map",
        "leave_map",
        "replace_on_death",
        "drop_on_death",
        "remove_on_kill",
        "summon_replaced",
        "boss_special",
        "focus_priority",
        "immune",
        "undamageable",
        "damage_redirect",
        "damage_only_by",
        "attack_adds",
        "stat_bonus",
        "damage",
        "heal",
        "set_elements",
        "forced_move",
        "rolling_boulders",
        "terrain_effect",
        "add_overlay",
        "remove_overlay",
        "place_traps",
        "indestructible",
        "loot_action_only",
        "loot_restricted",
        "loot_limit",
        "outcomes",
        "objective_behaviour",
        "objective_count",
        "destroy_objective",
        "character_action",
        "token",
        "token_effect",
        "charge_item",
    ]
)
OF_CAMPAIGNS = ("treasure_reset_on_loss",)  # say nothing about a single scenario
NOT_DONE = ("multi_hex_figure",)
WRAPPERS = ("before_attacks", "after_attacks", "between_move_and_attack")
# What players must see to, by scenario; texts under `gap`.
GAPS: dict[int, tuple[str, ...]] = {
    21: ("places_chosen",),
    34: ("one_hex_drake", "cone_from_one_hex"),
    48: ("places_chosen",),
    49: ("places_chosen",),
    51: ("places_chosen",),
    78: ("places_chosen",),
    92: ("places_chosen",),
    95: ("places_chosen",),
}


def not_enforced(scenario: int) -> tuple[str, ...]:
    """What this scenario leaves to the players, by name."""
    return GAPS.get(scenario, ())


@at_setup.by("exits")
def tell_gaps(t: T) -> Flow[None]:
    """Before anybody stands on the map."""
    for gap in not_enforced(t.state.scenario):
        t.emit("not_enforced", gap)
    yield from ()


def unknown_words() -> list[tuple[int, str]]:
    """Words and conditions of the data that nothing here answers to: there must be none."""
    found: list[tuple[int, str]] = []
    for number in PLAYABLE:
        record = SCENARIOS[number]
        for rule in record["special_rules"]:
            known = rule["op"] in WORDS or rule["op"] in OF_CAMPAIGNS or rule["op"] in NOT_DONE
            if not known or not is_understood(rule):
                found.append((number, rule["op"]))
            found += [(number, word) for word in effect_words(rule.get("do", [])) if not is_effect(word)]
        found += [(number, op["op"]) for op in record["goal"]["win"] if op["op"] not in goal]
        found += [(number, op["op"]) for op in record["goal"]["lose"] if op["op"] not in loss]
    return found


def effect_words(effects: list[dict[str, Any]]) -> list[str]:
    words: list[str] = []
    for effect in effects:
        words += [effect["op"], *effect_words(effect.get("do", [])), *effect_words(effect.get("sub", []))]
    return words


def is_effect(word: str) -> bool:
    return RENAMED.get(word, word) in deed or word in WRAPPERS or word in NOT_DONE
