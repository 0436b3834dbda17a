"""Items that answer what happens: kills, attacks, loot, heals, rests, elements; and items of the round."""

from __future__ import annotations

import pytest

from games.gloomhaven.equipped import HP, NAMES, default, scene, used
from games.gloomhaven.hand_two_mini import with_bear
from games.gloomhaven.reading import lost_hp, played
from games.gloomhaven.struck import struck
from games.gloomhaven.table import HALT, asked, card, condition, field, options, place, play, position, run, where
from grimtable.games.gloomhaven.bonuses import shield
from grimtable.games.gloomhaven.components import ELEMENT_OF, HAZARD, NONE
from grimtable.games.gloomhaven.components.cards import CLASS_OF, INITIATIVE
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED
from grimtable.games.gloomhaven.conditions import consumes
from grimtable.games.gloomhaven.moments import cards_revealed
from grimtable.games.gloomhaven.ops import Act, perform
from grimtable.games.gloomhaven.resting import long_rest
from grimtable.games.gloomhaven.rooms import leading_initiative
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow
from rule import rule

FOE = 2


# ---------------------------------------------------------------- kills
@rule("GLOOMHAVEN-19.1")
def test_a_kill_in_ones_turn_heals_guards_or_pays() -> None:
    s = scene("Necklace of Teeth")
    s.hp[FOE] = 1
    assert default(s, "attack", FOE).state.hp[0] == HP + 1
    s = scene("Imposing Blade")
    s.hp[FOE] = 1
    assert shield(default(s, "attack", FOE).state, 0) == 1
    s = scene("Cutpurse Dagger")
    s.hp[FOE] = 1
    game = default(s, "attack", FOE, NAMES["Cutpurse Dagger"])
    assert (game.state.coins[0], used(game.state, "Cutpurse Dagger")) == (1, True)


def test_a_kill_in_anothers_turn_gives_nothing() -> None:
    s = scene("Necklace of Teeth")
    s.hp[FOE] = 1
    s.acting = 1
    s.hand[0], s.to_play = s.hand[0][1:], s.hand[0][:1]
    assert play(s, "half", 0, s.to_play[0], "attack", answers=[FOE]).state.hp[0] == HP


# ---------------------------------------------------------------- attacks
def test_horned_helm_makes_the_first_melee_attack_after_a_long_way_stronger() -> None:
    s = scene("Horned Helm")
    s.walked = tuple(range(4))
    s = default(s, "attack", FOE).state
    assert lost_hp(s, FOE) == 3
    assert lost_hp(default(s, "attack", FOE).state, FOE) == 5, "once per turn"
    s = scene("Horned Helm")
    s.walked = tuple(range(3))
    assert lost_hp(default(s, "attack", FOE).state, FOE) == 2


def test_black_card_marks_an_enemy() -> None:
    s = scene("Black Card", foes=((1, 0), (1, -1)))
    s.to_play = s.chosen[0] = s.hand[0][:2]
    game = play(s, "act", 0, answers=[("item", NAMES["Black Card"]), FOE])
    s = game.state
    assert used(s, "Black Card")
    assert lost_hp(default(s.clone(), "attack", FOE).state, FOE) == 3
    assert lost_hp(default(s, "attack", FOE + 1).state, FOE + 1) == 2


def test_psychic_knife_strengthens_actions_with_an_augment() -> None:
    s = scene("Psychic Knife")
    s.kind[0] = CLASS_OF["mindthief"]
    name = card("The Mind's Weakness")
    s.to_play = (name,)
    s.chosen[0] = (name, name)
    armed = play(s.clone(), "half", 0, name, "top", answers=[FOE]).state
    assert lost_hp(default(s.clone(), "attack", FOE).state, FOE) == 2, "no augment in the action"
    s.items[0] = ()
    bare = play(s, "half", 0, name, "top", answers=[FOE]).state
    assert lost_hp(armed, FOE) == lost_hp(bare, FOE) + 1


