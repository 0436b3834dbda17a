"""A table as an actor: one task takes one wish after the other, and tells everybody when it is stored."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from grimtable.games import definition
from grimtable.kernel.chance import FairDice, FastDice, fair_key
from grimtable.kernel.values import Dice
from grimtable.server import protocol as p
from grimtable.server import sight, supervision
from grimtable.server.bot_pool import BotPool, Question, imagined
from grimtable.server.course import Course
from grimtable.server.guests import Guest
from grimtable.server.limits import Limits
from grimtable.server.refusals import Refuse
from grimtable.server.rows import WISHES_KEPT, Save, Stored
from grimtable.server.seats import WATCHING, Grant
from grimtable.server.store import Store
from grimtable.server.telling import table_for
from grimtable.server.thoughts import Thoughts
from grimtable.server.transaction import Fenced, Unsettled

LOGGER = logging.getLogger("grimtable.server")
T = TypeVar("T")
VOID = 4004  # closes the socket of a guest whose link to a private table holds no more
COME_AGAIN = 1012  # the code of a socket whose client may connect again at once
RECOVERY = 0.5  # seconds of rest after a failure: if it lasts, it must not fill the log
Job = Callable[[], Awaitable[None]]
Key = tuple[str, str]  # a token's hash and a wish id


class Room:
    """One table in memory. What is here is what is stored, but for the moment in which a change is written."""

    def __init__(
        self,
        stored: Stored,
        store: Store,
        bot_pool: BotPool,
        limits: Limits,
        bots: tuple[str, ...],
        resume: Callable[[Room], None],
    ) -> None:
        self.id = stored.row.id
        self.store, self.bot_pool, self.limits = store, bot_pool, limits
        self.bots = bots  # what may be seated here
        self._resume = resume  # goes on after a failure
        self.guests: list[Guest] = []
        self.awaits_salts = False  # the time for the salts runs
        self.takeback: p.TakebackInfo | None = None
        self.asleep = False
        self._lines: set[Guest] = set()  # all whose sockets are open, also before they have arrived
        self._asked: set[asyncio.Future[Any]] = set()  # what somebody waits for
        self.last_visited = self._woken = time.monotonic()
        self._left: dict[int, float] = {}  # when the last guest of a seat went; unknown from before the table woke
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._at_work = False
        self.thoughts = Thoughts(bot_pool, limits.bot_seconds, self.post)
        self._errands: dict[asyncio.Task[None], Guest | None] = {}  # and for whom they are done, if not for all
        self._settle(stored)
        self._task = supervision.start(f"the worker of table {self.id}", self._work())

    def _settle(self, stored: Stored) -> None:
        """Take over what the database knows."""
        self.row, self.vault, self.wishes = stored.row, stored.vault, stored.wishes
        self.salts: dict[int, str] = {}  # by seat: those given while others are awaited; they are asked for again
        self.grants = {grant.hash: grant for grant in stored.grants}
        self.definition = definition(self.row.game)
        self._forget()
        self.opened = self.changed = self.row.rev  # revision since which the open decisions, and the position, stand
        self.secrets = False
        self.course: Course | None = None
        if self.vault.position is not None:
            self.course = Course.stored(
                stored.header(), self.vault.position, stored.lines, stored.log, self.dice_at(self.row.salts)
            )
            if self.vault.failure is not None:
                self.course.recorder.record = self.course.record._replace(end=self.vault.failure)
            self.notice_secrets()

    def awaited(self) -> list[int]:
        """The seats whose salts are asked for now: their hashes are published, and the game has not begun."""
        if self.row.status != "waiting":
            return []
        return [seat for seat, found in enumerate(self.row.hashes) if found and seat not in self.salts]

    def dice_at(self, salts: list[str]) -> Callable[[int], Dice]:
        if self.vault.secret is None:
            return FastDice
        key = fair_key(self.vault.secret, [bytes.fromhex(salt) for salt in salts])
        return lambda mark: FairDice(key, mark)

    @property
    def rev(self) -> int:
        return self.row.rev

    # ------------------------------------------------------------ the actor
    def post(self, job: Job) -> None:
        self._jobs.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run something as a job of this table, for whoever waits for its result. Refuse if the table closes first."""
        if self.asleep:
            raise Refuse("busy")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                result = await job()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
                if not isinstance(error, Refuse):
                    raise
            else:
                if not done.done():
                    done.set_result(result)

        self._asked.add(done)
        self.post(run)
        try:
            return await done
        finally:
            self._asked.discard(done)

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            self._at_work = True
            if self.guests:
                self.last_visited = time.monotonic()
            try:
                await job()
            except (Exception, asyncio.CancelledError) as error:  # cancelled: what the job waited for may have been
                if self.asleep:
                    return
                if self._task.cancelling():  # the server itself ends
                    raise
                if isinstance(error, Unsettled):
                    LOGGER.warning("table %s is closed: %s", self.id, error)
                    self.close()
                    return
                LOGGER.exception("table %s: a wish failed", self.id)
                await self._reload()
            self._at_work = False
            await asyncio.sleep(0)  # many jobs of one table must not keep the others from their turn

    async def _reload(self) -> None:
        """After a failure: back to what is stored, and everybody is shown that."""
        try:
            stored = await self.store.load(self.id)
            assert stored is not None
            if stored.row.term != self.row.term:
                raise Fenced("another server has it")
            self._settle(stored)
            self.turn_out()
            for guest in self.guests:
                guest.refuse(None, "busy", self.rev)
                guest.tell(table_for(self, guest))
            await asyncio.sleep(RECOVERY)
            self._resume(self)
        except Exception:
            LOGGER.exception("table %s cannot be loaded again", self.id)
            self.close()

    def is_deserted(self) -> bool:
        """Whether its last guest has left so long ago that it should go to sleep, whatever bots do."""
        return not self.guests and time.monotonic() - self.last_visited >= self.limits.idle_seconds

    def is_idle(self) -> bool:
        return self.is_deserted() and not self._at_work and self._jobs.empty()

    def connect(self, guest: Guest) -> None:
        """Somebody's socket is open: it is closed with the table."""
        self._lines.add(guest)

    def disconnect(self, guest: Guest) -> None:
        self._lines.discard(guest)

    def close(self) -> None:
        """Hang up on all guests: they may come again at once, and the table is then what is stored."""
        self.asleep = True
        for guest in self._lines:
            guest.hang_up(COME_AGAIN)
        for done in self._asked:
            if not done.done():
                done.set_exception(Refuse("busy"))
        self.thoughts.drop_all()
        for task in self._errands:
            task.cancel()
        supervision.stop(self._task)
        self.guests, self.course = [], None
        self._forget()

    def errand(self, work: Awaitable[None], guest: Guest | None = None) -> None:
        """Something that takes its time beside the table's work; if it is for a guest, until that guest goes."""

        async def run() -> None:
            await work

        task = asyncio.create_task(run())
        self._errands[task] = guest
        task.add_done_callback(self._errands.pop)

    def drop_errands(self, guest: Guest) -> None:
        """A guest has gone, so nobody waits for these any more."""
        for task in [task for task, whose in self._errands.items() if whose is guest]:
            task.cancel()

    def question(self, seat: int) -> Question:
        """What a bot is asked for a seat: it gets an imagined game, and works in the name of the first guest."""
        assert self.course is not None
        options = next(len(decision.options) for decision in self.course.game.decisions() if decision.player == seat)
        address = self.guests[0].address if self.guests else ""
        return Question(self.id, address, self.opened, seat, options, imagined(self.course.game, seat))

    # ------------------------------------------------------------ storing and telling
    async def commit(
        self, wish: Key | None = None, grants: Any = (), revoked: Any = (), report: bytes | None = None
    ) -> int:
        """Store what has changed as a new revision; only then may anybody hear of it. Returns where the log changed."""
        row, course = self.row, self.course
        row.rev += 1
        self._forget()
        change = None
        if course is not None:
            view = self.view(None)
            row.answers = course.answers
            row.asked = [d.player for d in course.game.decisions()]
            row.place = sight.place_of(course.log, self.definition, view)
            row.result = sight.outcome_of(course.game, self.definition, view)
            row.status = "frozen" if course.failure else "over" if row.result else "playing"
            change = course.drain()
        await self.store.save(Save(row, change, wish, tuple(grants), tuple(revoked), report=report))
        self.grants |= {grant.hash: grant for grant in grants}
        for link in revoked:
            del self.grants[link]
        if wish is not None:
            self.wishes[wish] = row.rev
            if len(self.wishes) > 2 * WISHES_KEPT:
                self.wishes = dict(list(self.wishes.items())[-WISHES_KEPT:])
        return change.log_from if change is not None else 0

    def notice_secrets(self, log_from: int = 0) -> None:
        """Whether seats see different things, now or ever before: some were told a secret, or answer at once."""
        if self.course is not None and not self.secrets:
            told = [entry for entry in self.course.log[log_from:] if entry.secret]
            self.secrets = bool(told) or len(self.course.game.asked()) > 1

    def names(self, lang: str) -> list[str]:
        if lang not in self._names:
            self._names[lang] = sight.names_of(self.row.seats, lang)
        return self._names[lang]

    def connected(self) -> frozenset[int]:
        return frozenset([seat for guest in self.guests for seat in guest.grant.seats])

    def grant_of(self, link: str) -> Grant:
        """What a link allows now; one that was revoked allows no more than none."""
        return self.grants.get(link, WATCHING)

    def is_void(self, guest: Guest) -> bool:
        """Whether the link that a guest came with was revoked."""
        return guest.link != "" and guest.link not in self.grants

    def rivals(self, guest: Guest) -> tuple[str, ...]:
        """Links of others to the seats that a guest holds now: a seat that its person has come to has no other."""
        mine = set(self.own(guest))
        others = [grant for grant in self.grants.values() if grant.hash != guest.link and not grant.maker]
        return tuple([grant.hash for grant in others if mine.intersection(grant.seats)])

    def note_absence(self, guest: Guest) -> None:
        """A guest has gone: if nobody else is at their seats, their grace begins."""
        here = self.connected()
        self._left |= {seat: time.monotonic() for seat in guest.grant.seats if seat not in here}

    def grace(self, seat: int) -> float:
        """How many seconds longer a seat is kept for its person, who may be reloading a page."""
        if not self.row.seats[seat].taken:
            return 0.0
        return self._left.get(seat, self._woken) + self.limits.grace_seconds - time.monotonic()

    def turn_out(self) -> None:
        """Guests whose link was revoked hear so at once: they watch a public table, and leave a private one."""
        for guest in [guest for guest in self.guests if self.is_void(guest)]:
            guest.refuse(None, "void", self.rev)
            if self.row.public:
                guest.link = ""
            else:
                self.guests.remove(guest)
                guest.hang_up(VOID)

    def own(self, guest: Guest) -> tuple[int, ...]:
        """The seats that a guest acts for: those of its token in which no bot sits."""
        return tuple([seat for seat in guest.grant.seats if self.row.seats[seat].kind == "person"])

    def lost(self, guest: Guest) -> list[int]:
        """The seats of a guest's token that were given to bots, and may be taken back."""
        if self.row.status == "over":
            return []
        return [seat for seat in guest.grant.seats if self.row.seats[seat].kind == "bot"]

    def view(self, viewer: int | None) -> Any:
        """What a viewer may see now; made once per revision."""
        if self.course is None:
            return None
        if viewer not in self._views:
            self._views[viewer] = self.definition.rules.view(self.course.game.state, viewer)
        return self._views[viewer]

    def _forget(self) -> None:
        """Something has changed: what was made of it is made anew."""
        self._names: dict[str, list[str]] = {}
        self._views: dict[int | None, Any] = {}
