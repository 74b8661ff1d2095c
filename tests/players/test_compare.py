"""Comparisons of two rules: every position is counted once, and the nearest change is found."""

import attrs
import pytest
from hypothesis import given, settings

from games import ConnectFour, GobbletGobblers, Nim, TicTacToe
from gamesolver import InvalidArgumentError, PositionTextError, Value, load, solve
from gamesolver.players import compare
from gamesolver.players.comparison_indexes import same_indexes
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.mnk import PlainMNK
from tests.oracles.naive_players import pairs_of, plies_to_a_change
from tests.support.piles import Pile
from tests.support.scale import scaled

BOARD, MISERE = solve(TicTacToe()), solve(TicTacToe(misere=True))
FOUND = compare(BOARD, MISERE)


def by_text(one, other):
    """Return a translation of positions by text, or to ``None`` if the other game has none."""

    def carry(position):
        try:
            return other.game.parse(one.game.format(position))
        except PositionTextError:
            return None

    return carry


def check(one, other, translate=None, found=None):
    """Check that a comparison equals the slow one of the oracle."""
    carry = translate or by_text(one, other)
    found = found or compare(one, other, translate)
    assert found.outcomes == pairs_of(one, other, carry)
    plies = plies_to_a_change(one, other, carry)
    assert (found.shallowest and len(found.shallowest.line)) == plies
    if plies is not None:
        here = one.start
        for move in found.shallowest.line:
            here = one.game.play(here, move)
        assert here == found.shallowest.position
    for each in [found.shallowest, *found.examples]:
        if each is not None:
            assert each.one == one[each.position]
            assert each.other == other[carry(each.position)]
            assert each.one.value is not each.other.value


PAIRS = [
    (TicTacToe(), TicTacToe(misere=True)),
    (TicTacToe(misere=True), TicTacToe()),
    (TicTacToe(), TicTacToe(play_on=True)),
    (TicTacToe(play_on=True), TicTacToe()),
    (Nim((2, 3)), Nim((2, 3), misere=True)),
    (Nim((1, 2)), Nim((2, 2))),
    (ConnectFour(3, 3, 3), ConnectFour(3, 3, 2)),
    (ConnectFour(3, 3, 2), ConnectFour(3, 3, 3)),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=repr)
def test_every_position_is_counted_once(one, other):
    """Plain and compiled games are compared, with positions that only one of them has."""
    check(solve(one), solve(other))


@pytest.mark.parametrize("kept", ["in memory", "in files", "one of them"])
def test_games_with_the_same_indexes(kept, tmp_path):
    """Two compiled games with equal indexes are compared entry by entry, in memory and in files."""
    solved = {misere: solve(Pile(misere)) for misere in (False, True)}
    for misere, solution in solved.items():
        if kept == "in files" or (kept == "one of them" and misere):
            solution.save(tmp_path / f"{misere}")
            solved[misere] = load(tmp_path / f"{misere}", solution.game)
    assert same_indexes(solved[False], solved[True])
    check(solved[False], solved[True])
    check(solved[True], solved[False])


def test_other_games_have_other_indexes():
    """Games have no common indexes if one of them is not indexed or is numbered differently."""
    pile = solve(Pile(False))
    assert not same_indexes(pile, BOARD)
    assert not same_indexes(solve(ConnectFour(2, 2)), solve(ConnectFour(2, 2)))
    assert not same_indexes(pile, solve(GobbletGobblers(sizes=1, copies=1)))


def test_a_file_of_found_positions(path):
    """A file of an enumerated game is compared with a solution in memory."""
    one, other = solve(ConnectFour(3, 3, 3)), solve(ConnectFour(3, 3, 2))
    other.save(path)
    check(one, load(path))


@attrs.frozen(repr=False)
class Slow(DrawnGame):
    """Variant in which the winner is the player who loses otherwise."""

    def terminal_value(self, position):
        value = super().terminal_value(position)
        return None if value is None else -value


@settings(max_examples=scaled(100, 1_000))
@given(drawings())
def test_drawn_graphs_against_their_misere(drawing):
    """Random graphs with cycles, kept turns and images are compared with their misere versions."""
    one, other = solve(DrawnGame(drawing)), solve(Slow(drawing))
    check(one, other)


def test_a_game_against_itself():
    """A game compared with itself has no differences and no nearest change."""
    found = compare(BOARD, BOARD)
    assert (found.agree, found.differ) == (765, 0)
    assert (found.only_in_one, found.only_in_other) == (0, 0)
    assert found.shallowest is None
    assert found.examples == ()
    assert "No value changes." in found.as_text()


