"""The words of cards: `performing` is the interpreter, the other files teach it what each word does."""

from grimtable.games.gloomhaven.ops.performing import (
    CARDS,
    ELEMENTS,
    Act,
    ability,
    enrich,
    enriched,
    finale,
    measure,
    perform,
    perform_one,
    perform_riders,
    performed_as,
    strengthen,
    strengthened,
    value_of,
    with_numbers,
)

__all__ = (
    "CARDS",
    "ELEMENTS",
    "Act",
    "ability",
    "enrich",
    "enriched",
    "finale",
    "measure",
    "perform",
    "perform_one",
    "perform_riders",
    "performed_as",
    "strengthen",
    "strengthened",
    "value_of",
    "with_numbers",
)
