"""Tic-tac-toe against every published count."""

from collections import Counter

import attrs
import pytest

from games import TicTacToe
from gamesolver import Outcome, Value, explore, solve
from tests.oracles.published import by_value, figures
from tests.oracles.unfolded import unfolded_size

USUAL, _, PLAY_ON = figures("tic-tac-toe")
GOLDEN = {
    "raw": USUAL | USUAL["raw"],
    "folded": USUAL["up_to_symmetry"] | {"positions": USUAL["folded"]},
    "play_on": PLAY_ON | {"positions": PLAY_ON["folded"]},
}
GAME = TicTacToe()
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
METHODS = pytest.mark.parametrize("method", ["retrograde", "minimax"])


@attrs.frozen(repr=False)
class Unfolded(TicTacToe):
    """The same rules without a word on symmetry."""

    def symmetries(self, position):
        return ()


@pytest.fixture(scope="module")
def solution():
    """The solution up to symmetry."""
    return solve(GAME)


@pytest.fixture(scope="module")
def every_board():
    """The solution of every board with either player to move."""
    return solve(GAME, positions=GAME.boards())


def chosen(golden):
    """The published numbers won, lost and drawn."""
    return {name: golden[name] for name in ("won", "lost", "drawn")}


# ── positions, moves, games ────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("kind", "graph"),
    [
        ("raw", explore(GAME, fold=False)),
        ("folded", explore(GAME)),
        ("play_on", explore(TicTacToe(play_on=True))),
    ],
)
def test_positions_by_ply(kind, graph):
    """Each ply has the published number of positions, and so have all together."""
    assert graph.plies() == GOLDEN[kind]["by_ply"]
    assert len(graph) == GOLDEN[kind]["positions"]


def test_raw_moves_and_ends():
    """The raw graph has the published moves, and ends by a line or by a full board."""
    golden, graph = GOLDEN["raw"], explore(GAME, fold=False)
    assert graph.num_moves == golden["moves"]
    ends = [each for each in graph if GAME.terminal_value(each) is not None]
    assert len(graph) - len(ends) == golden["going_on"]
    assert len(ends) == golden["ends"]
    by_line = Counter(GAME.terminal_value(each) for each in ends)
    assert by_line == {LOSS: golden["ends_with_a_line"], DRAW: golden["ends_on_a_full_board"]}


@pytest.mark.parametrize("fold", [True, False])
def test_games_and_nodes(fold):
    """Games and nodes of the game tree are counted exactly, folded or not."""
    golden, graph = USUAL["tree"], explore(GAME, fold=fold)
    assert graph.count_nodes() == golden["nodes"]
    assert graph.count_games() == golden["games"]
    assert graph.count_games(value=DRAW) == golden["drawn_games"]
    assert graph.count_games(value=LOSS) == golden["games"] - golden["drawn_games"]
    assert graph.count_games(value=WIN) == 0


# ── outcomes ───────────────────────────────────────────────────────────────


@METHODS
@pytest.mark.parametrize(
    ("kind", "game", "symmetric"),
    [("folded", GAME, False), ("raw", GAME, True), ("raw", Unfolded(), False)],
    ids=["folded", "raw by orbits", "raw"],
)
def test_values(kind, game, symmetric, method):
    """Won, lost and drawn positions are as published, by either road and with or without folds."""
    counts = solve(game, method=method).counts(symmetric=symmetric)
    assert by_value(counts) == chosen(GOLDEN[kind])
    assert sum(counts.values()) == GOLDEN[kind]["positions"]


@METHODS
def test_start_and_longest_win(method):
    """The start is a draw in nine, and no win takes longer than five plies."""
    golden, solution = GOLDEN["raw"], solve(GAME, method=method)
    assert str(solution.outcome) == golden["outcome"]
    assert solution.remoteness == len(solution.mainline())
    assert max(o.remoteness for o in solution.counts() if o.value is WIN) == golden["longest_win"]


