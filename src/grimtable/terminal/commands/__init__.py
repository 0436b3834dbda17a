"""The commands, in the order in which people need them."""

from __future__ import annotations

import click

from grimtable.terminal.commands.arena import arena
from grimtable.terminal.commands.backup import backup, restore
from grimtable.terminal.commands.bench import bench
from grimtable.terminal.commands.campaign import campaign
from grimtable.terminal.commands.fuzz import fuzz
from grimtable.terminal.commands.games import games
from grimtable.terminal.commands.import_roster import import_roster
from grimtable.terminal.commands.odds import odds
from grimtable.terminal.commands.play import play
from grimtable.terminal.commands.prune import prune
from grimtable.terminal.commands.replay import replay
from grimtable.terminal.commands.report import report
from grimtable.terminal.commands.rules import rules
from grimtable.terminal.commands.serve import serve
from grimtable.terminal.commands.simulate import simulate
from grimtable.terminal.commands.verify import verify

COMMANDS: tuple[click.Command, ...] = (
    games,
    play,
    campaign,
    serve,
    backup,
    restore,
    prune,
    rules,
    odds,
    import_roster,
    replay,
    verify,
    report,
    simulate,
    arena,
    fuzz,
    bench,
)
