"""Options, prompts and events as messages."""

from __future__ import annotations

from typing import Any

from grimtable.games.cthulhu.components import (
    ALL_ABILITIES,
    AREAS,
    BATTLE_COST,
    CAPTURE_COST,
    COST,
    FACTION,
    FACTION_OF_REQUIREMENT,
    FACTIONS,
    GATE_COST,
    GLYPH,
    KIND,
    KINDS,
    OCEAN,
    RECRUIT_COST,
    UID,
    UNIT,
    Player,
)
from grimtable.games.cthulhu.events import (
    ability_name,
    area_name,
    event,
    faction_name,
    player_name,
    requirement_name,
    shares,
    stake,
    unit_name,
)
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import Message
from grimtable.kernel.values import Decision

View = dict[str, Any]

# Prompts with the rules behind them.
PROMPT_RULES: dict[str, tuple[str, ...]] = {
    "faction": ("CTHULHU-1.6",),
    "direction": ("CTHULHU-1.11", "CTHULHU-9.3"),
    "first_player": ("CTHULHU-9.2",),
    "act": ("CTHULHU-4.2",),
    "act_more": ("CTHULHU-4.2", "CTHULHU-6.1"),
    "second": ("CTHULHU-16.21",),
    "move": ("CTHULHU-5.9",),
    "move_to": ("CTHULHU-5.9",),
    "recruit": ("CTHULHU-5.1",),
    "summon": ("CTHULHU-5.3",),
    "summon_area": ("CTHULHU-5.3",),
    "onto_gate": ("CTHULHU-15.20",),
    "awaken": ("CTHULHU-5.5",),
    "awaken_area": ("CTHULHU-5.5",),
    "create_gate": ("CTHULHU-5.7",),
    "keeper": ("CTHULHU-5.8", "CTHULHU-6.3"),
    "control": ("CTHULHU-6.3",),
    "abandon": ("CTHULHU-6.4",),
    "replace": ("CTHULHU-6.5",),
    "battle": ("CTHULHU-5.13",),
    "battle_enemy": ("CTHULHU-5.13",),
    "capture": ("CTHULHU-5.16",),
    "capture_enemy": ("CTHULHU-5.16",),
    "captured": ("CTHULHU-5.20",),
    "spellbook": ("CTHULHU-3.6",),
    "reveal": ("CTHULHU-3.13",),
    "omens": ("CTHULHU-3.13", "CTHULHU-12.2"),
    "doom_slot": ("CTHULHU-10.2", "CTHULHU-10.8"),
    "pre_battle": ("CTHULHU-11.3",),
    "assign_kill": ("CTHULHU-11.14",),
    "assign_pain": ("CTHULHU-11.15",),
    "retreat": ("CTHULHU-11.25", "CTHULHU-11.26"),
    "retreat_unit": ("CTHULHU-14.21",),
    "surrounded": ("CTHULHU-11.27",),
    "propose": ("CTHULHU-18.2",),
    "vote": ("CTHULHU-18.2",),
    "cover": ("CTHULHU-18.6",),
    "devoured": ("CTHULHU-13.4",),
    "absorber": ("CTHULHU-13.15",),
    "absorbed": ("CTHULHU-13.15",),
    "dreams": ("CTHULHU-13.11",),
    "dreams_enemy": ("CTHULHU-13.11",),
    "dreams_victim": ("CTHULHU-13.11",),
    "devolve": ("CTHULHU-13.13",),
    "submerge": ("CTHULHU-13.18",),
    "surface": ("CTHULHU-13.19",),
    "use_ability": ("CTHULHU-3.3",),
    "kill_slot": ("CTHULHU-13.7",),
    "harbinger": ("CTHULHU-14.5",),
    "abducted": ("CTHULHU-14.11",),
    "invisibility": ("CTHULHU-14.12",),
    "seek_and_destroy": ("CTHULHU-14.15",),
    "emissary": ("CTHULHU-14.16",),
    "sacrifice": ("CTHULHU-15.4", "CTHULHU-15.10", "CTHULHU-15.18"),
    "avatar": ("CTHULHU-15.6",),
    "avatar_faction": ("CTHULHU-15.6",),
    "avatar_unit": ("CTHULHU-15.6",),
    "necrophagy": ("CTHULHU-15.13",),
    "ghroth_faction": ("CTHULHU-15.24",),
    "ghroth_area": ("CTHULHU-15.24",),
    "ghroth_victim": ("CTHULHU-15.22",),
    "ghroth_split": ("CTHULHU-18.4",),
    "desecrate": ("CTHULHU-16.7",),
    "passion": ("CTHULHU-16.13",),
    "zingaya": ("CTHULHU-16.14",),
    "zingaya_enemy": ("CTHULHU-16.14",),
    "zingaya_victim": ("CTHULHU-16.14",),
    "shriek_of_the_byakhee": ("CTHULHU-16.15",),
    "shriek_unit": ("CTHULHU-16.15",),
    "screaming_dead": ("CTHULHU-16.16",),
    "screaming_escort": ("CTHULHU-16.16",),
    "he_who_is_not_to_be_named": ("CTHULHU-16.17",),
    "ys_give_3_doom": ("CTHULHU-16.11",),
}
PROMPTS = tuple(PROMPT_RULES)
WORDS = ("act", "act_more", "second", "doom_slot", "pre_battle")  # prompts whose options are actions
ACTION_COST: dict[str, int] = {
    "recruit": RECRUIT_COST,
    "create_gate": GATE_COST,
    "battle": BATTLE_COST,
    "capture": CAPTURE_COST,
    "cc_pay_4": 4,
    "cc_pay_6": 6,
    "cc_pay_10": 10,
}
REQUIREMENT_IDS = frozenset(FACTION_OF_REQUIREMENT)
ELSEWHERE: dict[str, tuple[str, ...]] = {  # actions that no place among the common ones stands for
    "drop": (),
    "end_turn": (),
    "done": (),
    "surface": ("spellbook:submerge",),
    "cc_pay_10": ("requirement:cc_pay_4", "requirement:cc_pay_6"),
}


