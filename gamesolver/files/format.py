"""Format of the files: layout, statements, hashes, and identity of the game.

All files are SQLite databases. A :class:`FileLayout` names the tables of one kind of file:
solutions, values alone, and proofs. The *application id* in the header identifies the kind, and
the *user version* is the schema number. A file whose schema has other objects (another table, a
view, a trigger) is refused.

* :class:`Shape` holds the statements of a file about its columns: roots, counts and lengths.
* :class:`Guide` holds the hashes of a column's blocks. For a sorted column it also holds the
  first number of each block, so that a reader finds the block of a number.
* :func:`root_of` hashes everything that a file states.
* :class:`Identity` names the game: registered name, ``module:Class``, parameters, and a digest.
  The digest covers 256 positions of seeded play, because two programs may define different
  rules under one name. It covers their texts, moves, successors, ends, players and indexes. The
  reader computes it again from the rules and compares.
* ``how_as_text`` and ``root_as_text`` write the record of the solve and the roots as text.

A :class:`Form` defines what the hashes cover, by schema number:

======  ===============================================================================
number  files
======  ===============================================================================
1       hashes of blocks omit the bounds, and the root omits ``how``. Guides are not
        trusted; the first query recomputes them from the columns
2       hashes cover everything that the file states
======  ===============================================================================

The header and the identity both contain the number, and all hashes cover the identity. A file
of either form under the number of the other is therefore refused.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from random import Random
from typing import Any

import attrs
import numpy as np
import xxhash

from gamesolver.errors import Advice, GameContractError, Violation
from gamesolver.files.blocks import FIRST_BYTES, HASH_BYTES, WHERE, Seal, hash_of
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import parameter_faults, read_parameter
from gamesolver.rules.reading_back import why_unread
from gamesolver.rules.registry import path_of, registered_name
from gamesolver.system.columns import Columns
from gamesolver.tables.entries import VALUES as VALUES_CODING
from gamesolver.tables.entries import Coding
from gamesolver.tables.labels import ReusedStages, Round, SolveInfo, SpotCheck
from gamesolver.texts import apart, error_text, shorten, spelled
from gamesolver.value import MOST_POINTS, Outcome, Value

# ── the layouts of files ────────────────────────────────────────────────────────────────────────

SCHEMA = 2
"""Schema number of files written. A reader refuses a greater one."""

MOST_TEXT = 1 << 27
"""Bytes of the largest text in a file."""

ORDERED = ("found_cells", "found_digits", "keys")
"""Sorted columns, in which a number can be searched for."""


@attrs.frozen
class FileLayout:
    """Layout of one kind of file."""

    application: int
    kinds: Mapping[str, tuple[str, ...]]
    """Columns by kind of game. The first one holds the outcomes."""
    holds: str
    written_by: str
    advice: Advice
    """Advice that names the function to open it."""
    again: str = "solve the game"
    """Advice on how to make the file again."""

    @property
    def read_by(self) -> str:
        """Name of the function that opens it."""
        return self.advice.tool

    @property
    def columns(self) -> list[str]:
        """Names of all columns of this layout, in alphabetical order."""
        return sorted({column for columns in self.kinds.values() for column in columns})

    @property
    def statements(self) -> tuple[str, ...]:
        """SQL statements that make the tables. A file with another schema is not opened."""
        return (
            "CREATE TABLE about (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
            "CREATE TABLE attached (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
            "CREATE TABLE guides "
            "(column TEXT PRIMARY KEY NOT NULL, hashes BLOB NOT NULL, firsts BLOB NOT NULL)",
            *(
                f"CREATE TABLE {column} "
                "(number INTEGER PRIMARY KEY NOT NULL, content BLOB NOT NULL)"
                for column in self.columns
            ),
        )


SOLUTION = FileLayout(
    0x67736F6C,  # "gsol"
    {
        "plain": ("cells", "keys", "numbers", "texts"),
        "found": ("found_cells",),
        "numbered": ("cells",),
    },
    "a solution",
    "solution.save",
    Advice("opens it", tool="gamesolver.load"),
)
VALUES = FileLayout(
    0x6776616C,  # "gval"
    {
        "plain": ("digits", "keys", "numbers", "texts"),
        "found": ("found_digits",),
        "numbered": ("digits",),
    },
    "values alone",
    'solution.export("... .values")',
    Advice("opens it", tool="gamesolver.load_values"),
)
PROOF = FileLayout(
    0x67707266,  # "gprf"
    {
        "plain": ("numbers", "texts"),
        "integers": ("numbers", "texts"),
        "compiled": ("keys", "numbers"),
        "levels": ("numbers", "texts"),
    },
    "a proof",
    "proof.save",
    Advice("opens it", tool="gamesolver.load_proof"),
    "prove it",
)
LAYOUTS = (SOLUTION, VALUES, PROOF)

CONVENTIONS = {
    "outcome": "for the player to move",
    "remoteness": "plies, the winner hurrying and the loser delaying; an end has 0",
    "cell": "0 none, 1 hole, 2 endless draw, 3 + 3 r + v: remoteness r, v 0 loss 1 draw 2 win",
}
"""Conventions for outcomes. The hashes of a file cover them."""

OF_SCORES = CONVENTIONS | {
    "cell": "0 none, 1 hole, 2 endless draw, else 3 + scores * length + score - least: length is "
    "the remoteness or, where play without end may have a score, twice that, and for such play "
    "one more than twice the plies to the last gain"
}
"""Conventions of a file of a game with scores, or in which infinite play is won."""

OF_PROOFS = CONVENTIONS | {
    "cell": "none",
    "bound": "what a side gets at least: 2^19 - r for a win in r plies, 0 for a draw, r - 2^19 for "
    "a loss in r plies, -2^19 where nothing is claimed; of the player to move, and of the other",
}
"""Conventions of a file with a proof."""

OF_LEVELS = CONVENTIONS | {
    "cell": "none",
    "bound": "what a side gets at least: p unit - r for p points more than endless play is worth, "
    "in r plies; r - p unit for p points less; where endless play is won and no move gains, an end "
    "that is worth as much is a point more to whom it is won by, and one less to the other; each "
    "with 2^62 added, nothing where nothing is claimed; of the player to move, and of the other",
}
"""Conventions of a proof in a game with scores, or in which infinite play is won."""

MEANINGS = CONVENTIONS, OF_SCORES, OF_PROOFS, OF_LEVELS


# ── the shape of a file ────────────────────────────────────────────────────────────────────────

MOST_ENTRIES = 1 << 40
MOST_IN_A_BLOCK = 1 << 21
MOST_PLIES = 1 << 30
"""Upper bound on the plies of an outcome."""
MOST_IN_SUM = MOST_POINTS * MOST_PLIES
"""Upper bound on the sum of gains, which grows by at most ``MOST_POINTS`` each ply."""
MOST_SCORES = 1 << 32
"""Upper bound on the number of scores in entries of four bytes."""

Counts = Mapping[tuple[int, int | None], int]
"""Number of positions by score or value, and remoteness (``None`` for values alone)."""


@attrs.frozen
class Column:
    """Number of entries in a column and in each of its blocks."""

    length: int
    in_a_block: int

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.length // self.in_a_block)

    def entries_of(self, number: int) -> int:
        """Return the number of entries in a block. The last block may have fewer."""
        return min(self.in_a_block, self.length - number * self.in_a_block)


@attrs.frozen
class Scoring:
    """Encoding of scores as entries."""

    scores: int
    least: int
    worth: int
    """Payoff of infinite play for player 0. This is the key in the file."""
    has_endless: bool
    """True if infinite play may have a score."""
    is_scored: bool
    """True if the game has scores. Otherwise infinite play is won in it."""
    longest: int
    """Greatest length in an entry."""

    @classmethod
    def of(cls, coding: Coding, longest: int) -> Scoring | None:
        """Return the encoding of a table's scores, or ``None`` for wins, losses and draws."""
        form = coding.form
        scoring = cls(
            form.scores, form.least, form.payoff, form.has_endless, coding.is_scored, longest
        )
        return None if scoring.coding == VALUES_CODING else scoring

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Scoring:
        """Return the encoding stated by a file. Raise ``ValueError`` or similar if invalid."""
        scoring = cls(**stored)
        _count(abs(scoring.worth), most=MOST_POINTS)
        _count(abs(scoring.least), most=MOST_IN_SUM)
        _count(scoring.scores, 1, MOST_SCORES)
        _count(scoring.longest, most=2 * MOST_PLIES)
        if not all(isinstance(each, bool) for each in (scoring.has_endless, scoring.is_scored)):
            raise ValueError("neither true nor false")
        return scoring

    @property
    def coding(self) -> Coding:
        """Encoding in the form that tables use."""
        form = ScoreForm(False, self.scores, self.least, self.worth, self.has_endless)
        return Coding(form, self.is_scored)


