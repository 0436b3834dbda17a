"""`grimtable import-roster`: an army list of another program as an army of Warhammer 40,000."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click
from rich.text import Text

from grimtable.games import definition
from grimtable.games.wh40k.rosters import APPROXIMATED, MAPPED, REFUSED, Imported, imported, read, reason, report
from grimtable.kernel.language import Message
from grimtable.kernel.values import BadInput
from grimtable.terminal import exits
from grimtable.terminal.arguments import content, json_option, lang_option, new_file
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
      grimtable play wh40k --option army_1=@my_army.json
    """
    found = imported(read(content(file), file.name), file.name)
    if out is not None:
        if found.army is None:
            raise BadInput(f"no unit of {file.name} has a datasheet here: there is no army to write")
        new_file(out).write_text(json.dumps(found.army, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json(report(found, sayer(lang)))
    else:
        show(found, sayer(lang))
        if out is not None:
            stdout().print(Text(say(lang, "roster.written", out)))
    refused = [entry for entry in found.entries if entry.status == REFUSED and entry.unit_profiles]
    return exits.FAILED if refused else exits.OK


# ---------------------------------------------------------------- what comes out
def sayer(lang: str) -> Callable[[Message], str]:
    catalogue = definition("wh40k").catalogue
    return lambda message: catalogue.say(message, lang)


def show(found: Imported, say: Callable[[Message], str]) -> None:
    out = stdout()
    costs = ", ".join([f"{float(value):g} {name}" for name, value in found.costs])
    out.print(Text(f"{found.name} ({costs})" if costs else found.name, style="bold"))
    for note in found.notes:
        out.print(Text(say(reason(note))))
    for entry in found.entries:
        line = Text(f"{say(Message(f'roster.{entry.status}'))}: ", style=STYLES[entry.status])
        line.append(entry.name, style="bold")
        out.print(line)
        for note in entry.notes:
            out.print(Text(f"    {say(reason(note))}"))
        if entry.status != REFUSED:
            for group in entry.groups:
                wargear = tuple([Message(f"weapon.{name}") for name in group.wargear])
                words = (group.number, group.profile, wargear)
                out.print(Text(f"    {say(Message('roster.group' if wargear else 'roster.unarmed', words))}"))
    if found.army is None:
        out.print(Text(say(Message("roster.no_army"))))
    else:
        army = found.army
        params = (len(army["units"]), army["power_level"], army["points"])
        out.print(Text(say(Message("roster.army", params))))
