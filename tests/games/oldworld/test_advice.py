"""What bots are told."""

from __future__ import annotations

from typing import Any

import pytest

from games.oldworld.table import KHORNE, NURGLE, SLAANESH, TZEENTCH, acting, battle, options, random_game, table
from grimtable.bots.arena import arena
from grimtable.games.oldworld import DEFINITION
from grimtable.games.oldworld.advice.cards import CARD_GAIN, UPGRADE_WORTH
from grimtable.games.oldworld.advice.grounds import Grounds, is_quiet
from grimtable.games.oldworld.advice.hopes import WEIGHTS, traits, value
from grimtable.games.oldworld.advice.ratings import rate
from grimtable.games.oldworld.components import EVERYWHERE, TITLE, UPGRADES
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import conquest_value, free_slots, magic, may_corrupt, resistance
from grimtable.games.oldworld.state import GODS, OldWorld
from grimtable.kernel.game import Game
from grimtable.kernel.prospects import CERTAIN


def favourite(game: Game[OldWorld]) -> Any:
    """The option rated best."""
    (decision,) = game.decisions()
    ratings = rate(game.state, decision)
    return decision.options[ratings.index(max(ratings))]


@pytest.mark.parametrize("players", [3, 4])
def test_every_option_of_every_decision_is_rated(players: int) -> None:
    asked = set()
    for seed in range(3):
        for game in random_game(players, seed):
            for decision in game.decisions():
                asked.add(decision.prompt)
                assert len(rate(game.state, decision)) == len(decision.options)
            assert len(value(game.state)) == players
            assert [len(mine) for mine in traits(game.state)] == [len(WEIGHTS)] * players
    assert asked <= set(DEFINITION.prompts)


def test_regions_are_counted_as_the_rules_count_them() -> None:
    quiet = 0
    for game in random_game(4, 1):
        s = game.state
        if not s.round:
            continue
        counted = Grounds(s)
        for region in EVERYWHERE:
            quiet += is_quiet(s, region, [])
            assert counted.resistance[region] == resistance(s, region)
            assert counted.worth[region] == conquest_value(s, region)
            assert counted.magic[region] == magic(s, region)
            assert counted.slots[region] == len(free_slots(s, region))
            assert counted.barred[region] != may_corrupt(s, region)
            for me in s.powers:
                at = GODS * region + me
                assert counted.domination[at] == domination(s, region, me)
                assert counted.cultists[at] == s.cultists(region, me)
                assert counted.figures[at] == len(s.in_region(region, me))
    assert quiet  # the short way of counting was taken too


def test_what_is_named_exists() -> None:
    assert set(CARD_GAIN) <= set(TITLE)
    assert set(UPGRADE_WORTH) == set(UPGRADES)


def test_khorne_hunts() -> None:
    game = acting(KHORNE, kislev="leper", empire="bloodsworn")
    game.apply(0, "bloodletter_1")
    assert favourite(game) == "kislev"


def test_nurgle_spreads_where_many_live() -> None:
    game = acting(NURGLE)
    game.apply(1, "leper_1")
    assert favourite(game) in ("kislev", "empire", "bretonnia", "estalia")


def test_tzeentch_follows_magic_and_slaanesh_the_court() -> None:
    game = acting(TZEENTCH, tokens="tilea warpstone 2")
    game.apply(2, "acolyte_1")
    assert favourite(game) == "tilea"
    game = acting(SLAANESH, tokens="tilea noble")
    game.apply(3, "seductress_1")
    assert favourite(game) == "tilea"


def test_cultists_go_where_ruin_is_near() -> None:
    game = acting(NURGLE, corruption="tilea tzeentch 6, slaanesh 5")
    game.apply(1, "leper_1")
    assert favourite(game) == "tilea"


def test_nobody_walks_alone_before_khorne() -> None:
    game = acting(SLAANESH, tokens="tilea noble; badlands noble", tilea="bloodthirster", points="khorne 0")
    game.apply(3, "seductress_1")
    assert favourite(game) == "badlands"


def test_tzeentch_plays_a_free_symbol_before_his_last_power() -> None:
    hand = "tzeentch changer_of_ways"
    game = acting(TZEENTCH, tilea="acolyte 2", tokens="tilea warpstone", points="tzeentch 1", hands=hand)
    assert favourite(game) == "changer_of_ways"


def test_prospects_grow_with_what_lies_on_the_table() -> None:
    def chances(**words: str) -> tuple[int, ...]:
        return value(acting(KHORNE, **words).state)

    start = chances()
    assert CERTAIN - 4 <= sum(start) <= CERTAIN
    assert chances(dial="khorne 6")[KHORNE] > start[KHORNE] > chances(dial="slaanesh 6")[KHORNE]
    assert chances(vp="nurgle 40")[NURGLE] > chances(vp="nurgle 20")[NURGLE] > start[NURGLE]
    assert chances(tilea="acolyte 2", tokens="tilea warpstone 2")[TZEENTCH] > chances(tilea="acolyte 2")[TZEENTCH]
    near, far = "kislev nurgle 9", "kislev nurgle 3"
    assert chances(corruption=near)[NURGLE] > chances(corruption=far)[NURGLE] > start[NURGLE]


def test_hits_go_to_enemies_and_heroes_take_the_least() -> None:
    game = battle(5, estalia="bloodletter, bloodsworn@slaanesh, leper", dice=[4, 1])
    assert favourite(game) == "leper_1"
    game = table("end_phase", phase="corruption", tokens="kislev hero", kislev="bloodthirster, bloodsworn")
    assert favourite(game) == "bloodsworn_1"
    assert options(game) == ("bloodsworn_1", "bloodthirster_1")


def test_one_greedy_beats_three_random() -> None:
    result = arena("oldworld", ("greedy", "random", "random", "random"), 12, players=4, seed=5)
    assert not result.errors
    assert result.standings[0].share.rate >= 0.7
