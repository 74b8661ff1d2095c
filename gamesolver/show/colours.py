"""Colours of outcomes on pages, in plots and at terminals. No other module defines colours.

Colour-blind readers can distinguish blue, grey and orange, too, and differ in lightness. If
there is space, a word is shown next to the colour. A plot also has hatches and markers, which
remain visible in black and white.

*Ink* is for words: on its *tint*, and on the page, it has a contrast of 4.5 to 1 at least. *Fill*
is for areas without words, such as bars. The background of a terminal is not known, so its colour
has that contrast on white and on black.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from gamesolver.show.sentences import WORDS
from gamesolver.value import Value


@attrs.frozen
class Shades:
    """The colours of one value, on light or on dark."""

    ink: str
    tint: str
    fill: str


@attrs.frozen
class Appearance:
    """Appearance of one value: its colours on light and on dark, and signs without colour."""

    light: Shades
    dark: Shades
    terminal: str
    """Colour of words at a terminal, light or dark."""
    hatch: str
    """Hatch of a bar, as a matplotlib code."""
    marker: str
    """Marker, as a matplotlib code."""
    sign: str
    """The marker as a character."""


APPEARANCES: Mapping[Value, Appearance] = {
    Value.WIN: Appearance(
        Shades("#0b6285", "#dceef5", "#1b7ba3"),
        Shades("#7cccee", "#15394a", "#7cccee"),
        "#1c7ea7",
        "",
        "^",
        "▲",
    ),
    Value.DRAW: Appearance(
        Shades("#555d68", "#ebeae6", "#b9bdc3"),
        Shades("#b9c0c9", "#2c3138", "#858c95"),
        "#6f7680",
        "....",
        "s",
        "■",
    ),
    Value.LOSS: Appearance(
        Shades("#9c3d0c", "#fae6da", "#d9712f"),
        Shades("#f5ab83", "#4a2916", "#f5ab83"),
        "#b85c22",
        "////",
        "v",
        "▼",
    ),
}
"""Best first, as everything is listed."""

PAPER, INK, SOFT, RULE = "#ffffff", "#1c2026", "#59616c", "#e3dfd6"
"""Colours of everything that is not a win, draw or loss, on light."""


def css(dark: bool) -> str:
    """Return the colours as CSS variables: ``--win``, ``--win-tint``, ``--win-fill``.

    >>> css(dark=False).splitlines()[0]
    '--win: #0b6285; --win-tint: #dceef5; --win-fill: #1b7ba3;'
    """
    return "\n".join(_variables(dark))


def _variables(dark: bool) -> Iterator[str]:
    for value, appearance in APPEARANCES.items():
        shades, name = appearance.dark if dark else appearance.light, WORDS[value]
        yield f"--{name}: {shades.ink}; --{name}-tint: {shades.tint}; --{name}-fill: {shades.fill};"
