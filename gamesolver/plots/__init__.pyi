"""The public names: each is loaded from its home when it is first used."""

from gamesolver.plots.counted import outcomes_by_remoteness as outcomes_by_remoteness
from gamesolver.plots.counted import outcomes_by_score as outcomes_by_score
from gamesolver.plots.counted import values_by_ply as values_by_ply
from gamesolver.plots.perfect import perfect_play as perfect_play
from gamesolver.plots.sizes import growth_of_cost as growth_of_cost
