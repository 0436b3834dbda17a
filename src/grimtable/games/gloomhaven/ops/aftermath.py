"""What the words of attacks do afterwards: to a target that was hit, or when all targets are done."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import ELEMENT_OF, ELEMENTS, NONE, WILD, bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import GROUNDED
from grimtable.games.gloomhaven.conditions import give, heal, infuse
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.targets import at_hexes, group
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Blow, Strike, after_attack, after_hit
from grimtable.kernel.values import Flow


@after_attack.by("xp")
def xp_after_attack(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Gained with each target: see `earn`."""
    yield from ()


@after_attack.by("infuse")
def infuse_after_attack(t: T, strike: Strike, op: Op) -> Flow[None]:
    if not strike.hit:
        return
    if op.word == WILD:  # [GLOOMHAVEN-15.8]
        infuse(t, (yield from ask(t, t.state.asks(strike.attacker), "infuse", range(len(ELEMENTS)))))
    else:
        infuse(t, ELEMENT_OF[op.word])


@after_attack.by("condition")
def condition_in_area(t: T, strike: Strike, op: Op) -> Flow[None]:
    """On all figures in the area [GLOOMHAVEN-11.2]."""
    for figure in at_hexes(t.state, strike.spot):
        if figure != strike.attacker:
            give(t, figure, bits([op.word]))
    yield from ()


@after_attack.by("condition_of_attacker")
def condition_of_attacker(t: T, strike: Strike, op: Op) -> Flow[None]:
    give(t, strike.attacker, bits([op.word]))
    yield from ()


@after_attack.by("heal")
def heal_in_area(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Of the allies in the area."""
    s, me = t.state, strike.attacker
    for figure in at_hexes(s, strike.spot):
        if s.side[figure] == s.side[me] and figure != me:
            heal(t, figure, op.value)
    yield from ()


@after_attack.by("suffer_damage")
def damage_of_own_side(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-11.2] Harm to oneself or allies is not optional."""
    me = strike.attacker
    half = (t.state.hp[me] + 1) // 2 if op.word == "half_of_your_current_hp_rounded_up" else 0
    for figure in group[op.text("who")](t.state, Act(me, t.state.asks(me)), 0):
        yield from suffer(t, figure, half or op.value, me)


@after_hit.by("element")
def element_of_modifier(t: T, blow: Blow, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-3.4] An element on a modifier card."""
    infuse(t, ELEMENT_OF[op.word])
    yield from ()


@after_hit.by("heal")
def heal_attacker(t: T, blow: Blow, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.2] The attacker heals: by a modifier card, or for each target that suffered damage."""
    if op.text("per") != "target_damaged" or blow.dealt:
        heal(t, blow.strike.attacker, op.value)
    yield from ()


@after_hit.by("shield")
def shield_of_modifier(t: T, blow: Blow, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-3.4] A shield on a modifier card: of the attacker, for the round."""
    grant(t.state, blow.strike.attacker, "shield", op.value)
    yield from ()


@after_hit.by("condition")
def condition_of_modifier(t: T, blow: Blow, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-3.4] A positive condition on a modifier card is the attacker's; or of allies next to the target."""
    s, me = t.state, blow.strike.attacker
    for figure in [f for f in s.allies(me) if s.hex[f] in s.ground().near[blow.at]] if op.text("who") else [me]:
        give(t, figure, bits([op.word]))
    yield from ()


@after_hit.by("suffer_damage")
def damage_around_target(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Those next to the target suffer damage that is no attack."""
    s, me = t.state, blow.strike.attacker
    beside = [s.at[h] for h in s.ground().near[blow.at] if s.at[h] not in (NONE, me, blow.target)]
    if op.text("who").startswith("enemies"):
        beside = [f for f in beside if s.side[f] != s.side[me]]
    value = blow.dealt if op.word == "damage_target_suffered" else op.value
    for figure in beside:
        yield from suffer(t, figure, value, me)
    blow.strike.xp += op.number("xp") if beside else 0


@after_hit.by("remove_ability")
def remove_ability(t: T, blow: Blow, op: Op) -> Flow[None]:
    """The target loses its flight for the scenario."""
    assert op.text("ability") == "fly"
    t.state.marks[blow.target] |= GROUNDED
    yield from ()
