"""Compiled games that run as plain Python first: small ones, random ones, and faulty ones."""

import numpy as np

import games
from gamesolver import CompiledGame, CompiledRules, njit
from gamesolver.rules.known_sizes import sizes_of

FEW = 3_000  # positions of the games that are compared


def smallest(name):
    """Return a compiled game at its smallest published size, or None if it has many positions."""
    kind = getattr(games, name)
    if not issubclass(kind, CompiledGame):
        return None
    sizes = sorted(sizes_of(kind), key=lambda size: size.positions)
    return sizes[0].game if sizes and sizes[0].positions <= FEW else None


SMALL = {name: game for name in games.__all__ if (game := smallest(name)) is not None}


class Steps(CompiledGame):
    """Random game with one heap; a player who cannot move loses."""

    def __init__(self, size, seed):
        self.size, self.seed = size, seed

    def start(self):
        return self.size

    @property
    def rules(self):
        luck = np.random.default_rng(self.seed)
        steps = luck.integers(1, 7, (self.size + 1, 3))

        @njit
        def successors(heap, moves, positions):
            count = 0
            for move in range(steps.shape[1]):
                step = np.uint64(steps[heap, move])
                if step <= heap:
                    moves[count], positions[count] = move, heap - step
                    count += 1
            return np.int64(count)

        @njit
        def terminal_code(heap):
            for move in range(steps.shape[1]):
                if np.uint64(steps[heap, move]) <= heap:
                    return np.int64(2)
            return np.int64(-1)

        return CompiledRules(successors, terminal_code, max_moves=3)


def compiled(game):
    """Return the game with its rules compiled immediately."""
    game.rules.calls.hand_over()
    return game


def faulty(fault):
    """Return new rules with a fault."""

    @njit
    def successors(heap, moves, positions):
        if fault == "count" and heap == 5:
            return np.int64(7)
        if fault == "stuck" and heap == 5:
            return np.int64(0)
        if fault == "raises" and heap == 5:
            raise ValueError("no such heap")
        moves[0], positions[0] = 1, heap - np.uint64(1)
        if fault == "repeated" and heap == 5:
            moves[1], positions[1] = 1, heap - np.uint64(2)
            return np.int64(2)
        return np.int64(1)

    @njit
    def terminal_code(heap):
        if fault == "code" and heap == 5:
            return np.int64(9)
        return np.int64(2 if heap else -1)

    return CompiledRules(successors, terminal_code, max_moves=2)


class Faulty(CompiledGame):
    """A heap that decreases by one, with a fault in the rules at 5."""

    def __init__(self, fault, top):
        self.fault, self.top = fault, top

    def start(self):
        return self.top

    @property
    def rules(self):
        return faulty(self.fault)
