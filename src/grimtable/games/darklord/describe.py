"""Options, prompts and events as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.darklord.components import (
    ALL,
    CARDS,
    CIRCLES,
    DESIGNED,
    DONE,
    INCOME,
    KIND,
    LABELS,
    LAND,
    PASS,
    POWER,
    RACE,
    TYPE,
    UPKEEP,
    VP,
    Area,
    Card,
    Player,
)
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import PLAYER, Message, refs_in
from grimtable.kernel.values import Decision, Event

View = dict[str, Any]

# Prompts with the rules behind them.
PROMPT_RULES: dict[str, tuple[str, ...]] = {
    "sleeve": ("DARKLORD-4.7",),
    "sleeve_set": ("DARKLORD-4.7", "DARKLORD-4.11"),
    "place": ("DARKLORD-6.1",),
    "offer": ("DARKLORD-8.7",),
    "stones": ("DARKLORD-9.4",),
    "spearman": ("DARKLORD-13.2",),
    "dragon": ("DARKLORD-13.10",),
    "delivery": ("DARKLORD-13.6",),
    "scout": ("DARKLORD-13.13",),
    "curse": ("DARKLORD-13.3",),
    "hand_over": ("DARKLORD-13.14",),
    "throne_vp": ("DARKLORD-13.14", "DARKLORD-13.15"),
}
PROMPTS = tuple(PROMPT_RULES)


def card_name(uid: str) -> Message:
    return Message(f"card.{KIND[CARDS[uid]]}", (), (card_ref(uid),))


def card_ref(uid: str) -> str:
    return f"card:{uid}"


def area_ref(label: str) -> str:
    return f"area:{label}"


def player_ref(player: Player) -> str:
    return f"player:{player}"


def player_name(player: Player) -> Message:
    return Message(PLAYER, (player,), (player_ref(player),))


def side(view: View, player: Player) -> Message:
    """The colour of a player's throne."""
    color = view["players"][player]["color"]
    return Message(f"color.{color}" if color else "color.none")


# ---------------------------------------------------------------- prompts
def prompt(view: View, decision: Decision) -> Message:
    me = decision.player
    params: tuple[Any, ...] = ()
    refs: tuple[str, ...] = ()
    if decision.prompt == "sleeve":
        used = len([o for o in decision.options if o not in (ALL, DONE)])
        params = (view["players"][me]["sleeves"], used)
    elif decision.prompt == "sleeve_set":
        params = (view["players"][me]["sleeves"],)
    elif decision.prompt == "offer":
        area = area_of(view, view["area"])
        params = (card_name(area["target"]), area["label"], price_of(area, me), *funds_of(view, me))
        refs = (card_ref(area["target"]), area_ref(area["label"]))
    return Message(f"prompt.{decision.prompt}", params, refs, PROMPT_RULES[decision.prompt])


def area_of(view: View, label: str) -> dict[str, Any]:
    area: dict[str, Any] = view["areas"][LABELS.index(label)]
    return area


def price_of(area: dict[str, Any], me: Player) -> int:
    price: int = next(rank["cost"] for rank in area["ranking"] if rank["player"] == me)
    return price


def funds_of(view: View, me: Player) -> tuple[int, int]:
    return view["players"][me]["coins"], view["players"][me]["stones"]


# ---------------------------------------------------------------- options
def option(view: View, decision: Decision, answer: Any) -> Message:
    rules = PROMPT_RULES[decision.prompt]
    if decision.prompt == "place":
        return place_option(view, decision.player, answer)
    if decision.prompt == "sleeve_set":
        names = tuple([card_name(uid) for uid in answer])
        refs = tuple([card_ref(uid) for uid in answer])
        return Message("say.sleeve_set" if answer else "say.sleeve_none", (names,), refs, rules)
    if decision.prompt == "stones":
        return Message("say.stones", (answer,), (), rules)
    if decision.prompt in ("curse", "hand_over"):
        name = (
            Message("say.yourself")
            if answer == decision.player
            else Message("say.colored", (side(view, answer), player_name(answer)))
        )
        return Message(f"say.{decision.prompt}", (name,), (player_ref(answer),), rules)
    if decision.prompt == "offer":
        area = area_of(view, view["area"])
        params = (card_name(area["target"]), price_of(area, decision.player))
        key = "say.offer.accept_free" if answer == "accept" and not params[1] else f"say.offer.{answer}"
        return Message(key, params, (card_ref(area["target"]),), rules)
    if answer in CARDS:
        return unit_option(view, decision.prompt, answer)
    return Message(f"say.{decision.prompt}.{answer}", (), (), rules)


