"""What each role is shown of a table, in its language. Everything is listed from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grimtable.kernel.codec import frozen
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game
from grimtable.kernel.language import PLAYER, Message
from grimtable.kernel.values import Decision, Event
from grimtable.server import protocol as p
from grimtable.server.course import NOTE, Course, Entry
from grimtable.server.rows import Outcome, Place, SeatRow
from grimtable.server.words import say


class Sight(NamedTuple):
    """Who looks: the seat whose eyes these are (None: everybody's), the language, the names at the table."""

    definition: Definition
    viewer: int | None
    lang: p.Lang
    names: Sequence[str]
    all_open: bool = False
    old: bool = False  # it was played, at least in part, under other rules
    sides: Sequence[str] = ()  # the words that name each seat's side, where it is known

    def say(self, message: Message) -> str:
        return self.definition.catalogue.say(message, self.lang, self.names)


def with_sides(sight: Sight, view: Any) -> Sight:
    """The same eyes, who also know which side each seat plays."""
    side = sight.definition.describe.side
    return sight._replace(sides=[side(view, seat).key for seat in range(len(sight.names))])


# ---------------------------------------------------------------- seats
def name_of(seat: int, row: SeatRow, lang: str) -> str:
    if row.name:
        return row.name
    if row.kind == "bot":
        return say(lang, "bot", bot_name(row.bot or "", lang))
    return say(lang, "player", seat)  # the catalogue counts people from one


def bot_name(spec: str, lang: str) -> str:
    kind = spec.partition(":")[0]
    return say(lang, f"bot_name.{kind if kind in ('random', 'greedy', 'mcts') else 'other'}")


def names_of(seats: Sequence[SeatRow], lang: str) -> list[str]:
    return [name_of(seat, row, lang) for seat, row in enumerate(seats)]


def kind_of(row: SeatRow) -> Any:
    return "bot" if row.kind == "bot" else "person" if row.taken else "open"


def seats_shown(seats: Sequence[SeatRow], sight: Sight, view: Any, connected: frozenset[int]) -> list[p.SeatInfo]:
    shown = []
    for seat, row in enumerate(seats):
        side = sight.definition.describe.side(view, seat) if view is not None else None
        shown.append(
            p.SeatInfo(
                seat,
                kind_of(row),
                sight.names[seat],
                row.bot,
                side.key.rpartition(".")[2] if side is not None else None,
                sight.say(side) if side is not None else "",
                row.kind == "bot" or seat in connected,
                row.fallback,
                row.colour,
            )
        )
    return shown


# ---------------------------------------------------------------- decisions
def asks_shown(course: Course, seats: Sequence[int], looks: Sight, view: Callable[[int], Any]) -> list[p.Ask]:
    """The open decisions of these seats, each as its own seat sees it; those too that may be withdrawn."""
    game = course.game
    mine = [decision for decision in game.asked() if decision.player in seats]
    return [_ask(d, view(d.player), looks._replace(viewer=d.player), d.player in game.partial) for d in mine]


def _ask(decision: Decision, view: Any, sight: Sight, sealed: bool) -> p.Ask:
    describe = sight.definition.describe
    prompt = describe.prompt(view, decision)
    options = [] if sealed else [_option(decision, option, view, sight) for option in decision.options]
    return p.Ask(
        decision.player,
        decision.prompt,
        sight.say(prompt),
        list(prompt.rules),
        list(prompt.refs),
        decision.open,
        sealed,
        options,
    )


def _option(decision: Decision, option: Any, view: Any, sight: Sight) -> p.OptionInfo:
    describe = sight.definition.describe
    message = describe.option(view, decision, option)
    note = describe.note(view, decision, option)
    text = sight.say(note) if note is not None else None
    return p.OptionInfo(decision.action_id(option), sight.say(message), list(message.refs), list(message.rules), text)


def waiting_shown(course: Course) -> list[p.Waiting]:
    game = course.game
    return [p.Waiting(d.player, d.player in game.partial) for d in game.asked()]


# ---------------------------------------------------------------- log
def log_shown(log: Sequence[Entry], sight: Sight, first: int = 0) -> list[p.LogLine]:
    return [line_shown(number, entry, sight) for number, entry in enumerate(log[first:], first)]


def line_shown(number: int, entry: Entry, sight: Sight) -> p.LogLine:
    if entry.event == NOTE:
        return p.LogLine(number, f"note.{entry.kind}", _note(entry, sight), [], [], None, None, entry.at)
    event = entry.seen_by(sight.viewer, sight.all_open)
    try:
        message = sight.definition.describe.event(event)
        text = sight.say(message)
    except Exception:  # other rules may have told of it in a form that today's texts do not know
        if not sight.old:
            raise
        return p.LogLine(number, event.kind, say(sight.lang, "note.old_event"), [], [], None, None, entry.at)
    chapter = chapter_of(event, message, sight)
    return p.LogLine(
        number,
        event.kind,
        text,
        list(message.refs),
        list(message.rules),
        actor(message, sight.sides),
        chapter,
        entry.at,
    )


def _note(entry: Entry, sight: Sight) -> str:
    """A note's parameters: a seat first, then words of which some are texts themselves."""
    words: list[Any] = list(entry.public)
    if words and isinstance(words[0], int):
        words[0] = sight.names[words[0]]
    if entry.kind in ("replaced", "left_out") and len(words) > 1:  # whose seat it was, not a bot that has it now
        words[0] = name_of(entry.public[0], SeatRow("person", words[1]), sight.lang)
    if entry.kind == "bot_fallback":
        words[1], words[3] = bot_name(words[1], sight.lang), bot_name(words[3], sight.lang)
        words[2] = say(sight.lang, f"fault.{words[2]}")
    return say(sight.lang, f"note.{entry.kind}", *words)


def actor(message: Message, sides: Sequence[str]) -> int | None:
    """Whose doing an event is: the player whom its sentence names first, by name or by side."""
    first = message.params[0] if message.params else None
    if isinstance(first, Message) and first.key == PLAYER:
        seat: int = first.params[0]
        return seat
    return sides.index(first.key) if isinstance(first, Message) and first.key in sides else None


def chapter_of(event: Event, message: Message, sight: Sight) -> str | None:
    key = f"chapter.{event.kind}"
    if not sight.definition.catalogue.has(key, sight.lang):
        return None
    return sight.say(Message(key, message.params))


# ---------------------------------------------------------------- where the game is
def place_of(log: Sequence[Entry], definition: Definition, view: Any) -> Place | None:
    """The chapter that is open and the phase, without language and without secrets."""
    for entry in reversed(log):
        if entry.event != NOTE and entry.kind in definition.chapters:
            phase = view.get("phase") if isinstance(view, dict) else None
            return Place(entry.kind, entry.public, phase if isinstance(phase, str) else "")
    return None


def place_text(place: Place | None, sight: Sight) -> str:
    if place is None:
        return ""
    event = Event(place.kind, frozen(place.public))
    chapter = chapter_of(event, sight.definition.describe.event(event), sight) or ""
    key = f"phase.{place.phase}"
    if not sight.definition.catalogue.has(key, sight.lang):
        return chapter
    return say(sight.lang, "phase", chapter, sight.say(Message(key)))


# ---------------------------------------------------------------- the end
def outcome_of(game: Game[Any], definition: Definition, view: Any) -> Outcome | None:
    """The scores as people count them: the view's victory points where a game has them, else the outcome."""
    result = game.result()
    if result is None:
        return None
    winners = definition.winners(result)
    if definition.cooperative:
        return Outcome([], winners)
    points = view.get("vp") if isinstance(view, dict) else None
    return Outcome(list(points if points and winners else result), winners)  # nothing counts where all lose


def result_text(outcome: Outcome, names: Sequence[str], lang: str) -> str:
    scores = tuple([f"{name} {score}" for name, score in zip(names, outcome.scores)])
    winners = tuple([names[seat] for seat in outcome.winners])
    if not winners:
        return say(lang, "lost_together")
    if not scores:
        return say(lang, "won_together")
    return say(lang, "won" if len(winners) == 1 else "shared", winners, scores)


def result_shown(outcome: Outcome | None, sight: Sight, view: Any) -> p.ResultInfo | None:
    if outcome is None:
        return None
    standings = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
    rows = [
        {
            "seat": seat,
            "name": name,
            "side_text": sight.say(sight.definition.describe.side(view, seat)),
            "score": outcome.scores[seat] if standings else None,
            "rank": 1 + len([1 for other in standings if other > standings[seat]]),
            "won": seat in outcome.winners,
        }
        for seat, name in enumerate(sight.names)
    ]
    return p.ResultInfo(outcome.scores, outcome.winners, result_text(outcome, sight.names, sight.lang), rows)
