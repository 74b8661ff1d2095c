"""A position in a table is terminal for a proof, and the proof names what it uses."""

from random import Random

import pytest

from games import ConnectFour, TicTacToe
from gamesolver import (
    ClosedError,
    CompiledGame,
    Game,
    InvalidArgumentError,
    Value,
    find_game,
    load,
    prove,
    solve,
)
from tests.attacks.compiled_graphs import WAYS, GraphGame
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.attacks.symmetric_games import PlainSymmetricGame, SymmetricGame
from tests.proofs.test_proving import assert_proved
from tests.support.scale import scaled

NUMBER = scaled(24, 3_000)


def tables_of(game, number, luck, **options):
    """Return solutions from some positions of a game."""
    whole = list(solve(game))
    starts = luck.sample(whole, min(number, len(whole)))
    return [solve(game, start=start, **options) for start in starts]


def counted(table):
    """Return the text with the number of positions of a table, as in a proof."""
    return "1 position" if len(table) == 1 else f"{len(table):,} positions"


def assert_rests_on_tables(game, tables, **options):
    """Check a proof with tables and the number of claims taken from them, and return it."""
    solution = solve(game)
    assert_proved(game, solution.start, solution, tables=tables, **options)
    proof = prove(game, tables=tables, **options)
    for symmetries in (True, False):
        report = proof.verify(symmetries=symmetries)
        assert report.bounds.outcome == solution.outcome
        assert len(report.reused) <= len(tables)
        for taken in report.reused:
            held = [
                each
                for each in tables
                if taken.table.endswith(f" {len(each):,} position{'s' * (len(each) > 1)}")
            ]
            assert 0 < taken.claims <= 2 * max(map(len, held))
    return proof


def test_random_graphs_with_tables():
    """Proofs of random graphs with tables agree with the solution and hold."""
    luck, taken = Random(3), 0
    for number, drawing in enumerate(many_drawings(NUMBER, seed=31)):
        game = DrawnGame(drawing, folded=bool(number % 2))
        proof = assert_rests_on_tables(game, tables_of(game, number % 3 + 1, luck))
        taken += bool(proof.verify().reused)
    assert taken > NUMBER // 4


@pytest.mark.compiled(why="without a compiler the same is tried by the plain test")
def test_compiled_random_graphs_with_tables():
    """Proofs of compiled random graphs with tables agree with the reference and hold."""
    luck, taken = Random(4), 0
    for number, drawing in enumerate(many_drawings(NUMBER, seed=32)):
        game = GraphGame(drawing, WAYS[number % 3])
        method = "minimax" if number % 5 == 4 and not has_loop(game) else "auto"
        tables = tables_of(game, number % 3 + 1, luck, method=method)
        proof = prove(game, tables=tables)
        assert proof.outcome == game.expected()[game.start()]
        report = proof.verify()
        assert report.bounds.outcome == proof.outcome
        taken += bool(report.reused)
    assert taken > NUMBER // 4


def has_loop(game):
    """Return True if a game has cycles."""
    from gamesolver import CycleError

    try:
        solve(game, method="minimax")
    except CycleError:
        return True
    return False


def test_games_with_symmetries_of_every_kind_with_tables():
    """A table's positions are found by their symmetric positions, however these are written."""
    luck = Random(5)
    for seed in range(scaled(6, 500)):
        for game in (SymmetricGame(seed), PlainSymmetricGame(seed)):
            proof = prove(game, tables=tables_of(game, 2, luck))
            assert proof.outcome == game.expected()[game.start()]
            assert proof.verify().bounds.outcome == proof.outcome


def with_men(game, men):
    """Return a solution from all positions with the given number of men."""
    start, *others = (each for each in solve(game) if game.format(each).count(".") == 9 - men)
    return solve(game, start=start, positions=others)


def test_placing_rests_on_sliding():
    """Placing in Three Men's Morris is proved with a table of sliding, in fewer visits."""
    game = find_game("three-mens-morris")()
    sliding = with_men(game, 6)
    proof = assert_rests_on_tables(game, [sliding])
    alone = prove(game)
    assert proof.how.visited < alone.how.visited / 2
    (taken,) = proof.verify().reused
    assert taken.table == f"the solution of ThreeMensMorris(), {len(sliding)} positions"
    assert str(proof.verify()).endswith(
        f"; reused from tables, and not checked: {taken.claims} from {taken.table}"
    )
    assert proof.verify().shape()["reused"] == [{"table": taken.table, "claims": taken.claims}]
    assert not alone.verify().reused


