"""Finished games to look at again, and records that come in. These functions run in other processes."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from grimtable import records
from grimtable.differences import difference
from grimtable.games import definition
from grimtable.kernel.chance import RecordedDice
from grimtable.kernel.codec import dump, frozen, load, recovered
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput, Dice, Event
from grimtable.records import Outdated, Record, decode, recorded_dice, verify
from grimtable.server import sight
from grimtable.server.course import Change, Course, Entry
from grimtable.server.protocol import GameInfo, Lang, LogLine
from grimtable.server.rows import Outcome, Place, SeatRow

Eyes = int | Literal["public", "all"]


class Roll(NamedTuple):
    seat: int | None  # who had answered; nobody at the start
    sides: int
    outcome: int


class Heard:
    """Recorded dice, and who rolled what with how many sides."""

    def __init__(self, record: Record) -> None:
        self._dice = recorded_dice(record)
        self.rolls: list[Roll] = []
        self.seat: int | None = None

    @property
    def mark(self) -> int:
        return self._dice.mark

    @mark.setter
    def mark(self, mark: int) -> None:
        self._dice.mark = mark

    def below(self, sides: int) -> int:
        outcome = self._dice.below(sides)
        self.rolls.append(Roll(self.seat, sides, outcome))
        return outcome

    def order(self, cards: list[int]) -> tuple[int, ...]:
        return self._dice.order(cards)


class Moment(NamedTuple):
    """A finished game after so many answers."""

    number: int
    game: Game[Any] | None  # None where the record itself must tell, since today's rules do not lead here
    new: list[Entry]  # what was told since the moment before
    public: Any  # what everybody sees; None if nothing tells
    stop: Outdated | None = None  # why there is no game


def moments(record: Record, heard: Heard, views: bool = True) -> Iterator[Moment]:
    """The game at its start and after each answer: played again, then as the record tells it.

    Without `views` there is nothing public where the whole game can be played again: it has all views.
    """
    views = views or not record.is_current
    view, told, last = record.header.definition.rules.view, 0, len(record.answers)
    shown: Any = None
    try:
        for number, game in records.replay(record, dice=heard):
            events, told_before = game.told(told), told
            told, shown = game.next_event(), view(game.state, None) if views else None
            yield Moment(number, game, _entries(events, told_before, number), shown)
            if number < last:
                heard.seat = record.lines[number + 1].player
    except Outdated as stop:
        for line in records.carried(record, stop.number):
            shown = shown if line.view is None else line.view
            yield Moment(line.number, None, _entries(line.events, told, line.number), shown, stop)
            told += len(line.events)


def _entries(events: Sequence[Event], first: int, at: int) -> list[Entry]:
    return [
        Entry(number, event.kind, event.public, event.secret, sorted(event.viewers), at)
        for number, event in enumerate(events, first)
    ]


# ---------------------------------------------------------------- replay
class Finished(msgspec.Struct):
    """A table whose game is over: all that its replay is made of."""

    table: str
    record: bytes
    seats: list[SeatRow]
    result: Outcome | None
    position: bytes


class Wording(NamedTuple):
    text: str = ""
    rules: Sequence[str] = ()
    refs: Sequence[str] = ()


def replay(data: bytes, eyes: Eyes, lang: Lang) -> bytes:
    """Moves, positions and log of a finished game as one viewer may see it, as compressed JSON.

    The first position comes whole, every other one as its difference from the one before it.
    """
    table = msgspec.msgpack.decode(data, type=Finished)
    record = decode(table.record)
    found, names = record.header.definition, sight.names_of(table.seats, lang)
    viewer = eyes if isinstance(eyes, int) else None
    looks = sight.Sight(found, viewer, lang, names, eyes == "all", not record.is_current)
    moves, changes, log, lines = [], [], list[Entry](), list[LogLine]()
    start: Any = None
    last: Any = None
    chapter: str | None = None
    chosen: Wording | None = None
    for moment in moments(record, Heard(record)):
        seen = _seen(found, moment, viewer)
        if seen is not None:
            looks = sight.with_sides(looks, seen)
        log += moment.new
        new = sight.log_shown(log, looks, len(lines))
        lines += new
        chapter = next((line.chapter for line in reversed(new) if line.chapter), chapter)
        position = records.plain(_position(found, moment, log, looks, seen))
        if moment.number == 0:
            start = position
        else:
            move = chosen or (Wording(new[0].text, new[0].rules, new[0].refs) if new else Wording())
            player = record.lines[moment.number].player
            moves.append({"n": moment.number, "seat": player, **move._asdict(), "chapter": chapter, "log": len(log)})
            changes.append(difference(last, position))
        last = position
        chosen = _chosen(record, moment, looks, seen)
    final = _final_view(found, table.position, moment.public)
    secrets = bool([entry for entry in log if entry.secret])
    game = GameInfo(found.slug, found.title(lang), record.header.players, record.header.options, secrets)
    shown = {
        "table": table.table,
        "game": game,
        "seats": sight.seats_shown(table.seats, looks, final, frozenset()),
        "seat": eyes,
        "moves": moves,
        "start": start,
        "changes": changes,
        "log": lines,
        "result": sight.result_shown(table.result, looks, final),
        "stopped": {"at": moment.stop.number, "text": moment.stop.sentence(lang)} if moment.stop is not None else None,
    }
    return gzip.compress(msgspec.json.encode(shown), 6, mtime=0)


def _seen(found: Definition, moment: Moment, viewer: int | None) -> Any:
    """The position in a viewer's eyes; where only the record tells, what everybody saw."""
    if moment.game is None or viewer is None:
        return moment.public
    return found.rules.view(moment.game.state, viewer)


