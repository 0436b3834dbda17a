"""The Nameless Dark Lord, Revised Edition: an auction in which the bids are monsters bought before."""

from __future__ import annotations

from grimtable.games.darklord.advice import ADVICE
from grimtable.games.darklord.components import FOLDER, PLAYERS, RULINGS, UID, facts
from grimtable.games.darklord.describe import DESCRIBE, EVENT_KINDS, PROMPTS
from grimtable.games.darklord.hidden import redeal, unknown, view
from grimtable.games.darklord.setup import new_state, problems
from grimtable.games.darklord.state import DarkLord
from grimtable.games.darklord.turn import PROCEDURES
from grimtable.kernel.definition import Definition, GameOption
from grimtable.kernel.game import Rules


def blank() -> DarkLord:
    return DarkLord([])


RULES = Rules("darklord", 2, PROCEDURES, blank, view, unknown, redeal, problems)

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=PLAYERS,
    options=tuple([GameOption(name, values) for name, values in RULINGS.items()]),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    facts=facts,
    thing=UID.__getitem__,
)
