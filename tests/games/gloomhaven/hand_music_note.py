"""Halves of the Soothsinger that need words of their own."""

from __future__ import annotations

from games.gloomhaven.reading import by_hand, lies_in, lost_hp, named_conditions, over, played
from games.gloomhaven.table import HALT, asked, blow, card, options, place, play, where
from games.gloomhaven.table import run as carry_out
from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import HEROES, SUMMON
from grimtable.games.gloomhaven.components.cards import SUMMON_OF
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, MONSTER_CURSE, modifier_kind
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.state import Gloomhaven

ME = "music-note"


def curses(s: Gloomhaven) -> int:
    """In the monsters' deck."""
    return len([c for c in s.decks[4] if modifier_kind(c) in (CURSE_CARD, MONSTER_CURSE)])


def sung(name: str, foes: list[tuple[int, int]]) -> Gloomhaven:
    """A Song is sung: it stays, and gives its experience only in the turns that follow."""
    s = over(played(ME, name, "top", foes))
    assert (lies_in(s, name, "active"), s.xp[0]) == (True, 0)
    s.decks[1] = s.decks[1][:1]  # the ally draws +0 only
    return s


def next_turn(s: Gloomhaven, *answers: object) -> Gloomhaven:
    s.chosen[0] = s.hand[0][:2]
    return over(play(s, "start_turn", 0, answers=answers))


def strike(s: Gloomhaven, figure: int, *answers: object) -> Gloomhaven:
    """The default attack of a figure on the enemy with the number 2."""
    return over(play(s, "half", figure, s.hand[figure][0], "attack", answers=answers))


# ---------------------------------------------------------------- Songs
@by_hand("Power Ballad", "top")
def power_ballad() -> None:
    s = sung("Power Ballad", [(1, 0)])
    assert lost_hp(strike(s.clone(), 1, 2, "yes"), 2) == 3
    assert lost_hp(strike(s.clone(), 1, 2, "no"), 2) == 2, "another attack may be better"
    twice = strike(s.clone(), 1, 2, "yes")
    assert lost_hp(strike(twice, 1, 2), 2) == 5, "one attack in a turn"
    assert lost_hp(strike(s.clone(), 0, 2), 2) == 2, "allies, not the singer"
    assert next_turn(s).xp[0] == 1


@by_hand("Defensive Ditty", "top")
def defensive_ditty_top() -> None:
    s = sung("Defensive Ditty", [])
    assert (shield(s, 1), shield(s, 0)) == (1, 0)
    ballad = card("Power Ballad")
    s.to_play = (ballad,)
    later = over(play(s, "half", 0, ballad, "top", answers=[card("Defensive Ditty")]))
    assert (shield(later, 1), lies_in(later, "Defensive Ditty", "discard")) == (0, True), "one Song at a time"
    assert lies_in(later, "Power Ballad", "active")


@by_hand("Defensive Ditty", "bottom")
def defensive_ditty_bottom() -> None:
    s = over(played(ME, "Defensive Ditty", "bottom", []))
    assert s.xp[0] == 1
    far = s.clone()
    far.put(1, place(far, (0, 3)))
    assert carry_out(far, lambda t: suffer(t, 1, 3), ["suffer"]).state.hp[1] == 57, "too far away"
    later = carry_out(s, lambda t: suffer(t, 1, 3)).state
    assert (later.hp[1], lies_in(later, "Defensive Ditty", "discard")) == (60, True)
    assert carry_out(later, lambda t: suffer(t, 1, 3), ["suffer"]).state.hp[1] == 57, "only once"


@by_hand("Song of Speed", "top")
def song_of_speed_top() -> None:
    s = sung("Song of Speed", [(4, 0)])
    moved = play(s.clone(), "half", 1, s.hand[1][0], "move", answers=[place(s, (-1, 4))])
    assert where(over(moved), 1) == (-1, 4), "three hexes with Move 2"
    dagger = card("Spare Dagger")
    s.hand[1] = (dagger, *s.hand[1][1:])
    s.put(1, place(s, (-1, 0)))
    s.put(2, place(s, (3, 0)))
    assert asked(play(s.clone(), "half", 1, dagger, "top")) == "target", "range 4 instead of 3"
    s.put(2, place(s, (4, 0)))
    assert asked(play(s.clone(), "half", 1, dagger, "top")) == HALT
    slow = over(play(s, "half", 0, s.hand[0][0], "move", answers=[place(s, (2, 0))]))
    assert where(slow, 0) == (2, 0), "the singer as ever"


