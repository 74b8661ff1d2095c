"""Games whose positions are keys with the shortest histories.

Most frameworks cannot set up a position from its text. They have states, which hold far more than
their text (a state of OpenSpiel takes 1 to 11 kB) and are reached by play. So a position is a
key, and the game keeps its first history (``histories``): the position before it, and the
move. If a state is needed, it is made again by playing all moves from the start. A breadth-first
search meets the shortest history first. The key of a terminal position is complete, and
needs no history, unless its board must be drawn.

A key from elsewhere, a file or a command line, has no history yet. It is *traced*: play goes on
from the start, breadth first, until it reaches that key, and for the next one from there.

**Texts.** A position is read from the line of its key, or from its moves as a list:
``["a2a3", "b4c3"]``, or their numbers in the framework: ``[2, 7]``.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from gamesolver.adapters.histories import FRESH, Histories
from gamesolver.adapters.keys import LAST_TURN, is_end, key_in, line_of, score_of, seat_of, text_of
from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import stored_parameters
from gamesolver.texts import read_literal, spelled

MOST_TRACED = 1_000_000
"""Positions at which play goes on, before tracing gives up."""


Expansion = tuple[bytes | None, Any, int, list[str], dict[str, int]]
"""A position at hand: with its state, its history, its moves, and the number of each (or more)."""

NOWHERE: Expansion = None, None, FRESH, [], {}


class ReplayedGame(Game[bytes, str]):
    """Base class for a game of a framework whose states are reached only by play."""

    base: int
    """More than the number of any move, and than 1: a history is a number with such digits."""

    is_shown: ClassVar[bool] = True
    """True if the text of a key is a board; else terminal positions keep a history too."""

    traced_from: ClassVar[str] = "its moves as a list, such as [0, 2]"

    def __init__(self) -> None:
        self._histories = Histories(self.base)
        self._at = NOWHERE
        self._trace = Trace(self)

    # ── methods of a subclass ──────────────────────────────────────────────

    @abstractmethod
    def begun(self) -> Any:
        """Return a state at the start."""

    @abstractmethod
    def advanced(self, state: Any, action: int) -> None:
        """Play a move on a state, which changes."""

    @abstractmethod
    def after(self, at: Expansion, action: int) -> Any:
        """Return the state after a move; that of the position at hand stays as it is."""

    @abstractmethod
    def actions(self, state: Any) -> dict[str, int]:
        """Return the legal moves by their texts, in order, each with its number."""

    def legal(self, state: Any) -> list[int]:
        """Return the numbers of the legal moves, in order."""
        return list(self.actions(state).values())

    @abstractmethod
    def key(self, state: Any, mover: int) -> bytes:
        """Return the key of a state, to which seat ``mover`` has come by the last move."""

    # ── what follows from that ─────────────────────────────────────────────

    def start(self) -> bytes:
        position = self.key(self.begun(), 1)
        self._histories.add(position, 0, 0)
        return position

    def moves(self, position: bytes) -> list[str]:
        return [*self.expanded(position)[3]]

    def play(self, position: bytes, move: str) -> bytes:
        at = self.expanded(position)
        _, _, history, words, numbers = at
        if move not in words:
            raise self.illegal(position, move)
        action = numbers[move]
        reached = self.key(self.after(at, action), seat_of(position))
        has_history = reached[0] <= LAST_TURN or not self.is_shown
        if has_history:
            self._histories.add(reached, history, action)
        return reached

    def player(self, position: bytes) -> int:
        return position[0] & 1

    def terminal_score(self, position: bytes) -> int | None:
        return None if position[0] <= LAST_TURN else score_of(position)

    def expanded(self, position: bytes) -> Expansion:
        """Return a position with its state and its moves; the last result is cached."""
        at = self._at
        if at[0] == position:
            return at
        history = self.history(position)
        state = self.replayed(history)
        numbers = self.actions(state)
        self._at = at = position, state, history, [*numbers], numbers
        return at

    def history(self, position: bytes) -> int:
        """The shortest history met of a position before the end; one from elsewhere is traced."""
        return self._histories.get(position) or self._trace.history(position)

    def line(self, position: bytes) -> list[int]:
        """Return the numbers of the moves from the start to a position, by the shortest way met."""
        return self._histories.line(self.history(position))

    def words(self, position: bytes) -> list[str]:
        """Return the moves that lead to a position, as texts."""
        return self.in_words(self.line(position))

    def in_words(self, line: Sequence[int]) -> list[str]:
        """Numbers of moves from the start as their texts."""
        state, words = self.begun(), []
        for action in line:
            texts = {number: text for text, number in self.actions(state).items()}
            words.append(texts[action])
            self.advanced(state, action)
        return words

    def replayed(self, history: int) -> Any:
        """Return a state with that history."""
        state = self.begun()
        for action in self._histories.line(history):
            self.advanced(state, action)
        return state

    # ── reading and writing ────────────────────────────────────────────────

    def format(self, position: bytes) -> str:
        try:
            return line_of(position)
        except (TypeError, ValueError, IndexError, AttributeError) as error:
            raise InvalidArgumentError(f"{spelled(position)} is not a key of a position") from error

    def parse(self, text: str) -> bytes:
        if not isinstance(text, str):
            raise self.unreadable(text, self._expected)
        if text.startswith("["):
            return self._played(text)
        key = key_in(text)
        if key is None:
            raise self.unreadable(text, self._expected)
        if not is_end(key):
            self._require_traced(text, key)
        return key

    def _require_traced(self, text: str, key: bytes) -> None:
        try:
            self.history(key)
        except UntracedError as error:
            raise self.unreadable(text, str(error)) from error

    @property
    def _expected(self) -> str:
        example = self.format(self.start())
        return (
            f"the player to move and the board, such as {spelled(example)}, or {self.traced_from}"
        )

    def _played(self, text: str) -> bytes:
        """Return the position after the moves in a list."""
        try:
            line = read_literal(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise self.unreadable(text, self._expected) from error
        position = self.start()
        for number, move in enumerate(line):
            if score_of(position) is not None:
                raise self.unreadable(text, f"no more than {number} moves, with which play ends")
            position = self._after_one(text, position, move)
        return position

    def _after_one(self, text: str, position: bytes, move: object) -> bytes:
        _, _, _, words, numbers = self.expanded(position)
        legal = next((word for word in words if move in (word, numbers[word])), None)
        if legal is None:
            some = ", ".join(f"{word!r} ({numbers[word]})" for word in words[:8])
            raise self.unreadable(
                text, f"legal moves, such as {some}, and {spelled(move)} is not legal"
            )
        return self.play(position, legal)

    def board(self, state: Any) -> str:
        """Return a state as a board, if the text of its key is not one."""
        return str(state)

    def render(self, position: bytes) -> str:
        if not self.is_shown:
            return self.board(self.replayed(self.history(position))).rstrip("\n")
        return text_of(position).rstrip("\n") or self.format(position)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(stored_parameters(self).values())


class UntracedError(GameSolverError, KeyError):
    """Error for a key that was not reached in the part of play that was followed."""


class Trace:
    """Breadth-first play from the start, continued until a requested key is found."""

    def __init__(self, game: ReplayedGame) -> None:
        self._game = game
        self._lock = threading.Lock()
        self._steps = self._played()

    def history(self, position: object) -> int:
        """Return the shortest history of a key that is not known yet."""
        histories = self._game._histories
        if type(position) is not bytes:
            raise InvalidArgumentError(f"{spelled(position)} is not a key of a position")
        with self._lock:
            while not (history := histories.get(position)):
                if next(self._steps, None) is None:
                    self._refuse()
            return history

    def _played(self) -> Iterator[bytes]:
        """Yield each position that play reaches, once all of its moves have been played."""
        game = self._game
        positions = [game.start()]
        seen = set(positions)
        for position in positions:  # the list grows as we go
            if score_of(position) is not None:
                continue
            if len(positions) > MOST_TRACED:
                return
            for move in game.moves(position):
                reached = game.play(position, move)
                if reached not in seen:
                    seen.add(reached)
                    positions.append(reached)
            yield position

    def _refuse(self) -> None:
        raise UntracedError(
            "a position reachable from the start, within the first "
            f"{MOST_TRACED:,} positions, or its moves as a list"
        )
