"""Replay a game of Cthulhu Wars that another engine has played, and compare every number it states.

    python tools/cthulhu_replay.py FILE.json

The file is a JSON object: `map`, `seats` (faction ids by seat), `first_order` (factions from the first player on),
optionally `override` (`<faction>_start`: another start area), and `steps` in order. A step is a turn
(`faction`, `actions`, `power_after`), a reaction in somebody else's turn (the same shape), or a checkpoint:

- `gather_power` with `expected_power`;
- `determine_first_player` with `first_player`, `order`, and `named_by` on a tie;
- `doom_phase` with `gate_doom`, `rituals` (`faction`, `cost`), `expected_doom`, `expected_power`; a key that names a
  requirement holds its `spellbook` and, if known, `elder_sign_value`.

An action is an object with `action` (an id of data/actions.json, `move_unit`, an ability or a requirement), the things
it is about (`unit`, `from`, `to`, `area`, `victim`, `target`, `enemy`, `spellbook`), and if dice are rolled `dice`: the
faces in the order in which they fall, the attacker's first. `answers` maps a prompt of our engine to the answers to
give there, for what the other keys do not say; without any, Passion and Emissary are used, nothing else that is
optional is done, and the first option is taken.
`{"requirement": ID, "spellbook": ID}` and `{"reaction": "devolve", "area": ID, "count": N}` stand for themselves.

Exit code 0 if all numbers agree, 1 with one line per difference.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.games.cthulhu import DEFINITION, RULES
from grimtable.games.cthulhu.components import (
    AREAS,
    CULTISTS_OF,
    FACTIONS,
    KIND,
    KINDS,
    SIGN_VALUE,
    UNIT,
)
from grimtable.games.cthulhu.setup import OPTIONS, new_state, take_factions
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.game import Game
from grimtable.kernel.values import Decision, Diverged, Illegal, Step

WORDS = {  # their actions -> ours
    "recruit_acolyte": "recruit",
    "summon_monster": "summon",
    "awaken_great_old_one": "awaken",
    "move_unit": "move",
    "capture_cultist": "capture",
    "unlimited_battle": "battle",
    "control_gate": "control",
    "abandon_gate": "abandon",
    "drop_power_to_zero": "drop",
    "reveal_elder_signs": "reveal",
    "unsubmerge": "surface",
}
PLACES = ("area", "to")
PERSONS = ("victim", "target", "enemy", "of")
BETWEEN = (
    "act",
    "act_more",
    "second",
    "move",
    "devolve",
    "direction",
    "first_player",
    "doom_slot",
)  # no action is open
TAKEN = ("passion", "emissary")  # what costs nothing, and other engines give without asking
DECLINE = ("no", "done", "end_turn", "nobody")  # what is answered where the file says nothing


class Item(NamedTuple):
    """One action, reaction or checkpoint, with the number of its step."""

    step: int
    faction: str
    facts: dict[str, Any]


class GivenDice:
    """The faces that the file states, in their order."""

    def __init__(self) -> None:
        self.mark = 0
        self.faces: list[int] = []

    def take(self, faces: list[int]) -> None:
        """What falls next; everything before must have been rolled."""
        if self.mark < len(self.faces):
            raise Diverged(f"the file states {len(self.faces) - self.mark} more dice than are rolled")
        self.faces.extend(faces)

    def below(self, sides: int) -> int:
        if self.mark >= len(self.faces):
            raise Diverged("a die is rolled that the file does not state")
        self.mark += 1
        return self.faces[self.mark - 1] - 1

    def order(self, cards: list[int]) -> tuple[int, ...]:
        return tuple(cards)


def items_of(replay: dict[str, Any]) -> list[Item]:
    found: list[Item] = []
    for number, step in enumerate(replay["steps"]):
        if "checkpoint" in step:
            found.append(Item(number, "", step))
        found += [Item(number, step["faction"], action) for action in step.get("actions", ())]
    return found


def sign_values(value: Any) -> Iterator[int]:
    """The Elder Sign values that the file names, in their order."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("elder_sign_value", "elder_sign_values"):
                yield from [part] if isinstance(part, int) else part
            else:
                yield from sign_values(part)
    elif isinstance(value, list):
        for part in value:
            yield from sign_values(part)


