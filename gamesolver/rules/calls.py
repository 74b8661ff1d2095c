"""Compiled rules with fixed signatures, and calls to them from Python.

A rule that the author did not write is replaced by a default. A rule that is compiled when it is
first needed (``gamesolver.njit``) runs as plain Python within ``kernels.deferring.plainly``, and
for its first calls from elsewhere. So a caller with few questions does not wait for numba.

:class:`Rule` calls a rule from Python by that signature only. With a Python integer, numba
would compile the rule again for ``int64``. Positions beyond 2^63 do not fit into that type, and
mixing it with ``uint64`` gives floats, which are exact up to 2^53 only. :class:`Calls` holds
all rules of a game and validates their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from operator import contains
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.kernels.deferring import (
    Deferred,
    count_call,
    is_plain,
    njit,
    plainly,
)
from gamesolver.kernels.places import AS_IT_IS, BY_CANONICAL, BY_INDEX, BY_SYMMETRIES
from gamesolver.kernels.scale import MOST
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.search_scores import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    KINDS,
    NOTHING_KNOWN,
    SCORES_AT_LEAST,
    SCORES_AT_MOST,
    SCORES_WITHIN,
    VERDICTS_FROM,
)
from gamesolver.rules.indexes_by_stage import beyond_stage, indexed_through
from gamesolver.rules.messages import broken
from gamesolver.system.columns import Columns
from gamesolver.texts import error_text, spelled
from gamesolver.value import NO_SCORE, PLAYING, Bounds, Outcome, Value

if TYPE_CHECKING:
    from gamesolver.rules.compiled import CompiledRules


# ── rules with a fixed signature, called from Python ────────────────────────────────────────────

PARTS = (
    "successors", "end", "symmetries", "canonical", "player",
    "stage", "index", "position_at", "predecessors", "predecessor_indexes", "count_moves",
    "candidates",
)  # fmt: skip
"""Rules in the order of the kernels. ``end`` names either rule for terminal positions."""

FOR_SOLVES = tuple(part for part in PARTS if part != "candidates")
"""Rules that a solve calls."""


def signatures_of(rules: CompiledRules) -> dict[str, str]:
    """Return the name of the signature that each rule must have."""
    gains = rules.has_gains
    own = {"successors": SUCCESSORS[gains], "candidates": CANDIDATES[gains], "end": rules.end_rule}
    return {part: own.get(part, part) for part in PARTS}


SUCCESSORS = "successors", "successors with gains"
CANDIDATES = "candidates", "candidates with gains"
"""Names of the signatures without gains and with gains."""

GUARD_MOVE = np.int64(-0x5A5A5A5A5A5A5A5A)
GUARD_POSITION = np.uint64(0xA5A5A5A5A5A5A5A5)
MOVE, POSITION = np.dtype(np.int64), np.dtype(np.uint64)
GUARDS_OF = {MOVE: GUARD_MOVE, POSITION: GUARD_POSITION}
NUMBERS_OF = {kind: int(guard) for kind, guard in GUARDS_OF.items()}
GUARD_BYTES = {kind: np.full(GUARDS, guard).tobytes() for kind, guard in GUARDS_OF.items()}


@njit(cache=True)
def _none(position: Any, positions: Any) -> Any:
    return 0


@njit(cache=True)
def _same(position: Any) -> Any:
    return position


@njit(cache=True)
def _minus_one(position: Any) -> Any:
    return -1


@njit(cache=True)
def _zero(position: Any) -> Any:
    return 0


@njit(cache=True)
def _nowhere(index: Any) -> Any:
    return np.uint64(NO_POSITION)


@njit(cache=True)
def _nothing_known(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
    return NOTHING_KNOWN


@njit(cache=True)
def _no_gains_known(position: Any, moves: Any, positions: Any, gains: Any, priorities: Any) -> Any:
    return NOTHING_KNOWN


DEFAULTS = {
    "symmetries": _none,
    "canonical": _same,
    "player": _minus_one,
    "stage": _zero,
    "index": _minus_one,
    "position_at": _nowhere,
    "predecessors": _none,
    "predecessor_indexes": _none,
    "count_moves": _zero,
    "candidates": _nothing_known,
}


IN_PYTHON = ", run as plain Python,"
"""Words on the mode, for messages."""

CALLS_IN_PYTHON = 2_000
"""Calls of a rule from Python that run as plain Python before the rule is compiled."""


@attrs.define(eq=False, slots=False)
class Rule:
    """Rule that is called by its fixed signature only, and compiled when that is needed.

    A caller who needs moves does not wait for rules that only solves need, nor a solve for rules
    that only proofs need.
    """

    written: Any
    """Function as its author wrote it."""
    kind: str
    """Name of its signature in ``rules.fitting``."""
    name: str = ""
    """Name of the rule, empty for a function that stays plain Python."""
    made_of: tuple[Rule, ...] = ()
    """Rules of the author from which the library made this one."""
    _calls: int = attrs.field(default=0, init=False)
    """Number of calls from Python so far, until it is compiled."""

    @cached_property
    def signature(self) -> Any:
        """Signature in numba's form."""
        from gamesolver.rules.fitting import SIGNATURES  # numba: only when rules are compiled

        return SIGNATURES[self.kind]

    @cached_property
    def number(self) -> Any:
        """Type of its first argument: ``np.uint64`` for a position, ``np.int64`` for an index."""
        return np.int64 if self.kind.startswith("position_at") else np.uint64

    @cached_property
    def is_deferred(self) -> bool:
        """True if the rule can run as plain Python until it is compiled."""
        return isinstance(self.written, Deferred) and all(part.is_deferred for part in self.made_of)

    @property
    def may_be_plain(self) -> bool:
        """True if the rule can run as plain Python, and neither is compiled nor ought to be."""
        return self._calls < CALLS_IN_PYTHON and self.is_deferred

    def hand_over(self) -> None:
        """Compile the rule from now on."""
        self._calls = CALLS_IN_PYTHON

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """Function for kernels in plain Python."""
        written, number = getattr(self.written, "py_func", self.written), self.number

        def ruled(argument: Any, *buffers: Columns) -> Any:
            count_call()
            return written(number(argument), *buffers)

        return ruled

    @cached_property
    def function(self) -> Any:
        """Function for kernels. Raises ``GameContractError`` if it does not fit."""
        for part in self.made_of:
            part.fit()
        self.hand_over()
        function = self.written
        if self.name:
            from gamesolver.rules.fitting import fitted  # numba: only when rules are compiled

            function = fitted(self.name, self.written, self.signature)
        if hasattr(function, "py_func"):
            return function
        number = self.number

        def typed(argument: Any, *buffers: Columns) -> Any:
            return function(number(argument), *buffers)

        return typed

    @cached_property
    def entry(self) -> Callable[..., Any]:
        """Machine code for its signature, or the function in plain Python."""
        function: Any = self.function
        if hasattr(function, "py_func"):
            from gamesolver.kernels.numba_internals import entry_point

            return entry_point(function, self.signature.args)
        return function  # type: ignore[no-any-return]

    def fit(self) -> None:
        """Compile the rule. Raise ``GameContractError`` if it does not fit."""
        if not is_plain():
            _ = self.entry

    def chosen(self) -> Callable[..., Any]:
        """Return the function to call from Python now: compiled, or in plain Python."""
        if is_plain():
            return self.plain
        if self.may_be_plain:
            self._calls += 1
            return self._alone
        return self.entry

    def _alone(self, argument: Any, *buffers: Columns) -> Any:
        """Return the result of a single call in plain Python."""
        with plainly():
            return self.plain(argument, *buffers)

    def __call__(self, argument: Any, *buffers: Columns) -> Any:
        """Return the result of the rule."""
        return self.chosen()(self.number(argument), *buffers)


