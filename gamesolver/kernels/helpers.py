"""How helpers are put where they are called: each is read once, and its names are not copied.

A helper is a function of a line or two that numba puts into whatever calls it, before types are
known (``inline="always"``). By itself numba reads a helper anew at each call, with all helpers in
it, and goes through a dozen passes with it. Of what it has read it makes two copies, each block of
which has a copy of all names of the function. That took a quarter of the time of a first solve.

Here what was read is kept for the next call in the same process, and all copies share the names,
for whoever is called gives each name anew in whoever calls. The code that comes out is the same.

numba has no public way for this but its passes, and what they are made of, which stand in its
guide for developers; ``tests/engine/test_helpers.py`` holds the one here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba as nb
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.inline_closurecall import InlineWorker, callee_ir_validator
from numba.core.ir import FunctionIR, Scope
from numba.core.untyped_passes import InlineInlinables

READ: dict[Callable[..., Any], FunctionIR] = {}
"""What was read of the helpers of this process; who compiles holds numba's lock."""


class SharedNames(Scope):
    """The names of a helper, which all its copies share, for they stay as they are."""

    def __deepcopy__(self, memo: object) -> SharedNames:
        return self

    def redefine(self, name: str, loc: object, rename: bool = True) -> None:
        """Who puts the helper in tells it the new names as well; only the other one needs them."""


class ReadOnce(InlineWorker):
    """Puts a helper in, of which it reads what has not been read before."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._compiler_pipeline = passes_before_types  # for the helpers in a helper

    def run_untyped_passes(self, func: Callable[..., Any], enable_ssa: bool = False) -> FunctionIR:
        """The helper as numba sees it before types are known."""
        if func not in READ:
            READ[func] = super().run_untyped_passes(func, enable_ssa)
            for block in READ[func].blocks.values():
                block.scope.__class__ = SharedNames
        self.flags.enable_ssa = enable_ssa  # as whoever reads it leaves the flag
        return READ[func]


@register_pass(mutates_CFG=True, analysis_only=False)
class PutHelpersIn(InlineInlinables):
    """numba's pass, with another hand at work."""

    _name = "put_helpers_in"

    def _do_work(
        self, state: Any, work_list: Any, block: Any, i: int, expr: Any, inline_worker: object
    ) -> bool:
        contexts = state.typingctx, state.targetctx
        hand = ReadOnce(
            *contexts, state.locals, state.pipeline, state.flags, validator=callee_ir_validator
        )
        return bool(super()._do_work(state, work_list, block, i, expr, hand))


class Compiler(CompilerBase):
    """numba's compiler, but for how helpers are put in."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes from bytecode to machine code."""
        return [with_our_pass(DefaultPassBuilder.define_nopython_pipeline(self.state))]


def passes_before_types(state: Any, name: str = "untyped") -> PassManager:
    """The first of the passes."""
    return with_our_pass(DefaultPassBuilder.define_untyped_pipeline(state, name))


def with_our_pass(manager: PassManager) -> PassManager:
    """The same passes, but for the one that puts helpers in."""
    ours = {InlineInlinables: PutHelpersIn}
    manager.passes = [(ours.get(each, each), said) for each, said in manager.passes]
    manager.finalize()
    return manager


njit: Any = partial(nb.njit, nogil=True, pipeline_class=Compiler)
"""Compile a function that kernels are made of; it runs without Python's lock."""
