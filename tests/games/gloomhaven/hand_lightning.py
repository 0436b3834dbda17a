"""Halves of the Berserker that need words of their own."""

from __future__ import annotations

from collections.abc import Callable

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.struck import FIRE, default_attack, given, healed, out_of_hand, struck, suffered
from games.gloomhaven.table import HALT, asked, events, options, place, play, where
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import NONE, OBSTACLE
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.terms import ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "lightning"
FOE = [(1, 0)]


def hurt(lost: int) -> Callable[[Gloomhaven], None]:
    """So many hit points are gone, of which 60 are left."""

    def change(s: Gloomhaven) -> None:
        s.max_hp[0] = s.hp[0] + lost

    return change


BADLY, HARDLY = hurt(61), hurt(60)  # below half of the maximum, rounded up, and not below


# ---------------------------------------------------------------- numbers that pain gives
@by_hand("Resolute Stand", "top")
def resolute_stand() -> None:
    s = over(played(ME, "Resolute Stand", "top", FOE, 2, change=hurt(12)))
    assert (lost_hp(s, 2), s.xp[0], lies_in(s, "Resolute Stand", "lost")) == (12, 2, True)


@by_hand("Growing Rage", "top")
def growing_rage_top() -> None:
    s = over(played(ME, "Growing Rage", "top", FOE, 2, change=out_of_hand("lost", 0, 4)))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)


@by_hand("Growing Rage", "bottom")
def growing_rage_bottom() -> None:
    s = over(played(ME, "Growing Rage", "bottom", [(1, -1)], (0, -1), "stay", 2, change=BADLY))
    assert (where(s, 0), lost_hp(s, 2), s.xp[0]) == ((0, -1), 2, 1)
    s = over(played(ME, "Growing Rage", "bottom", FOE, "stay", change=HARDLY))
    assert (lost_hp(s, 2), s.xp[0]) == (0, 0)


@by_hand("Strength in Agony", "top")
def strength_in_agony_top() -> None:
    s = over(played(ME, "Strength in Agony", "top", FOE, "yes", "suffer", 2))
    assert (lost_hp(s, 0), lost_hp(s, 2), s.xp[0]) == (2, 5, 1)
    s = over(played(ME, "Strength in Agony", "top", FOE, "no", 2))
    assert (lost_hp(s, 0), lost_hp(s, 2), s.xp[0]) == (0, 3, 0)
    assert asked(played(ME, "Strength in Agony", "top", [(3, 0)])) == HALT, "nobody to attack, nothing to pay"


@by_hand("Strength in Agony", "bottom")
def strength_in_agony_bottom() -> None:
    game = played(ME, "Strength in Agony", "bottom", [])
    assert options(game) == [0, 1, 2, 3]
    for answer in (2, "suffer", place(game.state, (0, -6))):
        game.apply(0, answer)
    assert (where(over(game), 0), lost_hp(game.state, 0)) == ((0, -6), 2)
    game = played(ME, "Strength in Agony", "bottom", [], 0)
    assert place(game.state, (0, -4)) in options(game)
    assert place(game.state, (0, -5)) not in options(game)


@by_hand("Defiance of Death", "top")
def defiance_of_death_top() -> None:
    s = over(played(ME, "Defiance of Death", "top", FOE, 2, change=BADLY))
    assert (lost_hp(s, 2), s.xp[0]) == (5, 1)
    s = over(played(ME, "Defiance of Death", "top", FOE, 2, change=HARDLY))
    assert (lost_hp(s, 2), s.xp[0]) == (3, 0)


@by_hand("Defiance of Death", "bottom")
def defiance_of_death_bottom() -> None:
    s = over(played(ME, "Defiance of Death", "bottom", []))
    s = suffered(s, 0, 59, "suffer")
    assert (s.hp[0], s.xp[0]) == (1, 0), "one hit point is left: nothing to negate"
    for count in (1, 2, 3):
        s = suffered(s, 0, 1)
        assert (s.hp[0], s.xp[0]) == (1, count)
    assert lies_in(s, "Defiance of Death", "lost")


@by_hand("From the Brink", "top")
def from_the_brink() -> None:
    s = over(played(ME, "From the Brink", "top", [], 1, change=hurt(7)))
    assert (lost_hp(s, 1), s.xp[0]) == (-7, 2)


@by_hand("Blood Pact", "top")
def blood_pact_top() -> None:
    def odd(s: Gloomhaven) -> None:
        s.hp[0] = 59

    s = over(played(ME, "Blood Pact", "top", FOE, 2, "suffer", change=odd))
    assert (lost_hp(s, 2), s.hp[0], s.xp[0]) == (6, 29, 1)


