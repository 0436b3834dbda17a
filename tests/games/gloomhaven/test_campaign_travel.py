"""Between scenarios: what is open, roads, results, rewards, several parties."""

from __future__ import annotations

import pytest

from games.gloomhaven.saga import chronicle, on_quest, played, result, rule_of, saga, settled, why_not
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import Fate, Result, result_of
from grimtable.games.gloomhaven.campaign.components import QUESTS, TREASURES, rewards_of
from grimtable.games.gloomhaven.campaign.handing import options_for
from grimtable.games.gloomhaven.campaign.travel import conclude, open_treasure
from grimtable.games.gloomhaven.campaign.world import AFTER_STAGE, CITY_STAGE, DEAD, SCENARIO_STAGE, TOWN, has
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.components.terms import OVER
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import Illegal
from rule import rule


@rule("GLOOMHAVEN-23.1", "GLOOMHAVEN-23.4")
def test_only_what_is_open_not_done_and_meets_its_requirements() -> None:
    campaign = saga("brute", "tinkerer")
    assert rule_of(campaign, ("travel", 2)) == "GLOOMHAVEN-23.1"
    campaign.world.opened.append(2)
    assert why_not(campaign, ("travel", 2)) == "requirements"  # First Steps
    played(campaign, 1)
    assert campaign.world.done == [1]
    assert "first-steps" in campaign.world.sheet().achievements
    campaign.act(0, ("return",))
    assert why_not(campaign, ("travel", 1)) == "done_already"
    assert why_not(campaign, ("travel", 2)) == ""


@rule("GLOOMHAVEN-23.1")
def test_alternatives_absences_and_ranks_of_requirements() -> None:
    campaign = saga("brute", "tinkerer")
    world = campaign.world
    assert not world.meets(26)
    world.sheet().achievements.append("through-the-ruins")
    assert world.meets(26)  # one of two ways
    assert world.meets(3)
    world.achievements["the-merchant-flees"] = 1
    assert not world.meets(3)  # only in its absence
    world.achievements["end-of-corruption"] = 2
    assert not world.meets(51)
    world.achievements["end-of-corruption"] = 3
    assert world.meets(51)
    assert has({"a": 2}, "a:2")
    assert not has({"a": 1}, "a:2")
    assert has({}, "!a")


@rule("GLOOMHAVEN-23.1")
def test_a_scenario_of_a_quest_needs_the_one_who_has_it() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.opened.append(52)
    on_quest(campaign, 0, 512)
    on_quest(campaign, 1, 514)
    assert why_not(campaign, ("travel", 52)) == "needs_quest"
    on_quest(campaign, 1, 510)
    assert why_not(campaign, ("travel", 52)) == ""


@rule("GLOOMHAVEN-23.2", "GLOOMHAVEN-23.3")
def test_casual_play_counts_for_characters_but_not_for_the_story() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    assert rule_of(campaign, ("casual", 2)) == "GLOOMHAVEN-23.2"
    campaign.world.opened.append(2)
    campaign.act(0, ("casual", 2))  # its requirement is not met, and no event lies on the way
    assert campaign.world.stage == SCENARIO_STAGE
    campaign.report(result(campaign.world, xp=9, gold=4, checks=1))
    world = campaign.world
    assert [(hero.xp, hero.gold, hero.checks) for hero in world.heroes] == [(9, 4, 1)] * 2
    assert world.done == []
    assert world.prosperity == 0
    campaign.act(0, ("casual", 2))  # again
    assert campaign.world.stage == SCENARIO_STAGE


@rule("GLOOMHAVEN-24.3", "GLOOMHAVEN-24.4")
def test_a_road_event_on_the_way_from_town_unless_it_lies_there() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.act(0, ("travel", 1))
    assert campaign.world.event.startswith("road:")
    settled(campaign)
    assert campaign.world.stage == SCENARIO_STAGE
    in_town = saga("brute", "tinkerer")
    in_town.world.opened.append(11)
    in_town.act(0, ("travel", 11))
    assert in_town.world.stage == SCENARIO_STAGE


@rule("GLOOMHAVEN-24.1", "GLOOMHAVEN-24.2", "GLOOMHAVEN-21.9")
def test_straight_on_without_an_event_only_for_a_retry_or_a_link() -> None:
    campaign = saga("brute", "tinkerer")
    played(campaign, 1, won=False)
    assert campaign.world.stage == AFTER_STAGE
    assert campaign.world.done == []
    campaign.act(0, ("travel", 1))  # retried
    assert campaign.world.stage == SCENARIO_STAGE
    campaign.report(result(campaign.world))
    campaign.act(0, ("travel", 2))  # linked
    assert campaign.world.stage == SCENARIO_STAGE
    campaign.report(result(campaign.world))
    campaign.act(0, ("travel", 3))
    assert campaign.world.event.startswith("road:")