def opening(replay: dict[str, Any]) -> Cthulhu:
    """The position at the start of the first turn."""
    seats = tuple([FACTIONS.index(faction) for faction in replay["seats"]])
    defaults = {name: values[0] for name, values in OPTIONS.items()}
    s = new_state(len(seats), {**defaults, "leaving_talks": "free", "map": replay["map"]})  # as other engines do
    take_factions(s, seats)
    for key, area in replay.get("override", {}).items():
        if key.endswith("_start"):
            move_home(s, FACTIONS.index(key.removesuffix("_start")), AREAS[area])
    order = [seats.index(FACTIONS.index(faction)) for faction in replay["first_order"]]
    s.first = order[0]
    s.direction = 1 if order[1] == (order[0] + 1) % len(seats) else -1
    s.bag = list(range(len(SIGN_VALUE)))
    for value in reversed(list(sign_values(replay["steps"]))):
        token = next(token for token in s.bag if SIGN_VALUE[token] == value)
        s.bag.remove(token)
        s.bag.append(token)
    s.knows = [0] * len(SIGN_VALUE)
    s.agenda = [Step("action_phase")]
    return s


def move_home(s: Cthulhu, faction: int, area: int) -> None:
    for unit in CULTISTS_OF[faction]:
        keeps = s.on_gate(unit)
        if keeps:
            s.gate[s.area[unit]], s.gate[area] = -2, unit
        s.area[unit] = area


