"""Games without their symmetries: each orbit is compared with all of its positions."""

from collections import Counter

from gamesolver import Game, solve


def unfolded_size(solution):
    """Return the number of positions that a solution covers: the orbits of its table entries."""
    return sum(solution.counts(symmetric=True).values())


def unfolded(game):
    """Return the game with equal parameters and without symmetries."""
    kind = type(game)
    alone = {"symmetries": Game.symmetries, "canonical": lambda self, position: position}
    return type(f"Unfolded{kind.__name__}", (kind,), alone)(**game.parameters)


def assert_same_unfolded(game):
    """Assert that an orbit's outcome and count agree with those of all of its positions.

    The orbit may contain positions that play never reaches, for example heaps in another order.
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
