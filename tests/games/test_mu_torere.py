"""Mū tōrere: the rule of the centre in its three forms, and ends of play."""

import pytest

from games import MuTorere
from gamesolver import IllegalMoveError, InvalidArgumentError, PositionTextError, Value, solve


@pytest.mark.parametrize(
    ("beside", "first"),
    [("centre", ["a-i", "d-i"]), ("never", ["a-i", "b-i", "c-i", "d-i"]),
     ("always", ["a-i", "d-i"])],
)  # fmt: skip
def test_the_rule_of_the_centre(beside, first):
    """At the start a stone between two of its own can move to the centre by one rule only."""
    game = MuTorere(beside)
    assert [game.format_move(move) for move in game.moves(game.start())] == first


@pytest.mark.parametrize(("beside", "moves"), [("centre", {"c-b", "i-b"}), ("always", {"i-b"})])
def test_along_the_rim_nothing_is_queried_but_where_all_is(beside, moves):
    """A stone without a neighbour of the other player moves along the rim, except by one rule."""
    game = MuTorere(beside)
    position = game.parse("w.bbbwwwb b")
    assert {game.format_move(move) for move in game.moves(position)} == moves


def test_whichever_player_takes_the_centre_first_wins_where_all_may():
    """By the rule ``never`` black moves from c to the centre at once, and white has no move."""
    game = MuTorere(beside="never")
    position = game.play(game.start(), game.parse_move(game.start(), "c-i"))
    assert game.format(position) == "bb.bwwwwb w"
    assert game.moves(position) == []
    assert game.terminal_value(position) is Value.LOSS


def test_the_first_three_moves_are_forced():
    """Up to symmetry each of the first three moves is the only one, and the fourth is not."""
    game = MuTorere()
    position = game.start()
    for _ in range(3):
        (position,) = {game.canonical(game.play(position, move)) for move in game.moves(position)}
    assert len({game.canonical(game.play(position, move)) for move in game.moves(position)}) > 1


def test_winning_takes_five_plies_at_most():
    """The longest win takes five plies, which is the big trap of the literature."""
    assert max(each.remoteness or 0 for each in solve(MuTorere()).counts()) == 5


def test_words():
    """An impossible text is refused with the reason; the board and its legend have a star."""
    game = MuTorere()
    assert game.render(game.start()).splitlines()[2] == "w-.-b"
    assert game.legend().splitlines()[2] == "h-i-d"
    with pytest.raises(InvalidArgumentError) as rule:
        MuTorere(beside="sometimes")
    assert str(rule.value) == (
        "bad beside 'sometimes' of MuTorere: expected 'centre', 'never' or 'always'"
    )
    with pytest.raises(IllegalMoveError, match="legal moves are a-i, d-i"):
        game.play(game.start(), 1)
    with pytest.raises(PositionTextError) as text:
        game.parse("bbbbbwww. b")
    assert str(text.value) == (
        "no position of MuTorere() in 'bbbbbwww. b': there are 5 of 'b'; expected 9 places of '.', "
        "'b' and 'w', at most 4 men of a player, then ' b' or ' w' for the player to move"
    )
