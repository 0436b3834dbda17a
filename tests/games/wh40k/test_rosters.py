"""Rosters: what is read of them, what becomes of each entry, and what is refused."""

from __future__ import annotations

import io
import json
import os
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grimtable.games.wh40k.components import SHEETS, army_of
from grimtable.games.wh40k.rosters import APPROXIMATED, MAPPED, REFUSED, Entry, Imported, imported, read
from grimtable.games.wh40k.rosters.reading import MOST_BYTES
from grimtable.kernel.values import BadInput
from rule import rule

OURS = Path(__file__).parent / "rosters" / "patrol.ros"
ROOT = Path(__file__).parents[3]
SHARED = Path(os.environ.get("GRIMTABLE_SHARED", ROOT.parent / "shared")) / "data" / "wh40k" / "rosters"


def of(content: bytes, name: str = "army.ros") -> Imported:
    return imported(read(content, name), name)


def zipped(*members: tuple[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members:
            out.writestr(name, content)
    return archive.getvalue()


def as_json(content: bytes) -> bytes:
    """The tree of an XML roster as New Recruit writes it."""
    from xml.etree import ElementTree

    def node(element: ElementTree.Element) -> dict[str, Any]:
        found: dict[str, Any] = dict(element.attrib)
        for child in element:
            kind = child.tag.rpartition("}")[2]
            found[kind] = [node(entry) for entry in child]
        return found

    return json.dumps({"roster": node(ElementTree.fromstring(content))}).encode()


# ---------------------------------------------------------------- a roster of our own
def entries(found: Imported) -> dict[str, Entry]:
    return {entry.name: entry for entry in found.entries}


@rule("WH40K-17.1")
def test_every_entry_is_mapped_approximated_or_refused_and_says_why() -> None:
    found = of(OURS.read_bytes())
    told = {name: (entry.status, [note.key for note in entry.notes]) for name, entry in entries(found).items()}
    assert told == {
        "Detachment CP": (REFUSED, ["not_a_unit"]),
        "Primaris Lieutenant": (MAPPED, []),
        "Hellblaster Squad": (APPROXIMATED, ["unknown_weapons"]),
        "Frozen Colossus": (REFUSED, ["no_datasheet"]),
    }
    assert entries(found)["Hellblaster Squad"].notes[0].names == ("Hand of doom",)


@rule("WH40K-14.13", "WH40K-16.5")
def test_the_army_has_the_form_of_the_games_own_lists() -> None:
    found = of(OURS.read_bytes())
    assert found.army is not None
    army = army_of(found.army)
    assert [SHEETS[unit.sheet].name for unit in army.units] == ["primaris_lieutenant", "hellblaster_squad"]
    assert army.warlord == "primaris_lieutenant"
    assert (army.name, army.faction) == ("winter_patrol", "space_marines")
    assert len(army.units[1].models) == 5
    assert found.army["units"][1]["models"] == [
        {"profile": "Hellblaster Sergeant", "count": 1, "wargear": ["plasma_incinerator"]},
        {"profile": "Hellblaster", "count": 4, "wargear": ["plasma_incinerator", "bolt_pistol"]},
    ]
    assert (found.army["points"], found.army["power_level"]) == (216, 12)


def test_all_three_forms_say_the_same() -> None:
    content = OURS.read_bytes()
    assert of(zipped(("army.ros", content)), "army.rosz") == of(content)
    assert of(as_json(content), "army.json") == of(content)
    assert of(b"\xef\xbb\xbf" + content) == of(content)


# ---------------------------------------------------------------- what is refused
BOMB = """<!DOCTYPE roster [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><roster name="&b;"/>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE roster SYSTEM "file:///etc/passwd"><roster/>"""
DEEP = b"<roster>" + b"<selections><selection>" * 500 + b"</selection></selections>" * 500 + b"</roster>"
MANY = b"<roster>" + b"<x/>" * 300_000 + b"</roster>"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is no roster"),
        (b"hello", "is no roster"),
        (b"\x89PNG\r\n\x1a\n", "is no roster"),
        (b"<html></html>", "begins with <html>"),
        (b"<catalogue/>", "begins with <catalogue>"),
        (b"<roster><forces>", "no whole XML document"),
        (b'<?xml version="1.0" encoding="ebcdic-xx"?><roster/>', "no whole XML|encoding"),
        (BOMB.encode(), "declares a document type or entities"),
        (OUTSIDE.encode(), "declares a document type or entities"),
        (DEEP, "too large or too deep"),
        (MANY, "too large or too deep"),
        (b"{", "no whole JSON document"),
        (b"[" * 100_000, "is no roster"),
        (b'{"roster":' + b'{"a":' * 100_000, "no whole JSON document"),
        (b'{"army": []}', "has a 'roster'"),
        (b'{"roster": {"forces": 3}}', "without units"),
        (b'<roster gameSystemName="Age of Sigmar"/>', "not for Warhammer 40,000"),
        (b"<roster/>", "without units"),
        (b"PK\x03\x04 broken", "damaged archive"),
        (zipped(), "holds 0 files"),
        (zipped(("a.ros", b"<roster/>"), ("b.ros", b"<roster/>")), "holds 2 files"),
        (zipped(("bomb.ros", b" " * 50_000_000)), "unpacks to more than 8 MB"),
        (zipped(("inner.rosz", zipped(("a.ros", b"<roster/>")))), "is no roster"),
        (b"<roster>" + b" " * MOST_BYTES, "larger than 8 MB"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_line(content: bytes, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as refused:
        of(content, "army.ros")
    assert "\n" not in str(refused.value)
    assert "army.ros" in str(refused.value)


def test_a_locked_archive_is_refused() -> None:
    content = bytearray(zipped(("army.ros", OURS.read_bytes())))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BadInput, match="password"):
        of(bytes(content), "army.rosz")


def test_strange_numbers_cost_nothing() -> None:
    content = (
        OURS.read_bytes().replace(b'value="69.0"', b'value="1e999999999"').replace(b'number="4"', b'number="9e99"')
    )
    found = entries(of(content))
    assert found["Primaris Lieutenant"].points == 0
    assert [group.number for group in found["Hellblaster Squad"].groups] == [1, 1]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_files_are_read_or_refused_but_never_fail(data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from([OURS.read_bytes(), as_json(OURS.read_bytes())])))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 2))
        content[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=6))
    with suppress(BadInput):
        of(bytes(content))


