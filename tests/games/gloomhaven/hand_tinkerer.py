"""Halves of the Tinkerer that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import act_out, asked, card, condition, field, options, place, play, position, stack, where
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.terms import CONSUMED, ITEM_ROOM, READY
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "tinkerer"


def trap_test(name: str, half: str, damage: int, conditions: list[str], pile: str, xp: int) -> None:
    s = over(played(ME, name, half, [(2, 0)], (1, 0)))
    assert s.traps[place(s, (1, 0))] == (damage, sum(condition(c) for c in conditions), 0)
    assert lies_in(s, name, pile)
    assert s.xp[0] == 0
    game = play(s, "half", 0, card("Hook Gun"), "top", answers=[2, place(s, (1, 0))])
    s = game.state
    assert lost_hp(s, 2) == 2 + damage
    assert named_conditions(s, 2) == set(conditions)
    assert s.xp[0] == xp, "experience when an enemy springs it"


@by_hand("Proximity Mine", "top")
def proximity_mine() -> None:
    trap_test("Proximity Mine", "top", 6, [], "lost", 2)


@by_hand("Volatile Concoction", "top")
def volatile_concoction() -> None:
    trap_test("Volatile Concoction", "top", 2, ["poison"], "discard", 0)


@by_hand("Gas Canister", "top")
def gas_canister() -> None:
    trap_test("Gas Canister", "top", 4, ["muddle"], "discard", 0)


@by_hand("Tinkerer's Tools", "bottom")
def tools_bottom() -> None:
    trap_test("Tinkerer's Tools", "bottom", 0, ["stun"], "discard", 0)


@by_hand("Tinkerer's Tools", "top")
def tools_top() -> None:
    def lay(s: Gloomhaven) -> None:
        lay_trap(s, place(s, (1, 0)), 3, 0, -1)

    s = over(played(ME, "Tinkerer's Tools", "top", [], (1, 0), change=lay))
    assert not s.traps
    assert s.xp[0] == 1


def discarded(s: Gloomhaven) -> None:
    s.discard[1], s.hand[1] = s.hand[1][:3], s.hand[1][3:]


def lost(s: Gloomhaven) -> None:
    s.lost[1], s.hand[1] = s.hand[1][:3], s.hand[1][3:]


@by_hand("Reinvigorating Elixir", "bottom")
def reinvigorating_elixir() -> None:
    game = played(ME, "Reinvigorating Elixir", "bottom", [], 1, change=discarded)
    for gone in game.state.discard[1]:
        game.apply(1, gone)
    s = over(game)
    assert s.discard[1] == ()
    assert (s.xp[0], lies_in(s, "Reinvigorating Elixir", "lost")) == (2, True)


@by_hand("Volatile Concoction", "bottom")
def volatile_concoction_bottom() -> None:
    game = played(ME, "Volatile Concoction", "bottom", [], 1, change=discarded)
    first, second, _ = game.state.discard[1]
    game.apply(1, first)
    assert first in over(game).hand[1]
    s = over(played(ME, "Volatile Concoction", "bottom", [], 1, 1, first, second, change=discarded, elements="ice"))
    assert len(s.discard[1]) == 1


@by_hand("Stamina Booster", "bottom")
def stamina_booster() -> None:
    game = played(ME, "Stamina Booster", "bottom", [], 1, change=lost)
    card_back = game.state.lost[1][0]
    game.apply(1, card_back)
    s = over(game)
    assert card_back in s.hand[1]
    assert (len(s.lost[1]), s.xp[0]) == (2, 2)


@by_hand("Chimeric Formula", "top")
def chimeric_formula_top() -> None:
    game = played(ME, "Chimeric Formula", "top", [], 1, change=lost)
    first, second, _ = game.state.lost[1]
    for back in (first, second):
        game.apply(1, back)
    assert asked(game) == "lose_card"
    gone = game.decisions()[0].options[:2]
    for out in gone:
        game.apply(1, out)
    s = over(game)
    assert set(gone) <= set(s.lost[1])
    assert len(s.lost[1]) == 3


@by_hand("Chimeric Formula", "bottom")
def chimeric_formula_bottom() -> None:
    s = position(field(5), heroes={ME: (0, 0), "brute": (0, 1), "scoundrel": (0, 2)})
    theirs = s.hand[2][0]
    s.lost[2], s.hand[2] = (theirs,), s.hand[2][1:]
    game = act_out(s, 0, "Chimeric Formula", "bottom", answers=[1, 2])
    game.apply(1, theirs)
    s = over(game)
    assert theirs in s.hand[1]
    assert s.lost[2] == ()
    assert s.xp[0] == 2


@by_hand("Gas Canister", "bottom")
def gas_canister_bottom() -> None:
    s = over(played(ME, "Gas Canister", "bottom", [], change=discarded))
    first = s.discard[1][0]
    game = play(s, "end_turn", 0, answers=[1, first])
    assert first in game.state.hand[1]
    assert [row.used for row in game.state.bonuses] == [1]


@by_hand("Auto Turret", "top")
def auto_turret() -> None:
    s = over(played(ME, "Auto Turret", "top", [(5, 0)]))
    game = play(s, "end_turn", 0, answers=[2])
    assert lost_hp(game.state, 2) == 2
    assert game.state.xp[0] == 1


@by_hand("Potent Potables", "top")
def potent_potables() -> None:
    s = over(played(ME, "Potent Potables", "top", []))
    assert lies_in(s, "Potent Potables", "active")
    game = play(s, "half", 0, card("Restorative Mist"), "top", answers=[1])
    assert game.state.hp[1] == 60 + 5
    assert [row.used for row in game.state.bonuses] == [1]


@by_hand("Noxious Vials", "top")
def noxious_vials() -> None:
    small = next(n for n, item in enumerate(ITEMS) if item.slot == "small")
    head = next(n for n, item in enumerate(ITEMS) if item.slot == "head")

    def used(s: Gloomhaven) -> None:
        s.items[1] = (small, head)
        s.item_state = {ITEM_ROOM + small: CONSUMED, ITEM_ROOM + head: CONSUMED}

    game = played(ME, "Noxious Vials", "top", [], 1, change=used)
    assert options(game) == ["nobody", small]
    game.apply(1, small)
    assert over(game).item_state == {ITEM_ROOM + small: READY, ITEM_ROOM + head: CONSUMED}


@by_hand("Disintegration Beam", "top")
def disintegration_beam() -> None:
    def weaken(s: Gloomhaven) -> None:
        s.hp[2], s.hp[3], s.hp[4] = 5, 6, 1

    game = played(ME, "Disintegration Beam", "top", [(1, -1), (2, -2), (3, -3)], change=weaken)
    game.apply(0, max(options(game), key=len))
    s = over(game)
    assert [s.in_play(f) for f in (2, 3, 4)] == [False, True, False]
    assert (s.xp[0], lies_in(s, "Disintegration Beam", "lost")) == (2, True)


@by_hand("Jet Propulsion", "top")
def jet_propulsion() -> None:
    s = over(played(ME, "Harmless Contraption", "top", [], (1, 0)))
    game = play(s, "half", 0, card("Jet Propulsion"), "top")
    s = game.state
    assert max(s.ground().row(s.hex[2])[at] for at in options(game) if at != "stay") == 4, "2 more than its own 2"
    game.apply(0, place(s, (5, 0)))
    assert where(over(game), 2) == (5, 0)


@by_hand("Harsh Stimulants", "top")
def harsh_stimulants_top() -> None:
    s = over(played(ME, "Harsh Stimulants", "top", [(1, 0)], 2, "suffer"))
    assert (lost_hp(s, 2), lost_hp(s, 0), s.xp[0]) == (9, 2, 2)


@by_hand("Harsh Stimulants", "bottom")
def harsh_stimulants_bottom() -> None:
    game = played(ME, "Harsh Stimulants", "bottom", [(0, 2), (1, 0)])
    game.apply(1, "suffer")
    s = over(game)
    assert (lost_hp(s, 1), lost_hp(s, 0)) == (2, 0)
    plus_zero(s)
    s.acting = 1
    hand = s.hand[1][0]
    s.to_play = (hand,)
    s = play(s, "half", 1, hand, "attack", answers=[2]).state
    assert lost_hp(s, 2) == 4


@by_hand("Enhancement Field", "bottom")
def enhancement_field() -> None:
    s = over(played(ME, "Enhancement Field", "bottom", [(0, 2), (1, 0)]))
    plus_zero(s)
    assert lost_hp(play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[3]).state, 3) == 3
    assert lost_hp(play(s.clone(), "half", 1, s.hand[1][0], "attack", answers=[2]).state, 2) == 3
    s.put(1, place(s, (0, 3)))
    assert lost_hp(play(s, "half", 1, s.hand[1][0], "attack", answers=[2]).state, 2) == 2, "no longer adjacent"


def plus_zero(s: Gloomhaven) -> None:
    stack(s, 1, "+0 +0")
