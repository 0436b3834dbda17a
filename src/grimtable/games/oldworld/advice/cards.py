"""What bots think of single cards and upgrades, in hundredths of an outcome point.

A card's function changes the front it is laid in and returns what else its text is worth there.
"""

from __future__ import annotations

from collections.abc import Callable

from grimtable.games.oldworld.advice.fronts import Front
from grimtable.games.oldworld.components import CARD_COST, MAGIC, TITLE, Card


def _blood_frenzy(f: Front) -> int:
    f.attack += 2
    return 0 if f.foes else -50


def _battle_cry(f: Front) -> int:
    return 90 * f.foe_cultists - 120 * f.cultists


def _skull_throne(f: Front) -> int:
    f.domination += max(0, f.attack - f.figures)
    return 0


def _ritual_slaying(f: Front) -> int:
    return 60 * min(f.foes, f.attack // 2)


def _reborn(f: Front) -> int:
    worth = 40 if f.foes > 1 and f.attack > 1 else -40
    f.attack += min(2, f.attack) if f.foes > 1 else 0
    return worth


def _call(f: Front) -> int:
    return 120 if f.attack >= 2 and not f.foes else -20


def _plague_aura(f: Front) -> int:
    f.domination += f.mine
    return 0


def _influenza(f: Front) -> int:
    f.resistance = max(0, f.resistance - 2)
    return 0


def _rain_of_pus(f: Front) -> int:
    f.danger -= f.danger // 2
    return 0


def _consumption(f: Front) -> int:
    return -150 if f.total < 10 else 50


def _rotting(f: Front) -> int:
    return 110 * min(f.mine, f.foes)


def _stench(f: Front) -> int:
    leads = f.domination + 3 > max(f.resistance, f.rival)
    return 350 if leads and not f.barred else -100


def _drain(f: Front) -> int:
    return 60 + 40 * min(3, f.foe_cultists)


def _shield(f: Front) -> int:
    worth = 0 if f.figures and f.danger else -20
    f.danger -= min(2, f.danger) if f.figures else 0
    return worth


def _teleport(f: Front) -> int:
    return 60 if f.foes and not f.figures else -30


def _meddling(f: Front) -> int:
    return 90 if f.foes else -30


def _dazzle(f: Front) -> int:
    f.danger -= f.danger * 2 // 3
    return 0


def _pact(f: Front) -> int:
    return 40 * (f.rival - f.domination)


def _infiltration(f: Front) -> int:
    return 0 if f.barred else 40 + 10 * min(12, f.total)


def _influence(f: Front) -> int:
    return -150 if f.cultists and f.courtiers else 120 if f.courtiers else 20


def _lies(f: Front) -> int:
    f.domination += 2 * f.courtiers
    return 0


def _ecstasy(f: Front) -> int:
    f.danger = 0
    return 0


def _musk(f: Front) -> int:
    f.domination += 1 if f.foes else 0
    f.cultists += 1 if f.foe_cultists else 0
    return 120 if f.foes else -60


def _changer(f: Front) -> int:
    return 30 if f.slots == 1 else 0


CARD_GAIN: dict[str, Callable[[Front], int]] = {
    "blood_frenzy": _blood_frenzy,
    "battle_cry": _battle_cry,
    "the_skull_throne": _skull_throne,
    "ritual_slaying": _ritual_slaying,
    "reborn_in_blood": _reborn,
    "the_blood_gods_call": _call,
    "plague_aura": _plague_aura,
    "influenza": _influenza,
    "rain_of_pus": _rain_of_pus,
    "a_great_foul_consumption": _consumption,
    "the_final_rotting": _rotting,
    "the_stench_of_death": _stench,
    "drain_power": _drain,
    "warp_shield": _shield,
    "teleport": _teleport,
    "the_meddling_of_skaven": _meddling,
    "dazzle": _dazzle,
    "changer_of_ways": _changer,
    "abyssal_pact": _pact,
    "perverse_infiltration": _infiltration,
    "dark_influence": _influence,
    "insidious_lies": _lies,
    "field_of_ecstasy": _ecstasy,
    "soporific_musk": _musk,
}


CARD_OF: dict[str, Card] = {title: TITLE.index(title) for title in TITLE}  # the first of each title


def card_worth(title: str) -> int:
    """A card in hand: dear ones dominate, symbols and free ones are handy."""
    card = CARD_OF[title]
    return 40 + 20 * CARD_COST[card] + 30 * MAGIC[card]


def is_plodding(card: Card) -> bool:
    """Neither free nor magic: Tzeentch would rather have another."""
    return not MAGIC[card] and CARD_COST[card] > 0


UPGRADE_WORTH: dict[str, int] = {
    "khorne_bloodsworn": 60,
    "khorne_bloodletter": 90,
    "khorne_bloodthirster": 50,
    "khorne_power_1": 100,
    "khorne_cards": 40,
    "nurgle_leper": 80,
    "nurgle_plaguebearer": 40,
    "nurgle_great_unclean_one": 90,
    "nurgle_power_1": 100,
    "nurgle_provender": 60,
    "tzeentch_acolyte": 50,
    "tzeentch_horror": 20,
    "tzeentch_lord_of_change": 110,
    "tzeentch_power_1": 100,
    "tzeentch_cards": 60,
    "slaanesh_seductress": 70,
    "slaanesh_daemonette": 40,
    "slaanesh_keeper_of_secrets": 50,
    "slaanesh_power_1": 90,
    "slaanesh_power_2": 110,
}
