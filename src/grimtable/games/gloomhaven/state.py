"""Everything that lies on the table, and questions about it. Columns are by figure, by character or by hex.

Characters are the figures 0 to 3; monsters, summons and objectives get the next number when they enter the map and
keep it. Where no figure stands `at` holds NONE; a figure off the map has the hex NONE.
"""

from __future__ import annotations

from dataclasses import dataclass

from grimtable.games.gloomhaven.components import (
    CHARACTER,
    DISARM,
    HEROES,
    INVISIBLE,
    MONSTER,
    NONE,
    OBSTACLE,
    PLATE,
    SUMMON,
    Card,
    Figure,
    Hex,
    Mask,
    Seat,
)
from grimtable.games.gloomhaven.components.cards import POWERS, SUMMONS, SummonKind
from grimtable.games.gloomhaven.components.layouts import Ground, Layout
from grimtable.games.gloomhaven.components.monsters import FLIES, STATS, Stats, stats_key
from grimtable.games.gloomhaven.components.scenarios import MONSTER_LEVEL, ground_of, layout_of
from grimtable.games.gloomhaven.components.terms import (
    FALLEN,
    FLYING,
    FRIENDLY,
    GROUNDED,
    ITEMS_POWER,
    MOST,
    OPEN,
    PHASING,
    REST,
    SEES_INVISIBLE,
    SETUP,
    UNAFFECTED,
    Bonus,
)
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step


