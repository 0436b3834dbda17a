"""Items that change one's attacks [GLOOMHAVEN-19.1, GLOOMHAVEN-19.2]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import before_draw
from grimtable.games.gloomhaven.bonuses import op_of
from grimtable.games.gloomhaven.components import CHARACTER, NONE, Figure, Mask, bits
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENT_OF, MOMENTS
from grimtable.games.gloomhaven.components.monsters import TYPES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.gear import ready, use, worn
from grimtable.games.gloomhaven.items.own_turn import can_pay, offered, pay
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.attack import before_attack
from grimtable.games.gloomhaven.ops.targets import at_hexes
from grimtable.games.gloomhaven.ops.triggers import triggers_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, after_attack, after_hit
from grimtable.kernel.values import Flow

ONE_TARGET: Final = "single_attack"
ALLY: Final[Mask] = MOMENTS["during_ally_attack"]
MELEE: Final[Mask] = MOMENTS["during_your_attack"] | MOMENTS["during_your_melee_attack"]
RANGED: Final[Mask] = MOMENTS["during_your_attack"] | MOMENTS["during_your_ranged_attack"]
SINGLE_MELEE: Final[Mask] = MELEE | MOMENTS["during_your_single_target_melee_attack"]
SINGLE_RANGED: Final[Mask] = RANGED | MOMENTS["during_your_single_target_ranged_attack"]


def moments(strike: Strike) -> Mask:
    """The moments that this attack is."""
    if strike.area is None and strike.targets == 1 and not strike.spec and not strike.path:
        return SINGLE_MELEE if strike.is_melee else SINGLE_RANGED
    return MELEE if strike.is_melee else RANGED


def is_for_one(item: int) -> bool:
    return any([op.text("scope") == ONE_TARGET for op in ITEMS[item].ops])


# ---------------------------------------------------------------- the whole attack
@before_attack.by("items")
def use_in_attack(t: T, act: Act, strike: Strike) -> Flow[None]:
    """[GLOOMHAVEN-19.1] Before a card is drawn; what is for the whole action holds for its later attacks, too."""
    s, me = t.state, act.me
    if s.sort[me] != CHARACTER:
        return
    for item in act.gifts:
        add(strike, item)
    now = moments(strike)  # whatever these make of it
    for item in s.items[me]:
        if ITEMS[item].passive and MOMENT_OF[item] & now and condition_holds(s, me, item):
            add(strike, item)
    if [op for op in act.ops if op.name == "augment"]:  # Psychic Knife
        strike.value += sum([op.value for op in worn(s, me, "add_attack", "when_you_perform_action_of_kind")])
    for owner in s.heroes():
        while True:
            items = ready(s, owner, moments(strike) if owner == me else ALLY)
            if items:
                items = tuple([i for i in items if not is_for_one(i) and can_pay(s, i) and i not in act.gifts])
            item = (yield from offered(t, owner, items)) if items else 0
            if not item:
                break
            yield from take_up(t, owner, item)
            act.gifts += (item,)
            add(strike, item)
    if [i for i in act.gifts if i in s.items[me]]:
        practised(t, strike)


def practised(t: T, strike: Strike) -> int:
    """Proficiency: an attack action with an item is stronger, once; by how much."""
    if strike.practised:
        return 0
    strike.practised = True
    rows = triggers_of(t.state, strike.attacker, "your_attack_action_with_an_item_used")
    more = sum([op.value for row in rows for op in op_of(row).ops("grant") if op.name == "attack_bonus"])
    strike.value += more
    return more


def condition_holds(s: Gloomhaven, me: Figure, item: int) -> bool:
    wanted = ITEMS[item].effect.get("only_if", {}).get("own_hit_points")
    return wanted is None or s.hp[me] == wanted


def take_up(t: T, owner: Figure, item: int) -> Flow[None]:
    """Pay for the item and mark it used."""
    yield from pay(t, t.state.seat[owner], item)
    use(t, owner, item)
    for op in ITEMS[item].ops:
        if op.name == "suffer_damage" and op.flag("cost"):
            yield from suffer(t, owner, op.value)


def add(strike: Strike, item: int) -> None:
    """[GLOOMHAVEN-19.2] As if printed on the card."""
    for op in ITEMS[item].ops:
        if op.name == "add_attack":
            strike.value += op.value
        elif op.name == "advantage":
            strike.advantage = True
        elif op.name == "ignore_all_shield":
            strike.ignore_shield = True
        elif op.name == "add_condition":
            strike.conditions |= bits([op.text("condition")])
        elif op.name == "add_pierce":
            strike.pierce += op.value
        elif op.name == "add_push":
            strike.push += op.value
        elif op.name == "add_pull":
            strike.pull += op.value
        else:
            reshape(strike, op)


def reshape(strike: Strike, op: Op) -> None:
    """Range, area, and harm that goes with the attack."""
    if op.name == "add_range":
        strike.reach += op.value
    elif op.name == "melee_reach":
        strike.reach = max(strike.reach, op.value)
    elif op.name == "set_range":
        strike.reach, strike.is_melee = op.value, False
    elif op.name == "replace_area":
        strike.area = Op("area", 0, "", (), {"melee": strike.is_melee, "targets": op.args["axial"]})
    elif op.name == "suffer_damage" and not op.flag("cost"):
        if op.text("who") == "target_and_enemies_adjacent_to_target":
            strike.after += (Op("harm_around", op.value, "", (), {}),)
        elif op.text("who") == "allies_in_area":
            strike.done += (Op("harm_allies_in_area", op.value, "", (), {}),)
        else:
            strike.after += (Op("harm_self", op.value, "", (), {}),)


@after_hit.by("harm_around")
def harm_around(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Fueled Falchion: the target and enemies next to it."""
    s, me = t.state, blow.strike.attacker
    beside = [s.at[h] for h in s.ground().near[blow.at]]
    for figure in [f for f in (blow.target, *beside) if s.in_play(f) and s.side[f] != s.side[me]]:
        yield from suffer(t, figure, op.value, me)


