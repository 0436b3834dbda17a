"""The perk that ignores negative scenario effects: every rule with that mark spares its character."""

from __future__ import annotations

from games.gloomhaven.scene import run, scene
from grimtable.games.gloomhaven.components import NONE, bits
from grimtable.games.gloomhaven.components.cards import CLASS_OF
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.scenarios.effects import damage_at_start, stat_bonus
from grimtable.games.gloomhaven.scenarios.preparing import add_modifier_cards, discard_cards, start_condition
from grimtable.games.gloomhaven.scenarios.reading import UNDAUNTED
from grimtable.games.gloomhaven.scenarios.unusual_62_74 import forced_move
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule


def undaunted(scenario: int) -> Gloomhaven:
    """The first character ignores negative scenario effects, the second does not."""
    s = scene(scenario)
    s.kind[0] = CLASS_OF["scoundrel"]
    s.perks[0] = tuple([n for n, perk in enumerate(CLASS_PERKS[s.kind[0]]) if perk.also == UNDAUNTED])
    assert s.perks[0]
    s.perks[1] = ()
    return s


@rule("GLOOMHAVEN-23.8", "GLOOMHAVEN-25.13")
def test_no_curses_or_minus_ones_come_into_the_deck() -> None:
    for scenario in (2, 14):
        s = undaunted(scenario)
        before = [len(s.decks[c]) for c in (0, 1)]
        s = run(s, add_modifier_cards).state
        assert [len(s.decks[c]) for c in (0, 1)] == [before[0], before[1] + 3]


@rule("GLOOMHAVEN-23.8")
def test_no_condition_at_the_start() -> None:
    s = undaunted(5)
    s.conditions[0] = s.conditions[1] = 0
    s = run(s, start_condition).state
    assert (s.conditions[0], s.conditions[1]) == (0, bits(["disarm"]))


@rule("GLOOMHAVEN-23.8")
def test_no_cards_are_discarded() -> None:
    s = undaunted(76)
    before = [len(s.discard[c]) for c in (0, 1)]
    s = run(s, discard_cards).state
    assert [len(s.discard[c]) for c in (0, 1)] == [before[0], before[1] + 3]


@rule("GLOOMHAVEN-23.8")
def test_no_damage_by_the_scenario() -> None:
    s = undaunted(60)
    s.round = 7
    before = [s.hp[c] for c in (0, 1)]
    s = run(s, damage_at_start).state
    assert [s.hp[c] for c in (0, 1)] == [before[0], before[1] - 2]


@rule("GLOOMHAVEN-23.8")
def test_no_slower_moves_and_no_wind() -> None:
    s = undaunted(88)
    assert [stat_bonus(s, c, "move") for c in (0, 1)] == [0, -1]
    s = undaunted(71)
    assert s.in_play(0)
    moved = []
    for number in range(4):
        s.round = number + 1
        before = s.hex[0], s.hex[1]
        s = run(s, forced_move).state
        moved.append((s.hex[0] != before[0], s.hex[1] != before[1]))
    assert not [one for one, _ in moved if one]
    assert [other for _, other in moved if other], "the other character is blown about"
    assert s.hex[1] != NONE