# ---------------------------------------------------------------- names
def side(view: View, player: Player) -> Message:
    """A player's faction."""
    faction = view["players"][player]["faction"]
    return faction_name(faction) if faction else Message("faction.none")


# ---------------------------------------------------------------- prompts
def prompt(view: View, decision: Decision) -> Message:
    params, refs = prompt_facts(view, decision)
    return Message(f"prompt.{decision.prompt}", params, refs, PROMPT_RULES[decision.prompt])


def prompt_facts(view: View, decision: Decision) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    name = decision.prompt
    if name in ("act", "act_more", "second", "move"):
        return (view["players"][decision.player]["power"],), ()
    if name == "doom_slot":
        return (view["ritual"]["cost"], view["players"][decision.player]["power"]), ()
    if name == "spellbook":
        requirement = view["met"][0]["requirement"]
        return (requirement_name(requirement),), (f"requirement:{requirement}",)
    if name in ("move_to", "summon_area"):
        return (unit_name(view["picked"]),), (f"unit:{view['picked']}",)
    if name == "retreat":
        uid = view["battle"]["fleeing"][0]
        return (unit_name(uid),), (f"unit:{uid}", f"area:{view['battle']['area']}")
    if name in ("propose", "cover"):
        talks = view["talks"]
        return (stake(talks["stake"], talks["topic"]), ability_name(talks["topic"])), ()
    if name == "vote":
        talks = view["talks"]
        return (shares_of(view, tuple(talks["offer"])), ability_name(talks["topic"])), ()
    if name == "use_ability":
        ability = decision.options[0]
        return (ability_name(ability),), (f"spellbook:{ability}",)
    if view["battle"]:
        return (area_name(view["battle"]["area"]),), (f"area:{view['battle']['area']}",)
    return (Message("say.nowhere"),), ()


def shares_of(view: View, split: tuple[int, ...]) -> tuple[Message, ...]:
    """Who would lose how much, those who lose nothing left out."""
    names = [side(view, player)._replace(refs=(f"player:{player}",)) for player in view["talks"]["payers"]]
    return shares(zip(names, split), view["talks"]["topic"])


# ---------------------------------------------------------------- options
def option(view: View, decision: Decision, answer: Any) -> Message:
    """By what the answer is: a split, an Elder Sign, an area, a unit, a faction, a kind, a spellbook, a word."""
    rules = PROMPT_RULES[decision.prompt]
    if isinstance(answer, tuple):
        parts = shares_of(view, answer)
        return Message("say.split", (parts,), tuple([ref for part in parts for ref in part.refs]), rules)
    if isinstance(answer, int):
        return Message("say.sign", (answer,), (f"sign:{answer}",), rules)
    if decision.prompt in WORDS:
        return Message(f"action.{answer}", (), action_refs(answer), rules)
    if answer in AREAS:
        return Message("say.area", (area_name(answer),), (f"area:{answer}",), rules)
    if answer in UNIT:
        return unit_option(view, answer, rules)
    if answer in FACTIONS:
        return faction_option(view, answer, rules)
    if answer in KINDS:
        return Message("say.kind", (Message(f"unit.{answer}"),), (f"kind:{answer}",), rules)
    if answer in REQUIREMENT_IDS:
        return Message("say.requirement", (requirement_name(answer),), (f"requirement:{answer}",), rules)
    if decision.prompt == "spellbook" or answer in ALL_ABILITIES:
        return Message("say.spellbook", (ability_name(answer),), (f"spellbook:{answer}",), rules)
    if answer.startswith("power_"):
        return Message("say.power", (int(answer.removeprefix("power_")),), (), rules)
    return Message(f"say.{decision.prompt}.{answer}", (), (), rules)


def action_refs(word: str) -> tuple[str, ...]:
    """Where an action lies on the table: on a spellbook, a requirement, or among the common ones; passing nowhere."""
    if word in ALL_ABILITIES:
        return (f"spellbook:{word}",)
    if word in REQUIREMENT_IDS:
        return (f"requirement:{word}",)
    return ELSEWHERE.get(word, (f"action:{word}",))


