"""The relics [RELICS-1.1] and the numbers of the game."""

from __future__ import annotations

from pathlib import Path

Card = int
Player = int

FOLDER = Path(__file__).parent
NONE = -1
CARDS: tuple[Card, ...] = tuple(range(27))
WORTH: tuple[int, ...] = tuple([card % 9 + 1 for card in CARDS])
ORDER: tuple[str, ...] = tuple([("sun", "moon", "star")[card // 9] for card in CARDS])
ALL = 0b1_1111  # in `knows`: everybody, the spectators too
PLAYERS = (2, 3, 4)
HAND = 3
COINS = 5
ACTIONS = 2
SIDES = 6
OFFERS = (0, 1, 2)
ALTARS = 3
ALTAR_POINTS = 4
OFFERING_POINTS = 3
