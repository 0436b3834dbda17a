"""The course of a table's game: its record, its log, and the right to take answers back. Nothing here waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from grimtable.kernel.codec import digest, dump, frozen, recovered
from grimtable.kernel.game import Game
from grimtable.kernel.values import Dice, Event, Illegal, Refusal
from grimtable.records import End, Header, Line, Record, Recorder, begin

DiceAt = Callable[[int], Dice]  # the table's dice with so much of them used
NOTE = -1  # instead of an event's number: the server speaks


class Entry(msgspec.Struct, array_like=True):
    """A line of the log: an event of the game with its secrets, or a note of the server."""

    event: int  # its number in the game; NOTE for the server's own
    kind: str
    public: Any
    secret: Any
    viewers: list[int]
    at: int  # answers the game had seen

    def seen_by(self, viewer: int | None, all_open: bool = False) -> Event:
        event = Event(self.kind, self.public, self.secret, frozenset(self.viewers))
        return event if all_open else event.seen_by(viewer)


class Kept(msgspec.Struct, array_like=True):
    """A line of the record, and whether its answer may be taken back while nothing follows it."""

    line: Line
    free: bool


class Change(NamedTuple):
    """What the database must learn: rows from these numbers on are replaced."""

    lines_from: int
    lines: list[Kept]
    log_from: int
    log: list[Entry]
    position: bytes
    failure: End | None
    lines_cut: bool  # there are rows to replace
    log_cut: bool


def _recorder(header: Header, dice: DiceAt) -> Recorder:
    """The table's game at its start."""
    game = begin(Record(header, []), dice(header.seed or 0))
    return Recorder(game, header, chapters=header.definition.chapters)


class RulesFailed(Exception):
    """The rules raised an error at an answer; it was not applied."""


