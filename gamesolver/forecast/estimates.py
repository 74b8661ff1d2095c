"""Estimates: figures that are not known exactly, from where to where they may lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.errors import Advice
from gamesolver.forecast.lines import SampledScores, SampledScoresShape
from gamesolver.lazy import shown_by
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import titled
from gamesolver.shapes import GameShape, Natural, Shaped, fill
from gamesolver.show.sentences import lasting, many
from gamesolver.system.memory import in_words
from gamesolver.texts import spelled


class RangeShape(TypedDict):
    """Range of a figure."""

    low: float
    high: Annotated[float | None, "`null` if it is not known."]
    how: Annotated[str, "How the figure was obtained."]


@attrs.frozen
class Range(Shaped):
    """A figure from ``low`` to ``high``, and in words how it was got.

    Where ``high`` is infinite the figure is not known; ``low`` is what there is at least.

    >>> from games import TicTacToe
    >>> from gamesolver import estimate
    >>> positions = estimate(TicTacToe()).positions
    >>> positions.low, positions.high, positions.how
    (765, 765, 'all of them were found')
    >>> 765 in positions, 764 in positions, positions.is_known
    (True, False, True)
    """

    low: float
    high: float
    how: str

    @classmethod
    def exactly(cls, figure: float, how: str) -> Range:
        """Return a ``figure`` that is known, and ``how``."""
        return cls(figure, figure, how)

    @classmethod
    def around(cls, figure: float, spread: float, how: str) -> Range:
        """From a ``figure`` over the root of ``spread`` to as many times more, and ``how``."""
        reach = sqrt(spread)
        low, high = figure / reach, figure * reach
        return cls(round(low), round(high), how) if isinstance(figure, int) else cls(low, high, how)

    @classmethod
    def within(cls, figures: Sequence[float], spread: float, how: str) -> Range:
        """From the first of three ``figures`` to the last, within ``around`` the middle one.

        ``spread`` and ``how`` are those of ``around``.

        >>> Range.within([1.0, 4.0, 6.0], 4.0, "guesses")
        Range(low=2.0, high=6.0, how='guesses')
        """
        low, middle, high = figures
        widest = cls.around(middle, spread, how)
        return cls(max(low, widest.low), min(high, widest.high), how)

    @classmethod
    def unknown(cls, low: float, how: str) -> Range:
        """Return a range with the lower end ``low`` only; ``how`` describes its origin."""
        return cls(low, inf, how)

    @property
    def is_known(self) -> bool:
        """True if there is an upper end."""
        return self.high < inf

    def shape(self) -> RangeShape:
        """Return the range as plain data, in the shape that JSON has."""
        return fill(RangeShape, self, high=self.high if self.is_known else None)

    def __contains__(self, figure: object) -> bool:
        return isinstance(figure, int | float) and self.low <= figure <= self.high


class EstimateShape(TypedDict):
    """`Estimate.as_json` and `gamesolver estimate --json`."""

    game: GameShape
    num_indexes: Annotated[Natural | None, "Number of indexes, in an indexed game."]
    positions: RangeShape
    scores: Annotated[SampledScoresShape | None, "`null` in games without scores."]
    bytes: RangeShape
    disk: Annotated[
        RangeShape | None, "Bytes of a solve stage by stage in a folder, if there is one."
    ]
    stage: Annotated[RangeShape | None, "Bytes in memory of such a solve."]
    seconds: RangeShape


@attrs.frozen(repr=False)
class Estimate(Shaped):
    """Estimated cost of solving a game; printed, it is a small table.

    Bytes are those at the peak, beyond what the imports take; seconds are from the call of
    ``solve`` to the solution, once the rules are compiled, on this machine as it is now.

    >>> from games import Nim
    >>> from gamesolver import estimate
    >>> expected = estimate(Nim(heaps=(2, 3, 4)))
    >>> expected.positions
    Range(low=28, high=28, how='all of them were found')
    >>> print(expected)
    Nim (heaps (2, 3, 4)):
      positions  28              all of them were found
      bytes      ...
      seconds    ...
    """

    game: Game[Any, Any]
    positions: Range
    bytes: Range
    seconds: Range
    num_indexes: int | None = None
    """Of an indexed game; some of them may hold no position."""
    disk: Range | None = None
    """Bytes on the disk of a solve with a ``folder``, for games that are solved stage by stage.

    And for those whose entries, or positions once they are found, exceed the memory.
    """
    stage: Range | None = None
    """Bytes in memory of such a solve, at its peak in the largest stage."""
    scores: SampledScores | None = None
    """Scores in lines of random play, for games with scores."""
    advice: Advice | None = None
    """Advice on another method, if a solve would need more memory than its limit."""

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {figure}" for name, figure, _ in self.rows)
        return f"<Estimate of {' '.join(spelled(self.game).split())}: {figures}>"

    _repr_html_ = shown_by("show.reports", "estimate_html")

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """The figures by name, with what is expected and how that was got."""
        rows = [
            ("positions", _spread(self.positions, many), self.positions.how),
            ("bytes", _spread(self.bytes, _bytes_in_words), self.bytes.how),
            ("seconds", _spread(self.seconds, lasting), self.seconds.how),
        ]
        for name, figure in (("stage", self.stage), ("disk", self.disk)):
            if figure is not None:
                rows.insert(2, (name, _spread(figure, _bytes_in_words), figure.how))
        if self.scores is not None:
            rows.insert(1, ("scores", self.scores.spread, self.scores.how))
        if self.num_indexes is not None:
            rows.insert(0, ("indexes", many(self.num_indexes), "of the game's own numbering"))
        return rows

    def shape(self) -> EstimateShape:
        """Return all of it as plain data, in the shape that JSON has."""
        return fill(EstimateShape, self)

    def __str__(self) -> str:
        if self.advice is None:
            return self.table
        return f"{self.table}\n  too large for a table here: {self.advice}"

    @property
    def table(self) -> str:
        """The figures as a small table, without the advice."""
        rows = self.rows
        name, figure = (max(len(row[column]) for row in rows) for column in (0, 1))
        lines = [f"  {row[0]:{name}}  {row[1]:{figure}}  {row[2]}" for row in rows]
        return "\n".join([f"{titled(self.game)}:", *lines])


def _bytes_in_words(count: float) -> str:
    return in_words(round(count))


def _spread(figures: Range, words: Callable[[float], str]) -> str:
    """Return both ends as text, or one if they are equal."""
    low = words(figures.low)
    if not figures.is_known:
        return f"{low} or more"
    high = words(figures.high)
    return low if low == high else f"{low} to {high}"
