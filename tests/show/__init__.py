"""Tests of the presentation of results."""
