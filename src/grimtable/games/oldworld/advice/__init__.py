"""What bots are told: a rating per option, and how a position looks for each power.

Ratings are in hundredths of an outcome point. A winner has 100, so a win is 10,000 here: fifty victory points, or a
dial from start to victory. What they weigh comes from the ledger's hints (Khorne hunts, Nurgle spreads in populous
regions, Tzeentch gathers magic, Slaanesh courts nobles and heroes): guesses that play well, not rules.
"""

from __future__ import annotations

from grimtable.games.oldworld.advice.hopes import traits, value
from grimtable.games.oldworld.advice.ratings import rate
from grimtable.kernel.definition import Advice

SPREAD = 2_000  # ratings differ by a few hundred: with a whole win as spread the search would take them for equal

# Playing on adds more chance than insight. Prospects differ by hundredths, so ratings count little against them.
ADVICE = Advice(rate, value, SPREAD, horizon=0, traits=traits, explore=15)
