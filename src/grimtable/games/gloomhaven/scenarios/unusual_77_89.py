"""Rules of single scenarios: 77, 78, 79, 88, 89."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import HEROES, MONSTERS_SIDE, NONE, OBSTACLE, STUN, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, TOP
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.components.terms import ACTED
from grimtable.games.gloomhaven.conditions import expire
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.enhanced import ops_of
from grimtable.games.gloomhaven.moments import card_changed, room_revealed, round_ended, turn_instead
from grimtable.games.gloomhaven.monsters.deeds import Deed, act_by_card, base_move, deed, summon_lines
from grimtable.games.gloomhaven.moving import enter
from grimtable.games.gloomhaven.ops import Act, perform
from grimtable.games.gloomhaven.paths import FLY, WALK, may_stop
from grimtable.games.gloomhaven.piles import discard, end_bonuses
from grimtable.games.gloomhaven.rooms import ability_initiative, leading_initiative, nearest_empty
from grimtable.games.gloomhaven.scenarios.objectives import kinds, place_objective
from grimtable.games.gloomhaven.scenarios.reading import in_force, is_on, marker, objectives, of_type, rules, who
from grimtable.games.gloomhaven.scenarios.unusual_62_74 import DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT
from grimtable.games.gloomhaven.scenarios.walking import go
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.taking import action
from grimtable.kernel.values import Flow

CONTROLLED_MOVE: Final = Op("move", 2, "", (), {})
MARKED, VICTIM = "cultist-scenario-78", "Victim"
CURRENT_DAMAGE = 3


# ---------------------------------------------------------------- 77: guards run for the exit
@turn_instead.by("scenario_77")
def run_for_exit(t: T, figure: Figure) -> Flow[bool]:
    """Two hexes toward the exit, then the card without its move."""
    s = t.state
    if s.kind[figure] != TYPE_OF["city-guard"]:
        return False
    yield from go(t, figure, 2, marker(s, "a"), opens=True)
    card = s.ability.get(TYPE_DECK[s.kind[figure]], NONE)
    if s.in_play(figure) and card != NONE:
        yield from act_by_card(t, figure, tuple([op for op in monster_card(card).ops if op.name != "move"]))
    return True


# ---------------------------------------------------------------- 78: the victim
@room_revealed.by("scenario_78")
def victim_is_there(t: T, room: int, opener: Figure) -> Flow[None]:
    s = t.state
    if room == s.layout().rooms[s.layout().tiles.index("m1a")]:
        at = marker(s, "a")[0]
        kind = next(k for k in kinds(s) if OBJECTIVE_NAMES[k] == VICTIM)
        place_objective(t, kind, at if s.is_empty(at) else nearest_empty(s, at))
    yield from ()


@turn_instead.by("scenario_78")
def drag_victim(t: T, figure: Figure) -> Flow[bool]:
    """The marked cultists fetch the victim and drag it to the altars; then it is too late.

    They go together: who is beside it waits for the other, and the first of them to act takes both along.
    """
    s = t.state
    victims = objectives(s, VICTIM)
    if s.kind[figure] != TYPE_OF[MARKED] or not victims:
        return False
    victim, altars = victims[0], marker(s, "d")
    front = [h for at in altars for h in s.layout().around[at] if h != NONE and h not in altars]
    if s.hex[figure] in front and s.hex[victim] in front:
        s.notes["sacrifice"] = 1
    elif not s.adjacent(figure, victim):
        yield from go(t, figure, base_move(s, figure), around(s, victim, figure), opens=True)
    elif s.notes.get("dragged", 0) != s.round and all([s.adjacent(f, victim) for f in of_type(s, MARKED)]):
        s.notes["dragged"] = s.round
        yield from drag_together(t, figure, victim, front)
    return True


def drag_together(t: T, figure: Figure, victim: Figure, front: list[Hex]) -> Flow[None]:
    """The cultists toward the altars, then the victim as far, to where it is beside them all."""
    s, points = t.state, base_move(t.state, figure)
    cultists = [figure, *[f for f in of_type(s, MARKED) if f != figure]]
    for cultist in cultists:
        if s.in_play(cultist):
            yield from go(t, cultist, points, [h for h in front if s.at[h] in (NONE, cultist)], opens=True)
    left = [f for f in cultists if s.in_play(f)]
    near = [at for f in left for at in around(s, f, victim)]
    most = max([near.count(at) for at in near], default=0)
    best = [at for at in dict.fromkeys(near) if near.count(at) == most]
    yield from go(t, victim, points, [at for at in best if at in front] or best)


def around(s: Gloomhaven, centre: Figure, mover: Figure) -> list[Hex]:
    return [h for h in s.ground().near[s.hex[centre]] if s.at[h] in (NONE, mover) and not s.terrain[h] & OBSTACLE]


# ---------------------------------------------------------------- 79: the Betrayer's mind control
@deed.by("mind_control")
def mind_control(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Who acts last of those still to act, and has cards, takes its turn for the enemy, its summons first.

    Its player moves it and chooses its targets, among its own friends.
    """
    s = t.state
    waiting = [c for c in s.heroes() if not s.marks[c] & ACTED and s.chosen_cards(c)]
    latest = max([leading_initiative(s, c) for c in waiting], default=0)
    tied = [c for c in waiting if leading_initiative(s, c) == latest]
    if not tied:
        return
    character = yield from t.choose(s.speaker(), "whom", tied)
    t.emit("controlled", s.tag(character))
    turned = [f for f in s.figures() if f == character or (s.sort[f] == SUMMON and s.owner[f] == character)]
    for figure in turned:
        s.side[figure] = MONSTERS_SIDE
    for summon in [f for f in turned if f != character and not s.marks[f] & ACTED]:
        s.marks[summon] |= ACTED
        if s.in_play(summon) and not s.has(summon, STUN):
            yield from act_by_card(t, summon, summon_lines(s, summon))
    if s.in_play(character):
        yield from controlled_turn(t, character)
    for figure in turned:
        s.side[figure] = HEROES
    s.acting = doing.me


