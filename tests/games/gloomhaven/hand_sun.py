"""Halves of the Sunkeeper that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played, table_for
from games.gloomhaven.struck import DARK, LIGHT, out_of_hand, standing, struck, suffered
from games.gloomhaven.table import HALT, asked, card, events, options, place, play, stack, where
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.terms import ACTED
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "sun"


def attacked_by(s: Gloomhaven, figure: int, what: str = "attack", *answers: object) -> Gloomhaven:
    """A default attack or move with a card of the hand."""
    s.decks[1] = s.decks[0]
    return play(s.clone(), "half", figure, s.hand[figure][0], what, answers=answers).state


# ---------------------------------------------------------------- for allies
@by_hand("Purifying Aura", "top")
def purifying_aura_top() -> None:
    s = over(played(ME, "Purifying Aura", "top", [(1, 0)]))
    s = struck(s, 2, 0, 3, answers=["suffer"])
    assert (lost_hp(s, 0), lost_hp(s, 2), s.xp[0]) == (3, 2, 1)
    s = struck(s, 2, 0, 3, reach=3, answers=["suffer"])
    assert (lost_hp(s, 2), s.bonuses[0].used) == (2, 1), "not against ranged attacks"


@by_hand("Purifying Aura", "bottom")
def purifying_aura_bottom() -> None:
    s = over(played(ME, "Purifying Aura", "bottom", [], LIGHT, elements="light", change=standing({1: (0, 2)})))
    assert named_conditions(s, 1) == {"strengthen"}
    s = over(played(ME, "Purifying Aura", "bottom", [], "keep", elements="light", change=standing({1: (0, 2)})))
    assert named_conditions(s, 1) == set(), "two hexes away"


@by_hand("Brilliant Prayer", "top")
def brilliant_prayer() -> None:
    game = played(ME, "Brilliant Prayer", "top", [], 1, change=out_of_hand("lost", 1))
    chosen = options(game)[1]
    game.apply(1, chosen)
    s = over(game)
    assert (chosen in s.hand[1], len(s.lost[1]), s.xp[0]) == (True, 2, 2)
    assert lies_in(s, "Brilliant Prayer", "lost")


@by_hand("Empowering Command", "top")
def empowering_command_top() -> None:
    for elements, answers, count, xp in (("", (1,), 2, 0), ("light", (LIGHT, 1), 3, 1)):
        change = out_of_hand("discard", 1, 4)
        game = played(ME, "Empowering Command", "top", [], *answers, elements=elements, change=change)
        for _ in range(count):
            game.apply(1, options(game)[1])
        s = over(game)
        assert (len(s.discard[1]), s.xp[0]) == (4 - count, xp)


@by_hand("Empowering Command", "bottom")
def empowering_command_bottom() -> None:
    game = played(ME, "Empowering Command", "bottom", [(1, 1), (1, 0)], 1)
    stack(game.state, 1, "+0")
    game.apply(1, 2)
    assert (lost_hp(over(game), 2), game.state.xp[1]) == (4, 0)


@by_hand("Illuminate the Target", "bottom")
def illuminate_the_target() -> None:
    game = played(ME, "Illuminate the Target", "bottom", [(1, 1), (1, 0)], 1)
    stack(game.state, 1, "+0")
    game.apply(1, 2)
    assert lost_hp(over(game), 2) == 6


@by_hand("Protective Blessing", "top")
def protective_blessing_top() -> None:
    s = over(played(ME, "Protective Blessing", "top", [], 1, change=standing({1: (0, 3)})))
    assert named_conditions(s, 1) == {"strengthen"}
    assert len(s.decks[1]) == 21, "one blessing more"
    game = played(ME, "Protective Blessing", "top", [], change=standing({1: (0, 4)}))
    assert asked(game) == HALT, "too far away"


@by_hand("Protective Blessing", "bottom")
def protective_blessing_bottom() -> None:
    s = over(played(ME, "Protective Blessing", "bottom", [(1, 0)]))
    assert (s.xp[0], lies_in(s, "Protective Blessing", "active")) == (2, True)
    assert lost_hp(suffered(s.clone(), 0, 9), 0) == 0
    assert lost_hp(suffered(s.clone(), 1, 9), 1) == 0
    assert lost_hp(suffered(s.clone(), 2, 9), 2) == 9
    s.put(1, place(s, (0, 3)))
    assert lost_hp(suffered(s.clone(), 1, 9, "suffer"), 1) == 9, "only while adjacent"


@by_hand("Tactical Order", "top")
def tactical_order() -> None:
    game = played(ME, "Tactical Order", "top", [], 1, (0, 5), change=standing({1: (0, 3)}))
    game.apply(1, "stay")
    assert where(over(game), 1) == (0, 5)


@by_hand("Mobilizing Axiom", "bottom")
def mobilizing_axiom() -> None:
    game = played(ME, "Mobilizing Axiom", "bottom", [], (0, 9), change=standing({1: (0, 5)}))
    assert (where(over(game), 1), game.state.xp[0]) == ((0, 9), 1)
    game = played(ME, "Mobilizing Axiom", "bottom", [], change=standing({1: (0, 6)}))
    assert asked(game) == HALT, "too far away"


@by_hand("Lay on Hands", "top")
def lay_on_hands() -> None:
    s = over(played(ME, "Lay on Hands", "top", [], 1, "suffer"))
    assert (s.hp[1], lost_hp(s, 0), s.xp[0], s.infused) == (s.max_hp[1], 3, 2, 1 << LIGHT)


@by_hand("Beacon of Light", "top")
def beacon_of_light_top() -> None:
    s = over(played(ME, "Beacon of Light", "top", [], change=standing({1: (0, 4)})))
    assert (lost_hp(s, 0), lost_hp(s, 1)) == (-1, -1)
    s = over(played(ME, "Beacon of Light", "top", [], change=standing({1: (0, 5)})))
    assert (lost_hp(s, 0), lost_hp(s, 1)) == (-1, 0)


@by_hand("Beacon of Light", "bottom")
def beacon_of_light_bottom() -> None:
    s = over(played(ME, "Beacon of Light", "bottom", []))
    s = play(s, "end_turn", 0).state
    assert (s.elements[LIGHT], s.xp[0], s.bonuses[0].used) == (2, 1, 1)
    s = play(s, "end_turn", 0).state
    assert (s.bonuses[0].used, s.xp[0]) == (1, 1), "nothing to do while it is strong"


@by_hand("Engulfing Radiance", "bottom")
def engulfing_radiance_bottom() -> None:
    s = over(played(ME, "Engulfing Radiance", "bottom", [(1, 0)], change=standing({1: (0, 4)})))
    assert s.infused == 1 << LIGHT
    for target in (0, 1):
        assert lost_hp(struck(s.clone(), 2, target, 3, cards="+1 -1", answers=["suffer"]), target) == 2
    s.put(1, place(s, (0, 5)))
    assert lost_hp(struck(s, 2, 1, 3, cards="+1 -1", answers=["suffer"]), 1) == 4, "too far away now"


@by_hand("Path of Glory", "bottom")
def path_of_glory() -> None:
    s = over(played(ME, "Path of Glory", "bottom", [], (0, 1), (0, 2), "stay"))
    assert (where(s, 0), where(s, 1), s.xp[0], len(s.decks[1])) == ((0, 2), (0, 1), 1, 21)
    s = over(played(ME, "Path of Glory", "bottom", [], (1, 0), (1, 1), "stay"))
    assert len(s.decks[1]) == 20, "walked past, not through"


@by_hand("Scales of Justice", "bottom")
def scales_of_justice() -> None:
    answers = (LIGHT, (1, 0), (2, 0), (3, 0), (4, 0), 2)
    s = over(played(ME, "Scales of Justice", "bottom", [(5, 0)], *answers, elements="light"))
    assert (where(s, 0), named_conditions(s, 2), s.xp[0]) == ((4, 0), {"stun"}, 1)
    game = played(ME, "Scales of Justice", "bottom", [(5, 0)], (2, 0))
    assert where(over(game), 0) == (2, 0), "two hexes without light"


@by_hand("Supportive Chant", "top")
def supportive_chant_top() -> None:
    s = over(played(ME, "Supportive Chant", "top", [(1, 0), (1, 1)]))
    assert s.xp[0] == 1
    assert lost_hp(attacked_by(s, 1, "attack", 3), 3) == 3
    assert lost_hp(attacked_by(s, 0, "attack", 2), 2) == 2, "for allies only"


@by_hand("Supportive Chant", "bottom")
def supportive_chant_bottom() -> None:
    s = over(played(ME, "Supportive Chant", "bottom", []))
    assert where(attacked_by(s, 1, "move", place(s, (0, 5))), 1) == (0, 5)
    game = play(s.clone(), "half", 0, s.hand[0][0], "move")
    assert place(s, (0, -3)) not in options(game), "for allies only"


@by_hand("Defensive Stance", "bottom")
def defensive_stance() -> None:
    s = over(played(ME, "Defensive Stance", "bottom", [(1, 0)]))
    assert (s.xp[0], lost_hp(struck(s.clone(), 2, 0, 3, answers=["suffer"]), 0)) == (1, 2)
    game = play(s, "half", 0, s.hand[0][0], "move")
    assert place(s, (0, -1)) in options(game)
    assert place(s, (0, -2)) not in options(game), "one hex less"


# ---------------------------------------------------------------- turns and attacks
@by_hand("Unwavering Mandate", "top")
def unwavering_mandate() -> None:
    """The ally takes a whole turn; then the Sunkeeper's goes on, and the ally's own turn is still to come."""
    mandate, other = card("Unwavering Mandate"), card("Practical Plans")
    first, second = card("Trample"), card("Sweeping Blow")
    own = (card("Grab and Go"), card("Warding Strength"))
    s = table_for(ME, [(1, 1)])
    s.chosen[0], s.to_play, s.acting = (mandate, other), (mandate, other), 0
    s.chosen[1] = own
    s.hand[1] = tuple([c for c in s.hand[1] if c not in own])
    stack(s, 1, "+0")
    steps = ("start_extra_turn", "act", "end_extra_turn", "resume_turn")
    game = play(s, "half", 0, mandate, "top", answers=[1, first, second], runs=steps)
    assert asked(game) == "act"
    s = game.state
    assert (s.acting, s.to_play, s.halves, set(s.chosen_cards(1))) == (1, (first, second), 0, {*own, first, second})
    for answer in (("attack", first), 2, ("move", second), place(s, (0, 2)), "stay"):
        game.apply(1, answer)
    s = over(game)
    assert (lost_hp(s, 2), where(s, 1)) == (2, (0, 2))
    assert (s.marks[1] & ACTED, s.chosen[1], set(s.discard[1])) == (0, own, {first, second})
    assert (s.acting, s.to_play, s.halves, s.xp[0]) == (0, (other,), 1, 2)
    assert lies_in(s, "Unwavering Mandate", "lost")


@by_hand("Weapon of Purity", "top")
def weapon_of_purity() -> None:
    s = over(played(ME, "Weapon of Purity", "top", [(1, 0)]))
    s.elements = tuple([2 if element == LIGHT else 0 for element in range(6)])
    game = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[LIGHT, 2])
    assert (lost_hp(game.state, 2), game.state.xp[0], game.state.elements[LIGHT]) == (4, 1, 0)
    assert len(events(game, "modifier")) == 2, "with advantage"
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=["keep", 2])
    assert (lost_hp(game.state, 2), game.state.xp[0], len(events(game, "modifier"))) == (2, 0, 1)


@by_hand("Bright Aegis", "bottom")
def bright_aegis() -> None:
    for elements, answers, count, xp in (("", (1,), 1, 2), ("light", (LIGHT, 1), 2, 3)):
        game = played(ME, "Bright Aegis", "bottom", [], *answers, elements=elements, change=out_of_hand("lost", 1))
        for _ in range(count):
            game.apply(1, options(game)[1])
        s = over(game)
        assert (len(s.lost[1]), s.xp[0]) == (3 - count, xp)


@by_hand("Inspiring Sanctity", "top")
def inspiring_sanctity_top() -> None:
    game = played(ME, "Inspiring Sanctity", "top", [(1, 1)], 1, LIGHT, elements="light")
    assert game.decisions()[0].player == 1, "the ally attacks"
    game.apply(1, 2)
    s = over(game)
    assert (s.hex[2], s.xp[0], s.xp[1]) == (NONE, 3, 0), "the experience is the Sunkeeper's"
    game = played(ME, "Inspiring Sanctity", "top", [(1, 1)], 1, "keep", elements="light")
    stack(game.state, 1, "+0")
    game.apply(1, 2)
    assert (lost_hp(over(game), 2), game.state.xp[0]) == (8, 2)


@by_hand("Inspiring Sanctity", "bottom")
def inspiring_sanctity_bottom() -> None:
    game = played(ME, "Inspiring Sanctity", "bottom", [(1, 3)], change=standing({1: (0, 3)}))
    stack(game.state, 1, "+0")
    game.apply(1, 2)
    assert (lost_hp(over(game), 2), game.state.xp[0], game.state.xp[1]) == (4, 1, 0)
    game = played(ME, "Inspiring Sanctity", "bottom", [(1, 3)], "nobody", change=standing({1: (0, 3)}))
    assert over(game).xp[0] == 0, "no attack, no experience"


@by_hand("Angelic Ascension", "top")
def angelic_ascension() -> None:
    s = over(played(ME, "Angelic Ascension", "top", [(1, 0)]))
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[2])
    s = game.state
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0], s.bonuses[0].used) == (5, {"wound"}, 1, 1)
    assert len(events(game, "modifier")) == 2, "with advantage"
    for _ in range(3):
        s = play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state
    assert (s.xp[0], lies_in(s, "Angelic Ascension", "lost")) == (4, True)


@by_hand("Divine Intervention", "top")
def divine_intervention() -> None:
    s = over(played(ME, "Divine Intervention", "top", [(1, 1)]))
    assert s.xp[0] == 2
    taken = suffered(s.clone(), 1, 5, "yes", "suffer")
    assert (lost_hp(taken, 0), lost_hp(taken, 1)) == (4, 0)
    left = suffered(s.clone(), 1, 5, "no", "suffer")
    assert (lost_hp(left, 0), lost_hp(left, 1)) == (0, 5)
    assert lost_hp(suffered(s, 0, 5, "suffer"), 0) == 5, "one's own damage is not asked about"


@by_hand("Daybreak", "top")
def daybreak() -> None:
    s = over(played(ME, "Daybreak", "top", [(1, 0)], DARK, 2, elements="dark"))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.infused, s.xp[0]) == (4, {"muddle"}, 1 << LIGHT, 1)
