"""Every card, upgrade, token and dial position has a name and a text in every language."""

from __future__ import annotations

import pytest

from games.oldworld.table import SLAANESH, acting, answer, random_game, table
from grimtable.games.oldworld import DEFINITION
from grimtable.games.oldworld.board import doing
from grimtable.games.oldworld.components import (
    DESIGNED,
    EFFECTS,
    FIGURES,
    IMMEDIATE,
    INSTRUCTION,
    KINDS,
    ONGOING,
    POWERS,
    REGIONS,
    TITLE,
    TOKENS,
    UPGRADE_EFFECTS,
    UPGRADES,
    Effect,
)
from grimtable.games.oldworld.describe import DESCRIBE
from grimtable.games.oldworld.hidden import view
from grimtable.kernel.language import LANGUAGES
from grimtable.kernel.values import Event

CONTINUOUS = {
    "forbid", "modify", "domination_use", "domination_bonus", "domination_ignore", "battle_hit_faces", "cancel_text",
    "roll_battle_dice", "additional_battle", "on_kill", "stay_in_play", "cost_override", "set_stat", "first_strike",
    "domination_count_as", "on_killed_in_battle", "on_summon", "on_summon_from_board", "grants_magic_symbols",
    "only_hit_by", "at", "on_region_ruined", "block_card_slot",
}  # fmt: skip


def all_effects() -> list[Effect]:
    lists = [*EFFECTS, *IMMEDIATE.values(), *ONGOING.values(), *UPGRADE_EFFECTS.values(), *INSTRUCTION]
    found = [effect for effects in lists for effect in effects]
    for effect in found:
        found += [*effect.inner, *effect.otherwise, *[e for choice in effect.choices for e in choice]]
    return found


def test_every_word_of_the_data_is_carried_out_somewhere() -> None:
    words = {effect.op for effect in all_effects()}
    assert [word for word in sorted(words) if word not in doing and word not in CONTINUOUS] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_a_text(lang: str) -> None:
    shown = view(acting(SLAANESH, kislev="leper", ruined="empire", dial="nurgle 8").state, None)
    refs = [f"card:{title}" for title in dict.fromkeys(TITLE)]
    refs += [f"upgrade:{name}" for name in UPGRADES] + [f"token:{name}" for name in TOKENS]
    refs += [f"region:{name}" for name in REGIONS] + [f"power:{name}" for name in POWERS]
    refs += [f"figure:{figure}" for figure in range(len(FIGURES))]
    stand_in = DEFINITION.catalogue.templates[lang]["piece.designed"]
    for ref in refs:
        words = DEFINITION.catalogue.say(DESCRIBE.piece(shown, ref), lang)
        assert words
        name = ref.partition(":")[2]
        if ref.startswith(("card", "upgrade")):
            assert (stand_in in words) == (name in DESIGNED)
    assert stand_in in DEFINITION.catalogue.say(DESCRIBE.piece(shown, "power:nurgle"), lang)
    assert stand_in not in DEFINITION.catalogue.say(DESCRIBE.piece(shown, "power:khorne"), lang)
    assert len(KINDS) == 12


def test_every_position_of_every_dial_has_a_text() -> None:
    for power, dial in zip(POWERS, INSTRUCTION):
        for position in range(len(dial)):
            shown = view(acting(SLAANESH, dial=f"{power} {position}").state, None)
            for lang in LANGUAGES:
                assert DEFINITION.catalogue.say(DESCRIBE.piece(shown, f"power:{power}"), lang)


def test_an_absent_power_has_a_text() -> None:
    shown = view(acting(SLAANESH, without="khorne").state, None)
    assert "no part" in DEFINITION.catalogue.say(DESCRIBE.piece(shown, "power:khorne"), "en")


def test_options_name_figures_alike_and_their_region() -> None:
    game = acting(1, kislev="leper 2, plaguebearer")
    decision = game.decisions()[0]
    message = DESCRIBE.option(view(game.state, 1), decision, "leper_1")
    assert message.refs == ("figure:11", "figure:12", "region:kislev")
    assert DEFINITION.catalogue.say(message, "en") == "Summon Leper from Kislev (1 power)"
    answer(game, "leper_1")
    note = DESCRIBE.note(view(game.state, 1), game.decisions()[0], "empire")
    assert note is not None
    assert DEFINITION.catalogue.say(note, "en") == "domination now: you 0, best other 0, resistance 5"


def test_a_stand_in_is_told_where_it_is_chosen() -> None:
    game = acting(2, hands="tzeentch dazzle, teleport")
    shown, decision = view(game.state, 2), game.decisions()[0]
    assert DESCRIBE.note(shown, decision, "dazzle") is not None
    assert DESCRIBE.note(shown, decision, "teleport") is None
    upgrade = table("tick", 2, phase="end", dial="tzeentch 1")
    assert DESCRIBE.note(view(upgrade.state, 2), upgrade.decisions()[0], "tzeentch_horror") is not None


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_speak(players: int) -> None:
    for game in random_game(players, 21, profile="published"):
        for decision in game.decisions():
            shown = view(game.state, decision.player)
            for lang in LANGUAGES:
                assert DEFINITION.catalogue.say(DESCRIBE.prompt(shown, decision), lang)
                for option in decision.options:
                    assert DEFINITION.catalogue.say(DESCRIBE.option(shown, decision, option), lang)
    for event in game.events(0):
        for lang in LANGUAGES:
            assert DEFINITION.catalogue.say(DESCRIBE.event(event), lang)


def test_events_point_at_what_they_speak_of() -> None:
    rolled = DESCRIBE.event(Event("rolled", ("khorne", "kislev", (3, 4), 1)))
    assert rolled.refs == ("power:khorne", "region:kislev")
    gone = DESCRIBE.event(Event("cleared_away", (("leper_1", "horror_1"), "tilea")))
    assert [ref.partition(":")[0] for ref in gone.refs] == ["figure", "figure", "region"]
