"""The positions that an audit asks about: all that can tell, or a sample of them.

A position *can tell* if some moves there are right and some are not: by value, or at least
by outcome. Twins can tell alike, so one look at the canonical position decides for its orbit.

Of a game with more than a million raw positions a sample is asked: those that random play from
the start meets first, from a seed. Many games are played side by side, so that the solution is
asked for many outcomes at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Generic

import attrs

from gamesolver.errors import SizeLimitError
from gamesolver.game import MoveT, PositionT
from gamesolver.players.book import Book, Choice
from gamesolver.progress import Reporter
from gamesolver.value import Outcome

MOST_ASKED = 1_000_000
BATCH = 4096
WALKERS, MOST_PLIES = 256, 200
IDLE_ROUNDS = 20  # games side by side that meet nothing new, before a sample is given up


@attrs.frozen
class Question(Generic[PositionT]):
    """Raw positions of one orbit that can tell, and their outcome."""

    positions: Sequence[PositionT]
    outcome: Outcome
    by_value: bool
    """Whether they can tell by value; by outcome they all can."""


def all_questions(
    book: Book[PositionT, Any], folded: bool, seat: int | None, report: Reporter
) -> list[Question[PositionT]]:
    """All orbits that can tell; ``folded`` asks about one position of each."""
    orbits = list(_open_orbits(book, folded, seat, report))
    questions = (_question(book, asked, outcome) for asked, outcome in orbits)
    return [each for each in questions if each]


def _open_orbits(
    book: Book[PositionT, Any], folded: bool, seat: int | None, report: Reporter
) -> Iterator[tuple[list[PositionT], Outcome]]:
    """The raw positions of each orbit in which play goes on, and which the seat is asked about."""
    raw, done, size = 0, 0, len(book.solution)
    if size > MOST_ASKED and _count_open(book) > MOST_ASKED:
        raise _too_many()  # before anything is listed
    rest = iter(book.solution)
    while batch := list(islice(rest, BATCH)):
        for position, outcome in zip(batch, book.learn(batch), strict=True):
            orbit = book.rules.twins(position)
            book.keep(orbit, outcome)
            if outcome.remoteness == 0:
                continue
            asked = [each for each in orbit if seat is None or book.rules.player(each) == seat]
            asked = asked[:1] if folded else asked
            raw += len(asked)
            if raw > MOST_ASKED:
                raise _too_many()
            if asked:
                yield asked, outcome
        done += len(batch)
        report("list", done, size)


def _count_open(book: Book[Any, Any]) -> int:
    """How many canonical positions there are in which play goes on."""
    counts = book.solution.counts()
    return sum(each for outcome, each in counts.items() if outcome.remoteness != 0)


def _too_many() -> SizeLimitError:
    return SizeLimitError(
        f"an audit asks about {MOST_ASKED} positions at most, and there are more: "
        "pass sample=, a number of positions met in random play",
        MOST_ASKED,
    )


def _question(
    book: Book[PositionT, Any], asked: list[PositionT], outcome: Outcome
) -> Question[PositionT] | None:
    choice = book.choice(asked[0])
    backs = [book.back(choice, move) for move in choice.legal]
    if all(each == outcome for each in backs):
        return None
    return Question(asked, outcome, any(each.value is not outcome.value for each in backs))


def sampled_questions(
    book: Book[PositionT, Any], count: int, seat: int | None, seed: int, report: Reporter
) -> list[Question[PositionT]]:
    """So many positions that can tell, or fewer where random play meets no more."""
    luck, found = Random(seed), dict[PositionT, Question[PositionT]]()
    idle = 0
    while len(found) < count and idle < IDLE_ROUNDS:
        before = len(found)
        walkers = [book.solution.start] * min(count, WALKERS)
        for _ in range(MOST_PLIES):
            walkers = [each for each in walkers if book.outcome(each).remoteness != 0]
            if not walkers or len(found) >= count:
                break
            walkers = _ply(book, walkers, seat, luck, found)
            report("sample", min(len(found), count), count)
        idle = 0 if len(found) > before else idle + 1
    return list(islice(found.values(), count))


def _ply(
    book: Book[PositionT, MoveT],
    walkers: list[PositionT],
    seat: int | None,
    luck: Random,
    found: dict[PositionT, Question[PositionT]],
) -> list[PositionT]:
    """Look at where all walkers are, and move each of them on."""
    choices: list[Choice[PositionT, MoveT]] = [book.choice(each) for each in walkers]
    book.foresee(each.play(move) for each in choices for move in each.legal)
    for position, choice in zip(walkers, choices, strict=True):
        if position not in found and (seat is None or choice.seat == seat):
            question = _question(book, [position], book.outcome(position))
            if question:
                found[position] = question
    return [each.play(luck.choice(each.legal)) for each in choices]
