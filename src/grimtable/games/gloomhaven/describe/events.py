"""Events as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.components import Hex
from grimtable.games.gloomhaven.components.dungeons import CHEST, ROOM_CARDS
from grimtable.games.gloomhaven.components.monsters import DECKS, monster_card
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.describe.names import (
    card_name,
    condition_name,
    element_name,
    figure_name,
    goal_name,
    item_name,
    modifier_name,
)
from grimtable.kernel.language import Message, refs_in
from grimtable.kernel.values import Event


def plain(value: Any) -> Any:
    return value


def hidden_hex(at: Hex) -> Message:
    return Message("say.somewhere", (), (f"hex:{at}",))


def place_name(at: Hex | tuple[int, int, Hex]) -> Message:
    """Where somebody walks to or from, by its place on the map."""
    if isinstance(at, int):
        return hidden_hex(at)
    q, r, number = at
    return Message("say.place", (q, r), (f"hex:{number}",))


def deck_name(deck: int) -> Message:
    return Message(f"deck.{DECKS[deck]}")


def ability_name(card: int) -> Message:
    return Message("say.ability", (monster_card(card).initiative, lines(monster_card(card).ops)))


def owner_name(tag: tuple[int, ...]) -> Message:
    """Whose modifier deck it is: a character's, or that of all monsters."""
    return figure_name(tag) if tag else Message("say.monsters")


def half_name(what: str) -> Message:
    return Message(f"half.{what}")


def room_name(room: int) -> Message:
    return Message("say.room", (room + 1,), (f"room:{room}",))


def adjective(card: int) -> Message:
    return Message(f"dungeon.adjective.{card}")


def noun(card: int) -> Message:
    """A room card; ours say so."""
    name = Message(f"dungeon.noun.{card}")
    return Message("dungeon.designed", (name,)) if ROOM_CARDS[card].is_designed else name


def chest_name(number: int) -> Message | int:
    return number if number < CHEST else Message("dungeon.chest")


def cards_named(cards: tuple[int, ...]) -> tuple[Message, ...]:
    return tuple([card_name(card) for card in cards])


def bonus_name(word: str) -> Message:
    return Message(f"bonus.{word}")


def added_card(name: str) -> Message:
    return Message(f"added.{name}")


def elements_named(names: tuple[str, ...]) -> tuple[Message, ...] | Message:
    return tuple([element_name(name) for name in names]) if names else Message("say.none")


def gap_name(gap: str) -> Message:
    return Message(f"gap.{gap}")