@rule("GLOOMHAVEN-24.1", "GLOOMHAVEN-25.1")
def test_after_a_scenario_the_town_is_open_only_to_those_who_return() -> None:
    campaign = saga("brute", "tinkerer", gold=90)
    played(campaign, 1)
    assert why_not(campaign, ("buy", 0, 1)) == "not_in_town"
    assert why_not(campaign, ("level", 0)) == "not_in_town"
    campaign.act(0, ("return",))
    assert campaign.world.stage == CITY_STAGE
    assert why_not(campaign, ("return",)) == "not_away"
    assert why_not(campaign, ("buy", 0, 1)) == ""


@rule("GLOOMHAVEN-21.4", "GLOOMHAVEN-21.6", "GLOOMHAVEN-21.7")
def test_experience_and_gold_come_home_win_or_lose_checkmarks_only_with_a_win() -> None:
    for won, checks in ((True, 2), (False, 0)):
        campaign = saga("brute", "tinkerer", gold=0)
        campaign.world.road = []
        played(campaign, 1, won=won, xp=11, gold=6, checks=2)
        assert [(hero.xp, hero.gold, hero.checks) for hero in campaign.world.heroes] == [(11, 6, checks)] * 2


@rule("GLOOMHAVEN-21.4")
def test_a_result_is_taken_exactly_once() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.act(0, ("travel", 1))
    settled(campaign)
    found = result(campaign.world, xp=5)
    for wrong in (
        Result(found.number + 1, 1, True, found.fates),
        Result(found.number, 2, True, found.fates),
        Result(found.number, 1, True, found.fates[:1]),
    ):
        with pytest.raises(Illegal):
            campaign.report(wrong)
    campaign.report(found)
    before = campaign.mark()
    with pytest.raises(Illegal):
        campaign.report(found)
    assert campaign.mark() == before


@rule("GLOOMHAVEN-28.1", "GLOOMHAVEN-28.2")
def test_a_win_gives_the_listed_rewards() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    campaign.world.opened.append(2)
    campaign.world.sheet().achievements.append("first-steps")
    played(campaign, 2, won=True)
    world = campaign.world
    assert [hero.gold for hero in world.heroes] == [10, 10]
    assert world.prosperity == 1
    assert {3, 4} <= set(world.opened)
    assert not {8, 9} & set(world.opened)  # only what is listed as opened


@rule("GLOOMHAVEN-28.1", "GLOOMHAVEN-23.19", "GLOOMHAVEN-28.3")
def test_achievements_are_lost_items_go_to_one_events_are_added() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    campaign.world.sheet().achievements.append("the-drakes-command")
    conclude(chronicle(campaign), 34)
    assert "the-drakes-command" not in campaign.world.sheet().achievements
    conclude(chronicle(campaign), 67)
    campaign.act(0, ("who_takes", 1))
    assert campaign.world.heroes[1].items == [132]
    conclude(chronicle(campaign), 21)
    assert "city:78" in campaign.world.city
    conclude(chronicle(campaign), 13)
    assert why_not(campaign, ("choose_location", 16)) == "not_offered"
    campaign.act(0, ("choose_location", 17))
    assert 17 in campaign.world.opened
    assert 15 not in campaign.world.opened


def test_the_rewards_of_every_scenario_can_be_given() -> None:
    for scenario in SCENARIOS:
        campaign = saga("brute", "tinkerer")
        conclude(chronicle(campaign), scenario)
        assert scenario in campaign.world.done
        known = {"partyAchievements", "gold", "prosperity", "globalAchievements", "reputation", "itemDesigns"}
        known |= {"chooseLocation", "experience", "events", "lostPartyAchievements", "battleGoals", "unlockCharacter"}
        known |= {"items", "collectiveGold", "envelopes", "hints"}
        assert set(rewards_of(scenario)) <= known


@rule("GLOOMHAVEN-23.18")
def test_global_achievements_of_a_type_cover_each_other_and_ranks_count_up() -> None:
    campaign = saga("brute")
    c = chronicle(campaign)
    c.global_achievement("city-rule-militaristic")
    c.global_achievement("water-breathing")
    c.global_achievement("city-rule-demonic")
    assert campaign.world.achievements == {"water-breathing": 1, "city-rule-demonic": 1}
    for _ in range(7):
        c.global_achievement("ancient-technology")
    assert campaign.world.achievements["ancient-technology"] == 5
    campaign.act(0, ("found", "Others"))
    assert has(campaign.world.achievements, "water-breathing")  # every party's


