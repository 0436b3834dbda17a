"""Imports point one way: kernel, games, records and ledger, bots and simulate, server and terminal."""

from __future__ import annotations

import pytest

from contract.sources import PACKAGE, Source, imports, ours, sixth, snippet

# Parts of the package by rank: each may import from lower ranks, and from those of its own rank that are named.
RANKS = {
    "kernel": 0,
    "games": 1,
    "build": 1,
    "differences": 1,
    "printable": 1,
    "": 2,  # grimtable itself: the front door
    "records": 2,
    "citations": 1,
    "proof": 1,
    "ledger": 2,
    "bots": 3,
    "simulate": 3,
    "server": 4,
    "terminal": 4,
}
BESIDE = {("simulate", "bots"), ("proof", "citations"), ("records", ""), ("ledger", ""), ("terminal", "server")}

# Files of a game by rank; what is not named here is a procedure like actions and battle.
FILES = {
    "geometry": -1,
    "components": 0,
    "state": 1,
    "abilities": 3,
    "turn": 4,
    "hidden": 5,
    "describe": 5,
    "facts": 5,
    "advice": 5,
    "campaign": 6,
    "": 7,
}
PROCEDURES = 2


def parts_imported(source: Source) -> list[tuple[str, str]]:
    """Where, and which modules of grimtable or of the own package."""
    found: list[tuple[str, str]] = []
    for node, module, names in imports(source):
        folder = PACKAGE.parent.joinpath(*module.split("."))
        for name in names or ("",):
            is_module = (folder / name).is_dir() or (folder / f"{name}.py").is_file()
            found.append((source.at(node), f"{module}.{name}" if name and is_module else module))
    return found


def part(module: str) -> str:
    return [*module.split("."), ""][1]


def wrong_directions(sources: list[Source]) -> list[str]:
    wrong: list[str] = []
    for source in sources:
        own = part(source.name)
        for at, module in parts_imported(source):
            if module.split(".")[0] != "grimtable" or part(module) == own:
                continue
            other = part(module)
            if other not in RANKS or own not in RANKS:
                wrong.append(f"{at}: {own} or {other} has no rank here")
            elif RANKS[other] >= RANKS[own] and (own, other) not in BESIDE:
                wrong.append(f"{at}: {own} imports {other}")
    return wrong


def file_of(module: str, game: str) -> str:
    return (module.removeprefix(game).removeprefix(".").split("."))[0]


def wrong_within(sources: list[Source], game: str) -> list[str]:
    """Imports between the files of one game that point the wrong way, or to another game."""
    wrong: list[str] = []
    for source in sources:
        own = file_of(source.name, game)
        for at, module in parts_imported(source):
            if module == game or module.startswith(f"{game}."):
                other = file_of(module, game)
                if own != other and FILES.get(other, PROCEDURES) > FILES.get(own, PROCEDURES):
                    wrong.append(f"{at}: {own} imports {other}")
            elif module.startswith("grimtable.games."):
                wrong.append(f"{at}: a game imports another")
    return wrong


def games() -> list[str]:
    return sorted([f"grimtable.games.{path.parent.name}" for path in (PACKAGE / "games").glob("*/__init__.py")])


def test_imports_point_from_front_to_back() -> None:
    assert wrong_directions(ours()) == []


@pytest.mark.parametrize("game", games())
def test_imports_within_a_game_point_from_turns_to_components(game: str) -> None:
    files = [source for source in ours() if source.name == game or source.name.startswith(f"{game}.")]
    assert wrong_within(files, game) == []


def test_imports_within_the_sixth_game_point_the_same_way() -> None:
    assert wrong_within(sixth(), "sixth_game") == []


def test_a_wrong_direction_is_found() -> None:
    kernel = snippet("from grimtable.games import definition\n", "grimtable.kernel.game")
    bots = snippet(
        "from grimtable import load, records\nfrom grimtable.simulate.run import simulate\n", "grimtable.bots.x"
    )
    assert [line.split(": ")[1] for line in wrong_directions([kernel, bots])] == [
        "kernel imports games",
        "bots imports simulate",
    ]


def test_a_wrong_direction_within_a_game_is_found() -> None:
    state = snippet("from grimtable.games.one.turn import turn\n", "grimtable.games.one.state")
    turn = snippet(
        "from grimtable.games.two.state import State\nfrom .state import State\n", "grimtable.games.one.turn"
    )
    found = [line.split(": ")[1] for line in wrong_within([state, turn], "grimtable.games.one")]
    assert found == ["state imports turn", "a game imports another"]
