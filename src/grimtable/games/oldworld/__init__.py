"""Chaos in the Old World: four ruinous powers fight over nine regions, each with its own way to win."""

from __future__ import annotations

from grimtable.games.oldworld.advice import ADVICE
from grimtable.games.oldworld.components import FOLDER, PLAYERS, SWITCHES, TITLE
from grimtable.games.oldworld.describe import DESCRIBE, PROMPTS
from grimtable.games.oldworld.events import EVENT_KINDS
from grimtable.games.oldworld.facts import facts
from grimtable.games.oldworld.hidden import redeal, unknown, view
from grimtable.games.oldworld.setup import new_state, problems
from grimtable.games.oldworld.state import OldWorld
from grimtable.games.oldworld.turn import PROCEDURES
from grimtable.kernel.definition import Definition, GameOption
from grimtable.kernel.game import Rules


def blank() -> OldWorld:
    return OldWorld([])


RULES = Rules("oldworld", 2, PROCEDURES, blank, view, unknown, redeal, problems)

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=PLAYERS,
    options=tuple([GameOption(name, values) for name, values in SWITCHES.items()]),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    facts=facts,
    thing=TITLE.__getitem__,
    dice=(6,),
)
