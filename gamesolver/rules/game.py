"""The rules of a game: what an author writes.

A *game* here is two players, perfect information, no chance and finitely many
positions; play may run in loops. A *position* is all that decides the future,
the player to move included. Four methods say it all: where play starts, what
may be moved, what a move leads to, and how play has ended: who wins, or with
what score. Everything else has a default and makes a game faster (symmetry),
richer (gains, seats, stages) or nicer to look at (text and pictures).

A game holds rules only: it never asks anybody for input, prints nothing, and does not change
once made. ``gamesolver.check_game`` tests the laws that the methods below promise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from gamesolver.errors import IllegalMoveError, PositionTextError
from gamesolver.rules.parameters import Identified, stakes_of
from gamesolver.texts import AS_REPR, least, literal, read_literal
from gamesolver.value import Bounds, Outcome, Preference, Value, preference_of

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


class Game(Identified, ABC, Generic[PositionT, MoveT]):
    """The rules of one game, with its parameters.

    >>> class Countdown(Game[int, int]):
    ...     '''Take one or two from a heap of five; whoever takes the last one wins.'''
    ...     def start(self):
    ...         return 5
    ...     def moves(self, position):
    ...         return [take for take in (1, 2) if take <= position]
    ...     def play(self, position, move):
    ...         return position - move
    ...     def terminal_value(self, position):
    ...         return Value.LOSS if position == 0 else None
    >>> from gamesolver import solve
    >>> solve(Countdown()).outcome
    Outcome(Value.WIN, 3)
    """

    title: ClassVar[str] = "Game"
    """What people call the game; where nothing is said, the words of the class's name."""

    seats: ClassVar[tuple[str, str]] = ("first player", "second player")
    """What people call the two players, seat 0 first."""

    _ends_are_signs: ClassVar[bool] = False  # of a game with scores, asked who wins and no more

    endless: Value | int = Value.DRAW
    """What play without end is worth to seat 0, and its opposite to seat 1; 0 with scores."""

    # ── the four methods that every game writes ────────────────────────────

    @abstractmethod
    def start(self) -> PositionT:
        """The first position."""

    @abstractmethod
    def moves(self, position: PositionT) -> Iterable[MoveT]:
        """The legal moves in a fixed order: hashable, unique, never ``None``, never a list.

        Never asked at the end of play; before it to have none is a fault: say who wins then.
        """

    @abstractmethod
    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The next position; the one given stays as it is.

        Asked for legal moves only; raise ``self.illegal(...)`` where people play.
        """

    def terminal_value(self, position: PositionT) -> Value | None:
        """The value for the player to move once play has ended, else ``None``."""
        score = self.terminal_score(position)
        return None if score is None else Value.of(score)

    # ── in place of the last one, where a game is won by something ─────────

    def terminal_score(self, position: PositionT) -> int | None:
        """By how much the player to move has won once play has ended, else ``None``.

        Where moves gain, only what the end itself brings.
        """
        from gamesolver.rules.messages import no_end

        raise no_end(self)

    def gain(self, position: PositionT, move: MoveT) -> int:
        """What the move wins at once for the player making it; no gain may lie on a loop."""
        return 0

    def preference(self, seat: int | None = None) -> Preference:
        """Which outcomes a player prefers: ``key(outcome)`` is the greater, the better."""
        return preference_of(self, stakes_of(self)[1], seat)

    # ── what makes solving smaller, or the answers richer ──────────────────

    def symmetries(self, position: PositionT) -> Iterable[PositionT]:
        """Every *other* position of its orbit; itself and repeats are harmless.

        The whole orbit, not generators alone. Colours may be exchanged with the player to move.
        """
        return ()

    def canonical(self, position: PositionT) -> PositionT:
        """The position that stands for its orbit: the least, unless written, as for speed."""
        return least((position, *self.symmetries(position)))

    def player(self, position: PositionT) -> int | None:
        """The seat to move, 0 or 1, at every position, ends included.

        ``None`` (everywhere) means strict alternation with the seat unknown.
        With seats named, a move may keep the turn.
        """
        return None

    def positions(self) -> Iterable[PositionT]:
        """Positions to solve beyond those that the start reaches."""
        return ()

    def stage(self, position: PositionT) -> Hashable:
        """The stage of play, or ``None``: twins share it; play never returns to an earlier one."""
        return None

    def candidates(self, position: PositionT) -> Iterable[MoveT] | Outcome | Bounds | None:
        """What the author knows of a position where play goes on, for ``prove``; never trusted.

        The moves worth trying, in order, a best one among them; or its outcome, or bounds on it.
        """
        return None

    def plies_to_draw(self, position: PositionT) -> int:
        """Plies to an end that nobody wins, at least, for ``prove``; a move takes off 1 at most."""
        return 0

    # ── reading and writing ────────────────────────────────────────────────

    def parse(self, text: str) -> PositionT:
        """The position that a text describes; undoes ``format``."""
        try:
            return read_literal(text)  # type: ignore[no-any-return]  # the author's own repr
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise Game.unreadable(self, text, AS_REPR) from error

    def format(self, position: PositionT) -> str:
        """The position as a line of text."""
        return literal(position)

    def format_move(self, move: MoveT) -> str:
        """The move as a short text; different moves of a position have different texts."""
        return str(move)

    def stored_move(self, move: MoveT) -> str:
        """The move in files and addresses, different for each: it stays when its words change."""
        return self.format_move(move)

    def parse_move(self, position: PositionT, text: str) -> MoveT:
        """The legal move with that text, undoing :meth:`format_move`; any other text is refused."""
        ended = self.terminal_value(position) is not None
        for move in () if ended else self.moves(position):
            if self.format_move(move) == text:
                return move
        raise _illegal(self, position, text, text if isinstance(text, str) else repr(text))

    def render(self, position: PositionT) -> str:
        """The position as a board in plain text."""
        return self.format(position)

    def legend(self) -> str | None:
        """How moves name the places of the board, as a board in plain text, if that is needed."""
        return None

    def svg(self, position: PositionT) -> str | None:
        """The position as a picture; a shape with ``data-move="TEXT"`` plays that move."""
        return None

    def render_for(self, position: PositionT, seat: int) -> str:
        """The board while this ``seat`` is to move, asked where ``player`` names nobody.

        For positions that are seen from the player to move: so men keep their colour along a line.
        """
        return self.render(position)

    def svg_for(self, position: PositionT, seat: int) -> str | None:
        """The picture, likewise."""
        return self.svg(position)

    # ── errors an author may raise ─────────────────────────────────────────

    def illegal(self, position: PositionT, move: object) -> IllegalMoveError:
        """The error to raise for a move that is not legal, naming those that are."""
        return _illegal(self, position, move, repr(move))

    def unreadable(self, text: object, expected: str) -> PositionTextError:
        """The error to raise for a text that describes no position."""
        from gamesolver.rules.messages import unreadable

        return unreadable(self, text, expected)


def _illegal(game: Game[Any, Any], position: Any, move: object, name: str) -> IllegalMoveError:
    from gamesolver.rules.messages import illegal_move

    return illegal_move(game, position, move, name)
