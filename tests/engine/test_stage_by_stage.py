"""Games numbered by stages, solved in a folder stage by stage: the same as in memory."""

import re
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from hypothesis import example as as_well
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from games import ConnectFour, GobbletGobblers
from gamesolver import (
    CompiledGame,
    CompiledRules,
    GameContractError,
    InvalidArgumentError,
    solve,
)
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files import stage_file
from gamesolver.files.checkpoints import Checkpoints
from gamesolver.kernels.codes import LOSS, WIN, cell_of
from gamesolver.rules.groups import Groups
from gamesolver.rules.interpreted import plain_copy
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import Workers
from tests.attacks.graph_games import ONE_BY_ONE, Drawing
from tests.attacks.staged_games import (
    FOLDS,
    StagedSheet,
    long_chain,
    random_staged,
    staged_graphs,
    winding,
    without_turns_kept,
)
from tests.graph.test_roads import outcome_of
from tests.oracles.reference import reference
from tests.oracles.unfolded import unfolded_size
from tests.support.engine_solving import WAYS, node_of, solved
from tests.support.example_games import example
from tests.support.own_process import printed
from tests.support.scale import IS_PLAIN

ABOUT = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "a graph")


def solved_in_folder(game, ways="either", threads=1):
    """The solution by stages on disk, by one way of settling loops."""
    with TemporaryDirectory() as folder:
        keeper = Checkpoints(Path(folder), 60, ABOUT)
        solution = solved(game, ways, threads, keeper)
        keeper.close()
        keeper.remove()
        assert not list(Path(folder).iterdir())
    return solution


def saved(solution, folder, name):
    """The bytes of a file."""
    path = Path(folder, name)
    solution.save(path, how=False)
    return path.read_bytes()


def columns_of(solution):
    """All cells, as wide ones, with those of long outcomes among them."""
    table = solution._table
    cells = table.cells.astype("i8")
    cells[table.overflow.slots] = table.overflow.cells
    return cells.tolist()


def require_right(game, ways, threads):
    """Solve on disk, compare with the reference and with the table in memory, and verify."""
    truth = reference(game.drawing.as_dict(), game.drawing.known())
    solution = solved_in_folder(game, ways, threads)
    assert "stages on disk" in solution.how.why
    assert {node_of(each): solution[each] for each in solution} == {
        node: outcome_of(truth[node]) for node in truth
    }
    assert columns_of(solution) == columns_of(solved(game, ways, threads))
    assert solution.verify(full=True).positions == unfolded_size(solution)
    return solution


ENDLESS_LATER = Drawing(
    ((), (), ((3, False), (4, False)), ((2, False), (5, False)), ((4, False),), ((6, False),),
     ((7, False),), ()),
    (-1, -1, None, None, None, None, None, -1), (None,) * 8, (2,),
)  # fmt: skip
"""From 2 one may come to 4, which circles in a later stage; all else that it leads to loses."""


