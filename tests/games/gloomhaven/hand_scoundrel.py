"""Halves of the Scoundrel that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import asked, card, condition, options, place, play, stack, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components.modifiers import base_deck
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.game import Game

ME = "scoundrel"
DARK = 5


@by_hand("Smoke Bomb", "top")
def smoke_bomb() -> None:
    s = over(played(ME, "Smoke Bomb", "top", [(1, 0)]))
    assert named_conditions(s, 0) == {"invisible"}
    assert s.infused == 1 << DARK
    assert lies_in(s, "Smoke Bomb", "active")
    s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert (lost_hp(s, 2), s.xp[0]) == (4, 2)
    assert lies_in(s, "Smoke Bomb", "lost")


@by_hand("Sinister Opportunity", "top")
def sinister_opportunity_top() -> None:
    s = over(played(ME, "Sinister Opportunity", "top", [(1, 0)], 2))
    assert lost_hp(s, 2) == 4
    s = over(played(ME, "Sinister Opportunity", "top", [(1, 0)], DARK, 2, elements="dark"))
    assert (lost_hp(s, 2), s.xp[0]) == (5, 1)


@by_hand("Sinister Opportunity", "bottom")
def sinister_opportunity_bottom() -> None:
    game = played(ME, "Sinister Opportunity", "bottom", [(1, 0)], "stay", 2)
    s = game.state
    assert {s.layout().axial[at] for at in options(game) if at != "stay"} == {(1, -1)}, "it must end next to me"
    game.apply(0, place(s, (1, -1)))
    assert where(over(game), 2) == (1, -1)


@by_hand("Trickster's Reversal", "top")
def tricksters_reversal() -> None:
    def shielded(s: Gloomhaven) -> None:
        grant(s, 2, "shield", 3)

    s = over(played(ME, "Trickster's Reversal", "top", [(1, 0)], 2, change=shielded))
    assert (lost_hp(s, 2), s.xp[0]) == (2 + 2 * 3 - 3, 2)


@by_hand("Swift Bow", "bottom")
def swift_bow() -> None:
    s = over(played(ME, "Swift Bow", "bottom", [], (-2, 0)))
    assert s.coins[0] == 2, "both hexes entered"


@by_hand("Flurry of Blades", "bottom")
def flurry_of_blades() -> None:
    s = over(played(ME, "Flurry of Blades", "bottom", [(1, 0)], "stay"))
    assert lies_in(s, "Flurry of Blades", "active")
    s.decks[0] = tuple(base_deck(0))
    stack(s, 0, "-1 +1")
    s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert lost_hp(s, 2) == 3, "the better of two cards"


@by_hand("Visage of the Inevitable", "top")
def visage_of_the_inevitable() -> None:
    game = played(ME, "Visage of the Inevitable", "top", [(1, 0), (0, -1), (-1, 0), (-2, 0)])
    assert options(game) == ["nobody", 2], "alone, and next to my ally"
    game.apply(0, 2)
    s = over(game)
    assert not s.in_play(2)
    assert s.xp[0] == 1


@by_hand("Stick to the Shadows", "top")
def stick_to_the_shadows() -> None:
    s = over(played(ME, "Stick to the Shadows", "top", [(1, 0)], DARK, 2, elements="dark"))
    assert (lost_hp(s, 2), s.xp[0]) == (8, 2)
    s = over(played(ME, "Stick to the Shadows", "top", [(0, -1)], DARK, 2, elements="dark"))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 0)


def trapped(s: Gloomhaven) -> None:
    lay_trap(s, place(s, (1, 0)), 5, condition("poison"), -1)


@by_hand("Thief's Knack", "top")
def thiefs_knack() -> None:
    s = over(played(ME, "Thief's Knack", "top", [], (1, 0), change=trapped))
    assert (s.traps, s.xp[0]) == ({}, 2)


@by_hand("Spring the Trap", "top")
def spring_the_trap_top() -> None:
    s = over(played(ME, "Spring the Trap", "top", [(3, 0)], (1, 0), 2, change=trapped))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (5, {"poison"}, 2)
    assert not s.traps


@by_hand("Spring the Trap", "bottom")
def spring_the_trap_bottom() -> None:
    s = over(played(ME, "Spring the Trap", "bottom", [(1, 0), (0, -1)]))
    once = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[3]).state
    assert (lost_hp(once, 3), len(once.bonuses)) == (2, 1), "no ally of mine beside it"
    once = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert (lost_hp(once, 2), len(once.bonuses)) == (4, 0)
    assert lies_in(once, "Spring the Trap", "lost")


@by_hand("Single Out", "bottom")
def single_out() -> None:
    s = over(played(ME, "Single Out", "bottom", [(1, 0), (0, -1), (0, -2)]))
    once = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert (lost_hp(once, 2), [row.used for row in once.bonuses]) == (4, [1])
    once = play(s, "half", 0, s.hand[0][0], "attack", answers=[3]).state
    assert (lost_hp(once, 3), [row.used for row in once.bonuses]) == (2, [0])


@by_hand("Cull the Weak", "bottom")
def cull_the_weak() -> None:
    def disarmed(s: Gloomhaven) -> None:
        s.conditions[2] |= condition("disarm")

    s = over(played(ME, "Cull the Weak", "bottom", [(1, 0), (0, -1)], change=disarmed))
    once = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert (lost_hp(once, 2), [row.used for row in once.bonuses]) == (4, [1])
    once = play(s, "half", 0, s.hand[0][0], "attack", answers=[3]).state
    assert (lost_hp(once, 3), [row.used for row in once.bonuses]) == (2, [0])


@by_hand("Crippling Poison", "top")
def crippling_poison() -> None:
    def poisoned(s: Gloomhaven) -> None:
        s.conditions[2] |= condition("poison")

    s = over(played(ME, "Crippling Poison", "top", [(1, 0)], change=poisoned))
    assert lies_in(s, "Crippling Poison", "active")
    s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert lost_hp(s, 2) == 2 + 2 + 1


@by_hand("Watch It Burn", "top")
def watch_it_burn() -> None:
    s = over(played(ME, "Watch It Burn", "top", [(1, 0)]))
    assert s.xp[0] == 2
    s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert named_conditions(s, 2) == {"poison", "wound"}


@by_hand("Duelist's Advance", "bottom")
def duelists_advance() -> None:
    s = over(played(ME, "Duelist's Advance", "bottom", [(1, 0), (0, -1), (0, -2)]))
    assert lost_hp(play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]).state, 2) == 4
    assert lost_hp(play(s, "half", 0, s.hand[0][0], "attack", answers=[3]).state, 3) == 2


@by_hand("Trickster's Reversal", "bottom")
def negates_once() -> None:
    s = over(played(ME, "Trickster's Reversal", "bottom", []))
    assert [(row.word, row.until) for row in s.bonuses] == [("charges", "round")]
    s.conditions[0] |= condition("wound")
    s = play(s, "start_turn", 0).state
    assert lost_hp(s, 0) == 0
    assert lies_in(s, "Trickster's Reversal", "discard")


@by_hand("Pain's End", "bottom")
def pains_end() -> None:
    def weak(s: Gloomhaven) -> None:
        s.hp[2], s.hp[3] = 3, 4

    game = played(ME, "Pain's End", "bottom", [(1, 0), (0, -1)], "stay", change=weak)
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    assert not over(game).in_play(2)


@by_hand("Long Con", "bottom")
def long_con() -> None:
    s = over(played(ME, "Long Con", "bottom", [(1, 0), (2, 0)], 2))
    assert (s.xp[0], lies_in(s, "Long Con", "active")) == (2, True)
    deck = TYPE_DECK[s.kind[2]]
    s.ability[deck] = DECK_CARDS[deck][3]
    game = play(s, "monster_turn", 2)
    answer_until(game, "target")
    assert options(game) == ["nobody", 3], "its own kind is its enemy now, and I choose"
    game.apply(0, 3)
    s = game.state
    assert s.hp[3] < 60
    assert s.side[2] == s.side[3], "only in its turn"


def answer_until(game: Game[Gloomhaven], prompt: str) -> None:
    while asked(game) != prompt:
        decision = game.decisions()[0]
        game.apply(decision.player, "stay" if "stay" in decision.options else decision.options[0])


@by_hand("Venom Shiv", "bottom")
def venom_shiv() -> None:
    game = played(ME, "Venom Shiv", "bottom", [])
    s = game.state
    assert max(s.ground().row(s.hex[0])[at] for at in options(game) if at != "stay") == 5
    assert card("Venom Shiv") in s.to_play
