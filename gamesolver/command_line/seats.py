"""A player's seat by its name, as it is typed: first, second, or what the game calls it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Side: TypeAlias = Annotated[
    str | None,
    typer.Option("--side", metavar="SIDE", help="first, second, or the player's name."),
]
