"""A game of this library for frameworks: moves as numbers, positions as arrays, plies limited.

Frameworks for learners want to know beforehand how many actions there are, how large an observation
is, and after how many plies play is over. So the game is walked through once: each text of a move
gets a number, in the order of the texts, and each letter in the text of a position a place.

An *observation* has a row for each letter of ``game.format(position)`` and a column for each letter
that occurs there at all: 1 where it is that letter. It is complete, and a position can be read from
it again. A function of the caller can make another array of each position instead, for instance
planes of a board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.arguments import is_count, require_limit, require_several
from gamesolver.errors import (
    Advice,
    GameContractError,
    InvalidArgumentError,
    PositionTextError,
    SizeLimitError,
)
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.texts import error_text, spelled

Array = npt.NDArray[np.float32]
Observe = Callable[[Any], Any]
"""Makes an array of a position, always of one shape."""

LIMIT = 200_000
"""Positions that are walked through, unless more are allowed."""
PLIES = 1_000
"""After which play that has not ended counts as endless."""


@attrs.frozen(eq=False, slots=False)
class ActionNumbers:
    """Moves by number, and positions as arrays."""

    rules: Rules[Any, Any]
    texts: tuple[str, ...]
    """The move of each number."""
    letters: str
    """All letters in texts of positions, in order."""
    longest: int
    """Letters in the longest of these texts."""
    plies: int
    """The most plies of any line of play, or after how many it is cut off."""
    most_points: int
    """Greatest number of points by which a player can win."""
    observe: Observe | None = None
    """Function that makes an observation of a position; by default its text is used."""

    @property
    def count(self) -> int:
        """Number of actions."""
        return len(self.texts)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        if self.observe is not None:
            return self._drawn(self.rules.start()).shape
        return self.longest, len(self.letters)

    def actions(self, position: Any) -> dict[int, Any]:
        """Return the legal moves of a position by their numbers, in order."""
        if self.rules.ending(position) is not None:
            return {}
        numbers = self._numbers
        moves = self.rules.moves(position)
        named = ((numbers[self.rules.format_move(move)], move) for move in moves)
        return dict(sorted(named, key=lambda pair: pair[0]))

    def __deepcopy__(self, memo: object) -> ActionNumbers:
        """Itself: frameworks copy states deeply, and a game does not change."""
        return self

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.texts)}

    def observed(self, position: Any) -> Array:
        """Return a position as an array, of zeros and ones unless ``observe`` makes it."""
        if self.observe is not None:
            return self._fitting(position)
        array = np.zeros(self.shape, np.float32)
        text = self._text_of(position)
        for row, letter in enumerate(text):
            array[row, self.letters.index(letter)] = 1
        return array

    def _text_of(self, position: Any) -> str:
        """The text of a position of the caller's, who may have taken that of another game."""
        bad = f"bad position {spelled(position)}: expected a position of {self.rules.game!r};"
        try:
            text = self.rules.format(position)
        except GameContractError as error:
            message = f"{bad} {error.faults[0].message}"
            raise InvalidArgumentError(message) from (error.__cause__ or error)
        if len(text) > self.longest or not set(text) <= set(self.letters):
            raise InvalidArgumentError(
                f"{bad} its text {spelled(text)} is not the text of a reachable position"
            )
        return text

    def observations(self, positions: Iterable[Any]) -> Array:
        """Many positions as one array, a row for each."""
        require_several(positions)
        rows = [self.observed(position) for position in positions]
        return np.stack(rows) if rows else np.zeros((0, *self.shape), np.float32)

    def positions(self, observations: Any) -> list[Any]:
        """Return the positions of many observations: undoes :meth:`observations`."""
        if self.observe is not None:
            raise InvalidArgumentError(
                "observations made by observe=... cannot be read: store the positions with them"
            )
        arrays = _numbers_in(observations)
        if arrays.ndim != 1 + len(self.shape) or arrays.shape[1:] != self.shape:
            raise InvalidArgumentError(
                f"bad observations: expected an array of shape (n, {self.longest}, "
                f"{len(self.letters)}), got {arrays.shape}"
            )
        ones = arrays == 1
        are_there = ones.any(axis=2)
        fits = (ones | (arrays == 0)).all(axis=(1, 2)) & (ones.sum(axis=2) < 2).all(axis=1)
        fits &= (are_there[:, :-1] >= are_there[:, 1:]).all(axis=1)
        if not fits.all():
            raise self._no_observation(int(fits.argmin()))
        letters = np.array(list(self.letters))[ones.argmax(axis=2)]
        texts = ("".join(row[there]) for row, there in zip(letters, are_there, strict=True))
        return [self._read(number, text) for number, text in enumerate(texts)]

    def _read(self, row: int, text: str) -> Any:
        """The position of a text that an observation spells, which must be the text of one."""
        try:
            position = self.rules.game.parse(text)
        except PositionTextError as error:
            raise self._no_observation(row, f"; {error}") from error
        if self.rules.format(position) != text:
            raise self._no_observation(row, f"; it spells {spelled(text)}")
        return position

    def _no_observation(self, row: int, why: str = "") -> InvalidArgumentError:
        return InvalidArgumentError(
            f"bad observations: row {row} is not a position of {self.rules.game!r}: expected "
            f"a single 1 for each letter of its text, and 0 elsewhere, as observations has it{why}"
        )

    def seen(self, position: Any) -> dict[str, Any]:
        """Return the observation of the player to move, in the form of PettingZoo."""
        return {"observation": self.observed(position), "action_mask": self.mask(position)}

    def _drawn(self, position: Any) -> Array:
        assert self.observe is not None
        try:
            return np.asarray(self.observe(position), np.float32)
        except Exception as error:  # a caller's function may raise anything
            raise InvalidArgumentError(
                f"observe raised {error_text(error)} "
                f"at position {shown(self.rules.game, position)}: "
                "expected an array of numbers"
            ) from error

    def _fitting(self, position: Any) -> Array:
        """Return the caller's array of a position; raise if its shape is not that of the start."""
        array = self._drawn(position)
        if array.shape != self.shape:
            raise InvalidArgumentError(
                f"observe returned an array of shape {array.shape} at position "
                f"{shown(self.rules.game, position)}: expected {self.shape}, as at the start"
            )
        return array

    def mask(self, position: Any) -> npt.NDArray[np.int8]:
        """Return an array with 1 for each legal action, else 0."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.actions(position))] = 1
        return mask


def _numbers_in(observations: Any) -> npt.NDArray[Any]:
    """Return an array of what may be observations; raise if that holds anything but numbers."""
    try:
        arrays = np.asarray(observations)
    except (ValueError, TypeError) as error:  # rows of several lengths, for one
        raise _no_numbers(observations) from error
    if arrays.dtype.kind not in "biuf":
        raise _no_numbers(observations)
    return arrays


def _no_numbers(observations: Any) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"bad observations {spelled(observations)}: expected an array of zeros and ones"
    )


def action_numbers(
    game: Game[Any, Any],
    limit: int = LIMIT,
    plies: int = PLIES,
    observe: Observe | None = None,
) -> ActionNumbers:
    """Return the numbers of a game's moves, found by walking through all of it."""
    rules = Rules(game)
    require_limit(limit, "positions")
    if not is_count(plies) or not plies:
        raise InvalidArgumentError(f"bad plies {spelled(plies)}: expected a whole number from 1 on")
    if observe is not None and not callable(observe):
        raise InvalidArgumentError(
            f"bad observe {spelled(observe)}: expected a function that makes an array of a position"
        )
    successors = dict[Any, list[Any]]()
    texts, letters, longest, points, gains = set[str](), set[str](), 0, 1, 0
    waiting = deque([rules.start()])
    while waiting:
        position = waiting.popleft()
        if position in successors:
            continue
        if len(successors) >= limit:
            raise SizeLimitError(
                f"{game!r} has more than {limit} positions to explore", limit
            ).advised(Advice("allows more", {"limit": None}))
        text = rules.format(position)
        letters |= set(text)
        longest = max(longest, len(text))
        ending = rules.ending(position)
        successors[position] = []
        if ending is not None:
            points = max(points, abs(ending.points))
            continue
        for move, reached in rules.played(position):
            texts.add(rules.format_move(move))
            gains = max(gains, abs(rules.gain(position, move)))
            successors[position].append(reached)
            waiting.append(reached)
    length = min(plies, _longest_line(successors) or plies)
    return ActionNumbers(
        rules,
        tuple(sorted(texts)),
        "".join(sorted(letters)),
        longest,
        length,
        points + gains * length,
        observe,
    )


