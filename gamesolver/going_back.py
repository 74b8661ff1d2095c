"""The law of predecessors: what a move has led to leads back to where it came from.

``predecessors`` gives each position that has a move to the one asked about, as often as it
has such moves. This is tried from both ends of a move. Going *forth*, each successor must
give the position as often as moves lead there. Going *back*, each position given must have
as many moves. What is given may also be an end of play, or no position: ``index`` says so
with -1 or with the slot of a hole, and nobody looks at it. It must not have the slot of
another position, which would be taken for it.

Where many positions are one move away, some of them are looked at, always the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from gamesolver.compiled import PLAYING, CompiledGame
from gamesolver.complaints import contract
from gamesolver.words import shown, shown_apart

NEIGHBOURS = 8
"""So many positions are looked at in each direction."""


def require_predecessors(game: CompiledGame, position: int) -> None:
    """Try "predecessors" on the moves from a position and on those that lead there."""
    calls = game.rules.calls
    if calls.ask("terminal_code", position) == PLAYING:
        leads = Counter(calls.ask_successors(position)[1])
        for successor, moves in _some(leads.items(), position):
            times = calls.ask_predecessors(successor).count(position)
            _require_same(game, position, successor, moves, times)
    given = Counter(calls.ask_predecessors(position))
    for before, times in _some(given.items(), position):
        if _counts(game, before, position):
            moves = calls.ask_successors(before)[1].count(position)
            _require_same(game, before, position, moves, times)


def _some(found: Iterable[tuple[int, int]], position: int) -> Iterator[tuple[int, int]]:
    """All of them, or some drawn at random."""
    listed = list(found)
    few = len(listed) <= NEIGHBOURS
    return iter(listed if few else Random(position).sample(listed, NEIGHBOURS))


def _counts(game: CompiledGame, before: int, position: int) -> bool:
    """Whether what is given as a predecessor is a position, and play goes on there."""
    calls = game.rules.calls
    if not game.rules.is_numbered:
        return False  # nothing tells what is no position
    slot = calls.slot_of(before)
    if slot < 0:
        return False
    standing = calls.position_in(slot)
    if calls.slot_of(standing) != slot or calls.ask("terminal_code", standing) != PLAYING:
        return False
    if before != standing and before not in calls.ask_symmetries(standing):
        where, (other, alias) = shown(game, position), shown_apart(game, standing, before)
        told = f"predecessors({where}) gives {alias}, which has slot {slot} and is no twin of "
        told += f"{other}, which stands there: expected index to give -1 for what is no position"
        raise contract(game, "predecessors", told, position)
    return True


def _require_same(game: CompiledGame, before: int, position: int, moves: int, times: int) -> None:
    """Require that a position be given as often as it has moves."""
    if moves == times:
        return
    one, other = shown_apart(game, before, position)
    has = ("no move", "a move")[moves] if moves < 2 else f"{moves} moves"
    words = ("does not give it", "gives it once", "gives it twice")
    gives = words[times] if times < len(words) else f"gives it {times} times"
    told = f"position {one} has {has} to {other}, and predecessors({other}) {gives}: expected "
    raise contract(game, "predecessors", f"{told}it as often as it has such moves", before)
