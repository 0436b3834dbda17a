"""Taking a turn: characters [GLOOMHAVEN-11, procedure P3], summons and monsters [procedure P5]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.active import give_up
from grimtable.games.gloomhaven.bonuses import charges_of, is_in_force, op_of, spend_charge
from grimtable.games.gloomhaven.components import (
    ELEMENTS,
    MONSTER,
    NONE,
    REGENERATE,
    STRONG,
    STUN,
    WOUND,
    Card,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.cards import BOTTOM, CARD_HALVES, HALVES, TOP
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED, REST, TURN, UNPERFORMED_LOST
from grimtable.games.gloomhaven.conditions import expire, heal, strengthen_infused
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.enhanced import ops_of
from grimtable.games.gloomhaven.gear import worn
from grimtable.games.gloomhaven.interludes import BARRED, END_BONUS, Option, offers_of, pause, take_free_action
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.moments import (
    card_changed,
    objective_turn,
    turn_comes,
    turn_ended,
    turn_instead,
    turn_started,
)
from grimtable.games.gloomhaven.monsters.deeds import act_by_card, summon_lines
from grimtable.games.gloomhaven.monsters.lines import end_of_summon_turn
from grimtable.games.gloomhaven.moving import land
from grimtable.games.gloomhaven.ops import Act, perform, perform_riders
from grimtable.games.gloomhaven.ops.control import turncoat_turn
from grimtable.games.gloomhaven.ops.elements import CONSUMED_NOW
from grimtable.games.gloomhaven.ops.triggers import acting_for, triggered
from grimtable.games.gloomhaven.piles import discard, lose
from grimtable.games.gloomhaven.resting import long_rest
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell
from grimtable.games.gloomhaven.victory import check
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Procedure, Step

ATTACK: Final = "attack"  # the default actions [GLOOMHAVEN-11.4]
MOVE: Final = "move"
BASIC: Final = {ATTACK: (Op("attack", 2, "", (), {}),), MOVE: (Op("move", 2, "", (), {}),)}
HALF_OF: Final = {HALVES[TOP]: TOP, HALVES[BOTTOM]: BOTTOM, ATTACK: TOP, MOVE: BOTTOM}
LEFT: Final[tuple[tuple[str, ...], ...]] = tuple(  # by the halves that are used: what a card may still be played as
    [tuple([what for what, side in HALF_OF.items() if not used >> side & 1]) for used in range(4)]
)
OF_A_TURN: Final[tuple[str, ...]] = ("once ", "limit ")  # notes that end with it
scenario_actions: Final = Hook[[Gloomhaven, Figure], list[Option]]()  # what a scenario offers as long as a half is left
turn_over: Final = Hook[[T, Figure], Flow[None]]()  # at the end of a character's turn, exhausted in it or not
own_turn: Final = Hook[[T, Figure], Flow[None]]()  # at the start of a character's turn
summon_begins: Final = Hook[[T, Figure], Flow[None]]()  # before a summon acts
half_done: Final = Hook[[T, Act], Flow[None]]()  # items: a half has been performed, its card is not put away yet
HALF_DONE: Final[tuple[str, ...]] = ("items", "charges")
AT_END: Final[tuple[str, ...]] = ("items", "extra_cards")  # of a turn
AGAIN: Final = "again"  # a note: the character has chosen cards for a second turn
END: Final = "end"  # of the turn, instead of that
END_OF_TURN: Final = "end_of_your_turn"
WHEN_WEAK: Final[tuple[str, ...]] = tuple([f"{END_OF_TURN}_when_{name}_not_strong" for name in ELEMENTS])
FORGONE: Final[tuple[str, ...]] = tuple([f"forgone {character}" for character in range(4)])  # notes, by character
AGAIN_BY: Final[tuple[str, ...]] = tuple([f"{AGAIN} {character}" for character in range(4)])
_HALVES: Final[dict[tuple[Figure, Card, str], Step]] = {}
ACT: Final[tuple[Step, ...]] = tuple([Step("act", (character,)) for character in range(4)])


# ---------------------------------------------------------------- start and end of any turn
def start(t: T, figure: Figure) -> Flow[bool]:
    """Wound first, then what else starts with the turn; False if it did not survive that.

    [GLOOMHAVEN-14.4, GLOOMHAVEN-8.7]
    """
    s = t.state
    s.acting = figure
    s.walked, s.harm, s.halves = (), 0, 0
    for used in [key for key in s.notes if key.startswith(OF_A_TURN)]:
        del s.notes[used]
    tell(t, "turn", figure)
    if s.has(figure, REGENERATE):
        heal(t, figure, 1)
    if s.has(figure, WOUND):
        yield from suffer(t, figure, 1)
    for rule in turn_started.of(s.flags):
        if s.in_play(figure):
            yield from rule(t, figure)
    return s.in_play(figure)


def end(t: T, figure: Figure) -> Flow[None]:
    """End-of-turn effects, then conditions expire and infused elements become strong."""
    s = t.state
    if s.in_play(figure):
        for rule in turn_ended.of(s.flags):
            yield from rule(t, figure)
        expire(s, figure)
        s.marks[figure] |= ACTED
    if s.bonuses:
        s.bonuses = [row for row in s.bonuses if row.until != TURN]
    if s.infused:
        strengthen_infused(s)
    s.acting = NONE
    s.to_play = ()
    check(t)


# ---------------------------------------------------------------- characters
def start_turn(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-8.7] No items before or during what starts a turn."""
    s = t.state
    if not s.in_play(character):
        return
    s.notes[BARRED] = 1
    yield from begin_turn(t, character)
    del s.notes[BARRED]


