"""Calls of the kernels that take the rules of a game as arguments.

The rules are *first-class functions* of numba: arguments with a signature and no name. A kernel
is compiled once for explicit types, for the entry width in use, when it is first needed. It then
serves every game and is found in the cache on disk, until a file with kernels changes. Without
an explicit signature numba would compile it for every game.

:func:`handed` runs such a kernel for ``engine.kernel_calls``, which is the part without numba.

:class:`UnpackedRules` holds the rules of one game in numba's own form. To pass one first-class
function, numba queries it for two addresses. This takes some 40 us with Python's lock held, or
0.7 ms a call for nine rules, and a pass over 400 million indexes makes thousands of calls. The
tuple of rules is therefore unpacked once (:func:`_keep`), and its words are stored. Kernels
receive a value of type :class:`RulesType`, which numba unpacks by loading these words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba as nb
import numpy as np
from numba import types
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from gamesolver.kernels.compiling import UNCOUNTED, keep, kernel_of, njit
from gamesolver.kernels.deferring import load_numba
from gamesolver.kernels.numba_internals import compute_fingerprint
from gamesolver.kernels.places import FUNCTIONS, GameRules, PlaceColumns, StagesOfKeys
from gamesolver.kernels.scratch import Scratch
from gamesolver.kernels.solved import Solved
from gamesolver.kernels.wide_stage import WideStage
from gamesolver.kernels.wide_stage_type import WideStageType
from gamesolver.rules.calls import SUCCESSORS, Calls, Rule
from gamesolver.rules.fitting import KIND, MOVES, POSITIONS
from gamesolver.system.columns import Columns

load_numba()  # with what it has to be taught

# ── rules of a game for kernels: unpacked once, not at every call ───────────────────────────────

WORDS = 4 * (len(GameRules._fields) + 8)
"""Number of words reserved, with up to 32 for a form. A function takes three."""


class RulesType(types.NamedTuple):
    """Numba type of the rules. Kernels see a named tuple."""

    def __init__(self, types: Any, name: str) -> None:
        super().__init__(types, GameRules)
        self.name = name  # machine code is named after it

    def __hash__(self) -> int:
        return hash(self.name)  # numba calls this each time, and would hash a dozen types


register_model(RulesType)(models.TupleModel)


def kind_of_form(form: Any) -> Any:
    """Return the type of a form, a named tuple of numbers and flags or ``None``."""
    if form is None:
        return types.none
    kinds = [types.boolean if isinstance(part, bool) else types.int64 for part in form]
    return types.NamedTuple(kinds, type(form))


@cache
def kinds_of(has_gains: bool, form: Any) -> tuple[Any, ...]:
    """Return the types of the rules' parts, with or without gains, for a type of forms."""
    kinds = KIND | {"successors": KIND[SUCCESSORS[has_gains]]}
    flag = types.boolean
    return types.int64, flag, flag, flag, types.int64, form, *(kinds[part] for part in FUNCTIONS)


@cache
def type_of_rules(has_gains: bool, form: Any) -> RulesType:
    """Return the type of rules with or without gains, for a type of forms."""
    name = "" if form is types.none else form.instance_class.__name__
    words = ("gaining",) * has_gains + (name,) * bool(name) + ("rules",)
    return RulesType(kinds_of(has_gains, form), "_".join(words))


RULES = type_of_rules(False, types.none)
"""Type of the rules of a game with wins, losses and draws."""


class UnpackedRules(GameRules):
    """Rules of one game in the form that kernels take."""

    words: Any
    """Rules in numba's own form."""
    address: int
    """Address of the words."""
    kind: RulesType
    """Type that kernels see."""

    @classmethod
    def of(cls, calls: Calls, form: Any = None) -> UnpackedRules:
        """Return the unpacked rules of a game. ``form`` chooses the encoding of outcomes."""
        bundle = calls.rules
        functions = (getattr(calls, part).function for part in FUNCTIONS)
        rules = cls(*calls.facts, form, *functions)
        kind = kind_of_form(form)
        rules.kind = type_of_rules(bundle.has_gains, kind)
        rules.words = np.zeros(WORDS, np.int64)
        rules.address = rules.words.ctypes.data
        _keep_as(*kinds_of(bundle.has_gains, kind))(tuple(rules), rules.words)
        return rules


