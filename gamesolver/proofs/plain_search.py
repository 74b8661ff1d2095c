"""Search in plain Python, for one question about one position: by proof numbers.

The search is that of ``kernels.proof_numbers``. The docstring there describes it, and proves that
it ends and that stored answers are right in games with loops. The table is a list with one entry
for each remainder of a hash, and an entry holds the last position stored in it.

**What the author knows** (``candidates``) is asked of a position before its moves are listed. A
verdict may answer the question. Of named moves alone the numbers are counted, and of those that
take as much the first is looked at.

**Gains** shift the question on the way, as in ``kernels.alpha_beta``. A gain lies on no loop, so
what comes back comes back between two gains. Of moves that take as much, those are looked at first
that move again, and then those that gain most.

**If loops are large and tangled**, most answers against the side that wants an end depend on the
path. They are not stored, and the search repeats them. So these answers are counted. If there are
many, the question is also given to retrograde analysis on demand (``proofs.on_demand``), which
stores all positions that it visits. It searches everywhere, and not where an answer is nearest. So
it may visit as many positions as this search has. Then both take turns, each twice as long as
before. The answer comes within about three times the work of the quicker method. Games with gains
are searched without it.
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
from gamesolver.proofs.worths import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Bounds, Outcome

MOST_KEPT = (1 << 19) - 1
"""Of a number that is kept; what would be more is kept as this."""
ANSWERED = 1 << 40
"""The number of the answer that is not to be had any more."""
GROWTH = 16
"""A move is looked at until it takes so many times what the second best does."""

NEVER = 1 << 40
"""A depth to which nothing comes back."""

Pair = tuple[int, int]
Knows = Callable[[Any], "tuple[Any, ...] | Outcome | Bounds | None"]
"""What is known of a position before its moves are looked at, as ``candidates`` says it."""


class Numbers:
    """The two numbers of some questions; a new one takes the slot of an old one."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots

    def of(self, question: tuple[Any, int]) -> Pair | None:
        """What it takes to show yes, and no, if that is kept."""
        entry = self._slots[hash(question) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == question else None

    def keep(self, question: tuple[Any, int], yes: int, no: int) -> None:
        """Keep both numbers."""
        entry = question, kept_number(yes), kept_number(no)
        self._slots[hash(question) % len(self._slots)] = entry


class Step(NamedTuple):
    """A move of a position, as the search looks at it."""

    successor: Any
    kept: bool
    gain: int
    end: int | None
    """What the successor is worth if play has ended there."""


@attrs.define
class MoveNumbers:
    """A move of a position on the line: the numbers as its mover sees them, or the answer."""

    step: Step
    key: Any
    asked: int
    """The question that the successor is asked."""
    yes: int = 1
    no: int = 1
    answer: int = -INFINITE
    """The bound on the successor's worth, once it has answered."""
    oldest: int = NEVER
    """The depth of the line to which that comes back."""
    after: list[Step] = attrs.field(factory=list)
    """The moves of the successor, once listed."""

    def take(self, yes: int, no: int) -> None:
        """Take the numbers of the successor."""
        self.yes, self.no = (yes, no) if self.step.kept else (no, yes)

    def close(self, answer: int, oldest: int) -> None:
        """Take the answer of the successor."""
        self.answer, self.oldest = answer, oldest
        self.take(*((0, ANSWERED) if answer >= self.asked else (ANSWERED, 0)))

    def worth(self, scale: Scale) -> int:
        """What the answer makes of the move."""
        return scale.back(self.answer, self.step.kept, self.step.gain)


@attrs.define
class Frame:
    """A position of the line that is being looked at."""

    key: Any
    asked: int
    limits: Pair
    """It is left as soon as one of its numbers comes to its limit."""
    choices: list[MoveNumbers]
    chosen: MoveNumbers
    """The move that is looked at: one with the least number."""

    def numbers(self) -> Pair:
        """What it takes to show yes: one move that does; and no: every move."""
        self.chosen = min(self.choices, key=attrgetter("yes"))
        hardest, extra = max(each.no for each in self.choices), self._open_moves() - 1
        return self.chosen.yes, hardest + max(extra, 0)

    def limits_of_chosen(self) -> Pair:
        """How far the chosen move is looked at: until another is better, or this frame is left."""
        others = (each.yes for each in self.choices if each is not self.chosen)
        yes = min(self.limits[0], beyond(min(others, default=ANSWERED)))
        no = self.limits[1] - (self._open_moves() - 1)
        return (yes, no) if self.chosen.step.kept else (no, yes)

    def _open_moves(self) -> int:
        return sum(each.no > 0 for each in self.choices)


def beyond(second: int) -> int:
    """The limit of the best move, by the number of the second best."""
    return GROWTH * second + 1


def kept_number(number: int) -> int:
    """A number as it is kept: neither none nor too great."""
    return min(max(number, 1), MOST_KEPT)


def kind_of(asked: int, scale: Scale) -> int:
    """The question, but those that allow any number of plies are one for each level."""
    level = scale.level(asked)
    return asked if scale.has_plies(asked) else scale.bottom(level + (level < 0))


class PlainSearch(TakesTurns):
    """Answers questions about positions of one game, with two tables that serve them all."""

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
        """Nothing is compiled here."""

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._line, self._depths = [], {}  # a question that was not answered may have left its line
        self._lost, began = 0, self._looked_at
        step = Step(position, True, 0, self._end(position))
        root = MoveNumbers(step, self.rules.canonical(position), asked)
        self._go_below(root, (ANSWERED, ANSWERED))
        if self.rules.has_gains:
            answer = self._go_on(root, NEVER)
            assert answer is not None
            return answer
        return self._in_turns(position, asked, partial(self._go_on, root), began)

    def _go_on(self, root: MoveNumbers, patience: int) -> int | None:
        """The answer, unless so many are lost before."""
        while self._line and self._lost < patience:
            frame = self._line[-1]
            yes, no = frame.numbers()
            if yes >= frame.limits[0] or no >= frame.limits[1]:
                self._leave(self._line[-2].chosen if len(self._line) > 1 else root, yes, no)
            else:
                self._go_below(frame.chosen, frame.limits_of_chosen())
        return None if self._line else root.answer

    def tables(self) -> Tables:
        """What it has learned for good: the numbers are counted again."""
        return self.table.kept(self.rules, self.visited)

    def take(self, tables: Tables) -> None:
        """Go on with what another search about the same game has learned."""
        self.table.take(self.rules, tables)
        self._looked_at = tables.visited

    def doubting(self, watch: Watch) -> PlainSearch:
        """A search with the same tables, which believes no verdict of the author's."""
        search = copy(self)
        search._knows, search._watch = self._moves_known, watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainSearch:
        """A search with tables of its own, which asks the author nothing but the rules."""
        slots = PARTS * len(self.table)
        return PlainSearch(self.rules, slots, watch, self.solved, _nothing_known)

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, those worth trying first."""
        moves, _ = self.rules.choices(position)
        return tuple(dict.fromkeys((*(self._moves_known(position) or ()), *moves)))

    def _moves_known(self, position: Any) -> tuple[Any, ...] | None:
        """The moves worth trying, where the author names them."""
        said = self._knows(position)
        return said if isinstance(said, tuple) else None

    # ── going below ────────────────────────────────────────────────────────

    def _go_below(self, choice: MoveNumbers, limits: Pair) -> None:
        """Enter a successor, unless it has its answer by now."""
        self._look_at(choice)
        if not choice.after and choice.yes and choice.no:
            self._look_beyond(choice)
        if choice.yes and choice.no:
            self._depths[choice.key] = len(self._line)
            choices = self._choices(choice)
            self._line.append(Frame(choice.key, choice.asked, limits, choices, choices[0]))

    def _choices(self, choice: MoveNumbers) -> list[MoveNumbers]:
        """The moves of a successor, up to one that answers yes, with what is known of each."""
        choices: list[MoveNumbers] = []
        for step in choice.after:
            asked = self._scale.asked_next(choice.asked, step.kept, step.gain)
            choices.append(MoveNumbers(step, self.rules.canonical(step.successor), asked))
            self._look_at(choices[-1])
            if not choices[-1].yes:
                break
        return choices

    def _look_at(self, choice: MoveNumbers) -> None:
        """Find what is known of a successor without entering it."""
        back_at = self._depths.get(choice.key)
        if back_at is not None and self.rules.has_gains:
            self._require_no_gain_since(back_at, choice)
        least, most = self._known(choice)
        if least >= choice.asked or most < choice.asked:
            choice.close(least if least >= choice.asked else most, NEVER)
        elif back_at is not None:
            choice.close(0, back_at)
        elif numbers := self.numbers.of((choice.key, kind_of(choice.asked, self._scale))):
            choice.take(*numbers)
        elif not choice.after:
            self._look_beyond(choice)

    def _require_no_gain_since(self, depth: int, choice: MoveNumbers) -> None:
        """Raise where the line comes back to a position, and something was gained on the way.

        Who goes round again gains it again, and no question about so many points would be the last.
        """
        if choice.step.gain or any(frame.chosen.step.gain for frame in self._line[depth:]):
            raise faults().gain_on_a_loop(self.rules.game, choice.step.successor)

    def _look_beyond(self, choice: MoveNumbers) -> None:
        """List where a successor leads to, up to an end that answers at once."""
        position = choice.step.successor
        said = self._knows(position)
        if isinstance(said, Outcome | Bounds):
            least, most = self._bounds_said(position, said)
            if least >= choice.asked or most < choice.asked:
                choice.close(least if least >= choice.asked else most, NEVER)
                return
            said = None
        choice.after = []
        for step in self._steps(position, said):
            choice.after.append(step)
            if step.end is not None:
                back = self._scale.back(step.end, step.kept, step.gain)
                if back >= choice.asked:
                    choice.close(back, NEVER)
                    return
        choice.take(1, len(choice.after))

    def _bounds_said(self, position: Any, said: Outcome | Bounds) -> Pair:
        """The bounds of a verdict."""
        scale = self._scales.at(position)
        if why := scale.why_not(said):
            raise faults().impossible_verdict(self.rules.game, position, said, why)
        return scale.bounds_of(said)

    def _steps(self, position: Any, candidates: tuple[Any, ...] | None) -> Iterator[Step]:
        """Yield the moves of a position, the most promising first."""
        moves, play = self.rules.choices(position)
        strays = [move for move in candidates or () if move not in moves]
        if strays:
            raise faults().illegal_candidates(self.rules.game, position, strays)
        gain, kept = self.rules.gains(position), self.rules.turn_kept
        after = ((play(move), gain(move)) for move in candidates or moves)
        listed: Iterable[Any] = ((each, kept(position, each), gained) for each, gained in after)
        if self.rules.has_gains and not candidates:  # who moves again first, then what gains most
            listed = sorted(listed, key=itemgetter(1, 2), reverse=True)
        for successor, is_kept, gained in listed:
            yield Step(successor, is_kept, gained, self._end(successor))

    def _end(self, position: Any) -> int | None:
        """What a position is worth if play has ended there."""
        self._looked_at += 1
        if self._looked_at % VISITED_A_LOOK == 0:
            self._watch(self.visited, self.forgotten.entries)
        ending = self.rules.ending(position)
        return None if ending is None else self._scales.at(position).of_end(ending)

    def _known(self, choice: MoveNumbers) -> Pair:
        """The bounds of a successor by its end, or by a table."""
        if choice.step.end is not None:
            return choice.step.end, choice.step.end
        solved = self.solved.worth(choice.key)
        if solved is not None:
            return solved, solved
        least, most = self.table.bounds(choice.key)
        lowest, highest = self._scales.at(choice.step.successor).going_on
        return max(least, lowest), min(most, highest)

    # ── coming back ────────────────────────────────────────────────────────

    def _leave(self, choice: MoveNumbers, yes: int, no: int) -> None:
        """Take the last position from the line, with its answer or its numbers."""
        frame = self._line.pop()
        del self._depths[frame.key]
        if yes == 0 or no == 0:
            self._settle(frame, choice)
        else:
            choice.take(yes, no)
        self.numbers.keep((frame.key, kind_of(frame.asked, self._scale)), yes, no)

    def _settle(self, frame: Frame, choice: MoveNumbers) -> None:
        """A question is answered: keep the answer if it holds on other lines too."""
        depth, is_yes = len(self._line), frame.chosen.yes == 0
        resting = [frame.chosen] if is_yes else frame.choices
        best = max(each.worth(self._scale) for each in resting)
        oldest = min(each.oldest for each in resting)
        rests_on_ends = (frame.asked > 0) == is_yes
        if rests_on_ends or oldest >= depth:
            oldest = NEVER
            self.table.keep(frame.key, *((best, INFINITE) if is_yes else (-INFINITE, best)))
        else:
            self._lost += 1
        choice.close(best, oldest)


def _nothing_known(position: Any) -> None:
    """In place of ``candidates``."""
