"""Warhammer 40,000, 8th edition core rules: two armies on an open table, the mission Only War."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.advice import ADVICE
from grimtable.games.wh40k.armies import settled_army
from grimtable.games.wh40k.components import ARMY_ORDER, FOLDER, OBJECTIVES
from grimtable.games.wh40k.components.terrain import LAYOUT_ORDER
from grimtable.games.wh40k.describe import DESCRIBE, EVENT_KINDS, PROMPTS
from grimtable.games.wh40k.facts import facts
from grimtable.games.wh40k.hidden import view
from grimtable.games.wh40k.inquiries import INQUIRIES
from grimtable.games.wh40k.rosters import army_in, report_on
from grimtable.games.wh40k.setup import new_state, problems
from grimtable.games.wh40k.state import Battle, Lasting
from grimtable.games.wh40k.turn import PROCEDURES
from grimtable.kernel.definition import Definition, Document, GameOption
from grimtable.kernel.game import Rules


def blank() -> Battle:
    return Battle([])


def with_roll(fields: list[Any]) -> list[Any]:
    """From version 1: positions did not know the roll that a question is about."""
    return [*fields, ()]


RULES = Rules(
    "wh40k",
    2,
    PROCEDURES,
    blank,
    view,
    problems=problems,
    rows={"lasting": Lasting._make},
    migrations={1: with_roll},
)

ARMY_LIST = Document(settled_army, army_in, report_on)

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=(2,),
    options=(
        GameOption("army_1", ARMY_ORDER, ARMY_LIST),
        GameOption("army_2", (ARMY_ORDER[1], ARMY_ORDER[0], *ARMY_ORDER[2:]), ARMY_LIST),
        GameOption("terrain", LAYOUT_ORDER),
        GameOption("wound_allocation", ("seed", "any")),
        GameOption("casualties", ("order", "each")),
        GameOption("saves", ("auto", "ask")),
        GameOption("objective", ("roll", *OBJECTIVES)),
    ),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    facts=facts,
    inquiries=INQUIRIES,
    dice=(6,),
)
