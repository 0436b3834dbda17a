"""What became of a roster, entry by entry, in words; and the army list that it makes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from grimtable.games.wh40k.armies import army_from, army_shown, settled_army
from grimtable.games.wh40k.rosters.mapping import REFUSED, Entry, Imported, Note, imported, is_unit
from grimtable.games.wh40k.rosters.reading import MOST_BYTES, read
from grimtable.kernel.language import Message
from grimtable.kernel.values import BadInput

NAMED = {"no_warlord": ("sheet",), "other_name": ("sheet",), "other_faction": ("", "faction")}  # tables of ids in notes
Say = Callable[[Message], str]
TOGETHER = ("unknown_weapons", "left_out", "not_its_weapons")  # reasons whose names stand in one place


# ---------------------------------------------------------------- files
def report_on(content: bytes, name: str, say: Say) -> dict[str, Any]:
    """A file of another program, or an army list of this one: every entry, and the army as an option takes it."""
    if is_army_list(content):
        found: dict[str, Any] = {"name": "", "system": "", "costs": {}, "reasons": [], "entries": []}
        value = own_list(content, name)
    else:
        roster = imported(read(content, name), name)
        found = report(roster, say)
        value = army_list(roster.army) if roster.army is not None else ""
    army = {"name": json.loads(value)["name"], **army_shown(army_from(value))} if value else None
    return {**found, "army": army, "value": value}


def army_in(content: bytes, name: str) -> str:
    """The army list in a file; a roster that cannot be played whole is refused with the names of the entries."""
    if is_army_list(content):
        return own_list(content, name)
    found = imported(read(content, name), name)
    lost = [entry.name for entry in found.entries if entry.status == REFUSED and is_unit(entry)]
    if lost or found.army is None:
        advice = f"`grimtable import-roster {name} --out army.json` says why and makes an army of the others"
        raise BadInput(f"{name} has units that wh40k does not play: {', '.join(lost)[:200]}; {advice}")
    return army_list(found.army)


def is_army_list(content: bytes) -> bool:
    """Whether a file is an army list already: a JSON text without a roster in it."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and b'"units"' in content and b'"roster"' not in content


def own_list(content: bytes, name: str) -> str:
    if len(content) > MOST_BYTES:
        raise BadInput(f"{name} is larger than {MOST_BYTES // 1_000_000} MB; army lists are much smaller")
    try:
        return settled_army(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput(f"{name} is no army list: it is not text") from None
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def army_list(army: dict[str, Any]) -> str:
    return settled_army(json.dumps(army, ensure_ascii=False))


# ---------------------------------------------------------------- in words
def reason(note: Note) -> Message:
    """Why, in words; where several names belong together they stand in one place. What has an id here is named."""
    words = NAMED.get(note.key, ())
    params = [
        Message(f"{words[at]}.{name}") if at < len(words) and words[at] else name for at, name in enumerate(note.names)
    ]
    if note.key == "not_its_weapons":
        params = [Message(f"weapon.{name}") for name in note.names]
    return Message(f"roster.{note.key}", (tuple(params),) if note.key in TOGETHER else tuple(params))


def reasons(notes: tuple[Note, ...], say: Say) -> list[dict[str, Any]]:
    return [{"reason": note.key, "names": list(note.names), "text": say(reason(note))} for note in notes]


def entry_report(entry: Entry, say: Say) -> dict[str, Any]:
    return {
        "name": entry.name,
        "catalogue": entry.catalogue,
        "type": entry.type,
        "status": entry.status,
        "reasons": reasons(entry.notes, say),
        "datasheet": entry.datasheet,
        "points": round(entry.points),
        "power": round(entry.power),
        "warlord": entry.warlord,
        "models": [
            {
                "name": group.name,
                "count": group.number,
                "weapon_profiles": list(group.weapon_profiles),
                "profile": group.profile,
                "wargear": list(group.wargear),
            }
            for group in entry.groups
        ],
        "unit_profiles": list(entry.unit_profiles),
        "categories": list(entry.categories),
    }


def report(found: Imported, say: Say) -> dict[str, Any]:
    return {
        "name": found.name,
        "system": found.system,
        "costs": {name: round(value) for name, value in found.costs},
        "reasons": reasons(found.notes, say),
        "entries": [entry_report(entry, say) for entry in found.entries],
        "army": found.army,
    }
