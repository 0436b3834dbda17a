"""What the parts of a record may be: every number, word and list has a bound; a sentence names what breaks it."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any

from grimtable.kernel.chance import MOST_SEED
from grimtable.kernel.values import BadInput

if TYPE_CHECKING:
    from grimtable.records.format import End, Header, Line

MOST_PLAYERS = 16
MOST_OPTIONS = 64
MOST_LINES = 100_000
MOST_TAPES = 10_000  # steps that one answer may end
MOST_EVENTS = 10_000  # that one answer may cause
LONGEST_WORD = 40  # a name in the rules: of a game, an option, a kind of event
LONGEST_SEAT = 80  # a bot of one's own may be deep in its package
LONGEST_TEXT = 40_000  # documents such as parties are the longest
LARGEST = 1 << 63  # what is counted stays below; no answer, outcome or score comes near
DEEPEST = 32

POSITION_HASH = re.compile(r"(?:[0-9a-f]{32})?")  # none in the record of a game that failed when it was set up
COMMITMENT = re.compile(r"[0-9a-f]{64}")
OWN_SALT = re.compile(r"[0-9a-f]{32}")
SALT = re.compile(r"(?:[0-9a-f]{32})?")  # none of a seat that gave none
SALT_HASH = re.compile(r"(?:[0-9a-f]{64})?")  # none of a seat that promised none
SECRET = re.compile(r"[0-9a-f]{64}")


def check_header(header: Header) -> None:
    word("the game", header.game)
    number("the version of the rules", header.rules, 1, (1 << 31) - 1)
    number("the number of players", header.players, 1, MOST_PLAYERS)
    count("options", header.options, MOST_OPTIONS)
    for name, value in header.options.items():
        word("the name of an option", name)
        plain(f"option {name}", value)
    count("seats", header.seats, MOST_PLAYERS)
    for name in header.seats:
        if len(name) > LONGEST_SEAT or not name.isprintable():
            raise BadInput(f"the name of a seat has at most {LONGEST_SEAT} characters, all printable, not {name!r:.60}")
    if header.seed is not None:
        number("the seed", header.seed, 0, MOST_SEED)
    if header.commitment is not None:
        digits("the commitment", header.commitment, COMMITMENT, "64 hexadecimal digits")
    count("salts", header.salts, MOST_PLAYERS)
    for salt in header.salts:
        digits("a salt", salt, SALT, "32 hexadecimal digits, or none")
    count("hashes of salts", header.hashes, MOST_PLAYERS)
    for found in header.hashes:
        digits("the hash of a salt", found, SALT_HASH, "64 hexadecimal digits, or none")


def check_line(line: Line) -> None:
    digits("the hash", line.hash, POSITION_HASH, "32 hexadecimal digits")
    if line.player is not None:
        number("the player", line.player, 0, MOST_PLAYERS - 1)
    if line.rules is not None:
        number("the version of the rules", line.rules, 1, (1 << 31) - 1)
    plain("the action", line.action)
    count("tapes", line.tape, MOST_TAPES)
    plain("a tape", line.tape)
    plain("the answer", line.answer)
    count("events", line.log, MOST_EVENTS)
    for kind, about in line.log:
        word("the kind of an event", kind)
        plain("an event", about)
    plain("the position", line.view)


def check_end(end: End) -> None:
    if end.result is not None:
        count("scores", end.result, MOST_PLAYERS)
        plain("the result", end.result)
    plain("the error", end.error)
    if end.failing is not None:
        number("the player", end.failing.player, 0, MOST_PLAYERS - 1)
        plain("the answer", end.failing.answer)
    if end.secret is not None:
        digits("the secret", end.secret, SECRET, "64 hexadecimal digits")


# ---------------------------------------------------------------- one part
def number(what: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise BadInput(f"{what} is a number from {least} to {most}, not {brief(found)}")


def count(what: str, found: Any, most: int) -> None:
    if len(found) > most:
        raise BadInput(f"there are at most {most} {what}, not {len(found)}")


def word(what: str, found: str) -> None:
    if not 0 < len(found) <= LONGEST_WORD or not found.isprintable():
        raise BadInput(f"{what} has 1 to {LONGEST_WORD} characters, all printable, not {found!r:.60}")


def digits(what: str, found: str, form: re.Pattern[str], meant: str) -> None:
    if not form.fullmatch(found):
        raise BadInput(f"{what} is {meant}, not {found!r:.60}")


def plain(what: str, found: Any) -> None:
    """Numbers, words, and lists and objects of them, none of them beyond its bound."""
    open_now = [(found, 0)]
    while open_now:
        value, depth = open_now.pop()
        if depth > DEEPEST:
            raise BadInput(f"{what} is nested deeper than {DEEPEST} lists")
        if isinstance(value, str):
            if len(value) > LONGEST_TEXT:
                raise BadInput(f"{what} holds a text of more than {LONGEST_TEXT} characters")
        elif isinstance(value, int):
            if not -LARGEST < value < LARGEST:
                raise BadInput(f"{what} holds {brief(value)}, which is no number of a game")
        elif isinstance(value, float):
            if not isfinite(value):
                raise BadInput(f"{what} holds {value}, which is no number of a game")
        elif isinstance(value, dict):
            open_now += [(part, depth + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list):
            open_now += [(part, depth + 1) for part in value]


def brief(found: int) -> str:
    """A number, unless it is too long to be read."""
    return str(found) if abs(found) < 1 << 128 else "a number of more than 38 digits"
