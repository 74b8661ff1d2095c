"""The smallest strategy as an integer program, solved by HiGHS through scipy.

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
from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.labels import Columns
from gamesolver.players.strategy_graph import Choice, Choices

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
            'pip install "gamesolver[strategy]"'
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
    found = milp(
        np.arange(columns) < size,
        constraints=LinearConstraint(matrix.tocsr(), np.array(program.low), np.inf),
        bounds=Bounds(low, high),
        integrality=np.arange(columns) < kinds,
        options={"time_limit": seconds, "mip_rel_gap": 0},
    )
    bound = 1 if found.mip_dual_bound is None else found.mip_dual_bound
    at_least = max(1, math.ceil(bound - SLACK)) if math.isfinite(bound) else 1
    if found.x is None:
        return None, at_least
    is_taken = found.x[size:kinds] > 0.5
    return {here: choice for (here, choice), yes in zip(taken, is_taken, strict=True) if yes}, (
        at_least
    )


def _program(
    choices: Choices[Any], x: Mapping[Any, int], taken: list[tuple[Any, Choice[Any]]]
) -> tuple[Program, Columns | None]:
    """The rows, and of each position the part that it is in if ranks are needed."""
    program = Program()
    those_of: dict[int, list[int]] = {each: [] for each in x.values()}
    who_need: dict[tuple[int, int], list[int]] = {}
    for y, (here, choice) in enumerate(taken, len(x)):
        those_of[x[here]].append(y)
        for need in choice.needs:
            who_need.setdefault((x[here], x[need]), []).append(y)
    for here, those in those_of.items():
        program.row(0, {here: -1, **dict.fromkeys(those, 1)})
    for (_, need), those in who_need.items():
        program.row(0, {need: 1, **dict.fromkeys(those, -1)})
    parts = _parts(who_need, len(x)) if choices.must_end else None
    if parts is not None:
        ranks, sizes = len(x) + len(taken), np.bincount(parts)
        for (here, need), those in who_need.items():
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
