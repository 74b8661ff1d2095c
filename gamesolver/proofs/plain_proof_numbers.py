"""Search by proof numbers in plain Python, for one question about one position.

The search is that of ``kernels.proof_numbers``. The docstring there describes it, and proves that
it ends and that stored answers are right in games with loops. The table is a list with one entry
for each remainder of a hash, and an entry holds the last position stored in it.

**If loops are large and tangled**, most answers against the side that wants an end depend on the
path. They are not stored, and the search repeats them. So these answers are counted. If there are
many, the question is also given to retrograde analysis on demand (``proofs.on_demand``), which
stores all positions that it visits. It searches everywhere, and not where an answer is nearest. So
it may visit as many positions as this search has. Then both take turns, each twice as long as
before. The answer comes within about three times the work of the quicker method.
"""

from __future__ import annotations

from copy import copy
from functools import partial
from operator import attrgetter
from typing import Any

import attrs

from gamesolver.proofs.on_demand import Hunt, TakesTurns
from gamesolver.proofs.plain_search import NEVER
from gamesolver.proofs.plain_table import PARTS, SLOTS_A_PLACE, VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Tables, Watch
from gamesolver.proofs.worths import INFINITE, Scale, Scales, asked_by_ply, back_by_ply
from gamesolver.rules.guard import Rules
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions

MOST_KEPT = (1 << 19) - 1
"""Of a number that is kept; what would be more is kept as this."""
ANSWERED = 1 << 40
"""The number of the answer that is not to be had any more."""
GROWTH = 16
"""A move is looked at until it takes so many times what the second best does."""

Pair = tuple[int, int]


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


@attrs.define
class MoveNumbers:
    """A move of a position on the line: the numbers as its mover sees them, or the answer."""

    successor: Any
    key: Any
    kept: bool
    asked: int
    """The question that the successor is asked."""
    end: int | None
    """What the successor is worth if play has ended there."""
    yes: int = 1
    no: int = 1
    answer: int = -INFINITE
    """The bound on the successor's worth, once it has answered."""
    oldest: int = NEVER
    """The depth of the line to which that comes back."""
    after: list[tuple[Any, bool, int | None]] = attrs.field(factory=list)
    """Where the successor leads to, once listed; whether the turn is kept; and the end there."""

    def take(self, yes: int, no: int) -> None:
        """Take the numbers of the successor."""
        self.yes, self.no = (yes, no) if self.kept else (no, yes)

    def close(self, answer: int, oldest: int) -> None:
        """Take the answer of the successor."""
        self.answer, self.oldest = answer, oldest
        self.take(*((0, ANSWERED) if answer >= self.asked else (ANSWERED, 0)))

    def worth(self, unit: int) -> int:
        """What the answer makes of the move."""
        return back_by_ply(self.answer, self.kept, unit)


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
        return (yes, no) if self.chosen.kept else (no, yes)

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


class PlainProofNumbers(TakesTurns):
    """Answers questions about positions of one game, with two tables that serve them all."""

    method = "proof numbers"

    def __init__(
        self,
        rules: Rules[Any, Any],
        slots: int,
        watch: Watch,
        solved: SolvedPositions = NOTHING_SOLVED,
    ) -> None:
        self.rules = rules
        self.solved = solved
        each = max(1, slots // PARTS)
        self.table, self.numbers = BoundsTable(each), Numbers(each)
        self.hunt = Hunt(rules, solved, self.table, each // SLOTS_A_PLACE)
        self._looked_at = self._lost = 0
        self._watch = watch
        self._scales = Scales.of(rules)
        self._line: list[Frame] = []
        self._depths: dict[Any, int] = {}

    def prepare(self) -> None:
        """Nothing is compiled here."""

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._line, self._depths = [], {}  # a question that was not answered may have left its line
        self._lost, began = 0, self._looked_at
        root = MoveNumbers(
            position, self.rules.canonical(position), True, asked, self._end(position)
        )
        self._go_below(root, (ANSWERED, ANSWERED))
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

    def doubting(self, watch: Watch) -> PlainProofNumbers:
        """A search with the same tables; the author was not asked for a verdict."""
        search = copy(self)
        search._watch = watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainProofNumbers:
        """A search with tables of its own."""
        return PlainProofNumbers(self.rules, PARTS * len(self.table), watch, self.solved)

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, as the rules list them."""
        return self.rules.moves(position)

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
        choices, unit = [], self._scales.first.unit
        for successor, kept, end in choice.after:
            key, asked = self.rules.canonical(successor), asked_by_ply(choice.asked, kept, unit)
            choices.append(MoveNumbers(successor, key, kept, asked, end))
            self._look_at(choices[-1])
            if not choices[-1].yes:
                break
        return choices

    def _look_at(self, choice: MoveNumbers) -> None:
        """Find what is known of a successor without entering it."""
        least, most = self._known(choice)
        if least >= choice.asked or most < choice.asked:
            choice.close(least if least >= choice.asked else most, NEVER)
        elif choice.key in self._depths:
            choice.close(0, self._depths[choice.key])
        elif numbers := self.numbers.of((choice.key, kind_of(choice.asked, self._scales.first))):
            choice.take(*numbers)
        elif not choice.after:
            self._look_beyond(choice)

    def _look_beyond(self, choice: MoveNumbers) -> None:
        """List where a successor leads to, up to an end that answers at once."""
        choice.after, unit = [], self._scales.first.unit
        for _, each in self.rules.played(choice.successor):
            kept, end = self.rules.turn_kept(choice.successor, each), self._end(each)
            choice.after.append((each, kept, end))
            if end is not None and back_by_ply(end, kept, unit) >= choice.asked:
                choice.close(back_by_ply(end, kept, unit), NEVER)
                return
        choice.take(1, len(choice.after))

    def _end(self, position: Any) -> int | None:
        """What a position is worth if play has ended there."""
        self._looked_at += 1
        if self._looked_at % VISITED_A_LOOK == 0:
            self._watch(self.visited, self.forgotten.entries)
        ending = self.rules.ending(position)
        return None if ending is None else self._scales.at(position).of_end(ending)

    def _known(self, choice: MoveNumbers) -> Pair:
        """The bounds of a successor by its end, or by a table."""
        if choice.end is not None:
            return choice.end, choice.end
        solved = self.solved.worth(choice.key)
        if solved is not None:
            return solved, solved
        least, most = self.table.bounds(choice.key)
        lowest, highest = self._scales.first.for_either
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
        self.numbers.keep((frame.key, kind_of(frame.asked, self._scales.first)), yes, no)

    def _settle(self, frame: Frame, choice: MoveNumbers) -> None:
        """A question is answered: keep the answer if it holds on other lines too."""
        depth, is_yes = len(self._line), frame.chosen.yes == 0
        resting = [frame.chosen] if is_yes else frame.choices
        best = max(each.worth(self._scales.first.unit) for each in resting)
        oldest = min(each.oldest for each in resting)
        rests_on_ends = (frame.asked > 0) == is_yes
        if rests_on_ends or oldest >= depth:
            oldest = NEVER
            self.table.keep(frame.key, *((best, INFINITE) if is_yes else (-INFINITE, best)))
        else:
            self._lost += 1
        choice.close(best, oldest)
