"""Reading the special rules of a scenario: numbers, times, places, and whether a rule is in force."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grimtable.games.gloomhaven.components import CHARACTER, HEROES, MONSTER, OBJECTIVE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.dungeons import FIRST
from grimtable.games.gloomhaven.components.hexes import distance
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.components.monsters import BOSS_DECK, TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES, SCENARIOS, TRAP_DAMAGE, record_of
from grimtable.games.gloomhaven.rooms import column
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.hooks import Hook

Rule = dict[str, Any]
QUESTING = "questing"  # a note: the character with the quest
UNDAUNTED = "ignore_negative_scenario_effects"
ROUND_START, ROUND_END, TURN_START, TURN_END = "round_start", "round_end", "turn_start", "turn_end"
# What a rule says in words: whether it is so now.
fact = Hook[[Gloomhaven], bool]()


def rules_of(scenario: int) -> tuple[str, ...]:
    """The names at which a scenario's rules attach: what all have, the words of its rules, then the scenario itself."""
    if scenario >= FIRST:
        return ("exits", "dungeon")
    record = SCENARIOS[scenario]
    words = dict.fromkeys([rule["op"] for rule in record["special_rules"]])
    objectives = ("objectives",) if record.get("objectives") else ()
    named = ("named_monsters",) if record.get("named_monsters") else ()
    bosses = ("bosses",) if has_boss(record) else ()
    return ("exits", *bosses, *objectives, *named, *words, f"scenario_{scenario}")


def has_boss(record: dict[str, Any]) -> bool:
    """Whether a boss is set up or comes later."""
    names = [spot["id"] for spot in record["monsters"]] + [rule.get("monster") for rule in record["special_rules"]]
    return any([name in TYPE_OF and TYPE_DECK[TYPE_OF[name]] == BOSS_DECK for name in names if isinstance(name, str)])


def is_spared(s: Gloomhaven, rule: Rule, figure: Figure) -> bool:
    """[GLOOMHAVEN-23.8, GLOOMHAVEN-25.13] A character whose perk ignores negative scenario effects."""
    if not rule.get("scenario_effect") or s.sort[figure] != CHARACTER:
        return False
    return any([CLASS_PERKS[s.kind[figure]][perk].also == UNDAUNTED for perk in s.perks[figure]])


def rules(s: Gloomhaven, word: str) -> list[Rule]:
    """The scenario's rules of one word, in the order printed."""
    return [rule for rule in record_of(s.scenario)["special_rules"] if rule["op"] == word]


