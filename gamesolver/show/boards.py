"""Boards, tables of moves and lines of play in a notebook.

A board is the game's own picture, made safe, or the board in plain text. Rows are a table with the
board after each move. A line is a strip of boards. This module looks nothing up: the objects that
it shows hold their outcomes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamesolver.rules.guard import Rules
from gamesolver.show.html import boarded, chip, framed, side_by_side, strip, table
from gamesolver.show.markup import element
from gamesolver.show.pictures import WHERE, text_svg
from gamesolver.show.sanitizing import Picture, picture_of
from gamesolver.show.sentences import WORDS, capital, headline, sentence, signed
from gamesolver.show.winnings import gains_of_line, move_and_gain
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.answers import Board, Line, MoveRows

MOST_ROWS = 60  # moves in a table; the best come first
MOST_BOARDS = 40  # plies of a line
SIDE = 240  # pixels of a picture that stands alone


def board_svg(board: Board[Any, Any]) -> str:
    """Return a board as an SVG picture, or its text as SVG if the game has no picture."""
    return position_svg(Rules(board.game), board.position)


def position_svg(rules: Rules[Any, Any], position: Any, mover: int = 0) -> str:
    """Return a position as an SVG picture that stands alone, or its text as SVG."""
    picture = picture_of(rules, position, mover).html()
    if not picture.startswith("<svg"):  # the game draws none that can be shown
        return text_svg(rules.render(position, mover))
    return f'<svg {WHERE} width="{SIDE}" color="#1c2026"{picture.removeprefix("<svg")}'


def board_html(board: Board[Any, Any]) -> str:
    """Return a board as framed HTML."""
    return framed("", "", boarded(_picture(board)))


def rows_html(rows: MoveRows[Any, Any]) -> str:
    """Return the position and a table of its moves, with the board after each, as HTML."""
    rules = Rules(rows.game)
    title = _headline(rules, rows.position, rows[0].outcome if rows else None)
    board = boarded(picture_of(rules, rows.position))
    if not rows:
        return framed(title, "", board)
    shown = [
        (
            element("span", rules.format_move(row.move), kind="move"),
            chip(row.outcome),
            *([signed(row.gain)] if rules.has_gains else []),
            boarded(
                picture_of(rules, row.position, rules.mover(row.position, 1), is_small=True),
                small=True,
            ),
        )
        for row in rows[:MOST_ROWS]
    ]
    kinds = [f"{WORDS[row.outcome.value]}{' best' * row.is_best}" for row in rows[:MOST_ROWS]]
    gain = ["wins at once"] if rules.has_gains else []
    head = ["move", "for the player who makes it", *gain, "the board after it"]
    left = len(rows) - MOST_ROWS
    more = f"{left} more, none of them better" if left > 0 else ""
    return framed(title, more, side_by_side(board, table(head, shown, kinds=kinds)))


def line_html(line: Line[Any, Any]) -> str:
    """Return the boards of a line, each under its move, as HTML."""
    rules = Rules(line.game)
    boards = [("start" if line else "the end", picture_of(rules, line.position, is_small=True))]
    boards += [
        (
            f"{number}. {move_and_gain(rules.format_move(row.move), row.gain)}",
            picture_of(rules, row.position, rules.mover(row.position, number), is_small=True),
        )
        for number, row in enumerate(line[:MOST_BOARDS], start=1)
    ]
    more = f"the first {MOST_BOARDS} of {len(line)} plies" if len(line) > MOST_BOARDS else ""
    won = gains_of_line(rules, line.position, line)
    title = _headline(rules, line.position, line[0].outcome if line else None)
    return framed(title, "; ".join(filter(None, [capital(won), more])), strip(boards))


def _picture(board: Board[Any, Any]) -> Picture:
    return picture_of(Rules(board.game), board.position)


def _headline(rules: Rules[Any, Any], position: Any, outcome: Outcome | None) -> str:
    if outcome is None:
        ending = rules.ending(position)
        if ending is None:
            return "no moves"
        return headline(sentence(rules.game, position, ending, True))
    return headline(sentence(rules.game, position, outcome, False))
