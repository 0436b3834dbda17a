"""What a half of an ability card must do, read from its data by eyes of its own: nothing of the interpreter is used.

`check(card, half)` builds a position where the half does something, plays it with answers that take everything it
offers, and compares damage, targets, conditions, forced moves, heals, loot, elements, experience and piles with the
data. Halves with words that this reading does not know are refused: they need a test by hand, see `by_hand`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.gloomhaven.table import HALT, Axial, asked, field, place, play, position, where
from games.gloomhaven.told import HP, MARKS, READERS, SUMMON_HP, Doings, Reading, Record, distance, has
from grimtable.games.gloomhaven.components import CONDITIONS, ELEMENTS, read
from grimtable.games.gloomhaven.components.cards import CARD_NAMES, CARD_OF
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.game import Game

ALONE = {"attack", "move", "heal", "loot", "condition", "shield", "retaliate", "push", "pull", "infuse", "xp", "summon"}
ALONE |= {"kill", "consume", "modify_own_attacks", "charges"} | MARKS
UNDER: dict[str, set[str]] = {
    "attack": {"range", "target", "area", "pierce", "push", "pull", "condition", "xp", "infuse", "target_spec"}
    | {"consume", "attack_bonus", "add_condition", "add_effect"},
    "move": {"jump", "xp", "infuse"},
    "heal": {"range", "target", "target_spec", "xp", "consume"},
    "loot": {"xp"},
    "condition": {"target_spec", "range", "target", "xp"},
    "shield": {"target_spec", "round_bonus", "xp"},
    "retaliate": {"target_spec", "round_bonus", "xp", "range"},
    "push": {"target_spec"},
    "pull": {"range"},
    "kill": {"xp"},
    "consume": {"attack", "condition", "xp", "pierce", "heal", "shield", "retaliate", "round_bonus", "add_effect"}
    | {"infuse", "target", "push", "advantage"},
    "modify_own_attacks": {"round_bonus", "persistent_bonus", "xp"},
    "add_effect": {"push", "xp", "attack_bonus", "condition"},
}
PLAIN_TARGETS = {"enemiesAdjacent", "enemyAdjacent", "self", "selfAlliesAdjacentAffect", "alliesAdjacentAffect"}
PLAIN_TARGETS |= {"selfAlliesAffect", "allyAffectAdjacent"}
ALLY_CLASSES = ("brute", "spellweaver")
by_hand_tests: dict[tuple[str, str], Callable[[], None]] = {}


def by_hand(name: str, half: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The half is tested by this function instead of by the reading."""

    def register(test: Callable[[], None]) -> Callable[[], None]:
        assert (name, half) not in by_hand_tests, f"{name} {half} is tested twice"
        by_hand_tests[(name, half)] = test
        return test

    return register


def records(class_name: str) -> list[Record]:
    found: list[Record] = read(f"ability_cards_{class_name}")["records"]
    return found


def halves(class_name: str) -> list[tuple[str, str]]:
    return [(record["name"], half) for record in records(class_name) for half in ("top", "bottom")]


def check(class_name: str, name: str, half: str) -> None:
    if (name, half) in by_hand_tests:
        by_hand_tests[(name, half)]()
        return
    record = next(record for record in records(class_name) if record["name"] == name)
    strange = unusual(record[half]["ops"], "")
    assert not strange, f"needs a test by hand for {strange}"
    if [op for op in record[half]["ops"] if op["op"] == "move"]:
        check_moves(class_name, record, half)
    check_rest(class_name, record, half)


def unusual(ops: list[Record], under: str) -> list[str]:
    """The words that this reading does not know."""
    found: list[str] = []
    for op in ops:
        word = op["op"]
        if word not in (ALONE if not under else UNDER.get(under, set())):
            found.append(f"{word} under {under or 'nothing'}")
        if word == "target_spec" and op["value"] not in PLAIN_TARGETS:
            found.append(op["value"])
        if word in ("attack", "move", "heal") and not isinstance(op["value"], int):
            found.append(f"{word} {op['value']}")
        found += unusual(op.get("sub", []), word) + unusual(op.get("do", []), word)
    return found


