"""What an attack is worth on average: a quick figure for suggestions and bots, in thousandths of a wound."""

from __future__ import annotations

from grimtable.games.wh40k.components import LINES, MELEE, PROFILES, RAPID_FIRE, Amount, Model, Profile, Unit
from grimtable.games.wh40k.state import Battle


def mean(amount: Amount) -> int:
    """The average of a number or a roll, in tenths."""
    return amount.plus * 10 + amount.dice * (20 if amount.sides == 3 else 35)


def expected(s: Battle, model: Model, profile: Profile, target: Unit, half: bool) -> int:
    """Wounds lost by the target for one use of a ranged weapon, or for one melee attack."""
    row = PROFILES[profile]
    melee = row.type == MELEE
    skill = s.skill(model, melee)
    if not skill:
        return 0
    auto = any([e.op == "auto_hit" for e in row.effects])
    hit = 6 if auto else max(1, min(5, 7 - skill))
    foe = LINES[s.line[s.alive(target)[0]]]
    strength = rough_strength(s, model, row.strength)
    if strength >= 2 * foe.toughness:
        wound = 5
    elif strength > foe.toughness:
        wound = 4
    elif strength == foe.toughness:
        wound = 3
    else:
        wound = 1 if 2 * strength <= foe.toughness else 2
    fail = max(1, min(6, foe.save - row.ap - 1))
    damage = min(mean(row.damage), 10 * foe.wounds)
    count = 10 if melee else mean(row.attacks) * (2 if half and row.type == RAPID_FIRE else 1)
    risk = 1 if any([e.op in ("slay_bearer", "mortal_wounds") and e.roll == "hit" for e in row.effects]) else 0
    return count * hit * wound * fail * damage * 10 // 216 - 100 * risk


def rough_strength(s: Battle, model: Model, word: str) -> int:
    own = LINES[s.line[model]].strength
    if word.isdigit():
        return int(word)
    if word.startswith("x"):
        return own * int(word[1:])
    return own + (int(word) if word != "user" else 0)
