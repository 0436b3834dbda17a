"""Records: a whole game as one JSON Lines file, which replays without the dice and can be verified with them.

Line 1 is the header. The next line is the opening: what chance did before the first answer. Then comes one line for
each answer, and one for the end. `tape` holds what was added to the tapes: the first list goes on with the step that
was open, each further list begins a new step. `hash` is the digest of the position afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grimtable.games import definition
from grimtable.kernel.chance import FairDice, FastDice, RecordedDice, commitment, fair_key
from grimtable.kernel.codec import digest, frozen
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput, Dice, Diverged, Illegal

FORMAT = 1


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a record."""

    format: int
    game: str
    rules: int  # version of the rules
    players: int
    options: dict[str, int | str]
    seats: list[str]  # who sat there: "you", "mcts:500"
    seed: int | None = None  # of fast dice
    commitment: str | None = None  # of fair dice: the hash of the server's bytes, published before the salts
    salts: list[str] = []  # of fair dice: what each seat added, in hexadecimal

    @property
    def definition(self) -> Definition:
        return definition(self.game)


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One answer, or the opening if there is no player."""

    hash: str
    tape: list[list[Any]]
    player: int | None = None
    action: str | None = None  # the action's id, for readers
    answer: Any = None


class End(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: the result, or why there is none; and the server's bytes, so that the dice can be verified."""

    result: list[int] | None
    error: str | None = None
    failing: Failing | None = None
    secret: str | None = None


class Failing(msgspec.Struct, forbid_unknown_fields=True):
    """The answer at which the rules failed: it was not applied."""

    player: int
    answer: Any


class Record(NamedTuple):
    header: Header
    lines: list[Line]
    end: End | None = None

    @property
    def answers(self) -> list[Line]:
        return self.lines[1:]


# ---------------------------------------------------------------- writing
class Recorder:
    """Keeps the record of a game that is played through it."""

    def __init__(self, game: Game[Any], header: Header, lines: list[Line] | None = None) -> None:
        """A new game; or one that goes on after these lines, because it was stored with them."""
        self.game = game
        self.record = Record(header, lines or [])
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
        self.record.lines.append(line)

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
        self.record.lines.pop()
        self.record = self.record._replace(end=None)

    def withdraw(self, player: int) -> None:
        """Take back a sealed answer: its line goes, and the sealed answers of others after it are noted anew."""
        self.game.withdraw(player)
        later: list[Line] = []
        while (line := self.record.lines.pop()).player != player:
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


def header_for(
    found: Definition,
    players: int,
    options: Mapping[str, OptionValue],
    seats: list[str],
    seed: int | None = None,
    committed: str | None = None,
    salts: list[str] | None = None,
) -> Header:
    settled = found.settled(options)
    return Header(FORMAT, found.slug, found.rules.version, players, settled, seats, seed, committed, salts or [])


def recorded_game(
    slug: str, players: int, seed: int, options: Mapping[str, OptionValue] | None = None, seats: list[str] | None = None
) -> Recorder:
    """A new game with fast dice whose record is kept."""
    found = definition(slug)
    header = header_for(found, players, options or {}, seats or ["player"] * players, seed)
    return Recorder(found.new_game(players, header.options, FastDice(seed)), header)


def encode(record: Record) -> bytes:
    parts: list[Any] = [record.header, *record.lines]
    if record.end is not None:
        parts.append(record.end)
    return b"".join([msgspec.json.encode(part) + b"\n" for part in parts])


def save(record: Record, path: Path) -> None:
    write_whole(path, encode(record))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    draft.replace(path)


# ---------------------------------------------------------------- reading
MAX_BYTES = 64 << 20


