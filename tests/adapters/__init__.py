"""Other people's games in, and games of ours out."""