class Replayer:
    """Answers the engine's questions from the file and notes every number that differs."""

    def __init__(self, replay: dict[str, Any]) -> None:
        self.replay = replay
        self.items = items_of(replay)
        self.at = 0  # the next item
        self.current: dict[str, Any] = {}  # the action that is being carried out
        self.dice = GivenDice()
        self.game: Game[Cthulhu] = Game(RULES, opening(replay), self.dice)
        self.faults = [
            f"step {item.step}: {prompt} is no prompt of our engine"
            for item in self.items
            for prompt in item.facts.get("answers", {})
            if prompt not in DEFINITION.prompts
        ]
        self.checked = 0  # numbers compared

    def run(self) -> None:
        try:
            while asked := self.game.decisions():
                decision = asked[0]
                self.pass_checkpoints()
                if self.at == len(self.items) and decision.prompt in BETWEEN:
                    break
                answer = self.answer(decision)
                if "dice" in self.current:
                    self.dice.take(self.current.pop("dice"))
                self.game.apply(decision.player, answer)
                self.check_turn()
            self.pass_checkpoints()  # the game may end in the last one
        except (Diverged, Illegal, LookupError) as error:
            self.faults.append(f"step {self.items[min(self.at, len(self.items) - 1)].step}: {error}")
            return
        if self.at < len(self.items):
            self.faults.append(f"step {self.items[self.at].step}: never reached")
        elif self.dice.mark < len(self.dice.faces):
            self.faults.append(f"step {self.items[-1].step}: not all of its dice are rolled")

    # ------------------------------------------------------------ numbers
    def compare(self, step: int, what: str, ours: Any, theirs: Any) -> None:
        self.checked += 1
        if ours != theirs:
            self.faults.append(f"step {step}: {what} is {theirs} in the file and {ours} here")

    def compare_all(self, step: int, what: str, column: list[int], stated: dict[str, int]) -> None:
        for faction, number in stated.items():
            self.compare(step, f"{what} of {faction}", column[self.seat(faction)], number)

    def check_turn(self) -> None:
        """After the last action of a turn: the Power that is left."""
        if self.at and self.items[self.at - 1].faction:
            done = self.items[self.at - 1]
            step = self.replay["steps"][done.step]
            last = self.at == len(self.items) or self.items[self.at].step != done.step
            if last and "power_after" in step and not step.get("compared") and self.settled(done):
                step["compared"] = True
                self.compare(done.step, f"Power of {done.faction}", self.power_then(done.faction), step["power_after"])

    def settled(self, done: Item) -> bool:
        """Whether the action has been carried out: the engine asks for something else."""
        asked = self.game.decisions()
        return not asked or asked[0].prompt in BETWEEN

    def power_then(self, faction: str) -> int:
        """The Power at the end of the Action Phase is 0, whatever has been gathered since."""
        return self.game.state.power[self.seat(faction)] if self.game.state.phase == "action" else 0

    def pass_checkpoints(self) -> None:
        """Compare what a checkpoint states as soon as the engine is beyond it."""
        while self.at < len(self.items) and not self.items[self.at].faction:
            item, s = self.items[self.at], self.game.state
            kind = item.facts["checkpoint"]
            beyond = {
                "gather_power": s.phase != "action",
                "determine_first_player": s.phase in ("doom", "over"),
                "doom_phase": s.phase in ("action", "over"),
            }
            if not beyond[kind]:
                return
            self.at += 1
            self.compare_all(item.step, "Power", s.power, item.facts.get("expected_power", {}))
            self.compare_all(item.step, "Doom", s.doom, item.facts.get("expected_doom", {}))
            if "abandoned_gates" in item.facts:
                self.compare(item.step, "abandoned gates", s.gate.count(-1), item.facts["abandoned_gates"])
            if "order" in item.facts:
                order = [FACTIONS[s.faction[seat]] for seat in s.order()]
                self.compare(item.step, "the order", order, item.facts["order"])
            for row in item.facts.get("rituals", ()):
                self.faults.append(f"step {item.step}: {row['faction']} could not perform its Ritual")
            if "ritual_cost_after" in item.facts:
                self.compare(item.step, "the Ritual's cost", s.ritual_cost(), item.facts["ritual_cost_after"])

    # ------------------------------------------------------------ answers
    def seat(self, faction: str) -> int:
        return self.game.base.faction.index(FACTIONS.index(faction))

    def answer(self, decision: Decision) -> Any:
        faction = FACTIONS[self.game.base.faction[decision.player]]
        given = self.current.get("answers", {}).get(decision.prompt)
        if given:
            return as_option(given.pop(0), decision)
        for prompts, method in (
            (("act", "act_more", "second"), self.action),
            (("move",), self.moved),
            (("devolve",), self.devolved),
            (("spellbook",), self.spellbook),
            (("doom_slot",), self.ritual),
            (("first_player", "direction"), self.first_player),
        ):
            if decision.prompt in prompts:
                return method(decision, faction)
        return self.stated(decision)

    def upcoming(self, faction: str) -> dict[str, Any]:
        """The next item, if it is this faction's. Who creates a gate controls it already: that item is done."""
        while self.at < len(self.items) and self.items[self.at].faction == faction:
            facts = self.items[self.at].facts
            if facts.get("action") != "control_gate":
                return facts
            if self.game.state.keeper(AREAS[facts["area"]]) != self.seat(faction):
                return facts
            self.at += 1
        return {}

    def action(self, decision: Decision, faction: str) -> Any:
        if decision.prompt == "second":
            follow = self.current.get("second_action")
            self.current = {**(follow or {}), "second": True}
            return WORDS.get(follow["action"], follow["action"]) if follow else "done"
        facts = self.upcoming(faction)
        word = WORDS.get(facts.get("action", ""), facts.get("action"))
        if word not in decision.options:
            if decision.prompt == "act":
                raise Diverged(f"{faction} may not {word} now")
            return decline(decision)
        if word != "move":  # a Move is taken up unit by unit
            self.at += 1
        self.current = dict(facts)
        return word

    def moved(self, decision: Decision, faction: str) -> Any:
        is_second = self.current.pop("second", False)  # it stands within the action before it
        facts = self.current if is_second else self.upcoming(faction)
        if facts.get("action") != "move_unit":
            return "done"
        self.at += not is_second
        self.current = {**facts, "taken": True}
        kind = KINDS.index(facts["unit"].split()[0])
        units = [UNIT[uid] for uid in decision.options if uid in UNIT]
        here = [u for u in units if KIND[u] == kind and self.game.state.area[u] == AREAS[facts["from"]]]
        on_gate = "gate" in facts["unit"]
        return as_name(sorted(here, key=lambda unit: self.game.state.on_gate(unit) != on_gate)[0])

    def devolved(self, decision: Decision, faction: str) -> Any:
        facts = self.upcoming(faction)
        if facts.get("reaction") != "devolve":
            return "no"
        facts["count"] = facts.get("count", 1) - 1
        self.at += not facts["count"]
        here = [uid for uid in decision.options[1:] if self.game.state.area[UNIT[uid]] == AREAS[facts["area"]]]
        return here[0]

    def spellbook(self, decision: Decision, faction: str) -> Any:
        requirement = self.game.state.met[0]
        facts = self.upcoming(faction)
        if facts.get("requirement") == requirement:
            self.at += 1
            return facts["spellbook"]
        if "spellbook" in self.current:
            return self.current.pop("spellbook")
        for item in self.items[self.at :]:
            if requirement in item.facts:
                return item.facts[requirement]["spellbook"]
        raise Diverged(f"the file names no spellbook for {requirement}")

    def ritual(self, decision: Decision, faction: str) -> Any:
        facts = self.items[self.at].facts
        gates = [len(self.game.state.gates_of(seat)) for seat in self.game.state.players()]
        self.compare_all(self.items[self.at].step, "Doom for gates", gates, facts.pop("gate_doom", {}))
        for row in facts.get("rituals", ()):
            if row["faction"] == faction:
                if "ritual" not in decision.options:
                    raise Diverged(f"{faction} may not perform a Ritual now")
                facts["rituals"].remove(row)
                self.compare(self.items[self.at].step, "the Ritual's cost", self.game.state.ritual_cost(), row["cost"])
                return "ritual"
        return "done"

    def first_player(self, decision: Decision, faction: str) -> Any:
        facts = next(item.facts for item in self.items[self.at :] if "order" in item.facts)
        if decision.prompt == "first_player":
            return facts["first_player"]
        after = self.seat(facts["order"][1])
        clockwise = after == (decision.player + 1) % len(self.game.base.faction)
        return "clockwise" if clockwise else "counterclockwise"

    def stated(self, decision: Decision) -> Any:
        """What the action says about an area, a faction or a kind; else as little as possible."""
        if decision.prompt == "move_to" and not self.current.get("taken"):  # the only unit there was
            self.at += 1
            self.current["taken"] = True
        for key in (*PLACES, *PERSONS, "unit"):
            if self.current.get(key) in decision.options:
                return self.current[key]
        return "yes" if decision.prompt in TAKEN else decline(decision)


def decline(decision: Decision) -> Any:
    return next((word for word in DECLINE if word in decision.options), decision.options[0])


def as_option(given: Any, decision: Decision) -> Any:
    """An option as stated: a unit by its kind, a split as a list."""
    if isinstance(given, list):
        return tuple(given)
    if given in decision.options:
        return given
    alike = [uid for uid in decision.options if uid in UNIT and KINDS[KIND[UNIT[uid]]] == given]
    if not alike:
        raise Diverged(f"{given} is no option of {decision.prompt}")
    return alike[0]


def as_name(unit: int) -> str:
    return next(uid for uid, number in UNIT.items() if number == unit)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    replayer = Replayer(json.loads(parser.parse_args(arguments).file.read_text(encoding="utf-8")))
    replayer.run()
    for fault in replayer.faults:
        print(fault)
    print(f"{replayer.checked} numbers compared, {len(replayer.faults)} differ")
    return 1 if replayer.faults else 0


if __name__ == "__main__":
    sys.exit(main())
