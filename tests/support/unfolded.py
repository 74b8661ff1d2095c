"""A game without its symmetries: each orbit is held against all of its positions."""

from collections import Counter

from gamesolver import solve


def unfolded(game):
    """The same rules, with the same parameters and no symmetries."""
    kind = type(game)
    plain = type("Unfolded", (kind,), {"symmetries": lambda self, position: ()})
    return plain(**game.parameters)


def assert_same_unfolded(game):
    """Each orbit has the outcome that all of its positions have, and counts for all of them."""
    folded, whole = solve(game), solve(unfolded(game))
    orbits = Counter(game.canonical(position) for position in whole)
    assert len(orbits) < len(whole)
    assert orbits.keys() == set(folded)
    assert {each: folded[each] for each in whole} == {each: whole[each] for each in whole}
    assert folded.counts(symmetric=True) == whole.counts()
