"""Score of the start position by alpha-beta search, for games whose table would be too large.

Each position keeps the bounds proved so far for its score. Repeated searches test whether the
score of the start is at least some target (MTD(f), A. Plaat and others, 1996). The game must be
compiled, without cycles, and with the same rules for both players.
"""

import numpy as np
from numba import njit, types
from numba.typed import Dict

from gamesolver import NO_SCORE

INFINITE = 10**6


def score_by_search(game):
    """Return the score of the start."""
    rules, start = game.rules, np.uint64(game.start())
    methods = rules.successors, rules.terminal_score, rules.player, rules.max_moves
    bounds = Dict.empty(types.uint64, types.UniTuple(types.int64, 2))
    low, high, guess = -INFINITE, INFINITE, 0
    while low < high:
        target = max(guess, low + 1)
        guess = score_of(bounds, *methods, start, target)
        low, high = (guess, high) if guess >= target else (low, guess)
    return low


@njit
def score_of(bounds, successors, terminal_score, player, max_moves, position, target):
    """Return a proved lower bound of at least ``target``, or an upper bound below ``target``."""
    end = np.int64(terminal_score(position))
    if end != NO_SCORE:
        return end
    name = position - np.uint64(player(position))  # as seat 0 sees it
    least, most = bounds.get(name, (np.int64(-INFINITE), np.int64(INFINITE)))
    if least >= target or most < target:
        return least if least >= target else most
    best = greatest_back(bounds, successors, terminal_score, player, max_moves, position, target)
    bounds[name] = (best, most) if best >= target else (least, best)
    return best


@njit
def greatest_back(bounds, successors, terminal_score, player, max_moves, position, target):
    """Return the best score of the moves, up to the cutoff; moves that keep the turn come first."""
    moves, gains = np.empty(max_moves, np.int64), np.empty(max_moves, np.int64)
    positions, best = np.empty(max_moves, np.uint64), np.int64(-INFINITE)
    count = successors(position, moves, positions, gains)
    for passes_turn in range(2):
        for each in range(count - 1, -1, -1):
            successor, gain = positions[each], gains[each]
            if (player(successor) != player(position)) != passes_turn:
                continue
            side, bound = (-1, gain - target + 1) if passes_turn else (1, target - gain)
            score = score_of(
                bounds, successors, terminal_score, player, max_moves, successor, bound
            )
            best = max(best, gain + side * score)
            if best >= target:
                return best
    return best
