"""A process that has imported a game and its tests once and forks a child for each mutant.

pytest collects; then the lane takes its place and runs single tests itself.
"""

from __future__ import annotations

import ast
import gc
import os
import pkgutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest
from tools.mutants import functions, mutations, tables, trials
from tools.mutants.fresh import again
from tools.mutants.mutations import Mutation
from tools.mutants.trials import ASIDE, FAILED, PASSED, Say

from grimtable import citations, proof
from grimtable.citations import FUNCTIONS, Kind, Site, Test
from grimtable.proof import Measured, Result

MUTANTS = 6  # of each place that count
TRIES = 3 * MUTANTS  # of each place, those that are set aside included
SAMPLE = 40  # tests of each file that must pass when its functions are compiled anew
TIMEOUTS = 2  # after these a mutant is given up
ODD = 0.05  # of all functions may be such that a test survives when they only raise
BATCH = 40  # tests in a child
LIMIT = 600.0  # seconds of the processor for a test that is not under a mutant


class Order(NamedTuple):
    """What a lane measures: rules of a game, whose sources and tests lie in these folders."""

    folder: Path
    tests: Path
    rules: tuple[str, ...]


class Place(NamedTuple):
    """A site with what can be broken there, in the order in which it is tried."""

    site: Site
    tree: ast.Module  # of the whole file
    where: str
    mutants: tuple[Mutation, ...]


class Untrue(Exception):
    """The instrument does not measure what it should."""


