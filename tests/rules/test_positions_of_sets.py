"""Positions made of frozen sets fold, are named and are read back as any others."""

from itertools import permutations

import pytest

from gamesolver import Game, GameContractError, PositionTextError, Value, check_game, load, solve

CELLS = range(4)


class Taking(Game):
    """A cell is taken by turns; who cannot move loses. Any order of the cells is as good."""

    def start(self):
        return frozenset()

    def moves(self, position):
        return [cell for cell in CELLS if cell not in position]

    def play(self, position, move):
        return position | {move}

    def terminal_value(self, position):
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position):
        return [frozenset(order[cell] for cell in position) for order in permutations(CELLS)]


class TakingApart(Taking):
    """Variant in which each player keeps the cells taken; the row of cells may be turned."""

    def start(self):
        return frozenset(), frozenset()

    def moves(self, position):
        return super().moves(position[0] | position[1])

    def play(self, position, move):
        return position[1], position[0] | {move}

    def symmetries(self, position):
        return [tuple(frozenset(3 - cell for cell in taken) for taken in position)]


class TakingUnfolded(Taking):
    """The first game without symmetries."""

    def symmetries(self, position):
        return ()


class TakingApartUnfolded(TakingApart):
    """The second one without symmetries."""

    def symmetries(self, position):
        return ()


class TakingTheLeast(Taking):
    """The first game, with a ``canonical`` that takes ``<`` for an order."""

    def canonical(self, position):
        return min([position, *self.symmetries(position)])


class TakingApartTheLeast(TakingApart):
    """The second one, likewise."""

    def canonical(self, position):
        return min([position, *self.symmetries(position)])


GAMES = [(Taking(), TakingUnfolded()), (TakingApart(), TakingApartUnfolded())]


@pytest.mark.parametrize(("game", "unfolded"), GAMES, ids=["sets", "tuples of sets"])
def test_sets_fold_without_a_canonical_of_the_authors(game, unfolded):
    """The default is one position for each orbit, the laws hold, and so do the outcomes."""
    folded, every = solve(game), solve(unfolded)
    assert len(folded) == len({frozenset([each, *game.symmetries(each)]) for each in every})
    assert len(folded) < len(every)
    assert all(folded[each] == every[each] for each in every)
    assert check_game(game, thorough=True).exhaustive


@pytest.mark.parametrize(("game", "unfolded"), GAMES, ids=["sets", "tuples of sets"])
def test_texts_of_sets_are_read_back(game, unfolded, tmp_path):
    """Each position is what its text states, in a file too."""
    every = solve(unfolded)
    assert all(game.parse(game.format(each)) == each for each in every)
    solve(game).save(tmp_path / "taken")
    with load(tmp_path / "taken", game=game) as opened:
        assert all(opened[each] == every[each] for each in every)


def test_equal_sets_have_one_text():
    """Python names the members of equal sets in any order; here they stand in one."""
    one, other = frozenset([0, 8, 16]), frozenset([16, 8, 0])
    assert repr(one) != repr(other)
    text = Taking().format
    assert text(one) == text(other) == "frozenset({0, 8, 16})"
    assert text((1, (one, frozenset()), "frozenset(")) == (
        "(1, (frozenset({0, 8, 16}), frozenset()), 'frozenset(')"
    )


@pytest.mark.parametrize(
    "text",
    [
        "frozenset([1])",
        "frozenset({1}, {2})",
        "frozenset({1}, key=2)",
        "frozenset({[1]})",
        "frozenset",
        "frozenset(",
        "set({1})",
        "frozenset({print()})",
        "(frozenset({1}), exit())",
        f"frozenset({{{'(' * 50_000}}})",
    ],
)
def test_what_is_no_text_of_a_set(text):
    """Anything else is refused, and nothing is run."""
    with pytest.raises(PositionTextError):
        Taking().parse(text)


def test_spaces_about_a_text():
    """Python bears them about a literal, and so it does about one with sets."""
    assert Taking().parse(" frozenset({1}) ") == {1}
    assert Taking().parse(" (1, frozenset()) ") == (1, frozenset())


class Ranked:
    """Something that Python puts in order by ``<`` alone."""

    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


def least(positions):
    """The first of an orbit by the order that a game takes where its author writes none."""
    orbit = type("Orbit", (Taking,), {"symmetries": lambda self, position: positions[1:]})()
    return orbit.canonical(positions[0])


def test_the_least_by_less_alone():
    """Values that can be sorted need only ``<``, in tuples too."""
    ranked = [Ranked(rank) for rank in (3, 1, 2)]
    assert least(ranked) is ranked[1]
    assert least([(each, 0) for each in ranked])[0] is ranked[1]
    chain = [frozenset("ab"), frozenset("a"), frozenset("abc")]
    assert least(chain) == {"a"}


@pytest.mark.parametrize("game", [TakingTheLeast(), TakingApartTheLeast()], ids=repr)
def test_the_least_of_some_sets_is_refused_with_the_reason(game):
    """Between sets ``<`` is no order, as the author of a ``canonical`` receives."""
    with pytest.raises(GameContractError, match="between sets < means subset"):
        check_game(game)