def late(game, discs):
    """Return a solution of Connect Four from all positions with the given number of discs."""
    start, *others = (
        each for each in solve(game) if sum(map(game.format(each).count, "xo")) == discs
    )
    return solve(game, start=start, positions=others)


@pytest.mark.compiled(why="the same kernels are run in plain Python by the graphs of other tests")
@pytest.mark.parametrize("options", [{}, {"exact": False}])
def test_connect_four_over_its_last_plies(options, tmp_path):
    """A table of the last plies, in memory or in a file, saves visits and claims."""
    game = ConnectFour(width=4, height=3)
    table = late(game, 6)
    table.save(tmp_path / "late.solution")
    alone = prove(game, **options)
    claims = alone.verify().claims
    with load(tmp_path / "late.solution") as opened:
        for tables in ([opened], [opened, table]):
            proof = prove(game, tables=tables, **options)
            assert proof.bounds == alone.bounds
            assert proof.how.visited < alone.how.visited
            report = proof.verify()
            assert report.claims < claims
            assert [each.table for each in report.reused] == [
                f"the solution of ConnectFour(width=4, height=3), {len(table):,} positions"
            ]


@pytest.mark.compiled(why="the same kernels are run in plain Python by the graphs of other tests")
def test_what_a_table_knows_is_known_at_once():
    """A position in a table is proved without a visit, by the table alone."""
    game = ConnectFour(width=4, height=3)
    solution = solve(game)
    proof = prove(game, tables=[solution])
    assert (proof.outcome, proof.how.visited) == (solution.outcome, 0)
    report = proof.verify()
    assert (report.claims, report.bounds.outcome) == (0, solution.outcome)
    assert [row.outcome for row in proof.moves()] == [
        row.outcome for row in solution.moves(solution.start)
    ]


def test_a_table_is_not_checked_and_is_named():
    """A table is not checked, and the report says that the proof rests on it."""
    game = TicTacToe()
    report = prove(game, tables=[solve(game)]).verify()
    assert (report.claims, sum(each.claims for each in report.reused)) == (0, 2)


# ── refused tables ──────────────────────────────────────────────────────────────────────────────


def refused(game, tables, error=InvalidArgumentError):
    """Return the message about tables that cannot be used."""
    with pytest.raises(error) as caught:
        prove(game, tables=tables)
    return str(caught.value)


def test_tables_of_other_games_are_refused():
    """Tables of other games or parameters, and objects that are not solutions, are refused."""
    game = ConnectFour(width=4, height=4)
    expected = "expected solutions of ConnectFour(width=4, height=4), from any positions"
    for other in (TicTacToe(), ConnectFour(width=4, height=3)):
        message = f"bad table: a solution of {other!r}: {expected}"
        assert refused(game, [solve(other)]) == message
    assert isinstance(game, CompiledGame)
    solutions = "expected a list of solutions of TicTacToe(), as solve and load return them"
    solution = solve(TicTacToe())
    for given, text in (
        (solution, repr(solution)), (7, "7"), ("a.solution", "'a.solution'"),
        ([7], "7"), (["a.solution"], "'a.solution'"), (None, "None"),
    ):  # fmt: skip
        assert refused(TicTacToe(), given) == f"bad tables {text}: {solutions}"


def test_closed_tables_are_refused(tmp_path):
    """A closed table is refused, and so is a query of a proof whose table was closed later."""
    game = TicTacToe()
    solve(game).save(tmp_path / "whole.solution")
    opened = load(tmp_path / "whole.solution")
    proof = prove(game, tables=[opened])
    opened.close()
    with pytest.raises(ClosedError):
        proof.moves()
    assert refused(game, [opened], ClosedError).endswith(
        "whole.solution is closed: load(path) opens it again"
    )


class Chains(Game):
    """Two lines of play, with a false symmetry between positions of them."""

    def start(self):
        return 0

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return position + 1

    def terminal_value(self, position):
        return Value.LOSS if position in (6, 17) else None

    def symmetries(self, position):
        return {3: [13], 13: [3]}.get(position, [])

    def canonical(self, position):
        return max([position, *self.symmetries(position)])


def test_what_a_table_states_of_an_image_is_taken_by_symmetries():
    """If a table's position is used by a symmetry, the report says so, even for a false one."""
    proof = prove(Chains(), tables=[solve(Chains(), start=13)])
    for symmetries in (True, False):
        report = proof.verify(symmetries=symmetries)
        assert report.images > 0
        assert "by the rules alone and the symmetries" in str(report)
