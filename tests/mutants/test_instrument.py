"""The instrument that breaks rules tells proven rules from others; measured on a toy."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tools.mutants import trials
from tools.mutants.__main__ import due, surviving

from grimtable import citations, proof
from grimtable.proof import Measured, Proof, State
from mutants import toy

MEASURED = ("TOY-1.1", "TOY-1.2", "TOY-1.3", "TOY-1.4", "TOY-1.5", "TOY-1.6", "TOY-4.1", "TOY-4.2", "TOY-4.3")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The toy with results of all its rules."""
    sources, tests = toy.write(tmp_path_factory.mktemp("toy"))
    ran = toy.measure(sources, tests, *MEASURED)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return sources, tests


@pytest.fixture
def found(folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> dict[str, Proof]:
    return proofs(*folders, monkeypatch)


def proofs(sources: Path, tests: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Proof]:
    monkeypatch.syspath_prepend(sources.parent)
    for name in [name for name in sys.modules if name.partition(".")[0] == "toyrules"]:
        monkeypatch.delitem(sys.modules, name)
    return proof.proofs(sources, [*MEASURED, "TOY-9.1"], citations.in_sources(sources), citations.in_tests(tests))


def site(found: dict[str, Proof], rule: str, name: str) -> Measured:
    result = found[rule].result
    assert result is not None
    return next(site for site in result.sites if site.where.endswith(f" {name}"))


# ---------------------------------------------------------------- states
def test_a_rule_whose_limit_is_tested_on_both_sides_is_proven(found: dict[str, Proof]) -> None:
    assert found["TOY-1.1"].state == State.PROVEN
    assert site(found, "TOY-1.1", "can_buy").survived == ()


def test_a_rule_of_which_one_place_is_not_reached_is_weak(found: dict[str, Proof]) -> None:
    assert found["TOY-1.2"].state == State.WEAK
    assert site(found, "TOY-1.2", "damage").killed > 0
    assert not site(found, "TOY-1.2", "healed").reached


def test_a_rule_whose_test_passes_whatever_happens_is_unproven(found: dict[str, Proof]) -> None:
    assert found["TOY-1.3"].state == State.UNPROVEN
    assert "return wounds - 1: wounds - 1 -> wounds + 1" in site(found, "TOY-1.3", "healed").survived


def test_a_key_error_inside_the_rules_proves_nothing(found: dict[str, Proof]) -> None:
    assert found["TOY-1.4"].state == State.UNPROVEN
    assert site(found, "TOY-1.4", "second") == Measured("rules.py second", True, True, 0, ())


def test_a_function_that_ran_while_modules_were_imported_is_broken_in_a_new_process(found: dict[str, Proof]) -> None:
    assert found["TOY-1.5"].state == State.PROVEN


def test_a_comment_is_about_the_statement_below(found: dict[str, Proof]) -> None:
    assert found["TOY-1.6"].state == State.PROVEN
    result = site(found, "TOY-1.6", "moved")
    assert result.killed + len(result.survived) <= 4  # of `at %= 10`, not of the whole function


def test_a_table_is_changed_where_the_rule_is_cited(found: dict[str, Proof]) -> None:
    assert found["TOY-4.1"].state == found["TOY-4.2"].state == State.PROVEN
    assert site(found, "TOY-4.1", "PRICES").killed == 4  # one more and one less
    assert site(found, "TOY-4.2", "WEIGHTS").survived == ()
    assert "WEIGHTS: 2 -> 3" in site(found, "TOY-4.3", "WEIGHTS").survived


def test_a_rule_that_is_cited_by_a_module_only_is_unproven(found: dict[str, Proof]) -> None:
    assert found["TOY-9.1"].state == State.UNPROVEN


def test_a_mutant_that_another_rule_of_its_place_notices_has_not_survived() -> None:
    def result(*survived: str) -> proof.Result:
        return proof.Result("", "", (Measured("a.py f", True, True, 1, survived),))

    assert surviving([result("x -> y", "1 -> 2"), result("1 -> 2")]) == ["a.py f: 1 -> 2"]


# ---------------------------------------------------------------- what has changed
def test_only_what_changed_is_due_and_counts_as_unproven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources, tests = toy.write(tmp_path)
    assert toy.measure(sources, tests, "TOY-1.1", "TOY-4.1").returncode == 0
    now = proofs(sources, tests, monkeypatch)
    assert not {"TOY-1.1", "TOY-4.1"} & set(due(now))
    assert "TOY-1.2" in due(now)
    assert "TOY-9.1" not in due(now)  # nothing to break

    file = tests / "test_toy.py"
    file.write_text(file.read_text(encoding="utf-8").replace("can_buy(2, 3)", "can_buy(1, 3)"), encoding="utf-8")
    now = proofs(sources, tests, monkeypatch)
    assert "TOY-1.1" in due(now)
    assert (now["TOY-1.1"].state, now["TOY-4.1"].state) == (State.UNPROVEN, State.PROVEN)

    file = sources / "rules.py"
    file.write_text(file.read_text(encoding="utf-8").replace("(3, 5)", "(3, 6)"), encoding="utf-8")
    assert proofs(sources, tests, monkeypatch)["TOY-4.1"].state == State.UNPROVEN


def test_moved_and_reworded_code_keeps_its_results(
    folders: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, tests = toy.write(tmp_path)
    proof.store(sources, proof.load(folders[0]))
    text = toy.RULES.replace("One wound goes.", "A wound heals.").replace('"""A toy', '\n\n"""A toy')
    (sources / "rules.py").rename(sources / "moved.py").write_text(text, encoding="utf-8")
    (sources / "rules.py").write_text("from toyrules.moved import *\n", encoding="utf-8")
    assert proofs(sources, tests, monkeypatch)["TOY-1.1"].state == State.PROVEN
    assert [rule for rule, one in proofs(sources, tests, monkeypatch).items() if one.result is None] == ["TOY-9.1"]


def test_a_test_that_fails_as_it_is_stops_the_measurement(tmp_path: Path) -> None:
    sources, tests = toy.write(tmp_path)
    file = tests / "test_toy.py"
    file.write_text(file.read_text(encoding="utf-8").replace("(2, 3)", "(4, 3)"), encoding="utf-8")
    ran = toy.measure(sources, tests, "TOY-1.1")
    assert ran.returncode == 1
    assert "does not pass as it is" in ran.stderr
    assert proof.load(sources) == {}


# ---------------------------------------------------------------- limits
def test_an_endless_loop_ends() -> None:
    def loop(say: trials.Say) -> None:
        say("begun")
        while True:
            pass

    assert trials.in_child(loop, 0.2) == (["begun"], False)


def test_a_child_that_wants_too_much_memory_gets_an_error() -> None:
    def hoard(say: trials.Say) -> None:
        try:
            say(str(len(bytearray(2 * trials.MEMORY))))
        except MemoryError:
            say("refused")

    assert trials.in_child(hoard, 5.0) == (["refused"], True)


@pytest.mark.parametrize(
    ("error", "proves"),
    [
        *[(AssertionError(), True), (ValueError(), True)],
        *[(NameError(), False), (TypeError(), False), (AttributeError(), False), (RecursionError(), False)],
        *[(MemoryError(), False), (ExceptionGroup("two", [TypeError(), AssertionError()]), True)],
    ],
)
def test_errors_that_any_test_would_notice_prove_nothing(error: BaseException, proves: bool) -> None:
    assert trials.proves(error, Path("/tests")) is proves


@pytest.mark.parametrize("error", [KeyError(), IndexError()])
def test_what_is_not_found_counts_where_a_test_looks_for_it(error: LookupError) -> None:
    with pytest.raises(LookupError) as raised:
        raise error
    assert trials.proves(raised.value, Path(__file__).parent)
    assert not trials.proves(raised.value, Path("/tests"))
