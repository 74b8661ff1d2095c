"""Plans: what a solve by ranks sends is what was planned, and what cannot be used is refused."""

import attrs
import pytest

from games import ConnectFour, Nim, Quixo
from gamesolver import InvalidArgumentError, Plan, plan
from gamesolver.forecast import rank_model
from tests.support.at_the_terminal import called
from tests.support.rank_solving import solved_on
from tests.support.rank_threads import on_ranks

GAME = rank_model.GameFigures(1e9, True, 10, 5.0, 0.4, 0.7, 0.5, 4.0, 2.0)
COSTS = rank_model.Costs(2e-7, 5e-8, 1e-7, 1e-7, 5e-8, 2e-8, 1e-8)
LARGE = rank_model.Machines(1e12, 1e9, 2e-5)


def planned(game=GAME, costs=COSTS, machines=LARGE, ranks=16):
    """What some ranks take."""
    return rank_model.needs(game, costs, machines, ranks)


@pytest.mark.compiled(why="kernels are timed")
def test_ranks_send_what_was_planned():
    """The bytes of a solve by two ranks and by three, to a twentieth."""
    game = ConnectFour(4, 4)
    expected = plan(game, ranks=1)
    assert repr(expected).startswith("<Plan of ConnectFour(width=4, height=4) on 1 rank: ")

    def sent(team):
        solution = solved_on(team, game, ways=ways)
        return team.sent, solution and solution.how.why

    assert expected.figures.by_stages
    for ranks, ways in [(3, "either"), (3, "graph"), (2, "graph")]:
        answers = on_ranks(ranks, sent)
        total, (_, story) = sum(count for count, _ in answers), answers[0]
        figures = attrs.evolve(expected.figures, by_stages=ways == "either")
        each = rank_model.needs(figures, expected.costs, LARGE, ranks)
        assert each.sent == pytest.approx(total, rel=0.05)
        assert story.endswith(f"; {total} bytes sent in all")


def test_twice_as_many_ranks_have_half_each():
    """Work and memory are divided; what is sent by each falls, and the first one keeps it all."""
    one, two, four = (planned(ranks=ranks) for ranks in (1, 2, 4))
    assert one.sent == 0
    assert one.cpu < four.cpu < 1.3 * one.cpu
    assert four.sent_by_each < two.sent_by_each
    assert four.sent > two.sent > 0
    grown = rank_model.BYTES_OF_ROUNDS
    assert (four.memory - grown) / (two.memory - grown) == pytest.approx(0.5, abs=0.1)
    assert four.memory_of_first > 9 * GAME.slots > four.memory
    assert four.disk == pytest.approx(two.disk / 2)


def test_stages_in_a_folder_take_a_part_of_one_stage():
    """Half of it on twice as many ranks, a byte a slot; with what loops the graph of it, too."""
    staged = attrs.evolve(GAME, is_found=False, by_stages=True, largest_stage=8e7)
    assert [planned(staged, ranks=ranks).on_disk for ranks in (1, 8)] == [8e7, 1e7]
    looping = planned(attrs.evolve(staged, by_stages=False), ranks=8)
    assert 1e7 + rank_model.BYTES_OF_ROUNDS < looping.on_disk < looping.memory
    assert planned(ranks=8).on_disk == 0
    whole = Plan(Quixo(size=3), staged, COSTS, "as given", planned(staged), (planned(staged),))
    said = "  stage by stage in a folder of 1.0 GB: 5.0 MB of memory, and nothing is gathered\n"
    assert said in whole.table
    assert whole.chosen.on_disk == 5e6


def test_where_the_first_rank_has_no_room_a_folder_is_advised():
    """With a folder nothing is gathered; and of stages no rank has more than its part of one."""
    staged = attrs.evolve(GAME, is_found=False, by_stages=True, largest_stage=8e7)
    for game, memory, advised in (
        (GAME, 12e9, "; there is with a folder that all see, on 4 ranks"),
        (GAME, 1e9, ""),
        (staged, 1e8, "; there is with a folder that all see, on 1 rank"),
    ):
        each = attrs.evolve(LARGE, memory=memory)
        rows = tuple(planned(game, machines=each, ranks=ranks) for ranks in (1, 2, 4))
        said = Plan(Quixo(size=3), game, COSTS, "as given", rows[-1], rows).advice
        assert said.endswith(f" are needed{advised}")


