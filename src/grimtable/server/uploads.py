"""Files that visitors bring, looked through. These functions run in workers."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from grimtable.games import definition
from grimtable.kernel.values import BadInput


class Report(NamedTuple):
    """What a file would be as the value of an option, as JSON."""

    json: bytes


def report(slug: str, name: str, content: bytes, file: str, lang: str) -> Report | str:
    """The report on a file; a text says why there is none."""
    found = definition(slug)
    document = next(option.document for option in found.options if option.name == name)
    assert document is not None
    try:
        shown = document.report(content, file, lambda message: found.catalogue.say(message, lang))
        return Report(msgspec.json.encode(shown))
    except BadInput as error:
        return str(error)


def read_campaign(slug: str, data: bytes) -> tuple[int, list[str], str] | str:
    """How many persons a document has, its lines and its end; a text says what is wrong."""
    rules = definition(slug).campaign
    assert rules is not None
    try:
        found = rules.read(data.decode())
        lines = rules.lines(found, 0)
        "\n".join(lines).encode()
    except BadInput as error:
        return str(error)
    except UnicodeError:
        return "it is no text in UTF-8"
    except RecursionError:
        return "it is nested too deeply"
    return len(rules.persons(found)), lines, rules.closing(found)