def begin_turn(t: T, character: Figure) -> Flow[None]:
    s = t.state
    if not (yield from start(t, character)):
        return
    s.to_play = tuple([card for card in s.chosen[character] if card != REST])
    s.halves = s.notes.pop(FORGONE[character], 0)
    for rule in own_turn.of(s.flags):
        yield from rule(t, character)
    if s.bonuses:
        yield from timed_charges(t, character, "start_of_your_turn")
        yield from triggered(t, character, "start_of_your_turn")


def timed_charges(t: T, character: Figure, *triggers: str) -> Flow[None]:
    """Cards with charges that work at this moment."""
    s = t.state
    for row in charges_of(s, character, *triggers):
        if s.in_play(character) and is_in_force(s, row):
            act, op = acting_for(t, character, row), op_of(row)
            yield from perform_riders(t, act, op.ops("grant"))
            if row.used + 1 >= op.number("count"):
                yield from perform_riders(t, act, op.ops("after_last"))
            if row in s.bonuses:
                spend_charge(t, row)


def act(t: T, character: Figure) -> Flow[None]:
    """A long rest, or one card's top and the other's bottom, in either order.

    [GLOOMHAVEN-11.1, GLOOMHAVEN-11.5, GLOOMHAVEN-2.5, GLOOMHAVEN-2.9]
    """
    s = t.state
    if not s.in_play(character):
        return
    if REST in s.chosen[character]:
        yield from pause(t, character)
        yield from long_rest(t, character)  # works stunned, too [GLOOMHAVEN-14.8]
        yield from triggered(t, character, "your_long_rest")
        yield from pause(t, character)
        return
    options = deeds(s, character)
    what, card = (yield from t.choose(s.seat[character], "act", options)) if options else (END, NONE)
    if what == END:
        for left in s.to_play:  # [GLOOMHAVEN-14.8] the stunned play their cards for nothing
            discard(s, character, left)
        return
    s.agenda.append(ACT[character])
    if what in HALF_OF:
        s.agenda.append(half_step(character, card, what))
    else:
        yield from take_free_action[what](t, character, card)


def half_step(character: Figure, card: Card, what: str) -> Step:
    """Made once for all games: there are not many."""
    args = (character, card, what)
    found = _HALVES.get(args)
    if found is None:
        found = _HALVES[args] = Step("half", args)
    return found


@take_free_action.by(END_BONUS)
def end_bonus(t: T, character: Figure, card: Card) -> Flow[None]:
    """[GLOOMHAVEN-16.4, GLOOMHAVEN-16.6] A card may leave the active area at any time."""
    give_up(t, character, card)
    yield from land(t)  # who flew by it


