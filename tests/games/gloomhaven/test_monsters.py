"""How monsters act: focus, movement, targets. Every worked example of the ledger, and what lies between them."""

from __future__ import annotations

from games.gloomhaven.table import add_monster, condition, field, place, position, where
from grimtable.games.gloomhaven.components import HEROES, SUMMON, Figure
from grimtable.games.gloomhaven.components.cards import CARD_OF
from grimtable.games.gloomhaven.components.terms import REST
from grimtable.games.gloomhaven.monsters.plan import Outcome, focuses, outcomes
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.paths import FLY, JUMP, WALK
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

GUARD = "bandit-guard"
BRUTE, TINKERER = "brute", "tinkerer"
MELEE = Plan(3, WALK, 1, False, 1)


def melee(move: int = 3, mode: int = WALK, targets: int = 1) -> Plan:
    return Plan(move, mode, 1, False, targets)


def ranged(move: int, reach: int, targets: int = 1) -> Plan:
    return Plan(move, WALK, reach, True, targets)


def ends(s: Gloomhaven, me: Figure, plan: Plan) -> list[tuple[int, int]]:
    return sorted({s.layout().axial[outcome.hex] for outcome in outcomes(s, me, plan)})


def targets(s: Gloomhaven, me: Figure, plan: Plan) -> list[tuple[int, ...]]:
    return sorted({tuple(sorted(outcome.targets)) for outcome in outcomes(s, me, plan)})


# ---------------------------------------------------------------- focus
@rule("GLOOMHAVEN-20.3")
def test_the_focus_is_nearest_by_path_not_by_distance() -> None:
    """W14 of the ledger."""
    s = position(
        heroes={BRUTE: (2, 0), TINKERER: (-3, 0)},
        monsters=[(GUARD, "normal", (0, 0))],
        obstacles=[(1, 0), (2, -1), (1, 1)],
    )
    assert focuses(s, 2, MELEE) == [1]


@rule("GLOOMHAVEN-20.16", "GLOOMHAVEN-20.18")
def test_a_trap_on_the_way_makes_the_farther_enemy_the_focus() -> None:
    """W16 of the ledger: the corridor to the Tinkerer is trapped."""
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (-4, 0), TINKERER: (2, 0)}, [(GUARD, "normal", (0, 0))], traps=[(1, 0)])
    assert focuses(s, 2, MELEE) == [0]
    s.put(0, -1)
    assert focuses(s, 2, MELEE) == [1]
    assert ends(s, 2, MELEE) == [(1, 0)]


@rule("GLOOMHAVEN-20.5")
def test_equal_paths_are_decided_by_proximity() -> None:
    s = position(
        heroes={BRUTE: (3, 0), TINKERER: (-2, 0)},
        monsters=[(GUARD, "normal", (0, 0))],
        difficult=[(-1, 0), (-1, -1), (-1, 1), (-2, 1)],
    )
    assert focuses(s, 2, MELEE) == [1]  # both cost two points, the Tinkerer is two hexes off and the Brute three


@rule("GLOOMHAVEN-20.6", "GLOOMHAVEN-8.6")
def test_then_by_initiative_and_a_rest_is_latest() -> None:
    s = position(heroes={BRUTE: (2, 0), TINKERER: (-2, 0)}, monsters=[(GUARD, "normal", (0, 0))])
    s.chosen[0], s.chosen[1] = (CARD_OF[1], CARD_OF[2]), (REST,)
    assert focuses(s, 2, MELEE) == [0]
    s.chosen[0], s.chosen[1] = (REST,), (REST,)
    assert focuses(s, 2, MELEE) == [0, 1]  # [GLOOMHAVEN-20.26] still tied: the players choose


@rule("GLOOMHAVEN-20.6")
def test_a_summon_is_earlier_than_its_summoner() -> None:
    s = position(heroes={TINKERER: (2, 0)}, monsters=[(GUARD, "normal", (0, 0))])
    s.chosen[0] = (CARD_OF[30], CARD_OF[31])
    decoy = s.enter(HEROES, SUMMON, 0, 0, 1, 6, place(s, (-2, 0)))
    s.owner[decoy] = 0
    assert focuses(s, 1, MELEE) == [decoy]


@rule("GLOOMHAVEN-20.7")
def test_no_hex_to_attack_from_means_no_focus() -> None:
    ring = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    s = position(heroes={BRUTE: (0, 0)}, monsters=[(GUARD, "normal", at) for at in ring])
    outside = add_monster(s, GUARD, "normal", (3, 0))
    assert focuses(s, outside, MELEE) == []
    assert outcomes(s, outside, MELEE) == []
    assert focuses(s, outside, ranged(0, 3)) == [0]