F, N, K, H = figure_name, plain, card_name, hidden_hex
# For each kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Callable[[Any], Any], ...], tuple[str, ...]]] = {
    "joined": ((F,), ("GLOOMHAVEN-1.12",)),
    "goals_dealt": ((F,), ("GLOOMHAVEN-4.1",)),
    "goal_kept": ((F,), ("GLOOMHAVEN-4.3",)),
    "hand_chosen": ((F,), ("GLOOMHAVEN-4.2",)),
    "started": ((F, H), ("GLOOMHAVEN-4.8",)),
    "placed": ((F, H), ("GLOOMHAVEN-4.7", "GLOOMHAVEN-10.2")),
    "summoned": ((F, H), ("GLOOMHAVEN-17.3",)),
    "round": ((N,), ("GLOOMHAVEN-7.1",)),
    "selected": ((F, K, K), ("GLOOMHAVEN-7.2", "GLOOMHAVEN-9.1")),
    "ability": ((deck_name, ability_name), ("GLOOMHAVEN-2.22", "GLOOMHAVEN-9.1")),
    "turn": ((F,), ("GLOOMHAVEN-9.2",)),
    "action": ((F, K, half_name), ("GLOOMHAVEN-11.1",)),
    "default_action": ((F, K, half_name), ("GLOOMHAVEN-11.4",)),
    "focused": ((F, F), ("GLOOMHAVEN-20.3",)),
    "moved": ((F, place_name, N, place_name), ("GLOOMHAVEN-12.1",)),
    "opened": ((F, H), ("GLOOMHAVEN-5.1",)),
    "room_drawn": ((room_name, adjective, noun), ("GLOOMHAVEN-29.6",)),
    "gold_found": ((F, N), ("GLOOMHAVEN-29.11",)),
    "item_spent": ((F, item_name), ("GLOOMHAVEN-29.10",)),
    "revealed": ((room_name,), ("GLOOMHAVEN-10.1",)),
    "controlled": ((F,), ("GLOOMHAVEN-20.27",)),
    "sprung": ((F, H), ("GLOOMHAVEN-5.9",)),
    "trap_laid": ((F, H), ("GLOOMHAVEN-5.12",)),
    "modifier": ((owner_name, modifier_name), ("GLOOMHAVEN-3.1",)),
    "attacked": ((F, F, N, N, N, N), ("GLOOMHAVEN-13.1", "GLOOMHAVEN-13.7")),
    "retaliated": ((F, F, N), ("GLOOMHAVEN-16.8",)),
    "redirected": ((F, F), ("GLOOMHAVEN-16.9",)),
    "damage": ((F, N), ("GLOOMHAVEN-18.4",)),
    "negated": ((F,), ("GLOOMHAVEN-18.4",)),
    "died": ((F, F), ("GLOOMHAVEN-13.10",)),
    "perished": ((F,), ("GLOOMHAVEN-29.2",)),
    "exhausted": ((F, cards_named), ("GLOOMHAVEN-18.7",)),
    "healed": ((F, N), ("GLOOMHAVEN-17.1",)),
    "condition": ((F, condition_name), ("GLOOMHAVEN-14.1",)),
    "doomed": ((F, K), ("GLOOMHAVEN-16.1",)),
    "damage_shared": ((F, N), ("GLOOMHAVEN-16.1",)),
    "cured": ((F, condition_name), ("GLOOMHAVEN-14.1",)),
    "card_given": ((F, F, K), ("GLOOMHAVEN-16.1",)),
    "bonus": ((F, bonus_name, N), ("GLOOMHAVEN-16.11",)),
    "bonus_ended": ((F, K), ("GLOOMHAVEN-16.4", "GLOOMHAVEN-16.6")),
    "charge_used": ((F, K, N), ("GLOOMHAVEN-16.2",)),
    "infused": ((element_name,), ("GLOOMHAVEN-15.1",)),
    "consumed": ((element_name,), ("GLOOMHAVEN-15.3",)),
    "xp": ((F, N), ("GLOOMHAVEN-18.1",)),
    "looted": ((F, N, H), ("GLOOMHAVEN-17.13",)),
    "treasure": ((F, chest_name, H), ("GLOOMHAVEN-5.20",)),
    "money_gone": ((F, H), ("GLOOMHAVEN-20.25",)),
    "card_lost": ((F, K), ("GLOOMHAVEN-7.8",)),
    "rest_card": ((F, K), ("GLOOMHAVEN-8.2",)),
    "short_rested": ((F,), ("GLOOMHAVEN-8.2",)),
    "long_rested": ((F,), ("GLOOMHAVEN-8.4",)),
    "obstacle_made": ((H,), ("GLOOMHAVEN-5.18",)),
    "obstacle_gone": ((H,), ("GLOOMHAVEN-5.22",)),
    "disarmed": ((F, H), ("GLOOMHAVEN-5.10",)),
    "recovered": ((F, K), ("GLOOMHAVEN-17.11",)),
    "refreshed": ((F, item_name), ("GLOOMHAVEN-17.12",)),
    "initiative": ((F, N), ("GLOOMHAVEN-9.1",)),
    "hp_set": ((F, N), ("GLOOMHAVEN-18.4",)),
    "swapped": ((F, F), ("GLOOMHAVEN-12.1",)),
    "augmented": ((F, K), ("GLOOMHAVEN-16.10",)),
    "equipped": ((F, item_name), ("GLOOMHAVEN-2.7",)),
    "item_used": ((F, item_name), ("GLOOMHAVEN-19.5",)),
    "goal_reached": ((F, goal_name), ("GLOOMHAVEN-4.3",)),
    "line_unknown": ((F,), ("GLOOMHAVEN-2.24",)),
    "goal_met": ((), ("GLOOMHAVEN-21.2",)),
    "goal_missed": ((), ("GLOOMHAVEN-21.2",)),
    "rewards": ((F, N, N), ("GLOOMHAVEN-21.4", "GLOOMHAVEN-21.6")),
    "battle_goal": ((F, goal_name, N), ("GLOOMHAVEN-4.11", "GLOOMHAVEN-21.6")),
    "cards_added": ((added_card, N), ("GLOOMHAVEN-4.1",)),
    "discarded": ((F, K), ("GLOOMHAVEN-4.1",)),
    "unlocked": ((H,), ("GLOOMHAVEN-22.3",)),
    "closed": ((H,), ("GLOOMHAVEN-5.6",)),
    "left_map": ((F,), ("GLOOMHAVEN-4.4",)),
    "saved": ((F,), ("GLOOMHAVEN-22.6",)),
    "cleansed": ((F, F), ("GLOOMHAVEN-22.6",)),
    "freed": ((F, F), ("GLOOMHAVEN-22.6",)),
    "dug": ((F, F, N), ("GLOOMHAVEN-22.6",)),
    "charged": ((N, N), ("GLOOMHAVEN-4.4",)),
    "woke": ((F,), ("GLOOMHAVEN-22.2",)),
    "drank": ((F, H), ("GLOOMHAVEN-4.4",)),
    "elements_set": ((elements_named, elements_named), ("GLOOMHAVEN-15.1",)),
    "carries": ((F,), ("GLOOMHAVEN-4.4",)),
    "rolled": ((H,), ("GLOOMHAVEN-4.4",)),
    "flooded": ((H,), ("GLOOMHAVEN-4.4",)),
    "scooped": ((F, H), ("GLOOMHAVEN-4.4",)),
    "not_enforced": ((gap_name,), ("GLOOMHAVEN-4.4",)),
    "won": ((), ("GLOOMHAVEN-21.2",)),
    "lost": ((), ("GLOOMHAVEN-18.8", "GLOOMHAVEN-21.3")),
}
EVENT_KINDS = tuple(EVENTS)
RESTED = 2  # values of "selected" when a character rests
UNCOUNTED = 2  # of "moved" for who is put elsewhere, and for every step of older logs
UNRECKONED = 3  # of "attacked" in older logs


def attack_told(public: tuple[Any, ...]) -> tuple[Any, ...]:
    """Who attacks whom, with what sum: the attack, its bonuses, the modifier card, what is kept off; and the damage."""
    attacker, target, damage, base, value, struck = public
    parts = [Message("sum.attack", (base,))]
    changes = (("bonuses", value - base), ("card", struck - value), ("kept_off", damage - struck))
    parts += [Message(f"sum.{name}", (change,)) for name, change in changes if change]
    return figure_name(attacker), figure_name(target), damage, tuple(parts)


def event(happened: Event) -> Message:
    words, rules = EVENTS[happened.kind]
    key, public = f"event.{happened.kind}", happened.public
    if happened.kind == "selected" and len(public) == RESTED:
        key = "say.rests"
    elif happened.kind == "moved" and len(public) > UNCOUNTED:
        key = "say.walked"
    elif happened.kind == "attacked" and len(public) > UNRECKONED:
        return Message("say.reckoned", attack_told(public), refs_in(attack_told(public)), rules)
    elif happened.kind == "opened" and not public[0]:
        key = "say.door_opens"
    params = tuple([word(value) for word, value in zip(words, public)])
    return Message(key, params, refs_in(params), rules)
