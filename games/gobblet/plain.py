"""Gobblet Gobblers in plain Python, the reference for the compiled rules.

``games.gobblet`` has the rules, with the three readings. Here the numbers of sizes and of copies
may be up to nine.

**A position** is stored for the player to move. It has one number for each size, the largest first.
Its nine base-3 digits are the squares (0 empty, 1 the player to move, 2 the other player). Square 0
is the last digit. The board's eight symmetries act on each size in the same way, so for most boards
the largest size alone determines the canonical position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import attrs

from games._words import _WordedGame
from games.tictactoe import BOARD, SQUARES
from gamesolver import Value
from gamesolver.validators import Check, between, one_of, yes_or_no

Layers = tuple[int, ...]
Move = tuple[int, int, int]
"""Size (0 the largest), source (``RESERVE`` for a new piece), and target."""
Reading = Literal["final-board", "lift-loses", "mover-wins"]

RESERVE = -1
LAYERS = 3**9
FULL = (1 << 9) - 1
DIGIT = [3**square for square in SQUARES]
READINGS = ("final-board", "lift-loses", "mover-wins")
LINES = [line.bits for line in BOARD.lines(3)]
NAMES = BOARD.names
SIZES = {1: ("piece",), 2: ("large", "small"), 3: ("large", "medium", "small")}
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Owners of the pieces by the player to move; x is the first player."""
HAS_LINE = [any(mask & line == line for line in LINES) for mask in range(FULL + 1)]


PIECES = {
    f"{owner}{size}": f"{width}{tone}"
    for owner, tone in (("x", "blue"), ("o", "yellow"))
    for size, width in enumerate(("large ", "", "small "))
}
"""Looks of the pieces in a picture; those of the first player are x."""


def _fits(game: Any, field: Any, value: Any) -> None:
    game.limits(game, field, value)


@attrs.frozen(repr=False, eq=False)
class GobbletParameters:
    """Parameters of Gobblet Gobblers, compiled or plain."""

    reading: Annotated[Reading, "what a lifted piece uncovers"] = attrs.field(
        default="final-board", validator=one_of(READINGS)
    )
    sizes: Annotated[int, "how many sizes"] = attrs.field(default=3, validator=_fits)
    copies: Annotated[int, "pieces of each size"] = attrs.field(default=2, validator=_fits)
    placing_only: Annotated[bool, "pieces stay where they are put"] = attrs.field(
        default=False, validator=yes_or_no
    )

    looks = ("blue", "yellow")
    limits: ClassVar[Check] = staticmethod(between(1, 9))
    """Limits of sizes and copies, which are lower in compiled rules."""


