"""Nimbers: the value of each position of an impartial game in a sum of games.

**The model.** Both players have the same moves in every position. Play always ends, and a player
who cannot move loses. In a *sum* of such games a move is a move in one of them. The library cannot
check that a position means the same for both players: the author guarantees it.

**The theorem** (Sprague and Grundy). In every sum, a position is equivalent to a heap of Nim. The
size of this heap is its *nimber*: the least number that is not the nimber of a successor. The
nimber of a sum is the exclusive or of the nimbers of its parts. The player to move loses exactly if
it is 0.

**The method.** If an author names the independent *parts* of a position, only single parts are
explored. A move in a part leads to more parts. The nimber of a part is computed after those of all
parts that it leads to (``gamesolver.parts``, which also finds cycles).

**The cost.** The moves of each single part are listed once, and each successor is split into parts
once. In addition to the author's rules this takes some 5 microseconds a move. Kayles to 200 pins
needs 20,000 moves. All positions of 200 pins would be 10^12.

**Sources.** R. P. Sprague, Über mathematische Kampfspiele, *Tôhoku Mathematical Journal* 41 (1935);
P. M. Grundy, Mathematics and games, *Eureka* 2 (1939); *Winning Ways*, chapters 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping
from functools import reduce
from operator import xor
from typing import Any, Generic

import attrs

from gamesolver.errors import Advice, CycleError, InvalidArgumentError, UnknownPositionError
from gamesolver.parts import is_cyclic, strong_parts, way_back
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import roots_of
from gamesolver.rules.messages import shown
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.tables.table import EntriesView
from gamesolver.texts import error_text, spelled
from gamesolver.value import Value

Parts = Callable[[PositionT], Iterable[PositionT]]
"""Function that returns the independent parts of a position, as positions of the same game."""

PARTS_A_LOOK = 1 << 10
SHOWN_OF_A_CYCLE = 5
GOES_THERE = Advice("goes there", {"start": None}, call="nimbers(game, {})")


def nimbers(
    game: Game[PositionT, MoveT],
    parts: Parts[PositionT] | None = None,
    *,
    start: PositionT | None = None,
    positions: Iterable[PositionT] | None = None,
    memory: int | float | str | None = None,
    progress: bool | Listener | None = None,
) -> Nimbers[PositionT, MoveT]:
    """Return the nimber of every position of an impartial game without cycles.

    Parameters
    ----------
    game
        The rules. The player to move must make no difference, so the game may not have a method
        ``player``. Every terminal position must be a loss for the player to move.
    parts
        Function from a position to its parts, positions of the same game, such that every move
        changes one of them. A position that cannot be split is its own and only part.
    start
        Position to explore from instead of ``game.start()``. With it, ``game.positions()`` is
        ignored.
    positions
        Further roots instead of ``game.positions()``.
    memory
        Memory limit in bytes, or a text like ``"1.5 GB"``.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Nimbers
        The nimber of each position; with ``parts``, of every sum of the parts that were found.

    Raises
    ------
    CycleError
        Play can return to a position.
    InvalidArgumentError
        The game is not impartial, an argument is invalid, or a part can be split further.
    GameContractError
        The rules break a law that is noticed during the computation.
    MemoryLimitError
        It requires more than ``memory``.

    >>> from games import Nim
    >>> table = nimbers(Nim(heaps=(1, 4)))
    >>> table[1, 4], table[0, 3], table.winning_moves((1, 4))
    (5, 3, ((1, 3),))

    With parts, only single heaps are explored, and the nimbers of any number of heaps are known:

    >>> table = nimbers(Nim(heaps=(9,)), parts=lambda heaps: [(heap,) for heap in heaps])
    >>> len(table), table[9, 5, 3]
    (10, 15)
    """
    rules, meter = Rules(game), MemoryMeter(memory)
    require_impartial(rules)
    if parts is not None and not callable(parts):
        raise InvalidArgumentError(
            f"bad parts {spelled(parts)}: expected a function from a position to its parts"
        )
    split = _Split(rules, parts)
    with reporting(progress) as report:
        found = _Found(split, report, meter)
        for root in roots_of(rules, start, positions):
            found.explore(root)
        return Nimbers(game, split, found.resolved())


@attrs.frozen(eq=False, repr=False)
class Nimbers(Mapping[PositionT, int], Generic[PositionT, MoveT]):
    """Nimbers of a game: a mapping from positions to numbers that iterates over the single parts.

    A position is known if its parts are, even if this sum of them was never reached.

    >>> from games import Subtraction
    >>> table = nimbers(Subtraction(heap=6, takes=(1, 2)))
    >>> [table[heap] for heap in range(7)]
    [0, 1, 2, 0, 1, 2, 0]
    """

    game: Game[PositionT, MoveT]
    _split: _Split[PositionT, MoveT]
    _numbers: Mapping[PositionT, int]

    def __getitem__(self, position: PositionT) -> int:
        return _of_sum(map(self._of_part, self._split.known(position)))

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def items(self) -> ItemsView[PositionT, int]:
        """View of the single parts with their nimbers, in the order of iteration."""
        return EntriesView(self)

    def __repr__(self) -> str:
        return f"<Nimbers of {self.game!r}: {len(self)} positions>"

    def winning_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        """Return the moves that lead to a position of nimber 0; none if the position has nimber 0.

        Parameters
        ----------
        position
            A position whose nimber is known.

        Returns
        -------
        tuple
            The moves, in the order of the game.

        Raises
        ------
        UnknownPositionError
            The position, or one of its parts, is unknown.
        """
        if not self[position]:
            return ()
        played = self._split.rules.played(position)
        return tuple(move for move, successor in played if not self[successor])

    def _of_part(self, part: PositionT) -> int:
        try:
            return self._numbers[part]
        except (KeyError, TypeError):  # the latter for objects that are not positions
            raise UnknownPositionError(
                f"unknown position {spelled(part)}: not reachable from the start of {self.game!r}",
                part,
            ).advised(GOES_THERE) from None


def _of_sum(numbers: Iterable[int]) -> int:
    """Return the nimber of a sum from the nimbers of its parts."""
    return reduce(xor, numbers, 0)


# ── parts ───────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class _Split(Generic[PositionT, MoveT]):
    """Splits positions into parts, each as the canonical position of its orbit."""

    rules: Rules[PositionT, MoveT]
    parts: Parts[PositionT] | None

    def of(self, position: PositionT) -> tuple[PositionT, ...]:
        """Return the parts of a position of the game."""
        if self.parts is None:
            return (self.rules.canonical(position),)
        try:
            parts = tuple(self.parts(position))
        except Exception as error:
            raise self._bad(position, f"raised {error_text(error)}") from error
        for part in parts:
            try:
                hash(part)
            except Exception as error:
                raise self._bad(
                    position, f"gave {spelled(part)}, which cannot be hashed: expected positions"
                ) from error
        return tuple(self.rules.canonical(part) for part in parts)

    def known(self, position: object) -> tuple[PositionT, ...]:
        """Return the parts of a queried object; raise ``UnknownPositionError`` if this fails."""
        try:
            return self.of(position)  # type: ignore[arg-type]  # found out by trying
        except Exception as error:
            raise UnknownPositionError(
                f"unknown position {spelled(position)}: no position of {self.rules.game!r}",
                position,
            ) from error

    def require_single(self, part: PositionT) -> None:
        """Raise if a part can be split further."""
        further = self.of(part)
        if further not in ((part,), ()):
            raise self._bad(
                part,
                f"gave {spelled(list(further))}, and {spelled(part)} is a part itself: expected "
                "parts that do not split further",
            )

    def _bad(self, position: PositionT, did: str) -> InvalidArgumentError:
        return InvalidArgumentError(
            f"bad parts of {self.rules.game!r}: parts({spelled(position)}) {did}"
        )


# ── exploration and computation ─────────────────────────────────────────────────────────────────


class _Found(Generic[PositionT, MoveT]):
    """The single parts found so far, by number; for each its successors, as numbers of parts."""

    def __init__(
        self, split: _Split[PositionT, MoveT], report: Reporter, meter: MemoryMeter
    ) -> None:
        self.split, self.report, self.meter = split, report, meter
        self.found: list[PositionT] = []
        self.numbers: dict[PositionT, int] = {}
        self.successors: list[list[tuple[int, ...]]] = []

    def explore(self, root: PositionT) -> None:
        """List the parts of a root, and all parts that they lead to."""
        self._indexed(root)
        while len(self.successors) < len(self.found):
            self.successors.append(self._successors(self.found[len(self.successors)]))
            if len(self.successors) % PARTS_A_LOOK == 0:
                self._look()

    def resolved(self) -> dict[PositionT, int]:
        """Return the nimber of each part, computed after those of all parts that it leads to."""
        nimbers = [0] * len(self.found)
        for part in strong_parts(range(len(self.found)), self._ahead):
            if is_cyclic(part, self._ahead):
                raise self._cycle_error(part)
            ahead = self.successors[part[0]]
            reached = {_of_sum(nimbers[each] for each in parts) for parts in ahead}
            nimbers[part[0]] = next(
                number for number in range(len(reached) + 1) if number not in reached
            )
        return dict(zip(self.found, nimbers, strict=True))

    def _indexed(self, position: PositionT) -> tuple[int, ...]:
        """Return the numbers of the parts of a position; new parts are listed."""
        parts = self.split.of(position)
        for part in parts:
            if part not in self.numbers:
                self.split.require_single(part)
                self.numbers[part] = len(self.found)
                self.found.append(part)
        return tuple(self.numbers[part] for part in parts)

    def _successors(self, part: PositionT) -> list[tuple[int, ...]]:
        """Return the distinct successors of a part, each as the numbers of its parts."""
        rules = self.split.rules
        ending = rules.ending(part)
        if ending is None:
            played = rules.played(part)
            return [*dict.fromkeys(self._indexed(successor) for _, successor in played)]
        if ending.value is not Value.LOSS:
            raise not_lost(rules.game, part, ending.value)
        return []

    def _ahead(self, number: int) -> list[int]:
        return [each for parts in self.successors[number] for each in parts]

    def _look(self) -> None:
        done, listed = len(self.successors), len(self.found)
        self.report("explore", done, listed)
        self.meter.check(f"{listed} positions found, {listed - done} of them still to expand")

    def _cycle_error(self, part: list[int]) -> CycleError:
        first = next(each for each in self._ahead(part[0]) if each in part)
        back = [self.found[each] for each in way_back(first, part[0], self._ahead)]
        game = self.split.rules.game
        others = [shown(game, each) for each in back[:-1][:SHOWN_OF_A_CYCLE]]
        way = f" by way of {', '.join(others)}" if others else ""
        return CycleError(
            f"nimbers require a game without cycles: position {shown(game, back[-1])} can return "
            f"to itself{way}; solve(game) supports cycles",
            back,
        )


def require_impartial(rules: Rules[Any, Any]) -> None:
    """Raise if a game names its players, or has scores."""
    if rules.has_seats:
        raise _not_impartial(
            rules.game,
            "it has a method player: expected the same moves for both players",
        )
    if rules.is_scored:
        raise _not_impartial(
            rules.game, "it has scores: expected terminal_value, a loss at every end of play"
        )


def not_lost(game: Game[Any, Any], position: object, value: object) -> InvalidArgumentError:
    """Return the error for a terminal position that is not a loss."""
    return _not_impartial(
        game,
        f"terminal_value({shown(game, position)}) returned {spelled(value)}: expected every end of "
        "play to be a loss for the player to move",
    )


def _not_impartial(game: Game[Any, Any], why: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"{game!r} is not an impartial game in which the player who cannot move loses: {why}"
    )