@by_hand("Blood Pact", "bottom")
def blood_pact_bottom() -> None:
    s = over(played(ME, "Blood Pact", "bottom", FOE))
    assert (lost_hp(default_attack(s, 2), 2), s.xp[0]) == (3, 2)
    assert lost_hp(play(s, "start_turn", 0, answers=["suffer"]).state, 0) == 1


@by_hand("Cauterize", "bottom")
def cauterize() -> None:
    s = over(played(ME, "Cauterize", "bottom", []))
    s = healed(s, 0, 3)
    assert (lost_hp(s, 0), s.xp[0]) == (-5, 0)
    s = healed(s, 1, 3)
    assert lost_hp(s, 1) == -3
    s = healed(s, 0, 1)
    assert (lost_hp(s, 0), s.xp[0]) == (-8, 1)


@by_hand("Dazing Wound", "top")
def dazing_wound() -> None:
    s = over(played(ME, "Dazing Wound", "top", FOE, "yes", "suffer", 2))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (3, {"stun"}, 1)
    s = over(played(ME, "Dazing Wound", "top", FOE, "no", 2))
    assert (lost_hp(s, 2), named_conditions(s, 2), s.xp[0]) == (3, set(), 0)


@by_hand("Unbridled Power", "bottom")
def unbridled_power() -> None:
    def whole(s: Gloomhaven) -> None:
        s.hp[0] = s.max_hp[0] = 22

    s = over(played(ME, "Unbridled Power", "bottom", [], change=whole))
    assert (s.hp[0], s.max_hp[0], s.xp[0]) == (25, 22, 2)
    assert healed(s, 0, 3).hp[0] == 26, "and no further"


@by_hand("Glass Hammer", "top")
def glass_hammer() -> None:
    def weak(s: Gloomhaven) -> None:
        s.hp[0] = 11

    s = over(played(ME, "Glass Hammer", "top", FOE, 2, change=weak))
    assert (lost_hp(s, 2), s.hp[0], s.xp[0]) == (11, 1, 2)


@by_hand("Numb the Pain", "top")
def numb_the_pain_top() -> None:
    s = over(played(ME, "Numb the Pain", "top", FOE, "yes", "suffer", 2))
    assert (lost_hp(s, 2), s.xp[0], lies_in(s, "Numb the Pain", "active")) == (3, 1, True)
    assert lost_hp(struck(s, 2, 0, 3, answers=["suffer"]), 0) == 2 + 2
    s = over(played(ME, "Numb the Pain", "top", FOE, "no", 2))
    assert (lost_hp(s, 2), lies_in(s, "Numb the Pain", "discard")) == (3, True)


@by_hand("Numb the Pain", "bottom")
def numb_the_pain_bottom() -> None:
    s = over(played(ME, "Numb the Pain", "bottom", FOE, "stay", "yes", "suffer", 2))
    assert (named_conditions(s, 2), lost_hp(s, 0)) == ({"stun"}, 2)
    s = over(played(ME, "Numb the Pain", "bottom", FOE, "stay", "no"))
    assert (named_conditions(s, 2), lost_hp(s, 0)) == (set(), 0)


@by_hand("Reckless Offensive", "top")
def reckless_offensive_top() -> None:
    s = over(played(ME, "Reckless Offensive", "top", [(1, 0), (1, -1), (0, -1)], 2, "suffer", 2, 3))
    assert [lost_hp(s, f) for f in (0, 2, 3, 4)] == [2, 4, 4, 0]
    s = over(played(ME, "Reckless Offensive", "top", FOE, 0))
    assert lost_hp(s, 2) == 0, "no pain, no target"


@by_hand("Reckless Offensive", "bottom")
def reckless_offensive_bottom() -> None:
    s = over(played(ME, "Reckless Offensive", "bottom", FOE))
    hit = struck(s.clone(), 2, 0, 3, answers=["suffer"])
    assert (lost_hp(hit, 0), lost_hp(hit, 2)) == (4, 2)
    assert lost_hp(struck(s, 2, 0, 3, reach=2, cards="+0 +0", answers=["suffer"]), 0) == 3, "only in melee"


@by_hand("Break the Chains", "bottom")
def break_the_chains() -> None:
    for change, elements, first, reach in (
        (HARDLY, "", (), 3),
        (BADLY, "", (), 5),
        (BADLY, "fire", (FIRE,), 7),
        (HARDLY, "fire", ("keep",), 3),
    ):
        game = played(ME, "Break the Chains", "bottom", [], *first, elements=elements, change=change)
        assert place(game.state, (0, -reach)) in options(game)
        assert place(game.state, (0, -reach - 1)) not in options(game)
        game.apply(0, place(game.state, (0, -reach)))
        assert over(game).xp[0] == (1 if FIRE in first else 0)


