"""Process in which games are made, solved and queried for the tool server.

It answers one question after the other, until its line is closed. The server ends it if an answer
takes too long, whatever it is doing: a constructor in C++ cannot be interrupted in another way. A
few solutions are kept, so that further questions about a game are answered at once.

==============  ============================================================================
``ready``       nothing: the library is loaded
``answer``      the answer, in JSON
``refused``     the kind of error, and the message
==============  ============================================================================
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import Any

from gamesolver.adapters.prefixes import adapter_named
from gamesolver.cli.bots.process import own_line
from gamesolver.cli.bots.wire import Wire, written_texts
from gamesolver.cli.subjects import Subject, find_class, parsed
from gamesolver.errors import GameSolverError, InvalidArgumentError, listed
from gamesolver.game_options import options_of
from gamesolver.players import keeping
from gamesolver.rules.known_sizes import require_feasible
from gamesolver.rules.registry import registered_games
from gamesolver.shapes import game_shape, move_shape, outcome_shape
from gamesolver.solution import Solution
from gamesolver.solving import solve
from gamesolver.system.progress import Progress, Stopwatch
from gamesolver.texts import error_text, spelled, written

READY, ANSWER, REFUSED = "ready", "answer", "refused"
INVALID, OTHER = "invalid", "other"
SOLUTIONS_KEPT = 4
MOST_POSITIONS = 10_000
"""Largest number of positions in one request."""

Given = dict[str, str | bool | int]
"""The parameters of a game by name."""


def main(_: str) -> None:
    """Answer questions from the first to the last."""
    try:
        answer_questions(own_line())
    except OSError:  # the server has closed the line
        os._exit(1)


def answer_questions(line: Wire) -> None:
    """Read the settings in the first message, load the library, and answer until the line ends."""
    number, settings = line.question()
    answers = Answers(**json.loads(settings))
    registered_games()  # looking for them takes a moment, which belongs to no question
    line.send(number, written_texts([READY]))
    while True:
        try:
            number, question = line.question()
        except EOFError:
            return
        line.send(number, written_texts(_reply(answers, question)))


def _reply(answers: Answers, question: bytes) -> list[str]:
    """Return the answer to a question, or the error that it raises."""
    try:
        name, arguments = json.loads(question)
        return [ANSWER, json.dumps(answers.answer(name, arguments))]
    except InvalidArgumentError as error:
        return [REFUSED, INVALID, str(error)]
    except GameSolverError as error:
        return [REFUSED, OTHER, str(error)]
    except Exception as error:  # a game or a framework may raise anything
        return [REFUSED, OTHER, error_text(error)]


class Answers:
    """Answers to the questions of the tools, about games that are solved at the first request."""

    def __init__(self, memory: str | None, threads: int | None, seconds: float) -> None:
        self._memory = memory
        self._threads = threads
        self._seconds = seconds
        self._watch = Stopwatch(seconds)
        self._solved = lru_cache(maxsize=SOLUTIONS_KEPT)(self._solve)

    def answer(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the answer of one of the tools; its time begins now."""
        self._watch = Stopwatch(self._seconds)
        found: dict[str, Any] = getattr(self, name)(**arguments)
        return found

    def solve(self, game: str, parameters: Given | None) -> dict[str, Any]:
        """Return the winner of a game from its start, and a line of best moves."""
        solution = self._solution(game, parameters)
        rules = solution._rules
        return {
            "game": game_shape(solution.game),
            "outcome": outcome_shape(solution.outcome),
            "start": rules.format(solution.start),
            "line": [rules.format_move(row.move) for row in solution.mainline()],
            "positions": len(solution),
        }

    def probe(self, game: str, positions: list[str], parameters: Given | None) -> dict[str, Any]:
        """Return the outcome of each position, or null."""
        solution = self._solution(game, parameters)
        read = [self._position(solution, text) for text in self._few(positions)]
        outcomes = map(solution.get, read)
        return {
            "positions": [
                {"position": text, "outcome": None if known is None else outcome_shape(known)}
                for text, known in zip(positions, outcomes, strict=True)
            ]
        }

    def best_moves(self, game: str, position: str, parameters: Given | None) -> dict[str, Any]:
        """Return all legal moves of a position, best first."""
        solution = self._solution(game, parameters)
        here = self._position(solution, position) if position else solution.start
        rules = solution._rules
        return {
            "position": rules.format(here),
            "board": rules.render(here),
            "outcome": outcome_shape(solution[here]),
            "moves": [move_shape(rules, row) for row in solution.moves(here)],
        }

    def audit(self, game: str, choices: dict[str, str], parameters: Given | None) -> dict[str, Any]:
        """Return how many choices keep the value, and how many the outcome."""
        solution = self._solution(game, parameters)
        named = {self._position(solution, text): move for text, move in self._few(choices).items()}
        moves = {here: solution.game.parse_move(here, move) for here, move in named.items()}
        found = keeping(moves.__getitem__, solution, positions=moves)
        wrong = [here for here, move in moves.items() if move not in solution.best_moves(here)]
        rules = solution._rules
        return {
            "by_value": {"right": int(found.value.kept), "positions": found.value.positions},
            "by_outcome": {"right": int(found.outcome.kept), "positions": found.outcome.positions},
            "not_best": [
                {
                    "position": rules.format(here),
                    "chosen": named[here],
                    "best": [rules.format_move(move) for move in solution.best_moves(here)],
                }
                for here in wrong
            ],
        }

    def _solution(self, game: str, parameters: Given | None) -> Solution[Any, Any]:
        given = (parameters or {}).items()
        typed = {name: each if isinstance(each, bool) else _typed(each) for name, each in given}
        return self._solved(game, tuple(sorted(typed.items())))

    def _solve(self, game: str, given: tuple[tuple[str, Any], ...]) -> Solution[Any, Any]:
        if adapter_named(game) is None and game not in registered_games():
            raise InvalidArgumentError(
                f"unknown game {spelled(game)}: expected a name of the library, or a prefix such "
                "as openspiel: and the framework's name"
            )
        known = _parameters_of(game)
        typed = {name.replace("-", "_"): value for name, value in given}
        for name, _ in given:
            if name.replace("-", "_") not in known:
                expected = f"expected {listed(known)}" if known else "it takes none"
                raise InvalidArgumentError(f"{game} has no parameter {name}: {expected}")
        subject = Subject(game, typed=typed)
        made = subject.game()
        require_feasible(made, self._memory, ways=())
        watch = self._watch

        def look(progress: Progress) -> None:
            if watch.is_over:
                raise GameSolverError(
                    f"{made!r} is not solved within {watch.seconds:g} seconds: choose a smaller "
                    "game, or start the server with more --seconds"
                )

        return solve(made, memory=self._memory, threads=self._threads, progress=look)

    def _position(self, solution: Solution[Any, Any], text: str) -> Any:
        return parsed(solution.game, text)

    def _few(self, requested: Any) -> Any:
        if len(requested) > MOST_POSITIONS:
            raise InvalidArgumentError(
                f"{len(requested)} positions in one request: expected {MOST_POSITIONS} at most"
            )
        return requested


def _typed(value: str | int) -> str:
    """Return the text of an option: JSON has numbers, and the options of a game are texts."""
    return value if isinstance(value, str) else written(value)


def _parameters_of(game: str) -> list[str]:
    """Return the parameters that the name of the game does not fix."""
    adapted = adapter_named(game)
    named = () if adapted is None else adapted.parameters
    return [option.name for option in options_of(find_class(game)) if option.name not in named]
