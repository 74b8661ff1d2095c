"""Comparisons told: as text, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from gamesolver.answers import MoveRow
from gamesolver.game import Game
from gamesolver.players.puzzles_telling import outcome_data
from gamesolver.players.sheet import indented
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.players.comparing import Comparison, Difference

COLUMNS = (Value.WIN, Value.DRAW, Value.LOSS, None)


def comparison_text(found: Comparison) -> str:
    """The table by values, the shallowest change, the mainlines, and examples."""
    one, other = found.one.game, found.other.game
    parts = [f"down: {one!r}\nacross: {other!r}", "\n".join(_table(found))]
    if found.shallowest is None:
        where = " that play from the start comes to" if found.differ else ""
        parts.append(f"No value changes{where}.")
    else:
        parts.append("The shallowest change:\n" + _difference_text(one, found.shallowest))
    parts.append("Best play:\n" + indented(_mainlines(found)))
    if found.examples:
        told = [_difference_text(one, each) for each in found.examples]
        parts.append("\n".join(["Examples:", *told]))
    return "\n\n".join(parts) + "\n"


def _table(found: Comparison) -> Iterator[str]:
    """Values against values."""
    values = found.values
    wide = max(len("not there"), *(len(f"{count:,}") for count in values.values())) + 2
    names = [_name(each) for each in COLUMNS]
    yield " " * 9 + "".join(name.rjust(wide) for name in names)
    for row in COLUMNS:
        counts = (values.get((row, column), 0) for column in COLUMNS)
        cells = (f"{count:,}" if row or column else "" for count, column in _beside(counts))
        yield _name(row).ljust(9) + "".join(cell.rjust(wide) for cell in cells).rstrip()


def _beside(counts: Iterable[int]) -> Iterator[tuple[int, Value | None]]:
    return zip(counts, COLUMNS, strict=True)


def _name(value: Value | None) -> str:
    return "not there" if value is None else value.name.lower()


def _difference_text(game: Game[Any, Any], each: Difference) -> str:
    title = f"{each.one} / {each.other}"
    if each.line is not None:
        line = " ".join(map(game.format_move, each.line))
        title += f", after {line}" if line else ", at the start"
    return indented([title, game.render(each.position)])


def _mainlines(found: Comparison) -> Iterator[str]:
    """Both lines of best moves, move beside move, each under its outcome."""
    columns = [
        [str(solution.outcome), *(solution.game.format_move(row.move) for row in line)]
        for solution, line in zip((found.one, found.other), found.mainlines, strict=True)
    ]
    wide = max(map(len, columns[0])) + 3
    for left, right in zip_longest(*columns, fillvalue=""):
        yield f"{left.ljust(wide)}{right}".rstrip()


def comparison_json(found: Comparison) -> str:
    """Everything, positions and moves as texts."""
    one = found.one.game
    lines = zip((found.one, found.other), found.mainlines, strict=True)
    data = {
        "games": [repr(found.one.game), repr(found.other.game)],
        "outcomes": [
            {"one": _data(pair[0]), "other": _data(pair[1]), "positions": count}
            for pair, count in found.outcomes.items()
        ],
        "shallowest": found.shallowest and _difference_data(one, found.shallowest),
        "mainlines": [_line_data(solution.game, line) for solution, line in lines],
        "examples": [_difference_data(one, each) for each in found.examples],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _data(outcome: Outcome | None) -> dict[str, int | None] | None:
    return None if outcome is None else outcome_data(outcome)


def _line_data(game: Game[Any, Any], line: Iterable[MoveRow[Any, Any]]) -> list[str]:
    return [game.format_move(row.move) for row in line]


def _difference_data(game: Game[Any, Any], each: Difference) -> dict[str, Any]:
    return {
        "position": game.format(each.position),
        "board": game.render(each.position),
        "one": outcome_data(each.one),
        "other": outcome_data(each.other),
        "line": None if each.line is None else [game.format_move(move) for move in each.line],
    }