def _position(found: Definition, moment: Moment, log: Sequence[Entry], looks: sight.Sight, seen: Any) -> dict[str, Any]:
    return {
        "view": seen,
        "phase_text": sight.place_text(sight.place_of(log, found, moment.public), looks),
        "asked": [decision.player for decision in moment.game.decisions()] if moment.game is not None else [],
    }


def _chosen(record: Record, moment: Moment, looks: sight.Sight, seen: Any) -> Wording | None:
    """The coming move as its player chose it, for those who may know; None if only the log can tell."""
    if moment.game is None or moment.number == len(record.lines) - 1:
        return None
    coming = record.lines[moment.number + 1]
    if coming.player is None or not (looks.all_open or coming.player == looks.viewer):
        return None
    decision = next((d for d in moment.game.decisions() if d.player == coming.player), None)
    answer = frozen(coming.answer)
    if decision is None or answer not in decision.options:
        return None
    found = looks.definition
    view = seen if coming.player == looks.viewer else found.rules.view(moment.game.state, coming.player)
    message = found.describe.option(view, decision, answer)
    return Wording(looks.say(message), message.rules, message.refs)


def _final_view(found: Definition, position: bytes, last: Any) -> Any:
    """What everybody sees at the end; if today's rules do not know that position, the last that could be shown."""
    try:
        return found.rules.view(recovered(position, found.rules)[0].state, None)
    except BadInput:
        return last


# ---------------------------------------------------------------- explanations
SEGMENT = 20  # answers


class Segment(msgspec.Struct):
    """A part of a game from which each of its positions is quickly reached."""

    game: str
    position: bytes | None  # at its start; None if only the record tells
    answers: list[tuple[int | None, Any, list[Any]]]  # each with its player and the outcomes that chance had
    views: dict[int, Any]  # by the number of answers since its start: what everybody saw where only the record tells


def segments(data: bytes) -> bytes:
    """A record in parts, each compressed by itself. The position after n answers is in part n // SEGMENT."""
    record = decode(data)
    parts = list[Segment]()
    for moment in moments(record, Heard(record), views=False):
        place = moment.number % SEGMENT
        if not place:
            lines = record.lines[moment.number + 1 : moment.number + SEGMENT]
            answers = [(line.player, line.answer, records.chance(line)) for line in lines]
            position = dump(moment.game) if moment.game is not None else None
            parts.append(Segment(record.header.game, position, answers, {}))
        if moment.game is None:
            parts[-1].views[place] = moment.public
    return msgspec.msgpack.encode([zlib.compress(msgspec.msgpack.encode(part)) for part in parts])


def explained(segment: bytes, place: int, eyes: Eyes, ref: str, lang: Lang, names: Sequence[str]) -> bytes:
    """A thing in words, so many answers after a segment's start, as JSON; empty if these eyes know of no such thing."""
    part = msgspec.msgpack.decode(zlib.decompress(segment), type=Segment)
    found = definition(part.game)
    moment = Moment(place, None if place in part.views else _game_in(part, place), [], part.views.get(place))
    viewers: list[int | None] = [eyes] if isinstance(eyes, int) else [None]
    if eyes == "all":
        viewers += range(len(names))
    for viewer in viewers:
        view = moment.public if moment.game is None else found.rules.view(moment.game.state, viewer)
        try:
            message = found.describe.piece(view, ref)
            text = sight.Sight(found, viewer, lang, names, eyes == "all").say(message)
        except (LookupError, ValueError, TypeError, AttributeError):
            continue  # any word may be asked for
        return msgspec.json.encode({"ref": ref, "text": text, "rules": message.rules})
    return b""


def _game_in(part: Segment, place: int) -> Game[Any]:
    assert part.position is not None
    dice = RecordedDice([frozen(outcome) for _, _, outcomes in part.answers for outcome in outcomes])
    game = load(part.position, definition(part.game).rules, lambda mark: dice)
    for player, answer, _ in part.answers[:place]:
        if player is not None:
            game.apply(player, frozen(answer))
    return game


# ---------------------------------------------------------------- import
class Imported(NamedTuple):
    """A record that holds, as the database keeps it."""

    record: Record
    change: Change
    outcome: Outcome
    place: Place | None


def checked(data: bytes) -> Imported | str:
    """Verify a record of a stranger. Returns what is wrong with it in one sentence, or all that is kept of it."""
    try:
        record = decode(data)
        verdict = verify(record)
    except BadInput as error:
        return str(error)
    except Exception as error:  # rules may stumble over anything that was made up
        return f"it cannot be replayed: {type(error).__name__}"
    if not verdict.finished:
        return "unfinished"
    if record.header.commitment is not None and verdict.dice != "fair":
        return "the server's bytes are missing, so the dice cannot be checked"
    course = _course(record)
    found = record.header.definition
    view = found.rules.view(course.game.state, None)
    outcome = sight.outcome_of(course.game, found, view)
    assert outcome is not None
    return Imported(record, course.drain(), outcome, sight.place_of(course.log, found, view))


def _course(record: Record) -> Course:
    """The course of a whole game, as if it had been played here."""

    def dice(mark: int) -> Dice:
        return recorded_dice(record)

    course = Course.begun(record.header, dice)
    for line in record.answers:
        assert line.player is not None
        course.answer(line.player, frozen(line.answer))
    return course
