"""`grimtable odds`: what an attack in Warhammer 40,000 will do, exactly."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable.games.wh40k.components import SHEET_OF, SHEETS, WEAPON_OF, WEAPONS, Amount, Profile, Sheet
from grimtable.games.wh40k.matchups import attack_with, line_of, target_of
from grimtable.games.wh40k.odds import FAILED, ONES, Attack, Odds, Target, has_choice
from grimtable.games.wh40k.odds import odds as reckoned
from grimtable.kernel.values import BadInput
from grimtable.terminal.arguments import json_option, lang_option
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.exits import did_you_mean
from grimtable.terminal.words import say

ROLL = re.compile(r"(?:(\d{0,2})[dD]([36])(?:\+(\d{1,2}))?|(\d{1,3}))")
MOST_WORK = 150_000  # attacks times wounds: a second or two
AGAIN = click.Choice([ONES, FAILED])


def rolled(context: click.Context, param: click.Parameter, word: str | None) -> Amount | None:
    """A number or dice: 10, D6, 2D3, D6+1."""
    if word is None:
        return None
    found = ROLL.fullmatch(word)
    if found is None:
        raise BadInput(f"--{param.name} {word!r} is neither a number up to 999 nor dice such as D6, 2D3 or D6+1")
    dice, sides, plus, number = found.groups()
    if number is not None:
        return Amount(0, 0, int(number))
    return Amount(int(dice or 1), int(sides), int(plus or 0))


@click.command(short_help="What an attack in Warhammer 40,000 will do, exactly.")
@click.option("--by", metavar="DATASHEET", help="The attackers: their skill, strength and number.")
@click.option("--weapon", metavar="WEAPON", help="What they attack with; WEAPON:2 is its second profile.")
@click.option("--at", metavar="DATASHEET", help="The target: its toughness, saves, wounds and number.")
@click.option("--attackers", type=click.IntRange(1, 99), help="How many attack. Default: the smallest unit.")
@click.option("--half-range", is_flag=True, help="Within half range: Rapid Fire weapons shoot twice as often.")
@click.option("--attacks", callback=rolled, metavar="DICE", help="Attacks in all: 10, D6, 3D3.")
@click.option("--skill", type=click.IntRange(0, 6), help="BS or WS: 3 stands for 3+; 0 hits by itself.")
@click.option("--strength", type=click.IntRange(1, 40), help="Strength of the weapon in this hand.")
@click.option("--ap", type=click.IntRange(-6, 0), help="Armour Penetration, as -1.")
@click.option("--damage", callback=rolled, metavar="DICE", help="Damage of each unsaved attack: 1, D3, D6.")
@click.option("--to-hit", type=click.IntRange(-6, 6), default=0, help="Modifier of hit rolls, as -1 after moving.")
@click.option("--to-wound", type=click.IntRange(-6, 6), default=0, help="Modifier of wound rolls.")
@click.option("--reroll-hits", type=AGAIN, help="Which hit rolls are made again.")
@click.option("--reroll-wounds", type=AGAIN, help="Which wound rolls are made again.")
@click.option("--overwatch", is_flag=True, help="Only natural sixes hit.")
@click.option("--toughness", type=click.IntRange(1, 20), help="Toughness of the target.")
@click.option("--save", type=click.IntRange(2, 7), help="Armour save: 3 stands for 3+, 7 for none.")
@click.option("--invulnerable", type=click.IntRange(2, 7), help="Invulnerable save.")
@click.option("--ignore", type=click.IntRange(2, 7), help="Each wound lost is ignored on this roll.")
@click.option("--wounds", type=click.IntRange(1, 60), help="Wounds of each model.")
@click.option("--models", type=click.IntRange(1, 60), help="Models of the target. Default: the smallest unit.")
@click.option("--cover", is_flag=True, help="The whole target is in cover: +1 to armour saves.")
@lang_option
@json_option
def odds(lang: str, as_json: bool, **given: Any) -> None:
    """Reckon an attack to the end: hits, wounds, damage, and how likely so many models are slain.

    Name attackers, weapon and target as the datasheets do, or give the numbers, or both: a number that you give counts
    in place of the datasheet's. Nothing is rolled and nothing is rounded. What depends on the table (auras, ranges,
    what the target is) is left out, and named.

    \b
    Examples:
      grimtable odds --by intercessor_squad --weapon bolt_rifle --at plague_marines --half-range
      grimtable odds --by lord_of_contagion --weapon plaguereaper --at intercessor_squad --reroll-hits ones
      grimtable odds --attacks 2 --skill 3 --strength 9 --ap -3 --damage D6 --toughness 7 --save 3 --wounds 8 --json
    """
    attack, missed = attack_given(given)
    target, kept = target_given(given)
    most = attack.attacks.plus + attack.attacks.dice * attack.attacks.sides
    if most * target.models * target.wounds > MOST_WORK:
        raise BadInput(
            f"{most} attacks at {target.models} models of {target.wounds} wounds are too many to follow; "
            f"attacks times models times wounds may be {MOST_WORK}"
        )
    found = reckoned([attack], target)
    always = reckoned([attack], target, True) if has_choice(attack, target) else None
    left_out = [*missed, *kept]
    if as_json:
        print_json(report(attack, target, found, always, left_out))
    else:
        show(attack, target, found, always, left_out, lang)


# ---------------------------------------------------------------- what is given
def attack_given(given: dict[str, Any]) -> tuple[Attack, list[str]]:
    """The attack by names, with the numbers given in place of theirs."""
    named: Attack | None = None
    left_out: list[str] = []
    if given["by"] is not None or given["weapon"] is not None:
        if given["by"] is None or given["weapon"] is None:
            raise BadInput("--by and --weapon belong together, as in: --by intercessor_squad --weapon bolt_rifle")
        sheet = sheet_named(given["by"])
        counted = attack_with(
            line_of(sheet),
            profile_named(given["weapon"]),
            given["attackers"] or SHEETS[sheet].smallest,
            given["half_range"],
        )
        named, left_out = counted.attack, list(counted.left_out)
    numbers = {
        name: given[name] for name in ("attacks", "skill", "strength", "ap", "damage") if given[name] is not None
    }
    if named is None:
        missing = [name for name in ("attacks", "skill", "strength") if name not in numbers]
        if missing:
            raise BadInput(f"give --{' and --'.join(missing)}, or name the attackers with --by and --weapon")
        named = Attack(numbers["attacks"], numbers["skill"], numbers["strength"], 0, Amount(0, 0, 1))
    attack = named._replace(
        **numbers, to_hit=named.to_hit + given["to_hit"], to_wound=given["to_wound"], overwatch=given["overwatch"]
    )
    return attack._replace(
        hits_again=given["reroll_hits"] or attack.hits_again, wounds_again=given["reroll_wounds"] or attack.wounds_again
    ), left_out


def target_given(given: dict[str, Any]) -> tuple[Target, list[str]]:
    names = ("toughness", "save", "wounds", "models", "invulnerable", "ignore")
    numbers = {name: given[name] for name in names if given[name] is not None}
    if given["at"] is not None:
        sheet = sheet_named(given["at"])
        counted = target_of(line_of(sheet), SHEETS[sheet].smallest, given["cover"])
        assert counted.target is not None
        return counted.target._replace(**numbers), list(counted.left_out)
    missing = [name for name in ("toughness", "save") if name not in numbers]
    if missing:
        raise BadInput(f"give --{' and --'.join(missing)}, or name the target with --at")
    plain = Target(numbers["toughness"], numbers["save"], wounds=1, models=1, cover=given["cover"])
    return plain._replace(**numbers), []


def sheet_named(word: str) -> Sheet:
    if word not in SHEET_OF:
        raise BadInput(f"there is no datasheet {word!r}; {meant(word, list(SHEET_OF))}")
    return SHEET_OF[word]


def profile_named(word: str) -> Profile:
    name, _, place = word.partition(":")
    if name not in WEAPON_OF:
        raise BadInput(f"there is no weapon {name!r}; {meant(name, list(WEAPON_OF))}")
    profiles = WEAPONS[WEAPON_OF[name]].profiles
    if place and not (place.isascii() and place.isdigit() and 1 <= int(place) <= len(profiles)):
        raise BadInput(f"{name} has profiles 1 to {len(profiles)}, not {place!r}")
    return profiles[int(place) - 1 if place else 0]


def meant(word: str, known: list[str]) -> str:
    """What it was meant to be; of so many names only those with a common beginning."""
    near = [name for name in known if name.startswith(word[:3])] or known[:5]
    return did_you_mean(word, known) if did_you_mean(word, known).startswith("did") else did_you_mean(word, near[:8])


# ---------------------------------------------------------------- what comes out
def dice(amount: Amount) -> str:
    if not amount.dice:
        return str(amount.plus)
    return f"{amount.dice if amount.dice > 1 else ''}D{amount.sides}{f'+{amount.plus}' if amount.plus else ''}"


def rounded(value: Fraction) -> float:
    return round(float(value), 6)


def averages(found: Odds) -> dict[str, float]:
    return {
        "hits": rounded(found.hits),
        "wounds": rounded(found.wounds),
        "unsaved": rounded(found.unsaved),
        "damage": rounded(found.damage),
        "lost": rounded(found.lost),
        "kills": rounded(found.mean_kills()),
    }


def report(attack: Attack, target: Target, found: Odds, always: Odds | None, left_out: list[str]) -> dict[str, Any]:
    """Everything in numbers; where re-rolls leave a choice, also what comes of never keeping a die."""
    hit, wound, fail = found.chances[0]
    slain = [
        {"kills": count, "chance": rounded(kill), "at_least": rounded(sum(found.kills[count:], Fraction(0)))}
        for count, kill in enumerate(found.kills)
    ]
    return {
        "attack": {**attack._asdict(), "attacks": dice(attack.attacks), "damage": dice(attack.damage)},
        "target": target._asdict(),
        "chances": {"hit": str(hit), "wound": str(wound), "unsaved": str(fail)},
        "expected": averages(found),
        **({"always": averages(always)} if always is not None else {}),
        "kills": slain,
        "left_out": left_out,
    }


def show(attack: Attack, target: Target, found: Odds, always: Odds | None, left_out: list[str], lang: str) -> None:
    out = stdout()
    hit, wound, fail = found.chances[0]
    out.print(Text(say(lang, "odds.attack", dice(attack.attacks), attack.strength, attack.ap, dice(attack.damage))))
    out.print(Text(say(lang, "odds.target", target.models, target.toughness, target.wounds)))
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("step", "chance", "mean"):
        rows.add_column(say(lang, f"odds.{key}"), justify="left" if key == "step" else "right")
    for key, likely, value in (
        ("hits", hit, found.hits),
        ("wounds", wound, found.wounds),
        ("unsaved", fail, found.unsaved),
    ):
        rows.add_row(say(lang, f"odds.{key}"), str(likely), f"{float(value):.2f}")
    for key, value in (("damage", found.damage), ("lost", found.lost), ("slain", found.mean_kills())):
        rows.add_row(say(lang, f"odds.{key}"), "", f"{float(value):.2f}")
    out.print(rows)
    kills = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("slain", "exactly", "at_least"):
        kills.add_column(say(lang, f"odds.{key}"), justify="right")
    for count, kill in enumerate(found.kills):
        more = sum(found.kills[count:], Fraction(0))
        if more * 1000 >= 1:
            kills.add_row(str(count), f"{float(kill):.1%}", f"{float(more):.1%}")
    out.print(kills)
    if always is not None:
        values = [f"{float(value):.2f}" for value in (always.damage, always.lost, always.mean_kills())]
        out.print(Text(say(lang, "odds.always", *values)))
    if left_out:
        out.print(Text(say(lang, "odds.left_out", ", ".join(left_out))))
