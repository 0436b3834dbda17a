"""A party that comes from a campaign: its document, and how it is set up instead of new characters."""

from __future__ import annotations

import json
from typing import Any, Final

from grimtable.games.gloomhaven.components import CONDITION_OF
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_LEVEL, CARD_OF, CLASS_OF, COMPLETE, pool
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.enhanced import fitting, flag_of, spot_at
from grimtable.kernel.values import BadInput, Step

FORMAT: Final = "grimtable party 1"
LONGEST: Final = 32_000  # characters of a document
LOOTED: Final = "looted"
OMENS: Final = ("damage", "condition", "minus_one", "discard", "discard_one")
FEWEST, MOST = 2, 4


def settled_party(text: str) -> str:
    """The one way to write a party; BadInput says in a line what is wrong with it."""
    if len(text) > LONGEST:
        raise BadInput(f"a party has at most {LONGEST} characters")
    try:
        found = json.loads(text)
        heroes = [_hero(hero) for hero in found["heroes"]]
        if found["format"] != FORMAT or not FEWEST <= len(heroes) <= MOST:
            raise BadInput(f"a party is written in {FORMAT!r} and has {FEWEST} to {MOST} characters")
        if len({hero["class"] for hero in heroes}) != len(heroes):
            raise BadInput("no class is twice in a party")
        seats = [_number(seat, 0, len(heroes) - 1) for seat in found["seats"]]
        if len(seats) != len(heroes) or set(seats) != set(range(max(seats) + 1)):
            raise BadInput("every character of a party has a seat, and every seat a character")
        kept = {
            "format": FORMAT,
            "heroes": heroes,
            "seats": seats,
            "omens": [_omen(omen) for omen in found["omens"]],
            "enhancements": [_enhancement(one) for one in found["enhancements"]],
            "looted": sorted({_number(number, 1, 999) for number in found["looted"]}),
        }
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise BadInput("this is no party of a campaign") from error
    return json.dumps(kept, separators=(",", ":"))


def _number(found: Any, least: int, most: int) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise BadInput(f"a party names {found!r:.40} where a number from {least} to {most} is meant")
    return found


def _hero(found: dict[str, Any]) -> dict[str, Any]:
    """[GLOOMHAVEN-25.12] A character with the cards and perks its level allows, and what it owns."""
    class_, level = found["class"], _number(found["level"], 1, 9)
    if class_ not in COMPLETE:
        raise BadInput(f"a party names the class {class_!r:.40}, which cannot be played")
    kind = CLASS_OF[class_]
    cards = [CARD_OF[_number(card, 0, 9999)] for card in found["cards"]]
    if [c for c in cards if CARD_CLASS[c] != kind or CARD_LEVEL[c] > level] or len(set(cards)) != len(cards):
        raise BadInput(f"the cards of the {class_} are not all its own")
    if not set(pool(kind, 1)) <= set(cards) or len(cards) != len(pool(kind, 1)) + level - 1:
        raise BadInput(f"the {class_} has the cards of level 1 and one more for each further level")
    perks = [_number(perk, 0, len(CLASS_PERKS[kind]) - 1) for perk in found["perks"]]
    if [perk for perk in perks if perks.count(perk) > CLASS_PERKS[kind][perk].times]:
        raise BadInput(f"the {class_} has a perk more often than it has boxes")
    items = [_number(item, 1, len(ITEMS) - 1) for item in found["items"]]
    if len(set(items)) != len(items):
        raise BadInput(f"the {class_} has an item twice")
    blessings = _number(found["blessings"], 0, 10)
    return {
        "class": class_,
        "level": level,
        "cards": found["cards"],
        "perks": perks,
        "items": items,
        "blessings": blessings,
    }


def _omen(found: list[Any]) -> list[Any]:
    kind, *values = found
    if kind not in OMENS:
        raise BadInput(f"a party names the omen {kind!r:.40}")
    if kind == "condition":
        return [kind, *[name for name in values if CONDITION_OF[name] >= 0]]
    return [kind, *[_number(value, 0, 10) for value in values]]


def _enhancement(found: list[Any]) -> list[Any]:
    card, half, path, what, stat = found
    spot = spot_at(card, half, path, stat)
    if spot is None or what not in fitting(spot):
        raise BadInput(f"a party has an enhancement that does not fit: {found!r:.80}")
    return [card, half, path, what, stat]


def party_in(content: bytes, name: str) -> str:
    """The party in a file."""
    try:
        return settled_party(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is no text") from error


def party_report(content: bytes, name: str, tell: Any) -> dict[str, Any]:
    """What is in a file: its characters, class by class."""
    found = json.loads(party_in(content, name))
    return {"name": name, "heroes": [[hero["class"], hero["level"]] for hero in found["heroes"]]}


# ---------------------------------------------------------------- into a scenario
def flags_of(party: dict[str, Any]) -> tuple[str, ...]:
    """Enhancements, and treasures that are no longer there [GLOOMHAVEN-5.20], as flags of the scenario."""
    found = [flag_of(*one) for one in party["enhancements"]]
    return (*found, *[f"{LOOTED} {number}" for number in party["looted"]])


def steps_of(party: dict[str, Any]) -> list[Step]:
    """What stands in the place of choosing classes, levels and items."""
    return [
        Step(
            "enlist",
            (
                character,
                hero["class"],
                tuple([CARD_OF[card] for card in hero["cards"]]),
                tuple(hero["perks"]),
                tuple(hero["items"]),
                hero["blessings"],
            ),
        )
        for character, hero in enumerate(party["heroes"])
    ]


def omens_of(party: dict[str, Any]) -> list[Step]:
    return [Step("omens", (tuple([tuple(omen) for omen in party["omens"]]),))] if party["omens"] else []
