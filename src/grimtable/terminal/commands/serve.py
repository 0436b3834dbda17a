"""`grimtable serve`: the table in the browser."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes any. Default: the first free one from 8000 on.")
@click.option("--database", metavar="FILE|URL", help="SQLite file, or postgresql://... Default: in your data folder.")
@click.option("--open/--no-open", "open_browser", default=True, show_default=True, help="Open the browser on it.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A further page's origin that may use it.")
def serve(host: str, port: int | None, database: str | None, open_browser: bool, origins: tuple[str, ...]) -> None:
    """Serve the table in the browser, for this machine or, with --host, for others.

    \b
    Examples:
      grimtable serve
      grimtable serve --port 9000 --no-open
      grimtable serve --host 0.0.0.0 --database postgresql://games@localhost/games
    """
    from grimtable.server.serve import serve as run  # its libraries take a moment that other commands need not wait

    run(host, port, database, open_browser, origins)
