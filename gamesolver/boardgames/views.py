"""Two other modes of a board game: ``plain`` runs the author's own methods, ``lowered`` integers.

All modes have the same moves and outcomes. ``BoardGame.plain`` and ``BoardGame.lowered`` make them.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from types import GeneratorType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import attrs

from gamesolver.boardgames.errors import (
    IF_STUCK,
    NAMES_PLAYER_BY,
    NO_YIELD,
    ActionError,
    RulesError,
    error_in_frame,
    rules_error,
)
from gamesolver.boardgames.position import Action, Position, Terms
from gamesolver.boardgames.source import source_of
from gamesolver.boardgames.symmetry import symmetric_words
from gamesolver.boardgames.texts import EMPTY_SIGN
from gamesolver.boards import Grid
from gamesolver.errors import GameSolverError
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import overrides, writes
from gamesolver.texts import error_text
from gamesolver.value import NO_SCORE, PLAYING, Value

if TYPE_CHECKING:
    from types import CodeType, FrameType, TracebackType

    from gamesolver.boardgames.board_game import BoardGame
    from gamesolver.rules.parameters import Identified

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


class BoardGameView(Game[PositionT, MoveT], Generic[PositionT, MoveT]):
    """Board game in another mode, with the same parameters and texts."""

    mode: ClassVar[str] = ""
    _if_stuck = IF_STUCK
    _names_player_by = NAMES_PLAYER_BY

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self.seats = type(game).seats  # type: ignore[misc]  # of this game, as its title
        self.title = type(game).title  # type: ignore[misc]
        self.looks = game.looks  # type: ignore[misc]
        if "endless" in vars(game) or type(game).endless is not Game.endless:
            self.endless = game.endless

    def __repr__(self) -> str:
        return f"{self.game!r}.{self.mode}"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.game == other.game

    def __hash__(self) -> int:
        return hash((type(self), self.game))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    @property
    def _made_from(self) -> Identified:
        return self.game

    def _made_with(self, parameters: Mapping[str, Any]) -> BoardGameView[PositionT, MoveT]:
        return type(self)(type(self.game)(**parameters))

    def word(self, position: Any) -> int:
        """Return a position as an integer."""
        raise NotImplementedError

    def of_word(self, word: int) -> Any:
        """Return the position of an integer."""
        raise NotImplementedError

    def start(self) -> Any:
        return self.of_word(self.game.start())

    def parse(self, text: str) -> Any:
        found = self.game.texts.parse(text) if isinstance(text, str) else None
        if found is None:
            texts = self.game.texts
            problem = texts.problem(text) if isinstance(text, str) else ""
            raise self.unreadable(text, texts.expected, problem)
        if not self.game.is_position(found):
            problem = "play reaches no position with these numbers of men"
            raise self.unreadable(text, self.game.texts.expected, problem)
        return self.of_word(found)

    def format(self, position: Any) -> str:
        text: str = self.game.texts.format(self.word(position))
        return text

    def format_for(self, position: Any, seat: int) -> str:
        text: str = self.game.texts.format(self.word(position), seat)
        return text

    def render(self, position: Any) -> str:
        return self._drawn(position)

    def render_for(self, position: Any, seat: int) -> str:
        return self._drawn(position, seat)

    def _drawn(self, position: Any, seat: int | None = None) -> str:
        """Return the board as text. ``seat`` moves if the position does not show it."""
        text: str = self.game.texts.drawn(self.word(position), seat)
        return text

    def legend(self) -> str | None:
        return self.game.board.legend()


MAY_BE_MISSING = {"player", "stage", "symmetries", "canonical"}
"""Rules that a view has for every game, and that are not derived for each."""


@writes.register(BoardGameView)
def _writes(view: BoardGameView[Any, Any], name: str) -> bool:
    if name not in MAY_BE_MISSING:
        return overrides(view, name)
    try:
        rules = view.game.lowering.rules
    except RulesError:  # the author's own methods run anyway
        rules = {"player"} if view.game.layout.has_turn else set()
    return name in rules and overrides(view, name)


# ── the author's own methods ──────────────────────────────────────────────────────────────────────


class PlainBoardGame(BoardGameView[Position, str]):
    """Board game by the author's own methods, in which a debugger stops. Moves are texts."""

    mode = "plain"
    is_trial = False
    """True during the trial before a solve, in which it is not known who moves."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._terms: Terms = game.terms
        self._last: tuple[int, dict[str, tuple[Action, int]]] | None = None

    def word(self, position: Position) -> int:
        return position.word

    def of_word(self, word: int) -> Position:
        return Position(self._terms, word)

    def actions(self, at: Position) -> dict[str, tuple[Action, int]]:
        """Return the actions of a position by name, each with the next position.

        Raise ``RulesError`` with the author's line if an action is not allowed.
        """
        last = self._last
        if last is None or last[0] != at.word:
            last = self._last = at.word, self._actions(at)
        return last[1]

    def _actions(self, at: Position) -> dict[str, tuple[Action, int]]:
        found: dict[str, tuple[Action, int]] = {}
        generator = self._generator(at)
        with self._authors_lines("actions", at):
            for action in generator:
                if not isinstance(action, Action):
                    what = f"and this is of type {type(action).__name__}"
                    complaint = f"expected an action after 'yield', such as at.put(place), {what}."
                    raise self._error_at_yield(generator, complaint, at)
                try:
                    after = action.checked()
                except ActionError as error:
                    raise self._error_at_yield(generator, str(error), at) from None
                if action.text in found:
                    complaint = f"two actions of this position are called {action.text!r}."
                    raise self._error_at_yield(generator, complaint, at)
                found[action.text] = action, after
        return found

    def require_allowed(self, at: Position) -> None:
        """Raise the error of the author's lines at a position, if there is one."""
        if self.end(at) is None:
            self.actions(at)

    def _generator(self, at: Position) -> GeneratorType[Any, Any, Any]:
        """Return the actions of a position, as the author yields them."""
        found: object = self.game.actions(at)
        if isinstance(found, GeneratorType):
            return found
        source = source_of(type(self.game).__name__, "actions", type(self.game).actions)
        return source.fail(source.tree, NO_YIELD)

    @contextmanager
    def _authors_lines(self, name: str, at: Position) -> Iterator[None]:
        """Report an error in the author's lines with the line and the position."""
        try:
            yield
        except RulesError:
            raise
        except Exception as error:
            is_ours = isinstance(error, ActionError | GameSolverError)
            complaint = str(error) if is_ours else error_text(error)
            seen = _of_author(error.__traceback__)
            if seen is None:
                raise rules_error(f"{type(self.game).__name__}.{name}: {complaint}") from error
            code = seen.tb_frame.f_code
            made = self._error(code, seen.tb_lineno, seen.tb_lasti, complaint, at)
            raise made from (None if is_ours else error)

    def _error_at_yield(
        self, generator: GeneratorType[Any, Any, Any], complaint: str, at: Position
    ) -> RulesError:
        """Return the error for the line at which a generator waits."""
        frame = generator.gi_frame
        assert frame is not None  # the generator waits at a yield
        return self._error(frame.f_code, frame.f_lineno, frame.f_lasti, complaint, at)

    def _error_of_result(self, complaint: str, at: Position) -> RulesError:
        """Return the error for the line that returns a result, which is run again to find it."""
        written: Any = type(self.game).result
        code: Any = getattr(written, "__code__", None)
        reached = list[tuple[int, int]]()

        def note(frame: FrameType, event: str, argument: object) -> None:
            if event == "return" and frame.f_code is code:
                reached.append((frame.f_lineno, frame.f_lasti))

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            self.game.result(at)
        finally:
            sys.setprofile(before)
        if not reached:
            return rules_error(f"{type(self.game).__name__}.result: {complaint}")
        return self._error(code, *reached[-1], complaint, at)

    def _error(
        self, code: CodeType, line: int, last: int, complaint: str, at: Position
    ) -> RulesError:
        owner = type(self.game).__name__
        return error_in_frame(owner, code, line, last, complaint, self._text_in_errors(at))

    def _text_in_errors(self, at: Position) -> str:
        """Return the text of a position. During the trial it is not known who moves."""
        texts = self.game.texts
        if self.is_trial:
            texts = attrs.evolve(texts, player_of=lambda word: None)
        text: str = texts.format(at.word)
        return text

    def moves(self, position: Position) -> list[str]:
        return list(self.actions(position))

    def play(self, position: Position, move: str) -> Position:
        found = self.actions(position)
        if move not in found:
            raise self.illegal(position, move)
        return self.of_word(found[move][1])

    def player(self, position: Position) -> int | None:
        return self.game.player_of(position.word)

    def symmetries(self, position: Position) -> list[Position]:
        motions = self.game.motions
        found = symmetric_words(position.word, motions, self.game.terms.layout)
        return [self.of_word(each) for each in found]

    def svg(self, position: Position) -> str | None:
        return self._picture(position)

    def svg_for(self, position: Position, seat: int) -> str | None:
        return self._picture(position, seat)

    def _picture(self, position: Position, seat: int | None = None) -> str | None:
        """Return the SVG. ``seat`` moves if the position does not show it."""
        ended = self.terminal_value(position) is not None
        actions = {} if ended else self.actions(position)
        moves = {text: action.way for text, (action, _) in actions.items()}
        texts, board = self.game.texts, self.game.board
        if not board.spots:
            return None
        options: dict[str, Any] = {"look": self.game.look} if isinstance(board, Grid) else {}
        options |= self.game.drawing(self._of_first_player(position, seat))
        shapes = {**texts.shapes, **options.pop("shapes", {})}
        signs = texts.signs_of(position.word, seat or 0)
        shapes = {**texts.shapes_of_stacks(signs, shapes), **shapes}
        if isinstance(board, Grid) and self.game.layout.shown is not None:
            options, shapes = {"look": "houses"} | options, options.pop("shapes", {})
            signs = [EMPTY_SIGN if sign == "0" else sign for sign in signs]
        return board.picture(signs, moves, shapes, **options)

    def _of_first_player(self, position: Position, seat: int | None) -> Position:
        """Return a position from the first player's view, with either player to move."""
        layout = self.game.layout
        word, _ = self.game.texts.seen(position.word, seat)
        return self.of_word(word & ~(1 << layout.turn_at) if layout.has_turn else word)

    def end(self, at: Position) -> Any:
        """Return the result of a position, or what the player without an action gets."""
        with self._authors_lines("result", at):
            found = self.game.result(at)
        if complaint := self.game.complaint_about(found):
            raise self._error_of_result(complaint, at)
        if found is None and self.game.stuck is not None:
            with self._authors_lines("actions", at):
                has_action = any(True for _ in self._generator(at))
            return None if has_action else self.game.stuck
        return found


