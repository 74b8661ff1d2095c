"""Spot check: the certificate at a sample of the positions, with which every ``solve`` ends.

In a table of up to 1,000 positions, each must satisfy the certificate (``verify.certificate``). In
a larger table a sample must. It is spread over the table and fixed: 500 positions and
moves, and more only if that is a small part of the work of the solve. Successors that are not
stored themselves are looked up through their canonical position. A part of these must be symmetric
to it, as the laws of symmetry demand (``verify.folding``). Play is followed from them, because a
fault may show later. That part, too, has at least 500 positions and moves. Faults at a few
positions alone are left to ``verify(full=True)``.

Rules are called for one position at a time, once for each. Nothing is compiled, because the kernels
of a full verification take seconds to compile. Most of the time is spent in the author's
``canonical`` and ``symmetries``. For tic-tac-toe the certificate takes as long as the solve, and
comparing all positions with their canonical ones would take twelve times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import gcd
from typing import Any

from gamesolver.errors import VerificationError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules, faults
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import SpotCheck
from gamesolver.tables.table import DictTable, Table
from gamesolver.value import Outcome
from gamesolver.verify.folding import Folding, Step
from gamesolver.verify.positions import PositionCheck, wrong

PHASE = "spot check"
SMALL = 1_000  # positions of a table that is checked whole
LEAST_WORK = 500  # positions and moves looked at of each larger table
MOST = 4_096  # positions of a sample
ONE_IN_PLAIN, ONE_IN_COMPILED = 250, 200_000
"""Number of positions for each one checked: a fiftieth of the work of solving the game."""
MOST_ROOTS = 256  # roots looked up in the table, at most
CALLS = 200  # of the end of play at one position, once its outcome is wrong
TRIES = 16  # times as many indexes as positions are drawn, at most, as many may be unused
GOLDEN_RATIO = (5**0.5 - 1) / 2
_UNKNOWN: Any = object()


def spot_check(
    rules: Rules[Any, Any], table: Table[Any], roots: Sequence[Any], report: Reporter
) -> SpotCheck:
    """Check a sample of a table.

    Raises ``VerificationError`` for an outcome that is wrong, and ``GameContractError`` for a
    position that is not symmetric to its canonical position.
    """
    sample = _Sample(rules, table, report)
    sample.check_roots(roots)
    sample.check_positions()
    sample.check_folding()
    done = sample.check.positions + sample.folded
    report(PHASE, done, done)
    return SpotCheck(sample.check.positions, sample.folded)


class _Sample:
    """A sample of one table."""

    def __init__(self, rules: Rules[Any, Any], table: Table[Any], report: Reporter) -> None:
        self.rules = _RulesCalledOnce(rules)
        self.table = table
        self.report = report
        self.check = _SampleCheck(self.rules, table)
        self.folding = Folding(self.rules, self.check.steps)
        self.folded = 0
        self._pairs: dict[Any, Any] = {}
        """Representative of each position that was met and is not stored itself."""
        self._size = len(table) if isinstance(table, DictTable) else len(table.entries)  # type: ignore[attr-defined]  # no other table is solved
        one_in = ONE_IN_COMPILED if isinstance(rules.game, CompiledGame) else ONE_IN_PLAIN
        self._enough = min(MOST, self._size // one_in)

    def check_roots(self, roots: Sequence[Any]) -> None:
        """Check that positions that were to be solved are there."""
        for place in islice(spread_places(len(roots)), MOST_ROOTS):  # the first one is the start
            root = roots[place]
            canonical = self.rules.canonical(root)
            try:
                self.check.root(root)
            except VerificationError:
                self.folding.require_alike(root, canonical)
                raise
            self._note_pair(root, canonical)

    def check_positions(self) -> None:
        """Check the outcomes of the sample."""
        check, rules = self.check, self.rules
        is_small = self._size <= SMALL
        most = self._size if is_small else max(self._enough, LEAST_WORK)
        for position, outcome in drawn_from(self.table, most):
            if not is_small and self._is_enough(check.positions, check.moves):
                break
            if rules.folds:
                self.folding.require_listed(position, position)
            try:
                check.position(position, outcome)
            except VerificationError:
                self.folding.require_alike_next(position)
                self._require_repeatable(position)
                raise
            self._noted_pairs(check.known.get(position, ()))
            self.report(PHASE, check.positions)

    def _require_repeatable(self, position: Any) -> None:
        """Raise if the rules give different results for a position, or for its successors."""
        rules = self.rules
        is_end = rules.ending(position) is not None
        nexts = [] if is_end else [step[0] for step in self.check.steps(position)]
        for each in (position, *nexts):
            first = rules.call_end(each)
            for _ in range(CALLS):
                again = rules.call_end(each)
                if again != first:
                    raise faults().not_repeatable(rules.game, rules.end_rule, (each,), first, again)

    def check_folding(self) -> None:
        """Compare positions that are not stored with their canonical positions.

        They come in turns from the moves of the sample, and from the moves of positions that were
        compared before: two positions may agree one move ahead, and differ further on.
        """
        before, pairs = self.check.played_moves, list(self._pairs)
        drawn = spread_places(len(pairs))
        further: list[Any] = []
        while not self._is_enough(self.folded, self.check.played_moves - before):
            place = None if further and self.folded % 2 else next(drawn, None)
            if place is None and not further:
                break
            position = further.pop() if place is None else pairs[place]
            self._compare(position, self._pairs[position])
            if self.rules.ending(position) is None:
                further += self._noted_pairs(self.check.steps(position))

    def _noted_pairs(self, steps: Iterable[Step]) -> list[Any]:
        """Record the canonical positions of successors, and return the successors that are new."""
        return [step[0] for step in steps if self._note_pair(step[0], step[1])]

    def _compare(self, position: Any, canonical: Any) -> None:
        self.folding.require_alike(position, canonical)
        self.folded += 1
        self.report(PHASE, self.check.positions + self.folded)

    def _is_enough(self, positions: int, moves: int) -> bool:
        return positions >= self._enough and positions + moves >= LEAST_WORK

    def _note_pair(self, position: Any, canonical: Any) -> bool:
        """Record the canonical position of a position. Return True if it is new and not stored."""
        if not self.rules.folds or position == canonical or position in self._pairs:
            return False
        self._pairs[position] = canonical
        return True


class _RulesCalledOnce(Rules[Any, Any]):
    """The rules of a game, which are called once for each position."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        vars(self).update(vars(rules))
        self._canonicals: dict[Any, Any] = {}
        self._endings: dict[Any, Outcome | None] = {}
        self._players: dict[Any, int | None] = {}

    def canonical(self, position: Any) -> Any:
        if not self.folds:
            return position
        canonical = self._canonicals.get(position, _UNKNOWN)
        if canonical is _UNKNOWN:
            canonical = self._canonicals[position] = super().canonical(position)
        return canonical

    def ending(self, position: Any) -> Outcome | None:
        ending: Outcome | None = self._endings.get(position, _UNKNOWN)
        if ending is _UNKNOWN:
            ending = self._endings[position] = super().ending(position)
        return ending

    def player(self, position: Any) -> int | None:
        if not self.has_seats:
            return None
        player: int | None = self._players.get(position, _UNKNOWN)
        if player is _UNKNOWN:
            player = self._players[position] = super().player(position)
        return player


