"""Which regions and which powers the words of an effect mean (data/ops.json)."""

from __future__ import annotations

from grimtable.games.oldworld.board import Source, choose_region
from grimtable.games.oldworld.components import (
    ADJACENT,
    CLS,
    CULTIST,
    EVERYWHERE,
    NONE,
    POPULOUS,
    REGION_OF,
    TOKEN_OF,
    WARPSTONE,
    Power,
    Region,
)
from grimtable.games.oldworld.state import OldWorld, T
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- regions
def place(source: Source, word: str) -> Region:
    """One region that needs no choice: here, one chosen before, or one named."""
    if word == "here":
        return source.here
    return source.notes[word] if word in source.notes else REGION_OF[word]


def unruined(s: OldWorld) -> list[Region]:
    return [region for region in EVERYWHERE if not s.ruined[region]]


def with_token(s: OldWorld, name: str) -> list[Region]:
    return [region for region in EVERYWHERE if s.token(region, TOKEN_OF[name])]


def candidates(s: OldWorld, word: str) -> list[Region]:
    """The regions among which `choose_one...` lets one choose: never ruins [OLDWORLD-15.2]."""
    wanted, _, excluded = word.removeprefix("choose_one").partition("except:")
    regions = [region for region in unruined(s) if not excluded or region != REGION_OF[excluded]]
    kind = wanted.strip(":_")
    if kind == "populous":
        return [region for region in regions if POPULOUS[region]]
    if kind == "not_populous":
        return [region for region in regions if not POPULOUS[region]]
    if kind == "has_or_adjacent_to_warpstone":
        return [r for r in regions if [n for n in (r, *ADJACENT[r]) if s.token(n, WARPSTONE)]]
    assert not kind, word
    return regions


def fixed(s: OldWorld, source: Source, word: str) -> list[Region]:
    """[OLDWORLD-3.8] The regions that a word names without a choice, in region order."""
    head, _, tail = word.partition(":")
    if head == "each_with":
        return with_token(s, tail)
    if head == "each_unruined_except":
        return [region for region in unruined(s) if region != REGION_OF[tail]]
    if word != "here" and word not in source.notes and word not in REGION_OF:
        return []  # no region could be chosen before: the rest is skipped
    return [place(source, word)]


def most_corrupted(s: OldWorld) -> list[Region]:
    """The unruined regions with most corruption tokens of all powers: all of them where there is no corruption."""
    regions = unruined(s)
    most = max([s.corruption_in(region) for region in regions], default=0)
    return [region for region in regions if s.corruption_in(region) == most]


def places(t: T, source: Source, word: str, prompt: str) -> Flow[list[Region]]:
    """[OLDWORLD-4.2] The regions that a word means; what it leaves open, the chooser decides."""
    s = t.state
    if word == "choose_two_different":
        first = yield from one_of(t, source.me, prompt, unruined(s))
        second = yield from one_of(t, source.me, prompt, [region for region in unruined(s) if region not in first])
        return sorted(first + second)
    if word.startswith("choose_one"):
        return (yield from one_of(t, source.me, prompt, candidates(s, word)))
    if word == "most_corruption_tokens:tie_chooser":
        return (yield from one_of(t, source.me, prompt, most_corrupted(s)))
    return fixed(s, source, word)


def one_of(t: T, me: Power, prompt: str, regions: list[Region]) -> Flow[list[Region]]:
    """One region as a list; none if there is none to choose."""
    if not regions:
        return []
    region = yield from choose_region(t, me, prompt, regions)
    return [region]


# ---------------------------------------------------------------- powers
def powers(s: OldWorld, source: Source, word: str, region: Region = NONE) -> list[Power]:
    """[OLDWORLD-3.8, OLDWORLD-3.3] The powers that a word means, in power order."""
    if word in ("", "owner", "self"):
        return [source.me]
    if word in ("each", "all", "each_player"):
        return list(s.powers)
    if word in ("others", "enemies"):
        return s.others(source.me)
    if word == "chosen":
        return [source.notes["chosen"]]
    if word == "strictly_most_peasants_on_sheet":
        return strictly_most([s.peasants[me] for me in s.powers], s.powers)
    if word == "each_enemy_with_cultist_here":
        return [me for me in s.others(source.me) if s.cultists(source.here, me)]
    head, _, tail = word.partition(":")
    if head == "each_with_figure_in":
        return [me for me in s.powers if s.in_region(REGION_OF[tail], me)]
    if head == "each_with_figure_in_region_with":
        return [me for me in s.powers if [r for r in with_token(s, tail) if s.in_region(r, me)]]
    return powers_in(s, word, region)


def powers_in(s: OldWorld, word: str, region: Region) -> list[Power]:
    """The power that a word means in one region, as a list; none if nobody fits."""
    if word == "strictly_most_figures_in_region":
        return strictly_most([len(s.in_region(region, me)) for me in s.powers], s.powers)
    if word == "strictly_most_cultists_in_region":
        return strictly_most([s.cultists(region, me) for me in s.powers], s.powers)
    fighters = word == "highest_threat_with:warrior_or_greater_daemon"
    assert fighters or word == "highest_threat_with_figure", word
    there = [me for me in s.powers if [f for f in s.in_region(region, me) if not fighters or CLS[f] != CULTIST]]
    return [max(there, key=s.threat)] if there else []


def strictly_most(counts: list[int], among: tuple[Power, ...]) -> list[Power]:
    """The single one with most, if it has any; nobody on a tie."""
    best = max(counts)
    return [among[counts.index(best)]] if best and counts.count(best) == 1 else []
