"""People, watchers and bots who come and go for hours, and what the server's memory does meanwhile.

    python -m tools.server_memory FOLDER --minutes 30

The server is a process of its own and stays when this one ends: called again with the same folder, it goes on with the
same server, as long as that lives. Each minute's memory is written to FOLDER/memory.json; --end ends the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from tools.run import ROOT, Failed
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(ROOT / "tests"))

from server.tabletop import Client, Message, Site, bearer, free_port

TABLES = {"darklord": 4, "cthulhu": 4, "oldworld": 4, "wh40k": 2, "gloomhaven": 2}  # players at each of a game's tables
EACH = 3  # tables of each game at a time
PAUSE = (0.3, 1.2)  # seconds before a person moves
STAY = (5.0, 40.0)  # seconds a watcher stays
LONGEST = 600.0  # seconds after which a person looks for another table
WATCHERS = 10
MINUTE = 60.0
LIMITS = (
    *("tables=1000000", "requests=1000000", "sockets=1000", "connections=2000", "errands=100"),
    *("messages=100000", "address_messages=1000000"),
)
EVERY = 2  # of the tables, how many have bots beside the person: every other one; else the person plays all seats


class Serving:
    """The server, which outlives this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "memory.json"
        self.state: dict[str, Any] = json.loads(self.file.read_text()) if self.file.exists() else {}

    @property
    def pid(self) -> int:
        found: int = self.state["pid"]
        return found

    def is_alive(self) -> bool:
        """Whether the process that was started still runs, and no other has its number."""
        return bool(self.state) and born(self.pid) == self.state["born"]

    def ensure(self, commit: str) -> None:
        if self.is_alive():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob("tables.sqlite*"):
            old.unlink()
        port = free_port()
        command = [str(Path(sys.executable).parent / "grimtable"), "serve", "--no-open", "--port", str(port)]
        command += ["--database", str(self.folder / "tables.sqlite"), *[f"--limit={limit}" for limit in LIMITS]]
        with (self.folder / "server.log").open("wb") as log:
            pid = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, cwd=ROOT).pid
        self.state = {"pid": pid, "born": born(pid), "port": port, "commit": commit, "minutes": [], "played": {}}
        self.save()
        for _ in range(600):
            with suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/healthz")
                return
            time.sleep(0.1)
        raise Failed(f"the server did not start: {self.folder / 'server.log'}")

    def save(self) -> None:
        rest = self.file.with_suffix(".new")
        rest.write_text(json.dumps(self.state), encoding="utf-8")
        rest.replace(self.file)

    def note(self, played: dict[str, int], elapsed: float) -> None:
        """Another minute."""
        memory, files = held(self.pid), len(list(Path(f"/proc/{self.pid}/fd").iterdir()))
        workers = sum([held(child) for child in children(self.pid)])
        row = {
            "memory": memory,
            "workers": workers,
            "files": files,
            "seconds": round(elapsed, 1),
            "load": os.getloadavg()[0],
        }
        self.state["minutes"].append({**row, **played})
        self.save()

    def end(self) -> None:
        if self.is_alive():
            os.kill(self.pid, signal.SIGTERM)


def born(pid: int) -> int | None:
    """When a process began, in the ticks of the system; None if there is none."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return None


def held(pid: int) -> int:
    """Bytes of memory that a process holds."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found]


class Company:
    """Who plays and who watches."""

    def __init__(self, site: Site) -> None:
        self.site, self.lot = site, random.Random(5)
        self.open: list[Message] = []  # tables that can be watched
        self.played = {"games": 0, "answers": 0, "watched": 0, "broken": 0}

    async def play(self, game: str, number: int) -> None:
        """One game after another, each at a new table."""
        while True:
            try:
                await self.one_game(game, number)
            except (WebSocketException, httpx.HTTPError, TimeoutError, OSError):
                self.played["broken"] += 1
                await asyncio.sleep(1)

    async def one_game(self, game: str, number: int) -> None:
        others = ["greedy" if number % EVERY else "me"] * (TABLES[game] - 1)
        made = await self.site.make(game, "me", *others, public=bool(number % EVERY))
        self.open.append(made)
        until = time.monotonic() + LONGEST
        try:
            async with self.site.client(made["table"], made["token"]) as me:
                while me.table["status"] == "playing" and time.monotonic() < until:
                    await self.one_answer(me)
                over = me.table["status"] == "over"
        finally:
            self.open.remove(made)
        if over:
            self.played["games"] += 1
            for page in ("replay?seat=all", "stats", "record"):
                await self.site.http.get(f"/api/tables/{made['table']}/{page}", headers=bearer(made["token"]))

    async def one_answer(self, me: Client) -> None:
        if not me.is_asked():
            await me.receive()
        else:
            await asyncio.sleep(self.lot.uniform(*PAUSE))
            await me.answer(self.lot.randrange(1000))
            self.played["answers"] += 1
        me.seen.clear()

    async def watch(self) -> None:
        """Look at one table after another."""
        while True:
            try:
                await self.one_look()
            except (WebSocketException, httpx.HTTPError, OSError):
                self.played["broken"] += 1
            await asyncio.sleep(self.lot.uniform(0, 1))

    async def one_look(self) -> None:
        if not self.open:
            return
        made = self.lot.choice(self.open)
        await self.site.http.get("/api/tables")
        async with self.site.client(made["table"], made["spectator"]) as me:
            self.played["watched"] += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(self.lot.uniform(*STAY)):
                    while True:
                        await me.receive()
                        me.seen.clear()


async def soak(serving: Serving, minutes: float) -> None:
    site = Site(serving.state["port"])
    company = Company(site)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(company.play(game, number)) for game in TABLES for number in range(EACH)]
        tasks += [group.create_task(company.watch()) for _ in range(WATCHERS)]
        for _ in range(round(minutes)):
            began = time.monotonic()
            await asyncio.sleep(MINUTE)
            if not serving.is_alive():
                raise Failed(f"the server has ended: {serving.folder / 'server.log'}")
            serving.note(dict(company.played), time.monotonic() - began)
            print(serving.state["minutes"][-1], file=sys.stderr, flush=True)
            company.played = dict.fromkeys(company.played, 0)
        for task in tasks:
            task.cancel()
    await site.http.aclose()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--end", action="store_true", help="end the server instead")
    parser.add_argument("--commit", default="?", help="the commit that is measured, for the figures")
    asked = parser.parse_args(arguments)
    serving = Serving(asked.folder)
    if asked.end:
        serving.end()
        return 0
    serving.ensure(asked.commit)
    asyncio.run(soak(serving, asked.minutes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
