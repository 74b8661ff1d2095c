"""Points won so far on pictures of boards: seeds in stores, and owners of boxes.

A position has the score from there on, and not what was won before. So a picture of it has empty
stores, and boxes in one colour. Pages that know the moves before it fill these in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.show.grid_looks import with_stored
from gamesolver.show.markup import Html
from gamesolver.show.pictures import tone_of

_BOX = re.compile(r'(<g class="box"><polygon points="([^"]*)" fill=")[^"]*')


@attrs.frozen
class WonOnBoard:
    """Points of the players, and the owners of boxes, after some moves."""

    tones: tuple[str, ...] = ()
    """Colours of the players; empty if their men have none."""
    points: tuple[int, int] = (0, 0)
    owners: Mapping[str, int] = attrs.Factory(dict)
    """Player index of the owner of each box, by its corners."""

    @classmethod
    def at_root(cls, rules: Rules[Any, Any]) -> WonOnBoard:
        """Return what is known at the first position: nothing is won."""
        looks = rules.game.looks
        is_pair = isinstance(looks, tuple) and len(looks) == 2
        tones = tuple(tone for look in looks if (tone := tone_of(str(look)))) if is_pair else ()
        return cls(tones if len(tones) == 2 else ())

    def after(self, seat: int, gain: int, before: str, now: str) -> WonOnBoard:
        """Return what is won after a move of a player, given the pictures around it."""
        if not gain:
            return self
        points = (self.points[0], self.points[1] + gain) if seat else (
            self.points[0] + gain, self.points[1]
        )  # fmt: skip
        new = boxes_in(now) - boxes_in(before)
        return attrs.evolve(self, points=points, owners={**self.owners, **dict.fromkeys(new, seat)})

    def on(self, picture: str) -> Html:
        """Return a picture with the seeds that were won, and boxes in the colour of the owner."""
        filled = with_stored(picture, self.points) if any(self.points) else picture
        return Html(_BOX.sub(self._owned, filled) if self.owners and self.tones else filled)

    def _owned(self, box: re.Match[str]) -> str:
        owner = self.owners.get(box[2])
        return box[0] if owner is None else f"{box[1]}{self.tones[owner]}"


def boxes_in(picture: str) -> set[str]:
    """Return the corners of the boxes that a picture shows as closed."""
    return {box[2] for box in _BOX.finditer(picture)}
