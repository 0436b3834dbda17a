"""Rounds and turns: what goes on the agenda [GLOOMHAVEN-7, GLOOMHAVEN-9, GLOOMHAVEN-11]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grimtable.games.gloomhaven import abilities, items
from grimtable.games.gloomhaven.bonuses import end_round_bonuses, has_rule
from grimtable.games.gloomhaven.components import CHARACTER, MONSTER, NONE, NORMAL, SUMMON, Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARDS, INITIATIVE, OF_ONE_CLASS
from grimtable.games.gloomhaven.components.monsters import DECKS, TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.terms import ACTED, FALLEN, PERMANENT, REST, SELECTION, TURNS, UPKEEP
from grimtable.games.gloomhaven.conditions import wane
from grimtable.games.gloomhaven.damage import exhaust
from grimtable.games.gloomhaven.drawing import refill
from grimtable.games.gloomhaven.moments import cards_revealed, further_turns, round_ended, round_started, turns_begin
from grimtable.games.gloomhaven.monsters import lines
from grimtable.games.gloomhaven.moving import land
from grimtable.games.gloomhaven.ops.triggers import triggered
from grimtable.games.gloomhaven.piles import show, without
from grimtable.games.gloomhaven.resting import can_rest, short_rest
from grimtable.games.gloomhaven.rooms import ability_initiative, draw_ability, leading_initiative
from grimtable.games.gloomhaven.setup import PREPARATION
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.taking import TURN_STEPS
from grimtable.games.gloomhaven.victory import check, nobody_left, settle
from grimtable.kernel.values import Flow, Procedure, Step

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64

LOADED: Final = (abilities, items, lines)  # imported for the words they teach
Choice = tuple[Card, ...]
_PAIRS: Final[list[list[Choice]]] = [[] for _ in range(CARDS)]  # by the leading card
OF_A_ROUND: Final[tuple[str, ...]] = ("consumed ", "rests well ", "shifted ")  # notes that end with it
RESTS_WELL: Final = "short_rest_at_end_of_round_gives_all_long_rest_benefits"
CHARACTER_FIRST: Final = 0
MONSTERS_NEXT: Final = 1
RESTING_LAST: Final = 2
SORT_WEIGHT: Final = 100  # more than the initiative of any second card
INITIATIVE_WEIGHT: Final = 1000
NEVER: Final = 1 << 20  # after every initiative
Turn = tuple[str, int]  # a character, a deck of monsters or an objective, and its number
OF_CHARACTER: Final[tuple[Turn, ...]] = tuple([("character", character) for character in range(4)])
OF_DECK: Final[tuple[Turn, ...]] = tuple([("deck", deck) for deck in range(len(DECKS))])
NORMALS_AFTER: Final = 100  # more than any standee's number
NEXT_TURN: Final = Step("next_turn")
FIGURES: Final = 128  # for so many the steps of a turn are made in advance
MONSTER_TURN: Final[tuple[Step, ...]] = tuple([Step("monster_turn", (figure,)) for figure in range(FIGURES)])
CHARACTER_TURN: Final[tuple[tuple[Step, ...], ...]] = tuple(
    [(Step("end_turn", (c,)), Step("act", (c,)), Step("start_turn", (c,))) for c in range(4)]
)
SHORT_REST: Final[tuple[Step, ...]] = tuple([Step("short_rest", (c,)) for c in range(4)])
ROUND_START: Final = Step("round")
SELECT: Final = Step("select")
DRAW_ABILITIES: Final = Step("draw_abilities")
END_ROUND: Final = Step("end_round")
CLOSE_ROUND: Final = Step("close_round")


# ---------------------------------------------------------------- the start of a round
def round_start(t: T) -> Flow[None]:
    """[GLOOMHAVEN-7.1] A new round; who can neither play nor rest is exhausted [GLOOMHAVEN-7.7, GLOOMHAVEN-18.6]."""
    s = t.state
    s.round += 1
    s.phase = SELECTION
    t.emit("round", s.round)
    if not s.monsters():
        s.notes["rounds_without_monsters"] = s.notes.get("rounds_without_monsters", 0) + 1
    for rule in round_started.of(s.flags):
        yield from rule(t)
    for character in s.heroes():
        if len(s.hand[character]) < 2 and not can_rest(s, character):
            yield from exhaust(t, character, stays=PERMANENT in s.flags)
    check(t)
    if nobody_left(s):
        settle(t)
    s.agenda.append(SELECT)


def choices(s: Gloomhaven, character: Figure) -> list[Choice]:
    """Two cards, the leading one first; or a long rest.

    [GLOOMHAVEN-7.2, GLOOMHAVEN-7.4, GLOOMHAVEN-7.5, GLOOMHAVEN-7.6]
    """
    pairs = pairs_of(sorted(s.hand[character]))
    if can_rest(s, character):
        pairs.append((REST,))
    return pairs


def pairs_of(hand: list[Card]) -> list[Choice]:
    """Every two cards in either order. Pairs of one class are made once for all games."""
    found: list[Choice] = []
    leading: i64
    other: i64
    for leading in hand:
        row = _PAIRS[leading]
        if not row:
            row = _PAIRS[leading] = [(leading, mate) for mate in OF_ONE_CLASS[CARD_CLASS[leading]]]
        first: i64 = row[0][1]
        after: i64 = first + len(row)
        for other in hand:
            if other == leading:
                continue
            if first <= other < after:
                found.append(row[other - first])
            else:
                found.append((leading, other))
    return found


def select(t: T) -> Flow[None]:
    """[GLOOMHAVEN-7.2, GLOOMHAVEN-9.1] Everybody chooses secretly; then all cards are turned up at once."""
    s = t.state
    heroes = s.heroes()
    answers: dict[Figure, Choice] = {}
    if len(set(s.seat)) > 1 and len(heroes) > 1:
        asked = {s.seat[c]: tuple(choices(s, c)) for c in heroes}
        together = yield from t.choose_together("select", asked)
        answers = {c: together[s.seat[c]] for c in heroes}
    else:
        for c in heroes:
            answers[c] = yield from t.choose(s.seat[c], "select", choices(s, c), hidden=True)
    for character, cards in answers.items():
        s.chosen[character] = cards
        for card in cards:
            if card != REST:
                s.hand[character] = without(s.hand[character], card)
                show(s, character, card)
        t.emit("selected", t.state.tag(character), *cards)
    s.agenda.append(DRAW_ABILITIES)


def draw_abilities(t: T) -> Flow[None]:
    """[GLOOMHAVEN-9.1, GLOOMHAVEN-2.22] One card per deck with a figure on the map."""
    s = t.state
    s.phase = TURNS
    s.ability = {}
    for figure in s.figures():
        s.marks[figure] &= ~ACTED
    for deck in sorted({TYPE_DECK[s.kind[f]] for f in s.figures() if s.sort[f] == MONSTER}):
        draw_ability(t, deck)
    for rule in turns_begin.of(s.flags):
        rule(t)
    for change in cards_revealed.of(s.flags):
        yield from change(t)
    s.agenda.append(NEXT_TURN)


# ---------------------------------------------------------------- whose turn
def next_turn(t: T) -> Flow[None]:
    """[GLOOMHAVEN-9.2, GLOOMHAVEN-10.5] The earliest who has not acted, newly revealed monsters too."""
    s = t.state
    check(t)
    if nobody_left(s):
        settle(t)
    tied = earliest(s)
    if not tied:
        s.agenda.append(END_ROUND)
        return
    who = tied[0]
    if len(tied) > 1:
        who = yield from t.choose(s.speaker(), "first", tied)  # [GLOOMHAVEN-9.4, GLOOMHAVEN-9.6] the players agree
    s.agenda.append(NEXT_TURN)
    sort, number = who
    if sort == "character":
        s.agenda += CHARACTER_TURN[number]
        # [GLOOMHAVEN-17.9] in the order in which they came, identical ones by their numbers
        for f in range(len(s.sort) - 1, -1, -1):  # [GLOOMHAVEN-9.8]
            if s.sort[f] == SUMMON and s.owner[f] == number and s.in_play(f) and not s.marks[f] & ACTED:
                s.agenda.append(Step("summon_turn", (f,)))
    elif sort == "objective":
        s.agenda.append(Step("objective_turn", (number,)))
    else:
        if is_shared(s, number):
            yield from settle_types(t, number)
        monster = next_of_deck(s, number)
        s.agenda.append(MONSTER_TURN[monster] if monster < FIGURES else Step("monster_turn", (monster,)))


def earliest(s: Gloomhaven) -> list[Turn]:
    """Who comes next of those who have not acted: by initiative, sort and second card; several if they are tied.

    [GLOOMHAVEN-9.4, GLOOMHAVEN-9.5]
    """
    first, found = NEVER, list[Turn]()
    decks = 0  # one bit each
    marks, sorts, kinds = s.marks, s.sort, s.kind
    for figure, at in enumerate(s.hex):  # characters come before monsters
        if at == NONE or marks[figure] & (ACTED | FALLEN):
            continue
        sort = sorts[figure]
        if sort == CHARACTER:
            moment, who = moment_of(s, figure), OF_CHARACTER[figure]
        elif sort == MONSTER and not decks >> TYPE_DECK[kinds[figure]] & 1:
            deck = TYPE_DECK[kinds[figure]]
            decks |= 1 << deck
            moment, who = among_monsters(ability_initiative(s, deck)), OF_DECK[deck]
        else:
            continue
        if moment < first:
            first, found = moment, [who]
        elif moment == first:
            found.append(who)
    for more in further_turns.of(s.flags):
        for initiative, figure in more(s):
            moment = among_monsters(initiative)
            if moment < first:
                first, found = moment, [("objective", figure)]
            elif moment == first:
                found.append(("objective", figure))
    return found


def moment_of(s: Gloomhaven, character: Figure) -> int:
    """When a character acts, as one number; who rests comes last [GLOOMHAVEN-8.5]."""
    cards = s.chosen[character]
    sort = RESTING_LAST if cards and cards[0] == REST else CHARACTER_FIRST
    second = INITIATIVE[cards[1]] if len(cards) > 1 else 0
    return leading_initiative(s, character) * INITIATIVE_WEIGHT + sort * SORT_WEIGHT + second


def among_monsters(initiative: int) -> int:
    return initiative * INITIATIVE_WEIGHT + MONSTERS_NEXT * SORT_WEIGHT


def waits(s: Gloomhaven, figure: Figure, deck: int) -> bool:
    """Whether this is a monster of a deck that has not acted."""
    if s.sort[figure] != MONSTER or TYPE_DECK[s.kind[figure]] != deck:
        return False
    return s.hex[figure] != NONE and not s.marks[figure] & ACTED


def next_of_deck(s: Gloomhaven, deck: int) -> Figure:
    """[GLOOMHAVEN-9.3, GLOOMHAVEN-9.7] Elites in ascending number, then normals; types sharing a deck are merged."""
    first = NONE
    for f in range(len(s.hex)):
        if waits(s, f, deck) and (first == NONE or comes_before(s, f, first)):
            first = f
    return first


def comes_before(s: Gloomhaven, figure: Figure, other: Figure) -> bool:
    here, there = place_in_deck(s, figure), place_in_deck(s, other)
    return here < there or (here == there and order_of(s, s.kind[figure]) < order_of(s, s.kind[other]))


def place_in_deck(s: Gloomhaven, figure: Figure) -> int:
    return (NORMALS_AFTER if s.rank[figure] == NORMAL else 0) + s.standee[figure]


def order_of(s: Gloomhaven, kind: int) -> int:
    return s.order.index(kind) if kind in s.order else len(s.order)


def is_shared(s: Gloomhaven, deck: int) -> bool:
    """Whether monsters of several types wait for the same card."""
    kind = NONE
    for figure in range(len(s.hex)):
        if s.kind[figure] != kind and waits(s, figure, deck):
            if kind != NONE:
                return True
            kind = s.kind[figure]
    return False


def settle_types(t: T, deck: int) -> Flow[None]:
    """[GLOOMHAVEN-9.7] Two types of one deck with the same number: the players settle once which goes first."""
    s = t.state
    waiting = [f for f in range(len(s.hex)) if waits(s, f, deck)]
    first = min([place_in_deck(s, f) for f in waiting])
    kinds = sorted({s.kind[f] for f in waiting if place_in_deck(s, f) == first})
    while len([kind for kind in kinds if kind not in s.order]) > 1:
        free = [kind for kind in kinds if kind not in s.order]
        s.order = (*s.order, (yield from t.choose(s.speaker(), "type_first", free)))


# ---------------------------------------------------------------- the end of a round
def end_round(t: T) -> Flow[None]:
    """[GLOOMHAVEN-21.1] Reshuffles, elements, round bonuses; then short rests."""
    s = t.state
    s.phase = UPKEEP
    for owner in range(len(s.decks)):
        if s.reshuffle >> owner & 1:  # [GLOOMHAVEN-3.8]
            refill(t, owner)
    s.reshuffle = 0
    for deck, card in sorted(s.ability.items()):
        if monster_card(card).shuffle:  # [GLOOMHAVEN-2.25]
            cards = [*s.ability_decks[deck], *s.ability_drawn[deck]]
            t.shuffle(cards)
            s.ability_decks[deck], s.ability_drawn[deck] = tuple(cards), ()
    wane(s)
    s.notes = {key: value for key, value in s.notes.items() if not key.startswith(OF_A_ROUND)}
    s.notes |= {f"rests well {character}": 1 for character in s.heroes() if has_rule(s, character, RESTS_WELL)}
    end_round_bonuses(t)
    yield from land(t)
    s.agenda.append(CLOSE_ROUND)
    s.agenda += [SHORT_REST[c] for c in s.heroes()[::-1]]


def close_round(t: T) -> Flow[None]:
    """[GLOOMHAVEN-21.2] Scenario effects, then the scenario ends if its outcome is fixed; else the next round."""
    s = t.state
    s.notes["round_over"] = s.round
    for character in s.heroes() if s.bonuses else ():
        yield from triggered(t, character, "end_of_round")
    for rule in round_ended.of(s.flags):
        yield from rule(t)
    check(t)
    for character in range(s.characters):
        s.chosen[character] = ()
    settle(t)
    s.agenda.append(ROUND_START)


PROCEDURES: Final[dict[str, Procedure]] = {
    **PREPARATION,
    **TURN_STEPS,
    "round": round_start,
    "select": select,
    "draw_abilities": draw_abilities,
    "next_turn": next_turn,
    "end_round": end_round,
    "close_round": close_round,
    "short_rest": short_rest,
}