# ---------------------------------------------------------------- numbers [GLOOMHAVEN-22.8]
def number(s: Gloomhaven, formula: int | str, hp: int = 0) -> int:
    """A number, or a formula of C (characters), L (scenario level) and H (regular hit points); halves go up."""
    if isinstance(formula, int):
        return formula
    if formula == "trap damage":
        return TRAP_DAMAGE[s.solo][s.level]
    text = formula.replace("[Math.", "").replace("]", "").replace(" ", "").replace("x", "*")
    total, rest = _sum(text, {"C": s.characters, "L": s.level, "H": hp})
    assert not rest, f"{formula} is no formula"
    return -(-total.numerator // total.denominator)


def _sum(text: str, letters: dict[str, int]) -> tuple[Fraction, str]:
    total, rest = _product(text, letters)
    while rest[:1] in ("+", "-") and rest:
        sign, (value, rest) = rest[0], _product(rest[1:], letters)
        total = total + value if sign == "+" else total - value
    return total, rest


def _product(text: str, letters: dict[str, int]) -> tuple[Fraction, str]:
    total, rest = _atom(text, letters)
    while rest[:1] in ("*", "/") and rest:
        sign, (value, rest) = rest[0], _atom(rest[1:], letters)
        total = total * value if sign == "*" else Fraction(total.numerator, total.denominator * value.numerator)
    return total, rest


def _atom(text: str, letters: dict[str, int]) -> tuple[Fraction, str]:
    if text[0] in letters:
        return Fraction(letters[text[0]]), text[1:]
    for name in ("ceil(", "floor(", "("):
        if text.startswith(name):
            value, rest = _sum(text[len(name) :], letters)
            if name == "ceil(":
                value = Fraction(-(-value.numerator // value.denominator))
            elif name == "floor(":
                value = Fraction(value.numerator // value.denominator)
            return value, rest[1:]
    digits = len(text) - len(text.lstrip("0123456789"))
    return Fraction(int(text[:digits])), text[digits:]


# ---------------------------------------------------------------- places
def hexes(s: Gloomhaven, places: list[list[int]]) -> list[Hex]:
    return [s.layout().index[(q, r)] for q, r in places]


def marker(s: Gloomhaven, letter: str) -> list[Hex]:
    """The hexes of a printed letter. Where only its tile is known, the hexes in the middle of the tile are taken."""
    markers = record_of(s.scenario)["markers"]
    found = markers[letter]
    if found["hexes"]:
        return hexes(s, found["hexes"])
    same = [other for other in sorted(markers) if markers[other].get("tiles") == found["tiles"]]
    place = same.index(letter)
    tiles: list[str] = found["tiles"]
    if len(same) == 1 and len(tiles) > 1:  # one letter on several tiles: three hexes on each
        return [at for tile in tiles for at in middle(s, tile)[:3]]
    return [middle(s, tiles[place % len(tiles)])[place // len(tiles)]]


def middle(s: Gloomhaven, tile: str) -> list[Hex]:
    """The hexes of a tile, those nearest to its middle first."""
    layout = s.layout()
    places = [at for at, ref in enumerate(layout.tiles) if ref == tile and at not in layout.start]
    spread = {at: sum([distance(layout.axial[at], layout.axial[other]) for other in places]) for at in places}
    return sorted(places, key=lambda at: (spread[at], at))


def markers(s: Gloomhaven, letters: list[str]) -> list[Hex]:
    return [at for letter in letters for at in marker(s, letter)]


def room_of(s: Gloomhaven, tile: str) -> int:
    layout = s.layout()
    return layout.rooms[layout.tiles.index(tile)]


def is_on(s: Gloomhaven, figure: Figure, tile: str) -> bool:
    return s.in_play(figure) and s.layout().tiles[s.hex[figure]] == tile


# ---------------------------------------------------------------- times
def rounds_match(s: Gloomhaven, rounds: Any) -> bool:
    """all, odd, even, a list, "odd from 3", "7+"."""
    if isinstance(rounds, list):
        return s.round in rounds
    if rounds == "even for C=2, all for C=3 and 4":
        return s.characters > 2 or s.round % 2 == 0
    if rounds.endswith("+"):
        return s.round >= int(rounds[:-1])
    parity, _, first = rounds.partition(" from ")
    fits = parity == "all" or (parity == "odd") == bool(s.round % 2)
    return fits and s.round >= int(first or 0)


def is_time(s: Gloomhaven, when: Any, at: str) -> bool:
    """Whether a rule's time is this start or end of a round or turn."""
    return isinstance(when, dict) and when["at"] == at and rounds_match(s, when.get("rounds", "all"))


def happened(s: Gloomhaven, event: Any) -> bool:
    """Whether what a rule waits for is so by now."""
    if isinstance(event, str):
        return fact[event](s)
    if event["at"] == "room_revealed":
        return bool(s.revealed >> room_of(s, event["tile"]) & 1)
    return bool(s.notes.get(f"happened {event['at']}", 0))


def in_force(s: Gloomhaven, rule: Rule) -> bool:
    """[GLOOMHAVEN-4.4] From its beginning to its end, and only under its conditions."""
    if "from" in rule and not happened(s, rule["from"]):
        return False
    if "until" in rule and happened(s, rule["until"]):
        return False
    return all([fact[rule[key]](s) for key in ("while", "only_if") if key in rule])


def is_understood(rule: Rule) -> bool:
    """Whether every condition of a rule is one that the game can tell."""
    events = [rule[key] for key in ("from", "until", "while", "only_if") if key in rule]
    return all([event in fact if isinstance(event, str) else event["at"] == "room_revealed" for event in events])


# ---------------------------------------------------------------- figures
def who(s: Gloomhaven, whom: Any) -> list[Figure]:
    """The figures on the map that a rule speaks of."""
    figures = s.figures()
    if isinstance(whom, list):
        return [f for name in whom for f in who(s, name)]
    if whom == "all_figures":
        return figures
    if whom == "characters_and_summons":
        return [f for f in figures if s.sort[f] in (CHARACTER, SUMMON) and s.side[f] == HEROES]
    if whom == "all_characters":
        return s.heroes()
    if whom == "all_monsters":
        return s.monsters()
    if whom in TYPE_OF:
        return of_type(s, whom)
    return objectives(s, whom)


def questing(s: Gloomhaven) -> Figure:
    """The character whose quest the scenario is part of."""
    return s.notes.get(QUESTING, 0)


def of_type(s: Gloomhaven, name: str) -> list[Figure]:
    return [f for f in s.figures() if s.sort[f] == MONSTER and s.kind[f] == TYPE_OF[name]]


def objectives(s: Gloomhaven, name: str) -> list[Figure]:
    """Objectives of this name on the map; a letter or number after it means one of them."""
    base, _, mark = name.rpartition(" ")
    if mark and len(mark) == 1 and base in OBJECTIVE_NAMES:
        return [f for f in objectives(s, base) if s.notes.get(f"mark {f}") == ord(mark)]
    found = [f for f in s.figures() if s.sort[f] == OBJECTIVE and OBJECTIVE_NAMES[s.kind[f]] == name]
    return [f for f in found if f"limb {f}" not in s.notes]


def killed(s: Gloomhaven, name: str) -> int:
    """How many monsters of a type have died."""
    kind = TYPE_OF[name]
    return len([f for f, sort in enumerate(s.sort) if sort == MONSTER and s.kind[f] == kind and s.hp[f] <= 0])


def rank_of(s: Gloomhaven, rule: Rule) -> str:
    """[GLOOMHAVEN-4.6] For the number of characters."""
    return str(rule["rank_2_3_4"][column(s)])
