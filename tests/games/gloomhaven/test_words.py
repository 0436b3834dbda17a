"""No word of a card is passed over: a class is complete, or it is not offered. The log is told in whole sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.gloomhaven.table import condition, field, position, run, stack
from grimtable import definition, new_game
from grimtable.bots.greedy import best_rated
from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components.cards import COMPLETE, STARTING
from grimtable.games.gloomhaven.conditions import heal
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.ops.vocabulary import unknown_words
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.language import LANGUAGES
from grimtable.kernel.values import Event, Flow


@pytest.mark.parametrize("name", COMPLETE)
def test_every_word_of_a_complete_class_is_performed(name: str) -> None:
    assert unknown_words(name) == []


def test_the_starting_classes_are_complete() -> None:
    assert set(STARTING) <= set(COMPLETE)


# ---------------------------------------------------------------- the log
GLOOMHAVEN = definition("gloomhaven")


def told(event: Event, lang: str = "en") -> str:
    return GLOOMHAVEN.catalogue.say(GLOOMHAVEN.describe.event(event), lang)


def log(game: Game[Any], lang: str = "en") -> list[str]:
    return [told(event, lang) for event in game.events(None)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scenario", [1, 2, 9])
def test_every_line_of_the_log_is_a_whole_sentence(scenario: int, lang: str) -> None:
    game, dice = new_game("gloomhaven", 2, scenario, {"scenario": scenario}), FastDice(scenario)
    for _ in range(400):
        if not game.decisions():
            break
        decision = game.decisions()[0]
        ratings = GLOOMHAVEN.advice.rate(game.state, decision)
        game.apply(decision.player, decision.options[best_rated(ratings, dice)])
    lines = log(game, lang)
    assert len(lines) > 300
    for line in lines:
        assert "  " not in line, line
        assert line == line.strip()
        assert not re.search(r"[Nn]obody|なしが|range 0|射程0|heals 0|治癒0", line), line
        assert lang == "ja" or line[0].isupper() or line[0].isdigit(), line


def test_a_stretch_of_a_way_is_one_line_with_its_length_and_its_ends() -> None:
    corridor = field(hexes=[(0, r) for r in range(5)])
    game = run(position(corridor, {"brute": (0, 0)}), lambda t: move(t, 0, 4), answers=[(0, 3)])
    assert [line for line in log(game) if "moves" in line] == ["Brute moves 3 hexes, from 0,0 to 0,3"]
    s = position(corridor, {"brute": (0, 0)}, traps=[(0, 1)])
    game = run(s, lambda t: move(t, 0, 4), answers=[(0, 1), "suffer", (0, 3)])
    assert [line for line in log(game) if "moves" in line or "trap" in line] == [
        "Brute moves 1 hex, from 0,0 to 0,1",
        "Brute springs a trap",
        "Brute moves 2 hexes, from 0,1 to 0,3",
    ]


def test_an_attack_is_told_with_its_sum() -> None:
    s = position(heroes={"brute": (0, 0)}, monsters=[("bandit-guard", "elite", (1, 0))])
    s.conditions[1] |= condition("poison")
    grant(s, 1, "shield", 1)
    stack(s, 0, "-1")
    shield = 1 + s.stats(1).shield
    game = run(s, lambda t: attack(t, Strike(0, 5, 0), 1))
    assert log(game)[1] == (
        f"Brute attacks Elite Bandit Guard 1: {5 - shield} damage "
        f"(attack 5, bonuses +1, modifier card -1, shield -{shield})"
    )
    stack(s, 0, "+0")
    assert "bonuses" not in log(run(s, lambda t: attack(t, Strike(0, 5, 0), 1)))[0]


def test_logs_of_older_rules_are_still_told() -> None:
    tag = position().tag(0)
    assert told(Event("moved", (tag, 7))) == "Brute moves"
    assert told(Event("attacked", (tag, tag, 3))) == "Brute attacks Brute: 3 damage"


def test_a_heal_without_effect_is_not_told() -> None:
    s = position()

    def flow(t: T) -> Flow[None]:
        heal(t, 0, 2)
        yield from ()

    assert not log(run(s, flow))
    s.conditions[0] |= condition("poison") | condition("wound")
    s.hp[0] -= 1
    assert log(run(s, flow)) == ["Brute is rid of Poison", "Brute is rid of Wound"]


def test_a_door_that_nobody_opens_opens() -> None:
    assert told(Event("opened", ((), 7))) == "A door opens"
    assert told(Event("opened", ((), 7)), "ja") == "扉が開いた"


OTHER_WORDS = (  # words that the Japanese rulebook has others for
    *("経験値", "道のイベント", "全体功績", "パーティー功績", "増強", "古代の技術", "強化の力", "イニシアチブ"),
    *("バンディット", "番兵", "弓兵", "動く骸骨"),
)


def test_the_japanese_words_are_those_of_the_rulebook() -> None:
    for key, text in GLOOMHAVEN.catalogue.templates["ja"].items():
        assert not [word for word in OTHER_WORDS if word in text], key
        assert text.count("貨幣トークン") == text.count("旧貨幣トークン"), key
        assert text.count("イノックス") == text.count("アイノックス"), key
    assert [GLOOMHAVEN.catalogue.templates["ja"][f"option.scenario.{n}"] for n in (1, 2)] == [
        "1：黒盛り塚",
        "2：盛り塚のねぐら",
    ]
