"""Campaigns for the tests: a party in Gloomhaven, ready to act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grimtable.games.gloomhaven.campaign import Campaign, Fate, Result
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle, Told
from grimtable.games.gloomhaven.campaign.world import Act, World
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import Illegal


def saga(
    *classes: str, persons: int = 1, seed: int = 7, gold: int | None = None, death: bool = False, settle: bool = True
) -> Campaign:
    """A campaign whose party has these characters; the first quest dealt is kept."""
    chairs = [chair % persons for chair in range(max(2, len(classes)))]
    campaign = Campaign(seed, [f"person {n}" for n in range(persons)], chairs, death=death)
    for chair, class_ in enumerate(classes):
        campaign.act(chairs[chair], ("create", chair, class_.title(), class_, 1))
        if settle:
            campaign.act(chairs[chair], ("keep_quest", chair, campaign.world.asks[0].options[0]))
    if gold is not None:
        for hero in campaign.world.heroes:
            hero.gold = gold
    return campaign


def why_not(campaign: Campaign, act: Act, person: int = 0) -> str:
    """The refusal's word; the campaign stays as it was."""
    before = campaign.mark()
    try:
        campaign.act(person, act)
    except Illegal as illegal:
        assert campaign.mark() == before
        return illegal.refusal.message_key.removeprefix("campaign.")
    return ""


def rule_of(campaign: Campaign, act: Act, person: int = 0) -> str:
    """The rule that forbids it."""
    try:
        campaign.act(person, act)
    except Illegal as illegal:
        return illegal.refusal.rule_id
    return ""


def chronicle(campaign: Campaign) -> Chronicle:
    """To let things happen to the world directly."""
    return Chronicle(campaign.world, FastDice(1))


def words(told: Sequence[Told]) -> list[str]:
    return [kind for kind, *_ in told]


def result(
    world: World,
    won: bool = True,
    xp: int = 0,
    gold: int = 0,
    checks: int = 0,
    treasures: Sequence[int] = (),
    counts: Mapping[str, int] | None = None,
) -> Result:
    """The same fate for everybody; only the first looted."""
    fates = [
        Fate(xp, gold, checks, list(treasures) if place == 0 else [], dict(counts or {}))
        for place in range(len(world.team()))
    ]
    return Result(world.waiting, world.bound_for, won, fates)


def played(
    campaign: Campaign,
    scenario: int,
    won: bool = True,
    xp: int = 0,
    gold: int = 0,
    checks: int = 0,
    treasures: Sequence[int] = (),
) -> list[Told]:
    """There and through it: the road's event is answered with A, gold divided as it comes."""
    campaign.act(0, ("travel", scenario))
    settled(campaign)
    return campaign.report(result(campaign.world, won, xp, gold, checks, treasures))


def settled(campaign: Campaign, person: int = 0) -> None:
    """Everything that is asked is answered with the first that is offered."""
    while campaign.world.event or campaign.world.asks:
        answers = ("event", "divide", "who_takes", "give_up", "give_up_one", "choose_effect", "take_perk", "take_card")
        campaign.act(person, next(act for act in campaign.offers(person) if act[0] in answers))


def on_quest(campaign: Campaign, hero: int, quest: int) -> None:
    """A hero with this quest, as if it had been dealt."""
    world = campaign.world
    if world.heroes[hero].quest != quest:
        world.quest_deck = [card for card in world.quest_deck if card != quest] + [world.heroes[hero].quest]
        world.heroes[hero].quest = quest
