"""Lines that count under a condition of the action."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

condition_of_action: Final = Hook[[T, Act], bool]()


@ability.by("only_if")
def only_if(t: T, act: Act, op: Op) -> Flow[None]:
    if condition_of_action[op.text("condition")](t, act):
        yield from perform_riders(t, act, op.sub)
