"""What the log and the options say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.cthulhu.table import ALL, Play, answer, table, told
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.advice import rate
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import Decision, Event, Step
from rule import rule

LAST_RITUAL = {"ritual": 7, "phase": "doom", "cycle": 3, "power": {"gc": 12}, "arabia": "gc gate acolyte, cthulhu"}


def log(game: Play, lang: str = "en") -> list[str]:
    return [DEFINITION.catalogue.say(DEFINITION.describe.event(event), lang) for event in game.events(None)]


def prompt(game: Play, lang: str = "en") -> str:
    view = DEFINITION.rules.view(game.state, game.decisions()[0].player)
    return DEFINITION.catalogue.say(DEFINITION.describe.prompt(view, game.decisions()[0]), lang)


def note(game: Play, decision: Decision, option: Any) -> str:
    view = DEFINITION.rules.view(game.state, decision.player)
    found = DEFINITION.describe.note(view, decision, option)
    return DEFINITION.catalogue.say(found, "en") if found is not None else ""


# ---------------------------------------------------------------- prices
BETWEEN = ("act", "act_more", "second")


def price_shown(game: Play, decision: Decision, option: Any) -> int | None:
    words = note(game, decision, option).split()
    return int(words[0]) if words[1:] == ["Power"] else None


def gained(game: Play, me: int, since: int) -> int:
    """What a player has gained or lost by abilities."""
    sign = {"power_gained": 1, "power_lost": -1}
    return sum([sign[e.kind] * e.public[1] for e in game.events(None, since) if e.kind in sign and e.public[0] == me])


@rule("CTHULHU-4.3", "CTHULHU-15.21", "CTHULHU-16.20")
@pytest.mark.parametrize("seed", range(12))
def test_the_price_shown_is_the_price_paid(seed: int) -> None:
    """Players with many spellbooks act at random: what an option says it costs is what is gone afterwards."""
    random, codes = Random(seed), ("gc", "cc", "bg", "ys")
    game = table(
        turn=codes[seed % 4],
        power=dict.fromkeys(codes, 25),
        books={"gc": ALL, "cc": ALL, "bg": ALL, "ys": ALL},
        risen="cthulhu",
        south_pacific="gc gate acolyte, gc 2 acolyte, 2 deep_one",
        south_asia="cc gate acolyte, cc 2 acolyte, nyarlathotep",
        west_africa="bg gate acolyte, bg 2 acolyte, shub_niggurath, undead",
        europe="ys gate acolyte, ys acolyte, king_in_yellow, hastur",
    )
    checked = 0
    while (asked := game.decisions()) and game.state.phase == "action" and checked < 40:
        decision, me = asked[0], asked[0].player
        words = [word for word in decision.options if word not in ("drop", "reveal", "control", "abandon")]
        word = random.choice(words)
        shown, before, since = price_shown(game, decision, word), game.state.power[me], game.next_event()
        answer(game, word)
        while (asked := game.decisions()) and asked[0].prompt not in BETWEEN:
            option = random.choice(asked[0].options)
            if asked[0].prompt in ("summon", "awaken"):
                shown = price_shown(game, asked[0], option)
            answer(game, option)
        unknown = word in ("move", "end_turn") or (word in ("summon", "awaken") and shown is None)
        if game.state.phase == "action" and not unknown:
            assert before + gained(game, me, since) - game.state.power[me] == (shown or 0), word
            checked += 1
    assert checked > 5


@rule("CTHULHU-13.2")
def test_units_are_described_with_what_they_cost_now() -> None:
    view = DEFINITION.rules.view(table(risen="cthulhu").state, 0)
    assert "Costs 4 Power" in DEFINITION.catalogue.say(DEFINITION.describe.piece(view, "unit:cthulhu"), "en")
    view = DEFINITION.rules.view(table(books={"bg": "thousand_young"}, arabia="shub_niggurath").state, 0)
    assert "Costs 0 Power" in DEFINITION.catalogue.say(DEFINITION.describe.piece(view, "kind:ghoul"), "en")


# ---------------------------------------------------------------- lines of the log
@rule("CTHULHU-10.5", "CTHULHU-10.6")
def test_instant_death_is_told_with_the_price_of_further_rituals() -> None:
    game = answer(table(Step("doom_slot", (0,)), **LAST_RITUAL), "ritual")
    [line] = [line for line in log(game) if "Instant Death" in line]
    assert line.endswith("Further Rituals cost 10 Power.")
    [line] = [line for line in log(game, "ja") if "満願" in line]
    assert "魔力10" in line
    early = answer(table(Step("doom_slot", (0,)), **{**LAST_RITUAL, "ritual": 0}), "ritual")
    assert "The next Ritual costs 6 Power." in log(early)


@rule("CTHULHU-18.2", "CTHULHU-18.4")
def test_talks_name_what_is_lost() -> None:
    game = table(turn="cc", books={"cc": "thousand_forms"}, arabia="nyarlathotep", dice=[6])
    answer(game, "thousand_forms")
    assert prompt(game) == "The Thousand Forms: propose how the enemies share the loss of 6 Power"
    answer(game, (2, 0, 4))
    assert "Player 3 proposes: Player 3 loses 2 Power, Player 1 loses 4 Power." in log(game)
    assert "プレイヤー3の提案：プレイヤー3が魔力2を失う、プレイヤー1が魔力4を失う。" in log(game, "ja")
    for _ in range(20):
        if told(game, "disagreed"):
            break
        answer(game, "reject" if game.decisions()[0].prompt == "vote" else game.decisions()[0].options[0])
    assert "No agreement on who bears the loss of 6 Power." in log(game)


@rule("CTHULHU-3.4")
@pytest.mark.parametrize(
    ("words", "answers", "line"),
    [
        ({"books": {"gc": "dreams"}, "arabia": "cc acolyte"}, ["dreams"], "Player 1 uses Dreams."),
        ({"turn": "ys", "arabia": "ys acolyte"}, ["ys_give_3_doom", "great_cthulhu"], "let another player gain 3 Doom"),
        (
            {"turn": "ys", "books": {"ys": "screaming_dead"}, "arabia": "king_in_yellow"},
            ["screaming_dead", "east_africa"],
            "Player 4 uses The Screaming Dead.",
        ),
        (
            {"books": {"gc": "dreams", "ys": "passion"}, "arabia": "ys acolyte"},
            ["dreams", "yes"],
            "Player 4 uses Passion.",
        ),
    ],
)
def test_the_log_names_the_ability_behind_an_effect(words: dict[str, Any], answers: list[str], line: str) -> None:
    game = answer(table(**words), *answers)
    assert [told for told in log(game) if line in told]


def test_devour_and_blood_sacrifice_are_named() -> None:
    game = table(arabia="cthulhu, nightgaunt, hunting_horror, cc acolyte")
    answer(game, "battle", "devour", "nightgaunt_1")
    assert "Player 1 uses Devour." in log(game)
    slot = {"phase": "doom", "cycle": 2, "turn": "bg", "books": {"bg": "blood_sacrifice"}}
    game = table(Step("doom_slot", (2,)), **slot, arabia="shub_niggurath, bg acolyte")
    answer(game, "blood_sacrifice")
    assert "Player 3 uses Blood Sacrifice." in log(game)


@rule("CTHULHU-2.12", "CTHULHU-8.4")
def test_abandoned_gates_and_returning_captives_are_told() -> None:
    game = table(arabia="deep_one, cc gate acolyte, cc acolyte")
    answer(game, "capture", "cc_acolyte_1")
    assert "Nobody stands on the gate of Arabia any more: it is abandoned." in log(game)
    gathered = table(Step("gather_power"), captives={"gc": "cc 2 acolyte"}, arabia="gc acolyte")
    assert "Player 1 returns 2 captured Cultists to the pool of Player 2." in log(gathered)


@rule("CTHULHU-16.7", "CTHULHU-15.24")
def test_a_failed_roll_is_told_with_what_was_needed() -> None:
    game = table(turn="ys", arabia="king_in_yellow, ys acolyte", dice=[5])
    answer(game, "desecrate")
    assert "Desecrate fails: Player 4 needed 2 or less." in log(game)


@rule("CTHULHU-12.7")
def test_a_shared_victory_is_one_line() -> None:
    game = table(Step("final"), doom={"gc": 31, "ys": 31}, books={"gc": ALL, "ys": ALL})
    assert [line for line in log(game) if "Doom." in line][-1] == "Player 1, Player 4 share the victory with 31 Doom."


def test_a_figure_is_not_named_with_faction_and_player_at_once() -> None:
    game = answer(table(arabia="deep_one, cc acolyte"), "capture")
    assert "Player 1 captures Acolyte of Player 2 in Arabia." in log(game)


def test_japanese_words_are_those_of_the_rulebook() -> None:
    texts = DEFINITION.catalogue.templates["ja"]
    own = {key: text for key, text in texts.items() if not key.startswith(("error.", "refusal."))}
    for wrong in ("スタートプレイヤー", "守り手", "戦闘から外", "古の印を2枚", "自軍", "を振る。"):
        assert [key for key, text in own.items() if wrong in text] == []
    assert "妖星グロース" in texts["prompt.ghroth_victim"]


# ---------------------------------------------------------------- bots
def test_two_victims_fill_the_slot_that_is_harder_to_fill() -> None:
    decision = Decision(0, "kill_slot", ("gc_kill_devour_1", "gc_kill_devour_2"))
    one, two = rate(DEFINITION.new_game(4, dice=FastDice(1)).state, decision)
    assert two > one


def test_talks_of_the_first_rules_version_are_still_told() -> None:
    def said(kind: str, *public: Any) -> str:
        return DEFINITION.catalogue.say(DEFINITION.describe.event(Event(kind, public)), "en")

    assert said("proposed", 2, ((3, 1), (0, 0))) == "Player 3 proposes: Player 4 loses 1."
    assert said("agreed", ((3, 1),)) == "Agreed: Player 4 loses 1."
    assert said("disagreed", 6) == "No agreement on who bears the loss of 6."