def _default(name: str, has_gains: bool) -> Any:
    """Return the default of a rule that is not written."""
    return _no_gains_known if name == "candidates" and has_gains else DEFAULTS[name]


def _indexed_through(rules: CompiledRules, by_stage: Mapping[int, int]) -> dict[str, Rule]:
    """Return the rules for all indexes, made from those within the stages."""
    kinds = {"stage": "stage", "index": "index", "position_at": "position_at by stages"}
    within = [Rule(getattr(rules, name), kinds[name], name) for name in kinds]
    made = indexed_through(rules, by_stage)
    return {name: Rule(made[name], name, name, tuple(within)) for name in made}


def nothing_known(has_gains: bool = False) -> Rule:
    """Return the default of ``candidates``."""
    kind = CANDIDATES[has_gains]
    return Rule(_default("candidates", has_gains), kind, "candidates")


@attrs.frozen(eq=False)
class Calls:
    """All rules of one game, with defaults, called by their signatures."""

    rules: CompiledRules
    successors: Rule
    end: Rule
    symmetries: Rule
    canonical: Rule
    player: Rule
    stage: Rule
    index: Rule
    position_at: Rule
    predecessors: Rule
    predecessor_indexes: Rule
    count_moves: Rule
    candidates: Rule
    folding: int
    """Method of canonicalisation, as a code for the kernels."""
    how: str = ""
    """Text on the mode in which the rules run, for messages."""
    _last: list[tuple[object, list[list[int]]]] = attrs.field(
        factory=lambda: [(None, [])], init=False
    )
    """Position whose moves were listed last, with its moves."""

    @classmethod
    def of(cls, rules: CompiledRules) -> Calls:
        """Return the author's rules and defaults for the others. Nothing is compiled yet."""
        parts: dict[str, Any] = {}
        for part, kind in signatures_of(rules).items():
            name = rules.end_rule if part == "end" else part
            written = getattr(rules, name) or _default(name, rules.has_gains)
            parts[part] = Rule(written, kind, name)
        if rules.by_stage is not None:
            parts |= _indexed_through(rules, rules.by_stage)
        return cls(rules, **parts, folding=_folding(rules))

    @property
    def facts(self) -> tuple[int, bool, bool, bool, int]:
        """Fields of ``kernels.places.GameRules`` before the encoding of scores."""
        bundle = self.rules
        has_seats, counts = bundle.player is not None, bundle.count_moves is not None
        gives_indexes = bundle.predecessor_indexes is not None and not has_seats
        return self.folding, has_seats, gives_indexes, counts, bundle.playing

    def named_plain(self) -> Calls:
        """Return the same rules; messages state that they run as plain Python."""
        return attrs.evolve(self, how=IN_PYTHON)

    @property
    def are_deferred(self) -> bool:
        """True if all rules can run as plain Python, and none is compiled or ought to be."""
        return all(rule.may_be_plain for rule in self._all)

    @property
    def _all(self) -> list[Rule]:
        return [getattr(self, part) for part in PARTS]

    def hand_over(self) -> None:
        """Compile the rules from now on: they are called too often for plain Python."""
        for rule in self._all:
            rule.hand_over()

    def fit(self, parts: Iterable[str] = FOR_SOLVES) -> None:
        """Compile these rules. Raise ``GameContractError`` if one does not fit."""
        for part in parts:
            rule: Rule = getattr(self, part)
            rule.fit()

    # ── single calls ───────────────────────────────────────────────────────

    def call(self, name: str, position: object) -> int:
        """Return the result of a rule with one argument. Raise if it is impossible."""
        if name == self.rules.end_rule:
            return self.call_end(position)
        argument = as_position(position)
        if name == "canonical":
            return self._canonical(int(argument))
        if name == "index":
            return self.index_of(int(argument))
        answer = self._call(name, argument)
        if name == "player" and answer not in (0, 1):
            raise self._impossible("player", position, answer, "0 or 1")
        return answer

    def call_end(self, position: object) -> int:
        """Return the code or score of a terminal position, or ``playing``. Raise if impossible."""
        answer, rules = self._call("end", as_position(position)), self.rules
        if answer != rules.playing and not rules.least_end <= answer <= rules.most_end:
            raise self._impossible("ending", position, answer, rules.possible_ends)
        return answer

    def is_over(self, position: object) -> bool:
        """Return True if a position is terminal."""
        return self.call_end(position) != self.rules.playing

    def _impossible(
        self, law: str, position: object, answer: int, expected: str
    ) -> GameContractError:
        name = self.rules.end_rule if law == "ending" else law
        message = f"{name}({spelled(position)}) returned {answer}: expected {expected}"
        return broken(law, message, position)

    def index_of(self, number: int) -> int:
        """Return the index of any integer, ``NO_POSITION`` included, or -1."""
        index, num_indexes = self._call("index", np.uint64(number)), self.rules.num_indexes or 0
        if self.rules.by_stage is not None and not 0 <= index < num_indexes:
            self._require_in_stage(number, self.rules.by_stage)
        if not -1 <= index < num_indexes:
            raise broken(
                "indexes",
                f"index({number}) returned {index}: expected an index from 0 to {num_indexes - 1}, "
                "or -1 for an integer that is not a position",
                number,
            )
        return index

    def _require_in_stage(self, number: int, by_stage: Mapping[int, int]) -> None:
        """Raise if the author's ``index`` returns an index that its stage does not have."""
        _, index, _ = self.index.made_of
        within = int(index(number))
        if within == -1:
            return  # an integer that is not a position has no stage
        stage = self._call("stage", np.uint64(number))
        if why := beyond_stage(number, stage, within, by_stage):
            raise broken("indexes", why, number)

    def position_in(self, index: int) -> int:
        """Return the position at an index by ``position_at``."""
        return self._call("position_at", np.int64(index))

    def _canonical(self, position: int) -> int:
        if self.folding == BY_SYMMETRIES:
            return min(position, *self.call_symmetries(position), NO_POSITION)
        if self.folding != BY_INDEX:
            return self._call("canonical", np.uint64(position))
        index = self.index_of(position)
        if index < 0:
            raise InvalidArgumentError(f"no position {position}: its index is {index}")
        standing = self.position_in(index)
        if standing != position and (other := self.index_of(standing)) != index:
            raise broken("indexes", not_undone(position, index, standing, other), position)
        return standing

    def _call(self, name: str, argument: Any, *buffers: Columns) -> int:
        """Return the result of a rule. Its exceptions are reported as violations."""
        rule: Rule = getattr(self, name)
        call = rule.chosen()
        try:
            return int(call(rule.number(argument), *buffers))
        except Exception as error:  # an author's rule may raise anything
            law = "bounds" if isinstance(error, IndexError) else "raises"
            name = self.rules.end_rule if name == "end" else name
            message = f"{name}({argument}){self.how} raised {error_text(error)}"
            raise broken(law, message, int(argument)) from error

    # ── calls in bulk ──────────────────────────────────────────────────────

    def call_successors(self, position: object) -> tuple[list[int], list[int]]:
        """Return move codes and raw successors."""
        codes, positions, *_ = self.call_moves(position)
        return codes, positions

    def call_gains(self, position: object) -> dict[int, int]:
        """Return the gain of each move by its code."""
        codes, _, gains = self.call_moves(position)
        return dict(zip(codes, gains, strict=True))

    def call_moves(self, position: object) -> list[list[int]]:
        """Return move codes, raw successors and, if moves gain points, the gains."""
        return self._listed(
            "successors", "max_moves", position, MOVE, POSITION, *(MOVE,) * self.rules.has_gains
        )

    def moves_again(self, position: object) -> list[list[int]]:
        """Return the moves, without a call if the position is that of the last call."""
        last = self._last[0]
        if type(position) is not int or last[0] != position:
            last = self._last[0] = position, self.call_moves(position)
        return last[1]

    def call_candidates(self, position: object) -> list[int] | Outcome | Bounds | None:
        """Return the candidate moves, best first, or a verdict, or ``None`` if nothing is known."""
        found = self.call_candidate_moves(position)
        return [code for code, _ in found] if isinstance(found, list) else found

    def call_candidate_moves(
        self, position: object
    ) -> list[tuple[int, int]] | Outcome | Bounds | None:
        """Return the candidate moves with their successors, or a verdict, or ``None``."""
        most = self.rules.max_moves
        kinds = MOVE, POSITION, *(MOVE,) * self.rules.has_gains, MOVE
        buffers = [_guarded(most, kind).copy() for kind in kinds]
        count = self._call("candidates", as_position(position), *buffers)
        if any(buffer[-GUARDS:].tobytes() != GUARD_BYTES[buffer.dtype] for buffer in buffers):
            fault = f"wrote beyond its buffer: expected at most max_moves, which is {most}"
        elif not 1 <= count <= most and not _is_verdict(count):
            fault = (
                f"returned {count}: expected a count from 1 to max_moves, which is {most}, or a "
                "verdict of gamesolver.verdicts"
            )
        elif count < 0:
            return _verdict(count)
        else:
            codes, positions, *_, priorities = (buffer[:count].tolist() for buffer in buffers)
            order = sorted(range(count), key=lambda each: -priorities[each])
            return [(codes[each], positions[each]) for each in order]
        raise broken("bounds", f"candidates({spelled(position)}) {fault}", position)

    def call_symmetries(self, position: object) -> list[int]:
        """Return the symmetric positions of a position."""
        return self._listed("symmetries", "max_symmetries", position, POSITION)[0]

    def call_predecessors(self, position: object) -> list[int]:
        """Return the raw predecessors of a position."""
        return self._listed("predecessors", "max_predecessors", position, POSITION)[0]

    def call_predecessor_indexes(self, position: object) -> list[int]:
        """Return the indexes of the predecessors by ``predecessor_indexes``."""
        return self._listed("predecessor_indexes", "max_predecessors", position, MOVE)[0]

    def _listed(self, rule: str, name: str, position: object, *kinds: Any) -> list[list[int]]:
        """Return the entries that a rule writes into buffers. Raise if they are impossible."""
        argument, most = as_position(position), getattr(self.rules, name)
        buffers = [_guarded(most, kind).copy() for kind in kinds]
        count = self._call(rule, argument, *buffers)
        listed = [buffer[:count].tolist() for buffer in buffers] if 0 <= count <= most else []
        if not listed:
            fault = f"returned {count}: expected a count from 0 to {name}, which is {most}"
        elif any(buffer[-GUARDS:].tobytes() != GUARD_BYTES[buffer.dtype] for buffer in buffers):
            fault = f"wrote beyond its buffer: expected at most {name}, which is {most}"
        elif any(
            NO_POSITION in each
            for each, kind in zip(listed, kinds, strict=True)
            if kind == POSITION
        ):
            fault = (
                "returned 2^64 - 1, which is not a position: expected an integer from 0 to 2^64 - 2"
            )
        elif unwritten := self._unwritten(rule, argument, listed, buffers):
            fault = f"returned {count}, and left {unwritten} of them unwritten: expected 0"
        else:
            return listed
        raise broken("bounds", f"{rule}({spelled(position)}) {fault}", position)

    def _unwritten(
        self, rule: str, argument: Any, listed: list[list[int]], buffers: list[Columns]
    ) -> int:
        """Return the number of entries that a rule counts and does not write.

        A second call with other guards decides, because a rule may write the guard itself.
        """
        guards = [NUMBERS_OF[buffer.dtype] for buffer in buffers]
        if not any(map(contains, listed, guards)):
            return 0
        others = [np.full(len(buffer), ~GUARDS_OF[buffer.dtype]) for buffer in buffers]
        self._call(rule, argument, *others)
        count = len(listed[0])
        still = [buffer[:count] == ~GUARDS_OF[buffer.dtype] for buffer in others]
        return int(np.any(still, axis=0).sum())


