"""Rules of single scenarios: 77, 78, 88, 89."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE, OBSTACLE, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import card_changed, room_revealed, round_ended, turn_instead
from grimtable.games.gloomhaven.monsters.deeds import act_by_card, base_move
from grimtable.games.gloomhaven.moving import enter
from grimtable.games.gloomhaven.paths import FLY, WALK, may_stop
from grimtable.games.gloomhaven.rooms import ability_initiative, nearest_empty
from grimtable.games.gloomhaven.scenarios.objectives import kinds, place_objective
from grimtable.games.gloomhaven.scenarios.reading import in_force, is_on, marker, objectives, rules, who
from grimtable.games.gloomhaven.scenarios.unusual_62_74 import DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT
from grimtable.games.gloomhaven.scenarios.walking import go
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

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
    """The marked cultists fetch the victim and drag it to the altars; then it is too late."""
    s = t.state
    victims = objectives(s, VICTIM)
    if s.kind[figure] != TYPE_OF[MARKED] or not victims:
        return False
    victim, altars = victims[0], marker(s, "d")
    front = [h for at in altars for h in s.layout().around[at] if h != NONE and h not in altars]
    if s.hex[figure] in front and s.hex[victim] in front:
        s.notes["sacrifice"] = 1
        return True
    points = base_move(s, figure)
    if not s.adjacent(figure, victim):
        yield from go(t, figure, points, around(s, victim, figure), opens=True)
    else:
        yield from go(t, figure, points, [h for h in front if s.at[h] in (NONE, figure)], opens=True)
        if s.in_play(figure):
            near = around(s, figure, victim)
            yield from go(t, victim, points, [h for h in near if h in front] or near)
    return True


def around(s: Gloomhaven, centre: Figure, mover: Figure) -> list[Hex]:
    return [h for h in s.ground().near[s.hex[centre]] if s.at[h] in (NONE, mover) and not s.terrain[h] & OBSTACLE]


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
