"""Which laws ``check_game`` tries: all of them, some, or all but some.

Choosing decides three things. A law that is not chosen is not *reported*; what only serves
such laws is not *asked*; and a law that waits for another (see ``laws.FOLLOW``) waits for
it only where both are chosen. Laws that concern any question whatever are tried as long as
anything is asked, and to choose one of them by name asks every question there is.

Where nothing can be judged any more, the check ends, and the law that ended it is reported
whether it was chosen or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

import attrs

from gamesolver.check.laws import LAWS, causes
from gamesolver.errors import Fault, InvalidArgumentError
from gamesolver.texts import spelled

OF_ANY_QUESTION = (
    "raises", "hashable", "equal hashes", "iterable", "finite", "repeatable", "unchanged",
)  # fmt: skip
MOST_NEAR, NEAR = 3, 0.7  # as difflib counts


@attrs.frozen
class ChosenLaws:
    """The laws that are tried."""

    laws: frozenset[str]
    asks_all: bool
    """Whether every question is put, for the sake of laws that concern any question."""
    named: frozenset[str] = frozenset()
    """Those that were asked for by name."""

    @classmethod
    def of(cls, laws: Iterable[str] | None, without: Iterable[str] | None) -> ChosenLaws:
        """As a caller names them; raises in words where that cannot be."""
        if laws is not None and without is not None:
            raise InvalidArgumentError(
                "laws to try and laws to leave out: expected one of the two, got both"
            )
        if laws is not None:
            named = _names("laws", laws)
            if not named:
                raise InvalidArgumentError("bad laws: expected one name or more, got none")
            return cls(named, not named.isdisjoint(OF_ANY_QUESTION), named)
        left = frozenset(LAWS) - _names("without", without or ())
        return cls(left, without is None)

    def asks(self, *laws: str) -> bool:
        """Whether the questions that serve these laws are put."""
        return self.asks_all or not self.laws.isdisjoint(laws)

    def faults(self, by_law: Mapping[str, Fault], ended_by: str | None) -> list[Fault]:
        """The faults to report: of laws that are tried, or that ended the check."""
        kept = self.laws | {ended_by}
        return causes({law: fault for law, fault in by_law.items() if law in kept})

    def in_passing(self, faults: Mapping[str, Fault]) -> list[Fault]:
        """Faults of laws that are not tried, met in asking for the sake of others."""
        return [faults[law] for law in OF_ANY_QUESTION if law in faults and law not in self.laws]


def _names(argument: str, laws: Iterable[str]) -> frozenset[str]:
    """The laws that are named, each known."""
    try:
        names = None if isinstance(laws, str | bytes) else list(laws)
    except TypeError:
        names = None
    if names is None:
        expected = 'expected several names, such as ["parse"]'
        raise InvalidArgumentError(f"bad {argument} {spelled(laws)}: {expected}")
    for name in names:
        if not (isinstance(name, str) and name in LAWS):
            raise InvalidArgumentError(f"unknown law {spelled(name)}: {_near(name)}")
    return frozenset(names)


def _near(name: object) -> str:
    """The names that may be meant, or all there are."""
    near = get_close_matches(name, LAWS, MOST_NEAR, NEAR) if isinstance(name, str) else []
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"expected one of {', '.join(LAWS)}"
