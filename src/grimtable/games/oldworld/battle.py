"""The Battle Phase: dice, hits and kills, region by region [OLDWORLD-8]."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.oldworld.board import Source, do, take_off, tell_cause
from grimtable.games.oldworld.components import (
    ABILITY,
    BONUS_DICE,
    CARD_POWER,
    DAZZLES,
    EFFECTS,
    EVERYWHERE,
    FIGURE_OF,
    FIGURES,
    FIRST_STRIKE,
    KIND,
    MORE_BATTLES,
    NONE,
    ONGOING,
    ONGOING_AT,
    ONLY_HIT_BY,
    OWNER,
    PEASANT,
    POWERS,
    PRE_BATTLE_DICE,
    REGIONS,
    RETALIATES,
    TIMING,
    TITLE,
    TOKENS,
    Figure,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import defense, is_live, live_cards, may_fight
from grimtable.games.oldworld.state import BATTLE, KINDS_OF_TOKEN, NOTHING_LAID, OldWorld, T, changed, more
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

HITS_ON = 4  # [OLDWORLD-8.8]
EXPLODES = 6
PEASANT_NAME = TOKENS[PEASANT]

after_battle_kill = Hook[[T, Power, Region, bool], None]()  # by the killer's name; whether its first of this battle


class Roll(NamedTuple):
    """Hits to assign: those of dice showing 6 can hit what others cannot."""

    plain: int
    sixes: int

    @property
    def total(self) -> int:
        return self.plain + self.sixes


# ---------------------------------------------------------------- the phase
def battle(t: T, region: Region, fought: int) -> Flow[None]:
    """[OLDWORLD-8.1, OLDWORLD-3.5, OLDWORLD-8.25] The next battle, in region order; regions without one are skipped."""
    s = t.state
    if s.phase != BATTLE:
        s.phase, s.laid = BATTLE, NOTHING_LAID
        t.emit("phase", BATTLE)
    while region < len(REGIONS) and not (fought < battles_in(s, region, fought) and will_fight(s, region)):
        region, fought = region + 1, 0
    if region == len(REGIONS):
        s.agenda.append(Step("end_of_battles"))
        return
    s.region, s.fresh = region, 0
    t.emit("battle", REGIONS[region])
    yield from pre_battle(t, region)
    for me in s.powers:  # [OLDWORLD-8.3, OLDWORLD-3.3]
        dice = normal_dice(s, region, me)
        if dice:
            yield from strike(t, region, me, roll(t, region, me, dice))
    clear_away(t)
    s.agenda.append(Step("battle", (region, fought + 1)))


def battles_in(s: OldWorld, region: Region, fought: int) -> int:
    """[OLDWORLD-22.6, OLDWORLD-7.7] One, and one more for each card that says so once the first is over."""
    if not fought:
        return 1
    return 1 + sum([MORE_BATTLES[card] for card in live_cards(s, region)])


def will_fight(s: OldWorld, region: Region) -> bool:
    """[OLDWORLD-8.1, OLDWORLD-8.2] Somebody may roll a die and has a legal target."""
    if not s.at[region]:
        if not s.tokens[KINDS_OF_TOKEN * region + PEASANT]:
            return False
        if not s.cards_in(region):
            return False
    if not may_fight(s, region):
        return False
    return bool([me for me in s.powers if has_dice(s, region, me) and targets(s, region, me)])


def has_dice(s: OldWorld, region: Region, me: Power) -> bool:
    for figure in s.at[region]:
        if s.control[figure] == me and s.attack(figure):
            return True
    return bool([c for c in live_cards(s, region) if CARD_POWER[c] == me and (PRE_BATTLE_DICE[c] or BONUS_DICE[c])])


def clear_away(t: T) -> None:
    """[OLDWORLD-8.24, OLDWORLD-8.12] Toppled figures leave; pre-battle hits are forgotten [OLDWORLD-8.26]."""
    s = t.state
    for figure in s.toppled:
        take_off(s, figure)
    if s.toppled:
        t.emit("cleared_away", tuple([FIGURES[figure] for figure in s.toppled]), REGIONS[s.region])
    s.toppled = ()
    s.wounds = ()
    s.region = NONE


# ---------------------------------------------------------------- dice
def normal_dice(s: OldWorld, region: Region, me: Power) -> int:
    """[OLDWORLD-8.4, OLDWORLD-8.5, OLDWORLD-8.6, OLDWORLD-8.7] The attack of all own figures, toppled ones too."""
    dice = 0
    for figure in s.at[region]:
        if s.control[figure] == me and not strikes_first(s, figure):
            dice += s.attack(figure)
    for card in live_cards(s, region):
        if CARD_POWER[card] == me:
            dice += BONUS_DICE[card]
    return dice


def strikes_first(s: OldWorld, figure: Figure) -> bool:
    return bool(FIRST_STRIKE[KIND[figure]][s.upgrades[OWNER[figure]]])


def roll(t: T, region: Region, me: Power, dice: int) -> Roll:
    """[OLDWORLD-8.8, OLDWORLD-1.8, OLDWORLD-8.22] 4, 5 and 6 hit; a 6 rolls again; there are always enough dice."""
    faces: list[int] = []
    left = dice
    while left:
        face = t.random(6) + 1
        faces.append(face)
        left -= face != EXPLODES
    only = dazzled(t.state, region, me)
    if only:
        t.emit("dazzled", POWERS[me], REGIONS[region])
    hits = [face for face in faces if (face in only if only else face >= HITS_ON)]
    sixes = hits.count(EXPLODES)
    t.emit("rolled", POWERS[me], REGIONS[region], tuple(faces), len(hits))
    return Roll(len(hits) - sixes, sixes)


def dazzled(s: OldWorld, region: Region, me: Power) -> tuple[int, ...]:
    """[OLDWORLD-22.22] The only faces with which this power hits there; empty if all do as usual."""
    for card in live_cards(s, region):
        if DAZZLES[card] and CARD_POWER[card] != me:
            return DAZZLES[card]
    return ()


# ---------------------------------------------------------------- targets
def targets(s: OldWorld, region: Region, me: Power) -> list[Figure]:
    """[OLDWORLD-8.2, OLDWORLD-8.10, OLDWORLD-8.11, OLDWORLD-8.18, OLDWORLD-8.19] Enemies there; NONE is a peasant."""
    found = [
        figure
        for figure in s.at[region]
        if s.control[figure] != me and figure not in s.toppled and figure not in s.shielded
    ]
    if s.tokens[KINDS_OF_TOKEN * region + PEASANT]:
        found.append(NONE)
    return found


def needs_six(s: OldWorld, figure: Figure) -> bool:
    """[OLDWORLD-8.17] Only dice showing 6 can be assigned to it."""
    return figure != NONE and bool(ONLY_HIT_BY[KIND[figure]][s.upgrades[OWNER[figure]]])


def missing_hits(s: OldWorld, figure: Figure, region: Region, me: Power) -> int:
    """[OLDWORLD-8.26] What a power still needs to kill it: its pre-battle hits count."""
    if figure == NONE:
        return 1
    return defense(s, figure, region) - s.wounds.count((me, figure))


def killable(s: OldWorld, region: Region, me: Power, hits: Roll, victims: list[Figure]) -> list[Figure]:
    """[OLDWORLD-8.14, OLDWORLD-8.17] Those that the hits left can kill."""
    return [
        figure
        for figure in victims
        if missing_hits(s, figure, region, me) <= (hits.sixes if needs_six(s, figure) else hits.total)
    ]


def choose_target(t: T, me: Power, prompt: str, figures: list[Figure]) -> Flow[Figure]:
    s = t.state
    peasant = [PEASANT_NAME] if NONE in figures else []
    options = [FIGURES[figure] for figure in s.distinct([figure for figure in figures if figure != NONE])]
    answer = yield from t.choose(s.seat[me], prompt, options + peasant)
    return NONE if answer == PEASANT_NAME else FIGURE_OF[answer]


def spend(hits: Roll, count: int, sixes: bool) -> Roll:
    """Take so many hits, those of a 4 or 5 first where they will do."""
    plain = 0 if sixes else min(hits.plain, count)
    return Roll(hits.plain - plain, hits.sixes - (count - plain))


# ---------------------------------------------------------------- normal hits
def strike(t: T, region: Region, me: Power, hits: Roll) -> Flow[None]:
    """[OLDWORLD-8.3, OLDWORLD-8.10] Assign all hits of one roll; then those who were hit strike back."""
    s = t.state
    avengers: list[tuple[Power, Figure]] = []
    while hits.total:
        victims = killable(s, region, me, hits, targets(s, region, me))
        if not victims:  # [OLDWORLD-8.15, OLDWORLD-8.16] what can kill nobody is lost, and nothing else
            t.emit("hits_lost", POWERS[me], hits.total)
            break
        victim = yield from choose_target(t, me, "target", victims)
        hits = spend(hits, missing_hits(s, victim, region, me), needs_six(s, victim))
        if victim == NONE:
            take_peasant(t, region, me)
        else:
            avengers += avenger(s, victim)
            yield from kill(t, victim, me, region)
    yield from retaliate(t, region, me, avengers, at_once=False)


def avenger(s: OldWorld, figure: Figure) -> list[tuple[Power, Figure]]:
    """[OLDWORLD-22.30, OLDWORLD-16.2] A figure whose death is avenged, with who controls it while it lives."""
    avenged = RETALIATES[KIND[figure]][s.upgrades[OWNER[figure]]]
    return [(s.control[figure], figure)] if avenged else []


def take_peasant(t: T, region: Region, me: Power) -> None:
    """[OLDWORLD-8.13, OLDWORLD-14.4] One hit each; it goes to the killer's sheet at once."""
    s = t.state
    s.tokens = more(s.tokens, KINDS_OF_TOKEN * region + PEASANT, -1)
    s.peasants = more(s.peasants, me, 1)
    t.emit("peasant_killed", POWERS[me], REGIONS[region])


