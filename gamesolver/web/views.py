"""What there is to see at a place: the content of a page, before it is HTML or JSON.

All of it comes from the rules and from ``Solution.moves``, so a page cannot say anything
that the library would not. Outcomes of moves are for the player making them.

How one comes to a place is the matter of ``walking``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.show import sentences as telling
from gamesolver.show.sanitizing import Picture
from gamesolver.show.winnings import move_and_gain, told_so_far
from gamesolver.solution import Solution
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import Place
from gamesolver.web.opponents import choice, require_scores_for
from gamesolver.web.walking import Step, Walks, winnings

LINE_SHOWN = 24  # plies of the mainline on a page
KEPT = 100  # positions with their moves
MOST_ANSWERS = 50  # in a row, of an opponent who keeps the turn: it may keep it for ever
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
"""What moves do, by the value of the position and by theirs."""
EVERY = {
    Value.WIN: "Every move keeps the win",
    Value.DRAW: "Every move keeps the draw",
    Value.LOSS: "Every move loses",
}
"""The same where all of them do so."""


def heading(here: Outcome, there: Outcome, is_every: bool) -> str:
    """What moves of one outcome do where a position has another; or every move there.

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
        return f"Give {here - there} away: {telling.score_in_words(there)}"
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
        """What it is worth to the player making it."""
        return self.row.outcome

    @property
    def is_best(self) -> bool:
        """Whether no move is better."""
        return self.row.is_best

    @property
    def text(self) -> str:
        """The move, and what it wins at once, if anything."""
        return move_and_gain(self.move, self.row.gain)


@attrs.frozen
class Group:
    """The moves that do the same: keep the win, say, or give it away."""

    heading: str
    moves: tuple[MoveView, ...]


@attrs.frozen
class View:
    """All that a page shows, but for what was worth what on the way."""

    place: Place
    position: Any
    seat: int
    """To move; where positions do not tell, as the way has it."""
    text: str
    board: Picture
    player: str
    """What people call the one to move."""
    outcome: Outcome
    sentence: str
    so_far: str
    """What was won on the way here, and who wins the match; empty where moves win nothing."""
    has_ended: bool
    choices: tuple[MoveView, ...]
    way: tuple[Step, ...]
    back: Place | None
    """One step back; against an opponent, back to one's own last turn."""
    has_kept_the_turn: bool
    """Whether the opponent is to move, and has moved so often in a row that it answers no more."""

    @property
    def hides_worths(self) -> bool:
        """Whether nothing is said of who wins; at the end of play everybody sees it."""
        return self.place.wishes.hides_worths and not self.has_ended

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
    """A solution, asked for what pages show. It keeps pictures and rows made lately, and no more.

    The pages of a walk share most of their lines: where somebody plays the best move, the next
    line is what the last one goes on with.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        super().__init__(solution.game, solution.start, solution.__getitem__)
        self.solution = solution
        self._rows = lru_cache(KEPT)(solution.moves)
        self.counts = {outcome: int(count) for outcome, count in solution.counts().items()}
        self._luck = Random()

    def at(self, place: Place) -> View:
        """What there is to see at a place."""
        position, way = self.walk(place)
        outcome = self.solution[position]
        ended = self.rules.ending(position) is not None
        seat = self.seat(place, position)
        is_theirs = not ended and self._is_theirs(place, position)
        return View(
            place,
            position,
            seat,
            self.rules.format(position),
            self.album.picture(position, seat),
            self.seats[seat],
            outcome,
            telling.sentence(self.game, position, outcome, ended, seat),
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
        """What was won on the way; who wins the match is known where the way has its start."""
        if not way or not self.rules.has_gains:
            return ""
        won = winnings(way)
        is_told = self.is_match(place) and (ended or not place.wishes.hides_worths)
        match = won.match(seat, outcome) if is_told else None
        return telling.headline(told_so_far(self.seats, won, match, ended))

    def line(self, view: View, most: int = LINE_SHOWN) -> tuple[tuple[Step, ...], bool]:
        """The first plies of the mainline from a place, and whether there are more."""
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

    def is_match(self, place: Place) -> bool:
        """Whether the way to a place begins where the game does: all that was won is known."""
        return place.root is None and self.start == self.rules.start()

    def reply(self, place: Place) -> Place | None:
        """The place after the opponent's answer; nothing where it is not for the opponent.

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
        """One step back, and against an opponent on to where it is not the opponent's turn."""
        before = [step for step in way[:-1] if not self._is_theirs(step.place, step.position)]
        if not place.wishes.opponent or not way:
            return place.back
        if before:
            return before[-1].place
        root = place.start
        return None if self._is_theirs(root, self.root(root)) else root

    def _is_theirs(self, place: Place, position: Any) -> bool:
        """Whether the opponent is to move, if there is one."""
        return bool(place.wishes.opponent) and self.seat(place, position) == place.wishes.seat

    def _answers(self, place: Place, way: Sequence[Step]) -> int:
        """How many moves in a row, up to here, are the opponent's."""
        befores = [(place.start, self.root(place)), *((step.place, step.position) for step in way)]
        movers = (self._is_theirs(*before) for before in reversed(befores[:-1]))
        return sum(1 for _ in takewhile(bool, movers))

    def _choices(self, place: Place, position: Any) -> Iterator[MoveView]:
        rows: Sequence[MoveRow[Any, Any]] = self._rows(position)
        if rows and place.wishes.hides_worths:  # then nor does their order say it
            order = self.rules.moves(position)  # of moves that need not be hashable
            rows = sorted(rows, key=lambda row: order.index(row.move))
        legal = [row.move for row in rows]
        links = self.onwards(place, position, legal, legal)
        for row, (move, after) in zip(rows, links, strict=True):
            yield MoveView(move, after, row)


def kind_of(outcome: Outcome) -> str:
    """What its colour goes by."""
    return telling.WORDS[outcome.value]
