"""Elder Signs are hidden, and nothing else."""

from __future__ import annotations

from games.cthulhu.table import answer, asked, options, seat, table
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.components import SIGN_VALUE
from grimtable.games.cthulhu.hidden import redeal, unknown
from grimtable.games.cthulhu.state import DOOM
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import Step
from rule import rule


@rule("CTHULHU-3.12", "CTHULHU-2.14")
def test_a_redeal_keeps_what_the_viewer_knows_and_the_number_of_signs() -> None:
    base = table(signs={"gc": [3, 2], "cc": [3, 3, 1]}).base
    seen: set[tuple[int, ...]] = set()
    for seed in range(30):
        other = redeal(base, unknown(base, 0), 0, FastDice(seed))
        assert other.signs[0] == base.signs[0]
        assert len(other.signs[1]) == 3
        assert sorted([*other.bag, *other.signs[0], *other.signs[1]]) == list(range(36))
        assert [other.knows[token] for token in other.signs[1]] == [2, 2, 2]  # still known to their owner
        seen.add(tuple([SIGN_VALUE[token] for token in other.signs[1]]))
    assert len(seen) > 5


def test_options_to_reveal_come_from_the_own_signs_and_one_is_asked_too() -> None:
    game = table(Step("doom_slot", (1,)), phase=DOOM, cycle=2, signs={"cc": [2]})
    answer(game, "reveal")
    assert (asked(game), options(game)) == (("cc", "reveal"), [2])  # a single value is asked for, or it would be told
    imagined = game.imagine(seat(game, "gc"), FastDice(5))
    assert imagined.decisions()[0].prompt == "reveal"


def test_an_option_names_all_units_that_are_alike() -> None:
    game = table(arabia="gc gate acolyte, gc 2 acolyte")
    answer(game, "move")
    decision = game.decisions()[0]
    view = game.rules.view(game.state, 0)
    refs = DEFINITION.describe.option(view, decision, "gc_acolyte_2").refs
    assert refs == ("unit:gc_acolyte_2", "unit:gc_acolyte_3", "area:arabia")
    assert DEFINITION.describe.option(view, decision, "gc_acolyte_1").refs == ("unit:gc_acolyte_1", "area:arabia")
