"""Component facts: data/ into immutable constants. Everything has a number; names are looked up by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

Seat = int
Hex = int  # a place of the scenario's map, by its number there
Figure = int  # characters first, then whatever enters the map, in the order of entering
Card = int  # an ability card
Mask = int  # a set of small numbers, one bit each

FOLDER = Path(__file__).parent.parent
NONE: Final = -1
VERSION: Final = 2  # of the rules


def read(name: str) -> Any:
    return json.loads((FOLDER / "data" / f"{name}.json").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- sides and sorts of figures
# Numbers are written out one by one: what is `Final` with a literal costs compiled rules no lookup.
HEROES: Final = 0
MONSTERS_SIDE: Final = 1
THIRD_SIDE: Final = 2
BYSTANDERS: Final = 3  # enemies of monsters only
CHARACTER: Final = 0  # sorts of figures
SUMMON: Final = 1
MONSTER: Final = 2
OBJECTIVE: Final = 3
OBJECT: Final = 0  # ranks of objectives: a thing, or somebody
LIVING: Final = 1
NORMAL: Final = 0  # ranks; bosses and named monsters are neither normal nor elite [GLOOMHAVEN-22.7]
ELITE: Final = 1
BOSS: Final = 2
RANKS: Final[tuple[str, ...]] = ("normal", "elite", "boss")
RANK_OF: Final = {name: rank for rank, name in enumerate(RANKS)}

# ---------------------------------------------------------------- conditions
CONDITIONS: Final[tuple[str, ...]] = tuple([record["id"] for record in read("conditions")["conditions"]])
CONDITION_OF: Final[dict[str, int]] = {name: number for number, name in enumerate(CONDITIONS)}
POISON: Final = 1 << 0  # bits of a figure's conditions, in the order of the data
WOUND: Final = 1 << 1
IMMOBILIZE: Final = 1 << 2
DISARM: Final = 1 << 3
STUN: Final = 1 << 4
MUDDLE: Final = 1 << 5
CURSE: Final = 1 << 6
INVISIBLE: Final = 1 << 7
STRENGTHEN: Final = 1 << 8
BLESS: Final = 1 << 9
REGENERATE: Final = 1 << 10  # of one item outside the box
assert (CONDITION_OF["poison"], CONDITION_OF["curse"], CONDITION_OF["bless"], len(CONDITIONS)) == (0, 6, 9, 11)
NEGATIVE: Final = POISON | WOUND | IMMOBILIZE | DISARM | STUN | MUDDLE | CURSE
POSITIVE: Final = INVISIBLE | STRENGTHEN | BLESS | REGENERATE
EXPIRING: Final = IMMOBILIZE | DISARM | STUN | MUDDLE | INVISIBLE | STRENGTHEN  # at the end of the next turn

# ---------------------------------------------------------------- elements
ELEMENTS: Final[tuple[str, ...]] = ("fire", "ice", "air", "earth", "light", "dark")
ELEMENT_OF: Final = {name: number for number, name in enumerate(ELEMENTS)}
WILD: Final = "wild"  # any one element
INERT: Final = 0
WANING: Final = 1
STRONG: Final = 2

# ---------------------------------------------------------------- terrain: bits of a hex
OBSTACLE: Final = 1 << 0
DIFFICULT: Final = 1 << 1
HAZARD: Final = 1 << 2
TRAP: Final = 1 << 3
PLATE: Final = 1 << 4
PIT: Final = 1 << 5
BURNING: Final = 1 << 6  # water that burns the poisoned [scenario 68]


def bits(names: list[str] | tuple[str, ...]) -> Mask:
    """Conditions by name as one set."""
    mask = 0
    for name in names:
        mask |= 1 << CONDITION_OF[name]
    return mask


def conditions_in(mask: Mask) -> list[str]:
    return [name for number, name in enumerate(CONDITIONS) if mask >> number & 1]


def amount(formula: int | str, characters: int, level: int) -> int:
    """A number, or a formula of C (characters) and L (scenario level) [GLOOMHAVEN-20.28, GLOOMHAVEN-22.8].

    Formulas are sums of products such as "4+(2xL)" or "(11xC)/2"; halves are rounded up.
    """
    if isinstance(formula, int):
        return formula
    text = formula.replace(" ", "").replace("x", "*").replace("C", str(characters)).replace("L", str(level))
    halves = text.endswith("/2")
    total = sum([product(part) for part in summands(text.removesuffix("/2"))])
    return (total + 1) // 2 if halves else total


def summands(text: str) -> list[str]:
    """The text split at its outer plus signs."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "+" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def product(text: str) -> int:
    result, depth, factor = 1, 0, ""
    for sign in text + "*":
        depth += (sign == "(") - (sign == ")")
        if sign == "*" and depth == 0:
            if factor.startswith("("):
                result *= sum([product(part) for part in summands(factor[1:-1])])
            else:
                result *= int(factor)
            factor = ""
        else:
            factor += sign
    return result
