"""What is told: prices, rulings in force, causes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.oldworld.table import KHORNE, KISLEV, NURGLE, SLAANESH, acting, answer, battle, table
from grimtable.games.oldworld import DEFINITION
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Decision
from rule import rule


def say(game: Game[OldWorld], option: Any, lang: str = "en") -> str:
    (decision,) = game.decisions()
    return spoken(game, decision, option, lang)


def spoken(game: Game[OldWorld], decision: Decision, option: Any, lang: str = "en") -> str:
    view = DEFINITION.rules.view(game.state, decision.player)
    return DEFINITION.catalogue.say(DEFINITION.describe.option(view, decision, option), lang)


def described(game: Game[OldWorld], ref: str, lang: str = "en") -> str:
    view = DEFINITION.rules.view(game.state, None)
    return DEFINITION.catalogue.say(DEFINITION.describe.piece(view, ref), lang)


def log(game: Game[OldWorld], lang: str = "en") -> list[str]:
    return [DEFINITION.catalogue.say(DEFINITION.describe.event(event), lang) for event in game.events(None)]


# ---------------------------------------------------------------- prices
@rule("OLDWORLD-22.29", "OLDWORLD-7.3")
def test_degenerate_royalty_is_offered_for_what_it_costs() -> None:
    game = acting(SLAANESH, hands="slaanesh degenerate_royalty", corruption="kislev nurgle 3", points="slaanesh 2")
    assert say(game, "degenerate_royalty") == "Play Degenerate Royalty (0 power)"
    rich = acting(SLAANESH, hands="slaanesh degenerate_royalty", corruption="kislev nurgle 3", points="slaanesh 4")
    assert say(rich, "degenerate_royalty") == "Play Degenerate Royalty (0 to 3 power)"
    answer(rich, "degenerate_royalty")
    assert (say(rich, "kislev"), say(rich, "empire")) == ("In Kislev (0 power)", "In the Empire (3 power)")
    answer(rich, "kislev", "left")
    assert "Slaanesh pays 0 power instead of 3." in log(rich)


@rule("OLDWORLD-22.19", "OLDWORLD-7.3")
def test_temporal_stasis_shows_in_the_price_of_its_region() -> None:
    game = acting(KHORNE, hands="khorne battle_cry", cards="kislev temporal_stasis /", points="khorne 4")
    answer(game, "battle_cry")
    assert (say(game, "kislev"), say(game, "norsca")) == ("In Kislev (3 power)", "In Norsca (1 power)")
    answer(game, "kislev")
    assert "Khorne pays 3 power instead of 1." in log(game)


@rule("OLDWORLD-21.7", "OLDWORLD-17.4")
def test_the_free_leper_is_told_before_and_after() -> None:
    game = acting(NURGLE, upgrades="nurgle_leper", kislev="leper 2", points="nurgle 1")
    assert say(game, "leper_1") == "Summon Leper from Kislev (0 power)"
    answer(game, "leper_1")
    assert say(game, "troll_country") == "To Troll Country (0 power)"
    answer(game, "troll_country")
    assert "Nurgle pays 0 power instead of 1." in log(game)


@rule("OLDWORLD-6.3", "OLDWORLD-6.8", "OLDWORLD-7.3")
@pytest.mark.parametrize("seed", range(8))
def test_the_price_shown_is_the_price_paid(seed: int) -> None:
    """In random games: for every card and figure, in every region."""
    options = {"profile": ("seed", "published")[seed % 2]}
    game, random, checked = DEFINITION.new_game(4, options, FastDice(seed)), Random(seed), 0
    while (asked := game.decisions()) and checked < 60:
        decision = asked[0]
        option = random.choice([word for word in decision.options if word != "pass"] or decision.options)
        me, since = game.state.powers[decision.player], game.next_event()
        shown, before = spoken(game, decision, option), game.state.points[me]
        game.apply(decision.player, option)
        if "power)" in shown:
            cost = int(shown.rpartition("(")[2].split()[0])
            assert cost <= before, shown
        if decision.prompt in ("play_in", "summon_to"):
            while game.decisions() and game.decisions()[0].prompt == "slot":
                game.apply(decision.player, "left")
            other = [e for e in game.events(None, since) if e.kind in ("gained_power", "lost_power", "power_set")]
            if not other:
                assert before - game.state.points[me] == cost, shown
                checked += 1
    assert checked > 3


# ---------------------------------------------------------------- rulings in force
@rule("OLDWORLD-22.4", "OLDWORLD-12.5", "OLDWORLD-12.8")
def test_texts_follow_the_ruling_in_force() -> None:
    seed, published = acting(KHORNE), acting(KHORNE, options={"profile": "published"})
    assert "cannot summon figures to here" in described(seed, "card:field_of_carnage")
    assert "summoned from here" in described(published, "card:field_of_carnage")
    assert "ここから" in described(published, "card:field_of_carnage", "ja")
    assert "each region" in described(seed, "power:khorne")
    assert "each battle" in described(published, "power:khorne")
    assert "two corruption tokens" not in described(seed, "power:slaanesh")
    assert "two corruption tokens" in described(published, "power:slaanesh")
    mixed = acting(KHORNE, options={"profile": "published", "slaanesh_min_corruption": 1})
    assert "two corruption tokens" not in described(mixed, "power:slaanesh")


# ---------------------------------------------------------------- lines of the log
@rule("OLDWORLD-12.20")
def test_the_position_victory_has_a_name_and_no_number() -> None:
    game = table("tick", KHORNE, phase="end", dial="khorne 8")
    assert "The dial of Khorne turns to position 9: Victory." in log(game)
    assert not [line for line in (*log(game), *log(game, "ja")) if "99" in line]
    for lang in ("en", "ja"):
        assert "99" not in described(game, "power:khorne", lang)


def test_tokens_have_their_article_and_regions_theirs() -> None:
    game = table("old_world", old_deck="greenskins_invade", phase="end")
    assert "An event token appears in the Empire." in log(game)
    fought = battle(3, empire="bloodletter, leper", dice=[1, 1])
    assert "Battle in the Empire." in log(fought)


@rule("OLDWORLD-11.5", "OLDWORLD-11.2", "OLDWORLD-8.23")
def test_the_log_names_the_cause_of_an_effect() -> None:
    hero = table("end_phase", phase="corruption", tilea="bloodsworn", tokens="tilea hero")
    lines = log(hero)
    assert lines.index("A hero takes effect in Tilea.") + 1 == lines.index("Bloodsworn is taken from Tilea.")
    rotting = table(
        "end_of_battles",
        phase="battle",
        cards="kislev the_final_rotting /",
        kislev="acolyte",
        corruption="kislev nurgle 1",
    )
    assert "The Final Rotting takes effect in Kislev." in log(rotting)
    dial = table("tick", SLAANESH, phase="end")
    assert "Slaanesh scores 3 victory points by the dial." in log(dial)
    card = table("old_world", old_deck="plunged_into_chaos", phase="end", peasants="khorne 1")
    assert "Khorne scores 3 victory points by Plunged Into Chaos." in log(card)
    ruin = table(
        "corruption_phase", phase="battle", upgrades="nurgle_provender", kislev="leper", corruption="kislev khorne 11"
    )
    assert "Nurgle scores 3 victory points by the upgrade Provender of Ruin." in log(ruin)


@rule("OLDWORLD-9.2", "OLDWORLD-9.4")
def test_the_values_behind_domination_are_told() -> None:
    game = table("corruption_phase", phase="battle", kislev="bloodletter 4, leper")
    assert "Domination in Kislev: Khorne 4, Nurgle 1. Resistance 3." in log(game)


@rule("OLDWORLD-22.22", "OLDWORLD-8.20", "OLDWORLD-8.8", "OLDWORLD-8.15")
def test_rolls_say_what_is_special_about_them() -> None:
    dazzled = battle(KISLEV, kislev="bloodletter 2, leper", cards="kislev / dazzle", dice=[1, 4, 4, 4])
    assert "Dazzle in Kislev: only a 6 hits for Khorne." in log(dazzled)
    frenzy = battle(KISLEV, kislev="acolyte", cards="kislev blood_frenzy /", dice=[6, 1, 5])
    assert "Khorne rolls before the battle in Kislev: Blood Frenzy." in log(frenzy)
    assert [line for line in log(frenzy) if "6 1 + 5" in line]
    assert "Khorne has no use for 1 hit." in log(frenzy)


@rule("OLDWORLD-4.4")
def test_a_card_that_is_pushed_along_the_track_is_told() -> None:
    game = table("old_world", old_deck="electors_arise", track="franzs_decree /", phase="end")
    while game.decisions()[0].prompt != "halt":
        answer(game, game.decisions()[0].options[0])
    assert "Franz's Decree moves on to place 2 of the Old World track." in log(game)


def test_japanese_words_are_those_of_the_rulebook() -> None:
    texts = DEFINITION.catalogue.templates["ja"]
    own = {key: text for key, text in texts.items() if not key.startswith(("error.", "refusal."))}
    assert [key for key, text in own.items() if "戦士" in text or "撃破" in text or "アップグレード" in text] == []
