"""Chess endgames in plain Python, the reference for the compiled rules.

A position is three texts. The first is the 64 squares from a1, b1 to h8, with a letter for each
man, capitals for White's, and ``.`` for an empty square. The second is the player to move, ``w`` or
``b``. The third is the square on which a pawn may capture en passant, or ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Annotated, Any

import attrs

import gamesolver
from gamesolver import Game, Value
from gamesolver.validators import refused

Position = tuple[str, str, str]
Move = tuple[str, str, str, bool, str]
"""The man's letter in capitals, its source and target, whether it captures, and the promotion of a
pawn or an empty text."""

MOST_MEN = 4
KINDS = "KQRBNP"
PROMOTIONS = "QRBN"
MATERIAL = re.compile("KQ*R*B*N*P*KQ*R*B*N*P*")
FILES, ROWS = "abcdefgh", "12345678"
SQUARES = [file + row for row in ROWS for file in FILES]
PLACE = {square: place for place, square in enumerate(SQUARES)}
EMPTY, NOWHERE = ".", "-"
NO_PAWNS = tuple(place for place in range(64) if not 8 <= place < 56)
SHAPES = {
    man: f"{tone} {name}"
    for letters, tone in (("KQRBNP", "light"), ("kqrbnp", "dark"))
    for man, name in zip(
        letters, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True
    )
}
"""Pictures of the men."""

STRAIGHT, SLANTING = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
STEPS = {"K": STRAIGHT + SLANTING, "N": LEAPS}
RIDES = {"Q": STRAIGHT + SLANTING, "R": STRAIGHT, "B": SLANTING}

AHEAD = {"w": 1, "b": -1}
HOME, LAST = {"w": 1, "b": 6}, {"w": 7, "b": 0}
"""The rows, from 0, on which the pawns of a player start and are promoted."""
OTHER = {"w": "b", "b": "w"}

FEN = (
    "eight rows, a turn, castling, en passant and perhaps two clocks, as in "
    "'8/8/8/8/8/8/R7/K1k5 w - - 0 1'"
)


def _is_material(game: Any, field: attrs.Attribute[str], value: object) -> None:
    """Accept three or four men, written as in the literature."""
    is_text = isinstance(value, str) and MATERIAL.fullmatch(value)
    if not (is_text and 3 <= len(str(value)) <= MOST_MEN):
        expected = (
            "three or four men, White's first, each side's in the order K, Q, R, B, N, P with one "
            "K, such as 'KRK' or 'KQKR'"
        )
        raise refused(game, field, value, expected)


@attrs.frozen(repr=False, eq=False)
class ChessEndgameParameters:
    """Parameters of an endgame, compiled or plain."""

    material: Annotated[str, "White's men, then Black's"] = attrs.field(
        default="KRK", validator=_is_material
    )

    seats = ("White", "Black")


@attrs.frozen
class PlainChessEndgame(ChessEndgameParameters, Game[Position, Move]):
    """An endgame of chess; the same game as :class:`games.ChessEndgame`.

    >>> game = PlainChessEndgame()
    >>> position = game.parse("8/8/8/8/8/1K6/7R/k7 w - - 0 1")
    >>> game.format(game.play(position, game.parse_move(position, "Rh2-h1")))
    '8/8/8/8/8/1K6/8/k6R b - - 0 1'
    """

    title = "Chess Endgame"

    def start(self) -> Position:
        return next(self.positions())

    def positions(self) -> Iterator[Position]:
        """Yield every legal position of the table, those of this material first."""
        for material in materials_of(self.material):
            for turn in "wb":
                for board in _boards(material):
                    if _fault(board, turn) is None:
                        yield board, turn, NOWHERE
                        yield from with_rights(board, turn)

    def moves(self, position: Position) -> list[Move]:
        """Return the moves by the man, K to P, then by source and target, from a1, b1 to h8."""
        return list(_legal(position))

    def play(self, position: Position, move: Move) -> Position:
        legal = _legal(position)
        if move not in legal:
            raise self.illegal(position, move)
        return legal[move]

    def terminal_value(self, position: Position) -> Value | None:
        """Return a loss by checkmate or a draw by stalemate if there is no legal move."""
        if _legal(position):
            return None
        return Value.LOSS if _is_in_check(*position[:2]) else Value.DRAW

    def player(self, position: Position) -> int:
        return "wb".index(position[1])

    def symmetries(self, position: Position) -> Iterator[Position]:
        """Yield the seven other symmetric positions, or only the mirror image with pawns."""
        board, turn, passing = position
        for image in _images()[: 1 if "P" in board.upper() else None]:
            turned = [EMPTY] * 64
            for place, man in enumerate(board):
                turned[image[place]] = man
            there = SQUARES[image[PLACE[passing]]] if passing in PLACE else passing
            yield "".join(turned), turn, there

    def stage(self, position: Position) -> str | None:
        """Return the material, or ``None`` for a position with a right to capture en passant."""
        board, _, passing = position
        return _material_on(board) if passing == NOWHERE else None

    # ── reading and writing ────────────────────────────────────────────────

    def format(self, position: Position) -> str:
        """Return the FEN, without castling and with constant clocks."""
        board, turn, passing = position
        rows = "/".join(board[first : first + 8] for first in range(56, -8, -8))
        rows = re.sub(r"\.+", lambda empty: str(len(empty[0])), rows)
        return f"{rows} {turn} - {passing} 0 1"

    def parse(self, text: str) -> Position:
        """Read a FEN, with or without clocks. Raise an error if the position is not legal."""
        match = isinstance(text, str) and re.fullmatch(
            r"([KQRBNPkqrbnp1-8/]+) ([wb]) (\S+) (-|[a-h][36])( [0-9]+ [0-9]+)?", text
        )
        if not match:
            raise self.unreadable(text, FEN)
        board, turn, castling, passing = self._board(text, match[1]), *match.group(2, 3, 4)
        if castling != "-":
            raise self.unreadable(text, "'-' for castling: castling is impossible in an endgame")
        if reason := _fault(board, turn):
            raise self.unreadable(text, reason)
        if passing != NOWHERE and not _may_be_passing(board, turn, passing):
            raise self.unreadable(
                text, "en passant behind a pawn that may have just gone two steps"
            )
        return _resolved(board, turn, passing)

    def _board(self, text: str, board_text: str) -> str:
        """Return the squares from a1 on. Raise an error if the men are not those of the game."""
        rows = re.sub("[1-8]", lambda digit: EMPTY * int(digit[0]), board_text).split("/")
        if len(rows) != 8 or any(len(row) != 8 for row in rows):
            raise self.unreadable(text, "eight rows of eight squares with '/' between them")
        board = "".join(reversed(rows))
        table = materials_of(self.material)
        if not (board.count("K") == board.count("k") == 1 and _material_on(board) in table):
            raise self.unreadable(text, f"the men {gamesolver.errors.listed(table)}")
        return board

    def format_move(self, move: Move) -> str:
        """Return the long algebraic notation: ``Ra1-a8``, ``Kd4xe5``, ``e7-e8=Q``."""
        letter, source, target, takes, promotion = move
        promoted = f"={promotion}" if promotion else ""
        return f"{letter.replace('P', '')}{source}{'x' if takes else '-'}{target}{promoted}"

    def render(self, position: Position) -> str:
        """Return the board from White's side, with the names of rows and files."""
        board = position[0]
        rows = [" ".join((row, *board[8 * y : 8 * y + 8])) for y, row in enumerate(ROWS)]
        return "\n".join([*reversed(rows), f"  {' '.join(FILES)}"])

    def svg(self, position: Position) -> str:
        """Return a picture in which moves are arrows."""
        board = position[0]
        names = [file + row for row in reversed(ROWS) for file in FILES]
        ways = {self.format_move(each): [names.index(each[1]), names.index(each[2])]
                for each in _legal(position)}  # fmt: skip
        rows = [board[first : first + 8] for first in range(56, -8, -8)]
        return gamesolver.grid_svg(rows, ways, SHAPES, names=names, look="chequered")


