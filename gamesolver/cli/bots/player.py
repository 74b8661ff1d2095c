"""A bot in a process of its own: asked like any player, with a limit on its time.

A bot that hangs would hang the command, and one that crashes would end it. So it runs in
another process, gets positions, and sends the texts of moves (``process``). An answer
that is not there in time counts as *hangs*; that process is ended, and the next question goes to
a new one. After three such losses the bot is not asked any more, and every further question
counts like the last one: else a bot that always hangs would take hours to judge.

Nothing that a bot says is more than a text here. The text of a legal move stands for the game's own
object; any other is shown, and is no move.
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

RAISES, HANGS, NOT_ASKED = "raises", "hangs", "not asked"
MOST_LOST = 3  # processes, before a bot is given up
LOADING = 60.0  # seconds that game and bot have to load
SHARE = 0.5  # of what memory is free when a process begins, which it may take
PROCESS = "gamesolver.cli.bots.process"
LONGEST = 2_000  # letters of what is said of a bot
EXPECTED = "expected a legal move, or a list of them"


@attrs.frozen(repr=False)
class Strange:
    """Stands for an answer that is no legal move; no move equals it."""

    text: str

    def __repr__(self) -> str:
        return self.text


@attrs.define(eq=False, repr=False)
class Bot:
    """A function of somebody's, in a process of its own; closed by ``with``."""

    text: str
    """Where it is, as it was typed."""
    rules: Rules[Any, Any]
    kind: str | None
    """Where the class of its game is, unless on the shelf."""
    patience: float
    """Seconds that an answer may take."""
    _process: BotProcess | None = attrs.field(default=None, init=False)
    _output: BotOutput = attrs.field(init=False)
    _losses: list[str] = attrs.field(factory=list, init=False)
    """Of each process that was lost, what it did."""

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
            raise self._fault(NOT_ASKED, position, behaviour)
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
        """The legal moves by their texts."""
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
        """The process, with the bot loaded; raise what keeps it from that."""
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
        """What keeps the bot from being loaded; ``None`` where nothing does."""
        try:
            return self._refusal(process.heard(LOADING))
        except TimeoutError:
            kind, why = HANGS, f"takes more than {LOADING:g} s"
        except ProcessEndedError as error:
            kind, why = RAISES, str(error)
        return PlayerError(f"{self.text} cannot be loaded: it {why}", kind, None, self)

    def _refusal(self, said: list[str]) -> Exception | None:
        """The error that the bot's process speaks of, if it does."""
        match said:
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
        """Note that the process is lost, and end what is left of it."""
        self._losses.append(behaviour)
        self._end()
        return self._fault(kind, position, behaviour)

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None


def _meant(legal: dict[str, Any], said: str) -> Any:
    """The legal move that is named, or something that stands for what is none."""
    named, text = said[:1] == LEGAL, said[1:]
    return legal[text] if named and text in legal else Strange(shorten(text))
