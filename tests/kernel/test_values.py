"""Plain values: decisions and their ids, events and who sees them, refusals and their words."""

from __future__ import annotations

import pytest

from grimtable.kernel.values import BadInput, Decision, Event, Illegal, Refusal, Step, token

DECISION = Decision(0, "battle.assign", (17, "pass", ("a", 2), (("x", 1), ("y", 2)), ()))


@pytest.mark.parametrize(
    ("option", "action"),
    [
        (17, "battle.assign:17"),
        ("pass", "battle.assign:pass"),
        (("a", 2), "battle.assign:a/2"),
        ((("x", 1), ("y", 2)), "battle.assign:x/1/y/2"),
        ((), "battle.assign:"),
    ],
)
def test_an_action_id_is_the_prompt_and_the_option_and_finds_it_again(option: object, action: str) -> None:
    assert DECISION.action_id(option) == action
    assert DECISION.find(action) == option
    assert DECISION.find(action.removeprefix("battle.assign:")) == option


@pytest.mark.parametrize("action", ["18", "battle.assign:18", "other:17", "PASS", "battle.assign"])
def test_an_id_that_names_no_option_is_a_lookup_error(action: str) -> None:
    with pytest.raises(LookupError):
        DECISION.find(action)


def test_ids_do_not_depend_on_the_place_of_the_option() -> None:
    turned = Decision(0, DECISION.prompt, DECISION.options[::-1])
    assert [turned.action_id(option) for option in DECISION.options] == [
        DECISION.action_id(option) for option in DECISION.options
    ]


def test_tokens_are_readable() -> None:
    assert token((1, ("b", (None, -3)))) == "1/b/None/-3"


def test_a_decision_with_a_check_is_open_and_checks_do_not_count_in_comparisons() -> None:
    composed = Decision(0, "move", (1,), lambda answer: None)
    assert composed.open
    assert not DECISION.open
    assert composed == Decision(0, "move", (1,))


def test_only_its_viewers_see_the_secret_of_an_event() -> None:
    event = Event("drew", (0,), (17,), frozenset({0, 2}))
    assert event.seen_by(0) == event.seen_by(2) == event
    assert event.seen_by(1) == event.seen_by(None) == Event("drew", (0,))


def test_an_event_without_a_secret_is_the_same_for_all() -> None:
    event = Event("passed", (1,))
    assert event.seen_by(None) is event.seen_by(1) is event


def test_a_step_is_a_name_with_plain_arguments() -> None:
    assert Step("turn") == ("turn", ())
    assert Step._make(("turn", (3,))) == Step("turn", (3,))


def test_an_illegal_answer_says_why() -> None:
    assert str(Illegal(Refusal("", "game_over"))) == "The game is over: nobody is asked any more."
    assert str(Illegal(Refusal("DISC-2", "too_far", (3,)))) == "too far 3 [DISC-2]"
    assert Illegal(Refusal("DISC-2", "too_far", (3,))).refusal.rule_id == "DISC-2"


def test_refusals_count_players_as_people_do() -> None:
    assert (
        str(Illegal(Refusal("", "not_asked", (0, (1, 2))))) == "Player 1 is not asked now; asked: Player 2, Player 3."
    )


def test_bad_input_is_a_value_error() -> None:
    assert issubclass(BadInput, ValueError)