class Course:
    def __init__(self, recorder: Recorder, free: list[bool], log: list[Entry], dice: DiceAt) -> None:
        self.recorder = recorder
        self.log = log
        self.old = False  # whether other rules than today's have had a part in it
        self._free = free  # by line: may it be taken back
        self._dice = dice
        self._saved_lines = len(free)  # rows below are in the database as they are here
        self._saved_log = len(log)
        self._stored = (len(free), len(log))  # rows that the database has

    @classmethod
    def begun(cls, header: Header, dice: DiceAt) -> Course:
        course = cls(_recorder(header, dice), [False], [], dice)
        course._saved_lines, course._stored = 0, (0, 0)
        course._listen()
        return course

    @classmethod
    def stored(cls, header: Header, position: bytes, kept: list[Kept], log: list[Entry], dice: DiceAt) -> Course:
        """The course as the database knows it. A step that no longer fits changed rules is begun anew."""
        game, restarted = recovered(position, header.definition.rules, dice)
        recorder = Recorder(game, header, [row.line for row in kept], header.definition.chapters)
        for entry in log:
            entry.public, entry.secret = frozen(entry.public), frozen(entry.secret)
        course = cls(recorder, [row.free for row in kept], log, dice)
        course.old = not recorder.record.is_current
        if course.old:  # what was answered under other rules cannot be played again under these
            course._free = [False] * len(kept)
        if restarted:
            course._free = [False] * len(kept)
            course.note("step_restarted")
            course._listen()
        return course

    @property
    def game(self) -> Game[Any]:
        return self.recorder.game

    @property
    def record(self) -> Record:
        return self.recorder.record

    @property
    def answers(self) -> int:
        return len(self.record.lines) - 1

    @property
    def failure(self) -> End | None:
        end = self.record.end
        return end if end is not None and end.failing is not None else None

    # ------------------------------------------------------------ going on
    def answer(self, seat: int, answer: Any) -> None:
        """Give an answer. Illegal and RulesFailed leave the game as it was."""
        try:
            self.recorder.apply(seat, answer)
        except Illegal:
            raise
        except Exception as error:
            self._stand()
            raise RulesFailed(f"{type(error).__name__}: {error}") from error
        self._free.append(self.game.can_undo())
        self._listen()

    def _stand(self) -> None:
        """After a failure: if a later step failed, the answer's own is over already, so play up to it again."""
        end = self.record.end
        try:
            stands = digest(self.game) == self.record.lines[-1].hash
        except Exception:  # the step fails again
            stands = False
        if not stands:
            self._replay(len(self.record.lines))
            self.recorder.record = self.record._replace(end=end)

    def note(self, kind: str, *params: Any) -> None:
        """A line of the server's own in the log."""
        self.log.append(Entry(NOTE, kind, params, (), [], self.answers))

    def _listen(self) -> None:
        """Bring the log up to the game: events that were taken back go, new ones come; notes stay."""
        coming = self.game.next_event()
        gone = next((n for n, entry in enumerate(self.log) if entry.event >= coming), None)
        if gone is not None:
            self.log[gone:] = [entry for entry in self.log[gone:] if entry.event == NOTE]
            self._saved_log = min(self._saved_log, gone)
        known = next((entry.event + 1 for entry in reversed(self.log) if entry.event != NOTE), 0)
        for number, event in enumerate(self.game.told(known), known):
            viewers = sorted(event.viewers)
            self.log.append(Entry(number, event.kind, event.public, event.secret, viewers, self.answers))

    # ------------------------------------------------------------ going back
    def withdraw(self, seat: int) -> None:
        """Take a sealed answer back while others think."""
        self.recorder.withdraw(seat)
        fewer = len(self.record.lines)
        self._saved_lines = min(self._saved_lines, fewer - len(self.game.partial))
        self._free = [*self._free[: fewer - len(self.game.partial)], *[False] * len(self.game.partial)]

    def bar(self, seats: tuple[int, ...]) -> str | None:
        """Why these seats cannot undo now; None if they can."""
        if not self.answers:
            return "nothing"
        if self.game.partial:
            return "sealed"
        if self.record.lines[-1].player not in seats:
            return "other_player"
        if self.old and not self.game.can_undo():  # the record cannot be played again under today's rules
            return "dice_or_secret"
        return None if self._free[-1] else "dice_or_secret"

    def undo(self, seat: int) -> None:
        """Take back the last answer, which must be this seat's."""
        if self.bar((seat,)) is not None:
            raise Illegal(Refusal("", "no_undo"))
        if self.game.can_undo():
            self.recorder.undo()
        else:  # steps before a load are not kept: play the record again
            self._replay(len(self.record.lines) - 1)
        self._shorten()

    def restart(self, seat: int) -> None:
        """Take back all own answers since another player, dice or a secret."""
        self.undo(seat)
        while self.bar((seat,)) is None:
            self.undo(seat)

    def go_back(self, answers: int) -> None:
        """The game after its first so many answers. The dice stand where they stood then: outcomes come again."""
        assert 0 <= answers <= self.answers
        self._replay(answers + 1)
        self._shorten()

    def _replay(self, lines: int) -> None:
        """Play the first lines again with the table's own dice."""
        header, kept = self.record.header, self.record.lines[:lines]
        recorder = _recorder(header, self._dice)
        for line in kept[1:]:
            assert line.player is not None
            recorder.apply(line.player, frozen(line.answer))
        assert [line.hash for line in recorder.record.lines] == [line.hash for line in kept], (
            "the record plays otherwise"
        )
        self.recorder = recorder

    def _shorten(self) -> None:
        count = len(self.record.lines)
        del self._free[count:]
        self._saved_lines = min(self._saved_lines, count)
        self._listen()

    # ------------------------------------------------------------ for the database
    def drain(self) -> Change:
        """What has changed since the last time; it is taken for saved from now on."""
        lines = [Kept(line, free) for line, free in zip(self.record.lines, self._free)]
        change = Change(
            self._saved_lines,
            lines[self._saved_lines :],
            self._saved_log,
            self.log[self._saved_log :],
            dump(self.game),
            self.failure,
            self._saved_lines < self._stored[0],
            self._saved_log < self._stored[1],
        )
        self._saved_lines, self._saved_log = self._stored = len(self._free), len(self.log)
        return change
