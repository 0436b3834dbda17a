"""Every ability of the Death Guard, with it and without it."""

from __future__ import annotations

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Proof,
    attacks,
    check,
    courage,
    exploded,
    fought,
    least,
    least_save,
    least_spare,
    lone,
    lost,
    needs,
    scored,
    shot,
)
from games.wh40k.table import answer, battlefield, begin, defaults, done, unit, within
from grimtable.games.wh40k.casualties import slay
from grimtable.games.wh40k.components import INCH, SMITE
from grimtable.games.wh40k.morale import leadership, shaken
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import FIGHT, MORALE, MOVEMENT, PSYCHIC, START, Battle
from rule import rule

KNIVES = [["plague_knife", "plague_knife"], ["plague_knife", "bubotic_axe"], ["mace_of_contagion", "bubotic_axe"]]


def aimed_at(sheet: str) -> Duel:
    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
        return s, a, field.unit(s, 1, sheet, 1, 20, 25)

    return duel


def led_by(sheet: str) -> Duel:
    """Plague Marines near a leader with the ability shoot."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "plague_marines", 1, 20, 10, wargear=["boltgun"])
        field.unit(s, 0, sheet, 1, 24, 10)
        return s, a, unit(s, 1, "tactical_squad", 5, 20, 25)

    return duel


def struck_by(sheet: str, count: int, foe: str = "tactical_squad", weapon: str = "") -> Duel:
    """A unit with the ability strikes."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield(FIGHT)
        a = field.unit(s, 0, sheet, count, 20, 10, wargear=[weapon] if weapon else None)
        return s, a, unit(s, 1, foe, 5, 20, 12)

    return duel


def tough(field: Field) -> tuple[Battle, int]:
    s = battlefield()
    return s, field.unit(s, 1, "plague_marines", 1, 20, 20)


# ---------------------------------------------------------------- movement, turns, powers
def advanced(s: Battle, number: int, dice: list[int]) -> int:
    """How many inches an Advance allows."""
    s.phase = MOVEMENT
    game = begin(s, "move_unit", dice=dice)
    answer(game, ("advance", number))
    return game.state.reach // INCH


def armoured(field: Field) -> tuple[int, int]:
    """The save, and an Advance with a 5, of a model with M 4"."""
    s = battlefield()
    lord = field.unit(s, 1, "lord_of_contagion", 1, 20, 25)
    s.active = 1
    return least_save(aimed_at("lord_of_contagion"))(field), advanced(s, lord, [5])


def gift(field: Field) -> list[int]:
    """What an enemy beside the Lord loses as the Lord's turn begins, by a 4 and by a 3."""
    found: list[int] = []
    for face in (4, 3):
        s = battlefield(START)
        field.unit(s, 0, "lord_of_contagion", 1, 20, 20)
        foe = unit(s, 1, "tactical_squad", 5, 20, 22)
        game = begin(s, "turn", 0, dice=[face], runs=("start_of_turn",))
        defaults(game)
        found.append(lost(game, s, foe))
    return found


def fallout(field: Field) -> list[int]:
    """What Smite costs the closest enemy after a test of 7, and of 6; its D3 is a 1."""
    found: list[int] = []
    for second in (4, 3):
        s = battlefield(PSYCHIC)
        caster = field.unit(s, 0, "malignant_plaguecaster", 1, 20, 10)
        foe = unit(s, 1, "tactical_squad", 5, 20, 16)
        game = done(s, attempt, caster, SMITE, dice=[3, second, 1])
        defaults(game)
        found.append(lost(game, s, foe))
    return found


def tocsin(field: Field) -> tuple[int, int, int]:
    """The Leadership of a squad and of a psyker nearby, and an Advance of friends with a 2 and then a 5."""
    s = battlefield()
    field.unit(s, 0, "noxious_blightbringer", 1, 20, 20)
    squad = unit(s, 1, "tactical_squad", 1, 20, 26)
    psyker = unit(s, 1, "primaris_librarian", 1, 24, 25)
    friends = unit(s, 0, "plague_marines", 1, 20, 15)
    minds = [leadership(s, u) for u in (squad, psyker)]
    return minds[0], minds[1], advanced(s, friends, [2, 5])


