"""Players of the command line, made from their names.

=======================  ================================================================
``random``               any legal move
``perfect``              the first of the best moves
``perfect:random``       any of the best moves
``perfect:value``        preserves the win or the draw in any number of plies;
                         ``perfect:value:random`` too
``perfect:score``        preserves the score in any number of plies, in a game with scores
``minimax``              the first of the best moves, by a search to the end of play
``share-of-wins``        the move that leaves the opponent the smallest share of wins
``best-response:OTHER``  preserves the value, and wins against OTHER as often as possible
``human``                the person at the terminal
``bot.py:choose``        a function in a file, in a process of its own; or ``module:choose``
=======================  ================================================================

:class:`HumanPlayer` shows the board and reads a move. It writes to standard error, because
standard output is reserved for the result of the command. After a wrong entry it lists the
legal moves and asks again. The end of the input stops the command.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import attrs

import gamesolver
from gamesolver.cli.bots.player import Bot
from gamesolver.cli.options import PATIENCE
from gamesolver.cli.output import Page, SentenceParts, some_of, with_legend
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    Player,
    RandomPlayer,
    ShareOfWinsPlayer,
    best_response,
)
from gamesolver.players.against_person import move_meant
from gamesolver.players.players import require_no_gains
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.show.sentences import Voice, headline
from gamesolver.texts import spelled

# ── a player's seat by its name, as it is typed ─────────────────────────────────────────────────

# ── a person at the terminal as a player ────────────────────────────────────────────────────────

NAME = "human"


@attrs.define(repr=False, eq=False)
class HumanPlayer:
    """Player that reads its moves from the terminal."""

    game: Game[Any, Any]
    seat: int
    """Player index by the order of names: 0 or 1. A player under audit has 0."""
    _is_new: bool = attrs.field(default=True, init=False)
    """True before the first move."""

    def __repr__(self) -> str:
        return NAME

    def __call__(self, position: Any) -> Any:
        page, voice = Page(errors=True), Voice.of(self.game)
        moves = voice.rules.moves(position)
        board = voice.board(position, self.seat)
        page.print_lines("", with_legend(page, voice, board) if self._is_new else board, "")
        self._is_new = False
        while True:
            mover = voice.name(voice.seat(position))
            page.print(headline(f"{mover} ").rstrip() + ": ", end="", soft_wrap=True)
            line = sys.stdin.readline()
            if not line:
                page.print_lines("")
                raise KeyboardInterrupt
            place = move_meant(voice.rules, position, moves, line.strip())
            if place is not None:
                return moves[place]
            wrong = ["No", "move", spelled(line.strip()), "here.", "Possible", "moves:"]
            page.print_lines(
                SentenceParts([*wrong, *some_of([voice.move(move) for move in moves])])
            )


# ── players by their names, as they are typed ───────────────────────────────────────────────────

LONGEST_PATIENCE = 1e6
RESPONSE = "best-response"
MOST_RESPONSES = 10  # to each other
PLAYER_HELP = (
    "Player: random, perfect, perfect:random, perfect:score, perfect:value, minimax, "
    "share-of-wins, best-response:OTHER, human, or a function in a file, bot.py:choose."
)
EXPECTED = (
    "expected random, perfect, perfect:random, perfect:score, perfect:value, minimax, "
    f"share-of-wins, {RESPONSE}:OTHER, human, or bot.py:choose"
)


class Setting:
    """Game, start position and, if needed, solution for the players."""

    def __init__(
        self, subject: Subject, memory: str | None, threads: int | None, start: str | None = None
    ) -> None:
        self.subject = subject
        self._memory, self._threads, self._start = memory, threads, start

    @cached_property
    def game(self) -> gamesolver.Game[Any, Any]:
        """Game to play."""
        return self.solution.game if self.subject.is_file else self.subject.game()

    @cached_property
    def start(self) -> Any:
        """Position at which play begins."""
        if self._start is not None:
            return parsed(self.game, self._start)
        return self.solution.start if self.subject.is_file else Rules(self.game).start()

    @cached_property
    def solution(self) -> gamesolver.Solution[Any, Any]:
        """Solution of the game, computed on first use."""
        if self.subject.is_file:
            return self.subject.solution()
        root = None if self._start is None else self.start
        return self.subject.solved(self.game, root, self._memory, self._threads)

    @property
    def kind(self) -> str | None:
        """Location of the game's class as text, if it is not a built-in game."""
        text = self.subject.rules if self.subject.is_file else self.subject.text
        return text if text is not None and ":" in text else None