OF_GAMES_WITH_SCORES = ("scoring", "had_scores", "had_worth")
"""Fields of a shape that are written only if they are set."""


@attrs.frozen
class Shape:
    """Statements of a file about its columns: roots, counts and lengths."""

    kind: str
    positions: int
    roots: tuple[str, ...]
    reached: int
    """Number of positions of a plain game that the start reaches. They come first."""
    is_all_reached: bool
    """True if the start of an enumerated game reaches everything."""
    counts: Counts
    columns: Mapping[str, Column]
    are_exact: bool = False
    """True if the positions of a plain game consist of texts and integers only."""
    scoring: Scoring | None = None
    """Encoding of scores as entries, or ``None`` for wins, losses and draws."""
    had_scores: bool = False
    """For values alone: True if they are the signs of scores."""
    had_worth: int = 0
    """For values alone: payoff of infinite play for player 0; ``had_worth`` in the file, too."""

    def as_text(self) -> str:
        """Return the JSON text that the file stores."""
        contents = attrs.asdict(self, recurse=False) | {
            "counts": [[*outcome, n] for outcome, n in self.counts.items()],
            "columns": {name: attrs.astuple(column) for name, column in self.columns.items()},
        }
        for name in OF_GAMES_WITH_SCORES:
            if not contents[name]:
                del contents[name]
        if self.scoring is not None:
            contents["scoring"] = attrs.asdict(self.scoring)
        return json.dumps(contents, sort_keys=True)

    @classmethod
    def read(cls, text: str, layout: FileLayout) -> Shape:
        """Return the object from its text. Raise ``ValueError`` or similar if it is invalid."""
        contents = json.loads(text)
        counts = {(value, plies): _count(n, 1) for value, plies, n in contents.pop("counts")}
        for _, plies in counts:
            _count(plies or 0, most=MOST_PLIES)
        columns = {
            name: Column(_count(length, 1), _count(most, 1, MOST_IN_A_BLOCK))
            for name, (length, most) in contents.pop("columns").items()
        }
        roots = tuple(contents.pop("roots"))
        stored = contents.pop("scoring", None)
        scoring = None if stored is None else Scoring.read(stored)
        shape = cls(**contents, roots=roots, counts=counts, columns=columns, scoring=scoring)
        shape._require_sound(layout)
        return shape

    @property
    def outcomes(self) -> dict[Outcome, int]:
        """Number of positions by outcome. Raises ``ValueError`` for an impossible outcome."""
        if self.scoring is None:
            _require_values(self.counts)
            return {Outcome(Value(value), plies): n for (value, plies), n in self.counts.items()}
        scored, counts = self.scoring.is_scored, self.counts.items()
        return {Outcome.of(points, plies, scored): n for (points, plies), n in counts}

    @property
    def values(self) -> dict[Value, int]:
        """Number of positions by value."""
        return {Value(value): n for (value, _), n in self.counts.items()}

    @property
    def coding(self) -> Coding:
        """Encoding of outcomes as entries."""
        return VALUES_CODING if self.scoring is None else self.scoring.coding

    @property
    def is_scored(self) -> bool:
        """True if the solved game had scores."""
        return self.had_scores or self.coding.is_scored

    @property
    def payoff(self) -> int:
        """Payoff of infinite play for player 0 in the solved game."""
        return self.had_worth or self.coding.form.payoff

    @property
    def longest(self) -> int:
        """Greatest length of an outcome."""
        if self.scoring is not None:
            return self.scoring.longest
        return max(plies or 0 for _, plies in self.counts)

    def _require_sound(self, layout: FileLayout) -> None:
        lengths = {name: column.length for name, column in self.columns.items()}
        needed = layout.kinds[self.kind]
        size = lengths[needed[0]]
        counted = self.outcomes if layout is SOLUTION else self.values
        sound = [
            lengths == dict.fromkeys(needed, size),
            0 < _count(self.positions) <= size,
            self.positions == sum(counted.values()),
            _count(self.reached) <= size if self.kind == "plain" else self.reached == 0,
            _fits(self.is_all_reached, self.kind == "found"),
            _fits(self.are_exact, self.kind == "plain"),
            bool(self.roots) and all(isinstance(root, str) for root in self.roots),
            _fits(self.had_scores, layout is VALUES),
            _count(abs(self.had_worth), most=MOST_POINTS if layout is VALUES else 0) >= 0,
        ]
        if not all(sound):
            raise ValueError("its description is inconsistent")


