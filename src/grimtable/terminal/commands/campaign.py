"""`grimtable campaign`: a campaign of Gloomhaven at the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable import records
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import Campaign, dump, load, result_of
from grimtable.games.gloomhaven.campaign.chronicle import Told
from grimtable.games.gloomhaven.campaign.handing import options_for, seats_for, seed_for
from grimtable.games.gloomhaven.campaign.words import act_words, event_words, scenario, told_words
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE, TOWN, Act
from grimtable.kernel.language import Message, refusal_message
from grimtable.kernel.values import BadInput, Illegal
from grimtable.terminal import exits
from grimtable.terminal.arguments import (
    content,
    drawn,
    json_option,
    lang_option,
    listed,
    new_file,
    seed_option,
    writable,
)
from grimtable.terminal.client import Client
from grimtable.terminal.commands.play import resumed
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.session import Session
from grimtable.terminal.words import say

SLUG = "gloomhaven"


@click.command(short_help="A campaign of Gloomhaven: town, events, scenarios, in one file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--new", is_flag=True, help="Begin a campaign in this new file.")
@click.option("--persons", default="You", show_default=True, metavar="A,B,..", help="Who plays, up to four.")
@click.option("--characters", type=click.IntRange(2, 4), help="In the party. Default: one each, at least two.")
@click.option("--difficulty", type=click.Choice(["easy", "normal", "hard", "very_hard"]), default="normal")
@click.option("--permanent-death", is_flag=True, help="Who has no hit points left is dead for good.")
@click.option("--reduced-randomness", is_flag=True, help="2x and bless count as +2, null and curse as -2.")
@seed_option
@lang_option
@json_option
def campaign(
    file: Path,
    new: bool,
    persons: str,
    characters: int | None,
    difficulty: str,
    permanent_death: bool,
    reduced_randomness: bool,
    seed: int | None,
    lang: str,
    as_json: bool,
) -> int:
    """Begin a campaign of Gloomhaven or go on with one. Everything is saved after every step, so nothing is lost.

    Whoever comes back to a campaign finds it kept as it was: a copy lies beside it, such as ours.backup.jsonl.

    In town you choose what to do from a list; a scenario is played at this terminal like any game, and what came of it
    goes into the campaign. With --json the campaign's world is printed, and nothing else.

    \b
    Examples:
      grimtable campaign ours.jsonl --new --persons Ada,Bo --characters 4
      grimtable campaign ours.jsonl
      grimtable campaign ours.jsonl --json
    """
    if new:
        names = listed(persons)
        count = characters or max(2, len(names))
        chairs = [chair % max(1, len(names)) for chair in range(count)]
        found = Campaign(drawn(seed), names, chairs, difficulty, permanent_death, reduced_randomness)
        save(found, new_file(file))
    else:
        found = opened(file)
    if as_json:
        print_json({**found.world.document(), "mark": found.mark()})
        return exits.OK
    if not new:
        save(found, file.with_suffix(f".backup{file.suffix}"))
    return Campaigning(found, writable(file), lang).run()


def opened(file: Path) -> Campaign:
    try:
        return load(content(file).decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text: it is no campaign") from None
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None


def save(found: Campaign, file: Path) -> None:
    """All or nothing: a crash leaves the old document."""
    try:
        records.write_whole(file, dump(found).encode())
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None


class Leave(Exception):
    """The person wants to stop."""


class Campaigning:
    """Somebody at the keyboard, and the campaign."""

    def __init__(self, found: Campaign, file: Path, lang: str) -> None:
        self.campaign, self.file, self.lang = found, file, lang
        self.catalogue = definition(SLUG).catalogue
        self.out = stdout()
        self.person = 0

    def run(self) -> int:
        try:
            while True:
                if self.campaign.world.stage == SCENARIO_STAGE:
                    self.scenario()
                else:
                    self.step()
        except (EOFError, Leave):
            self.line("campaign.saved", self.file)
            return exits.OK
        except KeyboardInterrupt:
            self.line("campaign.saved", self.file)
            return exits.INTERRUPTED

    # ------------------------------------------------------------ words
    def line(self, key: str, *about: object, style: str = "") -> None:
        self.out.print(Text(say(self.lang, key, *about), style=style))

    def tell(self, told: list[Told]) -> None:
        for one in told:
            self.out.print(Text(f"  {self.say(told_words(self.campaign.world, one))}"))

    def say(self, message: Message) -> str:
        return self.catalogue.say(message, self.lang)

    def show(self) -> None:
        """The party and the world at a glance."""
        world = self.campaign.world
        where = self.say(scenario(world, world.sheet().place)) if world.sheet().place != TOWN else "Gloomhaven"
        figures = (where, world.sheet().reputation, world.prosperity_level(), world.prosperity, len(world.done))
        self.line("campaign.head", *figures, style="bold")
        if world.team():
            rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
            for key in ("name", "class", "level", "xp", "gold", "checks", "items"):
                rows.add_column(say(self.lang, f"campaign.{key}"))
            for hero in [world.heroes[number] for number in world.team()]:
                items = ", ".join([self.say(Message(f"item.{item}")) for item in hero.items])
                kind = self.say(Message(f"class.{hero.kind}"))
                gold = f"{hero.gold} (+{hero.earmarked})" if hero.earmarked else str(hero.gold)
                rows.add_row(hero.name, kind, str(hero.level), str(hero.xp), gold, str(hero.checks), items)
            self.out.print(rows)
        if world.event:
            self.event()

    def event(self) -> None:
        """By its number, and in our own words."""
        key = self.campaign.world.event
        deck, _, number = key.partition(":")
        self.out.print(Text(self.say(Message(f"event_card.{deck}", (int(number),))), style="bold"))
        prompt, first, second = [self.say(words) for words in event_words(key)]
        for text in (prompt, f"A: {first}", f"B: {second}"):
            self.out.print(Text(f"  {text}"))

    # ------------------------------------------------------------ one step
    def step(self) -> None:
        self.person = self.whose()
        kinds = by_word(self.campaign.offers(self.person))
        self.show()
        if len(self.campaign.world.persons) > 1:
            self.line("campaign.person", self.campaign.world.persons[self.person])
        single = [acts[0] if len(acts) == 1 else None for acts in kinds.values()]
        texts = [
            self.say(act_words(self.campaign.world, act)) if act is not None else self.heading(word, len(kinds[word]))
            for word, act in zip(kinds, single)
        ]
        chosen = self.choose(texts)
        if chosen is None:
            return
        word = list(kinds)[chosen]
        act = single[chosen]
        if act is None:
            below = self.choose([self.say(act_words(self.campaign.world, one)) for one in kinds[word]])
            if below is None:
                return
            act = kinds[word][below]
        if act[0] == "create":
            act = self.named(act)
        self.do(act)

    def whose(self) -> int:
        """The same person goes on while there is something to do that is not already proposed by it."""
        world = self.campaign.world
        order = [self.person, *range(len(world.persons))]
        waiting = [person for person in order if self.campaign.offers(person) and str(person) not in world.votes]
        return waiting[0] if waiting else self.person

    def heading(self, word: str, count: int) -> str:
        return say(self.lang, f"campaign.kind_{word}", count)

    def named(self, act: Act) -> Act:
        self.line("campaign.whose_name", style="bold")
        name = self.read()
        return (act[0], act[1], name[:40], *act[3:])

    def do(self, act: Act) -> None:
        try:
            told = self.campaign.act(self.person, act)
        except Illegal as illegal:
            self.out.print(Text(self.say(refusal_message(illegal.refusal)), style="red"))
            return
        save(self.campaign, self.file)
        self.tell(told)

    def choose(self, texts: list[str]) -> int | None:
        """A number of the list; None when something else was done, or nothing."""
        for number, text in enumerate(texts, 1):
            self.out.print(Text(f"{number:4} {text}"))
        self.line("campaign.keys")
        typed = self.read()
        if typed in ("q", "quit"):
            raise Leave
        if typed in ("u", "undo"):
            self.undo()
            return None
        if typed.isdigit() and 1 <= int(typed) <= len(texts):
            return int(typed) - 1
        if typed not in ("b", "back"):
            self.line("campaign.no_number", len(texts), style="red")
        return None

    def undo(self) -> None:
        try:
            self.campaign.undo(self.person)
        except Illegal as illegal:
            self.out.print(Text(self.say(refusal_message(illegal.refusal)), style="red"))
            return
        save(self.campaign, self.file)
        self.line("campaign.undone")

    def read(self) -> str:
        self.out.file.flush()
        while True:
            typed = input("> ").strip()
            if not sys.stdin.isatty():
                self.out.print()
            if typed:
                return typed

    # ------------------------------------------------------------ scenarios
    def scenario(self) -> None:
        """Played here, from a record beside the campaign's file; an unfinished one is gone on with."""
        world = self.campaign.world
        path = self.file.with_name(f"{self.file.stem}.scenario-{world.waiting}.record.jsonl")
        if path.exists():
            session = resumed(path, definition(SLUG), None, self.lang)
        else:
            options = definition(SLUG).settled(options_for(world))
            seats = ["you"] * len(seats_for(world))
            recorder = records.recorded_game(SLUG, len(seats), seed_for(self.campaign), options, seats)
            session = Session(recorder, path, self.lang)
            session.save()
        code = Client(session, self.out).run()
        outcome = session.game.result()
        if outcome is None:
            raise KeyboardInterrupt if code == exits.INTERRUPTED else Leave
        told = self.campaign.report(result_of(session.game.state, world.waiting, outcome[0] > 0))
        save(self.campaign, self.file)
        self.tell(told)


def by_word(acts: list[Act]) -> dict[str, list[Act]]:
    found: dict[str, list[Act]] = {}
    for act in acts:
        found.setdefault(act[0], []).append(act)
    return found
