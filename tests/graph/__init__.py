"""Tests of exploration, game graphs, retrograde analysis and minimax."""
