"""The campaign as a document: a header, and a journal of all that was done, from which the world follows.

Same seed and same entries, same world: chance is drawn from the seed and the number of the entry. An entry that drew
nothing, told no secret and was not a scenario's result can be taken back until the next scenario begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.campaign import asks, city, enhancing, events, notes, travel
from grimtable.games.gloomhaven.campaign.acts import KINDS, OF_PARTY, no, offers, perform, refusal
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle, Told
from grimtable.games.gloomhaven.campaign.components import BLOOD_GOD, DESIGN_DECK, FIRST_EVENTS, QUESTS, SIDE_DECK
from grimtable.games.gloomhaven.campaign.result import Result, result_from, why_not_result
from grimtable.games.gloomhaven.campaign.world import Act, Party, World
from grimtable.games.gloomhaven.components import VERSION
from grimtable.games.gloomhaven.components.cards import STARTING
from grimtable.kernel.chance import FairDice
from grimtable.kernel.values import BadInput, Illegal, Refusal

__all__ = ["Campaign", "Entry", "asks", "city", "dump", "enhancing", "events", "load", "notes", "travel"]

FORMAT: Final = "grimtable campaign 1"
REPORT: Final = "report"
DECKS: Final = ("city", "road", "design_deck", "side_deck", "quest_deck")  # what comes off one is known from then on
SETTINGS: Final = ("difficulty", "death", "reduced")
HEADER: Final = ("seed", "persons", "chairs", *SETTINGS)
FINAL: Final = (REPORT, "event", "travel", "casual", "dungeon")  # never taken back
MOST_PERSONS: Final = 4
SIZE: Final = 8 << 20  # bytes of a document
MOST_ENTRIES: Final = 100_000
LONGEST: Final = 2000  # characters of a text that somebody writes
LARGEST: Final = 1 << 53
DEEPEST: Final = 6  # lists in lists
WIDEST: Final = 1000  # entries of a list


class Entry(NamedTuple):
    """Who did what. A scenario's result is nobody's act."""

    person: int
    act: Act


class Campaign:
    """A world, and how it came about."""

    def __init__(
        self,
        seed: int,
        persons: list[str],
        chairs: list[int],
        difficulty: str = "normal",
        death: bool = False,
        reduced: bool = False,
    ) -> None:
        check_header(seed, persons, chairs, difficulty, death, reduced)
        self.header: dict[str, Any] = {
            "format": FORMAT,
            "seed": seed,
            "persons": persons,
            "chairs": chairs,
            "difficulty": difficulty,
            "death": death,
            "reduced": reduced,
        }
        self.entries: list[Entry] = []
        self.told: list[list[Told]] = []  # by entry
        self.drew: list[bool] = []  # by entry: whether chance or a secret bars taking it back
        self.world = self.begun()

    def begun(self) -> World:
        """[GLOOMHAVEN-23.14, GLOOMHAVEN-25.18] A new world: its decks are shuffled."""
        header, dice = self.header, self.dice(0)
        world = World(list(header["persons"]), list(header["chairs"]), *[header[name] for name in SETTINGS])
        world.retirements = [0] * len(world.chairs)
        world.parties = [Party("")]
        world.classes = list(STARTING)
        quests = [quest for quest in QUESTS if not (world.death and quest == BLOOD_GOD)]
        for name, cards in (
            ("city", FIRST_EVENTS["city"]),
            ("road", FIRST_EVENTS["road"]),
            ("design_deck", DESIGN_DECK),
            ("side_deck", SIDE_DECK),
            ("quest_deck", quests),
        ):
            setattr(world, name, [cards[place] for place in dice.order(list(range(len(cards))))])
        return world

    def dice(self, number: int) -> FairDice:
        """Chance of one entry: the same wherever and whenever it is drawn."""
        return FairDice(blake2b(f"{self.header['seed']} {number}".encode(), digest_size=32).digest())

    # ------------------------------------------------------------ doing
    def offers(self, person: int, without: tuple[str, ...] = ()) -> list[Act]:
        return offers(self.world, person, without)

    def act(self, person: int, act: Act) -> list[Told]:
        """Do something, or agree to it. Illegal, and nothing has changed, if it may not be done."""
        act = plain(act)
        found = refusal(self.world, person, act)
        if found is not None:
            raise Illegal(found)
        return self._enter(Entry(person, act))

    def report(self, result: Result) -> list[Told]:
        """[GLOOMHAVEN-21.4] What came of the scenario in play: taken once."""
        found = why_not_result(self.world, result)
        if found is not None:
            raise Illegal(found)
        return self._enter(Entry(-1, (REPORT, asdict(result))))

    def _enter(self, entry: Entry) -> list[Told]:
        dice = self.dice(len(self.entries) + 1)
        c = Chronicle(deepcopy(self.world), dice)
        apply_entry(c, entry)  # a bug in the rules leaves the campaign as it was
        turned = [name for name in DECKS if getattr(c.world, name) != getattr(self.world, name)]
        self.drew.append(dice.mark > 0 or bool(turned) or entry.act[0] in FINAL)
        self.world = c.world
        self.entries.append(entry)
        self.told.append(c.told)
        return c.told

    def why_not_undo(self, person: int) -> Refusal | None:
        """Only one's own entry can be taken back, and only if nothing was drawn or turned up by it."""
        if not self.entries or self.drew[-1]:
            return no("", "no_undo")
        return None if self.entries[-1].person == person else no("", "undo_not_yours")

    def undo(self, person: int) -> None:
        """Take back the last entry."""
        found = self.why_not_undo(person)
        if found is not None:
            raise Illegal(found)
        earlier = self.entries[:-1]
        again = Campaign.replayed(self.header, earlier)
        self.entries, self.told, self.drew, self.world = again.entries, again.told, again.drew, again.world

    # ------------------------------------------------------------ the document
    @staticmethod
    def replayed(header: dict[str, Any], entries: Iterable[Entry]) -> Campaign:
        """The campaign that follows from a header and its entries."""
        campaign = Campaign(*[header[name] for name in HEADER])
        for entry in entries:
            if entry.act[0] == REPORT:
                campaign.report(result_from(entry.act[1]))
            else:
                campaign.act(entry.person, entry.act)
        return campaign

    def mark(self) -> str:
        """A hash of the world: equal for equal campaigns."""
        text = json.dumps(self.world.document(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def closing(self) -> dict[str, Any]:
        """The last line of its document."""
        return {"mark": self.mark(), "rules": VERSION}


def apply_entry(c: Chronicle, entry: Entry) -> None:
    """[GLOOMHAVEN-23.15] What the party does waits until all its persons want the same."""
    world, act = c.world, entry.act
    if act[0] == REPORT:
        result = result_from(act[1])
        travel.finish(c, result.won, [asdict(fate) for fate in result.fates], result.given_up)
    elif KINDS[act[0]].whose == OF_PARTY:
        world.votes[str(entry.person)] = list(act)
        waiting = [person for person in world.voters() if world.votes.get(str(person)) != list(act)]
        if waiting:
            c.tell("proposed", entry.person, *act)
            return
        world.votes = {}
        perform(c, act)
    else:
        if act[0] not in notes.WRITING:  # what was proposed may not be possible any more
            world.votes = {}
        perform(c, act)
    travel.go_on(c)


def plain(act: Act) -> Act:
    """An act as it is kept: nothing but lists, numbers and words."""
    try:
        kept = json.loads(json.dumps(act))
    except (TypeError, ValueError) as error:
        raise Illegal(no("", "unknown_act", str(act)[:80])) from error
    return tuple(kept) if isinstance(kept, list) else (kept,)


def check_header(seed: Any, persons: Any, chairs: Any, difficulty: Any, death: Any, reduced: Any) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
        raise BadInput(f"the seed of a campaign is a number from 0 to {(1 << 64) - 1}, not {seed!r:.40}")
    if not isinstance(persons, list) or not 1 <= len(persons) <= MOST_PERSONS:
        raise BadInput(f"a campaign has 1 to {MOST_PERSONS} persons")
    if [name for name in persons if not isinstance(name, str) or not 0 < len(name) <= 40 or not name.isprintable()]:
        raise BadInput("the name of a person has 1 to 40 characters, all printable")
    seats = isinstance(chairs, list) and 2 <= len(chairs) <= MOST_PERSONS
    if not seats or [c for c in chairs if type(c) is not int or not 0 <= c < len(persons)]:
        raise BadInput("a campaign has 2 to 4 chairs, each held by one of its persons")
    if set(chairs) != set(range(len(persons))):
        raise BadInput("every person of a campaign holds a chair")
    if difficulty not in ("easy", "normal", "hard", "very_hard"):
        raise BadInput(f"the difficulty is easy, normal, hard or very_hard, not {difficulty!r:.40}")
    if not isinstance(death, bool):
        raise BadInput("permanent death is on or off")
    if not isinstance(reduced, bool):
        raise BadInput("reduced randomness is on or off")


# ---------------------------------------------------------------- the file
def dump(campaign: Campaign) -> str:
    """JSON Lines: the header, every entry, and at the end the mark of the world and the version of the rules."""
    lines: list[Any] = [campaign.header, *[[entry.person, list(entry.act)] for entry in campaign.entries]]
    lines.append(campaign.closing())
    return "\n".join([json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]) + "\n"


def load(text: str) -> Campaign:
    """The campaign of a document. BadInput says in one line what is wrong with it."""
    if len(text) > SIZE:
        raise BadInput(f"a campaign's document has at most {SIZE >> 20} MB")
    lines = text.splitlines()
    if len(lines) > MOST_ENTRIES:
        raise BadInput(f"a campaign's document has at most {MOST_ENTRIES} lines")
    header = parsed(lines[0] if lines else "", 1)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadInput(f"this is no campaign of grimtable: its first line should say {FORMAT!r}")
    if missing := [name for name in HEADER if name not in header]:
        raise BadInput(f"the first line lacks {missing[0]!r}")
    end = parsed(lines[-1], len(lines))
    if len(lines) < 2 or not isinstance(end, dict) or not isinstance(end.get("mark"), str):
        raise BadInput("the document is cut off: its last line should hold the mark of the world")
    entries = [entry_from(parsed(line, number), number) for number, line in enumerate(lines[1:-1], 2)]
    campaign = in_order(header, entries)
    if end.get("rules", 1) == VERSION and campaign.mark() != end["mark"]:  # other rules have another world
        raise BadInput("the world that follows from the entries is not the one the document was closed with")
    return campaign


def in_order(header: dict[str, Any], entries: list[Entry]) -> Campaign:
    done = 0

    def counted() -> Iterable[Entry]:
        nonlocal done
        for entry in entries:
            yield entry
            done += 1

    try:
        return Campaign.replayed(header, counted())
    except Illegal as illegal:
        raise BadInput(f"line {done + 2} does what the rules do not allow: {illegal.refusal.message_key}") from illegal


def parsed(line: str, number: int) -> Any:
    try:
        found = json.loads(line)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"line {number} is no text: it holds half a character") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"line {number} is not JSON") from error
    return found


def entry_from(found: Any, number: int) -> Entry:
    is_pair = isinstance(found, list) and len(found) == 2 and type(found[0]) is int
    if not is_pair or not isinstance(found[1], list) or not found[1]:
        raise BadInput(f"line {number} is no entry: it should be [person, [word, ...]]")
    if not -1 <= found[0] < MOST_PERSONS:
        raise BadInput(f"line {number} is of person {found[0]!r:.20}, who is not there")
    if not is_bounded(found[1]):
        raise BadInput(f"line {number} holds a number, a text or a list beyond what any act has")
    return Entry(found[0], tuple(found[1]))


def is_bounded(found: Any, depth: int = 0) -> bool:
    """Whether an act holds nothing but numbers, words, lists and objects of a size that acts have."""
    if isinstance(found, dict):
        return is_bounded([*found, *found.values()], depth)
    if isinstance(found, list):
        return depth < DEEPEST and len(found) <= WIDEST and all([is_bounded(part, depth + 1) for part in found])
    if isinstance(found, str):
        return len(found) <= LONGEST
    return isinstance(found, int) and -LARGEST < found < LARGEST
