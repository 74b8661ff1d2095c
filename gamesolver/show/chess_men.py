"""Outlines of chess men, from the centre of their square, whose side is 100.

They have straight sides, so that plots and pages draw them alike, without a font.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

Outline = tuple[tuple[float, float], ...]
"""Corners of a polygon, right and down from the centre."""


def _disc(x: float, y: float, radius: float) -> Outline:
    turns = [pi * step / 10 for step in range(20)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _mirrored(*right: tuple[float, float]) -> Outline:
    """Return an outline from its right half, listed from the top to the bottom."""
    return (*right, *((-x, y) for x, y in reversed(right) if x))


_FOOT = ((13, 22), (26, 29), (26, 37))

CHESS_MEN: Mapping[str, tuple[Outline, ...]] = {
    "king": (
        _mirrored((4, -41), (4, -35), (10, -35), (10, -28), (4, -28), (4, -14)),
        _mirrored((0, -12), (12, -20), (25, -18), (32, -7), (28, 8), (18, 20), (23, 29), (23, 37)),
    ),
    "queen": (
        _mirrored((0, -34), (6, -5), (17, -32), (17, -3), (32, -20), (20, 20), (24, 29), (24, 37)),
        *(_disc(x, y, 5) for x, y in ((0, -36), (-17, -33), (17, -33), (-32, -21), (32, -21))),
    ),
    "rook": (
        _mirrored(
            *((6, -27), (6, -36), (6, -27), (14, -27), (14, -36), (25, -36)),
            *((25, -19), (16, -12), *_FOOT),
        ),
    ),
    "bishop": (
        _mirrored((9, 10), *_FOOT),
        _mirrored((0, -30), (12, -19), (18, -6), (15, 7), (9, 14)),
        _disc(0, -34, 6),
    ),
    "knight": (
        (
            *((4, -39), (8, -30), (19, -19), (26, -2), (26, 37), (-20, 37), (-18, 26)),
            *((-8, 14), (-4, 4), (-14, 5), (-22, 11), (-28, 5), (-26, -5), (-10, -26), (-3, -30)),
        ),
        _disc(-9, -13, 2),
    ),
    "pawn": (_mirrored((14, -8), (7, -2), *_FOOT), _disc(0, -19, 14)),
}
"""Outlines of each man, those that lie below others first."""
