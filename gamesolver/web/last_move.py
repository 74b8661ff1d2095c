"""The last move on the board: what is new in the picture, and the arrow that led there.

*What is new* is drawn now and was not drawn in the picture of the position before: the piece at its
place. A disc gets a dot in its middle, and anything else a halo below it, so that the piece can
still be read. What plays moves is left out of that, and so are squares, which look
otherwise where a move can be played, and pieces in hand, which close ranks.

*The shape that played the move* is in the picture before, in which shapes have the moves that
they play. An arrow is shown again. A square or a column is shown if nothing else is new. It may
be nested in elements that move or turn it, and these are copied with it.

A game that draws men in other colours after each move has nothing but that shape.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import attrs

from gamesolver.show.pictures import PIECES, STANDING
from gamesolver.show.sanitizing import Picture

MOST_NEW = 8  # elements; more are not one move
_LEAF = r"<(?:path|circle|ellipse|polygon|polyline|line|text)\b[^>]*>[^<]*</\w+>"
_PART = re.compile(rf"({_LEAF})|<(/?)(\w+)[^>]*>")
_STANDING = re.compile(rf"{re.escape(STANDING)}(.*?)</g>")
_ID = re.compile(r' id="[^"]*"')
_ASIDE = ('class="label"', 'class="arrow"', 'class="hand"', 'class="ground')
_DISC = re.compile(
    r'<g class="pieces"[^>]*><circle cx="([\d.-]+)" cy="([\d.-]+)" r="([\d.]+)" fill="#[^>]*>'
    r"</circle></g>"
)
_TEXT = re.compile(r'<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)"[^>]*>[^<]*</text>')
DOT = 9  # radius of the dot on a disc
_MOST = 100_000  # letters of a mark


@attrs.frozen
class PicturePiece:
    """A piece of a picture, and the elements around it."""

    content: str
    around: tuple[tuple[str, str], ...]
    """Their tags, each with its name."""
    move: str | None = None
    """Move that a click on it plays."""

    @property
    def markup(self) -> str:
        """Markup of this piece alone, in its place."""
        before = "".join(tag for tag, _ in self.around)
        return before + self.content + "".join(f"</{name}>" for _, name in reversed(self.around))


def marked(picture: Picture, before: Picture, move: str, *, keeps_colours: bool) -> Picture:
    """Return a picture with the last move marked; unchanged if nothing shows the move.

    Halos and shapes lie below the pieces, and dots above them. ``keeps_colours`` is True if men
    look the same in the picture before.
    """
    beginning = _beginning(picture)
    if beginning is None or beginning != _beginning(before):
        return picture
    marks = _marks(list(_drawn(picture)), list(_drawn(before)), move, keeps_colours)
    below, above = (_ID.sub("", mark) for mark in marks)
    if not below + above or len(below + above) > _MOST:
        return picture
    return _with(picture, beginning, *map(_group, (below, above)))


def _group(mark: str) -> str:
    return f'<g class="last" pointer-events="none">{mark}</g>' if mark else ""


def _with(picture: Picture, beginning: str, below: str, above: str) -> Picture:
    """Return a picture with a mark below its pieces, and one above everything."""
    pieces = list(picture.pieces)
    for number, piece in enumerate(pieces):
        if isinstance(piece, str) and PIECES in piece:
            pieces[number] = piece.replace(PIECES, below + PIECES, 1)
            break
    else:
        pieces[0] = beginning + below + str(pieces[0]).removeprefix(beginning)
    pieces[-1] = str(pieces[-1]).removesuffix("</svg>") + above + "</svg>"
    return Picture(tuple(pieces))


def _marks(
    now: list[PicturePiece], then: list[PicturePiece], move: str, keeps_colours: bool
) -> tuple[str, str]:
    """Return the mark below the pieces, and the one above them."""
    shape = "".join(each.markup for each in then if each.move == move)
    seen = Counter(each.markup for each in then if each.move is None)
    seen.update(standing for each in then if each.move for standing in _standing_on(each))
    new = [*(Counter(each.markup for each in now if each.move is None) - seen).elements()]
    if not keeps_colours or not 0 < len(new) <= MOST_NEW:
        return (f'<g class="shape">{shape}</g>' if shape else ""), ""
    arrow = "" if "<rect" in shape or not shape else f'<g class="shape">{shape}</g>'
    discs = {each: found for each in new if (found := _disc(each))}
    halos = [_TEXT.sub(_around, each) for each in new if each not in discs]
    dots = (f'<circle cx="{x}" cy="{y}" r="{DOT}"></circle>' for x, y in discs.values())
    return (
        arrow + (f'<g class="new">{"".join(halos)}</g>' if halos else ""),
        f'<g class="new dots">{"".join(dots)}</g>' if discs else "",
    )


def _standing_on(target: PicturePiece) -> Iterator[str]:
    """Yield the pieces on a click target as they are among the other pieces."""
    for group in _STANDING.findall(target.content):
        for leaf, *_ in _PART.findall(group):
            if leaf:
                yield f"{PIECES}{leaf}</g>"


def _disc(markup: str) -> tuple[str, str] | None:
    """Return the centre of a disc that a dot fits on, or None for anything else."""
    found = _DISC.fullmatch(markup)
    return (found[1], found[2]) if found and float(found[3]) > DOT else None


def _around(text: re.Match[str]) -> str:
    """Return a circle for the halo of a text, which a halo of its letters would blot out."""
    x, y, size = text.groups()
    return f'<circle cx="{x}" cy="{y}" r="{0.6 * float(size):g}"></circle>'


def _beginning(picture: Picture) -> str | None:
    """Return the tag that opens a picture, which depends on its size only."""
    first = picture.pieces[0]
    found = re.match(r"<svg[^>]*>", first) if isinstance(first, str) else None
    return found[0] if found else None


def _drawn(picture: Picture) -> Iterator[PicturePiece]:
    """Yield the pieces that play moves, and each shape of the rest."""
    around: list[tuple[str, str]] = []  # the elements that are open
    move: str | None = None
    for piece in picture.pieces:
        if not isinstance(piece, str):
            move, _ = piece
        elif move is not None:
            yield PicturePiece(piece, tuple(around[1:]), move)
        else:
            yield from _shapes(piece, around)


def _shapes(piece: str, around: list[tuple[str, str]]) -> Iterator[PicturePiece]:
    for part in _PART.finditer(piece):
        leaf, closes, name = part.groups()
        if leaf:
            shape = PicturePiece(leaf, tuple(around[1:]))
            if not any(aside in shape.markup for aside in _ASIDE):
                yield shape
        elif closes:
            around.pop()
        else:
            around.append((part[0], name))
