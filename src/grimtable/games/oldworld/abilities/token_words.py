"""Effect words about Old World tokens and corruption tokens."""

from __future__ import annotations

from grimtable.games.oldworld.abilities.places import fixed, place, places, unruined, with_token
from grimtable.games.oldworld.board import (
    Source,
    choose_in,
    choose_region,
    cleanse,
    corrupt,
    do,
    doing,
    move_token,
    place_token,
)
from grimtable.games.oldworld.board import remove_token as take_token
from grimtable.games.oldworld.components import (
    ADJACENT,
    EVERYWHERE,
    LEAVE,
    NONE,
    POWER_OF,
    POWERS,
    TOKEN_OF,
    TOKENS,
    Effect,
    Power,
    Region,
    Token,
)
from grimtable.games.oldworld.state import GODS, OldWorld, T
from grimtable.kernel.values import Flow

PLACE_PROMPT: tuple[str, ...] = tuple([f"place_{name}" for name in TOKENS])


# ---------------------------------------------------------------- placing
@doing.by("place_tokens")
def place_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-4.11, OLDWORLD-12.18, OLDWORLD-14.7, OLDWORLD-3.8] From the supply; later regions may go without."""
    s = t.state
    kind = effect.tokens[0]
    if effect.region == "any_unruined":
        for _ in range(int(effect.number)):
            if s.supply(kind) and unruined(s):
                region = yield from choose_region(t, source.me, PLACE_PROMPT[kind], unruined(s))
                place_token(t, kind, region)
        return
    if not s.supply(kind):
        return
    for region in (yield from places(t, source, effect.region, PLACE_PROMPT[kind])):
        for _ in range(int(effect.number)):
            place_token(t, kind, region)


# ---------------------------------------------------------------- removing
@doing.by("remove_tokens")
def remove_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    """From each region; where there is none, what the card says instead."""
    s = t.state
    for region in fixed(s, source, effect.region):
        kind = effect.tokens[0]
        if not s.token(region, kind):
            inside = Source(source.me, region, source.card, source.notes)
            yield from do(t, inside, effect.otherwise)
        for _ in range(min(int(effect.number), s.token(region, kind))):
            take_token(t, kind, region)


@doing.by("remove_all_tokens")
def remove_all_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    for kind in effect.tokens:
        for region in EVERYWHERE:
            for _ in range(t.state.token(region, kind)):
                take_token(t, kind, region)
    yield from ()


@doing.by("remove_old_world_tokens")
def remove_old_world_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.17, OLDWORLD-12.22] Any kinds from any regions; fewer if there are not so many."""
    s = t.state
    for _ in range(int(effect.number)):
        regions = [region for region in EVERYWHERE if kinds_in(s, region, tuple(range(len(TOKENS))))]
        if not regions:
            return
        region = yield from choose_region(t, source.me, "banish_from", regions)
        kinds = kinds_in(s, region, tuple(range(len(TOKENS))))
        answer = yield from choose_in(t, source.me, "banish", region, [TOKENS[kind] for kind in kinds])
        take_token(t, TOKEN_OF[answer], region)


def kinds_in(s: OldWorld, region: Region, kinds: tuple[Token, ...]) -> list[Token]:
    return [kind for kind in kinds if s.token(region, kind)]


# ---------------------------------------------------------------- moving
@doing.by("move_token")
def move_one_token(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.25, OLDWORLD-14.7] One token of the kinds named, to a region that is not ruined."""
    s = t.state
    origin = place(source, effect.origin)
    kinds = kinds_in(s, origin, effect.tokens)
    if effect.to == "any_other_unruined_region":
        goals = [region for region in unruined(s) if region != origin]
    else:
        goals = [region for region in [place(source, effect.to)] if not s.ruined[region]]
    if not kinds or not goals:
        return
    words = [TOKENS[kind] for kind in kinds]
    words += [LEAVE] if effect.optional else []
    answer = yield from choose_in(t, source.me, "take_along", origin, words)
    if answer != LEAVE:
        to = yield from choose_region(t, source.me, "token_to", goals)
        move_token(t, TOKEN_OF[answer], origin, to)


@doing.by("move_tokens")
def move_all_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    """All tokens of the kinds named; where they may be split, each goes where the chooser says."""
    s = t.state
    if effect.origin not in source.notes:
        return
    origin = source.notes[effect.origin]
    goals = [r for r in ADJACENT[origin] if not s.ruined[r]] if effect.split else [place(source, effect.to)]
    if not goals:
        return
    for kind in effect.tokens:
        for _ in range(s.token(origin, kind)):
            to = yield from choose_region(t, source.me, "token_to", goals)
            move_token(t, kind, origin, to)


@doing.by("choose_region")
def choose_marked_region(t: T, source: Source, effect: Effect) -> Flow[None]:
    """A region with a token of the kind named, remembered for what follows."""
    s = t.state
    regions = with_token(s, effect.region)
    if effect.condition:
        regions = [region for region in regions if CONDITIONS[effect.condition](s, region)]
    if regions:
        source.notes[effect.names[0]] = yield from choose_region(t, source.me, "pick_region", regions)


def next_to_unruined(s: OldWorld, region: Region) -> bool:
    return bool([near for near in ADJACENT[region] if not s.ruined[near]])


CONDITIONS = {"next_to_unruined": next_to_unruined}


@doing.by("choose_two_regions")
def choose_two_regions(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-7.5] Two different regions; the first has something to move, the second is not ruined."""
    s = t.state
    goals = unruined(s)
    laden = [region for region in EVERYWHERE if kinds_in(s, region, effect.tokens)]
    origins = [region for region in laden if [goal for goal in goals if goal != region]]
    if not origins:
        return
    origin = yield from choose_region(t, source.me, "pick_region", origins)
    source.notes[effect.names[0]] = origin
    others = [goal for goal in goals if goal != origin]
    source.notes[effect.names[1]] = yield from choose_region(t, source.me, "token_to", others)


# ---------------------------------------------------------------- corruption
@doing.by("place_corruption")
def place_corruption(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.24, OLDWORLD-22.32, OLDWORLD-22.14] All tokens of one effect are placed together."""
    count = source.notes["removed"] // 2 if effect.number == "floor(removed/2)" else int(effect.number)
    corrupt(t, source.me, place(source, effect.region), count)
    yield from ()


@doing.by("remove_corruption_tokens")
def remove_corruption_tokens(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.16, OLDWORLD-22.11] Of any powers, from the region named or from anywhere."""
    s = t.state
    for region in [NONE] if source.here == NONE and effect.region == "here" else fixed(s, source, effect.region):
        for _ in range(int(effect.number)):
            yield from remove_corruption(t, source.me, region, effect.owner)


def remove_corruption(t: T, me: Power, region: Region, whose: str) -> Flow[None]:
    s = t.state
    if region == NONE:
        corrupted = [r for r in EVERYWHERE if s.corruption_in(r)]
        if not corrupted:
            return
        region = yield from choose_region(t, me, "cleanse_in", corrupted)
    owners = [power for power in s.powers if s.corruption[GODS * region + power]]
    if whose.startswith("most_corruption_in_region"):
        most = max([s.corruption[GODS * region + power] for power in s.powers])
        owners = [power for power in owners if s.corruption[GODS * region + power] == most]
    if owners:
        answer = yield from choose_in(t, me, "cleanse", region, [POWERS[power] for power in owners])
        cleanse(t, POWER_OF[answer], region)
