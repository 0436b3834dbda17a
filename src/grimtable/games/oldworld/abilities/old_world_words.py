"""Effect words that only Old World cards use."""

from __future__ import annotations

from grimtable.games.oldworld.abilities.places import fixed, powers
from grimtable.games.oldworld.board import Source, do, doing, remove
from grimtable.games.oldworld.components import (
    CLS,
    COMET,
    FIGURE_OF,
    FIGURES,
    NONE,
    REGION_OF,
    TITLE,
    Effect,
    Power,
    Region,
)
from grimtable.games.oldworld.state import OldWorld, T
from grimtable.kernel.values import Flow


@doing.by("discard_comet_cards_from_track")
def discard_comet_cards_from_track(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-4.8, OLDWORLD-4.12] Every card with the comet leaves the track; the drawn card is not there yet."""
    s = t.state
    for card in s.track:
        if card != NONE and COMET[TITLE[card]]:
            s.old_discards += (card,)
            t.emit("old_world_gone", TITLE[card])
    first, second = [NONE if card != NONE and COMET[TITLE[card]] else card for card in s.track]
    s.track = (first, second)
    yield from ()


@doing.by("choose_option")
def choose_option(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-4.2, OLDWORLD-7.5] One of the lists of instructions, of those with something left to do."""
    s = t.state
    numbers = [str(number + 1) for number, choice in enumerate(effect.choices) if can_place(s, choice)]
    if not numbers:
        return
    answer = yield from t.choose(s.seat[source.me], "either", numbers)
    yield from do(t, source, effect.choices[int(answer) - 1])


def can_place(s: OldWorld, choice: tuple[Effect, ...]) -> bool:
    """Whether any of these tokens is left and has a region that is not ruined."""
    assert {effect.op for effect in choice} == {"place_tokens"}
    return bool([e for e in choice if s.supply(e.tokens[0]) and not s.ruined[REGION_OF[e.region]]])


@doing.by("remove_figure")
def remove_figure(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-8.27, OLDWORLD-3.8] In each region the powers named lose figures of their own choice; no kill."""
    s = t.state
    for region in fixed(s, source, effect.region):
        for me in powers(s, source, effect.who, region):
            for _ in range(int(effect.number)):
                yield from lose_figure(t, me, region, effect.classes)


def lose_figure(t: T, me: Power, region: Region, classes: tuple[int, ...]) -> Flow[None]:
    """A power takes back one of the figures it controls there, if one fits."""
    s = t.state
    own = [figure for figure in s.in_region(region, me) if CLS[figure] in classes]
    if own:
        answer = yield from t.choose(s.seat[me], "lose", [FIGURES[figure] for figure in s.distinct(own)])
        remove(t, FIGURE_OF[answer])
