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

from grimtable.games.wh40k import DEFINITION
from grimtable.games.wh40k.components import SHEETS, WEAPON_OF, army_of
from grimtable.games.wh40k.rosters import APPROXIMATED, MAPPED, REFUSED, Entry, Imported, Note, imported, read, reason
from grimtable.games.wh40k.rosters.names import weapons_named
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


def test_strange_costs_count_nothing() -> None:
    found = entries(of(OURS.read_bytes().replace(b'value="69.0"', b'value="1e999999999"')))
    assert found["Primaris Lieutenant"].points == 0


IMPOSSIBLE = ["-5", "0", "1e9", "9e99", "NaN", "Infinity", "1000000000", "9" * 5000, "4.5", "\u0664", "", " 4"]


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_an_impossible_number_refuses_its_entry_alone_and_says_so(number: str) -> None:
    content = OURS.read_bytes().replace(
        b'name="Hellblaster" number="4"', f'name="Hellblaster" number="{number}"'.encode()
    )
    found = of(content)
    entry = entries(found)["Hellblaster Squad"]
    assert (entry.status, [note.key for note in entry.notes]) == (REFUSED, ["bad_number"])
    assert entry.notes[0].names == ("Hellblaster", number[:20] or "?")
    assert entries(found)["Primaris Lieutenant"].status == MAPPED
    assert found.army is not None
    assert len(found.army["units"]) == 1
    assert len(in_words(entry.notes[0], "en")) < 200


@pytest.mark.parametrize("number", ["-5", "1e9", "NaN", "9" * 4000, "0"])
def test_the_numbers_of_a_json_roster_are_looked_at_the_same_way(number: str) -> None:
    content = as_json(OURS.read_bytes()).replace(
        b'"name": "Hellblaster", "number": "4"', f'"name": "Hellblaster", "number": {number}'.encode()
    )
    assert [note.key for note in entries(of(content, "army.json"))["Hellblaster Squad"].notes] == ["bad_number"]


def roster(*selections: str) -> bytes:
    """A roster of selections, without a single profile."""
    force = f'<force catalogueName="Imperium - Space Marines"><selections>{"".join(selections)}</selections></force>'
    return f'<roster gameSystemName="Warhammer 40,000 8th Edition"><forces>{force}</forces></roster>'.encode()


def chosen(name: str, kind: str = "upgrade", number: int | str = 1, *inside: str) -> str:
    within = f"<selections>{''.join(inside)}</selections>" if inside else ""
    return f'<selection name="{name}" type="{kind}" number="{number}">{within}</selection>'


def in_words(note: Note, lang: str) -> str:
    return DEFINITION.catalogue.say(reason(note), lang)


@rule("WH40K-17.1")
def test_units_without_profiles_are_read_by_what_they_say_they_are() -> None:
    squad = chosen(
        "Tactical Squad", "unit", 1,
        chosen("Space Marine Sergeant", "model", 1, chosen("Boltgun"), chosen("Chainsword")),
        chosen("Space Marine", "model", 4, chosen("Boltgun", number=4), chosen("Frag &amp; Krak grenades", number=4)),
    )  # fmt: skip
    found = of(roster(chosen("Detachment CP"), squad, chosen("Frozen Colossus", "model"), chosen("Rhino", "model")))
    told = {name: (entry.status, [note.key for note in entry.notes]) for name, entry in entries(found).items()}
    assert told == {
        "Detachment CP": (REFUSED, ["not_a_unit"]),
        "Tactical Squad": (MAPPED, []),
        "Frozen Colossus": (REFUSED, ["no_datasheet"]),
        "Rhino": (APPROXIMATED, ["by_default"]),
    }
    assert [(one.profile, one.number, one.wargear) for one in entries(found)["Tactical Squad"].groups] == [
        ("Space Marine Sergeant", 1, ("boltgun", "chainsword")),
        ("Space Marine", 4, ("boltgun", "frag_grenade", "krak_grenade")),
    ]


@pytest.mark.parametrize(
    ("name", "weapons"),
    [
        ("Frag & Krak grenades", ("frag_grenade", "krak_grenade")),
        ("Frag and krak grenades", ("frag_grenade", "krak_grenade")),
        ("Frag/Krak grenade", ("frag_grenade", "krak_grenade")),
        ("Bolt pistol, boltgun + chainsword", ("bolt_pistol", "boltgun", "chainsword")),
        ("2x Storm bolters", ("storm_bolter",)),
        ("2 × Storm bolter", ("storm_bolter",)),
        ("Storm bolters (x2)", ("storm_bolter",)),
        ("Lash Whip and Bonesword", ("lash_whip_and_bonesword",)),
        ("Hand of doom & Krak grenades", ()),
        ("& and &", ()),
        ("Hand of doom", ()),
        ("", ()),
    ],
)
def test_joined_and_counted_names_of_weapons_are_resolved(name: str, weapons: tuple[str, ...]) -> None:
    assert weapons_named(name) == weapons


@pytest.mark.parametrize("name", ["2x Storm bolters", "Storm bolter x2"])
def test_two_of_a_weapon_are_two(name: str) -> None:
    [entry] = of(roster(chosen("Repulsor", "model", 1, chosen(name)))).entries
    assert entry.groups[0].wargear.count("storm_bolter") == 2


def test_more_than_a_model_or_an_army_can_have_is_refused_entry_by_entry() -> None:
    loaded = chosen("Rhino", "model", 1, chosen("Storm bolter", "upgrade", 999))
    crowd = chosen("Boyz", "unit", 1, chosen("Boy", "model", 190, chosen("Choppa", "upgrade", 190)))
    found = of(roster(loaded, crowd, crowd, chosen("Rhino", "model", 1, chosen("Storm bolter"))))
    assert [[note.key for note in entry.notes if entry.status == REFUSED] for entry in found.entries] == [
        ["too_many_weapons"], [], ["army_full"], [],
    ]  # fmt: skip
    assert found.army is not None
    assert len(found.army["units"]) == 2
    many = of(roster(*[chosen("Rhino", "model", 1, chosen("Storm bolter"))] * 43))
    assert [entry.status for entry in many.entries].count(REFUSED) == 3


def test_messages_name_datasheets_factions_and_weapons_and_never_their_ids() -> None:
    content = roster(
        chosen("Warboss", "model", 1, chosen("Power klaw"), chosen("Lascannon")),
        chosen("Mob", "unit", 1, chosen("Tankbusta", "model", 1), chosen("Nob", "model", 1)),
    )
    found = of(content)
    notes = [*found.notes, *[note for entry in found.entries for note in entry.notes]]
    said = {lang: [in_words(note, lang) for note in notes] for lang in ("en", "ja")}
    assert "No Warlord among the units that came along; it is Warboss now" in said["en"]
    assert "取り込んだユニットにウォーロードがいないので、ウォーボスをウォーロードとする" in said["ja"]
    assert "chosen from Imperium - Space Marines, taken as the Orks have it" in said["en"]
    assert "Imperium - Space Marinesから選ばれているが、オークのものとして扱う" in said["ja"]
    assert "weapons that its datasheet does not give it: Lascannon" in said["en"]
    assert "データシートにない武器: ラスキャノン" in said["ja"]
    ids = [*[sheet.name for sheet in SHEETS if "_" in sheet.name], *[weapon for weapon in WEAPON_OF if "_" in weapon]]
    assert [text for texts in said.values() for text in texts for name in ids if name in text] == []


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
