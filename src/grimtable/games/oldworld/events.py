"""Names of things, and events as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.oldworld.components import (
    FIGURE_OF,
    KIND,
    KINDS,
    NO_THREAT,
    REGION_OF,
    TITLE,
    UPGRADE_OF,
)
from grimtable.kernel.language import Message, refs_in
from grimtable.kernel.values import Event


# ---------------------------------------------------------------- names
def power_name(name: str) -> Message:
    return Message(f"power.{name}", (), (f"power:{name}",))


def region_name(name: str) -> Message:
    return Message(f"region.{name}", (), (f"region:{name}",) if name in REGION_OF else ())


def place_name(name: str) -> Message:
    """A region within a sentence: "the Empire"."""
    return Message(f"place.{name}", (), (f"region:{name}",) if name in REGION_OF else ())


def figure_name(uid: str) -> Message:
    return Message(f"figure.{KINDS[KIND[FIGURE_OF[uid]]]}", (), (figure_ref(uid),))


def figure_ref(uid: str) -> str:
    return f"figure:{FIGURE_OF[uid]}"


def card_name(title: str) -> Message:
    return Message(f"card.{title}", (), (f"card:{title}",))


def token_name(name: str) -> Message:
    return Message(f"token.{name}", (), (f"token:{name}",))


def upgrade_name(name: str) -> Message:
    return Message(f"upgrade.{name}", (), (f"upgrade:{name}",))


# ---------------------------------------------------------------- events
def _number(number: int) -> int:
    return number


def _faces(faces: tuple[int, ...]) -> str:
    """The dice of a roll, then those that its sixes have added."""
    first = len(faces) - faces.count(6)
    rolled, added = faces[:first], faces[first:]
    words = " ".join([str(face) for face in rolled])
    return f"{words} + {' '.join([str(face) for face in added])}" if added else words


def _figures(uids: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([figure_name(uid) for uid in uids])


def _powers(names: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([power_name(name) for name in names])


def _phase(name: str) -> Message:
    return Message(f"phase.{name}")


def _why(name: str) -> Message:
    if name in TITLE:
        return Message("why.card", (card_name(name),), (f"card:{name}",))
    if name in UPGRADE_OF:
        return Message("why.upgrade", (upgrade_name(name),), (f"upgrade:{name}",))
    return Message(f"why.{name}")


def _cause(name: str) -> Message:
    """A card, an upgrade or a token that does something."""
    if name in TITLE:
        return card_name(name)
    if name in UPGRADE_OF:
        return Message("cause.upgrade", (upgrade_name(name),), (f"upgrade:{name}",))
    return Message(f"cause.{name}", (), (f"token:{name}",))


def _first(name: str) -> Message:
    """Whose dice come before the battle: a card's, or those of figures."""
    kind, _, name = name.partition(":")
    return card_name(name) if kind == "card" else figure_name(name)


def _a_token(name: str) -> Message:
    """A token at the start of a sentence, with its article."""
    return Message(f"a_token.{name}", (), (f"token:{name}",))


def _values(pairs: tuple[tuple[str, int], ...]) -> tuple[Message, ...]:
    return tuple([Message("say.value", (power_name(name), value), (f"power:{name}",)) for name, value in pairs])


def _side(name: str) -> Message:
    return Message(f"slot.{name}")


def _ending(name: str) -> Message:
    return Message(f"ending.{name}")


