"""The position at the start [CTHULHU-1]."""

from __future__ import annotations

from collections.abc import Mapping

from grimtable.games.cthulhu.components import (
    ABSENT,
    AREA_IDS,
    BOOKS,
    CAPTIVE,
    CULTISTS_OF,
    DESECRATION_TOKENS,
    FACTION,
    FACTIONS,
    GREAT_CTHULHU,
    KIND,
    KINDS,
    MAP_OF_PLAYERS,
    MAPS,
    NO_GATE,
    NONE,
    ON_MAP,
    POOL,
    SIGN_VALUE,
    SPELLBOOKS,
    START,
    START_POWER,
    SUBMERGED,
    TRACK,
    UID,
    UNITS,
    Faction,
)
from grimtable.games.cthulhu.gather import choose_direction
from grimtable.games.cthulhu.spellbooks import abilities_of
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.values import Flow, Step

OPTIONS: dict[str, tuple[str, ...]] = {
    "map": ("by_players", *MAPS),  # [CTHULHU-1.1, CTHULHU-1.2, CTHULHU-1.3]
    "factions": ("random", "choose"),  # [CTHULHU-1.6]
    "submerged_in_play": ("yes", "no"),
    "leaving_talks": ("charged", "free"),  # [CTHULHU-18.3]
}


def new_state(players: int, options: Mapping[str, int | str]) -> Cthulhu:
    """[CTHULHU-1.1, CTHULHU-1.2, CTHULHU-1.3, CTHULHU-1.4, CTHULHU-17.1, CTHULHU-17.2] An empty table: map, tracks."""
    chosen = options["map"]
    s = Cthulhu([Step("set_up", (str(options["factions"]),))])
    s.map = MAPS.index(MAP_OF_PLAYERS[players] if chosen == "by_players" else str(chosen))
    s.submerged_counts = options["submerged_in_play"] == "yes"
    s.leavers_pay = options["leaving_talks"] == "charged"
    s.area = [ABSENT] * len(UID)
    s.owner = (NONE,) * len(UID)
    s.gate = [NO_GATE] * len(AREA_IDS)
    s.power = [0] * players
    s.doom = [0] * players
    s.abilities = [()] * players
    s.slots = [()] * players
    s.signs = [()] * players
    return s


def set_up(t: T, method: str) -> Flow[None]:
    """[CTHULHU-1.5, CTHULHU-1.6] Factions at random, or each seat chooses; a shuffled bag of Elder Signs."""
    s = t.state
    factions = list(range(len(FACTIONS)))
    if method == "random":
        t.shuffle(factions)
    else:
        for me in s.players():
            word = yield from t.choose(me, "faction", [FACTIONS[f] for f in factions[me:]])
            faction = FACTIONS.index(word)
            factions.remove(faction)
            factions.insert(me, faction)
    take_factions(s, tuple(factions[: len(s.power)]))
    for me in s.players():
        t.emit("faction", me, FACTIONS[s.faction[me]], AREA_IDS[START[s.map][s.faction[me]]])
    s.bag = list(range(len(SIGN_VALUE)))
    t.shuffle(s.bag)
    s.knows = [0] * len(SIGN_VALUE)
    if GREAT_CTHULHU in s.faction:  # [CTHULHU-1.10]
        s.first = s.faction.index(GREAT_CTHULHU)
    else:
        s.first = t.random(len(s.power))
    t.emit("first_player", s.first)
    s.agenda.append(Step("opening"))


def opening(t: T) -> Flow[None]:
    """[CTHULHU-1.11, CTHULHU-2.1] The direction of play; then the game opens with an Action Phase."""
    yield from choose_direction(t)
    t.state.agenda.append(Step("action_phase"))