def deeds(s: Gloomhaven, character: Figure) -> list[Option]:
    """[GLOOMHAVEN-2.2, GLOOMHAVEN-11.4] Each card left, as the half that is left or its default action; then what is
    free."""
    found = [(what, card) for card in s.to_play for what in LEFT[s.halves]] if not s.has(character, STUN) else []
    halves = len(found)
    found += offers_of(s, character, True)
    if halves:
        for further in scenario_actions.of(s.flags):
            found += further(s, character)
    elif found:
        found.insert(0, (END, NONE))
    if found:  # [GLOOMHAVEN-16.4, GLOOMHAVEN-16.6]
        found += [(END_BONUS, card) for card in s.active[character]]
    return found


def half(t: T, character: Figure, card: Card, what: str) -> Flow[None]:
    """Perform one half; the card leaves for its pile at once [GLOOMHAVEN-7.10]."""
    s = t.state
    if not s.in_play(character):
        return
    side = HALF_OF[what]
    s.halves |= 1 << side
    s.to_play = (card, *[other for other in s.to_play if other != card])  # the card in play comes first
    if what in BASIC:
        tell(t, "default_action", character, card, what)
        yield from action(t, Act(character, s.seat[character]), basic(s, character, what))
        if s.in_play(character):
            discard(s, character, card)  # [GLOOMHAVEN-11.4] always discarded
        return
    printed = CARD_HALVES[card][side]
    tell(t, "action", character, card, what)
    doing = Act(character, s.seat[character], card, side, printed.active)
    yield from action(t, doing, ops_of(s.flags, card, side))
    stands = s.in_play(character) and not s.has(character, STUN)
    for react in half_done.of(HALF_DONE) if stands and doing.did else ():
        yield from react(t, doing)
    if s.in_play(character):
        put_away(t, character, card, side, doing.did)


def action(t: T, act: Act, ops: tuple[Op, ...]) -> Flow[None]:
    """Perform an action; afterwards come cards that wait for an element consumed by it."""
    s = t.state
    if CONSUMED_NOW in s.notes:
        del s.notes[CONSUMED_NOW]
    yield from perform(t, act, ops)
    if CONSUMED_NOW in s.notes:
        del s.notes[CONSUMED_NOW]
        if s.in_play(act.me):
            yield from triggered(t, act.me, "you_consumed_an_element_during_an_action")


def basic(s: Gloomhaven, character: Figure, what: str) -> tuple[Op, ...]:
    """[GLOOMHAVEN-11.4] The default action, or what an item makes of it."""
    better = [op.value for op in worn(s, character, f"basic_{what}_value")]
    return (Op(what, max(better), "", (), {}),) if better else BASIC[what]


def put_away(t: T, character: Figure, card: Card, side: int, did: bool) -> None:
    """[GLOOMHAVEN-7.8] To the active area with a bonus in force, to lost by its icon, else to the discard.

    A half of which nothing was performed does not cost its card, unless the table plays it otherwise.
    """
    s = t.state
    if card not in s.to_play:
        return  # the action has placed it elsewhere
    if [row for row in s.bonuses if row.source == card and row.until != TURN]:
        s.to_play = tuple([other for other in s.to_play if other != card])
        s.active[character] = (*s.active[character], card)
    elif is_lost(s, card, side, did):
        lose(t, character, card)
    else:
        discard(s, character, card)


def is_lost(s: Gloomhaven, card: Card, side: int, did: bool) -> bool:
    """[GLOOMHAVEN-7.8] Whether a half costs its card, by its icon and by whether any of it was performed."""
    return CARD_HALVES[card][side].lost and (did or UNPERFORMED_LOST in s.flags)


