"""Addresses: the contents of the query of a page, and the limits on it.

A *place* is a root, which is the start or a position written out, and the moves
played from there, by their texts:

    /                                  the start
    /?move=4&move=0                    after two moves
    /?from=x...o....                   a position by itself
    /?from=x...o....&move=2            a move from it
    /?from=m.w......&mover=1           a position that does not show the player to move
    /?move=4&next=0                    after a move, with one that was taken back

So an address contains the moves as well as the position, and one step back is the
address without its last move. A move with a long name is written by its text
in files: ``1+2`` for *pins 1 and 2* in Kayles. The visitor's settings, the *wishes*,
are in the address too:

        /?opponent=perfect&seat=1          an opponent for that seat
        /?outcomes=hidden                  the outcomes of moves are not shown

Nothing else is kept anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from urllib.parse import parse_qsl, quote

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled
from gamesolver.web.opponents import require_opponent

MOST_MOVES = 100  # played from a root; then the position becomes one
MOST_IN_A_POSITION = 4_000  # characters
MOST_IN_A_MOVE = 400

PLACES = ("from", "mover", "move")
"""The parameters that name a place."""
WISHES = ("opponent", "seat", "outcomes", "next")
"""Names of the visitor's settings, and of moves taken back: pages read them, JSON does not."""


@attrs.frozen
class Wishes:
    """Settings of a visitor: the opponent, and if the outcomes of moves are hidden.

    >>> Wishes("perfect", seat=0).pairs
    [('opponent', 'perfect'), ('seat', '0')]
    """

    opponent: str = ""
    """Text of the opponent; empty without one."""
    seat: int = 1
    """Player index (0 or 1) of the opponent."""
    hides_outcomes: bool = False

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and values in an address; defaults are left out."""
        opponent = [("opponent", self.opponent)] if self.opponent else []
        seat = [("seat", str(self.seat))] if self.opponent or self.seat != 1 else []
        return opponent + seat + ([("outcomes", "hidden")] if self.hides_outcomes else [])


@attrs.frozen
class Place:
    """A root (``None`` is the start) and the moves from there, all by their texts; and wishes.

    ``mover`` is the seat to move at a root that does not show it. ``ahead`` are the moves after
    the place that were taken back, and can be played again.

    >>> Place().after("4").after("0").way
    ('4', '0')
    >>> Place(way=("4", "0")).back.query, Place(way=("4", "0")).back.forward.query
    ('?move=4&next=0', '?move=4&move=0')
    >>> Place("x...o....", ("2",)).query
    '?from=x...o....&move=2'
    >>> Place(way=("4", "0")).back.way
    ('4',)
    """

    root: str | None = None
    way: tuple[str, ...] = ()
    mover: int = 0
    wishes: Wishes = Wishes()
    ahead: tuple[str, ...] = ()

    def after(self, move: str) -> Place:
        """Return the place one move on. Other moves ahead are kept only if it is the next one."""
        left = self.ahead[1:] if self.ahead[:1] == (move,) else ()
        return attrs.evolve(self, way=(*self.way, move), ahead=left)

    def earlier(self, plies: int) -> Place:
        """Return the place on the way ``plies`` after the root, the rest of the way ahead."""
        ahead = (self.way[plies:] + self.ahead)[:MOST_MOVES]
        return attrs.evolve(self, way=self.way[:plies], ahead=ahead)

    @property
    def forward(self) -> Place | None:
        """The place after the next move ahead, if there is one."""
        return self.after(self.ahead[0]) if self.ahead else None

    @property
    def last(self) -> Place | None:
        """The place after all moves ahead, if there are any."""
        whole = attrs.evolve(self, way=(self.way + self.ahead)[:MOST_MOVES], ahead=())
        return whole if self.ahead else None

    @property
    def alone(self) -> Place:
        """The place without settings and without moves ahead, as JSON has it."""
        return attrs.evolve(self, wishes=Wishes(), ahead=())

    def rooted_at(self, position: str, mover: int) -> Place:
        """Return the place with a position as its root, with the same settings."""
        return Place(position, (), mover, self.wishes)

    def wishing(self, wishes: Wishes) -> Place:
        """Return the place with other settings."""
        return attrs.evolve(self, wishes=wishes)

    @property
    def back(self) -> Place | None:
        """The place one move before; nothing at a root."""
        return self.earlier(-1) if self.way else None

    @property
    def start(self) -> Place:
        """The root by itself."""
        return self.earlier(0)

    @property
    def is_full(self) -> bool:
        """True if no move can be added."""
        return len(self.way) >= MOST_MOVES

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and values that identify the place, without the wishes."""
        root = [] if self.root is None else [("from", self.root)]
        mover = [("mover", str(self.mover))] if self.mover else []
        return root + mover + [("move", move) for move in self.way]

    @cached_property
    def query(self) -> str:
        """Query of the address; empty for the start."""
        ahead = [("next", move) for move in self.ahead]
        pairs = self.pairs + ahead + self.wishes.pairs
        parts = [f"{name}={_quoted(text)}" for name, text in pairs]
        return f"?{'&'.join(parts)}" if parts else ""


