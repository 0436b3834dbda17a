"""What must hold for every game at every decision. Each check raises Broken, which names it and says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import Any, NoReturn

import msgspec

from grimtable import ledger
from grimtable.games import slugs
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest, dump, load
from grimtable.kernel.definition import Definition
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.language import LANGUAGES, Message
from grimtable.kernel.values import Decision, Dice, Diverged, Event, Illegal, Refusal

MOST_DRAWS = 20  # imagined games drawn at one decision until one fits
MEAN_DRAWS = 2
VARIED = 40  # imagined games in which a secret must differ at least once
REF = re.compile(r"[a-z_]+:[\w.+/-]+")
PLAIN = (int, str, bool, type(None))
CONTAINERS = (list, dict, set)
GARBAGE: tuple[Any, ...] = (
    None, "", "garbage", -1, 10**30, 1.5, (), ((),), (None,), ("garbage",), (0, 0, 0, 0, 0, 0, 0), ((0, 0), "garbage"),
    [], [1, 2], {"a": 1}, b"garbage", (((((1,),),),),),
)  # fmt: skip

Answer = Callable[[Seat[Any], Dice], Any]
Secrets = Callable[[Any, int], dict[str, Any]]  # (state, viewer) -> what could be otherwise, by name


class Broken(AssertionError):
    """A check found something wrong."""

    def __init__(self, check: str, sentence: str) -> None:
        super().__init__(f"{check}: {sentence}")
        self.check = check


def fail(check: str, sentence: str) -> NoReturn:
    raise Broken(check, sentence)


def players_of(game: Game[Any], found: Definition) -> range:
    """The seats at a table: every decision and every outcome is about one of these."""
    return range(len(found.advice.value(game.state)))


# ---------------------------------------------------------------- the state
def is_immutable(value: Any) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return all([is_immutable(part) for part in value])
    return isinstance(value, PLAIN)


def state_is_flat(state: Any) -> None:
    """Every field is an immutable value or one flat container of such."""
    for field in fields(state):
        value = getattr(state, field.name)
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        flat = all([is_immutable(part) for part in parts]) if isinstance(value, CONTAINERS) else is_immutable(value)
        if not flat:
            fail("state_is_flat", f"the field {field.name} holds something that is no plain value: {value!r:.80}")


def clone_is_independent(game: Game[Any], seed: int = 1) -> None:
    """A clone is equal, shares no container that changes, and what happens to it leaves the original alone."""
    check = "clone_is_independent"
    before, events = digest(game), game.next_event()
    copy = game.clone(FastDice(seed))
    if digest(copy) != before or copy.state != game.state or copy.decisions() != game.decisions():
        fail(check, "the clone differs from its original")
    for one, other in ((game.state, copy.state), (game.base, game.base.clone())):
        for field in fields(one):
            value = getattr(one, field.name)
            if isinstance(value, CONTAINERS) and value is getattr(other, field.name):
                fail(check, f"the clone shares the container {field.name} with its original")
    if game.base != game.base.clone():
        fail(check, "clone() forgets a field")
    dice = FastDice(seed)
    for _ in range(6):
        random_answer(copy, dice)
    if digest(game) != before or game.next_event() != events:
        fail(check, "playing on in the clone changed the original")


def random_answer(game: Game[Any], dice: Dice) -> None:
    """Let one of the asked players take any option; nothing happens when the game is over."""
    asked = game.decisions()
    if asked:
        decision = asked[dice.below(len(asked))]
        game.apply(decision.player, decision.options[dice.below(len(decision.options))])


def typed(value: Any) -> Any:
    """A value with the types of all its parts: 1, True and 1.0 are equal, but not the same option."""
    return (type(value).__name__, [typed(part) for part in value]) if isinstance(value, tuple) else (type(value), value)


def dump_restores(game: Game[Any]) -> None:
    """What is stored loads to the same state, decisions and views, types and all, and is stored as the same bytes."""
    check = "dump_restores"
    stored = dump(game)
    again = load(stored, game.rules)
    if again.base != game.base or again.state != game.state:
        fail(
            check,
            f"the loaded state differs in {differing(again.state, game.state) or differing(again.base, game.base)}",
        )
    for field in fields(game.base):
        if typed_field(getattr(again.state, field.name)) != typed_field(getattr(game.state, field.name)):
            fail(check, f"the field {field.name} has other types after loading")
    if again.decisions() != game.decisions():
        fail(check, "the loaded game asks something else")
    for one, other in zip(again.decisions(), game.decisions()):
        if [typed(option) for option in one.options] != [typed(option) for option in other.options]:
            fail(check, f"the options of {one.prompt} have other types after loading")
    for viewer in (None, *[decision.player for decision in game.decisions()]):
        if game.rules.view(again.state, viewer) != game.rules.view(game.state, viewer):
            fail(check, f"viewer {viewer} sees something else after loading")
    if dump(again) != stored or digest(again) != digest(game):
        fail(check, "the loaded game is stored as other bytes")
    if (again.step_event(), again.next_event()) != (game.step_event(), game.next_event()):
        fail(check, "the loaded game numbers its events differently")


def differing(one: Any, other: Any) -> str:
    return ", ".join([f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name)])


def typed_field(value: Any) -> Any:
    if isinstance(value, dict):
        return [(typed(key), typed(part)) for key, part in value.items()]
    if isinstance(value, list):
        return [typed(part) for part in value]
    return sorted([repr(typed(part)) for part in value]) if isinstance(value, (set, frozenset)) else typed(value)


def no_problems(game: Game[Any]) -> None:
    """The position satisfies the game's own invariants."""
    for state in (game.base, game.state):
        found = game.rules.problems(state)
        if found:
            fail("no_problems", found[0])


