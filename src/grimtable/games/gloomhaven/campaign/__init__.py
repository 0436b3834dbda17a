"""The campaign around Gloomhaven's scenarios [GLOOMHAVEN-23 to GLOOMHAVEN-29]."""

from __future__ import annotations

from grimtable.games.gloomhaven.campaign.journal import Campaign, dump, load
from grimtable.games.gloomhaven.campaign.result import Fate, Result, result_of

__all__ = ["Campaign", "Fate", "Result", "dump", "load", "result_of"]
