"""Positions made of frozen sets have symmetries and texts like any others."""

from itertools import permutations

import pytest

from gamesolver import Game, GameContractError, PositionTextError, Value, check_game, load, solve

CELLS = range(4)


class Taking(Game):
    """Players take cells in turn; a player without a move loses; cells are interchangeable."""

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
    """Variant in which each player keeps the cells taken; reversing the row is a symmetry."""

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
    """The second game without symmetries."""

    def symmetries(self, position):
        return ()


class TakingTheLeast(Taking):
    """The first game, with a ``canonical`` that wrongly uses ``<`` as an order of sets."""

    def canonical(self, position):
        return min([position, *self.symmetries(position)])


class TakingApartTheLeast(TakingApart):
    """The second game, with the same fault."""

    def canonical(self, position):
        return min([position, *self.symmetries(position)])


GAMES = [(Taking(), TakingUnfolded()), (TakingApart(), TakingApartUnfolded())]


@pytest.mark.parametrize(("game", "unfolded"), GAMES, ids=["sets", "tuples of sets"])
def test_sets_fold_without_a_canonical_of_the_authors(game, unfolded):
    """The default ``canonical`` gives one position for each orbit, with the right outcomes."""
    folded, every = solve(game), solve(unfolded)
    assert len(folded) == len({frozenset([each, *game.symmetries(each)]) for each in every})
    assert len(folded) < len(every)
    assert all(folded[each] == every[each] for each in every)
    assert check_game(game, thorough=True).exhaustive


@pytest.mark.parametrize(("game", "unfolded"), GAMES, ids=["sets", "tuples of sets"])
def test_texts_of_sets_are_read_back(game, unfolded, tmp_path):
    """Each position is parsed from its text, in a saved file too."""
    every = solve(unfolded)
    assert all(game.parse(game.format(each)) == each for each in every)
    solve(game).save(tmp_path / "taken")
    with load(tmp_path / "taken", game=game) as opened:
        assert all(opened[each] == every[each] for each in every)


def test_equal_sets_have_one_text():
    """Equal sets have one text, though their reprs list the members in different orders."""
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
    """Any other text is refused, and no code in it runs."""
    with pytest.raises(PositionTextError):
        Taking().parse(text)


def test_spaces_about_a_text():
    """Spaces around a text are ignored, as around a Python literal."""
    assert Taking().parse(" frozenset({1}) ") == {1}
    assert Taking().parse(" (1, frozenset()) ") == (1, frozenset())


class Ranked:
    """Object ordered by ``<`` alone."""

    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


def least(positions):
    """Return the default canonical position of an orbit."""
    orbit = type("Orbit", (Taking,), {"symmetries": lambda self, position: positions[1:]})()
    return orbit.canonical(positions[0])


def test_the_least_by_less_alone():
    """Positions need only ``<`` to have a least one, in tuples too."""
    ranked = [Ranked(rank) for rank in (3, 1, 2)]
    assert least(ranked) is ranked[1]
    assert least([(each, 0) for each in ranked])[0] is ranked[1]
    chain = [frozenset("ab"), frozenset("a"), frozenset("abc")]
    assert least(chain) == {"a"}


@pytest.mark.parametrize("game", [TakingTheLeast(), TakingApartTheLeast()], ids=repr)
def test_the_least_of_some_sets_is_refused_with_the_reason(game):
    """The error explains that ``<`` between sets means subset."""
    with pytest.raises(GameContractError, match="between sets < means subset"):
        check_game(game)
