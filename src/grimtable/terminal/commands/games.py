"""`grimtable games`: what can be played."""

from __future__ import annotations

from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable.games import definition, slugs
from grimtable.kernel.definition import Definition
from grimtable.kernel.language import LANGUAGES, Message
from grimtable.terminal.arguments import game_argument, json_option, lang_option
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.words import say


@click.command(short_help="What can be played.")
@game_argument(required=False)
@lang_option
@json_option
def games(game: Definition | None, lang: str, as_json: bool) -> None:
    """List the games, or tell more about one: its players and the rulings that may be switched.

    \b
    Examples:
      grimtable games
      grimtable games darklord
      grimtable games --json
    """
    found = [game] if game is not None else [definition(slug) for slug in slugs()]
    if as_json:
        print_json({one.slug: facts(one) for one in found})
    elif game is None:
        show_all(found, lang)
    else:
        show_one(game, lang)


def facts(game: Definition) -> dict[str, Any]:
    return {
        "title": {lang: game.title(lang) for lang in LANGUAGES},
        "players": list(game.players),
        "rules": game.rules.version,
        "options": {option.name: list(option.values) for option in game.options},
    }


def show_all(found: list[Definition], lang: str) -> None:
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("game", "title", "players", "about"):
        rows.add_column(say(lang, f"games.{key}"))
    for one in found:
        players = " ".join([str(count) for count in one.players])
        blurb = one.catalogue.say(Message("blurb"), lang)
        rows.add_row(Text(one.slug, style="bold"), Text(one.title(lang)), players, Text(blurb))
    out = stdout()
    out.print(rows)
    if found:
        out.print(say(lang, "games.more", found[0].slug))


def show_one(game: Definition, lang: str) -> None:
    out = stdout()
    out.print(Text(game.title(lang), style="bold"))
    out.print(Text(game.catalogue.say(Message("about"), lang)))
    out.print(Text(f"{say(lang, 'games.players')}: {' '.join([str(count) for count in game.players])}"))
    if game.options:
        out.print(Text("\n" + say(lang, "games.rulings")))
        out.print(rulings(game, lang))
    out.print(say(lang, "games.example", game.slug))


def rulings(game: Definition, lang: str) -> Table:
    """Each option with its meaning, below it the values."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(no_wrap=True)
    rows.add_column(overflow="fold")
    for option in game.options:
        meaning = game.catalogue.say(Message(f"option.{option.name}"), lang)
        rows.add_row(Text(option.name, style="bold"), Text(meaning, style="bold"))
        for value in option.values:
            meaning = game.catalogue.say(Message(f"option.{option.name}.{value}"), lang)
            meant = say(lang, "games.default", meaning) if value == option.default else meaning
            rows.add_row(Text(f"  {value}"), Text(meant))
    return rows
