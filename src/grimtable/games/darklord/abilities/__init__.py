"""One file per race, one block per ability. Importing them attaches their handlers."""

from grimtable.games.darklord.abilities import goblin, golem, skeleton

__all__ = ["goblin", "golem", "skeleton"]
