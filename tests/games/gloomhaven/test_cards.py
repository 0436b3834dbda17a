"""Every half of every ability card of the classes that are complete, compared with a reading of its data."""

from __future__ import annotations

import pytest

from games.gloomhaven import (
    hand_angry_face,
    hand_brute,
    hand_circles,
    hand_cragheart,
    hand_eclipse,
    hand_lightning,
    hand_mindthief,
    hand_music_note,
    hand_saw,
    hand_scoundrel,
    hand_spellweaver,
    hand_squidface,
    hand_sun,
    hand_three_spears,
    hand_tinkerer,
    hand_triangles,
    hand_two_mini,
)
from games.gloomhaven.reading import check, halves
from grimtable.games.gloomhaven.components.cards import COMPLETE

BY_HAND = (
    hand_angry_face,
    hand_brute,
    hand_circles,
    hand_cragheart,
    hand_eclipse,
    hand_lightning,
    hand_mindthief,
    hand_music_note,
    hand_saw,
    hand_scoundrel,
    hand_spellweaver,
    hand_squidface,
    hand_sun,
    hand_three_spears,
    hand_tinkerer,
    hand_triangles,
    hand_two_mini,
)
ALL = [(name, card, half) for name in COMPLETE for card, half in halves(name)]


@pytest.mark.parametrize(("name", "card", "half"), ALL, ids=[f"{n}-{c}-{h}" for n, c, h in ALL])
def test_half(name: str, card: str, half: str) -> None:
    check(name, card, half)
