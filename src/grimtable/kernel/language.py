"""Sentences for people: templates per language, filled with names and numbers."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.kernel.values import Refusal

LANGUAGES = ("en", "ja")
PLAYER = "player"  # the message that names a player: its parameter is the seat, counted from 0


class Message(NamedTuple):
    """A sentence to be: its template's key, what fills it, what it touches on the table, the rules behind it."""

    key: str
    params: tuple[Any, ...] = ()  # numbers, plain words, or messages of their own
    refs: tuple[str, ...] = ()  # ids of things on the table
    rules: tuple[str, ...] = ()  # ids of the ledger


def refs_in(params: tuple[Any, ...]) -> tuple[str, ...]:
    """What the messages among some parameters touch, in lists too; a message is a tuple itself, but no list."""
    found: list[str] = []
    for param in params:
        if isinstance(param, Message):
            found += param.refs
        elif isinstance(param, tuple):
            found += refs_in(param)
    return tuple(found)


class _Filler(string.Formatter):
    """`{0}` is the first parameter; `{0:coin|coins}` picks a word by number: the first for one, else the second.

    `{0:+d}` is a number with its sign, as Python writes it.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, other = format_spec.split("|")
            return one if abs(value) == 1 else other
        return format(value, format_spec)


FILLER = _Filler()


class Catalogue:
    """The templates of one package in every language, by key: "prompt.place", "event.placed", "card.wood_golem"."""

    def __init__(self, *folders: Path) -> None:
        self.templates: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
        for folder in folders:
            for lang in LANGUAGES:
                with (folder / f"{lang}.toml").open("rb") as file:
                    self.templates[lang].update(flat(tomllib.load(file)))

    def has(self, key: str, lang: str) -> bool:
        return key in self.templates[lang]

    def say(self, message: Message, lang: str, names: Sequence[str] = ()) -> str:
        """The sentence, with the players' names if they have any. KeyError names a key that has no template."""
        if message.key == PLAYER:
            seat: int = message.params[0]
            return names[seat] if names else FILLER.vformat(self.templates[lang][PLAYER], (seat + 1,), {})
        words = [self._word(param, lang, names) for param in message.params]
        return FILLER.vformat(self.templates[lang][message.key], words, {})

    def _word(self, param: Any, lang: str, names: Sequence[str]) -> Any:
        if isinstance(param, Message):
            return self.say(param, lang, names)
        if isinstance(param, tuple):  # a list of things
            return self.templates[lang]["list_comma"].join([str(self._word(p, lang, names)) for p in param])
        return param


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested tables of a catalogue as dotted keys."""
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found.update(flat(value, f"{prefix}{key}."))
        else:
            found[prefix + key] = value
    return found


KERNEL_TEXTS = Path(__file__).parent / "texts"


@cache
def kernel_catalogue() -> Catalogue:
    return Catalogue(KERNEL_TEXTS)


ABOUT_PLAYERS = ("not_asked", "nothing_to_withdraw")  # the kernel's refusals whose parameters are seats


def refusal_message(refusal: Refusal) -> Message:
    params = refusal.params
    if refusal.message_key in ABOUT_PLAYERS:
        params = tuple([_named(param) for param in params])
    return Message(f"refusal.{refusal.message_key}", params, (), (refusal.rule_id,) if refusal.rule_id else ())


def _named(seats: Any) -> Any:
    """A seat, or several, as messages: people count players from 1."""
    return tuple([_named(seat) for seat in seats]) if isinstance(seats, tuple) else Message(PLAYER, (seats,))


def refusal_text(refusal: Refusal, lang: str = "en") -> str:
    """The refusal in words: the kernel's own have a template here, a game's have theirs in its catalogue."""
    message = refusal_message(refusal)
    if kernel_catalogue().has(message.key, lang):
        return kernel_catalogue().say(message, lang)
    words = " ".join([refusal.message_key.replace("_", " "), *[str(p) for p in refusal.params]])
    return f"{words} [{refusal.rule_id}]" if refusal.rule_id else words
