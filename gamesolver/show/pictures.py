"""SVG pictures of boards, written by the library itself.

A game shows a position by its ``svg``, on a page, in a notebook or in a plot. A picture is a text
without external references. It follows the colour of the text around it (``currentColor``), so it
is readable on dark and on light.

A board has *places*, numbered from 0. The layout defines their coordinates and looks (``layouts``).
This module has the parts that all boards share: pieces, names of places, click targets and arrows.
A click target holds the text of its move as ``data-move``. Without a page that uses it, it is a
shape like any other.

A click target is a rectangle, with corners so round that it may be a circle, or an arrow, which is
a path. Pages colour these two by the outcome of a move. An arrow has an invisible circle on each of
the two places (``from`` and ``to``). If no other move is about the second one, a click on it plays
the move. Otherwise pages play it by a click on the first place, then on the second. Hints of moves
and names of places have the class ``label`` or ``arrow``. Small boards leave them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextvars import ContextVar
from functools import lru_cache
from itertools import product
from math import cos, dist, sin, sqrt
from typing import NamedTuple, TypeVar

import attrs

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.show.chess_men import CHESS_MEN, Outline
from gamesolver.show.markup import Html, escaped
from gamesolver.texts import fit_for_xml, spelled

Way = Sequence[int] | Set[int]
"""Places of a move: one, two with an arrow between them, or a set that is one area."""
Box = tuple[float, float, float, float]
"""Left, top, width and height of a picture."""
Circle = tuple[float, float, float]
"""Centre of a circle, right and down, and its radius."""
AnyT = TypeVar("AnyT")

SIDE = 100  # from one place to the next
EMPTY = (".", "", " ")
LETTER, LINE, MARGIN = 12, 25, 8  # of a board in plain text
WHERE = 'xmlns="http://www.w3.org/2000/svg"'
PIECES = '<g class="pieces" pointer-events="none">'
"""Start of what stands on a board; a click on a piece is one on its place."""
STANDING = '<g class="standing" pointer-events="none">'
"""Tag before a piece that stands within a click target, below the outcome of the move."""
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
MOST_SEEDS, DIGITS = 20, 10  # drawn one by one; of a number of seeds
LANE, MANY = 38, 10  # between arrows side by side; more arrows are thin
AHEAD, APART = 48, 17  # from the end of an arrow to the outcome of its move, and its radius
HIT, BROAD = 28, 46  # width in which a line is clicked, and an arrow that has room
LARGE, SMALL, FAINT = 22, 15, 13  # letters: of a move, of one among several, of a place's name

_TONES = {
    **{"dark": "#2b2f36", "light": "#f7f4ec", "red": "#c4483b", "blue": "#3a6db5"},
    **{"yellow": "#e9b824", "green": "#3f8f5b"},
}
_RIM = "#8d959f"
_DISCS = {"large ": 42, "": 34, "small ": 18}
_DRAWN_TONES = {"dark": "currentColor", "light": _RIM}
"""Tones of crosses and rings, which have no rim: these two would be lost on some pages."""
SHAPES = frozenset((
    *("cross", "ring"),
    *(f"{tone} {sign}" for sign in ("cross", "ring") for tone in _TONES),
    *(
        size + hollow + tone + form
        for size, hollow, tone, form in product(_DISCS, ("", "hollow "), _TONES, ("", " square"))
    ),
    *(f"{tone} {way}" for way in ("up", "down", "block") for tone in _TONES),
    *(f"{tone} {man}" for man in CHESS_MEN for tone in _TONES),
))  # fmt: skip
"""Shapes of a piece; a piece without a shape is shown as its own text."""

USUAL: Mapping[str, str] = {"x": "red cross", "o": "blue ring"}


LOOKS_BY_NAME: Mapping[str, str] = {
    **{"x": "red cross", "o": "blue ring"},
    **{"white": "light", "black": "dark", "red": "red", "blue": "blue"},
}
"""Shapes of the men of players with these names."""


class OwnSvg(str):
    """SVG that this module has written: escaped texts in known elements, without references.

    Every element has a closing tag. Each move is an element ``<g data-move=...>``. These elements
    are not nested.

    A text that is made from it, for example by ``+`` or ``replace``, is an ordinary ``str``.
    """

    __slots__ = ()


class Click(NamedTuple):
    """A move played by a click on a place, alone or as one of several places clicked as one."""

    text: str
    is_alone: bool
    rest: str | None = None
    """Text without the name of its place, if that stands outside the board."""

    def under(self, name: str) -> Click:
        """Return the click with the rest of its text, if it ends with the name of its place."""
        *rest, last = self.text.split() or [""]
        return self._replace(rest=" ".join(rest)) if name and last == name else self

    def label(self, is_alone_there: bool) -> str:
        """Return the text that is shown. Of several moves of a place, each shows what differs."""
        if self.rest is None:
            return self.text
        return "" if is_alone_there else self.rest


@attrs.frozen(cache_hash=True)
class BoardPlace:
    """Place of a board: its centre, and its appearance."""

    x: float
    y: float
    look: str = ""
    """SVG of the place if no move can be played there."""
    target: str = ""
    """SVG of the place, and click target, if one move can be played there."""
    half: tuple[float, float] = (47, 47)
    """Half the width and height of the click target; several moves have strips of it."""
    corner: tuple[float, float] = (-37, -38)
    """Position of its name, from its centre."""
    has_label: bool = False
    """True if the text of a move is shown there as well, and not in the centre."""
    ends: tuple[float, float, float, float] | None = None
    """End points of a line, which a piece colours from end to end."""
    is_square: bool = False
    """True if it fills its square: a block of such places is clicked as one, with its gaps."""
    has_seeds: bool = False
    """True if it holds the number of seeds in the text of its piece."""


@attrs.frozen
class Drawing:
    """Board with pieces: what a layout defines, before it is written as SVG.

    ``shapes`` come from ``listed_shapes``. With ``are_named=False`` names stand elsewhere, so that
    neither a place nor a move that is called after it needs its text.
    """

    box: Box
    places: Sequence[BoardPlace]
    pieces: Sequence[str]
    shapes: Mapping[str, str]
    names: Sequence[object] = ()
    background: str = ""
    """SVG behind the places."""
    overlay: str = ""
    """SVG around the pieces, in front of the places."""
    are_named: bool = True

    def svg(self, moves: Mapping[str, Way] | None) -> str:
        """Return the picture: places, pieces, and click targets for the moves."""
        places, pieces = self.places, self.pieces
        called = listed_names(self.names, len(places))
        clicks, areas, arrows = _sorted_out(listed_moves(moves), len(places))
        if not self.are_named:
            clicks = {
                each: [click.under(called[each]) for click in clicks[each]] for each in clicks
            }
        shown = called if self.are_named else [""] * len(places)
        drawn = [
            _drawn(
                place,
                piece,
                self.shapes.get(piece),
                name,
                tuple(clicks.get(number, ())),
                bool(arrows),
            )
            for number, (place, piece, name) in enumerate(zip(places, pieces, shown, strict=True))
        ]
        return "".join(
            (
                _head(self.box),
                self.background,
                *(under for under, _, _ in drawn),
                *(_area(places, pieces, text, several, clicks) for text, several in areas),
                PIECES,
                *(over for _, over, _ in drawn),
                self.overlay,
                "</g>",
                *_arrows(places, pieces, arrows, clicks),
                *_labels([label for *_, label in drawn]),
                "</svg>",
            )
        )


_RECORD: ContextVar[list[tuple[Drawing, str]] | None] = ContextVar("drawings", default=None)
"""Drawings of the current call of ``drawing_of``, with their SVG."""


def picture(drawing: Drawing, moves: Mapping[str, Way] | None) -> str:
    """Return the SVG of a drawing, and record the drawing for ``drawing_of``."""
    svg = OwnSvg(drawing.svg(moves if _HAS_MOVES.get() else None))
    record = _RECORD.get()
    if record is not None:
        record.append((drawing, svg))
    return svg


_HAS_MOVES: ContextVar[bool] = ContextVar("has_moves", default=True)
"""False in the current call of ``without_moves``."""


def without_moves(draw: Callable[[], AnyT]) -> AnyT:
    """Return the result of a function. Drawings whose SVG it returns have no moves to click."""
    token = _HAS_MOVES.set(False)
    try:
        return draw()
    finally:
        _HAS_MOVES.reset(token)


def drawing_of(draw: Callable[[], object]) -> Drawing | None:
    """Return the drawing whose SVG a function returns, or None if it returns anything else."""
    record: list[tuple[Drawing, str]] = []
    token = _RECORD.set(record)
    try:
        result = draw()
    finally:
        _RECORD.reset(token)
    return next((drawing for drawing, svg in record if svg == result), None)


@lru_cache(maxsize=256)
def _head(box: Box) -> str:
    return f'<svg {WHERE} viewBox="{" ".join(map(figure, box))}">'


def text_svg(board: str) -> str:
    r"""A board in plain text as a picture, letter by letter.

    >>> text_svg("x o\n. <").count("</tspan>")
    2
    """
    lines = board.split("\n")
    width = max(map(len, lines)) * LETTER + 2 * MARGIN
    spans = (
        f'<tspan x="{MARGIN}" y="{MARGIN + (number + 0.8) * LINE:g}">{lettered(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg {WHERE} viewBox="0 0 {width} {len(lines) * LINE + 2 * MARGIN}" '
        f'width="{width}"><text font-family="monospace" font-size="20" fill="currentColor" '
        f'xml:space="preserve">{"".join(spans)}</text></svg>'
    )


# ── what stands on a place ──────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=16_384)  # a place looks the same on thousands of boards
def _drawn(
    place: BoardPlace,
    piece: str,
    shape: str | None,
    name: str,
    clicks: tuple[Click, ...],
    has_arrows: bool,
) -> tuple[str, str, str]:
    """Return the SVG of a place in three layers: the click target, the piece, and the texts.

    Without arrows, which could lie on the texts, each text is in the layer of its target.
    """
    is_occupied, strips = piece not in EMPTY, len(clicks)
    alone = [(strip, click) for strip, click in enumerate(clicks) if click.is_alone]
    labels = [_label(place, strip, strips, click, is_occupied) for strip, click in alone]
    under, over = place.look, _standing(place, piece, shape) if is_occupied else ""
    within = ""
    if is_occupied and strips == len(alone) == 1 and _is_wide(shape):  # below its outcome
        within, over = f"{STANDING}{over}</g>", ""
    if clicks:
        under = "".join(
            played(
                click.text,
                _target(place, strip, strips) + within,
                "" if has_arrows else label,
                space=_space(place, strip, strips, is_occupied),
            )
            for (strip, click), label in zip(alone, labels, strict=True)
        )
    called = "" if not name or _has_label(place, name, clicks, is_occupied) else _name(place, name)
    if has_arrows:
        return under, over, "".join(labels) + called
    return under, over + called, ""


def _is_wide(shape: str | None) -> bool:
    """Return True if a piece reaches into the corners of its square."""
    return bool({"large", "square"} & {*(shape or "").split()})


def _has_label(place: BoardPlace, name: str, clicks: Sequence[Click], is_occupied: bool) -> bool:
    """Return True if the text of a move contains the name of its place, or takes its position."""
    if is_occupied:
        return False
    if place.has_label and len(clicks) == 1:
        return True
    return any(name == click.text for click in clicks)


def _labels(texts: Sequence[str]) -> Iterator[str]:
    """Yield labels and names above everything else; clicks go through to the targets."""
    if any(texts):
        yield f'<g class="labels" pointer-events="none">{"".join(texts)}</g>'


def piece_svg(x: float, y: float, piece: str, shape: str | None, scale: float = 1) -> str:
    """Return a piece, ``scale`` times as large as on a board."""
    if shape is None:
        return text_at(x, y, piece, 52 * scale, 'class="piece"')
    *before, form = shape.split()
    tone = before[0] if before else "dark"
    if form == "cross":
        return _cross(x, y, _ink_of(tone), scale)
    if form == "ring":
        return circle(x, y, 26 * scale, f'fill="none" {stroke(11 * scale, _ink_of(tone))}')
    if form in ("up", "down"):
        return _tile(x, y, piece, tone, scale if form == "up" else -scale)
    if form == "block":
        return _square(x, y, 47 * scale, 9 * scale, f'fill="{_TONES[tone]}"')
    if form in CHESS_MEN:
        return _man(x, y, CHESS_MEN[form], tone, scale)
    return _stone(x, y, shape.split(), scale)


def _stone(x: float, y: float, words: Sequence[str], scale: float) -> str:
    """Return a disc or a square stone of a size; a hollow one has a spot in its middle."""
    sizes = (_DISCS[f"{word} "] for word in words if f"{word} " in _DISCS)
    radius = scale * next(sizes, _DISCS[""])
    tone = next(word for word in words if word in _TONES)
    style = f'fill="{_TONES[tone]}" {stroke(4 * scale)}'
    is_square = "square" in words
    stone = _square(x, y, radius, 6 * scale, style) if is_square else circle(x, y, radius, style)
    if "hollow" not in words:
        return stone
    spot = _TONES["dark" if tone == "light" else "light"]
    return stone + circle(x, y, 0.36 * radius, f'fill="{spot}"')


def tone_of(shape: str) -> str:
    """Return the colour of a shape, or an empty text if it has none.

    >>> tone_of("red block"), tone_of("")
    ('#c4483b', '')
    """
    return next((colour for tone, colour in _TONES.items() if tone in shape.split()), "")


def _ink_of(tone: str) -> str:
    """Return the colour of a cross or a ring."""
    return _DRAWN_TONES.get(tone, _TONES[tone])


def _cross(x: float, y: float, colour: str, scale: float) -> str:
    arm = 24 * scale
    left, right, top, bottom = map(figure, (x - arm, x + arm, y - arm, y + arm))
    way = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    return f'<path d="{way}" fill="none" {stroke(11 * scale, colour)} {ROUND}></path>'


def _square(x: float, y: float, half: float, corner: float, style: str) -> str:
    """Return a filled square as a polygon, so that it is not a click target."""
    cut = half - corner
    corners = (
        *((-cut, -half), (cut, -half), (half, -cut), (half, cut)),
        *((cut, half), (-cut, half), (-half, cut), (-half, -cut)),
    )
    return f'<polygon points="{_corners(x, y, corners, 1)}" {style}></polygon>'


def _man(x: float, y: float, outlines: Sequence[Outline], tone: str, scale: float) -> str:
    """Return a chess man. Pages keep it upright if they turn the board."""
    colours = f'fill="{_TONES[tone]}" {stroke(4 * scale)} stroke-linejoin="round"'
    way = "".join(f"M{_corners(x, y, outline, scale)}Z" for outline in outlines)
    return f'<path class="upright" d="{way}" {colours}></path>'


def _corners(x: float, y: float, corners: Iterable[tuple[float, float]], scale: float) -> str:
    return " ".join(f"{figure(x + dx * scale)},{figure(y + dy * scale)}" for dx, dy in corners)


def _tile(x: float, y: float, piece: str, tone: str, scale: float) -> str:
    """Return a tile that points in the direction of its piece, with its letter; down if turned.

    The direction shows the owner, so all letters are capitals.
    """
    corners = ((0, -36), (25, -23), (29, 32), (-29, 32), (-25, -23))
    outline = _corners(x, y, corners, scale)
    ink = _TONES["dark" if tone == "light" else "light"]
    letter = text_at(x, y + 3 * scale, piece.upper(), 36 * abs(scale), 'class="piece"', ink)
    colours = f'fill="{_TONES[tone]}" {stroke(5 * abs(scale))}'
    return f'<polygon points="{outline}" {colours} stroke-linejoin="round"></polygon>{letter}'


def _standing(place: BoardPlace, piece: str, shape: str | None) -> str:
    """Return the piece of a place; for a line, the line in the piece's colour."""
    if place.has_seeds and piece.isdecimal() and len(piece) < DIGITS:
        return seeds_svg(place.x, place.y, int(piece))
    if place.ends is None:
        return piece_svg(place.x, place.y, piece, shape)
    return band_svg([place.ends[:2], place.ends[2:]], shape)