def unit_option(view: View, uid: str, rules: tuple[str, ...]) -> Message:
    """A unit with its place; the refs name all units that are alike."""
    me = next(unit for unit in view["units"] if unit["id"] == uid)
    same = ("kind", "owner", "place", "on_gate")
    alike = [
        unit["id"]
        for unit in view["units"]
        if all([unit[key] == me[key] for key in same]) and marks(view, unit["id"]) == marks(view, uid)
    ]
    refs = [f"unit:{other}" for other in alike]
    if me["place"] not in AREAS:
        return Message("say.unit", (unit_name(uid), Message(f"place.{me['place']}")), tuple(refs), rules)
    key = "say.keeper" if me["on_gate"] else "say.unit"
    return Message(key, (unit_name(uid), area_name(me["place"])), (*refs, f"area:{me['place']}"), rules)


def marks(view: View, uid: str) -> tuple[int, int]:
    """Kills and Pains on a unit in a battle."""
    battle = view["battle"]
    return (battle["killed"].count(uid), battle["pained"].count(uid)) if battle else (0, 0)


def faction_option(view: View, faction: str, rules: tuple[str, ...]) -> Message:
    seats = [seat for seat, player in enumerate(view["players"]) if player["faction"] == faction]
    refs = (f"faction:{faction}", *[f"player:{seat}" for seat in seats])
    return Message("say.faction", (faction_name(faction),), refs, rules)


# ---------------------------------------------------------------- consequences
def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """What an action costs, what stands in an area, what a spellbook does."""
    if not isinstance(answer, str):
        return None
    cost = price_of(view, decision, answer)
    if cost is not None:
        return Message("note.cost", (cost,))
    if answer in ALL_ABILITIES and decision.prompt not in WORDS:
        return Message(f"text.{answer}")
    if answer in AREAS:
        area = view["areas"][answer]
        return Message("note.area", (len(area["units"]), Message(f"gate.{area['gate'] or 'none'}")))
    return None


def price_of(view: View, decision: Decision, answer: str) -> int | None:
    """The Power that an answer costs now; None if it costs none or is not what is paid for."""
    own: dict[str, int] = view["players"][decision.player].get("prices", {})
    if decision.prompt in WORDS:
        return view["ritual"]["cost"] if answer == "ritual" else own.get(answer) or ACTION_COST.get(answer)
    if decision.prompt == "summon":
        return own[answer]
    if decision.prompt == "awaken":
        return own[KINDS[KIND[UNIT[answer]]]]
    return None


# ---------------------------------------------------------------- pieces
def piece(view: View, ref: str) -> Message:
    """What a thing on the table is: a unit, an area, a faction, a player, a spellbook, an action."""
    kind, _, name = ref.partition(":")
    if kind == "unit":
        return unit_piece(view, name, KINDS[KIND[UNIT[name]]], ref)
    if kind == "kind":
        return unit_piece(view, next(uid for uid in UID if KINDS[KIND[UNIT[uid]]] == name), name, ref)
    if kind == "area":
        return area_piece(view, name, ref)
    if kind == "spellbook":
        return Message("piece.spellbook", (ability_name(name), Message(f"text.{name}")), (ref,))
    if kind == "requirement":
        return Message("piece.requirement", (requirement_name(name),), (ref,))
    if kind == "action":
        return Message("piece.action", (Message(f"action.{name}"), Message(f"deed.{name}")), (ref,))
    if kind == "sign":
        return Message("piece.sign", (int(name),), (ref,))
    if kind == "faction":
        return Message("piece.faction", (faction_name(name), Message(f"creed.{name}")), (ref,))
    home = view["players"][int(name)]
    if not home["faction"]:
        return Message("piece.seat", (player_name(int(name)),), (ref,))
    numbers = (home["power"], home["doom"], home["books"], home["signs"])
    return Message("piece.player", (player_name(int(name)), side(view, int(name)), *numbers), (ref,))


def unit_piece(view: View, uid: str, kind: str, ref: str) -> Message:
    """A unit with what it costs now: not always what is printed."""
    own = [player["prices"] for player in view["players"] if player["faction"] == FACTIONS[FACTION[UNIT[uid]]]]
    cost = own[0][kind] if own else COST[KINDS.index(kind)]
    return Message("piece.unit", (unit_name(uid), cost, Message(f"combat.{kind}")), (ref,))


def area_piece(view: View, name: str, ref: str) -> Message:
    if name not in view["areas"]:
        return Message("piece.elsewhere", (area_name(name),), (ref,))
    area = view["areas"][name]
    terrain = Message("terrain.ocean" if OCEAN[AREAS[name]] else "terrain.land")
    glyph = Message(f"glyph.{GLYPH[AREAS[name]] or 'none'}")
    units = tuple([unit_name(uid) for uid in area["units"]]) or (Message("say.nobody"),)
    gate = Message(f"gate.{area['gate'] or 'none'}")
    return Message("piece.area", (area_name(name), terrain, glyph, gate, units), (ref,))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
