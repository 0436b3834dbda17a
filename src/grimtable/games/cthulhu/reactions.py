"""What bots are told about answers to others: losses, retreats, votes, choices of spellbooks."""

from __future__ import annotations

from typing import Any

from grimtable.games.cthulhu.components import (
    ACOLYTE,
    AREAS,
    COST,
    FACTIONS,
    FIGURES,
    GREAT_OLD_ONE,
    KIND,
    KINDS,
    RANK,
    SHOGGOTH,
    UNIT,
    Player,
    Unit,
)
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.values import Decision

# Spellbooks in the order in which they help, by the ledger's hints.
LIKED: tuple[str, ...] = (
    "dreams", "yha_nthlei", "absorb", "regenerate", "submerge", "devolve",
    "thousand_forms", "abduct", "madness", "emissary", "invisibility", "seek_and_destroy",
    "red_sign", "thousand_young", "blood_sacrifice", "frenzy", "necrophagy", "ghroth",
    "screaming_dead", "third_eye", "zingaya", "passion", "he_who_is_not_to_be_named", "shriek_of_the_byakhee",
)  # fmt: skip
PRE_BATTLE: dict[str, int] = {"devour": 500, "seek_and_destroy": 300, "abduct": 200, "invisibility": 100, "absorb": -20}
FIXED: dict[tuple[str, Any], int] = {
    ("passion", "yes"): 10,
    ("emissary", "yes"): 10,
    ("kill_slot", "gc_kill_devour_2"): 10,  # the easier requirement stays open
    ("onto_gate", "yes"): 10,
    ("harbinger", "signs"): 20,
    ("harbinger", "no"): -10,
    ("vote", "accept"): 10,
    ("cover", "cover"): -100,
    ("cover", "refuse"): -1000,
    ("propose", "withdraw"): -50,
    ("replace", "nobody"): -10,
    ("desecrate", "acolyte"): 30,
    ("desecrate", "byakhee"): 25,
}
LOSSES = (
    "captured",
    "devoured",
    "abducted",
    "dreams_victim",
    "zingaya_victim",
    "ghroth_victim",
    "surrounded",
    "sacrifice",
)


def worth(unit: Unit) -> int:
    """What losing a figure costs its owner, roughly."""
    kind = KIND[unit]
    if RANK[unit] == GREAT_OLD_ONE:
        return 150 * min(8, COST[kind])
    return 170 if kind == ACOLYTE else 90 * COST[kind]


def rate_reaction(s: Cthulhu, decision: Decision) -> list[int]:
    """Ratings for all prompts that are not about the own turn."""
    return [rate_answer(s, decision.player, decision.prompt, option) for option in decision.options]


def rate_answer(s: Cthulhu, me: Player, prompt: str, option: Any) -> int:
    if (prompt, option) in FIXED:
        return FIXED[prompt, option]
    if isinstance(option, tuple):
        return split_value(s, me, prompt, option)
    if not isinstance(option, str):
        return 0
    if prompt == "spellbook":
        return -LIKED.index(option)
    if prompt == "pre_battle":
        return PRE_BATTLE.get(option, 0)
    if option in UNIT:
        return rate_unit(s, me, prompt, UNIT[option])
    if option in AREAS:
        return rate_area(s, me, prompt, option)
    if option in FACTIONS:
        faction = FACTIONS.index(option)  # nobody's yet while factions are chosen: any is as good
        return rate_player(s, me, prompt, s.faction.index(faction)) if faction in s.faction else 0
    return -KINDS.index(option) if option in KINDS else 0


def split_value(s: Cthulhu, me: Player, prompt: str, split: tuple[int, ...]) -> int:
    """As a proposer pay little, but not so little that the others refuse; as Black Goat hit the leader."""
    if prompt in ("propose", "cover"):
        fair = -(-sum(split) // len(split)) if len(s.talkers) > 1 else 0
        return -abs(split[0] - max(0, fair - 1)) * 3 - max(split)
    return sum([count * (s.doom[player] + 5 * s.books(player)) for player, count in zip(s.payers, split)])


def rate_unit(s: Cthulhu, me: Player, prompt: str, unit: Unit) -> int:
    """A unit that is lost, hit, called or moved: own ones cheaply, enemies' dearly; keepers of gates are kept."""
    own = s.owner[unit] == me
    dear = worth(unit) + 150 * s.on_gate(unit)
    if prompt in LOSSES or prompt in ("assign_kill", "assign_pain", "avatar_unit"):
        return -dear if own else dear
    if prompt == "invisibility":
        return -dear if own else dear
    if prompt == "devolve":
        return 40 if endangered(s, me, unit) and not s.on_gate(unit) else -40
    if prompt == "necrophagy":
        return 30 if me not in (s.attacker, s.defender) else -30
    if prompt == "absorbed":
        return -dear
    if prompt in ("submerge", "screaming_escort", "seek_and_destroy", "keeper", "replace", "shriek_unit"):
        return 20 if KIND[unit] != ACOLYTE or prompt == "keeper" else -20
    return 5 if unit in FIGURES[SHOGGOTH] else 0


def endangered(s: Cthulhu, me: Player, unit: Unit) -> bool:
    """An enemy could capture this cultist."""
    area = s.area[unit]
    mine = s.rank_at(me, area)
    return bool([1 for enemy in s.players() if enemy != me and s.rank_at(enemy, area) > max(0, mine)])


def rate_area(s: Cthulhu, me: Player, prompt: str, word: str) -> int:
    """Where to send units, or to strike."""
    area = AREAS[word]
    mine = len(s.units_at(me, area))
    foes = len([1 for enemy in s.players() if enemy != me for _ in s.units_at(enemy, area)])
    keeper = s.keeper(area)
    if prompt == "retreat":
        own = s.battlefield >= 0 and s.owner[s.fleeing[0]] == me
        return 20 * mine - 15 * foes + 40 * (keeper == me) if own else 10 * foes
    if prompt in ("dreams", "zingaya", "capture", "avatar", "he_who_is_not_to_be_named"):
        return 50 * (keeper not in (-1, me)) - 5 * foes
    if prompt == "abandon":
        return -mine
    return 10 * mine + 20 * (keeper == me) - foes


def rate_player(s: Cthulhu, me: Player, prompt: str, player: Player) -> int:
    """Whom to name: myself where it helps, the leader where it hurts, the last one where it would help him."""
    if prompt in ("first_player", "ghroth_faction", "avatar_faction"):
        return 1000 if player == me else 0
    standing = s.doom[player] + 5 * s.books(player)
    return -standing if prompt == "ys_give_3_doom" else standing
