"""The graph of a game: positions and moves, without outcomes.

Positions are numbered as they were found. The moves are kept in *compressed
rows*: ``edges[rows[i]:rows[i + 1]]`` are the successors of position ``i``, one
for each move, in the order of the moves. A move that keeps the turn is stored
as the complement ``~index`` of its successor. Two moves to one position are
two edges.

Counting the plays of a game needs no game tree: along positions listed with
their successors first, the number of plays from each is the sum over its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.errors import Advice, CycleError, InvalidArgumentError
from gamesolver.lazy import shown_by
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.tables.labels import PENDING, Labels, narrowed
from gamesolver.texts import none_of, spelled
from gamesolver.value import Value

if TYPE_CHECKING:
    import networkx as nx

    from gamesolver.system.columns import Columns

SHOWN_OF_A_CYCLE = 10
POSITIONS_A_LOOK = 1 << 14  # put in order between two looks at the memory and the clock


@attrs.frozen(eq=False, repr=False)
class GameGraph(Generic[PositionT, MoveT]):
    """Positions that the roots reach, with their moves, in the order found by ``explore``.

    >>> from games import TicTacToe
    >>> from gamesolver import explore
    >>> graph = explore(TicTacToe())
    >>> len(graph), graph.num_moves
    (765, 2270)
    >>> graph.plies()
    [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    >>> graph.count_games()
    255168
    """

    game: Game[PositionT, MoveT]
    found: list[PositionT]
    """Positions by index. The start is the first."""
    index: dict[PositionT, int]
    rows: Columns
    edges: Columns
    ends: Columns
    """Points of each terminal position, ``PENDING`` for the others."""
    roots: tuple[int, ...]
    reached: int
    """Number of positions that the start reaches. They come first."""
    gains: Columns | None = None
    """Gain of each move, in a game with gains."""
    payoffs: Columns | None = None
    """Payoff of infinite play for the player to move, if it is not 0."""

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self.found)

    def __contains__(self, position: object) -> bool:
        """Return True if ``position`` itself is listed, and False for symmetric positions."""
        try:
            return position in self.index
        except Exception:  # a foreign object, perhaps not even hashable
            return False

    def __repr__(self) -> str:
        both = f"{len(self)} positions, {self.num_moves} moves"
        return f"<GameGraph of {' '.join(spelled(self.game).split())}: {both}>"

    _repr_html_ = shown_by("show.reports", "graph_html")

    @property
    def num_moves(self) -> int:
        """Total number of moves."""
        return len(self.edges)

    def labels(self) -> Labels:
        """Return the labels before a solve, with terminal positions resolved."""
        goes_on = self.ends == PENDING
        points = np.where(goes_on, 0, self.ends)
        return Labels(narrowed(points), np.where(goes_on, PENDING, 0).astype(np.int32))

    def plies(self) -> list[int]:
        """Return the number of positions first reached at each ply."""
        counts = []
        seen = np.zeros(len(self), dtype=bool)
        frontier = np.unique(np.array(self.roots, dtype=np.int64))
        while frontier.size:
            seen[frontier] = True
            counts.append(int(frontier.size))
            ahead = np.unique(self._successors_of(frontier))
            frontier = ahead[~seen[ahead]]
        return counts

    def _successors_of(self, frontier: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        starts, sizes = self.rows[frontier], self.rows[frontier + 1] - self.rows[frontier]
        offsets = np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        columns = self.edges[offsets + np.arange(sizes.sum())].astype(np.int64)
        return np.asarray(np.maximum(columns, ~columns))

    def count_games(self, value: Value | None = None) -> int:
        """Return the exact number of different games from the start.

        With ``value``, count only those that end with it for the player to move at the end. In a
        game with scores this is the sign of the terminal score, without any gains
        before. Raise ``CycleError`` if play from the start can be infinite.
        """
        if value is not None and not isinstance(value, Value):
            raise InvalidArgumentError(
                f"bad value {none_of(value, Value.LOSS, Value.DRAW, Value.WIN)}"
            )
        are_counted = self.ends != PENDING
        if value is not None:
            are_counted &= np.sign(self.ends) == int(value)
        return self._sum_over_plays(are_counted.tolist(), "the number of games")

    def count_nodes(self) -> int:
        """Return the exact number of nodes in the game tree, one for each line of play."""
        return self._sum_over_plays([True] * len(self), "the game tree")

    def _sum_over_plays(self, counted: list[bool], what: str) -> int:
        starts, columns = self.rows.tolist(), self.edges.tolist()
        totals = [int(number) for number in counted]
        needs = f"{what} is finite only in a game without cycles"
        for i in self.successors_first(needs, from_start=True):
            for target in columns[starts[i] : starts[i + 1]]:
                totals[i] += totals[max(target, ~target)]
        return totals[self.roots[0]]

    def successors_first(
        self,
        needs: str,
        advice: tuple[Advice, ...] = (),
        look: Callable[[int], object] | None = None,
        from_start: bool = False,
    ) -> list[int]:
        """Return all positions, each after its successors. ``needs`` begins the error for a cycle.

        ``advice`` is added to it. ``look`` is called now and then, with the number of positions in
        order so far.
        With ``from_start`` only positions that the start reaches are listed and checked.
        """
        size = self.reached if from_start else len(self)
        order, cycle = successors_first(self.rows[: size + 1], self.edges[: self.rows[size]], look)
        if cycle:
            positions = [self.found[index] for index in cycle]
            raise CycleError(f"{needs}: {self._as_text(positions)}", positions).advised(*advice)
        return order

    def _as_text(self, cycle: list[PositionT]) -> str:
        from gamesolver.rules.messages import shown

        first, *others = [shown(self.game, position) for position in cycle[:SHOWN_OF_A_CYCLE]]
        left_out = len(cycle) - SHOWN_OF_A_CYCLE
        if left_out > 0:
            others.append(f"{left_out} more")
        way = f" by way of {', '.join(others)}" if others else ""
        return f"position {first} can return to itself{way}"

    def to_networkx(self, *, limit: int = 100_000, text: bool = False) -> nx.MultiDiGraph[Any]:
        """Return the graph for networkx, without outcomes.

        Parameters
        ----------
        limit
            Raise ``SizeLimitError`` rather than build more nodes than this.
        text
            Nodes are texts, for file formats.

        Returns
        -------
        nx.MultiDiGraph
            Its attributes are described in :func:`gamesolver.graph.network.graph_to_networkx`.

        Raises
        ------
        SizeLimitError
            There are more than ``limit`` positions.
        InvalidArgumentError
            An argument cannot be used.
        """
        from gamesolver.graph.network import graph_to_networkx

        return graph_to_networkx(self, limit=limit, text=text)


def require_rows(rows: Columns, edges: Columns) -> None:
    """Raise unless rows and edges describe a graph: kernels read wherever these point."""
    if (
        not (len(rows) and rows[0] == 0 and rows[-1] == len(edges))
        or np.diff(rows).min(initial=0) < 0
    ):
        raise InvalidArgumentError("rows must rise from 0 to the number of edges")
    size = len(rows) - 1
    if len(edges) and not (-size <= edges.min() and edges.max() < size):
        raise InvalidArgumentError(f"an edge leads outside the {size} positions of the graph")


def successors_first(
    rows: Columns, edges: Columns, look: Callable[[int], object] | None = None
) -> tuple[list[int], list[int]]:
    """Return the indexes, each after its successors, and the first cycle found, if any.

    Depth-first search with an explicit stack, so a line of play may be of any
    length.
    """
    fresh, on_path, done = 0, 1, 2
    starts = rows.tolist()
    columns = np.maximum(edges, ~edges).tolist()
    next_edge = starts.copy()
    state = bytearray(len(starts) - 1)
    order: list[int] = []
    for root in range(len(state)):
        path = [root] if state[root] == fresh else []
        while path:
            here = path[-1]
            state[here] = on_path
            edge = next_edge[here]
            if edge == starts[here + 1]:
                state[here] = done
                order.append(path.pop())
                if look and len(order) % POSITIONS_A_LOOK == 0:
                    look(len(order))
                continue
            next_edge[here] = edge + 1
            ahead = columns[edge]
            if state[ahead] == on_path:
                return order, path[path.index(ahead) :]
            if state[ahead] == fresh:
                path.append(ahead)
    return order, []
