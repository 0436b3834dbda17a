"""Monster cards performed: lines from top to bottom."""

from __future__ import annotations

from games.gloomhaven.table import asked, condition, options, place, position, run, stack, where
from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import BOSS
from grimtable.games.gloomhaven.components.cards import CARD_OF, SUMMONS
from grimtable.games.gloomhaven.components.modifiers import MONSTER_DECK
from grimtable.games.gloomhaven.components.monsters import MONSTER_CARDS, STATS, TYPE_DECK, TYPE_OF, TYPES, stats_key
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.monsters.deeds import SUMMON_LINES, act_by_card
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.game import Game
from rule import rule

GUARD, ARCHER = "bandit-guard", "bandit-archer"


def lines(printed: int) -> tuple[Op, ...]:
    """The lines of a printed card; of two decks that share it, the later one's."""
    return [card.ops for card in MONSTER_CARDS if card.printed == printed][-1]


def card_with(monster: str, word: str) -> int:
    """A card of a monster's deck with a line of this word."""
    cards = [c for c in MONSTER_CARDS if c.deck == TYPE_DECK[TYPE_OF[monster]]]
    return next(c.printed for c in cards if [op for op in c.ops if op.name == word])


def kind(name: str) -> int:
    return [summon.name for summon in SUMMONS].index(name)


def acts(s: Gloomhaven, figure: int, printed: int, cards: str = "+0 +0 +0") -> Game[Gloomhaven]:
    """The monster performs a card; modifier cards are stacked, nobody can negate."""
    stack(s, MONSTER_DECK, cards)
    for character in range(s.characters):
        s.hand[character] = ()
    s.acting = figure
    return run(s, lambda t: act_by_card(t, figure, lines(printed)))


@rule("GLOOMHAVEN-2.24", "GLOOMHAVEN-20.8", "GLOOMHAVEN-20.20")
def test_move_and_attack_are_relative_to_the_stat_card() -> None:
    s = position(monsters=[(GUARD, "normal", (4, 0))])  # move 2, attack 2 at level 1
    hp = s.hp[0]
    assert (s.stats(1).move, s.stats(1).attack) == (3, 2)
    game = acts(s, 1, 525)  # move +1, attack -1
    assert where(game.state, 1) == (1, 0)
    assert game.state.hp[0] == hp - 1


@rule("GLOOMHAVEN-20.1")
def test_a_card_without_an_attack_does_not_attack() -> None:
    s = position(monsters=[("living-corpse", "normal", (1, 0))])
    hp = s.hp[0]
    game = acts(s, 1, 569)  # move +1, suffers 1 damage
    assert game.state.hp[0] == hp
    assert game.state.hp[1] == s.max_hp[1] - 1


@rule("GLOOMHAVEN-20.7")
def test_without_a_focus_other_lines_are_still_performed() -> None:
    s = position(monsters=[("cave-bear", "normal", (3, 0))])
    s.conditions[0] = condition("invisible")
    s.hp[1] -= 3
    hp = s.hp[1]
    game = acts(s, 1, 603)  # shield 1, retaliate 2, heal 2 self
    assert (shield(game.state, 1), retaliates(game.state, 1)) == (1, [(2, 1)])
    assert game.state.hp[1] == hp + 2


@rule("GLOOMHAVEN-16.11", "GLOOMHAVEN-2.18", "GLOOMHAVEN-16.12")
def test_shield_of_a_card_adds_to_that_of_the_stat_card() -> None:
    s = position(monsters=[("living-bones", "elite", (3, 0))], level=3)
    own = s.stats(1).shield
    before = shield(s, 1)
    assert before == own
    game = acts(s, 1, card_with("living-bones", "shield"))
    assert shield(game.state, 1) > own


@rule("GLOOMHAVEN-2.20")
def test_conditions_of_the_stat_card_come_with_every_attack() -> None:
    s = position(monsters=[("giant-viper", "normal", (1, 0))])
    game = acts(s, 1, 691)
    assert game.state.has(0, condition("poison"))
    assert game.state.has(0, condition("immobilize"))


@rule("GLOOMHAVEN-14.7", "GLOOMHAVEN-20.9")
def test_a_disarmed_monster_moves_as_if_it_had_no_attack() -> None:
    s = position(monsters=[(ARCHER, "normal", (5, 0))])
    s.conditions[1] = condition("disarm")
    hp = s.hp[0]
    game = acts(s, 1, 533)  # move +0, attack +0
    assert where(game.state, 1) == (3, 0)
    assert game.state.hp[0] == hp


@rule("GLOOMHAVEN-14.6")
def test_an_immobilized_monster_attacks_from_where_it_stands() -> None:
    s = position(monsters=[(ARCHER, "normal", (3, 0))])
    s.conditions[1] = condition("immobilize")
    hp = s.hp[0]
    game = acts(s, 1, 533)
    assert where(game.state, 1) == (3, 0)
    assert game.state.hp[0] == hp - 2


@rule("GLOOMHAVEN-20.21")
def test_target_two_hits_the_focus_and_one_more() -> None:
    s = position(
        heroes={"brute": (0, 0), "tinkerer": (1, -1), "scoundrel": (-3, 0)}, monsters=[(ARCHER, "normal", (2, 0))]
    )
    s.chosen[0] = (CARD_OF[1], CARD_OF[2])  # the others rest
    hp = s.hp.copy()
    game = acts(s, 3, 536)  # attack -1, target 2
    assert [hp[f] - game.state.hp[f] for f in range(3)] == [1, 1, 0]


