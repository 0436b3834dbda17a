"""Gloomhaven: mercenaries, each with a hand of cards that is both repertoire and stamina, against monsters."""

from __future__ import annotations

from grimtable.games.gloomhaven.advice import ADVICE
from grimtable.games.gloomhaven.campaign.sharing import CAMPAIGN
from grimtable.games.gloomhaven.components import FOLDER, VERSION
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.describe import DESCRIBE, EVENT_KINDS, PROMPTS
from grimtable.games.gloomhaven.facts import facts
from grimtable.games.gloomhaven.hidden import redeal, unknown, view
from grimtable.games.gloomhaven.party import party_in, party_report, settled_party
from grimtable.games.gloomhaven.setup import SWITCHES, new_state, problems
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.turn import PROCEDURES
from grimtable.kernel.definition import Definition, Document, GameOption
from grimtable.kernel.game import Rules


def blank() -> Gloomhaven:
    return Gloomhaven([])


RULES = Rules("gloomhaven", VERSION, PROCEDURES, blank, view, unknown, redeal, problems, rows={"bonuses": Bonus._make})

DOCUMENTS = {"party": Document(settled_party, party_in, party_report)}

DEFINITION = Definition(
    rules=RULES,
    folder=FOLDER,
    players=(1, 2, 3, 4),
    options=tuple([GameOption(name, values, DOCUMENTS.get(name)) for name, values in SWITCHES.items()]),
    setup=new_state,
    describe=DESCRIBE,
    advice=ADVICE,
    prompts=PROMPTS,
    events=EVENT_KINDS,
    facts=facts,
    thing=int,
    campaign=CAMPAIGN,
    cooperative=True,
)
