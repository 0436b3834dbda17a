"""What can be wished for at a table. Each function runs as a job of its room, so nothing else happens meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from grimtable.kernel.codec import frozen
from grimtable.kernel.language import refusal_message
from grimtable.kernel.values import Decision, Illegal
from grimtable.records import header_for
from grimtable.server import protocol as p
from grimtable.server import sight
from grimtable.server.course import Course, RulesFailed
from grimtable.server.guests import Guest
from grimtable.server.rooms import Key, Room
from grimtable.server.seats import Grant, clean_name
from grimtable.server.thinking import Thought, imagined
from grimtable.server.words import say

LOGGER = logging.getLogger("grimtable.server")
DEEPEST = 8  # nesting of a composed answer
LARGEST = 1 << 53


class Refuse(Exception):
    """A wish is not granted: a code, and what fills its sentence."""

    def __init__(self, code: str, *params: Any, text: str = "", rules: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.params, self.text, self.rules = code, params, text, rules


# ---------------------------------------------------------------- coming and going
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
    guest.tell(room.table_for(guest))
    others(room, guest, log_from, changed)
    wake_bots(room)


def take_seats(room: Room, guest: Guest, hello: p.Hello) -> bool:
    """Note name and salt of who comes; both count for all seats of the token."""
    row, changed = room.row, False
    for seat in room.own(guest):
        info = row.seats[seat]
        name = clean_name(hello.name or "")
        if name and not info.name:
            info.name, changed = name, True
        if not info.taken:
            info.taken, changed = True, True
            if hello.salt and room.course is None and seat == guest.grant.seats[0]:
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


# ---------------------------------------------------------------- granting
async def grant(room: Room, guest: Guest, wish: p.Wishes) -> None:
    """Carry a wish out, or say why not. One that was carried out before is only confirmed again."""
    key = (guest.grant.hash, wish.id)
    try:
        if key in room.wishes:
            guest.tell(p.Done(wish.id, room.wishes[key]))
        else:
            await GRANTED[type(wish)](room, guest, wish, key)
    except Refuse as refused:
        guest.refuse(wish.id, refused.code, room.rev, *refused.params, text=refused.text, rules=refused.rules)
        if refused.code == "stale":
            guest.tell(room.table_for(guest))


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


async def answer(room: Room, guest: Guest, wish: p.Answer, key: Key) -> None:
    course = check_seat(room, guest, wish, room.opened)
    if room.row.status == "frozen":
        raise Refuse("frozen")
    decision = next((d for d in course.game.decisions() if d.player == wish.seat), None)
    if decision is None:
        raise Refuse("not_asked")
    value = value_of(decision, wish)
    try:
        await play(room, wish.seat, value, key)
    except Illegal as error:
        raise refused(room, guest, error) from None
    except RulesFailed:
        guest.refuse(wish.id, "frozen", room.rev)
        return
    guest.tell(p.Done(wish.id, room.wishes[key]))


def value_of(decision: Decision, wish: p.Answer) -> Any:
    """The answer as a plain value; what it means is for the game to judge."""
    if (wish.action is None) == (wish.answer is msgspec.UNSET):
        raise Refuse("malformed", "an answer has either an action or a plain answer")
    if wish.action is not None:
        try:
            return decision.find(wish.action)
        except LookupError:
            raise Refuse("not_an_option") from None
    if not is_plain(wish.answer, DEEPEST):
        raise Refuse("malformed", "a plain answer is made of numbers, words and lists of them")
    return frozen(wish.answer)


def is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, list):
        return depth > 0 and all([is_plain(part, depth - 1) for part in value])
    if isinstance(value, int) and not isinstance(value, bool):
        return -LARGEST < value < LARGEST
    return isinstance(value, str)


def refused(room: Room, guest: Guest, error: Illegal) -> Refuse:
    """The rules' refusal in words, with the rule that it names."""
    message = refusal_message(error.refusal)
    catalogue = room.definition.catalogue
    known = {"not_asked": "not_asked", "game_over": "over", "not_an_option": "not_an_option", "no_undo": "no_undo"}
    code = known.get(error.refusal.message_key, error.refusal.message_key)
    code = code if code in known.values() or code == "nothing_to_withdraw" else "illegal"
    text = catalogue.say(message, guest.lang, room.names(guest.lang)) if catalogue.has(message.key, guest.lang) else ""
    return Refuse(code, text=text, rules=message.rules)