# ---------------------------------------------------------------- playing
def table_for(class_name: str, foes: list[Axial], alone: bool = False) -> Gloomhaven:
    allies = [name for name in ALLY_CLASSES if name != class_name][:1]
    heroes: dict[str, Axial] = {class_name: (0, 0)} | ({} if alone else {allies[0]: (0, 1)})
    s = position(
        field(9),
        heroes=heroes,
        monsters=[("bandit-guard", "normal", at) for at in foes],
        money=[(-1, 0), (-2, 0), (-3, 0)],
    )
    for figure in range(len(s.hp)):
        s.max_hp[figure], s.hp[figure] = 2 * HP, HP
    s.elements = (2,) * 6
    return s


def start(s: Gloomhaven, record: Record, half: str) -> Game[Gloomhaven]:
    """The half is played from the hand; every modifier card is +0."""
    card = CARD_OF[record["id"]]
    s.decks[0] = tuple([c for c in s.decks[0] if MODIFIERS[modifier_kind(c)].name == "+0"])
    s.acting, s.to_play, s.chosen[0] = 0, (card,), (card, card)
    s.hand[0] = tuple([c for c in s.hand[0] if c != card])
    return play(s, "half", 0, card, half)


def run(game: Game[Gloomhaven], far: bool) -> None:
    """Take everything that is offered; move as far as possible, or not at all."""
    for _ in range(60):
        if asked(game) in (HALT, ""):
            return
        decision = game.decisions()[0]
        game.apply(decision.player, answer(game.state, decision.prompt, list(decision.options), far))
    raise AssertionError(f"no end: {asked(game)}")


def answer(s: Gloomhaven, prompt: str, options: list[Any], far: bool) -> Any:
    places = s.layout().axial
    if prompt == "move_to":
        hexes = [o for o in options if not isinstance(o, str)]
        return max(hexes, key=lambda h: (distance(places[h], (0, 0)), h)) if far and hexes else "stay"
    if prompt in ("push_to", "pull_to"):
        hexes = [o for o in options if not isinstance(o, str)]
        return max(hexes) if prompt == "push_to" else min(hexes)
    if prompt == "area":
        return max(options, key=lambda spot: len([f for f in s.figures() if s.side[f] == 1 and s.hex[f] in spot]))
    refusals = ("nobody", "keep", "stay", "no")
    return next(option for option in options if option not in refusals)


# ---------------------------------------------------------------- moves
def check_moves(class_name: str, record: Record, half: str) -> None:
    """Alone on a wide field the character gets as far as all its moves together."""
    s = table_for(class_name, [(9, 0)], alone=True)
    s.elements = (0,) * 6
    game = start(s, record, half)
    run(game, far=True)
    there = where(game.state, 0)
    assert there is not None
    moves = [op["value"] for op in record[half]["ops"] if op["op"] == "move"]
    assert distance(there, (0, 0)) == min(sum(moves), 9 if there != (9, 0) else 8)


# ---------------------------------------------------------------- everything else
def foes_for(ops: list[Record]) -> list[Axial]:
    """Enemies where the half wants them."""
    for op in ops:
        subs = {sub["op"]: sub for sub in op.get("sub", [])}
        area = subs.get("area")
        if area is not None:
            shift = (0, 0) if area["melee"] else (2, -2)
            return [(q + shift[0], r + shift[1]) for q, r in area["targets"] if (q + shift[0], r + shift[1]) != (0, 1)]
        if "pull" in subs or op["op"] == "pull":
            return [(3, 0), (3, -3), (0, -3)]
    return [(1, 0), (1, -1), (0, -1), (2, -1)]


