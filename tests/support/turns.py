"""A plugin of pytest: dear tests by turns, a part of them at each commit.

Most of the time goes into few tests: into a function that says the same of each game, each fault or
each road and takes a second for a case, or into one long story. Such a function is marked with how
many commits may share it out::

    @pytest.mark.by_turns(3)
    @pytest.mark.parametrize("game", GAMES)
    def test_registered_games_pass(game): ...

With this plugin a commit tries every third case, the next commit those after them, and so on: what
one of them breaks is seen by it or by the two that follow. A function with three cases or more is
never left out as a whole; one with a single case has a turn at every third commit.

``TURN`` in the environment says whose turn it is: ``.ci/run`` takes the number of commits, so that
a run can be repeated. Functions begin at different places, so that each commit has as much to do.

What is dear about many tests is what is compiled for them: kernels for scores, or the rules of one
game, which few others need. These are marked to have their turn together, with all their cases, at
one commit of three (:data:`KINDS` says at which), so that two of three do not compile for them::

    pytestmark = pytest.mark.same_turn("scores")

Without the plugin, by night too, all is tried::

    TURN=$(git rev-list --count HEAD) pytest -p tests.support.turns
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar
from zlib import crc32

import pytest

CaseT = TypeVar("CaseT")
COMPILES = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""In plain Python nothing is dear about a kind, and there its branches are counted."""

TOGETHER = 3
KINDS = {
    "scores": 0,
    "games that are proved": 1,
    "waves from behind": 1,
    "games that are solved": 2,
    "stages on disk": 2,
}
"""What is compiled for these tests, and which of three commits has them."""


def part_of(cases: Sequence[CaseT], parts: int, turn: int) -> Sequence[CaseT]:
    """Every so-many-th case: in a row of so many turns each has one."""
    return cases[turn % parts :: parts]


def of_turn(items: Iterable[pytest.Item], turn: int) -> Iterator[pytest.Item]:
    """Of each function with the mark its part, and all other tests."""
    functions: dict[str, list[pytest.Item]] = {}  # fixtures may have put cases of several in turn
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in functions.items():
        if COMPILES and (kind := cases[0].get_closest_marker("same_turn")):
            yield from cases if turn % TOGETHER == KINDS[kind.args[0]] else ()
        elif mark := cases[0].get_closest_marker("by_turns"):
            yield from part_of(cases, mark.args[0], turn + crc32(name.encode()))
        else:
            yield from cases


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put those that have no turn among the deselected ones."""
    chosen = set(of_turn(items, int(os.environ["TURN"])))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]
