"""A board's picture as shapes of matplotlib, for the most common elements of pictures.

Rectangles, circles, lines, polygons, plain paths and texts are read, in groups too. All layouts
(``grid_svg`` and similar functions) write these elements, and authors use them to draw boards. If a
picture contains anything else (curves, transformations, gradients), the board is drawn from its
plain text instead. Labels and arrows of moves are left out, as on every small board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

import attrs
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from gamesolver.rules.guard import Rules
from gamesolver.show.colours import INK
from gamesolver.show.pictures import LETTER, LINE
from gamesolver.show.sanitizing import picture_of
from gamesolver.texts import fit_for_xml

Rgba = tuple[float, float, float, float]
CLEAR: Rgba = (0, 0, 0, 0)
INHERITED = ("fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity")
UNDRAWN = ("label", "arrow")  # classes of elements that only show possible moves
IGNORED = ("title", "desc")
_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:[eE]-?\d+)?")


class BeyondUsError(Exception):
    """A picture contains an element that this module does not read."""


@attrs.frozen
class ColouredPath:
    """An outline with its colours; ``width`` is that of its stroke, in units of the board."""

    outline: Path
    fill: Rgba
    stroke: Rgba
    width: float


@attrs.frozen
class BoardShapes:
    """A board as shapes, from (0, 0) at the upper left."""

    width: float
    height: float
    shapes: tuple[ColouredPath, ...]


def drawn(rules: Rules[Any, Any], position: Any, mover: int = 0) -> BoardShapes:
    """Return the picture of a board, or its plain text, as shapes; ``mover`` is to move."""
    picture = picture_of(rules, position, mover).html()
    if picture.startswith("<svg"):
        try:
            return _of_svg(ElementTree.fromstring(picture))
        except (BeyondUsError, ValueError, KeyError, ElementTree.ParseError):
            pass  # the board is drawn from its text
    return _of_text(rules.render(position, mover))


def _of_svg(root: ElementTree.Element) -> BoardShapes:
    left, top, width, height = map(float, root.attrib["viewBox"].replace(",", " ").split())
    shapes = tuple(_shapes(root, {"fill": "black"}))
    moved = Affine2D().translate(-left, -top)
    return BoardShapes(
        width,
        height,
        tuple(attrs.evolve(shape, outline=moved.transform_path(shape.outline)) for shape in shapes),
    )


def _of_text(board: str) -> BoardShapes:
    lines = board.split("\n")
    width = max(1, *map(len, lines)) * LETTER
    letters = {"fill": "currentColor", "font-family": "monospace", "font-size": "20"}
    shapes = tuple(
        shape
        for number, line in enumerate(lines)
        for shape in _text(line, 0, (number + 0.8) * LINE, letters)
    )
    return BoardShapes(width, len(lines) * LINE, shapes)


def _shapes(element: ElementTree.Element, above: Mapping[str, str]) -> Iterator[ColouredPath]:
    """Yield the shapes of an element and its children, with the styles that they inherit."""
    attributes = element.attrib
    if element.tag in IGNORED or not {*attributes.get("class", "").split()}.isdisjoint(UNDRAWN):
        return
    if element.tag == "g" and not len(element):
        return  # a group that only pages fill, such as the store of a player
    if "transform" in attributes or "clip-path" in attributes or "mask" in attributes:
        raise BeyondUsError
    style = {**{name: above[name] for name in INHERITED if name in above}, **attributes}
    if element.tag in ("svg", "g"):
        for part in element:
            yield from _shapes(part, style)
    elif element.tag == "text":
        x, y = float(attributes.get("x", 0)), float(attributes.get("y", 0))
        if len(element):
            raise BeyondUsError
        yield from _text(element.text or "", x, y, style)
    else:
        yield _shape(_outline(element.tag, attributes), style)


def _shape(outline: Path, style: Mapping[str, str]) -> ColouredPath:
    width = float(style.get("stroke-width", 1))
    return ColouredPath(outline, _colour(style, "fill"), _colour(style, "stroke"), width)


def _colour(style: Mapping[str, str], kind: str) -> Rgba:
    name = style.get(kind, "none")
    if name == "none":
        return CLEAR
    opacity = float(style.get(f"{kind}-opacity", 1)) * float(style.get("opacity", 1))
    colour: Rgba = to_rgba(INK if name == "currentColor" else name, opacity)
    return colour


def _outline(tag: str, attributes: Mapping[str, str]) -> Path:
    def at(*names: str) -> list[float]:
        return [float(attributes.get(name, 0)) for name in names]

    if tag == "rect":
        x, y, width, height = at("x", "y", "width", "height")
        if float(attributes.get("rx", 0)) * 2 >= max(width, height):  # a circle
            return _ellipse(x + width / 2, y + height / 2, width / 2, height / 2)
        return Path([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)])
    if tag in ("circle", "ellipse"):
        x, y, r, across, down = at("cx", "cy", "r", "rx", "ry")
        return _ellipse(x, y, r or across, r or down)
    if tag == "line":
        x, y, to_x, to_y = at("x1", "y1", "x2", "y2")
        return Path([(x, y), (to_x, to_y)])
    if tag in ("polyline", "polygon"):
        numbers = [float(number) for number in attributes["points"].replace(",", " ").split()]
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        return Path([*corners, corners[0]] if tag == "polygon" else corners)
    if tag == "path":
        return _path(_TOKEN.findall(attributes["d"]))
    raise BeyondUsError


def _ellipse(x: float, y: float, across: float, down: float) -> Path:
    return Affine2D().scale(across, down).translate(x, y).transform_path(Path.unit_circle())


def _path(tokens: list[str]) -> Path:
    """Return a path of moves and lines, in absolute or relative coordinates."""
    corners: list[tuple[float, float]] = []
    codes = []
    x = y = 0.0
    begun, order = (0.0, 0.0), ""
    queue = iter(tokens)
    for token in queue:
        first = token
        if token.isalpha():
            order = token
            if order in "Zz":
                x, y = begun
                corners.append(begun)
                codes.append(Path.LINETO)
                continue
            first = next(queue)
        dx, dy = (x, y) if order.islower() else (0.0, 0.0)
        if order in "MmLl":
            x, y = float(first) + dx, float(next(queue)) + dy
        elif order in "Hh":
            x = float(first) + dx
        elif order in "Vv":
            y = float(first) + dy
        else:
            raise BeyondUsError
        corners.append((x, y))
        codes.append(Path.MOVETO if order in "Mm" else Path.LINETO)
        if order in "Mm":
            begun, order = (x, y), "L" if order == "M" else "l"
    return Path(corners, codes)


def _text(text: str, x: float, y: float, style: Mapping[str, str]) -> Iterator[ColouredPath]:
    """Yield a text as outlines of its letters; the y-axis of matplotlib points upwards."""
    if not text.strip():
        return
    size = float(style.get("font-size", 16))
    family = style.get("font-family", "sans-serif")
    families = ["monospace" if "mono" in family else "sans-serif"]  # a text would be a pattern
    font = FontProperties(family=families)
    text = fit_for_xml(text).replace("$", r"\$")  # plain text, not a formula
    letters = TextPath((0, 0), text, size=size, prop=font)
    box = letters.get_extents()
    anchor = style.get("text-anchor")
    left = {"middle": box.x0 + box.width / 2, "end": box.x1}.get(str(anchor), 0)
    middle = style.get("dominant-baseline") in ("central", "middle")
    low = box.y0 + box.height / 2 if middle else 0
    placed = Affine2D().translate(-left, -low).scale(1, -1).translate(x, y)
    yield ColouredPath(placed.transform_path(letters), _colour(style, "fill"), CLEAR, 0)
