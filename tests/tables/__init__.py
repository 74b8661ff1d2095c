"""Tests of tables of outcomes: entries of any width, counts and examples."""
