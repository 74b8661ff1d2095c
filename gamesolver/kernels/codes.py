"""The numbers that cells hold; ``cells`` tells what they mean."""

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2
