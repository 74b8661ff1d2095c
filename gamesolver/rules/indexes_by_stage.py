"""Indexes by stage: a game numbered within each of its stages, and the same game numbered through.

An author who numbers by stages gives the number of indexes of each stage, and writes ``index`` and
``position_at`` within the stage. Everything else in the library knows one row of indexes: the first
stage comes first, and each begins where the one before it ends. The two rules of that row are made
here out of the author's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.deferring import Deferred, njit
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.rules.compiled import CompiledRules

MOST_APART = 1 << 20
"""So far may the numbers of two stages be apart: there is a table from one to the other."""


class IndexesByStage(int):
    """Number of indexes in all, with the number of indexes of each stage.

    >>> indexes = IndexesByStage({1: 9, 0: 1})
    >>> indexes + 0, indexes.by_stage
    (10, {0: 1, 1: 9})
    """

    by_stage: Mapping[int, int]

    def __new__(cls, by_stage: Mapping[int, int]) -> IndexesByStage:
        """Make it from the number of indexes of each stage, in any order."""
        num_indexes = super().__new__(cls, sum(by_stage.values()))
        num_indexes.by_stage = dict(sorted(by_stage.items()))
        return num_indexes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.by_stage),)


def counted(num_indexes: Mapping[Any, Any], most: int) -> IndexesByStage:
    """Return the checked number of indexes of each stage, at most ``most`` in all, or raise."""
    if not num_indexes:
        message = "bad num_indexes {}: expected a number of indexes for each stage"
        raise InvalidArgumentError(message)
    by_stage = {_stage_in(stage): _size_in(stage, size) for stage, size in num_indexes.items()}
    if max(by_stage) - min(by_stage) >= MOST_APART:
        message = (
            f"bad num_indexes: the stages {min(by_stage)} and {max(by_stage)} are too far apart"
        )
        raise InvalidArgumentError(
            f"{message}: expected less than {MOST_APART:,} from one to the other"
        )
    if (total := sum(by_stage.values())) > most:
        message = f"bad num_indexes: all stages together have {total}"
        raise InvalidArgumentError(f"{message}: expected at most {most}")
    return IndexesByStage(by_stage)


def _stage_in(stage: object) -> int:
    """Return a stage that an author names."""
    number = whole(stage)
    if number is None:
        message = (
            f"bad stage {spelled(stage)} in num_indexes: expected a whole number, as from stage"
        )
        raise InvalidArgumentError(message)
    return number


def _size_in(stage: object, size: object) -> int:
    """Return the number of indexes of a stage; raise if it is not a positive integer."""
    number = whole(size)
    if number is None or number < 1:
        message = f"bad number of indexes {spelled(size)} for stage {spelled(stage)}"
        raise InvalidArgumentError(
            f"{message}: expected a whole number, 1 or more; leave out a stage without positions"
        )
    return number


def beyond_stage(number: int, stage: int, within: int, by_stage: Mapping[int, int]) -> str:
    """Why the index that ``index`` gives a position within its stage cannot be; "" if it can."""
    size, given = by_stage.get(stage), f"index({number}) returned {within} in stage {stage}"
    if within == -1 or (size is not None and 0 <= within < size):
        return ""
    if size is None:
        return (
            f"{given}, which is not in num_indexes: expected a number of indexes for that stage, "
            f"or -1 for an integer that is not a position; num_indexes has stages from "
            f"{min(by_stage)} to {max(by_stage)}"
        )
    expected = f"expected one from 0 to {size - 1}, or -1 for an integer that is not a position"
    more = "" if within < 0 else f"; should stage {stage} have more indexes?"
    return f"{given}, which has {size} indexes: {expected}{more}"


def first_indexes(by_stage: Mapping[int, int]) -> dict[int, int]:
    """Return the index with which each stage begins.

    >>> first_indexes({0: 1, 1: 9, 3: 72})
    {0: 0, 1: 1, 3: 10}
    """
    firsts = np.cumsum([0, *by_stage.values()]).tolist()
    return dict(zip(by_stage, firsts, strict=False))


def indexed_through(rules: CompiledRules, by_stage: Mapping[int, int]) -> dict[str, Any]:
    """``index`` and ``position_at`` of all indexes, given those within the stages."""
    return dict(
        _indexed_through(rules.stage, rules.index, rules.position_at, tuple(by_stage.items()))
    )


@lru_cache(maxsize=16)
def _indexed_through(
    stage: Any, index_within: Any, position_within: Any, stages: tuple[tuple[int, int], ...]
) -> dict[str, Any]:
    """Return the two rules, made once for the same rules within the same stages."""
    are_kept = all(map(_is_kept, (stage, index_within, position_within)))  # what can be, is
    by_stage = dict(stages)
    least, total = min(by_stage), sum(by_stage.values())
    numbers = np.array([*by_stage])
    begins = np.array([*first_indexes(by_stage).values()])
    firsts = np.full(max(by_stage) - least + 1, -1)
    sizes = np.zeros(len(firsts), np.int64)
    firsts[numbers - least], sizes[numbers - least] = begins, [*by_stage.values()]

    @njit(cache=are_kept)
    def index(position: Any) -> Any:
        within = np.int64(index_within(position))
        if within < 0:
            return within
        place = np.int64(stage(position)) - least
        if not 0 <= place < firsts.size or firsts[place] < 0:
            return np.int64(-1)
        if within >= sizes[place]:
            return np.int64(total + within)  # so that it is reported
        return np.int64(firsts[place] + within)

    @njit(cache=are_kept)
    def position_at(number: Any) -> Any:
        place = np.searchsorted(begins, number, side="right") - 1
        return position_within(numbers[place], number - begins[place])

    return {"index": index, "position_at": position_at}


def _is_kept(rule: Any) -> bool:
    """Return True if the machine code of a rule is kept on disk."""
    if isinstance(rule, Deferred):
        return bool(rule.targetoptions.get("cache"))
    from gamesolver.kernels.numba_internals import is_kept

    return is_kept(rule)
