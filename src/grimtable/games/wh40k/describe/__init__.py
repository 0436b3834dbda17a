"""Options, prompts, events, refusals and pieces as messages."""

from __future__ import annotations

from grimtable.games.wh40k.describe.events import EVENT_KINDS, event
from grimtable.games.wh40k.describe.names import View, model_at, player_name, refs_in, side, unit_at
from grimtable.games.wh40k.describe.options import PROMPTS, note, option, prompt
from grimtable.kernel.definition import Describe
from grimtable.kernel.language import Message, refusal_message
from grimtable.kernel.values import Refusal

__all__ = ["DESCRIBE", "EVENT_KINDS", "PROMPTS"]

# Which parameters of a refusal are models; those not named here speak of none.
MODELS_IN: dict[str, tuple[int, ...]] = {
    "too_far": (0,),
    "wall": (0,),
    "model_in_the_way": (0, 1),
    "too_close": (0, 1),
    "no_footing": (0,),
    "overlap": (0,),
    "off_table": (0,),
    "in_the_air": (0,),
    "not_coherent": (0,),
    "has_room": (0,),
    "must_move": (0,),
    "too_short": (0,),
    "not_straight": (0,),
    "not_closer": (0,),
    "out_of_zone": (0,),
    "too_near_enemy": (0,),
    "too_far_from": (0,),
    "no_such_shot": (0,),
    "fired_twice": (0,),
    "mixed_modes": (0,),
    "out_of_melee": (0,),
    "no_such_weapon": (0,),
    "wrong_count": (0,),
}


def refusal(view: View, refused: Refusal) -> Message:
    """Why an answer is not legal; models are named by their units, and nobody is named by a number that is none."""
    message = refusal_message(refused)
    places = MODELS_IN.get(refused.message_key, ())
    known = range(len(view["models"]))
    nobody = Message("refusal.no_such_model")
    named = [model_at(view, param) if param in known else nobody for param in message.params]
    params = tuple([named[at] if at in places else param for at, param in enumerate(message.params)])
    return Message(message.key, params, refs_in(params), message.rules)


# ---------------------------------------------------------------- pieces
def piece(view: View, ref: str) -> Message:
    """What a thing on the table is: a unit with its models and abilities, a model with its wounds, a marker."""
    kind, _, name = ref.partition(":")
    number = int(name)
    if kind == "unit":
        unit = view["units"][number]
        words = tuple([Message(f"ability.{ability}") for ability in unit["abilities"]])
        params = (unit_at(view, number), player_name(unit["owner"]), len(unit["alive"]), len(unit["models"]), words)
        return Message("piece.unit" if words else "piece.plain_unit", params, (ref,))
    if kind == "model":
        model = view["models"][number]
        return Message("piece.model", (unit_at(view, model[0]), model[1], max(0, model[2])), (ref,))
    marker = view["markers"][number]
    if marker["controller"] < 0:
        return Message("piece.marker", (number + 1,), (ref,))
    return Message("piece.held_marker", (number + 1, player_name(marker["controller"])), (ref,))


DESCRIBE = Describe(prompt, option, note, event, side, piece, refusal)
