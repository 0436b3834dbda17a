"""Items that answer what happens: kills, attacks, loot, heals, rests, elements that enemies consume."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import redirected
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import CHARACTER, ELEMENT_OF, NONE, NORMAL, STRONG, Figure, Hex, Mask, bits
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENTS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import consume, dampened, give, heal
from grimtable.games.gloomhaven.gear import ready, use, worn
from grimtable.games.gloomhaven.items.own_turn import offered
from grimtable.games.gloomhaven.looting import take_tokens
from grimtable.games.gloomhaven.moments import attacked, figure_died
from grimtable.games.gloomhaven.moving import PUSH, force
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.move import before_loot
from grimtable.games.gloomhaven.ops.support import before_healing
from grimtable.games.gloomhaven.resting import rested
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.values import Flow

WHEN_ATTACKED: Final[Mask] = MOMENTS["when_attacked"]
DURING_YOUR_LOOT_ABILITY: Final[Mask] = MOMENTS["during_your_loot_ability"]
DURING_YOUR_HEAL: Final[Mask] = MOMENTS["during_your_heal"]
BEFORE_ENEMY_CONSUMES_ELEMENT: Final[Mask] = MOMENTS["before_enemy_consumes_element"]

ON_KILL: Final = "when_you_kill_enemy_on_your_turn"


@figure_died.by("items")
def after_a_kill(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """Necklace of Teeth, Imposing Blade, Cutpurse Dagger: an enemy killed in one's own turn."""
    s = t.state
    if by == NONE or by != s.acting or s.sort[by] != CHARACTER or s.side[figure] == s.side[by]:
        return
    for op in worn(s, by, "heal", ON_KILL):
        heal(t, by, op.value)
    for op in worn(s, by, "shield", ON_KILL):
        grant(s, by, "shield", op.value)
    items = ready(s, by, MOMENTS[ON_KILL])
    item = (yield from offered(t, by, items)) if items else 0
    if item:
        use(t, by, item)
        take_tokens(t, by, sum([op.value for op in ITEMS[item].ops if op.name == "gain_money_tokens"]), s.hex[by])


@attacked.by("items")
def after_being_attacked(t: T, attacker: Figure, is_melee: bool, hit: list[Figure]) -> Flow[None]:
    """Helm of the Mountain, Wave Crest: if their element is strong the attacker feels it."""
    s = t.state
    for figure in hit:
        if not s.in_play(figure) or s.sort[figure] != CHARACTER or s.side[attacker] == s.side[figure]:
            continue
        for item in [i for i in s.items[figure] if ITEMS[i].passive and ITEMS[i].timing == "when_attacked"]:
            wanted = ITEMS[item].effect.get("only_if", {}).get("element_strong")
            if wanted is not None and s.elements[ELEMENT_OF[wanted]] == STRONG:
                for op in ITEMS[item].ops:
                    yield from strike_attacker(t, figure, attacker, op)


def strike_attacker(t: T, figure: Figure, attacker: Figure, op: Op) -> Flow[None]:
    if op.name == "condition":
        give(t, attacker, bits([op.word]))
    elif t.state.in_play(attacker):
        yield from force(t, attacker, figure, op.value, PUSH)


@redirected.by("items")
def betrayed(t: T, strike: Strike, target: Figure) -> Flow[Figure]:
    """Heart of the Betrayer: the attack of an adjacent normal enemy goes to another enemy in its range."""
    s, enemy = t.state, strike.attacker
    found = ready(s, target, WHEN_ATTACKED)
    items = [i for i in found if [op for op in ITEMS[i].ops if op.name == "redirect_attack"]] if found else []
    if not items or s.rank[enemy] != NORMAL or not s.adjacent(enemy, target) or s.side[enemy] == s.side[target]:
        return target
    others = [f for f in in_reach_of(s, strike) if f not in strike.hit]
    item = (yield from offered(t, target, items)) if others else 0
    if not item:
        return target
    use(t, target, item)
    other = yield from t.choose(s.seat[target], "whom", others)
    t.emit("redirected", s.tag(other), s.tag(target))
    return other


def in_reach_of(s: Gloomhaven, strike: Strike) -> list[Figure]:
    """The attacker's own allies that its attack could meet."""
    me = strike.attacker
    return [f for f in s.allies(me) if s.distance(me, f) <= strike.reach and s.sees(me, f)]


@before_loot.by("items")
def loot_further(t: T, act: Act, reach: int) -> Flow[int]:
    """Thief's Hood: Loot 1 becomes Loot 2."""
    s = t.state
    items = [i for i in ready(s, act.me, DURING_YOUR_LOOT_ABILITY) if ITEMS[i].ops[0].number("from") == reach]
    item = (yield from offered(t, act.me, items)) if items else 0
    if not item:
        return reach
    use(t, act.me, item)
    return ITEMS[item].ops[0].number("to")


@before_healing.by("items")
def heal_more(t: T, act: Act) -> Flow[int]:
    """Focusing Ray: how many times a heal counts."""
    items = ready(t.state, act.me, DURING_YOUR_HEAL)
    item = (yield from offered(t, act.me, items)) if items else 0
    if not item:
        return 1
    use(t, act.me, item)
    return ITEMS[item].ops[0].number("by")


@rested.by("items")
def after_a_rest(t: T, character: Figure) -> None:
    """Crystal Tiara."""
    for op in worn(t.state, character, "condition", "when_you_rest"):
        give(t, character, bits([op.word]))


@dampened.by("items")
def dampen(t: T, element: int) -> Flow[bool]:
    """Dampening Ring: the element is gone before the enemy can have it."""
    s = t.state
    for character in s.heroes():
        items = ready(s, character, BEFORE_ENEMY_CONSUMES_ELEMENT)
        item = (yield from offered(t, character, items)) if items else 0
        if item:
            use(t, character, item)
            consume(t, element)
            return True
    return False
