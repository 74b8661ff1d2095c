"""Geometry of boards: squares, points, edges, hexagons and heaps.

An author's ``svg`` calls the function of its layout, with the piece at each place and the places of
each move. ``pictures`` draws it. Places are numbered from 0, row by row:

    squares    0 1 2     hexagons    0 1 2     edges    o 0 o 1 o     points  as they are listed,
               3 4 5                  3 4 5             2   3   4             then the lines between
                                                        o 5 o 6 o

All layouts have the same parameters: ``moves`` maps the text of each legal move to its places,
``shapes`` maps pieces to their appearance, and ``names`` holds the names of the places in moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain

import attrs

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.show.grid_looks import LOOKS, MARGINS, STORE, NamesOutside, board_of, stores_svg
from gamesolver.show.pictures import (
    BROAD,
    EMPTY,
    HIT,
    SIDE,
    USUAL,
    BoardPlace,
    Box,
    Drawing,
    Way,
    are_none,
    area,
    band_svg,
    circle,
    figure,
    hit_svg,
    line_svg,
    listed_moves,
    listed_names,
    listed_pieces,
    listed_shapes,
    picture,
    piece_svg,
    played,
    refused,
    stroke,
    text_at,
)
from gamesolver.texts import spelled
from gamesolver.validators import is_whole

Points = tuple[tuple[float, float], ...]
Lines = tuple[tuple[int, int], ...]

IN_HAND = 60  # from one piece in hand to the next
HAND = 70  # of what has room for them
POINT, DOT = 36, 7  # radius of what is clicked at a point, and of the point
COUNTER, IN_ROW, MOST = 60, 10, 60  # of heaps: from one to the next, in a row, and drawn in all
LARGEST = 10**18  # counters of a heap, and as many digits as can be read
FARTHEST = 10_000  # of points: so far out, a picture has hundredths of a unit
MOST_IN_LEGEND = 1_000_000  # squares of a legend
_DOWN = 3**0.5 / 2 * SIDE  # from a row of hexagons to the next
_RADIUS = SIDE / 3**0.5


def grid_svg(
    rows: Sequence[Sequence[str]],
    moves: Mapping[str, Way] | None = None,
    shapes: Mapping[str, str] = USUAL,
    *,
    names: Sequence[object] = (),
    hands: Sequence[Sequence[str]] = (),
    look: str = "squares",
    stores: Sequence[str] = (),
    gaps: Collection[int] = (),
) -> str:
    """Return a board of squares as an SVG picture.

    Parameters
    ----------
    rows
        Pieces of each row, one text each; a row may be a text, too. ``"."`` is an empty square.
    moves
        The text of each legal move with the square it goes to, or with the one it leaves and the
        one it goes to: the first is a square to click on (or a strip of it, where several moves go
        there), the second an arrow. A set of squares is clicked as one.
    shapes
        What pieces look like. A disc: ``"dark"``, ``"light"``, ``"red"``, ``"blue"``, ``"yellow"``
        or ``"green"``, or ``"large dark"``, ``"small light"`` and ``"hollow dark"``, which has a
        spot. A square stone: ``"dark square"``. A sign: ``"red cross"``, ``"blue
        ring"``. A tile that points somewhere, with the piece's text in capitals: ``"light up"``,
        ``"dark down"``. A filled square: ``"dark block"``. A chess man: ``"light king"``,
        ``"dark pawn"``. Other pieces are shown as texts.
    names
        Names of the squares: ``range(9)``, or ``["a2", "b2", ...]``. Names of columns and rows
        stand outside the board, others in the corner of each square.
    hands
        Pieces held above the board, and those below it. ``"."`` leaves space for one.
    look
        What the board looks like: ``"squares"``; ``"chequered"`` squares, as in chess; ``"felt"``,
        as in Othello; ``"points"`` where lines cross, as in Go; a ``"frame"`` with holes, as in
        Connect Four; or ``"houses"`` with the number of seeds in the text of a piece.
    stores
        Names of a store left of the board and one right of it, as in Kalah. Pages show the points
        that the second and the first player have won as seeds in them.
    gaps
        Numbers of squares that are left out, so that a board may have pieces next to it.

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
    cells = _rows("rows", rows)
    height, width = len(cells), len(cells[0]) if cells else 0
    if not width or any(len(row) != width for row in cells):
        raise refused("rows", rows, "rows of one length, with a piece or '.' for each square")
    held = _rows("hands", hands)
    if len(held) not in (0, 2):
        raise refused("hands", hands, "the pieces above the board, and those below it")
    if look not in LOOKS:
        raise refused("look", look, f"one of {', '.join(map(repr, LOOKS))}")
    named = listed_pieces("stores", stores, "the names of two stores", 0, 2)
    hand, looks, store = HAND if held else 0, listed_shapes(shapes), STORE if named else 0
    places, background = board_of(look, width, height)
    if gaps:
        left_out = {*gaps} if isinstance(gaps, Collection) else {gaps}
        if not left_out <= {*range(len(places))}:
            raise refused("gaps", gaps, f"numbers of squares, from 0 to {len(places) - 1}")
        places = tuple(
            attrs.evolve(place, look="") if number in left_out else place
            for number, place in enumerate(places)
        )
    outside = NamesOutside.of(listed_names(names, len(places)), width)
    wide, high = width * SIDE, height * SIDE
    margin = MARGINS.get(look, 0)
    across, down = store + margin, hand + margin
    box = (-across, -down, wide + 2 * across, high + 2 * down)
    drawing = Drawing(
        outside.around(box),
        places,
        [piece for row in cells for piece in row],
        looks,
        names,
        background="".join(
            (background, outside.drawn(-down, high + down, -across), stores_svg(named, wide, high))
        ),
        overlay="".join(
            _hand(pieces, wide, y, looks)
            for pieces, y in zip(held, (-HAND / 2, high + HAND / 2), strict=False)
        ),
        are_named=not outside.columns,
    )
    return picture(drawing, moves)


