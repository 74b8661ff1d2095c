"""Cops and robber on a graph: the cops try to reach the robber.

Each cop chooses a point of a graph, then the robber. Then each cop in turn stays or moves along an
edge to an adjacent point, and so does the robber. Both players see all positions. The board is a
list of points with their adjacent points, and the figures on them. The cops win if one of them
reaches the robber. Infinite play is a win for the robber. With one cop the game is cat and mouse.

        0 - 1
        |   |     one cop never catches the robber on a ring of four points, and two do
        3 - 2

The least number of cops that win is the graph's *cop number*: 1 for a tree, 2 for a longer
ring, at most 3 for any planar graph, and 3 for Petersen's, which is the smallest graph with that
number.

Usually all cops move at once. Here they move one by one, in the order of their points, and keep the
turn until all have moved. The result is the same, because the robber waits meanwhile, and several
cops may be on one point. So a round has one ply for each cop and one for the robber.

The edges may be those of a graph of networkx whose points are numbers from 0 on,
``CopsAndRobber(graph.edges)``. ``networkx.convert_node_labels_to_integers`` numbers others.

A position has the points of the cops that are still to move, those of the others, and the point of
the robber, or ``None`` before it is chosen.

Sources: A. Quilliot, 1978, and R. Nowakowski and P. Winkler, Discrete Mathematics 43 (1983), for
one cop; M. Aigner and M. Fromme, Discrete Applied Mathematics 8 (1984), for several, and for
planar graphs; A. Beveridge and others, arXiv 1110.0768, for Petersen's graph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from math import cos, pi, sin
from typing import Annotated, Any

import attrs

import gamesolver
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.validators import between, is_whole, refused, win_draw_or_loss

Pursuit = tuple[tuple[int, ...], tuple[int, ...], int | None]
"""The points of the cops that are still to move, those of the others, and the robber's."""

ONE = "[0-9]{1,9}"
SEVERAL = f"({ONE}(,{ONE})*)?"
"""Patterns of one point and of several points in texts."""

MOST_POINTS = 1_000

PETERSEN = tuple(
    sorted(
        (min(edge), max(edge))
        for point in range(5)
        for edge in ((point, (point + 1) % 5), (point, point + 5), (point + 5, (point + 2) % 5 + 5))
    )
)
"""Petersen's graph: a ring of five points, a star of five within it, and five edges between."""


def as_edges(value: Any) -> Any:
    """Return pairs, or the edges of a networkx graph, as a tuple of pairs.

    Anything else is returned unchanged, for a check to refuse.
    """
    if not isinstance(value, Sequence | Set) or isinstance(value, str):
        return value
    return tuple(tuple(edge) if isinstance(edge, list) else edge for edge in value)


def are_edges(game: Any, field: Any, edges: Any) -> None:
    """Accept pairs of different points."""
    if not isinstance(edges, tuple) or not edges or not all(map(_is_edge, edges)):
        expected = (
            f"pairs of different points, each a whole number from 0 to {MOST_POINTS - 1}, such as "
            "((0, 1), (1, 2))"
        )
        raise refused(game, field, edges, expected)


def _is_edge(edge: Any) -> bool:
    is_pair = isinstance(edge, tuple) and len(edge) == 2 and all(map(is_whole, edge))
    return is_pair and edge[0] != edge[1] and max(edge) < MOST_POINTS


def are_few(game: CopsAndRobber, field: Any, cops: Any) -> None:
    """Accept as many cops as there are points, or fewer."""
    between(1, len(game.reach))(game, field, cops)