def read_place(query: bytes, names: Sequence[str] = PLACES + WISHES) -> Place:
    """Return the place that a query names; raise if it names none."""
    text = query.decode("ascii", "replace")
    try:
        most = 2 * MOST_MOVES + len(PLACES + WISHES)
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=most)
    except ValueError as error:
        raise _too_many() from error
    given = _Given(pairs, names)
    root = given.one("from", "position") or None
    way = given.all("move")
    ahead = given.all("next")
    if max(len(way), len(ahead)) > MOST_MOVES:
        raise _too_many()
    _require_short("position", [root or ""], MOST_IN_A_POSITION)
    _require_short("move", way + ahead, MOST_IN_A_MOVE)
    mover = given.word("mover", ("0", "1"), "0 or 1, the seat to move in 'from'")
    if mover and root is None:
        raise InvalidArgumentError("expected a position in 'from' with 'mover'")
    return Place(root, way, int(mover or 0), _read_wishes(given), ahead)


def _read_wishes(given: _Given) -> Wishes:
    opponent = given.one("opponent", "opponent")
    if opponent:
        require_opponent(opponent)
    seat = given.word("seat", ("0", "1"), "0 or 1, the seat of the opponent")
    outcomes = given.word("outcomes", ("hidden", "shown"), "'hidden' or 'shown'")
    return Wishes(opponent, int(seat or 1), outcomes == "hidden")


class _Given:
    """Parameters of a query; each name is known."""

    def __init__(self, pairs: Iterable[tuple[str, str]], names: Sequence[str]) -> None:
        self._pairs = tuple(pairs)
        for name, _ in self._pairs:
            if name not in names:
                raise InvalidArgumentError(f"unknown parameter {spelled(name)}: {_known(names)}")

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a name, in order."""
        return tuple(text for given, text in self._pairs if given == name)

    def one(self, name: str, named: str) -> str:
        """Return the only value of a name, or ''; raise if there are several."""
        texts = self.all(name)
        if len(texts) > 1:
            raise InvalidArgumentError(f"expected one {named} in {name!r}, got {len(texts)}")
        return texts[0] if texts else ""

    def word(self, name: str, words: Sequence[str], expected: str) -> str:
        """Return the only value of a name, or ''; raise unless it is one of ``words``."""
        text = self.one(name, "word")
        if text and text not in words:
            raise InvalidArgumentError(f"bad {name} {spelled(text)}: expected {expected}")
        return text


def _known(names: Sequence[str]) -> str:
    expected = "expected 'from' with a position, 'mover' with the seat to move there"
    moves = "and 'move' for each move from there"
    if "opponent" not in names:
        return f"{expected}, {moves}"
    return f"{expected}, {moves}; and 'opponent', 'seat' and 'outcomes', how it is shown"


def _require_short(named: str, texts: Iterable[str], most: int) -> None:
    for text in texts:
        if len(text) > most:
            expected = f"expected at most {most} characters, got {len(text)}"
            raise InvalidArgumentError(f"bad {named} {spelled(text)}: {expected}")


def _too_many() -> InvalidArgumentError:
    return InvalidArgumentError(
        f"expected at most {MOST_MOVES} moves in an address; name the position with 'from'"
    )


@lru_cache(1024)  # a page names the same moves again and again
def _quoted(text: str) -> str:
    return quote(text, safe="/.,:!*()|-_~", errors="replace")
