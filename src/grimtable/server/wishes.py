"""What can be wished for at a table. Each function runs as a job of its room, so nothing else happens meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from grimtable.kernel.codec import frozen
from grimtable.kernel.game import not_an_option
from grimtable.kernel.values import Decision, Illegal
from grimtable.server import protocol as p
from grimtable.server import sight
from grimtable.server.company import rename
from grimtable.server.course import RulesFailed
from grimtable.server.goback import ask_takeback, reply_takeback, undo, withdraw
from grimtable.server.guests import Guest
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Key, Room
from grimtable.server.start import give_salt
from grimtable.server.telling import table_for
from grimtable.server.transaction import Unsettled
from grimtable.server.turns import check_seat, course_of, play, refused
from grimtable.server.vacancies import reclaim, replace
from grimtable.server.words import say

DEEPEST = 8  # nesting of a composed answer
LARGEST = 1 << 53


async def grant(room: Room, guest: Guest, wish: p.Wishes) -> None:
    """Carry a wish out, or say why not. One that was carried out before is only confirmed again."""
    if guest not in room.guests:  # it was turned out
        return
    key = (guest.link, wish.id)
    try:
        if key in room.wishes:
            guest.tell(p.Done(wish.id, room.wishes[key]))
        else:
            await GRANTED[type(wish)](room, guest, wish, key)
    except Refuse as no:
        guest.refuse(wish.id, no.code, room.rev, *no.params, text=no.text, rules=no.rules)
        if no.code == "stale":
            guest.tell(table_for(room, guest))
    except Unsettled:  # whether it is done or not will be seen when its client comes again
        raise
    except Exception:
        guest.refuse(wish.id, "busy", room.rev)
        raise


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


async def check(room: Room, guest: Guest, wish: p.Check, key: Key) -> None:
    """What the rules would say to an answer, for a hand that still holds the piece."""
    course = check_seat(room, guest, wish, room.opened)
    decision = next((d for d in course.game.decisions() if d.player == wish.seat), None)
    if decision is None or room.row.status == "frozen":
        raise Refuse("not_asked")
    value = value_of(decision, p.Answer(wish.id, wish.rev, wish.seat, None, wish.answer))
    refusal = None
    if value not in decision.options:
        refusal = decision.check(value) if decision.check is not None else not_an_option(decision, value)
    if refusal is None:
        guest.tell(p.Checked(wish.id, True, "", []))
        return
    no = refused(room, guest, Illegal(refusal))
    guest.tell(p.Checked(wish.id, False, no.text or say(guest.lang, f"refused.{no.code}"), list(no.rules)))


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


# ---------------------------------------------------------------- help
async def hint(room: Room, guest: Guest, wish: p.AskHint, key: Key) -> None:
    """The best options in the eyes of a bot that knows what this seat knows."""
    course = check_seat(room, guest, wish, room.opened)
    decision = next((d for d in course.game.decisions() if d.player == wish.seat), None)
    if decision is None or room.row.status == "frozen":
        raise Refuse("not_asked")
    if not guest.hints.allows():
        raise Refuse("too_many")
    view = room.view(wish.seat)
    looks = sight.Sight(room.definition, wish.seat, guest.lang, room.names(guest.lang))
    texts = [looks.say(room.definition.describe.option(view, decision, option)) for option in decision.options]
    ids = [decision.action_id(option) for option in decision.options]
    question = room.question(wish.seat)

    async def think() -> None:
        ranked, bot = await room.bot_pool.hint(question, room.limits.hint_seconds)
        if not ranked:
            guest.refuse(wish.id, "busy", room.rev)
            return
        best = [p.HintAnswer(ids[place], texts[place], round(estimate, 4)) for place, estimate in ranked]
        guest.tell(p.Hint(wish.id, best, bot))

    room.errand(think(), guest)


async def explain(room: Room, guest: Guest, wish: p.Explain, key: Key) -> None:
    """What a thing on the table is. Any word may be asked for, so whatever it does not name is simply unknown."""
    course_of(room)
    view = room.view(guest.viewer)
    looks = sight.Sight(room.definition, guest.viewer, guest.lang, room.names(guest.lang))
    try:
        message = room.definition.describe.piece(view, wish.ref)
        text = looks.say(message)
    except (LookupError, ValueError, TypeError, AttributeError):
        raise Refuse("unknown") from None
    guest.tell(p.Explained(wish.id, wish.ref, text, list(message.rules)))


async def inquire(room: Room, guest: Guest, wish: p.Inquire, key: Key) -> None:
    """What the rules say about the table. Anything may be asked, so whatever makes no sense is simply unknown."""
    course = course_of(room)
    inquiry = room.definition.inquiries.get(wish.about)
    if inquiry is None or not is_plain(wish.of, DEEPEST):
        raise Refuse("unknown")
    open_now = [decision for decision in course.game.decisions() if decision.player in room.own(guest)]
    try:
        found = inquiry(course.game.state, open_now[0] if open_now else None, frozen(wish.of))
    except (LookupError, ValueError, TypeError):
        raise Refuse("unknown") from None
    guest.tell(p.Found(wish.id, wish.about, found))


async def speak(room: Room, guest: Guest, wish: p.Speak, key: Key) -> None:
    guest.lang = wish.lang
    guest.tell(table_for(room, guest))
    guest.tell(p.Done(wish.id, room.rev))


Granted = Callable[[Room, Guest, Any, Key], Awaitable[None]]
GRANTED: dict[type, Granted] = {
    p.Answer: answer,
    p.Check: check,
    p.Withdraw: withdraw,
    p.Undo: undo,
    p.Restart: undo,
    p.AskTakeback: ask_takeback,
    p.ReplyTakeback: reply_takeback,
    p.AskHint: hint,
    p.Explain: explain,
    p.Inquire: inquire,
    p.Rename: rename,
    p.Speak: speak,
    p.Replace: replace,
    p.Reclaim: reclaim,
    p.GiveSalt: give_salt,
}
