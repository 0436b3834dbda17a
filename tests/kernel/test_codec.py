"""Positions as bytes: what is stored, what is refused, and how old positions come back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import grimtable
from grimtable.kernel.chance import FairDice, FastDice
from grimtable.kernel.codec import FORMAT, digest, dump, load, name_in, plain, recovered
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import BadInput, Diverged, Flow, Step
from kernel.slate import T, asks, game_of, rules_of
from toys import relics
from toys.battle import crowded_game


def filled(t: T) -> Flow[None]:
    t.state.notes += [1, "two", (3, ("four",)), None, True]
    t.state.marks.update({"z": 1, "a": 2})
    t.state.seen |= {3, 1, 2}
    t.state.agenda.append(Step("asked", (1, "x", (2,))))
    yield from ()


def asked(t: T, *args: Any) -> Flow[None]:
    t.random(6)
    yield from t.choose(0, "end", ["a", ("b", 1)])
    yield from t.choose(0, "end", ["a", ("b", 1)])


def filled_game() -> Game[Any]:
    return game_of(filled, rules=rules_of(filled, asked))


# ---------------------------------------------------------------- what is stored [1, 2]
def test_every_kind_of_field_comes_back_as_it_was() -> None:
    game = filled_game()
    game.apply(0, ("b", 1))
    again = load(dump(game), game.rules)
    assert again.base == game.base
    assert again.state == game.state
    assert list(again.base.marks.items()) == [("z", 1), ("a", 2)]  # a dict keeps its order
    assert again.base.seen == {1, 2, 3}
    assert again.base.notes == [1, "two", (3, ("four",)), None, True]
    assert type(again.base.agenda) is list
    assert again.tape == game.tape
    assert again.decisions() == game.decisions()


def test_rows_of_a_state_come_back_as_what_they_were() -> None:
    game = crowded_game()
    again = load(dump(game), game.rules)
    assert all([type(step) is Step for step in again.base.agenda])


def test_a_dump_never_holds_the_key_of_the_dice_and_loads_with_it() -> None:
    key = b"0123456789abcdef0123456789abcdef"
    game = relics.DEFINITION.new_game(3, {}, FairDice(key))
    stored = dump(game)
    assert key not in stored
    assert key.hex().encode() not in stored
    again = load(stored, game.rules, lambda mark: FairDice(key, mark))
    for at in (game, again):
        for _ in range(25):
            decision = at.decisions()[0]
            at.apply(decision.player, decision.options[-1])
    assert digest(again) == digest(game)


def test_what_a_step_has_drawn_before_its_first_question_is_not_drawn_again() -> None:
    game = filled_game()
    stored = dump(game)  # nobody had looked at the game before
    assert load(stored, game.rules).dice.mark == game.dice.mark
    assert load(stored, game.rules).tape == game.tape != []


def test_sealed_answers_are_stored() -> None:
    game = crowded_game()
    game.apply(0, game.decisions()[0].options[0])
    player = game.decisions()[0].player
    game.apply(player, 1)
    again = load(dump(game), game.rules)
    assert again.partial == {player: 1}
    assert again.decisions() == game.decisions()


def test_the_digest_is_the_same_for_the_same_position_and_differs_within_a_step() -> None:
    one, other = filled_game(), filled_game()
    assert digest(one) == digest(other) == digest(load(dump(one), one.rules))
    other.apply(0, "a")
    assert digest(one) != digest(other)


def test_the_digest_of_a_position_is_the_same_on_every_machine() -> None:
    """Sets are sorted and dicts keep their order, so that nothing depends on hashes."""
    assert plain(filled_game().state)[1:5] == [
        [1, "two", (3, ("four",)), None, True],
        [],
        [("z", 1), ("a", 2)],
        [1, 2, 3],
    ]
    assert len(digest(filled_game())) == 32


def test_the_envelope_names_format_game_and_version() -> None:
    parts = msgspec.json.decode(dump(filled_game()))
    assert parts[:3] == [FORMAT, "slate", 1]
    assert name_in(dump(filled_game())) == "slate"


def test_a_stored_game_of_a_registered_kind_loads_by_its_own_name() -> None:
    game = grimtable.new_game("relics", 2, 4)
    assert digest(grimtable.load(grimtable.dump(game))) == digest(game)


# ---------------------------------------------------------------- what is refused
GOOD = msgspec.json.decode(dump(filled_game()))


def damaged(place: int, value: Any) -> bytes:
    return msgspec.json.encode([*GOOD[:place], value, *GOOD[place + 1 :]])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"garbage",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe\x00",
        b'"\xff"',
        b"[" * 100_000,
        dump(filled_game())[:-3],
        damaged(0, 2),
        damaged(1, "chess"),
        damaged(1, None),
        damaged(2, 7),
        damaged(2, "1"),
        damaged(2, [1]),
        damaged(3, []),
        damaged(3, None),
        damaged(3, [[["step"]], *GOOD[3][1:]]),
        damaged(3, [7, *GOOD[3][1:]]),
        damaged(3, [*GOOD[3][:3], [["a"]], *GOOD[3][4:]]),
        damaged(5, [[1, 2, 3]]),
        damaged(5, 7),
        damaged(5, [["x", 1]]),
        damaged(6, "x"),
        damaged(6, None),
        damaged(7, "x"),
        msgspec.json.encode([*GOOD, 1]),
    ],
)
def test_bytes_that_are_no_position_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadInput) as caught:
        load(data, filled_game().rules)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_position_with_broken_invariants_is_refused() -> None:
    rules = rules_of(filled, asked, problems=lambda s: ["the slate is broken"] if s.notes else [])
    with pytest.raises(BadInput, match="damaged: the slate is broken"):
        load(dump(filled_game()), rules)


def test_every_byte_may_be_damaged_and_nothing_but_bad_input_comes_of_it() -> None:
    """A damaged position is refused, or is another position, or does not fit: it never fails otherwise."""
    stored, rules = dump(filled_game()), filled_game().rules
    dice = FastDice(6)
    for _ in range(400):
        place = dice.below(len(stored))
        data = stored[:place] + bytes([32 + dice.below(95)]) + stored[place + 1 :]
        try:
            load(data, rules)
        except BadInput:
            continue


# ---------------------------------------------------------------- migrations [27]
def test_an_old_position_is_led_through_every_version() -> None:
    game = filled_game()
    old = dump(game)

    def second(fields: list[Any]) -> list[Any]:
        return [*fields[:1], [*fields[1], "second"], *fields[2:]]

    def third(fields: list[Any]) -> list[Any]:
        return [*fields[:1], [*fields[1], "third"], *fields[2:]]

    rules = rules_of(filled, asked, version=3, migrations={1: second, 2: third})
    again = load(old, rules)
    assert again.base.notes[-2:] == ["second", "third"]
    assert msgspec.json.decode(dump(again))[2] == 3


def test_without_a_migration_the_fields_are_taken_as_they_are() -> None:
    game = filled_game()
    for migrations in ({}, {2: lambda fields: fields}):
        again = load(dump(game), rules_of(filled, asked, version=3, migrations=migrations))
        assert again.base == game.base


def test_a_position_of_a_later_version_is_refused() -> None:
    newer = dump(Game(rules_of(filled, asked, version=2), filled_game().base, FastDice(1)))
    with pytest.raises(BadInput, match="slate rules 2; these are 1"):
        load(newer, filled_game().rules)


def test_a_position_that_makes_no_sense_under_later_rules_is_refused() -> None:
    def asked(t: T, *args: Any) -> Flow[None]:
        yield from t.choose(0, "end", [t.state.marks["never made"]])

    with pytest.raises(BadInput, match="does not make sense under rules 2"):
        recovered(dump(filled_game()), rules_of(filled, asked, version=2))


def test_a_migration_that_fails_is_damage() -> None:
    def wrong(fields: list[Any]) -> list[Any]:
        raise KeyError("missing")

    with pytest.raises(BadInput, match="damaged"):
        load(dump(filled_game()), rules_of(filled, asked, version=2, migrations={1: wrong}))


# ---------------------------------------------------------------- changed rules [27]
def other_rules(options: list[Any]) -> Rules[Any]:
    """The same game after a fix: the question has other options."""

    def asked(t: T, *args: Any) -> Flow[None]:
        t.random(6)
        yield from t.choose(0, "end", options)
        yield from t.choose(0, "end", options)

    return rules_of(filled, asked)


def test_a_tape_that_no_longer_fits_diverges_and_is_recovered_by_restarting_the_step() -> None:
    game = filled_game()
    game.apply(0, ("b", 1))
    stored, fixed = dump(game), other_rules(["a", "c"])
    with pytest.raises(Diverged):
        load(stored, fixed).decisions()
    again, restarted = recovered(stored, fixed)
    assert restarted
    assert again.base == game.base
    assert again.decisions()[0].options == ("a", "c")
    assert again.step_event() == game.step_event()
    assert again.tape != game.tape


def test_a_tape_that_still_fits_is_kept() -> None:
    game = filled_game()
    game.apply(0, "a")
    again, restarted = recovered(dump(game), other_rules(["a", "c"]))
    assert not restarted
    assert again.tape == game.tape


@pytest.mark.parametrize("tape", [[7], ["x"], [0, "a", "a", "a"], [None], [(1,)], [[1]]])
def test_a_tape_of_any_shape_is_recovered(tape: list[Any]) -> None:
    again, restarted = recovered(damaged(4, tape), filled_game().rules)
    assert restarted
    assert again.decisions()[0].prompt == "end"


def test_a_sealed_answer_that_no_longer_fits_restarts_the_step() -> None:
    def bidding(most: int, players: tuple[int, ...] = (0, 1)) -> Rules[Any]:
        def bid(t: T) -> Flow[None]:
            yield from t.choose_together("bid", {player: tuple(range(most)) for player in players})

        return rules_of(bid)

    game = Game(bidding(5), game_of(*asks("bid")).base, FastDice(1))
    game.apply(0, 4)
    assert recovered(dump(game), bidding(5))[0].partial == {0: 4}
    for changed in (bidding(3), bidding(5, (1, 2))):
        again, restarted = recovered(dump(game), changed)
        assert restarted
        assert again.partial == {}
