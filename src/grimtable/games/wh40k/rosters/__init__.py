"""Rosters of other programs as armies of the game."""

from .mapping import APPROXIMATED, MAPPED, REFUSED, Entry, Group, Imported, Note, imported
from .reading import Roster, read

__all__ = ["APPROXIMATED", "MAPPED", "REFUSED", "Entry", "Group", "Imported", "Note", "Roster", "imported", "read"]
