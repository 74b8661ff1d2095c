"""Kernels from inside: each is tried on columns that are made up for it."""

from gamesolver.kernels import (
    collecting,
    helpers,
    intrinsics,
    labels,
    leaves,
    level_certificate,
    lookahead,
    proof_certificate,
    proof_numbers,
    ranks,
)
from gamesolver.kernels.alpha_beta import (
    COUNTS,
    FORGOTTEN,
    LEFT_OUT,
    MET_AGAIN,
    NO_PLACE,
    NOTHING,
    TRIED,
    WAYS,
    BoundsTable,
    bucket_of,
    first_rough,
    keep,
    least_of,
    most_of,
    put_killers_first,
    remember_killer,
    word_of,
)
from gamesolver.kernels.codes import ENDLESS, HOLE, LOSS, PENDING, WIN, ScoreForm, cell_of
from gamesolver.kernels.compiling import kernel_of
from gamesolver.kernels.helpers import njit
from gamesolver.kernels.intrinsics import _ones, gather_bits, ones, scatter_bits
from gamesolver.kernels.places import unmixed_plainly
from gamesolver.kernels.reversing import BIN_BITS
from gamesolver.kernels.runs import drop_known, merge
from gamesolver.kernels.solved import UNSOLVED
from gamesolver.kernels.staging import DREW, WON