def _require_values(counts: Counts) -> None:
    """Raise if infinite play is won or lost. Without scores it is a draw."""
    if any(plies is None and value != 0 for value, plies in counts):
        raise ValueError("endless play is a draw")


def _fits(stored: object, may_be: bool) -> bool:
    """Return True if ``stored`` is a bool, and True only if it may be."""
    return isinstance(stored, bool) and (may_be or not stored)


def _count(number: object, least: int = 0, most: int = MOST_ENTRIES) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise ValueError("not a count")
    return number


# ── guides ────────────────────────────────────────────────────────────────────────


@attrs.frozen(slots=False)
class Guide:
    """Hashes and bounds of a column's blocks, known before a block is read."""

    hashes: bytes
    firsts: bytes
    """First number of each block, empty for an unsorted column."""

    def fits(self, column: str, blocks: int) -> bool:
        """Return True if the sizes are right for a column with this number of blocks."""
        sizes = HASH_BYTES * blocks, FIRST_BYTES * blocks if column in ORDERED else 0
        return all(
            isinstance(part, bytes) and len(part) == size
            for part, size in zip((self.hashes, self.firsts), sizes, strict=True)
        )

    def hash_of(self, number: int) -> bytes:
        """Return the hash of a block."""
        return self.hashes[HASH_BYTES * number : HASH_BYTES * (number + 1)]

    def bounds_of(self, number: int) -> bytes:
        """Return the first numbers of a block and of the next one, if they exist."""
        return self.firsts[FIRST_BYTES * number : FIRST_BYTES * (number + 2)]

    def first_of(self, number: int) -> int:
        """Return the first number of a block, or 2^64 beyond the last block."""
        return int(self._firsts[number]) if number < len(self._firsts) else 1 << 64

    # What lies before the first block is looked for in that block: it is not there, but that the
    # block begins where the guide has it is checked as it is read. So it is with all other blocks.

    def blocks_with(self, wanted: int) -> range:
        """Return the blocks that may hold a number. A repeated number may span several."""
        before = int(np.searchsorted(self._firsts, np.uint64(wanted), "left")) - 1
        return range(max(before, 0), self.block_with(wanted) + 1)

    def block_with(self, wanted: int) -> int:
        """Return the block that may hold a number, if numbers are unique, or -1 without blocks."""
        after = bisect_right(self._numbers, wanted)
        return after - 1 if after else min(0, len(self._numbers) - 1)

    def block_with_each(self, wanted: Columns) -> Columns:
        """Return the block that may hold each number, if numbers are unique, or -1."""
        after = np.searchsorted(self._firsts, wanted, "right")
        return np.maximum(after - 1, min(0, len(self._firsts) - 1))

    @cached_property
    def _firsts(self) -> Columns:
        return np.frombuffer(self.firsts, "<u8")

    @cached_property
    def _numbers(self) -> memoryview:
        """First numbers for a single look-up, which takes a third of the time of numpy's."""
        return self._firsts.astype(np.uint64).data


