"""What the tests share: games to try, and ways to call from outside."""
