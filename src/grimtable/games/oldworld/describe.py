"""Options, prompts and events as messages."""

from __future__ import annotations

from typing import Any

from grimtable.games.oldworld.components import (
    CARD_COST,
    CHAOS_CARDS,
    COST,
    DESIGNED,
    FIGURE_OF,
    FIGURES,
    INSTRUCTION,
    KEEP,
    KIND,
    KIND_OF,
    KINDS,
    LEAVE,
    MAGIC,
    NO_THREAT,
    NOBODY,
    PASS,
    POWER_OF,
    REGION_OF,
    SLOTS,
    TITLE,
    TOKEN_OF,
    TOKENS,
    UPGRADE_OF,
    Effect,
)
from grimtable.games.oldworld.events import (
    card_name,
    event,
    figure_name,
    figure_ref,
    place_name,
    power_name,
    region_name,
    token_name,
    upgrade_name,
)
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import Message
from grimtable.kernel.values import Decision

View = dict[str, Any]

# Prompts with the rules behind them.
PROMPT_RULES: dict[str, tuple[str, ...]] = {
    "exchange": ("OLDWORLD-5.4",),
    "act": ("OLDWORLD-6.2",),
    "summon_to": ("OLDWORLD-6.12",),
    "play_in": ("OLDWORLD-6.21",),
    "slot": ("OLDWORLD-6.22",),
    "target": ("OLDWORLD-8.10", "OLDWORLD-8.16"),
    "first_target": ("OLDWORLD-8.20", "OLDWORLD-8.21"),
    "avenge": ("OLDWORLD-22.30",),
    "rot": ("OLDWORLD-22.13",),
    "lose": ("OLDWORLD-11.2", "OLDWORLD-11.5"),
    "control": ("OLDWORLD-16.1", "OLDWORLD-22.28"),
    "shield": ("OLDWORLD-22.17",),
    "call_from": ("OLDWORLD-22.7",),
    "move": ("OLDWORLD-22.7", "OLDWORLD-22.18"),
    "move_to": ("OLDWORLD-22.18",),
    "enemy": ("OLDWORLD-22.20",),
    "discard": ("OLDWORLD-22.20",),
    "perch": ("OLDWORLD-17.4",),
    "take_along": ("OLDWORLD-22.25", "OLDWORLD-17.4"),
    "token_to": ("OLDWORLD-14.7",),
    "pick_region": ("OLDWORLD-4.2",),
    "either": ("OLDWORLD-4.2",),
    "upgrade": ("OLDWORLD-12.14",),
    "cleanse_in": ("OLDWORLD-12.16",),
    "cleanse": ("OLDWORLD-12.16", "OLDWORLD-22.11"),
    "banish_from": ("OLDWORLD-12.17",),
    "banish": ("OLDWORLD-12.17",),
    **{f"place_{name}": ("OLDWORLD-4.2", "OLDWORLD-12.18") for name in TOKENS},
}
PROMPTS = tuple(PROMPT_RULES)
ABOUT_A_REGION = ("target", "first_target", "avenge", "slot", "perch", "banish", "cleanse", "take_along")
WORDS = (PASS, KEEP, NOBODY, LEAVE, *SLOTS)


# ---------------------------------------------------------------- names
def slot_ref(region: str, side: str) -> str:
    return f"slot:{region}.{side}"


def side(view: View, player: int) -> Message:
    """The god of a player."""
    return power_name(view["players"][player]["power"])


# ---------------------------------------------------------------- prompts
def prompt(view: View, decision: Decision) -> Message:
    params: tuple[Any, ...] = ()
    if decision.prompt == "act":
        params = (view["players"][decision.player]["points"],)
    elif decision.prompt in ABOUT_A_REGION and view["region"]:
        params = (place_name(view["region"]),)
    elif decision.prompt in ("summon_to", "move_to") and view["moving"]:
        params = (figure_name(view["moving"]),)
    elif decision.prompt in ("play_in", "either") and view["playing"]:
        params = (card_name(view["playing"]),)
    refs = tuple([ref for param in params if isinstance(param, Message) for ref in param.refs])
    return Message(f"prompt.{decision.prompt}", params, refs, PROMPT_RULES[decision.prompt])


