"""Tests of ``gamesolver.sums``."""
