"""Rules written by hand, in place of derived ones.

A rule of a board game may be known to be faster if it is written by hand. ``candidates``, the
author's knowledge for proofs, cannot be derived at all. :meth:`BoardGame.by_hand` returns such
rules by name, as functions that numba compiles. They read positions by ``game.layout``.

A rule by hand must give what the derived one gives. Both are therefore called on positions of
seeded random play before the game is used. ``candidates`` replaces nothing and is never trusted:
proofs are verified without it, and ``check_game`` tests it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.boardgames.errors import RulesError, rules_error
from gamesolver.errors import GameContractError, listed
from gamesolver.rules.calls import Calls
from gamesolver.rules.compiled import CompiledRules
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.boardgames.board_game import BoardGame

POSITIONS, SEED = 40, 46

Query = Callable[[Calls, int], Any]

NUMBERS: dict[str, Query] = {
    name: lambda calls, position, name=name: calls.call(name, position)  # type: ignore[misc]
    for name in ("canonical", "count_moves", "player", "stage")
}
ENDS: dict[str, Query] = {
    name: lambda calls, position: calls.call_end(position)
    for name in ("terminal_code", "terminal_score")
}
LISTS: dict[str, Query] = {
    "successors": lambda calls, position: sorted(zip(*calls.call_moves(position), strict=True)),
    "predecessors": lambda calls, position: sorted(
        before for before in calls.call_predecessors(position) if not calls.is_over(before)
    ),
    "symmetries": lambda calls, position: {position, *calls.call_symmetries(position)},
}
QUERIES = {**NUMBERS, **ENDS, **LISTS}
"""For each rule that is derived the call that is compared."""
OF_PLAY = {"successors", "count_moves"}
"""Rules that are called only if play goes on."""


def with_rules_by_hand(game: BoardGame, derived: CompiledRules) -> CompiledRules:
    """Return derived rules with those that the author writes by hand in their places.

    Raise ``RulesError`` if one of them is not a rule, or gives something else than the derived one.
    """
    written = _written(game, derived)
    if not written:
        return derived
    rules = attrs.evolve(derived, **written)
    for position in _of_random_play(derived.calls, game.start()):
        for name in sorted(written.keys() & QUERIES.keys()):
            _require_same(game, name, rules, derived, position)
    return rules


def _written(game: BoardGame, derived: CompiledRules) -> Mapping[str, Any]:
    """Return the rules by hand. Raise for what cannot be one."""
    found: object = game.by_hand()
    owner = type(game).__name__
    if not isinstance(found, Mapping):
        raise rules_error(
            f"{owner}.by_hand returned {spelled(found)}. Return a dict of rules by their names."
        )
    for name, rule in found.items():
        if name != "candidates" and name not in QUERIES:
            raise rules_error(
                f"{owner}.by_hand returned the rule {spelled(name)}. Return "
                f"{listed(['candidates', *sorted(QUERIES)])}."
            )
        if not callable(rule):
            raise rules_error(
                f"{owner}.by_hand returned {spelled(rule)} for {name}. Return a compiled function."
            )
        if name != "candidates" and getattr(derived, name) is None:
            raise rules_error(
                f"{owner}.by_hand returned the rule {name!r}, which is not derived for this game, "
                "so it cannot be compared. Leave it out."
            )
    return found


def _of_random_play(calls: Calls, start: int) -> Iterator[int]:
    """Yield positions of seeded random play, terminal ones included."""
    luck, position = Random(SEED), start
    for _ in range(POSITIONS):
        yield position
        after = [] if calls.is_over(position) else calls.call_successors(position)[1]
        position = luck.choice(after) if after else start


def _require_same(
    game: BoardGame, name: str, rules: CompiledRules, derived: CompiledRules, position: int
) -> None:
    """Raise unless a rule by hand gives what the derived one gives for a position."""
    if name in OF_PLAY and derived.calls.is_over(position):
        return
    expected = QUERIES[name](derived.calls, position)
    try:
        found = QUERIES[name](rules.calls, position)
    except GameContractError as error:  # it raised, or wrote too much
        raise _differs(game, name, position, str(error)) from error
    if found != expected:
        what = f"expected {spelled(expected)}, got {spelled(found)}"
        raise _differs(game, name, position, what)


def _differs(game: BoardGame, name: str, position: int, what: str) -> RulesError:
    """Return the error for a rule by hand that is wrong."""
    return rules_error(
        f"{type(game).__name__}.by_hand: {name} differs from the derived rule in "
        f"{game.texts.format(position)!r}: {what}. Correct it, or leave it out."
    )