@by_hand("Song of Speed", "bottom")
def song_of_speed_bottom() -> None:
    s = over(played(ME, "Song of Speed", "bottom", [(4, 0), (5, 0)]))
    assert (named_conditions(s, 2), named_conditions(s, 3), s.xp[0]) == ({"muddle"}, set(), 1)


@by_hand("Wistful Wounding", "top")
def wistful_wounding() -> None:
    s = sung("Wistful Wounding", [(1, 0)])
    assert named_conditions(strike(s.clone(), 1, 2), 2) == {"wound"}
    assert named_conditions(strike(s, 0, 2), 2) == set()


@by_hand("Soothing Lullaby", "top")
def soothing_lullaby() -> None:
    s = sung("Soothing Lullaby", [])
    s.chosen[1] = s.hand[1][:2]
    later = over(play(s, "start_turn", 1))
    assert (later.hp[1], later.hp[0]) == (61, 60)
    assert next_turn(later).hp[0] == 60, "not at the turn of the singer"


@by_hand("Tranquil Trill", "top")
def tranquil_trill() -> None:
    s = sung("Tranquil Trill", [])
    s.chosen[1] = s.hand[1][:2]
    assert over(play(s, "start_turn", 1)).hp[1] == 62


@by_hand("Echoing Aria", "top")
def echoing_aria_top() -> None:
    s = sung("Echoing Aria", [(1, 0)])
    assert (retaliates(s, 1), retaliates(s, 0)) == ([(2, 2)], [])


@by_hand("Disorienting Dirge", "top")
def disorienting_dirge_top() -> None:
    s = sung("Disorienting Dirge", [(1, 0)])
    assert blow(s.clone(), 2, 1, "+1 -1") == 1, "the worse of two cards"
    assert blow(s, 0, 2) == 2, "its own side as ever"


@by_hand("Captivating Performance", "top")
def captivating_performance() -> None:
    s = sung("Captivating Performance", [(1, 0)])
    once = strike(s, 1, 2)
    assert lost_hp(once, 2) == 3
    assert lost_hp(strike(once, 1, 2), 2) == 6, "every attack"


@by_hand("Mobilizing Measure", "top")
def mobilizing_measure() -> None:
    s = sung("Mobilizing Measure", [(3, 0)])
    s.put(1, place(s, (1, 0)))
    later = strike(s.clone(), 1, place(s, (2, 0)), 2)
    assert (where(later, 1), lost_hp(later, 2)) == ((2, 0), 2)
    kind = next(kind for (name, _), kind in SUMMON_OF.items() if name == "battle-bot")
    figure = s.enter(HEROES, SUMMON, kind, 0, 1, 5, place(s, (4, 0)))
    s.owner[figure] = 1
    game = play(s, "summon_turn", figure)
    assert (asked(game), where(game.state, figure)) == ("move_to", (4, 0)), "a summon hears it, too"


@by_hand("Pull the Strings", "top")
def pull_the_strings_top() -> None:
    s = sung("Pull the Strings", [(5, 0)])
    later = next_turn(s, "yes", 2, place(s, (3, 0)))
    assert (where(later, 2), later.xp[0]) == ((3, 0), 1)


@by_hand("Nightmare Serenade", "top")
def nightmare_serenade() -> None:
    s = sung("Nightmare Serenade", [(5, 0)])
    later = next_turn(s, 2)
    assert (curses(later), later.xp[0]) == (1, 1)


