"""match: many games between two players, how often each wins, and by how much.

**The method.** The games are played side by side, a ply at a time. All boards that show the same
position with the same player to move are one entry with a count, for nothing tells them
apart. A player that promises one answer a position is asked once for all of them, and the
boards are dealt to its candidate moves as that many throws of a fair die would be: by one
draw from the multinomial distribution, which is the same in law. Any other player is
asked once for each board, since it may throw dice of its own. So a million games of two players
of ours take no longer than a thousand, and memory is bounded by the positions that can
be on the boards at once.

Where moves gain, boards with one position are told apart by what was won before.

**What is told.** Counts for the player named first, and with each share an *interval* by Wilson's
score: of a hundred such intervals, ninety-five hold the true chance, also where
the count is zero or all. Where the game has scores, the score of a match is all that the line
won, gains and end together. (The chances themselves come from
:func:`gamesolver.players.odds`.)

**Source**: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
Journal of the American Statistical Association 22 (1927), 209-212.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from secrets import randbits
from typing import Annotated, Any, Generic, TypedDict

import attrs
import numpy as np

from gamesolver.lazy import shown_by
from gamesolver.players.arguments import number_in, seed_in
from gamesolver.players.asking import AskedPlayer
from gamesolver.players.play_graph import FIRST, SECOND
from gamesolver.players.players import Player
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import roots_of
from gamesolver.shapes import Natural, Shaped
from gamesolver.show.sentences import remarks_on_play
from gamesolver.system.progress import Listener, Reporter, reporting

CAP = 1_000  # plies, after which play counts as endless
MOST = 10**15  # games, or plies: numpy counts in 64 bits
DEVIATIONS = 1.959963984540054  # of a normal distribution, within which 95 in 100 lie

Boards = Counter[tuple[Any, int, int]]
"""On how many boards there is which position, who moves there, and what the first has won."""


class ShareShape(TypedDict):
    """How many games, which part of all that is, and the interval of 95 in 100."""

    games: Natural
    share: float
    low: float
    high: float


class ScoreShareShape(ShareShape):
    """The same of the games with one score."""

    score: int


class MatchScoresShape(TypedDict):
    """The scores of a match; for the player named first."""

    sum: int
    mean: float
    by_score: Annotated[list[ScoreShareShape], "Best first."]


class MatchShape(TypedDict):
    """`Match.as_json`; for the player named first."""

    games: Natural
    seed: Natural
    cap: Annotated[Natural, "Plies that count as endless play."]
    win: ShareShape
    draw: ShareShape
    loss: ShareShape
    endless: ShareShape
    endless_worth: Annotated[int, "What endless play is worth: a score, or 1, 0 or -1."]
    scores: Annotated[MatchScoresShape | None, "`null` where the game has none."]


@attrs.frozen
class Match(Shaped):
    """How many games the player named first won, drew and lost, and how many did not end.

    ``seed`` plays the same match again; ``cap`` is the number of plies after which a game
    counted as endless. ``scores`` is how many games ended with which score for the player named
    first, best first; those without an end are among them, with what endless play is worth
    (``worth``). ``str`` shows shares with their intervals.

    >>> from games import TicTacToe
    >>> from gamesolver.players import RandomPlayer
    >>> game = TicTacToe()
    >>> player = RandomPlayer(game)
    >>> played = match(game, player, player, games=1_000, seed=1)
    >>> played.games, played == match(game, player, player, games=1_000, seed=1)
    (1000, True)
    """

    win: int
    draw: int
    loss: int
    endless: int
    seed: int
    cap: int
    scores: Mapping[int, int] | None = attrs.field(default=None, kw_only=True)
    """Games by score; ``None`` where the game has no scores."""
    worth: int = attrs.field(default=0, kw_only=True)
    """What endless play is worth to the player named first."""

    _repr_html_ = shown_by("players.reports", "match_html")

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.win + self.draw + self.loss + self.endless

    @property
    def total(self) -> int:
        """The sum of all scores; without scores a win is 1 and a loss -1.

        >>> Match(win=9, draw=0, loss=1, endless=0, seed=1, cap=9).total
        8
        """
        if self.scores is None:
            return self.win - self.loss + self.worth * self.endless
        return sum(score * games for score, games in self.scores.items())

    @property
    def mean(self) -> float:
        """The mean of all scores."""
        return self.total / self.games

    def interval(self, count: int) -> tuple[float, float]:
        """Wilson's interval of 95 in 100 for the chance of what came ``count`` times.

        >>> low, high = Match(win=90, draw=10, loss=0, endless=0, seed=1, cap=9).interval(0)
        >>> low, round(high, 4)
        (0.0, 0.037)
        """
        games, square = self.games, DEVIATIONS**2
        count = number_in(count, "count", f"a whole number from 0 to {games}", 0, games)
        centre = (count + square / 2) / (games + square)
        spread = sqrt(count * (games - count) / games + square / 4)
        reach = DEVIATIONS * spread / (games + square)
        low = 0.0 if count == 0 else centre - reach
        return low, 1.0 if count == games else centre + reach

    def shape(self) -> MatchShape:
        """The counts with shares and intervals as plain data, in the shape that JSON has."""
        return {
            "games": self.games,
            "seed": self.seed,
            "cap": self.cap,
            "win": self._share(self.win),
            "draw": self._share(self.draw),
            "loss": self._share(self.loss),
            "endless": self._share(self.endless),
            "endless_worth": self.worth,
            "scores": None if self.scores is None else self._scores(self.scores),
        }

    def _scores(self, scores: Mapping[int, int]) -> MatchScoresShape:
        return {
            "sum": self.total,
            "mean": self.mean,
            "by_score": [{"score": score, **self._share(count)} for score, count in scores.items()],
        }

    def _share(self, count: int) -> ShareShape:
        low, high = self.interval(count)
        return {"games": count, "share": count / self.games, "low": low, "high": high}

    def __str__(self) -> str:
        rows = [f"{self.games} games, seed {self.seed}"]
        named = {"win": self.win, "draw": self.draw, "loss": self.loss, "endless": self.endless}
        for name, count in named.items():
            if count or name != "endless":
                low, high = (100 * bound for bound in self.interval(count))
                share = 100 * count / self.games
                rows.append(f"{name:8}{count:>12}  {share:6.2f}%  ({low:.2f}% to {high:.2f}%)")
        return "\n".join([*rows, *self.remarks])

    @property
    def remarks(self) -> list[str]:
        """What endless play is worth, and the scores in sum and on average, in words."""
        score = f"score {self.total:+,} in sum, {self.mean:+.2f} on average"
        told = None if self.scores is None else score
        return remarks_on_play(bool(self.endless), self.worth, told)


def match(
    game: Game[PositionT, MoveT],
    first: Player,
    second: Player,
    games: int = 10_000,
    seed: int | None = None,
    *,
    start: PositionT | None = None,
    cap: int = CAP,
    progress: bool | Listener | None = None,
) -> Match:
    """Play many games, and count; the player named first makes the move at the start.

    Parameters
    ----------
    game
        The rules.
    first
        Who makes the move at the start.
    second
        Who replies.
    games
        How many to play.
    seed
        What lots are drawn from; by default one is chosen, and told in the report.
    start
        A position in place of ``game.start()``.
    cap
        A game of so many plies that has not ended counts as endless.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Match
        How many games ended in which way for the player named first.

    Raises
    ------
    PlayerError
        A player does what no player may.
    InvalidArgumentError
        An argument cannot be used.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer, RandomPlayer
    >>> game = TicTacToe()
    >>> match(game, PerfectPlayer(solve(game)), RandomPlayer(game), seed=1).loss
    0
    """
    expected = f"a whole number from 1 to {MOST}"
    games, cap = (
        number_in(number, name, expected, 1, MOST)
        for name, number in (("games", games), ("cap", cap))
    )
    seed = randbits(32) if seed is None else seed_in(seed, "a whole number from 0 on, or None")
    rules = Rules(game)
    table = _Table(rules, (AskedPlayer(rules, first), AskedPlayer(rules, second)), seed)
    with reporting(progress) as report:
        opened = next(roots_of(rules, start, None))
        worth = rules.worth_at(opened)
        table.play(Counter({(opened, FIRST, 0): games}), cap, report)
    return table.match(seed, cap, worth)


class _Table(Generic[PositionT, MoveT]):
    """Where the games are played."""

    def __init__(
        self,
        rules: Rules[PositionT, MoveT],
        players: tuple[AskedPlayer[PositionT, MoveT], AskedPlayer[PositionT, MoveT]],
        seed: int,
    ) -> None:
        self.rules = rules
        self.players = players
        self.luck = np.random.default_rng(seed)
        self.ended: Counter[int] = Counter()
        """How many games ended with each score for the player named first."""
        self.endless: Counter[int] = Counter()
        """How many did not end, by what was won on the way."""

    def match(self, seed: int, cap: int, worth: int) -> Match:
        """What was counted, where endless play is worth so much to the player named first."""
        kinds: Counter[int] = Counter()
        for score, games in self.ended.items():
            kinds[(score > 0) - (score < 0)] += games
        scores = self._scores(worth) if self.rules.is_scored else None
        return Match(
            win=kinds[1],
            draw=kinds[0],
            loss=kinds[-1],
            endless=self.endless.total(),
            seed=seed,
            cap=cap,
            scores=scores,
            worth=worth,
        )

    def _scores(self, worth: int) -> dict[int, int]:
        """All games by score, best first."""
        scores = Counter(self.ended)
        for won, games in self.endless.items():
            scores[won + worth] += games
        return dict(sorted(scores.items(), reverse=True))

    def play(self, boards: Boards, cap: int, report: Reporter) -> None:
        """Play all boards to the end, or until they are endless."""
        games, done = boards.total(), 0
        report("games", 0, games)
        for _ in range(cap):
            ahead: Boards = Counter()
            for (position, mover, won), count in boards.items():
                done += self._ply(position, mover, won, count, ahead)
                report("games", done, games)
            boards = ahead
            if not boards:
                return
        for (position, mover, won), count in boards.items():
            if not self._is_over(position, mover, won, count):
                self.endless[won] += count
        report("games", games, games)

    def _is_over(self, position: PositionT, mover: int, won: int, count: int) -> bool:
        ending = self.rules.ending(position)
        if ending is not None:
            self.ended[won + ending.points * (1 if mover == FIRST else -1)] += count
        return ending is not None

    def _ply(self, position: PositionT, mover: int, won: int, count: int, ahead: Boards) -> int:
        """Make one move on so many boards; how many games were over there already."""
        if self._is_over(position, mover, won, count):
            return count
        legal, play = self.rules.choices(position)
        shares: Counter[Any] = Counter()
        for chosen, boards in self._answers(position, mover, legal, count):
            for move, share in zip(chosen, self._deal(boards, len(chosen)), strict=True):
                shares[move] += share
        seat, side = self.rules.player(position), 1 if mover == FIRST else -1
        gain_of = self.rules.gains(position)
        for move, share in shares.items():
            if share:
                successor = play(move)
                kept = seat is not None and self.rules.player(successor) == seat
                then = won + side * gain_of(move)
                ahead[successor, mover if kept else SECOND - mover, then] += share
        return 0

    def _answers(
        self, position: PositionT, mover: int, legal: Sequence[MoveT], count: int
    ) -> Iterator[tuple[Sequence[MoveT], int]]:
        """What the player answers, and on how many boards."""
        player = self.players[mover]
        if player.is_steady:
            yield player.choices(position, legal), count
            return
        for _ in range(count):
            yield player.choices(position, legal), 1

    def _deal(self, boards: int, ways: int) -> list[int]:
        """So many boards dealt evenly by lot to so many ways."""
        if ways == 1:
            return [boards]
        return [int(share) for share in self.luck.multinomial(boards, [1 / ways] * ways)]
