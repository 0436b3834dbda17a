"""What rules see: the state, the players to ask, the dice and the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Generic, NoReturn, TypeVar

from grimtable.kernel.chance import same_cards
from grimtable.kernel.hidden import Guess, Witness, deal
from grimtable.kernel.values import Check, Decision, Dice, Diverged, Event, Finished, Flow, S

T = TypeVar("T")

NO_FLOOR: Final = -1  # nothing in the step bars undo, not even what came before its first answer


class Table(Generic[S]):
    """The state, the players to ask, the dice, and the log: the only things a rule may touch."""

    def __init__(
        self,
        state: S,
        tape: list[Any],
        dice: Dice,
        events: list[Event] | None,
        guess: Guess | None = None,
        witness: Witness | None = None,
    ) -> None:
        self.state = state
        self.undo_floor = NO_FLOOR  # else: tape entries below this, and earlier steps, cannot be taken back
        self.events = events  # None: nobody listens
        self._tape = tape  # answers and chance outcomes of this step, in order
        self._read = 0
        self._dice = dice
        self._guess = guess  # replaying for a viewer who does not know the secrets
        self._witness = witness  # replaying to find out what a viewer has learned
        self.shuffled = False  # whether this step has shuffled anything

    def go_on(self, tape: list[Any]) -> None:
        """With the next step, on the state as this one has left it."""
        self._tape = tape
        self._read = 0
        self.undo_floor = NO_FLOOR
        self.shuffled = False

    def choose(self, player: int, prompt: str, options: Sequence[T], hidden: bool = False) -> Flow[T]:
        """Ask one player for one option. A single option is taken without asking, unless that would tell a secret."""
        legal = tuple(options)
        if len(legal) == 1 and not hidden:
            return legal[0]
        at = self._read
        if at == len(self._tape):
            assert legal, prompt
            yield (Decision(player, prompt, legal),)
            self._read = at + 1
            live: T = self._tape[at]  # Game.apply has checked it
            return live
        self._read = at + 1
        return listed(self._tape[at], legal)

    def choose_secretly(self, player: int, prompt: str, options: Sequence[T]) -> Flow[T]:
        """Ask one player; nobody else learns the answer, nor how many options there were."""
        legal = tuple(options)
        if self._guess is not None and self._read < len(self._tape) and player != self._guess.viewer:
            self._tape[self._read] = legal[self._guess.dice.below(len(legal))]
        answer = yield from self.choose(player, prompt, legal, hidden=True)
        self.no_undo()
        return answer

    def choose_together(self, prompt: str, asks: dict[int, tuple[T, ...]], secret: bool = False) -> Flow[dict[int, T]]:
        """Ask several players at once. Nobody learns an answer before all are in; if secret, not even then."""
        assert len(asks) > 1, prompt
        at = self._read
        if at == len(self._tape):
            yield tuple([Decision(player, prompt, options) for player, options in asks.items()])
            self._read = self.undo_floor = at + 1
            return dict(zip(asks, self._tape[at]))  # Game.apply has checked them
        if not isinstance(self._tape[at], tuple) or len(self._tape[at]) != len(asks):
            raise Diverged(prompt, self._tape[at])
        if secret and self._guess is not None:
            viewer, dice = self._guess.viewer, self._guess.dice
            self._tape[at] = tuple(
                [
                    answer if player == viewer else options[dice.below(len(options))]
                    for (player, options), answer in zip(asks.items(), self._tape[at])
                ]
            )
        self._read = self.undo_floor = at + 1
        return {player: listed(answer, asks[player]) for player, answer in zip(asks, self._tape[at])}

    def compose(self, player: int, prompt: str, suggestions: Sequence[T], check: Check) -> Flow[T]:
        """Ask for an answer too rich to list: a suggestion, or anything that passes the check."""
        at = self._read
        if at == len(self._tape):
            assert suggestions, prompt
            yield (Decision(player, prompt, tuple(suggestions), check),)
        elif check(self._tape[at]) is not None:
            raise Diverged(prompt, self._tape[at])
        self._read = at + 1
        answer: T = self._tape[at]
        return answer

    def random(self, sides: int, known_to: Collection[int] | None = None) -> int:
        """A chance outcome in 0..sides-1, seen by all or only by some. Rules have no other source of randomness."""
        at = self._read
        if at == len(self._tape):
            self._tape.append(self._dice.below(sides))
        elif known_to is not None and self._guess is not None and self._guess.viewer not in known_to:
            self._tape[at] = self._guess.dice.below(sides)
        elif not isinstance(self._tape[at], int) or not 0 <= self._tape[at] < sides:
            raise Diverged("random", sides, self._tape[at])
        self._read = self.undo_floor = at + 1
        outcome: int = self._tape[at]
        return outcome

    def shuffle(self, cards: list[int]) -> None:
        """Put cards into an order that nobody knows: one entry of the tape."""
        at = self._read
        if at == len(self._tape):
            self._tape.append(self._dice.order(cards))
        else:
            if not same_cards(self._tape[at], cards):
                raise Diverged("shuffle")
            if self._guess is not None:
                order = list(self._tape[at])
                deal([order], self._guess.loose(at), self._guess.dice)
                self._tape[at] = tuple(order)
        if self._witness is not None:
            self._witness.shuffles(at, cards)
        self.shuffled = True
        self._read = self.undo_floor = at + 1
        cards[:] = self._tape[at]

    def emit(self, kind: str, *public: Any, secret: tuple[Any, ...] = (), to: Iterable[int] = ()) -> None:
        """Tell the log. Telling a secret ends the right to undo."""
        if self.events is not None:
            self.events.append(Event(kind, public, secret, frozenset(to)))
            if self._witness is not None:
                self._witness.look(self.state)
        if secret:
            self.no_undo()

    def no_undo(self) -> None:
        """Something came to light that no undo may take back: a card turned up, a secret told."""
        self.undo_floor = self._read

    def finish(self, outcome: tuple[int, ...]) -> NoReturn:
        """The game is over, here and now."""
        self.state.outcome = outcome
        self.state.agenda.clear()
        raise Finished


def listed(answer: Any, legal: tuple[T, ...]) -> T:
    """The option that equals a stored answer: the very object, with its type."""
    try:
        return legal[legal.index(answer)]
    except ValueError:
        raise Diverged(answer) from None
