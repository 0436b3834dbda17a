"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A win is one outcome point for everybody. The weights come from the ledger's hints: keep cards, kill what can be killed,
stay out of reach, loot with what is left. They are guesses that play well, not rules.

| file | what |
| --- | --- |
| `reading` | halves of cards as parts: moves, attacks, heals |
| `foes` | enemies: how hard they hit, what hurting them is worth |
| `prospect` | the position of one character, hex by hex; made once per decision |
| `plans` | the parts of two halves in order, each where it is worth most |
| `stamina`, `errands` | rounds left; rests and doors |
| `turns`, `figures`, `losses`, `items` | ratings by prompt |
| `standing` | the chance to win |
"""

from __future__ import annotations

from collections.abc import Callable

from grimtable.games.gloomhaven.advice.figures import (
    rate_area,
    rate_focus,
    rate_heals,
    rate_monster_targets,
    rate_monster_to,
    rate_path,
    rate_push,
    rate_target,
    rate_whom,
)
from grimtable.games.gloomhaven.advice.items import rate_buy, rate_class, rate_consume, rate_use
from grimtable.games.gloomhaven.advice.losses import (
    rate_giving,
    rate_keep,
    rate_negate,
    rate_no,
    rate_short_rest,
    rate_taking,
)
from grimtable.games.gloomhaven.advice.standing import traits, value
from grimtable.games.gloomhaven.advice.turns import rate_act, rate_move, rate_select, rate_start
from grimtable.games.gloomhaven.interludes import is_offer
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

SPREAD = 100
NOT_NOW = 500  # items are used and cards given up between actions

RATERS: dict[str, Callable[[Gloomhaven, Decision], list[int]]] = {
    "class": rate_class,
    "buy": rate_buy,
    "use_item": rate_use,
    "start_hex": rate_start,
    "select": rate_select,
    "act": rate_act,
    "move_to": rate_move,
    "target": rate_target,
    "target_next": rate_target,
    "area": rate_area,
    "whom": rate_whom,
    "path": rate_path,
    "focus": rate_focus,
    "monster_targets": rate_monster_targets,
    "monster_to": rate_monster_to,
    "monster_heals": rate_heals,
    "push_to": rate_push,
    "pull_to": rate_push,
    "negate": rate_negate,
    "lose_card": rate_giving,
    "rest_lose": rate_giving,
    "leave_card": rate_giving,
    "discard_card": rate_giving,
    "recover": rate_taking,
    "gain_card": rate_taking,
    "short_rest": rate_short_rest,
    "keep_card": rate_no,
    "pick_up": rate_no,
    "consume": rate_consume,
    "augment": rate_keep,
}


def rate(s: Gloomhaven, decision: Decision) -> list[int]:
    """One rating per option; where nothing is known all are equal."""
    rater = RATERS.get(decision.prompt)
    if decision.prompt == "act" or not is_offer(decision.options[-1]):
        return rater(s, decision) if rater is not None else [0] * len(decision.options)
    offers = len([option for option in decision.options if is_offer(option)])
    options = decision.options[:-offers]
    asked = Decision(decision.player, decision.prompt, options)
    rated = rater(s, asked) if rater is not None else [0] * len(options)
    return rated + [min(rated) - NOT_NOW] * offers


ADVICE = Advice(rate, value, SPREAD, horizon=0, traits=traits, explore=50, curiosity=0)
