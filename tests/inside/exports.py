"""Exports from inside: how many rows are written at a time."""

from gamesolver.exports.rows import ROWS_A_BATCH
