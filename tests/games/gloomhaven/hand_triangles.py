"""Halves of the Elementalist that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import HALT, asked, blow, card, options, place, play, where
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "triangles"
FIRE, ICE, AIR, EARTH, LIGHT, DARK = range(6)


def infused(s: Gloomhaven) -> set[int]:
    return {element for element in range(6) if s.infused >> element & 1}


def further(name: str, half: str, *answers: object, elements: str = "") -> None:
    """A move with everything the elements add to it ends this far away, and gives this experience."""
    *consumed, to, xp = answers
    s = over(played(ME, name, half, [], *consumed, to, elements=elements))
    assert (where(s, 0), s.xp[0], sum(s.elements)) == (to, xp, 0)


@by_hand("Raw Enhancement", "bottom")
def raw_enhancement() -> None:
    further("Raw Enhancement", "bottom", ICE, EARTH, (7, 0), 1, elements="ice earth")


@by_hand("Pure Augmentation", "bottom")
def pure_augmentation() -> None:
    further("Pure Augmentation", "bottom", AIR, FIRE, (7, 0), 1, elements="air fire")


@by_hand("Formless Power", "top")
def formless_power_top() -> None:
    game = played(ME, "Formless Power", "top", [(4, 0)], DARK, LIGHT, elements="dark light")
    game.apply(0, 2)
    s = over(game)
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1), "one more, one further, for each element"
    assert asked(played(ME, "Formless Power", "top", [(4, 0)])) == HALT, "too far without elements"


@by_hand("Formless Power", "bottom")
def formless_power_bottom() -> None:
    s = over(played(ME, "Formless Power", "bottom", [(1, 0)]))
    assert s.xp[0] == 2
    s.elements = (2, 0, 0, 0, 0, 0)
    stronger = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[FIRE, 2]).state
    assert (lost_hp(stronger, 2), stronger.elements[FIRE]) == (3, 0)
    plain = play(s, "half", 0, s.hand[0][0], "attack", answers=["keep", 2]).state
    assert (lost_hp(plain, 2), plain.elements[FIRE]) == (2, 2)


@by_hand("Shaping the Ether", "top")
def shaping_the_ether_top() -> None:
    game = played(ME, "Shaping the Ether", "top", [(2, 0), (0, -2)], *range(2), elements="fire ice")
    assert asked(game) == "target"
    game.apply(0, 2)
    s = over(game)
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (3, {"stun"}, 1)
    game = played(ME, "Shaping the Ether", "top", [(2, 0), (0, -2)], AIR, EARTH, 2, elements="air earth")
    for to in ((3, 0), (4, 0), (5, 0)):
        game.apply(0, place(game.state, to))
    game.apply(0, 3)
    game.apply(0, "stay")
    s = over(game)
    assert (where(s, 2), lost_hp(s, 2), lost_hp(s, 3)) == ((5, 0), 1, 1)


@by_hand("Shaping the Ether", "bottom")
def shaping_the_ether_bottom() -> None:
    s = over(played(ME, "Shaping the Ether", "bottom", [(1, 0)]))
    weaker = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert lost_hp(weaker, 2) == 1
    later = play(s, "end_turn", 0, answers=["yes", EARTH]).state
    assert later.elements == (0, 0, 0, 2, 0, 0)


@by_hand("Tremulant Cyclone", "top")
def tremulant_cyclone() -> None:
    game = played(ME, "Tremulant Cyclone", "top", [(3, 0)], AIR, elements="air")
    game.apply(0, options(game)[1])
    game.apply(0, place(game.state, (4, 0)))
    s = over(game)
    assert (lost_hp(s, 2), where(s, 2), s.xp[0]) == (2, (4, 0), 1)


@by_hand("Infernal Vortex", "top")
def infernal_vortex() -> None:
    s = over(played(ME, "Infernal Vortex", "top", [(1, 0), (2, 0), (0, -2), (3, 0)], 3))
    assert [lost_hp(s, f) for f in (2, 3, 4, 5)] == [0, 4, 4, 0]
    assert (infused(s), s.xp[0], lies_in(s, "Infernal Vortex", "lost")) == ({FIRE, AIR}, 1, True)


@by_hand("Lava Eruption", "top")
def lava_eruption() -> None:
    s = over(played(ME, "Lava Eruption", "top", [(2, 0), (4, 0), (5, 0)], 2))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [1, 1, 0]
    assert (infused(s), s.xp[0]) == ({FIRE, EARTH}, 1)
    beside = over(played(ME, "Lava Eruption", "top", [(1, 0)]))
    assert len(beside.drawn[0]) == 2, "a ranged attack: disadvantage against somebody adjacent"


@by_hand("Frigid Torrent", "top")
def frigid_torrent() -> None:
    s = over(played(ME, "Frigid Torrent", "top", [(1, 0), (0, -1)], EARTH, 2, 3, elements="earth"))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([3, 3], 1)


@by_hand("Frigid Torrent", "bottom")
def frigid_torrent_bottom() -> None:
    game = played(ME, "Frigid Torrent", "bottom", [(3, 0)])
    game.apply(0, options(game)[1])
    game.apply(0, place(game.state, (2, 0)))
    s = over(game)
    assert (lost_hp(s, 2), where(s, 2), infused(s), s.xp[0]) == (3, (1, 0), {ICE, AIR}, 1)


@by_hand("Malleable Evocation", "top")
def malleable_evocation_top() -> None:
    answers = (FIRE, AIR, ICE, EARTH, 2, 3)
    s = over(played(ME, "Malleable Evocation", "top", [(2, 0), (0, -2)], *answers, elements="fire air ice earth"))
    assert [lost_hp(s, f) for f in (2, 3)] == [4, 4]
    assert named_conditions(s, 2) == named_conditions(s, 3) == {"wound", "immobilize", "poison"}
    assert s.xp[0] == 1


@by_hand("Malleable Evocation", "bottom")
def malleable_evocation_bottom() -> None:
    answers = (FIRE, AIR, (5, 0), ICE, EARTH)
    s = over(played(ME, "Malleable Evocation", "bottom", [(1, 0)], *answers, elements="fire air ice earth"))
    assert (where(s, 0), s.hp[0]) == ((5, 0), 62), "jumped over the enemy"
    assert [(row.word, row.value) for row in s.bonuses] == [("shield", 1)]
    assert lies_in(s, "Malleable Evocation", "active")
    s = over(played(ME, "Malleable Evocation", "bottom", [], (2, 0)))
    assert lies_in(s, "Malleable Evocation", "discard"), "nothing of it stays"


@by_hand("Encompassing Shadow", "top")
def encompassing_shadow_top() -> None:
    s = over(played(ME, "Encompassing Shadow", "top", [], 1))
    assert (named_conditions(s, 1), infused(s)) == ({"invisible"}, {DARK})


@by_hand("Encompassing Shadow", "bottom")
def encompassing_shadow_bottom() -> None:
    s = over(played(ME, "Encompassing Shadow", "bottom", [(1, 0)], "stay"))
    assert blow(s.clone(), 2, 0, "+1 -1") == 1, "the worse of two cards"
    assert blow(s, 2, 1, "+1 -1") == 3, "the ally has no shadow"


@by_hand("Chain Lightning", "top")
def chain_lightning() -> None:
    foes = [(2, 0), (4, 0), (6, 0), (8, 0), (0, -3)]
    s = over(played(ME, "Chain Lightning", "top", foes, LIGHT, AIR, 2, 3, 4, 5, elements="light air"))
    assert [lost_hp(s, f) for f in range(2, 7)] == [5, 4, 3, 2, 0]
    assert (s.xp[0], lies_in(s, "Chain Lightning", "lost")) == (2, True)
    game = played(ME, "Chain Lightning", "top", foes, 2, 3)
    assert options(game) == ["nobody", 4], "from the target before, and nobody twice"
    game.apply(0, 4)
    assert [lost_hp(over(game), f) for f in range(2, 7)] == [4, 3, 2, 0, 0]
    assert asked(played(ME, "Chain Lightning", "top", foes, 2, "nobody")) == HALT


@by_hand("Gravel Vortex", "bottom")
def gravel_vortex() -> None:
    s = over(played(ME, "Gravel Vortex", "bottom", [], FIRE, elements="fire ice"))
    assert (s.coins[0], sum(s.elements)) == (2, 0)
    assert over(played(ME, "Gravel Vortex", "bottom", [], elements="fire")).coins[0] == 1, "one element is too few"


@by_hand("Winter's Edge", "top")
def winters_edge() -> None:
    game = played(ME, "Winter's Edge", "top", [(4, 0)], ICE, 2, elements="ice air")
    s = over(game)
    assert (lost_hp(s, 2), s.xp[0]) == (5, 1)


@by_hand("Eye of the Hurricane", "top")
def eye_of_the_hurricane_top() -> None:
    s = over(played(ME, "Eye of the Hurricane", "top", [(0, 3), (0, 4), (2, -2)], 1))
    assert (s.hp[1], [lost_hp(s, f) for f in (2, 3, 4)]) == (63, [2, 0, 0])
    assert (infused(s), s.xp[0]) == ({ICE, AIR}, 1)


@by_hand("Eye of the Hurricane", "bottom")
def eye_of_the_hurricane_bottom() -> None:
    further("Eye of the Hurricane", "bottom", FIRE, AIR, (6, 0), 1, elements="fire air")


@by_hand("Simulacrum", "top")
def simulacrum_top() -> None:
    answers = (FIRE, ICE, AIR, EARTH, LIGHT, 2, 3)
    everything = "fire ice air earth light dark"
    s = over(played(ME, "Simulacrum", "top", [(2, 0), (0, -2)], *answers, elements=everything))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([5, 5], 3)
    assert named_conditions(s, 2) == {"immobilize", "muddle"}


@by_hand("Simulacrum", "bottom")
def simulacrum_bottom() -> None:
    s = over(played(ME, "Simulacrum", "bottom", [(5, 0)], (1, 0)))
    double = len(s.hex) - 1
    assert (s.hp[double], infused(s), s.xp[0]) == (10, {EARTH}, 1)
    s.put(double, place(s, (4, 0)))
    far = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[double, 2])
    assert lost_hp(over(far), 2) == 2
    assert (where(far.state, 0), where(far.state, double)) == ((0, 0), (4, 0)), "everybody stands where they stood"
    assert asked(play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=["nobody"])) == HALT, "too far"
    acted = play(s, "summon_turn", double)
    assert (lost_hp(acted.state, 2), acted.state.drawn[0]) == (0, ()), "it does not attack itself"


@by_hand("Vengeance", "top")
def vengeance_top() -> None:
    def elite(s: Gloomhaven) -> None:
        s.rank[3] = 1

    game = played(ME, "Vengeance", "top", [(2, 0), (3, 0), (5, 0)], DARK, elements="dark fire", change=elite)
    around = game.state.hex[2:4]
    game.apply(0, next(spot for spot in options(game) if {*around} <= {*spot}))
    game.apply(0, 2)
    s = over(game)
    assert ([s.in_play(f) for f in (2, 3, 4)], lost_hp(s, 3), s.xp[0]) == ([False, True, True], 1, 1), (
        "an elite is attacked"
    )


@by_hand("Vengeance", "bottom")
def vengeance_bottom() -> None:
    s = over(played(ME, "Vengeance", "bottom", [], "stay", LIGHT, 1, elements="light ice"))
    (row,) = s.bonuses
    assert (row.word, row.value, row.aim, s.xp[0]) == ("retaliate", 3, 1, 1)


@by_hand("Pragmatic Reinforcement", "top")
def pragmatic_reinforcement_top() -> None:
    def spent(s: Gloomhaven) -> None:
        s.discard[1], s.hand[1] = s.hand[1][:1], s.hand[1][1:]

    answers = (ICE, EARTH, LIGHT, 1)
    game = played(ME, "Pragmatic Reinforcement", "top", [], *answers, elements="ice earth light", change=spent)
    game.apply(1, options(game)[1])
    s = over(game)
    assert (s.hp[1], s.discard[1], s.xp[0]) == (65, (), 1)
    (row,) = s.bonuses
    assert (row.word, row.value, row.aim, row.until) == ("shield", 1, 1, "round")
    assert lies_in(s, "Pragmatic Reinforcement", "active")


@by_hand("Pragmatic Reinforcement", "bottom")
def pragmatic_reinforcement_bottom() -> None:
    s = over(played(ME, "Pragmatic Reinforcement", "bottom", [(6, 0)], FIRE, AIR, DARK, 2, elements="fire air dark"))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (5, {"poison", "wound"}, 1)


@by_hand("Volatile Consumption", "top")
def volatile_consumption_top() -> None:
    s = over(played(ME, "Volatile Consumption", "top", [(2, 0), (1, 0)]))
    assert s.xp[0] == 2
    flash, hail = card("Gravel Vortex"), card("Stoking Hail")
    s.to_play, s.elements = (flash, hail), (2, 2, 0, 0, 0, 0)
    game = play(s.clone(), "half", 0, flash, "bottom", answers=[FIRE, "yes", "suffer_damage", 2])
    assert (lost_hp(over(game), 2), game.state.coins[0]) == (1, 2)
    game = play(s.clone(), "half", 0, flash, "bottom", answers=[FIRE, "yes", "heal", 0])
    assert over(game).hp[0] == 61
    game = play(s, "half", 0, hail, "top", answers=["keep", 2])
    assert asked(game) == HALT, "nothing was consumed"


@by_hand("Volatile Consumption", "bottom")
def volatile_consumption_bottom() -> None:
    answers = (FIRE, AIR, ICE, (2, 0), (4, 0), "stay")
    s = over(played(ME, "Volatile Consumption", "bottom", [(2, 0)], *answers, elements="fire air ice earth"))
    assert (where(s, 0), named_conditions(s, 2), s.xp[0]) == ((4, 0), {"wound", "immobilize"}, 2)


@by_hand("Elemental Aegis", "top")
def elemental_aegis() -> None:
    s = over(played(ME, "Elemental Aegis", "top", [(1, 0)], FIRE, ICE, AIR, "keep", elements="fire ice air earth"))
    (row,) = s.bonuses
    assert (row.word, row.value, row.until, s.xp[0]) == ("shield", 5, "round", 2)


@by_hand("Ethereal Manifestation", "bottom")
def ethereal_manifestation() -> None:
    answers = (FIRE, 2, AIR, (0, -3), ICE, EARTH, 0)
    s = over(played(ME, "Ethereal Manifestation", "bottom", [(3, 0)], *answers, elements="fire air ice earth"))
    assert (lost_hp(s, 2), where(s, 0), s.hp[0]) == (3, (0, -3), 63)


@by_hand("Eternal Equilibrium", "top")
def eternal_equilibrium_top() -> None:
    game = played(ME, "Eternal Equilibrium", "top", [(2, 0), (3, 0), (4, 0)], DARK, LIGHT, 2, elements="dark light")
    s = over(game)
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([4, 4, 0], 2)
    assert (named_conditions(s, 2), len(s.decks[4])) == ({"muddle"}, 22)


@by_hand("Eternal Equilibrium", "bottom")
def eternal_equilibrium_bottom() -> None:
    s = over(played(ME, "Eternal Equilibrium", "bottom", [], FIRE, ICE, 1, elements="fire ice"))
    assert [(row.word, row.value, row.aim) for row in s.bonuses] == [("retaliate", 2, 1), ("shield", 2, 1)]
    assert (s.hp[1], s.xp[0]) == (64, 2)
