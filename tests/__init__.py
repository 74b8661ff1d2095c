"""Tests of gamesolver, each with one sentence that states what it proves."""
