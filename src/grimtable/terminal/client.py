"""The client: asks people, lets bots answer, and saves after every answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from grimtable.kernel.language import LANGUAGES
from grimtable.kernel.values import BadInput, Decision, Illegal
from grimtable.terminal import exits
from grimtable.terminal.arguments import new_file
from grimtable.terminal.console import stderr
from grimtable.terminal.lookup import looked_up
from grimtable.terminal.screen import Screen, entry_text
from grimtable.terminal.session import Session, store
from grimtable.terminal.typed import Command, Problem, chosen, understood
from grimtable.terminal.words import refused

LOG_LINES = 20
RULES_SHOWN = 8


class Quit(Exception):
    """The person leaves; the game is saved."""


class Client:
    def __init__(self, session: Session, console: Console) -> None:
        self.session = session
        self.screen = Screen(console, session)
        self.console = console
        self.last: int | None = None  # the person asked last
        self.stale = True  # the table must be drawn although nothing new happened
        self.commands: dict[str, Callable[[str, Decision, list[str]], None]] = {
            "help": lambda rest, decision, texts: self.screen.help(),
            "explain": self.explain,
            "undo": self.undo,
            "hint": self.hint,
            "log": self.log,
            "rules": self.rules,
            "table": lambda rest, decision, texts: self.screen.table(decision.player),
            "save": self.save,
            "quit": self.quit,
            "lang": self.lang,
        }

    # ------------------------------------------------------------ the game
    def greet(self, key: str, number: int) -> None:
        session = self.session
        title = session.definition.title(session.lang)
        seats = [f"{name} ({spec})" for name, spec in zip(session.names, session.seats)]
        self.screen.line(self.screen.say(key, title, number, session.path), "bold")
        self.screen.line(self.screen.say("play.seats", ", ".join(seats)))
        self.screen.line(self.screen.say("play.keys"), "dim")
        self.console.print(Text(self.screen.legend(), style="dim"))

    def run(self) -> int:
        """Play until the game is over or the person leaves; returns the exit code."""
        try:
            while decisions := self.session.game.decisions():
                self.step(decisions)
        except (EOFError, Quit):
            return self.leave(exits.OK)
        except KeyboardInterrupt:
            return self.leave(exits.INTERRUPTED)
        except Exception:
            if self.session.recorder.record.end is None:
                raise
            return self.failed()
        return self.close()

    def step(self, decisions: tuple[Decision, ...]) -> None:
        """One answer: people first, since sealed answers cannot be taken back."""
        people = self.session.people()
        mine = next((decision for decision in decisions if decision.player in people), None)
        if mine is not None:
            self.ask(mine, sealed=len(decisions) > 1 or bool(self.session.game.partial))
            return
        player = decisions[0].player
        with stderr().status(self.screen.say("play.thinking", self.session.names[player])):
            answer = self.session.bot_answer(player)
        self.give(player, answer)

    def give(self, player: int, answer: Any) -> None:
        """Apply and save. A failure of the rules is in the record, which is saved before the error goes on."""
        try:
            self.session.recorder.apply(player, answer)
        finally:
            self.keep()

    def keep(self) -> None:
        """Save; if the disk refuses, say so and play on: the next answer tries again."""
        try:
            self.session.save()
        except BadInput as error:
            self.screen.line(self.screen.say("play.not_saved", error), "red")

    def leave(self, code: int) -> int:
        self.keep()
        self.console.print()
        self.screen.line(self.screen.say("play.saved", self.session.path))
        self.screen.line(self.screen.say("play.resume", self.session.path))
        return code

    def failed(self) -> int:
        """The rules failed on an answer: the record says on which, and is saved."""
        end = self.session.recorder.record.end
        assert end is not None
        self.screen.line(self.screen.say("play.failed", end.error), "red")
        self.screen.line(self.screen.say("play.failed_saved", self.session.path))
        return exits.FAILED

    def close(self) -> int:
        """The end: the log to its last line, the table, the scores, and where the record is."""
        session = self.session
        result = session.game.result()
        assert result is not None
        session.recorder.finish()
        self.keep()
        viewer = session.people()[0] if len(session.people()) == 1 else None
        self.news(viewer if viewer is not None else self.last)
        self.screen.table(viewer)
        self.screen.line(self.screen.say("play.over"), "bold")
        self.verdict(result)
        self.screen.line(self.screen.say("play.saved", session.path))
        self.screen.line(self.screen.say("play.replay", session.path))
        return exits.OK

    def verdict(self, result: tuple[int, ...]) -> None:
        """Who has won; and with how much, where that is counted."""
        found = self.session.definition
        winners = [self.session.names[seat] for seat in found.winners(result)]
        if found.cooperative or not winners:
            self.screen.line(self.screen.say("play.won_together" if winners else "play.lost_together"), "bold")
            return
        self.screen.scores(result)
        key = "play.winner" if len(winners) == 1 else "play.winners"
        self.screen.line(self.screen.say(key, ", ".join(winners)), "bold")

    # ------------------------------------------------------------ asking
    def ask(self, decision: Decision, sealed: bool) -> None:
        """Show what is new and the options; then read lines until one is an answer or changes the decision."""
        self.hand_over(decision.player, sealed)
        if self.news(decision.player) or self.stale:
            self.screen.table(decision.player)
            self.stale = False
        texts = self.texts(decision)
        self.screen.decision(decision, texts, sealed)
        while True:
            found = understood(self.read(), decision, texts, self.session.lang)
            if isinstance(found, Problem):
                self.screen.line(found.text, "yellow")
            elif isinstance(found, Command):
                lines, lang = len(self.session.recorder.record.lines), self.session.lang
                self.commands[found.name](found.rest, decision, texts)
                if (lines, lang) != (len(self.session.recorder.record.lines), self.session.lang):
                    return
            elif self.answered(decision, found.option, texts):
                return

    def answered(self, decision: Decision, option: Any, texts: list[str]) -> bool:
        try:
            self.give(decision.player, option)
        except Illegal as error:
            view = self.session.view(decision.player)
            self.screen.line(refused(self.session.definition, view, error.refusal, self.session.lang), "yellow")
            return False
        text = texts[decision.options.index(option)] if option in decision.options else repr(option)
        self.screen.line(self.screen.say("play.taken", self.session.names[decision.player], text), "dim")
        return True

    def texts(self, decision: Decision) -> list[str]:
        return [self.session.option_text(decision, option) for option in decision.options]

    def read(self) -> str:
        """A line that is not empty. EOFError when there will be no more."""
        self.console.file.flush()
        while True:
            line = input(self.screen.say("play.prompt"))
            if not sys.stdin.isatty():
                self.console.print()
            if line.strip():
                return line

    def news(self, viewer: int | None) -> bool:
        """Log lines this person has not seen. True if there were some, so that the table should be drawn."""
        session = self.session
        seat = -1 if viewer is None else viewer
        first = session.seen.get(seat)
        since = min(first, session.game.next_event()) if first is not None else self.opening()
        events = session.game.events(viewer, since)
        session.seen[seat] = session.game.next_event()
        self.screen.log(events)
        return bool(events)

    def opening(self) -> int:
        """Where the log begins for somebody who sits down: not with the whole past."""
        return max(0, self.session.game.next_event() - LOG_LINES)

    def hand_over(self, player: int, sealed: bool) -> None:
        """Between people at one keyboard: clear what the next may not see, and wait for him."""
        before, self.last = self.last, player
        if before is None or before == player:
            return
        if sealed or self.session.view(before) != self.session.view(player):
            self.wipe()
            self.screen.line(self.screen.say("play.hot_seat", self.session.names[player]), "bold")
            self.console.file.flush()
            input()

    def wipe(self) -> None:
        """Clear the screen, and what could be scrolled back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J\x1b[2J\x1b[H")

    # ------------------------------------------------------------ commands
    def explain(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if not rest:
            self.screen.line(self.screen.say("input.which"), "yellow")
            return
        found = chosen(rest, decision, texts, self.session.lang)
        if isinstance(found, Problem):
            self.screen.line(found.text, "yellow")
            return
        self.screen.explain(decision, found.option, texts[decision.options.index(found.option)])

    def undo(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if not self.session.undo(decision.player):
            self.screen.line(self.screen.say("input.no_undo"), "yellow")
            return
        self.keep()
        self.session.seen[decision.player] = self.session.game.next_event()
        self.stale = True
        self.screen.line(self.screen.say("play.undone"))

    def hint(self, rest: str, decision: Decision, texts: list[str]) -> None:
        with stderr().status(self.screen.say("hint.thinking")):
            ranked = self.session.hints(decision.player)
        self.screen.hints(decision, ranked, texts)

    def log(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if rest and not rest.isdecimal():
            self.screen.line(self.screen.say("input.count"), "yellow")
            return
        events = self.session.game.events(decision.player)
        self.screen.log(events[len(events) - min(len(events), int(rest or LOG_LINES)) :])

    def rules(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if not rest:
            self.screen.line(self.screen.say("input.which_rule"), "yellow")
            return
        slug = self.session.definition.slug
        found = looked_up(slug, rest.split())
        for entry in found[:RULES_SHOWN]:
            self.console.print(entry_text(entry))
        if not found:
            self.screen.line(self.screen.say("rules.nothing", slug, rest), "yellow")

    def save(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if not rest:
            self.keep()
            self.screen.line(self.screen.say("play.saved", self.session.path))
            return
        try:
            store(self.session.recorder.record, new_file(Path(rest)))
        except BadInput as error:
            self.screen.line(self.screen.say("play.not_saved", error), "yellow")
            return
        self.screen.line(self.screen.say("play.copied", rest))

    def quit(self, rest: str, decision: Decision, texts: list[str]) -> None:
        raise Quit

    def lang(self, rest: str, decision: Decision, texts: list[str]) -> None:
        if rest not in LANGUAGES:
            self.screen.line(self.screen.say("input.langs", ", ".join(LANGUAGES)), "yellow")
            return
        self.session.lang = rest
        self.stale = True
        self.screen.line(self.screen.say("play.lang"))
