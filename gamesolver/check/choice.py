"""Choice of the laws that ``check_game`` tests: all of them, some, or all but some.

A choice has three effects. A law that is not chosen is not *reported*. A call that only serves such
laws is not *made*. A law that depends on another (see ``laws.FOLLOW``) waits for it only if both
are chosen. Laws that concern any call are tested on every call that is made. To choose one of them
by name makes all calls.

If nothing can be judged any more, the check ends. The law that ended it is then reported, whether
it was chosen or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

import attrs

from gamesolver.check.laws import LAWS, causes
from gamesolver.errors import InvalidArgumentError, Violation
from gamesolver.texts import spelled

OF_ANY_QUESTION = (
    "raises", "hashable", "equal hashes", "iterable", "finite", "repeatable", "unchanged",
)  # fmt: skip
MOST_NEAR, NEAR = 3, 0.7  # as difflib counts


@attrs.frozen
class ChosenLaws:
    """The laws that are tried."""

    laws: frozenset[str]
    includes_all: bool
    """True if every call is made, for the laws that concern any call."""
    named: frozenset[str] = frozenset()
    """Laws that the caller chose by name."""

    @classmethod
    def of(cls, laws: Iterable[str] | None, without: Iterable[str] | None) -> ChosenLaws:
        """Return the choice that a caller's names describe; raise if the names are invalid."""
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

    def includes(self, *laws: str) -> bool:
        """Return True if the calls that serve these laws are made."""
        return self.includes_all or not self.laws.isdisjoint(laws)

    def faults(self, by_law: Mapping[str, Violation], ended_by: str | None) -> list[Violation]:
        """Return the faults to report: of laws that are tested, or that ended the check."""
        kept = self.laws | {ended_by}
        return causes({law: fault for law, fault in by_law.items() if law in kept})

    def in_passing(self, faults: Mapping[str, Violation]) -> list[Violation]:
        """Return the faults of laws that are not tested, found by calls for other laws."""
        return [faults[law] for law in OF_ANY_QUESTION if law in faults and law not in self.laws]


def _names(argument: str, laws: Iterable[str]) -> frozenset[str]:
    """Return the names of laws; raise if one is unknown."""
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
    """Return text with similar names, or with all names."""
    near = get_close_matches(name, LAWS, MOST_NEAR, NEAR) if isinstance(name, str) else []
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"expected one of {', '.join(LAWS)}"
