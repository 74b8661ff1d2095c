"""Laws of the rules: ends, moves, seats and stages.

The first five are tried at each position by itself: what ``terminal_value``,
``moves`` and ``player`` say there. The last two need all positions at once.
Seats are named everywhere or nowhere; and stages need no order of their own,
for play going back to an earlier stage means that the labels along moves run
in a circle, which a topological sort finds.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Any

from gamesolver.apart import all_apart
from gamesolver.arguments import is_seat
from gamesolver.asking import Asker, Unanswered
from gamesolver.complaints import call_text, listed_twice, not_a_seat, not_a_value, stuck
from gamesolver.looks import is_hashable, is_playable
from gamesolver.spelling import shorten, spelled
from gamesolver.value import Value

Stages = dict[Hashable, dict[Hashable, tuple[Any, Any]]]
"""For each stage the stages one move before it, each with a position and a move that show it."""

# ── at one position ────────────────────────────────────────────────────────


def ends_in_a_value(ask: Asker, position: Any) -> None:
    """Try "ending"."""
    value = ask.ask("terminal_value", position)
    if not (value is None or isinstance(value, Value)):
        ask.keep(not_a_value(ask.game, position, value).faults[0])


def has_a_move(ask: Asker, position: Any) -> None:
    """Try "stuck"."""
    goes_on = ask.ask("terminal_value", position) is None
    if goes_on and not ask.all_moves(position):
        ask.keep(stuck(ask.game, position).faults[0])


def moves_can_be_kept(ask: Asker, position: Any) -> None:
    """Try "None move" and "hashable moves"."""
    for move in ask.all_moves(position):
        if move is None:
            _note_move(ask, "None move", position, "None: expected anything else")
        elif not is_playable(move):
            advice = "expected something hashable and no list, such as a tuple"
            _note_move(ask, "hashable moves", position, f"{spelled(move)}: {advice}")


def moves_are_unique(ask: Asker, position: Any) -> None:
    """Try "unique moves"."""
    seen = set()
    for move in filter(is_playable, ask.all_moves(position)):
        if move in seen:
            ask.keep(listed_twice(ask.game, position, move).faults[0])
        seen.add(move)


def _note_move(ask: Asker, law: str, position: Any, what: str) -> None:
    call = call_text(ask.game, "moves", (position,))
    ask.note(law, f"{call} gives the move {what}", position)


def names_a_seat(ask: Asker, position: Any) -> None:
    """Try "player"."""
    seat = ask.ask("player", position)
    if seat is not None and not is_seat(seat):
        ask.keep(not_a_seat(ask.game, position, seat).faults[0])


# ── over all positions ─────────────────────────────────────────────────────


def players_are_of_one_kind(ask: Asker, positions: Sequence[Any]) -> None:
    """Try "one kind of player"."""
    named: dict[bool, Any] = {}
    for position in positions if ask.rules.has_seats else ():
        with suppress(Unanswered):
            named.setdefault(ask.ask("player", position) is not None, position)
    if len(named) == 2:
        told = " and ".join(
            f"{call_text(ask.game, 'player', (position,))} returned "
            f"{spelled(ask.ask('player', position))}"
            for position in named.values()
        )
        where = list(named.values())[1]
        ask.note("one kind of player", f"{told}: expected None everywhere or nowhere", where)


def stages_never_return(ask: Asker, positions: Sequence[Any]) -> None:
    """Try "stage"."""
    before: Stages = {}
    for position in positions if ask.rules.has_stages else ():
        with suppress(Unanswered):
            _add_stages(ask, position, before)
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        _note_return(ask, error.args[1], before)


def _add_stages(ask: Asker, position: Any, before: Stages) -> None:
    """Add the steps from a position: to each stage the earlier ones, with a move that shows it."""
    stage = ask.ask("stage", position)
    if not is_hashable(stage):
        call = call_text(ask.game, "stage", (position,))
        message = f"{call} returned {spelled(stage)}: expected something hashable"
        ask.note("stage", message, position)
        return
    before.setdefault(stage, {})
    for move, successor in ask.steps(position):
        later = ask.ask("stage", successor)
        if is_hashable(later) and later != stage:
            before.setdefault(later, {}).setdefault(stage, (position, move))


def _note_return(ask: Asker, cycle: list[Hashable], before: Stages) -> None:
    """Note a way round, told from the stage that was seen first."""
    first = min(range(len(cycle) - 1), key=lambda at: list(before).index(cycle[at]))
    way = [*cycle[first:-1], *cycle[: first + 1]]
    position, move = before[way[0]][way[-2]]
    call = call_text(ask.game, "play", (position, move))
    told = all_apart(way)
    stages = shorten(", ".join(told))
    back = f"from stage {told[-2]} back to {told[0]}"
    message = f"{call} leads {back}, after the stages {stages}"
    ask.note("stage", f"{message}: expected no return to an earlier stage", position)
