"""Campaigns that people share: woken from their lines, acted in one person at a time, stored before anybody hears."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import msgspec

from grimtable.games import definition
from grimtable.kernel.campaigns import Awaited, CampaignRules
from grimtable.kernel.codec import load
from grimtable.kernel.game import Game
from grimtable.kernel.language import refusal_message
from grimtable.kernel.values import BadInput, Illegal, Refusal
from grimtable.server import campaign_messages as m
from grimtable.server.archive import CampaignRow, CampaignSave, Pass
from grimtable.server.lobby import Lobby, fair_vault
from grimtable.server.refusals import Refuse
from grimtable.server.rows import Save, SeatRow, TableRow, Vault
from grimtable.server.seats import Grant, clean_name, hashed, new_id, new_token
from grimtable.server.transaction import Fenced
from grimtable.server.words import at_hand, say

NAME_ROOM = 60
SEED_BITS = 63
P = ParamSpec("P")
T = TypeVar("T")
Key = tuple[str, str]  # a token's hash and a wish id
DEEPEST = 6  # nesting of an act
LARGEST = 1 << 53
BREATH = 8  # lines repeated before others have their turn


@dataclass(slots=True)
class Awake:
    """A campaign in memory. What is here is what is stored, but for the moment in which a change is written."""

    row: CampaignRow
    campaign: Any
    wishes: set[tuple[str, str]]
    tables: dict[int, str]  # by the number of the game
    lines: int
    awaited: Awaited | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    last_used: float = 0.0

    @property
    def rules(self) -> CampaignRules:
        return rules_of(self.row.game)

    @property
    def table(self) -> str | None:
        """The table of the game that is awaited, if it has been opened."""
        return self.tables.get(self.awaited.number) if self.awaited is not None else None


def rules_of(game: str) -> CampaignRules:
    found = definition(game).campaign
    assert found is not None
    return found


def game_with_campaign(wanted: str | None) -> str:
    """The game that is meant: the first that has a campaign, if none is named."""
    found = [slug for slug in at_hand() if wanted in (None, slug) and definition(slug).campaign is not None]
    if not found:
        raise Refuse("no_campaign_game", wanted or "")
    return found[0]


def anew(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """If another server has changed the campaign meanwhile, from the start, with what is stored now."""

    @wraps(method)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        while True:
            try:
                return await method(*args, **kwargs)
            except Fenced:
                continue

    return tried


class Campaigns:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._awake: dict[str, Awake] = {}
        self._waking: dict[str, asyncio.Task[Awake]] = {}

    # ------------------------------------------------------------ making
    async def make(self, wanted: m.NewCampaign, lang: str) -> m.MadeCampaign:
        game = game_with_campaign(wanted.game)
        names = [clean_name(name) or say(lang, "player", n + 1) for n, name in enumerate(wanted.persons)]
        try:
            begun = rules_of(game).begin(secrets.randbits(SEED_BITS), names, wanted.settings())
        except BadInput as error:
            raise Refuse("bad_campaign", str(error)[:300]) from None
        lines, closing = rules_of(game).lines(begun, 0), rules_of(game).closing(begun)
        return await self._keep(game, clean_name(wanted.name, NAME_ROOM), len(names), lines, closing)

    async def take_in(self, name: str, game: str, document: tuple[int, list[str], str]) -> m.MadeCampaign:
        """Keep a campaign that came as a document. Whoever brings it is its first person."""
        persons, lines, closing = document
        return await self._keep(game, clean_name(name, NAME_ROOM), persons, lines, closing)

    async def _keep(self, game: str, name: str, persons: int, lines: list[str], closing: str) -> m.MadeCampaign:
        row = CampaignRow(new_id(), game, name, [person == 0 for person in range(persons)], closing)
        row.created = time.time()
        maker, spectator = new_token(), new_token()
        links = [m.PersonLink(person, new_token()) for person in range(1, persons)]
        passes = (
            Pass(hashed(maker), 0, True),
            Pass(hashed(spectator), None),
            *[Pass(hashed(link.token), link.person) for link in links],
        )
        await self.lobby.store.save(CampaignSave(row, 0, lines, passes=passes))
        return m.MadeCampaign(row.id, maker, links, spectator)

    # ------------------------------------------------------------ waking
    async def awake(self, campaign: str) -> Awake:
        """The campaign, awake. Whoever else wants it at the same moment waits for the same."""
        self._forget_idle()
        found = self._awake.get(campaign)
        if found is not None and not found.lock.locked():
            rev = found.row.stored
            if rev != await self.lobby.store.revision(campaign) and rev == found.row.stored:
                self._forget(found)  # another server has changed it
            found = self._awake.get(campaign)
        if found is None:
            task = self._waking.get(campaign)
            if task is None:
                task = self._waking[campaign] = asyncio.create_task(self._wake(campaign))
                task.add_done_callback(lambda _: self._waking.pop(campaign, None))
            found = await asyncio.shield(task)
        found.last_used = time.monotonic()
        return found

    async def _wake(self, key: str) -> Awake:
        stored = await self.lobby.store.campaign(key)
        if stored is None or stored.row.game not in at_hand():
            raise Refuse("not_found")
        campaign = await replayed(rules_of(stored.row.game), stored.lines)
        found = Awake(stored.row, campaign, stored.wishes, stored.tables, len(stored.lines))
        found.awaited = found.rules.awaits(found.campaign)
        self._awake[key] = found
        return found

    def _forget_idle(self) -> None:
        until = time.monotonic() - self.lobby.limits.idle_seconds
        idle = [key for key, found in self._awake.items() if found.last_used < until and not found.lock.locked()]
        for key in idle:
            del self._awake[key]

    def _forget(self, found: Awake) -> None:
        if self._awake.get(found.row.id) is found:
            del self._awake[found.row.id]

    @asynccontextmanager
    async def holding(self, campaign: str) -> AsyncIterator[Awake]:
        """The campaign, for nobody else meanwhile. One that failed to be stored has left memory: it is woken anew."""
        while True:
            found = await self.awake(campaign)
            async with found.lock:
                if self._awake.get(campaign) is found:
                    yield found
                    return

    # ------------------------------------------------------------ acting
    @anew
    async def act(self, campaign: str, who: Pass, deed: m.Deed, lang: str) -> Awake:
        async with self.holding(campaign) as found:
            if (who.hash, deed.wish) in found.wishes:
                return found
            person = check(found, who, deed, lang)
            if not is_plain(deed.act, DEEPEST):
                raise Refuse("malformed", "an act is made of numbers, words and lists of them")
            try:
                found.rules.act(found.campaign, person, deed.act)
            except Illegal as error:
                raise illegal(found, error.refusal, lang) from None
            await self._store(found, found.lines, (who.hash, deed.wish))
            return found

    @anew
    async def undo(self, campaign: str, who: Pass, wish: m.CampaignWish, lang: str) -> Awake:
        """The last line goes, and the campaign is made anew from those that are left."""
        async with self.holding(campaign) as found:
            if (who.hash, wish.wish) in found.wishes:
                return found
            refusal = found.rules.why_not_undo(found.campaign, check(found, who, wish, lang))
            if refusal is not None:
                raise illegal(found, refusal, lang)
            if found.table is not None:  # the game has begun: it follows from what would be taken back
                raise Refuse("campaign_no_undo")
            lines = found.rules.lines(found.campaign, 0)[:-1]
            found.campaign = await replayed(found.rules, lines)
            await self._store(found, len(lines), (who.hash, wish.wish))
            return found

    @anew
    async def arrive(self, campaign: str, who: Pass) -> Awake:
        """Somebody looks: the first time, a person has come."""
        found = await self.settle(campaign)
        if who.person is None or found.row.arrived[who.person]:
            return found
        async with self.holding(campaign) as found:
            if not found.row.arrived[who.person]:
                found.row.arrived[who.person] = True
                await self._store(found, found.lines)
            return found

    async def _store(
        self, found: Awake, lines_from: int, wish: Key | None = None, table: tuple[int, Save] | None = None
    ) -> None:
        """Store what has changed as a new revision: only then may anybody hear of it."""
        try:
            lines = found.rules.lines(found.campaign, lines_from)
            found.row.rev += 1
            found.row.closing = found.rules.closing(found.campaign)
            await self.lobby.store.save(CampaignSave(found.row, lines_from, lines, wish, table=table))
        except BaseException:
            self._forget(found)
            raise
        found.lines = lines_from + len(lines)
        found.awaited = found.rules.awaits(found.campaign)
        if table is not None:
            found.tables[table[0]] = table[1].row.id
        if wish is not None:
            found.wishes.add(wish)

    # ------------------------------------------------------------ games
    @anew
    async def settle(self, campaign: str) -> Awake:
        """The campaign with the result of its game, if that is over: taken once, whenever somebody looks next."""
        found = await self.awake(campaign)
        if not await self._is_over(found):
            return found
        async with self.holding(campaign) as found:
            awaited = found.awaited
            if awaited is not None and await self._is_over(found):
                assert found.table is not None
                end = await self._end(found.table)
                outcome = end.result()
                assert outcome is not None
                found.rules.report(found.campaign, awaited.number, end.state, outcome)
                await self._store(found, found.lines)
            return found

    async def _is_over(self, found: Awake) -> bool:
        """As the database knows it: what is over there stays over, since nobody goes back behind the end of a game."""
        row = await self.lobby.store.row(found.table) if found.table is not None else None
        return row is not None and row.status == "over"

    async def _end(self, table: str) -> Game[Any]:
        stored = await self.lobby.store.load(table)
        assert stored is not None
        assert stored.vault.position is not None
        return load(stored.vault.position, definition(stored.row.game).rules)

    @anew
    async def open_table(self, campaign: str, who: Pass, wish: m.OpenTable, lang: str) -> str:
        """The table of the awaited game. The first who asks opens it; everybody's token is good for it."""
        await self.settle(campaign)
        async with self.holding(campaign) as found:
            if found.awaited is None:
                raise Refuse("no_game_awaited")
            if found.table is None:
                check(found, who, wish, lang)
                seats = self._seats(found, who, wish.seats)
                grants = seat_grants(await self.lobby.store.passes(campaign), found.awaited.persons, seats)
                row, vault = blank_table(found.row.game, found.awaited, seats)
                save = Save(row, grants=grants, vault=vault)
                await self._store(found, found.lines, (who.hash, wish.wish), (found.awaited.number, save))
            assert found.table is not None
            return found.table

    def _seats(self, found: Awake, who: Pass, wanted: list[m.Chair] | None) -> list[SeatRow]:
        """A seat each for the persons of the game. Who opens the table may seat bots where no other person has come."""
        assert found.awaited is not None
        persons, names = found.awaited.persons, found.rules.persons(found.campaign)
        chairs = wanted if wanted is not None else [m.Chair(person) for person in persons]
        if [chair.person for chair in chairs if chair.person is not None and chair.person not in persons]:
            raise Refuse("bad_chairs", len(persons))
        if len(chairs) != len(persons):
            raise Refuse("bad_chairs", len(persons))
        seats = []
        for person, chair in zip(persons, chairs):
            if chair.person == person:
                seats.append(SeatRow("person", clean_name(names[person]), held=True))
                continue
            bot = chair.bot or self.lobby.bots[0]
            if bot not in self.lobby.bots:
                raise Refuse("no_bot", bot)
            if chair.person is not None or (found.row.arrived[person] and person != who.person and not who.maker):
                raise Refuse("bad_chairs", len(persons))
            seats.append(SeatRow("bot", "", bot))
        return seats


