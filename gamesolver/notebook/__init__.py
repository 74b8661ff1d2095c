"""A match in a notebook, played by clicking the board, or by typing if there are no widgets.

>>> from gamesolver.notebook import play

In a notebook ``play(TicTacToe())`` shows the board. A shape of the game's picture with the
attribute ``data-move`` plays that move, by click or by key. A move without a shape has a button
below. In a terminal, or without ``pip install "solved-games[notebook]"``, the match is played by
typing, as in ``gamesolver play``.

==========  ========================================================================
``widget``  the match as a widget, and the script that reports the clicked shape
``page``    the page of a match: the board with its moves, and the messages
==========  ========================================================================
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gamesolver.errors import InvalidArgumentError
from gamesolver.players.against_person import PersonMatch, seat_named
from gamesolver.players.players import By
from gamesolver.rules.game import Game
from gamesolver.show.bars import in_notebook
from gamesolver.solution import Solution
from gamesolver.solving import solve
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.notebook.widget import MatchWidget

__all__ = ["play"]


def play(
    game: Game[Any, Any] | Solution[Any, Any],
    *,
    seat: int | str | None = None,
    by: By = "outcome",
    seed: int | None = None,
    start: Any = None,
) -> MatchWidget | None:
    """Play a match against a perfect opponent; return a widget, or ``None`` after a typed match.

    Parameters
    ----------
    game
        Game, which is solved first, or solution.
    seat
        Your player: 0 or ``"first"``, 1 or ``"second"``, or its name in the game. By default it is
        drawn at random.
    by
        The opponent chooses among moves of equal ``"outcome"`` (default), ``"score"`` or
        ``"value"``.
    seed
        Seed of the random choices; a match with an equal seed can be repeated.
    start
        Position to start from; by default the start of the game.

    Returns
    -------
    MatchWidget
        The board to click on; ``None`` if the match was typed.

    Raises
    ------
    UnknownPositionError
        ``start`` is not a position of the solution.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> play(TicTacToe(), seat="z")
    Traceback (most recent call last):
    ...
    gamesolver.errors.InvalidArgumentError: bad seat 'z': expected one of first, second, x, o
    """
    if by not in ("outcome", "score", "value"):
        raise InvalidArgumentError(f'bad by {spelled(by)}: expected "outcome", "score" or "value"')
    rules = game.game if isinstance(game, Solution) else game
    if not isinstance(rules, Game):
        raise InvalidArgumentError(f"bad game {spelled(game)}: expected a Game or a Solution")
    luck = _luck(seed)
    mine = luck.randrange(2) if seat is None else seat_named(rules, seat)
    solution = game if isinstance(game, Solution) else solve(game, progress=True)
    here = solution.start if start is None else start
    solution[here]
    match = PersonMatch(solution, mine, luck, by, here)
    if in_notebook() and _has_widgets():
        from gamesolver.notebook.widget import MatchWidget

        return MatchWidget(match)
    from gamesolver.cli.dialogue import Dialogue

    Dialogue(match).play()
    return None


def _luck(seed: object) -> Random:
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InvalidArgumentError(f"bad seed {spelled(seed)}: expected a whole number, or None")
    return Random(seed)


def _has_widgets() -> bool:
    """Return True if the packages of the extra are installed."""
    try:
        import anywidget  # noqa: F401  # only to see if it is installed
    except ImportError:
        return False
    return True
