"""Characters of a campaign in a scenario: what they bring, what befell them, and what goes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.gloomhaven.saga import chronicle, result, saga, settled
from grimtable.games import definition
from grimtable.games.gloomhaven.battle_goals import FIRST
from grimtable.games.gloomhaven.campaign import Campaign, result_of
from grimtable.games.gloomhaven.campaign.components import ENHANCING
from grimtable.games.gloomhaven.campaign.events import EFFECTS
from grimtable.games.gloomhaven.campaign.handing import options_for, party_of, seats_for
from grimtable.games.gloomhaven.components import MONSTER, POISON
from grimtable.games.gloomhaven.components.cards import BOOSTED, CARD_HALVES, CARD_OF, HALVES, SUMMONS, TOP
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS
from grimtable.games.gloomhaven.components.modifiers import BLESS_CARD, CLASS_PERKS, MINUS_ONE, modifier_kind
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.components.terms import OVER
from grimtable.games.gloomhaven.enhanced import CARDS, by_card, fitting, flag_of, ops_of, spots_of
from grimtable.games.gloomhaven.ops.vocabulary import unknown_in
from grimtable.games.gloomhaven.party import settled_party
from grimtable.games.gloomhaven.rooms import lay_overlay
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput
from rule import rule


def begun(campaign: Campaign, scenario: int = 1) -> Game[Gloomhaven]:
    """The game of the scenario the party goes to, without an event on the road."""
    campaign.world.road = []
    campaign.act(0, ("travel", scenario))
    players = len(seats_for(campaign.world))
    game: Game[Gloomhaven] = definition("gloomhaven").new_game(players, options_for(campaign.world), FastDice(5))
    return game


def until(game: Game[Gloomhaven], phase: Callable[[Gloomhaven], bool], wear: bool = True) -> Gloomhaven:
    """First answers until then; items are worn, or not."""
    while not phase(game.state):
        decision = game.decisions()[0]
        first = decision.options[0]
        if decision.prompt == "pack" and wear:
            first = decision.options[1]
        game.apply(decision.player, first)
    return game.state


def ready(s: Gloomhaven) -> bool:
    return s.round >= 1


# ---------------------------------------------------------------- what they bring
@rule("GLOOMHAVEN-25.12", "GLOOMHAVEN-2.7", "GLOOMHAVEN-2.8")
def test_characters_come_with_their_cards_perks_levels_and_items() -> None:
    campaign = saga("brute", "tinkerer", gold=300)
    hero = campaign.world.heroes[0]
    card = next(number for number, record in CARDS.items() if record["class"] == "brute" and record["level"] == 2)
    hero.level, hero.xp, hero.perks, hero.items = 2, 45, [0], [1, 2]
    hero.cards = [*hero.cards, card]
    game = begun(campaign)
    s = until(game, lambda s: len(s.hand[1]) > 0)
    assert s.levels == (2, 1)
    assert CARD_OF[card] in (*s.hand[0], *s.home[0])
    assert s.perks[0] == (0,)
    kinds = sorted([modifier_kind(one) for one in s.decks[0]])
    assert kinds != sorted([modifier_kind(one) for one in s.decks[1]])
    assert CLASS_PERKS[s.kind[0]][0].remove or CLASS_PERKS[s.kind[0]][0].add
    assert s.items[0] == (1,)  # two pairs of boots: one pair of legs
    assert s.items[1] == ()


@rule("GLOOMHAVEN-25.15")
def test_a_donation_is_two_blessings_in_the_deck() -> None:
    campaign = saga("brute", "tinkerer", gold=30)
    campaign.act(0, ("donate", 1))
    s = until(begun(campaign), ready)
    blessings = [[modifier_kind(card) for card in s.decks[c]].count(BLESS_CARD) for c in range(2)]
    assert blessings == [0, 2]


@rule("GLOOMHAVEN-24.8")
def test_what_events_laid_on_the_party_comes_at_the_start() -> None:
    campaign = saga("brute", "tinkerer")
    c = chronicle(campaign)
    EFFECTS["scenarioDamage"](c, [2])
    EFFECTS["scenarioCondition"](c, ["poison"])
    EFFECTS["discard"](c, [3])
    EFFECTS["scenarioSingleMinus1"](c, [3])
    game = begun(campaign)
    s = until(game, ready)
    hurt = [s.max_hp[hero] - s.hp[hero] for hero in range(2)]
    lost = [len(s.lost[hero]) for hero in range(2)]
    assert [bool(h) or bool(gone) for h, gone in zip(hurt, lost)] == [True, True]  # suffered, or negated with cards
    assert [s.has(hero, POISON) for hero in range(2)] == [True, True]
    assert [len(s.discard[hero]) >= 3 for hero in range(2)] == [True, True]
    minus = [[modifier_kind(card) for card in s.decks[hero]].count(MINUS_ONE) for hero in range(2)]
    assert sorted(minus) == [0, 3]
    assert campaign.world.sheet().omens
    settled(campaign)


@rule("GLOOMHAVEN-5.20", "GLOOMHAVEN-23.2")
def test_a_treasure_looted_before_is_not_there() -> None:
    chest = next(overlay for overlay in SCENARIOS[1]["overlays"] if overlay["type"] == "treasure")
    number = int(chest["treasure"])
    for looted in ([], [number]):
        campaign = saga("brute", "tinkerer")
        campaign.world.treasures = looted
        s = begun(campaign).state.clone()
        s.treasure.clear()
        lay_overlay(s, chest)
        assert list(s.treasure.values()) == ([] if looted else [number])


@rule("GLOOMHAVEN-6.2")
def test_the_scenarios_level_follows_the_characters_and_the_difficulty() -> None:
    campaign = saga("brute", "tinkerer")
    campaign.world.heroes[0].level, campaign.world.heroes[1].level = 6, 5
    campaign.world.heroes[0].xp = campaign.world.heroes[1].xp = 0  # nobody must rise
    campaign.world.road = []
    campaign.act(0, ("travel", 1))
    world = campaign.world
    for hero, level in ((0, 6), (1, 5)):
        extra = [n for n, r in CARDS.items() if r["class"] == world.heroes[hero].kind and r["level"] in range(2, 7)]
        world.heroes[hero].cards += extra[: level - 1]
    assert options_for(world)["scenario_level"] == 3
    world.difficulty = "hard"
    assert options_for(world)["scenario_level"] == 4


def test_persons_sit_where_their_characters_are() -> None:
    campaign = saga("brute", "tinkerer", "scoundrel", persons=2)
    campaign.world.road = []
    for person in (0, 1):
        campaign.act(person, ("travel", 1))
    assert json.loads(party_of(campaign.world))["seats"] == [0, 1, 0]
    with pytest.raises(BadInput, match="played by 2"):
        definition("gloomhaven").new_game(3, options_for(campaign.world), FastDice(1))


# ---------------------------------------------------------------- what goes back
@rule("GLOOMHAVEN-21.4", "GLOOMHAVEN-21.5")
def test_a_scenario_played_to_its_end_comes_back_once() -> None:
    campaign = saga("brute", "tinkerer", gold=0)
    game = begun(campaign)
    s = until(game, lambda s: s.phase == OVER)
    found = result_of(s, campaign.world.waiting, won=False)
    assert [fate.xp for fate in found.fates] == s.xp
    dead = [figure for figure, sort in enumerate(s.sort) if sort == MONSTER and s.hp[figure] <= 0]
    kills = sum([by for fate in found.fates for name, by in fate.counts.items() if name.startswith("killed ")])
    tallied = sum([s.tallies.get(f"{character} monsters_killed", 0) for character in range(2)])
    assert kills == tallied <= len(dead)
    assert [fate.counts["exhausted"] for fate in found.fates] == [1, 1]
    assert [fate.counts["others_exhausted"] for fate in found.fates] == [1, 1]
    campaign.report(found)
    assert [hero.xp for hero in campaign.world.heroes] == s.xp
    assert campaign.world.stage == "after"


# ---------------------------------------------------------------- enhancements
@rule("GLOOMHAVEN-26.2", "GLOOMHAVEN-26.3", "GLOOMHAVEN-26.5", "GLOOMHAVEN-26.6", "GLOOMHAVEN-26.7")
@pytest.mark.parametrize(
    ("card", "half", "path", "what", "check"),
    [
        (1, "top", [0], "+1", lambda ops: ops[0].value == 4),
        (1, "top", [0, 0], "+1", lambda ops: ops[0].sub[0].value == 3),
        (1, "top", [0], "wound", lambda ops: [op.word for op in ops[0].sub] == ["", "wound"]),
        (1, "top", [0], "fire", lambda ops: (ops[-1].name, ops[-1].word) == ("infuse", "fire")),
        (1, "top", [0], "any_element", lambda ops: ops[-1].word == "wild"),
        (9, "bottom", [0], "jump", lambda ops: [op.name for op in ops[0].sub].count("jump") == 2),
        (3, "top", [0, 0], "hex", lambda ops: len(ops[0].sub[0].hexes("targets")) == 4),
        (2, "bottom", [0], "bless", lambda ops: "bless" in [op.word for op in ops[0].sub]),
    ],
)
def test_an_enhanced_half_does_more(card: int, half: str, path: list[int], what: str, check: Any) -> None:
    flags = (flag_of(card, half, path, what, ""),)
    side = HALVES.index(half)
    assert check(ops_of(flags, CARD_OF[card], side))
    assert ops_of((), CARD_OF[card], side) is CARD_HALVES[CARD_OF[card]][side].ops
    assert ops_of(flags, CARD_OF[card], 1 - side) is CARD_HALVES[CARD_OF[card]][1 - side].ops


@rule("GLOOMHAVEN-26.2")
def test_a_summon_with_an_enhanced_stat_is_stronger() -> None:
    for (plain, stats), boosted in BOOSTED.items():
        before, after = SUMMONS[plain], SUMMONS[boosted]
        change = (
            after.hp - before.hp,
            after.move - before.move,
            after.attack - before.attack,
            after.range - before.range,
        )
        assert change == tuple([int(stat in stats) for stat in ("health", "movement", "attack", "range")])
    assert len(BOOSTED) > 20


def test_every_enhancement_that_fits_is_made_of_words_that_are_performed() -> None:
    unknown: list[str] = []
    for card in CARDS:
        for spot in spots_of(card):
            for what in fitting(spot):
                flags = (flag_of(card, spot.half, list(spot.path), what, spot.stat),)
                for ops in by_card(flags).values():
                    unknown += [f"{card} {spot.half} {what}: {word}" for word in unknown_in(ops, "")]
    assert unknown == []


@rule("GLOOMHAVEN-26.1")
def test_an_attack_enhanced_in_the_campaign_hits_harder_in_its_scenario() -> None:
    campaign = saga("brute", "tinkerer", gold=500)
    campaign.world.achievements[ENHANCING] = 1
    campaign.act(0, ("enhance", 0, 1, "top", [0], "", "+1"))
    game = begun(campaign)
    assert ops_of(game.state.flags, CARD_OF[1], TOP)[0].value == 4


# ---------------------------------------------------------------- documents of others
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(party_of(saga("brute", "tinkerer").world))
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"heroes": []},
        {"seats": [0]},
        {"seats": [0, 2]},
        {"omens": [["sunshine", 1]]},
        {"omens": [["damage", 99]]},
        {"omens": [["condition", "joy"]]},
        {"enhancements": [[1, "top", [0], "jump", ""]]},
        {"enhancements": [[1, "top", [9], "+1", ""]]},
        {"looted": ["all"]},
        {"heroes": [{"class": "brute"}]},
        {"heroes": 7},
    ],
)
def test_a_wrong_party_is_refused_in_a_line(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        settled_party(json.dumps({**document(), **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"class": "bard"},
        {"level": 0},
        {"level": 2},
        {"cards": [1, 2]},
        {"perks": [99]},
        {"perks": [0, 0, 0, 0, 0]},
        {"items": [1, 1]},
        {"items": [999]},
        {"blessings": 11},
    ],
)
def test_a_wrong_character_is_refused_in_a_line(change: dict[str, Any]) -> None:
    found = document()
    found["heroes"][0].update(change)
    with pytest.raises(BadInput):
        settled_party(json.dumps(found))


def test_what_is_no_party_at_all() -> None:
    for text in ("{", "{}", '{"heroes": null}', "[" * 5000, "{" + " " * 40_000):
        with pytest.raises(BadInput):
            settled_party(text)


@rule("GLOOMHAVEN-21.8")
def test_battle_goals_of_one_scenario_are_in_the_deck_of_the_next() -> None:
    campaign = saga("brute", "tinkerer")
    for number in (1, 2):
        campaign.act(0, ("casual", 1))
        game: Game[Gloomhaven] = definition("gloomhaven").new_game(1, options_for(campaign.world), FastDice(number))
        while game.state.goals[1] < 0:
            decision = game.decisions()[0]
            game.apply(decision.player, decision.options[0])
        s = game.state
        cards = [*s.goal_deck, *[card for dealt in s.goals_dealt for card in dealt]]
        assert sorted(cards) == [FIRST + goal for goal in range(len(BATTLE_GOALS))]
        campaign.report(result(campaign.world))
