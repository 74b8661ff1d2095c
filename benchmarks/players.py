"""Players: matches, exact odds, best responses and audits.

Figures of tic-tac-toe are measured after one query, with the game solved and everything loaded.
An audit is timed with a bot that reads its moves from a dictionary, so that its own time is
negligible. The unit is the positions that the bot is queried about.

Odds are measured on two games and scaled to 20,000 positions: one without cycles, whose odds are
exact fractions, and one with connected cycles, whose odds are floats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.house import runs_of
from benchmarks.measure import Figure, Group, median_seconds


def match_figures(quick: bool) -> Iterator[Figure]:
    """Measure matches and odds of tic-tac-toe."""
    from games import TicTacToe
    from gamesolver import solve
    from gamesolver.players import PerfectPlayer, RandomPlayer, best_response, match, odds

    runs, game = runs_of(quick), TicTacToe()
    solution, rival = solve(game), RandomPlayer(game)

    def fresh_match() -> None:
        assert match(game, PerfectPlayer(solution), rival, 10_000, seed=1).loss == 0

    yield Figure("10,000 games, perfect and random", median_seconds(fresh_match, runs), "s", 1.0)

    def plain(position: str) -> int:
        return solution.best_moves(position)[0]

    def foreign_match() -> None:
        assert match(game, plain, rival, 10_000, seed=1).loss == 0

    seconds = median_seconds(foreign_match, 3)
    yield Figure("10,000 games, a callable asked for each", seconds, "s")
    seconds = median_seconds(lambda: match(game, rival, rival, 10**6, seed=1), runs)
    yield Figure("a million games, random and random", seconds, "s")

    for name, player in (
        ("random", rival),
        ("perfect", PerfectPlayer(solution)),
        ("perfect by value, ties at random", PerfectPlayer(solution, by="value", ties="random")),
    ):
        expected = odds(game, player, rival)
        assert expected.win + expected.draw + expected.loss == 1
        seconds = median_seconds(lambda: odds(game, player, rival), 3 * runs)  # noqa: B023  # run at once
        yield Figure(f"odds of tic-tac-toe, {name} and random", seconds, "s", 0.1)

    def response() -> None:
        player = best_response(solution, rival)
        assert player.promise(game.start()).win.denominator == 192  # type: ignore[union-attr]  # exact

    yield Figure("best response to random play", median_seconds(response, runs), "s")


def odds_figures(quick: bool) -> Iterator[Figure]:
    """Measure odds of games, scaled to 20,000 positions."""
    from games import Hexapawn, ThreeMensMorris
    from gamesolver.players import RandomPlayer, odds

    cases: tuple[tuple[Any, str], ...] = (
        (Hexapawn(rows=4, columns=4), "without loops"),
        (ThreeMensMorris(), "with loops"),
    )
    for game, name in cases:
        player = RandomPlayer(game)
        found = odds(game, player, player)
        assert abs(found.win + found.draw + found.loss + found.endless - 1) < 1e-12
        assert found.residual <= 1e-12
        work = median_seconds(lambda: odds(game, player, player), runs_of(quick))  # noqa: B023  # run at once
        seconds = work * 20_000 / found.positions
        yield Figure(f"odds {name}, for 20,000 positions", seconds, "s", 1.0)


def audit_figures(quick: bool) -> Iterator[Figure]:
    """Measure audits of a player that takes almost no time itself."""
    from games import MNK, TicTacToe
    from gamesolver import solve
    from gamesolver.players import PerfectPlayer, audit

    cases: tuple[Any, ...] = (TicTacToe(), MNK())
    for game in cases:
        solution = solve(game)
        perfect = PerfectPlayer(solution)
        reported = {}
        for each in solution:
            for image in (each, *game.symmetries(each)):
                if game.terminal_value(image) is None:
                    reported[image] = perfect(image)
        assert audit(reported.__getitem__, solution).by_outcome.right == 3515
        seconds = median_seconds(lambda: audit(reported.__getitem__, solution), runs_of(quick))  # noqa: B023  # run at once
        rate = 3515 / seconds
        name = f"audit of {type(game).__name__}"
        yield Figure(name, rate, "positions/s", 20_000, more_is_better=True)


GROUPS = (
    Group("match", match_figures),
    Group("odds", odds_figures),
    Group("audit", audit_figures),
)