def view_is_plain(game: Game[Any], viewers: Iterable[int | None]) -> None:
    """A view is plain data that can be sent; making it changes nothing."""
    before = digest(game)
    for viewer in viewers:
        try:
            msgspec.json.encode(game.rules.view(game.state, viewer))
        except (TypeError, ValueError) as error:
            fail("view_is_plain", f"the view of {viewer} cannot be sent: {error}")
    if digest(game) != before:
        fail("view_is_plain", "looking at the game changed it")


# ---------------------------------------------------------------- decisions
def options_have_ids(game: Game[Any]) -> None:
    """Options are plain and unique, and an action's id finds its option."""
    check = "options_have_ids"
    seats = [decision.player for decision in game.decisions()]
    if len(set(seats)) != len(seats):
        fail(check, "a player is asked twice at once")
    for decision in game.decisions():
        if not decision.options:
            fail(check, f"{decision.prompt} offers nothing")
        ids = [decision.action_id(option) for option in decision.options]
        if len(set(ids)) != len(ids):
            twice = next(action for action in ids if ids.count(action) > 1)
            fail(check, f"two options have the id {twice}")
        for option, action in zip(decision.options, ids):
            if not is_immutable(option):
                fail(check, f"{action} is not a plain value")
            short = action.removeprefix(f"{decision.prompt}:")
            if decision.find(action) is not option or decision.find(short) is not option:
                fail(check, f"the id {action} finds another option")


def altered(answer: Any) -> Iterator[Any]:
    """Answers that look like this one and are wrong in one place."""
    if isinstance(answer, tuple):
        yield answer[:-1]
        yield (*answer, 0)
        for place, part in enumerate(answer):
            for other in altered(part):
                yield (*answer[:place], other, *answer[place + 1 :])
    else:
        yield from (None, "garbage", 1.5, 10**30, -(10**9), (answer,))


def garbage_is_refused(found: Definition, game: Game[Any]) -> None:
    """Whatever is no answer is refused, in words, and leaves no trace; so is an answer of a player who is not asked."""
    check = "garbage_is_refused"
    before, events, mark = digest(game), game.next_event(), game.dice.mark
    asked = [decision.player for decision in game.decisions()]
    for decision in game.decisions():
        tries = [*GARBAGE, *altered(decision.options[0])]
        for option in decision.options if decision.open else ():
            if decision.check is not None and decision.check(option) is not None:
                fail("suggestions_are_legal", f"{decision.prompt} suggests {option!r:.80}, which its check refuses")
        for answer in tries:
            if answer in decision.options or (decision.open and not refused(found, decision, answer)):
                continue
            try:
                game.apply(decision.player, answer)
            except Illegal:
                pass
            else:
                fail(check, f"{decision.prompt} takes {answer!r:.80}, which is none of its options")
            if digest(game) != before:
                fail(check, f"the refused answer {answer!r:.80} left a trace")
    stranger = next(player for player in range(len(asked) + 1) if player not in asked)
    for player in (stranger, -1, 1000):
        try:
            game.apply(player, game.decisions()[0].options[0] if asked else 0)
        except Illegal:
            continue
        fail("wrong_player_is_refused", f"player {player} is not asked, and yet his answer was taken")
    if (digest(game), game.next_event(), game.dice.mark) != (before, events, mark):
        fail(check, "refused answers left a trace")


