"""Tests of ``solve`` and of queries to a solution."""
