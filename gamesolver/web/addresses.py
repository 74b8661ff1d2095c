"""Addresses: what stands in the query of a page, and how much of it is read.

A *place* is a root, which is the start or a position written out, and the moves
played from there, by their texts:

    /                                  the start
    /?move=4&move=0                    after two moves
    /?from=x...o....                   a position by itself
    /?from=x...o....&move=2            a move from it

So an address tells the way as well as the position, and one step back is the same
address without its last move. Nothing else is kept anywhere.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, quote

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

MOST_MOVES = 100  # played from a root; then the position becomes one
MOST_IN_A_POSITION = 4_000  # characters
MOST_IN_A_MOVE = 400


@attrs.frozen
class Place:
    """A root (``None`` is the start) and the moves from there, all by their texts.

    >>> Place().after("4").after("0")
    Place(root=None, way=('4', '0'))
    >>> Place("x...o....", ("2",)).query
    '?from=x...o....&move=2'
    >>> Place(way=("4", "0")).back
    Place(root=None, way=('4',))
    """

    root: str | None = None
    way: tuple[str, ...] = ()

    def after(self, move: str) -> Place:
        """The place one move on."""
        return Place(self.root, (*self.way, move))

    @property
    def back(self) -> Place | None:
        """The place one move before; nothing at a root."""
        return Place(self.root, self.way[:-1]) if self.way else None

    @property
    def start(self) -> Place:
        """The root by itself."""
        return Place(self.root)

    @property
    def is_full(self) -> bool:
        """Whether no move can be added."""
        return len(self.way) >= MOST_MOVES

    @property
    def query(self) -> str:
        """What stands in an address behind the path; nothing for the start."""
        root = [] if self.root is None else [f"from={_quoted(self.root)}"]
        parts = root + [f"move={_quoted(move)}" for move in self.way]
        return f"?{'&'.join(parts)}" if parts else ""


def read_place(query: bytes) -> Place:
    """The place that a query names; raises in words where it names none."""
    text = query.decode("ascii", "replace")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_MOVES + 2)
    except ValueError as error:
        raise _too_many() from error
    names = [name for name, _ in pairs]
    for name in names:
        if name not in ("from", "move"):
            expected = "expected 'from' with a position, and 'move' for each move from there"
            raise InvalidArgumentError(f"unknown parameter {spelled(name)}: {expected}")
    roots = [root for name, root in pairs if name == "from"]
    way = tuple(move for name, move in pairs if name == "move")
    if len(roots) > 1:
        raise InvalidArgumentError(f"expected one position in 'from', got {len(roots)}")
    if len(way) > MOST_MOVES:
        raise _too_many()
    _require_short("position", roots, MOST_IN_A_POSITION)
    _require_short("move", way, MOST_IN_A_MOVE)
    return Place(roots[0].strip() if roots and roots[0].strip() else None, way)


def _require_short(named: str, texts: list[str] | tuple[str, ...], most: int) -> None:
    for text in texts:
        if len(text) > most:
            expected = f"expected at most {most} characters, got {len(text)}"
            raise InvalidArgumentError(f"bad {named} {spelled(text)}: {expected}")


def _too_many() -> InvalidArgumentError:
    return InvalidArgumentError(
        f"expected at most {MOST_MOVES} moves in an address; name the position with 'from'"
    )


def _quoted(text: str) -> str:
    return quote(text, safe="/.,:!*()|-_~", errors="replace")
