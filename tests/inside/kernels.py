"""Kernels from inside: each is tried on columns that are made up for it."""

from gamesolver.kernels import (
    alpha_beta,
    collecting,
    helpers,
    intrinsics,
    leaves,
    level_certificate,
    proof_certificate,
    proof_numbers,
    ranks,
)
from gamesolver.kernels.codes import ENDLESS, HOLE, LOSS, PENDING, WIN, ScoreForm, cell_of
from gamesolver.kernels.compiling import kernel_of
from gamesolver.kernels.helpers import njit
from gamesolver.kernels.intrinsics import _ones
from gamesolver.kernels.places import unmixed_plainly
from gamesolver.kernels.retrograde import BIN_BITS, SMALL
from gamesolver.kernels.runs import drop_known, merge
