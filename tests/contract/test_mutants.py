"""Games that are wrong on purpose: each must be caught, and by the check that is there for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import grimtable
from contract.hidden_things import HIDDEN, Hidden
from contract.tables import random_game
from grimtable import records
from grimtable.games import darklord as darklord_game
from grimtable.games.darklord import components as cards
from grimtable.kernel.chance import FastDice
from grimtable.kernel.definition import Definition, Describe
from grimtable.kernel.game import Rules, Seat
from grimtable.kernel.language import Message
from grimtable.kernel.table import NO_FLOOR
from grimtable.kernel.values import Decision, Dice, Event, Flow, Procedure, Refusal, Step
from grimtable.simulate import checks
from grimtable.simulate.checks import Broken
from grimtable.simulate.fuzz import fuzz, fuzz_game, play_watched, reproduce
from grimtable.simulate.watch import Tally, Watch
from toys import battle, discs, relics

SEEDS = 12  # games in which a mutant must show itself


def mutant(
    found: Definition,
    procedures: Mapping[str, Procedure] | None = None,
    view: Callable[[Any, int | None], Any] | None = None,
    unknown: Callable[[Any, int], frozenset[int]] | None = None,
    redeal: Callable[[Any, frozenset[int], int, Dice], Any] | None = None,
    problems: Callable[[Any], list[str]] | None = None,
    describe: Describe | None = None,
    events: tuple[str, ...] | None = None,
) -> Definition:
    """A game with some of its parts replaced, under another name."""
    old = found.rules
    rules: Rules[Any] = Rules(
        f"{old.name}-mutant",
        old.version,
        {**old.procedures, **(procedures or {})},
        old.blank,
        view or old.view,
        unknown or old.unknown,
        redeal or old.redeal,
        problems or old.problems,
    )
    hidden = HIDDEN.get(found.slug)
    return Definition(
        rules=rules,
        folder=found.folder,
        players=found.players,
        options=found.options,
        setup=found._setup,
        describe=describe or found.describe,
        advice=found.advice,
        prompts=found.prompts,
        events=found.events if events is None else events,
        thing=hidden.thing if hidden is not None else None,
    )


def caught_by(found: Definition) -> str:
    """The check that stops random games of this kind."""
    players = found.players[-1]
    for seed in range(SEEDS):
        header = records.header_for(found, players, {}, ["test"] * players, seed)
        recorder = records.Recorder(found.new_game(players, {}, FastDice(seed)), header)
        try:
            play_watched(Watch(found, recorder, Tally()), FastDice(seed), players)
        except Broken as broken:
            return broken.check
    return "nobody"


RELICS = relics.DEFINITION
DARKLORD = darklord_game.DEFINITION
UID = cards.UID


@pytest.mark.parametrize("found", [RELICS, DARKLORD, battle.DEFINITION, discs.DEFINITION], ids=lambda found: found.slug)
def test_a_mutant_without_a_mutation_is_not_caught(found: Definition) -> None:
    players = found.players[0]
    same = mutant(found)
    header = records.header_for(same, players, {}, ["test"] * players, 1)
    recorder = records.Recorder(same.new_game(players, {}, FastDice(1)), header)
    play_watched(Watch(same, recorder, Tally()), FastDice(1), players, sample=4)


# ---------------------------------------------------------------- a view shows too much
def deck_top(view: Callable[[Any, int | None], dict[str, Any]]) -> Callable[[Any, int | None], Any]:
    return lambda s, viewer: {**view(s, viewer), "next": s.deck[-1:]}


@pytest.mark.parametrize("found", [RELICS, DARKLORD], ids=lambda found: found.slug)
def test_a_view_that_shows_the_top_of_the_deck_is_caught(found: Definition) -> None:
    assert caught_by(mutant(found, view=deck_top(found.rules.view))) == "nothing_leaks"


# ---------------------------------------------------------------- an event tells what `knows` does not record
def telling(found: Definition, procedure: str, tell: Callable[[Any], None]) -> Definition:
    real = found.rules.procedures[procedure]

    def told(t: Any, *args: Any) -> Flow[None]:
        tell(t)
        yield from real(t, *args)

    return mutant(found, procedures={procedure: told})


def test_an_event_that_tells_a_secret_is_caught() -> None:
    tattling = telling(RELICS, "turn", lambda t: t.emit("unveiled", 1, t.state.deck[-1]))
    assert caught_by(tattling) == "few_thrown_away"
    tattling = telling(DARKLORD, "sleeve", lambda t: t.emit("turned_up", UID[t.state.deck[-1]], 0))
    assert caught_by(tattling) == "few_thrown_away"


# ---------------------------------------------------------------- a redeal keeps something
def kept_hand(base: Any, loose: frozenset[int], viewer: int, dice: Dice) -> Any:
    """Player 0's hand stays as it is."""
    return RELICS.rules.redeal(base, loose - frozenset(base.hands[0]), viewer, dice)


