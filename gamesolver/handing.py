"""Handing the rules of a game to kernels: unpacked once, not at every call.

A kernel takes the rules as a tuple of first-class functions. To take one such function from
Python, numba asks it for two addresses, some 40 us each time, with Python's lock held. For
nine rules that is 0.7 ms a call; a pass over 400 million slots has thousands of calls.

So numba unpacks the tuple once, into its own form (:func:`_keep`), and those words are
kept. The tuple that kernels are given has a type of its own, :class:`RulesType`, which
numba unpacks by loading the words. What they look like inside is numba's own business.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numba.core import types
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from gamesolver.places_kernels import PARTS
from gamesolver.signatures import KIND, Calls

_KINDS = (types.int64, types.boolean, *(KIND[part] for part in PARTS))
WORDS = 4 * len(_KINDS)
"""Room for the words, three of which are a function."""


class RulesType(types.Tuple):
    """A tuple of rules, as far as kernels can see."""

    def __new__(cls, types: Any) -> RulesType:
        return object.__new__(cls)

    def __init__(self, types: Any) -> None:
        super().__init__(types)
        self.name = "rules"  # machine code is named after it


register_model(RulesType)(models.TupleModel)
RULES = RulesType(_KINDS)


class HandedRules(tuple[Any, ...]):
    """The rules of one game as kernels take them: how to fold, whether seats are known, PARTS."""

    words: Any
    """What numba has made of them."""
    address: int
    """Where the words are."""

    @classmethod
    def of(cls, calls: Calls) -> HandedRules:
        """Unpack the rules of a game."""
        functions = (getattr(calls, part).function for part in PARTS)
        rules = cls((calls.folding, calls.rules.player is not None, *functions))
        rules.words = np.zeros(WORDS, np.int64)
        rules.address = rules.words.ctypes.data
        _keep(tuple(rules), rules.words)
        return rules


@intrinsic
def _put(typingctx: Any, rules: Any, words: Any) -> Any:
    """The one machine instruction behind :func:`_store`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        form = context.get_value_type(signature.args[0])
        if context.get_abi_sizeof(form) > 8 * WORDS:
            raise NotImplementedError(f"numba makes more than {WORDS} words of the rules")
        view = context.make_array(signature.args[1])(context, builder, arguments[1])
        builder.store(arguments[0], builder.bitcast(view.data, form.as_pointer()))
        return context.get_dummy_value()

    return types.void(rules, words), generate


def _store(rules, words):
    """Put a tuple of rules into words just as it is; nothing in plain Python."""


@overload(_store)
def _put_compiled(rules, words):
    return lambda rules, words: _put(rules, words)


@nb.njit(nb.void(types.Tuple(_KINDS), types.int64[::1]), cache=True)
def _keep(rules, words):
    _store(rules, words)


@typeof_impl.register(HandedRules)
def _type_of_rules(rules: Any, context: Any) -> Any:
    return RULES


@unbox(RulesType)
def _load(kind: Any, rules: Any, c: Any) -> Any:
    """The same tuple again."""
    address = c.pyapi.object_getattr_string(rules, "address")
    form = c.context.get_value_type(kind)
    pointer = c.builder.bitcast(c.pyapi.long_as_voidptr(address), form.as_pointer())
    c.pyapi.decref(address)
    return NativeValue(c.builder.load(pointer))
