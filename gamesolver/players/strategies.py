"""Smallest strategies: the fewest positions to know for perfect play.

A *strategy* of a player is a set of positions, up to symmetry, with one move each. It guarantees
the value of the start against every reply: play never reaches a position of this player outside
the set. If the start is won and infinite play is possible, it also forces an end. It is a proof
tree folded into a table. A lost start needs no strategy. In a game with scores a strategy may
guarantee the score instead. If moves gain points it always does, and each of its moves brings the
score of its own position.

:func:`strategy` searches for the smallest one. A position counts even if it has a single legal
move. The problem contains set cover. It is therefore written as an integer program and passed
to a solver with a time limit. The result is the smallest strategy, or the best one found with a
lower bound on the size of any.

:class:`Strategy` writes the table as text, with boards side by side, or as a page to print.

Cost: exploring all positions that preserve the value, and the solver, from a hundredth of a
second up to the time limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from textwrap import wrap
from typing import Annotated, Any, Generic, Literal, TypedDict

import attrs

from gamesolver.arguments import require_limit
from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import shown_by
from gamesolver.players.arguments import require_solution, require_word, seat_in
from gamesolver.players.players import SteadyPlayer, choices_at, require_no_gains
from gamesolver.players.sheet import Card, Section, page
from gamesolver.players.strategy_search import (
    Choice,
    ChoiceFinder,
    Choices,
    Chosen,
    greedy,
    needed,
    require_scipy,
    smallest,
)
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.parameters import titled
from gamesolver.shapes import GameShape, Natural, Shaped, fill
from gamesolver.show.sentences import Word, headline
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, reporting
from gamesolver.texts import spelled
from gamesolver.value import Value

# ── strategies as text, with boards side by side, and as a page to print ──────────────────────────

WIDTH = 80
MOST_SYMMETRIES = 16


def strategy_text(strategy: Strategy[Any, Any]) -> str:
    """Return the title and the boards side by side, each under its move."""
    game, rules = strategy.game, Rules(strategy.game)
    blocks = [
        [game.format_move(entry.move), *rules.render(entry.position, strategy.seat).split("\n")]
        for entry in strategy.entries
    ]
    words = wrap(_words(strategy), WIDTH)
    return "\n".join([headline(strategy.title), *words, *_side_by_side(blocks)]) + "\n"


def _side_by_side(blocks: list[list[str]]) -> Iterator[str]:
    """Yield lines with as many blocks in a row as fit, and an empty line above each row."""
    wide = max((len(line) for block in blocks for line in block), default=0) + 3
    in_a_row = max(1, WIDTH // wide)
    for first in range(0, len(blocks), in_a_row):
        yield ""
        for lines in zip_longest(*blocks[first : first + in_a_row], fillvalue=""):
            yield "".join(line.ljust(wide) for line in lines).rstrip()


def _words(strategy: Strategy[Any, Any]) -> str:
    """Return instructions on reading the table."""
    if not strategy.entries:
        return ""
    if not Rules(strategy.game).folds:
        return "Find the position, and play the move that is given with it."
    return (
        "Find the position, or a symmetric one, and play the move that is given with it, under "
        "the same symmetry."
    )


def strategy_html(strategy: Strategy[Any, Any]) -> str:
    """Return the table as a page of small boards, with an example of symmetric positions."""
    game, entries = strategy.game, strategy.entries
    cards = [
        Card(
            f"{n}. {game.format_move(entry.move)}", entry.position, entry.move, mover=strategy.seat
        )
        for n, entry in enumerate(entries, 1)
    ]
    sections = [Section("", _words(strategy), cards, "small")]
    images = _most_symmetries(strategy)
    if len(images) > 1:
        words = (
            f"These {len(images)} positions are equivalent by symmetry; the table has one of them."
        )
        sections.append(Section("Symmetric positions", words, images[:MOST_SYMMETRIES], "small"))
    return page(game, f"{titled(game)}: {strategy.title}", sections)


def _most_symmetries(strategy: Strategy[Any, Any]) -> list[Card]:
    """Return the position with the most symmetric ones, and these, each with its move."""
    rules, most = Rules(strategy.game), list[Any]()
    for entry in strategy.entries:
        images = rules.orbit(entry.position) - {entry.position}
        if len(images) >= len(most):
            most = [entry.position, *sorted(images, key=rules.format)]
    shown = [(position, strategy(position)) for position in most if position in strategy.solution]
    return [
        Card(rules.format_move(move), position, move, mover=strategy.seat)
        for position, move in shown
    ]


# ── smallest strategies for perfect play ──────────────────────────────────────────────────────────

FIRST_AND_SECOND = ("the player who moves first", "the player who moves second")


class EntryShape(TypedDict):
    """A position of a strategy, and the move to make."""

    position: str
    board: str
    move: str


@attrs.frozen
class Entry(Generic[PositionT, MoveT]):
    """Canonical position with the move to play.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> entry = strategy(solve(Nim(heaps=(1, 2)))).entries[0]
    >>> entry.position, entry.move
    ((1, 2), (1, 1))
    """

    position: PositionT
    move: MoveT


class StrategyShape(TypedDict):
    """`Strategy.as_json`."""

    game: GameShape
    seat: Natural
    player: Annotated[str, "Name of that player."]
    value: Annotated[Word, "What is guaranteed."]
    score: Annotated[int | None, "Likewise; `null` if it is the value alone."]
    size: Natural
    at_least: Annotated[Natural, "No strategy has fewer positions."]
    positions: list[EntryShape]


@attrs.frozen(eq=False, repr=False)
class Strategy(Shaped, SteadyPlayer[PositionT, MoveT]):
    """Table of positions with a move each. Called with a position, it is a player.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> draws = strategy(solve(TicTacToe()), seat=1)
    >>> draws
    <Strategy of TicTacToe(): o draws with 71 positions, the fewest there can be>
    >>> draws("x.......o" "x")  # never comes up: any move will do
    [1, 2, 3, 4, 5, 6, 7]
    """

    solution: Solution[PositionT, MoveT]
    seat: int
    value: Value
    """Value of the start for this player, which is guaranteed."""
    at_least: int
    """Lower bound on the size of any strategy."""
    choices: Mapping[PositionT, Choice[PositionT]]
    """Choices by canonical position, in the order in which play reaches them."""
    score: int | None = None
    """Score of the start for this player, if it is guaranteed."""
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False)

    @_rules.default
    def _rules_of_the_game(self) -> Rules[PositionT, MoveT]:
        return Rules(self.solution.game)

    _repr_html_ = shown_by("players.reports", "strategy_html")

    @property
    def game(self) -> Game[PositionT, MoveT]:
        """Game of the solution."""
        return self.solution.game

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def is_smallest(self) -> bool:
        """True if it is proved that no strategy is smaller."""
        return len(self) <= self.at_least

    @property
    def entries(self) -> tuple[Entry[PositionT, MoveT], ...]:
        """Rows of the table, in the order in which play reaches the positions."""
        return tuple(Entry(here, choice.move) for here, choice in self.choices.items())

    @property
    def title(self) -> str:
        """Title with the player, the guaranteed result and the size."""
        if self.value is Value.LOSS and self.score is None:
            return f"{self.who} loses, and needs no strategy"
        few = "the fewest there can be" if self.is_smallest else f"at least {self.at_least} needed"
        positions = "1 position" if len(self) == 1 else f"{len(self)} positions"
        return f"{self.who} {self._does} with {positions}, {few}"

    @property
    def _does(self) -> str:
        """Guaranteed result as text."""
        if self.value is Value.LOSS:
            return f"loses by no more than {-(self.score or 0):,}"
        if self.value is Value.DRAW:
            return "draws"
        return f"wins by {self.score:,}" if self.score else "wins"

    @property
    def who(self) -> str:
        """Name of this player."""
        seats = seats_of(self.game) if self._rules.has_seats else FIRST_AND_SECOND
        return seats[self.seat]

    def __repr__(self) -> str:
        return f"<Strategy of {self.game!r}: {self.title}>"

    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        """Return the move of the table, or all legal moves if the table has none."""
        rules = self._rules
        self.solution[position]
        moves, play = choices_at(rules, position)
        choice = self.choices.get(rules.canonical(position))
        if choice is None:
            return list(moves)
        return next(
            move
            for move in moves
            if rules.canonical(play(move)) == choice.target
            and rules.turn_kept(position, play(move)) == choice.is_turn_kept
            and rules.gain(position, move) == choice.gain
        )

    def as_text(self) -> str:
        """Return the table as text: a board and a move for each position."""
        return strategy_text(self)

    def shape(self) -> StrategyShape:
        """Return the table as plain data for JSON."""
        positions = [self._entry(entry) for entry in self.entries]
        return fill(StrategyShape, self, player=self.who, size=len(self), positions=positions)

    def _entry(self, entry: Entry[PositionT, MoveT]) -> EntryShape:
        return {
            "position": self._rules.format(entry.position, self.seat),
            "board": self._rules.render(entry.position, self.seat),
            "move": self._rules.format_move(entry.move),
        }

    def as_html(self) -> str:
        """Return the table as a page to print, with an example of symmetric positions."""
        return strategy_html(self)


def strategy(
    solution: Solution[PositionT, MoveT],
    seat: int = 0,
    *,
    by: Literal["value", "score"] | None = None,
    seconds: float = 60,
    limit: int = 100_000,
    progress: bool | Listener | None = None,
) -> Strategy[PositionT, MoveT]:
    """Return the smallest set of positions and moves that guarantees the value of the start.

    With ``by="score"`` the set guarantees the score of the start.

    Parameters
    ----------
    solution
        Solution from ``solve`` or ``load``.
    seat
        Player index, 0 or 1, default 0. If the game does not define ``player``, 0 is the player
        to move at the start.
    by
        ``"value"`` or, in a game with scores, ``"score"``: the guarantee of the strategy. The
        default is the value. If moves gain points it is the score, because a position does not
        determine the winner.
    seconds
        Time limit of the integer solver in seconds, default 60.
    limit
        Greatest number of positions to choose among.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Strategy
        Table of positions and moves, which is also a player.

    Raises
    ------
    SizeLimitError
        There are more than ``limit`` positions to choose among.
    InvalidArgumentError
        An argument is invalid, or scipy is not installed.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> print(strategy(solve(Nim(heaps=(1, 2)))).as_text())
    The player who moves first wins with 2 positions, the fewest there can be
    Find the position, or a symmetric one, and play the move that is given with it,
    under the same symmetry.
    <BLANKLINE>
    take 1 from heap b   take 1 from heap b
    a: |                 a:
    b: ||                b: |
    <BLANKLINE>
    """
    require_solution(solution)
    seat = seat_in(seat, "0 or 1")
    require_limit(limit)
    _require_seconds(seconds)
    rules = Rules(solution.game)
    is_by_score = _is_by_score(rules, by)
    require_scipy()
    with reporting(progress) as report:
        choices = ChoiceFinder(solution, seat, is_by_score, limit, report).choices()
    chosen, at_least = _best(choices, seconds)
    score = choices.goal if is_by_score and rules.is_scored else None
    return Strategy(solution, seat, Value.of(choices.goal), at_least, chosen, score)


def _is_by_score(rules: Rules[Any, Any], by: object) -> bool:
    """Return True if the score is guaranteed, and False for the value."""
    if by is None:
        return rules.has_gains
    require_word(by, "by", "value", "score")
    if by == "value":
        require_no_gains(rules.game, rules.has_gains, 'bad by "value"', '"score"')
    return by == "score"


def _best(choices: Choices[Any], seconds: float) -> tuple[Chosen, int]:
    """Return the smallest strategy found, and a lower bound."""
    if not choices.at:
        return {}, 0
    chosen, at_least = smallest(choices, seconds)
    fallback = needed(choices, greedy(choices))
    cut = needed(choices, chosen) if chosen else None
    assert fallback is not None
    return (fallback if cut is None or len(fallback) < len(cut) else cut), at_least


def _require_seconds(seconds: object) -> None:
    is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_time or not seconds > 0:  # type: ignore[operator]  # a number
        raise InvalidArgumentError(f"bad seconds {spelled(seconds)}: expected a number above 0")