def kept_top(base: Any, loose: frozenset[int], viewer: int, dice: Dice) -> Any:
    return DARKLORD.rules.redeal(base, loose - frozenset(base.deck[-1:]), viewer, dice)


@pytest.mark.parametrize(("found", "redeal"), [(RELICS, kept_hand), (DARKLORD, kept_top)], ids=["relics", "darklord"])
def test_a_redeal_that_keeps_something_is_caught(found: Definition, redeal: Callable[..., Any]) -> None:
    hidden: Hidden = HIDDEN[found.slug]
    broken = ""
    for game in random_game(mutant(found, redeal=redeal).new_game(found.players[-1], {}, FastDice(2)), 2):
        if game.decisions():
            try:
                checks.everything_varies(game, 1, hidden.secrets, 1)
            except Broken as error:
                broken = error.check
                break
    assert broken == "everything_varies"


def test_a_secret_die_that_stays_is_caught() -> None:
    def kept_omens(base: Any, loose: frozenset[int], viewer: int, dice: Dice) -> Any:
        s = RELICS.rules.redeal(base, loose, viewer, dice)
        s.omens = base.omens.copy()
        return s

    broken = set()
    for seed in range(SEEDS):
        for game in random_game(mutant(RELICS, redeal=kept_omens).new_game(3, {}, FastDice(seed)), seed):
            if game.decisions() and not game.tape:
                try:
                    checks.everything_varies(game, 1, HIDDEN["relics"].secrets, 1)
                except Broken as error:
                    broken.add(str(error).split()[1])
    assert broken == {"omen"}


# ---------------------------------------------------------------- somebody knows what he was not told
def test_knowledge_that_nobody_told_is_caught() -> None:
    real = RELICS.rules.procedures["turn"]

    def generous(t: Any, me: int, left: int) -> Flow[None]:
        yield from real(t, me, left)
        for card in t.state.hands[me]:
            t.state.knows[card] |= 0b1111

    assert caught_by(mutant(RELICS, procedures={"turn": generous})) == "nobody_knows_untold"
    assert caught_by(mutant(DARKLORD, unknown=lambda s, viewer: frozenset(s.deck[:-1]))) == "nobody_knows_untold"


# ---------------------------------------------------------------- undo after something came to light
def test_undo_after_a_card_came_to_light_is_caught() -> None:
    def forgiving(found: Definition, procedure: str) -> Definition:
        real = found.rules.procedures[procedure]

        def forgiven(t: Any, *args: Any) -> Flow[None]:
            yield from real(t, *args)
            t.undo_floor = NO_FLOOR

        return mutant(found, procedures={procedure: forgiven})

    assert caught_by(forgiving(RELICS, "turn")) == "undo_is_right"
    assert caught_by(forgiving(DARKLORD, "prepare")) == "undo_is_right"


# ---------------------------------------------------------------- options come from what the player cannot know
def test_options_from_hidden_things_are_caught() -> None:
    real_relics, real_darklord = RELICS.rules.procedures["turn"], DARKLORD.rules.procedures["turn"]

    def knowing(t: Any, me: int, left: int) -> Flow[None]:
        if t.state.deck:
            yield from t.choose(me, "pray", sorted({t.state.deck[-1], *t.state.hands[me]}), hidden=True)
        yield from real_relics(t, me, left)

    def guided(t: Any, me: int) -> Flow[None]:
        if t.state.deck:
            yield from t.choose(me, "sleeve", [UID[t.state.deck[-1]], cards.DONE])
        yield from real_darklord(t, me)

    assert caught_by(mutant(RELICS, procedures={"turn": knowing})) == "few_thrown_away"
    assert caught_by(mutant(DARKLORD, procedures={"turn": guided})) == "few_thrown_away"


