"""An exception that compiled rules raised inside a kernel: which rule it was, and where.

The exception comes out of the kernel with its own traceback, but it does not know the
position. So the positions that the kernel was at are asked about once more, one question
after the other, until a rule raises again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from gamesolver.compiled import PLAYING, CompiledGame
from gamesolver.complaints import contract
from gamesolver.errors import GameContractError
from gamesolver.labels import Columns
from gamesolver.places import Places
from gamesolver.places_kernels import GUARDS
from gamesolver.words import shown


def raised_in(game: CompiledGame, places: Places, slots: Iterable[int]) -> GameContractError | None:
    """The fault of the first rule that raises at one of these slots, if any does."""
    again = _Again(game)
    if places.is_numbered:
        return again.fault(again.look_at_slot, slots)
    return again.fault(again.look_at, map(places.position, slots))


def raised_at(game: CompiledGame, position: int) -> GameContractError | None:
    """The fault of the first rule that raises at a position, if any does."""
    again = _Again(game)
    return again.fault(again.look_at, [position])


class _Again:
    """The rules of a game, asked what the kernels ask; the last question is remembered."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.rules = game.rules
        self.question = ("", 0)
        self._moves = np.empty(game.rules.max_moves + GUARDS, np.int64)
        self._positions = np.empty(game.rules.max_moves + GUARDS, np.uint64)
        self._twins = np.empty(game.rules.max_twins + GUARDS, np.uint64)

    def fault(
        self, look: Callable[[int], None], numbers: Iterable[int]
    ) -> GameContractError | None:
        """Look at one after the other; what was raised, in words."""
        try:
            with np.errstate(all="ignore"):
                for number in numbers:
                    look(number)
        except Exception as error:  # an author's rule may raise anything
            rule, given = self.question
            where = str(given) if rule == "position_at" else shown(self.game, given)
            law = "bounds" if isinstance(error, IndexError) else "raises"
            told = f"{rule}({where}) raised {type(error).__name__}: {error}"
            return contract(self.game, law, told, None if rule == "position_at" else given)
        return None

    def look_at_slot(self, slot: int) -> None:
        """Ask about what stands in a slot, unless it is a hole."""
        self.question = "position_at", slot
        position = int(self.rules.calls.position_at(np.int64(slot)))
        if self._ask("index", position) == slot:
            self.look_at(position)

    def look_at(self, position: int) -> None:
        """Ask about a position and its successors."""
        if self._ask("terminal_code", position) != PLAYING:
            return
        count = self._ask("successors", position, self._moves, self._positions)
        for successor in [position, *self._positions[: max(0, count)].tolist()]:
            for rule in ("terminal_code", "player", "stage", "canonical", "index"):
                if getattr(self.rules, rule) is not None:
                    self._ask(rule, successor)
            if self.rules.symmetries is not None:
                self._ask("symmetries", successor, self._twins)

    def _ask(self, rule: str, position: int, *columns: Columns) -> int:
        self.question = rule, position
        return int(getattr(self.rules.calls, rule)(np.uint64(position), *columns))
