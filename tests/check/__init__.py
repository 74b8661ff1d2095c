"""Tests of ``check_game``, with games that break each law."""
