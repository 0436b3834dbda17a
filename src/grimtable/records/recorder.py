"""Keeping the record of a game while it is played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from grimtable.differences import applied, difference
from grimtable.games import definition
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest, frozen
from grimtable.kernel.definition import OptionValue
from grimtable.kernel.game import Game
from grimtable.kernel.values import Event, Illegal
from grimtable.records.format import End, Failing, Header, Line, Record, header_for

encode = msgspec.json.encode


class Recorder:
    """Keeps the record of a game that is played through it."""

    def __init__(
        self, game: Game[Any], header: Header, lines: list[Line] | None = None, chapters: Collection[str] = ()
    ) -> None:
        """A new game; or one that goes on after these lines, because it was stored with them.

        `chapters` are the kinds of events that open one: the record then carries the public position.
        """
        self.game = game
        self.record = Record(header, lines or [])
        self._chapters = chapters
        self._told = game.next_event() if lines else 0  # events up to here are in the record
        self._carried: tuple[int, Any] | None = None  # the last line with a position, and that position
        self._version = self.record.versions[-1]
        game.journal = []
        game.decisions()
        if not lines:
            self._add(Line("", []), len(game.tape), opening=True)

    def _add(self, line: Line, before: int, opening: bool = False) -> None:
        game = self.game
        game.decisions()
        assert game.journal is not None
        tapes = [*game.journal, game.tape]
        line.tape = (
            [list(tape) for tape in tapes] if opening else [list(tapes[0][before:]), *[list(t) for t in tapes[1:]]]
        )
        line.hash = digest(game)
        game.journal.clear()
        if game.rules.version != self._version:
            line.rules = self._version = game.rules.version
        events = game.events(None, self._told)
        self._told = game.next_event()
        line.log = told(events)
        over = not game.asked()
        if opening or over or [event for event in events if event.kind in self._chapters]:
            view = public_view(game)
            change = difference(self._position(), view)
            if over or self._has_room(line, change):
                line.view = change
                self._carried = (len(self.record.lines), view)
        self.record.lines.append(line)

    def _has_room(self, line: Line, change: Any) -> bool:
        """Whether the record stays below three times its size: a position that does not fit is left out.

        A little room is kept for the position at the end, which is never left out.
        """
        whole, extra = 0, len(encode(change))
        for one in [*self.record.lines, line]:
            whole += len(encode(one))
            extra += len(encode(one.log)) + (len(encode(one.view)) if one.view is not None else 0)
        return 10 * extra <= 17 * (whole + len(encode(change)) - extra)

    def _position(self) -> Any:
        """The last public position that the record carries."""
        if self._carried is None or self._carried[0] >= len(self.record.lines):
            carried = [number for number, line in enumerate(self.record.lines) if line.view is not None]
            view = None
            for number in carried:
                view = applied(view, self.record.lines[number].view)
            self._carried = (carried[-1] if carried else 0, view)
        return self._carried[1]

    def apply(self, player: int, answer: Any) -> None:
        """Give an answer and note it. If the rules fail on it, the record's end says so and the error is raised."""
        action = next((d.action_id(answer) for d in self.game.decisions() if d.player == player), None)
        before = len(self.game.tape)
        try:
            self.game.apply(player, answer)
            self._add(Line("", [], player, action, answer), before)
        except Illegal:
            raise
        except Exception as error:
            failing = Failing(player, answer)
            self.record = self.record._replace(end=End(None, f"{type(error).__name__}: {error}", failing))
            raise

    def undo(self) -> None:
        """Take back the last answer: its line goes too."""
        self.game.undo()
        self.game.decisions()
        assert self.game.journal is not None
        self.game.journal.clear()
        self._pop()
        self.record = self.record._replace(end=None)
        self._told = self.game.next_event()

    def _pop(self) -> Line:
        line = self.record.lines.pop()
        if line.rules is not None:
            self._version = self.record.versions[-1]
        return line

    def withdraw(self, player: int) -> None:
        """Take back a sealed answer: its line goes, and the sealed answers of others after it are noted anew."""
        self.game.withdraw(player)
        later: list[Line] = []
        while (line := self._pop()).player != player:
            assert line.player is not None
            self.game.withdraw(line.player)
            later.append(line)
        for line in reversed(later):
            assert line.player is not None
            self.apply(line.player, frozen(line.answer))

    def finish(self, secret: bytes | None = None) -> Record:
        """The record of a finished game; `secret` are the server's bytes behind fair dice."""
        result = self.game.result()
        assert result is not None
        self.record = self.record._replace(end=End(list(result), secret=secret.hex() if secret else None))
        return self.record


def told(events: list[Event]) -> list[tuple[str, list[Any]]]:
    """Events as a record carries them."""
    return [(event.kind, plain(event.public)) for event in events]


def public_view(game: Game[Any]) -> Any:
    """What everybody sees now, as JSON decodes it."""
    return plain(game.rules.view(game.state, None))


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def recorded_game(
    slug: str, players: int, seed: int, options: Mapping[str, OptionValue] | None = None, seats: list[str] | None = None
) -> Recorder:
    """A new game with fast dice whose record is kept."""
    found = definition(slug)
    header = header_for(found, players, options or {}, seats or ["player"] * players, seed)
    return Recorder(found.new_game(players, header.options, FastDice(seed)), header, chapters=found.chapters)
