"""Options, prompts, events and pieces as messages."""

from __future__ import annotations

from grimtable.games.gloomhaven.battle_goals import FIRST as GOAL_FIRST
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, CARD_LEVEL, CARD_NAMES, INITIATIVE
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS
from grimtable.games.gloomhaven.describe.events import EVENT_KINDS, event
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.describe.names import View, condition_name, hex_name, in_view, side
from grimtable.games.gloomhaven.describe.options import PROMPTS, note, option, prompt
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import Message

__all__ = ("DESCRIBE", "EVENT_KINDS", "PROMPTS")


def piece(view: View, ref: str) -> Message:
    """What a thing on the table is."""
    kind, _, name = ref.partition(":")
    if kind == "card":
        card = int(name)
        top, bottom = CARD_HALVES[card]
        params = (CARD_NAMES[card], CARD_LEVEL[card], INITIATIVE[card], lines(top.ops), lines(bottom.ops))
        return Message("piece.card", params, (ref,))
    if kind == "figure":
        for found in view["figures"]:
            if found["id"] == int(name):
                states = tuple([condition_name(word) for word in found["conditions"]])
                numbers = (found["hp"], found["max_hp"], found["shield"])
                return Message("piece.figure", (in_view(view, found["id"]), *numbers, states), (ref,))
    if kind == "item":
        return Message("piece.item", (ITEMS[int(name)].name, lines(ITEMS[int(name)].ops)), (ref,))
    if kind == "goal":
        goal = BATTLE_GOALS[int(name) - GOAL_FIRST]
        return Message("piece.goal", (goal.name, goal.checkmarks), (ref,))
    if kind == "hex":
        return Message("piece.hex", (hex_name(view, int(name)),), (ref,))
    if kind in ("class", "element", "condition"):
        return Message(f"{kind}.{name}", (), (ref,))
    return Message("piece.other", (name,), (ref,))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
