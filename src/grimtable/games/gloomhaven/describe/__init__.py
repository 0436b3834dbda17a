"""Options, prompts, events and pieces as messages."""

from __future__ import annotations

from grimtable.games.gloomhaven.describe.events import EVENT_KINDS, event
from grimtable.games.gloomhaven.describe.names import side
from grimtable.games.gloomhaven.describe.options import PROMPTS, note, option, prompt
from grimtable.games.gloomhaven.describe.pieces import piece
from grimtable.kernel.definition import Describe

__all__ = ("DESCRIBE", "EVENT_KINDS", "PROMPTS")

DESCRIBE = Describe(prompt, option, note, event, side, piece)
