"""Nine Men's Morris: men are placed, moved and taken. Compiled rules.

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

A man is moved along a line to the next point, if that is free; a player with three men left may
move one to any free point (he *flies*). Three men of one player in line, each next to another, are
a *mill*. Whoever closes one takes a man of the other player, and none that is part of a mill while
there are others. With two men left, or without a move, one has lost. Play that never ends is drawn.

Two rings with six men are *six men's morris*, usually played without flying. One ring has a point
in the middle, and three men each on it play *three men's morris*, once they are placed: whoever
closes a row takes a man, and two are too few. With ``diagonals`` lines join the corners of the
rings, and three of these are a mill too: so men move in *Morabaraba* and *twelve men's morris*.

On a board ``x`` is a man of the first player, and ``o`` one of the second. If it is not known who
moves, ``m`` is a man of the player to move, and ``w`` one of the player who waits. A move is
written a7-d7, and a7-d7xg4 if the man on g4 is taken; a man is placed by the name of his point, d7.

The game here is the second part, from a start that is drawn below; what men are placed on the board
for is to begin it well. With ``placing=True`` it is the whole game: from the empty board on, the
players place their men in turn, and whoever closes a mill takes a man. With ``lasker=True`` the
two parts are one: on each turn a player places a man or moves one, as he likes. Whoever has three
men in all may fly with those on the board. Emanuel Lasker wrote of it in *Brettspiele der Völker*,
1931, with ten men of each player.

All positions are numbered in which nobody has more men than at the start, and each has its *stage*:
how many men the players have, such as 9-7, and before that how many are in hand and how many the
mover and the other have on the board. In Lasker's morris a stage is what either has in hand and on
the board, whoever is the mover. Play never returns to an earlier one, so the whole is solved stage
by stage in a folder.

**A position** is seen from the player to move; what its bits are is told in
``games.nine_mens_morris.rings``.

Symmetries turn and mirror the board, and put its rings from inside to outside; how positions are
numbered up to those is told in ``games.nine_mens_morris.kernels``.

R. Gasser solved the game in 1993: *Solving Nine Men's Morris*, Games of No Chance, MSRI
Publications 29, 1996. P. Stahlhacke solved Lasker's morris in 2003. G. E. Gévay and G. Danner
solved Morabaraba, and both of those once more: arXiv 1408.0032.
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

    A move is the point a man leaves and the one he goes to, ``a5-c5``, and the point where a man
    is taken, if he closes a mill. Its code is 32 times 32 times the first plus 32 times the second
    plus the third, in bits of the mover's men; 31 for none taken.

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
        from games.nine_mens_morris.kernels import (  # numba comes when first asked
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
        """The stage with the same men of each player, without regard to those before.

        With Lasker stages have other numbers. Once nothing is in hand they are called the same.
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
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
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
        """The point of a bit, if it is one."""
        return None if place == NOWHERE else point_at(place, self.rings)


_plain = cache(PlainNineMensMorris)
