"""Halves of the Doomstalker that need words of their own."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import HALT, asked, blow, card, condition, options, place, play, where
from games.gloomhaven.table import run as carry_out
from grimtable.games.gloomhaven.components import HEROES, SUMMON
from grimtable.games.gloomhaven.components.cards import SUMMON_OF
from grimtable.games.gloomhaven.components.modifiers import MONSTER_CURSE, modifier_kind
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.monsters.deeds import base_attack, base_move, base_range
from grimtable.games.gloomhaven.moving import enter
from grimtable.games.gloomhaven.paths import WALK
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow

ME = "angry-face"
Axial = tuple[int, int]


def dooms(s: Gloomhaven) -> list[tuple[str, int]]:
    """The Dooms in force and who carries them."""
    names = ("Rain of Arrows", "Vital Charge", "Detonation", "Rising Momentum", "Inescapable Fate")
    by_card = {card(name): name for name in names}
    return [(by_card.get(row.source, ""), row.aim) for row in s.bonuses if row.word == "doom"]


def doomed(
    name: str, foes: list[Axial], target: int = 2, change: Callable[[Gloomhaven], None] | None = None
) -> Gloomhaven:
    """A Doom lies on an enemy; the ally draws +0 only."""
    s = over(played(ME, name, "bottom", foes, target, change=change))
    assert lies_in(s, name, "active")
    s.decks[1] = s.decks[1][:1]
    return s


def again(s: Gloomhaven, name: str, half: str, *answers: object) -> Game[Gloomhaven]:
    """Another card of the same character."""
    s.to_play = (card(name),)
    return play(s, "half", 0, card(name), half, answers=answers)


def dies(s: Gloomhaven, figure: int, *answers: object) -> Gloomhaven:
    game = carry_out(s, lambda t: die(t, figure, 0), answers)
    assert asked(game) == HALT, asked(game)
    return game.state


def ally_strikes(s: Gloomhaven, target: int) -> int:
    before = s.hp[target]
    return before - over(play(s, "half", 1, s.hand[1][0], "attack", answers=[target])).hp[target]


# ---------------------------------------------------------------- attacks on the doomed
@by_hand("Rain of Arrows", "bottom")
def rain_of_arrows_bottom() -> None:
    s = doomed("Rain of Arrows", [(1, 0), (0, -1)])
    assert (blow(s.clone(), 0, 2), blow(s.clone(), 0, 3)) == (4, 2)
    assert blow(s.clone(), 1, 2) == 2, "the hunter alone"
    later = over(again(s, "Vital Charge", "bottom", 3))
    assert dooms(later) == [("Vital Charge", 3)], "one Doom at a time"
    assert lies_in(later, "Rain of Arrows", "discard")


@by_hand("Rain of Arrows", "top")
def rain_of_arrows_top() -> None:
    s = over(played(ME, "Rain of Arrows", "top", [(1, 0), (5, 0)]))
    s = over(again(s, "Vital Charge", "bottom", 2))
    later = dies(s, 2, 3)
    assert (lost_hp(later, 3), later.xp[0]) == (2, 1)
    assert [row.used for row in later.bonuses if row.word == "charges"] == [1]
    assert lies_in(later, "Vital Charge", "discard")


@by_hand("Multi-Pronged Assault", "bottom")
def multi_pronged_assault() -> None:
    s = doomed("Multi-Pronged Assault", [(1, 0), (-1, 1)])
    assert (ally_strikes(s.clone(), 2), ally_strikes(s.clone(), 3)) == (3, 2)
    assert blow(s, 0, 2) == 2


def hound(s: Gloomhaven, at: Axial) -> int:
    """A summon of the ally, with an attack of 2."""
    kind = next(kind for (name, _), kind in SUMMON_OF.items() if name == "tattered-wolf")
    figure = s.enter(HEROES, SUMMON, kind, 0, 1, 5, place(s, at))
    s.owner[figure] = 1
    return figure


@by_hand("The Hunt Begins", "bottom")
def the_hunt_begins() -> None:
    s = doomed("The Hunt Begins", [(1, 0)])
    wolf = hound(s, (2, 0))
    assert lost_hp(play(s.clone(), "summon_turn", wolf).state, 2) == 4
    assert ally_strikes(s, 2) == 2


@by_hand("Expose", "bottom")
def expose_bottom() -> None:
    def elite(s: Gloomhaven) -> None:
        s.rank[2] = s.rank[3] = 1  # an elite guard has a shield

    s = doomed("Expose", [(1, 0), (-1, 1)], change=elite)
    assert [ally_strikes(s.clone(), f) for f in (2, 3)] == [2, 1]
    assert blow(s, 0, 2) == 2


@by_hand("Expose", "top")
def expose_top() -> None:
    def unseen(s: Gloomhaven) -> None:
        s.conditions[2] = condition("invisible")

    s = over(played(ME, "Expose", "top", [(1, 0), (0, -1)], change=unseen))
    assert (named_conditions(s, 2), s.xp[0]) == (set(), 2)

    def hide(t: T) -> Flow[None]:
        for figure in (1, 2):
            give(t, figure, condition("invisible"))
        yield from ()

    hidden = carry_out(s.clone(), hide).state
    assert (named_conditions(hidden, 2), named_conditions(hidden, 1)) == (set(), {"invisible"})
    s = over(again(s, "Vital Charge", "bottom", 2))
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[2, "yes"])
    assert len(over(game).drawn[0]) == 2, "two cards, the better one counts"
    game = play(game.state, "half", 0, game.state.hand[0][0], "attack", answers=[2])
    assert asked(game) == HALT, "one attack in a turn"
    assert asked(play(game.state, "half", 0, game.state.hand[0][0], "attack", answers=[3])) == HALT, "not doomed"


@by_hand("Singular Focus", "bottom")
def singular_focus() -> None:
    s = doomed("Singular Focus", [(1, 0), (0, -1)])
    later = over(play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]))
    assert len(later.drawn[0]) == 2
    assert len(over(play(s, "half", 0, s.hand[0][0], "attack", answers=[3])).drawn[0]) == 1


@by_hand("Crashing Wave", "bottom")
def crashing_wave() -> None:
    s = doomed("Crashing Wave", [(1, 0), (0, -1)])
    later = over(play(s, "half", 0, s.hand[0][0], "attack", answers=[2]))
    later = over(play(later, "half", 1, later.hand[1][0], "attack", answers=[2]))
    assert [modifier_kind(c) for c in later.decks[4]].count(MONSTER_CURSE) == 2


@by_hand("Predator and Prey", "bottom")
def predator_and_prey() -> None:
    s = doomed("Predator and Prey", [(3, 0), (3, -1)])
    assert blow(s.clone(), 0, 2, reach=5) == 4, "two more for two hexes to spare"
    assert blow(s, 0, 3, reach=5) == 2


@by_hand("Swift Trickery", "top")
def swift_trickery() -> None:
    s = over(again(doomed("Vital Charge", [(4, 0), (4, -1)]), "Swift Trickery", "top", 2))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)
    s = over(again(doomed("Vital Charge", [(4, 0), (4, -1)]), "Swift Trickery", "top", 3))
    assert (lost_hp(s, 3), s.xp[0]) == (2, 0)


@by_hand("Press the Attack", "top")
def press_the_attack() -> None:
    s = over(again(doomed("Vital Charge", [(4, 0)]), "Press the Attack", "top", 2))
    assert (lost_hp(s, 2), s.xp[0]) == (5, 1)


@by_hand("Relentless Offensive", "bottom")
def relentless_offensive() -> None:
    s = over(played(ME, "Relentless Offensive", "bottom", [(1, 0), (0, -1)]))
    s = over(again(s, "Vital Charge", "bottom", 2))
    assert (blow(s.clone(), 0, 2), blow(s.clone(), 0, 3)) == (4, 2)
    assert blow(play(s, "end_round").state, 0, 2) == 2, "this round only"


@by_hand("Impending End", "bottom")
def impending_end_bottom() -> None:
    s = over(played(ME, "Impending End", "bottom", [(1, 0)]))
    s = over(again(s, "Vital Charge", "bottom", 2))
    assert blow(s, 0, 2) == 5


@by_hand("Fresh Kill", "top")
def fresh_kill() -> None:
    def whole(s: Gloomhaven) -> None:
        s.max_hp[2] = s.hp[2]

    s = over(played(ME, "Fresh Kill", "top", [(4, 0), (4, -1)], 2, change=whole))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)
    s = over(played(ME, "Fresh Kill", "top", [(4, 0), (4, -1)], 3, change=whole))
    assert (lost_hp(s, 3), s.xp[0]) == (2, 0)


@by_hand("Impending End", "top")
def impending_end_top() -> None:
    def nearly(s: Gloomhaven) -> None:
        s.hp[2], s.hp[3] = 6, 7

    s = over(played(ME, "Impending End", "top", [(4, 0), (4, -1)], 2, change=nearly))
    assert (s.in_play(2), s.xp[0]) == (False, 1), "two hit points left are too few"
    s = over(played(ME, "Impending End", "top", [(4, 0), (4, -1)], 3, change=nearly))
    assert (s.hp[3], s.xp[0]) == (3, 0)


@by_hand("Wild Command", "bottom")
def wild_command_bottom() -> None:
    s = over(again(doomed("Vital Charge", [(8, 0), (1, 0)]), "Wild Command", "bottom", "stay", 2))
    assert (lost_hp(s, 2), lost_hp(s, 3)) == (2, 0), "at any range"


@by_hand("Wild Command", "top")
def wild_command_top() -> None:
    def with_wolf(s: Gloomhaven) -> None:
        hound(s, (1, 0))
        s.decks[1] = s.decks[1][:1]

    game = played(ME, "Wild Command", "top", [(4, 0)], change=with_wolf)
    game.apply(0, 3)
    game.apply(0, place(game.state, (3, 0)))
    game.apply(0, "stay")
    game.apply(0, 2)
    s = over(game)
    assert (where(s, 3), lost_hp(s, 2)) == ((3, 0), 2)


@by_hand("Darkened Skies", "top")
def darkened_skies_top() -> None:
    foes = [(2, 0), (3, 0), (2, -2), (3, -3), (0, -2), (4, 0)]
    game = played(ME, "Darkened Skies", "top", foes)
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert ([lost_hp(s, f) for f in range(2, 8)], s.xp[0]) == ([3, 3, 3, 3, 3, 0], 2), "one for every two"


# ---------------------------------------------------------------- the doomed die
@by_hand("Vital Charge", "bottom")
def vital_charge() -> None:
    s = dies(doomed("Vital Charge", [(5, 0)]), 2)
    assert (s.hp[0], lies_in(s, "Vital Charge", "discard"), dooms(s)) == (64, True, [])


@by_hand("Felling Swoop", "bottom")
def felling_swoop() -> None:
    s = dies(doomed("Felling Swoop", [(5, 0)]), 2)
    assert (where(s, 0), lies_in(s, "Felling Swoop", "discard")) == ((5, 0), True)


@by_hand("Nature's Hunger", "bottom")
def natures_hunger() -> None:
    s = dies(doomed("Nature's Hunger", [(5, 0)]), 2)
    assert (s.hp[0], s.hp[1]) == (62, 62)


@by_hand("Detonation", "bottom")
def detonation_bottom() -> None:
    s = dies(doomed("Detonation", [(3, 0), (4, 0), (3, 1), (5, 0)]), 2)
    assert [lost_hp(s, f) for f in (3, 4, 5)] == [3, 3, 0]


@by_hand("Frightening Curse", "bottom")
def frightening_curse_bottom() -> None:
    s = doomed("Frightening Curse", [(3, 0), (4, 0), (6, 0)])
    s = dies(s, 2, (5, 0))
    assert (where(s, 3), where(s, 4)) == ((5, 0), (6, 0))


@by_hand("Darkened Skies", "bottom")
def darkened_skies_bottom() -> None:
    s = doomed("Darkened Skies", [(1, 0), (2, 0), (3, 0), (0, -3), (4, 0)])
    s = dies(s, 2, 3, 4, 5)
    assert [lost_hp(s, f) for f in (3, 4, 5, 6)] == [2, 2, 2, 0]


@by_hand("Rising Momentum", "bottom")
def rising_momentum() -> None:
    s = doomed("Rising Momentum", [(3, 0), (5, 0), (8, 0)])
    s = dies(s, 2, 3)
    assert (dooms(s), lies_in(s, "Rising Momentum", "active")) == ([("Rising Momentum", 3)], True)
    s = dies(s, 3)
    assert (dooms(s), lies_in(s, "Rising Momentum", "discard")) == ([], True), "nobody is near"


@by_hand("Frightening Curse", "top")
def frightening_curse_top() -> None:
    s = over(played(ME, "Frightening Curse", "top", [(3, 0), (5, 0), (8, 0)]))
    s = over(again(s, "Rain of Arrows", "bottom", 2))
    s = dies(s, 2, 3)
    assert (dooms(s), s.xp[0]) == ([("Rain of Arrows", 3)], 1)
    assert blow(s.clone(), 0, 3, reach=5) == 4, "the Doom works on"
    s = dies(s, 3)
    assert (dooms(s), lies_in(s, "Rain of Arrows", "discard")) == ([], True)


# ---------------------------------------------------------------- the doomed live
@by_hand("Crippling Noose", "bottom")
def crippling_noose_bottom() -> None:
    s = doomed("Crippling Noose", [(1, 0), (0, -1)])
    for value in (base_attack, base_move):
        assert value(s, 2) == value(s, 3) - 1
    assert base_range(s, 2) == 0, "melee stays melee"


@by_hand("Race to the Grave", "bottom")
def race_to_the_grave() -> None:
    s = doomed("Race to the Grave", [(5, 0)])
    s.conditions[2] = condition("stun")
    assert lost_hp(over(play(s, "monster_turn", 2)), 2) == 2


@by_hand("Sap Life", "bottom")
def sap_life() -> None:
    s = doomed("Sap Life", [(5, 0), (6, 0)])
    s = carry_out(s, lambda t: suffer(t, 2, 1)).state
    assert s.hp[0] == 62
    s = carry_out(s, lambda t: suffer(t, 3, 1)).state
    assert s.hp[0] == 62
    s = carry_out(s, lambda t: suffer(t, 2, 99)).state
    assert (s.hp[0], lies_in(s, "Sap Life", "discard")) == (64, True), "the last time, too"


@by_hand("Inescapable Fate", "bottom")
def inescapable_fate_bottom() -> None:
    def boss(s: Gloomhaven) -> None:
        s.rank[3] = 2

    game = played(ME, "Inescapable Fate", "bottom", [(5, 0), (6, 0)], change=boss)
    assert options(game) == ["nobody", 2], "no boss"
    game.apply(0, 2)
    s = over(game)
    for used in (1, 2):
        s.chosen[0] = s.hand[0][:2]
        s = over(play(s, "start_turn", 0))
        assert [row.used for row in s.bonuses if row.word == "charges"] == [used]
    s.chosen[0] = s.hand[0][:2]
    s = over(play(s, "start_turn", 0))
    assert (s.in_play(2), lies_in(s, "Inescapable Fate", "discard"), s.bonuses) == (False, True, [])


@by_hand("Inescapable Fate", "top")
def inescapable_fate_top() -> None:
    s = over(played(ME, "Inescapable Fate", "top", [(1, 0), (0, -1)]))
    assert s.xp[0] == 2
    s = over(again(s, "Rain of Arrows", "bottom", 2))
    s = over(again(s, "Vital Charge", "bottom", 2))
    assert dooms(s) == [("Rain of Arrows", 2), ("Vital Charge", 2)]
    third = over(again(s.clone(), "Detonation", "bottom", 2, card("Rain of Arrows")))
    assert dooms(third) == [("Vital Charge", 2), ("Detonation", 2)]
    other = over(again(s, "Detonation", "bottom", 3))
    assert dooms(other) == [("Detonation", 3)], "on another enemy both others end"


@by_hand("Lead to Slaughter", "bottom")
def lead_to_slaughter_bottom() -> None:
    s = over(again(doomed("Vital Charge", [(8, 0), (4, 0)]), "Lead to Slaughter", "bottom", "stay", 3))
    assert dooms(s) == [("Vital Charge", 3)]


@by_hand("Lead to Slaughter", "top")
def lead_to_slaughter_top() -> None:
    game = played(ME, "Lead to Slaughter", "top", [(6, 0)], 2)
    away = game.state.ground().row(game.state.hex[1])
    ends = [h for h in options(game) if not isinstance(h, str)]
    assert {away[h] for h in ends} == {5, 4, 3}, "straight toward the ally"
    nearest = min(ends, key=lambda h: away[h])
    game.apply(0, nearest)
    s = over(game)
    assert (lost_hp(s, 2), s.hex[2]) == (4, nearest)


# ---------------------------------------------------------------- traps
def trapped(name: str, foes: list[Axial]) -> Gloomhaven:
    """A trap lies on (1, 0), and the first enemy walks into it."""
    s = over(played(ME, name, "top", foes, (1, 0)))
    assert place(s, (1, 0)) in s.traps

    def step(t: T) -> Flow[None]:
        yield from enter(t, 2, place(t.state, (1, 0)), WALK, 2)

    return carry_out(s, step).state


@by_hand("Crippling Noose", "top")
def crippling_noose_top() -> None:
    s = trapped("Crippling Noose", [(2, 0)])
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (4, {"stun"}, 2)


@by_hand("Foot Snare", "top")
def foot_snare() -> None:
    s = trapped("Foot Snare", [(2, 0)])
    assert (lost_hp(s, 2), named_conditions(s, 2)) == (2, {"immobilize"})


@by_hand("Detonation", "top")
def detonation_top() -> None:
    s = trapped("Detonation", [(2, 0), (1, -1), (3, 0)])
    assert ([lost_hp(s, f) for f in (0, 1, 2, 3, 4)], s.xp[0]) == ([0, 0, 3, 2, 0], 2)


@by_hand("Flight of Flame", "top")
def flight_of_flame() -> None:
    s = trapped("Flight of Flame", [(2, 0), (1, -1), (3, 0)])
    assert [lost_hp(s, f) for f in (2, 3)] == [2, 0]
    assert [named_conditions(s, f) for f in (0, 2, 3, 4)] == [set(), {"wound"}, {"wound"}, set()]
