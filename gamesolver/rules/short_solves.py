"""Compiled games that a solve does not compile, because they have few positions."""

from __future__ import annotations

from contextlib import suppress

from gamesolver.kernels.deferring import FEW, KEPT, plainly
from gamesolver.rules.compiled import CompiledGame, require_rules
from gamesolver.rules.parameters import counts_more

EXPLORED = 5_000
"""Positions up to symmetry that are explored to know whether a solve would compile."""


def share_of_plain(game: CompiledGame, has_own_roots: bool = True) -> float:
    """Return the share of the usual time for a solve in plain Python, 0 to compile at once."""
    require_rules(game)
    rules = game.rules
    if (rules.is_indexed and int(rules.num_indexes or 0) > FEW) or not rules.calls.are_deferred:
        return 0.0
    from gamesolver.kernels.code_folder import is_kept_on_disk  # for compiled games alone

    if is_kept_on_disk(rules.successors):
        return KEPT
    if has_own_roots and (positions := _published(game)):
        return 1.0 if positions <= FEW else 0.0
    return 1.0


def would_compile(game: CompiledGame) -> bool:
    """Return True if a solve of a compiled game compiles its rules, as far as is known before.

    If the number of positions is not published, up to ``EXPLORED`` are explored.
    """
    if not share_of_plain(game):
        return True
    if positions := _published(game):
        return positions > FEW
    calls = game.rules.calls
    with plainly(), suppress(Exception):  # what the rules raise is tested elsewhere
        roots = (calls.call("canonical", root) for root in (game.start(), *game.positions()))
        found = dict.fromkeys(roots)
        waiting = list(found)
        for position in waiting:  # the list grows as we go
            if len(waiting) > EXPLORED:
                return True
            successors = () if calls.is_over(position) else calls.call_successors(position)[1]
            for successor in successors:
                canonical = calls.call("canonical", successor)
                if canonical not in found:
                    found[canonical] = None
                    waiting.append(canonical)
    return False


def _published(game: CompiledGame) -> int | None:
    """Return the published number of positions of a game that has large sizes, if there is one."""
    if not counts_more(type(game), FEW):
        return None
    from gamesolver.rules.known_sizes import positions_of  # few games are so large

    return positions_of(game)
