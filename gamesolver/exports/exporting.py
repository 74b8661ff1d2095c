"""Exports: the suffix of a file chooses its writer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamesolver.arguments import path_in, require_limit, require_yes_or_no
from gamesolver.errors import InvalidArgumentError
from gamesolver.exports.row_files import write_csv, write_jsonl, write_npz, write_parquet
from gamesolver.exports.rows import Selection, Source
from gamesolver.files.replacing import replacing
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.solution import Solution

__all__ = ["Selection", "Source", "export"]

TABLES = {".parquet": write_parquet, ".csv": write_csv, ".jsonl": write_jsonl, ".npz": write_npz}
GRAPHS = (".graphml", ".gexf", ".dot")
VALUES = ".values"
SUFFIXES = (*TABLES, *GRAPHS, VALUES)


def export(
    solution: Solution[Any, Any],
    source: Source,
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    limit: int,
    labels: bool,
) -> None:
    """Write a file of the kind that the suffix names; with ``labels``, labels instead of rows."""
    require_yes_or_no(moves=source.with_moves, labels=labels)
    target = path_in(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidArgumentError(
            f"unknown suffix {spelled(suffix)} of {target}: "
            f"expected {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        )
    require_limit(limit)
    if labels:
        _export_labels(solution, source, target)
    elif suffix == VALUES:
        _export_values(source, roots, target)
    elif suffix in GRAPHS:
        _export_graph(solution, source, target, limit)
    else:
        with replacing(target) as unfinished:
            TABLES[suffix](source, unfinished)


def _export_labels(solution: Solution[Any, Any], source: Source, target: Path) -> None:
    """Write the labels of the selected positions."""
    from gamesolver.exports.move_label_files import export_labels  # kernels: only when needed

    if source.with_moves:
        raise InvalidArgumentError("labels include the moves: leave moves out")
    export_labels(solution, source, target)


def _export_graph(solution: Solution[Any, Any], source: Source, target: Path, limit: int) -> None:
    """Write the selected positions and the moves among them as a graph."""
    from gamesolver.exports.graphs import WRITERS, network_of  # networkx: only when needed

    network = network_of(solution, source, limit)
    with replacing(target) as unfinished:
        WRITERS[target.suffix.lower()](network, unfinished)


def _export_values(source: Source, roots: tuple[Any, ...], target: Path) -> None:
    """Write the values alone, of all positions."""
    from gamesolver.files.values import write_values

    if source.with_moves or not source.selection.is_all:
        raise InvalidArgumentError(
            "a .values file holds the values of all positions: leave the selection and moves out"
        )
    write_values(source.table, source.rules, roots, target, source.report)
