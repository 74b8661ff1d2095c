"""A game without its symmetries: each orbit is held against all of its positions."""

from collections import Counter

from gamesolver import Game, solve


def unfolded_size(solution):
    """Count the positions that a solution answers: those of its table, with their orbits."""
    return sum(solution.counts(symmetric=True).values())


def unfolded(game):
    """Return the game with equal parameters and without symmetries."""
    kind = type(game)
    alone = {"symmetries": Game.symmetries, "canonical": lambda self, position: position}
    return type(f"Unfolded{kind.__name__}", (kind,), alone)(**game.parameters)


def assert_same_unfolded(game):
    """Each orbit has the outcome that all of its positions have, and counts for all of them.

    Among them may be some that play never comes to: heaps in another order, state.
    """
    folded, whole = solve(game), solve(unfolded(game))
    orbits = Counter(game.canonical(position) for position in whole)
    assert len(orbits) < len(whole), f"no two positions of {game!r} are symmetric positions"
    assert orbits.keys() == set(folded)
    assert {each: folded[each] for each in whole} == {each: whole[each] for each in whole}
    assert Counter(whole.counts()) <= Counter(folded.counts(symmetric=True))


def assert_same_unfolded_and_reached(game):
    """Compare both, and require that play reaches whole orbits."""
    assert_same_unfolded(game)
    assert solve(unfolded(game)).counts() == solve(game).counts(symmetric=True)
