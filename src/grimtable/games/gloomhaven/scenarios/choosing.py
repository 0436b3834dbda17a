"""What the players settle before the first round: who has the quest, and whose deck their allies draw from."""

from __future__ import annotations

from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.conditions import ALLIED_DECK
from grimtable.games.gloomhaven.moments import round_started
from grimtable.games.gloomhaven.scenarios.reading import QUESTING
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow


@round_started.by("scenario_54")
@round_started.by("scenario_58")
def choose_questing(t: T) -> Flow[None]:
    """The character whose personal quest leads here; it has the item of the quest equipped, where there is one."""
    s = t.state
    if s.round != 1:
        return
    item = int(record_of(s.scenario).get("requires_item_equipped", 0))
    bearers = [character for character in s.heroes() if item in s.items[character]]
    s.notes[QUESTING] = yield from t.choose(s.speaker(), "questing", bearers or s.heroes())


@round_started.by("scenario_44")
@round_started.by("scenario_56")
@round_started.by("scenario_79")
def choose_allied_deck(t: T) -> Flow[None]:
    """[GLOOMHAVEN-3.2] Allies that are no summons draw from the deck of a character of the players' choice."""
    s = t.state
    if s.round == 1:
        s.notes[ALLIED_DECK] = yield from t.choose(s.speaker(), "allied_deck", s.heroes())
