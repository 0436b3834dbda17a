"""Games that another engine has played, replayed on ours."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
DATA = Path(__file__).parent / "data"


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cthulhu_replay", ROOT / "tools" / "cthulhu_replay.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def replayed(replay: dict[str, Any]) -> Any:
    replayer = tool().Replayer(replay)
    replayer.run()
    return replayer


def peer(number: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / f"peer_replay_{number}.json").read_text(encoding="utf-8"))
    return found


def test_two_cycles_of_a_public_game_agree_in_every_number() -> None:
    """PR-1 of the ledger."""
    replayer = replayed(peer())
    assert replayer.faults == []
    assert replayer.checked == 72
    assert replayer.game.state.cycle == 3
    assert replayer.game.state.doom == [4, 4, 6, 7]  # by seat: Great Cthulhu, Crawling Chaos, Yellow Sign, Black Goat


def test_a_whole_game_agrees_to_the_last_die_and_has_the_same_winner() -> None:
    replayer = replayed(peer(2))
    assert replayer.faults == []
    assert replayer.checked == 153
    assert replayer.dice.mark == len(replayer.dice.faces) == 104
    s = replayer.game.state
    assert s.cycle == 6
    assert [len([book for book in s.slots[seat] if book]) for seat in s.players()] == [6, 6, 6, 2]  # spellbooks
    assert s.doom == [33, 34, 36, 12]
    assert replayer.game.result() == (83, 84, 86, 12)  # the Yellow Sign wins


def test_a_ritual_that_cannot_be_performed_is_found() -> None:
    replay = peer()
    step = next(step for step in replay["steps"] if step.get("checkpoint") == "doom_phase")
    step["rituals"].append({"faction": "black_goat", "cost": 6})  # a second one in the same phase
    assert any(["could not perform its Ritual" in fault for fault in replayed(replay).faults])


def test_a_unit_that_is_not_there_is_found() -> None:
    replay = peer(2)
    replay["steps"][41]["actions"][0]["answers"]["devoured"] = ["hastur"]
    assert any(["hastur is no option of devoured" in fault for fault in replayed(replay).faults])


def test_an_answer_to_what_is_never_asked_is_found() -> None:
    replay = peer(2)
    replay["steps"][41]["actions"][0]["answers"]["kills"] = ["acolyte"]
    assert replayed(replay).faults == ["step 41: kills is no prompt of our engine"]


@pytest.mark.parametrize(
    ("step", "faces", "fault"), [(40, [1], "more dice than are rolled"), (46, [], "does not state")]
)
def test_a_die_too_many_or_too_few_is_found(step: int, faces: list[int], fault: str) -> None:
    replay = peer(2)
    dice = replay["steps"][step]["actions"][0]["dice"]
    dice[:] = [*dice, *faces] if faces else dice[:-1]
    (found,) = replayed(replay).faults
    assert fault in found


@pytest.mark.parametrize(
    ("step", "key", "faction"),
    [(3, "power_after", ""), (19, "expected_power", "black_goat"), (21, "expected_doom", "yellow_sign")],
)
def test_a_wrong_number_in_the_file_is_found(step: int, key: str, faction: str) -> None:
    replay = peer()
    if faction:
        replay["steps"][step][key][faction] += 1
    else:
        replay["steps"][step][key] += 1
    faults = replayed(replay).faults
    assert len(faults) == 1
    assert faults[0].startswith(f"step {step}: ")


def test_dice_and_further_answers_come_from_the_file() -> None:
    turns = [
        ("great_cthulhu", [{"action": "summon_monster", "unit": "shoggoth", "area": "south_pacific"}], 6),
        ("yellow_sign", [{"action": "move_unit", "unit": "acolyte", "from": "europe", "to": "arctic_ocean"}], 7),
        (
            "great_cthulhu",
            [{"action": "move_unit", "unit": "shoggoth", "from": "south_pacific", "to": "north_pacific"}],
            5,
        ),
        ("yellow_sign", [{"action": "move_unit", "unit": "acolyte", "from": "europe", "to": "arctic_ocean"}], 6),
        (
            "great_cthulhu",
            [{"action": "move_unit", "unit": "shoggoth", "from": "north_pacific", "to": "arctic_ocean"}],
            4,
        ),
        ("yellow_sign", [{"action": "move_unit", "unit": "acolyte", "from": "europe", "to": "north_atlantic"}], 5),
        (
            "great_cthulhu",
            [
                {
                    "action": "battle",
                    "area": "arctic_ocean",
                    "enemy": "yellow_sign",
                    "dice": [6, 4],
                    "spellbook": "absorb",
                    "answers": {"retreat": ["north_america"]},
                }
            ],
            3,
        ),
    ]
    replay = {
        "map": "earth_w3_e3",
        "seats": ["great_cthulhu", "yellow_sign"],
        "first_order": ["great_cthulhu", "yellow_sign"],
        "steps": [{"faction": who, "actions": actions, "power_after": left} for who, actions, left in turns],
    }
    replayer = replayed(replay)
    assert replayer.faults == []
    assert replayer.game.state.slots[0].count("absorb") == 1
    assert replayer.game.state.doom == [1, 0]  # two players: a killed acolyte


def test_an_action_that_our_rules_forbid_is_named() -> None:
    replay = peer()
    replay["steps"][3]["actions"][0] = {"action": "ghroth"}
    faults = replayed(replay).faults
    assert faults == ["step 3: black_goat may not ghroth now"]


def test_the_command_tells_its_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool().main([str(DATA / "peer_replay_1.json")]) == 0
    assert capsys.readouterr().out == "72 numbers compared, 0 differ\n"
    wrong = peer()
    wrong["steps"][0]["power_after"] = 3
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    assert tool().main([str(tmp_path / "wrong.json")]) == 1
    assert "Power of great_cthulhu is 3 in the file and 7 here" in capsys.readouterr().out
