"""Whom to attack, heal or force, where to lay an area, and what the players let tied monsters do."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.foes import foes_of, price_of_hp, worth_of_hit
from grimtable.games.gloomhaven.advice.prospect import Prospect, worth_of_heal
from grimtable.games.gloomhaven.advice.reading import ATTACK, PARTS, Part
from grimtable.games.gloomhaven.components import CHARACTER, NONE, SUMMON, Figure
from grimtable.games.gloomhaven.components.cards import BOTTOM, TOP
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.values import Decision

NOBODY: Final = -50
USUAL: Final = Part(ATTACK, 2)


def attack_now(s: Gloomhaven) -> Part:
    """The attack in progress, as the card in play tells."""
    for card in s.to_play[:1]:
        for side in (TOP, BOTTOM):
            if s.halves >> side & 1:
                for part in PARTS[card][side]:
                    if part.sort == ATTACK:
                        return part
    return USUAL


def worths(s: Gloomhaven, me: Figure) -> dict[Figure, int]:
    """What attacking each enemy is worth."""
    o = Prospect(s, me)
    part = attack_now(s)
    return {foe.figure: o.hit(part, foe, s.hex[me]) for foe in o.foes}


def actor(s: Gloomhaven) -> Figure:
    return s.acting if s.acting != NONE else 0


def rate_target(s: Gloomhaven, decision: Decision) -> list[int]:
    found = worths(s, actor(s))
    return [NOBODY if isinstance(answer, str) else found.get(answer, 0) for answer in decision.options]


def rate_area(s: Gloomhaven, decision: Decision) -> list[int]:
    """Enemies in it, and friends that it would harm."""
    me = actor(s)
    found = worths(s, me)
    rated: list[int] = []
    for spot in decision.options:
        inside = [s.at[at] for at in spot if s.at[at] != NONE]
        rated.append(sum([found.get(figure, -4) for figure in inside]))
    return rated


def rate_whom(s: Gloomhaven, decision: Decision) -> list[int]:
    """Help who needs it most, hurt whom it hurts most."""
    me = actor(s)
    found = {foe.figure: worth_of_hit(foe, 2, 0, 0) + foe.bounty // 4 for foe in foes_of(s, me)}
    return [
        NOBODY if isinstance(answer, str) else found[answer] if answer in found else help_for(s, answer)
        for answer in decision.options
    ]


def help_for(s: Gloomhaven, figure: Figure) -> int:
    return worth_of_heal(s, figure, 3) + 1


def rate_path(s: Gloomhaven, decision: Decision) -> list[int]:
    return [len(way) for way in decision.options]


# ---------------------------------------------------------------- ties of monsters
def toughness(s: Gloomhaven, figure: Figure) -> int:
    """Who takes a hit best: a summon, else who has most hit points."""
    if s.sort[figure] == SUMMON:
        return 40
    return -price_of_hp(s, figure) + s.hp[figure] if s.sort[figure] == CHARACTER else 0


def rate_focus(s: Gloomhaven, decision: Decision) -> list[int]:
    """The toughest of ours; for our own summons the enemy that is worth most."""
    return [toughness(s, answer) for answer in decision.options]


def rate_monster_targets(s: Gloomhaven, decision: Decision) -> list[int]:
    return [sum([toughness(s, figure) - 60 for figure in targets]) for targets, _ in decision.options]


def rate_monster_to(s: Gloomhaven, decision: Decision) -> list[int]:
    """Where few of ours stand beside it, and most of ours can get at it."""
    near = s.ground().near
    return [-len([h for h in near[at] if s.at[h] != NONE]) for at in decision.options]


def rate_heals(s: Gloomhaven, decision: Decision) -> list[int]:
    """What monsters heal: the least."""
    return [s.hp[figure] - s.max_hp[figure] for figure in decision.options]


def rate_push(s: Gloomhaven, decision: Decision) -> list[int]:
    """Away from ours; onto traps gladly."""
    rated: list[int] = []
    heroes = [s.hex[c] for c in s.heroes()]
    for answer in decision.options:
        if isinstance(answer, str):
            rated.append(0)
            continue
        row = s.ground().row(answer)
        rated.append(1 + min([row[at] for at in heroes], default=0) + (50 if answer in s.traps else 0))
    return rated
