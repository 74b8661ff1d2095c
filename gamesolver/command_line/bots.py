"""A bot in a process of its own: asked like any player, with a limit on its time.

A bot that hangs would hang the command, and one that crashes would end it. So it runs in
another process, gets positions, and sends answers (:mod:`bot_process`). An answer that is
not there in time counts as *hangs*; that process is ended, and the next question goes to a new
one. After three such losses the bot is not asked any more, and every further question
counts like the last one: else a bot that always hangs would take hours to judge.
"""

from __future__ import annotations

import pickle
from types import TracebackType
from typing import Any

import attrs

from gamesolver.command_line.bot_process import MOVED, RAISED
from gamesolver.command_line.bot_running import BotProcess, ProcessEndedError
from gamesolver.errors import GameContractError, PlayerError
from gamesolver.rules import Rules
from gamesolver.spelling import said_by
from gamesolver.words import shown

RAISES, HANGS = "raises", "hangs"
MOST_LOST = 3  # processes, before a bot is given up
LOADING = 60.0  # seconds that a bot has to load
EXPECTED = "expected a legal move, or a list of them"


@attrs.frozen(repr=False)
class Strange:
    """Stands for an answer that cannot leave the bot's process; no move equals it."""

    told: str

    def __repr__(self) -> str:
        return self.told


@attrs.define(eq=False, repr=False)
class Bot:
    """A function of somebody's, in a process of its own; closed by ``with``."""

    text: str
    """Where it is, as it was typed."""
    rules: Rules[Any, Any]
    kind: str | None
    """Where the class of its game is, unless on the shelf: positions may have theirs from there."""
    patience: float
    """Seconds that an answer may take."""
    _process: BotProcess | None = attrs.field(default=None, init=False)
    _losses: list[tuple[str, str]] = attrs.field(factory=list, init=False)
    """Of each process that was lost the kind of fault, and what it did."""

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
            kind, told = self._losses[-1]
            told = f"was not asked any more, for {MOST_LOST} times it {told};"
            raise self._fault(kind, position, told)
        question = self._packed(position)
        process = self._begun()
        try:
            answer = process.answer(question, self.patience)
        except TimeoutError:
            told = f"gave no answer within {self.patience:g} s"
            raise self._lost(HANGS, told, position) from None
        except ProcessEndedError as error:
            raise self._lost(RAISES, str(error), position) from None
        return self._read(answer, position)

    def _packed(self, position: Any) -> bytes:
        try:
            return pickle.dumps(position)
        except Exception as error:  # what a class of the game's own does may raise anything
            raise GameContractError(
                f"position {shown(self.rules.game, position)} cannot be handed to a bot in another "
                f"process: {said_by(error)}"
            ) from error

    def _read(self, answer: bytes, position: Any) -> Any:
        try:
            how, said = pickle.loads(answer)
        except Exception as error:  # of a class that this process does not know
            return Strange(f"<an answer that cannot be read here: {error}>")
        if how == RAISED:
            raise self._fault(RAISES, position, said)
        return said if how == MOVED else Strange(said)

    def _fault(self, kind: str, position: Any, told: str) -> PlayerError:
        where = f"in position {shown(self.rules.game, position)}"
        return PlayerError(f"{self.text} {told} {where}: {EXPECTED}", kind, position, self)

    # ── the process ────────────────────────────────────────────────────────

    def _begun(self) -> BotProcess:
        """The process, with the bot loaded; raise what keeps it from that."""
        if self._process is None:
            self._process = BotProcess.begun(self.text, self.kind)
            error = self._hindrance(self._process)
            if error is not None:
                self._end()
                raise error
        return self._process

    def _hindrance(self, process: BotProcess) -> Any:
        """What keeps the bot from being loaded; ``None`` where nothing does."""
        try:
            return pickle.loads(process.heard(LOADING))
        except TimeoutError:
            kind, why = HANGS, f"takes more than {LOADING:g} s"
        except ProcessEndedError as error:
            kind, why = RAISES, str(error)
        return PlayerError(f"{self.text} cannot be loaded: it {why}", kind, None, self)

    def _lost(self, kind: str, told: str, position: Any) -> PlayerError:
        """Note that the process is lost, and end what is left of it."""
        self._losses.append((kind, told))
        self._end()
        return self._fault(kind, position, told)

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None
