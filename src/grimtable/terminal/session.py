"""A game being played at this terminal: who sits where, what each person has seen, where it is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grimtable import bots, records
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.language import PLAYER, Message
from grimtable.kernel.values import BadInput, Decision
from grimtable.records import Recorder
from grimtable.terminal.arguments import PEOPLE
from grimtable.terminal.tables.scene import Scene

HINT_BOT = "mcts:300"


class Session:
    def __init__(self, recorder: Recorder, path: Path, lang: str) -> None:
        header = recorder.record.header
        self.recorder = recorder
        self.path = path
        self.lang = lang
        self.definition = header.definition
        self.seats = header.seats
        self.seed = header.seed
        self.bots = {seat: bots.make(spec) for seat, spec in enumerate(self.seats) if spec not in PEOPLE}
        self.seen: dict[int, int] = {}  # how many events each person has been shown

    @property
    def game(self) -> Game[Any]:
        return self.recorder.game

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.seats, self.definition.catalogue.say, self.lang)

    def people(self) -> list[int]:
        return [seat for seat, spec in enumerate(self.seats) if spec in PEOPLE]

    def view(self, viewer: int | None) -> Any:
        return self.game.rules.view(self.game.state, viewer)

    def scene(self, viewer: int | None, width: int) -> Scene:
        return Scene(self.definition, self.lang, self.names, viewer, width)

    def save(self) -> None:
        store(self.recorder.record, self.path)

    # ------------------------------------------------------------ answers
    def dice(self, player: int, use: str) -> FastDice:
        """Dice to think with; the same after an undo or a resume, and no part of the game's."""
        return FastDice(seed_of(self.seed, use, player, len(self.recorder.record.lines)))

    def bot_answer(self, player: int) -> Any:
        return self.bots[player].answer(Seat(self.game, player), self.dice(player, "bot"))

    def hints(self, player: int) -> list[tuple[Any, float]]:
        """A bot's best three answers, from what this player may know."""
        return bots.make(HINT_BOT).ranked(Seat(self.game, player), self.dice(player, "hint"))[:3]

    def undo(self, player: int) -> bool:
        """Back to this player's last answer, over those of bots. False, and nothing has changed, if that cannot be."""
        answers = self.recorder.record.answers
        given = [place for place, line in enumerate(answers) if line.player == player]
        if not given:
            return False
        taken = [(line.player, line.answer) for line in answers[given[-1] :]]
        for back in range(len(taken)):
            if not self.game.can_undo():
                for seat, answer in taken[len(taken) - back :]:
                    assert seat is not None
                    self.recorder.apply(seat, answer)
                return False
            self.recorder.undo()
        return True

    # ------------------------------------------------------------ words
    def option_message(self, decision: Decision, option: Any) -> Message:
        return self.definition.describe.option(self.view(decision.player), decision, option)

    def option_text(self, decision: Decision, option: Any) -> str:
        return self.text(self.option_message(decision, option))

    def note(self, decision: Decision, option: Any) -> str:
        """The option's consequence in a word or two, if there is something to tell."""
        message = self.definition.describe.note(self.view(decision.player), decision, option)
        return self.text(message) if message is not None else ""

    def text(self, message: Message) -> str:
        return self.definition.catalogue.say(message, self.lang, self.names)


def seat_names(seats: list[str], say: Any, lang: str) -> tuple[str, ...]:
    """People are called players; bots by their kind and seat, as "Greedy 2"."""
    return tuple(
        [
            say(Message(PLAYER, (seat,)), lang)
            if spec in PEOPLE
            else f"{spec.partition(':')[0].capitalize()} {seat + 1}"
            for seat, spec in enumerate(seats)
        ]
    )


def store(record: records.Record, path: Path) -> None:
    try:
        records.save(record, path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