def vectors(field: Field) -> list[int]:
    """The attacks with each pair of weapons, and with one knife."""
    found: list[int] = []
    for pair in [*KNIVES, ["plague_knife"]]:
        s = battlefield(FIGHT)
        a = field.unit(s, 0, "plague_marines", 1, 20, 10, wargear=pair)
        unit(s, 1, "tactical_squad", 1, 20, 12)
        found.append(attacks(s, a))
    return found


def despair(field: Field) -> tuple[Battle, int]:
    s = battlefield()
    field.bearer(s, 0, "plague_marines", 1, 20, 20)
    return s, unit(s, 1, "tactical_squad", 1, 20, 26)  # Ld 7


# ---------------------------------------------------------------- Poxwalkers
def grown(field: Field) -> list[int]:
    """How many Poxwalkers there are after two kills: of infantry, and of bikers."""
    found: list[int] = []
    for foe in ("tactical_squad", "warbikers"):
        s = battlefield(FIGHT)
        a = field.unit(s, 0, "poxwalkers", 2, 20, 10)
        b = unit(s, 1, foe, 5, 20, 12)
        for model in s.crew[b]:
            s.wounds[model] = 1
        game = begin(s, "strike", a, dice=[6] * 8 + [1] * 4)
        defaults(game)
        found.append(len(game.state.alive(a)))
    return found


def horde(field: Field) -> list[int]:
    """The least face that hits, of eleven Poxwalkers and of ten."""
    return [least(struck_by("poxwalkers", size), fought)(field) for size in (11, 10)]


def mindless(field: Field) -> bool:
    """Whether they must test after losses."""
    s = battlefield(MORALE)
    a = field.unit(s, 0, "poxwalkers", 5, 20, 20)
    s.lost[a] = 3
    return bool(shaken(s, 0))


# ---------------------------------------------------------------- engines and Mortarion
def stench(field: Field) -> tuple[Battle, int, int]:
    s = battlefield(FIGHT)
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    b = field.unit(s, 1, "myphitic_blight_haulers", 1, 20, 12)
    s.y[s.crew[b][0]] += INCH // 2
    return s, a, b


def fog(field: Field) -> list[int]:
    """The armour roll of Plague Marines entirely within 7" of the engine, and with one of them farther away."""
    found: list[int] = []
    for stray in (0, 2):

        def duel(f: Field, out: int = stray) -> tuple[Battle, int, int]:
            s = battlefield()
            a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
            b = unit(s, 1, "plague_marines", 2, 20, 25)
            s.y[s.crew[b][1]] -= out * INCH
            f.unit(s, 1, "myphitic_blight_haulers", 1, 20, 32)
            return s, a, b

        found.append(needs(duel, shot, "save")(field))
    return found


def haulers(size: int, moved: int = 0) -> Duel:
    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = field.unit(s, 0, "myphitic_blight_haulers", size, 20, 10, wargear=["missile_launcher"])
        s.moved[s.crew[a][0]] = moved
        return s, a, unit(s, 1, "tactical_squad", 5, 20, 30)

    return duel


def trio(field: Field) -> list[int]:
    """The least face that hits, of three haulers and of two."""
    return [least(haulers(size), lambda d, dice: shot(d, dice, 0, 1))(field) for size in (3, 2)]


def poisoned(field: Field) -> tuple[Battle, int, int]:
    s = battlefield()
    a = unit(s, 0, "chaos_cultists", 1, 20, 10, wargear=["boltgun"])
    field.unit(s, 0, "mortarion", 1, 27, 17)
    return s, a, unit(s, 1, "tactical_squad", 3, 20, 20)  # S4 against T4


