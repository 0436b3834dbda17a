"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A winner has 100 outcome points, so a win is 10,000 here: fifty victory points, or a dial from start to victory. The
weights come from the ledger's hints (Khorne hunts, Nurgle spreads in populous regions, Tzeentch gathers magic, Slaanesh
courts nobles and heroes). They are guesses that play well, not rules.
"""

from __future__ import annotations

from grimtable.games.oldworld.advice.hopes import value
from grimtable.games.oldworld.advice.ratings import WIN, rate
from grimtable.kernel.definition import Advice

ADVICE = Advice(rate, value, spread=WIN, horizon=0)  # playing on adds more chance than insight