def grid_legend(rows: int, columns: int) -> str:
    """Return the numbers of the squares of a board, as a board in plain text.

    Parameters
    ----------
    rows
        Number of rows of the board.
    columns
        Number of squares in each row.

    Returns
    -------
    str
        A row a line, for a game's ``legend``.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> print(grid_legend(2, 3))
    0 1 2
    3 4 5
    """
    for name, count in (("rows", rows), ("columns", columns)):
        if not is_whole(count, 1):
            raise refused(name, count, "a whole number from 1 on")
    if rows * columns > MOST_IN_LEGEND:
        expected = f"{MOST_IN_LEGEND:,} squares at most"
        raise refused("rows and columns", (rows, columns), expected)
    wide = len(str(rows * columns - 1))
    return "\n".join(
        " ".join(f"{row * columns + column:{wide}}" for column in range(columns))
        for row in range(rows)
    )


def points_svg(
    points: Sequence[tuple[float, float]],
    lines: Sequence[tuple[int, int]],
    pieces: Sequence[str],
    moves: Mapping[str, Way] | None = None,
    shapes: Mapping[str, str] = USUAL,
    *,
    names: Sequence[object] = (),
) -> str:
    """Return a board of points, with lines between them, as an SVG picture.

    Parameters
    ----------
    points
        Coordinates of each point, right and down; neighbours should be 1 apart, or more.
    lines
        The two points that each line joins.
    pieces
        The piece of each point, ``"."`` for none. Where lines are taken as well, their owners come
        after the points.
    moves
        The text of each legal move with the point it goes to, or with the one it leaves and the one
        it goes to. Lines are places, too, numbered after the points.
    shapes
        What pieces look like, as :func:`grid_svg` has them.
    names
        Names of the points in moves: ``range(5)``.

    Returns
    -------
    str
        The picture, in SVG.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> picture = points_svg([(0, 0), (1, 1), (2, 0)], [(0, 1), (1, 2)], "x..", {"0>1": [0, 1]})
    >>> picture.count('class="arrow'), picture.count("data-move")
    (4, 1)
    """
    middles = _points(points)
    ends = _lines(lines, len(middles))
    places, box = _net(middles, ends)
    expected = f"one for each of {len(middles)} points, and then for each of {len(ends)} lines"

    def filled(name: str, listed: Sequence[object], nothing: str) -> list[str]:
        found = listed_pieces(name, listed, expected, len(middles), len(places))
        return found + [nothing] * (len(places) - len(found))

    found = filled("pieces", pieces, ".")
    called = names if are_none(names) else filled("names", names, "")
    background = _lying(places)
    return picture(Drawing(box, places, found, listed_shapes(shapes), called, background), moves)