def _longest_line(successors: dict[Any, list[Any]]) -> int | None:
    """Return the most plies of any line; ``None`` if play may go round."""
    arrivals = dict.fromkeys(successors, 0)
    for reached in _all(successors):
        arrivals[reached] += 1
    ready = [position for position, count in arrivals.items() if not count]
    plies = dict.fromkeys(successors, 0)
    for position in ready:  # the list grows as we go
        for reached in successors[position]:
            plies[reached] = max(plies[reached], plies[position] + 1)
            arrivals[reached] -= 1
            if not arrivals[reached]:
                ready.append(reached)
    return max(plies.values()) if len(ready) == len(successors) else None


def _all(successors: dict[Any, list[Any]]) -> Iterator[Any]:
    for each in successors.values():
        yield from each


@attrs.define(eq=False)
class LineOfPlay:
    """Line of play: its position, the player to move, and the points won."""

    numbers: ActionNumbers
    position: Any
    seat: int
    plies: int = 0
    won: int = 0
    """Points that player 0 has won by moves."""

    @classmethod
    def begun(cls, numbers: ActionNumbers) -> LineOfPlay:
        """Return a line at the start."""
        start = numbers.rules.start()
        return cls(numbers, start, numbers.rules.player(start) or 0)

    def __deepcopy__(self, memo: object) -> LineOfPlay:
        """Another match at the same position, which nothing can change."""
        return copy(self)

    def play(self, action: int) -> None:
        """Make a move by its number."""
        rules, position = self.numbers.rules, self.position
        move = self.numbers.actions(position)[action]
        gain = rules.gain(position, move)
        self.won += -gain if self.seat else gain
        self.position = rules.play(position, move)
        seat = rules.player(self.position)
        self.seat = 1 - self.seat if seat is None else seat
        self.plies += 1

    @property
    def is_cut(self) -> bool:
        """True if play has reached the limit of plies without an end."""
        return self.plies >= self.numbers.plies and self._ending is None

    @property
    def is_over(self) -> bool:
        """True if play has ended, or is cut off."""
        return self._ending is not None or self.is_cut

    @property
    def _ending(self) -> Any:
        return self.numbers.rules.ending(self.position)

    def points(self) -> int:
        """By how much seat 0 has won, when it is over; without scores 1, 0 or -1."""
        ending = self._ending
        points = self.numbers.rules.payoff if ending is None else ending.points
        own = -points if ending is not None and self.seat else points
        return self.won + own