def test_chain_hood_guards_against_many() -> None:
    assert shield(scene("Chain Hood", foes=((1, 0), (1, -1), (0, -1))), 0) == 1
    assert shield(scene("Chain Hood", foes=((1, 0), (1, -1))), 0) == 0


@pytest.mark.parametrize(("item", "element"), [("Helm of the Mountain", "earth"), ("Wave Crest", "ice")])
def test_helms_answer_an_attack_while_their_element_is_strong(item: str, element: str) -> None:
    for strength, answered in ((2, True), (1, False)):
        s = scene(item)
        s.elements = tuple([strength if e == ELEMENT_OF[element] else 0 for e in range(6)])
        game_answers: list[int | str] = ["suffer"]
        if item == "Wave Crest" and answered:
            game_answers += [place(s, (2, 0)), place(s, (3, 0))]
        s = struck(s, FOE, 0, 1, answers=game_answers)
        if item == "Wave Crest":
            assert where(s, FOE) == ((3, 0) if answered else (1, 0))
        else:
            assert bool(s.conditions[FOE] & condition("immobilize")) == answered


def test_heart_of_the_betrayer_turns_an_attack_to_another_enemy() -> None:
    s = scene("Heart of the Betrayer", foes=((1, 0), (1, -1)))
    hit = struck(s.clone(), FOE, 0, 3, answers=[NAMES["Heart of the Betrayer"]])
    assert (lost_hp(hit, 0), lost_hp(hit, FOE + 1), used(hit, "Heart of the Betrayer")) == (0, 3, True)
    declined = struck(s.clone(), FOE, 0, 3, answers=["no", "suffer"])
    assert (lost_hp(declined, 0), lost_hp(declined, FOE + 1)) == (3, 0)
    s.rank[FOE] = 1
    assert lost_hp(struck(s, FOE, 0, 3, answers=["suffer"]), 0) == 3, "not an elite's"


# ---------------------------------------------------------------- loot, heals, rests, ways, elements
def test_thiefs_hood_loots_further() -> None:
    s = scene("Thief's Hood")
    s.money[place(s, (-2, 0))] = 1
    act = Act(0, 0)
    line = (Op("loot", 1, "", (), {}),)
    item = NAMES["Thief's Hood"]
    assert run(s.clone(), lambda t: perform(t, act, line), ["no"]).state.coins[0] == 0
    looted = run(s, lambda t: perform(t, Act(0, 0), line), [item]).state
    assert (looted.coins[0], used(looted, "Thief's Hood")) == (1, True)


def test_focusing_ray_doubles_a_heal() -> None:
    s = scene("Focusing Ray")
    line = (Op("heal", 3, "", (Op("target_spec", 0, "self", (), {}),), {}),)
    healed = run(s.clone(), lambda t: perform(t, Act(0, 0), line), [NAMES["Focusing Ray"]]).state
    assert (healed.hp[0], used(healed, "Focusing Ray")) == (HP + 6, True)
    assert run(s, lambda t: perform(t, Act(0, 0), line), ["no"]).state.hp[0] == HP + 3


def test_crystal_tiara_strengthens_who_rests() -> None:
    s = scene("Crystal Tiara")
    s.discard[0], s.hand[0] = s.hand[0][:2], s.hand[0][2:]
    s = run(s, lambda t: long_rest(t, 0), [s.discard[0][0]]).state
    assert s.conditions[0] & condition("strengthen")
    s = scene("Crystal Tiara")
    s.discard[0], s.hand[0] = s.hand[0][:2], s.hand[0][2:]
    assert play(s, "short_rest", 0, answers=["yes", "no"]).state.conditions[0] & condition("strengthen")


def test_magma_waders_walk_over_embers() -> None:
    s = scene("Magma Waders", foes=((5, 0),))
    s.terrain[place(s, (1, 0))] |= HAZARD
    s = default(s, "move", (1, 0), "stay").state
    assert s.hp[0] == HP
    assert play(s, "end_turn", 0).state.hp[0] == HP + 2