def kill(t: T, figure: Figure, killer: Power, region: Region, at_once: bool = False) -> Flow[None]:
    """[OLDWORLD-8.12, OLDWORLD-8.20, OLDWORLD-8.27] Killed by hits: toppled, or off the board if before the battle."""
    s = t.state
    if at_once:
        take_off(s, figure)
    else:
        s.toppled += (figure,)
    t.emit("killed", POWERS[killer], FIGURES[figure], REGIONS[region])
    first = not s.fresh >> killer & 1
    s.fresh |= 1 << killer
    for react in after_battle_kill.of(ABILITY[killer]):
        react(t, killer, region, first)
    s.slain = changed(s.slain, killer, s.slain[killer] | 1 << region)
    yield from reward_kill(t, killer, region)


def reward_kill(t: T, killer: Power, region: Region) -> Flow[None]:
    """[OLDWORLD-22.5] Cards of the killer there that react to each kill."""
    for card in live_cards(t.state, region):
        if CARD_POWER[card] == killer:
            for effect in EFFECTS[card]:
                if effect.op == "on_kill":
                    tell_cause(t, TITLE[card], region)
                    yield from do(t, Source(killer, region, card, {}), effect.inner)


def retaliate(t: T, region: Region, killer: Power, avengers: list[tuple[Power, Figure]], at_once: bool) -> Flow[None]:
    """[OLDWORLD-22.30] A hit on the killer's figures there for each upgraded Plaguebearer, by who controlled it."""
    s = t.state
    for me in s.powers if avengers else ():
        hits = Roll(len([figure for power, figure in avengers if power == me]), 0)
        if hits.total:
            t.emit("avenged", POWERS[me], hits.total, REGIONS[region])
        while hits.total:
            enemies = [f for f in targets(s, region, me) if f != NONE and s.control[f] == killer]
            victims = killable(s, region, me, hits, enemies)
            if not victims:
                t.emit("hits_lost", POWERS[me], hits.total)
                break
            victim = yield from choose_target(t, me, "avenge", victims)
            hits = spend(hits, missing_hits(s, victim, region, me), False)
            yield from kill(t, victim, me, region, at_once)


