"""The pages of a proof that is served: what holds, every reply and its answer, as HTML."""

from __future__ import annotations

from typing import Any

from gamesolver.show import sentences
from gamesolver.show.markup import Html
from gamesolver.value import Bounds
from gamesolver.web.addresses import MOST_IN_A_POSITION
from gamesolver.web.pages import board_of, templates, width
from gamesolver.web.proof_views import ProofViews, ProvedView


class ProofPages:
    """The pages of one proof."""

    def __init__(self, explorer: ProofViews) -> None:
        self.explorer = explorer
        self._templates = templates(explorer)
        self._templates.globals.update(
            looks_of=looks_of, how=sentences.capital(str(explorer.proof.how))
        )

    def position(self, view: ProvedView) -> str:
        """Return the page of a position."""
        return self.render(
            "proved.html",
            view=view,
            turn="The end" if view.has_ended else sentences.headline(f"{view.player} to move"),
            looks=looks_of(view.why.bounds),
            board=self._board(view),
            seat_to_move=None if view.has_ended else view.seat,
            points=None,
            width=width([link.move for link in (*view.moves, *view.replies)]),
            most_in_a_position=MOST_IN_A_POSITION,
        )

    def render(self, template: str, **content: Any) -> str:
        """Return a page from a template."""
        return self._templates.get_template(template).render(content)

    def _board(self, view: ProvedView) -> Html:
        """Return the board; the shapes that play a move carry its description, too."""
        links = {each.move: (each.place, "draw", each.text) for each in view.moves}
        if view.holding is None:
            links |= {
                each.move: (
                    each.place,
                    looks_of(each.bounds) or "draw",
                    f"{each.text}: {each.bounds}",
                )
                for each in view.replies
            }
        else:
            holding, looks = view.holding, looks_of(view.why.bounds)
            links[holding.move] = holding.place, f"{looks} best", f"{holding.text}: it holds"
        return board_of(self.explorer, view.place, view.way, view.board, links)


def looks_of(bounds: Bounds) -> str:
    """Return the CSS class of the known outcome: its value, if it is resolved."""
    return "" if bounds.value is None else sentences.WORDS[bounds.value]
