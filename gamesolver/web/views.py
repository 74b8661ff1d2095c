"""Content of the page of a place, before it is HTML or JSON.

All of it comes from the rules and from ``Solution.moves``, so a page agrees with
the library. Outcomes of moves are for the player making them.

``walking`` finds the position of a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.show import sentences
from gamesolver.show.sanitizing import Picture
from gamesolver.show.winnings import gains_so_far, move_and_gain
from gamesolver.solution import Solution
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import Place, Wishes
from gamesolver.web.opponents import choice, require_scores_for
from gamesolver.web.walking import Step, Walks, winnings

LINE_SHOWN = 24  # plies of the mainline on a page
KEPT = 100  # positions with their moves
MOST_ANSWERS = 50  # in a row, of an opponent who keeps the turn: it may keep it for ever
MOST_LOOKED_AT = 400  # positions that are tried for a puzzle
FEWEST_CHOICES = 3  # moves of a position that is a puzzle
KEPT_THE_TURN = (
    f"The opponent has moved {MOST_ANSWERS} times in a row and is still to move: "
    "choose a move for it, or go on without an opponent"
)

HEADINGS: dict[tuple[Value, Value], str] = {
    (Value.WIN, Value.WIN): "Keep the win",
    (Value.WIN, Value.DRAW): "Give the win away, for a draw",
    (Value.WIN, Value.LOSS): "Give the win away, and lose",
    (Value.DRAW, Value.DRAW): "Keep the draw",
    (Value.DRAW, Value.LOSS): "Give the draw away, and lose",
}
"""Headings of moves, by the value of the position and by theirs."""
EVERY = {
    Value.WIN: "Every move keeps the win",
    Value.DRAW: "Every move keeps the draw",
    Value.LOSS: "Every move loses",
}
"""Headings if all moves have one value, by that value."""


def heading(here: Outcome, there: Outcome, is_every: bool) -> str:
    """Return the heading of moves with one outcome in a position with another outcome.

    >>> heading(Outcome(Value.WIN, 5), Outcome(Value.DRAW, 2), False)
    'Give the win away, for a draw'
    >>> heading(Outcome(Value.WIN, 5, 3), Outcome(Value.LOSS, 2, -1), False)
    'Give 4 away: loss by 1'
    """
    if here.score is None or there.score is None:
        return EVERY[here.value] if is_every else HEADINGS[here.value, there.value]
    return _heading_by_score(here.score, there.score, is_every)


def _heading_by_score(here: int, there: int, is_every: bool) -> str:
    if there < here:
        return f"Give {here - there} away: {sentences.score_in_words(there)}"
    value, by = Value.of(here), f" by {abs(here)}" if here else ""
    if is_every:
        return EVERY[value] + by
    return f"Lose{by}, and no more" if value is Value.LOSS else HEADINGS[value, value] + by


@attrs.frozen
class MoveView:
    """A legal move: its text, the place after it, and its row."""

    move: str
    place: Place
    row: MoveRow[Any, Any]

    @property
    def outcome(self) -> Outcome:
        """Outcome for the player who makes the move."""
        return self.row.outcome

    @property
    def is_best(self) -> bool:
        """True if no move is better."""
        return self.row.is_best

    @property
    def text(self) -> str:
        """The move, and what it wins at once, if anything."""
        return move_and_gain(self.move, self.row.gain)


@attrs.frozen
class Group:
    """Moves with a common heading, for example those that keep the win."""

    heading: str
    moves: tuple[MoveView, ...]


@attrs.frozen
class View:
    """Content of a page, except the evaluation of the history."""

    place: Place
    position: Any
    seat: int
    """Player index to move; from the number of plies if positions do not show it."""
    text: str
    board: Picture
    player: str
    """Name of the player to move."""
    outcome: Outcome
    sentence: str
    so_far: str
    """Text about points won, and the winner of the match; empty if moves do not gain points."""
    has_ended: bool
    choices: tuple[MoveView, ...]
    way: tuple[Step, ...]
    back: Place | None
    """Place one step back; against an opponent, the visitor's last turn."""
    has_kept_the_turn: bool
    """True if the opponent is to move, but has reached its limit of moves in a row."""

    @property
    def hides_outcomes(self) -> bool:
        """True if outcomes are hidden; they are shown at the end of play."""
        return self.place.wishes.hides_outcomes and not self.has_ended

    @property
    def winner(self) -> int | None:
        """Player index of the winner from here on, or None in a draw."""
        if self.outcome.value is Value.DRAW:
            return None
        return self.seat if self.outcome.value is Value.WIN else 1 - self.seat

    @property
    def groups(self) -> tuple[Group, ...]:
        """The moves by what they keep, best first."""
        kept: dict[int, list[MoveView]] = {}
        for move in self.choices:
            kept.setdefault(move.outcome.points, []).append(move)
        return tuple(
            Group(heading(self.outcome, moves[0].outcome, len(kept) == 1), tuple(moves))
            for moves in kept.values()
        )


