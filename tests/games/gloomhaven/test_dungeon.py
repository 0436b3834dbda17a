"""Random dungeons: rooms built behind doors, their penalties, monsters and chests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.gloomhaven.scene import PREPARE, clear
from games.gloomhaven.table import HALT, asked, options, rules, run
from games.gloomhaven.table import play as play_step
from grimtable.bots import make
from grimtable.bots.match import bot_dice, play
from grimtable.games import definition
from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import ELITE, HEROES, NONE, RANK_OF, SUMMON, bits, conditions_in
from grimtable.games.gloomhaven.components.cards import HAND_SIZE
from grimtable.games.gloomhaven.components.dungeons import (
    ALL_ROOMS,
    FIRST,
    MONSTER_CARDS,
    ROOM_CARDS,
    Built,
    dungeon_of,
    placed_rooms,
    rooms_in,
)
from grimtable.games.gloomhaven.components.hexes import distance
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.modifiers import BLESS_CARD, CURSE_CARD, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.components.monsters import TYPES
from grimtable.games.gloomhaven.components.scenarios import HAZARD_DAMAGE, TRAP_DAMAGE, layout_of, record_of
from grimtable.games.gloomhaven.components.terms import OPEN, READY, SPENT, TURNS, WON
from grimtable.games.gloomhaven.hidden import view
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.rooms import lay_out, open_door, reveal
from grimtable.games.gloomhaven.scenarios.dungeon import DECK, build, draw_room, dungeon_begins
from grimtable.games.gloomhaven.setup import SWITCHES, new_state
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.victory import check, gold_of
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.table import Table
from grimtable.kernel.values import Flow
from rule import rule

NOUNS = [card.noun for card in ROOM_CARDS]
ADJECTIVES = [card.adjective for card in MONSTER_CARDS]
LEVEL = 1


def begun(players: int = 2, penalties: str = "rising") -> Game[Gloomhaven]:
    """A random dungeon before its first round; whatever is asked is answered with the first option."""
    settled = {name: values[0] for name, values in SWITCHES.items()} | {"scenario": "random", "penalties": penalties}
    game = Game(rules(*PREPARE, "dungeon_begins"), new_state(players, settled), FastDice(1))
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, options(game)[0])
    return game


def inside(adjective: str, noun: str, players: int = 2, penalties: str = "rising") -> Gloomhaven:
    """In a first room made of these cards, in the middle of a round."""
    s = begun(players, penalties).state
    for column in (s.treasure, s.traps, s.money):
        column.clear()
    clear(s)
    for character in range(s.characters):
        s.put(character, NONE)
    s.scenario, s.revealed, s.terrain, s.at = FIRST, 0, [], []
    t = at_table(s)
    build(t, [Built(NOUNS.index(noun), ADJECTIVES.index(adjective), 0, 0)])
    for character in range(s.characters):
        s.put(character, s.layout().start[character])
    lay_out(t, 0, NONE)
    s.round, s.phase, s.notes[DECK] = 1, TURNS, ALL_ROOMS
    return s


def at_table(s: Gloomhaven, seed: int = 3) -> T:
    return Table(s, [], FastDice(seed), None)


def entered(s: Gloomhaven, adjective: str, noun: str, way: int = 0, answers: Sequence[Any] = ()) -> Gloomhaven:
    """The first character has opened an exit, and these cards came up."""

    def flow(t: T) -> Flow[None]:
        rooms = rooms_in(t.state.scenario)
        letter = ROOM_CARDS[rooms[-1].room].exits[way].letter
        rooms[-1] = rooms[-1]._replace(exit=way + 1)
        room = NOUNS.index(noun)
        entrance = [gate.letter for gate in ROOM_CARDS[room].entrances].index(letter)
        build(t, [*rooms, Built(room, ADJECTIVES.index(adjective), entrance, 0)])
        yield from reveal(t, len(rooms), 0)

    return run(s, flow, answers).state


def begins(s: Gloomhaven, *answers: int) -> Gloomhaven:
    """After the penalty of the first room; what is not answered is answered with the first option."""
    game = run(s, dungeon_begins, answers)
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, options(game)[0])
    return game.state


def opening(door: int) -> Callable[[T], Flow[None]]:
    return lambda t: open_door(t, 0, door)


def exits(s: Gloomhaven) -> list[int]:
    return [at for door, at in enumerate(s.layout().doors) if s.closed >> door & 1]


def in_room(s: Gloomhaven, room: int) -> list[int]:
    return [f for f in s.monsters() if s.layout().rooms[s.hex[f]] == room]


def deck(s: Gloomhaven, owner: int, kind: int) -> int:
    return len([card for card in s.decks[owner] if modifier_kind(card) == kind])


# ---------------------------------------------------------------- three rooms
@rule("GLOOMHAVEN-29.5")
def test_it_is_won_when_three_rooms_are_built_and_no_monster_is_left() -> None:
    s = inside("Mangy", "Cell")
    found = []
    for adjective, noun in (("Wild", "Burrow"), ("Foggy", "Crossing"), ("", "")):
        clear(s)
        check(at_table(s))
        found.append(s.standing)
        s = entered(s, adjective, noun) if noun else s
    assert found == [OPEN, OPEN, WON]
    assert exits(s) == []


@rule("GLOOMHAVEN-29.6")
def test_a_room_is_built_when_its_door_opens_of_one_card_of_each_deck() -> None:
    game = begun()
    s = game.state
    before = rooms_in(s.scenario)
    assert len(before) == 1
    assert {room for room in s.layout().rooms if room != NONE} == {0}
    size, door = s.layout().size, exits(s)[0]
    s.put(0, door)
    after = run(s, lambda t: open_door(t, 0, door)).state
    rooms = rooms_in(after.scenario)
    assert len(rooms) == 2
    assert (rooms[0].room, rooms[0].monsters) == (before[0].room, before[0].monsters)
    assert rooms[1].room != rooms[0].room
    assert rooms[1].monsters != rooms[0].monsters
    assert after.layout().size > size
    assert after.layout().axial[:size] == s.layout().axial  # no hex has got another number
    assert in_room(after, 1)


@rule("GLOOMHAVEN-29.6")
def test_nobody_sees_rooms_before_they_are_built_and_ours_are_marked() -> None:
    s = inside("Mangy", "Cell")
    assert view(s, 0)["rooms"] == [{"name": "Mangy Cell", "designed": True}]
    assert {found["room"] for found in view(s, 0)["hexes"]} <= {0, NONE}
    assert view(s, 0)["scenario"] == "random"


@rule("GLOOMHAVEN-29.7")
def test_characters_start_within_two_hexes_of_the_entrance() -> None:
    for number, card in enumerate(ROOM_CARDS):
        for entrance, gate in enumerate(card.entrances):
            layout = layout_of(dungeon_of([Built(number, 0, entrance, 0)]))
            start = [layout.axial[at] for at in layout.start]
            assert len(start) >= 4
            assert set(start) <= {at for at in card.floor if distance(at, gate.at) <= 2}
            assert not set(start) & set(card.spots.values())


@rule("GLOOMHAVEN-29.7")
def test_of_two_entrances_the_players_choose_one() -> None:
    asked_of = {}
    for seed in range(40):
        settled = {name: values[0] for name, values in SWITCHES.items()} | {"scenario": "random"}
        game = Game(rules("choose_class", "lay_map"), new_state(2, settled), FastDice(seed))
        while asked(game) == "class":
            game.apply(game.decisions()[0].player, options(game)[0])
        if asked(game) == "entrance":
            game.apply(0, "B")
        room = rooms_in(game.state.scenario)[0]
        asked_of[room.room] = room.entrance
    assert {room for room, entrance in asked_of.items() if entrance == 1} == {
        room for room in asked_of if len(ROOM_CARDS[room].entrances) == 2
    }
    assert 1 in asked_of.values()


# ---------------------------------------------------------------- letters
@rule("GLOOMHAVEN-29.8")
def test_cards_are_discarded_until_one_has_the_letter_of_the_exit() -> None:
    for seed in range(30):
        for letter in ("A", "B"):
            s = inside("Mangy", "Cell")
            card = draw_room(at_table(s, seed), letter)
            assert letter in [gate.letter for gate in ROOM_CARDS[card].entrances]
            gone = [c for c in range(20) if not s.notes[DECK] >> c & 1 and c != card]
            assert not [c for c in gone if letter in [gate.letter for gate in ROOM_CARDS[c].entrances]]


@rule("GLOOMHAVEN-29.8")
def test_if_no_card_has_the_letter_the_discards_are_shuffled_in() -> None:
    s = inside("Mangy", "Cell")
    s.notes[DECK] = 1 << NOUNS.index("Guardroom")  # its back has an A
    card = draw_room(at_table(s), "B")
    assert "B" in [gate.letter for gate in ROOM_CARDS[card].entrances]
    assert card != NOUNS.index("Cell")


@rule("GLOOMHAVEN-29.9")
def test_the_exit_not_used_is_a_wall() -> None:
    s = inside("Mangy", "Guardroom")
    first, second = exits(s)
    assert [h for h in s.layout().around[first] if h != NONE]
    s = entered(s, "Wild", "Burrow", way=1)
    assert first not in s.ground().shut
    assert set(s.layout().around[first]) == {NONE}
    assert not s.is_revealed(first)
    beside = {s.layout().rooms[h] for h in s.layout().around[second] if h != NONE}
    assert beside == {0, 1}


@rule("GLOOMHAVEN-29.9")
def test_of_two_entrances_the_one_with_the_letter_of_the_exit_is_used() -> None:
    s = inside("Mangy", "Guardroom")  # its exits are A and B
    s.notes[DECK] = 1 << NOUNS.index("Vault")  # its entrances are A and B
    for way in (0, 1):
        copy = s.clone()
        door = exits(copy)[way]
        copy.put(0, door)
        after = run(copy, opening(door)).state
        assert rooms_in(after.scenario)[1].entrance == way
        assert ROOM_CARDS[NOUNS.index("Vault")].entrances[way].letter == "AB"[way]


def test_any_three_rooms_lie_beside_each_other() -> None:
    """Every chain of cards whose letters fit, one monster card each: no hex twice, every monster can be reached."""
    for first, one in enumerate(ROOM_CARDS):
        for second in range(first + 1, first + 4):
            two = ROOM_CARDS[second % 20]
            for third in range(second + 1, second + 19, 5):
                three = ROOM_CARDS[third % 20]
                rooms = chain(one, two, three)
                if rooms and third % 20 != first:
                    record = record_of(dungeon_of(rooms))
                    assert len(set(record["numbered"])) == len(record["numbered"])
                    row = layout_of(dungeon_of(rooms)).ground(0, 0).row(0)
                    index = layout_of(dungeon_of(rooms)).index
                    assert all([row[index[spot["hex"]]] < 255 for spot in record["monsters"]])


def chain(*cards: Any) -> list[Built]:
    """These room cards in this order, if their letters allow it."""
    rooms: list[Built] = []
    entrance = 0
    for number, card in enumerate(cards):
        after = [gate.letter for gate in cards[number + 1].entrances] if number < 2 else []
        ways = [way for way, gate in enumerate(card.exits, 1) if gate.letter in after]
        if number < 2 and not ways:
            return []
        rooms.append(Built(ROOM_CARDS.index(card), number, entrance, ways[0] if number < 2 else 0))
        entrance = after.index(card.exits[ways[0] - 1].letter) if number < 2 else 0
    return rooms


def test_a_dungeon_is_a_number_and_back() -> None:
    rooms = [Built(19, 19, 1, 2), Built(0, 0, 0, 1), Built(7, 12, 1, 0)]
    assert rooms_in(dungeon_of(rooms)) == rooms
    assert rooms_in(FIRST) == []
    assert len(placed_rooms(rooms[:1])) == 1


# ---------------------------------------------------------------- penalties
@rule("GLOOMHAVEN-29.10")
def test_penalties_rise_from_room_to_room_or_are_as_agreed() -> None:
    found = {}
    for agreed in ("rising", "none", "minor", "major"):
        s = inside("Mangy", "Cell", penalties=agreed)
        first = begins(s)  # a Cell muddles or disarms the opener
        second = entered(inside("Mangy", "Cell", penalties=agreed), "Wild", "Burrow")  # a Burrow poisons one or all
        found[agreed] = (conditions_in(first.conditions[0]), [conditions_in(c) for c in second.conditions[:2]])
    assert found == {
        "rising": ([], [["poison"], []]),
        "none": ([], [[], []]),
        "minor": (["muddle"], [["poison"], []]),
        "major": (["disarm"], [["poison"], ["poison"]]),
    }


@rule("GLOOMHAVEN-29.10")
def test_in_the_first_room_the_players_choose_the_opener() -> None:
    s = inside("Mangy", "Cell", penalties="major")
    assert [conditions_in(c) for c in begins(s, 1).conditions[:2]] == [[], ["disarm"]]


@rule("GLOOMHAVEN-29.10")
def test_nobody_is_in_the_room_before_the_first() -> None:
    s = inside("Mangy", "Passage", penalties="minor")  # damage to those in the previous room
    assert begins(s.clone()).hp[:2] == s.hp[:2]
    s = inside("Mangy", "Guardroom", penalties="minor")
    s.hand[0] = s.hand[1] = ()
    s.put(0, exits(s)[0])  # a door is in neither room
    after = entered(s, "Wild", "Passage")
    assert [s.hp[c] - after.hp[c] for c in (0, 1)] == [0, 1]


Seen = Callable[[Gloomhaven, Gloomhaven], tuple[Any, Any]]  # before and after: what there is, and what there should be
PENALISED: dict[tuple[str, str], Seen] = {
    ("Gallery", "minor"): lambda s, e: (s.hp[0] - e.hp[0], HAZARD_DAMAGE[0][LEVEL]),
    ("Gallery", "major"): lambda s, e: (s.hp[0] - e.hp[0], TRAP_DAMAGE[0][LEVEL]),
    ("Barracks", "major"): lambda s, e: (deck(e, MONSTER_DECK, BLESS_CARD), 3),
    ("Crossing", "minor"): lambda s, e: (deck(e, 0, CURSE_CARD), 1),
    ("Library", "major"): lambda s, e: (deck(e, 0, CURSE_CARD), 3),
    ("Chapel", "minor"): lambda s, e: (e.infused.bit_count(), 1),
    ("Hall", "minor"): lambda s, e: ([len(e.discard[c]) for c in (0, 1)], [1, 0]),
    ("Hall", "major"): lambda s, e: ([len(e.discard[c]) for c in (0, 1)], [1, 1]),
    ("Crypt", "major"): lambda s, e: ([len(e.lost[c]) for c in (0, 1)], [1, 0]),
    ("Guardroom", "major"): lambda s, e: ({shield(e, f) - shield(s, f) for f in e.monsters()}, {2}),
    ("Tunnel", "minor"): lambda s, e: ({retaliates(e, f)[0][0] for f in e.monsters()}, {1}),
}


@rule("GLOOMHAVEN-29.10")
@pytest.mark.parametrize(("noun", "severity"), list(PENALISED))
def test_what_a_penalty_does(noun: str, severity: str) -> None:
    s = inside("Wild", noun, penalties=severity)
    if "Gallery" in noun:
        s.hand[0] = ()
    found, wanted = PENALISED[(noun, severity)](s, begins(s.clone()))
    assert found == wanted


@rule("GLOOMHAVEN-29.10")
def test_items_not_used_are_spent_and_elites_are_strengthened() -> None:
    s = inside("Wild", "Grotto", penalties="minor")
    s.items[0] = (1, 2)  # two pairs of boots
    assert begins(s, 0, 2).item_state == {2: SPENT}
    s = inside("Wild", "Grotto", penalties="major")
    s.items[0] = (1, 2)
    assert begins(s).item_state == {1: SPENT, 2: SPENT}
    s = inside("Wild", "Great Hall", penalties="minor")
    end = begins(s)
    strong = [f for f in end.monsters() if end.has(f, bits(["strengthen"]))]
    assert strong == [f for f in end.monsters() if end.rank[f] == ELITE]
    assert strong


# ---------------------------------------------------------------- monster cards
@rule("GLOOMHAVEN-29.11")
def test_monsters_stand_on_their_spots_with_the_rank_for_the_number_of_players() -> None:
    room = ROOM_CARDS[NOUNS.index("Great Hall")]
    for players in (2, 3, 4):
        s = inside("Wild", "Great Hall", players=players)
        wanted = {
            (name, RANK_OF[ranks[players - 2]], room.spots[spot])
            for spot, name, ranks in MONSTER_CARDS[ADJECTIVES.index("Wild")].spots
            if ranks[players - 2] != "none"
        }
        found = {(TYPES[s.kind[f]], s.rank[f], s.layout().axial[s.hex[f]]) for f in s.monsters()}
        assert found == wanted


@rule("GLOOMHAVEN-29.11")
def test_traps_money_and_terrain_lie_on_their_spots() -> None:
    s = inside("Wild", "Great Hall")
    damage = TRAP_DAMAGE[0][LEVEL]
    assert sorted(s.traps.values()) == [(damage, bits(["immobilize"]), NONE)] * 2
    assert sorted(s.money.values()) == [1, 1]
    s = inside("Defiled", "Great Hall")  # no red icon: no damage
    assert set(s.traps.values()) == {(0, bits(["poison", "immobilize"]), NONE)}


CHESTS: dict[str, Seen] = {
    "Mangy": lambda s, e: (gold_of(e, 0) - gold_of(s, 0), 10),
    "Drowned": lambda s, e: (len(e.hand[0]) - len(s.hand[0]), 1),
    "Defiled": lambda s, e: (e.hp[0] - s.hp[0], 5),
    "Wild": lambda s, e: (conditions_in(e.conditions[0]), ["strengthen"]),
    "Rotting": lambda s, e: ({s.hp[f] - e.hp[f] for f in e.monsters()}, {2}),
    "Foggy": lambda s, e: (sorted(e.item_state.values()), [READY, READY]),
}


@rule("GLOOMHAVEN-29.11")
@pytest.mark.parametrize("adjective", list(CHESTS))
def test_what_a_chest_holds(adjective: str) -> None:
    s = inside(adjective, "Great Hall")
    s.hp[0] = 3
    s.conditions[0] = bits(["poison" if adjective == "Wild" else "strengthen", "strengthen"])
    s.lost[0], s.hand[0] = s.hand[0][:2], s.hand[0][2:]
    s.items[0] = (12, 13)  # small ones
    s.item_state = {12: SPENT, 13: SPENT}
    (chest,) = s.treasure
    game = run(s.clone(), lambda t: loot(t, 0, [chest]))
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, options(game)[-1])
    found, wanted = CHESTS[adjective](s, game.state)
    assert found == wanted


@rule("GLOOMHAVEN-29.11")
def test_a_chest_may_poison_all_enemies() -> None:
    card = next(n for n, c in enumerate(MONSTER_CARDS) if "enemiesCondition" in str(c.overlays))
    s = inside(ADJECTIVES[card], "Great Hall")
    (chest,) = s.treasure
    end = run(s, lambda t: loot(t, 0, [chest])).state
    assert {conditions_in(end.conditions[f])[0] for f in end.monsters()} == {"poison"}


# ---------------------------------------------------------------- from end to end
@rule("GLOOMHAVEN-29.5")
def test_bots_play_dungeons_to_the_end() -> None:
    ends = set()
    for seed in range(4):
        game = definition("gloomhaven").new_game(
            2, {"scenario": "random", "scenario_level": 0, "character_level": 9}, FastDice(seed)
        )
        play(game, [make("greedy"), make("greedy")], [bot_dice(seed, seat) for seat in (0, 1)])
        assert game.result() is not None
        ends.add((game.result(), len(rooms_in(game.state.scenario))))
    assert ((1, 1), 3) in ends


def test_the_whole_hand_is_there_in_a_dungeon() -> None:
    s = begun().state
    assert [len(s.hand[c]) for c in (0, 1)] == [HAND_SIZE[s.kind[c]] for c in (0, 1)]


def test_a_companion_on_the_last_starting_hex_keeps_nobody_out() -> None:
    s = inside("Mangy", "Cell")
    last = s.hex[1]
    s.put(1, NONE)
    for at in [h for h in s.layout().start if s.at[h] == NONE]:
        s.enter(HEROES, SUMMON, 0, 0, 1, 2, at)
    end = play_step(s, "start_hex", 1).state
    assert end.hex[1] not in (NONE, *s.layout().start)
    assert end.ground().row(end.hex[1])[last] < FAR
