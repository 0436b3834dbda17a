"""A campaign of ten scenarios from a script: travel, events, shop, levels, a retirement, an enhancement."""

from __future__ import annotations

from games.gloomhaven.saga import result, settled, words
from grimtable.games.gloomhaven.campaign import Campaign, dump, load
from grimtable.games.gloomhaven.campaign.unattended import proceed
from grimtable.games.gloomhaven.enhanced import spots_of
from grimtable.simulate.campaign import campaigns, with_bots

ROAD_OF_TEN = (1, 2, 3, 4, 5, 14, 19, 6, 27, 63)
DEEDS = {"killed bandit-guard": 9, "killed vermling-scout": 7, "killed forest-imp": 3, "killed ooze": 3, "elites": 7}
DEEDS |= {f"killed {kind}-demon": 1 for kind in ("flame", "frost", "wind", "earth", "night", "sun")}


def story(seed: int) -> Campaign:
    campaign = Campaign(seed, ["somebody"], [0, 0])
    for chair, class_ in enumerate(("brute", "spellweaver")):
        campaign.act(0, ("create", chair, class_.title(), class_, 1))
        campaign.act(0, ("keep_quest", chair, campaign.world.asks[0].options[0]))
    for number, scenario in enumerate(ROAD_OF_TEN):
        if scenario == 63:
            campaign.act(0, ("casual", 1))  # a side scenario is not open to everybody: an old one instead
        else:
            campaign.act(0, ("travel", scenario))
        settled(campaign)
        campaign.report(
            result(campaign.world, won=True, xp=30, gold=40, checks=1, treasures=[number + 1], counts=DEEDS)
        )
        settled(campaign)
        visit(campaign)
    return campaign


def visit(campaign: Campaign) -> None:
    """Home: everything there is to do in town, in its order."""
    campaign.act(0, ("return",))
    if not campaign.world.sheet().event_had and campaign.world.city:
        campaign.act(0, ("city_event",))
        settled(campaign)
    for hero in campaign.world.team():
        while campaign.world.must_level(hero):
            campaign.act(0, ("level", hero))
            settled(campaign)
    for word in ("buy", "enhance", "donate"):
        found = [act for act in campaign.offers(0) if act[0] == word]
        if found:
            campaign.act(0, found[-1])
    for hero in [hero for hero in campaign.world.team() if campaign.world.heroes[hero].progress.get("done")]:
        chair = campaign.world.heroes[hero].chair
        campaign.act(0, ("retire", hero))
        free = next(name for name in campaign.world.classes if name not in campaign.world.classes_in_party())
        campaign.act(0, ("create", chair, "Heir", free, 1))
        newest = len(campaign.world.heroes) - 1
        quests = [ask for ask in campaign.world.asks if ask.hero == newest and ask.kind == "quest"]
        if quests:
            campaign.act(0, ("keep_quest", newest, quests[0].options[0]))
        settled(campaign)


def test_ten_scenarios_twice_with_the_same_seed_give_the_same_document() -> None:
    first, second = story(0), story(0)
    assert dump(first) == dump(second)
    assert load(dump(first)).mark() == first.mark()
    world = first.world
    assert world.started == 10
    told = {word for entry in first.told for word in words(entry)}
    assert {"travel", "casual", "event_chosen", "bought", "donated", "level", "card", "perk", "treasure"} <= told
    assert {"enhanced", "retired", "created", "won", "returned", "scenario_opened"} <= told
    assert sum(world.retirements) >= 1
    assert "class_unlocked" in told
    assert world.enhancements
    assert all([spots_of(int(card)) for card in world.enhancements])


def test_bots_play_campaigns_by_themselves_to_the_same_end() -> None:
    once, again = campaigns(2, 3, "random", 5), campaigns(2, 3, "random", 5)
    assert [chapter.error for chapter in once] == ["", ""]
    assert [chapter.played for chapter in once] == [3, 3]
    assert [chapter.mark for chapter in once] == [chapter.mark for chapter in again]
    assert once[0].mark != once[1].mark


def test_several_persons_agree_by_themselves() -> None:
    campaign = Campaign(4, ["one", "two", "three"], [0, 1, 2, 0])
    proceed(campaign, with_bots("random"), 2)
    assert campaign.world.started == 2
    assert len(campaign.world.team()) == 4
