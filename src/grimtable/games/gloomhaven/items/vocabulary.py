"""Which items are complete: every word of them is performed at their moment."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import CONDITION_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.items.equipment import ROUGH
from grimtable.games.gloomhaven.moving import FORCED, NO_HAZARD

IN_TURN: Final = (
    "heal",
    "recover_cards",
    "refresh_items",
    "infuse",
    "condition",
    "summon",
    "move",
    "consume",
    "loot",
    "destroy_obstacle",
    "grant",
    "force_enemy",
    "disarm_all",
    "remove_conditions",
    "teleport",
    "mark_enemy",
    "modify_own_attacks",
)
IN_ATTACK: Final = (
    "consume",
    "suffer_damage",
    "add_attack",
    "advantage",
    "ignore_all_shield",
    "add_condition",
    "add_range",
    "set_range",
    "add_pull",
    "add_push",
    "add_pierce",
    "replace_area",
    "melee_reach",
)
WHEN_DAMAGED: Final = ("shield", "retaliate", "negate_damage", "consume", "immune")
# What is performed, by timing.
WORDS: Final = {
    "during_your_turn": IN_TURN,
    "during_your_movement": ("add_move", "add_jump", "condition"),
    "during_ally_movement": ("add_move",),
    "during_your_attack": IN_ATTACK,
    "during_your_melee_attack": IN_ATTACK,
    "during_your_ranged_attack": IN_ATTACK,
    "during_your_single_target_melee_attack": IN_ATTACK,
    "during_your_single_target_ranged_attack": IN_ATTACK,
    "during_ally_attack": ("add_attack",),
    "when_attacked": ("attacker_disadvantage", "shield", "treat_enemy_x2_as", "condition", "push", "redirect_attack"),
    "when_damaged_by_attack": WHEN_DAMAGED,
    "when_own_summon_damaged_by_attack": ("negate_damage",),
    "next_sources_of_attack_damage": WHEN_DAMAGED,
    "passive": (
        "extra_small_slots",
        "immune",
        "gain_flying",
        "while_on_obstacle",
        "remove_modifier_cards",
        "focus_initiative",
        "shield",
        "heal",
    ),
    "default_top_action": ("basic_attack_value",),
    "default_bottom_action": ("basic_move_value",),
    "end_of_your_turn_if_moved_1_or_fewer": ("shield",),
    "when_moved_on_your_turn": ("xp", "heal", "add_attack", "infuse"),
    "when_you_kill_enemy_on_your_turn": ("heal", "shield", "gain_money_tokens"),
    "during_your_loot_ability": ("replace_loot_value",),
    "during_your_heal": ("multiply_heal",),
    "when_you_rest": ("condition",),
    "before_enemy_consumes_element": ("consume",),
    "when_ally_uses_granted_card": ("add_heal",),
    "after_you_perform_top_action": ("perform_other_half",),
    "after_cards_revealed": ("change_initiative",),
    "end_of_your_turn": ("play_extra_card", "extra_turn_with_two_cards"),
    "when_your_action_creates_obstacle": ("create_obstacle",),
    # Basin of Prophecy: no card, item or event here reveals cards of a deck, so there is nothing to perform.
    "when_you_reveal_cards_from_any_deck": ("reveal_extra_cards",),
    "when_you_gain_condition": ("replace_condition", "prevent_condition"),
}
KEPT_OFF: Final = (*CONDITION_OF, FORCED, NO_HAZARD, ROUGH, "hazardous_terrain")
CONDITIONS_READ: Final = (
    "target_type_in",
    "own_hit_points",
    "adjacent_enemies_min",
    "element_strong",
    "attacker",
    "redirect_target_exists",
    "not_both_halves_lost",
)
KINDS_OF_ACTIONS: Final = {  # when_ or after_you_perform_action_of_kind
    "augment": ("add_attack",),
    "song": ("choose_one",),
    "doom": ("condition",),
    "command": ("play_extra_card",),
}


def missing(item: int) -> list[str]:
    """The words of an item that nobody performs at its moment."""
    facts = ITEMS[item]
    words = WORDS.get(facts.timing)
    if facts.timing.endswith("_you_perform_action_of_kind"):
        words = KINDS_OF_ACTIONS.get(facts.effect["kind"])
    if words is None:
        return [facts.timing]
    found = [op.name for op in facts.ops if op.name not in words]
    found += [word for op in facts.ops if op.name == "immune" for word in op.words("to") if word not in KEPT_OFF]
    found += [op.word for op in facts.ops if op.name == "condition" and op.word not in CONDITION_OF]
    return found + [key for key in facts.effect.get("only_if", {}) if key not in CONDITIONS_READ]


AVAILABLE: Final = tuple([item for item in range(1, len(ITEMS)) if not missing(item)])
