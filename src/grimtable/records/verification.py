"""Checking a record: its answers, hashes, log, result and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key, salt_hash
from grimtable.kernel.codec import frozen
from grimtable.kernel.language import Message, kernel_catalogue
from grimtable.kernel.values import BadInput, Dice
from grimtable.records.bounds import COMMITMENT, OWN_SALT, digits
from grimtable.records.format import FORMAT, Header, Record
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


class Keepsake(NamedTuple):
    """What a player kept of the dice, so that nobody can show them a record of other dice."""

    commitment: str | None
    salts: list[str]

    @classmethod
    def typed(cls, commitment: str | None, salts: Sequence[str]) -> Keepsake:
        """From what somebody typed. BadInput if it cannot be what a table shows."""
        found = cls(commitment.strip().lower() if commitment else commitment, [salt.strip().lower() for salt in salts])
        if found.commitment is not None:
            digits("the commitment", found.commitment, COMMITMENT, "64 hexadecimal digits")
        for salt in found.salts:
            digits("a salt", salt, OWN_SALT, "32 hexadecimal digits")
        return found


def compare(record: Record, kept: Keepsake) -> None:
    """Check that the dice of a record are those that a player saw promised. BadInput says what differs."""
    header = record.header
    if header.commitment is None and kept != Keepsake(None, []):
        raise BadInput("line 1: the dice come from a seed: the record has no commitment and no salts to compare")
    if kept.commitment not in (None, header.commitment):
        raise BadInput(
            f"line 1: the commitment is {header.commitment}, not {kept.commitment}, which you kept:"
            " these are not the dice that were promised"
        )
    for salt in kept.salts:
        if salt not in header.salts:
            raise BadInput(f"line 1: no seat has the salt {salt}, which you kept: the dice were made without it")


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
    check_salts(header)
    server, salts = bytes.fromhex(secret), [bytes.fromhex(salt) for salt in header.salts]
    if commitment(server) != header.commitment:
        raise BadInput(
            f"line {len(record.lines) + 2}: the published bytes do not fit the commitment of line 1:"
            " the dice were changed after the start"
        )
    return FairDice(fair_key(server, salts)), "fair"


def check_salts(header: Header) -> None:
    """Check every salt against the hash that was published before it. Games of older servers have no hashes."""
    if not header.hashes:
        return
    if len(header.hashes) != len(header.salts):
        raise BadInput(f"line 1: there are {len(header.salts)} salts and {len(header.hashes)} hashes of them")
    for seat, (found, salt) in enumerate(zip(header.hashes, header.salts), 1):
        if salt and found != salt_hash(bytes.fromhex(salt)):
            raise BadInput(f"line 1: the salt of player {seat} does not fit the hash published before it")


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
