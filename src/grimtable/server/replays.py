"""Finished games to look at again: positions, chapters, statistics. These functions run in other processes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from grimtable.kernel.chance import RecordedDice
from grimtable.kernel.codec import frozen
from grimtable.kernel.definition import Definition
from grimtable.kernel.prospects import CERTAIN
from grimtable.kernel.values import BadInput, Dice
from grimtable.records import Record, chance, decode, verify
from grimtable.server import sight
from grimtable.server.course import Change, Course
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
        self._dice = RecordedDice([outcome for line in record.lines for outcome in chance(line)])
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


def positions(record: Record, heard: Heard) -> Iterator[tuple[int, Course]]:
    """The course at its start and after each answer; it is one and the same object."""

    def dice(mark: int) -> Dice:
        return heard

    course = Course.begun(record.header, dice)
    yield 0, course
    for number, line in enumerate(record.answers, 1):
        assert line.player is not None
        heard.seat = line.player
        course.answer(line.player, frozen(line.answer))
        yield number, course


# ---------------------------------------------------------------- replay
def replay(data: bytes, eyes: Eyes, lang: Lang, names: Sequence[str]) -> bytes:
    """Moves, views and log of a finished game as one viewer may see it, as JSON."""
    record = decode(data)
    found = record.header.definition
    viewer = eyes if isinstance(eyes, int) else None
    looks = sight.Sight(found, viewer, lang, names, eyes == "all")
    views, moves, log = [], [], list[LogLine]()
    chapter: str | None = None
    told = 0
    prepared: tuple[Any, Any, int | None] | None = None
    for number, course in positions(record, Heard(record)):
        looks = sight.with_sides(looks, found.rules.view(course.game.state, viewer))
        new = sight.log_shown(course.log, looks, told)
        told = len(course.log)
        log += new
        chapter = next((line.chapter for line in reversed(new) if line.chapter), chapter)
        if number:
            assert prepared is not None
            moves.append(_move(record, number, prepared, looks, new, chapter, told))
        views.append(_position(found, course, eyes, looks))
        if number < len(record.answers):
            prepared = _before(record, number, course, found)
    secrets = bool([entry for entry in course.log if entry.secret])
    outcome = sight.outcome_of(course, found, found.rules.view(course.game.state, None))
    view = found.rules.view(course.game.state, viewer)
    return msgspec.json.encode(
        {
            "game": GameInfo(found.slug, found.title(lang), record.header.players, record.header.options, secrets),
            "seat": eyes,
            "moves": moves,
            "views": views,
            "log": log,
            "result": sight.result_shown(outcome, looks, view),
            "secrets": secrets,
        }
    )


def _before(record: Record, number: int, course: Course, found: Definition) -> tuple[Any, Any, int | None]:
    """The decision that the next answer settles, and what its player saw."""
    player = record.answers[number].player
    decision = next(d for d in course.game.decisions() if d.player == player)
    return decision, found.rules.view(course.game.state, player), player


def _move(
    record: Record, number: int, before: Any, looks: sight.Sight, new: list[LogLine], chapter: str | None, told: int
) -> dict[str, Any]:
    """A move in words: the own ones as they were chosen, those of others as the log tells them."""
    decision, view, player = before
    answer = frozen(record.answers[number - 1].answer)
    text, rules, refs = "", list[str](), list[str]()
    if looks.all_open or player == looks.viewer or not new:
        if answer in decision.options and (looks.all_open or player == looks.viewer):
            message = looks.definition.describe.option(view, decision, answer)
            text, rules, refs = looks.say(message), list(message.rules), list(message.refs)
    else:
        text, rules, refs = new[0].text, new[0].rules, new[0].refs
    move = {"n": number, "seat": player, "text": text, "rules": rules, "refs": refs}
    return {**move, "chapter": chapter, "log": told}


def _position(found: Definition, course: Course, eyes: Eyes, looks: sight.Sight) -> dict[str, Any]:
    state = course.game.state
    public = found.rules.view(state, None)
    shown: dict[str, Any] = {
        "view": found.rules.view(state, eyes) if isinstance(eyes, int) else public,
        "phase_text": sight.place_text(sight.place_of(course, found, public), looks),
        "asked": [decision.player for decision in course.game.decisions()],
    }
    if eyes == "all":
        seats = [found.rules.view(state, seat) for seat in range(len(looks.names))]
        if [view for view in seats if view != public]:
            shown["views"] = seats
    return shown


def explained(data: bytes, eyes: Eyes, move: int, ref: str, lang: Lang, names: Sequence[str]) -> bytes:
    """A thing in words, after so many moves, as JSON; empty if these eyes know of no such thing."""
    record = decode(data)
    found = record.header.definition
    course = next(course for number, course in positions(record, Heard(record)) if number == move)
    viewers: list[int | None] = [eyes] if isinstance(eyes, int) else [None]
    if eyes == "all":
        viewers += range(record.header.players)
    for viewer in viewers:
        try:
            message = found.describe.piece(found.rules.view(course.game.state, viewer), ref)
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
    looks = sight.Sight(found, None, lang, names, True)
    samples: dict[str, list[float]] = {}
    done: dict[tuple[int, str], int] = {}
    chapter, told, unit = say(lang, "stats.start"), 0, "estimate"
    for _, course in positions(record, heard):
        points, unit = scores(found, course)
        looks = sight.with_sides(looks, found.rules.view(course.game.state, None))
        for line in sight.log_shown(course.log, looks, told):
            if line.chapter:
                samples[chapter] = points
                chapter = line.chapter
            if line.seat is not None:
                done[line.seat, line.kind] = done.get((line.seat, line.kind), 0) + 1
        told = len(course.log)
        samples[chapter] = points
    outcome = sight.outcome_of(course, found, found.rules.view(course.game.state, None))
    if outcome is not None:
        final = [float(score) for score in outcome.scores]
        samples[say(lang, "stats.end")] = final if unit == "score" else scores(found, course)[0]
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


def scores(found: Definition, course: Course) -> tuple[list[float], str]:
    """What each seat would score now, where a game's view tells; else how it looks for each, in per cent."""
    state = course.game.state
    view = found.rules.view(state, None)
    homes = view.get("players", []) if isinstance(view, dict) else []
    totals = [home["score"]["total"] for home in homes if isinstance(home.get("score"), dict)]
    if homes and len(totals) == len(homes):
        return [float(total) for total in totals], "score"
    points = view.get("vp") if isinstance(view, dict) else None
    if points:
        return [float(point) for point in points], "score"
    return [100 * value // CERTAIN for value in found.advice.value(state)], "estimate"


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
    *_, (_, course) = positions(record, Heard(record))
    found = record.header.definition
    view = found.rules.view(course.game.state, None)
    outcome = sight.outcome_of(course, found, view)
    assert outcome is not None
    return Imported(record, course.drain(), outcome, sight.place_of(course, found, view))
