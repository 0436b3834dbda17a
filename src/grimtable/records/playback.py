"""Looking at a recorded game: played again as long as today's rules allow, then read from what the record carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grimtable.differences import applied
from grimtable.kernel.chance import RecordedDice
from grimtable.kernel.codec import digest, frozen
from grimtable.kernel.game import Game
from grimtable.kernel.language import Message, kernel_catalogue
from grimtable.kernel.values import BadInput, Dice, Diverged, Event, Illegal
from grimtable.records.format import Line, Record
from grimtable.records.recorder import public_view, told


class Outdated(BadInput):
    """The record was made under other rules, and from one of its answers on it does not follow today's."""

    def __init__(self, record: Record, number: int, reason: str) -> None:
        self.number = number  # of the line that does not fit; 0 is the opening
        self._record = record
        self._reason = reason
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """Where and why it stops, and what the rest is read from."""
        rest = "carried" if self._record.tells else "nothing"
        parts = [("stops", *versions(self._record), self.number), (self._reason,), (rest,)]
        said = [kernel_catalogue().say(Message(f"outdated.{key}", tuple(params)), lang) for key, *params in parts]
        return kernel_catalogue().say(Message("outdated.whole", tuple(said)), lang)


def versions(record: Record) -> tuple[str, int]:
    """What a record was made under, and today's version."""
    return ", ".join([str(version) for version in record.versions]), record.header.definition.rules.version


def begin(record: Record, dice: Dice) -> Game[Any]:
    """The recorded game at its start."""
    header = record.header
    try:
        if len(header.seats) != header.players:
            raise BadInput(f"the record names {len(header.seats)} seats for {header.players} players")
        return header.definition.new_game(header.players, header.options, dice)
    except BadInput as error:
        raise BadInput(f"line 1: {error}") from None


def chance(line: Line) -> list[Any]:
    """The chance outcomes of a line, in order: all entries of its tapes but the answer."""
    entries = [frozen(entry) for tape in line.tape for entry in tape]
    answered = line.player is not None and bool(line.tape) and bool(line.tape[0])
    return entries[1:] if answered else entries


def recorded_dice(record: Record) -> RecordedDice:
    return RecordedDice([outcome for line in record.lines for outcome in chance(line)])


def replay(record: Record, to: int | None = None, dice: Dice | None = None) -> Iterator[tuple[int, Game[Any]]]:
    """The game at its start and after each answer, by the recorded outcomes alone.

    The game is one and the same object; `to` stops after that many answers. BadInput names the line that does not fit.
    What was made under today's rules is checked in every part. What was made under others goes on while its answers
    are legal, the same dice are rolled and the positions it carries are reached; then Outdated is raised.
    """
    drawn = recorded_dice(record) if dice is None else dice
    if not is_current(record):
        yield from _followed(record, to, drawn)
        return
    game = begin(record, drawn)
    outcomes, seen, view = 0, 0, None
    for number, line in enumerate(record.lines):
        if to is not None and number > to:
            return
        try:
            if line.player is not None:
                _answer(game, line.player, frozen(line.answer), line.action)
            elif number:
                raise BadInput("no player answers")
            found = digest(game)
        except (Illegal, Diverged, BadInput) as error:
            raise BadInput(f"line {number + 2}: the answer does not fit: {error}") from None
        outcomes += len(chance(line))
        if drawn.mark != outcomes:
            raise BadInput(f"line {number + 2}: {len(chance(line))} chance outcomes are noted, others were drawn")
        if found != line.hash:
            raise BadInput(f"line {number + 2}: the position's hash is {found}, the record says {line.hash}")
        if record.header.format > 1:
            view = _carries_the_truth(game, number, line, seen, view)
            seen = game.next_event()
        yield number, game


def _carries_the_truth(game: Game[Any], number: int, line: Line, seen: int, view: Any) -> Any:
    """Check what a line carries; returns the last public position."""
    if told(game.events(None, seen)) != line.log:
        raise BadInput(f"line {number + 2}: the log tells of something else than what happened")
    if line.view is None:
        return view
    carried = _applied(view, line.view, number)
    if carried != public_view(game):
        raise BadInput(f"line {number + 2}: the position it carries is not that of the game")
    return carried


def _applied(view: Any, change: Any, number: int) -> Any:
    try:
        return applied(view, change)
    except ValueError as error:
        raise BadInput(f"line {number + 2}: {error}") from None


def is_current(record: Record) -> bool:
    try:
        return record.is_current
    except BadInput as error:  # there is no such game
        raise BadInput(f"line 1: {error}") from None


def _followed(record: Record, to: int | None, drawn: Dice) -> Iterator[tuple[int, Game[Any]]]:
    """A record of other rules, as far as it fits."""
    outcomes, view = 0, None
    try:
        game = begin(record, drawn)
    except BadInput:
        raise Outdated(record, 0, "start") from None
    for number, line in enumerate(record.lines):
        if to is not None and number > to:
            return
        outcomes += len(chance(line))
        reason = _misfit(game, line, drawn, outcomes)
        if reason is None and line.view is not None:
            view = _applied(view, line.view, number)
            reason = None if agree(view, public_view(game)) else "position"
        if reason is not None:
            raise Outdated(record, number, reason)
        yield number, game


def agree(old: Any, new: Any) -> bool:
    """Whether two public positions say the same where both say something: a view may have grown since."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all([agree(value, new[key]) for key, value in old.items() if key in new])
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all([agree(a, b) for a, b in zip(old, new)])
    return bool(old == new)


def _misfit(game: Game[Any], line: Line, dice: Dice, outcomes: int) -> str | None:
    """Why a line of other rules does not fit; None if it does, and then its answer has been given."""
    try:
        if line.player is not None:
            game.apply(line.player, frozen(line.answer))
        game.decisions()
    except Illegal:
        return "answer"
    except Diverged:
        return "dice"
    except Exception:  # an old answer may lead today's rules anywhere
        return "error"
    return None if dice.mark == outcomes else "dice"


def _answer(game: Game[Any], player: int, answer: Any, action: str | None) -> None:
    """Give a recorded answer; the name it is noted under must be its own."""
    for decision in game.decisions():
        if decision.player == player and action is not None and decision.action_id(answer) != action:
            raise BadInput(f"it is {decision.action_id(answer)!r:.80}, the record calls it {action!r:.80}")
    game.apply(player, answer)


def game_at(record: Record, to: int | None = None) -> Game[Any]:
    """The recorded game after so many answers, by default all."""
    last = len(record.answers)
    if to is not None and not 0 <= to <= last:
        raise BadInput(f"the record has {last} answers, so go to 0..{last}, not {to}")
    game = None
    for _, found in replay(record, to):
        game = found
    assert game is not None
    return game


class Carried(NamedTuple):
    """A line as the record itself tells it."""

    number: int
    line: Line
    events: list[Event]
    view: Any  # the last public position up to here; None if the record carries none


def carried(record: Record, start: int) -> Iterator[Carried]:
    """What a record carries from one of its lines on."""
    view = None
    for number, line in enumerate(record.lines):
        if line.view is not None:
            view = _applied(view, line.view, number)
        if number >= start:
            yield Carried(number, line, [Event(kind, frozen(public)) for kind, public in line.log], view)
