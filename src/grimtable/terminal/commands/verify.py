"""`grimtable verify`: check a record, dice included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grimtable import records
from grimtable.kernel.values import BadInput
from grimtable.terminal import exits
from grimtable.terminal.arguments import json_option, lang_option
from grimtable.terminal.console import complain, print_json, stdout
from grimtable.terminal.words import say


@click.command(short_help="Check a saved game, dice included.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HASH", help="What the table showed as its commitment before the game began.")
@click.option("--salt", "salts", multiple=True, metavar="SALT", help="What your browser added; may be repeated.")
@lang_option
@json_option
def verify(file: Path, commitment: str | None, salts: tuple[str, ...], lang: str, as_json: bool) -> int:
    """Check the record in FILE: every answer is legal, every hash right, the result and the dice as recorded.

    The game is replayed from its recorded outcomes, and then once more with the dice its seed (or the published bytes
    of a server) gives. Exit code 1: it replays, but its result or its dice are not what it claims. Exit code 2: it
    does not replay, so it is damaged, it was made under another version of the rules, or it is no record.

    The file of a server proves its dice only together with what you saw before the game began: open the menu of the
    table in your browser, where "Fair dice" shows the commitment and your own salt to copy. A record of other dice has
    another commitment or lacks your salt: exit code 1.

    \b
    Examples:
      grimtable verify darklord-7.record.jsonl
      grimtable verify darklord-7.record.jsonl --json
      grimtable verify table.record.jsonl --commitment 7c9e...41 --salt 0b6f...d2
    """
    kept = records.Keepsake.typed(commitment, salts)
    record = records.read(file)
    try:
        if not records.is_current(record):
            raise BadInput(records.OtherRules(record).sentence(lang))
        records.game_at(record)
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    try:
        records.compare(record, kept)
        verdict = records.verify(record)
    except BadInput as error:
        if as_json:
            print_json({**named(file, record), "valid": False, "problem": str(error)})
        complain(say(lang, "verify.false", file, error))
        return exits.FAILED
    if as_json:
        print_json({**named(file, record), "valid": True, **verdict._asdict()})
    else:
        show(file, verdict, kept, lang)
    return exits.OK


def named(file: Path, record: records.Record) -> dict[str, Any]:
    return {"file": str(file), "game": record.header.game, "players": record.header.players}


def show(file: Path, verdict: records.Verdict, kept: records.Keepsake, lang: str) -> None:
    out = stdout()
    out.print(say(lang, "verify.holds", file, verdict.answers))
    out.print(say(lang, "verify.finished" if verdict.finished else "verify.unfinished"))
    if verdict.dice in ("fast", "fair"):
        out.print(say(lang, f"verify.{verdict.dice}", verdict.outcomes))
    else:
        out.print(say(lang, "verify.unchecked", verdict.dice))
    if kept.commitment is not None:
        out.print(say(lang, "verify.commitment"))
    if kept.salts:
        out.print(say(lang, "verify.salts", len(kept.salts)))
