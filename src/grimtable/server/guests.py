"""A connected client as its table sees it: who it is, in which language, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from grimtable.server import protocol as p
from grimtable.server.limits import Limits, Rate
from grimtable.server.seats import WATCHING, Grant
from grimtable.server.words import say


def watching(link: str) -> Grant:
    return WATCHING


class Guest:
    def __init__(
        self,
        link: str,
        lang: p.Lang,
        limits: Limits,
        grant_of: Callable[[str], Grant] = watching,
        address: str = "",
    ) -> None:
        self.link = link  # its token's hash; "" without a token
        self._grant_of = grant_of
        self.address = address
        self.lang = lang
        self.salt_hash = ""  # of the salt with which it would take part in the dice
        grant = self.grant
        self.viewer: int | None = grant.seats[0] if grant.seats else None  # whose eyes it was shown last
        self.behind = False  # messages were dropped: a whole table must follow
        self.hints = Rate(limits.hints, limits.hint_window)
        self.refusals = Rate(limits.refusals, limits.refusal_seconds)
        self.expelled = False  # it was refused too often: its socket is closed
        self.closing: int | None = None  # the code to close its socket with, once it has read what waits
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(limits.outbox)

    @property
    def grant(self) -> Grant:
        """What its link allows now, as its table knows: a link may be revoked at any time."""
        return self._grant_of(self.link)

    def tell(self, message: p.Outgoing | bytes) -> None:
        """Queue a message. To a client that does not read, the messages that wait are no use any more."""
        data = message if isinstance(message, bytes) else p.encode(message)
        try:
            self._outbox.put_nowait(data)
        except asyncio.QueueFull:
            self.behind = True

    def refuse(
        self, wish: str | None, code: str, rev: int | None, *params: Any, text: str = "", rules: Any = ()
    ) -> None:
        self.expelled |= not self.refusals.allows()
        words = text or say(self.lang, f"refused.{code}", *params)
        self.tell(p.Refused(wish, code, words, list(rules), rev))

    def hang_up(self, code: int | None = None) -> None:
        """Nothing follows what waits; with a code, the socket is closed then."""
        self.closing = code
        if self._outbox.full():
            self._outbox.get_nowait()
        self._outbox.put_nowait(b"")

    async def next_message(self) -> bytes:
        """What is to be sent next; nothing when the line is to be closed."""
        return await self._outbox.get()

    def is_drained(self) -> bool:
        return self._outbox.empty()
