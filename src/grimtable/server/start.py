"""How a game starts: every person comes, the salts of the dice are exchanged, the game begins.

The exchange has two rounds, so that nobody can choose a salt by those of the others. A browser comes with the hash of
its salt; when every person has come, all hashes are published and the salts asked for, each of which must fit its hash.
Whoever sent no hash, or does not send the salt in time, has no part in the dice.
"""

from __future__ import annotations

import asyncio
from functools import partial

from grimtable.kernel.chance import salt_hash
from grimtable.records import header_for
from grimtable.server import protocol as p
from grimtable.server.course import Course
from grimtable.server.guests import Guest
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.telling import table_for, tell_all
from grimtable.server.turns import wake_bots


def go_on(room: Room) -> bool:
    """As far as the table can go now: publish the hashes, and begin the game if no salt is awaited. Has it begun?"""
    row = room.row
    if row.status != "waiting" or [seat for seat in row.seats if seat.kind == "person" and not seat.taken]:
        return False
    if not row.hashes and room.vault.secret is not None:
        row.hashes = [seat.salt_hash for seat in row.seats]
    if room.awaited():
        return False
    begin(room)
    return True


def begin(room: Room) -> None:
    """Set the game up, with the salts that have been given. It is stored and told by the caller."""
    row = room.row
    seats = [seat.bot or seat.name or "person" for seat in row.seats]
    if room.vault.secret is None:
        header = header_for(room.definition, row.players, row.options, seats, room.vault.seed)
    else:
        row.salts = [room.salts.get(seat, "") for seat in range(row.players)]
        dice = (None, row.commitment, row.salts, row.hashes)
        header = header_for(room.definition, row.players, row.options, seats, *dice)
    room.course = Course.begun(header, room.dice_at(row.salts))
    room.opened = room.changed = room.rev + 1
    room.notice_secrets()


async def give_salt(room: Room, guest: Guest, wish: p.GiveSalt, key: Key) -> None:
    """The salt of a token's first seat. The last one that is awaited begins the game."""
    if not guest.grant.seats:
        raise Refuse("spectator")
    seat, salt = guest.grant.seats[0], wish.salt.lower()
    if seat in room.awaited():
        if salt_hash(bytes.fromhex(salt)) != room.row.hashes[seat]:
            raise Refuse("salt_differs")
        room.salts[seat] = salt
        if room.awaited():
            tell_all(room, 0, ended=True)
        else:
            await begin_for_all(room)
    elif room.salts.get(seat) != salt and salt not in room.row.salts:
        raise Refuse("salt_not_awaited")
    guest.tell(p.Done(wish.id, room.rev))


async def begin_for_all(room: Room) -> None:
    """Begin with the salts that are there, and say whose are missing."""
    left_out = room.awaited()
    begin(room)
    assert room.course is not None
    for seat in left_out:
        info = room.row.seats[seat]
        room.course.note("left_out", seat, (info.replaced or info).name)
    await room.commit()
    for guest in room.guests:
        guest.tell(table_for(room, guest))
    wake_bots(room)


def keep_time(room: Room) -> None:
    """Nobody waits longer for salts than the limit says, also after the server has started again."""
    if not room.awaited() or room.awaits_salts:
        return
    room.awaits_salts = True

    async def wait() -> None:
        await asyncio.sleep(room.limits.salt_seconds)
        room.post(partial(time_is_up, room))

    room.errand(wait())


async def time_is_up(room: Room) -> None:
    """Whoever is there waits no longer. If no player is there, all are asked once more when somebody comes."""
    room.awaits_salts = False
    if room.awaited() and room.connected():
        await begin_for_all(room)


def resume(room: Room) -> None:
    """After a failure, whoever was waited for is waited for again."""
    keep_time(room)
    wake_bots(room)
