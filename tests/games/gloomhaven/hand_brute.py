"""Halves of the Brute that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import asked, condition, options, place, play, where
from grimtable.games.gloomhaven.attacks import redirected
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "brute"


@by_hand("Trample", "bottom")
def trample() -> None:
    s = over(played(ME, "Trample", "bottom", [(1, 0), (-1, 0)], (1, 0), (2, 0), "stay"))
    assert (lost_hp(s, 2), lost_hp(s, 3), s.xp[0]) == (2, 0, 2)
    assert lies_in(s, "Trample", "lost")


@by_hand("Provoking Roar", "bottom")
def provoking_roar() -> None:
    s = over(played(ME, "Provoking Roar", "bottom", [(0, 2)]))
    assert [(row.word, row.whom, row.until) for row in s.bonuses] == [("redirect_attacks", "adjacent_allies", "round")]
    assert "cards" in redirected
    assert lies_in(s, "Provoking Roar", "active")


@by_hand("Balanced Measure", "top")
def balanced_measure_top() -> None:
    def walked(s: Gloomhaven) -> None:
        s.walked = (place(s, (-1, 0)), place(s, (0, 0)), place(s, (-1, 0)), place(s, (0, 0)))

    s = over(played(ME, "Balanced Measure", "top", [(1, 0)], 2, change=walked))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)


@by_hand("Balanced Measure", "bottom")
def balanced_measure_bottom() -> None:
    def harmed(s: Gloomhaven) -> None:
        s.harm = 3

    game = played(ME, "Balanced Measure", "bottom", [], change=harmed)
    s = game.state
    assert max(s.ground().row(s.hex[0])[at] for at in options(game) if at != "stay") == 3


@by_hand("Hook and Chain", "bottom")
def hook_and_chain() -> None:
    s = over(played(ME, "Hook and Chain", "bottom", [(-4, 0)], (-3, 0), "stay", 2))
    assert lost_hp(s, 2) == 3
    s = over(played(ME, "Hook and Chain", "bottom", [(-3, 1)], (-1, 0), (-2, 1), "stay"))
    assert lost_hp(s, 2) == 0, "the way was not straight"


@by_hand("Quietus", "top")
def quietus() -> None:
    def stun_second(s: Gloomhaven) -> None:
        s.conditions[3] |= condition("stun")

    game = played(ME, "Quietus", "top", [(1, 0), (0, -1)], change=stun_second)
    assert options(game) == ["nobody", 3]
    game.apply(0, 3)
    assert not over(game).in_play(3)
    assert game.state.xp[0] == 1


@by_hand("Immovable Phalanx", "bottom")
def immovable_phalanx() -> None:
    s = over(played(ME, "Immovable Phalanx", "bottom", [(1, 0)]))
    assert lies_in(s, "Immovable Phalanx", "active")
    game = play(s, "half", 0, s.hand[0][0], "move", answers=["attack", 2])
    assert lost_hp(game.state, 2) == 2


@by_hand("Crippling Offensive", "bottom")
def crippling_offensive() -> None:
    s = over(played(ME, "Crippling Offensive", "bottom", [(1, 0), (1, -1)], "stay", 2, (2, 0)))
    assert named_conditions(s, 2) == {"immobilize"}
    assert named_conditions(s, 3) == set()
    assert where(s, 2) == (2, 0)


@by_hand("Frenzied Onslaught", "bottom")
def frenzied_onslaught() -> None:
    def stun_first(s: Gloomhaven) -> None:
        s.conditions[2] |= condition("stun")

    s = over(played(ME, "Frenzied Onslaught", "bottom", [(1, 0), (1, -1)], change=stun_first))
    assert s.xp[0] == 1
    hand = s.hand[0]
    assert lost_hp(play(s.clone(), "half", 0, hand[0], "attack", answers=[2]).state, 2) == 5
    assert lost_hp(play(s, "half", 0, hand[0], "attack", answers=[3]).state, 3) == 2
    assert asked(play(s, "half", 0, hand[1], "move")) == "move_to"