@rule("GLOOMHAVEN-20.23")
def test_a_heal_goes_to_who_has_lost_the_most() -> None:
    s = position(
        heroes={"brute": (5, 0)},
        monsters=[("inox-shaman", "normal", (0, 0)), (GUARD, "normal", (1, 0)), (GUARD, "normal", (-1, 0))],
    )
    s.hp[2] -= 1
    s.hp[3] -= 3
    hp = s.hp[3]
    heals = card_with("inox-shaman", "heal")
    game = acts(s, 1, heals)
    assert game.state.hp[3] > hp
    assert game.state.hp[2] == s.max_hp[2] - 1


@rule("GLOOMHAVEN-20.24", "GLOOMHAVEN-20.31")
def test_a_summon_stands_next_to_its_summoner_nearest_to_an_enemy() -> None:
    s = position(monsters=[("cultist", "normal", (3, 0))])
    hp = s.hp[1]
    game = acts(s, 1, 609)  # summon living bones, suffers 2
    assert game.state.kind[2] == TYPE_OF["living-bones"]
    assert where(game.state, 2) == (2, 0)
    assert game.state.hp[1] == hp - 2
    assert game.state.marks[2] == 3  # has acted, leaves no money


@rule("GLOOMHAVEN-20.24")
def test_a_cultist_suffers_the_damage_of_its_card_even_if_the_summon_fails() -> None:
    s = position(monsters=[("cultist", "normal", (3, 0))], obstacles=[(2, 0), (4, 0), (3, 1), (3, -1), (4, -1), (2, 1)])
    hp, figures = s.hp[1], len(s.hex)
    game = acts(s, 1, 609)
    assert (len(game.state.hex), game.state.hp[1]) == (figures, hp - 2)


@rule("GLOOMHAVEN-15.7")
def test_what_one_monster_consumed_serves_all_of_its_type_this_round() -> None:
    s = position(monsters=[("night-demon", "normal", (1, 0)), ("night-demon", "normal", (-1, 0))], level=0)
    s.elements = (0, 0, 0, 0, 0, 2)
    hp = s.hp[0]
    first = acts(s, 1, 664, cards="+0 +0").state.clone()  # attack +1, dark: +2
    attack = int(first.stats(1).attack) + 3
    assert first.elements == (0,) * 6
    assert first.hp[0] == hp - attack
    first.hp[0] = first.max_hp[0]
    second = acts(first, 2, 664, cards="+0 +0").state
    assert second.hp[0] == second.max_hp[0] - attack


@rule("GLOOMHAVEN-20.25")
def test_a_monsters_loot_is_gone_for_good() -> None:
    s = position(monsters=[("ooze", "normal", (3, 0))], money=[(3, 1)])
    s.treasure[place(s, (2, 0))] = 7
    loots = card_with("ooze", "loot")
    game = acts(s, 1, loots)
    assert game.state.money == {}
    assert len(game.state.treasure) == 1


@rule("GLOOMHAVEN-20.26")
def test_a_tie_of_focus_is_put_to_the_players() -> None:
    s = position(heroes={"brute": (2, 0), "tinkerer": (-2, 0)}, monsters=[(GUARD, "normal", (0, 0))])
    game = acts(s, 2, 525)
    assert asked(game) == "focus"
    assert options(game) == [0, 1]


@rule("GLOOMHAVEN-17.5", "GLOOMHAVEN-20.33")
def test_a_summon_moves_and_attacks_by_its_own_numbers() -> None:
    s = position(heroes={"tinkerer": (-3, 0)}, monsters=[(GUARD, "normal", (3, 0))])
    bot = s.enter(0, 1, kind("battle-bot"), 0, 1, 6, place(s, (0, 0)))
    s.owner[bot] = s.acting = 0
    stack(s, 0, "+1")
    hp = s.hp[1]
    game = run(s, lambda t: act_by_card(t, bot, SUMMON_LINES))
    assert where(game.state, bot) == (2, 0)
    assert game.state.hp[1] == hp - 3


def test_every_card_of_every_deck_can_be_performed() -> None:
    """In a crowd, with all elements strong: whatever a card says, some of it happens, and nothing goes wrong."""
    for number, name in enumerate(TYPES):
        rank = "boss" if stats_key(BOSS, 1) in STATS[number] else "normal"
        for card in [card for card in MONSTER_CARDS if card.deck == TYPE_DECK[number]]:
            game = performed(name, rank, card.ops)
            quiet = {op.name for op in card.ops} <= {"special", "unencoded"}
            assert quiet or len(game.events(None)) > 1, (name, card)


def performed(name: str, rank: str, ops: tuple[Op, ...]) -> Game[Gloomhaven]:
    heroes = {"brute": (1, 0), "tinkerer": (-2, 0)}
    s = position(heroes=heroes, monsters=[(name, rank, (0, 0)), (GUARD, "normal", (0, 2))], money=[(0, 1)])
    s.hand, s.elements, s.acting = [(), ()], (2,) * 6, 2
    s.hp[2] -= 1
    game = run(s, lambda t: act_by_card(t, 2, ops))
    while asked(game) != "halt":
        decision = game.decisions()[0]
        game.apply(decision.player, decision.options[-1])
    return game
