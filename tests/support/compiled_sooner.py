"""A plugin of pytest: numba compiles as ever, but for some work that nobody sees anything of.

* It goes through each function of a module on its own before the whole of it is made better, also
  through those that are only declared there, which are two of three. There is nothing to be done
  in them, and each takes as long as a small one.
* It says whenever LLVM is called, and when that is done: forty thousand times in a first solve.
  That is for who measures for how long threads wait.
* It compares flags by all that may be set, and numbers them (``hash``) by the names alone, twenty
  thousand times. Flags with the same values set are equal; and of others only what is set in one of
  them can differ.
* It asks each instruction for its variables dozens of times, and of each thing in it, its line in
  the file too, whether it is one of five kinds. Here a thing's type is asked once.
* What numba itself puts in for a call (an *overload*) can be called from nowhere else, and has no
  wrapper for Python; but one for C it has, of which nobody knows.
* For each call of a function of its own it asks a dozen templates, twice each, which of them knows
  these types, sixty times for the sum of two integers. Here who has answered is asked first.
* It sorts such templates by how special they are whenever it asks, a dozen at each look for an
  attribute.
* After each pass it finds out how long each variable lives, which is wanted at the end, by
  generators, and by loops that are lifted.
* It copies the place of each instruction in the file with it, which nobody ever changes.
* To learn how many bytes a type takes it writes a module with it and has LLVM read that, each time.

The code that comes out is the same (``tests/house/test_compiled_sooner.py``), and a third of the
time is saved. The nightly run does without.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite.binding import ffi
from llvmlite.ir import Type
from numba.core import utils
from numba.core.codegen import CPUCodeLibrary
from numba.core.errors import NumbaError
from numba.core.ir import Inst, Loc, Var
from numba.core.lowering import BaseLower
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.target_extension import get_local_target
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction, _unlit_non_poison
from numba.core.typing import context as typing_context

makes_wrapper_for_c = BaseLower.create_cfunc_wrapper
asks_all_templates = BaseFunction.get_call_type
sorts_templates = utils.order_by_target_specificity
finds_all_lifetimes = PostProcessor.run
measures_bytes = Type.get_abi_size


def goes_through_defined(library: Any, module: Any) -> None:
    """Run numba's passes over the functions of a module that have a body."""
    module.data_layout = library._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            manager, builder = library._codegen._function_pass_manager()
            manager.run(function, builder)


def equal(flags: Any, other: Any) -> Any:
    """Whether flags are equal, by what is set in either."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    if flags._values == other._values:
        return True
    if flags.options.keys() != other.options.keys():
        return False
    names = flags._values.keys() | other._values.keys()
    return all(getattr(flags, name) == getattr(other, name) for name in names)


def number_of(flags: Any) -> int:
    """A number that equal flags share; numba's too is the same for all."""
    return len(flags.options)


KINDS: dict[type, type | None] = {}
"""For each type that was met in an instruction, which of these it is, if it is one of them."""


def variables_in(instruction: Any, thing: Any) -> list[Any]:
    """The variables in a part of an instruction, as they stand there."""
    found: list[Any] = []
    gather(thing, found)
    return found


def gather(thing: Any, found: list[Any]) -> None:
    """Append the variables in a thing."""
    met = type(thing)
    if met not in KINDS:
        kinds = (kind for kind in (Var, Inst, list, tuple, dict) if issubclass(met, kind))
        KINDS[met] = next(kinds, None)
    kind = KINDS[met]
    if kind is Var:
        found.append(thing)
    elif kind is Inst:
        found += thing.list_vars()
    elif kind is not None:
        for part in thing.values() if kind is dict else thing:
            gather(part, found)


def wrapper_for_c(lowering: Any) -> None:
    """Make what C would call, unless Python cannot call the function either."""
    if not ConfigStack().top().no_cpython_wrapper:
        makes_wrapper_for_c(lowering)


