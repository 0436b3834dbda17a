"""Halves of the Mindthief that need words of their own."""

from __future__ import annotations

from typing import Any

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import act_out, card, condition, field, options, place, play, position, where
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK
from grimtable.games.gloomhaven.monsters.deeds import base_attack
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "mindthief"
ICE, DARK = 1, 5


def augment(name: str, *answers: Any, elements: str = "") -> Gloomhaven:
    """The augment's own attack is augmented already."""
    s = over(played(ME, name, "top", [(1, 0)], *answers, elements=elements))
    assert lies_in(s, name, "active")
    assert [row.source for row in s.bonuses if row.word == "augment"] == [card(name)]
    assert s.xp[0] == 1
    return s


@by_hand("Feedback Loop", "top")
def feedback_loop_top() -> None:
    s = augment("Feedback Loop", 2)
    assert lost_hp(s, 2) == 1
    assert [(row.word, row.value, row.until) for row in s.bonuses if row.word == "shield"] == [("shield", 1, "round")]


@by_hand("The Mind's Weakness", "top")
def the_minds_weakness() -> None:
    s = augment("The Mind's Weakness", 2)
    assert lost_hp(s, 2) == 3
    game = play(s, "half", 0, card("Parasitic Influence"), "top", answers=[card("The Mind's Weakness"), 2])
    s = game.state
    assert lies_in(s, "The Mind's Weakness", "discard")
    assert s.hp[0] == 62, "the new augment heals instead"


@by_hand("Parasitic Influence", "top")
def parasitic_influence_top() -> None:
    s = augment("Parasitic Influence", 2)
    assert (lost_hp(s, 2), s.hp[0]) == (1, 62)


@by_hand("Withering Claw", "top")
def withering_claw() -> None:
    s = augment("Withering Claw", 2)
    assert named_conditions(s, 2) == {"muddle", "poison"}


@by_hand("Silent Scream", "top")
def silent_scream_top() -> None:
    s = augment("Silent Scream", 2, 1)
    assert (lost_hp(s, 2), s.hp[1]) == (2, 62)


@by_hand("Frozen Mind", "top")
def frozen_mind_top() -> None:
    s = augment("Frozen Mind", 2, ICE, elements="ice")
    assert (lost_hp(s, 2), named_conditions(s, 2)) == (2, {"stun"})


@by_hand("Vicious Blood", "top")
def vicious_blood() -> None:
    s = augment("Vicious Blood", 2)
    assert [(row.word, row.value) for row in s.bonuses if row.word == "retaliate"] == [("retaliate", 2)]


@by_hand("Phantasmal Killer", "top")
def phantasmal_killer() -> None:
    s = augment("Phantasmal Killer", 2, DARK, elements="dark")
    assert not s.in_play(2)


@by_hand("Mass Hysteria", "bottom")
def mass_hysteria() -> None:
    s = over(played(ME, "Mass Hysteria", "bottom", [(1, 0)]))
    for name in ("The Mind's Weakness", "Withering Claw"):
        s = play(s, "half", 0, card(name), "top", answers=[2]).state
    assert len([row for row in s.bonuses if row.word == "augment"]) == 2
    game = play(s, "half", 0, card("Parasitic Influence"), "top")
    assert options(game) == ["keep", card("The Mind's Weakness"), card("Withering Claw")]


@by_hand("Psychic Projection", "bottom")
def psychic_projection_bottom() -> None:
    s = augment("The Mind's Weakness", 2)
    s = play(s, "half", 0, card("Psychic Projection"), "bottom").state
    before = s.hp[2]
    s.put(2, place(s, (3, 0)))
    s = play(s, "half", 0, card("Hostile Takeover"), "top", answers=[2]).state
    assert before - s.hp[2] == 4, "a ranged attack with the augment"


@by_hand("Psychic Projection", "top")
def psychic_projection_top() -> None:
    s = over(played(ME, "Psychic Projection", "top", []))
    assert (s.hp[0], named_conditions(s, 0)) == (65, {"stun"})
    assert [(row.word, row.value, row.until) for row in s.bonuses] == [("shield", 1, "round")]


@by_hand("Domination", "top")
def domination_top() -> None:
    s = augment("The Mind's Weakness", 2)
    s.put(2, place(s, (0, 2)))
    before = s.hp[2]
    s.decks[1] = s.decks[0]
    game = play(s, "half", 0, card("Domination"), "top", answers=[1])
    game.apply(1, 2)
    assert before - game.state.hp[2] == 4 + 2


@by_hand("Possession", "top")
def possession_top() -> None:
    def plain(s: Gloomhaven) -> None:
        s.decks[1] = tuple(zeros(s, 1))

    game = played(ME, "Possession", "top", [(0, 2)], 1, change=plain)
    game.apply(1, 2)
    s = over(game)
    assert (lost_hp(s, 2), s.xp[0]) == (6, 2)


def zeros(s: Gloomhaven, owner: int) -> list[int]:
    return [c for c in s.decks[owner] if MODIFIERS[modifier_kind(c)].name == "+0"]


@by_hand("Possession", "bottom")
def possession_bottom() -> None:
    game = played(ME, "Possession", "bottom", [], 1)
    s = game.state
    assert max(s.ground().row(s.hex[1])[at] for at in options(game) if at != "stay") == 4
    game.apply(1, place(s, (0, 5)))
    assert where(over(game), 1) == (0, 5)


@by_hand("Submissive Affliction", "bottom")
def submissive_affliction() -> None:
    def plain(s: Gloomhaven) -> None:
        s.decks[MONSTER_DECK] = tuple(zeros(s, MONSTER_DECK))

    game = played(ME, "Submissive Affliction", "bottom", [(3, 0), (4, 0), (1, 0)], 2, change=plain)
    assert options(game) == ["nobody", 3]
    game.apply(0, 3)
    s = over(game)
    assert (lost_hp(s, 3), s.side[2]) == (2, s.side[3])


