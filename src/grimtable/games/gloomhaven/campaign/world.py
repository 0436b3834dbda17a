"""The campaign as it stands: the world, its parties and its characters, and questions about them.

Everything is plain data, so that a world is a document. Heroes are characters of the campaign, numbered through; a
chair is one of the players of the rulebook, and a person at the table may hold several [GLOOMHAVEN-27.4].
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from grimtable.games.gloomhaven.campaign.components import (
    CHECKS_FOR,
    CHECKS_PER_PERK,
    FIRST_SCENARIOS,
    PRICE_SPANS,
    SHOP_RANGES,
    TOP_LEVEL,
    XP_FOR,
)
from grimtable.games.gloomhaven.components.cards import CLASS_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS

CITY_STAGE, EVENT_STAGE, SCENARIO_STAGE, AFTER_STAGE = "city", "event", "scenario", "after"
ALIVE, RETIRED, DEAD = "", "retired", "dead"
PARTY: Final = -1  # asked of the whole party
TOWN: Final = 0  # the place of a party in Gloomhaven
Act = tuple[Any, ...]  # a word and its arguments


@dataclass
class Hero:
    """[GLOOMHAVEN-23.6] A character sheet."""

    chair: int
    party: int
    name: str
    kind: str  # the class
    level: int
    xp: int
    gold: int
    cards: list[int]
    items: list[int] = field(default_factory=list)
    perks: list[int] = field(default_factory=list)
    checks: int = 0  # earned by battle goals, those turned into perks included
    quest: int = 0
    progress: dict[str, int] = field(default_factory=dict)  # by requirement of the quest
    seen: list[str] = field(default_factory=list)  # what a quest wants different ones of
    enhanced: int = 0
    earmarked: int = 0  # gold for enhancements only, before the next scenario begins
    donated: int = 0
    blessings: int = 0  # for the next scenario
    state: str = ALIVE
    notes: str = ""


@dataclass
class Party:
    """[GLOOMHAVEN-23.5] A party sheet."""

    name: str
    place: int = TOWN
    reputation: int = 0
    achievements: list[str] = field(default_factory=list)
    event_had: bool = False  # in this visit to the city
    gave: list[int] = field(default_factory=list)  # heroes that donated in this visit
    omens: list[list[Any]] = field(default_factory=list)  # what events do at the start of the next scenario
    notes: str = ""


@dataclass
class Ask:
    """Something that must be settled before anything else: one of the options, or a division of an amount."""

    kind: str
    hero: int  # who decides, or PARTY
    options: list[Any]
    amount: int = 0


@dataclass
class World:
    persons: list[str]
    chairs: list[int]  # the person of each chair
    difficulty: str = "normal"
    death: bool = False  # permanent [GLOOMHAVEN-29.2]
    reduced: bool = False  # randomness [GLOOMHAVEN-29.1]
    retirements: list[int] = field(default_factory=list)  # by chair
    heroes: list[Hero] = field(default_factory=list)
    parties: list[Party] = field(default_factory=list)
    party: int = 0  # which one plays
    stage: str = CITY_STAGE
    # the board [GLOOMHAVEN-23.4]
    prosperity: int = 0  # checks
    achievements: dict[str, int] = field(default_factory=dict)  # global ones, with their rank
    opened: list[int] = field(default_factory=lambda: list(FIRST_SCENARIOS))  # scenarios
    done: list[int] = field(default_factory=list)
    blocked: list[int] = field(default_factory=list)
    # decks, the next card last; the box
    city: list[str] = field(default_factory=list)
    road: list[str] = field(default_factory=list)
    designs: list[int] = field(default_factory=list)  # items the shop has beside those of its prosperity
    design_deck: list[int] = field(default_factory=list)
    side_deck: list[int] = field(default_factory=list)
    quest_deck: list[int] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)  # classes of which somebody has retired
    envelopes: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)  # conditions met, not yet made use of [GLOOMHAVEN-28.9]
    records: bool = False  # the town records are open
    donated: int = 0
    treasures: list[int] = field(default_factory=list)  # looted
    enhancements: dict[str, list[list[Any]]] = field(default_factory=dict)  # by card
    # this visit, this journey
    event: str = ""
    bound_for: int = TOWN
    casual: bool = False
    penalties: str = ""  # of the rooms of a random dungeon
    started: int = 0  # scenarios begun so far
    waiting: int = 0  # the number of the scenario in play whose result is not in; 0: none
    asks: list[Ask] = field(default_factory=list)
    votes: dict[str, list[Any]] = field(default_factory=dict)
    returned: list[int] = field(default_factory=list)  # copies of items the shop has nothing else of, one entry each

    def document(self) -> dict[str, Any]:
        return asdict(self)

    # ------------------------------------------------------------ who
    def team(self) -> list[int]:
        """The heroes of the party that plays."""
        return [n for n, hero in enumerate(self.heroes) if hero.party == self.party and hero.state == ALIVE]

    def sheet(self) -> Party:
        return self.parties[self.party]

    def person_of(self, hero: int) -> int:
        return self.chairs[self.heroes[hero].chair]

    def voters(self) -> list[int]:
        """The persons who must agree on what the party does; all of them while nobody has a character."""
        return sorted({self.person_of(hero) for hero in self.team()} or set(self.chairs))

    def classes_in_party(self) -> list[str]:
        return [self.heroes[hero].kind for hero in self.team()]

    # ------------------------------------------------------------ the town
    def prosperity_level(self) -> int:
        """[GLOOMHAVEN-25.18]"""
        return len([checks for checks in CHECKS_FOR if checks <= self.prosperity])

    def price_change(self) -> int:
        """[GLOOMHAVEN-23.7]"""
        reputation = self.sheet().reputation
        return next(change for low, high, change in PRICE_SPANS if low <= reputation <= high)

    def price(self, item: int) -> int:
        """[GLOOMHAVEN-25.5]"""
        return max(0, ITEMS[item].cost + self.price_change())

    def supplied(self) -> set[int]:
        """[GLOOMHAVEN-25.7, GLOOMHAVEN-25.8] The items of which the shop has every copy that nobody owns."""
        level = self.prosperity_level()
        ranges = [span for least, span in SHOP_RANGES.items() if least <= level]
        return {item for first, last in ranges for item in range(first, last + 1)} | set(self.designs)

    def owned_elsewhere(self) -> list[int]:
        """[GLOOMHAVEN-25.10] What other parties own counts as being in the shop, copy by copy."""
        away = [hero for hero in self.heroes if hero.party != self.party and hero.state == ALIVE]
        return [item for hero in away for item in hero.items]

    def sold_here(self) -> list[int]:
        """[GLOOMHAVEN-25.7, GLOOMHAVEN-25.8, GLOOMHAVEN-25.10] The items of the shop, those without a copy left too."""
        return sorted({*self.supplied(), *self.returned, *self.owned_elsewhere()})

    def for_sale(self, item: int) -> int:
        """[GLOOMHAVEN-25.8, GLOOMHAVEN-2.16] How many copies the shop has: of a single one that came back, that one."""
        left = self.copies_left(item)
        if item not in self.supplied():
            left = min(left, self.returned.count(item) + self.owned_elsewhere().count(item))
        return max(0, left)

    def copies_left(self, item: int) -> int:
        """[GLOOMHAVEN-25.10, GLOOMHAVEN-2.16] What other parties own counts as being in the shop."""
        return ITEMS[item].copies - len([hero for hero in self.team() if item in self.heroes[hero].items])

    def gold_together(self) -> int:
        return sum([self.heroes[hero].gold for hero in self.team()])

    # ------------------------------------------------------------ characters
    def may_level(self, hero: int) -> bool:
        """[GLOOMHAVEN-25.11, GLOOMHAVEN-25.17]"""
        sheet = self.heroes[hero]
        if sheet.level >= TOP_LEVEL:
            return False
        return sheet.xp >= XP_FOR[sheet.level] or sheet.level < self.prosperity_level()

    def must_level(self, hero: int) -> bool:
        sheet = self.heroes[hero]
        return sheet.level < TOP_LEVEL and sheet.xp >= XP_FOR[sheet.level]

    def loose_checks(self, hero: int) -> int:
        """[GLOOMHAVEN-24.7] Checkmarks not yet turned into a perk."""
        return self.heroes[hero].checks % CHECKS_PER_PERK

    def open_perks(self, hero: int) -> list[int]:
        """[GLOOMHAVEN-25.13] Each as often as it has boxes."""
        sheet = self.heroes[hero]
        perks = CLASS_PERKS[CLASS_OF[sheet.kind]]
        return [number for number, perk in enumerate(perks) if sheet.perks.count(number) < perk.times]

    # ------------------------------------------------------------ scenarios
    def meets(self, scenario: int) -> bool:
        """[GLOOMHAVEN-23.1] One of the alternatives it requires holds."""
        ways = SCENARIOS[scenario].get("requires")
        return not ways or any([self._holds(way) for way in ways])

    def _holds(self, way: dict[str, list[str]]) -> bool:
        mine = self.sheet().achievements
        return all([has(self.achievements, name) for name in way.get("global", ())]) and all(
            [(name.lstrip("!") in mine) != name.startswith("!") for name in way.get("party", ())]
        )

    def playable(self) -> list[int]:
        """[GLOOMHAVEN-23.1] Open, not done, not blocked, and all it requires is there."""
        return [n for n in self.opened if n not in self.done and n not in self.blocked and self.meets(n)]


def has(achievements: dict[str, int], wish: str) -> bool:
    """Whether a global achievement is there, with the rank asked for; `!` asks for its absence."""
    name, _, rank = wish.lstrip("!").partition(":")
    return (achievements.get(name, 0) >= int(rank or 1)) != wish.startswith("!")
