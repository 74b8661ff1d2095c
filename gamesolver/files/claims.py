"""Proofs in files: a statement, the claims that it rests on, and the position proved.

A file of a proof is made as one of a solution is, block by block under hashes, and names its game
in the same way (``files``). Its columns are

=============  ==================================================================
a compiled     ``keys``: the positions of the claims, in order, as integers;
game           ``numbers``: the lower bounds of both sides for each, in one word
a plain game   ``texts``: the positions by ``format``, as they were claimed; ``numbers`` likewise
one with       ``texts`` likewise; ``numbers``: two for each, the lower bounds of the player to move
levels         and of the other (``tables.claim_scale``), with a constant added that makes them
               positive
=============  ==================================================================

In place of a shape it has the statement: the position that was proved, the lower bound of each
side, and the length of a draw. With levels it has their unit, and the payoff of infinite
play. Without levels, the lower bound of a side without a claim is a loss in 0 plies.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from typing import Any

import attrs
import numpy as np

from gamesolver import __version__
from gamesolver.errors import FileError
from gamesolver.files.format import (
    MOST_ENTRIES,
    MOST_IN_A_BLOCK,
    OF_LEVELS,
    OF_PROOFS,
    PROOF,
    Column,
    FileLayout,
    Identity,
    read_back,
    read_root,
    root_as_text,
    root_of,
)
from gamesolver.files.opening import opened, require_same_scores
from gamesolver.files.packing import KEYS_A_BLOCK, TEXTS_A_BLOCK, PackedTable, Run
from gamesolver.files.reading import SolutionFile
from gamesolver.files.replacing import replacing
from gamesolver.files.writing import created, page_for, write_columns
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import (
    LEAF_PLIES,
    MOST,
    SIDES,
    ClaimColumns,
    Claims,
    ClaimsOfPositions,
    Statement,
)
from gamesolver.value import MOST_POINTS, Outcome

BOUND_BITS = 21
BOUND_MASK = (1 << BOUND_BITS) - 1
NOTHING = ClaimScale.nothing
LEVELS = "levels"
ADDED = 1 << 62
"""To each number, where there are levels: so it is above 0, as a column has them."""


@attrs.frozen
class ProofHeader:
    """Header of a proof: all but its columns."""

    kind: str
    roots: tuple[str, ...]
    """Text of the position that was proved, as a tuple of one."""
    mover: int
    other: int
    is_drawn: bool
    """True if the length of a draw is stated: ``plies``, or None for infinite play."""
    plies: int | None
    leaf_plies: int
    columns: Mapping[str, Column]
    is_scored: bool = False
    unit: int = MOST
    """Distance between levels: twice the number of plies that fit into a level."""
    worth: int = 0
    """Payoff of infinite play for player 0. This is the key in the file."""

    def as_text(self) -> str:
        """Return the data for the file."""
        columns = {name: attrs.astuple(column) for name, column in self.columns.items()}
        contents = attrs.asdict(self, recurse=False) | {"columns": columns}
        for name in () if self.kind == LEVELS else ("unit", "worth"):
            del contents[name]
        return json.dumps(contents, sort_keys=True)

    @classmethod
    def read(cls, text: str, layout: FileLayout) -> ProofHeader:
        """Return the header that a text describes. Inverse of :meth:`as_text`."""
        contents = json.loads(text)
        columns = {
            name: Column(_whole(length, 0, MOST_ENTRIES), _whole(most, 1, MOST_IN_A_BLOCK))
            for name, (length, most) in contents.pop("columns").items()
        }
        shape = cls(**contents | {"roots": tuple(contents["roots"])}, columns=columns)
        shape._require_sound(layout)
        return shape

    def _require_sound(self, layout: FileLayout) -> None:
        needed = layout.kinds[self.kind]
        lengths = {name: column.length for name, column in self.columns.items()}
        expected = dict.fromkeys(needed, lengths[needed[0]])
        if self.kind == LEVELS:
            expected["texts"] = lengths["numbers"] // 2
            self._require_levels()
        else:
            self._require_values()
        _whole(self.plies or 0, 0, MOST)
        sound = [
            lengths == expected,
            lengths["numbers"] % 2 == 0 or self.kind != LEVELS,
            len(self.roots) == 1 and isinstance(self.roots[0], str),
            isinstance(self.is_drawn, bool) and isinstance(self.is_scored, bool),
            not self.is_drawn or self.mover == self.other == 0,
        ]
        if not all(sound):
            raise ValueError("its description is inconsistent")

    def _require_values(self) -> None:
        """Raise unless its numbers are those of wins, draws and losses."""
        for bound in (self.mover, self.other):
            _whole(bound, -MOST, MOST)
        _whole(self.leaf_plies, LEAF_PLIES, LEAF_PLIES if self.kind == "plain" else MOST // 2)
        _whole(self.unit, MOST, MOST)
        if self.is_scored or self.worth:
            raise ValueError("its numbers are scores, and the game has values")

    def _require_levels(self) -> None:
        """Raise unless they are those of levels."""
        for bound in (self.mover, self.other):
            _whole(bound, NOTHING, -NOTHING)
        _whole(self.leaf_plies, 0, 0)
        _whole(self.unit, 1, MOST)
        _whole(self.worth, -MOST_POINTS, MOST_POINTS)

    @property
    def payoff(self) -> int:
        """Payoff of infinite play for player 0."""
        return self.worth

    @property
    def drawn(self) -> Outcome | None:
        """Draw with its length, if that is stated."""
        return Outcome.of(0, self.plies, self.is_scored) if self.is_drawn else None


class ProofFile(SolutionFile):
    """An open file with a proof."""

    shape_of = ProofHeader.read  # type: ignore[assignment]  # a proof is described by other words


def _whole(number: object, least: int, most: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise ValueError("a number is missing or out of range")
    return number


# ── writing ─────────────────────────────────────────────────────────────────────────────────────


def save_proof(
    rules: Rules[Any, Any],
    statement: Statement,
    claims: Claims,
    attached: Mapping[str, Any],
    path: str | os.PathLike[str],
    report: Reporter,
) -> None:
    """Write a proof: what it states, its claims, and whatever else is to be attached."""
    root = root_as_text(rules, statement.position)
    position = read_back(rules, statement.position, root, partial(read_root, rules))
    parts = _parts(rules, claims)
    drawn, least = statement.drawn, NOTHING if parts.kind == LEVELS else -MOST
    shape = ProofHeader(
        parts.kind,
        (root,),
        max(statement.mover, least),
        max(statement.other, least),
        drawn is not None,
        None if drawn is None else drawn.remoteness,
        claims.leaf_plies,
        dict(sorted(parts.columns.items())),
        **_levels_of(claims.scale),
    ).as_text()
    meaning = OF_LEVELS if parts.kind == LEVELS else OF_PROOFS
    identity = Identity.of(rules, position, __version__).as_text(meaning)
    how = json.dumps(attached)
    with (
        replacing(path) as unfinished,
        closing(created(unfinished, PROOF, page_for(parts))) as file,
    ):
        guides = write_columns(file, identity.encode(), parts, report)
        file.executemany(
            "INSERT INTO guides VALUES (?, ?, ?)",
            [(name, guide.hashes, guide.firsts) for name, guide in sorted(guides.items())],
        )
        about = {
            "identity": identity,
            "shape": shape,
            "root": root_of(identity, shape, how, guides),
        }
        file.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
        file.execute("INSERT INTO attached VALUES ('how', ?)", (how,))
        file.commit()


def _levels_of(scale: ClaimScale) -> dict[str, Any]:
    """Return the fields of the header that describe a scale with levels."""
    if scale.is_by_value:
        return {}
    rules = scale.rules
    return {"is_scored": rules.is_scored, "unit": scale.unit, "worth": rules.payoff}


def _parts(rules: Rules[Any, Any], claims: Claims) -> PackedTable:
    """Return the claims as columns."""
    if not claims.scale.is_by_value:
        return _parts_by_levels(rules, claims)
    if isinstance(claims, ClaimColumns):
        size = len(claims.positions)
        runs = [(claims.positions,)] if size else []
        words = [(_words(claims.movers, claims.others),)] if size else []
        columns = dict.fromkeys(("keys", "numbers"), Column(size, KEYS_A_BLOCK))
        return PackedTable("compiled", columns, {"keys": runs, "numbers": words})
    entries = list(claims.entries())
    columns = dict.fromkeys(("numbers", "texts"), Column(len(entries), TEXTS_A_BLOCK))
    parts = {"numbers": _bounds(entries), "texts": _texts(rules, entries)}
    return PackedTable("plain", columns, parts)


def _parts_by_levels(rules: Rules[Any, Any], claims: Claims) -> PackedTable:
    """Return the columns of claims with levels: a number for each side."""
    entries = list(claims.entries())
    bounds = np.array([bounds for _, *bounds in entries], np.int64).reshape(-1)
    numbers = [((bounds + ADDED).astype(np.uint64),)] if entries else []
    columns = {
        "numbers": Column(2 * len(entries), KEYS_A_BLOCK),
        "texts": Column(len(entries), TEXTS_A_BLOCK),
    }
    return PackedTable(LEVELS, columns, {"numbers": numbers, "texts": _texts(rules, entries)})


def _words(movers: Columns, others: Columns) -> Columns:
    """Return the lower bounds of both sides in one word each."""
    low, high = ((np.maximum(each, -MOST) + MOST).astype(np.uint64) for each in (movers, others))
    words: Columns = low | high << np.uint64(BOUND_BITS)
    return words


def _bounds(entries: list[tuple[Any, int, int]]) -> Iterator[Run]:
    if entries:
        _, movers, others = zip(*entries, strict=True)
        yield (_words(np.array(movers), np.array(others)),)


def _texts(rules: Rules[Any, Any], entries: list[tuple[Any, int, int]]) -> Iterator[Run]:
    texts = (root_as_text(rules, position) for position, _, _ in entries)
    while some := list(islice(texts, TEXTS_A_BLOCK)):
        yield (some,)


# ── reading ─────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class SavedProof:
    """Contents of a file of a proof."""

    rules: Rules[Any, Any]
    statement: Statement
    claims: Claims
    attached: Mapping[str, Any]


@contextmanager
def opened_proof(
    path: str | os.PathLike[str], game: Game[Any, Any] | None, check: bool
) -> Iterator[tuple[SolutionFile, SavedProof]]:
    """Yield a file of a proof and its contents; raise ``FileError`` if it is not trusted."""
    with opened(path, PROOF, game, check, ProofFile) as (file, rules, (root,)):
        try:
            shape: Any = file.shape
            mover, other = (_bound_of(shape, bound) for bound in (shape.mover, shape.other))
            statement = Statement(root, mover, other, shape.drawn)
            attached = file.understood(json.loads, file.how_text or "")
            yield file, SavedProof(rules, statement, _claims(file, rules), attached)
        finally:
            file.close()


def _bound_of(shape: Any, bound: int) -> int:
    """Return the lower bound of a side in a statement."""
    return NOTHING if shape.kind != LEVELS and bound <= -MOST else bound


def _claims(file: SolutionFile, rules: Rules[Any, Any]) -> Claims:
    """Return all claims of a file."""
    shape: Any = file.shape
    scale = ClaimScale(rules, shape.unit)
    if shape.kind == LEVELS or not scale.is_by_value:
        return _claims_by_levels(file, scale)
    is_compiled = isinstance(rules.game, CompiledGame)
    if (shape.kind != "plain") != is_compiled:
        kind = "plain" if is_compiled else "compiled"
        raise FileError(
            f"{file.path} contains a proof of a {kind} game, and {rules.game!r} is not one; "
            f"{file.again} again",
            str(file.path),
            is_wrong=True,
        )
    words = _column(file, "numbers", np.uint64)
    movers, others = (_bounds_in(words >> np.uint64(shift)) for shift in (0, BOUND_BITS))
    if words.size and max(movers.max(), others.max()) > MOST:
        raise file.broken("one of its claims exceeds the best possible score")
    if shape.kind == "compiled":
        positions = _column(file, "keys", np.uint64)
        if (positions[1:] <= positions[:-1]).any():
            raise file.broken("its positions are not sorted")
        return ClaimColumns(positions, movers, others, shape.leaf_plies, scale)
    bounds = zip(movers.tolist(), others.tolist(), strict=True)
    return _claims_with_texts(file, bounds, scale)


def _claims_by_levels(file: SolutionFile, scale: ClaimScale) -> Claims:
    """Return the claims of a file with levels."""
    shape: Any = file.shape
    require_same_scores(file, scale.rules)
    if shape.kind != LEVELS:
        raise file.broken("its claims are values, and the game has scores")
    words = _column(file, "numbers", np.uint64)
    if words.size and int(words.max()) > 2 * ADDED:
        raise file.broken("one of its claims exceeds the best possible score")
    bounds = (words.astype(np.int64) - ADDED).reshape(-1, 2)
    return _claims_with_texts(file, bounds.tolist(), scale)


def _claims_with_texts(
    file: SolutionFile, bounds: Iterable[Sequence[int]], scale: ClaimScale
) -> Claims:
    """Claims about positions that the file stores as texts."""
    claims = ClaimsOfPositions(scale)
    for text, of_sides in zip(_all_texts(file), bounds, strict=True):
        position = file.understood(partial(read_root, scale.rules), text)
        for side in SIDES:
            if of_sides[side] > scale.nothing:
                claims.add(position, side, of_sides[side])
    return ClaimColumns.of(claims) if isinstance(scale.rules.game, CompiledGame) else claims


def _bounds_in(words: Columns) -> Columns:
    """Return the bounds in the lowest bits of words."""
    bounds: Columns = (words & np.uint64(BOUND_MASK)).astype(np.int64) - MOST
    bounds[bounds == -MOST] = NOTHING
    return bounds


def _column(file: SolutionFile, name: str, dtype: Any) -> Columns:
    """Return all numbers of a column."""
    blocks = range(file.shape.columns[name].blocks)
    parts = [file.block(name, number, is_kept=False).astype(dtype) for number in blocks]
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _all_texts(file: SolutionFile) -> Iterator[str]:
    for number in range(file.shape.columns["texts"].blocks):
        yield from file.block("texts", number, is_kept=False)