def check_rest(class_name: str, record: Record, half: str) -> None:
    ops = record[half]["ops"]
    foes = foes_for(ops)
    s = table_for(class_name, foes)
    game = start(s, record, half)
    run(game, far=only_moves(ops))
    told = Reading()
    done = Doings(game, foes)
    for op in ops:
        READERS[op["op"]](told, op, done)
    compare(told, done, record, half)


def only_moves(ops: list[Record]) -> bool:
    """Whether nothing but the move performs a part of the action, so that its experience needs a step."""
    return not [op for op in ops if op["op"] not in MARKS | {"move", "xp", "infuse"}]


def compare(told: Reading, done: Doings, record: Record, half: str) -> None:
    s, card = done.s, CARD_OF[record["id"]]
    assert [attack[2] for attack in done.attacks] == told.damage
    assert sum(s.hp[f] for f in range(2, len(s.hp))) + sum(told.damage) == HP * (len(done.foes) - told.dead) + sum(
        SUMMON_HP.get(name, 0) for name, _ in told.rows
    )
    for attack in done.attacks:
        for name in sorted(told.on_targets):
            assert has(s, attack[1][0], name) or name in ("curse",), f"{name} on {attack[1][0]}"
    assert done.heals == told.heals
    assert s.xp[0] == told.xp
    assert {ELEMENTS[e] for e in range(6) if s.infused >> e & 1} == told.elements or (
        "wild" in told.elements and bin(s.infused).count("1") == len(told.elements)
    )
    assert sorted((row.word, row.value) for row in s.bonuses if row.word in ("shield", "retaliate")) == sorted(
        row for row in told.rows if row[0] in ("shield", "retaliate")
    )
    assert s.coins[0] == told.coins
    pile = pile_of(record[half], done)
    assert card in getattr(s, pile)[0], f"not in {pile}"


def pile_of(half: Record, done: Doings) -> str:
    """[GLOOMHAVEN-7.8, GLOOMHAVEN-16.1]"""
    if half.get("active"):
        return "active"
    return "lost" if half.get("lost") else "discard"


# ---------------------------------------------------------------- by hand
def played(
    class_name: str,
    name: str,
    half: str,
    foes: list[Axial],
    *answers: Any,
    change: Callable[[Gloomhaven], None] | None = None,
    elements: str = "",
) -> Game[Gloomhaven]:
    """A half played by hand: the character is figure 0, its ally on (0, 1) figure 1, the foes are 2 and up.

    Hexes among the answers are given as (q, r). Elements named are strong, all others inert.
    """
    record = next(record for record in records(class_name) if record["name"] == name)
    s = table_for(class_name, foes)
    s.elements = tuple([2 if element in elements.split() else 0 for element in ELEMENTS])
    if change is not None:
        change(s)
    game = start(s, record, half)
    for given in answers:
        decision = game.decisions()[0]
        assert decision.prompt != HALT, f"nobody asks for {given}"
        game.apply(decision.player, hexes(s, given))
    return game


def hexes(s: Gloomhaven, given: Any) -> Any:
    """A pair of numbers is a hex, a tuple of pairs a tile."""
    if isinstance(given, tuple) and given and isinstance(given[0], tuple):
        return tuple(sorted([place(s, at) for at in given]))
    if isinstance(given, tuple) and given in s.layout().index:
        return place(s, given)
    return given


def over(game: Game[Gloomhaven]) -> Gloomhaven:
    """Nothing is asked any more."""
    assert asked(game) == HALT, asked(game)
    return game.state


def lost_hp(s: Gloomhaven, figure: int) -> int:
    return HP - s.hp[figure]


def lies_in(s: Gloomhaven, name: str, pile: str) -> bool:
    return CARD_NAMES.index(name) in getattr(s, pile)[0]


def named_conditions(s: Gloomhaven, figure: int) -> set[str]:
    return {name for number, name in enumerate(CONDITIONS) if s.conditions[figure] >> number & 1}
