"""Attacks [GLOOMHAVEN-13]: one target after the other, in the order of procedure P4 of the ledger."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import (
    affects,
    bonuses_on,
    charges_of,
    gain_xp,
    op_of,
    retaliates,
    shield,
    spend_charge,
    stronger_retaliate,
)
from grimtable.games.gloomhaven.components import (
    CHARACTER,
    HEROES,
    LIVING,
    MONSTER,
    MUDDLE,
    NONE,
    OBJECTIVE,
    POISON,
    POSITIVE,
    STRENGTHEN,
    STUN,
    Figure,
    Mask,
    bits,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ATTACK, Bonus
from grimtable.games.gloomhaven.conditions import deck_of, give
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.drawing import Draw, draw
from grimtable.games.gloomhaven.moments import attacked, changed, listening, stat_change
from grimtable.games.gloomhaven.moving import PULL, PUSH, force
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, add_to, after_attack, after_hit, on_target
from grimtable.games.gloomhaven.telling import tell_both
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# Bonuses in force: what a row of this word does to an attack of a figure it affects.
attacker_bonus: Final = Hook[[T, Blow, Bonus], None]()
# Windows of items and class powers, named in WINDOWS.
before_draw: Final = Hook[[T, Blow], Flow[None]]()  # the attacker's [GLOOMHAVEN-19.1]
when_attacked: Final = Hook[[T, Blow], Flow[None]]()  # the target's
redirected: Final = Hook[[T, Strike, Figure], Flow[Figure]]()  # who is attacked instead
gave: Final = Hook[[T, Figure, Figure, Mask], None]()  # conditions: by whom, to whom
cursed: Final = Hook[[T, Blow], Flow[None]]()  # a curse took all damage
WINDOWS: Final[tuple[str, ...]] = ("items", "cards")


def attack(t: T, strike: Strike, target: Figure) -> Flow[Blow]:
    """One target of an attack."""
    s = t.state
    for instead in redirected.of(listening(s, WINDOWS)):
        target = yield from instead(t, strike, target)
    if not strike.hit:
        strike.first = s.hex[target]
    strike.hit.append(target)
    blow = Blow(strike, target, s.hex[target])
    for op in strike.per_target:
        on_target[op.name](t, blow, op)
    for window in before_draw.of(WINDOWS) if s.bonuses or s.sort[strike.attacker] == CHARACTER else ():
        yield from window(t, blow)
    if not s.in_play(strike.attacker):  # a summon whose card was given up meanwhile
        return blow
    if blow.kill:
        yield from die(t, target, strike.attacker)
    else:
        yield from resolve(t, blow)
    if not s.in_play(target):
        strike.killed += ((target, blow.at),)
    if blow.dealt:
        strike.damaged += (blow.dealt,)
    earn(t, strike)
    for op in strike.after:
        if s.in_play(strike.attacker):
            yield from after_hit[op.name](t, blow, op)
    earn(t, strike)
    back = retaliation(t, blow)
    if back:
        tell_both(t, "retaliated", target, strike.attacker, back)
        yield from suffer(t, strike.attacker, back, target)
    if s.bonuses:
        s.bonuses = [row for row in s.bonuses if row.until != ATTACK]
    return blow


def resolve(t: T, blow: Blow) -> Flow[None]:
    """Attacker's bonuses, modifier cards, defence, damage, effects [GLOOMHAVEN-13.7, GLOOMHAVEN-13.8].

    Each target has its own draw and so its own damage [GLOOMHAVEN-3.1, GLOOMHAVEN-13.9]; monsters attack by the same
    steps [GLOOMHAVEN-20.22].
    """
    s, me, target = t.state, blow.strike.attacker, blow.target
    for window in when_attacked.of(listening(s, WINDOWS)):
        yield from window(t, blow)
    add_bonuses(t, blow)
    drawn = draw(t, deck_of(s, me), lean(s, blow))
    if blow.tamed and s.sort[me] == MONSTER:
        drawn.double = False
    take_effects(blow, drawn)
    ours = s.side[me] == HEROES
    value = multiplied(blow, ours)
    struck = modified(value, drawn, ours)
    damage = defended(t, blow, struck)
    tell_both(t, "attacked", me, target, damage, blow.strike.value, value, struck)
    blow.dealt = yield from suffer(t, target, damage, me, from_attack=True)
    if blow.items and not s.in_play(target):
        for item in blow.items:
            s.tally(me, f"slain with {item}")  # personal quests of a campaign count them
    for op in blow.effects:
        yield from after_hit[op.name](t, blow, op)
    for react in cursed.of(WINDOWS) if drawn.cursed else ():
        yield from react(t, blow)
    if s.in_play(target):  # [GLOOMHAVEN-13.10] the dead feel nothing more
        give_conditions(t, blow)
        if blow.push or blow.pull:
            yield from push_and_pull(t, blow)


def add_bonuses(t: T, blow: Blow) -> None:
    """[GLOOMHAVEN-13.7] Step 1: active cards, poison."""
    s = t.state
    for row in s.bonuses.copy() if s.bonuses else ():
        if row.word in attacker_bonus and (row.figure == blow.strike.attacker or affects(s, row, blow.strike.attacker)):
            attacker_bonus[row.word](t, blow, row)
    for op in against(s, blow):
        add_to(blow, op.number("add"))
        blow.disadvantage = blow.disadvantage or op.flag("disadvantage")
    if s.has(blow.target, POISON):
        blow.value += 1  # [GLOOMHAVEN-14.3]
    if s.sort[blow.strike.attacker] != MONSTER:
        add_to(blow, changed(s, blow.strike.attacker, "attack"))
    if stat_change.of(s.flags):
        blow.pierce += changed(s, blow.strike.attacker, f"pierce {blow.target}")


def against(s: Gloomhaven, blow: Blow) -> list[Op]:
    """The lines of active cards that change attacks on this target."""
    if not s.bonuses:
        return []
    lines = [op_of(row) for row in bonuses_on(s, blow.target, "modify_attacks_targeting")]
    kind = "melee" if blow.strike.is_melee else "ranged"
    return [op for op in lines if op.text("attack_type", kind) == kind]


def lean(s: Gloomhaven, blow: Blow) -> int:
    """[GLOOMHAVEN-13.15] 1 with advantage, -1 with disadvantage, 0 with neither or both."""
    me, target = blow.strike.attacker, blow.target
    good = blow.advantage or is_favoured(s, me)
    bad = blow.disadvantage or is_hampered(s, me, target)
    if not blow.strike.is_melee and s.adjacent(me, target):
        bad = True  # [GLOOMHAVEN-13.2]
    return int(good) - int(bad)


def is_favoured(s: Gloomhaven, me: Figure) -> bool:
    """Whether all attacks of a figure have advantage."""
    if s.has(me, STRENGTHEN):  # [GLOOMHAVEN-14.13]
        return True
    return (s.sort[me] == MONSTER and s.stats(me).advantage) or bool(changed(s, me, "advantage"))


def is_hampered(s: Gloomhaven, me: Figure, target: Figure) -> bool:
    """Whether its attacks on this target have disadvantage from wherever they are made."""
    if s.has(me, MUDDLE):  # [GLOOMHAVEN-14.9]
        return True
    if s.sort[target] == MONSTER and s.stats(target).guarded:
        return True
    return bool(bonuses_on(s, target, "attacks_against_self_gain")) or bool(changed(s, me, "disadvantage"))


def multiplied(blow: Blow, ours: bool) -> int:
    """[GLOOMHAVEN-13.8] Step 1 in the order that is best for the players: theirs adds, doubles, and subtracts last."""
    most, least = blow.value * blow.multiply + blow.penalty, (blow.value + blow.penalty) * blow.multiply
    return max(most, least) if ours else min(most, least)


def modified(value: int, drawn: Draw, ours: bool = True) -> int:
    """[GLOOMHAVEN-3.3, GLOOMHAVEN-13.8] Step 2: the cards' numbers, and 2x or null, likewise; never below 0."""
    if drawn.null:
        return 0
    if not drawn.double:
        return max(0, value + drawn.plus)
    ways = (2 * (value + drawn.plus), 2 * value + drawn.plus)
    return max(0, max(ways) if ours else min(ways))


