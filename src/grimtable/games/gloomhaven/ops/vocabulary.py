"""Whether every word of a card is known: what the interpreter cannot perform is named, never passed over."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, CARD_NAMES, CARDS, CLASS_OF, HALVES
from grimtable.games.gloomhaven.components.ops import Op, ops_from
from grimtable.games.gloomhaven.ops import ability, measure
from grimtable.games.gloomhaven.ops.action import condition_of_action
from grimtable.games.gloomhaven.ops.attack import IN_AREA, holds, per_target
from grimtable.games.gloomhaven.ops.bonus import HALF_OF_HURT, charged_attack, in_reach
from grimtable.games.gloomhaven.ops.control import bound_force
from grimtable.games.gloomhaven.ops.costs import OWN, cost
from grimtable.games.gloomhaven.ops.move import bound_move, stride_rider
from grimtable.games.gloomhaven.ops.targets import ONE, TWO, group
from grimtable.games.gloomhaven.ops.triggers import attack_trigger, move_trigger
from grimtable.games.gloomhaven.strikes import after_attack, after_hit, on_target, rider

SAY_WHOM: Final = ("target_spec", "affects", "define_X")
QUALIFY: Final = (*SAY_WHOM, "range", "target", "area", "controlled_by", "limit", "apply_trap_effects", "consume")
ADDED_BY_ELEMENTS: Final = ("override", "instead", "range")
UNDER_ANOTHER: Final = (*QUALIFY, *ADDED_BY_ELEMENTS, "must", "push_blocked_damage", "fly")
AUGMENTS: Final = (
    "attack_bonus",
    "condition",
    "consume",
    "heal",
    "shield",
    "retaliate",
    "round_bonus",
    "instead",
    "kill",
)
TRAITS: Final = (
    "condition",
    "pierce",
    "on_death",
    "on_end_of_turn",
    "attack",
    "heal",
    "infuse",
    "define_X",
    "shield",
    "retaliate",
    "fly",
    "rule",
    "push",
    "target_spec",
    "modify_attacks",
)
GRANTED: Final = (
    "shield",
    "retaliate",
    "negate_damage",
    "attack_bonus",
    "multiply_attack",
    "add_target",
    "range_bonus",
    "heal_bonus",
    "consume",
    "destroy_obstacle",
    "heal",
    "attack",
    "recover_cards",
    "refresh_items",
    "remove_conditions",
    "advantage",
    "xp",
    "condition",
    "infuse",
    "suffer_damage",
    "move",
    "add_move",
    "choose_one",
    "grant",
    "force_enemy",
    "teleport",
    "transfer_doom",
    "modify_attacks",
    "modify_moves",
)
TRIGGERS: Final = (  # besides those at charged_attack
    "damage_to_you",
    "damage_from_attack_targeting_you",
    "melee_attack_targeting_you",
    "start_of_your_turn",
    "end_of_your_turn",
    "end_of_your_turn_when_light_not_strong",
    "end_of_your_turn_when_dark_not_strong",
    "damage_to_you_that_would_reduce_you_below_1_hp",
    "damage_to_a_summoned_ally",
    "heal_on_you",
    "after_your_move_action",
    "enemy_attack_deals_no_damage_because_of_curse",
    "your_heal_action",
    "your_melee_attack_when_adjacent_obstacle_available",
    "your_attack_action_with_an_item_used",
    "end_of_round",
    "your_long_rest",
    "each_time_you_retaliate_this_round",
    "this_trap_sprung_by_enemy",
    "once_during_each_of_your_turns",
    "you_consumed_an_element_during_an_action",
    "before_your_heal_action",
    "damage_to_any_ally_within_range",
    "you_curse_an_enemy",
    "start_of_turn_of_any_ally",
    "before_attack_action_of_any_ally",
    "doomed_enemy_dies",
    "doomed_enemy_dies_within_range_of_another_enemy",
    "this_doomed_enemy_dies",
    "this_doomed_enemy_dies_within_range_of_another_enemy",
    "start_of_this_doomed_enemys_turn",
    "each_time_this_doomed_enemy_suffers_damage",
    "before_your_bear_acts",
    "after_your_bears_attack",
)
RULES: Final = (
    "may_treat_move_abilities_as_attack_abilities_of_equal_value",
    "two_augments_may_be_active",
    "third_augment_discards_one_of_the_others",
    "your_ranged_attacks_gain_augment_effects",
    "granted_attack_gains_your_augment_effects",
    "card_cannot_be_lost_to_avoid_damage",
    "when_discarded_card_returns_to_sawbones_supply",
    "may_perform_attack_and_move_abilities_as_heal_abilities_of_equal_value_plus_one",
    "attack_performed_as_heal_ignores_its_conditions",
    "two_songs_may_be_active",
    "xp_from_only_one_active_song",
    "third_song_discards_one_of_the_others",
    "two_dooms_may_be_active_on_the_same_target",
    "third_doom_on_the_same_target_discards_one_of_the_others",
    "third_doom_on_a_different_target_discards_both_others",
    "you_may_perform_attack_actions_as_if_in_this_summons_hex",
    "you_can_target_invisible_enemies",
    "your_hp_may_be_healed_above_max_up_to_cap",
    "short_rest_at_end_of_round_gives_all_long_rest_benefits",
)
FIELDS: Final = (
    "grant.attack_bonus",
    "affects",
    "target_spec",
    "X",
    "loot.value",
    "count",
    "attack_bonus.value",
    "target",
    "suffer_damage.value",
    "add",
)
WHOM_ELSEWHERE: Final = (  # read where they stand
    IN_AREA,
    "all_allies_in_area",
    "all_enemies_in_area",
    "all_enemies_within_range_of_chosen_hex",
    "enemies_adjacent_to_target",
    "allies_and_enemies_adjacent_to_target",
    "one_adjacent",
    "one_adjacent_trap",
    "new_enemy",
    "enemies_adjacent_to_trap",
    "allies_adjacent_to_this_summon",
    "one_adjacent_single_hex",
    "all_within_range",
    "you",
    "self_and_normal_enemies_in_area",
    "you_and_adjacent_allies",
    "one_target_of_the_attack",
    "all_targets_of_the_attack",
    "allies_adjacent_to_target",
)
MODIFIED: Final = (
    "who",
    "range",
    "duration",
    "add",
    "advantage",
    "ignore_shield",
    "add_conditions",
    "add_target",
    "attack_type",
    "if_target",
    "if_target_has_any",
    "checked",
    "target_spec",
    "if",
    "multiply",
    "range_add",
    "limit",
    "pierce",
    "disadvantage",
)
COUNTS: Final = (
    "enemy_targeted",
    "enemy_killed",
    "target_damaged",
    "adjacent_enemy",
    "5_damage_done",
    "enemy_damaged_by_the_attack",
    "granted_attack_performed",
    "two_allies_damaged",
    "two_enemies_targeted",
)
PASSED_ON: Final = ("consume", "add_effect", "instead", "pay")  # what stands under them belongs to the line above


def unknown_words(class_name: str) -> list[str]:
    """Every word of a class's cards that nothing performs."""
    found: list[str] = []
    for card in range(CARDS):
        if CARD_CLASS[card] == CLASS_OF[class_name]:
            for side, half in zip(HALVES, CARD_HALVES[card]):
                found += [f"{CARD_NAMES[card]}, {side}: {word}" for word in unknown_in(half.ops, "")]
    return found