class Lane:
    """A pytest plugin that measures rules instead of running the tests."""

    def __init__(self, order: Order, importing: functions.Importing) -> None:
        self.order = order
        self.importing = importing
        self.fates = trials.Fates(order.tests)
        self.error: BaseException | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.importing.stop()
        try:
            if session.testsfailed:
                raise Untrue("the tests cannot be collected")
            self.measure(session.items)
        except Untrue as error:
            self.error = error
        return True

    # ------------------------------------------------------------ the whole measurement
    def measure(self, items: Sequence[pytest.Item]) -> None:
        import_all(self.order.folder)
        self.functions = functions.existing(self.order.folder)
        rules = set(self.order.rules)
        self.cited = citations.in_sources(self.order.folder)
        self.places = places(self.order.folder, rules, proof.accepted(self.order.folder))
        self.tests = [test for test in citations.in_tests(self.order.tests) if test.ids & rules]
        found = {(test.path, test.name): test for test in self.tests}
        self.items: dict[str, list[pytest.Item]] = {rule: [] for rule in rules}
        for item in items:
            test = found.get((item.path, qualified(item)))
            for rule in sorted(test.ids & rules) if test is not None else ():
                self.items[rule].append(item)
        self.known: dict[tuple[int, int], dict[str, str]] = {}  # by place and mutant: how tests ended
        self.timeouts: dict[tuple[int, int], int] = {}
        gc.freeze()
        self.check()
        before = proof.load(self.order.folder)
        for rule in self.order.rules:
            began = time.monotonic()
            result = self.rule(rule)
            proof.store(self.order.folder, {**proof.load(self.order.folder), rule: result})
            counts = f"{sum([site.killed for site in result.sites])} killed"
            survived = sum([len(site.survived) for site in result.sites])
            tell(f"{rule}: {result.state}, {counts}, {survived} survived, {time.monotonic() - began:.0f} s")
        try:
            self.check_sample()
        except Untrue:
            proof.store(self.order.folder, before)
            raise

    def rule(self, rule: str) -> Result:
        """Break every place that cites a rule, and run the tests that cite it."""
        cited = [site for site in self.cited if rule in site.ids]
        measured = [self.place(at, rule) for at, place in enumerate(self.places) if rule in place.site.ids]
        tests = [test for test in self.tests if rule in test.ids]
        return Result(proof.code_digest(cited), proof.tests_digest(tests), tuple(measured))

    def place(self, at: int, rule: str) -> Measured:
        """Break one place, up to six times."""
        place = self.places[at]
        imported = self.imported(place.site)
        items = self.items[rule] if imported else [i for i in self.items[rule] if at in self.reached[i.nodeid]]
        killed = 0
        survived: list[str] = []
        if items:
            for number in range(min(TRIES, len(place.mutants))):
                if killed + len(survived) == MUTANTS:
                    break
                fate = self.fate(at, number, items)
                killed += fate == FAILED
                if fate == PASSED:
                    survived.append(place.mutants[number].text)
        return Measured(place.where, bool(place.mutants), bool(items), killed, tuple(survived))

    def imported(self, site: Site) -> bool:
        """Whether a place has done work while modules were imported, or cannot be changed in this process."""
        if site.kind in (Kind.TABLE, Kind.ROW):
            return True
        where = functions.key_of(site)
        return where in self.importing.ran or where not in self.functions

    # ------------------------------------------------------------ one mutant
    def fate(self, at: int, number: int, items: Sequence[pytest.Item]) -> str:
        known = self.known.setdefault((at, number), {})
        nodes = [item.nodeid for item in items]
        if FAILED not in [known.get(node) for node in nodes]:
            self.run(at, number, [item for item in items if item.nodeid not in known])
        fate = trials.verdict(known, nodes)
        if fate == PASSED and self.imported(self.places[at].site):
            known.update(self.fresh(at, number, items))
            fate = trials.verdict(known, nodes)
        return fate

    def run(self, at: int, number: int, items: Sequence[pytest.Item]) -> None:
        place, known = self.places[at], self.known[at, number]
        for batch in trials.batches(items, BATCH):
            if self.timeouts.get((at, number), 0) >= TIMEOUTS:
                known.update({item.nodeid: ASIDE for item in batch})
                continue
            ended = trials.trial(self.fates, batch, self.preparing(place, number), self.seconds(batch))
            if ended is None:
                known.update({item.nodeid: PASSED if self.imported(place.site) else ASIDE for item in batch})
                continue
            known.update(ended)
            if len(ended) < len(batch) and FAILED not in ended.values():
                self.timeouts[at, number] = self.timeouts.get((at, number), 0) + 1
            if FAILED in ended.values():
                return

    def fresh(self, at: int, number: int, items: Sequence[pytest.Item]) -> dict[str, str]:
        """How tests end with a changed file in a new process."""
        place, nodes = self.places[at], [item.nodeid for item in items]
        return again(place.site, place.mutants[number].text, nodes, self.order.tests, self.seconds(items))

    def preparing(self, place: Place, number: int) -> Callable[[], bool]:
        def prepare() -> bool:
            if place.site.kind == Kind.TABLE:
                return functions.alter(place.site, place.mutants[number].text)
            place.mutants[number].apply()
            return functions.put_in_place(place.site, place.tree, self.functions)

        return prepare

    def seconds(self, items: Iterable[pytest.Item]) -> float:
        """The time of the processor that tests under a mutant may take."""
        return 3.0 + 4.0 * sum([self.spent[item.nodeid] for item in items])

    # ------------------------------------------------------------ checks of the instrument
    def check(self) -> None:
        """The tests pass as they are, twice; with all functions compiled anew; not with functions that only raise."""
        items = list({item.nodeid: item for found in self.items.values() for item in found}.values())
        tell(f"{len(self.order.rules)} rules, {len(self.places)} places, {len(items)} tests")
        self.reached: dict[str, set[int]] = {}
        self.spent: dict[str, float] = {}
        watched = self.watched()
        for item in items:
            said = self.passing(item, partial(self.traced, item, watched))
            self.reached[item.nodeid] = {int(place) for place in said.split()}
        for item in items:
            self.spent[item.nodeid] = float(self.passing(item, partial(self.timed, item)))
        self.check_compiled(items)
        self.check_raising(items)

    def passing(self, item: pytest.Item, action: Callable[[Say], None]) -> str:
        said, ended = trials.in_child(action, LIMIT)
        if not ended or len(said) != 2 or said[0] != PASSED:
            raise Untrue(f"{item.nodeid} does not pass as it is")
        return said[1]

    def traced(self, item: pytest.Item, watched: dict[int, list[tuple[int, int, int]]], say: Say) -> None:
        """Run a test and say which places it reaches."""
        reached: set[int] = set()

        def lines(frame: FrameType, event: str, arg: Any) -> Any:
            for at, first, last in watched[id(frame.f_code)]:
                if first <= frame.f_lineno <= last:
                    reached.add(at)
            return lines

        def calls(frame: FrameType, event: str, arg: Any) -> Any:
            return lines(frame, event, arg) if id(frame.f_code) in watched else None

        sys.settrace(calls)
        say(self.fates.run(item))
        sys.settrace(None)
        say(" ".join([str(at) for at in sorted(reached)]))

    def timed(self, item: pytest.Item, say: Say) -> None:
        began = time.process_time()
        say(self.fates.run(item))
        say(str(time.process_time() - began))

    def watched(self) -> dict[int, list[tuple[int, int, int]]]:
        """By code: the places in it, with their lines."""
        found: dict[int, list[tuple[int, int, int]]] = {}
        codes: dict[functions.Key, list[CodeType]] = {}
        for existing in self.functions.values():
            for function in existing:
                for code in functions.nested(function.__code__):
                    codes.setdefault(functions.key(code), []).append(code)
        for at, place in enumerate(self.places):
            if not isinstance(place.site.scope, FUNCTIONS):
                continue
            node = place.site.node
            assert isinstance(node, ast.stmt)
            first = citations.first_line(node) if isinstance(node, FUNCTIONS) else node.lineno
            for code in codes.get(functions.key_of(place.site), []):
                found.setdefault(id(code), []).append((at, first, citations.last_line(node)))
        return found

    def check_compiled(self, items: Sequence[pytest.Item]) -> None:
        for path in sorted({place.site.path for place in self.places}):
            here = {at for at, place in enumerate(self.places) if place.site.path == path}
            tests = [item for item in items if self.reached[item.nodeid] & here][:SAMPLE]
            tree = ast.parse(path.read_text(encoding="utf-8"))

            def prepare(path: Path = path, tree: ast.Module = tree) -> bool:
                functions.replace(path, tree, self.functions)
                return True

            ended = trials.trial(self.fates, tests, prepare, LIMIT) or {}
            broken = [node for node, fate in ended.items() if fate != PASSED]
            if broken or len(ended) != len(tests):
                raise Untrue(f"{path.name} compiled anew breaks {broken or 'the process'}")

    def check_raising(self, items: Sequence[pytest.Item]) -> None:
        tried, unnoticed = 0, []
        for at, place in enumerate(self.places):
            scope = place.site.scope
            tests = [item for item in items if at in self.reached[item.nodeid]][:1]
            if not isinstance(scope, FUNCTIONS) or not tests:
                continue

            def prepare(place: Place = place, scope: citations.Function = scope) -> bool:
                functions.raising(scope)
                return functions.replace(place.site.path, place.tree, self.functions, place.site.name) > 0

            ended = trials.trial(self.fates, tests, prepare, self.seconds(tests))
            tried += 1
            if ended is not None and FAILED not in ended.values():
                unnoticed.append(f"{place.where} ({tests[0].nodeid})")
        if unnoticed:
            tell(f"only raising goes unnoticed in {', '.join(unnoticed)}")
        if len(unnoticed) > max(1, ODD * tried):
            raise Untrue("tests that reach a function do not notice that it only raises")

    def check_sample(self) -> None:
        """Some mutants once more, with a changed file in a new process: the same fate."""
        asked = [
            (at, number)
            for (at, number), known in self.known.items()
            if not self.imported(self.places[at].site) and ASIDE not in known.values()
        ]
        items = {item.nodeid: item for found in self.items.values() for item in found}
        step = max(1, len(asked) // min(20, max(3, len(asked) // 20)))
        for at, number in asked[::step]:
            known = self.known[at, number]
            fates = self.fresh(at, number, [items[node] for node in known])
            if trials.verdict(fates, list(known)) != trials.verdict(known, list(known)):
                place = self.places[at]
                raise Untrue(f"{place.where}, {place.mutants[number].text}: another fate in a new process")


# ---------------------------------------------------------------- what there is
def places(folder: Path, rules: set[str], accepted: Mapping[str, Mapping[str, str]]) -> list[Place]:
    """Everything that cites one of these rules and can be broken, but for the mutants that were accepted."""
    found: list[Place] = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not citations.CITED.search(text):
            continue
        tree = ast.parse(text)
        for site in citations.sites_of(path, text, tree):
            if site.ids & rules and proof.breakable(site):
                where = f"{path.relative_to(folder).as_posix()} {site.name}"
                mutants = [mutant for mutant in broken(site) if mutant.text not in accepted.get(where, {})]
                found.append(Place(site, tree, where, tuple(mutants)))
    return found


def unknown(folder: Path, rules: set[str]) -> list[str]:
    """The accepted mutants that do not exist."""
    there = {
        f"{place.where}: {mutant.text}" for place in places(folder, rules, accepted={}) for mutant in broken(place.site)
    }
    named = [f"{where}: {text}" for where, texts in proof.accepted(folder).items() for text in texts]
    return [mutant for mutant in named if mutant not in there]


def broken(site: Site) -> list[Mutation]:
    """The mutants of a place, in the order in which they are tried."""
    if site.kind != Kind.TABLE:
        return mutations.drawn(mutations.mutations(site), site.name)
    ways = tables.alterations(proof.value_of(site))
    return mutations.drawn([Mutation("value", text, lambda: None) for text, _ in ways], site.name)


def import_all(folder: Path) -> None:
    """Every module of a game, so that all its functions exist."""
    package = proof.module_name(folder / "__init__.py")
    import_module(package)
    for module in pkgutil.walk_packages([str(folder)], f"{package}."):
        import_module(module.name)


def qualified(item: pytest.Item) -> str:
    """The name of a test's function, with its class."""
    name = str(getattr(item, "originalname", None) or item.name)
    return f"{item.parent.name}.{name}" if isinstance(item.parent, pytest.Class) else name


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def carrying(tests: Sequence[Test]) -> list[str]:
    return sorted({str(test.path) for test in tests})


def run(order: Order) -> int:
    """Measure in this process; 0 if all went well."""
    tests = [test for test in citations.in_tests(order.tests) if test.ids & set(order.rules)]
    if not tests:
        tell("no test cites any of these rules")
        return 1
    importing = functions.Importing(order.folder)
    lane = Lane(order, importing)
    importing.start()
    code = pytest.main([*trials.OPTIONS, *carrying(tests)], plugins=[lane, lane.fates])
    if lane.error is not None:
        tell(f"the measurement cannot be trusted: {lane.error}")
        return 1
    return int(code)


def main() -> int:
    folder, tests, *rules = sys.argv[1:]
    os.environ["GRIMTABLE_EXPECT_BUILD"] = "plain"
    return run(Order(Path(folder).resolve(), Path(tests).resolve(), tuple(rules)))


if __name__ == "__main__":
    sys.exit(main())
