"""The campaign as a document: the same from the same entries, nothing lost, nothing foreign taken in."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.gloomhaven.saga import played, result, saga, settled, why_not
from grimtable.games.gloomhaven.campaign import Campaign, Fate, Result, dump, load
from grimtable.games.gloomhaven.campaign.components import CHECKS_FOR, EXCLUSIVE, MOST_CHECKS, RANKED, XP_FOR
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE, World
from grimtable.games.gloomhaven.components import VERSION
from grimtable.kernel.values import BadInput, Illegal
from rule import rule


def outcome(world: World, random: Random) -> Result:
    fates = [
        Fate(
            random.randrange(40),
            random.randrange(60),
            random.randrange(3),
            [random.randrange(1, 76)] if random.random() < 0.3 else [],
            {"killed bandit-guard": random.randrange(5), "elites": 2, "dead": int(random.random() < 0.1)},
        )
        for _ in world.team()
    ]
    return Result(world.waiting, world.bound_for, random.random() < 0.8, fates)


def step(campaign: Campaign, random: Random) -> None:
    """Something that somebody may do, each kind of act as likely as the others."""
    world = campaign.world
    if world.stage == SCENARIO_STAGE:
        campaign.report(outcome(world, random))
        return
    persons = [person for person in range(len(world.persons)) if campaign.offers(person)]
    assert persons, "nobody can do anything"
    person = random.choice(persons)
    offers = campaign.offers(person)
    wanted = [tuple(act) for act in world.votes.values() if tuple(act) in offers]
    word = random.choice(sorted({act[0] for act in offers}))
    campaign.act(person, wanted[0] if wanted else random.choice([act for act in offers if act[0] == word]))


def check(world: World, before: World) -> None:
    """What never breaks, whatever happens."""
    for hero in world.heroes:
        assert hero.gold >= 0
        assert 0 <= hero.checks <= MOST_CHECKS
        assert hero.xp >= XP_FOR[hero.level - 1]
        assert len(set(hero.items)) == len(hero.items)
        assert len(set(hero.cards)) == len(hero.cards)
    for party in world.parties:
        assert -20 <= party.reputation <= 20
    assert 0 <= world.prosperity <= CHECKS_FOR[-1]
    assert world.prosperity_level() >= before.prosperity_level()
    for names in EXCLUSIVE:
        assert len([name for name in names if name in world.achievements]) <= 1
    for name, rank in world.achievements.items():
        assert 1 <= rank <= RANKED.get(name, 1)
    assert set(world.done) <= set(world.opened)
    assert len(set(world.city)) == len(world.city)
    assert len(set(world.road)) == len(world.road)
    held = [hero.quest for hero in world.heroes if hero.quest and not hero.state]
    assert not set(held) & set(world.quest_deck)
    assert len(set(held)) == len(held)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_fifty_random_steps_break_no_rule_and_replay_to_the_same_world(seed: int, persons: int, death: bool) -> None:
    campaign = Campaign(seed, [f"p{n}" for n in range(persons)], [n % persons for n in range(4)], death=death)
    random = Random(seed)
    for _ in range(50):
        before = campaign.world
        step(campaign, random)
        check(campaign.world, before)
    again = load(dump(campaign))
    assert again.mark() == campaign.mark()
    assert again.told == campaign.told


def test_the_same_seed_gives_the_same_campaign_and_another_a_different_one() -> None:
    marks = []
    for seed in (3, 3, 4):
        campaign = saga("brute", "tinkerer", seed=seed)
        played(campaign, 1, xp=20, gold=12)
        marks.append(campaign.mark())
    assert marks[0] == marks[1] != marks[2]


# ---------------------------------------------------------------- taking back
def test_an_act_without_chance_is_taken_back_by_who_did_it() -> None:
    campaign = saga("brute", "tinkerer", persons=2, gold=None)
    before = campaign.mark()
    campaign.act(0, ("buy", 0, 1))
    with pytest.raises(Illegal):
        campaign.undo(1)
    campaign.undo(0)
    assert campaign.mark() == before
    assert len(campaign.entries) == len(campaign.told) == 4


def test_what_was_drawn_or_turned_up_stays() -> None:
    campaign = saga("brute", "tinkerer")
    with pytest.raises(Illegal):
        campaign.undo(0)  # a quest went back into its deck
    campaign.act(0, ("city_event",))
    with pytest.raises(Illegal):
        campaign.undo(0)
    campaign.act(0, ("event", "A"))
    with pytest.raises(Illegal):
        campaign.undo(0)


# ---------------------------------------------------------------- who may
@rule("GLOOMHAVEN-23.15")
def test_the_party_acts_when_all_its_persons_agree() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    campaign.act(0, ("city_event",))
    assert campaign.world.event == ""
    campaign.act(1, ("travel", 1))
    assert campaign.world.stage == "city"
    campaign.act(1, ("city_event",))
    assert campaign.world.event.startswith("city:")
    campaign.act(0, ("event", "A"))
    campaign.act(1, ("event", "B"))
    assert campaign.world.event
    campaign.act(1, ("event", "A"))
    assert not campaign.world.event


def test_nobody_touches_anothers_character() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    for act in (("buy", 1, 1), ("donate", 1), ("level", 1), ("note", 1, "mine now"), ("retire", 1)):
        assert why_not(campaign, act) == "not_yours"
    assert why_not(campaign, ("create", 1, "Mine", "scoundrel", 1)) == "not_yours"


@pytest.mark.parametrize(
    "act",
    [
        (),
        ("fly",),
        ("buy", 0),
        ("buy", "0", 1),
        ("buy", True, 1),
        ("buy", 9, 1),
        ("buy", -1, 1),
        ("event", 1),
        ("divide", "all"),
        ("create", 7, "Seven", "brute", 1),
        ("create", 0, "", "brute", 1),
        ("create", 0, "x" * 41, "brute", 1),
        ("note", 0, "x" * 2001),
        ("enhance", 0, 1, "top", [0], "", "+1"),
        ("travel", 10_000),
        (("buy",), 0, 1),
    ],
)
def test_what_is_no_act_changes_nothing(act: tuple[object, ...]) -> None:
    assert why_not(saga("brute", "tinkerer"), act)


# ---------------------------------------------------------------- documents of others
def lines(campaign: Campaign) -> list[str]:
    return dump(campaign).splitlines()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda all_: [], "not JSON"),
        (lambda all_: ["{}", *all_[1:]], "no campaign"),
        (lambda all_: ["hello", *all_[1:]], "not JSON"),
        (lambda all_: all_[:-1], "cut off"),
        (lambda all_: [*all_[:2], all_[2][:-3], *all_[3:]], "not JSON"),
        (lambda all_: [all_[0], '["x"]', *all_[2:]], "no entry"),
        (lambda all_: [*all_[:-1], json.dumps({"mark": "0", "rules": VERSION})], "is not the one"),
        (lambda all_: [all_[0], *all_[2:]], "do not allow"),
        (lambda all_: [all_[0].replace('"seed":7', '"seed":-1'), *all_[1:]], "seed"),
        (lambda all_: [all_[0].replace('"seed":7', '"seed":8'), *all_[1:]], "do not allow|is not the one"),
        (lambda all_: [all_[0].replace("normal", "hopeless"), *all_[1:]], "difficulty"),
        (lambda all_: [json.dumps({**json.loads(all_[0]), "chairs": [0, 9]}), *all_[1:]], "chairs"),
    ],
)
def test_a_damaged_or_foreign_document_is_refused_with_the_reason(
    damage: Callable[[list[str]], list[str]], words: str
) -> None:
    campaign = saga("brute", "tinkerer")
    with pytest.raises(BadInput, match=words):
        load("\n".join(damage(lines(campaign))))


def test_a_document_too_large_is_not_read() -> None:
    with pytest.raises(BadInput, match="at most"):
        load("x" * (9 << 20))


def test_a_result_of_the_wrong_shape_is_refused() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.act(0, ("travel", 1))
    settled(campaign)
    campaign.report(result(campaign.world))
    text = dump(campaign)
    for old, new in (('"xp":0', '"xp":-1'), ('"xp":0', '"xp":"9"'), ('"xp":0', '"xp":99999'), ('"fates"', '"fate"')):
        with pytest.raises(BadInput):
            load(text.replace(old, new, 1))


def test_a_document_of_older_rules_is_read_though_its_world_is_another_today() -> None:
    campaign = saga()
    rows = dump(campaign).splitlines()
    closing = json.loads(rows[-1])
    assert closing["rules"] == VERSION
    older = "\n".join([*rows[:-1], json.dumps({"mark": "0" * 32})]) + "\n"
    assert load(older).mark() == campaign.mark()
    false = "\n".join([*rows[:-1], json.dumps({**closing, "mark": "0" * 32})]) + "\n"
    with pytest.raises(BadInput, match="not the one the document was closed with"):
        load(false)