def men_of(looks: object, seats: Sequence[str]) -> tuple[str, ...]:
    """Return a man of each player as SVG, 100 wide and high, or nothing if they are not known.

    ``looks`` are those of the game, and ``seats`` the names of its players.

    >>> men_of(("", ""), ["x", "o"])[1].count("<circle"), men_of(("", ""), ["cop", "robber"])
    (1, ())
    """
    given = looks if isinstance(looks, tuple) and len(looks) == 2 else ("", "")
    usual = (LOOKS_BY_NAME.get(seat.lower(), "") for seat in seats)
    shapes = [look or known for look, known in zip(given, usual, strict=True)]
    if not all(shapes):
        return ()
    known = listed_shapes(dict(zip(seats, shapes, strict=True)))
    return tuple(piece_svg(50, 50, seat, shape, 1.1) for seat, shape in known.items())


def seeds_svg(x: float, y: float, count: int, label: tuple[float, float] = (38, -38)) -> str:
    """Return seeds around a point, and their number; of many seeds the number alone.

    Each seed has its own spot, so that one more leaves the others in place. ``label`` is the place
    of the number, from the point.
    """
    if count > MOST_SEEDS:
        return text_at(x, y, str(count), 40, 'class="piece"')
    spots = ((7.3 * sqrt(seed + 0.4), 2.4 * seed) for seed in range(count))
    seeds = (
        circle(x + far * cos(turn), y + far * sin(turn), 6, f'fill="#b9783a" {stroke(2)}')
        for far, turn in spots
    )
    return "".join(seeds) + text_at(x + label[0], y + label[1], str(count), 19, 'class="label"')


