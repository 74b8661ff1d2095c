"""``solve`` and a solution, asked in every way by everybody."""