# ---------------------------------------------------------------- before the battle
def pre_battle(t: T, region: Region) -> Flow[None]:
    """[OLDWORLD-8.20, OLDWORLD-8.23, OLDWORLD-22.31, OLDWORLD-22.1] Left card, right card, first-strike figures."""
    s = t.state
    for card in live_cards(s, region):
        if PRE_BATTLE_DICE[card]:
            yield from pre_strike(t, region, CARD_POWER[card], PRE_BATTLE_DICE[card], f"card:{TITLE[card]}")
    for me in s.powers:
        first = [figure for figure in s.in_region(region, me) if strikes_first(s, figure)]
        dice = sum([s.attack(figure) for figure in first])
        if dice:
            yield from pre_strike(t, region, me, dice, f"figure:{FIGURES[first[0]]}")


def pre_strike(t: T, region: Region, me: Power, dice: int, cause: str) -> Flow[None]:
    """[OLDWORLD-8.21, OLDWORLD-8.26, OLDWORLD-8.22] Hit by hit: a hit need not kill, it stays on the figure."""
    s = t.state
    if not targets(s, region, me):
        return
    t.emit("struck_first", POWERS[me], cause, REGIONS[region])
    hits = roll(t, region, me, dice)
    avengers: list[tuple[Power, Figure]] = []
    lost = 0
    while hits.total:
        six = not hits.plain  # the dice of 4 and 5 first
        victims = [f for f in targets(s, region, me) if six or not needs_six(s, f)]
        hits = Roll(0, hits.sixes - 1) if six else Roll(hits.plain - 1, hits.sixes)
        if not victims:
            lost += 1
            continue
        victim = yield from choose_target(t, me, "first_target", victims)
        if victim == NONE:
            take_peasant(t, region, me)
        elif missing_hits(s, victim, region, me) == 1:
            avengers += avenger(s, victim)
            yield from kill(t, victim, me, region, at_once=True)
        else:
            s.wounds += ((me, victim),)
            t.emit("wounded", POWERS[me], FIGURES[victim], REGIONS[region])
    if lost:
        t.emit("hits_lost", POWERS[me], lost)
    yield from retaliate(t, region, me, avengers, at_once=True)