@intrinsic
def _put(typingctx: Any, rules: Any, words: Any) -> Any:
    """Emit the store instruction of :func:`_store`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        form = context.get_value_type(signature.args[0])
        if context.get_abi_sizeof(form) > 8 * WORDS:
            raise NotImplementedError(f"numba represents the rules by more than {WORDS} words")
        view = context.make_array(signature.args[1])(context, builder, arguments[1])
        builder.store(arguments[0], builder.bitcast(view.data, form.as_pointer()))
        return context.get_dummy_value()

    return types.void(rules, words), generate


def _store(rules, words):
    """Store a tuple of rules into words, as numba lays it out. Does nothing in plain Python."""


@overload(_store)
def _put_compiled(rules, words):
    return lambda rules, words: _put(rules, words)


def _keep(rules, words):
    _store(rules, words)


@cache
def _keep_as(*kinds: Any) -> Any:
    """Return :func:`_keep`, compiled for rules of these types."""
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return _keep
    kernel = kernel_of(Path(__file__))(_keep).compiled
    kernel.compile((types.Tuple(kinds), types.int64[::1]))
    kernel.disable_compile()
    return kernel


# before memory is measured, so that compiling does not count
_keep_as(*kinds_of(False, types.none))


@typeof_impl.register(UnpackedRules)
def _type_of_rules(rules: Any, context: Any) -> Any:
    return rules.kind


@unbox(RulesType)
def _load(kind: Any, rules: Any, c: Any) -> Any:
    """Load the tuple of rules from its words."""
    address = c.pyapi.object_getattr_string(rules, "address")
    form = c.context.get_value_type(kind)
    pointer = c.builder.bitcast(c.pyapi.long_as_voidptr(address), form.as_pointer())
    c.pyapi.decref(address)
    return NativeValue(c.builder.load(pointer))


# ── compiling the kernels that take rules as arguments ──────────────────────────────────────────

INTS = types.int64[::1]


@cache
def column(dtype: Any) -> Any:
    """Return the type of a contiguous column of numbers."""
    return types.Array(nb.from_dtype(np.dtype(dtype)), 1, "C")


def type_of_entries(entries: Columns | WideStage) -> Any:
    """Return the type of all entries: a column, or a wide part followed by a narrow one."""
    if isinstance(entries, WideStage):
        return WideStageType(column(entries.own.dtype), column(entries.later.dtype))
    return column(entries.dtype)


STAGES_OF_KEYS = types.NamedTuple((INTS, POSITIONS, types.int64), StagesOfKeys)
PLACES = types.NamedTuple(
    (POSITIONS, column(np.uint32), types.uint64, STAGES_OF_KEYS), PlaceColumns
)
OF_SCORES = column(np.uint8), types.int64, column(np.int32)
SOLVED = types.NamedTuple((*PLACES.types, INTS, INTS, INTS, *OF_SCORES), Solved)


@cache
def type_of_scratch(has_gains: bool) -> Any:
    """Return the type of a worker's buffers."""
    gains = MOVES if has_gains else types.none
    lists, numbers = [POSITIONS] * 6, [INTS] * 9
    kinds = MOVES, gains, *lists[:4], MOVES, *lists[4:], column(np.bool_), *numbers, POSITIONS, INTS
    return types.NamedTuple(kinds, Scratch)


SCRATCH = type_of_scratch(has_gains=False)
"""Type of the buffers for a game without gains."""


def handed(
    kernel: Callable[..., None],
    rules: UnpackedRules,
    places: PlaceColumns,
    entries: Columns,
    scratch: Scratch,
    arguments: tuple[Any, ...],
) -> None:
    """Run a kernel that calls the rules, compiled for the types of these arguments."""
    looks = kernel, rules.kind.name, _look_of(entries), *map(_look_of, arguments)
    if (ready := _READY.get(looks)) is None:
        entries_type, has_gains = type_of_entries(entries), scratch.gains is not None
        ready = _signature_of(
            kernel, rules.kind, has_gains, entries_type, *map(nb.typeof, arguments)
        )
        _READY[looks] = ready
    ready(rules, places, entries, scratch, *arguments)


_READY: dict[tuple[Any, ...], Any] = {}
"""Kernels that were called, by fast keys of their arguments. Computing and hashing a dozen numba
types takes longer than the work on many chunks of indexes."""


def _look_of(argument: Any) -> Any:
    """Return a fast key of an argument's type: numba's fingerprint, or the type itself."""
    try:
        return compute_fingerprint(argument)
    except NotImplementedError:
        return type_of_entries(argument) if isinstance(argument, WideStage) else nb.typeof(argument)


@cache
def _signature_of(
    kernel: Callable[..., None], rules: RulesType, has_gains: bool, entries: Any, *others: Any
) -> Any:
    """Return a kernel that calls the rules. A look-up by all of its types takes longer."""
    return compiled(kernel, rules, PLACES, entries, type_of_scratch(has_gains), *others)


def compiled_for(kernel: Callable[..., None], *arguments: Any) -> Any:
    """Return a kernel compiled for the types of these arguments, and for a rule that of rules."""
    return compiled(kernel, *map(_type_of, arguments))


def _type_of(argument: Any) -> Any:
    """Return the type of an argument. All rules of one signature have one type."""
    return KIND[argument.kind] if isinstance(argument, Rule) else nb.typeof(argument)


@cache
def compiled(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return a kernel compiled for these types. It neither makes nor returns arrays."""
    if nb.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
        return _quiet(function)
    return _ready(njit(no_cfunc_wrapper=True, **UNCOUNTED)(function).compiled, arguments)


def _ready(kernel: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the kernel compiled for these types only, or loaded from the cache."""
    keep(kernel, Path(__file__))
    kernel.compile(arguments)
    kernel.disable_compile()
    return kernel


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel in plain Python that ignores overflow warnings when keys are mixed."""

    def kernel(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return kernel
