"""Personal quests: each of the 24 can be fulfilled by what it counts, and by nothing less."""

from __future__ import annotations

import pytest

from games.gloomhaven.saga import chronicle, on_quest, saga
from grimtable.games.gloomhaven.campaign.components import QUESTS
from grimtable.games.gloomhaven.campaign.quests import (
    REGIONS,
    after_scenario,
    is_complete,
    look_after,
    somebody_retired,
)
from grimtable.games.gloomhaven.components.items import ITEMS
from rule import rule

Deed = tuple[int, bool, dict[str, int]]  # a scenario, won or lost, and what the hero did there


def done(scenario: int = 1, **counts: int) -> Deed:
    """Won; `killed_forest_imp` is a forest-imp killed."""
    return (scenario, True, {name.replace("_", " ", 1).replace("_", "-"): by for name, by in counts.items()})


def regions(*names: str) -> list[Deed]:
    return [done(min(REGIONS[name])) for name in names]


# By quest: deeds of which all but the last leave it open.
DEEDS: dict[int, list[Deed]] = {
    510: [*[done(n) for n in (4, 5, 6)], done(53)],
    513: [done(killed_forest_imp=7), done(killed_forest_imp=1), done(60)],
    514: [(1, False, {"others_exhausted": 3})] * 5,
    515: [done(killed_bandit_guard=12), done(killed_cultist=7), done(killed_bandit_archer=1)],
    516: [done(killed_vermling_scout=8), done(killed_vermling_shaman=7)],
    517: [(1, True, {f"killed m{n}": 3}) for n in range(20)],
    518: [done(n) for n in range(1, 16)],
    519: [done(checks=2)] * 8,
    521: [*[done(n) for n in (3, 28, 29)], done(56)],
    522: [done(n) for n in range(52, 58)],
    523: [(1, True, {f"killed {kind}-demon": 1}) for kind in ("flame", "frost", "wind", "earth", "night", "sun")],
    524: [(1, True, {"elites": 9}), (1, True, {"elites": 10}), (1, True, {"elites": 1})],
    526: [*[done(n) for n in (8, 11, 12, 18)], done(58)],
    527: [(1, False, {"exhausted": 1})] * 12,
    528: [done(n) for n in (2, 8, 20, 21)],
    529: [*[done(n) for n in (19, 32)], done(62)],
    531: regions(
        "Gloomhaven", "Dagger Forest", "Lingering Swamp", "Watcher Mountains", "Copperneck Mountains", "Misty Sea"
    ),
    533: [done(killed_ooze=3), done(killed_lurker=3), done(killed_spitting_drake=2), done(killed_spitting_drake=1)],
}


@rule("GLOOMHAVEN-23.11")
@pytest.mark.parametrize("quest", sorted(DEEDS))
def test_a_quest_is_done_with_its_last_deed(quest: int) -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, quest)
    for number, (scenario, won, counts) in enumerate(DEEDS[quest]):
        assert not is_complete(campaign.world, 0), number
        after_scenario(chronicle(campaign), 0, scenario, won, counts)
    assert is_complete(campaign.world, 0)
    look_after(chronicle(campaign), 0)
    assert campaign.world.heroes[0].progress["done"] == 1


@rule("GLOOMHAVEN-23.11")
@pytest.mark.parametrize("quest", [510, 518, 521, 522, 528, 531])
def test_lost_scenarios_do_not_count(quest: int) -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, quest)
    for scenario, _, counts in DEEDS[quest] * 2:
        after_scenario(chronicle(campaign), 0, scenario, False, counts)
    assert not is_complete(campaign.world, 0)


def test_the_same_scenario_counts_once_for_the_wanderer() -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, 518)
    for _ in range(30):
        after_scenario(chronicle(campaign), 0, 1, True, {})
    assert not is_complete(campaign.world, 0)


def test_a_quest_that_leads_to_a_scenario_opens_it() -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, 513)
    after_scenario(chronicle(campaign), 0, 1, True, {"killed forest-imp": 7})
    look_after(chronicle(campaign), 0)
    assert 59 not in campaign.world.opened
    after_scenario(chronicle(campaign), 0, 1, True, {"killed forest-imp": 1})
    look_after(chronicle(campaign), 0)
    assert 59 in campaign.world.opened


def test_what_is_owned_donated_enhanced_or_achieved_by_others() -> None:
    campaign = saga("brute", "tinkerer", gold=199)
    hero = campaign.world.heroes[0]
    on_quest(campaign, 0, 512)
    assert not is_complete(campaign.world, 0)
    hero.gold = 200
    assert is_complete(campaign.world, 0)
    on_quest(campaign, 0, 525)
    hero.donated = 110
    assert not is_complete(campaign.world, 0)
    hero.donated = 120
    assert is_complete(campaign.world, 0)
    on_quest(campaign, 0, 530)
    hero.enhanced = 4
    assert is_complete(campaign.world, 0)
    on_quest(campaign, 0, 532)
    somebody_retired(chronicle(campaign), 1)
    assert not is_complete(campaign.world, 0)
    somebody_retired(chronicle(campaign), 1)
    assert is_complete(campaign.world, 0)


def test_the_merchant_wants_items_of_every_slot_at_once() -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, 511)
    hero = campaign.world.heroes[0]
    wanted = {"head": 2, "body": 2, "legs": 2, "one_hand": 3, "small": 4}
    for slot, count in wanted.items():
        assert not is_complete(campaign.world, 0)
        hero.items += [item for item in range(1, 134) if ITEMS[item].slot == slot][:count]
    assert is_complete(campaign.world, 0)


def test_the_axe_must_be_owned_before_its_kills_count() -> None:
    campaign = saga("brute", "tinkerer")
    on_quest(campaign, 0, 520)
    after_scenario(chronicle(campaign), 0, 1, True, {"axe_kills": 7})
    campaign.world.heroes[0].items = [113]
    assert not is_complete(campaign.world, 0)
    after_scenario(chronicle(campaign), 0, 1, True, {"axe_kills": 7})
    assert is_complete(campaign.world, 0)


@rule("GLOOMHAVEN-29.4")
def test_where_death_is_final_the_blood_god_wants_less() -> None:
    campaign = saga("brute", "tinkerer", death=True)
    on_quest(campaign, 0, 527)
    for _ in range(8):
        assert not is_complete(campaign.world, 0)
        after_scenario(chronicle(campaign), 0, 1, False, {"exhausted": 1})
    assert is_complete(campaign.world, 0)


def test_every_quest_is_tried() -> None:
    assert set(DEEDS) | {511, 512, 520, 525, 530, 532} == set(QUESTS)