def test_outcomes_by_remoteness(solution):
    """Up to symmetry, so many are lost in 0, 2, 4 and won in 1, 3, 5 plies; so many are ends."""
    counts, golden = solution.counts(), GOLDEN["folded"]
    for value, name in ((LOSS, "lost_in"), (WIN, "won_in")):
        found = {str(o.remoteness): n for o, n in counts.items() if o.value is value}
        assert found == golden[name]
    assert sum(n for outcome, n in counts.items() if outcome.remoteness == 0) == golden["ends"]


@pytest.mark.parametrize("stage", range(10))
def test_counts_by_stage_and_player(solution, stage):
    """After so many pieces, x or o wins as often as published, and only one of them moves."""
    golden = USUAL["by_stage"]
    mover = stage % 2
    counts = solution.counts(stage=stage, seat=mover)
    won, lost, _ = by_value(counts).values()
    assert (won, lost)[mover] == golden["x_wins"][stage]
    assert (lost, won)[mover] == golden["o_wins"][stage]
    assert sum(n for o, n in counts.items() if o.remoteness == 0) == golden["ends"][stage]
    assert counts == solution.counts(stage=stage)
    assert solution.counts(stage=stage, seat=1 - mover) == {}
    raw = solution.counts(stage=stage, symmetric=True)
    assert sum(raw.values()) == GOLDEN["raw"]["by_ply"][stage]


@pytest.mark.parametrize("symmetric", [True, False])
def test_counts_of_the_two_players_add_up(solution, symmetric):
    """Positions with x to move and with o to move are all there are, best outcome first."""
    both = [solution.counts(seat=seat, symmetric=symmetric) for seat in (0, 1)]
    whole = solution.counts(symmetric=symmetric)
    assert Counter(both[0]) + Counter(both[1]) == whole
    assert list(whole) == sorted(whole, reverse=True)


@pytest.mark.parametrize(("by", "measure"), [("by_value", "value"), ("by_outcome", None)])
def test_telling_positions(solution, by, measure):
    """So many positions, not terminal, have a move that does not keep the value (the outcome)."""
    found = Counter()
    for position in solution:
        rows = [row.outcome for row in solution.moves(position)]
        if len({getattr(each, measure) if measure else each for each in rows}) > 1:
            found["folded"] += 1
            found["raw"] += len({position, *GAME.symmetries(position)})
    assert found == USUAL["telling"][by]


def test_second_move_against_the_centre(solution):
    """With the centre taken, an edge and a corner come to what is told; moving again wins."""
    told = USUAL["second_move"]["openings"]
    rows = {row.move: str(row.outcome) for row in solution.moves(GAME.parse("....x...."))}
    assert {rows[corner] for corner in (0, 2, 6, 8)} == {told["0"]}
    assert {rows[edge] for edge in (1, 3, 5, 7)} == {told["1"]}
    again = solve(GAME, start=GAME.parse(USUAL["moving_again"]["position"]))
    assert str(again.outcome) == USUAL["moving_again"]["outcome"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("....x.... x", Outcome(WIN, 5)),
        (".o..x....", Outcome(WIN, 5)),
        ("o...x....", Outcome(DRAW, 7)),
        ("p000010000", Outcome(WIN, 5)),
    ],
)
def test_from_any_board(every_board, text, outcome):
    """Solved from one board or among all, a board has its outcome, and a mainline as long."""
    board = GAME.parse(text)
    alone = solve(GAME, start=board)
    assert alone.outcome == every_board[board] == outcome
    assert len(alone.mainline()) == outcome.remoteness


def test_every_board_with_either_player(every_board):
    """All 39,366 boards are different and solved; those that play reaches count as before."""
    boards = list(GAME.boards())
    assert len(boards) == len(set(boards)) == USUAL["boards"]["positions"]
    assert all(board in every_board for board in boards)
    assert sum(every_board.counts(symmetric=True).values()) == len(boards)
    reached = every_board.counts(reachable=True, symmetric=True)
    assert sum(reached.values()) == GOLDEN["raw"]["positions"]
    assert by_value(reached) == chosen(GOLDEN["raw"])
    assert every_board.verify(full=True).positions == unfolded_size(every_board)
