"""What happens to a world: every gain and loss in one place, told as it happens, within the limits of the rules."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.campaign.components import (
    CHECKS_FOR,
    CHECKS_PER_PERK,
    ENVELOPE_B,
    EXCLUSIVE,
    MOST_CHECKS,
    MOST_REPUTATION,
    RANKED,
    TECHNOLOGY,
    UNLOCK_EVENT,
    XP_FOR,
)
from grimtable.games.gloomhaven.campaign.world import Ask, World
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.kernel.values import Dice

Told = tuple[Any, ...]  # a word of the catalogue and what it speaks of


class Chronicle:
    """A world while something happens to it."""

    def __init__(self, world: World, dice: Dice) -> None:
        self.world = world
        self.dice = dice
        self.told: list[Told] = []

    def tell(self, kind: str, *about: Any) -> None:
        self.told.append((kind, *about))

    def ask(self, kind: str, hero: int, options: list[Any], amount: int = 0) -> None:
        self.world.asks.append(Ask(kind, hero, options, amount))

    # ------------------------------------------------------------ characters
    def gold(self, hero: int, change: int) -> None:
        """[GLOOMHAVEN-24.7] Nobody has less than nothing."""
        sheet = self.world.heroes[hero]
        change = max(change, -sheet.gold)
        sheet.gold += change
        if change:
            self.tell("gold", hero, change)

    def earmark(self, hero: int, change: int) -> None:
        """Gold that must be spent on enhancements at once."""
        self.world.heroes[hero].earmarked += change
        self.tell("earmarked", hero, change)

    def lapse(self, hero: int) -> None:
        """What of it was not spent is gone."""
        if self.world.heroes[hero].earmarked:
            self.tell("lapsed", hero, self.world.heroes[hero].earmarked)
            self.world.heroes[hero].earmarked = 0

    def xp(self, hero: int, change: int) -> None:
        """[GLOOMHAVEN-24.7] Never below what the level needs."""
        sheet = self.world.heroes[hero]
        change = max(change, XP_FOR[sheet.level - 1] - sheet.xp)
        sheet.xp += change
        if change:
            self.tell("xp", hero, change)

    def checks(self, hero: int, change: int) -> None:
        """[GLOOMHAVEN-25.14] Every third one is a perk at once; those turned into perks stay [GLOOMHAVEN-24.7]."""
        sheet = self.world.heroes[hero]
        change = min(max(change, -self.world.loose_checks(hero)), MOST_CHECKS - sheet.checks)
        if not change:
            return
        perks = (sheet.checks + change) // CHECKS_PER_PERK - sheet.checks // CHECKS_PER_PERK
        sheet.checks += change
        self.tell("checks", hero, change)
        for _ in range(perks):
            self.perk_due(hero)

    def perk_due(self, hero: int) -> None:
        """What is open is looked up when it is answered: an earlier perk may take the last box."""
        if self.world.open_perks(hero):
            self.ask("perk", hero, [])

    def give_item(self, hero: int, item: int) -> None:
        """[GLOOMHAVEN-25.9] A second one is sold at once; one of which no copy is left is worth its sale."""
        sheet = self.world.heroes[hero]
        left = self.world.copies_left(item)
        if item in sheet.items or left < 1:
            if left > 0:
                self.to_stock(item)
            self.tell("item_for_gold", hero, item)
            self.gold(hero, ITEMS[item].cost // 2)
            return
        sheet.items.append(item)
        if self.world.returned.count(item) > left - 1:
            self.from_stock(item)
        self.tell("item", hero, item)

    def to_stock(self, item: int) -> None:
        """[GLOOMHAVEN-25.5, GLOOMHAVEN-25.8] This copy can be bought from now on; no other copy comes with it."""
        if item not in self.world.supplied():
            self.world.returned.append(item)

    def from_stock(self, item: int) -> None:
        """A copy leaves the shop."""
        if item in self.world.returned:
            self.world.returned.remove(item)

    def leave(self, hero: int, state: str) -> None:
        """[GLOOMHAVEN-27.2, GLOOMHAVEN-29.3] Items go to the shop, gold is lost."""
        sheet = self.world.heroes[hero]
        for item in sheet.items:
            self.to_stock(item)
        sheet.items, sheet.gold, sheet.state = [], 0, state

    # ------------------------------------------------------------ the party
    def reputation(self, change: int) -> None:
        """[GLOOMHAVEN-24.9] From -20 to 20."""
        sheet = self.world.sheet()
        value = min(max(sheet.reputation + change, -MOST_REPUTATION), MOST_REPUTATION)
        change, sheet.reputation = value - sheet.reputation, value
        if change:
            self.tell("reputation", change, value)
            self.look_for_offers()

    def party_achievement(self, name: str) -> None:
        """[GLOOMHAVEN-23.19]"""
        if name not in self.world.sheet().achievements:
            self.world.sheet().achievements.append(name)
            self.tell("party_achievement", name)
            self.look_for_offers()

    def lose_party_achievement(self, name: str) -> None:
        if name in self.world.sheet().achievements:
            self.world.sheet().achievements.remove(name)
            self.tell("party_achievement_lost", name)

    # ------------------------------------------------------------ the world
    def prosperity(self, change: int) -> None:
        """[GLOOMHAVEN-24.7] Never below what the level needs; 64 checks are the end of the track."""
        world = self.world
        least = CHECKS_FOR[world.prosperity_level() - 1]
        value = min(max(world.prosperity + change, least), CHECKS_FOR[-1])
        before, change, world.prosperity = world.prosperity_level(), value - world.prosperity, value
        if change:
            self.tell("prosperity", change, value)
        if world.prosperity_level() > before:
            self.tell("prosperity_level", world.prosperity_level())

    def global_achievement(self, name: str) -> None:
        """[GLOOMHAVEN-23.18] One of a type covers the others; ranked ones count up."""
        world = self.world
        for others in EXCLUSIVE:
            if name in others:
                for other in others:
                    world.achievements.pop(other, None)
        rank = world.achievements.get(name, 0) + 1 if name in RANKED else 1
        world.achievements[name] = min(rank, RANKED.get(name, 1))
        self.tell("global_achievement", name, world.achievements[name])
        self.look_for_offers()

    def open_scenario(self, scenario: int) -> None:
        if scenario not in self.world.opened:
            self.world.opened.append(scenario)
            self.tell("scenario_opened", scenario)

    def add_event(self, deck: str, number: str) -> None:
        """[GLOOMHAVEN-23.14] A card added is shuffled in."""
        key, cards = f"{deck}:{number}", self.deck(deck)
        if key in cards:
            return
        cards.append(key)
        order = self.dice.order(list(range(len(cards))))
        cards[:] = [cards[place] for place in order]
        self.tell("event_added", deck)

    def deck(self, deck: str) -> list[str]:
        return self.world.city if deck == "city" else self.world.road

    def unlock_class(self, name: str) -> None:
        """[GLOOMHAVEN-23.16, GLOOMHAVEN-27.5] Its event goes into both decks."""
        if name in self.world.classes:
            return
        self.world.classes.append(name)
        self.tell("class_unlocked", name)
        number = UNLOCK_EVENT[name]
        if number is not None:
            for deck in ("city", "road"):
                self.add_event(deck, number)

    def open_envelope(self, name: str) -> None:
        if name not in self.world.envelopes:
            self.world.envelopes.append(name)
            self.tell("envelope", name)

    def item_design(self, item: int) -> None:
        """[GLOOMHAVEN-25.8, GLOOMHAVEN-28.3] All copies are in the shop from now on."""
        if item not in self.world.designs:
            self.world.designs.append(item)
            self.tell("design", item)

    def random_design(self) -> None:
        """[GLOOMHAVEN-23.12] An empty deck gives nothing."""
        if self.world.design_deck:
            self.item_design(self.world.design_deck.pop())

    def random_side_scenario(self) -> None:
        """[GLOOMHAVEN-23.13] An empty deck gives nothing."""
        if self.world.side_deck:
            self.open_scenario(self.world.side_deck.pop())

    def give_up_treasure(self, number: int) -> None:
        """[GLOOMHAVEN-5.20] It was found, and nobody has it."""
        if number not in self.world.treasures:
            self.world.treasures.append(number)
            self.tell("given_up", number)

    # ------------------------------------------------------------ what may be opened [GLOOMHAVEN-28.9]
    def look_for_offers(self) -> None:
        """[GLOOMHAVEN-28.4, GLOOMHAVEN-28.5, GLOOMHAVEN-28.6, GLOOMHAVEN-28.7, GLOOMHAVEN-28.8] Conditions met."""
        world, sheet = self.world, self.world.sheet()
        drake = {"the-drakes-command", "the-drakes-treasure"} <= set(sheet.achievements)
        met = {
            "envelope_a": world.achievements.get(TECHNOLOGY, 0) >= RANKED[TECHNOLOGY],
            "drake": drake,
            "envelope_b": world.donated >= ENVELOPE_B,
            "sun_box": sheet.reputation >= MOST_REPUTATION // 2,
            "honoured": sheet.reputation == MOST_REPUTATION,
            "eclipse_box": sheet.reputation <= -MOST_REPUTATION // 2,
            "feared": sheet.reputation == -MOST_REPUTATION,
            "town_records": sum(world.retirements) > 0,
        }
        for name, holds in met.items():
            if holds and name not in world.offered:
                world.offered.append(name)
                self.tell("offer", name)


def split(amount: int, shares: int) -> list[int]:
    """As evenly as gold goes, the first ones get what is left over."""
    return [amount // shares + (place < amount % shares) for place in range(shares)]