@dataclass(init=False, slots=True)
class Gloomhaven:
    agenda: list[Step]
    outcome: tuple[int, ...]
    # the scenario
    scenario: int
    level: int
    solo: int  # 1: one player alone, or open information [GLOOMHAVEN-6.4]
    characters: int  # at the start; C of formulas, exhausted ones too
    seat: tuple[Seat, ...]  # of each character
    flags: tuple[str, ...]
    round: int
    phase: str
    standing: int
    closed: Mask
    barred: Mask  # closed doors that can be attacked
    locked: Mask
    revealed: Mask
    elements: tuple[int, ...]
    infused: Mask  # will be strong at the end of the turn
    notes: dict[str, int]  # what scenario rules remember
    # hexes
    terrain: list[int]
    at: list[Figure]
    traps: dict[Hex, tuple[int, Mask, Figure]]  # damage, conditions, who laid it
    money: dict[Hex, int]
    treasure: dict[Hex, int]
    # figures
    side: list[int]
    sort: list[int]
    kind: list[int]
    rank: list[int]
    standee: list[int]
    hex: list[Hex]
    hp: list[int]
    max_hp: list[int]
    conditions: list[Mask]
    fresh: list[Mask]  # gained in the figure's own turn: they outlast its end [GLOOMHAVEN-14.10]
    owner: list[Figure]  # of a summon; else NONE
    marks: list[Mask]
    bonuses: list[Bonus]
    # characters
    levels: tuple[int, ...]
    home: list[tuple[Card, ...]]  # not taken along
    hand: list[tuple[Card, ...]]
    discard: list[tuple[Card, ...]]
    lost: list[tuple[Card, ...]]
    active: list[tuple[Card, ...]]
    chosen: list[tuple[Card, ...]]  # the two cards of this round, leading first; or a rest
    seen: list[tuple[Card, ...]]  # cards the others have seen
    xp: list[int]
    coins: list[int]  # money tokens looted
    loot: list[tuple[int, ...]]  # treasures looted
    items: list[tuple[int, ...]]  # equipped, for the whole scenario [GLOOMHAVEN-2.8]
    item_state: dict[int, int]  # by character and item; not there: ready
    item_used: dict[int, int]  # charges gone
    perks: list[tuple[int, ...]]
    goals: list[int]  # battle goals kept
    goals_dealt: list[tuple[int, ...]]
    goal_deck: tuple[int, ...]
    tallies: dict[str, int]  # "0 monsters_killed": what battle goals count
    # the turn in progress
    acting: Figure
    to_play: tuple[Card, ...]
    halves: Mask  # used this turn
    walked: tuple[Hex, ...]  # hexes entered this turn
    harm: int  # damage inflicted this turn
    # decks; the last card is drawn next
    decks: list[tuple[int, ...]]  # attack modifiers by owner
    drawn: list[tuple[int, ...]]
    reshuffle: Mask
    ability_decks: dict[int, tuple[int, ...]]
    ability_drawn: dict[int, tuple[int, ...]]
    ability: dict[int, int]  # the card of this round by deck
    order: tuple[int, ...]  # of types sharing a deck, as the players settled it [GLOOMHAVEN-9.7]

    def __init__(self, agenda: list[Step], like: Gloomhaven | None = None) -> None:
        """An empty table, or a copy of another: made in one go, since every step begins with one."""
        self.agenda = agenda
        if like is None:
            self.scenario = 1
            self.level = self.solo = self.characters = self.round = 0
            self.phase, self.standing, self.acting = SETUP, OPEN, NONE
            self.closed = self.barred = self.locked = self.revealed = self.infused = 0
            self.halves = self.harm = self.reshuffle = 0
            self.outcome = self.seat = self.flags = ()
            self.order = self.levels = self.to_play = self.walked = self.goal_deck = ()
            self.elements = (0,) * 6
            self.terrain, self.at, self.side, self.sort = [], [], [], []
            self.kind, self.rank, self.standee, self.hex = [], [], [], []
            self.hp, self.max_hp, self.conditions, self.fresh = [], [], [], []
            self.owner, self.marks, self.bonuses, self.home = [], [], [], []
            self.hand, self.discard, self.lost, self.active = [], [], [], []
            self.chosen, self.seen, self.xp, self.coins = [], [], [], []
            self.loot, self.items, self.perks, self.goals = [], [], [], []
            self.goals_dealt, self.decks, self.drawn = [], [], []
            self.notes, self.traps, self.money, self.treasure = {}, {}, {}, {}
            self.item_state, self.item_used, self.tallies, self.ability_decks = {}, {}, {}, {}
            self.ability_drawn, self.ability = {}, {}
            return
        self.outcome, self.scenario, self.level, self.solo = like.outcome, like.scenario, like.level, like.solo
        self.characters, self.seat, self.flags, self.round = like.characters, like.seat, like.flags, like.round
        self.phase, self.standing, self.closed, self.barred = like.phase, like.standing, like.closed, like.barred
        self.locked, self.revealed = like.locked, like.revealed
        self.elements, self.infused = like.elements, like.infused
        self.levels, self.goal_deck, self.acting, self.to_play = like.levels, like.goal_deck, like.acting, like.to_play
        self.halves, self.walked, self.harm, self.reshuffle = like.halves, like.walked, like.harm, like.reshuffle
        self.order = like.order
        self.terrain = like.terrain.copy()
        self.at = like.at.copy()
        self.side = like.side.copy()
        self.sort = like.sort.copy()
        self.kind = like.kind.copy()
        self.rank = like.rank.copy()
        self.standee = like.standee.copy()
        self.hex = like.hex.copy()
        self.hp = like.hp.copy()
        self.max_hp = like.max_hp.copy()
        self.conditions = like.conditions.copy()
        self.fresh = like.fresh.copy()
        self.owner = like.owner.copy()
        self.marks = like.marks.copy()
        self.bonuses = like.bonuses.copy()
        self.home = like.home.copy()
        self.hand = like.hand.copy()
        self.discard = like.discard.copy()
        self.lost = like.lost.copy()
        self.active = like.active.copy()
        self.chosen = like.chosen.copy()
        self.seen = like.seen.copy()
        self.xp = like.xp.copy()
        self.coins = like.coins.copy()
        self.loot = like.loot.copy()
        self.items = like.items.copy()
        self.perks = like.perks.copy()
        self.goals = like.goals.copy()
        self.goals_dealt = like.goals_dealt.copy()
        self.decks = like.decks.copy()
        self.drawn = like.drawn.copy()
        self.notes = like.notes.copy()
        self.traps = like.traps.copy()
        self.money = like.money.copy()
        self.treasure = like.treasure.copy()
        self.item_state = like.item_state.copy()
        self.item_used = like.item_used.copy()
        self.tallies = like.tallies.copy()
        self.ability_decks = like.ability_decks.copy()
        self.ability_drawn = like.ability_drawn.copy()
        self.ability = like.ability.copy()

    def clone(self) -> Gloomhaven:
        return Gloomhaven(self.agenda.copy(), self)

    # ------------------------------------------------------------ the map
    def layout(self) -> Layout:
        return layout_of(self.scenario)

    def ground(self) -> Ground:
        return ground_of(self.scenario, self.closed, self.barred)

    def distance(self, a: Figure, b: Figure) -> int:
        """[GLOOMHAVEN-12.8] In hexes, around walls."""
        return self.ground().row(self.hex[a])[self.hex[b]]

    def adjacent(self, a: Figure, b: Figure) -> bool:
        return self.hex[b] != NONE and self.ground().row(self.hex[a])[self.hex[b]] == 1

    def sees(self, a: Figure, b: Figure) -> bool:
        return self.ground().sees(self.hex[a], self.hex[b])

    def is_empty(self, at: Hex) -> bool:
        """[GLOOMHAVEN-5.23, GLOOMHAVEN-5.7] No figure, money, treasure or overlay but corridors, plates, open doors."""
        plain = (
            self.at[at] == NONE and self.terrain[at] & ~PLATE == 0 and at not in self.money and at not in self.treasure
        )
        return plain and at not in self.ground().shut and at not in self.traps

    def is_revealed(self, at: Hex) -> bool:
        layout = self.layout()
        room = layout.rooms[at]
        if room != NONE:
            return bool(self.revealed >> room & 1)
        return any([self.revealed >> joined & 1 for joined in layout.doors_of[layout.doors.index(at)]])

    # ------------------------------------------------------------ figures
    def in_play(self, figure: Figure) -> bool:
        return figure != NONE and self.hex[figure] != NONE

    def figures(self) -> list[Figure]:
        """All figures on the map."""
        return [figure for figure, at in enumerate(self.hex) if at != NONE]

    def heroes(self) -> list[Figure]:
        """The characters that are not exhausted."""
        joined = min(self.characters, len(self.hex))  # while classes are chosen not everybody is there
        return [f for f in range(joined) if self.hex[f] != NONE and not self.marks[f] & FALLEN]

    def has_heroes(self) -> bool:
        """Whether anybody is left: asked at every turn, so nothing is listed."""
        return self.first_hero() != NONE

    def first_hero(self) -> Figure:
        """The first character that is not exhausted, or NONE."""
        for f in range(min(self.characters, len(self.hex))):
            if self.hex[f] != NONE and not self.marks[f] & FALLEN:
                return f
        return NONE

    def enemies(self, figure: Figure) -> list[Figure]:
        side, friendly = self.side, FRIENDLY[self.side[figure]]
        return [other for other, at in enumerate(self.hex) if at != NONE and not friendly >> side[other] & 1]

    def allies(self, figure: Figure) -> list[Figure]:
        """[GLOOMHAVEN-11.3] All figures of the own side, not oneself."""
        side, marks = self.side[figure], self.marks
        found = [o for o, at in enumerate(self.hex) if at != NONE and self.side[o] == side and o != figure]
        return [o for o in found if not marks[o] & FALLEN]

    def monsters(self) -> list[Figure]:
        """Every figure that must be beaten: monsters that are no allies of the characters."""
        return [f for f, at in enumerate(self.hex) if at != NONE and self.sort[f] == MONSTER and self.side[f] != HEROES]

    def has_monsters(self) -> bool:
        """Whether there are any: asked at every turn, so nothing is listed."""
        for f, sort in enumerate(self.sort):
            if sort == MONSTER and self.hex[f] != NONE and self.side[f] != HEROES:
                break
        else:
            return False
        return True

    def has(self, figure: Figure, condition: Mask) -> bool:
        return bool(self.conditions[figure] & condition)

    def is_unseen(self, figure: Figure) -> bool:
        """[GLOOMHAVEN-14.12] Invisible, or hidden by where it stands."""
        return bool(self.conditions[figure] & INVISIBLE) or self.is_phased(figure)

    def is_phased(self, figure: Figure) -> bool:
        """Cloak of Phasing: within an obstacle."""
        return bool(self.marks[figure] & PHASING) and bool(self.terrain[self.hex[figure]] & OBSTACLE)

    def is_disarmed(self, figure: Figure) -> bool:
        """[GLOOMHAVEN-14.7] Whether it cannot attack."""
        return bool(self.conditions[figure] & DISARM) or self.is_phased(figure)

    def may_target(self, figure: Figure, other: Figure) -> bool:
        """[GLOOMHAVEN-14.12] Enemies do not see the invisible; some figures cannot be affected at all."""
        if FRIENDLY[self.side[figure]] >> self.side[other] & 1 or self.marks[other] & UNAFFECTED:
            return False
        if not self.is_unseen(other):
            return True
        return any([row.whom == SEES_INVISIBLE and row.figure == figure for row in self.bonuses])

    def character_of(self, figure: Figure) -> Figure:
        """The character that a figure belongs to: itself, or its summoner."""
        return self.owner[figure] if self.sort[figure] == SUMMON else figure if self.sort[figure] == CHARACTER else NONE

    def stats(self, figure: Figure) -> Stats:
        """The stat card of a monster."""
        kind = self.kind[figure]
        return STATS[kind][stats_key(self.rank[figure], self.level_of(kind))]

    def level_of(self, kind: int) -> int:
        """The level of a monster type: the scenario may raise it."""
        level = self.monster_level()
        return min(level + self.notes.get(f"level {kind}", 0), MOST) if "levels" in self.notes else level

    def summon_kind(self, figure: Figure) -> SummonKind:
        return SUMMONS[self.kind[figure]]

    def monster_level(self) -> int:
        return MONSTER_LEVEL[self.solo][self.level]

    def flies(self, figure: Figure) -> bool:
        """[GLOOMHAVEN-2.19, GLOOMHAVEN-12.6]"""
        if self.marks[figure] & (FLYING | GROUNDED):
            return not self.marks[figure] & GROUNDED
        if self.sort[figure] == CHARACTER:
            return any([row.word == "gain" and row.figure == figure for row in self.bonuses])
        if self.sort[figure] == MONSTER:
            return FLIES[self.kind[figure]]
        return self.sort[figure] == SUMMON and any([op.name == "fly" for op in self.summon_kind(figure).traits])

    def asks(self, figure: Figure) -> Seat:
        """Who decides for a figure: its player; for monsters the first player still in the scenario
        [GLOOMHAVEN-20.26]."""
        character = self.character_of(figure)
        return self.seat[character] if character != NONE else self.speaker()

    def speaker(self) -> Seat:
        first = self.first_hero()
        return self.seat[first] if first != NONE else self.seat[0]

    def chosen_cards(self, character: Figure) -> list[Card]:
        """The cards chosen this round that are not played yet: they lie in no pile."""
        active = [card for cards in self.active for card in cards]  # it may lie with somebody else
        piles = (*self.hand[character], *self.discard[character], *self.lost[character], *active)
        return [card for card in self.chosen[character] if card != REST and card not in piles]

    def put(self, figure: Figure, at: Hex) -> None:
        """Stand a figure on a hex, or take it off the map (NONE)."""
        old = self.hex[figure]
        if old != NONE and self.at[old] == figure:
            self.at[old] = NONE
        self.hex[figure] = at
        if at != NONE and self.at[at] == NONE:  # a figure on its way may pass through another's hex
            self.at[at] = figure

    def enter(self, side: int, sort: int, kind: int, rank: int, standee: int, hp: int, at: Hex) -> Figure:
        """A new figure on the map."""
        figure = len(self.hex)
        self.side.append(side)
        self.sort.append(sort)
        self.kind.append(kind)
        self.rank.append(rank)
        self.standee.append(standee)
        self.hex.append(NONE)
        self.hp.append(hp)
        self.max_hp.append(hp)
        self.conditions.append(0)
        self.fresh.append(0)
        self.owner.append(NONE)
        self.marks.append(0)
        self.put(figure, at)
        if sort == CHARACTER and kind in POWERS and POWERS[kind] not in self.flags:
            place = self.flags.index(ITEMS_POWER)
            self.flags = (*self.flags[:place], POWERS[kind], *self.flags[place:])
        return figure

    def tag(self, figure: Figure) -> tuple[int, ...]:
        """A figure as events name it: number, sort, kind, rank, standee."""
        if figure == NONE:
            return ()
        return (figure, self.sort[figure], self.kind[figure], self.rank[figure], self.standee[figure])

    def tally(self, character: Figure, what: str, by: int = 1) -> None:
        """Count what battle goals ask for."""
        if character != NONE:
            key = f"{character} {what}"
            self.tallies[key] = self.tallies.get(key, 0) + by

    def __str__(self) -> str:  # a short picture for failing tests
        rows = [(*self.tag(f), self.layout().axial[self.hex[f]], self.hp[f]) for f in self.figures()]
        return f"scenario {self.scenario}, round {self.round}, {self.phase}, {self.elements}, figures {rows}"


T = Table[Gloomhaven]
