"""Folding: comparison of a position with its representative, the canonical position.

A solution looks a position up through ``canonical``. That is right if both are symmetric. The
representative must list the position, and be its own representative. Both must agree in how play
ends, in what moves reach with the turn kept or passed, in their gains, and in the stage. These are
laws of ``check_game``, and are reported in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

from gamesolver.errors import GameContractError, Violation
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules, faults

Step = tuple[Any, Any, bool, int]
"""Successor, its canonical position, True if the turn is kept, and the gain."""


def _words() -> ModuleType:
    """Return the module that words violations: few games have any."""
    from gamesolver.rules import symmetry_faults

    return symmetry_faults


class Folding:
    """Laws of symmetry at a position and its representative.

    ``steps`` returns the steps of a position.
    """

    def __init__(self, rules: Rules[Any, Any], steps: Callable[[Any], Iterable[Step]]) -> None:
        self.rules = rules
        self.game = rules.game
        self._steps = steps

    def require_alike(self, position: Any, canonical: Any) -> None:
        """Raise unless a position is symmetric to its representative by all laws."""
        self.require_image(position, canonical)
        self.require_listed(canonical, canonical, position)
        self._require_same("symmetric endings", self.rules.end_rule, position, canonical)
        if self.rules.payoff:
            self._require_one_player(position, canonical)
        if self.rules.ending(position) is None:
            self._require_moves(position, canonical)
        self._require_one_stage(position, canonical)

    def require_alike_next(self, position: Any) -> None:
        """Raise if a successor is not symmetric to its representative."""
        if self.rules.folds and self.rules.ending(position) is None:
            for successor, canonical, _, _ in list(self._steps(position)):
                if successor != canonical:
                    self.require_alike(successor, canonical)

    def require_image(self, position: Any, canonical: Any) -> None:
        """Raise unless a representative is the position itself, or lists it."""
        if not self.rules.is_image(position, canonical):
            raise self._stranger(position, canonical)

    def require_listed(self, position: Any, canonical: Any, other: Any = None) -> None:
        """Raise unless a position has the representative that is expected.

        ``other`` is a position that is known to have it, if it is not the representative itself.
        """
        answer = self.rules.canonical(position)
        if answer == canonical:
            return
        if not self.rules.is_image(position, answer):
            raise self._stranger(position, answer)
        known = self._one_of(canonical) if other is None else other
        answers = canonical, answer
        raise _broken(self.game, self._differ("canonical", "canonical", known, position, answers))

    def _one_of(self, canonical: Any) -> Any:
        """Return a position that has a representative, or the representative where none has."""
        images = self.rules.images(canonical)
        return next((each for each in images if self.rules.canonical(each) == canonical), canonical)

    def _stranger(self, position: Any, canonical: Any) -> GameContractError:
        """Return the error for a representative that does not list a position."""
        game, rules = self.game, self.rules
        if isinstance(game, CompiledGame) and game.rules.is_indexed and not game.rules.canonical:
            index = game.rules.calls.index_of(position)
            return faults().not_alone(game, position, canonical, index)  # type: ignore[no-any-return]  # one
        error: GameContractError = faults().no_image(game, position, canonical, rules.names_images)
        return error

    def _require_same(self, law: str, rule: str, position: Any, canonical: Any) -> None:
        answers = self.rules.end_result(position), self.rules.end_result(canonical)
        if answers[0] != answers[1]:
            raise _broken(self.game, self._differ(law, rule, position, canonical, answers))

    def _differ(
        self, law: str, rule: str, position: Any, image: Any, answers: tuple[Any, Any]
    ) -> Violation:
        fault: Violation = _words().answers_differ(self.game, law, rule, position, image, answers)
        return fault

    def _require_one_player(self, position: Any, canonical: Any) -> None:
        """Raise if the players to move differ, whose payoffs of infinite play are opposite."""
        if self.rules.player(position) != self.rules.player(canonical):
            raise faults().seats_exchanged(self.game, position, canonical)

    def _require_one_stage(self, position: Any, canonical: Any) -> None:
        """Raise if the stages differ. Objects that are not stages are not compared."""
        if not self.rules.has_stages:
            return
        answers = self.rules.stage(position), self.rules.stage(canonical)
        if all(isinstance(each, Hashable) for each in answers) and answers[0] != answers[1]:
            raise _broken(
                self.game, self._differ("symmetric stages", "stage", position, canonical, answers)
            )

    def _require_moves(self, position: Any, canonical: Any) -> None:
        """Raise unless both reach positions with the same representatives, and have equal gains."""
        here = list(self._steps(position))
        try:
            there = list(self._steps(canonical))
        except GameContractError as error:
            failed = error.faults[0]
            fault = _words().moves_fail(self.game, position, canonical, here[0][0], failed)
            raise _broken(self.game, fault) from error
        self._require_reached(position, canonical, here, there)
        self._require_reached(canonical, position, there, here)
        if self.rules.has_gains:
            self._require_gains(position, canonical, here, there)
            self._require_gains(canonical, position, there, here)

    def _require_reached(
        self, position: Any, image: Any, here: list[Step], there: list[Step]
    ) -> None:
        reached = {(canonical, kept) for _, canonical, kept, _ in there}
        for successor, canonical, kept, _ in here:
            if (canonical, kept) in reached:
                continue
            self._require_one_canonical(successor, canonical, there)
            if (canonical, not kept) in reached:
                raise _broken(
                    self.game, _words().turns_differ(self.game, position, image, successor, kept)
                )
            raise _broken(self.game, _words().moves_differ(self.game, position, image, successor))

    def _require_one_canonical(self, successor: Any, canonical: Any, there: list[Step]) -> None:
        """Raise if a position symmetric to a successor has another representative."""
        for other, answer, _, _ in there:
            if answer != canonical and self.rules.is_image(successor, other):
                answers = canonical, answer
                raise _broken(
                    self.game, self._differ("canonical", "canonical", successor, other, answers)
                )

    def _require_gains(
        self, position: Any, image: Any, here: list[Step], there: list[Step]
    ) -> None:
        """Raise unless the gains are equal. A move may be listed a different number of times.

        No outcome depends on how often a move is listed.
        """
        gained = {step[1:] for step in there}
        for successor, canonical, kept, gain in here:
            if (canonical, kept, gain) not in gained:
                fault = _words().gains_differ(self.game, position, image, successor, gain)
                raise _broken(self.game, fault)


def require_symmetric(rules: Rules[Any, Any], position: Any, canonical: Any) -> None:
    """Raise unless a position is symmetric to its representative, at which a rule failed.

    Return if the rules fail at the position itself: then no symmetry is to blame.
    """
    steps = partial(steps_of, rules, canonical=rules.canonical)
    try:
        if rules.ending(position) is None:
            list(steps(position))
    except GameContractError:
        return
    Folding(rules, steps).require_alike(position, canonical)


def steps_of(
    rules: Rules[Any, Any], position: Any, canonical: Callable[[Any], Any]
) -> Iterator[Step]:
    """Play the moves of a position, one by one."""
    seat = rules.player(position)
    for successor, gain in rules.successors(position):
        kept = seat is not None and rules.player(successor) == seat
        yield successor, canonical(successor), kept, gain


def _broken(game: Any, fault: Violation) -> GameContractError:
    """Return the error for a violation."""
    from gamesolver.rules.messages import contract

    return contract(game, fault.law, fault.message, fault.position)
