"""Records: whole games as files that replay without dice, verify with them, and name the line of every fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grimtable
from contract.tables import random_game
from grimtable import records
from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key, salt_hash
from grimtable.kernel.codec import digest
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import BadInput, Flow, Illegal
from grimtable.records import Keepsake, Record, Recorder
from grimtable.records.format import MAX_BYTES
from toys import relics

SECRET, SALTS = b"s" * 32, (b"1" * 16, b"2" * 16, b"3" * 16)


def play(recorder: Recorder, seed: int = 3, answers: int = 10_000) -> Recorder:
    dice = FastDice(seed)
    for _ in range(answers):
        decisions = recorder.game.decisions()
        if not decisions:
            break
        decision = decisions[dice.below(len(decisions))]
        recorder.apply(decision.player, decision.options[dice.below(len(decision.options))])
    return recorder


def fast(answers: int = 10_000) -> Recorder:
    return play(records.recorded_game("relics", 3, 7), answers=answers)


def fair() -> Recorder:
    found = grimtable.definition("relics")
    salts, hashes = [salt.hex() for salt in SALTS], [salt_hash(salt) for salt in SALTS]
    header = records.header_for(found, 3, {}, ["a", "b", "c"], None, commitment(SECRET), salts, hashes)
    return play(Recorder(found.new_game(3, {}, FairDice(fair_key(SECRET, SALTS))), header))


def lines(record: Record) -> list[dict[str, Any]]:
    return [msgspec.json.decode(row) for row in records.encode(record).splitlines()]


def joined(rows: list[dict[str, Any]]) -> bytes:
    return b"".join([msgspec.json.encode(row) + b"\n" for row in rows])


# ---------------------------------------------------------------- writing and reading
@pytest.mark.parametrize("slug", grimtable.slugs())
def test_a_whole_game_is_written_read_and_verified(slug: str, tmp_path: Path) -> None:
    recorder = play(records.recorded_game(slug, grimtable.definition(slug).players[0], 5))
    record = recorder.finish()
    path = tmp_path / "game.jsonl"
    records.save(record, path)
    again = records.read(path)
    assert again == records.decode(records.encode(record))
    assert records.verify(again).finished
    assert digest(records.game_at(again)) == digest(recorder.game)
    assert list(tmp_path.iterdir()) == [path]  # no draft is left behind


def test_a_record_replays_entry_by_entry_without_its_dice() -> None:
    recorder = records.recorded_game("relics", 3, 7)
    twin = grimtable.new_game("relics", 3, 7)
    hashes = [digest(game) for game in random_game(twin, 1)]
    for game in random_game(records.recorded_game("relics", 3, 7).game, 1):
        assert digest(game) == hashes.pop(0)
    play(recorder)
    record = records.decode(records.encode(recorder.finish()))
    anonymous = record._replace(header=msgspec.structs.replace(record.header, seed=None))
    assert [digest(game) for _, game in records.replay(anonymous)] == [line.hash for line in record.lines]


def test_a_record_can_be_entered_at_any_answer() -> None:
    record = fast().finish()
    for answers in (0, 1, 7, len(record.answers)):
        assert digest(records.game_at(record, answers)) == record.lines[answers].hash
    for wrong in (-1, len(record.answers) + 1):
        with pytest.raises(BadInput, match=f"so go to 0..{len(record.answers)}, not {wrong}"):
            records.game_at(record, wrong)


def test_an_unfinished_record_verifies_as_open_and_goes_on() -> None:
    record = records.decode(records.encode(fast(answers=9).record))
    verdict = records.verify(record)
    assert (verdict.answers, verdict.finished, verdict.dice) == (9, False, "fast")
    resumed = records.resumed(record)
    assert digest(resumed.game) == record.lines[-1].hash
    assert records.verify(play(resumed).finish()).finished


def test_lines_name_the_action_for_readers() -> None:
    first = lines(fast().finish())[2]
    assert first["action"] == f"act:{first['answer']}"
    assert first["player"] == 0


# ---------------------------------------------------------------- dice
def test_fast_dice_are_rolled_again() -> None:
    verdict = records.verify(fast().finish())
    assert verdict.dice == "fast"
    assert verdict.outcomes > 1


def test_fair_dice_are_proved_by_the_published_secret() -> None:
    record = records.decode(records.encode(fair().finish(SECRET)))
    verdict = records.verify(record)
    assert (verdict.dice, verdict.finished) == ("fair", True)
    assert verdict.outcomes > 1


def test_fair_dice_are_not_checked_before_the_secret_is_published() -> None:
    verdict = records.verify(fair().record)
    assert verdict.dice.startswith("not checked")
    assert verdict.outcomes == 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda rows: rows[-1].update(secret=(b"t" * 32).hex()), "do not fit the commitment"),
        (lambda rows: rows[0].update(commitment=commitment(b"t" * 32)), "do not fit the commitment"),
        (lambda rows: rows[0].update(salts=["00" * 16, "11" * 16, ""]), "the salt of player 1 does not fit the hash"),
        (lambda rows: rows[0].update(salts=["", *rows[0]["salts"][1:]]), "the dice give other outcomes"),
        (lambda rows: rows[0].update(salts=["00" * 16] * 3, hashes=[]), "the dice give other outcomes"),
        (lambda rows: rows[0].update(hashes=rows[0]["hashes"][:2]), "3 salts and 2 hashes"),
        (lambda rows: rows[0].update(hashes=["", *rows[0]["hashes"][1:]]), "the salt of player 1 does not fit"),
        (lambda rows: rows[0].update(hashes=["ab", "", ""]), "64 hexadecimal digits, or none"),
        (lambda rows: rows[0].update(hashes=[""] * 17), "at most 16 hashes of salts"),
        (lambda rows: rows[0].update(salts=["zz" * 16, "", ""]), "32 hexadecimal digits"),
        (lambda rows: rows[-1].update(secret="no hex"), "64 hexadecimal digits"),
        (lambda rows: rows[0].pop("commitment"), "neither a seed nor a commitment"),
    ],
)
def test_fair_dice_that_were_changed_afterwards_are_found(change: Callable[[Any], Any], fault: str) -> None:
    rows = lines(fair().finish(SECRET))
    change(rows)
    with pytest.raises(BadInput, match=rf"^line \d+: .*{fault}"):
        records.verify(records.decode(joined(rows)))


def test_who_gave_no_salt_after_its_hash_is_left_out_and_the_dice_of_the_others_stand() -> None:
    found, given = grimtable.definition("relics"), [b"", *SALTS[1:]]
    salts, hashes = [salt.hex() for salt in given], [salt_hash(salt) for salt in SALTS]
    header = records.header_for(found, 3, {}, ["a", "b", "c"], None, commitment(SECRET), salts, hashes)
    recorder = play(Recorder(found.new_game(3, {}, FairDice(fair_key(SECRET, given))), header))
    assert records.verify(records.decode(records.encode(recorder.finish(SECRET)))).dice == "fair"


# ---------------------------------------------------------------- what a player kept of the dice
def ground(salts: Sequence[bytes]) -> Record:
    """The record of a server that saw these salts and then looked for bytes that it likes, with a new commitment."""
    found = grimtable.definition("relics")
    for number in range(1000):
        secret = number.to_bytes(32, "big")
        if FairDice(fair_key(secret, salts)).below(6) == 5:
            break
    named, hashes = [salt.hex() for salt in salts], [salt_hash(salt) if salt else "" for salt in salts]
    header = records.header_for(found, 3, {}, ["a", "b", "c"], None, commitment(secret), named, hashes)
    return play(Recorder(found.new_game(3, {}, FairDice(fair_key(secret, salts))), header)).finish(secret)


def test_other_bytes_than_promised_are_found_by_the_commitment_alone() -> None:
    forged = ground(SALTS)
    assert records.verify(forged).dice == "fair", "the file alone shows nothing"
    kept = [salt.hex() for salt in SALTS]
    records.compare(forged, Keepsake.typed(None, kept))
    with pytest.raises(BadInput, match=r"^line 1: the commitment is .*, not .*, which you kept"):
        records.compare(forged, Keepsake.typed(commitment(SECRET), kept))


def test_a_salt_that_was_ignored_is_found_by_the_salt_alone() -> None:
    forged = ground([SALTS[0], b"", SALTS[2]])
    assert records.verify(forged).dice == "fair"
    records.compare(forged, Keepsake.typed(None, [SALTS[0].hex(), SALTS[2].hex()]))
    with pytest.raises(BadInput, match=f"^line 1: no seat has the salt {SALTS[1].hex()}"):
        records.compare(forged, Keepsake.typed(None, [SALTS[1].hex()]))


def test_dice_of_a_seed_have_nothing_to_compare_with() -> None:
    records.compare(fast().finish(), Keepsake.typed(None, ()))
    with pytest.raises(BadInput, match="come from a seed"):
        records.compare(fast().finish(), Keepsake.typed(commitment(SECRET), ()))


def test_what_was_typed_in_capitals_or_with_blanks_is_the_same() -> None:
    typed = Keepsake.typed(f" {commitment(SECRET).upper()}\n", [SALTS[0].hex().upper() + " "])
    records.compare(fair().finish(SECRET), typed)


# ---------------------------------------------------------------- faults, each in one line that names its line
def answer_row(rows: list[dict[str, Any]], prompt: str) -> int:
    """The place of the first answer to this prompt; its line number is one more."""
    return next(place for place, row in enumerate(rows) if row.get("action", "").startswith(f"{prompt}:"))


def edit_answer(rows: list[dict[str, Any]]) -> int:
    place = answer_row(rows, "act")
    rows[place]["answer"] = "peek" if rows[place]["answer"] != "peek" else "draw"
    rows[place]["action"] = f"act:{rows[place]['answer']}"
    return place + 1


def illegal_answer(rows: list[dict[str, Any]]) -> int:
    place = answer_row(rows, "bid")
    rows[place].update(answer=99, action="bid:99")
    return place + 1


def rename_action(rows: list[dict[str, Any]]) -> int:
    rows[answer_row(rows, "bid")]["action"] = "bid:77"
    return answer_row(rows, "bid") + 1


def other_player(rows: list[dict[str, Any]]) -> int:
    rows[2]["player"] = 2
    return 3


def no_player(rows: list[dict[str, Any]]) -> int:
    for name in ("player", "action", "answer"):
        rows[3].pop(name)
    return 4


def edit_shuffle(rows: list[dict[str, Any]]) -> int:
    order = rows[1]["tape"][0][0]
    order[0], order[1] = order[1], order[0]
    return 2


def foreign_shuffle(rows: list[dict[str, Any]]) -> int:
    rows[1]["tape"][0][0][0] = 99
    return 2


def strange_shuffle(rows: list[dict[str, Any]]) -> int:
    rows[1]["tape"][0][0] = ["a", 1]
    return 2


def missing_outcome(rows: list[dict[str, Any]]) -> int:
    rows[1]["tape"][0].clear()
    return 2


def more_outcomes(rows: list[dict[str, Any]]) -> int:
    rows[1]["tape"][0].append(3)
    return 2


def wrong_hash(rows: list[dict[str, Any]]) -> int:
    rows[5]["hash"] = "0" * 32
    return 6


def dropped_answer(rows: list[dict[str, Any]]) -> int:
    del rows[4]
    return 5


def swapped_answers(rows: list[dict[str, Any]]) -> int:
    rows[2], rows[5] = rows[5], rows[2]
    return 3


def wrong_result(rows: list[dict[str, Any]]) -> int:
    rows[-1]["result"][0] += 1
    return len(rows)


def claimed_open(rows: list[dict[str, Any]]) -> int:
    rows[-1]["result"] = None
    return len(rows)


def early_end(rows: list[dict[str, Any]]) -> int:
    del rows[-3:-1]
    return len(rows)


def two_ends(rows: list[dict[str, Any]]) -> int:
    rows.append(rows[-1])
    return len(rows)


def too_new(rows: list[dict[str, Any]]) -> int:
    rows[0].update(format=2, invention=True)
    return 1


def no_format(rows: list[dict[str, Any]]) -> int:
    rows[0].pop("format")
    return 1


def unknown_field(rows: list[dict[str, Any]]) -> int:
    rows[3]["extra"] = 1
    return 4


def other_game(rows: list[dict[str, Any]]) -> int:
    rows[0]["game"] = "chess"
    return 1


def other_players(rows: list[dict[str, Any]]) -> int:
    rows[0]["players"] = 9
    return 1


def other_option(rows: list[dict[str, Any]]) -> int:
    rows[0]["options"]["rounds"] = 8
    return 1


def fewer_seats(rows: list[dict[str, Any]]) -> int:
    rows[0]["seats"].pop()
    return 1


def text_for_a_number(rows: list[dict[str, Any]]) -> int:
    rows[4]["player"] = "zero"
    return 5


def header_only(rows: list[dict[str, Any]]) -> int:
    del rows[1:]
    return 2


def false_log(rows: list[dict[str, Any]]) -> int:
    number = next(n for n, row in enumerate(rows) if row.get("log") and n > 1)
    rows[number]["log"][0][0] = "never_told"
    return number + 1


def missing_log(rows: list[dict[str, Any]]) -> int:
    number = next(n for n, row in enumerate(rows) if row.get("log") and n > 1)
    del rows[number]["log"]
    return number + 1


def false_position(rows: list[dict[str, Any]]) -> int:
    rows[1]["view"] = {"=": {"phase": "never"}}
    return 2


def position_that_does_not_fit(rows: list[dict[str, Any]]) -> int:
    number = next(n for n, row in enumerate(rows) if "view" in row and n > 1)
    rows[number]["view"] = {"~": {"nowhere": {"=": 1}}}
    return number + 1


FAULTS = [
    edit_answer, illegal_answer, rename_action, other_player, no_player, edit_shuffle, foreign_shuffle,
    strange_shuffle, missing_outcome, more_outcomes, wrong_hash, dropped_answer, swapped_answers, wrong_result,
    claimed_open, early_end, two_ends, too_new, no_format, unknown_field, other_game, other_players,
    false_log, missing_log, false_position, position_that_does_not_fit,
    other_option, fewer_seats, text_for_a_number, header_only,
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_refused_in_one_line_that_names_the_line(fault: Callable[[Any], int]) -> None:
    rows = lines(fast().finish())
    number = fault(rows)
    with pytest.raises(BadInput) as caught:
        records.verify(records.decode(joined(rows)))
    assert str(caught.value).startswith(f"line {number}: ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_dice_that_were_changed_with_all_their_hashes_are_found() -> None:
    """Somebody edits the dice and computes every hash anew: the seed gives it away."""
    record = play(Recorder(grimtable.new_game("relics", 3, 8), fast(answers=0).record.header)).finish()
    assert digest(records.game_at(record)) == record.lines[-1].hash
    with pytest.raises(BadInput, match=r"^line 2: the dice give other outcomes"):
        records.verify(record)


@pytest.mark.parametrize(
    ("data", "number"),
    [
        (b"", 1),
        (b"\n\n", 1),
        (b"garbage", 1),
        (b"\x89PNG\r\n\x1a\n", 1),
        (b'"\xff"', 1),
        (b"[" * 100_000, 1),
        (b"[1, 2]\n", 1),
        (b"null\n", 1),
        (b'{"format": 1}\n', 1),
        (b'{"format": "new"}\n', 1),
    ],
)
def test_a_foreign_file_is_refused_in_one_line(data: bytes, number: int) -> None:
    with pytest.raises(BadInput, match=f"^line {number}: ") as caught:
        records.decode(data)
    assert "\n" not in str(caught.value)


def test_a_record_cut_off_anywhere_is_refused_or_ends_between_two_answers() -> None:
    """Whatever a crash leaves: the half line is named, or what is left is the whole beginning of the game."""
    data = records.encode(fast().finish())
    for length in range(len(data) - 400, len(data) - 1, 7):
        cut = data[:length]
        number = cut.count(b"\n") + 1
        if cut.endswith((b"\n", b"}\n", b'"}')):
            record = records.decode(cut)
            assert digest(records.game_at(record)) == record.lines[-1].hash
        else:
            with pytest.raises(BadInput, match=f"^line {number}: "):
                records.decode(cut)


def test_a_file_that_is_not_there_or_too_large_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.jsonl cannot be read: No such file"):
        records.read(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="cannot be read"):
        records.read(tmp_path)
    large = tmp_path / "large.jsonl"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadInput, match="larger than 64 MiB"):
        records.read(large)
    (tmp_path / "bad.jsonl").write_bytes(b"garbage")
    with pytest.raises(BadInput, match=r"bad\.jsonl: line 1: "):
        records.read(tmp_path / "bad.jsonl")


# ---------------------------------------------------------------- taking back
def test_an_undone_answer_leaves_the_record() -> None:
    recorder, straight = records.recorded_game("darklord", 3, 7), records.recorded_game("darklord", 3, 7)
    for at in (recorder, straight):
        at.apply(at.game.decisions()[0].player, "done")
    length = len(recorder.record.lines)
    player = recorder.game.decisions()[0].player
    recorder.apply(player, recorder.game.decisions()[0].options[0])
    recorder.undo()
    assert len(recorder.record.lines) == length
    assert play(recorder).finish() == play(straight).finish()
    assert records.verify(recorder.record).finished


def test_an_illegal_answer_leaves_no_line() -> None:
    recorder = fast(answers=3)
    before = list(recorder.record.lines)
    with pytest.raises(Illegal):
        recorder.apply(0, "garbage")
    assert recorder.record.lines == before
    assert recorder.record.end is None


def test_a_withdrawn_answer_leaves_the_record_and_later_sealed_answers_stay() -> None:
    recorder, straight = fast(answers=0), fast(answers=0)
    for at in (recorder, straight):
        while at.game.decisions()[0].prompt != "bid":
            at.apply(at.game.decisions()[0].player, at.game.decisions()[0].options[0])
    recorder.apply(0, 1)
    recorder.apply(2, 2)
    recorder.withdraw(0)
    assert recorder.game.partial == {2: 2}
    recorder.apply(0, 3)
    straight.apply(2, 2)
    straight.apply(0, 3)
    assert play(recorder).finish() == play(straight).finish()
    assert records.verify(recorder.record).finished


# ---------------------------------------------------------------- failing games
def failing_rules() -> Rules[Any]:
    real = relics.RULES.procedures["auction"]

    def auction(t: Any) -> Flow[None]:
        yield from real(t)
        if t.state.round == 2:
            raise ZeroDivisionError("the auction breaks down")

    old = relics.RULES
    return Rules(
        "relics", 1, {**old.procedures, "auction": auction}, old.blank, old.view, old.unknown, old.redeal, old.problems
    )


def test_the_record_of_a_failing_game_ends_before_the_answer_it_failed_on() -> None:
    found = relics.DEFINITION
    base = found.new_game(3, {}, FastDice(7)).base
    recorder = Recorder(Game(failing_rules(), base, FastDice(7)), records.header_for(found, 3, {}, ["x"] * 3, 7))
    with pytest.raises(ZeroDivisionError):
        play(recorder)
    record = records.decode(records.encode(recorder.record))
    assert record.end is not None
    assert record.end.error == "ZeroDivisionError: the auction breaks down"
    assert record.end.failing is not None
    assert records.verify(record).finished is False
    game = records.game_at(record)
    assert digest(game) == record.lines[-1].hash
    game.apply(record.end.failing.player, record.end.failing.answer)  # the registered rules do not fail
