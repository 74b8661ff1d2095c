"""A lowered module as functions: on Python's own integers, or compiled by numba.

Both run the same text. On integers the casts, which numba needs, are taken out, so that neither
numba nor numpy is loaded.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any
from uuid import uuid4

from gamesolver.kernels.code_folder import user_cache
from gamesolver.value import NO_SCORE

CASTS = ("W", "N")
FOR_NUMBA = ("(W, N)", "W, N", "STEPWISE")
"""Names that are defined otherwise on Python's own integers."""
CACHE = "board-game-rules"

# ── on Python's own integers ────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def on_integers(text: str) -> dict[str, Callable[..., Any]]:
    """Return the functions of a lowered module by name, on Python's own integers."""
    tree = _WithoutCasts().visit(ast.parse(text))
    space: dict[str, Any] = {
        "count_bits": int.bit_count,
        "lowest_place": _lowest_place,
        "NO_SCORE": NO_SCORE,
        "STEPWISE": True,
    }
    exec(compile(ast.fix_missing_locations(tree), "<lowered rules>", "exec"), space)
    return space


def _lowest_place(word: int) -> int:
    return (word & -word).bit_length() - 1


class _WithoutCasts(ast.NodeTransformer):
    """Rewrites a lowered module for Python's own integers."""

    def visit_Module(self, node: ast.Module) -> ast.Module:  # named by ast
        node.body = [each for each in node.body if not _is_for_numba(each)]
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.decorator_list = []
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = ast.unparse(node.func)
        return node.args[0] if name in CASTS or name == "np.array" else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Tuple):
            return node
        found: ast.expr = node.value
        for index in node.slice.elts:
            found = ast.Subscript(found, index, ast.Load())
        return found


def _is_for_numba(node: ast.stmt) -> bool:
    """Return True for imports, for the definition of the casts, and for what differs here."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in FOR_NUMBA


# ── compiled ────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def compiled(text: str, name: str) -> ModuleType:
    """Return a lowered module, with functions that numba compiles when they are first called.

    The module is in a file that is named by the digest of its text, so that numba finds the
    machine code of an earlier process.
    """
    stem = f"{name}_{sha256(text.encode()).hexdigest()[:16]}"
    path = _written(stem, text)
    spec = spec_from_file_location(f"gamesolver_rules_{stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _written(stem: str, text: str) -> Path:
    """Return the path of a file with the text, in the first folder that can be used."""
    for folder in _folders():
        path = folder / f"{stem}.py"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not (path.exists() and path.read_text("utf-8") == text):
                fresh = folder / f"{stem}.{uuid4().hex}.tmp"
                fresh.write_text(text, "utf-8")
                os.replace(fresh, path)
        except OSError:
            continue
        return path
    path = Path(mkdtemp()) / f"{stem}.py"
    path.write_text(text, "utf-8")
    return path


def _folders() -> list[Path]:
    """Return the folders for lowered modules: numba's own, then the user's."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(own)] if own else []
    return [home / CACHE for home in (*homes, user_cache())]
