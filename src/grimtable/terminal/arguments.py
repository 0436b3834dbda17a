"""What commands take: games, seats, bots, options, seeds, files. Each says what would be right."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click

from grimtable import bots
from grimtable.games import definition, slugs
from grimtable.kernel.chance import MOST_SEED
from grimtable.kernel.definition import Definition, GameOption, OptionValue
from grimtable.kernel.language import LANGUAGES
from grimtable.kernel.values import BadInput
from grimtable.records.bounds import LONGEST_SEAT
from grimtable.terminal.exits import MANY, did_you_mean

F = TypeVar("F", bound=Callable[..., Any])
YOU = "you"
PEOPLE = (YOU, "player")  # "player" stands in records that no client made
MOST_BYTES = 8_000_000  # of a file that a command reads whole
SEEDS = 1 << 32  # a seed that is drawn stays short enough to be typed again


class Finite(click.FloatRange):
    """A number in a range; what is not a number is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found


def game_argument(required: bool = True) -> Callable[[F], F]:
    """The slug of a registered game, which becomes its definition."""

    def decorated(command: F) -> F:
        return click.argument("game", required=required, callback=lambda context, param, slug: game_named(slug))(
            command
        )

    return decorated


def game_named(slug: str | None) -> Definition | None:
    if slug is not None and slug not in slugs():
        raise BadInput(f"there is no game {slug!r}; {did_you_mean(slug, slugs())}")
    return definition(slug) if slug is not None else None


# ---------------------------------------------------------------- options that several commands share
def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(command)


def lang_option(command: F) -> F:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default="en",
        show_default=True,
        envvar="GRIMTABLE_LANG",
        help="Language of the text; also from GRIMTABLE_LANG.",
    )(command)


def rules_option(command: F) -> F:
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="A ruling of the game; may be repeated. `grimtable games GAME` lists them. Where an option takes"
        " a list of your own, as armies do, write NAME=@FILE.",
    )(command)


def seed_option(command: F) -> F:
    return click.option(
        "--seed",
        type=click.IntRange(0, MOST_SEED),
        help="The same seed and answers give the same game. Default: drawn, and printed.",
    )(command)


def workers_option(command: F) -> F:
    return click.option(
        "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes that play at once."
    )(command)


def drawn(seed: int | None) -> int:
    return secrets.randbelow(SEEDS) if seed is None else seed


# ---------------------------------------------------------------- reading them
def settled(game: Definition, given: Sequence[str]) -> dict[str, OptionValue]:
    """The rulings in NAME=VALUE form, checked; those not given have their defaults."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text!r} is not of the form NAME=VALUE")
        if name not in known:
            raise BadInput(f"{game.slug} has no option {name!r}; {did_you_mean(name, tuple(known))}")
        chosen[name] = value_of(game, known[name], value)
    return game.settled(chosen)


def value_of(game: Definition, option: GameOption, word: str) -> OptionValue:
    """The value that a word of the command line names; @FILE is the document in a file."""
    found = [choice for choice in option.values if str(choice) == word]
    if found:
        return found[0]
    if option.document is not None and word.startswith("@"):
        return option.document.read(content(Path(word[1:])), word[1:])
    choices = [str(choice) for choice in option.values]
    more = " (or @FILE)" if option.document is not None else ""
    more += f"; see: grimtable games {game.slug}" if len(choices) > MANY else ""
    raise BadInput(f"{game.slug} option {option.name} has no value {word!r:.80}; {did_you_mean(word, choices)}{more}")


def content(file: Path) -> bytes:
    """The content of a file, or a little more than is allowed of one that is too large."""
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def players_of(game: Definition, players: int | None, default: int | None = None) -> int:
    count = game.players[-1] if default is None else default
    count = count if players is None else players
    if count not in game.players:
        raise BadInput(f"{game.slug} is for {' or '.join([str(p) for p in game.players])} players, not {count}")
    return count


def seats_of(game: Definition, text: str | None, players: int | None) -> list[str]:
    """Who sits where: the given seats, or a person against greedy bots."""
    if text is None:
        return [YOU, *["greedy"] * (players_of(game, players) - 1)]
    seats = listed(text)
    count = players_of(game, players, len(seats))
    if len(seats) != count:
        raise BadInput(f"--seats names {len(seats)} seats for {count} players: {text!r}")
    for seat in seats:
        if seat not in PEOPLE:
            checked_bot(seat)
    return seats


def checked_bot(spec: str) -> str:
    name, _, factory = spec.partition(":")
    own = factory.isidentifier() and all([part.isidentifier() for part in name.split(".")])
    if name not in bots.KINDS and not own:
        raise BadInput(f"there is no bot {spec!r}; {did_you_mean(name, tuple(bots.KINDS))}")
    if len(spec) > LONGEST_SEAT:
        raise BadInput(f"the name of a bot has at most {LONGEST_SEAT} characters, not {len(spec)}")
    bots.make(spec)
    return spec


def bots_of(text: str) -> tuple[str, ...]:
    """Bots in the form A,B,.."""
    found = listed(text)
    if not found:
        raise BadInput(f"--bots {text!r} names no bot; write for example --bots greedy,mcts:500,random")
    return tuple([checked_bot(spec) for spec in found])


def new_file(path: Path) -> Path:
    """A file that may be written without damaging another one."""
    if path.exists():
        raise BadInput(f"{path} exists already; name another file, or move it away")
    return writable(path)


def writable(path: Path) -> Path:
    """A file whose folder is there and may be written to, found out before hours of work."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file in it")
    new = not path.exists()
    try:
        with path.open("ab"):
            pass
        if new:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
    return path


def writable_folder(path: Path) -> Path:
    """A folder that is there, or that can be made."""
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path} is a file; name a folder")
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        for folder in missing:
            folder.rmdir()
    except OSError as error:
        raise BadInput(f"{path} cannot be made: {error.strerror}") from None
    return path
