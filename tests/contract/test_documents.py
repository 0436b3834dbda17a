"""Documents that options take, and stored positions: what is wrong in them is refused, whatever it is."""

from __future__ import annotations

import json
from contextlib import suppress

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

import grimtable
from grimtable import records
from grimtable.games.gloomhaven.campaign import Campaign
from grimtable.games.gloomhaven.campaign.handing import options_for
from grimtable.games.gloomhaven.campaign.unattended import next_act
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE
from grimtable.kernel.codec import dump, load
from grimtable.kernel.values import BadInput
from mutations import MUTATIONS, Mutation, changed

EXAMPLES = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def party() -> str:
    campaign = Campaign(5, ["Ada"], [0, 0])
    while campaign.world.stage != SCENARIO_STAGE:
        act = next_act(campaign, 0)
        assert act is not None
        campaign.act(0, act)
    return str(options_for(campaign.world)["party"])


def army() -> str:
    models = [{"profile": "Hellblaster", "count": 4, "wargear": ["plasma_incinerator"]}]
    return json.dumps({"name": "Ours", "units": [{"datasheet": "hellblaster_squad", "models": models}]})


DOCUMENTS = {("wh40k", "army_1"): army(), ("gloomhaven", "party"): party()}


@pytest.mark.parametrize("option", DOCUMENTS, ids="/".join)
def test_a_changed_document_of_an_option_is_settled_or_refused(option: tuple[str, str]) -> None:
    slug, name = option
    found = grimtable.definition(slug)
    players = 1 if slug == "gloomhaven" else 2
    took = 0

    @EXAMPLES
    @given(MUTATIONS)
    def check(mutation: Mutation) -> None:
        nonlocal took
        text = json.dumps(changed(json.loads(DOCUMENTS[option]), mutation))
        with suppress(BadInput):
            game = found.new_game(players, {name: text})
            assert game.decisions()
            took += 1

    check()
    assert took, "nothing was ever taken"


@pytest.mark.parametrize("slug", grimtable.slugs())
def test_a_changed_position_is_refused_or_loads(slug: str) -> None:
    recorder = records.recorded_game(slug, grimtable.definition(slug).players[0], 5)
    for _ in range(12):
        decision = recorder.game.decisions()[0]
        recorder.apply(decision.player, decision.options[0])
    stored = msgspec.json.decode(dump(recorder.game))

    @EXAMPLES
    @given(MUTATIONS)
    def check(mutation: Mutation) -> None:
        data = json.dumps(changed(stored, mutation)).encode()
        with suppress(BadInput):
            load(data, recorder.game.rules)

    check()
