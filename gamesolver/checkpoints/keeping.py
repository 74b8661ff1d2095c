"""Keeping checkpoints: a folder for one process at a time, and which game it is about."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import xxhash

from gamesolver.arguments import path_in
from gamesolver.checkpoints.folder import Checkpoints
from gamesolver.checkpoints.raw import told_of
from gamesolver.checkpoints.state import Keeper
from gamesolver.compiled import CompiledGame
from gamesolver.errors import FileError
from gamesolver.files.identity import Identity
from gamesolver.rules import Rules


@contextmanager
def keeping(
    folder: str | os.PathLike[str] | None,
    every: float,
    rules: Rules[Any, Any],
    roots: list[Any],
) -> Iterator[Keeper]:
    """Checkpoints in a folder, which are removed when the work is done; nowhere without one."""
    if folder is None:
        yield Keeper()
        return
    path = path_in(folder, "folder")
    with told_of(path):
        path.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        checkpoints = Checkpoints(path, every, _about(rules, roots))
        try:
            yield checkpoints
        finally:
            checkpoints.close()
        checkpoints.remove()


def _about(rules: Rules[Any, Any], roots: list[Any]) -> dict[str, Any]:
    """What a checkpoint is about."""
    identity = Identity.of(rules, roots[0], version("gamesolver"))
    game = rules.game
    if isinstance(game, CompiledGame):  # its integers may come in other types
        roots = [int(root) for root in roots]
    hashed = xxhash.xxh3_128(repr(roots).encode("utf-8", "surrogatepass"))
    return {
        "game": identity.kind,
        "parameters": identity.parameters,
        "rules": identity.digest,
        "leads back": isinstance(game, CompiledGame) and game.rules.leads_back,
        "roots": hashed.hexdigest(),
    }


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder, so that no other process works in it; a killed one holds nothing."""
    try:
        import fcntl
    except ImportError:  # Windows locks no folders
        yield
        return
    with told_of(folder):
        opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            told = f"another solve keeps its checkpoints in {folder}: name another folder"
            raise FileError(told, str(folder)) from error
        yield
    finally:
        os.close(opened)
