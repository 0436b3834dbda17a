"""A campaign at a server, and the persons who share it."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from server.tabletop import Message, Site, bearer


class Person:
    """Somebody with a token of a campaign, and the last they saw of it."""

    def __init__(self, site: Site, campaign: str, token: str) -> None:
        self.site, self.campaign, self.token = site, campaign, token
        self.path = f"/api/campaigns/{campaign}"
        self.view: Message = {}

    async def get(self, rest: str = "", **params: str) -> httpx.Response:
        return await self.site.http.get(self.path + rest, params=params, headers=bearer(self.token))

    async def post(self, rest: str, content: Any) -> httpx.Response:
        return await self.site.http.post(self.path + rest, json=content, headers=bearer(self.token))

    async def look(self, lang: str = "en") -> Message:
        found = await self.get(lang=lang)
        assert found.status_code == 200, found.text
        self.view = found.json()
        return self.view

    async def wish(self, rest: str = "/acts", **more: Any) -> httpx.Response:
        """Ask for something at the mark last seen; what comes back is seen."""
        content = {"wish": secrets.token_hex(8), "mark": self.view["mark"], **more}
        found = await self.post(rest, content)
        if found.status_code == 200:
            self.view = found.json()
        return found

    async def do(self, *act: Any) -> Message:
        found = await self.wish(act=list(act))
        assert found.status_code == 200, found.text
        return self.view

    def offers(self, kind: str) -> list[list[Any]]:
        return [offer["act"] for offer in self.view["offers"] if offer["kind"] == kind]


async def begun(site: Site, *names: str, **more: Any) -> tuple[list[Person], Person]:
    """A new campaign: its persons and somebody who watches, each of whom has looked once."""
    content = {"persons": list(names), "characters": max(2, len(names)), "name": "Ours", **more}
    found = await site.http.post("/api/campaigns", json=content)
    assert found.status_code == 201, found.text
    made = found.json()
    tokens = [made["token"], *[link["token"] for link in made["links"]]]
    persons = [Person(site, made["campaign"], token) for token in tokens]
    watcher = Person(site, made["campaign"], made["spectator"])
    for one in (*persons, watcher):
        await one.look()
    return persons, watcher


async def with_party(site: Site, *names: str) -> tuple[list[Person], Person]:
    """A campaign whose characters are made, their first quest kept."""
    persons, watcher = await begun(site, *names)
    for chair in range(max(2, len(names))):
        who = persons[chair % len(persons)]
        await who.look()
        await who.do(*who.offers("create")[0])
        await who.do(*who.offers("keep_quest")[0])
    for one in (*persons, watcher):
        await one.look()
    return persons, watcher


async def agree(persons: list[Person], *act: Any) -> None:
    """Everybody wants the same."""
    for one in persons:
        await one.look()
        await one.do(*act)


async def at_scenario(site: Site, *names: str, scenario: int = 1) -> list[Person]:
    """A campaign whose party is about to play, outside the story: nothing happens on the way."""
    persons, _ = await with_party(site, *names)
    await agree(persons, "casual", scenario)
    for one in persons:
        await one.look()
    return persons