def band_svg(way: Sequence[tuple[float, float]], shape: str | None) -> str:
    """Return a broad line in the tone of a shape, or of the text if the shape has none."""
    path = "M" + "L".join(f"{figure(x)} {figure(y)}" for x, y in way)
    tones = [colour for tone, colour in _TONES.items() if tone in (shape or "").split()]
    strokes = [stroke(14, _RIM), stroke(9, tones[0])] if tones else [stroke(10)]
    return "".join(f'<path d="{path}" fill="none" {each} {ROUND}></path>' for each in strokes)


def _name(place: BoardPlace, name: str) -> str:
    x, y = place.x + place.corner[0], place.y + place.corner[1]
    return text_at(x, y, name, FAINT, 'class="label" fill-opacity=".45"')


# ── what plays a move ───────────────────────────────────────────────────────────────────────────


def _area(
    places: Sequence[BoardPlace],
    pieces: Sequence[str],
    text: str,
    several: Sequence[int],
    clicks: Mapping[int, Sequence[Click]],
) -> str:
    """Return several places clicked as one, with the text on the last empty one."""
    chosen = max((place for place in several if pieces[place] in EMPTY), default=max(several))
    squares = [places[place] for place in several]
    spots = {place: _strip_of(text, places[place], clicks[place]) for place in several}
    is_occupied = pieces[chosen] not in EMPTY
    here = [each for place in several for each in clicks[place] if each[:2] == (text, False)]
    click = next((each for each in here if each.rest is not None), here[0])
    label, space = _label(*spots[chosen], click, is_occupied), _space(*spots[chosen], is_occupied)
    if all(strips == 1 for *_, strips in spots.values()) and _are_block(squares):
        looks = "".join(square.look for square in squares)
        return looks + played(text, _block(squares), label, space=space)
    return played(text, *(_target(*spot) for spot in spots.values()), label, space=space)


