"""Test on random walks that equal keys have equal futures.

The text of a state may hide what its rules look at: how often a position has been there, how
many plies are left, which piece has to go on capturing. Then two states have one key and different
futures, and a solution by keys would be wrong. So before a game is taken, walks look for keys that
are reached by two histories, and from there play the same moves after both: keys and legal moves
must be equal, to the end.

Two histories of one key arise in three ways: a walk that returns to an earlier position, one
that reaches a position of an earlier walk, and one in which two moves of a player are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import attrs

from gamesolver.adapters.keys import is_end
from gamesolver.adapters.replaying import ReplayedGame
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import shorten

WALKS = 60
PLIES = 3_000
"""Number of plies after which no further walk begins."""
LONGEST = 400
"""Plies of a walk, or of what follows two histories."""
PAIRS_A_WALK = 8
"""Pairs of histories of one key that are followed."""
SWAPS_A_WALK = 24
SHOWN = 160
"""Letters of a history in a message."""


@attrs.frozen
class Hidden:
    """Two histories of one key that answer differently."""

    shown: bytes
    histories: tuple[tuple[int, ...], tuple[int, ...]]
    difference: str

    def error(self, what: str) -> HiddenHistoryError:
        """Return the error that refuses a game for it."""
        one, other = (shorten(str(list(history)), SHOWN) for history in self.histories)
        return HiddenHistoryError(
            f"{what} does not fit: its rules depend on history that its text omits; {one} and "
            f"{other} lead to one text, and {self.difference}",
            self.histories,
        )


class HiddenHistoryError(InvalidArgumentError):
    """The text of a state hides what the rules look at; ``histories`` are two that show it."""

    def __init__(self, message: str, histories: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        super().__init__(message)
        self.histories = histories


def hidden_by_text(game: ReplayedGame, seed: int = 2026, walks: int = WALKS) -> Hidden | None:
    """Return the first key found with different futures after two histories, or ``None``."""
    random, plies = Random(seed), 0
    earlier: dict[bytes, tuple[int, ...]] = {}
    for _ in range(walks):
        walk = Walk.at_random(game, random)
        for pair in walk.pairs(random, earlier):
            hidden = _compared(game, walk, *pair, random)
            if hidden is not None:
                return hidden
        for ply, key in enumerate(walk.keys):
            earlier.setdefault(key, walk.line[:ply])
        plies += len(walk.line)
        if plies > PLIES:
            break
    return None


@attrs.frozen
class Walk:
    """Line of play: its moves by their numbers, and the keys before and after each."""

    game: ReplayedGame
    line: tuple[int, ...]
    keys: tuple[bytes, ...]

    @classmethod
    def at_random(cls, game: ReplayedGame, random: Random) -> Walk:
        """Return a line of random moves to the end."""
        state = game.begun()
        line, keys = list[int](), [game.start()]
        while not is_end(keys[-1]) and len(line) < LONGEST:
            action = random.choice(game.legal(state))
            game.advanced(state, action)
            line.append(action)
            keys.append(game.key(state, keys[-1][0] & 1))
        return cls(game, tuple(line), tuple(keys))

    def pairs(
        self, random: Random, earlier: Mapping[bytes, tuple[int, ...]]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Pairs of histories that lead to one key at which play goes on, some of them."""
        for way in (self._returns(), self._exchanges(random), self._crossings(earlier)):
            found = list(way)
            yield from found if len(found) <= PAIRS_A_WALK else random.sample(found, PAIRS_A_WALK)

    def _crossings(
        self, earlier: Mapping[bytes, tuple[int, ...]]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield pairs of histories of keys that an earlier walk reached by another history."""
        for ply, key in enumerate(self.keys):
            own = self.line[:ply]
            if not is_end(key) and earlier.get(key, own) != own:
                yield own, earlier[key]

    def _returns(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield pairs of histories of keys that the walk visits twice, the first and the last."""
        first: dict[bytes, int] = {}
        last: dict[bytes, int] = {}
        for ply, key in enumerate(self.keys):
            first.setdefault(key, ply)
            last[key] = ply
        for key, ply in last.items():
            if first[key] < ply and not is_end(key):
                yield self.line[: first[key]], self.line[:ply]

    def _exchanges(self, random: Random) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield pairs of histories that differ by two exchanged moves and lead to one key."""
        plies = range(2, len(self.line))
        for ply in random.sample(plies, min(SWAPS_A_WALK, len(plies))):
            before, (one, between, other) = self.line[: ply - 2], self.line[ply - 2 : ply + 1]
            key = self.keys[ply + 1]
            if one == other or is_end(key):
                continue
            exchanged = other, between, one
            if _key_after(self.game, before, self.keys[ply - 2], exchanged) == key:
                yield self.line[: ply + 1], (*before, *exchanged)


def _key_after(
    game: ReplayedGame, before: tuple[int, ...], key: bytes, line: tuple[int, ...]
) -> bytes | None:
    """Return the key after some moves more, ``None`` if they are not legal."""
    state = _state_after(game, before)
    for action in line:
        if is_end(key) or action not in game.legal(state):
            return None
        game.advanced(state, action)
        key = game.key(state, key[0] & 1)
    return key


def _compared(
    game: ReplayedGame, walk: Walk, one: tuple[int, ...], other: tuple[int, ...], random: Random
) -> Hidden | None:
    """Play the same random moves after two histories of one key, for as long as all is alike."""
    states = [_state_after(game, line) for line in (one, other)]
    key = walk.keys[len(one)]  # the first of the two is a beginning of the walk
    followed = list[str]()
    while not is_end(key) and len(followed) < LONGEST:
        first, second = map(game.actions, states)
        if first != second:
            return Hidden(key, (one, other), _unlike(followed, "the legal moves are others"))
        word = random.choice(list(first))
        followed.append(word)
        for state in states:
            game.advanced(state, first[word])
        keys = [game.key(state, key[0] & 1) for state in states]
        if keys[0] != keys[1]:
            return Hidden(key, (one, other), _unlike(followed, _by(*keys)))
        key = keys[0]
    return None


def _by(one: bytes, other: bytes) -> str:
    """Return a description of the difference between two keys."""
    if is_end(one) != is_end(other):
        return "play has ended in one of them"
    return "the score is another" if is_end(one) else "the boards are not the same"


def _unlike(followed: list[str], what: str) -> str:
    if not followed:
        return what
    if len(followed) == 1:
        return f"after {followed[0]} then, {what}"
    return f"{len(followed)} plies later, by the same moves, {what}"


def _state_after(game: ReplayedGame, line: tuple[int, ...]) -> object:
    state = game.begun()
    for action in line:
        game.advanced(state, action)
    return state
