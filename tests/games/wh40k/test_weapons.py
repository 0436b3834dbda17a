"""Every ability of weapons: each test is of a weapon that has it, and of what would be otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.wh40k.proof import count, fought, lone, lost, needed, shot
from games.wh40k.table import HALT, answer, asked, battlefield, begin, done, halted, prompt, rolled, told, unit
from grimtable.games.wh40k.casualties import slay
from grimtable.games.wh40k.charging import can_overwatch
from grimtable.games.wh40k.components import INCH, NONE, PROFILES, WEAPON_OF, WEAPONS, Effect
from grimtable.games.wh40k.fighting import FIRST, can_fight
from grimtable.games.wh40k.shooting import FireTable, may_shoot
from grimtable.games.wh40k.state import CHARGED, FIGHT, FOUGHT, SHOOTING, Battle
from grimtable.kernel.game import Game

PROVED: dict[str, Callable[[], None]] = {}
Test = Callable[[], None]


def proves(*weapons: str) -> Callable[[Test], Test]:
    """This test is of what these weapons can do."""

    def marked(test: Test) -> Test:
        for weapon in weapons:
            PROVED[weapon] = test
        return test

    return marked


def gun(weapon: str, foe: str = "tactical_squad", size: int = 5, y: int = 20) -> tuple[Battle, int, int]:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=[weapon])
    return s, a, unit(s, 1, foe, size, 20, y)


def blade(sheet: str, *wargear: str, foe: str = "tactical_squad", size: int = 5) -> tuple[Battle, int, int]:
    s = battlefield(FIGHT)
    a = unit(s, 0, sheet, 1, 20, 10, wargear=list(wargear), abilities=[])
    b = unit(s, 1, foe, size, 20, 10)
    for model in s.crew[b]:
        s.y[model] += s.sheet_of(a).half_width + s.sheet_of(b).half_width + INCH // 2
    return s, a, b


def blows(place: tuple[Battle, int, int], dice: Sequence[int] = ()) -> dict[str, int]:
    """How many attacks the suggestion makes with each weapon."""
    s, a, _ = place
    game = begin(s, "strike", a, dice=dice)
    found: dict[str, int] = {}
    for model, slot, _, _, made in asked(game).options[0]:
        name = WEAPONS[s.wargear[model][slot]].name if slot >= 0 else "fists"
        found[name] = found.get(name, 0) + made
    return found


def dead(game: Game[Battle], s: Battle, number: int) -> int:
    return len(s.alive(number)) - len(game.state.alive(number))


# ---------------------------------------------------------------- hits
@proves("flamer")
def test_a_flamer_hits_with_every_attack() -> None:
    game = shot(gun("flamer", y=16), [4, 1, 1, 1, 1])
    assert (told(game, "auto_hit"), rolled(game, "hit")) == ([(4,)], [])


@proves("tesla_carbine")
def test_tesla_makes_three_hits_of_a_six() -> None:
    assert count(shot(gun("tesla_carbine"), [6, 5] + [1] * 9), "hit") == 4
    assert count(shot(gun("tesla_carbine"), [5, 5] + [1] * 9), "hit") == 2


@proves("icarus_rocket_pod")
def test_icarus_is_for_what_flies() -> None:
    for foe, hits in (("inceptor_squad", 1), ("tactical_squad", 0)):
        assert count(shot(gun("icarus_rocket_pod", foe), [1, 2] + [1] * 9), "hit") == hits  # BS 3+, one attack
    assert count(shot(gun("icarus_rocket_pod"), [1, 3] + [1] * 9), "hit") == 0


@proves("stranglethorn_cannon")
def test_the_strangler_hits_crowds_of_ten_better() -> None:
    for size, hits in ((10, 1), (9, 0)):
        assert count(shot(gun("stranglethorn_cannon", size=size), [1, 2] + [1] * 9), "hit") == hits


@proves("power_fist")
def test_an_unwieldy_weapon_hits_worse() -> None:
    assert count(fought(blade("tactical_squad", "power_fist"), [3, 1]), "hit") == 0  # WS 3+
    assert count(fought(blade("tactical_squad", "power_fist"), [4, 1]), "hit") == 1


@proves("monstrous_scything_talons")
def test_scything_talons_re_roll_ones_and_a_second_pair_strikes_once_more() -> None:
    assert blows(blade("carnifexes", "monstrous_scything_talons")) == {"monstrous_scything_talons": 4}
    pair = blade("carnifexes", "monstrous_scything_talons", "monstrous_scything_talons")
    assert blows(pair) == {"monstrous_scything_talons": 5}
    one = blade("carnifexes", "monstrous_scything_talons")
    assert count(fought(one, [1, 1, 1, 1, 6, 1, 1, 1] + [1] * 9), "hit") == 1


@proves("silence")
def test_the_reaping_scythe_rolls_three_dice_for_each_attack() -> None:
    s, a, b = blade("mortarion", "silence")
    game = begin(s, "strike", a, dice=[1] * 90)
    answer(game, ((lone(s, a), 0, 0, b, 6),))
    assert [len(dice) for dice in rolled(game, "hit")] == [18]
    game = begin(s, "strike", a, dice=[1] * 90)
    answer(game, ((lone(s, a), 0, 1, b, 6),))
    assert [len(dice) for dice in rolled(game, "hit")] == [6]


# ---------------------------------------------------------------- more attacks
@proves("chainsword", "attack_squig", "fleshmower")
def test_some_weapons_add_attacks_of_their_own() -> None:
    assert blows(blade("tactical_squad", "chainsword")) == {"chainsword": 2}
    assert blows(blade("warboss", "power_klaw", "attack_squig")) == {"power_klaw": 4, "attack_squig": 2}
    assert blows(blade("foetid_bloat_drone", "fleshmower")) == {"fleshmower": 9}  # A 3


@proves("attendants_claws", "malefic_talon")
def test_attendants_strike_d6_times_and_talons_once_or_thrice() -> None:
    assert blows(blade("mortarion", "silence", "attendants_claws"), [5])["attendants_claws"] == 5
    assert blows(blade("daemon_prince_of_nurgle", "malefic_talon")) == {"malefic_talon": 5}
    assert blows(blade("daemon_prince_of_nurgle", "malefic_talon", "malefic_talon")) == {"malefic_talon": 7}


@proves("prehensile_pincer_tail", "bone_mace")
def test_tails_strike_exactly_once() -> None:
    place = blade("hive_tyrant", "monstrous_scything_talons", "prehensile_pincer_tail")
    assert blows(place) == {"monstrous_scything_talons": 4, "prehensile_pincer_tail": 1}
    assert blows(blade("carnifexes", "bone_mace")) == {"fists": 4, "bone_mace": 1}


# ---------------------------------------------------------------- wounds
@proves("plague_knife")
def test_plague_weapons_re_roll_wound_rolls_of_one() -> None:
    place = blade("plague_marines", "plague_knife")
    assert count(fought(place, [6, 1, 6, 6]), "wound") == 1
    assert count(fought(place, [6, 2, 6, 6]), "wound") == 0


@proves("plaguesword")
def test_a_plaguesword_re_rolls_every_failed_wound_roll() -> None:
    assert count(fought(blade("plague_marines", "plaguesword"), [6, 2, 6, 6]), "wound") == 1


@proves("feeder_mandibles")
def test_mandibles_wound_the_toughest_on_a_five() -> None:
    place = blade("canoptek_scarabs", "feeder_mandibles", foe="rhino", size=1)  # S3 against T7
    assert count(fought(place, [4, 4, 4, 4, 5, 5, 5, 5] + [6] * 9), "wound") == 4
    place = blade("canoptek_scarabs", "feeder_mandibles", foe="gretchin", size=1)  # against T2
    assert count(fought(place, [4, 4, 4, 4, 3, 3, 3, 3] + [6] * 9), "wound") == 4


@proves("shockcannon")
def test_the_shockcannon_hurts_vehicles_by_the_wound_roll() -> None:
    s, a, b = gun("shockcannon", "repulsor", 1)  # S7 against T8 wounds on 5+
    assert lost(shot((s, a, b), [1, 6, 4]), s, b) == 1  # a 4 does not wound, and still does a mortal wound
    assert lost(shot((s, a, b), [1, 6, 6, 6, 5]), s, b) == 3  # saved, and D3 mortal wounds
    assert lost(shot((s, a, b), [1, 6, 3]), s, b) == 0
    s, a, b = gun("shockcannon", "terminator_squad")
    assert lost(shot((s, a, b), [1, 6, 6, 6]), s, b) == 0  # no vehicle


@proves("rending_claws", "monstrous_rending_claws")
def test_claws_rend_by_a_wound_roll_of_six() -> None:
    s, a, b = blade("genestealers", "rending_claws")  # AP -1 against Sv 3+
    assert dead(fought((s, a, b), [6, 1, 1, 6, 6]), s, b) == 1  # AP -4
    assert dead(fought((s, a, b), [6, 1, 1, 5, 6]), s, b) == 0
    s, a, b = blade("broodlord", "monstrous_rending_claws", foe="rhino", size=1)  # T7 Sv 3+
    assert lost(fought((s, a, b), [6, 1, 1, 1, 1, 1, 6]), s, b) == 3  # AP -6 and Damage 3, without a die
    assert lost(fought((s, a, b), [6, 1, 1, 1, 1, 1, 5, 1, 1]), s, b) == 1  # AP -3 and Damage D3
    assert count(fought((s, a, b), [6, 1, 1, 1, 1, 1, 2, 5, 6]), "wound") == 1  # failed wound rolls again


@proves("the_lantern")
def test_the_lantern_burns_every_unit_on_its_way() -> None:
    s = battlefield()
    a = unit(s, 0, "mortarion", 1, 20, 10, wargear=["the_lantern"])
    on_the_way = unit(s, 1, "tactical_squad", 1, 20, 16)
    b = unit(s, 1, "tactical_squad", 5, 20, 20)
    aside = unit(s, 1, "tactical_squad", 1, 30, 16)
    s.x[lone(s, on_the_way)] -= INCH // 2
    game = shot((s, a, b), [6, 6, 1, 6, 1])
    assert [dead(game, s, u) for u in (on_the_way, b, aside)] == [1, 1, 0]


# ---------------------------------------------------------------- damage
@proves("meltagun")
def test_a_melta_weapon_rolls_twice_for_damage_within_half_range() -> None:
    for y, wounds in ((15, 5), (21, 2)):
        s, a, b = gun("meltagun", "rhino", 1, y)
        assert lost(shot((s, a, b), [6, 6, 2, 5]), s, b) == wounds


@proves("flail_of_corruption")
def test_the_flail_rolls_d3_dice_and_its_damage_goes_on_without_a_second_save() -> None:
    s, a, b = blade("plague_marines", "flail_of_corruption")
    game = fought((s, a, b), [6, 6, 1, 1, 6, 1])  # D3 is 3, one hit; S6 wounds; the save fails
    assert [len(dice) for dice in rolled(game, "hit")] == [3]
    assert (dead(game, s, b), len(rolled(game, "save"))) == (2, 1)  # two damage, two models


# ---------------------------------------------------------------- whom and when
@proves("impaler_cannon", "plagueburst_mortar")
def test_some_guns_need_no_sight_and_some_not_too_near() -> None:
    for weapon, foe, hit in (("impaler_cannon", 36, True), ("boltgun", 36, False), ("plagueburst_mortar", 36, False)):
        s = battlefield(terrain="standard_11")
        a = unit(s, 0, "tactical_squad", 1, 30, 14, wargear=[weapon])  # behind the long wall at x = 32
        b = unit(s, 1, "chaos_cultists", 1, foe, 14)
        assert bool(FireTable(s, a, NONE).options) == hit
        if weapon == "plagueburst_mortar":  # nearer than 12 inches
            s.x[lone(s, b)] = 46 * INCH
            assert FireTable(s, a, NONE).options


@proves("impaler_cannon")
def test_the_impaler_cannon_knows_no_cover() -> None:
    for weapon, need in (("impaler_cannon", 5), ("mc_stalker_bolt_rifle", 4)):  # AP -2 both, Sv 3+
        s = battlefield(terrain="open_8")
        a = unit(s, 0, "tactical_squad", 1, 30, 20, wargear=[weapon])
        b = unit(s, 1, "tactical_squad", 2, 30, 12)  # a crater lies there
        game = shot((s, a, b), [6] * 9)
        assert needed(game, "save") == need


@proves("flesh_hooks")
def test_flesh_hooks_fire_in_the_thick_of_a_fight() -> None:
    for weapon, fires in (("flesh_hooks", True), ("devourer", False)):
        s = battlefield()
        a = unit(s, 0, "tyranid_warriors", 1, 20, 10, wargear=[weapon])
        b = unit(s, 1, "tactical_squad", 1, 20, 12)
        friend = unit(s, 0, "tyranid_warriors", 1, 23, 12, wargear=[weapon])
        s.x[lone(s, friend)] += INCH
        assert bool(FireTable(s, a, NONE).options) == fires
        assert bool([o for o in FireTable(s, friend, NONE).options if b in o.targets]) == fires


@proves("hunter_killer_missile")
def test_a_hunter_killer_missile_flies_once_a_battle() -> None:
    s = battlefield()
    a = unit(s, 0, "rhino", 1, 20, 10, wargear=["hunter_killer_missile"])
    b = unit(s, 1, "tactical_squad", 5, 20, 30)
    game = shot((s, a, b), [1])
    s = game.state.clone()
    s.flags = [0, 0]
    assert not may_shoot(s, a)


@proves("shock_grenade")
def test_shock_grenades_stun_infantry_for_the_turn() -> None:
    for foe, stunned in (("tactical_squad", True), ("rhino", False)):
        s = battlefield()
        a = unit(s, 0, "reiver_squad", 1, 20, 10, wargear=["shock_grenade"])
        b = unit(s, 1, foe, 1, 20, 15)
        s.wargear = (*s.wargear[:-1], (WEAPON_OF["storm_bolter"],))
        game = shot((s, a, b), [1, 6])
        s = game.state.clone()
        assert s.wounds[lone(s, b)] == len(s.alive(b)) * (10 if foe == "rhino" else 1)
        assert can_overwatch(s, b) != stunned
        s.phase, s.active = SHOOTING, 1
        assert bool(count(shot((s.clone(), b, a), [3] * 9), "hit")) != stunned  # BS 3+, and one worse
        assert bool(s.lasting) == stunned
        s.active = 0
        game = begin(s, "end_turn")
        assert halted(game)
        assert game.state.lasting == []


# ---------------------------------------------------------------- the bearer
@proves("plasma_pistol")
def test_a_supercharged_weapon_slays_its_bearer_by_a_one_after_modifiers() -> None:
    for face, add, slain in ((1, 0, 1), (2, 0, 0), (2, -1, 1)):
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 2, 20, 10, wargear=["plasma_pistol"])
        b = unit(s, 1, "stormhawk_interceptor" if add else "rhino", 1, 20, 18)
        game = shot((s, a, b), [face, 1], number=1)
        assert dead(game, s, a) == slain
        assert dead(shot((s, a, b), [face, 1], number=0), s, a) == 0


@proves("plasma_incinerator")
def test_a_supercharged_gun_fires_all_its_shots_before_it_slays() -> None:
    s = battlefield()
    a = unit(s, 0, "hellblaster_squad", 2, 10, 10)
    b = unit(s, 1, "chaos_cultists", 5, 10, 20)
    game = shot((s, a, b), [1, 6, 6], number=1)
    assert (dead(game, s, a), dead(game, s, b)) == (1, 1)


@proves("macro_plasma_incinerator")
def test_an_overheated_macro_plasma_gun_hurts_its_bearer() -> None:
    s = battlefield()
    a = unit(s, 0, "redemptor_dreadnought", 1, 20, 10, wargear=["macro_plasma_incinerator"])
    b = unit(s, 1, "rhino", 1, 20, 30)
    assert lost(shot((s, a, b), [3, 1, 1, 2], number=1), s, a) == 2
    assert lost(shot((s, a, b), [3, 1, 1, 2], number=0), s, a) == 0


@proves("lash_whip_and_bonesword")
def test_a_lash_whip_strikes_even_after_its_bearer_is_slain() -> None:
    """A model slain in the Fight phase before it fought strikes when its unit is chosen, then it is removed."""
    for size in (1, 2):
        s = battlefield(FIGHT)
        a = unit(s, 0, "tactical_squad", 1, 20, 10)
        b = unit(s, 1, "tyranid_warriors", size, 20, 10, wargear=["lash_whip_and_bonesword"])
        unit(s, 1, "termagants", 1, 60, 40)
        for model in s.crew[b]:
            s.y[model] += 2 * INCH + INCH // 2
            s.wounds[model] = 1
        s.note(a, CHARGED)
        s.targets[a] = (b,)
        game = begin(s, "fight_unit", FIRST, 0, dice=[6, 6] + [1] * 30, runs=("fight_unit", "strike"))
        while prompt(game) != HALT and not told(game, "slain"):
            answer(game, asked(game).options[-1] if prompt(game) == "pile_in" else asked(game).options[0])
        assert len(game.state.alive(b)) == size - 1
        while prompt(game) in ("halt", "pile_in", "casualties"):
            answer(game, asked(game).options[-1])
        struck = {blow[0] for blow in asked(game).options[0]}
        assert (prompt(game), struck) == ("declare_blows", set(s.crew[b]))
        answer(game, asked(game).options[0])
        assert set(game.state.wounds) <= {0, 1}  # whoever was slain is gone now


@proves("lash_whip_and_bonesword")
def test_a_lash_whip_is_no_use_to_who_has_fought_or_falls_in_another_phase() -> None:
    whip = "lash_whip_and_bonesword"
    rows = ((whip, FIGHT, 0, True), (whip, FIGHT, FOUGHT, False), (whip, SHOOTING, 0, False))
    for weapon, phase, flag, strikes in (*rows, ("boneswords", FIGHT, 0, False)):
        s = battlefield(phase)
        b = unit(s, 1, "tyranid_warriors", 1, 20, 12, wargear=[weapon])
        unit(s, 0, "tactical_squad", 1, 20, 14)
        s.note(b, flag)
        game = done(s, slay, lone(s, b))
        assert halted(game)
        assert can_fight(game.state, b) == strikes


# ---------------------------------------------------------------- all of them
def kind(effect: Effect) -> Effect:
    """An effect, whichever weapon it belongs to."""
    return effect._replace(source="", does=tuple([kind(inner) for inner in effect.does]))


def kinds(weapon: str) -> set[Effect]:
    return {kind(e) for profile in WEAPONS[WEAPON_OF[weapon]].profiles for e in PROFILES[profile].effects}


@pytest.mark.parametrize("weapon", [weapon.name for weapon in WEAPONS])
def test_everything_a_weapon_can_do_is_proved(weapon: str) -> None:
    proved = {effect for name in PROVED for effect in kinds(name)}
    assert kinds(weapon) <= proved
