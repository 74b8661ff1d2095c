"""``Game``: the rules of a two-player game of perfect information, as an author writes them.

A game has no chance moves and finitely many positions. Play may run in cycles. A *position*
contains all that decides the future, including the player to move. Four methods are required:
``start``, ``moves``, ``play``, and ``terminal_value`` (or ``terminal_score``). All other methods
have defaults. They add symmetries, players, gains, stages, hints for proofs, texts, and pictures.

A game has rules only. It reads no input, prints nothing, and does not change after its
construction. ``gamesolver.check_game`` tests the laws that the methods below must obey.
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
    """Rules of one game, with its parameters.

    >>> class Countdown(Game[int, int]):
    ...     '''Take one or two counters from a heap of five. The last counter wins.'''
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
    """Title of the game, by default the words of the class's name."""

    seats: ClassVar[tuple[str, str]] = ("first player", "second player")
    """Names of the two players, player 0 first."""

    looks: ClassVar[tuple[str, str]] = ("", "")
    """Shapes of the men of the two players in pictures, such as ``("red", "yellow")``.

    Pages show them next to the names of the players. If one is empty, names such as ``"x"`` and
    ``"white"`` have their usual shapes.
    """

    _ends_are_signs: ClassVar[bool] = False  # True if scores are reduced to win, draw and loss

    # Advice in messages: how an author decides a position without moves, and names the player.
    _if_stuck: ClassVar[str] = ""
    _names_player_by: ClassVar[str] = "write player"

    endless: Value | int = Value.DRAW
    """Payoff of infinite play for player 0. Player 1 gets the negative."""

    # ── the four required methods ──────────────────────────────────────────

    @abstractmethod
    def start(self) -> PositionT:
        """Return the first position."""

    @abstractmethod
    def moves(self, position: PositionT) -> Iterable[MoveT]:
        """Return the legal moves in a fixed order: hashable, unique, never ``None`` or a list.

        It is not called for terminal positions. Any other position must have a move.
        """

    @abstractmethod
    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """Return the next position, and do not change the one given.

        The solver passes legal moves only. For other moves raise ``self.illegal(...)``.
        """

    def terminal_value(self, position: PositionT) -> Value | None:
        """Return the value of a terminal position for the player to move, else ``None``."""
        score = self.terminal_score(position)
        return None if score is None else Value.of(score)

    # ── scores, instead of values ──────────────────────────────────────────

    def terminal_score(self, position: PositionT) -> int | None:
        """Return the score of a terminal position for the player to move, else ``None``.

        If moves gain points, this is the score of the end alone, without earlier gains.
        """
        from gamesolver.rules.messages import no_end

        raise no_end(self)

    def gain(self, position: PositionT, move: MoveT) -> int:
        """Return the points that the move gains for its player. No gain may lie on a cycle."""
        return 0

    def preference(self, seat: int | None = None) -> Preference:
        """Return the preference of a player: a greater ``key(outcome)`` is better."""
        return preference_of(self, stakes_of(self)[1], seat)

    # ── optional: symmetries, players, stages, hints for proofs ────────────

    def symmetries(self, position: PositionT) -> Iterable[PositionT]:
        """Return every *other* position of its orbit. Itself and repeats are allowed.

        The whole orbit, not generators only. Colours may swap with the player to move.
        """
        return ()

    def canonical(self, position: PositionT) -> PositionT:
        """Return the position that represents its orbit, by default the least one.

        A game that writes this method must also list its orbits by :meth:`symmetries`. The
        representative must be in the orbit, and be the same for all of it.
        """
        return least((position, *self.symmetries(position)))

    def player(self, position: PositionT) -> int | None:
        """Return the player to move, 0 or 1, at every position, terminal ones too.

        ``None`` (everywhere) means strict alternation with the player unknown.
        If players are named, a move may keep the turn.
        """
        return None

    def positions(self) -> Iterable[PositionT]:
        """Return positions to solve in addition to those that the start reaches."""
        return ()

    def stage(self, position: PositionT) -> Hashable:
        """Return the stage, equal within an orbit. Play never returns to an earlier one."""
        return None

    def candidates(self, position: PositionT) -> Iterable[MoveT] | Outcome | Bounds | None:
        """Return hints for ``prove`` on a position that has not ended. They are not trusted.

        Moves to try, in order and with a best one among them, or the outcome, or bounds on it.
        """
        return None

    def plies_to_draw(self, position: PositionT) -> int:
        """Return the fewest plies to a drawn end, for ``prove``. A move lowers it by at most 1."""
        return 0

    # ── texts and pictures ─────────────────────────────────────────────────

    def parse(self, text: str) -> PositionT:
        """Return the position that a text describes. Inverse of ``format``."""
        try:
            return read_literal(text)  # type: ignore[no-any-return]  # the author's own repr
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise Game.unreadable(self, text, AS_REPR) from error

    def format(self, position: PositionT) -> str:
        """Return the position as a line of text."""
        return literal(position)

    def format_move(self, move: MoveT) -> str:
        """Return the move as a short text, different for different moves of a position."""
        return str(move)

    def stored_move(self, move: MoveT) -> str:
        """Return the text of the move in files and addresses, which should never change."""
        return self.format_move(move)

    def parse_move(self, position: PositionT, text: str) -> MoveT:
        """Return the legal move with that text. Inverse of :meth:`format_move`."""
        ended = self.terminal_value(position) is not None
        for move in () if ended else self.moves(position):
            if self.format_move(move) == text:
                return move
        raise _illegal(self, position, text, text if isinstance(text, str) else repr(text))

    def render(self, position: PositionT) -> str:
        """Return the position as a board in plain text."""
        return self.format(position)

    def legend(self) -> str | None:
        """Return a board in plain text with the names of its places, or ``None``."""
        return None

    def svg(self, position: PositionT) -> str | None:
        """Return the position as an SVG. A shape with ``data-move="TEXT"`` plays that move."""
        return None

    def format_for(self, position: PositionT, seat: int) -> str:
        """Return the line of text with player ``seat`` to move, if ``player`` returns ``None``.

        It names both players and the player to move, so that a piece keeps its letter along a line.
        ``parse`` reads it as well, and returns the position.
        """
        return self.format(position)

    def render_for(self, position: PositionT, seat: int) -> str:
        """Return the board with player ``seat`` to move, if ``player`` returns ``None``.

        Positions that are stored for the player to move show colours that are exchanged after each
        ply. With ``seat`` a piece keeps its colour along a line.
        """
        return self.render(position)

    def svg_for(self, position: PositionT, seat: int) -> str | None:
        """Return the SVG with player ``seat`` to move."""
        return self.svg(position)

    # ── errors an author may raise ─────────────────────────────────────────

    def illegal(self, position: PositionT, move: object) -> IllegalMoveError:
        """Return the error to raise for an illegal ``move``, with the legal ones."""
        return _illegal(self, position, move, repr(move))

    def unreadable(self, text: object, expected: str, problem: str = "") -> PositionTextError:
        """Return the error to raise for a ``text`` that is not a position.

        ``expected`` describes a valid text, and ``problem`` what is wrong with this one.
        """
        from gamesolver.rules.messages import unreadable

        return unreadable(self, text, expected, problem)


def _illegal(game: Game[Any, Any], position: Any, move: object, name: str) -> IllegalMoveError:
    from gamesolver.rules.messages import illegal_move

    return illegal_move(game, position, move, name)
