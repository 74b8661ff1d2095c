"""Calls to a game with checks: each is made twice, and its result is validated.

All knowledge of ``check_game`` about a game comes from calls made by an :class:`Examination`. A
*question* is a method name with its arguments. Each call tests the first seven laws, which hold
for every method:

* it raises no exception, and returns an iterable if it must;
* the iterable is finite, and positions are hashable with equal hashes if they are equal;
* a second call returns an equal result, and the arguments are unchanged.

The other laws can rely on a result that passes.

Two exceptions leave this module and are handled by the check. ``Unanswered``: the question has no
usable result, and its violation is recorded. ``NothingToStandOn``: no later result could be
trusted, so the check ends.

:class:`QuestionTexts` detects changed arguments. It compares the hash, the ``format`` and
equality before and after a call. Equality needs an object to compare with. Most positions and
moves exist twice, because each call is made twice. The first result is used in later calls. The
second, equal one is stored and never passed to the game. A changed ``repr`` is permitted, since a
cache that is not part of the position may appear there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, NoReturn

import attrs

from gamesolver.errors import GameContractError, PositionTextError, Violation
from gamesolver.rules.faults import (
    GIVE_A_POSITION,
    TAKE_NO_POSITION,
    blame,
    both_results,
    call_text,
    endless,
    no_verdict,
    not_repeatable,
    position_in,
    unhashable,
)
from gamesolver.rules.game import Game
from gamesolver.rules.guard import MOST_ANSWERS, Rules, answers_in
from gamesolver.rules.likeness import Likeness, is_changeless, is_equal_to_itself_only
from gamesolver.rules.notes import Note, many_roots
from gamesolver.rules.parameters import EXACT
from gamesolver.system.progress import Reporter
from gamesolver.texts import apart, error_text, spelled, texts_apart
from gamesolver.value import Bounds, Outcome

# ── copies of arguments before and after a call ───────────────────────────────────────────────────


class QuestionTexts:
    """State of arguments before and after a call, compared with stored second results."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._twice: dict[int, tuple[Any, Any]] = {}

    def remember(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Store first results that might change, each with its equal second result."""
        for first, second in pairs:
            if first is not second and not is_changeless(first):
                self._twice.setdefault(id(first), (first, second))

    def forget(self) -> None:
        """Remove all stored results."""
        self._twice.clear()

    def of(self, rule: str, arguments: tuple[Any, ...]) -> dict[str, list[Any]]:
        """Return the current state of mutable arguments, empty if there are none."""
        if all(map(is_changeless, arguments)):
            return {}
        changeable = [part for part in arguments if not is_changeless(part)]
        texts: dict[str, list[Any]] = {"hash": [_hash(part) for part in changeable]}
        if rule not in ("format", *TAKE_NO_POSITION):
            texts["format"] = [self._format(arguments[0])]
        return texts | {"equality": [self._is_as_it_was(part) for part in changeable]}

    def change(self, rule: str, arguments: tuple[Any, ...], before: dict[str, list[Any]]) -> str:
        """Return the change of the arguments as text, empty if there is none."""
        after = self.of(rule, arguments)
        for way, texts in before.items():
            for old, new in zip(texts, after.get(way, texts), strict=True):
                if old != new:
                    was, is_now = texts_apart((str(old), old), (str(new), new))
                    difference = f"whose {way} was {was} and is now {is_now}"
                    return self._change_by_equality(arguments) if way == "equality" else difference
        return ""

    def _format(self, position: Any) -> str | None:
        try:
            text = self._game.format(position)
        except Exception:  # recorded by the call itself
            return None
        return text if isinstance(text, str) else None

    def _is_as_it_was(self, part: Any) -> bool:
        first, second = self._twice.get(id(part), (None, None))
        return first is not part or bool(first == second)

    def _change_by_equality(self, arguments: tuple[Any, ...]) -> str:
        part = next(part for part in arguments if not self._is_as_it_was(part))
        _, other = self._twice[id(part)]
        was, is_now = apart(other, part)
        return f"which was {was} and is now {is_now}"


def is_hashable(part: object) -> bool:
    """Return True if an object and its parts are hashable."""
    return _hash(part) is not None


def _hash(part: object) -> int | None:
    try:
        return hash(part)
    except Exception:  # an author's own __hash__ may raise anything
        return None


def holds_nan(part: object) -> bool:
    """Return True for a NaN, or a tuple or frozen set that contains one."""
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple | frozenset):
            if not EXACT.issuperset(map(type, each)):  # as a rule they are numbers and texts
                waiting.extend(each)
        elif isinstance(each, float | complex) and each != each:
            return True
    return False


def is_playable(move: object) -> bool:
    """Return True if an object may be a move."""
    return move is not None and not isinstance(move, list) and is_hashable(move)


# ── calls of a game ──────────────────────────────────────────────────────────────────────

MOVES_A_POSITION = 10  # average number of moves examined at most
QUESTIONS_A_LOOK = 1024  # queries between two progress reports

ENDS_THE_CHECK = ("signatures", "bounds")
"""Laws without which no result of compiled rules can be trusted."""

_GIVE_POSITIONS = ("symmetries", "positions")
_GIVE_SEVERAL = ("moves", *_GIVE_POSITIONS)


def _is_verdict(verdict: object) -> bool:
    """Return True if ``candidates`` returned a verdict or ``None`` instead of moves."""
    return verdict is None or isinstance(verdict, Outcome | Bounds)


class Unanswered(Exception):  # noqa: N818  # a signal inside the check, never raised to the caller
    """Signal that a question has no usable result. Its violation is recorded."""


class NothingToStandOn(Exception):  # noqa: N818  # a signal inside the check, as Unanswered is
    """Signal that no other law can be tested. The violation is recorded."""


class Examination:
    """Game under examination: first result of each question, first violation of each law."""

    def __init__(self, rules: Rules[Any, Any], most: int, random: Random, report: Reporter) -> None:
        self.rules = rules
        self.game = rules.game
        self.most = most
        self.random = random
        self.faults: dict[str, Violation] = {}
        self.notes: dict[str, Note] = {}
        self.last_law: str | None = None
        """Law of the last violation. If the check ends there, it is the reason."""
        self.cause: Exception | None = None
        self.exhaustive = True
        self.questions = 0
        self._report = report
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._texts = QuestionTexts(self.game)
        self._likeness = Likeness()
        self._met: dict[Any, Any] = {}
        self._insides: set[Any] = set()
        self.reached_again: list[tuple[Any, Any]] = []
        """Pairs of equal positions that differ internally, at most ``most``."""
        self.more_reached_again = False
        """True if there are more such pairs."""

    def remark(self, about: str, message: str, position: Any = None) -> None:
        """Record a remark that is not a violation, if it is the first of its kind."""
        self.notes.setdefault(about, Note(about, message, position))

    def note(self, law: str, message: str, position: Any = None) -> None:
        """Record a violation by its message, if it is the first of its law."""
        self.keep(Violation(law, message, position))

    def keep(self, fault: Violation) -> None:
        """Record a violation, if it is the first of its law. Some laws end the check."""
        self.faults.setdefault(fault.law, fault)
        self.last_law = fault.law
        if fault.law in ENDS_THE_CHECK:
            raise NothingToStandOn

    def leave_out(self, rule: str, argument: Any) -> None:
        """Mark a question as unanswered. Its violation is recorded."""
        self._answers[rule, None, argument] = Unanswered

    def call(self, rule: str, *arguments: Any, at: Any = None) -> Any:
        """Return the result of a question. Raise ``Unanswered`` if there is none.

        Results are stored by equality, and moves that are equal at two positions
        (1 and True) may have two texts. ``at`` is the position of a move.
        """
        question = (rule, at, *arguments)
        answer = self._answers.get(question, self)
        if answer is self:  # no result is stored
            self._answers[question] = Unanswered
            answer = self.once(rule, *arguments)
            self._compare(rule, arguments, answer, self.once(rule, *arguments))
            self._answers[question] = answer
        if answer is Unanswered:
            raise Unanswered
        return answer

    def answer(self, rule: str, *arguments: Any, at: Any = None) -> Any:
        """Return the result of a question, or ``None`` if there is none."""
        with suppress(Unanswered):
            return self.call(rule, *arguments, at=at)
        return None

    def once(self, rule: str, *arguments: Any, about: Any = None) -> Any:
        """Return the result of a single call, not stored. ``about`` is the position of a text."""
        self.questions += 1
        if self.questions % QUESTIONS_A_LOOK == 0:
            self._report("check", self.questions)
        before = self._texts.of(rule, arguments)
        try:
            answer = getattr(self.game, rule)(*arguments)
            if rule in _GIVE_SEVERAL or (rule == "candidates" and not _is_verdict(answer)):
                answer = self._listed(rule, arguments, answer)
        except (Unanswered, NothingToStandOn):
            raise
        except Exception as error:
            if isinstance(error, GameContractError) and error.names_line:
                raise
            self.cause = self.cause or error
            self._refuse(self._raised(rule, arguments, error, about))
        if before:
            self._need_no_change(rule, arguments, before)
        if rule in GIVE_A_POSITION + _GIVE_SEVERAL:
            answers = (answer,) if rule in GIVE_A_POSITION else answer
            self._need_no_nan(rule, arguments, answers)
            if rule != "moves":
                self._meet_all(rule, arguments, answers)
        return answer

    def repeat_all(self) -> None:
        """Repeat every query, the last one first."""
        for (rule, _, *arguments), first in reversed(self._answers.items()):
            if first is not Unanswered:
                with suppress(Unanswered):
                    self._compare(rule, tuple(arguments), first, self.once(rule, *arguments))

    def forget(self) -> None:
        """Remove all stored results."""
        self._answers.clear()
        self._texts.forget()
        self._met.clear()
        self._insides.clear()
        self.reached_again.clear()

    # ── frequent queries ───────────────────────────────────────────────────

    def roots(self) -> Iterator[Any]:
        """Yield the start, then the further positions that the game lists."""
        with suppress(Unanswered):
            yield self.call("start")
        yield from self.answer("positions") or ()

    def all_moves(self, position: Any) -> tuple[Any, ...]:
        """Return the moves as the game lists them, none for a terminal position."""
        ended = self.call(self.rules.end_rule, position) is not None
        return () if ended else self.call("moves", position)

    def moves(self, position: Any) -> list[Any]:
        """Return the playable moves, each once."""
        return list(dict.fromkeys(move for move in self.all_moves(position) if is_playable(move)))

    def steps(self, position: Any) -> list[tuple[Any, Any]]:
        """Return the playable moves with their successors."""
        self.answer("format", position)  # before other queries: ``_format`` ignores its errors
        steps = []
        with suppress(Unanswered):
            for move in self.moves(position):
                with suppress(Unanswered):
                    steps.append((move, self.call("play", position, move)))
        return steps

    # ── requirements on every result ───────────────────────────────────────

    def _fault(self, law: str, rule: str, arguments: tuple[Any, ...], what: str) -> Violation:
        message = f"{call_text(self.game, rule, arguments)} {what}"
        return Violation(law, message, position_in(rule, arguments))

    def _raised(
        self, rule: str, arguments: tuple[Any, ...], error: Exception, about: Any
    ) -> Violation:
        fault = blame(self.game, rule, arguments, error).faults[0]
        if rule == "parse":
            fault = attrs.evolve(fault, position=about)
        if rule == "parse" and isinstance(error, PositionTextError):
            message = f"{fault.message}; write parse and format"
            fault = attrs.evolve(fault, law="parse", message=message)
        return fault

    def _refuse(self, fault: Violation) -> NoReturn:
        self.keep(fault)
        raise Unanswered

    def _listed(self, rule: str, arguments: tuple[Any, ...], answer: Any) -> tuple[Any, ...]:
        """Return the items of a result as a tuple, of ``positions`` at most ``most`` + 1."""
        if rule == "candidates" and answers_in(answer) is None:
            self._refuse(no_verdict(self.game, arguments[0], answer).faults[0])
        try:
            answers = iter(answer)
        except TypeError:
            what = f"returned {spelled(answer)}: expected an iterable"
            self._refuse(self._fault("iterable", rule, arguments, what))
        if rule == "positions":
            return self._roots(answers)
        listed = tuple(islice(answers, MOST_ANSWERS + 1))
        if len(listed) > MOST_ANSWERS:
            self.keep(endless(self.game, rule, arguments, MOST_ANSWERS).faults[0])
            raise NothingToStandOn  # to query this at every position would take too long
        return listed

    def _roots(self, answers: Iterator[Any]) -> tuple[Any, ...]:
        """Return the first further roots, and note that there are very many."""
        roots = tuple(islice(answers, self.most + 1))
        if len(roots) > self.most:
            seen = len(roots) + sum(1 for _ in islice(answers, MOST_ANSWERS - len(roots)))
            if seen >= MOST_ANSWERS:
                self.remark("roots", many_roots(seen))
        return roots

    def _meet(self, position: Any) -> None:
        """Record a position that is equal to a known one and differs internally."""
        first = self._met.setdefault(position, position)
        if self.more_reached_again or self._likeness.are_alike(first, position):
            return
        inside = self._likeness.inside(position)
        if inside in self._insides:
            return
        if len(self.reached_again) == self.most:
            self.more_reached_again = True
        else:
            self._insides.add(inside)
            self.reached_again.append((first, position))

    def _meet_all(self, rule: str, arguments: tuple[Any, ...], positions: tuple[Any, ...]) -> None:
        """Require hashable positions in a result, and record those that differ internally."""
        for position in positions:
            if not is_hashable(position):
                self._refuse(unhashable(self.game, rule, arguments, position).faults[0])
        for position in positions:
            with suppress(Exception):  # equality that raises is recorded where results are compared
                self._meet(position)

    def _need_no_nan(self, rule: str, arguments: tuple[Any, ...], answers: tuple[Any, ...]) -> None:
        """Raise for a NaN. It equals nothing, so a position with one never recurs."""
        for answer in filter(holds_nan, answers):
            what = (
                f"gives {spelled(answer)}: a NaN is not equal to itself; expected None or a number"
            )
            self.keep(self._fault("repeatable", rule, arguments, what))
            raise NothingToStandOn

    def _need_no_change(
        self, rule: str, arguments: tuple[Any, ...], before: dict[str, list[Any]]
    ) -> None:
        change = self._texts.change(rule, arguments, before)
        if change:
            message = f"{rule} changed its argument, {change}: expected no change"
            self.note("unchanged", message, position_in(rule, arguments))
            raise NothingToStandOn

    def _compare(self, rule: str, arguments: tuple[Any, ...], first: Any, second: Any) -> None:
        """Compare a second result with the first. The order of symmetries is free."""
        if not self._same(rule, arguments, first, second):
            self.keep(not_repeatable(self.game, rule, arguments, first, second).faults[0])
            if rule in GIVE_A_POSITION and is_equal_to_itself_only(type(first)):
                raise NothingToStandOn  # there would be no end of new positions
        elif rule in GIVE_A_POSITION and hash(first) != hash(second):
            call = call_text(self.game, rule, arguments)
            happened = f"{call} returned {spelled(first)} twice"
            self.unequal_hashes(happened, position_in(rule, arguments))
        elif rule in ("start", "play"):
            self._texts.remember([(first, second)])
        elif rule == "moves":
            self._texts.remember(zip(first, second, strict=False))

    def _same(self, rule: str, arguments: tuple[Any, ...], first: Any, second: Any) -> bool:
        try:
            return bool(set(first) == set(second) if rule == "symmetries" else first == second)
        except Exception as error:  # an author's own __eq__ may raise anything
            if rule not in GIVE_A_POSITION + _GIVE_POSITIONS:
                return True  # not a position: its type is tested elsewhere
            self.cause = self.cause or error
            returned = f"returned {both_results(first, second)}"
            what = f"{returned}, and comparing them raised {error_text(error)}"
            self.keep(self._fault("raises", rule, arguments, what))
            raise NothingToStandOn from error

    def unequal_hashes(self, happened: str, position: Any) -> NoReturn:
        """Record that equal positions have different hashes. This ends the check."""
        message = f"{happened}, equal but with different hashes: expected equal hashes"
        self.note("equal hashes", message, position)
        raise NothingToStandOn
