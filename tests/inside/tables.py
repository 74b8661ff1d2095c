"""Tables from inside: cells, labels and claims, as columns of numbers."""

from gamesolver.tables.cells import VALUES, WIDTHS, Coding, first_places
from gamesolver.tables.claim_scale import FAR_BELOW, LevelScale
from gamesolver.tables.claims import (
    LEAF_PLIES,
    MOVER,
    NOTHING,
    OTHER,
    ClaimColumns,
    ClaimsOfPositions,
    Said,
    Statement,
)
from gamesolver.tables.labels import ENDLESS, PENDING, Labels, narrowed
from gamesolver.tables.table import DictTable
