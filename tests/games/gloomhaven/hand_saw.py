"""Halves of the Sawbones that need words of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.struck import given
from games.gloomhaven.table import HALT, asked, card, condition, options, play, run, where
from grimtable.games.gloomhaven.components.cards import CARD_NAMES, SUPPLY
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "saw"
SMALL, LARGE = "Medical Pack", "Large Medical Pack"


def packs(s: Gloomhaven, figure: int, name: str) -> int:
    return [CARD_NAMES[c] for c in s.hand[figure]].count(name)


def ill(*figures: int) -> Callable[[Gloomhaven], None]:
    """These figures are poisoned and wounded."""

    def change(s: Gloomhaven) -> None:
        for figure in figures:
            s.conditions[figure] = condition("poison") | condition("wound")

    return change


# ---------------------------------------------------------------- the supply
@by_hand("First Aid", "top")
def first_aid() -> None:
    s = over(played(ME, "First Aid", "top", [], 1))
    assert (packs(s, 1, SMALL), packs(s, 0, SMALL), s.xp[0]) == (1, 0, 1)
    assert card(SMALL) in s.seen[1]


@by_hand("Battlefield Medicine", "top")
def battlefield_medicine_top() -> None:
    s = over(played(ME, "Battlefield Medicine", "top", [], 1))
    assert (packs(s, 1, LARGE), s.xp[0], lies_in(s, "Battlefield Medicine", "lost")) == (1, 2, True)


@by_hand("Precaution", "bottom")
def precaution_bottom() -> None:
    s = over(played(ME, "Precaution", "bottom", [], 1))
    assert (packs(s, 1, SMALL), s.xp[0]) == (1, 1)


@by_hand("Prescription", "top")
def prescription_top() -> None:
    def all_out(s: Gloomhaven) -> None:
        s.lost[0] = tuple([c for c in range(len(CARD_NAMES)) if CARD_NAMES[c] == SMALL])

    s = over(played(ME, "Prescription", "top", []))
    assert (packs(s, 1, SMALL), packs(s, 0, SMALL), s.xp[0]) == (1, 0, 1)
    s = over(played(ME, "Prescription", "top", [], change=all_out))
    assert (packs(s, 1, SMALL), s.xp[0]) == (0, 0), "seven packs, no more"


@by_hand("Prescription", "bottom")
def prescription_bottom() -> None:
    s = over(played(ME, "Prescription", "bottom", []))
    assert (packs(s, 1, LARGE), s.xp[0], lies_in(s, "Prescription", "lost")) == (1, 2, True)


@by_hand("Surgeon's Satchel", "bottom")
def surgeons_satchel() -> None:
    s = over(played(ME, "Surgeon's Satchel", "bottom", [], "stay", 1))
    assert (packs(s, 1, SMALL), s.xp[0]) == (1, 1)


def pack_used(name: str, half: str, points: int) -> None:
    """A pack heals its holder and is back in the supply; no damage can be avoided with it."""
    pack, other = [c for c in SUPPLY if CARD_NAMES[c] == name][:2]

    def held(s: Gloomhaven) -> None:
        s.hand[0], s.hand[1] = (pack,), (other,)

    s = over(played(ME, name, half, [], change=held))
    assert s.hp[0] == 60 + points
    assert not [p for p in (s.hand, s.discard, s.lost, s.active) if pack in p[0]]
    game = run(s.clone(), lambda t: suffer(t, 1, 3))
    assert (asked(game), game.state.hp[1]) == (HALT, 57), "a pack in hand cannot be lost instead"
    ended = run(s, lambda t: exhaust(t, 1)).state
    assert other not in ended.lost[1]


for _name, _points in ((SMALL, 4), (LARGE, 8)):
    for _half in ("top", "bottom"):
        by_hand(_name, _half)(partial(pack_used, _name, _half, _points))


@by_hand("Bedside Manner", "top")
def bedside_manner_top() -> None:
    s = over(played(ME, "Bedside Manner", "top", [], 1, change=ill(1)))
    assert named_conditions(s, 1) == set()
    assert (s.hp[1], packs(s, 1, LARGE), s.xp[0]) == (60, 1, 2), "the poison took the heal"


@by_hand("Bedside Manner", "bottom")
def bedside_manner_bottom() -> None:
    def spent(s: Gloomhaven) -> None:
        s.discard[1], s.hand[1] = s.hand[1][:3], s.hand[1][3:]

    game = played(ME, "Bedside Manner", "bottom", [], "stay", 1, change=spent)
    for _ in range(2):
        game.apply(1, options(game)[1])
    assert len(over(game).discard[1]) == 1


# ---------------------------------------------------------------- cards with others
@by_hand("Booster Shot", "bottom")
def booster_shot() -> None:
    s = over(played(ME, "Booster Shot", "bottom", [(1, 0)], 1))
    shot = card("Booster Shot")
    assert (shot in s.active[1], shot in s.active[0], s.xp[0]) == (True, False, 2)
    assert [(row.figure, row.word, row.value) for row in s.bonuses] == [(1, "shield", 1)]
    later = play(s, "end_round", runs=("close_round",)).state
    assert shot in later.active[1]
    later.to_play = later.hand[1][:1]
    ended = play(later, "act", 1, answers=[("end_bonus", shot)]).state
    assert shot in ended.lost[1], "the ally owns it now"


@by_hand("Syringe", "top")
def syringe() -> None:
    s = over(played(ME, "Syringe", "top", [(1, 0)], 1))
    mine = card("Syringe")
    assert mine in s.active[1]
    assert [(row.figure, row.word, row.value) for row in s.bonuses] == [(1, "shield", 2)]
    gone = run(s.clone(), lambda t: exhaust(t, 1)).state
    assert (mine in gone.lost[1], mine in gone.discard[0]) == (False, True)
    later = play(s, "end_round").state
    assert (mine in later.active[1], mine in later.discard[0], later.bonuses) == (False, True, [])


@by_hand("Vaccine", "bottom")
def vaccine() -> None:
    s = over(played(ME, "Vaccine", "bottom", [], 1))
    assert s.xp[0] == 2
    assert given(s.clone(), 1, "wound", "strengthen") == {"strengthen"}
    assert given(s, 0, "wound") == {"wound"}


@by_hand("Regenerative Tissue", "bottom")
def regenerative_tissue() -> None:
    s = over(played(ME, "Regenerative Tissue", "bottom", [], 1))
    assert (s.xp[0], s.hp[1]) == (2, 60)
    later = play(s, "start_turn", 1).state
    assert (later.hp[1], card("Regenerative Tissue") in later.active[1]) == (61, True)
    assert play(later, "start_turn", 1).state.hp[1] == 62


@by_hand("Research the Cure", "top")
def research_top() -> None:
    s = over(played(ME, "Research the Cure", "top", [(1, 0)], 2, change=ill(0, 1)))
    assert lost_hp(s, 2) == 4
    assert (named_conditions(s, 1), named_conditions(s, 0)) == (set(), {"poison", "wound"})


@by_hand("Research the Cure", "bottom")
def research_bottom() -> None:
    s = over(played(ME, "Research the Cure", "bottom", [], 1))
    assert [(row.figure, row.word) for row in s.bonuses] == [(1, "shield"), (1, "immune")]
    assert given(s, 1, "stun") == set()
    assert s.xp[0] == 2


# ---------------------------------------------------------------- conditions
@by_hand("Curative Mixture", "top")
def curative_mixture_top() -> None:
    s = over(played(ME, "Curative Mixture", "top", [], 1, change=ill(1)))
    assert (named_conditions(s, 1), s.hp[1], s.xp[0]) == (set(), 60, 1)
    s = over(played(ME, "Curative Mixture", "top", [], 0))
    assert s.hp[0] == 63


@by_hand("Curative Mixture", "bottom")
def curative_mixture_bottom() -> None:
    s = over(played(ME, "Curative Mixture", "bottom", [], "stay", 1, change=ill(0, 1)))
    assert (named_conditions(s, 1), named_conditions(s, 0)) == (set(), {"poison", "wound"})


@by_hand("Battlefield Medicine", "bottom")
def battlefield_medicine_bottom() -> None:
    s = over(played(ME, "Battlefield Medicine", "bottom", [(1, 0)]))
    for figure in (0, 1):
        assert given(s.clone(), figure, "muddle", "bless") == set()
    assert given(s.clone(), 2, "muddle") == {"muddle"}
    later = play(s, "end_round").state
    assert given(later, 1, "muddle") == {"muddle"}


@by_hand("Mobile Response", "top")
def mobile_response() -> None:
    s = over(played(ME, "Mobile Response", "top", [], change=ill(1)))
    assert s.xp[0] == 2
    game = play(s, "start_turn", 0, answers=[1])
    poison = options(game)[0]
    game.apply(0, poison)
    assert named_conditions(over(game), 1) == {"wound"}
    assert lies_in(game.state, "Mobile Response", "active")


@by_hand("Amputate", "bottom")
def amputate() -> None:
    s = over(played(ME, "Amputate", "bottom", [], 1))
    assert (s.hp[1], named_conditions(s, 1), named_conditions(s, 0)) == (67, {"stun"}, set())


@by_hand("Precaution", "top")
def precaution_top() -> None:
    s = over(played(ME, "Precaution", "top", [(1, 0)]))
    (row,) = s.bonuses
    assert (row.word, row.value, row.whom, row.until) == ("shield", 1, "alliesAffect", "round")


# ---------------------------------------------------------------- kills
@by_hand("Euthanize", "top")
def euthanize() -> None:
    def weak(s: Gloomhaven) -> None:
        s.conditions[2] = condition("poison")
        s.conditions[3] = s.conditions[4] = condition("poison") | condition("muddle")
        s.rank[4] = 1

    game = played(ME, "Euthanize", "top", [(1, 0), (1, -1), (0, -1)], change=weak)
    assert options(game) == ["nobody", 3], "two conditions, and no elite"
    game.apply(0, 3)
    assert (where(over(game), 3), game.state.xp[0]) == (None, 1)


@by_hand("Grisly Trauma", "top")
def grisly_trauma() -> None:
    def bleeding(s: Gloomhaven) -> None:
        s.max_hp[2], s.max_hp[3], s.max_hp[4] = s.hp[2] + 10, s.hp[3] + 9, s.hp[4] + 12
        s.rank[4] = 1

    game = played(ME, "Grisly Trauma", "top", [(2, 0), (3, -1), (3, 0)], change=bleeding)
    around = game.state.hex[2:5]
    game.apply(0, next(spot for spot in options(game) if {*around} <= {*spot}))
    s = over(game)
    assert [s.in_play(f) for f in (2, 3, 4)] == [False, True, False]
    assert s.xp[0] == 1


# ---------------------------------------------------------------- heals and attacks of the round
@by_hand("Hand of the Surgeon", "bottom")
def hand_of_the_surgeon() -> None:
    s = over(played(ME, "Hand of the Surgeon", "bottom", []))
    hold = card("Hold Back the Pain")
    s.to_play = (hold,)
    healed = over(play(s.clone(), "half", 0, hold, "top"))
    assert (healed.hp[0], healed.hp[1]) == (63, 63), "both, and nobody is asked"
    later = play(s, "end_round").state
    later.to_play = (hold,)
    assert asked(play(later, "half", 0, hold, "top")) == "whom"


@by_hand("Master Physician", "bottom")
def master_physician_bottom() -> None:
    s = over(played(ME, "Master Physician", "bottom", []))
    hold = card("Hold Back the Pain")
    s.to_play = (hold,)
    assert play(s, "half", 0, hold, "top", answers=[1]).state.hp[1] == 67


@by_hand("Master Physician", "top")
def master_physician_top() -> None:
    s = over(played(ME, "Master Physician", "top", [], change=ill(1)))
    hold = card("Hold Back the Pain")
    s.to_play = (hold,)
    later = play(s, "half", 0, hold, "top", answers=[1]).state
    assert (later.hp[1], named_conditions(later, 1)) == (63, set()), "cured before the heal"
    assert [row.used for row in later.bonuses] == [1]


@by_hand("Triage", "top")
def triage() -> None:
    s = over(played(ME, "Triage", "top", []))
    first, other = s.hand[0][:2]
    s.to_play, s.halves = (first, other), 0
    game = play(s, "act", 0, answers=[("use_charge", card("Triage")), 1], runs=("act",))
    assert (game.state.hp[1], game.state.xp[0]) == (62, 0)
    assert ("use_charge", card("Triage")) not in options(game), "once in a turn"
    later = game.state.clone()
    later.chosen[0] = (first, other)
    later = play(later, "start_turn", 0).state
    game = play(later, "act", 0, answers=[("use_charge", card("Triage")), 0], runs=("act",))
    assert (game.state.hp[0], game.state.xp[0]) == (62, 1)


@by_hand("Hold Back the Pain", "bottom")
def hold_back_the_pain() -> None:
    s = over(played(ME, "Hold Back the Pain", "bottom", [(1, 0), (1, -1), (2, 0)]))
    game = play(s, "half", 0, s.hand[0][0], "attack", answers=[2])
    assert [lost_hp(over(game), f) for f in (2, 3, 4)] == [2, 2, 0]


@by_hand("Prep for Surgery", "top")
def prep_for_surgery() -> None:
    s = over(played(ME, "Prep for Surgery", "top", [(1, 0)]))
    assert s.xp[0] == 2
    saw = card("Bloody Saw")
    s.to_play = (saw,)
    cared = over(play(s.clone(), "half", 0, saw, "top", answers=["heal", 1]))
    assert (cared.hp[1], lost_hp(cared, 2), cared.xp[0]) == (64, 0, 3)
    struck = over(play(s.clone(), "half", 0, saw, "top", answers=["attack", 2]))
    assert (lost_hp(struck, 2), named_conditions(struck, 2)) == (3, {"wound"})
    moved = over(play(s, "half", 0, s.hand[0][0], "move", answers=["heal", 0]))
    assert (moved.hp[0], where(moved, 0)) == (63, (0, 0))


# ---------------------------------------------------------------- together
@by_hand("Teamwork", "top")
def teamwork_top() -> None:
    def spent(s: Gloomhaven) -> None:
        for figure in (0, 1):
            s.discard[figure], s.hand[figure] = s.hand[figure][:3], s.hand[figure][3:]

    game = played(ME, "Teamwork", "top", [], change=spent)
    game.apply(0, options(game)[1])
    game.apply(1, options(game)[1])
    s = over(game)
    assert [len(s.discard[f]) for f in (0, 1)] == [2, 2], "one card each, for the one adjacent ally"
    assert (s.xp[0], lies_in(s, "Teamwork", "lost")) == (2, True)


@by_hand("Teamwork", "bottom")
def teamwork_bottom() -> None:
    s = over(played(ME, "Teamwork", "bottom", [], (0, 3), (2, 0)))
    assert (where(s, 1), where(s, 0)) == ((0, 3), (2, 0))


@by_hand("Blood Transfusion", "top")
def blood_transfusion() -> None:
    s = over(played(ME, "Blood Transfusion", "top", [], 1, "suffer"))
    assert (s.hp[1], s.hp[0], s.xp[0]) == (67, 58, 1)
