"""Plies of best play in games with gains, from the graph of moves that keep the score.

The player with more than the payoff of infinite play minimises the plies, and the player with less
maximises them. A gain on the way may exchange the two, so no yes-or-no question finds the plies of
a line. But a best move keeps the score. Once scores are known, the positions that remain are those
that such moves reach, with these moves alone. Their scores do not change, nor does the greatest
backed-up outcome of each. So this graph has the same outcomes, and is resolved as any graph is
(``graph``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.errors import CycleError
from gamesolver.graph.graph import GameGraph
from gamesolver.graph.minimax import minimax
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import PENDING, Labels
from gamesolver.tables.table import DictTable
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.proofs.questions import Questions


def outcomes_of(questions: Questions, position: Any, folds: bool = True) -> dict[Any, Outcome]:
    """Return the outcomes of all positions that best play from a position reaches.

    They are canonical ones, or with ``folds=False`` positions as they are played.
    """
    graph = _KeepingGraph(questions, folds).graph(position)
    return dict(DictTable.of(graph, _resolved(graph)).items())


def _resolved(graph: GameGraph[Any, Any]) -> Labels:
    report, meter = Reporter(None), MemoryMeter(None)
    try:
        return minimax(graph, report=report, meter=meter)
    except CycleError:
        from gamesolver.graph.layers import resolve  # numba: only when needed

        return resolve(graph, report, meter)


@attrs.define
class _KeepingGraph:
    """The graph of moves that keep the score, as it grows."""

    questions: Questions
    folds: bool
    found: list[Any] = attrs.field(factory=list)
    index: dict[Any, int] = attrs.field(factory=dict)
    ends: list[int] = attrs.field(factory=list)
    rows: list[int] = attrs.field(factory=lambda: [0])
    edges: list[int] = attrs.field(factory=list)
    gains: list[int] = attrs.field(factory=list)

    def graph(self, root: Any) -> GameGraph[Any, Any]:
        """Return the graph of positions reached from ``root`` by moves that keep the score."""
        rules = self.questions.rules
        self._number(root)
        for position in self.found:  # which grows
            self._list(position)
        payoffs = [rules.payoff_at(position) for position in self.found]
        return GameGraph(
            rules.game,
            self.found,
            self.index,
            np.array(self.rows, np.int64),
            np.array(self.edges, np.int32),
            np.array(self.ends, np.int64),
            roots=(0,),
            reached=len(self.found),
            gains=np.array(self.gains, np.int64),
            payoffs=np.array(payoffs, np.int64) if rules.payoff else None,
        )

    def _number(self, position: Any) -> int:
        key = self.questions.rules.canonical(position) if self.folds else position
        if key not in self.index:
            self.index[key] = len(self.found)
            self.found.append(key)
        return self.index[key]

    def _list(self, position: Any) -> None:
        rules = self.questions.rules
        ending = rules.ending(position)
        self.ends.append(PENDING if ending is None else ending.points)
        for move, successor in rules.played(position) if ending is None else ():
            if self.questions.keeps_score(position, move, successor):
                target = self._number(successor)
                self.edges.append(~target if rules.turn_kept(position, successor) else target)
                self.gains.append(rules.gain(position, move))
        if ending is None and len(self.edges) == self.rows[-1]:
            self.questions.refuse_score(position)
        self.rows.append(len(self.edges))
