"""Printable HTML sheets of boards and questions.

A sheet is one self-contained text. A board is the game's own picture, sanitised, or its text if the
game has no picture. The move to show is the shape with that ``data-move``. It is wrapped in a group
of its own and coloured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.show.markup import Html, element, escaped, joined, opened
from gamesolver.show.sanitizing import picture_of

STYLE = """
body { font-family: Georgia, serif; margin: 2em; color: #222; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; } p { max-width: 40em; }
.cards { display: flex; flex-wrap: wrap; gap: 1em 1.4em; align-items: flex-start; }
figure { margin: 0; width: 11em; break-inside: avoid; }
.small figure { width: 5.2em; font-size: 0.75em; }
.small figure:has(pre.text) { width: auto; max-width: 16em; overflow-x: auto; }
figcaption { font-size: 0.9em; margin: 0.2em 0; }
figure svg { width: 100%; height: auto; }
pre { font-family: "DejaVu Sans Mono", monospace; margin: 0.3em 0; overflow-wrap: anywhere; }
pre.board-text { font-size: 0.75em; white-space: pre-wrap; }
.shown rect, .shown circle, .shown polygon { fill: #e8b33a; fill-opacity: 1; }
.shown path, .shown line { stroke: #e8b33a; stroke-opacity: 1; }
.shown text { fill: #222; fill-opacity: 1; }
.answers { break-before: page; }
@page { margin: 1.2cm; }
@media print { body { margin: 0; } }
"""


@attrs.frozen
class Card:
    """Board on a sheet, with a title above it, and optionally a move and a text below it."""

    title: str
    position: Any
    move: Any = None
    text: str = ""
    mover: int = 0
    """Player to move, used if the position does not determine it."""


@attrs.frozen
class Section:
    """Cards under a heading, perhaps small ones, perhaps on a page of their own."""

    heading: str
    words: str
    cards: Sequence[Card]
    kind: str = ""
    """``"answers"`` begins a page. ``"small"`` fits many boards on a page."""


def page(game: Game[Any, Any], title: str, sections: Sequence[Section]) -> str:
    """Return the whole sheet."""
    rules, named = Rules(game), escaped(title)
    head = [
        Html('<meta charset="utf-8">'),
        element("title", named),
        element("style", Html(STYLE)),
    ]
    shown = [element("h1", named), *(_section(rules, section) for section in sections)]
    whole = joined(
        [element("head", joined(head, "\n")), element("body", joined(shown, "\n"))], "\n"
    )
    return f"<!DOCTYPE html>\n{element('html', whole, lang='en')}\n"


def _section(rules: Rules[Any, Any], section: Section) -> Html:
    cards = joined((_figure(rules, card) for card in section.cards), "\n")
    parts = [
        element("h2", escaped(section.heading)) if section.heading else "",
        element("p", escaped(section.words)) if section.words else "",
        element("div", cards, kind="cards"),
    ]
    return element("section", *parts, kind=section.kind)


def _figure(rules: Rules[Any, Any], card: Card) -> Html:
    shown = None if card.move is None else rules.format_move(card.move)
    picture = picture_of(rules, card.position, card.mover)
    return element(
        "figure",
        element("figcaption", escaped(card.title)),
        picture.html(lambda move: opened("a", kind="shown") if move == shown else None),
        element("pre", escaped(card.text), kind="board-text") if card.text else "",
    )


def indented(lines: Iterable[str], by: str = "  ") -> str:
    """Lines, each further in."""
    return "\n".join(by + line for text in lines for line in text.split("\n"))
