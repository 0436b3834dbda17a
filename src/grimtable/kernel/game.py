"""The game: (base, tape, partial) is all of it; the running step is only a cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Final, Generic

from grimtable.kernel.chance import FastDice
from grimtable.kernel.hidden import Guess, Witness, nothing_dealt, nothing_unknown
from grimtable.kernel.table import NO_FLOOR, Table
from grimtable.kernel.values import (
    Decision,
    Dice,
    Diverged,
    Event,
    Finished,
    Flow,
    Illegal,
    Procedure,
    Refusal,
    S,
    State,
    Step,
)

Migration = Callable[[list[Any]], list[Any]]


def no_problems(state: State) -> list[str]:
    return []


class Rules(Generic[S]):
    """What the kernel must know of a game."""

    def __init__(
        self,
        name: str,
        version: int,
        procedures: dict[str, Procedure],
        blank: Callable[[], S],
        view: Callable[[S, int | None], Any],
        unknown: Callable[[S, int], frozenset[int]] = nothing_unknown,
        redeal: Callable[[S, frozenset[int], int, Dice], S] = nothing_dealt,
        problems: Callable[[S], list[str]] = no_problems,
        rows: dict[str, Callable[[Any], Any]] | None = None,
        migrations: dict[int, Migration] | None = None,
    ) -> None:
        self.name = name
        self.version = version  # of the state's shape and of the rules: rises when an old position would not fit
        self.procedures = procedures
        self.blank = blank  # an empty state: tells the codec which field is which container
        self.view = view  # plain data: what a viewer may see; None is a spectator
        self.unknown = unknown  # the hidden things whose place a viewer does not know
        self.redeal = redeal  # a copy of a state with these things dealt anew
        self.problems = problems  # broken invariants of a position, in words; empty for a sound one
        self.rows = {"agenda": Step._make, **(rows or {})}  # fields whose elements are NamedTuples
        self.migrations = migrations or {}  # by the version they start from: stored fields -> fields of the next

    def __reduce__(self) -> tuple[Any, ...]:
        rows = {name: row for name, row in self.rows.items() if name != "agenda"}
        told = (self.view, self.unknown, self.redeal, self.problems, rows, self.migrations)
        return Rules, (self.name, self.version, self.procedures, self.blank, *told)


UNDO_STEPS: Final = 64
STEPS_IN_PLACE: Final = 128  # of a muted game on one copy of the state
OTHER_FUTURE: Final = 0x9E37_79B9_7F4A_7C15  # sets a copy's dice elsewhere in their sequence


class Game(Generic[S]):
    """A game in progress. (base, tape, partial) is all of it; the rest is rebuilt from them."""

    def __init__(
        self,
        rules: Rules[S],
        base: S,
        dice: Dice,
        tape: Iterable[Any] = (),
        partial: dict[int, Any] | None = None,
        log: bool = True,
        first_event: int = 0,
    ) -> None:
        self.rules = rules
        self._base = base  # the state some steps ago; never mutated
        self._since: list[list[Any]] = []  # the tapes of the steps from there to the current one
        self._ahead: Table[S] | None = None  # with the state after these steps, if no step has begun to change it
        self._in_place = False  # whether steps change one copy of the state after the other
        self.tape = list(tape)
        self.partial: dict[int, Any] = {} if partial is None else partial  # simultaneous answers already in
        self.dice = dice
        self.journal: list[list[Any]] | None = None  # a list here collects the tapes of finished steps
        self._first = first_event  # number of the first event in the log
        self._log: list[Event] | None = [] if log else None
        self._mark = 0  # length of the log when the step began
        self._past: list[tuple[S, list[Any], int]] = []  # finished steps that may still be undone
        self._table: Table[S] | None = None
        self._flow: Flow[None] | None = None
        self._pending: tuple[Decision, ...] = ()
        self._guess: Guess | None = None
        self._learned: tuple[int, Witness] | None = None  # by a viewer in this step, up to the open decision

    @property
    def base(self) -> S:
        """The state when the current step began; never mutated."""
        if self._since:
            self._catch_up()
        return self._base

    def _catch_up(self) -> None:
        """Play the steps of a muted game once more, by their tapes; from here on it copies the state at each step."""
        state = self._base.clone()
        for tape in self._since:
            table = Table(state, tape, self.dice, None)
            for _ in self._begin(table):
                raise Diverged("a step asks for more than its tape")
        self._base, self._since, self._ahead, self._in_place = state, [], None, False

    def _begin(self, table: Table[S]) -> Flow[None]:
        name, args = table.state.agenda.pop()
        procedure = self.rules.procedures[name]
        if not args:  # or one, as most steps: then no row of arguments is built
            return procedure(table)
        if len(args) == 1:
            return procedure(table, args[0])
        return procedure(table, *args)

    @property
    def state(self) -> S:
        if self._flow is None:
            self._run()
        return self._table.state if self._table is not None else self.base

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions. None are open when the game is over."""
        if self._flow is None:
            self._run()
        if self.partial:
            return tuple([d for d in self._pending if d.player not in self.partial])
        return self._pending

    def asked(self) -> tuple[Decision, ...]:
        """The decisions of this moment, those too whose answers are sealed already."""
        self.decisions()
        return self._pending

    def result(self) -> tuple[int, ...] | None:
        """None while the game goes on; then a score per seat, higher is better."""
        if self.decisions():
            return None
        assert self.base.outcome, "the agenda is empty but nobody called finish"
        return self.base.outcome

    def apply(self, player: int, answer: Any) -> None:
        """Give a player's answer. Illegal is raised, and nothing has changed, if it may not be given."""
        for decision in self.decisions():
            if decision.player == player:
                break
        else:
            raise Illegal(self._not_asked(player))
        if not is_option(decision, answer):
            try:
                answer = decision.options[decision.options.index(answer)]
            except ValueError:
                refusal = decision.check(answer) if decision.check is not None else not_an_option(decision, answer)
                if refusal is not None:
                    raise Illegal(refusal) from None
        before, sealed = len(self.tape), self.partial
        mark = 0 if self._log is None else self.dice.mark
        if len(self._pending) == 1:
            self.tape.append(answer)
        else:
            self.partial[player] = answer
            if len(self.partial) < len(self._pending):
                return
            self.tape.append(tuple([self.partial[d.player] for d in self._pending]))
            self.partial = {}
        try:
            self._advance()
        except BaseException:  # a bug in the rules: the game stands where it stood before the answer
            del self.tape[before:]
            if self._log is not None:  # the dice of a muted game need no way back: it has no other future to keep
                self.dice.mark = mark
            self.partial = sealed
            sealed.pop(player, None)
            raise

    def _not_asked(self, player: int) -> Refusal:
        asked = tuple([d.player for d in self.decisions()])
        return Refusal("", "not_asked", (player, asked)) if asked else Refusal("", "game_over")

    def withdraw(self, player: int) -> None:
        """Take back a sealed answer while others are still thinking."""
        if player not in self.partial:
            raise Illegal(Refusal("", "nothing_to_withdraw", (player,)))
        del self.partial[player]

    def events(self, viewer: int | None, since: int = 0) -> list[Event]:
        """The log from event number `since`, as this viewer may see it; None is a spectator."""
        self.decisions()
        return [event.seen_by(viewer) for event in (self._log or [])[max(0, since - self._first) :]]

    def told(self, since: int = 0) -> list[Event]:
        """The log from event number `since` with its secrets: for the table's own record, never for a client."""
        self.decisions()
        return (self._log or [])[max(0, since - self._first) :]

    def step_event(self) -> int:
        """The number of the first event of the current step."""
        self.decisions()
        return self._first + self._mark

    def next_event(self) -> int:
        """The number the next event will have; after an undo it is smaller than it was."""
        self.decisions()
        return self._first + len(self._log or [])

    def clone(self, dice: Dice | None = None, log: bool = False) -> Game[S]:
        """An independent copy with its own future. It holds every secret of this moment, so bots use `imagine`.

        Both share the base, which nobody mutates: whichever moves first runs its step on a copy of it.
        """
        own = FastDice(self.dice.mark ^ OTHER_FUTURE) if dice is None else dice
        return Game(self.rules, self.base, own, self.tape, self.partial.copy(), log)

    def __deepcopy__(self, memo: Any) -> Game[S]:
        """A copy that goes on as this one would: with its log, its undo, and dice of its own at the same place.

        Pickle goes through `dump` and `load` and keeps the dice and the numbers of events, but neither log nor undo.
        """
        twin = Game(
            self.rules, self.base, copy(self.dice), self.tape, self.partial.copy(), self._log is not None, self._first
        )
        if self._log is not None:
            twin._log, twin._mark = self._log[: self._mark], self._mark
            twin._past = [(base, tape.copy(), mark) for base, tape, mark in self._past]
        return twin

    def edited(self, change: Callable[[S], None]) -> Game[S]:
        """The game with another position at the start of its current step, whose answers are forgotten."""
        base = self.base.clone()
        change(base)
        return Game(self.rules, base, self.dice, first_event=self._first + self._mark)

    def imagine(self, viewer: int, dice: Dice, log: bool = False, tries: int = 1000) -> Game[S]:
        """A game that this viewer cannot tell from the real one, with secrets and future drawn from `dice`."""
        return self.imagine_counted(viewer, dice, log, tries)[0]

    def imagine_counted(self, viewer: int, dice: Dice, log: bool, tries: int) -> tuple[Game[S], int]:
        """An imagined game, and how many had to be drawn until one fitted what the viewer has seen."""
        assert self._log is not None, "what a viewer has seen is in the log"
        seen = self._seen(viewer)
        guess = self._guess_for(viewer, dice)
        own = {viewer: self.partial[viewer]} if viewer in self.partial else {}
        for drawn in range(1, tries + 1):
            base = self.rules.redeal(self.base, guess.unknown, viewer, dice)
            game = Game(self.rules, base, dice, self.tape, own.copy())
            game._guess = guess
            try:
                alike = game._seen(viewer) == seen
            except Diverged:
                continue
            if alike:
                game._guess = None
                if not log:
                    game.mute()
                return game, drawn
        raise Diverged("imagine", viewer)

    def _guess_for(self, viewer: int, dice: Dice) -> Guess:
        """What may be dealt anew for this viewer, now and at each shuffle of the step."""
        unknown = self.rules.unknown(self.state, viewer)
        if self._table is None or not self._table.shuffled:
            return Guess(viewer, unknown, dice, {})
        if self._learned is None or self._learned[0] != viewer:
            self._learned = (viewer, Witness(self.rules.unknown, viewer, unknown))
            for _ in self._begin(Table(self.base.clone(), self.tape, self.dice, [], None, self._learned[1])):
                break
        return self._learned[1].guess(dice)

    def _seen(self, viewer: int) -> tuple[list[Any], list[Event]]:
        """What the viewer is asked now, and has seen of this step."""
        self.decisions()
        asked = [(d.player, d.prompt, d.options if d.player == viewer else ()) for d in self._pending]
        return asked, self.events(viewer, self.step_event())

    def mute(self) -> None:
        """Keep no log and no undo from here on: for playouts, whose steps need no copy of the state each."""
        self._log = None
        self._in_place = True
        self._past.clear()
        if self._table is not None:
            self._table.events = None

    def can_undo(self) -> bool:
        self.decisions()
        floor = self._table.undo_floor if self._table is not None else NO_FLOOR
        return not self.partial and (len(self.tape) > max(floor, 0) or (floor == NO_FLOOR and bool(self._past)))

    def undo(self) -> None:
        """Take back the last answer."""
        if not self.can_undo():
            raise Illegal(Refusal("", "no_undo"))
        if not self.tape:
            self._base, self.tape, self._mark = self._past.pop()
        self.tape.pop()
        self._drop()

    def _drop(self) -> None:
        """Forget the running step; it will be replayed."""
        self._table, self._flow, self._pending, self._learned = None, None, (), None
        if self._log is not None:
            del self._log[self._mark :]

    def _run(self) -> None:
        """Bring the current step to its open decision, replaying its tape if need be."""
        while self._flow is None:
            table = self._ahead
            if table is None:
                if not self.base.agenda:
                    return
                table = Table(self._base.clone(), self.tape, self.dice, self._log, self._guess)
            self._table, self._ahead = table, None
            self._flow = self._begin(table)
            self._advance()

    def _advance(self) -> None:
        assert self._flow is not None
        self._learned = None
        try:
            for pending in self._flow:  # at most once; a loop ends without the exception that ends a next()
                self._pending = pending
                return
        except Finished:
            pass
        except BaseException:  # an interrupt too: a flow that was broken off must not pass for one that ended
            self._drop()
            raise
        self._end_step()

    def _end_step(self) -> None:
        """The step is over: its result is the new base."""
        table = self._table
        assert table is not None
        if table._read != len(self.tape):
            self._drop()
            raise Diverged("the step ended before its tape")
        if self._log is not None:
            if table.undo_floor != NO_FLOOR:
                self._past.clear()
            if len(self.tape) > max(table.undo_floor, 0):
                self._past.append((self.base, self.tape, self._mark))
                del self._past[:-UNDO_STEPS]
            self._mark = len(self._log)
        if self.journal is not None:
            self.journal.append(self.tape)
        if self._in_place and table.state.agenda and len(self._since) < STEPS_IN_PLACE:
            self._since.append(self.tape)
            self.tape = []
            table.go_on(self.tape)
            self._ahead = table
        else:
            self._base, self._since = table.state, []
            self.tape = []
        self._table, self._flow, self._pending = None, None, ()


def is_option(decision: Decision, answer: Any) -> bool:
    """Whether the answer is one of the very options, as those of bots are: then nothing needs to be compared."""
    for option in decision.options:  # noqa: SIM110  # a loop: no object per option
        if option is answer:
            return True
    return False


def not_an_option(decision: Decision, answer: Any) -> Refusal:
    return Refusal("", "not_an_option", (decision.prompt, repr(answer)[:80], len(decision.options)))


class Seat(Generic[S]):
    """All that a bot gets: what its player knows, and games its player cannot tell from the real one."""

    def __init__(self, game: Game[S], player: int) -> None:
        self._game = game
        self.player = player

    @property
    def game_name(self) -> str:
        return self._game.rules.name

    def decision(self) -> Decision:
        return next(d for d in self._game.decisions() if d.player == self.player)

    def view(self) -> Any:
        return self._game.rules.view(self._game.state, self.player)

    def imagine(self, dice: Dice, log: bool = False) -> Game[S]:
        return self._game.imagine(self.player, dice, log)