# ---------------------------------------------------------------- a bot looks at the state
@pytest.mark.parametrize("slug", ["relics", "darklord"])
def test_a_bot_that_looks_at_the_real_deck_is_caught(slug: str) -> None:
    def cheat(seat: Seat[Any], dice: Dice) -> Any:
        options, deck = seat.decision().options, seat._game.state.deck
        return options[sum([place * card for place, card in enumerate(deck)]) % len(options)]

    broken = ""
    for game in random_game(grimtable.new_game(slug, None, 4), 4):
        for decision in game.decisions():
            try:
                checks.bots_are_blind(game, decision.player, cheat, 7)
            except Broken as error:
                broken = error.check
    assert broken == "bots_are_blind"


# ---------------------------------------------------------------- the other checks
def test_a_check_that_is_not_total_is_caught() -> None:
    def move(t: Any, turn: int) -> Flow[None]:
        s, squad = t.state, turn % (len(t.state.at) // 2)

        def careless(answer: Any) -> Refusal | None:
            return Refusal("DISCS-2", "too_far", (0,)) if answer[0][0] > 100 else None

        yield from t.compose(squad, "move", discs.suggestions(s, squad), careless)
        t.finish(discs.scores(s))

    assert caught_by(mutant(discs.DEFINITION, procedures={"move": move})) == "check_is_total"


def test_a_suggestion_that_is_illegal_is_caught() -> None:
    def move(t: Any, turn: int) -> Flow[None]:
        yield from t.compose(0, "move", [((0, 0), (0, 0))], lambda answer: discs.move_refusal(t.state, 0, answer))
        t.finish(discs.scores(t.state))

    assert caught_by(mutant(discs.DEFINITION, procedures={"move": move})) == "suggestions_are_legal"


def asking(options: list[Any], prompt: str = "battle_where") -> Definition:
    def turn(t: Any, number: int) -> Flow[None]:
        yield from t.choose(0, prompt, options)
        t.finish((0, 0, 0, 0))

    return mutant(battle.DEFINITION, procedures={"turn": turn})


def test_options_with_the_same_id_are_caught() -> None:
    assert caught_by(asking(["pass", "pass"])) == "options_have_ids"
    assert caught_by(asking([("1", 2), "1/2"])) == "options_have_ids"
    assert caught_by(asking([1, "1"])) == "options_have_ids"


def test_a_prompt_or_event_that_is_not_declared_is_caught() -> None:
    assert caught_by(asking(["pay", "refuse"], prompt="unheard_of")) == "everything_is_declared"
    assert caught_by(mutant(battle.DEFINITION, events=())) == "everything_is_declared"


def test_a_missing_text_and_a_malformed_reference_are_caught() -> None:
    real = battle.DEFINITION.describe

    def unsaid(happened: Event) -> Message:
        return Message("event.no_such_text")

    def loose(view: Any, decision: Decision, option: Any) -> Message:
        return real.option(view, decision, option)._replace(refs=("no ref at all",))

    assert caught_by(mutant(battle.DEFINITION, describe=real._replace(event=unsaid))) == "everything_has_text"
    assert caught_by(mutant(battle.DEFINITION, describe=real._replace(option=loose))) == "refs_are_well_formed"


def test_a_broken_invariant_is_caught() -> None:
    assert caught_by(mutant(discs.DEFINITION, problems=lambda s: ["a disc is bent"])) == "no_problems"


def test_a_view_that_cannot_be_sent_is_caught() -> None:
    assert caught_by(mutant(discs.DEFINITION, view=lambda s, viewer: [] if viewer is None else 1j)) == "view_is_plain"


def test_a_public_view_that_cannot_be_sent_is_caught_by_its_record() -> None:
    with pytest.raises(TypeError, match="complex"):
        caught_by(mutant(discs.DEFINITION, view=lambda s, viewer: 1j))


def test_a_result_of_the_wrong_length_is_caught() -> None:
    def turn(t: Any, number: int) -> Flow[None]:
        yield from t.choose(0, "battle_where", ["pass", (0, 1)])
        t.finish((1, 2))

    assert caught_by(mutant(battle.DEFINITION, procedures={"turn": turn})) == "game_ends_well"


# ---------------------------------------------------------------- states that clone or store badly
@dataclass(init=False, slots=True)
class Sloppy:
    agenda: list[Step]
    shared: list[int]
    forgotten: int
    nested: list[Any]
    loose: Any
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.shared = []
        self.forgotten = 0
        self.nested = []
        self.loose = ()
        self.outcome = ()

    def clone(self) -> Sloppy:
        s = Sloppy(self.agenda.copy())
        s.shared = self.shared if self.shared == [1] else self.shared.copy()
        s.forgotten = 0 if self.forgotten == 1 else self.forgotten
        s.nested = self.nested.copy()
        s.loose = self.loose
        s.outcome = self.outcome
        return s


def sloppy(change: Callable[[Sloppy], None]) -> Definition:
    def ask(t: Any) -> Flow[None]:
        yield from t.choose(0, "battle_where", ["pass", "pay"])
        t.finish((0, 0))

    def setup(players: int, options: Mapping[str, int | str]) -> Sloppy:
        s = Sloppy([Step("ask")])
        change(s)
        return s

    real = battle.DEFINITION
    rules: Rules[Sloppy] = Rules("sloppy", 1, {"ask": ask}, lambda: Sloppy([]), lambda s, viewer: {})
    advice = real.advice._replace(rate=lambda s, decision: [0, 0], value=lambda s: (0, 0))
    return Definition(
        rules=rules,
        folder=real.folder,
        players=(2,),
        options=(),
        setup=setup,
        describe=real.describe,
        advice=advice,
        prompts=real.prompts,
        events=real.events,
    )


def put(name: str, value: Any) -> Callable[[Sloppy], None]:
    return lambda s: setattr(s, name, value)


@pytest.mark.parametrize(
    ("name", "value", "check"),
    [
        ("shared", [2], "nobody"),
        ("shared", [1], "clone_is_independent"),
        ("forgotten", 1, "clone_is_independent"),
        ("nested", [[1]], "state_is_flat"),
        ("nested", [1.5], "state_is_flat"),
        ("loose", [1], "clone_is_independent"),
        ("loose", frozenset({1}), "dump_restores"),
    ],
)
def test_states_that_break_the_rules_of_states_are_caught(name: str, value: Any, check: str) -> None:
    assert caught_by(sloppy(put(name, value))) == check


def test_a_failing_game_is_saved_and_its_record_repeats_the_failure(tmp_path: Path) -> None:
    broken = mutant(RELICS, view=deck_top(RELICS.rules.view))
    failure = fuzz_game(broken, 5, 3, {}, Tally(), 1, tmp_path, 0)
    assert failure is not None
    assert failure.record is not None
    assert "nothing_leaks" in failure.error
    assert "\n" not in failure.error
    record = records.read(failure.record)
    assert record.end == records.End(None, failure.error)
    with pytest.raises(grimtable.BadInput, match=r"^line 1: there is no game"):
        records.verify(record)
    sound = record._replace(header=records.header_for(RELICS, 3, record.header.options, ["fuzz"] * 3, 5))
    assert reproduce(sound) is None  # the registered rules do not have the fault


LEAKY = """
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Rules
from sixth_game import DEFINITION as D, RULES as R

def view(s, viewer):
    return {**R.view(s, viewer), "next": s.deck[-1:]}

def score(t):
    yield from ()
    raise ZeroDivisionError("nobody can count")

def defined(name, procedures, view):
    rules = Rules(name, 1, procedures, R.blank, view, R.unknown, R.redeal, R.problems)
    return Definition(rules, D.folder, D.players, D.options, D._setup, D.describe, D.advice, D.prompts, D.events)

LEAKY = defined("leaky", R.procedures, view)
FAILING = defined("failing", {**R.procedures, "score": score}, R.view)
"""


@pytest.mark.parametrize(("slug", "words"), [("leaky", "nothing_leaks"), ("failing", "ZeroDivisionError: nobody can")])
def test_fuzz_saves_what_fails_and_the_record_alone_repeats_it(
    slug: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_games.py").write_text(LEAKY)
    info = tmp_path / "faulty_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[grimtable.games]\n{slug} = faulty_games:{slug.upper()}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    report = fuzz(slug, 4, games=5, failures=tmp_path / "failures", most_failures=2)
    assert report.games == len(report.failures) == 2
    for failure in report.failures:
        assert words in failure.error
        assert failure.record is not None
        assert reproduce(records.read(failure.record)) == failure.error
