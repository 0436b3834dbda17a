"""What the log, the options and the cards say."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.darklord.table import BLUE, RED, table, told
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.components import ABILITIES, CARDS
from grimtable.games.darklord.state import DarkLord
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Event
from rule import rule


def log(game: Game[DarkLord], lang: str = "en") -> list[str]:
    return [say(event, lang) for event in game.events(None)]


def say(event: Event, lang: str = "en") -> str:
    return DEFINITION.catalogue.say(DEFINITION.describe.event(event), lang)


def card(game: Game[DarkLord], uid: str, lang: str = "en") -> str:
    view = DEFINITION.rules.view(game.state, None)
    return DEFINITION.catalogue.say(DEFINITION.describe.piece(view, f"card:{uid}"), lang)


# ---------------------------------------------------------------- cards as they count now
@rule("DARKLORD-11.2", "DARKLORD-11.3", "DARKLORD-12.3")
def test_a_land_from_the_trash_is_described_with_what_it_counts() -> None:
    game = DEFINITION.new_game(4, dice=FastDice(1))
    farms = [uid for uid in CARDS if uid.startswith("farm_village")]
    assert "1 VP" in card(game, farms[0])

    def trashed(s: DarkLord) -> None:
        s.owner[CARDS[farms[0]]] = RED
        s.minus = (CARDS[farms[0]],)

    taken = game.edited(trashed)
    for lang, words in (("en", "-3 VP"), ("ja", "-3点")):
        assert words in card(taken, farms[0], lang)
    assert "minus territory" in card(taken, farms[0])
    assert "-3" not in card(taken, farms[1])

    def ruins(s: DarkLord) -> None:
        trashed(s)
        s.owner[CARDS["megalith_ruins"]] = RED

    assert ", 0 VP." in card(game.edited(ruins), farms[0])


@rule("DARKLORD-13.11", "DARKLORD-15.8")
def test_texts_follow_the_ruling_in_force() -> None:
    def text(uid: str, **options: Any) -> str:
        return card(DEFINITION.new_game(4, options, FastDice(1)), uid)

    golem = next(uid for uid in CARDS if uid.startswith("ultimate_golem"))
    assert "all units of power 1 or less" in text(golem)
    assert "other players" in text(golem, ultimate_scope="enemy_only")
    assert "exactly 1" in text(golem, ultimate_scope="exactly_1")
    assert "2 VP" not in text("megalith_ruins")
    assert "2 VP" in text("megalith_ruins", megalith_vp=2)


# ---------------------------------------------------------------- lines of the log
@rule("DARKLORD-8.2", "DARKLORD-5.2")
def test_totals_and_who_is_barred_are_told() -> None:
    seen: set[str] = set()
    for seed in range(30):
        game, random = DEFINITION.new_game(3, {}, FastDice(seed)), Random(seed)
        while asked := game.decisions():
            game.apply(asked[0].player, random.choice(asked[0].options))
        kinds = [event.kind for event in game.events(None)]
        seen |= set(kinds)
        for place, kind in enumerate(kinds):
            if kind == "acquired":
                assert "ranked" in kinds[max(0, place - 12) : place]
        for event in game.events(None):
            if event.kind == "ranked":
                assert event.public[1]
                assert say(event).startswith("Area ")
            if event.kind == "barred":
                assert "owns this land already" in say(event)
    assert {"ranked", "barred", "used"} <= seen


@rule("DARKLORD-8.2", "DARKLORD-5.2")
def test_only_who_owns_the_land_already_is_told_to_be_barred() -> None:
    stack = "red wood_golem, blue wood_golem, red goblin_soldier"
    game = table("resolve", 0, targets="watchtower", home="red watchtower", A=stack)
    game.decisions()
    assert told(game, "ranked", "barred") == [("ranked", 0, ((RED, 2), (BLUE, 1))), ("barred", RED, "watchtower_2")]


@rule("DARKLORD-9.2", "DARKLORD-9.3", "DARKLORD-9.4")
def test_payments_name_what_is_paid_and_nothing_else() -> None:
    assert say(Event("paid", (0, 2, 0))) == "Player 1 pays 2 coins."
    assert say(Event("paid", (0, 0, 1))) == "Player 1 pays 1 magic stone."
    assert say(Event("paid", (0, 2, 1))) == "Player 1 pays 2 coins and 1 magic stone."
    assert say(Event("paid", (0, 2, 0)), "ja") == "プレイヤー1はコイン2枚を支払いました。"
    assert say(Event("acquired", (0, "skeleton_crown", 0, 2))) == "Player 1 acquires Skeleton Crown from area A."
    free = Event("acquired", (0, "skeleton_crown", 0, 0))
    assert say(free) == "Player 1 acquires Skeleton Crown from area A for nothing."


@rule("DARKLORD-12.1")
def test_the_final_score_is_told_column_by_column() -> None:
    game, random = DEFINITION.new_game(4, {}, FastDice(3)), Random(3)
    while asked := game.decisions():
        game.apply(asked[0].player, random.choice(asked[0].options))
    rows = [event.public for event in game.events(None) if event.kind == "scored"]
    assert len(rows) == 4
    for _, total, *columns in rows:
        assert total == sum(columns)
    assert [line for line in log(game) if "artifacts" in line and "minus cards" in line]


@rule("DARKLORD-7.9")
def test_a_removal_names_the_unit_that_does_it() -> None:
    seen = 0
    for seed in range(20):
        game, random = DEFINITION.new_game(4, {}, FastDice(seed)), Random(seed)
        while asked := game.decisions():
            game.apply(asked[0].player, random.choice(asked[0].options))
        events = game.events(None)
        for before, event in pairwise(events):
            if event.kind == "removed":
                assert before.kind == "used"
                assert ABILITIES[CARDS[before.public[0]]]
                seen += 1
    assert seen


# ---------------------------------------------------------------- prices
@rule("DARKLORD-9.2", "DARKLORD-9.3")
@pytest.mark.parametrize("seed", range(10))
def test_the_price_shown_is_the_price_paid(seed: int) -> None:
    """In random games: of every offer, and of every placement of a unit without an ability."""
    game, random, checked = DEFINITION.new_game(4, {}, FastDice(seed)), Random(seed), 0
    while asked := game.decisions():
        decision, me = asked[0], asked[0].player
        view = DEFINITION.rules.view(game.state, me)
        option = random.choice(decision.options)
        message = DEFINITION.describe.option(view, decision, option)
        note = DEFINITION.describe.note(view, decision, option)
        since = game.next_event()
        game.apply(me, option)
        events = game.events(None, since)
        if decision.prompt == "offer" and option == "accept":
            paid = [event.public[1:] for event in events if event.kind == "paid"][:1]
            assert message.params[1] == sum([coins + stones for coins, stones in paid])
            checked += 1
        plain = decision.prompt == "place" and not isinstance(option, str) and not ABILITIES[CARDS[option[0]]]
        if plain and note is not None and note.key == "note.place" and game.state.phase == "placement":
            after = DEFINITION.rules.view(game.state, me)
            [area] = [area for area in after["areas"] if area["label"] == option[1]]
            assert [rank["cost"] for rank in area["ranking"] if rank["player"] == me] == [note.params[1]]
            checked += 1
    assert checked > 10


def test_japanese_words_are_those_of_the_rulebook() -> None:
    texts = DEFINITION.catalogue.templates["ja"]
    own = {key: text for key, text in texts.items() if not key.startswith(("error.", "refusal."))}
    for wrong in ("代価", "追い出", "退場", "荒れ地", "使わないでください"):
        assert [key for key, text in own.items() if wrong in text] == []


def test_a_score_of_the_first_rules_version_is_still_told() -> None:
    assert say(Event("scored", (0, 12))) == "Player 1 scores 12 victory points."