ANSWERED: dict[Any, tuple[Any, type, bool]] = {}
"""By a function of numba's own and the types it is called with: itself, the template that knew
them, and whether it was asked with the types of literals as they are."""


def asks_who_answered(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of a function of numba's own for these types, as the first template has it.

    A template is asked again for what it has to do besides: to compile an overload, or to say which
    of those it has is meant. If none answers, numba says why.
    """
    if kws:
        return asks_all_templates(function, context, args, kws)
    key = id(function), context, tuple(args)
    if key in ANSWERED:
        _, kind, literal = ANSWERED[key]
        if (signature := answer(function, kind(context), literal, args)) is not None:
            return signature
    for kind, literal in in_order(function, context):
        if (signature := answer(function, kind(context), literal, args)) is not None:
            ANSWERED[key] = function, kind, literal  # no other one gets its number while it is here
            return signature
    return asks_all_templates(function, context, args, kws)


def in_order(function: Any, context: Any) -> Iterator[tuple[Any, bool]]:
    """The templates of a function, each twice, as numba asks them."""
    target = get_local_target(context)
    for kind in utils.order_by_target_specificity(target, function.templates, function.key[0]):
        yield kind, kind.prefer_literal
        yield kind, not kind.prefer_literal


def answer(function: Any, template: Any, literal: bool, args: Any) -> Any:
    """What one template says, if it knows these types."""
    try:
        signature = template.apply(args if literal else tuple(map(_unlit_non_poison, args)), {})
    except NumbaError:
        return None
    if signature is not None:
        function._impl_keys[signature.args] = template.get_impl_key(signature)
    return signature


SORTED: dict[Any, Any] = {}
"""Templates as they were sorted, by the target and by themselves."""


def sorts_once(target: Any, templates: Any, fnkey: Any = "") -> Any:
    """Templates in the order in which numba asks them."""
    key = target, tuple(templates)
    if key not in SORTED:
        SORTED[key] = sorts_templates(target, templates, fnkey)
    return SORTED[key]


def finds_lifetimes_when_asked(
    processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False
) -> None:
    """What is done after each pass, but for what only generators and Python objects want of it."""
    function = processor.func_ir
    if function.is_generator:
        finds_all_lifetimes(processor, emit_dels, extend_lifetimes)
        return
    function.blocks = canonicalize_cfg(function.blocks)
    function.variable_lifetime = VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        processor._insert_var_dels(extend_lifetimes=extend_lifetimes)


def itself(place: Any, memo: object) -> Any:
    """The copy of what nobody changes."""
    return place


BYTES: dict[tuple[str, Any], int] = {}
"""How many bytes a type takes, by its text and whose layout it is."""


def measures_once(kind: Any, data: Any, context: Any = None) -> int:
    """How many bytes a type takes."""
    if context is not None:
        return int(measures_bytes(kind, data, context))
    key = str(kind), data
    if key not in BYTES:
        BYTES[key] = measures_bytes(kind, data)
    return BYTES[key]


WAYS = [
    (CPUCodeLibrary, "_optimize_functions", goes_through_defined),
    (TargetConfig, "__eq__", equal),
    (TargetConfig, "__hash__", number_of),
    (Inst, "_rec_list_vars", variables_in),
    (BaseLower, "create_cfunc_wrapper", wrapper_for_c),
    (BaseFunction, "get_call_type", asks_who_answered),
    (utils, "order_by_target_specificity", sorts_once),
    (typing_context, "order_by_target_specificity", sorts_once),
    (PostProcessor, "run", finds_lifetimes_when_asked),
    (Loc, "__deepcopy__", itself),
    (Type, "get_abi_size", measures_once),
]
"""Whose function is replaced, and by which."""
NUMBAS = [(owner, name, getattr(owner, name, None)) for owner, name, _ in WAYS]
"""What stood there; nothing where a class said nothing of it."""


def pytest_configure() -> None:
    """Begin."""
    for owner, name, way in WAYS:
        setattr(owner, name, way)
    for listener in list(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*listener)
