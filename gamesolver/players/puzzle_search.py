"""Search for puzzles, and their solution trees.

A won position is a puzzle if exactly one legal move wins, and again after every defence of
greatest remoteness, down to the last move. :func:`winning_tree` checks this. It requires one
winning move in each position of the winner and follows all best moves of the loser. (The value
states who wins, so moves that keep the turn need no special case.) Each step lowers the
remoteness, so there are no cycles, and repeated positions are examined once. A win by infinite
play is not a puzzle, because it has no last move.

Candidates are searched deepest first, and in random order among equals: longest wins first, then
wins in one and rescues. In a game with scores, the positions farthest from the end come first, and
infinite play last. :func:`candidates_one_by_one` does this for a game in plain Python. A compiled
game uses a kernel on all threads (``compiled_puzzles``). Both yield candidates one by one,
so the caller stops the search when there are enough.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from functools import total_ordering
from random import Random
from typing import Any, Generic

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import is_count
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.progress import Reporter
from gamesolver.tables.table import Table
from gamesolver.texts import error_text, spelled
from gamesolver.value import Outcome, Value

# ── candidates: positions in which one move of several is right ───────────────────────────────────

POSITIONS_A_REPORT = 1 << 8


def wanted_outcomes(
    solution: Solution[Any, Any], plies: int | Container[int] | None
) -> dict[Outcome, int]:
    """Return the outcomes that puzzles may have, with their numbers of positions."""
    are_several = isinstance(plies, Container) and not isinstance(plies, str | bytes)
    if not (plies is None or is_count(plies) or are_several):
        expected = "expected a number of plies, or a range or set of them"
        raise InvalidArgumentError(f"bad plies {spelled(plies)}: {expected}")
    counts = solution.counts()
    may_be = [outcome for outcome in counts if outcome.remoteness != 0 and _suits_a_puzzle(outcome)]
    if plies is None:
        return {outcome: counts[outcome] for outcome in may_be}
    won = [outcome for outcome in may_be if outcome.score is not None or _is_won(outcome)]
    among: Any = plies if are_several else (plies,)
    try:
        wanted = {outcome: counts[outcome] for outcome in won if outcome.remoteness in among}
    except Exception as error:  # a container of the caller's own may do anything
        message = f"bad plies {spelled(plies)}: {error_text(error)}"
        raise InvalidArgumentError(message) from error
    if not wanted:
        raise _no_such_win(solution, plies, [outcome.remoteness for outcome in won])
    return wanted


def _is_won(outcome: Outcome) -> bool:
    return outcome.value is Value.WIN


def _suits_a_puzzle(outcome: Outcome) -> bool:
    """Return True if a puzzle may have this outcome: a score, a finite win or a draw."""
    if outcome.score is not None:
        return True
    return outcome.value is Value.DRAW or (_is_won(outcome) and outcome.remoteness is not None)


def _no_such_win(
    solution: Solution[Any, Any], plies: object, there_are: Sequence[int | None]
) -> InvalidArgumentError:
    """Return the error for plies in which no position is won."""
    there = {length for length in there_are if length is not None}
    lengths = ", ".join(map(str, sorted(there)))
    if Rules(solution.game).is_scored:
        return InvalidArgumentError(
            f"bad plies {spelled(plies)}: expected a number of plies in which positions of "
            f"{solution.game!r} end: {lengths}"
        )
    advice = f"in {lengths} plies" if lengths else "in none; leave it out for rescues"
    return InvalidArgumentError(
        f"bad plies {spelled(plies)}: expected some in which positions of {solution.game!r} are "
        f"won, {advice}"
    )


def candidates_one_by_one(
    solution: Solution[Any, Any],
    table: Table[Any],
    wanted: Collection[Outcome],
    luck: Random,
    report: Reporter,
) -> Iterator[Any]:
    """Yield positions with a wanted outcome and one right move of several, deepest first."""
    found = [(depth(outcome), here) for here, outcome in table.items() if outcome in wanted]
    luck.shuffle(found)
    found.sort(key=lambda pair: -pair[0])
    listed = [here for _, here in found]
    for number, position in enumerate(listed):
        if not number % POSITIONS_A_REPORT:
            report("search", number, len(listed))
        rows = solution.moves(position)
        if len(rows) > 1 and rows[1].outcome.points < rows[0].outcome.points:
            yield position


def depth(outcome: Outcome) -> int:
    """Return the depth of an outcome: its plies to the end. The deepest are searched first.

    A rescue has depth 1, like wins in one. Infinite play has depth 0.
    """
    is_rescue = outcome.score is None and not _is_won(outcome)
    return 1 if is_rescue else outcome.remoteness or 0


def plies_to_grade(outcome: Outcome) -> int:
    """Return the number of plies to find: all plies of a win, or else the first."""
    return depth(outcome) if outcome.score is None else 1


# ── conditions for a puzzle, checked move by move in the solution ─────────────────────────────────


@attrs.frozen(eq=False, repr=False)
class Branch(Generic[PositionT, MoveT]):
    """Move of a solution tree, with its successor and the moves that follow.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import puzzles
    >>> puzzle = puzzles(solve(TicTacToe()), plies=3)[0]
    >>> puzzle.solution.move == puzzle.move, len(puzzle.solution.replies) > 0
    (True, True)
    """

    move: MoveT
    position: PositionT
    replies: tuple[Branch[PositionT, MoveT], ...]
    gain: int = 0
    """Points that the move gains."""

    def __repr__(self) -> str:
        return f"<Branch {self.move!r} with {len(self.replies)} replies>"


@attrs.frozen
class Refutation(Generic[MoveT]):
    """Wrong first move, its outcome for the player who makes it, and the refuting line.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import puzzles
    >>> puzzles(solve(TicTacToe()), plies=5)[1].refutations[0]
    Refutation(move=0, outcome=Outcome(Value.LOSS, 2), line=(8,))
    """

    move: MoveT
    outcome: Outcome
    line: tuple[MoveT, ...]
    """Best moves of both sides, the reply first. Empty if the wrong move ends play."""


@total_ordering
@attrs.frozen(order=False)
class Grade:
    """Difficulty of a puzzle. Easier grades are smaller.

    >>> Grade(3, 4, 6) < Grade(5, 1, 2) < Grade(5, 2, 2) < Grade(5, 2, None)
    True
    """

    plies: int
    """Depth of the solution in plies."""
    failing: int
    """Number of legal moves that fail."""
    refuted_in: int | None
    """Plies to the end after the failing move that lasts longest, or ``None`` for infinite play."""

    @property
    def _rank(self) -> tuple[int, int, float]:
        late = float("inf") if self.refuted_in is None else self.refuted_in
        return self.plies, self.failing, late

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Grade):
            return NotImplemented
        return self._rank < other._rank


Rows = Sequence[MoveRow[Any, Any]]


def winning_tree(solution: Solution[Any, Any], position: Any) -> Branch[Any, Any] | None:
    """Return the solution of a won position, or ``None`` if several moves win somewhere."""
    ahead: dict[Any, Rows] = {}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here in ahead:
            continue
        chosen = _to_look_at(solution.moves(here))
        if chosen is None:
            return None
        ahead[here] = chosen
        waiting += [row.position for row in chosen]
    return _grown(ahead)[position][0]


def _to_look_at(rows: Rows) -> Rows | None:
    """Return the winner's only winning move, or all best moves of the loser."""
    if rows and rows[0].outcome.value is Value.WIN:
        winning = [row for row in rows if row.outcome.value is Value.WIN]
        return winning if len(winning) == 1 else None
    return [row for row in rows if row.is_best]


