"""Tests of board games whose rules are written once."""
