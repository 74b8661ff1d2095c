"""Nine Men's Morris in plain Python, the reference for the compiled rules.

A position is a text with a letter for each point: ``m`` for a man of the player to move, and ``w``
for one of the other player. A letter for each man in hand follows. The points are numbered ring by
ring from the outside, each ring clockwise from its upper left corner. With one ring, the centre
comes last. Lines, mills and symmetries are computed from the places of the points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any

import attrs

from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Rings
from gamesolver.validators import between, in_order, is_whole, refused, yes_or_no

Move = tuple[int | None, int, int | None]
"""The point that a man leaves (``None`` for a new man), the point that it enters, and the point of
the captured man or ``None``."""

LEAST_MEN, FEWEST_TO_PLAY = 2, 3
"""Number of men that may fly; a player with fewer men loses."""
MOST_MEN = {1: 4, 2: 8, 3: 12}
"""Greatest number of men of each player, by the number of rings."""
RING = 8
"""Points of a ring, numbered clockwise."""
SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Owners of the men by the player to move; x is the first player."""
BY_TURN = {"x": str.maketrans("xo", "mw"), "o": str.maketrans("ox", "mw")}
"""Inverse of ``OWNERS``, by the letter of the player to move."""


# ── boards ──────────────────────────────────────────────────────────────────────────────────────


@cache
def board_of(rings: int, diagonals: bool) -> Rings:
    """Return the board with this number of rings, made once with all its tables."""
    return Rings(rings, diagonals=diagonals)


@cache
def around(rings: int, diagonals: bool) -> list[list[int]]:
    """Return for each point the numbers of the adjacent points."""
    return [[*map(int, near)] for near in board_of(rings, diagonals).steps()]


@cache
def mills_of(rings: int, diagonals: bool) -> list[tuple[int, ...]]:
    """Return the points of each mill: three next to each other on a straight line."""
    return [tuple(map(int, mill)) for mill in board_of(rings, diagonals).lines(3)]


@cache
def mills_through(rings: int, diagonals: bool) -> list[list[tuple[int, ...]]]:
    """Return for each point the mills that it is part of."""
    mills, points = mills_of(rings, diagonals), range(board_of(rings, diagonals).size)
    return [[mill for mill in mills if point in mill] for point in points]


# ── the game ────────────────────────────────────────────────────────────────────────────────────


def _are_men(game: Any, field: Any, value: Any) -> None:
    """Accept three men or more of each player, up to the limit of the board."""
    most = MOST_MEN[game.rings]
    fits = isinstance(value, tuple) and len(value) == len("mw")
    if not fits or not all(is_whole(each, FEWEST_TO_PLAY) and each <= most for each in value):
        expected = f"two whole numbers from 3 to {most}, which is what the board has room for"
        raise refused(game, field, value, expected)


def _places_as_many(game: Any, field: Any, value: Any) -> None:
    """Accept placing in turn only if both players have equally many men."""
    yes_or_no(game, field, value)
    if value and not game.lasker and len(set(game.men)) > 1:
        expected = "False, or as many men of either player, or lasker=True"
        raise refused(game, field, value, expected)


@attrs.frozen(repr=False, eq=False)
class MorrisParameters:
    """Parameters of Nine Men's Morris, compiled or plain."""

    rings: Annotated[int, "rings of the board"] = attrs.field(default=3, validator=between(1, 3))
    men: Annotated[tuple[int, int], "men of the first and of the second player at the start"] = (
        attrs.field(default=(9, 9), converter=in_order, validator=_are_men)
    )
    flying: Annotated[bool, "a player's last three men may go to any point"] = attrs.field(
        default=True, validator=yes_or_no
    )
    diagonals: Annotated[bool, "lines connect the corners too"] = attrs.field(
        default=False, validator=yes_or_no
    )
    placing: Annotated[bool, "the board is empty at the start, and men are placed"] = attrs.field(
        default=False, validator=_places_as_many
    )
    lasker: Annotated[bool, "players choose to place or move a man; implies placing"] = attrs.field(
        default=False, validator=yes_or_no
    )

    looks = ("dark", "light")

    def __attrs_post_init__(self) -> None:
        """Set ``placing`` for Lasker's game, so that both spellings are the same game."""
        if self.lasker:
            object.__setattr__(self, "placing", True)