def place_option(view: View, me: Player, answer: Any) -> Message:
    if answer == PASS:
        return Message("say.pass", (), (), ("DARKLORD-6.7", "DARKLORD-6.8"))
    uid, label = answer
    target = area_of(view, label)["target"]
    copies = [other for other in view["players"][me]["ready"] if KIND[CARDS[other]] == KIND[CARDS[uid]]]
    refs = (*[card_ref(copy) for copy in copies], area_ref(label), card_ref(target))
    return Message("say.place", (card_name(uid), label, card_name(target)), refs, ("DARKLORD-6.2", "DARKLORD-6.3"))


def unit_option(view: View, name: str, uid: str) -> Message:
    card = CARDS[uid]
    params: tuple[Any, ...] = (card_name(uid), POWER[card], UPKEEP[card])
    for area in view["areas"]:
        for unit in area["stack"]:
            if unit["unit"] == uid:
                params = (card_name(uid), unit["power"], UPKEEP[card], side(view, unit["owner"]))
    return Message(f"say.{name}", params, (card_ref(uid),), PROMPT_RULES[name])


# ---------------------------------------------------------------- consequences
def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """What a placement would make of its area: my rank there and the price, before any ability acts."""
    if decision.prompt != "place" or answer == PASS:
        return None
    me, card, area = decision.player, CARDS[answer[0]], area_of(view, answer[1])
    land = LAND[CARDS[area["target"]]]
    if land and land in [LAND[CARDS[uid]] for uid in view["players"][me]["territories"]]:
        return Message("note.barred")
    mine = [rank for rank in area["ranking"] if rank["player"] == me]
    kings = [unit for unit in area["stack"] if unit["owner"] != me and KIND[CARDS[unit["unit"]]] == "goblin_king"]
    price = UPKEEP[card] + (mine[0]["cost"] if mine else 0) + (len(kings) if POWER[card] >= 2 else 0)
    coins, stones = funds_of(view, me)
    return Message("note.place", (rank_with(area, me, card), price, coins + stones))


def rank_with(area: dict[str, Any], me: Player, card: Card) -> int:
    """My rank in an area with one more unit there."""
    mine = [rank for rank in area["ranking"] if rank["player"] == me]
    flag = KIND[card] == "goblin_flag_bearer" or (bool(mine) and mine[0]["flag"])
    strength = (POWER[card] + (mine[0]["total"] if mine else 0), flag)
    order = [unit["owner"] for unit in area["stack"]] + [me]
    ahead = 0
    for rank in area["ranking"]:
        rival = (rank["total"], rank["flag"])
        before = order.index(rank["player"]) < order.index(me)
        if rank["player"] != me and not rank["barred"] and (rival > strength or (rival == strength and before)):
            ahead += 1
    return ahead + 1


# ---------------------------------------------------------------- events
def _area(area: Area) -> Message:
    return Message(f"label.{LABELS[area]}", (), (area_ref(LABELS[area]),))


