"""Special rules of scenarios. `rules_of` names what is in force; handlers attach to the moments under those names."""

from __future__ import annotations

from grimtable.games.gloomhaven.components.scenarios import SCENARIOS


def rules_of(scenario: int) -> tuple[str, ...]:
    """The names at which this scenario's rules attach: the words of its special rules, then the scenario itself."""
    words = dict.fromkeys([rule["op"] for rule in SCENARIOS[scenario]["special_rules"]])
    return (*words, f"scenario_{scenario}")
