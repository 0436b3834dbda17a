"""What tests of the store keep in it."""

from __future__ import annotations

from grimtable import records
from grimtable.kernel.chance import FastDice
from grimtable.server.course import Course
from grimtable.server.rows import SeatRow, TableRow
from grimtable.server.seats import Grant, new_id

GRANT = Grant("ab" * 32, "seat", (0, 2), True)


def new_row(public: bool = True) -> TableRow:
    row = TableRow(new_id(), "darklord", 3, {"throne_vp_cap": 2}, [SeatRow("person", "Änn 魔王")] * 3, public)
    row.salts, row.hashes = ["", "00", ""], ["", "11", ""]
    return row


def new_course() -> Course:
    header = records.recorded_game("darklord", 3, 5).record.header
    return Course.begun(header, FastDice)
