"""The campaign in the eyes of a person, or of somebody who watches: plain data in that person's language.

Nobody is told what lies in decks, seeds, or another person's quest.
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.campaign.acts import KINDS, OF_HERO
from grimtable.games.gloomhaven.campaign.bench import bench_shown, shop_shown
from grimtable.games.gloomhaven.campaign.components import CHECKS_FOR, ENHANCING, numbers
from grimtable.games.gloomhaven.campaign.journal import Campaign
from grimtable.games.gloomhaven.campaign.quests import REGIONS
from grimtable.games.gloomhaven.campaign.sheets import card_shown, hero_shown, item_shown, quest_needs
from grimtable.games.gloomhaven.campaign.travel import why_not_travel
from grimtable.games.gloomhaven.campaign.words import act_words, event, event_words, omen_words, scenario, told_words
from grimtable.games.gloomhaven.campaign.world import PARTY, TOWN, Act, World
from grimtable.games.gloomhaven.components.cards import CLASS_OF, HAND_SIZE, HP
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS, recommended_level
from grimtable.games.gloomhaven.describe.options import perk_words
from grimtable.kernel.campaigns import Say
from grimtable.kernel.language import Message, refusal_message

LOG_SHOWN: Final = 100  # entries
TERRITORY: Final = ("Crypt",)  # regions that say what a scenario is, not where


def view(campaign: Campaign, viewer: int | None, say: Say) -> dict[str, Any]:
    world = campaign.world
    return {
        "you": viewer,
        "persons": [{"name": name} for name in world.persons],
        "chairs": world.chairs,
        "stage": world.stage,
        "difficulty": world.difficulty,
        "permanent_death": world.death,
        "reduced_randomness": world.reduced,
        "party": party_shown(world, say),
        "parties": [party.name for party in world.parties],
        "prosperity": prosperity_shown(world),
        "sanctuary": world.donated,
        "achievements": [
            {"name": name, "text": say(Message(f"achievement.{name}")), "count": count}
            for name, count in world.achievements.items()
        ],
        "classes": [
            {
                "class": name,
                "name": say(Message(f"class.{name}")),
                "taken": name in world.classes_in_party(),
                "health": list(HP[CLASS_OF[name]]),
                "hand": HAND_SIZE[CLASS_OF[name]],
            }
            for name in world.classes
        ],
        "scenarios": [scenario_shown(world, number, say) for number in sorted(world.opened)],
        "heroes": [hero_shown(world, hero, viewer, say) for hero in range(len(world.heroes))],
        "shop": shop_shown(world, viewer, say),
        "bench": bench_shown(world, viewer, say),
        "enhancing": ENHANCING in world.achievements,
        "event": event_shown(world, say) if world.event else None,
        "scenario": bound_for_shown(world, say) if world.bound_for != TOWN else None,
        "asks": [ask_shown(world, ask.kind, ask.hero, ask.amount, say) for ask in world.asks],
        "voters": world.voters(),
        "proposals": [
            {"person": int(person), "act": act, "text": say(act_words(world, tuple(act)))}
            for person, act in sorted(world.votes.items())
        ],
        "offers": offers_shown(campaign, viewer, say),
        "log": log_shown(campaign, say),
        "undo": viewer is not None and campaign.why_not_undo(viewer) is None,
        "undo_why": undo_why(campaign, viewer, say),
    }


def undo_why(campaign: Campaign, viewer: int | None, say: Say) -> str | None:
    found = campaign.why_not_undo(viewer) if viewer is not None else None
    return say(refusal_message(found)) if found is not None else None


def party_shown(world: World, say: Say) -> dict[str, Any]:
    """[GLOOMHAVEN-23.5] The party sheet."""
    sheet = world.sheet()
    return {
        "number": world.party,
        "name": sheet.name,
        "reputation": sheet.reputation,
        "price_change": world.price_change(),
        "place": sheet.place,
        "location": say(scenario(world, sheet.place) if sheet.place != TOWN else Message("region.Gloomhaven")),
        "notes": sheet.notes,
        "achievements": [say(Message(f"achievement.{name}")) for name in sheet.achievements],
        "omens": [say(omen_words(*omen)) for omen in sheet.omens],
        "event_had": sheet.event_had,
    }


def prosperity_shown(world: World) -> dict[str, Any]:
    level = world.prosperity_level()
    further = CHECKS_FOR[level] if level < len(CHECKS_FOR) else None
    return {"level": level, "marks": world.prosperity, "next": further}


# ---------------------------------------------------------------- the map
def scenario_shown(world: World, number: int, say: Say) -> dict[str, Any]:
    """A scenario that has been revealed: where it lies, and whether it can be played [GLOOMHAVEN-23.1]."""
    column, _, row = SCENARIOS[number]["map_location"].partition("-")
    regions = [name for name in REGIONS if number in REGIONS[name] and name not in TERRITORY]
    can = number in world.playable() and number in PLAYABLE
    why = why_not_travel(world, number)
    return {
        "number": number,
        "name": say(scenario(world, number)),
        "state": "done" if number in world.done else "open" if can else "blocked",
        "why": say(refusal_message(why)) if why is not None else None,
        "requires": requires_shown(world, number, say),
        "region": say(Message(f"region.{regions[0]}")) if regions else "",
        "x": ord(column) - ord("A"),
        "y": int(row),
        "unlocks": [other for other in numbers(number, "unlocks") if other in world.opened],
        "links": [other for other in numbers(number, "links") if other in world.opened],
    }


def requires_shown(world: World, number: int, say: Say) -> list[list[dict[str, Any]]]:
    """[GLOOMHAVEN-23.1] Alternatives, of which one must hold: achievements that must be there, or must not."""
    return [
        [
            {"text": say(Message(f"achievement.{wish.lstrip('!').partition(':')[0]}")), "absent": wish.startswith("!")}
            for wish in (*way.get("global", ()), *way.get("party", ()))
        ]
        for way in SCENARIOS[number].get("requires") or ()
    ]


def bound_for_shown(world: World, say: Say) -> dict[str, Any]:
    """Where the party is going, or playing."""
    levels = [world.heroes[hero].level for hero in world.team()]
    return {
        "number": world.bound_for,
        "name": say(scenario(world, world.bound_for)),
        "casual": world.casual,
        "level": recommended_level(levels, world.difficulty),
    }


def event_shown(world: World, say: Say) -> dict[str, Any]:
    """[GLOOMHAVEN-23.15] The front of the card: what it does stays hidden until the party has agreed."""
    deck, _, number = world.event.partition(":")
    prompt, first, second = [say(words) for words in event_words(world.event)]
    return {
        "deck": deck,
        "number": number,
        "name": say(event(world, world.event)),
        "prompt": prompt,
        "A": first,
        "B": second,
    }


# ---------------------------------------------------------------- what is to be done, and what was
def ask_shown(world: World, kind: str, hero: int, amount: int, say: Say) -> dict[str, Any]:
    """What is waited for and of whom; what there is to choose from is among the offers of that person."""
    who = None if hero == PARTY else hero
    name = world.heroes[hero].name if hero != PARTY else ""
    return {"kind": kind, "hero": who, "text": say(Message(f"ask.{kind}", (name, amount))), "amount": amount}


def offers_shown(campaign: Campaign, viewer: int | None, say: Say) -> list[dict[str, Any]]:
    """What may be done now; what may be bought is said by the shop, what may be enhanced by the bench."""
    if viewer is None:
        return []
    return [offer_shown(campaign.world, act, say) for act in campaign.offers(viewer, without=("buy", "enhance"))]


def offer_shown(world: World, act: Act, say: Say) -> dict[str, Any]:
    shown = {
        "act": list(act),
        "text": say(act_words(world, act)),
        "kind": act[0],
        "hero": act[1] if KINDS[act[0]].whose == OF_HERO else None,
    }
    if act[0] == "take_card":
        shown["card"] = card_shown(world, act[2], say)
    elif act[0] == "keep_quest":
        shown["quest"], shown["needs"] = say(Message(f"quest.{act[2]}")), quest_needs(world, act[2], say)
    elif act[0] == "take_perk":
        shown["perk"] = say(perk_words(world.heroes[act[1]].kind, act[2])).strip()
    elif act[0] in ("give_up", "give_up_one"):
        shown["item"] = item_shown(act[2], say)
    return shown


def log_shown(campaign: Campaign, say: Say) -> list[dict[str, Any]]:
    """The newest entries, the oldest of them first. A result is nobody's."""
    first = max(0, len(campaign.entries) - LOG_SHOWN)
    return [
        {
            "n": n + 1,
            "who": campaign.entries[n].person if campaign.entries[n].person >= 0 else None,
            "kind": campaign.entries[n].act[0],
            "text": entry_words(campaign, n, say),
        }
        for n in range(first, len(campaign.entries))
    ]


def entry_words(campaign: Campaign, n: int, say: Say) -> list[str]:
    """What came of an entry; what it was, where nothing came of it."""
    told = [say(told_words(campaign.world, one)) for one in campaign.told[n]]
    return told or [say(act_words(campaign.world, campaign.entries[n].act))]
