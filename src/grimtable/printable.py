"""Text from strangers on a terminal or in a log: one line, and nothing in it that a terminal obeys."""

from __future__ import annotations

import unicodedata


def escaped(text: str) -> str:
    """The text on one line, with signs that cannot be seen written as numbers."""
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else numbered(sign) for sign in text])


def numbered(sign: str) -> str:
    if unicodedata.category(sign) == "Zs":  # a space, if an unusual one
        return " "
    return sign.encode("unicode_escape").decode("ascii")
