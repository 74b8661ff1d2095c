"""check_game: the laws every game must obey, tried on the game itself.

A solver believes what a game says, so a game that says two things at once gets
a wrong answer without a warning. Here every law is tried by asking, never by
reading the author's code:

1. *Listing.* All raw positions (no symmetry) that the start and the further
   roots reach, if they are at most ``limit``. Otherwise random play stands in:
   ``walks`` games of at most 200 plies from a fixed seed, so that a second run
   finds the same fault. Loops and endless games do no harm.
2. *Asking.* :class:`Asker` puts each question twice in a row and looks at the
   arguments before and after.
3. *Judging.* The laws of ``gamesolver.laws`` compare the answers.
4. *Asking again.* At last every question is put a third time, in reverse
   order: a game that remembers what it was asked gives itself away.

One fault a law is kept, the first. A fault that leaves nothing to stand on (a
position that was changed, equal positions with different hashes) ends the
check; any other leaves one answer out, and the rest goes on.

*Cost*: three answers a question; some 200 bytes for each. Tic-tac-toe takes
about a second.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, NoReturn

import attrs

from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.game import Game, shorten
from gamesolver.laws import (
    FOLLOW,
    LAWS_OF_POSITIONS,
    LAWS_OF_THE_GAME,
    Unanswered,
    applying_laws,
    is_hashable,
    is_playable,
    keep_parameters,
    parameters_stay,
)
from gamesolver.progress import Listener, Reporter, reporting
from gamesolver.rules import Rules, blame, call_text, unhashable

MOST_PLIES = 200  # of one game of random play
MOST_ANSWERS = 1_000_000  # that one call of moves or symmetries may give
QUESTIONS_A_LOOK = 1024  # between two looks at the clock

_GIVE_A_POSITION = ("start", "play", "canonical", "parse")
_GIVE_POSITIONS = ("symmetries", "positions")
_GIVE_SEVERAL = ("moves", *_GIVE_POSITIONS)
_TAKE_NO_POSITION = ("format_move", "parse")
_CHANGELESS = (type(None), bool, int, float, complex, str, bytes)


@attrs.frozen
class Fault:
    """One broken law: its name, what happened, and the first position that shows it, if any does.

    >>> Fault("seats", "seats is 'xo': expected a tuple of two texts", None).law
    'seats'
    """

    law: str
    message: str
    position: Any


@attrs.frozen
class ContractReport:
    """What was looked at in a game that broke no law.

    ``positions``, ``moves`` and ``ends`` count raw ones, without symmetry;
    ``exhaustive`` tells whether they are all there are; ``laws`` names the laws
    that were tried (a game without symmetries has no twins to compare).

    >>> from games import Nim
    >>> report = check_game(Nim(heaps=(1, 2)))
    >>> report.positions, report.moves, report.ends
    (6, 9, 1)
    >>> "orbit" in report.laws, "stage" in report.laws, "player" in report.laws
    (True, True, False)
    """

    positions: int
    moves: int
    ends: int
    exhaustive: bool
    laws: tuple[str, ...] = attrs.field(repr=False)


def check_game(
    game: Game[Any, Any],
    *,
    limit: int = 20_000,
    walks: int = 100,
    seed: int = 0,
    progress: bool | Listener | None = None,
) -> ContractReport:
    """Try every law on a game: a report if all hold, else a ``GameContractError`` with the faults.

    Parameters
    ----------
    limit
        Up to so many raw positions every one is looked at; beyond, random play is.
    walks
        How many games of random play, of at most 200 plies each.
    seed
        What random choices start from: the same seed finds the same faults.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    >>> from games import Nim
    >>> check_game(Nim(heaps=(1, 2)))
    ContractReport(positions=6, moves=9, ends=1, exhaustive=True)

    >>> class Stuck(Nim):
    ...     def terminal_value(self, position):
    ...         return None
    >>> try:
    ...     check_game(Stuck(heaps=(1, 2)))
    ... except GameContractError as error:
    ...     print(error)
    Stuck breaks its contract: position (0, 0) has no moves and is not terminal: \
