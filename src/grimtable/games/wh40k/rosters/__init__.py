"""Rosters of other programs as armies of the game."""

from .mapping import APPROXIMATED, MAPPED, REFUSED, Entry, Group, Imported, Note, imported
from .reading import Roster, read
from .report import army_in, army_list, reason, report, report_on

__all__ = [
    "APPROXIMATED",
    "MAPPED",
    "REFUSED",
    "Entry",
    "Group",
    "Imported",
    "Note",
    "Roster",
    "army_in",
    "army_list",
    "imported",
    "read",
    "reason",
    "report",
    "report_on",
]
