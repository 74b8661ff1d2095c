"""Tests of the match in a notebook."""
