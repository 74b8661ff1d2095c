"""Tests of exports to files and data frames."""
