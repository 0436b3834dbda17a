"""Other platforms to measure ourselves against: random games, each counted in the decisions that players take.

What a decision is differs between games, so a ratio tells how long a simulation takes per answer, not which code is
better. Each peer plays through its own public interface, with its own list of legal actions and random players, as
its documentation shows it. A decision is every action that a player takes, also one that is forced; grimtable counts
only answers to questions with a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random, seed
from typing import NamedTuple

PlayGame = Callable[[int], int]  # plays one game from a seed, tells how many decisions it took
MISSING = "not installed: pip install 'grimtable[peers]'"


class Peer(NamedTuple):
    name: str
    plays: str  # the game that is measured
    ready: Callable[[], PlayGame]  # ImportError if it is not installed


def catanatron() -> PlayGame:
    from catanatron import Color, Game, RandomPlayer

    def play(number: int) -> int:
        seed(number)  # its random players and dice use the module's own generator
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(game.state.actions)

    return play


def chess() -> PlayGame:
    from chess import Board

    def play(number: int) -> int:
        chance, board = Random(number).random, Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(chance() * len(moves))])
        return len(board.move_stack)

    return play


def open_spiel() -> PlayGame:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play(number: int) -> int:
        chance, state, decisions = Random(number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.random() * len(actions))])
                decisions += 1
        return decisions

    return play


def rlcard() -> PlayGame:
    from rlcard import make
    from rlcard.agents import RandomAgent

    env = make("uno", config={"seed": 0})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(number: int) -> int:
        env.seed(number)
        trajectories, _ = env.run(is_training=False)
        return sum([len(states_and_actions) // 2 for states_and_actions in trajectories])

    return play


CATANATRON = "catanatron"
PEERS = (
    Peer(CATANATRON, "Catan, 4 players", catanatron),
    Peer("chess", "chess", chess),
    Peer("open_spiel", "backgammon", open_spiel),
    Peer("rlcard", "UNO, 2 players", rlcard),
)
