"""Halves of the Quartermaster that need words of their own."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, over, played
from games.gloomhaven.table import HALT, asked, card, options, place, play, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components.terms import CONSUMED, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "three-spears"
SHIELD, POTION, POWDER, BOOTS = 8, 12, 21, 1  # Heater Shield, Minor Healing Potion, Stun Powder, Boots of Striding


def worn_out(*figures: int) -> Callable[[Gloomhaven], None]:
    """A shield and boots are spent, a potion and a powder consumed."""

    def change(s: Gloomhaven) -> None:
        for figure in figures:
            s.items[figure] = (BOOTS, SHIELD, POTION, POWDER)
            for item, state in ((BOOTS, SPENT), (SHIELD, SPENT), (POTION, CONSUMED), (POWDER, CONSUMED)):
                s.item_state[figure * ITEM_ROOM + item] = state

    return change


def fresh(s: Gloomhaven, figure: int) -> list[int]:
    return [i for i in s.items[figure] if s.item_state.get(figure * ITEM_ROOM + i, READY) == READY]


@by_hand("Restock", "top")
def restock() -> None:
    game = played(ME, "Restock", "top", [], change=worn_out(0, 1))
    assert options(game) == ["nobody", BOOTS, SHIELD, POTION, POWDER]
    game.apply(1, POTION)
    s = over(game)
    assert (fresh(s, 1), fresh(s, 0), s.xp[0]) == ([POTION], [], 2)


@by_hand("Oversized Pack", "bottom")
def oversized_pack() -> None:
    s = over(played(ME, "Oversized Pack", "bottom", [], POTION, POWDER, change=worn_out(0)))
    assert (fresh(s, 0), s.xp[0], lies_in(s, "Oversized Pack", "lost")) == ([POTION, POWDER], 2, True)


@by_hand("Sharpening Kit", "bottom")
def sharpening_kit() -> None:
    s = over(played(ME, "Sharpening Kit", "bottom", [(1, 0)]))
    assert lost_hp(play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2]).state, 2) == 3
    s.decks[1] = s.decks[0]
    assert lost_hp(play(s.clone(), "half", 1, s.hand[1][0], "attack", answers=[2]).state, 2) == 3
    s.put(0, place(s, (-4, 0)))
    assert lost_hp(play(s, "half", 1, s.hand[1][0], "attack", answers=[2]).state, 2) == 2, "too far away"


@by_hand("Proficiency", "top")
def proficiency() -> None:
    def carrying(s: Gloomhaven) -> None:
        s.items[0] = (POWDER,)

    s = over(played(ME, "Proficiency", "top", [(1, 0)], change=carrying))
    assert (s.xp[0], lies_in(s, "Proficiency", "active")) == (2, True)
    with_item = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2, POWDER]).state
    assert lost_hp(with_item, 2) == 3
    without = play(s, "half", 0, s.hand[0][0], "attack", answers=[2, "no"]).state
    assert lost_hp(without, 2) == 2


@by_hand("Scroll of Recall", "top")
def scroll_of_recall_top() -> None:
    game = played(ME, "Scroll of Recall", "top", [], change=worn_out(0))
    assert options(game) == ["nobody", POTION, POWDER]
    game.apply(0, POWDER)
    assert fresh(over(game), 0) == [POWDER]


@by_hand("Scroll of Recall", "bottom")
def scroll_of_recall_bottom() -> None:
    answers = (2, 3, 4, (2, 0), (2, -2), (0, -2))
    s = over(played(ME, "Scroll of Recall", "bottom", [(3, 0), (3, -3), (0, -3), (0, -4)], *answers))
    assert [where(s, f) for f in (2, 3, 4, 5)] == [(2, 0), (2, -2), (0, -2), (0, -4)]


@by_hand("Reserved Energy", "top")
def reserved_energy() -> None:
    game = played(ME, "Reserved Energy", "top", [], 1, change=worn_out(1))
    for item in (BOOTS, SHIELD):
        game.apply(1, item)
    s = over(game)
    assert (fresh(s, 1), s.xp[0]) == ([BOOTS, SHIELD], 1)


@by_hand("Reforge", "top")
def reforge_top() -> None:
    game = played(ME, "Reforge", "top", [], 0, change=worn_out(0))
    assert options(game) == ["nobody", SHIELD], "only what is held in the hands"
    game.apply(0, SHIELD)
    assert (fresh(over(game), 0), game.state.xp[0]) == ([SHIELD], 1)


def out_of_hand(pile: str, figure: int) -> Callable[[Gloomhaven], None]:
    def change(s: Gloomhaven) -> None:
        getattr(s, pile)[figure] = s.hand[figure][-3:]
        s.hand[figure] = s.hand[figure][:-3]

    return change


@by_hand("Reforge", "bottom")
def reforge_bottom() -> None:
    game = played(ME, "Reforge", "bottom", [], change=out_of_hand("discard", 0))
    for _ in range(2):
        game.apply(0, options(game)[1])
    assert len(over(game).discard[0]) == 1 + 1, "one stays, and the card itself"


@by_hand("Continual Supply", "top")
def continual_supply_top() -> None:
    s = over(played(ME, "Continual Supply", "top", [], change=worn_out(1)))
    assert s.xp[0] == 2
    paid = s.hand[0][0]
    game = play(s, "end_turn", 0, answers=["yes", paid, 1, POTION])
    assert fresh(game.state, 1) == [POTION]
    assert paid in game.state.discard[0]
    assert lies_in(game.state, "Continual Supply", "active")


@by_hand("Continual Supply", "bottom")
def continual_supply_bottom() -> None:
    game = played(ME, "Continual Supply", "bottom", [], change=out_of_hand("lost", 0))
    for _ in range(2):
        game.apply(0, options(game)[1])
    s = over(game)
    assert len(s.lost[0]) == 1 + 1
    assert lies_in(s, "Continual Supply", "lost")


@by_hand("Side Pouch", "top")
def side_pouch() -> None:
    game = played(ME, "Side Pouch", "top", [], 1, change=worn_out(1))
    for item in (BOOTS, SHIELD, POTION, POWDER):
        game.apply(1, item)
    s = over(game)
    assert (len(fresh(s, 1)), s.xp[0]) == (4, 2)


@by_hand("Reinforced Steel", "top")
def reinforced_steel() -> None:
    s = over(played(ME, "Reinforced Steel", "top", [(5, 0)], change=worn_out(0)))
    assert s.xp[0] == 2
    game = play(s, "close_round")
    assert options(game) == ["nobody", BOOTS, SHIELD]
    game.apply(0, SHIELD)
    assert fresh(game.state, 0) == [SHIELD]


@by_hand("Scroll of Judgment", "top")
def scroll_of_judgment() -> None:
    s = over(played(ME, "Scroll of Judgment", "top", [(4, 0), (5, 0)], "suffer"))
    assert [lost_hp(s, f) for f in (0, 1, 2, 3)] == [2, 0, 2, 0]
    assert s.xp[0] == 2


@by_hand("Catastrophic Bomb", "bottom")
def catastrophic_bomb() -> None:
    def elite(s: Gloomhaven) -> None:
        s.rank[3] = 1

    game = played(ME, "Catastrophic Bomb", "bottom", [(1, 0), (1, -1)], change=elite)
    spot = max(options(game), key=len)
    game.apply(0, spot)
    game.apply(0, "suffer")
    s = over(game)
    assert (lost_hp(s, 0), lost_hp(s, 2), lost_hp(s, 3), s.xp[0]) == (7, 7, 0, 1)


@by_hand("Quiver of Arrows", "top")
def quiver_of_arrows() -> None:
    s = over(played(ME, "Quiver of Arrows", "top", [(3, 0), (3, 1), (1, 0)]))
    assert s.xp[0] == 2
    dagger = card("Spare Dagger")
    s.decks[1] = s.decks[0]
    s.hand[1] = (dagger, *s.hand[1][1:])
    game = play(s.clone(), "half", 1, dagger, "top", answers=[2, 3])
    assert [lost_hp(game.state, f) for f in (2, 3)] == [3, 3], "one more target for a ranged attack"
    game = play(s, "half", 1, s.hand[1][1], "attack", answers=[4])
    assert asked(game) == HALT, "not in melee"


@by_hand("Refreshment", "top")
def refreshment_top() -> None:
    s = over(played(ME, "Refreshment", "top", [], change=worn_out(0)))
    s.discard[0], s.hand[0] = s.hand[0][:2], s.hand[0][2:]
    s.chosen[0] = (-2,)
    game = play(s, "act", 0, answers=[s.discard[0][0], POWDER])
    assert POWDER in fresh(game.state, 0)


@by_hand("Refreshment", "bottom")
def refreshment_bottom() -> None:
    game = played(ME, "Refreshment", "bottom", [], 1, change=out_of_hand("discard", 1))
    for gone in game.state.discard[1]:
        game.apply(1, gone)
    s = over(game)
    assert (s.discard[1], s.xp[0]) == ((), 2)


@by_hand("Bag of Holding", "bottom")
def bag_of_holding() -> None:
    game = played(ME, "Bag of Holding", "bottom", [], POTION, POWDER, change=worn_out(0, 1))
    for item in (POTION, POWDER):
        game.apply(1, item)
    s = over(game)
    assert fresh(s, 0) == fresh(s, 1) == [POTION, POWDER]
    assert s.xp[0] == 2


@by_hand("Portable Ballista", "bottom")
def portable_ballista() -> None:
    def guarded(s: Gloomhaven) -> None:
        grant(s, 2, "shield", 2)

    s = over(played(ME, "Portable Ballista", "bottom", [(1, 0)], change=guarded))
    assert lost_hp(play(s, "half", 0, s.hand[0][0], "attack", answers=[2]).state, 2) == 2
