"""Positions as bytes, and their stable hashes."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import fields
from hashlib import blake2b
from typing import Any

import msgspec

from grimtable.kernel.chance import MOST_SEED, FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import BadInput, Dice, Diverged, S

MOST_MARK = MOST_SEED  # the mark of fast dice is their state, that of others a count
FORMAT = 1  # of the envelope; what is inside has the version of its rules


def plain(state: Any) -> list[Any]:
    """The fields in order; dicts as pairs in their order, sets sorted."""
    return [
        list(x.items()) if isinstance(x, dict) else sorted(x) if isinstance(x, (set, frozenset)) else x
        for x in [getattr(state, f.name) for f in fields(state)]
    ]


def frozen(x: Any) -> Any:
    return tuple([frozen(y) for y in x]) if isinstance(x, list) else x


def restored(data: list[Any], rules: Rules[S]) -> S:
    state = rules.blank()
    for f, stored in zip(fields(state), data, strict=True):  # type: ignore[arg-type]  # states are dataclasses
        kind: Any = type(getattr(state, f.name))
        value = frozen(stored)
        if f.name in rules.rows:
            value = map(rules.rows[f.name], value)
        setattr(state, f.name, kind(value) if kind in (list, dict, set, frozenset) else value)
    return state


def dump(game: Game[Any]) -> bytes:
    """All of the game but the key of its dice."""
    game.decisions()  # a step that has begun may have drawn: what is stored must not draw again
    partial = list(game.partial.items())
    position = (plain(game.base), game.tape, partial, game.dice.mark, game._first + game._mark)
    return msgspec.json.encode((FORMAT, game.rules.name, game.rules.version, *position))


def name_in(data: bytes) -> str:
    """Which game a stored position belongs to."""
    return str(_decoded(data)[1])


def _reduced(game: Game[Any]) -> tuple[Any, ...]:
    return _revived, (game.rules, dump(game), game.dice, game._log is None)


def _revived(rules: Rules[S], data: bytes, dice: Dice, muted: bool) -> Game[S]:
    game = load(data, rules, lambda mark: dice)
    if muted:
        game.mute()
    return game


copyreg.pickle(Game, _reduced)


def version_in(data: bytes) -> Any:
    """The version of the rules that a position was stored under."""
    return _decoded(data)[2]


def load(data: bytes, rules: Rules[S], dice: Callable[[int], Dice] = FastDice) -> Game[S]:
    """The stored game. BadInput says why bytes are not a position of this game."""
    _, name, version, base, tape, partial, mark, first = _decoded(data)
    if name != rules.name:
        raise BadInput(f"this is a position of {name!r}, not of {rules.name!r}")
    if not isinstance(version, int):
        raise BadInput(f"this position of {name} is damaged: {version!r} is no version")
    try:
        if not 0 < version <= rules.version:
            raise BadInput(f"this position is of {name} rules {version!r:.20}; these are {rules.version}")
        for older in range(version, rules.version):  # where none is named, the fields are the same
            if older in rules.migrations:
                base = rules.migrations[older](base)
        state = restored(base, rules)
        answers = {int(player): frozen(answer) for player, answer in partial}
        if not 0 <= int(mark) <= MOST_MARK or not 0 <= int(first) <= MOST_MARK:
            raise BadInput(f"this position of {name} is damaged: its dice or its log are nowhere")
        game = Game(rules, state, dice(int(mark)), frozen(tape), answers, first_event=int(first))
        broken = rules.problems(state)
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, AssertionError) as error:
        raise BadInput(f"this position of {name} is damaged: {type(error).__name__}: {error}") from error
    if broken:
        raise BadInput(f"this position of {name} is damaged: {broken[0]}")
    return game


def recovered(data: bytes, rules: Rules[S], dice: Callable[[int], Dice] = FastDice) -> tuple[Game[S], bool]:
    """The stored game, and whether its current step was restarted because changed rules no longer fit its tape.

    BadInput if it cannot go on under today's rules at all.
    """
    game = load(data, rules, dice)
    if version_in(data) != rules.version:
        return _carried_on(game)
    try:
        game.decisions()
    except Diverged:
        return game.edited(lambda state: None), True
    return (game, False) if _fits_partial(game) else (game.edited(lambda state: None), True)


def _fits_partial(game: Game[Any]) -> bool:
    asked = {decision.player: decision.options for decision in game._pending}
    return all([player in asked and answer in asked[player] for player, answer in game.partial.items()])


def _carried_on(game: Game[S]) -> tuple[Game[S], bool]:
    """A game of older rules under today's: where its step stands, or at the step's beginning."""
    for restarted in (False, True):
        going = game.edited(lambda state: None) if restarted else game
        try:
            if going.decisions() and _fits_partial(going):
                return going, restarted
            if not going.decisions() and going.result() is not None:
                return going, restarted
        except Exception:  # what older rules left behind may lead today's anywhere
            continue
    raise BadInput(f"this position of {game.rules.name} does not make sense under rules {game.rules.version}")


def _decoded(data: bytes) -> Any:
    try:
        parts = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"this is not a stored position: {error}") from None
    if not isinstance(parts, list) or len(parts) != 8 or parts[0] != FORMAT:
        raise BadInput(f"this is not a stored position of format {FORMAT}")
    return parts


def outcome_in(data: bytes, rules: Rules[Any]) -> tuple[int, ...]:
    """The outcome in a stored position, which may be one of older rules; empty if the game goes on."""
    base = _decoded(data)[3]
    names = [f.name for f in fields(rules.blank())]
    try:
        found = base[names.index("outcome")]
        return tuple([int(score) for score in found])
    except (TypeError, ValueError, LookupError) as error:
        raise BadInput(f"this position of {rules.name} is damaged: {type(error).__name__}: {error}") from error


def digest(game: Game[Any]) -> str:
    """Equal for equal positions, on every machine. Between steps it is a key for transpositions too."""
    game.decisions()
    position = (plain(game.base), game.tape, sorted(game.partial.items()))
    return blake2b(msgspec.json.encode(position), digest_size=16).hexdigest()
