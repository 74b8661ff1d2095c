"""An author's picture where people look: made safe, and its moves made links.

A picture may come from a stranger's game, and an SVG can carry scripts, style sheets
and addresses. So it is taken apart, and only elements and attributes that draw are
put together again; whatever else there is, is left out. What cannot be read is no
picture, and the board is shown in plain text.

A shape with ``data-move`` becomes the content of a link, which is the same shape
without script. Who shows the picture says where the link leads.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from html import escape
from threading import Lock
from typing import Any
from xml.etree import ElementTree

import attrs

from gamesolver.allowed import ATTRIBUTES, ELEMENTS
from gamesolver.complaints import blame
from gamesolver.rules import Rules

LARGEST = 200_000  # characters of a picture
DEEPEST = 40
KEPT = 500  # pictures

_URL = re.compile(r"url\s*\(|\\", re.IGNORECASE)
_LOCAL = re.compile(r"\s*url\(#([\w.-]+)\)\s*")
_ID = re.compile(r"(#?)([\w.-]+)")

Link = Callable[[str], str | None]
"""From the text of a move to the opening tag of its link; nothing for what is no link."""


@attrs.frozen
class Picture:
    """Pieces of markup; before a shape that plays a move stands that move, after it ``None``."""

    pieces: tuple[str | tuple[str | None], ...]

    def html(self, link: Link = lambda move: None) -> str:
        """The markup, with the links that ``link`` gives."""
        parts: list[str] = []
        closing = ""
        for piece in self.pieces:
            if isinstance(piece, str):
                parts.append(piece)
            elif piece[0] is None:
                parts.append(closing)
            else:
                opening = link(piece[0])
                closing = "</a>" if opening else ""
                parts.append(opening or "")
        return "".join(parts)


class Album:
    """The boards of a game as pictures; those made lately are kept."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self._rules = rules
        self._kept: OrderedDict[Any, Picture] = OrderedDict()
        self._lock = Lock()  # pages are made in several threads

    def picture(self, position: Any) -> Picture:
        """The author's picture, or the board in plain text."""
        with self._lock:
            if position in self._kept:
                self._kept.move_to_end(position)
                return self._kept[position]
        made = picture_of(self._rules, position)
        with self._lock:
            self._kept[position] = made
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made

    def render(self, position: Any) -> str:
        """The board in plain text."""
        return render(self._rules, position)


def picture_of(rules: Rules[Any, Any], position: Any) -> Picture:
    """A board: the author's picture if it can be shown, else the board in plain text."""
    return safe(svg(rules, position)) or as_text(render(rules, position))


def svg(rules: Rules[Any, Any], position: Any) -> object:
    """What the author draws."""
    return _ask(rules, "svg", position)


def render(rules: Rules[Any, Any], position: Any) -> str:
    """The board in plain text."""
    return str(_ask(rules, "render", position))


def _ask(rules: Rules[Any, Any], asked: str, position: Any) -> Any:
    try:
        return getattr(rules.game, asked)(position)
    except Exception as error:
        raise blame(rules.game, asked, (position,), error) from error


def as_text(board: str) -> Picture:
    """A board in plain text, as a picture."""
    return Picture((f'<pre class="text">{escape(board[:LARGEST])}</pre>',))


def safe(svg: object) -> Picture | None:
    """A picture with nothing but shapes in it; nothing where there is none to be read."""
    if not isinstance(svg, str) or len(svg) > LARGEST or "<!" in svg:
        return None
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError):
        return None
    if _name(root) != "svg":
        return None
    pieces: list[str | tuple[str | None]] = []
    for piece in _written(root, False, 0):
        if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return Picture(tuple(pieces))


def _name(element: ElementTree.Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _written(
    element: ElementTree.Element, in_link: bool, depth: int
) -> Iterator[str | tuple[str | None]]:
    name = _name(element)
    if name not in ELEMENTS or depth > DEEPEST:
        return
    move = element.get("data-move")
    is_link = move is not None and not in_link
    if is_link:
        yield (move,)
    yield f"<{name}{''.join(_attributes(element))}>" + escape(element.text or "", quote=False)
    for part in element:
        yield from _written(part, in_link or is_link, depth + 1)
        if part.tail and part.tail.strip():
            yield escape(part.tail, quote=False)
    yield f"</{name}>"
    if is_link:
        yield (None,)


def _attributes(element: ElementTree.Element) -> Iterator[str]:
    given = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    if _name(element) == "svg" and "viewBox" not in given:
        sides = given.get("width", ""), given.get("height", "")
        if all(re.fullmatch(r"[\d.]{1,9}(px)?", side) for side in sides):  # so that it can grow
            given["viewBox"] = "0 0 " + " ".join(side.removesuffix("px") for side in sides)
    for name, value in given.items():
        if name in ATTRIBUTES or name == "href":
            safe_value = _made_local(name, value)
            if safe_value is not None:
                yield f' {name}="{escape(safe_value)}"'


def _made_local(name: str, value: str) -> str | None:
    """A value that leads nowhere outside, its names no names of the page's; else nothing."""
    if name in ("id", "href"):
        is_named = _ID.fullmatch(value)
        sign = "#" if name == "href" else ""
        return f"{sign}picture-{is_named[2]}" if is_named and is_named[1] == sign else None
    if not _URL.search(value):
        return value
    found = _LOCAL.fullmatch(value)
    return f"url(#picture-{found[1]})" if found else None
