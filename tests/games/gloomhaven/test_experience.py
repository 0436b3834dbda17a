"""Experience is gained when it is earned: what becomes of the character afterwards takes none of it away."""

from __future__ import annotations

import pytest

from games.gloomhaven.table import HALT, act_out, asked, field, options, position
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, CARD_NAMES, CARDS, CLASSES, HALVES
from grimtable.games.gloomhaven.components.ops import walk
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

NEGLIGIBLE = ("xp", "infuse", "round_bonus", "persistent_bonus", "define_X")


def attacks_with_experience() -> list[tuple[str, str, str]]:
    """The halves that are one attack, and give experience for it in whatever way."""
    found: list[tuple[str, str, str]] = []
    for number in range(CARDS):
        for side, half in enumerate(CARD_HALVES[number]):
            lines = [op for op in half.ops if op.name not in NEGLIGIBLE]
            gives = [op for op in walk(half.ops) if op.name == "xp" or op.number("xp") or op.number("xp_each")]
            if gives and [op.name for op in lines] == ["attack"]:
                found.append((CLASSES[CARD_CLASS[number]], CARD_NAMES[number], HALVES[side]))
    return found


ATTACKS = attacks_with_experience()


def attacked(class_name: str, name: str, half: str, foes: int, retaliate: bool) -> Gloomhaven:
    """A character at its last hit point attacks tough enemies; everything is consumed and paid."""
    s = position(
        field(6),
        heroes={class_name: (0, 0), "spellweaver" if class_name != "spellweaver" else "brute": (-1, 0)},
        monsters=[("bandit-guard", "normal", at) for at in ((1, 0), (0, 1), (0, -1))[:foes]],
        character_level=9,
    )
    number = CARD_NAMES.index(name)
    s.hand[0], s.discard[0] = (number,), ()
    s.elements = (2,) * len(s.elements)
    s.hp[0] = 2
    for foe in range(2, 2 + foes):
        s.hp[foe] = s.max_hp[foe] = 99
        if retaliate:
            grant(s, foe, "retaliate", 50, reach=9)
    game = act_out(s, 0, name, half)
    while asked(game) not in (HALT, ""):
        decision = game.decisions()[0]
        wanted = [o for o in options(game) if o not in ((), "nobody", "keep", "no", "stay", "enough")]
        answer = "suffer" if decision.prompt == "negate" else (wanted or options(game))[-1]
        game.apply(decision.player, answer)
    return game.state


def test_the_attacks_with_experience_are_those_of_the_cards() -> None:
    assert len(ATTACKS) > 80
    assert ("brute", "Whirlwind", "top") in ATTACKS


@rule("GLOOMHAVEN-18.1", "GLOOMHAVEN-16.8")
@pytest.mark.parametrize(("class_name", "name", "half"), ATTACKS, ids=[f"{name}-{half}" for _, name, half in ATTACKS])
def test_retaliation_takes_no_experience_from_an_attack(class_name: str, name: str, half: str) -> None:
    spared = attacked(class_name, name, half, 1, False)
    struck = attacked(class_name, name, half, 1, True)
    assert struck.xp == spared.xp


@rule("GLOOMHAVEN-18.1")
def test_whirlwind_gives_experience_for_each_target_it_reached() -> None:
    assert attacked("brute", "Whirlwind", "top", 3, False).xp[0] == 3
    assert attacked("brute", "Whirlwind", "top", 3, True).xp[0] == 1
