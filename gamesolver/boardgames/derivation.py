"""Report of the facts that were derived from the rules of a board game, and the reasons.

``gamesolver rules`` prints it. For a game with compiled rules, or in plain Python, the report lists
the rules or methods that the author wrote.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import attrs

from gamesolver.boardgames.board_game import BoardGame
from gamesolver.boardgames.errors import RulesError
from gamesolver.boardgames.layout import MOST_BITS
from gamesolver.boardgames.source import source_of
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import titled, writes
from gamesolver.value import Value

BY_BOARD_GAME, BY_HAND, PLAIN = "board game", "compiled rules by hand", "plain Python"
HAND_RULES = (
    "symmetries", "canonical", "player", "stage", "count_moves", "index", "position_at",
    "predecessors", "candidates",
)  # fmt: skip
NOT_DERIVED = "predecessors are not derived: "
PLAIN_RULES = ("symmetries", "canonical", "player", "stage", "candidates")


@attrs.frozen
class Derived:
    """A fact that can be derived from rules: ``text`` has the result, or the reason why not."""

    name: str
    is_derived: bool
    text: str


@attrs.frozen
class Derivation:
    """Result of deriving from the rules of a game, with the lowered module of a board game.

    >>> from games import Quixo
    >>> print(derivation(Quixo()).part("index"))
    Derived(name='index', is_derived=False, text='written by hand')
    """

    game: Game[Any, Any]
    kind: str
    """``"board game"``, ``"compiled rules by hand"`` or ``"plain Python"``."""
    parts: tuple[Derived, ...]
    lowered: str = ""
    """Source of the lowered module, which numba compiles. Empty for other games."""

    def part(self, name: str) -> Derived:
        """Return the part with this name."""
        return next(each for each in self.parts if each.name == name)

    def __str__(self) -> str:
        width = max(len(each.name) for each in self.parts)
        lines = [
            f"{each.name:{width}}  {'yes' if each.is_derived else 'no '}  {each.text}"
            for each in self.parts
        ]
        return "\n".join([f"{titled(self.game)}: {self.kind}", *lines])

    def shape(self) -> dict[str, Any]:
        """Return the report as plain data."""
        parts = [attrs.asdict(each) for each in self.parts]
        return {"game": titled(self.game), "kind": self.kind, "parts": parts}

    def as_json(self) -> str:
        """Return the report as a JSON text."""
        return json.dumps(self.shape(), indent=2) + "\n"


def derivation(game: Game[Any, Any]) -> Derivation:
    """Return what was derived from the rules of a game. Raise ``RulesError`` for a mistake."""
    made_from = game._made_from
    if isinstance(made_from, BoardGame):
        return _of_board_game(made_from)
    if isinstance(game, CompiledGame):
        return Derivation(game, BY_HAND, tuple(_of_hand_rules(game)))
    return Derivation(game, PLAIN, tuple(_of_methods(game)))


def _of_hand_rules(game: CompiledGame) -> Iterator[Derived]:
    rules = game.rules
    yield Derived("max_moves", False, f"{rules.max_moves}, written by hand")
    for name in HAND_RULES:
        written = getattr(rules, name) is not None
        yield Derived(name, False, "written by hand" if written else "not written")


def _of_methods(game: Game[Any, Any]) -> Iterator[Derived]:
    for name in PLAIN_RULES:
        yield Derived(name, False, "written" if writes(game, name) else "not written")


# ── board games ─────────────────────────────────────────────────────────────────────────────────


def _of_board_game(game: BoardGame) -> Derivation:
    made = game.lowering
    derived = (
        _layout(game), _colours(game), _symmetries(game), _player(game), _stage(game),
        *_numbering(game),
        Derived("moves", True, f"{made.max_moves} at most, of {_kinds_of_action(game)}"),
        Derived("count_moves", True, "counts moves without listing them"),
        _stuck(game),
    )  # fmt: skip
    by_hand = {name: Derived(name, False, "written by hand") for name in game.by_hand()}
    parts = {each.name: each for each in derived} | by_hand
    return Derivation(game, BY_BOARD_GAME, tuple(parts.values()), made.text)


def _layout(game: BoardGame) -> Derived:
    layout = game.terms.layout
    parts = ", ".join(f"{bits} for {name}" for name, bits in layout.parts())
    return Derived("layout", True, f"{layout.bits} bits of {MOST_BITS}: {parts}")


def _colours(game: BoardGame) -> Derived:
    layout = game.terms.layout
    if not layout.has_turn:
        return Derived("colours", True, "positions are seen from the player to move")
    if game.lowering.motions.exchange:
        return Derived("colours", True, "the players are exchanged together with the turn")
    if game.turn:
        return Derived("colours", False, "turn is True, so positions show the player to move")
    if game.endless not in (Value.DRAW, 0):
        return Derived("colours", False, "infinite play is won by one player")
    where = line_of_name(game, {"mover", "waiter"})
    return Derived("colours", False, f"the player index is used{where}")


def _symmetries(game: BoardGame) -> Derived:
    made, board = game.lowering, len(game.board.symmetries)
    used = len(made.motions.of_places)
    parts = [f"{used} of the board's {board} with the identity"]
    parts += [f"{count} unused because {reason}" for reason, count in made.unused.items()]
    return Derived("symmetries", used > 1, "; ".join(parts))


def _player(game: BoardGame) -> Derived:
    layout = game.terms.layout
    if layout.has_turn:
        where = line_of_name(game, {"mover", "waiter", "again"})
        why = "turn is True" if game.turn else f"of a rule{where}"
        return Derived("player", True, f"a bit of the position, because {why}")
    if "player" in game.lowering.rules:
        return Derived("player", True, "by the number of men and marks")
    sites = game.lowering.sites
    odd = next((site for site in sites if not site.least == site.most in (-1, 1)), None)
    reason = "no rule reads at.mover, at.waiter or again"
    if odd is not None:
        reason += f", and an action changes the number of men by other than 1 ({odd.where})"
    return Derived("player", False, reason)


def _stage(game: BoardGame) -> Derived:
    if game.has_progress:
        return Derived("stage", True, f"the number that {type(game).__name__}.progress returns")
    if "stage" in game.lowering.rules:
        return Derived("stage", True, "the number of men and marks, which changes in one direction")
    sites = game.lowering.sites
    if game.terms.layout.fields and not any(each.least or each.most for each in sites):
        return Derived("stage", False, "play changes counters, and no men or marks")
    adds = next((site.where for site in sites if site.most > 0), "")
    removes = next((site.where for site in sites if site.least < 0), "")
    if not (adds and removes):
        return Derived("stage", False, "play does not change the number of men and marks")
    text = f"an action adds men or marks ({adds}), and an action removes them ({removes})"
    return Derived("stage", False, text)


def _numbering(game: BoardGame) -> Iterator[Derived]:
    """Yield the numbering of positions, and predecessors."""
    made, plan = game.lowering, game.numbering
    if plan.is_indexed:
        why = "play may return, and reaches most positions"
        if "index" in made.rules:
            why = "its marks are its index, and play reaches most positions"
        why = "indexed is True" if game.indexed else why
        yield Derived("index", True, f"each position has an index: {why}")
    else:
        yield Derived("index", False, f"positions are found by play: {plan.reason}")
    if made.max_predecessors:
        use = "" if plan.is_indexed else ", and not used without an index"
        yield Derived("predecessors", True, f"{made.max_predecessors} at most{use}")
        return
    reasons = (each.partition(NOT_DERIVED) for each in made.reasons)
    why = next((after for _, found, after in reasons if found), "the actions cannot be undone")
    yield Derived("predecessors", False, why)


def _kinds_of_action(game: BoardGame) -> str:
    shapes = [".".join(step.verb for step in shape) for shape in game.lowering.shapes]
    return ", ".join(dict.fromkeys(shapes))


def _stuck(game: BoardGame) -> Derived:
    if game.stuck is None:
        return Derived("stuck", False, "not declared, so a position without actions is an error")
    result = game.stuck.name if isinstance(game.stuck, Value) else game.stuck
    return Derived("stuck", True, f"{result} for a player without an action")


def line_of_name(game: BoardGame, names: set[str]) -> str:
    """Return the place in the author's methods at which one of these attributes is used."""
    kind = type(game)
    for owner in kind.__mro__:
        if owner in BoardGame.__mro__:
            continue
        for name, method in vars(owner).items():
            if not isinstance(method, FunctionType):
                continue
            try:
                source = source_of(owner.__name__, name, method)
            except RulesError:
                continue  # not a rule, such as a constructor with defaults
            for node in ast.walk(source.tree):
                if isinstance(node, ast.Attribute) and node.attr in names:
                    return f" ({owner.__name__}.{name}, line {source.line_of(node)})"
    return ""