# ---------------------------------------------------------------- asking for something
def check(found: Awake, who: Pass, wish: m.CampaignWish, lang: str) -> int:
    """The wisher is a person of the campaign, and the wish is about it as it is."""
    if who.person is None:
        raise Refuse("spectator", text=say(lang, "refused.campaign_spectator"))
    if wish.mark != found.row.rev:
        raise Refuse("stale", text=say(lang, "refused.campaign_stale"))
    return who.person


def is_plain(value: Any, depth: int) -> bool:
    """Whether an act is what a document can hold, and no more."""
    if isinstance(value, list):
        return depth > 0 and all([is_plain(part, depth - 1) for part in value])
    if isinstance(value, dict):
        return depth > 0 and all([isinstance(key, str) and is_plain(value[key], depth - 1) for key in value])
    if isinstance(value, int) and not isinstance(value, bool):
        return -LARGEST < value < LARGEST
    return isinstance(value, str)


def illegal(found: Awake, refusal: Refusal, lang: str) -> Refuse:
    """The rules' refusal in words, with the rule that it names."""
    message = refusal_message(refusal)
    return Refuse("illegal", text=definition(found.row.game).catalogue.say(message, lang), rules=message.rules)


def shown(found: Awake, who: Pass, lang: str) -> dict[str, Any]:
    """The campaign in somebody's eyes."""
    catalogue = definition(found.row.game).catalogue
    view = found.rules.view(found.campaign, who.person, lambda message: catalogue.say(message, lang))
    view["persons"] = [{**info, "held": held} for info, held in zip(view["persons"], found.row.arrived)]
    if found.table is not None:
        view["undo"], view["undo_why"] = False, say(lang, "refused.campaign_no_undo")
    return {
        "campaign": found.row.id,
        "name": found.row.name,
        "game": found.row.game,
        "maker": who.maker,
        **msgspec.structs.asdict(mark_of(found)),
        **view,
    }