def _is_verdict(code: int) -> bool:
    """Return True if a negative number is a verdict of ``gamesolver.verdicts``."""
    return code == NOTHING_KNOWN or -1 - KINDS * (1 - 2 * VERDICTS_FROM) < code < 0


def _verdict(code: int) -> Outcome | Bounds | None:
    """Return the outcome or the bounds that a verdict encodes."""
    if code == NOTHING_KNOWN:
        return None
    kind, score = (-1 - code) % KINDS, (-1 - code) // KINDS + VERDICTS_FROM
    if kind >= SCORES_AT_LEAST:
        least = -score if kind == SCORES_WITHIN else score
        return Bounds(
            least if kind != SCORES_AT_MOST else None, score if kind != SCORES_AT_LEAST else None
        )
    bound = Outcome(Value.of(score), MOST - abs(score)) if score else Value.DRAW
    if kind == EXACTLY and isinstance(bound, Outcome):
        return bound
    return Bounds(bound if kind != AT_MOST else None, bound if kind != AT_LEAST else None)


@lru_cache(maxsize=8)
def _guarded(most: int, kind: Any) -> Columns:
    """Return a read-only buffer filled with guards, to be copied."""
    buffer: Columns = np.full(most + GUARDS, GUARDS_OF[kind])
    buffer.setflags(write=False)
    return buffer


