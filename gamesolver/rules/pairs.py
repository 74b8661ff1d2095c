"""Comparison of the compiled rules of a game with its plain rules.

At a position both must have the same result of the end rule, and the same moves by their texts,
each leading to the same position and keeping or passing the turn alike. If the compiled rules
define the player to move, symmetric positions or (as the plain ones do) a stage, both must agree.
If they agree at the start and at every position, they are one game. The translations must be
inverses of each other.

Both functions raise the first fault as a ``GameContractError``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from gamesolver.errors import GameContractError
from gamesolver.rules.compiled import CompiledGame, plain_of
from gamesolver.rules.faults import blame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract, shown, shown_apart
from gamesolver.texts import apart


def require_same_start(game: CompiledGame) -> None:
    """Raise unless both writings begin alike."""
    both = _Both.of(game)
    if both is not None:
        first, second = both.to_plain(game.start()), both.by_plain(Rules.start)
        if first != second:
            raise both.differ("start()", *shown_apart(both.plain.game, first, second), None)


def require_same(game: CompiledGame, *positions: int) -> None:
    """Raise if the plain rules differ at one of the positions."""
    both = _Both.of(game)
    if both is not None:
        for position in positions:
            both.require_same(position)


@attrs.frozen
class _Results:
    """Results of one set of rules for a position, with other positions as plain positions."""

    end: Any
    player: Any
    stage: Any
    images: set[Any]
    successors: dict[str, tuple[Any, bool, int]]
    """Successor of each move, True if it keeps the turn, and its gain, by the move's text."""


def _results(
    rules: Rules[Any, Any],
    position: Any,
    moves_from: Callable[[Any], Iterable[tuple[Any, Any]]],
    translate: Callable[[Any], Any] = lambda position: position,
) -> _Results:
    ending = rules.end_result(position)
    successors = {}
    for move, successor in moves_from(position) if ending is None else ():
        kept = rules.turn_kept(position, successor)
        gain = rules.gain(position, move)
        successors[rules.format_move(move)] = translate(successor), kept, gain
    return _Results(
        ending,
        rules.player(position),
        rules.stage(position),
        {translate(image) for image in rules.orbit(position)},
        successors,
    )


class _Both:
    """The compiled rules and the plain ones, side by side."""

    def __init__(self, game: CompiledGame, plain: Game[Any, Any]) -> None:
        self.game = game
        self.compiled = Rules(game)
        self.plain = Rules(plain)

    @classmethod
    def of(cls, game: CompiledGame) -> _Both | None:
        """Both, if the author gives both."""
        plain = plain_of(game)
        return None if plain is None else cls(game, plain)

    def by_plain(self, question: Callable[[Rules[Any, Any]], Any]) -> Any:
        """Return the result of the plain rules; a violation of theirs is reported as such."""
        try:
            return question(self.plain)
        except GameContractError as error:
            message = f"compared with another, {error}"
            raise contract(self.game, "plain rules", message) from (error.__cause__ or error)

    def compiled_moves(self, position: int) -> Iterable[tuple[int, int]]:
        """Return each move by the compiled rules, and where it leads."""
        codes = self.compiled.moves(position)
        return zip(codes, self.game.rules.calls.call_successors(position)[1], strict=True)

    def plain_moves(self, position: Any) -> Iterable[tuple[Any, Any]]:
        """Return each move by the plain rules, and where it leads."""
        return ((move, self.plain.play(position, move)) for move in self.plain.moves(position))

    def require_same(self, position: int) -> None:
        """Raise if the plain rules differ at a position."""
        other = self.to_plain(position)
        compiled = _results(self.compiled, position, self.compiled_moves, self.to_plain)
        plain = self.by_plain(lambda rules: _results(rules, other, self.plain_moves))
        self.compare(position, compiled, plain)

    def to_plain(self, position: int) -> Any:
        """Return the position in the form of the plain rules, if it is found again from there."""
        other = self._translated("to_plain", position)
        back = self._translated("from_plain", other)
        if back != position:
            got, wanted = apart(back, position)
            message = f"from_plain(to_plain({position})) is {got}: expected {wanted}"
            raise contract(self.game, "translations", message, position)
        return other

    def _translated(self, method: str, argument: Any) -> Any:
        try:
            return getattr(self.game, method)(argument)
        except Exception as error:
            raise blame(self.game, method, (argument,), error) from error

    # ── comparing ──────────────────────────────────────────────────────────

    def compare(self, position: int, compiled: _Results, plain: _Results) -> None:
        """Raise the first difference."""
        is_compared = {
            "end": True,
            "player": self.compiled.has_seats,
            "stage": self.compiled.has_stages and self.plain.has_stages,
        }
        for name in filter(is_compared.get, is_compared):
            one, two = getattr(compiled, name), getattr(plain, name)
            if one != two:
                rule = self.compiled.end_rule if name == "end" else name
                where = shown(self.game, position)
                raise self.differ(f"{rule}({where})", *apart(one, two), position)
        if self.compiled.names_images:
            self._compare_images(position, compiled.images, plain.images)
        self._compare_moves(position, compiled.successors, plain.successors)

    def _compare_images(self, position: int, compiled: set[Any], plain: set[Any]) -> None:
        odd = sorted(compiled ^ plain, key=lambda position: shown(self.plain.game, position))
        if odd:
            image, of = shown(self.plain.game, odd[0]), shown(self.game, position)
            what = f"{image} is symmetric to {of}"
            raise self._only(what, "and not", odd[0] in compiled, position)

    def _compare_moves(
        self,
        position: int,
        compiled: dict[str, tuple[Any, bool, int]],
        plain: dict[str, tuple[Any, bool, int]],
    ) -> None:
        for text in (*compiled, *plain):
            if text not in compiled or text not in plain:
                is_one = f"{self._move(text, position)} is one"
                raise self._only(is_one, "and none", text in compiled, position)
            if compiled[text] != plain[text]:
                self._compare_move(text, position, compiled[text], plain[text])

    def _compare_move(
        self,
        text: str,
        position: int,
        compiled: tuple[Any, bool, int],
        plain: tuple[Any, bool, int],
    ) -> None:
        move = self._move(text, position)
        (one, kept, gain), (two, keeps, gains) = compiled, plain
        if one != two:
            show = shown_apart(self.plain.game, one, two)
            raise self.differ(f"the position after {move}", *show, position)
        if kept != keeps:
            raise self._only(f"{move} keeps the turn", "and passes it", kept, position)
        if gain != gains:
            raise self.differ(f"what {move} gains", str(gain), str(gains), position)

    def _move(self, text: str, position: int) -> str:
        return f"move {text} at {shown(self.game, position)}"

    def differ(self, what: str, compiled: str, plain: str, position: object) -> GameContractError:
        """Return the error for two answers."""
        message = f"{what} is {compiled} by the compiled rules, and {plain} by the plain ones"
        return contract(self.game, "plain rules", message, position)

    def _only(
        self, what: str, otherwise: str, is_compiled: bool, position: int
    ) -> GameContractError:
        by, not_by = ("compiled", "plain") if is_compiled else ("plain", "compiled")
        message = f"{what} by the {by} rules, {otherwise} by the {not_by} ones"
        return contract(self.game, "plain rules", message, position)
