"""Options, prompts and events as messages."""

from __future__ import annotations

from collections.abc import Callable
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
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import Message, refs_in
from grimtable.kernel.values import Decision, Event

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
def power_name(name: str) -> Message:
    return Message(f"power.{name}", (), (f"power:{name}",))


def region_name(name: str) -> Message:
    return Message(f"region.{name}", (), (f"region:{name}",) if name in REGION_OF else ())


def figure_name(uid: str) -> Message:
    return Message(f"figure.{KINDS[KIND[FIGURE_OF[uid]]]}", (), (figure_ref(uid),))


def figure_ref(uid: str) -> str:
    return f"figure:{FIGURE_OF[uid]}"


def card_name(title: str) -> Message:
    return Message(f"card.{title}", (), (f"card:{title}",))


def token_name(name: str) -> Message:
    return Message(f"token.{name}", (), (f"token:{name}",))


def upgrade_name(name: str) -> Message:
    return Message(f"upgrade.{name}", (), (f"upgrade:{name}",))


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
        params = (region_name(view["region"]),)
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
        return Message(f"say.{name}", (region_name(answer),), (f"region:{answer}",), rules)
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
    cost = CARD_COST[TITLE.index(answer)]
    key = "say.play" if name == "act" else "say.discard"
    return Message(key, (card_name(answer), cost), (f"card:{answer}",), rules)


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
                    region_name(region["name"]),
                    COST[KIND_OF[kind]],
                    power_name(figure["power"]),
                )
                return Message(key, params, refs, rules)
    reserve = [other for player in view["players"] for other in player["reserve"]]
    same = [other for other in reserve if KINDS[KIND[FIGURE_OF[other]]] == kind]
    return Message(
        "say.summon", (figure_name(uid), COST[KIND_OF[kind]]), tuple([figure_ref(other) for other in same]), rules
    )


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


# ---------------------------------------------------------------- events
def _number(number: int) -> int:
    return number


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join([str(face) for face in faces])


