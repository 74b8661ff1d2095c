"""Matches of many games between two players, with counts of results and scores.

**Method.** All games advance together, one ply at a time. Boards with the same position and the
same player to move are one entry with a count. A steady player is called once for the entry. Its
boards are then distributed among its candidate moves by one draw from the multinomial
distribution, which is equivalent to independent draws. Any other player is called once for each
board, because it may draw random numbers of its own. So a million games of two steady players take
no longer than a thousand. Memory is bounded by the positions on the boards at one time.

If moves gain points, boards with different points won before are separate entries.

**Result.** Counts for the first player. Each share has a 95 % *interval* by Wilson's score, which
is also valid if the count is zero or all. In games with scores, the score of a match is the sum of
all gains and the score of the end. Exact chances come from :func:`gamesolver.players.odds`.

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
from gamesolver.players.calling import CheckedPlayer
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
"""Number of boards by position, player to move, and points won by the first player."""


class ShareShape(TypedDict):
    """Number of games, their share of all, and the 95 % confidence interval."""

    games: Natural
    share: float
    low: float
    high: float


class ScoreShareShape(ShareShape):
    """These figures for the games with one score."""

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
    cap: Annotated[Natural, "Plies that count as infinite play."]
    win: ShareShape
    draw: ShareShape
    loss: ShareShape
    endless: ShareShape
    endless_payoff: Annotated[int, "Payoff of infinite play: a score, or 1, 0 or -1."]
    scores: Annotated[MatchScoresShape | None, "`null` if the game has none."]


@attrs.frozen
class Match(Shaped):
    """Number of games that the first player won, drew and lost, and of games without an end.

    ``seed`` reproduces the match. ``cap`` is the number of plies after which a game counts as
    endless. ``scores`` is the number of games for each score of the first player, best first.
    It includes games without an end, with the payoff ``endless_payoff``. ``str`` shows shares with
    their intervals.

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
    endless_payoff: int = attrs.field(default=0, kw_only=True)
    """Payoff of infinite play for the first player."""

    _repr_html_ = shown_by("players.reports", "match_html")

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.win + self.draw + self.loss + self.endless

    @property
    def total(self) -> int:
        """Sum of all scores. Without scores a win is 1 and a loss -1.

        >>> Match(win=9, draw=0, loss=1, endless=0, seed=1, cap=9).total
        8
        """
        if self.scores is None:
            return self.win - self.loss + self.endless_payoff * self.endless
        return sum(score * games for score, games in self.scores.items())

    @property
    def mean(self) -> float:
        """Mean of all scores."""
        return self.total / self.games

    def interval(self, count: int) -> tuple[float, float]:
        """Return Wilson's 95 % interval for the chance of a result that occurred ``count`` times.

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
        """Return the counts, shares and intervals as plain data in the shape of the JSON."""
        return {
            "games": self.games,
            "seed": self.seed,
            "cap": self.cap,
            "win": self._share(self.win),
            "draw": self._share(self.draw),
            "loss": self._share(self.loss),
            "endless": self._share(self.endless),
            "endless_payoff": self.endless_payoff,
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
        """Remarks on the payoff of infinite play and on the sum and mean of the scores."""
        score = f"score {self.total:+,} in sum, {self.mean:+.2f} on average"
        shown = None if self.scores is None else score
        return remarks_on_play(bool(self.endless), self.endless_payoff, shown)


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
    """Play many games and count the results. The first player makes the move at the start.

    Parameters
    ----------
    game
        The rules.
    first
        Player that makes the move at the start.
    second
        The other player.
    games
        Number of games, default 10,000.
    seed
        Seed of the random numbers. By default it is chosen at random and stored in the result.
    start
        Position to start from, default ``game.start()``.
    cap
        Number of plies after which a game counts as endless.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Match
        Number of games by result for the first player.

    Raises
    ------
    PlayerError
        A player violates the protocol.
    InvalidArgumentError
        An argument is invalid.

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
    table = _Table(rules, (CheckedPlayer(rules, first), CheckedPlayer(rules, second)), seed)
    with reporting(progress) as report:
        opened = next(roots_of(rules, start, None))
        payoff = rules.payoff_at(opened)
        table.play(Counter({(opened, FIRST, 0): games}), cap, report)
    return table.match(seed, cap, payoff)


class _Table(Generic[PositionT, MoveT]):
    """State of all games of a match."""

    def __init__(
        self,
        rules: Rules[PositionT, MoveT],
        players: tuple[CheckedPlayer[PositionT, MoveT], CheckedPlayer[PositionT, MoveT]],
        seed: int,
    ) -> None:
        self.rules = rules
        self.players = players
        self.luck = np.random.default_rng(seed)
        self.ended: Counter[int] = Counter()
        """Number of games that ended, by the score of the first player."""
        self.endless: Counter[int] = Counter()
        """Number of games without an end, by the points won on the way."""

    def match(self, seed: int, cap: int, payoff: int) -> Match:
        """Return the counts. ``payoff`` is the payoff of infinite play for the first player."""
        kinds: Counter[int] = Counter()
        for score, games in self.ended.items():
            kinds[(score > 0) - (score < 0)] += games
        scores = self._scores(payoff) if self.rules.is_scored else None
        return Match(
            win=kinds[1],
            draw=kinds[0],
            loss=kinds[-1],
            endless=self.endless.total(),
            seed=seed,
            cap=cap,
            scores=scores,
            endless_payoff=payoff,
        )

    def _scores(self, payoff: int) -> dict[int, int]:
        """Return the number of games by score, best first."""
        scores = Counter(self.ended)
        for won, games in self.endless.items():
            scores[won + payoff] += games
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
        """Make one move on ``count`` boards. Return the number of games that were already over."""
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
        """Yield each answer of the player with its number of boards."""
        player = self.players[mover]
        if player.is_steady:
            yield player.choices(position, legal), count
            return
        for _ in range(count):
            yield player.choices(position, legal), 1

    def _deal(self, boards: int, ways: int) -> list[int]:
        """Return a random even distribution of the boards among the given number of moves."""
        if ways == 1:
            return [boards]
        return [int(share) for share in self.luck.multinomial(boards, [1 / ways] * ways)]
