"""What there is to see at a place: the content of a page, before it is HTML or JSON.

All of it comes from the rules and from ``Solution.moves``, so a page cannot say anything
that the library would not. Outcomes of moves are for the player making them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.errors import GameSolverError, PositionTextError
from gamesolver.rules.faults import blame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import unreadable
from gamesolver.rules.parameters import unusual_parameters
from gamesolver.rules.reading_back import why_unread
from gamesolver.rules.registry import name_of
from gamesolver.show import sentences as telling
from gamesolver.show.sanitizing import Album, Picture
from gamesolver.solution import Solution
from gamesolver.value import Outcome
from gamesolver.web.addresses import Place

LINE_SHOWN = 24  # plies of the mainline on a page


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


@attrs.frozen
class Step:
    """A move on the way here or of the mainline, with the position after it."""

    move: str
    mover: str | None
    place: Place
    position: Any


@attrs.frozen
class View:
    """All that a page shows."""

    place: Place
    position: Any
    text: str
    board: Picture
    mover: str | None
    outcome: Outcome
    sentence: str
    has_ended: bool
    choices: tuple[MoveView, ...]
    way: tuple[Step, ...]


class Views:
    """A solution, asked for what pages show. It keeps pictures made lately, and nothing else."""

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self.solution = solution
        self.game = solution.game
        self.rules = Rules(solution.game)
        self.counts = {outcome: int(count) for outcome, count in solution.counts().items()}
        self.album = Album(self.rules)

    @property
    def name(self) -> str:
        """The game's name as a title: ``Tic-tac-toe``."""
        class_name = type(self.game).__name__
        words = name_of(type(self.game))
        return class_name if class_name.isupper() else words[:1].upper() + words[1:]

    @property
    def parameters(self) -> str:
        """What is not as by default, in words."""
        parameters = unusual_parameters(self.game)
        return ", ".join(f"{name} = {value!r}" for name, value in parameters.items())

    def at(self, place: Place) -> View:
        """What there is to see at a place."""
        position, way = self._walk(place)
        outcome = self.solution[position]
        ended = self.rules.ending(position) is not None
        return View(
            place,
            position,
            self.rules.format(position),
            self.album.picture(position),
            self.mover(position),
            outcome,
            telling.sentence(self.game, position, outcome, ended),
            ended,
            tuple(self._choices(place, position)),
            tuple(way),
        )

    def line(self, place: Place, most: int = LINE_SHOWN) -> tuple[tuple[Step, ...], bool]:
        """The first plies of the mainline from a place, and whether there are more."""
        position, _ = self._walk(place)
        steps: list[Step] = []
        seen: set[Any] = set()
        while position not in seen:
            seen.add(position)
            rows = self.solution.moves(position)
            if not rows:
                return tuple(steps), False
            if len(steps) == most:
                return tuple(steps), True
            move = self.rules.format_move(rows[0].move)
            place = self._onwards(place, position, move)
            steps.append(Step(move, self.mover(position), place, rows[0].position))
            position = rows[0].position
        return tuple(steps), False

    def mover(self, position: Any) -> str | None:
        """What people call the player to move, where the game tells."""
        seat = self.rules.player(position)
        return None if seat is None else self.game.seats[seat]

    def _walk(self, place: Place) -> tuple[Any, list[Step]]:
        """The position of a place, and the way there."""
        position = self.solution.start if place.root is None else self._parsed(place.root)
        self.solution[position]  # or there is nothing to tell
        here, way = Place(place.root), []
        for text in place.way:
            move = self._legal(position, text)
            here = here.after(text)
            mover = self.mover(position)
            position = self.rules.play(position, move)
            way.append(Step(text, mover, here, position))
        return position, way

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
        try:
            return self.game.parse_move(position, text)
        except GameSolverError:
            raise
        except Exception as error:
            raise blame(self.game, "parse_move", (position, text), error) from error

    def _choices(self, place: Place, position: Any) -> Iterator[MoveView]:
        for row in self.solution.moves(position):
            move = self.rules.format_move(row.move)
            yield MoveView(move, self._onwards(place, position, move), row)

    def _onwards(self, place: Place, position: Any, move: str) -> Place:
        """The place after a move; a long way begins anew at this position."""
        here = Place(self.rules.format(position)) if place.is_full else place
        return here.after(move)


def kind_of(outcome: Outcome) -> str:
    """What its colour goes by."""
    return telling.WORDS[outcome.value]
