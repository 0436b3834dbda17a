"""Armies of people's own: what they may be, that they are played like the ready lists, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grimtable import records
from grimtable.games import definition
from grimtable.games.wh40k.armies import LONGEST, MOST_MODELS, army_from, settled_army
from grimtable.games.wh40k.components import ARMIES, SHEETS
from grimtable.games.wh40k.rosters import army_in, report_on
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import BadInput
from rule import rule

FOLDER = Path(__file__).parents[3] / "src" / "grimtable" / "games" / "wh40k" / "data"
READY: list[dict[str, Any]] = json.loads((FOLDER / "armies.json").read_text(encoding="utf-8"))["armies"]
ROSTER = Path(__file__).parent / "rosters" / "patrol.ros"
PATROL: dict[str, Any] = {
    "name": "Winter patrol",
    "units": [
        {
            "datasheet": "primaris_lieutenant",
            "models": [{"profile": "Primaris Lieutenants", "count": 1, "wargear": ["power_sword", "bolt_pistol"]}],
        },
        {
            "datasheet": "hellblaster_squad",
            "models": [{"profile": "Hellblaster", "count": 4, "wargear": ["plasma_incinerator"]}],
        },
    ],
}


def patrol(**changes: Any) -> str:
    return json.dumps({**PATROL, **changes})


def unit(**changes: Any) -> str:
    """The patrol with its second unit changed."""
    return patrol(units=[PATROL["units"][0], {**PATROL["units"][1], **changes}])


def models(**changes: Any) -> str:
    return unit(models=[{"profile": "Hellblaster", "count": 4, "wargear": ["plasma_incinerator"], **changes}])


def lord(abilities: list[str]) -> str:
    models = [{"profile": "Daemon Prince", "count": 1, "wargear": []}]
    return patrol(units=[{"datasheet": "daemon_prince_of_nurgle", "models": models, "abilities": abilities}])


# ---------------------------------------------------------------- what they are
@pytest.mark.parametrize("ready", READY, ids=lambda row: str(row["id"]))
@rule("WH40K-17.1")
def test_every_ready_list_can_be_brought_as_a_list_of_ones_own(ready: dict[str, Any]) -> None:
    text = settled_army(json.dumps(ready))
    assert settled_army(text) == text
    assert [u._replace(rides="") for u in ARMIES[ready["id"]].units] == list(army_from(text).units)


@rule("WH40K-17.1", "WH40K-2.2")
def test_an_own_army_is_mustered_and_its_name_is_shown() -> None:
    found = definition("wh40k")
    game = found.new_game(2, {"army_1": patrol()}, FastDice(1))
    mine = [u for u, owner in enumerate(game.state.owner) if owner == 0]
    assert [SHEETS[game.state.sheet[u]].name for u in mine] == ["primaris_lieutenant", "hellblaster_squad"]
    assert [len(game.state.crew[u]) for u in mine] == [1, 4]
    view = found.rules.view(game.state, None)
    assert found.catalogue.say(found.describe.side(view, 0), "en") == "Winter patrol"


def test_a_game_with_an_own_army_is_recorded_whole_and_verifies() -> None:
    recorder = records.recorded_game("wh40k", 2, 5, {"army_1": patrol(), "army_2": "demo_orks_50"})
    for _ in range(30):
        decision = recorder.game.decisions()[0]
        recorder.apply(decision.player, decision.options[0])
    assert recorder.record.header.options["army_1"] == settled_army(patrol())
    again = records.decode(records.encode(recorder.record))
    assert records.verify(again).answers == 30


# ---------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "is JSON text"),
        ('{"a":' * 30_000, "at most"),
        ('{"a":' * 9_000, "is JSON text"),
        ("{}", "1 to 40 'units'"),
        (patrol(units=[]), "1 to 40 'units'"),
        (patrol(units=PATROL["units"] * 21), "1 to 40 'units'"),
        (patrol(units=[7]), "there is no datasheet None"),
        (unit(datasheet="frozen_colossus"), "unit 2 of the army: there is no datasheet 'frozen_colossus'"),
        (unit(datasheet=["x"]), "there is no datasheet"),
        (unit(models=[]), "hellblaster_squad: it has no 'models'"),
        (unit(models=[3]), "a group of models has"),
        (models(profile="Ork"), "it has no model 'Ork'"),
        (models(count=0), "0 is no number of models"),
        (models(count=True), "True is no number of models"),
        (models(count=MOST_MODELS), f"at most {MOST_MODELS} models, not {MOST_MODELS + 1}"),
        (models(wargear="bolt_pistol"), "'wargear' is a list"),
        (models(wargear=["plaguereaper"]), "may not have the weapon 'plaguereaper'"),
        (models(wargear=[["x"]]), "may not have the weapon"),
        (unit(abilities=["resurrection_orb"]), "hellblaster_squad: its wargear does not give it .'resurrection_orb'."),
        (unit(abilities="grav_chutes"), "its wargear does not give it 'grav_chutes'"),
        (unit(abilities=[["x"]]), "its wargear does not give it"),
        (lord(["wings"]), "daemon_prince_of_nurgle: its wargear does not give it .'wings'."),
        (patrol(name="x" * 5 * LONGEST), "at most"),
    ],
)
def test_a_wrong_army_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as refused:
        definition("wh40k").new_game(2, {"army_1": text})
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_other_options_take_no_documents() -> None:
    with pytest.raises(BadInput, match="option terrain is"):
        definition("wh40k").new_game(2, {"terrain": patrol()})


@pytest.mark.parametrize(("name", "kept"), [(None, "Army"), ("  a\n b\x00 ", "a b"), ("x" * 99, "x" * 60), (3, "Army")])
def test_names_are_cleaned(name: Any, kept: str) -> None:
    assert json.loads(settled_army(patrol(name=name)))["name"] == kept


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_lists_are_settled_or_refused_but_never_fail(data: st.DataObject) -> None:
    army: Any = json.loads(patrol())
    place: Any = data.draw(st.sampled_from([army, army["units"][1], army["units"][1]["models"][0]]))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(PLAIN)
    try:
        text = settled_army(json.dumps(army))
    except BadInput:
        return
    assert settled_army(text) == text


# ---------------------------------------------------------------- files
def test_an_army_comes_from_a_list_or_from_a_roster_that_is_known_whole() -> None:
    assert army_in(patrol().encode(), "a.json") == settled_army(patrol())
    assert army_in(b"\xef\xbb\xbf" + patrol().encode(), "a.json") == settled_army(patrol())
    with pytest.raises(BadInput, match=r"p.ros has units that wh40k does not play: Frozen Colossus; .*import-roster"):
        army_in(ROSTER.read_bytes(), "p.ros")
    known = ROSTER.read_bytes().replace(b"Frozen Colossus", b"Primaris Librarian")
    assert len(army_from(army_in(known, "p.ros")).units) == 3


def test_a_report_tells_every_entry_and_the_army_as_an_option_takes_it() -> None:
    catalogue = definition("wh40k").catalogue
    found = report_on(ROSTER.read_bytes(), "p.ros", lambda message: catalogue.say(message, "ja"))
    assert [entry["status"] for entry in found["entries"]] == ["refused", "mapped", "approximated", "refused"]
    assert found["entries"][2]["reasons"][0]["text"] == "未知の武器: Hand of doom"
    assert (found["army"]["power"], found["army"]["faction"]) == (12, "space_marines")
    assert len(army_from(found["value"]).units) == 2
    own = report_on(patrol().encode(), "a.json", lambda message: message.key)
    assert (own["entries"], own["value"]) == ([], settled_army(patrol()))


# ---------------------------------------------------------------- what wargear gives
def necrons(overlord: list[str], arms: list[str]) -> str:
    units = [
        {
            "datasheet": "overlord",
            "models": [{"profile": "Overlord", "count": 1, "wargear": ["warscythe"]}],
            "abilities": overlord,
        },
        {"datasheet": "lychguard", "models": [{"profile": "Lychguard", "count": 5, "wargear": arms}]},
    ]
    return patrol(units=units)


@rule("WH40K-14.13")
def test_wargear_gives_abilities_by_choice_and_with_weapons() -> None:
    for chosen, arms, has in (([], ["warscythe"], False), (["resurrection_orb"], ["hyperphase_sword"], True)):
        game = definition("wh40k").new_game(2, {"army_1": necrons(chosen, arms)}, FastDice(1))
        assert ("resurrection_orb" in game.state.abilities[0]) == has
        assert ("dispersion_shield" in game.state.abilities[1]) == has
    text = settled_army(necrons(["resurrection_orb"], ["warscythe"]))
    assert settled_army(text) == text
    assert '"abilities":[]' not in settled_army(necrons([], ["warscythe"]))


@rule("WH40K-14.13")
def test_models_may_carry_every_weapon_that_an_option_names_in_a_list_or_twice() -> None:
    mine = {"profile": "Plague Marine", "count": 5, "wargear": ["mace_of_contagion", "bubotic_axe"]}
    crawler = {"profile": "Plagueburst Crawler", "count": 1, "wargear": ["entropy_cannon", "entropy_cannon"]}
    units = [
        {"datasheet": "plague_marines", "models": [mine]},
        {"datasheet": "plagueburst_crawler", "models": [crawler]},
    ]
    assert len(army_from(patrol(units=units)).units) == 2


@rule("WH40K-14.13")
def test_choices_of_a_roster_that_give_abilities_come_along() -> None:
    chosen = b'<selection name="Grav-chutes" number="1" type="upgrade"/></selections>'
    roster = ROSTER.read_bytes().replace(b"Hellblaster Squad", b"Reiver Squad").replace(b"Hellblaster", b"Reiver")
    end = roster.index(b"</selections>", roster.index(b"Reiver Squad"))
    found = report_on(
        roster[:end] + chosen + roster[end + len(b"</selections>") :], "p.ros", lambda message: message.key
    )
    units = json.loads(found["value"])["units"]
    assert [row.get("abilities") for row in units if row["datasheet"] == "reiver_squad"] == [["grav_chutes"]]
    assert "Grav-chutes" not in [
        name for entry in found["entries"] for why in entry["reasons"] for name in why["names"]
    ]
