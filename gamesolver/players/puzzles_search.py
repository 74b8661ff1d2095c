"""Looking for positions in which one move of several is right.

Of a game in plain Python the positions with a wanted outcome are listed, put into a drawn
order, and asked one by one; their trees are left to the caller. Of a compiled game a kernel
goes through the cells, chunk by chunk in a drawn order, on all threads: it needs no more
than a look at a cell that is not wanted, and some look-ups at one that is, and it walks the
trees too. Both give what they find one by one, so whoever has enough stops the search.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from random import Random
from typing import Any

from gamesolver.arguments import is_count
from gamesolver.compiled import CompiledGame
from gamesolver.errors import InvalidArgumentError
from gamesolver.progress import Reporter
from gamesolver.solution import Solution
from gamesolver.spelling import said_by, spelled
from gamesolver.table import Table
from gamesolver.value import Outcome, Value

POSITIONS_A_REPORT = 1 << 8


def wanted_outcomes(
    solution: Solution[Any, Any], plies: int | Container[int] | None
) -> Collection[Outcome]:
    """The outcomes of positions that may be puzzles."""
    are_several = isinstance(plies, Container) and not isinstance(plies, str | bytes)
    if not (plies is None or is_count(plies) or are_several):
        told = "expected a number of plies, or a range or set of them"
        raise InvalidArgumentError(f"bad plies {spelled(plies)}: {told}")
    going_on = [each for each in solution.counts() if each.remoteness != 0]
    if plies is None:
        return {each for each in going_on if each.value is not Value.LOSS}
    won = [each for each in going_on if each.value is Value.WIN]
    among: Any = plies if are_several else (plies,)
    try:
        wanted = {each for each in won if each.remoteness in among}
    except Exception as error:  # a container of the caller's own may do anything
        told = f"bad plies {spelled(plies)}: {said_by(error)}"
        raise InvalidArgumentError(told) from error
    if not wanted:
        raise _no_such_win(solution, plies, [each.remoteness for each in won])
    return wanted


def _no_such_win(
    solution: Solution[Any, Any], plies: object, there_are: Sequence[int | None]
) -> InvalidArgumentError:
    """The error for plies in which no position is won."""
    lengths = ", ".join(map(str, sorted(each for each in there_are if each is not None)))
    told = f"in {lengths} plies" if lengths else "in none; leave it out for rescues"
    return InvalidArgumentError(
        f"bad plies {spelled(plies)}: expected some in which positions of {solution.game!r} are "
        f"won, {told}"
    )


def candidates(
    solution: Solution[Any, Any], wanted: Collection[Outcome], luck: Random, report: Reporter
) -> Iterator[Any]:
    """Canonical positions that the start reaches, with one right move of several.

    They have one of the ``wanted`` outcomes. Every puzzle is among them.
    """
    table: Table[Any] = solution._table  # its cells are read in bulk
    if not wanted:
        return
    if isinstance(solution.game, CompiledGame):
        from gamesolver.players.puzzles_compiled import cells_of, found_by_kernel
        from gamesolver.players.puzzles_reach import Reach

        cells = cells_of(table)
        if cells is not None:
            is_reached = Reach(solution.game, cells)
            yield from filter(is_reached, found_by_kernel(cells, wanted, luck, report))
            return
    yield from filter(table.start_reaches, _one_by_one(solution, table, wanted, luck, report))


def _one_by_one(
    solution: Solution[Any, Any],
    table: Table[Any],
    wanted: Collection[Outcome],
    luck: Random,
    report: Reporter,
) -> Iterator[Any]:
    listed = [position for position, outcome in table.items() if outcome in wanted]
    luck.shuffle(listed)
    for number, position in enumerate(listed):
        if not number % POSITIONS_A_REPORT:
            report("search", number, len(listed))
        rows = solution.moves(position)
        least = Value.WIN if rows and rows[0].outcome.value is Value.WIN else Value.DRAW
        if len(rows) > 1 and rows[1].outcome.value < least:
            yield position
