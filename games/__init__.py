"""Game library: the rules of the included games.

Every game can be made without arguments. A small game is one file such as ``nim.py``. Its published
figures are in ``nim.toml``. A large game is a package:

``__init__``      the class, with the rules in its docstring
``plain``         the reference: the same rules in plain Python, slow and simple
``kernels``       the compiled functions, all in one file
``figures.toml``  the published figures, by the name of the game

``gamesolver.rules.figures`` reads the figures. There is no list of games. ``from games import Nim``
finds the file with a class ``Nim`` whose base class has a name with "Game", and loads only that
file.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

NO_RULE_BOOKS = {"plain", "kernels"}
"""Modules without a listed game: references in plain Python, and compiled functions."""
GAME = re.compile(r"^class ([A-Z]\w*)\([^)]*Game\b", re.MULTILINE)


def __getattr__(name: str) -> Any:
    """Return the game whose class has this name."""
    places = _places()
    if name == "__all__":
        return sorted(places)
    if name in places:
        return getattr(import_module(places[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_places()]


@cache
def _places() -> dict[str, str]:
    """Return the module of each game, by the name of its class."""
    here = Path(__file__).parent
    files = [file for file in sorted(here.rglob("*.py")) if file.stem not in NO_RULE_BOOKS]
    return {
        game: _module_at(file.relative_to(here))
        for file in files
        for game in GAME.findall(file.read_text(encoding="utf-8"))
    }


def _module_at(file: Path) -> str:
    """Return the name of the module in a file."""
    parts = [__name__, *file.with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


MOVED = {
    "games.animal_shogi_plain:PlainAnimalShogi": "games.animal_shogi.plain:PlainAnimalShogi",
    "games.connect_four:ConnectFour": "games.in_a_row.connect_four:ConnectFour",
    "games.connect_four_plain:PlainConnectFour": "games.in_a_row.plain:PlainConnectFour",
    "games.kalah.plain:PlainKalah": "games.sowing.plain:PlainKalah",
    "games.kalah:Kalah": "games.sowing.kalah:Kalah",
    "games.mnk:MNK": "games.in_a_row.mnk:MNK",
    "games.quixo_plain:PlainQuixo": "games.quixo.plain:PlainQuixo",
}
"""Former and present modules of classes, so that older files can still be opened."""
