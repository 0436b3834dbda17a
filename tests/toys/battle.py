"""A toy battle: sealed commitments, dice with modifiers, kills assigned by the owner, abilities that interrupt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.kernel.chance import FastDice
from grimtable.kernel.definition import Advice, Definition, Describe, GameOption
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.hooks import Hook
from grimtable.kernel.language import PLAYER, Message
from grimtable.kernel.prospects import leads
from grimtable.kernel.table import Table
from grimtable.kernel.values import Decision, Event, Flow, Step

Faction = int
UnitId = int
Area = int

CULTIST, GHOUL, WENDIGO, GREAT = range(4)
KINDS = ("cultist", "ghoul", "wendigo", "great")
NONE = -1
COMBAT = (0, 1, 1, 5)  # by kind
FACTIONS: tuple[Faction, ...] = (0, 1, 2, 3)
AREAS = range(12)
POOL: Area = -1
TURNS = 12


@dataclass(init=False, slots=True)
class Toy:
    agenda: list[Step]
    turns: int
    kind: list[int]  # of each unit
    owner: list[Faction]
    area: list[Area]
    power: list[int]
    abilities: list[tuple[str, ...]]
    deaths: int  # units killed in the current battle
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.turns = TURNS
        self.kind = []
        self.owner = []
        self.area = []
        self.power = []
        self.abilities = []
        self.deaths = 0
        self.outcome = ()

    def clone(self) -> Toy:
        s = Toy(self.agenda.copy())
        s.turns = self.turns
        s.kind = self.kind.copy()
        s.owner = self.owner.copy()
        s.area = self.area.copy()
        s.power = self.power.copy()
        s.abilities = self.abilities.copy()
        s.deaths = self.deaths
        s.outcome = self.outcome
        return s

    def at(self, area: Area, owner: Faction) -> list[UnitId]:
        owners = self.owner
        return [unit for unit, place in enumerate(self.area) if place == area and owners[unit] == owner]

    def place(self, kind: int, owner: Faction, area: Area) -> UnitId:
        self.kind.append(kind)
        self.owner.append(owner)
        self.area.append(area)
        return len(self.kind) - 1


T = Table[Toy]


class Battle(NamedTuple):
    area: Area
    attacker: Faction
    defender: Faction

    def enemy(self, me: Faction) -> Faction:
        return self.defender if me == self.attacker else self.attacker


# ---------------------------------------------------------------- hooks: where abilities attach
extra_dice = Hook[[T, Battle, Faction], int]()
before_kill = Hook[[T, UnitId], Flow[bool]]()  # True: the unit is spared
after_kill = Hook[[T, UnitId], None]()
after_battle = Hook[[T, Battle, Faction], Flow[None]]()


# ---------------------------------------------------------------- the battle
def turn(t: T, number: int) -> Flow[None]:
    """The active faction may start one battle."""
    s, me = t.state, number % 4
    if number + 1 < s.turns:
        s.agenda.append(Step("turn", (number + 1,)))
    present = {(area, owner) for area, owner in zip(s.area, s.owner)}
    where: list[tuple[Area, Faction] | str] = [
        (a, e) for a in AREAS if (a, me) in present for e in FACTIONS if e != me and (a, e) in present
    ]
    target = yield from t.choose(me, "battle_where", [*where, "pass"])
    if not isinstance(target, str):
        yield from battle(t, Battle(target[0], me, target[1]))
    if number + 1 == s.turns:
        t.finish(tuple([s.power[f] for f in FACTIONS]))


def battle(t: T, b: Battle) -> Flow[None]:
    s = t.state
    s.deaths = 0
    t.emit("battle", *b)
    committed = yield from t.choose_together(
        "commit", {f: tuple(range(min(2, s.power[f]) + 1)) for f in (b.attacker, b.defender)}
    )
    for me, power in committed.items():
        s.power[me] -= power
        t.emit("commit", me, power)

    kills: dict[Faction, int] = {}
    for me in (b.attacker, b.defender):
        count = sum([COMBAT[s.kind[u]] for u in s.at(b.area, me)]) + committed[me]
        for bonus in extra_dice.of(s.abilities[me]):
            count += bonus(t, b, me)
        kills[me] = [t.random(6) for _ in range(count)].count(5)
        t.emit("rolled", me, count, kills[me])

    dying: list[UnitId] = []
    for me in (b.defender, b.attacker):
        dying += yield from assign(t, "assign_kill", me, s.at(b.area, me), kills[b.enemy(me)])
    for unit in dying:
        yield from kill(t, unit)

    if s.deaths:
        for f in FACTIONS[b.attacker :] + FACTIONS[: b.attacker]:
            for react in after_battle.of(s.abilities[f]):
                yield from react(t, b, f)


def assign(t: T, prompt: str, me: Faction, candidates: list[UnitId], count: int) -> Flow[list[UnitId]]:
    chosen: list[UnitId] = []
    while len(chosen) < count and candidates:
        unit = yield from t.choose(me, prompt, candidates)
        chosen.append(unit)
        candidates = [u for u in candidates if u != unit]
    return chosen


def kill(t: T, unit: UnitId) -> Flow[None]:
    """Remove a unit, unless an ability spares it."""
    s = t.state
    abilities = s.abilities[s.owner[unit]]
    for spare in before_kill.of(abilities):
        if (yield from spare(t, unit)):
            return
    s.area[unit] = POOL
    s.deaths += 1
    t.emit("killed", unit)
    for react in after_kill.of(abilities):
        react(t, unit)


# ---------------------------------------------------------------- abilities: one block each
@extra_dice.by("frenzy")
def frenzy(t: T, b: Battle, me: Faction) -> int:
    """One more die for every Ghoul."""
    return [t.state.kind[u] for u in t.state.at(b.area, me)].count(GHOUL)


@before_kill.by("eternal")
def eternal(t: T, unit: UnitId) -> Flow[bool]:
    """Pay 1 power: the unit is not eliminated."""
    owner = t.state.owner[unit]
    if t.state.power[owner] == 0 or (yield from t.choose(owner, "eternal", ["pay", "refuse"])) == "refuse":
        return False
    t.state.power[owner] -= 1
    t.emit("eternal", unit)
    return True


@after_kill.by("passion")
def passion(t: T, unit: UnitId) -> None:
    """Gain 1 power for an eliminated Cultist."""
    owner = t.state.owner[unit]
    if t.state.kind[unit] == CULTIST:
        t.state.power[owner] += 1
        t.emit("passion", owner)


@after_battle.by("cannibalism")
def cannibalism(t: T, b: Battle, me: Faction) -> Flow[None]:
    """Somebody died: place a Cultist or Wendigo there."""
    kind = yield from t.choose(me, "cannibalism", [CULTIST, WENDIGO, NONE])
    if kind == NONE:
        return
    unit = t.state.place(kind, me, b.area)
    t.emit("placed", unit)


def blank() -> Toy:
    return Toy([])


def view(s: Toy, viewer: Faction | None) -> dict[str, Any]:
    """Nothing is hidden."""
    return {"kind": list(s.kind), "owner": list(s.owner), "area": list(s.area), "power": list(s.power)}


def problems(s: Toy) -> list[str]:
    return ["a unit lacks a column"] if not len(s.kind) == len(s.owner) == len(s.area) else []


RULES = Rules("battle", 1, {"turn": turn}, blank, view, problems=problems)

# ---------------------------------------------------------------- the definition
PROMPTS = ("battle_where", "commit", "assign_kill", "eternal", "cannibalism")
EVENTS = ("battle", "commit", "rolled", "killed", "eternal", "passion", "placed")
ABOUT_A_PLAYER = ("commit", "rolled", "passion")


def new_state(players: int, options: Mapping[str, int | str]) -> Toy:
    """Four factions with a crowd each; areas are shared, so that there is somebody to fight."""
    s = Toy([Step("turn", (0,))])
    s.turns = int(options["turns"])
    s.power = [3] * players
    s.abilities = [("frenzy",), ("eternal", "passion"), ("passion",), ("cannibalism", "frenzy")]
    for area in range(4):
        for owner in FACTIONS:
            for kind in (CULTIST, CULTIST, GHOUL, WENDIGO)[: 2 + (area + owner) % 3]:
                s.place(kind, owner, area)
    return s


def player_name(player: int) -> Message:
    return Message(PLAYER, (player,), (f"player:{player}",))


def prompt(view: Any, decision: Decision) -> Message:
    return Message(f"prompt.{decision.prompt}")


def option(view: Any, decision: Decision, answer: Any) -> Message:
    if isinstance(answer, str):
        return Message(f"say.{answer}")
    if decision.prompt == "battle_where":
        return Message("say.attack", (answer[0], player_name(answer[1])), (f"area:{answer[0]}",))
    if decision.prompt == "assign_kill":
        return Message("say.kill", (Message(f"kind.{KINDS[view['kind'][answer]]}"),), (f"unit:{answer}",))
    if decision.prompt == "cannibalism":
        return Message("say.place", (Message(f"kind.{KINDS[answer]}"),)) if answer != NONE else Message("say.none")
    return Message("say.commit", (answer,))


def note(view: Any, decision: Decision, answer: Any) -> Message | None:
    return None


def event(happened: Event) -> Message:
    public = happened.public
    if happened.kind == "battle":
        params: tuple[Any, ...] = (public[0], player_name(public[1]), player_name(public[2]))
    elif happened.kind in ABOUT_A_PLAYER:
        params = (player_name(public[0]), *public[1:])
    else:
        params = public
    return Message(f"event.{happened.kind}", params)


def side(view: Any, player: int) -> Message:
    return Message("side", (player,))


def piece(view: Any, ref: str) -> Message:
    return Message("piece", (ref,), (ref,))


def rate(s: Toy, decision: Decision) -> list[int]:
    return [0 for _ in decision.options]


def value(s: Toy) -> tuple[int, ...]:
    return leads(s.power, 4)


DEFINITION = Definition(
    rules=RULES,
    folder=Path(__file__).parent / "files" / "battle",
    players=(4,),
    options=(GameOption("turns", (TURNS, 3)),),
    setup=new_state,
    describe=Describe(prompt, option, note, event, side, piece),
    advice=Advice(rate, value, spread=400, horizon=20),
    prompts=PROMPTS,
    events=EVENTS,
)


# ---------------------------------------------------------------- positions for tests
def toy_game(
    units: Iterable[tuple[int, Faction, Area]],
    tape: Iterable[Any] = (),
    power: tuple[int, ...] = (0, 0, 0, 0),
    abilities: Mapping[Faction, tuple[str, ...]] | None = None,
    seed: int = 1,
    first: int = 0,
) -> Game[Toy]:
    """These units (kind, owner, area), and the answers and dice of the first turn."""
    s = Toy([Step("turn", (first,))])
    s.power = list(power)
    s.abilities = [(abilities or {}).get(f, ()) for f in FACTIONS]
    for kind, owner, area in units:
        s.place(kind, owner, area)
    return Game(RULES, s, FastDice(seed), tape)


def crowded_game(seed: int = 7) -> Game[Toy]:
    return DEFINITION.new_game(4, {}, FastDice(seed))
