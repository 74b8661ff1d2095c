"""Dialogue of a match at the terminal: the board is shown, and the user's input is read."""

from __future__ import annotations

from difflib import get_close_matches

from rich.text import Text

from gamesolver.cli.output import (
    Page,
    SentenceParts,
    coloured,
    in_series,
    show_moves,
    some_of,
    with_legend,
)
from gamesolver.players.against_person import PersonMatch, Row, Turn
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.show.sentences import Voice, capital, headline
from gamesolver.show.winnings import Winnings, gains_so_far
from gamesolver.texts import spelled
from gamesolver.value import Value

ORDERS = {
    "hint": "the best moves",
    "moves": "every move with its outcome",
    "undo": "take your last move back",
    "board": "show the board again",
    "resign": "give up",
    "quit": "leave the match",
    "help": "this list",
}
ALIASES = {"?": "help", "q": "quit", "exit": "quit", "h": "hint", "u": "undo"}


class Dialogue:
    """A match, and its terminal."""

    def __init__(self, match: PersonMatch) -> None:
        self.match = match
        self.voice = Voice.of(match.solution.game)
        self.page = Page()

    def play(self) -> None:
        """Play until the end, or until the user leaves the match."""
        me, other = self._names[self.match.seat], self._names[1 - self.match.seat]
        self.page.print_lines(f"You are {me}. Your opponent is {other}. Type ? for help.")
        if rules := RulesPanel.of(self.match.solution.game).brief():
            self.page.print_paragraph(rules)
        self._board(explained=True)
        while not self.match.is_over:
            if not self.match.is_mine:
                turn = self.match.reply()
                self.page.print_lines(
                    headline(f"{other} ") + f"plays {self.voice.move(turn.row.move)}"
                )
                self._board()
            elif not self._listen():
                return
        self._finish()

    def _listen(self) -> bool:
        """Read one line; return ``False`` if it ends the match."""
        try:
            line = input("Your move: ").strip()
        except EOFError:
            self.page.print_lines("", "You left the match")
            return False
        except KeyboardInterrupt:
            self.page.print_lines("")  # what follows begins a line
            raise
        row = self.match.meant(line)
        if row is not None:
            self._judge(self.match.make(row))
            self._board()
            return True
        order = ALIASES.get(line.removeprefix("/"), line.removeprefix("/"))
        if order in ("quit", "resign"):
            self._leave(order)
            return False
        self._obey(order) if order in ORDERS else self._puzzled(line)
        return True

    def _obey(self, order: str) -> None:
        if order == "help":
            moves = SentenceParts(self._possible())
            self.page.table(["type", "for"], [("a move", moves), *ORDERS.items()])
            self._board(explained=True)
        elif order == "board":
            self._board(explained=True)
        elif order == "moves":
            show_moves(self.page, self.voice, self.match.rows, boards=False)
        elif order == "hint":
            best = [row for row in self.match.rows if row.is_best]
            *others, last = in_series([self.voice.move(row.move) for row in best])
            self.page.print_lines(SentenceParts([*others, f"{last}:", coloured(best[0].outcome)]))
        elif self.match.undo():
            self.page.print_lines("Your last move was taken back")
            self._board()
        else:
            self.page.print_lines("You have no move to take back")

    def _puzzled(self, line: str) -> None:
        """Print the possible entries after a wrong one."""
        if not line:
            *moves, last = self._possible()
            parts = ["Type a move:", *moves, f"{last},", "or ? for help"]
            self.page.print_lines(SentenceParts(parts))
            return
        texts = [self.voice.move(row.move) for row in self.match.rows]
        near = get_close_matches(line, [*texts, *ORDERS], n=1)
        hint = ["Did", "you", "mean", f"{near[0]}?"] if near else []
        wrong = ["No", "move", spelled(line), "here.", *hint]
        *moves, last = self._possible()
        self.page.print_lines(
            SentenceParts([*wrong, "Possible", "moves:", *moves, f"{last},", "or ? for help"])
        )

    def _possible(self) -> list[str]:
        return some_of([self.voice.move(row.move) for row in self._in_order()])

    def _in_order(self) -> list[Row]:
        """Return the rows in the order of the game, which does not give a hint."""
        order = self.voice.rules.moves(self.match.position)
        return sorted(self.match.rows, key=lambda row: order.index(row.move))

    def _judge(self, turn: Turn) -> None:
        """Print the judgement of a move of the user."""
        had, have = turn.best.outcome, turn.row.outcome
        best = self.voice.move(turn.best.move)
        from_here = " from here on" if self.voice.rules.has_gains else ""
        judgement = Text(f"{capital(turn.verdict)}: ") + coloured(have) + from_here
        if not turn.row.is_best:
            judgement = judgement + ", and it was " + coloured(had) + f" with {best}"
        in_match = self.match.in_match(turn)
        self.page.print_lines(
            judgement + (f"; in the match it gave {in_match}" if in_match else "")
        )

    def _board(self, *, explained: bool = False) -> None:
        board = self.voice.board(self.match.position, self.match.to_move)
        shown = with_legend(self.page, self.voice, board) if explained else board
        self.page.print_lines("", shown, "")
        if self.voice.rules.has_gains and self.match.turns and not self.match.is_over:
            self.page.print_lines(capital(gains_so_far(self._names, self._won)))
        if self.match.has_been_here and not self.match.is_over:
            self.page.print_lines(
                "This position occurred before. Type quit to end a match that repeats itself"
            )

    @property
    def _names(self) -> list[str]:
        return [self.voice.name(seat) for seat in (0, 1)]

    @property
    def _won(self) -> Winnings:
        return Winnings.of((turn.seat, turn.row.gain) for turn in self.match.turns)

    def _leave(self, order: str) -> None:
        if order == "resign":
            self.page.print_lines(f"You resign: {self.voice.name(1 - self.match.seat)} wins")
            had = self.match.outcome
            is_lost = had.value is Value.LOSS
            if not is_lost:
                self.page.print_lines(Text("You give up ") + coloured(had))
            self._sum_up(gave_up=not is_lost)
        else:
            self.page.print_lines("You left the match")

    def _finish(self) -> None:
        outcome = self.match.outcome
        position, to_move = self.match.position, self.match.to_move
        sentence = self.voice.sentence(position, outcome, to_move)
        self.page.print_lines(coloured(outcome, headline(sentence)))
        if self.voice.rules.has_gains:
            match = self._won.match(to_move, outcome)
            self.page.print_lines(
                capital(gains_so_far(self._names, self._won, match, has_ended=True))
            )
        self._sum_up()

    def _sum_up(self, *, gave_up: bool = False) -> None:
        mistakes = self.match.mistakes
        if not any(turn.seat == self.match.seat for turn in self.match.turns):
            return
        if not mistakes and not gave_up:
            self.page.print_lines("You made no mistake")
        for turn in mistakes:
            ply = self.match.turns.index(turn) + 1
            gave = self.match.given_up(turn)
            better = self.voice.move(turn.best.move)
            made = self.voice.move(turn.row.move)
            self.page.print_lines(f"Ply {ply}: {made} gave {gave}; {better} kept it")
