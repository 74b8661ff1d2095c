"""Games that are known to be too large for this machine, told before anything is tried.

How many positions some games have is published, and stands beside them in their figures
(``rules.figures``). Where that number alone shows that a game cannot be solved here, no sample is
taken: the answer is what is known, and which of the published sizes fits.

A few costs are enough for that. A position takes ``LEAST`` bytes or more, however the game is
solved: what needs more than there is, is hopeless. It takes about ``AMPLE`` bytes at most, and the
solve itself ``STANDING``, however few positions there are: what needs no more than ``SHARE`` of
what there is, is advised. Where all positions are published, but not those up to symmetry, the
other sizes of the game show how many twins a position has.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Any

import attrs

from gamesolver.cli.game_options import as_options
from gamesolver.errors import MemoryLimitError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.figures import figures_of
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import titled
from gamesolver.show.sentences import REACHED
from gamesolver.system.memory import MemoryMeter, in_words

LEAST = {True: 1, False: 100}
"""Bytes of a position, of a compiled game and of a plain one: its cell, or its place in a dict."""

AMPLE = {True: 40, False: 500}
"""The same, of a position while it is found, its moves and whatever stands beside it included."""

STANDING = {True: 32_000_000, False: 200_000}
"""The same, of a solve, whatever the size: 28 MB were measured for rules and kernels that are
loaded, and 2 MB for what they write to. Where they must be compiled first it is more, once."""

SHARE = 0.75
"""Of the limit. The rest is for many workers: 32 of them took up to a quarter more than two."""

COUNTS = {"positions", "folded"}


@attrs.frozen
class Size:
    """How large a game with some parameters is, as published."""

    game: Game[Any, Any]
    figures: Mapping[str, Any]
    positions: int
    """Those to be solved: up to symmetry, where the game folds."""

    def takes(self, bytes_: Mapping[bool, int]) -> int:
        """Bytes, at so many a position."""
        return self.positions * bytes_[self.is_compiled]

    @property
    def is_compiled(self) -> bool:
        """Whether kernels solve it."""
        return isinstance(self.game, CompiledGame)

    def fits(self, limit: int) -> bool:
        """Whether a solve of it is sure to keep to a limit."""
        return STANDING[self.is_compiled] + self.takes(AMPLE) <= SHARE * limit

    @property
    def words(self) -> str:
        """How many positions there are."""
        if "positions" in self.figures:
            return f"{self.figures['positions']:,} positions"
        return f"{self.figures['folded']:,} positions up to symmetry"


def require_feasible(
    game: Game[Any, Any],
    name: str,
    flags: Mapping[str, str],
    anyway: str,
    *,
    memory: str | None = None,
    folder: str | None = None,
) -> None:
    """Raise if a game of the shelf is known to need more than this machine has.

    ``flags`` are the options of the game's parameters, ``anyway`` says how one sets out all the
    same; with a ``folder`` for checkpoints the room on its disk counts as well.
    """
    sizes = list(_sizes(name, type(game)))
    size = next((size for size in sizes if size.game == game), None)
    limit = MemoryMeter(memory).limit
    if size is None or size.takes(LEAST) <= max(limit, _room(game, folder)):
        return
    raise MemoryLimitError(
        f"too large to be solved here: {_known(size)}; that takes {in_words(size.takes(LEAST))} or "
        f"more, and the limit is {in_words(limit)}; {_smaller(sizes, limit, flags)}{anyway}",
        limit=limit,
        needed=size.takes(LEAST),
    )


def try_prove(name: str) -> str:
    """How to ask about one position of a game that no table holds."""
    return f"gamesolver prove {name} asks about one position alone, "


def least_reached(game: Game[Any, Any], name: str) -> int:
    """How many positions the start reaches, or how many at least; 0 where nothing is published."""
    return max(
        (_reached(size) for size in _sizes(name, type(game)) if size.game == game), default=0
    )


def _reached(size: Size) -> int:
    """How many positions the start reaches at least, as published, or as somebody has walked to."""
    if size.figures.get("which", REACHED) != REACHED:
        return int(size.figures.get("reached", 0))
    return int(size.figures.get("positions") or size.positions)


def _known(size: Size) -> str:
    """What is published, and by whom."""
    start = f"the start: {size.figures['outcome']}" if "outcome" in size.figures else ""
    sources = "; ".join(filter(None, [size.figures["source"], start]))
    return f"{titled(size.game)} has {size.words} ({sources})"


def _smaller(sizes: Iterable[Size], limit: int, flags: Mapping[str, str]) -> str:
    """How to type the largest of the sizes that fit, or that none does."""
    fitting = [size for size in sizes if size.fits(limit)]
    if not fitting:
        return "no published size is sure to fit, "
    largest = max(fitting, key=lambda size: size.positions)
    typed = as_options(largest.figures.get("parameters", {}), flags)
    return f"{typed or 'the game as it is'} has {largest.words}, "


def _sizes(name: str, kind: type[Game[Any, Any]]) -> Iterator[Size]:
    """Each size of a game that is published."""
    counted = [each for each in figures_of(name, kind) if COUNTS & set(each)]
    both = [each for each in counted if set(each) >= COUNTS]
    twins = max((ceil(each["positions"] / each["folded"]) for each in both), default=1)
    for figures in counted:
        positions = figures.get("folded") or figures["positions"] // twins
        yield Size(kind(**figures.get("parameters", {})), figures, positions)


def _room(game: Game[Any, Any], folder: str | None) -> int:
    """Bytes free on the disk of a folder, which may not be there yet."""
    if folder is None or not isinstance(game, CompiledGame):
        return 0
    path = Path(folder).absolute()
    return shutil.disk_usage(next(each for each in (path, *path.parents) if each.exists())).free
