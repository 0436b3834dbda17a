"""The bot that takes what its game's advice rates best, one step ahead."""

from __future__ import annotations

from math import fsum
from typing import Any

from grimtable.games import definition
from grimtable.kernel.definition import Advice
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Decision, Dice


def best_rated(ratings: list[int], dice: Dice) -> int:
    """The place of the highest rating; the dice decide between equals."""
    best = max(ratings)
    places = [place for place, rating in enumerate(ratings) if rating == best]
    return places[0] if len(places) == 1 else places[dice.below(len(places))]


def shares(ratings: list[int], spread: int) -> list[float]:
    """Ratings as shares of 1: an eighth of the spread behind the best means a quarter of the best one's share."""
    best = max(ratings)
    weights = [1 / (1 + 8 * (best - rating) / spread) ** 2 for rating in ratings]
    total = fsum(weights)
    return [weight / total for weight in weights]


class GreedyBot:
    def _rated(self, seat: Seat[Any], dice: Dice) -> tuple[Decision, list[int], Advice]:
        """The open decision with a rating per option, from an imagined game: the real one is not looked at."""
        advice = definition(seat.game_name).advice
        decision = seat.decision()
        return decision, advice.rate(seat.imagine(dice).state, decision), advice

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        decision, ratings, _ = self._rated(seat, dice)
        return decision.options[best_rated(ratings, dice)]

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        decision, ratings, advice = self._rated(seat, dice)
        order = sorted(range(len(ratings)), key=lambda place: -ratings[place])
        share = shares(ratings, advice.spread)
        return [(decision.options[place], share[place]) for place in order]