@by_hand("Spiked Armor", "top")
def spiked_armor() -> None:
    def spiked(s: Gloomhaven) -> None:
        grant(s, 0, "retaliate", 1)

    s = over(played(ME, "Spiked Armor", "top", FOE, change=spiked))
    assert (s.xp[0], lost_hp(struck(s, 2, 0, 1, answers=["suffer"]), 2)) == (1, 3)
    s = over(played(ME, "Spiked Armor", "top", FOE))
    assert lost_hp(struck(s, 2, 0, 1, answers=["suffer"]), 2) == 0, "there must be one to add to"


@by_hand("Fatal Fury", "top")
def fatal_fury() -> None:
    def about(hp: int) -> Callable[[Gloomhaven], None]:
        def change(s: Gloomhaven) -> None:
            s.max_hp[0], s.hp[2] = s.hp[0] + 10, hp

        return change

    s = over(played(ME, "Fatal Fury", "top", FOE, 2, change=about(4)))
    assert (s.hex[2], s.xp[0], s.infused) == (NONE, 1, 1 << FIRE)
    assert asked(played(ME, "Fatal Fury", "top", FOE, change=about(5))) == HALT, "half of 10 is not more than 5"


@by_hand("Flurry of Axes", "top")
def flurry_of_axes() -> None:
    game = played(ME, "Flurry of Axes", "top", [(1, 0), (3, 0), (4, 0)], 3, "suffer")
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert ([lost_hp(s, f) for f in (0, 2, 3, 4)], s.xp[0]) == ([3, 3, 3, 0], 2)


@by_hand("Shiny Distraction", "bottom")
def shiny_distraction() -> None:
    s = over(played(ME, "Shiny Distraction", "bottom", FOE))
    assert s.infused == 1 << FIRE
    game = play(s.clone(), "half", 0, s.hand[0][0], "attack", answers=[2])
    assert len(events(game, "modifier")) == 2
    assert lost_hp(struck(s, 2, 0, 3, cards="+1 -1", answers=["suffer"]), 0) == 2


@by_hand("Seeing Red", "top")
def seeing_red_top() -> None:
    s = over(played(ME, "Seeing Red", "top", FOE, 2, change=BADLY))
    assert (lost_hp(s, 2), s.xp[0], lies_in(s, "Seeing Red", "active")) == (4, 1, True)
    assert lost_hp(struck(s, 2, 0, 3, answers=["suffer"]), 0) == 2
    s = over(played(ME, "Seeing Red", "top", FOE, 2, change=HARDLY))
    assert (lost_hp(s, 2), s.xp[0], lies_in(s, "Seeing Red", "discard")) == (4, 0, True)


@by_hand("Seeing Red", "bottom")
def seeing_red_bottom() -> None:
    s = over(played(ME, "Seeing Red", "bottom", FOE, change=BADLY))
    assert (lost_hp(default_attack(s, 2), 2), s.xp[0]) == (3, 2)
    s.max_hp[0] -= 1
    assert lost_hp(default_attack(s, 2), 2) == 2


@by_hand("Final Fight", "top")
def final_fight_top() -> None:
    s = over(played(ME, "Final Fight", "top", FOE, 2))
    assert (s.hex[0], s.hex[2], s.xp[0], s.hand[0]) == (NONE, NONE, 3, ())
    s = over(played(ME, "Final Fight", "top", FOE, "nobody"))
    assert (s.hex[0] != NONE, s.xp[0]) == (True, 0)


@by_hand("Final Fight", "bottom")
def final_fight_bottom() -> None:
    change = out_of_hand("lost", 0, 2)
    answers = ((0, -1), (0, -2), FIRE, 2)
    s = over(played(ME, "Final Fight", "bottom", [(1, -2)], *answers, elements="fire", change=change))
    assert (where(s, 0), lost_hp(s, 2)) == ((0, -2), 3)


@by_hand("Unstoppable Destruction", "top")
def unstoppable_destruction_top() -> None:
    def guarded(s: Gloomhaven) -> None:
        grant(s, 2, "shield", 3)

    s = over(played(ME, "Unstoppable Destruction", "top", FOE, "yes", "suffer", 2, change=guarded))
    assert (lost_hp(s, 2), s.xp[0]) == (4, 1)
    s = over(played(ME, "Unstoppable Destruction", "top", FOE, "no", 2, change=guarded))
    assert (lost_hp(s, 2), s.xp[0]) == (1, 0)


@by_hand("Unstoppable Destruction", "bottom")
def unstoppable_destruction_bottom() -> None:
    def tired(s: Gloomhaven) -> None:
        out_of_hand("discard", 0, 3)(s)
        s.items[0] = (1,)
        s.item_state[0 * ITEM_ROOM + 1] = SPENT

    s = over(played(ME, "Unstoppable Destruction", "bottom", [], change=tired))
    lost, *kept = s.discard[0]
    s = play(s, "end_round").state
    game = play(s, "short_rest", 0, answers=["yes", lost])
    s = over(game)
    assert (s.lost[0], lost_hp(s, 0), s.item_state[1]) == ((lost,), -2, READY)
    assert set(kept) <= set(s.hand[0])


