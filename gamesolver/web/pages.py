"""The pages: what there is to see, as HTML.

The templates hold the markup, and Jinja escapes every text put into them. The one
markup that does not come from a template is that of pictures, which ``sanitizing``
has made safe.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from gamesolver.shapes import Schema, in_words
from gamesolver.show import colours
from gamesolver.show import sentences as telling
from gamesolver.show.html import bars, total
from gamesolver.show.markup import Html, element, escaped, opened
from gamesolver.web.addresses import MOST_IN_A_POSITION
from gamesolver.web.views import Step, View, Views, kind_of

ASSETS = {"explorer.css": "text/css", "explorer.js": "text/javascript", "icon.svg": "image/svg+xml"}
"""The files beside the pages, by name, with what they are."""

_COLOURS = (
    f":root {{\n{colours.css(dark=False)}\n}}\n"
    f"@media (prefers-color-scheme: dark) {{ :root {{\n{colours.css(dark=True)}\n}} }}\n"
)

ROWS_AT_ONCE = 12  # of the table of counts; more are scrolled through


def read_asset(name: str) -> str:
    """The text of a file that comes with the package; before the style stand the colours."""
    text = files("gamesolver.web").joinpath("assets", name).read_text("utf-8")
    return _COLOURS + text if name.endswith(".css") else text


def _template(name: str) -> str:
    return files("gamesolver.web").joinpath("templates", name).read_text("utf-8")


def _address(name: str) -> str:
    digest = hashlib.sha256(read_asset(name).encode()).hexdigest()[:12]
    return f"/assets/{name}?v={digest}"


def _type_of(schema: Schema) -> Html:
    """The kind of a field, other shapes as links."""
    return Html(in_words(schema, lambda name: element("a", name, href=f"#{name}")))


class Pages:
    """The pages of one solution."""

    def __init__(self, explorer: Views) -> None:
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
            type_of=_type_of,
        )
        self._templates.globals["counts"] = Html(self._counts())

    def position(self, view: View) -> str:
        """The page of a position."""
        line, goes_on = self.explorer.line(view.place)
        return self.render(
            "position.html",
            view=view,
            kind_here=kind_of(view.outcome),
            board=self._board(view),
            line=[(step, self._small(step)) for step in line],
            goes_on=goes_on,
            most_in_a_position=MOST_IN_A_POSITION,
        )

    def render(self, template: str, **content: Any) -> str:
        """A page from a template."""
        return self._templates.get_template(template).render(content)

    def _board(self, view: View) -> Html:
        """The board, its shapes that play a move as links."""
        choices = {choice.move: choice for choice in view.choices}

        def link(move: str) -> Html | None:
            if move not in choices:
                return None
            choice = choices[move]
            best = " best" if choice.is_best else ""
            label = escaped(f"{move}: {choice.outcome}")
            way = opened(
                "a",
                kind=f"{kind_of(choice.outcome)}{best}",
                href=f"/{choice.place.query}",
                data_move=move,
                tabindex=-1,
                aria_label=label,
            )
            return way + element("title", label)

        return view.board.html(link)

    def _small(self, step: Step) -> Html:
        return self.explorer.album.picture(step.position).html()

    def _counts(self) -> str:
        counts = self.explorer.counts
        rows = bars(counts)
        return self.render(
            "counts.html",
            bars=rows,
            total=sum(counts.values()),
            sums=[(telling.WORDS[value], total(counts, value)) for value in colours.APPEARANCES],
            is_long=len(rows) > ROWS_AT_ONCE,
            notes=[note[:1].upper() + note[1:] for note in self.explorer.solution.how.notes],
        )