def read(path: Path) -> Record:
    """The record in a file. BadInput says what is wrong with it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(f"{path} is larger than {MAX_BYTES >> 20} MiB: no record is")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    try:
        return decode(data)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def decode(data: bytes) -> Record:
    """The record in bytes. A last line cut off by a crash is an error too: nothing is guessed."""
    rows = data.splitlines()
    if not rows:
        raise BadInput("line 1: the record is empty")
    number = 1
    lines: list[Line] = []
    end: End | None = None
    try:
        header = _header(rows[0])
        for number, row in enumerate(rows[1:], 2):
            if end is not None:
                raise BadInput(f"line {number}: nothing may follow the end of the game")
            if b'"hash"' in row:
                lines.append(msgspec.json.decode(row, type=Line))
            else:
                end = msgspec.json.decode(row, type=End)
    except msgspec.MsgspecError as error:
        raise BadInput(f"line {number}: not a line of a record: {error}") from None
    except (UnicodeDecodeError, RecursionError):
        raise BadInput(f"line {number}: not a line of a record: it is no text of this kind") from None
    if not lines:
        raise BadInput("line 2: the record has no opening line")
    return Record(header, lines, end)


def _header(row: bytes) -> Header:
    """The first line; a format of the future is named before its other fields are read."""
    first = msgspec.json.decode(row)
    if not isinstance(first, dict) or "format" not in first:
        raise BadInput("line 1: not a line of a record: a record begins with its format")
    if first["format"] != FORMAT:
        raise BadInput(f"line 1: this is record format {first['format']!r:.20}; this program reads {FORMAT}")
    return msgspec.json.decode(row, type=Header)


def begin(record: Record, dice: Dice) -> Game[Any]:
    """The recorded game at its start."""
    header = record.header
    try:
        found = header.definition
        if header.rules != found.rules.version:
            raise BadInput(f"the record is of {header.game} rules {header.rules}; these are {found.rules.version}")
        if len(header.seats) != header.players:
            raise BadInput(f"the record names {len(header.seats)} seats for {header.players} players")
        return found.new_game(header.players, header.options, dice)
    except BadInput as error:
        raise BadInput(f"line 1: {error}") from None


def chance(line: Line) -> list[Any]:
    """The chance outcomes of a line, in order: all entries of its tapes but the answer."""
    entries = [frozen(entry) for tape in line.tape for entry in tape]
    answered = line.player is not None and bool(line.tape) and bool(line.tape[0])
    return entries[1:] if answered else entries


def replay(record: Record, to: int | None = None) -> Iterator[tuple[int, Game[Any]]]:
    """The game at its start and after each answer, by the recorded outcomes alone; every hash is checked.

    The game is one and the same object; `to` stops after that many answers. BadInput names the line that does not fit.
    """
    dice = RecordedDice([outcome for line in record.lines for outcome in chance(line)])
    game = begin(record, dice)
    outcomes = 0
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
        if dice.mark != outcomes:
            raise BadInput(f"line {number + 2}: {len(chance(line))} chance outcomes are noted, others were drawn")
        if found != line.hash:
            raise BadInput(f"line {number + 2}: the position's hash is {found}, the record says {line.hash}")
        yield number, game


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


# ---------------------------------------------------------------- verifying
class Verdict(NamedTuple):
    """What a check of a record found."""

    answers: int
    finished: bool
    dice: str  # "fast", "fair", or why they could not be checked
    outcomes: int  # chance outcomes that were drawn again and agreed


def verify(record: Record) -> Verdict:
    """Check answers, hashes, result and dice of a record. BadInput says what does not hold."""
    game = game_at(record)
    result = game.result()
    if record.end is not None and record.end.error is None and tuple(record.end.result or ()) != (result or ()):
        told = tuple(record.end.result) if record.end.result is not None else "open"
        raise BadInput(f"line {len(record.lines) + 2}: the result is {result or 'open'}, the record says {told}")
    dice, kind = dice_of(record)
    outcomes = [outcome for line in record.lines for outcome in chance(line)]
    if dice is not None:
        _compare(record, dice)
    return Verdict(len(record.answers), result is not None, kind, len(outcomes) if dice is not None else 0)


def dice_of(record: Record) -> tuple[Dice | None, str]:
    """The dice the game was played with, if the record tells enough to roll them again."""
    header, secret = record.header, record.end.secret if record.end is not None else None
    if header.seed is not None:
        return FastDice(header.seed), "fast"
    if header.commitment is None:
        raise BadInput("line 1: the record has neither a seed nor a commitment: its dice cannot be checked")
    if secret is None:
        return None, "not checked: the server's bytes are published when the game ends"
    try:
        server, salts = bytes.fromhex(secret), [bytes.fromhex(salt) for salt in header.salts]
    except ValueError:
        raise BadInput("line 1: the salts, or the secret in the last line, are not hexadecimal digits") from None
    if commitment(server) != header.commitment:
        raise BadInput(
            f"line {len(record.lines) + 2}: the published bytes do not fit the commitment of line 1:"
            " the dice were changed after the start"
        )
    return FairDice(fair_key(server, salts)), "fair"


def resumed(record: Record) -> Recorder:
    """The recorded game after its last answer, with its own dice, so that it goes on as if it had never stopped."""
    game_at(record)
    if record.header.seed is None:
        raise BadInput("line 1: there is no seed, so the dice are elsewhere: resume the game where it was played")
    return _compare(record, FastDice(record.header.seed))


def _compare(record: Record, dice: Dice) -> Recorder:
    """Play the record once more with real dice: each line must draw what it says."""
    recorder = Recorder(begin(record, dice), record.header)
    for number, line in enumerate(record.lines):
        if line.player is not None:
            recorder.apply(line.player, frozen(line.answer))
        drawn = [frozen(tape) for tape in recorder.record.lines[number].tape]
        if drawn != [frozen(tape) for tape in line.tape]:
            raise BadInput(f"line {number + 2}: the dice give other outcomes than the record says")
    return recorder