@attrs.frozen
class PlainGobbletGobblers(GobbletParameters, _WordedGame[Layers, Move]):
    """Gobblet Gobblers with ``sizes`` sizes and ``copies`` pieces of each a player.

    With ``placing_only``, pieces stay where they are put. The game is a draw if a player cannot
    place a piece.

    >>> from gamesolver import solve
    >>> solution = solve(PlainGobbletGobblers(sizes=1, copies=3))
    >>> print(solution.outcome, len(solution))
    endless draw 867
    """

    title = "Gobblet Gobblers"

    def start(self) -> Layers:
        return (0,) * self.sizes

    def moves(self, position: Layers) -> list[Move]:
        """Return placements, then moves on the board, by size, largest first, then by square."""
        return [*self._placings(position), *self._lifts(position)]

    def play(self, position: Layers, move: Move) -> Layers:
        if not self._is_legal(position, move):
            raise self.illegal(position, move)
        size, source, target = move
        changed = position[size] + DIGIT[target] - (0 if source == RESERVE else DIGIT[source])
        swapped = _tables().swapped
        return tuple(
            [swapped[changed if each == size else layer] for each, layer in enumerate(position)]
        )

    def terminal_value(self, position: Layers) -> Value | None:
        mine, theirs = _seen(position)
        i_have, they_have = HAS_LINE[mine], HAS_LINE[theirs]
        if i_have and not (they_have and self.reading == "mover-wins"):
            return Value.WIN  # the other player uncovered it with the last move
        if they_have:
            return Value.LOSS
        if any(True for _ in self._placings(position)) or any(True for _ in self._lifts(position)):
            return None
        return Value.DRAW if self.placing_only else Value.LOSS

    def symmetries(self, position: Layers) -> Iterator[Layers]:
        for turned in _tables().turned:
            yield tuple([turned[layer] for layer in position])

    def canonical(self, position: Layers) -> Layers:
        least, reached_by = _tables().least[position[0]]
        rest = position[1:]
        return least, *min([tuple([turned[layer] for layer in rest]) for turned in reached_by])

    def stage(self, position: Layers) -> int:
        """Return the number of pieces on the board, which never decreases."""
        return sum(_tables().taken[layer].bit_count() for layer in position)

    def format(self, position: Layers) -> str:
        """Return the squares of each size, largest first, with ``m`` for the player to move."""
        return "/".join(
            "".join(".mw"[layer // DIGIT[square] % 3] for square in SQUARES) for layer in position
        )

    def format_for(self, position: Layers, seat: int) -> str:
        """Return the squares of each size with x for the first player, then the player to move."""
        return f"{self.format(position).translate(OWNERS[seat])} {'xo'[seat]}"

    def parse(self, text: str) -> Layers:
        if isinstance(text, str):
            parts = _by_turn(text).split("/")
            if len(parts) == self.sizes and all(map(self._is_layer, parts)):
                return tuple(
                    sum(".mw".index(part[square]) * DIGIT[square] for square in SQUARES)
                    for part in parts
                )
        raise self.unreadable(
            text,
            f"{self.sizes} groups of nine of '.', 'm' (to move), 'w' (waiting) with '/' between "
            f"them, the largest size first, at most {self.copies} of each letter in a group; or of "
            "'.', 'x', 'o' with ' x' or ' o' for the player to move at the end",
        )

    def _is_layer(self, text: str) -> bool:
        most = max(text.count("m"), text.count("w"))
        return re.fullmatch("[.mw]{9}", text) is not None and most <= self.copies

    def format_move(self, move: Move) -> str:
        size, source, target = move
        place = "hand" if source == RESERVE else NAMES[source]
        return f"{self._size_name(size)} from {place} to {NAMES[target]}"

    def short_texts(self, move: Move) -> tuple[str]:
        size, source, target = move
        return (f"{size}:{'' if source == RESERVE else source}>{target}",)

    def _size_name(self, size: int) -> str:
        """Return the name of a size. More than three sizes have numbers, 0 for the largest."""
        names = SIZES.get(self.sizes)
        return names[size] if names else f"size {size}"

    def render(self, position: Layers) -> str:
        """Return the top pieces by owner and size, and the pieces of each player in hand."""
        return self._written(position, "mw")

    def render_for(self, position: Layers, seat: int) -> str:
        """Return the board with x for the pieces of the first player."""
        return self._written(position, "ox" if seat else "xo")

    def _written(self, position: Layers, owners: str) -> str:
        seen = self._tops(position, owners)
        board = [self._short(seen.get(square, "..")) for square in SQUARES]
        hands = [self._hand(position, owners, owner) for owner in owners]
        return "\n".join([BOARD.draw(board), "", *hands])

    def _hand(self, position: Layers, owners: str, owner: str) -> str:
        pieces = [each for each in self._reserve(position, owners, owner) if each != "."]
        held = " ".join(self._short(each)[1:] for each in pieces)
        return f"{owner} in hand: {held or 'none'}"

    def _short(self, piece: str) -> str:
        """Return a piece as two characters: its owner, and the first letter of its size."""
        names = SIZES.get(self.sizes)
        return piece[0] + names[int(piece[1:])][0].upper() if names and piece != ".." else piece

    def legend(self) -> str:
        return BOARD.legend()

    def svg(self, position: Layers) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Layers, seat: int) -> str:
        """Return a picture in which placements are strips of squares, and other moves arrows."""
        owners = "ox" if seat else "xo"
        seen = self._tops(position, owners)
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {
            self.format_move((size, source, target)): [target]
            if source == RESERVE
            else [source, target]
            for size, source, target in moves
        }
        return BOARD.picture(
            [seen.get(square, ".") for square in SQUARES],
            ways,
            PIECES,
            hands=[self._reserve(position, owners, owner) for owner in "ox"],
        )

    def _reserve(self, position: Layers, owners: str, owner: str) -> list[str]:
        """Return the pieces in hand of a player, each size at a fixed place, the largest first."""
        who = 1 + owners.index(owner)
        placed = [[layer // DIGIT[each] % 3 for each in SQUARES].count(who) for layer in position]
        return [
            piece
            for size, count in enumerate(placed)
            for piece in ["."] * count + [f"{owner}{size}"] * (self.copies - count)
        ]

    def _tops(self, position: Layers, owners: str) -> dict[int, str]:
        """Return the top piece of each square that has one."""
        seen: dict[int, str] = {}
        for size, layer in reversed(list(enumerate(position))):
            found = {square: layer // DIGIT[square] % 3 for square in SQUARES}
            seen |= {square: f"{owners[who - 1]}{size}" for square, who in found.items() if who}
        return seen

    # ── legal moves ────────────────────────────────────────────────────────

    def _placings(self, position: Layers) -> Iterator[Move]:
        mine_of, taken = _tables().mine, 0
        for size, layer in enumerate(position):
            taken |= _tables().taken[layer]
            if mine_of[layer].bit_count() < self.copies:
                for target in _squares(FULL & ~taken):
                    yield size, RESERVE, target

    def _lifts(self, position: Layers) -> Iterator[Move]:
        if self.placing_only:
            return
        mine_of, taken_by, above = _tables().mine, _tables().taken, 0
        for size, layer in enumerate(position):
            free = FULL & ~above & ~taken_by[layer]
            for source in _squares(mine_of[layer] & ~above):
                if self.reading == "lift-loses" and self._uncovers(position, size, source):
                    continue
                for target in _squares(free):
                    yield size, source, target
            above |= taken_by[layer]

    def _uncovers(self, position: Layers, size: int, source: int) -> bool:
        """Return True if lifting this piece uncovers a line of the opponent."""
        lifted = position[size] - DIGIT[source]
        return HAS_LINE[_seen((*position[:size], lifted, *position[size + 1 :]))[1]]

    def _is_legal(self, position: Layers, move: object) -> bool:
        match move:
            case (int(size), int(source), int(target)):
                on_board = RESERVE <= source < 9 and 0 <= target < 9
                if not (on_board and 0 <= size < self.sizes):
                    return False
            case _:
                return False
        above = 0
        for layer in position[:size]:
            above |= _tables().taken[layer]
        mine = _tables().mine[position[size]]
        if (above | _tables().taken[position[size]]) >> target & 1:
            return False
        if source == RESERVE:
            return mine.bit_count() < self.copies
        on_top = bool((mine & ~above) >> source & 1) and not self.placing_only
        uncovers = (
            self.reading == "lift-loses" and on_top and self._uncovers(position, size, source)
        )
        return on_top and not uncovers


@attrs.frozen(eq=False)
class _Tables:
    """Properties of one layer, for each of the 19,683 ways to fill its squares."""

    mine: list[int]
    """The squares of the player to move, as bits."""
    taken: list[int]
    swapped: list[int]
    """The layer with the players exchanged."""
    turned: list[list[int]]
    """The images of the layer by each symmetry except the identity."""
    least: list[tuple[int, list[Any]]]
    """The least layer of the orbit, and the symmetries that map to it."""


@cache
def _tables() -> _Tables:
    turned = [_turned(symmetry) for symmetry in BOARD.symmetries[1:]]
    everything = [list(range(LAYERS)), *turned]
    least = [
        (best, [table for table in everything if table[layer] == best])
        for layer, best in enumerate(map(min, *everything))
    ]
    return _Tables(
        mine=_of_all_layers(lambda square, digit: (digit == 1) << square),
        taken=_of_all_layers(lambda square, digit: (digit > 0) << square),
        swapped=_of_all_layers(lambda square, digit: (0, 2, 1)[digit] * DIGIT[square]),
        turned=turned,
        least=least,
    )


def _of_all_layers(of: Callable[[int, int], int]) -> list[int]:
    """Return for each layer the sum of the values of its digits on their squares."""
    sums = [0]
    for square in SQUARES:  # the digit of the next square is more significant than all before it
        sums = [each + more for more in [of(square, digit) for digit in range(3)] for each in sums]
    return sums


def _turned(symmetry: tuple[int, ...]) -> list[int]:
    """Return the image of each layer by a symmetry."""
    return _of_all_layers(lambda square, digit: digit * DIGIT[symmetry[square]])


def _seen(position: Layers) -> tuple[int, int]:
    """Return the squares with the top pieces of the player to move, and of the other player."""
    mine_of, taken_by = _tables().mine, _tables().taken
    mine = theirs = above = 0
    for layer in position:
        own, taken = mine_of[layer], taken_by[layer]
        mine |= own & ~above
        theirs |= taken & ~own & ~above
        above |= taken
    return mine, theirs


def _by_turn(text: str) -> str:
    """Return a text with m for the player to move, also if the text has x and o."""
    mover = text[-2:]
    if mover not in (" x", " o") or not {*text[:-2]} <= {*"./xo"}:
        return text
    return text[:-2].translate(str.maketrans("xo" if mover == " x" else "ox", "mw"))


_SQUARES_OF = [
    tuple(square for square in SQUARES if mask >> square & 1) for mask in range(FULL + 1)
]


def _squares(mask: int) -> tuple[int, ...]:
    return _SQUARES_OF[mask]
