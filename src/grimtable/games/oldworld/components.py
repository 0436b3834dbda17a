"""Regions, figures, cards, tokens and dials, from data/ into constants. Ids are places in these tuples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

Power = int
Region = int
Figure = int
Kind = int  # of figure: three classes of four powers
Token = int  # a kind of Old World token
Card = int  # 0 to 95 are Chaos cards, the others Old World cards
Slot = int  # two in each region: 2 * region is the left one

FOLDER = Path(__file__).parent
NONE = -1  # nothing, nobody; as a region: the reserve


def _read(name: str) -> Any:
    return json.loads((FOLDER / "data" / f"{name}.json").read_text(encoding="utf-8"))


_POWERS: list[dict[str, Any]] = _read("powers")["powers"]
_REGIONS: list[dict[str, Any]] = _read("regions")["regions"]
_FIGURES: list[dict[str, Any]] = _read("figures")["figures"]
_TOKENS: dict[str, Any] = _read("tokens")
_CHAOS: list[dict[str, Any]] = _read("chaos_cards")["cards"]
_OLD_WORLD: list[dict[str, Any]] = _read("old_world_cards")["cards"]
_UPGRADES: list[dict[str, Any]] = _read("upgrades")["upgrades"]
_DIALS: list[dict[str, Any]] = _read("dials")["dials"]
_RUINATION: list[dict[str, Any]] = _read("ruination_cards")["cards"]

# ---------------------------------------------------------------- powers, in the order in which they act
POWERS: tuple[str, ...] = tuple([power["id"] for power in _POWERS])
POWER_OF: dict[str, Power] = {name: power for power, name in enumerate(POWERS)}
KHORNE, NURGLE, TZEENTCH, SLAANESH = range(4)
ABILITY: tuple[tuple[str, ...], ...] = tuple([(name,) for name in POWERS])  # a god's dial attaches under its name
MAX_POWER: int = _POWERS[0]["max_power"]
REFILLS: tuple[bool, ...] = tuple([power["draw"]["mode"] == "refill" for power in _POWERS])
PLAYERS: tuple[int, ...] = (3, 4)

# ---------------------------------------------------------------- regions, in the order in which they are resolved
# [OLDWORLD-3.4, OLDWORLD-1.1] the order; [OLDWORLD-3.7] who borders whom, ruined or not
REGIONS: tuple[str, ...] = tuple([region["id"] for region in _REGIONS])
REGION_OF: dict[str, Region] = {name: region for region, name in enumerate(REGIONS)}
VALUE: tuple[int, ...] = tuple([region["value"] for region in _REGIONS])
POPULOUS: tuple[bool, ...] = tuple([region["populous"] for region in _REGIONS])
ADJACENT: tuple[tuple[Region, ...], ...] = tuple(
    [tuple(sorted([REGION_OF[name] for name in region["adjacent"]])) for region in _REGIONS]
)
EVERYWHERE: tuple[Region, ...] = tuple(range(len(REGIONS)))
SLOTS: tuple[str, ...] = ("left", "right")

# ---------------------------------------------------------------- figures
CLASSES: tuple[str, ...] = ("cultist", "warrior", "greater_daemon")
CULTIST, WARRIOR, DAEMON = range(3)
KINDS: tuple[str, ...] = tuple([kind["id"] for kind in _FIGURES])
KIND_OF: dict[str, Kind] = {name: kind for kind, name in enumerate(KINDS)}
COST: tuple[int, ...] = tuple([kind["cost"] for kind in _FIGURES])  # by kind [OLDWORLD-1.4]
COUNT: tuple[int, ...] = tuple([kind["count"] for kind in _FIGURES])
KIND: tuple[Kind, ...] = tuple([kind for kind in range(len(KINDS)) for _ in range(COUNT[kind])])  # by figure
OWNER: tuple[Power, ...] = tuple([POWER_OF[_FIGURES[kind]["power"]] for kind in KIND])
CLS: tuple[int, ...] = tuple([CLASSES.index(_FIGURES[kind]["cls"]) for kind in KIND])
FIGURES: tuple[str, ...] = tuple([f"{KINDS[kind]}_{figure - KIND.index(kind) + 1}" for figure, kind in enumerate(KIND)])
FIGURE_OF: dict[str, Figure] = {name: figure for figure, name in enumerate(FIGURES)}
KINDS_OF: tuple[tuple[Kind, ...], ...] = tuple(
    [tuple([k for k in range(len(KINDS)) if POWER_OF[_FIGURES[k]["power"]] == power]) for power in range(4)]
)
OF_KIND: tuple[tuple[Figure, ...], ...] = tuple(
    [tuple([figure for figure, other in enumerate(KIND) if other == kind]) for kind in range(len(KINDS))]
)

# ---------------------------------------------------------------- Old World tokens and other numbers
TOKENS: tuple[str, ...] = tuple([token["id"] for token in _TOKENS["old_world_tokens"]])
TOKEN_OF: dict[str, Token] = {name: token for token, name in enumerate(TOKENS)}
EVENT, HERO, NOBLE, PEASANT, SKAVEN, WARPSTONE = range(6)
TOKEN_COUNT: tuple[int, ...] = tuple([token["count"] for token in _TOKENS["old_world_tokens"]])
STARTING_TOKENS: tuple[Token, ...] = tuple(
    [token for token, name in enumerate(TOKENS) for _ in range(_TOKENS["starting_tokens"].get(name, 0))]
)
RUIN_AT: int = _TOKENS["ruination_threshold"]["value"]
VP_TARGET: int = _TOKENS["vp_target"]["value"]
RUINS_TO_END: int = _TOKENS["ruined_regions_to_end"]["value"]
OLD_WORLD_DECK: dict[int, int] = {players: _TOKENS["old_world_deck_size"][str(players)] for players in PLAYERS}
STARTING_HAND: int = _TOKENS["starting_hand"]["value"]
RUINER_VP: tuple[int, ...] = tuple([card["ruiner_vp"] for card in _RUINATION])
PRIZES: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    [
        tuple([(card["prizes"][name]["first"], card["prizes"][name]["second"]) for name in REGIONS])
        for card in _RUINATION
    ]
)


# ---------------------------------------------------------------- effects: what data/ops.json defines, as values
class Effect(NamedTuple):
    """One effect word with its parameters. Words for places, players and amounts are keys of small functions."""

    op: str
    number: int | str = 1  # "count" in the data
    up_to: bool = False  # the count is the most
    amount: int | str = 0
    tokens: tuple[Token, ...] = ()
    classes: tuple[int, ...] = (CULTIST, WARRIOR, DAEMON)
    region: str = "here"
    origin: str = ""
    to: str = ""
    who: str = ""
    owner: str = ""
    stat: str = ""
    least: int = NONE
    what: str = ""
    direction: str = ""
    condition: str = ""
    per: str = ""
    until: str = ""
    timing: str = ""
    split: bool = False  # moved tokens may go different ways
    optional: bool = False
    pre_battle: bool = False
    names: tuple[str, ...] = ()  # under which chosen regions are remembered
    faces: tuple[int, ...] = ()
    inner: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    choices: tuple[tuple[Effect, ...], ...] = ()


_PLAIN = ("op", "amount", "region", "to", "who", "owner", "stat", "what", "direction", "until", "timing", "per")


def _tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _effect(record: dict[str, Any]) -> Effect:
    """An effect record of the data as a value."""
    effect = Effect(**{field: record[field] for field in _PLAIN if field in record})
    count = record.get("count", record.get("hits", record.get("figures", 1)))
    inner = record.get("effect", record.get("may"))
    kinds = () if record.get("kind", "any") == "any" else _tuple(record["kind"])
    return effect._replace(
        number=count["max"] if isinstance(count, dict) else count,
        up_to=isinstance(count, dict),
        amount=record.get("value", effect.amount),
        tokens=tuple([TOKEN_OF[name] for name in kinds]),
        classes=tuple([CLASSES.index(name) for name in _tuple(record.get("cls", "any")) if name != "any"])
        or effect.classes,
        region=record.get("where", record.get("with", effect.region)),
        origin=record.get("from", ""),
        least=record.get("min", NONE),
        condition=record.get("if", record.get("when", "")),
        split=record.get("distribution") == "chooser",
        pre_battle=record.get("pre_battle", False),
        names=_tuple(record["as"]) if "as" in record else (),
        faces=tuple(record.get("faces", ())),
        inner=(_effect(inner)._replace(optional="may" in record),) if inner else (),
        otherwise=(_effect(record["else"]),) if "else" in record else (),
        choices=tuple([_effects(option) for option in record.get("options", ())]),
    )


def _effects(records: list[dict[str, Any]]) -> tuple[Effect, ...]:
    return tuple([_effect(record) for record in records])


# ---------------------------------------------------------------- Chaos cards [OLDWORLD-1.9]
_COPIES: tuple[dict[str, Any], ...] = tuple([card for card in _CHAOS for _ in range(card["copies"])])
CHAOS_CARDS: int = len(_COPIES)
CARD_POWER: tuple[Power, ...] = tuple([POWER_OF[card["power"]] for card in _COPIES])
CARD_COST: tuple[int, ...] = tuple([card["cost"] for card in _COPIES])
MAGIC: tuple[bool, ...] = tuple([card["magic"] for card in _COPIES])
TIMING: tuple[str, ...] = tuple([card["timing"] for card in _COPIES])
EFFECTS: tuple[tuple[Effect, ...], ...] = tuple([_effects(card["effects"]) for card in _COPIES])
STACKS: dict[str, bool] = {card["id"]: card["stacks"] for card in _CHAOS}
DECKS: tuple[tuple[Card, ...], ...] = tuple(
    [tuple([card for card in range(CHAOS_CARDS) if CARD_POWER[card] == power]) for power in range(4)]
)


def _words(card: Card, op: str, what: str = "") -> list[Effect]:
    return [effect for effect in EFFECTS[card] if effect.op == op and what in (effect.what, effect.stat)]


def _amounts(op: str, stat: str, who: str = "") -> tuple[int, ...]:
    """What each Chaos card adds to a number while it is in play."""
    return tuple([sum([int(e.amount) for e in _words(card, op, stat) if e.who == who]) for card in range(CHAOS_CARDS)])


def _has(op: str, what: str = "") -> tuple[bool, ...]:
    return tuple([bool(_words(card, op, what)) for card in range(CHAOS_CARDS)])


RESISTANCE: tuple[int, ...] = _amounts("modify", "resistance")
DEFENSE_OF_ENEMIES: tuple[int, ...] = _amounts("modify", "defense", "enemy_figures")
DEFENSE_OF_OWN: tuple[int, ...] = _amounts("modify", "defense", "own_figures")
COST_OF_OTHERS: tuple[int, ...] = _amounts("modify", "chaos_card_cost", "others")
NO_CORRUPTION: tuple[bool, ...] = _has("forbid", "place_corruption")
NO_BATTLE: tuple[bool, ...] = _has("forbid", "battle")
NO_SUMMONING: tuple[bool, ...] = _has("forbid", "summon")
CANCELS: tuple[bool, ...] = _has("cancel_text")
USES_ATTACK: tuple[bool, ...] = _has("domination_use")
IGNORES_FIGURES: tuple[bool, ...] = _has("domination_ignore")
DOMINATION_BONUS: tuple[tuple[Effect, ...], ...] = tuple(
    [tuple(_words(card, "domination_bonus")) for card in range(CHAOS_CARDS)]
)
DAZZLES: tuple[tuple[int, ...], ...] = tuple(  # the only faces with which enemies hit, if any
    [(*[face for e in _words(card, "battle_hit_faces") for face in e.faces],) for card in range(CHAOS_CARDS)]
)
PRE_BATTLE_DICE: tuple[int, ...] = tuple(
    [sum([int(e.number) for e in _words(card, "roll_battle_dice") if e.pre_battle]) for card in range(CHAOS_CARDS)]
)
BONUS_DICE: tuple[int, ...] = tuple(
    [sum([int(e.number) for e in _words(card, "roll_battle_dice") if not e.pre_battle]) for card in range(CHAOS_CARDS)]
)
MORE_BATTLES: tuple[int, ...] = tuple(
    [sum([int(e.number) for e in _words(card, "additional_battle")]) for card in range(CHAOS_CARDS)]
)
DEAR: frozenset[Card] = frozenset([card for card in range(CHAOS_CARDS) if COST_OF_OTHERS[card]])
CARNAGE: frozenset[Card] = frozenset([card for card in range(CHAOS_CARDS) if NO_SUMMONING[card]])
OWN_COST: tuple[tuple[Effect, ...], ...] = tuple([tuple(_words(card, "cost_override")) for card in range(CHAOS_CARDS)])

# ---------------------------------------------------------------- Old World cards
_OLD_COPIES: tuple[dict[str, Any], ...] = tuple([card for card in _OLD_WORLD for _ in range(card["copies"])])
OLD_WORLD_CARDS: tuple[Card, ...] = tuple(range(CHAOS_CARDS, CHAOS_CARDS + len(_OLD_COPIES)))
TITLE: tuple[str, ...] = tuple([card["id"] for card in (*_COPIES, *_OLD_COPIES)])  # by card of either sort
COMET: dict[str, bool] = {card["id"]: card["comet"] for card in _OLD_WORLD}
DISCARDED: dict[str, bool] = {card["id"]: card["after"] == "discard" for card in _OLD_WORLD}
IMMEDIATE: dict[str, tuple[Effect, ...]] = {card["id"]: _effects(card["immediate"]) for card in _OLD_WORLD}
ONGOING: dict[str, tuple[Effect, ...]] = {
    card["id"]: _effects(card["ongoing"]["effects"]) if card["ongoing"] else () for card in _OLD_WORLD
}
RESOLVE_OLD_WORLD = "end_phase.resolve_old_world"


def ongoing_time(ongoing: dict[str, Any] | None) -> str:
    """[OLDWORLD-11.6] When an ongoing effect acts: as it says, else in End Phase step 3; never without one."""
    return str(ongoing.get("timing", RESOLVE_OLD_WORLD)) if ongoing else ""


ONGOING_AT: dict[str, str] = {card["id"]: ongoing_time(card["ongoing"]) for card in _OLD_WORLD}
LASTING: frozenset[Card] = frozenset([c for c in OLD_WORLD_CARDS if ONGOING_AT[TITLE[c]] == "continuous"])
BLOCKING: frozenset[Card] = frozenset(
    [card for card in LASTING if "block_card_slot" in [effect.op for effect in ONGOING[TITLE[card]]]]
)
HOUSE_RULE_CARDS: tuple[str, ...] = tuple(
    [name for flag in _read("profiles")["flags"] for name in flag.get("optional_house_rule", ())]
)

# ---------------------------------------------------------------- dials
NO_THREAT = 99  # of the position Victory, which has no number: above all that are printed
# [OLDWORLD-12.2] no two dials ever show the same
THREAT: tuple[tuple[int, ...], ...] = tuple(
    [tuple([NO_THREAT if p["threat"] is None else p["threat"] for p in dial["positions"]]) for dial in _DIALS]
)
INSTRUCTION: tuple[tuple[Effect, ...], ...] = tuple(
    [_effects([position["instruction"] for position in dial["positions"]]) for dial in _DIALS]
)
VICTORY: tuple[int, ...] = tuple([dial["ticks_to_win"] for dial in _DIALS])  # [OLDWORLD-12.21]

# ---------------------------------------------------------------- upgrades: five of each power, a bit each
UPGRADES: tuple[str, ...] = tuple([upgrade["id"] for upgrade in _UPGRADES])
UPGRADE_OF: dict[str, int] = {name: upgrade for upgrade, name in enumerate(UPGRADES)}
UPGRADES_OF: tuple[tuple[str, ...], ...] = tuple(
    [tuple([u["id"] for u in _UPGRADES if u["power"] == power]) for power in POWERS]
)
UPGRADE_EFFECTS: dict[str, tuple[Effect, ...]] = {upgrade["id"]: _effects(upgrade["effect"]) for upgrade in _UPGRADES}
UPGRADED_KIND: dict[str, Kind] = {u["id"]: KIND_OF[u["figure"]] if u["figure"] else NONE for u in _UPGRADES}
UPGRADE_OF_KIND: dict[Kind, str] = {kind: name for name, kind in UPGRADED_KIND.items() if kind != NONE}
_MASKS = range(32)


def taken(power: Power, mask: int) -> list[str]:
    """The upgrades behind a bit mask."""
    return [name for bit, name in enumerate(UPGRADES_OF[power]) if mask >> bit & 1]


def upgrade_words(power: Power, mask: int, op: str, kind: Kind = NONE) -> tuple[Effect, ...]:
    """The effects with this word of the upgrades in play, of the power or of one kind of figure."""
    names = [name for name in taken(power, mask) if UPGRADED_KIND[name] == kind]
    return tuple([effect for name in names for effect in UPGRADE_EFFECTS[name] if effect.op == op])


def _owner(kind: Kind) -> Power:
    return OWNER[KIND.index(kind)]


def _stat(kind: Kind, mask: int, stat: str) -> int:
    set_to = [int(e.amount) for e in upgrade_words(_owner(kind), mask, "set_stat", kind) if e.stat == stat]
    return set_to[0] if set_to else int(_FIGURES[kind][stat])


def _by_kind(op: str) -> tuple[tuple[tuple[Effect, ...], ...], ...]:
    return tuple(
        [tuple([upgrade_words(_owner(kind), mask, op, kind) for mask in _MASKS]) for kind in range(len(KINDS))]
    )


def _bonus(power: Power, mask: int, stat: str) -> int:
    return sum([int(e.amount) for e in upgrade_words(power, mask, "modify") if e.stat == stat])


# By kind of figure, then by its owner's upgrades in play.
ATTACK: tuple[tuple[int, ...], ...] = tuple(
    [tuple([_stat(kind, mask, "attack") for mask in _MASKS]) for kind in range(len(KINDS))]
)
DEFENSE: tuple[tuple[int, ...], ...] = tuple(
    [tuple([_stat(kind, mask, "defense") for mask in _MASKS]) for kind in range(len(KINDS))]
)
FIRST_STRIKE = _by_kind("first_strike")
ONLY_HIT_BY = _by_kind("only_hit_by")
COUNTS_AS = _by_kind("domination_count_as")
SYMBOLS = _by_kind("grants_magic_symbols")
FREE_SUMMON = _by_kind("cost_override")
RETALIATES = _by_kind("on_killed_in_battle")
ON_SUMMON = _by_kind("on_summon")
ON_SUMMON_FROM_BOARD = _by_kind("on_summon_from_board")
AT = _by_kind("at")
# By power, then by upgrades in play.
BASE_POWER: tuple[tuple[int, ...], ...] = tuple(
    [
        tuple([power["base_power"] + _bonus(me, mask, "base_power") for mask in _MASKS])
        for me, power in enumerate(_POWERS)
    ]
)
DRAWS: tuple[tuple[int, ...], ...] = tuple(  # cards to draw, or the hand to refill to
    [
        tuple(
            [
                power["draw"].get("count", 0)
                + power["draw"].get("hand_target", 0)
                + _bonus(me, mask, "draw_count")
                + _bonus(me, mask, "hand_target")
                for mask in _MASKS
            ]
        )
        for me, power in enumerate(_POWERS)
    ]
)
RUIN_UPGRADE: tuple[str, ...] = tuple(
    ["".join([u for u in own if "on_region_ruined" in [e.op for e in UPGRADE_EFFECTS[u]]]) for own in UPGRADES_OF]
)
ON_RUIN = tuple([tuple([upgrade_words(me, mask, "on_region_ruined") for mask in _MASKS]) for me in range(4)])

# ---------------------------------------------------------------- where texts are stand-ins
DESIGNED: frozenset[str] = frozenset(
    [record["id"] for record in (*_CHAOS, *_OLD_WORLD, *_UPGRADES) if record.get("designed") or record.get("recalled")]
    + [
        f"{dial['power']}_{position['index']}"
        for dial in _DIALS
        for position in dial["positions"]
        if position.get("designed")
    ]
)

# ---------------------------------------------------------------- switches (data/profiles.json)
PROFILES: tuple[str, ...] = ("seed", "published")
FLAGS: dict[str, dict[str, Any]] = {flag["flag"]: flag for flag in _read("profiles")["flags"]}
RUINERS_OF_ROUND = "ruiner_window=round"
KHORNE_BY_BATTLE = "khorne_counter_scope=battle"
CARNAGE_HOLDS = "field_of_carnage_direction=out_of"
SLAANESH_NEEDS_ONE = "slaanesh_min_corruption=1"
NO_TZEENTCH_DISCARD = "tzeentch_may_discard_one=no"
FEWER_CARDS = "old_world_cards_removed=house_rule"
SWITCHES: dict[str, tuple[int | str, ...]] = {  # the first value is the default
    "profile": PROFILES,
    "without": ("random", *POWERS),
    "ruiner_window": ("profile", "corruption_step", "round"),
    "khorne_counter_scope": ("profile", "region_per_round", "battle"),
    "field_of_carnage_direction": ("profile", "into", "out_of"),
    "slaanesh_min_corruption": ("profile", 1, 2),
    "tzeentch_may_discard_one": ("profile", "no", "yes"),
    "old_world_cards_removed": ("none", "house_rule"),
}

BASELINE: dict[str, int | str] = {  # what holds where no flag of a state says otherwise
    "ruiner_window": "corruption_step",
    "khorne_counter_scope": "region_per_round",
    "field_of_carnage_direction": "into",
    "slaanesh_min_corruption": 2,
    "tzeentch_may_discard_one": "yes",
    "old_world_cards_removed": "none",
}

# ---------------------------------------------------------------- options that are words
PASS, NOBODY, KEEP, LEAVE = "pass", "none", "keep", "leave"
