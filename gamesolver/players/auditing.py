"""audit: is this player perfect, and if not, where does it err and how is it punished?

**Three questions.** *Strong*: does it keep the value wherever it is asked? That can fail only
where some legal moves keep the value and some do not, and it is asked about every such
position. *Weak*: does its own play from the start, against every reply, never come to anything
worse than the start? One may know nothing of most positions and yet never be beaten.
*Fastest*: does it keep the remoteness too? In games with loops, strong and weak also ask for
progress: where it has won, no reply may hold it in a loop.

**The method.** Twins can tell alike, so one look at a canonical position decides about its orbit;
then every raw position of the orbit is asked, for a player need not treat twins alike. A
list is right only if every move in it is. Some questions are put a second time at the end.

**The cost**: each position asked once, and beside the player's own time some 20 microseconds for
it; the memory of the positions asked and of its own play.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Generic

from gamesolver.arguments import require_yes_or_no
from gamesolver.errors import SizeLimitError
from gamesolver.game import MoveT, PositionT
from gamesolver.players.asked import limit_in, number_in, require_solution, seat_in, seed_in
from gamesolver.players.audit_report import Audit, Mistake, OwnPlay, Stall, Tally
from gamesolver.players.book import Book
from gamesolver.players.folding import FoldedPlayer, require_alike
from gamesolver.players.hearing import AskedPlayer
from gamesolver.players.own_play import judged, own_graph, stalls_after
from gamesolver.players.play_graph import FIRST, LIMIT, SECOND
from gamesolver.players.player import Player
from gamesolver.players.questions import (
    MOST_ASKED,
    Question,
    all_questions,
    sampled_questions,
)
from gamesolver.players.witness import Witness
from gamesolver.progress import Listener, Reporter, reporting
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.value import Value


def audit(
    player: Player,
    solution: Solution[PositionT, MoveT],
    seat: int | None = None,
    sample: int | None = None,
    *,
    symmetric: bool = False,
    seed: int = 0,
    limit: int = LIMIT,
    progress: bool | Listener | None = None,
) -> Audit:
    """Judge a player by a solution, wherever it can err, or on a sample.

    Parameters
    ----------
    seat
        Only what this seat, 0 or 1, is asked; by default both. Where a game names no seats, 0 is
        the one who moves at the start, and any position may be either's.
    sample
        So many positions that random play meets, from ``seed``. Needed beyond a million raw
        positions; a report on a sample never says *perfect*.
    symmetric
        Ask about canonical positions only. A player that tells twins apart is refused.
    limit
        How many positions its own play may come to.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer
    >>> solution = solve(TicTacToe())
    >>> print(audit(PerfectPlayer(solution, by="value"), solution))
    perfect: strong yes, weak yes, fastest no
      by value    3191 of 3191 (100.00%), up to symmetry 431 of 431 (100.00%)
      by outcome  3030 of 3515 (86.20%), up to symmetry 363 of 477 (76.10%)
      485 slow moves
    """
    require_yes_or_no(symmetric=symmetric)
    require_solution(solution)
    limit, seed = limit_in(limit), seed_in(seed)
    seat = None if seat is None else seat_in(seat, "seat", "0, 1 or None")
    if sample is not None:
        sample = number_in(sample, "sample", "a whole number from 1 on", 1)
    rules = Rules(solution.game)
    asked = AskedPlayer(rules, player)
    book = Book(rules, solution)
    with reporting(progress) as report:
        seats = (0, 1) if seat is None else (seat,)
        asking = seat if rules.has_seats else None
        if sample is None:
            questions = all_questions(book, symmetric, asking, report)
        else:
            questions = sampled_questions(book, sample, asking, seed, report)
        if symmetric:
            require_alike(asked, [each.positions[0] for each in questions])
            asked = AskedPlayer(rules, FoldedPlayer(asked))
        hearing = _Hearing(Witness(book, asked), report, limit, sample is not None)
        hearing.play(seats)
        hearing.ask(questions)
        return hearing.report_on(symmetric)


class _Hearing(Generic[PositionT, MoveT]):
    """The audit as it goes on."""

    def __init__(
        self,
        witness: Witness[PositionT, MoveT],
        report: Reporter,
        limit: int,
        is_sample: bool,
    ) -> None:
        self.witness = witness
        self.report = report
        self.limit = limit
        self.is_sample = is_sample
        self.own_play: dict[int, OwnPlay | None] = {}
        self.reached: set[PositionT] = set()
        self.stalls: dict[PositionT, Stall] = {}
        self.asked: Counter[tuple[str, Any, bool]] = Counter()
        """How many answers of a kind, to questions of what remoteness, were right or wrong."""
        self.mistakes: list[Mistake] = []
        self.slow: list[Mistake] = []

    # ── its own play ───────────────────────────────────────────────────────

    def play(self, seats: tuple[int, ...]) -> None:
        """Follow its own play in these seats."""
        solution, rules = self.witness.book.solution, self.witness.book.rules
        at_start = rules.player(solution.start) or 0
        for seat in seats:
            try:
                mover = FIRST if seat == at_start else SECOND
                graph = own_graph(self.witness, mover, self.limit, self.report)
            except SizeLimitError:
                if not self.is_sample:
                    raise
                self.own_play[seat] = None
                continue
            self.own_play[seat], stalls = judged(self.witness, graph, seat)
            self.stalls |= {each.position: each for each in stalls}
            self.reached.update(graph.numbers[FIRST])

    # ── the questions ──────────────────────────────────────────────────────

    def ask(self, questions: list[Question[PositionT]]) -> None:
        """Put all questions."""
        total, done = sum(len(each.positions) for each in questions), 0
        for question in questions:
            judgements = [self._judge(each, question) for each in question.positions]
            self._count("outcome", question, [is_best for _, is_best in judgements])
            if question.by_value:
                self._count("value", question, [is_kept for is_kept, _ in judgements])
            done += len(judgements)
            self.report("ask", done, total)
        self.witness.ask_again()
        won = [each.position for each in self.slow if each.before.value is Value.WIN]
        if won and not self.is_sample:
            found = stalls_after(self.witness, won, 2 * MOST_ASKED, self.report)
            self.stalls |= {each.position: each for each in found}

    def _judge(self, position: PositionT, question: Question[PositionT]) -> tuple[bool, bool]:
        """Whether the value is kept there, and the outcome; what is not is noted."""
        book, before = self.witness.book, question.outcome
        choice = book.choice(position)
        chosen = self.witness.choices(position, choice.legal)
        if not chosen:
            return False, False
        after = min(book.back(choice, move) for move in chosen)
        if after != before:
            wrong = self.mistakes if after.value is not before.value else self.slow
            reached = position in self.reached
            told = self.witness.tell
            wrong.append(Mistake(position, tuple(chosen), before, after, reached, told))
        return after.value is before.value, after == before

    def _count(self, kind: str, question: Question[PositionT], right: list[bool]) -> None:
        remoteness = question.outcome.remoteness
        self.asked[kind, remoteness, True] += sum(right)
        self.asked[kind, remoteness, False] += len(right) - sum(right)
        self.asked[f"{kind} folded", remoteness, all(right)] += 1

    # ── the report ─────────────────────────────────────────────────────────

    def report_on(self, symmetric: bool) -> Audit:
        """All that was found out."""
        faults = tuple(self.witness.faults.values())
        by_value, by_outcome = self._tally("value"), self._tally("outcome")
        is_sure = not faults and not self.stalls
        in_time = {remoteness for kind, remoteness, _ in self.asked if kind == "value"}
        order = sorted(in_time, key=lambda each: (each is None, each))
        return Audit(
            strong=self._answer(is_sure and by_value.right == by_value.asked),
            weak=self._weak(any(each.kind == "changes its mind" for each in faults)),
            fastest=self._answer(is_sure and by_outcome.right == by_outcome.asked),
            by_value=by_value,
            by_outcome=by_outcome,
            by_value_folded=self._tally("value folded"),
            by_outcome_folded=self._tally("outcome folded"),
            by_remoteness={each: self._tally("value", each) for each in order},
            mistakes=tuple(sorted(self.mistakes, key=_worst_first)),
            slow=tuple(sorted(self.slow, key=_worst_first)),
            stalls=tuple(self.stalls.values()),
            faults=faults,
            own_play=self.own_play,
            is_sample=self.is_sample,
            is_symmetric=symmetric,
        )

    def _tally(self, kind: str, *remoteness: int | None) -> Tally:
        """The right ones of a kind, of all or of those with one remoteness."""
        counted = [
            (is_right, count)
            for (name, plies, is_right), count in self.asked.items()
            if name == kind and plies in (remoteness or (plies,))
        ]
        right = sum(count for is_right, count in counted if is_right)
        return Tally(right, sum(count for _, count in counted))

    def _answer(self, nothing_found: bool) -> bool | None:
        return None if nothing_found and self.is_sample else nothing_found

    def _weak(self, changes: bool) -> bool | None:
        verdicts = [None if each is None else each.holds for each in self.own_play.values()]
        if changes or False in verdicts:
            return False
        return None if None in verdicts else True


def _worst_first(mistake: Mistake) -> tuple[Any, ...]:
    """By what it cost, then whether it can happen, then how fast it is punished."""
    return -mistake.cost, not mistake.reached, mistake.after, mistake.before.remoteness or 0
