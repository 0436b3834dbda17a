"""All tables: which are awake, how one is made, and when one goes back to sleep."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from grimtable.games import definition
from grimtable.kernel.chance import SECRET_BYTES, commitment
from grimtable.kernel.values import BadInput
from grimtable.server import protocol as p
from grimtable.server import supervision
from grimtable.server.bot_pool import BOTS, BotPool
from grimtable.server.lanes import Lanes
from grimtable.server.limits import Limits
from grimtable.server.ownership import LEASE
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Room
from grimtable.server.rows import Save, SeatRow, Stored, TableRow, Vault
from grimtable.server.seats import WATCHING, Grant, clean_name, grant_for, hashed, new_id, new_token
from grimtable.server.start import resume
from grimtable.server.store import Store
from grimtable.server.sweeping import Sweeper
from grimtable.server.upkeep import keep_up
from grimtable.server.words import ANNOUNCED, at_hand, say

LOGGER = logging.getLogger("grimtable.server")
TUTORIALS = {  # games that have one, and the seed it is played on
    "cthulhu": 2,
    "darklord": 7,
    "gloomhaven": 3,
    "oldworld": 7,
    "wh40k": 6,
}
CLAIM_ROUND = 0.3  # seconds between two tries to get a table that another server has
LOOK_ROUND = 1.0  # seconds between two looks for tables that nobody visits


def fair_vault(row: TableRow) -> Vault:
    """The secrets of a new table with fair dice, and the promise of them in its row."""
    secret = secrets.token_bytes(SECRET_BYTES)
    row.commitment = commitment(secret)
    return Vault(None, secret, definition(row.game).rules.version)


class Lobby:
    def __init__(
        self,
        store: Store,
        lanes: Lanes,
        limits: Limits,
        extra_bots: tuple[str, ...] = (),
        sweeper: Sweeper | None = None,
    ) -> None:
        self.store, self.lanes, self.limits = store, lanes, limits
        self.bot_pool = BotPool(lanes)
        self.bots = (*BOTS, *extra_bots)
        self.rooms: dict[str, Room] = {}
        self.gone = 0  # guests that left and tables that went to sleep, since the start
        self._sweeper = sweeper
        self._waking: dict[str, asyncio.Lock] = {}
        self._lapses = 0  # of the lease, as far as they have been looked into
        self._keeper: asyncio.Task[None] | None = None
        self._upkeep: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self._keeper = supervision.start("the keeper of the tables", self._keep())
        self._upkeep = supervision.start("the upkeep of the database", keep_up(self.store, self.limits))

    async def close(self) -> None:
        if self._keeper is not None:
            supervision.stop(self._keeper)
        if self._upkeep is not None:
            supervision.stop(self._upkeep)
        for room in self.rooms.values():
            room.close()
        self.rooms.clear()
        await self.lanes.close()
        await self.store.close()

    async def _keep(self) -> None:
        """Tables without guests go to sleep: all of them is in the database."""
        while True:
            await asyncio.sleep(min(LOOK_ROUND, self.limits.idle_seconds))
            for table, room in list(self.rooms.items()):
                if room.asleep or room.is_idle():
                    self._put_to_sleep(table)
            await self._check_lease()
            if self._sweeper is not None:
                self._sweeper.round(self.gone)

    def _put_to_sleep(self, table: str) -> None:
        room = self.rooms.pop(table)
        room.close()
        self.store.release(table, room.row.term)
        self.gone += 1

    async def _check_lease(self) -> None:
        """After a pause longer than the lease, close the tables that others have taken: nobody looks at an old one."""
        lapses = self.store.lapses
        if lapses == self._lapses:
            return
        try:
            owned = await self.store.owned()
        except Exception as error:  # the database is asked again at the next look
            LOGGER.warning("after a pause the database cannot be asked for this server's tables: %s", error)
            return
        self._lapses = lapses
        for table, room in list(self.rooms.items()):
            if owned.get(table) != room.row.term:
                LOGGER.warning("table %s has been taken by another server during a pause", table)
                self._put_to_sleep(table)

    # ------------------------------------------------------------ waking
    async def room(self, table: str) -> Room:
        """The table, awake. Refuse if there is none."""
        room = self._awake(table)
        if room is not None:
            return room
        lock = self._waking.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                room = self._awake(table)
                if room is None:
                    room = self.rooms[table] = await self._wake(table)
                return room
        finally:
            if not lock.locked():
                self._waking.pop(table, None)

    def _awake(self, table: str) -> Room | None:
        room = self.rooms.get(table)
        return None if room is None or room.asleep else room

    async def _wake(self, table: str) -> Room:
        """Claim a table, then load it: what is loaded under the claimed term is all that was ever stored."""
        term = await self._claim(table)
        try:
            stored = await self.store.load(table)
            if stored is None or stored.row.game not in at_hand():
                raise Refuse("not_found")
            if stored.row.term != term:
                raise Refuse("elsewhere")
            if stored.is_outdated():
                await self._end(stored)
                raise Refuse("outdated_table", stored.vault.rules, definition(stored.row.game).rules.version)
            return Room(stored, self.store, self.bot_pool, self.limits, self.bots, resume)
        except BaseException:
            self.store.release(table, term)
            raise

    async def _claim(self, table: str) -> int:
        """Make a table this server's; returns its term. A server that has died keeps it until its lease runs out."""
        until = time.monotonic() + LEASE + CLAIM_ROUND
        first = found = await self.store.claim(table)
        while found is not None and found.owner != self.store.id:
            if found != first or time.monotonic() > until:  # its lease has been renewed: it lives
                raise Refuse("elsewhere")
            await asyncio.sleep(CLAIM_ROUND)
            found = await self.store.claim(table)
        if found is None:
            raise Refuse("not_found")
        return found.term

    async def _end(self, stored: Stored) -> None:
        """End a table that changed rules cannot go on with: what was played stays to be looked at."""
        if stored.row.status != "over":
            LOGGER.warning("table %s of rules %s cannot go on under today's", stored.row.id, stored.vault.rules)
            stored.row.status, stored.row.asked = "over", []
            stored.row.rev += 1
            await self.store.save(Save(stored.row))

    async def role(self, table: str, token: str | None) -> Grant:
        """What a token allows at a table; without one, a public table may be watched."""
        room = self._awake(table)
        row = room.row if room is not None else await self.store.row(table)
        if row is None:
            raise Refuse("not_found")
        if token:
            known = list(room.grants.values()) if room is not None else await self.store.grants(table)
            found = grant_for(token, known)
            if found is not None:
                return found
        elif row.public:
            return WATCHING
        raise Refuse("not_found")

    # ------------------------------------------------------------ making
    async def make(self, wanted: p.NewTable, lang: str) -> p.MadeTable:
        if wanted.game not in at_hand():
            if wanted.game in ANNOUNCED:
                raise Refuse("not_ready", say(lang, f"game.{wanted.game}.title"))
            raise Refuse("no_game", wanted.game)
        for seat in wanted.seats:
            if seat.kind == "bot" and (seat.bot or self.bots[0]) not in self.bots:
                raise Refuse("no_bot", seat.bot or "")
        row, vault = self._blank(wanted)
        maker = new_token()
        mine = tuple([n for n, seat in enumerate(wanted.seats) if seat.kind == "me"])
        links = [p.SeatLink(n, new_token()) for n, seat in enumerate(wanted.seats) if seat.kind == "person"]
        spectator = new_token()
        grants = [
            Grant(hashed(maker), "seat" if mine else "spectator", mine, True),
            Grant(hashed(spectator), "spectator"),
            *[Grant(hashed(link.token), "seat", (link.seat,)) for link in links],
        ]
        await self.store.make(row, vault, grants)
        return p.MadeTable(row.id, maker, links, spectator, row.commitment)

    def _blank(self, wanted: p.NewTable) -> tuple[TableRow, Vault]:
        """A new table that waits for its persons, and its secrets."""
        found, players = definition(wanted.game), len(wanted.seats)
        try:
            found.new_game(players, wanted.options)
            options = found.settled(wanted.options)
        except BadInput as error:
            raise Refuse("bad_table", str(error)) from None
        seed = TUTORIALS.get(wanted.game) if wanted.tutorial and wanted.seed is None else wanted.seed
        seats = [self._seat(seat) for seat in wanted.seats]
        row = TableRow(new_id(), wanted.game, players, options, seats, wanted.public and not wanted.tutorial)
        row.salts = [""] * players
        return row, Vault(seed, None, found.rules.version) if seed is not None else fair_vault(row)

    def _seat(self, wanted: p.SeatRequest) -> SeatRow:
        name = clean_name(wanted.name or "")
        if wanted.kind == "bot":
            return SeatRow("bot", name, wanted.bot or self.bots[0])
        return SeatRow("person", name, held=wanted.kind == "me")

    async def forget(self, table: str) -> None:
        """Put a table to sleep now."""
        if table in self.rooms:
            self._put_to_sleep(table)