# ---------------------------------------------------------------- rosters of other people
def corpus() -> list[dict[str, Any]]:
    file = SHARED / "expected.json"
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rosters"] if file.is_file() else []
    return found


@pytest.mark.skipif(not corpus(), reason="the roster corpus lies beside the checkout, or where GRIMTABLE_SHARED says")
@pytest.mark.parametrize("expected", corpus(), ids=lambda expected: str(expected["file"]))
def test_the_corpus_is_read_as_expected(expected: dict[str, Any]) -> None:
    found = of((SHARED / expected["file"]).read_bytes(), expected["file"])
    assert {name: float(value) for name, value in found.costs} == expected["roster_costs"]
    assert found.system == expected["game_system"]
    units = [
        {
            "force_catalogue": entry.catalogue,
            "name": entry.name,
            "selection_type": entry.type,
            "points": float(entry.points),
            "power": float(entry.power),
            "models": [
                {"name": group.name, "count": group.number, "weapon_profiles": list(group.weapon_profiles)}
                for group in entry.groups
            ],
            "unit_profiles": list(entry.unit_profiles),
            "categories": list(entry.categories),
        }
        for entry in found.entries
        if entry.unit_profiles
    ]
    assert units == expected["units"]
    assert all(entry.notes for entry in found.entries if entry.status != MAPPED)
    if found.army is not None:
        assert len(army_of(found.army).units) == len([one for one in found.entries if one.status != REFUSED])


@pytest.mark.skipif(not corpus(), reason="the roster corpus lies beside the checkout, or where GRIMTABLE_SHARED says")
@pytest.mark.parametrize("name", ["hellblasters", "necrons"])
def test_zipped_rosters_of_the_corpus_say_the_same(name: str) -> None:
    packed, plain = [(SHARED / f"{name}.{form}").read_bytes() for form in ("rosz", "ros")]
    assert of(packed)._replace(name="") == of(plain)._replace(name="")