# ── materials ───────────────────────────────────────────────────────────────────────────────────


@cache
def materials_of(material: str) -> tuple[str, ...]:
    """Return the material and all that captures and promotions lead to, in the order of play."""
    found, waiting = {material}, [material]
    while waiting:
        new = set(_one_move_on(waiting.pop())) - found
        found |= new
        waiting.extend(new)
    return tuple(sorted(found, key=lambda each: (-len(each), -each.count("P"), each)))


def _one_move_on(material: str) -> Iterator[str]:
    """Yield the materials after a capture or a promotion."""
    men = men_of(material)
    for place, man in enumerate(men):
        rest = men[:place] + men[place + 1 :]
        if man not in "Kk":
            yield _written(rest)
        if man in "Pp":
            yield from (_written(rest + (kind if man == "P" else kind.lower())) for kind in "QRBN")


def men_of(material: str) -> str:
    """Return the letters of the men on the board, small letters for Black's."""
    black = material.rindex("K")
    return material[:black] + material[black:].lower()


def _written(men: str) -> str:
    """Return the material of some men, as an argument of the class. Capitals are White's."""
    white, black = (
        sorted(filter(side, men), key=_index_of_kind) for side in (str.isupper, str.islower)
    )
    return "".join([*white, *black]).upper()


def _index_of_kind(man: str) -> int:
    return KINDS.index(man.upper())


