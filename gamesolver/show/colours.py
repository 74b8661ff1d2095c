"""The colours of outcomes, on pages, in plots, at terminals: this is the one place for them.

Blue, grey and orange are told apart by colour-blind eyes too, and the three differ in lightness.
Wherever there is room for it a word stands beside the colour; a plot has hatches and markers
besides, which also survive a printer that knows only black.

*Ink* is for words: on its *tint*, and on the page, it has a contrast of 4.5 to 1 at least.
*Fill* is for areas that hold no words, such as bars. Nobody knows what a terminal has behind its
words, so that its shade has that contrast on white and on black.
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
    """How one value looks: its colours on light and on dark, and what does without colour."""

    light: Shades
    dark: Shades
    terminal: str
    """For words at a terminal, be it light or dark."""
    hatch: str
    """As matplotlib writes it: what fills a bar beside its colour."""
    marker: str
    """As matplotlib writes it."""
    sign: str
    """The same marker as a letter."""


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
"""What is neither win, draw nor loss, on light."""


def css(dark: bool) -> str:
    """The colours as variables of a style sheet: ``--win``, ``--win-tint``, ``--win-fill``.

    >>> css(dark=False).splitlines()[0]
    '--win: #0b6285; --win-tint: #dceef5; --win-fill: #1b7ba3;'
    """
    return "\n".join(_variables(dark))


def _variables(dark: bool) -> Iterator[str]:
    for value, appearance in APPEARANCES.items():
        shades, name = appearance.dark if dark else appearance.light, WORDS[value]
        yield f"--{name}: {shades.ink}; --{name}-tint: {shades.tint}; --{name}-fill: {shades.fill};"
