"""Gobblet Gobblers, indexed by the number of pieces, and solved stage by stage in a folder.

A piece stays on the board, so the number of pieces is a stage: it grows if a piece is placed, and
does not change if one is moved. Each stage but the first has cycles. The rules list predecessors,
so a stage needs memory for its own table entries only.

The index of ``games.GobbletGobblers`` has three digits: the numbers of the layers of large, middle
and small pieces. Here the layers of one size are sorted by their number of pieces. A stage is a row
of *blocks*, one for each triple of numbers of large, middle and small pieces.

    python examples/gobblet_by_pieces.py FOLDER [SIZES COPIES]
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import product
from math import prod
from typing import Any

import attrs
import numpy as np
from numba import njit

from games.gobblet import GobbletGobblers
from gamesolver import CompiledGame, CompiledRules, solve
from gamesolver.boards import Grid
from gamesolver.orbits import number_layers

NO_POSITION = np.uint64(2**64 - 1)


@attrs.frozen(eq=False)
class Layers:
    """Layers of one size, numbered among the layers with equally many pieces."""

    pieces: Any
    """Number of pieces of each layer."""
    place: Any
    """Number of each layer among those with equally many pieces."""
    sorted: Any
    """All layers, those with fewer pieces first."""
    first: Any
    """Place of the first layer with each number of pieces."""
    number: Any
    """Number of layers with each number of pieces."""

    @classmethod
    def of(cls, words: Any, most: int) -> Layers:
        """Make layers from words, each with two sets of squares."""
        pieces = np.array([int(word).bit_count() for word in words])
        number = np.bincount(pieces, minlength=most + 1)
        in_order, first = np.argsort(pieces, kind="stable"), np.cumsum(number) - number
        place = np.empty_like(pieces)
        place[in_order] = np.arange(len(pieces)) - first[pieces[in_order]]
        return cls(pieces, place, in_order, first, number)


def in_blocks(layers: tuple[Layers, Layers, Layers], stages: int) -> tuple[dict[int, int], Any]:
    """Return the number of indexes of each stage, and the first index of each block, by pieces."""
    num_indexes = dict.fromkeys(range(stages), 0)
    begins = np.zeros([len(each.number) for each in layers], np.int64)
    for block in product(*(range(length) for length in begins.shape)):
        if sum(block) in num_indexes:
            begins[block] = num_indexes[sum(block)]
            numbers = (each.number[n] for each, n in zip(layers, block, strict=True))
            num_indexes[sum(block)] += prod(map(int, numbers))
    return num_indexes, begins


def layers_of(symmetries: Any, copies: int) -> Any:
    """Return the layers up to symmetry, each as a word with two sets of squares."""
    numbering = number_layers(symmetries, [((0, copies), (9, copies))])
    return np.array([numbering.position_at(number) for number in range(numbering.num_indexes)])


@cache
def game_of(sizes: int, copies: int) -> GobbletGobblers:
    """Return the game whose positions are indexed by pieces."""
    return GobbletGobblers(sizes=sizes, copies=copies)


@cache
def rules_by_pieces(sizes: int, copies: int) -> CompiledRules:
    """Return the rules of ``GobbletGobblers`` with an index by pieces."""
    rules = game_of(sizes, copies).rules
    most, alone = 2 * copies, np.zeros(1, np.uint64)
    large = Layers.of(layers_of(Grid(3, 3).symmetries, copies), most)
    layers = layers_of([range(9)], copies)
    middle, small = (Layers.of(layers if sizes > size else alone, most) for size in (1, 2))
    num_indexes, begins = in_blocks((large, middle, small), sizes * most + 1)
    by_layers, from_layers = rules.index, rules.position_at
    middles, smalls = len(middle.pieces), len(small.pieces)
    large_pieces, middle_pieces, small_pieces = large.pieces, middle.pieces, small.pieces
    large_place, middle_place, small_place = large.place, middle.place, small.place
    larges_in_order, middles_in_order, smalls_in_order = large.sorted, middle.sorted, small.sorted
    first_large, first_middle, first_small = large.first, middle.first, small.first
    num_large, num_middle, num_small = large.number, middle.number, small.number

    @njit(cache=True)
    def index(position: Any) -> Any:
        above, lowest = divmod(by_layers(position), smalls)
        if above < 0:
            return np.int64(-1)
        highest, between = divmod(above, middles)
        p, q, r = large_pieces[highest], middle_pieces[between], small_pieces[lowest]
        place = large_place[highest] * num_middle[q] + middle_place[between]
        return np.int64(begins[p, q, r] + place * num_small[r] + small_place[lowest])

    @njit(cache=True)
    def position_at(stage: Any, index: Any) -> Any:
        for p in range(most + 1):
            for q in range(most + 1):
                r = stage - p - q
                if r < 0 or r > most:
                    continue
                block = num_large[p] * num_middle[q] * num_small[r]
                if index < block:
                    above, lowest = divmod(index, num_small[r])
                    highest, between = divmod(above, num_middle[q])
                    number = larges_in_order[first_large[p] + highest] * middles
                    number = (number + middles_in_order[first_middle[q] + between]) * smalls
                    return from_layers(number + smalls_in_order[first_small[r] + lowest])
                index -= block
        return NO_POSITION

    by_pieces: CompiledRules = attrs.evolve(
        rules, index=index, position_at=position_at, num_indexes=num_indexes
    )
    return by_pieces


@attrs.frozen
class GobbletByPieces(CompiledGame):
    """Gobblet Gobblers with the number of pieces on the board as stage."""

    sizes: int = 3
    copies: int = 2

    def start(self) -> int:
        return game_of(self.sizes, self.copies).start()

    @property
    def rules(self) -> CompiledRules:
        """Rules with an index by pieces."""
        return rules_by_pieces(self.sizes, self.copies)

    def format(self, position: int) -> str:
        return game_of(self.sizes, self.copies).format(position)

    def parse(self, text: str) -> int:
        return game_of(self.sizes, self.copies).parse(text)


def main(folder: str, sizes: str = "3", copies: str = "2") -> None:
    """Solve a game, and print the method."""
    solution = solve(GobbletByPieces(sizes=int(sizes), copies=int(copies)), folder=folder)
    print(f"{solution}: {solution.how.why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
