"""Who may see what: hands and the cards left at home, battle goals, the order of decks and closed rooms are hidden.

Others learn a card when it is played, discarded or lost (`seen`); from then on its place is public. With one player, or
with open information, hands are open to everybody [GLOOMHAVEN-6.5].
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import (
    CHARACTER,
    DIFFICULT,
    ELEMENTS,
    HAZARD,
    MONSTER,
    NONE,
    OBSTACLE,
    PIT,
    PLATE,
    RANKS,
    SUMMON,
    TRAP,
    Card,
    Figure,
    Hex,
    Seat,
    conditions_in,
)
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_LEVEL, CLASSES, INITIATIVE, SUPPLY, pool
from grimtable.games.gloomhaven.components.dungeons import FIRST, MONSTER_CARDS, RANDOM, ROOM_CARDS, rooms_in
from grimtable.games.gloomhaven.components.hexes import neighbour
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.monsters import DECKS, TYPE_DECK, TYPES
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_WORDS, record_of
from grimtable.games.gloomhaven.components.terms import ACTED, CONSUMED, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.outlook import in_sight, intents, stride
from grimtable.games.gloomhaven.rooms import ability_initiative, leading_initiative
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import shuffle
from grimtable.kernel.hidden import deal
from grimtable.kernel.values import Dice

SORTS: Final = ("character", "summon", "monster", "objective")
ITEM_STATES: Final = {READY: "ready", SPENT: "spent", CONSUMED: "consumed"}
TERRAIN_NAMES: Final = {
    OBSTACLE: "obstacle",
    DIFFICULT: "difficult",
    HAZARD: "hazard",
    TRAP: "trap",
    PLATE: "plate",
    PIT: "pit",
}


# ---------------------------------------------------------------- what is seen
def view(s: Gloomhaven, viewer: int | None) -> dict[str, Any]:
    """What a viewer may see; None is a spectator."""
    layout = s.layout()
    revealed = [at for at in range(layout.size) if s.is_revealed(at)]
    return {
        "scenario": s.scenario if s.scenario < FIRST else RANDOM,
        "name": record_of(s.scenario)["name"],
        "level": s.level,
        "round": s.round,
        "phase": s.phase,
        "acting": s.acting if s.acting != NONE else None,
        "standing": ("open", "won", "lost")[s.standing],
        "elements": dict(zip(ELEMENTS, s.elements)),
        "infused": [name for number, name in enumerate(ELEMENTS) if s.infused >> number & 1],
        "hexes": [hex_view(s, at) for at in revealed],
        "doors": [
            {"hex": at, "closed": bool(s.closed >> door & 1), "locked": bool(s.locked >> door & 1)}
            for door, at in enumerate(layout.doors)
            if s.is_revealed(at)
        ],
        "start_hexes": list(layout.start) if s.round == 0 else [],
        "figures": [figure_view(s, figure, revealed) for figure in s.figures()],
        "characters": [character_view(s, c, viewer) for c in range(len(s.seat)) if c < len(s.sort)],
        "decks": {owner: deck_view(s, number) for number, owner in deck_names(s)},
        "abilities": {DECKS[deck]: card for deck, card in sorted(s.ability.items())},
        "ability_decks": {DECKS[deck]: len(cards) for deck, cards in sorted(s.ability_decks.items())},
        "rooms": rooms_view(s),
        "seats": list(s.seat),
        "stride": stride(s),
        "intents": intents(s),
    }


def rooms_view(s: Gloomhaven) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-29.6] The rooms of a random dungeon that are built; those of our own design are marked."""
    found: list[dict[str, Any]] = []
    for built in rooms_in(s.scenario) if s.scenario >= FIRST else ():
        card = ROOM_CARDS[built.room]
        name = f"{MONSTER_CARDS[built.monsters].adjective} {card.noun}"
        found.append({"name": name, "designed": card.is_designed})
    return found


def hex_view(s: Gloomhaven, at: Hex) -> dict[str, Any]:
    q, r = s.layout().axial[at]
    trap = s.traps.get(at)
    return {
        "id": at,
        "q": q,
        "r": r,
        "room": s.layout().rooms[at],
        "terrain": [name for bit, name in TERRAIN_NAMES.items() if s.terrain[at] & bit],
        "trap": None if trap is None else {"damage": trap[0], "conditions": conditions_in(trap[1])},
        "money": s.money.get(at, 0),
        "walls": walls(s, at),
        "treasure": at in s.treasure,  # [GLOOMHAVEN-4.9] not what is in it
    }


