"""What an action is made of, what comes between actions, and what must not be skipped."""

from __future__ import annotations

from games.gloomhaven.equipped import NAMES, scene, state_of, turn
from games.gloomhaven.reading import played
from games.gloomhaven.table import HALT, asked, card, condition, events, field, options, place, play, position
from grimtable.games.gloomhaven.components import HEROES, SUMMON
from grimtable.games.gloomhaven.components.cards import SUMMON_OF
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import CONSUMED, READY
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.terrain import cuts_off, room_for
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

GUARD = "bandit-guard"


# ---------------------------------------------------------------- parts of an action
@rule("GLOOMHAVEN-2.3")
def test_small_text_belongs_to_its_own_ability_and_not_to_the_next() -> None:
    game = played("saw", "Amputate", "top", [(1, 0), (0, -1)], 2)
    both = condition("wound") | condition("immobilize")
    assert (game.state.conditions[2], game.state.conditions[3]) == (both, 0)
    assert game.state.conditions[0] == 0
    game = played("saw", "Blood Transfusion", "bottom", [(1, 0)], 2)
    assert (60 - game.state.hp[2], game.state.hp[1]) == (3, 62), "an attack, and a heal with targets of its own"


@rule("GLOOMHAVEN-11.2")
def test_an_attack_may_be_skipped_but_not_the_damage_to_oneself() -> None:
    game = played("saw", "Blood Transfusion", "top", [], "nobody", "suffer")
    assert (game.state.hp[1], game.state.hp[0]) == (60, 58), "nobody was healed, the 2 damage came all the same"
    game = played("saw", "Do No Harm", "top", [(1, 0)], "nobody")
    assert asked(game) == HALT
    assert game.state.in_play(2)
    assert game.state.conditions[0] == condition("disarm") | condition("immobilize")
    game = played("saw", "Hamstring", "bottom", [], "stay")
    assert game.state.conditions[0] == condition("immobilize"), "a move not made, the condition all the same"


# ---------------------------------------------------------------- extra actions and items
@rule("GLOOMHAVEN-2.5", "GLOOMHAVEN-19.4")
def test_what_an_item_lets_one_do_waits_until_the_action_is_finished() -> None:
    s = scene("Blinking Cape")
    cape = ("item", NAMES["Blinking Cape"])
    game = turn(s)
    assert cape in options(game), "before the first action"
    first = next(option for option in options(game) if option[0] == "attack")
    game.apply(0, first)
    assert [step.procedure for step in game.state.agenda][-1:] == ["act"]
    s = game.state.clone()
    game = play(s, "half", 0, first[1], "attack")
    assert asked(game) == "target", "within the attack nobody asks for it"
    assert cape not in options(game)
    game.apply(0, 2)
    s = game.state.clone()
    s.to_play = s.to_play[-1:]
    game = play(s, "act", 0)
    assert cape in options(game), "between the actions"
    game.apply(0, cape)
    assert asked(game) == "move_to"
    s.to_play = ()
    late = scene("Blinking Cape")
    late.to_play = ()
    assert cape in options(play(late, "act", 0)), "and after the last"


@rule("GLOOMHAVEN-2.9")
def test_any_number_of_items_in_a_turn() -> None:
    items = ("Wand of Frost", "Wand of Storms", "Minor Healing Potion")
    s = scene(*items)
    s.to_play = s.chosen[0] = s.hand[0][:2]
    s.hand[0] = s.hand[0][2:]
    game = play(s, "act", 0, runs=("act",), answers=[("item", NAMES[item]) for item in items])
    assert [state_of(game.state, item) != READY for item in items] == [True] * 3


@rule("GLOOMHAVEN-2.14")
def test_an_item_without_an_icon_works_again_and_again() -> None:
    s = scene("Orb of Dawn")
    s.elements = (0, 0, 0, 0, 0, 2)
    s.to_play = s.chosen[0] = s.hand[0][:2]
    s.hand[0] = s.hand[0][2:]
    orb = ("item", NAMES["Orb of Dawn"])
    game = play(s, "act", 0, answers=[orb])
    assert (state_of(game.state, "Orb of Dawn"), game.state.elements[5]) == (READY, 0)
    s = game.state.clone()
    s.elements = (0, 0, 0, 0, 0, 2)
    assert orb in options(play(s, "act", 0)), "as soon as there is dark again"


@rule("GLOOMHAVEN-2.8")
def test_a_treasure_looted_changes_nothing_that_is_worn() -> None:
    s = scene("Wand of Frost")
    worn = s.items[0]
    s.treasure[s.hex[0]] = 2  # its reward is an item
    s = play(s, "end_turn", 0).state
    assert (s.loot[0], s.items[0]) == ((2,), worn)


@rule("GLOOMHAVEN-8.7")
def test_no_item_before_the_start_of_a_turn_is_over_nor_at_its_end() -> None:
    s = scene("Minor Healing Potion")
    s.conditions[0] = condition("wound")
    s.chosen[0] = s.hand[0][:2]
    game = play(s, "start_turn", 0)
    assert (asked(game), options(game)) == ("negate", ["suffer", "hand"]), "the wound hurts first"
    game.apply(0, "suffer")
    assert (asked(game), game.state.hp[0]) == (HALT, 59)
    game = play(game.state.clone(), "end_turn", 0)
    assert asked(game) == HALT, "nobody asks any more"
    assert state_of(game.state, "Minor Healing Potion") != CONSUMED


