"""``check_game``: what it tries, and what breaks each law."""
