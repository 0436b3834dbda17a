"""Prompts and their options as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.components import CONDITIONS, ELEMENTS, Hex
from grimtable.games.gloomhaven.components.cards import (
    CARD_HALVES,
    CLASSES,
    INITIATIVE,
)
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.components.monsters import DECKS, TYPES
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.describe.names import (
    View,
    card_name,
    class_name,
    condition_name,
    element_name,
    goal_name,
    hex_name,
    in_view,
    item_name,
    kind_name,
    side,
)
from grimtable.games.gloomhaven.interludes import is_offer
from grimtable.kernel.language import Message, refs_in
from grimtable.kernel.values import Decision

# Prompts: what their answers are, and the rules behind them. Words such as "stay" or "nobody" may stand among them.
HEX, FIGURE, CARD, WORD, ELEMENT = "hex", "figure", "card", "word", "element"
PROMPT_KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "class": ("class", ("GLOOMHAVEN-1.12",)),
    "keep_goal": ("goal", ("GLOOMHAVEN-4.3",)),
    "gain_card": (CARD, ("GLOOMHAVEN-25.12",)),
    "perk": ("perk", ("GLOOMHAVEN-25.12", "GLOOMHAVEN-25.13")),
    "leave_card": (CARD, ("GLOOMHAVEN-4.2",)),
    "start_hex": (HEX, ("GLOOMHAVEN-4.8",)),
    "select": ("pair", ("GLOOMHAVEN-7.2", "GLOOMHAVEN-7.4")),
    "type_first": ("type", ("GLOOMHAVEN-9.7",)),
    "first": ("turn", ("GLOOMHAVEN-9.4", "GLOOMHAVEN-9.6")),
    "act": ("action", ("GLOOMHAVEN-11.1", "GLOOMHAVEN-11.4")),
    "move_to": (HEX, ("GLOOMHAVEN-12.1", "GLOOMHAVEN-12.2")),
    "push_to": (HEX, ("GLOOMHAVEN-13.23", "GLOOMHAVEN-13.25")),
    "pull_to": (HEX, ("GLOOMHAVEN-13.24", "GLOOMHAVEN-13.25")),
    "summon_to": (HEX, ("GLOOMHAVEN-17.3", "GLOOMHAVEN-20.24")),
    "trap_to": (HEX, ("GLOOMHAVEN-5.12",)),
    "target": (FIGURE, ("GLOOMHAVEN-13.1", "GLOOMHAVEN-13.19")),
    "target_next": (FIGURE, ("GLOOMHAVEN-13.20",)),
    "area": ("area", ("GLOOMHAVEN-13.16", "GLOOMHAVEN-13.18")),
    "whom": (FIGURE, ("GLOOMHAVEN-17.1", "GLOOMHAVEN-11.3")),
    "consume": (ELEMENT, ("GLOOMHAVEN-15.3",)),
    "infuse": (ELEMENT, ("GLOOMHAVEN-15.8",)),
    "path": ("figures", ("GLOOMHAVEN-13.20",)),
    "obstacle": (HEX, ("GLOOMHAVEN-5.22",)),
    "obstacle_to": ("spot", ("GLOOMHAVEN-5.18",)),
    "trap": (HEX, ("GLOOMHAVEN-5.10",)),
    "recover": (CARD, ("GLOOMHAVEN-17.11",)),
    "refresh": ("item", ("GLOOMHAVEN-17.12",)),
    "augment": (CARD, ("GLOOMHAVEN-16.10",)),
    "centre": (HEX, ("GLOOMHAVEN-13.24",)),
    "move_or_attack": (WORD, ("GLOOMHAVEN-12.1",)),
    "perform_as": (WORD, ("GLOOMHAVEN-16.1",)),
    "stand_in": (FIGURE, ("GLOOMHAVEN-13.1",)),
    "choose_one": (WORD, ("GLOOMHAVEN-16.1",)),
    "end_song": (CARD, ("GLOOMHAVEN-16.1",)),
    "doom": (FIGURE, ("GLOOMHAVEN-16.1",)),
    "end_doom": (CARD, ("GLOOMHAVEN-16.1",)),
    "pass_doom": (CARD, ("GLOOMHAVEN-16.1",)),
    "share": ("share", ("GLOOMHAVEN-16.1",)),
    "loot_at": (HEX, ("GLOOMHAVEN-17.13",)),
    "use_card": (WORD, ("GLOOMHAVEN-16.1",)),
    "pay": (WORD, ("GLOOMHAVEN-2.3",)),
    "how_much": ("number", ("GLOOMHAVEN-18.4",)),
    "redirect": (WORD, ("GLOOMHAVEN-18.4",)),
    "initiative": (WORD, ("GLOOMHAVEN-9.1",)),
    "extra_card": (CARD, ("GLOOMHAVEN-7.2",)),
    "buy": ("item", ("GLOOMHAVEN-1.10", "GLOOMHAVEN-2.7")),
    "pack": ("item", ("GLOOMHAVEN-2.7",)),
    "burdened": (FIGURE, ("GLOOMHAVEN-24.8",)),
    "entrance": (WORD, ("GLOOMHAVEN-29.7",)),
    "opener": (FIGURE, ("GLOOMHAVEN-29.10",)),
    "spend_item": ("item", ("GLOOMHAVEN-29.10",)),
    "cure": ("condition", ("GLOOMHAVEN-14.1",)),
    "pause": (WORD, ("GLOOMHAVEN-19.1",)),
    "use_item": ("item", ("GLOOMHAVEN-19.1",)),
    "negate": (WORD, ("GLOOMHAVEN-18.4",)),
    "lose_card": (CARD, ("GLOOMHAVEN-18.4",)),
    "rest_lose": (CARD, ("GLOOMHAVEN-8.4",)),
    "short_rest": (WORD, ("GLOOMHAVEN-8.2",)),
    "keep_card": (WORD, ("GLOOMHAVEN-8.3",)),
    "pick_up": ("card_word", ("GLOOMHAVEN-16.6",)),
    "focus": (FIGURE, ("GLOOMHAVEN-20.3", "GLOOMHAVEN-20.26")),
    "monster_to": (HEX, ("GLOOMHAVEN-20.10", "GLOOMHAVEN-20.26")),
    "monster_targets": ("targets", ("GLOOMHAVEN-20.21", "GLOOMHAVEN-20.26")),
    "monster_heals": (FIGURE, ("GLOOMHAVEN-20.23", "GLOOMHAVEN-20.26")),
    "discard_card": (CARD, ("GLOOMHAVEN-4.1",)),
    "remove_monster": (FIGURE, ("GLOOMHAVEN-4.4",)),
    "objective": (FIGURE, ("GLOOMHAVEN-22.6",)),
    "loot_from": (HEX, ("GLOOMHAVEN-5.20",)),
    "guard": (WORD, ("GLOOMHAVEN-22.6",)),
    "portal_to": (HEX, ("GLOOMHAVEN-4.4",)),
    "use_token": (WORD, ("GLOOMHAVEN-4.4",)),
    "bearer": (FIGURE, ("GLOOMHAVEN-4.4",)),
    "take_over": (WORD, ("GLOOMHAVEN-17.13",)),
    "give_up": (WORD, ("GLOOMHAVEN-4.4",)),
    "roll": ("number", ("GLOOMHAVEN-4.4",)),
    "questing": (FIGURE, ("GLOOMHAVEN-4.4",)),
    "allied_deck": (FIGURE, ("GLOOMHAVEN-3.2",)),
    "flood": (HEX, ("GLOOMHAVEN-4.4",)),
}
OFFER_RULES = ("GLOOMHAVEN-19.1", "GLOOMHAVEN-16.6")
PROMPTS = tuple(PROMPT_KINDS)


def prompt(view: View, decision: Decision) -> Message:
    acting = view["acting"]
    who = in_view(view, acting) if acting is not None else side(view, decision.player)
    return Message(f"prompt.{decision.prompt}", (who,), who.refs, PROMPT_KINDS[decision.prompt][1])


def option(view: View, decision: Decision, answer: Any) -> Message:
    kind, rules = PROMPT_KINDS[decision.prompt]
    if is_offer(answer):
        return action_option(view, decision, answer)._replace(rules=OFFER_RULES)
    if isinstance(answer, str) and kind != "class":
        return Message(f"word.{decision.prompt}_{answer}", (), (), rules)
    return OPTIONS[kind](view, decision, answer)._replace(rules=rules)


def say(decision: Decision, *params: Message) -> Message:
    return Message(f"say.{decision.prompt}", params, refs_in(params))


PLAIN_ACTIONS = (
    "attack",
    "move",
    "end_bonus",
    "use_charge",
    "cleanse",
    "free_with_top",
    "free_with_bottom",
    "take_tile",
)


def action_option(view: View, decision: Decision, answer: tuple[str, int]) -> Message:
    what, thing = answer
    if what == "item":
        name = item_name(thing)
        return Message("say.act_item", (name,), name.refs)
    if what == "end":
        return Message("say.act_end")
    card = card_name(thing)
    if what in PLAIN_ACTIONS:
        return Message(f"say.act_{what}", (card,), (*card.refs, f"action:{thing}.{what}"))
    text = lines(CARD_HALVES[thing][0 if what == "top" else 1].ops)
    return Message(f"say.act_{what}", (card, text), (*card.refs, f"action:{thing}.{what}"))


def pair_option(view: View, decision: Decision, cards: tuple[int, ...]) -> Message:
    """[GLOOMHAVEN-7.2] The leading card with its initiative, and the second."""
    if len(cards) == 1:
        return Message("say.long_rest_99")
    lead, second = card_name(cards[0]), card_name(cards[1])
    return Message("say.select", (lead, INITIATIVE[cards[0]], second), (f"lead:{cards[0]}", *lead.refs, *second.refs))


def turn_option(view: View, decision: Decision, answer: tuple[str, int]) -> Message:
    sort, number = answer
    if sort in ("character", "objective"):
        return say(decision, in_view(view, number))
    return say(decision, Message(f"deck.{DECKS[number]}", (), (f"deck:{DECKS[number]}",)))


def area_option(view: View, decision: Decision, spot: tuple[Hex, ...]) -> Message:
    """A pattern by whom it covers."""
    if not spot:
        return Message("word.area_nobody")
    covered = tuple([in_view(view, f["id"]) for f in view["figures"] if f["hex"] in spot])
    return Message("say.area", (covered,), tuple([f"hex:{at}" for at in spot]))


def spot_option(view: View, decision: Decision, spot: tuple[Hex, ...]) -> Message:
    """The hexes of a tile."""
    if not spot:
        return Message("word.obstacle_to_nowhere")
    return say_all(decision, [hex_name(view, at) for at in spot])


def say_all(decision: Decision, names: list[Message]) -> Message:
    return Message(f"say.{decision.prompt}", (tuple(names),), refs_in(tuple(names)))


def targets_option(view: View, decision: Decision, answer: tuple[tuple[int, ...], tuple[Hex, ...]]) -> Message:
    names = tuple([in_view(view, figure) for figure in answer[0]])
    return Message("say.monster_targets", (names,), (*refs_in(names), *[f"hex:{at}" for at in answer[1]]))


def perk_option(view: View, decision: Decision, answer: tuple[str, int]) -> Message:
    return perk_words(*answer)


def perk_words(name: str, number: int) -> Message:
    """[GLOOMHAVEN-25.12] What a perk of a class takes out of the deck and puts in."""
    perk = CLASS_PERKS[CLASSES.index(name)][number]
    out = tuple([Message("perk.cards", (count, kind_name(kind))) for kind, count in perk.remove])
    into = tuple([Message("perk.cards", (count, kind_name(kind))) for kind, count in perk.add])
    also = Message(f"perk.{perk.also}") if perk.also else ""
    key = "perk.replace" if out and into else "perk.remove" if out else "perk.add" if into else "perk.only"
    params = {"perk.replace": (out, into, also), "perk.remove": (out, also), "perk.add": (into, also)}
    return Message(key, params.get(key, (also,)), (f"perk:{number}",))


OPTIONS: dict[str, Callable[[View, Decision, Any], Message]] = {
    "class": lambda view, decision, name: say(decision, class_name(name)),
    "goal": lambda view, decision, number: say(decision, goal_name(number)),
    CARD: lambda view, decision, card: say(decision, card_name(card)),
    "card_word": lambda view, decision, answer: say(decision, card_name(answer[0]), Message(f"word.{answer[1]}")),
    HEX: lambda view, decision, at: say(decision, hex_name(view, at)),
    FIGURE: lambda view, decision, figure: say(decision, in_view(view, figure)),
    ELEMENT: lambda view, decision, number: say(decision, element_name(ELEMENTS[number])),
    "type": lambda view, decision, kind: say(decision, Message(f"monster.{TYPES[kind]}")),
    "pair": pair_option,
    "turn": turn_option,
    "action": action_option,
    "area": area_option,
    "targets": targets_option,
    "perk": perk_option,
    "figures": lambda view, decision, answer: say_all(decision, [in_view(view, figure) for figure in answer]),
    "spot": spot_option,
    "condition": lambda view, decision, number: say(decision, condition_name(CONDITIONS[number])),
    "number": lambda view, decision, number: say(decision, number),
    "share": lambda view, decision, answer: Message("say.share", (in_view(view, answer[0]), answer[1])),
    "item": lambda view, decision, item: say(decision, item_name(item)),
}


def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """Hit points of a target; what a hex or an item costs, and the trap that lies there."""
    if isinstance(answer, str) or is_offer(answer):
        return None
    kind = PROMPT_KINDS[decision.prompt][0]
    if kind == FIGURE:
        for found in view["figures"]:
            if found["id"] == answer:
                return Message("note.hp", (found["hp"], found["max_hp"]))
    if decision.prompt == "buy":
        return Message("note.gold", (ITEMS[answer].cost,))
    return price(view, answer) if decision.prompt == "move_to" else None


def price(view: View, at: Hex) -> Message | None:
    """[GLOOMHAVEN-12.1] Movement points, of those that are left."""
    cost = [found["cost"] for found in (view["stride"] or {"reach": []})["reach"] if found["hex"] == at]
    if not cost:
        return None
    trap = [found["trap"]["damage"] for found in view["hexes"] if found["id"] == at and found["trap"]]
    if trap:
        return Message("note.trap", (cost[0], view["stride"]["points"], trap[0]))
    return Message("note.cost", (cost[0], view["stride"]["points"]))