# ---------------------------------------------------------------- options
def option(view: View, decision: Decision, answer: Any) -> Message:
    name, rules = decision.prompt, PROMPT_RULES[decision.prompt]
    if answer in FIGURE_OF:
        return figure_option(view, name, answer)
    if answer in REGION_OF:
        return region_option(view, name, answer)
    if answer in POWER_OF:
        return Message(f"say.{name}", (power_name(answer),), (f"power:{answer}",), rules)
    if answer in TOKEN_OF:
        key = "say.target_peasant" if name in ("target", "first_target") else f"say.{name}"
        return Message(key, (token_name(answer),), (f"token:{answer}",), rules)
    if answer in UPGRADE_OF:
        params: tuple[Any, ...] = (upgrade_name(answer), Message(f"text.{answer}"))
        return Message("say.upgrade", params, (f"upgrade:{answer}",), rules)
    if name == "either":
        return Message(f"either.{view['playing']}_{answer}", (), (), rules)
    if answer in SLOTS:
        return Message(f"say.{name}_{answer}", (), (slot_ref(view["region"], answer),), rules)
    if answer in WORDS:
        return Message(f"say.{name}_{answer}", (), (), rules)
    cost = price_of(view, answer, CARD_COST[TITLE.index(answer)])
    key = "say.play" if name == "act" else "say.discard"
    return Message(key, (card_name(answer), cost), (f"card:{answer}",), rules)


def region_option(view: View, name: str, region: str) -> Message:
    """A region; where something is paid for it, with the price there."""
    subject = {"summon_to": view["moving"], "play_in": view["playing"]}.get(name)
    cost = (view["prices"] or {}).get(subject, {}).get(region)
    rules, refs = PROMPT_RULES[name], (f"region:{region}",)
    if name == "pick_region":
        return Message("say.pick_region", (region_name(region),), refs, rules)
    if cost is None:
        return Message(f"say.{name}", (place_name(region),), refs, rules)
    return Message(f"say.{name}_for", (place_name(region), cost), refs, rules)


def price_of(view: View, name: str, printed: int) -> int | Message:
    """What a card or figure costs now, from the cheapest to the dearest region it can go to."""
    costs = (view["prices"] or {}).get(name, {}).values()
    if not costs:
        return printed
    return min(costs) if min(costs) == max(costs) else Message("say.from_to", (min(costs), max(costs)))


def figure_option(view: View, name: str, uid: str) -> Message:
    """A figure, with the figures that are like it: clicking any of them means the same."""
    rules = PROMPT_RULES[name]
    kind = KINDS[KIND[FIGURE_OF[uid]]]
    for region in view["regions"]:
        for figure in region["figures"]:
            if figure["figure"] == uid:
                alike = [
                    f for f in region["figures"] if {**f, "id": 0, "figure": ""} == {**figure, "id": 0, "figure": ""}
                ]
                refs = (*[f"figure:{f['id']}" for f in alike], f"region:{region['name']}")
                key = "say.summon_from" if name == "act" else f"say.{name}"
                params = (
                    figure_name(uid),
                    place_name(region["name"]),
                    price_of(view, uid, COST[KIND_OF[kind]]),
                    power_name(figure["power"]),
                )
                return Message(key, params, refs, rules)
    reserve = [other for player in view["players"] for other in player["reserve"]]
    same = [other for other in reserve if KINDS[KIND[FIGURE_OF[other]]] == kind]
    cost = price_of(view, uid, COST[KIND_OF[kind]])
    return Message("say.summon", (figure_name(uid), cost), tuple([figure_ref(other) for other in same]), rules)


