"""`grimtable replay`: a record move by move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.text import Text

from grimtable import records
from grimtable.kernel.codec import frozen
from grimtable.kernel.game import Game
from grimtable.kernel.language import Message
from grimtable.kernel.values import BadInput, Event
from grimtable.records import Line, Outdated, Record
from grimtable.simulate.fuzz import reproduce
from grimtable.terminal import exits
from grimtable.terminal.arguments import json_option, lang_option
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.screen import cited
from grimtable.terminal.session import seat_names
from grimtable.terminal.tables import drawing
from grimtable.terminal.tables.scene import Scene
from grimtable.terminal.words import say


class Move(NamedTuple):
    """What one answer did; move 0 is what happened before the first."""

    number: int
    line: Line
    text: str  # the option in words
    events: list[Event]


class Replay:
    """A record with the words to tell it."""

    def __init__(self, record: Record, lang: str, viewer: int | None) -> None:
        self.record = record
        self.lang = lang
        self.viewer = viewer
        self.definition = record.header.definition
        self.names = seat_names(record.header.seats, self.definition.catalogue.say, lang)
        self.game: Game[Any] | None = None  # none where only the record tells
        self.view: Any = None
        self.stop: Outdated | None = None

    def moves(self, to: int) -> Iterator[Move]:
        """One after the other; `view` is what the last one led to. Two games run along: one tells the options."""
        seen = 0
        texts = self.texts(to)
        try:
            for number, game in records.replay(self.record, to):
                self.game, self.view = game, game.rules.view(game.state, self.viewer)
                yield Move(number, self.record.lines[number], texts[number], game.events(self.viewer, seen))
                seen = game.next_event()
        except Outdated as stop:
            self.game, self.stop = None, stop
            for carried in records.carried(self.record, stop.number):
                if carried.number <= to:
                    self.view = self.view if carried.view is None else carried.view
                    yield Move(carried.number, carried.line, carried.line.action or "", carried.events)

    def texts(self, to: int) -> list[str]:
        """Each answer in words, taken from the position in which it was given."""
        found = [""]
        with suppress(Outdated):
            for number, game in records.replay(self.record, to):
                if number < min(to, len(self.record.answers)):
                    found.append(self.option_text(game, self.record.lines[number + 1].player, number))
        return found

    def option_text(self, game: Game[Any], player: int | None, number: int) -> str:
        answer = frozen(self.record.lines[number + 1].answer)
        for decision in game.decisions():
            if decision.player == player and answer in decision.options:
                view = game.rules.view(game.state, player)
                message = self.definition.describe.option(view, decision, answer)
                return self.definition.catalogue.say(message, self.lang, self.names)
        return str(answer)

    def table(self, console: Console) -> None:
        scene = Scene(self.definition, self.lang, self.names, self.viewer, console.width)
        if self.view is not None:
            console.print(drawing(self.definition.slug).table(self.view, scene))

    def event_line(self, event: Event) -> Text:
        message = self.message(event)
        text = Text("  " + self.said(message))
        return text if message is None else cited(text, message, self.definition)

    def message(self, event: Event) -> Message | None:
        """What tells of an event; None for one of other rules that today's texts do not know."""
        try:
            message = self.definition.describe.event(event)
            self.said(message)
        except Exception:
            if self.record.is_current:
                raise
            return None
        return message

    def said(self, message: Message | None) -> str:
        if message is None:
            return say(self.lang, "replay.old_event")
        return self.definition.catalogue.say(message, self.lang, self.names)


@click.command(short_help="Show a saved game move by move.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", type=click.IntRange(0), help="Stop after so many answers; 0 is the start.")
@click.option("--step", is_flag=True, help="Show the table after every answer, and wait for Enter.")
@click.option("--seat", type=click.IntRange(1), help="See what this seat saw, counted from 1; by default a spectator.")
@lang_option
@json_option
def replay(file: Path, to: int | None, step: bool, seat: int | None, lang: str, as_json: bool) -> int:
    """Show the game in FILE: its log with the numbers of the answers, and the table at the end or after --to.

    A record of a failure is replayed up to it and then tried once more under all checks: exit code 1 if it fails again.
    A game of an older version of the rules is replayed as far as it fits today's; the record itself tells the rest.

    \b
    Examples:
      grimtable replay darklord-7.record.jsonl
      grimtable replay darklord-7.record.jsonl --to 40
      grimtable replay darklord-7.record.jsonl --step --lang ja
    """
    record = records.read(file)
    last = len(record.answers)
    if to is not None and to > last:
        raise BadInput(f"{file} has {last} answers, so --to is 0 to {last}, not {to}")
    if seat is not None and seat > record.header.players:
        raise BadInput(
            f"{file} has {record.header.players} seats, so --seat is 1 to {record.header.players}, not {seat}"
        )
    try:
        with suppress(Outdated):  # which is shown as far as it goes
            records.game_at(record)  # nothing is shown of a damaged record
        told = Replay(record, lang, seat - 1 if seat is not None else None)
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    show = as_document if as_json else step_through if step else in_full
    show(told, last if to is None else to)
    at_end = to is None or to == last
    return failure(told, as_json) if at_end and record.end is not None and record.end.error else exits.OK


