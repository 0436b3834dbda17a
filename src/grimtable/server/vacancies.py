"""Seats that change hands: free seats that somebody asks for, bots that stand in, persons who come back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil

from grimtable.server import protocol as p
from grimtable.server.guests import Guest
from grimtable.server.limits import Limits
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.rows import Hold, Person, SeatRow
from grimtable.server.seats import Grant, clean_name
from grimtable.server.start import go_on, keep_time
from grimtable.server.telling import table_for, tell_all
from grimtable.server.turns import wake_bots


# ---------------------------------------------------------------- free seats
def is_held(seat: SeatRow, limits: Limits) -> bool:
    """Whether it waits for somebody who asked for it. That lapses."""
    return seat.hold is not None and time.time() - seat.hold.since < limits.hold_seconds


def free_seats(seats: Sequence[SeatRow], limits: Limits) -> list[int]:
    """The seats that anybody may ask for while a public table waits."""
    return [
        n
        for n, seat in enumerate(seats)
        if seat.kind == "person" and not seat.taken and not seat.held and not is_held(seat, limits)
    ]


async def sit(room: Room, seat: int | None, name: str, link: str) -> int:
    """Hold a free seat of a public table for a new link; the first of its links that comes has it. Returns the seat."""
    free = [n for n in free_seats(room.row.seats, room.limits) if n not in room.connected()]
    if room.row.status != "waiting" or not free or (seat is not None and seat not in free):
        raise Refuse("no_free_seat")
    found = free[0] if seat is None else seat
    info = room.row.seats[found]
    lapsed = (info.hold.link,) if info.hold is not None else ()
    info.hold = Hold(link, clean_name(name), time.time())
    await room.commit(grants=(Grant(link, "seat", (found,)),), revoked=lapsed)
    tell_all(room, 0, seats=True)
    return found


# ---------------------------------------------------------------- bots in the place of persons
async def replace(room: Room, guest: Guest, wish: p.Replace, key: Key) -> None:
    """The maker gives a seat that nobody holds, or whose person has been away for a while, to a bot."""
    if not guest.grant.maker:
        raise Refuse("not_maker")
    if room.row.status == "over":
        raise Refuse("over")
    if wish.seat >= room.row.players or wish.bot not in room.bots:
        raise Refuse("no_bot", wish.bot) if wish.seat < room.row.players else Refuse("not_your_seat")
    info = room.row.seats[wish.seat]
    if info.kind == "bot" or wish.seat in room.connected() or is_held(info, room.limits):
        raise Refuse("occupied")
    grace = room.grace(wish.seat)
    if grace > 0:
        raise Refuse("just_left", ceil(grace))
    if room.course is not None:
        room.course.note("replaced", wish.seat, info.name)
    info.replaced = Person(info.name, info.colour)
    info.kind, info.bot, info.name, info.fallback, info.colour = "bot", wish.bot, "", None, None
    info.salt_hash = ""
    if room.takeback is not None:
        room.takeback.missing = [seat for seat in room.takeback.missing if seat != wish.seat]
    await settle(room, guest, wish, key)


async def reclaim(room: Room, guest: Guest, wish: p.Reclaim, key: Key) -> None:
    """A person takes the seat back that was given to a bot."""
    if wish.seat not in guest.grant.seats:
        raise Refuse("not_your_seat")
    if room.row.status == "over":
        raise Refuse("over")
    info = room.row.seats[wish.seat]
    if info.kind != "bot":
        raise Refuse("occupied")
    before = info.replaced or Person("", None)
    info.kind, info.bot, info.fallback, info.replaced, info.hold = "person", None, None, None, None
    info.name, info.colour, info.taken = before.name, before.colour, True
    if wish.seat == guest.grant.seats[0]:
        info.salt_hash = guest.salt_hash
    if room.course is not None:
        room.course.note("came_back", wish.seat)
    if room.takeback is not None and wish.seat != room.takeback.seat:
        room.takeback.missing.append(wish.seat)
    await settle(room, guest, wish, key)


async def settle(room: Room, guest: Guest, wish: p.Replace | p.Reclaim, key: Key) -> None:
    """Store that a seat has changed hands, and show everybody the table."""
    go_on(room)
    await room.commit(key, revoked=room.rivals(guest))
    room.turn_out()
    for other in room.guests:
        other.tell(table_for(room, other))
    guest.tell(p.Done(wish.id, room.wishes[key]))
    keep_time(room)
    wake_bots(room)