# ---------------------------------------------------------------- consequences
def note(view: View, decision: Decision, answer: Any) -> Message | None:
    """How domination stands in a region to summon to or play in; stand-ins among cards and upgrades are told."""
    if decision.prompt in ("summon_to", "play_in"):
        region = view["regions"][REGION_OF[answer]]
        mine = view["players"][decision.player]["power"]
        best = max([value for name, value in region["domination"].items() if name != mine], default=0)
        return Message("note.domination", (region["domination"][mine], best, region["resistance"]))
    if answer in DESIGNED:
        return Message("piece.designed")
    return None


# ---------------------------------------------------------------- pieces
def piece(view: View, ref: str) -> Message:
    """What a thing on the table is: its numbers, its text, and whether the text is a stand-in."""
    kind, _, name = ref.partition(":")
    if kind == "card":
        return card_text(view, name)
    if kind == "upgrade":
        return Message("piece.upgrade", (upgrade_name(name), Message(f"text.{name}"), mark(name)), (ref,))
    if kind == "token":
        return Message("piece.token", (token_name(name), Message(f"text.{name}"), view["supply"][name]), (ref,))
    if kind == "region":
        region = view["regions"][REGION_OF[name]]
        tag = Message("say.populous" if region["populous"] else "say.not_populous")
        total = sum(region["corruption"].values()) + region["tokens"].get("warpstone", 0)
        params = (region_name(name), tag, region["resistance"], region["conquest"], total)
        return Message("piece.ruin" if region["ruined"] else "piece.region", params, (ref,))
    if kind == "figure":
        return figure_text(view, FIGURES[int(name)])
    if kind == "slot":
        region, _, place = name.partition(".")
        return Message("piece.slot", (region_name(region), Message(f"slot.{place}")), (ref,))
    return power_text(view, name)


def mark(name: str) -> Message:
    return Message("piece.designed" if name in DESIGNED else "piece.printed")


def in_force(view: View, key: str) -> Message:
    """A text as the rulings of this game have it."""
    return Message(view["wording"].get(key, key))


def card_text(view: View, title: str) -> Message:
    card = TITLE.index(title)
    text = in_force(view, f"text.{title}")
    if card >= CHAOS_CARDS:
        return Message("piece.old_world", (card_name(title), text, mark(title)), (f"card:{title}",))
    symbol = Message("say.magic" if MAGIC[card] else "say.no_magic")
    return Message("piece.chaos", (card_name(title), CARD_COST[card], symbol, text, mark(title)), (f"card:{title}",))


def figure_text(view: View, uid: str) -> Message:
    kind = KIND[FIGURE_OF[uid]]
    for region in view["regions"]:
        for figure in region["figures"]:
            if figure["figure"] == uid:
                params = (
                    figure_name(uid),
                    COST[kind],
                    figure["attack"],
                    figure["defense"],
                    place_name(region["name"]),
                )
                return Message("piece.figure", params, (figure_ref(uid),))
    return Message("piece.reserve", (figure_name(uid), COST[kind]), (figure_ref(uid),))


def power_text(view: View, name: str) -> Message:
    for player in view["players"]:
        if player["power"] == name:
            dial = player["dial"]
            ahead = INSTRUCTION[POWER_OF[name]][dial + 1 :][:1]
            reward = reward_text(ahead[0]) if ahead else Message("reward.none")
            stand_in = mark(f"{name}_{dial + 1}")
            condition = in_force(view, f"condition.{name}")
            if player["threat"] == NO_THREAT:
                return Message("piece.victorious", (power_name(name), condition, dial), (f"power:{name}",))
            params = (power_name(name), condition, dial, player["threat"], reward, stand_in)
            return Message("piece.power", params, (f"power:{name}",))
    return Message("piece.absent", (power_name(name),), (f"power:{name}",))


def reward_text(effect: Effect) -> Message:
    """A position of a dial in words."""
    if effect.op == "place_tokens":
        return Message("reward.place_tokens", (effect.number, token_name(TOKENS[effect.tokens[0]])))
    return Message(f"reward.{effect.op}", (effect.amount or effect.number,))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
