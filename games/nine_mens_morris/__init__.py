"""Nine Men's Morris: three men in a line are a mill, which captures a man. Compiled rules.

    a7-------d7-------g7        the first ring, outside
    |        |        |
    |  b6----d6----f6 |
    |  |     |     |  |
    |  |  c5-d5-e5 |  |
    |  |  |     |  |  |
    a4-b4-c4    e4-f4-g4
    |  |  |     |  |  |
    |  |  c3-d3-e3 |  |
    |  |     |     |  |
    |  b2----d2----f2 |
    |        |        |
    a1-------d1-------g1

A player with two men left, or without a move, loses. A player moves a man along a line to an
adjacent free point. A player with three men left may move a man to any free point (the man
*flies*). Three men of one player on a line, each next to another, are a *mill*. A player who closes
a mill captures a man of the other player. A man in a mill is captured only if all are in mills.
Infinite play is a draw.

Two rings with six men are *six men's morris*, usually played without flying. One ring has a point
in the middle. With three men each, already placed, it is *three men's morris*: a closed row
captures a man, and a player with two men loses. With ``diagonals`` lines join the corners of the
rings, and three points on such a line are a mill too. *Morabaraba* and *twelve men's morris* have
these lines.

On a board ``x`` is a man of the first player, and ``o`` one of the second. If it is not known who
moves, ``m`` is a man of the player to move, and ``w`` one of the other player. A move is written
a7-d7, and a7-d7xg4 if it captures the man on g4. A man is placed by the name of its point, d7.

By default the game is the second part only, when all men are placed. With ``placing=True`` it is
the whole game. From the empty board on, the players take turns to place their men, and a player who
closes a mill captures a man. With ``lasker=True`` the two parts are one: in each turn a player
places a man or moves one. A player with three men in all may fly with those on the board. Emanuel
Lasker described this game in *Brettspiele der Völker*, 1931, with ten men of each player.

All positions are numbered in which each player has at most the men of the start. The *stage* of a
position is the numbers of men of the players, such as 9-7. While men are placed, the stage is the
number of men in hand and the numbers on the board, first of the player to move. In Lasker's morris
a stage is the numbers of each player in hand and on the board, regardless of the player to move.
Play never returns to an earlier stage, so the game is solved stage by stage in a folder.

**A position** is stored for the player to move. ``games.nine_mens_morris.rings`` describes its
bits.

Symmetries rotate and reflect the board, and exchange its inner and outer rings.
``games.nine_mens_morris.kernels`` describes the numbering of positions up to symmetry.

R. Gasser solved the game in 1993: *Solving Nine Men's Morris*, Games of No Chance, MSRI
Publications 29, 1996. P. Stahlhacke solved Lasker's morris in 2003. G. E. Gévay and G. Danner
solved Morabaraba, and both of those again: arXiv 1408.0032.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.nine_mens_morris.plain import MorrisParameters, Move, PlainNineMensMorris
from games.nine_mens_morris.rings import (
    CODE,
    HALF,
    HAND,
    HAND_OF_ONE,
    MEN,
    NOWHERE,
    place_of,
    point_at,
)
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError


@attrs.frozen
class NineMensMorris(MorrisParameters, CompiledGame):
    """Nine Men's Morris on one to three rings, with ``men`` of each player.

    A move is the point that a man leaves and the one it enters, ``a5-c5``, and the point of the
    captured man if it closes a mill. Its code is 32 times 32 times the first plus 32 times the
    second plus the third, as bits of the men of the player to move. The third is 31 without a
    capture.

    >>> game = NineMensMorris(rings=2, men=(3, 3))
    >>> position = game.parse("mm.m..../..w.ww..")
    >>> print(game.render(position))
    m---m---.
    |   |   |
    | .-.-w |
    | |   | |
    .-.   .-m
    | |   | |
    | .-w-w |
    |   |   |
    .---.---.
    """

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.nine_mens_morris.kernels import (  # numba is imported on first use
            lasker_rules,
            morris_rules,
        )

        made_with = self.rings, self.men, self.flying, self.diagonals
        return lasker_rules(*made_with) if self.lasker else morris_rules(*made_with, self.placing)

    @property
    def plain(self) -> PlainNineMensMorris:
        made_with = self.rings, self.men, self.flying, self.diagonals
        return _plain(*made_with, self.placing, self.lasker)

    def shared_stage(self, other: CompiledGame, stage: int) -> int | None:
        """Return the stage with the same men of each player, regardless of men placed earlier.

        Stages of Lasker's game have other numbers. Without men in hand they have the same labels.
        """
        if not isinstance(other, NineMensMorris):
            return None
        rules = ("rings", "flying", "diagonals")
        if any(getattr(other, name) != getattr(self, name) for name in rules):
            return None
        if other.lasker == self.lasker:
            return stage
        return next(iter(other.rules.numbers_of(self.rules.label_of(stage))), None)

    def to_plain(self, position: int) -> str:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, position >> HAND & 255
        places = [place_of(point, self.rings) for point in range(self.plain.board.size)]
        text = "".join(
            "m" if mine >> place & 1 else "w" if theirs >> place & 1 else "." for place in places
        )
        own, others = self._hands(hand)
        text += "m" * own + "w" * others
        is_position = self.plain.has_count(text) and (self.placing or not hand)
        if not is_position or self.from_plain(text) != position:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse returns"
            )
        return text

    def from_plain(self, position: str) -> int:
        first, points = {"m": 0, "w": HALF}, self.plain.board.size
        men = sum(
            1 << first[man] + place_of(point, self.rings)
            for point, man in enumerate(position[:points])
            if man in first
        )
        hand = position[points:]
        if not self.lasker:
            return men | len(hand) << HAND
        return men | (hand.count("m") | hand.count("w") << HAND_OF_ONE) << HAND

    def _hands(self, hand: int) -> tuple[int, int]:
        """Return the men that the player to move and the other player have in hand."""
        if self.lasker:
            others, own = divmod(hand, 1 << HAND_OF_ONE)
            return own, others
        return (hand + 1) // 2, hand // 2

    def to_plain_move(self, move: int) -> Move:
        way, taken = divmod(move, CODE)
        source, target = divmod(way, CODE)
        return self._point(source), point_at(target, self.rings), self._point(taken)

    def _point(self, place: int) -> int | None:
        """Return the point of a bit, if there is one."""
        return None if place == NOWHERE else point_at(place, self.rings)


_plain = cache(PlainNineMensMorris)
