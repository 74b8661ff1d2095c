"""Tests of adapters: games of other libraries, and this library's games in other libraries."""
