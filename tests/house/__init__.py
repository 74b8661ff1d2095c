"""Tests of the project itself: its import contracts, docs and versions."""
