"""``check_game`` adds a note if no end of a game is in sight, but not for games that end."""

import pytest

from gamesolver import check_game, registered_games
from tests.solving.test_no_end_in_sight import History, Line, Undo, Up


def notes_on_growth(report):
    """Return the messages of the notes about growth."""
    return [note.message for note in report.notes if note.about == "growth"]


@pytest.mark.parametrize("game", [Up, History, Undo], ids=lambda kind: kind.__name__)
def test_positions_that_keep_growing_are_noted(game):
    """Random play that does not end, and in which positions keep growing, is noted."""
    (message,) = notes_on_growth(check_game(game(), most=500, walks=5))
    assert message.startswith("no end is in sight: positions keep growing in random play, from ")
    assert message.endswith("; does a counter or a list of moves grow without end?")


@pytest.mark.parametrize("game", [Line(), Line(3_000)], ids=repr)
def test_a_line_that_ends_is_not_noted_if_random_play_shows_its_end(game):
    """Only a line with more plies than random play tries is noted."""
    notes = notes_on_growth(check_game(game, most=500, walks=5))
    assert bool(notes) is (game.plies > 4_000)


@pytest.mark.parametrize("name", sorted(registered_games()))
def test_no_game_of_the_shelf_is_noted(name):
    """No built-in game is noted as growing, even if only a few positions are listed."""
    game = registered_games()[name]()
    assert notes_on_growth(check_game(game, most=5, walks=1)) == []