def root_of(identity: str, shape: str, how: str, guides: Mapping[str, Guide]) -> str:
    """Return one hash over everything that a file states. ``how`` is empty if missing."""
    parts = [text.encode("utf-8", "surrogatepass") for text in (identity, shape, how)]
    for name in sorted(guides):
        parts += [name.encode(), guides[name].hashes, guides[name].firsts]
    return hash_of(*parts).hexdigest()


# ── forms: what the hashes of a file cover, by the number of its schema ─────────────────────────


class SealWithoutBounds(Seal):
    """Hashes of blocks by schema 1."""

    def hash(self, number: int, size: int, content: bytes, bounds: bytes) -> bytes:
        hashed = self._begun.copy()
        hashed.update(WHERE.pack(8, number, 8, size, len(content)))
        hashed.update(content)
        return hashed.digest()


def root_without_how(identity: str, shape: str, how: str, guides: Mapping[str, Guide]) -> str:
    """Return the root hash by schema 1."""
    parts = [identity.encode(), shape.encode()]
    for name in sorted(guides):
        parts += [name.encode(), guides[name].hashes, guides[name].firsts]
    return hash_of(*parts).hexdigest()


@attrs.frozen
class Form:
    """Definition of what the hashes cover, for one schema number."""

    number: int
    seal: Callable[[bytes, str], Seal] = Seal
    root_of: Callable[[str, str, str, Mapping[str, Guide]], str] = root_of
    is_guided: bool = True
    """True if the guides to sorted columns may be trusted."""