@rule("GLOOMHAVEN-5.20", "GLOOMHAVEN-5.21", "GLOOMHAVEN-17.15")
def test_a_numbered_treasure_is_found_once_in_the_campaign() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    gold = next(n for n, reward in TREASURES.items() if reward == "gold:15")
    item = next(n for n, reward in TREASURES.items() if reward.startswith("item:"))
    played(campaign, 1, treasures=(gold, item))
    hero = campaign.world.heroes[0]
    assert hero.gold == 15
    assert [f"item:{one}" for one in hero.items] == [TREASURES[item]]
    open_treasure(chronicle(campaign), 1, gold)
    assert campaign.world.heroes[1].gold == 0


def test_every_treasure_can_be_opened() -> None:
    campaign = saga("brute", "tinkerer")
    for number in TREASURES:
        open_treasure(chronicle(campaign), 0, number)
    assert sorted(campaign.world.treasures) == sorted(TREASURES)
    assert 17 in campaign.world.opened
    assert ITEMS[110].name
    assert 110 in campaign.world.heroes[0].items
    assert 115 in campaign.world.heroes[0].items


# ---------------------------------------------------------------- what has been earned
@rule("GLOOMHAVEN-28.4", "GLOOMHAVEN-28.9")
def test_the_fifth_rank_of_ancient_technology_opens_envelope_a() -> None:
    campaign = saga("brute")
    c = chronicle(campaign)
    for _ in range(4):
        c.global_achievement("ancient-technology")
    assert why_not(campaign, ("open", "envelope_a")) == "not_earned"
    chronicle(campaign).global_achievement("ancient-technology")
    assert why_not(campaign, ("open", "envelope_a")) == ""


@rule("GLOOMHAVEN-28.5")
def test_the_drakes_two_wishes_aid_it() -> None:
    campaign = saga("brute")
    c = chronicle(campaign)
    c.party_achievement("the-drakes-command")
    assert why_not(campaign, ("open", "drake")) == "not_earned"
    chronicle(campaign).party_achievement("the-drakes-treasure")
    assert "the-drake-aided" not in campaign.world.achievements  # they may wait
    campaign.act(0, ("open", "drake"))
    assert "the-drake-aided" in campaign.world.achievements
    assert "city:75" in campaign.world.city
    assert "road:66" in campaign.world.road


@rule("GLOOMHAVEN-28.7")
@pytest.mark.parametrize(
    ("reputation", "offer", "class_"), [(10, "sun_box", "sun"), (-10, "eclipse_box", "eclipse"), (20, "honoured", "")]
)
def test_reputation_opens_boxes_and_adds_events(reputation: int, offer: str, class_: str) -> None:
    campaign = saga("brute")
    chronicle(campaign).reputation(reputation - (1 if reputation > 0 else -1))
    assert why_not(campaign, ("open", offer)) == "not_earned"
    chronicle(campaign).reputation(1 if reputation > 0 else -1)
    campaign.act(0, ("open", offer))
    if class_:
        assert class_ in campaign.world.classes
    else:
        assert "city:76" in campaign.world.city
        assert "road:67" in campaign.world.road


@rule("GLOOMHAVEN-28.7")
def test_the_most_feared_meet_others_too() -> None:
    campaign = saga("brute")
    chronicle(campaign).reputation(-20)
    campaign.act(0, ("open", "feared"))
    assert "city:77" in campaign.world.city
    assert "road:68" in campaign.world.road


# ---------------------------------------------------------------- parties
@rule("GLOOMHAVEN-23.5", "GLOOMHAVEN-23.4", "GLOOMHAVEN-23.19")
def test_parties_share_the_world_but_not_their_sheets() -> None:
    campaign = saga("brute", "tinkerer")
    played(campaign, 1)
    campaign.act(0, ("return",))
    campaign.act(0, ("found", "The others"))
    world = campaign.world
    assert world.team() == []
    assert world.done == [1]
    assert world.sheet().achievements == []
    assert why_not(campaign, ("travel", 2)) == "too_few"
    campaign.act(0, ("join", 0))
    campaign.act(0, ("join", 1))
    assert why_not(campaign, ("travel", 2)) == "requirements"
    campaign.act(0, ("play", 0))
    assert campaign.world.team() == []
    assert campaign.world.sheet().achievements == ["first-steps"]


