"""Tests of workers, memory, columns and progress."""
