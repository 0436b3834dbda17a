"""Experience is gained when it is earned: what becomes of the character afterwards takes none of it away."""

from __future__ import annotations

import pytest

from games.gloomhaven.equipped import scene
from games.gloomhaven.reading import lies_in, played
from games.gloomhaven.table import HALT, act_out, asked, field, options, play, position, run
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, CARD_NAMES, CARDS, CLASSES, HALVES
from grimtable.games.gloomhaven.components.ops import walk
from grimtable.games.gloomhaven.damage import exhaust
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


@rule("GLOOMHAVEN-18.1")
def test_what_shoes_give_for_a_long_way_is_not_lost_by_who_falls_at_its_end() -> None:
    s = scene("Shoes of Happiness", foes=((6, 0),))
    s.walked = tuple(range(6))
    xp = play(s.clone(), "end_turn", 0).state.xp[0]
    assert xp == 1
    fallen = run(s.clone(), lambda t: exhaust(t, 0)).state.clone()
    assert play(fallen, "end_turn", 0).state.xp[0] == xp
    before = s.clone()
    before.acting = NONE  # exhausted before the turn began: the way was somebody else's
    before = run(before, lambda t: exhaust(t, 0)).state.clone()
    assert play(before, "end_turn", 0).state.xp[0] == 0


@rule("GLOOMHAVEN-18.1", "GLOOMHAVEN-7.8")
def test_an_amount_of_nothing_is_no_part_of_an_action() -> None:
    idle = played("lightning", "Flurry of Axes", "top", [], 0).state
    assert (idle.xp[0], lies_in(idle, "Flurry of Axes", "discard")) == (0, True)
    paid = played("lightning", "Flurry of Axes", "top", [], 2, "suffer").state
    assert (paid.xp[0], lies_in(paid, "Flurry of Axes", "lost")) == (2, True)
