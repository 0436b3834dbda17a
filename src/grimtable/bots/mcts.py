"""Information-set Monte Carlo tree search: every iteration imagines the hidden things anew.

Statistics are kept per information: the key of a node is the player, the prompt, the player's own answers and the
events that this player has seen since the root. So nobody's choice depends on what he cannot know.

All options of the root meet the same luck: the n-th try of each has the same imagined secrets and dice.
"""

from __future__ import annotations

from math import fsum, sqrt
from time import monotonic
from typing import Any, NamedTuple

from grimtable.bots.greedy import best_rated, shares
from grimtable.games import definition
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.definition import Advice
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.prospects import CERTAIN
from grimtable.kernel.values import BadInput, Decision, Dice

DEFAULT_ITERATIONS = 500
HASTE = 2  # the second best does not catch up if it gets less than so many times what it lacks
LOOK_UP = 10  # so often the search asks whether it is decided already


class Budget(NamedTuple):
    """How long to search: so many iterations, or so many seconds."""

    iterations: int = DEFAULT_ITERATIONS
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget in words: "500" iterations, "2s" or "0.5s"; nothing is the default."""
        try:
            if not text:
                return cls()
            budget = cls(0, float(text[:-1])) if text.endswith("s") else cls(int(text))
        except ValueError:
            raise BadInput(
                f"{text!r} is not a budget of mcts: write mcts:500 (iterations) or mcts:2s (seconds)"
            ) from None
        if not (0 < budget.iterations <= 10_000_000 or 0 < budget.seconds <= 3600):
            raise BadInput(f"the budget {text!r} of mcts is out of range: 1 to 10000000 iterations or up to 3600s")
        return budget


class Node:
    """What was learnt about one decision of one player under one information: columns, a place for each option."""

    __slots__ = ("place", "prior", "squares", "total", "visits")

    def __init__(self) -> None:
        self.place: dict[Any, int] = {}
        self.prior: list[float] = []
        self.visits: list[int] = []
        self.total: list[float] = []
        self.squares: list[float] = []

    def places(self, options: tuple[Any, ...]) -> list[int]:
        """Where the options stand, -1 for those that were never met."""
        place = self.place
        return [place.get(option, -1) for option in options]

    def meet(self, options: tuple[Any, ...], priors: list[float]) -> list[int]:
        """Learn of new options and of how the advice rates all of these now; where they stand."""
        for option in options:
            if option not in self.place:
                self.place[option] = len(self.prior)
                self.prior.append(0.0)
                self.visits.append(0)
                self.total.append(0.0)
                self.squares.append(0.0)
        places = self.places(options)
        for at, prior in zip(places, priors):
            self.prior[at] = prior
        return places

    def select(self, places: list[int], explore: float) -> int:
        """The option that promises most: its mean reward, and a bonus for good priors that were seldom tried."""
        tried = sum([self.visits[at] for at in places])
        known = fsum([self.total[at] for at in places])
        expected = known / tried if tried else 0.5
        bonus = explore * sqrt(tried + 1)
        best, chosen = -1.0, 0
        for number, at in enumerate(places):
            visits = self.visits[at]
            mean = self.total[at] / visits if visits else expected
            promise = mean + bonus * self.prior[at] / (1 + visits)
            if promise > best:
                best, chosen = promise, number
        return chosen

    def learn(self, at: int, reward: float) -> None:
        self.visits[at] += 1
        self.total[at] += reward
        self.squares[at] += reward * reward

    def decided(self, left: int) -> bool:
        """Whether so many iterations more would hardly change which option has most; never under a time budget."""
        ahead, behind = sorted(self.visits)[:-3:-1]
        return 0 <= left < HASTE * (ahead - behind)

    def gain(self) -> float:
        """What the most promising other option may be better than the one tried most: by its mean and one error."""
        tried = sum(self.visits)
        known = [at for at, visits in enumerate(self.visits) if visits]
        within = fsum([self.squares[at] - self.total[at] ** 2 / self.visits[at] for at in known])
        scatter = max(0.0, within) / max(1, tried - len(known))
        expected = fsum(self.total) / tried
        most = max(known, key=lambda at: self.visits[at])
        best = -1.0
        for at, visits in enumerate(self.visits):
            if at != most:
                mean = self.total[at] / visits if visits else expected
                best = max(best, mean + sqrt(scatter * (1 / max(1, visits) + 1 / self.visits[most])))
        return best - self.total[most] / self.visits[most]


class Search:
    """One search from a seat's open decision."""

    def __init__(self, seat: Seat[Any], dice: Dice) -> None:
        self.seat = seat
        self.advice: Advice = definition(seat.game_name).advice
        self.nodes: dict[Any, Node] = {}
        self.root = Node()
        self.luck = dice.below(1 << 32)
        decision, start = seat.decision(), seat.imagine(dice).state
        self.options = decision.options
        self.places = self.root.meet(decision.options, self.priors(start, decision))

    def priors(self, state: Any, decision: Decision) -> list[float]:
        return shares(self.advice.rate(state, decision), self.advice.spread)

    def run(self, budget: Budget) -> Node:
        ends, trifle = monotonic() + budget.seconds, self.advice.trifle / CERTAIN
        done = 0
        while done < budget.iterations or (budget.seconds and monotonic() < ends):
            self.iterate()
            done += 1
            if done % LOOK_UP == 0 and (self.root.decided(budget.iterations - done) or self.root.gain() < trifle):
                break
        return self.root

    def iterate(self) -> None:
        """Choose, imagine, walk down the known nodes to a new one, play on from there, and learn from the outcome."""
        me, explore = self.seat.player, self.advice.explore / 100
        at = self.root.select(self.places, explore)
        dice = FastDice(seed_of(self.luck, self.root.visits[at]))
        game = self.seat.imagine(dice, log=True)
        first = game.next_event()
        option = self.options[at]
        game.apply(me, option)
        answers: dict[int, tuple[Any, ...]] = {me: (option,)}
        path = [(self.root, me, at)]
        while decisions := game.decisions():
            decision = decisions[0]
            player = decision.player
            own = answers.get(player, ())
            node = self.node(game, decision, own, first)
            if node is None:
                break
            places = node.places(decision.options)
            if min(places) < 0:
                places = node.meet(decision.options, self.priors(game.state, decision))
            chosen = node.select(places, explore)
            option = decision.options[chosen]
            path.append((node, player, places[chosen]))
            answers[player] = (*own, option)
            game.apply(player, option)
        prospects = self.play_out(game, dice)
        for node, player, at in path:
            node.learn(at, prospects[player] / CERTAIN)

    def node(self, game: Game[Any], decision: Decision, own: tuple[Any, ...], first: int) -> Node | None:
        """The node of what this player knows now. There is none the first time: most are never met again."""
        key = (decision.player, decision.prompt, own, tuple(game.events(decision.player, first)))
        known = self.nodes.get(key)
        if known is None:
            self.nodes[key] = Node()
        return known

    def play_out(self, game: Game[Any], dice: Dice) -> tuple[int, ...]:
        """Play on by advice, now and then at random, up to the horizon; then ask for the prospects."""
        game.mute()
        rate, curiosity = self.advice.rate, self.advice.curiosity
        for _ in range(self.advice.horizon):
            decisions = game.decisions()
            if not decisions:
                break
            decision = decisions[0]
            options = decision.options
            if curiosity and dice.below(curiosity) == 0:
                place = dice.below(len(options))
            else:
                place = best_rated(rate(game.state, decision), dice)
            game.apply(decision.player, options[place])
        return self.advice.value(game.state)


class MctsBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        return self.ranked(seat, dice)[0][0]

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        """The options by how often the search came back to them, each with its mean reward."""
        options = seat.decision().options
        if len(options) == 1:
            return [(options[0], 1.0)]
        root = Search(seat, dice).run(self.budget)
        found = [(root.visits[at], root.total[at], option) for at, option in zip(root.places(options), options)]
        found.sort(key=lambda one: -one[0])
        return [(option, total / max(1, visits)) for visits, total, option in found]
