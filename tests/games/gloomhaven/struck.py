"""Things that happen to the position of a half played by hand: attacks of foes, plain damage, piles, places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.gloomhaven.reading import named_conditions
from games.gloomhaven.table import Axial, condition, place, play, run, stack
from grimtable.games.gloomhaven.attacks import attack, finish_attack
from grimtable.games.gloomhaven.components import ELEMENT_OF
from grimtable.games.gloomhaven.components.modifiers import MONSTER_DECK
from grimtable.games.gloomhaven.conditions import give, heal
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.values import Flow

FIRE, AIR, EARTH, LIGHT, DARK = [ELEMENT_OF[name] for name in ("fire", "air", "earth", "light", "dark")]


def struck(
    s: Gloomhaven,
    foe: int,
    target: int,
    value: int,
    reach: int = 0,
    cards: str = "+0",
    answers: Sequence[Any] = (),
) -> Gloomhaven:
    """A monster attacks; its modifier cards are these."""
    stack(s, MONSTER_DECK, cards)

    def flow(t: T) -> Flow[None]:
        strike = Strike(foe, value, reach)
        yield from attack(t, strike, target)
        yield from finish_attack(t, strike)

    return run(s, flow, answers).state


def suffered(s: Gloomhaven, figure: int, amount: int, *answers: Any) -> Gloomhaven:
    """A figure suffers damage that is no attack."""

    def flow(t: T) -> Flow[None]:
        yield from suffer(t, figure, amount)

    return run(s, flow, answers).state


def standing(places: Mapping[int, Axial]) -> Callable[[Gloomhaven], None]:
    """These figures stand elsewhere."""

    def change(s: Gloomhaven) -> None:
        for figure, at in places.items():
            s.put(figure, place(s, at))

    return change


def out_of_hand(pile: str, figure: int, count: int = 3) -> Callable[[Gloomhaven], None]:
    """So many cards of the hand lie in a pile."""

    def change(s: Gloomhaven) -> None:
        getattr(s, pile)[figure] = s.hand[figure][-count:]
        s.hand[figure] = s.hand[figure][:-count]

    return change


def healed(s: Gloomhaven, figure: int, points: int) -> Gloomhaven:
    """A figure is healed."""

    def flow(t: T) -> Flow[None]:
        heal(t, figure, points)
        yield from ()

    return run(s, flow).state


def given(s: Gloomhaven, figure: int, *names: str) -> set[str]:
    """What is on a figure when it is given these conditions."""

    def flow(t: T) -> Flow[None]:
        for name in names:
            give(t, figure, condition(name))
        yield from ()

    return named_conditions(run(s, flow).state, figure)


def default_attack(s: Gloomhaven, *answers: Any) -> Gloomhaven:
    """The first character plays a card of its hand for its default attack."""
    return play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=answers).state
