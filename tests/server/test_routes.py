"""Every route for every role: what each may do, as a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest

from server.tabletop import Message, Site, bearer, play_out, served

pytestmark = pytest.mark.anyio

ROLES = ("none", "wrong", "spectator", "other", "own")
# Table -> route -> the status for each role in the order above.
EXPECTED: dict[str, dict[str, tuple[int, ...]]] = {
    "private, playing": {
        "": (404, 404, 200, 200, 200),
        "/record": (404, 404, 200, 200, 200),
        "/replay": (404, 404, 409, 409, 409),
        "/explain?ref=player:0": (404, 404, 409, 409, 409),
        "/stats": (404, 404, 409, 409, 409),
    },
    "public, playing": {
        "": (200, 404, 200, 200, 200),
        "/record": (403, 404, 200, 200, 200),
        "/replay": (409, 404, 409, 409, 409),
        "/explain?ref=player:0": (409, 404, 409, 409, 409),
        "/stats": (409, 404, 409, 409, 409),
    },
    "private, finished": {
        "": (404, 404, 200, 200, 200),
        "/record": (404, 404, 200, 200, 200),
        "/replay": (404, 404, 200, 200, 200),
        "/explain?ref=player:0": (404, 404, 200, 200, 200),
        "/stats": (404, 404, 200, 200, 200),
    },
    "public, finished": {
        "": (200, 404, 200, 200, 200),
        "/record": (200, 404, 200, 200, 200),
        "/replay": (200, 404, 200, 200, 200),
        "/explain?ref=player:0": (200, 404, 200, 200, 200),
        "/stats": (200, 404, 200, 200, 200),
    },
}


class Tables(NamedTuple):
    site: Site
    made: dict[str, Message]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def tables(tmp_path_factory: pytest.TempPathFactory, anyio_backend: str) -> AsyncIterator[Tables]:
    """Four tables of two persons: private or public, playing or finished."""
    async with served(tmp_path_factory.mktemp("routes")) as site:
        made = {}
        for name in EXPECTED:
            options = {"public": name.startswith("public"), "options": {"rounds": 1}}
            made[name] = await site.make("relics", "me", "person", **options)
            other = made[name]["links"][0]["token"]
            async with (
                site.client(made[name]["table"], made[name]["token"]) as zero,
                site.client(made[name]["table"], other) as one,
            ):
                if name.endswith("finished"):
                    await zero.table_where(lambda table: table["status"] == "playing")
                    await asyncio.gather(play_out(zero, lambda n: 0), play_out(one, lambda n: 0))
        yield Tables(site, made)


def headers_of(role: str, made: Message) -> dict[str, str]:
    tokens = {
        "wrong": "A" * 43,
        "spectator": made["spectator"],
        "other": made["links"][0]["token"],
        "own": made["token"],
    }
    return bearer(tokens[role]) if role in tokens else {}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("role", ROLES)
async def test_a_role_gets_what_the_table_says(tables: Tables, name: str, role: str) -> None:
    made = tables.made[name]
    found = {}
    for route in EXPECTED[name]:
        answer = await tables.site.http.get(f"/api/tables/{made['table']}{route}", headers=headers_of(role, made))
        found[route] = answer.status_code
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "text"}
    assert found == {route: statuses[ROLES.index(role)] for route, statuses in EXPECTED[name].items()}


async def test_while_a_game_goes_on_a_record_holds_what_its_reader_knows(tables: Tables) -> None:
    made = tables.made["private, playing"]
    for role in ("spectator", "other", "own"):
        text = (await tables.site.http.get(f"/api/tables/{made['table']}/record", headers=headers_of(role, made))).text
        assert "tape" not in text
        assert "seed" not in text
        seat = {"other": 1, "own": 0}.get(role)
        lines = [line for line in text.splitlines() if '"kind":"dealt"' in line]
        assert ["three relics" not in line for line in lines] == [seat == 0, seat == 1]


READING: dict[str, int] = {
    "/healthz": 200,
    "/api/games": 200,
    "/api/games?lang=ja": 200,
    "/api/games/darklord/texts": 200,
    "/api/games/darklord/facts": 200,
    "/api/games/gloomhaven/facts": 409,
    "/api/games/chess/texts": 404,
    "/api/rules/darklord": 200,
    "/api/rules/darklord?q=tie": 200,
    "/api/rules/darklord?id=DARKLORD-6.1": 200,
    "/api/rules/darklord?id=DARKLORD-99.9": 404,
    "/api/tables": 200,
    "/api/tables/nobodyishere": 404,
    "/api/nothing": 404,
    "/api/tables/x/y/z": 404,
    "/assets/../../app.py": 404,
    "/assets/%2e%2e/%2e%2e/app.py": 404,
    "/nothing.txt": 404,
}


@pytest.mark.parametrize("path", READING)
async def test_everybody_may_read_these(tables: Tables, path: str) -> None:
    answer = await tables.site.http.get(path)
    wanted = READING[path]
    if path.startswith("/api/games/gloomhaven"):
        wanted = 409 if not ready(await tables.site.http.get("/api/games"), "gloomhaven") else 200
    assert answer.status_code == wanted, answer.text


def ready(answer: Any, slug: str) -> bool:
    return bool([game for game in answer.json()["games"] if game["slug"] == slug and game["ready"]])


async def test_announced_games_are_listed_with_those_at_hand(tables: Tables) -> None:
    games = (await tables.site.http.get("/api/games")).json()["games"]
    assert [game["slug"] for game in games][:5] == ["oldworld", "cthulhu", "darklord", "wh40k", "gloomhaven"]
    for game in games:
        assert game["title"]
        assert game["blurb"]
        assert not game["ready"] or (game["players"] and game["bots"])
        for option in game["options"]:
            assert option["values"][0]["players"] == game["players"]
            assert all([set(value["players"]) <= set(game["players"]) for value in option["values"]])
    [maps] = [option["values"] for game in games for option in game["options"] if option["name"] == "map"]
    assert [value["players"] for value in maps] == [[2, 3, 4], [2, 3], [4], [4], []]
    secrets = {game["slug"]: game["secrets"] for game in games}
    assert (secrets["darklord"], secrets["relics"]) == (False, True)


WIDE = {"map": "earth_w3_e5"}  # for four players
POSTS: list[tuple[str, Any, int, str]] = [
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "me"}] * 3}, 201, ""),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "me"}]}, 400, "bad_table"),
    ("/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}, 404, "no_game"),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "bot", "bot": "os:system"}] * 3}, 400, "no_bot"),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "bot", "bot": "mcts:3600s"}] * 3}, 400, "no_bot"),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "me"}] * 3, "options": {"x": 1}}, 400, "bad_table"),
    ("/api/tables", {"game": "cthulhu", "seats": [{"kind": "me"}] * 3, "options": WIDE}, 400, "bad_table"),
    ("/api/tables", {"game": "cthulhu", "seats": [{"kind": "me"}] * 4, "options": WIDE}, 201, ""),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "me"}] * 3, "cheat": 1}, 400, "malformed"),
    ("/api/tables", {"game": "darklord", "seats": [{"kind": "me", "name": "x" * 70_000}] * 3}, 413, "too_large"),
    ("/api/tables", "nonsense", 400, "malformed"),
    ("/api/records", {}, 400, "bad_record"),
    ("/api/tables/nobodyishere/sit", {}, 404, "not_found"),
]


@pytest.mark.parametrize(("path", "content", "status", "code"), POSTS)
async def test_posts_are_checked(tables: Tables, path: str, content: Any, status: int, code: str) -> None:
    answer = await tables.site.http.post(path, json=content)
    assert answer.status_code == status, answer.text
    assert answer.json().get("code", "") == code


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "https://127.0.0.1"])
async def test_requests_of_other_pages_are_refused(tables: Tables, origin: str) -> None:
    content = {"game": "darklord", "seats": [{"kind": "me"}] * 3}
    answer = await tables.site.http.post("/api/tables", json=content, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    with pytest.raises(Exception, match="403"):
        async with tables.site.socket(origin or "http://x"):
            pass


async def test_a_name_that_was_made_to_lead_here_is_no_own_host(tables: Tables) -> None:
    evil = f"evil.example:{tables.site.port}"
    answer = await tables.site.http.post("/api/tables", json={}, headers={"origin": f"http://{evil}", "host": evil})
    assert answer.status_code == 403


async def test_every_answer_is_guarded(tables: Tables) -> None:
    for path in ("/api/games", "/healthz", "/", "/nothing.txt", "/api/nothing"):
        headers = (await tables.site.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


async def test_a_free_seat_of_a_public_table_is_taken_once(tables: Tables) -> None:
    site = tables.site
    made = await site.make("relics", "me", "person", public=True)
    path = f"/api/tables/{made['table']}"
    assert (await site.http.get(path)).json()["free"] == [1]
    seated = (await site.http.post(f"{path}/sit", json={"name": "Cy"})).json()
    assert seated["seat"] == 1
    assert (await site.http.post(f"{path}/sit", json={})).json()["code"] == "no_free_seat"
    private = await site.make("relics", "me", "person")
    assert (await site.http.post(f"/api/tables/{private['table']}/sit", json={})).status_code == 404
    async with (
        site.client(made["table"], made["token"]) as zero,
        site.client(made["table"], seated["token"]) as one,
    ):
        await zero.table_where(lambda table: table["status"] == "playing")
        assert one.table["you"] == [1]
        assert zero.table["seats"][1]["name"] == "Cy"
    answer = await site.http.get(path, headers=bearer(made["links"][0]["token"]))
    assert answer.status_code == 404, "the link is void"


async def test_my_tables_say_whether_i_am_asked(tables: Tables) -> None:
    made = tables.made["private, playing"]
    lines = []
    for role in ("own", "other", "spectator"):
        answer = await tables.site.http.get(f"/api/tables/{made['table']}", headers=headers_of(role, made))
        lines.append(answer.json())
    assert [line["you"] for line in lines] == [[0], [1], []]
    assert sorted([line["asked"] for line in lines]) == [False, False, True]
    assert [line["maker"] for line in lines] == [True, False, False]
