"""Events as messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.wh40k.components import WEAPON_OF, WEAPONS
from grimtable.games.wh40k.describe.names import player_name, power_name, refs_in, unit_name
from grimtable.games.wh40k.moving import inches
from grimtable.kernel.language import Message
from grimtable.kernel.values import Event


def weapon_name(weapon: str, number: int) -> Message:
    """A weapon; one that can be used in several ways with the way it is used now."""
    name = Message(f"weapon.{weapon}")
    if len(WEAPONS[WEAPON_OF[weapon]].profiles) == 1:
        return name
    return Message("weapon_used", (name, Message(f"profile.{weapon}.{number}")))


def armed(weapon: Message, count: int) -> Message:
    return Message("say.armed", (weapon, count)) if count > 1 else weapon


def _plain(value: Any) -> Any:
    return value


def dice_shown(
    purpose: str,
    need: int,
    add: int,
    first: tuple[int, ...],
    after: tuple[int, ...],
    again: tuple[int, ...],
    sides: int,
) -> Message:
    """A roll: what for, what is needed, what is added, and each die once; of one rolled again both faces."""
    faces = [f"{old}→{new}" if at in again else str(new) for at, (old, new) in enumerate(zip(first, after))]
    word = Message(f"purpose.{purpose}")
    if sides == 3:
        word = Message("dice.halved", (word,))
    key = ("dice.both" if add else "dice.need") if need else ("dice.add" if add else "dice.plain")
    return Message(key, (word, " ".join(faces), need, add))


def _units(labels: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([unit_name(label) for label in labels])


def _word(table: str) -> Callable[[Any], Message]:
    def word(value: Any) -> Message:
        return Message(f"{table}.{value}")

    return word


def _model(model: int) -> Message:
    return Message("model", (model,), (f"model:{model}",))


def _marker(marker: int) -> Message:
    return Message("marker", (marker + 1,), (f"marker:{marker}",))


U, P, N, M = unit_name, player_name, _plain, _model
Told = tuple[str, tuple[Any, ...], tuple[str, ...]]  # which sentence, what fills it, the rules it applies


def rolled(player: int, purpose: str, first: Any, after: Any, need: int, add: int, again: Any, sides: int) -> Told:
    shown = dice_shown(purpose, need, add, first, after, again, sides)
    return "event.rolled", (P(player), shown), ("WH40K-19.7",)


def attacked(
    unit: str,
    target: str,
    weapon: str,
    number: int,
    count: int,
    attacks: tuple[int, int, int],
    half: bool,
    strength: int,
) -> Told:
    """How many attacks there are, or which dice will say."""
    dice, sides, plus = attacks
    arms = armed(weapon_name(weapon, number), count)
    if not dice:
        return "event.attacked", (U(unit), U(target), arms, plus), ("WH40K-9.1",)
    word = f"{dice if dice > 1 else ''}D{sides}{f'+{plus}' if plus else ''}"
    return "event.attacked_dice", (U(unit), U(target), arms, word), ("WH40K-9.1",)


def wounded(unit: str, model: int, left: int, lost: int) -> Told:
    return "event.wounded" if lost else "event.unhurt", (U(unit), M(model), left, lost), ("WH40K-9.12",)


def shot(unit: str, count: int) -> Told:
    return "event.shot" if count else "event.held_fire", (U(unit), count), ("WH40K-7.12",)


def underdog(player: int, first: int, second: int, rerolls: int) -> Told:
    """[WH40K-17.12] His own Power Level first."""
    own, other = (first, second) if player == 0 else (second, first)
    return "event.underdog", (P(player), own, other, rerolls), ("WH40K-17.12", "WH40K-17.14")


# Events whose sentence depends on what happened.
RICH: dict[str, Callable[..., Told]] = {
    "rolled": rolled,
    "attacked": attacked,
    "shot": shot,
    "wounded": wounded,
    "underdog": underdog,
}
# For each other kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Callable[[Any], Any], ...], tuple[str, ...]]] = {
    "rolled_off": ((_word("purpose"), N, N), ("WH40K-1.12",)),
    "underdog_rerolled": ((P, N, N, N), ("WH40K-17.15",)),
    "marker_placed": ((P, _marker, inches, inches), ("WH40K-17.3",)),
    "objective": ((_word("objective"),), ("WH40K-17.6",)),
    "divided": ((P, _word("division")), ("WH40K-17.7",)),
    "zone": ((P, N), ("WH40K-17.8",)),
    "warlord": ((P, U), ("WH40K-16.5",)),
    "trait": ((P, _word("trait")), ("WH40K-16.6",)),
    "learnt": ((U, power_name), ("WH40K-6.4",)),
    "split": ((U, U), ("WH40K-17.9",)),
    "deployed": ((U,), ("WH40K-17.9",)),
    "in_reserve": ((U,), ("WH40K-5.1",)),
    "no_room": ((U,), ("WH40K-17.11",)),
    "first_turn": ((P,), ("WH40K-17.16",)),
    "round": ((N,), ("WH40K-3.1",)),
    "relic": ((_marker,), ("WH40K-17.22",)),
    "turn": ((P, N), ("WH40K-3.4",)),
    "phase": ((P, _word("phase")), ("WH40K-3.3",)),
    "advances": ((U, N), ("WH40K-4.18",)),
    "moved": ((U, _word("kind")), ("WH40K-4.1",)),
    "embarked": ((U, U), ("WH40K-13.5",)),
    "disembarked": ((U, U), ("WH40K-13.10",)),
    "arrived": ((U,), ("WH40K-5.1",)),
    "jumped": ((U,), ("WH40K-6.14",)),
    "never_arrived": ((U,), ("WH40K-5.5",)),
    "tries": ((U, power_name), ("WH40K-6.1",)),
    "manifested": ((U, power_name, N), ("WH40K-6.6",)),
    "not_manifested": ((U, power_name, N), ("WH40K-6.6",)),
    "halved": ((U, N), ("WH40K-6.14",)),
    "perils": ((U,), ("WH40K-6.8",)),
    "denied": ((U, N), ("WH40K-6.12",)),
    "not_denied": ((U, N), ("WH40K-6.12",)),
    "no_target": ((U, power_name), ("WH40K-6.16",)),
    "affected": ((U, power_name), ("WH40K-6.14",)),
    "forgot": ((U, power_name), ("WH40K-6.14",)),
    "smoke": ((U,), ("WH40K-14.1",)),
    "auto_hit": ((N,), ("WH40K-9.2",)),
    "hit": ((N,), ("WH40K-9.2",)),
    "wound": ((N, N, N), ("WH40K-9.4",)),
    "struck": ((U,), ("WH40K-14.1",)),
    "wounds_lost": ((U, N), ("WH40K-9.8",)),
    "overheated": ((U, _word("weapon"), N), ("WH40K-14.1",)),
    "mortal_wounds": ((U, N), ("WH40K-9.21",)),
    "healed": ((U, M, N), ("WH40K-14.1",)),
    "slain": ((U, M, N), ("WH40K-9.13",)),
    "exploded": ((U, M), ("WH40K-19.5",)),
    "destroyed": ((U,), ("WH40K-9.13",)),
    "last_action": ((U, U), ("WH40K-14.1",)),
    "charge_declared": ((U, _units), ("WH40K-10.4",)),
    "overwatch": ((U, U), ("WH40K-10.8",)),
    "charged": ((U, N), ("WH40K-10.9",)),
    "charge_failed": ((U, N), ("WH40K-10.12",)),
    "intervened": ((U,), ("WH40K-10.16",)),
    "fights": ((U,), ("WH40K-11.4",)),
    "closed_in": ((U, _word("kind")), ("WH40K-11.8",)),
    "joined": ((U, N, _plain), ("WH40K-2.3",)),
    "commanded": ((U, U), ("WH40K-14.1",)),
    "morale": ((U, N, N), ("WH40K-12.2",)),
    "fled": ((U, M), ("WH40K-12.4",)),
    "scored": ((P, N, _word("why")), ("WH40K-17.21", "WH40K-17.23")),
    "victory": ((P, _word("ending"), _word("victory")), ("WH40K-17.18", "WH40K-17.19")),
}
EVENT_KINDS = (*EVENTS, *RICH)


def event(happened: Event) -> Message:
    rich = RICH.get(happened.kind)
    if rich is not None:
        key, params, rules = rich(*happened.public)
    else:
        words, rules = EVENTS[happened.kind]
        key, params = f"event.{happened.kind}", tuple([word(value) for word, value in zip(words, happened.public)])
    refs = refs_in(params)
    if happened.kind == "rolled":  # the dice themselves, for a tray: "roll:hit/3/6.5.1/-1"
        _, purpose, _, faces, need, add, *_ = happened.public
        refs = (*refs, f"roll:{purpose}/{need}/{'.'.join([str(face) for face in faces])}/{add}")
    return Message(key, params, refs, rules)
