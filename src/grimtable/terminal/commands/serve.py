"""`grimtable serve`: the table in the browser."""

from __future__ import annotations

import click


def show_limits(context: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from grimtable.server.limits import Limits

        for name, number in Limits()._asdict().items():
            click.echo(f"{name}={number:g}" if isinstance(number, float) else f"{name}={number}")
        context.exit()


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes any. Default: the first free one from 8000 on.")
@click.option("--database", metavar="FILE|URL", help="SQLite file, or postgresql://... Default: in your data folder.")
@click.option(
    "--open/--no-open",
    "open_browser",
    default=None,
    help="Open the browser on it. Default: if started in a terminal on a machine with a display.",
)
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A further page's origin that may use it.")
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="CIDR",
    help="A network of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; may be repeated.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="How much a visitor may ask, such as sockets=40; may be repeated. --limits lists them.",
)
@click.option(
    "--limits",
    "list_limits",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_limits,
    help="List all limits with their defaults and exit.",
)
def serve(
    host: str,
    port: int | None,
    database: str | None,
    open_browser: bool | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    limits: tuple[str, ...],
) -> None:
    """Serve the table in the browser, for this machine or, with --host, for others.

    \b
    Examples:
      grimtable serve
      grimtable serve --port 9000 --no-open
      grimtable serve --host 0.0.0.0 --database postgresql://games@localhost/games
      grimtable serve --origin https://games.example.org --trusted-proxy 127.0.0.1
    """
    from grimtable.server.limits import limits_of  # its libraries take a moment that other commands need not wait
    from grimtable.server.serve import has_display
    from grimtable.server.serve import serve as run

    wanted = has_display() if open_browser is None else open_browser
    run(host, port, database, wanted, origins, limits_of(limits), proxies=proxies)
