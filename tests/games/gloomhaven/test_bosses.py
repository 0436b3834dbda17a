"""Special actions of bosses [GLOOMHAVEN-20.27], as stat card and scenario print them."""

from __future__ import annotations

import pytest

from games.gloomhaven.scene import at, kinds, run, scene
from grimtable.games.gloomhaven.attacks import add_bonuses
from grimtable.games.gloomhaven.components import ELITE, INVISIBLE, NONE, NORMAL
from grimtable.games.gloomhaven.components.monsters import BOSS_DECK, DECK_CARDS, TYPE_DECK, TYPE_OF, monster_card
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.moments import round_started, turn_comes, turns_begin
from grimtable.games.gloomhaven.monsters.deeds import act_by_card, base_attack
from grimtable.games.gloomhaven.scenarios import rules_of
from grimtable.games.gloomhaven.scenarios.bosses import special_lines
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike
from grimtable.kernel.values import Flow
from rule import rule

FIRST = next(card for card in DECK_CARDS[BOSS_DECK] if monster_card(card).ops[0].value == 1)
SECOND = next(card for card in DECK_CARDS[BOSS_DECK] if monster_card(card).ops[0].value == 2)


def special(s: Gloomhaven, boss: int, card: int) -> Gloomhaven:
    s.ability[BOSS_DECK] = card
    s.acting = boss
    return run(s, lambda t: act_by_card(t, boss, monster_card(card).ops)).state


def boss_scene(scenario: int, name: str, players: int = 2) -> tuple[Gloomhaven, int]:
    """A scenario with every room revealed, and its boss."""
    rooms = sorted({room for room in scene(scenario).layout().rooms if room != NONE})
    s = scene(scenario, players, rooms=rooms)
    return s, kinds(s, name)[0]


def words(s: Gloomhaven, boss: str, which: int) -> list[str]:
    return [op.name for op in special_lines(s, boss, which)]


@rule("GLOOMHAVEN-20.27")
def test_lines_of_card_and_scenario_in_order() -> None:
    assert words(scene(20), "jekserah", 1) == ["boss_summon", "attack"]
    assert words(scene(20), "jekserah", 2) == ["boss_summon", "move", "attack"]
    assert words(scene(48), "dark-rider", 2) == ["move", "boss_summon", "attack"]
    assert words(scene(47), "the-sightless-eye", 1) == ["boss_summon", "attack"]
    assert words(scene(46), "winged-horror", 1) == ["attack", "attack", "destroy_objectives_spawn"]
    assert words(scene(36), "prime-demon", 1) == ["move", "attack"]  # replaces the stat card
    assert words(scene(21), "prime-demon", 1) == ["move_objective", "summon_by_marker", "move", "attack"]
    assert words(scene(11), "captain-of-the-guard", 1) == ["heal"]


@pytest.mark.parametrize("scenario", [n for n in PLAYABLE if "bosses" in rules_of(n)])
def test_every_special_can_be_performed(scenario: int) -> None:
    for spot in SCENARIOS[scenario]["monsters"]:
        if TYPE_DECK[TYPE_OF[spot["id"]]] == BOSS_DECK and scenario not in (35, 48):
            for card in (FIRST, SECOND):
                s, boss = boss_scene(scenario, spot["id"])
                s.put(0, next(h for h in s.ground().near[s.hex[boss]] if s.is_empty(h)))
                assert special(s, boss, card).round == 1


@rule("GLOOMHAVEN-20.24", "GLOOMHAVEN-20.28")
def test_summons_by_the_number_of_characters() -> None:
    for players, ranks in ((2, [NORMAL, NORMAL]), (3, [NORMAL, ELITE]), (4, [ELITE, ELITE])):
        s, boss = boss_scene(20, "jekserah", players)
        for bones in kinds(s, "living-bones"):
            s.put(bones, NONE)
        s = special(s, boss, FIRST)
        assert sorted([s.rank[f] for f in kinds(s, "living-bones")]) == ranks


def test_the_commander_opens_doors_in_order() -> None:
    s = scene(2, rooms=(1,))
    boss = kinds(s, "bandit-commander")[0]
    s = special(s, boss, FIRST)
    assert s.layout().axial[s.hex[boss]] == (-1, 5)
    assert s.revealed >> 4 & 1
    s = special(s, boss, FIRST)
    assert s.layout().axial[s.hex[boss]] == (-3, 8)
    assert s.revealed >> 2 & 1