def walls(s: Gloomhaven, at: Hex) -> list[int]:
    """[GLOOMHAVEN-12.8] Directions in which a wall stands between this hex and another one in sight of all."""
    layout, found = s.layout(), list[int]()
    for direction, there in enumerate(layout.around[at]):
        beyond = layout.index.get(neighbour(layout.axial[at], direction), NONE)
        if there == NONE and beyond != NONE and s.is_revealed(beyond):
            found.append(direction)
    return found


def figure_view(s: Gloomhaven, figure: Figure, revealed: list[Hex]) -> dict[str, Any]:
    sort = s.sort[figure]
    return {
        "id": figure,
        "sort": SORTS[sort],
        "kind": kind_name(s, figure),
        "rank": RANKS[s.rank[figure]] if sort == MONSTER else None,
        "deck": DECKS[TYPE_DECK[s.kind[figure]]] if sort == MONSTER else None,
        "number": s.standee[figure],
        "side": s.side[figure],
        "hex": s.hex[figure],
        "hp": s.hp[s.notes.get(f"limb {figure}", figure)],  # of several hexes: what the whole has
        "max_hp": s.max_hp[figure],
        "conditions": conditions_in(s.conditions[figure]),
        "shield": shield(s, figure),
        "retaliate": sum([value for value, _ in retaliates(s, figure)]),
        "owner": s.owner[figure] if s.owner[figure] != NONE else None,
        "acted": bool(s.marks[figure] & ACTED),
        "initiative": initiative(s, figure),
        "sees": in_sight(s, figure, revealed),
    }


def kind_name(s: Gloomhaven, figure: Figure) -> str:
    sort = s.sort[figure]
    if sort == CHARACTER:
        return CLASSES[s.kind[figure]]
    if sort == SUMMON:
        return s.summon_kind(figure).name
    return TYPES[s.kind[figure]] if sort == MONSTER else OBJECTIVE_WORDS[s.kind[figure]]


def initiative(s: Gloomhaven, figure: Figure) -> int | None:
    """Public once the cards are turned up."""
    if s.sort[figure] == CHARACTER:
        return leading_initiative(s, figure) if s.chosen[figure] else None
    if s.sort[figure] == MONSTER and TYPE_DECK[s.kind[figure]] in s.ability:
        return ability_initiative(s, TYPE_DECK[s.kind[figure]])
    return None


def knows_hand(s: Gloomhaven, character: Figure, viewer: int | None) -> bool:
    return viewer is not None and (bool(s.solo) or s.seat[character] == viewer)


def character_view(s: Gloomhaven, character: Figure, viewer: int | None) -> dict[str, Any]:
    """A character's board: the hand as far as the viewer knows it."""
    open_hand = knows_hand(s, character, viewer)
    known = [c for c in s.hand[character] if open_hand or c in s.seen[character]]
    mine = viewer is not None and s.seat[character] == viewer
    return {
        "id": character,
        "seat": s.seat[character],
        "class": CLASSES[s.kind[character]],
        "level": s.levels[character],
        "exhausted": s.round > 0 and character not in s.heroes(),
        "hand": sorted(known),
        "hand_size": len(s.hand[character]),
        "home": sorted(s.home[character]) if open_hand else [],
        "discard": list(s.discard[character]),
        "lost": list(s.lost[character]),
        "active": list(s.active[character]),
        "chosen": list(s.chosen[character]),
        "to_play": list(s.to_play) if s.acting == character else [],
        "initiatives": {card: INITIATIVE[card] for card in sorted(known)},
        "xp": s.xp[character],
        "money": s.coins[character],
        "treasures": list(s.loot[character]),
        "items": [
            {
                "item": item,
                "name": ITEMS[item].name,
                "state": ITEM_STATES[s.item_state.get(character * ITEM_ROOM + item, READY)],
            }
            for item in s.items[character]
        ],
        "perks": list(s.perks[character]),
        "goal": s.goals[character] if mine and s.goals[character] != NONE else None,
        "goals_dealt": sorted(s.goals_dealt[character]) if mine else [],
        "bonuses": [row.source for row in s.bonuses if row.figure == character and row.source != NONE],
    }


def deck_names(s: Gloomhaven) -> list[tuple[int, str]]:
    return [(owner, "monsters" if owner == len(s.decks) - 1 else str(owner)) for owner in range(len(s.decks))]


def deck_view(s: Gloomhaven, owner: int) -> dict[str, Any]:
    """[GLOOMHAVEN-1.3] What is left of a modifier deck, without its order, and what was drawn."""
    left: dict[str, int] = {}
    for card in sorted(s.decks[owner], key=modifier_kind):
        name = MODIFIERS[modifier_kind(card)].name
        left[name] = left.get(name, 0) + 1
    return {"left": left, "drawn": list(s.drawn[owner])}