def unknown_in(ops: tuple[Op, ...], under: str) -> list[str]:
    """The same for some lines; `under` is the ability they stand under, "" for lines of their own."""
    found: list[str] = []
    for op in ops:
        if not is_word(op.name, under):
            found.append(f"{op.name} under {under or 'nothing'}")
        found += unknown_arguments(op)
        inner = under if op.name in PASSED_ON else op.name
        found += unknown_in(op.sub, inner)
        found += unknown_in(op.ops("do"), inner)
        found += unknown_in(op.ops("grant"), "grant of charges")
        found += unknown_in(op.ops("after_last"), "") + unknown_in(op.ops("when_sprung"), "")
        found += unknown_in(op.ops("cost"), "cost") + unknown_in(op.ops("if_already_has"), "")
        if op.name == "summon":
            trait = op.args["summon"].get("trait", [])
            found += unknown_in(ops_from([trait] if isinstance(trait, dict) else trait), "summon")
    return found


def is_word(name: str, under: str) -> bool:
    if under == "attack":
        known = name in rider or name in on_target or name in after_hit or name in after_attack
        return known or name == "pay" or name in SAY_WHOM or name in OWN
    if under == "move":
        return name in stride_rider or name in ability or name == "define_X"
    if under in WORDS_UNDER:
        return name in WORDS_UNDER[under]
    if under == "cost":
        return name in cost
    return name in ability or (under != "" and name in UNDER_ANOTHER)


WORDS_UNDER: Final = {"grant of charges": GRANTED, "augment": AUGMENTS, "summon": TRAITS}


def unknown_arguments(op: Op) -> list[str]:
    """Whom it affects, under which condition, how often, when."""
    whom = [op.word] if op.name == "target_spec" else [op.text("who"), op.text("target")]
    checks = [(is_group(name), name) for name in whom if name]
    if op.text("if"):
        checks.append((op.text("if") in (condition_of_action if op.name == "add_move" else holds), op.text("if")))
    if op.text("per"):
        checks.append((op.text("per") in per_target or op.text("per") in COUNTS, op.text("per")))
    if op.text("trigger"):
        checks.append((is_trigger(op.text("trigger")), op.text("trigger")))
    if op.name == "define_X":
        checks.append((op.text("as") in measure or op.text("as") in MEASURED_ELSEWHERE, op.text("as")))
    if op.name in ("modify_own_attacks", "modify_attacks"):
        checks += [(key in MODIFIED, key) for key in op.args]
        more = op.args.get("add", 0)
        checks.append(
            (isinstance(more, int) or more in in_reach or more in per_target or more == HALF_OF_HURT, str(more))
        )
    if op.name == "rule":
        checks.append((op.text("name") in RULES, op.text("name")))
    if op.name == "override":
        checks.append((op.text("field") in FIELDS, op.text("field")))
    if op.name == "only_if":
        checks.append((op.text("condition") in condition_of_action, op.text("condition")))
    if op.name == "must":
        checks.append((op.text("condition") in bound_move or op.text("condition") in bound_force, op.text("condition")))
    return [f"{op.name}: {word}" for known, word in checks if not known]


def is_group(name: str) -> bool:
    bare = name.partition(":")[0]
    return bare in group or bare in ONE or bare in TWO or name in WHOM_ELSEWHERE


def is_trigger(name: str) -> bool:
    return name in charged_attack or name in attack_trigger or name in move_trigger or name in TRIGGERS


MEASURED_ELSEWHERE: Final = ("half_of_summons_current_hp_rounded_up",)
