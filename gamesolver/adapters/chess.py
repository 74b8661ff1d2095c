"""Chess and its variants, by python-chess: from a position, or a material and all that follows.

A position is the first four fields of its FEN (the EPD): the board, whose turn it is, castling, and
the square where a pawn may be taken en passant, if one may. Clocks stand still: there is no rule of
fifty moves and none against repetition, so that infinite play is a draw. Play ends if the player to
move has no move, or by the rules of the variant. Bare kings move on for ever.

A *material* is written as in the literature, White's men first: ``KRK``. In variants without kings
a ``v`` stands between the two sides: ``QvR``. All legal positions with these men are solved, and
all smaller materials that captures and promotions lead to. The *stage* of a position is its
material, where men never come back.

**Symmetric positions** are the eight images of the board without pawns, and the mirror image with
them. There are none if a player may castle. In racing kings only the mirror image is symmetric.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from operator import itemgetter
from typing import Annotated, Any

from gamesolver.adapters.frameworks import framework
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import Game as AnyGame
from gamesolver.texts import error_text, spelled
from gamesolver.value import Value

__all__ = ["Game"]

LEAST = "1.11"
KINDS = "KQRBNP"
MEN = KINDS + KINDS.lower()
MOST_MEN = 6
MATERIAL = re.compile(f"([{KINDS}]+)v([{KINDS}]+)|(K[QRBNP]*)(K[QRBNP]*)")
STANDARD = "chess"
_GAPS = {ord(str(count)): "." * count for count in range(1, 9)}
_RUN = re.compile(r"\.+")
_RANKS = [slice(8 * rank, 8 * rank + 8) for rank in range(8)]


def chess_() -> Any:
    """python-chess, if it is there."""
    return framework("chess", "chess", "chess", LEAST)


class Game(AnyGame[str, str]):
    """Chess, or a variant of it, from a material, a position, or the usual start.

    Parameters
    ----------
    material
        White's men and Black's: ``"KRK"``. All legal positions with them are solved.
    fen
        A position to begin with.
    variant
        A name that python-chess knows: ``"atomic"``, ``"antichess"``, ``"three-check"``.

    Raises
    ------
    InvalidArgumentError
        python-chess is not installed, or one of the three is not what it must be.
    """

    title = "Chess"
    seats = ("White", "Black")

    def __init__(
        self,
        material: Annotated[str, "White's men, then Black's, such as KRK"] = "",
        fen: Annotated[str, "the position to begin with"] = "",
        variant: Annotated[str, "as python-chess names it"] = STANDARD,
    ) -> None:
        chess = chess_()
        self.material, self.fen, self.variant = material, fen, variant
        self._kind = _kind(variant)
        self._is_drop = self._kind.uci_variant == "crazyhouse"
        self._has_turns = self._kind.uci_variant != "racingkings"
        self._legal_moves: tuple[str, Any, list[str]] = "", None, []
        self._parse_move = chess.Move.from_uci
        self._arisen = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS
        self._sides = _sides(material) if material else ("", "")
        if material and fen:
            raise InvalidArgumentError("expected a material or a fen, got both")
        if fen:
            self.parse(fen)
        if material and next(self.positions(), None) is None:
            raise InvalidArgumentError(f"no legal position of {variant} has the men {material}")

    @staticmethod
    def named(text: str) -> dict[str, Any]:
        """The parameters that a text after ``chess:`` names: a FEN has a ``/``, a material none."""
        if not text:
            return {}
        return {"fen": text} if "/" in text else {"material": text}

    def __repr__(self) -> str:
        return f"chess.{super().__repr__()}"

    # ── rules ──────────────────────────────────────────────────────────────

    def start(self) -> str:
        if self.material:
            return next(self.positions())
        return self.parse(self.fen or self._kind.starting_fen)

    def positions(self) -> Iterator[str]:
        """Yield all legal positions of the material, up to symmetry, if one is named."""
        white, black = self._sides
        for turn, placed in product("wb", self._placements(white, black)):
            position = f"{_compressed(placed)} {turn} - -"
            board = self._kind(position)
            if self._is_legal(board):
                yield self._key(board)

    def _placements(self, white: str, black: str) -> Iterator[str]:
        """Yield the men on squares in every way; the first one on one square of each orbit."""
        men = white + black.lower()
        if not men:
            return
        firsts = _firsts("P" in men.upper(), self._has_turns)
        for first in firsts:
            others = [square for square in range(64) if square != first]
            for squares in permutations(others, len(men) - 1):
                board = ["."] * 64
                for man, square in zip(men, (first, *squares), strict=True):
                    board[square] = man
                if _is_first_of_like(men, (first, *squares)):
                    yield "".join(board)

    def moves(self, position: str) -> list[str]:
        return [*self._at(position)[2]]

    def play(self, position: str, move: str) -> str:
        _, board, legal = self._at(position)
        if move not in legal:
            raise self.illegal(position, move)
        after = board.copy(stack=False)
        after.push(self._parse_move(move))
        return self._key(after)

    def terminal_value(self, position: str) -> Value | None:
        _, board, legal = self._at(position)
        if board.is_variant_loss():
            return Value.LOSS
        if board.is_variant_win():
            return Value.WIN
        if board.is_variant_draw():
            return Value.DRAW
        if legal:
            return None
        return Value.LOSS if board.is_check() else Value.DRAW

    def player(self, position: str) -> int:
        return 0 if " w " in position else 1

    def stage(self, position: str) -> str | None:
        if self._is_drop:
            return None
        placed = position.partition(" ")[0]
        sides = ["".join(man * placed.count(man) for man in men) for men in (MEN[:6], MEN[6:])]
        return sides[0] + "v" * ("K" not in sides[0]) + sides[1].upper()

    # ── symmetric positions ────────────────────────────────────────────────

    def symmetries(self, position: str) -> Iterator[str]:
        placed, turn, castling, passing, *more = position.split(" ")
        if castling != "-" or self._is_drop:
            return
        squares = placed.replace("/", "").translate(_GAPS)
        for image in self._images(placed):
            there = _compressed("".join(_GATHERED[image](squares)))
            yield " ".join((there, turn, castling, _moved(passing, image), *more))

    def canonical(self, position: str) -> str:
        return min((position, *self.symmetries(position)))

    def _images(self, placed: str) -> range:
        """Return the images of the board under which play is equivalent, by number."""
        return range(1, 8 if self._has_turns and "p" not in placed.lower() else 2)

    # ── reading and writing ────────────────────────────────────────────────

    def parse(self, text: str) -> str:
        if not isinstance(text, str):
            raise self.unreadable(text, "a FEN")
        try:
            board = self._kind(" ".join(text.split()))
        except (ValueError, IndexError) as error:
            raise self.unreadable(text, f"a FEN ({error_text(error)})") from error
        if not self._is_legal(board):
            raise self.unreadable(text, f"a legal position ({_faults(board)})")
        return self._key(board)

    def format(self, position: str) -> str:
        if not isinstance(position, str):
            raise InvalidArgumentError(f"{spelled(position)} is not a position: expected a FEN")
        return position

    def render(self, position: str) -> str:
        return str(self._kind(position))

    def _key(self, board: Any) -> str:
        return str(board.epd(en_passant="legal", promoted=self._is_drop or None))

    def _is_legal(self, board: Any) -> bool:
        """Return True if a board is legal, even if it could not arise in play."""
        return not board.status() & ~self._arisen

    def _at(self, position: str) -> tuple[str, Any, list[str]]:
        """Return a position with its board and its moves; the last result is cached."""
        at = self._legal_moves
        if at[0] != position:
            board = self._kind(position)
            at = position, board, [move.uci() for move in board.legal_moves]
            self._legal_moves = at
        return at

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.material, self.fen, self.variant)


# ── parameters ──────────────────────────────────────────────────────────────────────────────────


def _kind(variant: str) -> Any:
    """Return the class of boards of a variant."""
    framework("chess.variant", "chess", "chess", LEAST)
    from chess.variant import VARIANTS, find_variant

    try:
        return find_variant(variant)
    except (ValueError, AttributeError) as error:
        names = ", ".join(repr(kind.uci_variant) for kind in VARIANTS)
        raise InvalidArgumentError(
            f"python-chess has no variant {spelled(variant)}: expected one of {names}"
        ) from error


def _sides(material: str) -> tuple[str, str]:
    """White's men and Black's."""
    match = MATERIAL.fullmatch(material) if isinstance(material, str) else None
    if match is None:
        raise InvalidArgumentError(
            f"bad material {spelled(material)}: expected White's men and Black's, such as 'KRK' or "
            "'KQKR', or without kings 'QvR'"
        )
    if len(material.replace("v", "")) > MOST_MEN:
        raise InvalidArgumentError(
            f"bad material {spelled(material)}: expected {MOST_MEN} men at most"
        )
    return (match[1] or match[3], match[2] or match[4])


def _faults(board: Any) -> str:
    """Return a description of the faults of a board."""
    flags = board.status()
    names = [str(flag.name) for flag in type(flags) if flag.value and flags & flag]
    return ", ".join(name.lower().replace("_", " ") for name in names)


# ── boards as texts ─────────────────────────────────────────────────────────────────────────────


def _compressed(squares: str) -> str:
    """Return a board of 64 letters, from a8 to h1, as a FEN has it."""
    return "/".join(_RUN.sub(lambda run: str(len(run[0])), squares[rank]) for rank in _RANKS)


def _image(number: int) -> list[int]:
    """Return the source of each square in an image of the board, by mirror and turns."""
    places = []
    for rank, file in product(range(8), repeat=2):
        row, column = (7 - rank if number & 2 else rank), (7 - file if number & 1 else file)
        places.append(8 * column + row if number & 4 else 8 * row + column)
    return places


_IMAGES = [_image(number) for number in range(8)]
_GATHERED = [itemgetter(*image) for image in _IMAGES]


def _moved(square: str, image: int) -> str:
    """Return a square's name in an image: where a pawn may be taken, there is the mirror alone."""
    if square == "-":
        return square
    return "hgfedcba"["abcdefgh".index(square[0])] + square[1] if image == 1 else square


def _firsts(has_pawns: bool, has_turns: bool) -> list[int]:
    """Return one square of each orbit, by its index from a8."""
    images = _IMAGES if has_turns and not has_pawns else _IMAGES[:2]
    return [place for place in range(64) if place == min(image[place] for image in images)]


def _is_first_of_like(men: str, squares: tuple[int, ...]) -> bool:
    """Return True if equal men are in order, so that each board is generated once."""
    pairs = zip(men, men[1:], squares, squares[1:], strict=False)
    return all(one != other or first < second for one, other, first, second in pairs)