let terminal_value say what stalemate means
    """
    limit, walks = _count("limit", "positions", limit), _count("walks", "games", walks)
    rules = Rules(game)
    with reporting(progress) as report:
        ask = Asker(rules, limit, _random(seed), report)
        with suppress(NothingToStandOn):
            found = _check(ask, walks)
        report("check", ask.questions, ask.questions)
    faults = [fault for law, fault in ask.faults.items() if FOLLOW.get(law) not in ask.faults]
    if faults:
        lines = "\n".join(fault.message for fault in faults)
        message = f"{type(game).__name__} breaks its contract: {lines}"
        raise GameContractError(message, faults) from ask.cause
    return found


def _check(ask: Asker, walks: int) -> ContractReport:
    before = keep_parameters(ask.game)
    for game_law in LAWS_OF_THE_GAME:
        game_law(ask)
    positions = _list_all(ask)
    if positions is None:
        ask.exhaustive = False
        ask.forget()
        positions = _wander(ask, walks)
    for law in LAWS_OF_POSITIONS:
        law(ask, positions)
    ask.everything_again()
    parameters_stay(ask, before)
    steps = [ask.steps(position) for position in positions]
    return ContractReport(
        positions=len(positions),
        moves=sum(map(len, steps)),
        ends=steps.count([]),
        exhaustive=ask.exhaustive,
        laws=applying_laws(ask.rules),
    )


def _list_all(ask: Asker) -> list[Any] | None:
    """All raw positions, breadth first; ``None`` where they are more than the limit."""
    found = dict.fromkeys(ask.roots())
    listed = list(found)
    if len(ask.answer("positions") or ()) > ask.limit:
        return None
    for position in listed:  # the list grows as we go
        for _, successor in ask.steps(position):
            if successor not in found:
                found[successor] = None
                listed.append(successor)
        if len(listed) > ask.limit:
            return None
    return listed


def _wander(ask: Asker, walks: int) -> list[Any]:
    """The positions met in random play; every other game begins at the start itself."""
    roots = list(ask.roots())
    found: dict[Any, None] = {}
    for walk in range(walks if roots else 0):
        position = ask.random.choice(roots) if walk % 2 else roots[0]
        for _ in range(MOST_PLIES):
            found[position] = None
            steps = ask.steps(position)
            if not steps:
                break
            _, position = ask.random.choice(steps)
    return list(found)


class NothingToStandOn(Exception):  # noqa: N818  # a signal inside the check, as Unanswered is
    """The game broke a law without which no other can be tried; the fault has been noted."""


class Asker:
    """A game under question: what it said, and which laws that broke.

    A question is the name of a method with its arguments. Its first answer
    counts, and is kept; asking twice and comparing happens here.
    """

    def __init__(
        self, rules: Rules[Any, Any], limit: int, random: Random, report: Reporter
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.limit = limit
        self.random = random
        self.faults: dict[str, Fault] = {}
        self.cause: Exception | None = None
        self.exhaustive = True
        self.questions = 0
        self._report = report
        self._answers: dict[tuple[Any, ...], Any] = {}

    def note(self, law: str, message: str, position: Any = None) -> None:
        """Keep a fault, if it is the first of its law."""
        self.faults.setdefault(law, Fault(law, message, position))

    def ask(self, asked: str, *given: Any) -> Any:
        """The answer to a question, raising ``Unanswered`` where there is none."""
        question = (asked, *given)
        if question not in self._answers:
            self._answers[question] = Unanswered
            first = self.once(asked, *given)
            self._compare(asked, given, first, self.once(asked, *given))
            self._answers[question] = first
        answer = self._answers[question]
        if answer is Unanswered:
            raise Unanswered
        return answer

    def answer(self, asked: str, *given: Any) -> Any:
        """The answer to a question, ``None`` where there is none."""
        with suppress(Unanswered):
            return self.ask(asked, *given)
        return None

    def once(self, asked: str, *given: Any) -> Any:
        """The answer to a question put only now, not kept."""
        self.questions += 1
        if self.questions % QUESTIONS_A_LOOK == 0:
            self._report("check", self.questions)
        before = self._looks(asked, given)
        try:
            answer = getattr(self.game, asked)(*given)
            if asked in _GIVE_SEVERAL:
                answer = self._listed(asked, given, answer)
        except (Unanswered, NothingToStandOn):
            raise
        except Exception as error:
            self.cause = self.cause or error
            self._refuse("raises", blame(self.game, asked, given, error).faults[0], asked, given)
        if before:
            self._compare_looks(asked, given, before)
        self._need_hashes(asked, given, answer)
        return answer

    def everything_again(self) -> None:
        """Put every question once more, the last one first."""
        for (asked, *given), first in reversed(self._answers.items()):
            if first is not Unanswered:
                with suppress(Unanswered):
                    self._compare(asked, tuple(given), first, self.once(asked, *given))

    def forget(self) -> None:
        """Drop all answers, to be asked afresh."""
        self._answers.clear()

    # ── what is often asked ────────────────────────────────────────────────

    def roots(self) -> Iterator[Any]:
        """The start, then the further positions that the game names."""
        with suppress(Unanswered):
            yield self.ask("start")
        yield from self.answer("positions") or ()

    def all_moves(self, position: Any) -> tuple[Any, ...]:
        """The moves as the game lists them; none at the end of play, where it is not asked."""
        ended = self.ask("terminal_value", position) is not None
        return () if ended else self.ask("moves", position)

    def moves(self, position: Any) -> list[Any]:
        """The moves one can play, each once."""
        return list(dict.fromkeys(move for move in self.all_moves(position) if is_playable(move)))

    def steps(self, position: Any) -> list[tuple[Any, Any]]:
        """The moves one can play, each with the position it leads to."""
        self.answer("format", position)  # first of all: _looks relies on it
        steps = []
        with suppress(Unanswered):
            for move in self.moves(position):
                with suppress(Unanswered):
                    steps.append((move, self.ask("play", position, move)))
        return steps

    # ── what every answer is held to ───────────────────────────────────────

    def _refuse(self, law: str, message: str, asked: str, given: tuple[Any, ...]) -> NoReturn:
        self.note(law, message, _position_in(asked, given))
        raise Unanswered

    def _listed(self, asked: str, given: tuple[Any, ...], answer: Any) -> tuple[Any, ...]:
        """The several answers in a tuple: further roots up to the limit, others to their end."""
        try:
            each = iter(answer)
        except TypeError:
            call = call_text(self.game, asked, given)
            message = f"{call} returned {shorten(repr(answer))}: expected an iterable"
            self._refuse("iterable", message, asked, given)
        if asked == "positions":
            return tuple(islice(each, self.limit + 1))
        listed = tuple(islice(each, MOST_ANSWERS + 1))
        if len(listed) > MOST_ANSWERS:
            call = call_text(self.game, asked, given)
            message = f"{call} gives more than {MOST_ANSWERS:,} answers: expected an end to them"
            self.note("finite", message, _position_in(asked, given))
            raise NothingToStandOn  # to ask this at every position would take for ever
        return listed

    def _need_hashes(self, asked: str, given: tuple[Any, ...], answer: Any) -> None:
        positions = (answer,) if asked in _GIVE_A_POSITION else ()
        for position in answer if asked in _GIVE_POSITIONS else positions:
            if not is_hashable(position):
                message = unhashable(self.game, asked, given, position).faults[0]
                self._refuse("hashable", message, asked, given)

    def _looks(self, asked: str, given: tuple[Any, ...]) -> dict[str, list[Any]]:
        """How arguments that might change look now; nothing where none can."""
        changeable = [part for part in given if not _is_changeless(part)]
        if not changeable:
            return {}
        looks: dict[str, list[Any]] = {
            "repr": [repr(part) for part in changeable],
            "hash": [hash(part) if is_hashable(part) else None for part in changeable],
        }
        if asked not in ("format", *_TAKE_NO_POSITION):
            with suppress(Exception):  # that format raises is noted where it is asked
                looks["format"] = [self.game.format(given[0])]
        return looks

    def _compare_looks(
        self, asked: str, given: tuple[Any, ...], before: dict[str, list[Any]]
    ) -> None:
        after = self._looks(asked, given)
        for way, looks in before.items():
            for old, new in zip(looks, after.get(way, looks), strict=True):
                if old != new:
                    told = f"{asked} changed its argument, whose {way} was {old} and is now {new}"
                    message = f"{told}: expected it to stay as it was"
                    self.note("unchanged", message, _position_in(asked, given))
                    raise NothingToStandOn

    def _compare(self, asked: str, given: tuple[Any, ...], first: Any, second: Any) -> None:
        """Hold a second answer against the first; the order of symmetries is free."""
        where = _position_in(asked, given)
        same = set(first) == set(second) if asked == "symmetries" else first == second
        if not same:
            is_new = asked in _GIVE_A_POSITION and _is_equal_to_itself_only(first)
            advice = f"; give {type(first).__name__} __eq__ and __hash__" if is_new else ""
            call = call_text(self.game, asked, given)
            told = f"{shorten(repr(first))} and, asked again, {shorten(repr(second))}"
            self.note("repeatable", f"{call} returned {told}: expected the same{advice}", where)
            if is_new:
                raise NothingToStandOn  # there would be no end of new positions
        elif asked in _GIVE_A_POSITION and hash(first) != hash(second):
            call = call_text(self.game, asked, given)
            self.unequal_hashes(f"{call} returned {shorten(repr(first))} twice", where)

    def unequal_hashes(self, happened: str, position: Any) -> NoReturn:
        """Note that equal positions have different hashes, which ends the check."""
        message = f"{happened}, equal but with different hashes: expected equal hashes"
        self.note("equal hashes", message, position)
        raise NothingToStandOn


def _position_in(asked: str, given: tuple[Any, ...]) -> Any:
    """The position that a question is about, if it is about one."""
    return given[0] if given and asked not in _TAKE_NO_POSITION else None


def _is_changeless(part: Any) -> bool:
    if type(part) in (tuple, frozenset):
        return all(map(_is_changeless, part))
    return type(part) in _CHANGELESS


def _is_equal_to_itself_only(part: Any) -> bool:
    own = type(part).__eq__
    return own is object.__eq__  # type: ignore[comparison-overlap]  # unbound, and the very same


def _count(name: str, counted: str, given: Any) -> int:
    """A whole number from 1 on."""
    number = _whole(given)
    if number is None or number < 1:
        raise InvalidArgumentError(
            f"{name} counts {counted}: expected a whole number from 1 on, got {given!r}"
        )
    return number


def _random(seed: Any) -> Random:
    number = _whole(seed)
    if number is None:
        raise InvalidArgumentError(f"bad seed {seed!r}: expected a whole number")
    return Random(number)


def _whole(given: Any) -> int | None:
    try:
        return None if isinstance(given, bool) else operator.index(given)
    except TypeError:
        return None
