"""The contract: what holds for every game, at every table, at every decision."""

from __future__ import annotations

from typing import Any

import pytest

import grimtable
from contract.hidden_things import HIDDEN
from contract.tables import (
    ALL,
    GAMES,
    PLAIN,
    REGISTERED,
    SAMPLE,
    SEARCHES,
    SPARSE,
    SWITCHED,
    Setting,
    definition,
    random_game,
)
from grimtable.bots import make
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.language import LANGUAGES, Message
from grimtable.simulate.checks import (
    bots_are_blind,
    everything_varies,
    few_on_average,
    nobody_knows_untold,
    players_of,
)
from grimtable.simulate.fuzz import play_watched
from grimtable.simulate.watch import Tally

BOTS = ("random", "greedy", "mcts:20")


@pytest.mark.parametrize("setting", ALL, ids=str)
def test_every_position_and_answer_passes_all_checks(setting: Setting) -> None:
    tally = Tally()
    for seed in range(GAMES):
        own = seed_of("contract", str(setting), seed)
        play_watched(setting.watch(own, tally), FastDice(own), setting.players, SWITCHED if setting.options else SAMPLE)
    assert tally.games == GAMES
    few_on_average(tally.draws, tally.imagined)


def hidden_settings() -> list[Setting]:
    return [setting for setting in PLAIN if setting.slug in REGISTERED]


def test_every_registered_game_lists_its_secrets() -> None:
    assert set(HIDDEN) >= set(REGISTERED)


@pytest.mark.parametrize("setting", hidden_settings(), ids=str)
def test_everything_that_could_be_otherwise_varies(setting: Setting) -> None:
    for number, game in enumerate(random_game(setting.new_game(5), 5)):
        if game.decisions() and number % SPARSE == 0:
            for viewer in players_of(game, setting.definition):
                everything_varies(game, viewer, HIDDEN[setting.slug].secrets, seed_of(number, viewer))


@pytest.mark.parametrize("setting", hidden_settings(), ids=str)
def test_nobody_knows_what_he_was_not_told(setting: Setting) -> None:
    seats = range(setting.players)
    before: list[frozenset[int]] = []
    event = 0
    for game in random_game(setting.new_game(6), 6):
        now = [game.rules.unknown(game.state, viewer) for viewer in seats]
        for viewer, unknown in enumerate(before):
            nobody_knows_untold(unknown - now[viewer], game.events(viewer, event), viewer, HIDDEN[setting.slug].thing)
        before, event = now, game.next_event()


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("setting", hidden_settings(), ids=str)
def test_bots_are_blind(setting: Setting, spec: str) -> None:
    bot, asked = make(spec), 0
    for number, game in enumerate(random_game(setting.new_game(8), 8)):
        if number % SPARSE == 0 and (not spec.startswith("mcts") or asked < SEARCHES):
            for decision in game.decisions():
                bots_are_blind(game, decision.player, bot.answer, seed_of(number))
                asked += 1


@pytest.mark.parametrize("slug", REGISTERED)
def test_names_of_game_options_and_declared_things_have_texts(slug: str) -> None:
    found = definition(slug)
    keys = ["title", "blurb", "about", *[f"prompt.{p}" for p in found.prompts], *[f"event.{e}" for e in found.events]]
    for option in found.options:
        keys += [f"option.{option.name}", *[f"option.{option.name}.{value}" for value in option.values]]
    for lang in LANGUAGES:
        assert [key for key in keys if not found.catalogue.has(key, lang)] == []


@pytest.mark.parametrize("slug", REGISTERED)
def test_chapters_and_statistics_have_texts_about_events_that_are_told(slug: str) -> None:
    found = definition(slug)
    for group in ("chapter", "stats"):
        own = [key for key in found.catalogue.templates[LANGUAGES[0]] if key.startswith(f"{group}.")]
        assert set(own) & {f"{group}.{kind}" for kind in found.events}


@pytest.mark.parametrize("slug", REGISTERED)
def test_all_languages_have_the_same_templates_with_the_same_parameters(slug: str) -> None:
    templates = definition(slug).catalogue.templates
    english = templates[LANGUAGES[0]]
    for lang in LANGUAGES[1:]:
        assert set(templates[lang]) == set(english)


@pytest.mark.parametrize("slug", REGISTERED)
def test_titles_differ_from_keys(slug: str) -> None:
    found = definition(slug)
    for lang in LANGUAGES:
        assert found.title(lang) == found.catalogue.say(Message("title"), lang) != "title"


@pytest.mark.parametrize("slug", REGISTERED)
@pytest.mark.parametrize(("players", "options"), [(0, {}), (99, {}), (None, {"no_such": 1}), (None, {"no_such": "x"})])
def test_wrong_player_counts_and_options_are_refused_with_the_right_ones(
    slug: str, players: int | None, options: dict[str, Any]
) -> None:
    with pytest.raises(grimtable.BadInput, match=slug) as caught:
        grimtable.new_game(slug, players, 0, options)
    assert "\n" not in str(caught.value)