@by_hand("Melody and Harmony", "top")
def melody_and_harmony() -> None:
    s = over(played(ME, "Melody and Harmony", "top", []))
    for name in ("Power Ballad", "Defensive Ditty"):
        s.to_play = (card(name),)
        s = over(play(s, "half", 0, card(name), "top"))
    assert all([lies_in(s, name, "active") for name in ("Power Ballad", "Defensive Ditty")])
    assert next_turn(s.clone()).xp[0] == 1, "of one of the two"
    s.to_play = (card("Echoing Aria"),)
    s = over(play(s, "half", 0, card("Echoing Aria"), "top", answers=[card("Power Ballad")]))
    assert lies_in(s, "Power Ballad", "discard")
    assert (shield(s, 1), len(retaliates(s, 1))) == (1, 1)


@by_hand("Unending Chant", "top")
def unending_chant() -> None:
    s = over(played(ME, "Unending Chant", "top", [(1, 0)]))
    knife = card("Nimble Knife")
    s.to_play = (knife,)
    later = over(play(s, "half", 0, knife, "top", answers=[2, "nobody"]))
    assert (curses(later), [row.used for row in later.bonuses]) == (2, [1])
    tuning = card("Tuning the Outcome")
    later.to_play = (tuning,)
    later = over(play(later, "half", 0, tuning, "bottom", answers=["stay", 2]))
    assert (curses(later), [row.used for row in later.bonuses]) == (4, [2]), "one more curse each time"


# ---------------------------------------------------------------- allies act
@by_hand("Call to Action", "top")
def call_to_action_top() -> None:
    s = over(played(ME, "Call to Action", "top", []))
    assert (named_conditions(s, 1), named_conditions(s, 0)) == ({"strengthen"}, set())


def granted_attack(name: str, half: str, value: int, xp: int = 0) -> None:
    """The ally beside an enemy attacks it."""
    game = played(ME, name, half, [(1, 0)], change=with_cards)
    while asked(game) == "whom":
        game.apply(0, 1)
    game.apply(1, 2)
    s = over(game)
    assert (lost_hp(s, 2), s.xp[0]) == (value, xp)


def with_cards(s: Gloomhaven) -> None:
    """The ally draws +0 only."""
    s.decks[1] = s.decks[1][:1]


@by_hand("Call to Action", "bottom")
def call_to_action_bottom() -> None:
    granted_attack("Call to Action", "bottom", 4)


@by_hand("Inspiring Anthem", "bottom")
def inspiring_anthem_bottom() -> None:
    granted_attack("Inspiring Anthem", "bottom", 5)


@by_hand("Booming Proclamation", "bottom")
def booming_proclamation_bottom() -> None:
    granted_attack("Booming Proclamation", "bottom", 3, 1)


@by_hand("Shadow Puppets", "bottom")
def shadow_puppets_bottom() -> None:
    granted_attack("Shadow Puppets", "bottom", 4)


@by_hand("Commanding Presence", "top")
def commanding_presence_top() -> None:
    s = over(played(ME, "Commanding Presence", "top", [(1, 0), (-1, 1), (3, 0)], 1, 2, change=with_cards))
    assert [lost_hp(s, f) for f in (2, 3, 4)] == [2, 2, 0]


@by_hand("Marching Beat", "top")
def marching_beat() -> None:
    s = over(played(ME, "Marching Beat", "top", [], 1, (0, 5)))
    assert where(s, 1) == (0, 5)


@by_hand("Inspiring Anthem", "top")
def inspiring_anthem_top() -> None:
    s = over(played(ME, "Inspiring Anthem", "top", [], 1, (0, 6)))
    assert where(s, 1) == (0, 6)


@by_hand("Nimble Knife", "top")
def nimble_knife() -> None:
    s = over(played(ME, "Nimble Knife", "top", [(1, 0)], 2, 1))
    assert (lost_hp(s, 2), curses(s), len(s.decks[1])) == (2, 1, 21)


@by_hand("Echoing Aria", "bottom")
def echoing_aria_bottom() -> None:
    s = over(played(ME, "Echoing Aria", "bottom", []))
    assert (shield(s, 1), shield(s, 0), s.xp[0]) == (2, 0, 1)
    s.put(1, place(s, (0, 4)))
    assert shield(s, 1) == 0, "out of range"


