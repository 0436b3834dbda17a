"""Cthulhu Wars (Omega rules), base game: four cults, their Great Old Ones, and the end of the world."""

from __future__ import annotations

from typing import Any

from grimtable.games.cthulhu.advice import ADVICE
from grimtable.games.cthulhu.components import FOLDER, PLAYERS, PLAYERS_OF_MAP, SIGN_ID, facts
from grimtable.games.cthulhu.describe import DESCRIBE, PROMPTS
from grimtable.games.cthulhu.events import EVENT_KINDS
from grimtable.games.cthulhu.hidden import redeal, unknown, view
from grimtable.games.cthulhu.setup import OPTIONS, new_state, problems
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.games.cthulhu.turn import PROCEDURES
from grimtable.kernel.definition import Definition, GameOption
from grimtable.kernel.game import Rules


def blank() -> Cthulhu:
    return Cthulhu([])


def migrate_1(fields: list[Any]) -> list[Any]:
    """Games begun before the ruling on who leaves the talks go on without it."""
    return [*fields, False, ()]


RULES = Rules("cthulhu", 2, PROCEDURES, blank, view, unknown, redeal, problems, migrations={1: migrate_1})

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=PLAYERS,
    options=tuple(
        [
            GameOption(name, values, players=PLAYERS_OF_MAP if name == "map" else None)
            for name, values in OPTIONS.items()
        ]
    ),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    facts=facts,
    thing=SIGN_ID.__getitem__,
    dice=(6,),
)
