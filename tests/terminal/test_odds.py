"""`grimtable odds` as a player uses it."""

from __future__ import annotations

import pytest

from terminal.running import Grim, fits

NUMBERS = ("--attacks", "4", "--skill", "2", "--strength", "6", "--ap", "-3", "--damage", "3")
TARGET = ("--toughness", "4", "--save", "3", "--wounds", "2", "--models", "5")

REPORT = {
    "attack": {
        "attacks": str,
        "skill": int,
        "strength": int,
        "ap": int,
        "damage": str,
        "to_hit": int,
        "to_wound": int,
        "hits_again": str,
        "wounds_again": str,
        "overwatch": bool,
    },
    "target": {
        "toughness": int,
        "save": int,
        "wounds": int,
        "models": int,
        "invulnerable": int,
        "ignore": int,
        "cover": bool,
    },
    "chances": {"hit": str, "wound": str, "unsaved": str},
    "expected": {"hits": float, "wounds": float, "unsaved": float, "damage": float, "lost": float, "kills": float},
    "kills": [{"kills": int, "chance": float, "at_least": float}],
    "left_out": [str],
}


def test_numbers_and_names_give_the_same(grim: Grim) -> None:
    named = grim("odds", "--by", "lord_of_contagion", "--weapon", "plaguereaper", "--at", "intercessor_squad", "--json")
    numbers = grim("odds", *NUMBERS, *TARGET, "--reroll-wounds", "ones", "--json")
    fits(named.json, REPORT)
    assert named.json["expected"] == numbers.json["expected"]
    assert named.json["kills"] == numbers.json["kills"]
    assert numbers.json["expected"]["kills"] == 2.160494  # worked out elsewhere: k1 of damage_checks.json
    assert numbers.json["chances"] == {"hit": "5/6", "wound": "7/9", "unsaved": "5/6"}


def test_a_number_takes_the_place_of_the_datasheet(grim: Grim) -> None:
    words = ("odds", "--by", "intercessor_squad", "--weapon", "bolt_rifle", "--at", "plague_marines", "--json")
    assert grim(*words).json["attack"]["attacks"] == "5"
    assert grim(*words, "--half-range").json["attack"]["attacks"] == "10"
    assert grim(*words, "--attackers", "7", "--skill", "5").json["attack"]["attacks"] == "7"
    assert grim(*words, "--skill", "5").json["chances"]["hit"] == "1/3"
    found = grim(*words, "--models", "3", "--cover").json
    assert (found["target"]["models"], found["target"]["ignore"], found["chances"]["unsaved"]) == (3, 5, "1/3")
    assert len(found["kills"]) == 4


def test_where_re_rolls_leave_a_choice_both_readings_are_told(grim: Grim) -> None:
    words = ("odds", *NUMBERS, *TARGET, "--reroll-wounds", "failed")
    assert "always" not in grim(*words, "--json").json
    found = grim(*words, "--to-wound", "1", "--json").json
    assert found["always"]["wounds"] < found["expected"]["wounds"]
    assert "even a success" in grim(*words, "--to-wound", "1", "--lang", "en").out.replace("\n", " ")


def test_what_depends_on_the_table_is_named(grim: Grim) -> None:
    ran = grim("odds", "--by", "poxwalkers", "--weapon", "meltagun", "--at", "poxwalkers", "--json")
    assert "damage_best_of" in ran.json["left_out"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_people_get_a_table(grim: Grim, lang: str) -> None:
    ran = grim("odds", *NUMBERS, *TARGET, "--lang", lang)
    assert ran.code == 0
    assert {"en": "Slain", "ja": "戦死"}[lang] in ran.out
    assert "1.85" in ran.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--by", "intercesor_squad", "--weapon", "bolt_rifle"), "did you mean intercessor_squad?"),
        (("--by", "intercessor_squad", "--weapon", "boltrifle"), "did you mean bolt_rifle?"),
        (("--by", "intercessor_squad", "--weapon", "bolt_rifle:2"), "bolt_rifle has profiles 1 to 1"),
        (("--by", "intercessor_squad"), "--by and --weapon belong together"),
        ((*NUMBERS,), "give --toughness and --save, or name the target"),
        (("--attacks", "5"), "give --skill and --strength"),
        (("--attacks", "5d8", *TARGET), "neither a number up to 999 nor dice"),
        (("--skill", "9"), "Invalid value for '--skill'"),
        (
            ("--attacks", "99D6", "--skill", "3", "--strength", "4", *TARGET, "--models", "60", "--wounds", "9"),
            "too many to follow",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(grim: Grim, words: tuple[str, ...], complaint: str) -> None:
    ran = grim("odds", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("grimtable: ")
    assert ran.err.count("\n") == 1
    assert complaint in ran.err