def _of_author(traceback: TracebackType | None) -> TracebackType | None:
    """Return the last part of a traceback that is in the author's code."""
    found = None
    while traceback is not None:
        if not traceback.tb_frame.f_globals.get("__name__", "").startswith(LIBRARY):
            found = traceback
        traceback = traceback.tb_next
    return found


class PlainValuedBoardGame(PlainBoardGame):
    """Board game by the author's own methods, whose results are values."""

    def terminal_value(self, position: Position) -> Value | None:
        found: Value | None = self.end(position)
        return found


class PlainScoredBoardGame(PlainBoardGame):
    """Board game by the author's own methods, whose results are scores."""

    def terminal_score(self, position: Position) -> int | None:
        found: int | None = self.end(position)
        return found

    def gain(self, position: Position, move: str) -> int:
        found = self.actions(position)
        if move not in found:
            raise self.illegal(position, move)
        return int(found[move][0].gained)


# ── lowered, on Python's own integers ───────────────────────────────────────────────────────────


class LoweredBoardGame(BoardGameView[int, int]):
    """Board game lowered to Python's own integers. It needs no compiler, and suits small games."""

    mode = "lowered"

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        from gamesolver.boardgames.running import on_integers

        self.made = game.lowering
        self._rules = on_integers(self.made.text)
        self._last: tuple[int, list[list[int]]] | None = None

    def word(self, position: int) -> int:
        return position

    def of_word(self, word: int) -> int:
        return word

    def _called(self, rule: str, *arguments: Any) -> int:
        """Return the result of a lowered rule."""
        try:
            found: int = self._rules[rule](*arguments)
        except OverflowError as error:  # a number is too large: the text has the author's line
            if self.game.layout.fields:  # of a counter, the author's lines have the position too
                self.game.explain(arguments[0])
            raise RulesError(str(error)) from None
        return found

    def listed(self, position: int) -> list[list[int]]:
        """Return the moves, the next positions and, if moves gain points, the gains."""
        if self._last is not None and self._last[0] == position:
            return self._last[1]
        most = self.made.max_moves
        buffers = [[0] * most for _ in range(2 + self.game.has_gains)]
        count = self._called("successors", position, *buffers)
        found = [buffer[:count] for buffer in buffers]
        if count < 0 or len(set(found[0])) < count:  # not allowed, or two of one name
            self.game.explain(position)
        self._last = position, found
        return found

    def moves(self, position: int) -> list[int]:
        return self.listed(position)[0]

    def play(self, position: int, move: int) -> int:
        moves, positions, *_ = self.listed(position)
        if move not in moves:
            raise self.illegal(position, move)
        return positions[moves.index(move)]

    def player(self, position: int) -> int | None:
        return self._rules["player"](position) if "player" in self.made.rules else None

    def stage(self, position: int) -> Hashable:
        return self._rules["stage"](position) if "stage" in self.made.rules else None

    def symmetries(self, position: int) -> list[int]:
        if "symmetries" not in self.made.rules:
            return []
        found = [0] * (self.made.motions.count - 1)
        self._rules["symmetries"](position, found)
        return found

    def canonical(self, position: int) -> int:
        if "canonical" not in self.made.rules:
            return position
        found: int = self._rules["canonical"](position)
        return found

    def format_move(self, move: int) -> str:
        return self.game.move_text(move)


class LoweredValuedBoardGame(LoweredBoardGame):
    """Lowered board game whose results are values."""

    def terminal_value(self, position: int) -> Value | None:
        code = self._called("terminal_code", position)
        return None if code == PLAYING else Value.of(code)


class LoweredScoredBoardGame(LoweredBoardGame):
    """Lowered board game whose results are scores."""

    def terminal_score(self, position: int) -> int | None:
        score = self._called("terminal_score", position)
        if score == NO_SCORE:
            return None
        if complaint := self.game.complaint_about(score):
            self.game.explain(position)
            raise rules_error(f"{type(self.game).__name__}.result: {complaint}")
        return score

    def gain(self, position: int, move: int) -> int:
        if not self.game.has_gains:
            return 0
        moves, _, gains = self.listed(position)
        if move not in moves:
            raise self.illegal(position, move)
        return gains[moves.index(move)]


LIBRARY = "gamesolver."
