"""The bits of a position: planes of men, then marks, the player to move, and counters.

A *plane* is a set of places, one bit for each. With a turn bit the first planes are the men of
player 0, else those of the player to move, so that positions are seen from there::

    men of the first side by kind | men of the second side by kind | marks | player to move |
    counters

Counters of players, and those that are turned, are always as the player to move sees them.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamesolver.boardgames.counters import Field, field_named

MOST_BITS = 63


@attrs.frozen
class Layout:
    """Positions of all parts of a position in its word.

    >>> layout = Layout(size=9, kinds=1, has_marks=False, has_turn=False)
    >>> layout.bits, layout.theirs_at, bin(layout.swapped(0b000000001_000000110))
    (18, 9, '0b110000000001')
    """

    size: int
    kinds: int
    has_marks: bool
    has_turn: bool
    fields: tuple[Field, ...] = ()
    """Bits of the counters."""

    @property
    def full(self) -> int:
        """The word of a plane with every place."""
        return (1 << self.size) - 1

    @property
    def theirs_at(self) -> int:
        """First bit of the second side, and the number of bits of each side."""
        return self.kinds * self.size

    @property
    def marks_at(self) -> int:
        """First bit of the marks."""
        return 2 * self.theirs_at

    @property
    def turn_at(self) -> int:
        """Bit of the player to move. The bits below it are planes."""
        return self.marks_at + self.size * self.has_marks

    @property
    def bits(self) -> int:
        """Number of bits in use."""
        return self.turn_at + self.has_turn + sum(field.bits for field in self.fields)

    @property
    def planes(self) -> int:
        """Number of planes."""
        return 2 * self.kinds + self.has_marks

    @property
    def side(self) -> int:
        """The word of all planes of the first side."""
        return (1 << self.theirs_at) - 1

    def plane(self, word: int, plane: int) -> int:
        """Return the bits of one plane."""
        return word >> plane * self.size & self.full

    def swapped(self, word: int) -> int:
        """Return the word with the men of both sides exchanged. All else stays."""
        high = word >> self.marks_at << self.marks_at
        return high | word >> self.theirs_at & self.side | (word & self.side) << self.theirs_at

    def turned(self, word: int) -> int:
        """Return the word with the counters as the other player sees them."""
        for field in self.fields:
            word = field.permuted(word, field.turns) if field.turns else word
        return word

    def passed_on(self, word: int) -> int:
        """Return the word after the turn has passed."""
        word = self.turned(word)
        return word ^ 1 << self.turn_at if self.has_turn else self.swapped(word)

    def field(self, name: str) -> Field | None:
        """Return the bits of the counter with this name, or ``None`` if there is none."""
        return field_named(self.fields, name)

    def number(self, word: int, name: str, index: int = 0) -> int:
        """Return a number of a counter: of a place, or of the player to move (0) or the other."""
        field = self.field(name)
        if field is None:
            raise KeyError(name)
        return field.number(word, index)

    @property
    def shown(self) -> Field | None:
        """Counter of places that boards show if there are no men and no marks."""
        places = (field for field in self.fields if field.counter.of == "places")
        return None if self.planes else next(places, None)

    def parts(self) -> Iterator[tuple[str, int]]:
        """Yield the name and the number of bits of each part, for messages."""
        kinds = f" of {self.kinds} kinds" if self.kinds > 1 else ""
        if self.kinds:
            yield f"men{kinds} of two players on {self.size} places", self.marks_at
        if self.has_marks:
            yield f"marks on {self.size} places", self.size
        if self.has_turn:
            yield "the player to move", 1
        on = {"game": "", "places": f" on {self.size} places", "players": " of both players"}
        for field in self.fields:
            yield f"counter {field.name}{on[field.counter.of]}", field.bits
