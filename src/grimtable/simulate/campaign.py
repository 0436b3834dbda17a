"""Campaigns of Gloomhaven that bots play from end to end."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.bots import make
from grimtable.bots.match import bot_dice, play
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import Campaign, dump
from grimtable.games.gloomhaven.campaign.unattended import Play, proceed
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import FastDice, seed_of

SLUG = "gloomhaven"
CHAIRS = (2, 3, 4)


class Chapter(NamedTuple):
    """A campaign that was played."""

    seed: int
    played: int
    won: int
    levels: list[int]
    retired: int
    prosperity: int
    mark: str
    cpu_seconds: float
    error: str = ""  # one line
    saved: Path | None = None  # the campaign up to the error


def with_bots(bot: str) -> Play:
    """Scenarios played by bots of this kind."""

    def played(players: int, options: dict[str, Any], seed: int) -> tuple[Gloomhaven, bool]:
        game = definition(SLUG).new_game(players, options, FastDice(seed))
        if bot == "random":
            game.mute()  # random bots imagine nothing, so nobody needs the log
        play(game, [make(bot) for _ in range(players)], [bot_dice(seed, seat) for seat in range(players)])
        return game.state, (game.result() or (0,))[0] > 0

    return played


def campaigns(
    count: int,
    scenarios: int,
    bot: str,
    seed: int,
    variants: tuple[bool, bool] = (False, False),  # permanent death, reduced randomness
    characters: int = 4,
    failures: Path = Path(),
    on_campaign: Callable[[Chapter], None] = lambda chapter: None,
) -> list[Chapter]:
    """Play so many campaigns of so many scenarios. One that fails is saved up to where it failed; the others go on."""
    found = []
    for number in range(count):
        # A bot for each character: one alone would play by the harder rules for it [GLOOMHAVEN-6.4].
        bots = [f"bot {place}" for place in range(1, characters + 1)]
        campaign = Campaign(seed_of(seed, "campaign", number), bots, list(range(characters)), "normal", *variants)
        began, error, saved = time.process_time(), "", None
        try:
            proceed(campaign, with_bots(bot), scenarios)
        except KeyboardInterrupt:
            break  # what was finished is reported
        except Exception as failure:
            error = traceback.format_exception_only(failure)[-1].strip()
            saved = failures / f"campaign-{seed}-{number}.jsonl"
            saved.write_text(dump(campaign), encoding="utf-8")
        found.append(chapter(campaign, time.process_time() - began, error, saved))
        on_campaign(found[-1])
    return found


def chapter(campaign: Campaign, seconds: float, error: str, saved: Path | None) -> Chapter:
    world = campaign.world
    won = len([told for entry in campaign.told for told in entry if told[0] == "won"])
    levels = [world.heroes[hero].level for hero in world.team()]
    return Chapter(
        campaign.header["seed"],
        world.started,
        won,
        levels,
        sum(world.retirements),
        world.prosperity_level(),
        campaign.mark(),
        seconds,
        error,
        saved,
    )
