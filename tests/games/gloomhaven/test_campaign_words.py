"""Everything that may be done and everything that happens in a campaign has words in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

from games.gloomhaven.saga import saga
from games.gloomhaven.test_campaign_journal import step
from grimtable.games import definition
from grimtable.games.gloomhaven import campaign as package
from grimtable.games.gloomhaven.campaign import Campaign
from grimtable.games.gloomhaven.campaign.acts import KINDS
from grimtable.games.gloomhaven.campaign.components import (
    EVENTS,
    GLOBAL_ACHIEVEMENTS,
    PARTY_ACHIEVEMENTS,
    QUESTS,
)
from grimtable.games.gloomhaven.campaign.words import ACTS, TOLD, act_words, event_words, told_words
from grimtable.games.gloomhaven.components import read
from grimtable.kernel.language import LANGUAGES, Message

CATALOGUE = definition("gloomhaven").catalogue
SOURCES = sorted(Path(package.__file__).parent.glob("*.py"))


def calls(name: str) -> set[str]:
    """The first words of all calls of a function in the campaign's sources."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = 1 if name == "no" else 0
            word = node.args[place] if len(node.args) > place else None
            if called == name and isinstance(word, ast.Constant):
                found.add(str(word.value))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_act_event_and_refusal_has_a_template(lang: str) -> None:
    assert [word for word in KINDS if not CATALOGUE.has(f"act.{word}", lang)] == []
    assert [word for word in calls("tell") if not CATALOGUE.has(f"told.{word}", lang)] == []
    assert [word for word in calls("no") if not CATALOGUE.has(f"refusal.campaign.{word}", lang)] == []
    assert set(ACTS) | {"enhance"} == set(KINDS)
    assert calls("tell") - {"won", "lost"} <= set(TOLD) | {"omen", "proposed"}
    names = [f"achievement.{name}" for name in (*GLOBAL_ACHIEVEMENTS, *PARTY_ACHIEVEMENTS)]
    names += [f"quest.{number}" for number in QUESTS]
    assert [key for key in names if not CATALOGUE.has(key, lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_offered_and_told_in_random_campaigns_reads_as_sentences(lang: str) -> None:
    for seed in range(4):
        campaign = Campaign(seed, ["Ada", "Bo"], [0, 1, 0])
        campaign.world.achievements["the-power-of-enhancement"] = 1
        random = Random(seed)
        for _ in range(40):
            for person in (0, 1):
                sentences = [act_words(campaign.world, act) for act in campaign.offers(person)[:40]]
                assert all([is_sentence(CATALOGUE.say(sentence, lang)) for sentence in sentences])
            step(campaign, random)
            for told in campaign.told[-1]:
                assert is_sentence(CATALOGUE.say(told_words(campaign.world, told), lang))


def test_gains_and_losses_carry_their_sign() -> None:
    campaign = saga("brute", "tinkerer")
    assert CATALOGUE.say(told_words(campaign.world, ("gold", 0, 5)), "en") == "Brute: +5 gold"
    assert CATALOGUE.say(told_words(campaign.world, ("reputation", -2, -3)), "ja") == "名声-2（現在-3）"


def is_sentence(text: str) -> bool:
    """No gap left open, no bare key of the data."""
    return bool(text) and "{" not in text and not re.search(r"\b[a-z]+_[a-z]+\b", text)


def test_the_first_events_have_prompts_of_our_own() -> None:
    prompts = {
        f"{one['deck']}:{one['id']}": (one["prompt"], one["A"], one["B"]) for one in read("event_prompts")["records"]
    }
    assert {key for key, event in EVENTS.items() if event["in_starting_deck"]} == set(prompts)
    for key, expected in prompts.items():
        assert tuple([CATALOGUE.say(words, "en") for words in event_words(key)]) == expected
        assert not any([CATALOGUE.say(words, "ja").isascii() for words in event_words(key)])
    assert [CATALOGUE.say(words, "en") for words in event_words("city:70")] == [
        "An event befalls the party: what does it do?",
        "Option A",
        "Option B",
    ]
    assert CATALOGUE.say(Message("event_card.road", (7,)), "en") == "road event 7"
