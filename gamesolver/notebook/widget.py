"""The match as a widget: a page made here, and a script that reports the clicked shape.

The whole match is in the kernel. The browser receives markup that contains nothing executable. It
sends back the text of a move, or the name of a command, with the number of the page that was
clicked. A message with an old number is ignored, since the board has changed meanwhile. A message
can come from anywhere, so anything that is not a legal move is ignored, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from gamesolver.errors import GameSolverError
from gamesolver.notebook.page import MatchPage
from gamesolver.players.against_person import PersonMatch, Turn
from gamesolver.show.html import chip
from gamesolver.show.markup import Html, joined

HERE = Path(__file__).parent


class MatchWidget(anywidget.AnyWidget):  # type: ignore[misc]  # untyped, as widgets are
    """Widget of a match that is played by clicking the board."""

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    page = traitlets.Unicode().tag(sync=True)
    """Markup that is shown."""
    number = traitlets.Int().tag(sync=True)
    """Number of times that the page has changed."""

    def __init__(self, match: PersonMatch) -> None:
        super().__init__()
        self.match = match
        self._page = MatchPage(match)
        self._lines: list[Html] = []
        self._resigned = False
        self.on_msg(self._receive)
        self._go_on()

    def __repr__(self) -> str:
        return f"<match in {self.match.solution.game!r}, {len(self.match.turns)} plies played>"

    def _receive(self, widget: object, content: Any, buffers: object) -> None:
        """Carry out a click if it was made on the page that is shown now."""
        if not isinstance(content, dict) or content.get("number") != self.number:
            return
        move, order = content.get("move"), content.get("order")
        if isinstance(move, str):
            self._move(move)
        elif order in ("hint", "undo", "again", "resign"):
            self._lines = []
            getattr(self, f"_{order}")()

    def _move(self, text: str) -> None:
        if self._is_over or not self.match.is_mine:
            return
        row = next((row for row in self.match.rows if self._page.move(row.move) == text), None)
        if row is not None:
            self._lines = [self._judged(self.match.make(row))]
            self._go_on()

    def _go_on(self) -> None:
        """Play the opponent's moves until the person is to move, and show the page."""
        try:
            while not self.match.is_over and not self.match.is_mine:
                turn = self.match.reply()
                sentence = f"{self._page.name(turn.seat)} plays {self._page.move(turn.row.move)}"
                self._lines.append(joined([sentence]))
        except GameSolverError as error:
            self._lines.append(joined([error]))
        self._show()

    def _show(self) -> None:
        self.page = self._page.html(self._lines, is_over=self._is_over)
        self.number += 1

    @property
    def _is_over(self) -> bool:
        return self._resigned or self.match.is_over

    def _judged(self, turn: Turn) -> Html:
        """Return the verdict on a move of the person."""
        from_here = " from here on" if self._page.rules.has_gains else ""
        sentence: list[object] = [turn.verdict, " ", chip(turn.row.outcome), from_here]
        if not turn.row.is_best:
            best = self._page.move(turn.best.move)
            sentence += [", and it was ", chip(turn.best.outcome), f" with {best}"]
        if in_match := self.match.in_match(turn):
            sentence.append(f"; in the match it gave {in_match}")
        return joined(sentence)

    def _hint(self) -> None:
        if not self._is_over:
            best = [row for row in self.match.rows if row.is_best]
            texts = ", ".join(self._page.move(row.move) for row in best)
            self._lines = [joined([f"best: {texts} ", chip(best[0].outcome)])]
        self._show()

    def _undo(self) -> None:
        self._resigned = False
        is_undone = self.match.undo()
        sentence = "taken back" if is_undone else "you have no move to take back"
        self._lines = [joined([sentence])]
        self._show()

    def _again(self) -> None:
        self._resigned = False
        self.match.turns.clear()
        self._go_on()

    def _resign(self) -> None:
        if not self._is_over:
            self._resigned = True
            self._lines = [joined([f"you resign: {self._page.name(1 - self.match.seat)} wins"])]
        self._show()
