"""Many boards in one artist of matplotlib, with lines as thick as the boards are large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from matplotlib.collections import PathCollection
from matplotlib.transforms import Affine2D

from gamesolver.plots.svg_shapes import BoardShapes, drawn
from gamesolver.rules.guard import Rules

FILLED = 0.94  # of the square that a board has
POINTS = 72  # an inch


class Boards(PathCollection):
    """Boards, each in a square of side one around its point."""

    def __init__(
        self, rules: Rules[Any, Any], placed: Iterable[tuple[Any, int, tuple[float, float]]]
    ) -> None:
        """Draw the position of each board, with its player to move, around its point."""
        outlines, fills, strokes, self._widths = [], [], [], []
        for position, mover, (x, y) in placed:
            board = drawn(rules, position, mover)
            scale = _scale(board)
            put = (
                Affine2D()
                .translate(-board.width / 2, -board.height / 2)
                .scale(scale, -scale)
                .translate(x, y)
            )
            for shape in board.shapes:
                outlines.append(put.transform_path(shape.outline))
                fills.append(shape.fill)
                strokes.append(shape.stroke)
                self._widths.append(shape.width * scale)
        super().__init__(outlines, facecolors=fills, edgecolors=strokes, capstyle="round", zorder=3)

    def draw(self, renderer: Any) -> None:
        """Draw the boards, with lines scaled to the present size of the axes."""
        origin, unit = self.get_transform().transform([(0, 0), (1, 0)])
        points = (unit[0] - origin[0]) * POINTS / renderer.points_to_pixels(POINTS)
        self.set_linewidth([width * points for width in self._widths])
        super().draw(renderer)


def _scale(board: BoardShapes) -> float:
    return FILLED / max(board.width, board.height, 1)
