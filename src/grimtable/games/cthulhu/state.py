"""Everything that lies on the table, and questions about it."""

from __future__ import annotations

from dataclasses import dataclass

from grimtable.games.cthulhu.components import (
    ABANDONED,
    ACOLYTES,
    ADJACENT,
    BOOKS,
    CULTISTS_OF,
    FIRST,
    GREAT_OLD_ONES_OF,
    KEEPERS_OF,
    KIND,
    LAST,
    NONE,
    ON_MAP,
    POOL,
    RANK,
    RITUAL_AT_THE_END,
    SUBMERGED,
    TRACK,
    UNITS_OF,
    Area,
    Kind,
    Player,
    Token,
    Unit,
)
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step

# Phases of a cycle, in their order.
SETUP, ACTION, GATHER_POWER, FIRST_PLAYER, DOOM, OVER = (
    "setup",
    "action",
    "gather_power",
    "first_player",
    "doom",
    "over",
)

# How far a turn is: nothing done, an Unlimited Action that may stand for the main one, the main action.
FRESH, MAY_END, ACTED = range(3)


@dataclass(init=False, slots=True)
class Cthulhu:
    """The whole game. What changes with every answer is a list, what changes rarely a tuple."""

    agenda: list[Step]
    map: int
    submerged_counts: bool  # the ruling that submerged units are in play
    faction: tuple[int, ...]  # of each seat
    owner: tuple[Player, ...]  # of each unit, NONE if its faction is not played
    phase: str
    cycle: int
    first: Player  # the first player
    direction: int  # of play: 1 clockwise, -1 counterclockwise
    ritual: int  # the marker's place on the ritual track
    decay: int  # two players only
    area: list[Area]  # of each unit; below 0: pool, submerged, captive
    gate: list[int]  # of each area: no gate, abandoned, or the unit on it
    desecrated: tuple[Area, ...]
    power: list[int]
    doom: list[int]
    abilities: list[tuple[str, ...]]  # of each player: innate ones, spellbooks placed, open requirements
    slots: list[tuple[str, ...]]  # of each player: the spellbook placed on each requirement, or ""
    met: list[str]  # requirements fulfilled whose spellbook is still to be placed
    risen: tuple[Unit, ...]  # Great Old Ones that have been awakened before
    spent: tuple[str, ...]  # what may be used once in a phase and has been
    bag: list[Token]  # Elder Signs; the last one is drawn next
    signs: list[tuple[Token, ...]]  # of each player, as they came
    revealed: tuple[Token, ...]  # out of the game
    knows: list[int]  # of each Elder Sign: who knows its place, a bit each
    active: Player  # whose turn or slot it is
    acted: int  # how far the turn is
    fought: tuple[Area, ...]  # areas that hosted a battle this turn
    arranged: tuple[Area, ...]  # gates rearranged since the last other action
    picked: Unit  # the unit that an open question is about: where it moves, or is summoned
    bereaved: tuple[Player, ...]  # who lost a cultist to an enemy in this action or battle
    battlefield: Area  # NONE outside battles; the fields below belong to the battle
    attacker: Player
    defender: Player
    used: tuple[str, ...]  # abilities used in this battle that work once
    exempt: tuple[Unit, ...]
    called: tuple[Unit, ...]  # units that came into the area without taking part
    fed: tuple[Unit, ...]  # a Shoggoth, once for each unit it absorbed
    rolled: tuple[tuple[int, ...], ...]  # the faces of the attacker and of the defender
    killed: tuple[Unit, ...]  # units with a Kill; twice in here: with two
    pained: tuple[Unit, ...]  # units with a Pain
    victims: tuple[Unit, ...]  # killed or devoured
    fleeing: tuple[Unit, ...]  # pained units that have not retreated yet
    topic: str  # the ability that is negotiated about, or ""
    talkers: tuple[Player, ...]  # who negotiates, the next to propose first
    stake: int  # what they have to split
    offer: tuple[int, ...]  # the split on the table, in the talkers' order
    outcome: tuple[int, ...]
    leavers_pay: bool  # the ruling that who leaves the talks can still be charged
    payers: tuple[Player, ...]  # who can be charged in the talks: the talkers, then those who have left

    def __init__(self, agenda: list[Step], like: Cthulhu | None = None) -> None:
        """Empty, or a copy of another state with its own containers."""
        self.agenda = agenda
        if like is None:
            self.clear()
            return
        self.map = like.map
        self.submerged_counts = like.submerged_counts
        self.faction = like.faction
        self.owner = like.owner
        self.phase = like.phase
        self.cycle = like.cycle
        self.first = like.first
        self.direction = like.direction
        self.ritual = like.ritual
        self.decay = like.decay
        self.area = like.area.copy()
        self.gate = like.gate.copy()
        self.desecrated = like.desecrated
        self.power = like.power.copy()
        self.doom = like.doom.copy()
        self.abilities = like.abilities.copy()
        self.slots = like.slots.copy()
        self.met = like.met.copy()
        self.risen = like.risen
        self.spent = like.spent
        self.bag = like.bag.copy()
        self.signs = like.signs.copy()
        self.revealed = like.revealed
        self.knows = like.knows.copy()
        self.active = like.active
        self.acted = like.acted
        self.fought = like.fought
        self.arranged = like.arranged
        self.picked = like.picked
        self.bereaved = like.bereaved
        self.battlefield = like.battlefield
        self.attacker = like.attacker
        self.defender = like.defender
        self.used = like.used
        self.exempt = like.exempt
        self.called = like.called
        self.fed = like.fed
        self.rolled = like.rolled
        self.killed = like.killed
        self.pained = like.pained
        self.victims = like.victims
        self.fleeing = like.fleeing
        self.topic = like.topic
        self.talkers = like.talkers
        self.stake = like.stake
        self.offer = like.offer
        self.outcome = like.outcome
        self.leavers_pay = like.leavers_pay
        self.payers = like.payers

    def clear(self) -> None:
        self.map = 0
        self.submerged_counts = True
        self.faction = ()
        self.owner = ()
        self.phase = SETUP
        self.cycle = 0
        self.first = NONE
        self.direction = 1
        self.ritual = 0
        self.decay = 0
        self.area = []
        self.gate = []
        self.desecrated = ()
        self.power = []
        self.doom = []
        self.abilities = []
        self.slots = []
        self.met = []
        self.risen = ()
        self.spent = ()
        self.bag = []
        self.signs = []
        self.revealed = ()
        self.knows = []
        self.active = NONE
        self.acted = FRESH
        self.fought = ()
        self.arranged = ()
        self.picked = NONE
        self.bereaved = ()
        self.battlefield = NONE
        self.attacker = NONE
        self.defender = NONE
        self.used = ()
        self.exempt = ()
        self.called = ()
        self.fed = ()
        self.rolled = ()
        self.killed = ()
        self.pained = ()
        self.victims = ()
        self.fleeing = ()
        self.topic = ""
        self.talkers = ()
        self.stake = 0
        self.offer = ()
        self.outcome = ()
        self.leavers_pay = True
        self.payers = ()

    def clone(self) -> Cthulhu:
        return Cthulhu(self.agenda.copy(), self)

    # ------------------------------------------------------------ players
    def players(self) -> range:
        return range(len(self.power))

    def order(self) -> list[Player]:
        """[CTHULHU-4.1, CTHULHU-9.3] All players from the first player in the direction of play."""
        return self.order_from(self.first)

    def order_from(self, player: Player) -> list[Player]:
        count, direction = len(self.power), self.direction
        return [(player + direction * step) % count for step in range(count)]

    def enemies(self, me: Player) -> list[Player]:
        """The others, in turn order after me."""
        return self.order_from(me)[1:]

    def has(self, me: Player, ability: str) -> bool:
        return ability in self.abilities[me]

    def books(self, me: Player) -> int:
        """How many spellbooks a player has placed."""
        return BOOKS - self.slots[me].count("")

    # ------------------------------------------------------------ units
    def units(self, me: Player) -> range:
        return UNITS_OF[self.faction[me]]

    def cultists(self, me: Player) -> range:
        return CULTISTS_OF[self.faction[me]]

    def places(self, me: Player) -> list[Area]:
        """Where each unit of a player is."""
        faction = self.faction[me]
        return self.area[FIRST[faction] : LAST[faction]]

    def cultist_places(self, me: Player) -> list[Area]:
        first = FIRST[self.faction[me]]
        return self.area[first : first + ACOLYTES]

    def units_at(self, me: Player, area: Area) -> list[Unit]:
        where = self.area
        return [unit for unit in UNITS_OF[self.faction[me]] if where[unit] == area]

    def cultists_at(self, me: Player, area: Area) -> list[Unit]:
        where = self.area
        return [unit for unit in CULTISTS_OF[self.faction[me]] if where[unit] == area]

    def is_at(self, me: Player, area: Area) -> bool:
        """Whether a player has a unit in an area."""
        faction = self.faction[me]
        return area in self.area[FIRST[faction] : LAST[faction]]

    def on_map(self, me: Player) -> list[Unit]:
        where = self.area
        return [unit for unit in UNITS_OF[self.faction[me]] if where[unit] >= 0]

    def foreign_places(self, me: Player) -> set[Area]:
        """Where units of others are, places beside the map included."""
        faction = self.faction[me]
        return {*self.area[: FIRST[faction]], *self.area[LAST[faction] :]}

    def shared_areas(self, me: Player) -> set[Area]:
        """The areas in which both the player and somebody else have units."""
        return {area for area in self.places(me) if area >= 0} & self.foreign_places(me)

    def spread(self, me: Player) -> int:
        """In how many areas a player has units."""
        return len({area for area in self.places(me) if area >= 0})

    def areas_of(self, me: Player) -> list[Area]:
        """The areas in which a player has units, each once, in the map's order."""
        return sorted({area for area in self.places(me) if area >= 0})

    def in_play(self, unit: Unit) -> bool:
        """[CTHULHU-2.8, CTHULHU-8.9, CTHULHU-10.10] On the map, or submerged."""
        area = self.area[unit]
        return area >= 0 or (area == SUBMERGED and self.submerged_counts)

    def great_old_ones(self, me: Player) -> list[Unit]:
        """Those in play."""
        return [unit for unit in GREAT_OLD_ONES_OF[self.faction[me]] if self.in_play(unit)]

    def pooled(self, me: Player, kind: Kind) -> Unit:
        """[CTHULHU-2.7] A figure of this kind in the pool, or NONE."""
        for unit in UNITS_OF[self.faction[me]]:
            if KIND[unit] == kind and self.area[unit] == POOL:
                return unit
        return NONE

    def rank_at(self, me: Player, area: Area) -> int:
        """The highest rank of a player's units in an area, NONE without any."""
        best = NONE
        where = self.area
        for unit in UNITS_OF[self.faction[me]]:
            if where[unit] == area and RANK[unit] > best:
                best = RANK[unit]
        return best

    def put(self, unit: Unit, area: Area) -> None:
        """[CTHULHU-2.5, CTHULHU-2.12, CTHULHU-2.13, CTHULHU-5.12] Put a unit anywhere; its gate is abandoned."""
        old = self.area[unit]
        if old >= 0 and self.gate[old] == unit:
            self.gate[old] = ABANDONED
        self.area[unit] = area

    # ------------------------------------------------------------ areas and gates
    def areas(self) -> tuple[Area, ...]:
        return ON_MAP[self.map]

    def adjacent(self, area: Area) -> tuple[Area, ...]:
        return ADJACENT[self.map][area]

    def keeper(self, area: Area) -> Player:
        """[CTHULHU-2.10] Who controls the gate of an area; NONE if nobody does."""
        unit = self.gate[area]
        return self.owner[unit] if unit >= 0 else NONE

    def gates_of(self, me: Player) -> list[Area]:
        """The areas whose gates a player controls, in the map's order."""
        area, gate = self.area, self.gate
        found = [area[unit] for unit in KEEPERS_OF[self.faction[me]] if gate[area[unit]] == unit]
        if len(found) > 1:
            found.sort()
        return found

    def on_gate(self, unit: Unit) -> bool:
        area = self.area[unit]
        return area >= 0 and self.gate[area] == unit

    def distinct(self, units: list[Unit]) -> list[Unit]:
        """One of each sort: figures of a kind in one area are alike, but for the one on a gate."""
        found: list[Unit] = []
        seen: set[int] = set()
        for unit in units:
            sort = (KIND[unit] * 64 + self.area[unit] + 16) * 2 + self.on_gate(unit)
            if sort not in seen:
                seen.add(sort)
                found.append(unit)
        return found

    # ------------------------------------------------------------ tracks
    def ritual_cost(self) -> int:
        """[CTHULHU-10.3, CTHULHU-10.6] The marker's space; at the end of the track the last price holds."""
        track = TRACK[len(self.power)]
        return track[self.ritual] if self.ritual < len(track) else RITUAL_AT_THE_END

    def instant_death(self) -> bool:
        return self.ritual >= len(TRACK[len(self.power)])

    # ------------------------------------------------------------ the battle
    def opponent(self, me: Player) -> Player:
        """[CTHULHU-11.1] The other side of the battle; NONE for bystanders."""
        if me == self.attacker:
            return self.defender
        return self.attacker if me == self.defender else NONE

    def fighters(self, me: Player) -> list[Unit]:
        """[CTHULHU-11.1, CTHULHU-11.5, CTHULHU-11.6] A side's units that take part; exemption outlasts its cause."""
        where, area, exempt, called = self.area, self.battlefield, self.exempt, self.called
        found = [unit for unit in UNITS_OF[self.faction[me]] if where[unit] == area]
        if exempt or called:
            return [unit for unit in found if unit not in exempt and unit not in called]
        return found


T = Table[Cthulhu]