class Views(Walks):
    """Source of the pages of a solution. It caches recent pictures and rows.

    The pages of a walk share most of their lines. After a best move, the next
    line is the rest of the last one.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        super().__init__(solution.game, solution.start, solution.__getitem__)
        self.solution = solution
        self._rows = lru_cache(KEPT)(solution.moves)
        self.counts = {outcome: int(count) for outcome, count in solution.counts().items()}
        self._luck = Random()

    def at(self, place: Place) -> View:
        """Return the content of the page of a place."""
        position, way = self.walk(place)
        outcome = self.solution[position]
        ended = self.rules.ending(position) is not None
        seat = self.seat(place, position)
        is_theirs = not ended and self._is_theirs(place, position)
        return View(
            place,
            position,
            seat,
            self.rules.format(position, seat),
            self.album.picture(position, seat),
            self.seats[seat],
            outcome,
            sentences.sentence(self.game, position, outcome, ended, seat),
            self._so_far(place, way, seat, outcome, ended),
            ended,
            tuple(self._choices(place, position)),
            tuple(way),
            self._back(place, way),
            is_theirs and self._answers(place, way) >= MOST_ANSWERS,
        )

    def _so_far(
        self, place: Place, way: Sequence[Step], seat: int, outcome: Outcome, ended: bool
    ) -> str:
        """Return the text about points won, with the match if the way begins at the start."""
        if not way or not self.rules.has_gains:
            return ""
        won = winnings(way)
        is_shown = self.is_match(place) and (ended or not place.wishes.hides_outcomes)
        match = won.match(seat, outcome) if is_shown else None
        return sentences.headline(gains_so_far(self.seats, won, match, ended))

    def line(self, view: View, most: int = LINE_SHOWN) -> tuple[tuple[Step, ...], bool]:
        """Return the first plies of the mainline from a place, and whether there are more."""
        place, position = view.place, view.position
        steps: list[Step] = []
        seen: set[Any] = set()
        while position not in seen:
            seen.add(position)
            rows = self._rows(position)
            if not rows:
                return tuple(steps), False
            if len(steps) == most:
                return tuple(steps), True
            best = rows[0]
            legal = [row.move for row in rows]
            ((text, after),) = self.onwards(place, position, legal[:1], legal)
            steps.append(self.step(text, place, position, after, best.position, best.gain))
            place = after
            position = best.position
        return tuple(steps), False

    def find(self, name: str, place: Place) -> Place | None:
        """Return a place of one of ``FINDS`` on a random way from a place, or None without one.

        Outcomes are hidden at a puzzle.
        """
        begin = place.wishing(Wishes(hides_outcomes=name == PUZZLE))
        root, _ = self.walk(place)
        here, position, plies = begin, root, 0
        for _ in range(MOST_LOOKED_AT):
            rows = self._rows(position)
            if plies and _IS_FOUND[name](rows):
                return here
            if not rows or here.is_full:
                here, position, plies = begin, root, 0
                continue
            row = self._luck.choice(rows)
            _, here = self.after(here, position, row.move)
            position, plies = row.position, plies + 1
        return None

    def best_text(self, position: Any) -> str:
        """Return the text of a best move of a position that is not terminal."""
        return self._words(self._rows(position)[0].move)

    def is_match(self, place: Place) -> bool:
        """Return True if the way begins at the start of the game, so that all gains are known."""
        return place.root is None and self.start == self.rules.start()

    def reply(self, place: Place) -> Place | None:
        """Return the place after the opponent's answer; None if it is not for the opponent.

        Nor is there one after ``MOST_ANSWERS`` in a row, or the answers might never end.
        """
        if not place.wishes.opponent:
            return None
        require_scores_for(place.wishes.opponent, self.rules.is_scored)
        position, way = self.walk(place)
        here, won = place, winnings(way).lead_of(place.wishes.seat)
        for _ in range(self._answers(place, way), MOST_ANSWERS):
            rows = self._rows(position) if self._is_theirs(here, position) else ()
            if not rows:
                break
            row = choice(place.wishes.opponent, rows, self._luck, won)
            _, here = self.after(here, position, row.move)
            position, won = row.position, won + row.gain
        return None if here is place else here

    def _back(self, place: Place, way: Sequence[Step]) -> Place | None:
        """Return the place one step back, or the visitor's last turn against an opponent."""
        before = [step for step in way[:-1] if not self._is_theirs(step.place, step.position)]
        if not place.wishes.opponent or not way:
            return place.back
        if before:
            return before[-1].place
        root = place.start
        return None if self._is_theirs(root, self.root(root)) else root

    def _is_theirs(self, place: Place, position: Any) -> bool:
        """Return True if there is an opponent, and it is to move."""
        return bool(place.wishes.opponent) and self.seat(place, position) == place.wishes.seat

    def _answers(self, place: Place, way: Sequence[Step]) -> int:
        """Return the number of the opponent's moves in a row, up to here."""
        befores = [(place.start, self.root(place)), *((step.place, step.position) for step in way)]
        movers = (self._is_theirs(*before) for before in reversed(befores[:-1]))
        return sum(1 for _ in takewhile(bool, movers))

    def _choices(self, place: Place, position: Any) -> Iterator[MoveView]:
        rows: Sequence[MoveRow[Any, Any]] = self._rows(position)
        if rows and place.wishes.hides_outcomes:  # then their order is also neutral
            order = self.rules.moves(position)  # of moves that need not be hashable
            rows = sorted(rows, key=lambda row: order.index(row.move))
        legal = [row.move for row in rows]
        links = self.onwards(place, position, legal, legal)
        for row, (move, after) in zip(rows, links, strict=True):
            yield MoveView(move, after, row)


