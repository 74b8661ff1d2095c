"""Bot in a process of its own: the interface of a player, with a time limit.

A bot that hangs would stop the command, and one that crashes would end it. So it runs in another
process, receives positions, and sends the texts of moves (``process``). An answer that is late
counts as *hangs*. That process is ended, and a new one gets the next request. After three such
losses the bot is not called again, and every further request counts as the last one did. Otherwise
a bot that always hangs would take hours to judge.

An answer of a bot is handled as a text only. The text of a legal move stands for the game's own
object. Any other text is shown, and is not a move.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

import attrs

from gamesolver.cli.bots.handed import handed_game, handed_position
from gamesolver.cli.bots.host import NO_ANSWER, BotProcess, ProcessEndedError
from gamesolver.cli.bots.printed import BotOutput
from gamesolver.cli.bots.process import BROKEN, GAME, LEGAL, LOADED, MOVE, MOVES, RAISED, UNKNOWN
from gamesolver.errors import GameContractError, InvalidArgumentError, PlayerError
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract, shown
from gamesolver.system.memory import free_bytes
from gamesolver.texts import shorten

RAISES, HANGS, NOT_CALLED = "raises", "hangs", "not called"
MOST_LOST = 3  # processes, before a bot is given up
LOADING = 60.0  # seconds that game and bot have to load
SHARE = 0.5  # of what memory is free when a process begins, which it may take
PROCESS = "gamesolver.cli.bots.process"
LONGEST = 2_000  # letters of a report on a bot
EXPECTED = "expected a legal move, or a list of them"


@attrs.frozen(repr=False)
class Strange:
    """An answer that is not a legal move; no move equals it."""

    text: str

    def __repr__(self) -> str:
        return self.text


@attrs.define(eq=False, repr=False)
class Bot:
    """A user's function, in a process of its own; closed by ``with``."""

    text: str
    """Location of the function, as the user typed it."""
    rules: Rules[Any, Any]
    kind: str | None
    """Location of the class of its game, if that is not a built-in game."""
    patience: float
    """Time limit of an answer in seconds."""
    _process: BotProcess | None = attrs.field(default=None, init=False)
    _output: BotOutput = attrs.field(init=False)
    _losses: list[str] = attrs.field(factory=list, init=False)
    """Behaviour of each process that was lost."""

    def __attrs_post_init__(self) -> None:
        self._output = BotOutput(self.text)

    def __repr__(self) -> str:
        return self.text

    def __enter__(self) -> Bot:
        self._begun()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._end()

    def __call__(self, position: Any) -> Any:
        if len(self._losses) >= MOST_LOST:
            behaviour = f"was not called again, because {MOST_LOST} times it {self._losses[-1]};"
            raise self._fault(NOT_CALLED, position, behaviour)
        question, legal = handed_position(self.rules, position), self._legal(position)
        process = self._begun()
        try:
            answer = process.answer(question, self.patience)
        except TimeoutError:
            behaviour = f"gave no answer within {self.patience:g} s"
            raise self._lost(HANGS, behaviour, position) from None
        except ProcessEndedError as error:
            raise self._lost(RAISES, str(error), position) from None
        return self._read(answer, legal, position)

    def _legal(self, position: Any) -> dict[str, Any]:
        """Return the legal moves by their texts."""
        moves = self.rules.moves(position)
        named = {self.rules.format_move(move): move for move in moves}
        if len(named) < len(moves):
            raise contract(
                self.rules.game,
                "different move texts",
                f"two moves at position {shown(self.rules.game, position)} have one text in "
                "format_move: a bot names its move by that text; expected different texts",
                position,
            )
        return named

    def _read(self, answer: list[str], legal: dict[str, Any], position: Any) -> Any:
        match answer:
            case [how, move] if how == MOVE:
                return _meant(legal, move)
            case [how, *moves] if how == MOVES:
                return [_meant(legal, text) for text in moves]
            case [how, behaviour] if how == RAISED:
                raise self._fault(RAISES, position, shorten(behaviour, LONGEST))
        raise self._lost(RAISES, NO_ANSWER, position)

    def _fault(self, kind: str, position: Any, behaviour: str) -> PlayerError:
        where = f"in position {shown(self.rules.game, position)}"
        return PlayerError(f"{self.text} {behaviour} {where}: {EXPECTED}", kind, position, self)

    # ── the process ────────────────────────────────────────────────────────

    def _begun(self) -> BotProcess:
        """Return the process, with the bot loaded; raise an error if it cannot be loaded."""
        if self._process is None:
            game = handed_game(self.rules.game, self.kind)
            memory = int(SHARE * free_bytes())
            self._process = BotProcess.begun(PROCESS, self.text, game, memory, self._output)
            error = self._hindrance(self._process)
            if error is not None:
                self._end()
                raise error
        return self._process

    def _hindrance(self, process: BotProcess) -> Exception | None:
        """Return the error that prevents loading the bot, or ``None``."""
        try:
            return self._refusal(process.received(LOADING))
        except TimeoutError:
            kind, why = HANGS, f"takes more than {LOADING:g} s"
        except ProcessEndedError as error:
            kind, why = RAISES, str(error)
        return PlayerError(f"{self.text} cannot be loaded: it {why}", kind, None, self)

    def _refusal(self, reply: list[str]) -> Exception | None:
        """Return the error in the answer of the bot's process, or ``None``."""
        match reply:
            case [how] if how == LOADED:
                return None
            case [how, message] if how == GAME:
                return GameContractError(shorten(message, LONGEST))
            case [how, message] if how == UNKNOWN:
                return InvalidArgumentError(shorten(message, LONGEST))
            case [how, message] if how == BROKEN:
                return PlayerError(shorten(message, LONGEST), RAISES, None, self)
        raise ProcessEndedError(NO_ANSWER)

    def _lost(self, kind: str, behaviour: str, position: Any) -> PlayerError:
        """Record that the process is lost, and end what is left of it."""
        self._losses.append(behaviour)
        self._end()
        return self._fault(kind, position, behaviour)

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None


def _meant(legal: dict[str, Any], reply: str) -> Any:
    """Return the legal move of this text, or a ``Strange`` object if there is none."""
    named, text = reply[:1] == LEGAL, reply[1:]
    return legal[text] if named and text in legal else Strange(shorten(text))
