"""Halves of the Summoner that need words of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.struck import AIR, DARK, EARTH, FIRE, LIGHT, out_of_hand, struck, suffered
from games.gloomhaven.table import HALT, Axial, asked, condition, options, place, play, run, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import HEROES, NONE, SUMMON
from grimtable.games.gloomhaven.components.cards import SUMMON_OF, SUMMONS
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, MONSTER_CURSE, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.conditions import add_to_deck
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

ME = "circles"
WOLF = ("shadow-wolf", 235)  # Attack 2, Move 3, Pierce 2
BOMB, SPRITE, GOLEM, EATER = ("living-bomb", 243), ("healing-sprite", 252), ("lava-golem", 236), ("void-eater", 255)


def with_summons(*places: Axial, of: tuple[str, int] = WOLF, hp: int = 20) -> Callable[[Gloomhaven], None]:
    """Summons of the Summoner stand here."""

    def change(s: Gloomhaven) -> None:
        for number, at in enumerate(places):
            kind = SUMMON_OF[of]
            figure = s.enter(HEROES, SUMMON, kind, 0, number + 1, hp, place(s, at))
            s.owner[figure] = 0
            s.max_hp[figure] = hp + 5

    return change


def summon_acts(s: Gloomhaven, figure: int, *answers: Any) -> Gloomhaven:
    s.decks[0] = tuple(sorted(s.decks[0]))
    return over(play(s, "summon_turn", figure, answers=answers))


def curses(s: Gloomhaven, owner: int) -> int:
    return len([c for c in s.decks[owner] if modifier_kind(c) in (CURSE_CARD, MONSTER_CURSE)])


def lost(s: Gloomhaven, figure: int, hp: int = 20) -> int:
    return hp - s.hp[figure]


# ---------------------------------------------------------------- summons
def summoned(name: str, foes: list[Axial], at: Axial) -> tuple[Gloomhaven, int]:
    s = over(played(ME, name, "top", foes, at))
    assert lies_in(s, name, "active")
    return s, len(s.hex) - 1


@by_hand("Forged Ferocity", "top")
def forged_ferocity_top() -> None:
    s, beast = summoned("Forged Ferocity", [(2, 0)], (1, 0))
    assert (s.hp[beast], s.xp[0], SUMMONS[s.kind[beast]].name) == (5, 2, "iron-beast")
    s = struck(s, 2, beast, 3)
    assert (s.hp[beast], lost_hp(s, 2)) == (3, 1), "shield and retaliate"


@by_hand("Wild Animation", "top")
def wild_animation() -> None:
    s, shooter = summoned("Wild Animation", [(5, 0)], (1, 0))
    s = summon_acts(s, shooter)
    assert (lost_hp(s, 2), named_conditions(s, 2), where(s, shooter)) == (2, {"poison"}, (1, 0))


@by_hand("Living Night", "top")
def living_night_top() -> None:
    def guarded(s: Gloomhaven) -> None:
        grant(s, 2, "shield", 2)

    s = over(played(ME, "Living Night", "top", [(2, 0)], (1, 0), (1, -1), change=guarded))
    assert ([s.hp[f] for f in (3, 4)], [s.standee[f] for f in (3, 4)], s.xp[0]) == ([3, 3], [1, 2], 2)
    acted = summon_acts(s.clone(), 3)
    assert lost_hp(acted, 2) == 2, "through the shield"
    s = suffered(s, 3, 9)
    assert lies_in(s, "Living Night", "active"), "one of the two is left"
    assert lies_in(suffered(s, 4, 9), "Living Night", "lost")


@by_hand("Unending Dominance", "top")
def unending_dominance_top() -> None:
    s, golem = summoned("Unending Dominance", [(3, 0)], (1, 0))
    assert (s.hp[golem], s.xp[0]) == (7, 6)
    hit = struck(s.clone(), 2, golem, 1, reach=3)
    assert lost_hp(hit, 2) == 2, "retaliate with range 2"
    s = summon_acts(s, golem)
    assert (lost_hp(s, 2), named_conditions(s, 2), s.elements[FIRE]) == (3, {"wound"}, 2)


@by_hand("Leathery Wings", "top")
def leathery_wings() -> None:
    s, bats = summoned("Leathery Wings", [(4, 0)], (1, 0))
    assert s.flies(bats)
    s = summon_acts(s, bats)
    assert (lost_hp(s, 2), s.elements[AIR]) == (2, 2)


@by_hand("Volatile Flame", "top")
def volatile_flame() -> None:
    s, bomb = summoned("Volatile Flame", [(2, 0), (3, 0), (4, 0)], (1, 0))
    s = suffered(s, bomb, 1)
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [3, 3, 0], "all within two hexes"
    assert (s.hex[bomb], s.infused, lies_in(s, "Volatile Flame", "lost")) == (NONE, 1 << FIRE, True)


@by_hand("Oozing Manifestation", "top")
def oozing_manifestation() -> None:
    s, slime = summoned("Oozing Manifestation", [(2, 0)], (1, 0))
    assert struck(s.clone(), 2, slime, 3).hp[slime] == 3
    s = summon_acts(s, slime)
    assert (lost_hp(s, 2), named_conditions(s, 2)) == (1, {"muddle"})


@by_hand("Living Mountain", "top")
def living_mountain() -> None:
    s, colossus = summoned("Living Mountain", [(2, 0)], (1, 0))
    s = summon_acts(s, colossus)
    assert (lost_hp(s, 2), s.elements[EARTH], s.hp[colossus]) == (3, 2, 7)


@by_hand("Conjured Aid", "top")
def conjured_aid() -> None:
    s, sprite = summoned("Conjured Aid", [(2, 0)], (1, 0))
    s.hp[0] = 10
    s = summon_acts(s, sprite)
    assert (lost_hp(s, 2), s.hp[0], s.hp[1]) == (1, 12, 60), "it heals whoever lost most at the end of its turn"


@by_hand("Endless Spikes", "top")
def endless_spikes_top() -> None:
    s = over(played(ME, "Endless Spikes", "top", [(2, 0)], (1, 0), (1, -1), (0, -1)))
    assert ([s.hp[f] for f in (3, 4, 5)], s.xp[0]) == ([4, 4, 4], 3)
    hit = struck(s.clone(), 2, 3, 3)
    assert (hit.hp[3], lost_hp(hit, 2)) == (2, 2)
    assert lost_hp(summon_acts(s, 3), 2) == 0, "it has no attack"


@by_hand("Negative Energy", "top")
def negative_energy_top() -> None:
    s, eater = summoned("Negative Energy", [(3, 0)], (1, 0))
    s = summon_acts(s, eater)
    assert (lost_hp(s, 2), curses(s, MONSTER_DECK), where(s, eater)) == (2, 1, (1, 0))


@by_hand("Horned Majesty", "top")
def horned_majesty_top() -> None:
    s, unicorn = summoned("Horned Majesty", [(2, 0)], (1, 0))
    grant(s, 2, "shield", 3)
    assert (lost_hp(summon_acts(s, unicorn), 2), s.hp[unicorn]) == (4, 6)


# ---------------------------------------------------------------- summons that act on command
def commanded(name: str, attack: int, points: int) -> None:
    """One adjacent summon moves and attacks as the Summoner likes; what its card puts on attacks holds."""

    def guarded(s: Gloomhaven) -> None:
        with_summons((1, 0), (3, 3))(s)
        grant(s, 2, "shield", 2)

    game = played(ME, name, "top", [(6, 0)], change=guarded)
    assert options(game) == ["nobody", 3], "the adjacent one"
    game.apply(0, 3)
    ends = options(game)
    assert place(game.state, (1 + points, 0)) in ends or points >= 5
    assert place(game.state, (1, -points - 1)) not in ends
    game.state.put(2, place(game.state, (2, 0)))
    game.apply(0, "stay")
    game.apply(0, 2)
    assert (lost_hp(over(game), 2), game.state.xp[0]) == (attack, 1)


@by_hand("Mighty Bond", "top")
def mighty_bond() -> None:
    commanded("Mighty Bond", 2, 3)


@by_hand("Bonded Might", "top")
def bonded_might() -> None:
    commanded("Bonded Might", 2, 3)


@by_hand("Strength in Numbers", "top")
def strength_in_numbers_top() -> None:
    commanded("Strength in Numbers", 3, 4)


@by_hand("Divided Mind", "top")
def divided_mind_top() -> None:
    change = with_summons((1, 0), (0, -2), (-3, 0))
    game = played(ME, "Divided Mind", "top", [], change=change)
    assert options(game) == ["nobody", 2, 3]
    for answer in (2, 3, place(game.state, (4, 0)), place(game.state, (0, -5))):
        game.apply(0, answer)
    s = over(game)
    assert (where(s, 2), where(s, 3), where(s, 4), s.xp[0]) == ((4, 0), (0, -5), (-3, 0), 1)


@by_hand("Divided Mind", "bottom")
def divided_mind_bottom() -> None:
    change = with_summons((1, 0), (0, -2))
    s = over(played(ME, "Divided Mind", "bottom", [(2, 0), (0, -3)], 4, 5, 2, 3, change=change))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([2, 2], 1)


@by_hand("Otherworldly Rage", "top")
def otherworldly_rage_top() -> None:
    s = over(played(ME, "Otherworldly Rage", "top", [(4, 0)], 3, 2, change=with_summons((3, 0))))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (4, {"wound", "poison"}, 1)


@by_hand("Horned Majesty", "bottom")
def horned_majesty_bottom() -> None:
    change = with_summons((1, 0), (0, -3), (0, -5))
    s = over(played(ME, "Horned Majesty", "bottom", [(2, 0), (0, -4)], 2, 3, change=change))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([2, 2], 1), "the third is too far away"


@by_hand("Inexorable Momentum", "bottom")
def inexorable_momentum() -> None:
    game = played(ME, "Inexorable Momentum", "bottom", [], "stay", 2, (4, 0), change=with_summons((1, 0)))
    assert where(over(game), 2) == (4, 0)


@by_hand("Unwavering Hand", "bottom")
def unwavering_hand() -> None:
    s = over(played(ME, "Unwavering Hand", "bottom", [(4, 0)], 2, (3, 0)))
    assert where(s, 2) == (3, 0)
    assert asked(played(ME, "Unwavering Hand", "bottom", [(5, 0)])) == HALT, "too far away"


# ---------------------------------------------------------------- for summons
@by_hand("Forged Ferocity", "bottom")
def forged_ferocity_bottom() -> None:
    s = over(played(ME, "Forged Ferocity", "bottom", [(1, 0)], change=with_summons((5, 0))))
    assert s.infused == 1 << EARTH
    assert lost_hp(struck(s.clone(), 2, 0, 3, answers=["suffer"]), 0) == 2
    assert lost(struck(s.clone(), 2, 3, 3), 3) == 2
    assert lost_hp(struck(s, 2, 1, 3, answers=["suffer"]), 1) == 3, "not for other allies"


@by_hand("Living Night", "bottom")
def living_night_bottom() -> None:
    s = over(played(ME, "Living Night", "bottom", [(1, 0)], change=with_summons((5, 0))))
    assert s.infused == 1 << DARK
    assert lost_hp(struck(s.clone(), 2, 0, 3, cards="+1 -1", answers=["suffer"]), 0) == 2
    assert lost(struck(s.clone(), 2, 3, 3, cards="+1 -1"), 3) == 2
    assert lost_hp(struck(s, 2, 1, 3, cards="+1 -1", answers=["suffer"]), 1) == 4, "not for other allies"


@by_hand("Endless Spikes", "bottom")
def endless_spikes_bottom() -> None:
    s = over(played(ME, "Endless Spikes", "bottom", [(1, 0)], change=with_summons((2, 0))))
    assert lost_hp(struck(s.clone(), 2, 3, 1), 2) == 2
    assert lost_hp(struck(s, 2, 0, 1, answers=["suffer"]), 2) == 0, "not for the Summoner"


@by_hand("Ethereal Vines", "bottom")
def ethereal_vines() -> None:
    s = over(played(ME, "Ethereal Vines", "bottom", [], "stay", change=with_summons((1, 0), (1, -1), (3, 0))))
    assert ([lost(s, f) for f in (2, 3, 4)], lost_hp(s, 1)) == ([-1, -1, 0], 0)


@by_hand("Earthen Steed", "top")
def earthen_steed() -> None:
    s = over(played(ME, "Earthen Steed", "top", [(7, 0)], change=with_summons((1, 0))))
    s.elements = tuple([2 if element == EARTH else 0 for element in range(6)])
    game = play(s.clone(), "half", 0, s.hand[0][0], "move", answers=[EARTH])
    assert place(s, (0, -4)) in options(game)
    assert game.state.xp[0] == 1
    moved = summon_acts(s.clone(), 3, EARTH)
    assert (where(moved, 3), moved.xp[0], moved.elements[EARTH]) == ((6, 0), 1, 0), "three hexes and two more"
    kept = summon_acts(s, 3, "keep")
    assert (where(kept, 3), kept.xp[0]) == ((4, 0), 0)


@by_hand("Intervening Apparitions", "top")
def intervening_apparitions_top() -> None:
    s = over(played(ME, "Intervening Apparitions", "top", [(1, 0)], change=with_summons((2, 0))))
    s = suffered(s, 3, 7)
    assert (lost(s, 3), s.xp[0], s.bonuses[0].used) == (0, 1, 1)
    assert lost_hp(suffered(s.clone(), 0, 2, "suffer"), 0) == 2, "only summons"
    for _ in range(2):
        s = suffered(s, 3, 7)
    assert (s.xp[0], lies_in(s, "Intervening Apparitions", "lost")) == (3, True)
    assert lost(suffered(s, 3, 7), 3) == 7


@by_hand("Intervening Apparitions", "bottom")
def intervening_apparitions_bottom() -> None:
    def cursed(s: Gloomhaven) -> None:
        def flow(t: T) -> Flow[None]:
            add_to_deck(t, 0, condition("curse"))
            yield from ()

        s.decks[0] = run(s.clone(), flow).state.decks[0]
        s.decks[0], s.drawn[0] = s.decks[0][2:], tuple([c for c in s.decks[0][:2] if modifier_kind(c) != CURSE_CARD])
        s.reshuffle = 1

    s = over(played(ME, "Intervening Apparitions", "bottom", [], change=cursed))
    assert (curses(s, 0), s.drawn[0], s.reshuffle, s.infused) == (0, (), 0, 1 << LIGHT)
    assert len(s.decks[0]) > 5


@by_hand("Otherworldly Rage", "bottom")
def otherworldly_rage_bottom() -> None:
    game = played(ME, "Otherworldly Rage", "bottom", [], 2, change=with_summons((7, 0), (3, 0)))
    assert (where(game.state, 0), where(game.state, 2)) == ((7, 0), (0, 0))
    game.apply(0, place(game.state, (7, -3)))
    s = over(game)
    assert (where(s, 0), s.at[place(s, (0, 0))], s.at[place(s, (7, 0))]) == ((7, -3), 2, NONE)


@by_hand("Negative Energy", "bottom")
def negative_energy_bottom() -> None:
    s = over(played(ME, "Negative Energy", "bottom", [(5, 0), (4, 1), (1, 0)], change=with_summons((4, 0))))
    assert (curses(s, MONSTER_DECK), s.infused) == (2, 1 << DARK)


# ---------------------------------------------------------------- the rest
@by_hand("Strength in Numbers", "bottom")
def strength_in_numbers_bottom() -> None:
    change = with_summons((-1, 1), (-2, 1), (-3, 1))
    game = played(ME, "Strength in Numbers", "bottom", [(3, 0), (4, 0)], change=change)
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    assert lost_hp(over(game), 2) == 3


@by_hand("Tear the Fabric", "top")
def tear_the_fabric() -> None:
    def weak(s: Gloomhaven) -> None:
        s.hp[2], s.hp[3], s.hp[4], s.rank[4], s.hp[5] = 5, 6, 1, 1, 1

    s = over(played(ME, "Tear the Fabric", "top", [(1, 0), (1, -1), (0, -1), (3, 0)], change=weak))
    assert ([s.hex[f] == NONE for f in (2, 3, 4, 5)], s.xp[0]) == ([True, False, False, False], 2)


def taken_back(name: str, half: str, count: int) -> None:
    game = played(ME, name, half, [], change=out_of_hand("lost", 0, 6))
    for _ in range(count):
        game.apply(0, options(game)[1])
    s = over(game)
    assert (len(s.lost[0]), lies_in(s, name, "lost")) == (6 - count + 1, True)


@by_hand("Unending Dominance", "bottom")
def unending_dominance_bottom() -> None:
    taken_back("Unending Dominance", "bottom", 4)


@by_hand("Interplanar Mastery", "top")
def interplanar_mastery() -> None:
    taken_back("Interplanar Mastery", "top", 2)


@by_hand("Biting Wind", "top")
def biting_wind() -> None:
    s = over(played(ME, "Biting Wind", "top", [(3, 0)], AIR, 2, (4, 0), (5, 0), elements="air"))
    assert (lost_hp(s, 2), where(s, 2), s.xp[0]) == (3, (5, 0), 1)
    s = over(played(ME, "Biting Wind", "top", [(3, 0)], "keep", 2, elements="air"))
    assert (lost_hp(s, 2), where(s, 2), s.xp[0]) == (2, (3, 0), 0)
