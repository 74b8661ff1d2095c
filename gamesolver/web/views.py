"""What there is to see at a place: the content of a page, before it is HTML or JSON.

All of it comes from the rules and from ``Solution.moves``, so a page cannot say anything
that the library would not. Outcomes of moves are for the player making them.

Positions that do not say whose move they are, are seen from the mover. Along a way the players
alternate from its root, so that men keep their colours from board to board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.errors import (
    GameSolverError,
    InvalidArgumentError,
    PositionTextError,
    UnknownPositionError,
)
from gamesolver.rules.faults import blame
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.messages import illegal_move, unreadable
from gamesolver.rules.parameters import titled
from gamesolver.rules.reading_back import why_unread
from gamesolver.show import sentences as telling
from gamesolver.show.sanitizing import Album, Picture
from gamesolver.show.winnings import Winnings, move_and_gain, told_so_far
from gamesolver.solution import Solution
from gamesolver.texts import spelled
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import Place
from gamesolver.web.opponents import choice, require_scores_for

LINE_SHOWN = 24  # plies of the mainline on a page
LONG = 6  # characters of a move; what is longer has a shorter text in addresses, if there is one
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
class Step:
    """A move on the way here or of the mainline, with the position after it."""

    move: str
    mover: str | None
    """Who made it, where positions tell."""
    seat: int
    """Who made it; where positions do not tell, as the way has it."""
    player: str
    """What people call that seat."""
    place: Place
    position: Any
    gain: int
    """What it won at once."""

    @property
    def text(self) -> str:
        """The move, and what it won at once, if anything."""
        return move_and_gain(self.move, self.gain)


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


class Views:
    """A solution, asked for what pages show. It keeps pictures made lately, and nothing else."""

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self.solution = solution
        self.game = solution.game
        self.rules = Rules(solution.game)
        self.counts = {outcome: int(count) for outcome, count in solution.counts().items()}
        self.album = Album(self.rules)
        self.keeps_colours = self.rules.has_seats or bool(self.rules.draws_for_either)
        self._luck = Random()

    @property
    def name(self) -> str:
        """What people call the game, with the parameters that are not as usual."""
        return titled(self.game)

    @property
    def seats(self) -> tuple[str, str]:
        """What people call the players, seat 0 first."""
        return seats_of(self.game)

    def at(self, place: Place) -> View:
        """What there is to see at a place."""
        position, way = self._walk(place)
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
            rows = self.solution.moves(position)
            if not rows:
                return tuple(steps), False
            if len(steps) == most:
                return tuple(steps), True
            best = rows[0]
            text = self.rules.format_move(best.move)
            after = self._onwards(place, position, best.move)
            steps.append(self._step(text, place, position, after, best.position, best.gain))
            place = after
            position = best.position
        return tuple(steps), False

    def is_match(self, place: Place) -> bool:
        """Whether the way to a place begins where the game does: all that was won is known."""
        return place.root is None and self.solution.start == self.rules.start()

    def reply(self, place: Place) -> Place | None:
        """The place after the opponent's answer; nothing where it is not for the opponent.

        Nor is there one after ``MOST_ANSWERS`` in a row, or the answers might never end.
        """
        if not place.wishes.opponent:
            return None
        require_scores_for(place.wishes.opponent, self.rules.is_scored)
        position, way = self._walk(place)
        here, won = place, winnings(way).lead_of(place.wishes.seat)
        for _ in range(self._answers(place, way), MOST_ANSWERS):
            rows = self.solution.moves(position) if self._is_theirs(here, position) else ()
            if not rows:
                break
            row = choice(place.wishes.opponent, rows, self._luck, won)
            here = self._onwards(here, position, row.move)
            position, won = row.position, won + row.gain
        return None if here is place else here

    def mover(self, position: Any) -> str | None:
        """What people call the player to move, where the game tells."""
        seat = self.rules.player(position)
        return None if seat is None else self.seats[seat]

    def seat(self, place: Place, position: Any) -> int:
        """The seat to move at a place; players alternate where positions do not tell."""
        return self.rules.mover(position, len(place.way), place.mover)

    def picture(self, step: Step) -> Picture:
        """The board after a step, its men in the colours that they have on the way."""
        return self.album.picture(step.position, self.seat(step.place, step.position))

    def before(self, view: View) -> Picture:
        """The board before the last move, in the same colours."""
        if len(view.way) > 1:
            return self.picture(view.way[-2])
        root = self.root(view.place)
        return self.album.picture(root, self.seat(view.place.start, root))

    def root(self, place: Place) -> Any:
        """The position that a place begins at; raises where the solution does not cover it."""
        if place.mover and self.rules.has_seats:
            told = f"positions of {self.game!r} say whose move it is; leave 'mover' out"
            raise InvalidArgumentError(f"bad mover {spelled(str(place.mover))}: {told}")
        return self.solution.start if place.root is None else self._known(place.root)

    def _known(self, text: str) -> Any:
        """The position with that text; without the spaces around it, where it has none with them.

        Our own links have the text as the game writes it, and people paste it with spaces.
        """
        try:
            position = self._parsed(text)
            self.solution[position]  # or there is nothing to tell
            return position
        except (PositionTextError, UnknownPositionError):
            bare = text.strip()
            if bare == text:
                raise
        return self._known(bare) if bare else self.solution.start

    def _walk(self, place: Place) -> tuple[Any, list[Step]]:
        """The position of a place, and the way there."""
        position, way = self.root(place), []
        for number, text in enumerate(place.way, start=1):
            move = self._legal(position, text)
            before, after = place.earlier(number - 1), place.earlier(number)
            successor, gain = self.rules.play(position, move), self.rules.gain(position, move)
            words = self.rules.format_move(move)
            way.append(self._step(words, before, position, after, successor, gain))
            position = successor
        return position, way

    def _step(
        self, move: str, before: Place, position: Any, after: Place, successor: Any, gain: int
    ) -> Step:
        seat = self.seat(before, position)
        return Step(move, self.mover(position), seat, self.seats[seat], after, successor, gain)

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

    def _parsed(self, text: str) -> Any:
        try:
            return self.game.parse(text)
        except PositionTextError as error:
            why = why_unread(self.game, self.solution.start)
            if not why:
                raise
            message = f"{why}; an address can name the moves from the start instead, with 'move'"
            raise PositionTextError(message, text) from error
        except GameSolverError:
            raise
        except Exception as error:  # an author's own parse may raise anything
            example = self.rules.format(self.solution.start)
            raise unreadable(self.game, text, f"a text such as {example!r}") from error

    def _legal(self, position: Any, text: str) -> Any:
        """The move with that text, held against the legal ones: a reader may accept any text."""
        try:
            move = self.game.parse_move(position, text)
            is_legal = self.rules.ending(position) is None and move in self.rules.moves(position)
        except GameSolverError:
            raise
        except Exception as error:
            raise blame(self.game, "parse_move", (position, text), error) from error
        if not is_legal:
            raise illegal_move(self.game, position, text, text)
        return move

    def _choices(self, place: Place, position: Any) -> Iterator[MoveView]:
        rows: Sequence[MoveRow[Any, Any]] = self.solution.moves(position)
        if rows and place.wishes.hides_worths:  # then nor does their order say it
            order = {move: number for number, move in enumerate(self.rules.moves(position))}
            rows = sorted(rows, key=lambda row: order[row.move])
        for row in rows:
            move = self.rules.format_move(row.move)
            yield MoveView(move, self._onwards(place, position, row.move), row)

    def _onwards(self, place: Place, position: Any, move: Any) -> Place:
        """The place after a move; a long way begins anew at this position."""
        text = self._short(position, move)
        if not place.is_full:
            return place.after(text)
        mover = 0 if self.rules.has_seats else self.seat(place, position)
        return place.anew(self.rules.format(position), mover).after(text)

    def _short(self, position: Any, move: Any) -> str:
        """What an address calls a move: long words by the text of files, if it is read as well."""
        words = self.rules.format_move(move)
        if len(words) <= LONG:
            return words
        stored = self.rules.stored_move(move)
        return (
            stored if len(stored) < len(words) and self._is_read(position, stored, move) else words
        )

    def _is_read(self, position: Any, text: str, move: Any) -> bool:
        """Whether a text is read as a move."""
        try:
            return bool(self._legal(position, text) == move)
        except GameSolverError:
            return False


def winnings(way: Sequence[Step]) -> Winnings:
    """What each seat has won on a way."""
    return Winnings.of((step.seat, step.gain) for step in way)


def kind_of(outcome: Outcome) -> str:
    """What its colour goes by."""
    return telling.WORDS[outcome.value]
