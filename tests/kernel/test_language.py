"""Sentences: templates per language, filled with names and numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from grimtable.kernel.language import (
    LANGUAGES,
    PLAYER,
    Catalogue,
    Message,
    flat,
    kernel_catalogue,
    refusal_message,
    refusal_text,
)
from grimtable.kernel.values import Refusal


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    (tmp_path / "en.toml").write_text(
        'list_comma = ", "\nplayer = "Player {0}"\n[event]\npaid = "{0} pays {1} {1:coin|coins}."\n'
        'took = "{0} takes {1}."\n[card]\nwood = "Wood Golem"\nclay = "Clay Golem"\n',
        encoding="utf-8",
    )
    (tmp_path / "ja.toml").write_text(
        'list_comma = "、"\nplayer = "プレイヤー{0}"\n[event]\npaid = "{0}は{1}枚払う。"\ntook = "{0}は{1}を取る。"\n'
        '[card]\nwood = "ウッドゴーレム"\nclay = "クレイゴーレム"\n',
        encoding="utf-8",
    )
    return Catalogue(tmp_path)


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 coin"), (2, "2 coins"), (0, "0 coins"), (-1, "-1 coin"), (-3, "-3 coins")]
)
def test_a_word_is_picked_by_its_number(catalogue: Catalogue, count: int, words: str) -> None:
    assert catalogue.say(Message("event.paid", ("Ann", count)), "en") == f"Ann pays {words}."


def test_players_are_counted_from_one_or_called_by_name(catalogue: Catalogue) -> None:
    message = Message("event.paid", (Message(PLAYER, (1,)), 2))
    assert catalogue.say(message, "en") == "Player 2 pays 2 coins."
    assert catalogue.say(message, "ja") == "プレイヤー2は2枚払う。"
    assert catalogue.say(message, "en", ["Ann", "Bob"]) == "Bob pays 2 coins."


def test_messages_nest_and_lists_are_joined_as_the_language_does(catalogue: Catalogue) -> None:
    message = Message("event.took", (Message(PLAYER, (0,)), (Message("card.wood"), Message("card.clay"))))
    assert catalogue.say(message, "en") == "Player 1 takes Wood Golem, Clay Golem."
    assert catalogue.say(message, "ja") == "プレイヤー1はウッドゴーレム、クレイゴーレムを取る。"


def test_a_name_is_never_read_as_a_template(catalogue: Catalogue) -> None:
    name = "{0} {1.__class__} {oops}"
    assert catalogue.say(Message("event.paid", (Message(PLAYER, (0,)), 1)), "en", [name]) == f"{name} pays 1 coin."


def test_a_key_without_a_template_is_a_key_error(catalogue: Catalogue) -> None:
    assert catalogue.has("card.wood", "en")
    assert not catalogue.has("card.iron", "en")
    with pytest.raises(KeyError, match=r"card\.iron"):
        catalogue.say(Message("card.iron"), "en")


def test_nested_tables_become_dotted_keys() -> None:
    assert flat({"a": "1", "b": {"c": "2", "d": {"e": "3"}}, "f.g": {"h": "4"}}) == {
        "a": "1",
        "b.c": "2",
        "b.d.e": "3",
        "f.g.h": "4",
    }


def test_later_folders_win(tmp_path: Path) -> None:
    for name, word in (("one", "first"), ("two", "second")):
        (tmp_path / name).mkdir()
        for lang in LANGUAGES:
            (tmp_path / name / f"{lang}.toml").write_text(f'word = "{word}"\n')
    assert Catalogue(tmp_path / "one", tmp_path / "two").say(Message("word"), "en") == "second"


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("", "game_over"),
        Refusal("", "not_asked", (0, (1, 2))),
        Refusal("", "not_an_option", ("place", "'x'", 3)),
        Refusal("", "nothing_to_withdraw", (2,)),
        Refusal("", "no_undo"),
    ],
)
def test_the_kernels_own_refusals_have_sentences_in_every_language(refusal: Refusal, lang: str) -> None:
    text = refusal_text(refusal, lang)
    assert text
    assert "{" not in text
    assert kernel_catalogue().has(refusal_message(refusal).key, lang)


def test_a_games_refusal_cites_its_rule_even_without_its_catalogue() -> None:
    assert refusal_text(Refusal("DISCS-2", "too_far", (3,))) == "too far 3 [DISCS-2]"
    assert refusal_message(Refusal("DISCS-2", "too_far", (3,))).rules == ("DISCS-2",)


def test_the_kernels_languages_have_the_same_keys() -> None:
    keys = [set(kernel_catalogue().templates[lang]) for lang in LANGUAGES]
    assert all([found == keys[0] for found in keys])