@pytest.mark.parametrize(
    ("change", "bottleneck"),
    [
        ({}, "processors"),
        ({"bandwidth": 1e8, "threads": 64}, "network"),
        ({"latency": 1.0}, "latency"),
        ({"memory": 2e9}, "memory"),
        ({"memory": 12e9}, "memory of the first rank"),
    ],
)
def test_what_would_have_to_be_better_first(change, bottleneck):
    """Whatever is scarce is what the time goes to, or what there is no room in."""
    each = planned(machines=attrs.evolve(LARGE, **change), ranks=4)
    assert each.bottleneck == bottleneck
    assert each.fits == ("memory" not in bottleneck)


def test_the_first_rank_is_what_many_wait_for():
    """The more ranks there are, the more of the time goes to what one of them gathers."""
    assert planned(ranks=4096).bottleneck == "the first rank"


def test_the_best_number_is_the_last_that_is_worth_while():
    """More ranks than that take more than two thirds of the time; none is best without room."""
    rows = [planned(ranks=ranks) for ranks in rank_model.powers(1024)]
    best = rank_model.best_of(rows)
    after = next(row for row in rows if row.ranks == 2 * best.ranks)
    before = next(row for row in rows if 2 * row.ranks == best.ranks)
    assert best.seconds <= before.seconds * 2 / 3
    assert after.seconds > best.seconds * 2 / 3
    small = attrs.evolve(LARGE, memory=3e8)
    assert (
        rank_model.best_of(
            [planned(machines=small, ranks=ranks) for ranks in rank_model.powers(16)]
        )
        is None
    )
    assert rank_model.powers(6) == [1, 2, 4, 6, 8, 16, 32, 64]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--ranks", "0"], "bad ranks 0: expected a whole number from 1 to 65,536"),
        (["--ranks", "two"], "expected a whole number, got 'two'"),
        (["--bandwidth", "10"], "bad bandwidth '10': expected bytes or bits a second with their"),
        (["--bandwidth", "1GB"], "such as 1GB/s or 10Gbit/s"),
        (["--latency", "3"], "bad latency '3': expected a time with its unit, such as 20us or 1ms"),
        (["--memory", "1MB"], "bad memory '1MB': expected 100.7 MB or more, which a rank takes"),
        (["--memory", "much"], "bad memory limit 'much': expected a positive number of bytes"),
        (["--positions", "0"], "bad positions 0.0: expected a number from 1 to 1e+30"),
        (["--moves", "nan"], "bad moves nan: expected a number from 1 to 1e+06"),
        (["--positions", "1e308"], "bad positions 1e+308: expected a number from 1 to 1e+30"),
        (["--bandwidth", "9" * 400 + "GB/s"], "such as 1GB/s or 10Gbit/s, at most 1000.0 TB/s"),
        (["--latency", "9" * 400 + "s"], "such as 20us or 1ms, at most 1000 s"),
        (["--settled", "2"], "bad settled 2.0: expected a share from 0 to 1"),
        (["--threads", "0"], "bad threads 0: expected a whole number from 1 to 1024"),
    ],
)
def test_what_cannot_be_used_is_refused(words, message):
    """Before anything is tried: what was expected, what came, where, in one message."""
    said = called("plan", "quixo", *words)
    assert said.code == 2
    assert message in said.err


def test_games_that_ranks_cannot_share_are_refused():
    """A game in plain Python, and one that nobody knows, with the words of a solve by ranks."""
    with pytest.raises(InvalidArgumentError, match=r"ranks cannot share .* is written in plain"):
        plan(Nim(), ranks=2)
    with pytest.raises(InvalidArgumentError, match=r"expected a Game, got <class .*Quixo\(\)$"):
        plan(Quixo, ranks=2)
    for figures in ({"bandwidth": 10**400}, {"latency": 10**400}, {"positions": 10**400}):
        with pytest.raises(InvalidArgumentError, match=f"^bad {next(iter(figures))} 1000000"):
            plan(Quixo(size=2), ranks=2, **figures)
    assert "unknown game 'quixxo'" in called("plan", "quixxo").err


@pytest.mark.compiled(why="kernels are timed")
def test_a_plan_is_told_as_a_table():
    """Parts, ranks and advice; a game that is not there is planned by another one's rules."""
    said = called("plan", "quixo", "--size", "3", "--positions", "1e12", "--moves", "30").out
    assert "Quixo (size 3) on 2 ranks, each with 4.0 GB, 1.0 GB/s, 20 us:" in said
    assert "1e+12 slots (as given)" in said
    assert ", 30.0 moves each" in said
    assert "on no number of ranks up to 64 is there room: the memory is 4.0 GB, and" in said
