"""`grimtable import-roster` as a player uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from terminal.running import Grim, fits

PATROL = Path(__file__).parents[1] / "games" / "wh40k" / "rosters" / "patrol.ros"
REASON = {"reason": str, "names": [str], "text": str}
REPORT = {
    "name": str,
    "system": str,
    "costs": {str: (int, float)},
    "reasons": [REASON],
    "entries": [
        {
            "name": str,
            "catalogue": str,
            "type": str,
            "status": str,
            "reasons": [REASON],
            "datasheet": str,
            "points": (int, float),
            "power": (int, float),
            "warlord": bool,
            "models": [{"name": str, "count": int, "weapon_profiles": [str], "profile": str, "wargear": [str]}],
            "unit_profiles": [str],
            "categories": [str],
        }
    ],
    "army": dict,
}


def test_a_roster_becomes_an_army(grim: Grim, tmp_path: Path) -> None:
    out = tmp_path / "army.json"
    ran = grim("import-roster", str(PATROL), "--json", "--out", str(out))
    fits(ran.json, REPORT)
    assert ran.code == 1  # the colossus was refused
    assert ran.json["costs"] == {"PL": 17, "pts": 271}
    assert ran.json["army"] == json.loads(out.read_text(encoding="utf-8"))
    assert grim("import-roster", str(PATROL), "--out", str(out)).code == 2  # never overwritten


@pytest.mark.parametrize(
    ("lang", "said", "armed"),
    [
        ("en", "there is no datasheet for it here", "4 x Hellblaster: Plasma incinerator, Bolt pistol"),
        ("ja", "対応するデータシートがない", "Hellblaster 4体:プラズマ・インシネレーター、ボルトピストル"),
    ],
)
def test_people_are_told_what_became_of_each_entry(grim: Grim, lang: str, said: str, armed: str) -> None:
    ran = grim("import-roster", str(PATROL), "--lang", lang)
    assert said in ran.out
    assert armed in ran.out


def test_what_cannot_be_read_is_refused_in_one_line(grim: Grim, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.ros"
    wrong.write_bytes(b"hello")
    for file in (wrong, tmp_path / "nowhere.ros", tmp_path):
        ran = grim("import-roster", str(file))
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
