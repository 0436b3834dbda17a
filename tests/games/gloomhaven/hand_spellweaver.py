"""Halves of the Spellweaver that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import asked, card, options, place, play, where
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, MONSTER_CURSE, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "spellweaver"
FIRE, ICE, AIR, EARTH, LIGHT, DARK = range(6)


@by_hand("Impaling Eruption", "top")
def impaling_eruption() -> None:
    s = over(played(ME, "Impaling Eruption", "top", [(3, 0), (1, 0), (2, 0), (-1, 0)], 2, 3))
    assert [lost_hp(s, f) for f in (2, 3, 4, 5)] == [3, 3, 3, 0]
    assert s.xp[0] == 3
    assert s.infused == 1 << EARTH


@by_hand("Reviving Ether", "top")
def reviving_ether() -> None:
    def lose_two(s: Gloomhaven) -> None:
        s.lost[0] = (card("Fire Orbs"), card("Twin Restoration"))
        s.hand[0] = tuple(c for c in s.hand[0] if c not in s.lost[0])

    s = over(played(ME, "Reviving Ether", "top", [], card("Fire Orbs"), change=lose_two))
    assert card("Fire Orbs") in s.hand[0]
    assert card("Twin Restoration") in s.lost[0], "cards with the no-recover icon stay lost"
    assert lies_in(s, "Reviving Ether", "lost")
    assert s.infused == 1 << DARK


@by_hand("Twin Restoration", "top")
def twin_restoration() -> None:
    def lose_three(s: Gloomhaven) -> None:
        s.lost[0] = tuple(card(name) for name in ("Fire Orbs", "Icy Blast", "Cold Front"))
        s.hand[0] = tuple(c for c in s.hand[0] if c not in s.lost[0])

    answers = (card("Fire Orbs"), card("Cold Front"))
    s = over(played(ME, "Twin Restoration", "top", [], *answers, change=lose_three))
    assert set(answers) <= set(s.hand[0])
    assert set(s.lost[0]) == {card("Icy Blast"), card("Twin Restoration")}


@by_hand("Crackling Air", "top")
def crackling_air() -> None:
    for element, more in (("", 1), ("air", 2)):
        game = played(ME, "Crackling Air", "top", [(1, 0)], *([AIR] if element else []), elements=element)
        s = over(game)
        assert lies_in(s, "Crackling Air", "active")
        s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
        assert lost_hp(s, 2) == 2 + more
        assert [row.used for row in s.bonuses] == [1]


@by_hand("Hardened Spikes", "top")
def hardened_spikes() -> None:
    s = over(played(ME, "Hardened Spikes", "top", [], EARTH, elements="earth"))
    assert [(row.word, row.value, row.whom) for row in s.bonuses] == [("retaliate", 3, "selfAlliesAdjacentAffect")]
    assert s.xp[0] == 2
    assert s.elements[EARTH] == 0


@by_hand("Elemental Aid", "bottom")
def elemental_aid() -> None:
    s = over(played(ME, "Elemental Aid", "bottom", [], 1))
    assert [(row.word, row.value, row.aim) for row in s.bonuses] == [("shield", 2, 1)]
    s = over(played(ME, "Elemental Aid", "bottom", [], AIR, elements="air"))
    assert [(row.word, row.value, row.whom) for row in s.bonuses] == [("shield", 2, "all_allies")]


@by_hand("Spirit of Doom", "top")
def spirit_of_doom_top() -> None:
    s = over(played(ME, "Spirit of Doom", "top", [(4, 0)], 2))
    assert MONSTER_CURSE in [modifier_kind(c) for c in s.decks[MONSTER_DECK]]
    assert CURSE_CARD not in [modifier_kind(c) for c in s.decks[0]]
    s = over(played(ME, "Spirit of Doom", "top", [(4, 0)], DARK, 2, elements="dark"))
    assert not s.in_play(2)
    assert s.xp[0] == 1


@by_hand("Spirit of Doom", "bottom")
def spirit_of_doom_bottom() -> None:
    def hurt(s: Gloomhaven) -> None:
        s.max_hp[1], s.hp[1] = 21, 1

    s = over(played(ME, "Spirit of Doom", "bottom", [], 1, change=hurt))
    assert (s.hp[1], s.xp[0]) == (11, 1)
    s = over(played(ME, "Spirit of Doom", "bottom", [], LIGHT, 1, change=hurt, elements="light"))
    assert s.hp[1] == 21


@by_hand("Living Torch", "top")
def living_torch() -> None:
    s = over(played(ME, "Living Torch", "top", [(3, 0), (3, -1), (-1, 0)], LIGHT, 2, elements="light"))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [4, 2, 0]
    assert named_conditions(s, 2) == {"immobilize"}
    assert s.xp[0] == 1


@by_hand("Living Torch", "bottom")
def burning_avatar() -> None:
    s = over(played(ME, "Living Torch", "bottom", [(3, 0)], (1, 0)))
    avatar = 3
    assert (s.hp[avatar], s.summon_kind(avatar).attack, s.summon_kind(avatar).range, s.xp[0]) == (2, 2, 3, 2)
    s.marks[avatar] = 0
    game = play(s, "summon_turn", avatar)
    assert game.state.elements[FIRE] == 2, "its attack infuses fire"
    assert lost_hp(game.state, 2) == 2
    s = game.state
    s.put(2, place(s, (2, 0)))
    s.hp[avatar], s.conditions[avatar], s.marks[avatar] = 1, 1 << 1, 0
    before = s.hp[2]
    game = play(s, "summon_turn", avatar)  # it dies of its wound, and attacks whoever is next to it
    assert not game.state.in_play(avatar)
    assert game.state.hp[2] == before - 3


@by_hand("Frozen Night", "bottom")
def frozen_night() -> None:
    game = played(ME, "Frozen Night", "bottom", [], DARK, (-5, 0), elements="dark")
    s = over(game)
    assert where(s, 0) == (-5, 0)
    assert named_conditions(s, 0) == {"invisible"}
    assert s.xp[0] == 1


@by_hand("Stone Fists", "top")
def stone_fists_top() -> None:
    s = over(played(ME, "Stone Fists", "top", [(1, 0), (-1, 0)], EARTH, 2, (2, 0), (3, 0), 3, "stay", elements="earth"))
    assert [lost_hp(s, f) for f in (2, 3)] == [6, 6]
    assert s.xp[0] == 3
    assert named_conditions(s, 2) == named_conditions(s, 3) == {"immobilize"}
    assert where(s, 2) == (3, 0)


@by_hand("Stone Fists", "bottom")
def stone_fists_bottom() -> None:
    s = over(played(ME, "Stone Fists", "bottom", [], EARTH, (-4, 0), elements="earth"))
    assert [(row.word, row.value) for row in s.bonuses] == [("shield", 2)]
    assert (where(s, 0), s.xp[0]) == ((-4, 0), 1)
    s = over(played(ME, "Stone Fists", "bottom", [], (-3, 0)))
    assert [(row.word, row.value) for row in s.bonuses] == [("shield", 1)]
    assert s.xp[0] == 0


@by_hand("Zephyr Wings", "top")
def zephyr_wings_top() -> None:
    s = over(played(ME, "Zephyr Wings", "top", []))
    assert s.coins[0] == 2

    def heap(s: Gloomhaven) -> None:
        s.money[place(s, (-3, 0))] = 9

    game = played(ME, "Zephyr Wings", "top", [], AIR, elements="air", change=heap)
    assert asked(game) == "loot_at"
    game.apply(0, place(game.state, (-3, 0)))
    s = over(game)
    assert (s.coins[0], s.money[place(s, (-3, 0))], s.xp[0]) == (4, 5, 1)


@by_hand("Zephyr Wings", "bottom")
def zephyr_wings_bottom() -> None:
    game = played(ME, "Zephyr Wings", "bottom", [], AIR, elements="air")
    s = game.state
    assert max(s.ground().row(s.hex[0])[at] for at in options(game) if at != "stay") == 9, "the field ends there"
    game.apply(0, place(s, (0, -9)))
    game.apply(0, "stay")
    s = over(game)
    assert (s.xp[0], lies_in(s, "Zephyr Wings", "lost")) == (2, True)


@by_hand("Cold Front", "bottom")
def cold_front() -> None:
    s = over(played(ME, "Cold Front", "bottom", [(1, 0)]))
    rows = [(row.word, row.used) for row in s.bonuses]
    assert rows == [("charges", 0)]


@by_hand("Black Hole", "top")
def black_hole_top() -> None:
    def elite_second(s: Gloomhaven) -> None:
        s.rank[3] = 1

    game = played(ME, "Black Hole", "top", [(2, 0), (3, 0)], DARK, elements="dark", change=elite_second)
    both = max(options(game), key=lambda spot: len([f for f in (2, 3) if game.state.hex[f] in spot]))
    game.apply(0, both)
    game.apply(0, 2)
    s = over(game)
    assert not s.in_play(2), "a normal enemy is killed"
    assert (lost_hp(s, 3), s.xp[0]) == (4 - 1, 2), "an elite guard has shield 1"


@by_hand("Black Hole", "bottom")
def black_hole_bottom() -> None:
    game = played(ME, "Black Hole", "bottom", [(4, 0), (9, 0)], (2, 0), (3, 0))
    s = over(game)
    assert (where(s, 2), where(s, 3)) == ((2, 0), (9, 0))


@by_hand("Inferno", "top")
def inferno() -> None:
    s = played(ME, "Inferno", "top", [(4, 0), (-5, 0)], FIRE, 2, "suffer", elements="fire").state
    assert [lost_hp(s, f) for f in (2, 3)] == [4, 4]
    assert (lost_hp(s, 1), lost_hp(s, 0), s.xp[0]) == (2, 0, 1)