def _cards(cards: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([card_name(uid) for uid in cards]) or (Message("say.none"),)


def _number(number: int) -> int:
    return number


def _totals(pairs: tuple[tuple[Player, int], ...]) -> tuple[Message, ...]:
    return tuple([Message("say.total", (player_name(player), total), (player_ref(player),)) for player, total in pairs])


# For each kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Callable[[Any], Any], ...], tuple[str, ...]]] = {
    "throne": ((player_name, card_name), ("DARKLORD-2.3",)),
    "start_player": ((player_name,), ("DARKLORD-2.4",)),
    "start_player_passed": ((player_name,), ("DARKLORD-10.5",)),
    "stone_dealt": ((player_name,), ("DARKLORD-2.6",)),
    "stone_gained": ((player_name,), ("DARKLORD-13.8",)),
    "round": ((_number,), ("DARKLORD-3.1",)),
    "turned_up": ((card_name, _area), ("DARKLORD-4.1",)),
    "sleeved": ((player_name, _cards), ("DARKLORD-4.7",)),
    "placed": ((player_name, card_name, _area), ("DARKLORD-6.2", "DARKLORD-6.3")),
    "passed": ((player_name,), ("DARKLORD-6.7", "DARKLORD-6.8")),
    "used": ((card_name, player_name, _area), ("DARKLORD-7.1",)),
    "removed": ((card_name, player_name, _area), ("DARKLORD-7.9", "DARKLORD-7.10")),
    "recalled": ((card_name, player_name, _area), ("DARKLORD-13.13", "DARKLORD-7.14")),
    "token_placed": ((player_name, card_name, _area), ("DARKLORD-13.6", "DARKLORD-7.11")),
    "ranked": ((_area, _totals), ("DARKLORD-8.2", "DARKLORD-8.3")),
    "barred": ((player_name, card_name), ("DARKLORD-5.2",)),
    "paid": ((player_name, _number, _number), ("DARKLORD-9.3", "DARKLORD-9.4")),
    "cannot_pay": ((player_name, card_name, _number), ("DARKLORD-8.7",)),
    "declined": ((player_name, card_name), ("DARKLORD-8.7",)),
    "acquired": ((player_name, card_name, _area, _number), ("DARKLORD-9.2", "DARKLORD-9.5")),
    "trashed": ((card_name, _area), ("DARKLORD-8.8",)),
    "cursed": ((player_name, player_name), ("DARKLORD-13.3",)),
    "curse_handed_over": ((player_name, player_name), ("DARKLORD-13.14",)),
    "throne_vp_gained": ((player_name, _number), ("DARKLORD-13.14", "DARKLORD-13.15")),
    "bomber_returned": ((player_name,), ("DARKLORD-10.4",)),
    "bomber_received": ((player_name,), ("DARKLORD-10.1",)),
    "minus_land": ((player_name, card_name), ("DARKLORD-11.1", "DARKLORD-11.2")),
    "scored": (
        (player_name, _number, _number, _number, _number, _number, _number),
        ("DARKLORD-12.1", "DARKLORD-12.7"),
    ),
    "won": ((player_name, _number), ("DARKLORD-12.5", "DARKLORD-12.6")),
}
EVENT_KINDS = tuple(EVENTS)


def event(happened: Event) -> Message:
    words, rules = EVENTS[happened.kind]
    params = tuple([word(value) for word, value in zip(words, happened.public)])
    refs = refs_in(params)
    return Message(f"event.{wording_of(happened)}", params, refs, rules)


def wording_of(happened: Event) -> str:
    """The text of an event: what is nothing is left out."""
    if happened.kind == "paid":
        _, coins, stones = happened.public
        return "paid" if coins and stones else "paid_stones" if stones else "paid_coins"
    if happened.kind == "scored" and len(happened.public) == 2:  # as rules version 1 told it
        return "scored_total"
    if happened.kind == "acquired" and not happened.public[3]:
        return "acquired_free"
    return happened.kind


# ---------------------------------------------------------------- pieces
def piece(view: View, ref: str) -> Message:
    """What a thing on the table is: a card with its numbers and its text, an area, a player."""
    kind, _, name = ref.partition(":")
    if kind == "card":
        return card_text(view, name)
    if kind == "area":
        area = area_of(view, name)
        return Message(
            "piece.area", (name, card_name(area["target"]) if area["target"] else Message("say.nothing")), (ref,)
        )
    home = view["players"][int(name)]
    return Message(
        "piece.player",
        (player_name(int(name)), side(view, int(name)), home["coins"], home["stones"], home["curses"]),
        (ref,),
    )


def card_text(view: View, uid: str) -> Message:
    """A card as it counts now: under the rulings of this game, and with what it is worth to its owner."""
    card = CARDS[uid]
    key = f"text.{KIND[card] if not uid.startswith('throne_') else 'throne'}"
    text = Message(view["wording"].get(key, key))
    mark = Message("piece.designed") if DESIGNED[card] else Message("piece.printed")
    if TYPE[card] == "unit":
        params: tuple[Any, ...] = (
            card_name(uid),
            Message(f"race.{RACE[card]}"),
            POWER[card],
            UPKEEP[card],
            VP[card],
            text,
            mark,
        )
    elif TYPE[card] == "territory":
        if uid in view["worth"]:
            text = Message("text.minus_land")
        params = (card_name(uid), INCOME[card], CIRCLES[card], view["worth"].get(uid, VP[card]), text, mark)
    else:
        params = (card_name(uid), text, mark)
    return Message(f"piece.{TYPE[card]}", params, (card_ref(uid),))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
