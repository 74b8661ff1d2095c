"""Strategies told: boards side by side as text, and a page to print."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gamesolver.players.sheet import Card, Section, page
from gamesolver.rules import Rules

if TYPE_CHECKING:
    from gamesolver.players.strategies import Strategy

WIDTH = 80
MOST_TWINS = 16


def strategy_text(strategy: Strategy[Any, Any]) -> str:
    """The title, and the boards side by side, the move above each."""
    game = strategy.game
    blocks = [
        [game.format_move(entry.move), *game.render(entry.position).split("\n")]
        for entry in strategy.entries
    ]
    words = wrap(_words(strategy), WIDTH)
    return "\n".join([strategy.title, *words, *_side_by_side(blocks)]) + "\n"


def _side_by_side(blocks: list[list[str]]) -> Iterator[str]:
    """As many blocks in a row as there is room for, an empty line above each row."""
    wide = max((len(line) for block in blocks for line in block), default=0) + 3
    in_a_row = max(1, WIDTH // wide)
    for first in range(0, len(blocks), in_a_row):
        yield ""
        for lines in zip_longest(*blocks[first : first + in_a_row], fillvalue=""):
            yield "".join(line.ljust(wide) for line in lines).rstrip()


def _words(strategy: Strategy[Any, Any]) -> str:
    """How the table is read."""
    if not strategy.entries:
        return ""
    if not Rules(strategy.game).folds:
        return "Find the position, and play the move that is given with it."
    return (
        "Find the position, or one that is the same by symmetry, and play the move that is "
        "given with it, by the same symmetry."
    )


def strategy_html(strategy: Strategy[Any, Any]) -> str:
    """The table as small boards with their moves, and what the symmetry means."""
    game, entries = strategy.game, strategy.entries
    cards = [
        Card(f"{n}. {game.format_move(entry.move)}", entry.position, entry.move)
        for n, entry in enumerate(entries, 1)
    ]
    sections = [Section("", _words(strategy), cards, "small")]
    twins = _most_twins(strategy)
    if len(twins) > 1:
        words = f"These {len(twins)} positions are the same by symmetry; the table has one of them."
        sections.append(Section("What is the same", words, twins[:MOST_TWINS], "small"))
    return page(game, f"{game!r}: {strategy.title}", sections)


def _most_twins(strategy: Strategy[Any, Any]) -> list[Card]:
    """The position of the table with the most twins, and these, each with its move."""
    rules, most = Rules(strategy.game), list[Any]()
    for entry in strategy.entries:
        twins = rules.orbit(entry.position) - {entry.position}
        if len(twins) >= len(most):
            most = [entry.position, *sorted(twins, key=rules.format)]
    shown = [(each, strategy(each)) for each in most if each in strategy.solution]
    return [Card(rules.format_move(move), each, move) for each, move in shown]
