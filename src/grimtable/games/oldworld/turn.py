"""Rounds and phases: what goes on the agenda [OLDWORLD-3]. The End Phase is here."""

from __future__ import annotations

from grimtable.games.oldworld import abilities  # noqa: F401  # their handlers attach on import
from grimtable.games.oldworld.abilities.old_world_words import lose_figure
from grimtable.games.oldworld.actions import discard_card, play, turn
from grimtable.games.oldworld.battle import battle, end_of_battles
from grimtable.games.oldworld.board import Source, do, gain_vp, release, remove, tell_cause
from grimtable.games.oldworld.components import (
    CARD_POWER,
    CULTIST,
    DAEMON,
    EFFECTS,
    EVERYWHERE,
    HERO,
    NONE,
    ONGOING,
    ONGOING_AT,
    POWERS,
    PRIZES,
    REGIONS,
    RESOLVE_OLD_WORLD,
    TIMING,
    TITLE,
    TOKENS,
    WARRIOR,
    Card,
    Power,
    Region,
)
from grimtable.games.oldworld.corruption import corruption_phase
from grimtable.games.oldworld.old_world import discard, draw_phase, old_world
from grimtable.games.oldworld.regions import is_live
from grimtable.games.oldworld.setup import set_up
from grimtable.games.oldworld.state import END, GODS, NOTHING_LAID, OldWorld, T
from grimtable.games.oldworld.victory import advance_dials, check_end, extra_tick, tick
from grimtable.kernel.values import Flow, Procedure, Step


# ---------------------------------------------------------------- End Phase, step 1: Chaos cards
def end_phase(t: T) -> Flow[None]:
    """[OLDWORLD-3.2] Its six steps in their order; the later ones are put on the agenda."""
    s = t.state
    s.phase, s.laid = END, NOTHING_LAID
    t.emit("phase", END)
    s.agenda.append(Step("score_ruins"))
    s.agenda += [Step("resolve_old_world", (place,)) for place in (1, 0) if s.track[place] != NONE]
    remove_cards(t)
    yield from heroes(t)


def remove_cards(t: T) -> None:
    """[OLDWORLD-11.1, OLDWORLD-6.23] Everybody discards his Chaos cards on the board; control by them ends."""
    s = t.state
    for slot, card in enumerate(s.slots):
        if card != NONE and not stays(s, card, slot // 2):
            s.slots[slot] = NONE
            discard_card(s, card)
            t.emit("card_left", POWERS[CARD_POWER[card]], TITLE[card], REGIONS[slot // 2])
            release(t, card)


def stays(s: OldWorld, card: Card, region: Region) -> bool:
    """[OLDWORLD-22.21] A card that stays if its owner killed a figure there this round."""
    if TIMING[card] != "end_phase_card_removal" or not is_live(s, card, region):
        return False
    return bool([e for e in EFFECTS[card] if e.op == "stay_in_play" and CONDITIONS[e.condition](s, card, region)])


def killed_here(s: OldWorld, card: Card, region: Region) -> bool:
    return bool(s.slain[CARD_POWER[card]] >> region & 1)


CONDITIONS = {"owner_killed_figure_here_this_round": killed_here}


# ---------------------------------------------------------------- step 2: heroes
def heroes(t: T) -> Flow[None]:
    """[OLDWORLD-11.2, OLDWORLD-11.3, OLDWORLD-11.4, OLDWORLD-14.2] Each hero looks anew at who has figures there."""
    s = t.state
    for region in EVERYWHERE:
        for left in range(s.token(region, HERO), 0, -1):
            there = [me for me in s.powers if s.in_region(region, me)]
            if there:
                victim = max(there, key=s.threat)
                tell_cause(t, TOKENS[HERO], region)
                if left >= len(s.at[region]):  # nobody will be left there
                    remove(t, s.in_region(region, victim)[0])
                else:
                    yield from lose_figure(t, victim, region, (CULTIST, WARRIOR, DAEMON))


# ---------------------------------------------------------------- step 3: Old World cards
def resolve_old_world(t: T, place: int) -> Flow[None]:
    """[OLDWORLD-11.5, OLDWORLD-11.6, OLDWORLD-14.8] The ongoing effects of this step, place 1 before place 2."""
    s = t.state
    card = s.track[place]
    if card != NONE and ONGOING_AT[TITLE[card]] == RESOLVE_OLD_WORLD:
        tell_cause(t, TITLE[card])
        yield from do(t, Source(s.lowest_threat(), NONE, card, {}), ONGOING[TITLE[card]])


# ---------------------------------------------------------------- step 4: ruined regions
def score_ruins(t: T) -> Flow[None]:
    """[OLDWORLD-11.7, OLDWORLD-11.12] Prizes for each card still face up; then it is turned and the tokens go home."""
    s = t.state
    for region in EVERYWHERE:
        if not s.face_up >> region & 1:
            continue
        tokens = s.corruption[GODS * region : GODS * region + GODS]
        first, second = PRIZES[s.ruined[region] - 1][region]
        for me, prize in prizes(s, tokens, first, second):
            gain_vp(t, me, prize, "ruin")
        s.face_up &= ~(1 << region)
        s.corruption = (*s.corruption[: GODS * region], *(0,) * GODS, *s.corruption[GODS * region + GODS :])
        t.emit("ruin_scored", REGIONS[region])
    advance_dials(t)
    yield from ()


def prizes(s: OldWorld, tokens: tuple[int, ...], first: int, second: int) -> list[tuple[Power, int]]:
    """[OLDWORLD-11.8, OLDWORLD-11.9, OLDWORLD-11.10, OLDWORLD-11.11] First and second prize, shared on ties."""
    having = sorted({tokens[me] for me in s.powers if tokens[me]}, reverse=True)
    if not having:
        return []
    best = [me for me in s.powers if tokens[me] == having[0]]
    if len(best) > 1:
        return [(me, (first + second) // len(best)) for me in best]
    runners = [me for me in s.powers if len(having) > 1 and tokens[me] == having[1]]
    return [(best[0], first), *[(me, second // len(runners)) for me in runners]]


PROCEDURES: dict[str, Procedure] = {
    "set_up": set_up,
    "old_world": old_world,
    "draw_phase": draw_phase,
    "turn": turn,
    "play": play,
    "discard": discard,
    "battle": battle,
    "end_of_battles": end_of_battles,
    "corruption_phase": corruption_phase,
    "end_phase": end_phase,
    "resolve_old_world": resolve_old_world,
    "score_ruins": score_ruins,
    "tick": tick,
    "extra_tick": extra_tick,
    "check_end": check_end,
}