def headline(told: Replay, out: Console) -> None:
    header = told.record.header
    title = told.definition.title(told.lang)
    seats = ", ".join([f"{name} ({spec})" for name, spec in zip(told.names, header.seats)])
    out.print(Text(say(told.lang, "replay.title", title, header.players, len(told.record.answers)), style="bold"))
    out.print(say(told.lang, "replay.seats", seats))


def in_full(told: Replay, to: int) -> None:
    out = stdout()
    headline(told, out)
    for move in told.moves(to):
        show_stop(told, move, out)
        show_move(told, move, out)
    out.print(Text("\n" + say(told.lang, "replay.table", to), style="bold"))
    told.table(out)
    show_end(told, out)


def step_through(told: Replay, to: int) -> None:
    out = stdout()
    headline(told, out)
    for move in told.moves(to):
        show_stop(told, move, out)
        show_move(told, move, out)
        told.table(out)
        out.file.flush()
        try:
            if move.number < to and input(say(told.lang, "replay.enter")).strip().casefold() == "q":
                return
        except EOFError:
            return
    show_end(told, out)


def show_stop(told: Replay, move: Move, out: Console) -> None:
    """Where today's rules no longer lead on, and why."""
    if told.stop is not None and told.stop.number == move.number:
        out.print(Text(told.stop.sentence(told.lang), style="yellow"))


def show_move(told: Replay, move: Move, out: Console) -> None:
    """The events of a move under its number; the answer itself if nothing else tells it."""
    number = Text(f"{move.number:>4} ", style="bold cyan")
    lines = [told.event_line(event) for event in move.events]
    if not lines and move.line.player is not None:
        lines = [Text(f"  {told.names[move.line.player]}: {move.text}")]
    for place, line in enumerate(lines):
        out.print(Text.assemble(number if place == 0 else "     ", line))


def show_end(told: Replay, out: Console) -> None:
    if told.game is None:
        end = told.record.end
        if end is not None and end.result is not None:
            out.print(say(told.lang, "replay.result", ", ".join([str(score) for score in end.result])))
        return
    result = told.game.result()
    if result is not None:
        scene = Scene(told.definition, told.lang, told.names, told.viewer, out.width)
        view = told.game.rules.view(told.game.state, None)
        out.print(drawing(told.definition.slug).scores(view, result, scene))
        return
    asked = ", ".join([told.names[decision.player] for decision in told.game.decisions()])
    out.print(say(told.lang, "replay.open", asked))


def as_document(told: Replay, to: int) -> None:
    header, end = told.record.header, told.record.end
    moves = [as_move(told, move) for move in told.moves(to)]
    result = told.game.result() if told.game is not None else end.result if end is not None else None
    print_json(
        {
            "game": header.game,
            "players": header.players,
            "seats": header.seats,
            "seed": header.seed,
            "options": header.options,
            "answers": len(told.record.answers),
            "moves": moves,
            "view": told.view,
            "result": list(result) if result is not None else None,
            "error": end.error if end is not None else None,
            "rules": {"versions": told.record.versions, "today": told.definition.rules.version},
            "stopped": {"at": told.stop.number, "text": told.stop.sentence(told.lang)}
            if told.stop is not None
            else None,
        }
    )


def as_move(told: Replay, move: Move) -> dict[str, Any]:
    return {
        "number": move.number,
        "player": move.line.player,
        "action": move.line.action,
        "text": move.text,
        "events": [told.said(told.message(event)) for event in move.events],
        "hash": move.line.hash,
    }


def failure(told: Replay, quiet: bool) -> int:
    """Show where a record says the game failed, and whether it fails there still."""
    record, lang = told.record, told.lang
    assert record.end is not None
    lines = [say(lang, "replay.error", record.end.error)]
    if record.end.failing is not None:
        player, answer = record.end.failing.player, record.end.failing.answer
        if not 0 <= player < record.header.players:
            raise BadInput(f"line {len(record.lines) + 2}: there is no player {player}")
        lines.append(say(lang, "replay.failing", told.names[player], frozen(answer)))
    if not record.is_current:
        if not quiet:
            stdout().print(Text("\n".join(lines), style="red"))
        return exits.OK  # only the rules it was made under could fail again
    error = reproduce(record)
    lines.append(say(lang, "replay.again", error) if error else say(lang, "replay.gone"))
    if not quiet:
        stdout().print(Text("\n".join(lines), style="red"))
    return exits.FAILED if error else exits.OK
