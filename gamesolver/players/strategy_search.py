"""What one player must decide, up to symmetry: positions of theirs, and what each move needs.

The other player's moves are nothing to decide: all of them must be answered. So only the
positions with *our* move are kept, each with its *choices*: the moves that keep the value of
the start, and after each the positions of ours that the other player may bring about. If a
choice needs no more than another one does, the other one is dropped: it can be replaced
anywhere.

By value a move is kept that holds the value of the start, by score one that holds its score. Where
moves gain, a position does not tell how far the line is ahead: there a move is kept that brings
the score of its own position, so that in sum nothing is lost.

Twins are one position. If a strategy treated two of them differently, it could treat both
like one of them, and would need no more.

**A strategy found quickly, and the cutting down of any: what is there when time is short.**

*Greedy*: begin with the positions that come first, and at each take the choice that adds
the fewest new ones. A won start must be brought to an end (and so must whatever is worth more than
endless play), so there a choice must lead to lower ranks (see ``ranks``).

**The smallest strategy as an integer program, solved by HiGHS through scipy.**

**Variables**, all 0 or 1: of each position of ours, whether it is in the strategy (x); of
each choice there, whether it is taken (y). The fewest positions are wanted.

==========================  ============================================================
x = 1                       of the positions that come first
sum of y over choices = x   who is in the strategy takes one choice
sum of y over those         who takes a choice that needs a position has it in the
choices that need p <= x_p  strategy, of any two positions
==========================  ============================================================

A won start must be brought to an end. Where play loops, positions of one strongly connected
part have a *rank* t besides, any number from 0 to its size K less one, and a choice leads
down: t >= t_p + 1 - K (1 - y). Then no play within the strategy returns.

HiGHS branches and bounds; stopped by the clock it tells the least number of positions that
can still be. Source: Q. Huangfu, J. A. J. Hall, "Parallelizing the dual revised simplex
method", 2018.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic

import attrs
import numpy as np

from gamesolver.errors import MORE, Advice, InvalidArgumentError, SizeLimitError
from gamesolver.rules.game import PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter

# ── what one player must decide, up to symmetry ─────────────────────────────────────────────────


@attrs.frozen
class Choice(Generic[PositionT]):
    """A move at a position of ours, and the positions of ours that may come next.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> from gamesolver.players import strategy
    >>> strategy(solve(Nim(heaps=(1, 2)))).choices[1, 2]
    Choice(move=(1, 1), target=(1, 1), is_turn_kept=False, needs=((0, 1),))
    """

    move: Any
    target: PositionT
    """The canonical position that the move leads to."""
    is_turn_kept: bool
    needs: tuple[PositionT, ...]
    gain: int = attrs.field(default=0, repr=False)


@attrs.frozen(eq=False)
class Choices(Generic[PositionT]):
    """All that a strategy may consist of."""

    goal: int
    """What is guaranteed, as our player sees it: a score, or by value its sign."""
    required: tuple[PositionT, ...] = ()
    """The positions of ours that come first."""
    at: Mapping[PositionT, tuple[Choice[PositionT], ...]] = attrs.field(factory=dict)
    passing: frozenset[PositionT] = frozenset()
    """Those among them to which play must not return: more is had there than by endless play."""


class ChoiceFinder(Generic[PositionT]):
    """Finds the choices of one player, and counts the positions it looks at."""

    def __init__(
        self,
        solution: Solution[PositionT, Any],
        seat: int,
        is_by_score: bool,
        limit: int,
        report: Reporter,
    ) -> None:
        self._solution = solution
        self._rules: Rules[PositionT, Any] = Rules(solution.game)
        self._seat = seat
        self._is_by_score = is_by_score
        self._worth = self._rules.worth_to(solution.start, seat) if self._rules.worth else 0
        self._limit = limit
        self._report = report
        self._replies: dict[PositionT, tuple[PositionT, ...]] = {}
        self._looked_at = 0

    def choices(self) -> Choices[PositionT]:
        """Everything that play may come to while our moves keep what is to be kept."""
        start = self._rules.canonical(self._solution.start)
        is_ours = self._moves_first()
        goal = self._counted(self._solution.outcome.points * (1 if is_ours else -1))
        is_lost = goal < 0 and not self._is_by_score
        if is_lost or self._rules.ending(start) is not None:
            return Choices(goal)
        required = (start,) if is_ours else self._replies_to(start)
        at: dict[PositionT, tuple[Choice[PositionT], ...]] = {}
        waiting = list(required)
        while waiting:
            here = waiting.pop()
            if here not in at:
                at[here] = _undominated(list(self._at(here, goal)))
                waiting += [need for choice in at[here] for need in choice.needs]
        passing = frozenset(here for here in at if self._must_pass(here, goal))
        return Choices(goal, required, at, passing)

    def _counted(self, points: int) -> int:
        """What counts of so many points: all of them, or who wins by them."""
        return points if self._is_by_score else (points > 0) - (points < 0)

    def _least(self, here: PositionT, goal: int) -> int:
        """What a move at a position of ours must bring."""
        return self._solution[here].points if self._rules.has_gains else goal

    def _must_pass(self, here: PositionT, goal: int) -> bool:
        """Whether it is not enough to stay for ever."""
        return self._least(here, goal) > self._counted(self._worth)

    def _moves_first(self) -> bool:
        mover = self._rules.player(self._solution.start)
        return self._seat == (0 if mover is None else mover)

    def _at(self, here: PositionT, goal: int) -> Iterator[Choice[PositionT]]:
        """The moves at a position of ours that keep what is to be kept."""
        self._count()
        least, must_pass = self._least(here, goal), self._must_pass(here, goal)
        gain_of = self._rules.gains(here)
        for move, raw in self._rules.played(here):
            kept, gain = self._rules.turn_kept(here, raw), gain_of(move)
            reached = self._solution[raw].points
            if self._counted((reached if kept else -reached) + gain) < least:
                continue
            target = self._rules.canonical(raw)
            needs = self._going_on(target) if kept else self._replies_to(target)
            if not (must_pass and here in needs):  # else it might stay here for ever
                yield Choice(move, target, kept, needs, gain)

    def _going_on(self, position: PositionT) -> tuple[PositionT, ...]:
        """A position, unless play has ended there."""
        return () if self._rules.ending(position) is not None else (position,)

    def _replies_to(self, theirs: PositionT) -> tuple[PositionT, ...]:
        """The positions of ours that the other player may bring about, in the order found."""
        if theirs not in self._replies:
            ours: dict[PositionT, None] = {}
            seen, waiting = {theirs}, [theirs]
            while waiting:  # for more than one move where they move again
                here = waiting.pop()
                self._count()
                for _, raw in self._rules.played(here) if self._going_on(here) else ():
                    target = self._rules.canonical(raw)
                    if not self._rules.turn_kept(here, raw):
                        ours.update(dict.fromkeys(self._going_on(target)))
                    elif target not in seen:
                        seen.add(target)
                        waiting.append(target)
            self._replies[theirs] = tuple(ours)
        return self._replies[theirs]

    def _count(self) -> None:
        self._looked_at += 1
        self._report("explore", self._looked_at)
        if self._looked_at > self._limit:
            game = self._solution.game
            message = f"a strategy for {game!r} is chosen among more than {self._limit} positions"
            smaller = Advice("makes it smaller", {"start": None}, "solve(game, {})")
            raise SizeLimitError(message, self._limit).advised(MORE, smaller)


def _undominated(choices: list[Choice[PositionT]]) -> tuple[Choice[PositionT], ...]:
    """Of choices of which one needs no more than the other, the one; of equals, the first."""
    needs = [frozenset(choice.needs) for choice in choices]
    return tuple(
        choice
        for place, choice in enumerate(choices)
        if not any(
            other < needs[place] or (other == needs[place] and before < place)
            for before, other in enumerate(needs)
        )
    )


def ranks(choices: Choices[PositionT]) -> dict[PositionT, int]:
    """How many moves of ours a won position is from the end, at most, if we hurry.

    Or from a position where play may stay for ever.
    """
    rank_of: dict[PositionT, int] = {}
    users: dict[PositionT, list[tuple[PositionT, int]]] = {here: [] for here in choices.at}
    missing: dict[tuple[PositionT, int], int] = {}
    wave: list[PositionT] = []
    for here in (each for each in choices.at if each in choices.passing):
        for number, choice in enumerate(choices.at[here]):
            needs = _passing(choice.needs, choices)
            missing[here, number] = len(needs)
            for need in needs:
                users[need].append((here, number))
        if any(not missing[here, number] for number in range(len(choices.at[here]))):
            rank_of[here] = 0
            wave.append(here)
    for here in wave:  # grows as it is read
        for user, number in users[here]:
            missing[user, number] -= 1
            if not missing[user, number] and user not in rank_of:
                rank_of[user] = rank_of[here] + 1
                wave.append(user)
    return rank_of


def _passing(needs: Sequence[PositionT], choices: Choices[PositionT]) -> list[PositionT]:
    """Those of some positions to which play must not return."""
    return [need for need in needs if need in choices.passing]


# ── a strategy found quickly, and the cutting down of any ───────────────────────────────────────


def greedy(choices: Choices[Any]) -> Taken:
    """Some strategy."""
    rank = ranks(choices)
    wanted = dict.fromkeys(choices.required)
    taken: dict[Any, Choice[Any]] = {}
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        allowed = [each for each in choices.at[here] if _leads_down(each, here, rank, choices)]
        taken[here] = min(
            allowed, key=lambda choice: sum(need not in wanted for need in choice.needs)
        )
        for need in taken[here].needs:
            if need not in wanted:
                wanted[need] = None
                waiting.append(need)
    return taken


def _leads_down(
    choice: Choice[Any], here: Any, rank: Mapping[Any, int], choices: Choices[Any]
) -> bool:
    if here not in choices.passing:
        return True
    needs = _passing(choice.needs, choices)
    return all(need in rank and rank[need] < rank[here] for need in needs)


def needed(choices: Choices[Any], taken: Taken) -> Taken | None:
    """Only what play comes to, in the order it does; ``None`` for what is no strategy.

    A choice is missing at some position, or play may return where it must end.
    """
    wanted = dict.fromkeys(choices.required)
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        if here not in taken:
            return None
        fresh = [need for need in taken[here].needs if need not in wanted]
        wanted.update(dict.fromkeys(fresh))
        waiting += fresh
    cut = {here: taken[here] for here in wanted}
    passing = {
        here: _passing(choice.needs, choices)
        for here, choice in cut.items()
        if here in choices.passing
    }
    return None if _returns(passing) else cut


def _returns(needs_of: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether play can come to a position again: taking away who needs nobody leaves some."""
    users: dict[Any, list[Any]] = {here: [] for here in needs_of}
    for here, needs in needs_of.items():
        for need in needs:
            users[need].append(here)
    missing = {here: len(needs) for here, needs in needs_of.items()}
    done = [here for here, number in missing.items() if not number]
    for here in done:  # grows as it is read
        for user in users[here]:
            missing[user] -= 1
            if not missing[user]:
                done.append(user)
    return len(done) < len(needs_of)