def _material_on(board: str) -> str:
    return _written(board.replace(EMPTY, ""))


def _boards(material: str) -> Iterator[str]:
    """Yield all placements of the men, ordered by White's king and then Black's king."""
    white, black = "Kk"
    men = white + black + men_of(material).replace(white, "").replace(black, "")
    for places in product(range(64), repeat=len(men)):
        if len(set(places)) == len(men) and _is_first(men, places):
            board = [EMPTY] * 64
            for man, place in zip(men, places, strict=True):
                board[place] = man
            yield "".join(board)


def _is_first(men: str, places: tuple[int, ...]) -> bool:
    """Return True if two equal men are in order, so that no board occurs twice."""
    return men[-1] != men[-2] or places[-2] < places[-1]


# ── what may stand on a board ───────────────────────────────────────────────────────────────────


def _fault(board: str, turn: str) -> str | None:
    """Return the condition that a board violates, or ``None`` if it is legal."""
    kings = [divmod(board.index(king), 8) for king in "Kk"]
    if max(abs(one - other) for one, other in zip(*kings, strict=True)) <= 1:
        return "kings that are not next to each other"
    if any(board[place] in "Pp" for place in NO_PAWNS):
        return "no pawns on the first and last rows"
    if _is_in_check(board, OTHER[turn]):
        return "the side that has just moved not to be in check"
    return None


def _may_be_passing(board: str, turn: str, passing: str) -> bool:
    """Return True if the other player's pawn may have just passed this square."""
    square, ahead = PLACE[passing], 8 * AHEAD[turn]
    if square // 8 != HOME[OTHER[turn]] - AHEAD[turn]:
        return False
    empty = board[square] == board[square + ahead] == EMPTY
    return empty and board[square - ahead] == ("p" if turn == "w" else "P")


def _resolved(board: str, turn: str, passing: str) -> Position:
    """Return the position, without a right to capture en passant if no pawn can use it."""
    has_right = passing != NOWHERE and _takes_passing((board, turn, passing))
    return board, turn, passing if has_right else NOWHERE


def _takes_passing(position: Position) -> bool:
    """Return True if a pawn may capture the pawn that has just moved two squares."""
    board, turn, passing = position
    return any(
        letter == "P" and takes and target == passing
        and not _is_in_check(_moved(board, turn, (letter, source, target, takes, "")), turn)
        for letter, source, target, takes, _ in _candidates(position)
    )  # fmt: skip


def with_rights(board: str, turn: str) -> Iterator[Position]:
    """Yield the same board with each possible right to capture en passant."""
    row = ROWS[HOME[OTHER[turn]] - AHEAD[turn]]
    for file in FILES if {"P", "p"} <= set(board) else ():
        if _may_be_passing(board, turn, file + row):
            position = _resolved(board, turn, file + row)
            if position[2] != NOWHERE:
                yield position


# ── moves ───────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1 << 10)
def _legal(position: Position) -> dict[Move, Position]:
    """Return each legal move with the position after it. Cached, because calls repeat at once."""
    board, turn, _ = position
    legal = {}
    for move in sorted(_candidates(position), key=_order):
        after = _moved(board, turn, move)
        if not _is_in_check(after, turn):
            legal[move] = _resolved(after, OTHER[turn], _passed_over(move))
    return legal


def _order(move: Move) -> tuple[int, ...]:
    letter, source, target, _, promotion = move
    return KINDS.index(letter), PLACE[source], PLACE[target], PROMOTIONS.find(promotion)


