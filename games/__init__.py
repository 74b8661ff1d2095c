"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments. A small one is a file, ``nim.py``, and what is
published of it stands beside it in ``nim.toml``. A large one is a folder:

``__init__``      its rule book, and the class
``plain``         its twin: the same rules in plain Python, slow and obvious
``kernels``       its compiled functions, all in one file
``figures.toml``  what is published of it, by the game's name

Figures are read by ``gamesolver.rules.figures``. No list names the games: ``from games import Nim``
looks for the file with a class of that name whose base is called a Game, and loads that file alone.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

NO_RULE_BOOKS = {"plain", "kernels"}
"""Modules that show no game: of twins, and of compiled functions."""
GAME = re.compile(r"^class ([A-Z]\w*)\([^)]*Game\b", re.MULTILINE)


def __getattr__(name: str) -> Any:
    """The game whose class has that name."""
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
    """The module of each game, by the name of its class."""
    here = Path(__file__).parent
    files = [file for file in sorted(here.rglob("*.py")) if file.stem not in NO_RULE_BOOKS]
    return {
        game: _module_at(file.relative_to(here))
        for file in files
        for game in GAME.findall(file.read_text(encoding="utf-8"))
    }


def _module_at(file: Path) -> str:
    """The name of the module in a file."""
    parts = [__name__, *file.with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


MOVED = {
    "games.animal_shogi_plain:PlainAnimalShogi": "games.animal_shogi.plain:PlainAnimalShogi",
    "games.connect_four:ConnectFour": "games.in_a_row.connect_four:ConnectFour",
    "games.connect_four_plain:PlainConnectFour": "games.in_a_row.plain:PlainConnectFour",
    "games.gobblet_plain:PlainGobbletGobblers": "games.gobblet.plain:PlainGobbletGobblers",
    "games.kalah.plain:PlainKalah": "games.sowing.plain:PlainKalah",
    "games.kalah:Kalah": "games.sowing.kalah:Kalah",
    "games.mnk:MNK": "games.in_a_row.mnk:MNK",
    "games.quixo_plain:PlainQuixo": "games.quixo.plain:PlainQuixo",
}
"""Where a class was when files were written, and where it is: those files are opened still."""