# ---------------------------------------------------------------- enemies
@by_hand("Throw Voice", "top")
def throw_voice_top() -> None:
    on_area("Throw Voice", "top", "disarm")


@by_hand("Provoke Terror", "top")
def provoke_terror() -> None:
    on_area("Provoke Terror", "top", "stun")


def on_area(name: str, half: str, condition: str) -> None:
    game = played(ME, name, half, [(3, 0), (3, -1), (5, 0)])
    around = game.state.hex[2:4]
    game.apply(0, next(spot for spot in options(game) if {*around} <= {*spot}))
    s = over(game)
    assert [named_conditions(s, f) for f in (2, 3, 4)] == [{condition}, {condition}, set()]


@by_hand("Singing Arrow", "top")
def singing_arrow() -> None:
    game = played(ME, "Singing Arrow", "top", [(3, 0), (3, -1)])
    game.apply(0, next(spot for spot in options(game) if {*game.state.hex[2:4]} <= {*spot}))
    assert curses(over(game)) == 2


@by_hand("Throw Voice", "bottom")
def throw_voice_bottom() -> None:
    game = played(ME, "Throw Voice", "bottom", [(3, 0), (3, -1)])
    game.apply(0, next(spot for spot in options(game) if {*game.state.hex[2:4]} <= {*spot}))
    for to in ((4, 0), (4, -2)):
        game.apply(0, place(game.state, to))
    s = over(game)
    assert (where(s, 2), where(s, 3), s.xp[0]) == ((4, 0), (4, -2), 1)


@by_hand("Commanding Presence", "bottom")
def commanding_presence_bottom() -> None:
    game = played(ME, "Commanding Presence", "bottom", [(2, 0)])
    game.apply(0, options(game)[1])
    game.apply(0, place(game.state, (4, 0)))
    s = over(game)
    assert (where(s, 2), s.xp[0], lies_in(s, "Commanding Presence", "lost")) == ((4, 0), 1, True)


@by_hand("Change Tempo", "top")
def change_tempo() -> None:
    s = over(played(ME, "Change Tempo", "top", [(3, 0), (4, 0)]))
    assert (named_conditions(s, 2), named_conditions(s, 3)) == ({"immobilize"}, set())


@by_hand("Crippling Chorus", "top")
def crippling_chorus() -> None:
    s = over(played(ME, "Crippling Chorus", "top", [(3, 0), (4, 0)]))
    assert (named_conditions(s, 2), named_conditions(s, 3), s.xp[0]) == ({"stun"}, set(), 2)


@by_hand("Disorienting Dirge", "bottom")
def disorienting_dirge_bottom() -> None:
    s = over(played(ME, "Disorienting Dirge", "bottom", [(3, 0), (2, 0), (4, 0)]))
    assert (curses(s), len(s.decks[1]), s.xp[0]) == (2, 21, 1)


@by_hand("Booming Proclamation", "top")
def booming_proclamation_top() -> None:
    game = played(ME, "Booming Proclamation", "top", [(2, 0), (3, 0)])
    for to in ((3, -1), (4, -1)):
        game.apply(0, place(game.state, to))
    s = over(game)
    assert (lost_hp(s, 2), where(s, 2), lost_hp(s, 3)) == (1, (4, -1), 0)


@by_hand("Pull the Strings", "bottom")
def pull_the_strings_bottom() -> None:
    s = over(played(ME, "Pull the Strings", "bottom", [(5, 0), (5, -1)], 2, 3, change=with_plain_monsters))
    assert (lost_hp(s, 3), lost_hp(s, 2), s.xp[0]) == (2, 0, 1)


def with_plain_monsters(s: Gloomhaven) -> None:
    s.decks[4] = s.decks[4][:1]


@by_hand("Shadow Puppets", "top")
def shadow_puppets_top() -> None:
    answers = ((1, 0), (3, 0), "stay", 3)
    s = over(played(ME, "Shadow Puppets", "top", [(1, 0), (1, -1)], *answers, change=with_plain_monsters))
    assert (where(s, 0), lost_hp(s, 3), lost_hp(s, 2)) == ((3, 0), 3, 0)
