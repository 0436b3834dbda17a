"""Who is at the table: coming, going, and names."""

from __future__ import annotations

from grimtable.server import protocol as p
from grimtable.server.guests import Guest
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.seats import clean_name
from grimtable.server.start import go_on, keep_time
from grimtable.server.telling import seats_for, table_for, tell_all
from grimtable.server.turns import wake_bots


async def arrive(room: Room, guest: Guest, hello: p.Hello) -> None:
    """Somebody sits down or watches. When every person has come, the game is on its way."""
    guest.salt_hash = (hello.salt_hash or "").lower()
    room.guests.append(guest)
    room.turn_out()
    if guest not in room.guests:
        return
    changed, begun, log_from = take_seats(room, guest, hello), False, 0
    if changed:
        begun = go_on(room)
        log_from = await room.commit(revoked=room.rivals(guest))
    guest.tell(table_for(room, guest))
    others(room, guest, log_from, changed, begun)
    keep_time(room)
    wake_bots(room)


def take_seats(room: Room, guest: Guest, hello: p.Hello) -> bool:
    """Note who comes. Name, colour and salt are of the token's first seat: the others are people beside them.

    Until the hashes are published, the browser that came last is the one whose salt is meant.
    """
    row, changed = room.row, False
    for seat in room.own(guest):
        info, first = row.seats[seat], seat == guest.grant.seats[0]
        name = clean_name(hello.name or "")
        if info.hold is not None:
            if info.hold.link == guest.link:
                info.name = info.hold.name
            info.hold, changed = None, True
        if first and name and not info.name:
            info.name, changed = name, True
        if first and hello.colour and info.colour is None:
            info.colour, changed = hello.colour, True
        if first and guest.salt_hash and not row.hashes and row.status == "waiting":
            changed |= info.salt_hash != guest.salt_hash
            info.salt_hash = guest.salt_hash
        if not info.taken:
            info.taken, changed = True, True
    if guest.grant.maker and not room.own(guest) and row.status == "waiting":
        changed = True  # bots only: they begin when their maker looks
    return changed


def others(room: Room, guest: Guest, log_from: int, changed: bool, begun: bool) -> None:
    """Tell the others who came, and what that changed."""
    here = [other for other in room.guests if other is not guest]
    if begun:
        for other in here:
            other.tell(table_for(room, other))
    elif changed:
        tell_all(room, log_from, to=here, seats=True, ended=True)
    else:
        for other in here:
            other.tell(p.Presence(seats_for(room, other)))


async def leave(room: Room, guest: Guest) -> None:
    room.drop_errands(guest)
    if guest in room.guests:
        room.guests.remove(guest)
        room.note_absence(guest)
    for other in room.guests:
        other.tell(p.Presence(seats_for(room, other)))


async def catch_up(room: Room, guest: Guest) -> None:
    """A client that fell behind gets everything in one piece."""
    guest.behind = False
    if guest in room.guests:
        guest.tell(table_for(room, guest))


async def rename(room: Room, guest: Guest, wish: p.Rename, key: Key) -> None:
    seats = room.own(guest)
    if not seats:
        raise Refuse("spectator")
    info = room.row.seats[seats[0]]  # who shares the screen keeps the name they were given
    info.name, info.colour = clean_name(wish.name), wish.colour or info.colour
    await room.commit(key)
    for other in room.guests:  # the name stands in all sentences
        other.tell(table_for(room, other))
    guest.tell(p.Done(wish.id, room.wishes[key]))
