"""Pages to print, written to a file."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from gamesolver.files.beside import beside
from gamesolver.memory import in_words

Sheet: TypeAlias = Annotated[
    str | None,
    typer.Option("--sheet", metavar="OUT.html", help="Write a page to print, and say no more."),
]


def written(path: str, content: str) -> str:
    """Write a page, and say so."""
    page = content.encode("utf-8", "replace")
    with beside(path) as unfinished:
        unfinished.write_bytes(page)
    return f"{path}: {in_words(len(page))}"
