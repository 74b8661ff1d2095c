"""Common parts of the tests: games to try, and ways to call from outside."""
