"""`grimtable play`: a game in the terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from grimtable import records
from grimtable.kernel.definition import Definition
from grimtable.kernel.values import BadInput
from grimtable.records import Recorder
from grimtable.terminal.arguments import (
    PEOPLE,
    checked_bot,
    drawn,
    game_argument,
    lang_option,
    new_file,
    rules_option,
    seats_of,
    seed_option,
    settled,
    writable,
)
from grimtable.terminal.client import Client
from grimtable.terminal.console import stdout
from grimtable.terminal.session import Session

with suppress(ImportError):  # line editing and history, where the system has it
    import readline  # noqa: F401


@click.command(short_help="Play a game in the terminal.")
@game_argument(required=False)
@click.option(
    "--seats",
    metavar="A,B,..",
    help="Who sits where: you, random, greedy, mcts:500 (looks 500 times), mcts:2s (for 2 seconds)."
    " Several `you` share the keyboard. Default: you against greedy bots.",
)
@click.option("--players", type=int, help="Number of players; by default as many as there are seats.")
@seed_option
@rules_option
@lang_option
@click.option(
    "--save", type=click.Path(path_type=Path), help="File for the record. Default: GAME-SEED.record.jsonl here."
)
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
def play(
    game: Definition | None,
    seats: str | None,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    lang: str,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play GAME in the terminal. The game is saved after every answer, so nothing is lost.

    At each decision type a number, an id or words of an option; ? shows all keys: explain, undo, hint, log, rules,
    table, save, lang, quit.

    \b
    Examples:
      grimtable play darklord
      grimtable play darklord --seats you,greedy,mcts:500 --seed 7
      grimtable play darklord --seats you,you,greedy,random --lang ja
      grimtable play darklord --option sleeve_order=simultaneous
      grimtable play --resume darklord-7.record.jsonl
    """
    if resume is not None:
        if seats is not None or players is not None or seed is not None or options:
            raise BadInput("--resume goes on with the seats, players, seed and options of its record: leave them out")
        session = resumed(resume, game, save, lang)
        opening = ("play.resumed", len(session.recorder.record.answers))
    elif game is None:
        raise BadInput("name a game, as in: grimtable play darklord; `grimtable games` lists them")
    else:
        session = begun(game, seats_of(game, seats, players), drawn(seed), settled(game, options), save, lang)
        opening = ("play.opening", session.seed or 0)
    client = Client(session, stdout())
    client.greet(*opening)
    return client.run()


def begun(
    game: Definition, seats: list[str], seed: int, options: dict[str, int | str], save: Path | None, lang: str
) -> Session:
    path = new_file(save) if save is not None else free_name(game.slug, seed)
    recorder = records.recorded_game(game.slug, len(seats), seed, options, seats)
    session = Session(recorder, path, lang)
    session.save()
    return session


def free_name(slug: str, seed: int) -> Path:
    """A file of this name that is not there yet."""
    path = Path(f"{slug}-{seed}.record.jsonl")
    copy = 1
    while path.exists():
        copy += 1
        path = Path(f"{slug}-{seed}-{copy}.record.jsonl")
    return writable(path)


def resumed(path: Path, game: Definition | None, save: Path | None, lang: str) -> Session:
    record = records.read(path)
    if game is not None and game.slug != record.header.game:
        raise BadInput(f"{path} is a game of {record.header.game}, not of {game.slug}")
    if record.end is not None and record.end.error is not None:
        raise BadInput(f"{path} ended with a failure of the rules; see it with: grimtable replay {path}")
    try:
        recorder: Recorder = records.resumed(record)
        for seat in record.header.seats:
            if seat not in PEOPLE:
                checked_bot(seat)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    session = Session(recorder, new_file(save) if save is not None else writable(path), lang)
    session.save()
    return session
