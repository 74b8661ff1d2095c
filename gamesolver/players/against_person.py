"""Match of a person against a perfect opponent.

The terminal and the notebook handle all input and output. This module keeps the moves, their
outcomes, and the turn. The opponent takes one of its best moves at random. By default a best move
has the best outcome. With ``by="value"`` it has the best value, whatever the number of plies. If
moves gain points, the value is that of the whole match, including the points won before.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.players import By, rows_that_preserve
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.show.sentences import score_in_words
from gamesolver.solution import Solution
from gamesolver.texts import clean, spelled
from gamesolver.value import Outcome, Value

Row: TypeAlias = MoveRow[Any, Any]


@attrs.frozen
class Turn:
    """Move of a match: its position, its player, and the best move there."""

    position: Any
    seat: int
    row: Row
    best: Row
    won: int = 0
    """Points that this player had won from the other before the move."""

    @property
    def gave_up(self) -> bool:
        """True if the move lost value or score: a win, a draw, or available points."""
        return self.left < self.promised

    @property
    def promised(self) -> int:
        """Score of the match for this player after the best move."""
        return self.won + self.best.outcome.points

    @property
    def left(self) -> int:
        """Score of the match for this player after the move made."""
        return self.won + self.row.outcome.points

    @property
    def verdict(self) -> str:
        """Verdict on the move, in the terms of audits.

        A mistake lowers the value of the match. A loose move loses only points.
        """
        if self.row.is_best:
            return "as good as any"
        if not self.gave_up:
            return "not the best"
        return "a mistake" if Value.of(self.left) < Value.of(self.promised) else "a loose move"


class PersonMatch:
    """State of one match. ``seat`` is the player index of the person.

    ``first`` is the player to move at the start of the match if positions do not show the player.
    """

    def __init__(
        self,
        solution: Solution[Any, Any],
        seat: int,
        luck: Random,
        by: By = "outcome",
        start: Any = None,
        first: int = 0,
    ) -> None:
        self.solution = solution
        self.seat = seat
        self.turns: list[Turn] = []
        self.start = solution.start if start is None else start
        self._rules: Rules[Any, Any] = Rules(solution.game)
        self._luck = luck
        self._by = by
        self._first = first

    @property
    def position(self) -> Any:
        """Current position."""
        return self.turns[-1].row.position if self.turns else self.start

    @property
    def to_move(self) -> int:
        """Player to move. The players alternate if the game does not define ``player``."""
        return self._rules.mover(self.position, len(self.turns), self._first)

    def won(self, seat: int) -> int:
        """Return the points that a player has won on the way, less those of the other."""
        return sum(turn.row.gain * (1 if turn.seat == seat else -1) for turn in self.turns)

    @property
    def is_mine(self) -> bool:
        """True if the person is to move."""
        return self.to_move == self.seat

    @property
    def rows(self) -> tuple[Row, ...]:
        """Moves of the position, best first, empty at a terminal position."""
        return self.solution.moves(self.position)

    @property
    def is_over(self) -> bool:
        """True if the position is terminal."""
        return self._rules.ending(self.position) is not None

    @property
    def outcome(self) -> Outcome:
        """Outcome of the position for the player to move."""
        return self.solution[self.position]

    @property
    def has_been_here(self) -> bool:
        """True if the position occurred before in this match."""
        before = [turn.position for turn in self.turns]
        return self.position in before

    def make(self, row: Row) -> Turn:
        """Make a move for the player to move."""
        seat = self.to_move
        turn = Turn(self.position, seat, row, self.rows[0], self.won(seat))
        self.turns.append(turn)
        return turn

    def reply(self) -> Turn:
        """Make a move of the opponent."""
        kept = rows_that_preserve(self.rows, self._by, self.won(self.to_move))
        return self.make(self._luck.choice(kept))

    def undo(self) -> bool:
        """Go back to the person's last turn; ``False`` if there has been none."""
        mine = [number for number, turn in enumerate(self.turns) if turn.seat == self.seat]
        if not mine:
            return False
        del self.turns[mine[-1] :]
        return True

    def meant(self, text: str) -> Row | None:
        """Return the move that a text names, or ``None``.

        Spaces and brackets are ignored. The game's own parser is tried last.
        """
        rows = self.rows
        moves = [row.move for row in rows]
        place = move_meant(self._rules, self.position, moves, text)
        return None if place is None else rows[place]

    def in_match(self, turn: Turn) -> str:
        """Return the score that a move lost in the match, as text.

        The text is empty if the move lost no score, or if moves do not gain points.
        """
        if not (self._rules.has_gains and turn.gave_up):
            return ""
        return f"{score_in_words(turn.promised)} for {score_in_words(turn.left)}"

    def given_up(self, turn: Turn) -> str:
        """Return the loss of a move as text: of score in the match, or of outcome."""
        gave = self.in_match(turn)
        return f"{gave} in the match" if gave else f"{turn.best.outcome} for {turn.row.outcome}"

    @property
    def mistakes(self) -> list[Turn]:
        """Moves of the person that lost value or score."""
        return [turn for turn in self.turns if turn.seat == self.seat and turn.gave_up]


def seat_named(game: Game[Any, Any], number_or_name: object, called: str = "seat") -> int:
    """Return the player index given by number or by name: first, second, or the game's name."""
    number = whole(number_or_name)
    if number in (0, 1):
        return number
    seats = seats_of(game)
    names = [name.casefold() for name in seats]
    for seat, ordinal in enumerate(("first", "second")):
        if isinstance(number_or_name, str) and number_or_name.casefold() in (ordinal, names[seat]):
            return seat
    expected = ", ".join(dict.fromkeys(["first", "second", *map(clean, seats)]))
    raise InvalidArgumentError(
        f"bad {called} {spelled(number_or_name)}: expected one of {expected}"
    )


def move_meant(
    rules: Rules[Any, Any], position: Any, moves: Sequence[Any], text: str
) -> int | None:
    """Return the index of the move that a text names, or ``None``.

    The texts of the moves are compared first. The game's own parser is tried last.
    """
    place = place_meant([rules.format_move(move) for move in moves], text)
    if place is not None:
        return place
    try:
        return moves.index(rules.game.parse_move(position, text))
    except Exception:  # no move is read from it; an author's own reader may raise anything
        return None


def place_meant(texts: Sequence[str], text: str) -> int | None:
    """Return the index of the text that is meant, or ``None``.

    An equal text is preferred. Otherwise a single text may differ in spaces and brackets.

    >>> place_meant(["(1, 2)", "(0, 2)"], "0,2"), place_meant(["a b", "ab"], "a  b")
    (1, None)
    """
    if text in texts:
        return texts.index(text)
    near = [place for place, candidate in enumerate(texts) if _bare(candidate) == _bare(text)]
    return near[0] if len(near) == 1 and _bare(text) else None


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter not in " ()'\"")
