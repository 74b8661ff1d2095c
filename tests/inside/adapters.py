"""Adapters from inside: where the histories of positions stand."""

from gamesolver.adapters import histories
