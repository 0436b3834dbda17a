"""The words of ability cards, read from the data by eyes of their own: what must have happened, and what did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.gloomhaven.table import Axial, events, where
from grimtable.games.gloomhaven.components import CONDITION_OF, NONE
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.game import Game

Record = dict[str, Any]
HP = 60
MARKS = {"round_bonus", "persistent_bonus", "charge_slot", "then_lost", "augment_replace"}
SUMMON_HP: dict[str, int] = {}


def distance(a: Axial, b: Axial) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


class Reading:
    """What the data says must have happened."""

    def __init__(self) -> None:
        self.damage: list[int] = []
        self.hits: list[int] = []  # targets of each attack
        self.on_targets: set[str] = set()
        self.heals: list[int] = []
        self.xp = 0
        self.elements: set[str] = set()
        self.rows: list[tuple[str, int]] = []
        self.coins = 0
        self.dead = 0


class Doings:
    """What did happen."""

    def __init__(self, game: Game[Gloomhaven], foes: list[Axial]) -> None:
        self.s = game.state
        self.foes = foes
        self.attacks = [event.public for event in events(game, "attacked") if event.public[0][0] == 0]
        self.heals = [event.public[1] for event in events(game, "healed")]
        self.drawn = len(events(game, "modifier"))
        self.conditions = [event.public for event in events(game, "condition")]
        self.first_foe = 2

    def at(self, figure: int) -> Axial:
        return self.foes[figure - self.first_foe]

    def near(self, reach: int) -> list[int]:
        return [self.first_foe + n for n, at in enumerate(self.foes) if distance(at, (0, 0)) <= reach]


def has(s: Gloomhaven, figure: int, name: str) -> bool:
    if not s.in_play(figure):
        return True
    return bool(s.conditions[figure] >> CONDITION_OF[name] & 1)


# ---------------------------------------------------------------- reading the words
def riders(op: Record) -> list[Record]:
    """The riders of a line, those after a colon too: all elements are there and all are consumed."""
    found: list[Record] = []
    for sub in op.get("sub", []):
        if sub["op"] == "consume":
            found += [{**more, "given": True} for more in riders(sub)]
        elif sub["op"] == "add_effect":
            found += [{**more, "given": True} for more in sub["do"]]
        else:
            found.append(sub)
    return found


def value(op: Record, word: str) -> int:
    more = sum([sub["value"] for sub in riders(op) if sub["op"] == word and sub.get("given")])
    return int(op["value"]) + int(more)


def number(op: Record, word: str, default: int) -> int:
    found = [sub["value"] for sub in riders(op) if sub["op"] == word]
    return int(found[-1]) if found else default


def spec(op: Record) -> str:
    found = [sub["value"] for sub in op.get("sub", []) if sub["op"] == "target_spec"]
    return found[0] if found else ""


def read_attack(told: Reading, op: Record, done: Doings) -> None:
    begun = len(told.damage)
    reach = number(op, "range", op.get("range", 1))
    if [sub for sub in op.get("sub", []) if sub["op"] == "area"]:
        count = len(done.foes)
    elif spec(op) == "enemiesAdjacent":
        count = len(done.near(1))
    else:
        count = min(number(op, "target", 1), len(done.near(reach)))
    targets = [attack[1][0] for attack in done.attacks[begun : begun + count]]
    assert len(targets) == count, f"{count} targets expected"
    for target in targets:
        told.damage.append(value(op, "attack") + bonus(told, op, done.at(target), done))
    for sub in riders(op):
        if sub["op"] == "condition":
            told.on_targets.add(sub["value"])
        elif sub["op"] == "infuse":
            told.elements.add(sub["element"])
        elif sub["op"] == "xp":
            told.xp += sub["value"] * (count if sub.get("per") == "enemy_targeted" else 1)
        elif sub["op"] == "advantage":
            assert done.drawn == 2 * count
        elif sub["op"] == "push":
            for target in targets:
                check_forced(done, target, sub["value"])
        elif sub["op"] == "pull":
            for target in targets:
                check_forced(done, target, -sub["value"])


def bonus(told: Reading, op: Record, target: Axial, done: Doings) -> int:
    """Bonuses against one target: allies of the character stand on (0, 1), allies of the target where they began."""
    total = 0
    beside_ally = distance(target, (0, 1)) == 1
    beside_own = any(distance(target, other) == 1 for other in done.foes)
    truth = {
        "target_adjacent_to_any_of_your_allies": beside_ally,
        "target_adjacent_to_none_of_its_allies": not beside_own,
    }
    for sub in riders(op):
        if sub["op"] == "attack_bonus":
            if "per" in sub:
                times = int(beside_ally) if sub["per"] == "your_ally_adjacent_to_target" else 0
            else:
                times = int(truth[sub["if"]]) if "if" in sub else 1
            total += sub["value"] * times
            told.xp += sub.get("xp", 0) * times
        elif sub["op"] == "add_condition" and truth[sub["if"]]:
            told.on_targets.add(sub["condition"])
            told.xp += sub.get("xp", 0)
    return total


def check_forced(done: Doings, figure: int, steps: int) -> None:
    """[GLOOMHAVEN-13.23, GLOOMHAVEN-13.24] So many hexes away, or nearer but not into the character's hex."""
    there = where(done.s, figure)
    assert there is not None
    assert distance(there, (0, 0)) == max(1, distance(done.at(figure), (0, 0)) + steps)


