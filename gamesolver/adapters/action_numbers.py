"""A game of ours seen from a framework: moves as numbers, positions as arrays, how long play is.

Frameworks for learners want to know beforehand how many actions there are, how large an observation
is, and after how many plies play is over. So the game is walked through once: each text of a move
gets a number, in the order of the texts, and each letter in the text of a position a place.

An *observation* has a row for each letter of ``game.format(position)`` and a column for each letter
that occurs there at all: 1 where it is that letter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.errors import Advice, SizeLimitError
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules

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
    """By how much anybody can win."""

    @property
    def count(self) -> int:
        """How many actions there are."""
        return len(self.texts)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an observation."""
        return self.longest, len(self.letters)

    def actions(self, position: Any) -> dict[int, Any]:
        """The legal moves of a position by their numbers, in order."""
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

    def observed(self, position: Any) -> npt.NDArray[np.float32]:
        """A position as an array of zeros and ones."""
        array = np.zeros(self.shape, np.float32)
        for row, letter in enumerate(self.rules.format(position)):
            array[row, self.letters.index(letter)] = 1
        return array

    def mask(self, position: Any) -> npt.NDArray[np.int8]:
        """Which actions are legal."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.actions(position))] = 1
        return mask


def action_numbers(game: Game[Any, Any], limit: int = LIMIT, plies: int = PLIES) -> ActionNumbers:
    """The numbers of a game's moves, found by walking through all of it."""
    rules = Rules(game)
    successors = dict[Any, list[Any]]()
    texts, letters, longest, points, gains = set[str](), set[str](), 0, 1, 0
    waiting = deque([rules.start()])
    while waiting:
        position = waiting.popleft()
        if position in successors:
            continue
        if len(successors) >= limit:
            raise SizeLimitError(
                f"{game!r} has more than {limit} positions to be walked through", limit
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
    )


def _longest_line(successors: dict[Any, list[Any]]) -> int | None:
    """The most plies of any line; ``None`` where play may go round."""
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
class Match:
    """One line of play: where it stands, who is to move, and what each has won."""

    numbers: ActionNumbers
    position: Any
    seat: int
    plies: int = 0
    won: int = 0
    """What seat 0 has won by moves."""

    @classmethod
    def begun(cls, numbers: ActionNumbers) -> Match:
        """A line at the start."""
        start = numbers.rules.start()
        return cls(numbers, start, numbers.rules.player(start) or 0)

    def __deepcopy__(self, memo: object) -> Match:
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
        """Whether it has gone on for as long as play may, and has not ended."""
        return self.plies >= self.numbers.plies and self._ending is None

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or is cut off."""
        return self._ending is not None or self.is_cut

    @property
    def _ending(self) -> Any:
        return self.numbers.rules.ending(self.position)

    def points(self) -> int:
        """By how much seat 0 has won, when it is over; without scores 1, 0 or -1."""
        ending = self._ending
        points = self.numbers.rules.worth if ending is None else ending.points
        own = -points if ending is not None and self.seat else points
        return self.won + own