def edges_svg(
    rows: Sequence[Sequence[str]],
    moves: Mapping[str, Way] | None = None,
    shapes: Mapping[str, str] = USUAL,
    *,
    names: Sequence[object] = (),
    boxes: Sequence[Sequence[str]] = (),
) -> str:
    """Return a board of dots, edges between them and boxes within these, as an SVG picture.

    Parameters
    ----------
    rows
        The edges row by row, those across and those upright by turns; an upright row has one more.
        ``"."`` is an edge that is not drawn yet.
    moves
        The text of each legal move with its edge, numbered row by row.
    shapes
        Shapes of the owners of boxes, as in :func:`grid_svg`. An edge whose owner is a disc has
        its colour.
    names
        Names of the edges in moves: ``range(12)``.
    boxes
        The owners of the boxes of each row, ``"."`` for none.

    Returns
    -------
    str
        The picture, in SVG.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> picture = edges_svg(["-", "|.", "-"], {"2": [2]}, boxes=["."])
    >>> picture.count("<circle"), picture.count("data-move")
    (4, 1)
    """
    edges = _rows("rows", rows)
    down, across = len(edges) // 2, len(edges[0]) if edges else 0
    if not across or [len(row) for row in edges] != [across, across + 1] * down + [across]:
        expected = (
            "horizontal and vertical rows of edges in turn, with one more edge in each vertical row"
        )
        raise refused("rows", rows, expected)
    owners = _rows("boxes", boxes)
    if owners and [len(row) for row in owners] != [across] * down:
        raise refused("boxes", boxes, f"{down} rows of {across}, with an owner or '.' for each box")
    looks = listed_shapes(shapes)
    inside = [
        f'<g class="box">{_box(row, column, owner, looks.get(owner))}</g>'
        for row, each in enumerate(owners)
        for column, owner in enumerate(each)
        if owner not in EMPTY
    ]
    dots = [
        circle(column * SIDE, row * SIDE, DOT + 2, 'fill="currentColor"')
        for row in range(down + 1)
        for column in range(across + 1)
    ]
    drawing = Drawing(
        (-SIDE / 4, -SIDE / 4, (across + 0.5) * SIDE, (down + 0.5) * SIDE),
        _edges(across, down),
        [edge for row in edges for edge in row],
        looks,
        _names_beside(owners, names, sum(map(len, edges))),
        overlay="".join(inside + dots),
    )
    return picture(drawing, moves)


def _names_beside(
    owners: Sequence[Sequence[str]], names: Sequence[object], count: int
) -> Sequence[object]:
    """Return the names of edges without those that lie in an owned box: its lower and left edge."""
    if not names or not owners:
        return names
    shown, across = listed_names(names, count), len(owners[0])
    hidden = {
        edge
        for row, each in enumerate(owners)
        for column, owner in enumerate(each)
        if owner not in EMPTY
        for edge in (
            (row + 1) * (2 * across + 1) + column,
            row * (2 * across + 1) + across + column,
        )
    }
    return ["" if edge in hidden else name for edge, name in enumerate(shown)]