@as_well(ENDLESS_LATER, "strict", "sweeps", 1)
@settings(max_examples=ONE_BY_ONE // 2)
@given(staged_graphs(), st.sampled_from(FOLDS), st.sampled_from(WAYS), st.sampled_from([1, 2]))
def test_every_way_gives_what_the_reference_gives(drawing, fold, ways, threads):
    """With loops in some stages, kept turns and holes, whatever settles the loops."""
    game = StagedSheet(without_turns_kept(drawing, fold), 4, fold)
    require_right(game, ways, threads)


@settings(max_examples=ONE_BY_ONE // 10)
@given(staged_graphs(), st.sampled_from(FOLDS), st.sampled_from([1, 2]))
def test_waves_from_behind_give_what_the_reference_gives(drawing, fold, threads):
    """With loops in some stages, kept turns, holes, and predecessors in earlier stages."""
    game = StagedSheet(without_turns_kept(drawing, fold), 4, fold, back=True)
    require_right(game, "either", threads)


@pytest.mark.parametrize("fold", FOLDS)
def test_waves_from_behind_hear_of_all_that_later_stages_promise(fold):
    """Nodes in three stages: each outcome there may be, on either side of a border."""
    drawing = without_turns_kept(random_staged(3, 80, seed=5), fold)
    solution = require_right(StagedSheet(drawing, 3, fold, back=True), "either", 1)
    assert solution.how.why == "3 stages on disk, 3 of them with loops, by waves from behind"


def test_waves_from_behind_that_are_stopped_begin_their_stage_anew(tmp_path):
    """What stands in the cells by then is promises and counts, and nothing of it is kept."""
    game = StagedSheet(random_staged(3, 80, seed=5), 3, "raw", back=True)
    run = Workers.run

    def stopped(crew, phase, *others):
        if phase == "stage 4, wins and losses in 3":
            raise KeyboardInterrupt
        return run(crew, phase, *others)

    with patch.object(Workers, "run", stopped), pytest.raises(KeyboardInterrupt):
        solved(game, kept=Checkpoints(tmp_path, 60, ABOUT))
    solution = solved(game, kept=Checkpoints(tmp_path, 60, ABOUT))
    assert solution.how.why.startswith("3 stages on disk, 1 of them in an earlier solve, 2 of them")
    assert columns_of(solution) == columns_of(solved(game))


@pytest.fixture
def many(monkeypatch):
    """Any number of long outcomes may be listed beside the cells."""
    monkeypatch.setattr(stage_file, "FEW", 1)


def require_listed(solution):
    """A byte a slot, with some outcomes beside them, all of them longer than a byte holds."""
    overflow = solution._table.overflow
    assert solution._table.cells.dtype == np.uint8
    assert f", {len(overflow)} long outcomes beside the cells" in solution.how.why
    assert overflow.cells.min() > cell_of(WIN, 83)
    assert (np.diff(overflow.slots) > 0).all()


@pytest.mark.parametrize("end", [-1, 0, 1])
def test_waves_from_behind_longer_than_a_byte_holds(end, many):
    """A winding line of 400 nodes: counts are lowered, then the stage in hand becomes wide."""
    game = StagedSheet(winding(4, 100, end, seed=2), 4, back=True)
    require_listed(require_right(game, "either", 1))


@pytest.mark.parametrize("end", [-1, 0, 1])
@pytest.mark.parametrize("ways", ["graph", "sweeps"])
def test_play_longer_than_a_byte_holds(end, ways, many):
    """A line of 399 plies through four stages: each is wide in memory, and none on the disk.

    In plain Python it is one of 199 plies through two.
    """
    stages = 2 if IS_PLAIN else 4
    solution = require_right(StagedSheet(long_chain(stages, 100, end), stages), ways, 1)
    assert solution.remoteness == 100 * stages - 1
    require_listed(solution)


def test_a_border_longer_than_a_byte_holds():
    """A line through as many stages as it has positions, each settled by one look.

    One slot in seven is long in the end, so that all cells are written anew on the way.
    """
    solution = require_right(StagedSheet(long_chain(120, 1, -1), 120), "either", 1)
    assert (solution.remoteness, solution.how.why) == (119, "120 stages on disk")
    assert solution._table.cells.dtype == np.uint16


@pytest.mark.parametrize("held", [0, 1 << 20])
def test_a_solve_goes_on_with_its_long_outcomes(held, tmp_path, many, monkeypatch):
    """Stopped after two stages of four, which have some: the list is read again, and goes on.

    It may be held in memory, or stand in a file that is mapped.
    """
    monkeypatch.setattr(stage_file, "IN_MEMORY", held)
    game = StagedSheet(long_chain(4, 100, -1), 4)
    settled = StageByStage._settle_forward

    def stopped(work, held, stage):
        if stage == 4:
            raise KeyboardInterrupt
        settled(work, held, stage)

    with patch.object(StageByStage, "_settle_forward", stopped), pytest.raises(KeyboardInterrupt):
        solved(game, "sweeps", kept=Checkpoints(tmp_path, 60, ABOUT))
    keeper = Checkpoints(tmp_path, 60, ABOUT)
    solution = solved(game, "sweeps", kept=keeper)
    assert solution.how.why.startswith("4 stages on disk, 2 of them in an earlier solve, 2 of")
    require_listed(solution)
    assert columns_of(solution) == columns_of(solved(game, "sweeps"))
    keeper.close()
    keeper.remove()
    assert not list(tmp_path.iterdir())


def test_sweeps_hear_of_what_is_far_in_later_stages():
    """Where no wave settles anything for long, for all there is comes from far within."""
    drawing = long_chain(2, 60, -1)
    far = ((60, False), (0, False))  # play may stay where it is, or go a long way round
    game = StagedSheet(type(drawing)((far, *drawing.moves[1:]), *list(_rest(drawing))), 2)
    require_right(game, "sweeps", 1)


def _rest(drawing):
    return drawing.ends, drawing.borders, drawing.roots


@pytest.mark.compiled(why="ten thousand positions are slow in plain Python")
@pytest.mark.parametrize(("fold", "stays"), [("raw", 0.5), ("strict", 0), ("index", 0.05)])
def test_large_graphs_have_the_same_file_as_in_memory(fold, stays, tmp_path):
    """Fifty thousand nodes in ten stages: bit for bit, by graph and by sweeps, on two threads."""
    drawing = without_turns_kept(random_staged(10, 5_000, seed=7, stays=stays), fold)
    game = StagedSheet(drawing, 10, fold)
    cells = columns_of(solved(game, threads=2))
    for ways in ("graph", "sweeps"):
        assert columns_of(solved_in_folder(game, ways, threads=2)) == cells
    game = StagedSheet(drawing, 10, fold, back=True)
    assert columns_of(solved_in_folder(game, threads=2)) == cells


def test_a_graph_that_does_not_fit_gives_way_to_sweeps():
    """The loops of a stage are settled by sweeps where memory does not allow their graph."""
    game = StagedSheet(random_staged(3, 80, seed=2), 3, "raw")
    with patch.object(MemoryMeter, "allows", return_value=False):
        require_right(game, "either", 1)


@pytest.mark.compiled(why="200,000 positions are slow in plain Python")
def test_connect_four_by_discs(tmp_path):
    """The file is that of the solve in memory, and what the start reaches as by plain rules.

    161,029 positions of Connect Four 4x4: J. Tromp, tromp.github.io/c4/c4.html.
    """
    game = example("connect_four_by_discs").ConnectFourByDiscs(4, 4)
    solution = solve(game, folder=tmp_path / "kept")
    assert saved(solution, tmp_path, "disk") == saved(solve(game), tmp_path, "memory")
    assert sum(solution.counts(reachable=True).values()) == 161_029
    other = solve(ConnectFour(4, 4))
    luck = list(other)[::997]
    assert [solution[each] for each in luck] == [other[each] for each in luck]
    assert not list((tmp_path / "kept").iterdir())


@pytest.mark.compiled(why="thousands of positions are slow in plain Python")
@pytest.mark.parametrize("parameters", [{"sizes": 1, "copies": 3}, {"sizes": 2, "copies": 1}])
def test_gobblet_by_pieces(parameters, tmp_path):
    """By pieces the file is that of a solve in memory, and the outcomes are those of the shelf."""
    game = example("gobblet_by_pieces").GobbletByPieces(**parameters)
    solution = solve(game, folder=tmp_path / "kept")
    assert solution.how.why.endswith("by waves from behind")
    assert saved(solution, tmp_path, "disk") == saved(solve(game), tmp_path, "memory")
    on_shelf = solve(GobbletGobblers(**parameters))
    assert {each: solution[each] for each in solution} == {
        each: on_shelf[each] for each in on_shelf
    }


BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs
SMALL = BY_DISCS(3, 2, line=3)
BY_STAGE = SMALL.rules.by_stage
FIRSTS = np.cumsum([0, *BY_STAGE.values()])
A_GROUP, MOVES = 4, 3
DREWS = np.array([1 << 28], np.int32)  # a worth: drawn in 0 plies
LONGS = np.array([(1 << 30) - 500], np.int32)  # won in 500 plies
GROUPS = {"groups": {2: 3, 3: 6, 4: 9, 5: 8}, "max_targets": A_GROUP * MOVES, "max_group": A_GROUP}
OVER = 74
"""A slot of stage 5 in which play is over."""


@cache
def group_rules():
    """Four slots side by side are a group, and the last slot of each stage is left out."""
    calls = SMALL.rules.calls
    position_at, index = calls.position_at.function, calls.index.function
    end, successors = calls.end.function, calls.successors.function

    @njit
    def listed(stage, group, slots):
        """Those of a group in which play goes on; how many."""
        count, first = 0, FIRSTS[stage] + A_GROUP * group
        for slot in range(first, min(first + A_GROUP, FIRSTS[stage + 1] - 1)):
            if end(position_at(slot)) == 2:
                slots[count] = slot
                count += 1
        return count

    @njit
    def group_targets(stage, group, slots):
        """What several positions lead to is listed as often."""
        own, moves, positions = (
            np.empty(A_GROUP, np.int64),
            np.empty(8, np.int64),
            np.empty(8, np.uint64),
        )
        count = 0
        for place in range(listed(stage, group, own)):
            for each in range(successors(position_at(own[place]), moves, positions)):
                slots[count] = index(positions[each])
                count += 1
        return np.int64(count)

    @njit
    def group_best(stage, group, worths, slots, best):
        """The worths come in the order in which the slots were listed."""
        moves, positions, heard = np.empty(8, np.int64), np.empty(8, np.uint64), 0
        count = listed(stage, group, slots)
        for place in range(count):
            there = successors(position_at(slots[place]), moves, positions)
            best[place] = worths[heard]
            for each in range(heard + 1, heard + there):
                best[place] = max(best[place], worths[each])
            heard += there
        return np.int64(count)

    return {"group_targets": group_targets, "group_best": group_best}


class Grouped(BY_DISCS):
    """Connect Four by discs, in which some stages are settled by groups."""

    @property
    def rules(self):
        return grouped_rules()


@cache
def grouped_rules():
    """Made once."""
    return attrs.evolve(SMALL.rules, **group_rules(), **GROUPS)


def test_groups_change_nothing(tmp_path):
    """Whatever they leave out, or list twice; on two threads too."""
    right = columns_of(solve(SMALL))
    for threads in (1, 2):
        solved = solve(Grouped(3, 2, line=3), folder=tmp_path / f"{threads}", threads=threads)
        assert columns_of(solved) == right


LENGTH = 120


class OneByOne(CompiledGame):
    """One line of moves through as many stages as it has positions, each stage a group."""

    rules = CompiledRules(
        successors=njit(lambda position, moves, positions: _step(position, moves, positions)),
        terminal_code=njit(lambda position: -1 if position == LENGTH - 1 else 2),
        max_moves=1,
        stage=njit(lambda position: np.int64(position)),
        index=njit(lambda position: 0 if position < LENGTH else -1),
        position_at=njit(lambda stage, slot: np.uint64(stage)),
        slots=dict.fromkeys(range(LENGTH), 1),
        group_targets=njit(lambda stage, group, slots: _listed(slots, stage + 1)),
        group_best=njit(
            lambda stage, group, worths, slots, best: _heard(slots, stage, best, worths)
        ),
        groups=dict.fromkeys(range(LENGTH - 1), 1),
        max_targets=1,
        max_group=1,
    )

    def start(self):
        return 0


@njit
def _step(position, moves, positions):
    moves[0], positions[0] = 0, position + np.uint64(1)
    return 1


@njit
def _listed(slots, slot):
    slots[0] = slot
    return np.int64(1)


@njit
def _heard(slots, slot, best, worths):
    slots[0], best[0] = slot, worths[0]
    return np.int64(1)


def test_groups_with_long_outcomes(tmp_path):
    """Where a byte does not hold them the groups are looked at once more, with wider cells."""
    solution = solve(OneByOne(), folder=tmp_path)
    plies = range(LENGTH - 1, -1, -1)
    assert columns_of(solution) == [cell_of(WIN if each % 2 else LOSS, each) for each in plies]


def asked_of(rule):
    """A rule of groups as plain Python, so that no spoilt one must be compiled."""
    return plain_copy(group_rules()[rule])


def one_within(stage, group, slots):
    """The second move stays in its stage."""
    count = asked_of("group_targets")(stage, group, slots)
    slots[1] = FIRSTS[stage]
    return count


def one_too_few(stage, group, slots):
    """The last move is passed over."""
    return asked_of("group_targets")(stage, group, slots) - 1


def one_beyond(stage, group, slots):
    """A slot more than there is room for is written."""
    slots[A_GROUP * MOVES] = 0
    return A_GROUP * MOVES + 1


def no_rule(stage, group, *buffers):
    """Raises."""
    raise ValueError("no rule")


def spoilt_best(**spoil):
    """The rule, and then another first slot or worth."""

    def best_of(stage, group, worths, slots, best):
        count = asked_of("group_best")(stage, group, worths, slots, best)
        slots[0] = spoil.get("slot", slots[0])
        best[0] = spoil.get("worth", best[0])
        return count

    return best_of


@pytest.mark.parametrize(
    ("spoilt", "complaint"),
    [
        ({"targets": one_within}, "group_targets(2, 0) gives slot 4: expected one of a later "
         "stage, from 16 to 122"),
        ({"targets": one_too_few}, "position .. of group 0 of stage 2 has a move to .., whose slot "
         "group_targets does not list"),
        ({"targets": one_beyond}, "group_targets(2, 0) lists 13 slots: expected 0 to 12, as the "
         "rules say, and nothing written beyond"),
        ({"targets": no_rule}, "group_targets(2, 0) raised ValueError: no rule"),
        ({"best": spoilt_best(slot=0)}, "group 0 of stage 2 has slot 0: expected one of its stage, "
         "from 4 to 15"),
        ({"best": spoilt_best(slot=OVER)}, f"group 0 of stage 5 has slot {OVER}: expected slots of "
         "positions in which play goes on"),
        ({"best": spoilt_best(worth=-(1 << 31))}, "group_best gives position .. of group 0 of "
         "stage 2 the worth less than any worth: expected .., the greatest of those that its moves "
         "lead to"),
    ],
)  # fmt: skip
def test_groups_that_say_what_rules_do_not(spoilt, complaint):
    """A trial of them says what is wrong, and where."""
    groups = attrs.evolve(Groups.of(Grouped(3, 2, line=3)), **spoilt)
    with pytest.raises(GameContractError) as caught:
        groups.require(5 if "stage 5" in complaint else 2, 0)
    said = re.escape(f"Grouped breaks its contract: {complaint}").replace(r"\.\.", ".+")
    assert re.fullmatch(said, str(caught.value))


def test_groups_at_fault_while_they_are_settled(tmp_path):
    """What the trial did not come to is told all the same, and where."""

    class Leaving(Grouped):
        rules = attrs.evolve(
            grouped_rules(), group_targets=njit(lambda stage, group, slots: np.int64(13))
        )

    with (
        patch.object(Groups, "try_some"),
        pytest.raises(GameContractError, match=r"group_targets\(5, 0\) lists 13 slots"),
    ):
        solve(Leaving(3, 2, line=3), folder=tmp_path, threads=1)


def giving(worths):
    """A rule that gives the first position of each group a worth, and no other one anything."""
    return njit(lambda stage, group, heard, slots, best: _heard(slots, FIRSTS[stage], best, worths))


@pytest.mark.parametrize("worths", [DREWS, LONGS], ids=["at an end", "too long"])
def test_a_worth_of_no_move_is_refused(tmp_path, worths):
    """A draw in 0 plies, which no move leads to, and a win in more plies than any may have.

    No cell is made of either, and the stage is not widened for it.
    """

    class Drawing(Grouped):
        rules = attrs.evolve(grouped_rules(), group_best=giving(worths))

    with (
        patch.object(Groups, "try_some"),
        pytest.raises(GameContractError, match=rf"best gives position .* worth {worths[0]}: exp"),
    ):
        solve(Drawing(3, 2, line=3), folder=tmp_path, threads=1)


def test_groups_pass_the_turn():
    """A worth is that for the other player, so no move may keep the turn."""

    class KeepingTurns(Grouped):
        rules = attrs.evolve(grouped_rules(), player=njit(lambda position: 0))

    with pytest.raises(GameContractError, match="keeps the turn: expected the turn to pass"):
        Groups.of(KeepingTurns(3, 2, line=3)).require(2, 0)


@pytest.mark.parametrize(
    "given",
    [{"groups": {2: 9}}, {"group_best": print}, {**GROUPS, "slots": 122}],
)
def test_groups_need_all_of_it(given):
    """Both rules, how many groups there are, and slots by stage."""
    with pytest.raises(InvalidArgumentError) as caught:
        attrs.evolve(SMALL.rules, **given)
    assert str(caught.value) == (
        "group_targets and group_best treat positions of a stage together, and groups says how "
        "many groups each stage has: expected all three, and slots by stage, or none"
    )


@pytest.mark.parametrize(
    ("groups", "complaint"),
    [
        ({2: 10**12}, "bad groups of stage 2 1000000000000: expected a whole number from 1 to 12"),
        ({7: 1}, "bad stage 7 in groups: expected one that slots has"),
        ([2], "bad groups [2]: expected how many each stage has"),
    ],
)
def test_groups_are_of_stages(groups, complaint):
    """There are no more of them than a stage has slots, or nothing new would be seen."""
    with pytest.raises(InvalidArgumentError) as caught:
        attrs.evolve(SMALL.rules, **group_rules(), **{**GROUPS, "groups": groups})
    assert str(caught.value) == complaint


LARGE = """
import sys
from examples.connect_four_by_discs import ConnectFourByDiscs
from gamesolver import MemoryLimitError, solve
game = ConnectFourByDiscs(5, 4)
right = solve(game, folder=sys.argv[1]).counts()  # and all that is needed is loaded
for folder in (None, sys.argv[1]):
    try:
        solution = solve(game, memory=3_000_000, folder=folder)
        print(solution.how.why, max(solution.how.bytes.values()) < 3_000_000)
        print(solution.counts() == right, len(solution))
    except MemoryLimitError as error:
        print(error)
"""


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
def test_a_game_larger_than_memory(tmp_path):
    """5.6 million slots with 3 MB: refused without a folder, solved with one, and nothing left."""
    refused, *told = printed(LARGE, tmp_path).splitlines()
    assert refused.startswith("out of memory: the limit is 3.0 MB (as asked for), 5.")
    assert told == ["21 stages on disk True", "True 5621939"]
    assert not list(tmp_path.iterdir())