# ---------------------------------------------------------------- what is not known
def unseen(s: Gloomhaven, character: Figure) -> list[Card]:
    """Cards of a class that the others have not seen: in hand, at home, or not owned."""
    return [card for card in pool(s.kind[character], s.levels[character]) if card not in s.seen[character]]


def unknown(s: Gloomhaven, viewer: int) -> frozenset[int]:
    """The hidden things whose place a viewer does not know."""
    found = [card for deck in s.decks for card in deck]
    found += [card for cards in s.ability_decks.values() for card in cards]
    found += s.goal_deck
    for character in range(min(len(s.seat), len(s.sort))):
        if s.seat[character] != viewer:
            found += s.goals_dealt[character]
        if not knows_hand(s, character, viewer):
            found += unseen(s, character)
    return frozenset(found)


def redeal(base: Gloomhaven, loose: frozenset[int], viewer: int, dice: Dice) -> Gloomhaven:
    """A copy in which everything the viewer does not know lies otherwise."""
    s = base.clone()
    mine = loose & unknown(s, viewer)
    for owner, cards in enumerate(s.decks):
        s.decks[owner] = tuple(dealt(cards, mine, dice))
    for deck, cards in s.ability_decks.items():
        s.ability_decks[deck] = tuple(dealt(cards, mine, dice))
    redeal_goals(s, mine, viewer, dice)
    for character in range(min(len(s.seat), len(s.sort))):
        if not knows_hand(s, character, viewer):
            redeal_cards(s, character, mine, dice)
    return s


def dealt(cards: tuple[int, ...], loose: frozenset[int], dice: Dice) -> list[int]:
    order = list(cards)
    deal([order], loose, dice)
    return order


def redeal_goals(s: Gloomhaven, loose: frozenset[int], viewer: Seat, dice: Dice) -> None:
    """[GLOOMHAVEN-4.3] Battle goals of others, and which of the two each of them kept."""
    others = [c for c in range(len(s.seat)) if s.seat[c] != viewer]
    zones = [list(s.goal_deck), *[list(s.goals_dealt[c]) for c in others]]
    deal(zones, loose, dice)
    s.goal_deck = tuple(zones[0])
    for character, zone in zip(others, zones[1:]):
        s.goals_dealt[character] = tuple(zone)
        if s.goals[character] != NONE:
            s.goals[character] = zone[dice.below(len(zone))]


def redeal_cards(s: Gloomhaven, character: Figure, loose: frozenset[int], dice: Dice) -> None:
    """Hand and home: other cards that the character could own as well, in the places nobody has seen."""
    hand, home = list(s.hand[character]), list(s.home[character])
    slots = [card for card in (*hand, *home) if card in loose]
    gained = [card for card in slots if CARD_LEVEL[card] > 1]
    public = dict.fromkeys([*owned(s, character), *hand, *home])  # a chosen card is in the hand too: it counts once
    mine = [c for c in public if CARD_CLASS[c] == s.kind[character] and c not in loose and c not in SUPPLY]
    fixed = [CARD_LEVEL[c] for c in mine if CARD_LEVEL[c] > 1]
    assert fits([*fixed, *[CARD_LEVEL[card] for card in gained]], s.levels[character])
    free = [card for card in unseen(s, character) if card in loose and CARD_LEVEL[card] > 1]
    chosen: list[Card] = []
    while len(chosen) != len(gained):
        shuffle(free, dice)
        chosen = free[: len(gained)]
        if not fits([*fixed, *[CARD_LEVEL[card] for card in chosen]], s.levels[character]):
            chosen = []
    fresh = sorted([*[card for card in slots if CARD_LEVEL[card] <= 1], *chosen])
    shuffle(fresh, dice)
    s.hand[character] = tuple([fresh.pop() if card in loose else card for card in hand])
    s.home[character] = tuple([fresh.pop() if card in loose else card for card in home])


def owned(s: Gloomhaven, character: Figure) -> list[Card]:
    """Cards of a character in public places."""
    piles = (s.discard, s.lost, s.active, s.chosen)
    return list(dict.fromkeys([card for pile in piles for card in pile[character] if card >= 0]))


def fits(levels: list[int], level: int) -> bool:
    """[GLOOMHAVEN-25.12] Whether cards of these levels could have been gained, one at each level-up."""
    return all([len([card for card in levels if card > up_to]) <= level - up_to for up_to in range(1, level + 1)])
