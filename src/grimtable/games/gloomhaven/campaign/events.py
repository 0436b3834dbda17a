"""City and road events [GLOOMHAVEN-23.15, GLOOMHAVEN-24.4, GLOOMHAVEN-24.5]: a card, a choice, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.components import EVENTS
from grimtable.games.gloomhaven.campaign.world import EVENT_STAGE, PARTY, World
from grimtable.games.gloomhaven.components.items import ITEMS

Effect = dict[str, Any]
OTHERWISE = "otherwise"


def draw(c: Chronicle, deck: str) -> None:
    """The top card; the party settles on A or B before it is turned."""
    c.world.event = c.deck(deck).pop()
    c.world.stage = EVENT_STAGE
    c.tell("event_drawn", c.world.event)


def resolve(c: Chronicle, letter: str) -> None:
    """[GLOOMHAVEN-24.5] The parts from top to bottom; then the card goes where it says [GLOOMHAVEN-23.15]."""
    world = c.world
    key = world.event
    c.tell("event_chosen", key, letter)
    back = apply_option(c, EVENTS[key], letter)
    world.event = ""
    if back:
        c.deck(EVENTS[key]["deck"]).insert(0, key)  # [GLOOMHAVEN-23.14] to the bottom, without shuffling
        c.tell("event_returned", key)
    else:
        c.tell("event_removed", key)


def apply_option(c: Chronicle, event: dict[str, Any], letter: str) -> bool:
    """Whether the card returns to its deck."""
    option = next(one for one in event["options"] if one["label"] == letter)
    back = bool(option.get("returnToDeck"))
    before = False  # whether an earlier condition held
    for outcome in option["outcomes"]:
        if not meets(c, outcome.get("condition"), before):
            continue
        before = before or "condition" in outcome
        if "returnToDeck" in outcome or "removeFromDeck" in outcome:
            back = bool(outcome.get("returnToDeck"))
        inner = False
        for effect in outcome.get("effects", []):
            if not meets(c, effect.get("condition"), inner):
                continue
            inner = inner or "condition" in effect
            if effect["type"] == "outcome":
                back = apply_option(c, event, effect["values"][0])
            else:
                EFFECTS[effect["type"]](c, effect.get("values", []))
    return back


# ---------------------------------------------------------------- conditions
def meets(c: Chronicle, condition: Effect | None, before: bool) -> bool:
    """Whether a part applies; what must be paid for it is paid [GLOOMHAVEN-24.5]."""
    if condition is None:
        return True
    kind, values = condition["type"], condition.get("values", [])
    if kind == OTHERWISE:
        return not before
    if not CONDITIONS[kind](c, values):
        return False
    if "effect" in condition:
        EFFECTS[condition["effect"]["type"]](c, condition["effect"]["values"])
    return True


def has_class(c: Chronicle, values: list[Any]) -> bool:
    return bool(set(values) & set(c.world.classes_in_party()))


def pay_together(c: Chronicle, values: list[Any]) -> bool:
    if c.world.gold_together() < values[0]:
        return False
    lose_together(c, values)
    return True


def pay_by_reputation(c: Chronicle, values: list[Any]) -> bool:
    """The price depends on how the party is thought of."""
    for price in values:
        amount, bound = price["values"]
        low = price["type"].endswith("LT")
        if (c.world.sheet().reputation < bound) if low else (c.world.sheet().reputation > bound):
            return pay_together(c, [amount])
    return False


def pay_each(c: Chronicle, values: list[Any]) -> bool:
    team = c.world.team()
    if [hero for hero in team if c.world.heroes[hero].gold < values[0]]:
        return False
    for hero in team:
        c.gold(hero, -values[0])
    return True


def pay_item(c: Chronicle, values: list[Any]) -> bool:
    """One of this item, from whoever has it: it returns to the shop."""
    owners = [hero for hero in c.world.team() if values[0] in c.world.heroes[hero].items]
    if not owners:
        return False
    give_up(c, owners[0], values[0])
    return True


CONDITIONS: dict[str, Callable[[Chronicle, list[Any]], bool]] = {
    "character": has_class,
    "reputationGT": lambda c, values: c.world.sheet().reputation > values[0],
    "reputationLT": lambda c, values: c.world.sheet().reputation < values[0],
    "payCollectiveGold": pay_together,
    "payCollectiveGoldConditional": pay_by_reputation,
    "payGold": pay_each,
    "payCollectiveItem": pay_item,
}


# ---------------------------------------------------------------- effects
def each(change: Callable[[Chronicle, int, int], None], sign: int = 1) -> Callable[[Chronicle, list[Any]], None]:
    """[GLOOMHAVEN-24.6] The same for every character."""

    def effect(c: Chronicle, values: list[Any]) -> None:
        for hero in c.world.team():
            change(c, hero, sign * values[0])

    return effect


def gain_together(c: Chronicle, values: list[Any]) -> None:
    """[GLOOMHAVEN-24.6] Divided as they like."""
    if len(c.world.team()) == 1:
        c.gold(c.world.team()[0], values[0])
    elif c.world.team():
        c.ask("divide_gain", PARTY, [], values[0])


def lose_together(c: Chronicle, values: list[Any]) -> None:
    """[GLOOMHAVEN-24.6, GLOOMHAVEN-24.7] Divided as they like, as far as there is gold."""
    amount = min(values[0], c.world.gold_together())
    holders = [hero for hero in c.world.team() if c.world.heroes[hero].gold]
    if amount == c.world.gold_together() or len(holders) == 1:
        for hero in holders:
            c.gold(hero, -min(amount, c.world.heroes[hero].gold))
    elif amount:
        c.ask("divide_loss", PARTY, [], amount)


def item_together(c: Chronicle, values: list[Any]) -> None:
    """[GLOOMHAVEN-28.3] It goes to one of the party."""
    item, count = int(values[0]), int(values[1])
    for _ in range(count):
        if len(c.world.team()) == 1:
            c.give_item(c.world.team()[0], item)
        elif c.world.team():
            c.ask("who_takes", PARTY, list(c.world.team()), item)


def lose_items(c: Chronicle, values: list[Any]) -> None:
    """Each gives up so many items of a kind, as far as they have them."""
    count, slot = int(values[0]), str(values[1])
    for hero in c.world.team():
        mine = items_of(c.world, hero, slot)
        if len(mine) > count:
            c.ask("give_up", hero, mine, count)
        else:
            for item in mine:
                give_up(c, hero, item)


def lose_item_together(c: Chronicle, values: list[Any]) -> None:
    mine = [[hero, item] for hero in c.world.team() for item in items_of(c.world, hero, str(values[1]))]
    if len(mine) > 1:
        c.ask("give_up_one", PARTY, mine)
    elif mine:
        give_up(c, *mine[0])


def items_of(world: World, hero: int, slot: str) -> list[int]:
    return [item for item in world.heroes[hero].items if ITEMS[item].slot == slot]


def give_up(c: Chronicle, hero: int, item: int) -> None:
    """[GLOOMHAVEN-25.8] The copy returns to the shop."""
    c.world.heroes[hero].items.remove(item)
    c.to_stock(item)
    c.tell("item_lost", hero, item)


def omen(kind: str) -> Callable[[Chronicle, list[Any]], None]:
    """[GLOOMHAVEN-24.8] Something for the start of the next scenario."""

    def effect(c: Chronicle, values: list[Any]) -> None:
        c.world.sheet().omens.append([kind, *values])
        c.tell("omen", kind, *values)

    return effect


def one_of(c: Chronicle, values: list[Any]) -> None:
    c.ask("choose_effect", PARTY, values)


def nothing(c: Chronicle, values: list[Any]) -> None:
    c.tell("nothing_happens")


EFFECTS: dict[str, Callable[[Chronicle, list[Any]], None]] = {
    "gold": each(Chronicle.gold),
    "goldAdditional": each(Chronicle.gold),
    "loseGold": each(Chronicle.gold, -1),
    "experience": each(Chronicle.xp),
    "battleGoal": each(Chronicle.checks),
    "loseBattleGoal": each(Chronicle.checks, -1),
    "collectiveGold": gain_together,
    "collectiveGoldAdditional": gain_together,
    "loseCollectiveGold": lose_together,
    "reputation": lambda c, values: c.reputation(values[0]),
    "reputationAdditional": lambda c, values: c.reputation(values[0]),
    "loseReputation": lambda c, values: c.reputation(-values[0]),
    "prosperity": lambda c, values: c.prosperity(values[0]),
    "loseProsperity": lambda c, values: c.prosperity(-values[0]),
    "itemCollective": item_together,
    "itemDesign": lambda c, values: c.item_design(int(values[0])),
    "randomItemDesign": lambda c, values: c.random_design(),
    "consumeItem": lose_items,
    "consumeCollectiveItem": lose_item_together,
    "globalAchievement": lambda c, values: c.global_achievement(values[0]),
    "partyAchievement": lambda c, values: c.party_achievement(values[0]),
    "unlockScenario": lambda c, values: c.open_scenario(int(values[0])),
    "event": lambda c, values: c.add_event(values[0], values[1]),
    "scenarioCondition": omen("condition"),
    "scenarioDamage": omen("damage"),
    "scenarioSingleMinus1": omen("minus_one"),
    "discard": omen("discard"),
    "discardOne": omen("discard_one"),
    "choose": one_of,
    "noEffect": nothing,
}