def _is_only_move(rows: Sequence[MoveRow[Any, Any]]) -> bool:
    """Return True if just one of several moves keeps the win or the draw."""
    if len(rows) < 2 or rows[0].outcome.value is Value.LOSS:
        return False
    return rows[1].outcome.value < rows[0].outcome.value  # best first


def _is_puzzle(rows: Sequence[MoveRow[Any, Any]]) -> bool:
    """Return True if there is an only move among a few."""
    return len(rows) >= FEWEST_CHOICES and _is_only_move(rows)


def _is_trap(rows: Sequence[MoveRow[Any, Any]]) -> bool:
    """Return True in a drawn position in which more than half of the moves lose."""
    if not rows or rows[0].outcome.value is not Value.DRAW:
        return False
    return 2 * sum(row.outcome.value is Value.LOSS for row in rows) > len(rows)


PUZZLE = "puzzle"
FINDS = {PUZZLE: "a puzzle", "trap": "a trap", "only-move": "an only move"}
"""Kinds of positions that a page finds, with their descriptions."""
_IS_FOUND = {PUZZLE: _is_puzzle, "trap": _is_trap, "only-move": _is_only_move}


def kind_of(outcome: Outcome) -> str:
    """Return the class of the style sheet that colours an outcome."""
    return sentences.WORDS[outcome.value]
