"""What a game tells the platform about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.kernel.campaigns import CampaignRules
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.language import KERNEL_TEXTS, Catalogue, Message, refusal_message
from grimtable.kernel.values import BadInput, Decision, Dice, Event, Refusal, State

OptionValue = int | str


class Document(NamedTuple):
    """What an option takes beside its listed values: a text with a form of its own, such as an army list."""

    settled: Callable[[str], str]  # the one way to write it; BadInput says in a line what is wrong with it
    read: Callable[[bytes, str], str]  # the text from a file's content and name; BadInput likewise
    report: Callable[[bytes, str, Callable[[Message], str]], dict[str, Any]]  # what becomes of a file, part by part


class GameOption(NamedTuple):
    """A switch of the rules. Its texts are `option.NAME` and `option.NAME.VALUE`; the first value is the default."""

    name: str
    values: tuple[OptionValue, ...]
    document: Document | None = None
    players: Mapping[OptionValue, tuple[int, ...]] | None = None  # the numbers of players that some values are for

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    def fits(self, value: OptionValue, players: int) -> bool:
        """Whether so many players may choose a value."""
        return self.players is None or players in self.players.get(value, (players,))

    def values_for(self, players: int) -> tuple[OptionValue, ...]:
        """What so many players may choose from; the default is always among it."""
        return tuple([value for value in self.values if self.fits(value, players)])

    def settled(self, value: OptionValue) -> OptionValue | None:
        """The value as it is kept; None if it is none of this option. BadInput for a document that is wrong."""
        if value in self.values:
            return value
        is_text = self.document is not None and isinstance(value, str) and value.lstrip().startswith("{")
        return self.document.settled(str(value)) if self.document is not None and is_text else None


class Advice(NamedTuple):
    """What bots are told about a game. The states they see are imagined ones."""

    rate: Callable[[Any, Decision], list[int]]  # (state, decision) -> a rating per option, higher is better
    value: Callable[[Any], tuple[int, ...]]  # state -> the prospect of each seat, from 0 (lost) to CERTAIN (won)
    spread: int  # ratings that far apart mean the difference between a lost and a won game
    horizon: int  # so many answers a playout goes on before it asks for `value`
    traits: Callable[[Any], list[list[int]]] | None = None  # per seat, what a fitted `value` weighs: see tools/fit.py
    explore: int = 120  # hundredths: how much ratings and few visits count against the mean; less if `value` is good
    curiosity: int = 4  # in a playout, one answer in so many is random; 0: none
    trifle: int = 0  # a search ends when no option promises so much more than the one it tries most, of CERTAIN


def told_refusal(view: Any, refusal: Refusal) -> Message:
    """A refusal as it is, for games whose refusals name nothing that a reader would know under another name."""
    return refusal_message(refusal)


# (state, the open decision, what is asked about) -> plain data. It must depend on nothing that anybody may not know.
Inquiry = Callable[[Any, Decision | None, Any], Any]


class Describe(NamedTuple):
    """How a game puts itself into words. `view` is what the reader may see."""

    prompt: Callable[[Any, Decision], Message]  # (view, decision)
    option: Callable[[Any, Decision, Any], Message]  # (view, decision, option)
    note: Callable[[Any, Decision, Any], Message | None]  # (view, decision, option) -> its consequence in a word or two
    event: Callable[[Event], Message]
    side: Callable[[Any, int], Message]  # (view, player) -> colour, faction or god
    piece: Callable[[Any, str], Message]  # (view, ref) -> what a thing on the table is and does
    refusal: Callable[[Any, Refusal], Message] = told_refusal  # (view, refusal) -> why an answer is not legal


class Definition:
    """A game as the platform knows it; the entry point of a game's package is one of these."""

    def __init__(
        self,
        rules: Rules[Any],
        folder: Path,
        players: tuple[int, ...],
        options: tuple[GameOption, ...],
        setup: Callable[[int, Mapping[str, OptionValue]], State],
        describe: Describe,
        advice: Advice,
        prompts: tuple[str, ...],
        events: tuple[str, ...],
        facts: Callable[[], Any] = dict,
        thing: Callable[[int], Any] | None = None,
        inquiries: Mapping[str, Inquiry] | None = None,
        campaign: CampaignRules | None = None,
        cooperative: bool = False,
        dice: tuple[int, ...] = (),
    ) -> None:
        self.rules = rules
        self.slug = rules.name
        self.folder = folder  # holds texts/, data/rules.md (the ledger) and data/exempt.toml
        self.players = players  # the numbers of players it can be played with
        self.options = options
        self.describe = describe
        self.advice = advice
        self.prompts = prompts  # every prompt it asks with, every kind of event it tells
        self.events = events
        self.facts = facts  # plain data about the components, for boards
        self.thing = thing  # how events name what `Rules.unknown` lists; checks need it
        self.inquiries = inquiries or {}  # what may be asked about a table beside its decisions
        self.campaign = campaign  # how games follow from one another, where they do
        self.cooperative = cooperative  # all win or lose together
        self.dice = dice  # the dice that are rolled at the table, by their sides; other chance is no roll
        self._setup = setup
        self._catalogue: Catalogue | None = None
        self._chapters: frozenset[str] | None = None

    @property
    def catalogue(self) -> Catalogue:
        """All texts, read once. Compiled, a cached_property would read them at every use."""
        if self._catalogue is None:
            self._catalogue = Catalogue(KERNEL_TEXTS, self.folder / "texts")
        return self._catalogue

    @property
    def chapters(self) -> frozenset[str]:
        """The kinds of events that open a chapter: a round, a scenario."""
        if self._chapters is None:
            named = self.catalogue.templates["en"]
            self._chapters = frozenset([kind for kind in self.events if f"chapter.{kind}" in named])
        return self._chapters

    def title(self, lang: str) -> str:
        return self.catalogue.say(Message("title"), lang)

    def new_game(
        self, players: int | None = None, options: Mapping[str, OptionValue] | None = None, dice: Dice | None = None
    ) -> Game[Any]:
        """A new game. BadInput says which count or option is wrong and which would be right."""
        count = self.players[-1] if players is None else players
        if count not in self.players:
            raise BadInput(f"{self.slug} is for {_either(self.players)} players, not {count}")
        return Game(self.rules, self._setup(count, self.settled(options or {}, count)), dice or FastDice(0))

    def winners(self, outcome: tuple[int, ...]) -> list[int]:
        """The seats that have won, several in a tie or where all play together; nobody where all are left with 0."""
        best = max(outcome)
        return [seat for seat, score in enumerate(outcome) if score == best] if any(outcome) else []

    def settled(self, options: Mapping[str, OptionValue], players: int | None = None) -> dict[str, OptionValue]:
        """All options with their values: the given ones, else the defaults; checked for so many players, if given."""
        known = {option.name: option for option in self.options}
        found = {name: option.default for name, option in known.items()}
        for name, value in options.items():
            if name not in known:
                raise BadInput(f"{self.slug} has no option {name!r}; it has {_either(tuple(known)) or 'none'}")
            settled = known[name].settled(value)
            if settled is None:
                raise BadInput(f"{self.slug} option {name} is {_either(known[name].values)}, not {value!r:.80}")
            found[name] = settled
            limits = known[name].players
            if players is not None and limits is not None and not known[name].fits(settled, players):
                meant = _either(limits[settled])
                raise BadInput(f"{self.slug} option {name}={settled} is for {meant} players, not {players}")
        return found


def _either(values: tuple[object, ...]) -> str:
    words = [str(value) for value in values]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
