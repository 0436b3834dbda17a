"""The Soothsinger: one Song at a time, curses that come twice."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import gave
from grimtable.games.gloomhaven.bonuses import charges_of, gain_xp, grant, has_rule, op_of, spend_charge
from grimtable.games.gloomhaven.components import CURSE, NONE, Card, Figure, Mask
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, Bonus
from grimtable.games.gloomhaven.conditions import give, is_immune
from grimtable.games.gloomhaven.damage import lessen_damage
from grimtable.games.gloomhaven.moments import turn_started
from grimtable.games.gloomhaven.monsters.deeds import Deed, before_summon_attacks
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.attack import before_attack
from grimtable.games.gloomhaven.ops.bonus import nothing
from grimtable.games.gloomhaven.ops.elements import KEEP
from grimtable.games.gloomhaven.ops.triggers import triggered
from grimtable.games.gloomhaven.piles import leave_active
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.games.gloomhaven.taking import own_turn
from grimtable.kernel.values import Flow

TWO_SONGS: Final = "two_songs_may_be_active"
ONE_XP: Final = "xp_from_only_one_active_song"
ALLY_STARTS: Final = "start_of_turn_of_any_ally"
ALLY_ATTACKS: Final = "before_attack_action_of_any_ally"
ONCE: Final = (NONE, NONE)  # in what an action has been given: its allies have been heard

ability.by("song_replace")(nothing)


def songs_of(s: Gloomhaven, figure: Figure) -> list[Bonus]:
    return [row for row in s.bonuses if row.word == "song" and row.figure == figure]


@ability.by("song")
def song(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-16.10] A new Song ends an old one, or is not sung."""
    s = t.state
    rows = songs_of(s, act.me)
    if len(rows) >= (2 if has_rule(s, act.me, TWO_SONGS) else 1):
        options: list[Card | str] = [KEEP, *[row.source for row in rows]]
        card = yield from t.choose(act.seat, "end_song", options)
        if isinstance(card, str):
            return
        leave_active(t, act.me, next(row for row in rows if row.source == card))
    grant(s, act.me, "song", 0, until=PERSISTENT, source=act.card, half=act.half, place=act.place)
    act.did = True
    yield from perform_riders(t, act, op.sub)


@own_turn.by("songs")
def experience_of_songs(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-18.1] At the start of each turn under a Song; two Songs at once still give it once."""
    s = t.state
    rows = songs_of(s, figure)
    for row in rows[:1] if has_rule(s, figure, ONE_XP) else rows:
        gain_xp(t, figure, sum([op.value for op in CARD_HALVES[row.source][row.half].ops if op.name == "xp"]))
    yield from ()


# ---------------------------------------------------------------- Songs that allies hear
def singers(s: Gloomhaven, ally: Figure) -> list[Figure]:
    """The characters whose ally somebody is."""
    return [c for c in s.heroes() if c != ally and s.side[c] == s.side[ally]] if s.bonuses else []


@turn_started.by("songs")
def ally_starts(t: T, figure: Figure) -> Flow[None]:
    for singer in singers(t.state, figure):
        yield from triggered(t, singer, ALLY_STARTS, figure)


@before_attack.by("songs")
def ally_attacks(t: T, act: Act, strike: Strike) -> Flow[None]:
    """Mobilizing Measure, top: before the first attack of an action."""
    if ONCE not in act.given:
        act.given[ONCE] = ()
        for singer in singers(t.state, act.me):
            yield from triggered(t, singer, ALLY_ATTACKS, act.me)


@before_summon_attacks.by("cards")
def summon_attacks(t: T, doing: Deed) -> Flow[None]:
    """The same for a summon that attacks in its own turn."""
    for singer in singers(t.state, doing.me):
        yield from triggered(t, singer, ALLY_ATTACKS, doing.me)


# ---------------------------------------------------------------- Defensive Ditty and Unending Chant
@lessen_damage.by("songs")
def shelter(t: T, figure: Figure, amount: int, by: Figure, from_attack: bool) -> Flow[int]:
    """[GLOOMHAVEN-16.3] The next damage of an ally in range is negated."""
    s = t.state
    for singer in singers(s, figure):
        for row in charges_of(s, singer, "damage_to_any_ally_within_range"):
            if s.distance(singer, figure) <= op_of(row).number("range"):
                spend_charge(t, row)
                return 0
    yield from ()
    return amount


@gave.by("cards")
def curse_again(t: T, by: Figure, target: Figure, conditions: Mask) -> None:
    """Unending Chant, top: one more curse, which does not count again."""
    s = t.state
    if not conditions & CURSE or is_immune(s, target, CURSE) or s.side[by] == s.side[target]:
        return
    for row in charges_of(s, by, "you_curse_an_enemy"):
        give(t, target, CURSE)
        spend_charge(t, row)
