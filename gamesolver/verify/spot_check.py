"""Spot check: the certificate at a sample of the positions, with which every ``solve`` ends.

A small game is checked whole. Of a larger one a seeded sample is, spread over the table, so that
the same solve always looks at the same positions. Each stored position of the sample must satisfy
the certificate (``verify.certificate``). Successors that are not stored themselves are looked up
through the position that stands for them: a part of these must be symmetric to it, as the laws of
symmetry demand (``verify.folding``). From these play is followed, for a fault may be further on:
to its end in a small game, and for about a thousand moves in a larger one. What is false of a few
positions alone is left to ``verify(full=True)``.

**The cost.** Rules are asked one position at a time and nothing is compiled, for the kernels of a
full verification take seconds to compile. So the sample is small: the moves of a few hundred
positions, and more only where it is a small part of the work of the solve.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from gamesolver.errors import VerificationError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import SpotCheck
from gamesolver.tables.table import DictTable, Table
from gamesolver.value import Outcome
from gamesolver.verify.folding import Folding, Step
from gamesolver.verify.positions import PositionCheck, wrong

PHASE = "spot check"
SMALL = 1_000  # positions of a game that is checked whole
LEAST_WORK = 1_000  # positions and moves looked at of each larger game
MOST = 4_096  # positions of a sample
ONE_IN_PLAIN, ONE_IN_COMPILED = 150, 50_000
"""One position in this number is looked at: a fiftieth of the work of solving it."""
MOST_ROOTS = 256  # of which it is asked whether they are there
TRIES = 16  # times as many slots as positions are drawn, at most, as many may be unused
DRAWN_TOGETHER = 256
SEED = 20_261_128


def spot_check(
    rules: Rules[Any, Any], table: Table[Any], roots: Sequence[Any], report: Reporter
) -> SpotCheck:
    """Check a sample of a table.

    Raises ``VerificationError`` for an outcome that is wrong, and ``GameContractError`` for a
    position that is not symmetric to the one that stands for it.
    """
    sample = _Sample(rules, table, report)
    sample.check_roots(roots)
    sample.check_positions()
    sample.check_folding()
    done = sample.check.positions + sample.folded
    report(PHASE, done, done)
    return SpotCheck(sample.check.positions, sample.folded)


class _Sample:
    """Sample of one table."""

    def __init__(self, rules: Rules[Any, Any], table: Table[Any], report: Reporter) -> None:
        self.rules = rules
        self.table = table
        self.report = report
        self.check = _SampleCheck(rules, table)
        self.folding = Folding(rules, self.check.steps)
        self.folded = 0
        self._pairs: dict[Any, Any] = {}
        """Canonical positions of positions that were met and are not stored themselves."""
        self._size = len(table) if isinstance(table, DictTable) else len(table.cells)  # type: ignore[attr-defined]  # no other table is solved
        one_in = ONE_IN_COMPILED if isinstance(rules.game, CompiledGame) else ONE_IN_PLAIN
        self._enough = min(MOST, self._size // one_in)

    def check_roots(self, roots: Sequence[Any]) -> None:
        """Check that the roots are in the table."""
        places = drawn_places(len(roots), MOST_ROOTS, MOST_ROOTS)
        for root in dict.fromkeys([roots[0], *(roots[place] for place in places)]):
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
        most = self._size if self._is_small else max(self._enough, LEAST_WORK)
        for position, outcome in drawn_from(self.table, most):
            if self._is_enough(check.positions, check.moves):
                break
            if rules.folds:
                self.folding.require_listed(position, position)
            try:
                check.position(position, outcome)
            except VerificationError:
                self.folding.require_alike_next(position)
                raise
            for successor, canonical, _, _ in check.known.get(position, ()):
                self._note_pair(successor, canonical)
            self.report(PHASE, check.positions)

    def check_folding(self) -> None:
        """Compare positions with their canonical positions."""
        before, pairs = self.check.played_moves, list(self._pairs.items())
        compared: list[Any] = []
        for place in drawn_places(len(pairs), len(pairs) if self._is_small else 0, len(pairs)):
            position, canonical = pairs[place]
            if self._is_enough(self.folded, self.check.played_moves - before):
                break
            self._compare(position, canonical)
            compared.append(position)
        self._follow(compared)

    def _follow(self, compared: list[Any]) -> None:
        """Compare what play comes to from positions that are not stored, line by line to the end.

        Two positions may agree in all that is one move away, and not further on.
        """
        before, met = self.check.played_moves, set(self._pairs)
        while compared and self.check.played_moves - before < LEAST_WORK:
            position = compared.pop()
            if self.rules.ending(position) is not None:
                continue
            for successor, canonical, _, _ in self.check.steps(position):
                if successor != canonical and successor not in met:
                    met.add(successor)
                    self._compare(successor, canonical)
                    compared.append(successor)

    def _compare(self, position: Any, canonical: Any) -> None:
        self.folding.require_alike(position, canonical)
        self.folded += 1
        self.report(PHASE, self.check.positions + self.folded)

    @property
    def _is_small(self) -> bool:
        return self._size <= SMALL

    def _is_enough(self, positions: int, moves: int) -> bool:
        is_enough = positions >= self._enough and positions + moves >= LEAST_WORK
        return is_enough and not self._is_small

    def _note_pair(self, position: Any, canonical: Any) -> None:
        if self.rules.folds and position != canonical:
            self._pairs.setdefault(position, canonical)


class _SampleCheck(PositionCheck):
    """Check of the certificate at the positions of a sample, whose moves are played once."""

    looks_at_all_moves = True

    def __init__(self, rules: Rules[Any, Any], table: Table[Any]) -> None:
        super().__init__(rules, table)
        self.known: dict[Any, list[Step]] = {}
        """Steps of the positions checked so far."""
        self.played_moves = 0
        self._canonicals: dict[Any, Any] = {}

    def canonical(self, position: Any) -> Any:
        if not self.rules.folds:
            return position
        canonical = self._canonicals.get(position)
        if canonical is None:
            canonical = self._canonicals[position] = self.rules.canonical(position)
        return canonical

    def steps(self, position: Any) -> Iterable[Step]:
        steps = self.known.get(position)
        if steps is None:
            steps = self.known[position] = list(self.played(position))
            self.played_moves += len(steps)
        return steps


def drawn_from(table: Table[Any], most: int) -> Iterator[tuple[Any, Outcome]]:
    """Draw entries spread over a table, in random order, or all of a table that is not larger."""
    if isinstance(table, DictTable):
        places = drawn_places(len(table), most, most)
        return ((table.positions[place], table.at(place)) for place in places)
    return _drawn_slots(table, drawn_places(len(table.cells), most, TRIES * most))  # type: ignore[attr-defined]  # no other table is solved


def _drawn_slots(table: Any, slots: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
    """Look up what stands in slots, which must be theirs. Some slots are unused."""
    for slot in slots:
        position, outcome = table.entry(slot)
        is_there = table.places.slot(position) == slot
        if is_there and outcome is not None:
            yield position, outcome
        elif is_there or outcome is not None:
            from gamesolver.rules.messages import shown

            where, said = shown(table.runner.game, position), outcome or "a hole"
            why = "a position stands in that slot" if is_there else "no position has that slot"
            raise wrong(f"position {where} is stored as {said}: {why}", position, outcome, None)


def drawn_places(size: int, most: int, tries: int) -> Iterator[int]:
    """Draw ``tries`` places at random, each once, or all of them in order if they are few.

    They are drawn a stretch at a time, each of them spread over all places.
    """
    if size <= most:
        yield from range(size)
        return
    from random import Random  # a small game needs none

    luck, drawn = Random(SEED), set[int]()
    for _ in range(0, tries, DRAWN_TOGETHER):
        ends = [size * part // DRAWN_TOGETHER for part in range(DRAWN_TOGETHER + 1)]
        places = [luck.randrange(*part) for part in pairwise(ends) if part[0] < part[1]]
        luck.shuffle(places)
        yield from (place for place in places if place not in drawn)
        drawn.update(places)
