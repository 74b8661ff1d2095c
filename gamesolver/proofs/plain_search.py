"""Depth-first proof-number search in plain Python, for one question about one position.

The search is that of ``kernels.proof_numbers``. The docstring there describes the method with its
sources, and proves that it ends and that stored answers are right in games with cycles. The table
is a list with one entry for each remainder of a hash. A new position replaces the old one.

**Hints of the author** (``candidates``) are used before the moves of a position are listed. A
verdict may answer the question. If the hints are moves, no other moves are searched. Of moves with
equal numbers the first is searched.

**Gains** shift the question from a position to its successor, as in ``kernels.alpha_beta``. A gain
never lies on a cycle, so a line returns to a position only between two gains. Of moves with equal
numbers, moves that keep the turn are searched first, then those that gain most.

**If cycles are large and tangled**, most answers against the side that wants an end depend on the
path. They are not stored, and the search repeats them. So these answers are counted. If there are
many, the question is also given to retrograde analysis on demand (``proofs.on_demand``), which
stores all positions that it visits, but does not go where an answer is nearest. It may therefore
visit as many positions as this search has. Then both take turns, each twice as long as before.
Games with gains are searched by proof numbers alone.

**Cost.** The rules once for each visited position. With both methods, about three times the work of
the quicker one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import attrs

from gamesolver.proofs.on_demand import OnDemandAnalysis, TakesTurns
from gamesolver.proofs.plain_table import PARTS, SLOTS_A_PLACE, VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Tables, Watch
from gamesolver.proofs.search_scores import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Bounds, Outcome

GREATEST_STORED = (1 << 19) - 1
"""Greatest number that is stored; greater numbers are stored as this one."""
ANSWERED = 1 << 40
"""Proof or disproof number of an answer that is impossible."""
GROWTH = 16
"""A move is searched until its proof number is this many times the second best."""

NEVER = 1 << 40
"""Depth of the line for an answer that does not depend on the line."""

Pair = tuple[int, int]
Hints = Callable[[Any], "tuple[Any, ...] | Outcome | Bounds | None"]
"""Function that returns the hints on a position, as ``candidates`` does."""


class NumbersTable:
    """Table of proof and disproof numbers. A new question replaces an old one in its slot."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots

    def of(self, question: tuple[Any, int]) -> Pair | None:
        """Return the proof and the disproof number, or ``None`` if they are not stored."""
        entry = self._slots[hash(question) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == question else None

    def store(self, question: tuple[Any, int], proof: int, disproof: int) -> None:
        """Store both numbers."""
        entry = question, stored_number(proof), stored_number(disproof)
        self._slots[hash(question) % len(self._slots)] = entry


class Step(NamedTuple):
    """Move of a position, with its successor."""

    successor: Any
    kept: bool
    gain: int
    end: int | None
    """Score of the successor if play has ended there."""


@attrs.define
class MoveNumbers:
    """Move of a position on the line, with its answer or its numbers for the player to move."""

    step: Step
    key: Any
    target: int
    """Question about the successor."""
    proof: int = 1
    disproof: int = 1
    answer: int = -INFINITE
    """Bound on the successor, once its question is answered."""
    oldest: int = NEVER
    """Least depth of the line that the answer depends on."""
    after: list[Step] = attrs.field(factory=list)
    """The moves of the successor, once listed."""

    def set_numbers(self, proof: int, disproof: int) -> None:
        """Store the numbers of the successor."""
        self.proof, self.disproof = (proof, disproof) if self.step.kept else (disproof, proof)

    def set_answer(self, answer: int, oldest: int) -> None:
        """Store the answer of the successor."""
        self.answer, self.oldest = answer, oldest
        self.set_numbers(*((0, ANSWERED) if answer >= self.target else (ANSWERED, 0)))

    def score(self, scale: Scale) -> int:
        """Return the bound on the move that follows from its answer."""
        return scale.backed_up(self.answer, self.step.kept, self.step.gain)


@attrs.define
class Frame:
    """Position of the line that is being searched."""

    key: Any
    target: int
    thresholds: Pair
    """The search leaves the frame as soon as one of its numbers reaches its threshold."""
    choices: list[MoveNumbers]
    chosen: MoveNumbers
    """Move that is searched: one with the least proof number."""

    def numbers(self) -> Pair:
        """Return the proof number, the least of the moves, and the disproof number of all moves."""
        self.chosen = min(self.choices, key=attrgetter("proof"))
        hardest, extra = max(each.disproof for each in self.choices), self._open_moves() - 1
        return self.chosen.proof, hardest + max(extra, 0)

    def thresholds_of_chosen(self) -> Pair:
        """Return the thresholds of the chosen move: until another is better, or the frame ends."""
        others = (each.proof for each in self.choices if each is not self.chosen)
        proof = min(self.thresholds[0], threshold_beyond(min(others, default=ANSWERED)))
        disproof = self.thresholds[1] - (self._open_moves() - 1)
        return (proof, disproof) if self.chosen.step.kept else (disproof, proof)

    def _open_moves(self) -> int:
        return sum(each.disproof > 0 for each in self.choices)


def threshold_beyond(second: int) -> int:
    """Return the threshold of the best move from the proof number of the second best."""
    return GROWTH * second + 1


def stored_number(number: int) -> int:
    """Return a number in the range that is stored."""
    return min(max(number, 1), GREATEST_STORED)


def question_kind(target: int, scale: Scale) -> int:
    """Return the question that numbers are stored for.

    Questions for any number of plies are one question for each level.
    """
    level = scale.level(target)
    return target if scale.has_plies(target) else scale.bottom(level + (level < 0))


class PlainSearch(TakesTurns):
    """Search that answers questions about positions of one game, with two tables."""

    method = "proof numbers"

    def __init__(
        self,
        rules: Rules[Any, Any],
        slots: int,
        watch: Watch,
        solved: SolvedPositions = NOTHING_SOLVED,
        hints: Hints | None = None,
    ) -> None:
        self.rules = rules
        self.solved = solved
        each = max(1, slots // PARTS)
        self.table, self.numbers = BoundsTable(each), NumbersTable(each)
        self.on_demand = OnDemandAnalysis(rules, solved, self.table, each // SLOTS_A_PLACE)
        self._visited_here = self._unstored = 0
        self._watch = watch
        self._hints = rules.candidates if hints is None else hints
        self._scales = Scales.of(rules)
        self._scale = self._scales.first
        self._line: list[Frame] = []
        self._depths: dict[Any, int] = {}

    def prepare(self) -> None:
        """Do nothing, since no code is compiled here."""

    def decide(self, position: Any, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._line, self._depths = [], {}  # an unanswered question may have left a line
        self._unstored, began = 0, self._visited_here
        step = Step(position, True, 0, self._end(position))
        root = MoveNumbers(step, self.rules.canonical(position), target)
        self._enter(root, (ANSWERED, ANSWERED))
        if self.rules.has_gains:
            answer = self._search(root, NEVER)
            assert answer is not None
            return answer
        return self._in_turns(position, target, partial(self._search, root), began)

    def _search(self, root: MoveNumbers, patience: int) -> int | None:
        """Return the answer, or ``None`` once ``patience`` answers could not be stored."""
        while self._line and self._unstored < patience:
            frame = self._line[-1]
            proof, disproof = frame.numbers()
            if proof >= frame.thresholds[0] or disproof >= frame.thresholds[1]:
                self._leave(self._line[-2].chosen if len(self._line) > 1 else root, proof, disproof)
            else:
                self._enter(frame.chosen, frame.thresholds_of_chosen())
        return None if self._line else root.answer

    def tables(self) -> Tables:
        """Return the bounds in the table. A search that resumes computes the numbers again."""
        return self.table.kept(self.rules, self.visited)

    def take(self, tables: Tables) -> None:
        """Resume from the results of another search about the same game."""
        self.table.take(self.rules, tables)
        self._visited_here = tables.visited

    def without_verdicts(self, watch: Watch) -> PlainSearch:
        """Return a search with these tables that ignores the author's verdicts."""
        search = copy(self)
        search._hints, search._watch = self._moves_named, watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainSearch:
        """Return a search with its own tables that uses the rules alone, without hints."""
        slots = PARTS * len(self.table)
        return PlainSearch(self.rules, slots, watch, self.solved, _no_hints)

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """Return the moves of a position, the most promising first."""
        moves, _ = self.rules.choices(position)
        return tuple(dict.fromkeys((*(self._moves_named(position) or ()), *moves)))

    def _moves_named(self, position: Any) -> tuple[Any, ...] | None:
        """Return the moves that the author names, or ``None``."""
        verdict = self._hints(position)
        return verdict if isinstance(verdict, tuple) else None

    # ── entering a position ────────────────────────────────────────────────

    def _enter(self, choice: MoveNumbers, thresholds: Pair) -> None:
        """Enter a successor, unless its question is answered already."""
        self._update_move(choice)
        if not choice.after and choice.proof and choice.disproof:
            self._look_one_ply_ahead(choice)
        if choice.proof and choice.disproof:
            self._depths[choice.key] = len(self._line)
            choices = self._choices(choice)
            self._line.append(Frame(choice.key, choice.target, thresholds, choices, choices[0]))

    def _choices(self, choice: MoveNumbers) -> list[MoveNumbers]:
        """Return the moves of a successor with known numbers, up to one that answers yes."""
        choices: list[MoveNumbers] = []
        for step in choice.after:
            target = self._scale.successor_target(choice.target, step.kept, step.gain)
            choices.append(MoveNumbers(step, self.rules.canonical(step.successor), target))
            self._update_move(choices[-1])
            if not choices[-1].proof:
                break
        return choices

    def _update_move(self, choice: MoveNumbers) -> None:
        """Update the numbers of a move by known results, without entering its successor."""
        repeated_at = self._depths.get(choice.key)
        if repeated_at is not None and self.rules.has_gains:
            self._require_no_gain_since(repeated_at, choice)
        least, most = self._known(choice)
        if least >= choice.target or most < choice.target:
            choice.set_answer(least if least >= choice.target else most, NEVER)
        elif repeated_at is not None:
            choice.set_answer(0, repeated_at)
        elif numbers := self.numbers.of((choice.key, question_kind(choice.target, self._scale))):
            choice.set_numbers(*numbers)
        elif not choice.after:
            self._look_one_ply_ahead(choice)

    def _require_no_gain_since(self, depth: int, choice: MoveNumbers) -> None:
        """Raise if the line returns to a position, and a move on the way gained.

        A player could repeat the cycle and gain each time, so that questions would never end.
        """
        if choice.step.gain or any(frame.chosen.step.gain for frame in self._line[depth:]):
            raise faults().gain_on_cycle(self.rules.game, choice.step.successor)

    def _look_one_ply_ahead(self, choice: MoveNumbers) -> None:
        """List the moves of a successor, up to a terminal position that answers at once."""
        position = choice.step.successor
        verdict = self._hints(position)
        if isinstance(verdict, Outcome | Bounds):
            least, most = self._bounds_of_verdict(position, verdict)
            if least >= choice.target or most < choice.target:
                choice.set_answer(least if least >= choice.target else most, NEVER)
                return
            verdict = None
        choice.after = []
        for step in self._steps(position, verdict):
            choice.after.append(step)
            if step.end is not None:
                back = self._scale.backed_up(step.end, step.kept, step.gain)
                if back >= choice.target:
                    choice.set_answer(back, NEVER)
                    return
        choice.set_numbers(1, len(choice.after))

    def _bounds_of_verdict(self, position: Any, verdict: Outcome | Bounds) -> Pair:
        """Return the bounds of a verdict."""
        scale = self._scales.at(position)
        if why := scale.why_not(verdict):
            raise faults().impossible_verdict(self.rules.game, position, verdict, why)
        return scale.bounds_of(verdict)

    def _steps(self, position: Any, candidates: tuple[Any, ...] | None) -> Iterator[Step]:
        """Yield the moves of a position, the most promising first."""
        moves, play = self.rules.choices(position)
        strays = [move for move in candidates or () if move not in moves]
        if strays:
            raise faults().illegal_candidates(self.rules.game, position, strays)
        gain, kept = self.rules.gains(position), self.rules.turn_kept
        after = ((play(move), gain(move)) for move in candidates or moves)
        listed: Iterable[Any] = ((each, kept(position, each), gained) for each, gained in after)
        if self.rules.has_gains and not candidates:  # moves that keep the turn first, then by gain
            listed = sorted(listed, key=itemgetter(1, 2), reverse=True)
        for successor, is_kept, gained in listed:
            yield Step(successor, is_kept, gained, self._end(successor))

    def _end(self, position: Any) -> int | None:
        """Return the score of a terminal position, or ``None`` for any other."""
        self._visited_here += 1
        if self._visited_here % VISITED_A_LOOK == 0:
            self._watch(self.visited, self.forgotten.entries)
        ending = self.rules.ending(position)
        return None if ending is None else self._scales.at(position).of_end(ending)

    def _known(self, choice: MoveNumbers) -> Pair:
        """Return the bounds of a successor from its end, known outcomes or the table."""
        if choice.step.end is not None:
            return choice.step.end, choice.step.end
        solved = self.solved.score(choice.key)
        if solved is not None:
            return solved, solved
        least, most = self.table.bounds(choice.key)
        lowest, highest = self._scales.at(choice.step.successor).going_on
        return max(least, lowest), min(most, highest)

    # ── leaving a position ─────────────────────────────────────────────────

    def _leave(self, choice: MoveNumbers, proof: int, disproof: int) -> None:
        """Remove the last position from the line, with its answer or its numbers."""
        frame = self._line.pop()
        del self._depths[frame.key]
        if proof == 0 or disproof == 0:
            self._resolve(frame, choice)
        else:
            choice.set_numbers(proof, disproof)
        self.numbers.store((frame.key, question_kind(frame.target, self._scale)), proof, disproof)

    def _resolve(self, frame: Frame, choice: MoveNumbers) -> None:
        """Answer the question of a frame, and store the answer if it holds on other lines too."""
        depth, is_yes = len(self._line), frame.chosen.proof == 0
        supporting = [frame.chosen] if is_yes else frame.choices
        best = max(each.score(self._scale) for each in supporting)
        oldest = min(each.oldest for each in supporting)
        rests_on_ends = (frame.target > 0) == is_yes
        if rests_on_ends or oldest >= depth:
            oldest = NEVER
            self.table.keep(frame.key, *((best, INFINITE) if is_yes else (-INFINITE, best)))
        else:
            self._unstored += 1
        choice.set_answer(best, oldest)


def _no_hints(position: Any) -> None:
    """Return ``None``, as ``candidates`` does without hints."""
