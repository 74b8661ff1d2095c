"""The shallowest position whose value changes: breadth first along the first game.

Level by level, each position and its twins once; of a compiled game a whole level is folded
and probed at once. The line to a position is found backwards, from level to level.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.compiled import CompiledGame
from gamesolver.game import Game
from gamesolver.players.compare_translation import Translation
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.solution import Solution

if TYPE_CHECKING:
    from gamesolver.probing import Prober

Line = tuple[Any, ...]


class Walker:
    """Steps from level to level of canonical positions."""

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self._start = solution.start
        self._rules: Rules[Any, Any] = Rules(solution.game)
        self._prober = _prober_of(solution.game)

    def start(self) -> list[Any]:
        """The first level."""
        return [self._rules.canonical(self._start)]

    def ahead(self, level: Sequence[Any]) -> list[Any]:
        """What the positions of a level lead to, each once, in the order found."""
        raw = [
            successor
            for here in level
            if self._rules.ending(here) is None
            for _, successor in self._rules.played(here)
        ]
        return list(dict.fromkeys(self._folded(raw)))

    def _folded(self, raw: list[Any]) -> list[Any]:
        if self._prober is None:
            return [self._rules.canonical(each) for each in raw]
        found: list[Any] = self._prober.canonicals(np.array(raw, np.uint64)).tolist()
        return found

    def line(self, levels: Sequence[Sequence[Any]], last: Any) -> tuple[Line, Any]:
        """Moves from the start to a position of the last level, and the raw one they come to."""
        path = [last]
        for level in reversed(levels[:-1]):
            path.append(next(each for each in level if path[-1] in self.ahead([each])))
        here, moves = self._start, []
        for target in reversed(path[:-1]):
            move, here = next(
                (move, raw)
                for move, raw in self._rules.played(here)
                if self._rules.canonical(raw) == target
            )
            moves.append(move)
        return tuple(moves), here


def _prober_of(game: Game[Any, Any]) -> Prober | None:
    """What folds a column of positions; ``None`` for a plain game, which needs no compiler."""
    if not isinstance(game, CompiledGame):
        return None
    from gamesolver.places import Places
    from gamesolver.probing import Prober

    return Prober.of(Places.numbered(game.rules.calls))


def shallowest(translation: Translation, report: Reporter) -> tuple[Line, Any] | None:
    """The line to a position, as few plies from the start as any, whose value changes."""
    walker = Walker(translation.one)
    level = walker.start()
    levels, seen = [level], set(level)
    while level:
        place = _first_change(translation, level)
        if place is not None:
            return walker.line(levels, level[place])
        level = [each for each in walker.ahead(level) if each not in seen]
        seen.update(level)
        levels.append(level)
        report("shallowest", len(seen))
    return None


def _first_change(translation: Translation, level: Sequence[Any]) -> int | None:
    """The place of the first position of a level that has another value in the other game."""
    one = translation.one.probe_many(level)
    other = translation.other.probe_many(translation.many(level))
    changed = np.flatnonzero(other.known & (one.values != other.values))
    return int(changed[0]) if len(changed) else None
