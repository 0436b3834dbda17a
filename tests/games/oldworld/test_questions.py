"""Nobody is asked what cannot change anything, and nobody can choose a compulsory effect away."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    EMPIRE,
    KISLEV,
    NORSCA,
    TILEA,
    acting,
    answer,
    asked,
    figures,
    halted,
    options,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.game import Game
from rule import rule

TZEENTCH, NURGLE = 2, 1


def drawing(title: str, **words: Any) -> Game[OldWorld]:
    return table("old_world", old_deck=title, phase="end", **words)


@rule("OLDWORLD-7.5", "OLDWORLD-12.13")
def test_the_crusade_starts_only_where_somebody_can_go() -> None:
    game = drawing("the_crusade_is_come", tokens="empire noble; tilea peasant 2; norsca warpstone")
    assert (asked(game)[1], options(game)) == ("pick_region", ("empire", "tilea"))
    answer(game, "tilea", "norsca")
    assert tokens(game, NORSCA) == {"peasant": 2, "warpstone": 1}
    assert halted(drawing("the_crusade_is_come", tokens="norsca warpstone"))


@rule("OLDWORLD-7.5")
def test_an_exodus_starts_only_where_peasants_can_leave() -> None:
    game = drawing("mass_exodus", tokens="norsca peasant; tilea peasant; kislev peasant", ruined="troll_country")
    assert options(game) == ("kislev", "tilea")  # Norsca borders nothing else
    assert halted(drawing("mass_exodus", tokens="norsca peasant", ruined="troll_country"))


@rule("OLDWORLD-4.2")
def test_divine_inspiration_without_any_corruption_is_a_tie_of_all_regions() -> None:
    nowhere = drawing("divine_inspiration", ruined="norsca")
    assert len(options(nowhere)) == 8
    assert tokens(answer(nowhere, "empire"), EMPIRE) == {"hero": 1}
    assert tokens(drawing("divine_inspiration", corruption="empire khorne 1"), EMPIRE) == {"hero": 1}


@rule("OLDWORLD-7.5", "OLDWORLD-1.5")
def test_trollslayers_come_where_they_can() -> None:
    game = drawing("dwarf_trollslayers", ruined="norsca kislev")
    assert tokens(game, EMPIRE) == {"hero": 1}  # the other pair could place nothing
    assert halted(drawing("dwarf_trollslayers", tokens="tilea hero 4"))
    assert asked(drawing("dwarf_trollslayers", ruined="norsca"))[1] == "either"


@rule("OLDWORLD-22.20")
def test_nobody_is_named_to_discard_without_a_card_to_discard() -> None:
    words: dict[str, Any] = {"kislev": "leper, bloodsworn", "hands": "tzeentch the_meddling_of_skaven"}
    game = answer(acting(TZEENTCH, **words), "the_meddling_of_skaven", "kislev", "left")
    assert told(game, "discarded") == []
    assert game.decisions()[0].prompt != "enemy"
    words["hands"] += "; nurgle influenza"
    game = answer(acting(TZEENTCH, **words), "the_meddling_of_skaven", "kislev", "left")
    assert asked(game) == (TZEENTCH, "enemy")


@rule("OLDWORLD-22.13")
def test_the_final_rotting_asks_nothing_where_all_must_die() -> None:
    words: dict[str, Any] = {"cards": "kislev the_final_rotting /", "kislev": "bloodsworn, acolyte, bloodletter"}
    game = table("end_of_battles", phase="battle", corruption="kislev nurgle 3", **words)
    assert halted(game)
    assert figures(game, KISLEV) == []
    fewer = table("end_of_battles", phase="battle", corruption="kislev nurgle 2", **words)
    assert asked(fewer) == (NURGLE, "rot")


@rule("OLDWORLD-11.2", "OLDWORLD-11.3")
def test_heroes_who_take_everybody_ask_nobody() -> None:
    game = table("end_phase", phase="corruption", tilea="bloodsworn, bloodletter", tokens="tilea hero 2")
    assert halted(game)
    assert figures(game, TILEA) == []
    one = table("end_phase", phase="corruption", tilea="bloodsworn, bloodletter", tokens="tilea hero")
    assert asked(one)[1] == "lose"
