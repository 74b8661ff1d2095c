"""Boards: places, tables, symmetries, texts, and errors of misuse."""
