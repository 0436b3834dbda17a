"""Halves of the Beast Tyrant that need words of their own: most of them command the bear."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import HALT, asked, blow, card, options, place, play, where
from games.gloomhaven.table import run as carry_out
from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import HEROES, SUMMON
from grimtable.games.gloomhaven.components.cards import BEAR, CARD_OF, SUMMON_OF
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.monsters.deeds import base_attack
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.game import Game

ME = "two-mini"
Axial = tuple[int, int]


def with_bear(at: Axial, *more: Callable[[Gloomhaven], None]) -> Callable[[Gloomhaven], None]:
    """The bear stands here, with 60 of 120 hit points as everybody."""

    def change(s: Gloomhaven) -> None:
        figure = s.enter(HEROES, SUMMON, BEAR, 0, 1, 60, place(s, at))
        s.owner[figure], s.max_hp[figure] = 0, 120
        for other in more:
            other(s)

    return change


def commanded(name: str, half: str, foes: list[Axial], *answers: object, at: Axial = (4, 0)) -> Game[Gloomhaven]:
    """The half is played with the bear four hexes away; it is the figure after the foes."""
    game = played(ME, name, half, foes, *answers, change=with_bear(at))
    without = over(played(ME, name, half, foes))
    assert without.xp[0] == 0, "nothing happens without a bear"
    return game


def wolf(s: Gloomhaven, at: Axial) -> int:
    """A summon with 2 attack and 3 movement."""
    figure = s.enter(HEROES, SUMMON, SUMMON_OF[("tattered-wolf", 480)], 0, 1, 4, place(s, at))
    s.owner[figure] = 0
    return figure


# ---------------------------------------------------------------- commands
@by_hand("Disorienting Roar", "top")
def disorienting_roar_top() -> None:
    s = over(commanded("Disorienting Roar", "top", [(6, 0), (7, 0)]))
    assert (named_conditions(s, 2), named_conditions(s, 3), s.xp[0]) == ({"muddle", "immobilize"}, set(), 1)


def walks(name: str, half: str, points: int, xp: int) -> None:
    s = over(commanded(name, half, [], (3 + points, 0), at=(3, 0)))
    assert (where(s, 2), where(s, 0), s.xp[0]) == ((3 + points, 0), (0, 0), xp)


@by_hand("Spirit Swap", "top")
def spirit_swap_top() -> None:
    walks("Spirit Swap", "top", 2, 1)


@by_hand("Howling Bolts", "bottom")
def howling_bolts() -> None:
    walks("Howling Bolts", "bottom", 5, 1)


@by_hand("Stone Sigil", "bottom")
def stone_sigil() -> None:
    walks("Stone Sigil", "bottom", 5, 0)


def strikes(name: str, half: str, value: int, xp: int, lost: bool = False) -> Gloomhaven:
    """The bear, and not its master, attacks the enemy beside it."""
    s = over(commanded(name, half, [(5, 0)], 2))
    assert (lost_hp(s, 2), s.xp[0]) == (value, xp)
    assert lies_in(s, name, "lost" if lost else "discard")
    return s


@by_hand("Disappearing Wounds", "bottom")
def disappearing_wounds() -> None:
    strikes("Disappearing Wounds", "bottom", 2, 1)


@by_hand("Maul", "top")
def maul_top() -> None:
    strikes("Maul", "top", 4, 0)


@by_hand("Focused Aggression", "bottom")
def focused_aggression() -> None:
    assert strikes("Focused Aggression", "bottom", 5, 2, lost=True).infused == 1 << 3


@by_hand("Storm Sigil", "bottom")
def storm_sigil_bottom() -> None:
    strikes("Storm Sigil", "bottom", 4, 0)


@by_hand("Energizing Strike", "top")
def energizing_strike_top() -> None:
    s = strikes("Energizing Strike", "top", 4, 1)
    assert (named_conditions(s, 3), named_conditions(s, 0)) == ({"strengthen"}, set())


@by_hand("Punch Through", "top")
def punch_through_top() -> None:
    def elite(s: Gloomhaven) -> None:
        s.rank[2] = 1  # with a shield

    s = over(played(ME, "Punch Through", "top", [(5, 0)], 2, change=with_bear((4, 0), elite)))
    assert (lost_hp(s, 2), s.xp[0]) == (3, 1)


@by_hand("Patch Fur", "bottom")
def patch_fur_bottom() -> None:
    s = over(commanded("Patch Fur", "bottom", []))
    assert (s.hp[2], s.hp[0], s.xp[0]) == (64, 60, 1)


@by_hand("Forceful Swipe", "top")
def forceful_swipe_top() -> None:
    s = over(swipe("Forceful Swipe", ""))
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([2, 2, 2], 1)


def swipe(name: str, elements: str, *answers: object) -> Game[Gloomhaven]:
    """Three enemies in an arc beside the bear."""
    foes = [(5, -1), (5, 0), (4, 1)]
    game = played(ME, name, "top", foes, *answers, change=with_bear((4, 0)), elements=elements)
    game.apply(0, next(spot for spot in options(game) if {*game.state.hex[2:5]} <= {*spot}))
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    return game


@by_hand("Unstoppable Beast", "top")
def unstoppable_beast() -> None:
    s = over(swipe("Unstoppable Beast", "earth", 3))
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0], s.xp[1]) == ([4, 4, 4], 1, 0)
    s = over(swipe("Unstoppable Beast", ""))
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([3, 3, 3], 0)


@by_hand("Forceful Swipe", "bottom")
def forceful_swipe_bottom() -> None:
    s = over(commanded("Forceful Swipe", "bottom", [(7, 0)], (6, 0), "stay", 2, (8, 0), (9, 0)))
    assert (where(s, 3), where(s, 2), s.xp[0]) == ((6, 0), (9, 0), 1)


@by_hand("Lash Out", "bottom")
def lash_out_bottom() -> None:
    game = commanded("Lash Out", "bottom", [(5, 0), (3, 0)], "stay")
    for to in ((6, 0), (7, 0), (2, 0), (1, 0)):
        game.apply(0, place(game.state, to))
    s = over(game)
    assert (where(s, 2), where(s, 3), s.xp[0]) == ((7, 0), (1, 0), 1)


@by_hand("Lash Out", "top")
def lash_out_top() -> None:
    s = over(commanded("Lash Out", "top", [(5, 0), (3, 0), (6, 0)], 2))
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([4, 4, 0], 1)


@by_hand("Vicious Ally", "bottom")
def vicious_ally() -> None:
    s = over(commanded("Vicious Ally", "bottom", [(5, 0), (3, 0)], 2, 3))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([2, 2], 1)


@by_hand("Soaring Ally", "bottom")
def soaring_ally() -> None:
    s = over(played(ME, "Soaring Ally", "bottom", [], change=with_bear((-4, 0))))
    assert (s.coins[0], place(s, (-3, 0)) in s.money) == (1, False), "what lies beside the bear"


@by_hand("Rampage", "top")
def rampage_top() -> None:
    foes = [(5, 0), (8, 0)]
    answers = (2, (6, -1), 2, (7, 0), 3)
    s = over(commanded("Rampage", "top", foes, *answers))
    assert ([lost_hp(s, f) for f in (2, 3)], s.xp[0]) == ([4, 2], 2)


@by_hand("Blood Hunger", "bottom")
def blood_hunger_bottom() -> None:
    s = over(commanded("Blood Hunger", "bottom", [(5, 0)], 2))
    assert (lost_hp(s, 2), s.hp[3], s.xp[0]) == (3, 63, 1)


@by_hand("Jaws of Death", "top")
def jaws_of_death_top() -> None:
    def weak(s: Gloomhaven) -> None:
        s.hp[2], s.hp[3] = 6, 7

    game = played(ME, "Jaws of Death", "top", [(5, 0), (3, 0)], change=with_bear((4, 0), weak))
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    s = over(game)
    assert (s.in_play(2), s.xp[0]) == (False, 1)


@by_hand("Jaws of Death", "bottom")
def jaws_of_death_bottom() -> None:
    answers = (2, (6, 0), (7, 0), (8, 0), (7, 0), 2)
    s = over(commanded("Jaws of Death", "bottom", [(5, 0)], *answers))
    assert (lost_hp(s, 2), where(s, 3), s.xp[0]) == (4, (7, 0), 1)


# ---------------------------------------------------------------- the bear by itself
@by_hand("Concentrated Rage", "bottom")
def concentrated_rage() -> None:
    s = over(played(ME, "Concentrated Rage", "bottom", [(8, 0)], change=with_bear((2, 0))))
    s.chosen[0] = s.hand[0][:2]
    game = play(s.clone(), "summon_turn", 3, answers=["yes", "yes"])
    assert (where(over(game), 3), lost_hp(game.state, 2)) == ((7, 0), 5), "Attack 2 + 3, Move 3 + 3"
    later = over(play(game.state, "start_turn", 0))
    later.to_play = later.chosen[0]
    game = play(later, "act", 0)
    assert asked(game) == HALT, "neither a top nor a bottom is left"
    assert len(game.state.discard[0]) == 2, "both cards are played for nothing"
    game = play(s.clone(), "summon_turn", 3, answers=["yes", "no"])
    later = over(play(game.state, "start_turn", 0))
    ways = {what for what, _ in options(play(later, "act", 0))}
    assert {"bottom", "move"} <= ways
    assert not {"top", "attack"} & ways
    quiet = over(play(s, "summon_turn", 3, answers=["no", "no"]))
    assert where(quiet, 3) == (5, 0)


@by_hand("Punch Through", "bottom")
def punch_through_bottom() -> None:
    s = over(played(ME, "Punch Through", "bottom", [(5, 0)], "stay", change=with_bear((4, 0))))
    s.to_play = (card("Maul"),)
    assert lost_hp(over(play(s.clone(), "half", 0, card("Maul"), "top", answers=[2])), 2) == 5
    assert lost_hp(over(play(s, "summon_turn", 3)), 2) == 2, "no command"


@by_hand("Blood Hunger", "top")
def blood_hunger_top() -> None:
    s = over(played(ME, "Blood Hunger", "top", [(5, 0)], change=with_bear((4, 0))))
    later = over(play(s, "summon_turn", 3))
    assert (later.hp[3], later.xp[0], [row.used for row in later.bonuses]) == (62, 1, [1])
    later.to_play = (card("Maul"),)
    later = over(play(later, "half", 0, card("Maul"), "top", answers=[2]))
    assert (later.hp[3], [row.used for row in later.bonuses]) == (64, [2])


# ---------------------------------------------------------------- places and damage
@by_hand("Disorienting Roar", "bottom")
def disorienting_roar_bottom() -> None:
    s = over(played(ME, "Disorienting Roar", "bottom", [(5, 0), (0, -5)], 1, 2))
    assert (where(s, 1), where(s, 2)) == ((5, 0), (0, 1))
    assert lies_in(s, "Disorienting Roar", "lost")


@by_hand("Spirit Swap", "bottom")
def spirit_swap_bottom() -> None:
    game = played(ME, "Spirit Swap", "bottom", [(5, 0), (0, -5)])
    assert options(game) == ["nobody", 2, 3]
    game.apply(0, 2)
    game.apply(0, 3)
    s = over(game)
    assert (where(s, 2), where(s, 3)) == ((0, -5), (5, 0))


@by_hand("Primal Blessing", "bottom")
def primal_blessing() -> None:
    s = over(played(ME, "Primal Blessing", "bottom", [], (2, 0), (5, 0), "stay", change=with_bear((4, 0))))
    assert (where(s, 0), where(s, 2)) == ((5, 0), (2, 0))


@by_hand("Borrowed Essence", "bottom")
def borrowed_essence() -> None:
    def hurt(s: Gloomhaven) -> None:
        s.max_hp[0], s.hp[0], s.max_hp[2], s.hp[2] = 6, 2, 10, 4

    game = played(ME, "Borrowed Essence", "bottom", [], change=with_bear((4, 0), hurt))
    assert options(game)[0] == (0, 0), "four and six: ten in all, and the bear could take it"
    game.apply(0, (0, 1))
    s = over(game)
    assert (s.hp[0], s.hp[2]) == (5, 1)
    game = played(ME, "Borrowed Essence", "bottom", [], change=with_bear((4, 0), hurt))
    game.apply(0, (0, 0))
    s = over(game)
    assert (s.hp[0], s.in_play(2)) == (6, False), "who has its maximum of damage is dead"


# ---------------------------------------------------------------- all summons
@by_hand("Patch Fur", "top")
def patch_fur_top() -> None:
    s = over(played(ME, "Patch Fur", "top", [(1, 0)], change=with_bear((4, 0))))
    assert [shield(s, f) for f in (0, 1, 3)] == [0, 0, 1]


@by_hand("Earthen Spikes", "bottom")
def earthen_spikes() -> None:
    s = over(played(ME, "Earthen Spikes", "bottom", [(1, 0)], change=with_bear((4, 0))))
    assert [shield(s, f) for f in (0, 1, 3)] == [0, 0, 2]
    assert [retaliates(s, f) for f in (0, 1, 3)] == [[], [], [(2, 1)]]
    assert s.xp[0] == 2


@by_hand("Maul", "bottom")
def maul_bottom() -> None:
    s = over(played(ME, "Maul", "bottom", [], "stay", 1))
    assert (shield(s, 1), shield(s, 0)) == (1, 0)


@by_hand("Energizing Strike", "bottom")
def energizing_strike_bottom() -> None:
    s = over(played(ME, "Energizing Strike", "bottom", [], change=with_bear((4, 0))))
    assert [s.hp[f] for f in (0, 1, 2)] == [60, 61, 61]


@by_hand("Natural Remedy", "top")
def natural_remedy_top() -> None:
    s = over(played(ME, "Natural Remedy", "top", [], 2, 2, change=with_bear((4, 0)), elements="air"))
    assert (s.hp[2], s.xp[0]) == (66, 1)


@by_hand("Natural Remedy", "bottom")
def natural_remedy_bottom() -> None:
    s = over(played(ME, "Natural Remedy", "bottom", [], "stay", 1))
    assert named_conditions(s, 1) == {"strengthen"}


@by_hand("Rampage", "bottom")
def rampage_bottom() -> None:
    game = played(ME, "Rampage", "bottom", [(6, 0)], 3, (5, 0), "stay", 2, change=with_bear((3, 0)))
    assert (lost_hp(over(game), 2), where(game.state, 3)) == (2, (5, 0))


@by_hand("Tyrannical Force", "bottom")
def tyrannical_force() -> None:
    def more(s: Gloomhaven) -> None:
        wolf(s, (0, -1))
        wolf(s, (0, -6))

    game = played(ME, "Tyrannical Force", "bottom", [], (5, 0), (0, -3), change=with_bear((3, 0), more))
    s = over(game)
    assert [where(s, f) for f in (2, 3, 4)] == [(5, 0), (0, -3), (0, -6)], "one less than its movement, in range 3"


@by_hand("Storm Sigil", "top")
def storm_sigil_top() -> None:
    s = over(played(ME, "Storm Sigil", "top", [(2, 0), (1, 1), (4, 0)], (1, 0)))
    totem = 5
    assert (s.hp[totem], base_attack(s, totem), s.xp[0], s.infused) == (8, 1, 2, 1 << 2)
    game = play(s, "summon_turn", totem)
    while asked(game) != HALT:
        game.apply(0, options(game)[-1])
    s = over(game)
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [1, 1, 0]
    assert [s.distance(totem, f) for f in (2, 3)] == [3, 3]


@by_hand("Stone Sigil", "top")
def stone_sigil_top() -> None:
    s = over(played(ME, "Stone Sigil", "top", [(2, 0)], (1, 0)))
    assert (s.hp[3], shield(s, 3), s.xp[0]) == (15, 2, 2)
    game = play(s, "summon_turn", 3)
    assert (where(over(game), 3), game.state.drawn[0]) == ((1, 0), ()), "a stone neither walks nor strikes"


@by_hand("Tribal Sigil", "top")
def tribal_sigil_top() -> None:
    s = over(played(ME, "Tribal Sigil", "top", [(2, 0)], (1, 0)))
    assert (s.hp[3], s.xp[0]) == (8, 2)
    assert blow(s.clone(), 0, 2, reach=3) == 4
    s.put(0, place(s, (-1, 0)))
    assert blow(s.clone(), 0, 2, reach=3) == 2, "not beside the banner"
    s.put(0, place(s, (0, 0)))
    gone = carry_out(s, lambda t: suffer(t, 3, 99)).state
    assert (blow(gone, 0, 2, reach=3), lies_in(gone, "Tribal Sigil", "lost")) == (2, True)


@by_hand("Tribal Sigil", "bottom")
def tribal_sigil_bottom() -> None:
    summons = [card("Venomous Ally"), card("Relentless Ally")]

    def spent(s: Gloomhaven) -> None:
        s.lost[0] = (*summons, card("Maul"))
        s.hand[0] = tuple([c for c in s.hand[0] if c not in s.lost[0]])

    game = played(ME, "Tribal Sigil", "bottom", [], change=spent)
    assert options(game) == ["enough", *sorted(summons)]
    for one in summons:
        game.apply(0, one)
    s = over(game)
    assert [one in s.hand[0] for one in summons] == [True, True]
    assert {*s.lost[0]} == {card("Maul"), CARD_OF[505]}
