"""Halves of the Cragheart that need words of their own."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import Axial, asked, card, options, place, play, where
from grimtable.games.gloomhaven.components import OBSTACLE
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "cragheart"
AIR, EARTH = 2, 3


def rocks(*places: Axial) -> Callable[[Gloomhaven], None]:
    def put(s: Gloomhaven) -> None:
        for at in places:
            s.terrain[place(s, at)] |= OBSTACLE

    return put


def rock_at(s: Gloomhaven, at: Axial) -> bool:
    return bool(s.terrain[place(s, at)] & OBSTACLE)


@by_hand("Avalanche", "bottom")
def avalanche() -> None:
    s = over(played(ME, "Avalanche", "bottom", [], ((1, 0),), ((1, -1),)))
    assert rock_at(s, (1, 0))
    assert rock_at(s, (1, -1))
    assert s.infused == 1 << EARTH


@by_hand("Rumbling Advance", "bottom")
def rumbling_advance() -> None:
    game = played(ME, "Rumbling Advance", "bottom", [(1, 0), (3, 0)], "stay")
    game.apply(1, "suffer")
    s = over(game)
    assert [lost_hp(s, f) for f in (0, 1, 2, 3)] == [0, 1, 1, 0]
    assert s.infused == 1 << EARTH


@by_hand("Massive Boulder", "top")
def massive_boulder() -> None:
    s = over(played(ME, "Massive Boulder", "top", [(3, 0), (3, -1), (-1, 0)], 2))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [3, 1, 0]
    assert s.infused == 1 << EARTH


@by_hand("Backup Ammunition", "top")
def backup_ammunition() -> None:
    s = over(played(ME, "Backup Ammunition", "top", [(3, 0), (3, -3), (1, 0)]))
    game = play(s, "half", 0, card("Earthen Clod"), "top", answers=[2, 3])
    assert [lost_hp(game.state, f) for f in (2, 3, 4)] == [2, 2, 0]
    assert [row.used for row in game.state.bonuses] == [1]
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[4])
    assert [row.used for row in game.state.bonuses] == [0] or lost_hp(game.state, 4) == 2


@by_hand("Rock Tunnel", "top")
def rock_tunnel_top() -> None:
    s = over(played(ME, "Rock Tunnel", "top", [], (1, 0), change=rocks((1, 0), (3, 0))))
    assert (rock_at(s, (1, 0)), rock_at(s, (3, 0)), s.xp[0]) == (False, True, 1)


@by_hand("Rock Tunnel", "bottom")
def rock_tunnel_bottom() -> None:
    s = over(played(ME, "Rock Tunnel", "bottom", [(1, 0), (-1, 0)], (1, 0), (2, 0), "stay"))
    assert named_conditions(s, 2) == {"immobilize"}
    assert named_conditions(s, 3) == set()
    assert s.xp[0] == 1


@by_hand("Unstable Upheaval", "top")
def unstable_upheaval_top() -> None:
    game = played(ME, "Unstable Upheaval", "top", [(1, 0), (2, 0), (3, 0)], EARTH, 2, "suffer", elements="earth")
    s = over(game)
    assert [lost_hp(s, f) for f in (0, 1, 2, 3, 4)] == [0, 2, 3, 3, 0]
    assert s.xp[0] == 2


@by_hand("Unstable Upheaval", "bottom")
def unstable_upheaval_bottom() -> None:
    s = over(played(ME, "Unstable Upheaval", "bottom", [], "suffer"))
    assert lost_hp(s, 1) == 1
    assert [(row.word, row.value, row.whom) for row in s.bonuses] == [("shield", 2, "all_allies")]
    assert (s.xp[0], lies_in(s, "Unstable Upheaval", "active")) == (2, True)


@by_hand("Crater", "bottom")
def crater() -> None:
    game = played(ME, "Crater", "bottom", [(1, 0), (4, 0)], elements="earth")
    game.apply(1, "suffer")
    for given in ((3, 0), "stay", EARTH):
        game.apply(0, place(game.state, given) if isinstance(given, tuple) else given)
    s = over(game)
    assert [lost_hp(s, f) for f in (1, 2, 3)] == [1, 1, 2]
    assert (where(s, 0), s.xp[0]) == ((3, 0), 2)


@by_hand("Dirt Tornado", "top")
def dirt_tornado() -> None:
    game = played(ME, "Dirt Tornado", "top", [(0, 2), (1, 1)], EARTH, elements="earth")
    wide = max(options(game), key=lambda spot: len([f for f in (1, 2, 3) if game.state.hex[f] in spot]))
    game.apply(0, wide)
    game.apply(0, 2)
    s = over(game)
    assert [lost_hp(s, f) for f in (1, 2, 3)] == [0, 2, 2]
    assert all(named_conditions(s, f) == {"muddle"} for f in (1, 2, 3))
    assert (named_conditions(s, 0), s.xp[0]) == (set(), 1)


@by_hand("Cataclysm", "top")
def cataclysm() -> None:
    game = played(ME, "Cataclysm", "top", [(1, 0)], EARTH, elements="earth")
    spots = [spot for spot in options(game) if game.state.hex[2] in spot]
    game.apply(0, spots[0])
    s = over(game)
    assert (lost_hp(s, 2), s.xp[0]) == (6, 2)
    assert named_conditions(s, 2) == {"immobilize"}
    assert named_conditions(s, 1) == ({"immobilize"} if s.hex[1] in spots[0] else set())


@by_hand("Heaving Swing", "top")
def heaving_swing() -> None:
    s = over(played(ME, "Heaving Swing", "top", [(1, 0)], 2, (2, 0), change=rocks((2, 0))))
    assert (lost_hp(s, 2), s.xp[0], where(s, 2), rock_at(s, (2, 0))) == (5, 1, (2, 0), False)


@by_hand("Pulverize", "top")
def pulverize() -> None:
    s = over(played(ME, "Pulverize", "top", [(1, 0)], (2, 0), (3, 0), change=rocks((2, 0))))
    assert (lost_hp(s, 2), s.xp[0], where(s, 2)) == (5, 1, (3, 0))
    assert lies_in(s, "Pulverize", "lost")


@by_hand("Nature's Lift", "bottom")
def natures_lift() -> None:
    s = over(played(ME, "Nature's Lift", "bottom", [(5, 0)]))
    s.elements = (0, 0, 2, 0, 0, 0)
    game = play(s, "half", 0, card("Crater"), "top", answers=[AIR, 2])
    assert lost_hp(game.state, 2) == 3, "range 3 and 2 more"
    assert [row.used for row in game.state.bonuses] == [1]


@by_hand("Explosive Punch", "top")
def explosive_punch() -> None:
    s = over(played(ME, "Explosive Punch", "top", [(2, 0), (2, -1), (-1, 0)], (1, 0), 2, change=rocks((1, 0))))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [4, 4, 0]
    assert (s.xp[0], s.infused, rock_at(s, (1, 0))) == (2, 1 << EARTH, False)


@by_hand("Sentient Growth", "top")
def sentient_growth() -> None:
    game = played(ME, "Sentient Growth", "top", [(1, 1)])
    both = next(o for o in options(game) if game.state.hex[1] in o and game.state.hex[2] in o)
    game.apply(0, both)
    s = over(game)
    assert (lost_hp(s, 2), s.hp[1]) == (2, 62)


@by_hand("Clear the Way", "top")
def clear_the_way_top() -> None:
    game = played(ME, "Clear the Way", "top", [(3, 0)], EARTH, (1, 0), change=rocks((1, 0)), elements="earth")
    game.apply(0, (place(game.state, (2, 0)),))
    s = over(game)
    assert (rock_at(s, (1, 0)), rock_at(s, (2, 0)), lost_hp(s, 2), s.xp[0]) == (False, True, 3, 2)


@by_hand("Clear the Way", "bottom")
def clear_the_way_bottom() -> None:
    game = played(ME, "Clear the Way", "bottom", [], (1, 0), (2, 0), "stay", change=rocks((1, 0), (0, -1)))
    s = over(game)
    assert (rock_at(s, (1, 0)), rock_at(s, (0, -1)), s.xp[0]) == (False, True, 2)


@by_hand("Rock Slide", "top")
def rock_slide_top() -> None:
    s = over(played(ME, "Rock Slide", "top", [(4, 0)], ((3, 0),), ((3, -3),), ()))
    assert (rock_at(s, (3, 0)), rock_at(s, (3, -3)), lost_hp(s, 2)) == (True, True, 2)
    assert (s.xp[0], s.infused) == (1, 1 << EARTH)


@by_hand("Rock Slide", "bottom")
def rock_slide_bottom() -> None:
    game = played(ME, "Rock Slide", "bottom", [(0, -2)])
    places = {game.state.layout().axial[at] for at in options(game) if at != "stay"}
    assert (6, 0) in places
    assert (7, 0) not in places
    assert (2, 1) not in places, "not straight"
    assert (0, -3) not in places, "an enemy is in the way"


@by_hand("Rocky End", "top")
def rocky_end_top() -> None:
    around = rocks((2, 0), (-1, 0), (0, -3))
    s = over(played(ME, "Rocky End", "top", [(1, 0)], "keep", 2, change=around, elements="earth"))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 2)
    s = over(played(ME, "Rocky End", "top", [(1, 0)], EARTH, 2, change=around, elements="earth"))
    assert (lost_hp(s, 2), s.xp[0]) == (6, 3)


@by_hand("Rocky End", "bottom")
def rocky_end_bottom() -> None:
    game = played(ME, "Rocky End", "bottom", [], change=rocks((4, 0)))
    places = {game.state.layout().axial[at] for at in options(game) if at != "stay"}
    assert places == {(3, 0), (4, -1), (3, 1), (4, 1), (5, -1), (5, 0)}


@by_hand("Kinetic Assault", "bottom")
def kinetic_assault() -> None:
    s = over(played(ME, "Kinetic Assault", "bottom", []))
    assert [(row.word, row.value, row.reach, row.until) for row in s.bonuses] == [("retaliate", 3, 3, "round")]
    assert s.xp[0] == 2


@by_hand("Petrify", "top")
def petrify() -> None:
    s = over(played(ME, "Petrify", "top", [(4, 0)], 2, ((4, 0),)))
    assert not s.in_play(2)
    assert rock_at(s, (4, 0))
    assert (s.xp[0], s.infused) == (2, 1 << EARTH)


@by_hand("Stone Pummel", "bottom")
def stone_pummel() -> None:
    s = over(played(ME, "Stone Pummel", "bottom", [(1, 0)], change=rocks((-1, 0))))
    s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2, place(s, (-1, 0))]).state
    assert (lost_hp(s, 2), rock_at(s, (-1, 0)), [row.used for row in s.bonuses]) == (5, False, [1])


@by_hand("Dig Pit", "top")
def dig_pit() -> None:
    s = over(played(ME, "Dig Pit", "top", [(1, 0), (3, 0)], (-1, 1)))
    assert s.traps[place(s, (-1, 1))][0] == 2
    assert [named_conditions(s, f) for f in (2, 3)] == [{"muddle"}, set()]


@by_hand("Cataclysm", "bottom")
def cataclysm_bottom() -> None:
    s = over(played(ME, "Cataclysm", "bottom", [], EARTH, (-6, 0), elements="earth"))
    assert where(s, 0) == (-6, 0)


@by_hand("Meteor", "top")
def meteor() -> None:
    game = played(ME, "Meteor", "top", [(4, 0), (-1, 0)])
    game.apply(0, tuple(sorted(place(game.state, at) for at in ((2, 0), (3, 0), (3, -1)))))
    game.apply(0, 2)
    s = over(game)
    assert all(rock_at(s, at) for at in ((2, 0), (3, 0), (3, -1)))
    assert [lost_hp(s, f) for f in (2, 3)] == [4, 0]
    assert (named_conditions(s, 2), s.xp[0], s.infused) == ({"immobilize"}, 2, 1 << EARTH)


@by_hand("Brutal Momentum", "top")
def brutal_momentum_top() -> None:
    wall = rocks((2, 0), (2, -1), (1, 1))
    s = over(played(ME, "Brutal Momentum", "top", [(1, 0)], 2, change=wall))
    assert (lost_hp(s, 2), s.xp[0]) == (3 + 4, 2)
    s = over(played(ME, "Brutal Momentum", "top", [(1, 0)], 2, (2, 0), (3, 0)))
    assert (lost_hp(s, 2), s.xp[0], where(s, 2)) == (3, 0, (3, 0))


@by_hand("Brutal Momentum", "bottom")
def brutal_momentum_bottom() -> None:
    s = over(played(ME, "Brutal Momentum", "bottom", [(3, 0), (1, 0)], EARTH, elements="earth"))
    assert s.xp[0] == 1
    ranged = play(s.clone(), "half", 0, card("Crater"), "top", answers=[2]).state
    assert lost_hp(ranged, 2) == 5
    melee = play(s, "half", 0, s.hand[0][0], "attack", answers=[3]).state
    assert lost_hp(melee, 3) == 2


@by_hand("Blind Destruction", "top")
def blind_destruction_top() -> None:
    s = over(played(ME, "Blind Destruction", "top", [(3, 0), (3, -1)], 2))
    assert [lost_hp(s, f) for f in (2, 3)] == [4, 4]


@by_hand("Blind Destruction", "bottom")
def blind_destruction_bottom() -> None:
    game = played(ME, "Blind Destruction", "bottom", [(3, 0), (-3, 0)], (2, 0), "stay")
    while asked(game) == "negate":
        game.apply(1, "suffer")
    s = over(game)
    assert (lost_hp(s, 2), lost_hp(s, 3), s.infused) == (2, 0, 1 << EARTH)


@by_hand("Lumbering Bash", "bottom")
def lumbering_bash() -> None:
    s = over(played(ME, "Lumbering Bash", "bottom", []))
    game = play(s, "start_turn", 0, answers=[1])
    assert game.state.hp[1] == 62
    assert [row.used for row in game.state.bonuses] == [1]
