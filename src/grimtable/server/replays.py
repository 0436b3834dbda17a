"""Finished games to look at again: positions, chapters, statistics. These functions run in other processes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from grimtable import records
from grimtable.kernel.codec import frozen
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game
from grimtable.kernel.prospects import CERTAIN
from grimtable.kernel.values import BadInput, Dice, Event
from grimtable.records import Outdated, Record, decode, recorded_dice, verify
from grimtable.server import sight
from grimtable.server.course import Change, Course, Entry
from grimtable.server.protocol import GameInfo, Lang, LogLine
from grimtable.server.rows import Outcome, Place
from grimtable.server.words import say

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


def moments(record: Record, heard: Heard) -> Iterator[Moment]:
    """The game at its start and after each answer: played again, then as the record tells it."""
    view, told, last = record.header.definition.rules.view, 0, len(record.answers)
    shown: Any = None
    try:
        for number, game in records.replay(record, dice=heard):
            events, told_before = game.told(told), told
            told, shown = game.next_event(), view(game.state, None)
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
def replay(data: bytes, eyes: Eyes, lang: Lang, names: Sequence[str]) -> bytes:
    """Moves, views and log of a finished game as one viewer may see it, as JSON."""
    record = decode(data)
    found = record.header.definition
    viewer = eyes if isinstance(eyes, int) else None
    looks = sight.Sight(found, viewer, lang, names, eyes == "all", not record.is_current)
    views, moves, log, lines = [], [], list[Entry](), list[LogLine]()
    chapter: str | None = None
    prepared: tuple[Any, Any] | None = None
    stop: Outdated | None = None
    outcome: Outcome | None = None
    for moment in moments(record, Heard(record)):
        game, stop = moment.game, moment.stop
        view = _seen(found, moment, viewer)
        if view is not None:
            looks = sight.with_sides(looks, view)
        log += moment.new
        new = sight.log_shown(log, looks, len(lines))
        lines += new
        chapter = next((line.chapter for line in reversed(new) if line.chapter), chapter)
        if moment.number:
            moves.append(_move(record, moment.number, prepared, looks, new, chapter, len(log)))
        views.append(_position(found, moment, log, eyes, looks))
        prepared = _before(record, moment.number, game, found) if game is not None else None
        outcome = sight.outcome_of(game, found, moment.public) if game is not None else None
    return msgspec.json.encode(
        {
            "game": GameInfo(
                found.slug, found.title(lang), record.header.players, record.header.options, _secrets(log)
            ),
            "seat": eyes,
            "moves": moves,
            "views": views,
            "log": lines,
            "result": sight.result_shown(outcome, looks, view),
            "secrets": _secrets(log),
            "stopped": {"at": stop.number, "text": stop.sentence(lang)} if stop is not None else None,
        }
    )


def _secrets(log: Sequence[Entry]) -> bool:
    return bool([entry for entry in log if entry.secret])


def _seen(found: Definition, moment: Moment, viewer: int | None) -> Any:
    """The position in a viewer's eyes; where only the record tells, what everybody saw."""
    if moment.game is None or viewer is None:
        return moment.public
    return found.rules.view(moment.game.state, viewer)


def _before(record: Record, number: int, game: Game[Any], found: Definition) -> tuple[Any, Any] | None:
    """The decision that the next answer settles, and what its player saw."""
    if number == len(record.answers):
        return None
    player = record.answers[number].player
    decision = next((d for d in game.decisions() if d.player == player), None)
    return None if decision is None else (decision, found.rules.view(game.state, player))


def _move(
    record: Record,
    number: int,
    before: tuple[Any, Any] | None,
    looks: sight.Sight,
    new: list[LogLine],
    chapter: str | None,
    told: int,
) -> dict[str, Any]:
    """A move in words: the own ones as they were chosen, those of others as the log tells them."""
    player = record.answers[number - 1].player
    answer = frozen(record.answers[number - 1].answer)
    text, rules, refs = "", list[str](), list[str]()
    if before is not None and (looks.all_open or player == looks.viewer or not new):
        decision, view = before
        if answer in decision.options and (looks.all_open or player == looks.viewer):
            message = looks.definition.describe.option(view, decision, answer)
            text, rules, refs = looks.say(message), list(message.rules), list(message.refs)
    elif new:
        text, rules, refs = new[0].text, new[0].rules, new[0].refs
    move = {"n": number, "seat": player, "text": text, "rules": rules, "refs": refs}
    return {**move, "chapter": chapter, "log": told}


def _position(
    found: Definition, moment: Moment, log: Sequence[Entry], eyes: Eyes, looks: sight.Sight
) -> dict[str, Any]:
    viewer = eyes if isinstance(eyes, int) else None
    game = moment.game
    shown: dict[str, Any] = {
        "view": _seen(found, moment, viewer),
        "phase_text": sight.place_text(sight.place_of(log, found, moment.public), looks),
        "asked": [decision.player for decision in game.decisions()] if game is not None else [],
    }
    if eyes == "all" and game is not None:
        seats = [found.rules.view(game.state, seat) for seat in range(len(looks.names))]
        if [view for view in seats if view != moment.public]:
            shown["views"] = seats
    return shown