class _SampleCheck(PositionCheck):
    """The certificate at the positions of a sample, whose moves are played once."""

    looks_at_all_moves = True

    def __init__(self, rules: Rules[Any, Any], table: Table[Any]) -> None:
        super().__init__(rules, table)
        self.known: dict[Any, list[Step]] = {}
        """Moves with their successors, for the positions checked so far."""
        self.played_moves = 0

    def steps(self, position: Any) -> Iterable[Step]:
        steps = self.known.get(position)
        if steps is None:
            steps = self.known[position] = list(self.played(position))
            self.played_moves += len(steps)
        return steps


def drawn_from(table: Table[Any], most: int) -> Iterator[tuple[Any, Outcome]]:
    """Draw at most ``most`` entries, spread over a table."""
    if isinstance(table, DictTable):
        places = islice(spread_places(len(table)), most)
        return ((table.positions[place], table.at(place)) for place in places)
    return _drawn_indexes(table, islice(spread_places(len(table.entries)), TRIES * most))  # type: ignore[attr-defined]  # no other table is solved


def _drawn_indexes(table: Any, indexes: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
    """Yield the positions and outcomes at some indexes. Raise if a position has another index."""
    for index in indexes:
        position, outcome = table.entry(index)
        is_there = table.places.index(position) == index
        if is_there and outcome is not None:
            yield position, outcome
        elif is_there or outcome is not None:
            from gamesolver.rules.messages import shown

            where, stored = shown(table.runner.game, position), outcome or "unused"
            why = "a position has that index" if is_there else "no position has that index"
            raise wrong(f"position {where} is stored as {stored}: {why}", position, outcome, None)


def spread_places(size: int) -> Iterator[int]:
    """Return the numbers below ``size``, each once, in an order that spreads the first ones.

    They are multiples of the golden ratio, whose fractional parts are far from each other.
    """
    step = max(int(size * GOLDEN_RATIO), 1)
    while gcd(step, size) > 1:
        step += 1
    return (count * step % size for count in range(size))