def take_factions(s: Cthulhu, factions: tuple[Faction, ...]) -> None:
    """[CTHULHU-1.7, CTHULHU-1.8, CTHULHU-1.9] All figures to the pool, a gate with six acolytes in the start area."""
    s.faction = factions
    s.owner = tuple([factions.index(FACTION[u]) if FACTION[u] in factions else NONE for u in UNITS])
    s.area = [POOL if FACTION[u] in factions else ABSENT for u in UNITS]
    s.power = [START_POWER] * len(factions)
    s.slots = [("",) * BOOKS] * len(factions)
    s.abilities = [abilities_of(faction, ("",) * BOOKS) for faction in factions]
    for faction in factions:
        area = START[s.map][faction]
        for unit in CULTISTS_OF[faction]:
            s.area[unit] = area
        s.gate[area] = CULTISTS_OF[faction][0]


# ---------------------------------------------------------------- what every position must satisfy
def problems(s: Cthulhu) -> list[str]:
    """Broken invariants of a position, in words."""
    if not s.faction:
        return []
    players = len(s.power)
    columns = (s.faction, s.doom, s.abilities, s.slots, s.signs)
    if not all([len(column) == players for column in columns]):
        return ["the players' columns differ in length"]
    return [*_misplaced(s), *_bad_gates(s), *_bad_tracks(s), *_bad_books(s), *_bad_signs(s)]


def _misplaced(s: Cthulhu) -> list[str]:
    """[CTHULHU-1.12, CTHULHU-2.7] Every figure is in one place that exists."""
    found = []
    areas = ON_MAP[s.map]
    for unit, area in enumerate(s.area):
        owner = s.owner[unit]
        if (owner == NONE) != (area == ABSENT):
            found.append(f"{UID[unit]} belongs to a faction that is not played")
        elif area >= 0 and area not in areas:
            found.append(f"{UID[unit]} is off the map")
        elif area <= CAPTIVE and (CAPTIVE - area >= len(s.power) or CAPTIVE - area == owner):
            found.append(f"{UID[unit]} is nobody's captive")
        elif area == SUBMERGED and FACTION[unit] != GREAT_CTHULHU:
            found.append(f"{UID[unit]} cannot submerge")
    return found


def _bad_gates(s: Cthulhu) -> list[str]:
    """[CTHULHU-2.10, CTHULHU-2.11] A keeper stands in the gate's area and is of a kind that may."""
    found = []
    for area, keeper in enumerate(s.gate):
        if keeper != NO_GATE and area not in ON_MAP[s.map]:
            found.append(f"a gate lies outside the map, in {AREA_IDS[area]}")
        if keeper >= 0 and s.area[keeper] != area:
            found.append(f"{UID[keeper]} keeps a gate elsewhere")
        if keeper >= 0 and KINDS[KIND[keeper]] not in ("acolyte", "dark_young"):
            found.append(f"{UID[keeper]} cannot keep a gate")
    return found


def _bad_tracks(s: Cthulhu) -> list[str]:
    found = [f"player {me} has less than no Power" for me in s.players() if s.power[me] < 0]
    found += [f"player {me} has less than no Doom" for me in s.players() if s.doom[me] < 0]
    if not 0 <= s.ritual <= len(TRACK[len(s.power)]):
        found.append("the ritual marker is off its track")
    if len(s.desecrated) > DESECRATION_TOKENS or len(set(s.desecrated)) < len(s.desecrated):
        found.append("there are not so many Desecration tokens")
    return found


def _bad_books(s: Cthulhu) -> list[str]:
    found = []
    for me in s.players():
        faction = s.faction[me]
        placed = [book for book in s.slots[me] if book]
        if len(set(placed)) < len(placed) or [book for book in placed if book not in SPELLBOOKS[faction]]:
            found.append(f"player {me} has a spellbook twice or of another faction")
        elif s.abilities[me] != abilities_of(faction, s.slots[me]):
            found.append(f"the abilities of player {me} do not fit the spellbooks")
    return found


def _bad_signs(s: Cthulhu) -> list[str]:
    """[CTHULHU-1.5] Every Elder Sign is in the bag, with a player, or out of the game."""
    tokens = sorted([*s.bag, *s.revealed, *[token for signs in s.signs for token in signs]])
    return [] if tokens == list(range(len(SIGN_VALUE))) else ["an Elder Sign is missing or there twice"]
