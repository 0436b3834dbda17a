"""Random games of every registered kind, one line for each decision: run in two builds, the lines must agree."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from random import Random

from grimtable import FastDice, build, definition, digest, dump, slugs

GAMES = 6  # for each number of players


def lines(slug: str, players: int, seed: int) -> Iterator[str]:
    """The position, its stored form, what the asked player may imagine, and the answer."""
    game, chance = definition(slug).new_game(players, None, FastDice(seed)), Random(seed)
    while asked := game.decisions():
        decision = chance.choice(asked)
        answer = chance.choice(decision.options)
        stored = blake2b(dump(game), digest_size=8).hexdigest()
        imagined = digest(game.imagine(decision.player, FastDice(seed)))
        yield f"{digest(game)} {stored} {imagined} {game.next_event()} {decision.player} {decision.action_id(answer)}"
        game.apply(decision.player, answer)
    yield f"{digest(game)} {game.result()} {game.events(None)[-1]}"


def main() -> None:
    print(build())
    for slug in slugs():
        for players in definition(slug).players:
            for seed in range(GAMES):
                print(slug, players, seed)
                for line in lines(slug, players, seed):
                    print(line)


if __name__ == "__main__":
    main()
