"""What a thing on the table is and does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.battle_goals import FIRST as GOAL_FIRST
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, CARD_LEVEL, INITIATIVE
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS
from grimtable.games.gloomhaven.components.monsters import monster_card
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.describe.names import (
    View,
    card_name,
    condition_name,
    goal_name,
    hex_name,
    in_view,
    item_name,
)
from grimtable.kernel.language import Message

NAMED = ("class", "element", "condition")  # what is only a name


def piece(view: View, ref: str) -> Message:
    """A thing by its ref."""
    kind, _, name = ref.partition(":")
    if kind in PIECES:
        return PIECES[kind](view, name)._replace(refs=(ref,))
    return Message(f"{kind}.{name}" if kind in NAMED else "piece.other", () if kind in NAMED else (name,), (ref,))


def card(view: View, name: str) -> Message:
    number = int(name)
    top, bottom = CARD_HALVES[number]
    params = (card_name(number), CARD_LEVEL[number], INITIATIVE[number], lines(top.ops), lines(bottom.ops))
    return Message("piece.card", params)


def lead(view: View, name: str) -> Message:
    """[GLOOMHAVEN-7.2] The leading card."""
    return Message("piece.lead", (card_name(int(name)), INITIATIVE[int(name)]), (), ("GLOOMHAVEN-7.2",))


def action(view: View, name: str) -> Message:
    """A half of a card, or its default action."""
    number, _, what = name.partition(".")
    if what not in ("top", "bottom"):
        return Message(f"say.act_{what}", (card_name(int(number)),))
    text = lines(CARD_HALVES[int(number)][0 if what == "top" else 1].ops)
    return Message(f"say.act_{what}", (card_name(int(number)), text))


# ---------------------------------------------------------------- on the map
def figure(view: View, name: str) -> Message:
    for found in view["figures"]:
        if found["id"] == int(name):
            states = tuple([condition_name(word) for word in found["conditions"]])
            numbers = (found["hp"], found["max_hp"], found["shield"])
            plan = [intent(view, one) for one in view["intents"] if one["figure"] == found["id"]]
            return Message("piece.figure", (in_view(view, found["id"]), *numbers, states, tuple(plan)))
    return Message("piece.other", (name,))


def intent(view: View, one: dict[str, Any]) -> Message:
    """[GLOOMHAVEN-20.3] What it will do, on whom it focuses and why."""
    doing = tuple(
        [Message(f"line.{word}", (one[word],)) for word in ("move", "attack", "range") if one[word] or word != "range"]
    )
    doing = tuple([message for message in doing if message.params != (None,)])
    doing += tuple([Message("line.consume", (Message(f"element.{name}"),)) for name in one["consumes"]])
    doing += tuple([Message("line.infuse", (Message(f"element.{name}"),)) for name in one["infuses"]])
    if not one["focus"]:
        return Message("piece.no_focus", (doing,), (), ("GLOOMHAVEN-20.7",))
    focus = tuple([in_view(view, foe) for foe in one["focus"]])
    return Message("piece.intent", (doing, focus, Message(f"why.{one['why']}"), one["initiative"]))


def a_hex(view: View, name: str) -> Message:
    """A hex, and what lies on it."""
    for found in view["hexes"]:
        if found["id"] == int(name):
            things = [Message(f"terrain.{word}") for word in found["terrain"] if word != "trap"]
            if found["trap"]:
                conditions = tuple([condition_name(word) for word in found["trap"]["conditions"]])
                things.append(Message("terrain.trap", (found["trap"]["damage"], conditions)))
            things += [Message("terrain.money", (found["money"],))] if found["money"] else []
            things += [Message("terrain.treasure")] if found["treasure"] else []
            things += [door(one) for one in view["doors"] if one["hex"] == found["id"]]
            return Message("piece.ground" if things else "piece.hex", (hex_name(view, found["id"]), tuple(things)))
    return Message("piece.hex", (hex_name(view, int(name)),))


def door(found: dict[str, Any]) -> Message:
    return Message("terrain.locked" if found["locked"] else "terrain.closed" if found["closed"] else "terrain.open")


def deck(view: View, name: str) -> Message:
    """[GLOOMHAVEN-9.1] The card of this round of a monster type."""
    number = view["abilities"].get(name, NONE)
    if number == NONE:
        return Message("piece.deck", (Message(f"deck.{name}"),))
    drawn = monster_card(number)
    return Message("piece.deck_card", (Message(f"deck.{name}"), drawn.initiative, lines(drawn.ops)))


# ---------------------------------------------------------------- what characters have
def item(view: View, name: str) -> Message:
    return Message("piece.item", (item_name(int(name)), lines(ITEMS[int(name)].ops)))


def goal(view: View, name: str) -> Message:
    found = BATTLE_GOALS[int(name) - GOAL_FIRST]
    return Message("piece.goal", (goal_name(int(name)), found.checkmarks))


PIECES: dict[str, Callable[[View, str], Message]] = {
    "card": card,
    "lead": lead,
    "action": action,
    "figure": figure,
    "hex": a_hex,
    "deck": deck,
    "item": item,
    "goal": goal,
}
