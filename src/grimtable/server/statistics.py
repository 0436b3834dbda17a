"""What is counted in a finished game: scores by chapter, what each side did, dice against expectation."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from grimtable.kernel.definition import Definition
from grimtable.kernel.prospects import CERTAIN
from grimtable.records import decode
from grimtable.server import sight
from grimtable.server.protocol import Lang
from grimtable.server.replays import Heard, Moment, Roll, moments
from grimtable.server.rows import Outcome
from grimtable.server.words import say


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
