"""What guests are told of a table: each what its role may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grimtable.server import protocol as p
from grimtable.server import sight
from grimtable.server.words import say

if TYPE_CHECKING:
    from grimtable.server.guests import Guest
    from grimtable.server.rooms import Room

SHARED = (  # by updates and whole tables
    "rev",
    "status",
    "viewer",
    "view",
    "phase_text",
    "asks",
    "waiting",
    "log",
    "log_from",
    "undo",
    "answers",
)


def tell_all(room: Room, log_from: int, to: list[Guest] | None = None, **changed: bool) -> None:
    """Send everybody, or these, what changed, each what its role may see."""
    known = room.secrets
    room.notice_secrets(log_from)
    if room.secrets != known:  # from now on people who share a screen need a curtain
        for guest in room.guests:
            guest.tell(table_for(room, guest))
        return
    made: dict[Any, bytes] = {}
    for guest in room.guests if to is None else to:
        viewer, first = eyes_of(room, guest), log_from
        if viewer != guest.viewer and room.secrets:
            first = 0  # another person looks now: nothing of the last one's log may stay
        guest.viewer = viewer
        key = (room.own(guest), viewer, guest.lang, first)
        if key not in made:
            made[key] = p.encode(update_for(room, guest, first, **changed))
        guest.tell(made[key])


def table_for(room: Room, guest: Guest) -> p.TableMessage:
    """Everything that a guest may know."""
    guest.viewer = eyes_of(room, guest)
    row, looks = room.row, sight_of(room, guest)
    update = update_for(room, guest, 0, seats=True, ended=True)
    return p.TableMessage(
        v=p.VERSION,
        table=room.id,
        role="seat" if room.own(guest) else "spectator",
        you=list(room.own(guest)),
        replaced=room.lost(guest),
        maker=guest.grant.maker,
        public=row.public,
        lang=guest.lang,
        game=p.GameInfo(row.game, room.definition.title(guest.lang), row.players, row.options, room.secrets),
        dice=dice_shown(room),
        result=sight.result_shown(row.result, looks, update.view),
        seats=seats_for(room, guest),
        takeback=update.takeback or None,
        **{name: getattr(update, name) for name in SHARED},
    )


def update_for(
    room: Room, guest: Guest, log_from: int, seats: bool = False, ended: bool = False, back: bool = False
) -> p.Update:
    looks, view, course = sight_of(room, guest), room.view(guest.viewer), room.course
    update = p.Update(
        rev=room.rev,
        status=room.row.status,  # type: ignore[arg-type]  # one of the four words, from the database
        viewer=guest.viewer,
        view=view,
        phase_text=sight.place_text(room.row.place, looks),
        asks=asks_for(room, guest),
        waiting=sight.waiting_shown(course) if course is not None else [],
        log=sight.log_shown(course.log, sight.with_sides(looks, view), log_from) if course is not None else [],
        log_from=log_from,
        undo=undo_for(room, guest),
        answers=room.row.answers,
        takeback=takeback_for(room, guest),
    )
    if seats:
        update.seats = seats_for(room, guest)
    if ended or back:
        update.result = sight.result_shown(room.row.result, looks, view)
        update.dice = dice_shown(room)
    return update


def eyes_of(room: Room, guest: Guest) -> int | None:
    """Whose view a guest is shown: with several seats, that of the one that is asked now."""
    seats = room.own(guest)
    if len(seats) > 1 and room.course is not None:
        asked = [d.player for d in room.course.game.decisions() if d.player in seats]
        if asked and guest.viewer not in asked:
            return asked[0]
    return guest.viewer if guest.viewer in seats else (seats[0] if seats else None)


def sight_of(room: Room, guest: Guest) -> sight.Sight:
    old = room.course is not None and room.course.old
    return sight.Sight(room.definition, guest.viewer, guest.lang, room.names(guest.lang), old=old)


def seats_for(room: Room, guest: Guest) -> list[p.SeatInfo]:
    return sight.seats_shown(room.row.seats, sight_of(room, guest), room.view(guest.viewer), room.connected())


def undo_for(room: Room, guest: Guest) -> p.UndoInfo:
    course, seats = room.course, room.own(guest)
    if course is None or not seats:
        return p.UndoInfo(False, "nothing", False, None)
    bar = "over" if room.row.status == "over" else course.bar(seats)
    if bar is not None:
        return p.UndoInfo(False, bar, False, None)
    return p.UndoInfo(True, None, True, course.record.lines[-1].player)


def dice_shown(room: Room) -> p.DiceInfo:
    if room.vault.secret is None:
        return p.DiceInfo("seeded", None, [], [], [], None)
    row, secret = room.row, room.vault.secret.hex() if room.row.status == "over" else None
    return p.DiceInfo("fair", row.commitment, row.hashes, room.awaited(), row.salts, secret)


def asks_for(room: Room, guest: Guest) -> list[p.Ask]:
    if room.course is None or room.row.status == "frozen":
        return []
    return sight.asks_shown(room.course, room.own(guest), sight_of(room, guest), room.view)


def takeback_for(room: Room, guest: Guest) -> p.TakebackInfo | None:
    asked = room.takeback
    if asked is None:
        return None
    text = say(guest.lang, "takeback", room.names(guest.lang)[asked.seat], asked.to)
    return p.TakebackInfo(asked.seat, asked.to, text, asked.missing)
