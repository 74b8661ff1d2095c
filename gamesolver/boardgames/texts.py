"""Positions of board games as lines of text and as boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import product

import attrs

from gamesolver.boardgames.counters import Field
from gamesolver.boardgames.layout import Layout
from gamesolver.boardgames.position import KIND_SIGNS, Terms, overlap
from gamesolver.boards import Grid, GridEdges, Hexagons

EMPTY_SIGN, MARK_SIGN = ".", "#"
BY_TURN = "mw"
"""Signs of the player to move and of the one who waits."""


@attrs.frozen
class Texts:
    """Writes and reads the positions of one game.

    A man is the sign of its player, followed by the sign of its kind if there are several. If it is
    not known who moves, ``m`` is a man of the player to move, and ``w`` one of the player who
    waits. A text for a player to move ends with the sign of that player. On a board with rows,
    ``/`` stands between them, and texts without it are read as well.

    Counters follow as ``hand=3``, or as ``hand=3,0`` with the number of the first player first, or
    of the player to move. If there are no men and no marks, the places have the numbers of the
    first counter of places.
    """

    terms: Terms
    signs: str
    looks: tuple[str, str]
    """Shapes of the men of the two players; empty for the usual ones of their signs."""
    player_of: Callable[[int], int | None]
    """Function that derives the player to move from a position without a turn bit."""
    mark: str = MARK_SIGN
    """Sign of a mark."""

    @property
    def _layout(self) -> Layout:
        return self.terms.layout

    def signs_of(self, word: int, seat: int | None = None) -> list[str]:
        """Return the sign of each place. ``seat`` moves if the position does not show it."""
        word, signs = self.seen(word, seat)
        if self._layout.shown is not None:
            return list(map(str, self._layout.shown.numbers(word)))
        return [self._sign(word, place, signs) or EMPTY_SIGN for place in range(self._layout.size)]

    def seen(self, word: int, seat: int | None) -> tuple[int, str]:
        """Return a position as player 0 sees it, if it is known who moves, and the signs."""
        layout = self._layout
        if layout.has_turn:
            return (layout.turned(word) if word >> layout.turn_at & 1 else word), self.signs
        known = self.player_of(word)
        seat = seat if known is None else known
        word = layout.passed_on(word) if seat == 1 else word
        return word, BY_TURN if seat is None else self.signs

    @property
    def _listed(self) -> list[Field]:
        """Counters that follow the places in a text."""
        return [field for field in self._layout.fields if field != self._layout.shown]

    def counts_of(self, word: int, seat: int | None = None) -> list[str]:
        """Return each counter that follows the places, with its numbers."""
        word, _ = self.seen(word, seat)
        return [f"{each.name}={','.join(map(str, each.numbers(word)))}" for each in self._listed]

    def drawn(self, word: int, seat: int | None = None) -> str:
        """Return a position as a board, in which marked edges are strokes."""
        board, signs = self.terms.board, self.signs_of(word, seat)
        if isinstance(board, GridEdges):
            strokes = zip(signs, board.strokes, strict=True)
            signs = [stroke if sign == self.mark else sign for sign, stroke in strokes]
        text: str = board.draw(signs)
        return "\n".join([text, *self.counts_of(word, seat)])

    def _rows_of(self, signs: list[str]) -> list[list[str]]:
        """Return the signs of each row of the board, or all of them if it has no rows."""
        board = self.terms.board
        if isinstance(board, Grid | GridEdges | Hexagons):
            rows: list[list[str]] = board.rows_of(signs)
            return rows
        return [signs]

    def _sign(self, word: int, place: int, signs: str) -> str:
        layout, found = self._layout, ""
        for kind, side in product(range(layout.kinds), (0, 1)):  # stacks from the lowest kind up
            if layout.plane(word, layout.kinds * side + kind) >> place & 1:
                found += signs[side] + self._kind(kind)
        if layout.has_marks and layout.plane(word, layout.planes - 1) >> place & 1:
            found += self.mark
        return found

    def _kind(self, kind: int) -> str:
        """Return the sign of a kind of men, or an empty text if there is only one kind."""
        return self.terms.kind_signs[kind] if self._layout.kinds > 1 else ""

    @property
    def shapes(self) -> dict[str, str]:
        """Shapes of men in pictures: those of ``looks``, the larger the higher their kind.

        Men of more than three kinds are texts unless there are ``looks``. Marked edges of a grid
        have no shape: they are lines in the colour of the text.
        """
        kinds = self._layout.kinds
        shapes = {
            f"{sign}{self._kind(kind)}": _sized(look, kind, kinds)
            for sign, look in zip(self.signs, self.men, strict=True)
            for kind in range(max(1, kinds))
            if look
        }
        is_line = isinstance(self.terms.board, GridEdges)
        return shapes if is_line else {**shapes, self.mark: "dark block"}

    @property
    def men(self) -> tuple[str, str]:
        """Shapes of the men of the two players; empty for those that are texts."""
        usual = _usual(self.signs, self._layout.kinds)
        return self.looks[0] or usual[0], self.looks[1] or usual[1]

    def shapes_of_stacks(self, signs: Iterable[str], shapes: Mapping[str, str]) -> dict[str, str]:
        """Return the shapes of places with several men: that of the largest, which covers them."""
        if not self.terms.is_stacked or self._layout.kinds < 2:
            return {}
        kinds = self.terms.kind_signs
        stacks = {
            sign: [sign[at : at + 2] for at in range(0, len(sign) - 1, 2)] for sign in {*signs}
        }
        tops = {
            sign: max(men, key=lambda man: kinds.index(man[1]))
            for sign, men in stacks.items()
            if men
        }
        return {sign: shapes[top] for sign, top in tops.items() if top in shapes}

    def format(self, word: int, seat: int | None = None) -> str:
        """Return a position as a line of text. ``seat`` moves if the position does not show it."""
        layout = self._layout
        between = "," if self._has_commas else ""
        text = "/".join(map(between.join, self._rows_of(self.signs_of(word, seat))))
        text = " ".join([text, *self.counts_of(word, seat)])
        if layout.has_turn:
            text += f" {self.signs[word >> layout.turn_at & 1]}"
        elif seat is not None and self._is_by_turn:
            text += f" {self.signs[seat]}"
        return text

    def parse(self, text: str) -> int | None:
        """Return the position of a text, or ``None`` if it is not one."""
        layout = self._layout
        places, counts, mover = self._split(text)
        signs = self._signs_in(places)
        if signs is None or self._problem_of_counts(counts):
            return None
        names_both = self._names_both(mover)
        word = self._bits_of_counts(counts)
        for place, sign in enumerate(signs):
            bits = self._bits(sign, place, names_both)
            if bits is None:
                return None
            word |= bits
        if layout.has_turn:
            if mover not in tuple(self.signs):
                return None
            word = layout.turned(word) if mover == self.signs[1] else word
            word |= self.signs.index(mover) << layout.turn_at
        elif names_both:
            seat = self.signs.index(mover)
            word = layout.passed_on(word) if seat else word
            is_written = (self.signs_of(word, seat), self.counts_of(word, seat)) == (signs, counts)
            return word if is_written and self._is_allowed(word) else None
        elif mover or text.endswith(" "):
            return None
        seats = (word,) if layout.has_turn else (word, layout.passed_on(word))
        written = signs, counts
        found = [each for each in seats if (self.signs_of(each), self.counts_of(each)) == written]
        return found[0] if found and self._is_allowed(found[0]) else None

    def _split(self, text: str) -> tuple[str, list[str], str]:
        """Return the places, the counters, and the player to move in a text."""
        places, *rest = text.split(" ")
        counts: list[str] = []
        while rest and "=" in rest[0]:
            counts.append(rest.pop(0))
        return places, counts, " ".join(rest)

    def _problem_of_counts(self, counts: list[str]) -> str:
        """Return what is wrong with the counters in a text; empty if nothing is."""
        if [each.partition("=")[0] for each in counts] != [each.name for each in self._listed]:
            names = " ".join(f"{each.name}=..." for each in self._listed)
            return f"{names} is expected after the places" if names else "it has no counters"
        for field, text in zip(self._listed, counts, strict=True):
            numbers = text.partition("=")[2].split(",")
            if len(numbers) != field.count:
                return f"{text!r} has {len(numbers)} of {field.count} numbers"
            for each in numbers:
                if not _is_number(each, field):
                    counter = field.counter
                    return f"{text!r} is not from {counter.least} to {counter.most}"
        return ""

    def _bits_of_counts(self, counts: list[str]) -> int:
        """Return the bits of the counters in a text."""
        word = 0
        for field, text in zip(self._listed, counts, strict=True):
            for index, number in enumerate(text.partition("=")[2].split(",")):
                word = field.with_number(word, index, int(number))
        return word

    @property
    def _has_commas(self) -> bool:
        """True if places have texts of several characters, so that commas part them."""
        return self._layout.kinds > 1 or self._layout.shown is not None

    def _signs_in(self, places: str) -> list[str] | None:
        """Return the sign of each place in a text, or ``None`` if there are too many or few."""
        has_commas = self._has_commas
        rows = [row.split(",") if has_commas else list(row) for row in places.split("/")]
        signs = [sign for row in rows for sign in row]
        is_complete = len(signs) == self._layout.size
        return signs if is_complete and (len(rows) == 1 or rows == self._rows_of(signs)) else None

    @property
    def _signs_written(self) -> str:
        """Signs of the players in texts, or those of the player to move and of the other one."""
        return BY_TURN if self._is_by_turn else self.signs

    @property
    def _is_by_turn(self) -> bool:
        """True if a position does not show the player to move."""
        return not self._layout.has_turn and self.player_of(0) is None

    def _names_both(self, mover: str) -> bool:
        """Return True if a text names the player to move, and the position does not."""
        return self._is_by_turn and mover in tuple(self.signs[:2])

    def _bits(self, sign: str, place: int, names_both: bool = False) -> int | None:
        """Return the bits of the contents of a place."""
        layout, bits = self._layout, 0
        if layout.shown is not None:
            if not _is_number(sign, layout.shown):
                return None
            return layout.shown.with_number(0, place, int(sign))
        signs = self.signs if names_both else self._signs_written
        if sign == EMPTY_SIGN:
            return 0
        left = sign
        while left:
            if left[0] == self.mark and layout.has_marks:
                plane, left = layout.planes - 1, left[1:]
            elif left[0] in signs and layout.kinds:
                plane, left = signs.index(left[0]) * layout.kinds, left[1:]
                if layout.kinds > 1:
                    kind = self.terms.kind_signs[: layout.kinds].find(left[:1])
                    if not left or kind < 0:
                        return None
                    plane, left = plane + kind, left[1:]
            else:
                return None
            bits |= 1 << plane * layout.size + place
        return bits

    def _is_allowed(self, word: int) -> bool:
        """Return True if no two things share a place and no player has too many men."""
        layout = self._layout
        return not overlap(layout, self.terms.is_stacked, word) and all(
            layout.plane(word, layout.kinds * side + kind).bit_count() <= most
            for kind, most in enumerate(self.terms.each)
            for side in (0, 1)
        )

    def problem(self, text: str) -> str:
        """Return what is wrong with a text that is not a position, the first mistake first."""
        layout = self._layout
        places, counts, mover = self._split(text)
        signs = self._signs_in(places)
        if signs is None:
            return self._shape_of(places)
        if problem := self._problem_of_counts(counts):
            return problem
        word, names_both = 0, self._names_both(mover)
        for place, sign in enumerate(signs):
            bits = self._bits(sign, place, names_both)
            if bits is None:
                return f"{sign!r} is unknown (place {place + 1} of {layout.size})"
            word |= bits
        if layout.has_turn and not mover:
            return "the player to move is missing"
        if not names_both and mover not in (tuple(self.signs) if layout.has_turn else ("",)):
            return f"{mover!r} after the places is unknown"
        if crowded := self._crowded(word):
            return crowded
        return "it is not in the form that format writes"

    def _shape_of(self, places: str) -> str:
        """Return the number of places in a text or, if it is right, that the rows are wrong."""
        has_commas = self._has_commas
        rows = [len(row.split(",") if has_commas else row) for row in places.split("/")]
        if sum(rows) != self._layout.size:
            return f"it has {sum(rows)} places"
        return f"its rows have {', '.join(map(str, rows))} places"

    def _crowded(self, word: int) -> str:
        """Return which place or player has too many men; empty if none has."""
        layout = self._layout
        if overlap(layout, self.terms.is_stacked, word):
            return "two men are on one place"
        for kind, most in enumerate(self.terms.each):
            for side in (0, 1):
                men = layout.plane(word, layout.kinds * side + kind).bit_count()
                if men > most:
                    name = self._signs_written[side] + self._kind(kind)
                    return f"there are {men} of {name!r}"
        return ""

    @property
    def expected(self) -> str:
        """Description of a text that can be read."""
        layout = self._layout
        rows = self._rows_of(["."] * layout.size)
        lengths = sorted({len(row) for row in rows})
        places = f"{layout.size} places"
        if len(rows) > 1:
            places = f"{len(rows)} rows of {' and '.join(map(str, lengths))} places"
        men, known = " and ".join(repr(sign) for sign in self.signs), ""
        if self._signs_written == BY_TURN:
            men = "'m' (to move) and 'w' (waiting)"
            either = [repr(sign) for sign in self.signs[:2]]
            known = f", or {' and '.join(either)} with ' {self.signs[0]}' or ' {self.signs[1]}' "
            known += "for the player to move at the end"
        if layout.kinds > 1:
            places += " with ',' between them"
            kinds = self.terms.kind_signs[: layout.kinds]
            is_numbered = kinds == KIND_SIGNS[: layout.kinds]
            number = f"the number of the kind from 0 to {layout.kinds - 1}"
            signs_of_kinds = f"the sign of the kind from {kinds!r}"
            men += f" with {number if is_numbered else signs_of_kinds}"
        if layout.shown is not None:
            counter = layout.shown.counter
            text = f"{places} with ',' between them of numbers from {counter.least} to "
            text += f"{counter.most}" + ", with '/' between rows" * (len(rows) > 1)
            return text + self._expected_counts + self._expected_turn + known
        signs = [repr(EMPTY_SIGN)]
        signs += [men] if layout.kinds else []
        signs += [f"{self.mark!r} for a mark"] if layout.has_marks else []
        text = f"{places} of {', '.join(signs)}"
        if len(rows) > 1:
            text += ", with '/' between rows"
        if any(each < layout.size for each in self.terms.each):
            of = " of each kind" if layout.kinds > 1 else ""
            text += f", at most {', '.join(map(str, self.terms.each))} men{of} of a player"
        return text + self._expected_counts + self._expected_turn + known

    @property
    def _expected_counts(self) -> str:
        """Description of the counters that follow the places."""
        counts = [f"' {each.name}='" for each in self._listed]
        return f", then {', '.join(counts)} with the numbers of each counter" if counts else ""

    @property
    def _expected_turn(self) -> str:
        """Description of the player to move, if positions have it."""
        if not self._layout.has_turn:
            return ""
        return f", then ' {self.signs[0]}' or ' {self.signs[1]}' for the player to move"


NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,10})", re.ASCII)


def _is_number(text: str, field: Field) -> bool:
    """Return True if a text is a number that a counter can have."""
    is_written = NUMBER.fullmatch(text) is not None and text != "-0"
    return is_written and field.counter.least <= int(text) <= field.counter.most


SIZES = ("small ", "", "large ")


def _usual(signs: str, kinds: int) -> tuple[str, str]:
    """Return the usual shapes of men with these signs, which are discs if kinds have sizes.

    >>> _usual("xo", 1), _usual("xo", 3), _usual("xo", 4)
    (('red cross', 'blue ring'), ('red', 'blue'), ('', ''))
    """
    if kinds > len(SIZES):
        return "", ""
    if kinds > 1 and signs == "xo":
        return "red", "blue"
    usual = {"xo": ("red cross", "blue ring"), "bw": ("dark", "light"), "br": ("blue", "red")}
    return usual.get(signs, ("light", "dark"))


def _sized(look: str, kind: int, kinds: int) -> str:
    """Return a disc of the size of a kind, if there are two or three kinds of discs."""
    is_disc = " " not in look and look not in ("cross", "ring")
    return SIZES[3 - kinds + kind] + look if kinds in (2, 3) and is_disc else look
