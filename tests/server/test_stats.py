"""The statistics of a finished game: chapters, what each side did, dice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grimtable import records
from grimtable.bots import make
from grimtable.bots.match import bot_dice, play
from grimtable.server.protocol import Lang
from grimtable.server.statistics import stats

NAMES = ("Ada", "Bo", "Cy", "Di")


def stats_of(slug: str, players: int, lang: Lang = "en") -> Any:
    recorder = records.recorded_game(slug, players, 3, {}, ["random"] * players)
    bots = [make("random") for _ in range(players)]
    play(recorder.game, bots, [bot_dice(3, seat) for seat in range(players)], recorder.apply)
    return json.loads(stats(records.encode(recorder.record), lang, NAMES[:players]))


def test_dice_are_told_with_what_fair_ones_would_show() -> None:
    dice = stats_of("cthulhu", 4)["dice"]
    assert dice
    for die in dice:
        assert die["text"] == "dice with 6 sides"
        assert sum(die["faces"]) == die["count"] > 0
        assert die["rolled"] == sum([face * times for face, times in enumerate(die["faces"], 1)])
        assert die["expected"] == die["count"] * 7 / 2


def test_chance_in_a_game_without_dice_is_no_roll() -> None:
    assert stats_of("gloomhaven", 2)["dice"] == []


@pytest.mark.parametrize(("lang", "first", "column"), [("en", "Round 1", "Moves"), ("ja", "第1ラウンド", "移動")])
def test_rounds_and_deeds_have_names_in_the_language_of_the_reader(lang: Lang, first: str, column: str) -> None:
    found = stats_of("gloomhaven", 2, lang)
    assert found["rounds"]["labels"][1] == first
    assert len(found["rounds"]["labels"]) > 3
    assert column in [shown["text"] for shown in found["actions"]["columns"]]
