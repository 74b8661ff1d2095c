"""Exports: what other programs read."""
