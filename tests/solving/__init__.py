"""``solve`` and a solution, queried in every way by everybody."""