def _strip_of(text: str, place: BoardPlace, clicks: Sequence[Click]) -> tuple[BoardPlace, int, int]:
    """Return a place, the number of the strip that plays a move there, and that of all strips."""
    strips = [each.text for each in clicks]
    return place, strips.index(text), len(strips)


def _are_block(places: Sequence[BoardPlace]) -> bool:
    """Return True if the places are all squares of a rectangle."""
    if not all(place.is_square for place in places):
        return False
    across, down = {place.x for place in places}, {place.y for place in places}
    is_near = all(max(each) - min(each) == SIDE * (len(each) - 1) for each in (across, down))
    return is_near and len(across) * len(down) == len(places)


def _block(places: Sequence[BoardPlace]) -> str:
    """Return one rectangle over all squares of a block; the board below remains visible."""
    first, last = places[0], places[-1]
    x, y = first.x - first.half[0], first.y - first.half[1]
    width, height = last.x + last.half[0] - x, last.y + last.half[1] - y
    return area(x, y, width, height, 9, 'class="block" ')


def _target(place: BoardPlace, strip: int, strips: int) -> str:
    if strips == 1:
        return place.target
    (wide, high), width = place.half, 2 * place.half[0] / strips
    return area(place.x - wide + strip * width, place.y - high, width, 2 * high, 9)


