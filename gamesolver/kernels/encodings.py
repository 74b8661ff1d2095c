"""Functions of an encoding, as kernels call them: compiled, and chosen by the form of the game.

Numba chooses when it compiles a kernel (``forms``). No loop tests the form, and kernels of games
without scores contain no code for scores.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamesolver.kernels import codes, score_entries
from gamesolver.kernels.compiling import njit
from gamesolver.kernels.deferring import when_compiling
from gamesolver.kernels.forms import ENCODINGS, encoding_of

OF_NUMBERS = {"jit_options": {"nogil": True, "forceinline": True}}
OF_BUFFERS = {"inline": "always"}  # passing a buffer or a rule to a function takes time

helper = njit(inline="always")

entry_of, value_of, plies_of = (
    helper(codes.entry_of),
    helper(codes.value_of),
    helper(codes.plies_of),
)
points_of = helper(codes.points_of)


@when_compiling
def _teach_inner_functions() -> None:
    """Make the shared functions of encodings callable from compiled functions."""
    from numba.extending import register_jitable

    inlined: Any = (
        codes.entry_of,
        codes.plies_of,
        codes.is_end,
        codes.preference_key,
        codes.entry_of_key,
    )
    for function in inlined:
        register_jitable(inline="always")(function)
    # LLVM inlines the longer ones. A copy by numba at each call would cost compile time.
    longer: Any = codes.key_of_points, score_entries.put_together, score_entries.backed_up
    for function in longer:
        register_jitable(**OF_NUMBERS["jit_options"])(function)


def by_form(**options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Replace a function by that of the same name in the module that the form chooses."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__

        # In plain Python, the class of the form chooses the module at each call.
        def either(form: Any, *others: Any) -> Any:
            return getattr(encoding_of(form), name)(form, *others)

        # In compiled code, numba's type of the form chooses it once for each type.
        @when_compiling
        def _teach() -> None:
            from numba import types
            from numba.extending import overload

            @overload(either, strict=False, **options)
            def _chosen(form: Any, *others: Any) -> Callable[..., Any]:
                kind = type(None) if isinstance(form, types.NoneType) else form.instance_class
                chosen: Callable[..., Any] = getattr(ENCODINGS[kind], name)
                return chosen

        either.__doc__ = function.__doc__
        return either

    return decorated


@by_form(**OF_BUFFERS)
def has_scores(form):
    """Return True if outcomes have scores."""


@by_form(**OF_NUMBERS)
def payoff_for(form, seat):
    """Return the payoff of infinite play for a player index; -1 if the rules have no players."""


@by_form(**OF_BUFFERS)
def payoff_in(form, payoffs, place):
    """Return the payoff of infinite play for the player to move at a position of a batch."""


@by_form(**OF_NUMBERS)
def is_end_of(form, code):
    """Return True if the rules may return this code for a terminal position."""


@by_form(**OF_NUMBERS)
def entry_of_end(form, end):
    """Return the entry of a terminal position."""


@by_form(**OF_NUMBERS)
def is_end_entry(form, entry):
    """Return True if an entry is that of a terminal position."""


@by_form(**OF_NUMBERS)
def plies_in(form, entry):
    """Return the length of a resolved entry, as it counts for the width of entries."""


@by_form(**OF_NUMBERS)
def key_of_last_move(form, end, turn_kept, gain, payoff):
    """Return the preference key of a move to a terminal position with this code."""


@by_form(**OF_NUMBERS)
def key_of_move(form, entry, turn_kept, gain, payoff):
    """Return the preference key of a move to a position with this entry: its backed-up outcome.

    The move keeps the turn or passes it, and gains points. The player who makes it gets ``payoff``
    if play is infinite.
    """


@by_form(**OF_NUMBERS)
def entry_of_key(form, key, payoff):
    """Return the entry of the outcome with a preference key.

    It is ``TOO_FAR`` if its score is out of bounds, and ``ENDLESS_GAIN`` if the form has no entries
    for gains before infinite play.
    """


@by_form(**OF_NUMBERS)
def wins_enough(form, key):
    """Return True if no outcome in one ply is better, so that no other move is needed."""
