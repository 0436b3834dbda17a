"""Records that outlive the rules they were made under."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grimtable
from grimtable import records
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest
from grimtable.records import Outdated, Record, Recorder
from grimtable.records.recorder import told
from kernel.test_records import fast, joined, lines, play


def old_record(answers: int = 10_000) -> Record:
    recorder = fast(answers)
    return recorder.finish() if recorder.game.result() is not None else recorder.record


def without_what_it_carries(record: Record) -> Record:
    """As format 1 was written."""
    rows = lines(record)
    rows[0]["format"] = 1
    for row in rows:
        row.pop("log", None)
        row.pop("view", None)
    return records.decode(joined(rows))


# ---------------------------------------------------------------- what a record carries
def test_a_record_tells_what_everybody_was_told_and_saw() -> None:
    recorder = fast()
    game, record = recorder.game, recorder.finish()
    carried = list(records.carried(record, 0))
    assert [event for line in carried for event in line.events] == game.events(None)
    assert carried[-1].view == records.public_view(game)
    chapters = [line.number for line in carried if line.line.view is not None]
    assert chapters[-1] == len(record.answers)
    assert len(chapters) > 2  # rounds before the end


@pytest.mark.parametrize("slug", grimtable.slugs())
def test_a_record_grows_at_most_threefold(slug: str) -> None:
    found = grimtable.definition(slug)
    for players in found.players:
        record = play(records.recorded_game(slug, players, 5)).finish()
        assert len(records.encode(record)) <= 3 * len(records.encode(without_what_it_carries(record)))


def test_what_was_taken_back_is_not_carried() -> None:
    straight, wavering = records.recorded_game("relics", 3, 7), records.recorded_game("relics", 3, 7)
    dice, undone = FastDice(3), 0
    while asked := straight.game.decisions():
        decision = asked[dice.below(len(asked))]
        answer = decision.options[dice.below(len(decision.options))]
        for recorder in (straight, wavering):
            recorder.apply(decision.player, answer)
        if wavering.game.can_undo():
            wavering.undo()
            wavering.apply(decision.player, answer)
            undone += 1
    assert undone
    assert records.encode(wavering.finish()) == records.encode(straight.finish())


def test_a_game_that_was_stored_goes_on_telling() -> None:
    whole = fast()
    part = fast(answers=9)
    game = grimtable.load(grimtable.dump(part.game))
    again = Recorder(game, part.record.header, part.record.lines, grimtable.definition("relics").chapters)
    for line in whole.record.lines[len(again.record.lines) :]:
        assert line.player is not None
        again.apply(line.player, msgspec.to_builtins(line.answer))
    assert records.encode(again.finish()) == records.encode(whole.finish())


# ---------------------------------------------------------------- under other rules
def of_version_one(make: Callable[[], Record]) -> Record:
    """A record as version 1 of the rules has made it, read from its bytes."""
    return records.decode(records.encode(make()))


def test_a_record_of_other_rules_is_neither_true_nor_false(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_version_one(old_record)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    with pytest.raises(records.OtherRules, match="Made under rules version 1; today's version is 2"):
        records.verify(record)


def test_where_nothing_changed_for_it_an_old_record_is_shown_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_version_one(old_record)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    shown = [digest(game) for _, game in records.replay(record)]
    assert shown == [line.hash for line in record.lines]


def other_answer(rows: list[dict[str, Any]]) -> int:
    rows[13]["answer"] = "no option today"
    return 12


def other_dice(rows: list[dict[str, Any]]) -> int:
    rows[13]["tape"][-1].append(1)
    return 12


def other_position(rows: list[dict[str, Any]]) -> int:
    number = [n for n, row in enumerate(rows) if "view" in row][1]
    rows[number]["view"] = {"~": {"deck": {"=": 99}}}
    return number - 1


def changed(record: Record, change: Callable[[list[dict[str, Any]]], int]) -> tuple[Record, int]:
    """The record as rules would have made it that led elsewhere at one answer, and that answer."""
    rows = lines(record)
    number = change(rows)
    return records.decode(joined(rows)), number


@pytest.mark.parametrize("change", [other_answer, other_dice, other_position])
def test_where_todays_rules_lead_elsewhere_the_record_itself_tells_the_rest(
    change: Callable[[list[dict[str, Any]]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, number = changed(old_record(), change)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    assert stopped(record) == (list(range(number)), number)
    rest = list(records.carried(record, number))
    assert [line.number for line in rest] == list(range(number, len(record.lines)))
    assert [told(line.events) for line in rest] == [line.log for line in record.lines[number:]]
    assert rest[-1].view is not None


def stopped(record: Record) -> tuple[list[int], int]:
    """The answers after which the game could be shown, and the one that did not fit, which both languages name."""
    shown: list[int] = []
    with pytest.raises(Outdated) as caught:
        show(record, shown)
    number = caught.value.number
    assert f"From answer {number} on" in caught.value.sentence("en")
    assert f"回答{number}から先" in caught.value.sentence("ja")
    assert "version 1" in caught.value.sentence("en")
    return shown, number


def show(record: Record, shown: list[int]) -> None:
    for number, _ in records.replay(record):
        shown.append(number)


def test_rules_that_stumble_over_an_old_game_end_the_showing_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_version_one(old_record)
    rules = grimtable.definition("relics").rules
    monkeypatch.setattr(rules, "version", 2)

    def stumble(*args: Any) -> Any:
        raise IndexError("not a place of today")

    last = next(iter(rules.procedures))
    for name in rules.procedures:
        with monkeypatch.context() as patch:
            patch.setitem(rules.procedures, name, stumble)
            try:
                records.game_at(record)
            except Outdated:
                last = name
    monkeypatch.setitem(rules.procedures, last, stumble)
    _, number = stopped(record)
    assert list(records.carried(record, number))


def test_a_record_that_carries_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    record, number = changed(without_what_it_carries(old_record()), other_answer)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    with pytest.raises(Outdated, match="carries nothing more to show"):
        records.game_at(record)
    assert [line.view for line in records.carried(record, number)] == [None] * (len(record.lines) - number)


# ---------------------------------------------------------------- going on
def test_a_game_that_goes_on_under_later_rules_says_from_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    part = fast(answers=9)
    stored = grimtable.dump(part.game)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    again = Recorder(grimtable.load(stored), part.record.header, part.record.lines)
    record = play(again).finish()
    assert record.versions == [1, 2]
    assert [number for number, line in enumerate(record.lines) if line.rules] == [10]
    path = tmp_path / "mixed.record.jsonl"
    records.save(record, path)
    with pytest.raises(records.OtherRules, match="version 1, 2; today's version is 2"):
        records.verify(records.read(path))


def test_an_answer_taken_back_takes_the_mark_of_later_rules_along(monkeypatch: pytest.MonkeyPatch) -> None:
    part = fast(answers=9)
    stored = grimtable.dump(part.game)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    again = Recorder(grimtable.load(stored), part.record.header, part.record.lines)
    marks = []
    for _ in range(200):
        asked = again.game.decisions()
        if not asked:
            break
        again.apply(asked[0].player, asked[0].options[0])
        if again.game.can_undo() and len(again.record.lines) == 11:
            again.undo()
            assert again.record.versions == [1]
            again.apply(asked[0].player, asked[0].options[0])
            marks.append(again.record.versions)
            break
    assert again.record.versions == [1, 2]
    assert marks in ([], [[1, 2]])


def test_a_saved_game_that_fits_later_rules_is_resumed_as_one_of_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_version_one(lambda: fast(answers=20).record)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    again = records.resumed(record)
    whole = play(again).finish()
    assert whole.versions == [2]
    assert records.verify(whole).finished


def test_a_saved_game_that_does_not_fit_is_refused_with_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = changed(fast(answers=20).record, other_answer)
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    with pytest.raises(Outdated, match="From answer 12 on"):
        records.resumed(record)