def controlled_turn(t: T, character: Figure) -> Flow[None]:
    """Move 2 and the top of the leading card; both cards are discarded, even one with a lost icon."""
    s = t.state
    cards = s.chosen_cards(character)
    lead, seat = cards[0], s.seat[character]
    s.acting, s.to_play, s.walked, s.harm = character, tuple(cards), (), 0
    if not s.has(character, STUN):
        yield from perform(t, Act(character, seat), (CONTROLLED_MOVE,))
        if s.in_play(character):
            yield from action(
                t, Act(character, seat, lead, TOP, CARD_HALVES[lead][TOP].active), ops_of(s.flags, lead, TOP)
            )
    if s.in_play(character):
        for card in cards:
            end_bonuses(s, card)
            discard(s, character, card)
        expire(s, character)
        s.marks[character] |= ACTED
    s.to_play = ()


# ---------------------------------------------------------------- 88: the current
@round_ended.by("scenario_88")
def current(t: T) -> Flow[None]:
    """By the card of the lurkers: even to one side, odd to the other, always away from the crystal."""
    s = t.state
    rule = rules(s, "forced_move")[0]
    deck = TYPE_DECK[TYPE_OF["lurker"]]
    if not in_force(s, rule) or deck not in s.ability:
        return
    even = ability_initiative(s, deck) % 2 == 0
    ahead, behind = (UP_LEFT, DOWN_RIGHT) if even else (UP_RIGHT, DOWN_LEFT)
    figures = [f for f in who(s, "characters_and_summons") if is_on(s, f, "g2a") or is_on(s, f, "n1a")]
    for figure in sorted(figures, key=lambda f: (s.layout().axial[s.hex[f]][1], f)):
        if s.in_play(figure):
            yield from drift(t, figure, ahead, behind)


def drift(t: T, figure: Figure, ahead: int, behind: int) -> Flow[None]:
    """Sheltered behind an obstacle or wall it stays; against one it suffers damage."""
    s = t.state
    here = s.layout().around[s.hex[figure]]
    if here[behind] == NONE or s.terrain[here[behind]] & OBSTACLE:
        return
    to = here[ahead]
    mode = FLY if s.flies(figure) else WALK
    if to == NONE or to in s.ground().shut or not may_stop(s, figure, to, mode):
        yield from suffer(t, figure, CURRENT_DAMAGE)
    else:
        yield from enter(t, figure, to, mode, NONE)


# ---------------------------------------------------------------- 89: cultists summon vipers
@card_changed.by("summon_replaced")
def summon_replaced(s: Gloomhaven, me: Figure, ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """Other monsters than the card names."""
    rule = rules(s, "summon_replaced")[0]
    if s.kind[me] != TYPE_OF[rule["monster"]]:
        return ops
    instead = [{"monster": {"name": rule["by"], "type": rule["rank"]}}]
    return tuple([summoning(op, instead) if op.name == "summon" else op for op in ops])


def summoning(op: Op, summons: list[dict[str, dict[str, str]]]) -> Op:
    return Op(op.name, op.value, op.word, op.sub, {**op.args, "summons": summons})
