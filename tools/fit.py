"""Fit the value of a game's positions to games of bots: which traits of a position go with winning?

A game whose advice has `traits` gets weights for them: bots play, positions are taken from their games at random, and
the weights are those under which the winners were likeliest (conditional logit; one seat wins). Merits are counted as
`kernel/prospects.py` counts them: a merit more makes a seat one hundredth likelier. Weights are per hundred of a trait.
Games that nobody won alone are shared. One game in five is held out; what the fit is worth is said of those.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from grimtable.bots import make
from grimtable.bots.match import bot_dice
from grimtable.games import definition, slugs
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.game import Seat
from grimtable.kernel.prospects import CERTAIN, won

MERIT = log(1.01)
HOLD_OUT = 5  # one game in so many is not fitted to
STEPS = 30  # of Newton's method, at most
CLOSE = 1e-8


class Sample(NamedTuple):
    game: int
    traits: list[list[int]]  # per seat
    won: list[float]  # per seat, together 1
    said: list[float]  # what the advice says now, per seat


class Fit(NamedTuple):
    weights: Any  # per trait
    errors: Any  # standard errors, per trait


# ---------------------------------------------------------------- games
def play(found: Definition, number: int, seed: int, wanted: argparse.Namespace) -> list[Sample]:
    """One game of bots who now and then answer at random; some of its positions."""
    assert found.advice.traits is not None
    begun = seed_of(seed, "fit", number)
    dice = FastDice(seed_of(begun, "curiosity"))
    game = found.new_game(wanted.players, alike(found, wanted.alike, number), FastDice(begun))
    bot, mind = make(wanted.bot), bot_dice(begun, 0)
    seats: dict[int, Seat[Any]] = {}
    taken: list[tuple[list[list[int]], tuple[int, ...]]] = []
    while decisions := game.decisions():
        decision = decisions[0]
        seat = seats.setdefault(decision.player, Seat(game, decision.player))
        if dice.below(wanted.every) == 0:
            taken.append((found.advice.traits(game.state), found.advice.value(game.state)))
        odd = dice.below(100) < wanted.curiosity
        answer = decision.options[dice.below(len(decision.options))] if odd else bot.answer(seat, mind)
        game.apply(decision.player, answer)
    result = game.result()
    assert result is not None
    return [sample(number, traits, said, result) for traits, said in taken if traits]


def alike(found: Definition, names: Sequence[str], number: int) -> dict[str, OptionValue]:
    """These options with one value for all of them, the next one in each game."""
    known = {option.name: option.values for option in found.options}
    return found.settled({name: known[names[0]][number % len(known[names[0]])] for name in names})


def sample(number: int, traits: list[list[int]], said: tuple[int, ...], result: tuple[int, ...]) -> Sample:
    """A position and what came of it. Where all win or lose together, the second seat is whatever they play against."""
    shares, now = [share / CERTAIN for share in won(result)], [prospect / CERTAIN for prospect in said]
    if len(traits) == len(result):
        return Sample(number, traits, shares, now)
    together = float(result[0] > 0)
    return Sample(number, traits, [together, 1 - together], [now[0], 1 - now[0]])


# ---------------------------------------------------------------- fitting
def fit(traits: Any, shares: Any, ridge: float) -> Fit:
    """Newton's method on the likelihood of the winners. `traits`: samples x seats x traits."""
    width = traits.shape[2]
    weights = np.zeros(width)
    for _ in range(STEPS):
        chance = softmax(traits @ weights)
        slope = np.einsum("nsk,ns->k", traits, shares - chance) - ridge * weights
        middle = np.einsum("nsk,ns->nk", traits, chance)
        bend = np.einsum("nsk,ns,nsl->kl", traits, chance, traits) - middle.T @ middle + ridge * np.eye(width)
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < CLOSE:
            break
    return Fit(weights, np.sqrt(np.diag(np.linalg.inv(bend))))


def softmax(merits: Any) -> Any:
    powers = np.exp(merits - merits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def loss(chance: Any, shares: Any) -> float:
    """How surprised one is by the winners, on average; log(seats) if one knows nothing."""
    return float(-(shares * np.log(np.maximum(chance, 1e-4))).sum(axis=1).mean())


def hits(chance: Any, shares: Any) -> float:
    """How often the likeliest seat won."""
    return float(shares[np.arange(len(shares)), chance.argmax(axis=1)].mean())


# ---------------------------------------------------------------- the command
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fit", description=__doc__)
    parser.add_argument("game", choices=[slug for slug in slugs() if definition(slug).advice.traits is not None])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, help="default: the most")
    parser.add_argument("--bot", default="greedy", help="who plays (default: greedy)")
    parser.add_argument("--curiosity", type=int, default=5, help="per cent of answers at random (default: 5)")
    parser.add_argument("--every", type=int, default=20, help="one position in so many is taken (default: 20)")
    parser.add_argument("--alike", nargs="+", default=[], help="options that take all their values in turns, together")
    parser.add_argument("--ridge", type=float, default=1.0, help="how strongly weights are kept small (default: 1)")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(arguments)
    found = definition(wanted.game)
    samples: list[Sample] = []
    for number in range(wanted.games):
        samples += play(found, number, wanted.seed, wanted)
        print(f"\r{number + 1} of {wanted.games} games, {len(samples)} positions", end="", file=sys.stderr)
    print(file=sys.stderr)
    report(samples, wanted.ridge)
    return 0


def report(samples: list[Sample], ridge: float) -> None:
    held = np.array([sample.game % HOLD_OUT == 0 for sample in samples])
    traits = np.array([sample.traits for sample in samples], dtype=float)
    shares = np.array([sample.won for sample in samples])
    said = np.array([sample.said for sample in samples])
    spread = np.maximum(traits.std(axis=(0, 1)), 1e-9)
    tried = fit(traits[~held] / spread, shares[~held], ridge)
    chance = softmax(traits[held] / spread @ tried.weights)
    now = said[held] / np.maximum(said[held].sum(axis=1, keepdims=True), 1e-9)
    seats = shares.shape[1]
    print(f"held out: {int(held.sum())} positions; knowing nothing loses {log(seats):.3f} and hits {1 / seats:.0%}")
    print(f"  the fit loses {loss(chance, shares[held]):.3f} and hits {hits(chance, shares[held]):.0%}")
    print(f"  the advice now loses {loss(now, shares[held]):.3f} and hits {hits(now, shares[held]):.0%}")
    final = fit(traits / spread, shares, ridge)
    print("trait  weight  error  (merits per hundred)   usual difference in merits")
    for at, (weight, error) in enumerate(zip(final.weights / MERIT, final.errors / MERIT)):
        print(f"{at:5}  {100 * weight / spread[at]:6.0f}  {100 * error / spread[at]:5.0f}  {weight:30.0f}")
    print(", ".join([f"{100 * weight / width:.0f}" for weight, width in zip(final.weights / MERIT, spread)]))


if __name__ == "__main__":
    sys.exit(main())