def test_the_overseer_counts_scouts_and_drives_them() -> None:
    s, boss = boss_scene(9, "merciless-overseer")
    scouts = len(kinds(s, "vermling-scout"))
    assert base_attack(s, boss) == scouts > 0
    s = special(s, boss, SECOND)
    assert base_attack(s, boss) == scouts + 2


def test_the_captain_heals_and_spurs_on() -> None:
    s, boss = boss_scene(11, "captain-of-the-guard")
    guard = kinds(s, "city-guard")[0]
    s.hp[guard] = 1
    s = special(s, boss, FIRST)
    assert s.hp[guard] == 3
    s = special(s, boss, SECOND)

    def value(s: Gloomhaven, attacker: int) -> int:
        found = []

        def look(t: T) -> Flow[None]:
            blow = Blow(Strike(attacker, 3, 0), 0, s.hex[0])
            add_bonuses(t, blow)
            found.append(blow.value)
            yield from ()

        run(s, look)
        return found[0]

    assert value(s, guard) == 4
    assert value(s, boss) == 3


def test_eggs_are_laid_and_hatch() -> None:
    s, boss = boss_scene(46, "winged-horror")
    for demon in kinds(s, "night-demon"):
        s.put(demon, NONE)
    s = special(s, boss, SECOND)
    assert len(kinds(s, "Egg")) == 2
    assert s.hp[kinds(s, "Egg")[0]] == 3
    s = special(s, boss, FIRST)
    assert kinds(s, "Egg") == []
    assert len(kinds(s, "night-demon")) == 2


def test_the_throne_moves_and_summons() -> None:
    s = scene(21, rooms=(1, 2, 3))
    boss, altar = kinds(s, "prime-demon")[0], kinds(s, "Altar")[0]
    before = len(kinds(s, "frost-demon"))
    where = s.hex[altar]
    s = special(s, boss, FIRST)
    assert s.hex[altar] != where
    assert len(kinds(s, "frost-demon")) == before + 1


def test_the_gloom_jumps_before_it_attacks() -> None:
    s, boss = boss_scene(51, "the-gloom")
    s = special(s, boss, SECOND)
    assert s.layout().tiles[s.hex[boss]] == "d2a"
    s = special(s, boss, SECOND)
    assert s.layout().tiles[s.hex[boss]] == "d1a"


def test_the_colorless_consumes_to_summon() -> None:
    s, boss = boss_scene(81, "the-colorless")
    before = len(kinds(s, "night-demon"))
    assert len(kinds(special(s.clone(), boss, FIRST), "night-demon")) == before
    s.elements = (0, 0, 0, 0, 2, 2)
    s = special(s, boss, FIRST)
    assert len(kinds(s, "night-demon")) == before + 1
    assert s.conditions[boss] & INVISIBLE
    s.hp[boss] -= 6
    hp = s.hp[boss]
    assert special(s, boss, SECOND).hp[boss] == hp + 4


def test_the_betrayer_drives_everybody_away() -> None:
    s, boss = boss_scene(79, "the-betrayer")
    near = [h for h in s.ground().near[s.hex[boss]] if s.is_empty(h)]
    s.put(0, near[0])
    s = special(s, boss, FIRST)
    assert s.distance(0, boss) > 1
    s = special(s, boss, SECOND)
    assert s.distance(0, boss) == 1


def test_the_rider_comes_and_goes() -> None:
    s = scene(48)
    assert kinds(s, "dark-rider") == []

    def begin(t: T) -> Flow[None]:
        for react in round_started.of(t.state.flags):
            yield from react(t)
        for draw in turns_begin.of(t.state.flags):
            draw(t)

    s = run(s, begin).state
    rider = s.notes["rider"]
    assert not s.in_play(rider)

    def come(t: T) -> Flow[None]:
        for react in turn_comes.of(t.state.flags):
            react(t, rider)
        yield from ()

    s = run(s, come).state
    assert s.layout().tiles[s.hex[rider]] == "l3a"
    s.put(0, next(h for h in s.ground().near[s.hex[rider]] if s.is_empty(h)))
    hp = s.hp[rider]
    s = special(s, rider, FIRST)
    assert not s.in_play(rider)  # after its melee attack
    assert s.hp[rider] == hp
    assert s.hex[0] != NONE
    s = run(s, come).state
    assert s.layout().tiles[s.hex[rider]] == "l1b"


def test_the_drake_flies_to_its_next_perch() -> None:
    s, boss = boss_scene(34, "elder-drake")
    s = special(s, boss, SECOND)
    assert s.hex[boss] == at(s, 6, 4)
    assert len(kinds(s, "Zephyr")) == 2
