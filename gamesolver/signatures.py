"""The fixed signatures of compiled rules, and asking the rules from Python.

The engine's kernels take rules as *first-class functions*: arguments of a numba
function type, with a signature but no name. So a kernel is compiled once and
serves every game. A rule that an author did not write is replaced by one that
says nothing.
"""

from __future__ import annotations

import operator
from typing import Any

import attrs
import numba as nb
import numpy as np
from numba.core import types
from numba.core.errors import NumbaError

from gamesolver.compiled import NO_POSITION, CompiledRules
from gamesolver.errors import Fault, GameContractError, InvalidArgumentError
from gamesolver.places_kernels import AS_IT_IS, BY_CANONICAL, BY_INDEX, BY_SYMMETRIES, GUARDS
from gamesolver.spelling import spelled

POSITIONS = types.Array(types.uint64, 1, "C")
MOVES = types.Array(types.int64, 1, "C")
SIGNATURES = {
    "successors": types.int64(types.uint64, MOVES, POSITIONS),
    "terminal_code": types.int64(types.uint64),
    "symmetries": types.int64(types.uint64, POSITIONS),
    "canonical": types.uint64(types.uint64),
    "player": types.int64(types.uint64),
    "stage": types.int64(types.uint64),
    "index": types.int64(types.uint64),
    "position_at": types.uint64(types.int64),
}
KIND = {name: types.FunctionType(signature) for name, signature in SIGNATURES.items()}
"""The type of each rule as an argument of a kernel."""

GUARD_MOVE = np.int64(-0x5A5A5A5A5A5A5A5A)
GUARD_POSITION = np.uint64(0xA5A5A5A5A5A5A5A5)


@nb.njit(SIGNATURES["symmetries"], cache=True)
def _no_symmetries(position: Any, positions: Any) -> Any:
    return 0


@nb.njit(SIGNATURES["canonical"], cache=True)
def _same(position: Any) -> Any:
    return position


@nb.njit(SIGNATURES["player"], cache=True)
def _minus_one(position: Any) -> Any:
    return -1


@nb.njit(SIGNATURES["stage"], cache=True)
def _zero(position: Any) -> Any:
    return 0


@nb.njit(SIGNATURES["position_at"], cache=True)
def _nowhere(index: Any) -> Any:
    return np.uint64(NO_POSITION)


DEFAULTS = {
    "symmetries": _no_symmetries,
    "canonical": _same,
    "player": _minus_one,
    "stage": _zero,
    "index": _minus_one,
    "position_at": _nowhere,
}


