"""What the server itself has to say, in every language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from grimtable.games import slugs
from grimtable.kernel.language import LANGUAGES, Catalogue, Message

TEXTS = Path(__file__).parent / "texts"
ANNOUNCED = ("oldworld", "cthulhu", "darklord", "wh40k", "gloomhaven")


@cache
def catalogue() -> Catalogue:
    return Catalogue(TEXTS)


def say(lang: str, key: str, *params: Any) -> str:
    return catalogue().say(Message(key, params), lang)


def preferred(wanted: str | None, accepted: str) -> str:
    """The language of a request: the one it names, else the first it accepts that is spoken here."""
    if wanted in LANGUAGES:
        return wanted
    for part in accepted.split(","):
        lang = part.split(";")[0].strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


@cache
def at_hand() -> tuple[str, ...]:
    """The games that can be played. Looking for them takes long; a server that runs meets no new ones."""
    return slugs()


def all_slugs() -> tuple[str, ...]:
    """The announced games in their order, then those of others."""
    return (*ANNOUNCED, *[slug for slug in at_hand() if slug not in ANNOUNCED])