def refused(found: Definition, decision: Decision, answer: Any) -> bool:
    """The verdict of a composed decision's check, which must come for any value and have a text."""
    assert decision.check is not None
    try:
        refusal = decision.check(answer)
    except Exception as error:
        fail(
            "check_is_total", f"the check of {decision.prompt} fails on {answer!r:.80}: {type(error).__name__}: {error}"
        )
    if refusal is None:
        return False
    if not isinstance(refusal, Refusal):
        fail("check_is_total", f"the check of {decision.prompt} gives {refusal!r:.80}, which is no Refusal")
    for lang in LANGUAGES:
        say(
            found, Message(f"refusal.{refusal.message_key}", refusal.params), lang, f"the refusal {refusal.message_key}"
        )
    return True


# ---------------------------------------------------------------- words
def say(found: Definition, message: Message, lang: str, what: str) -> None:
    """The sentence exists; what it names exists too."""
    check = "everything_has_text"
    try:
        text = found.catalogue.say(message, lang)
    except (LookupError, ValueError, TypeError) as error:
        fail(check, f"{what} has no sentence in {lang}: {type(error).__name__} {error} ({message.key})")
    if not text.strip() or "{" in text:
        fail(check, f"{what} has an unfinished sentence in {lang}: {text!r}")
    for ref in message.refs:
        if not REF.fullmatch(ref):
            fail("refs_are_well_formed", f"{what} touches {ref!r}, which is no id of a thing")


def everything_has_text(found: Definition, game: Game[Any], events: Iterable[Event], rules: frozenset[str]) -> None:
    """Every prompt, option and event is declared and has a sentence in every language; it cites only known rules."""
    for decision in game.decisions():
        if decision.prompt not in found.prompts:
            fail("everything_is_declared", f"the prompt {decision.prompt} is not among the definition's prompts")
        view = game.rules.view(game.state, decision.player)
        prompt = found.describe.prompt(view, decision)
        messages = [(f"the prompt {decision.prompt}", prompt)]
        for option in decision.options:
            message = found.describe.option(view, decision, option)
            messages.append((f"the option {decision.action_id(option)}", message))
            note = found.describe.note(view, decision, option)
            if note is not None:
                messages.append((f"the note of {decision.action_id(option)}", note))
        for what, message in messages:
            cites_known_rules(message, rules, what)
            for lang in LANGUAGES:
                say(found, message, lang, what)
        for ref in sorted({ref for _, message in messages for ref in message.refs}):
            for lang in LANGUAGES:
                say(found, found.describe.piece(view, ref), lang, f"the thing {ref}")
        for lang in LANGUAGES:
            say(found, found.describe.side(view, decision.player), lang, f"the side of player {decision.player}")
    for event in events:
        if event.kind not in found.events:
            fail("everything_is_declared", f"the event {event.kind} is not among the definition's events")
        message = found.describe.event(event)
        cites_known_rules(message, rules, f"the event {event.kind}")
        for lang in LANGUAGES:
            say(found, message, lang, f"the event {event.kind}")


def cites_known_rules(message: Message, rules: frozenset[str], what: str) -> None:
    unknown = [rule for rule in message.rules if rules and rule not in rules]
    if unknown:
        fail("rules_are_known", f"{what} cites {unknown[0]}, which is not in the ledger")


def rule_ids(found: Definition) -> frozenset[str]:
    """The ids of a registered game's ledger; empty if there is none."""
    if found.slug not in slugs() or not (found.folder / "data" / "rules.md").exists():
        return frozenset()
    return frozenset([entry.id for entry in ledger.entries(found.slug)])