def not_undone(position: object, index: int, standing: object, other: int) -> str:
    """Return the message for an index at which ``position_at`` gives a position of another."""
    return (
        f"position {position} has index {index}, for which position_at returns {standing}, "
        f"whose index is {other}: expected index and position_at to agree"
    )


def as_position(position: object) -> np.uint64:
    """Return a position as ``uint64``. Raise for any other object."""
    if not is_position(position):
        raise InvalidArgumentError(
            f"bad position {spelled(position)}: expected a whole number from 0 to 2^64 - 2"
        )
    return np.uint64(position)  # type: ignore[arg-type]  # a number, as the line above has shown


def _folding(rules: CompiledRules) -> int:
    if rules.canonical is not None:
        return BY_CANONICAL
    if rules.index is not None:
        return BY_INDEX
    return AS_IT_IS if rules.symmetries is None else BY_SYMMETRIES


@cache
def bundle_by_sign(rules: CompiledRules) -> CompiledRules:
    """Return the rules with the sign of the score as terminal code."""
    terminal_score = rules.terminal_score

    @njit
    def terminal_code(position: Any) -> Any:
        score = terminal_score(position)
        if score == NO_SCORE:
            return PLAYING
        return 1 if score > 0 else -1 if score < 0 else 0

    ends: dict[str, Any] = {"terminal_code": terminal_code, "terminal_score": None}
    return attrs.evolve(rules, **ends, least_score=None, most_score=None)
