"""Who may see what."""

from __future__ import annotations

from games.oldworld.table import KHORNE, NURGLE, acting, answer, random_game, table
from grimtable.games.oldworld.components import CHAOS_CARDS, TITLE
from grimtable.games.oldworld.hidden import redeal, unknown, view
from grimtable.kernel.chance import FastDice
from rule import rule


@rule("OLDWORLD-1.12")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    s = acting(KHORNE, hands="khorne the_skull_throne, battle_cry; nurgle influenza").state
    mine, his, watcher = view(s, 0), view(s, 1), view(s, None)
    assert mine["players"][0]["hand"] == ["battle_cry", "the_skull_throne"]  # sorted: a hand has no order
    assert his["players"][0]["hand"] is None
    assert [player["hand"] for player in watcher["players"]] == [None] * 4
    assert [player["cards"] for player in watcher["players"]] == [2, 1, 0, 0]


@rule("OLDWORLD-1.12")
def test_all_else_is_open() -> None:
    s = acting(
        KHORNE,
        discards="khorne battle_cry",
        upgrades="khorne_cards",
        vp="nurgle 5",
        peasants="khorne 2",
        dial="khorne 2",
    ).state
    khorne = view(s, None)["players"][0]
    assert khorne["discards"] == ["battle_cry"]
    assert (khorne["upgrades"], khorne["peasants"], khorne["dial"], khorne["threat"]) == (["khorne_cards"], 2, 2, 12)
    assert view(s, 1)["players"][1]["vp"] == 5


@rule("OLDWORLD-1.12")
def test_decks_other_hands_and_the_unused_old_world_cards_are_unknown() -> None:
    s = acting(KHORNE, hands="khorne battle_cry; nurgle influenza", track="franzs_decree /").state
    hidden = unknown(s, 0)
    assert set(s.hands[KHORNE]).isdisjoint(hidden)
    assert set(s.hands[NURGLE]) <= hidden
    assert set(s.decks[KHORNE]) <= hidden
    assert {*s.old_deck, *s.old_box} <= hidden
    assert s.track[0] not in hidden


@rule("OLDWORLD-1.12")
def test_an_imagined_table_differs_in_what_is_unknown_only() -> None:
    s = acting(KHORNE, hands="khorne battle_cry; nurgle influenza, plague_aura").state
    others = [redeal(s, unknown(s, 0), 0, FastDice(seed)) for seed in range(20)]
    assert {other.hands[KHORNE] for other in others} == {s.hands[KHORNE]}
    assert len({other.hands[NURGLE] for other in others}) > 10
    assert len({other.old_deck for other in others}) > 10
    assert len({other.decks[KHORNE] for other in others}) > 10
    for other in others:
        assert [card for card in other.hands[NURGLE] if TITLE[card] not in {TITLE[c] for c in range(31 - 7, 48)}] == []
        assert min(other.old_deck) >= CHAOS_CARDS


@rule("OLDWORLD-1.12", "OLDWORLD-5.1")
def test_drawn_cards_are_told_to_their_owner_alone() -> None:
    game = table("draw_phase", phase="old_world", without="tzeentch", decks="khorne battle_cry, the_skull_throne")
    drew = [event for event in game.events(0) if event.kind == "drew"]
    assert [(event.public, event.secret) for event in drew] == [
        (("khorne", 2), ("battle_cry", "the_skull_throne")),
        (("nurgle", 2), ()),
        (("slaanesh", 2), ()),
    ]


def test_a_card_that_was_shown_cannot_be_taken_back() -> None:
    game = acting(KHORNE, hands="khorne battle_cry")
    answer(game, "battle_cry")
    assert not game.can_undo()
    answer(game, "kislev")
    assert game.can_undo()
    game.undo()
    assert game.decisions()[0].prompt == "play_in"


def test_imagined_games_fit_what_was_seen() -> None:
    for number, game in enumerate(random_game(4, 11)):
        if number % 25 == 0 and game.decisions():
            for viewer in range(4):
                other, draws = game.imagine_counted(viewer, FastDice(number), True, 50)
                assert draws <= 20
                assert view(other.state, viewer) == view(game.state, viewer)
