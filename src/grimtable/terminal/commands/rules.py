"""`grimtable rules`: look rules up, and see which are enforced and tested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable import ledger
from grimtable.games import definition, slugs
from grimtable.kernel.definition import Definition
from grimtable.kernel.values import BadInput
from grimtable.terminal import exits
from grimtable.terminal.arguments import game_argument, json_option, lang_option
from grimtable.terminal.console import complain, print_json, stdout
from grimtable.terminal.lookup import looked_up
from grimtable.terminal.screen import entry_text
from grimtable.terminal.words import say


@click.command(short_help="Look rules up; see which are enforced and tested.")
@game_argument(required=False)
@click.argument("words", nargs=-1)
@click.option("--coverage", is_flag=True, help="Which rules are enforced by the software and tested.")
@click.option("--tests", type=click.Path(path_type=Path), help="Folder of the tests, for --coverage.")
@lang_option
@json_option
def rules(
    game: Definition | None, words: tuple[str, ...], coverage: bool, tests: Path | None, lang: str, as_json: bool
) -> int:
    """Search the ledger of GAME: every rule as a numbered statement.

    An id (DARKLORD-8.4, or 8.4) finds that rule, a number (8) its whole section; words find the entries that have
    all of them. Without words: the contents.

    \b
    Examples:
      grimtable rules darklord
      grimtable rules darklord 8.4
      grimtable rules darklord curse token
      grimtable rules --coverage --json
    """
    if coverage:
        return cover([game] if game is not None else [definition(slug) for slug in slugs()], tests, lang, as_json)
    if game is None:
        raise BadInput("name a game, as in: grimtable rules darklord tie; `grimtable games` lists them")
    found = looked_up(game.slug, words) if words else list(ledger.entries(game.slug))
    if as_json:
        print_json([entry._asdict() for entry in found])
    elif words:
        out = stdout()
        for entry in found:
            out.print(entry_text(entry))
    else:
        contents(game, lang)
    if found:
        return exits.OK
    complain(say(lang, "rules.nothing", game.slug, " ".join(words)))
    return exits.FAILED


def contents(game: Definition, lang: str) -> None:
    """The sections of a ledger, with the ids in them."""
    sections: dict[str, list[str]] = {}
    for entry in ledger.entries(game.slug):
        sections.setdefault(entry.section, []).append(entry.id.removeprefix(f"{game.slug.upper()}-"))
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(say(lang, "rules.section"))
    rows.add_column(say(lang, "rules.ids"))
    for section, ids in sections.items():
        rows.add_row(Text(section), ids[0] if len(ids) == 1 else f"{ids[0]} - {ids[-1]}")
    out = stdout()
    out.print(rows)
    count = len([entry for entry in ledger.entries(game.slug) if entry.is_rule])
    out.print(Text(say(lang, "rules.contents", game.title(lang), count, game.slug)))


# ---------------------------------------------------------------- coverage
def cover(games: list[Definition], tests: Path | None, lang: str, as_json: bool) -> int:
    folder = tests_folder(tests)
    found = {game.slug: ledger.coverage(game.slug, folder) for game in games}
    if as_json:
        print_json({slug: counted(coverage) for slug, coverage in found.items()})
    else:
        show_coverage(found, lang)
    return exits.FAILED if any([one.missing or one.unknown for one in found.values()]) else exits.OK


def tests_folder(given: Path | None) -> Path:
    """The tests beside the sources; an installed package comes without them."""
    folder = given if given is not None else ledger.PACKAGE.parent.parent / "tests"
    if not folder.is_dir():
        hint = "" if given is not None else "; run this in a checkout, or name them: --tests FOLDER"
        raise BadInput(f"there are no tests in {folder}{hint}")
    return folder


def counted(coverage: ledger.Coverage) -> dict[str, Any]:
    return {
        "ledger": len(coverage.ledger),
        "enforced": len(coverage.enforced),
        "tested": len(coverage.tested),
        "exempt": len(coverage.exempt),
        "missing": coverage.missing,
        "unknown": coverage.unknown,
    }


def show_coverage(found: dict[str, ledger.Coverage], lang: str) -> None:
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(say(lang, "rules.game"))
    keys = ("ledger", "enforced", "tested", "exempt", "missing")
    for key in keys:
        rows.add_column(say(lang, f"rules.{key}"), justify="right")
    for slug, coverage in found.items():
        rows.add_row(Text(slug, style="bold"), *[str(len(getattr(coverage, key))) for key in keys])
    out = stdout()
    out.print(rows)
    for slug, coverage in found.items():
        if coverage.missing:
            out.print(Text(say(lang, "rules.missing_ids", slug, ", ".join(coverage.missing))))
        if coverage.unknown:
            out.print(Text(say(lang, "rules.unknown_ids", slug, ", ".join(coverage.unknown))))