def advice_is_whole(found: Definition, game: Game[Any], seed: int) -> None:
    """A rating per option, an expected outcome per seat, all whole numbers; asking for them changes nothing."""
    check = "advice_is_whole"
    seats = players_of(game, found)
    for decision in game.decisions():
        other = imagined(game, decision.player, seed)
        before = digest(other)
        ratings, value = found.advice.rate(other.state, decision), found.advice.value(other.state)
        if len(ratings) != len(decision.options) or not all([type(rating) is int for rating in ratings]):
            fail(check, f"{decision.prompt} has {len(decision.options)} options and the ratings {ratings!r:.80}")
        if len(value) != len(seats) or not all([type(outcome) is int for outcome in value]):
            fail(check, f"the expected outcome is {value!r:.80}")
        if digest(other) != before:
            fail(check, "advice changed the game it was asked about")


# ---------------------------------------------------------------- hidden information
def nothing_leaks(game: Game[Any], viewer: int, seed: int) -> None:
    """The viewer cannot tell an imagined game from the real one."""
    check = "nothing_leaks"
    other = imagined(game, viewer, seed)
    if game.rules.view(other.state, viewer) != game.rules.view(game.state, viewer):
        fail(check, f"the view of player {viewer} shows what that player cannot know")
    own = [decision for decision in game.decisions() if decision.player == viewer]
    if [decision for decision in other.decisions() if decision.player == viewer] != own:
        fail(check, f"the decision of player {viewer} shows what that player cannot know")
    if other.events(viewer) != game.events(viewer, since=game.step_event()):
        fail(check, f"the log of player {viewer} shows what that player cannot know")
    again, same = imagined(game, viewer, seed + 1), imagined(other, viewer, seed + 1)
    if digest(again) != digest(same):
        fail(check, f"what player {viewer} imagines depends on what that player cannot know")


def imagined(game: Game[Any], viewer: int, seed: int) -> Game[Any]:
    try:
        return game.imagine_counted(viewer, FastDice(seed), True, MOST_DRAWS)[0]
    except Diverged:
        fail("few_thrown_away", f"of {MOST_DRAWS} imagined games none fits what player {viewer} has seen")


def few_thrown_away(game: Game[Any], viewer: int, seed: int) -> int:
    """How many games had to be drawn until one fitted what the viewer has seen: seldom more than one."""
    try:
        return game.imagine_counted(viewer, FastDice(seed), True, MOST_DRAWS)[1]
    except Diverged:
        fail("few_thrown_away", f"of {MOST_DRAWS} imagined games none fits what player {viewer} has seen")


def few_on_average(draws: int, games: int) -> None:
    if draws >= MEAN_DRAWS * games > 0:
        fail("few_thrown_away", f"{games} imagined games needed {draws} draws")


def everything_varies(game: Game[Any], viewer: int, secrets: Secrets, seed: int) -> None:
    """Every secret that could be otherwise is otherwise in some imagined game."""
    real = secrets(game.state, viewer)
    fixed = set(real)
    for number in range(VARIED):
        told = secrets(imagined(game, viewer, seed + number).state, viewer)
        fixed -= {name for name in real if told.get(name) != real[name]}
        if not fixed:
            return
    fail("everything_varies", f"{', '.join(sorted(fixed))} never differs in what player {viewer} imagines")


def parts_of(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from parts_of(value)
        else:
            yield value


def nobody_knows_untold(
    learned: Iterable[int], events: Iterable[Event], viewer: int, name: Callable[[int], Any]
) -> None:
    """What leaves a viewer's unknown things stands in an event that this viewer has seen since."""
    told = {part for event in events for part in parts_of((*event.public, *event.secret))}
    for thing in sorted(learned):
        if name(thing) not in told:
            fail("nobody_knows_untold", f"player {viewer} knows where {name(thing)} is, but was not told")


def bots_are_blind(game: Game[Any], player: int, answer: Answer, seed: int) -> None:
    """With the same dice a bot answers the same in the real game and in an imagined one."""
    other = imagined(game, player, seed)
    real, blind = answer(Seat(game, player), FastDice(seed + 1)), answer(Seat(other, player), FastDice(seed + 1))
    if real != blind:
        fail("bots_are_blind", f"player {player} answers {real!r:.80}, but {blind!r:.80} where hidden things differ")
