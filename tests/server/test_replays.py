"""Replays as they travel, and the parts in which games are kept to explain things in them."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

import msgspec
import pytest

from grimtable import records
from grimtable.bots import make
from grimtable.bots.match import bot_dice, play
from grimtable.games import definition
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Game
from grimtable.server.replays import SEGMENT, Eyes, Finished, explained, replay, segments
from grimtable.server.rows import SeatRow
from server.tabletop import positions

NAMES = ("Ada", "Bo", "Cy", "Di")
GAMES = pytest.mark.parametrize("slug", ["cthulhu", "darklord", "gloomhaven", "oldworld", "wh40k"])


@cache
def played(slug: str) -> records.Record:
    """A whole game of greedy bots."""
    players = definition(slug).players[-1]
    recorder = records.recorded_game(slug, players, 5, {}, ["greedy"] * players)
    dice = [bot_dice(5, seat) for seat in range(players)]
    play(recorder.game, [make("greedy") for _ in range(players)], dice, recorder.apply)
    return recorder.finish()


def finished(record: records.Record) -> bytes:
    seats = [SeatRow("person", name, taken=True) for name in NAMES[: record.header.players]]
    return msgspec.msgpack.encode(Finished("abc", records.encode(record), seats, None, dump(records.game_at(record))))


@GAMES
def test_a_replay_is_small_and_holds_every_position(slug: str) -> None:
    record = played(slug)
    view = definition(slug).rules.view
    eyes: tuple[tuple[Eyes, int | None], ...] = (("all", None), ("public", None), (0, 0))
    for one, viewer in eyes:
        sent = replay(finished(record), one, "en")
        shown, whole = json.loads(gzip.decompress(sent)), 0
        for (number, game), position in zip(records.replay(record), positions(shown), strict=True):
            seen = records.plain(view(game.state, viewer))
            assert position["view"] == seen, number
            assert position["asked"] == [decision.player for decision in game.decisions()]
            whole += len(msgspec.json.encode(seen))
        assert len(shown["moves"]) == len(record.answers)
        assert len(gzip.decompress(sent)) < whole / 3
        assert len(sent) < 10_000 + 120 * len(record.answers)


@GAMES
def test_a_replay_makes_no_view_that_it_does_not_need(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, rules = played(slug), definition(slug).rules
    table, view, made = finished(record), rules.view, list[int | None]()

    def counted(state: Any, viewer: int | None) -> Any:
        made.append(viewer)
        return view(state, viewer)

    monkeypatch.setattr(rules, "view", counted)
    compared = len([line for line in record.lines if line.view is not None])  # with what the record carries
    at_most: tuple[tuple[Eyes, int], ...] = (("public", 0), (1, len(record.lines)), ("all", len(record.answers)))
    for eyes, most in at_most:
        made.clear()
        replay(table, eyes, "en")
        of_seats = len([viewer for viewer in made if viewer is not None])
        assert of_seats <= most
        assert len(made) - of_seats == len(record.lines) + compared + 1


@GAMES
def test_a_thing_is_explained_from_the_nearest_stored_position(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, found = played(slug), definition(slug)
    names = NAMES[: record.header.players]
    parts = msgspec.msgpack.decode(segments(records.encode(record)), type=list[bytes])
    log = json.loads(gzip.decompress(replay(finished(record), "all", "en")))["log"]
    refs = list(dict.fromkeys([ref for line in log for ref in line["refs"]]))[:40]
    applied, said = 0, 0
    apply = Game.apply

    def counted(game: Game[Any], player: int, answer: Any) -> None:
        nonlocal applied
        applied += 1
        apply(game, player, answer)

    for number, game in records.replay(record):
        if number % 17 and number != len(record.answers):
            continue
        view = found.rules.view(game.state, None)
        for ref in refs[number % 7 :: 7]:
            with monkeypatch.context() as patch:
                patch.setattr(Game, "apply", counted)
                applied = 0
                text = explained(parts[number // SEGMENT], number % SEGMENT, "public", ref, "en", names)
                assert applied < SEGMENT
            try:
                message = found.describe.piece(view, ref)
            except (LookupError, ValueError, TypeError, AttributeError):
                assert text == b""
                continue
            assert json.loads(text)["text"] == found.catalogue.say(message, "en", names)
            said += 1
    assert said > 5
