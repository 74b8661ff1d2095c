"""Names of the tables that a proof rests on, in its file.

A table is a solution of the game of the proof, or of another game that shares stages with it. In
the second case the file names that game. A table is identified by its number of positions, its
roots, and a digest of the outcomes of 256 positions of seeded play. So a solution that was solved
again, kept in memory or read from a file is recognised. ``verify`` looks up again every outcome
that a proof takes from a table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import xxhash

from gamesolver.errors import Advice, FileError
from gamesolver.files.format import LONGEST_PLAY, PROBES, SEED, root_as_text
from gamesolver.files.reading import SolutionFile
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.tables.solved import SolvedTable
from gamesolver.value import Outcome

GIVEN_AGAIN = Advice("opens it", {"tables": None}, call="gamesolver.load_proof(path, {})")
FIELDS = {"positions": int, "starts": int, "first": str, "digest": str}
OF_ANOTHER = {**FIELDS, "game": str}


@attrs.frozen
class NamedTable:
    """Identification of a table in a file."""

    positions: int
    starts: int
    """From how many positions it was solved."""
    first: str
    """The first of them, in the order of their texts."""
    digest: str
    game: str = ""
    """Another game that was solved; nothing where it is the very game that the file is about."""

    @classmethod
    def of(cls, game: Game[Any, Any], table: SolvedTable) -> NamedTable:
        """Return the identification of a table for a file about ``game``."""
        rules, other = Rules(table.game), "" if table.game == game else repr(table.game)
        texts = {root_as_text(rules, each): each for each in table.starts}
        starts = sorted(texts)
        hashed = xxhash.xxh3_128(json.dumps(starts).encode("utf-8", "surrogatepass"))
        for position in _play(rules, [texts[each] for each in starts]):
            outcome = table.held().get(rules.canonical(position))
            hashed.update(json.dumps(_in_numbers(outcome)).encode())
        return cls(len(table.held()), len(starts), starts[0], hashed.hexdigest(), other)

    @classmethod
    def read(cls, stored: Any) -> NamedTable:
        """Return the identification from its JSON form; raise ``ValueError`` or similar if bad."""
        if {name: type(each) for name, each in stored.items()} not in (FIELDS, OF_ANOTHER):
            raise ValueError("no table")
        return cls(**stored)

    def as_stored(self) -> dict[str, Any]:
        """Return the JSON form of the identification. Inverse of :meth:`read`."""
        return attrs.asdict(self, filter=lambda field, stored: field.name != "game" or stored)

    def __str__(self) -> str:
        more = f" and {self.starts - 1:,} more" if self.starts > 1 else ""
        of = f" of {self.game}" if self.game else ""
        return f"{self.positions:,} positions{of} from {self.first!r}{more}"


def _play(rules: Rules[Any, Any], starts: list[Any]) -> Iterator[Any]:
    """Positions of seeded play, which goes on from another start where it ends."""
    luck = Random(SEED)
    here, plies = starts[0], 0
    for _ in range(PROBES):
        yield here
        plies += 1
        if rules.ending(here) is not None or plies == LONGEST_PLAY:
            here, plies = luck.choice(starts), 0
        else:
            _, here = luck.choice(rules.played(here))


def _in_numbers(outcome: Outcome | None) -> tuple[int, int | None] | None:
    return None if outcome is None else (outcome.points, outcome.remoteness)


def names_in(stored: Any) -> list[NamedTable]:
    """Return the tables that a file names; ``ValueError`` or the like if they cannot be."""
    return [NamedTable.read(each) for each in stored.get("tables", [])]


def require_tables(
    file: SolutionFile,
    rules: Rules[Any, Any],
    named: list[NamedTable],
    tables: tuple[SolvedTable, ...],
) -> None:
    """Raise unless the tables are those that a file names."""
    given = [NamedTable.of(rules.game, each) for each in tables]
    if missing := [each for each in named if each not in given]:
        raise FileError(
            f"{file.path} contains a proof that rests on a solution of "
            f"{missing[0].game or repr(rules.game)}, {attrs.evolve(missing[0], game='')}: "
            f"expected that, got {_got(missing[0], given)}",
            str(file.path),
        ).advised(GIVEN_AGAIN)
    if others := [each for each in given if each not in named]:
        rests = f"one of {listed_tables(named)}" if named else "none"
        why = "rests on tables" if named else "rests on no table"
        raise FileError(
            f"{file.path} contains a proof of {rules.game!r}, which {why}: expected {rests}, got a "
            f"solution with {others[0]}",
            str(file.path),
        )


def _got(missing: NamedTable, given: list[NamedTable]) -> str:
    """Return a description of the tables that were passed in place of a missing one."""
    if not given:
        return "none"
    if any(attrs.evolve(each, digest="") == attrs.evolve(missing, digest="") for each in given):
        return "a solution with the same number of positions, and with other outcomes"
    return listed_tables(given)


def listed_tables(tables: list[NamedTable]) -> str:
    """Return some tables in words."""
    return "; ".join(map(str, tables))