@rule("GLOOMHAVEN-14.12", "GLOOMHAVEN-20.2")
def test_the_invisible_are_no_focus_and_stand_in_the_way() -> None:
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (1, 0), TINKERER: (4, 0)}, [(GUARD, "normal", (0, 0))])
    s.conditions[0] = condition("invisible")
    assert focuses(s, 2, MELEE) == []
    assert focuses(s, 2, melee(mode=FLY)) == [1]


@rule("GLOOMHAVEN-20.4")
def test_without_an_attack_the_path_is_that_of_a_melee_attack() -> None:
    s = position(heroes={BRUTE: (4, 0)}, monsters=[("bandit-archer", "normal", (0, 0))])
    assert ends(s, 1, Plan(2, WALK, 1, False, 0)) == [(2, 0)]
    assert ends(s, 1, ranged(2, 3)) == [(1, 0)]


@rule("GLOOMHAVEN-20.19")
def test_monsters_pass_through_monsters_but_not_through_enemies() -> None:
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (3, 0)}, [(GUARD, "normal", (0, 0)), (GUARD, "normal", (1, 0))])
    assert ends(s, 1, MELEE) == [(2, 0)]
    s = position(corridor, {BRUTE: (3, 0), TINKERER: (1, 0)}, [(GUARD, "normal", (-1, 0))])
    assert focuses(s, 2, MELEE) == [1]


# ---------------------------------------------------------------- movement
THREE = {BRUTE: (2, 0), TINKERER: (3, -2), "scoundrel": (4, -1)}


@rule("GLOOMHAVEN-20.10", "GLOOMHAVEN-20.11", "GLOOMHAVEN-20.15")
def test_it_moves_as_far_as_its_targets_ask() -> None:
    """W15 of the ledger."""
    s = position(heroes=THREE, monsters=[(GUARD, "normal", (0, 0))])
    assert ends(s, 3, ranged(3, 4)) == [(0, 0)]
    assert ends(s, 3, MELEE) == [(1, 0)]
    assert ends(s, 3, melee(targets=2)) == [(2, -1)]
    assert targets(s, 3, melee(targets=2)) == [(0, 1)]
    assert ends(s, 3, melee(targets=3)) == [(3, -1)]
    assert targets(s, 3, melee(targets=3)) == [(0, 1, 2)]


@rule("GLOOMHAVEN-20.18", "GLOOMHAVEN-20.13")
def test_it_would_rather_stay_than_step_on_a_trap() -> None:
    """W17 of the ledger: b is (1, 1), the trap c (1, 0), the useless hex d (-1, 0)."""
    s = position(
        heroes={BRUTE: (4, 0)},
        monsters=[("bandit-archer", "normal", (0, 0)), (GUARD, "normal", (0, 1))],
        obstacles=[(1, -1), (0, -1), (-1, 1)],
        traps=[(1, 0)],
    )
    assert outcomes(s, 1, ranged(2, 3)) == [Outcome(0, place(s, (1, 1)), (0,), ())]
    assert outcomes(s, 1, ranged(1, 3)) == [Outcome(0, place(s, (0, 0)), (), ())]


@rule("GLOOMHAVEN-20.12")
def test_a_ranged_monster_steps_back_from_an_adjacent_focus() -> None:
    s = position(heroes={BRUTE: (1, 0)}, monsters=[("bandit-archer", "normal", (0, 0))])
    assert all([s.ground().row(o.hex)[s.hex[0]] == 2 and o.targets == (0,) for o in outcomes(s, 1, ranged(2, 3))])
    assert ends(s, 1, ranged(2, 3)) == [(-1, 0), (-1, 1), (0, -1)]
    assert ends(s, 1, ranged(0, 3)) == [(0, 0)]
    s.conditions[1] = condition("muddle")  # has disadvantage anyway
    assert ends(s, 1, ranged(2, 3)) == [(0, 0)]


@rule("GLOOMHAVEN-20.11", "GLOOMHAVEN-20.12")
def test_no_disadvantage_against_the_focus_comes_before_more_targets() -> None:
    corridor = field(hexes=[(q, r) for q in range(-4, 5) for r in (-1, 0, 1)])
    s = position(corridor, {BRUTE: (1, 0), TINKERER: (3, 0)}, [("bandit-archer", "normal", (0, 0))])
    found = outcomes(s, 2, ranged(1, 3, 2))
    assert {o.targets for o in found} == {(0,)}
    assert all([where_hex not in s.ground().near[s.hex[0]] for where_hex in [o.hex for o in found]])