@attrs.frozen
class PlainNineMensMorris(MorrisParameters, _WordedGame[str, Move]):
    """Nine Men's Morris; the same as :class:`games.NineMensMorris`.

    >>> game = PlainNineMensMorris(rings=2, men=(4, 3))
    >>> print(game.format(game.start()), *map(game.format_move, game.moves(game.start())))
    wmwm..../mwm..... e3-e1 e3-d3 b4-b3 d4-d3
    """

    title = "Nine Men's Morris"

    def start(self) -> str:
        if not self.placing:
            return self._all_placed()
        mine, theirs = self.men
        return "." * self.board.size + "m" * mine + "w" * theirs

    def _all_placed(self) -> str:
        """Return the start: men clockwise from the upper left, neighbours of different players."""
        position = ["."] * self.board.size
        left = dict(zip("mw", self.men, strict=True))
        for point in sorted(range(len(position)), key=lambda point: divmod(point, RING)[::-1]):
            ring, along = divmod(point, RING)
            own, other = "wm" if (ring + along) % 2 == 0 else "mw"
            man = own if left[own] else other
            if left[man]:
                position[point], left[man] = man, left[man] - 1
        return "".join(position)

    @property
    def board(self) -> Rings:
        """Board with its points, lines and symmetries."""
        return board_of(self.rings, self.diagonals)

    # ── rules ──────────────────────────────────────────────────────────────

    def moves(self, position: str) -> list[Move]:
        """Return the moves by the point left, the point entered, and the captured man."""
        return [
            (source, target, taken)
            for source, target in self._ways(position)
            for taken in self._taken(position, source, target)
        ]

    def play(self, position: str, move: Move) -> str:
        if not self._is_legal(position, move):
            raise self.illegal(position, move)
        source, target, taken = move
        points, hand = self._gone(position, source, target), self._hand(position)
        if taken is not None:
            points[taken] = "."
        left = hand.count("m") - (source is None)
        return "".join(points).translate(SEEN_BY_THE_OTHER) + "m" * hand.count("w") + "w" * left

    def _hand(self, position: str) -> str:
        """Return the men that are still to be placed."""
        return position[self.board.size :]

    def _on_board(self, position: str) -> str:
        """Return the points without the men in hand."""
        return position[: self.board.size]

    def _gone(self, position: str, source: int | None, target: int) -> list[str]:
        """Return the points after a man has moved or has been placed."""
        points = list(self._on_board(position))
        if source is not None:
            points[source] = "."
        points[target] = "m"
        return points

    def _is_legal(self, position: str, move: object) -> bool:
        """Return True if the move is one of ``moves``."""
        match move:
            case (int() | None as source, int(target), int() | None as taken):
                can_go = (source, target) in self._ways(position)
                return can_go and taken in self._taken(position, source, target)
        return False

    def terminal_value(self, position: str) -> Value | None:
        """Return a loss for a player with two men or without a move. Nothing else ends play."""
        is_lost = position.count("m") == LEAST_MEN or not any(self._ways(position))
        return Value.LOSS if is_lost else None

    def _ways(self, position: str) -> Iterator[tuple[int | None, int]]:
        """Yield placements, and moves on the board if no man is in hand or in Lasker's game."""
        has_hand = "m" in self._hand(position)
        placed = [None] if has_hand else []
        moved = self._movable(position) if self.lasker or not has_hand else []
        for source in [*placed, *moved]:
            for target in self._targets(position, source):
                yield source, target

    def _movable(self, position: str) -> list[int]:
        """Return the points with a man of the player to move."""
        return [point for point, man in enumerate(self._on_board(position)) if man == "m"]

    def _targets(self, position: str, source: int | None) -> list[int]:
        """Return the free points to which the man on a point, or a man in hand, can go."""
        may_fly = self.flying and position.count("m") == FEWEST_TO_PLAY
        everywhere = range(self.board.size)
        reach: Iterable[int] = everywhere
        if source is not None and not may_fly:
            reach = around(self.rings, self.diagonals)[source]
        return [point for point in reach if position[point] == "."]

    def _taken(self, position: str, source: int | None, target: int) -> Sequence[int | None]:
        """Return the men that a move may capture, or ``None`` alone if it captures nothing."""
        points = self._gone(position, source, target)
        theirs = [point for point, man in enumerate(points) if man == "w"]
        if not theirs or not self._is_in_mill(points, target):
            return [None]
        return [point for point in theirs if not self._is_in_mill(points, point)] or theirs

    def _is_in_mill(self, points: Sequence[str], point: int) -> bool:
        """Return True if the man on a point and two of his side are a mill."""
        man = points[point]
        return any(
            points[one] == points[two] == points[three] == man
            for one, two, three in mills_through(self.rings, self.diagonals)[point]
        )

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, self.board.images(position))

    def stage(self, position: str) -> str:
        """Return the numbers of men of the players on the board, the larger number first.

        While men are in hand, return their number, and the numbers of men on the board, first of
        the player to move. In Lasker's game return the numbers in each hand too. There the player
        with more men in all comes first, and of equal players the one with more in hand.
        """
        board, hand = self._on_board(position), self._hand(position)
        if not hand:
            fewer, more = sorted((board.count("m"), board.count("w")))
            return f"{more}-{fewer}"
        if not self.lasker:
            return f"{len(hand)} in hand, {board.count('m')}-{board.count('w')}"
        first, second = sorted("mw", key=lambda man: (-position.count(man), -hand.count(man)))
        in_hand = f"{hand.count(first)}+{hand.count(second)} in hand"
        return f"{in_hand}, {board.count(first)}-{board.count(second)}"

    # ── reading and writing ────────────────────────────────────────────────

    def format(self, position: str) -> str:
        """Return the rings from the outside with ``/``, each clockwise from its upper left corner.

        Men in hand follow, those of the player to move first.
        """
        board, hand = self._on_board(position), self._hand(position)
        text = "/".join(board[first : first + RING] for first in range(0, len(board), RING))
        return f"{text} {hand.count('m')}+{hand.count('w')}" if hand else text

    def format_for(self, position: str, seat: int) -> str:
        """Return the rings with x for the first player, the men in hand, and the player to move."""
        board, *hand = self.format(position).translate(OWNERS[seat]).split(" ")
        in_hand = ["+".join(each.split("+")[:: -1 if seat else 1]) for each in hand]
        return " ".join([board, *in_hand, "xo"[seat]])

    def parse(self, text: str) -> str:
        blank = self.format("." * self.board.size)
        hands = r"( [0-9]{1,2}\+[0-9]{1,2})?" * self.placing
        by_turn, known = (re.sub(r"\.", f"[.{men}]", blank) + hands for men in ("mw", "xo"))
        if isinstance(text, str) and re.fullmatch(f"{by_turn}|{known} [xo]", text):
            mover = text[-1] if text[-2:] in (" x", " o") else ""
            board, _, hand = text.removesuffix(f" {mover}").partition(" ")
            board = board.translate(BY_TURN[mover]) if mover else board
            mine, theirs = [*map(int, (hand or "0+0").split("+"))][:: -1 if mover == "o" else 1]
            position = board.replace("/", "") + "m" * mine + "w" * theirs
            is_empty_hand = hand and not mine + theirs
            if self.is_hand(mine, theirs) and not is_empty_hand and self.has_count(position):
                return position
        most, least = max(self.men), min(self.men)
        in_hand = ", and as in ' 4+3' how many of either are in hand"
        in_turn = ", as many or one more of m"
        raise self.unreadable(
            text,
            f"a text like {blank!r} with 'm' (to move) and 'w' (waiting), at most {most} of one "
            f"and {least} of the other, of m two or more and of w three or more"
            + in_hand * self.placing
            + in_turn * (self.placing and not self.lasker)
            + "; or with 'x' and 'o' for the men and in hand, x first, and ' x' or ' o' for the "
            "player to move at the end",
        )

    def is_hand(self, mine: int, theirs: int) -> bool:
        """Return True if these men can be in hand. They are placed in turn, except with Lasker."""
        is_in_turn = self.placing and mine - theirs in (0, 1)
        return self.lasker or is_in_turn or mine == theirs == 0

    def has_count(self, position: str) -> bool:
        """Return True if the players of a position can have these numbers of men."""
        return self.is_count(position.count("m"), position.count("w"))

    def is_count(self, mine: int, theirs: int) -> bool:
        """Return True if the players can have these numbers of men with one of them to move."""
        fewer, more = sorted((mine, theirs))
        fits = more <= max(self.men) and fewer <= min(self.men)
        return fits and mine >= LEAST_MEN and theirs >= FEWEST_TO_PLAY

    def format_move(self, move: Move) -> str:
        source, target, taken = move
        names = self.board.names
        way = "-".join(names[point] for point in (source, target) if point is not None)
        return way + ("" if taken is None else f"x{names[taken]}")

    def short_texts(self, move: Move) -> tuple[str]:
        source, target, taken = move
        way = f"{'' if source is None else source}>{target}"
        return (way + ("" if taken is None else f">{taken}"),)

    def render(self, position: str) -> str:
        return self._drawn(position, "mw")

    def render_for(self, position: str, seat: int) -> str:
        """Return the board, with x for the men of the first player."""
        return self._drawn(position.translate(OWNERS[seat]), "xo")

    def _drawn(self, position: str, men: str) -> str:
        """Return the board, and the numbers of these men in hand."""
        hand = self._hand(position)
        listed = ", ".join(f"{hand.count(man)} {man}" for man in men)
        return self.board.draw(self._on_board(position)) + (f"\nin hand: {listed}" if hand else "")

    def legend(self) -> str:
        return self.board.legend()

    def svg(self, position: str) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: str, seat: int) -> str:
        """Return a picture with moves as arrows. The text of a move chooses the captured man."""
        slides = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): self._clicked(each) for each in slides}
        men = self._on_board(position).translate(OWNERS[seat])
        return self.board.picture(men, ways, {"x": "dark", "o": "light"})

    def _clicked(self, move: Move) -> list[int]:
        """Return the points of a move, except the point of the captured man."""
        return [point for point in move[:2] if point is not None]
