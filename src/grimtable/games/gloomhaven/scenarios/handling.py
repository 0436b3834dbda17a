"""What characters can do in some scenarios only: for an action, for a card, for movement, or at the end of a turn."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE, OBJECTIVE, Card, Figure, Hex
from grimtable.games.gloomhaven.components.cards import BOTTOM, TOP
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.damage import FROM_HAND, SUFFER, suffer
from grimtable.games.gloomhaven.interludes import Option, take_free_action
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.moments import damage_changed, movement_uses, turn_ended, use_movement
from grimtable.games.gloomhaven.piles import discard, lose, spendable
from grimtable.games.gloomhaven.rooms import GOAL_TILE, reveal
from grimtable.games.gloomhaven.scenarios.objectives import body
from grimtable.games.gloomhaven.scenarios.reading import Rule, in_force, marker, number, objectives, of_type, rules
from grimtable.games.gloomhaven.scenarios.spawning import spawn_all
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.taking import scenario_actions
from grimtable.kernel.values import Flow

CLEANSE, FREE_TOP, FREE_BOTTOM, TAKE_TILE = "cleanse", "free_with_top", "free_with_bottom", "take_tile"
DIG, PORTAL, USE, KEEP = "dig", "portal", "use", "keep"


def beside(s: Gloomhaven, character: Figure, name: str) -> list[Figure]:
    """Objectives of a name next to a character."""
    near = s.ground().near[s.hex[character]]
    return [f for f in objectives(s, name) if [h for h in body(s, f) if h in near]]


def action_rules(s: Gloomhaven, effect: str) -> list[Rule]:
    return [rule for rule in rules(s, "character_action") if rule["effect"].startswith(effect) and in_force(s, rule)]


# ---------------------------------------------------------------- instead of an action
@scenario_actions.by("character_action")
def actions_here(s: Gloomhaven, character: Figure) -> list[Option]:
    """[GLOOMHAVEN-11.4] A card is discarded for it, and its half is used."""
    found: list[Option] = []
    bottom, top = not s.halves >> BOTTOM & 1, not s.halves >> TOP & 1
    if bottom and [r for r in action_rules(s, CLEANSE) if beside(s, character, r["objective"])]:
        found += [(CLEANSE, card) for card in s.to_play]
    if [r for r in action_rules(s, "remove_objective") if beside(s, character, r["objective"])]:
        found += [(FREE_TOP, card) for card in s.to_play if top] + [(FREE_BOTTOM, card) for card in s.to_play if bottom]
    return found


@scenario_actions.by("loot_action_only")
def tiles_here(s: Gloomhaven, character: Figure) -> list[Option]:
    """The same for a tile that may be taken without a loot ability."""
    may = [rule for rule in rules(s, "loot_action_only") if "or" in rule]
    if s.halves >> BOTTOM & 1 or not may or not tiles_beside(s, character):
        return []
    return [(TAKE_TILE, card) for card in s.to_play]


def tiles_beside(s: Gloomhaven, character: Figure) -> list[Hex]:
    return [at for at in s.ground().near[s.hex[character]] if s.treasure.get(at, NONE) == GOAL_TILE]


def spend(s: Gloomhaven, character: Figure, card: Card, half: int) -> None:
    s.halves |= 1 << half
    discard(s, character, card)


@take_free_action.by(CLEANSE)
def cleanse(t: T, character: Figure, card: Card) -> Flow[None]:
    """Scenario 26: a bottom action beside a pump."""
    s = t.state
    spend(s, character, card, BOTTOM)
    pumps = [f for rule in action_rules(s, CLEANSE) for f in beside(s, character, rule["objective"])]
    pump = yield from t.choose(s.seat[character], "objective", pumps)
    s.put(pump, NONE)
    s.notes["cleansed"] = s.notes.get("cleansed", 0) + 1
    t.emit("cleansed", s.tag(character), s.tag(pump))


@take_free_action.by(FREE_TOP)
def free_with_top(t: T, character: Figure, card: Card) -> Flow[None]:
    yield from free(t, character, card, TOP)


@take_free_action.by(FREE_BOTTOM)
def free_with_bottom(t: T, character: Figure, card: Card) -> Flow[None]:
    yield from free(t, character, card, BOTTOM)


def free(t: T, character: Figure, card: Card, half: int) -> Flow[None]:
    """Scenario 44: an action beside a captive."""
    s = t.state
    spend(s, character, card, half)
    captives = [f for rule in action_rules(s, "remove_objective") for f in beside(s, character, rule["objective"])]
    captive = yield from t.choose(s.seat[character], "objective", captives)
    s.put(captive, NONE)
    s.notes["freed"] = s.notes.get("freed", 0) + 1
    t.emit("freed", s.tag(character), s.tag(captive))


@take_free_action.by(TAKE_TILE)
def take_tile(t: T, character: Figure, card: Card) -> Flow[None]:
    """Scenario 52: a bottom action beside a goal tile."""
    s = t.state
    spend(s, character, card, BOTTOM)
    at = yield from t.choose(s.seat[character], "loot_from", tiles_beside(s, character))
    yield from loot(t, character, [at])


# ---------------------------------------------------------------- for a card: an objective is guarded
@damage_changed.by("character_action")
def guard_objective(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    """Scenarios 44 and 84: a character loses a hand card, and the objective suffers nothing."""
    s = t.state
    for rule in action_rules(s, "negate one source of damage"):
        if s.sort[figure] != OBJECTIVE or OBJECTIVE_NAMES[s.kind[figure]] != rule["objective"]:
            continue
        for character in s.heroes():
            if not spendable(s, character) or s.notes.get("guarded", 0) >= rule.get("uses", 99):
                continue
            way = yield from t.choose(s.seat[character], "guard", [SUFFER, FROM_HAND])
            if way == FROM_HAND:
                card = yield from t.choose(s.seat[character], "lose_card", spendable(s, character))
                lose(t, character, card)
                s.notes["guarded"] = s.notes.get("guarded", 0) + 1
                return 0
    return amount


# ---------------------------------------------------------------- for movement
@movement_uses.by("character_action")
def can_dig(s: Gloomhaven, figure: Figure, points: int) -> list[str]:
    """Scenario 75."""
    rules_here = action_rules(s, "dig_up_objective") if figure < s.characters else []
    return [DIG] if points > 0 and [r for r in rules_here if beside(s, figure, r["objective"])] else []


@use_movement.by(DIG)
def dig(t: T, figure: Figure, use: str, points: int) -> Flow[int]:
    """One point of movement: one shovel of earth. The last one opens the grave."""
    s = t.state
    graves = beside(s, figure, "Grave")
    grave = yield from t.choose(s.seat[figure], "objective", graves)
    s.hp[grave] -= 1
    t.emit("dug", s.tag(figure), s.tag(grave), s.hp[grave])
    if s.hp[grave] <= 0:
        at = s.hex[grave]
        s.put(grave, NONE)
        s.notes["dug_up"] = s.notes.get("dug_up", 0) + 1
        letter = chr(s.notes[f"mark {grave}"])
        s.notes["grave"] = at
        spawn_all(t, "objective_dug_up", objective="Grave", marker=letter)
    return points - 1


@movement_uses.by("portal")
def can_pass_portal(s: Gloomhaven, figure: Figure, points: int) -> list[str]:
    """Scenario 90: from beside one altar to beside the other."""
    if figure >= s.characters or points < 1:
        return []
    return [PORTAL] if portal_ends(s, figure) else []


def portal_ends(s: Gloomhaven, figure: Figure) -> list[Hex]:
    altars = marker(s, "a")
    here = [altar for altar in altars if s.hex[figure] in s.layout().around[altar]]
    there = [altar for altar in altars if here and altar not in here]
    ends = [h for altar in there for h in s.layout().around[altar] if h != NONE and h not in altars]
    return [h for h in ends if s.is_empty(h)]


@use_movement.by(PORTAL)
def pass_portal(t: T, figure: Figure, use: str, points: int) -> Flow[int]:
    s = t.state
    for altar in marker(s, "a"):
        rooms = [s.layout().rooms[h] for h in s.layout().around[altar] if h != NONE]
        for room in sorted({room for room in rooms if room != NONE and not s.revealed >> room & 1}):
            yield from reveal(t, room, NONE)
    at = yield from t.choose(s.seat[figure], "portal_to", portal_ends(s, figure))
    s.put(figure, at)
    t.emit("moved", s.tag(figure), at)
    return points - 1


# ---------------------------------------------------------------- at the end of a turn
@turn_ended.by("character_action")
def use_token(t: T, figure: Figure) -> Flow[None]:
    """Scenario 81: one of the two tokens is discarded beside the altar, and the boss suffers."""
    s = t.state
    for _ in action_rules(s, "the-colorless suffers"):
        near = [h for at in marker(s, "a") for h in s.layout().around[at]]
        boss = of_type(s, "the-colorless")
        held = figure < s.characters and s.loot[figure].count(GOAL_TILE) > s.notes.get(f"used {figure}", 0)
        if not held or not boss or s.hex[figure] not in near:
            continue
        if (yield from t.choose(s.seat[figure], "use_token", [USE, KEEP])) == USE:
            s.notes[f"used {figure}"] = s.notes.get(f"used {figure}", 0) + 1
            yield from suffer(t, boss[0], number(s, "2*C"), figure)