# ---------------------------------------------------------------- obstacles
@rule("GLOOMHAVEN-5.18")
def test_no_obstacle_may_part_the_map() -> None:
    corridor = [(q, 0) for q in range(-3, 4)]
    s = position(field(hexes=corridor), heroes={"cragheart": (0, 0)}, monsters=[(GUARD, "normal", (3, 0))])
    assert [cuts_off(s, (place(s, at),)) for at in ((1, 0), (-3, 0))] == [True, False]
    wide = [(q, r) for q in range(-3, 4) for r in (0, 1)]
    s = position(field(hexes=wide), heroes={"cragheart": (0, 0)}, monsters=[(GUARD, "normal", (3, 0))])
    assert not cuts_off(s, (place(s, (1, 0)),)), "there is a way around"
    assert cuts_off(s, (place(s, (1, 0)), place(s, (1, 1)))), "and now there is none"
    s = position(field(hexes=[*corridor, (0, 1)]), heroes={"cragheart": (0, 0)})
    line = Op("create_obstacle", 0, "", (), {"where": "adjacent_empty_hex"})
    assert room_for(s, Act(0, 0), line) == [(place(s, (0, 1)),)], "only the blind alley is offered"


# ---------------------------------------------------------------- one of its kind
@rule("GLOOMHAVEN-16.10")
def test_a_second_augment_replaces_the_first_or_is_not_activated() -> None:
    game = played("mindthief", "The Mind's Weakness", "top", [(1, 0)], 2)
    s = game.state
    second = card("Feedback Loop")
    s.to_play = (second,)
    replaced = play(s.clone(), "half", 0, second, "top")
    assert asked(replaced) == "augment"
    replaced.apply(0, card("The Mind's Weakness"))
    rows = [row.source for row in replaced.state.bonuses if row.word == "augment"]
    assert (rows, card("The Mind's Weakness") in replaced.state.discard[0]) == ([second], True)
    kept = play(s, "half", 0, second, "top", answers=["keep", 2])
    rows = [row.source for row in kept.state.bonuses if row.word == "augment"]
    assert (rows, second in kept.state.discard[0]) == ([card("The Mind's Weakness")], True)


@rule("GLOOMHAVEN-16.10")
def test_a_second_song_replaces_the_first_or_is_not_sung() -> None:
    s = played("music-note", "Power Ballad", "top", [(1, 0)]).state
    second = card("Defensive Ditty")
    s.to_play = (second,)
    sung = play(s.clone(), "half", 0, second, "top", answers=[card("Power Ballad")]).state
    assert (second in sung.active[0], card("Power Ballad") in sung.discard[0]) == (True, True)
    kept = play(s, "half", 0, second, "top", answers=["keep"]).state
    assert (card("Power Ballad") in kept.active[0], second in kept.discard[0]) == (True, True)


# ---------------------------------------------------------------- summons and monsters
@rule("GLOOMHAVEN-17.9")
def test_identical_summons_act_by_their_numbers() -> None:
    s = position(field(5), heroes={"mindthief": (0, 0)})
    kind = next(kind for (name, _), kind in SUMMON_OF.items() if name == "rat-swarm")
    swarm = [s.enter(HEROES, SUMMON, kind, 0, number, 3, place(s, (number, 0))) for number in (1, 2, 3)]
    for rat in swarm:
        s.owner[rat] = 0
    s.chosen[0] = s.hand[0][:2]
    game = play(s, "next_turn", runs=("summon_turn", "start_turn"))
    game.decisions()
    assert [event.public[0][0] for event in events(game, "turn")] == [*swarm, 0]


def guards(*places: tuple[int, int]) -> Gloomhaven:
    s = position(field(6), heroes={"brute": (0, 0)}, monsters=[(GUARD, "normal", at) for at in places])
    deck = TYPE_DECK[s.kind[1]]
    plain = [c for c in DECK_CARDS[deck] if [op.name for op in monster_card(c).ops] == ["move", "attack"]]
    s.ability = {deck: plain[0]}
    s.hp[0] = s.max_hp[0] = 60
    s.chosen[0] = s.hand[0][:2]
    return s


@rule("GLOOMHAVEN-20.30")
def test_each_monster_of_a_type_finishes_its_turn_before_the_next_begins() -> None:
    s = guards((3, 0), (-3, 0))
    s.marks[0] = 1  # the character has acted
    game = play(s, "next_turn", runs=("next_turn", "monster_turn"))
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, options(game)[0])
    told = [event for event in game.events(None) if event.kind in ("turn", "focused", "moved", "attacked")]
    actors = [event.public[0][0] for event in told]
    assert actors == [1] * actors.count(1) + [2] * actors.count(2)
    kinds = [event.kind for event in told]
    assert kinds.count("focused") == 2, "each has a focus of its own"
    assert kinds[: actors.count(1)][:2] == ["turn", "focused"]


@rule("GLOOMHAVEN-20.22")
def test_monsters_attack_by_the_steps_of_characters() -> None:
    s = guards((1, 0))
    s.conditions[0] = condition("poison")
    attack = s.stats(1).attack
    assert isinstance(attack, int)
    op = next(op for op in monster_card(s.ability[TYPE_DECK[s.kind[1]]]).ops if op.name == "attack")
    line = op.value if op.text("mod") == "plus" else -op.value
    for name, plus in (("+1", 1), ("-1", -1)):
        other = s.clone()
        deck = list(other.decks[4])
        chosen = next(c for c in deck if MODIFIERS[modifier_kind(c)].name == name)
        other.decks[4] = (*[c for c in deck if c != chosen], chosen)
        game = play(other, "monster_turn", 1)
        while asked(game) not in ("negate", HALT):
            game.apply(0, options(game)[0])
        (struck,) = events(game, "attacked")
        assert struck.public[2] == attack + line + 1 + plus, "poison adds one, the card counts"
