"""Every solve ends with a spot check, which refuses false symmetries and wrong tables."""

import re
from collections import Counter
from contextlib import ExitStack
from typing import ClassVar
from unittest.mock import patch

import numpy as np
import pytest

from games import Kalah, Nim, TicTacToe
from gamesolver import (
    Game,
    GameContractError,
    SolveInfo,
    SpotCheck,
    Value,
    VerificationError,
    check_game,
    load,
    solve,
    solving,
)
from gamesolver.engine import stage_by_stage, whole_solve
from gamesolver.rules.guard import Rules
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import Labels
from gamesolver.tables.table import DictTable
from gamesolver.verify import spot_check
from tests.attacks.false_symmetries import CLAIMS, CompiledRow, PlainRow, ScoredRow
from tests.support.rank_threads import on_ranks

NUMBERINGS = "found", "indexed", "by stages"
FALSE = [claim for claim in CLAIMS if claim != "turned"]
KEEP_STONES = [claim for claim in FALSE if claim not in ("exchanged", "not idempotent")]
"""Claims for which a game indexed by stages has a valid index."""


@pytest.fixture
def untried():
    """Solves of compiled games without the trials that look for false symmetries."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(whole_solve, "try_rules"))
        for room in (whole_solve, stage_by_stage):
            stack.enter_context(patch.object(room, "check_indexes"))
        yield


def refused(work, *arguments, **options):
    """Return the violation for which a call is refused, which names two positions."""
    with pytest.raises(GameContractError) as caught:
        work(*arguments, **options)
    (fault,) = caught.value.faults
    assert len(set(re.findall(r"\b\d+\b", fault.message))) >= 2
    return fault


def solved_on_ranks(game, folder=None):
    """Return the results of each of two ranks of a solve."""

    def work(team):
        team.get_acquainted()
        request = solving._Request(game=game, threads=1, folder=folder)
        one = solving._Work(request, Rules(game), MemoryMeter(), Reporter(None))
        return one.solve_on_ranks(team)

    return on_ranks(2, work)


# ── extent of the check ─────────────────────────────────────────────────────────────────────────


def raw_positions(game):
    """Return every raw position that play reaches."""
    met, waiting = {game.start()}, [game.start()]
    for position in waiting:
        if game.terminal_value(position) is None:
            reached = {game.play(position, move) for move in game.moves(position)} - met
            met |= reached
            waiting += reached
    return met


@pytest.mark.parametrize("method", ["minimax", "retrograde"])
def test_a_small_game_is_checked_whole(method):
    """All positions of a small game are checked, stored ones and symmetric ones."""
    solution = solve(Nim(), method=method)
    folded = raw_positions(solution.game) - set(solution)

    assert (len(solution), len(folded)) == (48, 72)
    assert solution.how.spot_check == SpotCheck(positions=48, folded=72)
    assert str(solution.how.spot_check) == (
        "48 positions checked, and 72 compared with their canonical positions"
    )


class Lines(Game):
    """Two lines of moves that differ only in their ends and are declared symmetric."""

    def __init__(self, length):
        self.length = length

    def start(self):
        return "b", self.length

    def moves(self, position):
        return [0]

    def play(self, position, move):
        return position[0], position[1] - 1

    def terminal_value(self, position):
        line, plies = position
        return None if plies else Value.LOSS if line == "a" else Value.WIN

    def symmetries(self, position):
        line, plies = position
        return [("ab"[line == "a"], plies)] if plies else []


@pytest.mark.parametrize("length", [2, 3, 40])
def test_a_symmetry_that_is_false_further_on_is_refused(length):
    """A symmetry that is false only at the end of a line is refused in a small game."""
    assert refused(solve, Lines(length)).message == (
        "('b', 1) leads to ('b', 0), and the symmetric position ('a', 1) does not lead to a "
        "position symmetric to that: expected symmetric positions to reach symmetric positions"
    )


class Pair(Game):
    """Two positions declared symmetric, each with the successors and gains of its moves."""

    def __init__(self, first, other):
        self.first, self.other = first, other
        self.leads = {"start": {"other": 0}, "first": first, "other": other}

    def start(self):
        return "start"

    def moves(self, position):
        return list(self.leads[position])

    def play(self, position, move):
        return move

    def gain(self, position, move):
        return self.leads[position][move]

    def terminal_score(self, position):
        return {"won": 1, "lost": -1}.get(position)

    def symmetries(self, position):
        return {"first": ["other"], "other": ["first"]}.get(position, [])


@pytest.mark.parametrize(
    ("first", "other", "law"),
    [
        ({"lost": 0, "won": 0}, {"lost": 0}, "symmetric moves"),
        ({"lost": 0}, {"lost": 0, "won": 0}, "symmetric moves"),
        ({"lost": 1}, {"lost": 2}, "symmetric gains"),
    ],
)
def test_a_symmetry_with_other_moves_or_gains_is_refused(first, other, law):
    """Positions with different moves or gains are refused as symmetric."""
    with pytest.raises(GameContractError) as caught:
        solve(Pair(first, other))
    assert [fault.law for fault in caught.value.faults] == [law]
    assert solve(Pair(first, first)).outcome.score == -first["lost"] - 1


class Repeated(Pair):
    """Two symmetric positions, the second with each of its moves listed twice."""

    def moves(self, position):
        times = 1 + (position == "other")
        return [(name, number) for name in self.leads[position] for number in range(times)]

    def play(self, position, move):
        return move[0]

    def gain(self, position, move):
        return super().gain(position, move[0])


class RepeatedWithoutGains(Repeated):
    """Variant without gains."""

    gain = Game.gain


@pytest.mark.parametrize("kind", [Repeated, RepeatedWithoutGains])
def test_symmetric_positions_may_list_equal_moves_a_different_number_of_times(kind):
    """Symmetric positions may list equal moves a different number of times."""
    game = kind({"lost": 1, "won": 3}, {"lost": 1, "won": 3})
    check_game(game)
    solution = solve(game)
    solution.verify(full=True)
    assert len(solution) == 4


def test_a_sample_of_a_larger_game_is_checked_of_one_size_each_time():
    """Two solves check equal numbers of positions, a small sample of them in a larger game."""
    for game, whole in (TicTacToe(), 765), (Kalah(), None):
        first, again = solve(game).how.spot_check, solve(game).how.spot_check

        assert first == again
        assert first.positions == whole or 100 < first.positions < 200
        assert 80 < first.folded < 150


class Counted(TicTacToe):
    """Tic-tac-toe that counts the calls of its rules for each position."""

    calls: ClassVar = Counter()

    def terminal_value(self, position):
        self.calls["terminal_value", position] += 1
        return super().terminal_value(position)

    def canonical(self, position):
        self.calls["canonical", position] += 1
        return super().canonical(position)

    def player(self, position):
        self.calls["player", position] += 1
        return super().player(position)


def test_a_spot_check_calls_a_rule_once_for_each_position():
    """A spot check calls each rule at most once for each position."""
    solution = solve(Counted())
    Counted.calls.clear()
    checked = spot_check.spot_check(
        Rules(solution.game), solution._table, [solution.start], Reporter(None)
    )

    assert checked == solution.how.spot_check
    assert len(Counted.calls) > 500
    assert set(Counted.calls.values()) == {1}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 144, 765, 4_096, 100_000])
def test_a_sample_is_spread_over_the_places(size):
    """``spread_places`` lists every place once, and its beginnings cover all parts evenly."""
    places = list(spot_check.spread_places(size))

    assert sorted(places) == list(range(size))
    for count in range(20, min(size, 1_000), 20):
        by_part = Counter(place * 10 // size for place in places[:count])
        assert [by_part[part] for part in range(10)] == pytest.approx([count / 10] * 10, abs=5)


def test_a_saved_solution_states_what_was_checked(tmp_path):
    """A saved solution keeps the extent of its spot check."""
    solution = solve(Nim())
    solution.save(tmp_path / "nim.solution")
    with load(tmp_path / "nim.solution") as again:
        assert again.how.spot_check == solution.how.spot_check == SpotCheck(48, 72)
    assert "spot_check=SpotCheck(positions=48, folded=72)" in repr(solution.how)
    assert "48 positions checked" in solution.how._repr_html_()
    assert solution.shape()["how"]["checked"] == 48
    assert SolveInfo("minimax", "", {}, {}).spot_check is None


# ── false symmetries ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["auto", "retrograde"])
@pytest.mark.parametrize("claim", FALSE)
def test_a_plain_game_with_a_false_symmetry_is_refused(claim, method):
    """A plain game with a false symmetry is refused by each method."""
    assert refused(solve, PlainRow(claim), method=method).law in (
        "symmetric endings",
        "symmetric moves",
        "canonical",
    )


@pytest.mark.parametrize("scores", [True, False])
def test_a_false_symmetry_of_a_game_with_scores_is_refused(scores):
    """A false symmetry of a game with scores is refused with and without scores."""
    assert refused(solve, ScoredRow("shifted"), scores=scores).law == "symmetric endings"
    solution = solve(ScoredRow(), scores=scores)
    assert solution.verify(full=True).positions == sum(solution.counts(symmetric=True).values())


class ShiftedTicTacToe(TicTacToe):
    """Tic-tac-toe in which rotating the row of squares is a false symmetry."""

    def symmetries(self, position):
        return [position[square:9] + position[:square] + position[9] for square in range(1, 9)]

    def canonical(self, position):
        return min(position, *self.symmetries(position))


class SortedTicTacToe(TicTacToe):
    """Tic-tac-toe whose canonical position is not in the orbit."""

    def symmetries(self, position):
        return ()

    def canonical(self, position):
        return "".join(sorted(position))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (
            ShiftedTicTacToe,
            "terminal_value('.o..xoxox') returned None, and terminal_value('..xoxox.o') returned "
            "Value.WIN: expected equal results for symmetric positions",
        ),
        (
            SortedTicTacToe,
            "canonical('x........') returned '........ox': expected a position of its orbit",
        ),
    ],
)
def test_a_false_symmetry_is_reported_in_the_words_of_its_law(kind, message):
    """The message about a false symmetry names both positions and the results of the rules."""
    with pytest.raises(GameContractError) as caught:
        solve(kind())
    assert str(caught.value) == f"{kind.__name__} breaks its contract: {message}"


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_a_true_symmetry_is_never_refused(numbering, tmp_path, untried):
    """A true symmetry is accepted in every kind of solve, on ranks too."""
    folder = tmp_path if numbering == "by stages" else None
    expected = solve(PlainRow()).outcome
    game = CompiledRow("turned", numbering)
    solution = solve(game, folder=folder)
    assert solution.outcome == expected
    assert solution.verify(full=True).positions == sum(solution.counts(symmetric=True).values())
    first, other = solved_on_ranks(game, folder)
    assert first.outcome == expected
    assert first.how.spot_check == solution.how.spot_check
    assert other is None


@pytest.mark.parametrize(
    ("claim", "numbering"),
    [
        *((claim, "found") for claim in FALSE),
        *((claim, "indexed") for claim in FALSE if claim != "not idempotent"),
        *((claim, "by stages") for claim in KEEP_STONES),
    ],
)
def test_a_compiled_game_with_a_false_symmetry_is_refused(claim, numbering, tmp_path, untried):
    """A false symmetry is refused in every kind of solve, and no files are left in the folder."""
    folder = tmp_path if numbering == "by stages" else None
    game = CompiledRow(claim, numbering)

    laws = "symmetric endings", "symmetric moves", "canonical", "shared indexes"
    assert refused(solve, game, folder=folder).law in laws
    assert list(tmp_path.iterdir()) == []
    for error in solved_on_ranks(game, folder):
        assert isinstance(error, GameContractError)
        assert error.faults[0].law in laws
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("numbering", ["found", "indexed"])
@pytest.mark.parametrize("claim", FALSE)
def test_trials_of_the_rules_refuse_a_false_symmetry(claim, numbering):
    """A false symmetry is refused by the trials of the rules or by the spot check."""
    with pytest.raises(GameContractError):
        solve(CompiledRow(claim, numbering))


# ── false of a few positions: verify(full=True) ─────────────────────────────────────────────────


@pytest.mark.parametrize("claim", FALSE)
def test_a_full_verification_of_a_plain_game_believes_no_symmetry(claim, unchecked):
    """A full verification of a plain game refuses a false symmetry that the sample missed."""
    solution = solve(PlainRow(claim), method="retrograde")
    assert solution.how.spot_check.folded == 0
    with pytest.raises((GameContractError, VerificationError)):
        solution.verify(full=True)


@pytest.mark.parametrize(
    ("claim", "numbering"),
    [
        *((claim, "found") for claim in FALSE),
        *((claim, "indexed") for claim in FALSE if claim != "not idempotent"),
        *((claim, "by stages") for claim in KEEP_STONES),
    ],
)
def test_a_full_verification_of_a_compiled_game_believes_no_symmetry(
    claim, numbering, tmp_path, untried, unchecked
):
    """A full verification of a compiled game refuses a false symmetry that the sample missed."""
    folder = tmp_path if numbering == "by stages" else None
    solution = solve(CompiledRow(claim, numbering), folder=folder)
    assert solution.how.spot_check.folded == 0
    assert refused(solution.verify, full=True).law in (
        "symmetric endings",
        "symmetric moves",
        "canonical",
        "shared indexes",
    )


# ── wrong tables ────────────────────────────────────────────────────────────────────────────────


def tampered(table, one_in):
    """Return the table of a plain game with some wins changed into losses."""
    points = table.labels.points.copy()
    points[np.flatnonzero(points > 0)[::one_in]] = -1
    return DictTable(
        table.positions, table.index, Labels(points, table.labels.plies), table.reached
    )


@pytest.mark.parametrize("method", ["minimax", "retrograde"])
@pytest.mark.parametrize(("kind", "one_in"), [(Nim, 48), (TicTacToe, 765)])
def test_a_wrong_table_of_a_plain_game_does_not_leave(kind, one_in, method):
    """One wrong outcome in a small plain game is an error."""
    honest = DictTable.of
    with (
        patch.object(DictTable, "of", lambda *parts: tampered(honest(*parts), one_in)),
        pytest.raises(VerificationError, match="the solution is wrong: position"),
    ):
        solve(kind(), method=method)


def spoiling(make):
    """Return a constructor of tables in which the first win is changed into a draw."""

    def made(runner, entries, *others):
        entries = entries.copy()
        entries[np.flatnonzero((entries >= 3) & (entries % 3 == 2))[0]] -= 1
        return make(runner, entries, *others)

    return made


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_a_wrong_table_of_a_compiled_game_does_not_leave(numbering, tmp_path):
    """One wrong outcome in a compiled game is an error in every kind of solve, on all ranks."""
    folder = tmp_path if numbering == "by stages" else None
    game = CompiledRow("turned", numbering)
    for is_on_ranks in (False, True):
        with patch.object(whole_solve, "EntryTable", spoiling(whole_solve.EntryTable)):
            errors = solved_on_ranks(game, folder) if is_on_ranks else [_error(game, folder)]
        assert {type(error) for error in errors} == {VerificationError}
        assert all("the solution is wrong: position" in str(error) for error in errors)
        assert list(tmp_path.iterdir()) == []


def _error(game, folder):
    with pytest.raises(VerificationError) as caught:
        solve(game, folder=folder)
    return caught.value


@pytest.mark.parametrize("is_hole", [True, False])
def test_holes_are_checked(is_hole):
    """An entry wrongly marked as unused and an unused entry with an outcome are errors."""

    def made(runner, entries, *others):
        entries = entries.copy()
        entries[np.flatnonzero((entries == 1) != is_hole)[-1]] = 1 if is_hole else 5
        return whole_table(runner, entries, *others)

    whole_table = whole_solve.EntryTable
    with (
        patch.object(whole_solve, "EntryTable", made),
        pytest.raises(VerificationError) as caught,
    ):
        solve(CompiledRow("turned", "indexed"))
    assert str(caught.value) == (
        "the solution is wrong: position 127 is stored as unused: a position has that index"
        if is_hole
        else "the solution is wrong: position 126 is stored as win in 0: no position has that index"
    )
