"""A person at the terminal as a player of a match."""

from __future__ import annotations

import pytest

from tests.support.at_the_terminal import called

ONE = "match", "tic-tac-toe", "human", "perfect", "--games", "1", "--seed", "1"


def test_a_person_plays_a_match():
    """Boards and prompts are written to standard error, and the result to standard output."""
    output = called(*ONE, typed="4\n8\n1\n5\n6\n")
    assert output.code == 0, output.err
    assert "human moves first, perfect second" in output.out
    assert output.err.count("x: ") == 5
    assert ". . .\n. x .\n. . .\n" not in output.err  # the position after it is not x's to move
    assert (
        ". . .   places: 0 1 2\n. . .           3 4 5\n. . .           6 7 8\n\nx: " in output.err
    )
    assert output.err.count("places: ") == 1


def test_a_wrong_entry_is_queried_again():
    """A wrong entry is answered with the possible moves, and spaces and brackets are ignored."""
    output = called(*ONE, "--json", typed="nine\n\n (4) \n8\n1\n5\n6\n")
    assert output.code == 0, output.err
    assert output.answer["draw"]["games"] + output.answer["loss"]["games"] == 1
    assert "No move 'nine' here. Possible moves: 0, 1, 2, 3, 4, 5, 6, 7, 8\n" in output.err
    assert "No move '' here. Possible moves: " in output.err


@pytest.mark.parametrize("typed", ["", "4\n"])
def test_the_end_of_input_stops_it(typed):
    """The end of input stops the match with exit code 130 and no traceback."""
    output = called(*ONE, typed=typed)
    assert output.code == 130
    assert output.err.endswith("gamesolver: stopped\n")
    assert output.out == ""


def test_odds_query_a_second_time():
    """Odds query a person twice for each position, and refuse a changed choice."""
    words = "odds", "tic-tac-toe", "human", "random", "--start", "xoxoxo..."
    output = called(*words, typed="6\n6\n")
    assert output.code == 0, output.err
    assert output.err.count("x o x") == 2
    assert "win             100.00%   1\n" in output.out
    assert "human answered 6 and then 8 in position" in called(*words, typed="6\n8\n").err
