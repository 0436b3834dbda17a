"""What persons write into sheets [GLOOMHAVEN-23.5, GLOOMHAVEN-23.6]: it changes nothing, so nobody has to agree."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.campaign.acts import OF_HERO, OF_MEMBER, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.world import World
from grimtable.kernel.values import Refusal

NAME_ROOM: Final = 60
NOTE_ROOM: Final = 2000
WRITING: Final = ("note", "party_note", "name_party")  # what leaves every proposal as it is


def why_not_note(world: World, hero: int, text: str) -> Refusal | None:
    return why_not_party_note(world, text)


@kind("note", OF_HERO, (int, str), why_not_note, lambda world: [])
def note(c: Chronicle, hero: int, text: str) -> None:
    """[GLOOMHAVEN-23.6]"""
    c.world.heroes[hero].notes = text


def why_not_party_note(world: World, text: str) -> Refusal | None:
    return None if len(text) <= NOTE_ROOM else no("", "note_length", NOTE_ROOM)


@kind("party_note", OF_MEMBER, (str,), why_not_party_note, lambda world: [])
def party_note(c: Chronicle, text: str) -> None:
    """[GLOOMHAVEN-23.5]"""
    c.world.sheet().notes = text


def why_not_name(world: World, name: str) -> Refusal | None:
    return None if 0 < len(name.strip()) <= NAME_ROOM else no("", "name_length", NAME_ROOM)


@kind("name_party", OF_MEMBER, (str,), why_not_name, lambda world: [])
def name_party(c: Chronicle, name: str) -> None:
    """[GLOOMHAVEN-23.5]"""
    c.world.sheet().name = name.strip()
    c.tell("party_named", name.strip())
