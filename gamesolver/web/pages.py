"""The pages: what there is to see, as HTML.

The templates hold the markup, and Jinja escapes every text put into them. The one
markup that does not come from a template is that of pictures, which ``drawing``
has made safe.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import attrs
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from gamesolver import telling
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import MOST_IN_A_POSITION
from gamesolver.web.exploring import BEST_FIRST, Explorer, Step, View, kind_of

ASSETS = {"explorer.css": "text/css", "explorer.js": "text/javascript", "icon.svg": "image/svg+xml"}
"""The files beside the pages, by name, with what they are."""

ROWS_AT_ONCE = 12  # of the table of counts; more are scrolled through


def read_asset(name: str) -> str:
    """The text of a file that comes with the package."""
    return files("gamesolver.web").joinpath("assets", name).read_text("utf-8")


def _template(name: str) -> str:
    return files("gamesolver.web").joinpath("templates", name).read_text("utf-8")


def _address(name: str) -> str:
    digest = hashlib.sha256(read_asset(name).encode()).hexdigest()[:12]
    return f"/assets/{name}?v={digest}"


@attrs.frozen
class Bar:
    """One line of the counts: a number of plies, and how many positions of each value."""

    label: str
    counts: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, float, float], ...]
    """Of the bar: the value, where it begins and how long it is, in hundredths."""


class Pages:
    """The pages of one solution."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self._templates = Environment(
            loader=FunctionLoader(_template),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._templates.globals.update(
            asset={name: _address(name) for name in ASSETS},
            name=explorer.name,
            parameters=explorer.parameters,
            plies=telling.plies,
            headline=telling.headline,
            kind=kind_of,
        )
        self._templates.globals["counts"] = Markup(self._counts())

    def position(self, view: View) -> str:
        """The page of a position."""
        line, goes_on = self.explorer.line(view.place)
        return self.render(
            "position.html",
            view=view,
            kind_here=kind_of(view.outcome),
            board=Markup(self._board(view)),
            line=[(step, self._small(step)) for step in line],
            goes_on=goes_on,
            most_in_a_position=MOST_IN_A_POSITION,
        )

    def render(self, template: str, **content: Any) -> str:
        """A page from a template."""
        return self._templates.get_template(template).render(content)

    def _board(self, view: View) -> str:
        """The board, its shapes that play a move as links."""
        choices = {choice.move: choice for choice in view.choices}

        def link(move: str) -> str | None:
            if move not in choices:
                return None
            choice = choices[move]
            best = " best" if choice.is_best else ""
            return (
                f'<a href="/{escape(choice.place.query)}" data-move="{escape(move)}" tabindex="-1" '
                f'class="{kind_of(choice.outcome)}{best}" '
                f'aria-label="{escape(move)}: {choice.outcome}"><title>{escape(move)}: '
                f"{choice.outcome}</title>"
            )

        return view.board.html(link)

    def _small(self, step: Step) -> Markup:
        return Markup(self.explorer.album.picture(step.position).html())

    def _counts(self) -> str:
        counts = self.explorer.counts
        total = sum(counts.values())
        return self.render(
            "counts.html",
            bars=bars(counts),
            total=total,
            sums=[(telling.WORDS[value], _sum(counts, value)) for value in BEST_FIRST],
            is_long=len(bars(counts)) > ROWS_AT_ONCE,
        )


def bars(counts: Mapping[Outcome, int]) -> list[Bar]:
    """The counts by remoteness, with bars in proportion to the longest."""
    rows = sorted({each.remoteness for each in counts}, key=lambda plies: (plies is None, plies))
    longest = max(
        sum(count for each, count in counts.items() if each.remoteness == row) for row in rows
    )
    return [_bar(counts, row, longest) for row in rows]


def _bar(counts: Mapping[Outcome, int], plies: int | None, longest: int) -> Bar:
    here = {each.value: count for each, count in counts.items() if each.remoteness == plies}
    numbers = tuple((telling.WORDS[value], here.get(value, 0)) for value in BEST_FIRST)
    parts, left = [], 0.0
    for value, count in numbers:
        if count:
            width = max(0.4, 100 * count / longest)  # a single one is still to be seen
            parts.append((value, round(left, 2), round(width, 2)))
            left += width
    return Bar("endless" if plies is None else str(plies), numbers, tuple(parts))


def _sum(counts: Mapping[Outcome, int], value: Value) -> int:
    return sum(count for each, count in counts.items() if each.value is value)
