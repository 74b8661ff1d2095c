"""What an audited player said: each position asked once, faults noted, lines played out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from gamesolver.answers import MoveRow
from gamesolver.errors import PlayerError
from gamesolver.game import MoveT, PositionT
from gamesolver.players.audit_report import Line, Mistake, PlayerFault
from gamesolver.players.book import Book
from gamesolver.players.hearing import ASKED_AGAIN, AskedPlayer, some_of
from gamesolver.value import Outcome

NOTHING: Sequence[Any] = ()
"""The answer of a player at fault."""


class Witness(Generic[PositionT, MoveT]):
    """A player with the answers it gave, and the faults."""

    def __init__(self, book: Book[PositionT, MoveT], asked: AskedPlayer[PositionT, MoveT]) -> None:
        self.book = book
        self.asked = asked
        self.answers: dict[PositionT, Sequence[MoveT]] = {}
        self.faults: dict[PositionT, PlayerFault] = {}
        self._told: dict[int, tuple[tuple[MoveT, ...], Line, str]] = {}

    def choices(self, position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        """What it chooses among; nothing where it is at fault."""
        said = self.answers.get(position)
        if said is None:
            try:
                said = self.asked.choices(position, legal)
            except PlayerError as error:
                said = NOTHING
                self._note(position, error)
            self.answers[position] = said
        return said

    def ask_again(self) -> None:
        """Put some of the questions a second time."""
        given = [(position, said) for position, said in self.answers.items() if said]
        for position, said in some_of(given, ASKED_AGAIN):
            try:
                error = self.asked.changed(position, said)
            except PlayerError as raised:  # the second time it was at fault
                error = raised
            if error:
                self._note(position, error)

    def _note(self, position: PositionT, error: PlayerError) -> None:
        self.faults.setdefault(position, PlayerFault(error.kind, position, str(error)))

    # ── mistakes, and what comes of them ───────────────────────────────────

    def worst(self, position: PositionT) -> tuple[MoveT, Outcome] | None:
        """The first of the worst moves it may choose, and what it comes to; none at fault."""
        choice = self.book.choice(position)
        backs = [
            (each, self.book.back(choice, each)) for each in self.choices(position, choice.legal)
        ]
        return min(backs, key=lambda each: each[1]) if backs else None

    def tell(self, mistake: Mistake) -> tuple[tuple[MoveT, ...], Line, str]:
        """The right moves, the line that punishes, and the words; found when first asked for."""
        told = self._told.get(id(mistake))
        if told is None:
            right, line = self._right(mistake), self._line(mistake.position)
            told = self._told[id(mistake)] = right, line, self._words(mistake, right, line)
        return told

    def _right(self, mistake: Mistake) -> tuple[MoveT, ...]:
        choice = self.book.choice(mistake.position)
        backs = [(each, self.book.back(choice, each)) for each in choice.legal]
        if mistake.cost:
            return tuple(each for each, back in backs if back.value is mistake.before.value)
        return tuple(each for each, back in backs if back == mistake.before)

    def _line(self, position: PositionT) -> Line:
        """Its worst moves against the best replies, to the end or until play comes round."""
        rows: list[MoveRow[PositionT, MoveT]] = []
        is_its, met = True, set[tuple[PositionT, bool]]()
        while (position, is_its) not in met and self.book.outcome(position).remoteness != 0:
            met.add((position, is_its))
            made = self.worst(position) if is_its else self._best(position)
            if made is None:
                break
            rows.append(row_of(self.book, position, made[0]))
            is_its ^= not self.book.rules.turn_kept(position, rows[-1].position)
            position = rows[-1].position
        return tuple(rows)

    def _best(self, position: PositionT) -> tuple[MoveT, Outcome]:
        choice = self.book.choice(position)
        backs = [(each, self.book.back(choice, each)) for each in choice.legal]
        return max(backs, key=lambda each: each[1])

    def _words(self, mistake: Mistake, right: tuple[MoveT, ...], line: Line) -> str:
        rules = self.book.rules
        chosen, kept, played = (
            " ".join(map(rules.format_move, moves))
            for moves in (mistake.chosen, right, [row.move for row in line])
        )
        reach = "its own play comes here" if mistake.reached else "its own play never comes here"
        return (
            f"{rules.game.render(mistake.position)}\n"
            f"chose {chosen}: {mistake.before} becomes {mistake.after}; right: {kept}; {reach}\n"
            f"line: {played}"
        )


def row_of(
    book: Book[PositionT, MoveT], position: PositionT, move: MoveT
) -> MoveRow[PositionT, MoveT]:
    """A move as a solution tells it."""
    choice = book.choice(position)
    back = book.back(choice, move)
    return MoveRow(move, choice.play(move), back, back == book.outcome(position))
