"""One file per faction, one block per ability or requirement. Importing them attaches their handlers."""

from grimtable.games.cthulhu.abilities import black_goat, crawling_chaos, great_cthulhu, yellow_sign

__all__ = ["black_goat", "crawling_chaos", "great_cthulhu", "yellow_sign"]