def _label(place: BoardPlace, strip: int, strips: int, click: Click, is_occupied: bool) -> str:
    """Return the text of a move, below the piece if there is one."""
    text = click.label(strips == 1)
    if not text:
        return ""
    width = 2 * place.half[0] / strips
    x = place.x - place.half[0] + (strip + 0.5) * width
    y = place.y + (place.half[1] - 8 if is_occupied else 0)
    if place.has_label and strips == 1:
        x, y = place.x + place.corner[0], place.y + place.corner[1]
    size = SMALL if strips > 1 or is_occupied or place.has_label else LARGE
    return text_at(x, y, text, size, 'class="label" fill-opacity=".4"')


def _space(place: BoardPlace, strip: int, strips: int, is_occupied: bool) -> Circle:
    """Return the space for the outcome of a move: in the middle, or next to a piece or a text."""
    width = 2 * place.half[0] / strips
    x = place.x - place.half[0] + (strip + 0.5) * width
    if strips > 1:
        return x, place.y + place.half[1] - 20, min(18, width / 2 - 1)
    if place.ends:
        return x, place.y, 18
    if is_occupied:
        return x + 29, place.y + 29, 20
    return x, place.y, min(place.half) - 8


def _arrows(
    places: Sequence[BoardPlace],
    pieces: Sequence[str],
    arrows: Sequence[tuple[str, Sequence[int]]],
    clicks: Mapping[int, Sequence[Click]],
) -> Iterator[str]:
    """Yield an arrow for each move; those between the same two places lie side by side.

    Long ones are drawn first, so that the targets of others on their way lie above them.
    """
    lanes = Counter(frozenset(way) for _, way in arrows)
    uses = Counter(target for _, (_, target) in arrows)
    uses.update(clicks.keys() | {source for _, (source, _) in arrows})
    taken: Counter[frozenset[int]] = Counter()
    for text, (source, target) in sorted(arrows, key=lambda each: -_length(places, each[1])):
        pair = frozenset((source, target))
        aside = LANE * (taken[pair] - (lanes[pair] - 1) / 2) * (1 if source < target else -1)
        taken[pair] += 1
        is_thin = lanes[pair] > 1 or len(arrows) > MANY
        space: Circle | None = None
        if uses[target] == 1:
            space = _space_at_the_end(places[target], pieces[target] not in EMPTY)
        yield _arrow(text, _centre(places[source]), _centre(places[target]), aside, is_thin, space)


