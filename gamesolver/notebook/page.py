"""Page of a match in a notebook: the board with its moves, the messages and the commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamesolver.players.against_person import PersonMatch
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.show.html import framed
from gamesolver.show.markup import Html, element, opened
from gamesolver.show.sanitizing import picture_of
from gamesolver.show.sentences import Voice, headline
from gamesolver.show.winnings import Winnings, gains_so_far

ORDERS = {"hint": "hint", "undo": "take back", "resign": "resign"}
AGAIN = {"undo": "take back", "again": "play again"}


class MatchPage:
    """Page of a match, made again after each turn."""

    def __init__(self, match: PersonMatch) -> None:
        self.match = match
        self.rules: Rules[Any, Any] = Rules(match.solution.game)

    def name(self, seat: int) -> str:
        """Return the name of a player in a sentence."""
        name = seats_of(self.rules.game)[seat]
        return f"the {name}" if name.endswith("player") else name

    def move(self, move: Any) -> str:
        """Return the text of a move."""
        return self.rules.format_move(move)

    def html(self, lines_shown: Iterable[Html], *, is_over: bool) -> str:
        """Return the markup of the whole page."""
        texts = [] if is_over else self._texts()
        board, shown = self._board(texts)
        others = [text for text in texts if text not in shown]
        buttons = [_button("move", text, text) for text in others]
        orders = [_button("order", *each) for each in (AGAIN if is_over else ORDERS).items()]
        lines = [*(element("p", line) for line in lines_shown), *self._end(is_over)]
        won = self._so_far()
        return framed(
            self._title(),
            "",
            board,
            element("div", *buttons, kind="moves") if buttons else "",
            element("div", *lines, kind="said", aria_live="polite"),
            element("p", won, kind="won") if won else "",
            element("div", *orders, kind="orders"),
            element("p", self._way(), kind="subtitle") if self.match.turns else "",
        )

    def _title(self) -> str:
        seat = self.match.seat
        return f"you are {self.name(seat)}, against {self.name(1 - seat)}"

    def _texts(self) -> list[str]:
        """Return the legal moves as texts in the order of the game, which gives no hint."""
        return [self.move(move) for move in self.rules.moves(self.match.position)]

    def _board(self, texts: list[str]) -> tuple[Html, set[str]]:
        """Return the board with clickable shapes for legal moves, and these moves."""
        shown: set[str] = set()

        def link(text: str) -> Html | None:
            if text not in texts:
                return None
            shown.add(text)
            label = f"play {text}"
            return opened("a", data_move=text, role="button", tabindex=0, aria_label=label)

        picture = picture_of(self.rules, self.match.position, self.match.to_move).html(link)
        return element("div", picture, kind="board match"), shown

    def _end(self, is_over: bool) -> list[Html]:
        """Return lines about the end of the match and the person's mistakes."""
        match = self.match
        if not is_over:
            sentence = "the same position as before; resign ends a match that runs in circles"
            return [element("p", sentence)] if match.has_been_here else []
        lines: list[object] = []
        if match.is_over:
            sentence = Voice(self.rules).sentence(match.position, match.outcome, match.to_move)
            lines.append(element("b", headline(sentence)))
        for turn in match.mistakes:
            ply = match.turns.index(turn) + 1
            gave = f"gave {match.given_up(turn)}"
            kept = self.move(turn.best.move)
            lines.append(f"ply {ply}: {self.move(turn.row.move)} {gave}; {kept} kept it")
        if not match.mistakes and any(turn.seat == match.seat for turn in match.turns):
            lines.append("you made no mistake")
        return [element("p", line) for line in lines]

    def _so_far(self) -> str:
        """Return the points that each player has won so far; at the end, who has won."""
        match = self.match
        if not self.rules.has_gains or not match.turns:
            return ""
        won = Winnings.of((turn.seat, turn.row.gain) for turn in match.turns)
        margin = won.match(match.to_move, match.outcome) if match.is_over else None
        return headline(gains_so_far([self.name(0), self.name(1)], won, margin, match.is_over))

    def _way(self) -> str:
        return " ".join(self.move(turn.row.move) for turn in self.match.turns)


def _button(kind: str, value: str, text: str) -> Html:
    return element("button", text, type="button", **{f"data-{kind}": value})
