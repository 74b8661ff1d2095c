"""Pages to print, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from gamesolver.errors import FileError
from gamesolver.memory import in_words

Sheet: TypeAlias = Annotated[
    str | None,
    typer.Option("--sheet", metavar="OUT.html", help="Write a page to print, and say no more."),
]


def written(path: str, content: str) -> str:
    """Write a page, and say so."""
    page = content.encode("utf-8", "replace")
    try:
        Path(path).write_bytes(page)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}", path) from error
    return f"{path}: {in_words(len(page))}"
