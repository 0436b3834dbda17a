"""Spellbooks with their requirements, and Elder Signs [CTHULHU-3]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import (
    BEST_SIGN,
    DOOM_GOAL,
    FACTION_OF_REQUIREMENT,
    FORGO,
    INNATE,
    REQUIREMENTS,
    SIGN_ID,
    SIGN_VALUE,
    SPELLBOOKS,
    Player,
)
from grimtable.games.cthulhu.state import Cthulhu, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# ---------------------------------------------------------------- hooks: open requirements attach under their id
watch = Hook[[Cthulhu, Player], None]()  # calls `fulfil` if the requirement's condition holds
reward = Hook[[T, Player], None]()  # what comes with the spellbook


# ---------------------------------------------------------------- requirements
def abilities_of(faction: int, slots: tuple[str, ...]) -> tuple[str, ...]:
    """[CTHULHU-3.1] What is in force: innate abilities, placed spellbooks; and the requirements still open."""
    books = [book for book in SPELLBOOKS[faction] if book in slots]
    still_open = [requirement for requirement, book in zip(REQUIREMENTS[faction], slots) if not book]
    return (*INNATE[faction], *books, *still_open)


def fulfil(s: Cthulhu, me: Player, requirement: str) -> None:
    """[CTHULHU-3.7, CTHULHU-3.10] Note a requirement as fulfilled; it stays so, and counts once."""
    if requirement in s.abilities[me] and requirement not in s.met:
        s.met.append(requirement)


def look(s: Cthulhu) -> None:
    """[CTHULHU-3.9] Everybody's open requirements, whoever's turn it is."""
    for me in range(len(s.power)):
        for check in watch.of(s.abilities[me]):
            check(s, me)


def earn(t: T) -> Flow[None]:
    """[CTHULHU-3.6, CTHULHU-3.8] One spellbook for each requirement fulfilled, at once, the owner's choice."""
    s = t.state
    look(s)
    while s.met:
        requirement = next(r for me in s.order() for r in s.met if FACTION_OF_REQUIREMENT[r] == s.faction[me])
        me = s.faction.index(FACTION_OF_REQUIREMENT[requirement])
        s.met.remove(requirement)
        s.met.insert(0, requirement)  # the first one is the one that is asked about
        book = yield from t.choose(me, "spellbook", unearned(s, me))
        s.met.pop(0)
        place_book(s, me, requirement, book)
        t.emit("spellbook", me, book, requirement)
        for gain in reward.of((requirement,)):
            gain(t, me)
        look(s)


def unearned(s: Cthulhu, me: Player) -> list[str]:
    return [book for book in SPELLBOOKS[s.faction[me]] if book not in s.slots[me]]


def place_book(s: Cthulhu, me: Player, requirement: str, book: str) -> None:
    """[CTHULHU-3.1, CTHULHU-3.7] Put a spellbook on a requirement's slot, for good; it is active from now on."""
    faction = s.faction[me]
    slot = REQUIREMENTS[faction].index(requirement)
    s.slots[me] = (*s.slots[me][:slot], book, *s.slots[me][slot + 1 :])
    s.abilities[me] = abilities_of(faction, s.slots[me])


# ---------------------------------------------------------------- Elder Signs
def gain_signs(t: T, me: Player, count: int = 1) -> None:
    """[CTHULHU-3.12, CTHULHU-3.15] Draw Elder Signs secretly; with an empty bag each is worth 1 Doom at once."""
    s = t.state
    for _ in range(count):
        if not s.bag:
            s.doom[me] += 1
            t.emit("sign_as_doom", me)
            continue
        token = s.bag.pop()
        s.signs[me] = (*s.signs[me], token)
        s.knows[token] = 1 << me
        t.emit("elder_sign", me, secret=(SIGN_ID[token],), to=(me,))


def sign_would_end_it(s: Cthulhu, me: Player) -> bool:
    """[CTHULHU-3.15] The bag is empty, and the Doom in place of an Elder Sign would reach the goal."""
    return not s.bag and s.doom[me] < DOOM_GOAL <= s.doom[me] + 1


def uses(t: T, me: Player, ability: str) -> Flow[bool]:
    """[CTHULHU-3.3] Ask whether an ability is used or left unused."""
    return (yield from t.choose(me, "use_ability", [ability, FORGO])) == ability


def sign_values(s: Cthulhu, me: Player) -> list[int]:
    """The different values among a player's own Elder Signs."""
    return sorted({SIGN_VALUE[token] for token in s.signs[me]})


def reveal(t: T, me: Player, value: int) -> None:
    """[CTHULHU-3.13, CTHULHU-3.14] Turn up one Elder Sign of this value: Doom rises, the token leaves the game."""
    s = t.state
    token = next(sign for sign in s.signs[me] if SIGN_VALUE[sign] == value)
    s.signs[me] = tuple([sign for sign in s.signs[me] if sign != token])
    s.revealed = (*s.revealed, token)
    s.knows[token] = (1 << len(s.power)) - 1
    s.doom[me] += value
    t.emit("sign_revealed", me, SIGN_ID[token])
    t.no_undo()


def reveal_one(t: T, me: Player) -> Flow[None]:
    """Choose one of the own Elder Signs and reveal it. The step must end after this."""
    value = yield from t.choose(me, "reveal", sign_values(t.state, me), hidden=True)
    reveal(t, me, value)


def may_end_it(s: Cthulhu, me: Player) -> bool:
    """Whether revealing could bring a player to the goal, as far as everybody can see."""
    return s.doom[me] + BEST_SIGN * len(s.signs[me]) >= DOOM_GOAL