@contextmanager
def at_the_table(
    names: Sequence[str], setting: Setting, patience: float = PATIENCE
) -> Iterator[list[Player]]:
    """Return the players of these names. Bots run until the end of the ``with``."""
    if not 0 < patience <= LONGEST_PATIENCE:
        message = (
            f"bad --timeout {patience:g}: expected seconds above 0, up to {LONGEST_PATIENCE:,.0f}"
        )
        raise InvalidArgumentError(message)
    recipes = [
        _recipe(name, seat) for seat, name in enumerate(names)
    ]  # a wrong name raises before anything is solved
    with ExitStack() as stack:
        yield [recipe(setting, patience, stack) for recipe in recipes]


Recipe = Callable[[Setting, float, ExitStack], Player]

PLAIN: dict[str, Callable[[gamesolver.Game[Any, Any]], Player]] = {
    "random": RandomPlayer,
    "minimax": MinimaxPlayer,
    "share-of-wins": ShareOfWinsPlayer,
}
SORTS = {word: ("by", word) for word in ("outcome", "score", "value")} | {
    word: ("ties", word) for word in ("first", "random")
}
"""Words that may follow ``perfect``, with the arguments they set."""


def _recipe(text: str, seat: int) -> Recipe:
    """Return the function that makes the player with this name and index."""
    name, _, rest = text.partition(":")
    if text == NAME:
        return lambda setting, patience, stack: HumanPlayer(setting.game, seat)
    if text in PLAIN:
        return lambda setting, patience, stack: PLAIN[text](setting.game)
    if name == "perfect":
        return _perfect(text, rest)
    if name == RESPONSE and rest:
        return _response(rest, 1 - seat)
    if ":" in text and name not in (*PLAIN, NAME):
        return _bot(text)
    near = get_close_matches(text, [*PLAIN, NAME, "perfect", RESPONSE], n=1)
    hint = f"did you mean {near[0]!r}?; " if near and near[0] != text else ""
    hint = f"say which function is the player, {text}:choose; " if text.endswith(".py") else hint
    raise InvalidArgumentError(f"unknown player {spelled(text)}: {hint}{EXPECTED}")


def _perfect(text: str, rest: str) -> Recipe:
    words = rest.split(":") if rest else []
    if not set(words) <= set(SORTS):
        expected = "expected perfect, with :value or :score, :random or both after it"
        raise InvalidArgumentError(f"unknown player {spelled(text)}: {expected}")
    more: dict[str, Any] = dict(SORTS[word] for word in words)

    def made(setting: Setting, patience: float, stack: ExitStack) -> Player:
        if more.get("by") == "value":
            gains = Rules(setting.game).has_gains
            instead = "perfect or perfect:score"
            require_no_gains(setting.game, gains, f"bad player {spelled(text)}", instead)
        return PerfectPlayer(setting.solution, **more)

    return made


def _response(text: str, seat: int) -> Recipe:
    if text.count(RESPONSE) > MOST_RESPONSES:
        expected = f"expected {RESPONSE} at most {MOST_RESPONSES} times"
        raise InvalidArgumentError(f"unknown player {spelled(text)}: {expected}")
    opponent = _recipe(text, seat)

    def made(setting: Setting, patience: float, stack: ExitStack) -> Player:
        return best_response(setting.solution, opponent(setting, patience, stack))

    return made


def _bot(text: str) -> Recipe:
    def made(setting: Setting, patience: float, stack: ExitStack) -> Player:
        return stack.enter_context(Bot(text, Rules(setting.game), setting.kind, patience))

    return made
