"""Going back: sealed answers withdrawn, own answers undone, and take-backs that all persons accept."""

from __future__ import annotations

import logging

from grimtable.kernel.values import Illegal
from grimtable.server import protocol as p
from grimtable.server.guests import Guest
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.telling import tell_all
from grimtable.server.turns import check_seat, course_of, refused, wake_bots

LOGGER = logging.getLogger("grimtable.server")


async def withdraw(room: Room, guest: Guest, wish: p.Withdraw, key: Key) -> None:
    course = check_seat(room, guest, wish, room.opened)
    try:
        course.withdraw(wish.seat)
    except Illegal as error:
        raise refused(room, guest, error) from None
    await went_back(room, guest, wish, key)


async def undo(room: Room, guest: Guest, wish: p.Undo | p.Restart, key: Key) -> None:
    course = check_seat(room, guest, wish, room.changed)
    try:
        course.restart(wish.seat) if isinstance(wish, p.Restart) else course.undo(wish.seat)
    except Illegal as error:
        raise refused(room, guest, error) from None
    room.opened = room.rev + 1
    await went_back(room, guest, wish, key)


async def went_back(room: Room, guest: Guest, wish: p.SeatWish, key: Key) -> None:
    room.takeback = None
    log_from = await room.commit(key)
    room.changed = room.rev
    tell_all(room, log_from, back=True, seats=True)
    guest.tell(p.Done(wish.id, room.wishes[key]))
    wake_bots(room)


async def ask_takeback(room: Room, guest: Guest, wish: p.AskTakeback, key: Key) -> None:
    """Ask all other persons; who plays with bots only need not ask."""
    course = check_seat(room, guest, wish, room.changed)
    if not 1 <= wish.to <= course.answers:
        raise Refuse("no_takeback")
    persons = [seat for seat, info in enumerate(room.row.seats) if info.kind == "person"]
    missing = [seat for seat in persons if seat not in guest.grant.seats]
    room.takeback = p.TakebackInfo(wish.seat, wish.to, "", missing)
    await settle_takeback(room, guest, wish, key)


async def reply_takeback(room: Room, guest: Guest, wish: p.ReplyTakeback, key: Key) -> None:
    check_seat(room, guest, wish, room.changed)
    asked = room.takeback
    if asked is None or wish.seat not in asked.missing:
        raise Refuse("not_asked")
    if wish.accept:
        asked.missing = [seat for seat in asked.missing if seat not in guest.grant.seats]
    else:
        room.takeback = None
    await settle_takeback(room, guest, wish, key)


async def settle_takeback(room: Room, guest: Guest, wish: p.SeatWish, key: Key) -> None:
    """Go back if nobody is missing; in any case tell how it stands."""
    asked, course = room.takeback, course_of(room)
    if asked is not None and not asked.missing:
        before = course.answers
        try:
            course.go_back(asked.to - 1)
        except Exception as error:
            LOGGER.warning("table %s cannot go back: %s", room.id, type(error).__name__)
            room.takeback = None
            raise Refuse("no_takeback") from error
        course.note("took_back", asked.seat, before - course.answers)
        room.opened = room.rev + 1
        await went_back(room, guest, wish, key)
        return
    log_from = await room.commit(key)
    tell_all(room, log_from)
    guest.tell(p.Done(wish.id, room.wishes[key]))
