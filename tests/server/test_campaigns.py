"""A campaign that people share by link: who may do what, what is kept, what stays hidden."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from grimtable.games.gloomhaven.campaign import Campaign, dump, load
from server.campaigning import Person, at_scenario, begun, with_party
from server.tabletop import Site, bearer, served

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Site]:
    async with served(tmp_path) as found:
        yield found


# ---------------------------------------------------------------- making and looking
async def test_a_campaign_is_made_and_everybody_sees_it_in_their_language(site: Site) -> None:
    (ada, bo), watcher = await begun(site, "Ada", "Bo", difficulty="hard", permanent_death=True)
    assert [(p.view["you"], p.view["maker"]) for p in (ada, bo, watcher)] == [(0, True), (1, False), (None, False)]
    view = await ada.look()
    assert (view["name"], view["stage"], view["difficulty"], view["permanent_death"]) == ("Ours", "city", "hard", True)
    assert view["persons"] == [{"name": "Ada", "held": True}, {"name": "Bo", "held": True}]
    assert view["offers"][0]["text"] == "Make a Brute of level 1"
    assert (await ada.look("ja"))["offers"][0]["text"] == "レベル1のブルートを作る"
    assert watcher.view["offers"] == []


async def test_who_has_not_come_yet_is_shown_as_missing(site: Site) -> None:
    made = (await site.http.post("/api/campaigns", json={"persons": ["Ada", "Bo"]})).json()
    ada = Person(site, made["campaign"], made["token"])
    assert [person["held"] for person in (await ada.look())["persons"]] == [True, False]
    mark: int = ada.view["mark"]
    await Person(site, made["campaign"], made["links"][0]["token"]).look()
    assert (await ada.get("/mark")).json() == {"mark": mark + 1, "table": None}
    assert [person["held"] for person in (await ada.look())["persons"]] == [True, True]


@pytest.mark.parametrize(
    "content",
    [
        {"persons": []},
        {"persons": ["A"] * 5},
        {"persons": ["A", "B", "C"], "characters": 2},
        {"persons": ["A"], "characters": 5},
        {"persons": ["A"], "characters": 1},
        {"persons": ["A"], "difficulty": "brutal"},
        {"persons": ["A" * 41]},
        {"persons": ["A"], "name": "x" * 61},
        {"persons": ["A"], "seed": 3},
        {"persons": ["A"], "permanent_death": 1},
        {"persons": "A"},
        [],
    ],
)
async def test_a_campaign_that_makes_no_sense_is_refused(site: Site, content: Any) -> None:
    found = await site.http.post("/api/campaigns", json=content)
    assert found.status_code == 400
    assert set(found.json()) == {"code", "text"}


async def test_a_game_without_a_campaign_has_none(site: Site) -> None:
    found = await site.http.post("/api/campaigns", json={"persons": ["A"], "game": "darklord"})
    assert (found.status_code, found.json()["code"]) == (404, "no_campaign_game")


# ---------------------------------------------------------------- who may do what
ROUTES = {  # status for: no token, a wrong one, that of another campaign, a spectator, a person
    "GET ": (404, 404, 404, 200, 200),
    "GET /mark": (404, 404, 404, 200, 200),
    "GET /document": (404, 404, 404, 403, 200),
    "POST /acts": (404, 404, 404, 403, 409),
    "POST /undo": (404, 404, 404, 403, 409),
    "POST /table": (404, 404, 404, 409, 409),
}


@pytest.mark.parametrize("route", ROUTES)
async def test_a_role_gets_what_the_campaign_says(site: Site, route: str) -> None:
    (ada,), watcher = await begun(site, "Ada")
    (other,), _ = await begun(site, "Cy")
    tokens = [None, "A" * 43, other.token, watcher.token, ada.token]
    method, _, rest = route.partition(" ")
    content: Any = {"wish": "w", "mark": ada.view["mark"]}
    content |= {"act": ["level", 0]} if rest == "/acts" else {}
    found = []
    for token in tokens:
        headers = bearer(token) if token else {}
        asked = {"json": content} if method == "POST" else {}
        answer = await site.http.request(method, ada.path + rest, headers=headers, **asked)
        found.append(answer.status_code)
        if answer.status_code >= 400:
            assert {"code", "text"} <= set(answer.json())
    assert tuple(found) == ROUTES[route]


async def test_nobody_edits_anothers_character(site: Site) -> None:
    (ada, bo), _ = await with_party(site, "Ada", "Bo")
    await bo.look()
    found = await bo.wish(act=["buy", 0, 1])
    assert (found.status_code, found.json()["code"]) == (409, "illegal")
    assert found.json()["text"] == "That character is somebody else's"
    found = await bo.wish(act=["note", 0, "mine now"])
    assert found.json()["text"] == "That character is somebody else's"
    assert (await ada.look())["heroes"][0]["notes"] == ""


async def test_a_refusal_names_its_rule_in_the_persons_language(site: Site) -> None:
    (ada,), _ = await with_party(site, "Ada")
    content = {"wish": "w", "mark": ada.view["mark"], "act": ["retire", 0]}
    found = await site.http.post(f"{ada.path}/acts?lang=ja", json=content, headers=bearer(ada.token))
    assert found.status_code == 409
    assert found.json() == {
        "code": "illegal",
        "text": "個人クエストが達成されていません",
        "rules": ["GLOOMHAVEN-27.1"],
    }


# ---------------------------------------------------------------- acts
async def test_of_two_acts_at_the_same_mark_one_wins(site: Site) -> None:
    (ada, bo), _ = await with_party(site, "Ada", "Bo")
    acts = {ada: ["note", 0, "a"], bo: ["note", 1, "b"]}
    assert ada.view["mark"] == bo.view["mark"]
    found = await asyncio.gather(*[who.wish(act=act) for who, act in acts.items()])
    assert sorted([answer.status_code for answer in found]) == [200, 409]
    late = next(answer for answer in found if answer.status_code == 409)
    assert late.json()["code"] == "stale"
    assert sorted([hero["notes"] for hero in (await ada.look())["heroes"]])[0] == ""


async def test_the_same_wish_is_carried_out_once(site: Site) -> None:
    (ada,), _ = await with_party(site, "Ada")
    content = {"wish": "once", "mark": ada.view["mark"], "act": ["buy", 0, 1]}
    first, second = await ada.post("/acts", content), await ada.post("/acts", content)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["heroes"][0]["gold"] == 10
    assert first.json()["mark"] == second.json()["mark"]
    assert len(second.json()["log"]) == len(ada.view["log"]) + 1


async def test_what_the_party_does_waits_until_all_agree(site: Site) -> None:
    (ada, bo), _ = await with_party(site, "Ada", "Bo")
    await ada.do("city_event")
    assert (await bo.look())["proposals"] == [{"person": 0, "act": ["city_event"], "text": "Draw a city event"}]
    await bo.do("city_event")
    assert bo.view["event"]["deck"] == "city"
    assert bo.view["event"]["prompt"]
    assert bo.offers("event") == [["event", "A"], ["event", "B"]]


async def test_an_own_act_is_taken_back_and_then_gone_for_good(site: Site) -> None:
    (ada, bo), _ = await with_party(site, "Ada", "Bo")
    before = (await ada.get("/document")).text
    await ada.do("buy", 0, 1)
    assert ada.view["undo"] is True
    await bo.look()
    assert bo.view["undo"] is False
    assert (await bo.wish("/undo")).json()["text"] == "Only who did it takes it back"
    wish = {"wish": "back", "mark": ada.view["mark"]}
    assert (await ada.post("/undo", wish)).status_code == 200
    assert (await ada.post("/undo", wish)).status_code == 200
    assert (await ada.get("/document")).text == before
    found = await bo.wish("/undo")
    assert found.json()["code"] == "stale"


# ---------------------------------------------------------------- documents
async def test_a_campaign_goes_out_and_comes_back_the_same(site: Site) -> None:
    (ada, _), _ = await with_party(site, "Ada", "Bo")
    text = (await ada.get("/document")).text
    found = load(text)
    assert [hero.name for hero in found.world.heroes] == [hero["name"] for hero in ada.view["heroes"]]
    assert dump(found) == text
    made = await site.http.post("/api/campaigns/import?name=Again", content=text.encode())
    assert made.status_code == 201
    again = Person(site, made.json()["campaign"], made.json()["token"])
    view = await again.look()
    assert (view["name"], view["heroes"]) == ("Again", ada.view["heroes"])
    assert [person["held"] for person in view["persons"]] == [True, False]
    assert (await again.get("/document")).text == text


def damaged(text: str, how: str) -> bytes:
    lines = text.splitlines()
    if how == "cut":
        return "\n".join(lines[:-1]).encode()
    if how == "foreign":
        return json.dumps({"format": "save game"}).encode()
    if how == "forged":
        return "\n".join([*lines[:-1], json.dumps([0, ["retire", 0]]), lines[-1]]).encode()
    if how == "changed":
        return text.replace('"brute"', '"tinkerer"').encode()
    if how == "surrogate":
        name = json.dumps([0, ["note", 0, "\ud800"]])
        campaign = Campaign(7, ["A"], [0, 0])
        campaign.act(0, ("create", 0, "X", "brute", 1))
        campaign.act(0, ("note", 0, "\ud800"))
        rows = dump(campaign).encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass").splitlines()
        return "\n".join([*rows[:-2], name, rows[-1]]).encode()
    return {"empty": b"", "binary": b"\xff\xfe\x00", "deep": b"[" * 100_000}[how]


@pytest.mark.parametrize("how", ["cut", "foreign", "forged", "changed", "empty", "binary", "deep", "surrogate"])
async def test_a_damaged_or_foreign_document_is_refused_with_the_reason(site: Site, how: str) -> None:
    (ada,), _ = await with_party(site, "Ada")
    text = (await ada.get("/document")).text
    found = await site.http.post("/api/campaigns/import", content=damaged(text, how))
    assert found.status_code == 400, found.text
    assert found.json()["code"] == "bad_campaign"
    reasons = {
        "cut": "cut off",
        "foreign": "no campaign of grimtable",
        "forged": "line 6 does what the rules do not allow",
        "changed": "the world that follows",
        "surrogate": "no text",
        "binary": "no text",
    }
    assert reasons.get(how, "") in found.json()["text"]


async def test_too_large_a_document_is_not_read(site: Site) -> None:
    found = await site.http.post("/api/campaigns/import", content=b"x" * ((2 << 20) + 1))
    assert (found.status_code, found.json()["code"]) == (413, "too_large")


# ---------------------------------------------------------------- what stays hidden
async def test_quests_of_others_decks_and_seeds_are_told_to_nobody(site: Site) -> None:
    (ada, bo), watcher = await with_party(site, "Ada", "Bo")
    world = load((await ada.get("/document")).text).world
    for who, own in ((ada, 0), (bo, 1), (watcher, None)):
        view = await who.look()
        assert [hero["number"] for hero in view["heroes"] if hero["quest"] is not None] == (
            [] if own is None else [own]
        )
        text = json.dumps(view)
        assert not {"city", "road", "seed", "quest_deck", "design_deck", "side_deck"} & set(view)
        others = [hero.quest for number, hero in enumerate(world.heroes) if number != own]
        assert [quest for quest in others if f'"quest": {quest}' in text] == []
        assert str(load((await ada.get("/document")).text).header["seed"]) not in text


async def test_quests_dealt_are_offered_to_their_person_only(site: Site) -> None:
    (ada, bo), watcher = await begun(site, "Ada", "Bo")
    await ada.look()
    await ada.do(*ada.offers("create")[0])
    assert len(ada.offers("keep_quest")) == 2
    for other in (bo, watcher):
        await other.look()
        assert other.offers("keep_quest") == []
        assert [ask["text"] for ask in other.view["asks"]] == ["brute keeps one of the personal quests dealt"]


async def test_the_same_scenario_awaits_everybody(site: Site) -> None:
    (ada, bo) = await at_scenario(site, "Ada", "Bo")
    assert (ada.view["stage"], ada.view["scenario"]["number"]) == ("scenario", 1)
    assert bo.view["table"] is None


# ---------------------------------------------------------------- two servers
@pytest.fixture
async def sites(url: str, tmp_path: Path, anyio_backend: str) -> AsyncIterator[tuple[Site, Site]]:
    """Two servers on one database."""
    async with served(tmp_path, database=url) as one, served(tmp_path, database=url) as two:
        yield one, two


def elsewhere(person: Person, site: Site) -> Person:
    """The same person at another server."""
    return Person(site, person.campaign, person.token)


async def test_a_campaign_is_the_same_at_every_server(sites: tuple[Site, Site]) -> None:
    one, two = sites
    (ada,), _ = await with_party(one, "Ada")
    there = elsewhere(ada, two)
    for number, who in enumerate((there, ada, there, there, ada)):
        await who.look()
        await who.do("note", 0, f"note {number}")
    assert (await ada.look())["heroes"][0]["notes"] == (await there.look())["heroes"][0]["notes"] == "note 4"
    assert (await ada.get("/document")).text == (await there.get("/document")).text


async def test_of_two_acts_at_two_servers_one_wins(sites: tuple[Site, Site], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if both servers still believe that nothing has changed when they act."""
    one, two = sites
    (ada, bo), _ = await with_party(one, "Ada", "Bo")
    there = elsewhere(bo, two)
    await there.look()
    mark: int = ada.view["mark"]

    async def unaware(campaign: str) -> int:
        monkeypatch.undo()  # it looks again when its change has been refused
        return mark

    monkeypatch.setattr(two.lobby.store, "revision", unaware)
    found = [await ada.wish(act=["note", 0, "a"]), await there.wish(act=["note", 1, "b"])]
    assert [answer.status_code for answer in found] == [200, 409]
    assert found[1].json()["code"] == "stale"
    assert [hero["notes"] for hero in (await there.look())["heroes"]] == ["a", ""]
    assert (await there.wish(act=["note", 1, "b"])).status_code == 200
    assert [hero["notes"] for hero in (await ada.look())["heroes"]] == ["a", "b"]