def test_elemental_boots_infuse_after_a_long_way() -> None:
    s = scene("Elemental Boots")
    s.walked = tuple(range(5))
    game = play(s.clone(), "end_turn", 0, answers=[NAMES["Elemental Boots"], ELEMENT_OF["ice"]])
    assert (game.state.elements[ELEMENT_OF["ice"]], used(game.state, "Elemental Boots")) == (2, True)
    s.walked = tuple(range(4))
    assert asked(play(s, "end_turn", 0)) == HALT


def test_dampening_ring_takes_the_element_from_an_enemy() -> None:
    s = scene("Dampening Ring")
    s.elements = tuple([2 if e == ELEMENT_OF["fire"] else 0 for e in range(6)])
    found: list[bool] = []

    def flow(t: T) -> Flow[None]:
        found.append((yield from consumes(t, FOE, 0, Op("consume", 0, "fire", (), {}))))

    taken = run(s.clone(), flow, [NAMES["Dampening Ring"]]).state
    assert (found[-1], taken.elements[ELEMENT_OF["fire"]], used(taken, "Dampening Ring")) == (False, 0, True)
    run(s, flow, ["no"])
    assert found[-1] is True


# ---------------------------------------------------------------- the round
@rule("GLOOMHAVEN-9.1")
@pytest.mark.parametrize(("item", "by"), [("Boots of Speed", 10), ("Boots of Quickness", 20)])
def test_boots_change_the_initiative(item: str, by: int) -> None:
    for way, sign in (("sooner", -1), ("later", 1)):
        s = scene(item)
        s.chosen[0] = s.hand[0][:2]
        printed = INITIATIVE[s.chosen[0][0]]
        s = run(s, cards_revealed["items"], [NAMES[item], way]).state
        assert (leading_initiative(s, 0), used(s, item)) == (max(1, min(99, printed + sign * by)), True)
        s = play(s, "end_round").state
        assert leading_initiative(s, 0) == printed, "for the round"


def test_ring_of_brutality_plays_one_more_top() -> None:
    s = scene("Ring of Brutality")
    extra = card("Sweeping Blow")
    game = play(s, "end_turn", 0, answers=[NAMES["Ring of Brutality"], extra])
    game.apply(0, max(options(game), key=len))
    s = game.state
    assert (asked(game), lost_hp(s, FOE), extra in s.discard[0], used(s, "Ring of Brutality")) == (HALT, 2, True, True)


def test_ring_of_haste_plays_one_more_bottom() -> None:
    s = scene("Ring of Haste")
    extra = card("Sweeping Blow")
    game = play(s, "end_turn", 0, answers=[NAMES["Ring of Haste"], extra, place(s, (0, -3))])
    s = game.state
    assert (asked(game), where(s, 0), extra in s.discard[0], used(s, "Ring of Haste")) == (HALT, (0, -3), True, True)
    assert asked(play(scene("Ring of Haste"), "end_turn", 0, answers=["no"])) == HALT


def test_second_chance_ring_gives_a_second_turn_later_in_the_round() -> None:
    s = scene("Second Chance Ring")
    first = min(s.hand[0], key=lambda c: INITIATIVE[c])
    s.chosen[0] = (first, first)
    s.discard[0] = (first,)
    s.hand[0] = tuple([c for c in s.hand[0] if c != first])
    game = play(s, "end_turn", 0, answers=[NAMES["Second Chance Ring"]])
    assert all(INITIATIVE[c] > INITIATIVE[first] for c in options(game))
    lead = options(game)[0]
    game.apply(0, lead)
    second = options(game)[0]
    game.apply(0, second)
    s = game.state
    assert (s.marks[0] & ACTED, s.chosen[0], leading_initiative(s, 0)) == (0, (lead, second), INITIATIVE[lead])
    assert not {lead, second} & set(s.hand[0])


