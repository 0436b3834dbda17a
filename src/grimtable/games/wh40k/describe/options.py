"""Prompts and options as messages, and what an option leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from grimtable.games.wh40k.components import POWER_OF, POWERS, PROFILES, TRAITS, WEAPONS, Amount
from grimtable.games.wh40k.describe.events import armed, dice_shown, weapon_name
from grimtable.games.wh40k.describe.names import View, compass, model_at, player_name, power_name, say, unit_at
from grimtable.games.wh40k.geometry.shapes import root_below
from grimtable.games.wh40k.matchups import forecast, profile_of
from grimtable.games.wh40k.moving import inches
from grimtable.games.wh40k.odds import PERILS, at_least, flight
from grimtable.kernel.language import Message
from grimtable.kernel.values import Decision

# Prompts with the rules behind them.
PROMPT_RULES: dict[str, tuple[str, ...]] = {
    "place_marker": ("WH40K-17.3",),
    "divide": ("WH40K-17.7",),
    "zone": ("WH40K-17.8",),
    "warlord": ("WH40K-16.5",),
    "warlord_model": ("WH40K-16.5",),
    "trait": ("WH40K-16.6",),
    "learn": ("WH40K-6.4",),
    "split": ("WH40K-17.9",),
    "deploy_unit": ("WH40K-17.9",),
    "aboard": ("WH40K-13.4",),
    "set_up": ("WH40K-17.10", "WH40K-5.6"),
    "first_turn": ("WH40K-17.16",),
    "sequence": ("WH40K-1.13",),
    "move_unit": ("WH40K-4.1",),
    "move": ("WH40K-4.3",),
    "embark": ("WH40K-13.5",),
    "disembark": ("WH40K-13.11",),
    "arrive": ("WH40K-5.1",),
    "manifest": ("WH40K-6.1",),
    "power_target": ("WH40K-6.14",),
    "deny": ("WH40K-6.11",),
    "shoot_unit": ("WH40K-7.2",),
    "declare_shots": ("WH40K-7.12",),
    "casualties": ("WH40K-9.7",),
    "allocate": ("WH40K-9.7",),
    "save": ("WH40K-9.15",),
    "charge_unit": ("WH40K-10.2",),
    "charge_targets": ("WH40K-10.4",),
    "overwatch": ("WH40K-10.5",),
    "reroll": ("WH40K-1.9",),
    "charge_reroll": ("WH40K-1.9",),
    "advance_reroll": ("WH40K-1.9",),
    "charge_move": ("WH40K-10.9",),
    "heroic": ("WH40K-10.16",),
    "heroic_move": ("WH40K-10.16",),
    "fight_unit": ("WH40K-11.4",),
    "pile_in": ("WH40K-11.8",),
    "declare_blows": ("WH40K-11.9",),
    "consolidate": ("WH40K-11.19",),
    "morale_reroll": ("WH40K-1.9",),
    "morale_test": ("WH40K-12.1",),
    "pass_morale": ("WH40K-12.4",),
    "underdog_reroll": ("WH40K-17.15",),
    "last_action": ("WH40K-14.1",),
    "slam": ("WH40K-9.21",),
    "fallout": ("WH40K-9.21",),
    "orb": ("WH40K-14.1",),
    "repair": ("WH40K-14.1",),
    "command": ("WH40K-14.1",),
    "join": ("WH40K-2.3",),
}
PROMPTS = tuple(PROMPT_RULES)
MOVES = ("move", "charge_move", "heroic_move", "pile_in", "consolidate")
PLACINGS = ("set_up", "disembark", "join")
REROLLS = ("reroll", "underdog_reroll", "charge_reroll", "advance_reroll", "morale_reroll")
ABOUT_A_UNIT = (
    *MOVES,
    *PLACINGS,
    "declare_shots",
    "declare_blows",
    "charge_targets",
    "casualties",
    "allocate",
    "warlord_model",
)


# ---------------------------------------------------------------- prompts
def prompt(view: View, decision: Decision) -> Message:
    """Where a question is about one unit, that unit is named."""
    rules = PROMPT_RULES[decision.prompt]
    if decision.prompt in REROLLS:
        at, faces = view["roll"], tuple(view["roll"]["faces"])
        shown = dice_shown(at["purpose"], at["need"], at["add"], faces, faces, (), 6)
        return say(f"prompt.{decision.prompt}", (shown,), rules)
    if decision.prompt in ABOUT_A_UNIT and view["acting"] >= 0:
        return say(f"prompt.{decision.prompt}", (unit_at(view, view["acting"]),), rules)
    return Message(f"prompt.{decision.prompt}", (), (), rules)


# ---------------------------------------------------------------- options
def option(view: View, decision: Decision, answer: Any) -> Message:
    name = decision.prompt
    rules = PROMPT_RULES[name]
    if name in MOVES:
        return move_option(view, decision, answer)
    if name in PLACINGS:
        return setup_option(view, decision, answer)
    if name in RICH:
        key, params = RICH[name](view, decision, answer)
        return say(key, params, rules)
    if isinstance(answer, tuple):  # a word and a unit
        return say(f"say.{name}_{answer[0]}", (unit_at(view, answer[1]),), rules)
    if isinstance(answer, int):
        return say(f"say.{name}", (unit_at(view, answer),), rules)
    return say(f"say.{name}_{answer}", (), rules)


def move_option(view: View, decision: Decision, answer: Any) -> Message:
    """How far and where to the unit goes, as its first moving model does."""
    rules = PROMPT_RULES[decision.prompt]
    moving = [path for path in answer if path]
    if not moving:
        return say("say.stay", (), rules)
    unit = view["acting"]
    at = next(number for number, path in enumerate(answer) if path)
    model = view["models"][view["units"][unit]["alive"][at]]
    dx, dy = answer[at][-1][0] - model[3], answer[at][-1][1] - model[4]
    far = inches(root_below(dx * dx + dy * dy))
    return say("say.move", (unit_at(view, unit), len(moving), far, compass(dx, dy)), rules)


def setup_option(view: View, decision: Decision, answer: Any) -> Message:
    rules = PROMPT_RULES[decision.prompt]
    poses = [pose for pose in answer if pose]
    if not poses:
        return say("say.nowhere", (), rules)
    x, y = sum([p[0] for p in poses]) // len(poses), sum([p[1] for p in poses]) // len(poses)
    return say("say.place", (len(poses), inches(x), inches(y)), rules)


Rich = tuple[str, tuple[Any, ...]]


def marker_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.place_marker", (inches(answer[0]), inches(answer[1]))


def zone_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.zone", (Message(f"half.{view['division']}_{answer}"),)


def first_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.first_turn", (player_name(answer),)


def manifest_option(view: View, decision: Decision, answer: Any) -> Rich:
    if isinstance(answer, str):
        return "say.manifest_done", ()
    return "say.manifest", (unit_at(view, answer[0]), power_name(answer[1]))


def target_option(view: View, decision: Decision, answer: Any) -> Rich:
    if answer[1] < 0:
        return "say.power_target", (unit_at(view, answer[0]),)
    return "say.power_target", (model_at(view, answer[1]),)


def learn_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.learn", (power_name(answer),)


def trait_option(view: View, decision: Decision, answer: Any) -> Rich:
    return ("say.trait", (Message(f"trait.{answer}"),)) if answer in TRAITS else ("say.trait_roll", ())


def divide_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.divide", (Message(f"division.{answer}"),)


def casualties_option(view: View, decision: Decision, answer: Any) -> Rich:
    unit = view["models"][answer[0]][0]
    place = decision.options.index(answer) if answer in decision.options else len(decision.options)
    return ("say.casualties_back", "say.casualties_front", "say.casualties_own")[min(place, 2)], (unit_at(view, unit),)


def allocate_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.allocate", (model_at(view, answer), view["models"][answer][2])


def leader_option(view: View, decision: Decision, answer: Any) -> Rich:
    """A model by its line of the datasheet and what it carries."""
    unit = view["units"][view["models"][answer][0]]
    carried = unit["wargear"][unit["models"].index(answer)]
    arms = tuple([Message(f"weapon.{weapon}") for weapon in dict.fromkeys(carried)])
    name = view["models"][answer][1]
    return ("say.warlord_model", (name, arms)) if arms else ("say.warlord_unarmed", (name,))


def shots_option(view: View, decision: Decision, answer: Any) -> Rich:
    if not answer:
        return "say.hold_fire", ()
    return "say.declare_shots", (aimed(view, "say.shots_at", [(*fire, 1) for fire in answer]),)


def blows_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.declare_blows", (aimed(view, "say.blows_at", answer),)


def aimed(view: View, key: str, attacks: Sequence[tuple[int, ...]]) -> tuple[Message, ...]:
    """Per target what is used against it, and how often."""
    found: dict[int, dict[Message, int]] = {}
    for model, slot, number, target, count in attacks:
        weapon = weapon_name(WEAPONS[PROFILES[profile_of(view, model, slot, number)].weapon].name, number)
        arms = found.setdefault(target, {})
        arms[weapon] = arms.get(weapon, 0) + count
    return tuple(
        [
            Message(key, (tuple([armed(weapon, count) for weapon, count in arms.items()]), unit_at(view, target)))
            for target, arms in found.items()
        ]
    )


def targets_option(view: View, decision: Decision, answer: Any) -> Rich:
    return "say.charge_targets", (tuple([unit_at(view, u) for u in answer]),)


def reroll_option(view: View, decision: Decision, answer: Any) -> Rich:
    if isinstance(answer, int):
        return "say.reroll_die", (answer,)
    return f"say.reroll_{answer}", ()


def last_option(view: View, decision: Decision, answer: Any) -> Rich:
    if isinstance(answer, str):
        return "say.last_action_nothing", ()
    return f"say.last_action_{answer[0]}", (unit_at(view, answer[3]), answer[1] + 1)


RICH: dict[str, Callable[[View, Decision, Any], Rich]] = {
    "place_marker": marker_option,
    "zone": zone_option,
    "first_turn": first_option,
    "manifest": manifest_option,
    "power_target": target_option,
    "learn": learn_option,
    "trait": trait_option,
    "divide": divide_option,
    "casualties": casualties_option,
    "allocate": allocate_option,
    "warlord_model": leader_option,
    "declare_shots": shots_option,
    "declare_blows": blows_option,
    "charge_targets": targets_option,
    "reroll": reroll_option,
    "morale_reroll": reroll_option,
    "underdog_reroll": reroll_option,
    "charge_reroll": reroll_option,
    "advance_reroll": reroll_option,
    "last_action": last_option,
}


TWO_DICE = Amount(2, 6, 0)


def percent(likely: Fraction) -> int:
    return round(100 * likely)


def morale_note(unit: dict[str, Any]) -> Message | None:
    """[WH40K-12.2] How likely a unit fails its test, and how many flee on average, re-rolls aside."""
    if unit["leadership"] is None:
        return None
    found = flight(unit["leadership"], unit["lost"])
    tenths = round(10 * sum([count * likely for count, likely in found.items()], Fraction(0)))
    failed = percent(1 - found.get(0, Fraction(0)))
    return Message("note.morale", (unit["leadership"], unit["lost"], failed, f"{tenths // 10}.{tenths % 10}"))


def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """What a choice leads to: the damage of an attack, the warp charge of a power, the text of a trait."""
    if decision.prompt in ("declare_shots", "declare_blows") and answer:
        tenths = round(forecast(view, answer) * 10)
        return Message("note.damage", (f"{tenths // 10}.{tenths % 10}",))
    if decision.prompt == "manifest" and not isinstance(answer, str):
        likely = at_least(TWO_DICE, POWERS[POWER_OF[answer[1]]].warp_charge)
        return Message("note.manifest", (Message(f"power_text.{answer[1]}"), percent(likely), percent(PERILS)))
    if decision.prompt == "morale_test":
        return morale_note(view["units"][answer])
    if decision.prompt == "learn":
        return Message("note.power", (Message(f"power_text.{answer}"),))
    if decision.prompt == "trait" and answer in TRAITS:
        return Message("note.power", (Message(f"trait_text.{answer}"),))
    return None