def mark_of(found: Awake) -> m.Mark:
    """What changes whenever anything has changed. A game that is over is not awaited any more."""
    return m.Mark(found.row.rev, found.table)


# ---------------------------------------------------------------- the table of a game
def blank_table(game: str, awaited: Awaited, seats: list[SeatRow]) -> tuple[TableRow, Vault]:
    found = definition(game)
    row = TableRow(new_id(), game, len(seats), found.settled(awaited.options), seats, False)
    row.salts = [""] * len(seats)
    row.created = row.changed = time.time()
    return row, fair_vault(row)


def seat_grants(passes: list[Pass], persons: list[int], seats: list[SeatRow]) -> tuple[Grant, ...]:
    """Whoever has a token of the campaign has the same at the table: their own seat, or to watch."""
    grants = []
    for one in passes:
        mine = [n for n, person in enumerate(persons) if person == one.person and seats[n].kind == "person"]
        grants.append(Grant(one.hash, "seat" if mine else "spectator", tuple(mine), one.maker))
    return tuple(grants)


# ---------------------------------------------------------------- from lines to a campaign
async def replayed(rules: CampaignRules, lines: list[str]) -> Any:
    """The campaign that follows from its lines; tables have their turn meanwhile."""
    campaign = rules.resume(lines[0])
    for number, line in enumerate(lines[1:], 1):
        try:
            rules.repeat(campaign, line)
        except (Illegal, BadInput):
            raise Refuse("outdated_campaign", number + 1) from None
        if number % BREATH == 0:
            await asyncio.sleep(0)
    return campaign
