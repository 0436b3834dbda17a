"""Checking a record: its answers, hashes, log, result and dice."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key
from grimtable.kernel.codec import frozen
from grimtable.kernel.language import Message, kernel_catalogue
from grimtable.kernel.values import BadInput, Dice
from grimtable.records.format import FORMAT, Record
from grimtable.records.playback import begin, chance, game_at, is_current, versions
from grimtable.records.recorder import Recorder


class OtherRules(BadInput):
    """A record of another version of the rules: neither true nor false today."""

    def __init__(self, record: Record) -> None:
        self.versions = versions(record)
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        return kernel_catalogue().say(Message("outdated.versions", self.versions), lang)


class Verdict(NamedTuple):
    """What a check of a record found."""

    answers: int
    finished: bool
    dice: str  # "fast", "fair", or why they could not be checked
    outcomes: int  # chance outcomes that were drawn again and agreed


def verify(record: Record) -> Verdict:
    """Check answers, hashes, log, result and dice of a record. BadInput says what does not hold.

    OtherRules is raised for a record of another version of the rules: only that version could tell.
    """
    if not is_current(record):
        raise OtherRules(record)
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
    server, salts = bytes.fromhex(secret), [bytes.fromhex(salt) for salt in header.salts]
    if commitment(server) != header.commitment:
        raise BadInput(
            f"line {len(record.lines) + 2}: the published bytes do not fit the commitment of line 1:"
            " the dice were changed after the start"
        )
    return FairDice(fair_key(server, salts)), "fair"


def resumed(record: Record) -> Recorder:
    """The recorded game after its last answer, with its own dice, so that it goes on as if it had never stopped.

    One of other rules goes on under today's if all of it fits them; Outdated says from where on it does not.
    """
    game_at(record)
    header = record.header
    if header.seed is None:
        raise BadInput("line 1: there is no seed, so the dice are elsewhere: resume the game where it was played")
    header = msgspec.structs.replace(header, format=FORMAT, rules=header.definition.rules.version)
    return _compare(record._replace(header=header), FastDice(record.header.seed or 0))


def _compare(record: Record, dice: Dice) -> Recorder:
    """Play the record once more with real dice: each line must draw what it says."""
    chapters = record.header.definition.chapters
    recorder = Recorder(begin(record, dice), record.header, chapters=chapters)
    for number, line in enumerate(record.lines):
        if line.player is not None:
            recorder.apply(line.player, frozen(line.answer))
        drawn = [frozen(tape) for tape in recorder.record.lines[number].tape]
        if drawn != [frozen(tape) for tape in line.tape]:
            raise BadInput(f"line {number + 2}: the dice give other outcomes than the record says")
    return recorder
