"""Tables fit their terminals, and colour never says something alone."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from grimtable import definition, new_game, view
from grimtable.games.darklord.components import CARDS, KIND
from grimtable.games.oldworld.components import DESIGNED
from grimtable.games.wh40k.components import INCH
from grimtable.kernel.game import Game
from grimtable.kernel.language import LANGUAGES
from grimtable.terminal.tables import drawing, plain
from grimtable.terminal.tables.scene import Drawing, Scene


def played(slug: str, players: int, answers: int, seed: int = 5) -> Game[Any]:
    game = new_game(slug, players, seed)
    for number in range(answers):
        asked = game.decisions()
        if not asked:
            break
        game.apply(asked[0].player, asked[0].options[number % len(asked[0].options)])
    return game


def drawn(game: Game[Any], drawing: Drawing, width: int, lang: str = "en") -> list[str]:
    players = len(view(game, 0)["players"])
    names = tuple([f"Player {seat + 1}" for seat in range(players)])
    scene = Scene(definition(game.rules.name), lang, names, 0, width)
    console = Console(file=io.StringIO(), width=width, color_system=None, markup=False, highlight=False)
    console.print(drawing.table(view(game, 0), scene))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120, 140, 200])
@pytest.mark.parametrize("answers", [0, 9, 40, 90, 1000])
@pytest.mark.parametrize("slug", ["darklord", "oldworld"])
def test_no_line_is_wider_than_the_terminal(slug: str, lang: str, width: int, answers: int) -> None:
    for line in drawn(played(slug, 4, answers), drawing(slug), width, lang):
        assert cell_len(line) <= width


@pytest.mark.parametrize("width", [80, 140])
def test_stacks_stand_in_their_order_with_owner_and_power(width: int) -> None:
    game = new_game("darklord", 3, 5)
    while game.decisions()[0].prompt == "sleeve":
        game.apply(game.decisions()[0].player, "all")
    uids = [option for option in game.decisions()[0].options if option[1] == "A"]
    me = game.decisions()[0].player
    game.apply(me, uids[0])
    other = game.decisions()[0].player
    game.apply(other, next(option for option in game.decisions()[0].options if option[1] == "A"))
    seen = view(game, 0)
    letters = [seen["players"][player]["color"][0].upper() for player in (me, other)]
    text = "\n".join(drawn(game, drawing("darklord"), width))
    first, second = text.index(f"1 {letters[0]} "), text.index(f"2 {letters[1]} ")
    assert first < second
    assert f"{letters[0]} power 1, 1 coin" in text


def test_every_card_of_every_home_is_named() -> None:
    game = played("darklord", 4, 1000)
    text = "\n".join(drawn(game, drawing("darklord"), 80))
    catalogue = definition("darklord").catalogue.templates["en"]
    for home in view(game, 0)["players"]:
        for uid in [*home["units"], *home["artifacts"]]:
            assert catalogue[f"card.{KIND[CARDS[uid]]}"] in text


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_plain_table_shows_any_view(width: int) -> None:
    game = played("darklord", 3, 30)
    lines = drawn(game, plain.DRAWING, width)
    assert all([cell_len(line) <= width for line in lines])
    assert "{" not in "".join(lines)


def test_the_plain_table_puts_few_side_by_side_and_many_below_each_other() -> None:
    scene = Scene(definition("darklord"), "en", ("Anna", "Ben"), None, 80)
    few, many = [{"coins": 1}, {"coins": 2}], [{"coins": n} for n in range(9)]
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(plain.DRAWING.table({"homes": few, "banks": many, "over": True, "none": []}, scene))
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "Anna   Ben" in text
    assert "over: yes   none: -" in text


# ---------------------------------------------------------------- Cthulhu Wars
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize(("players", "answers"), [(2, 40), (3, 120), (4, 0), (4, 30), (4, 200), (4, 5000)])
def test_earth_fits_the_terminal(lang: str, width: int, players: int, answers: int) -> None:
    for line in drawn(played("cthulhu", players, answers), drawing("cthulhu"), width, lang):
        assert cell_len(line) <= width


def test_every_area_gate_figure_and_requirement_is_told() -> None:
    game = played("cthulhu", 4, 60)
    seen, text = view(game, 0), " ".join("\n".join(drawn(game, drawing("cthulhu"), 400)).split())
    words = definition("cthulhu").catalogue.templates["en"]
    for area, here in seen["areas"].items():
        assert words[f"area.{area}"] in text
        if here["controller"] is not None:
            assert f"O {seen['players'][here['controller']]['faction'][0].upper()} " in text
    for home in seen["players"]:
        for slot in home["slots"]:
            told = f"ability.{slot['spellbook']}" if slot["spellbook"] else f"requirement.{slot['requirement']}"
            assert words[told] in text
        assert f"Power {home['power']} (+{home['income']})" in text


def test_a_battle_tells_dice_and_what_each_unit_suffers() -> None:
    game = next(g for seed in range(40) if (g := until("cthulhu", "retreat", seed)) is not None)
    fight, text = view(game, 0)["battle"], "\n".join(drawn(game, drawing("cthulhu"), 200))
    for faces in fight["rolled"]:
        assert f"dice {' '.join([str(face) for face in faces]) or '-'}" in text
    assert text.count("(Pain") + text.count(", Pain") == len(fight["pained"])


def until(slug: str, prompt: str, seed: int) -> Game[Any] | None:
    """A game in which somebody is asked just that, if it comes to it."""
    game, random = new_game(slug, 4, seed), Random(seed)
    while (asked := game.decisions()) and asked[0].prompt != prompt:
        fights = [option for option in asked[0].options if option == "battle"]
        game.apply(asked[0].player, random.choice(fights or asked[0].options))
    return game if asked else None


# ---------------------------------------------------------------- Chaos in the Old World
@pytest.mark.parametrize("width", [80, 140])
def test_the_old_world_shows_regions_sheets_and_only_the_own_hand(width: int) -> None:
    game = played("oldworld", 4, 40)
    seen = view(game, 0)
    text = "\n".join(drawn(game, drawing("oldworld"), width))
    catalogue = definition("oldworld").catalogue.templates["en"]
    for region in seen["regions"]:
        assert catalogue[f"region.{region['name']}"] in text
        for figure in region["figures"]:
            assert catalogue[f"figure.{figure['kind']}"] in text
    for title in seen["players"][0]["hand"]:
        assert catalogue[f"card.{title}"] in text
    hidden = set(view(game, 1)["players"][1]["hand"]) - {slot["card"] for r in seen["regions"] for slot in r["slots"]}
    assert hidden
    for title in hidden:
        assert catalogue[f"card.{title}"] not in text


def test_the_old_world_marks_stand_ins() -> None:
    game = played("oldworld", 4, 40)
    shown = [title for title in view(game, 0)["old_world"]["track"] if title in DESIGNED]
    text = "\n".join(drawn(game, drawing("oldworld"), 80))
    catalogue = definition("oldworld").catalogue.templates["en"]
    assert shown
    for title in shown:
        after = text.partition(catalogue[f"card.{title}"])[2].lstrip(" @")
        assert after.startswith("*")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("answers", [0, 45])
def test_the_battlefield_fits_and_shows_every_unit(lang: str, width: int, answers: int) -> None:
    game = played("wh40k", 2, answers)
    lines = drawn(game, drawing("wh40k"), width, lang)
    assert max([cell_len(line) for line in lines]) <= width
    shown = view(game, 0)
    field = "".join([line.split("|")[1] for line in lines if line.startswith("|")])
    for seat, first in ((0, "A"), (1, "a")):
        own = [unit for unit in shown["units"] if unit["owner"] == seat]
        for at, unit in enumerate(own):
            sign = chr(ord(first) + at)
            assert (sign in field) == (unit["place"] == "table")
            assert [line for line in lines if f"{sign}   " in line]


def test_models_stand_where_they_are_and_walls_are_drawn() -> None:
    game = played("wh40k", 2, 45)
    lines = [line[1:73] for line in drawn(game, drawing("wh40k"), 80) if line.startswith("|")]
    assert (len(lines), len(lines[0])) == (24, 72)
    shown = view(game, 0)
    unit = next(unit for unit in shown["units"] if unit["place"] == "table" and unit["owner"] == 0)
    _, _, _, x, y, *_ = shown["models"][unit["alive"][0]]
    assert lines[y // (2 * INCH)][x // INCH] == "A"
    assert "#" in "".join(lines)
