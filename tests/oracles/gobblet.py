"""Gobblet Gobblers in plain Python, slow and obvious, to compare with the library's game.

``games.gobblet`` has the rules, with the three readings. Here there may be up to nine sizes
and nine copies.

**A position** is stored for the player to move. It has one number for each size, the largest first.
Its nine base-3 digits are the squares (0 empty, 1 the player to move, 2 the other player). Square 0
is the last digit. The board's eight symmetries act on each size in the same way, so for most boards
the largest size alone determines the canonical position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs

from gamesolver import Game, Value
from gamesolver.boards import Grid

Layers = tuple[int, ...]
Move = tuple[int, int, int]
"""Size (0 the largest), source (``RESERVE`` for a new piece), and target."""

BOARD = Grid(3, 3)
SQUARES = range(9)
RESERVE = -1
LAYERS = 3**9
FULL = (1 << 9) - 1
DIGIT = [3**square for square in SQUARES]
LINES = [line.bits for line in BOARD.lines(3)]
SIGNS = {1: "S", 2: "LS", 3: "LMS"}
"""Signs of the sizes, the largest first; more sizes have numbers."""
HAS_LINE = [any(mask & line == line for line in LINES) for mask in range(FULL + 1)]


@attrs.frozen
class PlainGobbletGobblers(Game[Layers, Move]):
    """Gobblet Gobblers with ``sizes`` sizes and ``copies`` pieces of each size per player.

    With ``placing_only``, pieces stay where they are put. The game is a draw if a player cannot
    place a piece.

    >>> from gamesolver import solve
    >>> solution = solve(PlainGobbletGobblers(sizes=1, copies=3))
    >>> print(solution.outcome, len(solution))
    endless draw 867
    """

    reading: str = "final-board"
    sizes: int = 3
    copies: int = 2
    placing_only: bool = False

    def start(self) -> Layers:
        return (0,) * self.sizes

    def moves(self, position: Layers) -> list[Move]:
        """Return placements, then moves on the board, by size, largest first, then by square."""
        return [*self._placings(position), *self._lifts(position)]

    def play(self, position: Layers, move: Move) -> Layers:
        if not self._is_legal(position, move):
            raise self.illegal(position, move)
        size, source, target = move
        changed = position[size] + DIGIT[target] - (0 if source == RESERVE else DIGIT[source])
        swapped = _tables().swapped
        return tuple(
            [swapped[changed if each == size else layer] for each, layer in enumerate(position)]
        )

    def terminal_value(self, position: Layers) -> Value | None:
        mine, theirs = _seen(position)
        i_have, they_have = HAS_LINE[mine], HAS_LINE[theirs]
        if i_have and not (they_have and self.reading == "mover-wins"):
            return Value.WIN  # the other player uncovered it with the last move
        if they_have:
            return Value.LOSS
        if any(True for _ in self._placings(position)) or any(True for _ in self._lifts(position)):
            return None
        return Value.DRAW if self.placing_only else Value.LOSS

    def symmetries(self, position: Layers) -> Iterator[Layers]:
        for turned in _tables().turned:
            yield tuple([turned[layer] for layer in position])

    def canonical(self, position: Layers) -> Layers:
        least, reached_by = _tables().least[position[0]]
        rest = position[1:]
        return least, *min([tuple([turned[layer] for layer in rest]) for turned in reached_by])

    def stage(self, position: Layers) -> int:
        """Return the number of pieces on the board, which never decreases."""
        return sum(_tables().taken[layer].bit_count() for layer in position)

    def format(self, position: Layers) -> str:
        """Return the squares of each size, largest first, with ``m`` for the player to move."""
        return "/".join(
            "".join(".mw"[layer // DIGIT[square] % 3] for square in SQUARES) for layer in position
        )

    def parse(self, text: str) -> Layers:
        parts = text.split("/")
        if len(parts) == self.sizes and all(map(self._is_layer, parts)):
            return tuple(
                sum(".mw".index(part[square]) * DIGIT[square] for square in SQUARES)
                for part in parts
            )
        raise self.unreadable(text, f"{self.sizes} groups of nine of '.', 'm' and 'w'")

    def _is_layer(self, text: str) -> bool:
        most = max(text.count("m"), text.count("w"))
        return re.fullmatch("[.mw]{9}", text) is not None and most <= self.copies

    def format_move(self, move: Move) -> str:
        size, source, target = move
        sign = SIGNS[self.sizes][size] if self.sizes in SIGNS else str(size)
        lifted = "" if source == RESERVE else f"{BOARD.names[source]}-"
        return f"{sign}{lifted}{BOARD.names[target]}"

    # ── legal moves ────────────────────────────────────────────────────────

    def _placings(self, position: Layers) -> Iterator[Move]:
        mine_of, taken = _tables().mine, 0
        for size, layer in enumerate(position):
            taken |= _tables().taken[layer]
            if mine_of[layer].bit_count() < self.copies:
                for target in _squares(FULL & ~taken):
                    yield size, RESERVE, target

    def _lifts(self, position: Layers) -> Iterator[Move]:
        if self.placing_only:
            return
        mine_of, taken_by, above = _tables().mine, _tables().taken, 0
        for size, layer in enumerate(position):
            free = FULL & ~above & ~taken_by[layer]
            for source in _squares(mine_of[layer] & ~above):
                if self.reading == "lift-loses" and self._uncovers(position, size, source):
                    continue
                for target in _squares(free):
                    yield size, source, target
            above |= taken_by[layer]

    def _uncovers(self, position: Layers, size: int, source: int) -> bool:
        """Return True if lifting this piece uncovers a line of the opponent."""
        lifted = position[size] - DIGIT[source]
        return HAS_LINE[_seen((*position[:size], lifted, *position[size + 1 :]))[1]]

    def _is_legal(self, position: Layers, move: object) -> bool:
        match move:
            case (int(size), int(source), int(target)):
                on_board = RESERVE <= source < 9 and 0 <= target < 9
                if not (on_board and 0 <= size < self.sizes):
                    return False
            case _:
                return False
        above = 0
        for layer in position[:size]:
            above |= _tables().taken[layer]
        mine = _tables().mine[position[size]]
        if (above | _tables().taken[position[size]]) >> target & 1:
            return False
        if source == RESERVE:
            return mine.bit_count() < self.copies
        on_top = bool((mine & ~above) >> source & 1) and not self.placing_only
        uncovers = (
            self.reading == "lift-loses" and on_top and self._uncovers(position, size, source)
        )
        return on_top and not uncovers


@attrs.frozen(eq=False)
class _Tables:
    """Properties of one layer, for each of the 19,683 ways to fill its squares."""

    mine: list[int]
    """The squares of the player to move, as bits."""
    taken: list[int]
    swapped: list[int]
    """The layer with the players exchanged."""
    turned: list[list[int]]
    """The images of the layer by each symmetry except the identity."""
    least: list[tuple[int, list[Any]]]
    """The least layer of the orbit, and the symmetries that map to it."""


@cache
def _tables() -> _Tables:
    turned = [_turned(symmetry) for symmetry in BOARD.symmetries[1:]]
    everything = [list(range(LAYERS)), *turned]
    least = [
        (best, [table for table in everything if table[layer] == best])
        for layer, best in enumerate(map(min, *everything))
    ]
    return _Tables(
        mine=_of_all_layers(lambda square, digit: (digit == 1) << square),
        taken=_of_all_layers(lambda square, digit: (digit > 0) << square),
        swapped=_of_all_layers(lambda square, digit: (0, 2, 1)[digit] * DIGIT[square]),
        turned=turned,
        least=least,
    )


def _of_all_layers(of: Callable[[int, int], int]) -> list[int]:
    """Return for each layer the sum of the values of its digits on their squares."""
    sums = [0]
    for square in SQUARES:  # the digit of the next square is more significant than all before it
        sums = [each + more for more in [of(square, digit) for digit in range(3)] for each in sums]
    return sums


def _turned(symmetry: tuple[int, ...]) -> list[int]:
    """Return the image of each layer by a symmetry."""
    return _of_all_layers(lambda square, digit: digit * DIGIT[symmetry[square]])


def _seen(position: Layers) -> tuple[int, int]:
    """Return the squares with the top pieces of the player to move, and of the other player."""
    mine_of, taken_by = _tables().mine, _tables().taken
    mine = theirs = above = 0
    for layer in position:
        own, taken = mine_of[layer], taken_by[layer]
        mine |= own & ~above
        theirs |= taken & ~own & ~above
        above |= taken
    return mine, theirs


_SQUARES_OF = [
    tuple(square for square in SQUARES if mask >> square & 1) for mask in range(FULL + 1)
]


def _squares(mask: int) -> tuple[int, ...]:
    return _SQUARES_OF[mask]
