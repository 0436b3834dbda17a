"""Figures that somebody else controls bring the controller their owner's upgrades."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    EMPIRE,
    KHORNE,
    KISLEV,
    NURGLE,
    SLAANESH,
    acting,
    answer,
    asked,
    corruption,
    figures,
    options,
    slots,
    table,
    tokens,
    told,
)
from rule import rule


@rule("OLDWORLD-16.2", "OLDWORLD-22.32")
def test_the_great_unclean_one_lays_the_controllers_tokens() -> None:
    game = acting(SLAANESH, upgrades="nurgle_great_unclean_one", kislev="great_unclean_one@slaanesh, seductress")
    answer(game, "great_unclean_one_1", "empire")
    assert corruption(game, EMPIRE) == (0, 0, 0, 2)
    plain = acting(SLAANESH, kislev="great_unclean_one@slaanesh, seductress")
    assert corruption(answer(plain, "great_unclean_one_1", "empire"), EMPIRE) == (0, 0, 0, 0)


@rule("OLDWORLD-16.2", "OLDWORLD-17.4")
def test_an_acolyte_brings_a_warpstone_for_its_controller() -> None:
    game = acting(
        SLAANESH, upgrades="tzeentch_acolyte", kislev="acolyte@slaanesh, seductress", tokens="kislev warpstone"
    )
    answer(game, "acolyte_1", "empire")
    assert (asked(game), options(game)) == ((SLAANESH, "take_along"), ("warpstone", "leave"))
    assert tokens(answer(game, "warpstone"), EMPIRE) == {"warpstone": 1}


@rule("OLDWORLD-16.2", "OLDWORLD-17.4")
def test_a_horror_may_sit_on_a_slot_for_its_controller() -> None:
    game = acting(SLAANESH, upgrades="tzeentch_horror", kislev="horror@slaanesh, seductress")
    answer(game, "horror_1", "empire")
    assert (asked(game), options(game)) == ((SLAANESH, "perch"), ("left", "right", "leave"))
    answer(game, "left")
    assert len(game.state.perched) == 1
    assert slots(game, EMPIRE) == ["", ""]


@rule("OLDWORLD-16.2", "OLDWORLD-17.4")
def test_a_controlled_keeper_takes_a_cultist_for_its_controller() -> None:
    game = table(
        "corruption_phase",
        phase="battle",
        upgrades="slaanesh_keeper_of_secrets",
        kislev="keeper_of_secrets@nurgle, bloodsworn",
    )
    assert (asked(game), options(game)) == ((NURGLE, "control"), ("bloodsworn_1", "none"))
    answer(game, "bloodsworn_1")
    assert corruption(game, KISLEV) == (0, 1, 0, 0)


@rule("OLDWORLD-22.30", "OLDWORLD-16.2")
def test_the_controller_of_a_plaguebearer_has_its_revenge() -> None:
    upgraded: dict[str, Any] = {"upgrades": "nurgle_plaguebearer"}
    game = table(
        "battle",
        2,
        0,
        phase="battle",
        dice=[4, 4, 1],
        **upgraded,
        kislev="bloodletter, bloodsworn, plaguebearer@slaanesh",
    )
    assert asked(game) == (SLAANESH, "avenge")
    assert set(options(game)) == {"bloodletter_1", "bloodsworn_1"}


@rule("OLDWORLD-22.30", "OLDWORLD-16.2", "OLDWORLD-16.3")
def test_nurgle_who_kills_his_own_plaguebearer_suffers_its_revenge() -> None:
    game = table(
        "battle",
        2,
        0,
        phase="battle",
        dice=[4, 4, 4, 1],
        upgrades="nurgle_plaguebearer",
        kislev="great_unclean_one, leper, plaguebearer@slaanesh",
    )
    assert told(game, "killed")[0] == ("nurgle", "plaguebearer_1", "kislev")
    assert told(game, "avenged") == [("slaanesh", 1, "kislev")]
    assert "leper" in figures(game, KISLEV) or told(game, "killed")[1][0] == "slaanesh"


@rule("OLDWORLD-16.2")
def test_a_figure_moved_by_somebody_who_does_not_control_it_brings_nothing() -> None:
    game = acting(
        KHORNE,
        hands="khorne the_blood_gods_call",
        upgrades="nurgle_great_unclean_one",
        empire="great_unclean_one",
        kislev="bloodsworn",
    )
    answer(game, "the_blood_gods_call", "kislev", "left", "empire", "great_unclean_one_1")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
