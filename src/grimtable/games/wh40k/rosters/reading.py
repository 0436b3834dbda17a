"""Rosters of BattleScribe (.ros, .rosz) and New Recruit (.json) as plain values.

All three hold one tree: a roster of forces of selections. Names, numbers and costs are read and nothing else: no text
of rules. What is too large, hides entities or is something else is refused with one sentence.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from xml.parsers import expat

from grimtable.kernel.values import BadInput

MOST_BYTES = 8_000_000  # of a file, and of what it unpacks to
MOST_ELEMENTS = 200_000
DEEPEST = 60
NUMBER = re.compile(r"-?\d{1,7}(?:\.\d{1,6})?")
COUNT = re.compile(r"[1-9][0-9]{0,2}")
LONGEST_NAME, MOST_SHOWN = 200, 20  # characters of a name, and of a number that is none
KEPT = ("cost", "force", "selection", "profile", "category")
LISTS = {"costs": "cost", "forces": "force", "selections": "selection", "profiles": "profile", "categories": "category"}


class Selection(NamedTuple):
    """What was chosen: a unit, a model or an upgrade, with all that was chosen for it."""

    name: str
    type: str
    number: int
    profiles: tuple[tuple[str, str], ...]  # their types and names
    categories: tuple[str, ...]
    costs: tuple[tuple[str, Fraction], ...]
    selections: tuple[Selection, ...]
    written: str = ""  # the number as it stands there, where it is none that a roster can have


class Force(NamedTuple):
    """A detachment, with the catalogue it was chosen from."""

    name: str
    catalogue: str
    selections: tuple[Selection, ...]


class Roster(NamedTuple):
    name: str
    system: str
    costs: tuple[tuple[str, Fraction], ...]
    forces: tuple[Force, ...]  # those within forces too, after the force they belong to


class Node:
    """An element of the tree while it is read."""

    def __init__(self, kind: str, attributes: dict[str, str]) -> None:
        self.kind = kind
        self.attributes = attributes
        self.children: list[Node] = []

    def all(self, kind: str) -> list[Node]:
        return [child for child in self.children if child.kind == kind]


def read(content: bytes, name: str) -> Roster:
    """The roster in a file of this name; the content says which of the three forms it has."""
    if len(content) > MOST_BYTES:
        raise BadInput(f"{name} is larger than {MOST_BYTES // 1_000_000} MB; rosters are much smaller")
    if content[:2] == b"PK":
        content = unpacked(content, name)
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start == b"{":
        root = from_json(content, name)
    elif start == b"<" or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        root = from_xml(content, name)
    else:
        raise BadInput(f"{name} is no roster: a .ros, .rosz or New Recruit .json file is needed")
    return as_roster(root)


# ---------------------------------------------------------------- the three forms
def unpacked(content: bytes, name: str) -> bytes:
    """The one file in an archive, if it is not larger than a roster may be."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1:
                raise BadInput(f"{name} holds {len(members)} files; a .rosz holds one roster")
            if members[0].flag_bits & 1:
                raise BadInput(f"{name} is locked with a password; a .rosz is not")
            with archive.open(members[0]) as member:
                found = member.read(MOST_BYTES + 1)
    except BadInput:  # a ValueError too
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError):
        raise BadInput(f"{name} is a damaged archive; a .rosz is a zip file with one roster") from None
    if len(found) > MOST_BYTES:
        raise BadInput(f"{name} unpacks to more than {MOST_BYTES // 1_000_000} MB; rosters are much smaller")
    return found


class Builder:
    """Takes the elements of an XML document as they come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.open: list[Node | None] = []  # None for an element that is not kept
        self.root: Node | None = None
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        kind = tag.rpartition(" ")[2]
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) > 2 * DEEPEST:
            raise BadInput(f"{self.name} is too large or too deep for a roster")
        if self.root is None:
            if kind != "roster":
                raise BadInput(f"{self.name} is no roster: it begins with <{kind[:40]}>, not with <roster>")
            self.root = Node(kind, attributes)
            self.open.append(self.root)
            return
        node = Node(kind, attributes) if kind in KEPT else None
        above = [one for one in self.open if one is not None][-1]
        if node is not None:
            above.children.append(node)
        self.open.append(node)

    def end(self, tag: str) -> None:
        self.open.pop()

    def doctype(self, *words: object) -> None:
        raise BadInput(f"{self.name} declares a document type or entities; rosters have none")


def from_xml(content: bytes, name: str) -> Node:
    builder = Builder(name)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.EntityDeclHandler = builder.doctype
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise BadInput(f"{name} is no whole XML document: line {error.lineno}") from None
    except BadInput:
        raise
    except (LookupError, ValueError):
        raise BadInput(f"{name} is in an encoding that rosters do not have") from None
    assert builder.root is not None
    return builder.root


def from_json(content: bytes, name: str) -> Node:
    try:
        document = json.loads(content, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise BadInput(f"{name} is no whole JSON document") from None
    roster = document.get("roster") if isinstance(document, dict) else None
    if not isinstance(roster, dict):
        raise BadInput(f"{name} is no roster: a New Recruit file has a 'roster'")
    return json_node("roster", roster, name, 0)


def json_node(kind: str, table: dict[str, Any], name: str, depth: int) -> Node:
    if depth > DEEPEST:
        raise BadInput(f"{name} is too large or too deep for a roster")
    node = Node(kind, {key: value for key, value in table.items() if isinstance(value, str)})
    for plural, singular in LISTS.items():
        entries = table.get(plural)
        if isinstance(entries, list):
            node.children += [json_node(singular, one, name, depth + 1) for one in entries if isinstance(one, dict)]
    return node


# ---------------------------------------------------------------- the tree as values
def as_roster(root: Node) -> Roster:
    said = root.attributes
    return Roster(said.get("name", ""), said.get("gameSystemName", ""), costs_of(root), tuple(forces_of(root)))


def forces_of(node: Node) -> list[Force]:
    found: list[Force] = []
    for force in node.all("force"):
        said = force.attributes
        chosen = tuple([selection_of(one) for one in force.all("selection")])
        found += [Force(said.get("name", ""), said.get("catalogueName", ""), chosen), *forces_of(force)]
    return found


def selection_of(node: Node) -> Selection:
    said = node.attributes
    number = said.get("number", "1")
    possible = COUNT.fullmatch(number) is not None
    return Selection(
        said.get("name", "")[:LONGEST_NAME],
        said.get("type", ""),
        int(number) if possible else 1,
        tuple([(one.attributes.get("typeName", ""), one.attributes.get("name", "")) for one in node.all("profile")]),
        tuple([one.attributes.get("name", "") for one in node.all("category")]),
        costs_of(node),
        tuple([selection_of(one) for one in node.all("selection")]),
        "" if possible else number[:MOST_SHOWN] or "?",
    )


def costs_of(node: Node) -> tuple[tuple[str, Fraction], ...]:
    """Costs by name; their names may carry spaces."""
    found: dict[str, Fraction] = {}
    for cost in node.all("cost"):
        value = cost.attributes.get("value", "")
        if NUMBER.fullmatch(value):
            name = cost.attributes.get("name", "").strip()
            found[name] = found.get(name, Fraction(0)) + Fraction(value)
    return tuple(sorted(found.items()))


def total(selections: Sequence[Selection], name: str) -> Fraction:
    """What selections cost in all; each cost is that of the whole number already."""
    return sum(
        [dict(one.costs).get(name, Fraction(0)) + total(one.selections, name) for one in selections], Fraction(0)
    )
