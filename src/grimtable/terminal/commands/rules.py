"""`grimtable rules`: look rules up, and see which are enforced, tested and proven."""

from __future__ import annotations

from pathlib import Path

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
from grimtable.terminal.coverage import cover, proof_facts, proof_lines, tests_if_any
from grimtable.terminal.lookup import looked_up
from grimtable.terminal.screen import entry_text
from grimtable.terminal.words import say


@click.command(short_help="Look rules up; see which are enforced, tested and proven.")
@game_argument(required=False)
@click.argument("words", nargs=-1)
@click.option("--coverage", is_flag=True, help="Which rules are enforced by the software, tested and proven.")
@click.option(
    "--tests", type=click.Path(path_type=Path), help="Folder of the tests, where they do not lie beside the sources."
)
@lang_option
@json_option
def rules(
    game: Definition | None, words: tuple[str, ...], coverage: bool, tests: Path | None, lang: str, as_json: bool
) -> int:
    """Search the ledger of GAME: every rule as a numbered statement.

    An id (DARKLORD-8.4, or 8.4) finds that rule, a number (8) its whole section; words find the entries that have
    all of them. Without words: the contents. A single rule comes with the lines that enforce it, its tests, and whether
    they prove it: whether breaking those lines fails one of them.

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
    single = found[0] if words and len(found) == 1 and found[0].is_rule else None
    folder = tests_if_any(tests) if single is not None else None
    if as_json:
        more = proof_facts(single, game.slug, folder) if single is not None else {}
        print_json([{**entry._asdict(), **more} for entry in found])
    elif words:
        out = stdout()
        for entry in found:
            out.print(entry_text(entry))
        for line in proof_lines(single, game.slug, folder, lang) if single is not None else ():
            out.print(Text(line))
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
