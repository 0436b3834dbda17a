"""Messages: what is understood, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from grimtable.kernel.language import LANGUAGES
from grimtable.server import protocol as p
from grimtable.server.campaign_messages import CampaignWish
from grimtable.server.wishes import GRANTED
from grimtable.server.words import catalogue

SAMPLES: list[p.ClientMessage] = [
    p.Hello("abcdefghjkmn", "ja", "t" * 43, "Ann", "00" * 32),
    p.Answer("a", 1, 0, "place:wood_golem/A"),
    p.Answer("a", 1, 0, None, [[1, "x"], 2]),
    p.Check("a", 1, 0, [[1, "x"], 2]),
    p.Withdraw("b", 1, 0),
    p.Undo("c", 1, 0),
    p.Restart("d", 1, 0),
    p.AskTakeback("e", 1, 0, 4),
    p.ReplyTakeback("f", 1, 0, True),
    p.AskHint("g", 1, 0),
    p.Replace("h", 1, 0, "greedy"),
    p.Reclaim("n", 1, 0),
    p.GiveSalt("o", "00" * 16),
    p.Explain("i", "card:wood_golem"),
    p.Inquire("m", "sight", [1, 2]),
    p.Rename("j", "Ben"),
    p.Speak("k", "en"),
    p.Ping("l"),
]


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_every_message_comes_back_as_it_was(message: p.ClientMessage) -> None:
    assert p.decode_client(p.encode(message)) == message


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_a_field_that_nobody_knows_is_refused(message: p.ClientMessage) -> None:
    more = msgspec.json.encode({**msgspec.to_builtins(message), "cheat": True})
    with pytest.raises(msgspec.ValidationError):
        p.decode_client(more)


def test_every_kind_of_wish_is_granted_by_somebody() -> None:
    assert {p.Ping, *GRANTED} == set(get_args(p.Wishes))
    assert {type(message) for message in SAMPLES} == {p.Hello, p.Ping, *GRANTED}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '{"type": "ping"}',
        '{"type": "nonsense", "id": "a"}',
        '{"type": "ping", "id": ""}',
        '{"type": "ping", "id": "%s"}' % ("x" * 41),
        '{"type": "ping", "id": "a\\u0000b"}',
        '{"type": "ping", "id": "a b"}',
        '{"type": "ping", "id": "\\n"}',
        '{"type": "hello", "table": "a\\u0000b"}',
        '{"type": "hello", "table": "../a"}',
        '{"type": "hello", "table": ""}',
        '{"type": "hello", "table": "%s"}' % ("a" * 21),
        '{"type": "undo", "id": "a", "rev": -1, "seat": 0}',
        '{"type": "undo", "id": "a", "rev": 0, "seat": 16}',
        '{"type": "undo", "id": "a", "rev": 1.5, "seat": 0}',
        '{"type": "lang", "id": "a", "lang": "de"}',
        '{"type": "hello", "table": "a", "lang": "en", "salt_hash": "short"}',
        "[" * 100_000,
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises((msgspec.MsgspecError, RecursionError)):
        p.decode_client(text.encode())


SEAT = {"kind": "me"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"x" * 41: 1}},
        {"options": {"x": 1 << 53}},
        {"options": {"x": -(1 << 63)}},
        {"options": {"x": 10**400}},
        {"options": {"x": "y" * 20_001}},
        {"options": {"x": [1]}},
        {"options": {"x": 1.5}},
        {"options": {f"x{n}": 1 for n in range(65)}},
        {"seats": []},
        {"seats": [SEAT] * 17},
        {"seats": [{"kind": "me", "name": "x" * 41}]},
        {"seats": [{"kind": "bot", "bot": "x" * 81}]},
        {"seed": -1},
        {"seed": 1 << 53},
        {"seed": 10**400},
        {"game": "x" * 41},
    ],
    ids=lambda wrong: f"{wrong}"[:40],
)
def test_a_table_beyond_every_bound_is_refused(wrong: dict[str, Any]) -> None:
    wish = {"game": "darklord", "seats": [SEAT], "options": {"x": 1, "y": "z"}, "seed": 7}
    assert msgspec.json.decode(json.dumps(wish).encode(), type=p.NewTable).seed == 7
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(json.dumps(wish | wrong).encode(), type=p.NewTable)


ODD = ["", "a\0b", "a b", "a\nb", "é", "\x7f", "\ud800", "x" * 41]  # not every database takes them


@pytest.mark.parametrize("odd", ODD)
def test_ids_are_printable_words(odd: str) -> None:
    for message in (
        {"type": "ping", "id": odd},
        {"type": "undo", "id": odd, "rev": 0, "seat": 0},
        {"type": "hello", "table": odd, "lang": "en"},
        {"type": "hello", "table": f"x{odd}x" if odd else "ABC", "lang": "en"},
    ):
        with pytest.raises(msgspec.MsgspecError):
            p.decode_client(json.dumps(message).encode())
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(json.dumps({"wish": odd, "mark": 0}), type=CampaignWish)


CODES = re.compile(r'''(?:Refuse\(|[. _]refuse\((?:None|[\w.]+), )"(\w+)"''')


def test_every_code_has_a_sentence_in_every_language() -> None:
    for lang in LANGUAGES:
        assert set(catalogue().templates[lang]) == set(catalogue().templates["en"])
    sources = [path.read_text(encoding="utf-8") for path in Path(p.__file__).parent.glob("*.py")]
    codes = {code for source in sources for code in CODES.findall(source)}
    assert len(codes) > 25
    for code in codes:
        assert catalogue().has(f"refused.{code}", "en"), code


def test_the_page_names_every_message() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    outgoing = p.Outgoing.__subclasses__()
    for kind in (*get_args(p.ClientMessage), *outgoing):
        assert f"`{kind.__struct_config__.tag}`" in page, kind