FORMS = {
    1: Form(1, SealWithoutBounds, root_without_how, is_guided=False),
    SCHEMA: Form(SCHEMA),
}
"""Forms by the schema number in the header."""


# ── which game a file is about ──────────────────────────────────────────────────────────────────

PROBES = 256
SEED = 20_261_121
LONGEST_PLAY = 100


@attrs.frozen
class Identity:
    """Identity of the game that a file is about."""

    name: str
    """Registered name, or an empty text."""
    kind: str
    """``module:Class``."""
    parameters: str
    """Parameters as a Python dictionary literal."""
    digest: str
    version: str
    """Version of this library when the file was written."""

    @classmethod
    def of(cls, rules: Rules[Any, Any], start: Any, version: str) -> Identity:
        """Return the identity of a game with its current rules."""
        game = rules.game
        return cls(
            registered_name(type(game)),
            path_of(type(game)),
            parameters_text(game),
            digest_of(rules, start),
            version,
        )

    @classmethod
    def read(cls, text: str, schema: int = SCHEMA) -> Identity:
        """Return the object from its text. Raise ``ValueError`` or similar if it is invalid."""
        contents = json.loads(text)
        conventions = contents.pop("conventions")
        if contents.pop("schema") != schema or conventions not in MEANINGS:
            raise ValueError("another schema, or other conventions")
        if not all(isinstance(part, str) for part in contents.values()):
            raise ValueError("no texts")
        return cls(**contents)

    def as_text(self, conventions: Mapping[str, str] = CONVENTIONS) -> str:
        """Return the JSON text that the file stores."""
        more = {"schema": SCHEMA, "conventions": conventions}
        return json.dumps(attrs.asdict(self) | more, sort_keys=True)


def parameters_text(game: Game[Any, Any], without: Collection[str] = ()) -> str:
    """Return the parameters as one text, equal for equal parameters. They must be literals."""
    faults = parameter_faults(game)
    if faults:
        name = type(game).__name__
        raise GameContractError(
            f"{name} cannot be saved: {faults[0]}",
            [Violation("parameters", message) for message in faults],
        )
    named = {name: value for name, value in game.parameters.items() if name not in without}
    return _literal(dict(sorted(named.items())))