# ── the smallest strategy as an integer program, solved by HiGHS through scipy ──────────────────

SLACK = 1e-6
"""By so much may the bound of a computation with floats be off."""

Taken = Mapping[Any, Choice[Any]]
"""A strategy: the choice at each position of ours that it needs."""


@attrs.frozen(eq=False)
class Program:
    """Rows of the form ``low <= coefficients . variables``, listed entry by entry."""

    entries: list[tuple[int, int, float]] = attrs.field(factory=list)
    low: list[float] = attrs.field(factory=list)

    def row(self, low: float, coefficients: Mapping[int, float]) -> None:
        """One row more."""
        self.entries.extend(
            (len(self.low), column, number) for column, number in coefficients.items()
        )
        self.low.append(low)


def require_scipy() -> None:
    """Raise unless scipy is installed."""
    try:
        import scipy.optimize  # noqa: F401
    except ImportError as error:
        raise InvalidArgumentError(
            "strategies are found by scipy, which is not installed: "
            'pip install "solved-games[strategy]"'
        ) from error


def smallest(choices: Choices[Any], seconds: float) -> tuple[Taken | None, int]:
    """The best strategy found, if any, and how many positions every one has at least."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    x = {here: number for number, here in enumerate(choices.at)}
    taken = [(here, choice) for here, those in choices.at.items() for choice in those]
    program, parts = _program(choices, x, taken)
    size, kinds = len(x), len(x) + len(taken)
    columns = kinds + (size if parts is not None else 0)
    low, high = np.zeros(columns), np.ones(columns)
    low[[x[here] for here in choices.required]] = 1
    if parts is not None:
        high[kinds:] = np.bincount(parts)[parts] - 1
    rows, places, numbers = zip(*program.entries, strict=True)
    matrix = coo_array((numbers, (rows, places)), shape=(len(program.low), columns))
    result = milp(
        np.arange(columns) < size,
        constraints=LinearConstraint(matrix.tocsr(), np.array(program.low), np.inf),
        bounds=Bounds(low, high),
        integrality=np.arange(columns) < kinds,
        options={"time_limit": seconds, "mip_rel_gap": 0},
    )
    bound = 1 if result.mip_dual_bound is None else result.mip_dual_bound
    at_least = max(1, math.ceil(bound - SLACK)) if math.isfinite(bound) else 1
    if result.x is None:
        return None, at_least
    is_taken = result.x[size:kinds] > 0.5
    return {here: choice for (here, choice), yes in zip(taken, is_taken, strict=True) if yes}, (
        at_least
    )


def _program(
    choices: Choices[Any], x: Mapping[Any, int], taken: list[tuple[Any, Choice[Any]]]
) -> tuple[Program, Columns | None]:
    """The rows, and of each position the part that it is in if ranks are needed."""
    program = Program()
    those_of: dict[int, list[int]] = {number: [] for number in x.values()}
    who_need: dict[tuple[int, int], list[int]] = {}
    for y, (here, choice) in enumerate(taken, len(x)):
        those_of[x[here]].append(y)
        for need in choice.needs:
            who_need.setdefault((x[here], x[need]), []).append(y)
    for here, those in those_of.items():
        program.row(0, {here: -1, **dict.fromkeys(those, 1)})
    for (_, need), those in who_need.items():
        program.row(0, {need: 1, **dict.fromkeys(those, -1)})
    passing = {x[here] for here in choices.passing}
    needing = {pair: those for pair, those in who_need.items() if passing.issuperset(pair)}
    parts = _parts(needing, len(x))
    if parts is not None:
        ranks, sizes = len(x) + len(taken), np.bincount(parts)
        for (here, need), those in needing.items():
            if parts[here] == parts[need]:
                size = float(sizes[parts[here]])
                of_y = dict.fromkeys(those, -size)
                program.row(1 - size, {ranks + here: 1, ranks + need: -1, **of_y})
    return program, parts


def _parts(edges: Mapping[tuple[int, int], Any], size: int) -> Columns | None:
    """The strongly connected part of each position; ``None`` where there are no loops."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not edges:
        return None
    heads, tails = zip(*edges, strict=True)
    graph = coo_array((np.ones(len(edges)), (heads, tails)), shape=(size, size))
    count, parts = connected_components(graph.tocsr(), directed=True, connection="strong")
    return None if count == size else np.asarray(parts)
