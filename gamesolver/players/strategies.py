"""Strategies on a page: how little one must know to play a game perfectly.

A *strategy* of a player is a set of positions, up to symmetry, with a move each, that
guarantees the value of the start against every reply: whatever the other side does, play
comes to no position of ours that is not in the set. Where the start is won, and play could
go on for ever, it also brings play to an end. It is a proof tree folded into a table. A lost
start needs none. In a game with scores a strategy may guarantee the score instead; where moves
gain it does, and each of its moves brings the score of the position it stands at.

The smallest one is wanted; a position counts even if it has a single legal move. To find it
is a hard problem (with enough choices it is that of covering a set), so it is written as an
integer program and given to a solver of these, for a time. What comes out is the smallest
strategy, or the best one found with the least number of positions that any can have.

**The cost.** Exploring looks at what play comes to while our moves keep the value, on both
sides; the solver takes from a hundredth of a second to for ever.

**Strategies told: boards side by side as text, and a page to print.**
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Generic, Literal

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
    Taken,
    greedy,
    needed,
    require_scipy,
    smallest,
)
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.parameters import titled
from gamesolver.shapes import EntryShape, Shaped, StrategyShape, game_shape
from gamesolver.show.sentences import WORDS, headline
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, reporting
from gamesolver.texts import spelled
from gamesolver.value import Value

# ── strategies told: boards side by side as text, and a page to print ───────────────────────────

WIDTH = 80
MOST_TWINS = 16


def strategy_text(strategy: Strategy[Any, Any]) -> str:
    """The title, and the boards side by side, the move above each."""
    game, rules = strategy.game, Rules(strategy.game)
    blocks = [
        [game.format_move(entry.move), *rules.render(entry.position, strategy.seat).split("\n")]
        for entry in strategy.entries
    ]
    words = wrap(_words(strategy), WIDTH)
    return "\n".join([headline(strategy.title), *words, *_side_by_side(blocks)]) + "\n"


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
        Card(
            f"{n}. {game.format_move(entry.move)}", entry.position, entry.move, mover=strategy.seat
        )
        for n, entry in enumerate(entries, 1)
    ]
    sections = [Section("", _words(strategy), cards, "small")]
    twins = _most_twins(strategy)
    if len(twins) > 1:
        words = f"These {len(twins)} positions are the same by symmetry; the table has one of them."
        sections.append(Section("What is the same", words, twins[:MOST_TWINS], "small"))
    return page(game, f"{titled(game)}: {strategy.title}", sections)


def _most_twins(strategy: Strategy[Any, Any]) -> list[Card]:
    """The position of the table with the most twins, and these, each with its move."""
    rules, most = Rules(strategy.game), list[Any]()
    for entry in strategy.entries:
        twins = rules.orbit(entry.position) - {entry.position}
        if len(twins) >= len(most):
            most = [entry.position, *sorted(twins, key=rules.format)]
    shown = [(position, strategy(position)) for position in most if position in strategy.solution]
    return [
        Card(rules.format_move(move), position, move, mover=strategy.seat)
        for position, move in shown
    ]


# ── strategies on a page: how little one must know to play a game perfectly ─────────────────────

FIRST_AND_SECOND = ("whoever moves first", "whoever moves second")


@attrs.frozen
class Entry(Generic[PositionT, MoveT]):
    """A position that stands for its twins, and what to do there.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> entry = strategy(solve(Nim(heaps=(1, 2)))).entries[0]
    >>> entry.position, entry.move
    ((1, 2), (1, 1))
    """

    position: PositionT
    move: MoveT


@attrs.frozen(eq=False, repr=False)
class Strategy(Shaped, SteadyPlayer[PositionT, MoveT]):
    """A table of positions with a move each; called with a position, it is a player.

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
    """The value of the start as this seat sees it, which is guaranteed."""
    at_least: int
    """No strategy has fewer positions than this."""
    choices: Mapping[PositionT, Choice[PositionT]]
    """By canonical position, in the order in which play comes to them."""
    score: int | None = None
    """The score of the start as this seat sees it, where that is guaranteed."""
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False)

    @_rules.default
    def _rules_of_the_game(self) -> Rules[PositionT, MoveT]:
        return Rules(self.solution.game)

    _repr_html_ = shown_by("players.reports", "strategy_html")

    @property
    def game(self) -> Game[PositionT, MoveT]:
        """The game."""
        return self.solution.game

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def is_smallest(self) -> bool:
        """Whether no strategy has fewer positions, for certain."""
        return len(self) <= self.at_least

    @property
    def entries(self) -> tuple[Entry[PositionT, MoveT], ...]:
        """The table, in the order in which play comes to the positions."""
        return tuple(Entry(here, choice.move) for here, choice in self.choices.items())

    @property
    def title(self) -> str:
        """Who is promised what, and at what price."""
        if self.value is Value.LOSS and self.score is None:
            return f"{self.who} loses, and needs no strategy"
        few = "the fewest there can be" if self.is_smallest else f"at least {self.at_least} needed"
        positions = "1 position" if len(self) == 1 else f"{len(self)} positions"
        return f"{self.who} {self._does} with {positions}, {few}"

    @property
    def _does(self) -> str:
        """What is promised."""
        if self.value is Value.LOSS:
            return f"loses by no more than {-(self.score or 0):,}"
        if self.value is Value.DRAW:
            return "draws"
        return f"wins by {self.score:,}" if self.score else "wins"

    @property
    def who(self) -> str:
        """What people call this player."""
        seats = seats_of(self.game) if self._rules.has_seats else FIRST_AND_SECOND
        return seats[self.seat]

    def __repr__(self) -> str:
        return f"<Strategy of {self.game!r}: {self.title}>"

    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        """The move of the table, for a twin too; all legal moves where the table has none."""
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
        """The table as text: a board and a move for each position."""
        return strategy_text(self)

    def shape(self) -> StrategyShape:
        """The table as plain data, in the shape that JSON has."""
        return {
            "game": game_shape(self.game),
            "seat": self.seat,
            "player": self.who,
            "value": WORDS[self.value],
            "score": self.score,
            "size": len(self),
            "at_least": self.at_least,
            "positions": [self._entry(entry) for entry in self.entries],
        }

    def _entry(self, entry: Entry[PositionT, MoveT]) -> EntryShape:
        return {
            "position": self._rules.format(entry.position),
            "board": self._rules.render(entry.position, self.seat),
            "move": self._rules.format_move(entry.move),
        }

    def as_html(self) -> str:
        """A page to print: what counts as one position is drawn, then the table."""
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
    """The smallest set of positions, with a move each, that guarantees the value of the start.

    Or its score.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives.
    seat
        Whose strategy; where seats are unknown 0 is whoever moves at the start.
    by
        What is guaranteed: the value, or in a game with scores the ``"score"``. By default the
        value, but where moves gain the score, for there a position does not say who wins.
    seconds
        How long the solver may look for a smaller one, or for the proof that there is none.
    limit
        Raise ``SizeLimitError`` rather than choose among more positions than this.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Strategy
        The table, which is a player too.

    Raises
    ------
    SizeLimitError
        There are more than ``limit`` positions to choose among.
    InvalidArgumentError
        An argument cannot be used, or scipy is not installed.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> print(strategy(solve(Nim(heaps=(1, 2)))).as_text())
    Whoever moves first wins with 2 positions, the fewest there can be
    Find the position, or one that is the same by symmetry, and play the move that
    is given with it, by the same symmetry.
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
    taken, at_least = _best(choices, seconds)
    score = choices.goal if is_by_score and rules.is_scored else None
    return Strategy(solution, seat, Value.of(choices.goal), at_least, taken, score)


def _is_by_score(rules: Rules[Any, Any], by: object) -> bool:
    """Whether all points count, and not only who wins by them."""
    if by is None:
        return rules.has_gains
    require_word(by, "by", "value", "score")
    if by == "value":
        require_no_gains(rules.game, rules.has_gains, 'bad by "value"', '"score"')
    return by == "score"


def _best(choices: Choices[Any], seconds: float) -> tuple[Taken, int]:
    """The smallest strategy that is found, and a bound."""
    if not choices.at:
        return {}, 0
    taken, at_least = smallest(choices, seconds)
    fallback = needed(choices, greedy(choices))
    cut = needed(choices, taken) if taken else None
    assert fallback is not None
    return (fallback if cut is None or len(fallback) < len(cut) else cut), at_least


def _require_seconds(seconds: object) -> None:
    is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_time or not seconds > 0:  # type: ignore[operator]  # a number
        raise InvalidArgumentError(f"bad seconds {spelled(seconds)}: expected a number above 0")
