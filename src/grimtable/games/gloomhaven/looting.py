"""Loot [GLOOMHAVEN-17.13, GLOOMHAVEN-17.16] and what lies in chests."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.moments import may_loot, treasure_looted
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow


def loot(t: T, character: Figure, hexes: list[Hex], by_action: bool = True) -> Flow[int]:
    """All money tokens and treasure tiles on these hexes; returns how many.

    [GLOOMHAVEN-17.14, GLOOMHAVEN-5.20, GLOOMHAVEN-4.9]
    """
    s = t.state
    taken = 0
    for at in [h for h in hexes if all([allows(s, character, h, by_action) for allows in may_loot.of(s.flags)])]:
        tokens = s.money.pop(at, 0)
        if tokens:
            take_tokens(t, character, tokens, at)
            taken += tokens
        if at in s.treasure:
            number = s.treasure.pop(at)
            s.loot[character] = (*s.loot[character], number)
            s.tally(character, "treasure_tiles_looted")
            t.emit("treasure", t.state.tag(character), number, at)
            taken += 1
            for react in treasure_looted.of(s.flags):
                yield from react(t, character, number, at)
    return taken


def take_tokens(t: T, character: Figure, tokens: int, at: Hex) -> None:
    t.state.coins[character] += tokens
    t.state.tally(character, "money_tokens_looted", tokens)
    t.emit("looted", t.state.tag(character), tokens, at)


def lootable(s: Gloomhaven, figure: Figure, reach: int) -> list[Hex]:
    """[GLOOMHAVEN-17.13] In range and sight; figures and obstacles do not matter."""
    ground, at = s.ground(), s.hex[figure]
    row = ground.row(at)
    return [
        h for h in range(ground.size) if (h in s.money or h in s.treasure) and row[h] <= reach and ground.sees(at, h)
    ]