P, R, F, C, K = power_name, place_name, figure_name, card_name, _a_token
# For each kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Callable[[Any], Any], ...], tuple[str, ...]]] = {
    "stays_out": ((P,), ("OLDWORLD-2.2", "OLDWORLD-20.1")),
    "round": ((_number,), ("OLDWORLD-3.1",)),
    "phase": ((_phase,), ("OLDWORLD-3.1",)),
    "old_world_drawn": ((C, P), ("OLDWORLD-4.1", "OLDWORLD-4.2")),
    "old_world_stays": ((C,), ("OLDWORLD-4.3", "OLDWORLD-4.4")),
    "old_world_pushed": ((C,), ("OLDWORLD-4.4",)),
    "old_world_gone": ((C,), ("OLDWORLD-4.5", "OLDWORLD-4.7", "OLDWORLD-4.8")),
    "token_placed": ((K, R), ("OLDWORLD-4.11", "OLDWORLD-2.7")),
    "token_removed": ((K, R), ("OLDWORLD-14.7", "OLDWORLD-12.22")),
    "token_moved": ((K, R, R), ("OLDWORLD-14.7",)),
    "drew": ((P, _number), ("OLDWORLD-5.1",)),
    "reshuffled": ((P, _number), ("OLDWORLD-5.2",)),
    "discarded": ((P, C), ("OLDWORLD-5.4", "OLDWORLD-22.20")),
    "power_set": ((P, _number), ("OLDWORLD-5.5",)),
    "passed": ((P,), ("OLDWORLD-6.4",)),
    "showed": ((P, C), ("OLDWORLD-6.20",)),
    "cause": ((_cause,), ("OLDWORLD-7.1", "OLDWORLD-11.5")),
    "cause_in": ((_cause, R), ("OLDWORLD-7.1", "OLDWORLD-11.2", "OLDWORLD-17.4")),
    "paid": ((P, _number, _number), ("OLDWORLD-6.3", "OLDWORLD-7.3")),
    "played": ((P, C, R, _side), ("OLDWORLD-6.20", "OLDWORLD-6.22")),
    "summoned": ((P, F, R, R), ("OLDWORLD-6.10", "OLDWORLD-6.11")),
    "perched": ((F, R, _side), ("OLDWORLD-17.4",)),
    "shielded": ((F,), ("OLDWORLD-22.17",)),
    "controlled": ((P, F, R), ("OLDWORLD-16.1",)),
    "released": ((F, R), ("OLDWORLD-22.28",)),
    "lost_power": ((P, _number), ("OLDWORLD-22.16",)),
    "gained_power": ((P, _number), ("OLDWORLD-22.16",)),
    "battle": ((R,), ("OLDWORLD-8.1",)),
    "struck_first": ((P, _first, R), ("OLDWORLD-8.20", "OLDWORLD-22.1", "OLDWORLD-22.31")),
    "dazzled": ((P, R), ("OLDWORLD-22.22",)),
    "avenged": ((P, _number, R), ("OLDWORLD-22.30",)),
    "rolled": ((P, R, _faces, _number), ("OLDWORLD-8.7", "OLDWORLD-8.8")),
    "hits_lost": ((P, _number), ("OLDWORLD-8.15",)),
    "wounded": ((P, F, R), ("OLDWORLD-8.21",)),
    "killed": ((P, F, R), ("OLDWORLD-8.12", "OLDWORLD-8.27")),
    "peasant_killed": ((P, R), ("OLDWORLD-8.13",)),
    "cleared_away": ((_figures, R), ("OLDWORLD-8.24",)),
    "removed": ((F, R), ("OLDWORLD-11.2", "OLDWORLD-8.27")),
    "compared": ((R, _values, _number), ("OLDWORLD-9.2", "OLDWORLD-9.4", "OLDWORLD-9.6")),
    "dominated": ((P, R, _number), ("OLDWORLD-9.4",)),
    "corrupted": ((P, R, _number), ("OLDWORLD-10.2",)),
    "cleansed": ((P, R), ("OLDWORLD-12.16",)),
    "counter": ((P, R), ("OLDWORLD-12.3",)),
    "ruined": ((R, _number), ("OLDWORLD-10.4", "OLDWORLD-10.6")),
    "gained_vp": ((P, _number, _why), ("OLDWORLD-10.9", "OLDWORLD-11.8", "OLDWORLD-12.15")),
    "card_left": ((P, C, R), ("OLDWORLD-11.1",)),
    "ruin_scored": ((R,), ("OLDWORLD-11.12",)),
    "ticked": ((P, _number, _number), ("OLDWORLD-12.10", "OLDWORLD-12.11")),
    "upgraded": ((P, upgrade_name), ("OLDWORLD-12.14",)),
    "final_vp": ((P, _number), ("OLDWORLD-13.1",)),
    "won": ((_powers, _ending), ("OLDWORLD-13.2", "OLDWORLD-13.3", "OLDWORLD-13.4")),
    "all_lost": ((), ("OLDWORLD-13.5",)),
}
EVENT_KINDS = tuple(EVENTS)


def event(happened: Event) -> Message:
    words, rules = EVENTS[happened.kind]
    params = tuple([word(value) for word, value in zip(words, happened.public)])
    key = f"event.{happened.kind}"
    if happened.kind == "ticked" and happened.public[2] == NO_THREAT:
        key = "event.ticked_victory"
    if happened.kind == "drew" and happened.secret:  # the reader's own cards
        key, params = "say.drew", (*params, tuple([card_name(title) for title in happened.secret]))
    return Message(key, params, refs_in(params), rules)