def _box(row: int, column: int, owner: str, shape: str | None) -> str:
    """Return the piece of the owner of a box."""
    return piece_svg((column + 0.5) * SIDE, (row + 0.5) * SIDE, owner, shape, 0.8)


def hexagons_svg(
    rows: Sequence[Sequence[str]],
    moves: Mapping[str, Way] | None = None,
    shapes: Mapping[str, str] = USUAL,
    *,
    names: Sequence[object] = (),
    sides: Sequence[str] = (),
) -> str:
    """Return a board of hexagons as an SVG picture.

    Parameters
    ----------
    rows
        The pieces of each row, as :func:`grid_svg` has them. A row longer than the one above it
        begins half a hexagon further left, any other half a hexagon further right: rows of one
        length are the board of Hex, and lengths 3, 4, 5, 4, 3 make one large hexagon.
    moves
        The text of each legal move with the hexagon it goes to, or with two of them, as
        :func:`grid_svg` has them.
    shapes
        What pieces look like, as :func:`grid_svg` has them.
    names
        Names of the hexagons in moves.
    sides
        Owners of the sides above and below, and of those left and right, if players connect their
        sides: two pieces, whose colour the sides have.

    Returns
    -------
    str
        The picture, in SVG.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> picture = hexagons_svg(["x.", ".o"], {"1": [1], "2": [2]})
    >>> picture.count("<polygon"), picture.count("data-move")
    (4, 2)
    """
    cells = _rows("rows", rows)
    if not cells or not all(cells):
        raise refused("rows", rows, "rows with a piece or '.' for each hexagon")
    places, box = _hexagons(tuple(map(len, cells)))
    expected = "whose the sides above and below are, and whose those left and right"
    owners, looks = listed_pieces("sides", sides, expected, 0, 2), listed_shapes(shapes)
    drawing = Drawing(
        box,
        places,
        [piece for row in cells for piece in row],
        looks,
        names,
        background=_bands(places, cells, [looks.get(owner) for owner in owners]),
    )
    return picture(drawing, moves)


def heaps_svg(
    heaps: Sequence[int],
    moves: Mapping[str, tuple[int, int]] | None = None,
    *,
    names: Sequence[object] = (),
    full: Sequence[int] = (),
) -> str:
    """Return heaps of counters as an SVG picture.

    Parameters
    ----------
    heaps
        Number of counters in each heap. Of a heap of more than sixty, the last sixty are drawn.
    moves
        Text of each legal move, with its heap, numbered from 0, and the number of counters taken.
        The first of these is clicked, or a strip of it if several moves take the same number. A
        text above the heap shows the number of moves that take a counter that is not drawn.
    names
        Names of the heaps in moves: ``range(3)``.
    full
        Number of counters each heap had at first. The places of taken counters are left empty, so
        the size of the picture stays. Heaps that are not listed had no more than they have.

    Returns
    -------
    str
        The picture, in SVG.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> picture = heaps_svg([1, 2], {"all of 1": (1, 2)})
    >>> picture.count("<circle"), picture.count("data-move")
    (3, 1)
    """
    sizes = _counts("heaps", heaps)
    whole_heaps = [] if are_none(full) else _counts("full", full)
    room = whole_heaps + sizes[len(whole_heaps) :]
    called = listed_pieces("names", names, f"one for each of {len(sizes)} heaps", 0, len(sizes))
    removed = _removing(listed_moves(moves), sizes)
    left, top, parts = COUNTER if called else 0, 0, list[str]()
    for heap, size in enumerate(sizes):
        if called:
            parts.append(text_at(-left / 2, top + COUNTER / 2, called[heap], 22, _SOFT))
        parts += _heap(size, room[heap], top, removed[heap])
        top += COUNTER * _rows_of(max(size, room[heap]))
    width = COUNTER * min(IN_ROW, max(1, *sizes, *room[: len(sizes)]))
    return picture(
        Drawing((-left, 0, width + left, top), (), (), {}, background="".join(parts)), {}
    )


