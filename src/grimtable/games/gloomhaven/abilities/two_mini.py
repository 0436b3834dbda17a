"""The Beast Tyrant and the bear: it acts by commands as well as by itself."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attacker_bonus
from grimtable.games.gloomhaven.bonuses import bear_of, charges_of, grant, is_in_force, op_of, spend_charge
from grimtable.games.gloomhaven.components import HEROES, NONE, OBJECTIVE, STUN, SUMMON, Figure, amount
from grimtable.games.gloomhaven.components.cards import BEAR, BEAR_HP, BEAST_TYRANT, HALVES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, REST, Bonus
from grimtable.games.gloomhaven.damage import die
from grimtable.games.gloomhaven.moments import attacked, character_started
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.attack import holds
from grimtable.games.gloomhaven.ops.costs import cost
from grimtable.games.gloomhaven.ops.summon import summon_trait
from grimtable.games.gloomhaven.ops.targets import ONE, group, targetable
from grimtable.games.gloomhaven.ops.triggers import acting_for, triggered
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.games.gloomhaven.taking import summon_begins
from grimtable.kernel.values import Flow

BEFORE_IT_ACTS: Final = "before_your_bear_acts"
AFTER_ITS_ATTACK: Final = "after_your_bears_attack"

ONE.update(
    {
        "any_one_figure": "all_figures",
        "any_other_figure": "all_figures",
        "any_other_enemy": "enemies",
    }
)


@group.by("your_bear")
def bear(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    found = bear_of(s, act.me)
    return [found] if found != NONE else []


@group.by("all_figures")
def all_figures(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """Everybody whom one can name: no things, and no enemies that cannot be targeted."""
    enemies, named = s.enemies(act.me), targetable(s, act)
    return [f for f in s.figures() if s.sort[f] != OBJECTIVE and (f not in enemies or f in named)]


@group.by("you_and_all_summoned_allies")
def me_and_summons(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me, *[f for f in s.allies(act.me) if s.sort[f] == SUMMON]]


@character_started.by("beasts")
def bear_comes(t: T, character: Figure) -> Flow[None]:
    """Into a hex next to the character; its hit points grow with the level."""
    s = t.state
    if s.kind[character] != BEAST_TYRANT:
        return
    row = s.ground().row(s.hex[character])
    free = [h for h in range(s.ground().size) if s.is_empty(h) and s.is_revealed(h)]
    near = [h for h in free if row[h] == min([row[other] for other in free])]
    at = yield from t.choose(s.seat[character], "summon_to", sorted(near))
    figure = s.enter(HEROES, SUMMON, BEAR, 0, 1, amount(BEAR_HP, s.characters, s.levels[character]), at)
    s.owner[figure] = character
    t.emit("summoned", s.tag(figure), at)


# ---------------------------------------------------------------- commands
@ability.by("command")
def command(t: T, act: Act, op: Op) -> Flow[None]:
    """The bear performs the lines as the player likes; experience and elements are the character's."""
    s = t.state
    figure = bear_of(s, act.me)
    if figure == NONE or s.has(figure, STUN):  # [GLOOMHAVEN-14.8]
        return
    doing = Act(figure, act.seat, act.card, act.half)
    doing.owner, doing.place = act.me, act.place
    doing.ops = op.sub
    yield from perform_riders(t, doing, op.sub)
    act.did = act.did or doing.did


@holds.by("attack_is_part_of_a_command")
def is_commanded(s: Gloomhaven, blow: Blow) -> bool:
    """Attacks of a card, not those of the bear's own turn or granted ones."""
    return blow.strike.card != NONE


@summon_begins.by("beasts")
def bear_begins(t: T, figure: Figure) -> Flow[None]:
    owner = t.state.owner[figure]
    if bear_of(t.state, owner) == figure:
        yield from triggered(t, owner, BEFORE_IT_ACTS, figure)


@cost.by("forgo_action")
def forgo_action(t: T, act: Act, op: Op) -> Flow[bool]:
    """Concentrated Rage, bottom: the character will not perform that half in this round."""
    s, key = t.state, f"forgone {act.me}"
    half = 1 << HALVES.index(op.text("half"))
    if s.chosen[act.me] == (REST,) or s.notes.get(key, 0) & half:
        return False
    s.notes[key] = s.notes.get(key, 0) | half
    yield from ()
    return True


@attacked.by("beasts")
def bear_has_attacked(t: T, figure: Figure, melee: bool, targets: list[Figure]) -> Flow[None]:
    """Blood Hunger, top."""
    s = t.state
    if s.sort[figure] != SUMMON or not targets:
        return
    owner = s.owner[figure]
    for row in charges_of(s, owner, AFTER_ITS_ATTACK) if bear_of(s, owner) == figure else ():
        if not is_in_force(s, row):
            continue
        yield from perform_riders(t, acting_for(t, owner, row), op_of(row).ops("grant"))
        spend_charge(t, row)


# ---------------------------------------------------------------- Borrowed Essence
@ability.by("redistribute_damage")
def redistribute_damage(t: T, act: Act, op: Op) -> Flow[None]:
    """The damage on these figures is shared out anew; who gets as much as its maximum dies."""
    s = t.state
    figures = group[op.text("among")](s, act, 0)
    left = sum([s.max_hp[f] - s.hp[f] for f in figures])
    shares: dict[Figure, int] = {}
    for place, figure in enumerate(figures):
        room = sum([s.max_hp[other] for other in figures[place + 1 :]])
        low, high = max(0, left - room), min(left, s.max_hp[figure])
        _, shares[figure] = yield from t.choose(act.seat, "share", [(figure, n) for n in range(low, high + 1)])
        left -= shares[figure]
    for figure, share in shares.items():
        s.hp[figure] = s.max_hp[figure] - share
        act.did = True
        t.emit("damage_shared", s.tag(figure), share)
    for figure in figures:
        if s.in_play(figure) and s.hp[figure] <= 0:
            yield from die(t, figure, act.me)


# ---------------------------------------------------------------- Tribal Sigil
@summon_trait.by("modify_attacks")
def banner(s: Gloomhaven, figure: Figure, op: Op) -> None:
    """The banner helps attacks of the allies next to it as long as it stands."""
    assert op.text("who") == "allies_adjacent_to_this_summon"
    grant(s, figure, "banner", op.number("add"), "adjacent_allies", until=PERSISTENT)


@attacker_bonus.by("banner")
def beside_the_banner(t: T, blow: Blow, row: Bonus) -> None:
    if row.figure != blow.strike.attacker:
        blow.value += row.value