def _grown(ahead: dict[Any, Rows]) -> dict[Any, tuple[Branch[Any, Any], ...]]:
    """Return the branches at each position, built backwards from terminal positions."""
    branches: dict[Any, tuple[Branch[Any, Any], ...]] = {}
    for here in sorted(ahead, key=lambda position: _plies(ahead[position])):
        branches[here] = tuple(
            [Branch(row.move, row.position, branches[row.position]) for row in ahead[here]]
        )
    return branches


def _plies(rows: Rows) -> int:
    """Return the remoteness of a won or lost position."""
    return rows[0].outcome.remoteness or 0 if rows else 0


def saving_move(rows: Rows) -> Branch[Any, Any]:
    """Return the solution of a rescue: its first move."""
    return Branch(rows[0].move, rows[0].position, (), rows[0].gain)


def refutations(solution: Solution[Any, Any], rows: Rows) -> Iterator[Refutation[Any]]:
    """Yield the refutation of every move except the first."""
    for row in rows[1:]:
        line = tuple(reply.move for reply in solution.mainline(row.position))
        yield Refutation(row.move, row.outcome, line)


def grade(plies: int, rows: Rows) -> Grade:
    """Return the difficulty of finding the first move."""
    lives = [row.outcome.remoteness for row in rows[1:]]
    latest = None if None in lives else max(life for life in lives if life is not None)
    return Grade(plies, len(lives), latest)