# ── where places lie: the boards of a game have theirs in the same places ───────────────────────

_FINE = f'{stroke(4)} stroke-opacity=".35"'
_SOFT = 'class="label" fill-opacity=".5"'
_CORNERS = [  # of a hexagon, from the upper left one, clockwise
    (-SIDE / 2, -_RADIUS / 2), (0, -_RADIUS), (SIDE / 2, -_RADIUS / 2),
    (SIDE / 2, _RADIUS / 2), (0, _RADIUS), (-SIDE / 2, _RADIUS / 2),
]  # fmt: skip


@lru_cache(maxsize=64)
def _net(points: Points, lines: Lines) -> tuple[tuple[BoardPlace, ...], Box]:
    middles = [(x * SIDE, y * SIDE) for x, y in points]
    places = [_point(x, y) for x, y in middles]
    places += [_line(*middles[first], *middles[last]) for first, last in lines]
    left, top = (min(each) - SIDE / 2 for each in zip(*middles, strict=True))
    right, bottom = (max(each) + SIDE / 2 for each in zip(*middles, strict=True))
    return tuple(places), (left, top, right - left, bottom - top)


@lru_cache(maxsize=64)
def _lying(places: tuple[BoardPlace, ...]) -> str:
    """Return the lines, and the points on them."""
    lines = (line_svg(*place.ends, _FINE) for place in places if place.ends)
    points = (place for place in places if not place.ends)
    dots = (circle(place.x, place.y, DOT, 'fill="currentColor"') for place in points)
    return "".join((*lines, *dots))


def _point(x: float, y: float) -> BoardPlace:
    target = area(x - POINT, y - POINT, 2 * POINT, 2 * POINT, POINT)
    return BoardPlace(x, y, "", target, (POINT, POINT), (-18, -42), has_label=True)


def _line(
    x: float, y: float, to_x: float, to_y: float, look: str = "", broad: int = HIT
) -> BoardPlace:
    """Return a line that can be played: the line that pages colour, and a broader click target."""
    drawn = line_svg(x, y, to_x, to_y, f'class="arrow" {stroke(9)} stroke-opacity=".25"')
    target = hit_svg(x, y, to_x, to_y, broad) + drawn
    return BoardPlace(
        x=(x + to_x) / 2,
        y=(y + to_y) / 2,
        look=look,
        target=target,
        half=(25, 25),
        corner=(15, -15),
        has_label=True,
        ends=(x, y, to_x, to_y),
    )