def _passed_over(move: Move) -> str:
    """Return the square that a pawn has passed by a double step, or ``-``."""
    letter, source, target, *_ = move
    if letter == "P" and abs(PLACE[target] - PLACE[source]) == 16:
        return SQUARES[(PLACE[source] + PLACE[target]) // 2]
    return NOWHERE


def _moved(board: str, turn: str, move: Move) -> str:
    """Return the board after a move. A pawn capture on an empty square is en passant."""
    letter, source, target, takes, promotion = move
    squares = list(board)
    man = promotion or letter
    squares[PLACE[source]] = EMPTY
    if takes and board[PLACE[target]] == EMPTY:
        squares[PLACE[target[0] + source[1]]] = EMPTY
    squares[PLACE[target]] = man if turn == "w" else man.lower()
    return "".join(squares)


def _candidates(position: Position) -> Iterator[Move]:
    """Yield the moves that are legal if checks are ignored."""
    board, turn, passing = position
    for source, man in enumerate(board):
        if man == EMPTY or man.isupper() != (turn == "w"):
            continue
        letter = man.upper()
        if letter == "P":
            yield from _pawn_moves(board, turn, passing, source)
            continue
        for target in _attacked(board, source):
            if board[target] == EMPTY or board[target].isupper() != man.isupper():
                yield letter, SQUARES[source], SQUARES[target], board[target] != EMPTY, ""


def _pawn_moves(board: str, turn: str, passing: str, source: int) -> Iterator[Move]:
    for target in _pushed(board, turn, source):
        yield from _arrived(turn, source, target, False)
    for target in _attacked(board, source):
        there = board[target]
        if SQUARES[target] == passing or (there != EMPTY and there.isupper() != (turn == "w")):
            yield from _arrived(turn, source, target, True)


def _pushed(board: str, turn: str, source: int) -> Iterator[int]:
    """Return the squares to which a pawn may step: one straight ahead, or two from home."""
    for steps in (1, 2) if source // 8 == HOME[turn] else (1,):
        target = source + 8 * AHEAD[turn] * steps
        if board[target] != EMPTY:
            return
        yield target


def _arrived(turn: str, source: int, target: int, takes: bool) -> Iterator[Move]:
    """Yield the move of a pawn, or a move for each promotion."""
    for promotion in PROMOTIONS if target // 8 == LAST[turn] else [""]:
        yield "P", SQUARES[source], SQUARES[target], takes, promotion


def _attacked(board: str, source: int) -> Iterator[int]:
    """Yield the squares that a man attacks, in each direction up to the first man."""
    for way in _ways(board[source], source):
        for place in way:
            yield place
            if board[place] != EMPTY:
                break


@cache
def _ways(man: str, source: int) -> list[list[int]]:
    """Return the squares in each direction of a man on an empty board."""
    kind = man.upper()
    if kind in RIDES:
        return [_walked(source, step, 7) for step in RIDES[kind]]
    ahead = AHEAD["w" if man.isupper() else "b"]
    steps = [(-1, ahead), (1, ahead)] if kind == "P" else STEPS[kind]
    return [_walked(source, step, 1) for step in steps]


def _walked(source: int, step: tuple[int, int], most: int) -> list[int]:
    """Return the squares in one direction, up to the edge of the board."""
    row, file = divmod(source, 8)
    walked = [(file + step[0] * each, row + step[1] * each) for each in range(1, most + 1)]
    return [x + 8 * y for x, y in walked if 0 <= x < 8 and 0 <= y < 8]


def _is_in_check(board: str, turn: str) -> bool:
    """Return True if the king of this player is attacked."""
    king = board.index("K" if turn == "w" else "k")
    others = {man for man in set(board) - {EMPTY} if man.isupper() != (turn == "w")}
    places = [place for place, man in enumerate(board) if man in others]
    return any(king in _attacked(board, place) for place in places)


@cache
def _images() -> list[list[int]]:
    """Return the image of each square by the seven other symmetries, the mirror image first."""
    places = [divmod(place, 8) for place in range(64)]
    return [
        [8 * across + down if swap else 8 * down + across
         for row, file in places
         for down in [7 - row if flip else row]
         for across in [7 - file if mirror else file]]
        for swap, flip, mirror in product((False, True), repeat=3)
    ][1:]  # fmt: skip
