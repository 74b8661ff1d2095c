"""Tests of game rules: how the library calls an author's methods and reports mistakes."""
