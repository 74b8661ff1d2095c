"""What the tests share: games to try, slow references, and ways to call from outside."""