def explained(data: bytes, eyes: Eyes, move: int, ref: str, lang: Lang, names: Sequence[str]) -> bytes:
    """A thing in words, after so many moves, as JSON; empty if these eyes know of no such thing."""
    record = decode(data)
    found = record.header.definition
    moment = next(moment for moment in moments(record, Heard(record)) if moment.number == move)
    viewers: list[int | None] = [eyes] if isinstance(eyes, int) else [None]
    if eyes == "all":
        viewers += range(record.header.players)
    for viewer in viewers:
        try:
            message = found.describe.piece(_seen(found, moment, viewer), ref)
            text = sight.Sight(found, viewer, lang, names, eyes == "all").say(message)
        except (LookupError, ValueError, TypeError, AttributeError):
            continue  # any word may be asked for
        return msgspec.json.encode({"ref": ref, "text": text, "rules": message.rules})
    return b""


# ---------------------------------------------------------------- statistics
def stats(data: bytes, lang: Lang, names: Sequence[str]) -> bytes:
    """Scores by chapter, what each side did, dice against expectation, as JSON."""
    record = decode(data)
    found, heard, seats = record.header.definition, Heard(record), range(record.header.players)
    looks = sight.Sight(found, None, lang, names, True, not record.is_current)
    samples: dict[str, list[float]] = {}
    done: dict[tuple[int, str], int] = {}
    chapter, unit = say(lang, "stats.start"), "estimate"
    outcome: Outcome | None = None
    points: list[float] | None = None
    for moment in moments(record, heard):
        points, unit = scores(found, moment, unit)
        if moment.public is not None:
            looks = sight.with_sides(looks, moment.public)
        for line in sight.log_shown(moment.new, looks):
            if line.chapter:
                if points is not None:
                    samples[chapter] = points
                chapter = line.chapter
            if line.seat is not None:
                done[line.seat, line.kind] = done.get((line.seat, line.kind), 0) + 1
        if points is not None:
            samples[chapter] = points
        outcome = sight.outcome_of(moment.game, found, moment.public) if moment.game is not None else None
    if outcome is not None and points is not None:
        samples[say(lang, "stats.end")] = [float(score) for score in outcome.scores] if unit == "score" else points
    told_of = [kind for kind in found.events if f"stats.{kind}" in found.catalogue.templates[lang]]
    kinds = [kind for kind in told_of or found.events if [seat for seat in seats if (seat, kind) in done]]
    return msgspec.json.encode(
        {
            "unit": say(lang, f"stats.{unit}"),
            "rounds": {
                "labels": list(samples),
                "series": [{"seat": seat, "values": [points[seat] for points in samples.values()]} for seat in seats],
            },
            "actions": {
                "columns": [{"key": kind, "text": kind_text(found, kind, lang)} for kind in kinds],
                "rows": [{"seat": seat, "values": [done.get((seat, kind), 0) for kind in kinds]} for seat in seats],
            },
            "dice": list(luck([roll for roll in heard.rolls if roll.sides in found.dice], lang)),
        }
    )


def scores(found: Definition, moment: Moment, unit: str) -> tuple[list[float] | None, str]:
    """What each seat would score now, where a game's view tells; else how it looks for each, in per cent.

    None where only a record tells, and does not tell this.
    """
    view = moment.public
    homes = view.get("players", []) if isinstance(view, dict) else []
    totals = [home["score"]["total"] for home in homes if isinstance(home.get("score"), dict)]
    if homes and len(totals) == len(homes):
        return [float(total) for total in totals], "score"
    points = view.get("vp") if isinstance(view, dict) else None
    if points:
        return [float(point) for point in points], "score"
    if moment.game is None:
        return None, unit
    return [100 * value // CERTAIN for value in found.advice.value(moment.game.state)], "estimate"


def kind_text(found: Definition, kind: str, lang: str) -> str:
    catalogue = found.catalogue
    return catalogue.templates[lang].get(f"stats.{kind}", kind.replace("_", " "))


def luck(rolls: list[Roll], lang: str) -> Iterator[dict[str, Any]]:
    """For each seat and kind of die: how high it rolled, and how high fair dice roll on average."""
    for seat, sides in sorted({(roll.seat, roll.sides) for roll in rolls if roll.seat is not None}):
        shown = [roll.outcome + 1 for roll in rolls if (roll.seat, roll.sides) == (seat, sides)]
        faces = [shown.count(face) for face in range(1, sides + 1)]
        expected = len(shown) * (sides + 1) / 2
        text = say(lang, "stats.dice", sides)
        yield {
            "seat": seat,
            "text": text,
            "rolled": sum(shown),
            "expected": expected,
            "count": len(shown),
            "faces": faces,
        }


def as_csv(data: bytes, names: Sequence[str]) -> str:
    """The statistics as a flat table."""
    found = msgspec.json.decode(data)
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["part", "seat", "name", "label", "value", "expected"])
    for series in found["rounds"]["series"]:
        for label, value in zip(found["rounds"]["labels"], series["values"]):
            rows.writerow(["score", series["seat"], names[series["seat"]], label, value, ""])
    for row in found["actions"]["rows"]:
        for column, value in zip(found["actions"]["columns"], row["values"]):
            rows.writerow(["action", row["seat"], names[row["seat"]], column["key"], value, ""])
    for die in found["dice"]:
        rows.writerow(["dice", die["seat"], names[die["seat"]], die["text"], die["rolled"], die["expected"]])
    return out.getvalue()


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
