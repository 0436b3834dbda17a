"""Effects of abilities, weapons, psychic powers and warlord traits: what data/ says in words, as values.

The words are those of the data. An effect with a word that is unknown here does not load: nothing is ignored silently.
"""

from __future__ import annotations

from typing import Any, NamedTuple

INCH = 2540  # a length of 0.01 mm is one unit [WH40K-1.1]


class Amount(NamedTuple):
    """A number or a roll: dice * D(sides) + plus."""

    dice: int
    sides: int
    plus: int


NOTHING = Amount(0, 0, 0)
ONE = Amount(0, 0, 1)


def amount(word: Any) -> Amount:
    """[WH40K-1.4] 3, "D6", "2D6" or "D3"."""
    if word is None:
        return NOTHING
    if isinstance(word, int):
        return Amount(0, 0, word)
    dice, sides = str(word).upper().split("D")
    return Amount(int(dice or 1), int(sides), 0)


class Effect(NamedTuple):
    """One effect. What a field means depends on `op`; an absent word leaves its default."""

    op: str
    source: str  # the ability, weapon, power or trait it belongs to
    roll: str  # which roll it is about
    which: str  # of a re-roll: ones, failed, any, any_dice
    stat: str
    word: str  # the one word that is left: action, penalty, what, when, keyword, power, ability
    words: tuple[str, ...]
    add: int
    otherwise: int  # what is added where the conditions do not hold
    value: int
    at_least: int  # the result that is needed
    natural: bool  # looks at the die before modifiers
    amount: Amount
    upgrade: tuple[int, Amount]  # from this result on, this amount instead
    phase: str
    ranged: bool  # against or with ranged weapons only
    until: str
    once: bool  # several sources count once
    reach: int
    reach_dice: Amount  # a range that is rolled
    side: str
    keywords: tuple[str, ...]
    without: str  # those with this keyword are left out
    wholly: bool
    conditions: tuple[tuple[str, Any], ...]
    does: tuple[Effect, ...]
    name: str


BLANK = Effect(
    "", "", "", "", "", "", (), 0, 0, 0, 0, False, NOTHING, (0, NOTHING), "", False, "", False, 0, NOTHING, "", (), "",
    False, (), (), "",
)  # fmt: skip

# Words of the data that say what every effect of this op does anyway, or that only tell the reader something.
SAID_ELSEWHERE = {
    "declare", "arrive", "strict", "before", "affects", "trigger", "chain", "per", "weapon_only", "in_addition", "note",
    "min", "level", "limit", "not_mortal_wounds", "exclude", "unit_must_survive", "placement", "inherit_restrictions",
    "counts_as_moved", "pivots", "pivot_free", "instead_of", "requires", "snapshot", "choices", "plus_stat", "cost",
    "status", "success",
}  # fmt: skip
ONE_WORD = (
    "action", "penalty", "what", "when", "keyword", "power", "ability", "target", "shape", "profile",
    "friendly_keyword", "into",
)  # fmt: skip
NUMBERS = ("value", "with", "count", "hits_total", "dice", "max_pivot_degrees", "AP", "equals", "every")
MANY_WORDS = ("actions", "moves")
INNER = ("effects", "does", "win", "tie", "effect")


def plain(value: Any) -> Any:
    """Lists and tables of the data as tuples."""
    if isinstance(value, list):
        return tuple([plain(part) for part in value])
    if isinstance(value, dict):
        return tuple([(key, plain(part)) for key, part in value.items()])
    return value


def parse(row: dict[str, Any], source: str) -> Effect:
    """An effect of the data."""
    fields: dict[str, Any] = {"op": row["op"], "source": source}
    for key, word in row.items():
        if key == "op" or (key in SAID_ELSEWHERE and not (key == "per" and isinstance(word, dict))):
            continue
        fields.update(field(key, word, row["op"], source, fields))
    return BLANK._replace(**fields)


def field(key: str, word: Any, op: str, source: str, found: dict[str, Any]) -> dict[str, Any]:
    """The fields that one word of the data sets."""
    if key in ("roll", "which", "stat", "phase", "until", "side", "name", "add"):
        return {key: word}
    if key in ("range", "within", "min_enemy_distance", "setup_within"):
        return {"reach": word * INCH} if isinstance(word, int) else {"reach_dice": amount(word)}
    if key in ("at_least", "roll_at_least", "on", "natural") and not isinstance(word, dict):
        return threshold(key, word)
    if key in ("on", "per"):  # the roll that sets it off
        return {
            "roll": word["roll"],
            "at_least": word.get("at_least", word.get("value", 0)),
            "natural": word.get("basis") == "natural",
        }
    if key in ("amount", "mortal_wounds", "extra_mortal_wounds", "D"):
        return {"amount": amount(word)}
    if key in ("upgrade", "amount_if"):
        return {"upgrade": (word.get("at_least", word.get("psychic_test_at_least")), amount(word["amount"]))}
    return more(key, word, op, source, found)


def threshold(key: str, word: Any) -> dict[str, Any]:
    if word == "hit":  # a line attack that begins with a hit
        return {"roll": word}
    if isinstance(word, str):  # "damage_table:host": a column of the bearer's damage table
        return {"word": word.split(":")[1]}
    return {"at_least": word, "natural": key == "natural"}


def more(key: str, word: Any, op: str, source: str, found: dict[str, Any]) -> dict[str, Any]:
    if key in NUMBERS:
        return {"value": word} if isinstance(word, int) else {"amount": amount(word)}
    if key in ONE_WORD and isinstance(word, list):
        return {"words": plain(word)}
    if key in ONE_WORD:
        return {"word": str(word)}
    if key in MANY_WORDS:
        return {"words": plain(word)}
    flags = {"ranged_only": "ranged", "non_stacking": "once", "wholly_within": "wholly"}
    if key in flags:
        return {flags[key]: word}
    if key == "basis":
        return {"natural": word == "natural"}
    if key in ("else_add", "count_if_two"):
        return {"otherwise": word}
    if key == "exclude_keyword":
        return {"without": word}
    if key in ("keywords_all", "unit_keyword"):
        return {"keywords": (word,) if isinstance(word, str) else tuple(word)}
    if key == "exactly":
        return {"words": ("exactly",)}
    if key in INNER:
        rows = word if isinstance(word, list) else [word]
        return {"does": (*found.get("does", ()), *[parse(row, source) for row in rows])}
    if key == "rows":
        return {"does": tuple([parse(row, source) for rows in word for row in rows])}
    if key in ("if", "for", "of", "for_each", "add_per", "grants_to"):
        return {"conditions": (*found.get("conditions", ()), *plain(word))}
    raise ValueError(f"{source}: the effect {op} has the unknown word {key}")
