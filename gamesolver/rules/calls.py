"""The fixed signatures of compiled rules, and asking the rules from Python.

The engine's kernels take rules as *first-class functions*: arguments of a numba
function type, with a signature but no name. So a kernel is compiled once and
serves every game. A rule that an author did not write is replaced by one that
says nothing.

From Python a rule is asked by the same signature, and can be by no other (see
:class:`Rule`). Asked with an integer of Python's, numba would compile it once more,
for ``int64``: a rule that the author never wrote, in which positions beyond 2^63 do
not fit, and those beyond 2^53 meet floats.

**Compiling an author's rule for the signature that the engine calls it by.**

Whether or not its decorator names a signature, a rule is compiled here for the one that
it must have. What does not fit is reported before anything is solved.

Machine code has a name, and of two rules with one name numba would call the last one for
both. The name has a number in it that each process counts from 1; but what it takes from
the cache keeps the name that another process gave. So here the count begins anywhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from operator import contains
from secrets import randbits
from typing import TYPE_CHECKING, Any

import attrs
import numba as nb
import numpy as np
from numba import errors, types
from numba.extending import is_jitted

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.kernels.numba_internals import (
    entry_point,
    is_compiled_for,
    number_functions_from,
    return_type,
)
from gamesolver.kernels.places import AS_IT_IS, BY_CANONICAL, BY_INDEX, BY_SYMMETRIES
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.worths import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    KINDS,
    MOST,
    NOTHING_KNOWN,
    SCORES_AT_LEAST,
    SCORES_AT_MOST,
    SCORES_WITHIN,
    VERDICTS_FROM,
)
from gamesolver.rules.messages import broken
from gamesolver.rules.slots_by_stage import beyond_stage, numbered_through
from gamesolver.rules.sources import keep_fresh
from gamesolver.system.columns import Columns
from gamesolver.texts import said_by, spelled
from gamesolver.value import NO_SCORE, PLAYING, Bounds, Outcome, Value

if TYPE_CHECKING:
    from gamesolver.rules.compiled import CompiledRules


# ── compiling an author's rule for the signature that the engine calls it by ────────────────────


def _count_anew() -> None:
    """Begin the count anywhere; in a forked process too, or both would give the same names."""
    number_functions_from(randbits(48))


_count_anew()
if sys.platform != "win32":
    os.register_at_fork(after_in_child=_count_anew)


def fitted(name: str, rule: Any, signature: Any) -> Any:
    """A rule compiled for its signature; ``GameContractError`` where it does not fit."""
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return np.errstate(all="ignore")(rule)  # compiled numbers wrap around in silence
    if not is_jitted(rule):
        raise broken(
            "signatures",
            f"bad rule {name}: expected a function under @numba.njit, got {spelled(rule)}",
        )
    try:
        keep_fresh(rule)
        if not is_compiled_for(rule, signature.args):  # its decorator named none, or another one
            rule.compile(signature.args)
    except (errors.NumbaError, errors.UnsupportedBytecodeError, TypeError, RuntimeError) as error:
        raise broken(
            "signatures",
            f"{name} does not compile for {_words(name, signature)}: {_first_line(error)}",
        ) from error
    returned = return_type(rule, signature.args)
    if types.unliteral(returned) != signature.return_type:
        is_left_out = isinstance(returned, types.NoneType | types.Optional)
        where = "wherever it ends, " if is_left_out else ""
        raise broken(
            "signatures",
            f"{name} returns {returned}: expected {_words(name, signature)}; "
            f"{where}write return np.{signature.return_type}(...)",
        )
    return rule


def _words(name: str, signature: Any) -> str:
    """A signature as the documentation writes it."""
    buffers = {types.int64: "moves", types.uint64: "positions", types.int32: "worths"}
    arguments = (
        buffers[argument.dtype] if isinstance(argument, types.Array) else str(argument)
        for argument in signature.args
    )
    return f"{name}({', '.join(arguments)}) -> {signature.return_type}"


def _first_line(error: Exception) -> str:
    """The first line that says something; what a colon at its end promises comes with it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    saying = [line for line in lines if "Failed in" not in line] or [type(error).__name__]
    return " ".join(saying[: 1 + saying[0].endswith(":")])


# ── the fixed signatures of compiled rules, and asking the rules from Python ────────────────────

