"""What people type."""

from __future__ import annotations

import pytest

from grimtable.kernel.values import Decision, Refusal
from grimtable.terminal.typed import Answer, Command, Problem, understood

PLACE = Decision(0, "place", (("wood_golem_1", "A"), ("wood_golem_1", "B"), ("goblin_1", "A"), "pass"))
TEXTS = [
    "Place Wood Golem on area A (Abandoned Tower)",
    "Place Wood Golem on area B (Farm Village)",
    "Place Goblin Soldier on area A (Abandoned Tower)",
    "Pass: place nothing more this round",
]


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("2", PLACE.options[1]),
        (" 4 ", "pass"),
        ("４", "pass"),
        ("place:wood_golem_1/B", PLACE.options[1]),
        ("goblin_1/A", PLACE.options[2]),
        ("gob", PLACE.options[2]),
        ("wood a", PLACE.options[0]),
        ("WOOD farm", PLACE.options[1]),
        ("pass", "pass"),
    ],
)
def test_an_option_is_meant_by_number_id_or_words(line: str, option: object) -> None:
    assert understood(line, PLACE, TEXTS, "en") == Answer(option)


@pytest.mark.parametrize("line", ["0", "5", "-1", "dragon", "wood", "place", "!", "99999999999999999999"])
def test_what_means_no_option_or_several_is_a_problem(line: str) -> None:
    assert isinstance(understood(line, PLACE, TEXTS, "en"), Problem)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", Command("help", "")),
        ("? 3", Command("explain", "3")),
        ("?3", Command("explain", "3")),
        ("？ 3", Command("explain", "3")),
        ("explain wood a", Command("explain", "wood a")),
        ("UNDO", Command("undo", "")),
        ("q", Command("quit", "")),
        ("log 5", Command("log", "5")),
    ],
)
def test_commands_come_before_options(line: str, command: Command) -> None:
    assert understood(line, PLACE, TEXTS, "en") == command


def test_numbers_are_places_in_the_list_even_where_options_are_numbers() -> None:
    stones = Decision(0, "stones", (5, 6))
    assert understood("1", stones, ["Use 5 stones", "Use 6 stones"], "en") == Answer(5)
    assert understood("stones:6", stones, ["Use 5 stones", "Use 6 stones"], "en") == Answer(6)
    assert isinstance(understood("5", stones, ["Use 5 stones", "Use 6 stones"], "en"), Problem)


def test_japanese_words_may_stand_anywhere_in_the_text() -> None:
    texts = ["農村を獲得し、1支払う", "農村を辞退する"]
    assert understood("辞退", Decision(0, "offer", ("accept", "decline")), texts, "ja") == Answer("decline")


def test_an_answer_may_be_composed_where_the_game_allows_it() -> None:
    move = Decision(0, "move", ((0, 0),), check=lambda answer: None if answer else Refusal("", "empty"))
    assert understood("[1, [2, 3]]", move, ["stay"], "en") == Answer((1, (2, 3)))
    assert isinstance(understood("[1, ", move, ["stay"], "en"), Problem)
    assert isinstance(understood("[1]", PLACE, TEXTS, "en"), Problem)
