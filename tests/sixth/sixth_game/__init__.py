"""Relics: a game from another package, found through its entry point."""

from __future__ import annotations

from grimtable.kernel.definition import Definition, GameOption
from grimtable.kernel.game import Rules

from .advice import ADVICE
from .components import FOLDER, PLAYERS
from .describe import DESCRIBE, EVENT_KINDS, PROMPTS
from .hidden import redeal, unknown, view
from .state import Relics, problems
from .turn import PROCEDURES, new_state


def blank() -> Relics:
    return Relics([])


RULES = Rules("relics", 1, PROCEDURES, blank, view, unknown, redeal, problems)

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=PLAYERS,
    options=(GameOption("rounds", (3, 1)), GameOption("offering", ("secret", "none"))),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    thing=int,
)
