"""What the client shows: the table, the log, the open decision, an option explained."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimtable import ledger
from grimtable.kernel.definition import Definition
from grimtable.kernel.language import Message
from grimtable.kernel.values import BadInput, Decision, Event
from grimtable.terminal.session import Session
from grimtable.terminal.tables import drawing
from grimtable.terminal.tables.flow import Flow
from grimtable.terminal.words import say

KEYS = ("answer", "explain", "undo", "hint", "log", "rules", "table", "save", "lang", "quit")


class Screen:
    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session

    def say(self, key: str, *params: Any) -> str:
        return say(self.session.lang, key, *params)

    def line(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)

    def table(self, viewer: int | None) -> None:
        session = self.session
        drawn = drawing(session.definition.slug)
        self.console.print(drawn.table(session.view(viewer), session.scene(viewer, self.console.width)))

    def legend(self) -> str:
        session = self.session
        return drawing(session.definition.slug).legend(session.scene(None, self.console.width))

    def scores(self, result: tuple[int, ...]) -> None:
        session = self.session
        drawn = drawing(session.definition.slug)
        self.console.print(drawn.scores(session.view(None), result, session.scene(None, self.console.width)))

    # ------------------------------------------------------------ the log
    def log(self, events: list[Event]) -> None:
        session = self.session
        for event in events:
            line = event_line(session.definition, event, session.lang, session.names)
            self.console.print(line, soft_wrap=session.lang == "ja")  # without spaces the terminal breaks lines better

    # ------------------------------------------------------------ the open decision
    def decision(self, decision: Decision, texts: list[str], sealed: bool) -> None:
        session = self.session
        view = session.view(decision.player)
        prompt = session.definition.describe.prompt(view, decision)
        side = session.text(session.definition.describe.side(view, decision.player))
        title = self.say("play.ask", session.names[decision.player], side)
        self.console.print(Rule(Text(title, style="bold"), align="left", style="dim"))
        self.console.print(cited(Text(session.text(prompt), style="bold"), prompt, session.definition))
        if sealed:
            self.line(self.say("play.sealed"), "dim")
        if decision.open:
            self.line(self.say("play.suggestions"), "dim")
        notes = [session.note(decision, option) for option in decision.options]
        self.console.print(options(texts, notes, self.console.width))

    def explain(self, decision: Decision, option: Any, text: str) -> None:
        """An option in full: its text and id, the pieces it touches, and the rules behind it."""
        session = self.session
        message = session.option_message(decision, option)
        view = session.view(decision.player)
        number = decision.options.index(option) + 1
        parts: list[RenderableType] = [
            Text(text, style="bold"),
            Text(self.say("explain.id", decision.action_id(option)), style="dim"),
        ]
        pieces = [session.text(session.definition.describe.piece(view, ref)) for ref in dict.fromkeys(message.refs)]
        if pieces:
            parts += [Text("\n" + self.say("explain.pieces"), style="bold"), *[bullet(Text(p)) for p in pieces]]
        if message.rules:
            parts += [Text("\n" + self.say("explain.rules"), style="bold")]
            parts += [bullet(rule_text(session.definition, rule)) for rule in message.rules]
        title = Text(self.say("explain.title", number))
        self.console.print(Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED))

    def hints(self, decision: Decision, ranked: list[tuple[Any, float]], texts: list[str]) -> None:
        self.line(self.say("hint.title"), "bold")
        found = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1))
        for option, estimate in ranked:
            place = decision.options.index(option)
            share = self.say("hint.line", round(100 * estimate))
            found.add_row(Text(f"{place + 1:>4}", style="bold cyan"), Text(share), Text(texts[place]))
        self.console.print(found)

    def help(self) -> None:
        found = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for key in KEYS:
            found.add_row(Text(self.say(f"help.{key}"), style="bold cyan"), Text(self.say(f"help.{key}_is")))
        legend = self.legend()
        if legend:
            found.add_row(Text(self.say("help.legend"), style="bold"), Text(legend))
        self.console.print(Panel(found, title=self.say("help.title"), title_align="left", box=box.ROUNDED))


def options(texts: list[str], notes: list[str], width: int) -> RenderableType:
    """The numbered options with their notes, in two columns where there is room."""
    widest = max([cell_len(text) + cell_len(note) for text, note in zip(texts, notes)]) + 9
    columns = 2 if len(texts) > 4 and width >= 2 * widest else 1
    height = -(-len(texts) // columns)
    rows = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1))
    for row in range(height):
        cells: list[RenderableType] = []
        for place in range(row, len(texts), height):
            told = [Text(texts[place]), Text(notes[place], style="dim")]
            cells += [Text(f"{place + 1:>4}", style="bold cyan"), Flow(told if notes[place] else told[:1])]
        rows.add_row(*cells)
    return rows


def bullet(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2))


# ---------------------------------------------------------------- events and rules, for the log, replays and searches
def event_line(definition: Definition, event: Event, lang: str, names: tuple[str, ...]) -> Text:
    message = definition.describe.event(event)
    return cited(Text("  " + definition.catalogue.say(message, lang, names)), message, definition)


def cited(text: Text, message: Message, definition: Definition) -> Text:
    """The sentence with the rules behind it, dimmed and without the game's prefix."""
    prefix = f"{definition.slug.upper()}-"
    ids = " ".join([rule.removeprefix(prefix) for rule in message.rules])
    return text.append(f"  [{ids}]", style="not bold dim") if ids else text


def rule_text(definition: Definition, rule: str) -> Text:
    try:
        found = ledger.entry(definition.slug, rule)
    except BadInput:
        return Text(rule, style="bold")
    return entry_text(found)


def entry_text(entry: ledger.Entry) -> Text:
    title = f" {entry.title}." if entry.title else ""
    return Text.assemble((entry.id, "bold"), f"{title} {entry.text}")
