"""The campaign as the platform keeps it: lines of a document, acts of persons, games that are awaited."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grimtable.games.gloomhaven.campaign.handing import options_for, seats_for
from grimtable.games.gloomhaven.campaign.journal import REPORT, Campaign, entry_from, load, parsed
from grimtable.games.gloomhaven.campaign.result import result_from, result_of
from grimtable.games.gloomhaven.campaign.view import view
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.campaigns import Awaited, CampaignRules
from grimtable.kernel.values import BadInput

FEWEST, MOST = 2, 4  # characters


def begin(seed: int, persons: list[str], settings: Mapping[str, Any]) -> Campaign:
    """Chairs go round: whoever comes first holds one more."""
    characters = settings.get("characters", max(FEWEST, len(persons)))
    if characters < len(persons):
        raise BadInput(f"{len(persons)} persons need a character each, so {characters} are too few")
    chairs = [chair % len(persons) for chair in range(min(characters, MOST + 1))]
    difficulty, death = settings.get("difficulty", "normal"), settings.get("permanent_death", False)
    return Campaign(seed, persons, chairs, difficulty, death, settings.get("reduced_randomness", False))


def resume(line: str) -> Campaign:
    return Campaign.replayed(parsed(line, 1), [])


def repeat(campaign: Campaign, line: str) -> None:
    number = len(campaign.entries) + 2
    entry = entry_from(parsed(line, number), number)
    if entry.act[0] == REPORT:
        campaign.report(result_from(entry.act[1]))
    else:
        campaign.act(entry.person, entry.act)


def lines(campaign: Campaign, first: int) -> list[str]:
    entries = [[entry.person, list(entry.act)] for entry in campaign.entries[max(0, first - 1) :]]
    rows: list[Any] = [*([campaign.header] if first == 0 else []), *entries]
    return [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]


def closing(campaign: Campaign) -> str:
    return json.dumps(campaign.closing(), separators=(",", ":"))


def persons(campaign: Campaign) -> list[str]:
    return list(campaign.world.persons)


def act(campaign: Campaign, person: int, wanted: Any) -> None:
    campaign.act(person, tuple(wanted))


def awaits(campaign: Campaign) -> Awaited | None:
    world = campaign.world
    if world.stage != SCENARIO_STAGE:
        return None
    return Awaited(world.waiting, options_for(world), seats_for(world))


def report(campaign: Campaign, number: int, end: Gloomhaven, outcome: tuple[int, ...]) -> None:
    """[GLOOMHAVEN-21.4] All characters win or lose together."""
    campaign.report(result_of(end, number, outcome[0] > 0))


CAMPAIGN = CampaignRules(
    begin=begin,
    read=load,
    resume=resume,
    repeat=repeat,
    lines=lines,
    closing=closing,
    persons=persons,
    act=act,
    why_not_undo=Campaign.why_not_undo,
    awaits=awaits,
    report=report,
    view=view,
)