# ---------------------------------------------------------------- death
@rule("GLOOMHAVEN-29.3", "GLOOMHAVEN-29.4")
def test_the_dead_leave_their_things_and_their_quest() -> None:
    campaign = saga("brute", "tinkerer", gold=0, death=True)
    assert 527 not in campaign.world.quest_deck
    campaign.world.heroes[0].items = [71]
    quest = campaign.world.heroes[0].quest
    campaign.act(0, ("travel", 1))
    settled(campaign)
    campaign.report(Result(1, 1, False, [Fate(5, 9, 0, [], {"dead": 1}), Fate(5, 9, 0)]))
    world = campaign.world
    assert (world.heroes[0].state, world.heroes[0].gold, world.heroes[0].items) == (DEAD, 0, [])
    assert 71 in world.sold_here()
    assert quest in world.quest_deck
    assert world.team() == [1]
    campaign.act(0, ("return",))
    assert why_not(campaign, ("create", 0, "Next", "brute", 1)) == ""


# ---------------------------------------------------------------- random dungeons
@rule("GLOOMHAVEN-29.5")
def test_a_random_dungeon_brings_gains_but_the_story_stands_still() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    on_quest(campaign, 0, 524)  # elites killed
    opened, road = list(campaign.world.opened), list(campaign.world.road)
    campaign.act(0, ("dungeon", "rising"))
    campaign.report(result(campaign.world, xp=9, gold=7, checks=1, counts={"elites": 3}))
    world = campaign.world
    assert [(hero.xp, hero.gold, hero.checks) for hero in world.heroes] == [(9, 7, 1)] * 2
    assert world.heroes[0].progress == {"1": 3}
    assert (world.opened, world.done, world.road) == (opened, [], road)
    assert world.sheet().achievements == []


@rule("GLOOMHAVEN-29.5")
def test_a_random_dungeon_is_no_scenario_that_a_quest_asks_for() -> None:
    tracks = ("scenariosCompleted", "sideScenarios", "bossScenarios")
    for quest in [n for n, one in QUESTS.items() if str(one["requirements"][0].get("track")) in tracks]:
        campaign = saga("brute", "tinkerer")
        on_quest(campaign, 0, quest)
        campaign.act(0, ("dungeon", "none"))
        campaign.report(result(campaign.world))
        assert campaign.world.heroes[0].progress == {}


@rule("GLOOMHAVEN-29.10")
def test_the_party_agrees_on_the_penalties_of_a_dungeon() -> None:
    campaign = saga("brute", "tinkerer", persons=2)
    assert why_not(campaign, ("dungeon", "terrible")) == "no_penalties"
    campaign.act(0, ("dungeon", "major"))
    assert campaign.world.bound_for == TOWN  # the other has not agreed
    campaign.act(1, ("dungeon", "major"))
    assert (options_for(campaign.world)["scenario"], options_for(campaign.world)["penalties"]) == ("random", "major")
    game = definition("gloomhaven").new_game(2, options_for(campaign.world), FastDice(2))
    while asked := game.decisions():
        game.apply(asked[0].player, asked[0].options[0])
    end = result_of(game.state, 1, won=False)
    assert end.scenario == campaign.world.bound_for
    campaign.report(end)
    assert campaign.world.stage == AFTER_STAGE


# ---------------------------------------------------------------- conclusions of their own kind
@rule("GLOOMHAVEN-28.3")
def test_the_item_of_the_crypt_basement_goes_to_the_seeker_and_is_not_for_sale() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    on_quest(campaign, 1, 510)
    conclude(chronicle(campaign), 53)
    assert [hero.items for hero in campaign.world.heroes] == [[], [114]]
    assert why_not(campaign, ("sell", 1, 114)) == "not_for_sale"


@rule("GLOOMHAVEN-28.1", "GLOOMHAVEN-5.20")
@pytest.mark.parametrize(
    ("won", "sacrificed", "items", "found"), [(True, 0, [110, 115], [62]), (True, 1, [], [62]), (False, 0, [], [])]
)
def test_the_burning_mountain_has_two_conclusions(
    won: bool, sacrificed: int, items: list[int], found: list[int]
) -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.opened.append(82)
    campaign.act(0, ("travel", 82))
    settled(campaign)
    s = definition("gloomhaven").new_game(1, options_for(campaign.world), FastDice(2)).state
    s.phase, s.loot[0] = OVER, (62,)
    s.hex = [NONE, NONE]
    s.notes["sacrificed"] = sacrificed
    campaign.report(result_of(s, campaign.world.waiting, won))
    settled(campaign)
    assert campaign.world.heroes[0].items == items
    assert campaign.world.treasures == found
