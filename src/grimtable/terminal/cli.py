"""`grimtable`: the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from grimtable import __version__
from grimtable.kernel.values import BadInput
from grimtable.terminal import console, exits
from grimtable.terminal.commands import COMMANDS


class InOrder(click.Group):
    """Lists its commands in the order in which people need them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=InOrder,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""Every command explains itself: grimtable COMMAND --help. Exit codes: 0 done, 1 done but something is
    wrong with what was checked, 2 bad input (one line says what), 130 stopped with Ctrl-C.""",
)
@click.version_option(__version__, prog_name="grimtable")
@click.pass_context
def cli(context: click.Context) -> None:
    """Tabletop games with their rules enforced: play them, look their rules up, simulate them.

    \b
    First steps:
      grimtable games                     which games there are
      grimtable play darklord             play against bots
      grimtable rules darklord tie        look a rule up
      grimtable simulate darklord --games 1000
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in COMMANDS:
    cli.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Bad input is one line on stderr, never a traceback."""
    try:
        code = cli.main(list(arguments), prog_name="grimtable", standalone_mode=False)
    except click.ClickException as error:
        console.complain(exits.one_line(error))
        return exits.BAD_INPUT
    except BadInput as error:
        console.complain(str(error))
        return exits.BAD_INPUT
    except BrokenPipeError:
        raise
    except OSError as error:  # a name that no file can have, a full disk
        console.complain(f"{error.filename or 'a file'}: {error.strerror or error}")
        return exits.BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        return exits.INTERRUPTED
    return code if isinstance(code, int) else exits.OK


def main() -> None:
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = exits.OK
    sys.exit(code)
