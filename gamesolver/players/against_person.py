"""A match against a perfect opponent: who has moved what, what it was worth, whose turn it is.

It asks nobody and shows nothing; the terminal and the notebook do that. The opponent takes one
of its best moves at random: of those with the best outcome, or, if asked, of those with the
best value, when it neither hurries nor delays. Where moves gain, the value is that of the whole
match, with what the line has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.players import By, rows_kept
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.show.sentences import score_in_words
from gamesolver.solution import Solution
from gamesolver.texts import clean, spelled
from gamesolver.value import Outcome, Value

Row: TypeAlias = MoveRow[Any, Any]


@attrs.frozen
class Turn:
    """A move that was made: from where, by which seat, and the best there was."""

    position: Any
    seat: int
    row: Row
    best: Row
    won: int = 0
    """What this seat had won before the move, and the other seat lost."""

    @property
    def gave_up(self) -> bool:
        """Whether the move gave value or score away: a win, a draw or points that were there."""
        return self.left < self.promised

    @property
    def promised(self) -> int:
        """By how much this seat would have won the match by the best move."""
        return self.won + self.best.outcome.points

    @property
    def left(self) -> int:
        """By how much it wins the match after the move that it made."""
        return self.won + self.row.outcome.points

    @property
    def verdict(self) -> str:
        """What is said of it to who made it, in the words of audits.

        A mistake costs the value of the match; who loses points alone was loose.
        """
        if self.row.is_best:
            return "as good as any"
        if not self.gave_up:
            return "not the best"
        return "a mistake" if Value.of(self.left) < Value.of(self.promised) else "a loose move"


class PersonMatch:
    """One match; ``seat`` is that of the person."""

    def __init__(
        self,
        solution: Solution[Any, Any],
        seat: int,
        luck: Random,
        by: By = "outcome",
        start: Any = None,
    ) -> None:
        self.solution = solution
        self.seat = seat
        self.turns: list[Turn] = []
        self.start = solution.start if start is None else start
        self._rules: Rules[Any, Any] = Rules(solution.game)
        self._luck = luck
        self._by = by

    @property
    def position(self) -> Any:
        """Where the match stands."""
        return self.turns[-1].row.position if self.turns else self.start

    @property
    def to_move(self) -> int:
        """The seat to move; where positions do not tell, the players take turns."""
        seat = self._rules.player(self.position)
        return len(self.turns) % 2 if seat is None else int(seat)

    def won(self, seat: int) -> int:
        """What a seat has won on the way, less what the other has."""
        return sum(turn.row.gain * (1 if turn.seat == seat else -1) for turn in self.turns)

    @property
    def is_mine(self) -> bool:
        """Whether the person is to move."""
        return self.to_move == self.seat

    @property
    def rows(self) -> tuple[Row, ...]:
        """The moves there are, best first; none at the end."""
        return self.solution.moves(self.position)

    @property
    def is_over(self) -> bool:
        """Whether play has ended."""
        return self._rules.ending(self.position) is not None

    @property
    def outcome(self) -> Outcome:
        """What the position is worth to the player to move."""
        return self.solution[self.position]

    @property
    def has_been_here(self) -> bool:
        """Whether the position has stood on the board before."""
        before = [turn.position for turn in self.turns]
        return self.position in before

    def make(self, row: Row) -> Turn:
        """Make a move, for whoever is to move."""
        seat = self.to_move
        turn = Turn(self.position, seat, row, self.rows[0], self.won(seat))
        self.turns.append(turn)
        return turn

    def reply(self) -> Turn:
        """Let the opponent move."""
        kept = rows_kept(self.rows, self._by, self.won(self.to_move))
        return self.make(self._luck.choice(kept))

    def undo(self) -> bool:
        """Go back to the person's last turn; ``False`` if there has been none."""
        mine = [number for number, turn in enumerate(self.turns) if turn.seat == self.seat]
        if not mine:
            return False
        del self.turns[mine[-1] :]
        return True

    def meant(self, text: str) -> Row | None:
        """The move with that text, but for spaces and brackets, or that the game reads so."""
        rows = self.rows
        moves = [row.move for row in rows]
        place = move_meant(self._rules, self.position, moves, text)
        return None if place is None else rows[place]

    def in_match(self, turn: Turn) -> str:
        """What a move gave of the match, where that is more than what is to come; else nothing."""
        if not (self._rules.has_gains and turn.gave_up):
            return ""
        return f"{score_in_words(turn.promised)} for {score_in_words(turn.left)}"

    def given_up(self, turn: Turn) -> str:
        """What a move gave for what: of the match, where moves gain."""
        gave = self.in_match(turn)
        return f"{gave} in the match" if gave else f"{turn.best.outcome} for {turn.row.outcome}"

    @property
    def mistakes(self) -> list[Turn]:
        """The person's moves that gave value or score away."""
        return [turn for turn in self.turns if turn.seat == self.seat and turn.gave_up]


def seat_named(game: Game[Any, Any], number_or_name: object, called: str = "seat") -> int:
    """A seat by its number, or by its name: first, second, or what the game calls it."""
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
    """Which of several moves a person means: by its text, or by one that the game reads as well."""
    place = place_meant([rules.format_move(move) for move in moves], text)
    if place is not None:
        return place
    try:
        return moves.index(rules.game.parse_move(position, text))
    except Exception:  # no move is read from it; an author's own reader may raise anything
        return None


def place_meant(texts: Sequence[str], text: str) -> int | None:
    """Which of several texts is meant: the same, or the only one but for spaces and brackets.

    >>> place_meant(["(1, 2)", "(0, 2)"], "0,2"), place_meant(["a b", "ab"], "a  b")
    (1, None)
    """
    if text in texts:
        return texts.index(text)
    near = [place for place, candidate in enumerate(texts) if _bare(candidate) == _bare(text)]
    return near[0] if len(near) == 1 and _bare(text) else None


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter not in " ()'\"")