def test_tic_tac_toe_and_its_misere():
    """All 765 positions are in both games, and the sums of rows and columns are their counts."""
    assert FOUND.agree + FOUND.differ == 765
    for place, solution in enumerate((BOARD, MISERE)):
        counts = {}
        for pair, number in FOUND.outcomes.items():
            counts[pair[place]] = counts.get(pair[place], 0) + number
        assert counts == solution.counts()
    assert sum(FOUND.values.values()) == 765


def test_what_only_one_of_them_has():
    """If play goes on after a line is made there are 850 positions, 85 of them new."""
    found = compare(BOARD, solve(TicTacToe(play_on=True)))
    assert (found.only_in_one, found.only_in_other) == (0, 85)
    back = compare(solve(TicTacToe(play_on=True)), BOARD)
    assert (back.only_in_one, back.only_in_other) == (85, 0)
    lost, drawn = (back.values.get((each, None), 0) for each in (Value.LOSS, Value.DRAW))
    assert lost + drawn == 85


def test_a_translation_of_ones_own():
    """Tic-tac-toe is compared with the m,n,k-game 3, 3, 3 by a translation of its positions."""
    other = solve(PlainMNK(3, 3, 3))

    def translate(position):
        return other.game.parse("/".join(position[:9][at : at + 3] for at in (0, 3, 6)))

    check(BOARD, other, translate)
    found = compare(BOARD, other, translate)
    assert (found.agree, found.differ, found.only_in_one, found.only_in_other) == (765, 0, 0, 0)


def test_examples_of_each_change():
    """Up to ``n`` examples are returned for each pair of values that differ."""
    three = compare(BOARD, MISERE, examples=3)
    kinds = [(each.one.value, each.other.value) for each in three.examples]
    changed = {pair: count for pair, count in FOUND.values.items() if pair[0] is not pair[1]}
    assert {kind: kinds.count(kind) for kind in kinds} == {
        pair: min(3, count) for pair, count in changed.items()
    }
    assert len({each.position for each in three.examples}) == len(three.examples)
    assert compare(BOARD, MISERE, examples=0).examples == ()


def test_two_widths_are_refused():
    """Boards of different widths are refused, and the message suggests ``translate``."""
    with pytest.raises(InvalidArgumentError) as caught:
        compare(solve(ConnectFour(3, 3)), solve(ConnectFour(2, 3)))
    message = str(caught.value)
    assert message.startswith(
        "Connect Four (width 3, height 3) and Connect Four (width 2, height 3) cannot be compared: "
        "position '.../.../...' of the first is not one of the second (no position of "
    )
    assert message.endswith("; translate=... carries positions of the first over to the second")


def test_texts_that_mean_something_else_are_refused():
    """A text that the other game reads but writes differently is refused as a translation."""

    class Shouting(TicTacToe):
        def format(self, position):
            return super().format(position).upper()

        def parse(self, text):
            return super().parse(text.lower())

    with pytest.raises(InvalidArgumentError) as caught:
        compare(BOARD, solve(Shouting()))
    assert "is not one of the second (Shouting() reads it as '" in str(caught.value)


def test_a_translation_that_raises_is_reported():
    """An exception raised by the translation is reported with the position."""
    with pytest.raises(InvalidArgumentError) as caught:
        compare(BOARD, MISERE, lambda position: 1 // 0)
    assert str(caught.value) == (
        "translate raised ZeroDivisionError at position '.........': "
        "integer division or modulo by zero"
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


BAD = [
    (
        (BOARD, "misere"),
        {},
        "bad solution 'misere': expected a Solution, as solve and load return it",
    ),
    ((None, BOARD), {}, "bad solution None: expected a Solution, as solve and load return it"),
    (
        (BOARD, MISERE, "text"),
        {},
        "bad translate 'text': expected a function that takes a position of the first game and "
        "returns one of the second",
    ),
    (
        (BOARD, MISERE),
        {"examples": -1},
        "bad examples -1: expected a number of positions from 0 on",
    ),
]


@pytest.mark.parametrize(("given", "options", "message"), BAD)
def test_bad_arguments_are_refused(given, options, message):
    """An object that is not a solution, function, or number is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        compare(*given, **options)
    assert str(caught.value) == message


def test_progress_is_reported():
    """The progress callback receives the positions of both games."""
    received = []
    compare(BOARD, MISERE, progress=received.append)
    assert [received[0].phase, received[-1].phase] == ["compare", "compare"]
    assert received[-1].done == received[-1].total == 2 * 765


def test_a_translation_of_ones_own_is_requested_every_position():
    """A translation is called for every position, even if both games have the same indexes."""
    one, other = solve(Pile(False)), solve(Pile(False))
    found = compare(one, other, lambda heap: 1 if heap == 4 else heap)
    assert (one[4].value, one[1].value) == (Value.LOSS, Value.WIN)
    assert (found.agree, found.differ, found.only_in_other) == (30, 1, 1)
