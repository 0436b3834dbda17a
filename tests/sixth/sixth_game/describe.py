"""Options, prompts and events as messages."""

from __future__ import annotations

from typing import Any

from grimtable.kernel.definition import Describe
from grimtable.kernel.language import PLAYER, Message
from grimtable.kernel.values import Decision, Event

from .components import NONE, ORDER, WORTH, Card, Player

View = dict[str, Any]

PROMPT_RULES: dict[str, tuple[str, ...]] = {
    "act": ("RELICS-2.1",),
    "spy": ("RELICS-2.4",),
    "seal": ("RELICS-2.5",),
    "pray": ("RELICS-2.7",),
    "bid": ("RELICS-3.1",),
    "offer": ("RELICS-4.1",),
    "altars": ("RELICS-5.1",),
}
EVENT_RULES: dict[str, tuple[str, ...]] = {
    "dealt": ("RELICS-1.2",),
    "unveiled": ("RELICS-2.1",),
    "drew": ("RELICS-2.2",),
    "peeked": ("RELICS-2.3",),
    "spied": ("RELICS-2.4",),
    "sealed": ("RELICS-2.5",),
    "augured": ("RELICS-2.6",),
    "prayed": ("RELICS-2.7",),
    "reshuffled": ("RELICS-2.7",),
    "bid": ("RELICS-3.1",),
    "won": ("RELICS-3.1", "RELICS-3.2"),
    "unsold": ("RELICS-3.1",),
    "offered": ("RELICS-4.1", "RELICS-4.2"),
    "laid": ("RELICS-5.1", "RELICS-5.2"),
    "scored": ("RELICS-5.3",),
}
PROMPTS = tuple(PROMPT_RULES)
EVENT_KINDS = tuple(EVENT_RULES)


def card_name(card: Card) -> Message:
    if card == NONE:
        return Message("card.none")
    return Message("card.name", (Message(f"order.{ORDER[card]}"), WORTH[card]), (f"card:{card}",))


def player_name(player: Player) -> Message:
    return Message(PLAYER, (player,), (f"player:{player}",))


def prompt(view: View, decision: Decision) -> Message:
    coins = view["players"][decision.player]["coins"]
    params = (card_name(view["relic"]), coins) if decision.prompt == "bid" else (coins,)
    return Message(f"prompt.{decision.prompt}", params, (), PROMPT_RULES[decision.prompt])


def option(view: View, decision: Decision, answer: Any) -> Message:
    rules = PROMPT_RULES[decision.prompt]
    if decision.prompt == "act":
        return Message(f"act.{answer}", (), (), rules)
    if decision.prompt == "spy":
        return Message("say.spy", (player_name(answer),), (f"player:{answer}",), rules)
    if decision.prompt in ("seal", "pray"):
        return Message(f"say.{decision.prompt}", (card_name(answer),), (f"card:{answer}",), rules)
    if decision.prompt == "altars":
        return Message("say.altars", answer, tuple([f"altar:{a}" for a, coins in enumerate(answer) if coins]), rules)
    return Message(f"say.{decision.prompt}", (answer,), (), rules)


def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """What a bid would leave."""
    if decision.prompt != "bid":
        return None
    return Message("note.left", (view["players"][decision.player]["coins"] - answer,))


def event(happened: Event) -> Message:
    """A secret that was told makes another sentence."""
    kind, public = happened.kind, happened.public
    cards: tuple[Any, ...] = happened.secret
    params: tuple[Any, ...]
    if kind in ("reshuffled", "offered"):
        params = public
    elif kind == "unveiled":
        params = (public[0], card_name(public[1]))
    elif kind == "unsold":
        params = (card_name(public[0]),)
    elif kind in ("prayed", "won"):
        params = (player_name(public[0]), card_name(public[1]), *public[2:])
    elif kind == "scored":
        params = (player_name(public[0]), public[1], card_name(public[2]), *public[3:])
    elif kind == "spied":
        params = (player_name(public[0]), player_name(public[1]), *[card_name(card) for card in cards])
    elif kind == "augured":
        params = (player_name(public[0]), *cards)
    else:
        params = (player_name(public[0]), *public[1:], *([tuple([card_name(card) for card in cards])] if cards else []))
    named = [m for param in params for m in (param if type(param) is tuple else (param,)) if isinstance(m, Message)]
    refs = tuple([ref for message in named for ref in message.refs])
    return Message(f"event.{kind}_told" if cards else f"event.{kind}", params, refs, EVENT_RULES[kind])


def side(view: View, player: Player) -> Message:
    return Message("side", (player + 1,))


def piece(view: View, ref: str) -> Message:
    kind, _, name = ref.partition(":")
    if kind == "card":
        return Message("piece.card", (card_name(int(name)), WORTH[int(name)]), (ref,))
    if kind == "altar":
        return Message("piece.altar", (int(name) + 1,), (ref,))
    home = view["players"][int(name)]
    return Message("piece.player", (player_name(int(name)), home["coins"], home["cards"]), (ref,))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
