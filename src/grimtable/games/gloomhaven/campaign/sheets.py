"""Character sheets and the shop in words, as far as whoever looks may know them."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.campaign.components import QUESTS, TOP_LEVEL, XP_FOR
from grimtable.games.gloomhaven.campaign.quests import is_complete, needed, standing
from grimtable.games.gloomhaven.campaign.words import enhancement
from grimtable.games.gloomhaven.campaign.world import ALIVE, World
from grimtable.games.gloomhaven.components.cards import (
    CARD_CLASS,
    CARD_HALVES,
    CARD_LEVEL,
    CARD_OF,
    CLASS_OF,
    CLASSES,
    HAND_SIZE,
    HP,
    INITIATIVE,
    Half,
)
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.describe.options import perk_words
from grimtable.games.gloomhaven.facts import areas
from grimtable.kernel.campaigns import Say
from grimtable.kernel.language import Message


def hero_shown(world: World, hero: int, viewer: int | None, say: Say) -> dict[str, Any]:
    """[GLOOMHAVEN-23.6] A character sheet; the quest is for its own person only [GLOOMHAVEN-23.11]."""
    sheet, person = world.heroes[hero], world.person_of(hero)
    char_class, here = CLASS_OF[sheet.kind], sheet.state == ALIVE
    return {
        "number": hero,
        "name": sheet.name,
        "class": sheet.kind,
        "class_name": say(Message(f"class.{sheet.kind}")),
        "person": person,
        "chair": sheet.chair if here else None,
        "party": sheet.party,
        "state": (sheet.state or "active") if sheet.party == world.party or not here else "away",
        "level": sheet.level,
        "xp": sheet.xp,
        "next_xp": XP_FOR[sheet.level] if sheet.level < TOP_LEVEL else None,
        "may_level": here and world.may_level(hero),
        "must_level": here and world.must_level(hero),
        "gold": sheet.gold,
        "earmarked": sheet.earmarked,
        "health": HP[char_class][sheet.level - 1],
        "hand": HAND_SIZE[char_class],
        "checks": sheet.checks,
        "perks": perks_shown(world, hero, say),
        "items": [item_shown(item, say) for item in sheet.items],
        "pool": [card_shown(world, card, say) for card in sheet.cards] if here else [],
        "enhanced": sheet.enhanced,
        "donated": sheet.donated,
        "blessings": sheet.blessings,
        "notes": sheet.notes,
        "quest": quest_shown(world, hero, say) if sheet.quest and person == viewer else None,
    }


def perks_shown(world: World, hero: int, say: Say) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-25.13] Every perk of the class, how often it was taken and how often it can be."""
    sheet = world.heroes[hero]
    return [
        {
            "number": number,
            "text": say(perk_words(sheet.kind, number)).strip(),
            "taken": sheet.perks.count(number),
            "possible": perk.times,
        }
        for number, perk in enumerate(CLASS_PERKS[CLASS_OF[sheet.kind]])
    ]


def quest_shown(world: World, hero: int, say: Say) -> dict[str, Any]:
    """[GLOOMHAVEN-23.11] How far a personal quest is, part by part."""
    quest = world.heroes[hero].quest
    needs = [
        {
            "text": say(Message(f"need.{quest}_{requirement['n']}")),
            "have": min(standing(world, hero, requirement), needed(world, quest, requirement)),
            "need": needed(world, quest, requirement),
        }
        for requirement in QUESTS[quest]["requirements"]
    ]
    return {
        "quest": quest,
        "name": say(Message(f"quest.{quest}")),
        "progress": sum([one["have"] for one in needs]),
        "target": sum([one["need"] for one in needs]),
        "done": is_complete(world, hero),
        "needs": needs,
    }


def quest_needs(world: World, quest: int, say: Say) -> list[str]:
    """What it asks for, part by part, and how often."""
    return [
        say(Message("sheet.need", (Message(f"need.{quest}_{requirement['n']}"), needed(world, quest, requirement))))
        for requirement in QUESTS[quest]["requirements"]
    ]


# ---------------------------------------------------------------- cards and items
def card_shown(world: World, printed: int, say: Say) -> dict[str, Any]:
    card = CARD_OF[printed]
    top, bottom = CARD_HALVES[card]
    return {
        "card": printed,
        "class": CLASSES[CARD_CLASS[card]],
        "name": say(Message(f"card.{printed}")),
        "level": CARD_LEVEL[card],
        "initiative": INITIATIVE[card],
        "top": half_shown(top, say),
        "bottom": half_shown(bottom, say),
        "enhancements": [
            {"half": half, "path": path, "what": what, "stat": stat, "text": say(enhancement(world, what))}
            for half, path, what, stat in world.enhancements.get(str(printed), ())
        ],
    }


def half_shown(half: Half, say: Say) -> dict[str, Any]:
    return {
        "lines": [{"text": say(line), "xp": line.key == "line.xp"} for line in lines(half.ops)],
        "areas": areas(half.ops),
        "lost": half.lost,
        "active": half.active,
    }


def item_shown(item: int, say: Say) -> dict[str, Any]:
    return {
        "item": item,
        "name": say(Message(f"item.{item}")),
        "slot": ITEMS[item].slot,
        "slot_text": say(Message(f"slot.{ITEMS[item].slot}")),
        "text": say(Message("sheet.lines", (lines(ITEMS[item].ops),))),
        "worth": ITEMS[item].cost // 2,
    }
