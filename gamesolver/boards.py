"""Boards that show themselves, and the rows and lines of moves with boards in them.

In a notebook the last value of a cell shows itself. A board is the game's own picture, made
safe, or the board in plain text; :class:`MoveRows` and :class:`Line` are tuples of
:class:`~gamesolver.MoveRow` in every respect, and know besides which position they come from,
so that they can be drawn. Nothing is looked up here: rows bring their outcomes with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

import attrs

from gamesolver.answers import MoveRow
from gamesolver.drawing import Picture, picture_of
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.pictures import WHERE, text_svg
from gamesolver.rules import Rules
from gamesolver.showing import boarded, chip, element, framed, side_by_side, strip, table
from gamesolver.spelling import clean, shorten, spelled
from gamesolver.telling import WORDS, headline, sentence
from gamesolver.value import Outcome
from gamesolver.words import shown

MOST_ROWS = 60  # moves in a table; the best come first
MOST_BOARDS = 40  # plies of a line
MOST_NAMED = 5  # moves in a repr
SIDE = 240  # pixels of a picture that stands alone


@attrs.frozen(repr=False)
class Board(Generic[PositionT, MoveT]):
    """A position that shows itself: in a notebook as a picture, printed as text.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> board = solve(TicTacToe()).board("xo.......x")
    >>> board
    <Board of TicTacToe(): 'xo.......'>
    >>> print(board)
    x o .
    . . .
    . . .
    """

    game: Game[PositionT, MoveT]
    position: PositionT

    def __repr__(self) -> str:
        return f"<Board of {one_line(self.game)}: {shown(self.game, self.position)}>"

    def __str__(self) -> str:
        return self.game.render(self.position)

    @property
    def _picture(self) -> Picture:
        return picture_of(Rules(self.game), self.position)

    def _repr_svg_(self) -> str:
        picture = self._picture.html()
        if not picture.startswith("<svg"):  # the game draws none that can be shown
            return text_svg(str(self))
        return f'<svg {WHERE} width="{SIDE}" color="#1c2026"{picture.removeprefix("<svg")}'

    def _repr_html_(self) -> str:
        return framed("", "", boarded(self._picture))


class MoveRows(tuple[MoveRow[PositionT, MoveT], ...], Generic[PositionT, MoveT]):
    """The rows of a position, best first, as a table with the board after each move."""

    game: Game[PositionT, MoveT]
    position: PositionT

    def __new__(
        cls,
        rows: Iterable[MoveRow[PositionT, MoveT]],
        game: Game[PositionT, MoveT],
        position: PositionT,
    ) -> MoveRows[PositionT, MoveT]:
        made = super().__new__(cls, rows)
        made.game, made.position = game, position
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # for copies, in another process too
        return tuple(self), self.game, self.position

    def __repr__(self) -> str:
        where = shown(self.game, self.position)
        if not self:
            return f"<no moves at {where}: play has ended>"
        best = [told(self.game, row.move) for row in self if row.is_best]
        more = f" and {len(best) - MOST_NAMED} more" if len(best) > MOST_NAMED else ""
        named = ", ".join(best[:MOST_NAMED]) + more
        moves = f"{len(self)} move{'s' * (len(self) > 1)}"
        return flat(f"<{moves} at {where}: {self[0].outcome} by {named}>")

    def _repr_html_(self) -> str:
        rules = Rules(self.game)
        title = _headline(rules, self.position, self[0].outcome if self else None)
        board = boarded(picture_of(rules, self.position))
        if not self:
            return framed(title, "", board)
        rows = [
            (
                element("span", rules.format_move(row.move), kind="move"),
                chip(row.outcome),
                boarded(picture_of(rules, row.position), small=True),
            )
            for row in self[:MOST_ROWS]
        ]
        kinds = [f"{WORDS[row.outcome.value]}{' best' * row.is_best}" for row in self[:MOST_ROWS]]
        head = ["move", "for who makes it", "the board after it"]
        told = f"{len(self) - MOST_ROWS} more, none of them better" if len(self) > MOST_ROWS else ""
        return framed(title, told, side_by_side(board, table(head, rows, kinds=kinds)))


class Line(MoveRows[PositionT, MoveT]):
    """A line of best moves, as a strip of boards."""

    def __repr__(self) -> str:
        where = shown(self.game, self.position)
        moves = ", ".join(told(self.game, row.move) for row in self[:MOST_BOARDS])
        more = ", ..." if len(self) > MOST_BOARDS else ""
        plies = f"{len(self)} {'ply' if len(self) == 1 else 'plies'}"
        return flat(f"<a line of {plies} from {where}: {moves}{more}>")

    def _repr_html_(self) -> str:
        rules = Rules(self.game)
        boards = [("start" if self else "the end", picture_of(rules, self.position))]
        boards += [
            (f"{number}. {rules.format_move(row.move)}", picture_of(rules, row.position))
            for number, row in enumerate(self[:MOST_BOARDS], start=1)
        ]
        told = f"the first {MOST_BOARDS} of {len(self)} plies" if len(self) > MOST_BOARDS else ""
        title = _headline(rules, self.position, self[0].outcome if self else None)
        return framed(title, told, strip(boards))


def _headline(rules: Rules[Any, Any], position: Any, outcome: Outcome | None) -> str:
    if outcome is None:
        ending = rules.ending(position)
        if ending is None:
            return "no moves"
        return headline(sentence(rules.game, position, Outcome(ending, 0), True))
    return headline(sentence(rules.game, position, outcome, False))


def told(game: Game[Any, Any], move: object) -> str:
    """A move as the game writes it, or by its repr where that fails: a repr must not."""
    try:
        return shorten(clean(game.format_move(move)))
    except Exception:  # an author's own method may raise anything
        return spelled(move)


def flat(text: str) -> str:
    """A text on one line, never too long."""
    return shorten(" ".join(text.split()), 300)


def one_line(game: Game[Any, Any]) -> str:
    """A game's repr on one line, whatever its author wrote."""
    return flat(spelled(game))
