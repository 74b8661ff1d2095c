"""Animal shogi in plain Python, the reference for the compiled rules.

A position is five texts: the four rows, the far one first, and the pieces in hand. Capitals belong
to the player to move, who plays up the board. Small letters belong to the other player. L is a
lion, G a giraffe, E an elephant, C a chick, H a hen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from gamesolver import Game, Value
from gamesolver.validators import one_of

Texts = tuple[str, ...]
Board = dict[str, str]
"""The piece on each square that has one."""
Move = tuple[str, str]
"""A square or the letter of a piece in hand, and the target square."""

SQUARES = [column + row for row in "1234" for column in "abc"]
HOME, FAR = "1", "4"
TILES = {**dict.fromkeys("LCEGH", "light up"), **dict.fromkeys("lcegh", "dark down")}
PIECES = ("L", "LC", "LE", "LG", "LCE", "LCG", "LEG", "LCEG")

AHEAD, ASIDE, GUARD_BYTES = [(0, 1)], [(-1, 0), (1, 0)], [(0, -1)]
DIAGONAL_AHEAD, DIAGONAL_BEHIND = [(-1, 1), (1, 1)], [(-1, -1), (1, -1)]
STEPS = {
    "C": AHEAD,
    "E": [*DIAGONAL_AHEAD, *DIAGONAL_BEHIND],
    "G": [*AHEAD, *ASIDE, *GUARD_BYTES],
    "H": [*AHEAD, *DIAGONAL_AHEAD, *ASIDE, *GUARD_BYTES],
    "L": [*AHEAD, *DIAGONAL_AHEAD, *ASIDE, *GUARD_BYTES, *DIAGONAL_BEHIND],
}


@attrs.frozen(repr=False, eq=False)
class AnimalShogiParameters:
    """Parameters of animal shogi, compiled or plain."""

    pieces: Annotated[str, "lion L, chick C, elephant E, giraffe G"] = attrs.field(
        default="LCEG", validator=one_of(PIECES)
    )

    seats = ("forest", "sky")
    looks = ("light up", "dark down")


@attrs.frozen
class PlainAnimalShogi(AnimalShogiParameters, Game[Texts, Move]):
    """Animal shogi with some of its ``pieces``; the same game as :class:`games.AnimalShogi`.

    >>> game = PlainAnimalShogi()
    >>> game.play(game.start(), ("b2", "b3"))
    ('gle', '...', '.c.', 'ELG', 'c')
    """

    title = "Animal Shogi"

    def start(self) -> Texts:
        rows = ("gle", ".c.", ".C.", "ELG")
        return *[re.sub(f"[^{self.pieces}]", ".", row, flags=re.I) for row in rows], ""

    def moves(self, position: Texts) -> list[Move]:
        """Return steps by source and target, then drops by piece and target: a1, b1, c1, a2..."""
        board, hand = _board(position), position[4]
        steps = [
            (square, target)
            for square in SQUARES
            if board.get(square, ".").isupper()
            for target in _reached(square, board[square])
            if not board.get(target, ".").isupper()
        ]
        empty = [square for square in SQUARES if square not in board]
        return steps + [(piece, square) for piece in "CEG" if piece in hand for square in empty]

    def play(self, position: Texts, move: Move) -> Texts:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        (source, target), board, hand = move, _board(position), position[4]
        if source in board:
            piece = board.pop(source)
            hand += board.get(target, "").upper().replace("H", "C")
            board[target] = "H" if piece == "C" and target.endswith(FAR) else piece
        else:
            hand = hand.replace(source, "", 1)
            board[target] = source
        return _seen_by_the_other(board, hand)

    def terminal_value(self, position: Texts) -> Value | None:
        """Return a win if the other lion can be captured, a loss if it is safe on its far row."""
        lion = next(square for square, piece in _board(position).items() if piece == "l")
        moves = self.moves(position)
        if any(target == lion for _, target in moves):
            return Value.WIN
        return Value.LOSS if lion.endswith(HOME) or not moves else None

    def symmetries(self, position: Texts) -> Iterator[Texts]:
        yield *[row[::-1] for row in position[:4]], position[4]

    def format(self, position: Texts) -> str:
        """Return the rows with ``/`` between them, the far one first, then the hands or ``-``."""
        return f"{'/'.join(position[:4])} {position[4] or '-'}"

    def format_for(self, position: Texts, seat: int) -> str:
        """Return the rows as forest sees them, its pieces in capitals, and the player to move."""
        return f"{self.format(_seen_by_forest(position, seat))} {'FS'[seat]}"

    def parse(self, text: str) -> Texts:
        rows = "/".join([f"[.{''.join(_letters(self.pieces))}]{{3}}"] * 4)
        if isinstance(text, str) and re.fullmatch(f"{rows} (-|C*E*G*c*e*g*)( [FS])?", text):
            board, hand, *mover = text.split(" ")
            read = (*board.split("/"), hand.replace("-", ""))
            position = _seen_by_forest(read, 1) if mover == ["S"] else read
            count = Counter(re.sub("[.]", "", "".join(position).upper().replace("H", "C")))
            lions_are_there = "L" in "".join(position[1:4]) and "".join(position).count("l") == 1
            if lions_are_there and count == Counter(self.pieces * 2):
                return position
        raise self.unreadable(
            text,
            "four rows of three of '.', L, C or H (a hen), E, G with '/' between them, the far row "
            "first, then a space and the hands in the order CEGceg or '-'; capitals of the player "
            f"to move, whose lion is not on the far row; two each of {', '.join(self.pieces)}; or "
            "capitals of forest, with ' F' or ' S' for the player to move at the end",
        )

    def format_move(self, move: Move) -> str:
        source, target = move
        return f"{source}{'' if source in SQUARES else '*'}{target}"

    def render(self, position: Texts) -> str:
        """Return the board with the names of rows and columns, and the hands below it."""
        return self.render_for(position, 0)

    def render_for(self, position: Texts, seat: int) -> str:
        """Return the board as forest sees it, with the names that the player to move uses."""
        *rows, hand = _seen_by_forest(position, seat)
        down, across = ("1234", "c b a") if seat else ("4321", "a b c")
        lines = [" ".join((name, *row)) for name, row in zip(down, rows, strict=True)]
        return "\n".join([*lines, f"  {across}", f"in hand: {hand or '-'}"])

    def svg(self, position: Texts) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Texts, seat: int) -> str:
        """Return a picture in which steps are arrows, and drops are clicked on their target."""
        *rows, hand = _seen_by_forest(position, seat)
        names = [column + row for row in "4321" for column in "abc"][:: -1 if seat else 1]
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(move): [names.index(end) for end in move if end in names]
                for move in moves}  # fmt: skip
        held = [[piece * (hand.count(piece) > each) or "." for piece in kinds for each in range(2)]
                for kinds in ("ceg", "CEG")]  # fmt: skip
        return gamesolver.grid_svg(rows, ways, TILES, names=names, hands=held)


def _letters(pieces: str) -> str:
    """Return all letters of pieces."""
    letters = pieces + ("H" if "C" in pieces else "")
    return letters + letters.lower()


def _board(position: Texts) -> Board:
    squares = [column + row for row in "4321" for column in "abc"]
    letters = "".join(position[:4])
    return {square: piece for square, piece in zip(squares, letters, strict=True) if piece != "."}


def _reached(square: str, piece: str) -> list[str]:
    """Return the squares to which a piece of the player to move steps on an empty board."""
    column, row = "abc".index(square[0]), int(square[1])
    reached = [(column + right, row + up) for right, up in STEPS[piece]]
    squares = [f"{'abc'[x]}{y}" for x, y in reached if x in range(3) and y in range(1, 5)]
    return sorted(squares, key=SQUARES.index)


def _seen_by_forest(position: Texts, mover: int) -> Texts:
    """Return the board as the first player sees it, turned if the second player is to move."""
    return _seen_by_the_other(_board(position), position[4]) if mover else position


def _seen_by_the_other(board: Board, hand: str) -> Texts:
    opposite = dict(zip(SQUARES, reversed(SQUARES), strict=True))
    turned = {opposite[square]: piece.swapcase() for square, piece in board.items()}
    rows = ["".join(turned.get(column + row, ".") for column in "abc") for row in "4321"]
    return *rows, "".join(sorted(hand.swapcase()))
