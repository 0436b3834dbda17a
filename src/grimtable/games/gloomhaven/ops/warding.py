"""Active cards that answer damage: somebody else suffers it, the owner strikes back, a curse has its price."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import cursed
from grimtable.games.gloomhaven.bonuses import affects, charges_of, is_in_force, op_of, spend_charge
from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.damage import damage_suffered, lessen_damage, suffer
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import perform_riders
from grimtable.games.gloomhaven.ops.costs import NO, YES
from grimtable.games.gloomhaven.ops.triggers import acting_for, triggered
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.values import Flow

CURSED_ATTACK: Final = "enemy_attack_deals_no_damage_because_of_curse"


@lessen_damage.by("cards")
def take_for_another(t: T, figure: Figure, amount: int, by: Figure, from_attack: bool) -> Flow[int]:
    """Divine Intervention, top: damage of an ally may be suffered instead, lowered."""
    s = t.state
    for row in [row for row in s.bonuses if row.word == "redirect_damage" and affects(s, row, figure)]:
        s.notes["damage_coming"] = amount
        answer = yield from ask(t, s.asks(row.figure), "redirect", [NO, YES])
        del s.notes["damage_coming"]
        if answer == YES and is_in_force(s, row):
            t.emit("redirected", s.tag(row.figure), s.tag(figure))
            yield from suffer(t, row.figure, amount - op_of(row).number("reduce"), by)
            return 0
    return amount


@damage_suffered.by("cards")
def strike_back(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-16.3] Charges that answer damage with an ability of the owner."""
    s = t.state
    for row in charges_of(s, figure, "damage_to_you") if s.bonuses else ():
        lines = tuple([op for op in op_of(row).ops("grant") if op.name == "attack"])
        if lines and row in s.bonuses:
            spend_charge(t, row)
            yield from perform_riders(t, acting_for(t, figure, row), lines)


@cursed.by("cards")
def price_of_a_curse(t: T, blow: Blow) -> Flow[None]:
    """Baneful Hex, top: an enemy whose attack a curse took suffers for it."""
    s, enemy = t.state, blow.strike.attacker
    for character in s.heroes() if s.bonuses else ():
        if s.side[character] != s.side[enemy]:
            yield from triggered(t, character, CURSED_ATTACK, enemy)
