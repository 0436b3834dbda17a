"""What a person types at a decision: a command, or an option by number, id or words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from grimtable.kernel.codec import frozen
from grimtable.kernel.values import Decision, token
from grimtable.terminal.words import say

COMMANDS = {
    "?": "help",
    "help": "help",
    "explain": "explain",
    "undo": "undo",
    "u": "undo",
    "hint": "hint",
    "log": "log",
    "rules": "rules",
    "table": "table",
    "save": "save",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "lang": "lang",
}
WORD = re.compile(r"\w+")
SHOWN = 4  # so many of several matching options are named


class Command(NamedTuple):
    name: str
    rest: str


class Answer(NamedTuple):
    option: Any


class Problem(NamedTuple):
    text: str


def understood(line: str, decision: Decision, texts: Sequence[str], lang: str) -> Command | Answer | Problem:
    """`texts` are the options as they were shown. Commands come before options."""
    line = unicodedata.normalize("NFKC", line).strip()  # １ and ？ are typed in Japanese
    word, _, rest = line.partition(" ")
    if word.startswith("?") and len(word) > 1:
        word, rest = "?", word[1:]
    name = COMMANDS.get(word.casefold())
    if name == "help" and rest.strip():
        name = "explain"
    if name is not None:
        return Command(name, rest.strip())
    if decision.open and line.startswith(("[", "{")):
        return composed(line, lang)
    return chosen(line, decision, texts, lang)


def composed(line: str, lang: str) -> Answer | Problem:
    try:
        return Answer(frozen(json.loads(line)))
    except ValueError as error:
        return Problem(say(lang, "input.not_json", error))


def chosen(text: str, decision: Decision, texts: Sequence[str], lang: str) -> Answer | Problem:
    """The option that a number, an id or words mean. Numbers are always places in the list."""
    options = decision.options
    if re.fullmatch(r"[+-]?\d+", text, re.ASCII):
        if 1 <= int(text) <= len(options):
            return Answer(options[int(text) - 1])
        return Problem(say(lang, "input.number", text, len(options)))
    try:
        return Answer(decision.find(text))
    except LookupError:
        pass
    best = matching(text, [f"{shown} {token(option)}" for shown, option in zip(texts, options)])
    if len(best) == 1:
        return Answer(options[best[0]])
    if not best:
        return Problem(say(lang, "input.none", repr(text), len(options)))
    named = "; ".join([f"{place + 1} {texts[place]}" for place in best[:SHOWN]])
    more = " ..." if len(best) > SHOWN else ""
    return Problem(say(lang, "input.several", repr(text), named + more))


def matching(text: str, shown: Sequence[str]) -> list[int]:
    """Places of the options that have every typed word as the beginning of one of theirs; whole words count more."""
    typed = [word.casefold() for word in WORD.findall(text)]
    if not typed:
        return []
    scored: list[tuple[int, int]] = []
    for place, option in enumerate(shown):
        words = [word.casefold() for word in WORD.findall(option)]
        if all([any([is_begun(word, part) for word in words]) for part in typed]):
            scored.append((sum([part in words for part in typed]), place))
    best = max(scored, default=(0, 0))[0]
    return [place for score, place in scored if score == best]


def is_begun(word: str, part: str) -> bool:
    """Japanese has no spaces between words, so there a part may stand anywhere."""
    return word.startswith(part) or (not part.isascii() and part in word)