def _centre(place: BoardPlace) -> tuple[float, float]:
    return place.x, place.y


def _length(places: Sequence[BoardPlace], way: Sequence[int]) -> float:
    return dist(*(_centre(places[each]) for each in way))


def _space_at_the_end(place: BoardPlace, is_occupied: bool) -> Circle:
    """Return the space for the outcome of the only move to a place: on it, or next to a piece."""
    return _space(place, 0, 1, True) if is_occupied else (place.x, place.y, 34)


@lru_cache(maxsize=4096)
def _arrow(
    move: str,
    source: tuple[float, float],
    target: tuple[float, float],
    aside: float,
    is_thin: bool,
    space: Circle | None,
) -> str:
    """Return a line from near the centre of one place to near that of another, with a head.

    With ``space``, a click on the second place plays the move, and its outcome is shown there.
    Otherwise it is shown on the line, near the head.
    """
    (x, y), (to_x, to_y) = source, target
    length = max(1.0, dist(source, target))
    ahead_x, ahead_y = (to_x - x) / length, (to_y - y) / length
    begun, left = min(36, 0.36 * length), min(30, 0.3 * length)

    def at(ahead: float, across: float) -> str:
        across += aside
        return (
            f"{x + ahead * ahead_x - across * ahead_y:.0f} "
            f"{y + ahead * ahead_y + across * ahead_x:.0f}"
        )

    start, end = at(begun, 0), at(length - left, 0)
    wing, back, width = (11, 15, 6) if is_thin else (15, 20, 9)
    wings = [at(length - left - back, side) for side in (wing, -wing)]
    (x1, y1), (x2, y2) = start.split(), end.split()
    drawn = f"M{start}L{end}M{wings[0]}L{end}L{wings[1]}"
    style = f'fill="none" {stroke(width)} stroke-opacity=".45" {ROUND}'
    arrow = f'<path class="arrow" d="{drawn}" {style}></path>'
    near_x, near_y = map(float, at(max(length - AHEAD, length / 2), 0).split())
    broad = HIT if is_thin else BROAD
    hit = hit_svg(float(x1), float(y1), float(x2), float(y2), broad)
    ends = _end(x, y, "from", False) + _end(to_x, to_y, "to", space is not None)
    return played(move, hit, ends, arrow, space=space or (near_x, near_y, APART))


