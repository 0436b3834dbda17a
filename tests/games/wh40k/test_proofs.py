"""Nothing in the data is ignored: every ability, trait and power has a proof of its own."""

from __future__ import annotations

from games.wh40k import (
    test_abilities_death_guard,
    test_abilities_necrons,
    test_abilities_orks,
    test_abilities_space_marines,
    test_abilities_tyranids,
    test_powers,
    test_traits,
)
from grimtable.games import definition
from grimtable.games.wh40k.armies import CHOICES, ROWS, WITH_WEAPON
from grimtable.games.wh40k.components import ABILITIES, POWERS, SHEETS, TRAITS
from grimtable.kernel.language import Message

FILES = (
    test_abilities_space_marines,
    test_abilities_death_guard,
    test_abilities_necrons,
    test_abilities_orks,
    test_abilities_tyranids,
)
# Of the shape of a model, which cannot be taken from it: tests of their own.
ALONE = {
    "hover_tank": test_abilities_space_marines.test_hover_tank_is_measured_from_its_hull,
    "hovering": test_abilities_necrons.test_hovering_is_measured_from_the_oblong_around_hull_and_base,
}


def test_every_ability_is_proved_once() -> None:
    proved = [name for file in FILES for name in file.PROOFS]
    assert len(ABILITIES) == 102
    assert sorted([*proved, *ALONE]) == sorted(ABILITIES)


def test_every_ability_can_be_had() -> None:
    """By a datasheet, by a choice of wargear, or with a weapon; what else wargear would give is refused."""
    had = {ability for sheet in SHEETS for ability in sheet.abilities}
    chosen = {ability for row in CHOICES for ability in row} | set(WITH_WEAPON.values())
    assert had | chosen == set(ABILITIES)
    words = {option.get("ability", option.get("unit_ability", "")) for row in ROWS for option in row["options"]}
    assert words - chosen - {""} == {"wings"}


def test_every_ability_power_and_trait_is_explained_in_both_languages() -> None:
    catalogue = definition("wh40k").catalogue
    keys = [f"ability_text.{name}" for name in (*ABILITIES, *TRAITS)]
    keys += [f"power_text.{power.name}" for power in POWERS]
    for lang in ("en", "ja"):
        texts = {key: catalogue.say(Message(key), lang) for key in keys}
        assert [key for key, text in texts.items() if not text or key in text] == []


def test_every_power_and_every_trait_is_proved() -> None:
    assert sorted(test_powers.PROOFS) == sorted([power.name for power in POWERS])
    assert sorted(test_traits.PROOFS) == sorted(TRAITS)