def forced_move(name: str, reach: Any, steps: int) -> None:
    game = played(ME, name, "bottom", [reach], 2)
    s = game.state
    assert max(s.ground().row(s.hex[2])[at] for at in options(game) if at != "stay") == steps
    to = max(at for at in options(game) if at != "stay")
    game.apply(0, to)
    while game.decisions()[0].prompt == "move_to":
        game.apply(0, "stay")
    assert over(game).hex[2] == to


@by_hand("Parasitic Influence", "bottom")
def parasitic_influence_bottom() -> None:
    forced_move("Parasitic Influence", (4, 0), 1)


@by_hand("Frozen Mind", "bottom")
def frozen_mind_bottom() -> None:
    forced_move("Frozen Mind", (5, 0), 2)


@by_hand("Feedback Loop", "bottom")
def feedback_loop_bottom() -> None:
    s = over(played(ME, "Feedback Loop", "bottom", [(1, 0)], (1, 0), (0, 0), "stay"))
    assert named_conditions(s, 2) == {"muddle"}
    s = over(played(ME, "Feedback Loop", "bottom", [(1, 0)], (1, 0), (2, 0), "stay"))
    assert named_conditions(s, 2) == set()


@by_hand("Corrupting Embrace", "top")
def corrupting_embrace_top() -> None:
    s = over(played(ME, "Corrupting Embrace", "top", [(1, 0)], 2, 2))
    assert (lost_hp(s, 2), named_conditions(s, 2)) == (1 + 1 + 1, {"poison", "muddle"})


@by_hand("Corrupting Embrace", "bottom")
def corrupting_embrace_bottom() -> None:
    s = over(played(ME, "Corrupting Embrace", "bottom", [(1, 0)], (1, 0), (2, 0), "stay"))
    assert (named_conditions(s, 2), s.infused) == ({"poison"}, 1 << DARK)


def negatives(s: Gloomhaven) -> None:
    s.conditions[2] |= condition("stun") | condition("wound") | condition("strengthen")


@by_hand("Submissive Affliction", "top")
def submissive_affliction_top() -> None:
    s = over(played(ME, "Submissive Affliction", "top", [(1, 0)], 2, change=negatives))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)


@by_hand("Perverse Edge", "top")
def perverse_edge() -> None:
    s = over(played(ME, "Perverse Edge", "top", [(1, 0)], 2, change=negatives))
    assert (lost_hp(s, 2), s.xp[0]) == (7, 2)


@by_hand("Silent Scream", "bottom")
def silent_scream_bottom() -> None:
    answers = ("stay", ICE, (2, 0), (3, 0), (4, 0))
    s = over(played(ME, "Silent Scream", "bottom", [(1, 0)], *answers, elements="ice"))
    assert (where(s, 2), s.xp[0]) == ((4, 0), 1)


@by_hand("Pilfer", "top")
def pilfer() -> None:
    s = over(played(ME, "Pilfer", "top", [(1, 0), (0, -1), (3, 0)]))
    assert s.coins[0] == 1 + 2


@by_hand("Cranium Overload", "top")
def cranium_overload() -> None:
    s = over(played(ME, "Cranium Overload", "top", [(3, 0), (4, 0), (3, -1), (-1, 0)], 2, 3))
    assert not s.in_play(2)
    assert [lost_hp(s, f) for f in (3, 4, 5)] == [2, 2, 0]
    assert s.xp[0] == 2


def turned(name: str) -> Gloomhaven:
    s = over(played(ME, name, "bottom", [(3, 0), (4, 0)], 2))
    assert (s.xp[0], lies_in(s, name, "active")) == (2, True)
    deck = TYPE_DECK[s.kind[2]]
    s.ability[deck] = DECK_CARDS[deck][3]
    return s


@by_hand("Hostile Takeover", "bottom")
def hostile_takeover() -> None:
    s = turned("Hostile Takeover")
    game = play(s, "monster_turn", 2)
    while game.decisions()[0].prompt != "halt":
        game.apply(0, game.decisions()[0].options[0])
    assert game.state.hp[3] < 60, "by the rules of monsters it attacks the nearest of its own kind"


@by_hand("Domination", "bottom")
def domination_bottom() -> None:
    s = turned("Domination")
    game = play(s, "monster_turn", 2)
    while game.decisions()[0].prompt != "target":
        game.apply(0, "stay" if "stay" in options(game) else options(game)[0])
    assert options(game) == ["nobody", 3]


@by_hand("Many as One", "top")
def many_as_one_top() -> None:
    s = over(played(ME, "Many as One", "top", [(3, 0)], (1, 0)))
    rat = 3
    assert (s.hp[rat], base_attack(s, rat), s.xp[0]) == (9, 5, 2)
    s.hp[rat] = 4
    assert base_attack(s, rat) == 2


@by_hand("Many as One", "bottom")
def many_as_one_bottom() -> None:
    s = position(
        field(5),
        heroes={ME: (0, 0), "brute": (0, 1), "scoundrel": (0, -2), "tinkerer": (0, -4)},
        monsters=[("bandit-guard", "normal", (0, 2))],
    )
    s.hp[4] = s.max_hp[4] = 60
    s = over(act_out(s, 0, "Many as One", "bottom"))
    assert s.xp[0] == 2
    s.decks[1] = tuple(zeros(s, 1))
    s = play(s, "half", 1, s.hand[1][0], "attack", answers=[4]).state
    assert 60 - s.hp[4] == 2 + 2, "two allies are within two hexes"