def _end(x: float, y: float, name: str, plays: bool) -> str:
    """Return an invisible circle on a place of an arrow; if it plays the move, clicks reach it."""
    events = "all" if plays else "none"
    style = f'class="arrow {name}" fill-opacity="0" pointer-events="{events}"'
    return circle(x, y, SIDE / 2 if plays or name == "to" else 44, style)


def hit_svg(x: float, y: float, to_x: float, to_y: float, width: int = HIT) -> str:
    """Return an invisible line that is broad enough for clicks."""
    ends = f'x1="{figure(x)}" y1="{figure(y)}" x2="{figure(to_x)}" y2="{figure(to_y)}"'
    style = f'{stroke(width)} stroke-opacity="0" pointer-events="stroke"'
    return f'<line class="arrow" {ends} {style}></line>'


def played(move: str, *parts: str, space: Circle | None = None) -> str:
    """Return a group that plays a move when it is clicked.

    ``space`` is a circle that pages fill with the outcome of the move.
    """
    outcome = f' data-outcome="{" ".join(map(figure, space))}"' if space else ""
    text = lettered(move).replace("\n", "&#10;").replace("\t", "&#9;")  # else a parser has spaces
    return f'<g data-move="{text}"{outcome}>{"".join(parts)}</g>'


# ── the elements ────────────────────────────────────────────────────────────────────────────────


def figure(number: float) -> str:
    """Return a number of a picture as a short text, rounded to tenths.

    >>> figure(57.735), figure(50.0)
    ('57.7', '50')
    """
    return f"{round(number, 1):.10g}"


def stroke(width: float, colour: str = "currentColor") -> str:
    """Return the attributes of a stroke."""
    return f'stroke="{colour}" stroke-width="{figure(width)}"'


def area(x: float, y: float, width: float, height: float, corner: float, style: str = "") -> str:
    """Return a click target: a rectangle with round corners."""
    sides = f'width="{width:.4g}" height="{height:.4g}" rx="{figure(corner)}"'
    return (
        f'<rect {style}x="{x:g}" y="{y:g}" {sides} fill="currentColor" fill-opacity=".07"></rect>'
    )


def circle(x: float, y: float, radius: float, style: str) -> str:
    """Return a circle."""
    return f'<circle cx="{figure(x)}" cy="{figure(y)}" r="{figure(radius)}" {style}></circle>'


