"""Laws of symmetry: symmetric positions agree in everything that solving stores of them.

*Symmetric* positions belong to one orbit. Solving stores one position for each orbit, which is
right exactly if the symmetries are automorphisms. Symmetric positions must therefore end alike.
If one reaches an orbit (with the turn kept or passed), the others must reach it, too. This
compares two sets: the pairs of orbit and turn-kept bit that each position reaches.

A symmetry that exchanges the colours also exchanges the players, so players are compared only if
infinite play has a payoff. Stages are compared: if they differed within an orbit, play between
orbits could return to an earlier stage. If moves gain, the gains are compared, too: two moves to
one orbit with different gains count as two.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamesolver.check.examination import Examination, Unanswered, is_hashable
from gamesolver.rules.faults import no_image
from gamesolver.rules.symmetry_faults import (
    answers_differ,
    gains_differ,
    moves_differ,
    orbits_differ,
    turns_differ,
)

MOST_SYMMETRIES = 8  # of each position; a board of squares has no more symmetries
MOST_SYMMETRIES_IN_PLAY = 2  # of each position met in random play

Reached = dict[tuple[frozenset[Any], bool], Any]
"""Orbits one move away, with True if the turn is kept, and a successor for each."""


def images_are_alike(examination: Examination, positions: Sequence[Any]) -> None:
    """Test all laws of symmetry."""
    images = _Images(examination)
    for position in positions if examination.rules.folds else ():
        with suppress(Unanswered):
            images.compare_all_of(position)


class _Images:
    """Compares symmetric positions; computes each orbit, and the orbits it reaches, once."""

    def __init__(self, examination: Examination) -> None:
        self.examination = examination
        self._orbits: dict[Any, frozenset[Any]] = {}
        self._reached: dict[Any, Reached] = {}

    def compare_all_of(self, position: Any) -> None:
        """Compare a position with the symmetric ones, or with a random sample of them."""
        orbit = self._listed(position)
        with suppress(Unanswered):
            canonical = self.examination.call("canonical", position)
            if canonical not in orbit:
                names_images = self.examination.rules.names_images
                self.examination.keep(
                    no_image(self.examination.game, position, canonical, names_images).faults[0]
                )
        images = [image for image in orbit if image != position]
        most = MOST_SYMMETRIES if self.examination.exhaustive else MOST_SYMMETRIES_IN_PLAY
        for image in (
            images if len(images) <= most else self.examination.random.sample(images, most)
        ):
            with suppress(Unanswered):
                self._compare(position, orbit, image)

    def _compare(self, position: Any, orbit: dict[Any, None], image: Any) -> None:
        other = self._listed(image)
        if orbit.keys() != other.keys():
            self._orbits_differ(position, orbit, image, other)
        elif self._same("symmetric endings", self.examination.rules.end_rule, position, image):
            self._reach_alike(position, image)
            self._reach_alike(image, position)
            self._gain_alike(position, image)
            if self.examination.rules.payoff:
                self._same("symmetric players", "player", position, image)
            self._same("canonical", "canonical", position, image)
            self._share_a_stage(position, image)

    def _orbits_differ(
        self, position: Any, orbit: dict[Any, None], image: Any, other: dict[Any, None]
    ) -> None:
        odd = next(member for member in orbit | other if (member in orbit) != (member in other))
        of, not_of = (position, image) if odd in orbit else (image, position)
        self.examination.keep(orbits_differ(self.examination.game, odd, of, not_of, position))

    def _same(self, law: str, rule: str, position: Any, image: Any) -> bool:
        here, there = self.examination.call(rule, position), self.examination.call(rule, image)
        same = bool(here == there)
        if not same:
            game, answers = self.examination.game, (here, there)
            self.examination.keep(answers_differ(game, law, rule, position, image, answers))
        return same

    def _share_a_stage(self, position: Any, image: Any) -> None:
        """Compare stages, except unhashable ones, which are recorded where stages are tested."""
        if self.examination.rules.has_stages and all(
            is_hashable(self.examination.call("stage", one)) for one in (position, image)
        ):
            self._same("symmetric stages", "stage", position, image)

    def _reach_alike(self, position: Any, image: Any) -> None:
        """Test that a symmetric position reaches the same orbits, with the same turns."""
        here, there = self._reach(position), self._reach(image)
        for orbit, kept in [reached for reached in here if reached not in there]:
            game, successor = self.examination.game, here[orbit, kept]
            if (orbit, not kept) in there:
                self.examination.keep(turns_differ(game, position, image, successor, kept))
            else:
                self.examination.keep(moves_differ(game, position, image, successor))

    def _gain_alike(self, position: Any, image: Any) -> None:
        """Test that each gain on the way to an orbit exists for the symmetric position, too.

        Duplicates of a move make no difference to any outcome.
        """
        if not self.examination.rules.has_gains:
            return
        here, there = self._gains(position), self._gains(image)
        for orbit, kept, gain in here:
            if (orbit, kept, gain) not in there:
                successor, game = next(iter(orbit)), self.examination.game
                self.examination.keep(gains_differ(game, position, image, successor, gain))
                return

    def _gains(self, position: Any) -> dict[tuple[frozenset[Any], bool, Any], None]:
        """Return the orbits that moves lead to, with the turn kept or not, and the gains."""
        seat = self._seat(position)
        return {
            (
                self._orbit(successor),
                seat is not None and seat == self._seat(successor),
                self.examination.call("gain", position, move),
            ): None
            for move, successor in self.examination.steps(position)
        }

    def _reach(self, position: Any) -> Reached:
        if position not in self._reached:
            steps = self.examination.steps(position)
            if len(steps) < len(self.examination.moves(position)):
                raise Unanswered  # the fault of a move without successor is recorded
            seat = self._seat(position)
            reached: Reached = {}
            for _, successor in steps:
                kept = seat is not None and seat == self._seat(successor)
                reached[self._orbit(successor), kept] = successor
            self._reached[position] = reached
        return self._reached[position]

    def _seat(self, position: Any) -> Any:
        return (
            self.examination.call("player", position) if self.examination.rules.has_seats else None
        )

    def _listed(self, position: Any) -> dict[Any, None]:
        return {position: None} | dict.fromkeys(self.examination.call("symmetries", position))

    def _orbit(self, position: Any) -> frozenset[Any]:
        if position not in self._orbits:
            orbit = frozenset(self._listed(position))
            for image in orbit:
                self._orbits.setdefault(image, orbit)
        return self._orbits[position]
