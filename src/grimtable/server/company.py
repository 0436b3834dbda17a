"""Who is at the table: coming, going, names, and seats that change hands."""

from __future__ import annotations

from grimtable.records import header_for
from grimtable.server import protocol as p
from grimtable.server.course import Course
from grimtable.server.guests import Guest
from grimtable.server.rooms import Key, Room
from grimtable.server.seats import Grant, clean_name
from grimtable.server.turns import Refuse, wake_bots


async def arrive(room: Room, guest: Guest, hello: p.Hello) -> None:
    """Somebody sits down or watches. The game begins when every person has come."""
    room.guests.append(guest)
    changed = take_seats(room, guest, hello)
    log_from = 0
    if changed:
        if room.row.status == "waiting" and all([seat.taken or seat.kind == "bot" for seat in room.row.seats]):
            begin(room)
        log_from = await room.commit()
        if room.course is not None and room.row.answers == 0:
            room.opened = room.changed = room.rev
            room.notice_secrets()
    guest.tell(room.table_for(guest))
    others(room, guest, log_from, changed)
    wake_bots(room)


def take_seats(room: Room, guest: Guest, hello: p.Hello) -> bool:
    """Note who comes. Name, colour and salt are of the token's first seat: the others are people beside them."""
    row, changed = room.row, False
    for seat in room.own(guest):
        info, first = row.seats[seat], seat == guest.grant.seats[0]
        name = clean_name(hello.name or "")
        if first and name and not info.name:
            info.name, changed = name, True
        if first and hello.colour and info.colour is None:
            info.colour, changed = hello.colour, True
        if not info.taken:
            info.taken, changed = True, True
            if first and hello.salt and room.course is None:
                row.salts[seat] = hello.salt.lower()
    if guest.grant.maker and not room.own(guest) and row.status == "waiting":
        changed = True  # bots only: they begin when their maker looks
    return changed


def begin(room: Room) -> None:
    row = room.row
    seats = [seat.bot or seat.name or "person" for seat in row.seats]
    salts = row.salts if room.vault.secret is not None else []
    header = header_for(room.definition, row.players, row.options, seats, room.vault.seed, row.commitment, salts)
    room.course = Course.begun(header, room.dice_at(row.salts))


def others(room: Room, guest: Guest, log_from: int, changed: bool) -> None:
    """Tell the others who came or went, and what that changed."""
    here = [other for other in room.guests if other is not guest]
    if changed:
        room.tell_all(log_from, to=here, seats=True, ended=True)
    else:
        for other in here:
            other.tell(p.Presence(room.seats_for(other)))


async def leave(room: Room, guest: Guest) -> None:
    if guest in room.guests:
        room.guests.remove(guest)
    for other in room.guests:
        other.tell(p.Presence(room.seats_for(other)))


async def catch_up(room: Room, guest: Guest) -> None:
    """A client that fell behind gets everything in one piece."""
    guest.behind = False
    guest.tell(room.table_for(guest))


async def rename(room: Room, guest: Guest, wish: p.Rename, key: Key) -> None:
    seats = room.own(guest)
    if not seats:
        raise Refuse("spectator")
    info = room.row.seats[seats[0]]  # who shares the screen keeps the name they were given
    info.name, info.colour = clean_name(wish.name), wish.colour or info.colour
    await room.commit(key)
    for other in room.guests:  # the name stands in all sentences
        other.tell(room.table_for(other))
    guest.tell(p.Done(wish.id, room.wishes[key]))


async def replace(room: Room, guest: Guest, wish: p.Replace, key: Key) -> None:
    """The maker gives a seat that nobody holds, or whose person has left, to a bot."""
    if not guest.grant.maker:
        raise Refuse("not_maker")
    if room.row.status == "over":
        raise Refuse("over")
    if wish.seat >= room.row.players or wish.bot not in room.bots:
        raise Refuse("no_bot", wish.bot) if wish.seat < room.row.players else Refuse("not_your_seat")
    info = room.row.seats[wish.seat]
    if info.kind == "bot" or wish.seat in room.connected():
        raise Refuse("occupied")
    if room.course is not None:
        room.course.note("replaced", wish.seat)
    info.kind, info.bot, info.name, info.fallback, info.colour = "bot", wish.bot, "", None, None
    if room.takeback is not None:
        room.takeback.missing = [seat for seat in room.takeback.missing if seat != wish.seat]
    if room.row.status == "waiting" and all([seat.taken or seat.kind == "bot" for seat in room.row.seats]):
        begin(room)
    await room.commit(key)
    for other in room.guests:
        other.tell(room.table_for(other))
    guest.tell(p.Done(wish.id, room.wishes[key]))
    wake_bots(room)


async def sit(room: Room, seat: int | None, name: str, grant_hash: str) -> int:
    """Somebody takes a free seat of a public table: the link that was made for it holds no more. Returns the seat."""
    free = [n for n, info in enumerate(room.row.seats) if info.kind == "person" and not info.taken and not info.held]
    if room.row.status != "waiting" or not free or (seat is not None and seat not in free):
        raise Refuse("no_free_seat")
    taken = free[0] if seat is None else seat
    gone = [g for g in room.grants if g.seats == (taken,) and not g.maker]
    new = Grant(grant_hash, "seat", (taken,))
    room.row.seats[taken].held = True
    room.row.seats[taken].name = clean_name(name)
    await room.commit(grants=[new], revoked=[g.hash for g in gone])
    room.grants = [g for g in room.grants if g not in gone] + [new]
    room.tell_all(0, seats=True)
    return taken
