"""The same board game in two other modes: by the author's own lines, and lowered on integers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gamesolver.boardgames.errors import ActionError, RulesError, rules_error
from gamesolver.boardgames.position import Action, Position, Terms
from gamesolver.boardgames.symmetry import symmetric_words
from gamesolver.boards import Grid
from gamesolver.rules.game import Game
from gamesolver.value import NO_SCORE, PLAYING, Value

if TYPE_CHECKING:
    from types import TracebackType

    from gamesolver.boardgames.board_game import BoardGame
    from gamesolver.rules.parameters import Identified

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


class BoardGameView(Game[PositionT, MoveT], Generic[PositionT, MoveT]):
    """Board game in another mode, with the same parameters and texts."""

    mode: ClassVar[str] = ""

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
            raise self.unreadable(text, self.game.texts.expected)
        return self.of_word(found)

    def format(self, position: Any) -> str:
        text: str = self.game.texts.format(self.word(position))
        return text

    def render(self, position: Any) -> str:
        return self.game.board.draw(self.game.texts.signs_of(self.word(position)))

    def legend(self) -> str | None:
        return self.game.board.legend()


# ── the author's own lines ──────────────────────────────────────────────────────────────────────


class PlainBoardGame(BoardGameView[Position, str]):
    """Board game by the author's own lines, in which a debugger stops. Moves are texts."""

    mode = "plain"

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
        generator = iter(self.game.actions(at))
        for action in self._yielded(generator):
            if not isinstance(action, Action):
                self._fail(generator, f"expected an action, and this yields {action!r:.40}.")
            try:
                after = action.checked()
            except ActionError as error:
                self._fail(generator, str(error))
            if action.text in found:
                self._fail(generator, f"two actions of this position are called {action.text!r}.")
            found[action.text] = action, after
        return found

    def _yielded(self, generator: Iterator[Any]) -> Iterator[Any]:
        """Yield the actions. Report an action that is not allowed with its line."""
        try:
            yield from generator
        except ActionError as error:
            traceback = error.__traceback__
            raise self._error_at(traceback, str(error)) from None

    def _fail(self, generator: Any, complaint: str) -> None:
        """Raise the error for the line at which a generator waits."""
        frame = getattr(generator, "gi_frame", None)
        if frame is None:
            raise rules_error(f"{self._owner}: {complaint}")
        code, line = frame.f_code, frame.f_lineno
        raise self._error(code.co_name, code.co_filename, line, complaint)

    def _error_at(self, traceback: TracebackType | None, complaint: str) -> RulesError:
        """Return the error for the author's line in a traceback."""
        name, file, line = "actions", "", 0
        while traceback is not None:
            code = traceback.tb_frame.f_code
            if not traceback.tb_frame.f_globals.get("__name__", "").startswith(LIBRARY):
                name, file, line = code.co_name, code.co_filename, traceback.tb_lineno
            traceback = traceback.tb_next
        return self._error(name, file, line, complaint)

    def _error(self, name: str, file: str, line: int, complaint: str) -> RulesError:
        import linecache

        text = linecache.getline(file, line).rstrip("\n")
        start = len(text) - len(text.lstrip())
        marked = f"{text[:start]}\0{text[start:]}\0"
        return rules_error(f"{self._owner}.{name}: {complaint}", file, line, start, marked)

    @property
    def _owner(self) -> str:
        return type(self.game).__name__

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
        ended = self.terminal_value(position) is not None
        actions = {} if ended else self.actions(position)
        moves = {text: action.way for text, (action, _) in actions.items() if action.way}
        texts, board = self.game.texts, self.game.board
        if not board.spots:
            return None
        options = {"look": self.game.look} if isinstance(board, Grid) else {}
        return board.picture(texts.signs_of(position.word), moves, texts.shapes, **options)

    def end(self, at: Position) -> Any:
        """Return the result of a position, or what the player without an action gets."""
        found = self.game.result(at)
        if found is None and self.game.stuck is not None:
            has_action = any(True for _ in self._yielded(iter(self.game.actions(at))))
            return None if has_action else self.game.stuck
        return found


class PlainValuedBoardGame(PlainBoardGame):
    """Board game by the author's own lines, whose results are values."""

    def terminal_value(self, position: Position) -> Value | None:
        found: Value | None = self.end(position)
        return found


class PlainScoredBoardGame(PlainBoardGame):
    """Board game by the author's own lines, whose results are scores."""

    def terminal_score(self, position: Position) -> int | None:
        found = self.end(position)
        return None if found is None else self.game.score_within(int(found))

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
        return None if score == NO_SCORE else self.game.score_within(score)

    def gain(self, position: int, move: int) -> int:
        if not self.game.has_gains:
            return 0
        moves, _, gains = self.listed(position)
        if move not in moves:
            raise self.illegal(position, move)
        return gains[moves.index(move)]


LIBRARY = "gamesolver."
