"""A game played under all checks."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable import records
from grimtable.games import slugs
from grimtable.kernel.chance import seed_of
from grimtable.kernel.codec import digest
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput, Decision, Dice, Illegal
from grimtable.simulate.checks import (
    advice_is_whole,
    clone_is_independent,
    dump_restores,
    everything_has_text,
    fail,
    few_thrown_away,
    garbage_is_refused,
    no_problems,
    nobody_knows_untold,
    nothing_leaks,
    options_have_ids,
    players_of,
    rule_ids,
    state_is_flat,
    view_is_plain,
)


# ---------------------------------------------------------------- before and after an answer
class Moment(NamedTuple):
    """What is remembered of a decision, to compare it with what comes after the answer."""

    hash: str
    decisions: tuple[Decision, ...]
    sealed: tuple[int, ...]  # players whose answers were in
    event: int
    mark: int
    unknown: tuple[frozenset[int], ...]  # by viewer


def moment(found: Definition, game: Game[Any]) -> Moment:
    unknown = tuple([game.rules.unknown(game.state, viewer) for viewer in players_of(game, found)])
    return Moment(
        digest(game), game.decisions(), tuple(sorted(game.partial)), game.next_event(), game.dice.mark, unknown
    )


def bars(game: Game[Any], before: Moment) -> str:
    """Why the answer given since that moment may not be taken back; nothing if it may."""
    if game.dice.mark != before.mark:
        return "dice have fallen"
    if len(before.decisions) + len(before.sealed) > 1:
        return "the answer was sealed"
    for viewer, unknown in enumerate(before.unknown):
        if unknown - game.rules.unknown(game.state, viewer):
            return f"player {viewer} has learned where something is"
        if [event for event in game.events(viewer, before.event) if event.secret]:
            return f"a secret was told to player {viewer}"
    return ""


def undo_is_right(recorder: records.Recorder, before: Moment, player: int, answer: Any) -> None:
    """An answer is taken back without a trace, and given again; but not after dice or secrets."""
    check, game = "undo_is_right", recorder.game
    reason = bars(game, before)
    if not game.can_undo():
        try:
            game.undo()
        except Illegal:
            return
        fail(check, "can_undo says no, and yet the answer was taken back")
    if reason:
        fail(check, f"{decision_of(before, player)} can be taken back although {reason}")
    after, events = digest(game), game.next_event()
    recorder.undo()
    if digest(game) != before.hash or game.decisions() != before.decisions:
        fail(check, f"undo does not restore the decision {decision_of(before, player)}")
    if game.next_event() != before.event:
        fail(check, "after an undo the log is longer than it was")
    if game.dice.mark != before.mark:
        fail(check, "undo moved the dice")
    recorder.apply(player, answer)
    if digest(game) != after or game.next_event() != events:
        fail(check, "the same answer after an undo leads elsewhere")


def decision_of(before: Moment, player: int) -> str:
    return next(decision.prompt for decision in before.decisions if decision.player == player)


def withdrawal_is_right(recorder: records.Recorder, before: Moment, player: int, answer: Any) -> None:
    """A sealed answer is taken back without a trace while others are still thinking, and given again."""
    game = recorder.game
    if player not in game.partial:
        return
    recorder.withdraw(player)
    if digest(game) != before.hash or game.decisions() != before.decisions:
        fail("withdrawal_is_right", "a withdrawn answer left a trace")
    recorder.apply(player, answer)


# ---------------------------------------------------------------- the end
def game_ends_well(game: Game[Any], players: int) -> None:
    """The game is over, with a whole number for every seat, and takes no more answers."""
    check = "game_ends_well"
    result = game.result()
    if result is None or len(result) != players or not all([type(score) is int for score in result]):
        fail(check, f"the result for {players} players is {result!r:.80}")
    if game.base.agenda:
        fail(check, "the game is over but its agenda is not empty")
    for player in range(players):
        try:
            game.apply(player, 0)
        except Illegal:
            continue
        fail(check, "the game is over and takes an answer")


def record_verifies(record: records.Record) -> None:
    """The record of a whole game says the same after writing and reading, and its answers and dice hold."""
    again = records.decode(records.encode(record))
    if records.encode(again) != records.encode(record):
        fail("record_verifies", "the record is another one after writing and reading")
    try:
        verdict = records.verify(again)
    except BadInput as error:
        fail("record_verifies", str(error))
    if not verdict.finished:
        fail("record_verifies", "the record of a whole game is open")


# ---------------------------------------------------------------- all of them
class Tally:
    """What a series of checked games did."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.imagined = 0
        self.draws = 0


class Watch:
    """A game played under all checks that concern a position or an answer."""

    def __init__(self, found: Definition, recorder: records.Recorder, tally: Tally) -> None:
        self.found = found
        self.recorder = recorder
        self.game = recorder.game
        self.tally = tally
        self.rules = rule_ids(found)
        self.told = 0  # the first event whose sentences have not been read

    def position(self) -> None:
        """The checks of a position. They draw from seeds of the position, so a record repeats them exactly."""
        game, found = self.game, self.found
        seats = players_of(game, found)
        state_is_flat(game.state)
        no_problems(game)
        clone_is_independent(game)
        dump_restores(game)
        view_is_plain(game, (None, *seats))
        options_have_ids(game)
        garbage_is_refused(found, game)
        seen = [event for viewer in (None, *seats) for event in game.events(viewer, self.told)]
        everything_has_text(found, game, list(dict.fromkeys(seen)), self.rules)
        self.told = game.next_event()
        seed = seed_of(digest(game))
        advice_is_whole(found, game, seed)
        for viewer in seats:
            self.tally.draws += few_thrown_away(game, viewer, seed + viewer)
            self.tally.imagined += 1
            nothing_leaks(game, viewer, seed + viewer)

    def answer(self, player: int, answer: Any) -> None:
        """Give an answer and check what may be taken back and who has learned what."""
        before = moment(self.found, self.game)
        self.recorder.apply(player, answer)
        self.tally.decisions += 1
        withdrawal_is_right(self.recorder, before, player, answer)
        undo_is_right(self.recorder, before, player, answer)
        self.told = min(self.told, self.game.next_event())
        if self.found.thing is not None:
            for viewer, unknown in enumerate(before.unknown):
                learned = unknown - self.game.rules.unknown(self.game.state, viewer)
                nobody_knows_untold(learned, self.game.events(viewer, before.event), viewer, self.found.thing)

    def end(self, players: int) -> None:
        """The checks of a finished game."""
        self.tally.games += 1
        game_ends_well(self.game, players)
        no_problems(self.game)
        dump_restores(self.game)
        if self.found.slug in slugs():
            record_verifies(self.recorder.finish())


def any_answer(decision: Decision, dice: Dice) -> Any:
    """An option by lot; now and then, where answers are composed, one that is no suggestion."""
    answer = decision.options[dice.below(len(decision.options))]
    if decision.check is not None and dice.below(2):
        moved = nudged(answer, dice)
        if decision.check(moved) is None:
            return moved
    return answer


def nudged(answer: Any, dice: Dice) -> Any:
    """The answer with its numbers a little different."""
    if isinstance(answer, tuple):
        return tuple([nudged(part, dice) for part in answer])
    return answer + dice.below(5) - 2 if type(answer) is int and dice.below(2) else answer
