"""Boards as pictures: the little SVG that the library itself writes.

A game shows a position by its ``svg``, and whoever shows it asks for no more: a
page, a notebook, a plot. Most boards are squares in rows, so one function draws
those, and an author's ``svg`` is then one line.

A picture is text, stands alone, and follows the colour of the text around it
(``currentColor``), so that it is as readable on dark as on light. A square or an
arrow that plays a move carries its text as ``data-move``. Where there is nobody to
follow that, it is a square or an arrow like any other.

A square is a hundred wide. The pieces of the first row come first, so squares are
numbered row by row from 0:

    0 1 2
    3 4 5
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from gamesolver.errors import InvalidArgumentError
from gamesolver.show.markup import escaped
from gamesolver.texts import spelled

SIDE = 100  # of a square
GAP = 3  # around each, half the space between two
EMPTY = (".", "", " ")
LETTER, LINE, MARGIN = 12, 25, 8  # of a board in plain text
WHERE = 'xmlns="http://www.w3.org/2000/svg"'

_STROKES = 'stroke="currentColor" stroke-width="11" stroke-linecap="round"'
_DISC = '<circle cx="{{x}}" cy="{{y}}" r="{}" fill="{}" stroke="#8d959f" stroke-width="4"/>'
_SIZES = {"large ": 42, "": 31, "small ": 18}
_TONES = {"dark": "#2b2f36", "light": "#f7f4ec"}

SHAPES: Mapping[str, str] = {
    "cross": '<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}" fill="none" '
    f"{_STROKES}/>",
    "ring": f'<circle cx="{{x}}" cy="{{y}}" r="26" fill="none" {_STROKES}/>',
    **{
        size + tone: _DISC.format(radius, colour)
        for size, radius in _SIZES.items()
        for tone, colour in _TONES.items()
    },
}
"""What a piece may look like; any piece without a shape is shown as its own text."""

USUAL: Mapping[str, str] = {"x": "cross", "o": "ring"}


def grid_svg(
    rows: Sequence[Sequence[str]],
    moves: Mapping[str, Sequence[int]] | None = None,
    shapes: Mapping[str, str] = USUAL,
) -> str:
    """A board of squares as a picture.

    Parameters
    ----------
    rows
        The pieces of each row, one text each: a row may be a text, too. ``"."`` is an empty square.
    moves
        The text of each legal move with the square it goes to, or with the one it leaves and the
        one it goes to: the first is a square to click on (or a strip of it, where several moves go
        there), the second an arrow.
    shapes
        What pieces look like: ``"cross"``, ``"ring"``, or a disc, ``"dark"`` or ``"light"``, and
        ``"large dark"`` or ``"small light"``. Other pieces are shown as texts.

    Returns
    -------
    str
        The picture, in SVG.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> picture = grid_svg(["x.", ".o"], {"1": [1], "0>2": [0, 2]})
    >>> picture.count("<rect"), picture.count("data-move")
    (4, 2)
    """
    squares = [str(piece) for row in rows for piece in row]
    width = len(rows[0]) if rows else 0
    if not width or any(len(row) != width for row in rows):
        expected = "expected rows of one length, with a piece or '.' for each square"
        raise InvalidArgumentError(f"bad rows {spelled(rows)}: {expected}")
    for shape in shapes.values():
        if shape not in SHAPES:
            names = ", ".join(map(repr, SHAPES))
            raise InvalidArgumentError(f"bad shape {spelled(shape)}: expected one of {names}")
    goals, arrows = _sorted_out(moves or {}, len(squares))
    parts = [
        f'<svg {WHERE} viewBox="0 0 {width * SIDE} {len(rows) * SIDE}">',
        *(
            _square(*divmod(place, width)[::-1], tuple(goals.get(place, ())))
            for place in range(len(squares))
        ),
        '<g pointer-events="none">',  # a click on a piece is one on its square
        *(
            _piece(*divmod(place, width)[::-1], piece, shapes.get(piece))
            for place, piece in enumerate(squares)
            if piece not in EMPTY
        ),
        "</g>",
        *(_arrow(text, *(divmod(place, width)[::-1] for place in way)) for text, way in arrows),
        "</svg>",
    ]
    return "".join(parts)


def text_svg(board: str) -> str:
    r"""A board in plain text as a picture, letter by letter.

    >>> text_svg("x o\n. <").count("</tspan>")
    2
    """
    lines = board.split("\n")
    width = max(map(len, lines)) * LETTER + 2 * MARGIN
    spans = (
        f'<tspan x="{MARGIN}" y="{MARGIN + (number + 0.8) * LINE:g}">{escaped(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg {WHERE} viewBox="0 0 {width} {len(lines) * LINE + 2 * MARGIN}" '
        f'width="{width}"><text font-family="monospace" font-size="20" fill="currentColor" '
        f'xml:space="preserve">{"".join(spans)}</text></svg>'
    )


def _sorted_out(
    moves: Mapping[str, Sequence[int]], squares: int
) -> tuple[dict[int, list[str]], list[tuple[str, Sequence[int]]]]:
    """The moves that one square shows, and those that go from one to another."""
    goals: dict[int, list[str]] = {}
    arrows = []
    for text, way in moves.items():
        if len(way) not in (1, 2) or not all(0 <= place < squares for place in way):
            expected = f"expected one square or two, from 0 to {squares - 1}"
            raise InvalidArgumentError(
                f"bad squares {spelled(way)} of move {spelled(text)}: {expected}"
            )
        if len(way) == 1:
            goals.setdefault(way[0], []).append(str(text))  # a text, and no markup that equals one
        else:
            arrows.append((str(text), way))
    return goals, arrows


@lru_cache(maxsize=4096)  # a square and a piece are drawn on thousands of boards
def _square(column: int, row: int, moves: tuple[str, ...]) -> str:
    """A square, or strips of it side by side, one for each move that goes there."""
    side = SIDE - 2 * GAP
    width = side / max(1, len(moves))
    parts = []
    for strip in range(max(1, len(moves))):
        x, y = column * SIDE + GAP + strip * width, row * SIDE + GAP
        drawn = (
            f'<rect x="{x:g}" y="{y}" width="{width:.4g}" height="{side}" rx="9" '
            'fill="currentColor" fill-opacity=".07"/>'
        )
        if moves:
            attributes = 'class="label" fill-opacity=".4"'
            size = 22 if len(moves) == 1 else 15
            drawn += _written(moves[strip], x + width / 2, row * SIDE + SIDE // 2, size, attributes)
            drawn = f'<g data-move="{escaped(moves[strip])}">{drawn}</g>'
        parts.append(drawn)
    return "".join(parts)


def _written(text: str, x: float, y: float, size: int, attributes: str) -> str:
    size = min(size, int(2.5 * size / len(text)))  # a long one still fits its square
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-family="sans-serif" '
        f'fill="currentColor" text-anchor="middle" dominant-baseline="central" {attributes}>'
        f"{escaped(text)}</text>"
    )


@lru_cache(maxsize=4096)
def _piece(column: int, row: int, piece: str, shape: str | None) -> str:
    x, y = column * SIDE + SIDE // 2, row * SIDE + SIDE // 2
    if shape is not None:
        sides = {"left": x - 24, "right": x + 24, "top": y - 24, "bottom": y + 24}
        return SHAPES[shape].format(x=x, y=y, **sides)
    return _written(piece, x, y, 52, 'class="piece"')


def _arrow(move: str, source: tuple[int, int], target: tuple[int, int]) -> str:
    """A line from near the middle of one square to near that of the other, with a head."""
    (x, y), (to_x, to_y) = ([step * SIDE + SIDE // 2 for step in end] for end in (source, target))
    length = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
    ahead_x, ahead_y = (to_x - x) / length, (to_y - y) / length
    x, y = round(x + 36 * ahead_x), round(y + 36 * ahead_y)
    to_x, to_y = round(to_x - 30 * ahead_x), round(to_y - 30 * ahead_y)
    wings = [
        f"{round(to_x - 20 * ahead_x + side * 15 * ahead_y)} "
        f"{round(to_y - 20 * ahead_y - side * 15 * ahead_x)}"
        for side in (1, -1)
    ]
    return (
        f'<path d="M{x} {y}L{to_x} {to_y}M{wings[0]}L{to_x} {to_y}L{wings[1]}" fill="none" '
        'class="arrow" stroke="currentColor" stroke-opacity=".45" stroke-width="9" '
        f'stroke-linecap="round" stroke-linejoin="round" data-move="{escaped(move)}"/>'
    )