# ---------------------------------------------------------------- after all battles
def end_of_battles(t: T) -> Flow[None]:
    """[OLDWORLD-8.23] End-of-battle effects: Chaos cards by region, left first, then places 1 and 2 of the track."""
    s = t.state
    s.agenda.append(Step("corruption_phase"))
    for region in EVERYWHERE:
        for card in s.cards_in(region):
            if TIMING[card] == "battle_phase_end" and is_live(s, card, region):
                tell_cause(t, TITLE[card], region)
                yield from do(t, Source(CARD_POWER[card], region, card, {}), EFFECTS[card])
    for card in s.track:
        if card != NONE and ONGOING_AT[TITLE[card]] == "battle_phase_end":
            tell_cause(t, TITLE[card])
            yield from do(t, Source(s.lowest_threat(), NONE, card, {}), ONGOING[TITLE[card]])


def rot(t: T, figure: Figure, killer: Power) -> Flow[None]:
    """[OLDWORLD-22.13, OLDWORLD-8.27] Killed by an effect: off the board at once, and no kill in battle."""
    s = t.state
    region = s.where[figure]
    take_off(s, figure)
    t.emit("killed", POWERS[killer], FIGURES[figure], REGIONS[region])
    s.slain = changed(s.slain, killer, s.slain[killer] | 1 << region)
    yield from reward_kill(t, killer, region)
