"""Indexed games by family, for the tests of indexes and of predecessors."""

from games import AnimalShogi, GobbletGobblers, NineMensMorris, Quixo, Teeko
from games.animal_shogi.plain import PIECES

SHOGI = [AnimalShogi(pieces, indexed=True) for pieces in PIECES]
TEEKO = [Teeko(advanced, drops) for advanced in (False, True) for drops in (False, True)]
QUIXO = [Quixo(size) for size in (2, 3, 4, 5)]
GOBBLET = [
    *(GobbletGobblers(reading, sizes=2) for reading in ("final-board", "lift-loses", "mover-wins")),
    GobbletGobblers(sizes=2, placing_only=True),
    GobbletGobblers("lift-loses", sizes=1, copies=3),
    GobbletGobblers(),
]
MORRIS = [
    NineMensMorris(men=(4, 3)),
    NineMensMorris(rings=2, men=(4, 4), placing=True),
    NineMensMorris(rings=2, men=(6, 6), flying=False),
    NineMensMorris(rings=1, men=(3, 4), diagonals=True),
    NineMensMorris(men=(9, 9)),
    NineMensMorris(men=(11, 11), diagonals=True),
    NineMensMorris(rings=1, men=(3, 4), lasker=True),
    NineMensMorris(rings=2, men=(4, 4), lasker=True),
]
INDEXED = [*SHOGI, *TEEKO, *QUIXO, *GOBBLET, *MORRIS]


def orbits_of_placements(images):
    """Return the number of placements of men up to symmetry, by the men of the two players.

    ``images`` has for each symmetry the image of every point. By Burnside's lemma the number of
    orbits is the average number of placements that a symmetry leaves unchanged.
    """
    fixed = {}
    for image in images:
        for men, number in _fixed_placements(image).items():
            fixed[men] = fixed.get(men, 0) + number
    return {men: number // len(images) for men, number in fixed.items()}


def _fixed_placements(image):
    """Return the number of placements that a symmetry preserves: those made of whole cycles."""
    ways, left = {(0, 0): 1}, {*range(len(image))}
    while left:
        cycle, point = 0, min(left)
        while point in left:
            left.remove(point)
            point, cycle = image[point], cycle + 1
        more = {}
        for (mine, theirs), number in ways.items():
            for men in ((mine, theirs), (mine + cycle, theirs), (mine, theirs + cycle)):
                more[men] = more.get(men, 0) + number
        ways = more
    return ways