def end_turn(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-17.16] Loot the own hex; then the turn ends. No items during or after that [GLOOMHAVEN-8.7]."""
    s = t.state
    s.notes[BARRED] = 1
    if s.in_play(character) and s.bonuses:
        yield from end_of_turn_cards(t, character)
    for rule in turn_over.of(AT_END) if s.acting == character else ():
        yield from rule(t, character)
    if s.in_play(character) and (s.hex[character] in s.money or s.hex[character] in s.treasure):
        yield from loot(t, character, [s.hex[character]], by_action=False)
    yield from end(t, character)
    s.notes.pop(BARRED, None)
    if s.notes.pop(AGAIN_BY[character], 0):
        s.marks[character] &= ~ACTED


def end_of_turn_cards(t: T, character: Figure) -> Flow[None]:
    """Active cards that work at the end of a turn, some of them only while an element is not strong."""
    s = t.state
    weak = [trigger for element, trigger in enumerate(WHEN_WEAK) if not is_strong(s, element)]
    yield from timed_charges(t, character, END_OF_TURN, *weak)
    yield from triggered(t, character, END_OF_TURN)


def is_strong(s: Gloomhaven, element: int) -> bool:
    """Now, or at the end of the turn because it is infused [GLOOMHAVEN-15.1]."""
    return s.elements[element] == STRONG or bool(s.infused >> element & 1)


# ---------------------------------------------------------------- a turn out of order
def start_extra_turn(t: T, character: Figure, cards: tuple[Card, ...]) -> Flow[None]:
    """As `start_turn`, with these two cards."""
    yield from start_turn(t, character)
    t.state.to_play = cards if t.state.in_play(character) else ()


def end_extra_turn(t: T, character: Figure, cards: tuple[Card, ...], marks: int) -> Flow[None]:
    """The character's own turn of the round comes, or has come, all the same."""
    s = t.state
    yield from end_turn(t, character)
    s.marks[character] = s.marks[character] & ~ACTED | marks & ACTED
    s.chosen[character] = tuple([card for card in s.chosen[character] if card not in cards])


def resume_turn(
    t: T, character: Figure, cards: tuple[Card, ...], halves: int, walked: tuple[Hex, ...], harm: int
) -> Flow[None]:
    """The turn that another one has interrupted goes on."""
    s = t.state
    s.acting = character
    s.to_play = cards if s.in_play(character) else ()
    s.halves, s.walked, s.harm = halves, walked, harm
    yield from ()


# ---------------------------------------------------------------- summons and monsters
def summon_turn(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-17.5] Move +0, Attack +0, by the rules for monsters."""
    s = t.state
    if not s.in_play(figure):
        return
    if (yield from start(t, figure)) and not s.has(figure, STUN):
        for rule in summon_begins.of(s.flags):
            yield from rule(t, figure)
        yield from act_by_card(t, figure, summon_lines(s, figure))
        yield from end_of_summon_turn(t, figure)
    yield from end(t, figure)


def monster_turn(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-20.30] By the card of its deck; the stunned do nothing of it [GLOOMHAVEN-14.8]."""
    s = t.state
    if not s.in_play(figure):
        return
    if (yield from start(t, figure)) and not s.has(figure, STUN):
        replaced = False
        for instead in turn_instead.of(s.flags):
            replaced = replaced or (yield from instead(t, figure))
        if not replaced and s.in_play(figure):
            ops = monster_card(s.ability[TYPE_DECK[s.kind[figure]]]).ops
            for change in card_changed.of(s.flags):
                ops = change(s, figure, ops)
            if not s.bonuses or not (yield from turncoat_turn(t, figure, ops)):
                yield from act_by_card(t, figure, ops)
    yield from end(t, figure)


def acting_objective(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-22.6] An objective that acts does so as its scenario says; so does who comes from off the map."""
    s = t.state
    for come in turn_comes.of(s.flags):
        come(t, figure)
    if s.sort[figure] == MONSTER:
        yield from monster_turn(t, figure)
        return
    if not s.in_play(figure):
        return
    if (yield from start(t, figure)) and not s.has(figure, STUN):
        for act_out in objective_turn.of(s.flags):
            if s.in_play(figure):
                yield from act_out(t, figure)
    yield from end(t, figure)


TURN_STEPS: Final[dict[str, Procedure]] = {
    "start_turn": start_turn,
    "act": act,
    "half": half,
    "end_turn": end_turn,
    "start_extra_turn": start_extra_turn,
    "end_extra_turn": end_extra_turn,
    "resume_turn": resume_turn,
    "summon_turn": summon_turn,
    "monster_turn": monster_turn,
    "objective_turn": acting_objective,
}
