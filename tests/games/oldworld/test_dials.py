"""Counters, dials and their rewards."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    EMPIRE,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TZEENTCH,
    answer,
    asked,
    battle,
    corruption,
    halted,
    options,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.components import INSTRUCTION, POWERS, VICTORY
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.game import Game
from rule import rule


def ticking(power: int, **words: Any) -> Game[OldWorld]:
    """One tick of a dial."""
    return table("tick", power, phase="end", **words)


def advancing(**words: Any) -> Game[OldWorld]:
    """Step 5 of the End Phase."""
    return table("score_ruins", phase="end", runs=("tick", "extra_tick"), **words)


# ---------------------------------------------------------------- counters
@rule("OLDWORLD-12.3")
def test_a_counter_is_placed_at_once() -> None:
    game = battle(KISLEV, kislev="bloodletter, leper, plaguebearer", dice=[4, 1, 1])
    answer(game, "leper_1")
    assert [kind for kind, *_ in told(game, "killed", "counter", "cleared_away")] == [
        "killed",
        "counter",
        "cleared_away",
    ]


@rule("OLDWORLD-12.4", "OLDWORLD-12.5")
def test_one_region_gives_khorne_one_counter_however_many_he_kills() -> None:
    game = battle(KISLEV, kislev="bloodletter 2, leper 4", empire="bloodletter, leper", dice=[4, 4, 4, 4, 4, 1])
    assert told(game, "counter") == [("khorne", "kislev"), ("khorne", "empire")]


@rule("OLDWORLD-12.5", "OLDWORLD-21.4")
def test_a_second_battle_gives_a_second_counter_only_under_the_published_rules() -> None:
    words: dict[str, Any] = {
        "kislev": "bloodletter, leper 2",
        "cards": "kislev reborn_in_blood /",
        "dice": [4, 1, 4, 1],
    }
    assert battle(KISLEV, **words).state.counters[KHORNE] == 1
    assert battle(KISLEV, options={"profile": "published"}, **words).state.counters[KHORNE] == 2


@rule("OLDWORLD-12.5", "OLDWORLD-16.3")
def test_an_own_figure_under_enemy_control_counts_for_khorne() -> None:
    game = battle(KISLEV, kislev="bloodletter, bloodsworn@slaanesh", dice=[4, 1])
    assert game.state.counters[KHORNE] == 1


@rule("OLDWORLD-12.6", "OLDWORLD-21.4")
def test_peasants_never_count_for_khorne() -> None:
    game = battle(KISLEV, kislev="bloodletter", tokens="kislev peasant 2", dice=[4, 4])
    assert game.state.counters[KHORNE] == 0
    assert game.state.peasants[KHORNE] == 2


# ---------------------------------------------------------------- advancing
@rule("OLDWORLD-12.10", "OLDWORLD-3.3")
def test_everybody_with_a_counter_advances_once_in_power_order() -> None:
    game = advancing(counters="khorne 2, nurgle 2, slaanesh 1")
    assert told(game, "ticked") == [("khorne", 1, 6), ("nurgle", 1, 5), ("slaanesh", 1, 8)]
    assert game.state.vp == (4, 3, 0, 3)


@rule("OLDWORLD-12.11")
def test_the_one_with_strictly_most_advances_once_more() -> None:
    game = advancing(counters="khorne 3, nurgle 1", dial="khorne 3")
    assert asked(game) == (KHORNE, "upgrade")  # 4 VP first, then an upgrade
    assert game.state.dial[KHORNE] == 5
    game = advancing(counters="khorne 2, nurgle 2")
    assert game.state.dial == (1, 1, 0, 0)


@rule("OLDWORLD-12.12")
def test_then_all_counters_go_back() -> None:
    assert advancing(counters="khorne 2, nurgle 2").state.counters == (0, 0, 0, 0)


@rule("OLDWORLD-12.13")
def test_an_instruction_is_done_as_far_as_possible() -> None:
    game = ticking(SLAANESH, dial="slaanesh 5", tokens="kislev hero")
    assert told(game, "token_removed") == [("hero", "kislev")]
    assert halted(ticking(SLAANESH, dial="slaanesh 5"))
    assert halted(ticking(NURGLE, dial="nurgle 4"))


@rule("OLDWORLD-12.14", "OLDWORLD-17.1")
def test_an_upgrade_may_be_any_unused_one() -> None:
    game = ticking(KHORNE, dial="khorne 1", upgrades="khorne_cards")
    assert options(game) == ("khorne_bloodsworn", "khorne_bloodletter", "khorne_bloodthirster", "khorne_power_1")
    answer(game, "khorne_bloodsworn")
    assert told(game, "upgraded") == [("khorne", "khorne_bloodsworn")]
    assert game.state.upgrades[KHORNE] == 0b10001


@rule("OLDWORLD-12.15")
def test_victory_points_of_a_dial() -> None:
    assert ticking(TZEENTCH, dial="tzeentch 6", vp="tzeentch 7").state.vp[TZEENTCH] == 12


@rule("OLDWORLD-12.16")
def test_corruption_of_anybody_is_removed_from_anywhere() -> None:
    game = ticking(NURGLE, dial="nurgle 4", corruption="kislev nurgle 1, khorne 2; empire tzeentch 1")
    assert options(game) == ("kislev", "empire")
    answer(game, "kislev")
    assert options(game) == ("khorne", "nurgle")
    answer(game, "khorne", "empire")
    assert corruption(game, KISLEV) == (1, 1, 0, 0)
    assert corruption(game, EMPIRE) == (0, 0, 0, 0)


@rule("OLDWORLD-12.17", "OLDWORLD-12.22")
def test_old_world_tokens_of_any_kind_go_to_the_supply_and_nobody_scores() -> None:
    game = ticking(SLAANESH, dial="slaanesh 5", tokens="kislev peasant, noble; norsca warpstone")
    answer(game, "kislev", "peasant", "norsca")
    assert (tokens(game, KISLEV), tokens(game, NORSCA)) == ({"noble": 1}, {})
    assert game.state.peasants == (0, 0, 0, 0)
    assert game.state.supply(3) == 20


@rule("OLDWORLD-12.18", "OLDWORLD-14.7", "OLDWORLD-15.2")
def test_tokens_are_placed_in_one_or_several_regions_but_not_in_ruins() -> None:
    game = ticking(TZEENTCH, dial="tzeentch 4", ruined="empire")
    assert "empire" not in options(game)
    answer(game, "kislev", "kislev")
    assert tokens(game, KISLEV) == {"warpstone": 2}
    game = ticking(SLAANESH, dial="slaanesh 2", tokens="norsca noble 5")
    answer(game, "kislev")  # the last noble
    assert halted(game)


@rule("OLDWORLD-12.19")
def test_cards_of_a_dial_come_from_the_own_deck() -> None:
    game = ticking(KHORNE, dial="khorne 2")
    assert [len(game.state.hands[power]) for power in range(4)] == [2, 0, 0, 0]


@rule("OLDWORLD-12.20", "OLDWORLD-12.21", "OLDWORLD-12.23")
def test_a_dial_starts_with_nothing_and_ends_at_victory() -> None:
    for power, name in enumerate(POWERS):
        assert INSTRUCTION[power][0].op == "none"
        assert INSTRUCTION[power][VICTORY[power]].op == "victory"
        last = ticking(power, dial=f"{name} {VICTORY[power] - 1}")
        assert last.state.dial[power] == VICTORY[power]
        assert ticking(power, dial=f"{name} {VICTORY[power]}").state.dial[power] == VICTORY[power]


@rule("OLDWORLD-12.1")
def test_a_position_has_an_instruction_and_a_threat() -> None:
    game = ticking(SLAANESH)
    assert game.state.threat(SLAANESH) == 8
    assert told(game, "gained_vp") == [("slaanesh", 3, "dial")]
