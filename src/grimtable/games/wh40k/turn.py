"""Rounds and turns: what goes on the agenda [WH40K-3]."""

from __future__ import annotations

from grimtable.games.wh40k import abilities
from grimtable.games.wh40k.charging import charge, charge_move, charge_unit, heroic, overwatch
from grimtable.games.wh40k.components import ABILITY_EFFECTS, ANCIENT_RELIC, ROUNDS, Player, Unit
from grimtable.games.wh40k.deployment import deploy, first_turn, objective, place_marker, prepare, set_up
from grimtable.games.wh40k.effects import lift, wanted
from grimtable.games.wh40k.fighting import consolidate, fight, fight_unit, strike
from grimtable.games.wh40k.hooks import turn_start, turn_start_ready
from grimtable.games.wh40k.morale import morale, morale_tests
from grimtable.games.wh40k.movement import arrive, move_unit, movement
from grimtable.games.wh40k.psychic import manifest, psychic
from grimtable.games.wh40k.shooting import shoot_unit, shooting
from grimtable.games.wh40k.state import START, TABLE, Battle, T, enemy
from grimtable.games.wh40k.victory import check_wipe_out, end_of_battle, turn_end_scoring
from grimtable.kernel.values import Flow, Procedure, Step


def battle_round(t: T, number: int) -> Flow[None]:
    """[WH40K-3.1, WH40K-3.2, WH40K-3.4] Both players take a turn, in the same order every round."""
    s = t.state
    s.round = number
    t.emit("round", number)
    if number == 1 and s.objective == ANCIENT_RELIC:  # [WH40K-17.22]
        kept = t.random(len(s.markers))
        s.markers = (s.markers[kept],)
        t.emit("relic", kept)
    s.agenda.append(Step("end_battle") if number == ROUNDS else Step("battle_round", (number + 1,)))
    s.agenda.append(Step("turn", (enemy(s.first),)))
    s.agenda.append(Step("turn", (s.first,)))
    yield from ()


def turn(t: T, player: Player) -> Flow[None]:
    """[WH40K-3.3, WH40K-3.6] What happens at the start of a turn comes before the Movement phase."""
    s = t.state
    s.active, s.phase = player, START
    t.emit("turn", player, s.round)
    lift(s, "own_next_turn_start", player)
    s.agenda.append(Step("movement"))
    ready = [u for u, owner in enumerate(s.owner) if owner == player and turn_start.of(working(s, u))]
    s.agenda.append(Step("start_of_turn", (tuple(ready),)))
    yield from ()


def working(s: Battle, unit: Unit) -> tuple[str, ...]:
    """[WH40K-13.6] The abilities of a unit that work now: embarked none but those that its transport allows."""
    place = s.place[unit]
    if place < 0:
        return s.abilities[unit] if place == TABLE else ()
    rows = [e for a in s.abilities[place] for e in ABILITY_EFFECTS[a] if e.op == "allow_while_embarked"]
    return tuple([a for a in s.abilities[unit] if [1 for e in rows if e.word == a and wanted(s, unit, e)]])


def start_of_turn(t: T, waiting: tuple[Unit, ...]) -> Flow[None]:
    """[WH40K-1.13] Several units have something to do now: the player whose turn it is picks the order."""
    s = t.state
    able = [u for u in waiting if [1 for ready in turn_start_ready.of(working(s, u)) if ready(s, u)]]
    if not able:
        check_wipe_out(t)
        return
    unit = yield from t.choose(s.active, "sequence", able)
    s.agenda.append(Step("start_of_turn", (tuple([u for u in waiting if u != unit]),)))
    for react in turn_start.of(working(s, unit)):
        yield from react(t, unit)


def end_turn(t: T) -> Flow[None]:
    """[WH40K-19.1, WH40K-3.6] Scoring, then everything that speaks of "this turn" is over, for both sides."""
    s = t.state
    turn_end_scoring(t)
    units, models = len(s.owner), len(s.unit)
    s.flags = [0] * units
    s.lost = [0] * units
    s.targets = [()] * units
    s.tried = [()] * units
    s.denied = [0] * units
    s.moved = [0] * models
    lift(s, "turn_end", s.active)
    yield from ()


def end_battle(t: T) -> Flow[None]:
    yield from end_of_battle(t)


PROCEDURES: dict[str, Procedure] = {
    "set_up": set_up,
    "place_marker": place_marker,
    "objective": objective,
    "prepare": prepare,
    "deploy": deploy,
    "first_turn": first_turn,
    "battle_round": battle_round,
    "turn": turn,
    "start_of_turn": start_of_turn,
    "movement": movement,
    "move_unit": move_unit,
    "arrive": arrive,
    "psychic": psychic,
    "manifest": manifest,
    "shooting": shooting,
    "shoot_unit": shoot_unit,
    "charge": charge,
    "charge_unit": charge_unit,
    "overwatch": overwatch,
    "charge_move": charge_move,
    "heroic": heroic,
    "fight": fight,
    "fight_unit": fight_unit,
    "strike": strike,
    "consolidate": consolidate,
    "morale": morale,
    "morale_tests": morale_tests,
    "end_turn": end_turn,
    "end_battle": end_battle,
}

__all__ = ["PROCEDURES", "abilities"]
