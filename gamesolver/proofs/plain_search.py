"""Search in plain Python, for one question about one position: by proof numbers.

The search is that of ``kernels.proof_numbers``. The docstring there describes it, and proves that
it ends and that stored answers are right in games with cycles. The table is a list with one entry
for each remainder of a hash, and an entry holds the last position stored in it.

**The author's knowledge** (``candidates``) is queried before the moves of a position are listed. A
verdict may answer the question. If moves are named, only they count for the numbers. Of moves with
equal numbers the first is searched.

**Gains** shift the question on the way, as in ``kernels.alpha_beta``. A gain never lies on a cycle,
so a line returns to a position only between two gains. Of moves with equal numbers, moves that keep
the turn are searched first, then those that gain most.

**If cycles are large and tangled**, most answers against the side that wants an end depend on the
path. They are not stored, and the search repeats them. So these answers are counted. If there are
many, the question is also given to retrograde analysis on demand (``proofs.on_demand``), which
stores all positions that it visits. It searches everywhere, and not where an answer is nearest. It
may therefore visit as many positions as this search has. Then both take turns, each twice as long
as before. The answer comes within about three times the work of the quicker method. Games with
gains are searched without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import attrs

from gamesolver.proofs.on_demand import Hunt, TakesTurns
from gamesolver.proofs.plain_table import PARTS, SLOTS_A_PLACE, VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Tables, Watch
from gamesolver.proofs.search_scores import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Bounds, Outcome

MOST_KEPT = (1 << 19) - 1
"""Greatest number that is stored; greater numbers are stored as this one."""
ANSWERED = 1 << 40
"""Number of the answer that is impossible now."""
GROWTH = 16
"""A move is searched until its number is this many times the second best."""

NEVER = 1 << 40
"""Depth of a result that does not depend on the line."""

Pair = tuple[int, int]
Knows = Callable[[Any], "tuple[Any, ...] | Outcome | Bounds | None"]
"""Function that returns the known moves or verdict of a position, as ``candidates`` does."""


class Numbers:
    """Stored numbers of questions; a new question replaces an old one in its slot."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots

    def of(self, question: tuple[Any, int]) -> Pair | None:
        """Return the numbers for yes and no, or ``None`` if they are not stored."""
        entry = self._slots[hash(question) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == question else None

    def keep(self, question: tuple[Any, int], yes: int, no: int) -> None:
        """Keep both numbers."""
        entry = question, kept_number(yes), kept_number(no)
        self._slots[hash(question) % len(self._slots)] = entry


class Step(NamedTuple):
    """Move of a position, with the data that the search needs."""

    successor: Any
    kept: bool
    gain: int
    end: int | None
    """Score of the successor if play has ended there."""


@attrs.define
class MoveNumbers:
    """Move of a position on the line: its numbers for the player making it, or its answer."""

    step: Step
    key: Any
    target: int
    """Question about the successor."""
    yes: int = 1
    no: int = 1
    answer: int = -INFINITE
    """Bound on the successor, once its question is answered."""
    oldest: int = NEVER
    """Least depth of the line that the answer depends on."""
    after: list[Step] = attrs.field(factory=list)
    """The moves of the successor, once listed."""

    def take(self, yes: int, no: int) -> None:
        """Store the numbers of the successor."""
        self.yes, self.no = (yes, no) if self.step.kept else (no, yes)

    def close(self, answer: int, oldest: int) -> None:
        """Store the answer of the successor."""
        self.answer, self.oldest = answer, oldest
        self.take(*((0, ANSWERED) if answer >= self.target else (ANSWERED, 0)))

    def score(self, scale: Scale) -> int:
        """Return the bound on the move that follows from the answer."""
        return scale.backed_up(self.answer, self.step.kept, self.step.gain)


@attrs.define
class Frame:
    """Position of the line that is being searched."""

    key: Any
    target: int
    limits: Pair
    """The frame is left as soon as one of its numbers reaches its limit."""
    choices: list[MoveNumbers]
    chosen: MoveNumbers
    """Move that is searched: one with the least number."""

    def numbers(self) -> Pair:
        """Return the number for yes, which one move decides, and for no, which needs all moves."""
        self.chosen = min(self.choices, key=attrgetter("yes"))
        hardest, extra = max(each.no for each in self.choices), self._open_moves() - 1
        return self.chosen.yes, hardest + max(extra, 0)

    def limits_of_chosen(self) -> Pair:
        """Return the limits of the chosen move: until another is better, or the frame is left."""
        others = (each.yes for each in self.choices if each is not self.chosen)
        yes = min(self.limits[0], beyond(min(others, default=ANSWERED)))
        no = self.limits[1] - (self._open_moves() - 1)
        return (yes, no) if self.chosen.step.kept else (no, yes)

    def _open_moves(self) -> int:
        return sum(each.no > 0 for each in self.choices)


def beyond(second: int) -> int:
    """Return the limit of the best move from the number of the second best."""
    return GROWTH * second + 1


def kept_number(number: int) -> int:
    """Return a number in the range that is stored."""
    return min(max(number, 1), MOST_KEPT)


def kind_of(target: int, scale: Scale) -> int:
    """Return the question; questions for any number of plies are one for each level."""
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
        knows: Knows | None = None,
    ) -> None:
        self.rules = rules
        self.solved = solved
        each = max(1, slots // PARTS)
        self.table, self.numbers = BoundsTable(each), Numbers(each)
        self.hunt = Hunt(rules, solved, self.table, each // SLOTS_A_PLACE)
        self._looked_at = self._lost = 0
        self._watch = watch
        self._knows = rules.candidates if knows is None else knows
        self._scales = Scales.of(rules)
        self._scale = self._scales.first
        self._line: list[Frame] = []
        self._depths: dict[Any, int] = {}

    def prepare(self) -> None:
        """Do nothing, since no code is compiled here."""

    def decide(self, position: Any, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._line, self._depths = [], {}  # a question that was not answered may have left its line
        self._lost, began = 0, self._looked_at
        step = Step(position, True, 0, self._end(position))
        root = MoveNumbers(step, self.rules.canonical(position), target)
        self._go_below(root, (ANSWERED, ANSWERED))
        if self.rules.has_gains:
            answer = self._go_on(root, NEVER)
            assert answer is not None
            return answer
        return self._in_turns(position, target, partial(self._go_on, root), began)

    def _go_on(self, root: MoveNumbers, patience: int) -> int | None:
        """Return the answer, or ``None`` once ``patience`` answers could not be stored."""
        while self._line and self._lost < patience:
            frame = self._line[-1]
            yes, no = frame.numbers()
            if yes >= frame.limits[0] or no >= frame.limits[1]:
                self._leave(self._line[-2].chosen if len(self._line) > 1 else root, yes, no)
            else:
                self._go_below(frame.chosen, frame.limits_of_chosen())
        return None if self._line else root.answer

    def tables(self) -> Tables:
        """Return the bounds found; the numbers are computed again after resuming."""
        return self.table.kept(self.rules, self.visited)

    def take(self, tables: Tables) -> None:
        """Resume from the results of another search about the same game."""
        self.table.take(self.rules, tables)
        self._looked_at = tables.visited

    def doubting(self, watch: Watch) -> PlainSearch:
        """Return a search with these tables that ignores the author's verdicts."""
        search = copy(self)
        search._knows, search._watch = self._moves_known, watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainSearch:
        """Return a search with its own tables that uses the rules alone, without hints."""
        slots = PARTS * len(self.table)
        return PlainSearch(self.rules, slots, watch, self.solved, _nothing_known)

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """Return the moves of a position, the most promising first."""
        moves, _ = self.rules.choices(position)
        return tuple(dict.fromkeys((*(self._moves_known(position) or ()), *moves)))

    def _moves_known(self, position: Any) -> tuple[Any, ...] | None:
        """Return the moves that the author names, or ``None``."""
        verdict = self._knows(position)
        return verdict if isinstance(verdict, tuple) else None

    # ── going below ────────────────────────────────────────────────────────

    def _go_below(self, choice: MoveNumbers, limits: Pair) -> None:
        """Enter a successor, unless its question is answered already."""
        self._look_at(choice)
        if not choice.after and choice.yes and choice.no:
            self._look_beyond(choice)
        if choice.yes and choice.no:
            self._depths[choice.key] = len(self._line)
            choices = self._choices(choice)
            self._line.append(Frame(choice.key, choice.target, limits, choices, choices[0]))

    def _choices(self, choice: MoveNumbers) -> list[MoveNumbers]:
        """Return the moves of a successor with known numbers, up to one that answers yes."""
        choices: list[MoveNumbers] = []
        for step in choice.after:
            target = self._scale.successor_target(choice.target, step.kept, step.gain)
            choices.append(MoveNumbers(step, self.rules.canonical(step.successor), target))
            self._look_at(choices[-1])
            if not choices[-1].yes:
                break
        return choices

    def _look_at(self, choice: MoveNumbers) -> None:
        """Look up known results for a successor without entering it."""
        back_at = self._depths.get(choice.key)
        if back_at is not None and self.rules.has_gains:
            self._require_no_gain_since(back_at, choice)
        least, most = self._known(choice)
        if least >= choice.target or most < choice.target:
            choice.close(least if least >= choice.target else most, NEVER)
        elif back_at is not None:
            choice.close(0, back_at)
        elif numbers := self.numbers.of((choice.key, kind_of(choice.target, self._scale))):
            choice.take(*numbers)
        elif not choice.after:
            self._look_beyond(choice)

    def _require_no_gain_since(self, depth: int, choice: MoveNumbers) -> None:
        """Raise if the line returns to a position, and a move on the way gained.

        A player could repeat the cycle and gain each time, so that questions would never end.
        """
        if choice.step.gain or any(frame.chosen.step.gain for frame in self._line[depth:]):
            raise faults().gain_on_cycle(self.rules.game, choice.step.successor)

    def _look_beyond(self, choice: MoveNumbers) -> None:
        """List the moves of a successor, up to a terminal position that answers at once."""
        position = choice.step.successor
        verdict = self._knows(position)
        if isinstance(verdict, Outcome | Bounds):
            least, most = self._bounds_of_verdict(position, verdict)
            if least >= choice.target or most < choice.target:
                choice.close(least if least >= choice.target else most, NEVER)
                return
            verdict = None
        choice.after = []
        for step in self._steps(position, verdict):
            choice.after.append(step)
            if step.end is not None:
                back = self._scale.backed_up(step.end, step.kept, step.gain)
                if back >= choice.target:
                    choice.close(back, NEVER)
                    return
        choice.take(1, len(choice.after))

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
        self._looked_at += 1
        if self._looked_at % VISITED_A_LOOK == 0:
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

    # ── coming back ────────────────────────────────────────────────────────

    def _leave(self, choice: MoveNumbers, yes: int, no: int) -> None:
        """Remove the last position from the line, with its answer or its numbers."""
        frame = self._line.pop()
        del self._depths[frame.key]
        if yes == 0 or no == 0:
            self._resolve(frame, choice)
        else:
            choice.take(yes, no)
        self.numbers.keep((frame.key, kind_of(frame.target, self._scale)), yes, no)

    def _resolve(self, frame: Frame, choice: MoveNumbers) -> None:
        """Answer the question of a frame; store the answer if it holds on other lines too."""
        depth, is_yes = len(self._line), frame.chosen.yes == 0
        resting = [frame.chosen] if is_yes else frame.choices
        best = max(each.score(self._scale) for each in resting)
        oldest = min(each.oldest for each in resting)
        rests_on_ends = (frame.target > 0) == is_yes
        if rests_on_ends or oldest >= depth:
            oldest = NEVER
            self.table.keep(frame.key, *((best, INFINITE) if is_yes else (-INFINITE, best)))
        else:
            self._lost += 1
        choice.close(best, oldest)


def _nothing_known(position: Any) -> None:
    """Return ``None``, as ``candidates`` does without knowledge."""