def _figures(uids: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([figure_name(uid) for uid in uids])


def _powers(names: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple([power_name(name) for name in names])


def _phase(name: str) -> Message:
    return Message(f"phase.{name}")


def _why(name: str) -> Message:
    return Message(f"why.{name}")


def _side(name: str) -> Message:
    return Message(f"slot.{name}")


def _ending(name: str) -> Message:
    return Message(f"ending.{name}")


P, R, F, C, K = power_name, region_name, figure_name, card_name, token_name
# For each kind of event: what its public values are, and the rules it applies.
EVENTS: dict[str, tuple[tuple[Callable[[Any], Any], ...], tuple[str, ...]]] = {
    "stays_out": ((P,), ("OLDWORLD-2.2", "OLDWORLD-20.1")),
    "round": ((_number,), ("OLDWORLD-3.1",)),
    "phase": ((_phase,), ("OLDWORLD-3.1",)),
    "old_world_drawn": ((C, P), ("OLDWORLD-4.1", "OLDWORLD-4.2")),
    "old_world_stays": ((C,), ("OLDWORLD-4.3", "OLDWORLD-4.4")),
    "old_world_gone": ((C,), ("OLDWORLD-4.5", "OLDWORLD-4.7", "OLDWORLD-4.8")),
    "token_placed": ((K, R), ("OLDWORLD-4.11", "OLDWORLD-2.7")),
    "token_removed": ((K, R), ("OLDWORLD-14.7", "OLDWORLD-12.22")),
    "token_moved": ((K, R, R), ("OLDWORLD-14.7",)),
    "drew": ((P, _number), ("OLDWORLD-5.1",)),
    "reshuffled": ((P, _number), ("OLDWORLD-5.2",)),
    "discarded": ((P, C), ("OLDWORLD-5.4", "OLDWORLD-22.20")),
    "power_set": ((P, _number), ("OLDWORLD-5.5",)),
    "passed": ((P,), ("OLDWORLD-6.4",)),
    "showed": ((P, C), ("OLDWORLD-6.20",)),
    "played": ((P, C, R, _side), ("OLDWORLD-6.20", "OLDWORLD-6.22")),
    "summoned": ((P, F, R, R), ("OLDWORLD-6.10", "OLDWORLD-6.11")),
    "perched": ((F, R, _side), ("OLDWORLD-17.4",)),
    "shielded": ((F,), ("OLDWORLD-22.17",)),
    "controlled": ((P, F, R), ("OLDWORLD-16.1",)),
    "released": ((F, R), ("OLDWORLD-22.28",)),
    "lost_power": ((P, _number), ("OLDWORLD-22.16",)),
    "gained_power": ((P, _number), ("OLDWORLD-22.16",)),
    "battle": ((R,), ("OLDWORLD-8.1",)),
    "rolled": ((P, R, _faces, _number), ("OLDWORLD-8.7", "OLDWORLD-8.8")),
    "hits_lost": ((P, _number), ("OLDWORLD-8.15",)),
    "wounded": ((P, F, R), ("OLDWORLD-8.21",)),
    "killed": ((P, F, R), ("OLDWORLD-8.12", "OLDWORLD-8.27")),
    "peasant_killed": ((P, R), ("OLDWORLD-8.13",)),
    "cleared_away": ((_figures, R), ("OLDWORLD-8.24",)),
    "removed": ((F, R), ("OLDWORLD-11.2", "OLDWORLD-8.27")),
    "dominated": ((P, R, _number), ("OLDWORLD-9.4",)),
    "corrupted": ((P, R, _number), ("OLDWORLD-10.2",)),
    "cleansed": ((P, R), ("OLDWORLD-12.16",)),
    "counter": ((P, R), ("OLDWORLD-12.3",)),
    "ruined": ((R, _number), ("OLDWORLD-10.4", "OLDWORLD-10.6")),
    "gained_vp": ((P, _number, _why), ("OLDWORLD-10.9", "OLDWORLD-11.8", "OLDWORLD-12.15")),
    "card_left": ((P, C, R), ("OLDWORLD-11.1",)),
    "ruin_scored": ((R,), ("OLDWORLD-11.12",)),
    "ticked": ((P, _number, _number), ("OLDWORLD-12.10", "OLDWORLD-12.11")),
    "upgraded": ((P, upgrade_name), ("OLDWORLD-12.14",)),
    "final_vp": ((P, _number), ("OLDWORLD-13.1",)),
    "won": ((_powers, _ending), ("OLDWORLD-13.2", "OLDWORLD-13.3", "OLDWORLD-13.4")),
    "all_lost": ((), ("OLDWORLD-13.5",)),
}
EVENT_KINDS = tuple(EVENTS)


def event(happened: Event) -> Message:
    words, rules = EVENTS[happened.kind]
    params = tuple([word(value) for word, value in zip(words, happened.public)])
    key = f"event.{happened.kind}"
    if happened.kind == "drew" and happened.secret:  # the reader's own cards
        key, params = "say.drew", (*params, tuple([card_name(title) for title in happened.secret]))
    return Message(key, params, refs_in(params), rules)


# ---------------------------------------------------------------- pieces
def piece(view: View, ref: str) -> Message:
    """What a thing on the table is: its numbers, its text, and whether the text is a stand-in."""
    kind, _, name = ref.partition(":")
    if kind == "card":
        return card_text(name)
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


def card_text(title: str) -> Message:
    card = TITLE.index(title)
    text = Message(f"text.{title}")
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
                    region_name(region["name"]),
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
            params = (power_name(name), Message(f"condition.{name}"), dial, player["threat"], reward, stand_in)
            return Message("piece.power", params, (f"power:{name}",))
    return Message("piece.absent", (power_name(name),), (f"power:{name}",))


def reward_text(effect: Effect) -> Message:
    """A position of a dial in words."""
    if effect.op == "place_tokens":
        return Message("reward.place_tokens", (effect.number, token_name(TOKENS[effect.tokens[0]])))
    return Message(f"reward.{effect.op}", (effect.amount or effect.number,))


DESCRIBE = Describe(prompt, option, note, event, side, piece)
