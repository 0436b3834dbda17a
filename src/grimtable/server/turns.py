"""Answers of persons and bots: given, stored, told. All of this runs as jobs of a room."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from grimtable import records
from grimtable.kernel.values import Illegal
from grimtable.server import protocol as p
from grimtable.server.bot_pool import Thought, lane_of
from grimtable.server.course import Course, RulesFailed
from grimtable.server.guests import Guest
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.rows import error_id
from grimtable.server.telling import tell_all
from grimtable.server.thoughts import About
from grimtable.server.words import say

LOGGER = logging.getLogger("grimtable.server")


def course_of(room: Room) -> Course:
    if room.course is None:
        raise Refuse("not_started")
    return room.course


def check_seat(room: Room, guest: Guest, wish: p.SeatWish, since: int) -> Course:
    """The seat is the wisher's, the game goes on, and the wish is about the table as it is."""
    if not guest.grant.seats:
        raise Refuse("spectator")
    if wish.seat not in room.own(guest):
        raise Refuse("not_your_seat")
    course = course_of(room)
    if room.row.status == "over":
        raise Refuse("over")
    if not since <= wish.rev <= room.rev:
        raise Refuse("stale")
    return course


def refused(room: Room, guest: Guest, error: Illegal) -> Refuse:
    """The rules' refusal in words, with the rule that it names."""
    message = room.definition.describe.refusal(room.view(guest.viewer), error.refusal)
    catalogue = room.definition.catalogue
    known = {"not_asked": "not_asked", "game_over": "over", "not_an_option": "not_an_option", "no_undo": "no_undo"}
    code = known.get(error.refusal.message_key, error.refusal.message_key)
    code = code if code in known.values() or code == "nothing_to_withdraw" else "illegal"
    text = catalogue.say(message, guest.lang, room.names(guest.lang)) if catalogue.has(message.key, guest.lang) else ""
    return Refuse(code, text=text, rules=message.rules)


async def play(room: Room, seat: int, value: Any, key: Key | None = None, seats: bool = False) -> None:
    """Give an answer for a seat, store it and tell everybody. If the rules fail, the table is frozen."""
    course = course_of(room)
    sealed = len(course.game.partial)
    try:
        course.answer(seat, value)
    except RulesFailed as error:
        name = error_id(room.id, course.answers)
        LOGGER.exception("table %s is frozen, `grimtable report %s` shows it: %s", room.id, name, error)
        await room.commit(report=records.encode(course.record))
        room.opened = room.changed = room.rev
        tell_all(room, len(course.log), seats=True)
        for guest in room.guests:
            guest.tell(p.Frozen(say(guest.lang, "frozen", name), name))
        raise
    room.takeback = None
    log_from = await room.commit(key)
    room.changed = room.rev
    if len(course.game.partial) <= sealed:  # all answers are in: other decisions are open now
        room.opened = room.rev
    tell_all(room, log_from, ended=room.row.status == "over", seats=seats)
    wake_bots(room)


# ---------------------------------------------------------------- bots
def wake_bots(room: Room) -> None:
    """Let the bots think that are asked now; thoughts about decisions that have passed are dropped.

    While nobody is there, a table of bots sleeps; at others they go on until a person must decide.
    """
    bots: dict[int, About] = {}
    if room.course is not None and room.row.status == "playing" and not sleeps(room):
        for decision in room.course.game.decisions():
            info = room.row.seats[decision.player]
            if info.kind == "bot" and info.bot is not None:
                bots[decision.player] = About(info.bot, room.opened, lane_of(info.bot, bool(room.guests)))
    room.thoughts.turn_to(bots, room.question, partial(thought, room))


def sleeps(room: Room) -> bool:
    """Whether nobody is there to wait for bots, nor will be asked."""
    return room.is_deserted() or (not room.guests and all([seat.kind == "bot" for seat in room.row.seats]))


async def thought(room: Room, seat: int, opened: int, found: Thought) -> None:
    """A bot has thought: its answer counts if its decision still stands."""
    course = room.course
    if course is None or opened != room.opened or room.row.status != "playing":
        wake_bots(room)
        return
    decision = next((d for d in course.game.decisions() if d.player == seat), None)
    if decision is None:
        return
    info = room.row.seats[seat]
    if info.kind != "bot":  # its person has come back meanwhile
        return
    changed, info.fallback = info.fallback != found.by, found.by
    if found.by is not None:
        course.note("bot_fallback", seat, info.bot, found.fault, found.by)
    try:
        await play(room, seat, decision.options[found.place], seats=changed)
    except RulesFailed:
        return