POSITIONS = types.Array(types.uint64, 1, "C")
MOVES = types.Array(types.int64, 1, "C")
WORTHS = types.Array(types.int32, 1, "C")
SIGNATURES = {
    "successors": types.int64(types.uint64, MOVES, POSITIONS),
    "successors with gains": types.int64(types.uint64, MOVES, POSITIONS, MOVES),
    "terminal_code": types.int64(types.uint64),
    "terminal_score": types.int64(types.uint64),
    "symmetries": types.int64(types.uint64, POSITIONS),
    "canonical": types.uint64(types.uint64),
    "player": types.int64(types.uint64),
    "stage": types.int64(types.uint64),
    "index": types.int64(types.uint64),
    "position_at": types.uint64(types.int64),
    "position_at by stages": types.uint64(types.int64, types.int64),
    "group_targets": types.int64(types.int64, types.int64, MOVES),
    "group_best": types.int64(types.int64, types.int64, WORTHS, MOVES, WORTHS),
    "predecessors": types.int64(types.uint64, POSITIONS),
    "predecessor_slots": types.int64(types.uint64, MOVES),
    "count_moves": types.int64(types.uint64),
    "candidates": types.int64(types.uint64, MOVES, POSITIONS, MOVES),
    "candidates with gains": types.int64(types.uint64, MOVES, POSITIONS, MOVES, MOVES),
}
PARTS = (
    "successors", "end", "symmetries", "canonical", "player",
    "stage", "index", "position_at", "predecessors", "predecessor_slots", "count_moves",
    "candidates",
)  # fmt: skip
"""The rules as kernels ask them: the one that tells how play ends has one name for both kinds."""

FOR_SOLVES = tuple(part for part in PARTS if part != "candidates")
"""What a solve asks."""


def signatures_of(rules: CompiledRules) -> dict[str, Any]:
    """The signature that each part must have in such a bundle."""
    gains = rules.has_gains
    own = {"successors": SUCCESSORS[gains], "candidates": CANDIDATES[gains], "end": rules.end_rule}
    return {part: SIGNATURES[own.get(part, part)] for part in PARTS}


KIND = {name: types.FunctionType(signature) for name, signature in SIGNATURES.items()}
KIND["end"] = KIND["terminal_code"]
"""The type of each rule as an argument of a kernel."""
SUCCESSORS = "successors", "successors with gains"
CANDIDATES = "candidates", "candidates with gains"
"""The names of the signatures of both: where moves gain nothing, and where they may."""

NUMBERS = {types.uint64: np.uint64, types.int64: np.int64}

GUARD_MOVE = np.int64(-0x5A5A5A5A5A5A5A5A)
GUARD_POSITION = np.uint64(0xA5A5A5A5A5A5A5A5)
MOVE, POSITION = np.dtype(np.int64), np.dtype(np.uint64)
GUARDS_OF = {MOVE: GUARD_MOVE, POSITION: GUARD_POSITION}
NUMBERS_OF = {kind: int(guard) for kind, guard in GUARDS_OF.items()}
BEHIND = {kind: np.full(GUARDS, guard).tobytes() for kind, guard in GUARDS_OF.items()}


@nb.njit(cache=True)
def _none(position: Any, positions: Any) -> Any:
    return 0


@nb.njit(cache=True)
def _same(position: Any) -> Any:
    return position


@nb.njit(cache=True)
def _minus_one(position: Any) -> Any:
    return -1


@nb.njit(cache=True)
def _zero(position: Any) -> Any:
    return 0


@nb.njit(cache=True)
def _nowhere(index: Any) -> Any:
    return np.uint64(NO_POSITION)


