"""The lines of a card in words: one message per op, for cards, items and monster cards alike.

Every word has a template `line.WORD`; FILLS tells what stands in it. Whom a line means, under which condition and how
often are messages of their own, written behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.components import CONDITION_OF, ELEMENT_OF
from grimtable.games.gloomhaven.components.ops import Op, ops_from
from grimtable.kernel.language import Message

SILENT: Final = (
    "charge_slot",
    "then_lost",
    "augment_begin",
    "augment_end",
    "augment_replace",
    "song_replace",
    "doom_replace",
    "controlled_by",
    "apply_trap_effects",
    "summon_hp",
)
NAMED_BY: Final = ("who", "whom", "whose", "target")  # the arguments that say whom a line means
CHANGES: Final = ("attack", "move", "range", "range_add", "pierce", "add_target", "reduce")  # numbers in a change
MARKS: Final = ("advantage", "disadvantage", "ignore_shield")
AFTERWARDS: Final = ("after_last", "when_sprung")  # lines that come later
TOLD_BY_WORD: Final = ("limit", "filter", "return_to")  # arguments with a sentence of their own
SPANS: Final = ("rest_of_turn", "scenario", "its_turn_this_round", "while_summon_is_in_play")


def lines(ops: tuple[Op, ...]) -> tuple[Message, ...]:
    """What an action says, line by line."""
    return tuple([line(op) for op in ops if op.name not in SILENT])


def line(op: Op) -> Message:
    head = headline(op)
    behind = [*([] if op.name in INSIDE else lines(op.sub)), *qualifiers(op)]
    return Message("line.with", (head, tuple(behind))) if behind else head


def headline(op: Op) -> Message:
    if op.name == "condition":
        return condition_name(op.word)
    if op.name in ("target_spec", "specialTarget", "affects"):
        return whom(op.word or op.text("who"), op.number("range"))
    if op.name == "rule":
        return Message(f"rule.{op.text('name')}", (op.number("cap"),))
    if op.name == "charges" and not op.ops("grant"):  # nothing but the token moves
        return Message("line.countdown", (op.number("count"), by_key("when", "trigger")(op)))
    if op.name == "must":
        return Message(f"must.{op.text('condition')}")
    return Message(f"line.{op.name}", tuple([fill(op) for fill in FILLS[op.name]]))


# ---------------------------------------------------------------- whom, when, how often
OWN_RANGE: Final = {"enemiesRange": "enemies_in_own_range"}  # without a number it is that of the figure


def whom(name: str, reach: int = 0) -> Message:
    bare, _, given = name.partition(":")
    far = int(given) if given else reach
    return Message(f"whom.{bare}" if far else f"whom.{OWN_RANGE.get(bare, bare)}", (far,))


def named(op: Op) -> Message | None:
    """Whom a line means, if it says so by an argument."""
    for key in NAMED_BY:
        if isinstance(op.args.get(key), str):
            return whom(op.text(key), op.number("range"))
    return None


def qualifiers(op: Op) -> list[Message]:
    """What stands behind a line: whom it means, its range, conditions, counts, how long it lasts."""
    found: list[Message] = []
    meant = None if op.name in NAMES_WHOM or op.name == "affects" else named(op)
    if meant is not None:
        found.append(meant)
    elif op.number("range") and op.name not in NAMES_WHOM and op.name not in ("affects", *CHANGING, *WAITING):
        found.append(Message("line.range", (op.number("range"),)))
    if op.text("if"):
        found.append(Message(f"if.{op.text('if')}"))
    if op.text("if_target"):
        found.append(Message(f"if.target_{op.text('if_target')}"))
    if op.text("per"):
        found.append(Message(f"per.{op.text('per')}"))
    if op.text("trigger") and op.name not in INSIDE:
        found.append(Message("line.whenever", (Message(f"when.{op.text('trigger')}", (op.number("range"),)),)))
    if op.name in WAITING and op.ops("cost"):
        found.append(Message("line.cost", (lines(op.ops("cost")),)))
    for key in AFTERWARDS:
        if op.ops(key):
            found.append(Message(f"line.{key}", (lines(op.ops(key)),)))
    for key in TOLD_BY_WORD:
        if op.text(key):
            found.append(Message(f"line.{key}_{op.text(key)}"))
    if op.ops("if_already_has"):
        found.append(Message("line.if_already_has", (lines(op.ops("if_already_has")),)))
    if op.flag("up_to"):
        found.append(Message("line.up_to"))
    if op.text("duration") in SPANS:
        found.append(Message(f"line.{op.text('duration')}"))
    for key in ("xp", "xp_each"):
        if op.number(key):
            found.append(Message("line.xp", (str(op.number(key)),)))
    return found


# ---------------------------------------------------------------- what fills a template
def number(op: Op) -> str | Message:
    """The value with its sign, where it is relative; a word such as X stays, a measure is told."""
    if op.word:
        return Message(f"measure.{op.word}") if "_" in op.word else op.word
    mod = op.text("mod")
    if mod in ("plus", "add"):
        return f"+{op.value}"
    return f"-{op.value}" if mod in ("minus", "subtract") else str(op.value)


def more(op: Op) -> str | Message:
    """A number to be added."""
    return number(op) if op.word else f"{op.value:+d}"


def inside(op: Op) -> tuple[Message, ...]:
    return lines(op.sub)


def listed(key: str) -> Callable[[Op], tuple[Message, ...]]:
    """The lines of an argument."""
    return lambda op: lines(op.ops(key))


def told(key: str, default: Any = 1) -> Callable[[Op], Any]:
    """A number or a plain word of an argument."""
    return lambda op: op.args.get(key, default)


def count(op: Op) -> Any:
    """How many: a number, all, or what is measured."""
    many = op.args.get("count", "all")
    return many if isinstance(many, int) else Message(f"measure.{many}")


def by_key(section: str, key: str) -> Callable[[Op], Message]:
    return lambda op: Message(f"{section}.{op.text(key)}", (op.number("range"),))


def meant(op: Op) -> Message:
    return named(op) or whom("self")


def partner(op: Op) -> Message:
    return whom(op.text("with"))


def condition_name(name: str) -> Message:
    return Message(f"condition.{name}", (), (f"condition:{name}",))


def conditions(key: str) -> Callable[[Op], tuple[Message, ...]]:
    """Conditions named by an argument: one, several, or all negative ones."""

    def names(op: Op) -> tuple[Message, ...]:
        found = op.words(key)
        return tuple([condition_name(n) if n in CONDITION_OF else Message(f"line.kept_{n}") for n in found])

    return names


def trap(op: Op) -> tuple[Message, ...]:
    return (Message("line.trap_damage", (op.number("damage"),)), *conditions("conditions")(op))


def removed(op: Op) -> tuple[Message, ...]:
    """Which conditions are taken away: so many, or all."""
    many = isinstance(op.args.get("count"), int) and op.text("which") == "negative"
    return (Message("line.some_negative", (op.number("count"),)),) if many else conditions("which")(op)


def among(op: Op) -> Message:
    return whom(op.text("among"))


def element(op: Op) -> tuple[Message, ...]:
    names = op.words("element") or (op.word,)
    return tuple([Message(f"element.{name}") if name in ELEMENT_OF else Message("element.wild") for name in names])


def changes(op: Op) -> tuple[Message, ...]:
    """What a line changes in attacks, moves, heals or stats."""
    found: list[Message] = []
    kind = op.text("attack_type")
    if kind:
        found.append(Message(f"line.only_{kind}"))
    add = op.args.get("add", 0)
    if add:
        found.append(Message("line.plus", (f"{add:+d}" if isinstance(add, int) else Message(f"measure.{add}"),)))
    found += [Message(f"line.more_{key}", (f"{op.number(key):+d}",)) for key in CHANGES if op.number(key)]
    found += [Message(f"line.{key}") for key in MARKS if op.flag(key)]
    if op.number("multiply"):
        found.append(Message("line.multiply", (op.number("multiply"),)))
    if op.words("add_conditions"):
        found += conditions("add_conditions")(op)
    if op.text("affects") or op.text("target_spec"):
        found.append(whom(op.text("affects") or op.text("target_spec")))
    if op.words("if_target_has_any"):
        found.append(Message("if.target_has_any", (conditions("if_target_has_any")(op),)))
    return tuple(found)


def summon_facts(op: Op) -> Message | str:
    """A summon with its hit points, move and attack; its traits."""
    facts = op.args.get("summon")
    if not isinstance(facts, dict):
        return Message("line.plain_summon")
    trait = facts.get("trait", [])
    traits = lines(ops_from([trait] if isinstance(trait, dict) else trait))
    name = Message(f"summon.{facts['name']}")
    params = (name, facts["health"], facts.get("movement", "–"), facts.get("attack", "–"), facts.get("count", 1))
    reach = (Message("line.range", (facts["range"],)),) if facts.get("range") else ()
    stats = Message("line.summon_stats", params)
    made = facts.get("attack_infuse")
    infused = (Message("line.attacks_infuse", (Message(f"element.{made}"),)),) if made else ()
    behind = (*reach, *traits, *infused)
    return Message("line.with", (stats, behind)) if behind else stats


def ranks(op: Op) -> tuple[Message, ...]:
    return tuple([Message(f"line.rank_{rank}") for rank in op.words("ranks") or ("normal", "elite")])


def limits(op: Op) -> tuple[Message, ...]:
    """Whom a kill can meet besides its rank."""
    numbers = ("max_current_hp", "min_damage_suffered", "min_negative_conditions")
    found = [Message(f"line.{key}", (op.number(key),)) for key in numbers if op.number(key)]
    if op.words("having_condition"):
        found.append(Message("if.target_has_any", (conditions("having_condition")(op),)))
    if op.text("current_hp_below"):
        found.append(Message("measure.half_of_lost_hp"))
    return (*ranks(op), *found)


def overridden(op: Op) -> Message | str:
    """The new value of a field: whom, or a number."""
    if not op.word:
        return str(op.value)
    return Message(f"measure.{op.word}") if op.text("field") == "X" else whom(op.word)


def option_lists(op: Op) -> tuple[Message, ...]:
    return tuple([Message("line.one_of_these", (lines(option),)) for option in op.args["options"]])


NUMBERED: Final = ("attack", "move", "heal", "shield", "retaliate", "loot", "push", "pull", "pierce", "range", "target")
ADDED: Final = ("attack_bonus", "add_move", "add_target", "range_bonus", "heal_bonus", "add_attack", "add_range")
ADDED_TOO: Final = ("add_pull", "add_push", "add_pierce", "add_heal")
PLAIN: Final = (
    *("jump", "fly", "area", "advantage", "special", "round_bonus", "persistent_bonus", "exhaust", "augment"),
    *("ignore_all_shield", "reshuffle_modifier_deck", "remove_modifier_cards", "extra_turn_with_two_cards"),
    *("redirect_attacks", "discard_this_card", "disarm_trap", "extra_targets", "clear_path"),
    *("remove_ability", "destroy_obstacle", "move_obstacle", "add_jump", "attacker_disadvantage", "gain_flying"),
    *("place_card", "turncoat", "unencoded", "attacks_against_self_gain", "replace_area", "where"),
    *("change_initiative", "play_extra_card", "perform_other_half", "reveal_extra_cards", "mark_enemy"),
    *("redirect_attack", "multiply_heal", "treat_enemy_x2_as", "extra_small_slots", "while_on_obstacle", "disarm_all"),
    *("focus_initiative", "allies_attack", "on_death", "on_end_of_turn", "refreshItem"),
)
WAITING: Final = ("charges", "on_trigger")  # their range stands in the trigger
CHANGING: Final = ("modify_own_moves", "modify_own_retaliate", "modify_own_heals", "modify_own_attacks")
CHANGING_OTHERS: Final = ("modify_attacks", "modify_moves", "modify_stats", "modify_attacks_targeting")
FILLS: Final[dict[str, tuple[Callable[[Op], Any], ...]]] = {
    **dict.fromkeys((*NUMBERED, "xp", "set_hp", "melee_reach", "set_range", "sufferDamage"), (number,)),
    **dict.fromkeys(("basic_move_value", "basic_attack_value", "replace_loot_value"), (number,)),
    **dict.fromkeys((*ADDED, *ADDED_TOO), (more,)),
    **dict.fromkeys(PLAIN, ()),
    **dict.fromkeys(CHANGING, (changes,)),
    **dict.fromkeys(CHANGING_OTHERS, (meant, changes)),
    **dict.fromkeys(("grant", "force_enemy", "command"), (meant, inside)),
    **dict.fromkeys(("infuse", "consume", "element"), (element,)),
    "add_condition": (conditions("condition"),),
    "prevent_condition": (conditions("condition"),),
    "replace_condition": (conditions("from"), conditions("to")),
    "add_effect": (listed("do"),),
    "instead": (listed("do"),),
    "charges": (told("count"), by_key("when", "trigger"), listed("grant")),
    "on_trigger": (by_key("when", "trigger"), listed("grant")),
    "chain_attack": (told("attack_add", 0), told("range", 0)),
    "choose_hex": (told("range", 0), inside),
    "choose_one": (option_lists,),
    "create_obstacle": (told("count"),),
    "create_trap": (trap,),
    "define_X": (by_key("measure", "as"),),
    "discard_cards": (told("count"),),
    "doom": (inside,),
    "forgo_action": (by_key("half", "half"),),
    "gain": (inside,),
    "gain_money_tokens": (number,),
    "give_card": (by_key("card", "card_id"),),
    "immune": (conditions("to"),),
    "kill": (limits,),
    "limit": (told("max", 0),),
    "lose_cards": (told("count"),),
    "multiply_attack": (told("by", 2),),
    "negate_damage": (),
    "only_if": (by_key("if", "condition"), inside),
    "override": (overridden,),
    "pay": (listed("cost"), inside),
    "push_blocked_damage": (told("per_hex", 0),),
    "push_through_obstacles": (told("damage_each", 0),),
    "recover_cards": (count, by_key("line.pile", "from")),
    "redirect_damage": (told("reduce", 0),),
    "refresh_items": (count,),
    "redistribute_damage": (among,),
    "remove_conditions": (removed,),
    "song": (inside,),
    "suffer_damage": (number,),
    "summon": (summon_facts,),
    "swap_positions": (meant, partner),
    "transfer_doom": (by_key("line.dooms", "which"),),
    "teleport": (by_key("line.place", "to"),),
}
INSIDE: Final = (
    *("grant", "force_enemy", "command", "choose_hex", "doom", "gain", "only_if", "pay", "song", "charges"),
    *("on_trigger", "add_effect", "instead"),
)
NAMES_WHOM: Final = (*CHANGING_OTHERS, "doom", "grant", "force_enemy", "command", "swap_positions", "chain_attack")
