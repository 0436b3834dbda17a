"""Make a corpus of games under today's rules, so that tests of later versions can load what this version wrote.

Per game 20 records and five stored tables of different length, players, options and dice; and two campaigns. Records
and campaigns are compressed one by one, the tables lie in one SQLite file per game. What is there is never made anew:
a corpus of a new version goes into a folder of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import lzma
from pathlib import Path
from random import Random
from typing import Any

from grimtable import records
from grimtable.bots import make
from grimtable.bots.match import bot_dice
from grimtable.games import definition, slugs
from grimtable.games.gloomhaven.campaign import Campaign, dump
from grimtable.games.gloomhaven.campaign.unattended import proceed
from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key, salt_hash, seed_of
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.values import BadInput
from grimtable.records import header_for
from grimtable.server import sight
from grimtable.server.course import Course
from grimtable.server.rows import SeatRow, TableRow, Vault
from grimtable.server.seats import Grant, hashed
from grimtable.server.store import Store
from grimtable.simulate.campaign import with_bots

FOLDER = Path("tests/corpus")
RECORDS, TABLES, CAMPAIGNS = 20, 5, 2
PARTS = (1.0, 0.5, 0.9, 0.1, 0.75)  # how much of a game is played: whole ones, and some that were left


def options_of(found: Definition, chance: Random, players: int) -> dict[str, OptionValue]:
    """The defaults, or some other values: a set with which a game begins."""
    while True:
        changed = [option for option in found.options if chance.random() < 0.4]
        values = {option.name: chance.choice(option.values_for(players)) for option in changed}
        try:
            found.new_game(players, values)
        except BadInput:
            continue
        return values


def length_of(slug: str, players: int, values: dict[str, OptionValue], seed: int, bots: list[str]) -> int:
    recorder = records.recorded_game(slug, players, seed, values, bots)
    return play(recorder.game, recorder.apply, bots, seed, None)


def play(game: Game[Any], give: Any, bots: list[str], seed: int, most: int | None) -> int:
    """Let bots play so many answers, or to the end."""
    seats, minds = [Seat(game, seat) for seat in range(len(bots))], [make(bot) for bot in bots]
    dice = [bot_dice(seed, seat) for seat in range(len(bots))]
    answers = 0
    while (most is None or answers < most) and (open_ := game.decisions()):
        player = open_[0].player
        give(player, minds[player].answer(seats[player], dice[player]))
        answers += 1
    return answers


def record_of(slug: str, number: int) -> records.Record:
    """A record of its own kind: the number of players, the options, the bots and how far it was played."""
    found, chance = definition(slug), Random(f"{slug} record {number}")
    players = found.players[number % len(found.players)]
    values = {} if number < 4 else options_of(found, chance, players)
    kind = "greedy" if number % 5 == 4 else "random"
    bots, seed = [kind] * players, 1000 + number
    whole = length_of(slug, players, values, seed, bots)
    most = max(1, int(whole * PARTS[number % len(PARTS)]))
    recorder = records.recorded_game(slug, players, seed, values, bots)
    play(recorder.game, recorder.apply, bots, seed, most)
    return recorder.finish() if recorder.game.result() is not None else recorder.record


async def tables_of(slug: str, path: Path) -> None:
    """Tables as the server keeps them: finished, open and hardly begun; with dice from a seed, and fair ones."""
    store = Store(f"sqlite+aiosqlite:///{path}")
    await store.open()
    try:
        for number in range(TABLES):
            await keep_table(store, slug, number)
    finally:
        await store.close()


async def keep_table(store: Store, slug: str, number: int) -> None:
    found, chance = definition(slug), Random(f"{slug} table {number}")
    players = found.players[-1 - number % len(found.players)]
    values = {} if number < 2 else options_of(found, chance, players)
    seed, fair = 2000 + number, number % 2 == 0
    bots = ["greedy" if number == 1 else "random"] * players
    seats = [SeatRow("person", f"Player {seat + 1}", taken=True) for seat in range(players)]
    secret = chance.randbytes(32) if fair else None
    salts = [chance.randbytes(16).hex() if fair else "" for _ in range(players)]
    hashes = [salt_hash(bytes.fromhex(salt)) for salt in salts] if fair else []
    committed = commitment(secret) if secret is not None else None
    names = [seat.name for seat in seats]
    header = header_for(found, players, values, names, None if fair else seed, committed, salts, hashes)

    def dice(mark: int) -> Any:
        if secret is None:
            return FastDice(mark)
        return FairDice(fair_key(secret, [bytes.fromhex(salt) for salt in salts]), mark)

    trial = Course.begun(header, dice)
    whole = play(trial.game, trial.answer, bots, seed, None)
    part = PARTS[(0, 2, 0, 3, 1)[number]]
    course = Course.begun(header, dice)
    play(course.game, course.answer, bots, seed, max(1, int(whole * part)))
    view = found.rules.view(course.game.state, None)
    row = TableRow(f"{slug[:6]}{number}", slug, players, header.options, seats, number % 2 == 1)
    row.rev, row.answers = 1 + course.answers, course.answers
    row.commitment, row.salts, row.hashes = committed, salts, hashes
    row.asked = [decision.player for decision in course.game.decisions()]
    row.place, row.result = sight.place_of(course.log, found, view), sight.outcome_of(course.game, found, view)
    row.status = "over" if row.result else "playing"
    grants = [Grant(hashed(f"{row.id} seat {seat}"), "seat", (seat,), seat == 0) for seat in range(players)]
    vault = Vault(None if fair else seed, secret, found.rules.version)
    await store.make(row, vault, [*grants, Grant(hashed(f"{row.id} watch"), "spectator")], course.drain())


def campaign_of(number: int) -> str:
    """A campaign of some scenarios, played by random bots."""
    persons = [f"Person {place + 1}" for place in range(2 + number)]
    campaign = Campaign(seed_of("corpus", number), persons, list(range(2 + number)))
    proceed(campaign, with_bots("random"), 10 + 10 * number)
    return dump(campaign)


def keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    print(f"{path}  {path.stat().st_size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="the folder below tests/corpus, such as rules-1")
    parser.add_argument("--only", nargs="*", default=[], help="these games alone")
    arguments = parser.parse_args()
    target = FOLDER / arguments.name
    for slug in [slug for slug in slugs() if not arguments.only or slug in arguments.only]:
        for number in range(RECORDS):
            path = target / slug / f"{number:02}.record.jsonl.xz"
            if not path.exists():
                keep(path, records.encode(record_of(slug, number)))
        path = target / slug / "tables.sqlite.xz"
        if not path.exists():
            draft = Path(f"build/corpus-{slug}.sqlite")
            draft.parent.mkdir(exist_ok=True)
            draft.unlink(missing_ok=True)
            asyncio.run(tables_of(slug, draft))
            keep(path, draft.read_bytes())
            draft.unlink()
    for number in range(CAMPAIGNS):
        path = target / "gloomhaven" / f"{number}.campaign.jsonl.xz"
        if not path.exists():
            keep(path, campaign_of(number).encode())


if __name__ == "__main__":
    main()