@attrs.frozen(eq=False)
class Calls:
    """The rules of one game, each compiled for its signature, none missing."""

    rules: CompiledRules
    successors: Any
    terminal_code: Any
    symmetries: Any
    canonical: Any
    player: Any
    stage: Any
    index: Any
    position_at: Any
    folding: int
    """How a position is folded: a code for the kernels."""

    @classmethod
    def of(cls, rules: CompiledRules) -> Calls:
        """Compile what the author wrote; ``GameContractError`` where it does not fit."""
        compiled = {
            name: _compiled(name, getattr(rules, name) or DEFAULTS[name]) for name in SIGNATURES
        }
        return cls(rules, **compiled, folding=_folding(rules))

    def ask(self, name: str, position: object) -> int:
        """What one of the rules with a single argument says."""
        given = as_position(position)
        if name == "canonical":
            return self._canonical(given)
        return int(getattr(self, name)(given))

    def ask_successors(self, position: object) -> tuple[list[int], list[int]]:
        """Move codes and raw next positions."""
        codes = np.full(self.rules.max_moves + GUARDS, GUARD_MOVE)
        positions = np.full(self.rules.max_moves + GUARDS, GUARD_POSITION)
        count = int(self.successors(as_position(position), codes, positions))
        self._require_fits("successors", position, count, self.rules.max_moves, "max_moves")
        self._require_guards("successors", position, codes[-GUARDS:], GUARD_MOVE)
        self._require_guards("successors", position, positions[-GUARDS:], GUARD_POSITION)
        return codes[:count].tolist(), positions[:count].tolist()

    def ask_symmetries(self, position: object) -> list[int]:
        """The twins of a position."""
        positions = np.full(self.rules.max_twins + GUARDS, GUARD_POSITION)
        count = int(self.symmetries(as_position(position), positions))
        self._require_fits("symmetries", position, count, self.rules.max_twins, "max_twins")
        self._require_guards("symmetries", position, positions[-GUARDS:], GUARD_POSITION)
        twins: list[int] = positions[:count].tolist()
        return twins

    def _canonical(self, position: np.uint64) -> int:
        if self.folding == BY_SYMMETRIES:
            return min(int(position), *self.ask_symmetries(position), NO_POSITION)
        if self.folding != BY_INDEX:
            return int(self.canonical(position))
        slot = int(self.index(position))
        if not 0 <= slot < (self.rules.slots or 0):
            raise InvalidArgumentError(f"no position {int(position)}: its index is {slot}")
        return int(self.position_at(np.int64(slot)))

    def _require_fits(self, rule: str, position: object, count: int, most: int, name: str) -> None:
        if not 0 <= count <= most:
            raise broken(
                "bounds",
                f"{rule}({spelled(position)}) returned {count}: expected a count from 0 to "
                f"{name}, which is {most}",
                position,
            )

    def _require_guards(self, rule: str, position: object, words: Any, guard: Any) -> None:
        if (words != guard).any():
            raise broken(
                "bounds",
                f"{rule}({spelled(position)}) wrote beyond the end of its buffer",
                position,
            )


def broken(law: str, complaint: str, position: object = None) -> GameContractError:
    """The error for compiled rules that do what they must not."""
    return GameContractError(
        f"compiled rules break their contract: {complaint}", [Fault(law, complaint, position)]
    )


def as_position(position: object) -> np.uint64:
    """A position as the rules take it; any other object is refused."""
    try:
        number = operator.index(position)  # type: ignore[arg-type]  # any object
    except TypeError:
        number = -1
    if not 0 <= number < NO_POSITION:
        raise InvalidArgumentError(
            f"bad position {spelled(position)}: expected a whole number from 0 to 2^64 - 2"
        )
    return np.uint64(number)


def _folding(rules: CompiledRules) -> int:
    if rules.canonical is not None:
        return BY_CANONICAL
    if rules.index is not None:
        return BY_INDEX
    return AS_IT_IS if rules.symmetries is None else BY_SYMMETRIES


def _compiled(name: str, rule: Any) -> Any:
    """A rule compiled for its signature."""
    signature = SIGNATURES[name]
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return rule
    if not isinstance(rule, nb.core.registry.CPUDispatcher):
        raise InvalidArgumentError(
            f"bad rule {name}: expected a function under @numba.njit, got {spelled(rule)}"
        )
    try:
        if signature.args not in rule.overloads:  # its decorator named none, or another one
            rule.compile(signature.args)
    except (NumbaError, TypeError, RuntimeError) as error:
        raise broken(
            "signature", f"{name} does not compile for {_words(name)}: {_first_line(error)}"
        ) from error
    returned = next(
        each.return_type for each in rule.nopython_signatures if each.args == signature.args
    )
    if types.unliteral(returned) != signature.return_type:  # `return 8` is of a type of its own
        raise broken(
            "signature",
            f"{name} returns {returned}: expected {_words(name)}; "
            f"write return np.{signature.return_type}(...)",
        )
    return rule


def _words(name: str) -> str:
    """A signature as the documentation writes it."""
    named = {MOVES: "moves", POSITIONS: "positions"}
    arguments = ", ".join(named.get(each, str(each)) for each in SIGNATURES[name].args)
    return f"{name}({arguments}) -> {SIGNATURES[name].return_type}"


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if "Failed in" not in line), type(error).__name__)
