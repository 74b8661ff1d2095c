"""Sanitiser for SVG pictures of boards, with moves as links.

A picture may come from an untrusted game, and SVG can contain scripts, style sheets and
addresses. A picture from a game is parsed, and only the elements and attributes in the allow-lists
:data:`ELEMENTS` and :data:`ATTRIBUTES` are written again. They include no script, style, link,
image, foreign content, animation or event handler. An address may refer only to a part of the
picture itself. If the picture cannot be parsed, the board is shown as plain text.

Pictures drawn by the library are trusted and are not parsed. Parsing would take longer than
drawing.

A shape with ``data-move`` becomes the content of a link. The caller provides the link's target.
Its ``data-outcome`` is a circle for the outcome of the move: the centre and the radius.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any
from xml.etree import ElementTree

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.show.markup import Html, escaped, unescaped
from gamesolver.show.pictures import WHERE, OwnSvg, without_moves

# ── what a picture may be made of ───────────────────────────────────────────────────────────────


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


ELEMENTS = _names("""
    svg g defs symbol use title desc
    path rect circle ellipse line polyline polygon text tspan
    linearGradient radialGradient stop pattern clipPath mask marker
""")

ATTRIBUTES = _names("""
    id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points pathLength
    viewBox preserveAspectRatio transform
    offset stop-color stop-opacity spreadMethod gradientTransform gradientUnits
    patternUnits patternTransform patternContentUnits clipPathUnits maskUnits
    markerUnits markerWidth markerHeight refX refY orient
    fill fill-opacity fill-rule opacity color display visibility pointer-events
    stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-dasharray stroke-dashoffset stroke-miterlimit
    clip-path clip-rule mask marker-start marker-mid marker-end vector-effect paint-order
    font-family font-size font-weight font-style letter-spacing text-decoration
    text-anchor dominant-baseline alignment-baseline baseline-shift rotate textLength lengthAdjust
""")


# ── an author's picture where people look: made safe, and its moves made links ──────────────────

LARGEST = 200_000  # characters of a picture
DEEPEST = 40
KEPT = 500  # pictures
MOST_ALIKE, LONG = 4_096, 500  # elements whose attributes are remembered; letters of these
MOST_DRAWN = 20_000  # elements, those drawn again by reference counted again

_FUNCTION = re.compile(r"([\w-]*)\s*\(|\\")
_HARMLESS = {
    *("matrix", "translate", "scale", "rotate", "skewX", "skewY"),
    *("rgb", "rgba", "hsl", "hsla"),
}
_LOCAL = re.compile(r"\s*url\(#([\w.-]+)\)\s*")
_CIRCLE = re.compile(r"(-?\d{1,6}(?:\.\d)?) (-?\d{1,6}(?:\.\d)?) (\d{1,4}(?:\.\d)?)")
_ID = re.compile(r"(#?)([\w.-]+)")
_GROUP = re.compile(
    r'<g(?: data-move="(?P<move>[^"]*)"(?: data-outcome="(?P<outcome>[^"]*)")?)?[^>]*>|</g>'
)

Link = Callable[[str], Html | None]
"""Function from the text of a move to the opening tag of its link, or ``None``."""

Filling = Callable[[str, "Space"], Html]
"""Function from the text of a move, and the space for its outcome, to the markup for it."""

Space = tuple[str, ...]
"""Centre and radius of a circle for the outcome of a move, as they are written; or empty."""
Piece = str | tuple[str | None, Space]
"""Markup, or a tuple with the move before a shape that plays it, and ``None`` after it."""


@attrs.frozen
class Picture:
    """Sanitised picture: markup and, around each shape that plays a move, its link marks."""

    pieces: tuple[Piece, ...]

    def html(
        self, link: Link = lambda move: None, outcome: Filling = lambda move, space: Html("")
    ) -> Html:
        """Return the markup with the links that ``link`` returns, and the ``outcome`` in each."""
        parts: list[str] = []
        closing = ""
        for piece in self.pieces:
            if isinstance(piece, str):
                parts.append(piece)
                continue
            move, space = piece
            if move is None:
                parts.append(closing)
            else:
                opening = link(move)
                closing = f"{outcome(move, space)}</a>" if opening else ""
                parts.append(opening or "")
        return Html("".join(parts))


class Album:
    """Pictures of a game's boards, with a cache of recent ones."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self._kept = lru_cache(KEPT)(partial(picture_of, rules))

    def picture(self, position: Any, mover: int = 0, *, is_small: bool = False) -> Picture:
        """Return the author's picture, or the board in plain text."""
        return self._kept(position, mover, is_small)


def picture_of(
    rules: Rules[Any, Any], position: Any, mover: int = 0, is_small: bool = False
) -> Picture:
    """Return the author's picture if it is valid, or else the board in plain text.

    ``mover`` is the index of the player to move, for games whose positions do not contain it. A
    small picture plays no moves if the library draws it.
    """
    draw = partial(rules.svg, position, mover)
    svg = without_moves(draw) if is_small else draw()
    return safe(svg) or as_text(rules.render(position, mover))


def as_text(board: str) -> Picture:
    """Return a board in plain text as a picture."""
    kind = "text" if "\n" in board.rstrip("\n") else "text one-line"  # which may be broken
    return Picture((f'<pre class="{kind}">{escaped(board[:LARGEST])}</pre>',))


