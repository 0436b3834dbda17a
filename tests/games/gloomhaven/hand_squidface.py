"""Halves of the Plagueherald that need words of their own."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.struck import AIR, DARK, default_attack, out_of_hand, standing, struck
from games.gloomhaven.table import HALT, asked, card, condition, options, place, play, run
from grimtable.games.gloomhaven.components import NONE, OBSTACLE
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, MONSTER_CURSE, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.conditions import add_to_deck
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

ME = "squidface"
ROW = [(1, 0), (2, 0), (3, 0)]


def sick(*figures: int) -> Callable[[Gloomhaven], None]:
    """These figures are poisoned."""

    def change(s: Gloomhaven) -> None:
        for figure in figures:
            s.conditions[figure] |= condition("poison")

    return change


def curses(s: Gloomhaven, owner: int) -> int:
    return len([c for c in s.decks[owner] if modifier_kind(c) in (CURSE_CARD, MONSTER_CURSE)])


# ---------------------------------------------------------------- cards that stay
@by_hand("Grasping Vermin", "bottom")
def grasping_vermin() -> None:
    s = over(played(ME, "Grasping Vermin", "bottom", [(2, 0), (3, 0)]))
    assert (s.xp[0], lies_in(s, "Grasping Vermin", "active")) == (1, True)
    assert lost_hp(struck(s.clone(), 2, 0, 3, answers=["suffer"]), 0) == 2
    game = play(s.clone(), "half", 0, card("Spread the Plague"), "bottom")
    assert options(game) == ["nobody", 2], "range 2 now"
    s.put(3, place(s, (1, 0)))
    assert lost_hp(default_attack(s, 3), 3) == 2, "melee reaches as far as ever"


@by_hand("Spread the Plague", "top")
def spread_the_plague() -> None:
    s = over(played(ME, "Spread the Plague", "top", [(1, 0)], change=standing({1: (0, 2)})))
    assert s.xp[0] == 2
    used = default_attack(s, "yes", 1, 2)
    assert (lost_hp(used, 2), named_conditions(used, 1), lost_hp(used, 1)) == (3, {"poison"}, 0)
    again = default_attack(used, "yes", 1, "suffer", 2)
    assert (lost_hp(again, 2), lost_hp(again, 1)) == (6, 3), "who is poisoned already suffers instead"
    assert lost_hp(default_attack(s, "no", 2), 2) == 2
    assert lost_hp(default_attack(s, "yes", "nobody", 2), 2) == 2, "no price, no bonus"


@by_hand("Winged Congregation", "top")
def winged_congregation() -> None:
    s = over(played(ME, "Winged Congregation", "top", []))
    assert (s.flies(0), s.flies(1), s.infused, s.xp[0]) == (True, False, 1 << AIR, 2)
    s.terrain[place(s, (0, -1))] |= OBSTACLE
    assert place(s, (0, -1)) in options(play(s.clone(), "half", 0, s.hand[0][0], "move")), "over obstacles"
    s.put(0, place(s, (0, -1)))
    s.bonuses = []
    assert not s.flies(0)


@by_hand("Foul Wind", "top")
def foul_wind() -> None:
    s = over(played(ME, "Foul Wind", "top", [(1, 0)]))
    assert lost_hp(default_attack(s, 2), 2) == 2, "no air"
    s.elements = tuple([2 if element == AIR else 0 for element in range(6)])
    used = default_attack(s, AIR, 2)
    assert (lost_hp(used, 2), used.bonuses[0].used, used.elements[AIR]) == (3, 1, 0)
    kept = default_attack(s, "keep", 2)
    assert (lost_hp(kept, 2), kept.bonuses[0].used) == (2, 0)


@by_hand("Epidemic", "bottom")
def epidemic() -> None:
    s = over(played(ME, "Epidemic", "bottom", [(1, -1), (4, 0)]))
    s = over(play(s, "half", 0, s.hand[0][0], "move", answers=[place(s, (1, 0)), "stay"]))
    assert named_conditions(s, 1) == named_conditions(s, 2) == {"poison"}
    assert named_conditions(s, 3) == named_conditions(s, 0) == set()


@by_hand("Willing Sacrifice", "top")
def willing_sacrifice_top() -> None:
    s = over(played(ME, "Willing Sacrifice", "top", [(7, 0), (3, 0)], change=sick(2)))
    game = play(s, "half", 0, s.hand[0][0], "move", answers=["yes", "suffer"])
    assert options(game) == ["nobody", 2], "only who is poisoned"
    game.apply(0, 2)
    game.apply(0, "stay")
    assert (lost_hp(over(game), 0), lost_hp(game.state, 2)) == (1, 3)


@by_hand("Willing Sacrifice", "bottom")
def willing_sacrifice_bottom() -> None:
    def change(s: Gloomhaven) -> None:
        out_of_hand("discard", 1, 4)(s)
        sick(1)(s)

    for elements, answers, count, xp in (("", (), 2, 1), ("air", (AIR,), 3, 2)):
        game = played(ME, "Willing Sacrifice", "bottom", [], *answers, elements=elements, change=change)
        for _ in range(count):
            game.apply(1, options(game)[1])
        s = over(game)
        assert (len(s.discard[1]), s.xp[0]) == (4 - count, xp)
    healthy = played(ME, "Willing Sacrifice", "bottom", [], change=out_of_hand("discard", 1, 4))
    assert asked(healthy) == HALT


@by_hand("Baneful Hex", "top")
def baneful_hex() -> None:
    s = over(played(ME, "Baneful Hex", "top", [(1, 0)]))
    s.decks[MONSTER_DECK] = cursed_deck(s)
    hit = struck(s.clone(), 2, 0, 3, cards="curse")
    assert (lost_hp(hit, 0), lost_hp(hit, 2), s.xp[0]) == (0, 3, 2)
    hit = struck(s.clone(), 2, 1, 3, cards="curse")
    assert lost_hp(hit, 2) == 3, "whomever it attacked"
    assert lost_hp(struck(s, 2, 0, 3, cards="null"), 2) == 0, "a null is no curse"


def cursed_deck(s: Gloomhaven) -> tuple[int, ...]:
    def flow(t: T) -> Flow[None]:
        add_to_deck(t, 2, condition("curse"))
        yield from ()

    return run(s.clone(), flow).state.decks[MONSTER_DECK]


@by_hand("Grim Bargain", "top")
def grim_bargain_top() -> None:
    s = over(played(ME, "Grim Bargain", "top", [(1, 0), (1, -1), (0, -1)]))
    used = default_attack(s, 1, 2, 3, 4)
    assert ([lost_hp(used, f) for f in (2, 3, 4)], curses(used, 1), used.bonuses[0].used) == ([2, 2, 2], 1, 1)
    refused = default_attack(s, "nobody", 2)
    assert ([lost_hp(refused, f) for f in (2, 3, 4)], refused.bonuses[0].used) == ([2, 0, 0], 0)


@by_hand("Grim Bargain", "bottom")
def grim_bargain_bottom() -> None:
    s = over(played(ME, "Grim Bargain", "bottom", [(1, 0)]))
    assert (named_conditions(s, 0), s.infused, s.xp[0]) == ({"muddle"}, 1 << DARK, 1)
    s = default_attack(s, 2)
    assert (lost_hp(s, 2), lies_in(s, "Grim Bargain", "lost")) == (4, True)
    assert lost_hp(default_attack(s, 2), 2) == 6, "once"


@by_hand("Scattered Terror", "bottom")
def scattered_terror() -> None:
    s = over(played(ME, "Scattered Terror", "bottom", [(1, 0)]))
    assert lost_hp(struck(s, 2, 0, 3, cards="+1 -1", answers=["suffer"]), 0) == 2


# ---------------------------------------------------------------- poison
@by_hand("Virulent Strain", "top")
def virulent_strain_top() -> None:
    game = played(ME, "Virulent Strain", "top", [(1, 0), (7, 0)], change=sick(3))
    assert options(game) == ["nobody", 3]
    game.apply(0, 3)
    s = over(game)
    assert (named_conditions(s, 3), lost_hp(s, 3), s.xp[0]) == (set(), 3, 1)


@by_hand("Virulent Strain", "bottom")
def virulent_strain_bottom() -> None:
    s = over(played(ME, "Virulent Strain", "bottom", [(3, 0), (4, 0), (5, 0), (7, 0)], change=sick(2)))
    assert [named_conditions(s, f) for f in (2, 3, 4, 5)] == [{"poison"}, {"poison"}, set(), set()]


@by_hand("Rot Maggots", "top")
def rot_maggots() -> None:
    s = over(played(ME, "Rot Maggots", "top", [(1, 1), (2, 1)], 2))
    assert (lost_hp(s, 2), named_conditions(s, 2), named_conditions(s, 1)) == (4, {"poison"}, {"poison"})
    assert (named_conditions(s, 3), named_conditions(s, 0), s.xp[0]) == (set(), set(), 1), "allies, not enemies"


@by_hand("Succumb to the Gift", "top")
def succumb_to_the_gift_top() -> None:
    game = played(ME, "Succumb to the Gift", "top", [(3, 0), (2, 0), (4, 0)], change=sick(2, 4))
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    s = over(game)
    assert (s.hex[2], s.xp[0], lies_in(s, "Succumb to the Gift", "lost")) == (NONE, 2, True)


@by_hand("Succumb to the Gift", "bottom")
def succumb_to_the_gift_bottom() -> None:
    assert len(over(played(ME, "Succumb to the Gift", "bottom", [], change=sick(1))).decks[1]) == 21
    assert len(over(played(ME, "Succumb to the Gift", "bottom", [])).decks[1]) == 20


@by_hand("Storm of Wings", "top")
def storm_of_wings() -> None:
    game = played(ME, "Storm of Wings", "top", ROW, AIR, 4, elements="air")
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([4, 4, 4], 2)
    s = over(played(ME, "Storm of Wings", "top", ROW, "keep", 4, elements="air"))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [0, 0, 4]


@by_hand("Accelerated End", "top")
def accelerated_end() -> None:
    for elements, answers, damage, xp in (("", (), 1, 0), ("dark", (DARK,), 2, 1)):
        s = over(played(ME, "Accelerated End", "top", ROW, *answers, elements=elements, change=sick(2, 4)))
        assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([damage, 0, damage], xp)


@by_hand("Airborne Toxin", "top")
def airborne_toxin_top() -> None:
    for elements, answers, count, xp in (("air", ("keep",), 1, 0), ("air", (AIR,), 2, 1)):
        s = over(played(ME, "Airborne Toxin", "top", ROW, *answers, elements=elements))
        assert (curses(s, MONSTER_DECK), s.xp[0]) == (count, xp)
        assert [named_conditions(s, f) == {"muddle"} for f in (2, 3, 4)] == [True, count == 2, False]


@by_hand("Airborne Toxin", "bottom")
def airborne_toxin_bottom() -> None:
    s = over(played(ME, "Airborne Toxin", "bottom", [(1, 0), (9, 0)]))
    assert [named_conditions(s, f) for f in (1, 2, 3)] == [set(), {"poison"}, {"poison"}]
    assert (s.infused, s.xp[0]) == (1 << AIR, 1)


@by_hand("Mass Extinction", "top")
def mass_extinction_top() -> None:
    s = over(played(ME, "Mass Extinction", "top", [(1, 0), (9, 0)]))
    assert [named_conditions(s, f) for f in (0, 1, 2, 3)] == [set(), {"wound"}, {"wound"}, {"wound"}]
    assert (curses(s, 0), curses(s, 1), curses(s, MONSTER_DECK)) == (0, 1, 2)
    assert s.infused == 1 << AIR | 1 << DARK


@by_hand("Mass Extinction", "bottom")
def mass_extinction_bottom() -> None:
    for elements, answers, damage in (("", (), 2), ("air", (AIR,), 3), ("air dark", (AIR, DARK), 4)):
        s = over(played(ME, "Mass Extinction", "bottom", ROW, *answers, elements=elements, change=sick(3)))
        assert ([lost_hp(s, f) for f in (2, 3, 4)], s.xp[0]) == ([0, damage, 0], damage - 2)


@by_hand("Convert the Flock", "bottom")
def convert_the_flock() -> None:
    def flock(s: Gloomhaven) -> None:
        """Two monsters are allies, one of them and the brute are poisoned."""
        sick(1, 3)(s)
        s.side[3] = s.side[4] = s.side[0]

    s = over(played(ME, "Convert the Flock", "bottom", [(1, 0), (7, 0), (8, 0)], "suffer", change=flock))
    assert ([lost_hp(s, f) for f in (1, 3, 4)], s.xp[0]) == ([2, 2, 0], 1)
    assert lost_hp(default_attack(s, 2), 2) == 3
    s = over(played(ME, "Convert the Flock", "bottom", [(1, 0)], "suffer", change=sick(1)))
    assert (s.xp[0], lost_hp(default_attack(s, 2), 2)) == (0, 2), "one ally is not enough"