def take_effects(blow: Blow, drawn: Draw) -> None:
    """[GLOOMHAVEN-3.4] Effects of modifier cards, as if printed on the attack."""
    for op in drawn.effects:
        if op.name == "pierce":
            blow.pierce += op.value
        elif op.name == "target":
            blow.strike.add_targets += op.value
        elif op.name == "condition" and not bits([op.word]) & POSITIVE:
            blow.conditions |= bits([op.word])
        elif op.name == "push":
            blow.push += op.value
        elif op.name == "pull":
            blow.pull += op.value
        else:
            blow.effects += (op,)


def defended(t: T, blow: Blow, damage: int) -> int:
    """[GLOOMHAVEN-16.7, GLOOMHAVEN-13.26] Step 3: shield, less what is pierced."""
    s = t.state
    if damage <= 0 or blow.ignore_shield:
        return max(0, damage)
    guard = shield(s, blow.target)
    left = max(0, damage - max(0, guard - blow.pierce))
    if left > 0:
        for row in charges_of(s, blow.target, "damage_from_attack_targeting_you"):
            more = sum([op.value for op in op_of(row).ops("grant") if op.name == "shield"])
            if more:
                spend_charge(t, row)
                guard += more
        left = max(0, damage - max(0, guard - blow.pierce))
    return left