@rule("GLOOMHAVEN-20.13")
def test_out_of_reach_it_shortens_its_way() -> None:
    s = position(heroes={BRUTE: (5, 0)}, monsters=[(GUARD, "normal", (-3, 0))])
    assert outcomes(s, 1, MELEE) == [Outcome(0, place(s, (0, 0)), (), ())]


@rule("GLOOMHAVEN-20.17", "GLOOMHAVEN-5.15")
def test_difficult_terrain_costs_two_and_is_not_shunned() -> None:
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (4, 0)}, [(GUARD, "normal", (0, 0))], difficult=[(1, 0)])
    assert ends(s, 1, MELEE) == [(2, 0)]


@rule("GLOOMHAVEN-12.5", "GLOOMHAVEN-20.16")
def test_a_jump_meets_traps_only_where_it_ends() -> None:
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (4, 0)}, [(GUARD, "normal", (0, 0))], traps=[(1, 0), (2, 0)])
    assert ends(s, 1, melee(mode=JUMP)) == [(3, 0)]
    assert ends(s, 1, melee(mode=JUMP, move=2)) == [(0, 0)]


@rule("GLOOMHAVEN-12.6")
def test_a_flying_monster_stops_on_obstacles() -> None:
    corridor = field(hexes=[(q, 0) for q in range(-4, 5)])
    s = position(corridor, {BRUTE: (3, 0)}, [(GUARD, "normal", (0, 0))], obstacles=[(1, 0), (2, 0)])
    assert ends(s, 1, melee(mode=FLY)) == [(2, 0)]
    assert focuses(s, 1, MELEE) == []


# ---------------------------------------------------------------- targets
@rule("GLOOMHAVEN-20.21")
def test_a_pattern_is_laid_to_hit_the_focus_and_most_others() -> None:
    s = position(heroes={BRUTE: (1, 0), TINKERER: (1, -1), "scoundrel": (-1, 1)}, monsters=[(GUARD, "normal", (0, 0))])
    s.chosen[0] = (CARD_OF[1], CARD_OF[2])  # the others rest
    two = Plan(0, WALK, 1, False, 1, ((1, -1), (1, 0)), True)
    assert targets(s, 3, two) == [(0, 1)]


@rule("GLOOMHAVEN-13.18", "GLOOMHAVEN-20.21")
def test_a_ranged_pattern_needs_one_hex_in_range() -> None:
    s = position(heroes={BRUTE: (3, 0), TINKERER: (4, 0)}, monsters=[(GUARD, "normal", (0, 0))])
    three = Plan(0, WALK, 3, True, 1, ((0, 0), (1, -1), (1, 0)), False)
    assert targets(s, 2, three) == [(0, 1)]
    s.put(0, place(s, (4, -1)))
    assert targets(s, 2, three) == [(0, 1)]  # (3, 0) lies in range, both enemies beyond it


@rule("GLOOMHAVEN-20.21", "GLOOMHAVEN-20.11")
def test_further_targets_are_chosen_by_proximity_then_initiative() -> None:
    s = position(heroes=THREE, monsters=[("bandit-archer", "normal", (0, 0))])
    s.chosen[0], s.chosen[1], s.chosen[2] = [(REST,)] * 3
    assert targets(s, 3, ranged(0, 5, 2)) == [(0, 1)]  # the Tinkerer is three hexes off, the Scoundrel four


@rule("GLOOMHAVEN-20.26")
def test_ties_are_all_outcomes_and_the_players_choose() -> None:
    s = position(heroes={BRUTE: (2, -1)}, monsters=[(GUARD, "normal", (0, 0))])
    assert ends(s, 1, MELEE) == [(1, -1), (1, 0)]


@rule("GLOOMHAVEN-20.33")
def test_a_summon_focuses_on_monsters() -> None:
    s = position(heroes={TINKERER: (-4, 0)}, monsters=[(GUARD, "normal", (3, 0))])
    bot = s.enter(HEROES, SUMMON, 1, 0, 1, 6, place(s, (0, 0)))
    s.owner[bot] = 0
    assert focuses(s, bot, MELEE) == [1]
    assert where(s, bot) == (0, 0)