def safe(svg: object) -> Picture | None:
    """Return a sanitised picture, or ``None`` if it cannot be parsed."""
    if not isinstance(svg, str) or len(svg) > LARGEST or "<!" in svg:
        return None
    if isinstance(svg, OwnSvg):
        return Picture(tuple(_joined(_pieces_of_own(svg))))
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError):
        return None
    refers = "href" in svg or "url" in svg
    if _name(root) != "svg" or (refers and _drawn(root) > MOST_DRAWN):
        return None
    written: list[Piece] = []
    _write(root, False, 0, written)
    return Picture(tuple(_joined(written)))


def _joined(written: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces with consecutive markup joined."""
    markup: list[str] = []
    for piece in written:
        if isinstance(piece, str):
            markup.append(piece)
            continue
        yield from filter(None, ["".join(markup)])
        markup = []
        yield piece
    yield from filter(None, ["".join(markup)])


def _drawn(root: ElementTree.Element) -> int:
    """Return the number of elements drawn, counting references again.

    A few hundred characters can demand more than a browser ever finishes. An element that refers
    to itself is not drawn again.
    """
    shown, parts = [(root, 0)], dict[ElementTree.Element, list[ElementTree.Element]]()
    for element, depth in shown:  # the list grows as we go
        parts[element] = list(element) if depth < DEEPEST else []
        shown += [(part, depth + 1) for part in parts[element]]
    named = {part.get("id"): part for part in parts}
    counts: dict[ElementTree.Element, int] = {}

    def count(element: ElementTree.Element) -> int:
        if element not in counts:
            counts[element] = 0  # until it is known: it may refer to itself
            reached = [named[name] for name in _referred(element) if name in named]
            drawn = 1 + sum(map(count, (*parts[element], *reached)))
            counts[element] = min(drawn, MOST_DRAWN + 1)
        return counts[element]

    try:
        return count(root)
    except RecursionError:  # one refers to another, and so on, as no picture needs
        return MOST_DRAWN + 1


def _referred(element: ElementTree.Element) -> Iterator[str]:
    """Yield the names that an element refers to."""
    for name, value in element.attrib.items():
        match = _ID.fullmatch(value) if name.endswith("href") else _LOCAL.fullmatch(value)
        if match:
            yield match[match.lastindex or 0]


def _name(element: ElementTree.Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _write(element: ElementTree.Element, in_link: bool, depth: int, written: list[Piece]) -> None:
    """Append an element and its content to ``written``."""
    name = _name(element)
    if name not in ELEMENTS or depth > DEEPEST:
        return
    move = element.get("data-move")
    is_link = move is not None and not in_link
    if is_link:
        written.append((move, _space_of(element.get("data-outcome", ""))))
    text = escaped(element.text) if element.text else ""
    written.append(f"<{name}{_attribute_text(name, element.attrib)}>{text}")
    for part in element:
        _write(part, in_link or is_link, depth + 1, written)
        if part.tail and part.tail.strip():
            written.append(escaped(part.tail))
    written.append(f"</{name}>")
    if is_link:
        written.append((None, ()))


def _space_of(text: str) -> Space:
    """Return the circle in the text of ``data-outcome``, or an empty tuple."""
    circle = _CIRCLE.fullmatch(text)
    return circle.groups() if circle else ()


def _pieces_of_own(svg: str) -> Iterator[Piece]:
    """Yield the pieces of a picture drawn by the library, with marks for the link of each move.

    The output is that of a parsed picture, which has no namespace.
    """
    svg = svg.replace(f" {WHERE}", "", 1)
    begin = depth = 0
    for tag in _GROUP.finditer(svg):
        if tag["move"] is not None:
            yield svg[begin : tag.start()]
            yield unescaped(tag["move"]), _space_of(tag["outcome"] or "")
            yield "<g>"
            begin, depth = tag.end(), 1
        elif depth:  # groups within that of a move
            depth += -1 if tag[0] == "</g>" else 1
            if not depth:
                yield svg[begin : tag.end()]
                yield None, ()
                begin = tag.end()
    yield svg[begin:]


def _attribute_text(element: str, attributes: dict[str, str]) -> str:
    """Return the attributes of an element as text. Short ones are cached."""
    is_short = sum(map(len, attributes.values())) < LONG
    return (_attributes if is_short else _attributes.__wrapped__)(element, *attributes.items())


@lru_cache(MOST_ALIKE)
def _attributes(element: str, *attributes: tuple[str, str]) -> str:
    """Return the permitted attributes as text. Boards of a game have many equal ones."""
    named = {name.rpartition("}")[2]: value for name, value in attributes}
    if element == "svg" and "viewBox" not in named:
        sides = named.get("width", ""), named.get("height", "")
        if all(re.fullmatch(r"[\d.]{1,9}(px)?", side) for side in sides):  # so that it can grow
            named["viewBox"] = "0 0 " + " ".join(side.removesuffix("px") for side in sides)
    parts = []
    for name, value in named.items():
        if name in ATTRIBUTES or name == "href":
            safe_value = _made_local(name, value)
            if safe_value is not None:
                parts.append(f' {name}="{escaped(safe_value)}"')
    return "".join(parts)


def _made_local(name: str, value: str) -> str | None:
    """Return a value that refers only into the picture, with prefixed names, or ``None``."""
    if name in ("id", "href"):
        is_named = _ID.fullmatch(value)
        sign = "#" if name == "href" else ""
        return f"{sign}picture-{is_named[2]}" if is_named and is_named[1] == sign else None
    if all(call[1] in _HARMLESS for call in _FUNCTION.finditer(value)):
        return value  # and no other function is called in it, for one might fetch something
    match = _LOCAL.fullmatch(value)
    return f"url(#picture-{match[1]})" if match else None
