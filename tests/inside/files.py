"""Files from inside: blocks, layouts and headers, by which tests forge what must be refused."""

from gamesolver.files import (
    blocks,
    cell_tables,
    checkpoints,
    claims,
    leftovers,
    packing,
    rank_checkpoints,
    run_files,
    shared_stages,
    stage_file,
    tables,
    values,
    writing,
)
from gamesolver.files.checkpoints import ABOUT, Checkpoints, Pauses, about_solve, hash_of
from gamesolver.files.format import FORMS, LAYOUTS, ORDERED, SCHEMA, Guide, root_of
from gamesolver.files.rank_checkpoints import GONE, RankCheckpoints, keeping_on_ranks
