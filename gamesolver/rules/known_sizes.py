"""Games that are known to be too large: refused before any work, by their published figures.

The number of positions of some games is published, and stands next to the game's class
(``rules.figures``). If that number alone shows that a game does not fit, ``solve`` and the command
line refuse it at once, name the limit, and advise the largest published size that does fit.

A few costs are enough for that. A position takes ``LEAST`` bytes or more, however the game is
solved: a game that needs more than the limit is hopeless. A position takes about ``AMPLE`` bytes at
most, and the solve itself ``STANDING``, however few positions there are: a size that needs at most
``SHARE`` of the limit is advised. If all positions are published, but not those up to symmetry, the
other sizes of the game show how many symmetric positions a position has.

*Cost*: a game without figures, or with small ones only, costs one look into one file, some 50
microseconds (``counts_more``): the file is parsed, and this module loaded, only if a number in it
is large.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from gamesolver.errors import Advice, MemoryLimitError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.figures import figures_of
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import counts_more, titled
from gamesolver.rules.registry import name_of, offered_as
from gamesolver.system.memory import BYTES_A_POSITION, few_positions, in_words, limit_of
from gamesolver.texts import spelled

LEAST = {True: 1, False: BYTES_A_POSITION}
"""Bytes of a position, of a compiled game and of a plain one: its entry, or its place in a dict."""

AMPLE = {True: 40, False: 500}
"""Bytes of a position while it is found, with its moves and all other columns."""

STANDING = {True: 32_000_000, False: 200_000}
"""Bytes of a solve of any size: 28 MB were measured for rules and kernels that are loaded, and
2 MB for what they write to. If they must be compiled first it is more, once."""

SHARE = 0.75
"""Of the limit. The rest is for many workers: 32 of them took up to a quarter more than two."""

COUNTS = {"positions", "folded"}

PROVE = Advice("proves the outcome of one position", tool="prove(game)")
NO_SIZE = "no published size"
FORCE = Advice("starts anyway", {"force": True})


@attrs.frozen
class Size:
    """Published size of a game with some parameters."""

    game: Game[Any, Any]
    figures: Mapping[str, Any]
    positions: int
    """Number of positions to solve: up to symmetry, if the game folds."""

    def takes(self, bytes_: Mapping[bool, int]) -> int:
        """Return the bytes of all positions, from those of one."""
        return self.positions * bytes_[isinstance(self.game, CompiledGame)]

    def fits(self, limit: int) -> bool:
        """Return True if a solve is sure to keep to a limit."""
        standing = STANDING[isinstance(self.game, CompiledGame)]
        return standing + self.takes(AMPLE) <= SHARE * limit

    @property
    def words(self) -> str:
        """The number of positions in words."""
        if "positions" in self.figures:
            return f"{self.figures['positions']:,} positions"
        return f"{self.figures['folded']:,} positions up to symmetry"

    @property
    def to_solve(self) -> str:
        """The number of positions in words, with that up to symmetry if the game folds."""
        if self.positions == self.figures.get("positions", self.positions):
            return self.words
        if "folded" in self.figures:
            return f"{self.words}, {self.positions:,} up to symmetry"
        rounded = round(self.positions, 2 - len(str(self.positions)))
        return f"{self.words}, about {rounded:,} up to symmetry"


def require_feasible(
    game: Game[Any, Any],
    memory: int | float | str | None,
    folder: str | os.PathLike[str] | None = None,
    *,
    ways: Sequence[Advice] = (PROVE, FORCE),
    called: Callable[[Size], str] = lambda size: spelled(size.game),
) -> None:
    """Raise ``MemoryLimitError`` if a game is known to need more than there is.

    Parameters
    ----------
    game
        The game, to be solved from its start.
    memory
        The limit of the solve, as its caller passed it.
    folder
        Folder of checkpoints: the free space on its disk counts as well.
    ways
        What helps in addition to a smaller size.
    called
        What a smaller size is called in the advice.
    """
    if not counts_more(type(game), few_positions(memory)):
        return
    limit = limit_of(memory)
    room = max(limit, _room(game, folder))
    sizes = list(sizes_of(type(game)))
    size = next((each for each in sizes if each.game == game), None)
    if size is not None and size.takes(LEAST) > room:
        raise MemoryLimitError(
            f"{titled(game)} does not fit in memory: its {size.words} take "
            f"{in_words(size.takes(LEAST))} or more, and the limit is {in_words(limit)}",
            limit=limit,
            needed=size.takes(LEAST),
        ).advised(_smaller(sizes, limit, called), *ways)


def is_known(game: Game[Any, Any]) -> bool:
    """Return True if the number of positions of a game is published."""
    return any(size.game == game for size in sizes_of(type(game)))


def positions_of(game: Game[Any, Any]) -> int | None:
    """Return the published number of positions of a game, if there is one."""
    return next((size.positions for size in sizes_of(type(game)) if size.game == game), None)


def _smaller(sizes: Iterable[Size], limit: int, called: Callable[[Size], str]) -> Advice:
    """Return the largest of the sizes that fit, or that none does."""
    fitting = [size for size in sizes if size.fits(limit)]
    if not fitting:
        return Advice("is sure to fit", tool=NO_SIZE)
    largest = max(fitting, key=lambda size: size.positions)
    return Advice(f"has {largest.words}", tool=called(largest))


def sizes_of(kind: type[Game[Any, Any]]) -> Iterator[Size]:
    """Yield each size of a game that is published.

    A table with ``which`` counts other positions than those that the start reaches. A compiled game
    may be solved on all that its index numbers, so these count; of a plain game they are left out.
    """
    figures = figures_of(offered_as(kind) or name_of(kind), kind)
    is_compiled = issubclass(kind, CompiledGame)
    counted = [
        each for each in figures if COUNTS & set(each) and (is_compiled or "which" not in each)
    ]
    both = [each for each in counted if all(each.get(count) for count in COUNTS)]
    orbit = max((-(-each["positions"] // each["folded"]) for each in both), default=1)
    for table in counted:
        positions = table.get("folded") or table.get("positions", 0) // orbit
        yield Size(kind(**table.get("parameters", {})), table, positions)


def _room(game: Game[Any, Any], folder: str | os.PathLike[str] | None) -> int:
    """Return the bytes free on the disk of a folder, which need not exist yet."""
    if folder is None or not isinstance(game, CompiledGame):
        return 0
    path = Path(folder).absolute()
    return shutil.disk_usage(next(each for each in (path, *path.parents) if each.exists())).free
