"""The terminal's own sentences."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from grimtable.kernel.definition import Definition
from grimtable.kernel.language import KERNEL_TEXTS, Catalogue, Message, refusal_text
from grimtable.kernel.values import Refusal

TEXTS = Path(__file__).parent / "texts"


@cache
def catalogue() -> Catalogue:
    return Catalogue(KERNEL_TEXTS, TEXTS)


def say(lang: str, key: str, *params: Any) -> str:
    return catalogue().say(Message(key, params), lang)


def refused(definition: Definition, view: Any, refusal: Refusal, lang: str) -> str:
    """Why an answer was refused, in the game's words if it has some."""
    message = definition.describe.refusal(view, refusal)
    if definition.catalogue.has(message.key, lang):
        return definition.catalogue.say(message, lang)
    return refusal_text(refusal, lang)