def line_svg(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    """Return a straight line."""
    ends = f"M{figure(x)} {figure(y)}L{figure(to_x)} {figure(to_y)}"
    return f'<path d="{ends}" fill="none" {style} {ROUND}></path>'


def text_at(
    x: float, y: float, text: str, size: float, style: str, colour: str = "currentColor"
) -> str:
    """Return a text centred at a point; a long one has smaller letters, to fit its place."""
    letters = lettered(text)
    size = min(size, 2.5 * size / max(1, len(text)))
    looks = (
        f'x="{x:g}" y="{y:g}" font-size="{figure(size)}" font-family="sans-serif" '
        f'fill="{colour}" text-anchor="middle" dominant-baseline="central" {style}'
    )
    return f"<text {looks.rstrip()}>{letters}</text>"


def lettered(text: str) -> Html:
    """Return a text as it is written in a picture, with any characters escaped."""
    return escaped(fit_for_xml(text))


# ── what an author passes ───────────────────────────────────────────────────────────────────────


def refused(name: str, value: object, expected: str) -> InvalidArgumentError:
    """Return the error for an invalid argument of a picture."""
    return InvalidArgumentError(f"bad {name} {spelled(value)}: expected {expected}")


def listed_pieces(name: str, pieces: Iterable[object], expected: str, *counts: int) -> list[str]:
    """Return the pieces of places as texts: as many as one of ``counts``, or any number."""
    try:
        found = [str(piece) for piece in pieces]
    except Exception as error:  # an object that is not a text may do anything
        raise refused(name, pieces, expected) from error
    if counts and len(found) not in counts:
        raise refused(name, pieces, expected)
    return found


def are_none(argument: object) -> bool:
    """Return True if the argument is the empty tuple, which stands for one that is not passed."""
    return isinstance(argument, tuple) and not argument


def listed_shapes(shapes: Mapping[str, str]) -> dict[str, str]:
    """Return the shapes of pieces, by their texts."""
    if not isinstance(shapes, Mapping):
        raise refused("shapes", shapes, "a mapping from pieces to their looks")
    for shape in shapes.values():
        if not isinstance(shape, str) or shape not in SHAPES:
            tones = ", ".join(map(repr, _TONES))
            forms = ", ".join(
                map(repr, ("square", "cross", "ring", "up", "down", "block", *CHESS_MEN))
            )
            words = f"'large', 'small' or 'hollow' before it, or one of {forms} after it"
            raise refused("shape", shape, f"one of {tones}, {words}")
    return dict(zip(listed_pieces("shapes", shapes, "pieces"), shapes.values(), strict=True))


def listed_moves(moves: Mapping[str, AnyT] | None) -> list[tuple[str, AnyT]]:
    """Return the text of each move with its places."""
    if moves is None:
        return []
    expected = "a mapping from the text of each move, all different, to the places of the move"
    if not isinstance(moves, Mapping):
        raise refused("moves", moves, expected)
    texts = listed_pieces("moves", moves, expected)  # texts, and no markup that equals one
    if len(set(texts)) < len(texts):
        raise refused("moves", moves, expected)
    return list(zip(texts, moves.values(), strict=True))


def listed_names(names: Sequence[object], places: int) -> list[str]:
    """Return the names of places as texts, empty if none are passed."""
    if are_none(names):
        return [""] * places
    return listed_pieces("names", names, f"one for each of {places} places", places)


def _sorted_out(
    moves: Sequence[tuple[str, Way]], places: int
) -> tuple[dict[int, list[Click]], list[tuple[str, list[int]]], list[tuple[str, list[int]]]]:
    """Return the clicks on each place, the areas, and the moves from one place to another."""
    clicks: dict[int, list[Click]] = {}
    areas, arrows = [], []
    for text, way in moves:
        found = _places_of(text, way, places)
        if isinstance(way, Set):
            areas.append((text, sorted(found)))
        elif len(found) == 2:
            arrows.append((text, found))
            continue
        for place in found:
            clicks.setdefault(place, []).append(Click(text, not isinstance(way, Set)))
    return clicks, areas, arrows


def _places_of(text: str, way: Way, places: int) -> list[int]:
    """Return the places of a move, without duplicates."""
    try:
        found = [place for place in map(whole, way) if place is not None and 0 <= place < places]
        is_way = len(found) == len(way) == len(set(found))
    except Exception:  # an object that is not a sequence may do anything
        is_way = False
    if not is_way or not (len(found) in (1, 2) or (isinstance(way, Set) and found)):
        expected = (
            f"expected one place, two different ones, or a set of them, from 0 to {places - 1}"
        )
        message = f"bad places {spelled(way)} of move {spelled(text)}: {expected}"
        raise InvalidArgumentError(message)
    return found
