"""Search with several threads and one table: the first answer counts.

The threads share only the table, and every entry of it checks itself (``kernels.alpha_beta``).
Each thread finds what the others have stored, so they soon search different parts. An answer of any
thread is a valid bound, so the outcome does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Protocol

from gamesolver.errors import GameSolverError


class ThreadedSearch(Protocol):
    """A search that a thread runs."""

    @property
    def visited(self) -> int:
        """Number of visited positions."""

    @property
    def is_done(self) -> bool:
        """True if the question is answered."""

    def help(self, position: int, target: int) -> int | None:
        """Return the answer, or ``None`` if the search was halted before."""

    def halt(self) -> None:
        """Stop it, from another thread."""

    def go_on(self) -> None:
        """Make the search ready for the next question."""


class SearchThreads:
    """The searches of all threads but the first."""

    def __init__(self, searches: Sequence[ThreadedSearch]) -> None:
        self._searches = searches

    def __bool__(self) -> bool:
        return bool(self._searches)

    @property
    def visited(self) -> int:
        """Number of positions visited by all threads."""
        return sum(search.visited for search in self._searches)

    @contextmanager
    def searching(self, position: int, target: int, first: ThreadedSearch) -> Iterator[list[int]]:
        """Context in which all threads search for an answer. It halts all when there is one.

        The list has the answers that came before the first search had its own. An error in a thread
        is raised here. A fault of the rules is raised only if no thread has an answer, as with one
        thread.
        """
        answers: list[int] = []
        failures: list[Exception] = []

        def work(search: ThreadedSearch) -> None:
            try:
                answer = search.help(position, target)
            except Exception as failure:
                failures.append(failure)
                first.halt()
                return
            if answer is not None:
                answers.append(answer)
                first.halt()

        if not self._searches or first.is_done:
            yield answers
            return
        threads = [Thread(target=work, args=(search,), daemon=True) for search in self._searches]
        for thread in threads:
            thread.start()
        try:
            yield answers
        finally:
            for search in self._searches:
                search.halt()
            for thread in threads:
                thread.join()
            is_answered = first.is_done or bool(answers)
            for search in (first, *self._searches):
                search.go_on()
        for failure in failures:
            if not (is_answered and isinstance(failure, GameSolverError)):
                raise failure
