"""Library of games that is served: each game at its own address, solved while it is small.

An address names a game with the parameters that differ from their defaults: ``nim``, or
``nim&heaps=1,2``. A game is solved when its address is first opened, one game at a time, by a
thread of the library. The thread ends when no game waits. The solutions of the last games are kept.

A game is refused if its known size is too large, or if it takes too long. ``sizes_that_fit`` are
the known sizes that can be solved instead.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl, quote

import attrs

from gamesolver.errors import (
    GameSolverError,
    InvalidArgumentError,
    SizeLimitError,
    UnknownGameError,
)
from gamesolver.game_options import GameClass, GameOption, as_typed, made, options_of
from gamesolver.rules.game import Game
from gamesolver.rules.known_sizes import Size, sizes_of
from gamesolver.rules.parameters import titled, unusual_parameters
from gamesolver.solution import Solution
from gamesolver.solving import solve
from gamesolver.system.progress import Progress
from gamesolver.texts import spelled

LOG = logging.getLogger("gamesolver.web")

MOST_SECONDS = 120.0  # of one solve
MEMORY = "1 GB"  # of one solve
MOST_KEPT = 8  # games with their solutions
MOST_WAITING = 8  # games that wait to be solved
MOST_PARAMETERS = 40
MOST_SIZES = 4  # that are offered in place of one that is too large
SECONDS_TO_END = 2.0
"""Time for which ``close`` waits for the thread, which may be in a rule that does not return."""
ANSWERS = {True: "yes", False: "no"}
"""Texts of parameters that are on or off."""
CLOSED = "the library is closed"


@attrs.define
class Work:
    """A game that is solved, or waits for it, with its progress and its result."""

    address: str
    game: Game[Any, Any]
    progress: Progress | None = None
    result: Any = None
    """Return value of ``make`` for the solution."""
    error: Exception | None = None

    @property
    def is_done(self) -> bool:
        """True if there is a result or an error."""
        return self.result is not None or self.error is not None


class Library:
    """Games by their addresses, and the last ones that were solved.

    ``make`` makes of a solution what is kept of it, from the name of the game and the solution.
    """

    def __init__(
        self,
        games: Mapping[str, GameClass],
        most: int,
        make: Callable[[str, Solution[Any, Any]], Any],
        *,
        seconds: float = MOST_SECONDS,
    ) -> None:
        self.games = games
        self.most = most
        self._seconds = seconds
        self._make = make
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._lock = Lock()
        self._waiting: deque[tuple[str, Work]] = deque()
        self._worker: Thread | None = None
        self._is_closed = False

    def work(self, address: str) -> Work:
        """Return the state of the game at an address; begin to solve it if it is not kept.

        Raise an error for an address without a game, and for a game that is too large.
        """
        with self._lock:
            if address not in self._works:
                self._works[address] = self._begun(address)
            self._works.move_to_end(address)
            return self._works[address]

    def _begun(self, address: str) -> Work:
        if self._is_closed:
            raise InvalidArgumentError(CLOSED)
        name, game = self.read(address)
        self.require_small(game)
        if sum(not work.is_done for work in self._works.values()) >= MOST_WAITING:
            raise InvalidArgumentError(f"{MOST_WAITING} games wait to be solved; try again later")
        while len(self._works) >= MOST_KEPT:
            oldest = next((key for key, work in self._works.items() if work.is_done), None)
            if oldest is None:
                break
            del self._works[oldest]
        work = Work(address, game)
        self._waiting.append((name, work))
        if self._worker is None:
            self._worker = Thread(target=self._solve_all, name="solve", daemon=True)
            self._worker.start()
        return work

    def _solve_all(self) -> None:
        """Solve the games that wait, one after the other."""
        while waiting := self._next():
            self._solve(*waiting)

    def _next(self) -> tuple[str, Work] | None:
        """Return the next game that waits; None if the thread is to end."""
        with self._lock:
            if self._waiting and not self._is_closed:
                return self._waiting.popleft()
            self._worker = None
            return None

    def close(self) -> None:
        """Stop the solve at work, and refuse all games that are not solved."""
        with self._lock:
            self._is_closed = True
            worker = self._worker
        if worker is not None:
            worker.join(SECONDS_TO_END)

    def _solve(self, name: str, work: Work) -> None:
        """Solve a game, and keep its result or its error."""
        ends = time.monotonic() + self._seconds

        def listen(news: Progress) -> None:
            work.progress = news
            if self._is_closed:
                raise InvalidArgumentError(CLOSED)
            if time.monotonic() > ends:
                raise SizeLimitError(
                    f"{titled(work.game)} takes more than {self._seconds:g} seconds to solve",
                    self.most,
                )

        try:
            work.result = self._make(name, solve(work.game, memory=MEMORY, progress=listen))
        except GameSolverError as error:
            work.error = error
        except Exception as error:  # rules of another author may raise anything
            LOG.exception("a game could not be solved")
            work.error = error

    def require_small(self, game: Game[Any, Any]) -> None:
        """Raise if the known number of positions of a game is too large to solve it here."""
        size = next((each for each in sizes_of(type(game)) if each.game == game), None)
        if size is not None and size.positions > self.most:
            raise SizeLimitError(
                f"{titled(game)} is too large to be solved here: it has {size.to_solve}, and "
                f"the limit is {self.most:,}",
                self.most,
            )

    def sizes_that_fit(self, name: str) -> list[Size]:
        """Return the known sizes of a game that are small enough, the largest first."""
        sizes = [size for size in sizes_of(self.games[name]) if size.positions <= self.most]
        return sorted(sizes, key=lambda size: -size.positions)[:MOST_SIZES]

    # ── addresses ──────────────────────────────────────────────────────────

    def read(self, address: str) -> tuple[str, Game[Any, Any]]:
        """Return the name and the game of an address; raise if it has none."""
        name, _, parameters = address.partition("&")
        if name not in self.games:
            raise UnknownGameError(f"unknown game {spelled(name)}", name)
        try:
            typed = parse_qsl(parameters, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
        except ValueError as error:
            message = f"expected at most {MOST_PARAMETERS} parameters of a game"
            raise InvalidArgumentError(message) from error
        return name, self.made(name, dict(typed))

    def made(self, name: str, typed: Mapping[str, str]) -> Game[Any, Any]:
        """Return a game with typed parameters; raise if there is none with these."""
        options = {option.name: option for option in options_of(self.games[name])}
        for unknown in typed.keys() - options:
            expected = f"expected {', '.join(options)}" if options else "the game has none"
            raise InvalidArgumentError(f"unknown parameter {spelled(unknown)}: {expected}")
        values = {each: _value(options[each], text) for each, text in typed.items()}
        return made(self.games[name], values)


def _value(option: GameOption, text: str) -> Any:
    """Return the value of a parameter, typed or chosen."""
    called = option.name.replace("_", " ")
    if not option.is_switch:
        return option.read(text, called)
    if text not in ANSWERS.values():
        raise InvalidArgumentError(f"bad {called} {spelled(text)}: expected yes or no")
    return text == ANSWERS[True]


def text_of(value: object) -> str:
    """Return a parameter as addresses and forms have it.

    >>> text_of((1, 2)), text_of(False), text_of("LEG")
    ('1,2', 'no', 'LEG')
    """
    return ANSWERS[value] if isinstance(value, bool) else as_typed(value)


def address_of(name: str, game: Game[Any, Any]) -> str:
    """Return the address of a game, without the parameters that have their defaults.

    >>> from games import Nim
    >>> address_of("nim", Nim()), address_of("nim", Nim(heaps=(1, 2)))
    ('nim', 'nim&heaps=1,2')
    """
    unusual = unusual_parameters(game).items()
    typed = (f"&{each}={quote(text_of(value), safe=',')}" for each, value in unusual)
    return name + "".join(typed)
