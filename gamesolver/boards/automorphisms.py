"""Symmetries of a graph, by a search that assigns an image to one place after another.

Places are first sorted into classes that no symmetry mixes: by the number of neighbours, then by
the classes of the neighbours, until nothing changes. The search then takes the places in an order
in which each has neighbours among earlier ones, if possible. The image of a place must have its
class, and be joined to the images of the earlier places as the place is joined to these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamesolver.boards.board import Permutation

MOST_SYMMETRIES = 10_000
MOST_TRIALS = 1_000_000
"""Images that the search tries; a second or two."""


def automorphisms(neighbours: Sequence[int]) -> tuple[Permutation, ...] | None:
    """Return all symmetries of a graph, the identity first, or None if the search is too long.

    ``neighbours`` has for each place a word with a bit for each neighbour. The search stops at
    10,000 symmetries, or after a million trials.

    >>> automorphisms([0b010, 0b101, 0b010])
    ((0, 1, 2), (2, 1, 0))
    """
    found: list[Permutation] = []
    for permutation in _Search(neighbours).permutations():
        if permutation is None or len(found) == MOST_SYMMETRIES:
            return None
        found.append(permutation)
    return tuple(sorted(found))


class _Search:
    """Search for the symmetries of one graph."""

    def __init__(self, neighbours: Sequence[int]) -> None:
        self.neighbours = neighbours
        self.size = len(neighbours)
        self.candidates = _candidates(neighbours)
        self.order = self._connected_order()

    def _connected_order(self) -> list[int]:
        """Return the places, rare ones first, each joined to as many earlier ones as possible."""
        order: list[int] = []
        fixed, left = 0, set(range(self.size))
        while left:
            place = max(left, key=lambda place: self._preference(place, fixed))
            left.remove(place)
            order.append(place)
            fixed |= 1 << place
        return order

    def _preference(self, place: int, fixed: int) -> tuple[int, int, int]:
        known = (self.neighbours[place] & fixed).bit_count()
        return known, -self.candidates[place].bit_count(), -place

    def permutations(self) -> Iterator[Permutation | None]:
        """Yield each symmetry, or None at last if there were too many trials."""
        image = [0] * self.size
        choices = [self._choices(image, 0, 0)]
        used, trials = 0, 0
        while choices:
            depth = len(choices) - 1
            place, left = self.order[depth], choices[depth]
            if not left:
                choices.pop()
                if choices:
                    used ^= 1 << image[self.order[depth - 1]]
                continue
            trials += 1
            if trials > MOST_TRIALS:
                yield None
                return
            choice = left & -left
            choices[depth] ^= choice
            image[place] = choice.bit_length() - 1
            if depth + 1 == self.size:
                yield tuple(image)
            else:
                used |= choice
                choices.append(self._choices(image, depth + 1, used))

    def _choices(self, image: Sequence[int], depth: int, used: int) -> int:
        """Return the images that the next place may have, as bits."""
        place = self.order[depth]
        choices = self.candidates[place] & ~used
        for earlier in self.order[:depth]:
            near = self.neighbours[image[earlier]]
            choices &= near if self.neighbours[place] >> earlier & 1 else ~near
        return choices


def _candidates(neighbours: Sequence[int]) -> list[int]:
    """Return for each place the places of its class, as bits."""
    classes = [word.bit_count() for word in neighbours]
    while True:
        signs = [
            (classes[place], tuple(sorted(classes[other] for other in _places_of(word))))
            for place, word in enumerate(neighbours)
        ]
        numbers = {sign: number for number, sign in enumerate(sorted({*signs}))}
        refined = [numbers[sign] for sign in signs]
        if len({*refined}) == len({*classes}):
            break
        classes = refined
    members: dict[int, int] = {}
    for place, number in enumerate(classes):
        members[number] = members.get(number, 0) | 1 << place
    return [members[number] for number in classes]


def _places_of(word: int) -> Iterator[int]:
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest
