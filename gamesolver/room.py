"""The room of one worker: buffers that the rules fill, and what of them must stay whole."""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.compiled import CompiledGame, CompiledRules
from gamesolver.complaints import contract
from gamesolver.errors import GameContractError
from gamesolver.labels import Columns
from gamesolver.places_kernels import BATCH, GUARDS
from gamesolver.signatures import GUARD_MOVE, GUARD_POSITION

TALLY = 9
FILLED_BY_RULES = (0, 1, 2, 8)


@attrs.frozen(eq=False)
class Room:
    """Buffers with guard words behind them, and a tally."""

    columns: tuple[Columns, ...]
    """As kernels take them: see ``engine_kernels``."""
    tally: Columns

    @classmethod
    def of(cls, rules: CompiledRules) -> Room:
        """Room for a batch of positions with as many moves as there may be."""
        most = BATCH * max(rules.max_moves, rules.max_predecessors)
        most_twins = rules.max_twins if rules.symmetries is not None else 0
        columns = (
            np.full(rules.max_moves + GUARDS, GUARD_MOVE),
            np.full(rules.max_moves + GUARDS, GUARD_POSITION),
            np.full(most_twins + GUARDS, GUARD_POSITION),
            np.empty(most, np.uint64),
            np.empty(most, np.bool_),
            np.empty(most, np.int64),
            np.empty(BATCH, np.int64),
            np.empty(BATCH, np.int64),
            np.full(rules.max_predecessors + GUARDS, GUARD_POSITION),
            np.empty(most, np.uint64),
        )
        return cls(columns, np.zeros(TALLY, np.int64))

    @property
    def is_whole(self) -> bool:
        """Whether every guard word is as it was."""
        moves, *others = (self.columns[each][-GUARDS:] for each in FILLED_BY_RULES)
        return bool(
            (moves == GUARD_MOVE).all() and all((each == GUARD_POSITION).all() for each in others)
        )


def not_whole(game: CompiledGame) -> GameContractError:
    """The error for rules that wrote on a guard word, nobody knows where."""
    return contract(
        game,
        "bounds",
        "its rules wrote beyond a buffer: expected at most max_moves moves of any "
        "position, max_twins twins and max_predecessors predecessors",
    )
