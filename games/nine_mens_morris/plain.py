"""Nine Men's Morris in plain Python: the rules that the compiled ones are held against.

A position is a text with a letter for each point: ``m`` for a man of the player to move, ``w`` for
one of the player who waits; and then one for each man in hand. The points are numbered ring by ring
from the outside, each ring clockwise from its upper left corner; where there is one ring alone, the
centre comes last. Lines, mills and symmetries are read from where the points lie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Annotated, Any

import attrs

import gamesolver
from games._words import _WordedGame, letter
from gamesolver import Value
from gamesolver.validators import between, in_order, is_whole, refused, yes_or_no

Move = tuple[int | None, int, int | None]
"""The point a man leaves (``None``: he is placed), the one he goes to, and the one where a man is
taken, if one is."""
Place = tuple[int, int]
"""How far right of the middle of the board, and how far below."""

LEAST_MEN, FEWEST_TO_PLAY = 2, 3
"""Whoever is left with two men has lost; with three they may fly."""
MOST_MEN = {1: 4, 2: 8, 3: 12}
"""By rings: so many men of each player fill the board, or all of it but the centre."""
ROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The places of a ring, clockwise."""
SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Whose the men are, x the first player's, by the seat that moves."""


# ── boards ──────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class Diagram:
    """A board as it is drawn: where its points lie, and what follows from that."""

    rings: int
    places: tuple[Place, ...]
    names: tuple[str, ...]
    """What the points are called, as squares are in chess."""
    lines: tuple[tuple[int, int], ...]
    """The two points that each line joins."""
    around: tuple[tuple[int, ...], ...]
    """For each point those that lines join to it."""
    mills: tuple[tuple[int, int, int], ...]
    through: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each point the mills that it is part of."""
    images: tuple[tuple[int, ...], ...]
    """For each symmetry the point to which each point goes; the trivial one comes first."""

    def drawn(self, signs: Sequence[str]) -> str:
        """The board in plain text, with a sign or a name for each point."""
        wide = max(map(len, signs))
        across, size = wide + 1, 2 * self.rings + 1
        rows = [[" "] * (across * (size - 1) + wide) for _ in range(2 * size - 1)]
        for here, there in self.lines:
            self._draw_line(rows, self.places[here], self.places[there], across)
        for (right, down), sign in zip(self.places, signs, strict=True):
            first = (right + self.rings) * across
            rows[2 * (down + self.rings)][first : first + wide] = sign.ljust(wide)
        return "\n".join("".join(row).rstrip() for row in rows)

    def _draw_line(self, rows: list[list[str]], here: Place, there: Place, across: int) -> None:
        """The signs between two points, not those of the points themselves."""
        (left, up), (right, down) = sorted((here, there))
        steps = 2 * max(right - left, abs(down - up))
        sign = "-" if up == down else "|" if left == right else "\\" if up < down else "/"
        parts = across * (right - left) if up == down else steps
        for part in range(1, parts):
            row = 2 * (up + self.rings) + 2 * (down - up) * part // parts
            column = (left + self.rings) * across + across * (right - left) * part // parts
            rows[row][column] = sign


@cache
def board_of(rings: int, diagonals: bool) -> Diagram:
    """The board with so many rings, their corners joined by lines or not."""
    places = [(right * ring, down * ring) for ring in range(rings, 0, -1) for right, down in ROUND]
    if rings == 1:
        places.append((0, 0))
    lines = [
        (here, there)
        for here, there in combinations(range(len(places)), 2)
        if _is_line(places[here], places[there], diagonals)
    ]
    joined = {*lines, *((there, here) for here, there in lines)}
    mills = [
        mill
        for mill in combinations(range(len(places)), 3)
        for one, middle, other in (mill, (mill[1], mill[0], mill[2]), (mill[0], mill[2], mill[1]))
        if {(one, middle), (middle, other)} <= joined
        and _is_half_way(places[one], places[middle], places[other])
    ]
    points = range(len(places))
    images = [tuple(map(places.index, image)) for image in _images(places, rings)]
    return Diagram(
        rings=rings,
        places=tuple(places),
        names=tuple(f"{letter(right + rings)}{rings - down + 1}" for right, down in places),
        lines=tuple(lines),
        around=tuple(tuple(to for to in points if (point, to) in joined) for point in points),
        mills=tuple(mills),
        through=tuple(tuple(mill for mill in mills if point in mill) for point in points),
        images=tuple(dict.fromkeys(images)),
    )


def _is_line(here: Place, there: Place, diagonals: bool) -> bool:
    """Whether two points are neighbours on a ring, or on a way from ring to ring."""
    (right, down), (then_right, then_down) = here, there
    ring, other = max(abs(right), abs(down)), max(abs(then_right), abs(then_down))
    if ring == other:
        return abs(right - then_right) + abs(down - then_down) == ring
    is_outward = right * then_right >= 0 and down * then_down >= 0
    is_straight = is_outward and right * then_down == down * then_right
    is_slanting = right != then_right and down != then_down
    return abs(ring - other) == 1 and is_straight and (diagonals or not is_slanting)


def _is_half_way(one: Place, middle: Place, other: Place) -> bool:
    """Whether a point lies in the middle between two others."""
    return all(2 * half == sum(ends) for half, *ends in zip(middle, one, other, strict=True))


def _images(places: Sequence[Place], rings: int) -> Iterator[list[Place]]:
    """All points turned and mirrored; and with the rings from inside to outside."""
    for inside_out, swap, flip, mirror in product((False, True), repeat=4):
        image = []
        for right, down in places:
            ring = max(abs(right), abs(down))
            if inside_out and ring:
                right, down = (each // ring * (rings + 1 - ring) for each in (right, down))
            right, down = (-right if mirror else right), (-down if flip else down)
            image.append((down, right) if swap else (right, down))
        yield image


# ── the game ────────────────────────────────────────────────────────────────────────────────────


def _are_men(game: Any, field: Any, value: Any) -> None:
    """Accept three men or more of each player, and no more than the board is made for."""
    most = MOST_MEN[game.rings]
    fits = isinstance(value, tuple) and len(value) == len("mw")
    if not fits or not all(is_whole(each, FEWEST_TO_PLAY) and each <= most for each in value):
        expected = f"two whole numbers from 3 to {most}, which is what the board has room for"
        raise refused(game, field, value, expected)


def _places_as_many(game: Any, field: Any, value: Any) -> None:
    """Accept that men are placed in turn where both players have as many."""
    yes_or_no(game, field, value)
    if value and not game.lasker and len(set(game.men)) > 1:
        expected = "False, or as many men of either player, or lasker=True"
        raise refused(game, field, value, expected)


@attrs.frozen(repr=False, eq=False)
class MorrisParameters:
    """What a game of Nine Men's Morris is made with, compiled or plain."""

    rings: Annotated[int, "rings of the board"] = attrs.field(default=3, validator=between(1, 3))
    men: Annotated[tuple[int, int], "men of the first player and of the other, to begin with"] = (
        attrs.field(default=(9, 9), converter=in_order, validator=_are_men)
    )
    flying: Annotated[bool, "three men may go to any point"] = attrs.field(
        default=True, validator=yes_or_no
    )
    diagonals: Annotated[bool, "lines join the corners too"] = attrs.field(
        default=False, validator=yes_or_no
    )
    placing: Annotated[bool, "the board is empty at first, and men are placed"] = attrs.field(
        default=False, validator=_places_as_many
    )
    lasker: Annotated[bool, "men are placed or moved, as the player likes; implies placing"] = (
        attrs.field(default=False, validator=yes_or_no)
    )

    def __attrs_post_init__(self) -> None:
        """Lasker's game begins with the empty board too: both ways to write it are one game."""
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
        return "." * len(self.board.places) + "m" * mine + "w" * theirs

    def _all_placed(self) -> str:
        """Clockwise from the upper left, on all rings: neighbours are of different players."""
        position = ["."] * len(self.board.places)
        left = dict(zip("mw", self.men, strict=True))
        for point in sorted(
            range(len(position)), key=lambda point: divmod(point, len(ROUND))[::-1]
        ):
            ring, along = divmod(point, len(ROUND))
            own, other = "wm" if (ring + along) % 2 == 0 else "mw"
            man = own if left[own] else other
            if left[man]:
                position[point], left[man] = man, left[man] - 1
        return "".join(position)

    @property
    def board(self) -> Diagram:
        """Where the points lie, and what joins them."""
        return board_of(self.rings, self.diagonals)

    # ── rules ──────────────────────────────────────────────────────────────

    def moves(self, position: str) -> list[Move]:
        """By the point a man leaves, then where he goes to, then what is taken."""
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
        """The men that are still to be placed."""
        return position[len(self.board.places) :]

    def _on_board(self, position: str) -> str:
        """The points alone."""
        return position[: len(self.board.places)]

    def _gone(self, position: str, source: int | None, target: int) -> list[str]:
        """The points when a man has gone from one to another, or has been placed."""
        points = list(self._on_board(position))
        if source is not None:
            points[source] = "."
        points[target] = "m"
        return points

    def _is_legal(self, position: str, move: object) -> bool:
        """Whether it is one of ``moves``."""
        match move:
            case (int() | None as source, int(target), int() | None as taken):
                can_go = (source, target) in self._ways(position)
                return can_go and taken in self._taken(position, source, target)
        return False

    def terminal_value(self, position: str) -> Value | None:
        """Lost with two men, and for a player who cannot move; nothing else ends play."""
        is_lost = position.count("m") == LEAST_MEN or not any(self._ways(position))
        return Value.LOSS if is_lost else None

    def _ways(self, position: str) -> Iterator[tuple[int | None, int]]:
        """Where one in hand can be placed; where each man can go, once none is or with Lasker."""
        has_hand = "m" in self._hand(position)
        placed = [None] if has_hand else []
        moved = self._movable(position) if self.lasker or not has_hand else []
        for source in [*placed, *moved]:
            for target in self._targets(position, source):
                yield source, target

    def _movable(self, position: str) -> list[int]:
        """The points with a man of the player to move."""
        return [point for point, man in enumerate(self._on_board(position)) if man == "m"]

    def _targets(self, position: str, source: int | None) -> list[int]:
        """The free points to which a man can go, the one of a point or one in hand."""
        may_fly = self.flying and position.count("m") == FEWEST_TO_PLAY
        everywhere = range(len(self.board.places))
        reach = everywhere if source is None or may_fly else self.board.around[source]
        return [point for point in reach if position[point] == "."]

    def _taken(self, position: str, source: int | None, target: int) -> Sequence[int | None]:
        """Which men may be taken, one of them, if a move closes a mill and there are any."""
        points = self._gone(position, source, target)
        theirs = [point for point, man in enumerate(points) if man == "w"]
        if not theirs or not self._is_in_mill(points, target):
            return [None]
        return [point for point in theirs if not self._is_in_mill(points, point)] or theirs

    def _is_in_mill(self, points: Sequence[str], point: int) -> bool:
        """Whether the man on a point and two of his side are a mill."""
        man = points[point]
        return any(
            points[one] == points[two] == points[three] == man
            for one, two, three in self.board.through[point]
        )

    def symmetries(self, position: str) -> Iterator[str]:
        for image in self.board.images[1:]:
            turned = [""] * len(image)
            for point, target in enumerate(image):
                turned[target] = position[point]
            yield "".join(turned) + self._hand(position)

    def stage(self, position: str) -> str:
        """How many men the players have on the board, the larger number first.

        As long as men are in hand, how many, and how many the mover and the other have there. In
        Lasker's game, how many are in either hand: whoever has more men in all comes first, and of
        equals who has more in hand.
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
        """The rings from the outside, with ``/`` between them, each clockwise from a top corner.

        Men in hand follow, those of the player to move first.
        """
        board, hand = self._on_board(position), self._hand(position)
        text = "/".join(board[first : first + len(ROUND)] for first in range(0, len(board), 8))
        return f"{text} {hand.count('m')}+{hand.count('w')}" if hand else text

    def parse(self, text: str) -> str:
        blank = self.format("." * len(self.board.places))
        shape = re.sub(r"\.", "[.mw]", blank) + (r"( [0-9]{1,2}\+[0-9]{1,2})?" * self.placing)
        if isinstance(text, str) and re.fullmatch(shape, text):
            board, _, hand = text.partition(" ")
            mine, theirs = map(int, (hand or "0+0").split("+"))
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
            + in_turn * (self.placing and not self.lasker),
        )

    def is_hand(self, mine: int, theirs: int) -> bool:
        """Whether so many men can be in hand: they are placed in turn, but with Lasker."""
        is_in_turn = self.placing and mine - theirs in (0, 1)
        return self.lasker or is_in_turn or mine == theirs == 0

    def has_count(self, position: str) -> bool:
        """Whether the players of a position can have so many men."""
        return self.is_count(position.count("m"), position.count("w"))

    def is_count(self, mine: int, theirs: int) -> bool:
        """Whether the players can have so many men when one of them is to move."""
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
        """The men of the first player are x."""
        return self._drawn(position.translate(OWNERS[seat]), "xo")

    def _drawn(self, position: str, men: str) -> str:
        """The board, and how many of these men are in hand."""
        hand = self._hand(position)
        told = ", ".join(f"{hand.count(man)} {man}" for man in men)
        return self.board.drawn(self._on_board(position)) + (f"\nin hand: {told}" if hand else "")

    def legend(self) -> str:
        return self.board.drawn(self.board.names)

    def svg(self, position: str) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: str, seat: int) -> str:
        """A man moves along an arrow; what he takes is chosen by the text of the move."""
        board = self.board
        slides = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): self._clicked(each) for each in slides}
        men = self._on_board(position).translate(OWNERS[seat])
        shapes = {"x": "dark", "o": "light"}
        return gamesolver.points_svg(
            board.places, board.lines, men, ways, shapes, names=board.names
        )

    def _clicked(self, move: Move) -> list[int]:
        """The points that a move is about, but for the one where a man is taken."""
        return [point for point in move[:2] if point is not None]
