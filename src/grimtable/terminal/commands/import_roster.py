"""`grimtable import-roster`: an army list of another program as an army of Warhammer 40,000."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from grimtable.games.wh40k.rosters import APPROXIMATED, MAPPED, REFUSED, Entry, Imported, Note, imported, read
from grimtable.games.wh40k.rosters.reading import MOST_BYTES
from grimtable.kernel.values import BadInput
from grimtable.terminal import exits
from grimtable.terminal.arguments import json_option, lang_option, new_file
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.words import say

STYLES = {MAPPED: "green", APPROXIMATED: "yellow", REFUSED: "red"}


@click.command(name="import-roster", short_help="An army list of another program as an army of Warhammer 40,000.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Write the army to this new file, as JSON.")
@lang_option
@json_option
def import_roster(file: Path, out: Path | None, lang: str, as_json: bool) -> int:
    """Read a roster of BattleScribe (.ros, .rosz) or New Recruit (.json) and make an army of it.

    Every entry is reported: mapped, approximated or refused, with the reason. Units without a datasheet are left out;
    the others make an army in the form of the game's own lists. The exit code is 1 if a unit was left out.

    \b
    Examples:
      grimtable import-roster my_army.rosz
      grimtable import-roster my_army.ros --out my_army.json
      grimtable import-roster my_army.json --json
    """
    found = imported(read(content(file), file.name), file.name)
    if out is not None:
        if found.army is None:
            raise BadInput(f"no unit of {file.name} has a datasheet here: there is no army to write")
        new_file(out).write_text(json.dumps(found.army, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json(report(found, lang))
    else:
        show(found, lang)
        if out is not None:
            stdout().print(Text(say(lang, "roster.written", out)))
    refused = [entry for entry in found.entries if entry.status == REFUSED and entry.unit_profiles]
    return exits.FAILED if refused else exits.OK


def content(file: Path) -> bytes:
    """The content of a file, or a little more than is allowed of one that is too large."""
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from None


# ---------------------------------------------------------------- what comes out
def reason(note: Note, lang: str) -> str:
    """Why, in words; where several names belong together they stand in one place."""
    names = (", ".join(note.names),) if note.key in ("unknown_weapons", "left_out") else note.names
    return say(lang, f"roster.{note.key}", *names)


def number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def entry_report(entry: Entry, lang: str) -> dict[str, Any]:
    return {
        "name": entry.name,
        "catalogue": entry.catalogue,
        "type": entry.type,
        "status": entry.status,
        "reasons": [
            {"reason": note.key, "names": list(note.names), "text": reason(note, lang)} for note in entry.notes
        ],
        "datasheet": entry.datasheet,
        "points": number(entry.points),
        "power": number(entry.power),
        "warlord": entry.warlord,
        "models": [
            {
                "name": group.name,
                "count": group.number,
                "weapon_profiles": list(group.weapon_profiles),
                "profile": group.profile,
                "wargear": list(group.wargear),
            }
            for group in entry.groups
        ],
        "unit_profiles": list(entry.unit_profiles),
        "categories": list(entry.categories),
    }


def report(found: Imported, lang: str) -> dict[str, Any]:
    return {
        "name": found.name,
        "system": found.system,
        "costs": {name: number(value) for name, value in found.costs},
        "reasons": [
            {"reason": note.key, "names": list(note.names), "text": reason(note, lang)} for note in found.notes
        ],
        "entries": [entry_report(entry, lang) for entry in found.entries],
        "army": found.army,
    }


def show(found: Imported, lang: str) -> None:
    out = stdout()
    costs = ", ".join([f"{number(value):g} {name}" for name, value in found.costs])
    out.print(Text(f"{found.name} ({costs})" if costs else found.name, style="bold"))
    for note in found.notes:
        out.print(Text(reason(note, lang)))
    for entry in found.entries:
        line = Text(f"{say(lang, f'roster.{entry.status}')}: ", style=STYLES[entry.status])
        line.append(entry.name, style="bold")
        out.print(line)
        for note in entry.notes:
            out.print(Text(f"    {reason(note, lang)}"))
        if entry.status != REFUSED:
            for group in entry.groups:
                wargear = ", ".join([name.replace("_", " ") for name in group.wargear])
                out.print(Text(f"    {group.number} x {group.profile}: {wargear}"))
    if found.army is None:
        out.print(Text(say(lang, "roster.no_army")))
    else:
        units = len(found.army["units"])
        out.print(Text(say(lang, "roster.army", units, found.army["power_level"], found.army["points"])))