@lru_cache(maxsize=64)
def _edges(across: int, down: int) -> tuple[BoardPlace, ...]:
    def edge(row: int, column: int, right: int) -> BoardPlace:
        x, y = column * SIDE, row * SIDE
        to_x, to_y = (column + right) * SIDE, (row + 1 - right) * SIDE
        look = line_svg(x, y, to_x, to_y, f'{stroke(5)} stroke-opacity=".12"')
        return _line(x, y, to_x, to_y, look, BROAD)

    return tuple(
        edge(row // 2, column, 1 - row % 2)
        for row in range(2 * down + 1)
        for column in range(across + row % 2)
    )


@lru_cache(maxsize=64)
def _hexagons(lengths: tuple[int, ...]) -> tuple[tuple[BoardPlace, ...], Box]:
    places, begin = [], 0.0
    for row, length in enumerate(lengths):
        if row:
            begin += SIDE / 2 if length <= lengths[row - 1] else -SIDE / 2
        places += [_hexagon(begin + column * SIDE, row * _DOWN) for column in range(length)]
    room = SIDE * 0.6  # half a hexagon, and the bands of its sides
    left, right = min(each.x for each in places) - room, max(each.x for each in places) + room
    high = (len(lengths) - 1) * _DOWN + 2 * _RADIUS * 1.1
    return tuple(places), (left, -1.1 * _RADIUS, right - left, high)


def _hexagon(x: float, y: float) -> BoardPlace:
    corners = (f"{figure(x + 0.95 * dx)},{figure(y + 0.95 * dy)}" for dx, dy in _CORNERS)
    style = 'class="ground" fill="currentColor" fill-opacity=".07"'
    look = f'<polygon points="{" ".join(corners)}" {style}></polygon>'
    target = look + area(x - 40, y - 40, 80, 80, 40)
    return BoardPlace(x, y, look, target, (40, 32), (0, -42))


def _bands(
    places: Sequence[BoardPlace], rows: Sequence[Sequence[str]], shapes: Sequence[str | None]
) -> str:
    """Return the sides of a board of hexagons as bands in their owners' colours."""
    if not shapes:
        return ""
    lasts = [number - 1 for number in accumulate(map(len, rows))]
    firsts = [last + 1 - len(row) for last, row in zip(lasts, rows, strict=True)]
    above, below = range(len(rows[0])), range(firsts[-1], len(places))
    sides = [(above, (0, 1, 2)), (below, (5, 4, 3)), (firsts, (0, 5)), (lasts, (2, 3))]
    return "".join(
        band_svg(_along(places, *side), shapes[number // 2]) for number, side in enumerate(sides)
    )


def _along(
    places: Sequence[BoardPlace], side: Iterable[int], corners: Sequence[int]
) -> list[tuple[float, float]]:
    """Return the path along some corners of some hexagons."""
    return [
        (
            places[number].x + 1.08 * _CORNERS[corner][0],
            places[number].y + 1.08 * _CORNERS[corner][1],
        )
        for number in side
        for corner in corners
    ]


# ── pieces outside the places of a board ────────────────────────────────────────────────────────


def _hand(pieces: Sequence[str], width: float, y: float, shapes: Mapping[str, str]) -> str:
    """Return pieces in hand, side by side; closer and smaller if there are many."""
    step = min(IN_HAND, width / max(1, len(pieces)))
    first = width / 2 - step * (len(pieces) - 1) / 2
    tray = f'width="{figure(width)}" height="{HAND - 8}" rx="9" fill="currentColor"'
    held = "".join(
        piece_svg(first + number * step, y, piece, shapes.get(piece), step / SIDE)
        for number, piece in enumerate(pieces)
        if piece not in EMPTY
    )
    drawn = f'<rect x="0" y="{figure(y - HAND / 2 + 4)}" {tray} fill-opacity=".03"></rect>{held}'
    return f'<g class="hand">{drawn}</g>'


def _rows_of(size: int) -> int:
    """Return the number of rows of a heap, with one for the note on counters not drawn."""
    return max(1, -(-min(MOST, size) // IN_ROW)) + (size > MOST)


def _heap(size: int, most: int, top: float, moves: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Yield the counters of a heap, each with the moves that take it and all after it."""
    if max(size, most) > MOST:
        hidden = _hidden(size, sum(len(each) for take, each in moves.items() if take > MOST))
        yield text_at(IN_ROW * COUNTER / 2, top + COUNTER / 2, hidden, 26, "")
        top += COUNTER
    shown = min(size, MOST)
    for number in range(min(MOST, max(size, most))):
        row, column = divmod(number, IN_ROW)
        removed = shown - number
        playing = tuple(moves.get(removed, ()))
        yield _counter(column * COUNTER, top + row * COUNTER, removed, playing)


def _hidden(size: int, moves: int) -> str:
    """Return the note on counters not drawn, with the number of moves that take one of them."""
    counters = f"+ {size - MOST}" if size > MOST else ""
    return f"{counters}, and {moves} move{'s' * (moves > 1)} not drawn" if moves else counters


@lru_cache(maxsize=4096)
def _counter(left: float, top: float, removed: int, moves: tuple[str, ...]) -> str:
    """Return a counter, or its empty place, with the number of counters taken from it on.

    The click target lies over the counter and does not contain it. The page may show the target
    again as the last move, when the counter is gone.
    """
    x, y = left + COUNTER / 2, top + COUNTER / 2
    if removed <= 0:
        return circle(x, y, 20, f'fill="none" {stroke(3)} stroke-opacity=".12"')
    counter = circle(x, y, 20, f'fill="currentColor" fill-opacity=".12" {stroke(3)}')
    if len(moves) == 1:
        label = text_at(x, y, str(removed), 20, 'class="label"')
        target = area(x - 28, y - 28, 56, 56, 28)
        return counter + played(moves[0], target, label, space=(x, y, 24))
    width, strips = 56 / max(1, len(moves)), list[str]()
    for strip, move in enumerate(moves):
        label = text_at(x - 28 + (strip + 0.5) * width, y, move, 12, 'class="label"')
        strips.append(played(move, area(x - 28 + strip * width, y - 28, width, 56, 9), label))
    return counter + "".join(strips)


# ── what an author passes ───────────────────────────────────────────────────────────────────────


def _rows(name: str, rows: Sequence[Sequence[str]]) -> list[list[str]]:
    expected = "rows of pieces, a list or a text each"
    try:
        listed = list(rows)
    except Exception as error:  # an object that is not a sequence may do anything
        raise refused(name, rows, expected) from error
    return [listed_pieces(name, row, expected) for row in listed]


def _points(points: Sequence[tuple[float, float]]) -> Points:
    try:
        found = tuple((_number(x), _number(y)) for x, y in points)
        are_apart = 0 < len(found) == len(set(found))
    except Exception as error:  # an object that is not a number may do anything
        raise refused("points", points, _PAIRS) from error
    if not are_apart or not all(-FARTHEST <= each <= FARTHEST for each in chain(*found)):
        raise refused("points", points, _PAIRS)
    return found


_PAIRS = (
    "how far right and how far down each lies, one or more, no two of them in one place "
    f"and none farther than {FARTHEST:,}"
)


def _number(each: float) -> float:
    """Return a number as a float; raise ``TypeError`` for a text or a bool."""
    if isinstance(each, bool | str | bytes):
        raise TypeError
    return float(each)


def _lines(lines: Sequence[tuple[int, int]], points: int) -> Lines:
    expected = f"two points each, from 0 to {points - 1}, and each line once"
    try:
        found = tuple((first, last) for first, last in lines)
        is_each_a_place = all(is_whole(end) and end < points for end in chain(*found))
    except Exception as error:  # an object that is not a sequence may do anything
        raise refused("lines", lines, expected) from error
    joined = {frozenset(ends) for ends in found} if is_each_a_place else set()
    if len(joined) < len(found) or any(len(ends) < 2 for ends in joined):
        raise refused("lines", lines, expected)
    return found


def _counts(name: str, heaps: Sequence[int]) -> list[int]:
    try:
        found = list(heaps)
    except Exception:  # an object that is not a sequence may do anything
        found = [-1]
    if not found or not all(is_whole(each) and each <= LARGEST for each in found):
        raise refused(name, heaps, "one or more whole numbers from 0 to 10^18")
    return found


def _removing(
    moves: Sequence[tuple[str, tuple[int, int]]], heaps: Sequence[int]
) -> list[dict[int, list[str]]]:
    """Return the moves of each heap by the number of counters they take."""
    found: list[dict[int, list[str]]] = [{} for _ in heaps]
    for text, counters in moves:
        try:
            heap, take = map(whole, counters)
        except Exception:  # an object that is not a pair may do anything
            heap = take = None
        is_there = heap is not None and 0 <= heap < len(heaps)
        if heap is None or take is None or not is_there or not 1 <= take <= heaps[heap]:
            expected = "expected a heap, and the number of counters to take"
            raise InvalidArgumentError(
                f"bad counters {spelled(counters)} of move {spelled(text)}: {expected}"
            )
        found[heap].setdefault(take, []).append(text)
    return found
