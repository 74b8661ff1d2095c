"""The engine from inside: its ways one by one, their columns, and the limits below which they work.

Whole modules are opened where a test lowers a limit of theirs, so that a small game takes the
way of a large one, or lets a step fail that never fails by itself.
"""

from gamesolver.engine import (
    ends,
    engine,
    finding,
    growing_cells,
    in_step,
    key_set,
    on_ranks,
    predecessor_waves,
    rank_backs,
    rank_finding,
    rank_graph,
    rank_predecessors,
    rank_waves,
    run_finding,
    running,
    sorting,
    stage_blocks,
    stage_by_stage,
    stages,
    sweeps,
    table,
    whole_solve,
)
from gamesolver.engine.calling import RULES, UnpackedRules
from gamesolver.engine.ends import SLOTS_A_CHUNK
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.key_set import KeySet
from gamesolver.engine.pending import ROWS_A_CHUNK
from gamesolver.engine.places import keys_of
from gamesolver.engine.rank_keeper import RankKeeper
from gamesolver.engine.shares import KeyShare, NumberedShare, bounds_of_keys
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.sweeps import Sweeps
