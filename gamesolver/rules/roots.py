"""Roots: where solving begins, and what to say of those that make no sense.

The start comes first, the further roots after it. What the game itself names is
the author's; what the caller passes as ``start=`` or ``positions=`` is the
caller's, and the game is not blamed for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from itertools import chain
from numbers import Integral
from typing import Any

from gamesolver.arguments import is_position
from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules, faults
from gamesolver.rules.lookup import own
from gamesolver.system.memory import MemoryMeter
from gamesolver.texts import spelled

ROOTS_A_CHECK = 1 << 14


def roots_of(
    rules: Rules[PositionT, MoveT], start: PositionT | None, positions: Iterable[PositionT] | None
) -> Iterator[PositionT]:
    """The positions to solve from: the start first, then the further ones."""
    first = _own_start(rules) if start is None else _asked_for(rules, start, "start")
    if positions is not None:
        if not isinstance(positions, Iterable) or isinstance(positions, str):
            told = f"bad positions {spelled(positions)}: expected an iterable of positions"
            raise InvalidArgumentError(told + ", no text" * isinstance(positions, str))
        return chain([first], (_asked_for(rules, each, "positions") for each in positions))
    return chain([first], rules.positions() if start is None else ())


def list_roots(
    rules: Rules[PositionT, MoveT],
    start: PositionT | None,
    positions: Iterable[PositionT] | None,
    meter: MemoryMeter,
) -> list[PositionT]:
    """The same in a list, as long as there is memory for it."""
    roots: list[PositionT] = []
    for root in roots_of(rules, start, positions):
        roots.append(root)
        if len(roots) % ROOTS_A_CHECK == 0:
            meter.check(has_read(roots))
    return roots


def has_read(roots: Sized) -> str:
    """How far the work has come with so many roots, in words."""
    return f"reading {len(roots)} positions to begin with"


def valid_positions(game: CompiledGame) -> Iterator[int]:
    """The positions of all valid slots of a numbered game, one by one."""
    calls = game.rules.calls
    for slot in range(game.rules.slots or 0):
        position = calls.position_in(slot)
        if calls.slot_of(position) == slot:
            yield position


def require_positions(game: CompiledGame, roots: Iterable[object]) -> None:
    """Try "bounds" on what a compiled game begins with."""
    for root in roots:
        if not is_position(root):
            told = f"the game begins at {spelled(root)}: expected a whole number"
            raise faults().contract(game, "bounds", f"{told} from 0 to 2^64 - 2", root)


def _own_start(rules: Rules[PositionT, MoveT]) -> PositionT:
    start = rules.start()
    if isinstance(rules.game, CompiledGame):
        require_positions(rules.game, [start])
    canonical = rules.canonical(start)
    if not rules.is_twin(start, canonical):
        where = faults().shown_apart(rules.game, start, canonical)
        raise faults().contract(
            rules.game,
            "canonical",
            "canonical({}) is {}, of which it is no twin by symmetries".format(*where),
            start,
        )
    return own(rules, start, start)  # type: ignore[no-any-return]  # an equal one


def _asked_for(rules: Rules[PositionT, MoveT], position: PositionT, argument: str) -> PositionT:
    """A root of the caller's: if the game cannot read it, that is not the game's fault."""
    bad = f"bad position {spelled(position)} in {argument}=...:"
    given: Any = position
    if type(given) is not int and isinstance(given, Integral):
        position = own(rules, rules.start(), given)
    try:
        hash(position)
    except Exception as error:
        raise InvalidArgumentError(f"{bad} expected a hashable one") from error
    try:
        is_twin = rules.is_twin(position, rules.canonical(position))
        if rules.ending(position) is None and argument == "start":
            rules.moves(position)  # of one root only: there may be a million
    except GameContractError as error:
        raise InvalidArgumentError(
            f"{bad} is it a position of {rules.game!r}? {error.faults[0].message}"
        ) from (error.__cause__ or error)
    if not is_twin:
        raise InvalidArgumentError(
            f"{bad} expected a position of {rules.game!r}, which is one of its own orbit"
        )
    return position