async def play(room: Room, seat: int, value: Any, key: Key | None = None) -> None:
    """Give an answer for a seat, store it and tell everybody. If the rules fail, the table is frozen."""
    course = course_of(room)
    sealed = len(course.game.partial)
    try:
        course.answer(seat, value)
    except RulesFailed as error:
        LOGGER.exception("table %s is frozen: %s", room.id, error)
        await room.commit()
        room.opened = room.changed = room.rev
        room.tell_all(len(course.log), seats=True)
        for guest in room.guests:
            guest.tell(p.Frozen(say(guest.lang, "refused.frozen")))
        raise
    room.takeback = None
    log_from = await room.commit(key)
    room.changed = room.rev
    if len(course.game.partial) <= sealed:  # all answers are in: other decisions are open now
        room.opened = room.rev
    room.tell_all(log_from, ended=room.row.status == "over")
    wake_bots(room)


# ---------------------------------------------------------------- going back
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
    room.tell_all(log_from, back=True, seats=True)
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
    room.tell_all(log_from)
    guest.tell(p.Done(wish.id, room.wishes[key]))


# ---------------------------------------------------------------- help
async def hint(room: Room, guest: Guest, wish: p.AskHint, key: Key) -> None:
    """The best options in the eyes of a bot that knows what this seat knows."""
    course = check_seat(room, guest, wish, room.opened)
    decision = next((d for d in course.game.decisions() if d.player == wish.seat), None)
    if decision is None or room.row.status == "frozen":
        raise Refuse("not_asked")
    if not guest.hints.allows():
        raise Refuse("too_many")
    view = room.definition.rules.view(course.game.state, wish.seat)
    looks = sight.Sight(room.definition, wish.seat, guest.lang, room.names(guest.lang))
    texts = [looks.say(room.definition.describe.option(view, decision, option)) for option in decision.options]
    ids = [decision.action_id(option) for option in decision.options]
    stored = imagined(course.game, wish.seat)

    async def think() -> None:
        ranked, bot = await room.thinking.hint(stored, wish.seat, room.limits.hint_seconds)
        if not ranked:
            guest.refuse(wish.id, "busy", room.rev)
            return
        best = [p.HintAnswer(ids[place], texts[place], round(estimate, 4)) for place, estimate in ranked]
        guest.tell(p.Hint(wish.id, best, bot))

    room.errand(think())


async def explain(room: Room, guest: Guest, wish: p.Explain, key: Key) -> None:
    """What a thing on the table is. Any word may be asked for, so whatever it does not name is simply unknown."""
    course = course_of(room)
    view = room.definition.rules.view(course.game.state, guest.viewer)
    looks = sight.Sight(room.definition, guest.viewer, guest.lang, room.names(guest.lang))
    try:
        message = room.definition.describe.piece(view, wish.ref)
        text = looks.say(message)
    except (LookupError, ValueError, TypeError, AttributeError):
        raise Refuse("unknown") from None
    guest.tell(p.Explained(wish.id, wish.ref, text, list(message.rules)))


# ---------------------------------------------------------------- seats
async def rename(room: Room, guest: Guest, wish: p.Rename, key: Key) -> None:
    seats = room.own(guest)
    if not seats:
        raise Refuse("spectator")
    name = clean_name(wish.name)
    for seat in seats:
        room.row.seats[seat].name = name
    await room.commit(key)
    for other in room.guests:  # the name stands in all sentences
        other.tell(room.table_for(other))
    guest.tell(p.Done(wish.id, room.wishes[key]))


async def speak(room: Room, guest: Guest, wish: p.Speak, key: Key) -> None:
    guest.lang = wish.lang
    guest.tell(room.table_for(guest))
    guest.tell(p.Done(wish.id, room.rev))


async def ping(room: Room, guest: Guest, wish: p.Ping, key: Key) -> None:
    guest.tell(p.Pong(wish.id))


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
    info.kind, info.bot, info.name, info.fallback = "bot", wish.bot, "", None
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


# ---------------------------------------------------------------- bots
def wake_bots(room: Room) -> None:
    """Let the bots think that are asked now and do not think yet."""
    if room.course is None or room.row.status != "playing":
        return
    for decision in room.course.game.decisions():
        info = room.row.seats[decision.player]
        if info.kind == "bot" and info.bot is not None:
            room.think(decision.player, info.bot, thought)


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
    info.fallback = found.by
    if found.by is not None:
        course.note("bot_fallback", seat, info.bot, found.fault, found.by)
    try:
        await play(room, seat, decision.options[found.place])
    except RulesFailed:
        return


Granted = Callable[[Room, Guest, Any, Key], Awaitable[None]]
GRANTED: dict[type, Granted] = {
    p.Answer: answer,
    p.Withdraw: withdraw,
    p.Undo: undo,
    p.Restart: undo,
    p.AskTakeback: ask_takeback,
    p.ReplyTakeback: reply_takeback,
    p.AskHint: hint,
    p.Explain: explain,
    p.Rename: rename,
    p.Speak: speak,
    p.Replace: replace,
    p.Ping: ping,
}
