"""Sum: several impartial games played together, as one game.

A move is a move in one of the games. A player who cannot move in any game loses. Equal games may be
exchanged, and each game has its own symmetries.

The nimber of a sum is known from its parts without solving it (``nimbers``). A sum that is solved
as a game also has plies, pictures and players.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import chain, permutations, product
from typing import Any

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.sums.nimbers import not_lost, require_impartial
from gamesolver.texts import spelled
from gamesolver.value import Value

Positions = tuple[Hashable, ...]
Move = tuple[int, Any]
"""Index of one of the games, from 0, and the move in that game."""

BETWEEN = " + "


def _are_impartial(_: Any, __: Any, games: tuple[Any, ...]) -> None:
    if not games:
        raise InvalidArgumentError("bad Sum of no games: expected one or more")
    for game in games:
        if not isinstance(game, Game):
            raise InvalidArgumentError(f"bad game {spelled(game)} in a Sum: expected a Game")
        require_impartial(Rules(game))


@attrs.frozen(init=False, repr=False)
class Sum(Game[Positions, Move]):
    """Sum of impartial games; a move is a pair: the index of a game, and the move in that game.

    >>> from games import Nim, Subtraction
    >>> from gamesolver import solve
    >>> game = Sum(Subtraction(heap=5), Nim(heaps=(1, 2)))
    >>> game.start()
    (5, (1, 2))
    >>> solution = solve(game)
    >>> print(solution.outcome, solution.best_moves(solution.start))
    win in 5 ((1, (1, 2)),)
    """

    games: tuple[Game[Any, Any], ...] = attrs.field(validator=_are_impartial)

    def __init__(self, *games: Game[Any, Any]) -> None:
        inner = [each.games if isinstance(each, Sum) else (each,) for each in games]
        self.__attrs_init__(tuple(chain(*inner)))

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.games))})"

    def start(self) -> Positions:
        return tuple(game.start() for game in self.games)

    def moves(self, position: Positions) -> list[Move]:
        """Return the moves of the first game, then those of the next."""
        return [
            (which, move)
            for which, (game, part) in enumerate(self._parts(position))
            if not self._has_ended(game, part)
            for move in game.moves(part)
        ]

    def play(self, position: Positions, move: Move) -> Positions:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        which, inner = move
        after = self.games[which].play(position[which], inner)
        return (*position[:which], after, *position[which + 1 :])

    def terminal_value(self, position: Positions) -> Value | None:
        """Return a loss if no game has a move."""
        ended = all(self._has_ended(game, part) for game, part in self._parts(position))
        return Value.LOSS if ended else None

    def symmetries(self, position: Positions) -> Iterator[Positions]:
        """Yield positions with symmetric parts, and with equal games exchanged."""
        orbits = [[part, *game.symmetries(part)] for game, part in self._parts(position)]
        for order in self._orders():
            yield from product(*[orbits[which] for which in order])

    def canonical(self, position: Positions) -> Positions:
        """Return the canonical parts; those of equal games are sorted by their texts."""
        parts = [game.canonical(part) for game, part in self._parts(position)]
        for which, game in enumerate(self.games):
            equal = [each for each in range(which, len(parts)) if self.games[each] == game]
            if game not in self.games[:which]:
                inner = sorted((parts[each] for each in equal), key=game.format)
                for place, part in zip(equal, inner, strict=True):
                    parts[place] = part
        return tuple(parts)

    def format(self, position: Positions) -> str:
        return BETWEEN.join(game.format(part) for game, part in self._parts(position))

    def parse(self, text: str) -> Positions:
        texts = text.split(BETWEEN) if isinstance(text, str) else []
        if len(texts) == len(self.games):
            return tuple(game.parse(part) for game, part in zip(self.games, texts, strict=True))
        raise self.unreadable(text, f"{len(self.games)} positions with {BETWEEN!r} between them")

    def format_move(self, move: Move) -> str:
        which, inner = move
        return f"{which}: {self.games[which].format_move(inner)}"

    def render(self, position: Positions) -> str:
        return "\n\n".join(game.render(part) for game, part in self._parts(position))

    def _parts(self, position: Positions) -> Iterator[tuple[Game[Any, Any], Any]]:
        """Yield each game with its position."""
        return zip(self.games, position, strict=True)

    def _has_ended(self, game: Game[Any, Any], part: Hashable) -> bool:
        """Return True if one of the games has ended, which must be a loss."""
        end = game.terminal_value(part)
        if end not in (None, Value.LOSS):
            raise not_lost(game, part, end)
        return end is not None

    def _orders(self) -> Iterator[tuple[int, ...]]:
        """Yield the orders of the games that only exchange equal ones."""
        for order in permutations(range(len(self.games))):
            if all(
                self.games[which] == game for which, game in zip(order, self.games, strict=True)
            ):
                yield order
