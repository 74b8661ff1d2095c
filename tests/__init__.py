"""Tests of gamesolver, each with one sentence that says what it proves."""