# ---------------------------------------------------------------- after an action
def playing(item: str, class_name: str, name: str, half: str, *answers: object) -> Game[Gloomhaven]:
    """A character of this class with the item plays one half of a card."""
    s = position(field(6), heroes={class_name: (0, 0), "brute": (0, 1)}, monsters=[("bandit-guard", "normal", (1, 0))])
    s.decks[0] = tuple([c for c in s.decks[0] if MODIFIERS[modifier_kind(c)].name == "+0"])
    s.max_hp[FOE] = s.hp[FOE] = HP
    s.items[0] = (NAMES[item],)
    other = s.hand[0][0] if s.hand[0][0] != card(name) else s.hand[0][1]
    s.acting, s.to_play, s.chosen[0] = 0, (card(name), other), (card(name), other)
    s.hand[0] = tuple([c for c in s.hand[0] if c not in s.to_play])
    return play(s, "half", 0, card(name), half, answers=answers)


def test_masters_lute_lets_an_attack_or_a_move_follow_a_song() -> None:
    game = playing("Master's Lute", "music-note", "Power Ballad", "top")
    assert options(game) == ["attack", "move"]
    game.apply(0, "attack")
    game.apply(0, FOE)
    assert (asked(game), lost_hp(game.state, FOE)) == (HALT, 2)
    game = playing("Master's Lute", "music-note", "Power Ballad", "top", "move")
    game.apply(0, place(game.state, (0, -2)))
    assert where(game.state, 0) == (0, -2)


def test_cloak_of_the_hunter_muddles_the_doomed() -> None:
    s = playing("Cloak of the Hunter", "angry-face", "Vital Charge", "bottom", FOE).state
    assert s.conditions[FOE] == condition("muddle")
    assert [row.aim for row in s.bonuses if row.word == "doom"] == [FOE]


def test_ring_of_duality_performs_the_bottom_too() -> None:
    item = NAMES["Ring of Duality"]
    s = scene("Ring of Duality")
    blow = card("Trample")
    s.to_play, s.chosen[0] = (blow,), (blow, blow)
    s.hand[0] = tuple([c for c in s.hand[0] if c != blow])
    game = play(s.clone(), "half", 0, blow, "top", answers=[FOE, item, place(s, (0, -2)), "stay"])
    done = game.state
    assert (asked(game), lost_hp(done, FOE), where(done, 0)) == (HALT, 3, (0, -2))
    assert (blow in done.lost[0], done.halves & 2, used(done, "Ring of Duality")) == (True, 0, True), (
        "its bottom is lost"
    )
    left = play(s, "half", 0, blow, "top", answers=[FOE, "no"]).state
    assert (blow in left.discard[0], lost_hp(left, FOE)) == (True, 3)


def test_staff_of_command_plays_another_card_with_a_command() -> None:
    item, extra = NAMES["Staff of Command"], card("Spirit Swap")

    def commanding(s: Gloomhaven) -> None:
        with_bear((2, 0))(s)
        s.items[0] = (item,)
        s.hand[0] = (*[c for c in s.hand[0] if c != extra], extra)

    game = played("two-mini", "Maul", "top", [(3, 0)], change=commanding)
    while asked(game) != "use_item":
        game.apply(0, next(o for o in options(game) if o not in ("stay", "nobody")))
    game.apply(0, item)
    assert asked(game) == "extra_card"
    game.apply(0, extra)
    s = game.state
    assert (used(s, "Staff of Command"), extra in s.hand[0], s.halves & 1) == (True, False, 1)


def test_doctors_coat_makes_packs_of_others_better() -> None:
    s = position(field(6), heroes={"saw": (0, 0), "brute": (0, 1)})
    pack = card("Medical Pack")
    s.hp[1] = 1
    healed = {}
    for wearer in (0, 1, NONE):
        t = s.clone()
        if wearer != NONE:
            t.items[wearer] = (NAMES["Doctor's Coat"],)
        t.acting, t.to_play, t.chosen[1] = 1, (pack,), (pack, pack)
        game = play(t, "half", 1, pack, "top")
        assert asked(game) == HALT
        healed[wearer] = game.state.hp[1]
    assert healed[0] == healed[NONE] + 1
    assert healed[1] == healed[NONE], "not for the wearer's own"
