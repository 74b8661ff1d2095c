"""A trial: the rules tried on a thousand positions before they are trusted with millions.

Inside a kernel an author's mistake is silent: a buffer overrun, an index out of range. So
before a solve the rules run as plain Python, where every access is checked, on positions
met in seeded random play. What they say must be possible, and the same as what the
compiled functions say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
from numba.core.registry import CPUDispatcher

from gamesolver.compiled import NO_POSITION, PLAYING, CompiledGame
from gamesolver.complaints import contract
from gamesolver.errors import GameContractError
from gamesolver.labels import Columns
from gamesolver.places_kernels import BY_INDEX
from gamesolver.words import shown

POSITIONS = 1000
SEED = 20_260_919
LONGEST_PLAY = 200


def try_rules(game: CompiledGame, roots: Iterable[int]) -> None:
    """Raise ``GameContractError`` for the first thing that the rules do wrong."""
    trial = _Trial(game)
    with np.errstate(all="ignore"):
        for position in _met_in_play(trial, list(roots)):
            trial.numbering(position)
            trial.folding(position)


def _met_in_play(trial: _Trial, roots: list[int]) -> Iterable[int]:
    """Positions of random play from the roots, which are tried on the way.

    A play ends where one has been before, and the next begins at a move not yet made.
    """
    luck = random.Random(SEED)
    met: set[int] = set()
    waiting = roots
    while waiting:
        place = luck.randrange(len(waiting))
        waiting[place], waiting[-1] = waiting[-1], waiting[place]
        position = waiting.pop()
        for _ in range(LONGEST_PLAY):
            if position in met:
                break
            if len(met) == POSITIONS:
                return
            met.add(position)
            yield position
            successors = trial.successors(position)
            if not successors:
                break
            waiting += successors
            position = luck.choice(successors)


class _Trial:
    """The rules of one game, compiled and plain, asked side by side."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.rules = game.rules
        self.calls = game.rules.calls

    def successors(self, position: int) -> list[int]:
        """The next positions; none at an end of play."""
        code = self._both("terminal_code", position)
        if not -1 <= code <= PLAYING:
            raise self._broken("ending", "terminal_code", position, code, "-1, 0, 1 or 2")
        if code != PLAYING:
            return []
        codes, positions = self.calls.ask_successors(position)
        if not codes:
            raise contract(
                self.game,
                "stuck",
                f"position {shown(self.game, position)} has no moves and is not terminal: "
                "let terminal_code say what stalemate means",
                position,
            )
        if len(set(codes)) < len(codes):
            raise self._broken("unique", "successors", position, codes, "unique move codes")
        columns = np.zeros(self.rules.max_moves, np.int64), self._words(self.rules.max_moves)
        count = self._plainly("successors", position, *columns)
        if (columns[0][:count].tolist(), columns[1][:count].tolist()) != (codes, positions):
            raise self._differs("successors", position)
        if self.rules.player and (seat := self._both("player", position)) not in (0, 1):
            raise self._broken("player", "player", position, seat, "0 or 1")
        for each in positions:
            if each == NO_POSITION:
                raise self._broken("numbering", "successors", position, each, "a position")
            if self.rules.stage and self._both("stage", each) < self._both("stage", position):
                raise contract(
                    self.game,
                    "stage",
                    f"stage falls from {self._both('stage', position)} to "
                    f"{self._both('stage', each)} when {shown(self.game, position)} leads to "
                    f"{shown(self.game, each)}",
                    position,
                )
        return positions

    def numbering(self, position: int) -> None:
        """A position has a slot, and the position that stands for it has the same one."""
        if self.rules.slots is None:
            return
        slot = self._both("index", position)
        if not 0 <= slot < self.rules.slots:
            raise self._broken(
                "numbering", "index", position, slot, f"a slot from 0 to {self.rules.slots - 1}"
            )
        back = int(self.calls.position_at(np.int64(slot)))
        if int(self.calls.index(np.uint64(back))) != slot:
            raise contract(
                self.game,
                "numbering",
                f"index({shown(self.game, position)}) is {slot}, where position_at gives "
                f"{shown(self.game, back)}, whose index is {self.calls.ask('index', back)}",
                position,
            )

    def folding(self, position: int) -> None:
        """The position that stands for an orbit is in it, and reached from all of it."""
        canonical = self.calls.ask("canonical", position)
        if self.calls.folding != BY_INDEX and self.rules.canonical is not None:
            self._both("canonical", position)
        columns = self._words(self.rules.max_twins)
        if self.rules.symmetries is not None:
            count = self._plainly("symmetries", position, columns)
            if columns[:count].tolist() != self.calls.ask_symmetries(position):
                raise self._differs("symmetries", position)
        if canonical != position and position not in self.calls.ask_symmetries(canonical):
            raise contract(
                self.game,
                "canonical",
                f"canonical({shown(self.game, position)}) is {shown(self.game, canonical)}, of "
                "which it is no twin by symmetries; a game that folds must name them",
                position,
            )

    def _words(self, size: int) -> Columns:
        return np.zeros(size, np.uint64)

    def _both(self, name: str, position: int) -> int:
        """What a rule says, compiled and as plain Python alike."""
        compiled = int(getattr(self.calls, name)(np.uint64(position)))
        if compiled != self._plainly(name, position):
            raise self._differs(name, position)
        return compiled

    def _plainly(self, name: str, position: int, *columns: Columns) -> int:
        rule = getattr(self.rules, name)
        plain = rule.py_func if isinstance(rule, CPUDispatcher) else rule
        try:
            return int(plain(np.uint64(position), *columns))
        except Exception as error:
            raise contract(
                self.game,
                "bounds" if isinstance(error, IndexError) else "raises",
                f"{name}({shown(self.game, position)}), run as plain Python with buffers of "
                f"{', '.join(str(len(each)) for each in columns) or 'no'} words, raised "
                f"{type(error).__name__}: {error}",
                position,
            ) from error

    def _broken(
        self, law: str, name: str, position: int, answer: object, expected: str
    ) -> GameContractError:
        where = shown(self.game, position)
        return contract(
            self.game, law, f"{name}({where}) returned {answer}: expected {expected}", position
        )

    def _differs(self, name: str, position: int) -> GameContractError:
        return contract(
            self.game,
            "two modes",
            f"{name}({shown(self.game, position)}) answers otherwise when it runs as plain "
            "Python; does a uint64 meet an int64, or a small number overflow?",
            position,
        )