def hosts(field: Field) -> list[int]:
    """What an enemy within 7" loses as a Fight phase begins: by a 4, by a 3, and farther away by a 4."""
    found: list[int] = []
    for face, y in ((4, 28), (3, 28), (4, 31)):
        s = battlefield(FIGHT)
        field.unit(s, 0, "mortarion", 1, 20, 20)
        foe = unit(s, 1, "tactical_squad", 5, 20, y)
        game = begin(s, "fight", dice=[face, 6])
        defaults(game)
        found.append(lost(game, s, foe))
    return found


PROOFS = {
    "disgustingly_resilient": Proof(least_spare(tough), 5, 7),
    "nurgles_gift": Proof(gift, [1, 0], [0, 0]),
    "cataphractii_armour": Proof(armoured, (4, 7), (6, 9)),
    "explodes_d6_d3": Proof(exploded("chaos_rhino", 6, 4, [4, 6]), [0, 3, 0], [0, 0, 0]),
    "death_to_the_false_emperor": Proof(scored(struck_by("plague_marines", 1), fought, [6, 6, 6]), 2, 1),
    "pestilential_fallout": Proof(fallout, [2, 1], [1, 1]),
    "tocsin_of_misery": Proof(tocsin, (6, 7, 10), (7, 9, 7)),
    "vectors_of_death": Proof(vectors, [2, 2, 2, 1], [1, 1, 1, 1]),
    "icon_of_despair": Proof(courage(despair), 6, 7),
    "curse_of_the_walking_pox": Proof(grown, [6, 2], [2, 2]),
    "diseased_horde": Proof(horde, [4, 5], [5, 5]),
    "mindless": Proof(mindless, False, True),
    "putrid_explosion": Proof(exploded("foetid_bloat_drone", 4, 7), [0, 1, 0], [0, 0, 0]),
    "daemonic": Proof(least_save(aimed_at("foetid_bloat_drone")), 5, 7),
    "aura_of_rust": Proof(needs(struck_by("blightlord_terminators", 1, weapon="bubotic_axe"), fought, "save"), 6, 5),
    "crawler_explodes": Proof(exploded("plagueburst_crawler", 5, 6, [5]), [0, 3, 0], [0, 0, 0]),
    "foul_stench": Proof(least(stench, fought), 4, 3),
    "putrescent_fog": Proof(fog, [2, 3], [3, 3]),
    "tri_lobe": Proof(trio, [3, 4], [4, 4]),
    "tri_tracked": Proof(least(haulers(1, 1), lambda d, dice: shot(d, dice, 0, 1)), 4, 5),
    "prince_of_chaos": Proof(scored(led_by("daemon_prince_of_nurgle"), shot, [1, 6]), 1, 0),
    "barbaran_plate": Proof(least_save(aimed_at("mortarion")), 4, 7),
    "toxic_presence": Proof(needs(poisoned, shot, "wound"), 3, 4),
    "host_of_plagues": Proof(hosts, [3, 0, 0], [0, 0, 0]),
    "primarch_of_the_death_guard": Proof(scored(led_by("mortarion"), shot, [1, 6]), 1, 0),
    "putrid_demise": Proof(exploded("mortarion", 4, 7, [6]), [0, 3, 0], [0, 0, 0]),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_ability_does_what_it_says(name: str) -> None:
    check(PROOFS, name)


def test_death_to_the_false_emperor_is_for_the_imperium_only() -> None:
    duel = struck_by("plague_marines", 1, "boyz")
    assert scored(duel, fought, [6, 6, 6])(Field("death_to_the_false_emperor", True)) == 1


@rule("WH40K-14.7")
def test_mortarions_end_spares_whoever_serves_nurgle() -> None:
    s = battlefield()
    primarch = lone(s, unit(s, 0, "mortarion", 1, 20, 20))
    friend = unit(s, 0, "plague_marines", 5, 20, 25)
    foe = unit(s, 1, "tactical_squad", 5, 20, 15)
    game = within(s, lambda t: slay(t, primarch), [4, 1])
    defaults(game)
    assert (lost(game, s, friend), lost(game, s, foe)) == (0, 1)
