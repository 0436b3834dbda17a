"""Positions of Cthulhu Wars, built from words.

Units in words: "cthulhu, 2 deep_one, gc 3 acolyte, cc gate acolyte". Acolytes need the code of their faction; `gate`
puts one on a gate of that area. Figures are taken in the order of their ids, and all others are in the pool. The
factions sit in the order of `factions`; without other word everybody has 8 Power and it is an Action Phase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grimtable.games.cthulhu import RULES
from grimtable.games.cthulhu.components import (
    ABANDONED,
    AREA_IDS,
    AREAS,
    BOOKS,
    CAPTIVE,
    CODES,
    FACTION,
    KIND,
    KINDS,
    NONE,
    POOL,
    REQUIREMENTS,
    SIGN_VALUE,
    SPELLBOOKS,
    SUBMERGED,
    UID,
    UNIT,
    UNITS,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.setup import OPTIONS, new_state, problems, take_factions
from grimtable.games.cthulhu.spellbooks import abilities_of
from grimtable.games.cthulhu.state import ACTION, Cthulhu
from grimtable.games.cthulhu.turn import ACT, SETTLE
from grimtable.kernel.chance import FastDice, RecordedDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Dice, Step

Play = Game[Cthulhu]
ALL = "all"  # six spellbooks


def table(*agenda: Step, **words: Any) -> Play:
    """A table as `position` describes it."""
    return position(*agenda, **words)


def position(
    *agenda: Step,
    factions: str = "gc cc bg ys",
    turn: str = "gc",
    first: str = "",  # the first player, if it is not the one whose turn it is
    power: Mapping[str, int] | None = None,
    doom: Mapping[str, int] | None = None,
    books: Mapping[str, str]
    | None = None,  # "dreams, devolve>gc_ocean_gates": on the first open slots, or on named ones
    signs: Mapping[str, Sequence[int]] | None = None,  # values
    bag: int = 36,  # so many Elder Signs at most
    gates: str = "",  # abandoned
    desecrated: str = "",
    submerged: str = "",
    captives: Mapping[str, str] | None = None,
    risen: str = "",
    phase: str = ACTION,
    cycle: int = 1,
    ritual: int = 0,
    direction: int = 1,
    dice: Sequence[int] = (),  # faces
    options: Mapping[str, str] | None = None,
    **areas: str,
) -> Play:
    """A game in which these steps come next, the last one first; without any, the turn of `turn`."""
    codes = factions.split()
    s = new_state(len(codes), {**{name: values[0] for name, values in OPTIONS.items()}, **(options or {})})
    take_factions(s, tuple([CODES.index(code) for code in codes]))
    s.area = [area if area < 0 else POOL for area in s.area]
    s.gate = [-2] * len(AREA_IDS)
    s.agenda = list(agenda) or [ACT]
    s.phase, s.cycle, s.ritual, s.direction = phase, cycle, ritual, direction
    s.active = codes.index(turn)
    s.first = codes.index(first or turn)
    for area, words in areas.items():
        place(s, words, AREAS[area])
    place(s, submerged, SUBMERGED)
    for code, words in (captives or {}).items():
        place(s, words, CAPTIVE - codes.index(code))
    for area in split(gates):
        s.gate[AREAS[area]] = ABANDONED
    s.desecrated = tuple([AREAS[area] for area in split(desecrated)])
    s.risen = tuple([UNIT[uid] for uid in split(risen)])
    s.power = [(power or {}).get(code, 8) for code in codes]
    s.doom = [(doom or {}).get(code, 0) for code in codes]
    for code, words in (books or {}).items():
        give_books(s, codes.index(code), words)
    give_signs(s, codes, signs or {}, bag)
    assert problems(s) == []
    source: Dice = RecordedDice([face - 1 for face in dice]) if dice else FastDice(1)
    return Game(RULES, s, source)


def battle(attacker: str, defender: str, area: str, **rest: Any) -> Play:
    """A table at which a battle has just begun; the attacker has acted and has 8 Power left."""
    agenda = (ACT, SETTLE, Step("pre_battle", (codes_of(rest).index(attacker),)))
    game = table(*agenda, turn=attacker, **rest)

    def begin(s: Cthulhu) -> None:
        s.battlefield, s.attacker, s.defender = AREAS[area], seat(game, attacker), seat(game, defender)
        s.fought, s.acted = (AREAS[area],), 2

    return game.edited(begin)


def codes_of(rest: Mapping[str, Any]) -> list[str]:
    return str(rest.get("factions", "gc cc bg ys")).split()


def split(words: str) -> list[str]:
    return words.split(", ") if words else []


def place(s: Cthulhu, words: str, area: Area) -> None:
    for group in split(words):
        parts = group.split()
        kind = KINDS.index(parts[-1])
        count = next((int(part) for part in parts if part.isdigit()), 1)
        code = next((part for part in parts if part in CODES), "")
        for _ in range(count):
            unit = next(u for u in UNITS if KIND[u] == kind and s.area[u] == POOL and code in ("", CODES[FACTION[u]]))
            s.area[unit] = area
            if "gate" in parts:
                s.gate[area] = unit


def give_books(s: Cthulhu, me: Player, words: str) -> None:
    faction = s.faction[me]
    slots = list(SPELLBOOKS[faction] if words == ALL else [""] * BOOKS)
    for word in [] if words == ALL else split(words):
        book, _, requirement = word.partition(">")
        slots[REQUIREMENTS[faction].index(requirement) if requirement else slots.index("")] = book
    s.slots[me] = tuple(slots)
    s.abilities[me] = abilities_of(faction, s.slots[me])


def give_signs(s: Cthulhu, codes: list[str], signs: Mapping[str, Sequence[int]], bag: int) -> None:
    s.bag = list(range(len(SIGN_VALUE)))
    s.knows = [0] * len(SIGN_VALUE)
    for code, values in signs.items():
        me = codes.index(code)
        for value in values:
            token = next(t for t in s.bag if SIGN_VALUE[t] == value)
            s.bag.remove(token)
            s.signs[me] += (token,)
            s.knows[token] = 1 << me
    gone = s.bag[: max(0, len(s.bag) - bag)]
    s.bag = s.bag[len(gone) :]
    s.revealed = tuple(gone)


# ---------------------------------------------------------------- playing and looking
def seat(game: Play, code: str) -> Player:
    return game.base.faction.index(CODES.index(code))


def answer(game: Play, *answers: Any) -> Play:
    """Give these answers, one after the other, for whoever is asked."""
    for word in answers:
        game.apply(game.decisions()[0].player, word)
    return game


def asked(game: Play) -> tuple[str, str]:
    """Who is asked, and what."""
    decision = game.decisions()[0]
    return CODES[game.state.faction[decision.player]], decision.prompt


def options(game: Play) -> list[Any]:
    return list(game.decisions()[0].options)


def power(game: Play, code: str) -> int:
    return game.state.power[seat(game, code)]


def doom(game: Play, code: str) -> int:
    return game.state.doom[seat(game, code)]


def signs(game: Play, code: str) -> int:
    return len(game.state.signs[seat(game, code)])


def books(game: Play, code: str) -> list[str]:
    return sorted([book for book in game.state.slots[seat(game, code)] if book])


def filled(game: Play, code: str) -> list[str]:
    """The requirements with a spellbook on them."""
    me = seat(game, code)
    return [r for r, book in zip(REQUIREMENTS[game.state.faction[me]], game.state.slots[me]) if book]


def name(unit: Unit) -> str:
    return f"{CODES[FACTION[unit]]} acolyte" if KINDS[KIND[unit]] == "acolyte" else KINDS[KIND[unit]]


def at(game: Play, area: str) -> list[str]:
    """What stands in an area, sorted."""
    return sorted([name(unit) for unit, place in enumerate(game.state.area) if place == AREAS[area]])


def where(game: Play, uid: str) -> str:
    area = game.state.area[UNIT[uid]]
    return AREA_IDS[area] if area >= 0 else {POOL: "pool", SUBMERGED: "submerged"}.get(area, "captive")


def keeper(game: Play, area: str) -> str:
    """Who controls a gate: a faction's code, "abandoned" or "none"."""
    unit = game.state.gate[AREAS[area]]
    return "abandoned" if unit == ABANDONED else "none" if unit < NONE else CODES[FACTION[unit]]


def told(game: Play, *kinds: str) -> list[tuple[Any, ...]]:
    return [(event.kind, *event.public) for event in game.events(None) if event.kind in kinds]


def uids(kind: str) -> list[str]:
    return [uid for uid in UID if uid.startswith(kind)]