def read_heal(told: Reading, op: Record, done: Doings) -> None:
    whom = spec(op)
    many = {
        "": number(op, "target", 1),
        "self": 1,
        "alliesAdjacentAffect": 1,
        "selfAlliesAdjacentAffect": 2,
        "selfAlliesAffect": 2,
    }[whom]
    told.heals += [value(op, "heal")] * min(many, 2)
    read_gains(told, op)


def read_gains(told: Reading, op: Record) -> None:
    """Experience and elements under a line."""
    for sub in riders(op):
        if sub["op"] == "xp" and "trigger" not in sub:
            told.xp += sub["value"]
        elif sub["op"] == "infuse":
            told.elements.add(sub["element"])


def read_condition(told: Reading, op: Record, done: Doings) -> None:
    whom, reach = spec(op), number(op, "range", 0)
    if whom == "self":
        expected = 1
        assert has(done.s, 0, op["value"])
    elif whom == "enemiesAdjacent":
        expected = len(done.near(1))
    else:
        expected = min(number(op, "target", 1), len(done.near(reach or 1)))
    assert [c[1] for c in done.conditions].count(op["value"]) == expected
    read_gains(told, op)


def read_row(told: Reading, op: Record, done: Doings) -> None:
    told.rows.append((op["op"], value(op, op["op"])))
    read_gains(told, op)
    row = next(row for row in done.s.bonuses if row.word == op["op"])
    assert row.reach == number(op, "range", 0)
    if spec(op) in ("selfAlliesAdjacentAffect", "selfAlliesAffect"):
        assert row.whom == spec(op)


def read_push(told: Reading, op: Record, done: Doings) -> None:
    whom = done.near(1) if spec(op) == "enemiesAdjacent" else done.near(1)[:1]
    for figure in whom:
        check_forced(done, figure, op["value"])


def read_pull(told: Reading, op: Record, done: Doings) -> None:
    check_forced(done, done.near(number(op, "range", 1))[0], -op["value"])


def read_loot(told: Reading, op: Record, done: Doings) -> None:
    told.coins += op["value"]
    read_gains(told, op)


def read_xp(told: Reading, op: Record, done: Doings) -> None:
    told.xp += op["value"]


def read_infuse(told: Reading, op: Record, done: Doings) -> None:
    told.elements.add(op["element"])


def read_summon(told: Reading, op: Record, done: Doings) -> None:
    facts = op["summon"]
    figures = [f for f in done.s.figures() if done.s.owner[f] == 0 and done.s.sort[f] == 1]
    assert len(figures) == facts.get("count", 1)
    SUMMON_HP["summoned"] = facts["health"] * len(figures)
    told.rows.append(("summoned", 0))
    for figure in figures:
        kind = done.s.summon_kind(figure)
        assert done.s.hp[figure] == facts["health"]
        assert (kind.move, kind.range) == (facts.get("movement", 0), facts.get("range", 0))
        assert kind.attack == facts.get("attack", 0) or facts["attack"] == "X"


def read_kill(told: Reading, op: Record, done: Doings) -> None:
    """One adjacent enemy of normal rank dies."""
    told.dead += 1
    assert len([at for at in done.s.hex[2:] if at == NONE]) == told.dead
    read_gains(told, op)


def read_consume(told: Reading, op: Record, done: Doings) -> None:
    """A line of its own: what stands after the colon."""
    for sub in op["sub"]:
        READERS[sub["op"]](told, sub, done)


def read_modify(told: Reading, op: Record, done: Doings) -> None:
    rows = [row for row in done.s.bonuses if row.word == "modify_own_attacks"]
    assert [row.until for row in rows] == [op["duration"]]
    read_gains(told, op)


def read_charges(told: Reading, op: Record, done: Doings) -> None:
    rows = [row for row in done.s.bonuses if row.word == "charges"]
    assert [row.used for row in rows] == [0]


def read_mark(told: Reading, op: Record, done: Doings) -> None:
    """Tells the pile: see `pile_of`."""


def read_move(told: Reading, op: Record, done: Doings) -> None:
    """How far it goes is told by `check_moves`; here the character stands still, unless there is nothing else."""
    read_gains(told, op)


READERS: dict[str, Callable[[Reading, Record, Doings], None]] = {
    "attack": read_attack,
    "heal": read_heal,
    "condition": read_condition,
    "shield": read_row,
    "retaliate": read_row,
    "push": read_push,
    "pull": read_pull,
    "loot": read_loot,
    "xp": read_xp,
    "infuse": read_infuse,
    "summon": read_summon,
    "kill": read_kill,
    "consume": read_consume,
    "modify_own_attacks": read_modify,
    "charges": read_charges,
    "move": read_move,
    **dict.fromkeys(sorted(MARKS), read_mark),
}