@lru_cache(maxsize=64)
def reach_of(edges: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """Return for each point of a graph the point itself and its adjacent points."""
    reach = [{point} for point in range(1 + max(map(max, edges)))]
    for one, other in edges:
        reach[one].add(other)
        reach[other].add(one)
    return list(map(sorted, reach))


@attrs.frozen
class CopsAndRobber(_WordedGame[Pursuit, int]):
    """Cops hunt a robber along the edges of a graph, and win if they catch the robber.

    A move is the point that a cop or the robber chooses or moves to, or stays on.

    >>> from gamesolver import solve
    >>> print(solve(CopsAndRobber()).outcome)
    endless loss
    >>> print(solve(CopsAndRobber(cops=3)).outcome)
    win in 7
    """

    edges: Annotated[tuple[tuple[int, int], ...], "the edges of the graph, by their two points"] = (
        attrs.field(default=PETERSEN, converter=as_edges, validator=are_edges)
    )
    cops: Annotated[int, "number of cops"] = attrs.field(default=2, validator=are_few)
    endless: Annotated[Value, "payoff of infinite play for the cops"] = attrs.field(
        default=Value.LOSS, validator=win_draw_or_loss
    )
    title = "Cops and Robber"
    seats = ("cop", "robber")
    looks = ("dark", "red")

    @property
    def reach(self) -> list[list[int]]:
        """For each point, the point itself and its adjacent points."""
        return reach_of(self.edges)

    def start(self) -> Pursuit:
        return (), (), None

    def moves(self, position: Pursuit) -> list[int]:
        waiting, _, robber = position
        if robber is None:
            return list(range(len(self.reach)))
        return self.reach[waiting[0] if waiting else robber]

    def play(self, position: Pursuit, move: int) -> Pursuit:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        waiting, moved, robber = position
        if self.player(position) == 0:
            return waiting[1:], tuple(sorted((*moved, move))), robber
        return moved, (), move

    def terminal_value(self, position: Pursuit) -> Value | None:
        """Return a result if a cop and the robber are on one point."""
        waiting, moved, robber = position
        if robber not in waiting + moved:
            return None
        return Value.LOSS if self.player(position) else Value.WIN

    def player(self, position: Pursuit) -> int:
        waiting, moved, robber = position
        return 0 if waiting or (robber is None and len(moved) < self.cops) else 1

    def format(self, position: Pursuit) -> str:
        waiting, moved, robber = position
        points = [",".join(map(str, each)) for each in (waiting, moved)]
        return "/".join([*points, "-" if robber is None else str(robber)])

    def parse(self, text: str) -> Pursuit:
        """Read the text of ``format``. The cops are in order, and all there unless being placed."""
        if isinstance(text, str) and re.fullmatch(f"{SEVERAL}/{SEVERAL}/({ONE}|-)", text):
            waiting, moved, robber = text.split("/")
            position = _points(waiting), _points(moved), None if robber == "-" else int(robber)
            if self.format(position) == text and self._is_position(position):
                return position
        raise self.unreadable(
            text,
            "the points of the cops to move, those of the others and that of the robber, as "
            f"'0,3//7', or '/0,3/-' before he is there: {self.cops} in all, each below "
            f"{len(self.reach)}, in order",
        )

    def _is_position(self, position: Pursuit) -> bool:
        waiting, moved, robber = position
        cops = waiting + moved
        in_order = all(list(each) == sorted(each) for each in (waiting, moved))
        on_graph = all(point < len(self.reach) for point in (*cops, robber or 0))
        as_many = len(cops) == self.cops if robber is not None else len(moved) <= self.cops
        return in_order and on_graph and as_many and not (robber is None and waiting)

    def format_move(self, move: int) -> str:
        return f"to {move}"

    def render(self, position: Pursuit) -> str:
        """Return each point with its adjacent points and its occupants."""
        wide = len(str(len(self.reach) - 1))
        rows = [
            " ".join([f"{point:{wide}}:", *(str(each) for each in near if each != point)])
            for point, near in enumerate(self.reach)
        ]
        longest, pieces = max(map(len, rows)), self._pieces(position)
        return "\n".join(f"{row:{longest}}  {who}" for row, who in zip(rows, pieces, strict=True))

    def svg(self, position: Pursuit) -> str:
        """Return a picture of the points in a ring, with dark cops and a red robber."""
        count = len(self.reach)
        far = 0.5 / sin(pi / count) if count > 2 else 0.5
        turns = [2 * pi * point / count for point in range(count)]
        points = [(round(far * sin(turn), 3), round(-far * cos(turn), 3)) for turn in turns]
        shapes = {"c": "dark", "r": "red"}
        return gamesolver.points_svg(
            points, self.edges, self._pieces(position), self._ways(position), shapes,
            names=range(count),
        )  # fmt: skip

    def _ways(self, position: Pursuit) -> dict[str, list[int]]:
        """Return an arrow for a piece that moves, and a point for one that stays or is placed."""
        if self.terminal_value(position) is not None:
            return {}
        waiting, _, robber = position
        source = waiting[0] if waiting else robber
        return {
            self.format_move(point): [point] if source in (None, point) else [source, point]
            for point in self.moves(position)
        }

    def _pieces(self, position: Pursuit) -> list[str]:
        """Return the occupant of each point: ``c`` for each cop, ``r`` for the robber."""
        waiting, moved, robber = position
        cops = waiting + moved
        return [
            "c" * cops.count(point) + "r" * (point == robber) or "."
            for point in range(len(self.reach))
        ]


def _points(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each)
