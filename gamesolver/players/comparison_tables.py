"""Comparison of two tables: counts of outcome pairs, and the shallowest change.

:func:`tally` counts the canonical positions of the first game by pair of outcomes, and those of
the second game that correspond to none of the first. Two compiled games with the same index
functions have the same indexes. Their entries are then compared directly (``comparison_indexes``).
Otherwise the positions are mapped to the second game and looked up there, in chunks.

A :class:`Translation` maps positions. By default the second game parses the text of a position.
The text of the start must be parsed, every parsed text must be written again unchanged, and some
position of a sample must be in the second. For a caller's function only exceptions are checked.

:func:`shallowest` finds a position nearest to the start whose value (or score, if both games have
scores) changes. It searches the first game breadth first, each orbit once. In a compiled game a
whole level is canonicalised and looked up at once. The line to the position is found backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION
from gamesolver.errors import Advice, InvalidArgumentError, PositionTextError
from gamesolver.kernels.codes import PENDING
from gamesolver.players.comparison_tally import ComparedSolution, PairCounts, sides
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.rules.parameters import titled
from gamesolver.rules.reading_back import why_unread
from gamesolver.solution import Solution
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.texts import spelled, texts_apart
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.engine.places import Prober


# ── translation of positions from one game to another, and its checks ─────────────────────────────

SAMPLE = 256

Translate = Callable[[Any], Any]
"""Function from a position of the first game to one of the second."""


@attrs.frozen(eq=False)
class Translation:
    """Map from positions of one solution to positions of another."""

    one: Solution[Any, Any]
    other: Solution[Any, Any]
    own: Translate | None
    """Function of the caller, or ``None`` to map by texts."""
    is_identity: bool
    """True if positions of two compiled games are equal integers, judged by a sample."""

    @classmethod
    def between(
        cls, one: Solution[Any, Any], other: Solution[Any, Any], own: Translate | None
    ) -> Translation:
        """Return the translation. Raise unless the start and a sample can be mapped."""
        if own is not None and not callable(own):
            raise InvalidArgumentError(
                f"bad translate {spelled(own)}: expected a function that takes a position of "
                "the first game and returns one of the second"
            )
        sample = tuple(_sample(one))
        translation = cls(one, other, own, False)
        translation.require_start(sample[0])
        carried = translation.many(sample)
        if own is None and not other.probe_many(carried).known.any():
            text = one.game.format(sample[0])
            raise InvalidArgumentError(
                f"{_both(one, other)} cannot be compared: from {spelled(text)} on "
                "play of the first leads to no position of the second"
            ).advised(CARRIED)
        are_compiled = all(isinstance(solution.game, CompiledGame) for solution in (one, other))
        is_identity = own is None and are_compiled and list(sample) == carried
        return cls(one, other, own, is_identity)

    def __call__(self, position: Any) -> Any:
        """Return the position in the other game."""
        if self.own is not None:
            return self._by_function(self.own, position)
        text = self.one.game.format(position)
        try:
            return self._read(text)
        except PositionTextError:  # for example a board that play of the other game cannot reach
            return NO_POSITION if isinstance(self.other.game, CompiledGame) else UNREAD

    def require_start(self, position: Any) -> None:
        """Raise unless the other game parses the text of a start position."""
        if self.own is None:
            text = self.one.game.format(position)
            try:
                self._read(text)
            except PositionTextError as error:
                why = why_unread(self.other.game, self.other.start) or f"{error}"
                raise self._refused(text, why) from error

    def _read(self, text: str) -> Any:
        """Return the position that the other game parses from a text."""
        try:
            read = self.other.game.parse(text)
            again = self.other.game.format(read)
        except PositionTextError:
            raise
        except Exception as error:
            why = why_unread(self.other.game, self.other.start) or f"{error}"
            raise self._refused(text, why) from error
        if again != text:
            raise self._refused(text, f"{self.other.game!r} reads it as {spelled(again)}")
        return read

    def many(self, positions: Iterable[Any]) -> list[Any]:
        """Return the positions in the other game."""
        return list(positions) if self.is_identity else [self(position) for position in positions]

    def _by_function(self, own: Translate, position: Any) -> Any:
        try:
            return own(position)
        except Exception as error:
            raise InvalidArgumentError(
                f"translate raised {type(error).__name__} at position "
                f"{shown(self.one.game, position)}: {error}"
            ) from error

    def _refused(self, text: str, why: str) -> InvalidArgumentError:
        return InvalidArgumentError(
            f"{_both(self.one, self.other)} cannot be compared: position "
            f"{spelled(text)} of the first is not one of the second ({why})"
        ).advised(CARRIED)


UNREAD = object()
"""Placeholder for a position whose text the other game, in plain Python, refuses."""

CARRIED = Advice("carries positions of the first over to the second", {"translate": None})
"""Advice for games that cannot be mapped by texts."""


def _both(one: Solution[Any, Any], other: Solution[Any, Any]) -> str:
    """Return the titles of both games."""
    pairs = ((titled(solution.game), solution.game) for solution in (one, other))
    return " and ".join(texts_apart(*pairs))


def _sample(solution: Solution[Any, Any]) -> Iterator[Any]:
    """Yield the start and positions of seeded play."""
    rules, luck = Rules(solution.game), Random(0)
    here = solution.start
    for _ in range(SAMPLE):
        yield here
        ended = rules.ending(here) is not None
        here = solution.start if ended else luck.choice(rules.played(here))[1]


# ── comparison of two tables: counts of pairs of outcomes ─────────────────────────────────────────

POSITIONS_A_CHUNK = 1 << 16


def tally(translation: Translation, most: int, report: Reporter) -> PairCounts:
    """Return the counts of outcome pairs."""
    one, other = translation.one, translation.other
    counted = PairCounts(most, *sides(one, other))
    if translation.is_identity:
        from gamesolver.players.comparison_indexes import count_by_index, same_indexes

        if same_indexes(one, other):
            count_by_index(counted, report)
            return counted
    met = _count_carried(translation, counted, report)
    _count_alone(translation, counted, met, report)
    return counted


def _count_carried(translation: Translation, counted: PairCounts, report: Reporter) -> set[Any]:
    """Count the positions of the first game. Return their positions in the second.

    If positions are the same in both games, none is returned.
    """
    one, other = translation.one, translation.other
    met: set[Any] = set()
    rules: Rules[Any, Any] = Rules(other.game)
    for done, positions, entries in _chunks(counted.one):
        carried = translation.many(positions)
        others = counted.other.probed(carried)
        counted.add(entries, others, positions.__getitem__)
        if not translation.is_identity:
            places = np.flatnonzero(others != PENDING).tolist()
            met.update(rules.canonical(carried[place]) for place in places)
        report("compare", done, len(one) + len(other))
    return met


def _count_alone(
    translation: Translation, counted: PairCounts, met: set[Any], report: Reporter
) -> None:
    """Count the positions of the second game that correspond to none of the first."""
    one, other = translation.one, translation.other
    for done, positions, entries in _chunks(counted.other):
        if translation.is_identity:
            are_alone = counted.one.probed(positions) == PENDING
        else:
            are_alone = np.array([position not in met for position in positions])
        alone = entries[are_alone]
        counted.add(np.full(len(alone), PENDING), alone, positions.__getitem__)
        report("compare", len(one) + done, len(one) + len(other))


def _chunks(side: ComparedSolution) -> Iterator[tuple[int, list[Any], Columns]]:
    """Yield the number done, a chunk of positions, and their entries."""
    items, done = side.solution._table.items(), 0
    while part := list(islice(items, POSITIONS_A_CHUNK)):
        done += len(part)
        entries = side.entries(outcome for _, outcome in part)
        yield done, [position for position, _ in part], entries


# ── the shallowest position whose value changes ─────────────────────────────────────────────────

Line = tuple[Any, ...]


class Walker:
    """Breadth-first search by levels of canonical positions."""

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self._start = solution.start
        self._rules: Rules[Any, Any] = Rules(solution.game)
        self._prober = _prober_of(solution.game)

    def start(self) -> list[Any]:
        """Return the first level."""
        return [self._rules.canonical(self._start)]

    def ahead(self, level: Sequence[Any]) -> list[Any]:
        """Return the successors of a level, each once, in the order found."""
        raw = [
            successor
            for here in level
            if self._rules.ending(here) is None
            for _, successor in self._rules.played(here)
        ]
        return list(dict.fromkeys(self._folded(raw)))

    def _folded(self, raw: list[Any]) -> list[Any]:
        if self._prober is None:
            return [self._rules.canonical(position) for position in raw]
        canonicals: list[Any] = self._prober.canonicals(np.array(raw, np.uint64)).tolist()
        return canonicals

    def line(self, levels: Sequence[Sequence[Any]], last: Any) -> tuple[Line, Any]:
        """Return the moves to a position of the last level, and the raw position reached."""
        path = [last]
        for level in reversed(levels[:-1]):
            path.append(next(position for position in level if path[-1] in self.ahead([position])))
        here, moves = self._start, []
        for target in reversed(path[:-1]):
            move, here = next(
                (move, raw)
                for move, raw in self._rules.played(here)
                if self._rules.canonical(raw) == target
            )
            moves.append(move)
        return tuple(moves), here


def _prober_of(game: Game[Any, Any]) -> Prober | None:
    """Return the look-up of a compiled game, or ``None`` for a plain game."""
    if not isinstance(game, CompiledGame):
        return None
    from gamesolver.engine.places import Places, Prober

    return Prober.of(Places.indexed(game.rules.calls))


def shallowest(translation: Translation, report: Reporter) -> tuple[Line, Any] | None:
    """Return the line to a changed position nearest to the start, or ``None``."""
    walker = Walker(translation.one)
    level = walker.start()
    levels, seen = [level], set(level)
    while level:
        place = _first_change(translation, level)
        if place is not None:
            return walker.line(levels, level[place])
        level = [position for position in walker.ahead(level) if position not in seen]
        seen.update(level)
        levels.append(level)
        report("shallowest", len(seen))
    return None


def _first_change(translation: Translation, level: Sequence[Any]) -> int | None:
    """Return the index of the first changed position of a level, or ``None``."""
    one = translation.one.probe_many(level)
    other = translation.other.probe_many(translation.many(level))
    if one.scores is None or other.scores is None:
        are_changed = one.values != other.values
    else:
        are_changed = one.scores != other.scores
    changed = np.flatnonzero(other.known & are_changed)
    return int(changed[0]) if len(changed) else None


def is_changed(one: Outcome, other: Outcome, by_score: bool) -> bool:
    """Return True if two outcomes differ in score, or in value."""
    return one.score != other.score if by_score else one.value is not other.value


def have_scores(*solutions: Solution[Any, Any]) -> bool:
    """Return True if all of these games have scores."""
    return all(Rules(solution.game).is_scored for solution in solutions)
