"""From the campaign into a scenario: the party as the game takes it, and how the game is set up."""

from __future__ import annotations

import json
from typing import Any

from grimtable.games.gloomhaven.campaign.components import RANDOM_DUNGEON
from grimtable.games.gloomhaven.campaign.journal import Campaign
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE, World
from grimtable.games.gloomhaven.components.dungeons import RANDOM
from grimtable.games.gloomhaven.components.scenarios import recommended_level
from grimtable.games.gloomhaven.party import FORMAT, settled_party


def party_of(world: World) -> str:
    """The document of the party that plays, everything restored [GLOOMHAVEN-21.5]. A person has one seat."""
    team = [world.heroes[hero] for hero in world.team()]
    persons = world.voters()
    held = {str(card) for hero in team for card in hero.cards}
    party = {
        "format": FORMAT,
        "heroes": [
            {
                "class": hero.kind,
                "level": hero.level,
                "cards": hero.cards,
                "perks": hero.perks,
                "items": hero.items,
                "blessings": hero.blessings,
            }
            for hero in team
        ],
        "seats": [persons.index(world.chairs[hero.chair]) for hero in team],
        "omens": world.sheet().omens,
        "enhancements": [
            [int(card), half, path, what, stat]
            for card, rows in sorted(world.enhancements.items())
            if card in held
            for half, path, what, stat in rows
        ],
        "looted": world.treasures,
    }
    return settled_party(json.dumps(party))


def options_for(world: World) -> dict[str, Any]:
    """[GLOOMHAVEN-6.2, GLOOMHAVEN-29.1, GLOOMHAVEN-29.2] Options of the game for the scenario to be played now."""
    assert world.stage == SCENARIO_STAGE, "no scenario is to be played"
    levels = [world.heroes[hero].level for hero in world.team()]
    level = recommended_level(levels, world.difficulty)
    found: dict[str, Any] = {
        "scenario": world.bound_for,
        "scenario_level": level,
        "party": party_of(world),
        "death": "permanent" if world.death else "exhaustion",
        "randomness": "reduced" if world.reduced else "normal",
    }
    return found if world.bound_for != RANDOM_DUNGEON else {**found, "scenario": RANDOM, "penalties": world.penalties}


def seats_for(world: World) -> list[int]:
    """The person of each seat of that game."""
    return world.voters()


def seed_for(campaign: Campaign) -> int:
    """The seed of that game: the same for whoever plays it."""
    return campaign.dice(-campaign.world.waiting).below(1 << 32)
