"""A game of a few rules and its tests, written into a folder, to be measured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RULES = '''"""A toy [TOY-9.1]."""

PRICES = (3, 5)  # [TOY-4.1]
WEIGHTS = {
    "axe": 7,  # [TOY-4.2]
    "bow": 2,  # [TOY-4.3]
}


def can_buy(funds: int, price: int) -> bool:
    """[TOY-1.1] Exactly the price is enough."""
    return funds >= price


def damage(attack: int, armour: int) -> int:
    """[TOY-1.2] Armour is subtracted."""
    return attack - armour


def healed(wounds: int) -> int:
    """[TOY-1.2, TOY-1.3] One wound goes."""
    return wounds - 1


def second(table: dict[int, object], at: int) -> object:
    """[TOY-1.4] Another key is a KeyError, whatever the rule."""
    return table[at + 1]


def ranks() -> tuple[int, ...]:
    """[TOY-1.5] Runs while the module is imported."""
    return (1, 2)


RANKS = ranks()


def moved(at: int, by: int) -> int:
    at += by
    # [TOY-1.6] round the board
    at %= 10
    return at
'''
TESTS = """from rule import rule
from toyrules import rules


@rule("TOY-1.1")
def test_exactly_the_price_is_enough() -> None:
    assert rules.can_buy(3, 3)
    assert not rules.can_buy(2, 3)


@rule("TOY-1.2")
def test_armour_is_subtracted() -> None:
    assert rules.damage(5, 2) == 3


@rule("TOY-1.3")
def test_nothing_is_wrong() -> None:
    assert all([wounds < 9 for wounds in [rules.healed(5)]])


@rule("TOY-1.4")
def test_the_second_is_found() -> None:
    assert rules.second({2: "sword"}, 1) == "sword"


@rule("TOY-1.5")
def test_there_are_two_ranks() -> None:
    assert len(rules.RANKS) == 2


@rule("TOY-1.6")
def test_the_board_is_round() -> None:
    assert rules.moved(8, 4) == 2


@rule("TOY-4.1")
def test_prices() -> None:
    assert rules.PRICES == (3, 5)


@rule("TOY-4.2")
def test_an_axe_is_heavier_than_a_bow_by_five() -> None:
    assert rules.WEIGHTS["axe"] == 7


@rule("TOY-4.3")
def test_a_bow_weighs_something() -> None:
    assert rules.WEIGHTS["bow"] > 0


@rule("TOY-9.1")
def test_the_toy_is_there() -> None:
    assert rules.__doc__
"""


def write(folder: Path) -> tuple[Path, Path]:
    """The folders of its sources and of its tests."""
    sources, tests = folder / "toyrules", folder / "tests"
    sources.mkdir()
    tests.mkdir()
    (sources / "__init__.py").write_text("", encoding="utf-8")
    (sources / "rules.py").write_text(RULES, encoding="utf-8")
    (tests / "test_toy.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {folder} {ROOT / 'tests'}\n", encoding="utf-8")
    return sources, tests


def measure(sources: Path, tests: Path, *rules: str) -> subprocess.CompletedProcess[str]:
    """Break these rules of the toy in a process of its own."""
    paths = os.pathsep.join([str(sources.parent), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "tools.mutants.lane", str(sources), str(tests), *rules],
        cwd=sources.parent,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