@nb.njit(cache=True)
def _nothing_known(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
    return NOTHING_KNOWN


@nb.njit(cache=True)
def _no_gains_known(position: Any, moves: Any, positions: Any, gains: Any, ranks: Any) -> Any:
    return NOTHING_KNOWN


DEFAULTS = {
    "symmetries": _none,
    "canonical": _same,
    "player": _minus_one,
    "stage": _zero,
    "index": _minus_one,
    "position_at": _nowhere,
    "predecessors": _none,
    "predecessor_slots": _none,
    "count_moves": _zero,
    "candidates": _nothing_known,
}


@attrs.frozen(eq=False, slots=False)
class Rule:
    """A rule that can be asked by its signature, and in no other way; compiled when first needed.

    Whoever asks for moves alone does not wait for what only solves need, and no solve for what only
    proofs ask.
    """

    written: Any
    """As its author wrote it."""
    signature: Any
    name: str = ""
    """As the author calls it; of what stays plain Python there is none."""
    made_of: tuple[Rule, ...] = ()
    """What its author wrote, where the library made the rule out of it."""

    @cached_property
    def number(self) -> Any:
        """The type of its first argument: ``np.uint64`` of a position, ``np.int64`` of a slot."""
        return NUMBERS[self.signature.args[0]]

    @cached_property
    def function(self) -> Any:
        """As kernels take it; ``GameContractError`` where it does not fit."""
        for part in self.made_of:
            part.fit()
        function = fitted(self.name, self.written, self.signature) if self.name else self.written
        if is_jitted(function):
            return function
        number = self.number

        def typed(argument: Any, *buffers: Columns) -> Any:
            return function(number(argument), *buffers)

        return typed

    @cached_property
    def entry(self) -> Callable[..., Any]:
        """The machine code for its signature; in plain Python the function."""
        function: Any = self.function
        if is_jitted(function):
            return entry_point(function, self.signature.args)
        return function  # type: ignore[no-any-return]

    def fit(self) -> None:
        """Compile it; ``GameContractError`` where it does not fit."""
        _ = self.entry

    def __call__(self, argument: Any, *buffers: Columns) -> Any:
        """What it returns."""
        return self.entry(self.number(argument), *buffers)


def _default(name: str, has_gains: bool) -> Any:
    """What stands for a rule that is not written."""
    return _no_gains_known if name == "candidates" and has_gains else DEFAULTS[name]


def _numbered_through(rules: CompiledRules, by_stage: Mapping[int, int]) -> dict[str, Rule]:
    """The rules of all slots, made of those within the stages."""
    kinds = {"stage": "stage", "index": "index", "position_at": "position_at by stages"}
    within = [Rule(getattr(rules, name), SIGNATURES[kinds[name]], name) for name in kinds]
    made = numbered_through(rules, by_stage)
    return {name: Rule(made[name], SIGNATURES[name], name, tuple(within)) for name in made}


def nothing_known(has_gains: bool = False) -> Rule:
    """The ``candidates`` of an author who says nothing."""
    signature = SIGNATURES[CANDIDATES[has_gains]]
    return Rule(_default("candidates", has_gains), signature, "candidates")


@attrs.frozen(eq=False)
class Calls:
    """The rules of one game, each asked by its signature, none missing."""

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
    predecessor_slots: Rule
    count_moves: Rule
    candidates: Rule
    folding: int
    """How a position is folded: a code for the kernels."""
    how: str = ""
    """In which mode the rules run, where messages should say it."""

    @classmethod
    def of(cls, rules: CompiledRules) -> Calls:
        """What the author wrote, and what stands for the rest; nothing is compiled yet."""
        parts: dict[str, Any] = {}
        for part, signature in signatures_of(rules).items():
            name = rules.end_rule if part == "end" else part
            written = getattr(rules, name) or _default(name, rules.has_gains)
            parts[part] = Rule(written, signature, name)
        if rules.by_stage is not None:
            parts |= _numbered_through(rules, rules.by_stage)
        return cls(rules, **parts, folding=_folding(rules))

    def fit(self, parts: Iterable[str] = FOR_SOLVES) -> None:
        """Compile these rules; ``GameContractError`` where one does not fit."""
        for part in parts:
            rule: Rule = getattr(self, part)
            rule.fit()

    # ── asking one thing ───────────────────────────────────────────────────

    def ask(self, name: str, position: object) -> int:
        """What one of the rules with a single argument says, if that can be."""
        if name == self.rules.end_rule:
            return self.ask_end(position)
        argument = as_position(position)
        if name == "canonical":
            return self._canonical(int(argument))
        if name == "index":
            return self.slot_of(int(argument))
        answer = self._call(name, argument)
        if name == "player" and answer not in (0, 1):
            raise self._impossible("player", position, answer, "0 or 1")
        return answer

    def ask_end(self, position: object) -> int:
        """What the rules say of an end of play, or that there is none, if that can be."""
        answer, rules = self._call("end", as_position(position)), self.rules
        if answer != rules.playing and not rules.least_end <= answer <= rules.most_end:
            raise self._impossible("ending", position, answer, rules.possible_ends)
        return answer

    def is_over(self, position: object) -> bool:
        """Whether play has ended there."""
        return self.ask_end(position) != self.rules.playing

    def _impossible(
        self, law: str, position: object, answer: int, expected: str
    ) -> GameContractError:
        name = self.rules.end_rule if law == "ending" else law
        message = f"{name}({spelled(position)}) returned {answer}: expected {expected}"
        return broken(law, message, position)

    def slot_of(self, number: int) -> int:
        """What ``index`` says of any integer, ``NO_POSITION`` too: a slot, or -1."""
        slot, slots = self._call("index", np.uint64(number)), self.rules.slots or 0
        if self.rules.by_stage is not None and not 0 <= slot < slots:
            self._require_in_stage(number, self.rules.by_stage)
        if not -1 <= slot < slots:
            raise broken(
                "slots",
                f"index({number}) returned {slot}: expected a slot from 0 to {slots - 1}, "
                "or -1 for what is no position",
                number,
            )
        return slot

    def _require_in_stage(self, number: int, by_stage: Mapping[int, int]) -> None:
        """Raise if ``index``, as the author wrote it, gives a slot that its stage does not have."""
        _, index, _ = self.index.made_of
        within = int(index(number))
        if within == -1:
            return  # and whoever is no position has no stage
        stage = self._call("stage", np.uint64(number))
        if why := beyond_stage(number, stage, within, by_stage):
            raise broken("slots", why, number)

    def position_in(self, slot: int) -> int:
        """What ``position_at`` says."""
        return self._call("position_at", np.int64(slot))

    def _canonical(self, position: int) -> int:
        if self.folding == BY_SYMMETRIES:
            return min(position, *self.ask_symmetries(position), NO_POSITION)
        if self.folding != BY_INDEX:
            return self._call("canonical", np.uint64(position))
        slot = self.slot_of(position)
        if slot < 0:
            raise InvalidArgumentError(f"no position {position}: its index is {slot}")
        standing = self.position_in(slot)
        if standing != position and (other := self.slot_of(standing)) != slot:
            raise broken("slots", not_undone(position, slot, standing, other), position)
        return standing

    def _call(self, name: str, argument: Any, *buffers: Columns) -> int:
        """What a rule returns; what it raises is reported as a fault of the rule."""
        rule: Rule = getattr(self, name)
        rule.fit()
        try:
            return int(rule(argument, *buffers))
        except Exception as error:  # an author's rule may raise anything
            law = "bounds" if isinstance(error, IndexError) else "raises"
            name = self.rules.end_rule if name == "end" else name
            message = f"{name}({argument}){self.how} raised {said_by(error)}"
            raise broken(law, message, int(argument)) from error

    # ── asking several ─────────────────────────────────────────────────────

    def ask_successors(self, position: object) -> tuple[list[int], list[int]]:
        """Move codes and raw next positions."""
        codes, positions, *_ = self.ask_moves(position)
        return codes, positions

    def ask_gains(self, position: object) -> dict[int, int]:
        """What each move gains, by its code."""
        codes, _, gains = self.ask_moves(position)
        return dict(zip(codes, gains, strict=True))

    def ask_moves(self, position: object) -> list[list[int]]:
        """Move codes, raw next positions and, where moves gain, what each of them gains."""
        return self._listed(
            "successors", "max_moves", position, MOVE, POSITION, *(MOVE,) * self.rules.has_gains
        )

    def ask_candidates(self, position: object) -> list[int] | Outcome | Bounds | None:
        """The moves worth trying, the best first, or a verdict; ``None`` where nothing is known."""
        said = self.ask_ranked(position)
        return [code for code, _ in said] if isinstance(said, list) else said

    def ask_ranked(self, position: object) -> list[tuple[int, int]] | Outcome | Bounds | None:
        """The same, with the position that each move leads to."""
        most = self.rules.max_moves
        kinds = MOVE, POSITION, *(MOVE,) * self.rules.has_gains, MOVE
        buffers = [_guarded(most, kind).copy() for kind in kinds]
        count = self._call("candidates", as_position(position), *buffers)
        if any(buffer[-GUARDS:].tobytes() != BEHIND[buffer.dtype] for buffer in buffers):
            fault = f"wrote beyond its buffer: expected at most max_moves, which is {most}"
        elif not 1 <= count <= most and not _is_verdict(count):
            fault = (
                f"returned {count}: expected a count from 1 to max_moves, which is {most}, or a "
                "verdict of gamesolver.verdicts"
            )
        elif count < 0:
            return _verdict(count)
        else:
            codes, positions, *_, ranks = (buffer[:count].tolist() for buffer in buffers)
            order = sorted(range(count), key=lambda each: -ranks[each])
            return [(codes[each], positions[each]) for each in order]
        raise broken("bounds", f"candidates({spelled(position)}) {fault}", position)

    def ask_symmetries(self, position: object) -> list[int]:
        """The twins of a position."""
        return self._listed("symmetries", "max_twins", position, POSITION)[0]

    def ask_predecessors(self, position: object) -> list[int]:
        """Raw positions one move back."""
        return self._listed("predecessors", "max_predecessors", position, POSITION)[0]

    def ask_predecessor_slots(self, position: object) -> list[int]:
        """What the rules give as the slots of those."""
        return self._listed("predecessor_slots", "max_predecessors", position, MOVE)[0]

    def _listed(self, rule: str, name: str, position: object, *kinds: Any) -> list[list[int]]:
        """What a rule writes into buffers of these kinds, if that can be."""
        argument, most = as_position(position), getattr(self.rules, name)
        buffers = [_guarded(most, kind).copy() for kind in kinds]
        count = self._call(rule, argument, *buffers)
        listed = [buffer[:count].tolist() for buffer in buffers] if 0 <= count <= most else []
        if not listed:
            fault = f"returned {count}: expected a count from 0 to {name}, which is {most}"
        elif any(buffer[-GUARDS:].tobytes() != BEHIND[buffer.dtype] for buffer in buffers):
            fault = f"wrote beyond its buffer: expected at most {name}, which is {most}"
        elif any(
            NO_POSITION in each
            for each, kind in zip(listed, kinds, strict=True)
            if kind == POSITION
        ):
            fault = "gives 2^64 - 1, which stands for no position: expected any other"
        elif unwritten := self._unwritten(rule, argument, listed, buffers):
            fault = f"returned {count}, and left {unwritten} of them unwritten: expected 0"
        else:
            return listed
        raise broken("bounds", f"{rule}({spelled(position)}) {fault}", position)

    def _unwritten(
        self, rule: str, argument: Any, listed: list[list[int]], buffers: list[Columns]
    ) -> int:
        """How many entries a rule counts and does not write: what stood there stands there still.

        Whatever that is: for a rule may write the very words that were there.
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
    """Whether a number below 0 is one that ``gamesolver.verdicts`` gives."""
    return code == NOTHING_KNOWN or -1 - KINDS * (1 - 2 * VERDICTS_FROM) < code < 0


def _verdict(code: int) -> Outcome | Bounds | None:
    """What it says."""
    if code == NOTHING_KNOWN:
        return None
    kind, worth = (-1 - code) % KINDS, (-1 - code) // KINDS + VERDICTS_FROM
    if kind >= SCORES_AT_LEAST:
        least = -worth if kind == SCORES_WITHIN else worth
        return Bounds(
            least if kind != SCORES_AT_MOST else None, worth if kind != SCORES_AT_LEAST else None
        )
    bound = Outcome(Value.of(worth), MOST - abs(worth)) if worth else Value.DRAW
    if kind == EXACTLY and isinstance(bound, Outcome):
        return bound
    return Bounds(bound if kind != AT_MOST else None, bound if kind != AT_LEAST else None)


@lru_cache(maxsize=8)
def _guarded(most: int, kind: Any) -> Columns:
    """A buffer for so many entries, with guards in them and behind: to be copied."""
    buffer: Columns = np.full(most + GUARDS, GUARDS_OF[kind])
    buffer.setflags(write=False)
    return buffer


def not_undone(position: object, slot: int, standing: object, other: int) -> str:
    """Return the message for a slot whose ``position_at`` is not a position of that slot."""
    return (
        f"position {position} has slot {slot}, where position_at gives {standing}, whose index is "
        f"{other}: expected index and position_at to agree"
    )


def as_position(position: object) -> np.uint64:
    """A position as the rules take it; any other object is refused."""
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
    """The same bundle with a code in place of the score."""
    terminal_score = rules.terminal_score

    @nb.njit
    def terminal_code(position: Any) -> Any:
        score = terminal_score(position)
        if score == NO_SCORE:
            return PLAYING
        return 1 if score > 0 else -1 if score < 0 else 0

    ends = {"terminal_code": terminal_code, "terminal_score": None}
    return attrs.evolve(rules, **ends, least_score=None, most_score=None)
