"""Search for the smallest strategy of a player, as an integer program.

``ChoiceFinder`` lists the positions at which the player must decide, up to symmetry. All
moves of the other player must be answered, so only positions with *our* move are kept. Each has
its *choices*: the moves that preserve the value (or the score) of the start, and for each move
the positions of ours that the other player may bring about. If moves gain points, a position
does not contain the points won before. A move is then kept if it brings the score of its own
position. A choice that needs all positions of another, and more, is dropped. Symmetric positions
are one position: a strategy that treated two of them differently could treat both like one.

``greedy`` finds a first strategy. It begins with the required positions and takes at each
the choice that adds the fewest new ones. If play must be brought to an end, the choice must lead
to a smaller distance (``distances``). ``needed`` removes positions that play never reaches.

``smallest`` solves an integer program by HiGHS through scipy. All variables are 0 or 1: x
for each position of ours (in the strategy or not), y for each choice (taken or not). The sum of
x is minimised.

==========================  ============================================================
x = 1                       for the positions that come first
sum of y over choices = x   a position in the strategy has one choice
sum of y over those         if a choice that needs p is taken at a position, p is in the
choices that need p <= x_p  strategy; for any two positions
==========================  ============================================================

A won start must be brought to an end. If play has cycles, the positions of one strongly
connected part also have a *level* t from 0 to K - 1, with K the size of the part. A choice must
lead down: t >= t_p + 1 - K (1 - y). Then no play within the strategy returns.

HiGHS uses branch and bound. If the time limit stops it, it reports a lower bound. Source:
Q. Huangfu, J. A. J. Hall, "Parallelizing the dual revised simplex method", 2018.
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

# ── decisions of one player, up to symmetry ───────────────────────────────────────────────────────


@attrs.frozen
class Choice(Generic[PositionT]):
    """Move at a position of ours, with the positions of ours that may come next.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> from gamesolver.players import strategy
    >>> strategy(solve(Nim(heaps=(1, 2)))).choices[1, 2]
    Choice(move=(1, 1), target=(1, 1), is_turn_kept=False, needs=((0, 1),))
    """

    move: Any
    target: PositionT
    """Canonical successor of the move."""
    is_turn_kept: bool
    needs: tuple[PositionT, ...]
    gain: int = attrs.field(default=0, repr=False)


@attrs.frozen(eq=False)
class Choices(Generic[PositionT]):
    """Positions and choices from which a strategy is built."""

    goal: int
    """Guaranteed result for our player: a score, or its sign."""
    required: tuple[PositionT, ...] = ()
    """Positions of ours that come first."""
    at: Mapping[PositionT, tuple[Choice[PositionT], ...]] = attrs.field(factory=dict)
    passing: frozenset[PositionT] = frozenset()
    """Positions to which play must not return, since their result exceeds infinite play."""


class ChoiceFinder(Generic[PositionT]):
    """Search for the choices of one player, with a limit on positions."""

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
        self._payoff = self._rules.payoff_for(solution.start, seat) if self._rules.payoff else 0
        self._limit = limit
        self._report = report
        self._replies: dict[PositionT, tuple[PositionT, ...]] = {}
        self._looked_at = 0

    def choices(self) -> Choices[PositionT]:
        """Return all positions that play may reach while our moves preserve the goal."""
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
        """Return the points, or their sign if the value is guaranteed."""
        return points if self._is_by_score else (points > 0) - (points < 0)

    def _least(self, here: PositionT, goal: int) -> int:
        """Return the result that a move at a position of ours must bring."""
        return self._solution[here].points if self._rules.has_gains else goal

    def _must_pass(self, here: PositionT, goal: int) -> bool:
        """Return True if playing for ever does not reach the goal."""
        return self._least(here, goal) > self._counted(self._payoff)

    def _moves_first(self) -> bool:
        mover = self._rules.player(self._solution.start)
        return self._seat == (0 if mover is None else mover)

    def _at(self, here: PositionT, goal: int) -> Iterator[Choice[PositionT]]:
        """Yield the choices at a position of ours that preserve the goal."""
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
            if not (must_pass and here in needs):  # or play might stay at this position for ever
                yield Choice(move, target, kept, needs, gain)

    def _going_on(self, position: PositionT) -> tuple[PositionT, ...]:
        """Return a tuple with the position, empty if it is terminal."""
        return () if self._rules.ending(position) is not None else (position,)

    def _replies_to(self, theirs: PositionT) -> tuple[PositionT, ...]:
        """Return the positions of ours that the other player may bring about."""
        if theirs not in self._replies:
            ours: dict[PositionT, None] = {}
            seen, waiting = {theirs}, [theirs]
            while waiting:  # more than one position if the other player moves again
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
            message = (
                f"a strategy for {game!r} requires a choice from more than {self._limit} positions"
            )
            smaller = Advice("makes it smaller", {"start": None}, "solve(game, {})")
            raise SizeLimitError(message, self._limit).advised(MORE, smaller)


def _undominated(choices: list[Choice[PositionT]]) -> tuple[Choice[PositionT], ...]:
    """Return the choices without those that need more than another one does."""
    needs = [frozenset(choice.needs) for choice in choices]
    return tuple(
        choice
        for place, choice in enumerate(choices)
        if not any(
            other < needs[place] or (other == needs[place] and before < place)
            for before, other in enumerate(needs)
        )
    )


def distances(choices: Choices[PositionT]) -> dict[PositionT, int]:
    """Return the fewest moves of ours that guarantee an end, for each position.

    Or from a position where play may stay for ever.
    """
    distance_of: dict[PositionT, int] = {}
    users: dict[PositionT, list[tuple[PositionT, int]]] = {here: [] for here in choices.at}
    missing: dict[tuple[PositionT, int], int] = {}
    queue: list[PositionT] = []
    for here in (each for each in choices.at if each in choices.passing):
        for number, choice in enumerate(choices.at[here]):
            needs = _passing(choice.needs, choices)
            missing[here, number] = len(needs)
            for need in needs:
                users[need].append((here, number))
        if any(not missing[here, number] for number in range(len(choices.at[here]))):
            distance_of[here] = 0
            queue.append(here)
    for here in queue:  # grows as it is read
        for user, number in users[here]:
            missing[user, number] -= 1
            if not missing[user, number] and user not in distance_of:
                distance_of[user] = distance_of[here] + 1
                queue.append(user)
    return distance_of


def _passing(needs: Sequence[PositionT], choices: Choices[PositionT]) -> list[PositionT]:
    """Return the positions among these to which play must not return."""
    return [need for need in needs if need in choices.passing]


# ── a strategy found quickly, and the cutting down of any ───────────────────────────────────────


def greedy(choices: Choices[Any]) -> Chosen:
    """Return a strategy found greedily."""
    distance = distances(choices)
    wanted = dict.fromkeys(choices.required)
    chosen: dict[Any, Choice[Any]] = {}
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        allowed = [each for each in choices.at[here] if _leads_down(each, here, distance, choices)]
        chosen[here] = min(
            allowed, key=lambda choice: sum(need not in wanted for need in choice.needs)
        )
        for need in chosen[here].needs:
            if need not in wanted:
                wanted[need] = None
                waiting.append(need)
    return chosen


def _leads_down(
    choice: Choice[Any], here: Any, distance: Mapping[Any, int], choices: Choices[Any]
) -> bool:
    if here not in choices.passing:
        return True
    needs = _passing(choice.needs, choices)
    return all(need in distance and distance[need] < distance[here] for need in needs)


def needed(choices: Choices[Any], chosen: Chosen) -> Chosen | None:
    """Return the part of a strategy that play reaches, or ``None`` if it is invalid.

    A strategy is invalid if a choice is missing, or if play may return where it must end.
    """
    wanted = dict.fromkeys(choices.required)
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        if here not in chosen:
            return None
        fresh = [need for need in chosen[here].needs if need not in wanted]
        wanted.update(dict.fromkeys(fresh))
        waiting += fresh
    cut = {here: chosen[here] for here in wanted}
    passing = {
        here: _passing(choice.needs, choices)
        for here, choice in cut.items()
        if here in choices.passing
    }
    return None if _returns(passing) else cut


def _returns(needs_of: Mapping[Any, Sequence[Any]]) -> bool:
    """Return True if play can return: removing positions without needs leaves some."""
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
"""Tolerance of bounds computed in floats."""

Chosen = Mapping[Any, Choice[Any]]
"""Strategy: the choice at each position of ours that it needs."""


@attrs.frozen(eq=False)
class Program:
    """Constraints of the form ``low <= coefficients . variables``, entry by entry."""

    entries: list[tuple[int, int, float]] = attrs.field(factory=list)
    low: list[float] = attrs.field(factory=list)

    def row(self, low: float, coefficients: Mapping[int, float]) -> None:
        """Add a constraint."""
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
            'strategies require scipy, which is not installed: pip install "solved-games[strategy]"'
        ) from error


def smallest(choices: Choices[Any], seconds: float) -> tuple[Chosen | None, int]:
    """Return the best strategy found, or ``None``, and a lower bound on the size of any."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    x = {here: number for number, here in enumerate(choices.at)}
    chosen = [(here, choice) for here, those in choices.at.items() for choice in those]
    program, parts = _program(choices, x, chosen)
    size, kinds = len(x), len(x) + len(chosen)
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
    is_chosen = result.x[size:kinds] > 0.5
    return {here: choice for (here, choice), yes in zip(chosen, is_chosen, strict=True) if yes}, (
        at_least
    )


def _program(
    choices: Choices[Any], x: Mapping[Any, int], chosen: list[tuple[Any, Choice[Any]]]
) -> tuple[Program, Columns | None]:
    """Return the constraints, and the part of each position if levels are needed."""
    program = Program()
    those_of: dict[int, list[int]] = {number: [] for number in x.values()}
    who_need: dict[tuple[int, int], list[int]] = {}
    for y, (here, choice) in enumerate(chosen, len(x)):
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
        levels, sizes = len(x) + len(chosen), np.bincount(parts)
        for (here, need), those in needing.items():
            if parts[here] == parts[need]:
                size = float(sizes[parts[here]])
                of_y = dict.fromkeys(those, -size)
                program.row(1 - size, {levels + here: 1, levels + need: -1, **of_y})
    return program, parts


def _parts(edges: Mapping[tuple[int, int], Any], size: int) -> Columns | None:
    """Return the strongly connected part of each position, or ``None`` without cycles."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not edges:
        return None
    heads, tails = zip(*edges, strict=True)
    graph = coo_array((np.ones(len(edges)), (heads, tails)), shape=(size, size))
    count, parts = connected_components(graph.tocsr(), directed=True, connection="strong")
    return None if count == size else np.asarray(parts)
