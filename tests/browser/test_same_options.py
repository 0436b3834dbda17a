"""The page offers what the engine offers, in the same order; nothing else can be clicked."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from browser.visitor import Visitor
from grimtable.games import definition
from grimtable.games.darklord import DEFINITION
from grimtable.kernel.chance import FastDice

POSITIONS = int(os.environ.get("GRIMTABLE_SOAK_POSITIONS", "30"))  # 300 in a soak
ME = {"kind": "me"}
FEW = 24  # with more options than that not each of them is pointed at
ARMIES = {"army_1": "demo_marines_25", "army_2": "demo_death_guard_25", "terrain": "empty", "objective": "domination"}


def test_at_random_positions_the_page_and_the_engine_agree(visit: Callable[..., Visitor]) -> None:
    visitor, random, seed, seen = visit(), Random(8), 0, 0
    while seen < POSITIONS:
        seed += 1
        players = random.choice(DEFINITION.players)
        visitor.make([ME] * players, seed=seed)
        game = DEFINITION.new_game(players, {}, FastDice(seed))
        wanted = random.sample(range(120), min(10, POSITIONS - seen))  # these answers of the game are compared
        for answer in range(120):
            if not visitor.wait_for_turn():
                break
            [decision] = game.decisions()
            offered = [decision.action_id(option) for option in decision.options]
            if answer in wanted:
                assert visitor.actions() == offered
                spoken = {ref for option in decision.options for ref in refs_of(visitor, decision.action_id(option))}
                assert set(lit_refs(visitor)) <= spoken
                seen += 1
            chosen = random.randrange(len(offered))
            visitor.choose(offered[chosen])
            game.apply(decision.player, decision.options[chosen])


@pytest.mark.parametrize(("slug", "players", "options"), [("gloomhaven", 1, {}), ("wh40k", 2, ARMIES)])
def test_the_large_games_agree_too(
    visit: Callable[..., Visitor], slug: str, players: int, options: dict[str, Any]
) -> None:
    visitor, random, seed = visit(), Random(8), 21
    visitor.make([ME] * players, game=slug, seed=seed, options=options)
    visitor.wait_for_turn()
    visitor.page.wait_for_selector(".board svg[role=group], .dungeon")  # the board is there
    game = definition(slug).new_game(players, options, FastDice(seed))
    for answer in range(45):
        visitor.wait_for_turn()
        [decision] = game.decisions()
        offered = [decision.action_id(option) for option in decision.options]
        if answer % 3 == 0:
            assert visitor.actions() == offered
            if len(offered) <= FEW:
                spoken = {ref for action in offered for ref in refs_of(visitor, action)}
                assert set(lit_refs(visitor)) <= spoken
        chosen = random.randrange(len(offered))
        visitor.choose(offered[chosen])
        game.apply(decision.player, decision.options[chosen])


def lit_refs(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.lit().evaluate_all(
        "all => all.map(e => e.dataset.ref ?? e.closest('[data-ref]').dataset.ref)"
    )
    return found


def refs_of(visitor: Visitor, action: str) -> list[str]:
    """What lights up while the pointer is on an option speaks of that option."""
    option = visitor.page.locator(f'.opt[data-action="{action}"]')
    option.hover()
    while "hot" not in (option.get_attribute("class") or ""):  # pieces were still on their way, and had the pointer
        visitor.page.mouse.move(0, 0)
        option.hover()
    found: list[str] = visitor.page.locator(".hot[data-ref]").evaluate_all("all => all.map(e => e.dataset.ref)")
    return found
