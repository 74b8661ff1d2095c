"""A match in a notebook, by clicking the board; by typing where there are no widgets.

>>> from gamesolver.notebook import play

In a notebook ``play(TicTacToe())`` shows the board. A shape of the game's picture that carries
``data-move`` plays that move, by click or by key; a move that no shape shows is a button
below. In a terminal, or without ``pip install "solved-games[notebook]"``, the same match is played
by typing, as ``gamesolver play`` does it.

==========  ========================================================================
``widget``  the match as a widget, and the script that tells which shape was clicked
``page``    what it looks like: the board with its moves, what was said
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
    """A match against a perfect opponent: a widget to click on, or ``None`` when it was typed.

    Parameters
    ----------
    game
        A game, which is solved first, or a solution.
    seat
        Yours: 0 or ``"first"``, 1 or ``"second"``, or what the game calls it; by default by lot.
    by
        How the opponent chooses: among moves of equal ``"outcome"``, ``"score"`` or ``"value"``.
    seed
        The same seed, the same draws.
    start
        A position in place of the start.

    Returns
    -------
    MatchWidget
        The board to click on; ``None`` when the match was typed.

    Raises
    ------
    UnknownPositionError
        ``start`` is no position of the solution.
    InvalidArgumentError
        An argument cannot be used.

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
    from gamesolver.cli.table_talk import Talk

    Talk(match).play()
    return None


def _luck(seed: object) -> Random:
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InvalidArgumentError(f"bad seed {spelled(seed)}: expected a whole number, or None")
    return Random(seed)


def _has_widgets() -> bool:
    """Whether what the extra brings is there."""
    try:
        import anywidget  # noqa: F401  # it is enough that it is there
    except ImportError:
        return False
    return True