@after_hit.by("harm_self")
def harm_self(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Volatile Elixir: for every attack made."""
    yield from suffer(t, blow.strike.attacker, op.value)


@after_attack.by("harm_allies_in_area")
def harm_allies_in_area(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Unstable Explosives [GLOOMHAVEN-11.2]."""
    s, me = t.state, strike.attacker
    for figure in [f for f in at_hexes(s, strike.spot) if s.side[f] == s.side[me] and f != me]:
        yield from suffer(t, figure, op.value, me)


# ---------------------------------------------------------------- one target
@before_draw.by("items")
def use_on_target(t: T, blow: Blow) -> Flow[None]:
    s, me = t.state, blow.strike.attacker
    if s.sort[me] == CHARACTER and s.items[me]:
        strengthened_by_gear(s, blow)
    while s.sort[me] == CHARACTER:
        found = ready(s, me, moments(blow.strike))
        items = [i for i in found if is_for_one(i) and can_pay(s, i) and fits(s, blow, i)] if found else []
        item = (yield from offered(t, me, [i for i in items if i not in blow.items])) if items else 0
        if not item:
            return
        blow.items += (item,)
        yield from take_up(t, me, item)
        blow.value += practised(t, blow.strike)
        for op in ITEMS[item].ops:
            if op.name == "add_attack":
                blow.value += op.value
            elif op.name == "add_condition":
                blow.conditions |= bits([op.text("condition")])


def strengthened_by_gear(s: Gloomhaven, blow: Blow) -> None:
    """Black Card: against the marked enemy. Horned Helm: the first melee attack of a turn after a long way."""
    me = blow.strike.attacker
    if s.notes.get(f"marked {me}", NONE) == blow.target:
        blow.value += 1
    key = f"once horned {me}"
    for item in s.items[me]:
        far = ITEMS[item].timing == "when_moved_on_your_turn" and len(s.walked) >= int(ITEMS[item].effect["min_hexes"])
        lines = [op for op in ITEMS[item].ops if op.name == "add_attack"] if far else []
        if lines and blow.strike.is_melee and s.acting == me and key not in s.notes:
            s.notes[key] = 1
            blow.value += lines[0].value


def fits(s: Gloomhaven, blow: Blow, item: int) -> bool:
    """Skullbane Axe: only against certain monsters."""
    if item in blow.items:
        return False
    kinds = ITEMS[item].effect.get("only_if", {}).get("target_type_in")
    return kinds is None or (s.sort[blow.target] > CHARACTER and TYPES[s.kind[blow.target]] in kinds)
