"""Everything on the table, and questions about it that need no measuring. Columns are by unit or by model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from grimtable.games.wh40k.components import (
    LINES,
    NONE,
    SHEETS,
    Amount,
    Characteristics,
    Datasheet,
    Line,
    Model,
    Player,
    Sheet,
    Unit,
)
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step

# Phases of a turn in their order [WH40K-3.3], and what lies around them.
SETUP, START, MOVEMENT, PSYCHIC, SHOOTING, CHARGE, FIGHT, MORALE, OVER = (
    "setup",
    "start",
    "movement",
    "psychic",
    "shooting",
    "charge",
    "fight",
    "morale",
    "over",
)

# Where a unit is; a number from 0 on is the transport it rides in.
# On the battlefield, off it, not yet deployed, destroyed; dying: its last model is slain but not yet removed.
TABLE, RESERVE, WAITING, GONE, DYING = -1, -2, -3, -4, -5

# Wounds of a model that is gone; vengeful: slain in the Fight phase, but it still strikes when its unit is chosen.
SLAIN, FLED, VENGEFUL = 0, -1, -2

# What a unit did this turn [WH40K-19.1].
CHOSEN, ADVANCED, FELL_BACK, ARRIVED, DISEMBARKED, EMBARKED, SHOT, TRIED_CHARGE, CHARGED, FOUGHT = (
    1 << bit for bit in range(10)
)
# Snapshots of a phase's start, and statuses [WH40K-19.2].
BEGAN_ENGAGED, BEGAN_CHARGE_ENGAGED, MAY_CHARGE_ADVANCED, THROTTLED = (1 << bit for bit in range(10, 14))


NO_ROLL: tuple[Any, ...] = ()


class Lasting(NamedTuple):
    """An effect that lies on a unit or on one model of it for a while."""

    unit: Unit
    model: Model  # NONE: on the whole unit
    effect: int  # number of the effect
    until: str
    player: Player  # whose turn the end is counted by


@dataclass(init=False, slots=True)
class Battle:
    """The whole game. What changes rarely is a tuple, shared by copies; what changes with most answers is a list."""

    agenda: list[Step]
    rulings: frozenset[str]  # switched rulings, as "option=value"
    layout: str
    armies: tuple[str, ...]
    round: int
    phase: str
    active: Player  # whose turn it is
    first: Player  # who takes the first turn of every round
    acting: Unit  # the unit that a question is about, and how far it may go, for whoever looks on
    reach: int
    # by unit
    label: tuple[str, ...]  # "intercessor_squad.3": how events name a unit
    owner: tuple[Player, ...]
    sheet: tuple[Sheet, ...]
    abilities: tuple[tuple[str, ...], ...]
    crew: tuple[tuple[Model, ...], ...]  # all models the unit ever had
    power: tuple[int, ...]  # Power Rating
    place: list[int]
    flags: list[int]
    lost: list[int]  # models slain this turn
    targets: list[tuple[Unit, ...]]  # declared charge targets this turn
    known: list[tuple[int, ...]]  # psychic powers
    tried: list[tuple[int, ...]]  # powers attempted this turn
    denied: list[int]  # attempts to deny this turn
    # by model
    unit: tuple[Unit, ...]
    line: tuple[Line, ...]
    wargear: tuple[tuple[int, ...], ...]
    wounds: list[int]
    x: list[int]
    y: list[int]
    z: list[int]
    facing: list[int]
    moved: list[int]  # 1 if the model moved this turn
    # the rest
    lasting: list[Lasting]
    spent: tuple[tuple[int, str], ...]  # what can be done once per battle: by which model or unit, and what
    marked: tuple[Unit, ...]  # units a Targeting Relay points at, this phase
    markers: tuple[tuple[int, int], ...]
    objective: int
    winner: Player  # of the roll-off before deployment: chose the deployment zone
    division: str
    zones: tuple[int, ...]  # by player: the side of the dividing line
    warlord: tuple[Model, ...]
    trait: tuple[str, ...]
    vp: tuple[int, ...]
    underdog: Player
    rerolls: int  # what the Underdog has left
    ending: str
    outcome: tuple[int, ...]
    # the roll that a question is about: purpose, need, added, most, faces, places rolled again; empty without one
    roll: tuple[Any, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.rulings = frozenset()
        self.layout = ""
        self.armies = ()
        self.round = 0
        self.phase = SETUP
        self.active = NONE
        self.first = NONE
        self.acting = NONE
        self.reach = 0
        self.label = ()
        self.owner = ()
        self.sheet = ()
        self.abilities = ()
        self.crew = ()
        self.power = ()
        self.place = []
        self.flags = []
        self.lost = []
        self.targets = []
        self.known = []
        self.tried = []
        self.denied = []
        self.unit = ()
        self.line = ()
        self.wargear = ()
        self.wounds = []
        self.x = []
        self.y = []
        self.z = []
        self.facing = []
        self.moved = []
        self.lasting = []
        self.spent = ()
        self.marked = ()
        self.markers = ()
        self.objective = NONE
        self.winner = NONE
        self.division = ""
        self.zones = ()
        self.warlord = ()
        self.trait = ()
        self.vp = (0, 0)
        self.underdog = NONE
        self.rerolls = 0
        self.ending = ""
        self.outcome = ()
        self.roll = NO_ROLL

    def clone(self) -> Battle:
        s = Battle(self.agenda.copy())
        s.rulings = self.rulings
        s.layout = self.layout
        s.armies = self.armies
        s.round = self.round
        s.phase = self.phase
        s.active = self.active
        s.first = self.first
        s.acting = self.acting
        s.reach = self.reach
        s.label = self.label
        s.owner = self.owner
        s.sheet = self.sheet
        s.abilities = self.abilities
        s.crew = self.crew
        s.power = self.power
        s.place = self.place.copy()
        s.flags = self.flags.copy()
        s.lost = self.lost.copy()
        s.targets = self.targets.copy()
        s.known = self.known.copy()
        s.tried = self.tried.copy()
        s.denied = self.denied.copy()
        s.unit = self.unit
        s.line = self.line
        s.wargear = self.wargear
        s.wounds = self.wounds.copy()
        s.x = self.x.copy()
        s.y = self.y.copy()
        s.z = self.z.copy()
        s.facing = self.facing.copy()
        s.moved = self.moved.copy()
        s.lasting = self.lasting.copy()
        s.spent = self.spent
        s.marked = self.marked
        s.markers = self.markers
        s.objective = self.objective
        s.winner = self.winner
        s.division = self.division
        s.zones = self.zones
        s.warlord = self.warlord
        s.trait = self.trait
        s.vp = self.vp
        s.underdog = self.underdog
        s.rerolls = self.rerolls
        s.ending = self.ending
        s.outcome = self.outcome
        s.roll = self.roll
        return s

    # ------------------------------------------------------------ units and models
    def add_unit(self, owner: Player, sheet: Sheet, abilities: tuple[str, ...], power: int) -> Unit:
        self.label = (*self.label, f"{SHEETS[sheet].name}.{len(self.owner)}")
        self.owner = (*self.owner, owner)
        self.sheet = (*self.sheet, sheet)
        self.abilities = (*self.abilities, abilities)
        self.crew = (*self.crew, ())
        self.power = (*self.power, power)
        self.place.append(WAITING)
        self.flags.append(0)
        self.lost.append(0)
        self.targets.append(())
        psyker = SHEETS[sheet].psyker
        self.known.append(psyker.knows if psyker is not None else ())
        self.tried.append(())
        self.denied.append(0)
        return len(self.owner) - 1

    def add_model(self, unit: Unit, line: Line, wargear: tuple[int, ...]) -> Model:
        model = len(self.unit)
        self.unit = (*self.unit, unit)
        self.line = (*self.line, line)
        self.wargear = (*self.wargear, wargear)
        self.crew = changed(self.crew, unit, (*self.crew[unit], model))
        self.wounds.append(LINES[line].wounds)
        for column in (self.x, self.y, self.z, self.facing, self.moved):
            column.append(0)
        return model

    def alive(self, unit: Unit) -> list[Model]:
        """The models of a unit that are neither slain nor fled."""
        wounds = self.wounds
        return [model for model in self.crew[unit] if wounds[model] > 0]

    def units_of(self, player: Player) -> list[Unit]:
        """A player's units on the battlefield."""
        place = self.place
        return [unit for unit, owner in enumerate(self.owner) if owner == player and place[unit] == TABLE]

    def models_of(self, player: Player) -> list[Model]:
        """A player's models on the battlefield."""
        wounds = self.wounds
        return [m for unit in self.units_of(player) for m in self.crew[unit] if wounds[m] > 0]

    def riders(self, transport: Unit) -> list[Unit]:
        return [unit for unit, place in enumerate(self.place) if place == transport]

    def sheet_of(self, unit: Unit) -> Datasheet:
        return SHEETS[self.sheet[unit]]

    def has(self, unit: Unit, keyword: str) -> bool:
        """[WH40K-14.7]"""
        return keyword in SHEETS[self.sheet[unit]].keywords

    def did(self, unit: Unit, flag: int) -> bool:
        return bool(self.flags[unit] & flag)

    def ask_about(self, unit: Unit, reach: int = 0) -> None:
        self.acting, self.reach = unit, reach

    def note(self, unit: Unit, flag: int) -> None:
        self.flags[unit] |= flag

    def switched(self, option: str) -> bool:
        return option in self.rulings

    # ------------------------------------------------------------ characteristics
    def printed(self, model: Model) -> Characteristics:
        return LINES[self.line[model]]

    def row(self, model: Model, column: str) -> Any:
        """[WH40K-14.8] The value of the damage table's row for the wounds left; None where there is none."""
        rows = LINES[self.line[model]].rows
        for least, values in rows:
            if self.wounds[model] >= least or least == rows[-1][0]:
                for name, value in values:
                    if name == column:
                        return value
                return None
        return None

    def move_of(self, model: Model) -> tuple[int, int, Amount]:
        """The least and the greatest Move, and the dice of a random one."""
        line = LINES[self.line[model]]
        found = self.row(model, "M") if line.rows else None
        return (line.least_move, line.move, line.move_dice) if found is None else found

    def skill(self, model: Model, melee: bool) -> int:
        """WS or BS as the number to roll, 0 for "-"."""
        line = LINES[self.line[model]]
        found = self.row(model, "WS" if melee else "BS") if line.rows else None
        if found is not None:
            return int(found)
        return line.ws if melee else line.bs

    def is_character(self, unit: Unit) -> bool:
        return "CHARACTER" in SHEETS[self.sheet[unit]].keywords

    def flies(self, unit: Unit) -> bool:
        return "FLY" in SHEETS[self.sheet[unit]].keywords

    def has_spent(self, who: int, what: str) -> bool:
        return (who, what) in self.spent


T = Table[Battle]


def enemy(player: Player) -> Player:
    """[WH40K-2.5] There are two armies: what is not mine is the enemy's."""
    return 1 - player


def changed(column: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*column[:at], value, *column[at + 1 :])