def read_parameters_text(text: str) -> dict[str, Any]:
    """Return the parameters in a text. Raise ``ValueError`` if there are none."""
    try:
        parameters = read_parameter(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("no parameters") from error
    if not isinstance(parameters, dict) or not all(isinstance(name, str) for name in parameters):
        raise ValueError("no parameters")
    return parameters


def as_made(kind: str, parameters: str) -> str:
    """Return the expression that makes the game with this class and these parameters.

    >>> as_made("games.nim:Nim", "{'heaps': (1, 2), 'misere': False}")
    'Nim(heaps=(1, 2), misere=False)'
    """
    given = read_parameters_text(parameters).items()
    named = ", ".join(f"{name}={_literal(value)}" for name, value in given)
    return shorten(f"{kind.rpartition(':')[2]}({named})")


def _literal(value: Any) -> str:
    """Return a literal as text, with sets in order."""
    if type(value) is dict:
        pairs = (f"{_literal(key)}: {_literal(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if type(value) is set:
        return f"{{{', '.join(sorted(map(_literal, value)))}}}" if value else "set()"
    if type(value) is tuple:
        inside = ", ".join(map(_literal, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if type(value) is list:
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


def digest_of(rules: Rules[Any, Any], start: Any) -> str:
    """Return a hash of the rules' results for positions of seeded play."""
    hashed = xxhash.xxh3_128(str(_indexes(rules.game)).encode())
    luck = Random(SEED)
    here, plies = start, 0
    described: dict[Any, tuple[bytes, list[Any]]] = {}  # play comes by the start again and again
    for _ in range(PROBES):
        if here not in described:
            described[here] = _description(rules, here)
        description, successors = described[here]
        hashed.update(description)
        plies += 1
        if not successors or plies == LONGEST_PLAY:
            here, plies = start, 0
        else:
            here = luck.choice(successors)
    return hashed.hexdigest()


def _description(rules: Rules[Any, Any], position: Any) -> tuple[bytes, list[Any]]:
    """Return the rules' results for a position, as bytes, and its successors."""
    ending = rules.ending(position)
    played = [] if ending is not None else rules.played(position)
    successors = [successor for _, successor in played]
    canonical = rules.canonical(position)
    answers: list[Any] = [
        rules.format(position),
        None if ending is None else ending.points,
        str(rules.player(position)) if rules.has_seats else None,
        [rules.stored_move(move) for move, _ in played],
        [_raw(rules, successor) for successor in successors],
        _raw(rules, canonical),
        _index(rules.game, canonical),
    ]
    if rules.has_gains:
        answers.append([rules.gain(position, move) for move, _ in played])
    return json.dumps(answers).encode("utf-8", "surrogatepass"), successors


def _raw(rules: Rules[Any, Any], position: Any) -> str | int:
    """Return the integer of a compiled game's position, or the text of any other."""
    return int(position) if isinstance(rules.game, CompiledGame) else rules.format(position)


def _indexes(game: Game[Any, Any]) -> int | None:
    """Return the number of indexes of an indexed game."""
    return game.rules.num_indexes if isinstance(game, CompiledGame) else None


def _index(game: Game[Any, Any], canonical: Any) -> int | None:
    """Return the index of a position in an indexed game."""
    if isinstance(game, CompiledGame) and game.rules.is_indexed:
        return int(game.rules.calls.call("index", canonical))
    return None


# ── what stands in a file as a text: the roots, and how the game was solved ─────────────────────


def root_as_text(rules: Rules[Any, Any], root: Any) -> str:
    """Return a root as text."""
    return str(root) if isinstance(rules.game, CompiledGame) else rules.format(root)


def read_root(rules: Rules[Any, Any], text: str) -> Any:
    """Return a root from its text. Inverse of :func:`root_as_text`."""
    root = int(text) if isinstance(rules.game, CompiledGame) else rules.game.parse(text)
    hash(root)
    return root


def read_back(rules: Rules[Any, Any], position: Any, text: str, read: Callable[[str], Any]) -> Any:
    """Return the position read from its text. Raise unless it equals ``position``."""
    try:
        reread = read(text)
        is_same = reread == position and hash(reread) == hash(position)
    except Exception as error:  # a game's parse may raise anything
        why = why_unread(rules.game, position)
        why = why or _read_as(spelled(position), text, f"raised {error_text(error)}")
        raise _unreadable(rules, why) from error
    if not is_same:
        one, other = apart(position, reread)
        raise _unreadable(rules, _read_as(one, text, f"returned {other}"))
    return reread


def _read_as(position: str, text: str, happened: str) -> str:
    return f"position {position} has the text {spelled(text)}, and parse {happened}"


def _unreadable(rules: Rules[Any, Any], why: str) -> GameContractError:
    return GameContractError(
        f"{type(rules.game).__name__} cannot be saved: {why}; make parse the inverse of format"
    )


def how_as_text(how: SolveInfo) -> str:
    """Return the record of a solve as JSON text."""
    contents: dict[str, Any] = {
        "road": how.method,
        "why": how.why,
        "seconds": dict(how.seconds),
        "bytes": dict(how.bytes),
        "rounds": [attrs.astuple(round_) for round_ in how.rounds],
    }
    if how.reused:
        contents["taken"] = [attrs.astuple(each) for each in how.reused]
    if how.spot_check:
        contents["spot check"] = attrs.astuple(how.spot_check)
    return json.dumps(contents)


def read_how(text: str) -> SolveInfo:
    """Return the record of a solve. Raise ``ValueError`` or similar if it is invalid."""
    contents = json.loads(text)
    rounds = tuple(Round(*fields) for fields in contents["rounds"])
    seconds = {str(name): float(number) for name, number in contents["seconds"].items()}
    sizes = {str(name): int(number) for name, number in contents["bytes"].items()}
    rests_on = tuple(ReusedStages(*fields) for fields in contents.get("taken", []))
    why, spot_check = str(contents["why"]), contents.get("spot check")
    checked = None if spot_check is None else SpotCheck(*map(int, spot_check))
    method = str(contents["road"])
    return SolveInfo(method, why, seconds, sizes, rounds, reused=rests_on, spot_check=checked)
