"""Halves of the Nightshroud that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.struck import AIR, DARK, LIGHT, default_attack, struck
from games.gloomhaven.table import HALT, asked, condition, events, options, place, play, where
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "eclipse"
FOE = [(1, 0)]


def unseen(s: Gloomhaven) -> None:
    s.conditions[0] |= condition("invisible")


def elite(s: Gloomhaven) -> None:
    s.rank[2] = 1


def gone(s: Gloomhaven, figure: int) -> bool:
    return s.hex[figure] == NONE


# ---------------------------------------------------------------- cards that stay
@by_hand("Black Knives", "top")
def black_knives() -> None:
    s = over(played(ME, "Black Knives", "top", [(1, 0), (3, 0)]))
    seen = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2])
    assert (lost_hp(over(seen), 2), seen.state.xp[0]) == (2, 0), "only while invisible"
    unseen(s)
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[2, 3])
    s = over(game)
    assert (lost_hp(s, 2), lost_hp(s, 3), s.xp[0], s.bonuses[0].used) == (2, 2, 1, 1)


@by_hand("Wings of the Night", "bottom")
def wings_of_the_night() -> None:
    s = over(played(ME, "Wings of the Night", "bottom", [(3, 0)]))
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[place(s, (2, 0)), 2])
    s = over(game)
    assert (where(s, 0), lost_hp(s, 2), s.xp[0], s.bonuses[0].used) == ((2, 0), 2, 1, 1)


@by_hand("Claws of the Night", "bottom")
def claws_of_the_night() -> None:
    s = over(played(ME, "Claws of the Night", "bottom", [(3, 0), (3, -1), (5, 0)]))
    unseen(s)
    game = play(s.clone(), "half", 0, s.hand[0][0], "move", answers=[place(s, (2, 0)), 2])
    moved = over(game)
    assert ([lost_hp(moved, f) for f in (2, 3, 4)], moved.xp[0]) == ([2, 2, 0], 1)
    s.conditions[0] = 0
    game = play(s, "half", 0, s.hand[0][0], "move", answers=[place(s, (2, 0))])
    assert over(game).xp[0] == 0, "only while invisible"


@by_hand("Nightfall", "top")
def nightfall_top() -> None:
    s = over(played(ME, "Nightfall", "top", []))
    s = play(s, "end_turn", 0).state
    assert (s.elements[DARK], s.xp[0]) == (2, 1)
    s = play(s, "end_turn", 0).state
    assert s.bonuses[0].used == 1, "nothing to do while it is strong"


@by_hand("Voice of the Night", "top")
def voice_of_the_night_top() -> None:
    s = over(played(ME, "Voice of the Night", "top", FOE))
    assert named_conditions(default_attack(s, 2), 2) == set()
    unseen(s)
    s = default_attack(s, 2)
    assert (named_conditions(s, 2), s.xp[0], s.bonuses[0].used) == ({"stun"}, 1, 1)


@by_hand("Eyes of the Night", "top")
def eyes_of_the_night_top() -> None:
    def hidden(s: Gloomhaven) -> None:
        s.conditions[2] |= condition("invisible")

    s = over(played(ME, "Eyes of the Night", "top", FOE, change=hidden))
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[2])
    assert (lost_hp(game.state, 2), s.xp[0], len(events(game, "modifier"))) == (2, 2, 2)
    s = over(played(ME, "Black Knives", "top", FOE, change=hidden))
    assert asked(play(s, "half", 0, s.hand[0][0], "attack")) == HALT, "nobody sees it without the card"


# ---------------------------------------------------------------- for a turn or a round
@by_hand("Empowering Void", "top")
def empowering_void_top() -> None:
    s = over(played(ME, "Empowering Void", "top", FOE, 2, DARK, elements="dark"))
    assert (lost_hp(s, 2), s.xp[0], lies_in(s, "Empowering Void", "discard")) == (2, 1, True)
    game = play(s.clone(), "half", 0, s.hand[0][0], "move")
    assert place(s, (0, -4)) in options(game)
    assert place(s, (0, -5)) not in options(game)
    s = play(s, "end_turn", 0).state
    game = play(s, "half", 0, s.hand[0][0], "move")
    assert place(s, (0, -3)) not in options(game), "for the rest of the turn"


@by_hand("Empowering Void", "bottom")
def empowering_void_bottom() -> None:
    s = over(played(ME, "Empowering Void", "bottom", FOE, "stay", DARK, elements="dark"))
    assert s.xp[0] == 1
    assert lost_hp(default_attack(s, 2), 2) == 4
    assert lost_hp(default_attack(play(s, "end_turn", 0).state, 2), 2) == 2


@by_hand("Dancing Shadows", "bottom")
def dancing_shadows() -> None:
    s = over(played(ME, "Dancing Shadows", "bottom", FOE))
    assert s.infused == 1 << DARK
    assert lost_hp(struck(s.clone(), 2, 0, 3, cards="+1 -1", answers=["suffer"]), 0) == 2
    assert lost_hp(struck(s, 2, 1, 3, cards="+1 -1", answers=["suffer"]), 1) == 4, "not for allies"


@by_hand("Terror Blade", "bottom")
def terror_blade() -> None:
    s = over(played(ME, "Terror Blade", "bottom", [(0, -5)], (0, -4)))
    assert lies_in(s, "Terror Blade", "active")
    assert lost_hp(struck(s, 2, 0, 3, cards="+1 -1", answers=["suffer"]), 0) == 2


# ---------------------------------------------------------------- attacks
@by_hand("Spirit of the Night", "top")
def spirit_of_the_night() -> None:
    s = over(played(ME, "Spirit of the Night", "top", FOE, DARK, 2, elements="dark"))
    assert (gone(s, 2), s.xp[0]) == (True, 1)
    s = over(played(ME, "Spirit of the Night", "top", FOE, DARK, 2, elements="dark", change=elite))
    assert (lost_hp(s, 2), s.xp[0]) == (3 - 1, 0), "an elite is attacked, it has a shield"
    s = over(played(ME, "Spirit of the Night", "top", FOE, "keep", 2, elements="dark"))
    assert lost_hp(s, 2) == 3


@by_hand("Swallowed by Fear", "top")
def swallowed_by_fear() -> None:
    s = over(played(ME, "Swallowed by Fear", "top", FOE, DARK, 2, elements="dark air", change=elite))
    assert (gone(s, 2), s.xp[0], s.elements[DARK], s.elements[AIR]) == (True, 1, 0, 0)
    s = over(played(ME, "Swallowed by Fear", "top", FOE, 2, elements="dark"))
    assert lost_hp(s, 2) == 2, "it takes two elements"


@by_hand("Angel of Death", "top")
def angel_of_death_top() -> None:
    game = played(ME, "Angel of Death", "top", [(1, 0), (1, -1), (0, -1)], DARK, elements="dark", change=elite)
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert (lost_hp(s, 2), gone(s, 3), gone(s, 4), s.xp[0]) == (4 - 1, True, True, 4)


@by_hand("Angel of Death", "bottom")
def angel_of_death_bottom() -> None:
    game = played(ME, "Angel of Death", "bottom", [(1, 0), (2, 0)], "stay", DARK, elements="dark")
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    s = over(game)
    assert (gone(s, 2), s.xp[0]) == (True, 1)


def stronger_unseen(name: str, plain: int, more: int, *answers: object) -> Gloomhaven:
    s = over(played(ME, name, "top", FOE, 2))
    assert (lost_hp(s, 2), s.xp[0]) == (plain, 0)
    s = over(played(ME, name, "top", FOE, *answers, 2, change=unseen))
    assert (lost_hp(s, 2), s.xp[0]) == (plain + more, 1)
    return s


@by_hand("Silent Force", "top")
def silent_force() -> None:
    stronger_unseen("Silent Force", 3, 2)


@by_hand("Grim Sustenance", "top")
def grim_sustenance() -> None:
    stronger_unseen("Grim Sustenance", 2, 2)
    s = over(played(ME, "Grim Sustenance", "top", FOE, 2))
    assert named_conditions(s, 0) == {"invisible"}, "afterwards"


@by_hand("Quiet Frenzy", "top")
def quiet_frenzy() -> None:
    stronger_unseen("Quiet Frenzy", 3, 2)
    s = over(played(ME, "Quiet Frenzy", "top", FOE, DARK, 2, elements="dark", change=unseen))
    assert (lost_hp(s, 2), s.xp[0]) == (8, 2)


@by_hand("Soulfire", "top")
def soulfire() -> None:
    s = over(played(ME, "Soulfire", "top", [(3, 0)], 2))
    assert (named_conditions(s, 2), s.xp[0]) == ({"wound"}, 0)
    s = over(played(ME, "Soulfire", "top", [(3, 0)], 2, change=unseen))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (1, {"wound", "stun"}, 1)


@by_hand("Lurking Ruin", "top")
def lurking_ruin() -> None:
    s = over(played(ME, "Lurking Ruin", "top", FOE, 2))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (5, set(), 0)
    s = over(played(ME, "Lurking Ruin", "top", FOE, 2, change=unseen))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (5, {"poison", "muddle", "wound"}, 1)


@by_hand("Smoke Step", "top")
def smoke_step() -> None:
    s = over(played(ME, "Smoke Step", "top", [(4, 0)], DARK, (3, 0), 2, elements="dark"))
    assert (where(s, 0), lost_hp(s, 2), s.xp[0]) == ((3, 0), 4, 1)
    s = over(played(ME, "Smoke Step", "top", [(2, 0)], "keep", (1, 0), 2, elements="dark"))
    assert (where(s, 0), lost_hp(s, 2), s.xp[0]) == ((1, 0), 2, 0)


@by_hand("Concealed Dominance", "top")
def concealed_dominance_top() -> None:
    foes = [(1, -1), (1, 0), (2, -1)]
    game = played(ME, "Concealed Dominance", "top", foes, DARK, elements="dark")
    game.apply(0, max(options(game), key=lambda spot: len([f for f in (2, 3, 4) if game.state.hex[f] in spot])))
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([4, 4, 4], 2)
    s = over(played(ME, "Concealed Dominance", "top", foes, "keep", 3, elements="dark"))
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([0, 4, 0], 0)


@by_hand("Concealed Dominance", "bottom")
def concealed_dominance_bottom() -> None:
    game = played(ME, "Concealed Dominance", "bottom", FOE, DARK, elements="dark")
    free = options(game)
    assert (game.state.hex[2] in free, game.state.hex[1] in free, len(free)) == (False, False, 271 - 3)
    game.apply(0, place(game.state, (9, 0)))
    assert where(over(game), 0) == (9, 0)
    game = played(ME, "Concealed Dominance", "bottom", FOE, "keep", (0, -4), elements="dark")
    assert where(over(game), 0) == (0, -4)


@by_hand("Eyes of the Night", "bottom")
def eyes_of_the_night_bottom() -> None:
    s = over(played(ME, "Eyes of the Night", "bottom", FOE, "stay", LIGHT, elements="light"))
    assert (named_conditions(s, 2), s.infused, s.xp[0]) == ({"muddle"}, 1 << DARK, 1)


@by_hand("Voice of the Night", "bottom")
def voice_of_the_night_bottom() -> None:
    s = over(played(ME, "Voice of the Night", "bottom", FOE, "stay", AIR, 2, elements="air"))
    assert (lost_hp(s, 2), named_conditions(s, 2), named_conditions(s, 0)) == (2, set(), {"invisible"})
    assert (s.infused, s.xp[0]) == (1 << DARK, 1)
