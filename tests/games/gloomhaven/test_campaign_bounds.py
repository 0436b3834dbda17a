"""Whatever strangers put into a campaign's document: it is refused in a sentence, or it is a campaign."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings

from games.gloomhaven.saga import saga
from grimtable.games.gloomhaven.campaign import Campaign, dump, load
from grimtable.games.gloomhaven.campaign.sharing import CAMPAIGN
from grimtable.games.gloomhaven.campaign.unattended import proceed
from grimtable.kernel.campaigns import CampaignRules
from grimtable.kernel.values import BadInput
from grimtable.server.uploads import read_campaign
from grimtable.simulate.campaign import with_bots
from mutations import MUTATIONS, Mutation, mutated


def genuine() -> list[bytes]:
    """Campaigns at their start, and after a scenario."""
    begun, further = saga("brute", "spellweaver", persons=2), Campaign(3, ["Ada"], [0, 0])
    proceed(further, with_bots("random"), 1)
    return [dump(campaign).encode() for campaign in (begun, further)]


DOCUMENTS = genuine()


def complaint(text: str) -> str | None:
    """What is wrong with a document; None if nothing is. Nothing but BadInput is raised."""
    try:
        again = load(text)
    except BadInput as error:
        return str(error)
    assert load(dump(again)).mark() == again.mark()
    return None


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(MUTATIONS)
def test_a_changed_document_is_refused_or_loads_and_nothing_else(mutation: Mutation) -> None:
    rules: CampaignRules = CAMPAIGN
    for document in DOCUMENTS:
        data = mutated(document, mutation)
        found = read_campaign("gloomhaven", data)
        text = data.decode(errors="surrogateescape")
        said = complaint(text)
        assert said is None or ("\n" not in said and len(said) < 300)
        if isinstance(found, str):
            continue
        _, lines, closing = found
        for line in [*lines, closing]:
            assert "\0" not in line
            line.encode()
        assert rules.lines(load("\n".join([*lines, closing])), 0) == lines


ENTRIES = {
    "a person who is not there": [40, ["note", 0, "x"]],
    "a number of another size": [0, ["divide", [10**30]]],
    "lists in lists": [0, ["divide", [[[[[[[0]]]]]]]]],
    "a text without end": [0, ["note", 0, "x" * 10_000]],
    "half a character": [0, ["party_note", "\ud800"]],
    "no number": [0, ["divide", [float("nan")]]],
}


@pytest.mark.parametrize("what", ENTRIES)
def test_an_entry_beyond_its_bounds_is_named_by_its_line(what: str) -> None:
    rows = DOCUMENTS[0].decode().splitlines()
    rows.insert(2, json.dumps(ENTRIES[what]))
    with pytest.raises(BadInput, match=r"line 3 (is of person|holds a number|is no text)"):
        load("\n".join(rows))


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "\u202e", ""])
def test_the_name_of_a_person_is_printable(name: str) -> None:
    header, *rest = DOCUMENTS[0].decode().splitlines()
    changed = json.loads(header) | {"persons": ["Ada", name]}
    with pytest.raises(BadInput, match="1 to 40 characters, all printable"):
        load("\n".join([json.dumps(changed), *rest]))