@by_hand("Burning Hatred", "top")
def burning_hatred() -> None:
    for elements, first, last in (("fire", FIRE, [3, 3, 0]), ("fire", "keep", [3, 0, 0])):
        game = played(ME, "Burning Hatred", "top", [(1, 0), (2, 0), (3, 0)], first, elements=elements)
        while asked(game) == "target_next":
            game.apply(0, options(game)[0])
        assert [lost_hp(over(game), f) for f in (2, 3, 4)] == last


@by_hand("Careless Charge", "top")
def careless_charge_top() -> None:
    s = over(played(ME, "Careless Charge", "top", FOE, "stay", 2, (2, 0), (3, 0)))
    assert (lost_hp(s, 2), where(s, 2), named_conditions(s, 2)) == (4, (3, 0), {"immobilize"})
    assert named_conditions(s, 0) == named_conditions(s, 1) == {"wound"}
    s = over(played(ME, "Careless Charge", "top", [(9, 0)], "stay"))
    assert named_conditions(s, 0) == set(), "no attack, no harm"


@by_hand("Careless Charge", "bottom")
def careless_charge_bottom() -> None:
    s = over(played(ME, "Careless Charge", "bottom", []))
    assert s.xp[0] == 2
    assert given(s, 0, "poison", "wound", "stun", "strengthen") == {"strengthen"}
    assert given(s, 1, "poison") == {"poison"}


@by_hand("Bone Breaker", "bottom")
def bone_breaker() -> None:
    def winged(s: Gloomhaven) -> None:
        s.kind[2] = TYPE_OF["wind-demon"]
        s.terrain[s.hex[2]] |= OBSTACLE

    def before(s: Gloomhaven) -> None:
        winged(s)
        assert s.flies(2)

    s = over(played(ME, "Bone Breaker", "bottom", [(3, 0)], 2, change=before))
    assert (lost_hp(s, 2) > 0, s.flies(2)) == (True, False)
    game = play(s, "end_round")
    assert asked(game) == "move_to", "it falls and needs another hex"


@by_hand("Vengeful Barrage", "top")
def vengeful_barrage_top() -> None:
    s = over(played(ME, "Vengeful Barrage", "top", FOE))
    hit = struck(s.clone(), 2, 0, 2, answers=["suffer", 2])
    assert (lost_hp(hit, 0), lost_hp(hit, 2), hit.xp[0], hit.bonuses[0].used) == (2, 3, 1, 1)
    negated = struck(s, 2, 0, 2, answers=["hand", s.hand[0][0]])
    assert (lost_hp(negated, 2), negated.bonuses[0].used) == (0, 0), "no damage, no revenge"


@by_hand("Vengeful Barrage", "bottom")
def vengeful_barrage_bottom() -> None:
    s = over(played(ME, "Vengeful Barrage", "bottom", FOE, "stay", FIRE, elements="fire"))
    assert (s.xp[0], lies_in(s, "Vengeful Barrage", "active")) == (1, True)
    assert lost_hp(default_attack(s, 2), 2) == 3
    s = over(played(ME, "Vengeful Barrage", "bottom", FOE, "stay"))
    assert lies_in(s, "Vengeful Barrage", "discard")


@by_hand("Immortality", "top")
def immortality() -> None:
    s = over(played(ME, "Immortality", "top", FOE))
    for used, xp in ((1, 1), (2, 1), (3, 2), (4, 2)):
        s = suffered(s, 0, 50)
        assert (lost_hp(s, 0), s.xp[0], s.bonuses[0].used) == (0, xp, used)
    s = suffered(s, 0, 50)
    assert (lost_hp(s, 0), s.xp[0], lies_in(s, "Immortality", "lost")) == (0, 3, True)


@by_hand("The Maw of Madness", "top")
def the_maw_of_madness_top() -> None:
    def guarded(s: Gloomhaven) -> None:
        grant(s, 4, "shield", 5)

    game = played(ME, "The Maw of Madness", "top", [(1, 0), (1, -1), (0, -1)], change=guarded)
    while asked(game) == "target_next":
        game.apply(0, options(game)[0])
    s = over(game)
    assert [lost_hp(s, f) for f in (0, 2, 3, 4)] == [-4, 3, 3, 0], "a heal for each that suffered damage"
    assert named_conditions(s, 4) == {"muddle"}


@by_hand("The Maw of Madness", "bottom")
def the_maw_of_madness_bottom() -> None:
    s = over(played(ME, "The Maw of Madness", "bottom", [(3, 0)], 5, "suffer", 2))
    assert (lost_hp(s, 0), lost_hp(s, 2), named_conditions(s, 2)) == (5, 8, {"immobilize"})