def give_conditions(t: T, blow: Blow) -> None:
    """[GLOOMHAVEN-14.2, GLOOMHAVEN-13.22] Whether or not damage was dealt, unless the attacker's player spares it."""
    s = t.state
    if blow.conditions and not blow.mild:
        give(t, blow.target, blow.conditions)
        for react in gave.of(listening(s, WINDOWS)):
            react(t, blow.strike.attacker, blow.target, blow.conditions)


def push_and_pull(t: T, blow: Blow) -> Flow[None]:
    """[GLOOMHAVEN-13.22] Forced movement, whether or not damage was dealt."""
    s, me, target = t.state, blow.strike.attacker, blow.target
    movable = s.sort[target] != OBJECTIVE or s.rank[target] == LIVING
    if blow.push and movable:
        yield from force(t, target, me, blow.push, PUSH)
    if blow.pull and movable:
        yield from force(t, target, me, blow.pull, PULL)


def retaliation(t: T, blow: Blow) -> int:
    """[GLOOMHAVEN-16.8] After the attack and its effects, if the target still stands and the attacker is in reach."""
    s, me, target = t.state, blow.strike.attacker, blow.target
    if not s.in_play(target) or not s.in_play(me) or s.side[me] == s.side[target]:
        return 0
    if not s.bonuses and s.sort[target] == CHARACTER:
        return 0
    away = s.distance(me, target)
    total = sum([value for value, reach in retaliates(s, target) if away <= reach])
    for row in charges_of(s, target, "melee_attack_targeting_you") if s.bonuses and blow.strike.is_melee else ():
        back = [op for op in op_of(row).ops("grant") if op.name == "retaliate"]
        if back and away <= max([op.number("range", 1) for op in back]):
            total += sum([op.value for op in back]) + stronger_retaliate(s, target)
            spend_charge(t, row)
    if total:
        for row in bonuses_on(s, target, "retaliate"):
            if row.source != NONE and row.figure == target:
                gain_xp(t, target, sum([op.value for op in op_of(row).sub if op.name == "xp" and op.text("trigger")]))
    return total


def earn(t: T, strike: Strike) -> None:
    """[GLOOMHAVEN-18.1] Experience is gained target by target: what befalls the attacker later takes none away."""
    points = strike.xp
    for op in strike.done:
        if op.name == "xp":
            points += op.value * times_earned(strike, op.text("per"))
    if points > strike.earned:
        gain_xp(t, strike.owner, points - strike.earned)
        strike.earned = points


def times_earned(strike: Strike, per: str) -> int:
    """How often the attack has done so far what the card gives experience for; without such a thing once."""
    if per == "enemy_targeted":
        return len(strike.hit)
    if per == "enemy_killed":
        return len(strike.killed)
    if per == "5_damage_done":
        return sum(strike.damaged) // 5
    return len(strike.hit) // 2 if per == "two_enemies_targeted" else 1


def finish_attack(t: T, strike: Strike) -> Flow[None]:
    """When all targets are attacked. The elements of the card come even if its owner is gone [GLOOMHAVEN-15.1]."""
    for op in strike.done:
        if op.name == "infuse" or t.state.in_play(strike.attacker):
            yield from after_attack[op.name](t, strike, op)
    for react in attacked.of(t.state.flags):
        yield from react(t, strike.attacker, strike.is_melee, strike.hit)


def may_strike(s: Gloomhaven, attacker: Figure) -> bool:
    """[GLOOMHAVEN-14.10] Whether it may attack, or goes on to the next target: stun and disarm end an attack after the
    target in hand [GLOOMHAVEN-14.7, GLOOMHAVEN-14.8]."""
    return s.in_play(attacker) and not s.has(attacker, STUN) and not s.is_disarmed(attacker)


def in_range(s: Gloomhaven, strike: Strike) -> list[Figure]:
    """[GLOOMHAVEN-13.1, GLOOMHAVEN-13.4, GLOOMHAVEN-13.20] Whom the attack may still be aimed at."""
    me = strike.attacker
    row = s.ground().row(s.hex[me])
    return [
        other
        for other in s.enemies(me)
        if row[s.hex[other]] <= strike.reach
        and s.may_target(me, other)
        and other not in strike.hit
        and s.ground().sees(s.hex[me], s.hex[other])
    ]
